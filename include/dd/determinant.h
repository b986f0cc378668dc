/*
 * Determinants from the factors of dd/factor.h. X is W or U. A determinant is returned as a
 * mantissa f and a binary exponent e,
 *
 *   det A = f 2^e,
 *
 * so that it neither overflows nor underflows, and so that nothing is lost as a logarithm would
 * lose it; logdet gives log |det A|, and f / |f| is the sign or phase. Where the determinant
 * is finite and not 0, the high part of f has a magnitude in [1/2, 1); in U that holds for the
 * larger of the high parts of re and im. Otherwise f is 0, Inf or NaN, as the product of the
 * elements is, and e = 0. The determinant of a matrix of order 0 is 1 = 1/2 2^1.
 *
 * f and e are in the engine's memory and are written in the order of the stream; no call waits for
 * the device, and calls can be recorded in a graph. There is no workspace.
 *
 * Error bounds, relative to the exact product of the elements of the diagonal as they are stored,
 * u_w = 2^-104: n u_w for gedet in W, 2.25 n u_w in U, 2 n u_w for podet; docs/numerics.md has the
 * proof. For the error of the factors themselves see dd/factor.h.
 *
 * Bits. The product has one order, so both engines give the same bits.
 */
#ifndef DD_DETERMINANT_H
#define DD_DETERMINANT_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The determinant of A of n x n from the factors and pivots of getrf: the product of U's diagonal,
 * with its sign changed for each ipiv[i] that is not i + 1, i = 0, 1, ..., n - 1. Only the diagonal
 * of A is read.
 *
 * INVALID_VALUE for argument 2 (n), 3 (A), 4 (lda), 5 (ipiv), 6 (mantissa), 7 (exponent);
 * MISALIGNED.
 */
DDBLAS_API ddblasStatus_t ddblasWgedet(ddblasHandle_t handle, int64_t n, const cuddreal *A, int64_t lda, const int64_t *ipiv,
                                       cuddreal *mantissa, int64_t *exponent);
DDBLAS_API ddblasStatus_t ddblasUgedet(ddblasHandle_t handle, int64_t n, const cuddcomplex *A, int64_t lda, const int64_t *ipiv,
                                       cuddcomplex *mantissa, int64_t *exponent);

/*
 * The determinant of a Hermitian positive definite A of n x n from the factor of potrf in either
 * triangle: the square of the product of the factor's diagonal. Only the real parts of the diagonal
 * are read. The mantissa is real.
 *
 * INVALID_VALUE for argument 2 (n), 3 (A), 4 (lda), 5 (mantissa), 6 (exponent); MISALIGNED.
 */
DDBLAS_API ddblasStatus_t ddblasWpodet(ddblasHandle_t handle, int64_t n, const cuddreal *A, int64_t lda, cuddreal *mantissa,
                                       int64_t *exponent);
DDBLAS_API ddblasStatus_t ddblasUpodet(ddblasHandle_t handle, int64_t n, const cuddcomplex *A, int64_t lda, cuddreal *mantissa,
                                       int64_t *exponent);

/*
 * log |det A| = log |f 2^e| from a mantissa and an exponent that one of the functions above has
 * left. It is -Inf for f = 0, Inf for an infinite f, and NaN for NaN. |error| <= 16 u_w |log| in W,
 * and 16 u_w (|log| + 1) in U.
 *
 * INVALID_VALUE for argument 2 (mantissa), 3 (exponent), 4 (logarithm); MISALIGNED.
 */
DDBLAS_API ddblasStatus_t ddblasWlogdet(ddblasHandle_t handle, const cuddreal *mantissa, const int64_t *exponent,
                                        cuddreal *logarithm);
DDBLAS_API ddblasStatus_t ddblasUlogdet(ddblasHandle_t handle, const cuddcomplex *mantissa, const int64_t *exponent,
                                        cuddreal *logarithm);

#ifdef __cplusplus
}
#endif

#endif
