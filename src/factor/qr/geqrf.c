/*
 * geqrf, ormqr and orgqr (in U unmqr and ungqr): entry points, checks, workspace queries.
 */
#include "qr_calls.h"

/* A query's operands, which are not accessed: offsets from a null pointer are not defined. */
static cuddcomplex nothing;

/* ---- geqrf ----------------------------------------------------------------------------------- */

static ddblasStatus_t call_geqrf(ddblasHandle_t handle, const struct ddblas_geqrf_problem *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 5, "lda", p->lda, p->m));
    if (p->m == 0 || p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "A", p->type, arrays, p->A));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "tau", p->type, arrays, p->tau));
    DDBLAS_CHECK(check_orders(handle, least(p->m, p->n), most(p->m, p->n)));
    return ddblas_factor_run(handle, p->type, ddblas_geqrf_blocks, p);
}

ddblasStatus_t ddblasGeqrfWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes)
{
    const struct ddblas_geqrf_problem p = {.type = type, .m = m, .n = n, .A = &nothing, .lda = m, .tau = &nothing};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_QR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    DDBLAS_CHECK(check_orders(handle, least(m, n), most(m, n)));
    *bytes = m == 0 || n == 0 ? 0 : ddblas_block_workspace(handle, type, ddblas_geqrf_blocks, &p);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- ormqr ----------------------------------------------------------------------------------- */

/* Checks the sizes m, n and k, of which m is the argument `first`. */
static ddblasStatus_t check_product(ddblasHandle_t handle, const struct ddblas_ormqr_problem *p, int first)
{
    DDBLAS_CHECK(ddblas_check_size(handle, first, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, first + 1, "n", p->n));
    DDBLAS_CHECK(ddblas_check_size(handle, first + 2, "k", p->k));
    return check_at_most(handle, first + 2, "k", p->k, p->side == DDBLAS_SIDE_LEFT ? p->m : p->n);
}

static ddblasStatus_t call_ormqr(ddblasHandle_t handle, const struct ddblas_ormqr_problem *problem, ddblasOperation_t trans)
{
    struct ddblas_ormqr_problem p = *problem;
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_side(handle, 2, p.side));
    DDBLAS_CHECK(check_adjoint(handle, 3, p.type, trans));
    DDBLAS_CHECK(check_product(handle, &p, 4));
    DDBLAS_CHECK(ddblas_check_leading(handle, 8, "lda", p.lda, p.side == DDBLAS_SIDE_LEFT ? p.m : p.n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 11, "ldc", p.ldc, p.m));
    if (p.m == 0 || p.n == 0 || p.k == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "A", p.type, arrays, p.A));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "tau", p.type, arrays, p.tau));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 10, "C", p.type, arrays, p.C));
    DDBLAS_CHECK(check_orders(handle, p.k, most(p.m, p.n)));
    p.adjoint = trans != DDBLAS_OP_N;
    return ddblas_factor_run(handle, p.type, ddblas_ormqr_blocks, &p);
}

/* The shapes of the products with Q and with its adjoint differ; the larger workspace suffices for
 * both. */
ddblasStatus_t ddblasOrmqrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                        int64_t k, size_t *bytes)
{
    struct ddblas_ormqr_problem p = {
        .type = type, .side = side, .m = m, .n = n, .k = k, .A = &nothing, .tau = &nothing, .C = &nothing, .ldc = m};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_QR));
    DDBLAS_CHECK(ddblas_check_side(handle, 3, side));
    DDBLAS_CHECK(check_product(handle, &p, 4));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 7, "bytes", bytes));
    DDBLAS_CHECK(check_orders(handle, k, most(m, n)));
    *bytes = 0;
    p.lda = side == DDBLAS_SIDE_LEFT ? m : n;
    if (m == 0 || n == 0 || k == 0)
        return DDBLAS_STATUS_SUCCESS;
    const size_t plain = ddblas_block_workspace(handle, type, ddblas_ormqr_blocks, &p);
    p.adjoint = 1;
    *bytes = most_bytes(plain, ddblas_block_workspace(handle, type, ddblas_ormqr_blocks, &p));
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- orgqr ----------------------------------------------------------------------------------- */

