/*
 * R from the Gram matrices (tsqr_gram.h): the sum of the parts, its Cholesky factor, and the
 * product of the two factors.
 *
 * Cholesky factor. One thread block factors the matrix in shared memory, by panels of eight rows.
 * First a few warps compute the panel's rows, one column for each thread. For this they need the
 * factored diagonal block. In double each thread factors the whole diagonal block itself, because
 * this takes less time than exchanges between lanes. In double-double it would take more time, so
 * eight lanes of each warp factor the block together, one column each. The eight square roots of a
 * panel depend on each other. Then all threads subtract the products of the panel's rows from the
 * triangle below, in tiles:
 *
 *   +---------+-----------------------+
 *   | corner  |   rows of the panel   |   eliminate
 *   +---------+-----------------------+
 *             |   triangle that is    |   update
 *             |         left          |
 *             +-----------------------+
 *
 * Barriers: two for each panel, passed by all threads, because the number of panels depends on n
 * alone.
 * Edges: columns from n on are columns of the identity.
 * Operations: n^3 / 6 multiply-adds.
 * Error: |R^T R - gram| <= about (n + 3) u |R|^T |R|, u the unit of the work type (N. Higham,
 * Accuracy and Stability of Numerical Algorithms, theorem 10.3, adapted to quotients that are
 * computed as products with a reciprocal).
 */
#ifndef DDBLAS_TSQR_TSQR_GRAM_FACTOR_CUH
#define DDBLAS_TSQR_TSQR_GRAM_FACTOR_CUH

#include "tsqr_gram.h"
#include "tsqr/cuda/tsqr_shape.cuh"

enum
{
    TSQR_GRAM_PANEL = 8, /* Rows of a panel. */
    TSQR_GRAM_FACTOR_THREADS = 512,
    /* Warps of a thread block that sums the parts; each warp adds different parts. */
    TSQR_GRAM_SUM_WARPS = 16,
    TSQR_GRAM_PRODUCT_THREADS = 256,
    TSQR_GRAM_PRODUCT_LANES = 4 /* Threads for an element of the product. */
};

/* A column's square sum below this may have lost digits to underflow. */
#define TSQR_GRAM_LEAST 0x1p-900

DD_DEVICE void tsqr_gram_round(float &to, double a) { to = (float)a; }
DD_DEVICE void tsqr_gram_round(double &to, double a) { to = a; }
DD_DEVICE void tsqr_gram_round(double &to, cuddreal a) { to = a.x; }
DD_DEVICE void tsqr_gram_round(cuddreal &to, cuddreal a) { to = a; }

/* ---- sum ------------------------------------------------------------------------------------- */

constexpr int tsqr_gram_sum_threads = 32 * TSQR_GRAM_SUM_WARPS;
TSQR_FN int tsqr_gram_sum_blocks(int n) { return (int)((tsqr_packed(n) + 31) / 32); }

/* A sum of doubles with compensation: s is the sum, c the sum of the rounding errors of s, and d
 * the sum of the rounding errors of c. Without c and d equal parts could give every addition an
 * error of the same sign. */
struct tsqr_gram_total
{
    double s, c, d;

    __device__ __forceinline__ void clear() { s = c = d = 0.0; }
    __device__ __forceinline__ void add(double a)
    {
        const cuddreal first = cuddTwoSum(s, a), second = cuddTwoSum(c, first.y);
        s = first.x;
        c = second.x;
        d += second.y;
    }
    __device__ __forceinline__ void add(cuddreal a)
    {
        add(a.x);
        add(a.y);
    }
    __device__ __forceinline__ void add(const tsqr_gram_total &other)
    {
        add(other.s);
        add(other.c);
        d += other.d;
    }
    __device__ __forceinline__ cuddreal value() const
    {
        const cuddreal sum = cuddTwoSum(s, c);
        return cuddFastTwoSum(sum.x, sum.y + d);
    }
};

/* Sets gram to the sum of the parts. A thread block sums 32 elements; its warp w adds the parts w,
 * w + TSQR_GRAM_SUM_WARPS, .., in four chains. */
