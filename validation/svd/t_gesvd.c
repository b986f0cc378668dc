/*
 * gesvd in W and U, on the engine that DDBLAS_TEST_ENGINE names: residuals and orthogonality on all
 * families and shapes and singular values by MPFR, small singular values, values alone, full
 * vectors, NaN and Inf.
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
#include "oracle_svd.h"
#include "svd_case.h"
#include "svd_settings.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static double judge_family(ddblasType_t type, enum svd_family family, int64_t m, int64_t n, int full, uint64_t seed, int exact)
{
    struct dd_random g;
    const ddblasSvdMode_t job = full ? DDBLAS_SVD_MODE_FULL : DDBLAS_SVD_MODE_THIN;
    dd_random_start(&g, seed + (uint64_t)((m + n) * 64 + family));
    struct svd_case *c = svd_case_new(type, job, job, m, n, family % 3);
    svd_case_fill(c, &g, family);
    const double error = svd_case_judge(h, c, svd_family_name(family), seed, exact);
    svd_case_free(c);
    return error;
}

/* ---- families -------------------------------------------------------------------------------- */

/* Orders up to 20, with singular values by Jacobi's method in MPFR. */
static void small_families(void **state)
{
    static const int64_t shapes[][2] = {{1, 1}, {2, 2}, {3, 3}, {7, 7}, {5, 1}, {1, 6}, {9, 4}, {3, 8}, {20, 20}, {24, 16}};
    (void)state;
    const uint64_t seed = dd_random_seed(2901);
    double worst = 0.0;
    for (int k = 0; k < 10; k++)
        for (int family = 0; family < SVD_FAMILIES; family++)
            for (int t = 0; t < 2; t++)
                if ((k < 8 || t == family % 2 || dd_test_scale() == 1) &&
                    !dd_test_leaves_out((k * SVD_FAMILIES + family) * 2 + t))
                    worst = fmax(worst, judge_family(types[t], (enum svd_family)family, shapes[k][0], shapes[k][1],
                                                     (k + family) % 2, seed, k < 8 || t == family % 2));
    print_message("largest error: %.2f max(m, n) u_w\n", worst);
}

/* Orders around that of Jacobi's method and the leaves of the eigensolver. */
static void families(void **state)
{
    static const int64_t shapes[][2] = {{31, 31}, {32, 40}, {33, 33}, {64, 64}, {66, 65}, {97, 97}, {40, 130}, {150, 35}};
    (void)state;
    const uint64_t seed = dd_random_seed(2902);
    const int step = dd_test_scale() > 1 ? 9 : 1;
    double worst = 0.0;
    for (int k = 0; k < 8; k++)
        for (int family = k % step; family < SVD_FAMILIES; family += step)
            worst = fmax(worst, judge_family(types[(k + family / step) % 2], (enum svd_family)family, shapes[k][0], shapes[k][1],
                                             0, seed, 0));
    print_message("largest error: %.2f max(m, n) u_w\n", worst);
}

static void large(void **state)
{
    (void)state;
    const int64_t n = dd_test_scale() > 1 ? 100 : 150;
    double worst = 0.0;
    for (int k = 0; k < 4; k++)
        worst = fmax(worst, judge_family(types[k % 2], k < 2 ? SVD_RANDOM : SVD_DEFICIENT_9, n, n - k / 2, 0, 2903, 0));
    print_message("largest error: %.2f max(m, n) u_w\n", worst);
}

/* Long and narrow, in both directions; thin, full, and one side alone. */
static void long_shapes(void **state)
{
    static const int64_t shapes[][2] = {{70, 3}, {3, 70}, {257, 1}, {1, 257}, {120, 33}, {33, 120}};
    (void)state;
    double worst = 0.0;
    for (int k = 0; k < 6; k++)
        for (int family = SVD_RANDOM; family < SVD_FAMILIES; family += 6)
            if (!dd_test_leaves_out(k * SVD_FAMILIES + family))
                worst = fmax(worst, judge_family(types[(k + family / 6) % 2], (enum svd_family)family, shapes[k][0], shapes[k][1],
                                                 k < 2, 2904, 0));
    print_message("largest error: %.2f max(m, n) u_w\n", worst);
}

/* At least four times as long as narrow, which tsqr factors in W: graded, deficient and nearly
 * dependent columns, columns of zeros, and the ends of the range. With full vectors geqrf factors
 * the same matrix, and its singular values are the same within the sum of both bounds. */
