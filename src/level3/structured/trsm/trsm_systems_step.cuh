/*
 * The arithmetic of the small triangular systems: the sums that a thread holds in registers, and a
 * step, which solves 16 rows by substitution. A step whose result is not finite is recomputed with
 * special values. trsm_systems_kernel.cuh describes the whole algorithm.
 */
#ifndef DDBLAS_LEVEL3_TRSM_SYSTEMS_STEP_CUH
#define DDBLAS_LEVEL3_TRSM_SYSTEMS_STEP_CUH

#include "trsm_systems_copy.cuh"

/* The sums of a thread: rows lm + 16 r of the vectors ln + 2 c. */
template <int V>
struct trsm_sums
{
    static constexpr int TM = TRSM_ROWS / TRSM_STEP, TN = V / TRSM_WARPS / 2;
    dd_accumulator sum[TM][TN];

    __device__ __forceinline__ void start(const trsm_systems &p, int first, int64_t v0, int vectors, cuddreal alpha, int lm,
                                          int ln)
    {
        const bool scaled = !cuddEqD(alpha, 1.0);
#pragma unroll
        for (int r = 0; r < TM; r++)
#pragma unroll
            for (int j = 0; j < TN; j++)
            {
                const int i = first + lm + r * TRSM_STEP, v = ln + 2 * j;
                cuddreal b = i < p.n && v < vectors ? *p.at(i, v0 + v) : cuddFromDouble(0.0);
                if (scaled)
                    b = cudd_mul_parts(alpha.x, alpha.y, b.x, b.y);
                sum[r][j].s = b.x;
                sum[r][j].c = b.y;
            }
    }

    /* Subtracts two terms from the sums of row r of a thread. */
    __device__ __forceinline__ void take_off_row(const typename trsm_memory<V>::stage &stage, int term, int r, int lm,
                                                 const cuddreal (&b)[2][TN])
    {
        const cuddreal a0 = trsm_minus(stage.t[term][lm + r * TRSM_STEP]), a1 = trsm_minus(stage.t[term + 1][lm + r * TRSM_STEP]);
#pragma unroll
        for (int j = 0; j < TN; j++)
            sum[r][j].mac_pair(a0, b[0][j], a1, b[1][j]);
    }

    /* Subtracts the terms of a stage from the sums of the thread's first `rows` rows, rows <= Most.
     * If Most is TM, all rows are updated whatever `rows` is, so that the loops can be unrolled
     * completely. */
    template <int Most>
    __device__ __forceinline__ void take_off(const typename trsm_memory<V>::stage &stage, int rows, int lm, int ln)
    {
#pragma unroll(Most == TM ? TRSM_TERMS / 2 : 1)
        for (int t = 0; t < TRSM_TERMS; t += 2)
        {
            cuddreal b[2][TN];
#pragma unroll
            for (int u = 0; u < 2; u++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    b[u][j] = stage.x[t + u][ln + 2 * j];
#pragma unroll
            for (int r = 0; r < Most; r++)
                if (Most == TM || r < rows)
                    take_off_row(stage, t, r, lm, b);
        }
#pragma unroll
        for (int r = 0; r < Most; r++)
            if (Most == TM || r < rows)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    sum[r][j].renormalise_finite();
    }

    /* Drops the thread's first row, which has been solved, and moves its other rows up by one. */
    __device__ __forceinline__ void shift()
    {
#pragma unroll
        for (int r = 0; r + 1 < TM; r++)
#pragma unroll
            for (int j = 0; j < TN; j++)
                sum[r][j] = sum[r + 1][j];
    }
};

/* The two stages that belong to a step of 16 rows. They hold elements of T and the components of
 * the vectors that the step solves. Each warp uses only the components of its own vectors. */
template <int V>
struct trsm_step_memory
{
    typename trsm_memory<V>::stage *first, *second;

