/*
 * The judgement of `ddblas verify solve`: backward errors and digits of known size, exact zeros,
 * singular and very ill-conditioned matrices. White box: cli/solve/backward.c and
 * cli/solve/forward.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "../../cli/solve/judge.h"

static ddblasHostMatrix matrix(ddblasType_t type, int64_t m, int64_t n, void *data)
{
    return (ddblasHostMatrix){type, DDBLAS_SYMMETRY_GENERAL, m, n, m > 1 ? m : 1, data};
}

static void near(double got, double expected) { assert_true(fabs(got - expected) <= 1e-12 * fabs(expected)); }

static double backward(int64_t n, cuddreal *a, cuddreal *x, cuddreal *b)
{
    const ddblasHostMatrix A = matrix(DDBLAS_TYPE_W, n, n, a), X = matrix(DDBLAS_TYPE_W, n, 1, x),
                           B = matrix(DDBLAS_TYPE_W, n, 1, b);
    const struct cli_equation e = {.A = &A};
    return cli_backward_error(&e, &X, &B);
}

/* (2 0; 1 3) x = b with x = (1, 1). */
static void known_residuals(void **state)
{
    (void)state;
    cuddreal A[4] = {{2, 0}, {1, 0}, {0, 0}, {3, 0}}, x[2] = {{1, 0}, {1, 0}};
    cuddreal exact[2] = {{2, 0}, {4, 0}}, off[2] = {{2, 0}, {4, 0x1p-90}}, both[2] = {{2, 0x1p-60}, {4, 0x1p-90}};
    assert_true(backward(2, A, x, exact) == 0.0);
    near(backward(2, A, x, off), 0x1p-90 / 8);
    near(backward(2, A, x, both), 0x1p-60 / 4);
}

/* A row of zeros with b = 0 is 0 / 0, and with another b all of it is wrong. */
static void rows_of_zeros(void **state)
{
    (void)state;
    cuddreal A[4] = {{1, 0}, {0, 0}, {0, 0}, {0, 0}}, x[2] = {{5, 0}, {7, 0}}, b[2] = {{5, 0}, {0, 0}}, c[2] = {{5, 0}, {1, 0}};
    assert_true(backward(2, A, x, b) == 0.0);
    near(backward(2, A, x, c), 1.0);
}

/* 1 2^-300 + 2^300 2^300 - 2^600 = 2^-300, of which 512 bits would keep nothing. */
static void cancellation_over_900_bits(void **state)
{
    (void)state;
    cuddreal A[4] = {{1, 0}, {1, 0}, {0x1p300, 0}, {0, 0}}, x[2] = {{0x1p-300, 0}, {0x1p300, 0}};
    cuddreal b[2] = {{0x1p600, 0}, {0x1p-300, 0}};
    near(backward(2, A, x, b), 0x1p-901);
}

/* (1 + i) (2 - i) = 3 + i. b errs by (3 + 4i) d, of modulus 5 d, and |a| |x| + |b| = 2 sqrt 10. */
static void complex_numbers(void **state)
{
    (void)state;
    const double d = 0x1p-80;
    cuddcomplex a = {{1, 0}, {1, 0}}, x = {{2, 0}, {-1, 0}}, b = {{3, 3 * d}, {1, 4 * d}};
    const ddblasHostMatrix A = matrix(DDBLAS_TYPE_U, 1, 1, &a), X = matrix(DDBLAS_TYPE_U, 1, 1, &x),
                           B = matrix(DDBLAS_TYPE_U, 1, 1, &b);
    const struct cli_equation e = {.A = &A};
    near(cli_backward_error(&e, &X, &B), 5 * d / (2 * sqrt(10.0)));
}

