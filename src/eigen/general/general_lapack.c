/*
 * gehrd, orghr (unghr), hseqr and geev in S, D, C and Z by LAPACK, on the CPU engine. Each call
 * asks LAPACK first how much workspace it wants.
 */
#include "general.h"

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include <math.h>
#include <string.h>

#include "core/cblas_threads.h"
#include "core/checks.h"
#include "core/sizes.h"

/* The routines of a type with the letter L, with `work` of `count` elements, or a query of its size
 * if count is -1. */
#define DEFINE(L, l, form)                                                                                                       \
    static lapack_int gehrd_##L(const struct ddblas_gehrd_problem *p, int forms, void *work, lapack_int count)                   \
    {                                                                                                                            \
        return forms ? LAPACKE_##l##form##_work(LAPACK_COL_MAJOR, (lapack_int)p->n, (lapack_int)p->ilo, (lapack_int)p->ihi,      \
                                                p->A, (lapack_int)p->lda, p->tau, work, count)                                   \
                     : LAPACKE_##l##gehrd_work(LAPACK_COL_MAJOR, (lapack_int)p->n, (lapack_int)p->ilo, (lapack_int)p->ihi, p->A, \
                                               (lapack_int)p->lda, p->tau, work, count);                                         \
    }

/* Defines hseqr_<L> and geev_<L> for S or D. */
#define DEFINE_REAL(L, l)                                                                                                        \
    DEFINE(L, l, orghr)                                                                                                          \
    static lapack_int hseqr_##L(const struct ddblas_hseqr_problem *p, void *work, lapack_int count)                              \
    {                                                                                                                            \
        return LAPACKE_##l##hseqr_work(LAPACK_COL_MAJOR, job_of(p), compz_of(p), (lapack_int)p->n, (lapack_int)p->ilo,           \
                                       (lapack_int)p->ihi, p->H, (lapack_int)p->ldh, p->wr, p->wi, p->Z, (lapack_int)p->ldz,     \
                                       work, count);                                                                             \
    }                                                                                                                            \
    static lapack_int geev_##L(const struct ddblas_geev_problem *p, void *A, void *work, lapack_int count, void *reals)          \
    {                                                                                                                            \
        (void)reals;                                                                                                             \
        return LAPACKE_##l##geev_work(LAPACK_COL_MAJOR, p->left ? 'V' : 'N', p->right ? 'V' : 'N', (lapack_int)p->n, A,          \
                                      (lapack_int)p->n, p->wr, p->wi, p->VL, (lapack_int)p->ldvl, p->VR, (lapack_int)p->ldvr,    \
                                      work, count);                                                                              \
    }

/* Defines hseqr_<L> and geev_<L> for C or Z. */
#define DEFINE_COMPLEX(L, l)                                                                                                     \
    DEFINE(L, l, unghr)                                                                                                          \
    static lapack_int hseqr_##L(const struct ddblas_hseqr_problem *p, void *work, lapack_int count)                              \
    {                                                                                                                            \
        return LAPACKE_##l##hseqr_work(LAPACK_COL_MAJOR, job_of(p), compz_of(p), (lapack_int)p->n, (lapack_int)p->ilo,           \
                                       (lapack_int)p->ihi, p->H, (lapack_int)p->ldh, p->wr, p->Z, (lapack_int)p->ldz, work,      \
                                       count);                                                                                   \
    }                                                                                                                            \
    static lapack_int geev_##L(const struct ddblas_geev_problem *p, void *A, void *work, lapack_int count, void *reals)          \
    {                                                                                                                            \
        return LAPACKE_##l##geev_work(LAPACK_COL_MAJOR, p->left ? 'V' : 'N', p->right ? 'V' : 'N', (lapack_int)p->n, A,          \
                                      (lapack_int)p->n, p->wr, p->VL, (lapack_int)p->ldvl, p->VR, (lapack_int)p->ldvr, work,     \
                                      count, reals);                                                                             \
    }

static char job_of(const struct ddblas_hseqr_problem *p) { return p->schur ? 'S' : 'E'; }
static char compz_of(const struct ddblas_hseqr_problem *p)
{
    return p->compz == DDBLAS_SCHUR_VECTORS_NONE ? 'N' : p->compz == DDBLAS_SCHUR_VECTORS_INITIALISE ? 'I' : 'V';
}

DEFINE_REAL(S, s)
DEFINE_REAL(D, d)
DEFINE_COMPLEX(C, c)
DEFINE_COMPLEX(Z, z)

#define CALL(type, routine, ...)                                                                                                 \
    ((type) == DDBLAS_TYPE_S   ? routine##_S(__VA_ARGS__)                                                                        \
     : (type) == DDBLAS_TYPE_D ? routine##_D(__VA_ARGS__)                                                                        \
     : (type) == DDBLAS_TYPE_C ? routine##_C(__VA_ARGS__)                                                                        \
                               : routine##_Z(__VA_ARGS__))

/* The number that a query has stored in `work`, at least `fewest`. */
static int64_t count_of(ddblasType_t type, const void *work, int64_t fewest)
{
    const double count = ddblas_type_is_single(type) ? (double)*(const float *)work : *(const double *)work;
    return most((int64_t)count, fewest);
}

/* Leading dimensions are LAPACK's integers as well. */
static ddblasStatus_t check_leading(ddblasHandle_t handle, int64_t leading)
{
    if (leading <= INT32_MAX)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "a leading dimension of %lld is beyond LAPACK's integers",
                       (long long)leading);
}

