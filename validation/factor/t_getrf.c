/*
 * getrf, getrs and gesv in W and U, on the engine that DDBLAS_TEST_ENGINE names: exact factors with
 * known pivots, ties, Wilkinson's matrix, singular matrices, NaN, error bounds against exact sums,
 * the ends of the range, solutions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "getrf_case.h"
#include "handle.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

/* Sizes astride the panels of both engines, the systems of trsm and the blocks of threads. */
static const int64_t sizes[][2] = {{1, 1},    {2, 2},     {3, 5},     {5, 3},    {15, 15},  {16, 16},  {17, 17},
                                   {31, 33},  {32, 32},   {33, 31},   {48, 48},  {64, 64},  {65, 65},  {70, 20},
                                   {20, 70},  {97, 97},   {1, 40},    {40, 1},   {300, 3},  {130, 64}, {129, 129},
                                   {64, 130}, {257, 100}, {193, 193}, {5000, 6}, {8300, 40}};
enum
{
    SIZES = sizeof sizes / sizeof sizes[0]
};

static struct getrf_case *factor_case(int64_t k, int64_t m, int64_t n)
{
    return getrf_case_new(GETRF_FACTOR, types[k % 2], DDBLAS_OP_N, m, n, 0, k % 3);
}

static struct dd_number result_at(const struct getrf_case *c, int64_t i, int64_t j)
{
    return dd_number_load(c->type, getrf_case_at(c, c->result_A, c->lda, i, j), 0);
}

static void assert_element(const struct getrf_case *c, int64_t i, int64_t j, double re, double im)
{
    const struct dd_number r = result_at(c, i, j);
    if (!cuddEqD(r.re, re) || !cuddEqD(r.im, im))
        fail_msg("m = %lld, n = %lld: (%lld, %lld) is (%g, %g) instead of (%g, %g)", (long long)c->m, (long long)c->n,
                 (long long)i, (long long)j, r.re.x, r.im.x, re, im);
}

/* ---- exact factors --------------------------------------------------------------------------- */

/* Elements of L are multiples of 1/4 below 1 in magnitude, those of U integers, in 64 bits. */
struct factors
{
    int64_t m, n, *l_re, *l_im, *u_re, *u_im; /* L in units of 1/4; by columns, L m x k and U k x n */
    int64_t *rows;                            /* row i of L U is row rows[i] of A */
};

static int64_t *numbers(int64_t count)
{
    int64_t *a = calloc((size_t)count, sizeof *a);
    assert_non_null(a);
    return a;
}

static struct factors factors_new(int64_t m, int64_t n, int is_complex, struct dd_random *g)
{
    const int64_t k = m < n ? m : n;
    struct factors f = {m, n, numbers(m * k), numbers(m * k), numbers(k * n), numbers(k * n), numbers(m)};
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = j; i < m; i++)
        {
            f.l_re[i + j * m] = i == j ? 4 : dd_random_int(g, is_complex ? -1 : -3, is_complex ? 1 : 3);
            f.l_im[i + j * m] = i == j || !is_complex ? 0 : dd_random_int(g, -1, 1);
        }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j && i < k; i++)
        {
            f.u_re[i + j * k] = i == j ? INT64_C(1) << dd_random_int(g, 0, 3) : dd_random_int(g, -9, 9);
            f.u_im[i + j * k] = i == j || !is_complex ? 0 : dd_random_int(g, -9, 9);
        }
    for (int64_t i = 0; i < m; i++)
        f.rows[i] = i;
    for (int64_t i = m - 1; i > 0; i--)
    {
        const int64_t other = dd_random_int(g, 0, i), kept = f.rows[i];
        f.rows[i] = f.rows[other];
        f.rows[other] = kept;
    }
    return f;
}

static void factors_free(struct factors f)
{
    free(f.l_re);
    free(f.l_im);
    free(f.u_re);
    free(f.u_im);
    free(f.rows);
}

