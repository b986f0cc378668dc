/*
 * syevd in W and heevd in U on the GPU, beside cuSOLVER's Dsyevd and Zheevd of the same matrix,
 * rounded to double.
 * Usage: bench_eigen [-o file.csv] [-r rows] [n ...]
 *   -r  routines, or routine:variant, separated by commas, as in "heevd,syevd:random"; all if it is
 *       not given
 *   n   orders, 64 256 512 1024 2048 4096 8192 if none is given
 *
 * Rows and times: lib/eigen_rows.h. error is the larger of the largest ||A x - lambda x|| over the
 * norm of A's largest column, and ||V^H V - I||_F, in n 2^-104, measured by products in W or U; it
 * is empty where no vectors are computed. A comment after a row with vectors says whether they were
 * refined.
 *
 * Variants: random, both parts full-length, uniform in (-1, 1); clusters, a fifth of the
 * eigenvalues in clusters of eight with relative gaps of 1e-20, with random dense vectors; nearly
 * diagonal, the same spectrum by two reflectors (in records before 27 November 2026 "clusters");
 * direct, the first matrix by the direct route; values, the first matrix without vectors.
 */
#include <math.h>
#include <stdlib.h>

#include <dd/ddblas.h>

#include "eigen/refined/refined.h"
#include "lib/bench.h"
#include "lib/eigen_device.h"
#include "lib/eigen_rows.h"
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
    const char *rows;
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

static void restore(void *data)
{
    const struct bench *b = data;
    bench_tsqr_copy(b->V, b->A, elements(b) * b->size);
    bench_tsqr_copy(b->overwrite, b->rounded, elements(b) * b->size / 2);
}

static void run_ours(void *data)
{
    const struct bench *b = data;
    const ddblasEigMode_t jobz = b->vectors ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR;
    bench_eigen_must(b->handle, b->complex
                                    ? ddblasUheevd(b->handle, jobz, DDBLAS_FILL_MODE_LOWER, b->n, b->V, b->n, b->w, b->info)
                                    : ddblasWsyevd(b->handle, jobz, DDBLAS_FILL_MODE_LOWER, b->n, b->V, b->n, b->w, b->info));
}

static void run_peer(void *data)
{
    const struct bench *b = data;
    bench_cusolver_syevd(b->complex, b->vectors, b->n, b->overwrite);
}

/* The error of V and w, which a call has left. */
static double error_of(const struct bench *b)
{
    const struct bench_pairs pairs = {b->handle, b->complex, b->n, b->n, b->A, b->V, b->w, b->C};
    return b->vectors ? bench_pairs_error(&pairs) : BENCH_NOT_MEASURED;
}

/* ---- matrices -------------------------------------------------------------------------------- */

static const cuddcomplex one = {{1.0, 0.0}, {0.0, 0.0}}, zero = {{0.0, 0.0}, {0.0, 0.0}}, minus = {{-1.0, 0.0}, {0.0, 0.0}};

static void round_matrix(struct bench *b)
{
    const int64_t rows = b->complex ? 2 * b->n : b->n;
    bench_eigen_must(b->handle, ddblasConvertWtoD(b->handle, rows, b->n, b->A, rows, b->rounded, rows));
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
    bench_eigen_must(b->handle, ddblasWdot(b->handle, b->n, v, 1, v, 1, &square));
    const cuddreal factor = cuddDDiv(2.0, square);
    bench_eigen_must(b->handle, ddblasWsymv(b->handle, DDBLAS_FILL_MODE_LOWER, b->n, &factor, b->A, b->n, v, 1, &zero.x, p, 1));
    bench_eigen_must(b->handle, ddblasWdot(b->handle, b->n, v, 1, p, 1, &dot));
    const cuddreal half = cuddMulD(cuddMul(dot, factor), -0.5);
    bench_eigen_must(b->handle, ddblasWaxpy(b->handle, b->n, &half, v, 1, p, 1));
    bench_eigen_must(b->handle, ddblasWsyr2(b->handle, DDBLAS_FILL_MODE_LOWER, b->n, &minus.x, v, 1, p, 1, b->A, b->n));
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
    bench_eigen_must(b->handle, ddblasSetMatrix(b->handle, n, 1, sizeof *values, values, n, there, n));
    free(values);
}

