/*
 * Batches of small singular value problems on the engine that DDBLAS_TEST_ENGINE names: residuals,
 * orthogonality and singular values on all families and shapes, small singular values, exact ones,
 * bits, members that fail, arguments, failed allocations, and on the CUDA engine devices with
 * little shared memory.
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
#include "eigen/batched/room.h"
#include "handle.h"
#include "oracle_svd.h"
#include "poison.h"
#include "svd_batch.h"
#include "terms.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};
static const ddblasSvdMode_t thin = DDBLAS_SVD_MODE_THIN, none = DDBLAS_SVD_MODE_NONE;

/* ---- families -------------------------------------------------------------------------------- */

static double judge_batch(ddblasType_t type, int64_t m, int64_t n, int64_t pad, int first, int64_t count, uint64_t seed)
{
    double worst = 0.0;
    struct svd_batch b = svd_batch_new(type, thin, thin, m, n, pad, count);
    svd_batch_fill(&b, first, seed);
    dd_must(h, svd_batch_run(h, &b), "families");
    for (int64_t k = 0; k < count; k++)
    {
        const int family = (first + (int)k) % SVD_FAMILIES;
        const char *name = svd_family_name((enum svd_family)family);
        worst = fmax(worst, svd_batch_judge(&b, k, name, b.order <= 9 || (b.order <= 20 && k % 5 == 0)));
    }
    svd_batch_free(&b);
    return worst;
}

/* Orders around the pairs of a warp, both long sides, one row and one column. */
static void families(void **state)
{
    static const int64_t shapes[][2] = {{1, 1},  {2, 2},   {3, 2},   {2, 3},   {7, 7},   {1, 9},  {9, 1}, {13, 5},
                                        {5, 13}, {17, 17}, {20, 33}, {33, 20}, {32, 32}, {64, 3}, {3, 64}};
    (void)state;
    const uint64_t seed = dd_random_seed(3101);
    double worst = 0.0;
    for (int k = 0; k < 30; k++)
    {
        const int64_t m = shapes[k % 15][0], n = shapes[k % 15][1], is_large = m > 13 && n > 13;
        const int few = dd_test_scale() > 1 && is_large;
        worst = fmax(worst, judge_batch(types[k / 15], m, n, k % 3, few ? k * 4 : 0, few ? 4 : SVD_FAMILIES, seed));
    }
    print_message("largest error: %.2f max(m, n) u_w\n", worst);
}

/* The largest orders, where in U arrays are outside of shared memory. */
static void largest_orders(void **state)
{
    static const int64_t shapes[][2] = {{64, 64}, {64, 63}, {61, 64}};
    (void)state;
    const int count = dd_test_scale() > 1 ? 2 : SVD_FAMILIES;
    double worst = 0.0;
    for (int k = 0; k < 6; k++)
        if (k < 3 || k == 3 + dd_test_scale() % 3 || dd_test_scale() == 1)
            worst = fmax(worst, judge_batch(types[k / 3], shapes[k % 3][0], shapes[k % 3][1], 0, k * 3, count, 3102));
    print_message("largest error: %.2f max(m, n) u_w\n", worst);
}

/* ---- small singular values ------------------------------------------------------------------- */

/* With A = B D, or A = D B if m < n, D diagonal and B of moderate condition, each value has a small
 * relative error; k = min(m, n). The bound is k u_w times a condition of B of 100. */
static void small_values(void **state)
{
    static const int64_t shapes[][2] = {{6, 6}, {20, 20}, {30, 12}, {12, 30}, {24, 24}};
    (void)state;
    double worst = 0.0;
    for (int k = 0; k < 20; k++)
    {
        const int64_t m = shapes[k % 5][0], n = shapes[k % 5][1], wide = m < n;
        struct svd_batch b = svd_batch_new(types[k / 5 % 2], none, none, m, n, 0, 1);
        svd_batch_fill(&b, k < 10 ? SVD_ORTHOGONAL : SVD_UNIFORM, 3103);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++)
            {
                const struct dd_parts a = dd_parts_load(b.type, svd_batch_at(&b, 0, i, j), 0);
                const int e = -(int)(7 * (wide ? i : j) % 31) * 9; /* Not sorted. */
                dd_element_set(b.type, svd_batch_at(&b, 0, i, j), 0, cuddLdexp(cuddMake(a.re[0], a.re[1]), e),
                               cuddLdexp(cuddMake(a.im[0], a.im[1]), e));
            }
        dd_must(h, svd_batch_run(h, &b), "small values");
        assert_int_equal(b.infos[0], 0);
        assert_true(cuddLt(b.values[b.order - 1], cuddMulD(b.values[0], 1e-8)));
        void *A = svd_batch_dense(&b, b.A, 0, b.stride_a, m, n, b.lda);
        worst = fmax(worst, dd_oracle_singular_value_error(b.type, m, n, A, b.values).relative);
        free(A);
        svd_batch_free(&b);
    }
    print_message("largest relative error: %.2f min(m, n) u_w\n", worst);
    assert_true(worst <= 100.0);
}