template <class X>
__global__ void __launch_bounds__(tsqr_gram_sum_threads) tsqr_gram_sum_kernel(const tsqr_gram gram, int pass)
{
    typedef tsqr_gram_total sum;
    constexpr int CHAINS = 4;
    __shared__ __align__(16) char bytes[TSQR_GRAM_SUM_WARPS * 32 * sizeof(sum)];
    sum *of_warps = (sum *)bytes;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, packed = (int)tsqr_packed(gram.n), e = blockIdx.x * 32 + lane;
    const X *from = (const X *)gram.partial + e;
    sum z[CHAINS];
    if (pass && *gram.refused)
        return;
#pragma unroll
    for (int i = 0; i < CHAINS; i++)
        z[i].clear();
    if (e < packed)
#pragma unroll 2
        for (int part = warp; part < gram.parts; part += CHAINS * TSQR_GRAM_SUM_WARPS)
#pragma unroll
            for (int i = 0; i < CHAINS; i++)
            {
                const int next = part + i * TSQR_GRAM_SUM_WARPS;
                z[i].add(next < gram.parts ? from[(int64_t)next * packed] : scalar<X>::zero());
            }
    z[0].add(z[1]);
    z[2].add(z[3]);
    z[0].add(z[2]);
    of_warps[threadIdx.x] = z[0];
    __syncthreads();
#pragma unroll
    for (int half = TSQR_GRAM_SUM_WARPS / 2; half > 0; half /= 2)
    {
        if (warp < half)
            of_warps[threadIdx.x].add(of_warps[threadIdx.x + 32 * half]);
        __syncthreads();
    }
    if (warp == 0 && e < packed)
        tsqr_gram_round(((X *)gram.gram)[e], of_warps[lane].value());
}

/* ---- factor ---------------------------------------------------------------------------------- */

template <class X>
struct tsqr_gram_factor_memory
{
    static constexpr int VECTOR = tsqr_vector<X>, COLUMNS = DDBLAS_TSQR_GRAM_COLUMNS;
    /* Number of rows and of columns of a thread's tile. */
    static constexpr int TILE = scalar<X>::is_double_double ? 2 : 4;
    /* The panel's rows; column c begins at [at(c)]. The padding puts the columns of a warp's tiles
     * into different banks. */
    DD_DEVICE int at(int c) { return c * TSQR_GRAM_PANEL + c / TILE * VECTOR; }
    alignas(16) X rows[COLUMNS * TSQR_GRAM_PANEL + COLUMNS / TILE * VECTOR];
    /* The part of the matrix that is not factored yet, packed by columns. */
    X triangle[COLUMNS * (COLUMNS + 1) / 2];
    /* For each column, the pivot up to which a pivot may consist of rounding errors alone. */
    double least[COLUMNS];
};

/* If the exact value of a pivot is 0, rounding errors may give it a computed value up to this
 * number times the diagonal element. */
template <class X>
constexpr double tsqr_gram_noise = scalar<X>::is_double_double ? 0x1p-101 : 0x1p-50;

/* Up to this value of ||gram - I||_F^2, R is computed by its expansion to first order, because the
 * terms of higher order are below the rounding errors of R. */
template <class X>
constexpr double tsqr_gram_near = scalar<X>::is_double_double ? 0x1p-108 : 0x1p-56;

template <class X>
struct tsqr_gram_factor
{
    typedef scalar<X> s;
    typedef typename s::accumulator sum;
    typedef tsqr_gram_factor_memory<X> memory;
    static constexpr int PANEL = TSQR_GRAM_PANEL, TILE = memory::TILE, VECTOR = tsqr_vector<X>;
    static constexpr int THREADS = TSQR_GRAM_FACTOR_THREADS;
    static constexpr bool BY_LANES = s::is_double_double;

    /* Loads the matrix into shared memory, followed by columns n .. width - 1 of the identity. */
    DD_DEVICE void load(memory &shared, const X *gram, int n, int width)
    {
        const int packed = tsqr_at(0, n);
        for (int e = threadIdx.x; e < packed; e += THREADS)
            shared.triangle[e] = gram[e];
        for (int c = n; c < width; c++)
            for (int i = threadIdx.x; i <= c; i += THREADS)
                shared.triangle[tsqr_at(i, c)] = i == c ? s::one() : s::zero();
        for (int c = threadIdx.x; c < width; c += THREADS)
            shared.least[c] = c < n ? tsqr_gram_noise<X> * tsqr_high(gram[tsqr_at(c, c)]) : 0.0;
        __syncthreads();
    }

