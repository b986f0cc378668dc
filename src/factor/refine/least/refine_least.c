/*
 * gelsRefine: entry points, checks, workspace, memory.
 */
#include "refine_least.h"

#include <stdlib.h>
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/refine/refine.h"

static ddblasStatus_t check_orders(ddblasHandle_t handle, int64_t m, int64_t n, int64_t nrhs)
{
    const int64_t side = most(most(m, n), nrhs);
    DDBLAS_CHECK(ddblas_check_order(handle, least(m, n)));
    if (side <= INT64_C(1) << 40)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "a side of %lld elements is more than any memory holds",
                       (long long)side);
}

/* m and n are those of the caller: A is m x n. */
static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_least_problem *p)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "nrhs", p->nrhs));
    DDBLAS_CHECK(ddblas_check_type(handle, 6, p->type,
                                   ddblas_type_is_complex(p->element) ? DDBLAS_TYPES_Z | DDBLAS_TYPES_U
                                                                      : DDBLAS_TYPES_D | DDBLAS_TYPES_W));
    DDBLAS_CHECK(ddblas_check_leading(handle, 7, "lda", p->lda, p->m));
    DDBLAS_CHECK(ddblas_check_leading(handle, 9, "ldb", p->ldb, p->m));
    DDBLAS_CHECK(ddblas_check_leading(handle, 11, "ldx", p->ldx, p->n));
    if (p->m > 0 && p->n > 0 && p->nrhs > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "A", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "B", p->element, arrays, p->B));
    }
    if (p->n > 0 && p->nrhs > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 10, "X", p->element, arrays, p->X));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 12, "report", p->report));
    return check_orders(handle, p->m, p->n, p->nrhs);
}

/* X = 0: the shortest solution of no equations. */
static ddblasStatus_t clear_solution(ddblasHandle_t handle, const struct ddblas_least_problem *p)
{
    const size_t size = ddblas_type_size(p->element), bytes = (size_t)p->n * size, stride = (size_t)p->ldx * size;
    char *zeros = ddblas_host_alloc(bytes);
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    if (!zeros)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no host memory for %lld zeros", (long long)p->n);
    memset(zeros, 0, bytes);
    for (int64_t j = 0; j < p->nrhs && status == DDBLAS_STATUS_SUCCESS; j++)
        status = ddblas_check_engine(
            handle, handle->backend->to_engine((char *)p->X + (size_t)j * stride, stride, zeros, bytes, bytes, 1, handle->stream),
            "refinement");
    free(zeros);
    return status;
}

static ddblasStatus_t run_call(ddblasHandle_t handle, struct ddblas_least_problem *p)
{
    const int64_t m = p->m, n = p->n;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, p));
    if (handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "refinement decides on the host and cannot be recorded in a graph");
    if (m == 0 && n > 0 && p->nrhs > 0)
        DDBLAS_CHECK(clear_solution(handle, p));
    p->least_norm = m < n;
    p->m = most(m, n);
    p->n = least(m, n);
    if (p->n > 0 && p->nrhs > 0)
        return ddblas_least_run(handle, p);
    ddblas_refine_empty(p->nrhs, p->report, p->normwise, p->componentwise);
    return DDBLAS_STATUS_SUCCESS;
}

/* Defines one entry point, ddblas<letter>gelsRefine. */
#define LEAST(letter, number)                                                                                                    \
    ddblasStatus_t ddblas##letter##gelsRefine(ddblasHandle_t handle, int64_t m, int64_t n, int64_t nrhs, const void *A,          \
                                              ddblasType_t typea, int64_t lda, const number *B, int64_t ldb, number *X,          \
                                              int64_t ldx, ddblasRefineReport_t *report, double *normwise,                       \
                                              double *componentwise)                                                             \
    {                                                                                                                            \
        struct ddblas_least_problem problem = {.element = DDBLAS_TYPE_##letter,                                                  \
                                               .m = m,                                                                           \
                                               .n = n,                                                                           \
                                               .nrhs = nrhs,                                                                     \
                                               .A = A,                                                                           \
                                               .type = typea,                                                                    \
                                               .lda = lda,                                                                       \
                                               .B = B,                                                                           \
                                               .ldb = ldb,                                                                       \
                                               .X = X,                                                                           \
                                               .ldx = ldx,                                                                       \
                                               .report = report,                                                                 \
                                               .normwise = normwise,                                                             \
                                               .componentwise = componentwise};                                                  \
        return run_call(handle, &problem);                                                                                       \
    }

LEAST(W, cuddreal)
LEAST(U, cuddcomplex)

ddblasStatus_t ddblasGelsRefineWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t nrhs,
                                             size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_W | DDBLAS_TYPES_U));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "nrhs", nrhs));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
    DDBLAS_CHECK(check_orders(handle, m, n, nrhs));
    *bytes = m == 0 || n == 0 || nrhs == 0 ? 0 : ddblas_least_workspace(handle, type, most(m, n), least(m, n), nrhs);
    return DDBLAS_STATUS_SUCCESS;
}
