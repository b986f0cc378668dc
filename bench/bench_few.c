/*
 * syevx in W on the GPU: the 20 lowest eigenvalues of a dense matrix, by blocks of 32 vectors. The
 * operator multiplies by prepared residues of the matrix.
 * Usage: bench_few [-o file.csv] [n ...]
 *   n   orders; if none is given: 4096 20000
 *
 * Rows: routine,type,n,k,variant,time,calls,columns,share,error. time is that of the call in
 * seconds, on the host's clock; calls of the operator and the columns that it got; share is the
 * part of the time that passed in the operator and the preconditioner, each with its wait for the
 * device; error is the largest residual as the call reports it, in n u_w |A|, or inf if fewer than
 * k pairs were found or an eigenvalue differs from the exact one by more than 1e-20.
 *
 * The matrix is H D H with H = I - 2 u u^T for a random u of norm 1. D is 1, 2, ..., 40, and the
 * other eigenvalues lie at equal distances up to 40 times `spread`: |A| is about 40 spread gaps.
 *
 * Variants: plain, spread 25, no preconditioner; cholesky, spread 25000, so that |A| is 10^6 gaps,
 * preconditioned by a Cholesky factorisation of A in double.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "hashed_matrix.h"
#include "lib/bench.h"
#include "lib/symv_device.h"
#include "lib/tsqr_device.h"

enum
{
    WANTED = 20,
    BLOCK = 32,
    UNIT_GAPS = 40 /* Eigenvalues at distance 1. */
};

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    int64_t n;
    cuddreal *A, *X, *w;
    cuddreal *D; /* The exact eigenvalues, in host memory. */
    ddblasGemmOperand_t operand;
    double *factor, *rounded; /* The Cholesky factor, and a block in double. */
    double inside;            /* Seconds in the operator and the preconditioner. */
};

static const cuddreal zero = {0.0, 0.0}, one = {1.0, 0.0}, minus = {-1.0, 0.0}, half = {0.5, 0.0};

/* ---- the caller's functions ------------------------------------------------------------------ */

static ddblasStatus_t multiply(ddblasHandle_t handle, void *context, int64_t n, int64_t columns, const cuddreal *X, int64_t ldx,
                               cuddreal *Y, int64_t ldy)
{
    struct bench *b = context;
    bench_tsqr_wait();
    const double start = bench_now();
    const ddblasStatus_t status = ddblasWgemmPrepared(handle, DDBLAS_OP_N, DDBLAS_OP_N, n, columns, n, &one, b->A, n, b->operand,
                                                      X, ldx, NULL, &zero, Y, ldy);
    bench_tsqr_wait();
    b->inside += bench_now() - start;
    return status;
}

static ddblasStatus_t precondition(ddblasHandle_t handle, void *context, int64_t n, int64_t columns, const cuddreal *X,
                                   int64_t ldx, cuddreal *Y, int64_t ldy)
{
    struct bench *b = context;
    bench_tsqr_wait();
    const double start = bench_now();
    ddblasStatus_t status = ddblasConvertWtoD(handle, n, columns, X, ldx, b->rounded, n);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasDpotrs(handle, DDBLAS_FILL_MODE_LOWER, n, columns, b->factor, n, b->rounded, n);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasConvertDtoW(handle, n, columns, b->rounded, n, Y, ldy);
    bench_tsqr_wait();
    b->inside += bench_now() - start;
    return status;
}

/* ---- the matrix ------------------------------------------------------------------------------ */

/* A = D - u v^T - v u^T with v = 2 D u - 2 (u^T D u) u, made symmetric. */
static void make_matrix(struct bench *b, double spread)
{
    const int64_t n = b->n;
    cuddreal *vectors = bench_device_alloc((size_t)(3 * n) * sizeof *vectors), *u = vectors, *v = u + n, *d = v + n;
    cuddreal *work = bench_device_alloc((size_t)(n * n) * sizeof *work), norm, scale;
    for (int64_t j = 0; j < n; j++)
        b->D[j] = cuddFromDouble(j < UNIT_GAPS ? (double)(j + 1)
                                               : UNIT_GAPS + (double)(j + 1 - UNIT_GAPS) * (UNIT_GAPS * (spread - 1.0)) /
                                                                 (double)(n - UNIT_GAPS));
    bench_must(b->handle, ddblasSetMatrix(b->handle, n, 1, sizeof *d, b->D, n, d, n));
    if (dd_hashed_fill(u, n, 1, 0) != 0)
        exit(2);
    bench_must(b->handle, ddblasWnrm2(b->handle, n, u, 1, &norm));
    scale = cuddDiv(one, norm);
    bench_must(b->handle, ddblasWscal(b->handle, n, &scale, u, 1));
    bench_must(b->handle, ddblasWdgmm(b->handle, DDBLAS_SIDE_LEFT, n, 1, u, n, d, 1, v, n));
    bench_must(b->handle, ddblasWdot(b->handle, n, u, 1, v, 1, &norm));
    scale = cuddNeg(norm);
    bench_must(b->handle, ddblasWaxpy(b->handle, n, &scale, u, 1, v, 1));
    scale = cuddFromDouble(2.0);
    bench_must(b->handle, ddblasWscal(b->handle, n, &scale, v, 1));
    bench_must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero, &zero, work, n));
    bench_must(b->handle, ddblasWcopy(b->handle, n, d, 1, work, n + 1));
    bench_must(b->handle, ddblasWger(b->handle, n, n, &minus, u, 1, v, 1, work, n));
    bench_must(b->handle, ddblasWger(b->handle, n, n, &minus, v, 1, u, 1, work, n));
    bench_must(b->handle, ddblasWgeam(b->handle, DDBLAS_OP_N, DDBLAS_OP_T, n, n, &half, work, n, &half, work, n, b->A, n));
    bench_tsqr_wait();
    bench_tsqr_free(work);
    bench_tsqr_free(vectors);
}

