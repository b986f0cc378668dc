/*
 * trtri, potri and getri in W and U, on the engine that DDBLAS_TEST_ENGINE names: exact inverses,
 * zeros on the diagonal, NaN, error bounds against exact sums, Hilbert matrices.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inverse_case.h"
#include "handle.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* Sizes astride the leaves of both engines and the systems of trsm. */
static const int64_t sizes[] = {1, 2, 3, 15, 16, 17, 31, 32, 33, 48, 49, 63, 64, 65, 97, 127, 128, 129, 193, 257};
enum
{
    SIZES = sizeof sizes / sizeof sizes[0],
    ROUTINES = 4
};

/* The number of sizes that a test takes: on the emulated device all but the two largest. */
static int sizes_of_engine(void) { return dd_test_engine() == DDBLAS_ENGINE_CUDA && DDBLAS_EMULATED ? SIZES - 2 : SIZES; }

static void fail_unless_equal(const struct inverse_case *c, int64_t i, int64_t j, double re)
{
    const struct dd_number x = inverse_case_result(c, i, j);
    if (!cuddEqD(x.re, re) || !cuddIsZero(x.im))
        fail_msg("%d, n = %lld: (%lld, %lld) is %g + %g i, not %g", (int)c->routine, (long long)c->n, (long long)i, (long long)j,
                 x.re.x, x.im.x, re);
}

/* ---- exact inverses -------------------------------------------------------------------------- */

/* The inverse of min(i, j), i, j = 1, 2, ..., n, which is the product of a triangle of ones and its
 * transpose. */
static double inverse_of_min(int64_t n, int64_t i, int64_t j)
{
    return i == j ? (i == n - 1 ? 1.0 : 2.0) : i - j == 1 || j - i == 1 ? -1.0 : 0.0;
}

/* A triangle of the number `value`, and for getri both triangles. */
static void put_triangle(struct inverse_case *c, double value)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->n; i++)
            if (inverse_case_writes(c, i, j))
                inverse_case_put(c, i, j, cuddFromDouble(value), cuddFromDouble(0.0));
}

/* A triangle of twos (of ones with a unit diagonal) has the inverse 1/2 on the diagonal and -1/2
 * beside it. */
static void triangle_of_twos(void **state)
{
    (void)state;
    for (int k = 0; k < 8 * sizes_of_engine(); k++)
    {
        const ddblasDiagType_t diag = k / 4 % 2 ? DDBLAS_DIAG_UNIT : DDBLAS_DIAG_NON_UNIT;
        struct inverse_case *c = inverse_case_new(INVERSE_TRTRI, types[k % 2], uplo_of(k / 2), diag, sizes[k / 8], k % 3);
        const double part = diag == DDBLAS_DIAG_UNIT ? 1.0 : 0.5;
        put_triangle(c, 1.0 / part);
        dd_must(h, inverse_case_run(h, c), "triangle");
        assert_int_equal(c->info, 0);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->n; i++)
                if (inverse_case_writes(c, i, j))
                    fail_unless_equal(c, i, j, i == j ? part : i - j == 1 || j - i == 1 ? -part : 0.0);
        inverse_case_free(c);
    }
}

/* Pascal's triangle in U, the rows times i^row: the inverse has the binomials with signs, the
 * columns times i^-column. Below order 33 all sums are integers below 2^90. */
