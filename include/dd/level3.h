/*
 * Level 3: matrix-matrix products and triangular systems.
 */
#ifndef DD_LEVEL3_H
#define DD_LEVEL3_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the CUDA engine forms a double-double product. Both routes keep the bound of ddblasWgemm; the
 * CPU engine has one. In U the route is that of the real product of which a complex one consists. */
typedef enum ddblasGemmRoute_t
{
    DDBLAS_GEMM_ROUTE_AUTO = 0,    /* the faster of the two by sizes and shape */
    DDBLAS_GEMM_ROUTE_PLAIN = 1,   /* double-double multiply-adds on the FP64 pipes */
    DDBLAS_GEMM_ROUTE_RESIDUES = 2 /* exact INT8 products modulo coprime numbers: K. Ozaki, Y. Uchino, T. Imamura, 2025 */
} ddblasGemmRoute_t;

/* The route of later double-double products, AUTO at first. INVALID_VALUE for argument 2 (no route,
 * null). */
DDBLAS_API ddblasStatus_t ddblasSetGemmRoute(ddblasHandle_t handle, ddblasGemmRoute_t route);
DDBLAS_API ddblasStatus_t ddblasGetGemmRoute(ddblasHandle_t handle, ddblasGemmRoute_t *route);

/*
 * C = alpha op(A) op(B) + beta C, op(A) m x k, op(B) k x n, C m x n, column-major.
 *
 *   transa  op of A; transb op of B
 *   m, n, k >= 0; m = 0 or n = 0 returns at once
 *   alpha   scalar, host or device by the pointer mode; when 0 (or k = 0), A and B are not read and
 *           C = beta C; see below
 *   A       m x k for transa = N, else k x m; lda >= max(1, its rows), any int64_t
 *   B       k x n for transb = N, else n x k; ldb >= max(1, its rows)
 *   beta    scalar; when 0, C is not read and may hold NaN
 *   C       m x n, ldc >= max(1, m); the only memory written, its padding excepted; must not
 *           overlap A or B
 *
 * Errors: INVALID_VALUE for argument 2 (transa), 3 (transb), 4 (m), 5 (n), 6 (k), 7, 8, 10, 12, 13
 * (null; A and B may be null when k = 0, or when alpha in host memory is 0), 9 (lda), 11 (ldb), 14
 * (ldc); MISALIGNED (dd/ddblas.h); ALLOC_FAILED or WORKSPACE_TOO_SMALL. C is untouched after a
 * wrong argument or a failed allocation.
 *
 * Error bound, W, each element, for k <= 2^40: |error| <= (k + 8) u_w (|alpha| |A| |B| + |beta|
 * |C|), u_w = 2^-104, on the CPU also (0.31 k + 17) u_w; by residues (min(k/4, 124) + 8 + k/2^17)
 * u_w for every element that needs no repair, which is every element unless factors of its products
 * differ by some 30 binades or more in opposite directions. docs/numerics.md proves them. They hold
 * while no product or sum overflows and while products stay above CUDD_SAFE_MIN (below it each
 * product may lose its digits under 2^-1074). S, D, C, Z: the classical (k + 2) u bound, with a
 * constant factor 2 sqrt 2 more for complex types.
 *
 * U: each part of an element of A B is a real sum of 2k products, which is formed as in W. The
 * modulus of its error is at most sqrt 8 (k + 8) u_w (|alpha| |A| |B| + |beta| |C|), with moduli of
 * complex numbers. The error of each part is at most (2k + 16) u_w times the same sum with |re| +
 * |im| instead of each modulus.
 *
 * An element whose sum is not finite is what the same sum gives in order t = 0, 1, ..., k - 1 in
 * double arithmetic on the high parts if that is not finite, else by cuddFma: Inf and NaN propagate
 * as in BLAS. By residues each 2^17 terms are a sum of their own. In U this holds for each part of
 * a sum, with the real products of each term in the order re a re b, -im a im b (real part) and re
 * a im b, im a re b (imaginary part). On the CUDA engine each 3072 terms are a sum of their own. A
 * part of alpha or beta that is 0 is not multiplied: a real alpha makes no NaN of the other part of
 * an infinite number.
 *
 * Without a product (alpha = 0 or k = 0), beta = 1 leaves C as it is in S, D, C, Z, as BLAS does.
 * In W and U it leaves every finite part of an element as it is, and a part that is not finite gets
 * the low part 0 that all results have.
 *
 * Bits: the same whatever the threads, the instruction set, the stream and the workspace.
 */
