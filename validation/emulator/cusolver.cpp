/*
 * cuSOLVER for the emulated device, as far as the library calls it: through LAPACK, after all work
 * of the stream.
 */
#include <cstdlib>
#include <cstring>

#include <cuda_runtime_api.h>
#include <cusolverDn.h>

#include <string.h>

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
static cusolverStatus_t size_of_vectors(int n, int *size)
{
    const char *squares = getenv("DDBLAS_EMULATE_SYEVD"); /* a size in n^2 numbers, for tests */
    *size = 2 * n * n + 70 * n + 4096;
    if (squares)
        *size = (int)(atof(squares) * n * n);
    return CUSOLVER_STATUS_SUCCESS;
}
/* All of the workspace is overwritten, as a device may do. */
#define EMULATE_SYEVD(L, lapack, element)                                                                                        \
    cusolverStatus_t cusolverDn##L##syevd_bufferSize(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int n,             \
                                                     const element *, int, const element *, int *size)                           \
    {                                                                                                                            \
        return size_of_vectors(n, size);                                                                                         \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##syevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,       \
                                          element *A, int lda, element *W, element *work, int size, int *info)                   \
    {                                                                                                                            \
        wait_for(handle);                                                                                                        \
        lapack_int *integers = new lapack_int[3 + 5 * (size_t)n];                                                                \
        memset(work, 0xff, (size_t)size * sizeof *work);                                                                         \
        const lapack_int result = LAPACKE_##lapack##syevd_work(LAPACK_COL_MAJOR, jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N',   \
                                                               uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U', n, A, lda, W, work,   \
                                                               size, integers, 3 + 5 * n);                                       \
        delete[] integers;                                                                                                       \
        return done(handle, result, info);                                                                                       \
    }
#define EMULATE_HEEVD(L, lapack, element, real)                                                                                  \
    cusolverStatus_t cusolverDn##L##heevd_bufferSize(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int n,             \
                                                     const element *, int, const real *, int *size)                              \
    {                                                                                                                            \
        return size_of_vectors(n, size);                                                                                         \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##heevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,       \
                                          element *A, int lda, real *W, element *work, int size, int *info)                      \
    {                                                                                                                            \
        wait_for(handle);                                                                                                        \
        const size_t order = (size_t)n, reals = 1 + 5 * order + 2 * order * order;                                               \
        lapack_int *integers = new lapack_int[3 + 5 * order];                                                                    \
        real *numbers = new real[reals];                                                                                         \
        memset((void *)work, 0xff, (size_t)size * sizeof *work);                                                                 \
        const lapack_int result = LAPACKE_##lapack##heevd_work(LAPACK_COL_MAJOR, jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N',   \
                                                               uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U', n, A, lda, W, work,   \
                                                               size, numbers, (lapack_int)reals, integers, 3 + 5 * n);           \
        delete[] numbers;                                                                                                        \
        delete[] integers;                                                                                                       \
        return done(handle, result, info);                                                                                       \
    }

#define EMULATE_SYGVD(L, lapack, element)                                                                                        \
    cusolverStatus_t cusolverDn##L##sygvd_bufferSize(cusolverDnHandle_t, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t, \
                                                     int n, const element *, int, const element *, int, const element *,         \
                                                     int *size)                                                                  \
    {                                                                                                                            \
        return size_of_vectors(n, size);                                                                                         \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##sygvd(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,            \
                                          cublasFillMode_t uplo, int n, element *A, int lda, element *B, int ldb, element *W,    \
                                          element *work, int size, int *info)                                                    \
    {                                                                                                                            \
        wait_for(handle);                                                                                                        \
        lapack_int *integers = new lapack_int[3 + 5 * (size_t)n];                                                                \
        memset(work, 0xff, (size_t)size * sizeof *work);                                                                         \
        const lapack_int result = LAPACKE_##lapack##sygvd_work(                                                                  \
            LAPACK_COL_MAJOR, (int)itype, jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N',                                          \
            uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U', n, A, lda, B, ldb, W, work, size, integers, 3 + 5 * n);                  \
        delete[] integers;                                                                                                       \
        return done(handle, result, info);                                                                                       \
    }
