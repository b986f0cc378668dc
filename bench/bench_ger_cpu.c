/*
 * Double-double ger on the CPU: each instruction set on one core beside QD's dd_real, all cores
 * beside one, if OpenMP has more than one thread. Usage: bench_ger_cpu [file.csv]
 *
 * Counting: m n elements, each with 29 FP64 operations (9 of cuddMul, 20 of cuddAdd) and with 16
 * bytes that are read and 16 that are written. The ceiling of a row is the smaller of the measured
 * rate of fused multiply-adds (in vectors as wide as the kernel's) divided by 29, and the measured
 * bandwidth of updates in place divided by 32: elements a second.
 */
#define _POSIX_C_SOURCE 200809L

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "backend/isa.h"
#include "element.h"
#include "qd_ger.h"
#include "random.h"
#include "terms.h"

enum
{
    ROUNDS = 40,
    CHECKED = 500
};

static const double operations = 29.0, bytes = 32.0;

struct problem
{
    ddblasHandle_t handle;
    int64_t n;
    cuddreal alpha, *x, *y, *A, *result;
};

static cuddreal *random_numbers(struct dd_random *g, int64_t count)
{
    cuddreal *p = aligned_alloc(256, ((size_t)count * sizeof(cuddreal) + 255) / 256 * 256);
    if (!p)
        abort();
    for (int64_t i = 0; i < count; i++)
        dd_element_put(DDBLAS_TYPE_W, g, 0, (int)dd_random_int(g, -4, 0), &p[i]);
    return p;
}

static struct problem make(ddblasHandle_t handle, int64_t n)
{
    struct problem p = {.handle = handle, .n = n};
    struct dd_random g;
    dd_random_start(&g, 1);
    p.alpha = dd_random_full_pair(&g, 0);
    p.x = random_numbers(&g, n);
    p.y = random_numbers(&g, n);
    p.A = random_numbers(&g, n * n);
    p.result = random_numbers(&g, n * n);
    return p;
}

static void discard(struct problem *p)
{
    free(p->x);
    free(p->y);
    free(p->A);
    free(p->result);
}

static void run_ours(void *data)
{
    struct problem *p = data;
    if (ddblasWger(p->handle, p->n, p->n, &p->alpha, p->x, 1, p->y, 1, p->result, p->n) != DDBLAS_STATUS_SUCCESS)
        abort();
}

static void run_qd(void *data)
{
    struct problem *p = data;
    qd_ger(p->n, p->n, &p->alpha, p->x, p->y, p->result, p->n);
}

/* The largest error of some elements of one fresh call, in units of 2^-104. */
static double error_of(struct problem *p, void (*run)(void *))
{
    double worst = 0.0;
    memcpy(p->result, p->A, (size_t)(p->n * p->n) * sizeof(cuddreal));
    run(p);
    for (int64_t k = 0; k < CHECKED; k++)
    {
        const int64_t at = k * (p->n * p->n - 1) / (CHECKED - 1);
        const double e = dd_ger_error(p->alpha, p->x[at % p->n], p->y[at / p->n], p->A[at], p->result[at]);
        worst = e > worst ? e : worst;
    }
    return worst;
}

struct run
{
    const char *isa;
    int width, threads;
};

struct ceiling
{
    double elements; /* G a second */
    const char *by;
};

static struct ceiling ceiling_of(FILE *out, struct run r, int64_t n)
{
    const double fma = bench_fma_rate(r.threads, r.width),
                 update = bench_update_bandwidth(r.threads, (size_t)(n * n) * sizeof(cuddreal));
    bench_comment(out,
                  "ceilings, %d threads, vectors of %d, n = %lld: %.1f G multiply-adds/s = %.3f G elements/s; %.1f GB/s = %.3f",
                  r.threads, r.width, (long long)n, fma, fma / operations, update, update / bytes);
    const int arithmetic = fma / operations < update / bytes;
    return (struct ceiling){arithmetic ? fma / operations : update / bytes, arithmetic ? "arithmetic" : "memory"};
}

/* One row; returns its time. */
static double measure(FILE *out, struct problem *p, struct run r, struct ceiling c, const char *peer, double peer_us, int *ok)
{
    char variant[96];
    if (ddblas_isa_select(r.isa) != 0 || ddblasSetThreads(p->handle, r.threads) != DDBLAS_STATUS_SUCCESS)
        return 0.0;
    const double us = bench_median_us(run_ours, p, 0.01, ROUNDS);
    snprintf(variant, sizeof variant, "%s %d threads limit %s", r.isa, r.threads, c.by);
    const struct bench_row row = {.routine = "ger",
                                  .type = 'W',
                                  .variant = variant,
                                  .m = p->n,
                                  .n = p->n,
                                  .median_us = us,
                                  .achieved = 1e-3 * (double)p->n * (double)p->n / us,
                                  .ceiling = c.elements,
                                  .peer = peer,
                                  .peer_us = peer_us,
                                  .error = error_of(p, run_ours),
                                  .bound = dd_routine_bound(DD_ROUTINE_ger, DDBLAS_TYPE_W, (struct dd_bound_size){.m = p->n})};
    *ok &= bench_write(out, &row);
    return us;
}

int main(int argc, char **argv)
{
    static const struct run sets[] = {{"avx512", 8, 1}, {"avx2", 4, 1}, {"portable", 2, 1}};
    static const int64_t orders[] = {120, 500, 3000}; /* 230 KB, 4 MB, 144 MB */
    enum
    {
        SETS = sizeof sets / sizeof sets[0],
        ORDERS = sizeof orders / sizeof orders[0]
    };
    FILE *out = bench_open(argc > 1 ? argv[1] : NULL);
    const int all = omp_get_max_threads();
    ddblasHandle_t handle = NULL;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 2;
    bench_describe_host(out);
    bench_comment(out, "achieved and ceiling in G elements/s: 29 FP64 operations and 32 bytes each; error in units of 2^-104");
    bench_comment(out,
                  "time: median of a round, smallest of %d rounds, ours and QD; QD: dd_real::ieee_add and products by fused "
                  "multiply-subtract, -O3 -march=native",
                  ROUNDS);
    const int first = (int)DDBLAS_ISA_AVX512 - (int)ddblas_isa_widest(); /* the widest set that the processor has */
    struct ceiling ceilings[ORDERS][SETS + 1];
    struct run together = sets[first];
    together.threads = all;
    for (int i = 0; i < ORDERS; i++)
    {
        for (int k = first; k < SETS; k++)
            ceilings[i][k] = ceiling_of(out, sets[k], orders[i]);
        if (all > 1)
            ceilings[i][SETS] = ceiling_of(out, together, orders[i]);
    }
    bench_header(out);
    int ok = 1;
    for (int i = 0; i < ORDERS; i++)
    {
        struct problem p = make(handle, orders[i]);
        const double qd = bench_median_us(run_qd, &p, 0.01, ROUNDS), qd_error = error_of(&p, run_qd);
        double one = 0.0;
        for (int k = first; k < SETS; k++)
        {
            const double us = measure(out, &p, sets[k], ceilings[i][k], "QD dd_real loop", qd, &ok);
            one = k == first ? us : one;
        }
        if (all > 1)
            measure(out, &p, together, ceilings[i][SETS], "one thread", one, &ok);
        fprintf(stderr, "QD's error on the same data: %.3g\n", qd_error);
        discard(&p);
    }
    ddblasDestroy(handle);
    if (argc > 1)
        fclose(out);
    return ok ? 0 : 1;
}
