/*
 * y = alpha op(A) x + beta y in W and U on the GPU. gemv_plan.h explains how the sums are cut.
 *
 *   rows      op is N. A warp loads 32 rows of a column, 512 bytes; a thread adds its share of the
 *             columns of one row. The GROUPS sums of a row are added through shared memory. The
 *             elements of x for a stretch are in shared memory.
 *   columns   op is T or C. The lanes of a warp go down 4 columns, 32 rows at a time, and their
 *             sums are added by shuffles. In U neighbouring lanes exchange their numbers of x.
 *   add       The second kernel, if there are several stretches: a block adds the sums of all
 *             stretches for 32 components of y, in 8 groups.
 *
 * The real matrix: A if the type is W; its elements may be doubles then. In U real and imaginary
 * parts are rows of their own, and x becomes two real vectors v0 and v1:
 *
 *   N   v0 = Re x, v1 = Im x                 Re y_i = s0_2i - s1_2i+1,  Im y_i = s0_2i+1 + s1_2i
 *   T   v0 = (Re x_0, -Im x_0, ...),         Re y_j = s0_j
 *       v1 = (Im x_0, Re x_0, ...)           Im y_j = s1_j
 *   C   v0 = (Re x_0, Im x_0, ...), v1 = (Im x_0, -Re x_0, ...), results as for T
 *
 * Work for each number of the real matrix: one load of 16 bytes, and 10 FP64 instructions for each
 * vector; memory limits the time.
 * Edges: threads beyond the last row or column take part in barriers and shuffles only.
 * Sums have a fixed order, which depends on op, m and n. Error: docs/numerics.md, "GEMV in
 * double-double".
 */
#ifndef DDBLAS_LEVEL2_GEMV_KERNEL_CUH
#define DDBLAS_LEVEL2_GEMV_KERNEL_CUH

#include <dd/scalar.cuh>

#include "level2/symv/cuda/symv_store.cuh"

extern "C" {
#include "level2/gemv/gemv_plan.h"
}

enum
{
    GEMV_THREADS = GEMV_ROWS * GEMV_GROUPS,
    GEMV_LOADS = 8, /* Loads of a thread that overlap. */
    GEMV_ADD_ROWS = 32,
    GEMV_ADD_GROUPS = 8
};

/* x and y point at their element 0, whatever the sign of their increment. E: the numbers of which
 * the real matrix consists, double-double or double. */
template <class T, class E>
struct gemv_operands
{
    int64_t m, n;
    bool transposed, conjugated;
    const E *A;
    int64_t lda;
    const T *x;
    int64_t incx;
    T *y;
    int64_t incy;
    const T *alpha_device, *beta_device; /* Null: the values below are the scalars. */
    T alpha, beta;

    __device__ __forceinline__ T get_alpha() const { return alpha_device ? *alpha_device : alpha; }
    __device__ __forceinline__ T get_beta() const { return beta_device ? *beta_device : beta; }
    /* The numbers of elements of x and y. */
    __device__ __forceinline__ int64_t inputs() const { return transposed ? m : n; }
    __device__ __forceinline__ int64_t outputs() const { return transposed ? n : m; }
};

static __device__ __forceinline__ cuddreal gemv_number(cuddreal a) { return a; }
static __device__ __forceinline__ cuddreal gemv_number(double a) { return cuddMake(a, 0.0); }

/* How a type becomes real: the number of vectors, and the factors of a row. */
template <class T>
struct gemv_real;

template <>
struct gemv_real<cuddreal>
{
    static constexpr int vectors = 1;
    /* Returns an element of the matrix. */
    template <class E>
    static __device__ __forceinline__ cuddreal element(const E *A, int64_t at)
    {
        return gemv_number(A[at]);
    }
    /* Sets v to element x for all rows. */
    static __device__ __forceinline__ void spread(cuddreal (&v)[1], cuddreal x) { v[0] = x; }
    /* Sets v to the factors of the elements of a real row of A. own: the element of x that
     * belongs to the row. */
    static __device__ __forceinline__ void factors(cuddreal (&v)[1], cuddreal own, bool, bool) { v[0] = own; }
    /* Returns component i from the sums of the real rows (N) or columns (T and C): value(k, r) is
     * the sum of vector k for row or column r. */
    template <class Value>
    static __device__ __forceinline__ cuddreal component(const Value &value, int64_t i, bool)
    {
        return value(0, i);
    }
};