/* Hilbert matrices of order 8 and 12: the smallest singular value is an eigenvalue. */
static void hilbert(void **state)
{
    static const int64_t orders[] = {8, 12};
    static const double smallest[] = {1.1115389663724424e-10, 1.0479463979622267e-16};
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        const int64_t n = orders[k];
        struct svd_batch b = svd_batch_new(DDBLAS_TYPE_W, none, none, n, n, 1, 1);
        svd_batch_fill(&b, SVD_HILBERT, 3104);
        dd_must(h, svd_batch_run(h, &b), "Hilbert");
        assert_true(fabs(b.values[n - 1].x / smallest[k] - 1.0) < 1e-13);
        svd_batch_free(&b);
    }
}

/* One integer in each row and column: singular values are exact. In U an element is an integer
 * times 1, i, -1 or -i. */
static void exact_values(void **state)
{
    static const int64_t shapes[][2] = {{5, 5}, {9, 4}, {4, 9}, {16, 16}};
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        const int64_t m = shapes[k % 4][0], n = shapes[k % 4][1];
        struct svd_batch b = svd_batch_new(types[k / 4], thin, thin, m, n, 0, 1);
        const cuddreal zero = cuddFromDouble(0.0);
        for (int64_t e = 0; e < m * n; e++)
            dd_element_set(b.type, svd_batch_at(&b, 0, e % m, e / m), 0, zero, zero);
        for (int64_t j = 0; j < b.order; j++)
        {
            /* 1, ..., order in another order, and different signs. */
            const cuddreal value = cuddFromDouble((double)((j * 3 + 1) % b.order + 1) * (j % 2 ? -1.0 : 1.0));
            const int imaginary = k / 4 && j % 3 == 1;
            dd_element_set(b.type, svd_batch_at(&b, 0, (j + 2) % m, (j + 1) % n), 0, imaginary ? zero : value,
                           imaginary ? value : zero);
        }
        dd_must(h, svd_batch_run(h, &b), "exact values");
        for (int64_t j = 0; j < b.order; j++)
            assert_true(cuddEq(b.values[j], cuddFromDouble((double)(b.order - j))));
        (void)svd_batch_judge(&b, 0, "exact values", 0);
        svd_batch_free(&b);
    }
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* A member has the same bits alone and in other places, with other strides, repeatedly, for every
 * number of threads, and, as far as they are computed, with other vectors than both. */
static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        const ddblasType_t type = types[k % 2];
        const int64_t m = k / 2 ? 12 : 19, n = k / 2 ? 21 : 14, count = 6;
        struct svd_batch all = svd_batch_new(type, thin, thin, m, n, 1, count),
                         again = svd_batch_new(type, thin, thin, m, n, 1, count);
        svd_batch_fill(&all, 5 * k, 3105);
        svd_batch_fill(&again, 5 * k, 3105);
        dd_must(h, svd_batch_run(h, &all), "batch");
        for (int threads = 0; threads <= 3; threads++)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            dd_must(h, svd_batch_run(h, &again), "again");
            for (int64_t i = 0; i < count; i++)
                svd_batch_assert_equal(&all, i, &again, i);
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        for (int mode = 0; mode < 4; mode++)
        {
            struct svd_batch one = svd_batch_new(type, mode % 2 ? thin : none, mode / 2 ? thin : none, m, n, 0, 1);
            svd_batch_fill(&one, 5 * k + mode, 3105);
            dd_must(h, svd_batch_run(h, &one), "alone");
            svd_batch_assert_equal(&all, mode, &one, 0);
            svd_batch_free(&one);
        }
        svd_batch_free(&all);
        svd_batch_free(&again);
    }
}

/* With less shared memory arrays are in the workspace, and the bits are the same. A workspace of
 * the bytes of the query suffices, and one byte less does not. */
