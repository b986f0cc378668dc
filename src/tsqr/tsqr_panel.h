/*
 * The division of a factorisation into panels of columns on the CUDA engine, and the places of a
 * panel's data. tsqr_panel.c only computes sizes and offsets.
 */
#ifndef DDBLAS_TSQR_TSQR_PANEL_H
#define DDBLAS_TSQR_TSQR_PANEL_H

#include "tsqr.h"
#include "tsqr/cuda/tsqr_level.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A panel: columns first .. first + n - 1 in the rows first .. m - 1, with a tree of its own.
 * Offsets count elements of T. stack[l], l >= 1, has the stacked R factors of level l and later
 * their reflections, column-major without padding. In the hybrid design only stack[1] is on the
 * GPU; it is followed by the T of the CPU engine for the tree above the leaves. */
struct tsqr_panel
{
    int64_t first;
    int32_t n;
    struct ddblas_tsqr_tree tree;
    /* Number of levels above the leaves that the GPU works on. */
    int on_gpu;
    int64_t signs;                           /* Offset of n factors +-1, one for each row of R. */
    int64_t numbers[DDBLAS_TSQR_LEVELS + 1]; /* Offset of the S of the chunks of each level. */
    int64_t stack[DDBLAS_TSQR_LEVELS + 1];
    int64_t kept; /* Hybrid design: offset of the CPU engine's T. */
    /* Offset of each level's W (tsqr_form.cuh) in a separate array that holds W of all levels; the
     * entry after the last level is the size of that array. */
    int64_t weights[DDBLAS_TSQR_LEVELS + 2];
    int64_t end; /* Offset of the end of the panel in T. */
};

/* ddblas_tsqr_chunk: number of rows of a chunk for the type. ddblas_tsqr_level_rows: number of rows
 * of all nodes of a level together. At level 0, the leaves, these are the rows of the panel; at
 * other levels they are the rows of the stacked R factors of the level below. */
int64_t ddblas_tsqr_chunk(ddblasType_t type);
int64_t ddblas_tsqr_level_rows(const struct tsqr_panel *panel, int level);

/* Returns the panel that starts at column `first` of the problem and at offset `begin` of T. */
struct tsqr_panel ddblas_tsqr_panel_make(const struct ddblas_tsqr_problem *problem, int64_t first, int64_t begin);

/* Returns a level of the panel, without its pointers. */
struct tsqr_level ddblas_tsqr_level_make(const struct tsqr_panel *panel, ddblasType_t type, int level);

/* Returns the largest number of nodes, leaves included, that a panel of the problem has on the GPU.
 * From this number follows the number of counters. */
int64_t ddblas_tsqr_most_nodes(const struct ddblas_tsqr_problem *problem);

/* Returns the problem that the CPU solves in the hybrid design: the factorisation of the tree above
 * a panel's leaves. Its matrix is the stacked R factors of the leaves, column-major; its leaves
 * have fan_in R factors each. The caller sets the pointers and C's columns. */
struct ddblas_tsqr_problem ddblas_tsqr_host_problem(const struct ddblas_tsqr_problem *problem, const struct tsqr_panel *panel,
                                                    enum ddblas_tsqr_task task);

/* The three functions return numbers of elements: of T for all panels; the most elements of W that
 * a panel needs; the most elements of stacked top blocks that a panel needs for p columns of C. A
 * number that overflows is returned as INT64_MAX. */
int64_t ddblas_tsqr_elements(const struct ddblas_tsqr_problem *problem);
int64_t ddblas_tsqr_weight_elements(const struct ddblas_tsqr_problem *problem);
int64_t ddblas_tsqr_top_elements(const struct ddblas_tsqr_problem *problem, int64_t p);

#ifdef __cplusplus
}
#endif

#endif
