/*
 * The residue route of double-double gemm on the CUDA engine.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_ROUTE_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_ROUTE_H

#include "level3/gemm/gemm.h"
#include "level3/gemm/gemm_plan.h"

/* What the route does between two marks: a program that times stages gets told when each one has been put into the stream. */
enum gemm_stage
{
    GEMM_STAGE_SCALE,
    GEMM_STAGE_RESIDUES,
    GEMM_STAGE_PRODUCTS,
    GEMM_STAGE_GUARD, /* the guard's product */
    GEMM_STAGE_JOIN,
    GEMM_STAGE_REPAIR,
    GEMM_STAGE_SYSTEMS, /* of trsm: small systems by substitution */
    GEMM_STAGE_COUNT
};

/* Every later call of this process tells `mark` the end of each stage; null ends it. */
void ddblas_gemm_residue_observe(void (*mark)(enum gemm_stage stage, void *stream));
void ddblas_gemm_residue_mark(ddblasHandle_t handle, enum gemm_stage stage);

/* What the route may take of the handle's device. */
size_t ddblas_gemm_residue_budget(ddblasHandle_t handle);

size_t ddblas_gemm_residue_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);
/* Of the smallest blocks: with less the route fails. */
size_t ddblas_gemm_residue_least(int64_t m, int64_t n, int64_t k, int triangle);

/* k >= 1. A workspace that the caller has set bounds the blocks; the bits are the same for each. */
ddblasStatus_t ddblas_gemm_residue_route(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

#endif
