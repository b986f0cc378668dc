/*
 * A step of the reduction to tridiagonal form on the CUDA engine: all that lies between the product
 * p = M v of one column and that of the next (sytrd_blocks.c has the formulas). One cooperative
 * launch with two barriers. `top` is the row and column that the step begins at; rows are counted
 * from there, and v and p begin there too:
 *
 *   finish    r = Q^H v and s = p^H v, sums over all rows                      first barrier
 *             p = p - P r;  w = tau p - 1/2 |tau|^2 (p^H v) v
 *   reflect   a = a - P conj(Q(top, :)) for column `top` of M, whose first element becomes d
 *             the exponent and the sum of squares of its rows 1, 2, ...        second barrier
 *             e, tau, and the next v
 *
 * The first step of a panel has no part "finish", the last one no part "reflect". P holds the
 * columns v_0, w_0, v_1, w_1, ..., and Q the columns w_0, v_0, w_1, v_1, ... Therefore P^H v is r
 * with neighbouring elements exchanged, and p^H v of the updated p follows from s and r without
 * another sum over the rows.
 *
 * Order of the sums. The blocks have equal stretches of rows, whose length depends on the number of
 * rows alone. Four threads add the sums of every fourth block; their four results are added in a
 * fixed order. Every block computes all these totals itself, in the same order.
 *
 * All blocks need p(0). Each computes it itself, in an order of summation that differs from that of
 * the other rows; the block that has row 0 uses this value too.
 *
 * Bytes: Q, P and a column of M are read once, mostly from the L2 cache.
 */
#ifndef DDBLAS_EIGEN_SYTRD_STEP_KERNEL_CUH
#define DDBLAS_EIGEN_SYTRD_STEP_KERNEL_CUH

#include "eigen_device.cuh"
#include "factor/cuda/resident.cuh"
#include "level2/symv/cuda/symv_device.cuh"

enum
{
    STEP_THREADS = 256,
    STEP_WARPS = STEP_THREADS / 32,
    STEP_BLOCKS = 64, /* Largest number of blocks; four threads add the sums of 16 blocks each. */
    STEP_SHARE = STEP_BLOCKS / 4,
    STEP_TERMS = 62, /* Largest number of columns of P and Q before v. */
    STEP_SLOTS = 64, /* Numbers of a block in `sums`: its parts of r and s; in the first block also p(0). */
    STEP_FIRST = 63, /* The slot of p(0). */
    STEP_CHUNK = 64, /* Rows that a block updates at once. */
    STEP_OF_WARP = 8 /* Most columns of P that a warp multiplies: STEP_TERMS / STEP_WARPS, rounded up. */
};

/* The data about its rows of column `top` that a block publishes. */
template <class T>
struct __align__(16) step_square
{
    T alpha;         /* The element in row 1; only the first block has it. */
    cuddreal square; /* The sum of squares of rows 2, 3, ..., multiplied by 2^-exponent. */
    int exponent;    /* The largest exponent of an element in rows 1, 2, ... */
    int unused[3];
};

template <class T>
struct step
{
    int64_t rows, stretch; /* Number of rows from `top` on; number of rows of a block. */
    bool finish, reflect;
    int terms;      /* Columns of P and Q before v. */
    const T *P, *Q; /* The elements in row `top` of their first columns. */
    int64_t ld;
    const T *v;         /* The current column v, stored in P. */
    T *p, *w;           /* p, which w replaces, stored in P; a copy of w, stored in Q. */
    T *a;               /* Column `top` of M, from its row `top` on. */
    T *next_p, *next_q; /* The places of the next v in P and Q, from row `top` on. */
    const T *tau;       /* tau of the reflector v. */
    cuddreal *d, *e;    /* The elements of d and e that belong to column `top`. */
    T *next_tau;
    T *sums;                 /* STEP_SLOTS numbers for each block. */
    step_square<T> *squares; /* One element for each block. */
    unsigned *arrived;       /* Counter of the barriers, 0 at the launch. */
};

template <class T>
struct step_shared
{
    T r[STEP_SLOTS], row[STEP_SLOTS];     /* r: Q^H v, followed by s. row: conj(Q(top, :)). */
    T first, alpha;                       /* first: p(0) after the update. alpha: -1/2 |tau|^2 p^H v. */
    T updates[2][STEP_WARPS][STEP_CHUNK]; /* Each warp's part of P r (0) and of P row (1). */
    cuddreal squares[2];
    int exponents[2];
    cuddreal beta;
    T next_tau, factor;
};

