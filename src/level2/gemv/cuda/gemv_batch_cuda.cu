/*
 * Batches of gemv in W on the CUDA engine: one launch.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "level2/gemv/gemv.h"
}

#include <cuda_runtime.h>
#include <string.h>

#include "gemv_batch_kernel.cuh"

static const int64_t MOST_BLOCKS_Y = 65535;

extern "C" ddblasStatus_t ddblas_gemv_batch_cuda(ddblasHandle_t handle, const struct ddblas_gemv_batch *batch)
{
    const ddblas_gemv_problem &p = batch->each;
    const gemv_batch_strides strides = {batch->strideA, batch->stridex, batch->stridey, batch->count};
    const cudaStream_t stream = static_cast<cudaStream_t>(handle->stream);
    const unsigned members = (unsigned)least(batch->count, MOST_BLOCKS_Y);
    gemv_batch_operands op = {};
    op.m = p.m;
    op.n = p.n;
    op.transposed = p.trans != DDBLAS_OP_N;
    op.A = (const cuddreal *)p.A;
    op.lda = p.lda;
    op.x = (const cuddreal *)p.x + ddblas_level1_at(0, ddblas_gemv_inputs(&p), p.incx);
    op.incx = p.incx;
    op.y = (cuddreal *)p.y + ddblas_level1_at(0, ddblas_gemv_outputs(&p), p.incy);
    op.incy = p.incy;
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
    {
        op.alpha_device = (const cuddreal *)p.alpha;
        op.beta_device = (const cuddreal *)p.beta;
    }
    /* The scalars may be at addresses that are 8 modulo 16, so they are copied from pointers to
     * void. */
    else
    {
        memcpy((void *)&op.alpha, p.alpha, sizeof op.alpha);
        memcpy((void *)&op.beta, p.beta, sizeof op.beta);
    }
    if (op.transposed)
    {
        const dim3 grid((unsigned)quotient_up(p.n, GEMV_WARPS * GEMV_SHORT_COLUMNS), members);
        gemv_batch_columns_kernel<<<grid, 32 * GEMV_WARPS, 0, stream>>>(op, strides);
    }
    else
    {
        const dim3 grid((unsigned)quotient_up(p.m, GEMV_ROWS), members);
        gemv_batch_rows_kernel<<<grid, GEMV_THREADS, 0, stream>>>(op, strides);
    }
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), "a batch of gemv");
}