static void put_product(struct getrf_case *c, struct factors f)
{
    const int64_t k = f.m < f.n ? f.m : f.n;
    for (int64_t j = 0; j < f.n; j++)
        for (int64_t i = 0; i < f.m; i++)
        {
            int64_t re = 0, im = 0;
            for (int64_t t = 0; t < k; t++)
            {
                const int64_t a = f.l_re[i + t * f.m], b = f.l_im[i + t * f.m], x = f.u_re[t + j * k], y = f.u_im[t + j * k];
                re += a * x - b * y;
                im += a * y + b * x;
            }
            getrf_case_put(c, f.rows[i], j, 0.25 * (double)re, 0.25 * (double)im);
        }
}

/* In each step one row only has the largest magnitude, so the pivots are known. All quotients are
 * exact, and so is all else. */
static void exact_factors(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 951);
    for (int q = 0; q < 2 * SIZES; q++)
    {
        struct getrf_case *c = factor_case(q, sizes[q / 2][0], sizes[q / 2][1]);
        struct factors f = factors_new(c->m, c->n, c->type == DDBLAS_TYPE_U, &g);
        const int64_t k = c->m < c->n ? c->m : c->n;
        int64_t *rows = numbers(c->m), *order = numbers(c->m);
        put_product(c, f);
        dd_must(h, getrf_case_run(h, c), "exact factors");
        assert_int_equal(c->info, 0);
        getrf_case_rows(c, rows);
        for (int64_t i = 0; i < k; i++)
            assert_int_equal(rows[i], f.rows[i]);
        for (int64_t i = 0; i < c->m; i++) /* row i of the result is row order[i] of L; those below k may change places */
            for (order[i] = 0; f.rows[order[i]] != rows[i]; order[i]++)
            {
            }
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                if (i <= j && i < k)
                    assert_element(c, i, j, (double)f.u_re[i + j * k], (double)f.u_im[i + j * k]);
                else if (j < k)
                    assert_element(c, i, j, 0.25 * (double)f.l_re[order[i] + j * c->m],
                                   0.25 * (double)f.l_im[order[i] + j * c->m]);
        free(rows);
        free(order);
        factors_free(f);
        getrf_case_free(c);
    }
}

/* Wilkinson's matrix: 1 on the diagonal and in the last column, -1 below the diagonal. All pivots
 * are ties, so no row moves, and the last column of U is 1, 2, 4, ... */
static void wilkinson(void **state)
{
    (void)state;
    static const int64_t orders[] = {2, 17, 60, 150};
    for (int q = 0; q < 8; q++)
    {
        struct getrf_case *c = factor_case(q, orders[q / 2], orders[q / 2]);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->n; i++)
                getrf_case_put(c, i, j, i == j || j == c->n - 1 ? 1.0 : i > j ? -1.0 : 0.0, 0.0);
        dd_must(h, getrf_case_run(h, c), "Wilkinson");
        assert_int_equal(c->info, 0);
        for (int64_t i = 0; i < c->n; i++)
        {
            assert_int_equal(c->ipiv[i], i + 1);
            for (int64_t j = 0; j < c->n; j++)
                assert_element(c, i, j, j == c->n - 1 ? ldexp(1.0, (int)i) : i == j ? 1.0 : i > j ? -1.0 : 0.0, 0.0);
        }
        getrf_case_free(c);
    }
}

/* The first of equal magnitudes is the pivot, whatever their signs and wherever they lie; low parts
 * count; complex numbers are compared by |re| + |im|. */
static void ties(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 952);
    for (int q = 0; q < 60; q++)
    {
        struct getrf_case *c = factor_case(q, q % 3 ? 40 : 700, 1);
        const int64_t first = dd_random_int(&g, 0, c->m - 2), second = dd_random_int(&g, first + 1, c->m - 1);
        const int is_complex = c->type == DDBLAS_TYPE_U;
        for (int64_t i = 0; i < c->m; i++)
            getrf_case_put(c, i, 0, (double)dd_random_int(&g, -3, 3), 0.0);
        if (q / 2 % 3 == 0) /* a tie */
        {
            getrf_case_put(c, first, 0, is_complex ? -3.0 : -7.0, is_complex ? 4.0 : 0.0);
            getrf_case_put(c, second, 0, 7.0, 0.0);
        }
        else if (q / 2 % 3 == 1) /* the modulus of 6 is larger, its magnitude is not */
        {
            getrf_case_put(c, second, 0, is_complex ? 6.0 : 6.5, 0.0);
            getrf_case_put(c, first, 0, is_complex ? 3.0 : 7.0, is_complex ? -4.0 : 0.0);
        }
        else /* low parts, of either sign */
        {
            const double sign = q % 4 < 2 ? 1.0 : -1.0;
            dd_element_set(c->type, getrf_case_at(c, c->A, c->lda, first, 0), 0, cuddMake(sign * 7.0, sign * 0x1p-70),
                           cuddFromDouble(0.0));
            dd_element_set(c->type, getrf_case_at(c, c->A, c->lda, second, 0), 0, cuddMake(-7.0, 0x1p-70), cuddFromDouble(0.0));
        }
        dd_must(h, getrf_case_run(h, c), "ties");
        assert_int_equal(c->ipiv[0], first + 1);
        getrf_case_free(c);
    }
}

