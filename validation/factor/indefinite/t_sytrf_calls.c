/*
 * sytrf, sytrs, sysv and sytri in W and U, and their Hermitian relatives, on the engine that
 * DDBLAS_TEST_ENGINE names: arguments, empty sizes, bits, leading dimensions, workspaces, failing
 * allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "handle.h"
#include "settings.h"
#include "sytrf_case.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

static ddblasFillMode_t uplo_of(int k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* ---- arguments ------------------------------------------------------------------------------- */

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct sytrf_arguments wrong = right;                                                                                    \
        wrong.member = value;                                                                                                    \
        dd_refused(h, sytrf_call(h, routine, kind, &wrong), DDBLAS_STATUS_##status, position);                                   \
    } while (0)

/* Positions of the arguments of each routine; 0: it lacks the argument. */
static const struct
{
    int nrhs, A, lda, ipiv, B, ldb, info;
} positions[] = {{0, 4, 5, 6, 0, 0, 7}, {4, 5, 6, 7, 8, 9, 0}, {4, 5, 6, 7, 8, 9, 10}, {0, 4, 5, 6, 0, 0, 7}};

static void refuse_all(enum sytrf_routine routine, enum sytrf_kind kind, char *memory)
{
    int64_t *integers = (int64_t *)(void *)(memory + 2048), *between = (int64_t *)(void *)(memory + 2052);
    const struct sytrf_arguments right = {DDBLAS_FILL_MODE_LOWER, 3, 2, memory, 3, integers, memory + 1024, 3, integers + 10};
    const size_t off = dd_engine_misaligned(h);
    REFUSED(uplo, (ddblasFillMode_t)7, INVALID_VALUE, 2);
    REFUSED(n, -1, INVALID_VALUE, 3);
    REFUSED(n, INT64_MIN, INVALID_VALUE, 3);
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
    struct sytrf_arguments huge = right;
    huge.n = huge.lda = huge.ldb = (INT64_C(1) << 26) + 1;
    assert_int_equal(sytrf_call(h, routine, kind, &huge), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(sytrf_call(NULL, routine, kind, &right), DDBLAS_STATUS_NOT_INITIALIZED);
}

static void refuse_every(char *memory)
{
    for (int k = 0; k < 12; k++)
        refuse_all((enum sytrf_routine)(k / 3), (enum sytrf_kind)(k % 3), memory);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_every);
}

static ddblasStatus_t query_sytrf(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs, size_t *bytes)
{
    (void)nrhs;
    return ddblasSytrfWorkspaceSize(handle, type, n, bytes);
}

static ddblasStatus_t query_sytri(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs, size_t *bytes)
{
    (void)nrhs;
    return ddblasSytriWorkspaceSize(handle, type, n, bytes);
}

static void wrong_queries(void **state)
{
    (void)state;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    static ddblasStatus_t (*const queries[])(ddblasHandle_t, ddblasType_t, int64_t, int64_t,
                                             size_t *) = {query_sytrf, ddblasSytrsWorkspaceSize, query_sytri};
    for (int k = 0; k < 3; k++)
    {
        size_t bytes = 4711;
        assert_int_equal(queries[k](NULL, DDBLAS_TYPE_W, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_Z, 1, 1, &bytes), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 2);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, -1, 1, &bytes), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 3);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 1, 1, NULL), invalid);
        assert_int_equal(ddblasGetLastArgument(h), k == 1 ? 5 : 4);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, INT64_MAX, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(bytes, 4711);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 0, 1, &bytes), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(bytes, 0);
    }
    size_t bytes = 4711;
    assert_int_equal(ddblasSytrsWorkspaceSize(h, DDBLAS_TYPE_W, 1, -1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(bytes, 4711);
}

/* Sizes of 0 set info to 0, and need neither matrix nor pivots. */
static void empty(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1);
    for (int k = 0; k < 24; k++)
    {
        const int64_t n = k / 12 && k % 4 != SYTRF_INVERT ? 4 : 0;
        struct sytrf_case *c = sytrf_case_new((enum sytrf_routine)(k % 4), (enum sytrf_kind)(k / 4 % 3), uplo_of(k), n, 0, 1);
        sytrf_case_fill(c, &g, 0, 0, 0);
        dd_must(h, sytrf_case_run(h, c), "empty");
        assert_true(c->routine == SYTRF_SOLVE || c->info == 0);
        sytrf_case_free(c);
    }
    int64_t one = 1, *info = dd_engine_copy(h, &one, sizeof one, 0);
    struct sytrf_arguments a = {DDBLAS_FILL_MODE_LOWER, 0, 5, NULL, 5, NULL, NULL, 1, info};
    assert_int_equal(sytrf_call(h, SYTRF_FACTOR, SYTRF_W, &a), DDBLAS_STATUS_SUCCESS);
    dd_engine_read(h, &one, info, sizeof one);
    assert_int_equal(one, 0);
    a.info = NULL;
    dd_refused(h, sytrf_call(h, SYTRF_FACTOR, SYTRF_W, &a), DDBLAS_STATUS_INVALID_VALUE, 7);
    dd_engine_free(h, info, 0);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static ddblasStatus_t run(ddblasHandle_t handle, void *problem) { return sytrf_case_run(handle, problem); }

static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 991);
    for (int k = 0; k < 2 * SYTRF_KINDS; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const int64_t n = dd_test_engine() == DDBLAS_ENGINE_CUDA && DDBLAS_EMULATED ? 100 : dd_test_scale() > 1 ? 180 : 300;
        struct sytrf_case *c = sytrf_case_new(SYTRF_BOTH, (enum sytrf_kind)(k / 2), uplo_of(k), n, 20, 2);
        sytrf_case_fill(c, &g, 4, 0, 0);
        dd_must(h, sytrf_case_run(h, c), "first");
        assert_int_equal(c->info, 0);
        struct dd_repeats r = {.handle = h, .run = run, .problem = c, .workspace = sytrf_case_workspace(h, c)};
        r.outputs[0] = (struct dd_output){c->result_A, c->bytes_A, c->A};
        r.outputs[1] = (struct dd_output){c->result_B, c->bytes_B, c->B};
        r.outputs[2] = (struct dd_output){c->ipiv, (size_t)c->n * sizeof *c->ipiv, NULL};
        dd_repeats_record(&r);
        (void)dd_repeats_everywhere(&r, &c->offset);
        dd_repeats_free(&r);
        sytrf_case_free(c);
    }
}

