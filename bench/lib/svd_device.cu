/*
 * Singular value decompositions by cuSOLVER in double.
 */
#include "svd_device.h"

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
    cusolverDnParams_t params;
    int64_t m, n;
    int polar, complex, vectors;
    size_t bytes, host_bytes;
    void *work, *host_work, *U, *V;
    double *values, *rest; /* rest: n numbers that gesvd leaves behind */
    int *info;
};
solver cusolver;

cudaDataType type() { return cusolver.complex ? CUDA_C_64F : CUDA_R_64F; }

cusolverEigMode_t mode() { return cusolver.vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR; }

void check(cusolverStatus_t status, const char *what)
{
    if (status != CUSOLVER_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_svd: cuSOLVER, %s: %d\n", what, (int)status);
        exit(2);
    }
}

void find_sizes(void *A)
{
    const int64_t m = cusolver.m, n = cusolver.n;
    int elements = 0;
    cusolver.host_bytes = 0;
    if (cusolver.polar)
        check(cusolverDnXgesvdp_bufferSize(cusolver.handle, cusolver.params, mode(), 1, m, n, type(), A, m, CUDA_R_64F,
                                           cusolver.values, type(), cusolver.U, m, type(), cusolver.V, n, type(), &cusolver.bytes,
                                           &cusolver.host_bytes),
              "buffer of gesvdp");
    else
    {
        check(cusolver.complex ? cusolverDnZgesvd_bufferSize(cusolver.handle, (int)m, (int)n, &elements)
                               : cusolverDnDgesvd_bufferSize(cusolver.handle, (int)m, (int)n, &elements),
              "buffer of gesvd");
        cusolver.bytes = (size_t)elements * (cusolver.complex ? 16 : 8);
    }
}

void prepare(int polar, int complex, int vectors, int64_t m, int64_t n, void *A)
{
    const size_t size = complex ? 16 : 8;
    if (cusolver.m == m && cusolver.n == n && cusolver.polar == polar && cusolver.complex == complex &&
        cusolver.vectors == vectors)
        return;
    if (!cusolver.handle)
    {
        check(cusolverDnCreate(&cusolver.handle), "create");
        check(cusolverDnCreateParams(&cusolver.params), "parameters");
        MUST(cudaMalloc((void **)&cusolver.info, sizeof(int)));
    }
    bench_cusolver_svd_free();
    cusolver.m = m;
    cusolver.n = n;
    cusolver.polar = polar;
    cusolver.complex = complex;
    cusolver.vectors = vectors;
    MUST(cudaMalloc((void **)&cusolver.values, (size_t)n * sizeof(double)));
    MUST(cudaMalloc((void **)&cusolver.rest, (size_t)n * sizeof(double)));
    MUST(cudaMalloc(&cusolver.U, (size_t)(m * n) * size));
    MUST(cudaMalloc(&cusolver.V, (size_t)(n * n) * size));
    find_sizes(A);
    MUST(cudaMalloc(&cusolver.work, cusolver.bytes + 1));
    cusolver.host_work = malloc(cusolver.host_bytes + 1);
    if (!cusolver.host_work)
        abort();
}

cusolverStatus_t run(void *A)
{
    const int64_t m = cusolver.m, n = cusolver.n;
    const signed char job = cusolver.vectors ? 'S' : 'N';
    const int rows = (int)m, columns = (int)n, elements = (int)(cusolver.bytes / (cusolver.complex ? 16 : 8));
    double sigma = 0.0;
    if (cusolver.polar)
        return cusolverDnXgesvdp(cusolver.handle, cusolver.params, mode(), 1, m, n, type(), A, m, CUDA_R_64F, cusolver.values,
                                 type(), cusolver.U, m, type(), cusolver.V, n, type(), cusolver.work, cusolver.bytes,
                                 cusolver.host_work, cusolver.host_bytes, cusolver.info, &sigma);
    if (cusolver.complex)
        return cusolverDnZgesvd(cusolver.handle, job, job, rows, columns, (cuDoubleComplex *)A, rows, cusolver.values,
                                (cuDoubleComplex *)cusolver.U, rows, (cuDoubleComplex *)cusolver.V, columns,
                                (cuDoubleComplex *)cusolver.work, elements, cusolver.rest, cusolver.info);
    return cusolverDnDgesvd(cusolver.handle, job, job, rows, columns, (double *)A, rows, cusolver.values, (double *)cusolver.U,
                            rows, (double *)cusolver.V, columns, (double *)cusolver.work, elements, cusolver.rest, cusolver.info);
}

/* A batch. */
struct batch
{
    int complex;
    int64_t m, n, count;
    gesvdjInfo_t params;
    void *U, *V, *work;
    double *values;
    int *info, elements;
};
batch jacobi;

