/*
 * Triangular systems in double-double with many right-hand sides: X = T^-1 (alpha B), T of order n at most 256, in place.
 *
 *   x_i = alpha b_i r_i - sum over j < i of (r_i T(i, j)) x_j,   r_i the reciprocal of T(i, i) in double-double
 *
 * T is lower triangular: an upper triangle is read backwards, with negative strides. A block of 128 threads takes V vectors, 16
 * for few of them and 32 for many, and all of T, 64 rows at a time. Their sums are in registers, those of rows lm + 16 r in one
 * thread, and start with alpha b. Terms come 8 at a time through a ring of four stages in shared memory, T's and, of rows that
 * are solved, X's; both from the L2 cache. Then four steps follow, each for 16 rows and two stages: their sums go to shared
 * memory times r_i, T's 16 x 16 likewise, 128 / V threads substitute a vector, the results are stored, and are 16 terms more for
 * the sums of the rows below.
 *
 * Work: n^2 / 2 multiply-adds a vector, 10.4 FP64 instructions each, but for those of the 16 x 16 triangles, 12. Bytes: vectors
 * once in and once out, and n / 128 times from L2; T from L2 once a block.
 *
 * Edges: rows of T beyond n are zeros, ones on the diagonal; vectors beyond the last are zeros and not stored. Blocks never wait
 * for one another.
 *
 * Special values: 16 components of a vector where one is not finite, and all vectors where a reciprocal is not safe, are computed
 * again by the operations of cuddreal.h from the right-hand side, which is still in its place, and the components before them.
 * Error bound: docs/numerics.md, small systems.
 */
#ifndef DDBLAS_LEVEL3_TRSM_SYSTEMS_KERNEL_CUH
#define DDBLAS_LEVEL3_TRSM_SYSTEMS_KERNEL_CUH

#include "../backend/instructions.cuh"

/* Component i of vector v at x[i step + v stride], T(i, j) at A[i row + j column], lower; step, row, column of either sign. */
struct trsm_systems
{
    const cuddreal *A;
    cuddreal *x;
    int64_t row, column, step, stride, vectors;
    int n;
    bool unit;
    cuddreal alpha;
    const cuddreal *alpha_device;

    __device__ __forceinline__ const cuddreal *t(int i, int j) const { return A + i * row + j * column; }
    __device__ __forceinline__ cuddreal *at(int i, int64_t v) const { return x + i * step + v * stride; }
};

enum
{
    TRSM_THREADS = 128,
    TRSM_ROWS = 64, /* whose sums are in registers together */
    TRSM_STEP = 16, /* rows substituted at a time */
    TRSM_TERMS = 8, /* of a stage, and between normalisations */
    TRSM_STAGES = 4,
    TRSM_ACROSS = TRSM_THREADS / TRSM_STEP
};

template <int V>
struct trsm_memory
{
    struct stage
    {
        cuddreal t[TRSM_TERMS][TRSM_ROWS + 1], x[TRSM_TERMS][V + 1];
    };
    stage ring[TRSM_STAGES];
    cuddreal reciprocal[TRSM_ROWS];
    bool safe[TRSM_ROWS]; /* the reciprocal is */
};

/* -a without a thought of special values: no branch in the inner loop. */
DD_DEVICE cuddreal trsm_minus(cuddreal a) { return cuddMake(-a.x, -a.y); }

/* How a thread copies lines of terms, stage after stage: elements (line + i lines, term + i terms). */
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

/* The stages of 64 rows of T and of V vectors. */
template <int V>
struct trsm_loader
{
    trsm_copy t, x;
    int first, rows, vectors, next; /* the first row, rows that T has from there on; the stage to come */

    __device__ __forceinline__ void start(const trsm_systems &s, int first_row, int64_t v0)
    {
        first = first_row;
        rows = s.n - first_row;
        vectors = (int)(s.vectors - v0 < V ? s.vectors - v0 : V);
        next = 0;
        t.start<TRSM_ROWS>(s.A + first * s.row, s.row, s.column);
        x.start<V>(s.x + v0 * s.stride, s.stride, s.step);
    }

