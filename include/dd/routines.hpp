/*
 * The routines of the library without their letters, overloaded by the element type:
 *
 *   dd::symv(h, DDBLAS_FILL_MODE_LOWER, n, &one, A, n, x, 1, &zero, y, 1);
 *
 * calls ddblasWsymv for pointers to cuddreal and ddblasDsymv for pointers to double. Arguments are
 * those of the C functions, whose headers explain them; a failure is a dd::error (dd/ddblas.hpp).
 *
 * Written by scripts/gen_api.py from the C headers.
 */
#ifndef DD_ROUTINES_HPP
#define DD_ROUTINES_HPP

#include <dd/ddblas.hpp>

namespace dd
{

/* clang-format off */
/* ddblasSasum, ddblasDasum, ddblasScasum, ddblasDzasum, ddblasWasum, ddblasWuasum: dd/level1.h */
inline void asum(const handle &h, int64_t n, const float *x, int64_t incx, float *result) { h(ddblasSasum, n, x, incx, result); }
inline void asum(const handle &h, int64_t n, const double *x, int64_t incx, double *result) { h(ddblasDasum, n, x, incx, result); }
inline void asum(const handle &h, int64_t n, const ddblasComplex *x, int64_t incx, float *result) { h(ddblasScasum, n, x, incx, result); }
inline void asum(const handle &h, int64_t n, const ddblasDoubleComplex *x, int64_t incx, double *result) { h(ddblasDzasum, n, x, incx, result); }
inline void asum(const handle &h, int64_t n, const cuddreal *x, int64_t incx, cuddreal *result) { h(ddblasWasum, n, x, incx, result); }
inline void asum(const handle &h, int64_t n, const cuddcomplex *x, int64_t incx, cuddreal *result) { h(ddblasWuasum, n, x, incx, result); }

/* ddblasSaxpy, ddblasDaxpy, ddblasCaxpy, ddblasZaxpy, ddblasWaxpy, ddblasUaxpy: dd/level1.h */
inline void axpy(const handle &h, int64_t n, const float *alpha, const float *x, int64_t incx, float *y, int64_t incy) { h(ddblasSaxpy, n, alpha, x, incx, y, incy); }
inline void axpy(const handle &h, int64_t n, const double *alpha, const double *x, int64_t incx, double *y, int64_t incy) { h(ddblasDaxpy, n, alpha, x, incx, y, incy); }
inline void axpy(const handle &h, int64_t n, const ddblasComplex *alpha, const ddblasComplex *x, int64_t incx, ddblasComplex *y, int64_t incy) { h(ddblasCaxpy, n, alpha, x, incx, y, incy); }
inline void axpy(const handle &h, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *y, int64_t incy) { h(ddblasZaxpy, n, alpha, x, incx, y, incy); }
inline void axpy(const handle &h, int64_t n, const cuddreal *alpha, const cuddreal *x, int64_t incx, cuddreal *y, int64_t incy) { h(ddblasWaxpy, n, alpha, x, incx, y, incy); }
inline void axpy(const handle &h, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x, int64_t incx, cuddcomplex *y, int64_t incy) { h(ddblasUaxpy, n, alpha, x, incx, y, incy); }

/* ddblasScopy, ddblasDcopy, ddblasCcopy, ddblasZcopy, ddblasWcopy, ddblasUcopy: dd/level1.h */
inline void copy(const handle &h, int64_t n, const float *x, int64_t incx, float *y, int64_t incy) { h(ddblasScopy, n, x, incx, y, incy); }
inline void copy(const handle &h, int64_t n, const double *x, int64_t incx, double *y, int64_t incy) { h(ddblasDcopy, n, x, incx, y, incy); }
inline void copy(const handle &h, int64_t n, const ddblasComplex *x, int64_t incx, ddblasComplex *y, int64_t incy) { h(ddblasCcopy, n, x, incx, y, incy); }
inline void copy(const handle &h, int64_t n, const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *y, int64_t incy) { h(ddblasZcopy, n, x, incx, y, incy); }
inline void copy(const handle &h, int64_t n, const cuddreal *x, int64_t incx, cuddreal *y, int64_t incy) { h(ddblasWcopy, n, x, incx, y, incy); }
inline void copy(const handle &h, int64_t n, const cuddcomplex *x, int64_t incx, cuddcomplex *y, int64_t incy) { h(ddblasUcopy, n, x, incx, y, incy); }

/* ddblasSdgmm, ddblasDdgmm, ddblasCdgmm, ddblasZdgmm, ddblasWdgmm, ddblasUdgmm: dd/matrix.h */
inline void dgmm(const handle &h, ddblasSideMode_t side, int64_t m, int64_t n, const float *A, int64_t lda, const float *x, int64_t incx, float *C, int64_t ldc) { h(ddblasSdgmm, side, m, n, A, lda, x, incx, C, ldc); }
inline void dgmm(const handle &h, ddblasSideMode_t side, int64_t m, int64_t n, const double *A, int64_t lda, const double *x, int64_t incx, double *C, int64_t ldc) { h(ddblasDdgmm, side, m, n, A, lda, x, incx, C, ldc); }
inline void dgmm(const handle &h, ddblasSideMode_t side, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda, const ddblasComplex *x, int64_t incx, ddblasComplex *C, int64_t ldc) { h(ddblasCdgmm, side, m, n, A, lda, x, incx, C, ldc); }
inline void dgmm(const handle &h, ddblasSideMode_t side, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZdgmm, side, m, n, A, lda, x, incx, C, ldc); }
inline void dgmm(const handle &h, ddblasSideMode_t side, int64_t m, int64_t n, const cuddreal *A, int64_t lda, const cuddreal *x, int64_t incx, cuddreal *C, int64_t ldc) { h(ddblasWdgmm, side, m, n, A, lda, x, incx, C, ldc); }
inline void dgmm(const handle &h, ddblasSideMode_t side, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, const cuddcomplex *x, int64_t incx, cuddcomplex *C, int64_t ldc) { h(ddblasUdgmm, side, m, n, A, lda, x, incx, C, ldc); }

/* ddblasSdot, ddblasDdot, ddblasWdot: dd/level1.h */
inline void dot(const handle &h, int64_t n, const float *x, int64_t incx, const float *y, int64_t incy, float *result) { h(ddblasSdot, n, x, incx, y, incy, result); }
inline void dot(const handle &h, int64_t n, const double *x, int64_t incx, const double *y, int64_t incy, double *result) { h(ddblasDdot, n, x, incx, y, incy, result); }
inline void dot(const handle &h, int64_t n, const cuddreal *x, int64_t incx, const cuddreal *y, int64_t incy, cuddreal *result) { h(ddblasWdot, n, x, incx, y, incy, result); }

/* ddblasCdotc, ddblasZdotc, ddblasUdotc: dd/level1.h */
inline void dotc(const handle &h, int64_t n, const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy, ddblasComplex *result) { h(ddblasCdotc, n, x, incx, y, incy, result); }
inline void dotc(const handle &h, int64_t n, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy, ddblasDoubleComplex *result) { h(ddblasZdotc, n, x, incx, y, incy, result); }
inline void dotc(const handle &h, int64_t n, const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *result) { h(ddblasUdotc, n, x, incx, y, incy, result); }

/* ddblasCdotu, ddblasZdotu, ddblasUdotu: dd/level1.h */
inline void dotu(const handle &h, int64_t n, const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy, ddblasComplex *result) { h(ddblasCdotu, n, x, incx, y, incy, result); }
inline void dotu(const handle &h, int64_t n, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy, ddblasDoubleComplex *result) { h(ddblasZdotu, n, x, incx, y, incy, result); }
inline void dotu(const handle &h, int64_t n, const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *result) { h(ddblasUdotu, n, x, incx, y, incy, result); }

/* ddblasSgbmv, ddblasDgbmv, ddblasCgbmv, ddblasZgbmv, ddblasWgbmv, ddblasUgbmv: dd/compact.h */
inline void gbmv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const float *alpha, const float *A, int64_t lda, const float *x, int64_t incx, const float *beta, float *y, int64_t incy) { h(ddblasSgbmv, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy); }
inline void gbmv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const double *alpha, const double *A, int64_t lda, const double *x, int64_t incx, const double *beta, double *y, int64_t incy) { h(ddblasDgbmv, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy); }
inline void gbmv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *x, int64_t incx, const ddblasComplex *beta, ddblasComplex *y, int64_t incy) { h(ddblasCgbmv, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy); }
inline void gbmv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *beta, ddblasDoubleComplex *y, int64_t incy) { h(ddblasZgbmv, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy); }
inline void gbmv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *x, int64_t incx, const cuddreal *beta, cuddreal *y, int64_t incy) { h(ddblasWgbmv, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy); }
inline void gbmv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *x, int64_t incx, const cuddcomplex *beta, cuddcomplex *y, int64_t incy) { h(ddblasUgbmv, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy); }

/* ddblasSgeam, ddblasDgeam, ddblasCgeam, ddblasZgeam, ddblasWgeam, ddblasUgeam: dd/matrix.h */
inline void geam(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, const float *alpha, const float *A, int64_t lda, const float *beta, const float *B, int64_t ldb, float *C, int64_t ldc) { h(ddblasSgeam, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc); }
inline void geam(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, const double *alpha, const double *A, int64_t lda, const double *beta, const double *B, int64_t ldb, double *C, int64_t ldc) { h(ddblasDgeam, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc); }
inline void geam(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *beta, const ddblasComplex *B, int64_t ldb, ddblasComplex *C, int64_t ldc) { h(ddblasCgeam, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc); }
inline void geam(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *beta, const ddblasDoubleComplex *B, int64_t ldb, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZgeam, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc); }
inline void geam(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *beta, const cuddreal *B, int64_t ldb, cuddreal *C, int64_t ldc) { h(ddblasWgeam, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc); }
inline void geam(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *beta, const cuddcomplex *B, int64_t ldb, cuddcomplex *C, int64_t ldc) { h(ddblasUgeam, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc); }

/* ddblasSgecon, ddblasDgecon, ddblasCgecon, ddblasZgecon, ddblasWgecon, ddblasUgecon:
 * dd/condition.h */
inline void gecon(const handle &h, ddblasNorm_t norm, int64_t n, const float *A, int64_t lda, double anorm, double *rcond) { h(ddblasSgecon, norm, n, A, lda, anorm, rcond); }
inline void gecon(const handle &h, ddblasNorm_t norm, int64_t n, const double *A, int64_t lda, double anorm, double *rcond) { h(ddblasDgecon, norm, n, A, lda, anorm, rcond); }
inline void gecon(const handle &h, ddblasNorm_t norm, int64_t n, const ddblasComplex *A, int64_t lda, double anorm, double *rcond) { h(ddblasCgecon, norm, n, A, lda, anorm, rcond); }
inline void gecon(const handle &h, ddblasNorm_t norm, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double anorm, double *rcond) { h(ddblasZgecon, norm, n, A, lda, anorm, rcond); }
inline void gecon(const handle &h, ddblasNorm_t norm, int64_t n, const cuddreal *A, int64_t lda, double anorm, double *rcond) { h(ddblasWgecon, norm, n, A, lda, anorm, rcond); }
inline void gecon(const handle &h, ddblasNorm_t norm, int64_t n, const cuddcomplex *A, int64_t lda, double anorm, double *rcond) { h(ddblasUgecon, norm, n, A, lda, anorm, rcond); }

/* ddblasWgedet, ddblasUgedet: dd/determinant.h */
inline void gedet(const handle &h, int64_t n, const cuddreal *A, int64_t lda, const int64_t *ipiv, cuddreal *mantissa, int64_t *exponent) { h(ddblasWgedet, n, A, lda, ipiv, mantissa, exponent); }
inline void gedet(const handle &h, int64_t n, const cuddcomplex *A, int64_t lda, const int64_t *ipiv, cuddcomplex *mantissa, int64_t *exponent) { h(ddblasUgedet, n, A, lda, ipiv, mantissa, exponent); }

/* ddblasSgeequb, ddblasDgeequb, ddblasCgeequb, ddblasZgeequb, ddblasWgeequb, ddblasUgeequb:
 * dd/equilibrate.h */
inline void geequb(const handle &h, int64_t m, int64_t n, const float *A, int64_t lda, double *R, double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info) { h(ddblasSgeequb, m, n, A, lda, R, C, rowcnd, colcnd, amax, info); }
inline void geequb(const handle &h, int64_t m, int64_t n, const double *A, int64_t lda, double *R, double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info) { h(ddblasDgeequb, m, n, A, lda, R, C, rowcnd, colcnd, amax, info); }
inline void geequb(const handle &h, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda, double *R, double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info) { h(ddblasCgeequb, m, n, A, lda, R, C, rowcnd, colcnd, amax, info); }
inline void geequb(const handle &h, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double *R, double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info) { h(ddblasZgeequb, m, n, A, lda, R, C, rowcnd, colcnd, amax, info); }
inline void geequb(const handle &h, int64_t m, int64_t n, const cuddreal *A, int64_t lda, double *R, double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info) { h(ddblasWgeequb, m, n, A, lda, R, C, rowcnd, colcnd, amax, info); }
inline void geequb(const handle &h, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, double *R, double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info) { h(ddblasUgeequb, m, n, A, lda, R, C, rowcnd, colcnd, amax, info); }

/* ddblasSgeev, ddblasDgeev, ddblasCgeev, ddblasZgeev, ddblasWgeev, ddblasUgeev:
 * dd/nonsymmetric.h */
inline void geev(const handle &h, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n, const float *A, int64_t lda, float *wr, float *wi, float *VL, int64_t ldvl, float *VR, int64_t ldvr, int64_t *info) { h(ddblasSgeev, jobvl, jobvr, n, A, lda, wr, wi, VL, ldvl, VR, ldvr, info); }
inline void geev(const handle &h, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n, const double *A, int64_t lda, double *wr, double *wi, double *VL, int64_t ldvl, double *VR, int64_t ldvr, int64_t *info) { h(ddblasDgeev, jobvl, jobvr, n, A, lda, wr, wi, VL, ldvl, VR, ldvr, info); }
inline void geev(const handle &h, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n, const ddblasComplex *A, int64_t lda, ddblasComplex *w, ddblasComplex *VL, int64_t ldvl, ddblasComplex *VR, int64_t ldvr, int64_t *info) { h(ddblasCgeev, jobvl, jobvr, n, A, lda, w, VL, ldvl, VR, ldvr, info); }
inline void geev(const handle &h, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n, const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *w, ddblasDoubleComplex *VL, int64_t ldvl, ddblasDoubleComplex *VR, int64_t ldvr, int64_t *info) { h(ddblasZgeev, jobvl, jobvr, n, A, lda, w, VL, ldvl, VR, ldvr, info); }
inline void geev(const handle &h, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n, const cuddreal *A, int64_t lda, cuddreal *wr, cuddreal *wi, cuddreal *VL, int64_t ldvl, cuddreal *VR, int64_t ldvr, int64_t *info) { h(ddblasWgeev, jobvl, jobvr, n, A, lda, wr, wi, VL, ldvl, VR, ldvr, info); }
inline void geev(const handle &h, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n, const cuddcomplex *A, int64_t lda, cuddcomplex *w, cuddcomplex *VL, int64_t ldvl, cuddcomplex *VR, int64_t ldvr, int64_t *info) { h(ddblasUgeev, jobvl, jobvr, n, A, lda, w, VL, ldvl, VR, ldvr, info); }

/* ddblasSgehrd, ddblasDgehrd, ddblasCgehrd, ddblasZgehrd, ddblasWgehrd, ddblasUgehrd:
 * dd/nonsymmetric.h */
inline void gehrd(const handle &h, int64_t n, int64_t ilo, int64_t ihi, float *A, int64_t lda, float *tau) { h(ddblasSgehrd, n, ilo, ihi, A, lda, tau); }
inline void gehrd(const handle &h, int64_t n, int64_t ilo, int64_t ihi, double *A, int64_t lda, double *tau) { h(ddblasDgehrd, n, ilo, ihi, A, lda, tau); }
inline void gehrd(const handle &h, int64_t n, int64_t ilo, int64_t ihi, ddblasComplex *A, int64_t lda, ddblasComplex *tau) { h(ddblasCgehrd, n, ilo, ihi, A, lda, tau); }
inline void gehrd(const handle &h, int64_t n, int64_t ilo, int64_t ihi, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *tau) { h(ddblasZgehrd, n, ilo, ihi, A, lda, tau); }
inline void gehrd(const handle &h, int64_t n, int64_t ilo, int64_t ihi, cuddreal *A, int64_t lda, cuddreal *tau) { h(ddblasWgehrd, n, ilo, ihi, A, lda, tau); }
inline void gehrd(const handle &h, int64_t n, int64_t ilo, int64_t ihi, cuddcomplex *A, int64_t lda, cuddcomplex *tau) { h(ddblasUgehrd, n, ilo, ihi, A, lda, tau); }

