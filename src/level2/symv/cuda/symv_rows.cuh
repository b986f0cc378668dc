/*
 * symv by rows, y = alpha A x + beta y, for small n. Blocks exchange nothing.
 *
 * A block owns B rows of y, i0 ... i0+B-1, and reads all n elements of each of these rows of A,
 * wherever the stored triangle holds them. For this it makes two sweeps and treats the diagonal
 * block between them. In a lower triangle:
 *
 *         columns 0..i0-1          row sweep: B x i0, lanes along the B rows, then along columns
 *    i0  [ r r r r r r  d   ]      diagonal: B x B, each element from its stored place
 *                      [c  ]       column sweep: rows i0+B..n-1 of B columns, lanes along the rows
 *                      [c  ]
 *
 * In an upper triangle the row sweep lies to the right of the diagonal block, and the column sweep
 * above it. Each stored element is read twice, the second time mostly from the L2 cache. Every
 * block has the same work, n B elements.
 *
 * At these orders the time is a sum of latencies: one launch, one round trip to memory, one
 * reduction. Therefore the first batch of loads of all three parts is issued before any of them is
 * used.
 *
 * A block has Threads threads for B rows. In the row sweep thread t works on row t % B. The sums
 * are added over the threads in a fixed order.
 *
 * For the smallest n, B = 1 and there is one sweep: thread t takes elements t, t + Threads, ... of
 * row i of the whole matrix, each from its stored place. Here the length of the code matters as
 * much as the latencies, because every launch fetches the code anew.
 *
 * Bytes: sizeof(T) n^2 / 2 from memory and as many from the L2 cache. Operations: 1 multiply-add
 * for each element of the full matrix. Elements that are not stored are not read.
 *
 * Error bound: that of dd/level2.h. In types W and U it is proved in three cases
 * (docs/numerics.md): for B = 1 at every n; for larger B from n = 40 B on, if B^2 <= 128 Warps; in
 * U with 4 rows and 128 threads at every n.
 */
#ifndef DDBLAS_LEVEL2_SYMV_ROWS_CUH
#define DDBLAS_LEVEL2_SYMV_ROWS_CUH

#include "symv_store.cuh"

template <class T_, bool Hermitian_, bool Whole_, int B_, int Threads_, int Loads_>
struct symv_rows_shape
{
    typedef T_ T;
    static constexpr bool Hermitian = Hermitian_;
    static constexpr bool Whole = Whole_; /* Elements are aligned to their size. */
    static constexpr int B = B_, Threads = Threads_, Warps = Threads / 32;
    /* Number of loads of a thread in one batch of each sweep. */
    static constexpr int Loads = sizeof(T) > 8 && Loads_ > 8 ? 8 : Loads_;
    /* Number of columns that the threads cover side by side. */
    static constexpr int RowStep = Threads / B;
    /* Number of rows of a thread in one batch of the column sweep. */
    static constexpr int Deep = Loads / B > 0 ? Loads / B : 1;
    static constexpr int Diagonal = (B * B + Threads - 1) / Threads;
    static_assert(32 % B == 0, "lanes of a warp share out the rows evenly");
};

template <class Shape>
struct symv_rows
{
    typedef typename Shape::T T;
    typedef typename scalar<T>::accumulator Sum;

    const symv_operands<T> &op;
    const int n;
    const bool upper;
    const int i0, row_first, row_last, column_first, column_last;

    __device__ __forceinline__ symv_rows(const symv_operands<T> &op, int n, bool upper)
        : op(op), n(n), upper(upper), i0(blockIdx.x * Shape::B), row_first(upper ? i0 + Shape::B : 0), row_last(upper ? n : i0),
          column_first(upper ? 0 : i0 + Shape::B), column_last(upper ? i0 : n)
    {
    }

    /* An address below is the first address of a thread plus a multiple of a distance that is the
     * same for all threads. So each address takes only two additions. */
    __device__ __forceinline__ const T *place(int i, int j) const { return op.A + (i + j * op.lda); }
    __device__ __forceinline__ const T *x_place(int j) const { return op.x + j * op.incx; }
    __device__ __forceinline__ static T element(const T *from, bool valid)
    {
        return valid ? load_element<Shape::Whole>(from) : scalar<T>::zero();
    }
    __device__ __forceinline__ static T x(const T *from, bool valid) { return valid ? *from : scalar<T>::zero(); }