static void tall(void **state)
{
    static const int64_t shapes[][2] = {{160, 40}, {36, 200}, {500, 7}, {8, 300}};
    static const enum svd_family chosen[] = {SVD_RANDOM,      SVD_GEOMETRIC,   SVD_DEFICIENT_9, SVD_ZERO_COLUMNS,
                                             SVD_VANDERMONDE, SVD_LAEUCHLI,    SVD_GRADED_ROWS, SVD_GRADED_COLUMNS,
                                             SVD_ZERO,        SVD_ONE_ELEMENT, SVD_TINY,        SVD_HUGE};
    (void)state;
    double worst = 0.0;
    for (int k = 0; k < 48; k++)
    {
        const int64_t m = shapes[k % 4][0], n = shapes[k % 4][1], longest = m > n ? m : n;
        const enum svd_family family = chosen[k / 4];
        if (dd_test_scale() > 1 && (k + k / 4) % 4)
            continue;
        worst = fmax(worst, judge_family(DDBLAS_TYPE_W, family, m, n, 0, 2911, 0));
        if (k % 4 < 2)
            continue;
        struct svd_case *c[2];
        for (int full = 0; full < 2; full++)
        {
            struct dd_random g;
            const ddblasSvdMode_t job = full ? DDBLAS_SVD_MODE_FULL : DDBLAS_SVD_MODE_THIN;
            c[full] = svd_case_new(DDBLAS_TYPE_W, job, job, m, n, 0);
            dd_random_start(&g, 2911);
            svd_case_fill(c[full], &g, family);
            dd_must(h, svd_case_run(h, c[full]), "tall");
        }
        for (int64_t j = 0; j < c[0]->order; j++)
            assert_true(fabs(cuddSub(c[0]->s[j], c[1]->s[j]).x) <= 8.0 * (double)longest * 0x1p-104 * c[0]->s[0].x);
        svd_case_free(c[0]);
        svd_case_free(c[1]);
    }
    print_message("largest error: %.2f max(m, n) u_w\n", worst);
}

/* ---- small singular values ------------------------------------------------------------------- */

/* Orders of Jacobi's method. With A = B D, D diagonal and B of moderate condition, each value has a
 * small relative error; k = min(m, n). The bound is k u_w times a condition of B of 100. */
static void small_values(void **state)
{
    static const int64_t shapes[][2] = {{6, 6}, {20, 20}, {32, 32}, {30, 12}, {12, 30}};
    (void)state;
    double worst = 0.0;
    for (int k = 0; k < 20; k++)
    {
        struct dd_random g;
        const int64_t m = shapes[k % 5][0], n = shapes[k % 5][1], wide = m < n;
        struct svd_case *c = svd_case_new(types[k / 5 % 2], DDBLAS_SVD_MODE_NONE, DDBLAS_SVD_MODE_NONE, m, n, 0);
        dd_random_start(&g, 2905);
        /* Orthogonal columns, and an order of the grades that is not sorted. */
        svd_case_fill(c, &g, k < 10 ? SVD_ORTHOGONAL : SVD_UNIFORM);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++)
            {
                const struct dd_parts a = dd_parts_load(c->type, svd_case_at(c, i, j), 0);
                const int e = -(int)(7 * (wide ? i : j) % 31) * 9;
                dd_element_set(c->type, svd_case_at(c, i, j), 0, cuddLdexp(cuddMake(a.re[0], a.re[1]), e),
                               cuddLdexp(cuddMake(a.im[0], a.im[1]), e));
            }
        dd_must(h, svd_case_run(h, c), "small values");
        assert_int_equal(c->info, 0);
        assert_true(cuddLt(c->s[c->order - 1], cuddMulD(c->s[0], 1e-8)));
        worst = fmax(worst, dd_oracle_singular_value_error(c->type, m, n, c->A, c->s).relative);
        svd_case_free(c);
    }
    print_message("largest relative error: %.2f min(m, n) u_w\n", worst);
    assert_true(worst <= 100.0);
}

/* Hilbert matrices: the smallest singular value, which is an eigenvalue. */
static void hilbert(void **state)
{
    static const struct
    {
        int64_t n;
        double smallest, largest;
    } known[] = {{8, 1.1115389663724424e-10, 1.6959389969219496}, {12, 1.0479463979622267e-16, 1.7953720595619973}};
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        struct dd_random g;
        const int64_t n = known[k].n;
        dd_random_start(&g, 2906);
        struct svd_case *c = svd_case_new(DDBLAS_TYPE_W, DDBLAS_SVD_MODE_NONE, DDBLAS_SVD_MODE_NONE, n, n, 1);
        svd_case_fill(c, &g, SVD_HILBERT);
        dd_must(h, svd_case_run(h, c), "Hilbert");
        assert_true(fabs(c->s[n - 1].x / known[k].smallest - 1.0) < 1e-13);
        assert_true(fabs(c->s[0].x / known[k].largest - 1.0) < 1e-15);
        svd_case_free(c);
    }
}

