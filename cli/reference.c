/*
 * Numbers beyond double-double, by MPFR.
 */
#include "reference.h"

#include <math.h>
#include <stdlib.h>

#include <mpfr.h>

enum
{
    PRECISION = 512,
    REFLECTIONS = 3
};

/* ---- entries --------------------------------------------------------------------------------- */

/* a rounded to double-double: RN(a), then RN of the rest. Changes a. */
static cuddreal to_pair(mpfr_t a)
{
    double hi = mpfr_get_d(a, MPFR_RNDN);
    if (!isfinite(hi))
        return cuddFromDouble(hi);
    mpfr_sub_d(a, a, hi, MPFR_RNDN);
    return cuddFastTwoSum(hi, mpfr_get_d(a, MPFR_RNDN));
}

static void set_pair(mpfr_t r, cuddreal a)
{
    mpfr_set_d(r, a.x, MPFR_RNDN);
    mpfr_add_d(r, r, a.y, MPFR_RNDN);
}

cuddreal cli_power(long factor, unsigned long divisor, unsigned long p, unsigned long q, unsigned long k)
{
    mpfr_t r;
    mpfr_init2(r, PRECISION);
    mpfr_set_ui(r, p, MPFR_RNDN);
    mpfr_div_ui(r, r, q, MPFR_RNDN);
    mpfr_pow_ui(r, r, k, MPFR_RNDN);
    mpfr_mul_si(r, r, factor, MPFR_RNDN);
    mpfr_div_ui(r, r, divisor, MPFR_RNDN);
    cuddreal pair = to_pair(r);
    mpfr_clear(r);
    return pair;
}

cuddreal cli_binomials(long factor, unsigned long n, unsigned long k, unsigned long m, unsigned long l)
{
    mpz_t a, b;
    mpfr_t r;
    mpz_inits(a, b, (mpz_ptr)0);
    mpfr_init2(r, PRECISION);
    mpz_bin_uiui(a, n, k);
    mpz_bin_uiui(b, m, l);
    mpz_mul(a, a, b);
    mpz_mul_si(a, a, factor);
    mpfr_set_z(r, a, MPFR_RNDN);
    cuddreal pair = to_pair(r);
    mpfr_clear(r);
    mpz_clears(a, b, (mpz_ptr)0);
    return pair;
}

cuddreal cli_power_sum(unsigned long p, unsigned long q, int64_t terms)
{
    mpfr_t x, r;
    mpfr_inits2(PRECISION, x, r, (mpfr_ptr)0);
    mpfr_set_ui(x, p, MPFR_RNDN);
    mpfr_div_ui(x, x, q, MPFR_RNDN);
    mpfr_set_zero(r, 1);
    for (int64_t k = 0; k < terms; k++)
    {
        mpfr_mul(r, r, x, MPFR_RNDN);
        mpfr_add_ui(r, r, 1, MPFR_RNDN);
    }
    cuddreal pair = to_pair(r);
    mpfr_clears(x, r, (mpfr_ptr)0);
    return pair;
}

/* ---- prescribed spectrum --------------------------------------------------------------------- */

static mpfr_t *make_vector(int64_t n)
{
    mpfr_t *v = malloc((size_t)n * sizeof *v);
    for (int64_t i = 0; v && i < n; i++)
        mpfr_init2(v[i], PRECISION);
    return v;
}

static void free_vector(mpfr_t *v, int64_t n)
{
    for (int64_t i = 0; v && i < n; i++)
        mpfr_clear(v[i]);
    free(v);
}

static void dot(mpfr_t r, mpfr_t *a, mpfr_t *b, int64_t n)
{
    mpfr_set_zero(r, 1);
    for (int64_t i = 0; i < n; i++)
        mpfr_fma(r, a[i], b[i], r, MPFR_RNDN);
}

struct cli_spectrum
{
    int64_t n;
    mpfr_t *d, *v[REFLECTIONS], *w[REFLECTIONS];
    mpfr_t t;
};

