/*
 * Conversions on the GPU: W(i,j) = (hi(i,j), lo(i,j)) or back.
 *
 * One thread converts one element of a column; blocks cover the rows and, with strides, the
 * columns. Memory bandwidth limits the time: 16 + 8 or 16 + 16 bytes per element. The only
 * arithmetic is the normalisation of split pairs.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "convert.h"
}

#include <cuda_runtime.h>

namespace
{

constexpr int THREADS = 256;
constexpr int64_t MOST_BLOCKS_Y = 65535;

template <ddblas_convert_kind KIND>
__global__ void convert(const ddblas_convert_problem p)
{
    const int64_t i = blockIdx.x * int64_t(THREADS) + threadIdx.x;
    if (i >= p.m)
        return;
    for (int64_t j = blockIdx.y; j < p.n; j += gridDim.y)
    {
        const int64_t s = i + j * p.lds;
        ddblas_convert_element(KIND, &p.W[i + j * p.ldw], &p.hi[s], ddblas_convert_has_lo(KIND) ? &p.lo[s] : nullptr);
    }
}

template <ddblas_convert_kind KIND>
void launch(const ddblas_convert_problem &p, cudaStream_t stream)
{
    const dim3 grid(unsigned(quotient_up(p.m, THREADS)), unsigned(least(p.n, MOST_BLOCKS_Y)));
    convert<KIND><<<grid, THREADS, 0, stream>>>(p);
}

} // namespace

extern "C" ddblasStatus_t ddblas_convert_cuda(ddblasHandle_t handle, const ddblas_convert_problem *problem)
{
    cudaStream_t stream = static_cast<cudaStream_t>(handle->stream);
    switch (problem->kind)
    {
    case DDBLAS_CONVERT_D_TO_W:
        launch<DDBLAS_CONVERT_D_TO_W>(*problem, stream);
        break;
    case DDBLAS_CONVERT_W_TO_D:
        launch<DDBLAS_CONVERT_W_TO_D>(*problem, stream);
        break;
    case DDBLAS_CONVERT_SPLIT_TO_W:
        launch<DDBLAS_CONVERT_SPLIT_TO_W>(*problem, stream);
        break;
    case DDBLAS_CONVERT_W_TO_SPLIT:
        launch<DDBLAS_CONVERT_W_TO_SPLIT>(*problem, stream);
        break;
    }
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), "launching a conversion");
}
