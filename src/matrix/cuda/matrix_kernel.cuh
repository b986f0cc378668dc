/*
 * geam, dgmm, lacpy and laset on the GPU.
 *
 * Formulas: matrix_element.h, for each element of C by itself.
 *
 * Tiles of geam: 32 x 32 elements of up to 8 bytes, 16 x 16 of larger ones, 256 threads. An operand
 * that is transposed is loaded along its own columns and turned in shared memory, whose columns are
 * one element longer than the tile, so that both directions are free of bank conflicts:
 *
 *      C tile        X tile of op(X) = X^T
 *      i, j     <-   j, i:  loaded with j running, read with i running
 *
 * Tiles of the others: 32 x 32 elements, a thread has one row and 4 columns and loads 4 elements
 * before it stores the first, so that loads overlap.
 *
 * Work per element: one load of each operand that is read, one store; memory limits the time.
 * Edges: threads beyond the last row or column, and outside the part that uplo names, do nothing.
 * Error: docs/numerics.md, "Whole matrices".
 */
#ifndef DDBLAS_MATRIX_KERNEL_CUH
#define DDBLAS_MATRIX_KERNEL_CUH

#include <dd/scalar.cuh>

#include "matrix/matrix_element.h"

enum
{
    MATRIX_THREADS = 256,
    MATRIX_BLOCKS = 3, /* Least number of resident blocks of a multiprocessor, in geam. */
    MATRIX_EDGE = 32,  /* Edge of a tile of dgmm, lacpy and laset. */
    MATRIX_GROUPS = MATRIX_THREADS / MATRIX_EDGE,
    MATRIX_LOADS = MATRIX_EDGE / MATRIX_GROUPS /* Columns of a thread. */
};

/* The operations of matrix_element.h by the type of an element. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DD_DEVICE type matrix_times(type a, type b) { return matrix_times_##letter(a, b); }                                          \
    DD_DEVICE type matrix_conj(type a) { return matrix_conj_##letter(a); }                                                       \
    DD_DEVICE bool matrix_is_zero(type a) { return matrix_is_zero_##letter(a) != 0; }                                            \
    DD_DEVICE type matrix_sum(type alpha, type a, type beta, type b) { return matrix_sum_##letter(alpha, a, beta, b); }
#include <dd/types.def>

/* ---- geam ------------------------------------------------------------------------------------ */

template <class T>
struct geam_operands
{
    int64_t m, n;
    const T *alpha_device, *beta_device; /* Null: the scalars are those of the next line. */
    T alpha, beta;
    const T *A;
    int64_t lda;
    const T *B;
    int64_t ldb;
    T *C;
    int64_t ldc;
    ddblasOperation_t transa, transb;
};

template <class T>
struct geam_tile
{
    static constexpr int edge = sizeof(T) > 8 ? 16 : 32;
    static constexpr int step = MATRIX_THREADS / edge; /* Columns that the block covers at once. */
    T element[edge][edge + 1];                         /* By column and row of X. */
};

/* Loads the part of X that op(X) = X^T or X^H turns into the tile of C at (i, j). */
template <class T>
DD_DEVICE void geam_load(geam_tile<T> &tile, const geam_operands<T> &op, const T *X, int64_t ldx, int64_t i, int64_t j)
{
    typedef geam_tile<T> shape;
    const int row = static_cast<int>(threadIdx.x) % shape::edge, first = static_cast<int>(threadIdx.x) / shape::edge;
#pragma unroll
    for (int column = first; column < shape::edge; column += shape::step)
        if (j + row < op.n && i + column < op.m)
            tile.element[column][row] = X[j + row + (i + column) * ldx];
}

/* Element (row, column) of the tile of op(X) at (i, j). */
template <class T>
DD_DEVICE T geam_take(const geam_tile<T> &tile, ddblasOperation_t trans, const T *X, int64_t ldx, int64_t i, int64_t j, int row,
                      int column)
{
    const T e = trans == DDBLAS_OP_N ? X[i + row + (j + column) * ldx] : tile.element[row][column];
    return trans == DDBLAS_OP_C ? matrix_conj(e) : e;
}

/* A block computes, in the tile row blockIdx.x, the tiles of the tile columns blockIdx.y,
 * blockIdx.y + gridDim.y, ... */
