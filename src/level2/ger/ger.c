/*
 * ger: entry point, checks, choice of the engine.
 */
#include "ger.h"

#include "core/checks.h"

/* Checks the arguments and returns the status. Positions are those of the prototype; the handle is
 * 1. *nothing becomes 1 if the call has nothing to do. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_ger_problem *p, int *nothing)
{
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(ddblas_check_increment(handle, 6, "incx", p->incx));
    DDBLAS_CHECK(ddblas_check_increment(handle, 8, "incy", p->incy));
    DDBLAS_CHECK(ddblas_check_leading(handle, 10, "lda", p->lda, p->m));
    *nothing = p->m == 0 || p->n == 0;
    if (*nothing)
        return DDBLAS_STATUS_SUCCESS;

    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "alpha", DDBLAS_TYPE_W, ddblas_place_of_scalars(handle), p->alpha));
    *nothing = ddblas_known_zero(handle, DDBLAS_TYPE_W, 0, p->alpha);
    if (!*nothing)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "x", DDBLAS_TYPE_W, arrays, p->x));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "y", DDBLAS_TYPE_W, arrays, p->y));
    }
    return ddblas_check_pointer(handle, 9, "A", DDBLAS_TYPE_W, arrays, p->A);
}

ddblasStatus_t ddblasWger(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *x, int64_t incx,
                          const cuddreal *y, int64_t incy, cuddreal *A, int64_t lda)
{
    const struct ddblas_ger_problem problem = {m, n, alpha, x, incx, y, incy, A, lda};
    int nothing = 1;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check(handle, &problem, &nothing));
    if (nothing)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_ger_cuda(handle, &problem);
#endif
    return ddblas_ger_cpu(handle, &problem);
}