/* ddblasSgels, ddblasDgels, ddblasCgels, ddblasZgels, ddblasWgels, ddblasUgels: dd/qr.h */
inline void gels(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs, float *A, int64_t lda, float *B, int64_t ldb, int64_t *info) { h(ddblasSgels, trans, m, n, nrhs, A, lda, B, ldb, info); }
inline void gels(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs, double *A, int64_t lda, double *B, int64_t ldb, int64_t *info) { h(ddblasDgels, trans, m, n, nrhs, A, lda, B, ldb, info); }
inline void gels(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs, ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb, int64_t *info) { h(ddblasCgels, trans, m, n, nrhs, A, lda, B, ldb, info); }
inline void gels(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb, int64_t *info) { h(ddblasZgels, trans, m, n, nrhs, A, lda, B, ldb, info); }
inline void gels(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb, int64_t *info) { h(ddblasWgels, trans, m, n, nrhs, A, lda, B, ldb, info); }
inline void gels(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb, int64_t *info) { h(ddblasUgels, trans, m, n, nrhs, A, lda, B, ldb, info); }

/* ddblasWgelsRefine, ddblasUgelsRefine: dd/refine.h */
inline void gelsRefine(const handle &h, int64_t m, int64_t n, int64_t nrhs, const void *A, ddblasType_t typea, int64_t lda, const cuddreal *B, int64_t ldb, cuddreal *X, int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise) { h(ddblasWgelsRefine, m, n, nrhs, A, typea, lda, B, ldb, X, ldx, report, normwise, componentwise); }
inline void gelsRefine(const handle &h, int64_t m, int64_t n, int64_t nrhs, const void *A, ddblasType_t typea, int64_t lda, const cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise) { h(ddblasUgelsRefine, m, n, nrhs, A, typea, lda, B, ldb, X, ldx, report, normwise, componentwise); }

/* ddblasSgemm, ddblasDgemm, ddblasCgemm, ddblasZgemm, ddblasWgemm, ddblasUgemm: dd/level3.h */
inline void gemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const float *alpha, const float *A, int64_t lda, const float *B, int64_t ldb, const float *beta, float *C, int64_t ldc) { h(ddblasSgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void gemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const double *alpha, const double *A, int64_t lda, const double *B, int64_t ldb, const double *beta, double *C, int64_t ldc) { h(ddblasDgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void gemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B, int64_t ldb, const ddblasComplex *beta, ddblasComplex *C, int64_t ldc) { h(ddblasCgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void gemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void gemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *B, int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc) { h(ddblasWgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void gemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *B, int64_t ldb, const cuddcomplex *beta, cuddcomplex *C, int64_t ldc) { h(ddblasUgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }

/* ddblasWgemmBatched: dd/batched.h */
inline void gemmBatched(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal **Aarray, int64_t lda, const cuddreal **Barray, int64_t ldb, const cuddreal *beta, cuddreal **Carray, int64_t ldc, int64_t batchCount) { h(ddblasWgemmBatched, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray, ldc, batchCount); }

/* ddblasWgemmEx: dd/level3.h */
inline void gemmEx(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const cuddreal *alpha, const void *A, ddblasType_t typea, int64_t lda, const void *B, ddblasType_t typeb, int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc) { h(ddblasWgemmEx, transa, transb, m, n, k, alpha, A, typea, lda, B, typeb, ldb, beta, C, ldc); }

/* ddblasWgemmOperandCreate: dd/level3.h */
inline void gemmOperandCreate(const handle &h, ddblasSideMode_t side, int64_t rows, int64_t columns, void *memory, size_t bytes, ddblasGemmOperand_t *operand) { h(ddblasWgemmOperandCreate, side, rows, columns, memory, bytes, operand); }

/* ddblasWgemmOperandDestroy: dd/level3.h */
inline void gemmOperandDestroy(const handle &h, ddblasGemmOperand_t operand) { h(ddblasWgemmOperandDestroy, operand); }

/* ddblasWgemmOperandPrepare: dd/level3.h */
inline void gemmOperandPrepare(const handle &h, ddblasGemmOperand_t operand, ddblasOperation_t op, const cuddreal *X, int64_t ldx) { h(ddblasWgemmOperandPrepare, operand, op, X, ldx); }

/* ddblasWgemmOperandSize: dd/level3.h */
inline void gemmOperandSize(const handle &h, ddblasSideMode_t side, int64_t rows, int64_t columns, size_t *bytes) { h(ddblasWgemmOperandSize, side, rows, columns, bytes); }

/* ddblasWgemmPrepared: dd/level3.h */
inline void gemmPrepared(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, ddblasGemmOperand_t prepared_a, const cuddreal *B, int64_t ldb, ddblasGemmOperand_t prepared_b, const cuddreal *beta, cuddreal *C, int64_t ldc) { h(ddblasWgemmPrepared, transa, transb, m, n, k, alpha, A, lda, prepared_a, B, ldb, prepared_b, beta, C, ldc); }

/* ddblasWgemmPreparedWorkspaceSize: dd/level3.h */
inline void gemmPreparedWorkspaceSize(const handle &h, int64_t m, int64_t n, int64_t k, ddblasGemmOperand_t prepared_a, ddblasGemmOperand_t prepared_b, size_t *bytes) { h(ddblasWgemmPreparedWorkspaceSize, m, n, k, prepared_a, prepared_b, bytes); }

/* ddblasWgemmStridedBatched: dd/batched.h */
inline void gemmStridedBatched(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, int64_t strideA, const cuddreal *B, int64_t ldb, int64_t strideB, const cuddreal *beta, cuddreal *C, int64_t ldc, int64_t strideC, int64_t batchCount) { h(ddblasWgemmStridedBatched, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb, strideB, beta, C, ldc, strideC, batchCount); }

/* ddblasSgemv, ddblasDgemv, ddblasCgemv, ddblasZgemv, ddblasWgemv, ddblasUgemv: dd/level2.h */
inline void gemv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, const float *alpha, const float *A, int64_t lda, const float *x, int64_t incx, const float *beta, float *y, int64_t incy) { h(ddblasSgemv, trans, m, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void gemv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, const double *alpha, const double *A, int64_t lda, const double *x, int64_t incx, const double *beta, double *y, int64_t incy) { h(ddblasDgemv, trans, m, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void gemv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *x, int64_t incx, const ddblasComplex *beta, ddblasComplex *y, int64_t incy) { h(ddblasCgemv, trans, m, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void gemv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *beta, ddblasDoubleComplex *y, int64_t incy) { h(ddblasZgemv, trans, m, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void gemv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *x, int64_t incx, const cuddreal *beta, cuddreal *y, int64_t incy) { h(ddblasWgemv, trans, m, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void gemv(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *x, int64_t incx, const cuddcomplex *beta, cuddcomplex *y, int64_t incy) { h(ddblasUgemv, trans, m, n, alpha, A, lda, x, incx, beta, y, incy); }

/* ddblasWgemvEx: dd/level2.h */
inline void gemvEx(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, const cuddreal *alpha, const void *A, ddblasType_t typea, int64_t lda, const cuddreal *x, int64_t incx, const cuddreal *beta, cuddreal *y, int64_t incy) { h(ddblasWgemvEx, trans, m, n, alpha, A, typea, lda, x, incx, beta, y, incy); }

/* ddblasWgemvStridedBatched: dd/batched.h */
inline void gemvStridedBatched(const handle &h, ddblasOperation_t trans, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, int64_t strideA, const cuddreal *x, int64_t incx, int64_t stridex, const cuddreal *beta, cuddreal *y, int64_t incy, int64_t stridey, int64_t batchCount) { h(ddblasWgemvStridedBatched, trans, m, n, alpha, A, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount); }

/* ddblasSgeqp3, ddblasDgeqp3, ddblasCgeqp3, ddblasZgeqp3, ddblasWgeqp3, ddblasUgeqp3: dd/qr.h */
inline void geqp3(const handle &h, int64_t m, int64_t n, float *A, int64_t lda, int64_t *jpvt, float *tau) { h(ddblasSgeqp3, m, n, A, lda, jpvt, tau); }
inline void geqp3(const handle &h, int64_t m, int64_t n, double *A, int64_t lda, int64_t *jpvt, double *tau) { h(ddblasDgeqp3, m, n, A, lda, jpvt, tau); }
inline void geqp3(const handle &h, int64_t m, int64_t n, ddblasComplex *A, int64_t lda, int64_t *jpvt, ddblasComplex *tau) { h(ddblasCgeqp3, m, n, A, lda, jpvt, tau); }
inline void geqp3(const handle &h, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda, int64_t *jpvt, ddblasDoubleComplex *tau) { h(ddblasZgeqp3, m, n, A, lda, jpvt, tau); }
inline void geqp3(const handle &h, int64_t m, int64_t n, cuddreal *A, int64_t lda, int64_t *jpvt, cuddreal *tau) { h(ddblasWgeqp3, m, n, A, lda, jpvt, tau); }
inline void geqp3(const handle &h, int64_t m, int64_t n, cuddcomplex *A, int64_t lda, int64_t *jpvt, cuddcomplex *tau) { h(ddblasUgeqp3, m, n, A, lda, jpvt, tau); }

/* ddblasSgeqrf, ddblasDgeqrf, ddblasCgeqrf, ddblasZgeqrf, ddblasWgeqrf, ddblasUgeqrf: dd/qr.h */
inline void geqrf(const handle &h, int64_t m, int64_t n, float *A, int64_t lda, float *tau) { h(ddblasSgeqrf, m, n, A, lda, tau); }
inline void geqrf(const handle &h, int64_t m, int64_t n, double *A, int64_t lda, double *tau) { h(ddblasDgeqrf, m, n, A, lda, tau); }
inline void geqrf(const handle &h, int64_t m, int64_t n, ddblasComplex *A, int64_t lda, ddblasComplex *tau) { h(ddblasCgeqrf, m, n, A, lda, tau); }
inline void geqrf(const handle &h, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *tau) { h(ddblasZgeqrf, m, n, A, lda, tau); }
inline void geqrf(const handle &h, int64_t m, int64_t n, cuddreal *A, int64_t lda, cuddreal *tau) { h(ddblasWgeqrf, m, n, A, lda, tau); }
inline void geqrf(const handle &h, int64_t m, int64_t n, cuddcomplex *A, int64_t lda, cuddcomplex *tau) { h(ddblasUgeqrf, m, n, A, lda, tau); }

/* ddblasSger, ddblasDger, ddblasWger: dd/rank.h */
inline void ger(const handle &h, int64_t m, int64_t n, const float *alpha, const float *x, int64_t incx, const float *y, int64_t incy, float *A, int64_t lda) { h(ddblasSger, m, n, alpha, x, incx, y, incy, A, lda); }
inline void ger(const handle &h, int64_t m, int64_t n, const double *alpha, const double *x, int64_t incx, const double *y, int64_t incy, double *A, int64_t lda) { h(ddblasDger, m, n, alpha, x, incx, y, incy, A, lda); }
inline void ger(const handle &h, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *x, int64_t incx, const cuddreal *y, int64_t incy, cuddreal *A, int64_t lda) { h(ddblasWger, m, n, alpha, x, incx, y, incy, A, lda); }

/* ddblasCgerc, ddblasZgerc, ddblasUgerc: dd/rank.h */
inline void gerc(const handle &h, int64_t m, int64_t n, const ddblasComplex *alpha, const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy, ddblasComplex *A, int64_t lda) { h(ddblasCgerc, m, n, alpha, x, incx, y, incy, A, lda); }
inline void gerc(const handle &h, int64_t m, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy, ddblasDoubleComplex *A, int64_t lda) { h(ddblasZgerc, m, n, alpha, x, incx, y, incy, A, lda); }
inline void gerc(const handle &h, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *A, int64_t lda) { h(ddblasUgerc, m, n, alpha, x, incx, y, incy, A, lda); }

/* ddblasSgerfs, ddblasDgerfs, ddblasCgerfs, ddblasZgerfs, ddblasWgerfs, ddblasUgerfs:
 * dd/expert.h */
inline void gerfs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const float *A, int64_t lda, const float *AF, int64_t ldaf, const int64_t *ipiv, const float *B, int64_t ldb, float *X, int64_t ldx, double *ferr, double *berr) { h(ddblasSgerfs, trans, n, nrhs, A, lda, AF, ldaf, ipiv, B, ldb, X, ldx, ferr, berr); }
inline void gerfs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const double *A, int64_t lda, const double *AF, int64_t ldaf, const int64_t *ipiv, const double *B, int64_t ldb, double *X, int64_t ldx, double *ferr, double *berr) { h(ddblasDgerfs, trans, n, nrhs, A, lda, AF, ldaf, ipiv, B, ldb, X, ldx, ferr, berr); }
inline void gerfs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const ddblasComplex *A, int64_t lda, const ddblasComplex *AF, int64_t ldaf, const int64_t *ipiv, const ddblasComplex *B, int64_t ldb, ddblasComplex *X, int64_t ldx, double *ferr, double *berr) { h(ddblasCgerfs, trans, n, nrhs, A, lda, AF, ldaf, ipiv, B, ldb, X, ldx, ferr, berr); }
inline void gerfs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *AF, int64_t ldaf, const int64_t *ipiv, const ddblasDoubleComplex *B, int64_t ldb, ddblasDoubleComplex *X, int64_t ldx, double *ferr, double *berr) { h(ddblasZgerfs, trans, n, nrhs, A, lda, AF, ldaf, ipiv, B, ldb, X, ldx, ferr, berr); }
inline void gerfs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const cuddreal *A, int64_t lda, const cuddreal *AF, int64_t ldaf, const int64_t *ipiv, const cuddreal *B, int64_t ldb, cuddreal *X, int64_t ldx, double *ferr, double *berr) { h(ddblasWgerfs, trans, n, nrhs, A, lda, AF, ldaf, ipiv, B, ldb, X, ldx, ferr, berr); }
inline void gerfs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const cuddcomplex *A, int64_t lda, const cuddcomplex *AF, int64_t ldaf, const int64_t *ipiv, const cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx, double *ferr, double *berr) { h(ddblasUgerfs, trans, n, nrhs, A, lda, AF, ldaf, ipiv, B, ldb, X, ldx, ferr, berr); }

/* ddblasCgeru, ddblasZgeru, ddblasUgeru: dd/rank.h */
inline void geru(const handle &h, int64_t m, int64_t n, const ddblasComplex *alpha, const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy, ddblasComplex *A, int64_t lda) { h(ddblasCgeru, m, n, alpha, x, incx, y, incy, A, lda); }
inline void geru(const handle &h, int64_t m, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy, ddblasDoubleComplex *A, int64_t lda) { h(ddblasZgeru, m, n, alpha, x, incx, y, incy, A, lda); }
inline void geru(const handle &h, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *A, int64_t lda) { h(ddblasUgeru, m, n, alpha, x, incx, y, incy, A, lda); }

/* ddblasSgesv, ddblasDgesv, ddblasCgesv, ddblasZgesv, ddblasWgesv, ddblasUgesv: dd/factor.h */
inline void gesv(const handle &h, int64_t n, int64_t nrhs, float *A, int64_t lda, int64_t *ipiv, float *B, int64_t ldb, int64_t *info) { h(ddblasSgesv, n, nrhs, A, lda, ipiv, B, ldb, info); }
inline void gesv(const handle &h, int64_t n, int64_t nrhs, double *A, int64_t lda, int64_t *ipiv, double *B, int64_t ldb, int64_t *info) { h(ddblasDgesv, n, nrhs, A, lda, ipiv, B, ldb, info); }
inline void gesv(const handle &h, int64_t n, int64_t nrhs, ddblasComplex *A, int64_t lda, int64_t *ipiv, ddblasComplex *B, int64_t ldb, int64_t *info) { h(ddblasCgesv, n, nrhs, A, lda, ipiv, B, ldb, info); }
inline void gesv(const handle &h, int64_t n, int64_t nrhs, ddblasDoubleComplex *A, int64_t lda, int64_t *ipiv, ddblasDoubleComplex *B, int64_t ldb, int64_t *info) { h(ddblasZgesv, n, nrhs, A, lda, ipiv, B, ldb, info); }
inline void gesv(const handle &h, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, int64_t *ipiv, cuddreal *B, int64_t ldb, int64_t *info) { h(ddblasWgesv, n, nrhs, A, lda, ipiv, B, ldb, info); }
inline void gesv(const handle &h, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda, int64_t *ipiv, cuddcomplex *B, int64_t ldb, int64_t *info) { h(ddblasUgesv, n, nrhs, A, lda, ipiv, B, ldb, info); }

/* ddblasWgesvRefine, ddblasUgesvRefine: dd/refine.h */
inline void gesvRefine(const handle &h, int64_t n, int64_t nrhs, const void *A, ddblasType_t typea, int64_t lda, const cuddreal *B, int64_t ldb, cuddreal *X, int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise) { h(ddblasWgesvRefine, n, nrhs, A, typea, lda, B, ldb, X, ldx, report, normwise, componentwise); }
inline void gesvRefine(const handle &h, int64_t n, int64_t nrhs, const void *A, ddblasType_t typea, int64_t lda, const cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise) { h(ddblasUgesvRefine, n, nrhs, A, typea, lda, B, ldb, X, ldx, report, normwise, componentwise); }

/* ddblasWgesvStridedBatched, ddblasUgesvStridedBatched: dd/factor_batched.h */
inline void gesvStridedBatched(const handle &h, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, int64_t strideA, int64_t *ipiv, int64_t stridePivots, cuddreal *B, int64_t ldb, int64_t strideB, int64_t *info, int64_t batchCount) { h(ddblasWgesvStridedBatched, n, nrhs, A, lda, strideA, ipiv, stridePivots, B, ldb, strideB, info, batchCount); }
inline void gesvStridedBatched(const handle &h, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda, int64_t strideA, int64_t *ipiv, int64_t stridePivots, cuddcomplex *B, int64_t ldb, int64_t strideB, int64_t *info, int64_t batchCount) { h(ddblasUgesvStridedBatched, n, nrhs, A, lda, strideA, ipiv, stridePivots, B, ldb, strideB, info, batchCount); }

/* ddblasSgesvd, ddblasDgesvd, ddblasCgesvd, ddblasZgesvd, ddblasWgesvd, ddblasUgesvd: dd/svd.h */
inline void gesvd(const handle &h, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, const float *A, int64_t lda, float *s, float *U, int64_t ldu, float *VT, int64_t ldvt, int64_t *info) { h(ddblasSgesvd, jobu, jobv, m, n, A, lda, s, U, ldu, VT, ldvt, info); }
inline void gesvd(const handle &h, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, const double *A, int64_t lda, double *s, double *U, int64_t ldu, double *VT, int64_t ldvt, int64_t *info) { h(ddblasDgesvd, jobu, jobv, m, n, A, lda, s, U, ldu, VT, ldvt, info); }
inline void gesvd(const handle &h, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda, float *s, ddblasComplex *U, int64_t ldu, ddblasComplex *VT, int64_t ldvt, int64_t *info) { h(ddblasCgesvd, jobu, jobv, m, n, A, lda, s, U, ldu, VT, ldvt, info); }
inline void gesvd(const handle &h, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double *s, ddblasDoubleComplex *U, int64_t ldu, ddblasDoubleComplex *VT, int64_t ldvt, int64_t *info) { h(ddblasZgesvd, jobu, jobv, m, n, A, lda, s, U, ldu, VT, ldvt, info); }
inline void gesvd(const handle &h, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, const cuddreal *A, int64_t lda, cuddreal *s, cuddreal *U, int64_t ldu, cuddreal *VT, int64_t ldvt, int64_t *info) { h(ddblasWgesvd, jobu, jobv, m, n, A, lda, s, U, ldu, VT, ldvt, info); }
inline void gesvd(const handle &h, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, cuddreal *s, cuddcomplex *U, int64_t ldu, cuddcomplex *VT, int64_t ldvt, int64_t *info) { h(ddblasUgesvd, jobu, jobv, m, n, A, lda, s, U, ldu, VT, ldvt, info); }

/* ddblasWgesvdStridedBatched, ddblasUgesvdStridedBatched: dd/svd.h */
inline void gesvdStridedBatched(const handle &h, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, const cuddreal *A, int64_t lda, int64_t strideA, cuddreal *s, int64_t strideS, cuddreal *U, int64_t ldu, int64_t strideU, cuddreal *VT, int64_t ldvt, int64_t strideVT, int64_t *info, int64_t batchCount) { h(ddblasWgesvdStridedBatched, jobu, jobv, m, n, A, lda, strideA, s, strideS, U, ldu, strideU, VT, ldvt, strideVT, info, batchCount); }
inline void gesvdStridedBatched(const handle &h, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, int64_t strideA, cuddreal *s, int64_t strideS, cuddcomplex *U, int64_t ldu, int64_t strideU, cuddcomplex *VT, int64_t ldvt, int64_t strideVT, int64_t *info, int64_t batchCount) { h(ddblasUgesvdStridedBatched, jobu, jobv, m, n, A, lda, strideA, s, strideS, U, ldu, strideU, VT, ldvt, strideVT, info, batchCount); }

/* ddblasSgesvx, ddblasDgesvx, ddblasCgesvx, ddblasZgesvx, ddblasWgesvx, ddblasUgesvx:
 * dd/expert.h */
inline void gesvx(const handle &h, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs, float *A, int64_t lda, float *AF, int64_t ldaf, int64_t *ipiv, ddblasEquilibration_t *equed, double *R, double *C, float *B, int64_t ldb, float *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasSgesvx, fact, trans, n, nrhs, A, lda, AF, ldaf, ipiv, equed, R, C, B, ldb, X, ldx, report, ferr, berr); }
inline void gesvx(const handle &h, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs, double *A, int64_t lda, double *AF, int64_t ldaf, int64_t *ipiv, ddblasEquilibration_t *equed, double *R, double *C, double *B, int64_t ldb, double *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasDgesvx, fact, trans, n, nrhs, A, lda, AF, ldaf, ipiv, equed, R, C, B, ldb, X, ldx, report, ferr, berr); }
inline void gesvx(const handle &h, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs, ddblasComplex *A, int64_t lda, ddblasComplex *AF, int64_t ldaf, int64_t *ipiv, ddblasEquilibration_t *equed, double *R, double *C, ddblasComplex *B, int64_t ldb, ddblasComplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasCgesvx, fact, trans, n, nrhs, A, lda, AF, ldaf, ipiv, equed, R, C, B, ldb, X, ldx, report, ferr, berr); }
inline void gesvx(const handle &h, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *AF, int64_t ldaf, int64_t *ipiv, ddblasEquilibration_t *equed, double *R, double *C, ddblasDoubleComplex *B, int64_t ldb, ddblasDoubleComplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasZgesvx, fact, trans, n, nrhs, A, lda, AF, ldaf, ipiv, equed, R, C, B, ldb, X, ldx, report, ferr, berr); }
inline void gesvx(const handle &h, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, cuddreal *AF, int64_t ldaf, int64_t *ipiv, ddblasEquilibration_t *equed, double *R, double *C, cuddreal *B, int64_t ldb, cuddreal *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasWgesvx, fact, trans, n, nrhs, A, lda, AF, ldaf, ipiv, equed, R, C, B, ldb, X, ldx, report, ferr, berr); }
inline void gesvx(const handle &h, ddblasFact_t fact, ddblasOperation_t trans, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda, cuddcomplex *AF, int64_t ldaf, int64_t *ipiv, ddblasEquilibration_t *equed, double *R, double *C, cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasUgesvx, fact, trans, n, nrhs, A, lda, AF, ldaf, ipiv, equed, R, C, B, ldb, X, ldx, report, ferr, berr); }

