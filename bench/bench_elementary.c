/*
 * The elementary functions of dd/elementary.h on one core, beside QD's and beside MPFR with 106
 * bits: nanoseconds an argument, and the largest error of ours and of QD's on the same arguments.
 *
 *   bench_elementary [-o file.csv] [-r exp,log,...]
 *
 * Compiled for this processor, so that fused multiply-adds are instructions. Arguments have
 * exponents from -6 to 3, cut to each function's domain. In the record, n is the number of
 * arguments, the medians are microseconds for all of them, `achieved` is nanoseconds an argument,
 * and the column error is our largest error in u^2 = 2^-106; a comment has QD's.
 */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include <dd/elementary.h>
#include <qd/c_dd.h>

#include "lib/bench.h"
#include "random.h"

enum
{
    ARGUMENTS = 2000
};

typedef void (*qd_function)(const double *a, double *r);
typedef int (*mpfr_function)(mpfr_t r, const mpfr_t a, mpfr_rnd_t round);

enum domain
{
    LINE,
    POSITIVE,
    UNIT,
    ABOVE_ONE
};

struct function
{
    const char *name;
    cuddreal (*ours)(cuddreal a);
    qd_function qd; /* null: QD has none */
    mpfr_function mpfr;
    enum domain domain;
};

#define CALL(name)                                                                                                               \
    static cuddreal call_##name(cuddreal a) { return cudd##name(a); }
CALL(Exp)
CALL(Expm1)
CALL(Log)
CALL(Log10)
CALL(Cbrt)
CALL(Sin)
CALL(Cos)
CALL(Tan)
CALL(Asin)
CALL(Acos)
CALL(Atan)
CALL(Sinh)
CALL(Cosh)
CALL(Tanh)
CALL(Asinh)
CALL(Acosh)
CALL(Atanh)

/* The exponent of pow and the abscissa of atan2: 2 sqrt 2. */
static const cuddreal exponent = {0x1.6a09e667f3bcdp+1, -0x1.bdd3413b26456p-53};
static cuddreal call_pow(cuddreal a) { return cuddPow(a, exponent); }
static cuddreal call_atan2(cuddreal a) { return cuddAtan2(a, exponent); }

static void qd_cbrt(const double *a, double *r) { c_dd_nroot(a, 3, r); }
static void qd_atan2(const double *a, double *r)
{
    const double b[2] = {exponent.x, exponent.y};
    c_dd_atan2(a, b, r);
}

static int mpfr_with_exponent(int (*f)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t), mpfr_t r, const mpfr_t a,
                              mpfr_rnd_t round)
{
    mpfr_t b;
    mpfr_init2(b, 110);
    mpfr_set_d(b, exponent.x, round);
    mpfr_add_d(b, b, exponent.y, round);
    const int inexact = f(r, a, b, round);
    mpfr_clear(b);
    return inexact;
}
static int mpfr_pow_fixed(mpfr_t r, const mpfr_t a, mpfr_rnd_t round) { return mpfr_with_exponent(mpfr_pow, r, a, round); }
static int mpfr_atan2_fixed(mpfr_t r, const mpfr_t a, mpfr_rnd_t round) { return mpfr_with_exponent(mpfr_atan2, r, a, round); }

static const struct function functions[] = {
    {"exp", call_Exp, c_dd_exp, mpfr_exp, LINE},
    {"expm1", call_Expm1, NULL, mpfr_expm1, LINE},
    {"log", call_Log, c_dd_log, mpfr_log, POSITIVE},
    {"log10", call_Log10, c_dd_log10, mpfr_log10, POSITIVE},
    {"pow", call_pow, NULL, mpfr_pow_fixed, POSITIVE},
    {"cbrt", call_Cbrt, qd_cbrt, mpfr_cbrt, POSITIVE},
    {"sin", call_Sin, c_dd_sin, mpfr_sin, LINE},
    {"cos", call_Cos, c_dd_cos, mpfr_cos, LINE},
    {"tan", call_Tan, c_dd_tan, mpfr_tan, LINE},
    {"asin", call_Asin, c_dd_asin, mpfr_asin, UNIT},
    {"acos", call_Acos, c_dd_acos, mpfr_acos, UNIT},
    {"atan", call_Atan, c_dd_atan, mpfr_atan, LINE},
    {"atan2", call_atan2, qd_atan2, mpfr_atan2_fixed, LINE},
    {"sinh", call_Sinh, c_dd_sinh, mpfr_sinh, LINE},
    {"cosh", call_Cosh, c_dd_cosh, mpfr_cosh, LINE},
    {"tanh", call_Tanh, c_dd_tanh, mpfr_tanh, LINE},
    {"asinh", call_Asinh, c_dd_asinh, mpfr_asinh, LINE},
    {"acosh", call_Acosh, c_dd_acosh, mpfr_acosh, ABOVE_ONE},
    {"atanh", call_Atanh, c_dd_atanh, mpfr_atanh, UNIT},
};