    __device__ __forceinline__ cuddreal &x(int i, int v) const { return (i < TRSM_TERMS ? first : second)->x[i % TRSM_TERMS][v]; }
};

/* Recomputes 16 components of a vector, from row `first` on, by the operations of cuddreal.h, which
 * treat all special values. v: the number of the vector in the group. vector: its number in X. */
template <int V>
static __device__ __noinline__ void trsm_carefully(const trsm_systems &s, trsm_step_memory<V> memory, int first, int v,
                                                   int64_t vector, cuddreal alpha)
{
    for (int i = first; i < first + TRSM_STEP && i < s.n; i++)
    {
        cuddreal sum = cuddMul(alpha, *s.at(i, vector));
        for (int j = 0; j < i; j++)
            sum = cuddFma(cuddNeg(*s.t(i, j)), j < first ? *s.at(j, vector) : memory.x(j - first, v), sum);
        memory.x(i - first, v) = s.unit ? sum : cuddDiv(sum, *s.t(i, i));
    }
}

/* Finishes the component x_i that the thread's first row belongs to: multiplies the sums of that
 * row by d = r_i = 1 / T(i, i) and stores the products in shared memory. */
template <int V>
DD_DEVICE void trsm_place(const trsm_step_memory<V> &memory, const trsm_sums<V> &sums, cuddreal d, int lm, int ln)
{
#pragma unroll
    for (int j = 0; j < trsm_sums<V>::TN; j++)
    {
        const cuddreal b = cuddTwoSum(sums.sum[0][j].s, sums.sum[0][j].c);
        memory.x(lm, ln + 2 * j) = cudd_mul_parts(b.x, b.y, d.x, d.y);
    }
}

/* Solves the rows first .. first + 15 of the 64 rows by substitution. `Lanes` threads solve a
 * vector together; thread q of them has the rows first + q + Lanes i, i = 0, 1, .... First Lanes
 * rows are solved one after another. Then their terms are subtracted, two at a time, from all later
 * rows. Returns true in the first thread of a vector if the components of the vector must be
 * recomputed. */
template <int V>
DD_DEVICE bool trsm_substitute(trsm_memory<V> &memory, const trsm_step_memory<V> &step, int first)
{
    constexpr int Lanes = TRSM_THREADS / V, Rows = TRSM_STEP / Lanes;
    const int v = threadIdx.x / Lanes, q = threadIdx.x % Lanes;
    dd_accumulator sum[Rows];
    bool fine = true;
#pragma unroll
    for (int i = 0; i < Rows; i++)
    {
        const cuddreal b = step.x(q + Lanes * i, v);
        sum[i].s = b.x;
        sum[i].c = b.y;
        fine = fine && memory.safe[first + q + Lanes * i];
    }
    const cuddreal(*t)[TRSM_ROWS + 1] = memory.scaled;
#pragma unroll
    for (int k = 0; k < Rows; k++)
    {
        cuddreal mine = cuddMake(0.0, 0.0);
        const int row = first + q;
#pragma unroll
        for (int l = 0; l < Lanes; l++)
        {
            cuddreal x = cuddFastTwoSum(sum[k].s, sum[k].c);
            mine = q == l ? x : mine;
            x.x = __shfl_sync(0xffffffffU, x.x, l, Lanes);
            x.y = __shfl_sync(0xffffffffU, x.y, l, Lanes);
            /* In the threads with q <= l this changes a sum that is not read any more, so it does
             * no harm. */
            sum[k].mac(trsm_minus(t[Lanes * k + l][row + Lanes * k]), x);
        }
        fine = fine && dd_is_finite(mine.x) && dd_is_finite(mine.y);
        step.x(q + Lanes * k, v) = mine;
        __syncwarp();
#pragma unroll
        for (int l = Lanes * k; l < Lanes * (k + 1); l += 2)
        {
            const cuddreal x = step.x(l, v), y = step.x(l + 1, v);
#pragma unroll
            for (int i = k + 1; i < Rows; i++)
                sum[i].mac_pair(trsm_minus(t[l][row + Lanes * i]), x, trsm_minus(t[l + 1][row + Lanes * i]), y);
        }
        if (Lanes * (k + 1) == TRSM_TERMS)
#pragma unroll
            for (int i = k + 1; i < Rows; i++)
                sum[i].renormalise_finite();
    }
    const unsigned refused = __ballot_sync(0xffffffffU, !fine) >> (threadIdx.x % 32 / Lanes * Lanes) & ((1U << Lanes) - 1);
    return refused && q == 0;
}

/* Stores the solutions of a step in X. Each warp stores its own vectors. */
template <int V>
DD_DEVICE void trsm_store(const trsm_systems &s, const trsm_step_memory<V> &step, int first, int64_t v0, int vectors)
{
    constexpr int Mine = V / TRSM_WARPS;
    const bool down = s.step == 1 || s.step == -1;
    const int lane = threadIdx.x % 32, warp_first = threadIdx.x / 32 * Mine;
    const int v = warp_first + (down ? lane / TRSM_STEP : lane % Mine), i = down ? lane % TRSM_STEP : lane / Mine;
    const int vs = down ? 32 / TRSM_STEP : 0, is = down ? 0 : 32 / Mine;
    cuddreal *to = s.at(first + i, v0 + v);
    const int64_t advance = is * s.step + vs * s.stride;
#pragma unroll
    for (int u = 0; u < Mine * TRSM_STEP / 32; u++, to += advance)
        if (v + u * vs < vectors && first + i + u * is < s.n)
            *to = step.x(i + u * is, v + u * vs);
}

#endif
