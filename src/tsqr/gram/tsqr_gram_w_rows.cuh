/*
 * Rows of A in shared memory for the Gram route in W, and the operations on single rows: the
 * substitution x R = a with a triangle copied by panels, and the correction by a triangle that is
 * close to the identity. tsqr_gram_w.cuh describes the algorithms and has the kernels.
 */
#ifndef DDBLAS_TSQR_TSQR_GRAM_W_ROWS_CUH
#define DDBLAS_TSQR_TSQR_GRAM_W_ROWS_CUH

#include "tsqr_gram.h"
#include "tsqr/cuda/tsqr_shape.cuh"

enum
{
    /* Number of rows and of columns of a tile of the Gram matrix. It is also the number of columns
     * that a lane has in a panel of the triangle. */
    TSQR_GRAM_W_TILE = 4
};

/* The layout of shared memory and registers for up to Width columns. */
template <class T, int Width>
struct tsqr_gram_shape
{
    typedef T work;
    static constexpr int TILE = TSQR_GRAM_W_TILE;
    /* Number of columns; number of groups of TILE columns. */
    static constexpr int width = Width, groups = Width / TILE;
    static constexpr int threads = Width <= 64 ? 128 : 256, blocks = Width <= 64 ? 2 : 1;
    /* For the kernel that forms Q: number of thread blocks that a multiprocessor holds at once, and
     * number of panels for which shared memory has room. */
    static constexpr int form_blocks = Width <= 64 ? 3 : 1, form_slots = Width == 64 ? 1 : 2;
    static constexpr int chunk = DDBLAS_TSQR_GRAM_ROWS_W;
    /* Number of lanes that treat a row in the substitution; number of columns of a panel. */
    static constexpr int share = threads / chunk, panel = share * TILE;
    /* Number of chunks that shared memory holds. If there are 2, the next chunk is copied while the
     * current one is in use. */
    static constexpr int buffers = Width <= 32 ? 2 : 1;

    /* tiles: number of tiles above the diagonal. each: number of tiles of a thread. shares: number
     * of lanes, a power of two, that sum a tile together. */
    static constexpr int tiles = groups * (groups - 1) / 2, each = (tiles + threads - 1) / threads;
    static constexpr int shares = Width <= 16 ? 16 : Width <= 32 ? 4 : 1, diagonal_shares = threads / groups;
    static_assert(tiles * shares <= threads * each && chunk % (2 * shares) == 0 && chunk % (2 * diagonal_shares) == 0,
                  "all tiles have their lanes, and these pairs of rows");
    static_assert(shares <= 32 && diagonal_shares <= 32, "the lanes of a tile are in one warp");
};

/* Rows of A in shared memory, stored by columns. Column c begins at [at(c)]. Groups of four columns
 * begin in different banks. */
template <class T, class Shape, int Rows>
struct tsqr_gram_chunk
{
    DD_DEVICE int at(int c) { return c * Rows + c / Shape::TILE; }
    T x[Shape::width * Rows + Shape::groups];
};

/* A triangle R in shared memory, as the substitution needs it: in panels of PANEL columns, whose
 * rows are STRIDE elements apart, with reciprocals on the diagonal. Slots is the number of panels
 * that fit: all of them, or the panel in use and the next one, or the panel in use alone. */
template <class T, class Shape, int Slots>
struct tsqr_gram_panels
{
    static constexpr int PANEL = Shape::panel, COUNT = Shape::width / PANEL, SLOTS = Shape::width <= 32 ? COUNT : Slots;
    static constexpr int STRIDE = PANEL + 1;
    static constexpr bool ALL = SLOTS == COUNT;

    T at[SLOTS][Shape::width * STRIDE];

    /* Starts copying panel p, with zeros below the diagonal and from column n on. */
    __device__ __forceinline__ void fetch(const T *R, int n, int p)
    {
        const int first = p * PANEL;
        for (int c = threadIdx.x / 32; c < PANEL; c += Shape::threads / 32)
            for (int k = threadIdx.x % 32; k < first + PANEL; k += 32)
            {
                const int column = first + c, place = k == column ? tsqr_at(0, n) + k : tsqr_at(k, column);
                const bool inside = k <= column && column < n;
                copy_async<16>(&at[p % SLOTS][k * STRIDE + c], &R[inside ? place : 0], inside ? 16 : 0);
            }
        copy_commit();
    }

