/*
 * Products of doubles and double-double numbers on one core: ddblasWgemmEx and ddblasWsyrkEx beside
 * ddblasWgemm of the same sizes, in turns, so that other work on the machine disturbs all alike.
 * Usage: bench_gemm_mixed_cpu [file.csv]
 *
 * The time of a row is the least of all turns, in CPU time. `speedup` is the rate over that of
 * ddblasWgemm; a syrk counts half the multiply-adds.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include <dd/ddblas.h>

#include "backend/isa.h"
#include "bounds.h"
#include "lib/bench.h"
#include "oracle.h"
#include "random.h"

enum
{
    TURNS = 15,
    CHECKED = 16
};

static const struct kind
{
    const char *name;
    ddblasType_t typea, typeb;
    ddblasOperation_t transa;
    int syrk;
} kinds[] = {
    {"W x W", DDBLAS_TYPE_W, DDBLAS_TYPE_W, DDBLAS_OP_N, 0},   {"D x W", DDBLAS_TYPE_D, DDBLAS_TYPE_W, DDBLAS_OP_N, 0},
    {"W x D", DDBLAS_TYPE_W, DDBLAS_TYPE_D, DDBLAS_OP_N, 0},   {"D x D", DDBLAS_TYPE_D, DDBLAS_TYPE_D, DDBLAS_OP_N, 0},
    {"D^T x W", DDBLAS_TYPE_D, DDBLAS_TYPE_W, DDBLAS_OP_T, 0}, {"syrk D^T D", DDBLAS_TYPE_D, DDBLAS_TYPE_D, DDBLAS_OP_T, 1}};

enum
{
    KINDS = sizeof kinds / sizeof kinds[0]
};

struct problem
{
    ddblasHandle_t handle;
    int64_t m, n, k;
    cuddreal alpha, beta, *A, *B, *C;
    double *A_double, *B_double;
};

static void *allocate(size_t bytes)
{
    void *p = aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!p)
        abort();
    return p;
}

static cuddreal *random_matrix(struct dd_random *g, int64_t elements, double **high)
{
    cuddreal *p = allocate((size_t)elements * sizeof *p);
    *high = allocate((size_t)elements * sizeof **high);
    for (int64_t i = 0; i < elements; i++)
    {
        p[i] = dd_random_full_pair(g, (int)dd_random_int(g, -10, 10));
        (*high)[i] = p[i].x;
    }
    return p;
}

static struct problem make(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    struct problem p = {.handle = handle, .m = m, .n = n, .k = k};
    struct dd_random g;
    double *unused;
    dd_random_start(&g, 1);
    p.alpha = dd_random_full_pair(&g, 0);
    p.beta = cuddFromDouble(0.0);
    p.A = random_matrix(&g, m * k, &p.A_double);
    p.B = random_matrix(&g, k * n, &p.B_double);
    p.C = random_matrix(&g, m * n, &unused);
    free(unused);
    return p;
}

static void discard(struct problem *p)
{
    free(p->A);
    free(p->B);
    free(p->C);
    free(p->A_double);
    free(p->B_double);
}

/* The kind at index 0 is ddblasWgemm itself. */
static void run(struct problem *p, const struct kind *k)
{
    const void *A = k->typea == DDBLAS_TYPE_D ? (const void *)p->A_double : p->A,
               *B = k->typeb == DDBLAS_TYPE_D ? (const void *)p->B_double : p->B;
    const int64_t lda = k->transa == DDBLAS_OP_N ? p->m : p->k;
    const ddblasStatus_t status = k->syrk ? ddblasWsyrkEx(p->handle, DDBLAS_FILL_MODE_LOWER, k->transa, p->n, p->k, &p->alpha, A,
                                                          k->typea, lda, &p->beta, p->C, p->m)
                                  : k == &kinds[0] ? ddblasWgemm(p->handle, k->transa, DDBLAS_OP_N, p->m, p->n, p->k, &p->alpha,
                                                                 p->A, lda, p->B, p->k, &p->beta, p->C, p->m)
                                                   : ddblasWgemmEx(p->handle, k->transa, DDBLAS_OP_N, p->m, p->n, p->k, &p->alpha,
                                                                   A, k->typea, lda, B, k->typeb, p->k, &p->beta, p->C, p->m);
    if (status != DDBLAS_STATUS_SUCCESS)
        abort();
}

static double cpu_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static cuddreal element(int of_doubles, const cuddreal *pairs, const double *doubles, int64_t index)
{
    return of_doubles ? cuddFromDouble(doubles[index]) : pairs[index];
}

