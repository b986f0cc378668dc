/*
 * gesvd in W and U and null in U on the GPU, beside the faster of cuSOLVER's gesvd and gesvdp in D
 * or Z of the same matrix, rounded to double, and beside tsqr in W where the matrix is tall.
 * Usage: bench_svd [-o file.csv] [-b] [n ...]
 *   -b  batches alone: 2000 matrices of 32 x 32 in W and in U and of 16 x 16, 32 x 8 and 64 x 64 in
 *       W, beside cuSOLVER's gesvdjBatched, which has no matrices of more than 32 rows or columns
 *   n   orders of square matrices in W. If none is given: 1024 4096 8192 in W, 1024 and 4096 with
 *       cond1e12, 1024 and 2500 in U, 1000000 x 64 in W, the null space of a matrix of order 2500
 *       and rank 2491 in U, and the batches of -b
 *
 * Rows: routine,type,m,n,variant,time,peer,speedup,error. Times in seconds of a call, on the host's
 * clock until the device has finished: one call before, then the best of three, or one call alone
 * if it takes more than two seconds. speedup is peer / time. error is the largest of the largest
 * column of A - U S V^H over that of A, ||U^H U - I||_F and ||V^H V - I||_F, in max(m, n) 2^-104,
 * measured by products in W or U; for null that of the largest column of A Z over ||A||_F and ||Z^H
 * Z - I||_F; the column holds 0 where no vectors are computed. A comment after a row names the
 * peer, and another one after gesvd says whether the result was refined, and from what beginning.
 *
 * Variants: random, both parts full-length, uniform in (-1, 1), thin U and V; values, the same
 * without vectors; cond1e12, orthogonal matrices about singular values from 1 to 1e-12 in geometric
 * progression; deficient, a product of random matrices. A tall matrix has the variant random, and a
 * batch the variant "2000 members"; its error is the largest of three members.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>
#include <dd/qr.h>
#include <dd/svd.h>

#include "hashed_matrix.h"
#include "lib/bench.h"
#include "lib/svd_device.h"
#include "lib/symv_device.h"
#include "lib/tsqr_device.h"
#include "svd/svd.h"

enum
{
    ROOM = 16,        /* Columns for a basis of the null space. */
    MEMBERS = 2000,   /* A batch. */
    PEER_BATCHED = 32 /* The largest side in cuSOLVER's batches. */
};

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    int complex, vectors;
    int64_t m, n;    /* m >= n */
    int64_t members; /* 1, or MEMBERS in a batch, one after another in all arrays but C. */
    size_t size;     /* Bytes of an element. */
    void *A, *U, *VT, *C;
    double *rounded;   /* A in double, for cuSOLVER. */
    double *overwrite; /* A copy of it. */
    int polar;         /* Whether cuSOLVER's gesvdp is run. */
    cuddreal *s;
    int64_t *info; /* MEMBERS integers; without a batch the second one is the rank. */
};

static void fill(void *X, int64_t reals, uint64_t seed)
{
    if (dd_hashed_fill(X, reals, seed, 0) != 0)
        exit(2);
}

static int64_t parts(const struct bench *b) { return b->complex ? 2 : 1; }

/* ---- times ----------------------------------------------------------------------------------- */

static int run_gesvd(struct bench *b)
{
    const ddblasSvdMode_t job = b->vectors ? DDBLAS_SVD_MODE_THIN : DDBLAS_SVD_MODE_NONE;
    bench_must(b->handle,
               b->complex ? ddblasUgesvd(b->handle, job, job, b->m, b->n, b->A, b->m, b->s, b->U, b->m, b->VT, b->n, b->info)
                          : ddblasWgesvd(b->handle, job, job, b->m, b->n, b->A, b->m, b->s, b->U, b->m, b->VT, b->n, b->info));
    return 0;
}

static int run_null(struct bench *b)
{
    bench_must(b->handle, ddblasUnull(b->handle, b->m, b->n, b->A, b->m, -1.0, ROOM, b->VT, b->n, b->s, b->info + 1, b->info));
    return 0;
}

