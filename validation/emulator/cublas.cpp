/*
 * cuBLAS for the emulated device, as far as the library calls it: S, D, C, Z through CBLAS, the
 * batches of INT8 products by definition. cublas_level2.cpp has level 2.
 */
#include "cublas.hpp"

#include <cublasLt.h>

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    *handle = new cublasContext();
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream)
{
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode)
{
    handle->mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}
const char *cublasGetStatusString(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_SUCCESS ? "success" : "status of the emulated cuBLAS";
}

/* ---- S, D, C, Z ------------------------------------------------------------------------------ */

#define EMULATE_GEMM(LETTER, letter, T)                                                                                          \
    cublasStatus_t cublas##LETTER##gemm_64(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int64_t m, int64_t n,   \
                                           int64_t k, const T *alpha, const T *A, int64_t lda, const T *B, int64_t ldb,          \
                                           const T *beta, T *C, int64_t ldc)                                                     \
    {                                                                                                                            \
        const auto run = [=](const T &a, const T &b)                                                                             \
        {                                                                                                                        \
            cblas_##letter##gemm(CblasColMajor, as_cblas(ta), as_cblas(tb), as_cblas(m), as_cblas(n), as_cblas(k), as_cblas(a),  \
                                 A, as_cblas(lda), B, as_cblas(ldb), as_cblas(b), C, as_cblas(ldc));                             \
        };                                                                                                                       \
        return with(h, run, alpha, beta);                                                                                        \
    }
EMULATE_GEMM(S, s, float)
EMULATE_GEMM(D, d, double)
EMULATE_GEMM(C, c, cuComplex)
EMULATE_GEMM(Z, z, cuDoubleComplex)

#define EMULATE_SYMM(LETTER, letter, name, T)                                                                                    \
    cublasStatus_t cublas##LETTER##name##_64(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, int64_t m,          \
                                             int64_t n, const T *alpha, const T *A, int64_t lda, const T *B, int64_t ldb,        \
                                             const T *beta, T *C, int64_t ldc)                                                   \
    {                                                                                                                            \
        const auto run = [=](const T &a, const T &b)                                                                             \
        {                                                                                                                        \
            cblas_##letter##name(CblasColMajor, as_cblas(side), as_cblas(uplo), as_cblas(m), as_cblas(n), as_cblas(a), A,        \
                                 as_cblas(lda), B, as_cblas(ldb), as_cblas(b), C, as_cblas(ldc));                                \
        };                                                                                                                       \
        return with(h, run, alpha, beta);                                                                                        \
    }
EMULATE_SYMM(S, s, symm, float)
EMULATE_SYMM(D, d, symm, double)
EMULATE_SYMM(C, c, symm, cuComplex)
EMULATE_SYMM(Z, z, symm, cuDoubleComplex)
EMULATE_SYMM(C, c, hemm, cuComplex)
EMULATE_SYMM(Z, z, hemm, cuDoubleComplex)

/* `scalar` is the type of alpha and beta. */
#define EMULATE_SYRK(LETTER, letter, name, T, scalar)                                                                            \
    cublasStatus_t cublas##LETTER##name##_64(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op, int64_t n,           \
                                             int64_t k, const scalar *alpha, const T *A, int64_t lda, const scalar *beta, T *C,  \
                                             int64_t ldc)                                                                        \
    {                                                                                                                            \
        const auto run = [=](const scalar &a, const scalar &b)                                                                   \
        {                                                                                                                        \
            cblas_##letter##name(CblasColMajor, as_cblas(uplo), as_cblas(op), as_cblas(n), as_cblas(k), as_cblas(a), A,          \
                                 as_cblas(lda), as_cblas(b), C, as_cblas(ldc));                                                  \
        };                                                                                                                       \
        return with(h, run, alpha, beta);                                                                                        \
    }
EMULATE_SYRK(S, s, syrk, float, float)
EMULATE_SYRK(D, d, syrk, double, double)
EMULATE_SYRK(C, c, syrk, cuComplex, cuComplex)
EMULATE_SYRK(Z, z, syrk, cuDoubleComplex, cuDoubleComplex)
EMULATE_SYRK(C, c, herk, cuComplex, float)
EMULATE_SYRK(Z, z, herk, cuDoubleComplex, double)

