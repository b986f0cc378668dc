/*
 * gemm inside the library: the problem that gemm.c checks and passes to the engine of the handle.
 */
#ifndef DDBLAS_LEVEL3_GEMM_H
#define DDBLAS_LEVEL3_GEMM_H

#include "core/core.h"
#include "core/sizes.h"

#include <dd/level3.h>

/* The elements of C that a call computes: all of them, or those of the lower or upper triangle
 * including the diagonal. Elements outside the triangle are neither read nor written, and the
 * engines skip blocks that are outside it. syrk and similar routines are calls of gemm for one
 * triangle. With LOWER, C may have more rows than columns, and with UPPER more columns than
 * rows. */
enum ddblas_gemm_part
{
    DDBLAS_GEMM_ALL = 0,
    DDBLAS_GEMM_LOWER,
    DDBLAS_GEMM_UPPER
};

/* C = alpha op(A) op(B) + beta C with checked arguments, m, n >= 1, k >= 0. */
struct ddblas_gemm_problem
{
    ddblasType_t type;
    ddblasOperation_t transa, transb;
    int64_t m, n, k;
    /* alpha is in host memory or in engine memory, as the pointer mode of the handle says. */
    const void *alpha;
    const void *A;
    int64_t lda;
    const void *B;
    int64_t ldb;
    const void *beta;
    void *C;
    int64_t ldc;
    enum ddblas_gemm_part part; /* Values other than ALL are allowed only in double-double. */
    /* A hint. 1: rows of op(A) or columns of op(B) have many zeros. The residue route then uses all
     * its moduli, because with fewer bits the guard would refuse many elements of sparse lines. */
    int sparse;
    /* 1: the product with A and B exchanged is added too. This is allowed only on the CPU engine
     * and only if ddblas_gemm_cpu_w_pairs returns 1. */
    int pair;
    /* 1: the elements of A (of B) are doubles. Only in problems of type W without `pair`. */
    int double_a, double_b;
    /* A hint, used by syr2k. 1: the previous call with this handle computed the same product with
     * op(A) and op(B) exchanged and transposed, with the same sizes (m = n) and in the same
     * workspace. If the residues of that call are still in the workspace, the residue route uses
     * them again. */
    int exchanged;
    /* 1: the prototype has arguments for prepared operands, one after lda and one after ldb. */
    int takes_prepared;
    /* Prepared operands for op(A) and op(B), or null. They are allowed only in W, if all of C is
     * computed, and without `sparse`. A prepared operand contains the rows of op(A), or the columns
     * of op(B), that begin at the address A or B (gemm_operand.h). With prepared operands the CUDA
     * engine uses the residue route, even if the handle is set to the other route. */
    ddblasGemmOperand_t prepared[2];
    /* 1: the imaginary parts of the diagonal of C are not read, count as 0, and become 0. Only for
     * a triangle of C in complex double-double. */
    int real_diagonal;
    /* If not 0: this problem is a block of a product of plan_m x plan_n elements, and the plain
     * route uses the plan of that product. The bits then do not depend on m and n. */
    int64_t plan_m, plan_n;
};

/* Returns 1 if blocks of C should be small, so that the engines compute few elements outside the
 * wanted triangle. Returns 0 if C is so long that its triangle is a small share of it. */
static inline int ddblas_gemm_cuts_part(const struct ddblas_gemm_problem *p)
{
    return p->part != DDBLAS_GEMM_ALL && most(p->m, p->n) / 4 < least(p->m, p->n);
}

/* Selects elements of C: element (i, j) is computed if bit i % 32 of elements[i / 32 + j pitch] is
 * set. All other elements are neither read nor written. If *any is 0, no bit is set. The words are
 * in engine memory and are read when the work executes, so that an earlier kernel in the same
 * stream can write them. The bits of an element depend neither on which other elements are
 * selected, nor on whether the problem is a block of a larger one. */
