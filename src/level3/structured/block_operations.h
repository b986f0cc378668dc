/*
 * Operations from which the routines of W and U on symmetric and triangular matrices are built:
 * gemm on blocks, expansion of small blocks to full matrices, copies, and small triangular systems.
 * Both engines have the same interface.
 *
 * A routine is a function that calls these operations in order. It is called twice. In the first
 * call, the planning, the operations only record the workspace that they need, and access no
 * operand. In the second call they compute. A workspace query makes only the first call. It
 * therefore always agrees with the computation, and no size has to be written down twice.
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
    /* Recorded while planning: the bytes of scratch memory, and the bytes of workspace of that gemm
     * which needs most. */
    size_t scratch_bytes, gemm_bytes;
    /* Recorded while planning: the least bytes of workspace with which no gemm fails. */
    size_t least_bytes;
    /* Scratch memory of scratch_bytes bytes, which is a multiple of 256. What an operation stores
     * there is valid until the next call of ddblas_block_scratch. */
    void *scratch;
    /* Pointers to four constants of the type, in host or engine memory as the pointer mode says.
     * Their values are 0, 1, 1 and -1. In device pointer mode *carry and *minus are 0 instead if
     * alpha is 0, because the host does not know alpha: products with these factors then vanish. */
    const void *zero, *one, *carry, *minus;
    /* The scalars of the problem and the conjugate of alpha, as elements of the type. They are in
     * host or engine memory, as the pointer mode says. */
    const void *alpha, *conj_alpha, *beta;
    /* In host memory: the numbers to which alpha, conj_alpha and beta point, as numbers of U. */
    cuddcomplex host_alpha, host_conj_alpha, host_beta;
};

/* The scalars of a problem, in host or engine memory as the pointer mode says. A scalar of a
 * complex problem that is real by definition, such as beta of her2k, is a double-double number. */
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

/* Returns the address that is `elements` elements after `base`. */
static inline const void *ddblas_block_at(const struct ddblas_block_run *blocks, const void *base, int64_t elements)
{
    return (const char *)base + elements * (int64_t)blocks->size;
}
static inline void *ddblas_block_to(const struct ddblas_block_run *blocks, void *base, int64_t elements)
{
    return (char *)base + elements * (int64_t)blocks->size;
}

/* Returns the leaf size for a problem with a matrix of this order and `other` rows or columns: the
 * largest order of a symmetric or triangular block that is expanded to a full matrix. */
int64_t ddblas_block_leaf(const struct ddblas_block_run *blocks, int64_t order, int64_t other);
/* Returns the largest order of a triangular system that is solved by substitution. */
int64_t ddblas_block_system(const struct ddblas_block_run *blocks);
/* Returns the number of rows and columns in the first half of a block of order n > leaf. It is a
 * multiple of the leaf size near n / 2. */
int64_t ddblas_block_cut(int64_t n, int64_t leaf);

/* Returns scratch memory for this many elements. It is valid until the next call; while planning
 * the result is null. elements = SIZE_MAX means more than any memory has. */
void *ddblas_block_scratch(struct ddblas_block_run *blocks, size_t elements);

/* Called while planning: records that an operation has its full speed with `bytes` bytes of
 * workspace and fails with fewer than `least` bytes. */
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
    DDBLAS_BLOCK_HERMITIAN,  /* The other triangle has the conjugates, and the diagonal is real. */
    DDBLAS_BLOCK_TRIANGULAR, /* Zeros in the other triangle. */
    DDBLAS_BLOCK_UNIT        /* Zeros in the other triangle and ones on the diagonal. */
};

/* Expands an n x n matrix of which A stores only the triangle `uplo`: writes all elements to `out`,
 * with leading dimension n. */
ddblasStatus_t ddblas_block_expand(struct ddblas_block_run *blocks, enum ddblas_block_form form, ddblasFillMode_t uplo, int64_t n,
                                   const void *A, int64_t lda, void *out);
/* Copies an m x n matrix. */
ddblasStatus_t ddblas_block_copy(struct ddblas_block_run *blocks, int64_t m, int64_t n, const void *from, int64_t ldf, void *to,
                                 int64_t ldt);

