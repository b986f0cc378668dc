/*
 * y = alpha op(A) x + beta y in W and U on the GPU. gemv_plan.h explains how the sums are cut into
 * stretches.
 *
 *   rows      op is N. A warp loads 32 rows of a column, 512 bytes at once; a thread adds its share
 *             of the columns of one row. The GEMV_GROUPS sums of a row are added through shared
 *             memory. The elements of x that a stretch needs are in shared memory.
 *   columns   op is T or C. If columns are long, all threads of a block go down the same 2 columns,
 *             4 in U, 128 rows at a time, that is 2048 bytes of a column. If columns are short,
 *             each warp has 4 columns of its own and takes 32 rows at a time. The sums of a warp's
 *             lanes are added by shuffles, those of several warps through shared memory. In U
 *             neighbouring lanes exchange their numbers of x.
 *   add       The second kernel, if there are several stretches: a block adds the sums of all
 *             stretches for 32 components of y, in 8 groups.
 *
 * Both kernels work on a real matrix. For type W it is A, whose elements may be doubles. For U it
 * has twice as many rows, because the real and the imaginary parts of a row of A are rows of their
 * own. x then becomes two real vectors v0 and v1. s0 and s1 are the sums of the real matrix with
 * them:
 *
 *   N   v0 = Re x, v1 = Im x                 Re y_i = s0_2i - s1_2i+1,  Im y_i = s0_2i+1 + s1_2i
 *   T   v0 = (Re x_0, -Im x_0, ...),         Re y_j = s0_j
 *       v1 = (Im x_0, Re x_0, ...)           Im y_j = s1_j
 *   C   v0 = (Re x_0, Im x_0, ...), v1 = (Im x_0, -Re x_0, ...), results as for T
 *
 * Numbers of A are copied asynchronously to slots in shared memory. A thread starts the copies of
 * several numbers and adds the first that arrive while the others are under way. It reads only what
 * it has copied itself, so that no barrier is needed. As no number of A waits in a register, there
 * are registers for more threads.
 *
 * Work. Each number of the real matrix takes one load of 16 bytes, and 10 FP64 instructions for
 * each vector; the loads limit the speed.
 * Edges. Threads beyond the last row or column only take part in barriers and shuffles.
 * Sums have a fixed order, which depends on op, m and n.
 * Error: docs/numerics.md, "GEMV in double-double".
 */
#ifndef DDBLAS_LEVEL2_GEMV_KERNEL_CUH
#define DDBLAS_LEVEL2_GEMV_KERNEL_CUH

#include "gemv_operands.cuh"

/* ---- rows ------------------------------------------------------------------------------------ */

/* The numbers of one real row that a thread copies from A and adds to its sums. They are in every
 * GEMV_GROUPS-th column, from column `first` on, out of `columns` columns. */
template <class E>
class gemv_row
{
    enum
    {
        NUMBERS = GEMV_ROW_NUMBERS,
        GROUPS_OF_COPIES = GEMV_ROW_SLOTS / NUMBERS,
        STEP = NUMBERS * GEMV_GROUPS /* Number of columns from one group of copies to the next. */
    };
    E *slots;
    const E *next; /* Address of the next number to copy. */
    /* Distance, in numbers of the real matrix, from one column of the thread to its next one. */
    int64_t step;
    int first, columns, copied;

    __device__ __forceinline__ E *slot(int group, int q) const { return slots + (group * NUMBERS + q) * GEMV_THREADS; }

    __device__ __forceinline__ void start_copies(int group)
    {
#pragma unroll
        for (int q = 0; q < NUMBERS; q++)
        {
            if (copied + q * GEMV_GROUPS < columns)
                copy_async<sizeof(E)>(slot(group, q), next);
            next += step;
        }
        copy_commit();
        copied += STEP;
    }

  public:
    /* row: the address of the row's number in column 0. shared: memory with sizeof(E) bytes for
     * each slot and thread. */
    __device__ __forceinline__ gemv_row(void *shared, const E *row, int64_t lda, int first, int columns)
        : slots(static_cast<E *>(shared) + threadIdx.x), next(row + first * lda), step(GEMV_GROUPS * lda), first(first),
          columns(columns), copied(first)
    {
#pragma unroll
        for (int group = 0; group < GROUPS_OF_COPIES - 1; group++)
            start_copies(group);
    }

