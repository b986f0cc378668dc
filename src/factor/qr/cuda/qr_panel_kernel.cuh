/*
 * A panel of a QR factorisation on the CUDA engine, column after column. x is column j below row j:
 *
 *   h_c = x^H a_c,  c >= j                 sums over the rows; h_j = |x|^2
 *   beta, tau, factor                      from a_jj and h_j (qr_reflector.h)
 *   v^H a_c = a_jc + conj(factor) h_c,  w_c = conj(tau) v^H a_c
 *   a_jc = a_jc - w_c,  a_ic = a_ic - v_i w_c,  v = factor x      for i, c > j
 *
 * Order of the sums. Rows go in units of 32, 64, 128, 256 or 384, which depends on the number of
 * rows of the panel alone. A unit's sum is that of PARTS stretches of its rows, added in pairs.
 * Units u = q, q + PARTS, ... are added four at a time, and the sums for q = 0 .. PARTS - 1 in
 * pairs. Who computes a unit has no influence, and so all launches below give the same bits.
 *
 * Scaling. Each unit multiplies its part of x by a power of two that makes the largest component
 * about 1. The exponents go with the sums, which are scaled to the largest exponent when they are
 * added. Squares thus neither overflow nor lose digits, and no second pass over x is needed.
 *
 * Tiles: a block holds a unit, all columns, in shared memory. Two forms:
 *
 *   resident   one cooperative launch. For each column a block sends the sums of its unit to a slot
 *              in scratch memory as messages (factor/cuda/messages.cuh), the block of row j sends
 *              this row, and each block receives all slots. Slots exist twice, for even and odd j:
 *              a block sends messages of column j + 2 only after it has received those of column
 *              j + 1, which every block sends after it has received those of column j. Turns are
 *              counted through the whole factorisation.
 *   launches   for panels with more units than fit: two launches a column. The first one finishes
 *              column j - 1, and sums for column j; a block copies its unit from and to global
 *              memory. The second one, of one block, adds the sums of all units. Messages have turn
 *              0, and nobody waits.
 *
 * Work: columns^2 multiply-adds for each row; one exchange of messages for each column.
 * Edges: rows beyond the last one are not stored; the last row has an empty x.
 * Error bound: docs/numerics.md, "QR factorisation".
 */
#ifndef DDBLAS_FACTOR_QR_PANEL_KERNEL_CUH
#define DDBLAS_FACTOR_QR_PANEL_KERNEL_CUH

#include "qr_panel_sums.cuh"

/* ---- the reflector and its application ------------------------------------------------------- */

/* Adds v_i w_c in the rows below row j, and stores v and the exponents of column j + 1. With fewer
 * rows than threads several threads share a row. Each of them computes v_i, which is stored after
 * all have read x_i. */
template <class T, int COLUMNS>
static __device__ void qr_update(const qr_panel<T> &p, const qr_tile<T> &t, int j, double power, T factor,
                                 qr_shared<T, COLUMNS> *s)
{
    constexpr int N = QR_AT_ONCE;
    const int width = min(p.unit, (int)QR_THREADS), parts = QR_THREADS / width, part = (int)threadIdx.x / width;
    T v[QR_ROWS_OF_THREAD] = {};
    int e = QR_LEAST_EXPONENT;
#pragma unroll
    for (int own = 0; own < QR_ROWS_OF_THREAD; own++)
    {
        const int r = (int)threadIdx.x % width + own * QR_THREADS;
        if (r >= t.rows || t.first + r <= j)
            continue;
        v[own] = scalar<T>::mul(qr_scaled(t.at(r, j), power), factor);
        for (int c = j + 1 + part; c < p.columns; c += N * parts)
        {
            T a[N], x[N], u[N];
#pragma unroll
            for (int q = 0; q < N; q++)
            {
                const int column = c + q * parts < p.columns ? c + q * parts : c; /* never another thread's */
                a[q] = t.at(r, column);
                x[q] = v[own];
                u[q] = s->w[column];
            }
            add_products(a, x, u);
#pragma unroll
            for (int q = 0; q < N; q++)
                if (c + q * parts < p.columns)
                    t.at(r, c + q * parts) = a[q];
            if (c == j + 1 && t.first + r > c)
                e = max(e, qr_exponent_of(a[0]));
        }
    }
    qr_store_exponent(e, s);
    __syncthreads();
#pragma unroll
    for (int own = 0; own < QR_ROWS_OF_THREAD; own++)
    {
        const int r = (int)threadIdx.x % width + own * QR_THREADS;
        if (part == 0 && r < t.rows && t.first + r > j)
            t.at(r, j) = v[own];
    }
}

/* Applies reflector j to the tile, whose part of x has the exponent `of_unit`. `total` has the sums
 * of this thread's column, and s->row_j is ready. first_block stores tau. */
