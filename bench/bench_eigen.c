/*
 * syevd in W and heevd in U on the GPU, beside cuSOLVER's Dsyevd and Zheevd of the same matrix,
 * rounded to double.
 * Usage: bench_eigen [-o file.csv] [n ...]
 *   n   orders, 1024 2048 4096 8192 if none is given
 *
 * Rows: routine,type,n,variant,time,peer,speedup,error. Times in seconds of a call on a fresh copy
 * of A, on the host's clock until the device has finished: one call before, then the best of three,
 * or one call alone if it takes more than two seconds. speedup is peer / time. error is the larger
 * of the largest ||A x - lambda x|| over the norm of A's largest column, and ||V^H V - I||_F, in
 * n 2^-104, measured by products in W or U; the column holds 0 where no vectors are computed. A
 * comment after a row with vectors says whether they were refined.
 *
 * Variants: random, both parts full-length, uniform in (-1, 1); clusters, a fifth of the
 * eigenvalues in clusters of eight with relative gaps of 1e-20, with random dense vectors; nearly
 * diagonal, the same spectrum by two reflectors (in records before 27 November 2026 "clusters");
 * direct, the first matrix by the direct route; values, the first matrix without vectors.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "eigen/refined/refined.h"
#include "lib/bench.h"
#include "lib/eigen_device.h"
#include "hashed_matrix.h"
#include "lib/symv_device.h"
#include "lib/tsqr_device.h"

enum
{
    MEMBERS = 8 /* Eigenvalues of a cluster. */
};

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    int complex, vectors;
    int64_t n;
    size_t size;       /* Bytes of an element. */
    void *A, *V, *C;   /* n x n each: the matrix, its vectors, scratch memory. */
    double *rounded;   /* The matrix in double, for cuSOLVER. */
    double *overwrite; /* A copy of it. */
    cuddreal *w;
    int64_t *info;
};

static void must(ddblasHandle_t handle, ddblasStatus_t status)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "bench_eigen: %s: %s\n", ddblasGetStatusName(status), ddblasGetLastError(handle));
    exit(2);
}

static void must_fill(int status)
{
    if (status != 0)
        exit(2);
}

static size_t elements(const struct bench *b) { return (size_t)(b->n * b->n); }

static void *host_memory(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        abort();
    return p;
}

/* ---- times ----------------------------------------------------------------------------------- */

static void run_ours(struct bench *b)
{
    const ddblasEigMode_t jobz = b->vectors ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR;
    must(b->handle, b->complex ? ddblasUheevd(b->handle, jobz, DDBLAS_FILL_MODE_LOWER, b->n, b->V, b->n, b->w, b->info)
                               : ddblasWsyevd(b->handle, jobz, DDBLAS_FILL_MODE_LOWER, b->n, b->V, b->n, b->w, b->info));
}

static void run_peer(struct bench *b) { bench_cusolver_syevd(b->complex, b->vectors, b->n, b->overwrite); }

static double seconds(struct bench *b, void (*run)(struct bench *b))
{
    bench_tsqr_copy(b->V, b->A, elements(b) * b->size);
    bench_tsqr_copy(b->overwrite, b->rounded, elements(b) * b->size / 2);
    bench_tsqr_wait();
    const double start = bench_now();
    run(b);
    bench_tsqr_wait();
    return bench_now() - start;
}

static double best_seconds(struct bench *b, void (*run)(struct bench *b))
{
    const double warm = seconds(b, run);
    double best = seconds(b, run);
    for (int turn = 0; turn < 2 && warm <= 2.0; turn++)
        best = fmin(best, seconds(b, run));
    return best;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static const cuddcomplex one = {{1.0, 0.0}, {0.0, 0.0}}, zero = {{0.0, 0.0}, {0.0, 0.0}}, minus = {{-1.0, 0.0}, {0.0, 0.0}};

/* The 2-norm of `count` elements in device memory. */
static double norm(const struct bench *b, int64_t count, const void *x)
{
    cuddreal result;
    must(b->handle, b->complex ? ddblasWunrm2(b->handle, count, x, 1, &result) : ddblasWnrm2(b->handle, count, x, 1, &result));
    return result.x;
}

static const void *column(const struct bench *b, const void *M, int64_t j)
{
    return (const char *)M + (size_t)(j * b->n) * b->size;
}

static double largest_column(const struct bench *b, const void *M)
{
    double largest = 0.0;
    for (int64_t j = 0; j < b->n; j++)
        largest = fmax(largest, norm(b, b->n, column(b, M, j)));
    return largest;
}

/* C = A V - V diag(w). */
static void form_residuals(struct bench *b)
{
    const int64_t n = b->n;
    if (b->complex)
    {
        cuddcomplex *w = bench_device_alloc((size_t)n * sizeof *w);
        must(b->handle, ddblasUlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, 1, &zero, &zero, w, n));
        must(b->handle, ddblasWcopy(b->handle, n, b->w, 1, &w->x, 2));
        must(b->handle, ddblasUdgmm(b->handle, DDBLAS_SIDE_RIGHT, n, n, b->V, n, w, 1, b->C, n));
        must(b->handle,
             ddblasUhemm(b->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, n, &one, b->A, n, b->V, n, &minus, b->C, n));
        bench_tsqr_free(w);
    }
    else
    {
        must(b->handle, ddblasWdgmm(b->handle, DDBLAS_SIDE_RIGHT, n, n, b->V, n, b->w, 1, b->C, n));
        must(b->handle,
             ddblasWsymm(b->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, n, &one.x, b->A, n, b->V, n, &minus.x, b->C, n));
    }
}

