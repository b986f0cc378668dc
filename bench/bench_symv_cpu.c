/*
 * Double-double symv on the CPU: each instruction set on one core beside QD's dd_real, two threads
 * beside one, all cores on a large matrix. Usage: bench_symv_cpu [file.csv]
 *
 * Counting: n (n + 1) / 2 elements of 16 bytes, each used in 2 multiply-adds of 12 FP64 operations.
 * The ceiling of a row is the smaller of the measured rate of fused multiply-adds (in vectors as
 * wide as the kernel's) divided by 24, and the measured read bandwidth divided by 16: elements a
 * second.
 */
#define _POSIX_C_SOURCE 200809L

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "backend/isa.h"
#include "generators.h"
#include "oracle.h"
#include "qd_symv.h"

enum
{
    SMALL = 2000,
    LARGE = 6000,
    ROUNDS = 60,
    CHECKED_ROWS = 24
};

static const double operations = 24.0, bytes = 16.0;

struct problem
{
    ddblasHandle_t handle;
    ddblasFillMode_t uplo;
    int64_t n;
    cuddreal alpha, beta, *A, *x, *y, *result;
};

static void *allocate(size_t count)
{
    void *p = aligned_alloc(256, (count * sizeof(cuddreal) + 255) / 256 * 256);
    if (!p)
        abort();
    return p;
}

static struct problem make(ddblasHandle_t handle, int64_t n, ddblasFillMode_t uplo)
{
    struct problem p = {.handle = handle, .uplo = uplo, .n = n, .beta = {0.5, 0.0}};
    struct dd_random g;
    dd_random_start(&g, 1);
    p.alpha = dd_random_full_pair(&g, 0);
    p.A = allocate((size_t)(n * n));
    p.x = allocate((size_t)n);
    p.y = allocate((size_t)n);
    p.result = allocate((size_t)n);
    memset(p.A, 0, (size_t)(n * n) * sizeof(cuddreal));
    dd_generate_symv(&g, DD_GENERATE_UNIFORM, 0.0, DDBLAS_TYPE_W, 0, uplo, n, p.A, n, p.x, 1, p.y, 1);
    memcpy(p.result, p.y, (size_t)n * sizeof(cuddreal));
    return p;
}

static void discard(struct problem *p)
{
    free(p->A);
    free(p->x);
    free(p->y);
    free(p->result);
}

static void run_ours(void *data)
{
    struct problem *p = data;
    if (ddblasWsymv(p->handle, p->uplo, p->n, &p->alpha, p->A, p->n, p->x, 1, &p->beta, p->result, 1) != DDBLAS_STATUS_SUCCESS)
        abort();
}

static void run_qd(void *data)
{
    struct problem *p = data;
    qd_symv(p->uplo == DDBLAS_FILL_MODE_LOWER, p->n, &p->alpha, p->A, p->n, p->x, &p->beta, p->result);
}

/* The largest error of some rows of one fresh call, in units of 2^-104. */
static double error_of(struct problem *p, void (*run)(void *))
{
    const struct dd_symv_problem o = {DDBLAS_TYPE_W, 0, p->uplo, p->n, &p->alpha, p->A, p->n, p->x, 1, &p->beta, p->y, 1};
    double worst = 0.0;
    memcpy(p->result, p->y, (size_t)p->n * sizeof(cuddreal));
    run(p);
    for (int64_t k = 0; k < CHECKED_ROWS; k++)
    {
        const double e = dd_oracle_symv_component(&o, p->result, k * (p->n - 1) / (CHECKED_ROWS - 1));
        worst = e > worst ? e : worst;
    }
    return worst;
}

struct ceiling
{
    double elements; /* G a second */
    const char *by;
};

