/*
 * trmv and trsv in W and U on the GPU. L is op(A), written as a lower triangular matrix (trv.h). L
 * is cut into blocks of 32 rows and 32 columns, L_bj being the one in block row b and block column
 * j; x_b, v_b are the 32 components of block row b. A thread block of 256 threads owns one block
 * row and treats its tiles L_bj from left to right:
 *
 *   solve      x_b = L_bb^-1 (x_b - sum over j < b of L_bj x_j)
 *   multiply   x_b = L_bb v_b + sum over j < b of L_bj v_j, v a copy of x
 *
 *   columns    0    1        b
 *            +----+----+---+----+    Each of the 8 warps takes 4 columns of a tile; its 32 lanes
 *   rows b   |    |    |   | \  |    are the 32 rows. A lane keeps one sum. At the end the 8 sums
 *            +----+----+---+----+    of a row are added. L_bb is treated by the first warp in
 *                                    multiply and by all 8 warps in solve.
 *
 * Solve. An atomic counter, the ticket, gives each thread block that starts the next block row. The
 * thread block of block row b waits for the solution of block row j until the counter `solved`
 * exceeds j. Deadlock is impossible. Only thread blocks that run have a ticket, and each of them
 * waits only for those with smaller tickets. So the one with the smallest ticket waits for nobody.
 * Before it waits, each thread block but the first inverts the triangle of its diagonal block and
 * loads its next tile. Each block row then adds three things to the critical path: a hand-over of
 * the solution, the products of one tile, and two products with blocks of order 32
 * (trv_diagonal.cuh). To keep the hand-over short, the thread block of row b does not wait for
 * `solved` before it reads the solution of row b - 1. It reads this solution from messages: places
 * in memory that hold TRV_NO_MESSAGE until a number of the solution is written there.
 *
 * If op transposes, a tile is loaded by columns of A and transposed in shared memory. The order of
 * the operations is then that of op N, so the bits depend on the values of op(A) only.
 *
 * Bytes: the stored triangle is read once.
 * Operations: 10 FP64 instructions for an element of L in W, 40 in U.
 * Edges. Rows beyond the last one have zeros in place of L and are not stored. Elements of A beyond
 * the triangle are not read, nor is a unit diagonal.
 * Error: docs/numerics.md, "TRMV and TRSV".
 */
#ifndef DDBLAS_LEVEL2_TRV_KERNEL_CUH
#define DDBLAS_LEVEL2_TRV_KERNEL_CUH

#include "trv_diagonal.cuh"

/* The word that means "no message yet". If a number of the solution is a NaN with these bits,
 * another NaN is sent. */
static const unsigned long long TRV_NO_MESSAGE = ~0ULL;

/* Sends a number of the solution to the thread block of the next rows. */
template <class T>
DD_DEVICE void trv_send(T *to, T value)
{
    constexpr int words = (int)(sizeof(T) / sizeof(unsigned long long));
    unsigned long long word[words];
    memcpy(word, &value, sizeof value);
#pragma unroll
    for (int i = 0; i < words; i++)
        if (word[i] == TRV_NO_MESSAGE)
            word[i] = 0x7ff8000000000000ULL;
#pragma unroll
    for (int i = 0; i < words; i += 2)
        store_together((unsigned long long *)to + i, word[i], word[i + 1]);
}

/* Waits for the messages with the numbers of x that belong to a thread's columns of a tile. from:
 * the address of the first message of the tile. */
template <class T>
DD_DEVICE void trv_receive(T (&v)[TRV_COLUMNS], const T *from)
{
    constexpr int words = (int)(sizeof(T) / sizeof(unsigned long long));
    unsigned long long word[TRV_COLUMNS][words];
    bool complete;
    do
    {
        complete = true;
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
#pragma unroll
            for (int i = 0; i < words; i += 2)
                load_together((const unsigned long long *)(from + threadIdx.x / 32 + q * TRV_WARPS) + i, &word[q][i],
                              &word[q][i + 1]);
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
#pragma unroll
            for (int i = 0; i < words; i++)
                complete = complete && word[q][i] != TRV_NO_MESSAGE;
    } while (!complete);
#pragma unroll
    for (int q = 0; q < TRV_COLUMNS; q++)
        memcpy(&v[q], word[q], sizeof(T));
}

