/*
 * Batches: many products, of matrices or of a matrix and a vector, or many triangular systems of
 * the same size in one call, as the blocks of semidefinite programs need them. The arguments have
 * cuBLAS's order, with 64-bit sizes and strides.
 */
#ifndef DD_BATCHED_H
#define DD_BATCHED_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the matrices of a batch --------------------------------------------------------------------
 * A batch has batchCount >= 0 members, numbered from 0. All members have the same operations, sizes
 * and leading dimensions, and the same alpha and beta.
 *
 *   StridedBatched   member i of A begins at A + i strideA; strides count elements
 *   Batched          member i of A begins at Aarray[i]. The array of pointers is in the memory of
 *                    the handle's engine: device memory on the CUDA engine, host memory on the CPU
 *                    engine. It is read when the call executes.
 *
 * Strides of operands that are only read are >= 0; with 0 all members share the matrix. Members
 * that are written must not overlap each other or an operand: the stride is at least the
 * extent of a matrix, ld (columns - 1) + rows, or the members lie one below another in the columns
 * of one matrix: the stride is at least the number of rows, and stride (batchCount - 1) + rows is
 * at most ld. Elements between the members are neither read nor written.
 *
 * Errors common to all: INVALID_VALUE for a stride that is negative, makes written members overlap
 * or leads beyond the address space, and for a negative or too large batchCount; otherwise those of
 * the routine for one member, with the positions below. On the CPU engine a pointer in an array
 * that is null or misaligned is reported with the position of its array, and the sentence of
 * ddblasGetLastError has the number of the member. On the CUDA engine the host cannot read the
 * arrays; there a pointer that is null or no multiple of 16 is an error of the caller like any wild
 * pointer. Nothing is written after an error. batchCount = 0, m = 0 or n = 0 returns at once.
 *
 * Bits of a member: on the CPU engine those of ddblasWgemm or ddblasWtrsm for the member alone. On
 * the CUDA engine every element is the sum of its terms in one fixed order, without a cut of k and
 * with the factors in the order of op(A) op(B). On both engines the bits of a member do not depend
 * on the number of members, its place, strides or pointers, threads, instruction set, stream or
 * workspace. The setting of ddblasSetGemmRoute has no effect. */

/*
 * C_i = alpha op(A_i) op(B_i) + beta C_i in W, for each member i. Sizes, shapes, special values,
 * alpha = 0, beta = 0 and the error bound are those of ddblasWgemm (dd/level3.h): |error| <= (k +
 * 8) u_w (|alpha| |A| |B| + |beta| |C|).
 *
 * Errors of StridedBatched by argument: 2 (transa), 3 (transb), 4 (m), 5 (n), 6 (k), 7 (alpha), 8
 * (A), 9 (lda), 10 (strideA), 11 (B), 12 (ldb), 13 (strideB), 14 (beta), 15 (C), 16 (ldc), 17
 * (strideC), 18 (batchCount). Of Batched: 2 to 7 as before, 8 (Aarray), 9 (lda), 10 (Barray), 11
 * (ldb), 12 (beta), 13 (Carray), 14 (ldc), 15 (batchCount). A and B, or their arrays, may be null
 * when k = 0, or when alpha in host memory is 0.
 *
 * The method is that of gemm. On the CUDA engine a tile of one member is the work of 8 to 128
 * threads (src/level3/batched/gemm_batched_plan.h).
 */
DDBLAS_API ddblasStatus_t ddblasWgemmStridedBatched(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb,
                                                    int64_t m, int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A,
                                                    int64_t lda, int64_t strideA, const cuddreal *B, int64_t ldb, int64_t strideB,
                                                    const cuddreal *beta, cuddreal *C, int64_t ldc, int64_t strideC,
                                                    int64_t batchCount);
DDBLAS_API ddblasStatus_t ddblasWgemmBatched(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                             int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *const Aarray[],
                                             int64_t lda, const cuddreal *const Barray[], int64_t ldb, const cuddreal *beta,
                                             cuddreal *const Carray[], int64_t ldc, int64_t batchCount);

