/*
 * sytri in W and U, and hetri, on the engine that DDBLAS_TEST_ENGINE names: exact inverses with
 * random exchanges, zeros of D, NaN, the error against MPFR.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "oracle_solve.h"
#include "sytrf_case.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

static ddblasFillMode_t uplo_of(int64_t q) { return q % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* Sizes astride the 64 columns of a step of exchanges, and of a block of columns of the inverse. */
static const int64_t sizes[] = {1, 2, 3, 4, 31, 33, 63, 64, 65, 66, 127, 129, 193};
enum
{
    SIZES = sizeof sizes / sizeof sizes[0],
    VARIANTS = 2 * SYTRF_KINDS /* kinds and triangles */
};

static struct sytrf_case *case_of(enum sytrf_routine routine, int64_t q, int64_t n)
{
    return sytrf_case_new(routine, (enum sytrf_kind)(q / 2 % SYTRF_KINDS), uplo_of(q), n, 0, q % 3);
}

static struct dd_number result_at(const struct sytrf_case *c, int64_t i, int64_t j)
{
    return sytrf_case_symmetric(c, c->result_A, i, j);
}

static void fail_unless(const struct sytrf_case *c, int64_t i, int64_t j, double re, double im)
{
    const struct dd_number x = result_at(c, i, j);
    if (!cuddEqD(x.re, re) || !cuddEqD(x.im, im))
        fail_msg("kind %d, uplo %d, n = %lld: (%lld, %lld) is (%g, %g), not (%g, %g)", (int)c->kind, (int)c->uplo,
                 (long long)c->n, (long long)i, (long long)j, x.re.x, x.im.x, re, im);
}

/* Gives row k of the view, the last one of its block, a random exchange, and follows it in rows. */
static void put_pivot(struct sytrf_case *c, struct dd_random *g, int64_t k, int order, int64_t *rows)
{
    const int64_t other = dd_random_int(g, k, c->n - 1), pivot = sytrf_case_row(c, other) + 1, kept = rows[k];
    rows[k] = rows[other];
    rows[other] = kept;
    c->ipiv[sytrf_case_row(c, k)] = order == 1 ? pivot : -pivot;
    if (order == 2)
        c->ipiv[sytrf_case_row(c, k - 1)] = -pivot;
}

static void set_rows(int64_t *rows, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        rows[i] = i;
}

/* ---- exact inverses -------------------------------------------------------------------------- */

/* L of ones and D = 1/4: the inverse of L D L^T has 8 on the diagonal, 4 in its last row, and -4
 * beside the diagonal. */
static void triangle_of_ones(void **state)
{
    (void)state;
    struct dd_random g;
    int64_t rows[256];
    dd_random_start(&g, 1001);
    for (int64_t q = 0; q < VARIANTS * SIZES; q++)
    {
        struct sytrf_case *c = case_of(SYTRF_INVERT, q, sizes[q / VARIANTS]);
        set_rows(rows, c->n);
        for (int64_t j = 0; j < c->n; j++)
        {
            put_pivot(c, &g, j, 1, rows);
            for (int64_t i = j; i < c->n; i++)
                sytrf_case_put(c, i, j, i == j ? 0.25 : 1.0, 0.0);
        }
        dd_must(h, sytrf_case_run(h, c), "triangle of ones");
        assert_int_equal(c->info, 0);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = j; i < c->n; i++)
                fail_unless(c, rows[i], rows[j], i > j + 1 ? 0.0 : i > j ? -4.0 : i == c->n - 1 ? 4.0 : 8.0, 0.0);
        sytrf_case_free(c);
    }
}

/* Blocks (0, c; c, 0) of order 2, complex ones with an imaginary c, after a block of order 1 where
 * the size is odd; L is the unit matrix. */
static void blocks_of_order_2(void **state)
{
    (void)state;
    struct dd_random g;
    int64_t rows[256];
    dd_random_start(&g, 1002);
    for (int64_t q = 0; q < VARIANTS * SIZES; q++)
    {
        struct sytrf_case *c = case_of(SYTRF_INVERT, q, sizes[q / VARIANTS]);
        const int is_real = c->kind == SYTRF_W;
        const int64_t odd = c->n % 2;
        set_rows(rows, c->n);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = j; i < c->n; i++)
                sytrf_case_put(c, i, j, 0.0, 0.0);
        if (odd)
        {
            put_pivot(c, &g, 0, 1, rows);
            sytrf_case_put(c, 0, 0, -0.5, 0.0);
        }
        for (int64_t k = odd; k < c->n; k += 2)
        {
            put_pivot(c, &g, k + 1, 2, rows);
            sytrf_case_put(c, k + 1, k, is_real ? 4.0 : 0.0, is_real ? 0.0 : 4.0);
        }
        dd_must(h, sytrf_case_run(h, c), "blocks of order 2");
        assert_int_equal(c->info, 0);
        /* 1 / (4 i) below the diagonal if symmetric, and 1 / conj(4 i) if Hermitian. */
        const double im = c->kind == SYTRF_U ? -0.25 : 0.25;
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = j; i < c->n; i++)
            {
                const int in_block = i == j + 1 && (j - odd) % 2 == 0 && j >= odd;
                fail_unless(c, rows[i], rows[j],
                            i == 0 && odd         ? -2.0
                            : in_block && is_real ? 0.25
                                                  : 0.0,
                            in_block && !is_real ? im : 0.0);
            }
        sytrf_case_free(c);
    }
}

