/*
 * Level 3 in U on one core of the CPU beside the same routine in W.
 * Usage: bench_complex_cpu [-q] [file.csv]
 *   -q  sizes up to 500
 *
 * Counting: real multiply-adds, in U four for each complex one: m n k for gemm, m^2 n for symm and
 * hemm, n^2 k for syr2k and her2k, half for syrk, herk, trmm and trsm. The ceiling of a row is the
 * rate of W's routine with the same sizes, so the fraction says what U keeps of it. Both are timed
 * in turns, in CPU time of the thread, and the least of all turns counts, because the machine may
 * be busy with other work. Errors of gemm against exact sums, in 2^-104 of the sum of moduli.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "random.h"
#include "terms.h"

enum routine
{
    GEMM,
    SYMM,
    SYRK,
    SYR2K,
    TRMM,
    TRSM,
    ROUTINES
};

static const char *const names[ROUTINES] = {"gemm", "hemm", "herk", "her2k", "trmm", "trsm"};

enum
{
    CHECKED = 8
};

/* Operands of both types: those of W are the first numbers of those of U. */
struct problem
{
    ddblasHandle_t handle;
    enum routine routine;
    ddblasOperation_t transa;
    int64_t m, n, k;
    cuddcomplex alpha, beta, *A, *B, *C, *result;
};

static double cpu_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static cuddcomplex *random_matrix(struct dd_random *g, int64_t elements)
{
    cuddcomplex *p = aligned_alloc(256, ((size_t)elements * sizeof *p + 255) / 256 * 256);
    if (!p)
        abort();
    for (int64_t i = 0; i < elements; i++)
    {
        const int exponent = (int)dd_random_int(g, -10, 10);
        p[i] = cuddcMake(dd_random_full_pair(g, exponent), dd_random_full_pair(g, exponent));
    }
    return p;
}

static struct problem make(ddblasHandle_t handle, enum routine routine, ddblasOperation_t transa, int64_t m, int64_t n, int64_t k)
{
    struct problem p = {.handle = handle, .routine = routine, .transa = transa, .m = m, .n = n, .k = k};
    struct dd_random g;
    dd_random_start(&g, 1);
    p.alpha = cuddcMake(dd_random_full_pair(&g, 0), dd_random_full_pair(&g, 0));
    p.beta = cuddcMake(dd_random_full_pair(&g, -1), dd_random_full_pair(&g, -1));
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

/* Gives A, of either type, a heavy diagonal, so that solutions keep within range. */
static void strengthen(struct problem *p, int complex)
{
    cuddreal *A = (cuddreal *)p->A;
    for (int64_t i = 0; i < p->m; i++)
        A[i * (p->m + 1) * (complex ? 2 : 1)] = cuddFromDouble(0x1p22);
}

static ddblasStatus_t call_complex(const struct problem *p)
{
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    const ddblasSideMode_t left = DDBLAS_SIDE_LEFT;
    const int64_t m = p->m, n = p->n, k = p->k;
    switch (p->routine)
    {
    case GEMM:
        return ddblasUgemm(p->handle, p->transa, DDBLAS_OP_N, m, n, k, &p->alpha, p->A, p->transa == DDBLAS_OP_N ? m : k, p->B, k,
                           &p->beta, p->result, m);
    case SYMM:
        return ddblasUhemm(p->handle, left, lower, m, n, &p->alpha, p->A, m, p->B, m, &p->beta, p->result, m);
    case SYRK:
        return ddblasUherk(p->handle, lower, DDBLAS_OP_N, n, k, &p->alpha.x, p->A, n, &p->beta.x, p->result, n);
    case SYR2K:
        return ddblasUher2k(p->handle, lower, DDBLAS_OP_N, n, k, &p->alpha, p->A, n, p->B, n, &p->beta.x, p->result, n);
    case TRMM:
        return ddblasUtrmm(p->handle, left, lower, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, m, n, &p->alpha, p->A, m, p->B, m,
                           p->result, m);
    default:
        return ddblasUtrsm(p->handle, left, lower, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, m, n, &p->alpha, p->A, m, p->result, m);
    }
}

static ddblasStatus_t call_real(const struct problem *p)
{
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    const ddblasSideMode_t left = DDBLAS_SIDE_LEFT;
    const int64_t m = p->m, n = p->n, k = p->k;
    const cuddreal *alpha = &p->alpha.x, *beta = &p->beta.x, *A = (const cuddreal *)p->A, *B = (const cuddreal *)p->B;
    cuddreal *C = (cuddreal *)p->result;
    switch (p->routine)
    {
    case GEMM:
        return ddblasWgemm(p->handle, p->transa, DDBLAS_OP_N, m, n, k, alpha, A, p->transa == DDBLAS_OP_N ? m : k, B, k, beta, C,
                           m);
    case SYMM:
        return ddblasWsymm(p->handle, left, lower, m, n, alpha, A, m, B, m, beta, C, m);
    case SYRK:
        return ddblasWsyrk(p->handle, lower, DDBLAS_OP_N, n, k, alpha, A, n, beta, C, n);
    case SYR2K:
        return ddblasWsyr2k(p->handle, lower, DDBLAS_OP_N, n, k, alpha, A, n, B, n, beta, C, n);
    case TRMM:
        return ddblasWtrmm(p->handle, left, lower, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, m, n, alpha, A, m, B, m, C, m);
    default:
        return ddblasWtrsm(p->handle, left, lower, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, m, n, alpha, A, m, C, m);
    }
}

static double seconds_of(struct problem *p, int complex)
{
    if (p->routine == TRSM)
        strengthen(p, complex);
    memcpy(p->result, p->C, (size_t)(p->m * p->n) * sizeof *p->C);
    const double start = cpu_seconds();
    if ((complex ? call_complex : call_real)(p) != DDBLAS_STATUS_SUCCESS)
        abort();
    return cpu_seconds() - start;
}

/* The largest error of some elements of the last call of gemm. */
static double error_of(const struct problem *p)
{
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, 2);
    for (int q = 0; q < CHECKED; q++)
    {
        const int64_t i = dd_random_int(&g, 0, p->m - 1), j = dd_random_int(&g, 0, p->n - 1);
        struct dd_terms s;
        dd_terms_start(&s);
        for (int64_t t = 0; t < p->k; t++)
            dd_terms_add(&s,
                         dd_number_load(DDBLAS_TYPE_U, p->A + (p->transa == DDBLAS_OP_N ? i + t * p->m : t + i * p->k),
                                        p->transa == DDBLAS_OP_C),
                         dd_number_load(DDBLAS_TYPE_U, p->B + t + j * p->k, 0));
        dd_terms_multiply(&s, dd_number_load(DDBLAS_TYPE_U, &p->alpha, 0));
        dd_terms_add(&s, dd_number_load(DDBLAS_TYPE_U, &p->beta, 0), dd_number_load(DDBLAS_TYPE_U, p->C + i + j * p->m, 0));
        const double e = dd_terms_error(&s, DDBLAS_TYPE_U, dd_number_load(DDBLAS_TYPE_U, p->result + i + j * p->m, 0), 0.0);
        worst = e > worst ? e : worst;
        dd_terms_end(&s);
    }
    return worst;
}

