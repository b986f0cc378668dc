/*
 * getrf, getrs and gesv in all types, on the engine that DDBLAS_TEST_ENGINE names: arguments, empty
 * sizes, bits, workspaces, failing allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "getrf_case.h"
#include "handle.h"
#include "settings.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

/* All types, W and U first. */
static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

enum
{
    TYPES = 6
};

/* ---- arguments ------------------------------------------------------------------------------- */

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct getrf_arguments wrong = right;                                                                                    \
        wrong.member = value;                                                                                                    \
        dd_refused(h, getrf_call(h, routine, type, &wrong), DDBLAS_STATUS_##status, position);                                   \
    } while (0)

/* Positions of the arguments of each routine; 0: it lacks the argument. */
static const struct
{
    int trans, m, n, nrhs, A, lda, ipiv, B, ldb, info;
} positions[] = {{0, 2, 3, 0, 4, 5, 6, 0, 0, 7}, {2, 0, 3, 4, 5, 6, 7, 8, 9, 0}, {0, 0, 2, 3, 4, 5, 6, 7, 8, 9}};

static void refuse_all(enum getrf_routine routine, ddblasType_t type, char *memory)
{
    int64_t *integers = (int64_t *)(void *)(memory + 2048), *between = (int64_t *)(void *)(memory + 2052);
    const struct getrf_arguments right = {DDBLAS_OP_N, 3, 3, 2, memory, 3, integers, memory + 1024, 3, integers + 10};
    const size_t off = dd_misaligned(h, type);
    if (positions[routine].trans)
        REFUSED(trans, (ddblasOperation_t)3, INVALID_VALUE, positions[routine].trans);
    if (positions[routine].m)
        REFUSED(m, -1, INVALID_VALUE, positions[routine].m);
    REFUSED(n, -1, INVALID_VALUE, positions[routine].n);
    REFUSED(n, INT64_MIN, INVALID_VALUE, positions[routine].n);
    REFUSED(A, NULL, INVALID_VALUE, positions[routine].A);
    REFUSED(A, memory + off, MISALIGNED, positions[routine].A);
    REFUSED(lda, 2, INVALID_VALUE, positions[routine].lda);
    REFUSED(ipiv, NULL, INVALID_VALUE, positions[routine].ipiv);
    REFUSED(ipiv, between, MISALIGNED, positions[routine].ipiv);
    if (positions[routine].B)
    {
        REFUSED(nrhs, -1, INVALID_VALUE, positions[routine].nrhs);
        REFUSED(B, NULL, INVALID_VALUE, positions[routine].B);
        REFUSED(B, memory + 1024 + off, MISALIGNED, positions[routine].B);
        REFUSED(ldb, 2, INVALID_VALUE, positions[routine].ldb);
    }
    if (positions[routine].info)
    {
        REFUSED(info, NULL, INVALID_VALUE, positions[routine].info);
        REFUSED(info, between, MISALIGNED, positions[routine].info);
    }
    struct getrf_arguments huge = right;
    huge.m = huge.n = huge.lda = huge.ldb = (INT64_C(1) << 26) + 1;
    assert_int_equal(getrf_call(h, routine, type, &huge), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(getrf_call(NULL, routine, type, &right), DDBLAS_STATUS_NOT_INITIALIZED);
}

static void refuse_every(char *memory)
{
    for (int k = 0; k < 3 * TYPES; k++)
        refuse_all((enum getrf_routine)(k / TYPES), types[k % TYPES], memory);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_every);
}

static void wrong_queries(void **state)
{
    (void)state;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    static ddblasStatus_t (*const queries[])(ddblasHandle_t, ddblasType_t, int64_t, int64_t,
                                             size_t *) = {ddblasGetrfWorkspaceSize, ddblasGetrsWorkspaceSize};
    for (int k = 0; k < 2; k++)
    {
        size_t bytes = 4711;
        assert_int_equal(queries[k](NULL, DDBLAS_TYPE_W, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
        assert_int_equal(queries[k](h, (ddblasType_t)6, 1, 1, &bytes), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 2);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, -1, 1, &bytes), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 3);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 1, -1, &bytes), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 4);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 1, 1, NULL), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 5);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, INT64_MAX, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(bytes, 4711);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 0, 1, &bytes), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(bytes, 0);
    }
}