/* Elements of P of one lane: the columns of its warp in rows l and l + 32 of a chunk, l the lane.
 * */
template <class T>
struct step_columns
{
    T x[2][STEP_OF_WARP];
};

/* Returns the sum of the values of a warp, to every lane. */
template <class T>
DD_DEVICE T step_sum_of_warp(T mine)
{
#pragma unroll
    for (int m = 16; m >= 1; m /= 2)
        mine = scalar<T>::merge(mine, shuffle_xor(mine, m));
    return mine;
}

/* Returns the largest of the values of the block's first 64 threads, to every thread. */
template <class T>
static __device__ int step_largest(step_shared<T> *s, int mine)
{
    if (threadIdx.x < 64)
    {
        for (int m = 16; m >= 1; m /= 2)
            mine = max(mine, shuffle_xor(mine, m));
        if (threadIdx.x % 32 == 0)
            s->exponents[threadIdx.x / 32] = mine;
    }
    __syncthreads();
    return max(s->exponents[0], s->exponents[1]);
}

/* ---- the end of a column --------------------------------------------------------------------- */

/* Computes the block's part of r and s, and stores p(0). A warp computes AT_ONCE neighbouring sums
 * at a time. */
template <class T>
static __device__ void step_sum_rows(const step<T> &c, int64_t first, int64_t end)
{
    typedef typename scalar<T>::accumulator accumulator;
    constexpr int AT_ONCE = sizeof(T) > 16 ? 4 : 8;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    T *slots = c.sums + (int64_t)blockIdx.x * STEP_SLOTS;
    for (int k = warp * AT_ONCE; k <= c.terms; k += STEP_WARPS * AT_ONCE)
    {
        accumulator sum[AT_ONCE];
        const T *column[AT_ONCE];
#pragma unroll
        for (int u = 0; u < AT_ONCE; u++)
        {
            sum[u].clear();
            column[u] = k + u < c.terms ? c.Q + (k + u) * c.ld : c.p;
        }
        int count = 0;
        for (int64_t i = first + lane; i < end; i += 32)
        {
            const T v = c.v[i];
#pragma unroll
            for (int u = 0; u < AT_ONCE; u++)
                sum[u].mac(scalar<T>::conj(column[u][i]), v);
            if (++count % 8 == 0)
#pragma unroll
                for (int u = 0; u < AT_ONCE; u++)
                    sum[u].renormalise();
        }
#pragma unroll
        for (int u = 0; u < AT_ONCE; u++)
        {
            const T all = step_sum_of_warp(sum[u].value());
            if (lane == 0 && k + u <= c.terms)
                slots[k + u] = all;
        }
    }
    if (blockIdx.x == 0 && threadIdx.x == 0)
        slots[STEP_FIRST] = c.p[0];
}

/* Adds the parts of r and s of all blocks, and computes row, p(0) and alpha. */
template <class T>
static __device__ void step_add_sums(const step<T> &c, step_shared<T> *s)
{
    const int part = threadIdx.x % 4, k = threadIdx.x / 4, blocks = gridDim.x;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    T parts[STEP_SHARE];
#pragma unroll
    for (int u = 0; u < STEP_SHARE; u++)
        parts[u] =
            k <= c.terms && part + 4 * u < blocks ? resident_load(&c.sums[(part + 4 * u) * STEP_SLOTS + k]) : scalar<T>::zero();
    for (int t = (int)threadIdx.x; t < c.terms; t += STEP_THREADS)
        s->row[t] = scalar<T>::conj(c.Q[t * c.ld]);
    T sum = parts[0];
#pragma unroll
    for (int u = 1; u < STEP_SHARE; u++)
        sum = scalar<T>::merge(sum, parts[u]);
    sum = scalar<T>::merge(sum, shuffle_xor(sum, 1));
    sum = scalar<T>::merge(sum, shuffle_xor(sum, 2));
    if (part == 0)
        s->r[k] = sum;
    __syncthreads();
    if (warp >= 2)
        return;
    sum = scalar<T>::zero();
    for (int t = lane; t < c.terms; t += 32)
        sum =
            warp == 0 ? scalar<T>::fma(scalar<T>::conj(s->r[t]), s->r[t ^ 1], sum) : scalar<T>::fma(c.P[t * c.ld], s->r[t], sum);
    sum = scalar<T>::neg(step_sum_of_warp(sum));
    if (lane == 0 && warp == 0)
        s->alpha = times_real(scalar<T>::add(s->r[c.terms], sum), cuddMulD(norm_of(*c.tau), -0.5));
    if (lane == 0 && warp == 1)
        s->first = scalar<T>::add(resident_load(&c.sums[STEP_FIRST]), sum);
}

