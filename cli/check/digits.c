/*
 * Correct digits of one matrix beside another, with differences that MPFR forms exactly.
 */
#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <mpfr.h>

#define RN MPFR_RNDN

enum
{
    EXACT_BITS = 2200, /* any sum of two pairs of doubles is exact */
    MODULUS_BITS = 128
};

struct work
{
    mpfr_t part[2], term; /* exact */
    mpfr_t error, size, least, quotient, largest, largest_error;
    double uncertainty; /* the largest of all */
};

static void start_work(struct work *w)
{
    mpfr_inits2(EXACT_BITS, w->part[0], w->part[1], w->term, (mpfr_ptr)0);
    mpfr_inits2(MODULUS_BITS, w->error, w->size, w->least, w->quotient, w->largest, w->largest_error, (mpfr_ptr)0);
    mpfr_set_zero(w->largest, 1);
    mpfr_set_zero(w->largest_error, 1);
    w->uncertainty = 0.0;
}

static void finish_work(struct work *w)
{
    mpfr_clears(w->part[0], w->part[1], w->term, w->error, w->size, w->least, w->quotient, w->largest, w->largest_error,
                (mpfr_ptr)0);
}

/* r += sign a, exactly. */
static void add_pair(mpfr_ptr r, cuddreal a, int sign)
{
    mpfr_add_d(r, r, sign * a.x, RN);
    mpfr_add_d(r, r, sign * a.y, RN);
}

/* r = |part[0] + i part[1]| of w. */
static void set_modulus(const struct work *w, mpfr_ptr r)
{
    if (mpfr_zero_p(w->part[1]))
        mpfr_abs(r, w->part[0], RN);
    else
        mpfr_hypot(r, w->part[0], w->part[1], RN);
}

static int is_same(const cuddreal a[2], const cuddreal b[2])
{
    for (int k = 0; k < 2; k++)
        if (!cuddEq(a[k], b[k]) && !(cuddIsNan(a[k]) && cuddIsNan(b[k])))
            return 0;
    return 1;
}

static int is_finite(const cuddreal a[2]) { return cuddIsFinite(a[0]) && cuddIsFinite(a[1]); }

/* w->error = |a - b| and w->size = |b| of finite numbers. */
static void measure(struct work *w, const cuddreal a[2], const cuddreal b[2])
{
    for (int k = 0; k < 2; k++)
    {
        mpfr_set_zero(w->part[k], 1);
        add_pair(w->part[k], b[k], 1);
    }
    set_modulus(w, w->size);
    for (int k = 0; k < 2; k++)
    {
        add_pair(w->part[k], a[k], -1);
    }
    set_modulus(w, w->error);
}

/* -log10(error / size) from 0 to cap. */
static double digits_of(struct work *w, mpfr_srcptr error, mpfr_srcptr size, double cap)
{
    if (mpfr_zero_p(error))
        return cap;
    if (mpfr_zero_p(size) || !mpfr_number_p(error))
        return 0.0;
    mpfr_div(w->quotient, error, size, RN);
    mpfr_log10(w->quotient, w->quotient, RN);
    return fmin(cap, fmax(0.0, -mpfr_get_d(w->quotient, RN)));
}

/* error / bound of an error of w, infinite where it is not finite. */
static double ratio_of(struct work *w, cuddreal bound)
{
    if (mpfr_zero_p(w->error))
        return 0.0;
    if (!mpfr_number_p(w->error))
        return INFINITY;
    mpfr_set_zero(w->term, 1);
    add_pair(w->term, bound, 1);
    mpfr_div(w->quotient, w->error, w->term, RN);
    return fabs(mpfr_get_d(w->quotient, MPFR_RNDA));
}

/* One component: w->error, w->size, its digits. */
static double judge(struct work *w, const struct cli_rule *rule, const cuddreal a[2], const cuddreal b[2], int *same)
{
    *same = is_same(a, b);
    if (!is_finite(a) || !is_finite(b))
    {
        mpfr_set_zero(w->size, 1);
        if (*same)
            mpfr_set_zero(w->error, 1);
        else
            mpfr_set_inf(w->error, 1);
        return *same ? rule->cap : 0.0;
    }
    measure(w, a, b);
    mpfr_max(w->least, w->least, w->size, RN);
    return digits_of(w, w->error, w->least, rule->cap);
}

