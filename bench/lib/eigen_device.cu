/*
 * Eigenvectors by cuSOLVER in double.
 */
#include "eigen_device.h"

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
    int complex, vectors;
    int size; /* elements of work */
    void *work;
    double *values;
    int *info;
};
solver cusolver;

void check(cusolverStatus_t status, const char *what)
{
    if (status != CUSOLVER_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_eigen: cuSOLVER, %s: %d\n", what, (int)status);
        exit(2);
    }
}

void prepare(int complex, int vectors, int64_t n, void *A)
{
    const cusolverEigMode_t jobz = vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    if (cusolver.n == n && cusolver.complex == complex && cusolver.vectors == vectors)
        return;
    if (!cusolver.handle)
    {
        check(cusolverDnCreate(&cusolver.handle), "create");
        MUST(cudaMalloc((void **)&cusolver.info, sizeof(int)));
    }
    MUST(cudaFree(cusolver.work));
    MUST(cudaFree(cusolver.values));
    MUST(cudaMalloc((void **)&cusolver.values, (size_t)n * sizeof(double)));
    if (complex)
        check(cusolverDnZheevd_bufferSize(cusolver.handle, jobz, CUBLAS_FILL_MODE_LOWER, (int)n, (cuDoubleComplex *)A, (int)n,
                                          cusolver.values, &cusolver.size),
              "buffer of heevd");
    else
        check(cusolverDnDsyevd_bufferSize(cusolver.handle, jobz, CUBLAS_FILL_MODE_LOWER, (int)n, (double *)A, (int)n,
                                          cusolver.values, &cusolver.size),
              "buffer of syevd");
    MUST(cudaMalloc(&cusolver.work, (size_t)cusolver.size * (complex ? 16 : 8)));
    cusolver.n = n;
    cusolver.complex = complex;
    cusolver.vectors = vectors;
}

} // namespace

extern "C" void bench_cusolver_syevd(int complex, int vectors, int64_t n, void *A)
{
    const cusolverEigMode_t jobz = vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    int info = -1;
    prepare(complex, vectors, n, A);
    if (complex)
        check(cusolverDnZheevd(cusolver.handle, jobz, CUBLAS_FILL_MODE_LOWER, (int)n, (cuDoubleComplex *)A, (int)n,
                               cusolver.values, (cuDoubleComplex *)cusolver.work, cusolver.size, cusolver.info),
              "heevd");
    else
        check(cusolverDnDsyevd(cusolver.handle, jobz, CUBLAS_FILL_MODE_LOWER, (int)n, (double *)A, (int)n, cusolver.values,
                               (double *)cusolver.work, cusolver.size, cusolver.info),
              "syevd");
    MUST(cudaMemcpy(&info, cusolver.info, sizeof info, cudaMemcpyDeviceToHost));
    if (info != 0)
    {
        fprintf(stderr, "bench_eigen: cuSOLVER's info is %d\n", info);
        exit(2);
    }
}