template <>
struct gemv_real<cuddcomplex>
{
    static constexpr int vectors = 2;
    static __device__ __forceinline__ cuddcomplex element(const cuddreal *A, int64_t at)
    {
        return cuddcMake(A[2 * at], A[2 * at + 1]);
    }
    static __device__ __forceinline__ void spread(cuddreal (&v)[2], cuddcomplex x)
    {
        v[0] = x.x;
        v[1] = x.y;
    }
    /* The real part and the imaginary part of an element of x are the numbers of neighbouring
     * lanes, so all lanes of the warp must call this. imaginary: the real row is an imaginary part.
     * */
    static __device__ __forceinline__ void factors(cuddreal (&v)[2], cuddreal own, bool imaginary, bool conjugated)
    {
        const cuddreal other = shuffle_xor(own, 1);
        v[0] = imaginary && !conjugated ? cuddMake(-own.x, -own.y) : own;
        v[1] = imaginary && conjugated ? cuddMake(-other.x, -other.y) : other;
    }
    template <class Value>
    static __device__ __forceinline__ cuddcomplex component(const Value &value, int64_t i, bool transposed)
    {
        typedef scalar<cuddreal> real;
        if (transposed)
            return cuddcMake(value(0, i), value(1, i));
        return cuddcMake(real::merge(value(0, 2 * i), real::neg(value(1, 2 * i + 1))),
                         real::merge(value(0, 2 * i + 1), value(1, 2 * i)));
    }
};

static __device__ __forceinline__ bool gemv_is_one(cuddreal a) { return a.x == 1.0 && a.y == 0.0; }
static __device__ __forceinline__ bool gemv_is_one(cuddcomplex a) { return gemv_is_one(a.x) && cuddIsZero(a.y); }

/* ---- y --------------------------------------------------------------------------------------- */

/* Recomputes component i with the 32 lanes of a warp. old: y_i before the call. */
template <class T, class E>
static __device__ __noinline__ T gemv_special(const gemv_operands<T, E> &op, int64_t i, T alpha, T beta, T old)
{
    typedef symv_care<T> care;
    typename care::sums sum = care::zero();
    for (int64_t t = scalar<T>::is_zero(alpha) ? op.inputs() : threadIdx.x % 32; t < op.inputs(); t += 32)
    {
        const T a = gemv_real<T>::element(op.A, op.transposed ? t + i * op.lda : i + t * op.lda);
        care::add(sum, op.conjugated ? scalar<T>::conj(a) : a, op.x[t * op.incx], false);
    }
    for (int m = 16; m >= 1; m /= 2)
        care::merge(sum, shuffle_xor(sum, m));
    /* The order of a sum may differ between lanes; all lanes take the result of lane 0. */
    return care::finish(shuffle_from(sum, 0), alpha, beta, old);
}

/* Computes y_i = alpha sum + beta y_i in the lanes with `valid` set; all lanes of the warp must
 * call it. Does not read y if beta is 0. If alpha is 0, there is no product, and y stays as it is
 * for beta = 1. */
