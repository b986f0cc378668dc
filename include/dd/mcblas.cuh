/*
 * mcblas: BLAS for the threads of one block, or of one warp, inside a caller's own kernel.
 * T = float, double, ddblasComplex, ddblasDoubleComplex, cuddreal.
 *
 * The team. The first argument of every function names the threads that work together:
 *   mcblas_warp()            the 32 threads of the calling warp;
 *   mcblas_block(&scratch)   all threads of the block, a multiple of 32 of them in one, two or
 *                            three dimensions; scratch is a mcblas_scratch in shared memory that
 *                            nothing else uses during the call.
 * Every thread of the team must call, in converged code, with the same arguments. A call begins
 * with the team's barrier, so it sees what any thread of the team wrote before. It ends with the
 * barrier, so the team sees the results. Calls can follow one another without further barriers. A
 * team of one warp may call while other warps do other things.
 *
 * Operands lie in global or shared memory. Matrices are column-major with any leading
 * dimension >= max(1, rows). Element i of a vector is x[i inc], with any increment but 0; with a
 * negative one it counts down from the pointer. Sizes may be 0. Outputs must not overlap inputs.
 * alpha and beta are values; with beta = 0 the output is not read. Elements beyond the sizes are
 * neither read nor written.
 *
 * Bits. The order of a sum depends only on the sizes and the number of threads, so results have the
 * same bits every time.
 *
 * Error. Each sum is formed in scalar<T>::accumulator. To first order |error| <= (k + 3) u_T sum
 * |a||b| for k terms, in complex types with 3 (k + 3), in double-double with 3 (k + 4) 2^-104
 * (docs/numerics.md). Products with alpha and beta are rounded in addition.
 *
 * Cost is stated in multiply-adds (mads) and in elements read, for a team of P threads.
 */
#ifndef DD_MCBLAS_CUH
#define DD_MCBLAS_CUH

#include <dd/ddblas.h>

#include <dd/level3.h>
#include <dd/scalar.cuh>

/* ---- teams ----------------------------------------------------------------------------------- */

enum
{
    MCBLAS_MOST_WARPS = 32
};

/* Shared memory of a block in which the warps combine their results: 640 bytes. */
struct alignas(16) mcblas_scratch
{
    char sums[MCBLAS_MOST_WARPS][16];
    int integers[MCBLAS_MOST_WARPS];
};

/* mcblas_exchange returns the value of lane (lane ^ mask), mcblas_broadcast that of lane `from`. */
template <class V>
DD_DEVICE V mcblas_exchange(V value, int mask)
{
    static_assert(sizeof(V) % sizeof(int) == 0, "whole words");
    int words[sizeof(V) / sizeof(int)];
    memcpy(words, &value, sizeof(V));
#pragma unroll
    for (int i = 0; i < (int)(sizeof(V) / sizeof(int)); i++)
        words[i] = __shfl_xor_sync(0xffffffffu, words[i], mask);
    memcpy(&value, words, sizeof(V));
    return value;
}

template <class V>
DD_DEVICE V mcblas_broadcast(V value, int from)
{
    int words[sizeof(V) / sizeof(int)];
    memcpy(words, &value, sizeof(V));
#pragma unroll
    for (int i = 0; i < (int)(sizeof(V) / sizeof(int)); i++)
        words[i] = __shfl_sync(0xffffffffu, words[i], from);
    memcpy(&value, words, sizeof(V));
    return value;
}

/* The sum over a warp, with the same bits in every lane. */
template <class Sum>
DD_DEVICE Sum mcblas_warp_sum(Sum sum)
{
#pragma unroll
    for (int mask = 16; mask >= 1; mask /= 2)
        sum.add(mcblas_exchange(sum, mask));
    return mcblas_broadcast(sum, 0);
}

