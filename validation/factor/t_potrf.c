/*
 * potrf, potrs and posv in W and U, on the engine that DDBLAS_TEST_ENGINE names: exact factors,
 * minors that are not positive definite, NaN, error bounds against exact sums, the ends of the
 * range, Hilbert matrices.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "potrf_case.h"
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
static const int64_t sizes[] = {1, 2, 3, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 70, 96, 97, 127, 128, 129, 130, 193, 257};
enum
{
    SIZES = sizeof sizes / sizeof sizes[0]
};

/* ---- exact factors --------------------------------------------------------------------------- */

struct integers
{
    int64_t n, *re, *im; /* L by columns */
};

static struct integers integers_new(int64_t n, int is_complex, struct dd_random *g)
{
    struct integers l = {n, calloc((size_t)(n * n), sizeof *l.re), calloc((size_t)(n * n), sizeof *l.im)};
    assert_non_null(l.re);
    assert_non_null(l.im);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++)
        {
            l.re[i + j * n] = i == j ? INT64_C(1) << dd_random_int(g, 0, 2) : dd_random_int(g, -9, 9);
            l.im[i + j * n] = i == j || !is_complex ? 0 : dd_random_int(g, -9, 9);
        }
    return l;
}

static void integers_free(struct integers l)
{
    free(l.re);
    free(l.im);
}

/* Puts A = L L^H, which is exact, into the case. */
static void put_product(struct potrf_case *c, struct integers l)
{
    for (int64_t j = 0; j < l.n; j++)
        for (int64_t i = j; i < l.n; i++)
        {
            int64_t re = 0, im = 0;
            for (int64_t t = 0; t <= j; t++)
            {
                const int64_t a = l.re[i + t * l.n], b = l.im[i + t * l.n], x = l.re[j + t * l.n], y = l.im[j + t * l.n];
                re += a * x + b * y;
                im += b * x - a * y;
            }
            potrf_case_put(c, c->A, i, j, cuddFromInt64(re), cuddFromInt64(im));
        }
}

/* Fails unless the first `columns` columns of the result are L, and all others are NaN. */
static void assert_columns(const struct potrf_case *c, struct integers l, int64_t columns)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = j; i < c->n; i++)
        {
            const struct dd_number r = potrf_case_lower(c, c->result_A, i, j);
            const cuddreal re = cuddFromInt64(l.re[i + j * l.n]), im = cuddFromInt64(l.im[i + j * l.n]);
            const int is_right = j < columns ? cuddEq(r.re, re) && cuddEq(r.im, im)
                                             : cuddIsNan(r.re) && (c->type == DDBLAS_TYPE_W || cuddIsNan(r.im));
            if (!is_right)
                fail_msg("n = %lld, info = %lld: (%lld, %lld) is (%g, %g)", (long long)c->n, (long long)c->info, (long long)i,
                         (long long)j, r.re.x, r.im.x);
        }
}

/* Powers of two on the diagonal: quotients are exact, and so is all else. */
static void exact_factors(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 901);
    for (int k = 0; k < 4 * SIZES; k++)
    {
        const ddblasType_t type = types[k % 2];
        struct potrf_case *c = potrf_case_new(POTRF_FACTOR, type, uplo_of(k / 2), sizes[k / 4], 0, k % 3);
        struct integers l = integers_new(c->n, type == DDBLAS_TYPE_U, &g);
        put_product(c, l);
        dd_must(h, potrf_case_run(h, c), "exact factor");
        assert_int_equal(c->info, 0);
        assert_columns(c, l, c->n);
        integers_free(l);
        potrf_case_free(c);
    }
}

/* The pivot of one column becomes exactly 0, or -1. Everything before it is exact. */
static void known_minors(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 902);
    for (int k = 0; k < 8 * SIZES; k++)
    {
        const ddblasType_t type = types[k % 2];
        struct potrf_case *c = potrf_case_new(POTRF_FACTOR, type, uplo_of(k / 2), sizes[k / 8], 0, k % 3);
        struct integers l = integers_new(c->n, type == DDBLAS_TYPE_U, &g);
        const int64_t bad = dd_random_int(&g, 0, c->n - 1), pivot = l.re[bad + bad * c->n];
        put_product(c, l);
        const struct dd_number a = potrf_case_lower(c, c->A, bad, bad);
        potrf_case_put(c, c->A, bad, bad, cuddSub(a.re, cuddFromInt64(pivot * pivot + k / 4 % 2)), cuddFromDouble(0.0));
        dd_must(h, potrf_case_run(h, c), "known minor");
        assert_int_equal(c->info, bad + 1);
        assert_columns(c, l, bad);
        integers_free(l);
        potrf_case_free(c);
    }
}

