/*
 * Assigns tiles to slots of a device's memory. A tile is a block of op(A) or op(B) for one chunk of
 * k. Plain C, tested without a GPU.
 *
 * The order of the units is known in advance. Therefore the slot that is given up is the one whose
 * tile is needed last (Belady's rule), among the slots that no running product uses.
 */
#ifndef DDBLAS_XT_CACHE_H
#define DDBLAS_XT_CACHE_H

#include "xt_plan.h"

/* The operand to which a tile belongs: op(A) for a row of blocks of C, op(B) for a column of
 * blocks. If B is the transpose of A, all tiles are tiles of A. */
enum xt_side
{
    XT_SIDE_A,
    XT_SIDE_B
};

struct xt_slot
{
    enum xt_side side;
    /* line: block row or block column of the tile, -1 if the slot is empty. chunk: chunk of the
     * tile. */
    int64_t line, chunk;
    int64_t used; /* Number of the last product that used the slot. */
};

struct xt_cache
{
    const struct xt_plan *plan;
    struct xt_slot *slots; /* Array of plan->slots slots. */
    int reuse;
    int64_t step; /* Number of the current product. */
};

void ddblas_xt_cache_start(struct xt_cache *cache, const struct xt_plan *plan, struct xt_slot *slots, int reuse);

/* Begins the next product. */
void ddblas_xt_cache_step(struct xt_cache *cache);

/* Returns the slot of a tile for the current product. The product belongs to the unit `index`, in a
 * section of the order that ends at `end`. *load becomes 1 if the tile must be loaded into the
 * slot. */
int64_t ddblas_xt_cache_take(struct xt_cache *cache, enum xt_side side, int64_t line, int64_t chunk, int64_t index, int64_t end,
                             int *load);

#endif
