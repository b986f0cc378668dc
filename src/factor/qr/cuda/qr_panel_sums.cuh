/*
 * The sums of a panel of a QR factorisation on the CUDA engine, of a unit and of all units, and the
 * messages that carry them. Formula and order of the sums: qr_panel_kernel.cuh.
 */
#ifndef DDBLAS_FACTOR_QR_PANEL_SUMS_CUH
#define DDBLAS_FACTOR_QR_PANEL_SUMS_CUH

#include "factor/cuda/add_products.cuh"
#include "factor/cuda/messages.cuh"
#include "factor/qr/qr_reflector.h"
#include "level2/symv/cuda/symv_device.cuh"

enum
{
    QR_THREADS = 256,
    QR_WARPS = QR_THREADS / 32,
    QR_MOST_UNIT = 384, /* Rows of a unit: 192 KiB of shared memory. */
    QR_ROWS_OF_THREAD = (QR_MOST_UNIT + QR_THREADS - 1) / QR_THREADS,
    QR_FEW_UNITS = 64, /* Units grow while there would be more of them. */
    QR_AT_ONCE = 4     /* Elements that a thread updates, and units that it adds, side by side. */
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

/* Elements of all columns as messages. In a slot of a unit they are its sums, with x multiplied by
 * 2^-exponent, and the exponent is the number that each message carries. */
template <class T, int COLUMNS>
struct qr_slot
{
    static constexpr int Doubles = sizeof(T) / sizeof(double);
    resident_message part[Doubles][COLUMNS];
};

/* Scratch memory: slots of all units for even and odd columns, and row j. The turns of earlier
 * panels, and the number of blocks that have left the kernel, are 0 before the first panel, and so
 * are the slots. */
template <class T, int COLUMNS>
struct qr_scratch
{
    unsigned *turns, *left;
    qr_slot<T, COLUMNS> *row_j[2], *slots[2], *total;
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

/* The shared memory of a block in addition to the tile. */
template <class T, int COLUMNS>
struct qr_shared
{
    T parts[QR_THREADS];       /* The sums of PARTS threads for each column. */
    int exponents[QR_THREADS]; /* The exponents of these sums: element q belongs to part q. */
    int of_warp[QR_WARPS];     /* The largest exponent of x in the rows of each warp. */
    T row_j[COLUMNS], w[COLUMNS];
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

template <class T>
DD_DEVICE T qr_sum(T a, T b)
{
    return scalar<T>::merge(a, b);
}

/* Returns the sum of N numbers, a power of two, as that of its halves. */
template <int N, class T>
static __device__ __forceinline__ T qr_sum_in_pairs(const T *a)
{
    if constexpr (N == 1)
        return a[0];
    else
        return qr_sum(qr_sum_in_pairs<N / 2>(a), qr_sum_in_pairs<N / 2>(a + N / 2));
}

/* ---- messages -------------------------------------------------------------------------------- */

template <class T, int COLUMNS>
static __device__ __forceinline__ void qr_send(qr_slot<T, COLUMNS> *to, int c, T element, unsigned turn, int exponent)
{
    const double *parts = (const double *)&element;
#pragma unroll
    for (int i = 0; i < qr_slot<T, COLUMNS>::Doubles; i++)
        send(&to->part[i][c], parts[i], turn, (uint32_t)exponent);
}

/* Waits for element c of N slots. */
template <int N, class T, int COLUMNS>
static __device__ __forceinline__ void qr_receive(const qr_slot<T, COLUMNS> *const (&from)[N], int c, unsigned turn,
                                                  T (&elements)[N], int (&exponents)[N])
{
    constexpr int D = qr_slot<T, COLUMNS>::Doubles;
    const resident_message *each[N * D];
    double values[N * D];
    uint32_t numbers[N * D];
#pragma unroll
    for (int i = 0; i < N * D; i++)
        each[i] = &from[i / D]->part[i % D][c];
    receive(each, turn, values, numbers);
#pragma unroll
    for (int n = 0; n < N; n++)
    {
        memcpy(&elements[n], &values[n * D], sizeof(T));
        exponents[n] = (int)numbers[n * D];
    }
}

/* ---- sums of a unit -------------------------------------------------------------------------- */

/* Returns the largest exponent of column j below row j in the rows that this thread looks at. */
template <class T>
static __device__ int qr_exponent_of_rows(const qr_tile<T> &t, int j)
{
    int e = QR_LEAST_EXPONENT;
    for (int r = (int)threadIdx.x; r < t.rows; r += QR_THREADS)
        if (t.first + r > j)
            e = max(e, qr_exponent_of(t.at(r, j)));
    return e;
}

/* Stores the largest exponent of the threads of each warp. */
template <class T, int COLUMNS>
static __device__ __forceinline__ void qr_store_exponent(int e, qr_shared<T, COLUMNS> *s)
{
    e = __reduce_max_sync(0xffffffffU, e);
    if (threadIdx.x % 32 == 0)
        s->of_warp[threadIdx.x / 32] = e;
}

/* Returns the exponent of the unit. */
template <class T, int COLUMNS>
static __device__ __forceinline__ int qr_exponent_of_unit(const qr_shared<T, COLUMNS> *s)
{
    int e = s->of_warp[0];
#pragma unroll
    for (int w = 1; w < QR_WARPS; w++)
        e = max(e, s->of_warp[w]);
    return e;
}

/* Returns the sum of this thread's column over its stretch of the unit's rows, with x multiplied by
 * `power`: two sums by turns. */
template <class T, int COLUMNS>
static __device__ T qr_sum_stretch(const qr_panel<T> &p, const qr_tile<T> &t, int j, int c, double power)
{
    constexpr int PARTS = QR_THREADS / COLUMNS;
    typedef typename scalar<T>::accumulator accumulator;
    const int length = p.unit / PARTS, begin = (int)threadIdx.x / COLUMNS * length;
    const double power_c = c == j ? power : 1.0;
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
                (half ? odd : even).mac(scalar<T>::conj(qr_scaled(t.at(r, j), power)), qr_scaled(t.at(r, c), power_c));
        }
        if (k % (2 * accumulator::interval) == 2 * accumulator::interval - 2)
        {
            even.renormalise();
            odd.renormalise();
        }
    }
    return qr_sum(even.value(), odd.value());
}

/* Sums for column j over the block's unit, whose exponent is given, and sends them; row j too. */
template <class T, int COLUMNS>
static __device__ void qr_publish(const qr_panel<T> &p, const qr_tile<T> &t, int j, int exponent, unsigned turn,
                                  const qr_scratch<T, COLUMNS> &scratch, qr_shared<T, COLUMNS> *s)
{
    constexpr int PARTS = QR_THREADS / COLUMNS;
    const int c = (int)threadIdx.x % COLUMNS, warp = (int)threadIdx.x / 32;
    const bool needed = c >= j && c < p.columns;
    if (warp == QR_WARPS - 1 && needed && t.has(j))
        qr_send(scratch.row_j[j % 2], c, t.at((int)(j - t.first), c), turn, 0);
    s->parts[threadIdx.x] = needed ? qr_sum_stretch<T, COLUMNS>(p, t, j, c, qr_power(-exponent)) : scalar<T>::zero();
    __syncthreads();
    if ((int)threadIdx.x < COLUMNS && needed)
    {
        T part[PARTS];
#pragma unroll
        for (int q = 0; q < PARTS; q++)
            part[q] = s->parts[q * COLUMNS + c];
        qr_send(&scratch.slots[j % 2][blockIdx.x], c, qr_sum_in_pairs<PARTS>(part), turn, exponent);
    }
}

/* ---- sums of all units ----------------------------------------------------------------------- */

/* A sum for x multiplied by 2^-exponent. For column j itself the sum has that factor twice. */
template <class T>
struct qr_scaled_sum
{
    T sum;
    int exponent;

