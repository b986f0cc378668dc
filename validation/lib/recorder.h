/*
 * Calls of the CUDA engine in a stream of their own, issued or recorded in a graph, for the tests
 * that need a device. To be included after handle.h.
 */
#ifndef DD_VALIDATION_RECORDER_H
#define DD_VALIDATION_RECORDER_H

#include <cuda_runtime_api.h>

#include "case.h"

static inline void must(cudaError_t error) { assert_int_equal(error, cudaSuccess); }

/* A stream of its own, with a handle and a workspace of so many bytes, and the graph that it
 * recorded. */
struct recorder
{
    ddblasHandle_t handle;
    cudaStream_t stream;
    void *workspace;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
};

static inline struct recorder recorder_new(size_t bytes)
{
    struct recorder r = {.handle = dd_test_handle_on(DDBLAS_ENGINE_CUDA)};
    must(cudaStreamCreateWithFlags(&r.stream, cudaStreamNonBlocking));
    dd_must(r.handle, ddblasSetStream(r.handle, r.stream), "stream");
    if (bytes > 0)
    {
        dd_must(r.handle, ddblasMalloc(r.handle, &r.workspace, bytes), "malloc");
        dd_must(r.handle, ddblasSetWorkspace(r.handle, r.workspace, bytes), "workspace");
    }
    return r;
}

/* Calls between these two are recorded. */
static inline void recorder_begin(struct recorder *r)
{
    must(cudaStreamBeginCapture(r->stream, cudaStreamCaptureModeThreadLocal));
}

static inline void recorder_end(struct recorder *r)
{
    must(cudaStreamEndCapture(r->stream, &r->graph));
    must(cudaGraphInstantiate(&r->executable, r->graph, 0));
}

/* Launches the graph and waits for its end; before that, for copies and settings of memory, because
 * the stream does not wait for the default stream. */
static inline void recorder_launch(const struct recorder *r)
{
    must(cudaDeviceSynchronize());
    must(cudaGraphLaunch(r->executable, r->stream));
    must(cudaStreamSynchronize(r->stream));
}

static inline void recorder_free(struct recorder *r)
{
    if (r->graph)
    {
        must(cudaGraphExecDestroy(r->executable));
        must(cudaGraphDestroy(r->graph));
    }
    if (r->workspace)
        dd_must(r->handle, ddblasFree(r->handle, r->workspace), "free");
    assert_int_equal(ddblasDestroy(r->handle), DDBLAS_STATUS_SUCCESS);
    must(cudaStreamDestroy(r->stream));
}

#endif
