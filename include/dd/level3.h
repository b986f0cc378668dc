/*
 * Level 3: matrix-matrix products.
 */
#ifndef DD_LEVEL3_H
#define DD_LEVEL3_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* op(X): X, its transpose or its conjugate transpose. Numbers as in cuBLAS. */
typedef enum ddblasOperation_t
{
    DDBLAS_OP_N = 0,
    DDBLAS_OP_T = 1,
    DDBLAS_OP_C = 2 /* of real types the same as T */
} ddblasOperation_t;

/* How the CUDA engine forms a double-double product. Both routes keep the bound of ddblasWgemm; the CPU engine has one. */
typedef enum ddblasGemmRoute_t
{
    DDBLAS_GEMM_ROUTE_AUTO = 0,    /* the faster of the two by sizes and shape */
    DDBLAS_GEMM_ROUTE_PLAIN = 1,   /* double-double multiply-adds on the FP64 pipes */
    DDBLAS_GEMM_ROUTE_RESIDUES = 2 /* exact INT8 products modulo coprime numbers on the tensor cores */
} ddblasGemmRoute_t;

/* The route of later double-double products, AUTO at first. INVALID_VALUE for argument 2 (no route, null). */
DDBLAS_API ddblasStatus_t ddblasSetGemmRoute(ddblasHandle_t handle, ddblasGemmRoute_t route);
DDBLAS_API ddblasStatus_t ddblasGetGemmRoute(ddblasHandle_t handle, ddblasGemmRoute_t *route);

/*
 * C = alpha op(A) op(B) + beta C, op(A) m x k, op(B) k x n, C m x n, column-major.
 *
 *   transa  op of A; transb op of B
 *   m, n, k >= 0; m = 0 or n = 0 returns at once
 *   alpha   scalar, host or device by the pointer mode; when 0 (or k = 0), A and B are not read and C = beta C
 *   A       m x k for transa = N, else k x m; lda >= max(1, its rows), any int64_t
 *   B       k x n for transb = N, else n x k; ldb >= max(1, its rows)
 *   beta    scalar; when 0, C is not read and may hold NaN
 *   C       m x n, ldc >= max(1, m); the only memory written, its padding excepted; must not overlap A or B
 *
 * Errors: INVALID_VALUE for argument 2 (transa), 3 (transb), 4 (m), 5 (n), 6 (k), 7, 8, 10, 12, 13 (null; A and B may be null
 * when k = 0), 9 (lda), 11 (ldb), 14 (ldc); MISALIGNED for double-double pointers off 16 bytes; ALLOC_FAILED or
 * WORKSPACE_TOO_SMALL; NOT_SUPPORTED on the CUDA engine: its gemm is not part of this version. C is untouched after an error.
 *
 * Error bound, W, each element, for k <= 2^40: |error| <= (k + 8) u_w (|alpha| |A| |B| + |beta| |C|), u_w = 2^-104, also
 * (0.31 k + 17) u_w; docs/numerics.md proves both. They hold while no product or sum overflows and while products stay above
 * CUDD_SAFE_MIN (below it each product may lose its digits under 2^-1074). S, D, C, Z: the classical (k + 2) u bound, with a
 * constant factor 2 sqrt 2 more for complex types.
 *
 * An element whose sum is not finite is what the same sum gives in order t = 0, 1, ..., k - 1 in double arithmetic on the high
 * parts if that is not finite, else by cuddFma: Inf and NaN propagate as in BLAS.
 *
 * Bits: the same whatever the threads, the instruction set and the workspace.
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

/* The workspace in bytes with which a gemm of this type and these sizes runs at full speed on the handle's engine without
 * allocating, whatever its operations and leading dimensions. It is bounded: a constant for each thread. On the CPU a smaller
 * one, down to a thread's share, makes fewer threads work and gives the same bits. */
DDBLAS_API ddblasStatus_t ddblasGemmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k,
                                                  size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
