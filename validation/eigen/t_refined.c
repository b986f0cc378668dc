/*
 * Vectors in W and U by refinement of vectors in double, on the engine that DDBLAS_TEST_ENGINE
 * names: residuals and orthogonality from exact sums on all families, and which route each takes;
 * clusters of columns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "eigen/refined/refined.h"
#include "eigen_case.h"
#include "engine.h"
#include "handle.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

/* Judges a call with the bounds of dd/eigen.h, and demands the route. Returns the largest error. */
static double judge(ddblasType_t type, enum eigen_family family, int64_t n, int refined, uint64_t seed)
{
    struct dd_random g;
    dd_random_start(&g, seed + (uint64_t)(n * 64 + family));
    const ddblasFillMode_t uplo = family % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
    struct eigen_case *c = eigen_case_new(type, DDBLAS_EIG_MODE_VECTOR, uplo, n, family % 3);
    eigen_case_fill(c, &g, family);
    const int64_t before = ddblas_refined_count();
    const double error = eigen_case_judge(h, c, eigen_family_name(family), seed, 0);
    if (ddblas_refined_count() - before != refined)
        fail_msg("%c, %s, n=%d: refined %d", dd_type_letter(type), eigen_family_name(family), (int)n, !refined);
    eigen_case_free(c);
    return error;
}

/* ---- families -------------------------------------------------------------------------------- */

/* Up to 64 columns every matrix is refined, whatever its clusters are. */
static void families(void **state)
{
    static const int64_t orders[] = {33, 32, 50, 64};
    (void)state;
    double worst = 0.0;
    for (int s = 0; s < (dd_test_scale() > 1 ? 1 : 4); s++)
        for (int family = 0; family < EIGEN_FAMILIES; family++)
            for (int t = 0; t < 2; t++)
                if (!dd_test_leaves_out((s * EIGEN_FAMILIES + family) * 2 + t))
                    worst = fmax(worst, judge(types[t], (enum eigen_family)family, orders[s], 1, 1130));
    print_message("largest error: %.2f n u_w\n", worst);
}

/* A cluster of more than 64 columns is refined if its eigenvalues are equal in W, or if it has at
 * most about 0.7 n columns, as that of the geometric sequence; others take the direct route. */
static void large_clusters(void **state)
{
    static const struct
    {
        enum eigen_family family;
        int n, refined;
    } known[] = {{EIGEN_MULTIPLE, 140, 1}, {EIGEN_RANK_ONE, 90, 1}, {EIGEN_ZERO, 90, 1},        {EIGEN_GLUED, 140, 1},
                 {EIGEN_OUTLIER, 90, 0},   {EIGEN_IDENTITY, 90, 0}, {EIGEN_CLUSTER_20, 100, 1}, {EIGEN_GEOMETRIC, 150, 1}};
    (void)state;
    double worst = 0.0;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        for (int t = 0; t < 2; t++)
            if (!dd_test_leaves_out((int64_t)(2 * k) + t))
                worst = fmax(worst, judge(types[t], known[k].family, known[k].n, known[k].refined, 1131));
    print_message("largest error: %.2f n u_w\n", worst);
}

/* Nearly diagonal matrices: products by residues treat the large elements of the vectors apart, on
 * the CUDA engine, and the bounds are the same. Vectors without large elements stay whole. */
static void large_elements(void **state)
{
    static const struct
    {
        enum eigen_family family;
        int apart;
    } known[] = {{EIGEN_ARITHMETIC, 1}, {EIGEN_CLUSTER_20, 1}, {EIGEN_DIAGONAL, 1}, {EIGEN_RANDOM, 0}};
    (void)state;
    const int on_device = dd_test_engine() == DDBLAS_ENGINE_CUDA;
    double worst = 0.0;
    dd_must(h, ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_RESIDUES), "route");
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        for (int t = 0; t < 2; t++)
        {
            if (dd_test_leaves_out((int64_t)(2 * k) + t))
                continue;
            const int64_t before = ddblas_refined_apart_count();
            worst = fmax(worst, judge(types[t], known[k].family, 140, 1, 1133));
            assert_int_equal(ddblas_refined_apart_count() > before, known[k].apart && on_device);
        }
    dd_must(h, ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_AUTO), "route");
    print_message("largest error: %.2f n u_w\n", worst);
}

/* The direct route judged by the same cases. */
static void without_refinement(void **state)
{
    (void)state;
    ddblas_refined_allow(0);
    for (int family = 0; family<EIGEN_FAMILIES; family += dd_test_scale()> 1 ? 7 : 1)
        (void)judge(types[family % 2], (enum eigen_family)family, 40, 0, 1132);
    ddblas_refined_allow(1);
}

/* ---- clusters -------------------------------------------------------------------------------- */