/* `scalar` is the type of beta. */
#define EMULATE_SYR2K(LETTER, letter, name, T, scalar)                                                                           \
    cublasStatus_t cublas##LETTER##name##_64(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op, int64_t n,           \
                                             int64_t k, const T *alpha, const T *A, int64_t lda, const T *B, int64_t ldb,        \
                                             const scalar *beta, T *C, int64_t ldc)                                              \
    {                                                                                                                            \
        const auto run = [=](const T &a, const scalar &b)                                                                        \
        {                                                                                                                        \
            cblas_##letter##name(CblasColMajor, as_cblas(uplo), as_cblas(op), as_cblas(n), as_cblas(k), as_cblas(a), A,          \
                                 as_cblas(lda), B, as_cblas(ldb), as_cblas(b), C, as_cblas(ldc));                                \
        };                                                                                                                       \
        return with(h, run, alpha, beta);                                                                                        \
    }
EMULATE_SYR2K(S, s, syr2k, float, float)
EMULATE_SYR2K(D, d, syr2k, double, double)
EMULATE_SYR2K(C, c, syr2k, cuComplex, cuComplex)
EMULATE_SYR2K(Z, z, syr2k, cuDoubleComplex, cuDoubleComplex)
EMULATE_SYR2K(C, c, her2k, cuComplex, float)
EMULATE_SYR2K(Z, z, her2k, cuDoubleComplex, double)

#define EMULATE_TRIANGULAR(LETTER, letter, T)                                                                                    \
    cublasStatus_t cublas##LETTER##trsm_64(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, \
                                           cublasDiagType_t diag, int64_t m, int64_t n, const T *alpha, const T *A, int64_t lda, \
                                           T *B, int64_t ldb)                                                                    \
    {                                                                                                                            \
        const auto run = [=](const T &a)                                                                                         \
        {                                                                                                                        \
            cblas_##letter##trsm(CblasColMajor, as_cblas(side), as_cblas(uplo), as_cblas(op), as_cblas(diag), as_cblas(m),       \
                                 as_cblas(n), as_cblas(a), A, as_cblas(lda), B, as_cblas(ldb));                                  \
        };                                                                                                                       \
        return with(h, run, alpha);                                                                                              \
    }                                                                                                                            \
    cublasStatus_t cublas##LETTER##trmm_64(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, \
                                           cublasDiagType_t diag, int64_t m, int64_t n, const T *alpha, const T *A, int64_t lda, \
                                           const T *B, int64_t ldb, T *C, int64_t ldc)                                           \
    {                                                                                                                            \
        const auto run = [=](const T &a)                                                                                         \
        {                                                                                                                        \
            for (int64_t j = 0; B != C && j < n; j++)                                                                            \
                memcpy(C + j * ldc, B + j * ldb, (size_t)m * sizeof(T));                                                         \
            cblas_##letter##trmm(CblasColMajor, as_cblas(side), as_cblas(uplo), as_cblas(op), as_cblas(diag), as_cblas(m),       \
                                 as_cblas(n), as_cblas(a), A, as_cblas(lda), C, as_cblas(ldc));                                  \
        };                                                                                                                       \
        return with(h, run, alpha);                                                                                              \
    }
EMULATE_TRIANGULAR(S, s, float)
EMULATE_TRIANGULAR(D, d, double)
EMULATE_TRIANGULAR(C, c, cuComplex)
EMULATE_TRIANGULAR(Z, z, cuDoubleComplex)

/* ---- level 1 in S, D, C, Z ------------------------------------------------------------------- */

/* Writes f() to a result, in the stream's turn. A result in host memory is there on return. */
template <class R, class F>
static cublasStatus_t with_result(cublasHandle_t handle, R *result, F f)
{
    const cublasStatus_t status = answer(emulate::in_stream(handle->stream, [=] { *result = f(); }));
    if (status != CUBLAS_STATUS_SUCCESS || handle->mode == CUBLAS_POINTER_MODE_DEVICE)
        return status;
    return answer(cudaStreamSynchronize(handle->stream));
}

