/*
 * The hybrid design of the CUDA engine: the CPU engine works on the tree above a panel's leaves, in
 * host memory.
 *
 * The leaves' stacked R factors are copied to the host when the stream has computed them. The
 * results are copied back to the same place: the reflections, if the factorisation is kept, or Q,
 * from which the GPU forms the Q of the leaves. Every function waits for the stream.
 */
#ifndef DDBLAS_TSQR_TSQR_HYBRID_H
#define DDBLAS_TSQR_TSQR_HYBRID_H

#include "core/core.h"
#include "tsqr_panel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A call in progress. T is in device memory, `memory` in host memory. */
struct tsqr_hybrid
{
    ddblasHandle_t handle;
    const struct ddblas_tsqr_problem *problem;
    char *T;
    char *memory;
};

/* Allocates the host memory of a call. p: the largest number of columns that a panel is applied to
 * at once. Returns NOT_SUPPORTED while the stream records a graph, because a function of this
 * design waits for the stream, and a graph cannot wait. For the other designs the function does
 * nothing. The caller frees `memory`. */
ddblasStatus_t ddblas_tsqr_hybrid_begin(struct tsqr_hybrid *hybrid, int64_t p);

/* Computes the panel's R from the stacked R factors of the leaves, and the tree's reflections if
 * keep is set. */
ddblasStatus_t ddblas_tsqr_hybrid_factor(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel, void *R, int64_t ldr,
                                         int keep);

/* Overwrites the tree's reflections with the tree's Q. */
ddblasStatus_t ddblas_tsqr_hybrid_form(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel);

/* Applies the tree's Q^H (adjoint) or Q to the stacked top blocks of p columns, column-major
 * without padding. */
ddblasStatus_t ddblas_tsqr_hybrid_apply(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel, int adjoint, void *tops,
                                        int64_t p);

#ifdef __cplusplus
}
#endif

#endif