static void check_clusters(int64_t n, const double *values, double gap, const struct ddblas_refined_member *expected,
                           int64_t numbers)
{
    struct ddblas_refined_member members[200];
    cuddreal wide[200] = {{0.0, 0.0}};
    for (int64_t j = 0; j < n; j++)
        wide[j] = cuddFromDouble(values[j]);
    assert_int_equal(ddblas_refined_clusters(n, wide, gap, members), numbers);
    for (int64_t j = 0; j < n; j++)
    {
        assert_int_equal(members[j].first, expected[j].first);
        assert_int_equal(members[j].count, expected[j].count);
        assert_int_equal(members[j].at, expected[j].at);
    }
}

/* Chains are clusters, disorder does not part them, and more than 64 columns have no place. */
static void chains(void **state)
{
    static const double values[] = {0.0, 2.0, 3.0, 2.5, 3.5, 7.0, 8.0, 20.0};
    static const struct ddblas_refined_member expected[] = {{0, 1, -1}, {1, 4, 0},  {1, 4, 0},  {1, 4, 0},
                                                            {1, 4, 0},  {5, 2, 20}, {5, 2, 20}, {7, 1, -1}};
    struct ddblas_refined_member one[65];
    double equal[65] = {0.0};
    (void)state;
    check_clusters(8, values, 1.0, expected, 26);
    for (int64_t count = 64; count <= 65; count++)
    {
        for (int64_t j = 0; j < count; j++)
            one[j] = (struct ddblas_refined_member){0, count, count == 64 ? 0 : -1};
        check_clusters(count, equal, 0.0, one, count == 64 ? 64 * 65 : 0);
    }
}

/* The Q of a 2 x 2 cluster: S = (0 s; s 0) has the eigenvalues -s and s, with vectors (1, -1) and
 * (1, 1) over sqrt(2), and B = b I makes them 1 / sqrt(b) times as long. */
static void small_cluster(void **state)
{
    static const struct ddblas_refined_member members[] = {{0, 2, 0}, {0, 2, 0}};
    (void)state;
    const double b = 1.0 + 0x1p-20;
    const cuddreal zero = cuddFromDouble(0.0), s = cuddFromDouble(0x1p-70), square = cuddFromDouble(b);
    cuddreal small[6] = {zero, s, square, zero, zero, square}, work[18];
    assert_true(ddblas_refined_diagonalise(h, DDBLAS_TYPE_W, 2, members, small, 0x1p-106, work));
    const cuddreal length = cuddSqrt(cuddDDiv(0.5, square));
    for (int e = 0; e < 4; e++)
        assert_true(fabs(cuddSub(cuddFabs(small[e]), length).x) <= 0x1p-100);
    assert_true(small[0].x * small[1].x < 0.0 && small[2].x * small[3].x > 0.0);
    /* B far from the identity is refused. */
    cuddreal far[6] = {zero, s, cuddFromDouble(2.0), zero, zero, cuddFromDouble(2.0)};
    assert_false(ddblas_refined_diagonalise(h, DDBLAS_TYPE_W, 2, members, far, 0x1p-106, work));
}

/* The same in U with S = (0 s w; s conj(w) 0), |w| = 1: the first column is (1, -conj(w)) and the
 * second one (1, conj(w)), up to phases. */
static void small_complex_cluster(void **state)
{
    static const struct ddblas_refined_member members[] = {{0, 2, 0}, {0, 2, 0}};
    (void)state;
    const cuddcomplex zero = cuddcFromDoubles(0.0, 0.0), one = cuddcFromDoubles(1.0, 0.0);
    const cuddcomplex w = cuddcDivReal(cuddcFromDoubles(3.0, 4.0), cuddFromDouble(5.0));
    const cuddcomplex s = cuddcLdexp(w, -70);
    cuddcomplex small[6] = {zero, cuddcConj(s), one, zero, zero, one}, work[18];
    assert_true(ddblas_refined_diagonalise(h, DDBLAS_TYPE_U, 2, members, small, 0x1p-106, work));
    for (int column = 0; column < 2; column++)
    {
        const cuddcomplex *q = small + 2 * column;
        const cuddcomplex ratio = cuddcDiv(q[1], q[0]), expected = column == 0 ? cuddcNeg(cuddcConj(w)) : cuddcConj(w);
        assert_true(cuddcAbs(cuddcSub(ratio, expected)).x <= 0x1p-99);
        assert_true(fabs(cuddSub(cuddcNorm(q[0]), cuddFromDouble(0.5)).x) <= 0x1p-100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families),
        cmocka_unit_test(large_elements),
        cmocka_unit_test(large_clusters),
        cmocka_unit_test(without_refinement),
        cmocka_unit_test(chains),
        cmocka_unit_test(small_cluster),
        cmocka_unit_test(small_complex_cluster),
    };
    choose_tests();
    return cmocka_run_group_tests_name("refined", tests, open_handle, close_handle);
}
