/*
 * The elementary functions of dd/elementary.h: errors against MPFR, special values, exact values,
 * the same bits from other compilers' flags, and the tables.
 */
#include <math.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elementary/elementary.h"

enum
{
    SEED = 20261127,
    ARGUMENTS = 60000, /* for each function */
    BIT_ARGUMENTS = 40000,
    REPORTS = 5
};

static int same_bits(cuddreal a, cuddreal b) { return memcmp(&a, &b, sizeof a) == 0 || (cuddIsNan(a) && cuddIsNan(b)); }

/* Equal numbers, the sign of zero included; a low part may be +0 or -0. */
static int same_number(cuddreal a, cuddreal b)
{
    return (cuddIsNan(a) && cuddIsNan(b)) || (cuddEq(a, b) && !signbit(a.x) == !signbit(b.x));
}

static void report(const char *why, int function, cuddreal a, cuddreal b, cuddreal r)
{
    fprintf(stderr, "%s: %s(%a %a, %a %a) = %a %a\n", why, dd_elementary_name(function), a.x, a.y, b.x, b.y, r.x, r.y);
}

static void errors_stay_below_the_bound(void **state)
{
    int broken = 0;
    (void)state;
    for (int f = 0; f < DD_ELEMENTARY_COUNT; f++)
    {
        struct dd_random g;
        double largest = 0.0;
        dd_random_start(&g, dd_random_seed(SEED) + (uint64_t)f);
        for (int64_t i = 0; i < ARGUMENTS / dd_test_scale(); i++)
        {
            cuddreal a, b;
            dd_elementary_arguments(&g, f, i, &a, &b);
            const cuddreal r = dd_elementary_calls[f](a, b);
            const double error = dd_elementary_error(f, a, b, r);
            largest = error > largest ? error : largest;
            if (!(error <= DD_ELEMENTARY_BOUND) && broken++ < REPORTS)
                report("above the bound", f, a, b, r);
        }
        printf("%-6s largest error %.6f u^2, bound %g\n", dd_elementary_name(f), largest, DD_ELEMENTARY_BOUND);
    }
    assert_int_equal(broken, 0);
}

static void results_are_normalised(void **state)
{
    int wrong = 0;
    (void)state;
    for (int f = 0; f < DD_ELEMENTARY_COUNT; f++)
    {
        struct dd_random g;
        dd_random_start(&g, dd_random_seed(SEED) + 100 + (uint64_t)f);
        for (int64_t i = 0; i < BIT_ARGUMENTS / dd_test_scale(); i++)
        {
            cuddreal a, b;
            dd_elementary_arguments(&g, f, i, &a, &b);
            const cuddreal r = dd_elementary_calls[f](a, b);
            const int clean = cuddIsFinite(r) ? r.x + r.y == r.x : !signbit(r.y) && r.y == 0.0;
            if (!clean && wrong++ < REPORTS)
                report("not normalised", f, a, b, r);
        }
    }
    assert_int_equal(wrong, 0);
}

static void flags_change_no_bit(void **state)
{
    int different = 0;
    (void)state;
    for (int f = 0; f < DD_ELEMENTARY_COUNT; f++)
    {
        struct dd_random g;
        dd_random_start(&g, dd_random_seed(SEED) + 200 + (uint64_t)f);
        for (int64_t i = 0; i < BIT_ARGUMENTS / dd_test_scale(); i++)
        {
            cuddreal a, b;
            dd_elementary_arguments(&g, f, i, &a, &b);
            const cuddreal r = dd_elementary_calls[f](a, b);
            if (!same_bits(r, dd_elementary_calls_contracting[f](a, b)) && different++ < REPORTS)
                report("other bits with contraction", f, a, b, r);
        }
    }
    assert_int_equal(different, 0);
}

/* ---- special and exact values ---------------------------------------------------------------- */

struct value
{
    int function;
    double a, b, expected;
};

#define DD_VALUE(function, a, b, expected) {DD_ELEMENTARY_##function, a, b, expected},
static const struct value values[] = {
#include "elementary/elementary_special.def"
};

