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
 *   1. Sums start with alpha b. They are in registers; a thread has rows lm + 16 r.
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
 * step 3: while one group waits for its chains of dependent operations, the other has sums to fill
 * the multiprocessor with. Two separate blocks do not achieve this: the scheduler serves the older
 * one first; it ends early and leaves the other alone.
 *
 * Work: n^2 / 2 multiply-adds a vector, 10.4 FP64 instructions each, 12 for some of those in the 16
 * x 16 triangles. Bytes: vectors once in and once out, and n / 128 times from L2; T from L2 once a
 * group.
 *
 * Edges: rows of T beyond n are zeros with ones on the diagonal; vectors beyond the last are zeros
 * and not stored. Blocks never wait for one another.
 *
 * Special values: if one of a vector's 16 components of a step is not finite, all 16 are
 * recomputed. If a reciprocal is not safe, this happens to all vectors. The recomputation uses the
 * operations of cuddreal.h, the right-hand side, which is still in its place, and the components
 * solved before. Error bound: docs/numerics.md, small systems.
 */
#ifndef DDBLAS_LEVEL3_TRSM_SYSTEMS_KERNEL_CUH
#define DDBLAS_LEVEL3_TRSM_SYSTEMS_KERNEL_CUH

#include "backend/instructions.cuh"
#include "level3/gemm/residue/gemm_residue_arith.h"

/* The systems: component i of vector v at x[i step + v stride], T(i, j) at A[i row + j column], T
 * lower. step, row and column may be negative. */
struct trsm_systems
{
    const cuddreal *A;
    cuddreal *x;
    int64_t row, column, step, stride, vectors;
    int n;
    bool unit;
    cuddreal alpha;
    const cuddreal *alpha_device;
    uint32_t *keys, *uppers, *grown, *grown_count; /* See ddblas_systems; keys may be null. */

    __device__ __forceinline__ const cuddreal *t(int i, int j) const { return A + i * row + j * column; }
    __device__ __forceinline__ cuddreal *at(int i, int64_t v) const { return x + i * step + v * stride; }
};

enum
{
    TRSM_THREADS = 128, /* Threads of a group. */
    TRSM_ROWS = 64,     /* Rows whose sums are in registers at the same time. */
    TRSM_STEP = 16,     /* Rows substituted at a time. */
    /* Terms of a stage, and terms between normalisations. */
    TRSM_TERMS = 8,
    TRSM_STAGES = 4,
    TRSM_WARPS = TRSM_THREADS / 32,
    /* Numbers of named barriers: those of groups 0 and 1 come first, then those at which the groups
     * wait for their turn. */
    TRSM_GROUP_BARRIER = 1,
    TRSM_TURN_BARRIER = 3
};

template <int V>
struct trsm_memory
{
    struct stage
    {
        cuddreal t[TRSM_TERMS][TRSM_ROWS + 1], x[TRSM_TERMS][V + 1];
    };
    stage ring[TRSM_STAGES];
    /* r_i T(i, j) for the columns j of a step's own 16 rows. */
    cuddreal scaled[TRSM_STEP][TRSM_ROWS + 1];
    cuddreal reciprocal[TRSM_ROWS];
    bool safe[TRSM_ROWS]; /* The reciprocal is in a safe range. */
};

/* Returns -a without treating special values: no branch in the inner loop. */
DD_DEVICE cuddreal trsm_minus(cuddreal a) { return cuddMake(-a.x, -a.y); }

/* A thread's part in copying terms to shared memory, stage after stage: elements (line + i lines,
 * term + i terms). A line is a row of T or a vector. */
struct trsm_copy
{
    const cuddreal *from;
    int64_t step, advance;
    int line, term, lines, terms;

    template <int Lines>
    __device__ __forceinline__ void start(const cuddreal *X, int64_t line_stride, int64_t term_stride)
    {
        const bool down = line_stride == 1 || line_stride == -1;
        line = down ? threadIdx.x % Lines : threadIdx.x / TRSM_TERMS;
        term = down ? threadIdx.x / Lines : threadIdx.x % TRSM_TERMS;
        lines = down ? 0 : TRSM_THREADS / TRSM_TERMS;
        terms = down ? TRSM_THREADS / Lines : 0;
        from = X + line * line_stride + term * term_stride;
        step = lines * line_stride + terms * term_stride;
        advance = TRSM_TERMS * term_stride;
    }
};

/* Loads the stages of 64 rows of T and of V vectors. */
template <int V>
struct trsm_loader
{
    trsm_copy t, x;
    /* First row; rows of T from there on; vectors; number of the next stage. */
    int first, rows, vectors, next;

    __device__ __forceinline__ void start(const trsm_systems &s, int first_row, int64_t v0)
    {
        first = first_row;
        rows = s.n - first_row;
        vectors = (int)(s.vectors - v0 < V ? s.vectors - v0 : V);
        next = 0;
        t.start<TRSM_ROWS>(s.A + first * s.row, s.row, s.column);
        x.start<V>(s.x + v0 * s.stride, s.stride, s.step);
    }

    /* Starts the copies of the next stage: T's terms below the diagonal, zeros elsewhere, and the
     * solved rows of the vectors. */
    __device__ __forceinline__ void fetch(trsm_memory<V> &memory)
    {
        typename trsm_memory<V>::stage &to = memory.ring[next % TRSM_STAGES];
        const int beyond = next * TRSM_TERMS - first;
        if (beyond < TRSM_ROWS)
#pragma unroll
            for (int i = 0; i < TRSM_ROWS * TRSM_TERMS / TRSM_THREADS; i++)
            {
                const int l = t.line + i * t.lines, j = t.term + i * t.terms;
                copy_async<16>(&to.t[j][l], t.from + i * t.step, l < rows && beyond + j < l ? 16 : 0);
            }
        if (beyond < 0)
#pragma unroll
            for (int i = 0; i < V * TRSM_TERMS / TRSM_THREADS; i++)
            {
                const int v = x.line + i * x.lines, j = x.term + i * x.terms;
                copy_async<16>(&to.x[j][v], x.from + i * x.step, v < vectors ? 16 : 0);
            }
        t.from += t.advance;
        x.from += x.advance;
        next++;
        copy_commit();
    }
};