cusolverStatus_t find_size_of_batch(void *A)
{
    const int m = (int)jacobi.m, n = (int)jacobi.n, count = (int)jacobi.count;
    if (jacobi.complex)
        return cusolverDnZgesvdjBatched_bufferSize(cusolver.handle, CUSOLVER_EIG_MODE_VECTOR, m, n, (cuDoubleComplex *)A, m,
                                                   jacobi.values, (cuDoubleComplex *)jacobi.U, m, (cuDoubleComplex *)jacobi.V, n,
                                                   &jacobi.elements, jacobi.params, count);
    return cusolverDnDgesvdjBatched_bufferSize(cusolver.handle, CUSOLVER_EIG_MODE_VECTOR, m, n, (double *)A, m, jacobi.values,
                                               (double *)jacobi.U, m, (double *)jacobi.V, n, &jacobi.elements, jacobi.params,
                                               count);
}

void free_batch()
{
    void *const arrays[] = {jacobi.U, jacobi.V, jacobi.work, jacobi.values, jacobi.info};
    for (void *array : arrays)
        MUST(cudaFree(array));
    if (jacobi.params)
        check(cusolverDnDestroyGesvdjInfo(jacobi.params), "parameters of gesvdj");
    jacobi = batch();
}

void prepare_batch(int complex, int64_t m, int64_t n, int64_t count, void *A)
{
    const size_t size = complex ? 16 : 8, members = (size_t)count, order = (size_t)(m < n ? m : n);
    if (jacobi.m == m && jacobi.n == n && jacobi.count == count && jacobi.complex == complex)
        return;
    if (!cusolver.handle)
    {
        check(cusolverDnCreate(&cusolver.handle), "create");
        check(cusolverDnCreateParams(&cusolver.params), "parameters");
        MUST(cudaMalloc((void **)&cusolver.info, sizeof(int)));
    }
    free_batch();
    jacobi.complex = complex;
    jacobi.m = m;
    jacobi.n = n;
    jacobi.count = count;
    check(cusolverDnCreateGesvdjInfo(&jacobi.params), "parameters of gesvdj");
    MUST(cudaMalloc(&jacobi.U, members * (size_t)(m * m) * size));
    MUST(cudaMalloc(&jacobi.V, members * (size_t)(n * n) * size));
    MUST(cudaMalloc((void **)&jacobi.values, members * order * sizeof(double)));
    MUST(cudaMalloc((void **)&jacobi.info, members * sizeof(int)));
    check(find_size_of_batch(A), "buffer of gesvdjBatched");
    MUST(cudaMalloc(&jacobi.work, (size_t)jacobi.elements * size + 1));
}

} // namespace

extern "C" int bench_cusolver_svdj_batched(int complex, int64_t m, int64_t n, int64_t count, void *A)
{
    int info = -1;
    prepare_batch(complex, m, n, count, A);
    const int rows = (int)m, columns = (int)n, members = (int)count;
    const cusolverStatus_t status =
        complex ? cusolverDnZgesvdjBatched(cusolver.handle, CUSOLVER_EIG_MODE_VECTOR, rows, columns, (cuDoubleComplex *)A, rows,
                                           jacobi.values, (cuDoubleComplex *)jacobi.U, rows, (cuDoubleComplex *)jacobi.V, columns,
                                           (cuDoubleComplex *)jacobi.work, jacobi.elements, jacobi.info, jacobi.params, members)
                : cusolverDnDgesvdjBatched(cusolver.handle, CUSOLVER_EIG_MODE_VECTOR, rows, columns, (double *)A, rows,
                                           jacobi.values, (double *)jacobi.U, rows, (double *)jacobi.V, columns,
                                           (double *)jacobi.work, jacobi.elements, jacobi.info, jacobi.params, members);
    MUST(cudaMemcpy(&info, jacobi.info, sizeof info, cudaMemcpyDeviceToHost));
    return status != CUSOLVER_STATUS_SUCCESS || info != 0;
}

extern "C" void bench_cusolver_svd_free(void)
{
    free_batch();
    void *const arrays[] = {cusolver.work, cusolver.values, cusolver.rest, cusolver.U, cusolver.V};
    for (void *array : arrays)
        MUST(cudaFree(array));
    free(cusolver.host_work);
    cusolver.work = cusolver.host_work = cusolver.U = cusolver.V = NULL;
    cusolver.values = cusolver.rest = NULL;
    cusolver.m = cusolver.n = 0;
}

extern "C" int bench_cusolver_svd(int polar, int complex, int vectors, int64_t m, int64_t n, void *A)
{
    int info = -1;
    prepare(polar, complex, vectors, m, n, A);
    const cusolverStatus_t status = run(A);
    MUST(cudaMemcpy(&info, cusolver.info, sizeof info, cudaMemcpyDeviceToHost));
    return status != CUSOLVER_STATUS_SUCCESS || info != 0;
}