static void special_values_are_those_of_annex_f(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
    {
        const struct value *v = &values[i];
        const cuddreal a = cuddFromDouble(v->a), b = cuddFromDouble(v->b), r = dd_elementary_calls[v->function](a, b);
        const int equal = isnan(v->expected) ? cuddIsNan(r) : r.x == v->expected && !signbit(r.x) == !signbit(v->expected);
        const int exact = r.y == 0.0 || v->a == 0x1p+1023; /* the root of 2 has a low part */
        if (!(equal && exact) && wrong++ < 10 * REPORTS)
            report("special value", v->function, a, b, r);
    }
    for (int f = 0; f < DD_ELEMENTARY_COUNT; f++)
    {
        const cuddreal nan = cuddNan(), half_nan = cuddMake(0.5, (double)NAN), one = cuddFromDouble(1.0);
        wrong += !cuddIsNan(dd_elementary_calls[f](nan, nan));
        wrong += !cuddIsNan(dd_elementary_calls[f](half_nan, half_nan));
        wrong += f != DD_ELEMENTARY_Pow && f != DD_ELEMENTARY_Exp && !cuddIsNan(dd_elementary_calls[f](nan, one));
    }
    assert_int_equal(wrong, 0);
}

/* The correctly rounded multiple of pi, num pi / den. */
static cuddreal pi_times(int num, int den)
{
    mpfr_t v, rest;
    mpfr_inits2(300, v, rest, (mpfr_ptr)0);
    mpfr_const_pi(v, MPFR_RNDN);
    mpfr_mul_si(v, v, num, MPFR_RNDN);
    mpfr_div_si(v, v, den, MPFR_RNDN);
    const double high = mpfr_get_d(v, MPFR_RNDN);
    mpfr_sub_d(rest, v, high, MPFR_RNDN);
    const cuddreal r = cuddMake(high, mpfr_get_d(rest, MPFR_RNDN));
    mpfr_clears(v, rest, (mpfr_ptr)0);
    return r;
}