/* The ceiling of `threads` threads at order n, as a comment and a number. */
static struct ceiling ceiling_of(FILE *out, int threads, int width, int64_t n)
{
    const double fma = bench_fma_rate(threads, width),
                 read = bench_read_bandwidth(threads, (size_t)(n * (n + 1) / 2) * sizeof(cuddreal));
    bench_comment(out,
                  "ceilings, %d threads, vectors of %d, %lld MB: %.1f G multiply-adds/s = %.3f G elements/s; %.1f GB/s = %.3f",
                  threads, width, (long long)(n * (n + 1) / 2 * (int64_t)sizeof(cuddreal) / 1000000), fma, fma / operations, read,
                  read / bytes);
    const int arithmetic = fma / operations < read / bytes;
    return (struct ceiling){arithmetic ? fma / operations : read / bytes, arithmetic ? "arithmetic" : "memory"};
}

struct run
{
    const char *isa;
    int width, threads;
};

/* One row; returns its time. */
static double measure(FILE *out, struct problem *p, struct run r, struct ceiling c, const char *peer, double peer_us, int *ok)
{
    char variant[96];
    if (ddblas_isa_select(r.isa) != 0 || ddblasSetThreads(p->handle, r.threads) != DDBLAS_STATUS_SUCCESS)
        return 0.0;
    const double us = bench_median_us(run_ours, p, 0.01, ROUNDS);
    const double elements = 1e-3 * (double)p->n * (double)(p->n + 1) / 2.0 / us;
    snprintf(variant, sizeof variant, "%s %s %d threads limit %s", p->uplo == DDBLAS_FILL_MODE_LOWER ? "lower" : "upper", r.isa,
             r.threads, c.by);
    const struct bench_row row = {.routine = "symv",
                                  .type = 'W',
                                  .variant = variant,
                                  .n = p->n,
                                  .median_us = us,
                                  .achieved = elements,
                                  .ceiling = c.elements,
                                  .peer = peer,
                                  .peer_us = peer_us,
                                  .error = error_of(p, run_ours),
                                  .bound = dd_routine_bound(DD_ROUTINE_symv, DDBLAS_TYPE_W, (struct dd_bound_size){.k = p->n})};
    *ok &= bench_write(out, &row);
    return us;
}

int main(int argc, char **argv)
{
    static const struct run sets[] = {{"avx512", 8, 1}, {"avx2", 4, 1}, {"portable", 2, 1}};
    FILE *out = bench_open(argc > 1 ? argv[1] : NULL);
    const int all = omp_get_max_threads();
    ddblasHandle_t handle = NULL;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 2;
    bench_describe_host(out);
    bench_comment(out, "achieved and ceiling in G elements/s: 24 FP64 operations and 16 bytes each; error in units of 2^-104");
    bench_comment(out,
                  "time: median of a round, smallest of %d rounds, ours and QD; QD: dd_real::ieee_add and products by fused "
                  "multiply-subtract "
                  "(twice the speed of its package as it is), -O3 -march=native",
                  ROUNDS);

    int ok = 1;
    struct ceiling small[3], pair = ceiling_of(out, 2, 8, SMALL), large = ceiling_of(out, all, 8, LARGE);
    for (int k = 0; k < 3; k++)
        small[k] = ceiling_of(out, 1, sets[k].width, SMALL);
    bench_header(out);
    for (int upper = 0; upper < 2; upper++)
    {
        struct problem p = make(handle, SMALL, upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER);
        const double qd = bench_median_us(run_qd, &p, 0.01, ROUNDS);
        const double qd_error = error_of(&p, run_qd);
        for (int k = 0; k < 3; k++)
        {
            const double one = measure(out, &p, sets[k], small[k], "QD dd_real loop", qd, &ok);
            if (k == 0)
                measure(out, &p, (struct run){"avx512", 8, 2}, pair, "one thread", one, &ok);
        }
        fprintf(stderr, "QD's error on the same data: %.3g\n", qd_error);
        discard(&p);
        p = make(handle, LARGE, upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER);
        measure(out, &p, (struct run){"avx512", 8, all}, large, NULL, 0.0, &ok);
        discard(&p);
    }
    ddblasDestroy(handle);
    if (argc > 1)
        fclose(out);
    return ok ? 0 : 1;
}
