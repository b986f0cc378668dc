/*
 * cuBLAS for the routines of levels 1 and 3. The cuBLAS handle is kept with our handle.
 */
#ifndef DDBLAS_CORE_CUBLAS_H
#define DDBLAS_CORE_CUBLAS_H

#include "core.h"
#include "machine/machine.h"

#include <cublas_v2.h>
#include <dd/level3.h>

/* Bytes of workspace that cuBLAS always gets. The amount is fixed, because cuBLAS's choice of
 * kernels, and with it the bits, may depend on it. */
enum
{
    DDBLAS_CUBLAS_WORKSPACE = H200_CUBLAS_WORKSPACE
};

/* Provides a cuBLAS handle with the stream, the pointer mode and a workspace of our handle. The
 * first call creates it; that allocates, and therefore fails while the stream records a graph. */
ddblasStatus_t ddblas_cublas_begin(ddblasHandle_t handle, cublasHandle_t *blas);

/* Converts cuBLAS's status to ours and records its message. */
ddblasStatus_t ddblas_cublas_end(ddblasHandle_t handle, const char *routine, cublasStatus_t status);

/* A copy of a scalar with the alignment of cuBLAS's complex types, 8 and 16 bytes. Our complex
 * types have only the alignment of their parts. */
struct ddblas_cublas_scalar
{
    _Alignas(16) unsigned char bytes[16];
};

/* Returns a scalar of `size` bytes for cuBLAS: the copy of one in host memory, or the pointer
 * itself if it leads to the device. */
const void *ddblas_cublas_scalar(ddblasHandle_t handle, const void *scalar, size_t size, struct ddblas_cublas_scalar *copy);

/* Convert arguments that are letters. cuBLAS and this library give them the same numbers. */
static inline cublasOperation_t ddblas_cublas_operation(ddblasOperation_t op) { return (cublasOperation_t)op; }
static inline cublasFillMode_t ddblas_cublas_fill(ddblasFillMode_t uplo) { return (cublasFillMode_t)uplo; }
static inline cublasSideMode_t ddblas_cublas_side(ddblasSideMode_t side) { return (cublasSideMode_t)side; }
static inline cublasDiagType_t ddblas_cublas_diagonal(ddblasDiagType_t diag) { return (cublasDiagType_t)diag; }

#endif
