/*
 * The residue route of double-double gemm on the CUDA engine: interface. gemm_residue.h explains
 * the method.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_ROUTE_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_ROUTE_H

#include "level3/gemm/gemm.h"
#include "gemm_residue_plan.h"

/* Stages of the route. A program that times the stages can register a function; it is called when
 * the work of a stage has been put into the stream. */
enum gemm_stage
{
    GEMM_STAGE_SCALE,
    GEMM_STAGE_RESIDUES,
    GEMM_STAGE_PRODUCTS,
    GEMM_STAGE_GUARD, /* The product of the guard. */
    GEMM_STAGE_JOIN,
    GEMM_STAGE_REPAIR,
    /* In trsm only: small triangular systems, which are solved by substitution. */
    GEMM_STAGE_SYSTEMS,
    GEMM_STAGE_COUNT
};

/* Sets a function that every later call of this process calls at the end of each stage; null
 * removes it. */
void ddblas_gemm_residue_observe(void (*mark)(enum gemm_stage stage, void *stream));
void ddblas_gemm_residue_mark(ddblasHandle_t handle, enum gemm_stage stage);

/* allowed = 0: later calls of this process form all INT8 products by cublasLt, even on devices that
 * have the kernels of gemm_residue_fused.h. allowed = 1, the default, permits these kernels. The
 * bits of real products do not depend on the setting. Those of complex products do: the method of
 * gemm_complex_three.h is used only where these kernels are permitted. */
void ddblas_gemm_residue_allow_fused(int allowed);

/* Returns 1 if the kernels of gemm_residue_fused.h may be used on the handle's device. */
int ddblas_gemm_residue_has_fused(ddblasHandle_t handle);

/* Returns the bytes that the route may take of the memory of the handle's device. */
size_t ddblas_gemm_residue_budget(ddblasHandle_t handle);

/* Returns 1 if the route, in a workspace of its own, stores the INT8 products of a problem of this
 * size as bytes. */
int ddblas_gemm_residue_leaves_bytes(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k);

/* Returns the bytes of workspace with which the route has its full speed. prepared: bit 0 is set if
 * op(A) is prepared, bit 1 if op(B) is. */
size_t ddblas_gemm_residue_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, int prepared);
/* Returns the bytes of workspace for the smallest blocks. With less workspace the route fails. */
size_t ddblas_gemm_residue_least(int64_t m, int64_t n, int64_t k, int triangle);

/* Computes the problem, which has k >= 1. A workspace that the caller has set limits the sizes of
 * the blocks; the bits do not depend on these sizes. */
ddblasStatus_t ddblas_gemm_residue_route(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem);

#endif