/*
 * Solves op(A_i) X_i = alpha B_i (side LEFT, A_i m x m) or X_i op(A_i) = alpha B_i (RIGHT, A_i n x
 * n) in W, for each member i; X_i takes the place of B_i, m x n. All is as for ddblasWtrsm
 * (dd/level3.h), the bound of the residual too: |op(A) X - alpha B| <= (q + 80) u_w (|op(A)| |X| +
 * |alpha| |B|), q the order of A_i.
 *
 * Errors of StridedBatched by argument: 2 (side), 3 (uplo), 4 (trans), 5 (diag), 6 (m), 7 (n), 8
 * (alpha), 9 (A), 10 (lda), 11 (strideA), 12 (B), 13 (ldb), 14 (strideB), 15 (batchCount). Of
 * Batched: 2 to 8 as before, 9 (Aarray), 10 (lda), 11 (Barray), 12 (ldb), 13 (batchCount). A or
 * Aarray may be null when alpha in host memory is 0.
 */
DDBLAS_API ddblasStatus_t ddblasWtrsmStridedBatched(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                                    ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n,
                                                    const cuddreal *alpha, const cuddreal *A, int64_t lda, int64_t strideA,
                                                    cuddreal *B, int64_t ldb, int64_t strideB, int64_t batchCount);
DDBLAS_API ddblasStatus_t ddblasWtrsmBatched(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                             ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n,
                                             const cuddreal *alpha, const cuddreal *const Aarray[], int64_t lda,
                                             cuddreal *const Barray[], int64_t ldb, int64_t batchCount);

/*
 * y_i = alpha op(A_i) x_i + beta y_i in W, for each member i, A_i m x n. Shapes, increments, which
 * may be negative, special values, alpha = 0, beta = 0 and the error bound are those of ddblasWgemv
 * (dd/level2.h): |error| <= (k + 8) u_w (|alpha| |op(A)| |x| + |beta| |y|), k the number of
 * elements of x_i. Strides of x and y count elements, like increments. Members of y may lie between
 * one another's elements. m = 0, n = 0 or batchCount = 0 returns at once. There is no workspace.
 *
 * Errors by argument: 2 (trans), 3 (m), 4 (n), 5 (alpha), 6 (A), 7 (lda), 8 (strideA), 9 (x), 10
 * (incx), 11 (stridex), 12 (beta), 13 (y), 14 (incy), 15 (stridey), 16 (batchCount). A and x may be
 * null when alpha in host memory is 0.
 *
 * On the CPU engine a member has the bits of ddblasWgemv. On the CUDA engine its sums have a fixed
 * order of their own, which depends on op, m and n.
 */
DDBLAS_API ddblasStatus_t ddblasWgemvStridedBatched(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n,
                                                    const cuddreal *alpha, const cuddreal *A, int64_t lda, int64_t strideA,
                                                    const cuddreal *x, int64_t incx, int64_t stridex, const cuddreal *beta,
                                                    cuddreal *y, int64_t incy, int64_t stridey, int64_t batchCount);

/* The workspace in bytes with which a batch of gemm or trsm runs at full speed on the handle's
 * engine without allocating, whatever its operations, leading dimensions and strides: on the CPU
 * engine a share for each thread, at most 3 MB; on the CUDA engine nothing for products, and 256
 * bytes for systems of an order above 64. On the CPU engine a smaller one, down to a thread's
 * share, makes fewer threads work and gives the same bits. INVALID_VALUE: type (2), which must be
 * W, for Gemm m, n, k (3, 4, 5), batchCount (6), bytes (7); for Trsm side (3), m, n (4, 5),
 * batchCount (6), bytes (7). */
DDBLAS_API ddblasStatus_t ddblasGemmBatchedWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n,
                                                         int64_t k, int64_t batchCount, size_t *bytes);
DDBLAS_API ddblasStatus_t ddblasTrsmBatchedWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side,
                                                         int64_t m, int64_t n, int64_t batchCount, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