    /* Starts copying all panels if there are slots for them. */
    __device__ __forceinline__ void fetch_all(const T *R, int n)
    {
        for (int p = 0; ALL && p * PANEL < n; p++)
            fetch(R, n, p);
    }

    /* Calls f(panel p, its first column) for all panels. If there are not slots for all panels,
     * copies each panel and waits for the copy. */
    template <class F>
    __device__ __forceinline__ void each(const T *R, int n, F f)
    {
        if (!ALL)
            fetch(R, n, 0);
#pragma unroll 1
        for (int p = 0; p * PANEL < n; p++)
        {
            if (SLOTS == 1 && p > 0)
            {
                __syncthreads();
                fetch(R, n, p);
            }
            if (!ALL)
            {
                copy_wait_all();
                __syncthreads();
                if (SLOTS == 2 && (p + 1) * PANEL < n)
                    fetch(R, n, p + 1);
            }
            f(at[p % SLOTS], p * PANEL);
        }
        __syncthreads();
    }
};

/* The operations on the rows of a chunk. T is cuddreal. */
template <class T, class Shape, int Rows>
struct tsqr_gram_rows
{
    typedef tsqr_gram_chunk<T, Shape, Rows> chunk;
    static constexpr int TILE = Shape::TILE, WIDTH = Shape::width, SHARE = Shape::share, STRIDE = Shape::panel + 1;
    static constexpr int EVERY = dd_accumulator::interval;

    /* Calls f(row, column, inside) for the thread's elements of a chunk; neighbouring threads have
     * neighbouring elements in memory. */
    template <class F>
    DD_DEVICE void visit(const tsqr_gram &gram, int64_t first, int64_t end, F f)
    {
        const bool by_rows = gram.a.column == 1 && gram.a.row != 1;
        for (int e = threadIdx.x; e < Rows * WIDTH; e += Shape::threads)
        {
            const int r = by_rows ? e / WIDTH : e % Rows, c = by_rows ? e % WIDTH : e / Rows;
            f(r, c, first + r < end && c < gram.n);
        }
    }

    /* Starts copying the rows of A from `first` on. */
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

    /* Replaces each row x of the chunk by x R^-1. Ends with a barrier. */
    template <class Panels>
    DD_DEVICE void solve(chunk &shared, Panels &triangle, const T *R, int n)
    {
        const int mine = threadIdx.x % SHARE, lane = threadIdx.x % 32;
        T *x = &shared.x[threadIdx.x / SHARE];
        triangle.each(R, n, [&](const T *panel, int first) { solve_panel(x, panel + mine, first, mine, lane - mine); });
    }

