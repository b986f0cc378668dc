/*
 * Operations from which the routines of W and U on symmetric and triangular matrices are built:
 * gemm on blocks, expansion of small blocks to full matrices, copies, small triangular systems. One
 * interface serves both engines.
 *
 * A routine is a function that calls these operations in order. The routine runs twice. The first
 * run is for planning: the operations only record the workspace that they need, and access no
 * operand. In the second run they compute. Therefore a query and a call cannot disagree, and no
 * size is written down twice.
 */
#ifndef DDBLAS_LEVEL3_BLOCK_OPERATIONS_H
#define DDBLAS_LEVEL3_BLOCK_OPERATIONS_H

#include "level3/gemm/gemm.h"
#include "machine/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ddblas_block_run
{
    ddblasHandle_t handle;
    ddblasType_t type;
    size_t size; /* Bytes of an element. */
    int planning;
    /* Recorded while planning: the bytes of scratch memory, and the bytes of workspace of the gemm
     * that needs most. */
    size_t scratch_bytes, gemm_bytes;
    /* Recorded while planning: the least bytes of workspace with which no gemm fails. */
    size_t least_bytes;
    /* Memory of scratch_bytes bytes, a multiple of 256. Its content is valid until the next call of
     * ddblas_block_scratch. */
    void *scratch;
    /* Pointers to the constants 0, 1, 1 and -1 of the type, in host or engine memory as the pointer
     * mode says. In device pointer mode *carry and *minus are 0 if alpha is 0. */
    const void *zero, *one, *carry, *minus;
    /* The scalars of the problem and the conjugate of alpha, as elements of the type, in the same
     * memory. */
    const void *alpha, *conj_alpha, *beta;
    cuddcomplex host_alpha, host_conj_alpha, host_beta; /* Their places in host memory, in U. */
};

/* The scalars of a problem, as the pointer mode says. A real one of a complex problem is a
 * double-double number. */
struct ddblas_block_scalars
{
    const void *alpha, *beta; /* beta may be null. */
    int real_alpha, real_beta;
};

typedef ddblasStatus_t (*ddblas_block_routine)(struct ddblas_block_run *blocks, const void *problem);

/* Plans the routine and runs it. */
ddblasStatus_t ddblas_block_plan_and_run(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine,
                                         const void *problem, const struct ddblas_block_scalars *scalars);
/* Returns the bytes of workspace of a run. Pointers of the problem may be null. */
size_t ddblas_block_workspace(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine, const void *problem);

/* Returns the address of an element: so many elements after `base`. */
static inline const void *ddblas_block_at(const struct ddblas_block_run *blocks, const void *base, int64_t elements)
{
    return (const char *)base + elements * (int64_t)blocks->size;
}
static inline void *ddblas_block_to(const struct ddblas_block_run *blocks, void *base, int64_t elements)
{
    return (char *)base + elements * (int64_t)blocks->size;
}

/* Returns the leaf: the largest order of a symmetric or triangular block that is expanded to a full
 * matrix, in a problem with a matrix of this order and `other` rows or columns. */
int64_t ddblas_block_leaf(const struct ddblas_block_run *blocks, int64_t order, int64_t other);
/* Returns the largest order of a triangular system that is solved by substitution. */
int64_t ddblas_block_system(const struct ddblas_block_run *blocks);
/* Returns the row and column at which a block of order n > leaf is halved: a multiple of the leaf
 * near n / 2. */
int64_t ddblas_block_cut(int64_t n, int64_t leaf);

/* Returns memory for this many elements, which is valid until the next call, or null while
 * planning. elements = SIZE_MAX means more than any memory has. */
void *ddblas_block_scratch(struct ddblas_block_run *blocks, size_t elements);

/* Records, while planning, that an operation needs `bytes` bytes of workspace for full speed and
 * fails with less than `least` bytes. */
void ddblas_block_note(struct ddblas_block_run *blocks, size_t bytes, size_t least);

/* Computes C = alpha op(A) op(B) + beta C. Does nothing when m or n is 0. */
ddblasStatus_t ddblas_block_gemm(struct ddblas_block_run *blocks, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                 int64_t n, int64_t k, const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb,
                                 const void *beta, void *C, int64_t ldc);
ddblasStatus_t ddblas_block_gemm_part(struct ddblas_block_run *blocks, const struct ddblas_gemm_problem *problem);
/* Returns 1 if the engine accepts a gemm problem of k terms with `pair` set. */
int ddblas_block_pairs(const struct ddblas_block_run *blocks, int64_t k);