/* ddblasSgetrf, ddblasDgetrf, ddblasCgetrf, ddblasZgetrf, ddblasWgetrf, ddblasUgetrf:
 * dd/factor.h */
inline void getrf(const handle &h, int64_t m, int64_t n, float *A, int64_t lda, int64_t *ipiv, int64_t *info) { h(ddblasSgetrf, m, n, A, lda, ipiv, info); }
inline void getrf(const handle &h, int64_t m, int64_t n, double *A, int64_t lda, int64_t *ipiv, int64_t *info) { h(ddblasDgetrf, m, n, A, lda, ipiv, info); }
inline void getrf(const handle &h, int64_t m, int64_t n, ddblasComplex *A, int64_t lda, int64_t *ipiv, int64_t *info) { h(ddblasCgetrf, m, n, A, lda, ipiv, info); }
inline void getrf(const handle &h, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda, int64_t *ipiv, int64_t *info) { h(ddblasZgetrf, m, n, A, lda, ipiv, info); }
inline void getrf(const handle &h, int64_t m, int64_t n, cuddreal *A, int64_t lda, int64_t *ipiv, int64_t *info) { h(ddblasWgetrf, m, n, A, lda, ipiv, info); }
inline void getrf(const handle &h, int64_t m, int64_t n, cuddcomplex *A, int64_t lda, int64_t *ipiv, int64_t *info) { h(ddblasUgetrf, m, n, A, lda, ipiv, info); }

/* ddblasSgetri, ddblasDgetri, ddblasCgetri, ddblasZgetri, ddblasWgetri, ddblasUgetri:
 * dd/inverse.h */
inline void getri(const handle &h, int64_t n, const float *A, int64_t lda, const int64_t *ipiv, float *C, int64_t ldc, int64_t *info) { h(ddblasSgetri, n, A, lda, ipiv, C, ldc, info); }
inline void getri(const handle &h, int64_t n, const double *A, int64_t lda, const int64_t *ipiv, double *C, int64_t ldc, int64_t *info) { h(ddblasDgetri, n, A, lda, ipiv, C, ldc, info); }
inline void getri(const handle &h, int64_t n, const ddblasComplex *A, int64_t lda, const int64_t *ipiv, ddblasComplex *C, int64_t ldc, int64_t *info) { h(ddblasCgetri, n, A, lda, ipiv, C, ldc, info); }
inline void getri(const handle &h, int64_t n, const ddblasDoubleComplex *A, int64_t lda, const int64_t *ipiv, ddblasDoubleComplex *C, int64_t ldc, int64_t *info) { h(ddblasZgetri, n, A, lda, ipiv, C, ldc, info); }
inline void getri(const handle &h, int64_t n, const cuddreal *A, int64_t lda, const int64_t *ipiv, cuddreal *C, int64_t ldc, int64_t *info) { h(ddblasWgetri, n, A, lda, ipiv, C, ldc, info); }
inline void getri(const handle &h, int64_t n, const cuddcomplex *A, int64_t lda, const int64_t *ipiv, cuddcomplex *C, int64_t ldc, int64_t *info) { h(ddblasUgetri, n, A, lda, ipiv, C, ldc, info); }

/* ddblasSgetrs, ddblasDgetrs, ddblasCgetrs, ddblasZgetrs, ddblasWgetrs, ddblasUgetrs:
 * dd/factor.h */
inline void getrs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const float *A, int64_t lda, const int64_t *ipiv, float *B, int64_t ldb) { h(ddblasSgetrs, trans, n, nrhs, A, lda, ipiv, B, ldb); }
inline void getrs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const double *A, int64_t lda, const int64_t *ipiv, double *B, int64_t ldb) { h(ddblasDgetrs, trans, n, nrhs, A, lda, ipiv, B, ldb); }
inline void getrs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const ddblasComplex *A, int64_t lda, const int64_t *ipiv, ddblasComplex *B, int64_t ldb) { h(ddblasCgetrs, trans, n, nrhs, A, lda, ipiv, B, ldb); }
inline void getrs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const ddblasDoubleComplex *A, int64_t lda, const int64_t *ipiv, ddblasDoubleComplex *B, int64_t ldb) { h(ddblasZgetrs, trans, n, nrhs, A, lda, ipiv, B, ldb); }
inline void getrs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const cuddreal *A, int64_t lda, const int64_t *ipiv, cuddreal *B, int64_t ldb) { h(ddblasWgetrs, trans, n, nrhs, A, lda, ipiv, B, ldb); }
inline void getrs(const handle &h, ddblasOperation_t trans, int64_t n, int64_t nrhs, const cuddcomplex *A, int64_t lda, const int64_t *ipiv, cuddcomplex *B, int64_t ldb) { h(ddblasUgetrs, trans, n, nrhs, A, lda, ipiv, B, ldb); }

/* ddblasChbmv, ddblasZhbmv, ddblasUhbmv: dd/compact.h */
inline void hbmv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *x, int64_t incx, const ddblasComplex *beta, ddblasComplex *y, int64_t incy) { h(ddblasChbmv, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy); }
inline void hbmv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *beta, ddblasDoubleComplex *y, int64_t incy) { h(ddblasZhbmv, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy); }
inline void hbmv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t k, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *x, int64_t incx, const cuddcomplex *beta, cuddcomplex *y, int64_t incy) { h(ddblasUhbmv, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy); }

/* ddblasCheevd, ddblasZheevd, ddblasUheevd: dd/eigen.h */
inline void heevd(const handle &h, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, ddblasComplex *A, int64_t lda, float *w, int64_t *info) { h(ddblasCheevd, jobz, uplo, n, A, lda, w, info); }
inline void heevd(const handle &h, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, ddblasDoubleComplex *A, int64_t lda, double *w, int64_t *info) { h(ddblasZheevd, jobz, uplo, n, A, lda, w, info); }
inline void heevd(const handle &h, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, cuddreal *w, int64_t *info) { h(ddblasUheevd, jobz, uplo, n, A, lda, w, info); }

/* ddblasUheevdStridedBatched: dd/eigen.h */
inline void heevdStridedBatched(const handle &h, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, int64_t strideA, cuddreal *w, int64_t strideW, int64_t *info, int64_t batchCount) { h(ddblasUheevdStridedBatched, jobz, uplo, n, A, lda, strideA, w, strideW, info, batchCount); }

/* ddblasCheevdx, ddblasZheevdx, ddblasUheevdx: dd/eigen.h */
inline void heevdx(const handle &h, ddblasEigMode_t jobz, ddblasEigRange_t range, ddblasFillMode_t uplo, int64_t n, ddblasComplex *A, int64_t lda, float vl, float vu, int64_t il, int64_t iu, int64_t *found, float *w, int64_t *info) { h(ddblasCheevdx, jobz, range, uplo, n, A, lda, vl, vu, il, iu, found, w, info); }
inline void heevdx(const handle &h, ddblasEigMode_t jobz, ddblasEigRange_t range, ddblasFillMode_t uplo, int64_t n, ddblasDoubleComplex *A, int64_t lda, double vl, double vu, int64_t il, int64_t iu, int64_t *found, double *w, int64_t *info) { h(ddblasZheevdx, jobz, range, uplo, n, A, lda, vl, vu, il, iu, found, w, info); }
inline void heevdx(const handle &h, ddblasEigMode_t jobz, ddblasEigRange_t range, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, cuddreal vl, cuddreal vu, int64_t il, int64_t iu, int64_t *found, cuddreal *w, int64_t *info) { h(ddblasUheevdx, jobz, range, uplo, n, A, lda, vl, vu, il, iu, found, w, info); }

/* ddblasUheevx: dd/few.h */
inline void heevx(const handle &h, int64_t n, int64_t k, ddblasEigEnd_t end, ddblasUoperator_t apply, ddblasUoperator_t precondition, void *context, const ddblasSyevxPlan_t *plan, cuddcomplex *X, int64_t ldx, cuddreal *w, double *residuals, ddblasSyevxReport_t *report) { h(ddblasUheevx, n, k, end, apply, precondition, context, plan, X, ldx, w, residuals, report); }

/* ddblasUhegst: dd/eigen.h */
inline void hegst(const handle &h, ddblasEigType_t itype, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, const cuddcomplex *B, int64_t ldb) { h(ddblasUhegst, itype, uplo, n, A, lda, B, ldb); }

/* ddblasChegvd, ddblasZhegvd, ddblasUhegvd: dd/eigen.h */
inline void hegvd(const handle &h, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb, float *w, int64_t *info) { h(ddblasChegvd, itype, jobz, uplo, n, A, lda, B, ldb, w, info); }
inline void hegvd(const handle &h, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb, double *w, int64_t *info) { h(ddblasZhegvd, itype, jobz, uplo, n, A, lda, B, ldb, w, info); }
inline void hegvd(const handle &h, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb, cuddreal *w, int64_t *info) { h(ddblasUhegvd, itype, jobz, uplo, n, A, lda, B, ldb, w, info); }

