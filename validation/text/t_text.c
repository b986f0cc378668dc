/*
 * Numbers as text: cuddFromString against exact rationals, the writers against MPFR, round trips
 * bit by bit.
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dd/io.h>

#include "comma_locale.h"
#include "engine.h"
#include "oracle_text.h"
#include "random.h"

enum
{
    RANDOM_CASES = 100000,
    MIDPOINT_CASES = 3000,
    LONG = 6000
};

static struct dd_random generator;

static int same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static int same(cuddreal a, cuddreal b)
{
    if (a.x != a.x || b.x != b.x)
        return a.x != a.x && b.x != b.x && same_bits(a.y, b.y);
    return same_bits(a.x, b.x) && same_bits(a.y, b.y);
}

static void assert_pair(const char *text, cuddreal got, cuddreal wanted)
{
    if (!same(got, wanted))
        fail_msg("\"%.200s\": got (%a, %a), expected (%a, %a)", text, got.x, got.y, wanted.x, wanted.y);
}

static cuddreal parse(const char *text)
{
    cuddreal value = cuddMake(7.0, 7.0);
    if (cuddFromString(text, NULL, &value) != DDBLAS_STATUS_SUCCESS)
        fail_msg("\"%.200s\": %s", text, ddblasGetLastError(NULL));
    return value;
}

static void assert_as_oracle(const char *text) { assert_pair(text, parse(text), dd_oracle_from_decimal(text)); }

static void assert_comes_back(cuddreal a)
{
    char text[CUDD_SHORTEST_SIZE];
    cuddreal positive_zero = a;
    assert_true(cuddToHex(text, sizeof text, a) < CUDD_HEX_SIZE);
    assert_pair(text, parse(text), a);
    assert_true(cuddToShortest(text, sizeof text, a) < CUDD_SHORTEST_SIZE);
    if (a.y == 0.0)
        positive_zero.y = 0.0;
    assert_pair(text, parse(text), positive_zero);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void every_power_of_two(void **state)
{
    static char text[LONG];
    (void)state;
    for (int e = -1074; e <= 1023; e++)
    {
        cuddreal power = cuddFromDouble(ldexp(1.0, e));
        dd_oracle_expand(text, sizeof text, power, 0.0, 0);
        assert_pair(text, parse(text), power);
        (void)snprintf(text, sizeof text, "0x1p%+d", e);
        assert_pair(text, parse(text), power);
        assert_comes_back(power);
        assert_comes_back(cuddNeg(power));
        if (e >= -950)
            assert_comes_back(cuddMake(power.x, ldexp(-1.0, e - 60)));
    }
}

static void known_values(void **state)
{
    static const struct
    {
        const char *text;
        double hi, lo;
    } known[] = {
        {"0", 0.0, 0.0},
        {"-0", -0.0, 0.0},
        {"-0.0e-999999999999999999999", -0.0, 0.0},
        {" \t\n\v\f\r1 \r\n", 1.0, 0.0},
        {"+1.", 1.0, 0.0},
        {".5", 0.5, 0.0},
        {"1e0", 1.0, 0.0},
        {"1d3", 1000.0, 0.0},
        {"-1.25D-2", -0x1.999999999999ap-7, 0x1.999999999999ap-61},
        {"0.1", 0x1.999999999999ap-4, -0x1.999999999999ap-58},
        {"0x1p+969", 0x1p+969, 0.0},
        {"0X1P-1074", 0x1p-1074, 0.0},
        {"0x1p-1075", 0.0, 0.0},
        {"0x1.8p-1075", 0x1p-1074, 0.0},
        {"0x.1", 0x1p-4, 0.0},
        {"0xa.8", 10.5, 0.0},
        {"0x1.00000000000000000000000002", 1.0, 0x1p-103},
        {"0x1.0000000000000000000000000000001p4", 16.0, 0x1p-120},
        {"0x1.fffffffffffff7ffffffffffffcp+1023", DBL_MAX, 0x1.fffffffffffffp+969},
        {"0x1.fffffffffffff7ffffffffffffdffffp+1023", DBL_MAX, 0x1.fffffffffffffp+969},
        {"0x1.fffffffffffff7ffffffffffffep+1023", (double)INFINITY, 0.0},
        {"0x1.fffffffffffff8p+1023", (double)INFINITY, 0.0},
        {"0x1p99999999999999999999", (double)INFINITY, 0.0},
        {"0x1p-99999999999999999999", 0.0, 0.0},
        {"1e99999999999999999999", (double)INFINITY, 0.0},
        {"1e18446744073709551616", (double)INFINITY, 0.0}, /* 2^64, 0 in 64 bits */
        {"0x1p+18446744073709551616", (double)INFINITY, 0.0},
        {"1e-18446744073709551616", 0.0, 0.0},
        {"-1e309", -(double)INFINITY, 0.0},
        {"1e-400", 0.0, 0.0},
        {"0x1p+0+0x1p-1074", 1.0, 0x1p-1074},
        {"-0x1p+0-0x0p+0", -1.0, -0.0},
        {"0x1p+0+0x1p+0", 2.0, 0.0},
        {"inf", (double)INFINITY, 0.0},
        {"-INFINITY", -(double)INFINITY, 0.0},
        {"Infinity", (double)INFINITY, 0.0},
        {"NaN", (double)NAN, 0.0},
        {"-nan(char_09)", (double)NAN, 0.0},
        /* 1 + 2^-53 rounds to the even 1, and 1 + 3 2^-53 to 1 + 2^-51: the low parts make up for
         * it */
        {"0x1.00000000000008p0", 1.0, 0x1p-53},
        {"0x1.00000000000018p0", 0x1.0000000000002p+0, -0x1p-53},
        /* the low part rounds up to half a unit of an odd high part: the pair with the even one */
        {"0x1.00000000000017ffffffffffffffffp0", 0x1.0000000000002p+0, -0x1p-53},
    };
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        assert_pair(known[k].text, parse(known[k].text), cuddMake(known[k].hi, known[k].lo));
    assert_as_oracle("2.3045377697175681e-24");
    assert_as_oracle("4.9406564584124654e-324");
    assert_as_oracle("1.797693134862315807e308");
    assert_comes_back(parse("2.3045377697175681e-24"));
    assert_comes_back(cuddMake(1.0, 0x1p-105));
    assert_comes_back(cuddMake(1.0, 0x1p-1074));
    assert_comes_back(cuddMake(1.0, -0x1p-1074));
    assert_comes_back(cuddMake(0x1p+1023, 0x1p-1074));
    assert_comes_back(cuddMake(DBL_MAX, -0x1p-1074));
    assert_comes_back(cuddMax());
    assert_comes_back(cuddNeg(cuddMax()));
    assert_comes_back(cuddMin());
    assert_comes_back(cuddMake(-0.0, 0.0));
    assert_comes_back(cuddMake(0x1p-1074, 0.0));
    assert_comes_back(cuddMake(0.1, 0.0));
    assert_comes_back(cuddMake(3.0, -0.0));
    assert_comes_back(cuddInf());
    assert_comes_back(cuddNan());
}

