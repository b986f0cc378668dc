/*
 * Rank, null space and pseudo-inverse: entry points, checks, workspace queries.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/factor.h"
#include "factor/standard/standard.h"
#include "svd.h"

/* A problem without vectors of its own, and with those that its task needs. */
static struct ddblas_gesvd_problem problem_of(enum ddblas_svd_task task, ddblasType_t type, int64_t m, int64_t n)
{
    const ddblasSvdMode_t thin = task == DDBLAS_SVD_PINV ? DDBLAS_SVD_MODE_THIN : DDBLAS_SVD_MODE_NONE;
    return (struct ddblas_gesvd_problem){
        .task = task, .type = type, .jobu = thin, .jobv = task == DDBLAS_SVD_NULL ? DDBLAS_SVD_MODE_FULL : thin, .m = m, .n = n};
}

/* The arguments that all three tasks have. */
static void set_common(struct ddblas_gesvd_problem *p, const void *A, int64_t lda, double tolerance, void *gap, int64_t *rank,
                       int64_t *info)
{
    p->A = A;
    p->lda = lda;
    p->tolerance = tolerance;
    p->gap = gap;
    p->rank = rank;
    p->info = info;
}

/* Checks the arguments in front of Z. */
static ddblasStatus_t check_matrix(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 5, "lda", p->lda, p->m));
    if (!(p->tolerance < 1.0))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 6, "tolerance: %g is not below 1", p->tolerance);
    if (p->task == DDBLAS_SVD_NULL)
        DDBLAS_CHECK(ddblas_check_size(handle, 7, "columns", p->columns));
    return DDBLAS_STATUS_SUCCESS;
}

/* Checks Z at a position, its leading dimension behind it, then gap, rank and info. */
static ddblasStatus_t check_results(ddblasHandle_t handle, int position, const struct ddblas_gesvd_problem *p)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int has_z = p->task != DDBLAS_SVD_RANK;
    const int64_t columns = p->task == DDBLAS_SVD_NULL ? p->columns : p->m;
    if (has_z)
        DDBLAS_CHECK(ddblas_check_leading(handle, position + 1, p->task == DDBLAS_SVD_NULL ? "ldz" : "ldx", p->ldz, p->n));
    if (p->m > 0 && p->n > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "A", p->type, arrays, p->A));
    if (has_z && p->n > 0 && columns > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, position, p->task == DDBLAS_SVD_NULL ? "Z" : "X", p->type, arrays, p->Z));
    position += has_z ? 2 : 0;
    DDBLAS_CHECK(ddblas_check_pointer(handle, position, "gap", ddblas_type_real(p->type), arrays, p->gap));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, position + 1, "rank", p->rank));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, position + 2, "info", p->info));
    DDBLAS_CHECK(ddblas_gesvd_check_orders(handle, p));
    if (handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "the stream records a graph, but singular values wait for the device");
    return DDBLAS_STATUS_SUCCESS;
}

/* A has no elements: its rank is 0, and its null space is the whole space. */
static ddblasStatus_t store_empty(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    struct ddblas_svd_steps s = {.handle = handle, .type = p->type, .size = ddblas_type_size(p->type)};
    const cuddreal gap[] = {cuddFromDouble(0.0), cuddFromDouble(0.0)}; /* 0 in every type. */
    const int fits = p->task != DDBLAS_SVD_NULL || p->n <= p->columns;
    const int64_t rank = 0, info = fits ? 0 : 2;
    if (p->task == DDBLAS_SVD_NULL && fits && p->n > 0)
        DDBLAS_CHECK(ddblas_svd_identity(&s, p->n, p->n, 0, p->Z, p->ldz));
    DDBLAS_CHECK(ddblas_svd_send(&s, p->gap, gap, 2 * ddblas_type_size(ddblas_type_real(p->type))));
    DDBLAS_CHECK(ddblas_svd_send(&s, p->rank, &rank, sizeof rank));
    return ddblas_svd_send(&s, p->info, &info, sizeof info);
}