/* ddblasChemm, ddblasZhemm, ddblasUhemm: dd/level3.h */
inline void hemm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B, int64_t ldb, const ddblasComplex *beta, ddblasComplex *C, int64_t ldc) { h(ddblasChemm, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void hemm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZhemm, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void hemm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *B, int64_t ldb, const cuddcomplex *beta, cuddcomplex *C, int64_t ldc) { h(ddblasUhemm, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }

/* ddblasChemv, ddblasZhemv, ddblasUhemv: dd/level2.h */
inline void hemv(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *x, int64_t incx, const ddblasComplex *beta, ddblasComplex *y, int64_t incy) { h(ddblasChemv, uplo, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void hemv(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *beta, ddblasDoubleComplex *y, int64_t incy) { h(ddblasZhemv, uplo, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void hemv(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *x, int64_t incx, const cuddcomplex *beta, cuddcomplex *y, int64_t incy) { h(ddblasUhemv, uplo, n, alpha, A, lda, x, incx, beta, y, incy); }

/* ddblasCher, ddblasZher, ddblasUher: dd/rank.h */
inline void her(const handle &h, ddblasFillMode_t uplo, int64_t n, const float *alpha, const ddblasComplex *x, int64_t incx, ddblasComplex *A, int64_t lda) { h(ddblasCher, uplo, n, alpha, x, incx, A, lda); }
inline void her(const handle &h, ddblasFillMode_t uplo, int64_t n, const double *alpha, const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *A, int64_t lda) { h(ddblasZher, uplo, n, alpha, x, incx, A, lda); }
inline void her(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha, const cuddcomplex *x, int64_t incx, cuddcomplex *A, int64_t lda) { h(ddblasUher, uplo, n, alpha, x, incx, A, lda); }

/* ddblasCher2, ddblasZher2, ddblasUher2: dd/rank.h */
inline void her2(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha, const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy, ddblasComplex *A, int64_t lda) { h(ddblasCher2, uplo, n, alpha, x, incx, y, incy, A, lda); }
inline void her2(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy, ddblasDoubleComplex *A, int64_t lda) { h(ddblasZher2, uplo, n, alpha, x, incx, y, incy, A, lda); }
inline void her2(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *A, int64_t lda) { h(ddblasUher2, uplo, n, alpha, x, incx, y, incy, A, lda); }

/* ddblasCher2k, ddblasZher2k, ddblasUher2k: dd/level3.h */
inline void her2k(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B, int64_t ldb, const float *beta, ddblasComplex *C, int64_t ldc) { h(ddblasCher2k, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void her2k(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *B, int64_t ldb, const double *beta, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZher2k, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void her2k(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *B, int64_t ldb, const cuddreal *beta, cuddcomplex *C, int64_t ldc) { h(ddblasUher2k, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }

/* ddblasCherk, ddblasZherk, ddblasUherk: dd/level3.h */
inline void herk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const float *alpha, const ddblasComplex *A, int64_t lda, const float *beta, ddblasComplex *C, int64_t ldc) { h(ddblasCherk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }
inline void herk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const double *alpha, const ddblasDoubleComplex *A, int64_t lda, const double *beta, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZherk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }
inline void herk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const cuddreal *alpha, const cuddcomplex *A, int64_t lda, const cuddreal *beta, cuddcomplex *C, int64_t ldc) { h(ddblasUherk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }

/* ddblasUhesv: dd/indefinite.h */
inline void hesv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda, int64_t *ipiv, cuddcomplex *B, int64_t ldb, int64_t *info) { h(ddblasUhesv, uplo, n, nrhs, A, lda, ipiv, B, ldb, info); }

/* ddblasUhetrd: dd/tridiagonal.h */
inline void hetrd(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, cuddreal *d, cuddreal *e, cuddcomplex *tau) { h(ddblasUhetrd, uplo, n, A, lda, d, e, tau); }

/* ddblasUhetrf: dd/indefinite.h */
inline void hetrf(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, int64_t *ipiv, int64_t *info) { h(ddblasUhetrf, uplo, n, A, lda, ipiv, info); }

/* ddblasUhetrfInertia: dd/indefinite.h */
inline void hetrfInertia(const handle &h, int64_t n, const cuddcomplex *A, int64_t lda, const int64_t *ipiv, int64_t *inertia) { h(ddblasUhetrfInertia, n, A, lda, ipiv, inertia); }

/* ddblasUhetri: dd/indefinite.h */
inline void hetri(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, const int64_t *ipiv, int64_t *info) { h(ddblasUhetri, uplo, n, A, lda, ipiv, info); }

/* ddblasUhetrs: dd/indefinite.h */
inline void hetrs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddcomplex *A, int64_t lda, const int64_t *ipiv, cuddcomplex *B, int64_t ldb) { h(ddblasUhetrs, uplo, n, nrhs, A, lda, ipiv, B, ldb); }

/* ddblasChpmv, ddblasZhpmv, ddblasUhpmv: dd/compact.h */
inline void hpmv(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha, const ddblasComplex *AP, const ddblasComplex *x, int64_t incx, const ddblasComplex *beta, ddblasComplex *y, int64_t incy) { h(ddblasChpmv, uplo, n, alpha, AP, x, incx, beta, y, incy); }
inline void hpmv(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *AP, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *beta, ddblasDoubleComplex *y, int64_t incy) { h(ddblasZhpmv, uplo, n, alpha, AP, x, incx, beta, y, incy); }
inline void hpmv(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha, const cuddcomplex *AP, const cuddcomplex *x, int64_t incx, const cuddcomplex *beta, cuddcomplex *y, int64_t incy) { h(ddblasUhpmv, uplo, n, alpha, AP, x, incx, beta, y, incy); }

/* ddblasChpr, ddblasZhpr, ddblasUhpr: dd/rank.h */
inline void hpr(const handle &h, ddblasFillMode_t uplo, int64_t n, const float *alpha, const ddblasComplex *x, int64_t incx, ddblasComplex *AP) { h(ddblasChpr, uplo, n, alpha, x, incx, AP); }
inline void hpr(const handle &h, ddblasFillMode_t uplo, int64_t n, const double *alpha, const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *AP) { h(ddblasZhpr, uplo, n, alpha, x, incx, AP); }
inline void hpr(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha, const cuddcomplex *x, int64_t incx, cuddcomplex *AP) { h(ddblasUhpr, uplo, n, alpha, x, incx, AP); }

/* ddblasChpr2, ddblasZhpr2, ddblasUhpr2: dd/rank.h */
inline void hpr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha, const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy, ddblasComplex *AP) { h(ddblasChpr2, uplo, n, alpha, x, incx, y, incy, AP); }
inline void hpr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy, ddblasDoubleComplex *AP) { h(ddblasZhpr2, uplo, n, alpha, x, incx, y, incy, AP); }
inline void hpr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *AP) { h(ddblasUhpr2, uplo, n, alpha, x, incx, y, incy, AP); }

/* ddblasShseqr, ddblasDhseqr, ddblasChseqr, ddblasZhseqr, ddblasWhseqr, ddblasUhseqr:
 * dd/nonsymmetric.h */
inline void hseqr(const handle &h, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n, int64_t ilo, int64_t ihi, float *H, int64_t ldh, float *wr, float *wi, float *Z, int64_t ldz, int64_t *info) { h(ddblasShseqr, job, compz, n, ilo, ihi, H, ldh, wr, wi, Z, ldz, info); }
inline void hseqr(const handle &h, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n, int64_t ilo, int64_t ihi, double *H, int64_t ldh, double *wr, double *wi, double *Z, int64_t ldz, int64_t *info) { h(ddblasDhseqr, job, compz, n, ilo, ihi, H, ldh, wr, wi, Z, ldz, info); }
inline void hseqr(const handle &h, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n, int64_t ilo, int64_t ihi, ddblasComplex *H, int64_t ldh, ddblasComplex *w, ddblasComplex *Z, int64_t ldz, int64_t *info) { h(ddblasChseqr, job, compz, n, ilo, ihi, H, ldh, w, Z, ldz, info); }
inline void hseqr(const handle &h, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n, int64_t ilo, int64_t ihi, ddblasDoubleComplex *H, int64_t ldh, ddblasDoubleComplex *w, ddblasDoubleComplex *Z, int64_t ldz, int64_t *info) { h(ddblasZhseqr, job, compz, n, ilo, ihi, H, ldh, w, Z, ldz, info); }
inline void hseqr(const handle &h, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n, int64_t ilo, int64_t ihi, cuddreal *H, int64_t ldh, cuddreal *wr, cuddreal *wi, cuddreal *Z, int64_t ldz, int64_t *info) { h(ddblasWhseqr, job, compz, n, ilo, ihi, H, ldh, wr, wi, Z, ldz, info); }
inline void hseqr(const handle &h, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n, int64_t ilo, int64_t ihi, cuddcomplex *H, int64_t ldh, cuddcomplex *w, cuddcomplex *Z, int64_t ldz, int64_t *info) { h(ddblasUhseqr, job, compz, n, ilo, ihi, H, ldh, w, Z, ldz, info); }

/* ddblasIsamax, ddblasIdamax, ddblasIcamax, ddblasIzamax, ddblasIwamax, ddblasIuamax:
 * dd/level1.h */
inline void iamax(const handle &h, int64_t n, const float *x, int64_t incx, int64_t *result) { h(ddblasIsamax, n, x, incx, result); }
inline void iamax(const handle &h, int64_t n, const double *x, int64_t incx, int64_t *result) { h(ddblasIdamax, n, x, incx, result); }
inline void iamax(const handle &h, int64_t n, const ddblasComplex *x, int64_t incx, int64_t *result) { h(ddblasIcamax, n, x, incx, result); }
inline void iamax(const handle &h, int64_t n, const ddblasDoubleComplex *x, int64_t incx, int64_t *result) { h(ddblasIzamax, n, x, incx, result); }
inline void iamax(const handle &h, int64_t n, const cuddreal *x, int64_t incx, int64_t *result) { h(ddblasIwamax, n, x, incx, result); }
inline void iamax(const handle &h, int64_t n, const cuddcomplex *x, int64_t incx, int64_t *result) { h(ddblasIuamax, n, x, incx, result); }

/* ddblasIsamin, ddblasIdamin, ddblasIcamin, ddblasIzamin, ddblasIwamin, ddblasIuamin:
 * dd/level1.h */
inline void iamin(const handle &h, int64_t n, const float *x, int64_t incx, int64_t *result) { h(ddblasIsamin, n, x, incx, result); }
inline void iamin(const handle &h, int64_t n, const double *x, int64_t incx, int64_t *result) { h(ddblasIdamin, n, x, incx, result); }
inline void iamin(const handle &h, int64_t n, const ddblasComplex *x, int64_t incx, int64_t *result) { h(ddblasIcamin, n, x, incx, result); }
inline void iamin(const handle &h, int64_t n, const ddblasDoubleComplex *x, int64_t incx, int64_t *result) { h(ddblasIzamin, n, x, incx, result); }
inline void iamin(const handle &h, int64_t n, const cuddreal *x, int64_t incx, int64_t *result) { h(ddblasIwamin, n, x, incx, result); }
inline void iamin(const handle &h, int64_t n, const cuddcomplex *x, int64_t incx, int64_t *result) { h(ddblasIuamin, n, x, incx, result); }

/* ddblasSlacpy, ddblasDlacpy, ddblasClacpy, ddblasZlacpy, ddblasWlacpy, ddblasUlacpy:
 * dd/matrix.h */
inline void lacpy(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const float *A, int64_t lda, float *B, int64_t ldb) { h(ddblasSlacpy, uplo, m, n, A, lda, B, ldb); }
inline void lacpy(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const double *A, int64_t lda, double *B, int64_t ldb) { h(ddblasDlacpy, uplo, m, n, A, lda, B, ldb); }
inline void lacpy(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb) { h(ddblasClacpy, uplo, m, n, A, lda, B, ldb); }
inline void lacpy(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb) { h(ddblasZlacpy, uplo, m, n, A, lda, B, ldb); }
inline void lacpy(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb) { h(ddblasWlacpy, uplo, m, n, A, lda, B, ldb); }
inline void lacpy(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb) { h(ddblasUlacpy, uplo, m, n, A, lda, B, ldb); }

/* ddblasSlange, ddblasDlange, ddblasClange, ddblasZlange, ddblasWlange, ddblasUlange:
 * dd/matrix.h */
inline void lange(const handle &h, ddblasNorm_t norm, int64_t m, int64_t n, const float *A, int64_t lda, float *result) { h(ddblasSlange, norm, m, n, A, lda, result); }
inline void lange(const handle &h, ddblasNorm_t norm, int64_t m, int64_t n, const double *A, int64_t lda, double *result) { h(ddblasDlange, norm, m, n, A, lda, result); }
inline void lange(const handle &h, ddblasNorm_t norm, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda, float *result) { h(ddblasClange, norm, m, n, A, lda, result); }
inline void lange(const handle &h, ddblasNorm_t norm, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double *result) { h(ddblasZlange, norm, m, n, A, lda, result); }
inline void lange(const handle &h, ddblasNorm_t norm, int64_t m, int64_t n, const cuddreal *A, int64_t lda, cuddreal *result) { h(ddblasWlange, norm, m, n, A, lda, result); }
inline void lange(const handle &h, ddblasNorm_t norm, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, cuddreal *result) { h(ddblasUlange, norm, m, n, A, lda, result); }

/* ddblasClanhe, ddblasZlanhe, ddblasUlanhe: dd/matrix.h */
inline void lanhe(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *A, int64_t lda, float *result) { h(ddblasClanhe, norm, uplo, n, A, lda, result); }
inline void lanhe(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double *result) { h(ddblasZlanhe, norm, uplo, n, A, lda, result); }
inline void lanhe(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *A, int64_t lda, cuddreal *result) { h(ddblasUlanhe, norm, uplo, n, A, lda, result); }

/* ddblasSlansy, ddblasDlansy, ddblasClansy, ddblasZlansy, ddblasWlansy, ddblasUlansy:
 * dd/matrix.h */
inline void lansy(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const float *A, int64_t lda, float *result) { h(ddblasSlansy, norm, uplo, n, A, lda, result); }
inline void lansy(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const double *A, int64_t lda, double *result) { h(ddblasDlansy, norm, uplo, n, A, lda, result); }
inline void lansy(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *A, int64_t lda, float *result) { h(ddblasClansy, norm, uplo, n, A, lda, result); }
inline void lansy(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double *result) { h(ddblasZlansy, norm, uplo, n, A, lda, result); }
inline void lansy(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const cuddreal *A, int64_t lda, cuddreal *result) { h(ddblasWlansy, norm, uplo, n, A, lda, result); }
inline void lansy(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *A, int64_t lda, cuddreal *result) { h(ddblasUlansy, norm, uplo, n, A, lda, result); }

/* ddblasSlaset, ddblasDlaset, ddblasClaset, ddblasZlaset, ddblasWlaset, ddblasUlaset:
 * dd/matrix.h */
inline void laset(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const float *alpha, const float *beta, float *A, int64_t lda) { h(ddblasSlaset, uplo, m, n, alpha, beta, A, lda); }
inline void laset(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const double *alpha, const double *beta, double *A, int64_t lda) { h(ddblasDlaset, uplo, m, n, alpha, beta, A, lda); }
inline void laset(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const ddblasComplex *alpha, const ddblasComplex *beta, ddblasComplex *A, int64_t lda) { h(ddblasClaset, uplo, m, n, alpha, beta, A, lda); }
inline void laset(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *beta, ddblasDoubleComplex *A, int64_t lda) { h(ddblasZlaset, uplo, m, n, alpha, beta, A, lda); }
inline void laset(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *beta, cuddreal *A, int64_t lda) { h(ddblasWlaset, uplo, m, n, alpha, beta, A, lda); }
inline void laset(const handle &h, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *beta, cuddcomplex *A, int64_t lda) { h(ddblasUlaset, uplo, m, n, alpha, beta, A, lda); }

/* ddblasSlaswp, ddblasDlaswp, ddblasClaswp, ddblasZlaswp, ddblasWlaswp, ddblasUlaswp:
 * dd/matrix.h */
inline void laswp(const handle &h, int64_t n, float *A, int64_t lda, int64_t k1, int64_t k2, const int64_t *ipiv, int64_t incx) { h(ddblasSlaswp, n, A, lda, k1, k2, ipiv, incx); }
inline void laswp(const handle &h, int64_t n, double *A, int64_t lda, int64_t k1, int64_t k2, const int64_t *ipiv, int64_t incx) { h(ddblasDlaswp, n, A, lda, k1, k2, ipiv, incx); }
inline void laswp(const handle &h, int64_t n, ddblasComplex *A, int64_t lda, int64_t k1, int64_t k2, const int64_t *ipiv, int64_t incx) { h(ddblasClaswp, n, A, lda, k1, k2, ipiv, incx); }
inline void laswp(const handle &h, int64_t n, ddblasDoubleComplex *A, int64_t lda, int64_t k1, int64_t k2, const int64_t *ipiv, int64_t incx) { h(ddblasZlaswp, n, A, lda, k1, k2, ipiv, incx); }
inline void laswp(const handle &h, int64_t n, cuddreal *A, int64_t lda, int64_t k1, int64_t k2, const int64_t *ipiv, int64_t incx) { h(ddblasWlaswp, n, A, lda, k1, k2, ipiv, incx); }
inline void laswp(const handle &h, int64_t n, cuddcomplex *A, int64_t lda, int64_t k1, int64_t k2, const int64_t *ipiv, int64_t incx) { h(ddblasUlaswp, n, A, lda, k1, k2, ipiv, incx); }

/* ddblasWlogdet, ddblasUlogdet: dd/determinant.h */
inline void logdet(const handle &h, const cuddreal *mantissa, const int64_t *exponent, cuddreal *logarithm) { h(ddblasWlogdet, mantissa, exponent, logarithm); }
inline void logdet(const handle &h, const cuddcomplex *mantissa, const int64_t *exponent, cuddreal *logarithm) { h(ddblasUlogdet, mantissa, exponent, logarithm); }

/* ddblasSlstsq, ddblasDlstsq, ddblasClstsq, ddblasZlstsq, ddblasWlstsq: dd/tsqr.h */
inline void lstsq(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, int64_t nrhs, float *A, int64_t lda, float *B, int64_t ldb, float *residual) { h(ddblasSlstsq, plan, layout, m, n, nrhs, A, lda, B, ldb, residual); }
inline void lstsq(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, int64_t nrhs, double *A, int64_t lda, double *B, int64_t ldb, double *residual) { h(ddblasDlstsq, plan, layout, m, n, nrhs, A, lda, B, ldb, residual); }
inline void lstsq(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, int64_t nrhs, ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb, float *residual) { h(ddblasClstsq, plan, layout, m, n, nrhs, A, lda, B, ldb, residual); }
inline void lstsq(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, int64_t nrhs, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb, double *residual) { h(ddblasZlstsq, plan, layout, m, n, nrhs, A, lda, B, ldb, residual); }
inline void lstsq(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb, cuddreal *residual) { h(ddblasWlstsq, plan, layout, m, n, nrhs, A, lda, B, ldb, residual); }

/* ddblasSnrm2, ddblasDnrm2, ddblasScnrm2, ddblasDznrm2, ddblasWnrm2, ddblasWunrm2: dd/level1.h */
inline void nrm2(const handle &h, int64_t n, const float *x, int64_t incx, float *result) { h(ddblasSnrm2, n, x, incx, result); }
inline void nrm2(const handle &h, int64_t n, const double *x, int64_t incx, double *result) { h(ddblasDnrm2, n, x, incx, result); }
inline void nrm2(const handle &h, int64_t n, const ddblasComplex *x, int64_t incx, float *result) { h(ddblasScnrm2, n, x, incx, result); }
inline void nrm2(const handle &h, int64_t n, const ddblasDoubleComplex *x, int64_t incx, double *result) { h(ddblasDznrm2, n, x, incx, result); }
inline void nrm2(const handle &h, int64_t n, const cuddreal *x, int64_t incx, cuddreal *result) { h(ddblasWnrm2, n, x, incx, result); }
inline void nrm2(const handle &h, int64_t n, const cuddcomplex *x, int64_t incx, cuddreal *result) { h(ddblasWunrm2, n, x, incx, result); }

/* ddblasSnull, ddblasDnull, ddblasCnull, ddblasZnull, ddblasWnull, ddblasUnull: dd/svd.h */
inline void null(const handle &h, int64_t m, int64_t n, const float *A, int64_t lda, double tolerance, int64_t columns, float *Z, int64_t ldz, float *gap, int64_t *rank, int64_t *info) { h(ddblasSnull, m, n, A, lda, tolerance, columns, Z, ldz, gap, rank, info); }
inline void null(const handle &h, int64_t m, int64_t n, const double *A, int64_t lda, double tolerance, int64_t columns, double *Z, int64_t ldz, double *gap, int64_t *rank, int64_t *info) { h(ddblasDnull, m, n, A, lda, tolerance, columns, Z, ldz, gap, rank, info); }
inline void null(const handle &h, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda, double tolerance, int64_t columns, ddblasComplex *Z, int64_t ldz, float *gap, int64_t *rank, int64_t *info) { h(ddblasCnull, m, n, A, lda, tolerance, columns, Z, ldz, gap, rank, info); }
inline void null(const handle &h, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double tolerance, int64_t columns, ddblasDoubleComplex *Z, int64_t ldz, double *gap, int64_t *rank, int64_t *info) { h(ddblasZnull, m, n, A, lda, tolerance, columns, Z, ldz, gap, rank, info); }
inline void null(const handle &h, int64_t m, int64_t n, const cuddreal *A, int64_t lda, double tolerance, int64_t columns, cuddreal *Z, int64_t ldz, cuddreal *gap, int64_t *rank, int64_t *info) { h(ddblasWnull, m, n, A, lda, tolerance, columns, Z, ldz, gap, rank, info); }
inline void null(const handle &h, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, double tolerance, int64_t columns, cuddcomplex *Z, int64_t ldz, cuddreal *gap, int64_t *rank, int64_t *info) { h(ddblasUnull, m, n, A, lda, tolerance, columns, Z, ldz, gap, rank, info); }

/* ddblasSorghr, ddblasDorghr, ddblasWorghr: dd/nonsymmetric.h */
inline void orghr(const handle &h, int64_t n, int64_t ilo, int64_t ihi, float *A, int64_t lda, const float *tau) { h(ddblasSorghr, n, ilo, ihi, A, lda, tau); }
inline void orghr(const handle &h, int64_t n, int64_t ilo, int64_t ihi, double *A, int64_t lda, const double *tau) { h(ddblasDorghr, n, ilo, ihi, A, lda, tau); }
inline void orghr(const handle &h, int64_t n, int64_t ilo, int64_t ihi, cuddreal *A, int64_t lda, const cuddreal *tau) { h(ddblasWorghr, n, ilo, ihi, A, lda, tau); }

/* ddblasSorgqr, ddblasDorgqr, ddblasWorgqr: dd/qr.h */
inline void orgqr(const handle &h, int64_t m, int64_t n, int64_t k, float *A, int64_t lda, const float *tau) { h(ddblasSorgqr, m, n, k, A, lda, tau); }
inline void orgqr(const handle &h, int64_t m, int64_t n, int64_t k, double *A, int64_t lda, const double *tau) { h(ddblasDorgqr, m, n, k, A, lda, tau); }
inline void orgqr(const handle &h, int64_t m, int64_t n, int64_t k, cuddreal *A, int64_t lda, const cuddreal *tau) { h(ddblasWorgqr, m, n, k, A, lda, tau); }

/* ddblasWorgtr: dd/tridiagonal.h */
inline void orgtr(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, const cuddreal *tau) { h(ddblasWorgtr, uplo, n, A, lda, tau); }

/* ddblasSormqr, ddblasDormqr, ddblasWormqr: dd/qr.h */
inline void ormqr(const handle &h, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m, int64_t n, int64_t k, const float *A, int64_t lda, const float *tau, float *C, int64_t ldc) { h(ddblasSormqr, side, trans, m, n, k, A, lda, tau, C, ldc); }
inline void ormqr(const handle &h, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m, int64_t n, int64_t k, const double *A, int64_t lda, const double *tau, double *C, int64_t ldc) { h(ddblasDormqr, side, trans, m, n, k, A, lda, tau, C, ldc); }
inline void ormqr(const handle &h, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m, int64_t n, int64_t k, const cuddreal *A, int64_t lda, const cuddreal *tau, cuddreal *C, int64_t ldc) { h(ddblasWormqr, side, trans, m, n, k, A, lda, tau, C, ldc); }

/* ddblasWormtr: dd/tridiagonal.h */
inline void ormtr(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t m, int64_t n, const cuddreal *A, int64_t lda, const cuddreal *tau, cuddreal *C, int64_t ldc) { h(ddblasWormtr, side, uplo, trans, m, n, A, lda, tau, C, ldc); }

/* ddblasSpinv, ddblasDpinv, ddblasCpinv, ddblasZpinv, ddblasWpinv, ddblasUpinv: dd/svd.h */
inline void pinv(const handle &h, int64_t m, int64_t n, const float *A, int64_t lda, double tolerance, float *X, int64_t ldx, float *gap, int64_t *rank, int64_t *info) { h(ddblasSpinv, m, n, A, lda, tolerance, X, ldx, gap, rank, info); }
inline void pinv(const handle &h, int64_t m, int64_t n, const double *A, int64_t lda, double tolerance, double *X, int64_t ldx, double *gap, int64_t *rank, int64_t *info) { h(ddblasDpinv, m, n, A, lda, tolerance, X, ldx, gap, rank, info); }
inline void pinv(const handle &h, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda, double tolerance, ddblasComplex *X, int64_t ldx, float *gap, int64_t *rank, int64_t *info) { h(ddblasCpinv, m, n, A, lda, tolerance, X, ldx, gap, rank, info); }
inline void pinv(const handle &h, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double tolerance, ddblasDoubleComplex *X, int64_t ldx, double *gap, int64_t *rank, int64_t *info) { h(ddblasZpinv, m, n, A, lda, tolerance, X, ldx, gap, rank, info); }
inline void pinv(const handle &h, int64_t m, int64_t n, const cuddreal *A, int64_t lda, double tolerance, cuddreal *X, int64_t ldx, cuddreal *gap, int64_t *rank, int64_t *info) { h(ddblasWpinv, m, n, A, lda, tolerance, X, ldx, gap, rank, info); }
inline void pinv(const handle &h, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, double tolerance, cuddcomplex *X, int64_t ldx, cuddreal *gap, int64_t *rank, int64_t *info) { h(ddblasUpinv, m, n, A, lda, tolerance, X, ldx, gap, rank, info); }

/* ddblasSpocon, ddblasDpocon, ddblasCpocon, ddblasZpocon, ddblasWpocon, ddblasUpocon:
 * dd/condition.h */
inline void pocon(const handle &h, ddblasFillMode_t uplo, int64_t n, const float *A, int64_t lda, double anorm, double *rcond) { h(ddblasSpocon, uplo, n, A, lda, anorm, rcond); }
inline void pocon(const handle &h, ddblasFillMode_t uplo, int64_t n, const double *A, int64_t lda, double anorm, double *rcond) { h(ddblasDpocon, uplo, n, A, lda, anorm, rcond); }
inline void pocon(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *A, int64_t lda, double anorm, double *rcond) { h(ddblasCpocon, uplo, n, A, lda, anorm, rcond); }
inline void pocon(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double anorm, double *rcond) { h(ddblasZpocon, uplo, n, A, lda, anorm, rcond); }
inline void pocon(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddreal *A, int64_t lda, double anorm, double *rcond) { h(ddblasWpocon, uplo, n, A, lda, anorm, rcond); }
inline void pocon(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *A, int64_t lda, double anorm, double *rcond) { h(ddblasUpocon, uplo, n, A, lda, anorm, rcond); }

/* ddblasWpodet, ddblasUpodet: dd/determinant.h */
inline void podet(const handle &h, int64_t n, const cuddreal *A, int64_t lda, cuddreal *mantissa, int64_t *exponent) { h(ddblasWpodet, n, A, lda, mantissa, exponent); }
inline void podet(const handle &h, int64_t n, const cuddcomplex *A, int64_t lda, cuddreal *mantissa, int64_t *exponent) { h(ddblasUpodet, n, A, lda, mantissa, exponent); }

/* ddblasSpoequb, ddblasDpoequb, ddblasCpoequb, ddblasZpoequb, ddblasWpoequb, ddblasUpoequb:
 * dd/equilibrate.h */
inline void poequb(const handle &h, int64_t n, const float *A, int64_t lda, double *S, double *scond, double *amax, int64_t *info) { h(ddblasSpoequb, n, A, lda, S, scond, amax, info); }
inline void poequb(const handle &h, int64_t n, const double *A, int64_t lda, double *S, double *scond, double *amax, int64_t *info) { h(ddblasDpoequb, n, A, lda, S, scond, amax, info); }
inline void poequb(const handle &h, int64_t n, const ddblasComplex *A, int64_t lda, double *S, double *scond, double *amax, int64_t *info) { h(ddblasCpoequb, n, A, lda, S, scond, amax, info); }
inline void poequb(const handle &h, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double *S, double *scond, double *amax, int64_t *info) { h(ddblasZpoequb, n, A, lda, S, scond, amax, info); }
inline void poequb(const handle &h, int64_t n, const cuddreal *A, int64_t lda, double *S, double *scond, double *amax, int64_t *info) { h(ddblasWpoequb, n, A, lda, S, scond, amax, info); }
inline void poequb(const handle &h, int64_t n, const cuddcomplex *A, int64_t lda, double *S, double *scond, double *amax, int64_t *info) { h(ddblasUpoequb, n, A, lda, S, scond, amax, info); }

/* ddblasSporfs, ddblasDporfs, ddblasCporfs, ddblasZporfs, ddblasWporfs, ddblasUporfs:
 * dd/expert.h */
inline void porfs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const float *A, int64_t lda, const float *AF, int64_t ldaf, const float *B, int64_t ldb, float *X, int64_t ldx, double *ferr, double *berr) { h(ddblasSporfs, uplo, n, nrhs, A, lda, AF, ldaf, B, ldb, X, ldx, ferr, berr); }
inline void porfs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const double *A, int64_t lda, const double *AF, int64_t ldaf, const double *B, int64_t ldb, double *X, int64_t ldx, double *ferr, double *berr) { h(ddblasDporfs, uplo, n, nrhs, A, lda, AF, ldaf, B, ldb, X, ldx, ferr, berr); }
inline void porfs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const ddblasComplex *A, int64_t lda, const ddblasComplex *AF, int64_t ldaf, const ddblasComplex *B, int64_t ldb, ddblasComplex *X, int64_t ldx, double *ferr, double *berr) { h(ddblasCporfs, uplo, n, nrhs, A, lda, AF, ldaf, B, ldb, X, ldx, ferr, berr); }
inline void porfs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *AF, int64_t ldaf, const ddblasDoubleComplex *B, int64_t ldb, ddblasDoubleComplex *X, int64_t ldx, double *ferr, double *berr) { h(ddblasZporfs, uplo, n, nrhs, A, lda, AF, ldaf, B, ldb, X, ldx, ferr, berr); }
inline void porfs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddreal *A, int64_t lda, const cuddreal *AF, int64_t ldaf, const cuddreal *B, int64_t ldb, cuddreal *X, int64_t ldx, double *ferr, double *berr) { h(ddblasWporfs, uplo, n, nrhs, A, lda, AF, ldaf, B, ldb, X, ldx, ferr, berr); }
inline void porfs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddcomplex *A, int64_t lda, const cuddcomplex *AF, int64_t ldaf, const cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx, double *ferr, double *berr) { h(ddblasUporfs, uplo, n, nrhs, A, lda, AF, ldaf, B, ldb, X, ldx, ferr, berr); }

