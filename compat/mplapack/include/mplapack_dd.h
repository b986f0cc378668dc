/*
 * The part of MPLAPACK's LAPACK in double-double that ddblas offers: names, arguments, types and
 * the binary interface are those of MPLAPACK 2.0's header of this name. docs/mplapack.md says what
 * differs.
 *
 * As in LAPACK, info is 0, -i for a wrong argument i, which is reported to Mxerbla_dd too, or a
 * positive number with the meaning that LAPACK gives it. Memory is allocated by the library:
 * lwork = -1 writes the least size that LAPACK allows to work[0], and that size is enough. Of
 * rwork, iwork and work itself only first elements are written, and only those of sizes.
 *
 * Error bounds are those of the routine of ddblas of the same name: Rpotrf has those of
 * ddblasWpotrf, Cheevd those of ddblasUheevd.
 */
#ifndef DDBLAS_MPLAPACK_DD_H
#define DDBLAS_MPLAPACK_DD_H

/* MPLAPACK's own header. */
#define _MPLAPACK_DD_H_

#include "mpblas_dd.h"

#pragma GCC visibility push(default)

/* ---- Auxiliary ------------------------------------------------------------------------------- */
dd_real Rlamch_dd(const char *cmach);
dd_real Rlange(const char *norm, mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *work);
dd_real Clange(const char *norm, mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_real *work);
dd_real Rlansy(const char *norm, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *work);
dd_real Clansy(const char *norm, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *work);
dd_real Clanhe(const char *norm, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *work);
void Rlacpy(const char *uplo, mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb);
void Clacpy(const char *uplo, mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb);
void Rlaset(const char *uplo, mplapackint m, mplapackint n, dd_real alpha, dd_real beta, dd_real *a, mplapackint lda);
void Claset(const char *uplo, mplapackint m, mplapackint n, dd_complex alpha, dd_complex beta, dd_complex *a, mplapackint lda);
void Rlaswp(mplapackint n, dd_real *a, mplapackint lda, mplapackint k1, mplapackint k2, mplapackint *ipiv, mplapackint incx);
void Claswp(mplapackint n, dd_complex *a, mplapackint lda, mplapackint k1, mplapackint k2, mplapackint *ipiv, mplapackint incx);

/* ---- Cholesky -------------------------------------------------------------------------------- */
void Rpotrf(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info);
void Cpotrf(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info);
void Rpotrf2(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info);
void Cpotrf2(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info);
void Rpotf2(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info);
void Cpotf2(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info);
void Rpotrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb,
            mplapackint &info);
void Cpotrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb,
            mplapackint &info);
void Rposv(const char *uplo, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb,
           mplapackint &info);
void Cposv(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb,
           mplapackint &info);
void Rpotri(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info);
void Cpotri(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info);
void Rpocon(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real anorm, dd_real &rcond, dd_real *work,
            mplapackint *iwork, mplapackint &info);
void Cpocon(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real anorm, dd_real &rcond, dd_complex *work,
            dd_real *rwork, mplapackint &info);

/* ---- LU -------------------------------------------------------------------------------------- */
void Rgetrf(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, mplapackint &info);
void Cgetrf(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, mplapackint &info);
void Rgetrf2(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, mplapackint &info);
void Cgetrf2(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, mplapackint &info);
void Rgetf2(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, mplapackint &info);
void Cgetf2(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, mplapackint &info);
void Rgetrs(const char *trans, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *b,
            mplapackint ldb, mplapackint &info);
void Cgetrs(const char *trans, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
            mplapackint ldb, mplapackint &info);
void Rgesv(mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *b, mplapackint ldb,
           mplapackint &info);
void Cgesv(mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b, mplapackint ldb,
           mplapackint &info);
void Rgetri(mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *work, mplapackint lwork, mplapackint &info);
void Cgetri(mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *work, mplapackint lwork,
            mplapackint &info);
void Rgecon(const char *norm, mplapackint n, dd_real *a, mplapackint lda, dd_real anorm, dd_real &rcond, dd_real *work,
            mplapackint *iwork, mplapackint &info);
void Cgecon(const char *norm, mplapackint n, dd_complex *a, mplapackint lda, dd_real anorm, dd_real &rcond, dd_complex *work,
            dd_real *rwork, mplapackint &info);

/* ---- Triangular ------------------------------------------------------------------------------ */
void Rtrtri(const char *uplo, const char *diag, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info);
void Ctrtri(const char *uplo, const char *diag, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info);
void Rtrti2(const char *uplo, const char *diag, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info);
void Ctrti2(const char *uplo, const char *diag, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info);
void Rtrtrs(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda,
            dd_real *b, mplapackint ldb, mplapackint &info);
