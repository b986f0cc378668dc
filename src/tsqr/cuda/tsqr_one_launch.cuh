/*
 * A panel in one launch: its tree from the leaves up to the root, its Q from the root down to the leaves, or both.
 *
 * Work comes in items, whose numbers an atomic counter hands out in order to the blocks that run, one each:
 *   up     An item a leaf. Who has finished a node counts at the node above; the last of its children to come goes on with that
 *          node, the others end. Nobody waits.
 *   down   From the root's level to the leaves: of every node the columns of its W (tsqr_weights), then every node's chunks
 *          (tsqr_form). W waits until the chunks of the node above are Q, at the root until R is there; a chunk waits for all
 *          columns of its node's W.
 *
 * No deadlock: an item waits only for items of smaller numbers. All that leads to R is done by items up, which come before those
 * down and wait for nobody; what an item down waits for otherwise is of a level above, or its own level's W, which come before
 * it. A number is given to a block that runs already, so the unfinished item of the smallest number runs and waits for nobody. It
 * does not matter how many blocks fit, or what else occupies the device.
 *
 * Same bits as with a launch for each level: the nodes, their children's order and the functions that work on them are the same.
 *
 * What a block stores before it counts may be read by whoever has seen the count: all threads' stores come before the barrier,
 * the barrier before thread 0's fence and its atomic addition; there the reader's load or addition comes before its fence, and
 * that before its barrier.
 */
#ifndef DDBLAS_TSQR_TSQR_ONE_LAUNCH_CUH
#define DDBLAS_TSQR_TSQR_ONE_LAUNCH_CUH

#include "tsqr_factor.cuh"
#include "tsqr_form.cuh"

/* One more at the counter, by all threads: how many there were before. */
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

/* Until the counter has come to `enough`. By all threads. The fence comes after the loop: an acquiring load would empty the
 * multiprocessor's L1 cache at every turn. */
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

/* The most of what an item takes of shared memory. */
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

    /* From leaf number `node` as far up as its block is the last one to come. */
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

    /* The columns from `first` on of the W of a node. */
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

    /* Item number `item` of the way down. The last columns of W have the most rows and start first. */
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
