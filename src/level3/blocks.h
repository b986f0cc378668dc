/*
 * What the double-double routines over symmetric and triangular matrices are made of: gemm on blocks, small blocks written out in
 * full, copies, small triangular systems; on either engine, behind one interface.
 *
 * A routine is a function that calls these operations in order. It runs twice: once for planning, when operations only note the
 * workspace that they need and touch nothing, and once in earnest. So a query and a call cannot disagree, and no size is stated
 * twice.
 */
#ifndef DDBLAS_LEVEL3_BLOCKS_H
#define DDBLAS_LEVEL3_BLOCKS_H

#include "gemm.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ddblas_blocks
{
    ddblasHandle_t handle;
    int planning;
    size_t scratch_bytes, gemm_bytes; /* noted */
    size_t least_bytes;               /* noted: with less than this a gemm fails */
    cuddreal *scratch;                /* scratch_bytes, multiple of 256; its content is lost with the next operation but one */
    /* In host or engine memory, as the pointer mode says: 0; 1; 1 and -1, both 0 where alpha is 0. */
    const cuddreal *zero, *one, *carry, *minus;
};

typedef ddblasStatus_t (*ddblas_blocks_routine)(struct ddblas_blocks *blocks, const void *problem);

/* Plans and runs. alpha: the problem's. */
ddblasStatus_t ddblas_blocks_run(ddblasHandle_t handle, ddblas_blocks_routine routine, const void *problem,
                                 const cuddreal *alpha);
/* Bytes of workspace that a run takes. Pointers of the problem may be null. */
size_t ddblas_blocks_workspace(ddblasHandle_t handle, ddblas_blocks_routine routine, const void *problem);

/* The order up to which a symmetric or triangular block of a matrix of this order is written out, beside `other` rows or columns.
 */
int64_t ddblas_blocks_leaf(const struct ddblas_blocks *blocks, int64_t order, int64_t other);
/* The order of triangular systems solved at one go. */
int64_t ddblas_blocks_system(const struct ddblas_blocks *blocks);
/* Where a block of order n > leaf is cut: about its half, a multiple of the leaf. */
int64_t ddblas_blocks_cut(int64_t n, int64_t leaf);

/* elements of memory until the next call; null while planning. SIZE_MAX: more than any memory has. */
cuddreal *ddblas_blocks_scratch(struct ddblas_blocks *blocks, size_t elements);

/* While planning: an operation takes these bytes of workspace when it may choose, and at least so many. */
void ddblas_blocks_note(struct ddblas_blocks *blocks, size_t bytes, size_t least);

/* C = alpha op(A) op(B) + beta C, and nothing when m, n or k is 0. */
ddblasStatus_t ddblas_blocks_gemm(struct ddblas_blocks *blocks, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                  int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *B,
                                  int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc);
ddblasStatus_t ddblas_blocks_gemm_part(struct ddblas_blocks *blocks, const struct ddblas_gemm_problem *problem);
/* 1 when the engine takes a gemm problem with `pair` set at this k. */
int ddblas_blocks_pairs(const struct ddblas_blocks *blocks, int64_t k);

enum ddblas_blocks_form
{
    DDBLAS_BLOCKS_SYMMETRIC,
    DDBLAS_BLOCKS_TRIANGULAR, /* zeros in the other triangle */
    DDBLAS_BLOCKS_UNIT        /* the same with ones on the diagonal */
};

/* The n x n matrix whose triangle uplo is stored in A, in full: out, leading dimension n. */
ddblasStatus_t ddblas_blocks_expand(struct ddblas_blocks *blocks, enum ddblas_blocks_form form, ddblasFillMode_t uplo, int64_t n,
                                    const cuddreal *A, int64_t lda, cuddreal *out);
/* to = from, m x n. */
ddblasStatus_t ddblas_blocks_copy(struct ddblas_blocks *blocks, int64_t m, int64_t n, const cuddreal *from, int64_t ldf,
                                  cuddreal *to, int64_t ldt);

/* `vectors` systems T x = alpha b of order n, solved in place: component e of vector v stands at x[e step + v stride], T(i, j) of
 * the lower (upper) triangular T at A[i row + j column]. */
struct ddblas_systems
{
    int64_t n, vectors;
    int64_t all; /* vectors of the call, of which these are some: they decide which kernel runs, and so the bits */
    int upper, unit;
    const cuddreal *A;
    int64_t row, column;
    const cuddreal *alpha; /* as the pointer mode says */
    cuddreal *x;
    int64_t step, stride;
    /* CUDA engine, where keys is not null, each vector's: keys = max(keys, those of the solution) in the sense of gemm_key_of;
     * where that changes the exponent, which Inf and NaN do as well, uppers = 0 and the vector's number joins the *grown_count in
     * grown. */
    uint32_t *keys, *uppers, *grown, *grown_count;
};
ddblasStatus_t ddblas_blocks_solve(struct ddblas_blocks *blocks, const struct ddblas_systems *systems);

/* ---- the engines ------------------------------------------------------------------------------------------------------- */

void ddblas_expand_cpu(ddblasHandle_t handle, enum ddblas_blocks_form form, ddblasFillMode_t uplo, int64_t n, const cuddreal *A,
                       int64_t lda, cuddreal *out);
void ddblas_copy_cpu(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *from, int64_t ldf, cuddreal *to, int64_t ldt);
void ddblas_solve_cpu(ddblasHandle_t handle, const struct ddblas_systems *systems);
enum
{
    DDBLAS_BLOCKS_LEAF_CPU = 48,
    DDBLAS_SYSTEM_CPU = 16,
    DDBLAS_BLOCKS_LEAF_CUDA = 128,
    DDBLAS_BLOCKS_LEAF_RESIDUES = 4096, /* the residue route does 4096 x 8192 x 4096 in 7.7 ms and 1024 x 8192 x 1024 in 1.2 */
    DDBLAS_SYSTEM_CUDA = 64,
    DDBLAS_PANEL_CUDA = 256 /* of trsm by panels: the largest order of a system */
};

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_expand_cuda(ddblasHandle_t handle, enum ddblas_blocks_form form, ddblasFillMode_t uplo, int64_t n,
                                  const cuddreal *A, int64_t lda, cuddreal *out);
ddblasStatus_t ddblas_copy_cuda(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *from, int64_t ldf, cuddreal *to,
                                int64_t ldt);
ddblasStatus_t ddblas_solve_cuda(ddblasHandle_t handle, const struct ddblas_systems *systems);
/* out = 0, 1, and 1 and -1, the last two 0 where *alpha is 0. All pointers are the device's. */
ddblasStatus_t ddblas_constants_cuda(ddblasHandle_t handle, const cuddreal *alpha, cuddreal *out);
#endif

#ifdef __cplusplus
}
#endif

#endif