#define EMULATE_HEGVD(L, lapack, element, real)                                                                                  \
    cusolverStatus_t cusolverDn##L##hegvd_bufferSize(cusolverDnHandle_t, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t, \
                                                     int n, const element *, int, const element *, int, const real *, int *size) \
    {                                                                                                                            \
        return size_of_vectors(n, size);                                                                                         \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##hegvd(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,            \
                                          cublasFillMode_t uplo, int n, element *A, int lda, element *B, int ldb, real *W,       \
                                          element *work, int size, int *info)                                                    \
    {                                                                                                                            \
        wait_for(handle);                                                                                                        \
        const size_t order = (size_t)n, reals = 1 + 5 * order + 2 * order * order;                                               \
        lapack_int *integers = new lapack_int[3 + 5 * order];                                                                    \
        real *numbers = new real[reals];                                                                                         \
        memset((void *)work, 0xff, (size_t)size * sizeof *work);                                                                 \
        const lapack_int result =                                                                                                \
            LAPACKE_##lapack##hegvd_work(LAPACK_COL_MAJOR, (int)itype, jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N',             \
                                         uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U', n, A, lda, B, ldb, W, work, size, numbers,  \
                                         (lapack_int)reals, integers, 3 + 5 * n);                                                \
        delete[] numbers;                                                                                                        \
        delete[] integers;                                                                                                       \
        return done(handle, result, info);                                                                                       \
    }

EMULATE_SYGVD(S, s, float)
EMULATE_SYGVD(D, d, double)
EMULATE_HEGVD(C, c, cuComplex, float)
EMULATE_HEGVD(Z, z, cuDoubleComplex, double)
EMULATE_SYEVD(S, s, float)
EMULATE_SYEVD(D, d, double)
EMULATE_HEEVD(C, c, cuComplex, float)
EMULATE_HEEVD(Z, z, cuDoubleComplex, double)

/* ---- S, D, C, Z: singular values ------------------------------------------------------------- */

/* By definition LAPACK's routine of the same name. All of the workspace is overwritten first. The
 * complex types need real workspace of their own. */
#define EMULATE_GESVD(L, element, real, call)                                                                                    \
    cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t, int m, int n, int *size)                                \
    {                                                                                                                            \
        *size = 5 * (m + n) + 64;                                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                          \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##gesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n,          \
                                          element *A, int lda, real *S, element *U, int ldu, element *VT, int ldvt,              \
                                          element *work, int size, real *rest, int *info)                                        \
    {                                                                                                                            \
        if (m < n)                                                                                                               \
            return CUSOLVER_STATUS_INVALID_VALUE;                                                                                \
        wait_for(handle);                                                                                                        \
        real *numbers = new real[5 * (size_t)n + 1];                                                                             \
        memset((void *)work, 0xff, (size_t)size * sizeof *work);                                                                 \
        memset((void *)rest, 0xff, (size_t)(n - 1) * sizeof *rest);                                                              \
        const lapack_int result = call;                                                                                          \
        delete[] numbers;                                                                                                        \
        return done(handle, result, info);                                                                                       \
    }
#define REAL_CALL(l)                                                                                                             \
    LAPACKE_##l##gesvd_work(LAPACK_COL_MAJOR, (char)jobu, (char)jobvt, m, n, A, lda, S, U, ldu, VT, ldvt, work, size)
#define COMPLEX_CALL(l)                                                                                                          \
    LAPACKE_##l##gesvd_work(LAPACK_COL_MAJOR, (char)jobu, (char)jobvt, m, n, A, lda, S, U, ldu, VT, ldvt, work, size, numbers)

