/*
 * The triangle L on the diagonal of a block of 32 rows, in trsv of W and U. All 256 threads of the
 * thread block solve L x = r in up to three steps:
 *
 *   inverse    M = L^-1, before the block waits for r. A warp computes 4 columns by substitution.
 *   solve      x = M r. Then the residual r - L x is computed, and x is accepted if its residual
 *              is at most TRV_RESIDUAL |L| |x| in every row. Otherwise M times the residual is
 *              added to x once, and x is judged again.
 *   fallback   If x is not accepted then, or if an element of the diagonal is near the ends of the
 *              range, the first warp solves by substitution, in 32 steps of one quotient and one
 *              product.
 *
 * So the residual is within its bound for every triangle, and the bits depend on L and r alone. The
 * reason for the inverse is speed: a product of 32 rows and columns takes 4 products of a thread
 * and a tree of 8 warps, and 32 steps of substitution take about ten times as long.
 *
 * Error: docs/numerics.md, "TRMV and TRSV".
 */
#ifndef DDBLAS_LEVEL2_TRV_DIAGONAL_CUH
#define DDBLAS_LEVEL2_TRV_DIAGONAL_CUH

#include "trv_operands.cuh"

/* Loads the elements of the triangle below its diagonal. */
template <class T, class M>
DD_DEVICE void trv_load_below(const trv_operands<T, M> &op, int64_t first, const trv_memory<T> &memory)
{
    for (int k = threadIdx.x; k < TRV_ROWS * TRV_ROWS; k += TRV_THREADS)
    {
        const int i = op.transposed ? k / TRV_ROWS : k % TRV_ROWS, j = op.transposed ? k % TRV_ROWS : k / TRV_ROWS;
        if (j < i)
            memory.below[memory.below_at(i, j)] = first + i < op.n ? trv_element(op, first + i, first + j) : scalar<T>::zero();
    }
}

/* A diagonal element and its reciprocal. The reciprocal is used if neither of the two is near the
 * ends of the range of double. */
template <class T>
struct trv_pivot
{
    T value, reciprocal;
    bool unit, usual;

    template <class M>
    __device__ __forceinline__ void load(const trv_operands<T, M> &op, int64_t i)
    {
        unit = op.unit || i >= op.n;
        value = unit ? scalar<T>::one() : trv_element(op, i, i);
    }
    /* Computes the reciprocal. It is a function of its own, so that the caller can begin other
     * loads before the diagonal element has arrived. */
    __device__ __forceinline__ void invert()
    {
        const cuddreal size = scalar<T>::abs1(value);
        usual = size.x > 0x1p-800 && size.x < 0x1p800;
        reciprocal = usual ? trv_divide(scalar<T>::one(), value) : scalar<T>::zero();
    }
    /* Returns s divided by the diagonal element. mine: true if this lane needs the result. */
    __device__ __forceinline__ T divide(T s, bool mine) const
    {
        T quotient = unit ? s : trv_multiply(s, reciprocal);
        if (mine && !usual)
            quotient = trv_divide(s, value);
        return quotient;
    }
};

/* Solves by substitution with the lanes of a warp. s: the right-hand side of the row that belongs
 * to the lane. */
template <class T>
DD_DEVICE T trv_substitute(const trv_memory<T> &memory, const trv_pivot<T> &pivot, T s, int rows)
{
    const int lane = threadIdx.x % 32;
    for (int j = 0; j < rows; j++)
    {
        const T x = shuffle_from(pivot.divide(s, lane == j), j);
        if (lane == j)
            s = x;
        else if (lane > j)
            s = trv_subtract(s, memory.below[memory.below_at(lane, j)], x);
    }
    return s;
}

/* Returns the number of the row whose sum a thread gets from trv_sum_rows. */
DD_DEVICE int trv_row_of_sum() { return threadIdx.x / 32 * 4 + threadIdx.x % 32 / 8; }

/* Adds the parts of all warps for row trv_row_of_sum, as a tree, and returns the sum. part: the
 * part of the calling warp for the row of the lane. All threads of the block must call the
 * function. */
template <class T>
DD_DEVICE T trv_sum_rows(const trv_memory<T> &memory, T part)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    memory.tile[warp * memory.sum_pitch + lane] = part;
    __syncthreads();
    T sum = memory.tile[lane % 8 * memory.sum_pitch + trv_row_of_sum()];
#pragma unroll
    for (int with = 4; with > 0; with /= 2)
        sum = scalar<T>::merge(sum, shuffle_from(sum, lane ^ with));
    return sum;
}

/* The largest residual that is accepted, relative to |L| |x|: eight units of u_w = 2^-104. */
static const double TRV_RESIDUAL = 8.0 * 0x1p-104;