static void make_factor(struct bench *b)
{
    int64_t *info = bench_device_alloc(sizeof *info), failed;
    b->factor = bench_device_alloc((size_t)(b->n * b->n) * sizeof *b->factor);
    b->rounded = bench_device_alloc((size_t)(b->n * BLOCK) * sizeof *b->rounded);
    bench_must(b->handle, ddblasConvertWtoD(b->handle, b->n, b->n, b->A, b->n, b->factor, b->n));
    bench_must(b->handle, ddblasDpotrf(b->handle, DDBLAS_FILL_MODE_LOWER, b->n, b->factor, b->n, info));
    bench_must(b->handle, ddblasGetMatrix(b->handle, 1, 1, sizeof failed, info, 1, &failed, 1));
    if (failed)
        exit(2);
    bench_tsqr_free(info);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static double error_of(const struct bench *b, const ddblasSyevxReport_t *report, const double *residuals)
{
    cuddreal w[WANTED];
    double worst = 0.0;
    bench_must(b->handle, ddblasGetMatrix(b->handle, WANTED, 1, sizeof *w, b->w, WANTED, w, WANTED));
    for (int j = 0; j < WANTED; j++)
    {
        worst = fmax(worst, residuals[j] / ((double)b->n * 0x1p-104 * report->norm));
        if (fabs(cuddSub(w[j], b->D[j]).x) > 1e-20)
            worst = (double)INFINITY;
    }
    return report->found == WANTED ? worst : (double)INFINITY;
}

static void measure(struct bench *b, const char *variant, int preconditions)
{
    const ddblasSyevxPlan_t plan = {.block = BLOCK};
    ddblasSyevxReport_t report;
    double residuals[WANTED], time = (double)INFINITY, inside = 0.0;
    for (int turn = 0; turn < 2; turn++)
    {
        b->inside = 0.0;
        bench_tsqr_wait();
        const double start = bench_now();
        bench_must(b->handle, ddblasWsyevx(b->handle, b->n, WANTED, DDBLAS_EIG_LOWEST, multiply,
                                           preconditions ? precondition : NULL, b, &plan, b->X, b->n, b->w, residuals, &report));
        bench_tsqr_wait();
        const double seconds = bench_now() - start;
        if (seconds < time)
            inside = b->inside;
        time = fmin(time, seconds);
    }
    fprintf(b->out, "syevx,W,%lld,%d,%s,%.6g,%lld,%lld,%.3g,%.3g\n", (long long)b->n, WANTED, variant, time,
            (long long)report.calls, (long long)report.columns, inside / time, error_of(b, &report, residuals));
    fflush(b->out);
}

static void measure_order(struct bench *b, int64_t n)
{
    b->n = n;
    b->A = bench_device_alloc((size_t)(n * n) * sizeof *b->A);
    b->X = bench_device_alloc((size_t)(n * WANTED) * sizeof *b->X);
    b->w = bench_device_alloc(WANTED * sizeof *b->w);
    b->D = malloc((size_t)n * sizeof *b->D);
    if (!b->D)
        exit(2);
    for (int hard = 0; hard < 2; hard++)
    {
        make_matrix(b, hard ? 25000.0 : 25.0);
        if (hard)
            make_factor(b);
        bench_must(b->handle, ddblasWgemmOperandCreate(b->handle, DDBLAS_SIDE_LEFT, n, n, NULL, 0, &b->operand));
        bench_must(b->handle, ddblasWgemmOperandPrepare(b->handle, b->operand, DDBLAS_OP_N, b->A, n));
        measure(b, hard ? "cholesky" : "plain", hard);
        bench_must(b->handle, ddblasWgemmOperandDestroy(b->handle, b->operand));
    }
    bench_tsqr_free(b->factor);
    bench_tsqr_free(b->rounded);
    bench_tsqr_free(b->A);
    bench_tsqr_free(b->X);
    bench_tsqr_free(b->w);
    free(b->D);
    b->factor = b->rounded = NULL;
}

int main(int count, char **arguments)
{
    static const int64_t usual[] = {4096, 20000};
    const int first = count > 2 && strcmp(arguments[1], "-o") == 0 ? 3 : 1;
    struct bench b = {0};
    for (int i = first; i < count; i++)
        if (strtoll(arguments[i], NULL, 10) < 4 * BLOCK)
        {
            fprintf(stderr, "usage: bench_few [-o file.csv] [n ...]\n");
            return 2;
        }
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    b.out = bench_open_described(first == 3 ? arguments[2] : NULL, bench_device_describe);
    fprintf(b.out, "routine,type,n,k,variant,time,calls,columns,share,error\n");
    for (int i = first; i < count; i++)
        measure_order(&b, strtoll(arguments[i], NULL, 10));
    for (size_t i = 0; first == count && i < sizeof usual / sizeof *usual; i++)
        measure_order(&b, usual[i]);
    bench_close(b.out, b.handle);
    return 0;
}
