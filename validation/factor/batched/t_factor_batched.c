/*
 * Batches of systems in W and U, on the engine that DDBLAS_TEST_ENGINE names: error bounds against
 * exact sums, exact solutions, members that fail among others, arguments, empty sizes, bits,
 * workspaces, failing allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "batch_case.h"
#include "handle.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* Orders astride the leaves of the CPU engine, the numbers of threads of the CUDA engine, and the
 * orders from which a matrix no longer fits shared memory. */
static const int64_t sizes[] = {1, 2, 3, 8, 12, 13, 17, 32, 33, 40, 41, 65, 73, 84, 97, 120, 128};
enum
{
    SIZES = sizeof sizes / sizeof sizes[0]
};

static const int64_t right[] = {1, 0, 3, 8, 9, 17}, counts[] = {1, 3, 5};

/* ---- bounds ---------------------------------------------------------------------------------- */

static void systems(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(971);
    double largest[2] = {0.0, 0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < 4 * SIZES; k++)
    {
        struct batch_case *c = batch_case_new(BATCH_GESV, types[k % 2], DDBLAS_FILL_MODE_LOWER, sizes[k / 4], right[k % 6],
                                              k / 4 % 2 ? 2 : counts[k % 3], k % 3);
        batch_case_fill(c, &g, k % 4 < 2 ? 0 : 40);
        dd_must(h, batch_case_run(h, c), "gesv");
        largest[k % 2] = fmax(largest[k % 2], batch_case_judge(c, &g, 10, seed));
        batch_case_free(c);
    }
    print_message("largest error of gesv: W %.3g, U %.3g units\n", largest[0], largest[1]);
}

/* potrf, and potrs with the factors that potrf has left. */
static void cholesky(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(972);
    double largest[2] = {0.0, 0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < 4 * SIZES; k++)
    {
        const int64_t nrhs = right[k % 6], count = counts[k % 3];
        struct batch_case *c = batch_case_new(BATCH_POTRF, types[k % 2], uplo_of(k / 2), sizes[k / 4], nrhs, count, k % 3);
        batch_case_fill(c, &g, k / 4 % 2 ? 0 : 30);
        dd_must(h, batch_case_run(h, c), "potrf");
        largest[k % 2] = fmax(largest[k % 2], batch_case_judge(c, &g, 10, seed));
        struct batch_case *s = batch_case_new(BATCH_POTRS, c->type, c->uplo, c->n, nrhs, count, k % 3);
        batch_case_take_factors(s, c);
        dd_must(h, batch_case_run(h, s), "potrs");
        largest[k % 2] = fmax(largest[k % 2], batch_case_judge(s, &g, 4, seed));
        batch_case_free(s);
        batch_case_free(c);
    }
    print_message("largest error of potrf and potrs: W %.3g, U %.3g units\n", largest[0], largest[1]);
}

/* ---- exact solutions ------------------------------------------------------------------------- */

/* min(i, j) X = B with an X of integers, times i in U. All numbers of the solution are integers,
 * and ties of pivots are decided for the upper row, which exchanges nothing. */
