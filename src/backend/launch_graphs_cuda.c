/*
 * The implementation of launch_graphs.h. The graphs are in a table of sets with a few places each,
 * so that a look-up costs almost nothing. A key consists of the device, the stream and the kernels
 * of a call. The second call with the same key is recorded, if the set of the key has a free place
 * or a graph that has not run for a while.
 */
#include "launch_graphs.h"

#include <cuda_runtime_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"

static cudaError_t launch_each(const struct ddblas_launch *list, int count, cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < count && error == cudaSuccess; i++)
        error = (cudaError_t)list[i].start(&list[i], stream);
    return error;
}

/* From this version of the runtime on, a graph can contain kernels that run at the same time. */
#if CUDART_VERSION >= 12030

enum
{
    SETS_LOG = 4,
    SETS = 1 << SETS_LOG,
    WAYS = 4,        /* Number of places in a set. */
    STILL = 256,     /* A graph that has not run during this many calls may be replaced. */
    MOST_BYTES = 256 /* Largest number of bytes of arguments that are remembered. */
};

struct key
{
    unsigned long long stream; /* The id of the stream, which no other stream ever gets. */
    int device;
    int count; /* Number of kernels; 0: this is no key. */
    const void *kernels[DDBLAS_MOST_LAUNCHES];
};

/* A place: a graph with its key (recorded), and the key that may replace it (next). */
struct place
{
    struct key recorded, next;
    /* again: 1 if an earlier call had the key `next`. refused: 1 if the kernels of `next` cannot be
     * recorded. */
    int again, refused;
    /* Numbers of calls, counted from the first one. ran: the call that last ran the graph. used:
     * the call whose look-up last found this place. */
    unsigned long ran, used;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphNode_t nodes[DDBLAS_MOST_LAUNCHES];
    struct cudaKernelNodeParams parameters[DDBLAS_MOST_LAUNCHES];
    unsigned char values[DDBLAS_MOST_LAUNCHES][MOST_BYTES]; /* Arguments of the last run. */
};

struct ddblas_launch_graphs
{
    unsigned long calls;
    long by_graph;
    struct place places[SETS][WAYS];
};

struct ddblas_launch_graphs *ddblas_launch_graphs_new(void)
{
    return ddblas_allocation_fails() ? NULL : calloc(1, sizeof(struct ddblas_launch_graphs));
}

long ddblas_launch_graphs_used(const struct ddblas_launch_graphs *graphs) { return graphs ? graphs->by_graph : 0; }

/* Destroys the graph of a place. If the graph is running, it is destroyed after its run. Allowed
 * while other streams record. */
static void forget_graph(struct place *place)
{
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    if (place->executable && cudaGraphExecDestroy(place->executable) != cudaSuccess)
        (void)cudaGetLastError();
    if (place->graph && cudaGraphDestroy(place->graph) != cudaSuccess)
        (void)cudaGetLastError();
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    place->executable = NULL;
    place->graph = NULL;
    place->recorded.count = 0;
}

void ddblas_launch_graphs_free(void *graphs)
{
    struct ddblas_launch_graphs *l = graphs;
    for (int i = 0; l && i < SETS * WAYS; i++)
        forget_graph(&l->places[i / WAYS][i % WAYS]);
    free(l);
}

static int same_key(const struct key *a, const struct key *b)
{
    int equal = a->stream == b->stream && a->device == b->device && a->count == b->count;
    for (int i = 0; i < a->count && equal; i++)
        equal = a->kernels[i] == b->kernels[i];
    return equal;
}

/* Fills in *key. Returns 0 if the stream records a graph or has no id; such calls are launched. */
static int key_of(struct key *key, const struct ddblas_launch *list, int count, cudaStream_t stream)
{
    enum cudaStreamCaptureStatus state = cudaStreamCaptureStatusNone;
    *key = (struct key){.count = count};
    for (int i = 0; i < count; i++)
        key->kernels[i] = list[i].kernel;
    if (cudaStreamIsCapturing(stream, &state) == cudaSuccess && state == cudaStreamCaptureStatusNone &&
        cudaStreamGetId(stream, &key->stream) == cudaSuccess && cudaGetDevice(&key->device) == cudaSuccess)
        return 1;
    (void)cudaGetLastError();
    return 0;
}

/* Returns the place whose `recorded` or `next` is this key. If there is none, the key becomes the
 * `next` of the least recently used place of the set, and this place is returned. */
static struct place *place_of(struct ddblas_launch_graphs *graphs, const struct key *key)
{
    uint64_t hash = key->stream;
    for (int i = 0; i < key->count; i++)
        hash = hash * UINT64_C(0x9E3779B97F4A7C15) + (uintptr_t)key->kernels[i];
    struct place *set = graphs->places[hash * UINT64_C(0x9E3779B97F4A7C15) >> (64 - SETS_LOG)], *stillest = &set[0];
    for (int i = 0; i < WAYS; i++)
        if (same_key(&set[i].recorded, key))
            return &set[i];
    for (int i = 0; i < WAYS; i++)
    {
        if (same_key(&set[i].next, key))
            return &set[i];
        if (set[i].used < stillest->used)
            stillest = &set[i];
    }
    stillest->next = *key;
    stillest->again = 0;
    stillest->refused = 0;
    return stillest;
}

/* Records the kernels as a graph. The recording uses a stream of its own, which has the attributes
 * of `stream`. */