DDBLAS_API ddblasStatus_t ddblasSgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, int64_t k, const float *alpha, const float *A, int64_t lda, const float *B,
                                      int64_t ldb, const float *beta, float *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasDgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, int64_t k, const double *alpha, const double *A, int64_t lda, const double *B,
                                      int64_t ldb, const double *beta, double *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda,
                                      const ddblasComplex *B, int64_t ldb, const ddblasComplex *beta, ddblasComplex *C,
                                      int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A,
                                      int64_t lda, const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta,
                                      ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasWgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda,
                                      const cuddreal *B, int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                      int64_t n, int64_t k, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda,
                                      const cuddcomplex *B, int64_t ldb, const cuddcomplex *beta, cuddcomplex *C, int64_t ldc);

/*
 * C = alpha op(A) op(B) + beta C as ddblasWgemm, where A and B hold double-double numbers or
 * doubles each. The product of two doubles is exact before it is added up, as residuals, iterative
 * refinement and Gram matrices need it. No copy in double-double is made.
 *
 *   typea, typeb   DDBLAS_TYPE_W (cuddreal) or DDBLAS_TYPE_D (double): the type of A's and of B's
 *                  elements, which lda and ldb count
 *
 * All else is as for ddblasWgemm: shapes, what is read and written, special values, the route, and
 * the error bounds, each of whose statements holds for an operand of doubles as for its copy in
 * double-double. An array of doubles must be aligned to 8 bytes on either engine.
 * ddblasGemmWorkspaceSize with DDBLAS_TYPE_W gives the workspace.
 *
 * Errors: those of ddblasWgemm, at these positions: INVALID_VALUE for argument 2 (transa), 3
 * (transb), 4 (m), 5 (n), 6 (k), 7, 8, 11, 14, 15 (null), 9 (typea) and 12 (typeb: neither D nor
 * W), 10 (lda), 13 (ldb), 16 (ldc).
 *
 * Bits: with W and W those of ddblasWgemm. On the CUDA engine an operand of doubles gives the bits
 * of its copy in double-double with low parts 0. On the CPU engine the low parts of results may
 * differ from those, because products with doubles are summed with fewer operations.
 */
DDBLAS_API ddblasStatus_t ddblasWgemmEx(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                        int64_t n, int64_t k, const cuddreal *alpha, const void *A, ddblasType_t typea,
                                        int64_t lda, const void *B, ddblasType_t typeb, int64_t ldb, const cuddreal *beta,
                                        cuddreal *C, int64_t ldc);

/* The workspace in bytes with which a gemm of this type and these sizes runs at full speed on the
 * handle's engine without allocating, whatever its operations and leading dimensions, by the route
 * that the handle is set to. It is bounded: on the CPU by a constant for each thread, on the CUDA
 * engine by a quarter of the device's memory, at most 16 GiB. A smaller one, down to a thread's
 * share or a few MiB (in U on the CUDA engine 16 MiB), makes fewer threads or smaller blocks work
 * and gives the same bits. INVALID_VALUE: type (2), m, n, k (3, 4, 5), bytes (6). */
DDBLAS_API ddblasStatus_t ddblasGemmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k,
                                                  size_t *bytes);

/* ---- prepared operands of gemm ------------------------------------------------------------------
 * By the residue route the CUDA engine converts op(A) and op(B) to residues in every product. A
 * caller who multiplies one matrix several times may convert it once: an operand holds the residues
 * of one matrix as a left or a right factor, about 32 bytes for each element of 16 bytes. On the
 * CPU engine, where there is nothing to convert, it takes no memory and only remembers the matrix,
 * so that the same program runs on both engines.
 *
 *   ddblasWgemmOperandCreate(handle, DDBLAS_SIDE_LEFT, m, k, NULL, 0, &operand);
 *   ddblasWgemmOperandPrepare(handle, operand, DDBLAS_OP_N, A, lda);
 *   for each B:
 *     ddblasWgemmPrepared(handle, DDBLAS_OP_N, DDBLAS_OP_N, m, n, k, &alpha, A, lda, operand,
 *                         B, ldb, NULL, &beta, C, ldc);
 *   ddblasWgemmOperandDestroy(handle, operand);
 *
 * The operand belongs to the handle that created it, and so to its engine and device. Preparation
 * and products are work in the stream that the handle has at that call; with several streams the
 * caller orders them: a product after the preparation that it uses, a new preparation after the
 * products that use the old one. Any number of products may use an operand.
 *
 * The matrix must remain where it is, unchanged, as long as products use the operand: elements that
 * the residue route cannot compute within the bound are computed from the matrix. After a change of
 * the matrix the operand must be prepared anew; a product does not notice that it was not, and then
 * its result is undefined. */
