/*
 * Double-double trsm: the description of the small systems into which a large one is divided, and,
 * on the CUDA engine, the solution of large systems by panels, with products by the residue route.
 */
#ifndef DDBLAS_LEVEL3_TRSM_PANELS_H
#define DDBLAS_LEVEL3_TRSM_PANELS_H

#include "level3/structured/block_operations.h"
#include "level3/structured/triangular.h"

/* Describes the system of the diagonal block of A of this order that begins at row `at`, with all
 * vectors. */
struct ddblas_systems ddblas_trsm_systems(const struct ddblas_triangular_problem *problem, int64_t at, int64_t order,
                                          const void *alpha);

#if DDBLAS_HAVE_CUDA
/* Returns 1 when the problem is solved by panels, which only W has. */
int ddblas_trsm_by_panels(const struct ddblas_block_run *blocks, const struct ddblas_triangular_problem *problem);

/* Solves the problem by panels. A workspace that the caller has set limits the number of vectors in
 * a block; the bits do not depend on it. */
ddblasStatus_t ddblas_trsm_panels(struct ddblas_block_run *blocks, const struct ddblas_triangular_problem *problem);
#endif

#endif
