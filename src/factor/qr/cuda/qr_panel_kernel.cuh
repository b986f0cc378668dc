/*
 * A panel of a QR factorisation on the CUDA engine, column after column. x is column j below row j:
 *
 *   h_c = x^H a_c,  c >= j                 sums over the rows; h_j = |x|^2
 *   beta, tau, factor                      from a_jj and h_j (qr_reflector.h)
 *   v^H a_c = a_jc + conj(factor) h_c,  w_c = conj(tau) v^H a_c
 *   a_jc = a_jc - w_c,  a_ic = a_ic - v_i w_c,  v = factor x      for i, c > j
 *
 * Order of the sums. Rows go in units of 32, 64 or 128, whose number depends on the number of rows
 * of the panel alone. A unit's sums are those of PARTS stretches of its rows, in their order. Sums
 * of units are added in PARTS strides, u = q, q + PARTS, ..., and these in the order of q. Who
 * computes a unit has no influence, and so all launches below give the same bits.
 *
 * Scaling. Each unit multiplies its part of x by a power of two that makes the largest component
 * about 1. The exponents go with the sums, which are scaled to the largest exponent when they are
 * added. Squares thus neither overflow nor lose digits, and no second pass over x is needed.
 *
 * Tiles: a block holds its units, all columns, in shared memory. Two forms:
 *
 *   resident   one cooperative launch. For each column the blocks write the sums of their units,
 *              and the block of row j also this row, to slots in scratch memory, meet at a barrier,
 *              and read all slots. Slots exist twice, for even and odd j: a block writes slots of
 *              column j + 2 only after the barrier of column j + 1, which every block reaches after
 *              it has read those of column j.
 *   launches   for panels with more rows than fit: two launches a column. The first one finishes
 *              column j - 1, and sums for column j; a block has one unit and copies it from and to
 *              global memory. The second one, of one block, adds the sums of all units.
 *
 * Work: columns^2 multiply-adds for each row; a barrier of a microsecond for each column.
 * Edges: rows beyond the last one are not stored; the last row has an empty x.
 * Error bound: docs/numerics.md, "QR factorisation".
 */
#ifndef DDBLAS_FACTOR_QR_PANEL_KERNEL_CUH
#define DDBLAS_FACTOR_QR_PANEL_KERNEL_CUH

#include "factor/cuda/add_products.cuh"
#include "factor/cuda/resident.cuh"
#include "factor/qr/qr_reflector.h"
#include "level2/symv/cuda/symv_device.cuh"

enum
{
    QR_THREADS = 128,
    QR_MOST_UNIT = 128, /* Rows of a unit are 32, 64 or 128: at most one for each thread. */
    QR_FEW_UNITS = 128, /* Units grow while there would be more of them. */
    QR_MOST_OWN = 3,    /* Units of a block: 384 rows of 128, 192 KiB of shared memory. */
    QR_AT_ONCE = 4      /* Elements that a thread updates side by side. */
};

template <class T>
struct qr_panel
{
    T *A;
    int64_t lda, rows;
    int columns, unit;
    T *tau;

    __device__ __forceinline__ T *element(int64_t i, int64_t j) const { return A + i + j * lda; }
};

/* The sums of a unit, with x multiplied by 2^-exponent. */
template <class T, int COLUMNS>
struct __align__(16) qr_slot
{
    T sums[COLUMNS];
    int exponent;
};

/* Scratch memory: slots of all units for even and odd columns, and row j. */
template <class T, int COLUMNS>
struct qr_scratch
{
    unsigned *counters; /* arrived, left: 0 between launches */
    T *row_j[2];
    qr_slot<T, COLUMNS> *slots[2], *total;
};

/* The block's rows in shared memory, column after column. The stride is odd, so that lanes with
 * neighbouring columns have no bank conflicts. */
template <class T>
struct qr_tile
{
    T *a;
    int64_t first; /* The first row, counted within the panel. */
    int rows, stride;

    __device__ __forceinline__ T &at(int row, int c) const { return a[c * stride + row]; }
    __device__ __forceinline__ bool has(int64_t i) const { return i >= first && i < first + rows; }
};

/* What the threads of a block share besides the tile. */
template <class T, int COLUMNS>
struct qr_shared
{
    T parts[QR_THREADS]; /* The sums of PARTS threads for each column. */
    T sums[COLUMNS], row_j[COLUMNS], w[COLUMNS];
    int exponents[QR_THREADS / 32];
    int of_unit[QR_MOST_OWN]; /* Exponents of the block's own units. */
};

/* ---- a type's operations --------------------------------------------------------------------- */