static void little_shared_memory(void **state)
{
    (void)state;
    for (int k = 0; k < 8 && dd_test_engine() == DDBLAS_ENGINE_CUDA; k++)
    {
        const int64_t m = k / 2 % 2 ? 9 : 14, n = 11, order = m < n ? m : n;
        struct svd_batch much = svd_batch_new(types[k % 2], thin, thin, m, n, 0, 3),
                         little = svd_batch_new(types[k % 2], thin, thin, m, n, 0, 3);
        svd_batch_fill(&much, 3 * k, 3106);
        svd_batch_fill(&little, 3 * k, 3106);
        dd_must(h, svd_batch_run(h, &much), "much shared memory");
        size_t bytes = 1;
        dd_must(h, ddblasGesvdBatchedWorkspaceSize(h, much.type, thin, thin, m, n, 3, &bytes), "query");
        assert_int_equal(bytes, 0);
        /* L inside, then nothing. */
        ddblas_batch_room_limit(8192 + (k < 4 ? order * order * (int64_t)much.size + 512 : 0));
        dd_must(h, ddblasGesvdBatchedWorkspaceSize(h, much.type, thin, thin, m, n, 3, &bytes), "query");
        assert_true(bytes >= (size_t)(3 * 2 * (m > n ? m : n) * order) * much.size);
        void *poison = dd_poisoned(bytes), *workspace = dd_engine_copy(h, poison, bytes, 0);
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes - 1), "workspace");
        assert_int_equal(svd_batch_run(h, &little), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes), "workspace");
        dd_must(h, svd_batch_run(h, &little), "little shared memory");
        dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
        dd_engine_free(h, workspace, 0);
        free(poison);
        ddblas_batch_room_limit(0);
        for (int64_t i = 0; i < 3; i++)
            svd_batch_assert_equal(&much, i, &little, i);
        svd_batch_free(&much);
        svd_batch_free(&little);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

/* A member with NaN or Inf has info k + 1 and NaN in s, and its U and VT stay; the others have the
 * bits that they have without it. */
