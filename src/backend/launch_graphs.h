/*
 * Starts one or two kernels with one call of the runtime; the second may run at the same time as
 * the first.
 *
 * A launch takes 3 us of the host's time and two take 6 us, which limits a small routine. A graph
 * of the same kernels takes 1.4 us, and 0.3 us more for each kernel whose arguments have changed.
 * Therefore the second call with the same kernels in the same stream records them. Later calls
 * start them as a graph, with the arguments, blocks and shared memory of each call. Kernels that
 * cannot be recorded are launched.
 *
 * Order, errors and results are those of launches. A graph waits for its own previous run, so each
 * stream has graphs of its own. A graph keeps the attributes that the stream had when it was
 * recorded, and runs in the context that was current then.
 */
#ifndef DDBLAS_BACKEND_LAUNCH_GRAPHS_H
#define DDBLAS_BACKEND_LAUNCH_GRAPHS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_MOST_LAUNCHES = 2 /* Most kernels of a call. */
};

/* A kernel with the parameters of its launch. */
struct ddblas_launch
{
    const void *kernel;
    unsigned blocks, threads;
    size_t shared;      /* Dynamic shared memory of a block, in bytes. */
    void **arguments;   /* A pointer to each argument. */
    const void *values; /* All arguments. Equal arguments have equal bytes, padding included. */
    size_t bytes;
    /* 1: the kernel may start while the previous kernel runs, and itself waits for the end of that
     * kernel. */
    int beside;
    /* Launches the kernel without a graph; returns a cudaError_t. */
    int (*start)(const struct ddblas_launch *launch, void *stream);
};

/* A set of recorded graphs. Only one thread may use it at a time. ddblas_launch_graphs_new returns
 * null if there is no memory, or if the runtime cannot record such graphs. */
struct ddblas_launch_graphs;
struct ddblas_launch_graphs *ddblas_launch_graphs_new(void);
void ddblas_launch_graphs_free(void *graphs);

/* Starts `count` kernels in order; returns a cudaError_t. They are launched one by one, without a
 * graph, if `graphs` is null, or if the stream itself records a graph. */
int ddblas_launch_graphs_start(struct ddblas_launch_graphs *graphs, const struct ddblas_launch *list, int count, void *stream);

/* Number of calls that were started as a graph, for tests; -1 if the runtime cannot record such
 * graphs. */
long ddblas_launch_graphs_used(const struct ddblas_launch_graphs *graphs);

#ifdef __cplusplus
}
#endif

#endif