typedef struct ddblasGemmOperand *ddblasGemmOperand_t;

/* The bytes of engine memory that an operand takes, for op(X) with so many rows and columns as the
 * left (LEFT) or right (RIGHT) factor of products: about 32 for each element, 0 on the CPU engine.
 * INVALID_VALUE: side (2), rows (3), columns (4), bytes (5). NOT_SUPPORTED: no memory holds so
 * many. */
DDBLAS_API ddblasStatus_t ddblasWgemmOperandSize(ddblasHandle_t handle, ddblasSideMode_t side, int64_t rows, int64_t columns,
                                                 size_t *bytes);

/* Makes an operand for matrices of this shape; it holds none yet. `memory` is engine memory of at
 * least ddblasWgemmOperandSize bytes, which the caller frees after the operand is destroyed and the
 * work that uses it has ended. If it is null, the library allocates memory, which is an error while
 * the stream records a graph, and `bytes` is not looked at. rows, columns >= 0.
 *
 * INVALID_VALUE: side (2), rows (3), columns (4), bytes (6: too few), operand (7: null). MISALIGNED
 * (5): memory is no multiple of 256. ALLOC_FAILED; NOT_SUPPORTED as above. After a failure *operand
 * is null, if `operand` is not. */
DDBLAS_API ddblasStatus_t ddblasWgemmOperandCreate(ddblasHandle_t handle, ddblasSideMode_t side, int64_t rows, int64_t columns,
                                                   void *memory, size_t bytes, ddblasGemmOperand_t *operand);

/* Converts op(X), of the shape of the operand, in the handle's stream. It replaces what the operand
 * held. X is only read; column-major, ldx >= max(1, rows of the stored matrix). The call allocates
 * nothing and does not wait, so that a graph may record it. X may be null if the operand has no
 * elements.
 *
 * INVALID_VALUE: operand (2: null, destroyed or of another handle), op (3), X (4: null), ldx (5);
 * MISALIGNED (4). */
DDBLAS_API ddblasStatus_t ddblasWgemmOperandPrepare(ddblasHandle_t handle, ddblasGemmOperand_t operand, ddblasOperation_t op,
                                                    const cuddreal *X, int64_t ldx);

/* Ends the operand. Memory that the library allocated is freed after the work in the handle's
 * stream; work in other streams must have ended, and the stream must not record a graph. Graphs
 * that use the operand must not run later. ddblasDestroy ends all operands of a handle in this way.
 * INVALID_VALUE: operand (2: null, destroyed or of another handle). */
DDBLAS_API ddblasStatus_t ddblasWgemmOperandDestroy(ddblasHandle_t handle, ddblasGemmOperand_t operand);

/*
 * C = alpha op(A) op(B) + beta C as ddblasWgemm, with prepared operands for op(A), op(B), both or,
 * where null, none.
 *
 *   A, lda, transa  as in ddblasWgemm, also with a prepared operand
 *   prepared_a      null, or an operand that was created LEFT with k columns and prepared from the
 *                   matrix to which A leads, with the same leading dimension and operation (T and C
 *                   are the same). A may lead to any row of op(X) that m - 1 rows follow: X + i for
 *                   N, X + i ldx for T
 *   prepared_b      the same for op(B): created RIGHT with k rows. B may lead to any column of
 *                   op(X) that n - 1 columns follow: X + j ldx for N, X + j for T
 *
 * With a prepared operand the CUDA engine takes the residue route, whatever ddblasSetGemmRoute
 * says; without one the call is ddblasWgemm. If alpha in host memory is 0, or if m, n or k is 0,
 * the operands are not looked at.
 *
 * Errors: those of ddblasWgemm, with one added to the positions of B and ldb and two to those of
 * beta, C and ldc. INVALID_VALUE for argument 10 (prepared_a) and 13 (prepared_b): destroyed or of
 * another handle, created for the other side or another k, not prepared yet, or prepared from a
 * matrix that is not the one of the call. An operand that was destroyed is recognised until
 * another one gets its address. C is untouched after a wrong argument or a failed allocation.
 *
 * Error bound and special values: those of ddblasWgemm. Bits: those of ddblasWgemm, on the CUDA
 * engine by DDBLAS_GEMM_ROUTE_RESIDUES; it does not matter which operands are prepared, nor whether
 * A leads to all rows of the operand or to some. With memory given to the operand and a workspace
 * set, the call allocates nothing and does not wait.
 */
