/*
 * Copies between host memory and the memory of a device.
 */
#include "xt_staging.h"

#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"

enum
{
    PIECE_BYTES = 16 << 20,
    PARALLEL_BYTES = 1 << 18 /* Copies of fewer bytes are made by one thread. */
};

/* ---- the ring -------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_xt_ring_new(struct xt_ring *ring, const struct ddblas_streams *streams, void *stream)
{
    *ring = (struct xt_ring){.streams = streams, .stream = stream, .threads = 1};
    for (int i = 0; i < XT_RING_PIECES; i++)
        DDBLAS_CHECK(streams->event_new(&ring->events[i], 0));
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_xt_ring_reserve(struct xt_ring *ring, size_t block_bytes, size_t column_bytes)
{
    const size_t wanted = least_bytes(block_bytes, PIECE_BYTES);
    const size_t bytes = most_bytes(column_bytes, wanted);
    if (bytes <= ring->piece_bytes)
        return DDBLAS_STATUS_SUCCESS;
    ring->piece_bytes = 0;
    for (int i = 0; i < XT_RING_PIECES; i++)
    {
        void *piece = NULL;
        ring->streams->pinned_free(ring->pieces[i]);
        ring->pieces[i] = NULL;
        DDBLAS_CHECK(ring->streams->pinned_new(&piece, bytes));
        ring->pieces[i] = piece;
    }
    ring->piece_bytes = bytes;
    return DDBLAS_STATUS_SUCCESS;
}

void ddblas_xt_ring_free(struct xt_ring *ring)
{
    for (int i = 0; i < XT_RING_PIECES && ring->streams; i++)
    {
        ring->streams->event_free(ring->events[i]);
        ring->streams->pinned_free(ring->pieces[i]);
    }
    *ring = (struct xt_ring){0};
}

/* ---- pieces ---------------------------------------------------------------------------------- */

struct piece
{
    const struct xt_block *block;
    int64_t first, columns;
    /* Address of the piece in the ring. There the columns follow one another without gaps. */
    char *place;
};

/* Finds the rows of column j of a block that are read or written in host memory. */
static void rows_of(const struct xt_block *b, int64_t j, int64_t *first, int64_t *count)
{
    *first = b->part == DDBLAS_GEMM_LOWER ? least(j, b->rows) : 0;
    *count = (b->part == DDBLAS_GEMM_UPPER ? least(j + 1, b->rows) : b->rows) - *first;
}

static void copy_column(const struct piece *p, int64_t column, int to_ring)
{
    const struct xt_block *b = p->block;
    int64_t first, count;
    rows_of(b, column, &first, &count);
    char *host = (char *)b->host + (size_t)(first + column * b->host_leading) * b->size;
    char *ring = p->place + (size_t)(first + (column - p->first) * b->rows) * b->size;
    memcpy(to_ring ? ring : host, to_ring ? host : ring, (size_t)count * b->size);
}

static void copy_on_host(const struct xt_ring *ring, const struct piece *p, int to_ring)
{
    const size_t bytes = (size_t)p->columns * (size_t)p->block->rows * p->block->size;
    struct xt_mark *mark = ddblas_xt_trace_begin(ring->trace, to_ring ? "host copy in" : "host copy out", NULL);
#pragma omp parallel for num_threads(ring->threads) schedule(static) if (ring->threads > 1 && bytes > PARALLEL_BYTES)
    for (int64_t j = p->first; j < p->first + p->columns; j++)
        copy_column(p, j, to_ring);
    ddblas_xt_trace_end(ring->trace, mark, NULL);
}

static int64_t columns_in_piece(const struct xt_ring *ring, const struct xt_block *b)
{
    const int64_t columns = (int64_t)(ring->piece_bytes / ((size_t)b->rows * b->size));
    return least(columns, b->columns);
}

static char *device_column(const struct xt_block *b, int64_t column)
{
    return (char *)b->device + (size_t)(column * b->device_leading) * b->size;
}

int ddblas_xt_uses_ring(const struct xt_block *b) { return !b->host_is_pinned || b->part != DDBLAS_GEMM_ALL; }

/* Describes a piece in a slot of the ring: `width` columns of the block from column `first` on, or
 * as many as are left. */
static struct piece piece_of(const struct xt_ring *ring, const struct xt_block *b, int64_t width, int64_t first, int64_t slot)
{
    return (struct piece){b, first, least(b->columns - first, width), ring->pieces[slot]};
}

