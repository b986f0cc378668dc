/*
 * R and explicit Q from Gram matrices, W: the passes over A. See tsqr_gram.h.
 *
 * A chunk of rows is in shared memory, by columns, and limits are the multiply-adds, ten instructions each:
 *   Substitution x R = a, in place: `Shape::share` lanes of a warp have a row, each every share-th column of a panel of four
 *   columns a lane. What the columns to the left take from a panel is without order; in its corner a number goes from lane to
 * lane. No row knows of another, so nobody waits but for the lanes of a warp. Row by row this is substitution with the computed
 * R, so its backward error does not know R's condition. Gram matrix: tiles of 4 x 4 above the diagonal, a tile for `shares` lanes
 * side by side, which share out the rows; then the tiles on the diagonal, their ten products for more lanes each. Sums stay in
 * registers from chunk to chunk.
 *
 * Multiply-adds for each row: n (n - 1) / 2 a substitution, n (n + 1) / 2 the Gram matrix; the idle lanes, the corners, the
 * renormalisations and the products with reciprocals add 15% to them at 64 columns.
 * Error: a sum of products as scalar.cuh has it, 3 u_w at most for each term.
 * Rows beyond the end and columns from n on are zeros and stay so.
 */
#ifndef DDBLAS_TSQR_TSQR_GRAM_W_CUH
#define DDBLAS_TSQR_TSQR_GRAM_W_CUH

#include "tsqr_gram.h"
#include "tsqr_shape.cuh"

enum
{
    TSQR_GRAM_W_TILE = 4 /* rows and columns of a tile, columns of a lane in a panel */
};

/* Columns that shared memory and registers are laid out for, at least n. */
template <class T, int Width>
struct tsqr_gram_shape
{
    static constexpr int TILE = TSQR_GRAM_W_TILE;
    static constexpr int width = Width, groups = Width / TILE; /* of columns */
    static constexpr int threads = Width <= 64 ? 128 : 256, blocks = Width <= 64 ? 2 : 1;
    static constexpr int form_blocks = Width <= 64 ? 3 : 1;
    static constexpr int chunk = 64;
    static constexpr int share = threads / chunk, panel = share * TILE; /* lanes of a row; columns of a panel */
    static constexpr int buffers = Width <= 32 ? 2 : 1;                 /* the next chunk is on its way where there is room */

    /* Tiles above the diagonal: a power of two of lanes each, or several a thread. */
    static constexpr int tiles = groups * (groups - 1) / 2, each = (tiles + threads - 1) / threads;
    static constexpr int shares = Width <= 16 ? 16 : Width <= 32 ? 4 : 1, diagonal_shares = threads / groups;
    static_assert(tiles * shares <= threads * each && chunk % (2 * shares) == 0 && chunk % (2 * diagonal_shares) == 0,
                  "all tiles have their lanes, and these pairs of rows");
    static_assert(shares <= 32 && diagonal_shares <= 32, "the lanes of a tile are in one warp");
};

/* A chunk. Groups of four columns begin in different banks. */
template <class T, class Shape>
struct tsqr_gram_chunk
{
    DD_DEVICE int at(int c) { return c * Shape::chunk + c / Shape::TILE; }
    T x[Shape::width * Shape::chunk + Shape::groups];
};

template <class T, class Shape>
struct tsqr_gram_rows
{
    typedef tsqr_gram_chunk<T, Shape> chunk;
    static constexpr int TILE = Shape::TILE, CHUNK = Shape::chunk, WIDTH = Shape::width, GROUPS = Shape::groups;
    static constexpr int EVERY = dd_accumulator::interval;

    /* f(row, column, inside) for the thread's elements of a chunk, neighbours in memory by neighbours. */
    template <class F>
    DD_DEVICE void visit(const tsqr_gram &gram, int64_t first, int64_t end, F f)
    {
        const bool by_rows = gram.a.column == 1 && gram.a.row != 1;
        for (int e = threadIdx.x; e < CHUNK * WIDTH; e += Shape::threads)
        {
            const int r = by_rows ? e / WIDTH : e % CHUNK, c = by_rows ? e % WIDTH : e / CHUNK;
            f(r, c, first + r < end && c < gram.n);
        }
    }

    /* Rows first .. of A in the background. */
    DD_DEVICE void fetch(chunk &shared, const tsqr_gram &gram, int64_t first, int64_t end)
    {
        const T *A = (const T *)gram.A;
        visit(gram, first, end,
              [&](int r, int c, bool inside)
              {
                  const int64_t place = inside ? (first + r) * gram.a.row + c * gram.a.column : 0;
                  copy_async<16>(&shared.x[chunk::at(c) + r], &A[place], inside ? 16 : 0);
              });
        copy_commit();
    }

