/*
 * Systems with a triangle T of factors in double or Z, for a few right-hand sides. The solution
 * takes n / N steps, one after another. T is divided into blocks of N rows and columns. The
 * diagonal blocks are inverted once, for all systems with the same factors:
 *
 *   x_j = T_jj^-1 (b_j - sum of T_ji x_i over the blocks i before j)
 *
 * where op(T) = T^H takes T_ij^H in place of T_ji. A thread block has a block of rows at a time, in
 * the order of an atomic counter, the ticket: a running thread block waits only for blocks of rows
 * that running thread blocks have. Elements of x go from one thread block to others as messages
 * (factor/cuda/messages.cuh). The next tile of T is in registers before the elements of x arrive
 * that it is multiplied by. The critical path for N rows is a message, a tile, the inverse of the
 * diagonal block, and two sums in shared memory.
 *
 * A tile of N x N elements is shared among the threads like this, W the number of warps:
 *
 *   op = N  a thread has a row and N^2 / THREADS neighbouring columns: one sum
 *   op = C  a warp has N / W columns, and its lanes rows 32 apart: a sum for each column, which the
 *           lanes add at the end
 *
 * so that neighbouring threads load neighbouring elements of a column. All sums are added in a
 * fixed order. Elements beyond row or column n are zeros, and ones in the diagonal.
 */
#ifndef DDBLAS_FACTOR_REFINE_TRIANGLES_KERNEL_CUH
#define DDBLAS_FACTOR_REFINE_TRIANGLES_KERNEL_CUH

#include <dd/scalar.cuh>

#include "factor/cuda/messages.cuh"

enum
{
    TRIANGLE_THREADS = 512,
    TRIANGLE_WARPS = TRIANGLE_THREADS / 32
};

/* The order N of a tile, which fits shared memory with a few columns. */
template <class T>
struct triangle_tile
{
    static constexpr int N = 128;
};
template <>
struct triangle_tile<ddblasDoubleComplex>
{
    static constexpr int N = 64;
};

template <class T>
struct triangle_system
{
    int64_t n;
    const T *factors;  /* n x n, leading dimension n. */
    const T *inverses; /* The inverses of the diagonal blocks of the triangle, N x N each. */
    bool backwards;    /* The last block of rows comes first. */
    const T *b;        /* Right-hand sides, and solutions, leading dimension n. */
    T *x;
    const int32_t *rows; /* Row i of b is element rows[i], and row i of x, if `scatters`; or null. */
    bool scatters;
    resident_element<T> *messages; /* n for each column. */
    int *ticket;
    int first_ticket; /* The value of the counter when the kernel begins. */
    uint32_t turn;    /* That of the messages. */
};

/* The elements of a tile that a thread has. `term` is the element of x that an element of the tile
 * is multiplied by, and `sum` the number of the thread's sum to which it belongs. */
template <class T, bool Adjoint>
struct triangle_share
{
    static constexpr int N = triangle_tile<T>::N, ELEMENTS = N * N / TRIANGLE_THREADS, GROUPS = TRIANGLE_THREADS / N;
    static constexpr int COLUMNS = N / TRIANGLE_WARPS, ROWS = N / 32, SUMS = Adjoint ? COLUMNS : 1;
    static_assert(ELEMENTS * TRIANGLE_THREADS == N * N && COLUMNS * ROWS == ELEMENTS, "whole shares");

    static __device__ __forceinline__ int row(int e)
    {
        return Adjoint ? (int)threadIdx.x % 32 + 32 * (e % ROWS) : (int)threadIdx.x % N;
    }
    static __device__ __forceinline__ int column(int e)
    {
        return Adjoint ? (int)threadIdx.x / 32 * COLUMNS + e / ROWS : (int)threadIdx.x / N * ELEMENTS + e;
    }
    static __device__ __forceinline__ int term(int e) { return Adjoint ? row(e) : column(e); }
    static __device__ __forceinline__ int sum(int e) { return Adjoint ? e / ROWS : 0; }
};

/* The sum of all lanes' elements. */
static __device__ __forceinline__ double sum_of_lanes(double a)
{
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        a += __shfl_xor_sync(0xffffffffU, a, distance);
    return a;
}
static __device__ __forceinline__ ddblasDoubleComplex sum_of_lanes(ddblasDoubleComplex a)
{
    return scalar<ddblasDoubleComplex>::make(sum_of_lanes(a.x), sum_of_lanes(a.y));
}

