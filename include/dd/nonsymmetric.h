/*
 * The nonsymmetric eigenproblem: reduction to Hessenberg form, Schur form, and eigenvalues with
 * right and left eigenvectors of a general square matrix. Names and arguments are LAPACK's; info is
 * an argument in the engine's memory.
 *
 * Engine. The CPU engine alone. A handle of the CUDA engine gets NOT_SUPPORTED for every n > 0,
 * after its arguments have been checked.
 *
 * Method in W and U. gehrd works by panels of 16 columns whose updates are products: G.
 * Quintana-Orti and R. van de Geijn, Improving the performance of reduction to Hessenberg form, ACM
 * Trans. Math. Softw. 32, 2006. hseqr takes steps of two shifts in blocks of up to 40 rows, in
 * larger ones sweeps of up to 16 shifts, whose reflectors are collected into products, and
 * aggressive early deflation without reordering: K. Braman, R. Byers and R. Mathias, The multishift
 * QR algorithm, parts I and II, SIAM J. Matrix Anal. Appl. 23, 2002. geev balances the matrix: R.
 * James, J. Langou and B. R. Lowery, On matrix balancing and eigenvector computation,
 * arXiv:1401.5766, 2014. Eigenvectors of the Schur form come from back-substitution that is scaled
 * by powers of two where components grow, and are multiplied back by products.
 *
 * S, D, C and Z call the routines of LAPACK. They count workspace in 32-bit numbers, so that orders
 * beyond 32000 give NOT_SUPPORTED.
 *
 * Layout. Matrices are column-major. A pointer to int64_t leads to the engine's memory and is
 * aligned to 8 bytes. Arrays must not overlap.
 *
 * Errors of every function. All of them come before anything is written. INVALID_VALUE with the
 * argument's position: a letter, size or leading dimension out of range; a null pointer of an array
 * that has elements, or of info. MISALIGNED; ALLOC_FAILED or WORKSPACE_TOO_SMALL; NOT_SUPPORTED on
 * the CUDA engine and for an order beyond 2^26.
 *
 * Accuracy. The methods are backward stable: a computed Schur form is exact for a matrix that
 * differs from A by a small multiple of n u_w ||A||, Frobenius norms, with u_w = 2^-104: G. H.
 * Golub and C. F. Van Loan, Matrix Computations, 4th edition, section 7.5.6. Tests demand in W and
 * U, for Q and H of gehrd and orghr, for Z and T of hseqr, and for every eigenpair of geev, where
 * ||.|| is the Frobenius norm and ||x|| = 1:
 *
 *   ||A Z - Z T|| <= 4 m u_w ||A||,  each column of Z^H Z - I has norm <= 4 m u_w,  m = n + 8
 *   ||A x - lambda x|| <= 4 m u_w ||A||,  ||A^H y - conj(lambda) y|| <= 4 m u_w ||A||
 *
 * In S, D, C and Z they demand 100 m u for 4 m u_w, u = 2^-24 or 2^-53. The bounds of eigenpairs
 * hold for the matrix that geev has balanced, and for A as well unless the scaling of rows and
 * columns is extreme. Eigenvalues err by u_w ||A|| times the condition of each, which is large near
 * defective matrices.
 *
 * Bits. The same sizes, letters and numbers give the same bits, whatever the threads, the workspace
 * and the leading dimensions are.
 */
#ifndef DD_NONSYMMETRIC_H
#define DD_NONSYMMETRIC_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Hessenberg form ------------------------------------------------------------------------- */

/*
 * A = Q H Q^H with H zero below its subdiagonal, in place. A is triangular outside the rows and
 * columns ilo ... ihi, counted from 1, as balancing leaves it; ilo = 1 and ihi = n for any matrix.
 *
 *   n         >= 0; lda >= max(1, n)
 *   ilo, ihi  1 <= ilo <= ihi <= n; ilo = 1 and ihi = 0 if n = 0
 *   A         becomes H, and the reflectors below H's subdiagonal
 *   tau       n - 1 numbers
 *
 * Format, which is LAPACK's. Q = H_ilo ... H_(ihi-1), H_i = I - tau_i v_i v_i^H; the first i
 * elements of v_i are 0, the next is 1, and the others up to number ihi are in column i of A below
 * the subdiagonal. tau is 0 outside the range.
 *
 * A is not scaled: the error bound holds while no number overflows and products stay above
 * CUDD_SAFE_MIN. Inf and NaN spread as NaN. n = 0 returns.
 *
 * INVALID_VALUE for argument 2 (n), 3 (ilo), 4 (ihi), 5 (A), 6 (lda), 7 (tau).
 */
DDBLAS_API ddblasStatus_t ddblasSgehrd(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, float *A, int64_t lda,
                                       float *tau);
DDBLAS_API ddblasStatus_t ddblasDgehrd(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, double *A, int64_t lda,
                                       double *tau);