static void pascal(void **state)
{
    (void)state;
    static const int re[] = {1, 0, -1, 0}, im[] = {0, 1, 0, -1};
    int64_t binomial[33][33] = {{0}};
    for (int i = 0; i < 33; i++)
        for (int j = 0; j <= i; j++)
            binomial[i][j] = j == 0 || j == i ? 1 : binomial[i - 1][j - 1] + binomial[i - 1][j];
    for (int k = 0; k < 2 * 33; k++)
    {
        struct inverse_case *c =
            inverse_case_new(INVERSE_TRTRI, DDBLAS_TYPE_U, uplo_of(k), DDBLAS_DIAG_NON_UNIT, 1 + k / 2, k % 3);
        const int lower = k % 2 == 0;
        for (int i = 0; i < c->n; i++)
            for (int j = 0; j <= i; j++)
                inverse_case_put(c, lower ? i : j, lower ? j : i, cuddFromInt64(binomial[i][j] * re[i % 4]),
                                 cuddFromInt64(binomial[i][j] * im[i % 4]));
        dd_must(h, inverse_case_run(h, c), "Pascal");
        for (int i = 0; i < c->n; i++)
            for (int j = 0; j <= i; j++)
            {
                /* Lower: (D P)^-1 = P^-1 D^-1. Upper: (P^T D)^-1 = D^-1 P^-T, its transpose. */
                const struct dd_number x = inverse_case_result(c, lower ? i : j, lower ? j : i);
                const int64_t value = (i + j) % 2 ? -binomial[i][j] : binomial[i][j];
                assert_true(cuddEq(x.re, cuddFromInt64(value * re[(4 - j % 4) % 4])));
                assert_true(cuddEq(x.im, cuddFromInt64(value * im[(4 - j % 4) % 4])));
            }
        inverse_case_free(c);
    }
}

/* The factors of min(i, j) are triangles of ones. getri gets random pivots as well. */
static void inverse_of_minimum(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 921);
    for (int k = 0; k < 8 * sizes_of_engine(); k++)
    {
        const enum inverse_routine routine = (enum inverse_routine)(INVERSE_POTRI + k / 2 % 3);
        struct inverse_case *c =
            inverse_case_new(routine, types[k % 2], uplo_of(k / 6), DDBLAS_DIAG_NON_UNIT, sizes[k / 8], k % 3);
        int64_t rows[512];
        put_triangle(c, 1.0);
        for (int64_t q = 0; q < c->n; q++)
        {
            rows[q] = q;
            c->ipiv[q] = dd_random_int(&g, q + 1, c->n);
        }
        for (int64_t q = 0; q < c->n && routine != INVERSE_POTRI; q++)
        {
            const int64_t kept = rows[q];
            rows[q] = rows[c->ipiv[q] - 1];
            rows[c->ipiv[q] - 1] = kept;
        }
        dd_must(h, inverse_case_run(h, c), "min(i, j)");
        assert_int_equal(c->info, 0);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->n; i++)
                if (inverse_case_writes(c, i, rows[j]))
                    fail_unless_equal(c, i, rows[j], inverse_of_min(c->n, i, j));
        inverse_case_free(c);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static int is_nan(const struct inverse_case *c, int64_t i, int64_t j)
{
    const struct dd_number x = inverse_case_result(c, i, j);
    return cuddIsNan(x.re) && (c->type == DDBLAS_TYPE_W || cuddIsNan(x.im));
}

/* The first of two zeros on the diagonal is reported, and all that the call writes is NaN. With a
 * unit diagonal there is none. */
static void zero_on_the_diagonal(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 922);
    for (int k = 0; k < 2 * ROUTINES * sizes_of_engine(); k++)
    {
        struct inverse_case *c = inverse_case_new((enum inverse_routine)(k / 2 % ROUTINES), types[k % 2], uplo_of(k / 8),
                                                  DDBLAS_DIAG_NON_UNIT, sizes[k / 8], k % 3);
        inverse_case_fill(h, c, &g, 3);
        const int64_t first = dd_random_int(&g, 0, c->n - 1), second = dd_random_int(&g, first, c->n - 1);
        inverse_case_put(c, first, first, cuddFromDouble(0.0), cuddFromDouble(0.0));
        inverse_case_put(c, second, second, cuddFromDouble(-0.0), cuddFromDouble(0.0));
        dd_must(h, inverse_case_run(h, c), "zero");
        assert_int_equal(c->info, first + 1);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->n; i++)
                assert_true(!inverse_case_writes(c, i, j) || is_nan(c, i, j));
        inverse_case_free(c);
    }
}