static void inverse_functions_reach_multiples_of_pi(void **state)
{
    const cuddreal zero = cuddFromDouble(0.0), minus_zero = cuddFromDouble(-0.0), one = cuddFromDouble(1.0), inf = cuddInf();
    const cuddreal minus = cuddFromDouble(-1.0), minus_inf = cuddFromDouble(-(double)INFINITY);
    (void)state;
    const struct
    {
        cuddreal computed;
        int num, den;
    } cases[] = {
        {cuddAtan2(zero, minus), 1, 1},
        {cuddAtan2(minus_zero, minus), -1, 1},
        {cuddAtan2(zero, minus_zero), 1, 1},
        {cuddAtan2(minus_zero, minus_zero), -1, 1},
        {cuddAtan2(one, zero), 1, 2},
        {cuddAtan2(minus, minus_zero), -1, 2},
        {cuddAtan2(one, minus_inf), 1, 1},
        {cuddAtan2(minus, minus_inf), -1, 1},
        {cuddAtan2(inf, one), 1, 2},
        {cuddAtan2(minus_inf, minus), -1, 2},
        {cuddAtan2(inf, inf), 1, 4},
        {cuddAtan2(inf, minus_inf), 3, 4},
        {cuddAtan2(minus_inf, minus_inf), -3, 4},
        {cuddAtan2(one, one), 1, 4},
        {cuddAtan2(one, minus), 3, 4},
        {cuddAtan2(one, cuddFromDouble(0x1p-1074)), 1, 2},
        {cuddAtan(inf), 1, 2},
        {cuddAtan(minus_inf), -1, 2},
        {cuddAtan(minus), -1, 4},
        {cuddAsin(one), 1, 2},
        {cuddAsin(minus), -1, 2},
        {cuddAsin(cuddFromDouble(0.5)), 1, 6},
        {cuddAcos(zero), 1, 2},
        {cuddAcos(minus), 1, 1},
        {cuddAcos(cuddFromDouble(-0.5)), 2, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        const cuddreal expected = pi_times(cases[i].num, cases[i].den);
        if (!same_number(cases[i].computed, expected))
            fprintf(stderr, "case %zu: %a %a\n", i, cases[i].computed.x, cases[i].computed.y);
        assert_true(same_number(cases[i].computed, expected));
    }
}

/* Integers n and their powers below 2^106 are exact pairs; MPFR makes them. */
static cuddreal integer_power(unsigned long n, unsigned long k)
{
    mpfr_t v, rest;
    mpfr_inits2(400, v, rest, (mpfr_ptr)0);
    mpfr_ui_pow_ui(v, n, k, MPFR_RNDN);
    const double high = mpfr_get_d(v, MPFR_RNDN);
    mpfr_sub_d(rest, v, high, MPFR_RNDN);
    const cuddreal r = cuddMake(high, mpfr_get_d(rest, MPFR_RNDN));
    mpfr_clears(v, rest, (mpfr_ptr)0);
    return r;
}

static void short_results_are_exact(void **state)
{
    (void)state;
    for (unsigned long n = 2; n <= 40; n++)
        for (unsigned long k = 1; (double)k * log2((double)n) < 106.0; k++)
        {
            const cuddreal power = integer_power(n, k), base = cuddFromInt64((int64_t)n), exponent = cuddFromInt64((int64_t)k);
            assert_true(same_number(cuddPow(base, exponent), power));
            assert_true(same_number(cuddPowi(base, (int64_t)k), power));
            assert_true(same_number(cuddPowi(cuddNeg(base), (int64_t)k), k % 2 ? cuddNeg(power) : power));
            if (k == 3)
                assert_true(same_number(cuddCbrt(power), base));
            if (n == 10)
            {
                assert_true(same_number(cuddExp10(exponent), power));
                assert_true(same_number(cuddLog10(power), exponent));
            }
        }
    for (int e = -1074; e <= 1023; e++)
    {
        assert_true(same_number(cuddExp2(cuddFromDouble(e)), cuddFromDouble(ldexp(1.0, e))));
        assert_true(same_number(cuddLog2(cuddFromDouble(ldexp(1.0, e))), cuddFromDouble(e)));
    }
}

static void odd_even_and_paired_functions_agree(void **state)
{
    static const int odd[] = {DD_ELEMENTARY_Sin,  DD_ELEMENTARY_Tan,  DD_ELEMENTARY_Asin,  DD_ELEMENTARY_Atan, DD_ELEMENTARY_Sinh,
                              DD_ELEMENTARY_Tanh, DD_ELEMENTARY_Cbrt, DD_ELEMENTARY_Asinh, DD_ELEMENTARY_Atanh};
    static const int even[] = {DD_ELEMENTARY_Cos, DD_ELEMENTARY_Cosh};
    struct dd_random g;
    cuddreal a, b, sine, cosine;
    (void)state;
    dd_random_start(&g, dd_random_seed(SEED) + 300);
    for (int64_t i = 0; i < 4000; i++)
    {
        for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++)
        {
            dd_elementary_arguments(&g, odd[k], i, &a, &b);
            assert_true(same_number(dd_elementary_calls[odd[k]](cuddNeg(a), b), cuddNeg(dd_elementary_calls[odd[k]](a, b))));
        }
        for (size_t k = 0; k < sizeof even / sizeof even[0]; k++)
        {
            dd_elementary_arguments(&g, even[k], i, &a, &b);
            assert_true(same_number(dd_elementary_calls[even[k]](cuddNeg(a), b), dd_elementary_calls[even[k]](a, b)));
        }
        dd_elementary_arguments(&g, DD_ELEMENTARY_Sin, i, &a, &b);
        cuddSinCos(a, &sine, &cosine);
        assert_true(same_bits(sine, cuddSin(a)) && same_bits(cosine, cuddCos(a)));
    }
}

/* Results of such pairs mean nothing, but no table is read beyond its end: a sanitizer tells. */
static void pairs_that_are_not_normalised_stay_inside_the_tables(void **state)
{
    static const double parts[] = {0.0, 1.0, -1.5, 0x1p-1074, 0x1p-300, 1e10, -1e200, DBL_MAX, -DBL_MAX};
    enum
    {
        COUNT = sizeof parts / sizeof parts[0]
    };
    volatile double last = 0.0;
    (void)state;
    for (int f = 0; f < DD_ELEMENTARY_COUNT; f++)
        for (int i = 0; i < COUNT * COUNT * COUNT * COUNT; i++)
        {
            const cuddreal a = cuddMake(parts[i % COUNT], parts[i / COUNT % COUNT]);
            const cuddreal b = cuddMake(parts[i / (COUNT * COUNT) % COUNT], parts[i / (COUNT * COUNT * COUNT)]);
            last = dd_elementary_calls[f](a, b).x;
        }
    (void)last;
}

