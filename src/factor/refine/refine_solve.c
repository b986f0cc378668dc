/*
 * Factors of a refinement in double, and solutions by whatever the route has, on either engine.
 */
#include "refine.h"

#include "core/checks.h"

ddblasStatus_t ddblas_refine_factor_double(struct ddblas_refine *f, int *failed)
{
#if DDBLAS_HAVE_CUDA
    if (f->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_refine_factor_cusolver(f, failed);
#endif
    return ddblas_refine_factor_lapack(f, failed);
}

static ddblasStatus_t solve_in_double(struct ddblas_refine *f, int adjoint, int64_t count, double *packed)
{
#if DDBLAS_HAVE_CUDA
    if (f->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_refine_solve_cusolver(f, adjoint, count, packed);
#endif
    return ddblas_refine_solve_lapack(f, adjoint, count, packed);
}

ddblasStatus_t ddblas_refine_solve(struct ddblas_refine *f, int adjoint, int64_t count)
{
    if (f->route == DDBLAS_REFINE_ROUTE_W)
        return ddblas_refine_solve_w(f, adjoint, count, f->z);
    if (f->route == DDBLAS_REFINE_ROUTE_GMRES)
        return ddblas_refine_gmres_solve(f, adjoint, count);
    const int64_t numbers = f->numbers * count;
    double *packed = &f->z[0].x; /* The high parts move to the first half of z, and back. */
    for (int64_t e = 0; e < numbers; e++)
        packed[e] = f->z[e].x;
    DDBLAS_CHECK(solve_in_double(f, adjoint, count, packed));
    for (int64_t e = numbers - 1; e >= 0; e--)
        f->z[e] = cuddFromDouble(packed[e]);
    return DDBLAS_STATUS_SUCCESS;
}
