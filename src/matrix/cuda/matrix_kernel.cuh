/*
 * geam, dgmm, lacpy and laset on the GPU.
 *
 * Formulas: matrix_element.h, for each element of C by itself.
 *
 * Tiles: 32 x 32 elements, in geam of U without transposes 32 x 16, and 256 threads. A thread has
 * one row and 4 columns (2 of the smaller tile) and loads its elements before it stores the first,
 * so that loads overlap; in dgmm of U it takes them one by one, because registers are few. In lacpy
 * and laset a complex double-double matrix is a real one of twice as many rows, so that lanes store
 * numbers that follow one another.
 *
 * Transposes of geam: an operand that is transposed is loaded along its own columns and turned in
 * shared memory, whose columns are one element longer than the tile, so that both directions are
 * free of bank conflicts:
 *
 *      C tile        X tile of op(X) = X^T
 *      i, j     <-   j, i:  loaded with j running, read with i running
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
    MATRIX_BLOCKS = 3,        /* Least number of resident blocks of a multiprocessor, in geam. */
    MATRIX_TURNED_BLOCKS = 4, /* The same with one transpose. */
    MATRIX_EDGE = 32,
    MATRIX_GROUPS = MATRIX_THREADS / MATRIX_EDGE,
    MATRIX_COLUMNS = MATRIX_EDGE / MATRIX_GROUPS /* Columns of a thread. */
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

/* Without transposes. A tile of C has MATRIX_EDGE rows and `columns` columns, of which a thread has
 * one row and `count` columns. */
template <class T>
struct geam_shape
{
    static constexpr int columns = sizeof(T) > 16 ? 16 : MATRIX_EDGE, count = MATRIX_EDGE * columns / MATRIX_THREADS;
};

/* Sets `values` to the thread's elements of the tile of X at (i, j). Elements outside X may have
 * any value. */
template <class T>
DD_DEVICE void geam_load(T (&values)[geam_shape<T>::count], const geam_operands<T> &op, const T *X, int64_t ldx, int64_t i,
                         int64_t j)
{
    const int row = static_cast<int>(threadIdx.x) % MATRIX_EDGE, first = static_cast<int>(threadIdx.x) / MATRIX_EDGE;
#pragma unroll
    for (int k = 0; k < geam_shape<T>::count; k++)
        if (i + row < op.m && j + first + k * MATRIX_GROUPS < op.n)
            values[k] = X[i + row + (j + first + k * MATRIX_GROUPS) * ldx];
}

/* A block computes, in the tile row blockIdx.x, the tiles of the tile columns blockIdx.y,
 * blockIdx.y + gridDim.y, ... */
template <class T>
__global__ void __launch_bounds__(MATRIX_THREADS, MATRIX_BLOCKS) geam_kernel(const geam_operands<T> op)
{
    typedef geam_shape<T> shape;
    const T alpha = op.alpha_device ? *op.alpha_device : op.alpha, beta = op.beta_device ? *op.beta_device : op.beta;
    const bool reads_a = !matrix_is_zero(alpha), reads_b = !matrix_is_zero(beta);
    const int row = static_cast<int>(threadIdx.x) % MATRIX_EDGE, first = static_cast<int>(threadIdx.x) / MATRIX_EDGE;
    const int64_t i = static_cast<int64_t>(blockIdx.x) * MATRIX_EDGE, step = static_cast<int64_t>(gridDim.y) * shape::columns;
    for (int64_t j = static_cast<int64_t>(blockIdx.y) * shape::columns; j < op.n; j += step)
    {
        T from_a[shape::count] = {}, from_b[shape::count] = {};
        if (reads_a)
            geam_load(from_a, op, op.A, op.lda, i, j);
        if (reads_b)
            geam_load(from_b, op, op.B, op.ldb, i, j);
#pragma unroll
        for (int k = 0; k < shape::count; k++)
        {
            const int64_t column = j + first + k * MATRIX_GROUPS;
            if (i + row < op.m && column < op.n)
                op.C[i + row + column * op.ldc] = matrix_sum(alpha, from_a[k], beta, from_b[k]);
        }
    }
}

/* With transposes. A tile of X in shared memory, by its columns and rows; the tile of C has as many
 * rows and columns. */
template <class T>
struct geam_tile
{
    T element[MATRIX_EDGE][MATRIX_EDGE + 1];

