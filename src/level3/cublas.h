/*
 * cuBLAS behind the routines of level 3: its handle lives in ours.
 */
#ifndef DDBLAS_LEVEL3_CUBLAS_H
#define DDBLAS_LEVEL3_CUBLAS_H

#include "../core/core.h"

#include <cublas_v2.h>
#include <dd/level3.h>

/* Bytes of workspace that cuBLAS is given, whatever the call: its choice of kernels, and with it the bits, may depend on them. */
enum
{
    DDBLAS_CUBLAS_WORKSPACE = 32 << 20
};

/* A cuBLAS handle with the stream, the pointer mode and a workspace of our handle. The first one is made here, which allocates
 * and therefore fails while the stream records a graph. */
ddblasStatus_t ddblas_cublas_begin(ddblasHandle_t handle, cublasHandle_t *blas);

/* cuBLAS's answer as ours, with its words. */
ddblasStatus_t ddblas_cublas_end(ddblasHandle_t handle, const char *routine, cublasStatus_t status);

/* A scalar of `size` bytes for cuBLAS. Its complex types are aligned to 8 and 16 bytes, ours to their parts: one in host memory
 * is copied, one on the device stands as it is. */
struct ddblas_cublas_scalar
{
    _Alignas(16) unsigned char bytes[16];
};
const void *ddblas_cublas_scalar(ddblasHandle_t handle, const void *scalar, size_t size, struct ddblas_cublas_scalar *copy);

/* Our letters as cuBLAS's: the numbers are the same. */
static inline cublasOperation_t ddblas_cublas_operation(ddblasOperation_t op) { return (cublasOperation_t)op; }
static inline cublasFillMode_t ddblas_cublas_fill(ddblasFillMode_t uplo) { return (cublasFillMode_t)uplo; }
static inline cublasSideMode_t ddblas_cublas_side(ddblasSideMode_t side) { return (cublasSideMode_t)side; }
static inline cublasDiagType_t ddblas_cublas_diagonal(ddblasDiagType_t diag) { return (cublasDiagType_t)diag; }

#endif
