/*
 * sweep_scalar N THREADS [SEED [NAME]]: the largest error of every arithmetic function, or of the
 * one named, over N operands each, random and targeted, against its proved bound, with QD's on the
 * same operands. Writes CSV to standard output; validation/records/scalar_sweep.csv is such a run.
 * Exit code 1 when a bound is broken.
 *
 * Every error that could be the largest of its thread so far is confirmed by MPFR; the others are
 * known to be smaller from error-free transforms (scalar_estimate.c), one in 4096 of them checked
 * against MPFR as well.
 */
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "functions/scalar_sweep.h"

static void print_row(const struct dd_function *f, int64_t n, const struct dd_largest *l)
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
        struct dd_largest all;
        if (argc > 4 && strcmp(argv[4], dd_functions[i].name) != 0)
            continue;
        memset(&all, 0, sizeof all);
        all.error = -1.0;
#pragma omp parallel num_threads(threads)
        {
            struct dd_largest mine;
            dd_sweep(&dd_functions[i], n / threads, seed + 1000 * (uint64_t)i + (uint64_t)omp_get_thread_num(), &mine);
#pragma omp critical
            dd_merge_largest(&all, &mine);
        }
        print_row(&dd_functions[i], n / threads * threads, &all);
        broken |= all.broken != 0;
    }
    return broken;
}
