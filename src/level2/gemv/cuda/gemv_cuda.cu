/*
 * gemv on the CUDA engine: launches of W and U, the choice between them and cuBLAS, and y = beta y
 * where no product is formed.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "level2/gemv/gemv.h"
}

#include <cuda_runtime.h>
#include <string.h>

#include "backend/prepared_launch.cuh"
#include "gemv_kernel.cuh"

static const int64_t MOST_BLOCKS_Y = 65535;

template <class T, class E>
static gemv_operands<T, E> operands_of(ddblasHandle_t handle, const ddblas_gemv_problem &p)
{
    gemv_operands<T, E> op = {};
    op.m = p.m;
    op.n = p.n;
    op.transposed = p.trans != DDBLAS_OP_N;
    op.conjugated = p.trans == DDBLAS_OP_C && gemv_real<T>::vectors == 2;
    op.A = (const E *)p.A;
    op.lda = p.lda;
    op.x = (const T *)p.x + ddblas_level1_at(0, ddblas_gemv_inputs(&p), p.incx);
    op.incx = p.incx;
    op.y = (T *)p.y + ddblas_level1_at(0, ddblas_gemv_outputs(&p), p.incy);
    op.incy = p.incy;
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
    {
        op.alpha_device = (const T *)p.alpha;
        op.beta_device = (const T *)p.beta;
    }
    else
    {
        memcpy((void *)&op.alpha, p.alpha, sizeof(T));
        memcpy((void *)&op.beta, p.beta, sizeof(T));
    }
    return op;
}

/* Returns a cudaError_t. */
template <class T, class E>
static int launch_kernels(const gemv_operands<T, E> &op, const ddblas_gemv_plan &plan, cuddreal *partial, cudaStream_t stream)
{
    const dim3 grid((unsigned)quotient_up(plan.outputs, plan.per_block), (unsigned)least(plan.stretches, MOST_BLOCKS_Y));
    if (op.transposed && plan.tall)
        gemv_columns_kernel<T, E, true><<<grid, 32 * GEMV_WARPS, 0, stream>>>(op, plan, partial);
    else if (op.transposed)
        gemv_columns_kernel<T, E, false><<<grid, 32 * GEMV_WARPS, 0, stream>>>(op, plan, partial);
    else
        gemv_rows_kernel<T, E><<<grid, GEMV_THREADS, 0, stream>>>(op, plan, partial);
    const cudaError_t error = cudaGetLastError();
    if (!partial || error != cudaSuccess)
        return error;
    const int sums = (int)quotient_up(op.transposed ? op.n : op.m, GEMV_ADD_ROWS);
    const prepared_launch second(gemv_add_kernel<T, E>, sums, GEMV_ADD_ROWS * GEMV_ADD_GROUPS, 0, true, op, plan, partial);
    return second.launch.start(&second.launch, stream);
}

template <class T, class E>
static ddblasStatus_t run_gemv(ddblasHandle_t handle, const ddblas_gemv_problem &p)
{
    const ddblas_gemv_plan plan = ddblas_gemv_plan_of(gemv_real<T>::vectors == 2, p.trans != DDBLAS_OP_N, p.m, p.n);
    void *partial = NULL;
    const ddblasStatus_t status = ddblas_workspace(handle, plan.workspace_bytes, &partial);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    const int error =
        launch_kernels(operands_of<T, E>(handle, p), plan, (cuddreal *)partial, static_cast<cudaStream_t>(handle->stream));
    return ddblas_check_engine(handle, ddblas_device_error(error), "gemv");
}

/* Computes y = beta y, if the host knows that alpha is 0. cuBLAS is not called, because it might
 * read A and x. */
template <class T>
__global__ void __launch_bounds__(GEMV_THREADS) gemv_scale_kernel(int64_t count, T beta, T *y, int64_t incy)
{
    const bool zero = scalar<T>::is_zero(beta);
    for (int64_t i = blockIdx.x * (int64_t)GEMV_THREADS + threadIdx.x; i < count; i += gridDim.x * (int64_t)GEMV_THREADS)
        y[i * incy] = zero ? scalar<T>::zero() : scalar<T>::mul(beta, y[i * incy]);
}

template <class T>
static void scale_y(ddblasHandle_t handle, const ddblas_gemv_problem &p)
{
    T beta;
    memcpy((void *)&beta, p.beta, sizeof(T));
    const int64_t count = ddblas_gemv_outputs(&p);
    const unsigned blocks = (unsigned)least(quotient_up(count, GEMV_THREADS), MOST_BLOCKS_Y);
    gemv_scale_kernel<T><<<blocks, GEMV_THREADS, 0, static_cast<cudaStream_t>(handle->stream)>>>(
        count, beta, (T *)p.y + ddblas_level1_at(0, count, p.incy), p.incy);
}

static ddblasStatus_t scale_y_of_type(ddblasHandle_t handle, const ddblas_gemv_problem &p)
{
    switch (p.type)
    {
    case DDBLAS_TYPE_S:
        scale_y<float>(handle, p);
        break;
    case DDBLAS_TYPE_D:
        scale_y<double>(handle, p);
        break;
    case DDBLAS_TYPE_C:
        scale_y<ddblasComplex>(handle, p);
        break;
    default:
        scale_y<ddblasDoubleComplex>(handle, p);
        break;
    }
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), "gemv");
}

extern "C" ddblasStatus_t ddblas_gemv_cuda(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem)
{
    if (ddblas_type_is_double_double(problem->type))
        return ddblas_type_is_complex(problem->type)              ? run_gemv<cuddcomplex, cuddreal>(handle, *problem)
               : ddblas_type_is_double_double(problem->type_of_a) ? run_gemv<cuddreal, cuddreal>(handle, *problem)
                                                                  : run_gemv<cuddreal, double>(handle, *problem);
    if (!ddblas_known_zero(handle, problem->type, 0, problem->alpha))
        return ddblas_gemv_cublas(handle, problem);
    return ddblas_known_one(handle, problem->type, 0, problem->beta) ? DDBLAS_STATUS_SUCCESS : scale_y_of_type(handle, *problem);
}

extern "C" size_t ddblas_gemv_cuda_workspace(ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n)
{
    if (!ddblas_type_is_double_double(type))
        return ddblas_gemv_cublas_workspace();
    return ddblas_gemv_plan_of(ddblas_type_is_complex(type), trans != DDBLAS_OP_N, m, n).workspace_bytes;
}