    /* Returns true if the square sums of all columns are finite and far from underflow. */
    DD_DEVICE bool in_range(const memory &shared, int n)
    {
        const double square = tsqr_high(shared.triangle[tsqr_at(0, min((int)threadIdx.x, n - 1) + 1) - 1]);
        return !__syncthreads_or(!(square >= TSQR_GRAM_LEAST && dd_is_finite(square)));
    }

    /* Returns ||gram - I||_F^2. */
    DD_DEVICE double distance(memory &shared, int n)
    {
        double *part = (double *)shared.rows, square = 0;
        for (int j = threadIdx.x / 32; j < n; j += THREADS / 32)
            for (int i = threadIdx.x % 32; i <= j; i += 32)
            {
                const double d = tsqr_high(tsqr_add(shared.triangle[tsqr_at(i, j)], i == j ? s::neg(s::one()) : s::zero()));
                square += (i == j ? 1.0 : 2.0) * d * d;
            }
        for (int mask = 16; mask > 0; mask /= 2)
            square += tsqr_exchange(square, mask);
        if (threadIdx.x % 32 == 0)
            part[threadIdx.x / 32] = square;
        __syncthreads();
        square = 0;
        for (int w = 0; w < THREADS / 32; w++)
            square += part[w];
        __syncthreads();
        return square;
    }

    /* Computes R of gram = I + E to first order in E: I plus the upper triangle of E with its
     * diagonal halved. */
    DD_DEVICE void expand(const memory &shared, int n, X *R)
    {
        for (int j = threadIdx.x / 32; j < n; j += THREADS / 32)
            for (int i = threadIdx.x % 32; i <= j; i += 32)
            {
                const X g = shared.triangle[tsqr_at(i, j)], half = halved(g);
                R[tsqr_at(i, j)] = i == j ? tsqr_add(halved(s::one()), half) : g;
                if (i == j)
                    R[tsqr_at(0, n) + j] = expanded_reciprocal(half);
            }
    }
    /* Returns 1 + (1 - g) / 2, where half = g / 2. In double the leading 1 is left out of the
     * result, which is then exact. */
    DD_DEVICE double expanded_reciprocal(double half) { return 0.5 - half; }
    DD_DEVICE cuddreal expanded_reciprocal(cuddreal half)
    {
        return tsqr_add(tsqr_add(s::one(), halved(s::one())), tsqr_negative(half));
    }
    DD_DEVICE double halved(double a) { return 0.5 * a; }
    DD_DEVICE cuddreal halved(cuddreal a) { return cuddMake(0.5 * a.x, 0.5 * a.y); }

    /* Returns the number that is stored after R1 or R2 for a diagonal element r, from square = r^2
     * and `inverse`, which is close to 1 / r. The number is 1 / r, except for R2 in double: there
     * it is 1 / r - 1, which keeps more digits. It is computed by one step of Newton's method from
     * `inverse`, with the residual 1 - r^2 inverse^2, whose error is of second order. */
    DD_DEVICE cuddreal reciprocal(int, cuddreal, cuddreal inverse) { return inverse; }
    DD_DEVICE double reciprocal(int pass, double square, double inverse)
    {
        const double near = __dmul_rn(square, inverse), rest = __fma_rn(square, inverse, -near),
                     residual = __fma_rn(-rest, inverse, __fma_rn(-near, inverse, 1.0));
        return pass ? __fma_rn(0.5 * inverse, residual, inverse - 1.0) : inverse;
    }

