/*
 * Numbers and sums beyond double-double. The only file of the command that knows MPFR.
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

/* ---- entries ------------------------------------------------------------------------------------------------------------ */

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

/* ---- prescribed spectrum -------------------------------------------------------------------------------------------------- */

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

/* ---- y = alpha A x + beta y ------------------------------------------------------------------------------------------------ */

struct row_sum
{
    mpfr_t alpha, beta, sum, magnitude, element, product, error, largest;
    mpfr_t *x;
};

/* sum = (alpha A x + beta y)_i and magnitude = (|alpha| |A| |x| + |beta| |y|)_i. */
static void sum_row(const struct cli_problem *p, struct row_sum *r, int64_t i)
{
    const cuddreal *A = p->A.data;
    mpfr_set_zero(r->sum, 1);
    mpfr_set_zero(r->magnitude, 1);
    for (int64_t j = 0; j < p->n; j++)
    {
        int stored = p->uplo == DDBLAS_FILL_MODE_LOWER ? j <= i : j >= i;
        set_pair(r->element, A[stored ? i + j * p->A.lda : j + i * p->A.lda]);
        mpfr_mul(r->product, r->element, r->x[j], MPFR_RNDN);
        mpfr_add(r->sum, r->sum, r->product, MPFR_RNDN);
        mpfr_abs(r->product, r->product, MPFR_RNDN);
        mpfr_add(r->magnitude, r->magnitude, r->product, MPFR_RNDN);
    }
    mpfr_mul(r->sum, r->sum, r->alpha, MPFR_RNDN);
    mpfr_abs(r->product, r->alpha, MPFR_RNDN);
    mpfr_mul(r->magnitude, r->magnitude, r->product, MPFR_RNDN);
    if (!p->y.data)
        return;
    set_pair(r->element, ((const cuddreal *)p->y.data)[i]);
    mpfr_mul(r->product, r->element, r->beta, MPFR_RNDN);
    mpfr_add(r->sum, r->sum, r->product, MPFR_RNDN);
    mpfr_abs(r->product, r->product, MPFR_RNDN);
    mpfr_add(r->magnitude, r->magnitude, r->product, MPFR_RNDN);
}

/* |a / b| as a double: 0 when a is 0, infinite when only b is. a is kept. */
static double quotient(mpfr_t a, mpfr_t b, mpfr_t work)
{
    if (mpfr_zero_p(a))
        return 0.0;
    mpfr_div(work, a, b, MPFR_RNDN);
    return fabs(mpfr_get_d(work, MPFR_RNDA));
}

static double digits_of(double relative_error) { return relative_error == 0.0 ? INFINITY : fmax(0.0, -log10(relative_error)); }

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The error of component i of a candidate enters its accuracy; relative[i] becomes its relative error, and `worst_error` keeps
 * the largest error so far. */
static void judge(struct cli_candidate *c, struct row_sum *r, int64_t n, int64_t i, double *relative, mpfr_t worst_error)
{
    if (c->is_double)
        mpfr_set_d(r->error, ((const double *)c->result)[i], MPFR_RNDN);
    else
        set_pair(r->error, ((const cuddreal *)c->result)[i]);
    mpfr_sub(r->error, r->error, r->sum, MPFR_RNDN);
    mpfr_abs(r->error, r->error, MPFR_RNDN);
    if (mpfr_nan_p(r->error))
        mpfr_set_inf(r->error, 1);
    mpfr_max(worst_error, worst_error, r->error, MPFR_RNDN);
    relative[i] = quotient(r->error, r->sum, r->product);
    double bound = ((double)n + 8.0) * c->unit;
    c->accuracy.bound_ratio = fmax(c->accuracy.bound_ratio, quotient(r->error, r->magnitude, r->product) / bound);
}

static void summarise(struct cli_candidate *c, int64_t n, double *relative, mpfr_t worst_error, struct row_sum *r)
{
    qsort(relative, (size_t)n, sizeof *relative, compare_doubles);
    c->accuracy.worst = digits_of(n ? relative[n - 1] : 0.0);
    c->accuracy.median = digits_of(n ? relative[n / 2] : 0.0);
    c->accuracy.norm = digits_of(quotient(worst_error, r->largest, r->product));
}

int cli_compare(const struct cli_problem *problem, struct cli_candidate *candidates, int count)
{
    int64_t n = problem->n;
    struct row_sum r;
    mpfr_t *worst_error = make_vector(count);
    double *relative = malloc((size_t)(n * count + 1) * sizeof *relative);
    r.x = make_vector(n + 1);
    if (!worst_error || !relative || !r.x)
    {
        free_vector(worst_error, count);
        free(relative);
        free_vector(r.x, n + 1);
        return cli_error(CLI_NO_RESOURCE, "out of memory for the reference of order %lld", (long long)n);
    }
    mpfr_inits2(PRECISION, r.alpha, r.beta, r.sum, r.magnitude, r.element, r.product, r.error, r.largest, (mpfr_ptr)0);
    set_pair(r.alpha, problem->alpha[0]);
    set_pair(r.beta, problem->beta[0]);
    mpfr_set_zero(r.largest, 1);
    for (int64_t i = 0; i < n; i++)
        set_pair(r.x[i], ((const cuddreal *)problem->x.data)[i]);
    for (int c = 0; c < count; c++)
    {
        candidates[c].accuracy = (struct cli_accuracy){0};
        mpfr_set_zero(worst_error[c], 1);
    }
    for (int64_t i = 0; i < n; i++)
    {
        sum_row(problem, &r, i);
        for (int c = 0; c < count; c++)
            judge(&candidates[c], &r, n, i, relative + c * n, worst_error[c]);
        mpfr_abs(r.error, r.sum, MPFR_RNDN);
        mpfr_max(r.largest, r.largest, r.error, MPFR_RNDN);
        cli_progress("MPFR reference", i + 1, n);
    }
    for (int c = 0; c < count; c++)
        summarise(&candidates[c], n, relative + c * n, worst_error[c], &r);
    mpfr_clears(r.alpha, r.beta, r.sum, r.magnitude, r.element, r.product, r.error, r.largest, (mpfr_ptr)0);
    free_vector(worst_error, count);
    free_vector(r.x, n + 1);
    free(relative);
    return CLI_OK;
}