#define EMULATE_VECTORS(LETTER, letter, T)                                                                                       \
    cublasStatus_t cublas##LETTER##axpy_64(cublasHandle_t h, int64_t n, const T *alpha, const T *x, int64_t incx, T *y,          \
                                           int64_t incy)                                                                         \
    {                                                                                                                            \
        const auto run = [=](const T &a)                                                                                         \
        { cblas_##letter##axpy(as_cblas(n), as_cblas(a), x, as_cblas(incx), y, as_cblas(incy)); };                               \
        return with(h, run, alpha);                                                                                              \
    }                                                                                                                            \
    cublasStatus_t cublas##LETTER##copy_64(cublasHandle_t h, int64_t n, const T *x, int64_t incx, T *y, int64_t incy)            \
    {                                                                                                                            \
        return with(h, [=] { cblas_##letter##copy(as_cblas(n), x, as_cblas(incx), y, as_cblas(incy)); });                        \
    }                                                                                                                            \
    cublasStatus_t cublas##LETTER##swap_64(cublasHandle_t h, int64_t n, T *x, int64_t incx, T *y, int64_t incy)                  \
    {                                                                                                                            \
        return with(h, [=] { cblas_##letter##swap(as_cblas(n), x, as_cblas(incx), y, as_cblas(incy)); });                        \
    }
EMULATE_VECTORS(S, s, float)
EMULATE_VECTORS(D, d, double)
EMULATE_VECTORS(C, c, cuComplex)
EMULATE_VECTORS(Z, z, cuDoubleComplex)

/* `scalar` is the type of alpha. */
#define EMULATE_SCAL(LETTERS, letters, T, scalar)                                                                                \
    cublasStatus_t cublas##LETTERS##scal_64(cublasHandle_t h, int64_t n, const scalar *alpha, T *x, int64_t incx)                \
    {                                                                                                                            \
        const auto run = [=](const scalar &a) { cblas_##letters##scal(as_cblas(n), as_cblas(a), x, as_cblas(incx)); };           \
        return with(h, run, alpha);                                                                                              \
    }
EMULATE_SCAL(S, s, float, float)
EMULATE_SCAL(D, d, double, double)
EMULATE_SCAL(C, c, cuComplex, cuComplex)
EMULATE_SCAL(Z, z, cuDoubleComplex, cuDoubleComplex)
EMULATE_SCAL(Cs, cs, cuComplex, float)
EMULATE_SCAL(Zd, zd, cuDoubleComplex, double)

/* Rotations by definition: CBLAS does not have them all. */
static float times(float a, float b) { return a * b; }
static double times(double a, double b) { return a * b; }
static cuComplex times(float a, cuComplex b) { return {a * b.x, a * b.y}; }
static cuDoubleComplex times(double a, cuDoubleComplex b) { return {a * b.x, a * b.y}; }
static cuComplex times(cuComplex a, cuComplex b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
static cuDoubleComplex times(cuDoubleComplex a, cuDoubleComplex b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
static float conjugate(float a) { return a; }
static double conjugate(double a) { return a; }
static cuComplex conjugate(cuComplex a) { return {a.x, -a.y}; }
static cuDoubleComplex conjugate(cuDoubleComplex a) { return {a.x, -a.y}; }
static float plus(float a, float b, int sign) { return a + (float)sign * b; }
static double plus(double a, double b, int sign) { return a + sign * b; }
static cuComplex plus(cuComplex a, cuComplex b, int sign) { return {plus(a.x, b.x, sign), plus(a.y, b.y, sign)}; }
static cuDoubleComplex plus(cuDoubleComplex a, cuDoubleComplex b, int sign)
{
    return {plus(a.x, b.x, sign), plus(a.y, b.y, sign)};
}

template <class T, class C, class S>
static void rotate(int64_t n, T *x, int64_t incx, T *y, int64_t incy, C c, S s)
{
    x += incx < 0 ? (1 - n) * incx : 0;
    y += incy < 0 ? (1 - n) * incy : 0;
    for (int64_t i = 0; i < n; i++, x += incx, y += incy)
    {
        const T a = *x, b = *y;
        *x = plus(times(c, a), times(s, b), 1);
        *y = plus(times(c, b), times(conjugate(s), a), -1);
    }
}

/* `real` and `sine` are the types of c and s. */
#define EMULATE_ROT(LETTERS, T, real, sine)                                                                                      \
    cublasStatus_t cublas##LETTERS##rot_64(cublasHandle_t h, int64_t n, T *x, int64_t incx, T *y, int64_t incy, const real *c,   \
                                           const sine *s)                                                                        \
    {                                                                                                                            \
        return with(                                                                                                             \
            h, [=](const real &a, const sine &b) { rotate(n, x, incx, y, incy, a, b); }, c, s);                                  \
    }
EMULATE_ROT(S, float, float, float)
EMULATE_ROT(D, double, double, double)
EMULATE_ROT(C, cuComplex, float, cuComplex)
EMULATE_ROT(Z, cuDoubleComplex, double, cuDoubleComplex)
EMULATE_ROT(Cs, cuComplex, float, float)
EMULATE_ROT(Zd, cuDoubleComplex, double, double)

template <class T>
struct five
{
    T number[5];
};

#define EMULATE_ROTM(LETTER, letter, T)                                                                                          \
    cublasStatus_t cublas##LETTER##rotm_64(cublasHandle_t h, int64_t n, T *x, int64_t incx, T *y, int64_t incy, const T *param)  \
    {                                                                                                                            \
        const auto run = [=](const five<T> &p)                                                                                   \
        { cblas_##letter##rotm(as_cblas(n), x, as_cblas(incx), y, as_cblas(incy), p.number); };                                  \
        return with(h, run, (const five<T> *)param);                                                                             \
    }
EMULATE_ROTM(S, s, float)
EMULATE_ROTM(D, d, double)

#define EMULATE_DOT(LETTER, letter, T)                                                                                           \
    cublasStatus_t cublas##LETTER##dot_64(cublasHandle_t h, int64_t n, const T *x, int64_t incx, const T *y, int64_t incy,       \
                                          T *result)                                                                             \
    {                                                                                                                            \
        return with_result(h, result, [=] { return cblas_##letter##dot(as_cblas(n), x, as_cblas(incx), y, as_cblas(incy)); });   \
    }
EMULATE_DOT(S, s, float)
EMULATE_DOT(D, d, double)

#define EMULATE_COMPLEX_DOT(LETTER, letter, name, T)                                                                             \
    cublasStatus_t cublas##LETTER##name##_64(cublasHandle_t h, int64_t n, const T *x, int64_t incx, const T *y, int64_t incy,    \
                                             T *result)                                                                          \
    {                                                                                                                            \
        const auto run = [=]                                                                                                     \
        {                                                                                                                        \
            T sum;                                                                                                               \
            cblas_##letter##name##_sub(as_cblas(n), x, as_cblas(incx), y, as_cblas(incy), (void *)&sum);                         \
            return sum;                                                                                                          \
        };                                                                                                                       \
        return with_result(h, result, run);                                                                                      \
    }
EMULATE_COMPLEX_DOT(C, c, dotu, cuComplex)
EMULATE_COMPLEX_DOT(Z, z, dotu, cuDoubleComplex)
EMULATE_COMPLEX_DOT(C, c, dotc, cuComplex)
EMULATE_COMPLEX_DOT(Z, z, dotc, cuDoubleComplex)

/* R is the type of the result, `first` is added to it: 1 where CBLAS counts from 0. */
#define EMULATE_REDUCTION(name, cblas_name, T, R, first)                                                                         \
    cublasStatus_t cublas##name##_64(cublasHandle_t h, int64_t n, const T *x, int64_t incx, R *result)                           \
    {                                                                                                                            \
        return with_result(h, result, [=] { return (R)cblas_##cblas_name(as_cblas(n), x, as_cblas(incx)) + (first); });          \
    }
/* Sums of |Re| + |Im| by the real function: scasum of OpenBLAS 0.3.21 is wrong with AVX-512. */
#define EMULATE_COMPLEX_ASUM(name, letter, T, R)                                                                                 \
    cublasStatus_t cublas##name##_64(cublasHandle_t h, int64_t n, const T *x, int64_t incx, R *result)                           \
    {                                                                                                                            \
        const auto run = [=]                                                                                                     \
        {                                                                                                                        \
            return cblas_##letter##asum(as_cblas(n), &x->x, as_cblas(2 * incx)) +                                                \
                   cblas_##letter##asum(as_cblas(n), &x->y, as_cblas(2 * incx));                                                 \
        };                                                                                                                       \
        return with_result(h, result, run);                                                                                      \
    }
#define EMULATE_REDUCTIONS(NORM, norm, index, T, R)                                                                              \
    EMULATE_REDUCTION(NORM##nrm2, norm##nrm2, T, R, 0)                                                                           \
    EMULATE_REDUCTION(I##index##amax, i##index##amax, T, int64_t, 1)                                                             \
    EMULATE_REDUCTION(I##index##amin, i##index##amin, T, int64_t, 1)
EMULATE_REDUCTIONS(S, s, s, float, float)
EMULATE_REDUCTIONS(D, d, d, double, double)
EMULATE_REDUCTIONS(Sc, sc, c, cuComplex, float)
EMULATE_REDUCTIONS(Dz, dz, z, cuDoubleComplex, double)
EMULATE_REDUCTION(Sasum, sasum, float, float, 0)
EMULATE_REDUCTION(Dasum, dasum, double, double, 0)
EMULATE_COMPLEX_ASUM(Scasum, s, cuComplex, float)
EMULATE_COMPLEX_ASUM(Dzasum, d, cuDoubleComplex, double)

/* ---- INT8 products: P = A^T B + beta P in INT32 ---------------------------------------------- */

namespace
{
struct layout
{
    int64_t rows, columns, pitch, stride;
    int32_t batches;
};
} // namespace

const char *cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }
cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    *handle = (cublasLtHandle_t) new int();
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    delete (int *)handle;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *description, cublasComputeType_t type, cudaDataType_t)
{
    if (type != CUBLAS_COMPUTE_32I)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    *description = (cublasLtMatmulDesc_t) new int();
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description)
{
    delete (int *)description;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t attribute, const void *value,
                                              size_t)
{
    return attribute == CUBLASLT_MATMUL_DESC_TRANSA && *(const cublasOperation_t *)value == CUBLAS_OP_T
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_NOT_SUPPORTED;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *made, cudaDataType, uint64_t rows, uint64_t columns,
                                          int64_t pitch)
{
    *made = (cublasLtMatrixLayout_t) new layout{(int64_t)rows, (int64_t)columns, pitch, 0, 1};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t made)
{
    delete (layout *)made;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t made, cublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t)
{
    layout *const l = (layout *)made;
    if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)
        memcpy(&l->batches, value, sizeof l->batches);
    else if (attribute == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)
        memcpy(&l->stride, value, sizeof l->stride);
    else
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    *preference = (cublasLtMatmulPreference_t) new int();
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference)
{
    delete (int *)preference;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t,
                                                    const void *, size_t)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int, cublasLtMatmulHeuristicResult_t found[],
                                              int *count)
{
    found[0] = {};
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t, const void *, const void *A, cublasLtMatrixLayout_t of_a,
                              const void *B, cublasLtMatrixLayout_t of_b, const void *beta, const void *, cublasLtMatrixLayout_t,
                              void *P, cublasLtMatrixLayout_t of_p, const cublasLtMatmulAlgo_t *, void *, size_t,
                              cudaStream_t stream)
{
    const layout a = *(const layout *)of_a, b = *(const layout *)of_b, p = *(const layout *)of_p;
    const int32_t added = *(const int32_t *)beta;
    const auto run = [=]
    {
        for (int32_t batch = 0; batch < p.batches; batch++)
            for (int64_t j = 0; j < p.columns; j++)
                for (int64_t i = 0; i < p.rows; i++)
                {
                    const int8_t *const x = (const int8_t *)A + batch * a.stride + i * a.pitch;
                    const int8_t *const y = (const int8_t *)B + batch * b.stride + j * b.pitch;
                    int32_t *const to = (int32_t *)P + batch * p.stride + i + j * p.pitch;
                    int32_t sum = added ? *to : 0;
                    for (int64_t k = 0; k < a.rows; k++)
                        sum += x[k] * y[k];
                    *to = sum;
                }
    };
    return answer(emulate::in_stream(stream, run));
}
