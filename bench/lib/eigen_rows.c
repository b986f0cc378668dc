/*
 * Times, errors and rows of eigenvalue problems on the GPU.
 */
#include "eigen_rows.h"

#include <math.h>
#include <stdlib.h>

#include "symv_device.h"
#include "tsqr_device.h"

void bench_eigen_must(ddblasHandle_t handle, ddblasStatus_t status)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "bench_eigen: %s: %s\n", ddblasGetStatusName(status), ddblasGetLastError(handle));
    exit(2);
}

/* ---- times and rows -------------------------------------------------------------------------- */

static double seconds_once(void (*restore)(void *data), void (*run)(void *data), void *data)
{
    restore(data);
    bench_tsqr_wait();
    const double start = bench_now();
    run(data);
    bench_tsqr_wait();
    return bench_now() - start;
}

double bench_eigen_seconds(void (*restore)(void *data), void (*run)(void *data), void *data)
{
    const double warm = seconds_once(restore, run, data);
    double best = seconds_once(restore, run, data);
    for (int turn = 0; turn < 2 && warm <= 2.0; turn++)
        best = fmin(best, seconds_once(restore, run, data));
    return best;
}

FILE *bench_eigen_open(const struct bench_options *options, const char *units)
{
    FILE *out = bench_open_described(options->path, bench_device_describe);
    bench_comment(out, "%s", units);
    fprintf(out, "routine,type,n,variant,time,peer,speedup,error\n");
    return out;
}

void bench_eigen_write(FILE *out, const char *routine, char type, int64_t n, const char *variant, double ours, double peer,
                       double error)
{
    fprintf(out, "%s,%c,%lld,%s,%.6g,", routine, type, (long long)n, variant, ours);
    if (peer > 0.0)
        fprintf(out, "%.6g,%.4g,", peer, peer / ours);
    else
        fprintf(out, ",,");
    if (error < 0.0)
        fprintf(out, "\n");
    else
        fprintf(out, "%.3g\n", error);
    fflush(out);
}

/* ---- errors ---------------------------------------------------------------------------------- */

static const cuddcomplex one = {{1.0, 0.0}, {0.0, 0.0}}, zero = {{0.0, 0.0}, {0.0, 0.0}}, minus = {{-1.0, 0.0}, {0.0, 0.0}};

static size_t size_of(const struct bench_pairs *p) { return p->complex ? sizeof(cuddcomplex) : sizeof(cuddreal); }

/* The 2-norm of `count` elements in device memory. */
static double norm(const struct bench_pairs *p, int64_t count, const void *x)
{
    cuddreal result;
    bench_eigen_must(p->handle,
                     p->complex ? ddblasWunrm2(p->handle, count, x, 1, &result) : ddblasWnrm2(p->handle, count, x, 1, &result));
    return result.x;
}

static double norm_of_column(const struct bench_pairs *p, const void *M, int64_t j)
{
    return norm(p, p->n, (const char *)M + (size_t)(j * p->n) * size_of(p));
}

static double largest_column(const struct bench_pairs *p, const void *M, int64_t columns)
{
    double largest = 0.0;
    for (int64_t j = 0; j < columns; j++)
    {
        const double column = norm_of_column(p, M, j);
        largest = column <= largest ? largest : column; /* NaN stays. */
    }
    return largest;
}

/* C = A V - V diag(w). */
static void form_residuals(const struct bench_pairs *p)
{
    const int64_t n = p->n, m = p->m;
    if (p->complex)
    {
        cuddcomplex *w = bench_device_alloc((size_t)m * sizeof *w);
        bench_eigen_must(p->handle, ddblasUlaset(p->handle, DDBLAS_FILL_MODE_FULL, m, 1, &zero, &zero, w, m));
        bench_eigen_must(p->handle, ddblasWcopy(p->handle, m, p->w, 1, &w->x, 2));
        bench_eigen_must(p->handle, ddblasUdgmm(p->handle, DDBLAS_SIDE_RIGHT, n, m, p->V, n, w, 1, p->C, n));
        bench_eigen_must(p->handle, ddblasUhemm(p->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, m, &one, p->A, n, p->V, n,
                                                &minus, p->C, n));
        bench_tsqr_free(w);
        return;
    }
    bench_eigen_must(p->handle, ddblasWdgmm(p->handle, DDBLAS_SIDE_RIGHT, n, m, p->V, n, p->w, 1, p->C, n));
    bench_eigen_must(p->handle, ddblasWsymm(p->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, m, &one.x, p->A, n, p->V, n,
                                            &minus.x, p->C, n));
}

