/*
 * Norms on the CUDA engine: a launch for each pass and each reduction.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "matrix/norm.h"
}

#include <cuda_runtime.h>

#include "norm_kernel.cuh"

namespace
{

constexpr int64_t MOST_BLOCKS = INT64_C(1) << 30, MOST_BLOCKS_Y = 65535;

ddblasStatus_t check_launch(ddblasHandle_t handle)
{
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), "a norm");
}

template <class T>
norm_operands<T> operands_of(const ddblas_norm_problem &p, const ddblas_norm_pass &pass)
{
    norm_operands<T> op = {};
    op.m = p.m;
    op.n = p.n;
    op.A = static_cast<const T *>(p.A);
    op.lda = p.lda;
    op.uplo = p.uplo;
    op.symmetric = p.symmetric != 0;
    op.hermitian = p.hermitian != 0;
    op.strict = pass.strict;
    op.chunk = pass.chunk;
    op.collapse = pass.collapse != 0;
    op.to = pass.to;
    return op;
}

/* Blocks for so many tasks, each of a warp. */
unsigned blocks_of(int64_t tasks) { return unsigned(least(quotient_up(tasks, NORM_WARPS), MOST_BLOCKS)); }

template <class T, class TERM>
void launch_columns(ddblasHandle_t handle, const norm_operands<T> &op)
{
    const unsigned blocks = blocks_of(op.n * ddblas_norm_blocks(op.m));
    norm_columns_kernel<T, TERM><<<blocks, NORM_THREADS, 0, static_cast<cudaStream_t>(handle->stream)>>>(op);
}

template <class T>
ddblasStatus_t columns(ddblasHandle_t handle, const ddblas_norm_problem &p, const ddblas_norm_pass &pass)
{
    const norm_operands<T> op = operands_of<T>(p, pass);
    if (pass.term == DDBLAS_NORM_LARGEST)
        launch_columns<T, norm_largest<T>>(handle, op);
    else if (pass.term == DDBLAS_NORM_MODULI)
        launch_columns<T, norm_moduli<T>>(handle, op);
    else
        launch_columns<T, norm_squares<T>>(handle, op);
    return check_launch(handle);
}

template <class T>
ddblasStatus_t rows(ddblasHandle_t handle, const ddblas_norm_problem &p, const ddblas_norm_pass &pass)
{
    const norm_operands<T> op = operands_of<T>(p, pass);
    const dim3 grid(unsigned(quotient_up(p.m, NORM_ROW_THREADS)), unsigned(least(quotient_up(p.n, pass.chunk), MOST_BLOCKS_Y)));
    norm_rows_kernel<T><<<grid, NORM_ROW_THREADS, 0, static_cast<cudaStream_t>(handle->stream)>>>(op);
    return check_launch(handle);
}

/* Calls FUNCTION for the type of the problem. */
#define BY_TYPE(FUNCTION)                                                                                                        \
    switch (p->type)                                                                                                             \
    {                                                                                                                            \
    case DDBLAS_TYPE_S:                                                                                                          \
        return FUNCTION<float>(handle, *p, *pass);                                                                               \
    case DDBLAS_TYPE_D:                                                                                                          \
        return FUNCTION<double>(handle, *p, *pass);                                                                              \
    case DDBLAS_TYPE_C:                                                                                                          \
        return FUNCTION<ddblasComplex>(handle, *p, *pass);                                                                       \
    case DDBLAS_TYPE_Z:                                                                                                          \
        return FUNCTION<ddblasDoubleComplex>(handle, *p, *pass);                                                                 \
    case DDBLAS_TYPE_W:                                                                                                          \
        return FUNCTION<cuddreal>(handle, *p, *pass);                                                                            \
    case DDBLAS_TYPE_U:                                                                                                          \
        return FUNCTION<cuddcomplex>(handle, *p, *pass);                                                                         \
    default:                                                                                                                     \
        return DDBLAS_STATUS_INTERNAL_ERROR;                                                                                     \
    }

ddblasStatus_t pass_columns(ddblasHandle_t handle, const ddblas_norm_problem *p, const ddblas_norm_pass *pass){BY_TYPE(columns)}

ddblasStatus_t pass_rows(ddblasHandle_t handle, const ddblas_norm_problem *p, const ddblas_norm_pass *pass){BY_TYPE(rows)}

ddblasStatus_t reduce(ddblasHandle_t handle, const ddblas_norm_reduction *r)
{
    norm_reduction op = {};
    op.in = r->in;
    op.largest = r->largest;
    op.to = r->to;
    op.to_stride = r->to_stride;
    op.finish = r->finish;
    op.is_single = ddblas_type_is_single(r->type);
    op.is_double_double = ddblas_type_is_double_double(r->type);
    op.result = r->result;
    const unsigned blocks = blocks_of(r->in.segments * ddblas_norm_blocks(r->in.count));
    norm_reduce_kernel<<<blocks, NORM_THREADS, 0, static_cast<cudaStream_t>(handle->stream)>>>(op);
    return check_launch(handle);
}

} // namespace

extern "C" const ddblas_norm_engine ddblas_norm_cuda = {pass_columns, pass_rows, reduce};
