/*
 * The peer of ger in double-double: QD's dd_real in a plain loop.
 */
#ifndef DD_REFERENCE_QD_GER_H
#define DD_REFERENCE_QD_GER_H

#include <stdint.h>

#include <dd/cuddreal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A = alpha x y^T + A, unit increments, column by column as the reference BLAS; sums by
 * dd_real::ieee_add, QD's accurate addition, products by dd_real's operator. */
void qd_ger(int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *x, const cuddreal *y, cuddreal *A, int64_t lda);

#ifdef __cplusplus
}
#endif

#endif
