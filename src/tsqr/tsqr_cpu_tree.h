/*
 * A factorisation on the CPU under way: the problem, its tree, where everything lies. Offsets are bytes.
 */
#ifndef DDBLAS_TSQR_TSQR_CPU_TREE_H
#define DDBLAS_TSQR_TSQR_CPU_TREE_H

#include "tsqr_cpu.h"

enum
{
    DDBLAS_TSQR_CPU_UNIT = 8 /* leaves begin at multiples of it */
};

struct ddblas_tsqr_run
{
    const struct ddblas_tsqr_problem *problem;
    const struct ddblas_tsqr_cpu_ops *ops;
    struct ddblas_tsqr_tree tree;
    size_t size; /* of an element */
    int threads;

    char *T; /* the caller's, or the beginning of the workspace */
    size_t T_leaves, T_nodes, T_bytes;
    size_t leaf_T_bytes, node_block_bytes, node_bytes;

    char *base;                    /* the workspace */
    /* n x n coefficients of Q for each node of an even, of an odd level */
    size_t at_even, at_odd;
    size_t at_R;                   /* R of least squares, n x n column-major */
    size_t at_shares, share_bytes; /* one for each thread: a block of V first, then */
    size_t share_C, share_scratch, share_square;
    int64_t chunk; /* columns of the block of C */
};

/* The task of the problem, all of it. */
void ddblas_tsqr_run_task(const struct ddblas_tsqr_run *run);

#endif
