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

/* Offset of cuSOLVER's numbers behind the eigenvalues in doubles, which keeps their alignment. */
static size_t place_of_numbers(int64_t n) { return ((size_t)n + 31) / 32 * 32; }

/* *size becomes the number of elements in double that cuSOLVER wants. */
static cusolverStatus_t ask_for_size(cusolverDnHandle_t solver, ddblasType_t type, int n, int *size)
{
    const cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
    const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    return ddblas_type_is_complex(type) ? cusolverDnZheevd_bufferSize(solver, vectors, lower, n, NULL, n, NULL, size)
                                        : cusolverDnDsyevd_bufferSize(solver, vectors, lower, n, NULL, n, NULL, size);
}

ddblasStatus_t ddblas_refined_room_cusolver(ddblasHandle_t handle, ddblasType_t type, int64_t order, size_t *bytes)
{
    const int n = (int)(order <= DDBLAS_REFINED_MOST ? order : 0);
    struct ddblas_cusolver *cusolver = NULL;
    int size = 0;
    *bytes = 0;
    if (n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_cusolver_begin(handle, &cusolver));
    if (ask_for_size(cusolver->solver, type, n, &size) == CUSOLVER_STATUS_SUCCESS && size >= 0)
        *bytes = place_of_numbers(order) * sizeof(double) + (size_t)size * (ddblas_type_size(type) / 2);
    return DDBLAS_STATUS_SUCCESS;
}

/* The room holds the eigenvalues and cuSOLVER's numbers. */
static cusolverStatus_t compute_vectors(cusolverDnHandle_t solver, const struct ddblas_refined *r, int *info)
{
    const cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
    const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    double *values = (double *)r->T;
    void *work = values + place_of_numbers(r->n);
    const size_t bytes = r->room - place_of_numbers(r->n) * sizeof(double);
    const int n = (int)r->n, size = (int)(bytes / (ddblas_type_size(r->type) / 2));
    return ddblas_type_is_complex(r->type)
               ? cusolverDnZheevd(solver, vectors, lower, n, (cuDoubleComplex *)r->first, n, values, work, size, info)
               : cusolverDnDsyevd(solver, vectors, lower, n, (double *)r->first, n, values, work, size, info);
}

/* cuSOLVER's info is in `measured`. */
ddblasStatus_t ddblas_refined_start_cusolver(ddblasHandle_t handle, const struct ddblas_refined *r, int *failed)
{
    int *info = (int *)(void *)r->measured, result = 0;
    struct ddblas_cusolver *cusolver = NULL;
    cublasHandle_t blas = NULL;
    *failed = 1;
    /* The products in double need cuBLAS's handle. If it cannot be made, A is still as it was. */
    DDBLAS_CHECK(ddblas_cublas_begin(handle, &blas));
    DDBLAS_CHECK(ddblas_cusolver_begin(handle, &cusolver));
    DDBLAS_CHECK(ddblas_cusolver_check(handle, compute_vectors(cusolver->solver, r, info), "syevd"));
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->from_engine(&result, sizeof result, info, sizeof result, sizeof result, 1, handle->stream),
        "syevd"));
    *failed = result != 0;
    return DDBLAS_STATUS_SUCCESS;
}