DD_DEVICE int qr_exponent_of(cuddreal a) { return qr_exponent_w(a); }
DD_DEVICE int qr_exponent_of(cuddcomplex a) { return qr_exponent_u(a); }
DD_DEVICE cuddreal qr_scaled(cuddreal a, double power) { return qr_scale_w(a, power); }
DD_DEVICE cuddcomplex qr_scaled(cuddcomplex a, double power) { return qr_scale_u(a, power); }
static __device__ __noinline__ qr_reflector_w qr_reflect(cuddreal alpha, cuddreal square) { return qr_reflect_w(alpha, square); }
static __device__ __noinline__ qr_reflector_u qr_reflect(cuddcomplex alpha, cuddcomplex square)
{
    return qr_reflect_u(alpha, square.x);
}
DD_DEVICE cuddreal qr_from_real(cuddreal a, cuddreal) { return a; }
DD_DEVICE cuddcomplex qr_from_real(cuddreal a, cuddcomplex) { return cuddcFromReal(a); }

/* Adds sums in the order of the calls. */
template <class T>
DD_DEVICE T qr_sum(T a, T b)
{
    return scalar<T>::merge(a, b);
}

/* ---- sums of a unit -------------------------------------------------------------------------- */

/* Returns the largest number of all threads of the block, in every thread. */
static __device__ int qr_largest(int mine, int *of_warp)
{
    for (int m = 16; m >= 1; m /= 2)
        mine = max(mine, shuffle_xor(mine, m));
    __syncthreads(); /* All threads have read the previous result. */
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = mine;
    __syncthreads();
    int result = of_warp[0];
    for (int w = 1; w < QR_THREADS / 32; w++)
        result = max(result, of_warp[w]);
    return result;
}

/* Scales column j in the rows [row, row + unit) of the tile, below row j of the panel, and returns
 * the exponent. */
template <class T, int COLUMNS>
static __device__ int qr_scale_unit(const qr_panel<T> &p, const qr_tile<T> &t, int row, int j, qr_shared<T, COLUMNS> *s)
{
    const int r = row + (int)threadIdx.x;
    const bool below = (int)threadIdx.x < p.unit && r < t.rows && t.first + r > j;
    const int e = qr_largest(below ? qr_exponent_of(t.at(r, j)) : (int)QR_LEAST_EXPONENT, s->exponents);
    if (below)
        t.at(r, j) = qr_scaled(t.at(r, j), qr_power(-e));
    __syncthreads();
    return e;
}

/* Returns the sum of this thread's column over its stretch of the unit's rows: two sums by turns. */
template <class T, int COLUMNS>
static __device__ T qr_sum_stretch(const qr_panel<T> &p, const qr_tile<T> &t, int row, int j, int c)
{
    constexpr int PARTS = QR_THREADS / COLUMNS;
    typedef typename scalar<T>::accumulator accumulator;
    const int length = p.unit / PARTS, begin = row + (int)threadIdx.x / COLUMNS * length;
    accumulator even, odd;
    even.clear();
    odd.clear();
    for (int k = 0; k < length; k += 2)
    {
#pragma unroll
        for (int half = 0; half < 2; half++)
        {
            const int r = begin + k + half;
            if (r < t.rows && t.first + r > j)
                (half ? odd : even).mac(scalar<T>::conj(t.at(r, j)), t.at(r, c));
        }
        if (k % (2 * accumulator::interval) == 2 * accumulator::interval - 2)
        {
            even.renormalise();
            odd.renormalise();
        }
    }
    return qr_sum(even.value(), odd.value());
}

/* Adds the PARTS sums of each column in their order; the result is in s->sums. */
template <class T, int COLUMNS>
static __device__ void qr_join_parts(T mine, qr_shared<T, COLUMNS> *s)
{
    constexpr int PARTS = QR_THREADS / COLUMNS;
    s->parts[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x < COLUMNS)
    {
        T sum = s->parts[threadIdx.x];
        for (int q = 1; q < PARTS; q++)
            sum = qr_sum(sum, s->parts[q * COLUMNS + threadIdx.x]);
        s->sums[threadIdx.x] = sum;
    }
    __syncthreads();
}