/* Exact ranks: the singular values beyond the rank are rounding errors, the others are not. */
static void ranks(void **state)
{
    static const int64_t orders[] = {12, 30, 40, 90};
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        struct dd_random g;
        const int64_t n = orders[k / 2];
        dd_random_start(&g, 2907);
        struct svd_case *c = svd_case_new(types[k % 2], DDBLAS_SVD_MODE_NONE, DDBLAS_SVD_MODE_NONE, n, n, 0);
        svd_case_fill(c, &g, SVD_INTEGERS); /* rank 3 */
        dd_must(h, svd_case_run(h, c), "rank 3");
        assert_true(c->s[2].x > 1e-3 * c->s[0].x);
        assert_true(c->s[3].x <= 4.0 * (double)n * 0x1p-104 * c->s[0].x);
        svd_case_free(c);
    }
}

/* ---- without vectors ------------------------------------------------------------------------- */

/* Every combination of modes gives the values of a call with all vectors, which other tests judge,
 * within the sum of both bounds, and the same vectors up to the same. */
static void modes(void **state)
{
    (void)state;
    for (int family = 0; family < SVD_FAMILIES; family++)
    {
        if (dd_test_leaves_out(family))
            continue;
        struct dd_random g;
        const int64_t m = family % 2 ? 41 : 24, n = family % 3 == 0 ? 50 : 19 + family % 3 * 16, order = m < n ? m : n;
        struct svd_case *all = svd_case_new(types[family / 2 % 2], DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, m, n, 0);
        dd_random_start(&g, 2908);
        svd_case_fill(all, &g, (enum svd_family)family);
        (void)svd_case_judge(h, all, svd_family_name((enum svd_family)family), 2908, 0);
        for (int mode = 0; mode < 9; mode++)
        {
            struct svd_case *c = svd_case_new(all->type, (ddblasSvdMode_t)(mode / 3), (ddblasSvdMode_t)(mode % 3), m, n, 1);
            dd_random_start(&g, 2908);
            svd_case_fill(c, &g, (enum svd_family)family);
            dd_must(h, svd_case_run(h, c), "modes");
            assert_int_equal(c->info, 0);
            for (int64_t j = 0; j < order; j++)
                if (!(fabs(cuddSub(all->s[j], c->s[j]).x) <= 8.0 * (double)(m > n ? m : n) * 0x1p-104 * all->s[0].x) ||
                    (j > 0 && cuddLt(c->s[j - 1], c->s[j])))
                    fail_msg("%s, modes %d %d: value %d", svd_family_name((enum svd_family)family), mode / 3, mode % 3, (int)j);
            svd_case_free(c);
        }
        svd_case_free(all);
    }
}

/* U without V and V without U have the bits of a call with both. */
static void one_side(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        struct dd_random g;
        const int64_t m = k / 2 % 2 ? 50 : 12, n = k / 4 ? 20 : 61;
        const ddblasSvdMode_t thin = DDBLAS_SVD_MODE_THIN, none = DDBLAS_SVD_MODE_NONE;
        struct svd_case *c[3] = {svd_case_new(types[k % 2], thin, thin, m, n, 0), svd_case_new(types[k % 2], thin, none, m, n, 0),
                                 svd_case_new(types[k % 2], none, thin, m, n, 0)};
        for (int i = 0; i < 3; i++)
        {
            dd_random_start(&g, 2909);
            svd_case_fill(c[i], &g, SVD_RANDOM);
            dd_must(h, svd_case_run(h, c[i]), "one side");
            assert_memory_equal(c[i]->s, c[0]->s, c[0]->values);
        }
        assert_memory_equal(c[1]->U, c[0]->U, c[0]->u);
        assert_memory_equal(c[2]->VT, c[0]->VT, c[0]->vt);
        for (int i = 0; i < 3; i++)
            svd_case_free(c[i]);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

/* One NaN or Inf: info is min(m, n) + 1, s is NaN, U and VT are as they were. */
static void special_values(void **state)
{
    static const int64_t shapes[][2] = {{40, 40}, {20, 7}, {8, 36}};
    (void)state;
    for (int k = 0; k < 24; k++)
    {
        struct dd_random g;
        const int64_t m = shapes[k % 3][0], n = shapes[k % 3][1];
        struct svd_case *c = svd_case_new(types[k / 3 % 2], DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_FULL, m, n, 1);
        dd_random_start(&g, 2910);
        svd_case_fill(c, &g, SVD_RANDOM);
        svd_assert_not_finite(h, c, k / 12, k % 2, k / 6 % 2);
        svd_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_families), cmocka_unit_test(families),       cmocka_unit_test(large),
        cmocka_unit_test(long_shapes),    cmocka_unit_test(tall),           cmocka_unit_test(small_values),
        cmocka_unit_test(hilbert),        cmocka_unit_test(ranks),          cmocka_unit_test(modes),
        cmocka_unit_test(one_side),       cmocka_unit_test(special_values),
    };
    choose_tests();
    return cmocka_run_group_tests_name("gesvd", tests, open_handle, close_handle);
}