DDBLAS_API ddblasStatus_t ddblasCgehrd(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, ddblasComplex *A, int64_t lda,
                                       ddblasComplex *tau);
DDBLAS_API ddblasStatus_t ddblasZgehrd(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, ddblasDoubleComplex *A,
                                       int64_t lda, ddblasDoubleComplex *tau);
DDBLAS_API ddblasStatus_t ddblasWgehrd(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, cuddreal *A, int64_t lda,
                                       cuddreal *tau);
DDBLAS_API ddblasStatus_t ddblasUgehrd(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, cuddcomplex *A, int64_t lda,
                                       cuddcomplex *tau);

/*
 * A becomes Q, all n x n elements, from the reflectors that gehrd has left in A and from tau.
 *
 * INVALID_VALUE for argument 2 (n), 3 (ilo), 4 (ihi), 5 (A), 6 (lda), 7 (tau).
 */
DDBLAS_API ddblasStatus_t ddblasSorghr(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, float *A, int64_t lda,
                                       const float *tau);
DDBLAS_API ddblasStatus_t ddblasDorghr(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, double *A, int64_t lda,
                                       const double *tau);
DDBLAS_API ddblasStatus_t ddblasCunghr(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, ddblasComplex *A, int64_t lda,
                                       const ddblasComplex *tau);
DDBLAS_API ddblasStatus_t ddblasZunghr(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, ddblasDoubleComplex *A,
                                       int64_t lda, const ddblasDoubleComplex *tau);
DDBLAS_API ddblasStatus_t ddblasWorghr(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, cuddreal *A, int64_t lda,
                                       const cuddreal *tau);
DDBLAS_API ddblasStatus_t ddblasUunghr(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, cuddcomplex *A, int64_t lda,
                                       const cuddcomplex *tau);

/* ---- Schur form ------------------------------------------------------------------------------ */

/* Whether hseqr computes eigenvalues alone (LAPACK's E) or the Schur form as well (S). */
typedef enum
{
    DDBLAS_SCHUR_EIGENVALUES = 0,
    DDBLAS_SCHUR_FORM = 1
} ddblasSchurJob_t;

/* LAPACK's letters of compz. */
typedef enum
{
    DDBLAS_SCHUR_VECTORS_NONE = 0,       /* N: Z is not accessed. */
    DDBLAS_SCHUR_VECTORS_INITIALISE = 1, /* I: Z becomes the matrix of H = Z T Z^H. */
    DDBLAS_SCHUR_VECTORS_ACCUMULATE = 2  /* V: Z becomes Z times this matrix. */
} ddblasSchurVectors_t;

/*
 * H = Z T Z^H with a unitary Z. In real types T is quasi-triangular: diagonal blocks of order 2
 * belong to complex pairs of eigenvalues, and have equal diagonal elements and other elements of
 * opposite signs. In complex types T is triangular.
 *
 *   n         >= 0
 *   ilo, ihi  as in gehrd: H is triangular outside
 *   H         is read on and above its subdiagonal. FORM: it becomes T, with zeros below. With
 *             EIGENVALUES it stays as it was in W and U, and is undefined in S, D, C and Z
 *   ldh       >= max(1, n)
 *   wr, wi    n real and imaginary parts of the eigenvalues, in the order of T's diagonal; of a
 *             complex pair that with the positive imaginary part is first
 *   w         in complex types n eigenvalues
 *   Z         n x n elements
 *   ldz       >= 1, and >= n unless compz is NONE
 *   info      0; k, 1 <= k <= n, if the first k eigenvalues have not been found, which has not been
 *             seen: they are NaN in W and U, and H and Z hold what has been reached; n + 1 if H
 *             holds Inf or NaN: the eigenvalues are NaN then, and H and Z stay as they were
 *
 * In W and U, H may have any norm: it is scaled by a power of two. Elements of Z are not checked.
 * n = 0 sets info to 0 and returns.
 *
 * INVALID_VALUE for argument 2 (job), 3 (compz), 4 (n), 5 (ilo), 6 (ihi), 7 (H), 8 (ldh), then in
 * real types 9 (wr), 10 (wi), 11 (Z), 12 (ldz), 13 (info), in complex ones 9 (w), 10 (Z), 11 (ldz),
 * 12 (info).
 */
