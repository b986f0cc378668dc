/*
 * R and explicit Q from Gram matrices in W: the passes over A (tsqr_gram.h). T is cuddreal.
 *
 * A chunk of rows is held in shared memory, stored by columns. The speed is limited by the
 * multiply-adds, which take ten instructions each.
 *
 * Substitution x R = a, in place. `share` lanes of a warp treat one row; each lane has every
 * share-th column of a panel. The columns to the left of the panel are solved already and are
 * eliminated by all lanes independently. In the panel's diagonal block each result is passed to the
 * other lanes of the row. Rows are independent of each other, so that only the lanes of a warp wait
 * for one another. Row by row this is substitution with the computed R, so its backward error does
 * not depend on the condition of R.
 *
 * Gram matrix. The tiles above the diagonal are 4 x 4; `shares` neighbouring lanes sum one tile and
 * divide the rows. The tiles on the diagonal, which have ten products and more lanes each, are
 * summed afterwards. The sums stay in registers from chunk to chunk.
 *
 * Q = Q1 R2^-1. Unless A is ill-conditioned, R2 is the identity to more than half of the digits.
 * The change of a row is then so small that it may be computed in double. It is a product on the
 * tensor cores, which replaces the second substitution and takes almost no time.
 *
 * Multiply-adds for a row: n (n - 1) / 2 for a substitution, n (n + 1) / 2 for a Gram matrix. Idle
 * lanes, diagonal blocks, renormalisations and products with reciprocals add 15% at 64 columns.
 * Bytes: each pass reads A once; the last one also writes Q over A.
 * Edges: rows beyond the end and columns from n on are zeros and stay zeros.
 * Error: sums of products as in scalar.cuh, at most 3 u_w for each term.
 */
#ifndef DDBLAS_TSQR_TSQR_GRAM_W_CUH
#define DDBLAS_TSQR_TSQR_GRAM_W_CUH

#include "tsqr_gram_w_rows.cuh"

/* ---- Gram matrix ----------------------------------------------------------------------------- */

/* The sums of a thread: its tiles of the Gram matrix of a part. */
template <class T, class Shape, int Rows>
struct tsqr_gram_sums
{
    typedef tsqr_gram_chunk<T, Shape, Rows> chunk;
    static constexpr int TILE = Shape::TILE, EACH = Shape::each;
    /* Number of tiles that a block sums at the same time. */
    static constexpr int PLACES = Shape::threads / Shape::shares;

    dd_accumulator above[EACH][TILE][TILE], diagonal[TILE * (TILE + 1) / 2];

    /* tiles: number of tiles above the diagonal. left, right: for each tile of the thread, the
     * numbers of the two groups of columns whose products are the tile; 0 if the thread has no such
     * tile. */
    int tiles, left[EACH], right[EACH];

    /* groups: number of groups of columns, which is even. Rows t and groups - 1 - t of the tiles
     * above the diagonal have groups - 1 tiles together, so that the tiles can be numbered like
     * those of a rectangle. */
    __device__ __forceinline__ tsqr_gram_sums(int groups) : tiles(groups * (groups - 1) / 2)
    {
#pragma unroll
        for (int e = 0; e < EACH; e++)
        {
            const int row = place(e, threadIdx.x) / (groups - 1), column = place(e, threadIdx.x) % (groups - 1);
            const bool upper = column >= row, exists = row < groups / 2;
            left[e] = !exists ? 0 : upper ? row : groups - 1 - row;
            right[e] = !exists ? 0 : upper ? column + 1 : groups - 1 - column;
#pragma unroll
            for (int i = 0; i < TILE * TILE; i++)
                above[e][i / TILE][i % TILE].clear();
        }
#pragma unroll
        for (int i = 0; i < TILE * (TILE + 1) / 2; i++)
            diagonal[i].clear();
    }

    /* Returns the number of tile `each` of a thread. */
    DD_DEVICE int place(int each, int thread) { return each * PLACES + thread / Shape::shares; }

