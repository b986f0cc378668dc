/*
 * gels: entry points, checks, workspace query.
 */
#include "qr_calls.h"

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_gels_problem *p, ddblasOperation_t trans)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(check_adjoint(handle, 2, p->type, trans));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", p->n));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "nrhs", p->nrhs));
    DDBLAS_CHECK(ddblas_check_leading(handle, 7, "lda", p->lda, p->m));
    DDBLAS_CHECK(ddblas_check_leading(handle, 9, "ldb", p->ldb, most(p->m, p->n)));
    if (p->m > 0 && p->n > 0 && p->nrhs > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "A", p->type, arrays, p->A));
    if (most(p->m, p->n) > 0 && p->nrhs > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "B", p->type, arrays, p->B));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 10, "info", p->info));
    DDBLAS_CHECK(check_orders(handle, least(p->m, p->n), most(p->m, p->n)));
    return check_orders(handle, 0, p->nrhs);
}

static ddblasStatus_t call_gels(ddblasHandle_t handle, const struct ddblas_gels_problem *problem, ddblasOperation_t trans)
{
    struct ddblas_gels_problem p = *problem;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, &p, trans));
    p.adjoint = trans != DDBLAS_OP_N;
    if (p.nrhs == 0)
        return ddblas_factor_clear_info(handle, p.info);
    return ddblas_factor_run(handle, p.type, ddblas_gels_blocks, &p);
}

/* Defines ddblas<letter>gels, for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_QR
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##gels(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t nrhs,      \
                                        element *A, int64_t lda, element *B, int64_t ldb, int64_t *info)                         \
    {                                                                                                                            \
        const struct ddblas_gels_problem problem = {                                                                             \
            .type = DDBLAS_TYPE_##letter, .m = m, .n = n, .nrhs = nrhs, .A = A, .lda = lda, .B = B, .ldb = ldb, .info = info};   \
        return call_gels(handle, &problem, trans);                                                                               \
    }
#include <dd/types.def>

/* The letter decides between least squares and least norm, and so the shapes of the products. The
 * larger of the two workspaces therefore suffices for all letters. */
ddblasStatus_t ddblasGelsWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t nrhs,
                                       size_t *bytes)
{
    static cuddcomplex nothing; /* Not accessed: offsets from a null pointer are not defined. */
    struct ddblas_gels_problem p = {
        .type = type, .m = m, .n = n, .nrhs = nrhs, .A = &nothing, .lda = m, .B = &nothing, .ldb = most(m, n)};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_QR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "nrhs", nrhs));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
    DDBLAS_CHECK(check_orders(handle, least(m, n), most(m, n)));
    DDBLAS_CHECK(check_orders(handle, 0, nrhs));
    *bytes = 0;
    if (nrhs == 0)
        return DDBLAS_STATUS_SUCCESS;
    const size_t plain = ddblas_block_workspace(handle, type, ddblas_gels_blocks, &p);
    p.adjoint = 1;
    *bytes = most_bytes(plain, ddblas_block_workspace(handle, type, ddblas_gels_blocks, &p));
    return DDBLAS_STATUS_SUCCESS;
}
