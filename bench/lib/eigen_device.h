/*
 * Eigenvectors by cuSOLVER in double, the peer of bench_eigen.c.
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

#ifdef __cplusplus
}
#endif

#endif
