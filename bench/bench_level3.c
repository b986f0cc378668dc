/*
 * Double-double syrk, syr2k, symm, trmm and trsm on the GPU beside gemm of the same size and route.
 * Usage: bench_level3 [-o file.csv] [-q]
 *   -q  up to n = 4096
 *
 * Counting: useful double-double operations, 2 n^2 k for gemm and symm and syr2k (k = n), half for
 * syrk, trmm and trsm; TFLOPS (10^12 a second), medians between events around one call. The ceiling
 * of a row is the rate of gemm, measured in the same run by the same route; so the fraction of syrk
 * says how much of the triangle's saving is kept, 2 being gemm's time halved twice over. Data: both
 * parts full-length, uniform in (-1, 1) times 2^-10 .. 2^10; the diagonal of trsm's matrix is 2^22.
 * Errors against exact sums at random elements, in units of 2^-104 of the sum of moduli; of trsm
 * the residual.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "hashed_matrix.h"
#include "oracle.h"
#include "random.h"
#include "lib/symv_device.h"

enum
{
    SPAN = 10,
    SAMPLES = 4
};

enum routine
{
    GEMM,
    SYMM,
    SYR2K,
    SYRK,
    TRMM,
    TRSM,
    ROUTINES
};
static const char *const names[ROUTINES] = {"gemm", "symm", "syr2k", "syrk", "trmm", "trsm"};
static const enum dd_routine rows_of_bounds[ROUTINES] = {DD_ROUTINE_gemm, DD_ROUTINE_symm, DD_ROUTINE_syr2k,
                                                         DD_ROUTINE_syrk, DD_ROUTINE_trmm, DD_ROUTINE_trsm};

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    cuddreal *A, *B, *C, *T; /* n x n each; T has a heavy diagonal */
    int64_t n;
    enum routine routine;
    int failures;
};

static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};

static ddblasStatus_t call(const struct bench *b)
{
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    const int64_t n = b->n;
    switch (b->routine)
    {
    case GEMM:
        return ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, b->A, n, b->B, n, &zero, b->C, n);
    case SYMM:
        return ddblasWsymm(b->handle, DDBLAS_SIDE_LEFT, lower, n, n, &one, b->A, n, b->B, n, &zero, b->C, n);
    case SYR2K:
        return ddblasWsyr2k(b->handle, lower, DDBLAS_OP_N, n, n, &one, b->A, n, b->B, n, &zero, b->C, n);
    case SYRK:
        return ddblasWsyrk(b->handle, lower, DDBLAS_OP_N, n, n, &one, b->A, n, &zero, b->C, n);
    case TRMM:
        return ddblasWtrmm(b->handle, DDBLAS_SIDE_LEFT, lower, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, n, n, &one, b->A, n, b->B, n,
                           b->C, n);
    default: /* its result is its next right-hand side: smaller by 2^22 each time */
        return ddblasWtrsm(b->handle, DDBLAS_SIDE_LEFT, lower, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, n, n, &one, b->T, n, b->C, n);
    }
}

static void run(void *data, int turn)
{
    const struct bench *b = data;
    (void)turn;
    bench_must(b->handle, call(b));
}

/* ---- errors ---------------------------------------------------------------------------------- */

static cuddreal a(const struct bench *b, int64_t i, int64_t j) { return dd_hashed_element(1, (uint64_t)(i + j * b->n), SPAN); }
static cuddreal b_(const struct bench *b, int64_t i, int64_t j) { return dd_hashed_element(2, (uint64_t)(i + j * b->n), SPAN); }

/* Terms of element (i, j) with number t: one or two products. */
static void add_terms(const struct bench *b, int64_t i, int64_t j, int64_t t, const cuddreal *x, dd_exact *sum, dd_exact *scale)
{
    cuddreal f[2] = {a(b, i, t), zero}, g[2] = {b_(b, t, j), zero};
    if (b->routine == SYMM && t > i)
        f[0] = a(b, t, i);
    if ((b->routine == TRMM || b->routine == TRSM) && t > i)
        return;
    if (b->routine == SYRK)
        g[0] = a(b, j, t);
    if (b->routine == SYR2K)
    {
        g[0] = b_(b, j, t);
        f[1] = b_(b, i, t);
        g[1] = a(b, j, t);
    }
    if (b->routine == TRSM)
    {
        f[0] = t == i ? cuddFromDouble(0x1p22) : f[0];
        g[0] = x[t];
    }
    for (int q = 0; q < 2; q++)
    {
        dd_exact_add_pairs(sum, f[q], g[q]);
        dd_exact_add_pairs(scale, cuddFabs(f[q]), cuddFabs(g[q]));
    }
}