static int run_tsqr(struct bench *b)
{
    bench_must(b->handle, ddblasWtsqr(b->handle, NULL, DDBLAS_LAYOUT_COLUMN_MAJOR, b->m, b->n, b->U, b->m, b->VT, b->n));
    return 0;
}

static int run_cusolver(struct bench *b)
{
    return bench_cusolver_svd(b->polar, b->complex, b->vectors, b->m, b->n, b->overwrite);
}

static int run_batch(struct bench *b)
{
    const ddblasSvdMode_t thin = DDBLAS_SVD_MODE_THIN;
    const int64_t a = b->m * b->n, v = b->n * b->n;
    bench_must(b->handle, b->complex ? ddblasUgesvdStridedBatched(b->handle, thin, thin, b->m, b->n, b->A, b->m, a, b->s, b->n,
                                                                  b->U, b->m, a, b->VT, b->n, v, b->info, MEMBERS)
                                     : ddblasWgesvdStridedBatched(b->handle, thin, thin, b->m, b->n, b->A, b->m, a, b->s, b->n,
                                                                  b->U, b->m, a, b->VT, b->n, v, b->info, MEMBERS));
    return 0;
}

static int run_peer_batch(struct bench *b) { return bench_cusolver_svdj_batched(b->complex, b->m, b->n, MEMBERS, b->overwrite); }

static double seconds(struct bench *b, int (*run)(struct bench *b))
{
    const size_t elements = (size_t)(b->m * b->n * b->members);
    if (b->rounded)
        bench_tsqr_copy(b->overwrite, b->rounded, elements * b->size / 2);
    if (run == run_tsqr)
        bench_tsqr_copy(b->U, b->A, elements * b->size);
    bench_tsqr_wait();
    const double start = bench_now();
    const int failed = run(b);
    bench_tsqr_wait();
    return failed ? (double)INFINITY : bench_now() - start;
}

static double best_seconds(struct bench *b, int (*run)(struct bench *b))
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
    bench_must(b->handle,
               b->complex ? ddblasWunrm2(b->handle, count, x, 1, &result) : ddblasWnrm2(b->handle, count, x, 1, &result));
    return result.x;
}

static double largest_column(const struct bench *b, int64_t m, int64_t n, const void *M)
{
    double largest = 0.0;
    for (int64_t j = 0; j < n; j++)
        largest = fmax(largest, norm(b, m, (const char *)M + (size_t)(j * m) * b->size));
    return largest;
}

/* C = op(A) B - C or, if `beta` is zero, op(A) B; m x n with terms of k elements. */
static void multiply(const struct bench *b, int adjoint, int64_t m, int64_t n, int64_t k, const void *A, int64_t lda,
                     const void *B, int64_t ldb, const cuddcomplex *beta, void *C)
{
    if (b->complex)
        bench_must(b->handle, ddblasUgemm(b->handle, adjoint ? DDBLAS_OP_C : DDBLAS_OP_N, DDBLAS_OP_N, m, n, k, &one, A, lda, B,
                                          ldb, beta, C, m));
    else
        bench_must(b->handle, ddblasWgemm(b->handle, adjoint ? DDBLAS_OP_T : DDBLAS_OP_N, DDBLAS_OP_N, m, n, k, &one.x, A, lda, B,
                                          ldb, &beta->x, C, m));
}

/* ||X^H X - I||_F for X of m x k. If X is square, ||X X^H - I||_F is the same. */
static double defect(const struct bench *b, int64_t m, int64_t k, const void *X)
{
    if (b->complex)
        bench_must(b->handle, ddblasUlaset(b->handle, DDBLAS_FILL_MODE_FULL, k, k, &zero, &one, b->C, k));
    else
        bench_must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, k, k, &zero.x, &one.x, b->C, k));
    multiply(b, 1, k, k, m, X, m, X, m, &minus, b->C);
    return norm(b, k * k, b->C);
}