/* Loads the elements of a tile that belong to a thread, in the order in which they are stored along
 * the columns of A. The tile begins at row `first` and column `column`. */
template <class T, class M>
DD_DEVICE void trv_load_tile(T (&a)[TRV_COLUMNS], const trv_operands<T, M> &op, int64_t first, int64_t column)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int q = 0; q < TRV_COLUMNS; q++)
    {
        const int other = warp + q * TRV_WARPS;
        const int64_t i = first + (op.transposed ? other : lane), j = column + (op.transposed ? lane : other);
        a[q] = i < op.n ? trv_element(op, i, j) : scalar<T>::zero();
    }
}

/* Exchanges the elements of a tile among the threads, so that afterwards a thread's elements are in
 * the row of its lane. It is used if op transposes. */
template <class T>
DD_DEVICE void trv_turn_tile(T (&a)[TRV_COLUMNS], const trv_memory<T> &memory)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    /* All threads have read the previous tile, so its memory may be overwritten. */
    __syncthreads();
#pragma unroll
    for (int q = 0; q < TRV_COLUMNS; q++)
        memory.tile[memory.at(warp + q * TRV_WARPS, lane)] = a[q];
    __syncthreads();
#pragma unroll
    for (int q = 0; q < TRV_COLUMNS; q++)
        a[q] = memory.tile[memory.at(lane, warp + q * TRV_WARPS)];
}

/* Waits until block row j has been solved, and returns the number of solved block rows. The more
 * block rows are still missing before row b, the less often the block polls. All threads of the
 * block must call the function. */
DD_DEVICE int trv_wait(const int *solved, int j, int b)
{
    __shared__ int seen;
    if (threadIdx.x == 0)
    {
        int count;
        while ((count = load_acquire(solved)) <= j)
            __nanosleep((unsigned)min(1000, 16 * (b - j - 1)));
        seen = count;
    }
    __syncthreads();
    const int result = seen;
    __syncthreads();
    return result;
}

/* Returns the product of the lane's row of the triangle on the diagonal with the vector of which
 * each lane holds one element v. */
template <class T>
DD_DEVICE T trv_multiply_diagonal(const trv_memory<T> &memory, const trv_pivot<T> &pivot, T v, int rows)
{
    const int lane = threadIdx.x % 32;
    T sum = pivot.unit ? v : trv_multiply(pivot.value, v);
    for (int j = 0; j < rows; j++)
    {
        const T factor = shuffle_from(v, j);
        if (lane > j)
            sum = scalar<T>::merge(sum, trv_multiply(memory.below[memory.below_at(lane, j)], factor));
    }
    return sum;
}

/* Adds the products of all tiles to the left of the diagonal. Returns the sum for the row of the
 * lane over the columns of the warp. */
template <bool Solve, class T, class M>
DD_DEVICE T trv_add_tiles(const trv_operands<T, M> &op, int b, const trv_memory<T> &memory)
{
    typename scalar<T>::accumulator sum;
    T next[TRV_COLUMNS], a[TRV_COLUMNS], v[TRV_COLUMNS];
    int solved = 0;
    sum.clear();
    const int first = op.matrix.first_tile(b);
    if (b > first)
        trv_load_tile(next, op, b * (int64_t)TRV_ROWS, first * (int64_t)TRV_ROWS);
    for (int j = first; j < b; j++)
    {
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
            a[q] = next[q];
        if (op.transposed)
            trv_turn_tile(a, memory);
        if (j + 1 < b)
            trv_load_tile(next, op, b * (int64_t)TRV_ROWS, (j + 1) * (int64_t)TRV_ROWS);
        if (Solve && j + 1 == b)
            trv_receive(v, op.messages + j * (int64_t)TRV_ROWS);
        else
        {
            if (Solve && solved <= j)
                solved = trv_wait(op.solved, j, b);
#pragma unroll
            for (int q = 0; q < TRV_COLUMNS; q++)
                v[q] = trv_load_fresh(op.from + (j * (int64_t)TRV_ROWS + threadIdx.x / 32 + q * TRV_WARPS) * op.from_step);
        }
#pragma unroll
        for (int q = 0; q < TRV_COLUMNS; q++)
            sum.mac(a[q], v[q]);
        sum.renormalise();
    }
    return sum.value();
}