template <class T>
static __device__ step_columns<T> step_load_columns(const step<T> &c, int64_t from, int64_t end)
{
    step_columns<T> columns;
#pragma unroll
    for (int h = 0; h < 2; h++)
#pragma unroll
        for (int u = 0; u < STEP_OF_WARP; u++)
        {
            const int k = (int)threadIdx.x / 32 + u * STEP_WARPS;
            const int64_t i = from + threadIdx.x % 32 + 32 * h;
            columns.x[h][u] = k < c.terms && i < end ? c.P[i + k * c.ld] : scalar<T>::zero();
        }
    return columns;
}

/* Computes the warp's parts of P r and P row. */
template <class T>
static __device__ void step_multiply_columns(const step<T> &c, step_shared<T> *s, const step_columns<T> &columns)
{
    typedef typename scalar<T>::accumulator accumulator;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll
    for (int h = 0; h < 2; h++)
    {
        accumulator of_r, of_row;
        of_r.clear();
        of_row.clear();
#pragma unroll
        for (int u = 0; u < STEP_OF_WARP; u++)
            if (warp + u * STEP_WARPS < c.terms)
            {
                of_r.mac(columns.x[h][u], s->r[warp + u * STEP_WARPS]);
                of_row.mac(columns.x[h][u], s->row[warp + u * STEP_WARPS]);
            }
        s->updates[0][warp][lane + 32 * h] = of_r.value();
        s->updates[1][warp][lane + 32 * h] = of_row.value();
    }
}

template <class T>
DD_DEVICE T step_sum_of_parts(T (*parts)[STEP_CHUNK])
{
    T sum[STEP_WARPS];
#pragma unroll
    for (int q = 0; q < STEP_WARPS; q++)
        sum[q] = parts[q][threadIdx.x];
#pragma unroll
    for (int d = STEP_WARPS / 2; d > 0; d /= 2)
#pragma unroll
        for (int q = 0; q < d; q++)
            sum[q] = scalar<T>::merge(sum[q], sum[q + d]);
    return sum[0];
}

/* Computes w and updates column a in the rows [first, end). `columns` holds the elements of P in
 * the first chunk. */
template <class T>
static __device__ void step_update_rows(const step<T> &c, step_shared<T> *s, step_columns<T> columns, int64_t first, int64_t end)
{
    for (int64_t from = first; from < end; from += STEP_CHUNK)
    {
        if (from > first)
            columns = step_load_columns(c, from, end);
        step_multiply_columns(c, s, columns);
        __syncthreads(); /* All warps have stored their parts; in the first pass alpha and p(0) are stored too. */
        const int64_t i = from + threadIdx.x;
        if (threadIdx.x < STEP_CHUNK && i < end)
        {
            const T tau = *c.tau, v = c.v[i], before = c.p[i], a = c.reflect ? c.a[i] : scalar<T>::zero();
            const T p = i == 0 ? s->first : scalar<T>::add(before, scalar<T>::neg(step_sum_of_parts(s->updates[0])));
            const T w = scalar<T>::add(scalar<T>::mul(tau, p), scalar<T>::mul(s->alpha, v));
            const T w_0 = scalar<T>::add(scalar<T>::mul(tau, s->first), s->alpha); /* v(0) = 1. */
            c.p[i] = w;
            c.w[i] = w;
            if (c.reflect)
                c.a[i] = scalar<T>::add(a, scalar<T>::neg(scalar<T>::add(step_sum_of_parts(s->updates[1]),
                                                                         scalar<T>::fma(v, scalar<T>::conj(w_0), w))));
        }
        __syncthreads();
    }
}

