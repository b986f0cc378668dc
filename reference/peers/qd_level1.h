/*
 * The peers of level 1 in double-double: QD's dd_real in plain loops.
 */
#ifndef DD_REFERENCE_QD_LEVEL1_H
#define DD_REFERENCE_QD_LEVEL1_H

#include <stdint.h>

#include <dd/cuddcomplex.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As the reference BLAS with unit increments; sums by dd_real::ieee_add, QD's accurate addition,
 * products by dd_real's operator. nrm2 is the root of the sum of squares, which may overflow. */
void qd_dot(int64_t n, const cuddreal *x, const cuddreal *y, cuddreal *result);
void qd_dotu(int64_t n, const cuddcomplex *x, const cuddcomplex *y, cuddcomplex *result);
void qd_nrm2(int64_t n, const cuddreal *x, cuddreal *result);
void qd_asum(int64_t n, const cuddreal *x, cuddreal *result);
void qd_axpy(int64_t n, const cuddreal *alpha, const cuddreal *x, cuddreal *y);
void qd_axpy_complex(int64_t n, const cuddcomplex *alpha, const cuddcomplex *x, cuddcomplex *y);
void qd_scal(int64_t n, const cuddreal *alpha, cuddreal *x);
void qd_rot(int64_t n, cuddreal *x, cuddreal *y, const cuddreal *c, const cuddreal *s);
int64_t qd_amax(int64_t n, const cuddreal *x);

#ifdef __cplusplus
}
#endif

#endif