DDBLAS_API ddblasStatus_t ddblasWgemmPrepared(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb,
                                              int64_t m, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A,
                                              int64_t lda, ddblasGemmOperand_t prepared_a, const cuddreal *B, int64_t ldb,
                                              ddblasGemmOperand_t prepared_b, const cuddreal *beta, cuddreal *C, int64_t ldc);

/* The workspace in bytes with which such a product runs at full speed without allocating. The
 * operands may be null and need not be prepared; otherwise as ddblasGemmWorkspaceSize.
 * INVALID_VALUE: m, n, k (2, 3, 4), prepared_a, prepared_b (5, 6: destroyed, of another handle,
 * created for the other side or another k), bytes (7). */
DDBLAS_API ddblasStatus_t ddblasWgemmPreparedWorkspaceSize(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k,
                                                           ddblasGemmOperand_t prepared_a, ddblasGemmOperand_t prepared_b,
                                                           size_t *bytes);

/* ---- symmetric, Hermitian and triangular operands -----------------------------------------------
 * Common to all of them: column-major; scalars on host or device by the pointer mode; leading
 * dimensions at least max(1, rows of the stored matrix), any int64_t; operands that are written
 * must not overlap the others. S, D, C, Z pass to cuBLAS and CBLAS, where dimensions and leading
 * dimensions beyond 2^31 are NOT_SUPPORTED on the CPU engine; triangles beyond order 2^26 are
 * NOT_SUPPORTED in W and U. Errors beside the arguments named: MISALIGNED, ALLOC_FAILED,
 * WORKSPACE_TOO_SMALL. Nothing is written after an error. Bits: the same whatever the threads, the
 * instruction set and the workspace. Error bounds are of W, in the safe range of ddblasWgemm; those
 * of U are sqrt 8 times as large, with moduli of complex numbers. docs/numerics.md proves them. S,
 * D, C, Z have the classical ones of their BLAS. With alpha on the device, S, D, C, Z on the CUDA
 * engine do with alpha = 0 what cuBLAS does: A and B may be read. Operands that are not read
 * because alpha in host memory is 0 may be null. Without a product (alpha = 0 or k = 0), beta = 1
 * does to C what it does in gemm. */

/*
 * C = alpha A B + beta C (side LEFT, A m x m) or C = alpha B A + beta C (RIGHT, A n x n), A
 * symmetric (symm) or Hermitian (hemm) with the triangle uplo stored. Of a Hermitian A the
 * imaginary parts of the diagonal are not read and taken as zero.
 *
 *   m, n    of B and C; 0 returns at once          alpha   when 0, A and B are not read
 *   A       the triangle uplo; lda                 beta    when 0, C is not read
 *   B       m x n, ldb                             C       m x n, ldc; written
 *
 * INVALID_VALUE for argument 2 (side), 3 (uplo), 4 (m), 5 (n), 6, 7, 9, 11, 12 (null), 8 (lda), 10
 * (ldb), 13 (ldc). |error| <= (q + 40) u_w (|alpha| |A| |B| + |beta| |C|) for each element, q the
 * order of A.
 */
DDBLAS_API ddblasStatus_t ddblasSsymm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                      const float *alpha, const float *A, int64_t lda, const float *B, int64_t ldb,
                                      const float *beta, float *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasDsymm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                      const double *alpha, const double *A, int64_t lda, const double *B, int64_t ldb,
                                      const double *beta, double *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCsymm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                      const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B,
                                      int64_t ldb, const ddblasComplex *beta, ddblasComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZsymm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                      const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                      const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta,
                                      ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasWsymm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                      const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *B, int64_t ldb,
                                      const cuddreal *beta, cuddreal *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUsymm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                      const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *B,
                                      int64_t ldb, const cuddcomplex *beta, cuddcomplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasChemm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                      const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B,
                                      int64_t ldb, const ddblasComplex *beta, ddblasComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZhemm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                      const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                      const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta,
                                      ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUhemm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                      const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *B,
                                      int64_t ldb, const cuddcomplex *beta, cuddcomplex *C, int64_t ldc);

