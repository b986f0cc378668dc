/*
 * Double-double trsm: small systems of a large one; on the CUDA engine large ones by panels, whose products are by residues.
 */
#ifndef DDBLAS_LEVEL3_TRSM_PANELS_H
#define DDBLAS_LEVEL3_TRSM_PANELS_H

#include "level3/structured/blocks.h"
#include "level3/structured/triangular.h"

/* The system of a diagonal block of A, of this order from row `at` on, and all vectors. */
struct ddblas_systems ddblas_trsm_systems(const struct ddblas_triangular_problem *problem, int64_t at, int64_t order,
                                          const cuddreal *alpha);

#if DDBLAS_HAVE_CUDA
/* 1 when the problem is solved by panels. */
int ddblas_trsm_by_panels(const struct ddblas_blocks *blocks, const struct ddblas_triangular_problem *problem);

/* Solves it. A workspace that the caller has set bounds the vectors at work together; the bits are the same for each. */
ddblasStatus_t ddblas_trsm_panels(struct ddblas_blocks *blocks, const struct ddblas_triangular_problem *problem);
#endif

#endif