/* A NaN in element (i, j) is met at the pivot of row i at the latest, and not before that of row
 * j. */
static void nan_in_one_element(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 903);
    for (int k = 0; k < 4 * SIZES; k++)
    {
        struct potrf_case *c = potrf_case_new(POTRF_FACTOR, types[k % 2], uplo_of(k / 2), sizes[k / 4], 0, 0);
        potrf_case_fill(c, &g, 20, 2, 0);
        const int64_t j = dd_random_int(&g, 0, c->n - 1), i = dd_random_int(&g, j, c->n - 1);
        potrf_case_put(c, c->A, i, j, cuddNan(), cuddFromDouble(0.0));
        dd_must(h, potrf_case_run(h, c), "NaN");
        assert_int_equal(c->info, i + 1);
        for (int64_t column = 0; column < c->n; column++)
            for (int64_t row = column; row < c->n; row++)
            {
                const struct dd_number l = potrf_case_lower(c, c->result_A, row, column);
                const int is_nan = column >= i || (row == i && column >= j);
                assert_true(is_nan ? cuddIsNan(l.re) : cuddIsFinite(l.re));
            }
        potrf_case_free(c);
    }
}

/* posv sets X to NaN when A has no factor. */
static void no_solution(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 904);
    for (int k = 0; k < 16; k++)
    {
        struct potrf_case *c = potrf_case_new(POTRF_BOTH, types[k % 2], uplo_of(k / 2), k < 8 ? 20 : 140, 3, 1);
        potrf_case_fill(c, &g, 20, 2, 0);
        const int64_t bad = k % 4 < 2 ? 0 : c->n - 1;
        potrf_case_put(c, c->A, bad, bad, cuddFromDouble(-1.0), cuddFromDouble(0.0));
        dd_must(h, potrf_case_run(h, c), "no solution");
        assert_int_equal(c->info, bad + 1);
        for (int64_t e = 0; e < c->n * c->nrhs; e++)
        {
            const struct dd_number x = dd_number_load(c->type, potrf_case_at(c, c->result_B, c->ldb, e % c->n, e / c->n), 0);
            assert_true(cuddIsNan(x.re) && (c->type == DDBLAS_TYPE_W || cuddIsNan(x.im)));
        }
        potrf_case_free(c);
    }
}

/* ---- bounds ---------------------------------------------------------------------------------- */

struct range
{
    int grade, common;
    const char *what;
};

/* Rows scaled against one another; all of A near either end of the range. */
static const struct range ranges[] = {{0, 0, "uniform"}, {60, 0, "graded"}, {10, 900, "large"}, {10, -700, "small"}};

static void bounds(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(905);
    double largest[2] = {0.0, 0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t k = 0; k < (dd_test_scale() > 1 ? 2 : 4) * 2 * SIZES; k++)
    {
        const struct range r = ranges[k / 2 % 4];
        struct potrf_case *c =
            potrf_case_new(POTRF_FACTOR, types[k % 2], uplo_of(dd_random_int(&g, 0, 1)), sizes[k / 2 % SIZES], 0, k % 3);
        potrf_case_fill(c, &g, dd_random_int(&g, 1, 40), r.grade, r.common);
        largest[k % 2] = fmax(largest[k % 2], potrf_case_judge(h, c, &g, 60, r.what, seed));
        assert_int_equal(c->info, 0);
        potrf_case_free(c);
    }
    print_message("largest error of potrf: W %.3g, U %.3g units\n", largest[0], largest[1]);
}

