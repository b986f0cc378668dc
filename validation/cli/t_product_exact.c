/*
 * The judgement of `ddblas verify`: errors of known size get the digits and the part of the bound
 * that they have, and an error above the bound is seen. White box: cli/product_exact.c,
 * cli/orthogonal_exact.c, and the rounding of cli/matrix.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "../../cli/orthogonal.h"
#include "../../cli/product.h"

/* y = 2 A x + y, A = (1 .; 3 -1) lower, x = (1, 2), y = (4, 5): A x = (7, 1), the answer (18, 7),
 * and |alpha| |A| |x| + |beta| |y| = 2 (7, 5) + (4, 5) = (18, 15). The element above the diagonal
 * is NaN. */
static cuddreal A[4] = {{1, 0}, {3, 0}, {NAN, 0}, {-1, 0}}, x[2] = {{1, 0}, {2, 0}}, y[2] = {{4, 0}, {5, 0}};

static ddblasHostMatrix matrix(ddblasType_t type, int64_t m, int64_t n, void *data)
{
    return (ddblasHostMatrix){type, DDBLAS_SYMMETRY_GENERAL, m, n, m, data};
}

static struct cli_product make_product(void)
{
    struct cli_product p = {.routine = &cli_symv_routine,
                            .type = DDBLAS_TYPE_W,
                            .uplo = DDBLAS_FILL_MODE_LOWER,
                            .m = 2,
                            .n = 1,
                            .k = 2,
                            .alpha = {{2, 0}},
                            .beta = {{1, 0}}};
    p.A = matrix(DDBLAS_TYPE_W, 2, 2, A);
    p.B = matrix(DDBLAS_TYPE_W, 2, 1, x);
    p.C = matrix(DDBLAS_TYPE_W, 2, 1, y);
    return p;
}

static void compare(cuddreal first, cuddreal second, double d_first, double d_second, struct cli_accuracy accuracy[2])
{
    cuddreal w[2] = {first, second};
    double d[2] = {d_first, d_second};
    const struct cli_product p = make_product();
    const ddblasHostMatrix results[2] = {matrix(DDBLAS_TYPE_W, 2, 1, w), matrix(DDBLAS_TYPE_D, 2, 1, d)};
    struct cli_candidate c[2];
    for (int k = 0; k < 2; k++)
        c[k] = (struct cli_candidate){.result = &results[k], .bound = cli_product_bound(&p, results[k].type)};
    assert_int_equal(cli_product_compare(&p, c, 2, 2), CLI_OK);
    accuracy[0] = c[0].accuracy;
    accuracy[1] = c[1].accuracy;
}

static void near(double got, double expected) { assert_true(fabs(got - expected) <= 1e-12 * fabs(expected)); }

static void exact_results(void **state)
{
    (void)state;
    struct cli_accuracy a[2];
    compare(cuddFromDouble(18), cuddFromDouble(7), 18.0, 7.0, a);
    for (int k = 0; k < 2; k++)
    {
        assert_true(isinf(a[k].worst) && isinf(a[k].median) && isinf(a[k].norm));
        assert_true(a[k].bound_ratio == 0.0);
    }
}

static void known_errors(void **state)
{
    (void)state;
    struct cli_accuracy a[2];
    compare(cuddMake(18, 0x1p-90), cuddMake(7, -0x1p-95), 18.0 + 0x1p-40, 7.0, a);
    near(a[0].worst, -log10(0x1p-90 / 18));
    near(a[0].median, -log10(0x1p-90 / 18));
    near(a[0].norm, -log10(0x1p-90 / 18));
    near(a[0].bound_ratio, 0x1p-90 / (10 * 0x1p-104 * 18));
    near(a[1].worst, -log10(0x1p-40 / 18));
    near(a[1].bound_ratio, 0x1p-40 / (10 * 0x1p-53 * 18));
}

/* An error of 11/10 of the bound is above it, one of 9/10 is not: the bound of component 1 is 150 *
 * 2^-104. */
static void around_the_bound(void **state)
{
    (void)state;
    struct cli_accuracy a[2];
    compare(cuddFromDouble(18), cuddMake(7, 165 * 0x1p-104), 18.0, 7.0, a);
    assert_true(a[0].bound_ratio > 1.0);
    near(a[0].bound_ratio, 1.1);
    compare(cuddFromDouble(18), cuddMake(7, 135 * 0x1p-104), 18.0, 7.0, a);
    near(a[0].bound_ratio, 0.9);
}

