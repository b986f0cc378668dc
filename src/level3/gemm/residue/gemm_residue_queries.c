/*
 * The residue route: queries about the handle's device, queries that need only the plan, and the
 * switches and observers for tests and benchmarks.
 */
#include "gemm_residue_route.h"

#if DDBLAS_HAVE_CUDA

#include "fused/gemm_residue_fused.h"

static void (*observer)(enum gemm_stage stage, void *stream);

void ddblas_gemm_residue_observe(void (*mark)(enum gemm_stage stage, void *stream)) { observer = mark; }

void ddblas_gemm_residue_mark(ddblasHandle_t handle, enum gemm_stage stage)
{
    if (observer)
        observer(stage, handle->stream);
}

static int fused_is_forbidden;

void ddblas_gemm_residue_allow_fused(int allowed) { fused_is_forbidden = !allowed; }

int ddblas_gemm_residue_has_fused(ddblasHandle_t handle)
{
    struct ddblas_device facts;
    (void)ddblas_device_facts(handle->backend, handle->device, &facts);
    return !fused_is_forbidden && ddblas_gemm_fused_exists(facts.capability);
}

size_t ddblas_gemm_residue_budget(ddblasHandle_t handle)
{
    struct ddblas_device facts;
    (void)ddblas_device_facts(handle->backend, handle->device, &facts);
    return ddblas_gemm_residue_budget_within(facts.memory);
}

int ddblas_gemm_residue_leaves_bytes(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    struct gemm_residue_plan plan;
    return ddblas_gemm_residue_make_plan(&plan, m, n, k, 0, ddblas_gemm_residue_has_fused(handle),
                                         ddblas_gemm_residue_budget(handle)) &&
           plan.fused;
}

size_t ddblas_gemm_residue_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, int prepared)
{
    struct gemm_residue_plan plan;
    return ddblas_gemm_residue_make_plan_with(&plan, m, n, k, 0, ddblas_gemm_residue_has_fused(handle), prepared,
                                              ddblas_gemm_residue_budget(handle))
               ? plan.workspace
               : 0;
}

size_t ddblas_gemm_residue_least(int64_t m, int64_t n, int64_t k, int triangle)
{
    struct gemm_residue_plan smallest;
    (void)ddblas_gemm_residue_make_plan(&smallest, m, n, k, triangle, 0, 0);
    return smallest.workspace;
}

#endif