/* The elements of the triangle and of its inverse that a thread holds: the row of its lane, and
 * every 8th column. */
template <class T>
struct trv_diagonal
{
    T element[TRV_COLUMNS], inverse[TRV_COLUMNS];
    bool has_inverse;

    /* Loads the elements and computes the inverse if `wanted` is true and the inverse exists. All
     * threads of the block must call the function. */
    __device__ __forceinline__ void load(const trv_memory<T> &memory, const trv_pivot<T> &pivot, int rows, bool wanted)
    {
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        has_inverse = !__syncthreads_or(!wanted || !pivot.usual);
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
        {
            const int j = warp + q * TRV_WARPS;
            element[q] = j < lane ? memory.below[memory.below_at(lane, j)] : j == lane ? pivot.value : scalar<T>::zero();
            inverse[q] = j == lane ? scalar<T>::one() : scalar<T>::zero();
        }
        if (!has_inverse)
            return;
        for (int j = warp; j < rows; j++)
        {
            const T l = lane > j ? memory.below[memory.below_at(lane, j)] : scalar<T>::zero();
#pragma unroll
            for (int q = 0; q < TRV_COLUMNS; q++)
            {
                if (j < warp + q * TRV_WARPS)
                    continue; /* The column begins below row j, so it has no element there. */
                const T scaled = pivot.unit ? inverse[q] : trv_multiply(inverse[q], pivot.reciprocal);
                const T x = shuffle_from(scaled, j);
                if (lane == j)
                    inverse[q] = x;
                else if (lane > j)
                    inverse[q] = trv_subtract(inverse[q], l, x);
            }
        }
    }

    /* Returns row number trv_row_of_sum of the product of a matrix with a vector in shared memory.
     * row: the elements of the matrix in the thread. */
    static __device__ __forceinline__ T product(const trv_memory<T> &memory, const T (&row)[TRV_COLUMNS], const T *vector)
    {
        typename scalar<T>::accumulator sum;
        sum.clear();
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
            sum.mac(row[q], vector[threadIdx.x / 32 + q * TRV_WARPS]);
        return trv_sum_rows(memory, sum.value());
    }

    /* Computes the residual of the solution in shared memory. Returns true if the solution is
     * accepted. */
    __device__ __forceinline__ bool judge(const trv_memory<T> &memory) const
    {
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = trv_row_of_sum();
        const T *x = memory.tile + memory.solution;
        double *moduli = (double *)(memory.tile + memory.moduli), modulus = 0.0;
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
            modulus += scalar<T>::abs1(element[q]).x * scalar<T>::abs1(x[warp + q * TRV_WARPS]).x;
        moduli[warp * memory.sum_pitch + lane] = modulus;
        const T rest = scalar<T>::merge(memory.tile[memory.right + row], scalar<T>::neg(product(memory, element, x)));
        modulus = moduli[lane % 8 * memory.sum_pitch + row];
#pragma unroll
        for (int with = 4; with > 0; with /= 2)
            modulus += __shfl_xor_sync(0xffffffffu, modulus, with);
        if (lane % 8 == 0)
            memory.tile[memory.residual + row] = rest;
        return !__syncthreads_or(!(scalar<T>::abs1(rest).x <= TRV_RESIDUAL * modulus));
    }

    /* Solves with the right-hand side own - (sum of all warps' `left`). `own` belongs to row
     * trv_row_of_sum, `left` to the row of the lane. Afterwards the solution is in shared memory.
     * All threads of the block must call the function. */
    __device__ __forceinline__ void solve(const trv_memory<T> &memory, const trv_pivot<T> &pivot, T own, T left, int rows) const
    {
        const int lane = threadIdx.x % 32, row = trv_row_of_sum();
        const T right = scalar<T>::merge(own, scalar<T>::neg(trv_sum_rows(memory, left)));
        if (lane % 8 == 0)
            memory.tile[memory.right + row] = right;
        __syncthreads();
        bool accepted = false;
#pragma unroll 1
        for (int attempt = 0; attempt < 2 && has_inverse && !accepted; attempt++)
        {
            T x = product(memory, inverse, memory.tile + (attempt ? memory.residual : memory.right));
            if (attempt)
                x = scalar<T>::merge(memory.tile[memory.solution + row], x);
            /* All threads have read the sums and the vectors, so they may be overwritten. */
            __syncthreads();
            if (lane % 8 == 0)
                memory.tile[memory.solution + row] = x;
            __syncthreads();
            accepted = judge(memory);
        }
        if (accepted)
            return;
        if (threadIdx.x < 32)
            memory.tile[memory.solution + lane] = trv_substitute(memory, pivot, memory.tile[memory.right + lane], rows);
        __syncthreads();
    }
};

#endif