static void not_a_number(void **state)
{
    (void)state;
    struct cli_accuracy a[2];
    compare(cuddNan(), cuddFromDouble(7), NAN, INFINITY, a);
    for (int k = 0; k < 2; k++)
        assert_true(a[k].worst == 0.0 && a[k].norm == 0.0 && isinf(a[k].bound_ratio));
}

/* A = (. 1+2i; . 3) upper and Hermitian, its diagonal's imaginary part not read: A = (1 1+2i; 1-2i
 * 3), x = (i, 2): A x = (2 + 5i, 8 + i), |A| |x| = (1 + 2 sqrt 5, 6 + sqrt 5). */
static void hermitian(void **state)
{
    (void)state;
    cuddcomplex a[4] = {{{1, 0}, {7, 0}}, {{NAN, 0}, {0, 0}}, {{1, 0}, {2, 0}}, {{3, 0}, {-7, 0}}};
    cuddcomplex v[2] = {{{0, 0}, {1, 0}}, {{2, 0}, {0, 0}}};
    cuddcomplex u[2] = {{{2, 0}, {5, 0}}, {{8, 0x1p-80}, {1, 0}}};
    ddblasDoubleComplex z[2] = {{2.0, 5.0 + 0x1p-30}, {8.0, 1.0}};
    struct cli_product p = {.routine = &cli_symv_routine,
                            .type = DDBLAS_TYPE_U,
                            .hermitian = 1,
                            .uplo = DDBLAS_FILL_MODE_UPPER,
                            .m = 2,
                            .n = 1,
                            .k = 2,
                            .alpha = {{1, 0}}};
    p.A = matrix(DDBLAS_TYPE_U, 2, 2, a);
    p.B = matrix(DDBLAS_TYPE_U, 2, 1, v);
    const ddblasHostMatrix results[2] = {matrix(DDBLAS_TYPE_U, 2, 1, u), matrix(DDBLAS_TYPE_Z, 2, 1, z)};
    struct cli_candidate c[2] = {{.result = &results[0], .bound = cli_product_bound(&p, DDBLAS_TYPE_U)},
                                 {.result = &results[1], .bound = cli_product_bound(&p, DDBLAS_TYPE_Z)}};
    assert_int_equal(cli_product_compare(&p, c, 2, 2), CLI_OK);
    near(c[0].accuracy.worst, -log10(0x1p-80 / sqrt(65.0)));
    near(c[0].accuracy.bound_ratio, 0x1p-80 / (10 * sqrt(8.0) * 0x1p-104 * (6 + sqrt(5.0))));
    near(c[1].accuracy.worst, -log10(0x1p-30 / sqrt(29.0)));
    near(c[1].accuracy.bound_ratio, 0x1p-30 / (10 * sqrt(8.0) * 0x1p-53 * (1 + 2 * sqrt(5.0))));
}

/* C = A^T B^H: A is transposed without conjugation, B with it; each element is one product. */
static void operations(void **state)
{
    (void)state;
    cuddcomplex a[2] = {{{1, 0}, {0, 0}}, {{0, 0}, {1, 0}}}; /* 1 x 2: op(A) is 2 x 1 */
    cuddcomplex b[2] = {{{2, 0}, {1, 0}}, {{3, 0}, {0, 0}}}; /* 2 x 1: op(B) = (2 - i, 3) */
    /* (2 - i, 3; i (2 - i), 3 i) by columns, the last element with an error of 2^-40 of its
     * modulus */
    ddblasDoubleComplex z[4] = {{2.0, -1.0}, {1.0, 2.0}, {3.0, 0.0}, {0.0, 3.0 + 3 * 0x1p-40}};
    struct cli_product p = {.routine = &cli_gemm_routine,
                            .type = DDBLAS_TYPE_U,
                            .transa = DDBLAS_OP_T,
                            .transb = DDBLAS_OP_C,
                            .m = 2,
                            .n = 2,
                            .k = 1,
                            .alpha = {{1, 0}}};
    p.A = matrix(DDBLAS_TYPE_U, 1, 2, a);
    p.B = matrix(DDBLAS_TYPE_U, 2, 1, b);
    const ddblasHostMatrix result = matrix(DDBLAS_TYPE_Z, 2, 2, z);
    struct cli_candidate c = {.result = &result, .bound = cli_product_bound(&p, DDBLAS_TYPE_Z)};
    assert_int_equal(cli_product_compare(&p, &c, 1, 4), CLI_OK);
    near(c.accuracy.worst, -log10(0x1p-40));
    assert_true(isinf(c.accuracy.median));
    near(c.accuracy.bound_ratio, 0x1p-40 / (9 * sqrt(8.0) * 0x1p-53));
    p.transb = DDBLAS_OP_T;
    assert_int_equal(cli_product_compare(&p, &c, 1, 4), CLI_OK);
    assert_true(c.accuracy.bound_ratio > 1e10);
}

