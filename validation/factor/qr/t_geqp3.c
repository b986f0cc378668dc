/*
 * geqp3 in all types, on the engine that DDBLAS_TEST_ENGINE names: A P - Q R and Q against exact
 * sums, the order of R's diagonal, Kahan's matrix, rank, fixed columns, ties, zero and NaN;
 * arguments, bits, workspaces, failing allocations.
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
#include "backend/isa.h"
#include "handle.h"
#include "qr_case.h"
#include "terms.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

/* W and U, and the types that the CUDA engine does not offer. */
static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};
static int types_under_test(void) { return dd_test_engine() == DDBLAS_ENGINE_CPU ? 6 : 2; }

/* Sizes astride the blocks of 32 columns, and of both shapes. */
static const int64_t sizes[][2] = {{1, 1},   {2, 1},   {1, 2},   {3, 3},   {5, 3},   {3, 5},   {9, 8},    {31, 33},  {33, 31},
                                   {32, 32}, {40, 1},  {1, 40},  {64, 64}, {66, 65}, {70, 33}, {33, 70},  {97, 97},  {300, 7},
                                   {7, 300}, {20, 90}, {90, 20}, {65, 34}, {34, 65}, {99, 98}, {130, 70}, {129, 130}};
enum
{
    SIZES = sizeof sizes / sizeof sizes[0],
    MOST = 400 /* columns */
};

static struct qr_case *case_of(ddblasType_t type, int64_t m, int64_t n, int64_t pad)
{
    return qr_case_new(QR_FACTOR, type, DDBLAS_SIDE_LEFT, DDBLAS_OP_N, m, n, 0, pad);
}

/* ---- the call -------------------------------------------------------------------------------- */

struct arguments
{
    int64_t m, n;
    void *A;
    int64_t lda;
    int64_t *jpvt;
    void *tau;
};

static ddblasStatus_t call(ddblasHandle_t handle, ddblasType_t type, const struct arguments *a)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return ddblasSgeqp3(handle, a->m, a->n, a->A, a->lda, a->jpvt, a->tau);
    case DDBLAS_TYPE_D:
        return ddblasDgeqp3(handle, a->m, a->n, a->A, a->lda, a->jpvt, a->tau);
    case DDBLAS_TYPE_C:
        return ddblasCgeqp3(handle, a->m, a->n, a->A, a->lda, a->jpvt, a->tau);
    case DDBLAS_TYPE_Z:
        return ddblasZgeqp3(handle, a->m, a->n, a->A, a->lda, a->jpvt, a->tau);
    case DDBLAS_TYPE_W:
        return ddblasWgeqp3(handle, a->m, a->n, a->A, a->lda, a->jpvt, a->tau);
    default:
        return ddblasUgeqp3(handle, a->m, a->n, a->A, a->lda, a->jpvt, a->tau);
    }
}

static int is_computed(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct qr_case *)problem)->m;
}

/* Runs geqp3 with the marks; numbers gets jpvt. Padding must stay as it is. */
static ddblasStatus_t run_with(ddblasHandle_t handle, struct qr_case *c, const int64_t *marks, int64_t *numbers)
{
    struct dd_operand o[] = {dd_operand_written(c->A, c->result_A, c->bytes_A),
                             dd_operand_written(c->tau, c->result_tau, c->bytes_tau)};
    struct dd_operand jpvt = dd_operand_written(marks, numbers, (size_t)c->n * sizeof *marks);
    dd_operands_put(handle, o, 2, c->offset);
    dd_operands_put(handle, &jpvt, 1, 0);
    const struct arguments a = {c->m, c->n, o[0].at, c->lda, jpvt.at, o[1].at};
    const ddblasStatus_t status = call(handle, c->type, &a);
    dd_operands_take(handle, o, 2, c->offset);
    dd_operands_take(handle, &jpvt, 1, 0);
    dd_rest_unchanged("A", c->A, c->result_A, c->bytes_A, c->size, c->lda, is_computed, c);
    return status;
}

static const int64_t none[MOST];