/* C = V^H V - I. */
static void form_defect(struct bench *b)
{
    const int64_t n = b->n;
    if (b->complex)
    {
        must(b->handle, ddblasUlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero, &one, b->C, n));
        must(b->handle, ddblasUgemm(b->handle, DDBLAS_OP_C, DDBLAS_OP_N, n, n, n, &one, b->V, n, b->V, n, &minus, b->C, n));
    }
    else
    {
        must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero.x, &one.x, b->C, n));
        must(b->handle, ddblasWgemm(b->handle, DDBLAS_OP_T, DDBLAS_OP_N, n, n, n, &one.x, b->V, n, b->V, n, &minus.x, b->C, n));
    }
}

/* The largest column of A, all elements of which are formed in C as A I. */
static double norm_of_matrix(struct bench *b)
{
    const int64_t n = b->n;
    void *identity = bench_device_alloc(elements(b) * b->size);
    if (b->complex)
    {
        must(b->handle, ddblasUlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero, &one, identity, n));
        must(b->handle,
             ddblasUhemm(b->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, n, &one, b->A, n, identity, n, &zero, b->C, n));
    }
    else
    {
        must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero.x, &one.x, identity, n));
        must(b->handle, ddblasWsymm(b->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, n, &one.x, b->A, n, identity, n,
                                    &zero.x, b->C, n));
    }
    bench_tsqr_free(identity);
    return largest_column(b, b->C);
}

/* The error of V and w, which a call has left. */
static double error_of(struct bench *b)
{
    const double unit = (double)b->n * 0x1p-104;
    if (!b->vectors)
        return 0.0;
    const double scale = norm_of_matrix(b);
    form_residuals(b);
    const double residual = largest_column(b, b->C) / scale;
    form_defect(b);
    return fmax(residual, norm(b, b->n * b->n, b->C)) / unit;
}

/* ---- matrices -------------------------------------------------------------------------------- */

static void round_matrix(struct bench *b)
{
    const int64_t rows = b->complex ? 2 * b->n : b->n;
    must(b->handle, ddblasConvertWtoD(b->handle, rows, b->n, b->A, rows, b->rounded, rows));
}

static void make_random(struct bench *b)
{
    must_fill(dd_hashed_fill(b->A, b->n * b->n * (b->complex ? 2 : 1), 1, 0));
    round_matrix(b);
}

/* A = H A H with H = I - 2 v v^T / (v^T v). The arrays have n numbers. */
static void reflect(struct bench *b, uint64_t seed, cuddreal *v, cuddreal *p)
{
    cuddreal square, dot;
    must_fill(dd_hashed_fill(v, b->n, seed, 0));
    must(b->handle, ddblasWdot(b->handle, b->n, v, 1, v, 1, &square));
    const cuddreal factor = cuddDDiv(2.0, square);
    must(b->handle, ddblasWsymv(b->handle, DDBLAS_FILL_MODE_LOWER, b->n, &factor, b->A, b->n, v, 1, &zero.x, p, 1));
    must(b->handle, ddblasWdot(b->handle, b->n, v, 1, p, 1, &dot));
    const cuddreal half = cuddMulD(cuddMul(dot, factor), -0.5);
    must(b->handle, ddblasWaxpy(b->handle, b->n, &half, v, 1, p, 1));
    must(b->handle, ddblasWsyr2(b->handle, DDBLAS_FILL_MODE_LOWER, b->n, &minus.x, v, 1, p, 1, b->A, b->n));
}

/* The prescribed eigenvalues, in device memory. */
static void set_values(struct bench *b, cuddreal *there)
{
    const int64_t n = b->n, clustered = n / 5 / MEMBERS * MEMBERS;
    cuddreal *values = host_memory((size_t)n * sizeof *values);
    for (int64_t k = 0; k < n; k++)
    {
        const int64_t group = k < clustered ? k / MEMBERS * MEMBERS : k;
        const double value = 1.0 + (double)group / (double)n, member = k < clustered ? (double)(k % MEMBERS) : 0.0;
        values[k] = cuddAddD(cuddFromDouble(value), value * member * 1e-20);
    }
    must(b->handle, ddblasSetMatrix(b->handle, n, 1, sizeof *values, values, n, there, n));
    free(values);
}