/* `position` is that of the first argument behind those that all three tasks have. */
static ddblasStatus_t call_task(ddblasHandle_t handle, int position, struct ddblas_gesvd_problem p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_matrix(handle, &p));
    DDBLAS_CHECK(check_results(handle, position, &p));
    if (p.tolerance < 0.0) /* In S, D, C and Z the spacing of 1 is twice the unit. */
        p.tolerance = (double)most(p.m, p.n) * ddblas_type_unit(p.type) * (ddblas_is_standard(p.type) ? 2.0 : 1.0);
    return p.m == 0 || p.n == 0 ? store_empty(handle, &p) : ddblas_gesvd_run(handle, &p);
}

/* Defines the entry points ddblas<letter>rank, ddblas<letter>null and ddblas<letter>pinv. */
#define RANK(letter, element, real)                                                                                              \
    ddblasStatus_t ddblas##letter##rank(ddblasHandle_t handle, int64_t m, int64_t n, const element *A, int64_t lda,              \
                                        double tolerance, real *gap, int64_t *rank, int64_t *info)                               \
    {                                                                                                                            \
        struct ddblas_gesvd_problem p = problem_of(DDBLAS_SVD_RANK, DDBLAS_TYPE_##letter, m, n);                                 \
        set_common(&p, A, lda, tolerance, gap, rank, info);                                                                      \
        return call_task(handle, 7, p);                                                                                          \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##null(ddblasHandle_t handle, int64_t m, int64_t n, const element *A, int64_t lda,              \
                                        double tolerance, int64_t columns, element *Z, int64_t ldz, real *gap, int64_t *rank,    \
                                        int64_t *info)                                                                           \
    {                                                                                                                            \
        struct ddblas_gesvd_problem p = problem_of(DDBLAS_SVD_NULL, DDBLAS_TYPE_##letter, m, n);                                 \
        set_common(&p, A, lda, tolerance, gap, rank, info);                                                                      \
        p.columns = columns;                                                                                                     \
        p.Z = Z;                                                                                                                 \
        p.ldz = ldz;                                                                                                             \
        return call_task(handle, 8, p);                                                                                          \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##pinv(ddblasHandle_t handle, int64_t m, int64_t n, const element *A, int64_t lda,              \
                                        double tolerance, element *X, int64_t ldx, real *gap, int64_t *rank, int64_t *info)      \
    {                                                                                                                            \
        struct ddblas_gesvd_problem p = problem_of(DDBLAS_SVD_PINV, DDBLAS_TYPE_##letter, m, n);                                 \
        set_common(&p, A, lda, tolerance, gap, rank, info);                                                                      \
        p.Z = X;                                                                                                                 \
        p.ldz = ldx;                                                                                                             \
        return call_task(handle, 7, p);                                                                                          \
    }

RANK(S, float, float)
RANK(D, double, double)
RANK(C, ddblasComplex, float)
RANK(Z, ddblasDoubleComplex, double)
RANK(W, cuddreal, cuddreal)
RANK(U, cuddcomplex, cuddreal)

/* ---- workspace ------------------------------------------------------------------------------- */

static ddblasStatus_t query(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p, size_t *bytes)
{
    const int null = p->task == DDBLAS_SVD_NULL;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, p->type, DDBLAS_TYPES_OF_SVD));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", p->n));
    if (null)
        DDBLAS_CHECK(ddblas_check_size(handle, 5, "columns", p->columns));
    DDBLAS_CHECK(ddblas_check_not_null(handle, null ? 6 : 5, "bytes", bytes));
    DDBLAS_CHECK(ddblas_gesvd_check_orders(handle, p));
    if (p->m > 0 && p->n > 0)
        return ddblas_gesvd_workspace(handle, p, bytes);
    *bytes = 0;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasRankWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes)
{
    const struct ddblas_gesvd_problem p = problem_of(DDBLAS_SVD_RANK, type, m, n);
    return query(handle, &p, bytes);
}

ddblasStatus_t ddblasNullWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t columns,
                                       size_t *bytes)
{
    struct ddblas_gesvd_problem p = problem_of(DDBLAS_SVD_NULL, type, m, n);
    p.columns = columns;
    return query(handle, &p, bytes);
}

ddblasStatus_t ddblasPinvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes)
{
    const struct ddblas_gesvd_problem p = problem_of(DDBLAS_SVD_PINV, type, m, n);
    return query(handle, &p, bytes);
}