/* ddblasSposv, ddblasDposv, ddblasCposv, ddblasZposv, ddblasWposv, ddblasUposv: dd/factor.h */
inline void posv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, float *A, int64_t lda, float *B, int64_t ldb, int64_t *info) { h(ddblasSposv, uplo, n, nrhs, A, lda, B, ldb, info); }
inline void posv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, double *A, int64_t lda, double *B, int64_t ldb, int64_t *info) { h(ddblasDposv, uplo, n, nrhs, A, lda, B, ldb, info); }
inline void posv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb, int64_t *info) { h(ddblasCposv, uplo, n, nrhs, A, lda, B, ldb, info); }
inline void posv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb, int64_t *info) { h(ddblasZposv, uplo, n, nrhs, A, lda, B, ldb, info); }
inline void posv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb, int64_t *info) { h(ddblasWposv, uplo, n, nrhs, A, lda, B, ldb, info); }
inline void posv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb, int64_t *info) { h(ddblasUposv, uplo, n, nrhs, A, lda, B, ldb, info); }

/* ddblasWposvRefine, ddblasUposvRefine: dd/refine.h */
inline void posvRefine(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const void *A, ddblasType_t typea, int64_t lda, const cuddreal *B, int64_t ldb, cuddreal *X, int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise) { h(ddblasWposvRefine, uplo, n, nrhs, A, typea, lda, B, ldb, X, ldx, report, normwise, componentwise); }
inline void posvRefine(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const void *A, ddblasType_t typea, int64_t lda, const cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx, ddblasRefineReport_t *report, double *normwise, double *componentwise) { h(ddblasUposvRefine, uplo, n, nrhs, A, typea, lda, B, ldb, X, ldx, report, normwise, componentwise); }

/* ddblasSposvx, ddblasDposvx, ddblasCposvx, ddblasZposvx, ddblasWposvx, ddblasUposvx:
 * dd/expert.h */
inline void posvx(const handle &h, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, float *A, int64_t lda, float *AF, int64_t ldaf, ddblasEquilibration_t *equed, double *S, float *B, int64_t ldb, float *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasSposvx, fact, uplo, n, nrhs, A, lda, AF, ldaf, equed, S, B, ldb, X, ldx, report, ferr, berr); }
inline void posvx(const handle &h, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, double *A, int64_t lda, double *AF, int64_t ldaf, ddblasEquilibration_t *equed, double *S, double *B, int64_t ldb, double *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasDposvx, fact, uplo, n, nrhs, A, lda, AF, ldaf, equed, S, B, ldb, X, ldx, report, ferr, berr); }
inline void posvx(const handle &h, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, ddblasComplex *A, int64_t lda, ddblasComplex *AF, int64_t ldaf, ddblasEquilibration_t *equed, double *S, ddblasComplex *B, int64_t ldb, ddblasComplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasCposvx, fact, uplo, n, nrhs, A, lda, AF, ldaf, equed, S, B, ldb, X, ldx, report, ferr, berr); }
inline void posvx(const handle &h, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *AF, int64_t ldaf, ddblasEquilibration_t *equed, double *S, ddblasDoubleComplex *B, int64_t ldb, ddblasDoubleComplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasZposvx, fact, uplo, n, nrhs, A, lda, AF, ldaf, equed, S, B, ldb, X, ldx, report, ferr, berr); }
inline void posvx(const handle &h, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, cuddreal *AF, int64_t ldaf, ddblasEquilibration_t *equed, double *S, cuddreal *B, int64_t ldb, cuddreal *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasWposvx, fact, uplo, n, nrhs, A, lda, AF, ldaf, equed, S, B, ldb, X, ldx, report, ferr, berr); }
inline void posvx(const handle &h, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda, cuddcomplex *AF, int64_t ldaf, ddblasEquilibration_t *equed, double *S, cuddcomplex *B, int64_t ldb, cuddcomplex *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr) { h(ddblasUposvx, fact, uplo, n, nrhs, A, lda, AF, ldaf, equed, S, B, ldb, X, ldx, report, ferr, berr); }

/* ddblasSpotrf, ddblasDpotrf, ddblasCpotrf, ddblasZpotrf, ddblasWpotrf, ddblasUpotrf:
 * dd/factor.h */
inline void potrf(const handle &h, ddblasFillMode_t uplo, int64_t n, float *A, int64_t lda, int64_t *info) { h(ddblasSpotrf, uplo, n, A, lda, info); }
inline void potrf(const handle &h, ddblasFillMode_t uplo, int64_t n, double *A, int64_t lda, int64_t *info) { h(ddblasDpotrf, uplo, n, A, lda, info); }
inline void potrf(const handle &h, ddblasFillMode_t uplo, int64_t n, ddblasComplex *A, int64_t lda, int64_t *info) { h(ddblasCpotrf, uplo, n, A, lda, info); }
inline void potrf(const handle &h, ddblasFillMode_t uplo, int64_t n, ddblasDoubleComplex *A, int64_t lda, int64_t *info) { h(ddblasZpotrf, uplo, n, A, lda, info); }
inline void potrf(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, int64_t *info) { h(ddblasWpotrf, uplo, n, A, lda, info); }
inline void potrf(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, int64_t *info) { h(ddblasUpotrf, uplo, n, A, lda, info); }