/* Columns that depend on earlier ones: U(k, k) is exactly 0, and the rest is still exact. */
static void singular(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 953);
    for (int q = 0; q < 2 * SIZES; q++)
    {
        struct getrf_case *c = factor_case(q, sizes[q / 2][0], sizes[q / 2][1]);
        struct factors f = factors_new(c->m, c->n, c->type == DDBLAS_TYPE_U, &g);
        const int64_t k = c->m < c->n ? c->m : c->n, bad = dd_random_int(&g, 0, k - 1);
        int64_t *rows = numbers(c->m);
        put_product(c, f);
        for (int64_t i = 0; i < c->m; i++) /* twice an earlier column, or 0 if there is none */
        {
            const struct dd_number a = dd_number_load(c->type, getrf_case_at(c, c->A, c->lda, i, bad / 2), 0);
            getrf_case_put(c, i, bad, bad ? 2.0 * a.re.x : 0.0, bad ? 2.0 * a.im.x : 0.0);
        }
        dd_must(h, getrf_case_run(h, c), "singular");
        assert_int_equal(c->info, bad + 1);
        assert_element(c, bad, bad, 0.0, 0.0);
        getrf_case_rows(c, rows);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                if (getrf_case_error(c, rows, i, j) > getrf_case_bound(c))
                    fail_msg("(%lld, %lld) of a singular matrix", (long long)i, (long long)j);
        free(rows);
        factors_free(f);
        getrf_case_free(c);
    }
}

/* A NaN becomes the pivot of its column. Columns before it are as they are without it, but for
 * exchanges of rows. */
static void nan_in_one_element(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 954);
    for (int q = 0; q < 2 * SIZES; q++)
    {
        struct getrf_case *c = factor_case(q, sizes[q / 2][0], sizes[q / 2][1]);
        getrf_case_fill(c, &g, 0, 0);
        const int64_t k = c->m < c->n ? c->m : c->n, j = dd_random_int(&g, 0, c->n - 1), i = dd_random_int(&g, 0, c->m - 1);
        int64_t *rows = numbers(c->m), place = 0;
        getrf_case_put(c, i, j, (double)NAN, 0.0);
        dd_must(h, getrf_case_run(h, c), "NaN");
        assert_int_equal(c->info, 0);
        getrf_case_rows(c, rows);
        while (rows[place] != i)
            place++;
        assert_true(cuddIsNan(result_at(c, place, j).re));
        assert_true(place <= j || j >= k);
        for (int64_t column = 0; column < c->n; column++)
            for (int64_t row = 0; row < c->m; row++)
                if (row < place && column != j)
                    assert_true(row >= column || cuddIsFinite(result_at(c, row, column).re));
        free(rows);
        getrf_case_free(c);
    }
}