    /* Computes rows first .. first + 7 of R. Returns whether their pivots are positive and larger
     * than rounding errors. */
    DD_DEVICE bool eliminate(memory &shared, int first, int n, int width, int pass, X *R)
    {
        /* Lanes of every warp that factor the diagonal block. */
        constexpr int CORNER = BY_LANES ? PANEL : 0;
        const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, begin = first + warp * (32 - CORNER);
        const int c = lane < CORNER ? first + lane : begin + lane, from = min(c, width - 1);
        const bool writes = warp == 0 || lane >= CORNER;
        bool positive = true;
        if (warp > 0 && begin + CORNER >= width)
            return true;
        sum g[PANEL * (PANEL + 1) / 2], own[PANEL];
        X r[PANEL];
        if constexpr (!BY_LANES)
#pragma unroll
            for (int j = 0; j < PANEL; j++)
#pragma unroll
                for (int i = 0; i <= j; i++)
                    g[tsqr_at(i, j)] = tsqr_sum_from(shared.triangle[tsqr_at(first + i, first + j)]);
#pragma unroll
        for (int k = 0; k < PANEL; k++)
            own[k] = tsqr_sum_from(shared.triangle[tsqr_at(min(first + k, from), max(first + k, from))]);
#pragma unroll
        for (int k = 0; k < PANEL; k++)
        {
            X pivot, root, inverse, row[PANEL];
            if constexpr (BY_LANES)
                pivot = tsqr_broadcast(tsqr_value(own[k]), k);
            else
                pivot = tsqr_value(g[tsqr_at(k, k)]);
            tsqr_root(pivot, root, inverse);
            positive &= tsqr_high(pivot) > shared.least[first + k] && dd_is_finite(tsqr_high(pivot));
            r[k] = c == first + k ? root : tsqr_mul(tsqr_value(own[k]), inverse);
#pragma unroll
            for (int j = k + 1; j < PANEL; j++)
            {
                if constexpr (BY_LANES)
                    row[j] = tsqr_broadcast(r[k], j);
                else
                {
                    row[j] = tsqr_mul(tsqr_value(g[tsqr_at(k, j)]), inverse);
#pragma unroll
                    for (int i = k + 1; i <= j; i++)
                        g[tsqr_at(i, j)].mac(tsqr_negative(row[i]), row[j]);
                }
                own[j].mac(tsqr_negative(row[j]), r[k]);
            }
            if (writes && c < n && c >= first + k)
                R[tsqr_at(first + k, c)] = r[k];
            if (writes && c < n && c == first + k)
                R[tsqr_at(0, n) + c] = reciprocal(pass, pivot, inverse);
        }
        if (!writes || c >= width)
            return positive;
        X *to = &shared.rows[memory::at(c)];
#pragma unroll
        for (int k = 0; k < PANEL; k += VECTOR)
        {
            tsqr_pack<X> pack;
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                pack.at[v] = r[k + v];
            tsqr_store(&to[k], pack);
        }
        return positive;
    }

    /* Subtracts the products of the panel's rows from the triangle that begins at row and column
     * `first`. The triangle has an even number `side` of rows of tiles. Rows t and side - 1 - t of
     * tiles have side + 1 tiles together, so that the tiles can be numbered like those of a
     * rectangle. */
    DD_DEVICE void update(memory &shared, int first, int width)
    {
        const int side = (width - first) / TILE;
#pragma unroll 1
        for (int e = threadIdx.x; e < side / 2 * (side + 1); e += THREADS)
        {
            const int row = e / (side + 1), column = e % (side + 1);
            const bool upper = column > row;
            const int i = first + TILE * (upper ? row : side - 1 - row),
                      j = first + TILE * (upper ? column - 1 : side - 1 - column);
            const X *left = &shared.rows[memory::at(i)], *right = &shared.rows[memory::at(j)];
            sum z[TILE][TILE];
#pragma unroll
            for (int b = 0; b < TILE; b++)
#pragma unroll
                for (int a = 0; a < TILE; a++)
                    z[b][a] = tsqr_sum_from(shared.triangle[tsqr_at(min(i + a, j + b), j + b)]);
#pragma unroll(s::is_double_double ? 1 : PANEL / 2)
            for (int k = 0; k < PANEL; k += 2)
            {
                X l[TILE][2], r[TILE][2];
#pragma unroll
                for (int a = 0; a < TILE; a++)
#pragma unroll
                    for (int h = 0; h < 2; h += VECTOR)
                    {
                        const tsqr_pack<X> x = tsqr_load(&left[a * PANEL + k + h]), y = tsqr_load(&right[a * PANEL + k + h]);
#pragma unroll
                        for (int v = 0; v < VECTOR; v++)
                        {
                            l[a][h + v] = tsqr_negative(x.at[v]);
                            r[a][h + v] = y.at[v];
                        }
                    }
#pragma unroll
                for (int b = 0; b < TILE; b++)
#pragma unroll
                    for (int a = 0; a < TILE; a++)
                        tsqr_mac_pair(z[b][a], l[a][0], r[b][0], l[a][1], r[b][1]);
            }
#pragma unroll
            for (int b = 0; b < TILE; b++)
#pragma unroll
                for (int a = 0; a < TILE; a++)
                    if (i + a <= j + b)
                        shared.triangle[tsqr_at(i + a, j + b)] = tsqr_value(z[b][a]);
        }
    }

