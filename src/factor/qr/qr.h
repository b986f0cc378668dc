/*
 * QR factorisation, its Q, and systems by it, inside the library. The routines are functions over
 * the operations of block_operations.h and those of this folder below, which each engine provides.
 */
#ifndef DDBLAS_FACTOR_QR_H
#define DDBLAS_FACTOR_QR_H

#include <dd/qr.h>

#include "factor/factor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A = Q R for A of m x n: Q = H_1 H_2 ... H_k, k = min(m, n). */
struct ddblas_geqrf_problem
{
    ddblasType_t type;
    int64_t m, n;
    void *A;
    int64_t lda;
    void *tau;
};

/* C = op(Q) C or C op(Q) for C of m x n, with the k reflectors in A and tau. */
struct ddblas_ormqr_problem
{
    ddblasType_t type;
    ddblasSideMode_t side;
    int adjoint; /* op(Q) is Q^H. */
    int64_t m, n, k;
    const void *A;
    int64_t lda;
    const void *tau;
    void *C;
    int64_t ldc;
};

/* A becomes the first n columns of H_1 ... H_k, m >= n >= k. */
struct ddblas_orgqr_problem
{
    ddblasType_t type;
    int64_t m, n, k;
    void *A;
    int64_t lda;
    const void *tau;
};

/* op(A) X = B for A of m x n: least squares or the solution of least norm. */
struct ddblas_gels_problem
{
    ddblasType_t type;
    int adjoint; /* op(A) is A^H. */
    int64_t m, n, nrhs;
    void *A;
    int64_t lda;
    void *B;
    int64_t ldb;
    int64_t *info; /* In engine memory. */
};

/* Compute the problems, all of whose sizes are at least 1, except that k and n of orgqr and ormqr
 * may be 0 where this leaves something to do. */
