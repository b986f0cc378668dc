/*
 * gesvd: entry points, checks, workspace query.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/factor.h"
#include "factor/standard/standard.h"
#include "standard/svd_standard.h"
#include "svd.h"

/* Columns of U, or rows of V^H, of which `order` are thin and `all` are full. */
static int64_t vectors_of(ddblasSvdMode_t job, int64_t order, int64_t all)
{
    return job == DDBLAS_SVD_MODE_NONE ? 0 : job == DDBLAS_SVD_MODE_THIN ? order : all;
}

static ddblasStatus_t check_mode(ddblasHandle_t handle, int position, const char *name, ddblasSvdMode_t job)
{
    if (job == DDBLAS_SVD_MODE_NONE || job == DDBLAS_SVD_MODE_THIN || job == DDBLAS_SVD_MODE_FULL)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: %d is no ddblasSvdMode_t", name, (int)job);
}

/* LAPACK and cuSOLVER count in 32-bit numbers. */
static ddblasStatus_t check_standard(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    if (least(p->m, p->n) > DDBLAS_SVD_STANDARD_MOST)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "min(m, n) = %lld: in S, D, C and Z orders end at %d",
                           (long long)least(p->m, p->n), (int)DDBLAS_SVD_STANDARD_MOST);
    const int64_t longest = most(most(p->m, p->n), most(most(p->ldu, p->ldvt), p->ldz));
    if (longest > DDBLAS_SVD_STANDARD_LONGEST)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "%lld: in S, D, C and Z sides and leading dimensions end at %d",
                           (long long)longest, (int)DDBLAS_SVD_STANDARD_LONGEST);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_gesvd_check_orders(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    const int64_t longest = most(p->m, p->n);
    DDBLAS_CHECK(ddblas_check_order(handle, least(p->m, p->n)));
    if (ddblas_is_standard(p->type))
        DDBLAS_CHECK(check_standard(handle, p));
    if (p->jobu == DDBLAS_SVD_MODE_FULL)
        DDBLAS_CHECK(ddblas_check_order(handle, p->m));
    if (p->jobv == DDBLAS_SVD_MODE_FULL)
        DDBLAS_CHECK(ddblas_check_order(handle, p->n));
    if (longest <= INT64_C(1) << 40)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "a side of %lld elements is more than any memory holds",
                       (long long)longest);
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int64_t order = least(p->m, p->n), rows = vectors_of(p->jobv, order, p->n);
    DDBLAS_CHECK(check_mode(handle, 2, "jobu", p->jobu));
    DDBLAS_CHECK(check_mode(handle, 3, "jobv", p->jobv));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 7, "lda", p->lda, p->m));
    DDBLAS_CHECK(ddblas_check_leading(handle, 10, "ldu", p->ldu, p->jobu == DDBLAS_SVD_MODE_NONE ? 0 : p->m));
    DDBLAS_CHECK(ddblas_check_leading(handle, 12, "ldvt", p->ldvt, rows));
    if (order > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "A", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "s", ddblas_type_real(p->type), arrays, p->s));
    }
    if (p->m > 0 && vectors_of(p->jobu, order, p->m) > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "U", p->type, arrays, p->U));
    if (p->n > 0 && rows > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 11, "VT", p->type, arrays, p->VT));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 13, "info", p->info));
    DDBLAS_CHECK(ddblas_gesvd_check_orders(handle, p));
    if (order > 0 && handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the stream records a graph, but gesvd waits for the device");
    return DDBLAS_STATUS_SUCCESS;
}

/* A has no elements: full matrices of vectors are identities. */
static ddblasStatus_t store_identities(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    struct ddblas_svd_steps s = {.handle = handle, .type = p->type, .size = ddblas_type_size(p->type)};
    if (p->jobu == DDBLAS_SVD_MODE_FULL && p->m > 0)
        DDBLAS_CHECK(ddblas_svd_identity(&s, p->m, p->m, 0, p->U, p->ldu));
    if (p->jobv == DDBLAS_SVD_MODE_FULL && p->n > 0)
        DDBLAS_CHECK(ddblas_svd_identity(&s, p->n, p->n, 0, p->VT, p->ldvt));
    return ddblas_factor_clear_info(handle, p->info);
}

static ddblasStatus_t call_gesvd(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, p));
    return p->m == 0 || p->n == 0 ? store_identities(handle, p) : ddblas_gesvd_run(handle, p);
}

/* Defines one entry point, ddblas<letter>gesvd. */
#define GESVD(letter, element, real)                                                                                             \
    ddblasStatus_t ddblas##letter##gesvd(ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m,           \
                                         int64_t n, const element *A, int64_t lda, real *s, element *U, int64_t ldu,             \
                                         element *VT, int64_t ldvt, int64_t *info)                                               \
    {                                                                                                                            \
        const struct ddblas_gesvd_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .jobu = jobu,                                                               \
                                                     .jobv = jobv,                                                               \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .s = s,                                                                     \
                                                     .U = U,                                                                     \
                                                     .ldu = ldu,                                                                 \
                                                     .VT = VT,                                                                   \
                                                     .ldvt = ldvt,                                                               \
                                                     .info = info};                                                              \
        return call_gesvd(handle, &problem);                                                                                     \
    }

GESVD(S, float, float)
GESVD(D, double, double)
GESVD(C, ddblasComplex, float)
GESVD(Z, ddblasDoubleComplex, double)
GESVD(W, cuddreal, cuddreal)
GESVD(U, cuddcomplex, cuddreal)

ddblasStatus_t ddblasGesvdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv,
                                        int64_t m, int64_t n, size_t *bytes)
{
    const struct ddblas_gesvd_problem p = {.type = type, .jobu = jobu, .jobv = jobv, .m = m, .n = n};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_SVD));
    DDBLAS_CHECK(check_mode(handle, 3, "jobu", jobu));
    DDBLAS_CHECK(check_mode(handle, 4, "jobv", jobv));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 6, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 7, "bytes", bytes));
    DDBLAS_CHECK(ddblas_gesvd_check_orders(handle, &p));
    if (m > 0 && n > 0)
        return ddblas_gesvd_workspace(handle, &p, bytes);
    *bytes = 0;
    return DDBLAS_STATUS_SUCCESS;
}