/* Real multiply-adds of W's routine. */
static double work_of(const struct problem *p)
{
    const double mnk = (double)p->m * (double)p->n * (double)p->k;
    return p->routine == SYRK || p->routine == TRMM || p->routine == TRSM ? mnk / 2.0 : mnk;
}

static int measure(FILE *out, ddblasHandle_t handle, enum routine routine, ddblasOperation_t transa, int64_t m, int64_t n,
                   int64_t k)
{
    struct problem p = make(handle, routine, transa, m, n, k);
    const double work = work_of(&p);
    const int turns = work > 3e8 ? 3 : work > 3e7 ? 9 : 60;
    double complex = HUGE_VAL, real = HUGE_VAL;
    for (int turn = 0; turn < turns; turn++)
    {
        real = fmin(real, seconds_of(&p, 0));
        complex = fmin(complex, seconds_of(&p, 1));
    }
    const struct bench_row row = {.routine = names[routine],
                                  .type = 'U',
                                  .variant = transa == DDBLAS_OP_C ? "cn" : "nn",
                                  .m = m,
                                  .n = n,
                                  .k = k,
                                  .median_us = 1e6 * complex,
                                  .achieved = 4e-9 * work / complex,
                                  .ceiling = 1e-9 * work / real,
                                  .error = routine == GEMM ? error_of(&p) : BENCH_NOT_MEASURED,
                                  .bound = dd_routine_bound(DD_ROUTINE_gemm, DDBLAS_TYPE_U, (struct dd_bound_size){.k = k})};
    const int good = bench_write(out, &row);
    discard(&p);
    return good;
}

/* Squares, then few rows, columns or terms. */
static const int64_t shapes[][3] = {{64, 64, 64},     {200, 200, 200},  {500, 500, 500}, {1000, 1000, 1000}, {1, 1000, 1000},
                                    {1000, 1, 1000},  {4, 1000, 1000},  {1000, 4, 1000}, {16, 1000, 1000},   {1000, 16, 1000},
                                    {1000, 1000, 64}, {1000, 1000, 16}, {1000, 1000, 4}, {8, 8, 20000}};

int main(int argc, char **argv)
{
    const int quick = argc > 1 && strcmp(argv[1], "-q") == 0;
    ddblasHandle_t handle = NULL;
    int ok = 1;
    FILE *out = bench_open(argc > 1 + quick ? argv[1 + quick] : NULL);
    if (!out || ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS ||
        ddblasSetThreads(handle, 1) != DDBLAS_STATUS_SUCCESS)
        return 2;
    bench_describe_host(out);
    bench_comment(out,
                  "unit: G real multiply-adds a second in double-double, one thread, CPU time, the least of all turns; ceiling: "
                  "the same routine in W; error in 2^-104, bound sqrt 8 (k + 8)");
    bench_header(out);
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        for (int op = 0; op < 2; op++)
            if (!quick || (shapes[s][0] <= 500 && shapes[s][1] <= 500))
                ok &= measure(out, handle, GEMM, op ? DDBLAS_OP_C : DDBLAS_OP_N, shapes[s][0], shapes[s][1], shapes[s][2]);
    for (int routine = SYMM; routine < ROUTINES; routine++)
        for (int64_t n = 60; n <= 500; n = n == 60 ? 200 : n + 300)
            ok &= measure(out, handle, (enum routine)routine, DDBLAS_OP_N, n, n, n);
    (void)ddblasDestroy(handle);
    if (out != stdout)
        (void)fclose(out);
    return ok ? 0 : 1;
}
