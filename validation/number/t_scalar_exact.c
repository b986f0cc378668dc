/*
 * The exact part of cuddreal.h: transforms, conversions, comparisons, rounding to integers,
 * scaling, constants.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "oracle.h"
#include "random.h"

enum
{
    TRIALS = 200000
};

static int same_value(cuddreal a, cuddreal b) { return a.x == b.x && a.y == b.y; }

static int normalised(cuddreal a) { return a.x + a.y == a.x; }

static void fail_pair(const char *what, cuddreal a, cuddreal expected, cuddreal r)
{
    fail_msg("%s (%a, %a): expected (%a, %a), got (%a, %a)", what, a.x, a.y, expected.x, expected.y, r.x, r.y);
}

/* The exact sum of four doubles is zero. */
static int cancels(double a, double b, double c, double d) { return dd_oracle_compare(cuddMake(a, b), cuddMake(-c, -d)) == 0; }

/* ---- transforms ------------------------------------------------------------------------------ */

static double any_double(struct dd_random *g, int low, int high)
{
    double d = dd_random_double(g, (int)dd_random_int(g, low, high));
    return dd_random_bits(g) % 4 == 0 ? ldexp(rint(ldexp(d, 20 - ilogb(d))), ilogb(d) - 20) : d;
}

static void sums_are_error_free(void **state)
{
    struct dd_random g;
    (void)state;
    dd_random_start(&g, dd_random_seed(21));
    for (int i = 0; i < TRIALS; i++)
    {
        int e = (int)dd_random_int(&g, -1074, 1022);
        double a = any_double(&g, e, e), b = any_double(&g, e > -1000 ? e - 60 : -1074, e < 960 ? e + 60 : 1022);
        cuddreal r = cuddTwoSum(a, b), s = fabs(a) >= fabs(b) ? cuddFastTwoSum(a, b) : cuddFastTwoSum(b, a);
        if (!normalised(r) || !cancels(r.x, r.y, -a, -b))
            fail_msg("cuddTwoSum(%a, %a) = (%a, %a)", a, b, r.x, r.y);
        if (!same_value(r, s))
            fail_msg("cuddFastTwoSum of (%a, %a) = (%a, %a)", a, b, s.x, s.y);
        if (!same_value(r, cuddNormalize(a, b)))
            fail_msg("cuddNormalize(%a, %a)", a, b);
    }
}

static void products_are_error_free(void **state)
{
    struct dd_random g;
    dd_exact *exact = dd_exact_new();
    (void)state;
    dd_random_start(&g, dd_random_seed(22));
    for (int i = 0; i < TRIALS; i++)
    {
        int e = (int)dd_random_int(&g, -1000, 1000), p = (int)dd_random_int(&g, -969, 1020), other = p - e;
        other = other < -1000 ? -1000 : other > 1000 ? 1000 : other;
        double a = any_double(&g, e, e), b = any_double(&g, other, other);
        cuddreal r = cuddTwoProd(a, b);
        if (fabs(r.x) < CUDD_SAFE_MIN || !isfinite(r.x))
            continue;
        dd_exact_zero(exact);
        dd_exact_add_product(exact, a, b);
        dd_exact_add(exact, -r.x);
        dd_exact_add(exact, -r.y);
        if (dd_exact_sign(exact) != 0 || !normalised(r))
            fail_msg("cuddTwoProd(%a, %a) = (%a, %a)", a, b, r.x, r.y);
    }
    dd_exact_free(exact);
}

/* Overlapping parts, wrong order, ties, opposite signs: the same exact sum, normalised. */
static void any_two_doubles_are_normalised(void **state)
{
    struct dd_random g;
    (void)state;
    dd_random_start(&g, dd_random_seed(23));
    for (int i = 0; i < TRIALS; i++)
    {
        double a = any_double(&g, -3, 3), tie = ldexp(1.0, ilogb(a) - 53);
        double b = i % 4 == 0 ? tie * (double)dd_random_int(&g, -9, 9) : any_double(&g, -110, 60);
        b = i % 97 == 0 ? -a : b;
        cuddreal r = cuddNormalize(a, b);
        if (!normalised(r) || !cancels(r.x, r.y, -a, -b))
            fail_msg("cuddNormalize(%a, %a) = (%a, %a)", a, b, r.x, r.y);
    }
    /* DBL_MAX beside numbers at which the steps of TwoSum, or the sum, overflow */
    for (int k = -2; k <= 2; k++)
        for (int e = 965; e <= 971; e++)
        {
            double b = ldexp((double)k, e);
            cuddreal r = cuddNormalize(DBL_MAX, b);
            if (isinf(DBL_MAX + b) ? r.x != DBL_MAX + b || r.y != 0.0 : !cancels(r.x, r.y, -DBL_MAX, -b))
                fail_msg("cuddNormalize(DBL_MAX, %a) = (%a, %a)", b, r.x, r.y);
        }
}

