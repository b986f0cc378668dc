/*
 * Factors in double by cuSOLVER, on the CUDA engine. cuSOLVER's handle is kept with ours.
 */
#include "refine.h"

#include <cusolverDn.h>

#include "core/checks.h"

enum
{
    MOST_ORDER = 1 << 16 /* Sizes of cuSOLVER's workspace are 32-bit numbers. */
};

static void release_cusolver(void *object) { (void)cusolverDnDestroy((cusolverDnHandle_t)object); }

static ddblasStatus_t check_cusolver(ddblasHandle_t handle, cusolverStatus_t status, const char *doing)
{
    if (status == CUSOLVER_STATUS_SUCCESS)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, status == CUSOLVER_STATUS_ALLOC_FAILED ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_DEVICE_ERROR,
                       "%s: cuSOLVER says: %d", doing, (int)status);
}

static ddblasStatus_t begin_cusolver(ddblasHandle_t handle, cusolverDnHandle_t *solver)
{
    static const char owner; /* Its address names the slot of cuSOLVER's handle in a handle. */
    struct ddblas_slot *slot = ddblas_slot(handle, &owner);
    if (!slot->object)
    {
        cusolverDnHandle_t made = NULL;
        if (ddblas_allocation_fails() || cusolverDnCreate(&made) != CUSOLVER_STATUS_SUCCESS)
            return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no cuSOLVER handle could be made");
        slot->object = made;
        slot->release = release_cusolver;
    }
    *solver = (cusolverDnHandle_t)slot->object;
    return check_cusolver(handle, cusolverDnSetStream(*solver, (cudaStream_t)handle->stream), "setting up cuSOLVER");
}

/* The pivots and info are cuSOLVER's, in the memory of those of W. */
static int *pivots_of(const struct ddblas_refine *f) { return (int *)(void *)f->pivots; }
static int *info_of(const struct ddblas_refine *f) { return (int *)(void *)f->info; }

ddblasStatus_t ddblas_refine_factor_cusolver(struct ddblas_refine *f, int *failed)
{
    const int n = f->p->n <= MOST_ORDER ? (int)f->p->n : 0;
    const size_t room = f->work_bytes / sizeof(double);
    cusolverDnHandle_t solver = NULL;
    int size = 0, info = 0;
    *failed = 1;
    if (n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(begin_cusolver(f->handle, &solver));
    DDBLAS_CHECK(check_cusolver(f->handle,
                                f->p->positive
                                    ? cusolverDnDpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, f->factors, n, &size)
                                    : cusolverDnDgetrf_bufferSize(solver, n, n, f->factors, n, &size),
                                "refinement"));
    if (size < 0 || (size_t)size > room)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_cusolver(
        f->handle,
        f->p->positive ? cusolverDnDpotrf(solver, CUBLAS_FILL_MODE_LOWER, n, f->factors, n, f->work, size, info_of(f))
                       : cusolverDnDgetrf(solver, n, n, f->factors, n, f->work, pivots_of(f), info_of(f)),
        "refinement"));
    DDBLAS_CHECK(ddblas_check_engine(
        f->handle, f->handle->backend->from_engine(&info, sizeof info, f->info, sizeof info, sizeof info, 1, f->handle->stream),
        "refinement"));
    *failed = info != 0;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_refine_solve_cusolver(struct ddblas_refine *f, int transposed, int64_t count, double *vectors)
{
    const int n = (int)f->p->n;
    cusolverDnHandle_t solver = NULL;
    DDBLAS_CHECK(begin_cusolver(f->handle, &solver));
    /* Columns in parts, because their number is a 32-bit number there. */
    for (int64_t first = 0, most = 1 << 20; first < count; first += most)
    {
        const int columns = (int)(count - first < most ? count - first : most);
        double *part = vectors + first * f->p->n;
        DDBLAS_CHECK(check_cusolver(
            f->handle,
            f->p->positive ? cusolverDnDpotrs(solver, CUBLAS_FILL_MODE_LOWER, n, columns, f->factors, n, part, n, info_of(f))
                           : cusolverDnDgetrs(solver, transposed ? CUBLAS_OP_T : CUBLAS_OP_N, n, columns, f->factors, n,
                                              pivots_of(f), part, n, info_of(f)),
            "refinement"));
    }
    return DDBLAS_STATUS_SUCCESS;
}