/* Adds the sums of all warps for one row, as a tree, and returns the total. The sums are 32
 * elements apart. */
template <class T>
DD_DEVICE T trv_add_warps(const T *sums)
{
    static_assert(TRV_WARPS == 8, "the tree has three levels");
    const auto pair = [&](int w) { return scalar<T>::merge(sums[32 * w], sums[32 * (w + 4)]); };
    return scalar<T>::merge(scalar<T>::merge(pair(0), pair(2)), scalar<T>::merge(pair(1), pair(3)));
}

/* Returns the places of the arrays in the shared memory of a block. */
template <class T>
DD_DEVICE trv_memory<T> trv_memory_in(unsigned char *space)
{
    return {(T *)space, (T *)space + trv_memory<T>::tile_elements};
}

template <class T, class M>
__global__ void __launch_bounds__(TRV_THREADS) trv_multiply_kernel(const __grid_constant__ trv_operands<T, M> op)
{
    __shared__ __align__(16) unsigned char space[trv_memory<T>::bytes];
    const trv_memory<T> memory = trv_memory_in<T>(space);
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, b = (int)(gridDim.x - 1 - blockIdx.x);
    const int64_t i = b * (int64_t)TRV_ROWS + lane;
    const int rows = (int)min((int64_t)TRV_ROWS, op.n - b * (int64_t)TRV_ROWS);
    trv_load_below(op, b * (int64_t)TRV_ROWS, memory);
    const T sum = trv_add_tiles<false>(op, b, memory);
    __syncthreads(); /* All threads have read the last tile, so its memory may be overwritten. */
    memory.tile[32 * warp + lane] = sum;
    __syncthreads();
    if (warp != 0 || lane >= rows)
        return;
    trv_pivot<T> pivot;
    pivot.load(op, i);
    pivot.invert();
    const T own = op.from[i * op.from_step];
    op.x[i * op.step] = scalar<T>::merge(trv_add_warps(memory.tile + lane), trv_multiply_diagonal(memory, pivot, own, rows));
}

template <class T, class M>
__global__ void __launch_bounds__(TRV_THREADS) trv_solve_kernel(const __grid_constant__ trv_operands<T, M> op)
{
    __shared__ __align__(16) unsigned char space[trv_memory<T>::bytes];
    __shared__ int shared_row;
    const trv_memory<T> memory = trv_memory_in<T>(space);
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        shared_row = atomicAdd(op.ticket, 1) + 1;
    __syncthreads();
    const int b = shared_row;
    const int64_t first = b * (int64_t)TRV_ROWS, i = first + lane;
    const int rows = (int)min((int64_t)TRV_ROWS, op.n - first);
    trv_pivot<T> pivot;
    pivot.load(op, i);
    const int64_t summed = first + trv_row_of_sum();
    const T own = summed < op.n ? op.from[summed * op.from_step] : scalar<T>::zero();
    trv_load_below(op, first, memory);
    pivot.invert();
    __syncthreads(); /* All elements of the triangle are in shared memory. */
    trv_diagonal<T> diagonal;
    /* The inverse saves time only in blocks that wait. The first block row does not wait, and
     * substitution is faster there. */
    diagonal.load(memory, pivot, rows, b > 0);
    const T sum = trv_add_tiles<true>(op, b, memory);
    __syncthreads(); /* All threads have read the last tile, so its memory may be overwritten. */
    diagonal.solve(memory, pivot, own, sum, rows);
    if (threadIdx.x >= 32)
        return;
    if (lane < rows)
    {
        const T x = memory.tile[trv_memory<T>::solution + lane];
        trv_send(op.messages + i, x);
        op.x[i * op.step] = x;
    }
    __threadfence();
    __syncwarp();
    if (lane == 0)
        atomicExch(op.solved, b + 1);
}

/* Copies x to memory without gaps, in the order of the rows of L. */
template <class T>
__global__ void __launch_bounds__(TRV_THREADS) trv_copy_kernel(int64_t n, const T *x, int64_t step, T *copy)
{
    for (int64_t i = blockIdx.x * (int64_t)TRV_THREADS + threadIdx.x; i < n; i += gridDim.x * (int64_t)TRV_THREADS)
        copy[i] = x[i * step];
}

#endif
