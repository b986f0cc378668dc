/*
 * ger on the CUDA engine: one launch.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "level2/ger/ger.h"
}

#include <cuda_runtime.h>
#include <string.h>

#include "ger_kernel.cuh"

static const int64_t MOST_BLOCKS_Y = 65535;

extern "C" ddblasStatus_t ddblas_ger_cuda(ddblasHandle_t handle, const struct ddblas_ger_problem *problem)
{
    const ddblas_ger_problem &p = *problem;
    ger_operands op = {};
    op.m = p.m;
    op.n = p.n;
    op.x = p.x + ddblas_ger_start(p.m, p.incx);
    op.incx = p.incx;
    op.y = p.y + ddblas_ger_start(p.n, p.incy);
    op.incy = p.incy;
    op.A = p.A;
    op.lda = p.lda;
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
        op.alpha_device = p.alpha;
    else /* The scalar may be at 8 mod 16, so it is copied from a pointer to void. */
        memcpy(&op.alpha, (const void *)p.alpha, sizeof op.alpha);
    const dim3 grid((unsigned)quotient_up(p.m, GER_ROWS), (unsigned)least(quotient_up(p.n, GER_COLUMNS), MOST_BLOCKS_Y));
    ger_kernel<<<grid, GER_THREADS, 0, static_cast<cudaStream_t>(handle->stream)>>>(op);
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), "ger");
}
