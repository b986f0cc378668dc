/*
 * trmv and trsv on the CUDA engine: launches of W and U, and the choice between them and cuBLAS.
 * trsv is one launch after a memset of its counters and messages; trmv copies x first.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "level2/trv/trv.h"
}

#include <cuda_runtime.h>
#include <string.h>

#include "trv_kernel.cuh"

static const int64_t MOST_COPY_BLOCKS = 1024;
/* Bytes of the two counters. The messages follow them, aligned to 16 bytes. */
static const size_t COUNTERS_BYTES = 16;

/* Returns the bytes of the counters and of the messages of all block rows. */
static size_t solve_workspace(int64_t n, size_t element) { return COUNTERS_BYTES + (size_t)round_up(n, TRV_ROWS) * element; }

/* Returns operands in which all members are set except those that describe the matrix. */
template <class T, class M>
static trv_operands<T, M> operands_of(const ddblas_trv_problem &p)
{
    const ddblas_trv_layout layout = ddblas_trv_layout_of(&p);
    trv_operands<T, M> op = {};
    op.n = p.n;
    op.transposed = p.trans != DDBLAS_OP_N;
    op.conjugated = p.trans == DDBLAS_OP_C && scalar<T>::is_complex;
    op.unit = p.diag == DDBLAS_DIAG_UNIT;
    op.L = (const T *)p.A;
    op.x = (T *)p.x + layout.start;
    op.step = layout.step;
    op.from = op.x;
    op.from_step = op.step;
    return op;
}

template <class T, class M>
static cudaError_t launch_solve(trv_operands<T, M> op, unsigned blocks, void *workspace, cudaStream_t stream)
{
    const cudaError_t error = cudaMemsetAsync(workspace, 0xff, solve_workspace(op.n, sizeof(T)), stream);
    op.ticket = (int *)workspace;
    op.solved = op.ticket + 1;
    op.messages = (T *)((char *)workspace + COUNTERS_BYTES);
    if (error == cudaSuccess)
        trv_solve_kernel<T, M><<<blocks, TRV_THREADS, 0, stream>>>(op);
    return error == cudaSuccess ? cudaGetLastError() : error;
}

template <class T, class M>
static cudaError_t launch_multiply(trv_operands<T, M> op, unsigned blocks, void *workspace, cudaStream_t stream)
{
    const unsigned copy_blocks = (unsigned)least(quotient_up(op.n, TRV_THREADS), MOST_COPY_BLOCKS);
    T *copy = (T *)workspace;
    trv_copy_kernel<T><<<copy_blocks, TRV_THREADS, 0, stream>>>(op.n, op.x, op.step, copy);
    op.from = copy;
    op.from_step = 1;
    trv_multiply_kernel<T, M><<<blocks, TRV_THREADS, 0, stream>>>(op);
    return cudaGetLastError();
}

template <class T, class M>
static ddblasStatus_t launch(ddblasHandle_t handle, const ddblas_trv_problem &p, const trv_operands<T, M> &op)
{
    void *workspace = NULL;
    const unsigned blocks = (unsigned)quotient_up(p.n, TRV_ROWS);
    const cudaStream_t stream = static_cast<cudaStream_t>(handle->stream);
    const ddblasStatus_t status = ddblas_workspace(handle, ddblas_trv_cuda_workspace(p.type, p.routine, p.n), &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    const cudaError_t error = p.routine == DDBLAS_TRV_SOLVE ? launch_solve(op, blocks, workspace, stream)
                                                            : launch_multiply(op, blocks, workspace, stream);
    return ddblas_check_engine(handle, ddblas_device_error(error), p.name);
}

template <class T>
static ddblasStatus_t run_triangle(ddblasHandle_t handle, const ddblas_trv_problem &p)
{
    const ddblas_trv_layout layout = ddblas_trv_layout_of(&p);
    trv_operands<T, trv_triangle> op = operands_of<T, trv_triangle>(p);
    op.L += layout.first;
    op.matrix.row = layout.row;
    op.matrix.column = layout.column;
    return launch(handle, p, op);
}

template <class T>
static ddblasStatus_t run_compact(ddblasHandle_t handle, const ddblas_trv_problem &p)
{
    trv_operands<T, trv_compact> op = operands_of<T, trv_compact>(p);
    op.matrix.stored = p.stored;
    op.matrix.transposed = op.transposed;
    op.matrix.reversed = ddblas_trv_is_reversed(&p);
    return launch(handle, p, op);
}

template <class T>
static ddblasStatus_t run(ddblasHandle_t handle, const ddblas_trv_problem &p)
{
    return p.stored.storage == LAYOUT_TRIANGLE ? run_triangle<T>(handle, p) : run_compact<T>(handle, p);
}

extern "C" ddblasStatus_t ddblas_trv_cuda(ddblasHandle_t handle, const struct ddblas_trv_problem *problem)
{
    if (!ddblas_type_is_double_double(problem->type))
        return ddblas_trv_cublas(handle, problem);
    return ddblas_type_is_complex(problem->type) ? run<cuddcomplex>(handle, *problem) : run<cuddreal>(handle, *problem);
}

extern "C" size_t ddblas_trv_cuda_workspace(ddblasType_t type, enum ddblas_trv_routine routine, int64_t n)
{
    if (!ddblas_type_is_double_double(type))
        return ddblas_trv_cublas_workspace();
    return routine == DDBLAS_TRV_SOLVE ? solve_workspace(n, ddblas_type_size(type)) : (size_t)n * ddblas_type_size(type);
}
