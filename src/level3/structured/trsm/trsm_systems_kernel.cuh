/*
 * Triangular systems in double-double with many right-hand sides: X = T^-1 (alpha B), T of order n
 * at most 256, in place.
 *
 *   x_i = alpha b_i r_i - sum over j < i of (r_i T(i, j)) x_j,   r_i = 1 / T(i, i) in double-double
 *
 * T is lower triangular; an upper triangle is read backwards, with negative strides. A group of 128
 * threads takes V vectors and all of T, 64 rows at a time; V is 16 when there are few vectors and
 * 32 when there are many.
 *
 *   For each 64 rows of T:
 *   1. Sums start with alpha b. They are in registers; a thread has the four rows
 *      t + 16 c of the 64, c = 0 .. 3, where t is the thread's number modulo 16.
 *   2. Subtract the products with all rows solved before. Terms come 8 at a time through a ring of
 *      four stages in shared memory: T's elements and the solved rows of X, both from the L2 cache.
 *   3. Four steps of 16 rows and two stages each:
 *      - the sums times r_i go to shared memory, where the 16 x 16 triangle of r_i T(i, j) waits;
 *      - 128 / V threads substitute one vector, and the results are stored;
 *      - these results are 16 more terms for the sums of the rows below.
 *
 * Each warp uses only its own V / 4 vectors, so a step needs one barrier, for T. After each step
 * the remaining rows move up by 16, so that one piece of code serves all steps.
 *
 * With many vectors a block has two groups, each with its own shared memory, which take turns with
 * step 3: while one group waits for the results of dependent operations, the other computes sums,
 * which keep the multiprocessor busy. Two separate blocks do not achieve this: the scheduler
 * prefers the older block, which therefore ends early, and then the other block runs alone.
 *
 * Work: n^2 / 2 multiply-adds a vector, of 10.4 FP64 instructions each; some in the 16 x 16
 * triangles take 12. Bytes: each vector is read and written once. The solved components that are
 * read again from L2 amount to n / 128 times the vector. Each group reads T once from L2.
 *
 * Edges: rows of T beyond n are zeros with ones on the diagonal; vectors beyond the last are zeros
 * and not stored. Blocks never wait for one another.
 *
 * Special values: if one of a vector's 16 components of a step is not finite, all 16 are
 * recomputed. This happens to all vectors if an element of the step's diagonal is not finite, or if
 * its modulus is outside 2^-450 .. 2^450. The recomputation uses the operations of cuddreal.h, the
 * right-hand side, which X still holds, and the components solved before. Error bound:
 * docs/numerics.md, small systems.
 */
#ifndef DDBLAS_LEVEL3_TRSM_SYSTEMS_KERNEL_CUH
#define DDBLAS_LEVEL3_TRSM_SYSTEMS_KERNEL_CUH

#include "level3/gemm/residue/gemm_residue_arith.h"
#include "trsm_systems_step.cuh"

/* Returns the largest key among those components of a vector that this thread handles in a step. */
template <int V>
DD_DEVICE uint32_t trsm_key_of(const trsm_systems &s, const trsm_step_memory<V> &step, int first)
{
    constexpr int Lanes = TRSM_THREADS / V;
    uint32_t key = 0;
#pragma unroll
    for (int i = threadIdx.x % Lanes; i < TRSM_STEP; i += Lanes)
    {
        const cuddreal x = step.x(i, threadIdx.x / Lanes);
        if (first + i < s.n)
            key = max(key, max(gemm_key_of(x.x), gemm_key_of(x.y)));
    }
    return key;
}

/* Replaces the key of a vector with the maximum of this key and the key of the solution. If the
 * exponent of the key grows, the number of the vector is appended to the list `grown`. */
template <int V>
DD_DEVICE void trsm_grow(const trsm_systems &s, uint32_t key, int64_t v0)
{
    constexpr int Lanes = TRSM_THREADS / V;
    const int64_t v = v0 + threadIdx.x / Lanes;
#pragma unroll
    for (int distance = Lanes / 2; distance > 0; distance /= 2)
        key = max(key, __shfl_xor_sync(0xffffffffU, key, distance));
    if (threadIdx.x % Lanes > 0 || v >= s.vectors)
        return;
    const uint32_t old = s.keys[v], now = max(old, key);
    const bool grown = gemm_key_exponent(now) != gemm_key_exponent(old);
    s.keys[v] = now;
    if (grown)
    {
        s.uppers[v] = 0;
        s.grown[atomicAdd(s.grown_count, 1U)] = (uint32_t)v;
    }
}

/* The barrier of a group, and the turns of the two groups of a block: only the group whose turn it
 * is executes a step of 16 rows. threadIdx.y is the number of the group. */
