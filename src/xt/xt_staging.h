/*
 * Copies between host memory and a device: straight where the host memory is pinned, otherwise through a ring of pinned pieces
 * that threads of the CPU fill or empty.
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

/* One direction of one lane: one thread uses it. */
struct xt_ring
{
    const struct ddblas_streams *streams;
    void *stream;
    int threads; /* that copy on the host */
    size_t piece_bytes;
    char *pieces[XT_RING_PIECES];
    void *events[XT_RING_PIECES]; /* the device is done with the piece */
    int next;
    struct xt_trace *trace; /* null: none */
};

/* A block of a matrix on the host beside its place on the device. */
struct xt_block
{
    size_t size; /* of an element */
    int64_t rows, columns;
    void *host;
    int64_t host_leading;
    int host_is_pinned;
    void *device;
    int64_t device_leading;
    enum ddblas_gemm_part part; /* not ALL: nothing of the other triangle is read or written on the host */
};

/* A ring without memory, which does for pinned matrices; then pieces for blocks of up to `block_bytes` with columns of up to
 * `column_bytes`. All is given back by ring_free, also after a failure. */
ddblasStatus_t ddblas_xt_ring_new(struct xt_ring *ring, const struct ddblas_streams *streams, void *stream);
ddblasStatus_t ddblas_xt_ring_reserve(struct xt_ring *ring, size_t block_bytes, size_t column_bytes);
void ddblas_xt_ring_free(struct xt_ring *ring);

/* 1 when the copy of this block uses the ring. */
int ddblas_xt_uses_ring(const struct xt_block *block);

/* Starts the load in the ring's stream. The host memory must stand until the work of the stream is done. */
ddblasStatus_t ddblas_xt_load(struct xt_ring *ring, const struct xt_block *block);

/* Stores; returns when the block is on the host. */
ddblasStatus_t ddblas_xt_store(struct xt_ring *ring, const struct xt_block *block);

#endif
