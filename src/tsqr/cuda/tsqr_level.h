/*
 * Arguments of the TSQR kernels: one level of the reduction tree as plain numbers.
 *
 * A level is a matrix of `rows` rows and n <= 64 columns. It is cut into nodes, which are blocks of
 * consecutive rows. The nodes of level 0 are the leaves and cover the matrix itself. The nodes of a
 * higher level cover the stacked R factors of the level below:
 *
 *   level 0         level 1              level 2 (root)
 *   leaf 0 -> R0 \
 *                 > [R0; R1] -> R'  \
 *   leaf 1 -> R1 /                   \
 *                                     > [R'; R''] -> R
 *   leaf 2 -> R2 \                   /
 *                 > [R2; R3] -> R'' /
 *   leaf 3 -> R3 /
 *
 * A thread block works through its node from the top down in chunks of tsqr_chunk rows. The first
 * chunk of a leaf is factored by itself. Every later chunk B is factored together with the R found
 * so far:
 *   [R; B] = (I - [I; V] T [I; V]^H) [R'; 0].
 * A node above the leaves is called stacked. Its first n rows are triangular already and are the
 * first R; in these rows V is the identity. V overwrites the rows of the chunk. The Q factors of
 * the chunks, multiplied in the order of the rows, are the node's Q.
 *
 * For each chunk the upper triangle S is kept, from which T follows. S is packed by columns, column
 * j at j (j + 1) / 2:
 *   S(i, j) = v_i^H v_j for i < j, S(j, j) = tau_j;   T^-1 = S with 1 / tau_j on the diagonal.
 * (C. Puglisi, Modification of the Householder method based on the compact WY representation, SIAM
 * J. Sci. Stat. Comput. 13, 1992.)
 */
#ifndef DDBLAS_TSQR_TSQR_LEVEL_H
#define DDBLAS_TSQR_TSQR_LEVEL_H

#include <stdint.h>

enum
{
    DDBLAS_TSQR_WIDTH = 64, /* Most columns of a panel. */
    /* Bytes of a column of a chunk. This is 512, 256 or 128 rows for elements of 4, 8 or 16
     * bytes. */
    DDBLAS_TSQR_CHUNK_BYTES = 2048,
    /* Largest number of levels above the leaves. 31 suffice, because there are fewer than 2^31
     * leaves (their number is an int32_t) and each level has at most half as many nodes as the
     * level below. */
    DDBLAS_TSQR_MOST_LEVELS = 31
};

#ifdef __CUDACC__
#define TSQR_FN static inline __host__ __device__
#else
#define TSQR_FN static inline
#endif

TSQR_FN int64_t tsqr_packed(int64_t n) { return n * (n + 1) / 2; }

/* Element (i, j) of a matrix is at [i * row + j * column]. */
struct tsqr_stride
{
    int64_t row, column;
};

struct tsqr_level
{
    void *A; /* rows x n; overwritten by V or Q. */
    struct tsqr_stride a;
    int64_t rows;
    int32_t n;
    int32_t nodes;
    /* Node i starts at row (share i + max(0, i - early)) unit: the first `early` nodes have `share`
     * units of rows each, the others one unit more. */
    int64_t share, early, unit;
    /* 1: the first n rows of every node are an upper triangle, the R of the node's first child. */
    int32_t stacked;
    /* Number of chunks of the largest node. Chunk c of node i has the number i * chunks + c. */
    int32_t chunks;
    void *S; /* S, tsqr_packed(n) elements for each chunk. Null: neither S nor V is stored. */
    void *R; /* The R of node i starts at row i n; zeros are written below its diagonal. */
    struct tsqr_stride r;
    /* At the root: n factors +-1 that make the diagonal of R non-negative; the kernel that stores R
     * also stores them. Null: R keeps its signs. */
    void *signs;
    /* The kernels return at once if *wanted is 0. They always work if the pointer is null. */
    const int32_t *wanted;
};

TSQR_FN int tsqr_is_wanted(const int32_t *wanted) { return !wanted || *wanted; }

TSQR_FN int64_t tsqr_node_row(const struct tsqr_level *level, int64_t i)
{
    const int64_t row = (level->share * i + (i > level->early ? i - level->early : 0)) * level->unit;
    return row < level->rows ? row : level->rows;
}

/* The Q of the level above. The top block C of node k has its element (i, c) at
 * [(k n + i) * c.row + c * c.column]. At the root C is null, and the block is the identity, or the
 * diagonal matrix of `signs`. */
struct tsqr_above
{
    const void *C;
    struct tsqr_stride c;
    const void *signs;
};

/* A general matrix B to which the Q of a level is applied. B has as many rows as the level. The top
 * block of node k is the first n rows of the node's part of B. For the level above, it is stored at
 * row k n of `above`, which is null at the root. */
struct tsqr_block
{
    void *B;
    struct tsqr_stride b;
    int64_t columns;
    void *above;
    struct tsqr_stride a;
    const void *signs; /* At the root: n factors +-1, or null. */
};

/* ---- a whole panel in one launch ------------------------------------------------------------- */

enum
{
    /* Counters that a panel has once. */
    TSQR_TICKET = 0,
    TSQR_ROOT = 1,
    TSQR_COUNTERS_BEFORE = 2
};

/* Counters that each node has: of the children that are factored, of the groups of columns of W
 * that are computed, and of the chunks that hold their Q. */
enum tsqr_counter
{
    TSQR_CHILDREN,
    TSQR_WEIGHED,
    TSQR_FORMED,
    TSQR_COUNTERS_OF_NODE
};

struct tsqr_whole
{
    /* Number of levels above the leaves. Level 0 has the leaves, and level number `levels` has the
     * root. */
    int32_t levels;
    /* up = 1: factor the tree. down = 1: form Q, either after the factorisation or from stored S
     * and V. */
    int32_t up, down;
    /* For each level, the number of nodes in all levels below it. */
    int32_t first[DDBLAS_TSQR_MOST_LEVELS + 1];
    struct tsqr_level level[DDBLAS_TSQR_MOST_LEVELS + 1];
    void *weights[DDBLAS_TSQR_MOST_LEVELS + 1]; /* W of each level. */
    int32_t *counters;                          /* All 0 at the start of the launch. */
};

/* Returns the number of counters of a panel that has this many nodes in all levels. */
TSQR_FN int64_t tsqr_counters(int64_t nodes) { return TSQR_COUNTERS_BEFORE + nodes * TSQR_COUNTERS_OF_NODE; }

/* Returns the number of work items of a level on the way down, if W is computed in `parts`
 * parts. */
TSQR_FN int64_t tsqr_items_down(const struct tsqr_level *level, int parts)
{
    return (int64_t)level->nodes * (parts + level->chunks);
}

#endif
