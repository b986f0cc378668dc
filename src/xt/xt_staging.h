/*
 * Copies between host memory and a device: directly if the host memory is pinned, otherwise through
 * a ring of pinned pieces, which threads of the CPU fill or empty.
 */
#ifndef DDBLAS_XT_STAGING_H
#define DDBLAS_XT_STAGING_H

#include "backend/streams.h"
#include "level3/gemm/gemm.h"
#include "xt_trace.h"

enum
{
    XT_RING_PIECES = 4
};

/* The ring for one direction of one lane. Only one thread uses it. */
struct xt_ring
{
    const struct ddblas_streams *streams;
    void *stream;
    int threads; /* Threads that copy on the host. */
    size_t piece_bytes;
    char *pieces[XT_RING_PIECES];
    void *events[XT_RING_PIECES]; /* The device has finished with the piece. */
    int next;
    struct xt_trace *trace; /* Null: no timeline. */
};

/* A block of a matrix on the host and its place on the device. */
struct xt_block
{
    size_t size; /* Bytes of an element. */
    int64_t rows, columns;
    void *host;
    int64_t host_leading;
    int host_is_pinned;
    void *device;
    int64_t device_leading;
    /* The part of the block that is copied. If it is a triangle, the other triangle of the block in
     * host memory is neither read nor written. */
    enum ddblas_gemm_part part;
};

/* ring_new makes a ring without memory, which suffices for pinned matrices. ring_reserve adds
 * pieces for blocks of up to `block_bytes` with columns of up to `column_bytes`. ring_free frees
 * everything, also after a failure. */
ddblasStatus_t ddblas_xt_ring_new(struct xt_ring *ring, const struct ddblas_streams *streams, void *stream);
ddblasStatus_t ddblas_xt_ring_reserve(struct xt_ring *ring, size_t block_bytes, size_t column_bytes);
void ddblas_xt_ring_free(struct xt_ring *ring);

/* Returns 1 when the copy of this block uses the ring. */
int ddblas_xt_uses_ring(const struct xt_block *block);

/* Starts the load in the ring's stream. The host memory must remain valid until the work of the
 * stream has ended. */
ddblasStatus_t ddblas_xt_load(struct xt_ring *ring, const struct xt_block *block);

/* Stores the block; returns when it is on the host. */
ddblasStatus_t ddblas_xt_store(struct xt_ring *ring, const struct xt_block *block);

#endif