/*
 * C = alpha op(A) op(A)^T + beta C (syrk), with op(A)^H and real alpha and beta (herk). Only the
 * triangle uplo of C is computed, read and written.
 *
 *   trans   N: op(A) = A, n x k; T (syrk) or C (herk): op(A) is A^T or A^H, A k x n. Real types
 *           take C for T; syrk of complex types knows N and T, herk N and C
 *   n, k    n = 0 returns at once; when k = 0 or alpha = 0, A is not read and C = beta C
 *   beta    when 0, C is not read
 *
 * herk takes the imaginary parts of C's diagonal as zero and writes zeros there. Without a product
 * and with beta = 1 these imaginary parts stay as they are, as in BLAS.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (trans), 4 (n), 5 (k), 6, 7, 9, 10 (null; A may be null
 * when k or alpha is 0), 8 (lda), 11 (ldc). |error| <= (k + 8) u_w (|alpha| |A| |A|^T + |beta| |C|)
 * for each element.
 */
DDBLAS_API ddblasStatus_t ddblasSsyrk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                      const float *alpha, const float *A, int64_t lda, const float *beta, float *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasDsyrk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                      const double *alpha, const double *A, int64_t lda, const double *beta, double *C,
                                      int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCsyrk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                      const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *beta,
                                      ddblasComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZsyrk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                      const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                      const ddblasDoubleComplex *beta, ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasWsyrk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                      const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *beta, cuddreal *C,
                                      int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUsyrk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                      const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *beta,
                                      cuddcomplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCherk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                      const float *alpha, const ddblasComplex *A, int64_t lda, const float *beta,
                                      ddblasComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZherk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                      const double *alpha, const ddblasDoubleComplex *A, int64_t lda, const double *beta,
                                      ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUherk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                      const cuddreal *alpha, const cuddcomplex *A, int64_t lda, const cuddreal *beta,
                                      cuddcomplex *C, int64_t ldc);

/*
 * C = alpha op(A) op(A)^T + beta C as ddblasWsyrk, for an A of double-double numbers or of doubles:
 * a Gram matrix of doubles in double-double. The arguments, what is read and written, the error
 * bound and the workspace (ddblasSyrkWorkspaceSize with DDBLAS_TYPE_W) are those of ddblasWsyrk.
 *
 *   typea   DDBLAS_TYPE_W (cuddreal) or DDBLAS_TYPE_D (double, aligned to 8 bytes): the type of A's
 *           elements, which lda counts
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (trans), 4 (n), 5 (k), 6, 7, 10, 11 (null), 8 (typea:
 * neither D nor W), 9 (lda), 12 (ldc). Bits: each element has those that ddblasWgemmEx gives it.
 */
DDBLAS_API ddblasStatus_t ddblasWsyrkEx(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                        int64_t k, const cuddreal *alpha, const void *A, ddblasType_t typea, int64_t lda,
                                        const cuddreal *beta, cuddreal *C, int64_t ldc);

/*
 * C = alpha op(A) op(B)^T + alpha op(B) op(A)^T + beta C (syr2k); alpha op(A) op(B)^H + conj(alpha)
 * op(B) op(A)^H + beta C with real beta (her2k). As syrk and herk otherwise, B shaped as A.
 *
 * INVALID_VALUE for argument 2 (uplo), 3 (trans), 4 (n), 5 (k), 6, 7, 9, 11, 12 (null; A and B may
 * be null when k = 0), 8 (lda), 10 (ldb), 13 (ldc). |error| <= (k + 9) u_w (|alpha| (|A| |B|^T +
 * |B| |A|^T) + |beta| |C|) for each element.
 */
