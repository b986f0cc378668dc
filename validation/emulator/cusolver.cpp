/*
 * cuSOLVER for the emulated device, as far as the library calls it: through LAPACK, after all work
 * of the stream.
 */
#include <cstdlib>
#include <cstring>

#include <cuda_runtime_api.h>
#include <cusolverDn.h>

#define lapack_complex_float  cuComplex
#define lapack_complex_double cuDoubleComplex
#include <lapacke.h>

struct cusolverDnContext
{
    cudaStream_t stream;
};

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)
{
    *handle = new cusolverDnContext();
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)
{
    delete handle;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream)
{
    handle->stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t done(cusolverDnHandle_t handle, lapack_int info, int *to)
{
    (void)handle;
    *to = info;
    return CUSOLVER_STATUS_SUCCESS;
}

/* Waits, so that LAPACK sees the operands that the call would see. */
static void wait_for(cusolverDnHandle_t handle) { (void)cudaStreamSynchronize(handle->stream); }

#define EMULATE_FACTORS(letter, lapack, element)                                                                                 \
    cusolverStatus_t cusolverDn##letter##getrf_bufferSize(cusolverDnHandle_t, int m, int n, element *, int, int *size)           \
    {                                                                                                                            \
        *size = m < n ? m : n;                                                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                                                          \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##letter##potrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int n, element *, int,           \
                                                          int *size)                                                             \
    {                                                                                                                            \
        *size = n;                                                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                                                          \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##letter##getrf(cusolverDnHandle_t handle, int m, int n, element *A, int lda, element *,          \
                                               int *pivots, int *info)                                                           \
    {                                                                                                                            \
        wait_for(handle);                                                                                                        \
        return done(handle, LAPACKE_##lapack##getrf_work(LAPACK_COL_MAJOR, m, n, A, lda, pivots), info);                         \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##letter##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, element *A, int lda,     \
                                               element *, int, int *info)                                                        \
    {                                                                                                                            \
        const char triangle = uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U';                                                        \
        wait_for(handle);                                                                                                        \
        return done(handle, LAPACKE_##lapack##potrf_work(LAPACK_COL_MAJOR, triangle, n, A, lda), info);                          \
    }

EMULATE_FACTORS(D, d, double)
EMULATE_FACTORS(Z, z, cuDoubleComplex)

cusolverStatus_t cusolverDnDgetrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, const double *A, int lda,
                                  const int *pivots, double *B, int ldb, int *info)
{
    wait_for(handle);
    return done(handle, LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, trans == CUBLAS_OP_N ? 'N' : 'T', n, nrhs, A, lda, pivots, B, ldb),
                info);
}
cusolverStatus_t cusolverDnDpotrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const double *A, int lda,
                                  double *B, int ldb, int *info)
{
    wait_for(handle);
    return done(handle,
                LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U', n, nrhs, A, lda, B, ldb), info);
}
cusolverStatus_t cusolverDnDsyevd_bufferSize(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int n, const double *, int,
                                             const double *, int *size)
{
    const char *squares = getenv("DDBLAS_EMULATE_SYEVD"); /* a size in n^2 numbers, for tests */
    *size = 2 * n * n + 70 * n + 4096;
    if (squares)
        *size = (int)(atof(squares) * n * n);
    return CUSOLVER_STATUS_SUCCESS;
}
/* All of the workspace is overwritten, as a device may do. */
cusolverStatus_t cusolverDnDsyevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, double *A,
                                  int lda, double *W, double *work, int size, int *info)
{
    wait_for(handle);
    lapack_int *integers = new lapack_int[3 + 5 * (size_t)n];
    memset(work, 0xff, (size_t)size * sizeof *work);
    const lapack_int result =
        LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N',
                            uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U', n, A, lda, W, work, size, integers, 3 + 5 * n);
    delete[] integers;
    return done(handle, result, info);
}
