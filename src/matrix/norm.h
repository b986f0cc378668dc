/*
 * lange, lansy and lanhe inside the library: the problem, the passes over a matrix that a norm
 * consists of, and the reductions of their results. norm_run.c has the order of passes and
 * reductions, which is the same on both engines; an engine has three operations.
 *
 * Partial results are struct special_sum, 32 bytes, in the workspace.
 *
 *   columns   one partial result for each column and block of 1024 rows: row i belongs to lane
 *             i mod 32 of its block, a lane adds its rows one after another, and the lanes are
 *             combined in a tree: lane l with lane l + 16, then with l + 8, ...
 *   rows      one partial result for each row and chunk of columns, which are added one after
 *             another
 *   reduce    the partial results of each segment in blocks of 1024, by lanes and a tree as above
 */
#ifndef DDBLAS_MATRIX_NORM_H
#define DDBLAS_MATRIX_NORM_H

#include <dd/matrix.h>

#include "core/core.h"
#include "core/special_sum.h"

enum
{
    DDBLAS_NORM_LANES = 32,
    DDBLAS_NORM_BLOCK = 1024, /* Rows of a block, and partial results of a block. */
    /* Columns of a chunk: the 64th part of all, but within these limits. */
    DDBLAS_NORM_LEAST_CHUNK = 32,
    DDBLAS_NORM_MOST_CHUNK = 1024,
    DDBLAS_NORM_CHUNKS = 64
};

/* A problem with checked arguments, m >= 1 and n >= 1. */
struct ddblas_norm_problem
{
    ddblasType_t type;
    ddblasNorm_t norm;
    int symmetric;         /* 1: lansy and lanhe, m = n */
    int hermitian;         /* 1: lanhe */
    ddblasFillMode_t uplo; /* FULL if not symmetric */
    int64_t m, n;
    const void *A;
    int64_t lda;
    void *result; /* in host or engine memory, by the handle's pointer mode */
};

enum ddblas_norm_term
{
    DDBLAS_NORM_LARGEST, /* the largest modulus */
    DDBLAS_NORM_MODULI,  /* the sum of moduli */
    DDBLAS_NORM_SQUARES  /* the sum of squares; twice off the diagonal if the problem is symmetric */
};

/* A pass over the stored elements; strict: without the diagonal. */
struct ddblas_norm_pass
{
    enum ddblas_norm_term term; /* rows: always MODULI */
    int strict;
    int64_t chunk;          /* rows: columns of a chunk */
    int collapse;           /* rows: 1: the largest of 32 rows instead of each */
    struct special_sum *to; /* columns: block b of column j at b + j blocks; rows: row i, or 32 rows, and chunk c at i + c rows */
};

/* Item t of segment s is at base[s * segment_stride + t * item_stride]. */
struct ddblas_norm_vector
{
    const struct special_sum *base;
    int64_t segments, count, segment_stride, item_stride;
};

/* The use of the only result of a reduction. */
enum ddblas_norm_finish
{
    DDBLAS_NORM_KEEP,
    DDBLAS_NORM_VALUE, /* is the norm */
    DDBLAS_NORM_ROOT   /* its root is the norm */
};

/* Block b of segment s goes to to[(s * blocks + b) * to_stride]. */
struct ddblas_norm_reduction
{
    struct ddblas_norm_vector in;
    int largest; /* 0: the sum; 1: the largest */
    struct special_sum *to;
    int64_t to_stride;
    enum ddblas_norm_finish finish; /* not KEEP: there is one segment and one block */
    ddblasType_t type;              /* type of the matrix */
    void *result;
};

struct ddblas_norm_engine
{
    ddblasStatus_t (*columns)(ddblasHandle_t handle, const struct ddblas_norm_problem *p, const struct ddblas_norm_pass *pass);
    ddblasStatus_t (*rows)(ddblasHandle_t handle, const struct ddblas_norm_problem *p, const struct ddblas_norm_pass *pass);
    ddblasStatus_t (*reduce)(ddblasHandle_t handle, const struct ddblas_norm_reduction *r);
};

extern const struct ddblas_norm_engine ddblas_norm_cpu, ddblas_norm_cuda;

/* Sizes of the workspace, in partial results: the first pass, the first reduction, sums of rows and
 * of columns of a symmetric matrix. */
struct ddblas_norm_space
{
    int64_t pass, reduction, pairs;
};

/* The workspace in bytes of a norm, and 0 if no memory can hold the matrix. */
size_t ddblas_norm_bytes(ddblasNorm_t norm, int symmetric, int64_t m, int64_t n, struct ddblas_norm_space *space);

/* Runs the passes and reductions with a workspace of so many bytes; the norm goes to `result`, in
 * the engine's memory. */
ddblasStatus_t ddblas_norm_run(ddblasHandle_t handle, const struct ddblas_norm_engine *engine,
                               const struct ddblas_norm_problem *p, void *workspace, void *result);

/* Columns of a chunk, and chunks. */
int64_t ddblas_norm_chunk(int64_t n);

CUDD_FN int64_t ddblas_norm_blocks(int64_t count) { return count / DDBLAS_NORM_BLOCK + (count % DDBLAS_NORM_BLOCK != 0); }

/* The rows [*first, *last) of block b of column j that are stored, or none. */
CUDD_FN void ddblas_norm_rows_of(ddblasFillMode_t uplo, int strict, int64_t m, int64_t b, int64_t j, int64_t *first,
                                 int64_t *last)
{
    const int64_t low = uplo == DDBLAS_FILL_MODE_LOWER ? j + strict : 0,
                  high = uplo == DDBLAS_FILL_MODE_UPPER ? j + 1 - strict : m;
    *first = low > b * DDBLAS_NORM_BLOCK ? low : b * DDBLAS_NORM_BLOCK;
    *last = m - b * DDBLAS_NORM_BLOCK < DDBLAS_NORM_BLOCK ? m : (b + 1) * DDBLAS_NORM_BLOCK;
    if (*last > high)
        *last = high;
}

#endif
