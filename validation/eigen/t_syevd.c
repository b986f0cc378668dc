/*
 * syevd in W and heevd in U, on the engine that DDBLAS_TEST_ENGINE names: residuals and
 * orthogonality from exact sums on all families, eigenvalues against MPFR and closed forms, small
 * orders, NaN and Inf; by refinement where that is possible, and by the direct route.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eigen/refined/refined.h"
#include "eigen_case.h"
#include "eigen_settings.h"
#include "handle.h"
#include "oracle_eigen.h"
#include "terms.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static struct eigen_case *new_case(ddblasType_t type, int upper, int64_t n, int64_t pad)
{
    return eigen_case_new(type, DDBLAS_EIG_MODE_VECTOR, upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, pad);
}

static double judge_family(ddblasType_t type, enum eigen_family family, int64_t n, int upper, uint64_t seed, int exact)
{
    struct dd_random g;
    dd_random_start(&g, seed + (uint64_t)(n * 64 + family));
    struct eigen_case *c = new_case(type, upper, n, family % 3);
    eigen_case_fill(c, &g, family);
    const double error = eigen_case_judge(h, c, eigen_family_name(family), seed, exact);
    eigen_case_free(c);
    return error;
}

/* ---- families -------------------------------------------------------------------------------- */

/* Orders up to 20, with eigenvalues by Jacobi's method in MPFR. */
static void small_families(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 7, 20};
    (void)state;
    const uint64_t seed = dd_random_seed(1101);
    double worst = 0.0;
    for (int s = 0; s < 5; s++)
        for (int family = 0; family < EIGEN_FAMILIES; family++)
            for (int t = 0; t < 2; t++)
                if ((s < 4 || t == family % 2 || dd_test_scale() == 1) &&
                    !dd_test_leaves_out((s * EIGEN_FAMILIES + family) * 2 + t))
                    worst =
                        fmax(worst, judge_family(types[t], (enum eigen_family)family, orders[s], (s + family + t) % 2, seed, 1));
    print_message("largest error: %.2f n u_w\n", worst);
}

/* Orders around the panels and the units of rows of both engines. */
static void families(void **state)
{
    static const int64_t orders[] = {31, 32, 33, 64, 65, 97};
    (void)state;
    const uint64_t seed = dd_random_seed(1102);
    const int step = dd_test_scale() > 1 ? 6 : 1;
    double worst = 0.0;
    for (int s = 0; s < 6; s++)
        for (int family = s % step; family < EIGEN_FAMILIES; family += step)
            worst = fmax(worst,
                         judge_family(types[(s + family / step) % 2], (enum eigen_family)family, orders[s], family % 2, seed, 0));
    print_message("largest error: %.2f n u_w\n", worst);
}

static void large(void **state)
{
    (void)state;
    /* In U an exact sum has four times as many products. */
    const int64_t orders[] = {dd_test_scale() > 1 ? 130 : 300, dd_test_scale() > 1 ? 130 : 200};
    double worst = 0.0;
    for (int k = 0; k < 4; k++)
        worst = fmax(worst, judge_family(types[k % 2], k < 2 ? EIGEN_RANDOM : EIGEN_CLUSTER_20, orders[k % 2], k / 2, 1103, 0));
    print_message("largest error: %.2f n u_w\n", worst);
}

/* ---- known eigenvalues ----------------------------------------------------------------------- */

static void known_spectra(void **state)
{
    static const enum eigen_family family[] = {EIGEN_121, EIGEN_MIN, EIGEN_CLEMENT};
    static const enum dd_spectrum spectrum[] = {DD_SPECTRUM_121, DD_SPECTRUM_MIN, DD_SPECTRUM_CLEMENT};
    static const int64_t orders[] = {5, 40, 101};
    (void)state;
    for (int k = 0; k < 18; k++)
    {
        const int64_t n = orders[k / 6];
        struct dd_random g;
        dd_random_start(&g, 1104);
        struct eigen_case *c = new_case(types[k / 3 % 2], k % 2, n, 0);
        c->jobz = DDBLAS_EIG_MODE_NOVECTOR;
        eigen_case_fill(c, &g, family[k % 3]);
        dd_must(h, eigen_case_run(h, c), "known eigenvalues");
        assert_int_equal(c->info, 0);
        const double error = dd_oracle_spectrum_error(spectrum[k % 3], n, c->w);
        if (!(error <= 4.0))
            fail_msg("%s, n = %lld: %g n u", eigen_family_name(family[k % 3]), (long long)n, error);
        eigen_case_free(c);
    }
}

/* Hilbert matrices: the largest and the smallest eigenvalue, the latter as far as an error of n u
 * leaves digits. */
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
        dd_random_start(&g, 1105);
        struct eigen_case *c = new_case(DDBLAS_TYPE_W, 0, known[k].n, 1);
        eigen_case_fill(c, &g, EIGEN_HILBERT);
        dd_must(h, eigen_case_run(h, c), "Hilbert");
        assert_true(fabs(c->w[0].x / known[k].smallest - 1.0) < 1e-13);
        assert_true(fabs(c->w[known[k].n - 1].x / known[k].largest - 1.0) < 1e-15);
        eigen_case_free(c);
    }
}

