/*
 * gemm inside the library: a problem, which gemm.c checks and passes to the handle's engine.
 */
#ifndef DDBLAS_LEVEL3_GEMM_H
#define DDBLAS_LEVEL3_GEMM_H

#include "core/core.h"
#include "core/sizes.h"

#include <dd/level3.h>

/* Elements of C that a call computes: all, or those of the lower or upper triangle with the
 * diagonal. Elements outside the triangle are neither read nor written, and engines skip blocks
 * outside it. syrk and similar routines are a gemm of one triangle. C may have more rows than
 * columns in LOWER, and more columns than rows in UPPER. */
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
    const void *alpha; /* Host or engine memory, as the pointer mode says. */
    const void *A;
    int64_t lda;
    const void *B;
    int64_t ldb;
    const void *beta;
    void *C;
    int64_t ldc;
    enum ddblas_gemm_part part; /* Other than ALL: double-double only. */
    /* A hint. 1: rows of op(A) or columns of op(B) have many zeros. The residue route then uses all
     * its moduli. */
    int sparse;
    /* 1: the product with A and B exchanged is added too. Only allowed on the CPU engine, if
     * ddblas_gemm_cpu_w_pairs returns 1. */
    int pair;
    /* 1: the elements of A (of B) are doubles, in a problem of type W. Not with `pair`. */
    int double_a, double_b;
    /* A hint, as in syr2k. 1: the handle's preceding call was this product with op(A) and op(B)
     * exchanged and transposed, of the same sizes (m = n) and in the same workspace. If that call
     * left all its residues there, the residue route uses them. */
    int exchanged;
    /* 1: prepared operands are arguments of the call, one after lda and one after ldb. */
    int takes_prepared;
    /* Prepared operands for op(A) and op(B), or null. Only for W, all of C, and without `sparse`.
     * They contain the rows of op(A) and the columns of op(B) that begin at A and at B
     * (gemm_operand.h). With them the CUDA engine uses the residue route, even if the handle is set
     * to another one. */
    ddblasGemmOperand_t prepared[2];
    /* 1: the imaginary parts of the diagonal of C are not read, count as 0 and become 0. Only for a
     * triangle of C in complex double-double. */
    int real_diagonal;
    /* If not 0, the plain route's plan is that of a product of plan_m x plan_n elements, of which
     * this problem is a block. The bits then do not depend on m and n. */
    int64_t plan_m, plan_n;
};

/* Returns 1 if blocks of C should be small, so that little work lies outside the part: not where C
 * is so long that its triangle is a small share of it. */
static inline int ddblas_gemm_cuts_part(const struct ddblas_gemm_problem *p)
{
    return p->part != DDBLAS_GEMM_ALL && most(p->m, p->n) / 4 < least(p->m, p->n);
}

/* Selects elements of C: element (i, j) is computed when bit i % 32 of elements[i / 32 + j pitch]
 * is set. All others are neither read nor written. If *any is 0, no bit is set. The words are in
 * engine memory and are read when the work executes, so that an earlier kernel of the same stream
 * may write them. An element's bits do not depend on which other elements are selected, or on
 * whether the problem is a block of a larger one. */
struct ddblas_gemm_mask
{
    const uint32_t *any;
    /* pitch x n words, pitch >= m / 32 rounded up. */
    const uint32_t *elements;
    int64_t pitch;
};

/* Returns an element of C = beta C in double-double. If beta is 0, old is not read. If beta is 1, a
 * finite element keeps its bits, and the low part of an Inf or NaN becomes 0, as in every result of
 * the library. */
CUDD_FN cuddreal ddblas_gemm_scaled(cuddreal beta, const cuddreal *old)
{
    if (cuddIsZero(beta))
        return cuddFromDouble(0.0);
    return cuddEqD(beta, 1.0) ? cudd_clean(*old) : cuddMul(beta, *old);
}

/* Defines an entry point with gemm's prototype; `call` gets the handle and the problem. */
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
 * of the prototype. If on_host is set, all pointers lead to host memory, whatever the engine and
 * the pointer mode are. */
ddblasStatus_t ddblas_gemm_check(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem, int on_host);

/* Computes the problem on the handle's engine. */
ddblasStatus_t ddblas_gemm(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* Returns the bytes of engine workspace that gemm uses for this type and these sizes at full
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

/* Returns 1 when a double-double product of these sizes takes the residue route on the CUDA
 * engine. */
int ddblas_gemm_by_residues(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);

/* The plain route of double-double on the CUDA engine: multiply-adds on the FP64 pipes. The caller
 * provides ddblas_gemm_plain_cuda_workspace bytes of engine memory, 256-byte aligned. The function
 * allocates nothing and waits for nothing. mask may be null; with a mask no workspace is used, and
 * workspace may be null. */
size_t ddblas_gemm_plain_cuda_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
/* The same for a block of a product of plan_m x plan_n elements. */
size_t ddblas_gemm_plain_cuda_block_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, int64_t plan_m,
                                              int64_t plan_n);
ddblasStatus_t ddblas_gemm_plain_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem,
                                      const struct ddblas_gemm_mask *mask, void *workspace);

/* gemm of S, D, C, Z through cuBLAS, with the handle's stream, pointer mode and workspace. */
size_t ddblas_gemm_cublas_workspace(void);
ddblasStatus_t ddblas_gemm_cublas(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);
#endif

#endif