    /* Loads a batch of the row sweep: the columns first, first + RowStep, ... of this thread's
     * row. */
    __device__ __forceinline__ void load_row(T (&a)[Shape::Loads], T (&b)[Shape::Loads], int first) const
    {
        const int i = i0 + threadIdx.x % Shape::B;
        const T *from = place(i, first), *from_x = x_place(first);
#pragma unroll
        for (int u = 0; u < Shape::Loads; u++)
        {
            const int j = first + u * Shape::RowStep;
            a[u] = element(from + u * (Shape::RowStep * op.lda), i < n && j < row_last);
            b[u] = x(from_x + u * (Shape::RowStep * op.incx), j < row_last);
        }
    }
    __device__ __forceinline__ static void add_row(Sum &sum, const T (&a)[Shape::Loads], const T (&b)[Shape::Loads])
    {
#pragma unroll
        for (int u = 0; u < Shape::Loads; u++)
        {
            sum.mac(a[u], b[u]);
            if (Sum::interval > 0 && ((u + 1) % (Sum::interval > 0 ? Sum::interval : 1) == 0 || u + 1 == Shape::Loads))
                sum.renormalise();
        }
    }

    /* Loads a batch of the column sweep: the rows first, first + Threads, ... of the B columns. */
    __device__ __forceinline__ void load_column(T (&a)[Shape::Deep][Shape::B], T (&b)[Shape::Deep], int first) const
    {
        const T *from = place(first, i0), *from_x = x_place(first);
#pragma unroll
        for (int d = 0; d < Shape::Deep; d++)
        {
            const int j = first + d * Shape::Threads;
            b[d] = x(from_x + d * (Shape::Threads * op.incx), j < column_last);
#pragma unroll
            for (int c = 0; c < Shape::B; c++)
                a[d][c] = element(from + (d * Shape::Threads + c * op.lda), j < column_last && i0 + c < n);
        }
    }
    __device__ __forceinline__ static void add_column(Sum (&sum)[Shape::B], const T (&a)[Shape::Deep][Shape::B],
                                                      const T (&b)[Shape::Deep])
    {
#pragma unroll
        for (int c = 0; c < Shape::B; c++)
        {
#pragma unroll
            for (int d = 0; d < Shape::Deep; d++)
                sum[c].mac(Shape::Hermitian ? scalar<T>::conj(a[d][c]) : a[d][c], b[d]);
            sum[c].renormalise();
        }
    }

    /* Returns element (i, j) of the diagonal block, read from the triangle that is stored. */
    __device__ __forceinline__ T diagonal(int i, int j) const
    {
        const bool stored = upper ? i <= j : i >= j;
        T a = element(stored ? place(i, j) : place(j, i), i < n && j < n);
        if (Shape::Hermitian)
            a = i == j ? scalar<T>::real_of(a) : stored ? a : scalar<T>::conj(a);
        return a;
    }

    __device__ __forceinline__ void run()
    {
        T row_a[Shape::Loads], row_x[Shape::Loads], column_a[Shape::Deep][Shape::B], column_x[Shape::Deep];
        T diagonal_a[Shape::Diagonal], diagonal_x[Shape::Diagonal];
        int row_next = row_first + threadIdx.x / Shape::B, column_next = column_first + threadIdx.x;
        load_row(row_a, row_x, row_next);
        load_column(column_a, column_x, column_next);
#pragma unroll
        for (int u = 0; u < Shape::Diagonal; u++)
        {
            const int e = threadIdx.x + u * Shape::Threads, i = i0 + e % Shape::B, j = i0 + e / Shape::B;
            const bool valid = e < Shape::B * Shape::B && i < n && j < n;
            diagonal_a[u] = valid ? diagonal(i, j) : scalar<T>::zero();
            diagonal_x[u] = x(x_place(j), valid);
        }
        const T alpha = op.get_alpha(), beta = op.get_beta();

        Sum row, column[Shape::B];
        row.clear();
#pragma unroll
        for (int c = 0; c < Shape::B; c++)
            column[c].clear();
        for (;;)
        {
            add_row(row, row_a, row_x);
            row_next += Shape::Loads * Shape::RowStep;
            if (row_next >= row_last)
                break;
            load_row(row_a, row_x, row_next);
        }
        for (;;)
        {
            add_column(column, column_a, column_x);
            column_next += Shape::Deep * Shape::Threads;
            if (column_next >= column_last)
                break;
            load_column(column_a, column_x, column_next);
        }
#pragma unroll
        for (int u = 0; u < Shape::Diagonal; u++)
            row.mac(diagonal_a[u], diagonal_x[u]);
        reduce(row, column, alpha, beta);
    }

