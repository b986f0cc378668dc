/*
 * The hybrid design of the CUDA engine: the tree over a panel's leaves in host memory, by the CPU engine.
 *
 * The leaves' stacked R factors come to the host once the stream has come so far, and what the tree makes of them goes back in
 * their place: reflections, for a factorisation that is kept; Q, of which level 0 makes its own. Every function waits for the
 * stream.
 */
#ifndef DDBLAS_TSQR_TSQR_HYBRID_H
#define DDBLAS_TSQR_TSQR_HYBRID_H

#include "core/core.h"
#include "tsqr_panel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One call under way: T on the device, memory on the host. */
struct tsqr_hybrid
{
    ddblasHandle_t handle;
    const struct ddblas_tsqr_problem *problem;
    char *T;
    char *memory;
};

/* Takes the host memory of the call, whose panels update or apply to up to p columns at once; NOT_SUPPORTED while the stream
 * records a graph, which cannot wait. Nothing to do for the other designs. The caller frees memory. */
ddblasStatus_t ddblas_tsqr_hybrid_begin(struct tsqr_hybrid *hybrid, int64_t p);

/* From the stacked R factors of the leaves the panel's R and, where keep says so, the tree's reflections. */
ddblasStatus_t ddblas_tsqr_hybrid_factor(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel, void *R, int64_t ldr,
                                         int keep);

/* The tree's Q in the place of its reflections. */
ddblasStatus_t ddblas_tsqr_hybrid_form(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel);

/* The tree's share of Q^H or Q on the stacked top blocks of p columns, column-major without padding. */
ddblasStatus_t ddblas_tsqr_hybrid_apply(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel, int adjoint, void *tops,
                                        int64_t p);

#ifdef __cplusplus
}
#endif

#endif