    /* Solves one panel for one row of A. first: the first column of the panel. The lane's i-th
     * column is first + SHARE i + mine, and panel[k STRIDE + SHARE i] is the element of R in row k
     * of this column. lanes: number of the first of the lanes that share the row. */
    DD_DEVICE void solve_panel(T *x, const T *panel, int first, int mine, int lanes)
    {
        T solved[TILE];
        dd_accumulator z[TILE];
#pragma unroll
        for (int i = 0; i < TILE; i++)
            z[i] = tsqr_sum_from(x[chunk::at(first + SHARE * i + mine)]);
#pragma unroll 1
        for (int k = 0; k < first; k += EVERY)
        {
#pragma unroll
            for (int l = k; l < k + EVERY; l += 2)
            {
                const T one = tsqr_negative(x[chunk::at(l)]), two = tsqr_negative(x[chunk::at(l + 1)]);
#pragma unroll
                for (int i = 0; i < TILE; i++)
                    z[i].mac_pair(one, panel[l * STRIDE + SHARE * i], two, panel[(l + 1) * STRIDE + SHARE * i]);
            }
#pragma unroll
            for (int i = 0; i < TILE; i++)
                tsqr_normalise(z[i]);
        }
        /* The diagonal block is solved SHARE columns at a time. Each result is broadcast to the
         * row's lanes and then eliminated from the columns that follow. */
#pragma unroll
        for (int i = 0; i < TILE; i++)
        {
            T left[SHARE];
            const T *corner = &panel[(first + SHARE * i) * STRIDE], reciprocal = corner[mine * STRIDE + SHARE * i];
#pragma unroll
            for (int h = 0; h < SHARE; h++)
            {
                const T next = tsqr_mul(tsqr_value(z[i]), reciprocal);
                solved[i] = h == 0 || h == mine ? next : solved[i];
                left[h] = tsqr_negative(tsqr_broadcast(next, lanes + h));
                if (h + 1 < SHARE)
                    z[i].mac(left[h], corner[h * STRIDE + SHARE * i]);
            }
#pragma unroll
            for (int l = i + 1; l < TILE; l++)
#pragma unroll
                for (int h = 0; h < SHARE; h += 2)
                    z[l].mac_pair(left[h], corner[h * STRIDE + SHARE * l], left[h + 1], corner[(h + 1) * STRIDE + SHARE * l]);
        }
#pragma unroll
        for (int i = 0; i < TILE; i++)
            x[chunk::at(first + SHARE * i + mine)] = solved[i];
        __syncwarp();
    }

    /* Tells whether R is so close to the identity that function `correct` may compute Q = Q1 R^-1
     * with products in double. The error of a column of Q is then below n (n + 3) 2^-113 times the
     * norm of the column (docs/numerics.md). */
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

    /* Replaces each row x by x R^-1 for an R that is near the identity: subtracts from x_j the sum
     * over k < j of x_k R_kj, which the tensor cores compute in double, and multiplies by the
     * reciprocal of R_jj. Each warp treats its own rows. */
    template <class Panels>
    DD_DEVICE void correct(chunk &shared, Panels &triangle, const T *R, int n)
    {
        constexpr int OF_WARP = 32 / SHARE, OCTETS = Shape::panel / 8;
        const int octet = threadIdx.x % 32 / 4, quarter = threadIdx.x % 4;
        T *x = &shared.x[threadIdx.x / 32 * OF_WARP + octet];
        triangle.each(R, n,
                      [&](const T *panel, int first)
                      {
                          /* Sums to be subtracted: left[parity of the step][group of eight
                           * columns][0: row octet; 1: row octet + 8][column of a pair]. */
                          double left[2][OCTETS][2][2] = {};
#pragma unroll 1
                          for (int start = 0; start < first + Shape::panel; start += 16)
#pragma unroll
                              for (int step = 0; step < 4; step++)
                              {
                                  const int k = start + 4 * quarter + step;
                                  const double low = tsqr_high(x[chunk::at(k)]),
                                               high = OF_WARP > 8 ? tsqr_high(x[chunk::at(k) + 8]) : 0.0;
#pragma unroll
                                  for (int o = 0; o < OCTETS; o++)
                                  {
                                      const int c = 8 * o + octet;
                                      const double r = k < first + c ? tsqr_high(panel[k * STRIDE + c]) : 0.0;
                                      multiply_doubles(left[step % 2][o][0], left[step % 2][o][1], low, high, r);
                                  }
                              }
                          __syncwarp();
#pragma unroll
                          for (int o = 0; o < OCTETS; o++)
#pragma unroll
                              for (int h = 0; h < OF_WARP / 8; h++)
#pragma unroll
                                  for (int i = 0; i < 2; i++)
                                  {
                                      const int c = 8 * o + 2 * quarter + i;
                                      T &to = x[chunk::at(first + c) + 8 * h];
                                      dd_accumulator z = tsqr_sum_from(to);
                                      z.add({-(left[0][o][h][i] + left[1][o][h][i]), 0.0});
                                      to = tsqr_mul(tsqr_value(z), panel[(first + c) * STRIDE + c]);
                                  }
                          __syncwarp();
                      });
    }
};

#endif