/* A = Q D Q^T, Q the orthogonal factor of a random matrix. */
static void make_clusters(struct bench *b)
{
    const int64_t n = b->n;
    cuddreal *tau = bench_device_alloc((size_t)n * sizeof *tau);
    set_values(b, b->w);
    must_fill(dd_hashed_fill(b->V, n * n, 2, 0));
    bench_eigen_must(b->handle, ddblasWgeqrf(b->handle, n, n, b->V, n, tau));
    bench_eigen_must(b->handle, ddblasWorgqr(b->handle, n, n, n, b->V, n, tau));
    bench_eigen_must(b->handle, ddblasWdgmm(b->handle, DDBLAS_SIDE_RIGHT, n, n, b->V, n, b->w, 1, b->C, n));
    bench_eigen_must(b->handle,
                     ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_T, n, n, n, &one.x, b->C, n, b->V, n, &zero.x, b->A, n));
    round_matrix(b);
    bench_tsqr_free(tau);
}

/* The same spectrum by two reflectors. */
static void make_nearly_diagonal(struct bench *b)
{
    const int64_t n = b->n;
    cuddreal *v = bench_device_alloc((size_t)n * sizeof *v), *p = bench_device_alloc((size_t)n * sizeof *p);
    set_values(b, b->w);
    bench_eigen_must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero.x, &zero.x, b->A, n));
    bench_eigen_must(b->handle, ddblasWcopy(b->handle, n, b->w, 1, b->A, n + 1));
    reflect(b, 2, v, p);
    reflect(b, 3, v, p);
    round_matrix(b);
    bench_tsqr_free(v);
    bench_tsqr_free(p);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const char *name_of(const struct bench *b) { return b->complex ? "heevd" : "syevd"; }

static void measure(struct bench *b, const char *variant)
{
    if (!bench_selects(b->rows, name_of(b), variant))
        return;
    const double peer = bench_eigen_seconds(restore, run_peer, b);
    const int64_t before = ddblas_refined_count();
    const double ours = bench_eigen_seconds(restore, run_ours, b);
    const int refined = ddblas_refined_count() > before;
    int64_t info = -1;
    bench_eigen_must(b->handle, ddblasGetMatrix(b->handle, 1, 1, sizeof info, b->info, 1, &info, 1));
    const double error = info == 0 ? error_of(b) : (double)INFINITY;
    bench_eigen_write(b->out, name_of(b), b->complex ? 'U' : 'W', b->n, variant, ours, peer, error);
    if (b->vectors)
        bench_comment(b->out, "the vectors of the last row were %s", refined ? "refined" : "computed by the direct route");
    fflush(b->out);
}

/* The matrix is made only if a row wants it. */
static void measure_of(struct bench *b, void (*make)(struct bench *b), const char *variant)
{
    if (!bench_selects(b->rows, name_of(b), variant))
        return;
    make(b);
    measure(b, variant);
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
            measure_of(b, make_clusters, "clusters");
            measure_of(b, make_nearly_diagonal, "nearly diagonal");
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
    static const int64_t usual[] = {64, 256, 512, 1024, 2048, 4096, 8192};
    struct bench_options options = {0};
    struct bench b = {0};
    if (!bench_read_options(count, arguments, &options) || options.quick)
    {
        fprintf(stderr, "usage: bench_eigen [-o file.csv] [-r rows] [n ...]\n");
        return 2;
    }
    bench_use_orders(&options, usual, (int)(sizeof usual / sizeof usual[0]));
    bench_eigen_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    b.info = bench_device_alloc(sizeof *b.info);
    b.rows = options.rows;
    b.out = bench_eigen_open(&options, "times in seconds; the peer is cuSOLVER's Dsyevd or Zheevd; error in n 2^-104");
    for (int i = 0; i < options.count; i++)
        measure_order(&b, options.orders[i]);
    bench_close(b.out, b.handle);
    return 0;
}