/* sytri after sytrf: the bits do not depend on threads, pointer mode and workspace. */
static void same_bits_of_inverses(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 994);
    for (int k = 0; k < 2 * SYTRF_KINDS; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct sytrf_case *c = sytrf_case_new(SYTRF_FACTOR, (enum sytrf_kind)(k / 2), uplo_of(k), 90, 0, 2);
        struct sytrf_case *t = sytrf_case_new(SYTRF_INVERT, c->kind, c->uplo, c->n, 0, 2);
        sytrf_case_fill(c, &g, 4, 0, 0);
        dd_must(h, sytrf_case_run(h, c), "factors");
        memcpy(t->A, c->result_A, c->bytes_A);
        memcpy(t->ipiv, c->ipiv, (size_t)c->n * sizeof *c->ipiv);
        dd_must(h, sytrf_case_run(h, t), "first");
        assert_int_equal(t->info, 0);
        struct dd_repeats r = {.handle = h, .run = run, .problem = t, .workspace = sytrf_case_workspace(h, t)};
        r.outputs[0] = (struct dd_output){t->result_A, t->bytes_A, t->A};
        dd_repeats_record(&r);
        dd_repeats_same(&r, "repeated");
        dd_repeats_over_settings(&r);
        (void)dd_repeats_over_workspaces(&r);
        dd_repeats_free(&r);
        sytrf_case_free(t);
        sytrf_case_free(c);
    }
}

/* The same numbers with other leading dimensions give the same bits. */
static void leading_dimensions(void **state)
{
    (void)state;
    for (int k = 0; k < 2 * SYTRF_KINDS; k++)
    {
        struct sytrf_case *c[2];
        for (int padded = 0; padded < 2; padded++)
        {
            struct dd_random g;
            dd_random_start(&g, 992);
            c[padded] = sytrf_case_new(SYTRF_BOTH, (enum sytrf_kind)(k / 2), uplo_of(k), 70, 3, 5 * padded);
            sytrf_case_fill(c[padded], &g, 4, 0, 0);
            dd_must(h, sytrf_case_run(h, c[padded]), "leading dimensions");
        }
        for (int64_t j = 0; j < 70; j++)
            assert_memory_equal(sytrf_case_at(c[0], c[0]->result_A, 69, j), sytrf_case_at(c[1], c[1]->result_A, 69, j),
                                c[0]->size);
        for (int64_t j = 0; j < 3; j++)
            assert_memory_equal((char *)c[0]->result_B + (size_t)(j * c[0]->ldb) * c[0]->size,
                                (char *)c[1]->result_B + (size_t)(j * c[1]->ldb) * c[1]->size, 70 * c[0]->size);
        sytrf_case_free(c[0]);
        sytrf_case_free(c[1]);
    }
}

static ddblasStatus_t call_without_memory(ddblasHandle_t handle, const void *problem, const struct dd_operand *o)
{
    const struct sytrf_case *c = problem;
    const struct sytrf_arguments a = {c->uplo, c->n, c->nrhs, o[0].at, c->lda, o[2].at, o[1].at, c->ldb, o[3].at};
    return sytrf_call(handle, c->routine, c->kind, &a);
}

static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 993);
    for (int k = 0; k < 2 * SYTRF_KINDS; k++)
    {
        const enum sytrf_routine routine = k < SYTRF_KINDS ? SYTRF_BOTH : SYTRF_INVERT;
        const int64_t untouched[80] = {7}, before = 7;
        int64_t pivots[80], info = -1;
        struct sytrf_case *c = sytrf_case_new(routine, (enum sytrf_kind)(k % SYTRF_KINDS), uplo_of(k), 80, 3, 0);
        sytrf_case_fill(c, &g, 0, 0, 0);
        for (int64_t i = 0; i < c->n; i++) /* As factors they are a triangle and a diagonal. */
            c->ipiv[i] = i + 1;
        struct dd_operand o[] = {dd_operand_written(c->A, c->result_A, c->bytes_A),
                                 dd_operand_written(c->B, c->result_B, c->bytes_B),
                                 routine == SYTRF_INVERT ? dd_operand_read(c->ipiv, sizeof untouched)
                                                         : dd_operand_written(untouched, pivots, sizeof untouched),
                                 dd_operand_written(&before, &info, sizeof before)};
        (void)dd_without_memory(h, route, o, 4, call_without_memory, c);
        assert_int_equal(info, 0);
        sytrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),    cmocka_unit_test(wrong_queries),         cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),          cmocka_unit_test(same_bits_of_inverses), cmocka_unit_test(leading_dimensions),
        cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("sytrf, calls", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("sytrf, calls, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("sytrf, calls, residue route", tests, set_up, close_handle);
    return failed;
}
