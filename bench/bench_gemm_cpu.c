/*
 * Double-double gemm on the CPU: the instruction sets that the processor has on one core, beside
 * QD's dd_real, all cores, small and thin shapes.
 * Usage: bench_gemm_cpu [file.csv]
 *
 * Counting: m n k multiply-adds of 12 FP64 operations. The ceiling is the measured rate of fused
 * multiply-adds, in vectors as wide as the kernel's, divided by 12: G multiply-adds a second.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "backend/isa.h"
#include "oracle.h"
#include "qd_gemm.h"
#include "random.h"

enum
{
    MAIN_SIZE = 1000,
    ROUNDS = 5,
    LONG_WORK = 200000000, /* from here on one round of three calls says it */
    CHECKED = 16
};

static const double operations = 12.0;

struct problem
{
    ddblasHandle_t handle;
    ddblasOperation_t transa, transb;
    int64_t m, n, k, lda, ldb;
    cuddreal alpha, beta, *A, *B, *C, *result;
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

static struct problem make(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                           int64_t k)
{
    struct problem p = {.handle = handle, .transa = transa, .transb = transb, .m = m, .n = n, .k = k};
    struct dd_random g;
    dd_random_start(&g, 1);
    p.lda = transa == DDBLAS_OP_N ? m : k;
    p.ldb = transb == DDBLAS_OP_N ? k : n;
    p.alpha = dd_random_full_pair(&g, 0);
    p.beta = dd_random_full_pair(&g, -1);
    p.A = random_matrix(&g, m * k);
    p.B = random_matrix(&g, k * n);
    p.C = random_matrix(&g, m * n);
    p.result = random_matrix(&g, m * n);
    return p;
}

static void discard(struct problem *p)
{
    free(p->A);
    free(p->B);
    free(p->C);
    free(p->result);
}

static void run_ours(void *data)
{
    struct problem *p = data;
    if (ddblasWgemm(p->handle, p->transa, p->transb, p->m, p->n, p->k, &p->alpha, p->A, p->lda, p->B, p->ldb, &p->beta, p->result,
                    p->m) != DDBLAS_STATUS_SUCCESS)
        abort();
}

static void run_qd(void *data)
{
    struct problem *p = data;
    qd_gemm(p->n, &p->alpha, p->A, p->B, &p->beta, p->result);
}

static void run_qd_as_packaged(void *data)
{
    struct problem *p = data;
    qd_gemm_as_packaged(p->n, &p->alpha, p->A, p->B, &p->beta, p->result);
}

/* The error of one element in units of 2^-104 of |alpha| |A| |B| + |beta| |C|. */
static double error_at(const struct problem *p, int64_t i, int64_t j)
{
    dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
    for (int64_t t = 0; t < p->k; t++)
    {
        const cuddreal a = p->A[p->transa == DDBLAS_OP_N ? i + t * p->lda : t + i * p->lda];
        const cuddreal b = p->B[p->transb == DDBLAS_OP_N ? t + j * p->ldb : j + t * p->ldb];
        dd_exact_add_pairs(sum, a, b);
        dd_exact_add_pairs(scale, cuddFabs(a), cuddFabs(b));
    }
    dd_exact_multiply(sum, p->alpha);
    dd_exact_multiply(scale, cuddFabs(p->alpha));
    dd_exact_add_pairs(sum, p->beta, p->C[i + j * p->m]);
    dd_exact_add_pairs(scale, cuddFabs(p->beta), cuddFabs(p->C[i + j * p->m]));
    const double error = dd_exact_scaled_error(sum, p->result[i + j * p->m], scale, 104);
    dd_exact_free(sum);
    dd_exact_free(scale);
    return error;
}

/* The largest error of some elements of one fresh call. */
static double error_of(struct problem *p, void (*run)(void *))
{
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, 2);
    memcpy(p->result, p->C, (size_t)(p->m * p->n) * sizeof(cuddreal));
    run(p);
    for (int q = 0; q < CHECKED; q++)
    {
        const double e = error_at(p, dd_random_int(&g, 0, p->m - 1), dd_random_int(&g, 0, p->n - 1));
        worst = e > worst ? e : worst;
    }
    return worst;
}

struct run
{
    const char *isa;
    int width, threads;
    double ceiling; /* G multiply-adds a second */
};

static int measure(FILE *out, struct problem *p, const struct run *r, const char *peer, double peer_us)
{
    char variant[64];
    if (ddblas_isa_select(r->isa) != 0 || ddblasSetThreads(p->handle, r->threads) != DDBLAS_STATUS_SUCCESS)
        return 1;
    const int rounds = (double)p->m * (double)p->n * (double)p->k > LONG_WORK ? 1 : ROUNDS;
    const double us = bench_median_us(run_ours, p, 0.02, rounds);
    snprintf(variant, sizeof variant, "%c%c %s %d threads", "nt"[p->transa != DDBLAS_OP_N], "nt"[p->transb != DDBLAS_OP_N],
             r -> isa, r -> threads);
    const struct bench_row row = {.routine = "gemm",
                                  .type = 'W',
                                  .variant = variant,
                                  .m = p->m,
                                  .n = p->n,
                                  .k = p->k,
                                  .median_us = us,
                                  .achieved = 1e-3 * (double)p->m * (double)p->n * (double)p->k / us,
                                  .ceiling = r->ceiling,
                                  .peer = peer,
                                  .peer_us = peer_us,
                                  .error = error_of(p, run_ours),
                                  .bound = dd_routine_bound(DD_ROUTINE_gemm, DDBLAS_TYPE_W, (struct dd_bound_size){.k = p->k})};
    return bench_write(out, &row);
}

