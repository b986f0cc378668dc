/*
 * Eigenvectors in double by cuSOLVER, on the CUDA engine. Callers have refused a stream that
 * records a graph.
 */
#include "refined.h"

#include "core/checks.h"
#include "core/cublas.h"
#include "factor/cusolver.h"

ddblasStatus_t ddblas_refined_prepare_cusolver(ddblasHandle_t handle)
{
    struct ddblas_cusolver *cusolver = NULL;
    cublasHandle_t blas = NULL;
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    return ddblas_cusolver_begin(handle, &cusolver);
}

/* Offset of cuSOLVER's numbers behind the eigenvalues, which keeps their alignment. */
static size_t place_of_numbers(int64_t n) { return ((size_t)n + 31) / 32 * 32; }

ddblasStatus_t ddblas_refined_room_cusolver(ddblasHandle_t handle, int64_t order, size_t *bytes)
{
    const int n = (int)(order <= DDBLAS_REFINED_MOST ? order : 0);
    struct ddblas_cusolver *cusolver = NULL;
    int size = 0;
    *bytes = 0;
    if (n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_cusolver_begin(handle, &cusolver));
    if (cusolverDnDsyevd_bufferSize(cusolver->solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, NULL, n, NULL,
                                    &size) == CUSOLVER_STATUS_SUCCESS &&
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
    struct ddblas_cusolver *cusolver = NULL;
    cublasHandle_t blas = NULL;
    *failed = 1;
    /* The products in double need cuBLAS's handle. If it cannot be made, A is still as it was. */
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    DDBLAS_CHECK(ddblas_cusolver_begin(handle, &cusolver));
    DDBLAS_CHECK(ddblas_cusolver_check(handle,
                                       cusolverDnDsyevd(cusolver->solver, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n,
                                                        r->first, n, values, values + place_of_numbers(r->n), size, info),
                                       "syevd"));
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->from_engine(&result, sizeof result, info, sizeof result, sizeof result, 1, handle->stream),
        "syevd"));
    *failed = result != 0;
    return DDBLAS_STATUS_SUCCESS;
}
