/*
 * The oracle's exact sums against MPFR's correctly rounded sum, for terms of every exponent.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <mpfr.h>

#include "accumulator.h"
#include "oracle.h"
#include "random.h"

enum
{
    TRIALS = 20000,
    MOST_TERMS = 40,
    HYPOT_BITS = 2300 /* the squares of two doubles, or their ratio, fit */
};

static double any_double(struct dd_random *g, int low, int high)
{
    return dd_random_bits(g) % 16 == 0 ? 0.0 : dd_random_double(g, (int)dd_random_int(g, low, high));
}

/* Terms of near exponents carry and borrow through whole words, terms of all exponents reach both
 * ends. */
static void sums_of_products_are_exact(void **state)
{
    static struct dd_accumulator s;
    struct dd_random g;
    mpfr_t term[MOST_TERMS], expected, got;
    mpfr_ptr list[MOST_TERMS];
    (void)state;
    dd_random_start(&g, dd_random_seed(61));
    for (int t = 0; t < MOST_TERMS; t++)
    {
        mpfr_init2(term[t], 106);
        list[t] = term[t];
    }
    mpfr_inits2(DD_ACCUMULATOR_BITS, expected, got, (mpfr_ptr)0);
    for (int trial = 0; trial < TRIALS; trial++)
    {
        const int count = (int)dd_random_int(&g, 1, MOST_TERMS), centre = (int)dd_random_int(&g, -1074, 1023);
        const int span = trial % 2 ? 2100 : (int)dd_random_int(&g, 0, 80);
        const int low = centre - span > -1074 ? centre - span : -1074, high = centre + span < 1023 ? centre + span : 1023;
        dd_accumulator_zero(&s);
        for (int t = 0; t < count; t++)
        {
            const double a = any_double(&g, low, high), b = any_double(&g, low, high);
            dd_accumulator_add_product(&s, a, b);
            mpfr_set_d(term[t], a, MPFR_RNDN);
            assert_int_equal(mpfr_mul_d(term[t], term[t], b, MPFR_RNDN), 0);
        }
        assert_int_equal(mpfr_sum(expected, list, (unsigned long)count, MPFR_RNDN), 0);
        dd_accumulator_get(got, &s);
        if (mpfr_cmp(got, expected) != 0)
        {
            mpfr_printf("exact sum %Ra, accumulated %Ra\n", expected, got);
            fail_msg("trial %d: %d terms of exponents %d .. %d", trial, count, low, high);
        }
    }
    for (int t = 0; t < MOST_TERMS; t++)
        mpfr_clear(term[t]);
    mpfr_clears(expected, got, (mpfr_ptr)0);
}

/* Pairs of parts at all distances, the low part first among them, against MPFR. */
static void products_of_pairs_are_exact(void **state)
{
    static struct dd_accumulator s;
    struct dd_random g;
    mpfr_t expected, term, got;
    (void)state;
    dd_random_start(&g, dd_random_seed(64));
    mpfr_inits2(2 * DD_ACCUMULATOR_BITS, expected, term, got, (mpfr_ptr)0);
    for (int trial = 0; trial < TRIALS; trial++)
    {
        const int distance = trial % 3 ? (int)dd_random_int(&g, 40, 90) : (int)dd_random_int(&g, -100, 1000);
        const int centre = trial % 5 ? 0 : (int)dd_random_int(&g, -1074, 1023);
        dd_accumulator_zero(&s);
        mpfr_set_zero(expected, 1);
        for (int t = 0; t < 20; t++)
        {
            double pair[2][2];
            for (int k = 0; k < 2; k++)
            {
                const int low = centre - distance < -1074 ? -1074 : centre - distance > 1023 ? 1023 : centre - distance;
                pair[k][0] = any_double(&g, centre, centre);
                pair[k][1] = any_double(&g, low, low);
            }
            const int negative = (int)dd_random_int(&g, 0, 1);
            dd_accumulator_add_pairs(&s, pair[0], pair[1], negative);
            for (int k = 0; k < 4; k++)
            {
                mpfr_set_d(term, pair[0][k / 2], MPFR_RNDN);
                mpfr_mul_d(term, term, pair[1][k % 2], MPFR_RNDN);
                assert_int_equal((negative ? mpfr_sub : mpfr_add)(expected, expected, term, MPFR_RNDN), 0);
            }
        }
        dd_accumulator_get(got, &s);
        if (mpfr_cmp(got, expected) != 0)
            fail_msg("trial %d: parts %d binades apart", trial, distance);
    }
    mpfr_clears(expected, term, got, (mpfr_ptr)0);
}