    __device__ __forceinline__ T scaled_to(int e, bool twice) const
    {
        return qr_scaled(sum, qr_power(twice ? 2 * (exponent - e) : exponent - e));
    }
};

/* Receives the slots u = q, q + PARTS, ... of column j and returns their sum for column c. */
template <class T, int COLUMNS>
static __device__ qr_scaled_sum<T> qr_receive_units(const qr_panel<T> &p, int j, int c, unsigned turn,
                                                    const qr_slot<T, COLUMNS> *slots)
{
    constexpr int PARTS = QR_THREADS / COLUMNS, N = QR_AT_ONCE;
    const int64_t units = (p.rows + p.unit - 1) / p.unit;
    qr_scaled_sum<T> total = {scalar<T>::zero(), QR_LEAST_EXPONENT};
    for (int64_t u = (int)threadIdx.x / COLUMNS; u < units; u += PARTS * N)
    {
        const qr_slot<T, COLUMNS> *from[N];
        T sums[N];
        int exponents[N], e = total.exponent;
#pragma unroll
        for (int n = 0; n < N; n++)
            from[n] = &slots[min(u + n * PARTS, units - 1)];
        qr_receive(from, c, turn, sums, exponents);
#pragma unroll
        for (int n = 0; n < N; n++)
            e = max(e, exponents[n]);
#pragma unroll
        for (int n = 0; n < N; n++)
        {
            const qr_scaled_sum<T> unit = {sums[n], exponents[n]};
            sums[n] = u + n * PARTS < units ? unit.scaled_to(e, c == j) : scalar<T>::zero();
        }
        total.sum = qr_sum(total.scaled_to(e, c == j), qr_sum_in_pairs<N>(sums));
        total.exponent = e;
    }
    return total;
}

/* Adds the slots of column j. Each thread with c >= j gets the sum of its column. */
template <class T, int COLUMNS>
static __device__ qr_scaled_sum<T> qr_add_units(const qr_panel<T> &p, int j, unsigned turn, const qr_slot<T, COLUMNS> *slots,
                                                qr_shared<T, COLUMNS> *s)
{
    constexpr int PARTS = QR_THREADS / COLUMNS;
    const int c = (int)threadIdx.x % COLUMNS, part = (int)threadIdx.x / COLUMNS;
    const bool needed = c >= j && c < p.columns;
    qr_scaled_sum<T> total = {scalar<T>::zero(), QR_LEAST_EXPONENT};
    if (needed)
        total = qr_receive_units<T, COLUMNS>(p, j, c, turn, slots);
    __syncthreads(); /* The sums of the unit have been read. */
    s->parts[threadIdx.x] = total.sum;
    if (c == j)
        s->exponents[part] = total.exponent;
    __syncthreads();
    T sums[PARTS];
    total.exponent = s->exponents[0];
#pragma unroll
    for (int q = 1; q < PARTS; q++)
        total.exponent = max(total.exponent, s->exponents[q]);
#pragma unroll
    for (int q = 0; q < PARTS; q++)
    {
        const qr_scaled_sum<T> of_part = {s->parts[q * COLUMNS + c], s->exponents[q]};
        sums[q] = of_part.scaled_to(total.exponent, c == j);
    }
    total.sum = qr_sum_in_pairs<PARTS>(sums);
    return total;
}

#endif
