/*
 * TSQR on the CPU: the functions and sizes that the walk through the tree (tsqr_cpu_tree.c) takes
 * from an element type.
 *
 * A block is a matrix with rows >= columns and any rank, in memory that one thread works on. Each
 * type packs a block in its own form. A block holds a leaf of A, the stacked R factors of a node,
 * or the rows of C to which the reflections of a leaf or node are applied. The walk copies matrices
 * between the caller's memory and blocks; layouts and leading dimensions therefore play no part
 * inside a block.
 */
#ifndef DDBLAS_TSQR_TSQR_CPU_H
#define DDBLAS_TSQR_TSQR_CPU_H

#include "core/core.h"
#include "tsqr/tsqr.h"

/* A matrix in plain memory: element (i, j) is at `at` + i row + j column elements. */
struct ddblas_tsqr_view
{
    void *at;
    int64_t row, column;
};

struct ddblas_tsqr_block
{
    void *data; /* Aligned to its type. */
    int64_t rows, columns;
};

struct ddblas_tsqr_cpu_ops
{
    int64_t t_rows; /* Elements of T for each column of a block. */

    /* block_bytes: bytes of a block. scratch_bytes: bytes of scratch memory that `factor`, `apply`
     * and `form` need for a block of rows x n reflections and a block C of p columns. */
    size_t (*block_bytes)(int64_t rows, int64_t columns);
    size_t (*scratch_bytes)(int64_t rows, int64_t n, int64_t p);

    /* clear sets a block to zero. load and store copy rows [first, first + count) of a block from
     * or to a view of `count` rows. Before a block is used it must be filled, either by clear or by
     * loads of all its rows. */
    void (*clear)(const struct ddblas_tsqr_block *block);
    void (*load)(const struct ddblas_tsqr_block *block, int64_t first, int64_t count, struct ddblas_tsqr_view from);
    void (*store)(const struct ddblas_tsqr_block *block, int64_t first, int64_t count, struct ddblas_tsqr_view to);

    /* Factors the block into Q R. R overwrites the upper triangle of the block; the reflections are
     * stored below it and in T (t_rows x columns, column-major). */
    void (*factor)(const struct ddblas_tsqr_block *block, void *T, void *scratch, int threads);
    /* Computes C = Q C, or C = Q^H C if `adjoint` is set. V and T hold the results of `factor`. */
    void (*apply)(int adjoint, const struct ddblas_tsqr_block *V, const void *T, const struct ddblas_tsqr_block *C, void *scratch,
                  int threads);
    /* Sets C to the first V->columns columns of Q. */
    void (*form)(const struct ddblas_tsqr_block *V, const void *T, const struct ddblas_tsqr_block *C, void *scratch, int threads);

    /* Computes x = R^-1 x. R is n x n, column-major with leading dimension n; x has n elements,
     * `stride` apart. */
    void (*solve)(int64_t n, const void *R, void *x, int64_t stride);
    /* Sets *result, a real number, to the Euclidean norm of count elements, `stride` apart. No
     * intermediate result overflows. */
    void (*norm)(int64_t count, const void *x, int64_t stride, void *result);
};

extern const struct ddblas_tsqr_cpu_ops ddblas_tsqr_cpu_s, ddblas_tsqr_cpu_d, ddblas_tsqr_cpu_c, ddblas_tsqr_cpu_z,
    ddblas_tsqr_cpu_w;

/* Returns the functions for a type, or null if the CPU engine does not support the type. */
const struct ddblas_tsqr_cpu_ops *ddblas_tsqr_cpu_ops(ddblasType_t type);

#endif