/* ---- load ------------------------------------------------------------------------------------ */

static ddblasStatus_t load_through_ring(struct xt_ring *ring, const struct xt_block *b)
{
    const struct ddblas_streams *s = ring->streams;
    const int64_t width = columns_in_piece(ring, b);
    for (int64_t first = 0; first < b->columns; first += width)
    {
        const int slot = ring->next;
        const struct piece p = piece_of(ring, b, width, first, slot);
        ring->next = (slot + 1) % XT_RING_PIECES;
        DDBLAS_CHECK(s->wait_on_host(ring->events[slot]));
        copy_on_host(ring, &p, 1);
        struct xt_mark *mark = ddblas_xt_trace_begin(ring->trace, "load", ring->stream);
        DDBLAS_CHECK(s->to_engine(device_column(b, first), (size_t)b->device_leading * b->size, p.place,
                                  (size_t)b->rows * b->size, (size_t)b->rows * b->size, (size_t)p.columns, ring->stream));
        ddblas_xt_trace_end(ring->trace, mark, ring->stream);
        DDBLAS_CHECK(s->record(ring->events[slot], ring->stream));
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_xt_load(struct xt_ring *ring, const struct xt_block *b)
{
    if (ddblas_xt_uses_ring(b))
        return load_through_ring(ring, b);
    struct xt_mark *mark = ddblas_xt_trace_begin(ring->trace, "load", ring->stream);
    DDBLAS_CHECK(ring->streams->to_engine(b->device, (size_t)b->device_leading * b->size, b->host,
                                          (size_t)b->host_leading * b->size, (size_t)b->rows * b->size, (size_t)b->columns,
                                          ring->stream));
    ddblas_xt_trace_end(ring->trace, mark, ring->stream);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- store ----------------------------------------------------------------------------------- */

static ddblasStatus_t fetch_piece(struct xt_ring *ring, const struct piece *p, void *event)
{
    const struct xt_block *b = p->block;
    const size_t column = (size_t)b->rows * b->size;
    struct xt_mark *mark = ddblas_xt_trace_begin(ring->trace, "store", ring->stream);
    DDBLAS_CHECK(ring->streams->from_engine(p->place, column, device_column(b, p->first), (size_t)b->device_leading * b->size,
                                            column, (size_t)p->columns, ring->stream));
    ddblas_xt_trace_end(ring->trace, mark, ring->stream);
    return ring->streams->record(event, ring->stream);
}

/* Stores a block through the ring. Pieces are fetched from the device as far ahead as the ring
 * allows, and copied to the block in their order. */
static ddblasStatus_t store_through_ring(struct xt_ring *ring, const struct xt_block *b)
{
    const int64_t width = columns_in_piece(ring, b), count = quotient_up(b->columns, width);
    for (int64_t n = 0; n < count + XT_RING_PIECES - 1; n++)
    {
        const int64_t out = n - (XT_RING_PIECES - 1);
        if (n < count)
        {
            const struct piece p = piece_of(ring, b, width, n * width, n % XT_RING_PIECES);
            DDBLAS_CHECK(fetch_piece(ring, &p, ring->events[n % XT_RING_PIECES]));
        }
        if (out >= 0)
        {
            const struct piece p = piece_of(ring, b, width, out * width, out % XT_RING_PIECES);
            DDBLAS_CHECK(ring->streams->wait_on_host(ring->events[out % XT_RING_PIECES]));
            copy_on_host(ring, &p, 0);
        }
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_xt_store(struct xt_ring *ring, const struct xt_block *b)
{
    if (ddblas_xt_uses_ring(b))
        return store_through_ring(ring, b);
    struct xt_mark *mark = ddblas_xt_trace_begin(ring->trace, "store", ring->stream);
    DDBLAS_CHECK(ring->streams->from_engine(b->host, (size_t)b->host_leading * b->size, b->device,
                                            (size_t)b->device_leading * b->size, (size_t)b->rows * b->size, (size_t)b->columns,
                                            ring->stream));
    ddblas_xt_trace_end(ring->trace, mark, ring->stream);
    DDBLAS_CHECK(ring->streams->record(ring->events[0], ring->stream));
    return ring->streams->wait_on_host(ring->events[0]);
}
