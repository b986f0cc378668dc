/*
 * sytrd, orgtr and ormtr (in U hetrd, ungtr and unmtr): entry points, checks, workspace queries.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/qr/qr_calls.h"
#include "reduction.h"

/* A query's operands, which are not accessed: offsets from a null pointer are not defined. */
static cuddcomplex nothing;

/* ---- sytrd ----------------------------------------------------------------------------------- */

static ddblasStatus_t call_sytrd(ddblasHandle_t handle, const struct ddblas_sytrd_problem *problem)
{
    struct ddblas_sytrd_problem p = *problem;
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const ddblasType_t real = ddblas_type_real(p.type);
    DDBLAS_CHECK(ddblas_check_fill(handle, 2, p.uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p.n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 5, "lda", p.lda, p.n));
    if (p.n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "A", p.type, arrays, p.A));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "d", real, arrays, p.d));
    if (p.n > 1)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "e", real, arrays, p.e));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "tau", p.type, arrays, p.tau));
    }
    DDBLAS_CHECK(ddblas_check_order(handle, p.n));
    return ddblas_factor_run(handle, p.type, ddblas_sytrd_routine, &p);
}

ddblasStatus_t ddblasSytrdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    const struct ddblas_sytrd_problem p = {.type = type, .n = n, .A = &nothing, .lda = n};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    *bytes = n == 0 ? 0 : ddblas_block_workspace(handle, type, ddblas_sytrd_routine, &p);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- orgtr ----------------------------------------------------------------------------------- */

static ddblasStatus_t call_orgtr(ddblasHandle_t handle, const struct ddblas_orgtr_problem *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_fill(handle, 2, p->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 5, "lda", p->lda, p->n));
    if (p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "A", p->type, arrays, p->A));
    if (p->n > 1)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "tau", p->type, arrays, p->tau));
    DDBLAS_CHECK(ddblas_check_order(handle, p->n));
    return ddblas_factor_run(handle, p->type, ddblas_orgtr_routine, p);
}

ddblasStatus_t ddblasOrgtrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    const struct ddblas_orgtr_problem p = {.type = type, .n = n, .A = &nothing, .lda = n, .tau = &nothing};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    *bytes = n == 0 ? 0 : ddblas_block_workspace(handle, type, ddblas_orgtr_routine, &p);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- ormtr ----------------------------------------------------------------------------------- */

static ddblasStatus_t call_ormtr(ddblasHandle_t handle, const struct ddblas_ormtr_problem *problem, ddblasOperation_t trans)
{
    struct ddblas_ormtr_problem p = *problem;
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_side(handle, 2, p.side));
    DDBLAS_CHECK(ddblas_check_fill(handle, 3, p.uplo));
    DDBLAS_CHECK(check_adjoint(handle, 4, p.type, trans));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "m", p.m));
    DDBLAS_CHECK(ddblas_check_size(handle, 6, "n", p.n));
    const int64_t order = p.side == DDBLAS_SIDE_LEFT ? p.m : p.n;
    DDBLAS_CHECK(ddblas_check_leading(handle, 8, "lda", p.lda, order));
    DDBLAS_CHECK(ddblas_check_leading(handle, 11, "ldc", p.ldc, p.m));
    if (p.m == 0 || p.n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "A", p.type, arrays, p.A));
    if (order > 1)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "tau", p.type, arrays, p.tau));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 10, "C", p.type, arrays, p.C));
    DDBLAS_CHECK(check_orders(handle, order, most(p.m, p.n)));
    p.adjoint = trans != DDBLAS_OP_N;
    return order == 1 ? DDBLAS_STATUS_SUCCESS : ddblas_factor_run(handle, p.type, ddblas_ormtr_routine, &p);
}

/* The largest workspace of both triangles, of Q and of its adjoint. */
ddblasStatus_t ddblasOrmtrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n,
                                        size_t *bytes)
{
    struct ddblas_ormtr_problem p = {
        .type = type, .side = side, .m = m, .n = n, .A = &nothing, .tau = &nothing, .C = &nothing, .ldc = m};
    const int64_t order = side == DDBLAS_SIDE_LEFT ? m : n;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(ddblas_check_side(handle, 3, side));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
    DDBLAS_CHECK(check_orders(handle, order, most(m, n)));
    *bytes = 0;
    p.lda = order;
    for (int k = 0; k < 4 && m > 0 && n > 0; k++)
    {
        p.uplo = k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
        p.adjoint = k / 2;
        *bytes = most_bytes(*bytes, ddblas_block_workspace(handle, type, ddblas_ormtr_routine, &p));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- entry points ---------------------------------------------------------------------------- */

#define REDUCTION(letter, element, reduce, form, multiply)                                                                       \
    ddblasStatus_t reduce(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, element *A, int64_t lda, cuddreal *d,         \
                          cuddreal *e, element *tau)                                                                             \
    {                                                                                                                            \
        const struct ddblas_sytrd_problem problem = {                                                                            \
            .type = DDBLAS_TYPE_##letter, .uplo = uplo, .n = n, .A = A, .lda = lda, .d = d, .e = e, .tau = tau};                 \
        return call_sytrd(handle, &problem);                                                                                     \
    }                                                                                                                            \
    ddblasStatus_t form(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, element *A, int64_t lda, const element *tau)    \
    {                                                                                                                            \
        const struct ddblas_orgtr_problem problem = {                                                                            \
            .type = DDBLAS_TYPE_##letter, .uplo = uplo, .n = n, .A = A, .lda = lda, .tau = tau};                                 \
        return call_orgtr(handle, &problem);                                                                                     \
    }                                                                                                                            \
    ddblasStatus_t multiply(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans,        \
                            int64_t m, int64_t n, const element *A, int64_t lda, const element *tau, element *C, int64_t ldc)    \
    {                                                                                                                            \
        const struct ddblas_ormtr_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .side = side,                                                               \
                                                     .uplo = uplo,                                                               \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .tau = tau,                                                                 \
                                                     .C = C,                                                                     \
                                                     .ldc = ldc};                                                                \
        return call_ormtr(handle, &problem, trans);                                                                              \
    }

REDUCTION(W, cuddreal, ddblasWsytrd, ddblasWorgtr, ddblasWormtr)
REDUCTION(U, cuddcomplex, ddblasUhetrd, ddblasUungtr, ddblasUunmtr)