/* The digits of a component whose reference may err by e, from its digits without that. */
static double limit_digits(struct work *w, double cap, double e, double digits, struct cli_comparison *c)
{
    const int agrees = mpfr_cmp_d(w->error, e) <= 0;
    w->uncertainty = fmax(w->uncertainty, e);
    if (mpfr_cmp_d(w->size, e) <= 0)
        return agrees ? cap : digits;
    mpfr_d_div(w->quotient, e, w->size, RN);
    mpfr_log10(w->quotient, w->quotient, RN);
    const double most = e > 0.0 ? fmin(cap, -mpfr_get_d(w->quotient, RN)) : cap;
    c->cap = fmin(c->cap, most);
    return agrees ? most : fmin(most, digits);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double cli_digits_of_bits(int bits) { return log10(2.0) * (bits > 0 && bits < 104 ? bits : 104); }

/* Adds component (i, j) to the comparison; returns its digits. */
static double add_component(struct work *w, const ddblasHostMatrix *mine, const ddblasHostMatrix *ref,
                            const ddblasHostMatrix *bound, const struct cli_rule *rule, int64_t i, int64_t j, double *ratio,
                            struct cli_comparison *c)
{
    cuddreal a[2], b[2], limit[2];
    int same;
    cli_fetch(mine->type, cli_element(mine, i, j), a);
    cli_fetch(ref->type, cli_element(ref, i, j), b);
    mpfr_set_d(w->least, rule->floor.x, RN);
    mpfr_add_d(w->least, w->least, rule->floor.y, RN);
    double digits = judge(w, rule, a, b, &same);
    if (rule->uncertainty)
        digits = limit_digits(w, rule->cap, rule->uncertainty[i + j * ref->m], digits, c);
    c->equal += same;
    mpfr_max(w->largest, w->largest, w->size, RN);
    mpfr_max(w->largest_error, w->largest_error, w->error, RN);
    c->histogram[digits < CLI_BINS - 1 ? (int)digits : CLI_BINS - 1]++;
    if (c->count++ == 0 || digits < c->worst)
    {
        c->worst = digits;
        c->worst_at = (struct cli_place){i, j};
    }
    if (!bound)
        return digits;
    cli_fetch(bound->type, cli_element(bound, i, j), limit);
    *ratio = ratio_of(w, limit[0]);
    if (*ratio > c->over_bound)
    {
        c->over_bound = *ratio;
        c->over_bound_at = (struct cli_place){i, j};
    }
    return digits;
}

int cli_digits_compare(const ddblasHostMatrix *mine, const ddblasHostMatrix *ref, const ddblasHostMatrix *bound,
                       const struct cli_rule *rule, double *digits, double *ratio, struct cli_comparison *c)
{
    struct work w;
    const int64_t all = ref->m * ref->n;
    int64_t count = 0;
    double *sorted = malloc((size_t)all * sizeof *sorted), unused;
    *c = (struct cli_comparison){.cap = rule->cap};
    if (!sorted)
        return cli_error(CLI_NO_RESOURCE, "out of memory for %lld digits", (long long)all);
    start_work(&w);
    for (int64_t k = 0; k < all; k++)
    {
        if (rule->upper && k % ref->m > k / ref->m)
            continue;
        sorted[count] =
            add_component(&w, mine, ref, bound, rule, k % ref->m, k / ref->m, bound && ratio ? &ratio[count] : &unused, c);
        if (count++ % 4096 == 0)
            cli_progress("comparing", k, all);
    }
    cli_progress_stop();
    c->whole_cap = rule->cap;
    if (w.uncertainty > 0.0 && mpfr_cmp_d(w.largest, w.uncertainty) > 0)
        c->whole_cap = fmin(rule->cap, log10(mpfr_get_d(w.largest, RN)) - log10(w.uncertainty));
    c->whole = fmin(c->whole_cap, digits_of(&w, w.largest_error, w.largest, rule->cap));
    if (mpfr_cmp_d(w.largest_error, w.uncertainty) <= 0)
        c->whole = c->whole_cap;
    if (digits)
        memcpy(digits, sorted, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_doubles);
    c->median = sorted[(count - 1) / 2];
    finish_work(&w);
    free(sorted);
    return CLI_OK;
}

int cli_check_required(cuddreal digits, double cap, const char *what)
{
    if (!cli_was_given("--require-digits"))
        return cli_was_given("--measure") ? cli_error(CLI_BAD_INPUT, "--measure: expected --require-digits with it") : CLI_OK;
    if (!(digits.x > 0.0))
        return cli_error(CLI_BAD_INPUT, "--require-digits: expected a number above 0, got %g", digits.x);
    if (digits.x <= cap)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "--require-digits: expected at most the %.1f digits that %s vouches for, got %g",
                     cli_floor_digits(cap), what, digits.x);
}

double cli_floor_digits(double digits) { return floor(10.0 * digits) / 10.0; }

/* ---- histogram ------------------------------------------------------------------------------- */

/* The bins from *first up to, not including, *end. */
static int64_t find_bins(const int64_t *histogram, int *first, int *end)
{
    int64_t most = 0;
    *first = 0;
    *end = CLI_BINS;
    while (*end > 0 && histogram[*end - 1] == 0)
        --*end;
    while (*first < *end && histogram[*first] == 0)
        ++*first;
    for (int b = *first; b < *end; b++)
        most = histogram[b] > most ? histogram[b] : most;
    return most;
}

void cli_histogram_print(const int64_t *histogram)
{
    enum
    {
        WIDTH = 40
    };
    int first, end;
    const int64_t most = find_bins(histogram, &first, &end);
    printf("  digits    components\n");
    for (int b = first; b < end; b++)
    {
        if (histogram[b] == 0)
            continue;
        const int stars = (int)ceil((double)WIDTH * (double)histogram[b] / (double)most);
        printf("  %2d - %2d %11" PRId64 "%s%.*s\n", b, b + 1, histogram[b], "  ", stars,
               "########################################");
    }
}

void cli_histogram_json(const char *key, const int64_t *histogram)
{
    int first, end;
    (void)find_bins(histogram, &first, &end);
    cli_json_open(key, '[');
    for (int b = first; b < end; b++)
    {
        cli_json_open(NULL, '{');
        cli_json_int("from", b);
        cli_json_int("components", histogram[b]);
        cli_json_close('}');
    }
    cli_json_close(']');
}
