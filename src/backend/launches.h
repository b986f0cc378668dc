/*
 * One or two kernels, the second beside the first, started by one call of the runtime.
 *
 * A launch takes the host 3 us, two of them 6, and what a small routine costs is that. A graph of the same kernels takes 1.4 us,
 * and 0.3 for other arguments of each kernel. So kernels that come again in the same stream are recorded when they come for the
 * second time, and started as a graph from then on, with the arguments, blocks and shared memory of each call; whatever cannot be
 * recorded is launched. Order, errors and results are those of launches. A graph waits for its own last run, so that each stream
 * has its own; it has the attributes that the stream had when it was recorded, and runs in the context that was current then.
 */
#ifndef DDBLAS_BACKEND_LAUNCHES_H
#define DDBLAS_BACKEND_LAUNCHES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_LAUNCHES = 2 /* of a call, at most */
};

/* A kernel and what it is to run with. */
struct ddblas_launch
{
    const void *kernel;
    unsigned blocks, threads;
    size_t shared;      /* dynamic bytes of a block */
    void **arguments;   /* a pointer to each */
    const void *values; /* all of them: equal arguments have equal bytes */
    size_t bytes;
    int beside; /* it may start while the kernel before it runs, and waits for that itself */
    /* Launches it by the runtime; a cudaError_t. */
    int (*start)(const struct ddblas_launch *launch, void *stream);
};

/* Graphs that one thread at a time uses. Null where there is no memory, or where the runtime cannot record what is needed. */
struct ddblas_launches;
struct ddblas_launches *ddblas_launches_new(void);
void ddblas_launches_free(void *launches);

/* Starts `count` kernels, one after another; returns a cudaError_t. Without graphs (null), and in a stream that records one
 * itself, they are launched. */
int ddblas_launches_start(struct ddblas_launches *launches, const struct ddblas_launch *list, int count, void *stream);

/* Calls that went by a graph, for tests; -1 where the runtime has none of the kind. */
long ddblas_launches_by_graph(const struct ddblas_launches *launches);

#ifdef __cplusplus
}
#endif

#endif