/* Q = (1 + e) times the first n columns of I, R = I and A = Q: Q^H Q - I = d I with d = 2 e + e^2,
 * each column of it is d long and its Frobenius norm is sqrt(n) d, also where only some of the
 * columns are compared. */
static void orthogonality_of(int64_t m, int64_t n, double e, struct cli_qr_accuracy *accuracy)
{
    ddblasHostMatrix Q = {0}, R = {0};
    assert_int_equal(cli_matrix_init(&Q, DDBLAS_TYPE_W, m, n), CLI_OK);
    assert_int_equal(cli_matrix_init(&R, DDBLAS_TYPE_W, n, n), CLI_OK);
    for (int64_t j = 0; j < n; j++)
    {
        *(cuddreal *)cli_element(&Q, j, j) = cuddMake(1.0, e);
        *(cuddreal *)cli_element(&R, j, j) = cuddFromDouble(1.0);
    }
    *accuracy = cli_qr_compare(&Q, &Q, &R);
    ddblasHostMatrixFree(&Q);
    ddblasHostMatrixFree(&R);
}

/* dd/tsqr.h promises 4 n u for the Frobenius norm. With d = 2.5 n u every column is within it and
 * the whole is not, as sqrt(n) 2.5 > 4 from n = 4 on. */
static void columns_within_the_bound_and_not_the_norm(void **state)
{
    (void)state;
    static const struct
    {
        int64_t m, n, columns;
    } cases[] = {{4, 4, 4}, {9, 8, 8}, {30, 25, 25}, {1 << 16, 16, 4}}; /* the last one is too large for all columns */
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        const double n = (double)cases[k].n, unit = cli_unit(DDBLAS_TYPE_W), d = 2.5 * n * unit;
        struct cli_qr_accuracy a;
        orthogonality_of(cases[k].m, cases[k].n, d / 2.0, &a);
        assert_int_equal(a.columns, cases[k].columns);
        near(a.orthogonality, sqrt(n) * d);
        assert_true(a.orthogonality > 4.0 * cli_columns_of_bound(cases[k].m, cases[k].n) * unit);
        assert_true(a.residual == 0.0);
    }
    struct cli_qr_accuracy a;
    orthogonality_of(5, 3, NAN, &a);
    assert_true(isinf(a.orthogonality) && isinf(a.residual));
}

/* ||R^-1|| is estimated from below, so the distance from above, as a rule within a factor of 3;
 * where one direction is by far the shortest, it is exact but for its own small share. */
static void estimates(double got, double expected, int well)
{
    assert_true(got >= expected * (1.0 - 1e-12) && got <= (well ? 1.01 : 3.0) * expected);
}

/* The distance for R = (1 1; 0 d) with columns multiplied by p and q: of length 1 they are (1, 0)
 * and (c, s), the inverse is (1 -c/s; 0 1/s) and its 1-norm (1 + c) / s. */
static double distance_of_two(ddblasType_t type, double d, double p, cuddreal q[2])
{
    ddblasHostMatrix R = {0};
    double distance = -1.0;
    assert_int_equal(cli_matrix_init(&R, type, 2, 2), CLI_OK);
    cli_store(type, cli_element(&R, 0, 0), cuddFromDouble(p), cuddFromDouble(0.0));
    cli_store(type, cli_element(&R, 0, 1), q[0], q[1]);
    cli_store(type, cli_element(&R, 1, 1), cuddMulD(q[0], d), cuddMulD(q[1], d));
    assert_int_equal(cli_distance_to_dependence(&R, &distance), CLI_OK);
    ddblasHostMatrixFree(&R);
    return distance;
}

/* r_ii = 1, r_ij = -1 above: column j has the length sqrt(j), the inverse 2^(j-i-1) above its
 * diagonal, and the last column of the scaled inverse, sqrt(n) + sum of sqrt(i) 2^(n-i-1), is its
 * 1-norm. Diagonal elements of 1 tell nothing of it. */