static void end_of_number(void **state)
{
    static const struct
    {
        const char *text;
        int taken; /* -1: no number */
        double hi;
    } cases[] = {
        {"+0e", 2, 0.0},
        {"1e+", 1, 1.0},
        {"1d-x", 1, 1.0},
        {"1.2.3", 3, 0x1.3333333333333p+0},
        {"0x", 1, 0.0},
        {"0xg", 1, 0.0},
        {"0x.p1", 1, 0.0},
        {"0x1p", 3, 1.0},
        {"0x1p+0+1", 6, 1.0},
        {"0x1+0x", 3, 1.0},
        {"0x1p0-0xz", 5, 1.0},
        {"1,5", 1, 1.0},
        {"infin", 3, 0},
        {"nan(", 3, 0},
        {"nan(a-b)", 3, 0},
        {"12abc", 2, 12.0},
        {"", -1, 0},
        {"   ", -1, 0},
        {"+", -1, 0},
        {"-.", -1, 0},
        {".e5", -1, 0},
        {"e5", -1, 0},
        {"in", -1, 0},
        {"--1", -1, 0},
        {"+ 1", -1, 0},
        {"\xff", -1, 0},
        {"\xc2\xa0"
         "1",
         -1, 0},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        const char *end = NULL;
        cuddreal value = cuddMake(7.0, 7.0);
        ddblasStatus_t status = cuddFromString(cases[k].text, &end, &value);
        assert_int_equal(status, cases[k].taken < 0 ? DDBLAS_STATUS_FORMAT_ERROR : DDBLAS_STATUS_SUCCESS);
        assert_int_equal(end - cases[k].text, cases[k].taken < 0 ? 0 : cases[k].taken);
        if (cases[k].taken < 0)
            assert_pair(cases[k].text, value, cuddMake(0.0, 0.0));
        else if (cases[k].hi != 0.0)
            assert_true(value.x == cases[k].hi);
        /* nothing may follow when no end is asked for */
        value = cuddMake(7.0, 7.0);
        assert_int_equal(cuddFromString(cases[k].text, NULL, &value), DDBLAS_STATUS_FORMAT_ERROR);
        assert_pair(cases[k].text, value, cuddMake(0.0, 0.0));
        assert_true(strlen(ddblasGetLastError(NULL)) > 0);
    }
    cuddreal value;
    struct dd_scalar place; /* at 8 mod 16 */
    void *const result = place.bytes + 8;
    assert_int_equal(cuddFromString("-0.75", NULL, result), DDBLAS_STATUS_SUCCESS);
    memcpy(&value, result, sizeof value);
    assert_true(value.x == -0.75 && value.y == 0.0);
    assert_int_equal(cuddFromString(NULL, NULL, &value), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(cuddFromString("1", NULL, NULL), DDBLAS_STATUS_INVALID_VALUE);
}

/* `digits` random digits with a point somewhere and an exponent. */
static void random_decimal(char *text, int digits, int exponent)
{
    char *p = text;
    int point = (int)dd_random_int(&generator, 0, digits);
    if (dd_random_bits(&generator) & 1)
        *p++ = '-';
    for (int k = 0; k < digits; k++)
    {
        if (k == point)
            *p++ = '.';
        *p++ = (char)('0' + dd_random_int(&generator, 0, 9));
    }
    (void)sprintf(p, "e%d", exponent);
}

static void random_decimals(void **state)
{
    char text[128];
    (void)state;
    for (int k = 0; k < RANDOM_CASES; k++)
    {
        int digits = (int)dd_random_int(&generator, 1, 45);
        int exponent = (int)(k % 2 ? dd_random_int(&generator, -40, 20) : dd_random_int(&generator, -380, 310));
        random_decimal(text, digits, exponent);
        assert_as_oracle(text);
    }
}

static void five_thousand_digits(void **state)
{
    static char text[LONG];
    (void)state;
    for (int k = 0; k < 200; k++)
    {
        random_decimal(text, 5000, (int)dd_random_int(&generator, -5400, 400));
        assert_as_oracle(text);
    }
    /* midpoints that only the 5000th digit breaks */
    for (int k = 0; k < 200; k++)
    {
        int below;
        cuddreal a = dd_random_full_pair(&generator, (int)dd_random_int(&generator, -60, 60));
        (void)frexp(a.y, &below);
        int length = dd_oracle_expand(text, sizeof text, a, k % 2 ? 1.0 : -1.0, below - 54);
        memset(text + length, '0', (size_t)(5000 - length));
        strcpy(text + 5000, "1");
        assert_as_oracle(text);
    }
}

/* Decimals on a midpoint between two neighbouring pairs, just above and just below. */
static void midpoints(void **state)
{
    static char text[LONG];
    (void)state;
    for (int k = 0; k < MIDPOINT_CASES; k++)
    {
        int exponent = (int)(k % 3 ? dd_random_int(&generator, -60, 60) : dd_random_int(&generator, -1060, 1020));
        cuddreal a = k % 7 == 0   ? cuddFromDouble(dd_random_double(&generator, exponent))
                     : k % 2 == 0 ? dd_random_full_pair(&generator, exponent)
                                  : dd_random_pair(&generator, exponent);
        int below;
        (void)frexp(a.y == 0.0 ? a.x : a.y, &below);
        below -= 54; /* half a unit of a 53-bit number */
        if (below < -1075)
            below = -1075;
        int length = dd_oracle_expand(text, sizeof text - 2, a, dd_random_bits(&generator) & 1 ? 1.0 : -1.0, below);
        assert_as_oracle(text);
        strcpy(text + length, "1");
        assert_as_oracle(text);
        while (text[--length] == '0')
            text[length] = '9';
        if (text[length] != '.')
            text[length]--;
        assert_as_oracle(text);
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

static cuddreal random_value(void)
{
    int wide = (dd_random_bits(&generator) & 3) == 0;
    int exponent = (int)(wide ? dd_random_int(&generator, -1074, 1022) : dd_random_int(&generator, -30, 30));
    switch (dd_random_bits(&generator) % 4)
    {
    case 0:
        return cuddFromDouble(dd_random_double(&generator, exponent));
    case 1:
        return cuddFromInt64(dd_random_int(&generator, -100000, 100000));
    default:
        return exponent < -1000 ? cuddFromDouble(ldexp(dd_random_unit(&generator), exponent))
                                : dd_random_pair(&generator, exponent);
    }
}

static void forms(void **state)
{
    static const char letters[] = "efgEFG";
    static char got[LONG], wanted[LONG];
    (void)state;
    for (int k = 0; k < 40000; k++)
    {
        cuddreal a = random_value();
        if (k % 5 == 0)
            a = cuddFromDouble((double)dd_random_int(&generator, -99999, 99999) / 64.0); /* ties in decimal */
        int digits = k % 41;
        char form = letters[dd_random_int(&generator, 0, 5)];
        int length = cuddToString(got, sizeof got, a, digits, form);
        int expected = dd_oracle_print(wanted, sizeof wanted, a, digits, form);
        if (strcmp(got, wanted) != 0 || length != expected)
            fail_msg("%%.%d%c of (%a, %a): got %s, expected %s", digits, form, a.x, a.y, got, wanted);
    }
    assert_int_equal(cuddToString(got, sizeof got, cuddFromDouble(1.0), -1, 'e'), -1);
    assert_int_equal(cuddToString(got, sizeof got, cuddFromDouble(1.0), 5, 'a'), -1);
    assert_int_equal(cuddToString(got, sizeof got, cuddFromDouble(1.0), 5000, 'f'), 5002);
    /* not normalised: the exact sum */
    assert_int_equal(cuddToString(got, sizeof got, cuddMake(1.0, -1.0), 3, 'e'), 9);
    assert_string_equal(got, "0.000e+00");
    (void)cuddToString(got, sizeof got, cuddMake(1.0, -4.0), 3, 'g');
    assert_string_equal(got, "-3");
    (void)cuddToString(got, sizeof got, cuddMake(-(double)INFINITY, (double)NAN), 3, 'E');
    assert_string_equal(got, "-INF");
    (void)cuddToString(got, sizeof got, cuddMake(1.0, (double)NAN), 3, 'e');
    assert_string_equal(got, "nan");
}

static void small_buffers(void **state)
{
    char whole[64], part[64];
    (void)state;
    cuddreal a = parse("-1.2345678901234567890123456789e-7");
    int length = cuddToString(whole, sizeof whole, a, 20, 'e');
    for (size_t size = 0; size < sizeof part; size++)
    {
        memset(part, '#', sizeof part);
        assert_int_equal(cuddToString(size ? part : NULL, size, a, 20, 'e'), length);
        size_t kept = size == 0 ? 0 : (size_t)length < size ? (size_t)length : size - 1;
        assert_memory_equal(part, whole, kept);
        if (size)
            assert_int_equal(part[kept], 0);
        for (size_t k = kept + (size > 0); k < sizeof part; k++)
            assert_int_equal(part[k], '#');
        assert_int_equal(cuddToHex(part, size, a), cuddToHex(NULL, 0, a));
        assert_int_equal(cuddToShortest(part, size, a), 35);
    }
}

static void round_trips(void **state)
{
    (void)state;
    for (int k = 0; k < RANDOM_CASES; k++)
        assert_comes_back(random_value());
}

/* Significant digits of a decimal without its exponent and sign. */
static int significant(const char *text)
{
    int digits = 0, zeros = 0;
    for (; *text && *text != 'e'; text++)
    {
        if (*text < '0' || *text > '9' || (digits == 0 && *text == '0'))
            continue;
        digits++;
        zeros = *text == '0' ? zeros + 1 : 0;
    }
    return digits - zeros;
}

/* No correctly rounded text with fewer digits is read as the same pair. */
static void shortest_is_shortest(void **state)
{
    /* read back from n digits and from n + 2, not from n + 1 */
    static const cuddreal gaps[] = {{0x1.0e985b5eccb3dp+10, -0x1p-44}, {0x1.622fa82a054c3p-20, 0x1p-74},
                                    {0x1.d327b7cfe5aa4p+2, 0x1p-54},   {0x1.e2025b772078p-10, -0x1p-77},
                                    {0x1.7069daab5d617p-4, -0x1p-100}, {0x1.090267e4c491ap-4, -0x1p-114}};
    const int known = (int)(sizeof gaps / sizeof gaps[0]);
    char text[CUDD_SHORTEST_SIZE], other[CUDD_SHORTEST_SIZE];
    (void)state;
    for (int k = -known; k < 5000; k++)
    {
        cuddreal a = k < 0 ? gaps[k + known] : k % 2 ? random_value() : cuddMake(1.0, ldexp(k % 4 ? 1.0 : -1.0, -54 - k % 60));
        if (a.x == 0.0)
            continue;
        (void)cuddToShortest(text, sizeof text, a);
        for (int digits = significant(text) - 1; digits > 0; digits--)
        {
            (void)dd_oracle_print(other, sizeof other, a, digits - 1, 'e');
            if (same(parse(other), a))
                fail_msg("%s is not the shortest: %s", text, other);
        }
    }
}

/* ---- surroundings ---------------------------------------------------------------------------- */

static void comma_locale(void **state)
{
    char text[CUDD_SHORTEST_SIZE];
    (void)state;
    if (!dd_comma_locale())
        skip();
    assert_pair("1.5", parse("1.5"), cuddFromDouble(1.5));
    cuddreal value;
    assert_int_equal(cuddFromString("1,5", NULL, &value), DDBLAS_STATUS_FORMAT_ERROR);
    (void)cuddToString(text, sizeof text, cuddFromDouble(1.5), 3, 'e');
    assert_string_equal(text, "1.500e+00");
    (void)cuddToHex(text, sizeof text, cuddFromDouble(1.5));
    assert_string_equal(text, "0x1.8p+0");
    (void)cuddToShortest(text, sizeof text, cuddFromDouble(1.5));
    assert_string_equal(text, "1.5");
    (void)setlocale(LC_ALL, "C");
}

/* The rounding of the caller's thread is that of the default, and many threads give the same
 * bits. */
static void threads(void **state)
{
    int wrong = 0;
    cuddreal expected = parse("3.14159265358979323846264338327950288");
    (void)state;
#pragma omp parallel for num_threads(8) reduction(+ : wrong)
    for (int k = 0; k < 20000; k++)
    {
        char text[CUDD_SHORTEST_SIZE];
        cuddreal value;
        (void)cuddToShortest(text, sizeof text, expected);
        wrong += cuddFromString(text, NULL, &value) != DDBLAS_STATUS_SUCCESS || !same(value, expected);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_power_of_two),
        cmocka_unit_test(known_values),
        cmocka_unit_test(end_of_number),
        cmocka_unit_test(random_decimals),
        cmocka_unit_test(midpoints),
        cmocka_unit_test(five_thousand_digits),
        cmocka_unit_test(forms),
        cmocka_unit_test(small_buffers),
        cmocka_unit_test(round_trips),
        cmocka_unit_test(shortest_is_shortest),
        cmocka_unit_test(comma_locale),
        cmocka_unit_test(threads),
    };
    uint64_t seed = dd_random_seed(20240601);
    dd_random_start(&generator, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
