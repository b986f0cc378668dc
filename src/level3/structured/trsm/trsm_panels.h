/*
 * Double-double trsm: the description of the small systems into which a large one is divided. On
 * the CUDA engine also the solution of large systems by panels, whose products are computed by the
 * residue route.
 */
#ifndef DDBLAS_LEVEL3_TRSM_PANELS_H
#define DDBLAS_LEVEL3_TRSM_PANELS_H

#include "level3/structured/block_operations.h"
#include "level3/structured/triangular.h"

/* Describes the systems, for all vectors, whose matrix is the diagonal block of A that begins at
 * row `at` and has the order `order`. */
struct ddblas_systems ddblas_trsm_systems(const struct ddblas_triangular_problem *problem, int64_t at, int64_t order,
                                          const void *alpha);

#if DDBLAS_HAVE_CUDA
/* Returns 1 if the problem is solved by panels. That is possible only in W. */
int ddblas_trsm_by_panels(const struct ddblas_block_run *blocks, const struct ddblas_triangular_problem *problem);

/* Solves the problem by panels. A workspace that the caller has set limits the number of vectors in
 * a block; the bits do not depend on this number. */
ddblasStatus_t ddblas_trsm_panels(struct ddblas_block_run *blocks, const struct ddblas_triangular_problem *problem);
#endif

#endif
