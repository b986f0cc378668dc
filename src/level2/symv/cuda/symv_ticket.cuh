/*
 * symv by tickets, y = alpha A x + beta y. A block takes a tile, computes its sums (symv_tile.cuh),
 * and adds the row sums and the column sums to the sums of y, in a fixed order and under a mutex
 * for each tile row of y. There is one kernel, after a memset of its counters. The method follows
 * the ticket-ordered atomic mutexes of T. Imamura, S. Yamada, M. Machida (ASPEN.K2).
 *
 * An atomic counter, the ticket, gives out the tiles in the order of their numbers, which is column
 * of tiles after column of tiles (symv_geometry.h). With NB the number of tile rows, tile row b of
 * y receives the following contributions, in the order of the tickets:
 *
 *   row sums of (b, 0) ... (b, b-1); both sums of (b, b); column sums of (b+1, b) ... (NB-1, b).
 *
 * These NB contributions have the ranks 0 ... NB-1. The rank is J for the row sums of tile (I, J)
 * and I for its column sums. The contribution of rank r waits until turn[b] = r. The one of rank 0
 * stores its sums, the others add theirs, and the last one also computes y.
 *
 * Deadlock is impossible. A block waits only for contributions of smaller tickets. Tickets are
 * given to running blocks only, so each of these contributions belongs to a block that runs, and
 * that block waits only for still smaller tickets. The block with the smallest unfinished ticket
 * waits for nobody. Hence it does not matter how many blocks fit or what else occupies the device.
 *
 * If the caller allows any order (ordered = false), a block takes the mutex of tile row b by
 * compare-and-swap as soon as the mutex is free. The bits then depend on which block comes first.
 * This mode serves callers who do not need the same bits in every run. It also serves to measure
 * how much time the waiting for an order takes.
 *
 * Bytes: those of symv by tiles (symv_tile.cuh), and 2 E sizeof(T) bytes read and written for each
 * tile of E rows and columns. To pass on a mutex takes about 1 us. The NB contributions to a tile
 * row pass it on one after another, which sets a lower bound of the time. Tiles must therefore not
 * be small.
 * Error bound: that of symv by tiles.
 */
#ifndef DDBLAS_LEVEL2_SYMV_TICKET_CUH
#define DDBLAS_LEVEL2_SYMV_TICKET_CUH

#include "symv_store.cuh"
#include "symv_tile.cuh"

/* If `ordered` is true: waits until *turn is `rank`, and returns `rank`. Otherwise: takes the lock,
 * and returns *turn, which is the next free rank. Only one thread of a block calls this
 * function. */
DD_DEVICE int enter_turn(int *turn, int *lock, int rank, bool ordered)
{
    if (ordered)
        while (load_acquire(turn) != rank)
            __nanosleep(32);
    else
    {
        while (atomicCAS(lock, 0, 1) != 0)
            __nanosleep(32);
        __threadfence();
        rank = load_acquire(turn);
    }
    return rank;
}

template <class Shape>
struct symv_contributor
{
    typedef typename Shape::T T;
    const symv_operands<T> &op;
    const symv_geometry &g;
    int *turns, *locks;
    T *sums;
    bool ordered;

    /* Adds first[i] to the sums of tile row b; if `second` is not null, also second[i]. */
    __device__ void add(int b, int rank, const T *first, const T *second) const
    {
        __shared__ int shared_rank;
        if (threadIdx.x == 0)
            shared_rank = enter_turn(&turns[b], &locks[b], rank, ordered);
        __syncthreads();
        rank = shared_rank;
        const bool last = rank == g.tiles - 1;
        const int64_t row = symv_origin(&g, b);
        for (int i = threadIdx.x; i < g.edge; i += Shape::Threads)
        {
            T *sum = sums + (int64_t)b * g.edge + i;
            T value = second ? scalar<T>::merge(first[i], second[i]) : first[i];
            if (rank > 0)
                value = scalar<T>::merge(load_fresh(sum), value);
            if (last)
                store_results(op, g.n, g.upper != 0, row + i, row + i < g.n, op.get_alpha(), op.get_beta(), value);
            else
                *sum = value;
        }
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
        {
            atomicExch(&turns[b], rank + 1);
            if (!ordered)
            {
                __threadfence();
                atomicExch(&locks[b], 0);
            }
        }
    }

    /* Loads a value that another block has written. The load bypasses the L1 cache, which may hold
     * an old value. */
    __device__ static T load_fresh(const T *from)
    {
        T to;
        typedef typename scalar<T>::part part;
        const part *parts = (const part *)from;
        part *own = (part *)&to;
#pragma unroll
        for (int i = 0; i < (int)(sizeof(T) / sizeof(part)); i++)
            if constexpr (scalar<T>::is_double_double)
            {
                const double2 pair = __ldcg((const double2 *)(parts + i));
                memcpy(own + i, &pair, 16);
            }
            else
                own[i] = __ldcg(parts + i);
        return to;
    }
};

template <class Shape>
__global__ void __launch_bounds__(Shape::Threads, Shape::BlocksPerSm)
    symv_ticket_kernel(const __grid_constant__ symv_operands<typename Shape::T> op, const __grid_constant__ symv_geometry g,
                       int *counters, typename Shape::T *sums, bool ordered)
{
    typedef typename Shape::T T;
    extern __shared__ __align__(128) unsigned char shared[];
    __shared__ int shared_ticket;
    if (scalar<T>::is_zero(op.get_alpha()))
    {
        const T zero = scalar<T>::zero();
        for (int64_t i = (int64_t)blockIdx.x * Shape::Threads + threadIdx.x; i < (int64_t)g.tiles * g.edge;
             i += (int64_t)gridDim.x * Shape::Threads)
            store_results(op, g.n, false, i, i < g.n, zero, op.get_beta(), zero);
        return;
    }
    T *own = sums + ((int64_t)g.tiles + 2 * (int64_t)blockIdx.x) * g.edge;
    const symv_contributor<Shape> y = {op, g, counters + 1, counters + 1 + g.tiles, sums, ordered};
    for (;;)
    {
        /* All threads have used the ticket and the sums of the previous tile, so both may be
         * overwritten. */
        __syncthreads();
        if (threadIdx.x == 0)
            shared_ticket = atomicAdd(counters, 1);
        __syncthreads();
        if (shared_ticket >= g.tiles * (g.tiles + 1) / 2)
            return;
        int I, J;
        symv_tile_of(&g, shared_ticket, &I, &J);
        symv_sweep<Shape> sweep(op, g, (T *)shared);
        sweep.run(symv_tile_start(&g, I, J), symv_tile_end(&g, I, J), [&](int, int) { return own; });
        __syncthreads();
        if (I == J)
            y.add(I, I, own, own + g.edge);
        else
        {
            y.add(I, J, own, nullptr);
            y.add(J, I, own + g.edge, nullptr);
        }
    }
}

#endif