/* ---- the reflector of the next column -------------------------------------------------------- */

/* Computes the largest exponent and the sum of squares of the block's rows of column a. */
template <class T>
static __device__ void step_square_rows(const step<T> &c, step_shared<T> *s, int64_t first, int64_t end)
{
    int mine = QR_LEAST_EXPONENT;
    if (threadIdx.x < STEP_CHUNK)
        for (int64_t i = first + threadIdx.x; i < end; i += STEP_CHUNK)
            if (i >= 1)
                mine = max(mine, exponent_of(c.a[i]));
    const int exponent = step_largest(s, mine);
    if (threadIdx.x < STEP_CHUNK)
    {
        cuddreal square = cuddFromDouble(0.0);
        for (int64_t i = first + threadIdx.x; i < end; i += STEP_CHUNK)
            if (i >= 2)
                square = cuddAdd(square, norm_of(scaled(c.a[i], qr_power(-exponent))));
        square = step_sum_of_warp(square);
        if (threadIdx.x % 32 == 0)
            s->squares[threadIdx.x / 32] = square;
    }
    __syncthreads();
    if (threadIdx.x == 0)
    {
        const step_square<T> mine_all = {
            blockIdx.x == 0 ? c.a[1] : scalar<T>::zero(), cuddAdd(s->squares[0], s->squares[1]), exponent, {0, 0, 0}};
        c.squares[blockIdx.x] = mine_all;
    }
}

/* Computes beta, tau and the factor that scales column a to v, from the sums of squares of all
 * blocks. Returns the largest exponent in the column. */
template <class T>
static __device__ int step_reflect(const step<T> &c, step_shared<T> *s)
{
    step_square<T> mine = {scalar<T>::zero(), cuddFromDouble(0.0), QR_LEAST_EXPONENT, {0, 0, 0}};
    if (threadIdx.x < gridDim.x)
        mine = resident_load(&c.squares[threadIdx.x]);
    const int exponent = step_largest(s, mine.exponent);
    if (threadIdx.x < STEP_BLOCKS)
    {
        /* Scales by the power twice, because its square may underflow. */
        const double power = qr_power(max(mine.exponent - exponent, -1022));
        const cuddreal square = step_sum_of_warp(qr_scale_w(qr_scale_w(mine.square, power), power));
        if (threadIdx.x % 32 == 0)
            s->squares[threadIdx.x / 32] = square;
    }
    __syncthreads();
    if (threadIdx.x == 0)
    {
        const auto r = reflector_of(scaled(mine.alpha, qr_power(-exponent)), cuddAdd(s->squares[0], s->squares[1]));
        s->beta = r.beta;
        s->next_tau = r.tau;
        s->factor = r.factor;
    }
    __syncthreads();
    return exponent;
}

template <class T>
__global__ void __launch_bounds__(STEP_THREADS) sytrd_step_kernel(const step<T> c)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    step_shared<T> *s = (step_shared<T> *)bytes;
    const int64_t first = blockIdx.x * c.stretch, end = first + c.stretch < c.rows ? first + c.stretch : c.rows;
    if (c.finish)
    {
        step_sum_rows(c, first, end);
        const step_columns<T> columns = step_load_columns(c, first, end); /* The loads overlap the barrier. */
        resident_meet(c.arrived, 1);
        step_add_sums(c, s);
        step_update_rows(c, s, columns, first, end);
    }
    if (!c.reflect)
        return;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *c.d = real_part(c.a[0]);
    if (c.rows == 1)
        return;
    step_square_rows(c, s, first, end);
    resident_meet(c.arrived, c.finish ? 2 : 1);
    const int exponent = step_reflect(c, s);
    for (int64_t i = first + threadIdx.x; i < end; i += STEP_THREADS)
        if (i >= 1)
        {
            const T v = i == 1 ? scalar<T>::one() : scalar<T>::mul(s->factor, scaled(c.a[i], qr_power(-exponent)));
            c.a[i] = v;
            c.next_p[i] = v;
            c.next_q[i] = v;
        }
    if (blockIdx.x == 0 && threadIdx.x == 0)
    {
        *c.e = qr_scale_w(s->beta, qr_power(exponent));
        *c.next_tau = s->next_tau;
    }
}

#endif
