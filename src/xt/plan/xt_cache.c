/*
 * Assigns tiles to slots.
 */
#include "xt_cache.h"
#include "core/sizes.h"

enum
{
    /* Number of the latest products, including the current one, whose slots should not be given up,
     * because a load into such a slot would have to wait for the product. */
    UNDER_WAY = 2
};

void ddblas_xt_cache_start(struct xt_cache *c, const struct xt_plan *plan, struct xt_slot *slots, int reuse)
{
    *c = (struct xt_cache){.plan = plan, .slots = slots, .reuse = reuse};
    for (int64_t s = 0; s < plan->slots; s++)
        slots[s] = (struct xt_slot){.line = -1, .used = -1 - UNDER_WAY};
}

void ddblas_xt_cache_step(struct xt_cache *c) { c->step++; }

/* Returns the index of unit (i, j) if this unit comes after `index` and before `end` in the order,
 * otherwise `end`. */
static int64_t index_after(const struct xt_plan *p, int64_t i, int64_t j, int64_t index, int64_t end)
{
    const int64_t next = ddblas_xt_index(p, i, j);
    return next > index && next < end ? next : end;
}

/* The current unit with its index in the order, and the current chunk, in a section of the order
 * that ends at `end`. */
struct now
{
    struct xt_unit at;
    int64_t chunk, index, end;
    int goes_on; /* 1: the next unit is in the same column of blocks. */
};

/* Returns the index of the next unit that needs the panel of block row i, or `end` if there is
 * none. Within its band, the panel of a block row is needed by one unit of each column of
 * blocks. */
static int64_t next_row(const struct xt_plan *p, int64_t i, const struct now *now)
{
    const int64_t j = now->at.j, index = now->index, end = now->end;
    return least(index_after(p, i, 0, index, end), least(index_after(p, i, j, index, end), index_after(p, i, j + 1, index, end)));
}

/* Returns the index of the next unit that needs the panel of block column j, or `end` if there is
 * none. In each band, all units of a block column follow one another. */
static int64_t next_column(const struct xt_plan *p, int64_t j, const struct now *now)
{
    const int64_t index = now->index, end = now->end;
    if (j == now->at.j && now->goes_on)
        return index + 1;
    for (int64_t b = 0; b < p->bands; b++)
    {
        const int64_t start = ddblas_xt_column_start(p, p->down * b / p->bands, j);
        if (start > index)
            return least(start, end);
    }
    return end;
}

/* Returns the number of the next product that needs the tile in the slot; it is INT64_MAX if there
 * is none. Products are numbered unit * chunks + chunk. */
static int64_t next_use(const struct xt_cache *c, const struct xt_slot *slot, const struct now *now)
{
    const struct xt_plan *p = c->plan;
    const int64_t index = now->index, end = now->end;
    if (slot->line < 0)
        return INT64_MAX;
    const int as_row = p->part != DDBLAS_GEMM_ALL || slot->side == XT_SIDE_A,
              as_column = p->part != DDBLAS_GEMM_ALL || slot->side == XT_SIDE_B;
    int64_t unit = end;
    if (slot->chunk > now->chunk && ((as_row && slot->line == now->at.i) || (as_column && slot->line == now->at.j)))
        unit = index;
    else if (as_row)
        unit = next_row(p, slot->line, now);
    if (as_column && unit > index)
        unit = least(unit, next_column(p, slot->line, now));
    return unit == end ? INT64_MAX : unit * p->chunks + slot->chunk;
}

/* Returns 1 if slot a should be given up rather than slot b. Slots that no running product uses are
 * given up first; among these, the slot that is needed later; and if both are needed at the same
 * time, the slot that has been unused longer. */
static int is_better_victim(int64_t next_a, int64_t used_a, int64_t next_b, int64_t used_b, int64_t step)
{
    const int busy_a = used_a > step - UNDER_WAY, busy_b = used_b > step - UNDER_WAY;
    if (busy_a != busy_b)
        return busy_b;
    if (busy_a || next_a == next_b)
        return used_a < used_b;
    return next_a > next_b;
}

static int64_t choose_victim(const struct xt_cache *c, const struct now *now)
{
    int64_t best = -1, best_next = 0;
    for (int64_t s = 0; s < c->plan->slots; s++)
    {
        if (c->slots[s].used == c->step)
            continue; /* The slot holds the other operand of this product. */
        const int64_t next = next_use(c, &c->slots[s], now);
        if (best < 0 || is_better_victim(next, c->slots[s].used, best_next, c->slots[best].used, c->step))
        {
            best = s;
            best_next = next;
        }
    }
    return best;
}

int64_t ddblas_xt_cache_take(struct xt_cache *c, enum xt_side side, int64_t line, int64_t chunk, int64_t index, int64_t end,
                             int *load)
{
    const enum xt_side owner = c->plan->part == DDBLAS_GEMM_ALL ? side : XT_SIDE_A;
    for (int64_t s = 0; s < c->plan->slots; s++)
    {
        struct xt_slot *slot = &c->slots[s];
        if (slot->side != owner || slot->line != line || slot->chunk != chunk || (!c->reuse && slot->used != c->step))
            continue;
        slot->used = c->step;
        *load = 0;
        return s;
    }
    const struct xt_unit at = ddblas_xt_unit(c->plan, index);
    const struct now now = {at, chunk, index, end, index + 1 < end && ddblas_xt_unit(c->plan, index + 1).j == at.j};
    const int64_t s = choose_victim(c, &now);
    c->slots[s] = (struct xt_slot){owner, line, chunk, c->step};
    *load = 1;
    return s;
}
