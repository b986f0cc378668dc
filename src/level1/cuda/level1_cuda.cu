/*
 * Level 1 in W and U on the CUDA engine: one kernel, or two for reductions of many elements.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "level1/level1.h"
}

#include <cuda_runtime.h>
#include <string.h>

#include "backend/prepared_launch.cuh"
#include "level1_reduce_kernel.cuh"
#include "level1_update_kernel.cuh"

namespace
{

enum
{
    RESULT_BYTES = 256 /* At the beginning of the workspace, for a result that goes to host memory. */
};

/* The largest partial result. */
union partial
{
    level1_sum sum;
    level1_extreme extreme;
    __host__ __device__ partial() {}
};

/* A scalar, in host memory possibly at 8 mod 16, or where it is on the device. */
void take_scalar(ddblasHandle_t handle, ddblasType_t type, const void *from, cuddcomplex *value, const void **device,
                 bool *is_real)
{
    *value = cuddcFromDoubles(0.0, 0.0);
    *device = nullptr;
    *is_real = !ddblas_type_is_complex(type);
    if (from && handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
        *device = from;
    else if (from)
        memcpy(static_cast<void *>(value), from, ddblas_type_size(type));
}

template <class T>
level1_operands<T> operands_of(ddblasHandle_t handle, const ddblas_level1_problem &p)
{
    level1_operands<T> op = {};
    op.n = p.n;
    op.incx = p.incx;
    op.incy = p.incy;
    op.x = static_cast<T *>(p.x) + ddblas_level1_at(0, p.n, p.incx);
    op.y = p.y ? static_cast<T *>(p.y) + ddblas_level1_at(0, p.n, p.incy) : nullptr;
    take_scalar(handle, p.a_type, p.a, &op.a, &op.a_device, &op.a_is_real);
    take_scalar(handle, p.b_type, p.b, &op.b, &op.b_device, &op.b_is_real);
    return op;
}

ddblasStatus_t check_launch(ddblasHandle_t handle, const ddblas_level1_problem &p)
{
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), ddblas_level1_traits[p.routine].name);
}

/* ---- updates --------------------------------------------------------------------------------- */

/* Returns the number of blocks of an update of n elements: one element for each thread, or several
 * in U once there are enough blocks (docs/lab/level1.md). */
unsigned update_blocks(int64_t n, bool complex)
{
    const int64_t blocks = quotient_up(n, LEVEL1_THREADS), enough = least(blocks, LEVEL1_ENOUGH_BLOCKS);
    const int64_t wanted = complex ? most(enough, quotient_up(blocks, LEVEL1_COMPLEX_UPDATES)) : blocks;
    return unsigned(least(wanted, LEVEL1_MOST_UPDATE_BLOCKS));
}

template <class UPDATE, class T>
void launch_update(ddblasHandle_t handle, const level1_operands<T> &op, bool is_real)
{
    const cudaStream_t stream = static_cast<cudaStream_t>(handle->stream);
    level1_update_kernel<UPDATE, T><<<update_blocks(op.n, scalar<T>::is_complex), LEVEL1_THREADS, 0, stream>>>(op, is_real);
}

/* Returns true if an update of complex vectors does the same to real and imaginary parts, and all
 * parts are adjacent in memory. It is then an update of 2 n real numbers, whose loads and stores
 * fill whole cache lines. */
bool is_update_of_parts(const ddblas_level1_problem &p)
{
    const bool adjacent = p.incx == 1 && (p.routine == DDBLAS_LEVEL1_scal || p.incy == 1);
    const bool same = p.routine == DDBLAS_LEVEL1_copy || p.routine == DDBLAS_LEVEL1_swap ||
                      (p.routine == DDBLAS_LEVEL1_scal && !ddblas_type_is_complex(p.a_type)) ||
                      (p.routine == DDBLAS_LEVEL1_rot && !ddblas_type_is_complex(p.b_type));
    return adjacent && same && p.n <= INT64_MAX / 2;
}

template <class T>
ddblasStatus_t update(ddblasHandle_t handle, const ddblas_level1_problem &p)
{
    if (scalar<T>::is_complex && is_update_of_parts(p))
    {
        ddblas_level1_problem parts = p;
        parts.n *= 2;
        return update<cuddreal>(handle, parts);
    }
    const level1_operands<T> op = operands_of<T>(handle, p);
    switch (p.routine)
    {
    case DDBLAS_LEVEL1_axpy:
        launch_update<level1_axpy>(handle, op, op.a_is_real);
        break;
    case DDBLAS_LEVEL1_scal:
        launch_update<level1_scal>(handle, op, op.a_is_real);
        break;
    case DDBLAS_LEVEL1_copy:
        launch_update<level1_copy>(handle, op, false);
        break;
    case DDBLAS_LEVEL1_swap:
        launch_update<level1_swap>(handle, op, false);
        break;
    default:
        launch_update<level1_rot>(handle, op, op.b_is_real);
    }
    return check_launch(handle, p);
}