struct mcblas_warp
{
    int lane;
    __device__ __forceinline__ mcblas_warp()
        : lane((int)((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32))
    {
    }
    __device__ __forceinline__ int rank() const { return lane; }
    __device__ __forceinline__ int size() const { return 32; }
    __device__ __forceinline__ int warp() const { return 0; }
    __device__ __forceinline__ int warps() const { return 1; }
    __device__ __forceinline__ void sync() const { __syncwarp(); }
    template <class Sum>
    __device__ __forceinline__ Sum sum(Sum s) const
    {
        return mcblas_warp_sum(s);
    }
    __device__ __forceinline__ int most(int value) const { return __reduce_max_sync(0xffffffffu, value); }
};

struct mcblas_block
{
    mcblas_scratch *scratch;
    int thread;
    __device__ __forceinline__ explicit mcblas_block(mcblas_scratch *shared)
        : scratch(shared), thread((int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)))
    {
    }
    __device__ __forceinline__ int rank() const { return thread; }
    __device__ __forceinline__ int size() const { return (int)(blockDim.x * blockDim.y * blockDim.z); }
    __device__ __forceinline__ int warp() const { return thread / 32; }
    __device__ __forceinline__ int warps() const { return size() / 32; }
    __device__ __forceinline__ void sync() const { __syncthreads(); }

    /* Each thread adds the sums of the warps in the same order. */
    template <class Sum>
    __device__ __forceinline__ Sum sum(Sum s) const
    {
        static_assert(sizeof(Sum) <= sizeof scratch->sums[0], "scratch holds a sum for each warp");
        s = mcblas_warp_sum(s);
        if (thread % 32 == 0)
            memcpy(scratch->sums[warp()], &s, sizeof s);
        sync();
        memcpy(&s, scratch->sums[0], sizeof s);
        for (int w = 1; w < warps(); w++)
        {
            Sum next;
            memcpy(&next, scratch->sums[w], sizeof next);
            s.add(next);
        }
        sync();
        return s;
    }

    __device__ __forceinline__ int most(int value) const
    {
        value = __reduce_max_sync(0xffffffffu, value);
        if (thread % 32 == 0)
            scratch->integers[warp()] = value;
        sync();
        value = scratch->integers[0];
        for (int w = 1; w < warps(); w++)
            value = max(value, scratch->integers[w]);
        sync();
        return value;
    }
};

/* ---- tools ----------------------------------------------------------------------------------- */

/* op(a) for an element a: conjugated if op is C. */
template <class T>
DD_DEVICE T mcblas_op(ddblasOperation_t op, T a)
{
    return op == DDBLAS_OP_C ? scalar<T>::conj(a) : a;
}

/* Adds a b, and renormalises when it is time. count: the number of products added before. */
template <class T>
DD_DEVICE void mcblas_mac(typename scalar<T>::accumulator &sum, T a, T b, int64_t count)
{
    constexpr int interval = scalar<T>::accumulator::interval;
    sum.mac(a, b);
    if (interval != 0 && count % (interval ? interval : 1) == interval - 1)
        sum.renormalise();
}

/* alpha value + beta y. y is not read if beta is 0. */
template <class T>
DD_DEVICE T mcblas_combine(T alpha, T value, T beta, const T *y)
{
    const T product = scalar<T>::mul(alpha, value);
    return scalar<T>::is_zero(beta) ? product : scalar<T>::fma(beta, *y, product);
}

/* The exponent e of |a| = f 2^e, 1 <= f < 2; in complex types that of the larger part. 0 and
 * subnormal numbers have the least exponent, Inf and NaN the largest. */
DD_DEVICE int mcblas_exponent(float a) { return ((__float_as_int(a) >> 23) & 0xff) - 127; }
DD_DEVICE int mcblas_exponent(double a) { return ((__double2hiint(a) >> 20) & 0x7ff) - 1023; }
DD_DEVICE int mcblas_exponent(cuddreal a) { return mcblas_exponent(a.x); }
DD_DEVICE int mcblas_exponent(ddblasComplex a) { return max(mcblas_exponent(a.x), mcblas_exponent(a.y)); }
DD_DEVICE int mcblas_exponent(ddblasDoubleComplex a) { return max(mcblas_exponent(a.x), mcblas_exponent(a.y)); }