static double modulus_at(const struct qr_case *c, int64_t i, int64_t j)
{
    return dd_number_load(c->type, qr_case_at(c, c->result_A, c->lda, i, j), 0).modulus.x;
}

static void assert_permutation(const int64_t *numbers, int64_t n)
{
    int seen[MOST] = {0};
    for (int64_t j = 0; j < n; j++)
    {
        assert_true(numbers[j] >= 1 && numbers[j] <= n && !seen[numbers[j] - 1]);
        seen[numbers[j] - 1] = 1;
    }
}

/* |r_kk| against the norm of the part of column j that is left in step k, for k >= fixed: it is
 * that of R's elements up to rounding errors of some units of |A_j|. Norms were kept to half the
 * digits of double, in S and C of float. */
static void assert_order(const struct qr_case *c, int64_t fixed, const char *what)
{
    const int64_t k = c->m < c->n ? c->m : c->n;
    const int single = c->type == DDBLAS_TYPE_S || c->type == DDBLAS_TYPE_C;
    const double slack = 1.0 + (double)c->n * (single ? 0x1p-9 : 0x1p-24);
    const double unit = single ? 0x1p-24 : dd_type_is_pair(c->type) ? 0x1p-104 : 0x1p-53;
    for (int64_t j = 0; j < c->n; j++)
    {
        const int64_t last = j < k ? j : k - 1;
        double sum = 0.0, whole = 0.0; /* hypot neither overflows nor underflows */
        for (int64_t i = 0; i <= last; i++)
            whole = hypot(whole, modulus_at(c, i, j));
        for (int64_t i = last; i >= fixed; i--)
        {
            sum = hypot(sum, modulus_at(c, i, j));
            if (i < j && !(modulus_at(c, i, i) * slack + 16.0 * (double)k * unit * whole >= sum))
                fail_msg("%s, %lld x %lld: |r_ii| = %g, i = %lld, but column %lld has %g", what, (long long)c->m, (long long)c->n,
                         modulus_at(c, i, i), (long long)i, (long long)j, sum);
        }
    }
}

