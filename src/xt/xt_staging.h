/*
 * Copies between host memory and the memory of a device. Page-locked ("pinned") host memory is
 * copied directly. Other host memory is copied through a ring of page-locked pieces, which threads
 * of the CPU fill or empty.
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

/* The ring for one direction of one lane. Only one thread may use it. */
struct xt_ring
{
    const struct ddblas_streams *streams;
    void *stream;
    int threads; /* Number of threads that copy on the host. */
    size_t piece_bytes;
    char *pieces[XT_RING_PIECES];
    /* For each piece, the event that the device has finished with it. */
    void *events[XT_RING_PIECES];
    int next;
    struct xt_trace *trace; /* Null: no timeline is recorded. */
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
    /* The part of the block that is copied. If it is a triangle, the other triangle of the block is
     * neither read nor written in host memory. */
    enum ddblas_gemm_part part;
};

/* ddblas_xt_ring_new makes a ring without memory, which suffices for pinned matrices.
 * ddblas_xt_ring_reserve adds pieces for blocks of up to `block_bytes` bytes whose columns have up
 * to `column_bytes` bytes. ddblas_xt_ring_free frees everything, also after a failure. */
ddblasStatus_t ddblas_xt_ring_new(struct xt_ring *ring, const struct ddblas_streams *streams, void *stream);
ddblasStatus_t ddblas_xt_ring_reserve(struct xt_ring *ring, size_t block_bytes, size_t column_bytes);
void ddblas_xt_ring_free(struct xt_ring *ring);

/* Returns 1 if the copy of this block passes through the ring. */
int ddblas_xt_uses_ring(const struct xt_block *block);

/* Starts to load the block, in the stream of the ring. The host memory must remain valid until the
 * work of the stream has ended. */
ddblasStatus_t ddblas_xt_load(struct xt_ring *ring, const struct xt_block *block);

/* Stores the block, and returns when it is in host memory. */
ddblasStatus_t ddblas_xt_store(struct xt_ring *ring, const struct xt_block *block);

#endif