/* a 2^e. */
DD_DEVICE float mcblas_scale(float a, int e) { return scalbnf(a, e); }
DD_DEVICE double mcblas_scale(double a, int e) { return scalbn(a, e); }
DD_DEVICE cuddreal mcblas_scale(cuddreal a, int e)
{
    const double high = scalbn(a.x, e);
    return cuddMake(high, dd_is_finite(high) ? scalbn(a.y, e) : 0.0);
}
DD_DEVICE float mcblas_sqrt(float a) { return sqrtf(a); }
DD_DEVICE double mcblas_sqrt(double a) { return sqrt(a); }
DD_DEVICE cuddreal mcblas_sqrt(cuddreal a) { return cuddSqrt(a); }

/* sum += |2^e a|^2. */
template <class R>
DD_DEVICE void mcblas_add_square(typename scalar<R>::accumulator &sum, R a, int e, int64_t count)
{
    a = mcblas_scale(a, e);
    mcblas_mac<R>(sum, a, a, count);
}
DD_DEVICE void mcblas_add_square(plain_accumulator<float> &sum, ddblasComplex a, int e, int64_t count)
{
    mcblas_add_square<float>(sum, a.x, e, count);
    mcblas_add_square<float>(sum, a.y, e, count);
}
DD_DEVICE void mcblas_add_square(plain_accumulator<double> &sum, ddblasDoubleComplex a, int e, int64_t count)
{
    mcblas_add_square<double>(sum, a.x, e, count);
    mcblas_add_square<double>(sum, a.y, e, count);
}

/* ---- vectors --------------------------------------------------------------------------------- */

/*
 * mcblasNrm2: the Euclidean norm of x, n elements, returned to every thread. It overflows only if
 * the norm itself does, because elements are scaled by the power of two of the largest. It is
 * Inf or NaN if an element is.
 * Cost: 2 n elements read, n / P mads.
 */
template <class T, class Team>
DD_DEVICE typename scalar<T>::real mcblasNrm2(Team team, int64_t n, const T *x, int64_t incx)
{
    typedef typename scalar<T>::real R;
    int largest = -(1 << 20);
    team.sync();
    for (int64_t i = team.rank(); i < n; i += team.size())
        largest = max(largest, mcblas_exponent(x[i * incx]));
    largest = team.most(largest);
    const int e = largest < -2000 ? 0 : largest;
    typename scalar<R>::accumulator sum;
    sum.clear();
    int64_t count = 0;
    for (int64_t i = team.rank(); i < n; i += team.size())
        mcblas_add_square(sum, x[i * incx], -e, count++);
    sum.renormalise();
    return mcblas_scale(mcblas_sqrt(team.sum(sum).value()), e);
}

/*
 * mcblasDot: the sum of x_i y_i (Conjugate: conj(x_i) y_i), n terms, returned to every thread.
 * Cost: 2 n elements read, n / P mads.
 */
template <class T, bool Conjugate = false, class Team>
DD_DEVICE T mcblasDot(Team team, int64_t n, const T *x, int64_t incx, const T *y, int64_t incy)
{
    typename scalar<T>::accumulator sum;
    sum.clear();
    int64_t count = 0;
    team.sync();
    for (int64_t i = team.rank(); i < n; i += team.size())
        mcblas_mac<T>(sum, Conjugate ? scalar<T>::conj(x[i * incx]) : x[i * incx], y[i * incy], count++);
    sum.renormalise();
    return team.sum(sum).value();
}

/* ---- matrix and vector ----------------------------------------------------------------------- */

/*
 * mcblasGemv: y = alpha op(A) x + beta y, A m x n.
 *   N: x has n elements, y has m. Each thread has a row, and neighbouring threads read neighbouring
 *      elements of a column. ceil(m / P) n mads, m n elements of A read.
 *   T, C: x has m elements, y has n. Each warp has a column, reduced by shuffles.
 *      ceil(n / warps) ceil(m / 32) mads.
 */