/* ---- zeros and NaN --------------------------------------------------------------------------- */

/* The first of two zeros of D, in the order of the columns, is reported; the triangle is NaN. A
 * zero on the diagonal of a block of order 2 is none. */
static void zero_of_d(void **state)
{
    (void)state;
    struct dd_random g;
    int64_t rows[256];
    dd_random_start(&g, 1003);
    for (int64_t q = 0; q < VARIANTS * SIZES; q++)
    {
        struct sytrf_case *c = case_of(SYTRF_INVERT, q, sizes[q / VARIANTS]);
        set_rows(rows, c->n);
        sytrf_case_fill(c, &g, 2, 0, 0);
        for (int64_t k = 0; k < c->n; k++)
            put_pivot(c, &g, k, 1, rows);
        const int64_t first = dd_random_int(&g, 0, c->n - 1), second = dd_random_int(&g, first, c->n - 1);
        sytrf_case_put(c, first, first, 0.0, 0.0);
        sytrf_case_put(c, second, second, -0.0, 0.0);
        if (first >= 2)
        {
            put_pivot(c, &g, 1, 2, rows);
            sytrf_case_put(c, 0, 0, 0.0, 0.0);
        }
        dd_must(h, sytrf_case_run(h, c), "zero of D");
        assert_int_equal(c->info, sytrf_case_row(c, first) + 1);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = j; i < c->n; i++)
            {
                const struct dd_number x = dd_number_load(c->type, sytrf_case_at(c, c->result_A, i, j), 0);
                assert_true(cuddIsNan(x.re) && (c->type == DDBLAS_TYPE_W || cuddIsNan(x.im)));
            }
        sytrf_case_free(c);
    }
}

/* A NaN at (i, j) of L reaches the inverse, and info is 0. */
static void nan_in_one_element(void **state)
{
    (void)state;
    struct dd_random g;
    int64_t rows[256];
    dd_random_start(&g, 1004);
    for (int64_t q = 0; q < VARIANTS * SIZES; q++)
    {
        struct sytrf_case *c = case_of(SYTRF_INVERT, q, sizes[q / VARIANTS]);
        set_rows(rows, c->n);
        sytrf_case_fill(c, &g, 2, 0, 0);
        const int64_t j = dd_random_int(&g, 0, c->n - 1);
        for (int64_t k = 0; k < c->n; k++)
            c->ipiv[sytrf_case_row(c, k)] = sytrf_case_row(c, k) + 1;
        sytrf_case_put(c, dd_random_int(&g, j, c->n - 1), j, (double)NAN, 0.0);
        dd_must(h, sytrf_case_run(h, c), "NaN");
        assert_int_equal(c->info, 0);
        assert_true(cuddIsNan(result_at(c, j, j).re));
        sytrf_case_free(c);
    }
}

/* ---- the bound ------------------------------------------------------------------------------- */

/* scale = |X| M |X| for column j of the inverse X, M = |L| |D| |L^T| in the rows of A. */
static void scale_of_column(const struct sytrf_case *t, const struct sytrf_factors *f, int64_t j, double *scale)
{
    const int64_t n = t->n;
    double *moduli = calloc((size_t)(n * n + 2 * n), sizeof *moduli), *product = moduli + n * n;
    assert_non_null(moduli);
    sytrf_case_moduli(t, f, moduli);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
            product[f->rows[i]] += moduli[i + k * n] * result_at(t, f->rows[k], j).modulus.x;
    for (int64_t i = 0; i < n; i++)
    {
        scale[i] = 0.0;
        for (int64_t k = 0; k < n; k++)
            scale[i] += result_at(t, i, k).modulus.x * product[k];
    }
    free(moduli);
}

/* The largest error of column j, in units of the bound's scale, against MPFR. A complex system is
 * solved as a real one of twice the order. c: the matrix, t: the inverse. */