    /* x R^-1 over the chunk, R packed by columns, the reciprocals of its diagonal behind it. */
    DD_DEVICE void solve(chunk &shared, const T *R, int n)
    {
        constexpr int SHARE = Shape::share;
        const int row = threadIdx.x / SHARE, mine = threadIdx.x % SHARE, lane = threadIdx.x % 32;
        T *x = &shared.x[row];
#pragma unroll 1
        for (int first = 0; first < n; first += Shape::panel)
        {
            const T *column[TILE];
            T reciprocal[TILE], solved[TILE];
            dd_accumulator z[TILE];
#pragma unroll
            for (int i = 0; i < TILE; i++)
            {
                const int c = first + SHARE * i + mine;
                column[i] = &R[tsqr_at(0, min(c, n - 1))];
                reciprocal[i] = c < n ? R[tsqr_at(0, n) + c] : scalar<T>::zero();
                z[i] = tsqr_sum_from(x[chunk::at(c)]);
            }
#pragma unroll 1
            for (int k = 0; k < first; k += EVERY)
            {
#pragma unroll
                for (int l = k; l < k + EVERY; l += 2)
                {
                    const T one = tsqr_negative(x[chunk::at(l)]), two = tsqr_negative(x[chunk::at(l + 1)]);
#pragma unroll
                    for (int i = 0; i < TILE; i++)
                        z[i].mac_pair(one, column[i][l], two, column[i][l + 1]);
                }
#pragma unroll
                for (int i = 0; i < TILE; i++)
                    tsqr_normalise(z[i]);
            }
/* the corner, SHARE columns at a time: they go from lane to lane, then out of the others */
#pragma unroll
            for (int i = 0; i < TILE; i++)
            {
                T left[SHARE];
                const int c = first + SHARE * i;
#pragma unroll
                for (int h = 0; h < SHARE; h++)
                {
                    const T next = tsqr_mul(tsqr_value(z[i]), reciprocal[i]);
                    solved[i] = h == 0 || h == mine ? next : solved[i];
                    left[h] = tsqr_negative(tsqr_broadcast(next, lane - mine + h));
                    if (h + 1 < SHARE)
                        z[i].mac(left[h], column[i][min(c + h, n - 1)]);
                }
#pragma unroll
                for (int l = i + 1; l < TILE; l++)
#pragma unroll
                    for (int h = 0; h < SHARE; h += 2)
                        z[l].mac_pair(left[h], column[l][min(c + h, n - 1)], left[h + 1], column[l][min(c + h + 1, n - 1)]);
            }
#pragma unroll
            for (int i = 0; i < TILE; i++)
                x[chunk::at(first + SHARE * i + mine)] = solved[i];
            __syncwarp();
        }
    }

    /* Whether R is the identity up to so little that its share of a row is known well enough in double: what is neglected is
     * n 2^-113 of a column's norm, n u_w / 512. */
    DD_DEVICE bool near_identity(const T *R, int n)
    {
        bool far = false;
        for (int j = threadIdx.x / 32; j < n; j += Shape::threads / 32)
            for (int i = threadIdx.x % 32; i <= j; i += 32)
            {
                const double r = tsqr_high(R[tsqr_at(i, j)]);
                far |= !(::fabs(i == j ? r - 1.0 : r) <= (i == j ? 0x1p-52 : 0x1p-60));
            }
        return !__syncthreads_or(far);
    }

    /* x R^-1 for such an R: x_j - sum_k x_k R_kj over k < j on the tensor cores, then the reciprocals. By warps as before,
     * sixteen columns at a time from the right. */
    DD_DEVICE void correct(chunk &shared, const T *R, int n)
    {
        constexpr int ROWS = 32 / Shape::share, OCTETS = ROWS / 8;
        const int octet = threadIdx.x % 32 / 4, quarter = threadIdx.x % 4;
        T *x = &shared.x[threadIdx.x / 32 * ROWS];
#pragma unroll 1
        for (int first = (n - 1) / 16 * 16; first >= 0; first -= 16)
        {
            double left[OCTETS][2][2] = {};
            const T *column[2];
#pragma unroll
            for (int h = 0; h < 2; h++)
                column[h] = &R[tsqr_at(0, min(first + 8 * h + octet, n - 1))];
#pragma unroll 4
            for (int k = quarter; k < first + 16; k += 4)
            {
                double r[2];
#pragma unroll
                for (int h = 0; h < 2; h++)
                    r[h] = k < min(first + 8 * h + octet, n) ? tsqr_high(column[h][k]) : 0.0;
#pragma unroll
                for (int o = 0; o < OCTETS; o++)
                    multiply_doubles(left[o][0], left[o][1], r[0], r[1], tsqr_high(x[chunk::at(k) + 8 * o + octet]));
            }
            __syncwarp();
#pragma unroll
            for (int h = 0; h < 2; h++)
            {
                const int c = first + 8 * h + octet;
                if (c < n)
#pragma unroll
                    for (int o = 0; o < OCTETS; o++)
#pragma unroll
                        for (int i = 0; i < 2; i++)
                        {
                            T &to = x[chunk::at(c) + 8 * o + 2 * quarter + i];
                            dd_accumulator z = tsqr_sum_from(to);
                            z.add({-left[o][h][i], 0.0});
                            to = tsqr_mul(tsqr_value(z), R[tsqr_at(0, n) + c]);
                        }
            }
            __syncwarp();
        }
    }
};