/* The Frobenius norm of V^H W - I, which is formed in C; W is V, or B V. */
static double defect(const struct bench_pairs *p, const void *W)
{
    const int64_t n = p->n, m = p->m;
    if (p->complex)
    {
        bench_eigen_must(p->handle, ddblasUlaset(p->handle, DDBLAS_FILL_MODE_FULL, m, m, &zero, &one, p->C, m));
        bench_eigen_must(p->handle,
                         ddblasUgemm(p->handle, DDBLAS_OP_C, DDBLAS_OP_N, m, m, n, &one, p->V, n, W, n, &minus, p->C, m));
    }
    else
    {
        bench_eigen_must(p->handle, ddblasWlaset(p->handle, DDBLAS_FILL_MODE_FULL, m, m, &zero.x, &one.x, p->C, m));
        bench_eigen_must(p->handle,
                         ddblasWgemm(p->handle, DDBLAS_OP_T, DDBLAS_OP_N, m, m, n, &one.x, p->V, n, W, n, &minus.x, p->C, m));
    }
    return norm(p, m * m, p->C);
}

/* C = M I, all elements of the matrix whose lower triangle is given. */
static void form_full(const struct bench_pairs *p, const void *M)
{
    const int64_t n = p->n;
    void *identity = bench_device_alloc((size_t)(n * n) * size_of(p));
    if (p->complex)
    {
        bench_eigen_must(p->handle, ddblasUlaset(p->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero, &one, identity, n));
        bench_eigen_must(p->handle, ddblasUhemm(p->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, n, &one, M, n, identity,
                                                n, &zero, p->C, n));
    }
    else
    {
        bench_eigen_must(p->handle, ddblasWlaset(p->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero.x, &one.x, identity, n));
        bench_eigen_must(p->handle, ddblasWsymm(p->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, n, &one.x, M, n, identity,
                                                n, &zero.x, p->C, n));
    }
    bench_tsqr_free(identity);
}

static double norm_of_matrix(const struct bench_pairs *p, const void *M)
{
    form_full(p, M);
    return largest_column(p, p->C, p->n);
}

static double larger_in_units(const struct bench_pairs *p, double a, double b)
{
    return (a <= b ? b : a) / ((double)p->n * 0x1p-104);
}

double bench_pairs_error(const struct bench_pairs *p)
{
    const double scale = norm_of_matrix(p, p->A);
    form_residuals(p);
    const double residual = largest_column(p, p->C, p->m) / scale;
    return larger_in_units(p, residual, defect(p, p->V));
}

double bench_generalised_error(const struct bench_pairs *p, const cuddreal *B, cuddreal *D)
{
    const int64_t n = p->n;
    const double norm_a = norm_of_matrix(p, p->A), norm_b = norm_of_matrix(p, B);
    cuddreal *w = malloc((size_t)n * sizeof *w);
    double worst = 0.0;
    if (!w)
        abort();
    bench_eigen_must(p->handle, ddblasGetMatrix(p->handle, n, 1, sizeof *w, p->w, n, w, n));
    bench_eigen_must(
        p->handle, ddblasWsymm(p->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, n, &one.x, B, n, p->V, n, &zero.x, D, n));
    bench_eigen_must(p->handle, ddblasWdgmm(p->handle, DDBLAS_SIDE_RIGHT, n, n, D, n, p->w, 1, p->C, n));
    bench_eigen_must(p->handle, ddblasWsymm(p->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, n, &one.x, p->A, n, p->V, n,
                                            &minus.x, p->C, n));
    for (int64_t j = 0; j < n; j++)
    {
        const double scale = (norm_a + fabs(w[j].x) * norm_b) * norm_of_column(p, p->V, j);
        const double residual = norm_of_column(p, p->C, j) / scale;
        worst = residual <= worst ? worst : residual;
    }
    free(w);
    return larger_in_units(p, worst, defect(p, D));
}

double bench_similar_error(const struct bench_pairs *p, const cuddreal *T, cuddreal *D)
{
    const int64_t n = p->n;
    form_full(p, p->A);
    const double scale = norm(p, n * n, p->C);
    bench_eigen_must(p->handle, ddblasWsymm(p->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, n, &one.x, p->A, n, p->V, n,
                                            &zero.x, D, n));
    bench_eigen_must(p->handle, ddblasWgemm(p->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &minus.x, p->V, n, T, n, &one.x, D, n));
    const double residual = norm(p, n * n, D) / scale;
    return larger_in_units(p, residual, defect(p, p->V));
}