static void special_values(void **state)
{
    static const int64_t shapes[][2] = {{8, 8}, {20, 7}, {6, 26}};
    (void)state;
    for (int k = 0; k < 12; k++)
    {
        const int64_t m = shapes[k % 3][0], n = shapes[k % 3][1];
        struct svd_batch good = svd_batch_new(types[k / 3 % 2], thin, thin, m, n, 1, 3),
                         bad = svd_batch_new(types[k / 3 % 2], thin, thin, m, n, 1, 3);
        svd_batch_fill(&good, 0, 3107);
        svd_batch_fill(&bad, 0, 3107);
        const cuddreal value = k < 6 ? cuddNan() : cuddNeg(cuddInf());
        /* The second part of the last element, in U of its imaginary part. */
        char *last = svd_batch_at(&bad, 1, m - 1, n - 1);
        memcpy(last + bad.size - sizeof value, &value, sizeof value);
        dd_must(h, svd_batch_run(h, &good), "good");
        dd_must(h, svd_batch_run(h, &bad), "bad");
        assert_int_equal(bad.infos[1], bad.order + 1);
        for (int64_t j = 0; j < bad.order; j++)
            assert_true(cuddIsNan(bad.values[bad.stride_s + j]));
        for (size_t e = 0; e < (size_t)bad.stride_u * bad.size; e++)
            assert_int_equal((unsigned char)bad.U[(size_t)bad.stride_u * bad.size + e], 0xff);
        for (size_t e = 0; e < (size_t)bad.stride_vt * bad.size; e++)
            assert_int_equal((unsigned char)bad.VT[(size_t)bad.stride_vt * bad.size + e], 0xff);
        svd_batch_assert_equal(&good, 0, &bad, 0);
        svd_batch_assert_equal(&good, 2, &bad, 2);
        svd_batch_free(&good);
        svd_batch_free(&bad);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        struct svd_batch b = svd_batch_new(types[k], thin, thin, 8, 5, 0, 3);
        svd_batch_fill(&b, 0, 3108);
        int failing = 1, done = 0;
        for (; !done; failing++)
        {
            ddblasHandle_t fresh = dd_test_handle();
            const ddblasStatus_t status = svd_batch_run_failing(fresh, h, &b, ddblas_inject_allocation_failure, failing);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            done = status == DDBLAS_STATUS_SUCCESS;
            assert_true(done || status == DDBLAS_STATUS_ALLOC_FAILED);
        }
        /* Here the CUDA engine allocates nothing. */
        assert_true(dd_test_engine() == DDBLAS_ENGINE_CUDA || failing > 2);
        svd_batch_free(&b);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(ddblasType_t type, const struct svd_batch_arguments *a, ddblasStatus_t status, int position)
{
    assert_int_equal(svd_batch_call(h, type, a), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(status == DDBLAS_STATUS_SUCCESS || strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct svd_batch_arguments wrong = right;                                                                                \
        wrong.member = value;                                                                                                    \
        assert_refused(type, &wrong, DDBLAS_STATUS_##status, position);                                                          \
    } while (0)

static void refuse_all(ddblasType_t type)
{
    char host[8192];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    int64_t *integers = (int64_t *)(void *)(memory + 7168), *between = (int64_t *)(void *)(memory + 7172);
    /* Three members of 5 x 4. */
    const struct svd_batch_arguments right = {
        1, 1, 5, 4, memory, 5, 20, memory + 2048, 4, memory + 3072, 5, 20, memory + 5120, 4, 16, integers, 3};
    const size_t off = dd_engine_misaligned(h);
    REFUSED(jobu, 3, INVALID_VALUE, 2);
    REFUSED(jobv, -1, INVALID_VALUE, 3);
    REFUSED(m, -1, INVALID_VALUE, 4);
    REFUSED(n, -1, INVALID_VALUE, 5);
    REFUSED(A, NULL, INVALID_VALUE, 6);
    REFUSED(A, memory + off, MISALIGNED, 6);
    REFUSED(lda, 4, INVALID_VALUE, 7);
    REFUSED(stride_a, -1, INVALID_VALUE, 8);
    REFUSED(s, NULL, INVALID_VALUE, 9);
    REFUSED(s, memory + 2048 + off, MISALIGNED, 9);
    REFUSED(stride_s, 3, INVALID_VALUE, 10);
    REFUSED(stride_s, -1, INVALID_VALUE, 10);
    REFUSED(U, NULL, INVALID_VALUE, 11);
    REFUSED(U, memory + 3072 + off, MISALIGNED, 11);
    REFUSED(ldu, 4, INVALID_VALUE, 12);
    REFUSED(stride_u, 19, INVALID_VALUE, 13);
    REFUSED(VT, NULL, INVALID_VALUE, 14);
    REFUSED(VT, memory + 5120 + off, MISALIGNED, 14);
    REFUSED(ldvt, 3, INVALID_VALUE, 15);
    assert_non_null(strstr(ddblasGetLastError(h), "ldvt"));
    REFUSED(stride_vt, 15, INVALID_VALUE, 16);
    REFUSED(info, NULL, INVALID_VALUE, 17);
    REFUSED(info, between, MISALIGNED, 17);
    REFUSED(count, -1, INVALID_VALUE, 18);
    REFUSED(jobu, 2, NOT_SUPPORTED, 0); /* U would be 5 x 5. */
    struct svd_batch_arguments large = right;
    large.jobu = large.jobv = 0;
    large.m = large.lda = 65;
    assert_refused(type, &large, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    /* No members; members without rows. */
    const struct svd_batch_arguments nothing = {1, 1, 5, 4, NULL, 5, 20, NULL, 4, NULL, 5, 20, NULL, 4, 16, NULL, 0},
                                     empty = {1, 1, 0, 4, NULL, 1, 0, NULL, 0, NULL, 1, 0, NULL, 1, 0, integers, 3};
    assert_refused(type, &nothing, DDBLAS_STATUS_SUCCESS, 0);
    assert_refused(type, &empty, DDBLAS_STATUS_SUCCESS, 0);
    int64_t after[3] = {-1, -1, -1};
    dd_engine_read(h, after, integers, sizeof after);
    assert_true(after[0] == 0 && after[1] == 0 && after[2] == 0);
    dd_engine_free(h, memory, 0);
}

static void wrong_arguments(void **state)
{
    (void)state;
    refuse_all(DDBLAS_TYPE_W);
    refuse_all(DDBLAS_TYPE_U);
}

/* FULL is THIN where both mean the same. */
static void full_vectors(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        const int64_t m = k ? 7 : 4, n = k ? 4 : 7;
        struct svd_batch a = svd_batch_new(DDBLAS_TYPE_W, thin, thin, m, n, 0, 2);
        struct svd_batch b =
            svd_batch_new(DDBLAS_TYPE_W, k ? thin : DDBLAS_SVD_MODE_FULL, k ? DDBLAS_SVD_MODE_FULL : thin, m, n, 0, 2);
        svd_batch_fill(&a, 0, 3109);
        svd_batch_fill(&b, 0, 3109);
        dd_must(h, svd_batch_run(h, &a), "thin");
        dd_must(h, svd_batch_run(h, &b), "full");
        svd_batch_assert_equal(&a, 0, &b, 0);
        svd_batch_assert_equal(&a, 1, &b, 1);
        svd_batch_free(&a);
        svd_batch_free(&b);
    }
}

static void assert_query_refused(ddblasType_t type, int jobu, int jobv, int64_t m, int64_t n, int64_t count, size_t *bytes,
                                 ddblasStatus_t status, int position)
{
    assert_int_equal(ddblasGesvdBatchedWorkspaceSize(h, type, (ddblasSvdMode_t)jobu, (ddblasSvdMode_t)jobv, m, n, count, bytes),
                     status);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

static void queries(void **state)
{
    (void)state;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    const int on_device = dd_test_engine() == DDBLAS_ENGINE_CUDA;
    size_t bytes = 4711;
    assert_query_refused(DDBLAS_TYPE_D, 1, 1, 4, 4, 1, &bytes, invalid, 2);
    assert_query_refused(DDBLAS_TYPE_W, 3, 1, 4, 4, 1, &bytes, invalid, 3);
    assert_query_refused(DDBLAS_TYPE_W, 1, 3, 4, 4, 1, &bytes, invalid, 4);
    assert_query_refused(DDBLAS_TYPE_W, 1, 1, -1, 4, 1, &bytes, invalid, 5);
    assert_query_refused(DDBLAS_TYPE_W, 1, 1, 4, -1, 1, &bytes, invalid, 6);
    assert_query_refused(DDBLAS_TYPE_W, 1, 1, 4, 4, -1, &bytes, invalid, 7);
    assert_query_refused(DDBLAS_TYPE_W, 1, 1, 4, 4, 1, NULL, invalid, 8);
    assert_query_refused(DDBLAS_TYPE_W, 1, 1, 65, 4, 1, &bytes, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_query_refused(DDBLAS_TYPE_W, 2, 1, 5, 4, 1, &bytes, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(bytes, 4711);
    dd_must(h, ddblasGesvdBatchedWorkspaceSize(h, DDBLAS_TYPE_W, thin, thin, 0, 4, 1, &bytes), "query");
    assert_int_equal(bytes, 0);
    dd_must(h, ddblasGesvdBatchedWorkspaceSize(h, DDBLAS_TYPE_W, thin, thin, 64, 64, 100, &bytes), "query");
    assert_true(on_device ? bytes == 0 : bytes > 3 * 64 * 64 * sizeof(cuddreal));
    dd_must(h, ddblasGesvdBatchedWorkspaceSize(h, DDBLAS_TYPE_U, thin, thin, 48, 48, 100, &bytes), "query");
    assert_true(on_device ? bytes == 0 : bytes > 3 * 48 * 48 * sizeof(cuddcomplex));
    dd_must(h, ddblasGesvdBatchedWorkspaceSize(h, DDBLAS_TYPE_U, thin, thin, 64, 64, 100, &bytes), "query");
    assert_true(bytes > 2 * 64 * 64 * sizeof(cuddcomplex));
}

/* ---- the judgement itself -------------------------------------------------------------------- */

/* An error of 2^-96 in a result is beyond the bound. */
static void planted_errors(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        struct svd_batch b = svd_batch_new(types[k % 2], thin, thin, 9, 6, 0, 1);
        svd_batch_fill(&b, SVD_RANDOM, 3110);
        dd_must(h, svd_batch_run(h, &b), "planted error");
        cuddreal *place = k / 2 == 0 ? b.values : (cuddreal *)(void *)(k / 2 == 1 ? b.U : b.VT);
        *place = cuddAddD(*place, 0x1p-96 * (k / 2 == 0 ? b.values[0].x : 1.0));
        const struct dd_svd_error e = dd_oracle_svd_error(b.type, 9, 6, b.A, b.values, 6, b.U, 6, b.VT);
        assert_true(e.residual > 4.0);
        assert_true((e.left > 4.0) == (k / 2 == 1) && (e.right > 4.0) == (k / 2 == 2));
        svd_batch_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families),
        cmocka_unit_test(largest_orders),
        cmocka_unit_test(small_values),
        cmocka_unit_test(hilbert),
        cmocka_unit_test(exact_values),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(little_shared_memory),
        cmocka_unit_test(special_values),
        cmocka_unit_test(allocation_failure),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(full_vectors),
        cmocka_unit_test(queries),
        cmocka_unit_test(planted_errors),
    };
    choose_tests();
    return cmocka_run_group_tests_name("gesvd, batches", tests, open_handle, close_handle);
}
