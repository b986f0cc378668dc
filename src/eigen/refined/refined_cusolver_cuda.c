/*
 * Eigenvectors in double by cuSOLVER, on the CUDA engine. cuSOLVER's handle is kept with ours.
 */
#include "refined.h"

#include <cusolverDn.h>

#include "core/checks.h"
#include "core/cublas.h"

static void release_cusolver(void *object) { (void)cusolverDnDestroy((cusolverDnHandle_t)object); }

static ddblasStatus_t check_cusolver(ddblasHandle_t handle, cusolverStatus_t status)
{
    if (status == CUSOLVER_STATUS_SUCCESS)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_DEVICE_ERROR, "syevd: cuSOLVER says: %d", (int)status);
}

static ddblasStatus_t begin_cusolver(ddblasHandle_t handle, cusolverDnHandle_t *solver)
{
    static const char owner; /* Its address names the slot of cuSOLVER's handle in a handle. */
    struct ddblas_slot *slot = ddblas_slot(handle, &owner);
    if (!slot->object)
    {
        cusolverDnHandle_t made = NULL;
        if (handle->backend->capturing(handle->stream))
            return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                               "the first call makes cuSOLVER's handle, which a recording stream does not allow");
        if (ddblas_allocation_fails() || cusolverDnCreate(&made) != CUSOLVER_STATUS_SUCCESS)
            return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no cuSOLVER handle could be made");
        slot->object = made;
        slot->release = release_cusolver;
    }
    *solver = (cusolverDnHandle_t)slot->object;
    return check_cusolver(handle, cusolverDnSetStream(*solver, (cudaStream_t)handle->stream));
}

ddblasStatus_t ddblas_refined_prepare_cusolver(ddblasHandle_t handle)
{
    cusolverDnHandle_t solver = NULL;
    cublasHandle_t blas = NULL;
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    return begin_cusolver(handle, &solver);
}

/* Offset of cuSOLVER's numbers behind the eigenvalues, which keeps their alignment. */
static size_t place_of_numbers(int64_t n) { return ((size_t)n + 31) / 32 * 32; }

ddblasStatus_t ddblas_refined_room_cusolver(ddblasHandle_t handle, int64_t order, size_t *bytes)
{
    const int n = (int)(order <= DDBLAS_REFINED_MOST ? order : 0);
    cusolverDnHandle_t solver = NULL;
    int size = 0;
    *bytes = 0;
    if (n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(begin_cusolver(handle, &solver));
    if (cusolverDnDsyevd_bufferSize(solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, NULL, n, NULL, &size) ==
            CUSOLVER_STATUS_SUCCESS &&
        size >= 0)
        *bytes = (place_of_numbers(order) + (size_t)size) * sizeof(double);
    return DDBLAS_STATUS_SUCCESS;
}

/* The room holds the eigenvalues and cuSOLVER's numbers; its info is in `measured`. */
ddblasStatus_t ddblas_refined_start_cusolver(ddblasHandle_t handle, const struct ddblas_refined *r, int *failed)
{
    const int n = (int)r->n, size = (int)(r->room / sizeof(double) - place_of_numbers(r->n));
    double *values = (double *)(void *)r->T;
    int *info = (int *)(void *)r->measured, result = 0;
    cusolverDnHandle_t solver = NULL;
    cublasHandle_t blas = NULL;
    *failed = 1;
    /* The products in double need cuBLAS's handle. If it cannot be made, A is still as it was. */
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    DDBLAS_CHECK(begin_cusolver(handle, &solver));
    DDBLAS_CHECK(check_cusolver(handle, cusolverDnDsyevd(solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, r->first, n,
                                                         values, values + place_of_numbers(r->n), size, info)));
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->from_engine(&result, sizeof result, info, sizeof result, sizeof result, 1, handle->stream),
        "syevd"));
    *failed = result != 0;
    return DDBLAS_STATUS_SUCCESS;
}
