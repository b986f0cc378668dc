/*
 * Inverses by cuSOLVER and batches of systems by cuBLAS in double, the peers of bench_inverse.c.
 */
#ifndef DD_BENCH_INVERSE_DEVICE_H
#define DD_BENCH_INVERSE_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Matrices are in device memory, column-major without padding. What a call needs is kept until a
 * call of another order. All end the program on a failure. */

/* The inverse of the lower triangle of A, in place; the inverse of a matrix from the factor there.
 * */
void bench_cusolver_trtri(int64_t n, double *A);
void bench_cusolver_potri(int64_t n, double *A);
/* X, all of the inverse, from the factors in LU, as getrs with the unit matrix: cuSOLVER has no
 * getri. The pivots exchange nothing. */
void bench_cusolver_getri(int64_t n, double *LU, double *X);
/* getrfBatched, and getrsBatched with one right-hand side, of `count` members one after another. */
void bench_cublas_gesv_batched(int64_t n, int64_t count, double *A, double *B);

#ifdef __cplusplus
}
#endif

#endif
