/*
 * gesvRefine and posvRefine: entry points, checks, workspace query.
 */
#include "refine.h"

#include "core/checks.h"
#include "core/sizes.h"

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_refine_problem *p)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int at = p->positive; /* Positions are one more with uplo. */
    if (p->positive)
        DDBLAS_CHECK(ddblas_check_fill(handle, 2, p->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, at + 2, "n", p->n));
    DDBLAS_CHECK(ddblas_check_size(handle, at + 3, "nrhs", p->nrhs));
    DDBLAS_CHECK(ddblas_check_type(handle, at + 5, p->type,
                                   ddblas_type_is_complex(p->element) ? DDBLAS_TYPES_Z | DDBLAS_TYPES_U
                                                                      : DDBLAS_TYPES_D | DDBLAS_TYPES_W));
    DDBLAS_CHECK(ddblas_check_leading(handle, at + 6, "lda", p->lda, p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at + 8, "ldb", p->ldb, p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at + 10, "ldx", p->ldx, p->n));
    if (p->n > 0 && p->nrhs > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, at + 4, "A", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_check_pointer(handle, at + 7, "B", p->element, arrays, p->B));
        DDBLAS_CHECK(ddblas_check_pointer(handle, at + 9, "X", p->element, arrays, p->X));
    }
    DDBLAS_CHECK(ddblas_check_not_null(handle, at + 11, "report", p->report));
    return ddblas_check_order(handle, p->n);
}

void ddblas_refine_empty(int64_t nrhs, ddblasRefineReport_t *report, double *normwise, double *componentwise)
{
    *report = (ddblasRefineReport_t){0};
    for (int64_t j = 0; j < nrhs; j++)
    {
        if (normwise)
            normwise[j] = 0.0;
        if (componentwise)
            componentwise[j] = 0.0;
    }
}

static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_refine_problem *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, p));
    if (handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "refinement decides on the host and cannot be recorded in a graph");
    if (p->n > 0 && p->nrhs > 0)
        return ddblas_refine_run(handle, p);
    ddblas_refine_empty(p->nrhs, p->report, p->normwise, p->componentwise);
    return DDBLAS_STATUS_SUCCESS;
}

/* The arguments that both routines have, in the designators of a problem. */
#define SYSTEM(letter)                                                                                                           \
    .n = n, .nrhs = nrhs, .A = A, .type = typea, .element = DDBLAS_TYPE_##letter, .lda = lda, .B = B, .ldb = ldb, .X = X,        \
    .ldx = ldx, .report = report, .normwise = normwise, .componentwise = componentwise

/* Defines ddblas<letter>gesvRefine and ddblas<letter>posvRefine. */
#define REFINE(letter, number)                                                                                                   \
    ddblasStatus_t ddblas##letter##gesvRefine(ddblasHandle_t handle, int64_t n, int64_t nrhs, const void *A, ddblasType_t typea, \
                                              int64_t lda, const number *B, int64_t ldb, number *X, int64_t ldx,                 \
                                              ddblasRefineReport_t *report, double *normwise, double *componentwise)             \
    {                                                                                                                            \
        const struct ddblas_refine_problem problem = {SYSTEM(letter)};                                                           \
        return run_call(handle, &problem);                                                                                       \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##posvRefine(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,             \
                                              const void *A, ddblasType_t typea, int64_t lda, const number *B, int64_t ldb,      \
                                              number *X, int64_t ldx, ddblasRefineReport_t *report, double *normwise,            \
                                              double *componentwise)                                                             \
    {                                                                                                                            \
        const struct ddblas_refine_problem problem = {SYSTEM(letter), .positive = 1, .uplo = uplo};                              \
        return run_call(handle, &problem);                                                                                       \
    }

REFINE(W, cuddreal)
REFINE(U, cuddcomplex)

ddblasStatus_t ddblasRefineWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_W | DDBLAS_TYPES_U));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "nrhs", nrhs));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    *bytes = n == 0 || nrhs == 0 ? 0 : ddblas_refine_workspace(handle, type, n, nrhs);
    return DDBLAS_STATUS_SUCCESS;
}