/* Judges a call that has run: A P instead of A. */
static double judge(struct qr_case *c, const int64_t *numbers, int64_t fixed, const char *what, uint64_t seed)
{
    char *moved = malloc(c->bytes_A + 1);
    void *A = c->A;
    assert_non_null(moved);
    assert_permutation(numbers, c->n);
    for (int64_t j = 0; j < c->n; j++)
        memcpy(moved + (size_t)(j * c->lda) * c->size, qr_case_at(c, A, c->lda, 0, numbers[j] - 1), (size_t)c->lda * c->size);
    c->A = moved;
    const double error = qr_case_judge_results(h, c, what, seed);
    c->A = A;
    free(moved);
    assert_order(c, fixed, what);
    return error;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static void bounds(void **state)
{
    (void)state;
    struct dd_random g;
    int64_t numbers[MOST];
    const uint64_t seed = dd_random_seed(1101);
    const int step = dd_test_scale() > 1 ? 3 : 1;
    double worst = 0.0;
    dd_random_start(&g, seed);
    for (int s = 0; s < SIZES; s++)
        for (int data = s % step; data < QR_DATA_COUNT; data += step)
        {
            const ddblasType_t type = types[(s + data / step) % types_under_test()];
            const int wide = type != DDBLAS_TYPE_S && type != DDBLAS_TYPE_C, pairs = dd_type_is_pair(type);
            if ((sizes[s][0] * sizes[s][1] > 5000 && data > 1 && dd_test_scale() > 1) || (data >= QR_COLUMNS && !wide))
                continue;
            if (data == QR_DEPENDENT && !pairs)
                continue;
            struct qr_case *c = case_of(type, sizes[s][0], sizes[s][1], data % 3);
            qr_case_fill(c, &g, (enum qr_data)data);
            dd_must(h, run_with(h, c, none, numbers), "geqp3");
            const double error = judge(c, numbers, 0, qr_data_name((enum qr_data)data), seed);
            worst = pairs ? fmax(worst, error) : worst;
            qr_case_free(c);
        }
    print_message("largest error in W and U: %.2f k u_w\n", worst);
}

/* ---- known matrices -------------------------------------------------------------------------- */

/* Kahan's matrix diag(1, s, s^2, ...) (1 on the diagonal, -c above it), s^2 + c^2 = 1, with the
 * columns times 1 - j d, so that exact pivoting leaves them in place: R is the matrix itself, but
 * for signs. d = 2^-20 is far above the errors of norms. */
static void kahan(void **state)
{
    (void)state;
    int64_t numbers[MOST];
    for (int k = 0; k < 4; k++)
    {
        const int64_t n = k / 2 ? 90 : 30;
        struct qr_case *c = case_of(types[k % 2], n, n, 1);
        double scale = 1.0;
        for (int64_t i = 0; i < n; i++, scale *= 0.96)
            for (int64_t j = 0; j < n; j++)
                qr_case_put(c, i, j, j < i ? 0.0 : scale * (i == j ? 1.0 : -0.28) * (1.0 - (double)j * 0x1p-20), 0.0);
        dd_must(h, run_with(h, c, none, numbers), "Kahan");
        for (int64_t j = 0; j < n; j++)
            assert_int_equal(numbers[j], j + 1);
        (void)judge(c, numbers, 0, "Kahan", 0);
        qr_case_free(c);
    }
}

/* A of rank r as a product of integers, exact: |r_kk| falls to the size of rounding errors behind r
 * columns, and not before. */
static void rank(void **state)
{
    static const int64_t shapes[][3] = {{20, 20, 1}, {40, 40, 7}, {70, 50, 31}, {50, 70, 32}, {66, 66, 33}, {100, 97, 60}};
    (void)state;
    struct dd_random g;
    int64_t numbers[MOST];
    dd_random_start(&g, 1102);
    for (int k = 0; k < 12; k++)
    {
        const int64_t m = shapes[k / 2][0], n = shapes[k / 2][1], r = shapes[k / 2][2], least = m < n ? m : n;
        struct qr_case *c = case_of(types[k % 2], m, n, 1);
        double *X = malloc((size_t)((m + n) * r) * sizeof *X), *Y = X + m * r;
        assert_non_null(X);
        for (int64_t e = 0; e < (m + n) * r; e++)
            X[e] = (double)dd_random_int(&g, -1000, 1000);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++)
            {
                double sum = 0.0;
                for (int64_t t = 0; t < r; t++)
                    sum += X[i + t * m] * Y[j + t * n];
                qr_case_put(c, i, j, sum, 0.0);
            }
        dd_must(h, run_with(h, c, none, numbers), "rank");
        (void)judge(c, numbers, 0, "rank", 1102);
        /* By theorem 18.4 of Higham's book with the bound of the test, the rest of A P after r
         * columns is below 4 k sqrt(n) u |A|, times a factor of at most 10^6 for pivots that are
         * not the best; the r-th value is far above that unless the random factors are nearly
         * singular. */
        const double tiny = modulus_at(c, 0, 0) * 0x1p-70;
        for (int64_t i = 0; i < least; i++)
            assert_true(i < r ? modulus_at(c, i, i) > 0x1p-30 * modulus_at(c, 0, 0) : modulus_at(c, i, i) < tiny);
        free(X);
        qr_case_free(c);
    }
}

/* A diagonal matrix: the pivots are its elements in decreasing order; of equal ones the first in
 * its place after the exchanges before. */
static void diagonal(void **state)
{
    static const double d[] = {3.0, -5.0, 0.0, 5.0, 4.0, 0.0, -3.0, 0x1p-900, 0x1p900, -4.0};
    static const int64_t order[] = {9, 2, 4, 5, 10, 7, 1, 8, 6, 3};
    (void)state;
    int64_t numbers[MOST];
    for (int k = 0; k < 2; k++)
    {
        struct qr_case *c = case_of(types[k], 10, 10, k);
        for (int64_t e = 0; e < 100; e++)
            qr_case_put(c, e % 10, e / 10, e % 11 == 0 ? d[e / 10] : 0.0, 0.0);
        dd_must(h, run_with(h, c, none, numbers), "diagonal");
        for (int64_t j = 0; j < 10; j++)
        {
            assert_int_equal(numbers[j], order[j]);
            /* Exact up to a few units: a reflector of two exchanged rows. */
            assert_true(fabs(modulus_at(c, j, j) - fabs(d[order[j] - 1])) <= 0x1p-50 * fabs(d[order[j] - 1]));
        }
        qr_case_free(c);
    }
}