/* NaN outside the triangle and on a diagonal of ones: op(A) = (1 2; 0 1) and its relatives. */
static void triangles(void **state)
{
    (void)state;
    cuddcomplex a[4] = {{{NAN, 0}, {0, 0}}, {{NAN, 0}, {0, 0}}, {{2, 0}, {1, 0}}, {{NAN, 0}, {0, 0}}};
    cuddcomplex x[2] = {{{1, 0}, {0, 0}}, {{1, 0}, {0, 0}}};
    cuddcomplex b[3][2] = {
        {{{3, 0}, {1, 0}}, {{1, 0}, {0, 0}}}, {{{1, 0}, {0, 0}}, {{3, 0}, {1, 0}}}, {{{1, 0}, {0, 0}}, {{3, 0}, {-1, 0}}}};
    const ddblasHostMatrix A = matrix(DDBLAS_TYPE_U, 2, 2, a), X = matrix(DDBLAS_TYPE_U, 2, 1, x);
    for (int op = 0; op < 3; op++)
    {
        const struct cli_equation e = {&A, 1, DDBLAS_FILL_MODE_UPPER, (ddblasOperation_t)op, DDBLAS_DIAG_UNIT};
        for (int other = 0; other < 3; other++)
        {
            const ddblasHostMatrix B = matrix(DDBLAS_TYPE_U, 2, 1, b[other]);
            assert_true((cli_backward_error(&e, &X, &B) == 0.0) == (other == op));
        }
    }
}

/* ---- digits ---------------------------------------------------------------------------------- */

/* The digits of x for A x = b, each component's too. Returns the bits of the exact solution, 0 if
 * there is none. */
static int digits_of(int64_t n, cuddreal *a, cuddreal *x, cuddreal *b, double *digits, struct cli_forward *forward)
{
    const ddblasHostMatrix A = matrix(DDBLAS_TYPE_W, n, n, a), X = matrix(DDBLAS_TYPE_W, n, 1, x),
                           B = matrix(DDBLAS_TYPE_W, n, 1, b);
    const struct cli_equation e = {.A = &A};
    struct cli_truth *truth;
    const char *why;
    assert_int_equal(cli_truth_find(&e, &B, &truth, &why), CLI_OK);
    assert_true((truth == NULL) == (why != NULL));
    const int bits = truth ? cli_truth_bits(truth) : 0;
    if (truth)
        assert_int_equal(cli_forward_digits(truth, &X, digits, forward), CLI_OK);
    cli_truth_free(truth);
    return bits;
}

/* (0 2 1; 4 0 0; 0 1 3) (3, 0, -5) = (-5, 12, -15): rows are exchanged, and a component is 0, which
 * takes more than 1074 bits to show. */
static void known_errors(void **state)
{
    (void)state;
    cuddreal A[9] = {{0, 0}, {4, 0}, {0, 0}, {2, 0}, {0, 0}, {1, 0}, {1, 0}, {0, 0}, {3, 0}}, b[3] = {{-5, 0}, {12, 0}, {-15, 0}};
    cuddreal exact[3] = {{3, 0}, {0, 0}, {-5, 0}}, off[3] = {{3, 0x1p-70}, {0, 0}, {-5, 0}},
             wrong[3] = {{3, 0}, {0x1p-200, 0}, {-5, 0}};
    double digits[3];
    struct cli_forward f;
    assert_true(digits_of(3, A, exact, b, digits, &f) > 1074);
    assert_true(isinf(f.worst) && isinf(f.median) && isinf(f.whole) && isinf(digits[0]) && isinf(digits[1]) && isinf(digits[2]));
    assert_true(digits_of(3, A, off, b, digits, &f) > 1074);
    near(digits[0], -log10(0x1p-70 / 3));
    near(f.worst, digits[0]);
    near(f.whole, -log10(0x1p-70 / 5));
    assert_true(isinf(f.median) && isinf(digits[1]) && isinf(digits[2]));
    assert_true(digits_of(3, A, wrong, b, digits, &f) > 1074);
    assert_true(f.worst == 0.0 && digits[1] == 0.0 && isinf(digits[0]));
    wrong[1] = cuddFromDouble(1e10);
    assert_true(digits_of(3, A, wrong, b, digits, &f) > 1074);
    assert_true(f.whole == 0.0);
}

