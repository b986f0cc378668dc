/*
 * A factorisation in progress on the CPU: the problem, its tree, and the layout of its memory.
 * Offsets are in bytes.
 */
#ifndef DDBLAS_TSQR_TSQR_CPU_TREE_H
#define DDBLAS_TSQR_TSQR_CPU_TREE_H

#include "tsqr_cpu.h"

enum
{
    DDBLAS_TSQR_CPU_UNIT = 8 /* Leaves begin at multiples of this many rows. */
};

struct ddblas_tsqr_run
{
    const struct ddblas_tsqr_problem *problem;
    const struct ddblas_tsqr_cpu_ops *ops;
    struct ddblas_tsqr_tree tree;
    size_t size; /* Bytes of an element. */
    int threads;

    /* The T of the caller, or the beginning of the workspace if the task has no argument T. */
    char *T;
    /* Offsets in T of the leaves and of the nodes; bytes of T. */
    size_t T_leaves, T_nodes, T_bytes;
    /* Bytes for each leaf (its T) and for each node (its block, and both its block and its T). */
    size_t leaf_T_bytes, node_block_bytes, node_bytes;

    char *base; /* The workspace. */
    /* Offsets in the workspace of the n x n coefficients Z of all nodes of an even level, and of
     * those of an odd level. */
    size_t at_even, at_odd;
    size_t at_R; /* R of least squares, n x n column-major. */
    /* The shares of the threads. A share begins with a block of V; offsets in it follow. */
    size_t at_shares, share_bytes;
    size_t share_C, share_scratch, share_square;
    int64_t chunk; /* Columns of the block of C. */
};

/* Runs the problem's task. */
struct ddblas_tsqr_end ddblas_tsqr_run_task(const struct ddblas_tsqr_run *run);

#endif
