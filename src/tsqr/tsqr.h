/*
 * TSQR inside the library: the tree, the problem and the engines.
 *
 * tsqr.c checks the arguments, completes the plan and passes the problem to the engine of the
 * handle. An engine may rely on m >= n >= 1 and on checked pointers.
 */
#ifndef DDBLAS_TSQR_TSQR_H
#define DDBLAS_TSQR_TSQR_H

#include <stddef.h>
#include <stdint.h>

#include <dd/tsqr.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the tree: pure arithmetic, tsqr_tree.c -------------------------------------------------- */

enum
{
    /* Largest number of levels. A tree of 2^63 leaves with fan-in 2 needs no more. */
    DDBLAS_TSQR_LEVELS = 64
};

/* The tree of a factorisation. The rows are cut into leaves of nearly the same height, at multiples
 * of `unit` rows. A leaf has at most leaf_rows rows, and at least n rows if leaf_rows >= 2 n + 4
 * unit. The leaves are level 0. Node k of level l + 1 has as children those of the nodes k fan_in
 * .. k fan_in + fan_in - 1 of level l that exist. A node with one child passes the child's R on
 * unchanged. The last level has one node, the root. */
struct ddblas_tsqr_tree
{
    int64_t m, n;
    int64_t leaf_rows, unit;
    int64_t fan_in;
    int levels; /* Number of levels above the leaves; 0: the only leaf is the root. */
    /* Nodes of each level: nodes[0] counts the leaves, nodes[levels] is 1. */
    int64_t nodes[DDBLAS_TSQR_LEVELS + 1];
    /* before[l] is the number of nodes in the levels 1 .. l - 1 together. It is the index of the
     * first node of level l in a list of all nodes that leaves the leaves out. */
    int64_t before[DDBLAS_TSQR_LEVELS + 2];
};

/* Returns the tree of an m x n matrix, m >= n >= 1, leaf_rows >= unit >= 1, fan_in >= 2. */
struct ddblas_tsqr_tree ddblas_tsqr_tree_make(int64_t m, int64_t n, int64_t leaf_rows, int64_t unit, int64_t fan_in);

/* Returns the first row of leaf i, or m for i = nodes[0]. */
int64_t ddblas_tsqr_leaf_row(const struct ddblas_tsqr_tree *tree, int64_t i);

/* Return the first child of node k of a level >= 1, and the number of its children. */
int64_t ddblas_tsqr_first_child(const struct ddblas_tsqr_tree *tree, int64_t k);
int64_t ddblas_tsqr_children(const struct ddblas_tsqr_tree *tree, int level, int64_t k);

/* ---- the problem ----------------------------------------------------------------------------- */

enum ddblas_tsqr_task
{
    DDBLAS_TSQR_QR,     /* Q overwrites A; R is stored. */
    DDBLAS_TSQR_R,      /* Only R is computed. */
    DDBLAS_TSQR_FACTOR, /* R is stored; the reflections stay in A and T. */
    DDBLAS_TSQR_APPLY,  /* C = op(Q) C */
    DDBLAS_TSQR_FORM,   /* Q overwrites A */
    /* The right-hand sides are in C; the solutions overwrite its first n rows. The norms of the
     * residuals are stored. */
    DDBLAS_TSQR_LSTSQ
};

/* The checked arguments of a call. Arguments that the task does not have are null or 0. Only APPLY
 * leaves A unchanged. The automatic entries of `plan` have been replaced by values. */
struct ddblas_tsqr_problem
{
    enum ddblas_tsqr_task task;
    ddblasType_t type;
    ddblasTsqrPlan_t plan;
    ddblasLayout_t layout;
    ddblasOperation_t op; /* APPLY: N or C */
    int64_t m, n, p;      /* p: columns of C */
    void *A;
    int64_t lda;
    void *R;
    int64_t ldr;
    void *T;
    int64_t tsize; /* Elements of T, at least the engine's factor size. */
    void *C;
    int64_t ldc;
    void *residual; /* LSTSQ: p reals, or null. */
    /* CPU engine: leaves begin at multiples of this many rows. 0: the engine takes its built-in
     * number. */
    int64_t unit;
};

/* ---- engines ------------------------------------------------------------------------------------
 * Each engine has four functions. The first one completes a plan. The second returns the size of T
 * in elements, for the tasks APPLY, FORM and FACTOR, and the third the size of the workspace in
 * bytes; both read only task, type, plan, layout and sizes of the problem. A size that overflows is
 * returned as INT64_MAX (elements) or PTRDIFF_MAX (bytes). The fourth function solves the
 * problem. */

/* Replaces the automatic entries of `plan` and rounds the other entries to values that the engine
 * supports. It may return NOT_SUPPORTED, with a message in the handle. It may also return
 * INVALID_VALUE; it then records 0 as the position of the argument, because only the caller knows
 * the position. */
ddblasStatus_t ddblas_tsqr_cpu_plan(ddblasHandle_t handle, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                                    ddblasTsqrPlan_t *plan);
int64_t ddblas_tsqr_cpu_factor_size(const struct ddblas_tsqr_problem *problem);
size_t ddblas_tsqr_cpu_workspace(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem);
ddblasStatus_t ddblas_tsqr_cpu(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem);

/* How a task on the CPU ended: always SUCCESS, except for LSTSQ. */
struct ddblas_tsqr_end
{
    ddblasStatus_t status; /* SUCCESS, DEPENDENT or NOT_FINITE */
    /* Number, from 1, of the first column of R that is not finite or has a 0 on its diagonal; 0 if
     * R has no such column. */
    int64_t R_column;
    /* If R_column is 0: the number, from 1, of the first right-hand side without a finite solution;
     * 0 if there is none. */
    int64_t right_side;
};

/* The CPU engine without a handle: solves the problem in host memory with at most `threads`
 * threads. The workspace has as many bytes as ddblas_tsqr_cpu_bytes returns. */
size_t ddblas_tsqr_cpu_bytes(const struct ddblas_tsqr_problem *problem, int threads);
struct ddblas_tsqr_end ddblas_tsqr_cpu_solve(const struct ddblas_tsqr_problem *problem, int threads, void *workspace);

ddblasStatus_t ddblas_tsqr_cuda_plan(ddblasHandle_t handle, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                                     ddblasTsqrPlan_t *plan);
int64_t ddblas_tsqr_cuda_factor_size(const struct ddblas_tsqr_problem *problem);
size_t ddblas_tsqr_cuda_workspace(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem);
ddblasStatus_t ddblas_tsqr_cuda(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