ddblasStatus_t ddblas_geqrf_blocks(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_ormqr_blocks(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_orgqr_blocks(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_gels_blocks(struct ddblas_block_run *blocks, const void *problem);

/* ---- a block of reflectors (qr_block.c) ------------------------------------------------------ */

/*
 * A block of up to `wide` reflectors with its memory. V has the reflectors as columns, with their
 * ones and zeros, and T is upper triangular: H_1 ... H_w = I - V T V^H.
 */
struct ddblas_qr_block
{
    struct ddblas_block_run *blocks;
    int64_t wide, panel;  /* Largest number of columns of a block, and of a panel. */
    int64_t rows;         /* Rows of the block of reflectors, and V's leading dimension. */
    void *V, *T;          /* T has leading dimension `wide`, and zeros below the diagonal. */
    void *S;              /* Products of reflectors, of at most wide / 2 or panel columns. */
    void *first, *second; /* Products with other matrices. */
    void *panel_scratch;  /* Memory of the panels on the CUDA engine. */
};

/* Returns the number of elements that the memory of blocks of reflectors takes, for k reflectors of
 * `rows` elements that are applied to `others` columns or rows. */
size_t ddblas_qr_elements(struct ddblas_block_run *blocks, int64_t rows, int64_t k, int64_t others);
/* Returns scratch memory of a run for this many elements, not to be accessed while planning. */
void *ddblas_qr_memory(struct ddblas_block_run *blocks, size_t elements);
/* Lays out the memory of a block q, and clears what must be 0. */
ddblasStatus_t ddblas_qr_begin(struct ddblas_qr_block *q, struct ddblas_block_run *blocks, void *memory, int64_t rows, int64_t k,
                               int64_t others);

/* Forms V and T of `columns` reflectors of `rows` elements, stored in A and tau. */
ddblasStatus_t ddblas_qr_form(struct ddblas_qr_block *q, int64_t rows, int64_t columns, const void *A, int64_t lda,
                              const void *tau);
/* Factors `columns` neighbouring columns of `rows` rows. V and T are formed if `forms`. */
ddblasStatus_t ddblas_qr_factor(struct ddblas_qr_block *q, int64_t rows, int64_t columns, void *A, int64_t lda, void *tau,
                                int forms);
/* Applies the first `columns` reflectors or, if `adjoint`, their adjoint, to C: from the left, C
 * has the block's rows and `others` columns, from the right vice versa. */
ddblasStatus_t ddblas_qr_apply(struct ddblas_qr_block *q, ddblasSideMode_t side, int adjoint, int64_t columns, void *C,
                               int64_t ldc, int64_t others);

/* C = op(Q) C or C op(Q), and Q itself, in W and U, with the memory of a block q that has been laid
 * out for the k >= 1 reflectors of the problem. */
ddblasStatus_t ddblas_ormqr_apply(struct ddblas_qr_block *q, const struct ddblas_ormqr_problem *problem);
ddblasStatus_t ddblas_orgqr_form(struct ddblas_qr_block *q, const struct ddblas_orgqr_problem *problem);

/* ---- the engines ----------------------------------------------------------------------------- */

enum
{
    /* Largest numbers of columns of a panel. */
    DDBLAS_QR_PANEL_CPU = 8,
    DDBLAS_QR_PANEL_COMPLEX_CPU = 4,
    DDBLAS_QR_PANEL_CUDA = 32,
    DDBLAS_QR_PANEL_COMPLEX_CUDA = 16
};

/* A few columns that are factored without products of blocks; rows, columns >= 1. tau gets
 * min(rows, columns) numbers. */
struct ddblas_qr_panel
{
    ddblasType_t type;
    int64_t rows, columns;
    void *A;
    int64_t lda;
    void *tau;
    void *scratch; /* ddblas_qr_panel_scratch bytes on the CUDA engine. */
};

enum ddblas_qr_part
{
    /* out = the reflectors in A below its diagonal, with ones on it and zeros above, below `above`
     * rows of zeros. */
    DDBLAS_QR_VECTORS,
    /* out(i, j) = 1 if i = j + above, otherwise 0. */
    DDBLAS_QR_IDENTITY,
    /* out = A^H; `rows` and `columns` are those of out. */
    DDBLAS_QR_ADJOINT
};

/* A matrix of rows x columns whose elements are copies of others, or constants. */
struct ddblas_qr_copy
{
    ddblasType_t type;
    enum ddblas_qr_part part;
    int64_t rows, columns, above; /* `rows` contains the rows above. */
    const void *A;
    int64_t lda;
    void *out;
    int64_t ldo;
};

/* Does this on the engine of a run, if there are elements. */
ddblasStatus_t ddblas_qr_copy(struct ddblas_block_run *blocks, enum ddblas_qr_part part, int64_t rows, int64_t columns,
                              int64_t above, const void *A, int64_t lda, void *out, int64_t ldo);

/* T of `order` reflectors from S = V^H V and tau: the upper triangle, and zeros below it. */
struct ddblas_qr_triangle
{
    ddblasType_t type;
    int64_t order; /* At most the number of columns of a panel. */
    const void *S;
    int64_t lds;
    const void *tau;
    void *T;
    int64_t ldt;
};

/* Sets *info to the number of the first element of the diagonal of R that is 0, or to 0. */
struct ddblas_qr_singular
{
    ddblasType_t type;
    int64_t order;
    const void *R;
    int64_t ldr;
    int64_t *info;
};

/* Bytes of workspace of a panel on the CPU. */
size_t ddblas_qr_panel_cpu_workspace(ddblasHandle_t handle, const struct ddblas_qr_panel *panel);
ddblasStatus_t ddblas_qr_panel_cpu(ddblasHandle_t handle, const struct ddblas_qr_panel *panel);
void ddblas_qr_copy_cpu(ddblasHandle_t handle, const struct ddblas_qr_copy *copy);
void ddblas_qr_triangle_cpu(const struct ddblas_qr_triangle *triangle);
void ddblas_qr_singular_cpu(const struct ddblas_qr_singular *singular);

#if DDBLAS_HAVE_CUDA
size_t ddblas_qr_panel_scratch(int64_t rows);
/* Prepares the scratch memory before the first panel. */
ddblasStatus_t ddblas_qr_prepare_cuda(ddblasHandle_t handle, void *scratch, int64_t rows);
ddblasStatus_t ddblas_qr_panel_cuda(ddblasHandle_t handle, const struct ddblas_qr_panel *panel);
ddblasStatus_t ddblas_qr_copy_cuda(ddblasHandle_t handle, const struct ddblas_qr_copy *copy);
ddblasStatus_t ddblas_qr_triangle_cuda(ddblasHandle_t handle, const struct ddblas_qr_triangle *triangle);
ddblasStatus_t ddblas_qr_singular_cuda(ddblasHandle_t handle, const struct ddblas_qr_singular *singular);
#endif

#ifdef __cplusplus
}
#endif

#endif
