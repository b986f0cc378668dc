/*
 * The caller's memory on the engine: allocation and copies, BLAS fashion.
 */
#include "checks.h"
#include "core/sizes.h"

ddblasStatus_t ddblasMalloc(ddblasHandle_t handle, void **pointer, size_t bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "pointer", pointer));
    *pointer = NULL;
    if (bytes == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_engine(handle, handle->backend->alloc(pointer, bytes), "allocating memory of the engine");
}

ddblasStatus_t ddblasFree(ddblasHandle_t handle, void *pointer)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    return ddblas_check_engine(handle, handle->backend->release(pointer), "freeing memory of the engine");
}

int ddblas_addressable(int64_t rows, int64_t columns, int64_t leading, size_t size)
{
    const int64_t elements = (int64_t)(PTRDIFF_MAX / size);
    return rows <= elements && (columns <= 1 || leading <= (elements - rows) / (columns - 1));
}

/* One side of a copy: columns of `rows` elements, `step` apart; its pointer is the argument number
 * `position`, step the next. */
static ddblasStatus_t check_side(ddblasHandle_t handle, int position, const char *side, const void *pointer, int64_t rows,
                                 int64_t columns, size_t size, const char *step_name, int64_t step)
{
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    const int64_t extent = most(rows, 1);
    const int empty = rows == 0 || columns == 0;
    if (!empty)
        DDBLAS_CHECK(ddblas_check_not_null(handle, position, side, pointer));
    if (step < extent)
        return ddblas_fail_argument(handle, invalid, position + 1, "%s %lld of the %s is below %lld", step_name, (long long)step,
                                    side, (long long)extent);
    if (!empty && !ddblas_addressable(rows, columns, step, size))
        return ddblas_fail_argument(handle, invalid, position + 1, "%s %lld of the %s leads beyond the address space", step_name,
                                    (long long)step, side);
    return DDBLAS_STATUS_SUCCESS;
}

/* The arguments of a matrix copy, in the positions that both functions share. */
static ddblasStatus_t check_matrix(ddblasHandle_t handle, int64_t m, int64_t n, size_t element_size, const void *A, int64_t lda,
                                   const void *B, int64_t ldb)
{
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    if (element_size == 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 4, "element_size: 0");
    const ddblasStatus_t status = check_side(handle, 5, "source", A, m, n, element_size, "leading dimension", lda);
    return status == DDBLAS_STATUS_SUCCESS ? check_side(handle, 7, "destination", B, m, n, element_size, "leading dimension", ldb)
                                           : status;
}

ddblasStatus_t ddblasSetMatrix(ddblasHandle_t handle, int64_t m, int64_t n, size_t element_size, const void *host, int64_t lda,
                               void *engine, int64_t ldb)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_matrix(handle, m, n, element_size, host, lda, engine, ldb);
    if (status != DDBLAS_STATUS_SUCCESS || m == 0 || n == 0)
        return status;
    status = handle->backend->to_engine(engine, (size_t)ldb * element_size, host, (size_t)lda * element_size,
                                        (size_t)m * element_size, (size_t)n, handle->stream);
    return ddblas_check_engine(handle, status, "copying to the engine");
}

ddblasStatus_t ddblasGetMatrix(ddblasHandle_t handle, int64_t m, int64_t n, size_t element_size, const void *engine, int64_t lda,
                               void *host, int64_t ldb)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_matrix(handle, m, n, element_size, engine, lda, host, ldb);
    if (status != DDBLAS_STATUS_SUCCESS || m == 0 || n == 0)
        return status;
    status = handle->backend->from_engine(host, (size_t)ldb * element_size, engine, (size_t)lda * element_size,
                                          (size_t)m * element_size, (size_t)n, handle->stream);
    return ddblas_check_engine(handle, status, "copying from the engine");
}

/* A vector of increment inc is a matrix of one row with leading dimension inc. */
static ddblasStatus_t check_vector(ddblasHandle_t handle, int64_t n, size_t element_size, const void *x, int64_t incx,
                                   const void *y, int64_t incy)
{
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "n", n));
    if (element_size == 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 3, "element_size: 0");
    const ddblasStatus_t status = check_side(handle, 4, "source", x, 1, n, element_size, "increment", incx);
    return status == DDBLAS_STATUS_SUCCESS ? check_side(handle, 6, "destination", y, 1, n, element_size, "increment", incy)
                                           : status;
}

ddblasStatus_t ddblasSetVector(ddblasHandle_t handle, int64_t n, size_t element_size, const void *host, int64_t incx,
                               void *engine, int64_t incy)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_vector(handle, n, element_size, host, incx, engine, incy);
    if (status != DDBLAS_STATUS_SUCCESS || n == 0)
        return status;
    status = handle->backend->to_engine(engine, (size_t)incy * element_size, host, (size_t)incx * element_size, element_size,
                                        (size_t)n, handle->stream);
    return ddblas_check_engine(handle, status, "copying to the engine");
}

ddblasStatus_t ddblasGetVector(ddblasHandle_t handle, int64_t n, size_t element_size, const void *engine, int64_t incx,
                               void *host, int64_t incy)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_vector(handle, n, element_size, engine, incx, host, incy);
    if (status != DDBLAS_STATUS_SUCCESS || n == 0)
        return status;
    status = handle->backend->from_engine(host, (size_t)incy * element_size, engine, (size_t)incx * element_size, element_size,
                                          (size_t)n, handle->stream);
    return ddblas_check_engine(handle, status, "copying from the engine");
}
