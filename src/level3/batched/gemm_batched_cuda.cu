/*
 * Batches of double-double products on the CUDA engine: plan and launch.
 */
#include "gemm_batched_kernel.cuh"

#include <cuda_runtime_api.h>
#include <string.h>

#include "backend/device_error.h"
#include "core/sizes.h"
#include "gemm_batched_plan.h"

template <class Tile, int Groups>
static void launch_shape(const gemm_plain_operands &op, const gemm_batched_members &members, int64_t blocks, cudaStream_t stream)
{
    gemm_batched_kernel<Tile, Groups><<<(unsigned)blocks, dim3(Tile::Threads, Groups), 0, stream>>>(op, members);
}

static cudaError_t launch_plan(const gemm_plain_operands &op, const gemm_batched_members &members, const gemm_batched_plan &plan,
                               cudaStream_t stream)
{
    switch (plan.shape)
    {
#define GEMM_BATCHED_LAUNCH(name, tm, tn, lm, ln, groups, stages, resident, cost)                                                \
    case GEMM_BATCHED_##name:                                                                                                    \
        launch_shape<gemm_plain_tile<tm, tn, lm, ln, stages, resident>, groups>(op, members, plan.blocks, stream);               \
        break;
        GEMM_BATCHED_SHAPES(GEMM_BATCHED_LAUNCH)
#undef GEMM_BATCHED_LAUNCH
    default:
        return cudaErrorInvalidValue;
    }
    return cudaGetLastError();
}

extern "C" ddblasStatus_t ddblas_gemm_batched_cuda(ddblasHandle_t handle, const struct ddblas_gemm_batch *batch)
{
    const gemm_batched_plan plan = ddblas_gemm_batched_make_plan(batch->each.m, batch->each.n, batch->count);
    gemm_plain_operands op = ddblas_gemm_plain_operands(handle, batch->each);
    op.down = plan.down;
    op.across = plan.across;
    op.split_terms = op.k;
    const gemm_batched_members members = {batch->A, batch->B, batch->C, plan.down * plan.across, plan.tiles};
    const cudaError_t error = launch_plan(op, members, plan, (cudaStream_t)handle->stream);
    return ddblas_check_engine(handle, ddblas_device_error(error), "products of a batch");
}