/* The error of one element in units of 2^-104 of |alpha| |A| |B|. */
static double error_at(const struct problem *p, const struct kind *k, int64_t i, int64_t j)
{
    dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
    for (int64_t t = 0; t < p->k; t++)
    {
        const int64_t at_a = k->transa == DDBLAS_OP_N ? i + t * p->m : t + i * p->k;
        const cuddreal a = element(k->typea == DDBLAS_TYPE_D, p->A, p->A_double, at_a);
        const cuddreal b = k->syrk ? cuddFromDouble(p->A_double[t + j * p->k])
                                   : element(k->typeb == DDBLAS_TYPE_D, p->B, p->B_double, t + j * p->k);
        dd_exact_add_pairs(sum, a, b);
        dd_exact_add_pairs(scale, cuddFabs(a), cuddFabs(b));
    }
    dd_exact_multiply(sum, p->alpha);
    dd_exact_multiply(scale, cuddFabs(p->alpha));
    const double error = dd_exact_scaled_error(sum, p->C[i + j * p->m], scale, 104);
    dd_exact_free(sum);
    dd_exact_free(scale);
    return error;
}

/* The largest error of some elements of one call. */
static double error_of(struct problem *p, const struct kind *k)
{
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, 2);
    run(p, k);
    for (int q = 0; q < CHECKED; q++)
    {
        const int64_t i = dd_random_int(&g, 0, p->m - 1), j = dd_random_int(&g, 0, k->syrk ? i : p->n - 1);
        worst = fmax(worst, error_at(p, k, i, j));
    }
    return worst;
}

static int measure(FILE *out, struct problem *p, const char *isa, int width)
{
    double best[KINDS];
    const double ceiling = bench_fma_rate(1, width) / 12.0;
    int ok = 1;
    if (ddblas_isa_select(isa) != 0)
        return 0;
    for (int turn = 0; turn < TURNS; turn++)
        for (int q = 0; q < KINDS; q++)
        {
            if (kinds[q].syrk && p->m != p->n)
                continue;
            const double start = cpu_seconds();
            run(p, &kinds[q]);
            const double seconds = cpu_seconds() - start;
            best[q] = turn == 0 ? seconds : fmin(best[q], seconds);
        }
    for (int q = 0; q < KINDS; q++)
    {
        if (kinds[q].syrk && p->m != p->n)
            continue;
        char variant[64];
        const double share = kinds[q].syrk ? 0.5 : 1.0;
        snprintf(variant, sizeof variant, "%s %s 1 thread", kinds[q].name, isa);
        const struct bench_row row = {.routine = kinds[q].syrk ? "syrk" : "gemm",
                                      .type = 'W',
                                      .variant = variant,
                                      .m = p->m,
                                      .n = p->n,
                                      .k = p->k,
                                      .median_us = 1e6 * best[q],
                                      .achieved = 1e-9 * share * (double)p->m * (double)p->n * (double)p->k / best[q],
                                      .ceiling = ceiling,
                                      .peer = q == 0 ? NULL : "ddblasWgemm",
                                      .peer_us = 1e6 * share * best[0],
                                      .error = error_of(p, &kinds[q]),
                                      .bound = dd_routine_bound(kinds[q].syrk ? DD_ROUTINE_syrk : DD_ROUTINE_gemm_ex,
                                                                DDBLAS_TYPE_W, (struct dd_bound_size){.k = p->k})};
        ok &= bench_write(out, &row);
    }
    return ok;
}

int main(int argc, char **argv)
{
    static const int64_t shapes[][3] = {{1000, 1000, 1000}, {256, 256, 256}, {64, 64, 64},     {1000, 1, 1000},
                                        {1000, 8, 1000},    {1000, 1000, 8}, {64, 64, 100000}, {2000, 32, 2000}};
    ddblasHandle_t handle = NULL;
    int ok = 1;
    FILE *out = bench_open(argc > 1 ? argv[1] : NULL);
    if (!out || ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS ||
        ddblasSetThreads(handle, 1) != DDBLAS_STATUS_SUCCESS)
        return 2;
    bench_describe_host(out);
    bench_comment(out,
                  "unit: G multiply-adds a second, least CPU time of %d turns; ceiling: fused multiply-adds / 12; error "
                  "in 2^-104, bound k + 8",
                  TURNS);
    bench_header(out);
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
    {
        struct problem p = make(handle, shapes[s][0], shapes[s][1], shapes[s][2]);
        if (ddblas_isa_select("avx512") == 0)
            ok &= measure(out, &p, "avx512", 8);
        if (ddblas_isa_select("avx2") == 0)
            ok &= measure(out, &p, "avx2", 4);
        discard(&p);
    }
    (void)ddblasDestroy(handle);
    if (out != stdout)
        (void)fclose(out);
    return ok ? 0 : 1;
}
