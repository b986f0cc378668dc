/*
 * laswp on the CUDA engine: one launch.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "matrix/laswp.h"
}

#include <cuda_runtime.h>

#include "laswp_kernel.cuh"

namespace
{

template <class T>
ddblasStatus_t launch(ddblasHandle_t handle, const ddblas_laswp_problem &p)
{
    laswp_operands<T> op = {};
    op.n = p.n;
    op.A = static_cast<T *>(p.A);
    op.lda = p.lda;
    op.first = p.first;
    op.count = p.count;
    op.pivot = p.pivot;
    op.step = p.step;
    op.backward = p.backward != 0;
    const unsigned blocks = unsigned(quotient_up(p.n, LASWP_COLUMNS));
    laswp_kernel<T><<<blocks, LASWP_THREADS, 0, static_cast<cudaStream_t>(handle->stream)>>>(op);
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), "laswp");
}

} // namespace

extern "C" ddblasStatus_t ddblas_laswp_cuda(ddblasHandle_t handle, const ddblas_laswp_problem *problem)
{
    switch (problem->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return launch<type>(handle, *problem);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}
