/*
 * Eigenvectors by cuSOLVER in double, the peers of bench_eigen.c and bench_eigen_parts.c.
 */
#ifndef DD_BENCH_EIGEN_DEVICE_H
#define DD_BENCH_EIGEN_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Dsyevd, or Zheevd if `complex`, of the lower triangle, of order n, column-major without padding,
 * with vectors or without them. Workspace is kept between calls of the same kind and order. Ends
 * the program on a failure. Returns after the device has finished. */
void bench_cusolver_syevd(int complex, int vectors, int64_t n, void *A);

/* The same for A x = lambda B x with vectors, Dsygvd; for Dsytrd; and for a batch of `count`
 * matrices one after another with vectors, DsyevjBatched, or ZheevjBatched if `complex`. */
void bench_cusolver_sygvd(int64_t n, double *A, double *B);
void bench_cusolver_sytrd(int64_t n, double *A);
void bench_cusolver_syevj_batched(int complex, int64_t n, int64_t count, void *A);

#ifdef __cplusplus
}
#endif

#endif
