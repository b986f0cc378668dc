/*
 * Starts one or two kernels with one call of the CUDA runtime. The second kernel may run at the
 * same time as the first.
 *
 * A launch takes 3 us of the host's time and two launches take 6 us, which limits the speed of a
 * small routine. Starting a graph of the same kernels takes 1.4 us, and 0.3 us more for each kernel
 * whose arguments have changed. Therefore the second call with the same kernels in the same stream
 * records them as a graph. Later calls start this graph, with their own arguments, numbers of
 * blocks and bytes of shared memory. Kernels that cannot be recorded are launched.
 *
 * Order, errors and results are the same as with launches. A graph waits for its own previous run,
 * so each stream has graphs of its own. A graph keeps the attributes that the stream had when the
 * graph was recorded, and runs in the context that was current then.
 */
#ifndef DDBLAS_BACKEND_LAUNCH_GRAPHS_H
#define DDBLAS_BACKEND_LAUNCH_GRAPHS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_MOST_LAUNCHES = 2 /* Largest number of kernels of a call. */
};

/* A kernel with the parameters of its launch. */
struct ddblas_launch
{
    const void *kernel;
    unsigned blocks, threads;
    size_t shared;    /* Dynamic shared memory of a block, in bytes. */
    void **arguments; /* A pointer to each argument. */
    /* All arguments in one piece of memory. Equal arguments must have equal bytes, including the
     * padding, because the bytes are compared. */
    const void *values;
    size_t bytes;
    /* 1: the kernel may start while the previous kernel is running. It must then itself wait for
     * the end of that kernel. */
    int beside;
    /* Launches the kernel without a graph. Returns a cudaError_t. */
    int (*start)(const struct ddblas_launch *launch, void *stream);
};

/* A set of recorded graphs. Only one thread may use it at a time. ddblas_launch_graphs_new returns
 * null if there is not enough memory, or if the runtime cannot record such graphs. */
struct ddblas_launch_graphs;
struct ddblas_launch_graphs *ddblas_launch_graphs_new(void);
void ddblas_launch_graphs_free(void *graphs);

/* Starts `count` kernels in order. Returns a cudaError_t. The kernels are launched one by one,
 * without a graph, if `graphs` is null or if the stream itself records a graph. */
int ddblas_launch_graphs_start(struct ddblas_launch_graphs *graphs, const struct ddblas_launch *list, int count, void *stream);

/* For tests: returns the number of calls that were started as a graph, or -1 if the runtime cannot
 * record such graphs. */
long ddblas_launch_graphs_used(const struct ddblas_launch_graphs *graphs);

#ifdef __cplusplus
}
#endif

#endif