/* ---- Gram matrix ------------------------------------------------------------------------------------------------------- */

template <class T, class Shape>
struct tsqr_gram_sums
{
    typedef tsqr_gram_chunk<T, Shape> chunk;
    static constexpr int TILE = Shape::TILE, CHUNK = Shape::chunk, GROUPS = Shape::groups, EACH = Shape::each;
    static constexpr int PLACES = Shape::threads / Shape::shares; /* tiles at work together */

    dd_accumulator above[EACH][TILE][TILE], diagonal[TILE * (TILE + 1) / 2];

    __device__ __forceinline__ tsqr_gram_sums()
    {
#pragma unroll
        for (int e = 0; e < EACH; e++)
#pragma unroll
            for (int i = 0; i < TILE * TILE; i++)
                above[e][i / TILE][i % TILE].clear();
#pragma unroll
        for (int i = 0; i < TILE * (TILE + 1) / 2; i++)
            diagonal[i].clear();
    }

    /* Groups of columns of the thread's tile number `each`; those above the diagonal are a rectangle when row t of them stands
     * before row GROUPS - 1 - t. Whether there is such a tile. */
    DD_DEVICE bool tile(int each, int &left, int &right)
    {
        const int e = each * PLACES + (int)threadIdx.x / Shape::shares, row = e / (GROUPS - 1), column = e % (GROUPS - 1);
        const bool first = column >= row, exists = e < Shape::tiles;
        left = !exists ? 0 : first ? row : GROUPS - 1 - row;
        right = !exists ? 0 : first ? column + 1 : GROUPS - 1 - column;
        return exists;
    }

    /* f(two rows of left columns, two rows of a right column b, b) over the rows of one of Shares lanes; done() before sums want
     * to be normalised. */
    template <int Shares, class F, class Done>
    DD_DEVICE void over_rows(const chunk &shared, int left, int right, F f, Done done)
    {
        constexpr int STEP = 2 * Shares, PAIRS = CHUNK / STEP, MOST = dd_accumulator::interval / 2,
                      RUN = STEP * (PAIRS < MOST ? PAIRS : MOST);
        const int share = threadIdx.x % Shares;
        const T *one = &shared.x[chunk::at(TILE * left) + share], *two = &shared.x[chunk::at(TILE * right) + share];
#pragma unroll 1
        for (int start = 0; start < CHUNK; start += RUN)
        {
#pragma unroll 1
            for (int r = start; r < start + RUN; r += STEP)
            {
                T x[TILE][2];
#pragma unroll
                for (int a = 0; a < TILE; a++)
                {
                    x[a][0] = one[a * CHUNK + r];
                    x[a][1] = one[a * CHUNK + r + Shares];
                }
#pragma unroll
                for (int b = 0; b < TILE; b++)
                    f(x, two[b * CHUNK + r], two[b * CHUNK + r + Shares], b);
            }
            done();
        }
    }

    __device__ __forceinline__ void add(const chunk &shared)
    {
#pragma unroll
        for (int e = 0; e < EACH; e++)
        {
            int left, right;
            tile(e, left, right);
            over_rows<Shape::shares>(
                shared, left, right,
                [&](const T(&x)[TILE][2], T first, T second, int b)
                {
#pragma unroll
                    for (int a = 0; a < TILE; a++)
                        above[e][b][a].mac_pair(x[a][0], first, x[a][1], second);
                },
                [&]
                {
#pragma unroll
                    for (int i = 0; i < TILE * TILE; i++)
                        tsqr_normalise(above[e][i / TILE][i % TILE]);
                });
        }
        const int group = threadIdx.x / Shape::diagonal_shares;
        over_rows<Shape::diagonal_shares>(
            shared, group, group,
            [&](const T(&x)[TILE][2], T, T, int b)
            {
#pragma unroll
                for (int a = 0; a <= b; a++)
                    diagonal[tsqr_at(a, b)].mac_pair(x[a][0], x[b][0], x[a][1], x[b][1]);
            },
            [&]
            {
#pragma unroll
                for (int i = 0; i < TILE * (TILE + 1) / 2; i++)
                    tsqr_normalise(diagonal[i]);
            });
    }