/* Adds the threads' sums. Returns element `row` of the product with right-hand side `column` to
 * thread row + N * column, and 0 to threads beyond. `scratch` has COUNT * GROUPS * N elements.
 * Called by all threads. */
template <class T, int Count, bool Adjoint>
static __device__ T add_sums(const T (&sums)[Count][triangle_share<T, Adjoint>::SUMS], T *scratch)
{
    typedef triangle_share<T, Adjoint> share;
    const int t = (int)threadIdx.x, row = t % share::N, column = t / share::N;
    T total = scalar<T>::zero();
#pragma unroll
    for (int c = 0; c < Count; c++)
        if (Adjoint)
#pragma unroll
            for (int s = 0; s < share::SUMS; s++)
            {
                const T sum = sum_of_lanes(sums[c][s]);
                if (t % 32 == 0)
                    scratch[c * share::N + t / 32 * share::COLUMNS + s] = sum;
            }
        else
            scratch[(c * share::GROUPS + t / share::N) * share::N + row] = sums[c][0];
    __syncthreads();
    if (column < Count)
        for (int g = 0; g < (Adjoint ? 1 : share::GROUPS); g++)
            total = scalar<T>::add(total, scratch[(column * (Adjoint ? 1 : share::GROUPS) + g) * share::N + row]);
    return total;
}

template <class T, int Count, bool Adjoint>
static __device__ __forceinline__ void multiply_element(T a, int e, const T *terms,
                                                        T (&sums)[Count][triangle_share<T, Adjoint>::SUMS])
{
    typedef triangle_share<T, Adjoint> share;
    const T factor = Adjoint ? scalar<T>::conj(a) : a;
#pragma unroll
    for (int c = 0; c < Count; c++)
    {
        T &sum = sums[c][share::sum(e)];
        sum = scalar<T>::fma(factor, terms[c * share::N + share::term(e)], sum);
    }
}

template <class T, int Count>
static constexpr size_t triangle_shared_bytes()
{
    constexpr int N = triangle_tile<T>::N;
    return ((size_t)N * N + 2 * Count * N + (size_t)Count * TRIANGLE_THREADS) * sizeof(T);
}

template <class T, int Count, bool Adjoint>
__global__ void __launch_bounds__(TRIANGLE_THREADS, 1) triangle_kernel(const __grid_constant__ triangle_system<T> p)
{
    typedef triangle_share<T, Adjoint> share;
    constexpr int N = share::N;
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ int ticket;
    T *inverse = (T *)bytes, *terms = inverse + N * N, *scratch = terms + 2 * Count * N;
    const int t = (int)threadIdx.x, row = t % N, column = t / N;
    const int64_t n = p.n, blocks = (n + N - 1) / N;
    for (;;)
    {
        __syncthreads(); /* All threads have read the ticket and the shared arrays of the last rows. */
        if (t == 0)
            ticket = atomicAdd(p.ticket, 1) - p.first_ticket;
        __syncthreads();
        const int64_t steps = ticket, j = p.backwards ? blocks - 1 - steps : steps, i = j * N + row;
        if (steps >= blocks)
            break;
        const bool mine = column < Count && i < n; /* This thread has an element of x. */
        const int64_t place = p.rows && mine ? p.rows[i] : i;
        T right = mine ? p.b[(p.scatters ? i : place) + column * n] : scalar<T>::zero();
        for (int e = t; e < N * N; e += TRIANGLE_THREADS)
            inverse[e] = p.inverses[j * N * N + e];
        T tile[share::ELEMENTS], sums[Count][share::SUMS] = {};
        const auto load_tile = [&](int64_t step)
        {
            const int64_t other = p.backwards ? blocks - 1 - step : step;
            const int64_t down = (Adjoint ? other : j) * N, across = (Adjoint ? j : other) * N;
#pragma unroll
            for (int e = 0; e < share::ELEMENTS; e++)
            {
                const int64_t r = down + share::row(e), c = across + share::column(e);
                tile[e] = r < n && c < n ? p.factors[r + c * n] : scalar<T>::zero();
            }
        };
        if (steps > 0)
            load_tile(0);
        for (int64_t step = 0; step < steps; step++)
        {
            T *now = terms + (step % 2) * Count * N;
            const int64_t from = (p.backwards ? blocks - 1 - step : step) * N + row;
            if (column < Count)
                now[column * N + row] = from < n ? receive(&p.messages[from + column * n], p.turn) : scalar<T>::zero();
            __syncthreads();
#pragma unroll
            for (int e = 0; e < share::ELEMENTS; e++)
                multiply_element<T, Count, Adjoint>(tile[e], e, now, sums);
            if (step + 1 < steps)
                load_tile(step + 1);
        }
        right = scalar<T>::add(right, scalar<T>::neg(add_sums<T, Count, Adjoint>(sums, scratch)));
        /* The threads are past the last step but one, whose terms these replace. */
        T *rest = terms + (steps % 2) * Count * N;
        if (column < Count)
            rest[column * N + row] = right;
        __syncthreads();
        T products[Count][share::SUMS] = {};
#pragma unroll
        for (int e = 0; e < share::ELEMENTS; e++)
            multiply_element<T, Count, Adjoint>(inverse[share::row(e) + share::column(e) * N], e, rest, products);
        const T x = add_sums<T, Count, Adjoint>(products, scratch);
        if (mine)
        {
            send(&p.messages[i + column * n], x, p.turn);
            p.x[(p.scatters ? place : i) + column * n] = x;
        }
    }
}

