/*
 * Products with band and packed matrices in W and U on the CUDA engine: one launch.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "level2/compact/compact.h"
}

#include <cuda_runtime.h>
#include <string.h>

#include "compact_kernel.cuh"

/* Largest numbers of terms of a component for which one thread computes it, or 4 threads. With few
 * terms the error bound requires that a thread has no more than 4 of them. */
static const int64_t TERMS_OF_ONE = 4, TERMS_OF_FOUR = 32;

template <class T>
static void take_scalar(ddblasHandle_t handle, const void *from, T *value, const T **device)
{
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
        *device = static_cast<const T *>(from);
    /* The scalar may be at an address that is 8 modulo 16, so it is copied from a pointer to
     * void. */
    else
        memcpy(static_cast<void *>(value), from, sizeof *value);
}

template <class T>
static compact_operands<T> operands_of(ddblasHandle_t handle, const ddblas_compact_problem &p)
{
    compact_operands<T> op = {};
    const int64_t inputs = ddblas_compact_inputs(&p);
    op.layout = p.layout;
    op.outputs = ddblas_compact_outputs(&p);
    op.symmetric = p.symmetric;
    op.hermitian = p.hermitian;
    op.transposed = p.trans != DDBLAS_OP_N;
    op.conjugated = p.trans == DDBLAS_OP_C;
    take_scalar(handle, p.alpha, &op.alpha, &op.alpha_device);
    take_scalar(handle, p.beta, &op.beta, &op.beta_device);
    op.A = static_cast<const T *>(p.A);
    op.x = static_cast<const T *>(p.x) + ddblas_level1_at(0, inputs, p.incx);
    op.incx = p.incx;
    op.y = static_cast<T *>(p.y) + ddblas_level1_at(0, op.outputs, p.incy);
    op.incy = p.incy;
    return op;
}

/* Returns the largest number of terms of a component. */
static int64_t terms_of(const ddblas_compact_problem &p)
{
    const int64_t inputs = ddblas_compact_inputs(&p), diagonals = p.layout.kl + p.layout.ku;
    if (p.layout.storage != LAYOUT_BAND || diagonals >= inputs)
        return inputs;
    return least(inputs, diagonals * (1 + p.symmetric) + 1);
}

template <class T, int LANES>
static void launch(const compact_operands<T> &op, cudaStream_t stream)
{
    const unsigned blocks = (unsigned)quotient_up(op.outputs, COMPACT_THREADS / LANES);
    compact_kernel<T, LANES><<<blocks, COMPACT_THREADS, 0, stream>>>(op);
}

template <class T>
static ddblasStatus_t run(ddblasHandle_t handle, const ddblas_compact_problem &p)
{
    const cudaStream_t stream = static_cast<cudaStream_t>(handle->stream);
    const compact_operands<T> op = operands_of<T>(handle, p);
    const int64_t terms = terms_of(p);
    if (terms <= TERMS_OF_ONE)
        launch<T, 1>(op, stream);
    else if (terms <= TERMS_OF_FOUR)
        launch<T, 4>(op, stream);
    else
        launch<T, 32>(op, stream);
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), p.name);
}

extern "C" ddblasStatus_t ddblas_compact_cuda(ddblasHandle_t handle, const struct ddblas_compact_problem *problem)
{
    return ddblas_type_is_complex(problem->type) ? run<cuddcomplex>(handle, *problem) : run<cuddreal>(handle, *problem);
}
