/*
 * CUDA C++ for t_mcblas_cuda.c.
 */
#include "mcblas_gpu.h"

#include <cuda_runtime.h>

#include <dd/mcblas.cuh>

template <class T>
__device__ T element(const cuddreal *parts)
{
    if constexpr (scalar<T>::is_complex)
        return scalar<T>::make((typename scalar<T>::real)parts[0].x, (typename scalar<T>::real)parts[1].x);
    else if constexpr (sizeof(T) == 16)
        return parts[0];
    else
        return (T)parts[0].x;
}

/* The first element of a vector of n at increment inc. */
template <class T>
__device__ T *first(T *x, int n, int inc)
{
    return inc < 0 ? x - (int64_t)(n - 1) * inc : x;
}

template <class T, class Team>
__device__ void perform(Team team, const mcblas_call &c, T *A, T *B, T *C, T *work)
{
    const T alpha = element<T>(c.alpha), beta = element<T>(c.beta);
    const int x_of_gemv = c.opa == DDBLAS_OP_N ? c.n : c.m, y_of_gemv = c.opa == DDBLAS_OP_N ? c.m : c.n;
    switch (c.routine)
    {
    case MCBLAS_NRM2:
    {
        const typename scalar<T>::real norm = mcblasNrm2(team, c.n, first(A, c.n, c.lda), c.lda);
        if (team.rank() == team.size() - 1) /* every thread has it */
            *(typename scalar<T>::real *)C = norm;
        break;
    }
    case MCBLAS_DOT:
    case MCBLAS_DOTC:
    {
        const T *x = first(A, c.n, c.lda), *y = first(B, c.n, c.ldb);
        const T dot = c.routine == MCBLAS_DOT ? mcblasDot<T>(team, c.n, x, c.lda, y, c.ldb)
                                              : mcblasDot<T, true>(team, c.n, x, c.lda, y, c.ldb);
        if (team.rank() == team.size() - 1)
            *C = dot;
        break;
    }
    case MCBLAS_GEMV:
        mcblasGemv(team, c.opa, c.m, c.n, alpha, A, c.lda, first(B, x_of_gemv, c.ldb), c.ldb, beta, first(C, y_of_gemv, c.ldc),
                   c.ldc);
        break;
    case MCBLAS_GER:
        mcblasGer<T>(team, c.m, c.n, alpha, first(A, c.m, c.lda), c.lda, first(B, c.n, c.ldb), c.ldb, C, c.ldc);
        break;
    case MCBLAS_GERC:
        mcblasGer<T, true>(team, c.m, c.n, alpha, first(A, c.m, c.lda), c.lda, first(B, c.n, c.ldb), c.ldb, C, c.ldc);
        break;
    case MCBLAS_TRMV:
        mcblasTrmv(team, c.uplo, c.opa, c.unit != 0, c.n, A, c.lda, first(C, c.n, c.ldc), c.ldc, work);
        break;
    case MCBLAS_GEMM:
        mcblasGemm(team, c.opa, c.opb, c.m, c.n, c.k, alpha, A, c.lda, B, c.ldb, beta, C, c.ldc);
        break;
    default:
        mcblasTrmm(team, c.uplo, c.opa, c.unit != 0, c.m, c.n, alpha, A, c.lda, C, c.ldc);
        break;
    }
}

template <class T>
__global__ void run(mcblas_call c)
{
    extern __shared__ __align__(16) char bytes[];
    __shared__ mcblas_scratch scratch;
    T *A = (T *)c.A, *B = (T *)c.B, *C = (T *)c.C, *work = (T *)bytes;
    if (c.shared)
    {
        T *a = work + c.n, *b = a + c.size_a, *r = b + c.size_b;
        const int thread = threadIdx.x + blockDim.x * threadIdx.y, threads = blockDim.x * blockDim.y;
        for (int i = thread; i < c.size_a; i += threads)
            a[i] = A[i];
        for (int i = thread; i < c.size_b; i += threads)
            b[i] = B[i];
        for (int i = thread; i < c.size_c; i += threads)
            r[i] = C[i];
        A = a;
        B = b;
        C = r;
        __syncthreads();
    }
    if (!c.warp)
        perform(mcblas_block(&scratch), c, A, B, C, work);
    else if (threadIdx.y == 2)
        perform(mcblas_warp(), c, A, B, C, work);
    if (c.shared)
    {
        __syncthreads();
        for (int i = threadIdx.x + blockDim.x * threadIdx.y; i < c.size_c; i += blockDim.x * blockDim.y)
            ((T *)c.C)[i] = C[i];
    }
}

template <class T>
cudaError_t launch(mcblas_call c)
{
    const size_t shared = (size_t)(c.n + (c.shared ? c.size_a + c.size_b + c.size_c : 0)) * sizeof(T);
    const size_t size[3] = {c.size_a * sizeof(T), c.size_b * sizeof(T), c.size_c * sizeof(T)};
    void *host[3] = {c.A, c.B, c.C}, *device[3] = {};
    cudaError_t error = cudaFuncSetAttribute(run<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10);
    for (int i = 0; error == cudaSuccess && i < 3; i++)
    {
        error = cudaMalloc(&device[i], size[i] + 16);
        if (error == cudaSuccess)
            error = cudaMemcpy(device[i], host[i], size[i], cudaMemcpyHostToDevice);
    }
    c.A = device[0];
    c.B = device[1];
    c.C = device[2];
    if (error == cudaSuccess)
    {
        run<T><<<1, dim3(32, 4), shared>>>(c);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(host[2], device[2], size[2], cudaMemcpyDeviceToHost);
    for (int i = 0; i < 3; i++)
        (void)cudaFree(device[i]);
    return error;
}

extern "C" int mcblas_gpu_run(const mcblas_call *call)
{
    switch (call->type)
    {
    case DDBLAS_TYPE_S:
        return launch<float>(*call);
    case DDBLAS_TYPE_D:
        return launch<double>(*call);
    case DDBLAS_TYPE_C:
        return launch<ddblasComplex>(*call);
    case DDBLAS_TYPE_Z:
        return launch<ddblasDoubleComplex>(*call);
    default:
        return launch<cuddreal>(*call);
    }
}