/* Becomes the status of a call that LAPACK has refused. */
static ddblasStatus_t check_info(ddblasHandle_t handle, lapack_int info, const char *name)
{
    if (info >= 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_INTERNAL_ERROR, "%s: LAPACK refuses argument %d", name, -(int)info);
}

static int64_t gehrd_count(const struct ddblas_gehrd_problem *p, int forms)
{
    ddblasDoubleComplex work = {0};
    (void)CALL(p->type, gehrd, p, forms, &work, -1);
    return count_of(p->type, &work, p->n);
}

size_t ddblas_gehrd_bytes_lapack(const struct ddblas_gehrd_problem *p, int forms)
{
    return (size_t)gehrd_count(p, forms) * ddblas_type_size(p->type);
}

ddblasStatus_t ddblas_gehrd_lapack(ddblasHandle_t handle, const struct ddblas_gehrd_problem *p, int forms)
{
    DDBLAS_CHECK(check_leading(handle, p->lda));
    const int64_t count = gehrd_count(p, forms);
    void *work;
    DDBLAS_CHECK(ddblas_workspace(handle, (size_t)count * ddblas_type_size(p->type), &work));
    ddblas_cblas_begin();
    const lapack_int info = CALL(p->type, gehrd, p, forms, work, (lapack_int)count);
    ddblas_cblas_end();
    return check_info(handle, info, forms ? "orghr" : "gehrd");
}

/* ---- hseqr ----------------------------------------------------------------------------------- */

static int64_t hseqr_count(const struct ddblas_hseqr_problem *p)
{
    ddblasDoubleComplex work = {0};
    (void)CALL(p->type, hseqr, p, &work, -1);
    return count_of(p->type, &work, p->n);
}

size_t ddblas_hseqr_bytes_lapack(const struct ddblas_hseqr_problem *p)
{
    return (size_t)hseqr_count(p) * ddblas_type_size(p->type);
}

static void fill_with_nan(ddblasType_t type, int64_t n, void *values)
{
    const int64_t words = n * (ddblas_type_is_complex(type) ? 2 : 1);
    for (int64_t k = 0; values && k < words; k++)
        if (ddblas_type_is_single(type))
            ((float *)values)[k] = NAN;
        else
            ((double *)values)[k] = (double)NAN;
}

static int hessenberg_is_finite(const struct ddblas_hseqr_problem *p)
{
    for (int64_t j = 0; j < p->n; j++)
        if (!ddblas_general_finite(p->type, least(j + 2, p->n), 1,
                                   (const char *)p->H + (size_t)(j * p->ldh) * ddblas_type_size(p->type), p->ldh))
            return 0;
    return 1;
}

ddblasStatus_t ddblas_hseqr_lapack(ddblasHandle_t handle, const struct ddblas_hseqr_problem *p)
{
    DDBLAS_CHECK(check_leading(handle, most(p->ldh, p->ldz)));
    const int64_t count = hseqr_count(p);
    void *work;
    DDBLAS_CHECK(ddblas_workspace(handle, (size_t)count * ddblas_type_size(p->type), &work));
    *p->info = p->n + 1;
    if (!hessenberg_is_finite(p))
    {
        fill_with_nan(p->type, p->n, p->wr);
        fill_with_nan(p->type, p->n, p->wi);
        return DDBLAS_STATUS_SUCCESS;
    }
    ddblas_cblas_begin();
    const lapack_int info = CALL(p->type, hseqr, p, work, (lapack_int)count);
    ddblas_cblas_end();
    DDBLAS_CHECK(check_info(handle, info, "hseqr"));
    *p->info = info;
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- geev ------------------------------------------------------------------------------------ */

static int64_t geev_count(const struct ddblas_geev_problem *p)
{
    ddblasDoubleComplex work = {0}, reals = {0}, matrix = {0};
    (void)CALL(p->type, geev, p, &matrix, &work, -1, &reals);
    return count_of(p->type, &work, 4 * p->n);
}

/* The memory: LAPACK's workspace, its real numbers in complex types, and a copy of A. */
size_t ddblas_geev_bytes_lapack(const struct ddblas_geev_problem *p)
{
    return (size_t)(geev_count(p) + 2 * p->n + p->n * p->n) * ddblas_type_size(p->type);
}

ddblasStatus_t ddblas_geev_lapack(ddblasHandle_t handle, const struct ddblas_geev_problem *p)
{
    DDBLAS_CHECK(check_leading(handle, most(p->ldvl, p->ldvr)));
    const int64_t count = geev_count(p), n = p->n;
    const size_t size = ddblas_type_size(p->type);
    void *work;
    DDBLAS_CHECK(ddblas_workspace(handle, ddblas_geev_bytes_lapack(p), &work));
    char *A = (char *)work + (size_t)count * size, *reals = A + (size_t)(n * n) * size;
    *p->info = n + 1;
    if (!ddblas_general_finite(p->type, n, n, p->A, p->lda))
    {
        fill_with_nan(p->type, n, p->wr);
        fill_with_nan(p->type, n, p->wi);
        return DDBLAS_STATUS_SUCCESS;
    }
    ddblas_copy_cpu(handle, size, n, n, p->A, p->lda, A, n);
    ddblas_cblas_begin();
    const lapack_int info = CALL(p->type, geev, p, A, work, (lapack_int)count, reals);
    ddblas_cblas_end();
    DDBLAS_CHECK(check_info(handle, info, "geev"));
    *p->info = info;
    return DDBLAS_STATUS_SUCCESS;
}