    /* Terms below the diagonal of rows that exist, zeros in the place of others; of vectors those that are solved. */
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

/* Reciprocals of the diagonal of rows first .. first + 63. */
template <int V>
DD_DEVICE void trsm_reciprocals(const trsm_systems &s, trsm_memory<V> &memory, int first)
{
    const int i = first + threadIdx.x;
    if (threadIdx.x >= TRSM_ROWS)
        return;
    const cuddreal one = cuddFromDouble(1.0), d = i < s.n && !s.unit ? *s.t(i, i) : one;
    memory.reciprocal[threadIdx.x] = cuddDDiv(1.0, d);
    memory.safe[threadIdx.x] = cuddIsFinite(d) && cudd_mid_range(d.x);
}

/* Sums of rows lm + 16 r and vectors ln + 8 c of a thread. */
template <int V>
struct trsm_sums
{
    static constexpr int TM = TRSM_ROWS / TRSM_STEP, TN = V / TRSM_ACROSS;
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
                const int i = first + lm + r * TRSM_STEP, v = ln + j * TRSM_ACROSS;
                cuddreal b = i < p.n && v < vectors ? *p.at(i, v0 + v) : cuddFromDouble(0.0);
                if (scaled)
                    b = cudd_mul_parts(alpha.x, alpha.y, b.x, b.y);
                sum[r][j].s = b.x;
                sum[r][j].c = b.y;
            }
    }

    /* Takes the terms of a stage off rows 16 From and further. */
    template <int From>
    __device__ __forceinline__ void take_off(const typename trsm_memory<V>::stage &stage, int lm, int ln)
    {
#pragma unroll
        for (int t = 0; t < TRSM_TERMS; t += 2)
        {
            cuddreal a[2][TM], b[2][TN];
#pragma unroll
            for (int u = 0; u < 2; u++)
            {
#pragma unroll
                for (int r = From; r < TM; r++)
                    a[u][r] = trsm_minus(stage.t[t + u][lm + r * TRSM_STEP]);
#pragma unroll
                for (int j = 0; j < TN; j++)
                    b[u][j] = stage.x[t + u][ln + j * TRSM_ACROSS];
            }
#pragma unroll
            for (int r = From; r < TM; r++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    sum[r][j].mac_pair(a[0][r], b[0][j], a[1][r], b[1][j]);
        }
#pragma unroll
        for (int r = From; r < TM; r++)
#pragma unroll
            for (int j = 0; j < TN; j++)
                sum[r][j].renormalise_finite();
    }
};

/* The two stages of a step of 16 rows: T's terms of theirs, and beside them the rows' solutions. */
template <int V>
struct trsm_step_memory
{
    typename trsm_memory<V>::stage *first, *second;

    __device__ __forceinline__ cuddreal &x(int i, int v) const { return (i < TRSM_TERMS ? first : second)->x[i % TRSM_TERMS][v]; }
    __device__ __forceinline__ cuddreal &t(int l, int j) const { return (j < TRSM_TERMS ? first : second)->t[j % TRSM_TERMS][l]; }
};

/* The 16 components of vector v from number `first` on by the operations of cuddreal.h, which know all special values. */
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

/* A step's sums times reciprocals in shared memory. */
template <int R, int V>
DD_DEVICE void trsm_place(const trsm_step_memory<V> &memory, const trsm_sums<V> &sums, cuddreal d, int lm, int ln)
{
#pragma unroll
    for (int j = 0; j < trsm_sums<V>::TN; j++)
    {
        const cuddreal b = cuddTwoSum(sums.sum[R][j].s, sums.sum[R][j].c);
        memory.x(lm, ln + TRSM_ACROSS * j) = cudd_mul_parts(b.x, b.y, d.x, d.y);
    }
}

/* Lanes threads substitute a vector, rows q + Lanes i each, in a step's rows first .. first + 15 of the 64. */
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
    const cuddreal *t = &step.first->t[0][first + q];
#pragma unroll
    for (int k = 0; k < Rows; k++)
    {
        cuddreal mine = cuddMake(0.0, 0.0);
#pragma unroll 1
        for (int l = 0; l < Lanes; l++)
        {
            cuddreal x = cuddTwoSum(sum[k].s, sum[k].c);
            mine = q == l ? x : mine;
            x.x = __shfl_sync(0xffffffffU, x.x, l, Lanes);
            x.y = __shfl_sync(0xffffffffU, x.y, l, Lanes);
#pragma unroll
            for (int i = k; i < Rows; i++) /* rows up to the l-th change as well, where nobody looks */
                sum[i].mac(trsm_minus(t[Lanes * i]), x);
            t += TRSM_ROWS + 1;
            if (Lanes * k + l == TRSM_TERMS - 1)
            {
                t = &step.second->t[0][first + q];
#pragma unroll
                for (int i = k; i < Rows; i++)
                    sum[i].renormalise_finite();
            }
        }
        fine = fine && dd_is_finite(mine.x) && dd_is_finite(mine.y);
        step.x(q + Lanes * k, v) = mine;
    }
    const unsigned refused = __ballot_sync(0xffffffffU, !fine) >> (threadIdx.x % 32 / Lanes * Lanes) & ((1U << Lanes) - 1);
    return refused && q == 0;
}

