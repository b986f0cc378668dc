/*
 * Singular value decompositions by cuSOLVER in double, the peers of bench_svd.c.
 */
#ifndef DD_BENCH_SVD_DEVICE_H
#define DD_BENCH_SVD_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* gesvd of cuSOLVER, or gesvdp if `polar`, in D, or in Z if `complex`, of an m x n matrix with m >=
 * n, column-major without padding, which is overwritten; with thin U and V or without them.
 * Workspace is kept between calls of the same kind and size. Returns after the device has finished:
 * 0, or 1 if the call failed. */
int bench_cusolver_svd(int polar, int complex, int vectors, int64_t m, int64_t n, void *A);
/* gesvdjBatched of cuSOLVER, whose matrices have up to 32 rows and columns, in D, or in Z if
 * `complex`, of `count` matrices one after another, which are overwritten, with vectors. Workspace
 * is kept between calls. Returns as before; info of the first member counts. */
int bench_cusolver_svdj_batched(int complex, int64_t m, int64_t n, int64_t count, void *A);
/* Frees the workspace of both. */
void bench_cusolver_svd_free(void);

#ifdef __cplusplus
}
#endif

#endif
