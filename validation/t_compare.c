/*
 * The judgement of `ddblas verify`: errors of known size get the digits and the part of the bound that they have, and an error
 * above the bound is seen. White box: cli/reference.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "../cli/reference.h"

/* y = 2 A x + y, A = (1 .; 3 -1) lower, x = (1, 2), y = (4, 5): A x = (7, 1), the answer (18, 7), and
 * |alpha| |A| |x| + |beta| |y| = 2 (7, 5) + (4, 5) = (18, 15). The element above the diagonal is NaN. */
static cuddreal A[4] = {{1, 0}, {3, 0}, {NAN, 0}, {-1, 0}}, x[2] = {{1, 0}, {2, 0}}, y[2] = {{4, 0}, {5, 0}};

static struct cli_problem make_problem(void)
{
    struct cli_problem p = {.type = DDBLAS_TYPE_W, .uplo = DDBLAS_FILL_MODE_LOWER, .n = 2, .alpha = {{2, 0}}, .beta = {{1, 0}}};
    p.A = (ddblasHostMatrix){DDBLAS_TYPE_W, DDBLAS_SYMMETRY_GENERAL, 2, 2, 2, A};
    p.x = (ddblasHostMatrix){DDBLAS_TYPE_W, DDBLAS_SYMMETRY_GENERAL, 2, 1, 2, x};
    p.y = (ddblasHostMatrix){DDBLAS_TYPE_W, DDBLAS_SYMMETRY_GENERAL, 2, 1, 2, y};
    return p;
}

static void compare(cuddreal first, cuddreal second, double d_first, double d_second, struct cli_accuracy accuracy[2])
{
    cuddreal w[2] = {first, second};
    double d[2] = {d_first, d_second};
    struct cli_problem p = make_problem();
    struct cli_candidate c[2] = {{.result = w, .unit = 0x1p-104}, {.result = d, .is_double = 1, .unit = 0x1p-53}};
    assert_int_equal(cli_compare(&p, c, 2), CLI_OK);
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

/* An error of 11/10 of the bound is above it, one of 9/10 is not: the bound of component 1 is 150 * 2^-104. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_results),
        cmocka_unit_test(known_errors),
        cmocka_unit_test(around_the_bound),
        cmocka_unit_test(not_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