struct work
{
    const struct function *f;
    cuddreal a[ARGUMENTS], r[ARGUMENTS];
    mpfr_t exact_a[ARGUMENTS], result;
};

static void run_ours(void *data)
{
    struct work *w = data;
    for (int i = 0; i < ARGUMENTS; i++)
        w->r[i] = w->f->ours(w->a[i]);
}

static void run_qd(void *data)
{
    struct work *w = data;
    for (int i = 0; i < ARGUMENTS; i++)
        w->f->qd(&w->a[i].x, &w->r[i].x);
}

static void run_mpfr(void *data)
{
    struct work *w = data;
    for (int i = 0; i < ARGUMENTS; i++)
        (void)w->f->mpfr(w->result, w->exact_a[i], MPFR_RNDN);
}

static void draw(struct work *w)
{
    struct dd_random g;
    dd_random_start(&g, 20261127);
    for (int i = 0; i < ARGUMENTS; i++)
    {
        cuddreal a = dd_random_full_pair(&g, (int)dd_random_int(&g, -6, w->f->domain == UNIT ? -1 : 3));
        if (w->f->domain == POSITIVE || w->f->domain == ABOVE_ONE)
            a = cuddFabs(a);
        w->a[i] = w->f->domain == ABOVE_ONE ? cuddAddD(a, 1.0) : a;
        mpfr_set_d(w->exact_a[i], w->a[i].x, MPFR_RNDN);
        mpfr_add_d(w->exact_a[i], w->exact_a[i], w->a[i].y, MPFR_RNDN);
    }
}

/* The largest relative error of the results in w, in u^2. */
static double largest_error(struct work *w)
{
    double largest = 0.0;
    mpfr_t exact, d;
    mpfr_inits2(240, exact, d, (mpfr_ptr)0);
    for (int i = 0; i < ARGUMENTS; i++)
    {
        (void)w->f->mpfr(exact, w->exact_a[i], MPFR_RNDN);
        mpfr_set_d(d, w->r[i].x, MPFR_RNDN);
        mpfr_add_d(d, d, w->r[i].y, MPFR_RNDN);
        mpfr_sub(d, d, exact, MPFR_RNDN);
        mpfr_div(d, d, exact, MPFR_RNDN);
        const double error = ldexp(fabs(mpfr_get_d(d, MPFR_RNDN)), 106);
        largest = error > largest ? error : largest;
    }
    mpfr_clears(exact, d, (mpfr_ptr)0);
    return largest;
}

static int measure(FILE *out, struct work *w)
{
    draw(w);
    run_ours(w);
    const double error = largest_error(w);
    struct bench_row row = {
        .routine = w->f->name, .type = 'W', .variant = "one core", .n = ARGUMENTS, .error = error, .bound = 1.125};
    row.median_us = bench_median_us(run_ours, w, 0.02, 5);
    row.achieved = row.median_us * 1e3 / ARGUMENTS;
    row.peer = "MPFR 106 bits";
    row.peer_us = bench_median_us(run_mpfr, w, 0.05, 3);
    int good = bench_write(out, &row);
    if (w->f->qd != NULL)
    {
        row.peer = "QD";
        row.peer_us = bench_median_us(run_qd, w, 0.02, 5);
        bench_comment(out, "%s: QD's largest error %.1f u^2", w->f->name, largest_error(w));
        good &= bench_write(out, &row);
    }
    return good;
}

int main(int argc, char **argv)
{
    struct bench_options o;
    int good = 1;
    if (!bench_read_options(argc, argv, &o))
        return 2;
    struct work *w = malloc(sizeof *w);
    if (w == NULL)
        return 1;
    for (int i = 0; i < ARGUMENTS; i++)
        mpfr_init2(w->exact_a[i], 170); /* pairs with a gap need more than 106 bits */
    mpfr_init2(w->result, 106);
    FILE *out = bench_open(o.path);
    bench_describe_host(out);
    bench_comment(out, "elementary functions, one core; achieved: nanoseconds an argument; error in u^2 = 2^-106");
    bench_header(out);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
    {
        w->f = &functions[i];
        if (bench_selects(o.rows, w->f->name, ""))
            good &= measure(out, w);
    }
    for (int i = 0; i < ARGUMENTS; i++)
        mpfr_clear(w->exact_a[i]);
    mpfr_clear(w->result);
    free(w);
    if (out != stdout)
        (void)fclose(out);
    mpfr_free_cache();
    return !good;
}
