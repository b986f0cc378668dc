/*
 * The BLAS of MPLAPACK in double-double, offered by ddblas: names, arguments, types and the binary
 * interface are those of MPLAPACK 2.0's header of this name, so that a program compiled with
 * either header links with either library. docs/mplapack.md says what differs.
 *
 * Letters are those of the reference BLAS, in either case. Matrices are column-major. Pointers lead
 * to host memory and need the alignment of double. A wrong argument is reported to Mxerbla_dd with
 * its position, and nothing is written if that returns.
 *
 * Sums and products keep the error bounds of the routine of ddblas of the same name: Rgemm those of
 * ddblasWgemm, Cgemm those of ddblasUgemm (dd/level1.h, dd/level2.h, dd/compact.h, dd/level3.h). A
 * call that finds no memory throws std::bad_alloc, as MPLAPACK does.
 */
#ifndef DDBLAS_MPBLAS_DD_H
#define DDBLAS_MPBLAS_DD_H

/* MPLAPACK's own header. */
#define _MPBLAS_DD_H_

#include <cstdint>

#include <qd/dd_real.h>

#include "dd_complex.h"

typedef int64_t mplapackint;

#pragma GCC visibility push(default)

/* 1 if the first characters are the same letter, in either case. */
bool Mlsame_dd(const char *a, const char *b);

/* Called for a wrong argument, with its position from 1 on. This one prints a line and ends the
 * program with that number. A program may define its own, which may return. */
void Mxerbla_dd(const char *srname, int info);

/* ---- Level 1 --------------------------------------------------------------------------------- */
void Raxpy(mplapackint n, dd_real da, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy);
void Caxpy(mplapackint n, dd_complex za, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy);
void Rscal(mplapackint n, dd_real da, dd_real *dx, mplapackint incx);
void Cscal(mplapackint n, dd_complex za, dd_complex *zx, mplapackint incx);
void CRscal(mplapackint n, dd_real da, dd_complex *zx, mplapackint incx);
void Rcopy(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy);
void Ccopy(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy);
void Rswap(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy);
void Cswap(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy);
dd_real Rdot(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy);
dd_complex Cdotu(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy);
dd_complex Cdotc(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy);
dd_real Rnrm2(mplapackint n, dd_real *x, mplapackint incx);
dd_real RCnrm2(mplapackint n, dd_complex *x, mplapackint incx);
dd_real Rasum(mplapackint n, dd_real *dx, mplapackint incx);
dd_real RCasum(mplapackint n, dd_complex *zx, mplapackint incx);
mplapackint iRamax(mplapackint n, dd_real *dx, mplapackint incx);
mplapackint iCamax(mplapackint n, dd_complex *zx, mplapackint incx);
void Rrot(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy, dd_real c, dd_real s);
void CRrot(mplapackint n, dd_complex *zx, mplapackint incx, dd_complex *zy, mplapackint incy, dd_real c, dd_real s);
void Rrotg(dd_real &da, dd_real &db, dd_real &c, dd_real &s);
void Crotg(dd_complex &ca, dd_complex cb, dd_real &c, dd_complex &s);
void Rrotm(mplapackint n, dd_real *dx, mplapackint incx, dd_real *dy, mplapackint incy, dd_real *dparam);
void Rrotmg(dd_real &dd1, dd_real &dd2, dd_real &dx1, dd_real dy1, dd_real *dparam);
dd_real RCabs1(dd_complex z);

/* ---- Level 2 --------------------------------------------------------------------------------- */
void Rgemv(const char *trans, mplapackint m, mplapackint n, dd_real alpha, dd_real *a, mplapackint lda, dd_real *x,
           mplapackint incx, dd_real beta, dd_real *y, mplapackint incy);
void Cgemv(const char *trans, mplapackint m, mplapackint n, dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *x,
           mplapackint incx, dd_complex beta, dd_complex *y, mplapackint incy);
void Rsymv(const char *uplo, mplapackint n, dd_real alpha, dd_real *a, mplapackint lda, dd_real *x, mplapackint incx,
           dd_real beta, dd_real *y, mplapackint incy);
void Chemv(const char *uplo, mplapackint n, dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *x, mplapackint incx,
           dd_complex beta, dd_complex *y, mplapackint incy);
void Rger(mplapackint m, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *y, mplapackint incy, dd_real *a,
          mplapackint lda);
void Cgeru(mplapackint m, mplapackint n, dd_complex alpha, dd_complex *x, mplapackint incx, dd_complex *y, mplapackint incy,
           dd_complex *a, mplapackint lda);
void Cgerc(mplapackint m, mplapackint n, dd_complex alpha, dd_complex *x, mplapackint incx, dd_complex *y, mplapackint incy,
           dd_complex *a, mplapackint lda);
void Rsyr(const char *uplo, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *a, mplapackint lda);
void Cher(const char *uplo, mplapackint n, dd_real alpha, dd_complex *x, mplapackint incx, dd_complex *a, mplapackint lda);
void Rsyr2(const char *uplo, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *y, mplapackint incy, dd_real *a,
           mplapackint lda);
void Cher2(const char *uplo, mplapackint n, dd_complex alpha, dd_complex *x, mplapackint incx, dd_complex *y, mplapackint incy,
           dd_complex *a, mplapackint lda);
void Rtrmv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_real *a, mplapackint lda, dd_real *x,
           mplapackint incx);
void Ctrmv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *x,
           mplapackint incx);