void Ctrtrs(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint nrhs, dd_complex *a,
            mplapackint lda, dd_complex *b, mplapackint ldb, mplapackint &info);

/* ---- Symmetric indefinite -------------------------------------------------------------------- */
void Rsytrf(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *work, mplapackint lwork,
            mplapackint &info);
void Csytrf(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *work,
            mplapackint lwork, mplapackint &info);
void Chetrf(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *work,
            mplapackint lwork, mplapackint &info);
void Rsytrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *b,
            mplapackint ldb, mplapackint &info);
void Csytrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
            mplapackint ldb, mplapackint &info);
void Chetrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
            mplapackint ldb, mplapackint &info);
void Rsysv(const char *uplo, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *b,
           mplapackint ldb, dd_real *work, mplapackint lwork, mplapackint &info);
void Csysv(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
           mplapackint ldb, dd_complex *work, mplapackint lwork, mplapackint &info);
void Chesv(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
           mplapackint ldb, dd_complex *work, mplapackint lwork, mplapackint &info);
void Rsytri(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *work, mplapackint &info);
void Csytri(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *work,
            mplapackint &info);
void Chetri(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *work,
            mplapackint &info);

/* ---- QR -------------------------------------------------------------------------------------- */
void Rgeqrf(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work, mplapackint lwork,
            mplapackint &info);
void Cgeqrf(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work, mplapackint lwork,
            mplapackint &info);
void Rgeqr2(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work, mplapackint &info);
void Cgeqr2(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work, mplapackint &info);
void Rgeqp3(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, mplapackint *jpvt, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info);
void Cgeqp3(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *jpvt, dd_complex *tau, dd_complex *work,
            mplapackint lwork, dd_real *rwork, mplapackint &info);
void Rorgqr(mplapackint m, mplapackint n, mplapackint k, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info);
void Cungqr(mplapackint m, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work,
            mplapackint lwork, mplapackint &info);
void Rorg2r(mplapackint m, mplapackint n, mplapackint k, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work,
            mplapackint &info);
void Cung2r(mplapackint m, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work,
            mplapackint &info);
void Rormqr(const char *side, const char *trans, mplapackint m, mplapackint n, mplapackint k, dd_real *a, mplapackint lda,
            dd_real *tau, dd_real *c, mplapackint ldc, dd_real *work, mplapackint lwork, mplapackint &info);
void Cunmqr(const char *side, const char *trans, mplapackint m, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda,
            dd_complex *tau, dd_complex *c, mplapackint ldc, dd_complex *work, mplapackint lwork, mplapackint &info);
void Rgels(const char *trans, mplapackint m, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, dd_real *b,
           mplapackint ldb, dd_real *work, mplapackint lwork, mplapackint &info);
void Cgels(const char *trans, mplapackint m, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, dd_complex *b,
           mplapackint ldb, dd_complex *work, mplapackint lwork, mplapackint &info);

/* ---- Symmetric eigenvalues ------------------------------------------------------------------- */
void Rsyev(const char *jobz, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *w, dd_real *work,
           mplapackint lwork, mplapackint &info);
void Cheev(const char *jobz, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *w, dd_complex *work,
           mplapackint lwork, dd_real *rwork, mplapackint &info);
void Rsyevd(const char *jobz, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *w, dd_real *work,
            mplapackint lwork, mplapackint *iwork, mplapackint liwork, mplapackint &info);
void Cheevd(const char *jobz, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *w, dd_complex *work,
            mplapackint lwork, dd_real *rwork, mplapackint lrwork, mplapackint *iwork, mplapackint liwork, mplapackint &info);
void Rsytrd(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *d, dd_real *e, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info);
void Chetrd(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *d, dd_real *e, dd_complex *tau,
            dd_complex *work, mplapackint lwork, mplapackint &info);
void Rorgtr(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work, mplapackint lwork,
            mplapackint &info);
void Cungtr(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work, mplapackint lwork,
            mplapackint &info);
void Rormtr(const char *side, const char *uplo, const char *trans, mplapackint m, mplapackint n, dd_real *a, mplapackint lda,
            dd_real *tau, dd_real *c, mplapackint ldc, dd_real *work, mplapackint lwork, mplapackint &info);