struct ddblas_gemm_mask
{
    const uint32_t *any;
    /* pitch x n words, pitch >= m / 32 rounded up. */
    const uint32_t *elements;
    int64_t pitch;
};

/* Returns an element of C = beta C in double-double. If beta is 0, old is not read. If beta is 1, a
 * finite element keeps its bits. The low part of an Inf or NaN becomes 0, because every Inf and NaN
 * that the library returns has the low part 0. */
CUDD_FN cuddreal ddblas_gemm_scaled(cuddreal beta, const cuddreal *old)
{
    if (cuddIsZero(beta))
        return cuddFromDouble(0.0);
    return cuddEqD(beta, 1.0) ? cudd_clean(*old) : cuddMul(beta, *old);
}

/* Defines an entry point with gemm's prototype. It passes the handle and the problem to the
 * function `call`. */
#define DDBLAS_GEMM_ENTRY(name, letter, element, call)                                                                           \
    ddblasStatus_t name(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,         \
                        int64_t k, const element *alpha, const element *A, int64_t lda, const element *B, int64_t ldb,           \
                        const element *beta, element *C, int64_t ldc)                                                            \
    {                                                                                                                            \
        const struct ddblas_gemm_problem problem = {.type = DDBLAS_TYPE_##letter,                                                \
                                                    .transa = transa,                                                            \
                                                    .transb = transb,                                                            \
                                                    .m = m,                                                                      \
                                                    .n = n,                                                                      \
                                                    .k = k,                                                                      \
                                                    .alpha = alpha,                                                              \
                                                    .A = A,                                                                      \
                                                    .lda = lda,                                                                  \
                                                    .B = B,                                                                      \
                                                    .ldb = ldb,                                                                  \
                                                    .beta = beta,                                                                \
                                                    .C = C,                                                                      \
                                                    .ldc = ldc};                                                                 \
        return call(handle, &problem);                                                                                           \
    }

/* Begins a call: checks the handle, clears its last error, and checks every argument in the order
 * of the prototype. If on_host is set, all pointers must lead to host memory, whatever the engine
 * and the pointer mode are. */
ddblasStatus_t ddblas_gemm_check(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem, int on_host);

/* Computes the problem on the handle's engine. */
ddblasStatus_t ddblas_gemm(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* Returns the bytes of engine workspace that a gemm of this type and these sizes uses at full
 * speed. */
size_t ddblas_gemm_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);

/* Computes the problem on the CPU engine. */
ddblasStatus_t ddblas_gemm_cpu(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* Returns the route that the handle is set to. */
ddblasGemmRoute_t ddblas_gemm_route(ddblasHandle_t handle);

#if DDBLAS_HAVE_CUDA
size_t ddblas_gemm_cuda_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);
/* Returns the least workspace, in bytes, with which this double-double gemm runs. */
size_t ddblas_gemm_cuda_least(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);
ddblasStatus_t ddblas_gemm_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* Returns 1 if the CUDA engine computes a double-double product of these sizes by the residue
 * route. */
int ddblas_gemm_by_residues(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);

/* The plain route of double-double gemm on the CUDA engine: multiply-adds on the FP64 pipes. The
 * caller provides ddblas_gemm_plain_cuda_workspace bytes of engine memory, aligned to 256 bytes.
 * The function allocates nothing and does not wait for the device. mask may be null. With a mask no
 * workspace is needed, and workspace may be null. */
size_t ddblas_gemm_plain_cuda_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
/* Returns the bytes of workspace for a block of a product of plan_m x plan_n elements. */
size_t ddblas_gemm_plain_cuda_block_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, int64_t plan_m,
                                              int64_t plan_n);
ddblasStatus_t ddblas_gemm_plain_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem,
                                      const struct ddblas_gemm_mask *mask, void *workspace);

/* gemm of S, D, C, Z through cuBLAS, which uses the stream, the pointer mode and the workspace of
 * the handle. */
size_t ddblas_gemm_cublas_workspace(void);
ddblasStatus_t ddblas_gemm_cublas(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);
#endif

#endif
