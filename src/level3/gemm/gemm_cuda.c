/*
 * gemm on the CUDA engine: W by the chosen route (gemm_route_cuda.c), U as real products
 * (complex/), and the other types by cuBLAS.
 */
#include "gemm.h"

#include "level3/gemm/complex/gemm_complex_cuda.h"
#include "level3/gemm/residue/gemm_residue_route.h"

/* Returns 1 if there is no product to compute: k is 0, or alpha is in host memory and is 0. */
static int has_no_product(ddblasHandle_t handle, const struct ddblas_gemm_problem *p)
{
    return p->k == 0 || (handle->pointer_mode == DDBLAS_POINTER_MODE_HOST && cuddIsZero(*(const ddblas_host_w *)p->alpha));
}

size_t ddblas_gemm_cuda_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k)
{
    if (!ddblas_type_is_double_double(type))
        return ddblas_gemm_cublas_workspace();
    if (ddblas_type_is_complex(type))
        return ddblas_gemm_complex_cuda_workspace(handle, m, n, k);
    if (k > 0 && ddblas_gemm_by_residues(handle, m, n, k))
        return ddblas_gemm_residue_workspace(handle, m, n, k, 0);
    return ddblas_gemm_plain_cuda_workspace(handle, m, n, k);
}

size_t ddblas_gemm_cuda_least(ddblasHandle_t handle, const struct ddblas_gemm_problem *p)
{
    if (ddblas_type_is_complex(p->type))
        return ddblas_gemm_complex_cuda_least(handle, p->m, p->n, p->k);
    if (p->k > 0 && ddblas_gemm_by_residues(handle, p->m, p->n, p->k))
        return ddblas_gemm_residue_least(p->m, p->n, p->k, ddblas_gemm_cuts_part(p));
    return ddblas_gemm_plain_cuda_workspace(handle, p->m, p->n, p->k);
}

static ddblasStatus_t run_plain_route(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    void *workspace = NULL;
    const size_t bytes = ddblas_gemm_plain_cuda_workspace(handle, problem->m, problem->n, problem->k);
    const ddblasStatus_t status = ddblas_workspace(handle, bytes, &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    return ddblas_gemm_plain_cuda(handle, problem, NULL, workspace);
}

ddblasStatus_t ddblas_gemm_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    if (!ddblas_type_is_double_double(problem->type))
        return ddblas_gemm_cublas(handle, problem);
    if (ddblas_type_is_complex(problem->type))
        return ddblas_gemm_complex_cuda(handle, problem);
    const int prepared = problem->prepared[0] || problem->prepared[1];
    if (!has_no_product(handle, problem) && (prepared || ddblas_gemm_by_residues(handle, problem->m, problem->n, problem->k)))
        return ddblas_gemm_residue_route(handle, problem);
    return run_plain_route(handle, problem);
}
