/*
 * Which tile stands in which slot of a device's memory. Plain C, tested without a GPU.
 *
 * The order of units is known, so the slot to give up is the one whose tile is needed last (Belady), among those that no product
 * still under way uses.
 */
#ifndef DDBLAS_XT_CACHE_H
#define DDBLAS_XT_CACHE_H

#include "xt_plan.h"

/* The panel of op(A) for a row of blocks, of op(B) for a column; where B is the transpose of A, both are A's. */
enum xt_side
{
    XT_SIDE_A,
    XT_SIDE_B
};

struct xt_slot
{
    enum xt_side side;
    int64_t line, chunk; /* line -1: empty */
    int64_t used;        /* the step that used it last */
};

struct xt_cache
{
    const struct xt_plan *plan;
    struct xt_slot *slots; /* plan->slots of them */
    int reuse;
    int64_t step; /* the running product */
};

void ddblas_xt_cache_start(struct xt_cache *cache, const struct xt_plan *plan, struct xt_slot *slots, int reuse);

/* The next product begins. */
void ddblas_xt_cache_step(struct xt_cache *cache);

/* The slot of a tile for the running product, of the unit `index`, in a section of the order that ends at `end`; *load is 1 when
 * the tile has to be loaded. */
int64_t ddblas_xt_cache_take(struct xt_cache *cache, enum xt_side side, int64_t line, int64_t chunk, int64_t index, int64_t end,
                             int *load);

#endif