    /* Adds the sums, first over the lanes and then over the warps, and updates y. */
    __device__ __forceinline__ void reduce(Sum row, Sum (&column)[Shape::B], T alpha, T beta)
    {
        __shared__ Sum parts[2 * Shape::Warps][Shape::B];
        constexpr int Share = 32 / Shape::B; /* Lanes that add the same row. */
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        reduce_columns(column, lane);
#pragma unroll
        for (int m = Shape::B; m < 32; m *= 2)
            row.add(shuffle_xor(row, m));
        if (lane % Share == 0)
            parts[2 * warp][lane / Share] = column[0];
        if (lane < Shape::B)
            parts[2 * warp + 1][lane] = row;
        __syncthreads();
        if (warp > 0)
            return;
        Sum sum;
        sum.clear();
#pragma unroll
        for (int p = 0; p < 2 * Shape::Warps; p += Share)
            if (p + lane / Shape::B < 2 * Shape::Warps)
                sum.add(parts[p + lane / Shape::B][lane % Shape::B]);
#pragma unroll
        for (int m = Shape::B; m < 32; m *= 2)
            sum.add(shuffle_xor(sum, m));
        store_results(op, n, upper, i0 + lane, lane < Shape::B && i0 + lane < n, alpha, beta, sum.value());
    }
};

/* The kernel for B = 1, in which a block computes one row. */
template <class Shape>
struct symv_row
{
    typedef typename Shape::T T;
    typedef typename scalar<T>::accumulator Sum;

    const symv_operands<T> &op;
    const int n;
    const bool upper;

    /* Adds the products of the elements j = t, t + Threads, ... below `terms` of row i of the whole
     * matrix, where t is the number of the thread. Each element is read from the triangle that is
     * stored. The compiler must neither unroll the loop nor split it by triangle: that would make
     * four times as much code, and loading the code takes time in every launch. */
    __device__ __forceinline__ Sum sum_of(int i, int terms) const
    {
        Sum sum;
        sum.clear();
#pragma unroll 1
        for (int first = threadIdx.x; first < terms; first += Shape::Loads * Shape::Threads)
        {
            T a[Shape::Loads], x[Shape::Loads];
#pragma unroll
            for (int u = 0; u < Shape::Loads; u++)
            {
                const int j = first + u * Shape::Threads;
                const int row = (j < i) == upper ? j : i, column = i + j - row;
                a[u] = j < terms ? load_element<Shape::Whole>(op.A + (row + column * op.lda)) : scalar<T>::zero();
                x[u] = j < terms ? op.x[j * op.incx] : scalar<T>::zero();
            }
#pragma unroll
            for (int u = 0; u < Shape::Loads; u++)
            {
                const int j = first + u * Shape::Threads;
                if (Shape::Hermitian)
                    a[u] = j == i ? scalar<T>::real_of(a[u]) : (j < i) == upper ? scalar<T>::conj(a[u]) : a[u];
                sum.mac(a[u], x[u]);
            }
            sum.renormalise();
        }
        return sum;
    }

    __device__ __forceinline__ void run() const
    {
        const int i = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        const T alpha = op.get_alpha(), beta = op.get_beta();
        Sum sum = sum_of(i, scalar<T>::is_zero(alpha) ? 0 : n);
#pragma unroll
        for (int m = 16; m >= 1; m /= 2)
            sum.add(shuffle_xor(sum, m));
        if constexpr (Shape::Warps > 1)
        {
            __shared__ Sum parts[Shape::Warps];
            if (lane == 0)
                parts[warp] = sum;
            __syncthreads();
            if (warp > 0)
                return;
            sum = parts[lane % Shape::Warps];
#pragma unroll
            for (int m = Shape::Warps / 2; m >= 1; m /= 2)
                sum.add(shuffle_xor(sum, m));
        }
        store_results(op, n, upper, i, lane == 0, alpha, beta, sum.value());
    }
};

template <class Shape>
__global__ void __launch_bounds__(Shape::Threads)
    symv_rows_kernel(const __grid_constant__ symv_operands<typename Shape::T> op, int n, int upper)
{
    typedef typename Shape::T T;
    if constexpr (Shape::B == 1)
        symv_row<Shape>{op, n, upper != 0}.run();
    else if (!scalar<T>::is_zero(op.get_alpha()))
        symv_rows<Shape>(op, n, upper != 0).run();
    else if (threadIdx.x < 32)
    {
        const T zero = scalar<T>::zero();
        const int64_t i = (int64_t)blockIdx.x * Shape::B + threadIdx.x;
        store_results(op, n, false, i, threadIdx.x < Shape::B && i < n, zero, op.get_beta(), zero);
    }
}

#endif