/* Sums for column j over the block's units, and writes them to scratch memory; row j too. */
template <class T, int COLUMNS>
static __device__ void qr_publish(const qr_panel<T> &p, const qr_tile<T> &t, int j, const qr_scratch<T, COLUMNS> &scratch,
                                  qr_shared<T, COLUMNS> *s)
{
    const int c = (int)threadIdx.x % COLUMNS;
    for (int row = 0, own = 0; row < t.rows; row += p.unit, own++)
    {
        qr_slot<T, COLUMNS> *slot = &scratch.slots[j % 2][(t.first + row) / p.unit];
        const int e = qr_scale_unit(p, t, row, j, s);
        T sum = scalar<T>::zero();
        if (c >= j && c < p.columns)
            sum = qr_sum_stretch<T, COLUMNS>(p, t, row, j, c);
        qr_join_parts(sum, s);
        if (threadIdx.x < COLUMNS)
            slot->sums[threadIdx.x] = s->sums[threadIdx.x];
        if (threadIdx.x == 0)
            s->of_unit[own] = slot->exponent = e;
    }
    if (t.has(j))
        for (int k = (int)threadIdx.x; k < p.columns; k += QR_THREADS)
            scratch.row_j[j % 2][k] = t.at((int)(j - t.first), k);
}

/* ---- sums of all units ----------------------------------------------------------------------- */

/* Loads an exponent that another block has written. */
DD_DEVICE int qr_load_exponent(const int *from) { return __ldcg(from); }

/* Adds the slots of column j; s->sums holds the result for x scaled by 2^-exponent, which is
 * returned. */
template <class T, int COLUMNS>
static __device__ int qr_add_units(const qr_panel<T> &p, int j, const qr_slot<T, COLUMNS> *slots, qr_shared<T, COLUMNS> *s)
{
    constexpr int PARTS = QR_THREADS / COLUMNS;
    const int64_t units = (p.rows + p.unit - 1) / p.unit;
    const int c = (int)threadIdx.x % COLUMNS;
    int mine = QR_LEAST_EXPONENT;
    for (int64_t u = threadIdx.x; u < units; u += QR_THREADS)
        mine = max(mine, qr_load_exponent(&slots[u].exponent));
    const int e = qr_largest(mine, s->exponents);
    T sum = scalar<T>::zero();
    if (c >= j && c < p.columns)
#pragma unroll 4
        for (int64_t u = (int)threadIdx.x / COLUMNS; u < units; u += PARTS)
        {
            const int less = qr_load_exponent(&slots[u].exponent) - e;
            sum = qr_sum(sum, qr_scaled(resident_load(&slots[u].sums[c]), qr_power(c == j ? 2 * less : less)));
        }
    qr_join_parts(sum, s);
    return e;
}

/* ---- the reflector and its application ------------------------------------------------------- */

/* Adds v_i w_c in the rows [row, row + unit) below row j; with fewer rows than threads, `parts`
 * threads share a row. Each of them computes v_i, which is stored after all have read x_i. */
template <class T>
static __device__ void qr_update_unit(const qr_panel<T> &p, const qr_tile<T> &t, int row, int j, T factor, const T *w)
{
    constexpr int N = QR_AT_ONCE;
    const int parts = QR_THREADS / p.unit, part = (int)threadIdx.x / p.unit, r = row + (int)threadIdx.x % p.unit;
    const bool below = r < t.rows && t.first + r > j;
    const T v = below ? scalar<T>::mul(t.at(r, j), factor) : scalar<T>::zero();
    __syncthreads();
    if (!below)
        return;
    if (part == 0)
        t.at(r, j) = v;
    for (int c = j + 1 + part; c < p.columns; c += N * parts)
    {
        T a[N], x[N], u[N];
#pragma unroll
        for (int q = 0; q < N; q++)
        {
            const int column = min(c + q * parts, p.columns - 1);
            a[q] = t.at(r, column);
            x[q] = v;
            u[q] = w[column];
        }
        add_products(a, x, u);
#pragma unroll
        for (int q = 0; q < N; q++)
            if (c + q * parts < p.columns)
                t.at(r, c + q * parts) = a[q];
    }
}

/* Applies reflector j to the tile. s->sums, for x scaled by 2^-exponent, and s->row_j are ready.
 * first_block stores tau. */
template <class T, int COLUMNS>
static __device__ void qr_finish_column(const qr_panel<T> &p, const qr_tile<T> &t, int j, int exponent, bool first_block,
                                        qr_shared<T, COLUMNS> *s)
{
    const int e = max(exponent, qr_exponent_of(s->row_j[j])), c = (int)threadIdx.x;
    const T alpha = qr_scaled(s->row_j[j], qr_power(-e));
    const auto reflector = qr_reflect(alpha, qr_scaled(s->sums[j], qr_power(2 * (exponent - e))));
    if (c > j && c < p.columns)
    {
        const T sum = qr_scaled(s->sums[c], qr_power(exponent - e));
        const T product = scalar<T>::fma(scalar<T>::conj(reflector.factor), sum, s->row_j[c]);
        s->w[c] = scalar<T>::neg(scalar<T>::mul(scalar<T>::conj(reflector.tau), product));
    }
    if (first_block && c == 0)
        p.tau[j] = reflector.tau;
    __syncthreads();
    if (t.has(j) && c < p.columns)
    {
        if (c == j)
            t.at((int)(j - t.first), c) = qr_from_real(cuddLdexp(reflector.beta, e), alpha);
        else if (c > j)
            t.at((int)(j - t.first), c) = scalar<T>::add(s->row_j[c], s->w[c]);
    }
    for (int row = 0, own = 0; row < t.rows; row += p.unit, own++)
        qr_update_unit(p, t, row, j, qr_scaled(reflector.factor, qr_power(s->of_unit[own] - e)), s->w);
    __syncthreads();
}