/* Solutions of a step to their places in X. */
template <int V>
DD_DEVICE void trsm_store(const trsm_systems &s, const trsm_step_memory<V> &step, int first, int64_t v0, int vectors)
{
    const bool down = s.step == 1 || s.step == -1;
#pragma unroll
    for (int e = threadIdx.x; e < V * TRSM_STEP; e += TRSM_THREADS)
    {
        const int v = down ? e / TRSM_STEP : e % V, i = down ? e % TRSM_STEP : e / V;
        if (v < vectors && first + i < s.n)
            *s.at(first + i, v0 + v) = step.x(i, v);
    }
}

template <int V>
__global__ void __launch_bounds__(TRSM_THREADS, V == 32 ? 2 : 4) trsm_systems_kernel(const __grid_constant__ trsm_systems s)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    trsm_memory<V> &memory = *(trsm_memory<V> *)bytes;
    const int lm = threadIdx.x % TRSM_STEP, ln = threadIdx.x / TRSM_STEP;
    const int64_t v0 = (int64_t)blockIdx.x * V;
    const cuddreal alpha = s.alpha_device ? *s.alpha_device : s.alpha;
    if (cuddIsZero(alpha)) /* nothing is read */
    {
        for (int e = threadIdx.x; e < V * s.n; e += TRSM_THREADS)
            if (v0 + e / s.n < s.vectors)
                *s.at(e % s.n, v0 + e / s.n) = cuddFromDouble(0.0);
        return;
    }
    trsm_sums<V> sums;
    trsm_loader<V> loader;
#pragma unroll 1
    for (int first = 0; first < s.n; first += TRSM_ROWS)
    {
        loader.start(s, first, v0);
#pragma unroll
        for (int stage = 0; stage < TRSM_STAGES - 1; stage++)
            loader.fetch(memory);
        trsm_reciprocals<V>(s, memory, first);
        sums.start(s, first, v0, loader.vectors, alpha, lm, ln);
#pragma unroll 1
        for (int stage = 0; stage < first / TRSM_TERMS; stage++)
        {
            copy_wait<TRSM_STAGES - 2>();
            __syncthreads();
            loader.fetch(memory);
            sums.template take_off<0>(memory.ring[stage % TRSM_STAGES], lm, ln);
        }
#pragma unroll 1
        for (int r = 0; r < TRSM_ROWS && first + r < s.n; r += TRSM_STEP)
        {
            const int stage = (first + r) / TRSM_TERMS % TRSM_STAGES; /* even */
            const trsm_step_memory<V> step = {&memory.ring[stage], &memory.ring[stage + 1]};
            copy_wait<1>();
            __syncthreads();
            loader.fetch(memory);
            const cuddreal d = memory.reciprocal[r + lm];
            if (r == 0)
                trsm_place<0>(step, sums, d, lm, ln);
            else if (r == TRSM_STEP)
                trsm_place<1>(step, sums, d, lm, ln);
            else if (r == 2 * TRSM_STEP)
                trsm_place<2>(step, sums, d, lm, ln);
            else
                trsm_place<3>(step, sums, d, lm, ln);
#pragma unroll
            for (int j = ln; j < TRSM_STEP; j += TRSM_ACROSS)
            {
                cuddreal &t = step.t(r + lm, j);
                t = cudd_mul_parts(t.x, t.y, d.x, d.y);
            }
            __syncthreads();
            if (trsm_substitute<V>(memory, step, r))
            {
                const int v = threadIdx.x * V / TRSM_THREADS;
                if (v < loader.vectors)
                    trsm_carefully<V>(s, step, first + r, v, v0 + v, alpha);
            }
            __syncthreads();
            trsm_store<V>(s, step, first + r, v0, loader.vectors);
            if (r == 0)
            {
                sums.template take_off<1>(*step.first, lm, ln);
                sums.template take_off<1>(*step.second, lm, ln);
            }
            else if (r == TRSM_STEP)
            {
                sums.template take_off<2>(*step.first, lm, ln);
                sums.template take_off<2>(*step.second, lm, ln);
            }
            else if (r == 2 * TRSM_STEP)
            {
                sums.template take_off<3>(*step.first, lm, ln);
                sums.template take_off<3>(*step.second, lm, ln);
            }
            __syncthreads();
            loader.fetch(memory);
        }
        copy_wait<0>();
        __syncthreads(); /* the next rows' copies read what has been stored */
    }
}

#endif