/* Checks the sizes, of which m is the argument `first`. */
static ddblasStatus_t check_columns(ddblasHandle_t handle, const struct ddblas_orgqr_problem *p, int first)
{
    DDBLAS_CHECK(ddblas_check_size(handle, first, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, first + 1, "n", p->n));
    DDBLAS_CHECK(check_at_most(handle, first + 1, "n", p->n, p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, first + 2, "k", p->k));
    return check_at_most(handle, first + 2, "k", p->k, p->n);
}

static ddblasStatus_t call_orgqr(ddblasHandle_t handle, const struct ddblas_orgqr_problem *problem)
{
    struct ddblas_orgqr_problem copy = *problem, *p = &copy;
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(check_columns(handle, p, 2));
    DDBLAS_CHECK(ddblas_check_leading(handle, 6, "lda", p->lda, p->m));
    if (p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "A", p->type, arrays, p->A));
    if (p->k > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "tau", p->type, arrays, p->tau));
    else
        p->tau = &nothing;
    DDBLAS_CHECK(check_orders(handle, p->n, p->m));
    return ddblas_factor_run(handle, p->type, ddblas_orgqr_blocks, p);
}

ddblasStatus_t ddblasOrgqrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k, size_t *bytes)
{
    const struct ddblas_orgqr_problem p = {.type = type, .m = m, .n = n, .k = k, .A = &nothing, .lda = m, .tau = &nothing};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_QR));
    DDBLAS_CHECK(check_columns(handle, &p, 3));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
    DDBLAS_CHECK(check_orders(handle, n, m));
    *bytes = n == 0 ? 0 : ddblas_block_workspace(handle, type, ddblas_orgqr_blocks, &p);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- entry points ---------------------------------------------------------------------------- */

/* In complex types the names of LAPACK differ. */
#define MULTIPLY_S Sormqr
#define MULTIPLY_D Dormqr
#define MULTIPLY_C Cunmqr
#define MULTIPLY_Z Zunmqr
#define MULTIPLY_W Wormqr
#define MULTIPLY_U Uunmqr
#define FORM_S     Sorgqr
#define FORM_D     Dorgqr
#define FORM_C     Cungqr
#define FORM_Z     Zungqr
#define FORM_W     Worgqr
#define FORM_U     Uungqr

#define JOINED(a, b) a##b
#define NAME(name)   JOINED(ddblas, name)

/* Defines ddblas<letter>geqrf, for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_QR
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##geqrf(ddblasHandle_t handle, int64_t m, int64_t n, element *A, int64_t lda, element *tau)     \
    {                                                                                                                            \
        const struct ddblas_geqrf_problem problem = {                                                                            \
            .type = DDBLAS_TYPE_##letter, .m = m, .n = n, .A = A, .lda = lda, .tau = tau};                                       \
        return call_geqrf(handle, &problem);                                                                                     \
    }                                                                                                                            \
    ddblasStatus_t NAME(MULTIPLY_##letter)(ddblasHandle_t handle, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m,     \
                                           int64_t n, int64_t k, const element *A, int64_t lda, const element *tau, element *C,  \
                                           int64_t ldc)                                                                          \
    {                                                                                                                            \
        const struct ddblas_ormqr_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .side = side,                                                               \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .k = k,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .tau = tau,                                                                 \
                                                     .C = C,                                                                     \
                                                     .ldc = ldc};                                                                \
        return call_ormqr(handle, &problem, trans);                                                                              \
    }                                                                                                                            \
    ddblasStatus_t NAME(FORM_##letter)(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, element * A, int64_t lda,         \
                                       const element *tau)                                                                       \
    {                                                                                                                            \
        const struct ddblas_orgqr_problem problem = {                                                                            \
            .type = DDBLAS_TYPE_##letter, .m = m, .n = n, .k = k, .A = A, .lda = lda, .tau = tau};                               \
        return call_orgqr(handle, &problem);                                                                                     \
    }
#include <dd/types.def>
