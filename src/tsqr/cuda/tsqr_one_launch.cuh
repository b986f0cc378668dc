/*
 * A panel in one launch: its tree from the leaves up to the root, its Q from the root down to the
 * leaves, or both.
 *
 * The work is divided into items. A running thread block takes the number of the next item from an
 * atomic counter. Each block takes one item:
 *   up     One item for each leaf. A block that has finished a node adds 1 to a counter of the
 *          parent. The block that finishes the last child goes on with the parent, the others end.
 *          Nobody waits.
 *   down   From the root's level to the leaves: for every node the columns of its W (tsqr_weights),
 *          then every node's chunks (tsqr_form). W waits until the chunks of the node above hold
 *          their Q; at the root it waits for R. A chunk waits for all columns of its node's W.
 *
 * No deadlock. An item waits only for items with smaller numbers. R comes from the items "up",
 * which have the smallest numbers and wait for nobody. Everything else that an item "down" waits
 * for belongs to a level above, or is W of its own level; both have smaller numbers. A number is
 * given only to a running block, so the unfinished item with the smallest number is running and
 * waits for nobody. It does not matter how many blocks fit on the device, or which other work
 * occupies it.
 *
 * The bits are those of one launch for each level, because the nodes, the order of their children
 * and the functions that treat them are the same.
 *
 * Memory order. A block stores data and then increments a counter. Another block may read the data
 * as soon as it has seen the new value of the counter. In the first block the stores of all threads
 * come before a barrier, the barrier before thread 0's fence, and the fence before the atomic
 * addition. In the second block the load or atomic addition comes before a fence, and the fence
 * before a barrier.
 */
#ifndef DDBLAS_TSQR_TSQR_ONE_LAUNCH_CUH
#define DDBLAS_TSQR_TSQR_ONE_LAUNCH_CUH

#include "tsqr_factor.cuh"
#include "tsqr_form.cuh"

/* Called by all threads of a block: adds one to the counter and returns its old value to all of
 * them. */
DD_DEVICE int tsqr_count(int32_t *counter)
{
    __shared__ int before;
    __syncthreads();
    if (threadIdx.x == 0)
    {
        __threadfence();
        before = atomicAdd(counter, 1);
        __threadfence();
    }
    __syncthreads();
    return before;
}

/* Called by all threads: waits until the counter has reached `enough`. The loop uses relaxed loads
 * and a fence after the loop, because an acquire load would invalidate the multiprocessor's L1
 * cache in every iteration. */
DD_DEVICE void tsqr_wait(const int32_t *counter, int enough)
{
    if (threadIdx.x == 0)
    {
        for (unsigned pause = 32; load_relaxed(counter) < enough; pause = min(2 * pause, 512u))
            __nanosleep(pause);
        __threadfence();
    }
    __syncthreads();
}

/* Returns the bytes of shared memory that the largest of the work items needs. */
template <class T, class Shape>
constexpr size_t tsqr_whole_memory()
{
    const size_t factor = sizeof(tsqr_factor_memory<T, Shape>), form = sizeof(tsqr_form_memory<T, Shape>),
                 weights = 2 * sizeof(tsqr_numbers<T>), most = factor > form ? factor : form;
    return most > weights ? most : weights;
}

template <class T, class Shape>
struct tsqr_walk
{
    static_assert(Shape::threads == TSQR_WEIGHT_THREADS, "items of all kinds by the same block");
    const tsqr_whole &whole;
    char *bytes;

    __device__ __forceinline__ int32_t *counter(enum tsqr_counter which, int l, int64_t node) const
    {
        return whole.counters + TSQR_COUNTERS_BEFORE + (whole.first[l] + node) * TSQR_COUNTERS_OF_NODE + which;
    }

    /* Factors leaf number `node`. As long as this block is the one that finished the last child of
     * a node, it goes on and factors that node. */
    __device__ __forceinline__ void up(int64_t node) const
    {
#pragma unroll 1
        for (int l = 0;; l++)
        {
            tsqr_factor<T, Shape> work(*(tsqr_factor_memory<T, Shape> *)bytes);
            work.node(whole.level[l], node);
            if (l == whole.levels)
                break;
            const int64_t fan_in = whole.level[l + 1].share, parent = node / fan_in;
            const int64_t children = min(fan_in, whole.level[l].nodes - parent * fan_in);
            if (tsqr_count(counter(TSQR_CHILDREN, l + 1, parent)) + 1 < children)
                return;
            node = parent;
        }
        if (whole.down)
            tsqr_count(&whole.counters[TSQR_ROOT]);
    }

    /* Computes columns first .. first + TSQR_WEIGHT_COLUMNS - 1 of the W of a node. */
    __device__ __forceinline__ void weigh(int l, int64_t node, int first) const
    {
        const tsqr_level &level = whole.level[l];
        const int column = threadIdx.x / TSQR_CORNER, part = threadIdx.x % TSQR_CORNER;
        tsqr_weights<T> work = {(tsqr_numbers<T> *)bytes, level.n, min(level.n, first + TSQR_WEIGHT_COLUMNS), part,
                                first + column};
        tsqr_above above = {nullptr, {0, 0}, level.signs};
        if (l < whole.levels)
        {
            const tsqr_level &parents = whole.level[l + 1];
            tsqr_wait(counter(TSQR_FORMED, l + 1, node / parents.share), parents.chunks);
            above = {parents.A, parents.a, nullptr};
        }
        else if (whole.up)
            tsqr_wait(&whole.counters[TSQR_ROOT], 1);
        work.node(level, above, (T *)whole.weights[l], node);
        tsqr_count(counter(TSQR_WEIGHED, l, node));
    }

    __device__ __forceinline__ void form(int l, int64_t node, int number) const
    {
        const tsqr_level &level = whole.level[l];
        tsqr_form<T, Shape> work(*(tsqr_form_memory<T, Shape> *)bytes);
        tsqr_wait(counter(TSQR_WEIGHED, l, node), (level.n + TSQR_WEIGHT_COLUMNS - 1) / TSQR_WEIGHT_COLUMNS);
        const int64_t item = node * level.chunks + number;
        const T *weights = (const T *)whole.weights[l];
        work.start(level, weights, item);
        work.chunk(level, weights, item, 0, 0);
        tsqr_count(counter(TSQR_FORMED, l, node));
    }

    /* Executes work item number `item` of the way down. The last columns of W have the most rows
     * and take longest, so they come first. */
    __device__ __forceinline__ void down(int64_t item) const
    {
        int l = whole.levels;
        const int parts = (whole.level[l].n + TSQR_WEIGHT_COLUMNS - 1) / TSQR_WEIGHT_COLUMNS;
        while (item >= tsqr_items_down(&whole.level[l], parts))
            item -= tsqr_items_down(&whole.level[l--], parts);
        const tsqr_level &level = whole.level[l];
        const int64_t of_weights = (int64_t)level.nodes * parts;
        if (item < of_weights)
            weigh(l, item % level.nodes, (parts - 1 - (int)(item / level.nodes)) * TSQR_WEIGHT_COLUMNS);
        else
            form(l, (item - of_weights) / level.chunks, (int)((item - of_weights) % level.chunks));
    }
};

template <class T, class Shape>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks) tsqr_whole_kernel(const __grid_constant__ tsqr_whole whole)
{
    extern __shared__ char bytes[];
    const tsqr_walk<T, Shape> walk = {whole, bytes};
    const int64_t item = tsqr_count(&whole.counters[TSQR_TICKET]), leaves = whole.up ? whole.level[0].nodes : 0;
    if (item < leaves)
        walk.up(item);
    else
        walk.down(item - leaves);
}

#endif