enum ddblas_block_form
{
    DDBLAS_BLOCK_SYMMETRIC,
    DDBLAS_BLOCK_HERMITIAN,  /* Conjugates in the other triangle, and a real diagonal. */
    DDBLAS_BLOCK_TRIANGULAR, /* Zeros in the other triangle. */
    DDBLAS_BLOCK_UNIT        /* Zeros in the other triangle and ones on the diagonal. */
};

/* Expands an n x n matrix, of which A stores only the triangle uplo: stores all elements in out,
 * with leading dimension n. */
ddblasStatus_t ddblas_block_expand(struct ddblas_block_run *blocks, enum ddblas_block_form form, ddblasFillMode_t uplo, int64_t n,
                                   const void *A, int64_t lda, void *out);
/* Copies an m x n matrix. */
ddblasStatus_t ddblas_block_copy(struct ddblas_block_run *blocks, int64_t m, int64_t n, const void *from, int64_t ldf, void *to,
                                 int64_t ldt);

/* `vectors` systems T x = alpha b of order n, solved in place. Component e of vector v is x[e step
 * + v stride]; T(i, j) of the lower (upper) triangular T is A[i row + j column] or, if `conjugate`,
 * its conjugate. */
struct ddblas_systems
{
    ddblasType_t type;
    int conjugate;
    int64_t n, vectors;
    /* Number of vectors of the whole call, of which these are a part. The kernel, and so the bits,
     * are chosen by this number. */
    int64_t all;
    int upper, unit;
    const void *A;
    int64_t row, column;
    const void *alpha; /* As the pointer mode says. */
    void *x;
    int64_t step, stride;
    /* W on the CUDA engine only; keys may be null. For each vector, keys becomes the maximum of
     * itself and the keys of the solution (see gemm_key_of). If the exponent of the key changes, to
     * that of Inf and NaN for example, the vector's entry in uppers becomes 0 and its number is
     * added to `grown`, which has *grown_count entries. */
    uint32_t *keys, *uppers, *grown, *grown_count;
};
ddblasStatus_t ddblas_block_solve(struct ddblas_block_run *blocks, const struct ddblas_systems *systems);

/* ---- the engines ----------------------------------------------------------------------------- */

void ddblas_expand_cpu(ddblasType_t type, enum ddblas_block_form form, ddblasFillMode_t uplo, int64_t n, const void *A,
                       int64_t lda, void *out);
void ddblas_copy_cpu(ddblasHandle_t handle, size_t size, int64_t m, int64_t n, const void *from, int64_t ldf, void *to,
                     int64_t ldt);
void ddblas_solve_cpu(ddblasHandle_t handle, const struct ddblas_systems *systems);
/* The same with this number of threads. */
void ddblas_solve_cpu_on(int threads, const struct ddblas_systems *systems);
void ddblas_solve_complex_cpu(ddblasHandle_t handle, const struct ddblas_systems *systems);
enum
{
    DDBLAS_BLOCK_LEAF_CPU = 48,
    DDBLAS_SYSTEM_CPU = 16,
    DDBLAS_BLOCK_LEAF_CUDA = H200_BLOCKS_LEAF,
    DDBLAS_BLOCK_LEAF_RESIDUES = H200_BLOCKS_LEAF_RESIDUES, /* Leaf on the residue route. */
    DDBLAS_SYSTEM_CUDA = H200_BLOCKS_SYSTEM,
    DDBLAS_BLOCK_LEAF_COMPLEX_CUDA = 64, /* Half of the order in W; not measured. */
    DDBLAS_SYSTEM_COMPLEX_CUDA = 32,     /* The kernel has a thread for each vector. */
    /* Rows of a panel in trsm by panels: the largest order of its systems. */
    DDBLAS_PANEL_CUDA = H200_TRSM_PANEL
};

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_expand_cuda(ddblasHandle_t handle, ddblasType_t type, enum ddblas_block_form form, ddblasFillMode_t uplo,
                                  int64_t n, const void *A, int64_t lda, void *out);
ddblasStatus_t ddblas_copy_cuda(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, const void *from, int64_t ldf,
                                void *to, int64_t ldt);
ddblasStatus_t ddblas_solve_cuda(ddblasHandle_t handle, const struct ddblas_systems *systems);
ddblasStatus_t ddblas_solve_complex_cuda(ddblasHandle_t handle, const struct ddblas_systems *systems);
/* Writes to out, as elements of the type: 0, 1, 1, -1, where the last two are 0 if *alpha is 0;
 * alpha, its conjugate and beta. All pointers are device pointers. */
ddblasStatus_t ddblas_constants_cuda(ddblasHandle_t handle, ddblasType_t type, const struct ddblas_block_scalars *scalars,
                                     void *out);
#endif

#ifdef __cplusplus
}
#endif

#endif
