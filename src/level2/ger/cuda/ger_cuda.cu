/*
 * ger and its relatives in W and U on the CUDA engine: one launch.
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

template <class T>
static ger_operands<T> operands_of(ddblasHandle_t handle, const ddblas_ger_problem &p)
{
    ger_operands<T> op = {};
    op.n = p.n;
    op.real_alpha = p.real_alpha;
    op.conjugate = p.conjugate;
    op.x = static_cast<const T *>(p.x) + ddblas_level1_at(0, p.m, p.incx);
    op.incx = p.incx;
    op.y = static_cast<const T *>(p.y) + ddblas_level1_at(0, p.n, p.incy);
    op.incy = p.incy;
    op.A = static_cast<T *>(p.A);
    op.real_diagonal = p.real_diagonal;
    op.layout = p.layout;
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
        op.alpha_device = p.alpha;
    /* The scalar may be at an address that is 8 modulo 16, so it is copied from a pointer to
     * void. */
    else
        memcpy(static_cast<void *>(&op.alpha), p.alpha, ddblas_type_size(p.real_alpha ? ddblas_type_real(p.type) : p.type));
    return op;
}

/* Returns the number of tiles of a triangle of order n (ger_kernel.cuh). */
static unsigned tiles_of_triangle(int64_t n)
{
    const int64_t squares = quotient_up(n, GER_ROWS);
    return (unsigned)(squares * (squares + 1));
}

template <class T>
static void launch(const ger_operands<T> &op, bool two_products, cudaStream_t stream)
{
    if (op.layout.storage == LAYOUT_FULL)
    {
        const dim3 grid((unsigned)quotient_up(op.layout.m, GER_ROWS),
                        (unsigned)least(quotient_up(op.n, GER_COLUMNS), MOST_BLOCKS_Y));
        ger_full_kernel<T><<<grid, GER_THREADS, 0, stream>>>(op);
    }
    else if (two_products)
        ger_triangle_kernel<T, true><<<tiles_of_triangle(op.n), GER_THREADS, 0, stream>>>(op);
    else
        ger_triangle_kernel<T, false><<<tiles_of_triangle(op.n), GER_THREADS, 0, stream>>>(op);
}

extern "C" ddblasStatus_t ddblas_ger_cuda(ddblasHandle_t handle, const struct ddblas_ger_problem *problem)
{
    const cudaStream_t stream = static_cast<cudaStream_t>(handle->stream);
    if (ddblas_type_is_complex(problem->type))
        launch(operands_of<cuddcomplex>(handle, *problem), problem->two_products, stream);
    else
        launch(operands_of<cuddreal>(handle, *problem), problem->two_products, stream);
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), problem->name);
}