/* gesv sets X to NaN when U is singular. */
static void no_solution(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 955);
    for (int q = 0; q < 8; q++)
    {
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[q % 2], DDBLAS_OP_N, q < 4 ? 20 : 140, q < 4 ? 20 : 140, 3, 1);
        getrf_case_fill(c, &g, 2, 0);
        for (int64_t i = 0; i < c->n; i++)
            getrf_case_put(c, i, 11, 0.0, 0.0);
        dd_must(h, getrf_case_run(h, c), "no solution");
        assert_int_equal(c->info, 12);
        for (int64_t e = 0; e < c->n * c->nrhs; e++)
        {
            const struct dd_number x = dd_number_load(c->type, getrf_case_at(c, c->result_B, c->ldb, e % c->n, e / c->n), 0);
            assert_true(cuddIsNan(x.re) && (c->type == DDBLAS_TYPE_W || cuddIsNan(x.im)));
        }
        getrf_case_free(c);
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
    const uint64_t seed = dd_random_seed(956);
    double largest[2] = {0.0, 0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t q = 0; q < (dd_test_scale() > 1 ? 2 : 4) * 2 * SIZES; q++)
    {
        const struct range r = ranges[(q / 2 + q / (2 * SIZES)) % 4];
        struct getrf_case *c = factor_case(q, sizes[q / 2 % SIZES][0], sizes[q / 2 % SIZES][1]);
        getrf_case_fill(c, &g, r.grade, r.common);
        largest[q % 2] = fmax(largest[q % 2], getrf_case_judge(h, c, &g, 60, r.what, seed));
        assert_int_equal(c->info, 0);
        getrf_case_free(c);
    }
    print_message("largest error of getrf: W %.3g, U %.3g units\n", largest[0], largest[1]);
}

/* gesv from A, and getrs with each letter from the factors. */
static void solutions(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(957);
    double largest[2] = {0.0, 0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t q = 0; q < 2 * SIZES; q++)
    {
        const int64_t n = sizes[q / 2][0] < 200 ? sizes[q / 2][0] : 200;
        const struct range r = ranges[q / 2 % 2];
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[q % 2], DDBLAS_OP_N, n, n, dd_random_int(&g, 1, 40), q % 3);
        getrf_case_fill(c, &g, r.grade, r.common);
        dd_must(h, getrf_case_run(h, c), "gesv");
        assert_int_equal(c->info, 0);
        largest[q % 2] = fmax(largest[q % 2], getrf_case_judge_solution(c, c, &g, 4, "gesv", seed));
        for (int trans = 0; trans < 3; trans++)
        {
            struct getrf_case *s = getrf_case_new(GETRF_SOLVE, c->type, (ddblasOperation_t)trans, n, n, c->nrhs, q % 3);
            memcpy(s->A, c->result_A, c->bytes_A);
            memcpy(s->B, c->B, c->bytes_B);
            memcpy(s->ipiv, c->ipiv, (size_t)n * sizeof *s->ipiv);
            dd_must(h, getrf_case_run(h, s), "getrs");
            largest[q % 2] = fmax(largest[q % 2], getrf_case_judge_solution(s, c, &g, 4, "getrs", seed));
            if (s->trans == DDBLAS_OP_N)
                assert_memory_equal(s->result_B, c->result_B, c->bytes_B);
            getrf_case_free(s);
        }
        getrf_case_free(c);
    }
    print_message("largest residual of gesv and getrs: W %.3g, U %.3g units\n", largest[0], largest[1]);
}

/* The judges see an error of 2^-40 in one element, and a wrong pivot. */
static void judges_bite(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 958);
    for (int q = 0; q < 2; q++)
    {
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[q], DDBLAS_OP_N, 40, 40, 2, 0);
        int64_t rows[40];
        getrf_case_fill(c, &g, 0, 0);
        dd_must(h, getrf_case_run(h, c), "bites");
        getrf_case_rows(c, rows);
        cuddreal *u = getrf_case_at(c, c->result_A, c->lda, 30, 30), *x = getrf_case_at(c, c->result_B, c->ldb, 7, 1);
        *x = cuddMulD(*x, 1.0 + 0x1p-40);
        assert_true(getrf_case_residual(c, c, rows, 7, 1) > getrf_case_residual_bound(c));
        *u = cuddMulD(*u, 1.0 + 0x1p-40);
        assert_true(getrf_case_error(c, rows, 30, 30) > getrf_case_bound(c));
        rows[3] = rows[4];
        assert_true(getrf_case_error(c, rows, 3, 3) > getrf_case_bound(c));
        getrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_factors), cmocka_unit_test(wilkinson),          cmocka_unit_test(ties),
        cmocka_unit_test(singular),      cmocka_unit_test(nan_in_one_element), cmocka_unit_test(no_solution),
        cmocka_unit_test(bounds),        cmocka_unit_test(solutions),          cmocka_unit_test(judges_bite),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("getrf", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("getrf, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("getrf, residue route", tests, set_up, close_handle);
    return failed;
}