template <class T, class Team>
DD_DEVICE void mcblasGemv(Team team, ddblasOperation_t op, int64_t m, int64_t n, T alpha, const T *A, int64_t lda, const T *x,
                          int64_t incx, T beta, T *y, int64_t incy)
{
    typedef typename scalar<T>::accumulator sum_type;
    team.sync();
    if (op == DDBLAS_OP_N)
        for (int64_t i = team.rank(); i < m; i += team.size())
        {
            sum_type sum;
            sum.clear();
            for (int64_t j = 0; j < n; j++)
                mcblas_mac<T>(sum, A[i + j * lda], x[j * incx], j);
            y[i * incy] = mcblas_combine(alpha, sum.value(), beta, &y[i * incy]);
        }
    else
        for (int64_t j = team.warp(); j < n; j += team.warps())
        {
            const int lane = team.rank() % 32;
            int64_t count = 0;
            sum_type sum;
            sum.clear();
            for (int64_t i = lane; i < m; i += 32)
                mcblas_mac<T>(sum, mcblas_op(op, A[i + j * lda]), x[i * incx], count++);
            sum.renormalise();
            sum = mcblas_warp_sum(sum);
            if (lane == 0)
                y[j * incy] = mcblas_combine(alpha, sum.value(), beta, &y[j * incy]);
        }
    team.sync();
}

/*
 * mcblasGer: A = A + alpha x y^T (Conjugate: alpha x y^H), A m x n, x m and y n elements. Each
 * element is rounded twice: first alpha y_j, then the fused multiply-add.
 * Cost: ceil(m n / P) mads and products, m n elements read and written.
 */
template <class T, bool Conjugate = false, class Team>
DD_DEVICE void mcblasGer(Team team, int64_t m, int64_t n, T alpha, const T *x, int64_t incx, const T *y, int64_t incy, T *A,
                         int64_t lda)
{
    typedef scalar<T> s;
    team.sync();
    for (int64_t i = team.rank(); i < m * n; i += team.size())
    {
        const int64_t row = i % m, column = i / m;
        const T factor = s::mul(alpha, Conjugate ? s::conj(y[column * incy]) : y[column * incy]);
        T *a = &A[row + column * lda];
        *a = s::fma(x[row * incx], factor, *a);
    }
    team.sync();
}

/*
 * mcblasTrmv: x = op(A) x, A n x n triangular. work: n elements that the team shares; its contents
 * are lost. unit: the diagonal counts as 1 and is not read. The other triangle is not read.
 * Cost: each thread has an element of x; about n^2 / 2 mads in all, n in the longest row.
 */
template <class T, class Team>
DD_DEVICE void mcblasTrmv(Team team, ddblasFillMode_t uplo, ddblasOperation_t op, bool unit, int64_t n, const T *A, int64_t lda,
                          T *x, int64_t incx, T *work)
{
    typedef scalar<T> s;
    /* Row i of op(A) starts at the diagonal. */
    const bool from_diagonal = (uplo == DDBLAS_FILL_MODE_UPPER) == (op == DDBLAS_OP_N);
    team.sync();
    for (int64_t i = team.rank(); i < n; i += team.size())
    {
        typename s::accumulator sum;
        sum.clear();
        int64_t count = 0;
        sum.mac(unit ? s::one() : mcblas_op(op, A[i + i * lda]), x[i * incx]);
        for (int64_t j = from_diagonal ? i + 1 : 0; j < (from_diagonal ? n : i); j++)
            mcblas_mac<T>(sum, mcblas_op(op, op == DDBLAS_OP_N ? A[i + j * lda] : A[j + i * lda]), x[j * incx], ++count);
        work[i] = sum.value();
    }
    team.sync();
    for (int64_t i = team.rank(); i < n; i += team.size())
        x[i * incx] = work[i];
    team.sync();
}

/* ---- matrix and matrix ----------------------------------------------------------------------- */

/*
 * mcblasGemm: C = alpha op(A) op(B) + beta C; op(A) m x k, op(B) k x n, C m x n; each op is N, T or
 * C.
 * Each thread has TILE x TILE elements of C at a time, TILE = 4 (2 if elements have 16 bytes).
 * Their rows and columns are spread over C, so that neighbouring threads read neighbouring rows.
 * Cost: ceil(m n / (TILE^2 P)) TILE^2 k mads, 2 k / TILE elements read for each of C.
 */