    /* Visits the rows of a chunk that belong to this lane, which is one of Shares lanes that divide
     * the rows among them. Each step treats two rows: f receives the two rows of the left columns,
     * the two elements of right column b, and b. done() is called when sums must be
     * renormalised. */
    template <int Shares, class F, class Done>
    DD_DEVICE void over_rows(const chunk &shared, int left, int right, F f, Done done)
    {
        constexpr int STEP = 2 * Shares, PAIRS = Rows / STEP, MOST = dd_accumulator::interval / 2,
                      RUN = STEP * (PAIRS < MOST ? PAIRS : MOST);
        const int share = threadIdx.x % Shares;
        const T *one = &shared.x[chunk::at(TILE * left) + share], *two = &shared.x[chunk::at(TILE * right) + share];
#pragma unroll 1
        for (int start = 0; start < Rows; start += RUN)
        {
#pragma unroll 1
            for (int r = start; r < start + RUN; r += STEP)
            {
                T x[TILE][2];
#pragma unroll
                for (int a = 0; a < TILE; a++)
                {
                    x[a][0] = one[a * Rows + r];
                    x[a][1] = one[a * Rows + r + Shares];
                }
#pragma unroll
                for (int b = 0; b < TILE; b++)
                    f(x, two[b * Rows + r], two[b * Rows + r + Shares], b);
            }
            done();
        }
    }