DDBLAS_API ddblasStatus_t ddblasShseqr(ddblasHandle_t handle, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n,
                                       int64_t ilo, int64_t ihi, float *H, int64_t ldh, float *wr, float *wi, float *Z,
                                       int64_t ldz, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDhseqr(ddblasHandle_t handle, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n,
                                       int64_t ilo, int64_t ihi, double *H, int64_t ldh, double *wr, double *wi, double *Z,
                                       int64_t ldz, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasChseqr(ddblasHandle_t handle, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n,
                                       int64_t ilo, int64_t ihi, ddblasComplex *H, int64_t ldh, ddblasComplex *w,
                                       ddblasComplex *Z, int64_t ldz, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZhseqr(ddblasHandle_t handle, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n,
                                       int64_t ilo, int64_t ihi, ddblasDoubleComplex *H, int64_t ldh, ddblasDoubleComplex *w,
                                       ddblasDoubleComplex *Z, int64_t ldz, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWhseqr(ddblasHandle_t handle, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n,
                                       int64_t ilo, int64_t ihi, cuddreal *H, int64_t ldh, cuddreal *wr, cuddreal *wi,
                                       cuddreal *Z, int64_t ldz, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUhseqr(ddblasHandle_t handle, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n,
                                       int64_t ilo, int64_t ihi, cuddcomplex *H, int64_t ldh, cuddcomplex *w, cuddcomplex *Z,
                                       int64_t ldz, int64_t *info);

/* ---- eigenvalues and eigenvectors ------------------------------------------------------------ */

/*
 * A x = lambda x for the right eigenvectors, the columns of VR, and y^H A = lambda y^H for the left
 * ones, the columns of VL.
 *
 *   jobvl, jobvr  VECTOR: the left or right vectors are computed
 *   n             >= 0; lda >= max(1, n)
 *   A             is only read
 *   wr, wi        n real and imaginary parts of the eigenvalues; complex pairs follow one another,
 *                 that with the positive imaginary part first
 *   w             in complex types n eigenvalues
 *   VL, VR        n x n elements; may be null with NOVECTOR. Column j belongs to eigenvalue j. In
 *                 real types the columns j and j + 1 of a complex pair are the real and imaginary
 *                 parts of the vector of eigenvalue j; that of eigenvalue j + 1 is its conjugate
 *   ldvl, ldvr    >= 1, and >= n with VECTOR
 *   info          0; k, 1 <= k <= n, if the first k eigenvalues have not been found, which has not
 *                 been seen: they are NaN in W and U, and there are no vectors; n + 1 if A holds
 *                 Inf or NaN: the eigenvalues are NaN then, and VL and VR stay as they were
 *
 * Vectors have 2-norm 1 and a largest component that is real. A may have any norm: it is scaled by
 * a power of two. Eigenvalues that exceed the range are Inf. A defective matrix gets vectors that
 * are nearly parallel. n = 0 sets info to 0 and returns.
 *
 * INVALID_VALUE for argument 2 (jobvl), 3 (jobvr), 4 (n), 5 (A), 6 (lda), then in real types 7
 * (wr), 8 (wi), 9 (VL), 10 (ldvl), 11 (VR), 12 (ldvr), 13 (info), in complex ones 7 (w), 8 (VL), 9
 * (ldvl), 10 (VR), 11 (ldvr), 12 (info).
 */
DDBLAS_API ddblasStatus_t ddblasSgeev(ddblasHandle_t handle, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n,
                                      const float *A, int64_t lda, float *wr, float *wi, float *VL, int64_t ldvl, float *VR,
                                      int64_t ldvr, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasDgeev(ddblasHandle_t handle, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n,
                                      const double *A, int64_t lda, double *wr, double *wi, double *VL, int64_t ldvl, double *VR,
                                      int64_t ldvr, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasCgeev(ddblasHandle_t handle, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n,
                                      const ddblasComplex *A, int64_t lda, ddblasComplex *w, ddblasComplex *VL, int64_t ldvl,
                                      ddblasComplex *VR, int64_t ldvr, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasZgeev(ddblasHandle_t handle, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n,
                                      const ddblasDoubleComplex *A, int64_t lda, ddblasDoubleComplex *w, ddblasDoubleComplex *VL,
                                      int64_t ldvl, ddblasDoubleComplex *VR, int64_t ldvr, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasWgeev(ddblasHandle_t handle, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n,
                                      const cuddreal *A, int64_t lda, cuddreal *wr, cuddreal *wi, cuddreal *VL, int64_t ldvl,
                                      cuddreal *VR, int64_t ldvr, int64_t *info);
DDBLAS_API ddblasStatus_t ddblasUgeev(ddblasHandle_t handle, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n,
                                      const cuddcomplex *A, int64_t lda, cuddcomplex *w, cuddcomplex *VL, int64_t ldvl,
                                      cuddcomplex *VR, int64_t ldvr, int64_t *info);

/* Bytes of workspace. In W and U: for gehrd and orghr those of about a matrix and 80 vectors; for
 * hseqr of one matrix, or two with Z, and 60 vectors; for geev of one matrix, or three with
 * vectors, and 80 vectors; and what gemm takes for such matrices. In S, D, C and Z, what LAPACK
 * asks for. INVALID_VALUE for argument 2 (type), then letters and n, and the last one (null);
 * NOT_SUPPORTED. */
DDBLAS_API ddblasStatus_t ddblasGehrdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasOrghrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasHseqrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSchurJob_t job,
                                                   ddblasSchurVectors_t compz, int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasGeevWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEigMode_t jobvl,
                                                  ddblasEigMode_t jobvr, int64_t n, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