/* Integer systems of order 6 with the solution (-2, -1, 0, 1, 2, 3). Quotients are rounded, so that
 * the component that is 0 is computed as something small, and it takes more than 1074 bits to show
 * that no double but 0 is near it. */
static void rounded_zero(void **state)
{
    (void)state;
    enum
    {
        N = 6,
        ZERO = 2
    };
    uint32_t z = 1;
    for (int system = 0; system < 20; system++)
    {
        cuddreal A[N * N], x[N], b[N];
        double digits[N];
        struct cli_forward f;
        for (int i = 0; i < N; i++)
        {
            x[i] = cuddFromDouble(i - ZERO);
            b[i] = cuddFromDouble(0.0);
        }
        for (int k = 0; k < N * N; k++)
        {
            z = z * 1664525u + 1013904223u;
            A[k] = cuddFromDouble((double)(z >> 24) - 128.0);
            b[k % N].x += A[k].x * (k / N - ZERO);
        }
        assert_true(digits_of(N, A, x, b, digits, &f) > 1074);
        assert_true(isinf(f.worst));
        x[ZERO] = cuddFromDouble(-0x1p-900);
        assert_true(digits_of(N, A, x, b, digits, &f) > 1074);
        assert_true(digits[ZERO] == 0.0 && f.worst == 0.0 && isinf(f.median) && isinf(f.whole));
    }
}

/* (3 1; 1 1) (1, t) = (3 + t, 1 + t), and (3 1; 3 2) ((1 - t) / 3, t) = (1, 1 + t), where the first
 * element is rounded: t has digits however small it is, and 0 has none of them. */
static void small_elements(void **state)
{
    (void)state;
    for (int exponent = -1070; exponent <= -10; exponent += 20)
        for (int rounded = 0; rounded < 2; rounded++)
        {
            const double t = ldexp(1.0, exponent);
            cuddreal A[4] = {{3, 0}, {rounded ? 3 : 1, 0}, {1, 0}, {1 + rounded, 0}};
            cuddreal b[2] = {{rounded ? 1 : 3, rounded ? 0 : t}, {1, t}};
            cuddreal x[2] = {{1, 0}, {t, 0}};
            double digits[2];
            struct cli_forward f;
            x[0] = rounded ? cuddDivD(cuddMake(1.0, -t), 3.0) : x[0];
            (void)digits_of(2, A, x, b, digits, &f);
            assert_true(isinf(digits[1]) && (rounded ? digits[0] > 31.0 : isinf(digits[0]) != 0));
            x[1] = cuddFromDouble(t * (exponent > -1000 ? 1.0 + 0x1p-30 : 2.0));
            (void)digits_of(2, A, x, b, digits, &f);
            near(digits[1], exponent > -1000 ? 30.0 * log10(2.0) : 0.0);
            x[1] = cuddFromDouble(0.0);
            (void)digits_of(2, A, x, b, digits, &f);
            assert_true(digits[1] == 0.0 && f.worst == 0.0);
        }
}

/* (61 61; 1 1 + d) (1, 1) = (122, 2 + d). The second pivot is d, computed as 1 + d less the rounded
 * product 61 RN(1/61), which is 1 - 2^-p at p = 128, 424 and 848 bits. Its relative error is
 * therefore 2^-p / d. Corrections shrink by that factor, which must be well below 2^-20, or the
 * factors get more bits. */
static void conditions(void **state)
{
    (void)state;
    static const struct
    {
        double d;
        int bits;
    } cases[] = {{0x1p-60, 424}, {0x1p-200, 424}, {0x1p-390, 424}, {0x1p-420, 848}, {0x1p-800, 848}, {0x1p-840, 1696}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        const double d = cases[k].d;
        cuddreal A[4] = {{61, 0}, {1, 0}, {61, 0}, {1, d}}, b[2] = {{122, 0}, {2, d}}, x[2] = {{1, 0}, {1, 0}},
                 y[2] = {{1, 0x1p-60}, {1, 0}};
        struct cli_forward f;
        assert_int_equal(digits_of(2, A, x, b, NULL, &f), cases[k].bits);
        assert_true(isinf(f.worst) && isinf(f.whole));
        assert_int_equal(digits_of(2, A, y, b, NULL, &f), cases[k].bits);
        near(f.whole, -log10(0x1p-60));
    }
}

