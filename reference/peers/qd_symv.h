/*
 * The peer of symv in double-double: QD's dd_real in a plain loop.
 */
#ifndef DD_REFERENCE_QD_SYMV_H
#define DD_REFERENCE_QD_SYMV_H

#include <stdint.h>

#include <dd/cuddreal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y = alpha A x + beta y over one triangle, unit increments, column by column as the reference
 * BLAS; sums by dd_real::ieee_add, QD's accurate addition, products by dd_real's operator. */
void qd_symv(int lower, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *x, const cuddreal *beta,
             cuddreal *y);

#ifdef __cplusplus
}
#endif

#endif
