/*
 * Factorisations and solutions by cuSOLVER in double, the peers of bench_factor.c and
 * bench_expert.c.
 */
#ifndef DD_BENCH_FACTOR_DEVICE_H
#define DD_BENCH_FACTOR_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Dpotrf and Dsytrf of the lower triangle, Dgetrf with pivots and Dgeqrf, of order n, column-major
 * without padding. Workspace is kept between calls of one order. All end the program on a failure. */
void bench_cusolver_potrf(int64_t n, double *A);
void bench_cusolver_getrf(int64_t n, double *A);
void bench_cusolver_sytrf(int64_t n, double *A);
void bench_cusolver_geqrf(int64_t n, double *A);
/* Dgetrf, and Dgetrs with one right-hand side. */
void bench_cusolver_gesv(int64_t n, double *A, double *b);
/* The least squares solution of m x n, m >= n, with one right-hand side, in the first n numbers of
 * b: Dgeqrf, Dormqr and cuBLAS's Dtrsm. */
void bench_cusolver_gels(int64_t m, int64_t n, double *A, double *b);

#ifdef __cplusplus
}
#endif

#endif
