/*
 * How the CUDA engine cuts a factorisation into panels of columns, and where a panel's numbers lie. Arithmetic only:
 * tsqr_panel.c.
 */
#ifndef DDBLAS_TSQR_TSQR_PANEL_H
#define DDBLAS_TSQR_TSQR_PANEL_H

#include "tsqr.h"
#include "tsqr/cuda/tsqr_level.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Columns first .. first + n - 1 over rows first .. m - 1, with a tree of its own. Offsets count elements of T; level l >= 1 has
 * its stacked R factors, later its reflections, at stack[l], column-major without padding. Of the hybrid design's levels above
 * the leaves the GPU has stack[1] alone, and behind it what the CPU keeps of its tree. */
struct tsqr_panel
{
    int64_t first;
    int32_t n;
    struct ddblas_tsqr_tree tree;
    int on_gpu; /* levels above the leaves that the GPU works on */
    int64_t signs;
    int64_t numbers[DDBLAS_TSQR_LEVELS + 1]; /* S of the level's chunks */
    int64_t stack[DDBLAS_TSQR_LEVELS + 1];
    int64_t kept;                            /* the CPU's T */
    int64_t weights[DDBLAS_TSQR_LEVELS + 2]; /* W of the level, an offset of its own; behind the last one the elements of all */
    int64_t end;                             /* offset behind the panel */
};

/* Rows of a chunk for the type, and of level l of the panel's tree. */
int64_t ddblas_tsqr_chunk(ddblasType_t type);
int64_t ddblas_tsqr_level_rows(const struct tsqr_panel *panel, int level);

/* The panel that starts at column `first` of the problem, its numbers from offset `begin` of T on. */
struct tsqr_panel ddblas_tsqr_panel_make(const struct ddblas_tsqr_problem *problem, int64_t first, int64_t begin);

/* Level l of the panel, without its pointers. */
struct tsqr_level ddblas_tsqr_level_make(const struct tsqr_panel *panel, ddblasType_t type, int level);

/* The most nodes, leaves among them, that a panel of the problem has on the GPU, as counters count them. */
int64_t ddblas_tsqr_most_nodes(const struct ddblas_tsqr_problem *problem);

/* The problem that the CPU solves in the hybrid design: the tree over a panel's leaves as a matrix of their stacked R factors,
 * column-major, whose leaves are nodes of fan_in R factors. Its pointers, and C's columns, are the caller's to set. */
struct ddblas_tsqr_problem ddblas_tsqr_host_problem(const struct ddblas_tsqr_problem *problem, const struct tsqr_panel *panel,
                                                    enum ddblas_tsqr_task task);

/* Elements, over all panels: of T; of the most W that a panel has; of the stacked top blocks above C of p columns. INT64_MAX
 * where they overflow. */
int64_t ddblas_tsqr_elements(const struct ddblas_tsqr_problem *problem);
int64_t ddblas_tsqr_weight_elements(const struct ddblas_tsqr_problem *problem);
int64_t ddblas_tsqr_top_elements(const struct ddblas_tsqr_problem *problem, int64_t p);

#ifdef __cplusplus
}
#endif

#endif