/* QD's time for one product of the main size, the best of those that fit 2 seconds, and its error,
 * as a comment. */
static double time_qd(FILE *out, struct problem *p, void (*run)(void *), const char *what)
{
    const double start = bench_now(), error = error_of(p, run);
    double us = 1e6 * (bench_now() - start);
    while (bench_now() - start < 2.0)
    {
        const double begin = bench_now();
        run(p);
        us = fmin(us, 1e6 * (bench_now() - begin));
    }
    bench_comment(out, "qd blocked, %s, n = %lld: %.0f us, %.4f G multiply-adds/s, error %.3g", what, (long long)p->n, us,
                  1e-3 * (double)(p->n * p->n) * (double)p->n / us, error);
    return us;
}

static struct run make_run(FILE *out, const char *isa, int width, int threads)
{
    const double fma = bench_fma_rate(threads, width);
    bench_comment(out, "ceiling, %d threads, vectors of %d: %.2f G multiply-adds/s in FP64 = %.3f in double-double", threads,
                  width, fma, fma / operations);
    return (struct run){isa, width, threads, fma / operations};
}

static int measure_main(FILE *out, ddblasHandle_t handle, const struct run *wide, const struct run *narrow, const struct run *all)
{
    int ok = 1;
    struct problem p = make(handle, DDBLAS_OP_N, DDBLAS_OP_N, MAIN_SIZE, MAIN_SIZE, MAIN_SIZE);
    const double fastest = time_qd(out, &p, run_qd, "-O3 for the processor, fused multiply-subtract");
    const double packaged = time_qd(out, &p, run_qd_as_packaged, "as packaged, -O2");
    bench_header(out);
    ok &= measure(out, &p, wide, "qd blocked fastest", fastest);
    ok &= measure(out, &p, wide, "qd blocked as packaged", packaged);
    if (narrow->width != wide->width)
        ok &= measure(out, &p, narrow, "qd blocked fastest", fastest);
    ok &= measure(out, &p, all, "qd blocked fastest", fastest);
    discard(&p);
    for (int op = 1; op < 4; op++)
    {
        p = make(handle, (ddblasOperation_t)(op % 2), (ddblasOperation_t)(op / 2), MAIN_SIZE, MAIN_SIZE, MAIN_SIZE);
        ok &= measure(out, &p, wide, "qd blocked fastest", fastest);
        discard(&p);
    }
    return ok;
}

/* Squares, then few rows, columns or terms, each as it is and with A or B transposed. */
static const int64_t shapes[][3] = {{8, 8, 8},         {16, 16, 16},       {32, 32, 32},       {64, 64, 64},     {256, 256, 256},
                                    {512, 512, 512},   {2000, 2000, 2000}, {1001, 1003, 1005}, {1, 1000, 1000},  {1000, 1, 1000},
                                    {2, 1000, 1000},   {1000, 2, 1000},    {3, 1000, 1000},    {1000, 3, 1000},  {4, 1000, 1000},
                                    {1000, 4, 1000},   {8, 1000, 1000},    {1000, 8, 1000},    {16, 1000, 1000}, {1000, 16, 1000},
                                    {128, 2000, 2000}, {3000, 64, 64},     {1000, 1000, 1},    {1000, 1000, 2},  {1000, 1000, 8},
                                    {2000, 2000, 16},  {1000, 1000, 64},   {1, 1, 100000},     {4, 4, 100000},   {8, 8, 100000},
                                    {16, 16, 100000},  {64, 64, 100000}};

int main(int argc, char **argv)
{
    const int threads = omp_get_max_threads();
    ddblasHandle_t handle = NULL;
    int ok = 1;
    FILE *out = bench_open(argc > 1 ? argv[1] : NULL);
    if (!out || ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 2;
    bench_describe_host(out);
    bench_comment(out, "unit: G double-double multiply-adds a second; error in 2^-104, bound k + 8");
    const int has_avx512 = ddblas_isa_select("avx512") == 0;
    const char *widest = has_avx512 ? "avx512" : "avx2";
    const struct run wide = make_run(out, widest, has_avx512 ? 8 : 4, 1), narrow = make_run(out, "avx2", 4, 1),
                     all = make_run(out, widest, wide.width, threads);
    ok &= measure_main(out, handle, &wide, &narrow, &all);
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        for (int transposed = 0; transposed < (shapes[s][0] == shapes[s][1] ? 1 : 2); transposed++)
        {
            struct problem p = make(handle, transposed && shapes[s][0] > shapes[s][1] ? DDBLAS_OP_T : DDBLAS_OP_N,
                                    transposed && shapes[s][0] < shapes[s][1] ? DDBLAS_OP_T : DDBLAS_OP_N, shapes[s][0],
                                    shapes[s][1], shapes[s][2]);
            ok &= measure(out, &p, &wide, NULL, 0.0);
            ok &= measure(out, &p, &all, NULL, 0.0);
            discard(&p);
        }
    (void)ddblasDestroy(handle);
    if (out != stdout)
        (void)fclose(out);
    return ok ? 0 : 1;
}
