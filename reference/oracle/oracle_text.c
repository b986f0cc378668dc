/*
 * Text by exact rational numbers and MPFR.
 */
#include "oracle_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpfr.h>

enum
{
    PRECISION = 4400 /* every sum of doubles and midpoints exactly, and 2^-2000 below the least midpoint of the largest */
};

/* |text| as a rational number; returns whether it is negative. */
static int rational(mpq_t q, const char *text)
{
    size_t length = strlen(text), n = 0;
    char *digits = malloc(length + 2);
    long exponent = 0;
    int negative = *text == '-', after_point = 0;
    if (!digits)
        abort();
    for (text += *text == '-' || *text == '+'; *text && *text != 'e' && *text != 'E'; text++)
    {
        if (*text == '.')
        {
            after_point = 1;
            continue;
        }
        digits[n++] = *text;
        exponent -= after_point;
    }
    digits[n] = '\0';
    if (*text)
        exponent += strtol(text + 1, NULL, 10);
    if (mpz_set_str(mpq_numref(q), digits, 10) != 0)
        abort();
    free(digits);
    mpz_t scale;
    mpz_init(scale);
    mpz_ui_pow_ui(scale, 10, (unsigned long)labs(exponent));
    if (exponent >= 0)
        mpz_mul(mpq_numref(q), mpq_numref(q), scale);
    else
        mpz_set(mpq_denref(q), scale);
    mpz_clear(scale);
    mpq_canonicalize(q);
    return negative;
}

/* The nearest pair to v >= 0, normalised. */
static cuddreal nearest_pair(mpfr_t v)
{
    double hi = mpfr_get_d(v, MPFR_RNDN);
    if (hi > DBL_MAX)
        return cuddMake(hi, 0.0);
    mpfr_sub_d(v, v, hi, MPFR_RNDN);
    double lo = mpfr_get_d(v, MPFR_RNDN);
    volatile double sum = hi + lo;
    if (sum > DBL_MAX)
        return cuddMake(sum, 0.0);
    lo = (hi - sum) + lo;
    return cuddMake(sum, lo == 0.0 ? 0.0 : lo);
}

cuddreal dd_oracle_from_decimal(const char *text)
{
    mpq_t q;
    mpfr_t v;
    mpq_init(q);
    mpfr_init2(v, PRECISION);
    int negative = rational(q, text);
    /* Rounded down, and one bit more when that is inexact: on the same side of every midpoint as
     * the number itself */
    if (mpfr_set_q(v, q, MPFR_RNDD) != 0)
        mpfr_nextabove(v);
    cuddreal r = nearest_pair(v);
    mpfr_clear(v);
    mpq_clear(q);
    return negative ? cuddMake(-r.x, r.y == 0.0 ? 0.0 : -r.y) : r;
}

int dd_oracle_print(char *buffer, size_t size, cuddreal a, int digits, char form)
{
    mpfr_t v;
    char format[] = "%.*RNe";
    format[5] = form;
    mpfr_init2(v, PRECISION);
    mpfr_set_d(v, a.x, MPFR_RNDN);
    mpfr_add_d(v, v, a.y, MPFR_RNDN);
    int length = mpfr_snprintf(buffer, size, format, digits, v);
    mpfr_clear(v);
    return length;
}

int dd_oracle_expand(char *buffer, size_t size, cuddreal a, double c, int exponent)
{
    mpfr_t v, w;
    mpfr_inits2(PRECISION, v, w, (mpfr_ptr)0);
    mpfr_set_d(v, a.x, MPFR_RNDN);
    mpfr_add_d(v, v, a.y, MPFR_RNDN);
    mpfr_set_d(w, c, MPFR_RNDN);
    mpfr_mul_2si(w, w, exponent, MPFR_RNDN);
    mpfr_add(v, v, w, MPFR_RNDN);
    int length = mpfr_snprintf(buffer, size, "%.1080RNf", v);
    mpfr_clears(v, w, (mpfr_ptr)0);
    return length;
}
