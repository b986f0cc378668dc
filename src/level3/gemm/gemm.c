/*
 * Entry points of gemm: they check the arguments and choose the engine.
 */
#include "gemm.h"

#include "core/checks.h"
#include "level3/gemm/cpu/gemm_cpu.h"
#include "gemm_operand.h"

/* Positions of those arguments that differ between the prototypes, counted from 1. 0: the prototype
 * does not have the argument. */
struct positions
{
    int A, typea, lda, prepared_a, B, typeb, ldb, prepared_b, beta, C, ldc;
};
static const struct positions of_gemm = {8, 0, 9, 0, 10, 0, 11, 0, 12, 13, 14},
                              of_gemm_ex = {8, 9, 10, 0, 11, 12, 13, 0, 14, 15, 16},
                              of_gemm_prepared = {8, 0, 9, 10, 11, 0, 12, 13, 14, 15, 16};

/* Checks that the type of an operand is D or W. position: the position of the type argument in the
 * prototype; if it is 0, the prototype has no such argument, and nothing is checked. */
static ddblasStatus_t check_operand_type(ddblasHandle_t handle, int position, const char *name, ddblasType_t type)
{
    if (position == 0 || ddblas_type_is_of(type, DDBLAS_TYPES_D | DDBLAS_TYPES_W))
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: %d is neither D nor W", name, (int)type);
}

/* typea and typeb are used only if the prototype has these arguments. */
static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct ddblas_gemm_problem *p, const struct positions *at,
                                  ddblasType_t typea, ddblasType_t typeb)
{
    DDBLAS_CHECK(ddblas_check_operation(handle, 2, "transa", p->transa));
    DDBLAS_CHECK(ddblas_check_operation(handle, 3, "transb", p->transb));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", p->n));
    DDBLAS_CHECK(ddblas_check_size(handle, 6, "k", p->k));
    DDBLAS_CHECK(check_operand_type(handle, at->typea, "typea", typea));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->lda, "lda", p->lda, p->transa == DDBLAS_OP_N ? p->m : p->k));
    DDBLAS_CHECK(check_operand_type(handle, at->typeb, "typeb", typeb));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->ldb, "ldb", p->ldb, p->transb == DDBLAS_OP_N ? p->k : p->n));
    return ddblas_check_leading(handle, at->ldc, "ldc", p->ldc, p->m);
}

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct ddblas_gemm_problem *p, const struct positions *at,
                                     int on_host)
{
    const enum ddblas_place arrays = on_host ? DDBLAS_PLACE_HOST : ddblas_place_of_arrays(handle);
    const enum ddblas_place scalars = on_host ? DDBLAS_PLACE_HOST : ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "alpha", p->type, scalars, p->alpha));
    const int reads_operands = p->k > 0 && !(scalars == DDBLAS_PLACE_HOST && ddblas_type_is_zero(p->type, p->alpha));
    if (reads_operands)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, "A", p->double_a ? DDBLAS_TYPE_D : p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_gemm_check_operand(handle, at->prepared_a, p, 0));
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->B, "B", p->double_b ? DDBLAS_TYPE_D : p->type, arrays, p->B));
        DDBLAS_CHECK(ddblas_gemm_check_operand(handle, at->prepared_b, p, 1));
    }
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->beta, "beta", p->type, scalars, p->beta));
    return ddblas_check_pointer(handle, at->C, "C", p->type, arrays, p->C);
}

ddblasStatus_t ddblas_gemm_check(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem, int on_host)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    const struct positions *at = problem->takes_prepared ? &of_gemm_prepared : &of_gemm;
    DDBLAS_CHECK(check_sizes(handle, problem, at, problem->type, problem->type));
    return problem->m == 0 || problem->n == 0 ? DDBLAS_STATUS_SUCCESS : check_pointers(handle, problem, at, on_host);
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

ddblasStatus_t ddblasWgemmEx(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                             int64_t k, const cuddreal *alpha, const void *A, ddblasType_t typea, int64_t lda, const void *B,
                             ddblasType_t typeb, int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc)
{
    const struct ddblas_gemm_problem problem = {.type = DDBLAS_TYPE_W,
                                                .transa = transa,
                                                .transb = transb,
                                                .m = m,
                                                .n = n,
                                                .k = k,
                                                .alpha = alpha,
                                                .A = A,
                                                .lda = lda,
                                                .B = B,
                                                .ldb = ldb,
                                                .beta = beta,
                                                .C = C,
                                                .ldc = ldc,
                                                .double_a = typea == DDBLAS_TYPE_D,
                                                .double_b = typeb == DDBLAS_TYPE_D};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_sizes(handle, &problem, &of_gemm_ex, typea, typeb));
    if (m == 0 || n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_pointers(handle, &problem, &of_gemm_ex, 0));
    return ddblas_gemm(handle, &problem);
}

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