/* ---- arithmetic of three doubles ------------------------------------------------------------- */

static cudd3 random_triple(struct dd_random *g)
{
    const cuddreal a = dd_random_full_pair(g, (int)dd_random_int(g, -40, 40));
    return cudd3_normalize(a.x, a.y, ldexp(2.0 * dd_random_unit(g) - 1.0, (int)ilogb(a.y) - 53));
}

static void set_triple(mpfr_t v, cudd3 a)
{
    mpfr_set_d(v, a.x, MPFR_RNDN);
    mpfr_add_d(v, v, a.y, MPFR_RNDN);
    mpfr_add_d(v, v, a.z, MPFR_RNDN);
}

/* |computed - exact| <= 2^exponent size. */
static int within(cudd3 computed, const mpfr_t exact, double size, int exponent)
{
    mpfr_t d;
    mpfr_init2(d, 600);
    set_triple(d, computed);
    mpfr_sub(d, d, exact, MPFR_RNDN);
    const double error = fabs(mpfr_get_d(d, MPFR_RNDA));
    mpfr_clear(d);
    return error <= ldexp(size, exponent);
}

static void three_doubles_keep_their_bounds(void **state)
{
    struct dd_random g;
    mpfr_t a, b, r;
    (void)state;
    mpfr_inits2(600, a, b, r, (mpfr_ptr)0);
    dd_random_start(&g, dd_random_seed(SEED) + 400);
    for (int i = 0; i < 100000; i++)
    {
        const cudd3 x = random_triple(&g);
        cudd3 y = random_triple(&g);
        if (i % 4 == 0) /* x and -y share their leading bits */
            y = cudd3_neg(cudd3_normalize(x.x, ldexp(x.y, -i % 3), y.z));
        set_triple(a, x);
        set_triple(b, y);
        mpfr_add(r, a, b, MPFR_RNDN);
        assert_true(within(cudd3_add(x, y), r, fabs(x.x) + fabs(y.x), -156));
        mpfr_mul(r, a, b, MPFR_RNDN);
        assert_true(within(cudd3_mul(x, y), r, fabs(x.x * y.x), -153));
        mpfr_mul_d(r, a, y.x, MPFR_RNDN);
        assert_true(within(cudd3_mul_d(x, y.x), r, fabs(x.x * y.x), -155));
        mpfr_div(r, a, b, MPFR_RNDN);
        assert_true(within(cudd3_div(x, y), r, fabs(x.x / y.x), -152));
        mpfr_abs(r, a, MPFR_RNDN);
        mpfr_sqrt(r, r, MPFR_RNDN);
        assert_true(within(cudd3_sqrt(x.x < 0.0 ? cudd3_neg(x) : x), r, sqrt(fabs(x.x)), -151));
    }
    mpfr_clears(a, b, r, (mpfr_ptr)0);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* Each of the `count` parts is the nearest double to what the parts before it leave of v. */
static void assert_parts(const double *parts, int count, mpfr_t v)
{
    for (int i = 0; i < count; i++)
    {
        assert_true(parts[i] == mpfr_get_d(v, MPFR_RNDN));
        mpfr_sub_d(v, v, parts[i], MPFR_RNDN);
    }
}

static void assert_constant(cudd3 c, mpfr_t v)
{
    const double parts[3] = {c.x, c.y, c.z};
    assert_parts(parts, 3, v);
}

static void tables_are_rounded_correctly(void **state)
{
    mpfr_t v, w;
    (void)state;
    mpfr_inits2(2000, v, w, (mpfr_ptr)0);
    for (int i = 0; i < 64; i++)
    {
        mpfr_set_d(v, i / 64.0, MPFR_RNDN);
        mpfr_exp2(v, v, MPFR_RNDN);
        assert_parts(cudd_exp_table(i), 3, v);
    }
    for (int i = 0; i < 93; i++)
    {
        const double *row = cudd_log_table(i), c = row[0];
        assert_true(c * 1024.0 == rint(c * 1024.0) && fabs(c * (i + 90) / 128.0 - 1.0) < 0.001);
        mpfr_set_d(v, c, MPFR_RNDN);
        mpfr_log(v, v, MPFR_RNDN);
        mpfr_neg(v, v, MPFR_RNDN);
        assert_parts(row + 1, 3, v);
    }
    for (int i = 0; i <= 64; i++)
    {
        mpfr_const_pi(v, MPFR_RNDN);
        mpfr_mul_d(v, v, i / 128.0, MPFR_RNDN);
        mpfr_sin(v, v, MPFR_RNDN);
        assert_parts(cudd_sin_table(i), 3, v);
        mpfr_set_d(v, i / 64.0, MPFR_RNDN);
        mpfr_atan(v, v, MPFR_RNDN);
        assert_parts(cudd_atan_table(i), 3, v);
    }
    for (int n = 2; n <= 17; n++)
    {
        mpfr_fac_ui(v, (unsigned long)n, MPFR_RNDN);
        mpfr_ui_div(v, 1, v, MPFR_RNDN);
        if (n % 2 == 1 ? n / 2 % 2 == 1 : n / 2 % 2 == 0) /* minus at 3, 4, 7, 8, ... */
            mpfr_neg(v, v, MPFR_RNDN);
        mpfr_set(w, v, MPFR_RNDN);
        if (n % 2 == 1 && n >= 3 && n <= 15)
            assert_parts(cudd_sin_series(n / 2 - 1), 2, w);
        if (n % 2 == 0 && n <= 14)
            assert_parts(cudd_cos_series(n / 2 - 1), 2, w);
        mpfr_abs(v, v, MPFR_RNDN);
        if (n <= 13)
            assert_parts(cudd_exp_series(n - 2), 2, v);
        mpfr_set_ui(v, 1, MPFR_RNDN);
        mpfr_div_ui(v, v, (unsigned long)n, MPFR_RNDN);
        if (n >= 3)
            assert_parts(cudd_inverse_table(n - 3), 2, v);
    }
    mpfr_const_log2(v, MPFR_RNDN);
    assert_constant(cudd3_ln2(), v);
    mpfr_const_log2(v, MPFR_RNDN);
    mpfr_div_ui(v, v, 64, MPFR_RNDN);
    assert_constant(cudd3_step_exp(), v);
    mpfr_const_log2(v, MPFR_RNDN);
    mpfr_ui_div(v, 1, v, MPFR_RNDN);
    assert_constant(cudd3_log2e(), v);
    mpfr_log_ui(v, 10, MPFR_RNDN);
    mpfr_ui_div(w, 1, v, MPFR_RNDN);
    assert_constant(cudd3_ln10(), v);
    assert_constant(cudd3_log10e(), w);
    mpfr_const_pi(v, MPFR_RNDN);
    assert_constant(cudd3_pi(), v);
    mpfr_const_pi(v, MPFR_RNDN);
    mpfr_div_ui(v, v, 2, MPFR_RNDN);
    assert_constant(cudd3_half_pi(), v);
    mpfr_const_pi(v, MPFR_RNDN);
    mpfr_div_ui(v, v, 128, MPFR_RNDN);
    assert_constant(cudd3_step_sin(), v);
    mpfr_const_pi(v, MPFR_RNDN);
    mpfr_ui_div(v, 128, v, MPFR_RNDN);
    for (int i = 0; i < 48; i++)
    {
        mpfr_floor(w, v);
        assert_true(mpfr_cmp_ui(w, cudd_word_128_over_pi(i)) == 0);
        mpfr_sub(v, v, w, MPFR_RNDN);
        mpfr_mul_2ui(v, v, 32, MPFR_RNDN);
    }
    assert_true(cudd_word_128_over_pi(-1) == 0 && cudd_word_128_over_pi(48) == 0);
    mpfr_clears(v, w, (mpfr_ptr)0);
    mpfr_free_cache();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_stay_below_the_bound),
        cmocka_unit_test(results_are_normalised),
        cmocka_unit_test(flags_change_no_bit),
        cmocka_unit_test(special_values_are_those_of_annex_f),
        cmocka_unit_test(inverse_functions_reach_multiples_of_pi),
        cmocka_unit_test(short_results_are_exact),
        cmocka_unit_test(odd_even_and_paired_functions_agree),
        cmocka_unit_test(pairs_that_are_not_normalised_stay_inside_the_tables),
        cmocka_unit_test(three_doubles_keep_their_bounds),
        cmocka_unit_test(tables_are_rounded_correctly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