template <int Groups>
struct trsm_turns
{
    static __device__ __forceinline__ void group_barrier()
    {
        if (Groups == 1)
            __syncthreads();
        else
            barrier_wait(TRSM_GROUP_BARRIER + threadIdx.y, TRSM_THREADS);
    }
    /* Gives group 0 the first turn. */
    static __device__ __forceinline__ void begin()
    {
        if (Groups == 2 && threadIdx.y == 1)
            barrier_arrive(TRSM_TURN_BARRIER, 2 * TRSM_THREADS);
    }
    static __device__ __forceinline__ void take()
    {
        if (Groups == 2)
            barrier_wait(TRSM_TURN_BARRIER + threadIdx.y, 2 * TRSM_THREADS);
    }
    static __device__ __forceinline__ void pass_on()
    {
        if (Groups == 2)
            barrier_arrive(TRSM_TURN_BARRIER + 1 - threadIdx.y, 2 * TRSM_THREADS);
    }
};

/* Solves the system for the vectors of thread block number blockIdx.x. */
template <int V, int Groups>
DD_DEVICE void trsm_solve(const trsm_systems &s)
{
    typedef trsm_turns<Groups> turns;
    extern __shared__ __align__(16) unsigned char bytes[];
    trsm_memory<V> &memory = ((trsm_memory<V> *)bytes)[threadIdx.y];
    const int lm = threadIdx.x % TRSM_STEP, ln = threadIdx.x / 32 * (V / TRSM_WARPS) + threadIdx.x / TRSM_STEP % 2;
    const int64_t v0 = ((int64_t)blockIdx.x * Groups + threadIdx.y) * V;
    const cuddreal alpha = s.alpha_device ? *s.alpha_device : s.alpha;
    /* If alpha is 0, the result is 0, and neither T nor X is read. */
    if (cuddIsZero(alpha))
    {
        for (int e = threadIdx.x; e < V * s.n; e += TRSM_THREADS)
            if (v0 + e / s.n < s.vectors)
                *s.at(e % s.n, v0 + e / s.n) = cuddFromDouble(0.0);
        if (s.keys)
            trsm_grow<V>(s, 0, v0);
        return;
    }
    turns::begin();
    uint32_t key = 0;
    constexpr int TM = trsm_sums<V>::TM;
    trsm_sums<V> sums;
    trsm_loader<V> loader;
#pragma unroll 1
    for (int first = 0; first < s.n; first += TRSM_ROWS)
    {
        loader.start(s, first, v0);
#pragma unroll
        for (int stage = 0; stage < TRSM_STAGES - 1; stage++)
            loader.fetch(memory);
        sums.start(s, first, v0, loader.vectors, alpha, lm, ln);
        trsm_diagonal<V>(s, memory, first);
#pragma unroll 1
        for (int stage = 0; stage < first / TRSM_TERMS; stage++)
        {
            copy_wait<TRSM_STAGES - 2>();
            turns::group_barrier();
            loader.fetch(memory);
            sums.template take_off<TM>(memory.ring[stage % TRSM_STAGES], TM, lm, ln);
        }
        turns::take();
#pragma unroll 1
        for (int r = 0; r < TRSM_ROWS && first + r < s.n; r += TRSM_STEP)
        {
            /* The number of the stage is even, because a step has two stages. */
            const int stage = (first + r) / TRSM_TERMS % TRSM_STAGES;
            const trsm_step_memory<V> step = {&memory.ring[stage], &memory.ring[stage + 1]};
            if (r == 0)
                copy_wait<1>();
            else
                copy_wait<0>();
            turns::group_barrier();
            loader.fetch(memory);
            if (r > 0)
                loader.fetch(memory);
            const cuddreal d = memory.reciprocal[r + lm];
            trsm_place<V>(step, sums, d, lm, ln);
            sums.shift();
            __syncwarp();
            if (trsm_substitute<V>(memory, step, r))
            {
                const int v = threadIdx.x * V / TRSM_THREADS;
                if (v < loader.vectors)
                    trsm_carefully<V>(s, step, first + r, v, v0 + v, alpha);
            }
            __syncwarp();
            trsm_store<V>(s, step, first + r, v0, loader.vectors);
            if (s.keys)
                key = max(key, trsm_key_of<V>(s, step, first + r));
            const int left = TM - 1 - r / TRSM_STEP;
#pragma unroll 1
            for (int half = 0; half < 2 && left > 0; half++)
                sums.template take_off<TM - 1>(memory.ring[stage + half], left, lm + r + TRSM_STEP, ln);
        }
        turns::pass_on();
        copy_wait<0>();
        /* All solutions must be stored here, because the copies for the next 64 rows read them. */
        turns::group_barrier();
    }
    if (s.keys)
        trsm_grow<V>(s, key, v0);
}

/* Number of blocks of trsm_systems_kernel that should fit a multiprocessor at once. */
template <int V, int Groups>
static constexpr int trsm_resident = (V == 32 ? 2 : 4) / Groups;

template <int V, int Groups>
__global__ void __launch_bounds__(Groups *TRSM_THREADS, (trsm_resident<V, Groups>))
    trsm_systems_kernel(const __grid_constant__ trsm_systems s)
{
    trsm_solve<V, Groups>(s);
}

#endif