    /* Loads the tile whose first element is X(row, column). Elements outside X become 0. All
     * threads of the block must call it. */
    __device__ __forceinline__ void load(const T *X, int64_t ldx, int64_t row, int64_t column, int64_t rows, int64_t columns)
    {
        const int i = static_cast<int>(threadIdx.x) % MATRIX_EDGE, j = static_cast<int>(threadIdx.x) / MATRIX_EDGE;
        T values[MATRIX_COLUMNS];
#pragma unroll
        for (int k = 0; k < MATRIX_COLUMNS; k++)
            values[k] = row + i < rows && column + j + k * MATRIX_GROUPS < columns
                            ? X[row + i + (column + j + k * MATRIX_GROUPS) * ldx]
                            : scalar<T>::zero();
        __syncthreads(); /* All threads have read the tile before. */
#pragma unroll
        for (int k = 0; k < MATRIX_COLUMNS; k++)
            element[j + k * MATRIX_GROUPS][i] = values[k];
        __syncthreads();
    }
    /* Returns op(X) of the thread's element k of the tile of C. */
    __device__ __forceinline__ T at(int k, ddblasOperation_t trans) const
    {
        const T e = element[threadIdx.x % MATRIX_EDGE][threadIdx.x / MATRIX_EDGE + k * MATRIX_GROUPS];
        return trans == DDBLAS_OP_C ? matrix_conj(e) : e;
    }
};

/* A is transposed; BOTH: B too. A is read from shared memory while C is computed. B is read from
 * memory, or if it is transposed, waits in registers. Blocks as in geam_kernel. */
template <class T, bool BOTH>
__global__ void __launch_bounds__(MATRIX_THREADS, BOTH ? 2 : MATRIX_TURNED_BLOCKS) geam_turned_kernel(const geam_operands<T> op)
{
    __shared__ geam_tile<T> tile;
    const T alpha = op.alpha_device ? *op.alpha_device : op.alpha, beta = op.beta_device ? *op.beta_device : op.beta;
    const bool reads_a = !matrix_is_zero(alpha), reads_b = !matrix_is_zero(beta);
    const int row = static_cast<int>(threadIdx.x) % MATRIX_EDGE, first = static_cast<int>(threadIdx.x) / MATRIX_EDGE;
    const int64_t i = static_cast<int64_t>(blockIdx.x) * MATRIX_EDGE, step = static_cast<int64_t>(gridDim.y) * MATRIX_EDGE;
    for (int64_t j = static_cast<int64_t>(blockIdx.y) * MATRIX_EDGE; j < op.n; j += step)
    {
        T from_b[BOTH ? MATRIX_COLUMNS : 1];
        if (BOTH && reads_b)
        {
            tile.load(op.B, op.ldb, j, i, op.n, op.m);
#pragma unroll
            for (int k = 0; k < MATRIX_COLUMNS; k++)
                from_b[BOTH ? k : 0] = tile.at(k, op.transb);
        }
        if (reads_a)
            tile.load(op.A, op.lda, j, i, op.n, op.m);
#pragma unroll(BOTH ? MATRIX_COLUMNS : 2)
        for (int k = 0; k < MATRIX_COLUMNS; k++)
        {
            const int64_t column = j + first + k * MATRIX_GROUPS;
            if (i + row >= op.m || column >= op.n)
                continue;
            /* An element that is not read has a scalar of 0 and does not count. */
            const T a = tile.at(k, op.transa), b = BOTH      ? from_b[BOTH ? k : 0]
                                                   : reads_b ? op.B[i + row + column * op.ldb]
                                                             : scalar<T>::zero();
            op.C[i + row + column * op.ldc] = matrix_sum(alpha, a, beta, b);
        }
    }
}

/* ---- dgmm, lacpy, laset ---------------------------------------------------------------------- */

/* In lacpy and laset: the numbers that are stored one by one, and how many make up an element. */
template <class T>
struct matrix_number
{
    typedef T type;
    static constexpr int parts = 1;
    static __device__ __forceinline__ T part(T a, int64_t) { return a; }
};
template <>
struct matrix_number<cuddcomplex>
{
    typedef cuddreal type;
    static constexpr int parts = 2;
    static __device__ __forceinline__ cuddreal part(cuddcomplex a, int64_t row) { return row % 2 ? a.y : a.x; }
};