template <class T, class E>
DD_DEVICE void gemv_store(const gemv_operands<T, E> &op, int64_t i, bool valid, T alpha, T beta, T sum)
{
    typedef scalar<T> s;
    const bool none = s::is_zero(alpha);
    T *y = op.y + (valid ? i * op.incy : 0);
    const T old = valid && !s::is_zero(beta) ? *y : s::zero();
    const T product = none ? s::zero() : s::mul(alpha, sum);
    T result = s::is_zero(beta) ? product : none ? s::mul(beta, old) : s::add(product, s::mul(beta, old));
    for (unsigned wrong = __ballot_sync(0xffffffffu, valid && !none && !s::is_finite(result)); wrong; wrong &= wrong - 1)
    {
        const int source = __ffs(wrong) - 1;
        const T again = gemv_special(op, __shfl_sync(0xffffffffu, i, source), alpha, beta, shuffle_from(old, source));
        if ((int)(threadIdx.x % 32) == source)
            result = again;
    }
    if (valid && !(none && gemv_is_one(beta)))
        *y = result;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Adds the products of one row with `columns` columns, every GEMV_GROUPS-th from `first` on. */
template <class T, class E>
DD_DEVICE void gemv_add_row(dd_accumulator (&sums)[gemv_real<T>::vectors], const E *row, int64_t lda, int first, int columns,
                            const cuddreal (&v)[gemv_real<T>::vectors][GEMV_COLUMNS_MOST])
{
    constexpr int Vectors = gemv_real<T>::vectors;
    for (int j = first; j < columns; j += GEMV_LOADS * GEMV_GROUPS)
    {
        E a[GEMV_LOADS];
#pragma unroll
        for (int q = 0; q < GEMV_LOADS; q++)
            if (j + q * GEMV_GROUPS < columns)
                a[q] = row[(j + q * GEMV_GROUPS) * lda];
#pragma unroll
        for (int q = 0; q < GEMV_LOADS; q++)
            if (j + q * GEMV_GROUPS < columns)
#pragma unroll
                for (int k = 0; k < Vectors; k++)
                    sums[k].mac(gemv_number(a[q]), v[k][j + q * GEMV_GROUPS]);
#pragma unroll
        for (int k = 0; k < Vectors; k++)
            sums[k].renormalise();
    }
}

/* The block's stretches are blockIdx.y, blockIdx.y + gridDim.y, ... `partial` is null if there is
 * one stretch. */
template <class T, class E>
__global__ void __launch_bounds__(GEMV_THREADS) gemv_rows_kernel(const __grid_constant__ gemv_operands<T, E> op,
                                                                 const __grid_constant__ ddblas_gemv_plan plan, cuddreal *partial)
{
    typedef gemv_real<T> real;
    constexpr int Vectors = real::vectors;
    __shared__ cuddreal v[Vectors][GEMV_COLUMNS_MOST];
    __shared__ cuddreal parts[GEMV_GROUPS][Vectors][GEMV_ROWS];
    const int lane = (int)threadIdx.x % GEMV_ROWS, group = (int)threadIdx.x / GEMV_ROWS;
    const int64_t row = blockIdx.x * (int64_t)GEMV_ROWS + lane;
    const T alpha = op.get_alpha(), beta = op.get_beta();
    const bool none = scalar<T>::is_zero(alpha);
    for (int64_t s = blockIdx.y; s < plan.stretches; s += gridDim.y)
    {
        const int64_t first = s * plan.stretch;
        const int columns = none ? 0 : (int)min(plan.stretch, plan.terms - first);
        dd_accumulator sums[Vectors];
#pragma unroll
        for (int k = 0; k < Vectors; k++)
            sums[k].clear();
        for (int t = (int)threadIdx.x; t < columns; t += GEMV_THREADS)
        {
            cuddreal spread[Vectors];
            real::spread(spread, op.x[(first + t) * op.incx]);
#pragma unroll
            for (int k = 0; k < Vectors; k++)
                v[k][t] = spread[k];
        }
        __syncthreads();
        if (row < plan.outputs)
            gemv_add_row<T>(sums, op.A + row + first * Vectors * op.lda, Vectors * op.lda, group, columns, v);
#pragma unroll
        for (int k = 0; k < Vectors; k++)
            parts[group][k][lane] = sums[k].value();
        __syncthreads();
        if (group == 0)
#pragma unroll
            for (int k = 0; k < Vectors; k++)
            {
                cuddreal total = parts[0][k][lane];
#pragma unroll
                for (int g = 1; g < GEMV_GROUPS; g++)
                    total = scalar<cuddreal>::merge(total, parts[g][k][lane]);
                parts[0][k][lane] = total;
                if (partial && row < plan.outputs)
                    partial[(s * Vectors + k) * plan.outputs + row] = total;
            }
        __syncthreads();
    }
    if (!partial && threadIdx.x < GEMV_ROWS / Vectors)
    {
        const int64_t i = blockIdx.x * (int64_t)(GEMV_ROWS / Vectors) + threadIdx.x;
        const auto value = [&](int k, int64_t r) { return parts[0][k][r]; };
        gemv_store(op, i, i < op.m, alpha, beta, real::component(value, threadIdx.x, false));
    }
}

/* ---- columns --------------------------------------------------------------------------------- */

/* Adds the products of a lane's real rows, every 32nd from first + lane on, of some columns. All
 * lanes of the warp take part; rows from `end` on count as 0. `end` and `first` are even in U. */
template <class T, int Columns, class E>
DD_DEVICE void gemv_add_columns(dd_accumulator (&sums)[Columns][gemv_real<T>::vectors], const gemv_operands<T, E> &op,
                                const E *column, int64_t lda, int valid, int64_t first, int64_t end)
{
    typedef gemv_real<T> real;
    constexpr int Vectors = real::vectors, Rows = GEMV_LOADS / Columns;
    const int lane = threadIdx.x % 32;
    const bool imaginary = lane % Vectors != 0;
    const cuddreal *x = reinterpret_cast<const cuddreal *>(op.x) + lane % Vectors;
    int since = 0; /* Products of a sum since it was normalised. */
    for (int64_t r = first + lane; r - lane < end; r += 32 * Rows)
    {
        E a[Rows][Columns];
        cuddreal own[Rows];
#pragma unroll
        for (int q = 0; q < Rows; q++)
        {
            const bool inside = r + 32 * q < end;
#pragma unroll
            for (int c = 0; c < Columns; c++)
                if (inside && c < valid)
                    a[q][c] = column[r + 32 * q + c * lda];
            own[q] = inside ? x[(r + 32 * q) / Vectors * op.incx * Vectors] : cuddMake(0.0, 0.0);
        }
#pragma unroll
        for (int q = 0; q < Rows; q++)
        {
            cuddreal v[Vectors];
            real::factors(v, own[q], imaginary, op.conjugated);
            if (r + 32 * q < end)
#pragma unroll
                for (int c = 0; c < Columns; c++)
                    if (c < valid)
#pragma unroll
                        for (int k = 0; k < Vectors; k++)
                            sums[c][k].mac(gemv_number(a[q][c]), v[k]);
        }
        since += Rows;
        if (since >= dd_accumulator::interval)
        {
            since = 0;
#pragma unroll
            for (int c = 0; c < Columns; c++)
#pragma unroll
                for (int k = 0; k < Vectors; k++)
                    sums[c][k].renormalise();
        }
    }
}

template <class T, class E>
__global__ void __launch_bounds__(32 * GEMV_WARPS)
    gemv_columns_kernel(const __grid_constant__ gemv_operands<T, E> op, const __grid_constant__ ddblas_gemv_plan plan,
                        cuddreal *partial)
{
    typedef gemv_real<T> real;
    constexpr int Vectors = real::vectors, Columns = GEMV_WARP_COLUMNS;
    const int lane = threadIdx.x % 32;
    const int64_t column = (blockIdx.x * (int64_t)GEMV_WARPS + threadIdx.x / 32) * Columns;
    const T alpha = op.get_alpha(), beta = op.get_beta();
    const int valid = (int)min((int64_t)Columns, max((int64_t)0, plan.outputs - column));
    const int64_t lda = Vectors * op.lda;
    for (int64_t s = blockIdx.y; s < plan.stretches; s += gridDim.y)
    {
        const int64_t first = s * plan.stretch, end = min(plan.terms, first + plan.stretch);
        dd_accumulator sums[Columns][Vectors];
        T mine = scalar<T>::zero(); /* Lane c holds the sum of column c. */
#pragma unroll
        for (int c = 0; c < Columns; c++)
#pragma unroll
            for (int k = 0; k < Vectors; k++)
                sums[c][k].clear();
        if (!scalar<T>::is_zero(alpha))
            gemv_add_columns<T, Columns>(sums, op, op.A + column * lda, lda, valid, first, end);
#pragma unroll
        for (int c = 0; c < Columns; c++)
        {
            cuddreal total[Vectors];
#pragma unroll
            for (int k = 0; k < Vectors; k++)
            {
                total[k] = sums[c][k].value();
                for (int m = 16; m >= 1; m /= 2)
                    total[k] = scalar<cuddreal>::merge(total[k], shuffle_xor(total[k], m));
                if (partial && lane == 0 && c < valid)
                    partial[(s * Vectors + k) * plan.outputs + column + c] = total[k];
            }
            const auto value = [&](int k, int64_t) { return total[k]; };
            if (lane == c)
                mine = real::component(value, 0, true);
        }
        if (!partial)
            gemv_store(op, column + lane, lane < valid, alpha, beta, mine);
    }
}

/* ---- several stretches ----------------------------------------------------------------------- */

template <class T, class E>
__global__ void __launch_bounds__(GEMV_ADD_ROWS *GEMV_ADD_GROUPS)
    gemv_add_kernel(const __grid_constant__ gemv_operands<T, E> op, const __grid_constant__ ddblas_gemv_plan plan,
                    const cuddreal *partial)
{
    typedef gemv_real<T> real;
    __shared__ T parts[GEMV_ADD_GROUPS][GEMV_ADD_ROWS];
    const int lane = threadIdx.x % GEMV_ADD_ROWS, group = threadIdx.x / GEMV_ADD_ROWS;
    const int64_t i = blockIdx.x * (int64_t)GEMV_ADD_ROWS + lane;
    const bool valid = i < op.outputs();
    const T alpha = op.get_alpha(), beta = op.get_beta();
    T sum = scalar<T>::zero();
#pragma unroll 4 /* Loads of several stretches overlap. */
    for (int64_t s = group; valid && s < plan.stretches; s += GEMV_ADD_GROUPS)
    {
        const auto value = [&](int k, int64_t r) { return partial[(s * real::vectors + k) * plan.outputs + r]; };
        sum = scalar<T>::merge(sum, real::component(value, i, op.transposed));
    }
    parts[group][lane] = sum;
    __syncthreads();
    if (group > 0)
        return;
#pragma unroll
    for (int g = 1; g < GEMV_ADD_GROUPS; g++)
        sum = scalar<T>::merge(sum, parts[g][lane]);
    gemv_store(op, i, valid, alpha, beta, sum);
}

#endif