/* (1 2 1; 2 4 1; 3 6 1) has rank 2. Its first column is a right-hand side that has solutions, and
 * (1, 0, 0) is one; (1, 0, 0) is none that has any. No exact zero appears among the pivots, because
 * 1/3 is rounded. */
static void singular(void **state)
{
    (void)state;
    cuddreal A[9] = {{1, 0}, {2, 0}, {3, 0}, {2, 0}, {4, 0}, {6, 0}, {1, 0}, {1, 0}, {1, 0}};
    cuddreal b[3] = {{1, 0}, {2, 0}, {3, 0}}, c[3] = {{1, 0}, {0, 0}, {0, 0}};
    struct cli_forward f;
    assert_int_equal(digits_of(3, A, c, b, NULL, &f), 0);
    assert_int_equal(digits_of(3, A, c, c, NULL, &f), 0);
}

static void too_large(void **state)
{
    (void)state;
    ddblasHostMatrix A = {0}, B = {0};
    struct cli_truth *truth;
    const char *why;
    for (int64_t n = CLI_MOST_UNKNOWNS / 2; n <= CLI_MOST_UNKNOWNS / 2 + 1; n++)
    {
        const struct cli_equation e = {.A = &A};
        assert_int_equal(cli_matrix_init(&A, DDBLAS_TYPE_U, n, n), CLI_OK);
        assert_int_equal(cli_matrix_init(&B, DDBLAS_TYPE_U, n, 1), CLI_OK);
        for (int64_t i = 0; i < n; i++)
            ((cuddcomplex *)cli_element(&A, i, i))->y = cuddFromDouble(1.0);
        assert_int_equal(cli_truth_find(&e, &B, &truth, &why), CLI_OK);
        assert_true((truth != NULL) == (2 * n <= CLI_MOST_UNKNOWNS));
        cli_truth_free(truth);
        ddblasHostMatrixFree(&A);
        ddblasHostMatrixFree(&B);
    }
}

/* (i 1; 0 2) (1 - i, 4i) = (1 + 5i, 8i). */
static void complex_digits(void **state)
{
    (void)state;
    cuddcomplex a[4] = {{{0, 0}, {1, 0}}, {{0, 0}, {0, 0}}, {{1, 0}, {0, 0}}, {{2, 0}, {0, 0}}},
                b[2] = {{{1, 0}, {5, 0}}, {{0, 0}, {8, 0}}};
    ddblasDoubleComplex x[2] = {{1, -1 - 0x1p-40}, {0, 4}};
    const ddblasHostMatrix A = matrix(DDBLAS_TYPE_U, 2, 2, a), X = matrix(DDBLAS_TYPE_Z, 2, 1, x),
                           B = matrix(DDBLAS_TYPE_U, 2, 1, b);
    const struct cli_equation e = {.A = &A};
    struct cli_truth *truth;
    struct cli_forward f;
    const char *why;
    double digits[2];
    assert_int_equal(cli_truth_find(&e, &B, &truth, &why), CLI_OK);
    assert_int_equal(cli_forward_digits(truth, &X, digits, &f), CLI_OK);
    near(digits[0], -log10(0x1p-40 / sqrt(2.0)));
    assert_true(isinf(digits[1]));
    near(f.whole, -log10(0x1p-40 / 4));
    cli_truth_free(truth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_residuals), cmocka_unit_test(rows_of_zeros),  cmocka_unit_test(cancellation_over_900_bits),
        cmocka_unit_test(complex_numbers), cmocka_unit_test(triangles),      cmocka_unit_test(known_errors),
        cmocka_unit_test(rounded_zero),    cmocka_unit_test(small_elements), cmocka_unit_test(conditions),
        cmocka_unit_test(singular),        cmocka_unit_test(too_large),      cmocka_unit_test(complex_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
