/*
 * Many operands through one function, each error against the proved bound.
 */
#include "scalar_sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scalar_estimate.h"

enum
{
    REPORTS = 3
};

void dd_report_operands(const char *what, const struct dd_function *f, const struct dd_operands *o, double error)
{
    fprintf(stderr, "%s: %s error %.9g u^2, bound %.9g u^2; a = (%a, %a), b = (%a, %a), c = (%a, %a)\n", what, f->name, error,
            dd_bound(f->bound), o->a.x, o->a.y, o->b.x, o->b.y, o->c.x, o->c.y);
}

static void broken(const struct dd_function *f, const struct dd_operands *o, double error, struct dd_largest *l)
{
    if (l->broken++ < REPORTS)
        dd_report_operands("bound broken", f, o, error);
}

/* Streams of 64 operands: 24 random, 2 range, 12 extreme, 8 tie, 8 cancel, 2 wide, 8 climb. */
static enum dd_stream stream_of(int64_t k)
{
    static const int upto[DD_STREAM_COUNT] = {24, 26, 38, 46, 54, 56, 64};
    int s = 0;
    while ((int)(k % 64) >= upto[s])
        s++;
    return (enum dd_stream)s;
}

/* The estimate when it is proved and cannot be above `known`, otherwise MPFR's answer. */
static double error_of(const struct dd_function *f, const struct dd_operands *o, cuddreal r, double known, int check,
                       struct dd_scalar_error *all, struct dd_largest *l)
{
    double estimate, error;
    int proved = dd_estimate_error(f, o, r, &estimate);
    all->magnitude = 1.0;
    if (proved && estimate + 2e-6 < known && !check)
        return estimate;
    l->by_mpfr++;
    error = dd_function_error(f, o->a, o->b, o->c, r, all);
    if (proved && fabs(error - estimate) > 1e-6 + 1e-12 * error)
    {
        fprintf(stderr, "estimate %.17g u^2\n", estimate);
        dd_report_operands("estimate wrong", f, o, error);
        exit(3);
    }
    return error;
}

static void judge_qd(const struct dd_function *f, const struct dd_operands *o, struct dd_largest *l)
{
    struct dd_scalar_error all;
    double q[2], error;
    f->qd(&o->a.x, &o->b.x, q);
    if (!isfinite(q[0]) || !isfinite(q[1]))
        return;
    error = error_of(f, o, cuddMake(q[0], q[1]), l->qd, 0, &all, l);
    if (error > l->qd)
        l->qd = error;
}

static void judge(const struct dd_function *f, enum dd_stream stream, const struct dd_operands *o, int check,
                  struct dd_largest *l)
{
    struct dd_scalar_error all;
    double bound = dd_bound(f->bound);
    cuddreal r = f->call(o->a, o->b, o->c);
    double error = error_of(f, o, r, l->error, check, &all, l);
    if (all.magnitude > 0x1.ffffffffffffp1023 || (f->operation == DD_OP_MULTIPLYADD && fabs(o->a.x * o->b.x) > 0x1p1023))
        return; /* overflow is judged by t_scalar */
    if (all.magnitude < 0x1p-915)
    {
        double excess = error == 0.0 ? 0.0 : all.absolute * (1.0 - bound / error);
        l->tiny = fmax(l->tiny, excess);
        if (!(excess <= 2.0))
            broken(f, o, error, l);
        return;
    }
    if (!(error <= bound) || r.x + r.y != r.x)
        broken(f, o, error, l);
    if (error > l->error)
    {
        l->error = error;
        l->stream = stream;
        l->worst = *o;
    }
    if (f->qd != 0 && stream != DD_STREAM_RANGE)
        judge_qd(f, o, l);
}

void dd_sweep(const struct dd_function *f, int64_t n, uint64_t seed, struct dd_largest *l)
{
    struct dd_random g;
    dd_random_start(&g, seed);
    memset(l, 0, sizeof *l);
    l->error = -1.0;
    for (int64_t k = 0; k < n; k++)
    {
        enum dd_stream stream = stream_of(k);
        struct dd_operands o = dd_next_operands(&g, f, stream, &l->worst);
        judge(f, stream, &o, k % 4096 == 17, l);
    }
}

void dd_merge_largest(struct dd_largest *all, const struct dd_largest *l)
{
    if (l->error > all->error)
    {
        all->error = l->error;
        all->stream = l->stream;
        all->worst = l->worst;
    }
    all->qd = fmax(all->qd, l->qd);
    all->tiny = fmax(all->tiny, l->tiny);
    all->broken += l->broken;
    all->by_mpfr += l->by_mpfr;
}
