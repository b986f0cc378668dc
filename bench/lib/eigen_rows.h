/*
 * Shared by bench_eigen.c and bench_eigen_parts.c: times, errors measured by products in W or U on
 * the device, and rows.
 *
 * Rows: routine,type,n,variant,time,peer,speedup,error. Times in seconds of a call on fresh data,
 * on the host's clock until the device has finished: one call before, then the best of three, or
 * one call alone if it takes more than two seconds. speedup is peer / time; both columns are empty
 * where there is no peer. error is empty where none was measured.
 */
#ifndef DD_BENCH_EIGEN_ROWS_H
#define DD_BENCH_EIGEN_ROWS_H

#include <dd/ddblas.h>

#include "bench.h"

/* Prints the handle's last error and ends the program unless the status is SUCCESS. */
void bench_eigen_must(ddblasHandle_t handle, ddblasStatus_t status);

/* restore(data), then run(data); the time of run. */
double bench_eigen_seconds(void (*restore)(void *data), void (*run)(void *data), void *data);

/* The file with its comments, the path of the options or standard output; units and peers are the
 * text of a comment. */
FILE *bench_eigen_open(const struct bench_options *options, const char *units);
/* peer: seconds, 0 without a peer. */
void bench_eigen_write(FILE *out, const char *routine, char type, int64_t n, const char *variant, double ours, double peer,
                       double error);

/* Eigenvalues w[0 .. m - 1] with their vectors V, n x m, of the triangle LOWER of A; all in device
 * memory, W or, if `complex`, U. */
struct bench_pairs
{
    ddblasHandle_t handle;
    int complex;
    int64_t n, m;
    const void *A, *V;
    const cuddreal *w;
    void *C; /* n x n elements of scratch memory. */
};

/* The larger of the largest ||A x - lambda x|| over the norm of A's largest column, and ||V^H V -
 * I||_F, in n 2^-104. */
double bench_pairs_error(const struct bench_pairs *p);
/* The same in W of A x = lambda B x, where the residual is over (||A|| + |lambda| ||B||) ||x||, and
 * of V^T B V - I. `D` is scratch memory like C; w is read on the host. */
double bench_generalised_error(const struct bench_pairs *p, const cuddreal *B, cuddreal *D);
/* The larger of ||A V - V T||_F over ||A||_F and ||V^T V - I||_F in W, in n 2^-104, where V is an
 * orthogonal matrix and T is n x n. `D` as before. */
double bench_similar_error(const struct bench_pairs *p, const cuddreal *T, cuddreal *D);

#endif