/* A zero imaginary part alone is no zero, nor is a zero real part. */
static void imaginary_diagonal(void **state)
{
    (void)state;
    struct inverse_case *c = inverse_case_new(INVERSE_TRTRI, DDBLAS_TYPE_U, DDBLAS_FILL_MODE_LOWER, DDBLAS_DIAG_NON_UNIT, 40, 1);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = j; i < c->n; i++)
            inverse_case_put(c, i, j, cuddFromDouble(0.0), cuddFromDouble(i == j ? 4.0 : 0.0));
    dd_must(h, inverse_case_run(h, c), "imaginary");
    assert_int_equal(c->info, 0);
    for (int64_t j = 0; j < c->n; j++)
    {
        const struct dd_number x = inverse_case_result(c, j, j);
        assert_true(cuddIsZero(x.re) && cuddEqD(x.im, -0.25));
    }
    inverse_case_free(c);
}

/* A NaN at (i, j) reaches element (i, j) of the inverse, and info is 0. */
static void nan_in_one_element(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 923);
    for (int k = 0; k < 4 * sizes_of_engine(); k++)
    {
        struct inverse_case *c = inverse_case_new(k / 2 % 2 ? INVERSE_POTRI : INVERSE_TRTRI, types[k % 2], uplo_of(k / 4),
                                                  DDBLAS_DIAG_NON_UNIT, sizes[k / 4], 0);
        inverse_case_fill(h, c, &g, 2);
        const int64_t a = dd_random_int(&g, 0, c->n - 1), b = dd_random_int(&g, a, c->n - 1);
        const int lower = c->uplo == DDBLAS_FILL_MODE_LOWER;
        inverse_case_put(c, lower ? b : a, lower ? a : b, cuddNan(), cuddFromDouble(0.0));
        dd_must(h, inverse_case_run(h, c), "NaN");
        assert_int_equal(c->info, 0);
        assert_true(cuddIsNan(inverse_case_result(c, lower ? b : a, lower ? a : b).re));
        inverse_case_free(c);
    }
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static void bounds(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(924);
    static const char *const names[] = {"trtri", "potri", "getri", "getri in place"};
    double largest[ROUTINES][2] = {{0.0}};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < 4 * ROUTINES * sizes_of_engine(); k++)
    {
        const int r = k / 2 % ROUTINES, graded = k / 8 % 2;
        struct inverse_case *c =
            inverse_case_new((enum inverse_routine)r, types[k % 2], uplo_of(dd_random_int(&g, 0, 1)),
                             dd_random_int(&g, 0, 2) ? DDBLAS_DIAG_NON_UNIT : DDBLAS_DIAG_UNIT, sizes[k / 16], k % 3);
        inverse_case_fill(h, c, &g, graded ? 60 : 0);
        const double error = inverse_case_judge(h, c, &g, r >= 2 ? 12 : 50, graded ? "graded" : "uniform", seed);
        largest[r][k % 2] = fmax(largest[r][k % 2], error);
        inverse_case_free(c);
    }
    for (int r = 0; r < ROUTINES; r++)
        print_message("largest error of %s: W %.3g, U %.3g units\n", names[r], largest[r][0], largest[r][1]);
}

/* The judges see an error of 2^-40 in one element. */
static void judges_bite(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 925);
    for (int k = 0; k < 2 * ROUTINES; k++)
    {
        struct inverse_case *c =
            inverse_case_new((enum inverse_routine)(k / 2), types[k % 2], DDBLAS_FILL_MODE_LOWER, DDBLAS_DIAG_NON_UNIT, 40, 0);
        inverse_case_fill(h, c, &g, 0);
        (void)inverse_case_judge(h, c, &g, 4, "bites", 925);
        struct inverse_case *y = inverse_case_new(INVERSE_TRTRI, c->type, c->uplo, c->diag, c->n, 0);
        memcpy(y->A, c->A, c->bytes_A);
        dd_must(h, inverse_case_run(h, y), "trtri");
        cuddreal *x = inverse_case_at(c, c->result, c->ldc, 30, 30);
        *x = cuddMulD(*x, 1.0 + 0x1p-40);
        assert_true(inverse_case_error(c, y, 30, 30) > inverse_case_bound(c));
        inverse_case_free(y);
        inverse_case_free(c);
    }
}

