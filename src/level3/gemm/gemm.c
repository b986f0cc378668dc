/*
 * gemm: entry points, checks of arguments, choice of the engine.
 */
#include "gemm.h"

#include "core/checks.h"
#include "level3/gemm/cpu/gemm_cpu.h"

static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct ddblas_gemm_problem *p)
{
    DDBLAS_CHECK(ddblas_check_operation(handle, 2, "transa", p->transa));
    DDBLAS_CHECK(ddblas_check_operation(handle, 3, "transb", p->transb));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", p->n));
    DDBLAS_CHECK(ddblas_check_size(handle, 6, "k", p->k));
    DDBLAS_CHECK(ddblas_check_leading(handle, 9, "lda", p->lda, p->transa == DDBLAS_OP_N ? p->m : p->k));
    DDBLAS_CHECK(ddblas_check_leading(handle, 11, "ldb", p->ldb, p->transb == DDBLAS_OP_N ? p->k : p->n));
    return ddblas_check_leading(handle, 14, "ldc", p->ldc, p->m);
}

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct ddblas_gemm_problem *p, int on_host)
{
    const enum ddblas_place arrays = on_host ? DDBLAS_PLACE_HOST : ddblas_place_of_arrays(handle);
    const enum ddblas_place scalars = on_host ? DDBLAS_PLACE_HOST : ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "alpha", p->type, scalars, p->alpha));
    const int reads_operands = p->k > 0 && !(scalars == DDBLAS_PLACE_HOST && ddblas_type_is_zero(p->type, p->alpha));
    if (reads_operands)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "A", p->type, arrays, p->A));
    if (reads_operands)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 10, "B", p->type, arrays, p->B));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 12, "beta", p->type, scalars, p->beta));
    return ddblas_check_pointer(handle, 13, "C", p->type, arrays, p->C);
}

ddblasStatus_t ddblas_gemm_check(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem, int on_host)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_sizes(handle, problem));
    return problem->m == 0 || problem->n == 0 ? DDBLAS_STATUS_SUCCESS : check_pointers(handle, problem, on_host);
}

ddblasStatus_t ddblas_gemm(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_gemm_cuda(handle, problem);
#endif
    return ddblas_gemm_cpu(handle, problem);
}

static ddblasStatus_t run_gemm(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    DDBLAS_CHECK(ddblas_gemm_check(handle, problem, 0));
    return problem->m == 0 || problem->n == 0 ? DDBLAS_STATUS_SUCCESS : ddblas_gemm(handle, problem);
}

/* Defines ddblasSgemm, ddblasDgemm, ddblasWgemm, ddblasCgemm, ddblasZgemm and ddblasUgemm. */
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_LEVEL3
#define DDBLAS_TYPE(letter, type, real, is_complex) DDBLAS_GEMM_ENTRY(ddblas##letter##gemm, letter, type, run_gemm)
#include <dd/types.def>

ddblasStatus_t ddblasGemmWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_LEVEL3));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "k", k));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        *bytes = m == 0 || n == 0 ? 0 : ddblas_gemm_cuda_workspace(handle, type, m, n, k);
        return DDBLAS_STATUS_SUCCESS;
    }
#endif
    *bytes = m == 0 || n == 0 ? 0 : ddblas_gemm_cpu_workspace(handle, type, m, n, k);
    return DDBLAS_STATUS_SUCCESS;
}