/* Computes the reciprocals of the diagonal for rows first .. first + 63. Stores them, and r_i T(i,
 * j) for the columns j < i of the row's own step. */
template <int V>
DD_DEVICE void trsm_diagonal(const trsm_systems &s, trsm_memory<V> &memory, int first)
{
    const int l = threadIdx.x % TRSM_ROWS, from = threadIdx.x / TRSM_ROWS * TRSM_TERMS, i = first + l;
    const cuddreal d = i < s.n && !s.unit ? *s.t(i, i) : cuddFromDouble(1.0), reciprocal = cuddDDiv(1.0, d);
    if (from == 0)
    {
        memory.reciprocal[l] = reciprocal;
        memory.safe[l] = cuddIsFinite(d) && cudd_mid_range(d.x);
    }
#pragma unroll
    for (int j = from; j < from + TRSM_TERMS; j++)
    {
        const cuddreal t = j < l % TRSM_STEP && i < s.n ? *s.t(i, i - l % TRSM_STEP + j) : cuddFromDouble(0.0);
        memory.scaled[j][l] = cudd_mul_parts(t.x, t.y, reciprocal.x, reciprocal.y);
    }
}

/* A thread's sums: rows lm + 16 r of vectors ln + 2 c. */
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

    /* Subtracts two terms from row r of a thread. */
    __device__ __forceinline__ void take_off_row(const typename trsm_memory<V>::stage &stage, int term, int r, int lm,
                                                 const cuddreal (&b)[2][TN])
    {
        const cuddreal a0 = trsm_minus(stage.t[term][lm + r * TRSM_STEP]), a1 = trsm_minus(stage.t[term + 1][lm + r * TRSM_STEP]);
#pragma unroll
        for (int j = 0; j < TN; j++)
            sum[r][j].mac_pair(a0, b[0][j], a1, b[1][j]);
    }

    /* Subtracts the terms of a stage from the thread's first `rows` rows, at most Most. With Most =
     * TM the loops are unrolled completely, for all rows. */
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

    /* Drops the first row, which is solved, and moves the others up. */
    __device__ __forceinline__ void shift()
    {
#pragma unroll
        for (int r = 0; r + 1 < TM; r++)
#pragma unroll
            for (int j = 0; j < TN; j++)
                sum[r][j] = sum[r + 1][j];
    }
};

/* The two stages that belong to a step of 16 rows. They hold T's terms and the solved rows; each
 * warp uses only its own vectors. */
template <int V>
struct trsm_step_memory
{
    typename trsm_memory<V>::stage *first, *second;

    __device__ __forceinline__ cuddreal &x(int i, int v) const { return (i < TRSM_TERMS ? first : second)->x[i % TRSM_TERMS][v]; }
};

/* Recomputes 16 components of vector v from row `first` on by the operations of cuddreal.h, which
 * treat all special values. */
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

/* Stores the sums of a thread's first row times d = r_i in shared memory. */
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

/* Substitutes rows first .. first + 15 of the 64. Lanes threads work on a vector; thread q of them
 * has rows q + Lanes i. Lanes rows are solved one after another; then their terms, two at a time,
 * are subtracted from the rows that follow. Returns true in a vector's first thread if its
 * components must be recomputed. */
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
/* This also changes the k-th rows of threads up to l, which nobody reads any more. */
#pragma unroll
        for (int l = 0; l < Lanes; l++)
        {
            cuddreal x = cuddFastTwoSum(sum[k].s, sum[k].c);
            mine = q == l ? x : mine;
            x.x = __shfl_sync(0xffffffffU, x.x, l, Lanes);
            x.y = __shfl_sync(0xffffffffU, x.y, l, Lanes);
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

/* Stores the solutions of a step in X; each warp stores its own vectors. */
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

/* Returns the largest key of the components of a vector that this thread handles in a step. */
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

/* Updates a vector's key with that of its new components. If the exponent grows, the vector joins
 * the list `grown`. */
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

/* Turns of a block's groups; threadIdx.y is the group. */
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

template <int V, int Groups>
__global__ void __launch_bounds__(Groups *TRSM_THREADS, (V == 32 ? 2 : 4) / Groups)
    trsm_systems_kernel(const __grid_constant__ trsm_systems s)
{
    typedef trsm_turns<Groups> turns;
    extern __shared__ __align__(16) unsigned char bytes[];
    trsm_memory<V> &memory = ((trsm_memory<V> *)bytes)[threadIdx.y];
    const int lm = threadIdx.x % TRSM_STEP, ln = threadIdx.x / 32 * (V / TRSM_WARPS) + threadIdx.x / TRSM_STEP % 2;
    const int64_t v0 = ((int64_t)blockIdx.x * Groups + threadIdx.y) * V;
    const cuddreal alpha = s.alpha_device ? *s.alpha_device : s.alpha;
    /* alpha = 0: nothing is read. */
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
            const int stage = (first + r) / TRSM_TERMS % TRSM_STAGES; /* Even. */
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
        turns::group_barrier(); /* The copies for the next rows read what has been stored. */
    }
    if (s.keys)
        trsm_grow<V>(s, key, v0);
}

#endif