    /* Adds the products of the row with the vectors v, each of which has `columns` elements. */
    template <int Vectors, int Most>
    __device__ __forceinline__ void add_to(dd_accumulator (&sums)[Vectors], const cuddreal (&v)[Vectors][Most])
    {
        /* since: number of products that have been added since the sum was normalised. */
        int group = 0, since = 0;
        for (int j = first; j < columns; j += STEP)
        {
            start_copies(group == 0 ? GROUPS_OF_COPIES - 1 : group - 1);
            copy_wait<GROUPS_OF_COPIES - 1>();
#pragma unroll
            for (int q = 0; q < NUMBERS; q++)
                if (j + q * GEMV_GROUPS < columns)
                {
                    const cuddreal a = gemv_number(*slot(group, q));
#pragma unroll
                    for (int k = 0; k < Vectors; k++)
                        sums[k].mac(a, v[k][j + q * GEMV_GROUPS]);
                }
            since += NUMBERS;
            if (since >= dd_accumulator::interval)
            {
                since = 0;
#pragma unroll
                for (int k = 0; k < Vectors; k++)
                    sums[k].renormalise();
            }
            group = group + 1 == GROUPS_OF_COPIES ? 0 : group + 1;
        }
    }
};

/* The shared memory of a block that computes rows. */
template <class E, int Vectors>
struct gemv_rows_shared
{
    /* The slots and the sums share memory: no thread writes its sums before all threads have read
     * their slots. */
    union
    {
        alignas(16) unsigned char slots[GEMV_ROW_SLOTS * GEMV_THREADS * sizeof(E)];
        alignas(16) unsigned char sums[GEMV_GROUPS * Vectors * GEMV_ROWS * sizeof(cuddreal)];
    };
    cuddreal v[Vectors][GEMV_COLUMNS_MOST / Vectors];

    __device__ __forceinline__ cuddreal &sum(int group, int k, int row)
    {
        return reinterpret_cast<cuddreal *>(sums)[(group * Vectors + k) * GEMV_ROWS + row];
    }
};

/* A block computes the stretches blockIdx.y, blockIdx.y + gridDim.y, .... `partial` receives the
 * sums of the stretches; it is null if there is only one stretch. */
template <class T, class E>
__global__ void __launch_bounds__(GEMV_THREADS, gemv_resident<T>::rows)
    gemv_rows_kernel(const __grid_constant__ gemv_operands<T, E> op, const __grid_constant__ ddblas_gemv_plan plan,
                     cuddreal *partial)
{
    cudaTriggerProgrammaticLaunchCompletion(); /* The second kernel may take its place beside this one. */
    typedef gemv_real<T> real;
    constexpr int Vectors = real::vectors;
    __shared__ gemv_rows_shared<E, Vectors> shared;
    const int lane = (int)threadIdx.x % GEMV_ROWS, group = (int)threadIdx.x / GEMV_ROWS;
    const int64_t row = blockIdx.x * (int64_t)GEMV_ROWS + lane;
    const T alpha = op.get_alpha(), beta = op.get_beta();
    const bool none = scalar<T>::is_zero(alpha);
    for (int64_t s = blockIdx.y; s < plan.stretches; s += gridDim.y)
    {
        const int64_t first = s * plan.stretch, lda = Vectors * op.lda;
        const int columns = none ? 0 : (int)min(plan.stretch, plan.terms - first);
        gemv_row<E> numbers(shared.slots, op.A + row + first * lda, lda, group, row < plan.outputs ? columns : 0);
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
                shared.v[k][t] = spread[k];
        }
        __syncthreads();
        numbers.add_to(sums, shared.v);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Vectors; k++)
            shared.sum(group, k, lane) = sums[k].value();
        __syncthreads();
        if (group == 0)
#pragma unroll
            for (int k = 0; k < Vectors; k++)
            {
                cuddreal total = shared.sum(0, k, lane);
#pragma unroll
                for (int g = 1; g < GEMV_GROUPS; g++)
                    total = scalar<cuddreal>::merge(total, shared.sum(g, k, lane));
                shared.sum(0, k, lane) = total;
                if (partial && row < plan.outputs)
                    partial[(s * Vectors + k) * plan.outputs + row] = total;
            }
        __syncthreads();
    }
    if (!partial && threadIdx.x < GEMV_ROWS / Vectors)
    {
        const int64_t i = blockIdx.x * (int64_t)(GEMV_ROWS / Vectors) + threadIdx.x;
        const auto value = [&](int k, int64_t r) { return shared.sum(0, k, (int)r); };
        gemv_store(op, i, i < op.m, alpha, beta, real::component(value, threadIdx.x, false));
    }
}