template <class T, class Team>
DD_DEVICE void mcblasGemm(Team team, ddblasOperation_t opa, ddblasOperation_t opb, int64_t m, int64_t n, int64_t k, T alpha,
                          const T *A, int64_t lda, const T *B, int64_t ldb, T beta, T *C, int64_t ldc)
{
    constexpr int TILE = sizeof(T) == 16 ? 2 : 4;
    typedef typename scalar<T>::accumulator sum_type;
    const int64_t rows = (m + TILE - 1) / TILE, columns = (n + TILE - 1) / TILE;
    const int64_t a_row = opa == DDBLAS_OP_N ? 1 : lda, a_term = opa == DDBLAS_OP_N ? lda : 1;
    const int64_t b_column = opb == DDBLAS_OP_N ? ldb : 1, b_term = opb == DDBLAS_OP_N ? 1 : ldb;
    team.sync();
    for (int64_t t = team.rank(); t < rows * columns; t += team.size())
    {
        const int64_t i0 = t % rows, j0 = t / rows;
        sum_type sum[TILE][TILE];
#pragma unroll
        for (int i = 0; i < TILE; i++)
#pragma unroll
            for (int j = 0; j < TILE; j++)
                sum[i][j].clear();
        for (int64_t l = 0; l < k; l++)
        {
            T a[TILE], b[TILE];
#pragma unroll
            for (int i = 0; i < TILE; i++)
            {
                const int64_t row = min(i0 + i * rows, m - 1), column = min(j0 + i * columns, n - 1);
                a[i] = mcblas_op(opa, A[row * a_row + l * a_term]);
                b[i] = mcblas_op(opb, B[column * b_column + l * b_term]);
            }
#pragma unroll
            for (int i = 0; i < TILE; i++)
#pragma unroll
                for (int j = 0; j < TILE; j++)
                    mcblas_mac<T>(sum[i][j], a[i], b[j], l);
        }
#pragma unroll
        for (int i = 0; i < TILE; i++)
#pragma unroll
            for (int j = 0; j < TILE; j++)
            {
                const int64_t row = i0 + i * rows, column = j0 + j * columns;
                if (row < m && column < n)
                    C[row + column * ldc] = mcblas_combine(alpha, sum[i][j].value(), beta, &C[row + column * ldc]);
            }
    }
    team.sync();
}

/*
 * mcblasTrmm: B = alpha op(A) B in place, A m x m triangular, B m x n; unit as in mcblasTrmv. Each
 * thread has a column of B, so min(n, P) threads work.
 * Cost: ceil(n / P) m^2 / 2 mads for each of them.
 */
template <class T, class Team>
DD_DEVICE void mcblasTrmm(Team team, ddblasFillMode_t uplo, ddblasOperation_t op, bool unit, int64_t m, int64_t n, T alpha,
                          const T *A, int64_t lda, T *B, int64_t ldb)
{
    typedef scalar<T> s;
    const bool upper = (uplo == DDBLAS_FILL_MODE_UPPER) == (op == DDBLAS_OP_N);
    team.sync();
    for (int64_t c = team.rank(); c < n; c += team.size())
    {
        T *b = B + c * ldb;
        for (int64_t step = 0; step < m; step++)
        {
            /* A row is overwritten when no later row needs it. */
            const int64_t i = upper ? step : m - 1 - step;
            typename s::accumulator sum;
            sum.clear();
            int64_t count = 0;
            sum.mac(unit ? s::one() : mcblas_op(op, A[i + i * lda]), b[i]);
            for (int64_t j = upper ? i + 1 : 0; j < (upper ? m : i); j++)
                mcblas_mac<T>(sum, mcblas_op(op, op == DDBLAS_OP_N ? A[i + j * lda] : A[j + i * lda]), b[j], ++count);
            b[i] = s::mul(alpha, sum.value());
        }
    }
    team.sync();
}

#endif