/* Every bit from 2^-2148 to 2^2045 set: one more 2^-2148 carries through all words. */
static void carries_run_through_all_words(void **state)
{
    static struct dd_accumulator s;
    mpfr_t got;
    (void)state;
    mpfr_init2(got, DD_ACCUMULATOR_BITS);
    dd_accumulator_zero(&s);
    for (int e = -2148; e < 2046; e++)
        dd_accumulator_add_product(&s, ldexp(1.0, e / 2), ldexp(1.0, e - e / 2));
    dd_accumulator_add_product(&s, 0x1p-1074, 0x1p-1074);
    dd_accumulator_get(got, &s);
    assert_int_equal(mpfr_cmp_ui_2exp(got, 1, 2046), 0);
    dd_accumulator_add_product(&s, -0x1p1023, 0x1p1023);
    dd_accumulator_get(got, &s);
    assert_true(mpfr_zero_p(got));
    mpfr_clear(got);
}

static void hypot_at_all_exponents(void **state)
{
    struct dd_random g;
    mpfr_t exact, b, got;
    (void)state;
    dd_random_start(&g, dd_random_seed(62));
    mpfr_inits2(HYPOT_BITS, exact, b, got, (mpfr_ptr)0);
    for (int trial = 0; trial < TRIALS; trial++)
    {
        const int e = (int)dd_random_int(&g, -1074, 1023);
        const double x = any_double(&g, e, e);
        const double y = any_double(&g, e > -1014 ? e - 60 : -1074, e < 963 ? e + 60 : 1023);
        const struct dd_magnitude m = dd_magnitude_hypot(x, y);
        mpfr_set_d(exact, x, MPFR_RNDN);
        mpfr_set_d(b, y, MPFR_RNDN);
        mpfr_hypot(exact, exact, b, MPFR_RNDN);
        mpfr_set_ui_2exp(got, m.mantissa, m.exponent, MPFR_RNDN);
        mpfr_sub(got, got, exact, MPFR_RNDN);
        mpfr_mul_2ui(got, got, 51, MPFR_RNDN);
        if (mpfr_cmpabs(got, exact) > 0)
            fail_msg("hypot(%a, %a) = %llu 2^%d", x, y, (unsigned long long)m.mantissa, m.exponent);
    }
    mpfr_clears(exact, b, got, (mpfr_ptr)0);
}

/* Products, pairs, sums and a multiplication in one number, against the same in MPFR. */
static void exact_numbers(void **state)
{
    struct dd_random g;
    mpfr_t expected, term, factor;
    (void)state;
    dd_random_start(&g, dd_random_seed(63));
    mpfr_inits2(2 * DD_ACCUMULATOR_BITS, expected, term, factor, (mpfr_ptr)0);
    for (int trial = 0; trial < TRIALS / 4; trial++)
    {
        dd_exact *s = dd_exact_new(), *t = dd_exact_new();
        const double a = any_double(&g, -400, 400), b = any_double(&g, -400, 400);
        const cuddreal p = dd_random_pair(&g, (int)dd_random_int(&g, -300, 300)), q = dd_random_pair(&g, 0);
        dd_exact_add_product(s, a, b);
        dd_exact_multiply(s, q);
        dd_exact_add(s, a);
        dd_exact_add_pairs(t, p, q);
        dd_exact_add_exact(s, t);
        mpfr_set_d(factor, q.x, MPFR_RNDN);
        mpfr_add_d(factor, factor, q.y, MPFR_RNDN);
        mpfr_set_d(expected, a, MPFR_RNDN);
        mpfr_mul_d(expected, expected, b, MPFR_RNDN);
        mpfr_mul(expected, expected, factor, MPFR_RNDN);
        mpfr_add_d(expected, expected, a, MPFR_RNDN);
        mpfr_set_d(term, p.x, MPFR_RNDN);
        mpfr_add_d(term, term, p.y, MPFR_RNDN);
        mpfr_fma(expected, term, factor, expected, MPFR_RNDN);
        const double high = mpfr_get_d(expected, MPFR_RNDN);
        assert_true(dd_exact_to_double(s) == high);
        assert_true(dd_exact_sign(s) == mpfr_sgn(expected));
        mpfr_sub_d(expected, expected, high, MPFR_RNDN);
        const cuddreal r = dd_exact_to_pair(s);
        assert_true(r.x == high && r.y == mpfr_get_d(expected, MPFR_RNDN));
        dd_exact_free(s);
        dd_exact_free(t);
    }
    mpfr_clears(expected, term, factor, (mpfr_ptr)0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_products_are_exact),
        cmocka_unit_test(products_of_pairs_are_exact),
        cmocka_unit_test(carries_run_through_all_words),
        cmocka_unit_test(hypot_at_all_exponents),
        cmocka_unit_test(exact_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
