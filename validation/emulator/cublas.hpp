/*
 * The common part of the emulated cuBLAS: the handle, scalars, letters, and operations in the
 * turn of a stream.
 */
#ifndef DDBLAS_EMULATOR_CUBLAS_HPP
#define DDBLAS_EMULATOR_CUBLAS_HPP

#include "blocks.hpp"

#include <cstdio>

#include <cblas.h>
#include <cublas_v2.h>

struct cublasContext
{
    cudaStream_t stream = nullptr;
    cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
};

/* A scalar's pointer in device pointer mode; ends the program if a device could not follow it. */
inline const void *followed(const void *scalar)
{
    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, scalar) == cudaSuccess && attributes.type != cudaMemoryTypeUnregistered)
        return scalar;
    fprintf(stderr, "cuBLAS, emulated: a scalar is in host memory, but the pointer mode says device\n");
    abort();
}

/* The value of a scalar, in host memory at the time of the call, or in device memory when the
 * operation runs. */
template <class T>
struct scalar_of
{
    T value;
    const T *device;

    scalar_of(cublasHandle_t handle, const T *from)
        : value(handle->mode == CUBLAS_POINTER_MODE_HOST ? *from : T{}),
          device(handle->mode == CUBLAS_POINTER_MODE_HOST ? nullptr : (const T *)followed(from))
    {
    }
    T get() const { return device ? *device : value; }
};

/* A scalar as CBLAS takes it: real ones by value, complex ones by address. */
inline float as_cblas(const float &s) { return s; }
inline double as_cblas(const double &s) { return s; }
inline const void *as_cblas(const cuComplex &s) { return &s; }
inline const void *as_cblas(const cuDoubleComplex &s) { return &s; }

inline CBLAS_TRANSPOSE as_cblas(cublasOperation_t op)
{
    return op == CUBLAS_OP_N ? CblasNoTrans : op == CUBLAS_OP_T ? CblasTrans : CblasConjTrans;
}
inline CBLAS_UPLO as_cblas(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? CblasLower : CblasUpper; }
inline CBLAS_SIDE as_cblas(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? CblasLeft : CblasRight; }
inline CBLAS_DIAG as_cblas(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit; }
inline blasint as_cblas(int64_t n) { return (blasint)n; }

inline cublasStatus_t answer(cudaError_t error)
{
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

/* f of the scalars, in the stream's turn. */
template <class F, class... T>
inline cublasStatus_t in_turn(cublasHandle_t handle, F f, scalar_of<T>... scalars)
{
    return answer(emulate::in_stream(handle->stream, [=] { f(scalars.get()...); }));
}
template <class F, class... T>
inline cublasStatus_t with(cublasHandle_t handle, F f, const T *...scalars)
{
    return in_turn(handle, f, scalar_of<T>(handle, scalars)...);
}

#endif