/* ---- columns --------------------------------------------------------------------------------- */

/* The shared memory of a block that computes columns, with room for Numbers numbers of A of each
 * thread. */
template <class E, int Columns, int Numbers>
struct gemv_columns_shared
{
    static constexpr int slots = Numbers / Columns; /* Number of rows that a thread has in flight. */
    E numbers[slots][Columns][32 * GEMV_WARPS];
    cuddreal x[slots][32 * GEMV_WARPS];
};

/* The real rows that a thread adds: begin, begin + step, ... below `end`. All threads of a warp
 * have the same number of them. In neighbouring lanes `begin` differs by 1. In U, `step`, `end` and
 * the first `begin` of the warp are even. */
struct gemv_range
{
    int64_t begin, step, end;
};

/* Adds the products of a thread's rows in `valid` columns, the first of which is `column`. All
 * lanes of the warp must call the function; rows from `end` on count as 0. */
template <class T, int Columns, class E, class Shared>
DD_DEVICE void gemv_add_columns(dd_accumulator (&sums)[Columns][gemv_real<T>::vectors], const gemv_operands<T, E> &op,
                                const E *column, int64_t lda, int valid, gemv_range rows, Shared &shared)
{
    typedef gemv_real<T> real;
    constexpr int Vectors = real::vectors, Slots = Shared::slots;
    const int thread = threadIdx.x, lane = thread % 32;
    const bool imaginary = lane % Vectors != 0;
    const cuddreal *x = reinterpret_cast<const cuddreal *>(op.x) + lane % Vectors;
    int64_t next = rows.begin;
    const auto start_copies = [&](int slot)
    {
        if (next < rows.end)
        {
#pragma unroll
            for (int c = 0; c < Columns; c++)
                if (c < valid)
                    copy_async<sizeof(E)>(&shared.numbers[slot][c][thread], &column[next + c * lda]);
            copy_async<16>(&shared.x[slot][thread], &x[next / Vectors * op.incx * Vectors]);
        }
        copy_commit();
        next += rows.step;
    };
#pragma unroll
    for (int slot = 0; slot < Slots - 1; slot++)
        start_copies(slot);
    /* since: number of products that have been added since the sum was normalised. */
    int slot = 0, since = 0;
    for (int64_t r = rows.begin; r - lane < rows.end; r += rows.step)
    {
        start_copies(slot == 0 ? Slots - 1 : slot - 1);
        copy_wait<Slots - 1>();
        const bool inside = r < rows.end;
        cuddreal v[Vectors];
        real::factors(v, inside ? shared.x[slot][thread] : cuddFromDouble(0.0), imaginary, op.conjugated);
        if (inside)
#pragma unroll
            for (int c = 0; c < Columns; c++)
                if (c < valid)
                {
                    const cuddreal a = gemv_number(shared.numbers[slot][c][thread]);
#pragma unroll
                    for (int k = 0; k < Vectors; k++)
                        sums[c][k].mac(a, v[k]);
                }
        since++;
        if (since >= dd_accumulator::interval)
        {
            since = 0;
#pragma unroll
            for (int c = 0; c < Columns; c++)
#pragma unroll
                for (int k = 0; k < Vectors; k++)
                    sums[c][k].renormalise();
        }
        slot = slot + 1 == Slots ? 0 : slot + 1;
    }
}

/* Adds COUNT numbers of each lane over groups of 2 With lanes. COUNT is a power of 2, and With is
 * 16 for the whole warp. Lane l of a group returns the sum of number l / (2 With / COUNT). As long
 * as a lane has several numbers, it gives one half of them to the lane at distance With and
 * receives from it the other half, which it keeps. */
template <int With, int COUNT>
DD_DEVICE cuddreal gemv_add_lanes(const cuddreal (&numbers)[COUNT])
{
    constexpr int Half = COUNT > 1 ? COUNT / 2 : 1;
    const bool upper = COUNT > 1 && threadIdx.x & With;
    cuddreal sums[Half];
#pragma unroll
    for (int i = 0; i < Half; i++)
    {
        const cuddreal other = numbers[COUNT - Half + i], kept = upper ? other : numbers[i], given = upper ? numbers[i] : other;
        sums[i] = scalar<cuddreal>::merge(kept, shuffle_xor(given, With));
    }
    if constexpr (With > 1)
        return gemv_add_lanes<With / 2>(sums);
    else
        return sums[0];
}

