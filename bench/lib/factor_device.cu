/*
 * Factorisations and solutions by cuSOLVER in double.
 */
#include "factor_device.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <stdio.h>
#include <stdlib.h>

#include "device_data.cuh"

namespace
{

struct solver
{
    cusolverDnHandle_t handle;
    int64_t n;
    int size; /* elements of work */
    double *work, *tau;
    int *pivots, *info;
};
solver cusolver;

void check(cusolverStatus_t status, const char *what)
{
    if (status != CUSOLVER_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_factor: cuSOLVER, %s: %d\n", what, (int)status);
        exit(2);
    }
}

void make_handle()
{
    if (cusolver.handle)
        return;
    check(cusolverDnCreate(&cusolver.handle), "create");
    MUST(cudaMalloc((void **)&cusolver.info, sizeof(int)));
}

void prepare(int64_t n, double *A)
{
    int potrf = 0, getrf = 0, sytrf = 0, geqrf = 0;
    if (cusolver.n == n)
        return;
    make_handle();
    MUST(cudaFree(cusolver.work));
    MUST(cudaFree(cusolver.tau));
    MUST(cudaFree(cusolver.pivots));
    check(cusolverDnDpotrf_bufferSize(cusolver.handle, CUBLAS_FILL_MODE_LOWER, (int)n, A, (int)n, &potrf), "buffer of potrf");
    check(cusolverDnDgetrf_bufferSize(cusolver.handle, (int)n, (int)n, A, (int)n, &getrf), "buffer of getrf");
    check(cusolverDnDsytrf_bufferSize(cusolver.handle, (int)n, A, (int)n, &sytrf), "buffer of sytrf");
    check(cusolverDnDgeqrf_bufferSize(cusolver.handle, (int)n, (int)n, A, (int)n, &geqrf), "buffer of geqrf");
    cusolver.n = n;
    cusolver.size = potrf > getrf ? potrf : getrf;
    cusolver.size = sytrf > cusolver.size ? sytrf : cusolver.size;
    cusolver.size = geqrf > cusolver.size ? geqrf : cusolver.size;
    MUST(cudaMalloc((void **)&cusolver.tau, (size_t)n * sizeof(double)));
    MUST(cudaMalloc((void **)&cusolver.work, (size_t)cusolver.size * sizeof(double)));
    MUST(cudaMalloc((void **)&cusolver.pivots, (size_t)n * sizeof(int)));
}

struct least_squares
{
    cublasHandle_t cublas;
    int64_t m, n;
    int size; /* elements of work */
    double *work, *tau;
};
least_squares least;

void prepare_least_squares(int64_t m, int64_t n, double *A, double *b)
{
    int geqrf = 0, ormqr = 0;
    if (least.m == m && least.n == n)
        return;
    make_handle();
    if (!least.cublas)
        check((cusolverStatus_t)cublasCreate(&least.cublas), "cuBLAS's handle");
    MUST(cudaFree(least.work));
    MUST(cudaFree(least.tau));
    MUST(cudaMalloc((void **)&least.tau, (size_t)n * sizeof(double)));
    check(cusolverDnDgeqrf_bufferSize(cusolver.handle, (int)m, (int)n, A, (int)m, &geqrf), "buffer of geqrf");
    check(cusolverDnDormqr_bufferSize(cusolver.handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, (int)m, 1, (int)n, A, (int)m, least.tau, b,
                                      (int)m, &ormqr),
          "buffer of ormqr");
    least.m = m;
    least.n = n;
    least.size = geqrf > ormqr ? geqrf : ormqr;
    MUST(cudaMalloc((void **)&least.work, (size_t)least.size * sizeof(double)));
}

} // namespace

extern "C" void bench_cusolver_potrf(int64_t n, double *A)
{
    prepare(n, A);
    check(
        cusolverDnDpotrf(cusolver.handle, CUBLAS_FILL_MODE_LOWER, (int)n, A, (int)n, cusolver.work, cusolver.size, cusolver.info),
        "potrf");
}

extern "C" void bench_cusolver_getrf(int64_t n, double *A)
{
    prepare(n, A);
    check(cusolverDnDgetrf(cusolver.handle, (int)n, (int)n, A, (int)n, cusolver.work, cusolver.pivots, cusolver.info), "getrf");
}

extern "C" void bench_cusolver_sytrf(int64_t n, double *A)
{
    prepare(n, A);
    check(cusolverDnDsytrf(cusolver.handle, CUBLAS_FILL_MODE_LOWER, (int)n, A, (int)n, cusolver.pivots, cusolver.work,
                           cusolver.size, cusolver.info),
          "sytrf");
}

extern "C" void bench_cusolver_geqrf(int64_t n, double *A)
{
    prepare(n, A);
    check(cusolverDnDgeqrf(cusolver.handle, (int)n, (int)n, A, (int)n, cusolver.tau, cusolver.work, cusolver.size, cusolver.info),
          "geqrf");
}

extern "C" void bench_cusolver_gesv(int64_t n, double *A, double *b)
{
    bench_cusolver_getrf(n, A);
    check(cusolverDnDgetrs(cusolver.handle, CUBLAS_OP_N, (int)n, 1, A, (int)n, cusolver.pivots, b, (int)n, cusolver.info),
          "getrs");
}

extern "C" void bench_cusolver_gels(int64_t m, int64_t n, double *A, double *b)
{
    const double one = 1.0;
    prepare_least_squares(m, n, A, b);
    check(cusolverDnDgeqrf(cusolver.handle, (int)m, (int)n, A, (int)m, least.tau, least.work, least.size, cusolver.info),
          "geqrf");
    check(cusolverDnDormqr(cusolver.handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, (int)m, 1, (int)n, A, (int)m, least.tau, b, (int)m,
                           least.work, least.size, cusolver.info),
          "ormqr");
    check((cusolverStatus_t)cublasDtrsm(least.cublas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
                                        (int)n, 1, &one, A, (int)m, b, (int)m),
          "trsm");
}
