/*
 * Predicts how long a single lane takes by following the events of xt_pipeline.c. Loads are in one
 * stream, products in another, stores in a third. A load waits for the last product that used its
 * slot, a product waits for its loads, and the thread that starts both waits for a free result.
 */
#include "xt_forecast.h"
#include "core/sizes.h"

#include <math.h>

#include "xt_cache.h"

enum
{
    /* Largest number of slots that are simulated. A plan with more slots is judged as if it had
     * this many. That changes little, because a plan whose tiles are larger and therefore fewer
     * takes as little time. */
    MOST_SLOTS = 32,
    /* The simulation ends where a column of blocks begins, as soon as two columns are complete and
     * more than ENOUGH_STEPS products have been simulated. It always ends after MOST_STEPS
     * products. */
    ENOUGH_STEPS = 512,
    MOST_STEPS = 4096
};

struct forecast
{
    const struct xt_plan *plan;
    const struct xt_stages *stages;
    struct xt_cache cache;
    struct xt_slot slots[MOST_SLOTS];
    double loaded[MOST_SLOTS], used[MOST_SLOTS], stored[XT_MOST_RESULTS];
    /* Times at which the thread that starts loads and products becomes free, and at which the
     * streams for loads, products and stores become free. */
    double thread, in, multiply, out;
};

/* Returns the slot of a tile. The time at which its load ends is stored in `loaded`. */
static int64_t slot_of_tile(struct forecast *f, enum xt_side side, int64_t line, int64_t chunk, int64_t unit)
{
    int load = 0;
    const int64_t slot = ddblas_xt_cache_take(&f->cache, side, line, chunk, unit, f->plan->units, &load);
    if (load)
        f->loaded[slot] = f->in = fmax(fmax(f->in, f->used[slot]), f->thread) + (side == XT_SIDE_A ? f->stages->a : f->stages->b);
    return slot;
}

static void follow_unit(struct forecast *f, int64_t unit)
{
    const struct xt_plan *p = f->plan;
    const struct xt_unit at = ddblas_xt_unit(p, unit);
    double *stored = &f->stored[unit % p->results];
    for (int64_t chunk = 0; chunk < p->chunks; chunk++)
    {
        ddblas_xt_cache_step(&f->cache);
        const int64_t a = slot_of_tile(f, XT_SIDE_A, at.i, chunk, unit), b = slot_of_tile(f, XT_SIDE_B, at.j, chunk, unit);
        double ready = fmax(f->loaded[a], f->loaded[b]);
        if (chunk == 0)
        {
            f->thread = fmax(f->thread, *stored);
            if (f->stages->c > 0.0)
                ready = f->in = fmax(f->in, f->thread) + f->stages->c;
        }
        f->multiply = fmax(fmax(f->multiply, f->thread), ready) + f->stages->product;
        f->used[a] = f->used[b] = f->multiply;
    }
    *stored = f->out = fmax(f->out, f->multiply) + f->stages->store;
}

double ddblas_xt_forecast(const struct xt_plan *plan, const struct xt_stages *stages, int reuse)
{
    struct xt_plan followed = *plan;
    followed.slots = least(plan->slots, MOST_SLOTS);
    struct forecast f = {.plan = &followed, .stages = stages};
    ddblas_xt_cache_start(&f.cache, &followed, f.slots, reuse);
    /* unit: the current unit. second: the first unit of the second column. */
    int64_t unit = 0, second = 0;
    double first = 0.0; /* Time at which the unit `second` begins. */
    for (; unit < plan->units; unit++)
    {
        const int begins = unit > 0 && ddblas_xt_unit(plan, unit).j != ddblas_xt_unit(plan, unit - 1).j;
        const int64_t steps = unit * plan->chunks;
        if ((begins && second > 0 && steps > ENOUGH_STEPS) || steps > MOST_STEPS)
            break;
        if (begins && second == 0)
        {
            second = unit;
            first = f.out;
        }
        follow_unit(&f, unit);
    }
    /* Each remaining unit is expected to take the average time of the units from unit `from` on. */
    const int64_t from = unit > second ? second : 0;
    return f.out + (f.out - (from > 0 ? first : 0.0)) / (double)(unit - from) * (double)(plan->units - unit);
}