/* Tall: the warps of a block share the rows of the block's columns. Otherwise each warp has columns
 * of its own. */
template <class T, class E, bool Tall>
__global__ void __launch_bounds__(32 * GEMV_WARPS, gemv_resident<T>::columns)
    gemv_columns_kernel(const __grid_constant__ gemv_operands<T, E> op, const __grid_constant__ ddblas_gemv_plan plan,
                        cuddreal *partial)
{
    cudaTriggerProgrammaticLaunchCompletion(); /* The second kernel may take its place beside this one. */
    typedef gemv_real<T> real;
    constexpr int Vectors = real::vectors, Columns = Tall ? GEMV_TALL_COLUMNS * Vectors : GEMV_SHORT_COLUMNS,
                  Sums = Columns * Vectors, Sharing = Tall ? GEMV_WARPS : 1;
    __shared__ gemv_columns_shared<E, Columns, scalar<T>::is_complex ? GEMV_COLUMN_NUMBERS_COMPLEX : GEMV_COLUMN_NUMBERS> shared;
    /* The sum of column c for vector k is number k + Vectors c. */
    __shared__ cuddreal parts[GEMV_WARPS][Sums];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int64_t column = (blockIdx.x * (int64_t)(GEMV_WARPS / Sharing) + warp / Sharing) * Columns;
    const T alpha = op.get_alpha(), beta = op.get_beta();
    const int valid = (int)min((int64_t)Columns, max((int64_t)0, plan.outputs - column));
    const int64_t lda = Vectors * op.lda;
    for (int64_t s = blockIdx.y; s < plan.stretches; s += gridDim.y)
    {
        const int64_t first = s * plan.stretch;
        const gemv_range rows = {first + warp % Sharing * 32 + lane, 32 * Sharing, min(plan.terms, first + plan.stretch)};
        dd_accumulator sums[Columns][Vectors];
#pragma unroll
        for (int i = 0; i < Sums; i++)
            sums[i / Vectors][i % Vectors].clear();
        if (!scalar<T>::is_zero(alpha))
            gemv_add_columns<T, Columns>(sums, op, op.A + column * lda, lda, valid, rows, shared);
        cuddreal values[Sums];
#pragma unroll
        for (int i = 0; i < Sums; i++)
            values[i] = sums[i / Vectors][i % Vectors].value();
        const cuddreal of_lane = gemv_add_lanes<16>(values);
        if (lane % (32 / Sums) == 0)
            parts[warp][lane / (32 / Sums)] = of_lane;
        __syncthreads();
        if (warp % Sharing == 0)
        {
            /* The column of the lane, which has one if lane < Columns. */
            const int c = min(lane, Columns - 1);
            cuddreal total[Vectors];
#pragma unroll
            for (int k = 0; k < Vectors; k++)
            {
                total[k] = parts[warp][Vectors * c + k];
#pragma unroll
                for (int w = 1; w < Sharing; w++)
                    total[k] = scalar<cuddreal>::merge(total[k], parts[warp + w][Vectors * c + k]);
                if (partial && lane < valid)
                    partial[(s * Vectors + k) * plan.outputs + column + lane] = total[k];
            }
            const auto value = [&](int k, int64_t) { return total[k]; };
            if (!partial)
                gemv_store(op, column + lane, lane < valid, alpha, beta, real::component(value, 0, true));
        }
        __syncthreads();
    }
}

/* ---- several stretches ----------------------------------------------------------------------- */

/* The second kernel is launched together with the first one, waits for its end (programmatic
 * dependent launch) and adds the sums of all stretches. */
template <class T, class E>
__global__ void __launch_bounds__(GEMV_ADD_ROWS *GEMV_ADD_GROUPS)
    gemv_add_kernel(const __grid_constant__ gemv_operands<T, E> op, const __grid_constant__ ddblas_gemv_plan plan,
                    const cuddreal *partial)
{
    cudaGridDependencySynchronize();
    typedef gemv_real<T> real;
    __shared__ T parts[GEMV_ADD_GROUPS][GEMV_ADD_ROWS];
    const int lane = threadIdx.x % GEMV_ADD_ROWS, group = threadIdx.x / GEMV_ADD_ROWS;
    const int64_t i = blockIdx.x * (int64_t)GEMV_ADD_ROWS + lane;
    const bool valid = i < op.outputs();
    const T alpha = op.get_alpha(), beta = op.get_beta();
    T sum = scalar<T>::zero();
#pragma unroll 4 /* The loop is unrolled so that the loads of several stretches overlap. */
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