/* ddblasWpotrfStridedBatched, ddblasUpotrfStridedBatched: dd/factor_batched.h */
inline void potrfStridedBatched(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, int64_t strideA, int64_t *info, int64_t batchCount) { h(ddblasWpotrfStridedBatched, uplo, n, A, lda, strideA, info, batchCount); }
inline void potrfStridedBatched(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, int64_t strideA, int64_t *info, int64_t batchCount) { h(ddblasUpotrfStridedBatched, uplo, n, A, lda, strideA, info, batchCount); }

/* ddblasSpotri, ddblasDpotri, ddblasCpotri, ddblasZpotri, ddblasWpotri, ddblasUpotri:
 * dd/inverse.h */
inline void potri(const handle &h, ddblasFillMode_t uplo, int64_t n, float *A, int64_t lda, int64_t *info) { h(ddblasSpotri, uplo, n, A, lda, info); }
inline void potri(const handle &h, ddblasFillMode_t uplo, int64_t n, double *A, int64_t lda, int64_t *info) { h(ddblasDpotri, uplo, n, A, lda, info); }
inline void potri(const handle &h, ddblasFillMode_t uplo, int64_t n, ddblasComplex *A, int64_t lda, int64_t *info) { h(ddblasCpotri, uplo, n, A, lda, info); }
inline void potri(const handle &h, ddblasFillMode_t uplo, int64_t n, ddblasDoubleComplex *A, int64_t lda, int64_t *info) { h(ddblasZpotri, uplo, n, A, lda, info); }
inline void potri(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, int64_t *info) { h(ddblasWpotri, uplo, n, A, lda, info); }
inline void potri(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, int64_t *info) { h(ddblasUpotri, uplo, n, A, lda, info); }

/* ddblasSpotrs, ddblasDpotrs, ddblasCpotrs, ddblasZpotrs, ddblasWpotrs, ddblasUpotrs:
 * dd/factor.h */
inline void potrs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const float *A, int64_t lda, float *B, int64_t ldb) { h(ddblasSpotrs, uplo, n, nrhs, A, lda, B, ldb); }
inline void potrs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const double *A, int64_t lda, double *B, int64_t ldb) { h(ddblasDpotrs, uplo, n, nrhs, A, lda, B, ldb); }
inline void potrs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb) { h(ddblasCpotrs, uplo, n, nrhs, A, lda, B, ldb); }
inline void potrs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb) { h(ddblasZpotrs, uplo, n, nrhs, A, lda, B, ldb); }
inline void potrs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb) { h(ddblasWpotrs, uplo, n, nrhs, A, lda, B, ldb); }
inline void potrs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb) { h(ddblasUpotrs, uplo, n, nrhs, A, lda, B, ldb); }

/* ddblasWpotrsStridedBatched, ddblasUpotrsStridedBatched: dd/factor_batched.h */
inline void potrsStridedBatched(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddreal *A, int64_t lda, int64_t strideA, cuddreal *B, int64_t ldb, int64_t strideB, int64_t batchCount) { h(ddblasWpotrsStridedBatched, uplo, n, nrhs, A, lda, strideA, B, ldb, strideB, batchCount); }
inline void potrsStridedBatched(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddcomplex *A, int64_t lda, int64_t strideA, cuddcomplex *B, int64_t ldb, int64_t strideB, int64_t batchCount) { h(ddblasUpotrsStridedBatched, uplo, n, nrhs, A, lda, strideA, B, ldb, strideB, batchCount); }

/* ddblasSrank, ddblasDrank, ddblasCrank, ddblasZrank, ddblasWrank, ddblasUrank: dd/svd.h */
inline void rank(const handle &h, int64_t m, int64_t n, const float *A, int64_t lda, double tolerance, float *gap, int64_t *rank, int64_t *info) { h(ddblasSrank, m, n, A, lda, tolerance, gap, rank, info); }
inline void rank(const handle &h, int64_t m, int64_t n, const double *A, int64_t lda, double tolerance, double *gap, int64_t *rank, int64_t *info) { h(ddblasDrank, m, n, A, lda, tolerance, gap, rank, info); }
inline void rank(const handle &h, int64_t m, int64_t n, const ddblasComplex *A, int64_t lda, double tolerance, float *gap, int64_t *rank, int64_t *info) { h(ddblasCrank, m, n, A, lda, tolerance, gap, rank, info); }
inline void rank(const handle &h, int64_t m, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double tolerance, double *gap, int64_t *rank, int64_t *info) { h(ddblasZrank, m, n, A, lda, tolerance, gap, rank, info); }
inline void rank(const handle &h, int64_t m, int64_t n, const cuddreal *A, int64_t lda, double tolerance, cuddreal *gap, int64_t *rank, int64_t *info) { h(ddblasWrank, m, n, A, lda, tolerance, gap, rank, info); }
inline void rank(const handle &h, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, double tolerance, cuddreal *gap, int64_t *rank, int64_t *info) { h(ddblasUrank, m, n, A, lda, tolerance, gap, rank, info); }

/* ddblasSrot, ddblasDrot, ddblasWrot, ddblasCrot, ddblasZrot, ddblasUrot, ddblasCsrot,
 * ddblasZdrot, ddblasUwrot: dd/level1.h */
inline void rot(const handle &h, int64_t n, float *x, int64_t incx, float *y, int64_t incy, const float *c, const float *s) { h(ddblasSrot, n, x, incx, y, incy, c, s); }
inline void rot(const handle &h, int64_t n, double *x, int64_t incx, double *y, int64_t incy, const double *c, const double *s) { h(ddblasDrot, n, x, incx, y, incy, c, s); }
inline void rot(const handle &h, int64_t n, cuddreal *x, int64_t incx, cuddreal *y, int64_t incy, const cuddreal *c, const cuddreal *s) { h(ddblasWrot, n, x, incx, y, incy, c, s); }
inline void rot(const handle &h, int64_t n, ddblasComplex *x, int64_t incx, ddblasComplex *y, int64_t incy, const float *c, const ddblasComplex *s) { h(ddblasCrot, n, x, incx, y, incy, c, s); }
inline void rot(const handle &h, int64_t n, ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *y, int64_t incy, const double *c, const ddblasDoubleComplex *s) { h(ddblasZrot, n, x, incx, y, incy, c, s); }
inline void rot(const handle &h, int64_t n, cuddcomplex *x, int64_t incx, cuddcomplex *y, int64_t incy, const cuddreal *c, const cuddcomplex *s) { h(ddblasUrot, n, x, incx, y, incy, c, s); }
inline void rot(const handle &h, int64_t n, ddblasComplex *x, int64_t incx, ddblasComplex *y, int64_t incy, const float *c, const float *s) { h(ddblasCsrot, n, x, incx, y, incy, c, s); }
inline void rot(const handle &h, int64_t n, ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *y, int64_t incy, const double *c, const double *s) { h(ddblasZdrot, n, x, incx, y, incy, c, s); }
inline void rot(const handle &h, int64_t n, cuddcomplex *x, int64_t incx, cuddcomplex *y, int64_t incy, const cuddreal *c, const cuddreal *s) { h(ddblasUwrot, n, x, incx, y, incy, c, s); }

/* ddblasSrotg, ddblasDrotg, ddblasCrotg, ddblasZrotg, ddblasWrotg, ddblasUrotg: dd/level1.h */
inline void rotg(const handle &h, float *a, float *b, float *c, float *s) { h(ddblasSrotg, a, b, c, s); }
inline void rotg(const handle &h, double *a, double *b, double *c, double *s) { h(ddblasDrotg, a, b, c, s); }
inline void rotg(const handle &h, ddblasComplex *a, ddblasComplex *b, float *c, ddblasComplex *s) { h(ddblasCrotg, a, b, c, s); }
inline void rotg(const handle &h, ddblasDoubleComplex *a, ddblasDoubleComplex *b, double *c, ddblasDoubleComplex *s) { h(ddblasZrotg, a, b, c, s); }
inline void rotg(const handle &h, cuddreal *a, cuddreal *b, cuddreal *c, cuddreal *s) { h(ddblasWrotg, a, b, c, s); }
inline void rotg(const handle &h, cuddcomplex *a, cuddcomplex *b, cuddreal *c, cuddcomplex *s) { h(ddblasUrotg, a, b, c, s); }

/* ddblasSrotm, ddblasDrotm, ddblasWrotm: dd/level1.h */
inline void rotm(const handle &h, int64_t n, float *x, int64_t incx, float *y, int64_t incy, const float *param) { h(ddblasSrotm, n, x, incx, y, incy, param); }
inline void rotm(const handle &h, int64_t n, double *x, int64_t incx, double *y, int64_t incy, const double *param) { h(ddblasDrotm, n, x, incx, y, incy, param); }
inline void rotm(const handle &h, int64_t n, cuddreal *x, int64_t incx, cuddreal *y, int64_t incy, const cuddreal *param) { h(ddblasWrotm, n, x, incx, y, incy, param); }

/* ddblasSrotmg, ddblasDrotmg, ddblasWrotmg: dd/level1.h */
inline void rotmg(const handle &h, float *d1, float *d2, float *x1, const float *y1, float *param) { h(ddblasSrotmg, d1, d2, x1, y1, param); }
inline void rotmg(const handle &h, double *d1, double *d2, double *x1, const double *y1, double *param) { h(ddblasDrotmg, d1, d2, x1, y1, param); }
inline void rotmg(const handle &h, cuddreal *d1, cuddreal *d2, cuddreal *x1, const cuddreal *y1, cuddreal *param) { h(ddblasWrotmg, d1, d2, x1, y1, param); }

/* ddblasSsbmv, ddblasDsbmv, ddblasWsbmv: dd/compact.h */
inline void sbmv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t k, const float *alpha, const float *A, int64_t lda, const float *x, int64_t incx, const float *beta, float *y, int64_t incy) { h(ddblasSsbmv, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy); }
inline void sbmv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t k, const double *alpha, const double *A, int64_t lda, const double *x, int64_t incx, const double *beta, double *y, int64_t incy) { h(ddblasDsbmv, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy); }
inline void sbmv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *x, int64_t incx, const cuddreal *beta, cuddreal *y, int64_t incy) { h(ddblasWsbmv, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy); }

/* ddblasSscal, ddblasDscal, ddblasCscal, ddblasZscal, ddblasWscal, ddblasUscal, ddblasCsscal,
 * ddblasZdscal, ddblasUwscal: dd/level1.h */
inline void scal(const handle &h, int64_t n, const float *alpha, float *x, int64_t incx) { h(ddblasSscal, n, alpha, x, incx); }
inline void scal(const handle &h, int64_t n, const double *alpha, double *x, int64_t incx) { h(ddblasDscal, n, alpha, x, incx); }
inline void scal(const handle &h, int64_t n, const ddblasComplex *alpha, ddblasComplex *x, int64_t incx) { h(ddblasCscal, n, alpha, x, incx); }
inline void scal(const handle &h, int64_t n, const ddblasDoubleComplex *alpha, ddblasDoubleComplex *x, int64_t incx) { h(ddblasZscal, n, alpha, x, incx); }
inline void scal(const handle &h, int64_t n, const cuddreal *alpha, cuddreal *x, int64_t incx) { h(ddblasWscal, n, alpha, x, incx); }
inline void scal(const handle &h, int64_t n, const cuddcomplex *alpha, cuddcomplex *x, int64_t incx) { h(ddblasUscal, n, alpha, x, incx); }
inline void scal(const handle &h, int64_t n, const float *alpha, ddblasComplex *x, int64_t incx) { h(ddblasCsscal, n, alpha, x, incx); }
inline void scal(const handle &h, int64_t n, const double *alpha, ddblasDoubleComplex *x, int64_t incx) { h(ddblasZdscal, n, alpha, x, incx); }
inline void scal(const handle &h, int64_t n, const cuddreal *alpha, cuddcomplex *x, int64_t incx) { h(ddblasUwscal, n, alpha, x, incx); }

/* ddblasSspmv, ddblasDspmv, ddblasWspmv: dd/compact.h */
inline void spmv(const handle &h, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *AP, const float *x, int64_t incx, const float *beta, float *y, int64_t incy) { h(ddblasSspmv, uplo, n, alpha, AP, x, incx, beta, y, incy); }
inline void spmv(const handle &h, ddblasFillMode_t uplo, int64_t n, const double *alpha, const double *AP, const double *x, int64_t incx, const double *beta, double *y, int64_t incy) { h(ddblasDspmv, uplo, n, alpha, AP, x, incx, beta, y, incy); }
inline void spmv(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha, const cuddreal *AP, const cuddreal *x, int64_t incx, const cuddreal *beta, cuddreal *y, int64_t incy) { h(ddblasWspmv, uplo, n, alpha, AP, x, incx, beta, y, incy); }

/* ddblasSspr, ddblasDspr, ddblasWspr: dd/rank.h */
inline void spr(const handle &h, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *x, int64_t incx, float *AP) { h(ddblasSspr, uplo, n, alpha, x, incx, AP); }
inline void spr(const handle &h, ddblasFillMode_t uplo, int64_t n, const double *alpha, const double *x, int64_t incx, double *AP) { h(ddblasDspr, uplo, n, alpha, x, incx, AP); }
inline void spr(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha, const cuddreal *x, int64_t incx, cuddreal *AP) { h(ddblasWspr, uplo, n, alpha, x, incx, AP); }

/* ddblasSspr2, ddblasDspr2, ddblasWspr2: dd/rank.h */
inline void spr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *x, int64_t incx, const float *y, int64_t incy, float *AP) { h(ddblasSspr2, uplo, n, alpha, x, incx, y, incy, AP); }
inline void spr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const double *alpha, const double *x, int64_t incx, const double *y, int64_t incy, double *AP) { h(ddblasDspr2, uplo, n, alpha, x, incx, y, incy, AP); }
inline void spr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha, const cuddreal *x, int64_t incx, const cuddreal *y, int64_t incy, cuddreal *AP) { h(ddblasWspr2, uplo, n, alpha, x, incx, y, incy, AP); }

/* ddblasWstebz: dd/tridiagonal.h */
inline void stebz(const handle &h, ddblasEigRange_t range, int64_t n, const cuddreal *vl, const cuddreal *vu, int64_t il, int64_t iu, const cuddreal *d, const cuddreal *e, int64_t *m, cuddreal *w, int64_t *info) { h(ddblasWstebz, range, n, vl, vu, il, iu, d, e, m, w, info); }

/* ddblasWstedc, ddblasUstedc: dd/tridiagonal.h */
inline void stedc(const handle &h, ddblasEvect_t compz, int64_t n, cuddreal *d, const cuddreal *e, cuddreal *Z, int64_t ldz, int64_t *info) { h(ddblasWstedc, compz, n, d, e, Z, ldz, info); }
inline void stedc(const handle &h, ddblasEvect_t compz, int64_t n, cuddreal *d, const cuddreal *e, cuddcomplex *Z, int64_t ldz, int64_t *info) { h(ddblasUstedc, compz, n, d, e, Z, ldz, info); }

/* ddblasWstein, ddblasUstein: dd/tridiagonal.h */
inline void stein(const handle &h, int64_t n, const cuddreal *d, const cuddreal *e, int64_t m, const cuddreal *w, cuddreal *Z, int64_t ldz, int64_t *info) { h(ddblasWstein, n, d, e, m, w, Z, ldz, info); }
inline void stein(const handle &h, int64_t n, const cuddreal *d, const cuddreal *e, int64_t m, const cuddreal *w, cuddcomplex *Z, int64_t ldz, int64_t *info) { h(ddblasUstein, n, d, e, m, w, Z, ldz, info); }

/* ddblasWsteqr, ddblasUsteqr: dd/tridiagonal.h */
inline void steqr(const handle &h, ddblasEvect_t compz, int64_t n, cuddreal *d, const cuddreal *e, cuddreal *Z, int64_t ldz, int64_t *info) { h(ddblasWsteqr, compz, n, d, e, Z, ldz, info); }
inline void steqr(const handle &h, ddblasEvect_t compz, int64_t n, cuddreal *d, const cuddreal *e, cuddcomplex *Z, int64_t ldz, int64_t *info) { h(ddblasUsteqr, compz, n, d, e, Z, ldz, info); }

/* ddblasSswap, ddblasDswap, ddblasCswap, ddblasZswap, ddblasWswap, ddblasUswap: dd/level1.h */
inline void swap(const handle &h, int64_t n, float *x, int64_t incx, float *y, int64_t incy) { h(ddblasSswap, n, x, incx, y, incy); }
inline void swap(const handle &h, int64_t n, double *x, int64_t incx, double *y, int64_t incy) { h(ddblasDswap, n, x, incx, y, incy); }
inline void swap(const handle &h, int64_t n, ddblasComplex *x, int64_t incx, ddblasComplex *y, int64_t incy) { h(ddblasCswap, n, x, incx, y, incy); }
inline void swap(const handle &h, int64_t n, ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *y, int64_t incy) { h(ddblasZswap, n, x, incx, y, incy); }
inline void swap(const handle &h, int64_t n, cuddreal *x, int64_t incx, cuddreal *y, int64_t incy) { h(ddblasWswap, n, x, incx, y, incy); }
inline void swap(const handle &h, int64_t n, cuddcomplex *x, int64_t incx, cuddcomplex *y, int64_t incy) { h(ddblasUswap, n, x, incx, y, incy); }