static double error_of_column(const struct sytrf_case *c, const struct sytrf_case *t, const struct sytrf_factors *f, int64_t j)
{
    const int64_t n = c->n, parts = c->type == DDBLAS_TYPE_W ? 1 : 2, order = n * parts;
    cuddreal *A = calloc((size_t)(order * order + 2 * order), sizeof *A), *b = A + order * order, *x = b + order;
    double *error = calloc((size_t)(2 * order + n), sizeof *error), *size = error + order, *scale = size + order;
    double largest = 0.0;
    assert_non_null(A);
    assert_non_null(error);
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++)
        {
            const struct dd_number a = sytrf_case_symmetric(c, c->A, i, k);
            A[i + k * order] = a.re;
            if (parts == 2)
            {
                A[i + n + (k + n) * order] = a.re;
                A[i + n + k * order] = a.im;
                A[i + (k + n) * order] = cuddNeg(a.im);
            }
        }
    for (int64_t i = 0; i < n; i++)
    {
        const struct dd_number a = result_at(t, i, j);
        x[i] = a.re;
        if (parts == 2)
            x[i + n] = a.im;
    }
    b[j] = cuddFromDouble(1.0);
    scale_of_column(t, f, j, scale);
    assert_true(dd_oracle_solution_errors(order, A, b, x, error, size));
    for (int64_t i = 0; i < n; i++)
        largest = fmax(largest, hypot(error[i], parts == 2 ? error[i + n] : 0.0) / scale[i] * 0x1p104);
    free(error);
    free(A);
    return largest;
}

/* Factors a random matrix and inverts it. */
static struct sytrf_case *invert(struct sytrf_case *c, struct dd_random *g, int grade, int diagonal)
{
    struct sytrf_case *t = sytrf_case_new(SYTRF_INVERT, c->kind, c->uplo, c->n, 0, c->lda - c->n);
    sytrf_case_fill(c, g, grade, 0, diagonal);
    dd_must(h, sytrf_case_run(h, c), "factors");
    assert_int_equal(c->info, 0);
    memcpy(t->A, c->result_A, c->bytes_A);
    memcpy(t->ipiv, c->ipiv, (size_t)c->n * sizeof *c->ipiv);
    dd_must(h, sytrf_case_run(h, t), "inverse");
    assert_int_equal(t->info, 0);
    return t;
}

/* The first-order bound of dd/indefinite.h; conditions are far below 2^50, so the second order does
 * not count. */
static void bounds(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1005);
    double largest = 0.0;
    struct dd_random g;
    /* The emulated device gets fewer cases: MPFR takes most of the time. */
    const int64_t repeated = dd_test_scale() > 1 ? 1 : 3, taken = dd_test_scale() > 1 ? SIZES - 6 : SIZES - 3;
    dd_random_start(&g, seed);
    for (int64_t q = 0; q < repeated * VARIANTS * taken; q++)
    {
        struct sytrf_case *c = case_of(SYTRF_FACTOR, q, sizes[q / (repeated * VARIANTS)]);
        struct sytrf_case *t = invert(c, &g, (int)(q % 4), q / VARIANTS % 3 == 0 ? -20 : q / VARIANTS % 3 == 1 ? 0 : 10);
        struct sytrf_factors f = sytrf_case_factors(c);
        const double error = error_of_column(c, t, &f, dd_random_int(&g, 0, c->n - 1));
        if (!(error <= sytrf_case_residual_bound(c)))
            fail_msg("kind %d, uplo %d, n = %lld: %g units, seed %llu", (int)c->kind, (int)c->uplo, (long long)c->n, error,
                     (unsigned long long)seed);
        largest = fmax(largest, error);
        sytrf_factors_free(f);
        sytrf_case_free(t);
        sytrf_case_free(c);
    }
    print_message("largest error of sytri: %.3g units\n", largest);
}

/* The judge sees an error of 2^-40 in one element. */
static void judge_bites(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1006);
    for (int64_t q = 0; q < VARIANTS; q++)
    {
        struct sytrf_case *c = case_of(SYTRF_FACTOR, q, 20);
        struct sytrf_case *t = invert(c, &g, 0, 0);
        struct sytrf_factors f = sytrf_case_factors(c);
        cuddreal *x = sytrf_case_at(t, t->result_A, 7, 5);
        *x = cuddMulD(*x, 1.0 + 0x1p-40);
        assert_true(error_of_column(c, t, &f, 5) > sytrf_case_residual_bound(c));
        sytrf_factors_free(f);
        sytrf_case_free(t);
        sytrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangle_of_ones), cmocka_unit_test(blocks_of_order_2),
        cmocka_unit_test(zero_of_d),        cmocka_unit_test(nan_in_one_element),
        cmocka_unit_test(bounds),           cmocka_unit_test(judge_bites),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("sytri", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("sytri, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("sytri, residue route", tests, set_up, close_handle);
    return failed;
}
