/*
 * Batches of double-double products and triangular systems on the CPU, beside one large product and
 * beside a loop of single calls.
 * Usage: bench_batched_cpu [file.csv]
 *
 * Counting: m n k multiply-adds for a product, half of it for a system with as many right-hand
 * sides as rows; G multiply-adds a second. The ceiling of a row is the rate of ddblasWgemm at 1000
 * x 1000 x 1000 with the same threads. Batch, large product and loop are timed in turns, and the
 * shortest time of each counts. Rows of one thread are in CPU time, so that other programs disturb
 * them little; rows of more threads are in time of the clock.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "backend/isa.h"
#include "oracle.h"
#include "random.h"

enum
{
    LARGE = 1000,
    MOST_MEMBERS = 1000,
    POOL = 4200000, /* elements of each operand of a batch */
    CHECKED = 8
};

static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};

struct bench
{
    ddblasHandle_t handle;
    FILE *out;
    int threads, systems, failures;
    int64_t n, count;
    cuddreal alpha, beta;
    cuddreal *A, *B, *C, *start; /* start: C before the call whose errors are measured */
    cuddreal *large[3];
};

static cuddreal *random_matrix(struct dd_random *g, int64_t elements)
{
    cuddreal *p = aligned_alloc(256, ((size_t)elements * sizeof(cuddreal) + 255) / 256 * 256);
    if (!p)
        abort();
    for (int64_t i = 0; i < elements; i++)
        p[i] = dd_random_full_pair(g, (int)dd_random_int(g, -10, 10));
    return p;
}

static void must(ddblasStatus_t status)
{
    if (status != DDBLAS_STATUS_SUCCESS)
        abort();
}

/* ---- what is timed --------------------------------------------------------------------------- */

static void run_large(struct bench *b)
{
    must(ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, LARGE, LARGE, LARGE, &b->alpha, b->large[0], LARGE, b->large[1], LARGE,
                     &b->beta, b->large[2], LARGE));
}

static void run_batch(struct bench *b)
{
    const int64_t n = b->n;
    must(b->systems ? ddblasWtrsmStridedBatched(b->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N,
                                                DDBLAS_DIAG_NON_UNIT, n, n, &b->alpha, b->A, n, n * n, b->C, n, n * n, b->count)
                    : ddblasWgemmStridedBatched(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &b->alpha, b->A, n, n * n, b->B, n,
                                                n * n, &b->beta, b->C, n, n * n, b->count));
}

static void run_loop(struct bench *b)
{
    const int64_t n = b->n;
    for (int64_t i = 0; i < b->count; i++)
        must(b->systems ? ddblasWtrsm(b->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, n,
                                      n, &b->alpha, b->A + i * n * n, n, b->C + i * n * n, n)
                        : ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &b->alpha, b->A + i * n * n, n,
                                      b->B + i * n * n, n, &b->beta, b->C + i * n * n, n));
}

