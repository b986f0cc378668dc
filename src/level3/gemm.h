/*
 * gemm inside the library: one problem, checked by gemm.c, given to the engine of the handle.
 */
#ifndef DDBLAS_LEVEL3_GEMM_H
#define DDBLAS_LEVEL3_GEMM_H

#include "../core/core.h"

#include <dd/level3.h>

/* Which elements of C a call computes. Elements outside the triangle are neither read nor written, and an engine leaves out
 * blocks that lie outside: syrk and its kin are a gemm of one triangle. Only a square C (m = n) has triangles. */
enum ddblas_gemm_part
{
    DDBLAS_GEMM_ALL,
    DDBLAS_GEMM_LOWER,
    DDBLAS_GEMM_UPPER
};

/* C = alpha op(A) op(B) + beta C with checked arguments, m, n >= 1, k >= 0. */
struct ddblas_gemm_problem
{
    ddblasType_t type;
    ddblasOperation_t transa, transb;
    int64_t m, n, k;
    const void *alpha; /* host or engine memory, as the handle's pointer mode says */
    const void *A;
    int64_t lda;
    const void *B;
    int64_t ldb;
    const void *beta;
    void *C;
    int64_t ldc;
    enum ddblas_gemm_part part; /* not ALL: double-double only */
    int sparse;                 /* lines hold many zeros: the residue route takes all the moduli that it has */
};

/* Elements of C that a product is restricted to: element (i, j) is computed when bit i % 32 of elements[i / 32 + j pitch] is set,
 * all others are neither read nor written; when *any is 0 no bit is set. The words are in engine memory and read when the work
 * executes, so that an earlier kernel of the same stream may write them. An element's bits do not depend on the others' or on the
 * place of the problem in a larger one. */
struct ddblas_gemm_mask
{
    const uint32_t *any;
    const uint32_t *elements; /* pitch x n words, pitch >= m / 32 rounded up */
    int64_t pitch;
};

/* An entry point with gemm's prototype: `call` gets the handle and the problem. */
#define DDBLAS_GEMM_ENTRY(name, letter, type, call)                                                                              \
    ddblasStatus_t name(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,         \
                        int64_t k, const type *alpha, const type *A, int64_t lda, const type *B, int64_t ldb, const type *beta,  \
                        type *C, int64_t ldc)                                                                                    \
    {                                                                                                                            \
        const struct ddblas_gemm_problem problem = {                                                                             \
            DDBLAS_TYPE_##letter, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, DDBLAS_GEMM_ALL, 0};             \
        return call(handle, &problem);                                                                                           \
    }

/* A call's start: the handle lives, its last error is cleared, every argument is checked in the order of the prototype. on_host:
 * all pointers lead to host memory, whatever the engine and the pointer mode. */
ddblasStatus_t ddblas_gemm_check(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem, int on_host);

/* Solves the problem on the handle's engine. */
ddblasStatus_t ddblas_gemm(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* Bytes of engine workspace that the engine's gemm takes for this type and these sizes at full speed. */
size_t ddblas_gemm_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);

/* Solves the problem on the engine. */
ddblasStatus_t ddblas_gemm_cpu(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

#if DDBLAS_HAVE_CUDA
size_t ddblas_gemm_cuda_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);
/* The least workspace with which this double-double gemm runs. */
size_t ddblas_gemm_cuda_least(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);
ddblasStatus_t ddblas_gemm_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

/* 1 when a double-double product of these sizes takes the residue route on the CUDA engine. */
int ddblas_gemm_by_residues(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);

/* The plain route of double-double on the CUDA engine: multiply-adds on the FP64 pipes. The caller gives it
 * ddblas_gemm_plain_cuda_workspace bytes of engine memory, 256-byte aligned; nothing is allocated and nothing waits. A mask, or
 * null; with a mask no workspace is used and it may be null. */
size_t ddblas_gemm_plain_cuda_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
ddblasStatus_t ddblas_gemm_plain_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem,
                                      const struct ddblas_gemm_mask *mask, void *workspace);

/* S, D, C, Z through cuBLAS: the handle's stream, pointer mode and workspace. */
size_t ddblas_gemm_cublas_workspace(void);
ddblasStatus_t ddblas_gemm_cublas(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);
#endif

#endif
