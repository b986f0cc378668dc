/*
 * geam, dgmm, lacpy and laset on the CUDA engine: one launch each.
 */
extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "matrix/matrix.h"
}

#include <cuda_runtime.h>
#include <string.h>

#include "matrix_kernel.cuh"

namespace
{

constexpr int64_t MOST_BLOCKS_Y = 65535;

/* A scalar: its value from host memory, where it may be at 8 mod 16 and is therefore copied from a
 * pointer to void, or its place on the device. */
template <class T>
void take_scalar(ddblasHandle_t handle, const void *from, T *value, const T **device)
{
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
        *device = static_cast<const T *>(from);
    else
        memcpy(static_cast<void *>(value), from, sizeof *value);
}

/* For tiles of MATRIX_EDGE rows and `columns` columns. */
dim3 grid_of(int64_t m, int64_t n, int64_t columns)
{
    return dim3(unsigned(quotient_up(m, MATRIX_EDGE)), unsigned(least(quotient_up(n, columns), MOST_BLOCKS_Y)));
}

template <class T>
void launch_geam(ddblasHandle_t handle, const ddblas_matrix_problem &p)
{
    geam_operands<T> op = {};
    /* A sum has the same bits in either order. The kernel with one transpose expects it in A. */
    const bool swaps = p.transa == DDBLAS_OP_N && p.transb != DDBLAS_OP_N;
    op.m = p.m;
    op.n = p.n;
    op.transa = swaps ? p.transb : p.transa;
    op.transb = swaps ? p.transa : p.transb;
    take_scalar(handle, swaps ? p.beta : p.alpha, &op.alpha, &op.alpha_device);
    take_scalar(handle, swaps ? p.alpha : p.beta, &op.beta, &op.beta_device);
    op.A = static_cast<const T *>(swaps ? p.B : p.A);
    op.lda = swaps ? p.ldb : p.lda;
    op.B = static_cast<const T *>(swaps ? p.A : p.B);
    op.ldb = swaps ? p.lda : p.ldb;
    op.C = static_cast<T *>(p.C);
    op.ldc = p.ldc;
    const cudaStream_t stream = static_cast<cudaStream_t>(handle->stream);
    const dim3 grid = grid_of(p.m, p.n, MATRIX_EDGE);
    if (op.transa == DDBLAS_OP_N)
        geam_kernel<T><<<grid_of(p.m, p.n, geam_shape<T>::columns), MATRIX_THREADS, 0, stream>>>(op);
    else if (op.transb == DDBLAS_OP_N)
        geam_turned_kernel<T, false><<<grid, MATRIX_THREADS, 0, stream>>>(op);
    else
        geam_turned_kernel<T, true><<<grid, MATRIX_THREADS, 0, stream>>>(op);
}

template <class OPERANDS>
void launch(ddblasHandle_t handle, const OPERANDS &op)
{
    const dim3 grid = grid_of(op.m, op.n, MATRIX_EDGE);
    matrix_kernel<OPERANDS><<<grid, MATRIX_THREADS, 0, static_cast<cudaStream_t>(handle->stream)>>>(op);
}

template <class T>
void launch_dgmm(ddblasHandle_t handle, const ddblas_matrix_problem &p)
{
    dgmm_operands<T> op = {};
    op.m = p.m;
    op.n = p.n;
    op.left = p.side == DDBLAS_SIDE_LEFT;
    op.A = static_cast<const T *>(p.A);
    op.lda = p.lda;
    op.x = static_cast<const T *>(p.x) + ddblas_matrix_start(ddblas_matrix_diagonal(&p), p.incx);
    op.incx = p.incx;
    op.C = static_cast<T *>(p.C);
    op.ldc = p.ldc;
    launch(handle, op);
}

template <class T>
void launch_lacpy(ddblasHandle_t handle, const ddblas_matrix_problem &p)
{
    typedef lacpy_operands<T> operands;
    operands op = {};
    op.m = operands::parts * p.m;
    op.n = p.n;
    op.uplo = p.uplo;
    op.A = static_cast<const typename operands::number *>(p.A);
    op.lda = operands::parts * p.lda;
    op.C = static_cast<typename operands::number *>(p.C);
    op.ldc = operands::parts * p.ldc;
    launch(handle, op);
}

template <class T>
void launch_laset(ddblasHandle_t handle, const ddblas_matrix_problem &p)
{
    typedef laset_operands<T> operands;
    operands op = {};
    op.m = operands::parts * p.m;
    op.n = p.n;
    op.uplo = p.uplo;
    take_scalar(handle, p.alpha, &op.alpha, &op.alpha_device);
    take_scalar(handle, p.beta, &op.beta, &op.beta_device);
    op.C = static_cast<typename operands::number *>(p.C);
    op.ldc = operands::parts * p.ldc;
    launch(handle, op);
}

template <class T>
ddblasStatus_t compute(ddblasHandle_t handle, const ddblas_matrix_problem &p)
{
    static const char *const names[] = {"geam", "dgmm", "lacpy", "laset"};
    switch (p.routine)
    {
    case DDBLAS_MATRIX_GEAM:
        launch_geam<T>(handle, p);
        break;
    case DDBLAS_MATRIX_DGMM:
        launch_dgmm<T>(handle, p);
        break;
    case DDBLAS_MATRIX_LACPY:
        launch_lacpy<T>(handle, p);
        break;
    case DDBLAS_MATRIX_LASET:
        launch_laset<T>(handle, p);
        break;
    }
    return ddblas_check_engine(handle, ddblas_device_error(cudaGetLastError()), names[p.routine]);
}

} // namespace

extern "C" ddblasStatus_t ddblas_matrix_cuda(ddblasHandle_t handle, const ddblas_matrix_problem *problem)
{
    switch (problem->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return compute<type>(handle, *problem);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}