static double now(const struct bench *b)
{
    struct timespec t;
    (void)clock_gettime(b->threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void time_once(struct bench *b, void (*run)(struct bench *), double *least)
{
    const double begin = now(b);
    run(b);
    *least = fmin(*least, now(b) - begin);
}

/* Systems are solved in place: their vectors start anew each time. */
static void renew_vectors(struct bench *b)
{
    if (b->systems)
        memcpy(b->C, b->start, (size_t)(b->count * b->n * b->n) * sizeof *b->C);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* The error of element (i, j) of a member, in units of 2^-104; of a system its residual. */
static double error_at(const struct bench *b, int64_t member, int64_t i, int64_t j)
{
    const int64_t n = b->n;
    const cuddreal *A = b->A + member * n * n, *X = (b->systems ? b->C : b->B) + member * n * n, *old = b->start + member * n * n;
    dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
    for (int64_t t = 0; t < (b->systems ? i + 1 : n); t++)
    {
        dd_exact_add_pairs(sum, A[i + t * n], X[t + j * n]);
        dd_exact_add_pairs(scale, cuddFabs(A[i + t * n]), cuddFabs(X[t + j * n]));
    }
    if (!b->systems)
    {
        dd_exact_multiply(sum, b->alpha);
        dd_exact_multiply(scale, cuddFabs(b->alpha));
    }
    const cuddreal factor = b->systems ? cuddNeg(b->alpha) : b->beta;
    dd_exact_add_pairs(sum, factor, old[i + j * n]);
    dd_exact_add_pairs(scale, cuddFabs(factor), cuddFabs(old[i + j * n]));
    const double error = dd_exact_scaled_error(sum, b->systems ? zero : b->C[member * n * n + i + j * n], scale, 104);
    dd_exact_free(sum);
    dd_exact_free(scale);
    return error;
}

static double error_of(struct bench *b)
{
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, 2);
    memcpy(b->C, b->start, (size_t)(b->count * b->n * b->n) * sizeof *b->C);
    run_batch(b);
    for (int q = 0; q < CHECKED; q++)
        worst = fmax(worst, error_at(b, dd_random_int(&g, 0, b->count - 1), dd_random_int(&g, 0, b->n - 1),
                                     dd_random_int(&g, 0, b->n - 1)));
    return worst;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void measure(struct bench *b, int64_t n, const char *isa)
{
    char variant[96];
    double batch = INFINITY, loop = INFINITY, large = INFINITY;
    b->n = n;
    b->count = POOL / (n * n) < MOST_MEMBERS ? POOL / (n * n) : MOST_MEMBERS;
    const double work = (double)n * (double)n * (double)n * (b->systems ? 0.5 : 1.0) * (double)b->count;
    const int rounds = work > 1e8 ? 4 : 12;
    for (int64_t i = 0; i < b->count * n && b->systems; i++) /* a heavy diagonal */
        b->A[i / n * n * n + i % n * (n + 1)] = cuddFromDouble(0x1p15);
    const double error = error_of(b);
    for (int r = 0; r < rounds; r++)
    {
        if (r < 2)
            time_once(b, run_large, &large);
        renew_vectors(b);
        time_once(b, run_batch, &batch);
        renew_vectors(b);
        time_once(b, run_loop, &loop);
    }
    (void)snprintf(variant, sizeof variant, "batch of %lld %s%s %s %d threads", (long long)b->count,
                   cuddEqD(b->alpha, 1.0) ? "alpha 1" : "alpha",
                   b->systems            ? ""
                   : cuddIsZero(b->beta) ? " beta 0"
                                         : " beta",
                   isa, b->threads);
    const struct bench_row row = {
        .routine = b->systems ? "trsm" : "gemm",
        .type = 'W',
        .variant = variant,
        .m = n,
        .n = n,
        .k = n,
        .median_us = 1e6 * batch,
        .achieved = 1e-9 * work / batch,
        .ceiling = 1e-9 * LARGE * (double)LARGE * LARGE / large,
        .peer = "loop of single calls",
        .peer_us = 1e6 * loop,
        .error = error,
        .bound = dd_routine_bound(b->systems ? DD_ROUTINE_trsm : DD_ROUTINE_gemm, DDBLAS_TYPE_W, (struct dd_bound_size){.k = n})};
    b->failures += !bench_write(b->out, &row);
    (void)fflush(b->out);
}

static void measure_all(struct bench *b, const char *isa)
{
    static const int64_t orders[] = {4, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256};
    struct dd_random g;
    dd_random_start(&g, 1);
    must(ddblasSetThreads(b->handle, b->threads));
    for (int form = 0; form < 3; form++)
    {
        b->systems = form == 2;
        b->alpha = form == 1 ? dd_random_full_pair(&g, 0) : one;
        b->beta = form == 1 ? dd_random_full_pair(&g, -1) : zero;
        for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
            measure(b, orders[i], isa);
    }
}

int main(int argc, char **argv)
{
    const int threads = omp_get_max_threads();
    struct bench b = {.threads = 1};
    struct dd_random g;
    b.out = bench_open(argc > 1 ? argv[1] : NULL);
    if (!b.out || ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 2;
    dd_random_start(&g, 1);
    cuddreal **const operands[] = {&b.A, &b.B, &b.C, &b.start, &b.large[0], &b.large[1], &b.large[2]};
    for (int i = 0; i < 7; i++)
        *operands[i] = random_matrix(&g, i < 4 ? POOL : LARGE * LARGE);
    const char *isa = ddblas_isa_select("avx512") == 0 ? "avx512" : ddblas_isa_select("avx2") == 0 ? "avx2" : "portable";
    bench_describe_host(b.out);
    bench_comment(b.out, "unit: G double-double multiply-adds a second; ceiling: one product of 1000 x 1000 x 1000");
    bench_comment(b.out, "times of a whole batch: the shortest of 4 to 12; error in 2^-104, bound k + 8, of trsm k + 80");
    bench_header(b.out);
    measure_all(&b, isa);
    if (threads > 1)
    {
        b.threads = threads;
        measure_all(&b, isa);
    }
    (void)ddblasDestroy(b.handle);
    if (b.out != stdout)
        (void)fclose(b.out);
    return b.failures > 0;
}