/* The largest of some elements on and below the diagonal. */
static double error_of(struct bench *b)
{
    struct dd_random g;
    double worst = 0.0;
    cuddreal *column = malloc((size_t)b->n * sizeof *column);
    dd_random_start(&g, 1);
    if (b->routine == TRSM)
        if (dd_hashed_fill(b->C, b->n * b->n, 2, SPAN) != 0)
            exit(2);
    run(b, 0);
    for (int s = 0; s < SAMPLES && column; s++)
    {
        const int64_t p = dd_random_int(&g, 0, b->n - 1), q = dd_random_int(&g, 0, b->n - 1), i = p > q ? p : q,
                      j = p > q ? q : p;
        bench_must(b->handle, ddblasGetMatrix(b->handle, b->n, 1, sizeof *column, b->C + j * b->n, b->n, column, b->n));
        dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
        for (int64_t t = 0; t < b->n; t++)
            add_terms(b, i, j, t, column, sum, scale);
        if (b->routine == TRSM)
        {
            dd_exact_add_pairs(sum, cuddFromDouble(-1.0), b_(b, i, j));
            dd_exact_add_pairs(scale, one, cuddFabs(b_(b, i, j)));
        }
        worst = fmax(worst, dd_exact_scaled_error(sum, b->routine == TRSM ? zero : column[i], scale, 104));
        dd_exact_free(sum);
        dd_exact_free(scale);
    }
    free(column);
    return worst;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static double operations(const struct bench *b)
{
    const double n = (double)b->n, gemm = 2.0 * n * n * n;
    return b->routine == SYR2K || b->routine == SYMM || b->routine == GEMM ? gemm : gemm / 2.0;
}

static void measure(struct bench *b, ddblasGemmRoute_t route, const char *route_name)
{
    double gemm = 0.0;
    bench_must(b->handle, ddblasSetGemmRoute(b->handle, route));
    for (int r = GEMM; r < ROUTINES; r++)
    {
        b->routine = (enum routine)r;
        const double error = error_of(b), us = bench_device_median_us(run, b, 1, b->n > 4096 ? 3 : 9);
        const double rate = 1e-6 * operations(b) / us;
        gemm = r == GEMM ? rate : gemm;
        const struct bench_row row = {.routine = names[r],
                                      .type = 'W',
                                      .variant = route_name,
                                      .m = b->n,
                                      .n = b->n,
                                      .k = b->n,
                                      .median_us = us,
                                      .achieved = rate,
                                      .ceiling = gemm,
                                      .error = error,
                                      .bound =
                                          dd_routine_bound(rows_of_bounds[r], DDBLAS_TYPE_W, (struct dd_bound_size){.k = b->n})};
        b->failures += !bench_write(b->out, &row);
        fflush(b->out);
    }
}

static void make_operands(struct bench *b, int64_t n)
{
    b->n = n;
    int failed =
        dd_hashed_fill(b->A, n * n, 1, SPAN) || dd_hashed_fill(b->T, n * n, 1, SPAN) || dd_hashed_fill(b->B, n * n, 2, SPAN);
    cuddreal *diagonal = malloc((size_t)n * sizeof *diagonal);
    failed = failed || !diagonal;
    if (failed)
        exit(2);
    for (int64_t i = 0; i < n; i++)
        diagonal[i] = cuddFromDouble(0x1p22);
    bench_must(b->handle, ddblasSetMatrix(b->handle, 1, n, sizeof *diagonal, diagonal, 1, b->T, n + 1));
    free(diagonal);
}

int main(int count, char **arguments)
{
    const char *path = NULL;
    struct bench b = {0};
    int64_t most = 8192;
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "-q") == 0)
            most = 4096;
        else if (strcmp(arguments[i], "-o") == 0 && i + 1 < count)
            path = arguments[++i];
        else
        {
            fprintf(stderr, "usage: bench_level3 [-o file.csv] [-q]\n");
            return 2;
        }
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    cuddreal **const operands[] = {&b.A, &b.B, &b.C, &b.T};
    for (int i = 0; i < 4; i++)
        *operands[i] = bench_device_alloc((size_t)(most * most) * sizeof(cuddreal));
    b.out = bench_open_described(path, bench_device_describe);
    bench_comment(
        b.out, "achieved and ceiling in TFLOPS of useful double-double operations; the ceiling is gemm's rate in the same run");
    bench_header(b.out);
    for (int64_t n = 1024; n <= most; n *= 2)
    {
        make_operands(&b, n);
        if (n <= 4096)
            measure(&b, DDBLAS_GEMM_ROUTE_PLAIN, "plain");
        measure(&b, DDBLAS_GEMM_ROUTE_AUTO, "auto");
    }
    bench_close(b.out, b.handle);
    return b.failures > 0;
}
