/*
 * Gives the units of a call to its lanes and to the CPU (xt_units.h).
 */
#include "xt_units.h"

#include "xt_trace.h"

static int longest_section(const struct xt_call *c)
{
    int best = 0;
    for (int l = 1; l < c->lanes; l++)
        if (c->sections[l].end - c->sections[l].first > c->sections[best].end - c->sections[best].first)
            best = l;
    return best;
}

int64_t ddblas_xt_units_take(struct xt_call *c, int lane, int64_t *end)
{
    int64_t unit = -1;
    (void)pthread_mutex_lock(&c->lock);
    struct xt_section *own = &c->sections[lane];
    if (own->first == own->end)
    {
        struct xt_section *other = &c->sections[longest_section(c)];
        const int64_t middle = other->first + (other->end - other->first) / 2;
        *own = (struct xt_section){middle, other->end};
        other->end = other == own ? own->end : middle;
    }
    if (own->first < own->end && c->status == DDBLAS_STATUS_SUCCESS)
    {
        unit = own->first++;
        *end = own->end;
    }
    (void)pthread_mutex_unlock(&c->lock);
    return unit;
}

int64_t ddblas_xt_units_take_for_cpu(struct xt_call *c, double seconds)
{
    int64_t unit = -1;
    (void)pthread_mutex_lock(&c->lock);
    const int64_t by_devices = c->done - c->by_cpu, left = c->plan.units - c->done;
    /* Seconds of a unit on the devices. The value is measured; before the first unit has arrived,
     * it is the one that the plan predicts. */
    const double each = by_devices > 0 ? (ddblas_xt_now() - c->started) / (double)by_devices
                                       : c->plan.seconds / (double)c->plan.units / (double)c->lanes;
    struct xt_section *section = &c->sections[longest_section(c)];
    if (section->first < section->end && c->status == DDBLAS_STATUS_SUCCESS && ddblas_xt_share_pays(left, each, seconds))
        unit = --section->end;
    (void)pthread_mutex_unlock(&c->lock);
    return unit;
}