/* p = (D - sum over the first `reflections` of v w^T + w v^T) x */
static void apply(struct cli_spectrum *s, int reflections, mpfr_t *x, mpfr_t *p, mpfr_t t)
{
    for (int64_t i = 0; i < s->n; i++)
        mpfr_mul(p[i], s->d[i], x[i], MPFR_RNDN);
    for (int k = 0; k < reflections; k++)
        for (int swap = 0; swap < 2; swap++)
        {
            mpfr_t *left = swap ? s->w[k] : s->v[k], *right = swap ? s->v[k] : s->w[k];
            dot(t, right, x, s->n);
            mpfr_neg(t, t, MPFR_RNDN);
            for (int64_t i = 0; i < s->n; i++)
                mpfr_fma(p[i], left[i], t, p[i], MPFR_RNDN);
        }
}

/* Reflection k, its v given: w of the comment in reference.h. */
static void reflect(struct cli_spectrum *s, int k)
{
    mpfr_t vv, t;
    mpfr_t *v = s->v[k], *w = s->w[k];
    mpfr_inits2(PRECISION, vv, t, (mpfr_ptr)0);
    dot(vv, v, v, s->n);
    apply(s, k, v, w, t);
    for (int64_t i = 0; i < s->n; i++)
    {
        mpfr_mul_2ui(w[i], w[i], 1, MPFR_RNDN);
        mpfr_div(w[i], w[i], vv, MPFR_RNDN);
    }
    dot(t, v, w, s->n);
    mpfr_div(t, t, vv, MPFR_RNDN);
    mpfr_neg(t, t, MPFR_RNDN);
    for (int64_t i = 0; i < s->n; i++)
        mpfr_fma(w[i], v[i], t, w[i], MPFR_RNDN);
    mpfr_clears(vv, t, (mpfr_ptr)0);
}

struct cli_spectrum *cli_spectrum_make(int64_t n, cuddreal cond, int64_t (*random)(uint64_t seed, uint64_t index), uint64_t seed)
{
    struct cli_spectrum *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->n = n;
    mpfr_init2(s->t, PRECISION);
    int complete = (s->d = make_vector(n)) != NULL;
    for (int k = 0; k < REFLECTIONS; k++)
        complete = complete && (s->v[k] = make_vector(n)) && (s->w[k] = make_vector(n));
    if (!complete)
    {
        cli_spectrum_free(s);
        return NULL;
    }
    set_pair(s->t, cond);
    for (int64_t i = 0; i < n; i++)
    {
        mpfr_set_si(s->d[i], (long)-i, MPFR_RNDN);
        mpfr_div_si(s->d[i], s->d[i], n > 1 ? (long)(n - 1) : 1, MPFR_RNDN);
        mpfr_pow(s->d[i], s->t, s->d[i], MPFR_RNDN);
    }
    for (int k = 0; k < REFLECTIONS; k++)
    {
        for (int64_t i = 0; i < n; i++)
            mpfr_set_si(s->v[k][i], (long)random(seed, (uint64_t)(k * n + i)), MPFR_RNDN);
        reflect(s, k);
    }
    return s;
}

cuddreal cli_spectrum_entry(struct cli_spectrum *s, int64_t i, int64_t j)
{
    mpfr_set_zero(s->t, 1);
    for (int k = 0; k < REFLECTIONS; k++)
    {
        mpfr_fma(s->t, s->v[k][i], s->w[k][j], s->t, MPFR_RNDN);
        mpfr_fma(s->t, s->w[k][i], s->v[k][j], s->t, MPFR_RNDN);
    }
    mpfr_neg(s->t, s->t, MPFR_RNDN);
    if (i == j)
        mpfr_add(s->t, s->t, s->d[i], MPFR_RNDN);
    return to_pair(s->t);
}

void cli_spectrum_free(struct cli_spectrum *s)
{
    if (!s)
        return;
    free_vector(s->d, s->n);
    for (int k = 0; k < REFLECTIONS; k++)
    {
        free_vector(s->v[k], s->n);
        free_vector(s->w[k], s->n);
    }
    mpfr_clear(s->t);
    free(s);
}
