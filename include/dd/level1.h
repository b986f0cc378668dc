/*
 * Level 1: operations on vectors. Names, arguments and their order are those of cuBLAS's 64-bit
 * functions. The letters of a result or scalar that is real stand in front of a complex type's own:
 * ddblasWunrm2 is the norm, a cuddreal, of a vector of cuddcomplex.
 *
 * Vectors.
 *   n       elements; a call with n <= 0 is legal: it writes 0 to a result, and touches no vector
 *   x, y    vectors of n elements, |inc| elements apart. x and y must not overlap, but both
 *           operands of dot may be one vector
 *   incx    in routines of two vectors a negative increment starts at the far end, as in the
 *           reference BLAS: element i is then at (i - (n - 1)) * inc. With an increment of 0 all
 *           elements are the same number in memory. copy takes it, as in the reference BLAS. axpy,
 *           dot, swap, rot and rotm refuse it. The loops of the reference take it there too, but
 *           their results then depend on the order of the elements. In routines of one vector
 *           incx <= 0 is legal and acts like n = 0, as in the reference BLAS. There nrm2 has been
 *           an exception since LAPACK 3.10: it takes a negative increment as routines of two
 *           vectors do, and counts x_0 n times if incx = 0
 *
 * Scalars (alpha, c, s) and results are in host or device memory by the pointer mode. A call with a
 * result in host memory returns when the result is there; on the CUDA engine it waits for the
 * stream, and while the stream records a graph it is NOT_SUPPORTED. With a result in device memory
 * calls are asynchronous and can be recorded.
 *
 * Errors. INVALID_VALUE with the position of a null pointer or a refused increment; MISALIGNED for
 * pointers that are not aligned (dd/ddblas.h). The CUDA engine needs the workspace that
 * ddblasLevel1WorkspaceSize tells, the CPU engine none. The CPU engine returns NOT_SUPPORTED in S,
 * D, C, Z for increments beyond 2^30 - 1, which CBLAS does not take. Vectors are unchanged after a
 * wrong argument or a failed allocation.
 *
 * Bits. Each sum has a fixed order that depends on n, the type and the engine only.
 *
 * Special values of W and U. An element of axpy, scal and rot is the value of the function of
 * dd/cuddreal.h or dd/cuddcomplex.h that is stated with the routine, on both engines, to the bit
 * except for the bits of a NaN. A sum has the value that IEEE 754 arithmetic without intermediate
 * overflow would give (in U each part): Inf where only infinite terms of one sign occur, NaN where
 * they cancel or an operand is NaN, otherwise finite if double-double can represent it. S, D, C and
 * Z have the special values of CBLAS and cuBLAS.
 *
 * Bounds are in units of u_w = 2^-104 in W and U, for the others see docs/numerics.md, which has
 * the proofs. Each product that underflows may add 2^-1072.
 *
 * Sources: C. L. Lawson, R. J. Hanson, D. R. Kincaid, F. T. Krogh, Basic linear algebra subprograms
 * for Fortran usage, ACM TOMS 5(3), 1979; T. Ogita, S. M. Rump, S. Oishi, Accurate sum and dot
 * product, SIAM J. Sci. Comput. 26(6), 2005, for sums that keep the errors of their terms.
 */
#ifndef DD_LEVEL1_H
#define DD_LEVEL1_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of workspace of every routine of this header for vectors of n elements of this type; it
 * does not grow beyond a fixed size. INVALID_VALUE for argument 2 (no type), 4 (null). */
DDBLAS_API ddblasStatus_t ddblasLevel1WorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);

/* ---- updates --------------------------------------------------------------------------------- */

/* y = alpha x + y. With alpha = 0, y keeps its bits and x is not read; x may be null if alpha is in
 * host memory. INVALID_VALUE (3, 4, 5, 6, 7). W: y_i = cuddAdd(y_i, cuddMul(alpha, x_i)); U: the
 * same with cuddcAdd and cuddcMul. |error_i| <= 3.1 (|alpha| |x_i| + |y_i|) u_w. */
