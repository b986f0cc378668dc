/*
 * symv by tickets, y = alpha A x + beta y: a block takes a tile, sweeps it (symv_tile.cuh), and adds the tile's row sums and
 * column sums to the sums of y under a mutex, in a fixed order. One kernel, after a memset of its counters. After the
 * ticket-ordered atomic mutexes of T. Imamura, S. Yamada, M. Machida (ASPEN.K2).
 *
 * Tiles are handed out in the order of their numbers (J-major, symv_geometry.h) by an atomic counter, the ticket. To the tile row
 * b of y contribute, in that order, the row sums of (b, 0) ... (b, b-1), both sums of (b, b), the column sums of (b+1, b) ...
 * (NB-1, b): NB contributions with the ranks 0 ... NB-1, the rank being J for row sums of (I, J) and I for column sums.
 * Contribution r waits until turn[b] = r. Rank 0 stores, the others add, the last one finishes y.
 *
 * No deadlock: a block waits only for contributions of smaller tickets. Each of these is held by a block that runs already
 * (tickets are given to running blocks), which waits in its turn only for smaller ones; the smallest unfinished ticket waits for
 * nobody. So it does not matter how many blocks fit or what else occupies the device.
 *
 * Any order (ordered = false): the contribution takes the mutex of b by compare-and-swap whenever it is free; sums then depend on
 * who came first. For callers who do not need the same bits, and for comparison: same work, no waiting for order.
 *
 * Bytes: as by tiles, and 2 E sizeof(T) read and written for each tile. A hand-over of the mutex costs about 1 us, and the chain
 * of NB contributions to one tile row is the shortest time there is; so tiles must not be small.
 */
#ifndef DDBLAS_LEVEL2_SYMV_TICKET_CUH
#define DDBLAS_LEVEL2_SYMV_TICKET_CUH

#include "symv_store.cuh"
#include "symv_tile.cuh"

/* Waits for rank `rank`'s turn, or takes the lock and returns the rank that it got. One thread. */
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

    /* Adds first[i] (and second[i]) to the sums of tile row b. */
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

    /* A value that another block wrote: past the cache of this multiprocessor. */
    __device__ static T load_fresh(const T *from)
    {
        T to;
        typedef typename scalar<T>::part part;
        const part *parts = (const part *)from;
        part *own = (part *)&to;
#pragma unroll
        for (int i = 0; i < (int)(sizeof(T) / sizeof(part)); i++)
            if constexpr (sizeof(part) == 16)
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
        __syncthreads(); /* the ticket and the sums of the tile before have been used */
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