static cudaError_t capture(cudaGraph_t *graph, const struct ddblas_launch *list, int count, cudaStream_t stream)
{
    cudaStream_t recorder;
    cudaError_t error = cudaStreamCreateWithFlags(&recorder, cudaStreamNonBlocking);
    if (error != cudaSuccess)
        return error;
    if (stream)
        error = cudaStreamCopyAttributes(recorder, stream);
    if (error == cudaSuccess)
        error = cudaStreamBeginCapture(recorder, cudaStreamCaptureModeRelaxed);
    if (error == cudaSuccess)
    {
        const cudaError_t launched = launch_each(list, count, recorder);
        error = cudaStreamEndCapture(recorder, graph);
        error = launched != cudaSuccess ? launched : error;
    }
    (void)cudaStreamDestroy(recorder);
    return error;
}

/* Stores the kernel nodes of the graph and their parameters, in the order in which the launches
 * were recorded. The first launch is the only node that depends on no other; cudaGraphGetNodes
 * returns the other nodes in the order of recording. */
static cudaError_t find_nodes(struct place *place, int count)
{
    cudaGraphNode_t all[DDBLAS_MOST_LAUNCHES + 1], first[DDBLAS_MOST_LAUNCHES + 1];
    size_t nodes = DDBLAS_MOST_LAUNCHES + 1, roots = DDBLAS_MOST_LAUNCHES + 1;
    cudaError_t error = cudaGraphGetNodes(place->graph, all, &nodes);
    if (error == cudaSuccess)
        error = cudaGraphGetRootNodes(place->graph, first, &roots);
    if (error == cudaSuccess && (nodes != (size_t)count || roots != 1))
        error = cudaErrorUnknown;
    for (int i = 0, k = 1; i < count && error == cudaSuccess; i++)
    {
        const int at = all[i] == first[0] ? 0 : k++;
        place->nodes[at] = all[i];
        error = cudaGraphKernelNodeGetParams(all[i], &place->parameters[at]);
    }
    return error;
}

/* Marks the key `next` as one whose kernels cannot be recorded. */
static void refuse_graph(struct place *place)
{
    forget_graph(place);
    place->refused = 1;
    (void)cudaGetLastError();
}

/* Replaces the graph of the place with one that is recorded for the key `next`, and allocates all
 * memory that the new graph needs. Allowed while other streams record. */
static void record_graph(struct place *place, const struct ddblas_launch *list, cudaStream_t stream)
{
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    const int count = place->next.count;
    forget_graph(place);
    memset(place->values, 0, sizeof place->values);
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    cudaError_t error = capture(&place->graph, list, count, stream);
    if (error == cudaSuccess)
        error = find_nodes(place, count);
    if (error == cudaSuccess)
        error = cudaGraphInstantiate(&place->executable, place->graph, 0);
    if (error == cudaSuccess)
        error = cudaGraphUpload(place->executable, stream);
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    if (error == cudaSuccess)
        place->recorded = place->next;
    else
        refuse_graph(place);
}

static int is_as_last(const struct place *place, int i, const struct ddblas_launch *launch)
{
    const struct cudaKernelNodeParams *p = &place->parameters[i];
    return p->gridDim.x == launch->blocks && p->blockDim.x == launch->threads && p->sharedMemBytes == launch->shared &&
           launch->bytes <= MOST_BYTES && memcmp(place->values[i], launch->values, launch->bytes) == 0;
}

/* Sets the arguments of kernel number i for later runs of the graph. A run in progress keeps the
 * arguments with which it began. */
static cudaError_t set_parameters(struct place *place, int i, const struct ddblas_launch *launch)
{
    struct cudaKernelNodeParams *p = &place->parameters[i];
    p->gridDim = (dim3){launch->blocks, 1, 1};
    p->blockDim = (dim3){launch->threads, 1, 1};
    p->sharedMemBytes = (unsigned)launch->shared;
    p->kernelParams = launch->arguments;
    p->extra = NULL;
    if (launch->bytes <= MOST_BYTES)
        memcpy(place->values[i], launch->values, launch->bytes);
    return cudaGraphExecKernelNodeSetParams(place->executable, place->nodes[i], p);
}

static cudaError_t renew(struct place *place, const struct ddblas_launch *list, int count)
{
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < count && error == cudaSuccess; i++)
        if (!is_as_last(place, i, &list[i]))
            error = set_parameters(place, i, &list[i]);
    return error;
}

int ddblas_launch_graphs_start(struct ddblas_launch_graphs *graphs, const struct ddblas_launch *list, int count, void *stream)
{
    struct key key;
    if (!graphs || !key_of(&key, list, count, (cudaStream_t)stream))
        return (int)launch_each(list, count, (cudaStream_t)stream);
    struct place *place = place_of(graphs, &key);
    place->used = ++graphs->calls;
    if (same_key(&place->recorded, &key))
    {
        if (renew(place, list, count) == cudaSuccess)
        {
            place->ran = graphs->calls;
            graphs->by_graph++;
            return (int)cudaGraphLaunch(place->executable, (cudaStream_t)stream);
        }
        place->next = key;
        refuse_graph(place);
    }
    const cudaError_t error = launch_each(list, count, (cudaStream_t)stream);
    if (error == cudaSuccess)
    {
        const int is_free = place->recorded.count == 0 || graphs->calls - place->ran > STILL;
        if (place->again && is_free && !place->refused)
        {
            record_graph(place, list, (cudaStream_t)stream);
            place->ran = graphs->calls;
        }
        place->again = 1;
    }
    return (int)error;
}

#else

struct ddblas_launch_graphs *ddblas_launch_graphs_new(void) { return NULL; }

void ddblas_launch_graphs_free(void *graphs) { (void)graphs; }

long ddblas_launch_graphs_used(const struct ddblas_launch_graphs *graphs)
{
    (void)graphs;
    return -1;
}

int ddblas_launch_graphs_start(struct ddblas_launch_graphs *graphs, const struct ddblas_launch *list, int count, void *stream)
{
    (void)graphs;
    return (int)launch_each(list, count, (cudaStream_t)stream);
}

#endif