static void distance_to_dependence(void **state)
{
    (void)state;
    static const double gaps[] = {1.0, 0x1p-10, 0x1p-52, 0x1p-100, 0x1p-400};
    for (size_t k = 0; k < sizeof gaps / sizeof gaps[0]; k++)
    {
        const double d = gaps[k], c = 1.0 / sqrt(1.0 + d * d), expected = d * c / (1.0 + c);
        estimates(distance_of_two(DDBLAS_TYPE_W, d, 1.0, (cuddreal[2]){{1.0, 0.0}, {0.0, 0.0}}), expected, d < 0x1p-50);
        estimates(distance_of_two(DDBLAS_TYPE_W, d, -0x1p-1000, (cuddreal[2]){{0x1p500, 0.0}, {0.0, 0.0}}), expected,
                  d < 0x1p-50);
        estimates(distance_of_two(DDBLAS_TYPE_Z, d, 3.0, (cuddreal[2]){{0.0, 0.0}, {-0x1p-60, 0.0}}), expected, d < 0x1p-50);
    }
    assert_true(distance_of_two(DDBLAS_TYPE_D, 0.0, 1.0, (cuddreal[2]){{1.0, 0.0}, {0.0, 0.0}}) == 0.0);
    assert_true(distance_of_two(DDBLAS_TYPE_D, 1.0, 0.0, (cuddreal[2]){{1.0, 0.0}, {0.0, 0.0}}) == 0.0);
    assert_true(distance_of_two(DDBLAS_TYPE_D, 1.0, INFINITY, (cuddreal[2]){{1.0, 0.0}, {0.0, 0.0}}) == 0.0);
    assert_true(distance_of_two(DDBLAS_TYPE_D, 1.0, NAN, (cuddreal[2]){{1.0, 0.0}, {0.0, 0.0}}) == 0.0);
    for (int64_t n = 1; n <= 64; n += 7)
    {
        ddblasHostMatrix R = {0};
        double distance = -1.0, norm = sqrt((double)n);
        assert_int_equal(cli_matrix_init(&R, DDBLAS_TYPE_S, n, n), CLI_OK);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i <= j; i++)
                *(float *)cli_element(&R, i, j) = i == j ? 1.0F : -1.0F;
        for (int64_t i = 1; i < n; i++)
            norm += sqrt((double)i) * ldexp(1.0, (int)(n - i - 1));
        assert_int_equal(cli_distance_to_dependence(&R, &distance), CLI_OK);
        estimates(distance, 1.0 / norm, n > 8);
        ddblasHostMatrixFree(&R);
    }
}

/* float(1 + 2^-24) is a tie that a low part decides; rounded by way of double both would give 1. */
static void one_rounding(void **state)
{
    (void)state;
    float s;
    ddblasComplex c;
    cli_store(DDBLAS_TYPE_S, &s, cuddMake(1.0 + 0x1p-24, 0x1p-80), cuddFromDouble(0));
    assert_true(s == 1.0F + 0x1p-23F);
    cli_store(DDBLAS_TYPE_S, &s, cuddMake(1.0 + 0x1p-24, 0.0), cuddFromDouble(0));
    assert_true(s == 1.0F);
    cli_store(DDBLAS_TYPE_S, &s, cuddMake(-1.0 - 0x1p-23 - 0x1p-24, 0x1p-90), cuddFromDouble(0));
    assert_true(s == -1.0F - 0x1p-23F);
    cli_store(DDBLAS_TYPE_C, &c, cuddMake(0x1p-126 + 0x1p-150, 0x1p-210), cuddMake(-0x1.fffffefffffffp127, -0x1p74));
    assert_true(c.x == 0x1p-126F + 0x1p-149F && c.y == -0x1.fffffep127F);
    cli_store(DDBLAS_TYPE_S, &s, cuddMake(INFINITY, 0.0), cuddFromDouble(0));
    assert_true(s == INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_results),
        cmocka_unit_test(known_errors),
        cmocka_unit_test(around_the_bound),
        cmocka_unit_test(not_a_number),
        cmocka_unit_test(hermitian),
        cmocka_unit_test(operations),
        cmocka_unit_test(columns_within_the_bound_and_not_the_norm),
        cmocka_unit_test(distance_to_dependence),
        cmocka_unit_test(one_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