/* `vectors` triangular systems T x = alpha b of order n with the same T, solved in place. Component
 * e of vector v is x[e step + v stride]. T is lower or upper triangular, and T(i, j) is A[i row + j
 * column]; if `conjugate` is set, it is conjugated. */
struct ddblas_systems
{
    ddblasType_t type;
    int conjugate;
    int64_t n, vectors;
    /* If these vectors are a part of the vectors of a call: the number of all vectors of the call.
     * It selects the kernel, and with it the bits. */
    int64_t all;
    int upper, unit;
    const void *A;
    int64_t row, column;
    const void *alpha; /* In host or engine memory, as the pointer mode says. */
    void *x;
    int64_t step, stride;
    /* For the residue route of gemm, which W uses on the CUDA engine; keys may be null. keys: one
     * key for each vector (gemm_key_of). Its exponent determines the scale with which the residue
     * route rounds the vector to integers. The function raises the key to the largest one of the
     * solution. If the exponent changes, the vector needs a new scale, and its residues must be
     * computed again: its entry in `uppers`, the sum of upper bounds for the guard, becomes 0, and
     * its number is appended to the list `grown`, whose length is *grown_count. */
    uint32_t *keys, *uppers, *grown, *grown_count;
};
ddblasStatus_t ddblas_block_solve(struct ddblas_block_run *blocks, const struct ddblas_systems *systems);

/* ---- the engines ----------------------------------------------------------------------------- */

void ddblas_expand_cpu(ddblasType_t type, enum ddblas_block_form form, ddblasFillMode_t uplo, int64_t n, const void *A,
                       int64_t lda, void *out);
void ddblas_copy_cpu(ddblasHandle_t handle, size_t size, int64_t m, int64_t n, const void *from, int64_t ldf, void *to,
                     int64_t ldt);
void ddblas_solve_cpu(ddblasHandle_t handle, const struct ddblas_systems *systems);
/* Solves the systems with `threads` threads. */
void ddblas_solve_cpu_on(int threads, const struct ddblas_systems *systems);
void ddblas_solve_complex_cpu(ddblasHandle_t handle, const struct ddblas_systems *systems);
enum
{
    DDBLAS_BLOCK_LEAF_CPU = 48,
    DDBLAS_SYSTEM_CPU = 16,
    DDBLAS_BLOCK_LEAF_CUDA = H200_BLOCKS_LEAF,
    DDBLAS_BLOCK_LEAF_RESIDUES = H200_BLOCKS_LEAF_RESIDUES, /* Leaf size on the residue route. */
    DDBLAS_SYSTEM_CUDA = H200_BLOCKS_SYSTEM,
    /* Half of the order in W. No measurement has confirmed this value. */
    DDBLAS_BLOCK_LEAF_COMPLEX_CUDA = 64,
    DDBLAS_SYSTEM_COMPLEX_CUDA = 32, /* The kernel has one thread for each vector. */
    /* Number of rows of a panel in trsm by panels, which is the largest order of a panel's
     * systems. */
    DDBLAS_PANEL_CUDA = H200_TRSM_PANEL
};

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_expand_cuda(ddblasHandle_t handle, ddblasType_t type, enum ddblas_block_form form, ddblasFillMode_t uplo,
                                  int64_t n, const void *A, int64_t lda, void *out);
ddblasStatus_t ddblas_copy_cuda(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, const void *from, int64_t ldf,
                                void *to, int64_t ldt);
ddblasStatus_t ddblas_solve_cuda(ddblasHandle_t handle, const struct ddblas_systems *systems);
ddblasStatus_t ddblas_solve_complex_cuda(ddblasHandle_t handle, const struct ddblas_systems *systems);
/* Writes seven elements of the type to `out`: 0, 1, 1, -1, where the last two are 0 instead if
 * *alpha is 0; then alpha, its conjugate, and beta. All pointers are device pointers. */
ddblasStatus_t ddblas_constants_cuda(ddblasHandle_t handle, ddblasType_t type, const struct ddblas_block_scalars *scalars,
                                     void *out);
#endif

#ifdef __cplusplus
}
#endif

#endif