    /* The sum over the lanes of a tile to element (i, j) of a triangle packed by columns. */
    template <int Shares>
    DD_DEVICE void store(dd_accumulator z, T *triangle, int i, int j, bool wanted)
    {
#pragma unroll
        for (int mask = 1; mask < Shares; mask *= 2)
            z.add(tsqr_exchange(z, mask));
        if (wanted && threadIdx.x % Shares == 0)
            triangle[tsqr_at(i, j)] = z.value();
    }

    __device__ __forceinline__ void store(T *triangle, int n) const
    {
#pragma unroll
        for (int e = 0; e < EACH; e++)
        {
            int left, right;
            const bool exists = tile(e, left, right);
#pragma unroll
            for (int b = 0; b < TILE; b++)
#pragma unroll
                for (int a = 0; a < TILE; a++)
                    store<Shape::shares>(above[e][b][a], triangle, left * TILE + a, right * TILE + b,
                                         exists && right * TILE + b < n);
        }
        const int first = threadIdx.x / Shape::diagonal_shares * TILE;
#pragma unroll
        for (int b = 0; b < TILE; b++)
#pragma unroll
            for (int a = 0; a <= b; a++)
                store<Shape::diagonal_shares>(diagonal[tsqr_at(a, b)], triangle, first + a, first + b, first + b < n);
    }
};

template <class T, class Shape>
struct tsqr_gram_memory
{
    tsqr_gram_chunk<T, Shape> chunks[Shape::buffers];
};

/* The Gram matrix of each part of the rows: of A, or after Solves = 1 of A R1^-1. One block a part. */
template <class T, class Shape, int Solves>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks) tsqr_gram_kernel(const tsqr_gram gram)
{
    typedef tsqr_gram_rows<T, Shape> work;
    extern __shared__ __align__(16) char bytes[];
    tsqr_gram_memory<T, Shape> &shared = *(tsqr_gram_memory<T, Shape> *)bytes;
    if (Solves > 0 && *gram.refused)
        return;
    const int64_t begin = blockIdx.x * gram.part_rows, end = min(begin + gram.part_rows, gram.m);
    tsqr_gram_sums<T, Shape> sums;
    work::fetch(shared.chunks[0], gram, begin, end);
    int turn = 0;
#pragma unroll 1
    for (int64_t first = begin; first < end; first += Shape::chunk)
    {
        tsqr_gram_chunk<T, Shape> &x = shared.chunks[turn];
        if (Shape::buffers == 2)
            work::fetch(shared.chunks[turn = 1 - turn], gram, first + Shape::chunk, end);
        copy_wait<Shape::buffers - 1>();
        __syncthreads();
        if (Solves > 0)
        {
            work::solve(x, (const T *)gram.R1, gram.n);
            __syncthreads();
        }
        sums.add(x);
        __syncthreads();
        if (Shape::buffers == 1)
            work::fetch(x, gram, first + Shape::chunk, end);
    }
    copy_wait_all();
    sums.store((T *)gram.partial + blockIdx.x * tsqr_packed(gram.n), gram.n);
}

/* ---- Q ----------------------------------------------------------------------------------------------------------------- */

template <class T, class Shape>
struct tsqr_gram_form_memory
{
    tsqr_gram_chunk<T, Shape> x;
};

/* Q = (A R1^-1) R2^-1 over A, unless it is refused. Block b has chunks b, b + gridDim, .. */
template <class T, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::form_blocks) tsqr_gram_form_kernel(const tsqr_gram gram)
{
    typedef tsqr_gram_rows<T, Shape> work;
    typedef tsqr_gram_chunk<T, Shape> chunk;
    extern __shared__ __align__(16) char bytes[];
    chunk &x = ((tsqr_gram_form_memory<T, Shape> *)bytes)->x;
    if (*gram.refused)
        return;
    const T *R2 = (const T *)gram.R2;
    const bool near = work::near_identity(R2, gram.n);
#pragma unroll 1
    for (int64_t first = (int64_t)blockIdx.x * Shape::chunk; first < gram.m; first += (int64_t)gridDim.x * Shape::chunk)
    {
        T *A = (T *)gram.A + first * gram.a.row;
        work::fetch(x, gram, first, gram.m);
        copy_wait_all();
        __syncthreads();
        work::solve(x, (const T *)gram.R1, gram.n);
        if (near)
            work::correct(x, R2, gram.n);
        else
            work::solve(x, R2, gram.n);
        __syncthreads();
        work::visit(gram, first, gram.m,
                    [&](int r, int c, bool inside)
                    {
                        if (inside)
                            A[r * gram.a.row + c * gram.a.column] = x.x[chunk::at(c) + r];
                    });
        __syncthreads();
    }
}

#endif