/* C(i, j) = x_i A(i, j) or x_j A(i, j); x points at its element 0. */
template <class T>
struct dgmm_operands
{
    typedef T number;
    static constexpr int at_once = sizeof(T) > 16 ? 1 : MATRIX_COLUMNS;
    struct loaded
    {
        T a, x;
    };
    int64_t m, n;
    bool left;
    const T *A;
    int64_t lda;
    const T *x;
    int64_t incx;
    T *C;
    int64_t ldc;
    __device__ __forceinline__ bool has(int64_t, int64_t) const { return true; }
    __device__ __forceinline__ loaded load(int64_t i, int64_t j) const { return {A[i + j * lda], x[(left ? i : j) * incx]}; }
    __device__ __forceinline__ T value(const loaded &from, int64_t, int64_t) const { return matrix_times(from.x, from.a); }
};

/* C(i, j) = A(i, j) for the part that uplo names. Rows and leading dimensions count numbers. */
template <class T>
struct lacpy_operands
{
    typedef typename matrix_number<T>::type number, loaded;
    static constexpr int parts = matrix_number<T>::parts, at_once = MATRIX_COLUMNS;
    int64_t m, n;
    ddblasFillMode_t uplo;
    const number *A;
    int64_t lda;
    number *C;
    int64_t ldc;
    __device__ __forceinline__ bool has(int64_t i, int64_t j) const { return matrix_has(uplo, i / parts, j) != 0; }
    __device__ __forceinline__ loaded load(int64_t i, int64_t j) const { return A[i + j * lda]; }
    __device__ __forceinline__ number value(const loaded &a, int64_t, int64_t) const { return a; }
};

/* C(i, j) = alpha, C(i, i) = beta for the part that uplo names. Rows and the leading dimension
 * count numbers. */
template <class T>
struct laset_operands
{
    typedef typename matrix_number<T>::type number;
    static constexpr int parts = matrix_number<T>::parts, at_once = MATRIX_COLUMNS;
    struct loaded
    {
    };
    int64_t m, n;
    ddblasFillMode_t uplo;
    const T *alpha_device, *beta_device; /* Null: the scalars are those of the next line. */
    T alpha, beta;
    number *C;
    int64_t ldc;
    __device__ __forceinline__ bool has(int64_t i, int64_t j) const { return matrix_has(uplo, i / parts, j) != 0; }
    __device__ __forceinline__ loaded load(int64_t, int64_t) const { return {}; }
    __device__ __forceinline__ number value(const loaded &, int64_t i, int64_t j) const
    {
        const T on_diagonal = beta_device ? *beta_device : beta, beside = alpha_device ? *alpha_device : alpha;
        return matrix_number<T>::part(i / parts == j ? on_diagonal : beside, i);
    }
};

/* Blocks as in geam_kernel. A thread loads OPERANDS::at_once elements before it stores the first.
 */
template <class OPERANDS>
__global__ void __launch_bounds__(MATRIX_THREADS) matrix_kernel(const OPERANDS op)
{
    typedef typename OPERANDS::loaded loaded;
    constexpr int Count = OPERANDS::at_once;
    const int row = static_cast<int>(threadIdx.x) % MATRIX_EDGE, group = static_cast<int>(threadIdx.x) / MATRIX_EDGE;
    const int64_t i = static_cast<int64_t>(blockIdx.x) * MATRIX_EDGE + row, step = static_cast<int64_t>(gridDim.y) * MATRIX_EDGE;
    if (i >= op.m)
        return;
    for (int64_t tile = static_cast<int64_t>(blockIdx.y) * MATRIX_EDGE; tile < op.n; tile += step)
#pragma unroll 1
        for (int64_t j = tile + group; j < tile + MATRIX_EDGE; j += Count * MATRIX_GROUPS)
        {
            loaded from[Count];
            bool stores[Count];
#pragma unroll
            for (int k = 0; k < Count; k++)
            {
                const int64_t column = j + k * MATRIX_GROUPS;
                stores[k] = column < op.n && op.has(i, column);
                if (stores[k])
                    from[k] = op.load(i, column);
            }
#pragma unroll
            for (int k = 0; k < Count; k++)
                if (stores[k])
                {
                    const int64_t column = j + k * MATRIX_GROUPS;
                    op.C[i + column * op.ldc] = op.value(from[k], i, column);
                }
        }
}

#endif