/* ddblasSsyevd, ddblasDsyevd, ddblasWsyevd: dd/eigen.h */
inline void syevd(const handle &h, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, float *A, int64_t lda, float *w, int64_t *info) { h(ddblasSsyevd, jobz, uplo, n, A, lda, w, info); }
inline void syevd(const handle &h, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, double *A, int64_t lda, double *w, int64_t *info) { h(ddblasDsyevd, jobz, uplo, n, A, lda, w, info); }
inline void syevd(const handle &h, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, cuddreal *w, int64_t *info) { h(ddblasWsyevd, jobz, uplo, n, A, lda, w, info); }

/* ddblasWsyevdStridedBatched: dd/eigen.h */
inline void syevdStridedBatched(const handle &h, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, int64_t strideA, cuddreal *w, int64_t strideW, int64_t *info, int64_t batchCount) { h(ddblasWsyevdStridedBatched, jobz, uplo, n, A, lda, strideA, w, strideW, info, batchCount); }

/* ddblasSsyevdx, ddblasDsyevdx, ddblasWsyevdx: dd/eigen.h */
inline void syevdx(const handle &h, ddblasEigMode_t jobz, ddblasEigRange_t range, ddblasFillMode_t uplo, int64_t n, float *A, int64_t lda, float vl, float vu, int64_t il, int64_t iu, int64_t *found, float *w, int64_t *info) { h(ddblasSsyevdx, jobz, range, uplo, n, A, lda, vl, vu, il, iu, found, w, info); }
inline void syevdx(const handle &h, ddblasEigMode_t jobz, ddblasEigRange_t range, ddblasFillMode_t uplo, int64_t n, double *A, int64_t lda, double vl, double vu, int64_t il, int64_t iu, int64_t *found, double *w, int64_t *info) { h(ddblasDsyevdx, jobz, range, uplo, n, A, lda, vl, vu, il, iu, found, w, info); }
inline void syevdx(const handle &h, ddblasEigMode_t jobz, ddblasEigRange_t range, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, cuddreal vl, cuddreal vu, int64_t il, int64_t iu, int64_t *found, cuddreal *w, int64_t *info) { h(ddblasWsyevdx, jobz, range, uplo, n, A, lda, vl, vu, il, iu, found, w, info); }

/* ddblasWsyevx: dd/few.h */
inline void syevx(const handle &h, int64_t n, int64_t k, ddblasEigEnd_t end, ddblasWoperator_t apply, ddblasWoperator_t precondition, void *context, const ddblasSyevxPlan_t *plan, cuddreal *X, int64_t ldx, cuddreal *w, double *residuals, ddblasSyevxReport_t *report) { h(ddblasWsyevx, n, k, end, apply, precondition, context, plan, X, ldx, w, residuals, report); }

/* ddblasWsygst: dd/eigen.h */
inline void sygst(const handle &h, ddblasEigType_t itype, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, const cuddreal *B, int64_t ldb) { h(ddblasWsygst, itype, uplo, n, A, lda, B, ldb); }

/* ddblasSsygvd, ddblasDsygvd, ddblasWsygvd: dd/eigen.h */
inline void sygvd(const handle &h, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, float *A, int64_t lda, float *B, int64_t ldb, float *w, int64_t *info) { h(ddblasSsygvd, itype, jobz, uplo, n, A, lda, B, ldb, w, info); }
inline void sygvd(const handle &h, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, double *A, int64_t lda, double *B, int64_t ldb, double *w, int64_t *info) { h(ddblasDsygvd, itype, jobz, uplo, n, A, lda, B, ldb, w, info); }
inline void sygvd(const handle &h, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb, cuddreal *w, int64_t *info) { h(ddblasWsygvd, itype, jobz, uplo, n, A, lda, B, ldb, w, info); }

/* ddblasSsymm, ddblasDsymm, ddblasCsymm, ddblasZsymm, ddblasWsymm, ddblasUsymm: dd/level3.h */
inline void symm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, const float *alpha, const float *A, int64_t lda, const float *B, int64_t ldb, const float *beta, float *C, int64_t ldc) { h(ddblasSsymm, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void symm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, const double *alpha, const double *A, int64_t lda, const double *B, int64_t ldb, const double *beta, double *C, int64_t ldc) { h(ddblasDsymm, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void symm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B, int64_t ldb, const ddblasComplex *beta, ddblasComplex *C, int64_t ldc) { h(ddblasCsymm, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void symm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZsymm, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void symm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *B, int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc) { h(ddblasWsymm, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void symm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *B, int64_t ldb, const cuddcomplex *beta, cuddcomplex *C, int64_t ldc) { h(ddblasUsymm, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }

/* ddblasSsymv, ddblasDsymv, ddblasCsymv, ddblasZsymv, ddblasWsymv, ddblasUsymv: dd/level2.h */
inline void symv(const handle &h, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *A, int64_t lda, const float *x, int64_t incx, const float *beta, float *y, int64_t incy) { h(ddblasSsymv, uplo, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void symv(const handle &h, ddblasFillMode_t uplo, int64_t n, const double *alpha, const double *A, int64_t lda, const double *x, int64_t incx, const double *beta, double *y, int64_t incy) { h(ddblasDsymv, uplo, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void symv(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *x, int64_t incx, const ddblasComplex *beta, ddblasComplex *y, int64_t incy) { h(ddblasCsymv, uplo, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void symv(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *beta, ddblasDoubleComplex *y, int64_t incy) { h(ddblasZsymv, uplo, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void symv(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *x, int64_t incx, const cuddreal *beta, cuddreal *y, int64_t incy) { h(ddblasWsymv, uplo, n, alpha, A, lda, x, incx, beta, y, incy); }
inline void symv(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *x, int64_t incx, const cuddcomplex *beta, cuddcomplex *y, int64_t incy) { h(ddblasUsymv, uplo, n, alpha, A, lda, x, incx, beta, y, incy); }

/* ddblasSsyr, ddblasDsyr, ddblasCsyr, ddblasZsyr, ddblasWsyr, ddblasUsyr: dd/rank.h */
inline void syr(const handle &h, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *x, int64_t incx, float *A, int64_t lda) { h(ddblasSsyr, uplo, n, alpha, x, incx, A, lda); }
inline void syr(const handle &h, ddblasFillMode_t uplo, int64_t n, const double *alpha, const double *x, int64_t incx, double *A, int64_t lda) { h(ddblasDsyr, uplo, n, alpha, x, incx, A, lda); }
inline void syr(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha, const ddblasComplex *x, int64_t incx, ddblasComplex *A, int64_t lda) { h(ddblasCsyr, uplo, n, alpha, x, incx, A, lda); }
inline void syr(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *A, int64_t lda) { h(ddblasZsyr, uplo, n, alpha, x, incx, A, lda); }
inline void syr(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha, const cuddreal *x, int64_t incx, cuddreal *A, int64_t lda) { h(ddblasWsyr, uplo, n, alpha, x, incx, A, lda); }
inline void syr(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x, int64_t incx, cuddcomplex *A, int64_t lda) { h(ddblasUsyr, uplo, n, alpha, x, incx, A, lda); }

/* ddblasSsyr2, ddblasDsyr2, ddblasCsyr2, ddblasZsyr2, ddblasWsyr2, ddblasUsyr2: dd/rank.h */
inline void syr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const float *alpha, const float *x, int64_t incx, const float *y, int64_t incy, float *A, int64_t lda) { h(ddblasSsyr2, uplo, n, alpha, x, incx, y, incy, A, lda); }
inline void syr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const double *alpha, const double *x, int64_t incx, const double *y, int64_t incy, double *A, int64_t lda) { h(ddblasDsyr2, uplo, n, alpha, x, incx, y, incy, A, lda); }
inline void syr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasComplex *alpha, const ddblasComplex *x, int64_t incx, const ddblasComplex *y, int64_t incy, ddblasComplex *A, int64_t lda) { h(ddblasCsyr2, uplo, n, alpha, x, incx, y, incy, A, lda); }
inline void syr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *x, int64_t incx, const ddblasDoubleComplex *y, int64_t incy, ddblasDoubleComplex *A, int64_t lda) { h(ddblasZsyr2, uplo, n, alpha, x, incx, y, incy, A, lda); }
inline void syr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddreal *alpha, const cuddreal *x, int64_t incx, const cuddreal *y, int64_t incy, cuddreal *A, int64_t lda) { h(ddblasWsyr2, uplo, n, alpha, x, incx, y, incy, A, lda); }
inline void syr2(const handle &h, ddblasFillMode_t uplo, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x, int64_t incx, const cuddcomplex *y, int64_t incy, cuddcomplex *A, int64_t lda) { h(ddblasUsyr2, uplo, n, alpha, x, incx, y, incy, A, lda); }

/* ddblasSsyr2k, ddblasDsyr2k, ddblasCsyr2k, ddblasZsyr2k, ddblasWsyr2k, ddblasUsyr2k:
 * dd/level3.h */
inline void syr2k(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const float *alpha, const float *A, int64_t lda, const float *B, int64_t ldb, const float *beta, float *C, int64_t ldc) { h(ddblasSsyr2k, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void syr2k(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const double *alpha, const double *A, int64_t lda, const double *B, int64_t ldb, const double *beta, double *C, int64_t ldc) { h(ddblasDsyr2k, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void syr2k(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B, int64_t ldb, const ddblasComplex *beta, ddblasComplex *C, int64_t ldc) { h(ddblasCsyr2k, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void syr2k(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZsyr2k, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void syr2k(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *B, int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc) { h(ddblasWsyr2k, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void syr2k(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *B, int64_t ldb, const cuddcomplex *beta, cuddcomplex *C, int64_t ldc) { h(ddblasUsyr2k, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }

/* ddblasSsyrk, ddblasDsyrk, ddblasCsyrk, ddblasZsyrk, ddblasWsyrk, ddblasUsyrk: dd/level3.h */
inline void syrk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const float *alpha, const float *A, int64_t lda, const float *beta, float *C, int64_t ldc) { h(ddblasSsyrk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }
inline void syrk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const double *alpha, const double *A, int64_t lda, const double *beta, double *C, int64_t ldc) { h(ddblasDsyrk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }
inline void syrk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *beta, ddblasComplex *C, int64_t ldc) { h(ddblasCsyrk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }
inline void syrk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *beta, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZsyrk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }
inline void syrk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *beta, cuddreal *C, int64_t ldc) { h(ddblasWsyrk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }
inline void syrk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *beta, cuddcomplex *C, int64_t ldc) { h(ddblasUsyrk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }

/* ddblasWsyrkEx: dd/level3.h */
inline void syrkEx(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const cuddreal *alpha, const void *A, ddblasType_t typea, int64_t lda, const cuddreal *beta, cuddreal *C, int64_t ldc) { h(ddblasWsyrkEx, uplo, trans, n, k, alpha, A, typea, lda, beta, C, ldc); }

/* ddblasWsysv, ddblasUsysv: dd/indefinite.h */
inline void sysv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddreal *A, int64_t lda, int64_t *ipiv, cuddreal *B, int64_t ldb, int64_t *info) { h(ddblasWsysv, uplo, n, nrhs, A, lda, ipiv, B, ldb, info); }
inline void sysv(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, cuddcomplex *A, int64_t lda, int64_t *ipiv, cuddcomplex *B, int64_t ldb, int64_t *info) { h(ddblasUsysv, uplo, n, nrhs, A, lda, ipiv, B, ldb, info); }

/* ddblasWsytrd: dd/tridiagonal.h */
inline void sytrd(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, cuddreal *d, cuddreal *e, cuddreal *tau) { h(ddblasWsytrd, uplo, n, A, lda, d, e, tau); }

/* ddblasWsytrf, ddblasUsytrf: dd/indefinite.h */
inline void sytrf(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, int64_t *ipiv, int64_t *info) { h(ddblasWsytrf, uplo, n, A, lda, ipiv, info); }
inline void sytrf(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, int64_t *ipiv, int64_t *info) { h(ddblasUsytrf, uplo, n, A, lda, ipiv, info); }

/* ddblasWsytrfInertia: dd/indefinite.h */
inline void sytrfInertia(const handle &h, int64_t n, const cuddreal *A, int64_t lda, const int64_t *ipiv, int64_t *inertia) { h(ddblasWsytrfInertia, n, A, lda, ipiv, inertia); }

/* ddblasWsytri, ddblasUsytri: dd/indefinite.h */
inline void sytri(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddreal *A, int64_t lda, const int64_t *ipiv, int64_t *info) { h(ddblasWsytri, uplo, n, A, lda, ipiv, info); }
inline void sytri(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, const int64_t *ipiv, int64_t *info) { h(ddblasUsytri, uplo, n, A, lda, ipiv, info); }

/* ddblasWsytrs, ddblasUsytrs: dd/indefinite.h */
inline void sytrs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddreal *A, int64_t lda, const int64_t *ipiv, cuddreal *B, int64_t ldb) { h(ddblasWsytrs, uplo, n, nrhs, A, lda, ipiv, B, ldb); }
inline void sytrs(const handle &h, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, const cuddcomplex *A, int64_t lda, const int64_t *ipiv, cuddcomplex *B, int64_t ldb) { h(ddblasUsytrs, uplo, n, nrhs, A, lda, ipiv, B, ldb); }

/* ddblasStbmv, ddblasDtbmv, ddblasCtbmv, ddblasZtbmv, ddblasWtbmv, ddblasUtbmv: dd/compact.h */
inline void tbmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const float *A, int64_t lda, float *x, int64_t incx) { h(ddblasStbmv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const double *A, int64_t lda, double *x, int64_t incx) { h(ddblasDtbmv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const ddblasComplex *A, int64_t lda, ddblasComplex *x, int64_t incx) { h(ddblasCtbmv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *x, int64_t incx) { h(ddblasZtbmv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const cuddreal *A, int64_t lda, cuddreal *x, int64_t incx) { h(ddblasWtbmv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const cuddcomplex *A, int64_t lda, cuddcomplex *x, int64_t incx) { h(ddblasUtbmv, uplo, trans, diag, n, k, A, lda, x, incx); }

/* ddblasStbsv, ddblasDtbsv, ddblasCtbsv, ddblasZtbsv, ddblasWtbsv, ddblasUtbsv: dd/compact.h */
inline void tbsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const float *A, int64_t lda, float *x, int64_t incx) { h(ddblasStbsv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const double *A, int64_t lda, double *x, int64_t incx) { h(ddblasDtbsv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const ddblasComplex *A, int64_t lda, ddblasComplex *x, int64_t incx) { h(ddblasCtbsv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *x, int64_t incx) { h(ddblasZtbsv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const cuddreal *A, int64_t lda, cuddreal *x, int64_t incx) { h(ddblasWtbsv, uplo, trans, diag, n, k, A, lda, x, incx); }
inline void tbsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, int64_t k, const cuddcomplex *A, int64_t lda, cuddcomplex *x, int64_t incx) { h(ddblasUtbsv, uplo, trans, diag, n, k, A, lda, x, incx); }

/* ddblasStpmv, ddblasDtpmv, ddblasCtpmv, ddblasZtpmv, ddblasWtpmv, ddblasUtpmv: dd/compact.h */
inline void tpmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const float *AP, float *x, int64_t incx) { h(ddblasStpmv, uplo, trans, diag, n, AP, x, incx); }
inline void tpmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const double *AP, double *x, int64_t incx) { h(ddblasDtpmv, uplo, trans, diag, n, AP, x, incx); }
inline void tpmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const ddblasComplex *AP, ddblasComplex *x, int64_t incx) { h(ddblasCtpmv, uplo, trans, diag, n, AP, x, incx); }
inline void tpmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const ddblasDoubleComplex *AP, ddblasDoubleComplex *x, int64_t incx) { h(ddblasZtpmv, uplo, trans, diag, n, AP, x, incx); }
inline void tpmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const cuddreal *AP, cuddreal *x, int64_t incx) { h(ddblasWtpmv, uplo, trans, diag, n, AP, x, incx); }
inline void tpmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const cuddcomplex *AP, cuddcomplex *x, int64_t incx) { h(ddblasUtpmv, uplo, trans, diag, n, AP, x, incx); }

/* ddblasStpsv, ddblasDtpsv, ddblasCtpsv, ddblasZtpsv, ddblasWtpsv, ddblasUtpsv: dd/compact.h */
inline void tpsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const float *AP, float *x, int64_t incx) { h(ddblasStpsv, uplo, trans, diag, n, AP, x, incx); }
inline void tpsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const double *AP, double *x, int64_t incx) { h(ddblasDtpsv, uplo, trans, diag, n, AP, x, incx); }
inline void tpsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const ddblasComplex *AP, ddblasComplex *x, int64_t incx) { h(ddblasCtpsv, uplo, trans, diag, n, AP, x, incx); }
inline void tpsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const ddblasDoubleComplex *AP, ddblasDoubleComplex *x, int64_t incx) { h(ddblasZtpsv, uplo, trans, diag, n, AP, x, incx); }
inline void tpsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const cuddreal *AP, cuddreal *x, int64_t incx) { h(ddblasWtpsv, uplo, trans, diag, n, AP, x, incx); }
inline void tpsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const cuddcomplex *AP, cuddcomplex *x, int64_t incx) { h(ddblasUtpsv, uplo, trans, diag, n, AP, x, incx); }

/* ddblasStrcon, ddblasDtrcon, ddblasCtrcon, ddblasZtrcon, ddblasWtrcon, ddblasUtrcon:
 * dd/condition.h */
inline void trcon(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, const float *A, int64_t lda, double anorm, double *rcond) { h(ddblasStrcon, norm, uplo, diag, n, A, lda, anorm, rcond); }
inline void trcon(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, const double *A, int64_t lda, double anorm, double *rcond) { h(ddblasDtrcon, norm, uplo, diag, n, A, lda, anorm, rcond); }
inline void trcon(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, const ddblasComplex *A, int64_t lda, double anorm, double *rcond) { h(ddblasCtrcon, norm, uplo, diag, n, A, lda, anorm, rcond); }
inline void trcon(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, const ddblasDoubleComplex *A, int64_t lda, double anorm, double *rcond) { h(ddblasZtrcon, norm, uplo, diag, n, A, lda, anorm, rcond); }
inline void trcon(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, const cuddreal *A, int64_t lda, double anorm, double *rcond) { h(ddblasWtrcon, norm, uplo, diag, n, A, lda, anorm, rcond); }
inline void trcon(const handle &h, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, const cuddcomplex *A, int64_t lda, double anorm, double *rcond) { h(ddblasUtrcon, norm, uplo, diag, n, A, lda, anorm, rcond); }

/* ddblasStrmm, ddblasDtrmm, ddblasCtrmm, ddblasZtrmm, ddblasWtrmm, ddblasUtrmm: dd/level3.h */
inline void trmm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const float *alpha, const float *A, int64_t lda, const float *B, int64_t ldb, float *C, int64_t ldc) { h(ddblasStrmm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc); }
inline void trmm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const double *alpha, const double *A, int64_t lda, const double *B, int64_t ldb, double *C, int64_t ldc) { h(ddblasDtrmm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc); }
inline void trmm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B, int64_t ldb, ddblasComplex *C, int64_t ldc) { h(ddblasCtrmm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc); }
inline void trmm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *B, int64_t ldb, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZtrmm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc); }
inline void trmm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *B, int64_t ldb, cuddreal *C, int64_t ldc) { h(ddblasWtrmm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc); }
inline void trmm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *B, int64_t ldb, cuddcomplex *C, int64_t ldc) { h(ddblasUtrmm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc); }

/* ddblasStrmv, ddblasDtrmv, ddblasCtrmv, ddblasZtrmv, ddblasWtrmv, ddblasUtrmv: dd/level2.h */
inline void trmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const float *A, int64_t lda, float *x, int64_t incx) { h(ddblasStrmv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const double *A, int64_t lda, double *x, int64_t incx) { h(ddblasDtrmv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const ddblasComplex *A, int64_t lda, ddblasComplex *x, int64_t incx) { h(ddblasCtrmv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *x, int64_t incx) { h(ddblasZtrmv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const cuddreal *A, int64_t lda, cuddreal *x, int64_t incx) { h(ddblasWtrmv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trmv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const cuddcomplex *A, int64_t lda, cuddcomplex *x, int64_t incx) { h(ddblasUtrmv, uplo, trans, diag, n, A, lda, x, incx); }

/* ddblasStrsm, ddblasDtrsm, ddblasCtrsm, ddblasZtrsm, ddblasWtrsm, ddblasUtrsm: dd/level3.h */
inline void trsm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const float *alpha, const float *A, int64_t lda, float *B, int64_t ldb) { h(ddblasStrsm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb); }
inline void trsm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const double *alpha, const double *A, int64_t lda, double *B, int64_t ldb) { h(ddblasDtrsm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb); }
inline void trsm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, ddblasComplex *B, int64_t ldb) { h(ddblasCtrsm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb); }
inline void trsm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *B, int64_t ldb) { h(ddblasZtrsm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb); }
inline void trsm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb) { h(ddblasWtrsm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb); }
inline void trsm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb) { h(ddblasUtrsm, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb); }