/* A = Q D Q^T, Q the orthogonal factor of a random matrix. */
static void make_clusters(struct bench *b)
{
    const int64_t n = b->n;
    cuddreal *tau = bench_device_alloc((size_t)n * sizeof *tau);
    set_values(b, b->w);
    must_fill(dd_hashed_fill(b->V, n * n, 2, 0));
    must(b->handle, ddblasWgeqrf(b->handle, n, n, b->V, n, tau));
    must(b->handle, ddblasWorgqr(b->handle, n, n, n, b->V, n, tau));
    must(b->handle, ddblasWdgmm(b->handle, DDBLAS_SIDE_RIGHT, n, n, b->V, n, b->w, 1, b->C, n));
    must(b->handle, ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_T, n, n, n, &one.x, b->C, n, b->V, n, &zero.x, b->A, n));
    round_matrix(b);
    bench_tsqr_free(tau);
}

/* The same spectrum by two reflectors. */
static void make_nearly_diagonal(struct bench *b)
{
    const int64_t n = b->n;
    cuddreal *v = bench_device_alloc((size_t)n * sizeof *v), *p = bench_device_alloc((size_t)n * sizeof *p);
    set_values(b, b->w);
    must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero.x, &zero.x, b->A, n));
    must(b->handle, ddblasWcopy(b->handle, n, b->w, 1, b->A, n + 1));
    reflect(b, 2, v, p);
    reflect(b, 3, v, p);
    round_matrix(b);
    bench_tsqr_free(v);
    bench_tsqr_free(p);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void measure(struct bench *b, const char *variant)
{
    const char *routine = b->complex ? "heevd" : "syevd";
    const double peer = best_seconds(b, run_peer);
    const int64_t before = ddblas_refined_count();
    const double ours = best_seconds(b, run_ours);
    const int refined = ddblas_refined_count() > before;
    int64_t info = -1;
    must(b->handle, ddblasGetMatrix(b->handle, 1, 1, sizeof info, b->info, 1, &info, 1));
    const double error = info == 0 ? error_of(b) : (double)INFINITY;
    fprintf(b->out, "%s,%c,%lld,%s,%.6g,%.6g,%.4g,%.3g\n", routine, b->complex ? 'U' : 'W', (long long)b->n, variant, ours, peer,
            peer / ours, error);
    if (b->vectors)
        bench_comment(b->out, "the vectors of the last row were %s", refined ? "refined" : "computed by the direct route");
    fflush(b->out);
}

static void measure_order(struct bench *b, int64_t n)
{
    b->n = n;
    for (b->complex = 0; b->complex < 2; b->complex++)
    {
        b->size = b->complex ? sizeof(cuddcomplex) : sizeof(cuddreal);
        b->A = bench_device_alloc(elements(b) * b->size);
        b->V = bench_device_alloc(elements(b) * b->size);
        b->C = bench_device_alloc(elements(b) * b->size);
        b->rounded = bench_device_alloc(elements(b) * b->size / 2);
        b->overwrite = bench_device_alloc(elements(b) * b->size / 2);
        b->w = bench_device_alloc((size_t)n * sizeof *b->w);
        b->vectors = 1;
        if (!b->complex)
        {
            make_clusters(b);
            measure(b, "clusters");
            make_nearly_diagonal(b);
            measure(b, "nearly diagonal");
        }
        make_random(b);
        measure(b, "random");
        if (!b->complex)
        {
            ddblas_refined_allow(0);
            measure(b, "direct");
            ddblas_refined_allow(1);
        }
        b->vectors = 0;
        measure(b, "values");
        void *const arrays[] = {b->A, b->V, b->C, b->rounded, b->overwrite, b->w};
        for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
            bench_tsqr_free(arrays[k]);
    }
}

int main(int count, char **arguments)
{
    static const int64_t usual[] = {1024, 2048, 4096, 8192};
    const char *path = NULL;
    struct bench b = {0};
    char device[256];
    int first = 1;
    if (count > 1 && strcmp(arguments[1], "-o") == 0 && count > 2)
    {
        path = arguments[2];
        first = 3;
    }
    for (int i = first; i < count; i++)
        if (strtoll(arguments[i], NULL, 10) <= 0)
        {
            fprintf(stderr, "usage: bench_eigen [-o file.csv] [n ...]\n");
            return 2;
        }
    must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    b.info = bench_device_alloc(sizeof *b.info);
    b.out = bench_open(path);
    bench_device_describe(device, sizeof device);
    bench_describe_host(b.out);
    bench_comment(b.out, "%s", device);
    bench_comment(b.out, "times in seconds; the peer is cuSOLVER's Dsyevd or Zheevd; error in n 2^-104");
    fprintf(b.out, "routine,type,n,variant,time,peer,speedup,error\n");
    if (first < count)
        for (int i = first; i < count; i++)
            measure_order(&b, strtoll(arguments[i], NULL, 10));
    else
        for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
            measure_order(&b, usual[i]);
    (void)ddblasDestroy(b.handle);
    if (b.out != stdout)
        (void)fclose(b.out);
    return 0;
}