/* ---- integers -------------------------------------------------------------------------------- */

/* The two halves of i as doubles, exactly. */
static void check_unsigned(uint64_t i)
{
    cuddreal r = cuddFromUint64(i);
    if (!normalised(r) || !cancels(r.x, r.y, -ldexp((double)(i >> 32), 32), -(double)(i & 0xffffffffu)))
        fail_msg("cuddFromUint64(%llu) = (%a, %a)", (unsigned long long)i, r.x, r.y);
}

static void check_signed(int64_t i)
{
    cuddreal r = cuddFromInt64(i);
    uint64_t magnitude = i < 0 ? -(uint64_t)i : (uint64_t)i;
    cuddreal expected = cuddFromUint64(magnitude);
    if (i < 0)
        expected = cuddMake(-expected.x, -expected.y);
    check_unsigned(magnitude);
    if (!same_value(r, expected) || !normalised(r))
        fail_msg("cuddFromInt64(%lld) = (%a, %a)", (long long)i, r.x, r.y);
}

static void integers_are_exact(void **state)
{
    struct dd_random g;
    (void)state;
    dd_random_start(&g, dd_random_seed(24));
    for (int shift = 0; shift < 64; shift++)
        for (int d = -3; d <= 3; d++)
        {
            check_unsigned((UINT64_C(1) << shift) + (uint64_t)(int64_t)d);
            check_signed((int64_t)((UINT64_C(1) << shift) + (uint64_t)(int64_t)d));
        }
    check_signed(INT64_MIN);
    check_signed(INT64_MAX);
    check_unsigned(UINT64_MAX);
    for (int i = 0; i < TRIALS; i++)
    {
        check_unsigned(dd_random_bits(&g) >> (i % 64));
        check_signed((int64_t)(dd_random_bits(&g)) >> (i % 64));
    }
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* order: sign of a - b, 2 when unordered. */
static void check_order(cuddreal a, cuddreal b, int order)
{
    int right = cuddEq(a, b) == (order == 0) && cuddNe(a, b) == (order != 0) && cuddLt(a, b) == (order == -1) &&
                cuddLe(a, b) == (order == -1 || order == 0) && cuddGt(a, b) == (order == 1) &&
                cuddGe(a, b) == (order == 1 || order == 0);
    if (b.y == 0.0)
        right = right && cuddEqD(a, b.x) == (order == 0) && cuddLtD(a, b.x) == (order == -1) &&
                cuddLeD(a, b.x) == (order == -1 || order == 0) && cuddGtD(a, b.x) == (order == 1) &&
                cuddGeD(a, b.x) == (order == 1 || order == 0);
    if (!right)
        fail_msg("comparison of (%a, %a) with (%a, %a), expected %d", a.x, a.y, b.x, b.y, order);
}

static void comparisons_follow_the_values(void **state)
{
    struct dd_random g;
    (void)state;
    dd_random_start(&g, dd_random_seed(25));
    for (int i = 0; i < TRIALS; i++)
    {
        cuddreal a = dd_random_pair(&g, (int)dd_random_int(&g, -2, 2)), b = dd_random_pair(&g, (int)dd_random_int(&g, -2, 2));
        if (i % 3 == 0)
            b = cuddNormalize(a.x, i % 2 == 0 ? a.y : dd_random_double(&g, -60));
        if (i % 3 == 1)
            b = cuddFromDouble(a.x);
        check_order(a, b, dd_oracle_compare(a, b));
    }
    /* a 64-bit integer against the doubles around it */
    for (int shift = 50; shift < 64; shift++)
        for (int d = -2; d <= 2; d++)
        {
            cuddreal a = cuddFromUint64((UINT64_C(1) << shift) + (uint64_t)(int64_t)d);
            check_order(a, cuddFromDouble(ldexp(1.0, shift)), (d > 0) - (d < 0));
        }
    check_order(cuddFromUint64(UINT64_MAX), cuddFromDouble(0x1p64), -1);
}

static void special_values_compare_and_classify(void **state)
{
    static const struct
    {
        cuddreal a;
        double value; /* as a double: what it counts as */
        int zero;
    } v[] = {
        {{0.0, 0.0}, 0.0, 1},
        {{-0.0, 0.0}, -0.0, 1},
        {{-0.0, -0.0}, -0.0, 1},
        {{1.0, 0.0}, 1.0, 0},
        {{-1.0, 0.0}, -1.0, 0},
        {{INFINITY, 0.0}, INFINITY, 0},
        {{-INFINITY, 0.0}, -INFINITY, 0},
        {{NAN, 0.0}, NAN, 0},
        {{INFINITY, NAN}, INFINITY, 0},
        {{-INFINITY, 3.0}, -INFINITY, 0},
        {{INFINITY, -INFINITY}, INFINITY, 0},
        {{NAN, INFINITY}, NAN, 0},
        {{1.0, NAN}, NAN, 0},
        {{2.0, INFINITY}, NAN, 0},
        {{0.0, NAN}, NAN, 0},
        {{DBL_MAX, 0.0}, DBL_MAX, 0},
        {{0x1p-1074, 0.0}, 0x1p-1074, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++)
    {
        assert_int_equal(cuddIsNan(v[i].a) != 0, isnan(v[i].value) != 0);
        assert_int_equal(cuddIsInf(v[i].a) != 0, isinf(v[i].value) != 0);
        assert_int_equal(cuddIsFinite(v[i].a) != 0, isfinite(v[i].value) != 0);
        assert_int_equal(cuddIsZero(v[i].a) != 0, v[i].zero);
        assert_int_equal(cuddSignBit(v[i].a) != 0, signbit(v[i].a.x) != 0);
        for (size_t j = 0; j < sizeof v / sizeof v[0]; j++)
        {
            double a = v[i].value, b = v[j].value;
            cuddreal least = cuddFmin(v[i].a, v[j].a), most = cuddFmax(v[i].a, v[j].a);
            check_order(v[i].a, v[j].a, isnan(a) || isnan(b) ? 2 : (a > b) - (a < b));
            assert_true(isnan(fmin(a, b)) ? isnan(least.x) : least.x == fmin(a, b));
            assert_true(isnan(fmax(a, b)) ? isnan(most.x) : most.x == fmax(a, b));
            assert_true(least.y == 0.0 && most.y == 0.0);
        }
    }
}

static void smaller_and_larger(void **state)
{
    struct dd_random g;
    (void)state;
    dd_random_start(&g, dd_random_seed(26));
    for (int i = 0; i < TRIALS; i++)
    {
        cuddreal a = dd_random_full_pair(&g, 0);
        cuddreal b =
            i % 2 == 0 ? cuddNormalize(a.x, dd_random_double(&g, -55)) : dd_random_pair(&g, (int)dd_random_int(&g, -1, 1));
        int order = dd_oracle_compare(a, b);
        if (!same_value(cuddFmin(a, b), order <= 0 ? a : b))
            fail_pair("cuddFmin", a, order <= 0 ? a : b, cuddFmin(a, b));
        if (!same_value(cuddFmax(a, b), order >= 0 ? a : b))
            fail_pair("cuddFmax", a, order >= 0 ? a : b, cuddFmax(a, b));
        if (!same_value(cuddFabs(a), cuddSignBit(a) ? cuddNeg(a) : a) || cuddSignBit(cuddFabs(a)) ||
            dd_oracle_compare(cuddNeg(a), cuddMake(-a.x, -a.y)) != 0)
            fail_pair("cuddFabs, cuddNeg", a, a, cuddFabs(a));
    }
}

/* ---- rounding and scaling -------------------------------------------------------------------- */

/* Same value, and the sign that IEEE gives a zero: that of the operand. */
static void check_rounded(const char *name, cuddreal a, cuddreal expected, cuddreal r)
{
    int sign_right = r.x != 0.0 || expected.x != 0.0 || !signbit(r.x) == !signbit(expected.x);
    if (!same_value(r, expected) || !sign_right || !normalised(r))
        fail_pair(name, a, expected, r);
}

static void check_integers_near(cuddreal a)
{
    check_rounded("cuddFloor", a, dd_oracle_floor(a), cuddFloor(a));
    check_rounded("cuddCeil", a, dd_oracle_ceil(a), cuddCeil(a));
    check_rounded("cuddTrunc", a, dd_oracle_trunc(a), cuddTrunc(a));
    check_rounded("cuddRint", a, dd_oracle_rint(a), cuddRint(a));
}

static void rounding_to_integers(void **state)
{
    static const double half_ways[] = {0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.5, 0x1p-60, 0x1p-1074};
    struct dd_random g;
    (void)state;
    dd_random_start(&g, dd_random_seed(27));
    for (int i = 0; i < TRIALS; i++)
    {
        int e = (int)dd_random_int(&g, -5, 110);
        double whole = rint(dd_random_double(&g, e)), low = half_ways[i % 11] * (i % 2 == 0 ? 1.0 : -1.0);
        check_integers_near(dd_random_pair(&g, e));
        check_integers_near(cuddNormalize(whole, low));
        check_integers_near(cuddNormalize(whole + 0.5, dd_random_double(&g, e - 60)));
        check_integers_near(cuddNormalize(whole, dd_random_double(&g, e - (int)dd_random_int(&g, 50, 58)) + 0.5));
    }
}

static void scaling_by_powers_of_two(void **state)
{
    struct dd_random g;
    (void)state;
    dd_random_start(&g, dd_random_seed(28));
    for (int i = 0; i < TRIALS; i++)
    {
        int e = (int)dd_random_int(&g, -800, 900), k = (int)dd_random_int(&g, -150, 120), exponent;
        cuddreal a = dd_random_full_pair(&g, e);
        cuddreal r = cuddLdexp(a, k), m = cuddFrexp(a, &exponent);
        if (r.x != ldexp(a.x, k) || r.y != ldexp(a.y, k))
            fail_pair("cuddLdexp", a, cuddMake(ldexp(a.x, k), ldexp(a.y, k)), r);
        if (!(fabs(m.x) >= 0.5 && fabs(m.x) < 1.0) || !same_value(cuddLdexp(m, exponent), a))
            fail_pair("cuddFrexp", a, m, cuddLdexp(m, exponent));
    }
    assert_true(isinf(cuddLdexp(cuddMax(), 1).x) && cuddLdexp(cuddMax(), 1).y == 0.0);
    assert_true(cuddLdexp(cuddMin(), -52).x == 0x1p-1074 && cuddLdexp(cuddMin(), -54).x == 0.0);
    assert_true(signbit(cuddLdexp(cuddMake(-0.0, 0.0), 5).x) && signbit(cuddLdexp(cuddMake(-1.0, 0.0), -2000).x));
    assert_true(isnan(cuddLdexp(cuddMake(1.0, NAN), 1).x) && cuddLdexp(cuddMake(INFINITY, NAN), 1).y == 0.0);
    for (int i = 0; i < 3; i++)
    {
        int exponent = 7;
        cuddreal a = cuddMake(i == 0 ? -0.0 : i == 1 ? INFINITY : NAN, 0.0), m = cuddFrexp(a, &exponent);
        assert_true(exponent == 0 && (i == 2 ? isnan(m.x) : m.x == a.x && signbit(m.x) == signbit(a.x)) && m.y == 0.0);
    }
}

static void constants(void **state)
{
    cuddreal max = cuddMax();
    (void)state;
    assert_true(same_value(cuddPi(), dd_oracle_pi()));
    assert_true(same_value(cuddE(), dd_oracle_e()));
    assert_true(cuddEps().x == 4.0 * 0x1p-53 * 0x1p-53 && cuddEps().y == 0.0);
    assert_true(cuddMin().x == DBL_MIN && cuddSafeMin().x == 0x1p-969);
    assert_true(max.x == DBL_MAX && normalised(max));
    assert_true(isinf(max.x + nextafter(max.y, INFINITY))); /* a larger low part rounds the high part to Inf */
    assert_true(cuddIsInf(cuddInf()) && cuddIsNan(cuddNan()) && cuddInf().y == 0.0 && cuddNan().y == 0.0);
    assert_true(cuddToDouble(max) == DBL_MAX && same_value(cuddFromDouble(0.1), cuddMake(0.1, 0.0)));
    assert_int_equal(CUDD_DIGITS10, (int)floor(105.0 * log10(2.0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_error_free),
        cmocka_unit_test(products_are_error_free),
        cmocka_unit_test(any_two_doubles_are_normalised),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(comparisons_follow_the_values),
        cmocka_unit_test(special_values_compare_and_classify),
        cmocka_unit_test(smaller_and_larger),
        cmocka_unit_test(rounding_to_integers),
        cmocka_unit_test(scaling_by_powers_of_two),
        cmocka_unit_test(constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