DDBLAS_API ddblasStatus_t ddblasSsyr2k(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                       int64_t k, const float *alpha, const float *A, int64_t lda, const float *B, int64_t ldb,
                                       const float *beta, float *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasDsyr2k(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                       int64_t k, const double *alpha, const double *A, int64_t lda, const double *B, int64_t ldb,
                                       const double *beta, double *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCsyr2k(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                       int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda,
                                       const ddblasComplex *B, int64_t ldb, const ddblasComplex *beta, ddblasComplex *C,
                                       int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZsyr2k(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                       int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                       const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta,
                                       ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasWsyr2k(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                       int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *B,
                                       int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUsyr2k(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                       int64_t k, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda,
                                       const cuddcomplex *B, int64_t ldb, const cuddcomplex *beta, cuddcomplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCher2k(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                       int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda,
                                       const ddblasComplex *B, int64_t ldb, const float *beta, ddblasComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZher2k(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                       int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                       const ddblasDoubleComplex *B, int64_t ldb, const double *beta, ddblasDoubleComplex *C,
                                       int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUher2k(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                       int64_t k, const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda,
                                       const cuddcomplex *B, int64_t ldb, const cuddreal *beta, cuddcomplex *C, int64_t ldc);

/*
 * C = alpha op(A) B (side LEFT, A m x m) or C = alpha B op(A) (RIGHT, A n x n), A triangular. As in
 * cuBLAS, C may be B itself, with ldc = ldb: then the product takes B's place.
 *
 *   diag    UNIT: the diagonal is ones and not read
 *   alpha   when 0, A and B are not read and C = 0
 *
 * Zeros of the other triangle may be operands: a NaN or Inf of B may reach all of its column (LEFT)
 * or row of C.
 *
 * INVALID_VALUE for argument 2 (side), 3 (uplo), 4 (trans), 5 (diag), 6 (m), 7 (n), 8, 9, 11, 13
 * (null), 10 (lda), 12 (ldb), 14 (ldc; also when C is B and ldc is not ldb). |error| <= (q + 40)
 * u_w |alpha| |op(A)| |B| for each element, q the order of A.
 */
DDBLAS_API ddblasStatus_t ddblasStrmm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const float *alpha,
                                      const float *A, int64_t lda, const float *B, int64_t ldb, float *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasDtrmm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const double *alpha,
                                      const double *A, int64_t lda, const double *B, int64_t ldb, double *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasCtrmm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n,
                                      const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, const ddblasComplex *B,
                                      int64_t ldb, ddblasComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasZtrmm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n,
                                      const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                      const ddblasDoubleComplex *B, int64_t ldb, ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasWtrmm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const cuddreal *alpha,
                                      const cuddreal *A, int64_t lda, const cuddreal *B, int64_t ldb, cuddreal *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasUtrmm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n,
                                      const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, const cuddcomplex *B,
                                      int64_t ldb, cuddcomplex *C, int64_t ldc);

/*
 * Solves op(A) X = alpha B (side LEFT, A m x m) or X op(A) = alpha B (RIGHT, A n x n), A
 * triangular; X takes the place of B, m x n. No test for singularity: a zero on the diagonal gives
 * Inf and NaN as division does, in U as cuddcDiv does. alpha = 0: A is not read and X = 0.
 *
 * INVALID_VALUE for argument 2 (side), 3 (uplo), 4 (trans), 5 (diag), 6 (m), 7 (n), 8, 9, 11
 * (null), 10 (lda), 12 (ldb). Backward error: |op(A) X - alpha B| <= (q + 80) u_w (|op(A)| |X| +
 * |alpha| |B|) for each element, q the order of A; the forward error follows by |op(A)^-1|.
 */
DDBLAS_API ddblasStatus_t ddblasStrsm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const float *alpha,
                                      const float *A, int64_t lda, float *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasDtrsm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const double *alpha,
                                      const double *A, int64_t lda, double *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasCtrsm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n,
                                      const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda, ddblasComplex *B,
                                      int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasZtrsm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n,
                                      const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A, int64_t lda,
                                      ddblasDoubleComplex *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasWtrsm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const cuddreal *alpha,
                                      const cuddreal *A, int64_t lda, cuddreal *B, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasUtrsm(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                      ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n,
                                      const cuddcomplex *alpha, const cuddcomplex *A, int64_t lda, cuddcomplex *B, int64_t ldb);

/* The workspace in bytes with which such a routine of this type and these sizes runs on the
 * handle's engine without allocating: Symm for symm and hemm, Syrk for syrk, herk, syr2k, her2k.
 * INVALID_VALUE for a wrong type, side or size and for null. */
DDBLAS_API ddblasStatus_t ddblasSymmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m,
                                                  int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasSyrkWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t k, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasTrmmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m,
                                                  int64_t n, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasTrsmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m,
                                                  int64_t n, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