EMULATE_GESVD(S, float, float, REAL_CALL(s))
EMULATE_GESVD(D, double, double, REAL_CALL(d))
EMULATE_GESVD(C, cuComplex, float, COMPLEX_CALL(c))
EMULATE_GESVD(Z, cuDoubleComplex, double, COMPLEX_CALL(z))

/* ---- S, D, C, Z: the 64-bit interface -------------------------------------------------------- */

struct cusolverDnParams
{
    int unused;
};

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params)
{
    *params = new cusolverDnParams();
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params)
{
    delete params;
    return CUSOLVER_STATUS_SUCCESS;
}

/* Both kinds of memory are asked for and written to, so that tests see an amount that is too
 * small. */
static const size_t host_bytes = 96;

static size_t size_of(cudaDataType type) { return type == CUDA_R_32F ? 4 : type == CUDA_C_64F ? 16 : 8; }

static cusolverStatus_t ask(int64_t device, size_t *device_bytes, size_t *on_host)
{
    *device_bytes = (size_t)device;
    *on_host = host_bytes;
    return CUSOLVER_STATUS_SUCCESS;
}

static void use(void *device, size_t device_bytes, void *host, size_t on_host)
{
    memset(device, 0x5a, device_bytes);
    memset(host, 0x5a, on_host);
}

static char letter_of(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }
static char letter_of(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_UNIT ? 'U' : 'N'; }
static char letter_of(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? 'L' : 'R'; }
static char letter_of(cublasOperation_t op) { return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : 'C'; }

/* The routine of the type that the matrix A has. */
#define BY_TYPE(type, routine, ...)                                                                                              \
    ((type) == CUDA_R_32F   ? LAPACKE_s##routine##_work(LAPACK_COL_MAJOR, __VA_ARGS__)                                           \
     : (type) == CUDA_R_64F ? LAPACKE_d##routine##_work(LAPACK_COL_MAJOR, __VA_ARGS__)                                           \
     : (type) == CUDA_C_32F ? LAPACKE_c##routine##_work(LAPACK_COL_MAJOR, __VA_ARGS__)                                           \
                            : LAPACKE_z##routine##_work(LAPACK_COL_MAJOR, __VA_ARGS__))

/* A pointer that becomes one to the elements that a routine wants. */
struct elements
{
    void *at;
    template <class T>
    operator T *() const
    {
        return (T *)at;
    }
};

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, cublasFillMode_t, int64_t n, cudaDataType,
                                             const void *, int64_t, cudaDataType, size_t *device, size_t *on_host)
{
    return ask(n, device, on_host);
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *A, int64_t lda, cudaDataType, void *device, size_t device_bytes,
                                  void *host, size_t on_host, int *info)
{
    wait_for(handle);
    use(device, device_bytes, host, on_host);
    return done(handle, BY_TYPE(type, potrf, letter_of(uplo), (lapack_int)n, elements{A}, (lapack_int)lda), info);
}

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType,
                                             const void *, int64_t, cudaDataType, size_t *device, size_t *on_host)
{
    return ask((m < n ? m : n) * (int64_t)sizeof(lapack_int), device, on_host);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, void *A,
                                  int64_t lda, int64_t *ipiv, cudaDataType, void *device, size_t device_bytes, void *host,
                                  size_t on_host, int *info)
{
    wait_for(handle);
    use(device, device_bytes, host, on_host);
    lapack_int *pivots = (lapack_int *)device;
    const lapack_int result = BY_TYPE(type, getrf, (lapack_int)m, (lapack_int)n, elements{A}, (lapack_int)lda, pivots);
    for (int64_t k = 0; k < (m < n ? m : n) && ipiv; k++)
        ipiv[k] = pivots[k];
    return done(handle, result, info);
}

cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t, int64_t n, cudaDataType type,
                                             const void *, int64_t, cudaDataType, const void *, cudaDataType, size_t *device,
                                             size_t *on_host)
{
    return ask(64 * n * (int64_t)size_of(type), device, on_host);
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, void *A,
                                  int64_t lda, cudaDataType, void *tau, cudaDataType, void *device, size_t device_bytes,
                                  void *host, size_t on_host, int *info)
{
    wait_for(handle);
    use(device, device_bytes, host, on_host);
    return done(handle,
                BY_TYPE(type, geqrf, (lapack_int)m, (lapack_int)n, elements{A}, (lapack_int)lda, elements{tau}, elements{device},
                        (lapack_int)(device_bytes / size_of(type))),
                info);
}

cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t, cublasFillMode_t, cublasDiagType_t, int64_t n, cudaDataType,
                                             void *, int64_t, size_t *device, size_t *on_host)
{
    return ask(n, device, on_host);
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag, int64_t n,
                                  cudaDataType type, void *A, int64_t lda, void *device, size_t device_bytes, void *host,
                                  size_t on_host, int *info)
{
    wait_for(handle);
    use(device, device_bytes, host, on_host);
    const int result = BY_TYPE(type, trtri, letter_of(uplo), letter_of(diag), (lapack_int)n, elements{A}, (lapack_int)lda);
    if (diag == CUBLAS_DIAG_UNIT) /* As cuSOLVER does, it writes on a diagonal that is not its own. */
        for (int64_t i = 0; i < n; i++)
            memset((char *)A + (size_t)(i * (lda + 1)) * size_of(type), 0, size_of(type));
    return done(handle, result, info);
}

/* ---- S, D, C, Z: routines with 32-bit sizes -------------------------------------------------- */

#define DEFINE(L, p, un, T)                                                                                                      \
    cusolverStatus_t cusolverDn##L##un##mqr_bufferSize(cusolverDnHandle_t, cublasSideMode_t side, cublasOperation_t, int m,      \
                                                       int n, int, const T *, int, const T *, const T *, int, int *size)         \
    {                                                                                                                            \
        *size = 64 * (side == CUBLAS_SIDE_LEFT ? n : m) + 65 * 64;                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                                                          \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##un##mqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op, int m,       \
                                            int n, int k, const T *A, int lda, const T *tau, T *C, int ldc, T *work, int size,   \
                                            int *info)                                                                           \
    {                                                                                                                            \
        wait_for(handle);                                                                                                        \
        return done(handle,                                                                                                      \
                    LAPACKE_##p##un##mqr_work(LAPACK_COL_MAJOR, letter_of(side), letter_of(op), m, n, k, A, lda, tau, C, ldc,    \
                                              work, size),                                                                       \
                    info);                                                                                                       \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##un##gqr_bufferSize(cusolverDnHandle_t, int, int n, int, const T *, int, const T *,           \
                                                       int *size)                                                                \
    {                                                                                                                            \
        *size = 64 * n;                                                                                                          \
        return CUSOLVER_STATUS_SUCCESS;                                                                                          \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##un##gqr(cusolverDnHandle_t handle, int m, int n, int k, T *A, int lda, const T *tau,         \
                                            T *work, int size, int *info)                                                        \
    {                                                                                                                            \
        wait_for(handle);                                                                                                        \
        return done(handle, LAPACKE_##p##un##gqr_work(LAPACK_COL_MAJOR, m, n, k, A, lda, tau, work, size), info);                \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##potri_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int n, T *, int, int *size)           \
    {                                                                                                                            \
        *size = n;                                                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                                                          \
    }                                                                                                                            \
    cusolverStatus_t cusolverDn##L##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, T *work,       \
                                          int size, int *info)                                                                   \
    {                                                                                                                            \
        wait_for(handle);                                                                                                        \
        memset(work, 0x5a, (size_t)size * sizeof(T));                                                                            \
        return done(handle, LAPACKE_##p##potri_work(LAPACK_COL_MAJOR, letter_of(uplo), n, A, lda), info);                        \
    }

DEFINE(S, s, or, float)
DEFINE(D, d, or, double)
DEFINE(C, c, un, cuComplex)
DEFINE(Z, z, un, cuDoubleComplex)