template <class T, int COLUMNS>
static __device__ void qr_finish_column(const qr_panel<T> &p, const qr_tile<T> &t, int j, const qr_scaled_sum<T> &total,
                                        int of_unit, bool first_block, qr_shared<T, COLUMNS> *s)
{
    const int e = max(total.exponent, qr_exponent_of(s->row_j[j])), c = (int)threadIdx.x % COLUMNS;
    const T alpha = qr_scaled(s->row_j[j], qr_power(-e)), square = shuffle_from(total.sum, j);
    const auto reflector = qr_reflect(alpha, qr_scaled(square, qr_power(2 * (total.exponent - e))));
    if ((int)threadIdx.x < COLUMNS && c < p.columns)
    {
        T above = qr_from_real(cuddLdexp(reflector.beta, e), alpha);
        if (c > j)
        {
            const T sum = qr_scaled(total.sum, qr_power(total.exponent - e));
            const T product = scalar<T>::fma(scalar<T>::conj(reflector.factor), sum, s->row_j[c]);
            s->w[c] = scalar<T>::neg(scalar<T>::mul(scalar<T>::conj(reflector.tau), product));
            above = scalar<T>::add(s->row_j[c], s->w[c]);
        }
        if (c >= j && t.has(j))
            t.at((int)(j - t.first), c) = above;
        if (first_block && c == j)
            p.tau[j] = reflector.tau;
    }
    __syncthreads();
    qr_update(p, t, j, qr_power(-of_unit), qr_scaled(reflector.factor, qr_power(of_unit - e)), s);
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
static __device__ qr_tile<T> qr_tile_of(const qr_panel<T> &p, void *bytes)
{
    qr_tile<T> t;
    t.a = (T *)bytes;
    t.first = blockIdx.x * (int64_t)p.unit;
    t.rows = (int)min((int64_t)p.unit, p.rows - t.first);
    t.stride = p.unit + 1;
    return t;
}

/* Receives row j in the last warp. */
template <class T, int COLUMNS>
static __device__ void qr_receive_row(const qr_panel<T> &p, int j, unsigned turn, const qr_scratch<T, COLUMNS> &scratch,
                                      qr_shared<T, COLUMNS> *s)
{
    const int c = (int)threadIdx.x - (QR_WARPS - 1) * 32;
    if (c < j || c >= p.columns)
        return;
    const qr_slot<T, COLUMNS> *from[1] = {scratch.row_j[j % 2]};
    T row[1];
    int unused[1];
    qr_receive(from, c, turn, row, unused);
    s->row_j[c] = row[0];
}

/* All columns in one launch; each block has one unit. */
template <class T, int COLUMNS>
__global__ void __launch_bounds__(QR_THREADS) qr_resident_kernel(const qr_panel<T> p, const qr_scratch<T, COLUMNS> scratch)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ qr_shared<T, COLUMNS> s;
    const unsigned turns = *scratch.turns;
    const qr_tile<T> t = qr_tile_of(p, bytes);
    qr_copy_tile(p, t, 0, true);
    qr_store_exponent(qr_exponent_of_rows(t, 0), &s);
    __syncthreads();
    for (int j = 0; j < p.columns; j++)
    {
        const unsigned turn = turns + (unsigned)j + 1;
        const int of_unit = qr_exponent_of_unit(&s);
        qr_publish(p, t, j, of_unit, turn, scratch, &s);
        qr_receive_row(p, j, turn, scratch, &s);
        const qr_scaled_sum<T> total = qr_add_units<T, COLUMNS>(p, j, turn, scratch.slots[j % 2], &s);
        qr_finish_column(p, t, j, total, of_unit, blockIdx.x == 0, &s);
    }
    __syncthreads();
    qr_copy_tile(p, t, 0, false);
    if (threadIdx.x == 0 && atomicAdd(scratch.left, 1U) == gridDim.x - 1) /* All have read the turns. */
    {
        *scratch.left = 0;
        *scratch.turns = turns + (unsigned)p.columns;
    }
}

/* Finishes column j - 1, if j > 0, and sums for column j, if j < columns. */
template <class T, int COLUMNS>
__global__ void __launch_bounds__(QR_THREADS) qr_column_kernel(const qr_panel<T> p, int j, const qr_scratch<T, COLUMNS> scratch)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ qr_shared<T, COLUMNS> s;
    const qr_tile<T> t = qr_tile_of(p, bytes);
    const int done = max(j - 1, 0);
    qr_copy_tile(p, t, done, true);
    qr_store_exponent(qr_exponent_of_rows(t, done), &s);
    __syncthreads();
    if (j > 0)
    {
        const int of_unit = qr_exponent_of_unit(&s), c = (int)threadIdx.x % COLUMNS;
        const qr_slot<T, COLUMNS> *from[1] = {scratch.total};
        qr_scaled_sum<T> total = {scalar<T>::zero(), 0};
        T sum[1];
        int exponent[1];
        qr_receive(from, max(c, done), 0, sum, exponent);
        total.sum = sum[0];
        total.exponent = exponent[0];
        qr_receive_row(p, done, 0, scratch, &s);
        __syncthreads();
        qr_finish_column(p, t, done, total, of_unit, blockIdx.x == 0, &s);
        __syncthreads();
    }
    if (j < p.columns)
        qr_publish(p, t, j, qr_exponent_of_unit(&s), 0, scratch, &s);
    __syncthreads();
    qr_copy_tile(p, t, done, false);
}

/* Adds the sums of all units for column j, in one block. */
template <class T, int COLUMNS>
__global__ void __launch_bounds__(QR_THREADS) qr_total_kernel(const qr_panel<T> p, int j, const qr_scratch<T, COLUMNS> scratch)
{
    __shared__ qr_shared<T, COLUMNS> s;
    const qr_scaled_sum<T> total = qr_add_units<T, COLUMNS>(p, j, 0, scratch.slots[j % 2], &s);
    if (threadIdx.x < COLUMNS && (int)threadIdx.x >= j)
        qr_send(scratch.total, (int)threadIdx.x, total.sum, 0, total.exponent);
}

#endif