void Cunmtr(const char *side, const char *uplo, const char *trans, mplapackint m, mplapackint n, dd_complex *a, mplapackint lda,
            dd_complex *tau, dd_complex *c, mplapackint ldc, dd_complex *work, mplapackint lwork, mplapackint &info);
void Rsteqr(const char *compz, mplapackint n, dd_real *d, dd_real *e, dd_real *z, mplapackint ldz, dd_real *work,
            mplapackint &info);
void Csteqr(const char *compz, mplapackint n, dd_real *d, dd_real *e, dd_complex *z, mplapackint ldz, dd_real *work,
            mplapackint &info);
void Rsterf(mplapackint n, dd_real *d, dd_real *e, mplapackint &info);
void Rstedc(const char *compz, mplapackint n, dd_real *d, dd_real *e, dd_real *z, mplapackint ldz, dd_real *work,
            mplapackint lwork, mplapackint *iwork, mplapackint liwork, mplapackint &info);
void Cstedc(const char *compz, mplapackint n, dd_real *d, dd_real *e, dd_complex *z, mplapackint ldz, dd_complex *work,
            mplapackint lwork, dd_real *rwork, mplapackint lrwork, mplapackint *iwork, mplapackint liwork, mplapackint &info);
void Rsygst(mplapackint itype, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb,
            mplapackint &info);
void Chegst(mplapackint itype, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb,
            mplapackint &info);
void Rsygv(mplapackint itype, const char *jobz, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *b,
           mplapackint ldb, dd_real *w, dd_real *work, mplapackint lwork, mplapackint &info);
void Chegv(mplapackint itype, const char *jobz, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *b,
           mplapackint ldb, dd_real *w, dd_complex *work, mplapackint lwork, dd_real *rwork, mplapackint &info);
void Rsygvd(mplapackint itype, const char *jobz, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *b,
            mplapackint ldb, dd_real *w, dd_real *work, mplapackint lwork, mplapackint *iwork, mplapackint liwork,
            mplapackint &info);
void Chegvd(mplapackint itype, const char *jobz, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *b,
            mplapackint ldb, dd_real *w, dd_complex *work, mplapackint lwork, dd_real *rwork, mplapackint lrwork,
            mplapackint *iwork, mplapackint liwork, mplapackint &info);

/* ---- Singular values ------------------------------------------------------------------------- */
void Rgesvd(const char *jobu, const char *jobvt, mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *s,
            dd_real *u, mplapackint ldu, dd_real *vt, mplapackint ldvt, dd_real *work, mplapackint lwork, mplapackint &info);
void Cgesvd(const char *jobu, const char *jobvt, mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_real *s,
            dd_complex *u, mplapackint ldu, dd_complex *vt, mplapackint ldvt, dd_complex *work, mplapackint lwork, dd_real *rwork,
            mplapackint &info);

/* ---- Nonsymmetric eigenvalues ---------------------------------------------------------------- */
void Rgehrd(mplapackint n, mplapackint ilo, mplapackint ihi, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info);
void Cgehrd(mplapackint n, mplapackint ilo, mplapackint ihi, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work,
            mplapackint lwork, mplapackint &info);
void Rorghr(mplapackint n, mplapackint ilo, mplapackint ihi, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info);
void Cunghr(mplapackint n, mplapackint ilo, mplapackint ihi, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work,
            mplapackint lwork, mplapackint &info);
void Rhseqr(const char *job, const char *compz, mplapackint n, mplapackint ilo, mplapackint ihi, dd_real *h, mplapackint ldh,
            dd_real *wr, dd_real *wi, dd_real *z, mplapackint ldz, dd_real *work, mplapackint lwork, mplapackint &info);
void Chseqr(const char *job, const char *compz, mplapackint n, mplapackint ilo, mplapackint ihi, dd_complex *h, mplapackint ldh,
            dd_complex *w, dd_complex *z, mplapackint ldz, dd_complex *work, mplapackint lwork, mplapackint &info);
void Rgeev(const char *jobvl, const char *jobvr, mplapackint n, dd_real *a, mplapackint lda, dd_real *wr, dd_real *wi,
           dd_real *vl, mplapackint ldvl, dd_real *vr, mplapackint ldvr, dd_real *work, mplapackint lwork, mplapackint &info);
void Cgeev(const char *jobvl, const char *jobvr, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *w, dd_complex *vl,
           mplapackint ldvl, dd_complex *vr, mplapackint ldvr, dd_complex *work, mplapackint lwork, dd_real *rwork,
           mplapackint &info);

#pragma GCC visibility pop

#endif
