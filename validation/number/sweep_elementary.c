/*
 * sweep_elementary N THREADS [SEED [NAME]]: the largest error of every elementary function, or of
 * the one named, over N arguments each, against MPFR. Writes CSV to standard output;
 * validation/records/elementary_sweep.csv is such a run. Exit code 1 when the bound is broken.
 */
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elementary/elementary.h"

struct largest
{
    double error;
    cuddreal a, b;
    int64_t broken;
};

static void sweep(int function, int64_t n, uint64_t seed, struct largest *l)
{
    struct dd_random g;
    memset(l, 0, sizeof *l);
    l->error = -1.0;
    dd_random_start(&g, seed);
    for (int64_t i = 0; i < n; i++)
    {
        cuddreal a, b;
        dd_elementary_arguments(&g, function, i, &a, &b);
        const double error = dd_elementary_error(function, a, b, dd_elementary_calls[function](a, b));
        l->broken += !(error <= DD_ELEMENTARY_BOUND);
        if (error > l->error)
        {
            l->error = error;
            l->a = a;
            l->b = b;
        }
    }
}

int main(int argc, char **argv)
{
    const int64_t n = argc > 1 ? (int64_t)strtod(argv[1], NULL) : 100000;
    const int threads = argc > 2 ? atoi(argv[2]) : 1;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 20261127;
    int64_t broken = 0;
    printf("# largest errors in u^2 = 2^-106 after 2^-1073; bound %g; seed %" PRIu64 ", threads %d\n", DD_ELEMENTARY_BOUND, seed,
           threads);
    printf("function,arguments,largest,a_hi,a_lo,b_hi,b_lo,broken\n");
    for (int i = 0; i < DD_ELEMENTARY_COUNT; i++)
    {
        struct largest all;
        if (argc > 4 && strcmp(argv[4], dd_elementary_name(i)) != 0)
            continue;
        memset(&all, 0, sizeof all);
        all.error = -1.0;
#pragma omp parallel num_threads(threads)
        {
            struct largest mine;
            sweep(i, n / threads, seed + 1000 * (uint64_t)i + (uint64_t)omp_get_thread_num(), &mine);
#pragma omp critical
            {
                all.broken += mine.broken;
                if (mine.error > all.error)
                {
                    mine.broken = all.broken;
                    all = mine;
                }
            }
        }
        printf("%s,%" PRId64 ",%.6f,%a,%a,%a,%a,%" PRId64 "\n", dd_elementary_name(i), n / threads * threads, all.error, all.a.x,
               all.a.y, all.b.x, all.b.y, all.broken);
        fflush(stdout);
        broken += all.broken;
    }
    return broken != 0;
}