/* ---- Hilbert matrices ------------------------------------------------------------------------ */

static double binomial_of(int64_t n, int64_t k)
{
    double value = 1.0;
    for (int64_t t = 1; t <= k; t++)
        value = value * (double)(n - k + t) / (double)t; /* An integer below 2^53 after each step. */
    return value;
}

/* Element (i, j), from 0 on, of the inverse of the Hilbert matrix of order n: an integer. */
static cuddreal inverse_of_hilbert(int64_t n, int64_t i, int64_t j)
{
    cuddreal value = cuddFromInt64((i + j) % 2 ? -(i + j + 1) : i + j + 1);
    value = cuddMulD(value, binomial_of(n + i, n - j - 1));
    value = cuddMulD(value, binomial_of(n + j, n - i - 1));
    value = cuddMulD(value, binomial_of(i + j, i));
    return cuddMulD(value, binomial_of(i + j, i));
}

/* The Hilbert matrix times the least common multiple of its denominators is one of integers. Its
 * condition is below 2^55 up to order 12, so the inverse differs from the exact one by less than
 * 2^-104 2^55 times the bound, below 2^-35 of the largest element. Arithmetic of double has no
 * digit left. */
static void hilbert(void **state)
{
    (void)state;
    const int64_t multiple = INT64_C(5354228880); /* The one of 1 .. 24. */
    for (int k = 0; k < 3 * 12; k++)
    {
        struct inverse_case *c = inverse_case_new((enum inverse_routine)(INVERSE_POTRI + k % 3), DDBLAS_TYPE_W, uplo_of(k / 3),
                                                  DDBLAS_DIAG_NON_UNIT, 1 + k / 3, 0);
        const int is_potri = c->routine == INVERSE_POTRI;
        double largest = 0.0;
        int64_t info = -1;
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->n; i++)
            {
                assert_true(multiple % (i + j + 1) == 0);
                inverse_case_put(c, i, j, cuddFromInt64(multiple / (i + j + 1)), cuddFromDouble(0.0));
                largest = fmax(largest, fabs(inverse_of_hilbert(c->n, i, j).x));
            }
        const size_t bytes_pivots = (size_t)c->n * sizeof *c->ipiv;
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *ipiv = dd_engine_copy(h, c->ipiv, bytes_pivots, 0),
             *at = dd_engine_copy(h, &info, sizeof info, 0);
        dd_must(h, is_potri ? ddblasWpotrf(h, c->uplo, c->n, A, c->lda, at) : ddblasWgetrf(h, c->n, c->n, A, c->lda, ipiv, at),
                "factors");
        dd_engine_read(h, c->A, A, c->bytes_A);
        dd_engine_read(h, c->ipiv, ipiv, bytes_pivots);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, ipiv, 0);
        dd_engine_free(h, at, 0);
        dd_must(h, inverse_case_run(h, c), "Hilbert");
        assert_int_equal(c->info, 0);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->n; i++)
                if (inverse_case_writes(c, i, j))
                {
                    const cuddreal x = cuddMulD(inverse_case_result(c, i, j).re, (double)multiple);
                    assert_true(fabs(cuddSub(x, inverse_of_hilbert(c->n, i, j)).x) <= 0x1p-35 * largest);
                }
        inverse_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle_of_twos),
        cmocka_unit_test(pascal),
        cmocka_unit_test(inverse_of_minimum),
        cmocka_unit_test(zero_on_the_diagonal),
        cmocka_unit_test(imaginary_diagonal),
        cmocka_unit_test(nan_in_one_element),
        cmocka_unit_test(bounds),
        cmocka_unit_test(judges_bite),
        cmocka_unit_test(hilbert),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("inverse", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("inverse, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("inverse, residue route", tests, set_up, close_handle);
    return failed;
}