template <class T>
__global__ void __launch_bounds__(MATRIX_THREADS, MATRIX_BLOCKS) geam_kernel(const geam_operands<T> op)
{
    typedef geam_tile<T> shape;
    __shared__ shape a, b;
    const T alpha = op.alpha_device ? *op.alpha_device : op.alpha, beta = op.beta_device ? *op.beta_device : op.beta;
    const bool reads_a = !matrix_is_zero(alpha), reads_b = !matrix_is_zero(beta);
    const int row = static_cast<int>(threadIdx.x) % shape::edge, first = static_cast<int>(threadIdx.x) / shape::edge;
    const int64_t i = static_cast<int64_t>(blockIdx.x) * shape::edge;
    for (int64_t j = static_cast<int64_t>(blockIdx.y) * shape::edge; j < op.n; j += static_cast<int64_t>(gridDim.y) * shape::edge)
    {
        if (reads_a && op.transa != DDBLAS_OP_N)
            geam_load(a, op, op.A, op.lda, i, j);
        if (reads_b && op.transb != DDBLAS_OP_N)
            geam_load(b, op, op.B, op.ldb, i, j);
        __syncthreads();
#pragma unroll
        for (int column = first; column < shape::edge; column += shape::step)
            if (i + row < op.m && j + column < op.n)
            {
                const T from_a = reads_a ? geam_take(a, op.transa, op.A, op.lda, i, j, row, column) : scalar<T>::zero();
                const T from_b = reads_b ? geam_take(b, op.transb, op.B, op.ldb, i, j, row, column) : scalar<T>::zero();
                op.C[i + row + (j + column) * op.ldc] = matrix_sum(alpha, from_a, beta, from_b);
            }
        __syncthreads();
    }
}

/* ---- dgmm, lacpy, laset ---------------------------------------------------------------------- */

/* C(i, j) = x_i A(i, j) or x_j A(i, j); x points at its element 0. */
template <class T>
struct dgmm_operands
{
    typedef T element;
    int64_t m, n;
    bool left;
    const T *A;
    int64_t lda;
    const T *x;
    int64_t incx;
    T *C;
    int64_t ldc;
    __device__ __forceinline__ bool has(int64_t, int64_t) const { return true; }
    __device__ __forceinline__ T value(int64_t i, int64_t j) const
    {
        return matrix_times(x[(left ? i : j) * incx], A[i + j * lda]);
    }
};

/* C(i, j) = A(i, j) for the part that uplo names. */
template <class T>
struct lacpy_operands
{
    typedef T element;
    int64_t m, n;
    ddblasFillMode_t uplo;
    const T *A;
    int64_t lda;
    T *C;
    int64_t ldc;
    __device__ __forceinline__ bool has(int64_t i, int64_t j) const { return matrix_has(uplo, i, j) != 0; }
    __device__ __forceinline__ T value(int64_t i, int64_t j) const { return A[i + j * lda]; }
};

/* C(i, j) = alpha, C(i, i) = beta for the part that uplo names. */
template <class T>
struct laset_operands
{
    typedef T element;
    int64_t m, n;
    ddblasFillMode_t uplo;
    const T *alpha_device, *beta_device; /* Null: the scalars are those of the next line. */
    T alpha, beta;
    T *C;
    int64_t ldc;
    __device__ __forceinline__ bool has(int64_t i, int64_t j) const { return matrix_has(uplo, i, j) != 0; }
    __device__ __forceinline__ T value(int64_t i, int64_t j) const
    {
        if (i == j)
            return beta_device ? *beta_device : beta;
        return alpha_device ? *alpha_device : alpha;
    }
};

/* Blocks as in geam_kernel. */
template <class OPERANDS>
__global__ void __launch_bounds__(MATRIX_THREADS) matrix_kernel(const OPERANDS op)
{
    typedef typename OPERANDS::element T;
    const int row = static_cast<int>(threadIdx.x) % MATRIX_EDGE, group = static_cast<int>(threadIdx.x) / MATRIX_EDGE;
    const int64_t i = static_cast<int64_t>(blockIdx.x) * MATRIX_EDGE + row, step = static_cast<int64_t>(gridDim.y) * MATRIX_EDGE;
    if (i >= op.m)
        return;
    for (int64_t j = static_cast<int64_t>(blockIdx.y) * MATRIX_EDGE + group; j < op.n; j += step)
    {
        T element[MATRIX_LOADS];
        bool stores[MATRIX_LOADS];
#pragma unroll
        for (int k = 0; k < MATRIX_LOADS; k++)
        {
            const int64_t column = j + k * MATRIX_GROUPS;
            stores[k] = column < op.n && op.has(i, column);
            if (stores[k])
                element[k] = op.value(i, column);
        }
#pragma unroll
        for (int k = 0; k < MATRIX_LOADS; k++)
            if (stores[k])
                op.C[i + (j + k * MATRIX_GROUPS) * op.ldc] = element[k];
    }
}

#endif
