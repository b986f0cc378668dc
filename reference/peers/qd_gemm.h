/*
 * The peer of gemm in double-double: QD's dd_real in a loop blocked for the caches.
 */
#ifndef DD_REFERENCE_QD_GEMM_H
#define DD_REFERENCE_QD_GEMM_H

#include <stdint.h>

#include <dd/cuddreal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* C = alpha A B + beta C, all column-major with leading dimension n, n x n; 64 x 64 blocks; sums by
 * dd_real::ieee_add, QD's accurate addition, products by dd_real's operator. */
void qd_gemm(int64_t n, const cuddreal *alpha, const cuddreal *A, const cuddreal *B, const cuddreal *beta, cuddreal *C);

/* The same as a user of the package gets it: g++ -O2 for any x86-64, hence scalar code, products
 * without a fused multiply-add. */
void qd_gemm_as_packaged(int64_t n, const cuddreal *alpha, const cuddreal *A, const cuddreal *B, const cuddreal *beta,
                         cuddreal *C);

#ifdef __cplusplus
}
#endif

#endif
