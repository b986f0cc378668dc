/*
 * sweep_scalar N THREADS [SEED]: the largest error of every arithmetic function over N operands each, random and targeted,
 * against its proved bound, with QD's on the same operands. Writes CSV to standard output; validation/records/scalar_sweep.csv is
 * such a run. Exit code 1 when a bound is broken.
 *
 * Every error that could be the largest of its thread so far is confirmed by MPFR; the others are known to be smaller from
 * error-free transforms (scalar_estimate.c), one in 4096 of them checked against MPFR as well.
 */
#include <inttypes.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scalar_estimate.h"

struct largest
{
    double error, qd, tiny; /* tiny: |error| - bound |exact| in 2^-1074, of results below 2^-915 */
    enum dd_stream stream;
    struct dd_operands worst;
    int64_t broken, by_mpfr;
};

/* Of 64 operands: 24 random, 2 range, 12 extreme, 8 tie, 8 cancel, 2 wide, 8 climb. */
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
                       struct dd_scalar_error *all, struct largest *l)
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
        fprintf(stderr, "%s: estimate %.17g, MPFR %.17g: %a %a %a %a %a %a\n", f->name, estimate, error, o->a.x, o->a.y, o->b.x,
                o->b.y, o->c.x, o->c.y);
        exit(3);
    }
    return error;
}

static void judge_qd(const struct dd_function *f, const struct dd_operands *o, struct largest *l)
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

static void judge(const struct dd_function *f, enum dd_stream stream, const struct dd_operands *o, int check, struct largest *l)
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
        l->broken += !(excess <= 2.0);
        return;
    }
    l->broken += !(error <= bound);
    if (error > l->error)
    {
        l->error = error;
        l->stream = stream;
        l->worst = *o;
    }
    if (f->qd != 0 && stream != DD_STREAM_RANGE)
        judge_qd(f, o, l);
}

static void sweep(const struct dd_function *f, int64_t n, uint64_t seed, struct largest *l)
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

static void merge(struct largest *all, const struct largest *l)
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

static void print_row(const struct dd_function *f, int64_t n, const struct largest *l)
{
    const struct dd_operands *w = &l->worst;
    printf("%s,%" PRId64 ",%.6f,%.6g,%.6f,%s,%a,%a,%a,%a,%a,%a,%.3f,", f->name, n, l->error, dd_bound(f->bound),
           l->error / dd_bound(f->bound), dd_stream_name(l->stream), w->a.x, w->a.y, w->b.x, w->b.y, w->c.x, w->c.y, l->tiny);
    if (f->qd != 0)
        printf("%.6g", l->qd);
    printf(",%" PRId64 ",%" PRId64 ",%s\n", l->by_mpfr, l->broken, l->broken == 0 ? "ok" : "BROKEN");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int64_t n = argc > 1 ? (int64_t)strtod(argv[1], NULL) : 1000000;
    int threads = argc > 2 ? atoi(argv[2]) : 1, broken = 0;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 20261121;
    printf(
        "# largest errors in u^2 = 2^-106; operands in hexadecimal; tiny: most that underflow added, in 2^-1074 (allowed 2)\n");
    printf("# seed %" PRIu64
           ", threads %d; streams of 64 operands: 24 random, 2 range, 12 extreme, 8 tie, 8 cancel, 2 wide, 8 climb\n",
           seed, threads);
    printf("function,operands,largest,bound,ratio,stream,a_hi,a_lo,b_hi,b_lo,c_hi,c_lo,tiny,qd_largest,by_mpfr,broken,verdict\n");
    for (int i = 0; i < DD_FUNCTION_COUNT; i++)
    {
        struct largest all;
        memset(&all, 0, sizeof all);
        all.error = -1.0;
#pragma omp parallel num_threads(threads)
        {
            struct largest mine;
            sweep(&dd_functions[i], n / threads, seed + 1000 * (uint64_t)i + (uint64_t)omp_get_thread_num(), &mine);
#pragma omp critical
            merge(&all, &mine);
        }
        print_row(&dd_functions[i], n / threads * threads, &all);
        broken |= all.broken != 0;
    }
    return broken;
}
