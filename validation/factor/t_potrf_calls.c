/*
 * potrf, potrs and posv in all types, on the engine that DDBLAS_TEST_ENGINE names: arguments, empty
 * sizes, bits, workspaces, failing allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "handle.h"
#include "potrf_case.h"
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

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* ---- arguments ------------------------------------------------------------------------------- */

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct potrf_arguments wrong = right;                                                                                    \
        wrong.member = value;                                                                                                    \
        dd_refused(h, potrf_call(h, routine, type, &wrong), DDBLAS_STATUS_##status, position);                                   \
    } while (0)

static void refuse_all(enum potrf_routine routine, ddblasType_t type, char *memory)
{
    const struct potrf_arguments right = {
        DDBLAS_FILL_MODE_LOWER, 3, 2, memory, 3, memory + 1024, 3, (int64_t *)(void *)(memory + 2048)};
    const int solves = routine != POTRF_FACTOR, factors = routine != POTRF_SOLVE;
    const size_t off = dd_misaligned(h, type);
    REFUSED(uplo, (ddblasFillMode_t)2, INVALID_VALUE, 2);
    REFUSED(n, -1, INVALID_VALUE, 3);
    REFUSED(n, INT64_MIN, INVALID_VALUE, 3);
    REFUSED(lda, 2, INVALID_VALUE, solves ? 6 : 5);
    REFUSED(A, NULL, INVALID_VALUE, solves ? 5 : 4);
    REFUSED(A, memory + off, MISALIGNED, solves ? 5 : 4);
    if (solves)
    {
        REFUSED(nrhs, -1, INVALID_VALUE, 4);
        REFUSED(B, NULL, INVALID_VALUE, 7);
        REFUSED(B, memory + 1024 + off, MISALIGNED, 7);
        REFUSED(ldb, 2, INVALID_VALUE, 8);
    }
    if (factors)
    {
        REFUSED(info, NULL, INVALID_VALUE, solves ? 9 : 6);
        REFUSED(info, (int64_t *)(void *)(memory + 2052), MISALIGNED, solves ? 9 : 6);
    }
    struct potrf_arguments huge = right;
    huge.n = huge.lda = huge.ldb = (INT64_C(1) << 26) + 1;
    assert_int_equal(potrf_call(h, routine, type, &huge), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(potrf_call(NULL, routine, type, &right), DDBLAS_STATUS_NOT_INITIALIZED);
}

static void refuse_every(char *memory)
{
    for (int k = 0; k < 3 * TYPES; k++)
        refuse_all((enum potrf_routine)(k / TYPES), types[k % TYPES], memory);
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
    size_t bytes = 4711;
    assert_int_equal(ddblasPotrfWorkspaceSize(NULL, DDBLAS_TYPE_W, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasPotrfWorkspaceSize(h, (ddblasType_t)6, 1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasPotrfWorkspaceSize(h, DDBLAS_TYPE_W, -1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasPotrfWorkspaceSize(h, DDBLAS_TYPE_W, 1, NULL), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(ddblasPotrfWorkspaceSize(h, DDBLAS_TYPE_W, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(ddblasPotrsWorkspaceSize(h, (ddblasType_t)-1, 1, 1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasPotrsWorkspaceSize(h, DDBLAS_TYPE_U, -1, 1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasPotrsWorkspaceSize(h, DDBLAS_TYPE_U, 1, -1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(ddblasPotrsWorkspaceSize(h, DDBLAS_TYPE_U, 1, 1, NULL), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 5);
    assert_int_equal(bytes, 4711);
    assert_int_equal(ddblasPotrsWorkspaceSize(h, DDBLAS_TYPE_U, 0, 1, &bytes), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(bytes, 0);
}

/* Sizes of 0 set info to 0, and need no matrix. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 6 * TYPES; k++)
    {
        const int64_t n = k / (3 * TYPES) ? 4 : 0, nrhs = 0;
        struct potrf_case *c = potrf_case_new((enum potrf_routine)(k % 3), types[k / 3 % TYPES], uplo_of(k), n, nrhs, 1);
        struct dd_random g;
        dd_random_start(&g, 1);
        potrf_case_fill(c, &g, 4, 0, 0);
        dd_must(h, potrf_case_run(h, c), "empty");
        assert_true(c->routine == POTRF_SOLVE || c->info == 0);
        potrf_case_free(c);
    }
    int64_t one = 1, *info = dd_engine_copy(h, &one, sizeof one, 0);
    struct potrf_arguments a = {DDBLAS_FILL_MODE_LOWER, 0, 5, NULL, 1, NULL, 1, info};
    assert_int_equal(potrf_call(h, POTRF_BOTH, DDBLAS_TYPE_W, &a), DDBLAS_STATUS_SUCCESS);
    dd_engine_read(h, &one, info, sizeof one);
    assert_int_equal(one, 0);
    a.info = NULL;
    dd_refused(h, potrf_call(h, POTRF_FACTOR, DDBLAS_TYPE_W, &a), DDBLAS_STATUS_INVALID_VALUE, 6);
    dd_engine_free(h, info, 0);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static ddblasStatus_t run(ddblasHandle_t handle, void *problem) { return potrf_case_run(handle, problem); }

static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 909);
    for (int k = 0; k < 2 * TYPES; k++)
    {
        if (dd_test_leaves_out(k) || !dd_type_takes_route(types[k % TYPES], route))
            continue;
        const int small = dd_test_engine() == DDBLAS_ENGINE_CUDA && DDBLAS_EMULATED;
        struct potrf_case *c = potrf_case_new(POTRF_BOTH, types[k % TYPES], uplo_of(k / TYPES),
                                              small                 ? 100
                                              : dd_test_scale() > 1 ? 180
                                                                    : 300,
                                              20, 2);
        potrf_case_fill(c, &g, c->n, 4, 0);
        dd_must(h, potrf_case_run(h, c), "first");
        assert_int_equal(c->info, 0);
        struct dd_repeats r = {.handle = h, .run = run, .problem = c, .workspace = potrf_case_workspace(h, c)};
        r.outputs[0] = (struct dd_output){c->result_A, c->bytes_A, c->A};
        r.outputs[1] = (struct dd_output){c->result_B, c->bytes_B, c->B};
        dd_repeats_record(&r);
        /* LAPACK's bits may depend on addresses. */
        (void)dd_repeats_everywhere(&r, dd_type_is_pair(c->type) ? &c->offset : NULL);
        dd_repeats_free(&r);
        potrf_case_free(c);
    }
}

static ddblasStatus_t call_posv(ddblasHandle_t handle, const void *problem, const struct dd_operand *o)
{
    const struct potrf_case *c = problem;
    const struct potrf_arguments a = {c->uplo, c->n, c->nrhs, o[0].at, c->lda, o[1].at, c->ldb, o[2].at};
    return potrf_call(handle, POTRF_BOTH, c->type, &a);
}

static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 910);
    for (int k = 0; k < 2 * TYPES; k++)
    {
        if (!dd_type_takes_route(types[k % TYPES], route))
            continue;
        /* One case is large enough for the second stream of the CUDA engine. */
        const int64_t n = k < TYPES && types[k] == DDBLAS_TYPE_W ? 200 : 80, before = 7;
        struct potrf_case *c = potrf_case_new(POTRF_BOTH, types[k % TYPES], uplo_of(k / TYPES), n, 3, 0);
        int64_t info = -1;
        potrf_case_fill(c, &g, n + 1, 0, 0);
        struct dd_operand o[] = {dd_operand_written(c->A, c->result_A, c->bytes_A),
                                 dd_operand_written(c->B, c->result_B, c->bytes_B),
                                 dd_operand_written(&before, &info, sizeof before)};
        (void)dd_without_memory(h, route, o, 3, call_posv, c);
        assert_int_equal(info, 0);
        potrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(wrong_queries),      cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),       cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("potrf, calls", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("potrf, calls, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("potrf, calls, residue route", tests, set_up, close_handle);
    return failed;
}