/* ddblasWtrsmBatched: dd/batched.h */
inline void trsmBatched(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal **Aarray, int64_t lda, cuddreal **Barray, int64_t ldb, int64_t batchCount) { h(ddblasWtrsmBatched, side, uplo, trans, diag, m, n, alpha, Aarray, lda, Barray, ldb, batchCount); }

/* ddblasWtrsmStridedBatched: dd/batched.h */
inline void trsmStridedBatched(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, int64_t strideA, cuddreal *B, int64_t ldb, int64_t strideB, int64_t batchCount) { h(ddblasWtrsmStridedBatched, side, uplo, trans, diag, m, n, alpha, A, lda, strideA, B, ldb, strideB, batchCount); }

/* ddblasStrsv, ddblasDtrsv, ddblasCtrsv, ddblasZtrsv, ddblasWtrsv, ddblasUtrsv: dd/level2.h */
inline void trsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const float *A, int64_t lda, float *x, int64_t incx) { h(ddblasStrsv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const double *A, int64_t lda, double *x, int64_t incx) { h(ddblasDtrsv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const ddblasComplex *A, int64_t lda, ddblasComplex *x, int64_t incx) { h(ddblasCtrsv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *x, int64_t incx) { h(ddblasZtrsv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const cuddreal *A, int64_t lda, cuddreal *x, int64_t incx) { h(ddblasWtrsv, uplo, trans, diag, n, A, lda, x, incx); }
inline void trsv(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, ddblasDiagType_t diag, int64_t n, const cuddcomplex *A, int64_t lda, cuddcomplex *x, int64_t incx) { h(ddblasUtrsv, uplo, trans, diag, n, A, lda, x, incx); }

/* ddblasStrtri, ddblasDtrtri, ddblasCtrtri, ddblasZtrtri, ddblasWtrtri, ddblasUtrtri:
 * dd/inverse.h */
inline void trtri(const handle &h, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, float *A, int64_t lda, int64_t *info) { h(ddblasStrtri, uplo, diag, n, A, lda, info); }
inline void trtri(const handle &h, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, double *A, int64_t lda, int64_t *info) { h(ddblasDtrtri, uplo, diag, n, A, lda, info); }
inline void trtri(const handle &h, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, ddblasComplex *A, int64_t lda, int64_t *info) { h(ddblasCtrtri, uplo, diag, n, A, lda, info); }
inline void trtri(const handle &h, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, ddblasDoubleComplex *A, int64_t lda, int64_t *info) { h(ddblasZtrtri, uplo, diag, n, A, lda, info); }
inline void trtri(const handle &h, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, cuddreal *A, int64_t lda, int64_t *info) { h(ddblasWtrtri, uplo, diag, n, A, lda, info); }
inline void trtri(const handle &h, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n, cuddcomplex *A, int64_t lda, int64_t *info) { h(ddblasUtrtri, uplo, diag, n, A, lda, info); }

/* ddblasStsqr, ddblasDtsqr, ddblasCtsqr, ddblasZtsqr, ddblasWtsqr: dd/tsqr.h */
inline void tsqr(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, float *A, int64_t lda, float *R, int64_t ldr) { h(ddblasStsqr, plan, layout, m, n, A, lda, R, ldr); }
inline void tsqr(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, double *A, int64_t lda, double *R, int64_t ldr) { h(ddblasDtsqr, plan, layout, m, n, A, lda, R, ldr); }
inline void tsqr(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, ddblasComplex *A, int64_t lda, ddblasComplex *R, int64_t ldr) { h(ddblasCtsqr, plan, layout, m, n, A, lda, R, ldr); }
inline void tsqr(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *R, int64_t ldr) { h(ddblasZtsqr, plan, layout, m, n, A, lda, R, ldr); }
inline void tsqr(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, cuddreal *A, int64_t lda, cuddreal *R, int64_t ldr) { h(ddblasWtsqr, plan, layout, m, n, A, lda, R, ldr); }

/* ddblasStsqrApply, ddblasDtsqrApply, ddblasCtsqrApply, ddblasZtsqrApply, ddblasWtsqrApply:
 * dd/tsqr.h */
inline void tsqrApply(const handle &h, const ddblasTsqrPlan_t *plan, ddblasOperation_t op, ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const float *A, int64_t lda, const float *T, int64_t tsize, float *C, int64_t ldc) { h(ddblasStsqrApply, plan, op, layout, m, n, p, A, lda, T, tsize, C, ldc); }
inline void tsqrApply(const handle &h, const ddblasTsqrPlan_t *plan, ddblasOperation_t op, ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const double *A, int64_t lda, const double *T, int64_t tsize, double *C, int64_t ldc) { h(ddblasDtsqrApply, plan, op, layout, m, n, p, A, lda, T, tsize, C, ldc); }
inline void tsqrApply(const handle &h, const ddblasTsqrPlan_t *plan, ddblasOperation_t op, ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const ddblasComplex *A, int64_t lda, const ddblasComplex *T, int64_t tsize, ddblasComplex *C, int64_t ldc) { h(ddblasCtsqrApply, plan, op, layout, m, n, p, A, lda, T, tsize, C, ldc); }
inline void tsqrApply(const handle &h, const ddblasTsqrPlan_t *plan, ddblasOperation_t op, ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *T, int64_t tsize, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZtsqrApply, plan, op, layout, m, n, p, A, lda, T, tsize, C, ldc); }
inline void tsqrApply(const handle &h, const ddblasTsqrPlan_t *plan, ddblasOperation_t op, ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const cuddreal *A, int64_t lda, const cuddreal *T, int64_t tsize, cuddreal *C, int64_t ldc) { h(ddblasWtsqrApply, plan, op, layout, m, n, p, A, lda, T, tsize, C, ldc); }

/* ddblasStsqrFactor, ddblasDtsqrFactor, ddblasCtsqrFactor, ddblasZtsqrFactor, ddblasWtsqrFactor:
 * dd/tsqr.h */
inline void tsqrFactor(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, float *A, int64_t lda, float *R, int64_t ldr, float *T, int64_t tsize) { h(ddblasStsqrFactor, plan, layout, m, n, A, lda, R, ldr, T, tsize); }
inline void tsqrFactor(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, double *A, int64_t lda, double *R, int64_t ldr, double *T, int64_t tsize) { h(ddblasDtsqrFactor, plan, layout, m, n, A, lda, R, ldr, T, tsize); }
inline void tsqrFactor(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, ddblasComplex *A, int64_t lda, ddblasComplex *R, int64_t ldr, ddblasComplex *T, int64_t tsize) { h(ddblasCtsqrFactor, plan, layout, m, n, A, lda, R, ldr, T, tsize); }
inline void tsqrFactor(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *R, int64_t ldr, ddblasDoubleComplex *T, int64_t tsize) { h(ddblasZtsqrFactor, plan, layout, m, n, A, lda, R, ldr, T, tsize); }
inline void tsqrFactor(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, cuddreal *A, int64_t lda, cuddreal *R, int64_t ldr, cuddreal *T, int64_t tsize) { h(ddblasWtsqrFactor, plan, layout, m, n, A, lda, R, ldr, T, tsize); }

/* ddblasStsqrForm, ddblasDtsqrForm, ddblasCtsqrForm, ddblasZtsqrForm, ddblasWtsqrForm: dd/tsqr.h */
inline void tsqrForm(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, float *A, int64_t lda, const float *T, int64_t tsize) { h(ddblasStsqrForm, plan, layout, m, n, A, lda, T, tsize); }
inline void tsqrForm(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, double *A, int64_t lda, const double *T, int64_t tsize) { h(ddblasDtsqrForm, plan, layout, m, n, A, lda, T, tsize); }
inline void tsqrForm(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, ddblasComplex *A, int64_t lda, const ddblasComplex *T, int64_t tsize) { h(ddblasCtsqrForm, plan, layout, m, n, A, lda, T, tsize); }
inline void tsqrForm(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *T, int64_t tsize) { h(ddblasZtsqrForm, plan, layout, m, n, A, lda, T, tsize); }
inline void tsqrForm(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, cuddreal *A, int64_t lda, const cuddreal *T, int64_t tsize) { h(ddblasWtsqrForm, plan, layout, m, n, A, lda, T, tsize); }

/* ddblasStsqrR, ddblasDtsqrR, ddblasCtsqrR, ddblasZtsqrR, ddblasWtsqrR: dd/tsqr.h */
inline void tsqrR(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, float *A, int64_t lda, float *R, int64_t ldr) { h(ddblasStsqrR, plan, layout, m, n, A, lda, R, ldr); }
inline void tsqrR(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, double *A, int64_t lda, double *R, int64_t ldr) { h(ddblasDtsqrR, plan, layout, m, n, A, lda, R, ldr); }
inline void tsqrR(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, ddblasComplex *A, int64_t lda, ddblasComplex *R, int64_t ldr) { h(ddblasCtsqrR, plan, layout, m, n, A, lda, R, ldr); }
inline void tsqrR(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *R, int64_t ldr) { h(ddblasZtsqrR, plan, layout, m, n, A, lda, R, ldr); }
inline void tsqrR(const handle &h, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, cuddreal *A, int64_t lda, cuddreal *R, int64_t ldr) { h(ddblasWtsqrR, plan, layout, m, n, A, lda, R, ldr); }

/* ddblasCunghr, ddblasZunghr, ddblasUunghr: dd/nonsymmetric.h */
inline void unghr(const handle &h, int64_t n, int64_t ilo, int64_t ihi, ddblasComplex *A, int64_t lda, const ddblasComplex *tau) { h(ddblasCunghr, n, ilo, ihi, A, lda, tau); }
inline void unghr(const handle &h, int64_t n, int64_t ilo, int64_t ihi, ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *tau) { h(ddblasZunghr, n, ilo, ihi, A, lda, tau); }
inline void unghr(const handle &h, int64_t n, int64_t ilo, int64_t ihi, cuddcomplex *A, int64_t lda, const cuddcomplex *tau) { h(ddblasUunghr, n, ilo, ihi, A, lda, tau); }

/* ddblasCungqr, ddblasZungqr, ddblasUungqr: dd/qr.h */
inline void ungqr(const handle &h, int64_t m, int64_t n, int64_t k, ddblasComplex *A, int64_t lda, const ddblasComplex *tau) { h(ddblasCungqr, m, n, k, A, lda, tau); }
inline void ungqr(const handle &h, int64_t m, int64_t n, int64_t k, ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *tau) { h(ddblasZungqr, m, n, k, A, lda, tau); }
inline void ungqr(const handle &h, int64_t m, int64_t n, int64_t k, cuddcomplex *A, int64_t lda, const cuddcomplex *tau) { h(ddblasUungqr, m, n, k, A, lda, tau); }

/* ddblasUungtr: dd/tridiagonal.h */
inline void ungtr(const handle &h, ddblasFillMode_t uplo, int64_t n, cuddcomplex *A, int64_t lda, const cuddcomplex *tau) { h(ddblasUungtr, uplo, n, A, lda, tau); }

/* ddblasCunmqr, ddblasZunmqr, ddblasUunmqr: dd/qr.h */
inline void unmqr(const handle &h, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m, int64_t n, int64_t k, const ddblasComplex *A, int64_t lda, const ddblasComplex *tau, ddblasComplex *C, int64_t ldc) { h(ddblasCunmqr, side, trans, m, n, k, A, lda, tau, C, ldc); }
inline void unmqr(const handle &h, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m, int64_t n, int64_t k, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *tau, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasZunmqr, side, trans, m, n, k, A, lda, tau, C, ldc); }
inline void unmqr(const handle &h, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m, int64_t n, int64_t k, const cuddcomplex *A, int64_t lda, const cuddcomplex *tau, cuddcomplex *C, int64_t ldc) { h(ddblasUunmqr, side, trans, m, n, k, A, lda, tau, C, ldc); }

/* ddblasUunmtr: dd/tridiagonal.h */
inline void unmtr(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t m, int64_t n, const cuddcomplex *A, int64_t lda, const cuddcomplex *tau, cuddcomplex *C, int64_t ldc) { h(ddblasUunmtr, side, uplo, trans, m, n, A, lda, tau, C, ldc); }

/* ddblasXtSgemm, ddblasXtDgemm, ddblasXtCgemm, ddblasXtZgemm, ddblasXtWgemm: dd/xt.h */
inline void xtgemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const float *alpha, const float *A, int64_t lda, const float *B, int64_t ldb, const float *beta, float *C, int64_t ldc) { h(ddblasXtSgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void xtgemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const double *alpha, const double *A, int64_t lda, const double *B, int64_t ldb, const double *beta, double *C, int64_t ldc) { h(ddblasXtDgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void xtgemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B, int64_t ldb, const ddblasComplex *beta, ddblasComplex *C, int64_t ldc) { h(ddblasXtCgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void xtgemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda, const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta, ddblasDoubleComplex *C, int64_t ldc) { h(ddblasXtZgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
inline void xtgemm(const handle &h, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *B, int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc) { h(ddblasXtWgemm, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }

/* ddblasXtWsyrk: dd/xt.h */
inline void xtsyrk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *beta, cuddreal *C, int64_t ldc) { h(ddblasXtWsyrk, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); }

/* clang-format on */

} // namespace dd

#endif