ddblasStatus_t update_rotm(ddblasHandle_t handle, const ddblas_level1_problem &p)
{
    ddblas_level1_problem vectors = p; /* without param, which is no scalar */
    vectors.a = nullptr;
    const level1_operands<cuddreal> op = operands_of<cuddreal>(handle, vectors);
    level1_param value = {};
    const bool on_host = handle->pointer_mode == DDBLAS_POINTER_MODE_HOST;
    if (on_host)
        memcpy(static_cast<void *>(&value), p.a, sizeof value);
    level1_rotm_kernel<<<update_blocks(op.n, false), LEVEL1_THREADS, 0, static_cast<cudaStream_t>(handle->stream)>>>(
        op, on_host ? nullptr : static_cast<const level1_param *>(p.a), value);
    return check_launch(handle, p);
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* Blocks of a reduction of n elements. */
int blocks_of(int64_t n) { return int(most(1, least(n / (LEVEL1_THREADS * LEVEL1_ELEMENTS), LEVEL1_MOST_BLOCKS))); }

/* Returns a cudaError_t. */
template <class REDUCTION, class T>
int launch_reduction(ddblasHandle_t handle, const level1_operands<T> &op, level1_result_kind kind, void *partials, void *result)
{
    typedef typename REDUCTION::partial of_block;
    const int blocks = blocks_of(op.n);
    of_block *const all = static_cast<of_block *>(partials);
    const prepared_launch first(level1_reduce_kernel<REDUCTION, T>, blocks, LEVEL1_THREADS, 0, false, op, kind, all, result);
    const prepared_launch second(level1_finish_kernel<of_block, T>, 1, LEVEL1_THREADS, 0, true, op, kind, all, blocks, result);
    const ddblas_launch both[] = {first.launch, second.launch};
    return ddblas_launch_graphs_start(ddblas_handle_graphs(handle), both, blocks > 1 ? 2 : 1, handle->stream);
}

template <class T>
ddblasStatus_t launch(ddblasHandle_t handle, const ddblas_level1_problem &p, void *partials, void *result)
{
    const level1_operands<T> op = operands_of<T>(handle, p);
    const level1_result_kind number = scalar<T>::is_complex ? LEVEL1_COMPLEX : LEVEL1_REAL;
    int error;
    switch (p.routine)
    {
    case DDBLAS_LEVEL1_dotu:
        error = launch_reduction<level1_dot<T, false>>(handle, op, number, partials, result);
        break;
    case DDBLAS_LEVEL1_dotc:
        error = launch_reduction<level1_dot<T, true>>(handle, op, number, partials, result);
        break;
    case DDBLAS_LEVEL1_nrm2:
        error = launch_reduction<level1_nrm2<T>>(handle, op, LEVEL1_ROOT, partials, result);
        break;
    case DDBLAS_LEVEL1_asum:
        error = launch_reduction<level1_asum<T>>(handle, op, LEVEL1_REAL, partials, result);
        break;
    case DDBLAS_LEVEL1_amax:
        error = launch_reduction<level1_search<T, false>>(handle, op, LEVEL1_INDEX_LARGEST, partials, result);
        break;
    default:
        error = launch_reduction<level1_search<T, true>>(handle, op, LEVEL1_INDEX_SMALLEST, partials, result);
    }
    return ddblas_check_engine(handle, ddblas_device_error(error), ddblas_level1_traits[p.routine].name);
}

/* A result in host memory is computed in the workspace and copied, which waits for the stream. */
template <class T>
ddblasStatus_t reduce(ddblasHandle_t handle, const ddblas_level1_problem &p)
{
    const bool on_host = handle->pointer_mode == DDBLAS_POINTER_MODE_HOST;
    const size_t bytes =
        ddblas_level1_traits[p.routine].result == DDBLAS_LEVEL1_INDEX ? sizeof(int64_t) : ddblas_type_size(p.result_type);
    void *workspace = nullptr;
    ddblasStatus_t status = ddblas_workspace(handle, ddblas_level1_cuda_workspace(), &workspace);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = launch<T>(handle, p, static_cast<char *>(workspace) + RESULT_BYTES, on_host ? workspace : p.result);
    if (status != DDBLAS_STATUS_SUCCESS || !on_host)
        return status;
    status = handle->backend->from_engine(p.result, bytes, workspace, bytes, bytes, 1, handle->stream);
    return ddblas_check_engine(handle, status, "reading a result");
}

} // namespace

extern "C" size_t ddblas_level1_cuda_workspace(void) { return RESULT_BYTES + LEVEL1_MOST_BLOCKS * sizeof(partial); }

extern "C" ddblasStatus_t ddblas_level1_cuda(ddblasHandle_t handle, const ddblas_level1_problem *problem)
{
    const bool is_complex = ddblas_type_is_complex(problem->type),
               updates = ddblas_level1_traits[problem->routine].form == DDBLAS_LEVEL1_UPDATE;
    if (problem->routine == DDBLAS_LEVEL1_rotm)
        return update_rotm(handle, *problem);
    if (updates)
        return is_complex ? update<cuddcomplex>(handle, *problem) : update<cuddreal>(handle, *problem);
    return is_complex ? reduce<cuddcomplex>(handle, *problem) : reduce<cuddreal>(handle, *problem);
}

extern "C" ddblasStatus_t ddblas_level1_zero_cuda(ddblasHandle_t handle, void *result, size_t bytes)
{
    const cudaError_t error = cudaMemsetAsync(result, 0, bytes, static_cast<cudaStream_t>(handle->stream));
    return ddblas_check_engine(handle, ddblas_device_error(error), "writing a result");
}