/* W21+ has pairs of eigenvalues that agree to 14 digits and more, and differ. */
static void wilkinson(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1106);
    struct eigen_case *c = new_case(DDBLAS_TYPE_W, 0, 21, 0);
    eigen_case_fill(c, &g, EIGEN_WILKINSON);
    (void)eigen_case_judge(h, c, "W21+", 0, 1);
    const double gap = cuddSub(c->w[20], c->w[19]).x;
    assert_true(fabs(c->w[20].x - 10.746194182903393) < 1e-14);
    assert_true(gap > 1e-14 && gap < 1e-13); /* 7e-14, J. H. Wilkinson, The Algebraic Eigenvalue Problem */
    eigen_case_free(c);
}

/* ---- without vectors ------------------------------------------------------------------------- */

/* The eigenvalues of every family agree with those of a call with vectors, which other tests judge,
 * within the sum of both bounds. */
static void values_alone(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1107);
    for (int family = 0; family < EIGEN_FAMILIES; family++)
    {
        if (dd_test_leaves_out(family))
            continue;
        struct eigen_case *c = new_case(types[family % 2], family / 2 % 2, family % 3 ? 37 : 66, 1);
        const int64_t n = c->n;
        eigen_case_fill(c, &g, (enum eigen_family)family);
        dd_must(h, eigen_case_run(h, c), "vectors");
        cuddreal *w = malloc((size_t)n * sizeof *w);
        assert_non_null(w);
        memcpy(w, c->w, (size_t)n * sizeof *w);
        c->jobz = DDBLAS_EIG_MODE_NOVECTOR;
        dd_must(h, eigen_case_run(h, c), "values");
        assert_int_equal(c->info, 0);
        const double norm = fmax(fabs(w[0].x), fabs(w[n - 1].x));
        for (int64_t k = 0; k < n; k++)
        {
            if (k > 0 && !cuddLe(c->w[k - 1], c->w[k]))
                fail_msg("%s: values alone are not ascending at %d", eigen_family_name((enum eigen_family)family), (int)k);
            if (!(fabs(cuddSub(w[k], c->w[k]).x) <= 8.0 * (double)n * 0x1p-104 * norm))
                fail_msg("%s: value %d differs by %.3g of the norm", eigen_family_name((enum eigen_family)family), (int)k,
                         fabs(cuddSub(w[k], c->w[k]).x) / norm);
        }
        free(w);
        eigen_case_free(c);
    }
}

/* ---- routes ---------------------------------------------------------------------------------- */

/* Vectors are refined; at small orders they come from the direct route. The choice is the same each
 * time. t_refined.c has more. */
static void routes(void **state)
{
    static const struct
    {
        enum eigen_family family;
        int type, n, refined;
    } known[] = {{EIGEN_RANDOM, 0, 50, 1},     {EIGEN_CLEMENT, 0, 33, 1},  {EIGEN_TINY, 0, 50, 1},      {EIGEN_HUGE, 0, 50, 1},
                 {EIGEN_CLUSTER_20, 0, 50, 1}, {EIGEN_MULTIPLE, 0, 50, 1}, {EIGEN_RANDOM, 1, 50, 1},    {EIGEN_RANDOM, 0, 31, 0},
                 {EIGEN_RANDOM, 1, 31, 0},     {EIGEN_HUGE, 1, 40, 1},     {EIGEN_CLUSTER_20, 1, 40, 1}};
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    {
        struct dd_random g;
        dd_random_start(&g, 1110);
        struct eigen_case *c = new_case(types[known[k].type], 0, known[k].n, 1);
        eigen_case_fill(c, &g, known[k].family);
        for (int turn = 0; turn < 2; turn++)
        {
            const int64_t before = ddblas_refined_count();
            (void)eigen_case_judge(h, c, eigen_family_name(known[k].family), 1110, 0);
            if (ddblas_refined_count() - before != known[k].refined)
                fail_msg("%s: refined %d", eigen_family_name(known[k].family), (int)(ddblas_refined_count() - before));
        }
        eigen_case_free(c);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

/* One NaN or Inf: info is n + 1, w is NaN, A is as it was. */
static void special_values(void **state)
{
    static const int64_t places[][2] = {{0, 0}, {5, 3}, {39, 39}, {39, 0}};
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1108);
    for (int k = 0; k < 32; k++)
    {
        struct eigen_case *c = new_case(types[k % 2], k / 2 % 2, 40, 1);
        eigen_case_fill(c, &g, EIGEN_RANDOM);
        eigen_assert_not_finite(h, c, places[k / 8], k % 8 < 4);
        eigen_case_free(c);
    }
}

/* The imaginary parts of a Hermitian diagonal are not read. */
static void imaginary_diagonal(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1109);
    struct eigen_case *c = new_case(DDBLAS_TYPE_U, 0, 35, 0);
    eigen_case_fill(c, &g, EIGEN_RANDOM);
    for (int64_t k = 0; k < 35; k++)
        ((cuddcomplex *)c->A)[k + k * c->lda].y = cuddNan();
    (void)eigen_case_judge(h, c, "imaginary parts on the diagonal", 1109, 0);
    eigen_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_families),     cmocka_unit_test(families), cmocka_unit_test(large),
        cmocka_unit_test(known_spectra),      cmocka_unit_test(hilbert),  cmocka_unit_test(wilkinson),
        cmocka_unit_test(values_alone),       cmocka_unit_test(routes),   cmocka_unit_test(special_values),
        cmocka_unit_test(imaginary_diagonal),
    };
    const struct CMUnitTest direct[] = {
        cmocka_unit_test(families),
        cmocka_unit_test(large),
    };
    choose_tests();
    int failed = cmocka_run_group_tests_name("syevd", tests, open_handle, close_handle);
    ddblas_refined_allow(0);
    failed += cmocka_run_group_tests_name("syevd, direct route", direct, open_handle, close_handle);
    return failed;
}