/* Fixed columns come to the front, and the others follow by their norms. */
static void fixed_columns(void **state)
{
    (void)state;
    struct dd_random g;
    int64_t numbers[MOST], marks[MOST], expected[MOST];
    dd_random_start(&g, 1103);
    for (int k = 0; k < 2 * SIZES; k++)
    {
        const ddblasType_t type = types[k % types_under_test()];
        struct qr_case *c = case_of(type, sizes[k / 2][0], sizes[k / 2][1], k % 2);
        int64_t fixed = 0;
        qr_case_fill(c, &g, QR_UNIFORM);
        for (int64_t j = 0; j < c->n; j++)
        {
            marks[j] = dd_random_int(&g, 0, 3) ? 0 : dd_random_int(&g, 0, 1) ? -7 : 1;
            if (marks[j] != 0)
                expected[fixed++] = j + 1;
        }
        dd_must(h, run_with(h, c, marks, numbers), "fixed");
        for (int64_t j = 0; j < fixed; j++)
            assert_int_equal(numbers[j], expected[j]);
        (void)judge(c, numbers, fixed, "fixed", 1103);
        qr_case_free(c);
    }
}

/* A matrix of zeros stays, with tau = 0, and no column moves. */
static void zeros(void **state)
{
    (void)state;
    struct dd_random g;
    int64_t numbers[MOST];
    dd_random_start(&g, 1104);
    for (int k = 0; k < types_under_test() * SIZES; k++)
    {
        const ddblasType_t type = types[k % types_under_test()];
        struct qr_case *c = case_of(type, sizes[k / types_under_test()][0], sizes[k / types_under_test()][1], 1);
        qr_case_fill(c, &g, QR_ZERO);
        dd_must(h, run_with(h, c, none, numbers), "zeros");
        for (int64_t j = 0; j < c->n; j++)
        {
            assert_int_equal(numbers[j], j + 1);
            for (int64_t i = 0; i < c->m; i++)
                assert_true(modulus_at(c, i, j) == 0.0);
        }
        for (int64_t i = 0; i < c->taus; i++)
            assert_true(dd_number_load(type, (char *)c->result_tau + (size_t)i * c->size, 0).modulus.x == 0.0);
        qr_case_free(c);
    }
}