void Rtrsv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_real *a, mplapackint lda, dd_real *x,
           mplapackint incx);
void Ctrsv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *x,
           mplapackint incx);

/* ---- Level 2, band and packed matrices ------------------------------------------------------- */
void Rgbmv(const char *trans, mplapackint m, mplapackint n, mplapackint kl, mplapackint ku, dd_real alpha, dd_real *a,
           mplapackint lda, dd_real *x, mplapackint incx, dd_real beta, dd_real *y, mplapackint incy);
void Cgbmv(const char *trans, mplapackint m, mplapackint n, mplapackint kl, mplapackint ku, dd_complex alpha, dd_complex *a,
           mplapackint lda, dd_complex *x, mplapackint incx, dd_complex beta, dd_complex *y, mplapackint incy);
void Rsbmv(const char *uplo, mplapackint n, mplapackint k, dd_real alpha, dd_real *a, mplapackint lda, dd_real *x,
           mplapackint incx, dd_real beta, dd_real *y, mplapackint incy);
void Chbmv(const char *uplo, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *x,
           mplapackint incx, dd_complex beta, dd_complex *y, mplapackint incy);
void Rspmv(const char *uplo, mplapackint n, dd_real alpha, dd_real *ap, dd_real *x, mplapackint incx, dd_real beta, dd_real *y,
           mplapackint incy);
void Chpmv(const char *uplo, mplapackint n, dd_complex alpha, dd_complex *ap, dd_complex *x, mplapackint incx, dd_complex beta,
           dd_complex *y, mplapackint incy);
void Rspr(const char *uplo, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *ap);
void Chpr(const char *uplo, mplapackint n, dd_real alpha, dd_complex *x, mplapackint incx, dd_complex *ap);
void Rspr2(const char *uplo, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *y, mplapackint incy,
           dd_real *ap);
void Chpr2(const char *uplo, mplapackint n, dd_complex alpha, dd_complex *x, mplapackint incx, dd_complex *y, mplapackint incy,
           dd_complex *ap);
void Rtbmv(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint k, dd_real *a, mplapackint lda,
           dd_real *x, mplapackint incx);
void Ctbmv(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda,
           dd_complex *x, mplapackint incx);
void Rtbsv(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint k, dd_real *a, mplapackint lda,
           dd_real *x, mplapackint incx);
void Ctbsv(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda,
           dd_complex *x, mplapackint incx);
void Rtpmv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_real *ap, dd_real *x, mplapackint incx);
void Ctpmv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_complex *ap, dd_complex *x, mplapackint incx);
void Rtpsv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_real *ap, dd_real *x, mplapackint incx);
void Ctpsv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_complex *ap, dd_complex *x, mplapackint incx);

/* ---- Level 3 --------------------------------------------------------------------------------- */
void Rgemm(const char *transa, const char *transb, mplapackint m, mplapackint n, mplapackint k, dd_real alpha, dd_real *a,
           mplapackint lda, dd_real *b, mplapackint ldb, dd_real beta, dd_real *c, mplapackint ldc);
void Cgemm(const char *transa, const char *transb, mplapackint m, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a,
           mplapackint lda, dd_complex *b, mplapackint ldb, dd_complex beta, dd_complex *c, mplapackint ldc);
void Rsymm(const char *side, const char *uplo, mplapackint m, mplapackint n, dd_real alpha, dd_real *a, mplapackint lda,
           dd_real *b, mplapackint ldb, dd_real beta, dd_real *c, mplapackint ldc);
void Csymm(const char *side, const char *uplo, mplapackint m, mplapackint n, dd_complex alpha, dd_complex *a, mplapackint lda,
           dd_complex *b, mplapackint ldb, dd_complex beta, dd_complex *c, mplapackint ldc);
void Chemm(const char *side, const char *uplo, mplapackint m, mplapackint n, dd_complex alpha, dd_complex *a, mplapackint lda,
           dd_complex *b, mplapackint ldb, dd_complex beta, dd_complex *c, mplapackint ldc);
void Rsyrk(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_real alpha, dd_real *a, mplapackint lda,
           dd_real beta, dd_real *c, mplapackint ldc);
void Csyrk(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a, mplapackint lda,
           dd_complex beta, dd_complex *c, mplapackint ldc);
void Cherk(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_real alpha, dd_complex *a, mplapackint lda,
           dd_real beta, dd_complex *c, mplapackint ldc);
void Rsyr2k(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_real alpha, dd_real *a, mplapackint lda,
            dd_real *b, mplapackint ldb, dd_real beta, dd_real *c, mplapackint ldc);
void Csyr2k(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a, mplapackint lda,
            dd_complex *b, mplapackint ldb, dd_complex beta, dd_complex *c, mplapackint ldc);
void Cher2k(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a, mplapackint lda,
            dd_complex *b, mplapackint ldb, dd_real beta, dd_complex *c, mplapackint ldc);
void Rtrmm(const char *side, const char *uplo, const char *transa, const char *diag, mplapackint m, mplapackint n, dd_real alpha,
           dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb);
void Ctrmm(const char *side, const char *uplo, const char *transa, const char *diag, mplapackint m, mplapackint n,
           dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb);
void Rtrsm(const char *side, const char *uplo, const char *transa, const char *diag, mplapackint m, mplapackint n, dd_real alpha,
           dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb);
void Ctrsm(const char *side, const char *uplo, const char *transa, const char *diag, mplapackint m, mplapackint n,
           dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb);

#pragma GCC visibility pop

#endif