static void exact_solutions(void **state)
{
    (void)state;
    for (int k = 0; k < 4 * SIZES; k++)
    {
        const int is_complex = k % 2, positive = k / 2 % 2;
        struct batch_case *c =
            batch_case_new(positive ? BATCH_POTRF : BATCH_GESV, types[is_complex], DDBLAS_FILL_MODE_LOWER, sizes[k / 4], 3, 2, 1);
        for (int64_t m = 0; m < c->count; m++)
            for (int64_t j = 0; j < c->n; j++)
                for (int64_t i = positive ? j : 0; i < c->n; i++)
                    batch_case_put_a(c, m, i, j, (double)(1 + (i < j ? i : j)), 0.0);
        for (int64_t m = 0; m < c->count; m++)
            for (int64_t j = 0; j < c->nrhs; j++)
                for (int64_t i = 0; i < c->n; i++)
                {
                    double sum = 0.0;
                    for (int64_t t = 0; t < c->n; t++)
                        sum += (double)(1 + (i < t ? i : t)) * (double)((3 * t + 5 * j + m) % 11 - 5);
                    batch_case_put_b(c, m, i, j, is_complex ? 0.0 : sum, is_complex ? sum : 0.0);
                }
        dd_must(h, batch_case_run(h, c), "exact");
        struct batch_case *s = c;
        if (positive)
        {
            s = batch_case_new(BATCH_POTRS, c->type, DDBLAS_FILL_MODE_LOWER, c->n, c->nrhs, c->count, 1);
            batch_case_take_factors(s, c);
            dd_must(h, batch_case_run(h, s), "exact");
        }
        for (int64_t m = 0; m < c->count; m++)
        {
            assert_int_equal(c->info[m], 0);
            for (int64_t i = 0; i < c->n && !positive; i++)
                assert_int_equal(c->ipiv[m * c->stride_pivots + i], i + 1);
            for (int64_t j = 0; j < c->nrhs; j++)
                for (int64_t i = 0; i < c->n; i++)
                {
                    const struct dd_number x = batch_case_solution(s, m, i, j);
                    const double exact = (double)((3 * i + 5 * j + m) % 11 - 5);
                    assert_true(cuddEqD(is_complex ? x.im : x.re, exact) && cuddIsZero(is_complex ? x.re : x.im));
                }
        }
        if (s != c)
            batch_case_free(s);
        batch_case_free(c);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

/* Members 1 and 3 of five fail at known columns. The others have the bits of a call in which no
 * member fails. */
static void failing_members(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 973);
    for (int k = 0; k < 4 * SIZES; k++)
    {
        const int positive = k / 2 % 2;
        struct batch_case *c =
            batch_case_new(positive ? BATCH_POTRF : BATCH_GESV, types[k % 2], uplo_of(k / 4), sizes[k / 4], 2, 5, 1);
        batch_case_fill(c, &g, 0);
        dd_must(h, batch_case_run(h, c), "good");
        void *A = malloc(c->bytes_A), *B = malloc(c->bytes_B);
        assert_true(A && B);
        memcpy(A, c->result_A, c->bytes_A);
        memcpy(B, c->result_B, c->bytes_B);
        const int64_t column = dd_random_int(&g, 0, c->n - 1);
        for (int64_t m = 1; m < 4; m += 2)
            for (int64_t i = 0; i < c->n; i++)
                if (!positive)
                    batch_case_put_a(c, m, i, column, 0.0, 0.0);
                else if (i == column)
                    batch_case_put_a(c, m, i, i, m == 1 ? -1.0 : NAN, 0.0);
        dd_must(h, batch_case_run(h, c), "failing");
        for (int64_t m = 0; m < c->count; m++)
        {
            const int fails = m == 1 || m == 3;
            assert_int_equal(c->info[m], fails ? column + 1 : 0);
            if (!fails)
                batch_case_assert_member(c, m, A, B);
            for (int64_t e = 0; e < c->n * c->nrhs && fails && !positive; e++)
                assert_true(cuddIsNan(batch_case_solution(c, m, e % c->n, e / c->n).re));
            for (int64_t j = 0; j < c->n && fails && positive; j++)
                for (int64_t i = j; i < c->n; i++)
                    assert_true((j >= column) == (cuddIsNan(batch_case_factor(c, m, i, j).re) != 0));
        }
        free(A);
        free(B);
        batch_case_free(c);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(enum batch_routine routine, ddblasType_t type, const struct batch_arguments *a, ddblasStatus_t status,
                           int position)
{
    assert_int_equal(batch_call(h, routine, type, a), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct batch_arguments wrong = good;                                                                                     \
        wrong.member = value;                                                                                                    \
        assert_refused(routine, type, &wrong, DDBLAS_STATUS_##status, position);                                                 \
    } while (0)

static void refuse_all(enum batch_routine routine, ddblasType_t type, char *m)
{
    int64_t *const ipiv = (int64_t *)(void *)(m + 4096), *const info = (int64_t *)(void *)(m + 5120);
    int64_t *const odd = (int64_t *)(void *)(m + 5124);
    const struct batch_arguments good = {DDBLAS_FILL_MODE_LOWER, 3, 2, m, 3, 9, ipiv, 3, m + 2048, 3, 6, info, 2};
    const int gesv = routine == BATCH_GESV, potrs = routine == BATCH_POTRS;
    const int n = gesv ? 2 : 3, A = potrs ? 5 : 4, B = gesv ? 9 : 8;
    const size_t off = dd_engine_misaligned(h);
    REFUSED(n, -1, INVALID_VALUE, n);
    REFUSED(A, NULL, INVALID_VALUE, A);
    REFUSED(A, m + off, MISALIGNED, A);
    REFUSED(lda, 2, INVALID_VALUE, A + 1);
    REFUSED(stride_a, -1, INVALID_VALUE, A + 2);
    REFUSED(stride_a, INT64_MAX, INVALID_VALUE, A + 2);
    REFUSED(count, -1, INVALID_VALUE, gesv ? 13 : potrs ? 11 : 8);
    if (!potrs)
    {
        REFUSED(stride_a, 8, INVALID_VALUE, A + 2);
        REFUSED(info, NULL, INVALID_VALUE, gesv ? 12 : 7);
        REFUSED(info, odd, MISALIGNED, gesv ? 12 : 7);
    }
    if (!gesv)
        REFUSED(uplo, (ddblasFillMode_t)2, INVALID_VALUE, 2);
    if (gesv)
    {
        REFUSED(ipiv, NULL, INVALID_VALUE, 7);
        REFUSED(ipiv, odd, MISALIGNED, 7);
        REFUSED(stride_pivots, 2, INVALID_VALUE, 8);
        REFUSED(stride_pivots, -1, INVALID_VALUE, 8);
        REFUSED(stride_pivots, INT64_MAX, INVALID_VALUE, 8);
    }
    if (gesv || potrs)
    {
        REFUSED(nrhs, -1, INVALID_VALUE, gesv ? 3 : 4);
        REFUSED(B, NULL, INVALID_VALUE, B);
        REFUSED(B, m + 2048 + off, MISALIGNED, B);
        REFUSED(ldb, 2, INVALID_VALUE, B + 1);
        REFUSED(stride_b, 5, INVALID_VALUE, B + 2);
    }
    struct batch_arguments large = good;
    large.n = large.lda = large.ldb = large.stride_pivots = 129;
    large.stride_a = large.stride_b = 129 * 129;
    assert_int_equal(batch_call(h, routine, type, &large), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(batch_call(NULL, routine, type, &good), DDBLAS_STATUS_NOT_INITIALIZED);
    struct batch_arguments none = good;
    none.count = 0;
    none.A = none.B = NULL;
    none.info = none.ipiv = NULL;
    assert_int_equal(batch_call(h, routine, type, &none), DDBLAS_STATUS_SUCCESS);
}

static void wrong_arguments(void **state)
{
    (void)state;
    char host[6144];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    for (int k = 0; k < 6; k++)
        refuse_all((enum batch_routine)(k / 2), types[k % 2], memory);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

static void wrong_queries(void **state)
{
    (void)state;
    static const int64_t wrong[][4] = {{-1, 1, 1, 3}, {1, -1, 1, 4}, {1, 1, -1, 5}, {100, 100, INT64_MAX / 4, 5}};
    size_t bytes = 4711;
    assert_int_equal(ddblasFactorBatchedWorkspaceSize(NULL, DDBLAS_TYPE_W, 1, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasFactorBatchedWorkspaceSize(h, DDBLAS_TYPE_D, 1, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    for (int k = 0; k < 4; k++)
    {
        assert_int_equal(ddblasFactorBatchedWorkspaceSize(h, DDBLAS_TYPE_W, wrong[k][0], wrong[k][1], wrong[k][2], &bytes),
                         DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), wrong[k][3]);
    }
    assert_int_equal(ddblasFactorBatchedWorkspaceSize(h, DDBLAS_TYPE_W, 1, 1, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 6);
    assert_int_equal(ddblasFactorBatchedWorkspaceSize(h, DDBLAS_TYPE_W, 129, 1, 1, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(bytes, 4711);
    assert_int_equal(ddblasFactorBatchedWorkspaceSize(h, DDBLAS_TYPE_W, 0, 1, 1, &bytes), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(bytes, 0);
}

/* Order 0 sets all of info to 0, and needs no matrix. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        struct batch_case *c = batch_case_new((enum batch_routine)(k / 2), types[k % 2], DDBLAS_FILL_MODE_LOWER, 0, 2, 3, 1);
        dd_must(h, batch_case_run(h, c), "empty");
        for (int64_t m = 0; m < c->count && c->routine != BATCH_POTRS; m++)
            assert_int_equal(c->info[m], 0);
        batch_case_free(c);
    }
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void assert_same(struct batch_case *c, const void *A, const void *B, const char *what)
{
    dd_must(h, batch_case_run(h, c), what);
    if (memcmp(A, c->result_A, c->bytes_A) != 0 || memcmp(B, c->result_B, c->bytes_B) != 0)
        fail_msg("other bits: %s", what);
}

/* Repetitions, threads, workspaces of the caller, a single member in a call of its own, and on the
 * CPU engine the routine for one matrix. */
static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 974);
    for (int k = 0; k < 4; k++)
    {
        struct batch_case *c = batch_case_new(k / 2 ? BATCH_POTRF : BATCH_GESV, types[k % 2], uplo_of(k), 70, 9, 12, 1);
        batch_case_fill(c, &g, 4);
        dd_must(h, batch_case_run(h, c), "first");
        void *A = malloc(c->bytes_A), *B = malloc(c->bytes_B), *memory = NULL;
        size_t bytes = 0;
        assert_true(A && B);
        memcpy(A, c->result_A, c->bytes_A);
        memcpy(B, c->result_B, c->bytes_B);
        for (int threads = 1; threads <= 4; threads++)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            assert_same(c, A, B, "threads");
        }
        dd_must(h, ddblasFactorBatchedWorkspaceSize(h, c->type, c->n, c->nrhs, c->count, &bytes), "query");
        dd_must(h, ddblasMalloc(h, &memory, bytes + 256), "malloc");
        dd_must(h, ddblasSetWorkspace(h, memory, bytes + (bytes == 0)), "workspace");
        assert_same(c, A, B, "workspace");
        if (bytes > 0)
        {
            dd_must(h, ddblasSetWorkspace(h, memory, bytes / 4), "workspace");
            assert_same(c, A, B, "a share");
            dd_must(h, ddblasSetWorkspace(h, memory, 64), "workspace");
            assert_int_equal(batch_case_run(h, c), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
            assert_memory_equal(c->result_A, c->A, c->bytes_A);
        }
        dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        dd_must(h, ddblasFree(h, memory), "free");
        assert_same(c, A, B, "again");
        if (dd_test_engine() == DDBLAS_ENGINE_CPU)
            batch_case_assert_single(h, c, 5);
        struct batch_case *one = batch_case_of_member(c, 7);
        dd_must(h, batch_case_run(h, one), "one member");
        batch_case_assert_equal(one, 0, c, 7);
        batch_case_free(one);
        free(A);
        free(B);
        batch_case_free(c);
    }
}

/* On the CPU engine the first call of a handle allocates its workspace, which may fail. The CUDA
 * engine allocates nothing. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 975);
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    for (int k = 0; k < 2; k++)
    {
        struct batch_case *c = batch_case_new(BATCH_GESV, types[k], DDBLAS_FILL_MODE_LOWER, 40, 2, 3, 0);
        batch_case_fill(c, &g, 0);
        ddblasHandle_t fresh = dd_test_handle();
        c->failing_allocation = 1;
        assert_int_equal(batch_case_run(fresh, c), on_cpu ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_SUCCESS);
        if (on_cpu)
            assert_memory_equal(c->result_A, c->A, c->bytes_A);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        batch_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(systems),         cmocka_unit_test(cholesky),        cmocka_unit_test(exact_solutions),
        cmocka_unit_test(failing_members), cmocka_unit_test(wrong_arguments), cmocka_unit_test(wrong_queries),
        cmocka_unit_test(empty),           cmocka_unit_test(same_bits),       cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("batches of systems", tests, open_handle, close_handle);
}
