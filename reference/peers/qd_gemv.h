/*
 * The peer of gemv in double-double: QD's dd_real in plain loops.
 */
#ifndef DD_REFERENCE_QD_GEMV_H
#define DD_REFERENCE_QD_GEMV_H

#include <stdint.h>

#include <dd/cuddreal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y = alpha op(A) x + beta y, op(A) = A or, if transposed, A^T, unit increments, column by column
 * as the reference BLAS; sums by dd_real::ieee_add, QD's accurate addition, products by dd_real's
 * operator. */
void qd_gemv(int transposed, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *x,
             const cuddreal *beta, cuddreal *y);

#ifdef __cplusplus
}
#endif

#endif
