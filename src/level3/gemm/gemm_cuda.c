/*
 * gemm on the CUDA engine: the choice of a route for W. U makes real products (complex/), and the
 * other types use cuBLAS.
 */
#include "gemm.h"

#include "gemm_route_choice.h"

#include "level3/gemm/complex/gemm_complex_cuda.h"
#include "level3/gemm/residue/gemm_residue_route.h"
#include "machine/machine.h"

/* Returns 1 if no product is formed: k is 0, or alpha is known on the host to be 0. */
static int has_no_product(ddblasHandle_t handle, const struct ddblas_gemm_problem *p)
{
    return p->k == 0 || (handle->pointer_mode == DDBLAS_POINTER_MODE_HOST && cuddIsZero(*(const ddblas_host_w *)p->alpha));
}

/* Returns the constants of the handle's device. */
static struct ddblas_machine machine_of(ddblasHandle_t handle)
{
    struct ddblas_device facts;
    (void)ddblas_device_facts(handle->backend, handle->device, &facts);
    return ddblas_machine_of(&(struct ddblas_machine_facts){.is_h200 = ddblas_machine_is_h200(facts.name),
                                                            .multiprocessors = facts.multiprocessors,
                                                            .capability = facts.capability,
                                                            .single_to_double = facts.single_to_double});
}

int ddblas_gemm_by_residues(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    const ddblasGemmRoute_t route = ddblas_gemm_route(handle);
    if (route == DDBLAS_GEMM_ROUTE_AUTO)
    {
        const struct ddblas_machine machine = machine_of(handle);
        return ddblas_gemm_prefers_residues_on(&machine, m, n, k);
    }
    return route == DDBLAS_GEMM_ROUTE_RESIDUES;
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
        return ddblas_gemm_residue_least(p->m, p->n, p->k, p->part != DDBLAS_GEMM_ALL);
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