DDBLAS_API ddblasStatus_t ddblasSaxpy(ddblasHandle_t handle, int64_t n, const float *alpha, const float *x, int64_t incx,
                                      float *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasDaxpy(ddblasHandle_t handle, int64_t n, const double *alpha, const double *x, int64_t incx,
                                      double *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasCaxpy(ddblasHandle_t handle, int64_t n, const ddblasComplex *alpha, const ddblasComplex *x,
                                      int64_t incx, ddblasComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasZaxpy(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *alpha,
                                      const ddblasDoubleComplex *x, int64_t incx, ddblasDoubleComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasWaxpy(ddblasHandle_t handle, int64_t n, const cuddreal *alpha, const cuddreal *x, int64_t incx,
                                      cuddreal *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasUaxpy(ddblasHandle_t handle, int64_t n, const cuddcomplex *alpha, const cuddcomplex *x,
                                      int64_t incx, cuddcomplex *y, int64_t incy);

/* x = alpha x. INVALID_VALUE (3, 4). W: x_i = cuddMul(alpha, x_i), |error_i| <= |alpha| |x_i| u_w;
 * U: cuddcMul, 2.25 u_w; U with a real alpha: cuddMul of each part, u_w. A zero alpha is multiplied
 * like any other: Inf and NaN become NaN. */
DDBLAS_API ddblasStatus_t ddblasSscal(ddblasHandle_t handle, int64_t n, const float *alpha, float *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasDscal(ddblasHandle_t handle, int64_t n, const double *alpha, double *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasCscal(ddblasHandle_t handle, int64_t n, const ddblasComplex *alpha, ddblasComplex *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasZscal(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *alpha, ddblasDoubleComplex *x,
                                      int64_t incx);
DDBLAS_API ddblasStatus_t ddblasWscal(ddblasHandle_t handle, int64_t n, const cuddreal *alpha, cuddreal *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasUscal(ddblasHandle_t handle, int64_t n, const cuddcomplex *alpha, cuddcomplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasCsscal(ddblasHandle_t handle, int64_t n, const float *alpha, ddblasComplex *x, int64_t incx);
DDBLAS_API ddblasStatus_t ddblasZdscal(ddblasHandle_t handle, int64_t n, const double *alpha, ddblasDoubleComplex *x,
                                       int64_t incx);
DDBLAS_API ddblasStatus_t ddblasUwscal(ddblasHandle_t handle, int64_t n, const cuddreal *alpha, cuddcomplex *x, int64_t incx);

/* y = x, bit by bit. With incx = 0 every element of y becomes x_0. With incy = 0 the one element of
 * y becomes x_(n-1), the last in the order of the reference's loop. INVALID_VALUE (3, 5). */
DDBLAS_API ddblasStatus_t ddblasScopy(ddblasHandle_t handle, int64_t n, const float *x, int64_t incx, float *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasDcopy(ddblasHandle_t handle, int64_t n, const double *x, int64_t incx, double *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasCcopy(ddblasHandle_t handle, int64_t n, const ddblasComplex *x, int64_t incx, ddblasComplex *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasZcopy(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *x, int64_t incx,
                                      ddblasDoubleComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasWcopy(ddblasHandle_t handle, int64_t n, const cuddreal *x, int64_t incx, cuddreal *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasUcopy(ddblasHandle_t handle, int64_t n, const cuddcomplex *x, int64_t incx, cuddcomplex *y,
                                      int64_t incy);

/* x and y change places, bit by bit. INVALID_VALUE (3, 4, 5, 6). */
DDBLAS_API ddblasStatus_t ddblasSswap(ddblasHandle_t handle, int64_t n, float *x, int64_t incx, float *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasDswap(ddblasHandle_t handle, int64_t n, double *x, int64_t incx, double *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasCswap(ddblasHandle_t handle, int64_t n, ddblasComplex *x, int64_t incx, ddblasComplex *y,
                                      int64_t incy);
DDBLAS_API ddblasStatus_t ddblasZswap(ddblasHandle_t handle, int64_t n, ddblasDoubleComplex *x, int64_t incx,
                                      ddblasDoubleComplex *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasWswap(ddblasHandle_t handle, int64_t n, cuddreal *x, int64_t incx, cuddreal *y, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasUswap(ddblasHandle_t handle, int64_t n, cuddcomplex *x, int64_t incx, cuddcomplex *y,
                                      int64_t incy);

/* The rotation x = c x + s y, y = c y - conj(s) x, c real, and of complex vectors s complex or real
 * too. INVALID_VALUE (3 to 8). W: x_i = cuddAdd(cuddMul(c, x_i), cuddMul(s, y_i)), y_i =
 * cuddSub(cuddMul(c, y_i), cuddMul(s, x_i)) with the old x_i and y_i; U: cuddcAdd, cuddcSub,
 * products by c as cuddMul of each part, and by s as cuddcMul, or cuddMul of each part where s is
 * real. |error_i| <= 3.1 (|c| |x_i| + |s| |y_i|) u_w, and the same with x and y exchanged. */
DDBLAS_API ddblasStatus_t ddblasSrot(ddblasHandle_t handle, int64_t n, float *x, int64_t incx, float *y, int64_t incy,
                                     const float *c, const float *s);
DDBLAS_API ddblasStatus_t ddblasDrot(ddblasHandle_t handle, int64_t n, double *x, int64_t incx, double *y, int64_t incy,
                                     const double *c, const double *s);
DDBLAS_API ddblasStatus_t ddblasWrot(ddblasHandle_t handle, int64_t n, cuddreal *x, int64_t incx, cuddreal *y, int64_t incy,
                                     const cuddreal *c, const cuddreal *s);
DDBLAS_API ddblasStatus_t ddblasCrot(ddblasHandle_t handle, int64_t n, ddblasComplex *x, int64_t incx, ddblasComplex *y,
                                     int64_t incy, const float *c, const ddblasComplex *s);
DDBLAS_API ddblasStatus_t ddblasZrot(ddblasHandle_t handle, int64_t n, ddblasDoubleComplex *x, int64_t incx,
                                     ddblasDoubleComplex *y, int64_t incy, const double *c, const ddblasDoubleComplex *s);
DDBLAS_API ddblasStatus_t ddblasUrot(ddblasHandle_t handle, int64_t n, cuddcomplex *x, int64_t incx, cuddcomplex *y, int64_t incy,
                                     const cuddreal *c, const cuddcomplex *s);
DDBLAS_API ddblasStatus_t ddblasCsrot(ddblasHandle_t handle, int64_t n, ddblasComplex *x, int64_t incx, ddblasComplex *y,
                                      int64_t incy, const float *c, const float *s);
DDBLAS_API ddblasStatus_t ddblasZdrot(ddblasHandle_t handle, int64_t n, ddblasDoubleComplex *x, int64_t incx,
                                      ddblasDoubleComplex *y, int64_t incy, const double *c, const double *s);
DDBLAS_API ddblasStatus_t ddblasUwrot(ddblasHandle_t handle, int64_t n, cuddcomplex *x, int64_t incx, cuddcomplex *y,
                                      int64_t incy, const cuddreal *c, const cuddreal *s);

/* The modified rotation x = h11 x + h12 y, y = h21 x + h22 y, real types only. param has five
 * numbers: a flag, h11, h21, h12, h22. With the flag -2 nothing happens, with -1 all four numbers
 * are used, with 0 h11 and h22 are 1, with 1 h12 is 1 and h21 is -1; those need not be set.
 * INVALID_VALUE (3 to 7). W: x_i = cuddAdd(cuddMul(h11, x_i), cuddMul(h12, y_i)), y_i =
 * cuddAdd(cuddMul(h22, y_i), cuddMul(h21, x_i)) with the old x_i and y_i. |error_i| <= 3.1 (|h11|
 * |x_i| + |h12| |y_i|) u_w, and the same for y. */
DDBLAS_API ddblasStatus_t ddblasSrotm(ddblasHandle_t handle, int64_t n, float *x, int64_t incx, float *y, int64_t incy,
                                      const float *param);
DDBLAS_API ddblasStatus_t ddblasDrotm(ddblasHandle_t handle, int64_t n, double *x, int64_t incx, double *y, int64_t incy,
                                      const double *param);
DDBLAS_API ddblasStatus_t ddblasWrotm(ddblasHandle_t handle, int64_t n, cuddreal *x, int64_t incx, cuddreal *y, int64_t incy,
                                      const cuddreal *param);

/* ---- rotations ------------------------------------------------------------------------------- */

/* Generates the rotation with c a + s b = r and c b - conj(s) a = 0, c real. a and b are read, then
 * written as the reference BLAS does (E. Anderson, Algorithm 978: safe scaling in the level 1 BLAS,
 * ACM TOMS 44(1), 2017). a becomes r. In real types r = sigma sqrt(a^2 + b^2), where sigma is the
 * sign of a if |a| > |b|, otherwise that of b. b becomes z, which determines c and s: z is s if |a|
 * > |b|, otherwise 1 / c, and 1 where c, as stored, is 0. In complex types r = a / |a| sqrt(|a|^2 +
 * |b|^2), and b keeps its value. b = 0 gives c = 1, s = 0, r = a and z = 0. a = 0 gives c = 0, in
 * real types s = z = 1 and r = b, in complex types s = conj(b) / |b| and r = |b|.
 *
 * All types are computed in double-double with separate exponents, so that nothing overflows or
 * underflows except results that their type cannot hold. Both engines give the same bits, except
 * those of a NaN. Relative errors in W are at most 1.6 u_w in r, 4 u_w in c, s and z; in U 8.4 u_w
 * in each part of r, 7.4 u_w in c, 12.1 u_w in s (in modulus); in S, D, C, Z 1.001 u (s of C and Z
 * in modulus), u = 2^-24 or 2^-53. Underflow adds at most 2^-1073, in S and C 2^-149. If b is not 0
 * and an operand is not finite, real types have r = sigma (|a| + |b|), c = a / r and s = b / r by
 * IEEE 754, and in complex types r, c and s are NaN. INVALID_VALUE (2, 3, 4, 5). */
DDBLAS_API ddblasStatus_t ddblasSrotg(ddblasHandle_t handle, float *a, float *b, float *c, float *s);
DDBLAS_API ddblasStatus_t ddblasDrotg(ddblasHandle_t handle, double *a, double *b, double *c, double *s);
DDBLAS_API ddblasStatus_t ddblasCrotg(ddblasHandle_t handle, ddblasComplex *a, ddblasComplex *b, float *c, ddblasComplex *s);
DDBLAS_API ddblasStatus_t ddblasZrotg(ddblasHandle_t handle, ddblasDoubleComplex *a, ddblasDoubleComplex *b, double *c,
                                      ddblasDoubleComplex *s);
DDBLAS_API ddblasStatus_t ddblasWrotg(ddblasHandle_t handle, cuddreal *a, cuddreal *b, cuddreal *c, cuddreal *s);
DDBLAS_API ddblasStatus_t ddblasUrotg(ddblasHandle_t handle, cuddcomplex *a, cuddcomplex *b, cuddreal *c, cuddcomplex *s);

/* Generates the modified rotation H of rotm with H (x1, y1)^T = (new x1, 0)^T and H^T D H = old D,
 * where D = diag(d1, d2) has the new d1 and d2. d1, d2 and x1 are read and written, y1 is read,
 * param is written: the flag, and those of h11, h21, h12 and h22 that the flag does not imply. The
 * formulas are those of T. Hopkins, Remark on Algorithm 539, ACM TOMS 23(4), 1997, as in the
 * reference BLAS, with q1 = d1 x1^2 and q2 = d2 y1^2:
 *   - d1 < 0: H, d1, d2 and x1 become 0, with the flag -1;
 *   - otherwise d2 y1 = 0: the flag is -2, and nothing else changes;
 *   - otherwise |q1| > |q2|: h21 = -y1 / x1, h12 = d2 y1 / (d1 x1), flag 0;
 *   - otherwise q2 < 0: as d1 < 0;
 *   - otherwise: h11 = d1 x1 / (d2 y1), h22 = x1 / y1, flag 1.
 * Factors 2^24 then bring d1 and |d2|, rounded to double, between 2^-24 and 2^24, both excluded,
 * unless they are 0. Factors 2^12 change H and x1 accordingly. The flag becomes -1 if there are
 * such factors. (The loops of the reference overwrite two numbers of H when a second factor is
 * needed, and do not end for an infinite d1.)
 *
 * Computed like rotg. Let t be q1 / q2 or q2 / q1, whichever is smaller in modulus. kappa = (1 +
 * |t|) / (1 + t) is 1 unless d2 < 0. The relative error of each result in W is at most 8 kappa u_w,
 * in S and D at most 1.001 u + 8 kappa u_w. Underflow as in rotg. An operand that is not finite
 * makes all results NaN, with the flag -1, unless d1 < 0, or d2 or y1 is 0 and the other one
 * finite. INVALID_VALUE (2, 3, 4, 5, 6). */
DDBLAS_API ddblasStatus_t ddblasSrotmg(ddblasHandle_t handle, float *d1, float *d2, float *x1, const float *y1, float *param);
DDBLAS_API ddblasStatus_t ddblasDrotmg(ddblasHandle_t handle, double *d1, double *d2, double *x1, const double *y1,
                                       double *param);
DDBLAS_API ddblasStatus_t ddblasWrotmg(ddblasHandle_t handle, cuddreal *d1, cuddreal *d2, cuddreal *x1, const cuddreal *y1,
                                       cuddreal *param);

/* ---- sums ------------------------------------------------------------------------------------ */

/* *result = sum x_i y_i (dot, dotu) or sum conj(x_i) y_i (dotc). INVALID_VALUE (3 to 7).
 * |error| <= (n + 8) u_w sum |x_i| |y_i|, in U times sqrt 2. */
DDBLAS_API ddblasStatus_t ddblasSdot(ddblasHandle_t handle, int64_t n, const float *x, int64_t incx, const float *y, int64_t incy,
                                     float *result);
DDBLAS_API ddblasStatus_t ddblasDdot(ddblasHandle_t handle, int64_t n, const double *x, int64_t incx, const double *y,
                                     int64_t incy, double *result);
DDBLAS_API ddblasStatus_t ddblasWdot(ddblasHandle_t handle, int64_t n, const cuddreal *x, int64_t incx, const cuddreal *y,
                                     int64_t incy, cuddreal *result);
DDBLAS_API ddblasStatus_t ddblasCdotu(ddblasHandle_t handle, int64_t n, const ddblasComplex *x, int64_t incx,
                                      const ddblasComplex *y, int64_t incy, ddblasComplex *result);
DDBLAS_API ddblasStatus_t ddblasZdotu(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *x, int64_t incx,
                                      const ddblasDoubleComplex *y, int64_t incy, ddblasDoubleComplex *result);
DDBLAS_API ddblasStatus_t ddblasUdotu(ddblasHandle_t handle, int64_t n, const cuddcomplex *x, int64_t incx, const cuddcomplex *y,
                                      int64_t incy, cuddcomplex *result);
DDBLAS_API ddblasStatus_t ddblasCdotc(ddblasHandle_t handle, int64_t n, const ddblasComplex *x, int64_t incx,
                                      const ddblasComplex *y, int64_t incy, ddblasComplex *result);
DDBLAS_API ddblasStatus_t ddblasZdotc(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *x, int64_t incx,
                                      const ddblasDoubleComplex *y, int64_t incy, ddblasDoubleComplex *result);
DDBLAS_API ddblasStatus_t ddblasUdotc(ddblasHandle_t handle, int64_t n, const cuddcomplex *x, int64_t incx, const cuddcomplex *y,
                                      int64_t incy, cuddcomplex *result);

/* *result = sqrt(sum |x_i|^2). INVALID_VALUE (3, 5). Neither squares that overflow nor squares that
 * underflow change the result: |error| <= (n/2 + 5) u_w times the norm in W and U, wherever the
 * norm is a normal number. NaN where an element is NaN, otherwise Inf where one is Inf. */
DDBLAS_API ddblasStatus_t ddblasSnrm2(ddblasHandle_t handle, int64_t n, const float *x, int64_t incx, float *result);
DDBLAS_API ddblasStatus_t ddblasDnrm2(ddblasHandle_t handle, int64_t n, const double *x, int64_t incx, double *result);
DDBLAS_API ddblasStatus_t ddblasScnrm2(ddblasHandle_t handle, int64_t n, const ddblasComplex *x, int64_t incx, float *result);
DDBLAS_API ddblasStatus_t ddblasDznrm2(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *x, int64_t incx,
                                       double *result);
DDBLAS_API ddblasStatus_t ddblasWnrm2(ddblasHandle_t handle, int64_t n, const cuddreal *x, int64_t incx, cuddreal *result);
DDBLAS_API ddblasStatus_t ddblasWunrm2(ddblasHandle_t handle, int64_t n, const cuddcomplex *x, int64_t incx, cuddreal *result);

/* *result = sum |x_i|, of complex vectors sum (|Re x_i| + |Im x_i|). INVALID_VALUE (3, 5).
 * |error| <= (n + 8) u_w times the result. */
DDBLAS_API ddblasStatus_t ddblasSasum(ddblasHandle_t handle, int64_t n, const float *x, int64_t incx, float *result);
DDBLAS_API ddblasStatus_t ddblasDasum(ddblasHandle_t handle, int64_t n, const double *x, int64_t incx, double *result);
DDBLAS_API ddblasStatus_t ddblasScasum(ddblasHandle_t handle, int64_t n, const ddblasComplex *x, int64_t incx, float *result);
DDBLAS_API ddblasStatus_t ddblasDzasum(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *x, int64_t incx,
                                       double *result);
DDBLAS_API ddblasStatus_t ddblasWasum(ddblasHandle_t handle, int64_t n, const cuddreal *x, int64_t incx, cuddreal *result);
DDBLAS_API ddblasStatus_t ddblasWuasum(ddblasHandle_t handle, int64_t n, const cuddcomplex *x, int64_t incx, cuddreal *result);

/* *result = the index, counted from 1, of the first element with the largest |x_i|, of complex
 * vectors |Re x_i| + |Im x_i| rounded to the type (cuddcAbs1 in U); 0 for n <= 0 or incx <= 0.
 * INVALID_VALUE (3, 5). NaN as the comparisons |x_i| > |x_j| of the reference BLAS have it: where
 * the first element is NaN the result is 1, and others that are NaN do not count. (In S, D, C, Z on
 * the CUDA engine cuBLAS decides about NaN.) */
DDBLAS_API ddblasStatus_t ddblasIsamax(ddblasHandle_t handle, int64_t n, const float *x, int64_t incx, int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIdamax(ddblasHandle_t handle, int64_t n, const double *x, int64_t incx, int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIcamax(ddblasHandle_t handle, int64_t n, const ddblasComplex *x, int64_t incx, int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIzamax(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *x, int64_t incx,
                                       int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIwamax(ddblasHandle_t handle, int64_t n, const cuddreal *x, int64_t incx, int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIuamax(ddblasHandle_t handle, int64_t n, const cuddcomplex *x, int64_t incx, int64_t *result);

/* *result = the index, counted from 1, of the first element with the smallest |x_i|, of complex
 * vectors |Re x_i| + |Im x_i| rounded to the type (cuddcAbs1 in U); 0 for n <= 0 or incx <= 0.
 * INVALID_VALUE (3, 5). NaN as the comparisons |x_i| < |x_j| of the reference BLAS have it: where
 * the first element is NaN the result is 1, and others that are NaN do not count. (In S, D, C, Z on
 * the CUDA engine cuBLAS decides about NaN.) */
DDBLAS_API ddblasStatus_t ddblasIsamin(ddblasHandle_t handle, int64_t n, const float *x, int64_t incx, int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIdamin(ddblasHandle_t handle, int64_t n, const double *x, int64_t incx, int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIcamin(ddblasHandle_t handle, int64_t n, const ddblasComplex *x, int64_t incx, int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIzamin(ddblasHandle_t handle, int64_t n, const ddblasDoubleComplex *x, int64_t incx,
                                       int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIwamin(ddblasHandle_t handle, int64_t n, const cuddreal *x, int64_t incx, int64_t *result);
DDBLAS_API ddblasStatus_t ddblasIuamin(ddblasHandle_t handle, int64_t n, const cuddcomplex *x, int64_t incx, int64_t *result);

#ifdef __cplusplus
}
#endif

#endif