/* Sizes of 0 set info to 0, and need neither matrix nor pivots. */
static void empty(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1);
    for (int k = 0; k < 6 * TYPES; k++)
    {
        const int64_t n = k / (3 * TYPES) ? 4 : 0;
        struct getrf_case *c = getrf_case_new((enum getrf_routine)(k % 3), types[k / 3 % TYPES], DDBLAS_OP_T, n, n, 0, 1);
        getrf_case_fill(c, &g, 0, 0);
        dd_must(h, getrf_case_run(h, c), "empty");
        assert_true(c->routine == GETRF_SOLVE || c->info == 0);
        getrf_case_free(c);
    }
    int64_t one = 1, *info = dd_engine_copy(h, &one, sizeof one, 0);
    struct getrf_arguments a = {DDBLAS_OP_N, 5, 0, 5, NULL, 5, NULL, NULL, 1, info};
    assert_int_equal(getrf_call(h, GETRF_FACTOR, DDBLAS_TYPE_W, &a), DDBLAS_STATUS_SUCCESS);
    dd_engine_read(h, &one, info, sizeof one);
    assert_int_equal(one, 0);
    a.info = NULL;
    dd_refused(h, getrf_call(h, GETRF_FACTOR, DDBLAS_TYPE_W, &a), DDBLAS_STATUS_INVALID_VALUE, 7);
    dd_engine_free(h, info, 0);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static ddblasStatus_t run(ddblasHandle_t handle, void *problem) { return getrf_case_run(handle, problem); }

/* The runs of a case that has run. */
static struct dd_repeats repeats_of(struct getrf_case *c)
{
    struct dd_repeats r = {.handle = h, .run = run, .problem = c, .workspace = getrf_case_workspace(h, c)};
    r.outputs[0] = (struct dd_output){c->result_A, c->bytes_A, c->A};
    r.outputs[1] = (struct dd_output){c->result_B, c->bytes_B, c->B};
    r.outputs[2] = (struct dd_output){c->ipiv, (size_t)c->n * sizeof *c->ipiv, NULL};
    dd_repeats_record(&r);
    return r;
}

static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 959);
    for (int k = 0; k < TYPES; k++)
    {
        if (!dd_type_takes_route(types[k], route))
            continue;
        const int64_t n = dd_test_engine() == DDBLAS_ENGINE_CUDA && DDBLAS_EMULATED ? 100 : 300;
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[k], DDBLAS_OP_N, n, n, 20, 2);
        getrf_case_fill(c, &g, 4, 0);
        dd_must(h, getrf_case_run(h, c), "first");
        assert_int_equal(c->info, 0);
        struct dd_repeats r = repeats_of(c);
        /* LAPACK's bits may depend on addresses. */
        (void)dd_repeats_everywhere(&r, dd_type_is_pair(c->type) ? &c->offset : NULL);
        dd_repeats_free(&r);
        getrf_case_free(c);
    }
}

/* Columns that are long enough for several threads. */
static void tall(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 961);
    for (int k = 0; k < TYPES; k++)
    {
        if (!dd_type_takes_route(types[k], route))
            continue;
        struct getrf_case *c = getrf_case_new(GETRF_FACTOR, types[k], DDBLAS_OP_N, 9001, 20, 0, 1);
        getrf_case_fill(c, &g, 4, 0);
        dd_must(h, ddblasSetThreads(h, 1), "threads");
        (void)getrf_case_judge(h, c, &g, 40, "tall", 961);
        struct dd_repeats r = repeats_of(c);
        for (int threads = 2; threads <= 5; threads += 3)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            dd_repeats_same(&r, "threads on tall columns");
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        dd_repeats_free(&r);
        getrf_case_free(c);
    }
}

static ddblasStatus_t call_gesv(ddblasHandle_t handle, const void *problem, const struct dd_operand *o)
{
    const struct getrf_case *c = problem;
    const struct getrf_arguments a = {c->trans, c->m, c->n, c->nrhs, o[0].at, c->lda, o[2].at, o[1].at, c->ldb, o[3].at};
    return getrf_call(handle, GETRF_BOTH, c->type, &a);
}

static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 960);
    for (int k = 0; k < TYPES; k++)
    {
        if (!dd_type_takes_route(types[k], route))
            continue;
        const int64_t untouched[80] = {7}, before = 7;
        int64_t pivots[80], info = -1;
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[k], DDBLAS_OP_N, 80, 80, 3, 0);
        getrf_case_fill(c, &g, 0, 0);
        struct dd_operand o[] = {
            dd_operand_written(c->A, c->result_A, c->bytes_A), dd_operand_written(c->B, c->result_B, c->bytes_B),
            dd_operand_written(untouched, pivots, sizeof untouched), dd_operand_written(&before, &info, sizeof before)};
        (void)dd_without_memory(h, route, o, 4, call_gesv, c);
        assert_int_equal(info, 0);
        getrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(wrong_queries), cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),       cmocka_unit_test(tall),          cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("getrf, calls", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("getrf, calls, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("getrf, calls, residue route", tests, set_up, close_handle);
    return failed;
}