    /* Computes R and stores behind it the n reciprocals of its diagonal, as `reciprocal` or
     * `expanded_reciprocal` returns them. Returns true if all pivots were positive and larger than
     * their rounding errors. Only the value that thread 0 returns is meaningful. */
    DD_DEVICE bool factor(memory &shared, int n, int width, int pass, X *R)
    {
        bool positive = true;
        for (int first = 0; first < width; first += PANEL)
        {
            positive &= eliminate(shared, first, n, width, pass, R);
            __syncthreads();
            update(shared, first + PANEL, width);
            __syncthreads();
        }
        return positive;
    }
};

template <class X>
constexpr size_t tsqr_gram_factor_bytes = sizeof(tsqr_gram_factor_memory<X>);

/* Computes R1 (pass 0) or R2 (pass 1) and sets `refused`. One thread block. */
template <class X>
__global__ void __launch_bounds__(TSQR_GRAM_FACTOR_THREADS) tsqr_gram_factor_kernel(const tsqr_gram gram, int pass)
{
    typedef tsqr_gram_factor<X> work;
    extern __shared__ __align__(16) char bytes[];
    tsqr_gram_factor_memory<X> &shared = *(tsqr_gram_factor_memory<X> *)bytes;
    const int n = gram.n, width = (n + TSQR_GRAM_PANEL - 1) / TSQR_GRAM_PANEL * TSQR_GRAM_PANEL;
    if (pass && *gram.refused)
        return;
    work::load(shared, (const X *)gram.gram, n, width);
    const double distance = pass ? work::distance(shared, n) : 0;
    X *R = (X *)(pass ? gram.R2 : gram.R1);
    bool good = pass ? distance <= 0.0625 : work::in_range(shared, n);
    if (pass && distance <= tsqr_gram_near<X>)
        work::expand(shared, n, R);
    else if (good)
        good = work::factor(shared, n, width, pass, R);
    if (threadIdx.x == 0)
        *gram.refused = !good;
}

/* ---- product --------------------------------------------------------------------------------- */

TSQR_FN int tsqr_gram_product_blocks(int n)
{
    return (n * n * TSQR_GRAM_PRODUCT_LANES + TSQR_GRAM_PRODUCT_THREADS - 1) / TSQR_GRAM_PRODUCT_THREADS;
}

/* Computes R = R2 R1, with zeros below the diagonal. LANES threads share an element: each of them
 * adds every LANES-th product. A warp computes eight neighbouring elements of a column. */
template <class T, class X>
__global__ void __launch_bounds__(TSQR_GRAM_PRODUCT_THREADS) tsqr_gram_product_kernel(const tsqr_gram gram)
{
    typedef typename scalar<X>::accumulator sum;
    constexpr int LANES = TSQR_GRAM_PRODUCT_LANES, SIDE = 32 / LANES, EVERY = 8;
    const int n = gram.n, lane = threadIdx.x % 32, share = lane / SIDE;
    const int e = (blockIdx.x * TSQR_GRAM_PRODUCT_THREADS + threadIdx.x) / 32 * SIDE + lane % SIDE, i = e % n, j = e / n;
    const bool exists = j < n;
    const X *R1 = (const X *)gram.R1 + tsqr_at(0, exists ? j : 0), *R2 = (const X *)gram.R2 + i;
    if (*gram.refused)
        return;
    sum z;
    z.clear();
#pragma unroll 1
    for (int k = j - share; exists && k >= i; k -= LANES * EVERY)
    {
#pragma unroll
        for (int l = k; l > k - LANES * EVERY; l -= 2 * LANES)
        {
            const int next = l - LANES;
            const bool one = l >= i, two = next >= i;
            const X zero = scalar<X>::zero();
            tsqr_mac_pair(z, one ? R2[tsqr_at(0, l)] : zero, one ? R1[l] : zero, two ? R2[tsqr_at(0, next)] : zero,
                          two ? R1[next] : zero);
        }
        tsqr_normalise(z);
    }
#pragma unroll
    for (int mask = SIDE; mask < 32; mask *= 2)
        z.add(tsqr_exchange(z, mask));
    if (exists && share == 0)
        tsqr_gram_round(((T *)gram.R)[i * gram.r.row + j * gram.r.column], tsqr_value(z));
}

#endif