/* ---- kernels --------------------------------------------------------------------------------- */

template <class T>
static __device__ void qr_copy_tile(const qr_panel<T> &p, const qr_tile<T> &t, int from_column, bool load)
{
    for (int e = (int)threadIdx.x; e < t.rows * (p.columns - from_column); e += QR_THREADS)
    {
        const int r = e % t.rows, c = from_column + e / t.rows;
        if (load)
            t.at(r, c) = *p.element(t.first + r, c);
        else
            *p.element(t.first + r, c) = t.at(r, c);
    }
    __syncthreads();
}

template <class T>
static __device__ qr_tile<T> qr_tile_of(const qr_panel<T> &p, int own, void *bytes)
{
    qr_tile<T> t;
    const int64_t rows = (int64_t)p.unit * own;
    t.a = (T *)bytes;
    t.first = blockIdx.x * rows;
    t.rows = (int)min(rows, p.rows - t.first);
    t.stride = (int)rows + 1;
    return t;
}

/* All columns in one launch; each block has `own` units. */
template <class T, int COLUMNS>
__global__ void __launch_bounds__(QR_THREADS)
    qr_resident_kernel(const qr_panel<T> p, int own, const qr_scratch<T, COLUMNS> scratch)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ qr_shared<T, COLUMNS> s;
    const qr_tile<T> t = qr_tile_of(p, own, bytes);
    qr_copy_tile(p, t, 0, true);
    for (int j = 0; j < p.columns; j++)
    {
        qr_publish(p, t, j, scratch, &s);
        resident_meet(&scratch.counters[0], (unsigned)j + 1);
        if ((int)threadIdx.x < p.columns)
            s.row_j[threadIdx.x] = resident_load(&scratch.row_j[j % 2][threadIdx.x]);
        const int e = qr_add_units(p, j, scratch.slots[j % 2], &s);
        qr_finish_column(p, t, j, e, blockIdx.x == 0, &s);
    }
    qr_copy_tile(p, t, 0, false);
    if (threadIdx.x == 0 && gridDim.x > 1 && atomicAdd(&scratch.counters[1], 1U) == gridDim.x - 1)
        scratch.counters[0] = scratch.counters[1] = 0; /* No block needs them any more. */
}

/* Finishes column j - 1, if j > 0, and sums for column j, if j < columns. */
template <class T, int COLUMNS>
__global__ void __launch_bounds__(QR_THREADS) qr_column_kernel(const qr_panel<T> p, int j, const qr_scratch<T, COLUMNS> scratch)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ qr_shared<T, COLUMNS> s;
    const qr_tile<T> t = qr_tile_of(p, 1, bytes);
    const int done = max(j - 1, 0);
    qr_copy_tile(p, t, done, true);
    if (j > 0)
    {
        if ((int)threadIdx.x < p.columns)
        {
            s.row_j[threadIdx.x] = scratch.row_j[done % 2][threadIdx.x];
            s.sums[threadIdx.x] = scratch.total->sums[threadIdx.x];
        }
        if (threadIdx.x == 0)
            s.of_unit[0] = scratch.slots[done % 2][blockIdx.x].exponent;
        __syncthreads();
        qr_finish_column(p, t, done, scratch.total->exponent, blockIdx.x == 0, &s);
    }
    if (j < p.columns)
        qr_publish(p, t, j, scratch, &s);
    __syncthreads();
    qr_copy_tile(p, t, done, false);
}

/* Adds the sums of all units for column j, in one block. */
template <class T, int COLUMNS>
__global__ void __launch_bounds__(QR_THREADS) qr_total_kernel(const qr_panel<T> p, int j, const qr_scratch<T, COLUMNS> scratch)
{
    __shared__ qr_shared<T, COLUMNS> s;
    const int e = qr_add_units(p, j, scratch.slots[j % 2], &s);
    if (threadIdx.x < COLUMNS)
        scratch.total->sums[threadIdx.x] = s.sums[threadIdx.x];
    if (threadIdx.x == 0)
        scratch.total->exponent = e;
}

#endif