/* ---- inverses of the diagonal blocks --------------------------------------------------------- */

static __device__ __forceinline__ double reciprocal_of(double a) { return 1.0 / a; }
static __device__ __forceinline__ ddblasDoubleComplex reciprocal_of(ddblasDoubleComplex a)
{
    /* R. L. Smith, Algorithm 116: complex division, Comm. ACM 5, 1962. */
    const bool real = fabs(a.x) >= fabs(a.y);
    const double ratio = real ? a.y / a.x : a.x / a.y, scale = 1.0 / (real ? a.x + a.y * ratio : a.y + a.x * ratio);
    return scalar<ddblasDoubleComplex>::make(real ? scale : ratio * scale, real ? -ratio * scale : -scale);
}

/* Inverts a diagonal block of a triangle for each thread block, in place in shared memory: from the
 * last column of a lower triangle, or the first one of an upper triangle, on, column c becomes -V
 * a_c / a_cc, V the inverse of the part before it. A row belongs to GROUPS threads. */
template <class T>
__global__ void __launch_bounds__(TRIANGLE_THREADS, 1)
    invert_blocks_kernel(int64_t n, const T *factors, bool upper, bool unit, T *inverses)
{
    constexpr int N = triangle_tile<T>::N, GROUPS = TRIANGLE_THREADS / N;
    extern __shared__ __align__(16) unsigned char bytes[];
    T *block = (T *)bytes, *old = block + N * N, *scratch = old + N;
    const int t = (int)threadIdx.x, row = t % N, group = t / N;
    const int64_t first = (int64_t)blockIdx.x * N;
    for (int e = t; e < N * N; e += TRIANGLE_THREADS)
    {
        const int r = e % N, c = e / N;
        const bool stored = first + r < n && first + c < n && (upper ? r <= c : r >= c) && !(unit && r == c);
        block[e] = stored ? factors[first + r + (first + c) * n] : r == c ? scalar<T>::one() : scalar<T>::zero();
    }
    __syncthreads();
    for (int k = 0; k < N; k++)
    {
        const int c = upper ? k : N - 1 - k;
        if (t < N)
            old[t] = block[t + c * N];
        __syncthreads();
        const T pivot = reciprocal_of(old[c]);
        T sum = scalar<T>::zero();
        for (int q = group; q < k; q += GROUPS)
        {
            const int other = upper ? q : N - 1 - q;
            sum = scalar<T>::fma(block[row + other * N], old[other], sum);
        }
        scratch[t] = sum;
        __syncthreads();
        if (t < N)
        {
            for (int g = 1; g < GROUPS; g++)
                sum = scalar<T>::add(sum, scratch[t + g * N]);
            const bool before = upper ? t < c : t > c;
            block[t + c * N] = t == c ? pivot : before ? scalar<T>::neg(scalar<T>::mul(sum, pivot)) : scalar<T>::zero();
        }
        __syncthreads();
    }
    for (int e = t; e < N * N; e += TRIANGLE_THREADS)
        inverses[blockIdx.x * (int64_t)N * N + e] = block[e];
}

#endif