/* The error of U, s and VT, which a call has left. U is overwritten. */
static double error_of_vectors(struct bench *b)
{
    const double unit = (double)b->m * 0x1p-104;
    const double worst = fmax(defect(b, b->m, b->n, b->U), defect(b, b->n, b->n, b->VT));
    cuddcomplex *s = bench_device_alloc((size_t)b->n * sizeof *s);
    if (b->complex)
    {
        bench_must(b->handle, ddblasUlaset(b->handle, DDBLAS_FILL_MODE_FULL, b->n, 1, &zero, &zero, s, b->n));
        bench_must(b->handle, ddblasWcopy(b->handle, b->n, b->s, 1, &s->x, 2));
        bench_must(b->handle, ddblasUdgmm(b->handle, DDBLAS_SIDE_RIGHT, b->m, b->n, b->U, b->m, s, 1, b->U, b->m));
    }
    else
        bench_must(b->handle, ddblasWdgmm(b->handle, DDBLAS_SIDE_RIGHT, b->m, b->n, b->U, b->m, b->s, 1, b->U, b->m));
    bench_tsqr_copy(b->C, b->A, (size_t)(b->m * b->n) * b->size);
    multiply(b, 0, b->m, b->n, b->n, b->U, b->m, b->VT, b->n, &minus, b->C);
    bench_tsqr_free(s);
    return fmax(worst, largest_column(b, b->m, b->n, b->C) / largest_column(b, b->m, b->n, b->A)) / unit;
}

