/*
 * geqp3: entry points, checks, workspace query.
 */
#include "factor/standard/standard.h"
#include "geqp3.h"
#include "qr_calls.h"

/* cuSOLVER has no such routine. */
static ddblasStatus_t check_offered(ddblasHandle_t handle, ddblasType_t type)
{
    if (!ddblas_is_standard(type) || handle->backend->engine != DDBLAS_ENGINE_CUDA)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the CUDA engine has geqp3 in W and U only");
}

static ddblasStatus_t call_geqp3(ddblasHandle_t handle, const struct ddblas_geqp3_problem *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 5, "lda", p->lda, p->m));
    if (p->m > 0 && p->n > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "A", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_factor_check_integers(handle, 6, "jpvt", p->jpvt));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "tau", p->type, arrays, p->tau));
    }
    DDBLAS_CHECK(check_orders(handle, least(p->m, p->n), most(p->m, p->n)));
    DDBLAS_CHECK(check_offered(handle, p->type));
    if (p->m == 0 || p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_factor_run(handle, p->type, ddblas_geqp3_blocks, p);
}

/* Defines ddblas<letter>geqp3, for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_QR
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##geqp3(ddblasHandle_t handle, int64_t m, int64_t n, element *A, int64_t lda, int64_t *jpvt,    \
                                         element *tau)                                                                           \
    {                                                                                                                            \
        const struct ddblas_geqp3_problem problem = {                                                                            \
            .type = DDBLAS_TYPE_##letter, .m = m, .n = n, .A = A, .lda = lda, .jpvt = jpvt, .tau = tau};                         \
        return call_geqp3(handle, &problem);                                                                                     \
    }
#include <dd/types.def>

ddblasStatus_t ddblasGeqp3WorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes)
{
    static cuddcomplex nothing; /* Not accessed: offsets from a null pointer are not defined. */
    static int64_t numbers;
    const struct ddblas_geqp3_problem p = {
        .type = type, .m = m, .n = n, .A = &nothing, .lda = m, .jpvt = &numbers, .tau = &nothing};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_QR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    DDBLAS_CHECK(check_orders(handle, least(m, n), most(m, n)));
    DDBLAS_CHECK(check_offered(handle, type));
    *bytes = m == 0 || n == 0 ? 0 : ddblas_block_workspace(handle, type, ddblas_geqp3_blocks, &p);
    return DDBLAS_STATUS_SUCCESS;
}
