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

/* Memory of the last peer other than syevd that was called. */
enum peer
{
    NONE,
    SYGVD,
    SYTRD,
    BATCH,
    COMPLEX_BATCH
};
struct other
{
    enum peer peer;
    int64_t n, count;
    int size; /* elements of work */
    double *work, *values, *off_diagonal, *tau;
    int *info;
    syevjInfo_t params;
};
other others;

/* Returns 1 if the memory of this peer has to be made. */
int begin(enum peer peer, int64_t n, int64_t count)
{
    if (others.peer == peer && others.n == n && others.count == count)
        return 0;
    if (!cusolver.handle)
    {
        check(cusolverDnCreate(&cusolver.handle), "create");
        MUST(cudaMalloc((void **)&cusolver.info, sizeof(int)));
    }
    if (!others.params)
        check(cusolverDnCreateSyevjInfo(&others.params), "parameters of syevj");
    double **const arrays[] = {&others.values, &others.off_diagonal, &others.tau};
    for (double **array : arrays)
    {
        MUST(cudaFree(*array));
        MUST(cudaMalloc((void **)array, (size_t)(n * count) * sizeof(double)));
    }
    MUST(cudaFree(others.work));
    MUST(cudaFree(others.info));
    MUST(cudaMalloc((void **)&others.info, (size_t)count * sizeof(int)));
    others.peer = peer;
    others.n = n;
    others.count = count;
    return 1;
}

void make_work() { MUST(cudaMalloc((void **)&others.work, (size_t)others.size * sizeof(double))); }

/* The first of the numbers must be 0. */
void check_info(const int *there)
{
    int info = -1;
    MUST(cudaMemcpy(&info, there, sizeof info, cudaMemcpyDeviceToHost));
    if (info != 0)
    {
        fprintf(stderr, "bench_eigen: cuSOLVER's info is %d\n", info);
        exit(2);
    }
}

} // namespace

extern "C" void bench_cusolver_syevd(int complex, int vectors, int64_t n, void *A)
{
    const cusolverEigMode_t jobz = vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    prepare(complex, vectors, n, A);
    if (complex)
        check(cusolverDnZheevd(cusolver.handle, jobz, CUBLAS_FILL_MODE_LOWER, (int)n, (cuDoubleComplex *)A, (int)n,
                               cusolver.values, (cuDoubleComplex *)cusolver.work, cusolver.size, cusolver.info),
              "heevd");
    else
        check(cusolverDnDsyevd(cusolver.handle, jobz, CUBLAS_FILL_MODE_LOWER, (int)n, (double *)A, (int)n, cusolver.values,
                               (double *)cusolver.work, cusolver.size, cusolver.info),
              "syevd");
    check_info(cusolver.info);
}

extern "C" void bench_cusolver_sygvd(int64_t n, double *A, double *B)
{
    if (begin(SYGVD, n, 1))
    {
        check(cusolverDnDsygvd_bufferSize(cusolver.handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER,
                                          (int)n, A, (int)n, B, (int)n, others.values, &others.size),
              "buffer of sygvd");
        make_work();
    }
    check(cusolverDnDsygvd(cusolver.handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, (int)n, A,
                           (int)n, B, (int)n, others.values, others.work, others.size, others.info),
          "sygvd");
    check_info(others.info);
}

extern "C" void bench_cusolver_sytrd(int64_t n, double *A)
{
    if (begin(SYTRD, n, 1))
    {
        check(cusolverDnDsytrd_bufferSize(cusolver.handle, CUBLAS_FILL_MODE_LOWER, (int)n, A, (int)n, others.values,
                                          others.off_diagonal, others.tau, &others.size),
              "buffer of sytrd");
        make_work();
    }
    check(cusolverDnDsytrd(cusolver.handle, CUBLAS_FILL_MODE_LOWER, (int)n, A, (int)n, others.values, others.off_diagonal,
                           others.tau, others.work, others.size, others.info),
          "sytrd");
    check_info(others.info);
}

static void run_real_batch(int64_t n, int64_t count, double *A)
{
    const cusolverEigMode_t jobz = CUSOLVER_EIG_MODE_VECTOR;
    const cublasFillMode_t uplo = CUBLAS_FILL_MODE_LOWER;
    if (begin(BATCH, n, count))
    {
        check(cusolverDnDsyevjBatched_bufferSize(cusolver.handle, jobz, uplo, (int)n, A, (int)n, others.values, &others.size,
                                                 others.params, (int)count),
              "buffer of syevjBatched");
        make_work();
    }
    check(cusolverDnDsyevjBatched(cusolver.handle, jobz, uplo, (int)n, A, (int)n, others.values, others.work, others.size,
                                  others.info, others.params, (int)count),
          "syevjBatched");
}

static void run_complex_batch(int64_t n, int64_t count, cuDoubleComplex *A)
{
    const cusolverEigMode_t jobz = CUSOLVER_EIG_MODE_VECTOR;
    const cublasFillMode_t uplo = CUBLAS_FILL_MODE_LOWER;
    if (begin(COMPLEX_BATCH, n, count))
    {
        check(cusolverDnZheevjBatched_bufferSize(cusolver.handle, jobz, uplo, (int)n, A, (int)n, others.values, &others.size,
                                                 others.params, (int)count),
              "buffer of heevjBatched");
        others.size *= 2; /* Elements of Z. */
        make_work();
        others.size /= 2;
    }
    check(cusolverDnZheevjBatched(cusolver.handle, jobz, uplo, (int)n, A, (int)n, others.values, (cuDoubleComplex *)others.work,
                                  others.size, others.info, others.params, (int)count),
          "heevjBatched");
}

extern "C" void bench_cusolver_syevj_batched(int complex, int64_t n, int64_t count, void *A)
{
    if (complex)
        run_complex_batch(n, count, (cuDoubleComplex *)A);
    else
        run_real_batch(n, count, (double *)A);
    check_info(others.info);
}
