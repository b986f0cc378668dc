/*
 * syevd and heevd: entry points, checks, workspace query.
 */
#include "core/checks.h"
#include "eigen.h"
#include "factor/standard/standard.h"
#include "refined/refined.h"
#include "standard/syevd_standard.h"

ddblasStatus_t ddblas_check_eig_mode(ddblasHandle_t handle, int position, ddblasEigMode_t jobz)
{
    if (jobz == DDBLAS_EIG_MODE_NOVECTOR || jobz == DDBLAS_EIG_MODE_VECTOR)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "jobz: %d is no ddblasEigMode_t", (int)jobz);
}

ddblasStatus_t ddblas_check_eig_order(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    if (ddblas_is_standard(type) && n > DDBLAS_SYEVD_STANDARD_MOST)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "n = %lld: in S, D, C and Z orders end at %d", (long long)n,
                           (int)DDBLAS_SYEVD_STANDARD_MOST);
    return ddblas_check_order(handle, n);
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_syevd_problem *p, ddblasEigMode_t jobz)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_eig_mode(handle, 2, jobz));
    DDBLAS_CHECK(ddblas_check_fill(handle, 3, p->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 6, "lda", p->lda, p->n));
    if (p->n > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "A", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "w", ddblas_type_real(p->type), arrays, p->w));
    }
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 8, "info", p->info));
    DDBLAS_CHECK(ddblas_check_eig_order(handle, p->type, p->n));
    if (p->n > 0 && handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the stream records a graph, but syevd waits for the device");
    return DDBLAS_STATUS_SUCCESS;
}

/* Vectors of a range are refined, as all vectors are, unless the range is known or likely to be so
 * short that the reduction and its vectors alone take less time. That is never so on the CUDA
 * engine, where the reduction in W takes longer than the refinement of all vectors
 * (docs/performance/eigen.md). On the CPU engine the rule has not been measured. */
static int refines_range(ddblasHandle_t handle, const struct ddblas_syevd_problem *p)
{
    const struct ddblas_eigen_range *r = p->range;
    if (!r || handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return 1;
    return r->kind == DDBLAS_EIG_RANGE_I && !ddblas_syevd_takes_part(0, p->vectors, p->n, r->iu - r->il + 1);
}

ddblasStatus_t ddblas_syevd_choose(ddblasHandle_t handle, struct ddblas_syevd_problem *p)
{
    p->room = 0;
    if (ddblas_is_standard(p->type))
        return ddblas_syevd_standard_room(handle, p->type, p->vectors, p->n, &p->room);
    return p->vectors && p->n >= DDBLAS_REFINED_LEAST && refines_range(handle, p)
               ? ddblas_refined_room(handle, p->type, p->n, &p->room)
               : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_syevd_run(ddblasHandle_t handle, struct ddblas_syevd_problem *problem)
{
    DDBLAS_CHECK(ddblas_syevd_choose(handle, problem));
    return ddblas_factor_run(handle, problem->type, ddblas_syevd_blocks, problem);
}

static ddblasStatus_t call_syevd(ddblasHandle_t handle, const struct ddblas_syevd_problem *problem, ddblasEigMode_t jobz)
{
    struct ddblas_syevd_problem p = *problem;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, &p, jobz));
    if (p.n == 0)
        return ddblas_factor_clear_info(handle, p.info);
    p.vectors = jobz == DDBLAS_EIG_MODE_VECTOR;
    return ddblas_syevd_run(handle, &p);
}

#define SYEVD(name, letter, element, real)                                                                                       \
    ddblasStatus_t name(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, element *A, int64_t lda,  \
                        real *w, int64_t *info)                                                                                  \
    {                                                                                                                            \
        const struct ddblas_syevd_problem problem = {                                                                            \
            .type = DDBLAS_TYPE_##letter, .uplo = uplo, .n = n, .A = A, .lda = lda, .w = w, .info = info};                       \
        return call_syevd(handle, &problem, jobz);                                                                               \
    }

SYEVD(ddblasSsyevd, S, float, float)
SYEVD(ddblasDsyevd, D, double, double)
SYEVD(ddblasCheevd, C, ddblasComplex, float)
SYEVD(ddblasZheevd, Z, ddblasDoubleComplex, double)
SYEVD(ddblasWsyevd, W, cuddreal, cuddreal)
SYEVD(ddblasUheevd, U, cuddcomplex, cuddreal)

ddblasStatus_t ddblasSyevdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEigMode_t jobz, int64_t n, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_EIGEN));
    DDBLAS_CHECK(ddblas_check_eig_mode(handle, 3, jobz));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_eig_order(handle, type, n));
    static cuddcomplex nothing;
    struct ddblas_syevd_problem p = {
        .type = type, .vectors = jobz == DDBLAS_EIG_MODE_VECTOR, .uplo = DDBLAS_FILL_MODE_LOWER, .n = n, .A = &nothing, .lda = n};
    DDBLAS_CHECK(ddblas_syevd_choose(handle, &p));
    *bytes = n == 0 ? 0 : ddblas_block_workspace(handle, type, ddblas_syevd_blocks, &p);
    return DDBLAS_STATUS_SUCCESS;
}