/* posv from A, and potrs from a factor. */
static void solutions(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(906);
    double largest[2] = {0.0, 0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t k = 0; k < 2 * SIZES; k++)
    {
        const struct range r = ranges[k / 2 % 2];
        struct potrf_case *c = potrf_case_new(POTRF_BOTH, types[k % 2], uplo_of(dd_random_int(&g, 0, 1)), sizes[k / 2],
                                              dd_random_int(&g, 1, 40), k % 3);
        potrf_case_fill(c, &g, 30, r.grade, r.common);
        dd_must(h, potrf_case_run(h, c), "posv");
        assert_int_equal(c->info, 0);
        largest[k % 2] = fmax(largest[k % 2], potrf_case_judge_solution(c, c, &g, 8, "posv", seed));
        struct potrf_case *s = potrf_case_new(POTRF_SOLVE, c->type, c->uplo, c->n, c->nrhs, k % 3);
        memcpy(s->A, c->result_A, c->bytes_A);
        memcpy(s->B, c->B, c->bytes_B);
        dd_must(h, potrf_case_run(h, s), "potrs");
        (void)potrf_case_judge_solution(s, c, &g, 4, "potrs", seed);
        assert_memory_equal(s->result_B, c->result_B, c->bytes_B);
        potrf_case_free(s);
        potrf_case_free(c);
    }
    print_message("largest residual of posv: W %.3g, U %.3g units\n", largest[0], largest[1]);
}

/* The judges see an error of 2^-40 in one element. */
static void judges_bite(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 907);
    for (int k = 0; k < 4; k++)
    {
        struct potrf_case *c = potrf_case_new(POTRF_BOTH, types[k % 2], uplo_of(k / 2), 40, 2, 0);
        potrf_case_fill(c, &g, 41, 0, 0);
        dd_must(h, potrf_case_run(h, c), "bites");
        cuddreal *l = potrf_case_at(c, c->result_A, c->lda, 30, 30), *x = potrf_case_at(c, c->result_B, c->ldb, 7, 1);
        *x = cuddMulD(*x, 1.0 + 0x1p-40);
        assert_true(potrf_case_residual(c, c, 7, 1) > potrf_case_residual_bound(c));
        *l = cuddMulD(*l, 1.0 + 0x1p-40);
        assert_true(potrf_case_error(c, 30, 30) > potrf_case_bound(c));
        potrf_case_free(c);
    }
}

/* ---- Hilbert matrices ------------------------------------------------------------------------ */

/* Element (i, j) of the factor of the Hilbert matrix of any order, from 0 on: sqrt(2j + 1) (i!)^2 /
 * ((i - j)! (i + j + 1)!). */
static double hilbert_factor(int i, int j)
{
    return sqrt(2.0 * j + 1.0) * exp(2.0 * lgamma(i + 1.0) - lgamma(i - j + 1.0) - lgamma(i + j + 2.0));
}

/* Hilbert matrices times the least common multiple of their denominators are integers. Their
 * condition is below 10^25 up to order 16, so they are positive definite to this arithmetic and far
 * from it to that of doubles. The factor of order n differs from the exact one by about condition
 * times 2^-104, below 10^-6 for all elements that are compared. */
static void hilbert(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 908);
    for (int k = 0; k < 2 * 16; k++)
    {
        struct potrf_case *c = potrf_case_new(POTRF_FACTOR, DDBLAS_TYPE_W, uplo_of(k), 1 + k / 2, 0, 0);
        const int64_t multiple = INT64_C(72201776446800) * 2; /* Twice that of 1 .. 31. */
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = j; i < c->n; i++)
            {
                assert_true(multiple % (i + j + 1) == 0);
                potrf_case_put(c, c->A, i, j, cuddFromInt64(multiple / (i + j + 1)), cuddFromDouble(0.0));
            }
        (void)potrf_case_judge(h, c, &g, 1000, "Hilbert", 908);
        assert_int_equal(c->info, 0);
        for (int j = 0; j < c->n; j++)
            for (int i = j; i < c->n; i++)
            {
                const double l = potrf_case_lower(c, c->result_A, i, j).re.x / sqrt((double)multiple);
                assert_true(fabs(l - hilbert_factor(i, j)) <= 1e-6 * hilbert_factor(i, j));
            }
        potrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {

        cmocka_unit_test(exact_factors), cmocka_unit_test(known_minors), cmocka_unit_test(nan_in_one_element),
        cmocka_unit_test(no_solution),   cmocka_unit_test(bounds),       cmocka_unit_test(solutions),
        cmocka_unit_test(judges_bite),   cmocka_unit_test(hilbert),

    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("potrf", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("potrf, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("potrf, residue route", tests, set_up, close_handle);
    return failed;
}
