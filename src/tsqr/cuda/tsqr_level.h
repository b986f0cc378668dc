/*
 * What the kernels of TSQR are told: one level of a tree, as plain numbers.
 *
 * A level is a matrix of `rows` rows and n <= 64 columns cut into nodes of consecutive rows: at level 0 the leaves over the
 * matrix itself, above it the nodes over the stacked R factors of the level below. A node walks down its rows in chunks of
 * tsqr_chunk rows. Its first chunk is factored as it stands, every later one together with the R so far:
 *   [R; B] = (I - [I; V] T [I; V]^H) [R'; 0].
 * A stacked node begins with its first n rows as R, and V has the identity in their place. V overwrites the rows. Q's of chunks,
 * in the order of the rows, multiply to the node's Q.
 *
 * Of each chunk the numbers behind T are kept, packed by columns, column j at j (j + 1) / 2:
 *   S(i, j) = v_i^H v_j for i < j, S(j, j) = tau_j;   T^-1 = S with 1 / tau_j on the diagonal.
 * (C. Puglisi, Modification of the Householder method based on the compact WY representation, SIAM J. Sci. Stat. Comput. 13,
 * 1992.)
 */
#ifndef DDBLAS_TSQR_TSQR_LEVEL_H
#define DDBLAS_TSQR_TSQR_LEVEL_H

#include <stdint.h>

enum
{
    DDBLAS_TSQR_WIDTH = 64,      /* the most columns of a panel */
    DDBLAS_TSQR_CHUNK_4 = 512,   /* rows of a chunk: elements of 4 bytes */
    DDBLAS_TSQR_CHUNK_8 = 256,   /* of 8 bytes */
    DDBLAS_TSQR_CHUNK_16 = 128,  /* of 16 bytes */
    DDBLAS_TSQR_MOST_LEVELS = 31 /* above the leaves, whose number is an int32_t */
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
    void *A; /* rows x n */
    struct tsqr_stride a;
    int64_t rows;
    int32_t n;
    int32_t nodes;
    int64_t share, early, unit; /* node i starts at row (share i + max(0, i - early)) unit */
    int32_t stacked;            /* of every node the first n rows are an upper triangle, the R of its first child */
    int32_t chunks;             /* of the largest node: chunk c of node i has number i * chunks + c */
    void *S;                    /* tsqr_packed(n) elements for each chunk, or null: not kept, and V neither */
    void *R;                    /* node i's R at row i n, its lower triangle zeros */
    struct tsqr_stride r;
    void *signs;           /* root alone: n factors +-1 that make R's diagonal non-negative, or null */
    const int32_t *wanted; /* 0 there: nothing is to be done; null: everything is */
};

TSQR_FN int tsqr_is_wanted(const int32_t *wanted) { return !wanted || *wanted; }

TSQR_FN int64_t tsqr_node_row(const struct tsqr_level *level, int64_t i)
{
    const int64_t row = (level->share * i + (i > level->early ? i - level->early : 0)) * level->unit;
    return row < level->rows ? row : level->rows;
}

/* The Q of the level above, as it stands over the nodes: element (i, c) of node k at [(k n + i) row + c column] of C; C null, at
 * the root: the identity, or `signs` on the diagonal. */
struct tsqr_above
{
    const void *C;
    struct tsqr_stride c;
    const void *signs;
};

/* A general block B beside a level, as many rows as the level; above it node k's top block, the first n rows of its part, at row
 * k n of `above`, which at the root is null. */
struct tsqr_block
{
    void *B;
    struct tsqr_stride b;
    int64_t columns;
    void *above;
    struct tsqr_stride a;
    const void *signs; /* of the root, or null */
};

/* ---- a whole panel in one launch --------------------------------------------------------------------------------------- */

enum
{
    /* counters of the panel */
    TSQR_TICKET = 0,
    TSQR_ROOT = 1,
    TSQR_COUNTERS_BEFORE = 2
};

/* Counters of a node: children that are factored, parts of W and chunks of Q that are there. */
enum tsqr_counter
{
    TSQR_CHILDREN,
    TSQR_WEIGHED,
    TSQR_FORMED,
    TSQR_COUNTERS_OF_NODE
};

struct tsqr_whole
{
    int32_t levels;                             /* 0 the leaves .. levels the root */
    int32_t up, down;                           /* factor; form Q: after it, or where S and V are there */
    int32_t first[DDBLAS_TSQR_MOST_LEVELS + 1]; /* nodes of the levels below */
    struct tsqr_level level[DDBLAS_TSQR_MOST_LEVELS + 1];
    void *weights[DDBLAS_TSQR_MOST_LEVELS + 1]; /* W of a level */
    int32_t *counters;                          /* zeros */
};

/* Of a panel with this many nodes in all. */
TSQR_FN int64_t tsqr_counters(int64_t nodes) { return TSQR_COUNTERS_BEFORE + nodes * TSQR_COUNTERS_OF_NODE; }

/* Items of a level on the way down, W in `parts` parts. */
TSQR_FN int64_t tsqr_items_down(const struct tsqr_level *level, int parts)
{
    return (int64_t)level->nodes * (parts + level->chunks);
}

#endif
