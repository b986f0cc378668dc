/*
 * TSQR inside the library: the problem, the tree, the engines.
 *
 * tsqr.c checks arguments, completes the plan and gives the problem to the engine of the handle. Engines see m >= n >= 1 and
 * checked pointers.
 */
#ifndef DDBLAS_TSQR_TSQR_H
#define DDBLAS_TSQR_TSQR_H

#include <stddef.h>
#include <stdint.h>

#include <dd/tsqr.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the tree: pure arithmetic, tsqr_tree.c ---------------------------------------------------------------------------- */

enum
{
    DDBLAS_TSQR_LEVELS = 64 /* the most levels: 2^63 leaves two by two */
};

/* Rows are cut into leaves of nearly the same height, at multiples of `unit` rows; each leaf has at most leaf_rows rows, and at
 * least n when leaf_rows >= 2 n + 4 unit. Node k of level l + 1 takes nodes k fan_in .. k fan_in + fan_in - 1 of level l as far
 * as they exist; level 0 are the leaves. A node of one child passes its R on. The last level has one node, the root. */
struct ddblas_tsqr_tree
{
    int64_t m, n;
    int64_t leaf_rows, unit;
    int64_t fan_in;
    int levels;                             /* above the leaves; 0: a single leaf, which is the root */
    int64_t nodes[DDBLAS_TSQR_LEVELS + 1];  /* of each level, nodes[0] the leaves, nodes[levels] = 1 */
    int64_t before[DDBLAS_TSQR_LEVELS + 2]; /* nodes of levels 1 .. l - 1: where level l starts in a list without the leaves */
};

/* The tree for m >= n >= 1 with these numbers, leaf_rows >= unit >= 1, fan_in >= 2. */
struct ddblas_tsqr_tree ddblas_tsqr_tree_make(int64_t m, int64_t n, int64_t leaf_rows, int64_t unit, int64_t fan_in);

/* First row of leaf i, 0 <= i <= nodes[0]; of nodes[0] it is m. */
int64_t ddblas_tsqr_leaf_row(const struct ddblas_tsqr_tree *tree, int64_t i);

/* Children of node k of level l >= 1: the first one, and how many. */
int64_t ddblas_tsqr_first_child(const struct ddblas_tsqr_tree *tree, int64_t k);
int64_t ddblas_tsqr_children(const struct ddblas_tsqr_tree *tree, int level, int64_t k);

/* ---- the problem ------------------------------------------------------------------------------------------------------- */

enum ddblas_tsqr_task
{
    DDBLAS_TSQR_QR,     /* Q over A, R */
    DDBLAS_TSQR_R,      /* R */
    DDBLAS_TSQR_FACTOR, /* R; reflections in A and T */
    DDBLAS_TSQR_APPLY,  /* C = op(Q) C */
    DDBLAS_TSQR_FORM,   /* Q over A */
    DDBLAS_TSQR_LSTSQ   /* C = B: solutions in its first n rows; residual */
};

/* Checked arguments; what a task has no use for is null or 0. Only APPLY keeps A as it is. plan is complete: nothing in it is
 * automatic. */
struct ddblas_tsqr_problem
{
    enum ddblas_tsqr_task task;
    ddblasType_t type;
    ddblasTsqrPlan_t plan;
    ddblasLayout_t layout;
    ddblasOperation_t op; /* of APPLY: N or C */
    int64_t m, n, p;      /* p: columns of C */
    void *A;
    int64_t lda;
    void *R;
    int64_t ldr;
    void *T;
    int64_t tsize; /* elements, at least the engine's factor size */
    void *C;
    int64_t ldc;
    void *residual; /* of LSTSQ: p reals, or null */
    int64_t unit;   /* of the CPU engine: leaves begin at multiples of this many rows; 0: its own */
};

/* ---- engines ------------------------------------------------------------------------------------------------------------
 * Each engine: completes a plan; tells the elements of T (APPLY, FORM, FACTOR) and the bytes of workspace for a problem, of which
 * only task, type, plan, layout and sizes are set; solves a problem. Sizes that overflow are PTRDIFF_MAX (bytes) or INT64_MAX. */

/* Replaces the automatic entries of plan, and rounds the others to what the engine takes. INVALID_VALUE (position 0: the caller
 * knows it) or NOT_SUPPORTED with a sentence. */
ddblasStatus_t ddblas_tsqr_cpu_plan(ddblasHandle_t handle, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                                    ddblasTsqrPlan_t *plan);
int64_t ddblas_tsqr_cpu_factor_size(const struct ddblas_tsqr_problem *problem);
size_t ddblas_tsqr_cpu_workspace(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem);
ddblasStatus_t ddblas_tsqr_cpu(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem);

/* How a task on the CPU ended: always SUCCESS but for LSTSQ. */
struct ddblas_tsqr_end
{
    ddblasStatus_t status; /* SUCCESS, DEPENDENT or NOT_FINITE */
    int64_t R_column;      /* the first column of R, from 1, that has a 0 on its diagonal or is not finite; 0: none */
    int64_t right_side;    /* the first right-hand side, from 1, without a finite solution while R has no such column; 0: none */
};

/* The same in host memory, by up to this many threads and in `bytes` bytes of workspace, as ddblas_tsqr_cpu_bytes says. */
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