/* A column with NaN or Inf comes first, and all of R becomes NaN; jpvt is a permutation. */
static void not_finite(void **state)
{
    (void)state;
    struct dd_random g;
    int64_t numbers[MOST];
    dd_random_start(&g, 1105);
    for (int k = 0; k < 4 * SIZES; k++)
    {
        if (sizes[k / 4][0] * sizes[k / 4][1] > 1500 && dd_test_scale() > 1)
            continue; /* Every norm is computed in every step. */
        struct qr_case *c = case_of(types[k % 2], sizes[k / 4][0], sizes[k / 4][1], 0);
        const int64_t i = dd_random_int(&g, 0, c->m - 1), j = dd_random_int(&g, 0, c->n - 1);
        qr_case_fill(c, &g, QR_UNIFORM);
        qr_case_put(c, i, j, k / 2 % 2 ? (double)NAN : (double)INFINITY, 0.0);
        dd_must(h, run_with(h, c, none, numbers), "not finite");
        assert_permutation(numbers, c->n);
        assert_int_equal(numbers[0], j + 1);
        for (int64_t column = 0; column < c->n && c->m > 1; column++)
            assert_false(modulus_at(c, 0, column) < (double)INFINITY);
        qr_case_free(c);
    }
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void assert_refused(ddblasType_t type, struct arguments a, ddblasStatus_t status, int position)
{
    assert_int_equal(call(h, type, &a), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct arguments wrong = right;                                                                                          \
        wrong.member = value;                                                                                                    \
        assert_refused(types[t], wrong, DDBLAS_STATUS_##status, position);                                                       \
    } while (0)

static void wrong_arguments(void **state)
{
    (void)state;
    char host[4096];
    size_t bytes = 4711;
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    int64_t *integers = (int64_t *)(void *)(memory + 3072), *between = (int64_t *)(void *)(memory + 3076);
    for (int t = 0; t < 6; t++)
    {
        const struct arguments right = {4, 3, memory, 4, integers, memory + 2048};
        const size_t off = dd_type_is_pair(types[t]) ? dd_engine_misaligned(h) : 1;
        struct arguments huge = right;
        REFUSED(m, -1, INVALID_VALUE, 2);
        REFUSED(n, -1, INVALID_VALUE, 3);
        REFUSED(A, NULL, INVALID_VALUE, 4);
        REFUSED(A, memory + off, MISALIGNED, 4);
        REFUSED(lda, 3, INVALID_VALUE, 5);
        REFUSED(jpvt, NULL, INVALID_VALUE, 6);
        REFUSED(jpvt, between, MISALIGNED, 6);
        REFUSED(tau, NULL, INVALID_VALUE, 7);
        REFUSED(tau, memory + 2048 + off, MISALIGNED, 7);
        huge.m = huge.n = huge.lda = (INT64_C(1) << 26) + 1;
        assert_int_equal(call(h, types[t], &huge), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(call(NULL, types[t], &right), DDBLAS_STATUS_NOT_INITIALIZED);
        if (t >= types_under_test())
        {
            assert_int_equal(call(h, types[t], &right), DDBLAS_STATUS_NOT_SUPPORTED);
            assert_int_equal(ddblasGeqp3WorkspaceSize(h, types[t], 4, 3, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
        }
    }
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
    assert_int_equal(ddblasGeqp3WorkspaceSize(h, (ddblasType_t)6, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasGeqp3WorkspaceSize(h, DDBLAS_TYPE_W, -1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasGeqp3WorkspaceSize(h, DDBLAS_TYPE_W, 1, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(ddblasGeqp3WorkspaceSize(h, DDBLAS_TYPE_W, 1, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 5);
    assert_int_equal(ddblasGeqp3WorkspaceSize(h, DDBLAS_TYPE_W, INT64_MAX, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(bytes, 4711);
}

/* Sizes of 0 need no arrays. */
static void empty(void **state)
{
    static const int64_t shapes[][2] = {{0, 0}, {0, 5}, {5, 0}};
    (void)state;
    for (int k = 0; k < 3 * types_under_test(); k++)
    {
        const struct arguments a = {.m = shapes[k % 3][0], .n = shapes[k % 3][1], .lda = 5};
        size_t bytes = 1;
        assert_int_equal(call(h, types[k / 3], &a), DDBLAS_STATUS_SUCCESS);
        dd_must(h, ddblasGeqp3WorkspaceSize(h, types[k / 3], a.m, a.n, &bytes), "query");
        assert_int_equal(bytes, 0);
    }
}

/* Results of the first call. */
struct results
{
    void *A, *tau;
    int64_t numbers[MOST];
};

static void *copy_of(const void *bytes, size_t count)
{
    void *copy = malloc(count + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, count);
    return copy;
}

/* Asserts that a call gives the first results or, where it fails for want of workspace, changes
 * nothing. Returns 1 in the first case. */
static int assert_same(struct qr_case *c, const struct results *first)
{
    int64_t numbers[MOST];
    const ddblasStatus_t status = run_with(h, c, none, numbers);
    const int done = status == DDBLAS_STATUS_SUCCESS;
    assert_true(done || status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    assert_memory_equal(c->result_A, done ? first->A : c->A, c->bytes_A);
    assert_memory_equal(c->result_tau, done ? first->tau : c->tau, c->bytes_tau);
    assert_memory_equal(numbers, done ? first->numbers : none, (size_t)c->n * sizeof *numbers);
    return done;
}

static void over_workspaces(struct qr_case *c, const struct results *first)
{
    size_t bytes = 0;
    void *memory = NULL;
    dd_must(h, ddblasGeqp3WorkspaceSize(h, c->type, c->m, c->n, &bytes), "query");
    dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
    for (size_t part = 0; part <= 8; part++)
    {
        dd_must(h, ddblasSetWorkspace(h, memory, part ? bytes * part / 8 : 64), "workspace");
        const int done = assert_same(c, first);
        assert_true(part == 0 ? !done : part == 8 ? done : 1);
    }
    dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
    dd_must(h, ddblasFree(h, memory), "free");
}

static void same_bits(void **state)
{
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    (void)state;
    struct dd_random g;
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    dd_random_start(&g, 1106);
    for (int k = 0; k < types_under_test(); k++)
    {
        struct results first;
        const int64_t m = on_cpu ? dd_test_scale() > 1 ? 150 : 250 : 60;
        struct qr_case *c = case_of(types[k], m, on_cpu ? m - 40 : 45, 2);
        qr_case_fill(c, &g, QR_UNIFORM);
        dd_must(h, run_with(h, c, none, first.numbers), "first");
        first.A = copy_of(c->result_A, c->bytes_A);
        first.tau = copy_of(c->result_tau, c->bytes_tau);
        for (int i = 0; i < (on_cpu ? 3 : 1); i++)
            for (int threads = 1; threads <= 4; threads += 3)
            {
                if (dd_test_leaves_out(6 * k + 2 * i + (threads > 1)))
                    continue;
                dd_must(h, ddblasSetThreads(h, threads), "threads");
                if (!on_cpu || ddblas_isa_select(sets[i]) == 0)
                    assert_true(assert_same(c, &first));
            }
        assert_int_equal(ddblas_isa_select(NULL), 0);
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), "mode");
        assert_true(assert_same(c, &first));
        dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), "mode");
        over_workspaces(c, &first);
        free(first.A);
        free(first.tau);
        qr_case_free(c);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1107);
    for (int k = 0; k < types_under_test(); k++)
    {
        struct qr_case *c = case_of(types[k], 50, 40, 0);
        ddblasStatus_t status = DDBLAS_STATUS_ALLOC_FAILED;
        qr_case_fill(c, &g, QR_UNIFORM);
        for (int failing = 1; status != DDBLAS_STATUS_SUCCESS; failing++)
        {
            int64_t numbers[MOST] = {0};
            ddblasHandle_t fresh = dd_test_handle();
            struct dd_operand o[] = {dd_operand_written(c->A, c->result_A, c->bytes_A),
                                     dd_operand_written(c->tau, c->result_tau, c->bytes_tau),
                                     dd_operand_written(none, numbers, (size_t)c->n * sizeof *numbers)};
            dd_operands_put(h, o, 3, 0);
            const struct arguments a = {c->m, c->n, o[0].at, c->lda, o[2].at, o[1].at};
            ddblas_inject_allocation_failure(failing);
            status = call(fresh, c->type, &a);
            ddblas_inject_allocation_failure(0);
            dd_operands_take(h, o, 3, 0);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            assert_true(status == DDBLAS_STATUS_SUCCESS || status == DDBLAS_STATUS_ALLOC_FAILED);
            assert_true(failing > 1 || status != DDBLAS_STATUS_SUCCESS);
            if (status == DDBLAS_STATUS_SUCCESS)
                continue;
            assert_memory_equal(c->result_A, c->A, c->bytes_A);
            assert_memory_equal(c->result_tau, c->tau, c->bytes_tau);
            assert_memory_equal(numbers, none, (size_t)c->n * sizeof *numbers);
        }
        qr_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds),
        cmocka_unit_test(kahan),
        cmocka_unit_test(rank),
        cmocka_unit_test(diagonal),
        cmocka_unit_test(fixed_columns),
        cmocka_unit_test(zeros),
        cmocka_unit_test(not_finite),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("geqp3", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("geqp3, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("geqp3, residue route", tests, set_up, close_handle);
    return failed;
}
