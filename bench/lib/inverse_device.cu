/*
 * Inverses by cuSOLVER and batches of systems by cuBLAS in double.
 */
#include "inverse_device.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <stdio.h>
#include <stdlib.h>

#include "device_data.cuh"

namespace
{
void check(int status, const char *what)
{
    if (status != 0)
    {
        fprintf(stderr, "bench_inverse: %s: %d\n", what, status);
        exit(2);
    }
}

struct solver
{
    cusolverDnHandle_t handle;
    int64_t n;
    size_t device_bytes, host_bytes; /* Those of trtri. */
    int size;                        /* Elements of the workspace of potri. */
    void *work, *host;
    int *pivots, *info;
};
solver cusolver;

__global__ void set_pivots(int n, int *pivots)
{
    for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x)
        pivots[i] = i + 1;
}

__global__ void set_identity(int64_t n, double *X)
{
    for (int64_t e = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; e < n * n; e += (int64_t)gridDim.x * blockDim.x)
        X[e] = e % n == e / n ? 1.0 : 0.0;
}

void prepare(int64_t n, double *A)
{
    if (cusolver.n == n)
        return;
    if (!cusolver.handle)
    {
        check(cusolverDnCreate(&cusolver.handle), "create");
        MUST(cudaMalloc((void **)&cusolver.info, sizeof(int)));
    }
    MUST(cudaFree(cusolver.work));
    MUST(cudaFree(cusolver.pivots));
    free(cusolver.host);
    check(cusolverDnDpotri_bufferSize(cusolver.handle, CUBLAS_FILL_MODE_LOWER, (int)n, A, (int)n, &cusolver.size),
          "buffer of potri");
    check(cusolverDnXtrtri_bufferSize(cusolver.handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT, n, CUDA_R_64F, A, n,
                                      &cusolver.device_bytes, &cusolver.host_bytes),
          "buffer of trtri");
    const size_t potri = (size_t)cusolver.size * sizeof(double);
    MUST(cudaMalloc(&cusolver.work, potri > cusolver.device_bytes ? potri : cusolver.device_bytes));
    MUST(cudaMalloc((void **)&cusolver.pivots, (size_t)n * sizeof(int)));
    cusolver.host = malloc(cusolver.host_bytes + 1);
    set_pivots<<<1, 1024>>>((int)n, cusolver.pivots);
    cusolver.n = n;
}

struct batches
{
    cublasHandle_t handle;
    int64_t n, count;
    double *A, *B;
    double **lists[2];
    int *pivots, *info;
};
batches cublas;

__global__ void set_lists(int64_t n, int64_t count, double *A, double *B, double **list_a, double **list_b)
{
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (int64_t)gridDim.x * blockDim.x)
    {
        list_a[i] = A + i * n * n;
        list_b[i] = B + i * n;
    }
}

void prepare_batches(int64_t n, int64_t count, double *A, double *B)
{
    if (cublas.n == n && cublas.count == count && cublas.A == A && cublas.B == B)
        return;
    if (!cublas.handle)
        check(cublasCreate(&cublas.handle), "create");
    for (int k = 0; k < 2; k++)
    {
        MUST(cudaFree(cublas.lists[k]));
        MUST(cudaMalloc((void **)&cublas.lists[k], (size_t)count * sizeof(double *)));
    }
    MUST(cudaFree(cublas.pivots));
    MUST(cudaFree(cublas.info));
    MUST(cudaMalloc((void **)&cublas.pivots, (size_t)(n * count) * sizeof(int)));
    MUST(cudaMalloc((void **)&cublas.info, (size_t)count * sizeof(int)));
    set_lists<<<64, 256>>>(n, count, A, B, cublas.lists[0], cublas.lists[1]);
    cublas.n = n;
    cublas.count = count;
    cublas.A = A;
    cublas.B = B;
}
} // namespace

extern "C" void bench_cusolver_trtri(int64_t n, double *A)
{
    prepare(n, A);
    check(cusolverDnXtrtri(cusolver.handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT, n, CUDA_R_64F, A, n, cusolver.work,
                           cusolver.device_bytes, cusolver.host, cusolver.host_bytes, cusolver.info),
          "trtri");
}

extern "C" void bench_cusolver_potri(int64_t n, double *A)
{
    prepare(n, A);
    check(cusolverDnDpotri(cusolver.handle, CUBLAS_FILL_MODE_LOWER, (int)n, A, (int)n, (double *)cusolver.work, cusolver.size,
                           cusolver.info),
          "potri");
}

extern "C" void bench_cusolver_getri(int64_t n, double *LU, double *X)
{
    prepare(n, LU);
    set_identity<<<1024, 256>>>(n, X);
    check(cusolverDnDgetrs(cusolver.handle, CUBLAS_OP_N, (int)n, (int)n, LU, (int)n, cusolver.pivots, X, (int)n, cusolver.info),
          "getrs");
}

extern "C" void bench_cublas_gesv_batched(int64_t n, int64_t count, double *A, double *B)
{
    int info = 0;
    prepare_batches(n, count, A, B);
    check(cublasDgetrfBatched(cublas.handle, (int)n, cublas.lists[0], (int)n, cublas.pivots, cublas.info, (int)count),
          "getrfBatched");
    check(cublasDgetrsBatched(cublas.handle, CUBLAS_OP_N, (int)n, 1, cublas.lists[0], (int)n, cublas.pivots, cublas.lists[1],
                              (int)n, &info, (int)count),
          "getrsBatched");
}
