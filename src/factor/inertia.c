/*
 * The inertia of a symmetric or Hermitian matrix from D of its factorisation: entry points, checks,
 * and the CPU engine.
 */
#include <dd/indefinite.h>

#include "core/checks.h"
#include "factor.h"
#include "inertia.h"

static cuddreal diagonal_of(const struct ddblas_inertia *p, int64_t k)
{
    const int64_t at = k * (p->lda + 1);
    return ddblas_type_is_complex(p->type) ? ((const ddblas_host_u *)p->A)[at].x : ((const ddblas_host_w *)p->A)[at];
}

static void count_on_cpu(const struct ddblas_inertia *p)
{
    int64_t counts[DDBLAS_INERTIA_COUNTS] = {0};
    for (int64_t k = 0; k < p->n; k++)
        counts[ddblas_inertia_kind(diagonal_of(p, k).x, p->ipiv[k])]++;
    ddblas_inertia_finish(counts, p->inertia);
}

static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_inertia *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 4, "lda", p->lda, p->n));
    if (p->n > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 3, "A", p->type, ddblas_place_of_arrays(handle), p->A));
        DDBLAS_CHECK(ddblas_factor_check_integers(handle, 5, "ipiv", p->ipiv));
    }
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 6, "inertia", p->inertia));
    DDBLAS_CHECK(ddblas_check_order(handle, p->n));
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_inertia_cuda(handle, p);
#endif
    count_on_cpu(p);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasWsytrfInertia(ddblasHandle_t handle, int64_t n, const cuddreal *A, int64_t lda, const int64_t *ipiv,
                                   int64_t *inertia)
{
    const struct ddblas_inertia problem = {DDBLAS_TYPE_W, n, A, lda, ipiv, inertia};
    return run_call(handle, &problem);
}

ddblasStatus_t ddblasUhetrfInertia(ddblasHandle_t handle, int64_t n, const cuddcomplex *A, int64_t lda, const int64_t *ipiv,
                                   int64_t *inertia)
{
    const struct ddblas_inertia problem = {DDBLAS_TYPE_U, n, A, lda, ipiv, inertia};
    return run_call(handle, &problem);
}