static double error_of_null_space(struct bench *b, int64_t basis)
{
    const double orthogonal = defect(b, b->n, basis, b->VT);
    multiply(b, 0, b->m, basis, b->n, b->A, b->m, b->VT, b->n, &zero, b->C);
    return fmax(orthogonal, largest_column(b, b->m, basis, b->C) / norm(b, b->m * b->n, b->A)) / ((double)b->m * 0x1p-104);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void write_row(const struct bench *b, const char *routine, const char *variant, double ours, double peer, double error,
                      const char *name)
{
    fprintf(b->out, "%s,%c,%lld,%lld,%s,%.6g,%.6g,%.4g,%.3g\n", routine, b->complex ? 'U' : 'W', (long long)b->m, (long long)b->n,
            variant, ours, peer, peer / ours, error);
    bench_comment(b->out, "the peer of the last row is %s", name);
    fflush(b->out);
}

static void fetch_integers(const struct bench *b, int64_t integers[2])
{
    bench_must(b->handle, ddblasGetMatrix(b->handle, 2, 1, sizeof *integers, b->info, 2, integers, 2));
}

/* The faster of cuSOLVER's two routines. */
static double best_of_cusolver(struct bench *b, const char **name)
{
    double times[2];
    for (b->polar = 0; b->polar < 2; b->polar++)
        times[b->polar] = best_seconds(b, run_cusolver);
    bench_cusolver_svd_free();
    *name = times[1] < times[0] ? "cuSOLVER's gesvdp" : "cuSOLVER's gesvd";
    return fmin(times[0], times[1]);
}

static void measure_vectors(struct bench *b, const char *variant, double peer, const char *name)
{
    int64_t integers[2];
    const int64_t before = ddblas_svd_refined_count(), late = ddblas_svd_refined_by_gesvd_count();
    const double ours = best_seconds(b, run_gesvd);
    const int refined = ddblas_svd_refined_count() > before, by_gesvd = ddblas_svd_refined_by_gesvd_count() > late;
    fetch_integers(b, integers);
    const double error = integers[0] != 0 ? (double)INFINITY : b->vectors ? error_of_vectors(b) : 0.0;
    write_row(b, "gesvd", variant, ours, peer, error, name);
    bench_comment(b->out, "its singular values were %s",
                  by_gesvd  ? "refined from gesvd in double"
                  : refined ? "refined from eigenvectors in double"
                            : "computed by the direct route");
}

/* Matrices of m x n; without memory for cuSOLVER if `tall`. */
static void open_sizes(struct bench *b, int complex, int64_t m, int64_t n, int tall, int64_t members)
{
    const size_t elements = (size_t)(m * n * members);
    b->members = members;
    b->complex = complex;
    b->m = m;
    b->n = n;
    b->size = complex ? sizeof(cuddcomplex) : sizeof(cuddreal);
    b->A = bench_device_alloc(elements * b->size);
    b->U = bench_device_alloc(elements * b->size);
    b->C = bench_device_alloc((size_t)(m * n) * b->size);
    b->VT = bench_device_alloc((size_t)(n * n * members) * b->size);
    b->s = bench_device_alloc((size_t)(n * members) * sizeof *b->s);
    b->rounded = tall ? NULL : bench_device_alloc(elements * b->size / 2);
    b->overwrite = tall ? NULL : bench_device_alloc(elements * b->size / 2);
}

static void open_size(struct bench *b, int complex, int64_t m, int64_t n, int tall) { open_sizes(b, complex, m, n, tall, 1); }

static void close_size(struct bench *b)
{
    void *const arrays[] = {b->A, b->U, b->VT, b->C, b->rounded, b->overwrite, b->s};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
        bench_tsqr_free(arrays[k]);
}

static void round_matrix(struct bench *b)
{
    const int64_t rows = parts(b) * b->m;
    bench_must(b->handle, ddblasConvertWtoD(b->handle, rows, b->n * b->members, b->A, rows, b->rounded, rows));
}

static void measure_square(struct bench *b, int complex, int64_t n)
{
    const char *name;
    open_size(b, complex, n, n, 0);
    fill(b->A, n * n * parts(b), 1);
    round_matrix(b);
    for (b->vectors = 1; b->vectors >= 0; b->vectors--)
    {
        const double peer = best_of_cusolver(b, &name);
        measure_vectors(b, b->vectors ? "random" : "values", peer, name);
    }
    close_size(b);
}

/* X = the orthogonal factor of a random matrix of order n. */
static void fill_orthogonal(struct bench *b, void *X, uint64_t seed)
{
    fill(X, b->n * b->n, seed);
    bench_must(b->handle, ddblasWgeqrf(b->handle, b->n, b->n, X, b->n, b->s));
    bench_must(b->handle, ddblasWorgqr(b->handle, b->n, b->n, b->n, X, b->n, b->s));
}

/* A = Q diag(1, ..., 1e-12) P in W. */
static void measure_condition(struct bench *b, int64_t n)
{
    const char *name;
    cuddreal *s = malloc((size_t)n * sizeof *s);
    if (!s)
        exit(2);
    open_size(b, 0, n, n, 0);
    fill_orthogonal(b, b->U, 5);
    fill_orthogonal(b, b->VT, 6);
    for (int64_t j = 0; j < n; j++)
        s[j] = cuddFromDouble(pow(10.0, -12.0 * (double)j / (double)(n > 1 ? n - 1 : 1)));
    bench_must(b->handle, ddblasSetMatrix(b->handle, n, 1, sizeof *s, s, n, b->s, n));
    bench_must(b->handle, ddblasWdgmm(b->handle, DDBLAS_SIDE_RIGHT, n, n, b->U, n, b->s, 1, b->U, n));
    multiply(b, 0, n, n, n, b->U, n, b->VT, n, &zero, b->A);
    round_matrix(b);
    free(s);
    b->vectors = 1;
    const double peer = best_of_cusolver(b, &name);
    measure_vectors(b, "cond1e12", peer, name);
    close_size(b);
}

static void measure_tall(struct bench *b, int64_t m, int64_t n)
{
    open_size(b, 0, m, n, 1);
    fill(b->A, m * n, 2);
    b->vectors = 1;
    const double peer = best_seconds(b, run_tsqr);
    measure_vectors(b, "random", peer, "tsqr in W, with explicit Q");
    close_size(b);
}

/* A = B C of rank n - 9. */
static void measure_null_space(struct bench *b, int64_t n)
{
    const int64_t rank = n - 9;
    const char *name;
    int64_t integers[2];
    open_size(b, 1, n, n, 0);
    fill(b->U, 2 * n * n, 3);
    fill(b->VT, 2 * n * n, 4);
    multiply(b, 0, n, n, rank, b->U, n, b->VT, n, &zero, b->A);
    round_matrix(b);
    b->vectors = 1;
    const double peer = best_of_cusolver(b, &name), ours = best_seconds(b, run_null);
    fetch_integers(b, integers);
    write_row(b, "null", "deficient", ours, peer,
              integers[0] == 0 && integers[1] == rank ? error_of_null_space(b, n - rank) : (double)INFINITY, name);
    close_size(b);
}

static double error_of_member(struct bench *b, int64_t member)
{
    struct bench alone = *b;
    int64_t info = -1;
    bench_must(b->handle, ddblasGetMatrix(b->handle, 1, 1, sizeof info, b->info + member, 1, &info, 1));
    alone.A = (char *)b->A + (size_t)(member * b->m * b->n) * b->size;
    alone.U = (char *)b->U + (size_t)(member * b->m * b->n) * b->size;
    alone.VT = (char *)b->VT + (size_t)(member * b->n * b->n) * b->size;
    alone.s = b->s + member * b->n;
    return info == 0 ? error_of_vectors(&alone) : (double)INFINITY;
}

static void measure_batch(struct bench *b, int complex, int64_t m, int64_t n)
{
    double error = 0.0;
    open_sizes(b, complex, m, n, 0, MEMBERS);
    b->vectors = 1;
    fill(b->A, m * n * MEMBERS * parts(b), 7);
    round_matrix(b);
    const int has_peer = m <= PEER_BATCHED && n <= PEER_BATCHED;
    const double peer = has_peer ? best_seconds(b, run_peer_batch) : (double)NAN, ours = best_seconds(b, run_batch);
    for (int64_t member = 0; member < MEMBERS; member += (MEMBERS - 1) / 2)
        error = fmax(error, error_of_member(b, member));
    write_row(b, "gesvdStridedBatched", "2000 members", ours, peer, error,
              has_peer ? "cuSOLVER's gesvdjBatched" : "none: cuSOLVER's batches end at 32 rows and columns");
    bench_cusolver_svd_free();
    close_size(b);
}

static void measure_batches(struct bench *b)
{
    measure_batch(b, 0, 32, 32);
    measure_batch(b, 1, 32, 32);
    measure_batch(b, 0, 16, 16);
    measure_batch(b, 0, 32, 8);
    measure_batch(b, 0, 64, 64);
}

int main(int count, char **arguments)
{
    static const int64_t usual[] = {1024, 4096, 8192};
    const char *path = NULL;
    struct bench b = {0};
    int first = 1;
    if (count > 2 && strcmp(arguments[1], "-o") == 0)
    {
        path = arguments[2];
        first = 3;
    }
    const int batches = first < count && strcmp(arguments[first], "-b") == 0;
    first += batches;
    for (int i = first; i < count; i++)
        if (strtoll(arguments[i], NULL, 10) <= 0)
        {
            fprintf(stderr, "usage: bench_svd [-o file.csv] [-b] [n ...]\n");
            return 2;
        }
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    b.info = bench_device_alloc(MEMBERS * sizeof *b.info);
    b.out = bench_open_described(path, bench_device_describe);
    bench_comment(b.out, "times in seconds; error in max(m, n) 2^-104");
    fprintf(b.out, "routine,type,m,n,variant,time,peer,speedup,error\n");
    for (int i = first; i < count; i++)
        measure_square(&b, 0, strtoll(arguments[i], NULL, 10));
    if (batches || first == count)
        measure_batches(&b);
    if (!batches && first == count)
    {
        measure_square(&b, 0, usual[0]);
        measure_square(&b, 1, usual[0]);
        measure_square(&b, 1, 2500);
        measure_condition(&b, usual[0]);
        measure_condition(&b, usual[1]);
        measure_null_space(&b, 2500);
        measure_tall(&b, 1000000, 64);
        measure_square(&b, 0, usual[1]);
        measure_square(&b, 0, usual[2]);
    }
    bench_close(b.out, b.handle);
    return 0;
}