    /* Adds the products of a chunk's rows to the thread's sums. */
    __device__ __forceinline__ void add(const chunk &shared, int n)
    {
#pragma unroll
        for (int e = 0; e < EACH; e++)
        {
            if (place(e, threadIdx.x / 32 * 32) >= tiles) /* No thread of the warp has a tile. */
                continue;
            over_rows<Shape::shares>(
                shared, left[e], right[e],
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
        if (threadIdx.x / 32 * 32 / Shape::diagonal_shares * TILE >= n)
            return;
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

    /* Adds the accumulators z over the lanes that share a tile, and stores the sum as element (i,
     * j) of a triangle packed by columns if `wanted` is set. */
    template <int Shares>
    DD_DEVICE void store(dd_accumulator z, T *triangle, int i, int j, bool wanted)
    {
#pragma unroll
        for (int mask = 1; mask < Shares; mask *= 2)
            z.add(tsqr_exchange(z, mask));
        if (wanted && threadIdx.x % Shares == 0)
            triangle[tsqr_at(i, j)] = z.value();
    }

    /* Stores the Gram matrix of the part. */
    __device__ __forceinline__ void store(T *triangle, int n) const
    {
#pragma unroll
        for (int e = 0; e < EACH; e++)
        {
            const bool exists = place(e, threadIdx.x) < tiles;
#pragma unroll
            for (int b = 0; b < TILE; b++)
#pragma unroll
                for (int a = 0; a < TILE; a++)
                    store<Shape::shares>(above[e][b][a], triangle, left[e] * TILE + a, right[e] * TILE + b,
                                         exists && right[e] * TILE + b < n);
        }
        const int first = threadIdx.x / Shape::diagonal_shares * TILE;
#pragma unroll
        for (int b = 0; b < TILE; b++)
#pragma unroll
            for (int a = 0; a <= b; a++)
                store<Shape::diagonal_shares>(diagonal[tsqr_at(a, b)], triangle, first + a, first + b, first + b < n);
    }
};

/* Shared memory of tsqr_gram_kernel. */
template <class T, class Shape>
struct tsqr_gram_memory
{
    tsqr_gram_chunk<T, Shape, Shape::chunk> chunks[Shape::buffers];
    tsqr_gram_panels<T, Shape, 2> panels;
};

/* Rows of a chunk. A kernel that only sums (Solves = 0) should hold two chunks, so that one can be
 * copied while the other is used. If two whole chunks do not fit into shared memory, it takes half
 * chunks. */
template <class Shape, int Solves>
constexpr int tsqr_gram_rows_of_chunk = Solves == 0 && Shape::buffers == 1 ? Shape::chunk / 2 : Shape::chunk;

/* Computes the Gram matrix of each part of the rows of A, or of A R1^-1 if Solves is 1. One thread
 * block for each part. */
template <class T, class Shape, int Solves>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks) tsqr_gram_kernel(const tsqr_gram gram)
{
    constexpr int ROWS = tsqr_gram_rows_of_chunk<Shape, Solves>, BUFFERS = Solves > 0 ? Shape::buffers : 2;
    typedef tsqr_gram_rows<T, Shape, ROWS> work;
    extern __shared__ __align__(16) char bytes[];
    tsqr_gram_memory<T, Shape> &shared = *(tsqr_gram_memory<T, Shape> *)bytes;
    /* Two half chunks also occupy memory of the panels, which a kernel with Solves = 0 does not
     * use. */
    static_assert(BUFFERS * sizeof(tsqr_gram_chunk<T, Shape, ROWS>) <=
                      sizeof(shared.chunks) + (Solves > 0 ? 0 : sizeof(shared.panels)),
                  "the chunks have room");
    auto *chunks = (tsqr_gram_chunk<T, Shape, ROWS> *)shared.chunks;
    const T *R1 = (const T *)gram.R1;
    if (Solves > 0 && *gram.refused)
        return;
    const int64_t begin = blockIdx.x * gram.part_rows, end = min(begin + gram.part_rows, gram.m);
    tsqr_gram_sums<T, Shape, ROWS> sums((gram.n + 2 * Shape::TILE - 1) / (2 * Shape::TILE) * 2);
    if (Solves > 0)
        shared.panels.fetch_all(R1, gram.n);
    work::fetch(chunks[0], gram, begin, end);
    int turn = 0;
#pragma unroll 1
    for (int64_t first = begin; first < end; first += ROWS)
    {
        auto &x = chunks[turn];
        if (BUFFERS == 2)
            work::fetch(chunks[turn = 1 - turn], gram, first + ROWS, end);
        copy_wait<BUFFERS - 1>();
        __syncthreads();
        if constexpr (Solves > 0)
            work::solve(x, shared.panels, R1, gram.n);
        sums.add(x, gram.n);
        __syncthreads();
        if (BUFFERS == 1)
            work::fetch(x, gram, first + ROWS, end);
    }
    copy_wait_all();
    sums.store((T *)gram.partial + blockIdx.x * tsqr_packed(gram.n), gram.n);
}

/* ---- Q --------------------------------------------------------------------------------------- */

/* Shared memory of tsqr_gram_form_kernel. */
template <class T, class Shape>
struct tsqr_gram_form_memory
{
    typedef tsqr_gram_panels<T, Shape, Shape::form_slots> triangle;
    tsqr_gram_chunk<T, Shape, Shape::chunk> x;
    /* Both factors R1 and R2 if there is room, otherwise the one in use. */
    triangle panels[triangle::ALL ? 2 : 1];
};

/* Overwrites A with Q = (A R1^-1) R2^-1, unless the matrix is refused. Block b treats the chunks b,
 * b + gridDim.x, .. */
template <class T, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::form_blocks) tsqr_gram_form_kernel(const tsqr_gram gram)
{
    typedef tsqr_gram_rows<T, Shape, Shape::chunk> work;
    extern __shared__ __align__(16) char bytes[];
    tsqr_gram_form_memory<T, Shape> &shared = *(tsqr_gram_form_memory<T, Shape> *)bytes;
    auto &first_panels = shared.panels[0], &second_panels = shared.panels[shared.panels[0].ALL];
    const T *R1 = (const T *)gram.R1, *R2 = (const T *)gram.R2;
    T *A = (T *)gram.A;
    const int64_t begin = (int64_t)blockIdx.x * Shape::chunk, step = (int64_t)gridDim.x * Shape::chunk;
    if (*gram.refused)
        return;
    work::fetch(shared.x, gram, begin, gram.m);
    const bool near = work::near_identity(R2, gram.n);
    first_panels.fetch_all(R1, gram.n);
    second_panels.fetch_all(R2, gram.n);
#pragma unroll 1
    for (int64_t first = begin; first < gram.m; first += step)
    {
        copy_wait_all();
        __syncthreads();
        work::solve(shared.x, first_panels, R1, gram.n);
        if (near)
            work::correct(shared.x, second_panels, R2, gram.n);
        else
            work::solve(shared.x, second_panels, R2, gram.n);
        /* When an element has been stored in A, its place in shared memory is free, and the copy of
         * the same element of the next chunk to that place starts. */
        work::visit(gram, first, gram.m,
                    [&](int r, int c, bool inside)
                    {
                        T *x = &shared.x.x[work::chunk::at(c) + r], *to = &A[(first + r) * gram.a.row + c * gram.a.column];
                        if (inside)
                            *to = *x;
                        const bool next = inside && first + step + r < gram.m;
                        copy_async<16>(x, next ? to + step * gram.a.row : A, next ? 16 : 0);
                    });
    }
    copy_wait_all();
}

#endif
