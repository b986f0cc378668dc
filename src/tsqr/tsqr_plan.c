/*
 * Chooses design, leaves and fan-in on the GPU. Leaves and fan-in are those with the least
 * predicted time. Below some 10^5 rows this time is the latency of chains of dependent operations,
 * and not limited by the throughput of the pipelines.
 *
 * The model. A chunk takes n steps one after another, each of time_of_step() microseconds, even if
 * the chunk is not full. A node takes its chunks in sequence. For each level the ways up and down
 * together take about the time of one more chunk and tsqr_level microseconds. A level takes as long
 * as its largest node. Each further thread block on a multiprocessor lengthens a step by the
 * fraction tsqr_shared. On the host an R factor takes tsqr_host n^2 steps. The constants are those
 * of machine/h200.def.
 */
#include "tsqr/gram/tsqr_gram.h"
#include "core/core.h"
#include "core/sizes.h"
#include "machine/machine.h"
#include "tsqr_plan.h"

#include <math.h>

#include "tsqr_panel.h"

enum
{
    MOST_FAN_IN = 1 << 16,
    /* Largest number of chunks of a leaf, divided by n. With random signs the rounding errors of
     * tau add up to 0.9 sqrt(chunks n) u in Q. With 5 n chunks that is 2 n u. */
    MOST_CHUNKS = 5,
    HOST_FAN_IN = 4
};

/* Returns the time of a step in microseconds. */
static double time_of_step(const struct ddblas_machine *machine, ddblasType_t type)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return machine->tsqr_step_s;
    case DDBLAS_TYPE_D:
        return machine->tsqr_step_d;
    case DDBLAS_TYPE_C:
        return machine->tsqr_step_c;
    case DDBLAS_TYPE_Z:
        return machine->tsqr_step_z;
    default:
        return machine->tsqr_step_w;
    }
}

double ddblas_tsqr_predict(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n,
                           const ddblasTsqrPlan_t *plan)
{
    const int64_t width = least(n, DDBLAS_TSQR_WIDTH), chunk = ddblas_tsqr_chunk(type), rows = least(m, plan->leaf_rows);
    const struct ddblas_machine *machine = ddblas_machine_h200();
    const double of_chunk = time_of_step(machine, type) * (double)width;
    int64_t nodes = quotient_up(m, rows);
    const int64_t blocks = quotient_up(nodes, device->multiprocessors), together = least(blocks, device->resident);
    const double turns = (double)blocks / (double)together, slower = 1.0 + machine->tsqr_shared * (double)(together - 1);
    double time = machine->tsqr_level + of_chunk * turns * slower * (double)(1 + quotient_up(rows, chunk));
    if (plan->design == DDBLAS_TSQR_DESIGN_HYBRID)
        return time + machine->tsqr_host * of_chunk * (double)width * (double)nodes;
    while (nodes > 1)
    {
        time += machine->tsqr_level + of_chunk * (double)(1 + quotient_up(least(nodes, plan->fan_in) * width, chunk));
        nodes = quotient_up(nodes, plan->fan_in);
    }
    return time;
}

/* ---- the choice ------------------------------------------------------------------------------ */

struct search
{
    const struct tsqr_device *device;
    ddblasType_t type;
    int64_t m, n;
    ddblasTsqrPlan_t given, best;
    double least; /* Predicted time of `best`, microseconds. */
};

/* Tries leaves of leaf_rows rows. If the caller has given a fan-in, only this fan-in is tried,
 * otherwise every fan-in of a list. */
static void try_leaves(struct search *s, int64_t leaf_rows)
{
    static const int32_t fans[] = {2, 3, 4, 6, 8, 16}, on_host[] = {HOST_FAN_IN};
    const int given = s->given.fan_in > 0, hybrid = s->given.design == DDBLAS_TSQR_DESIGN_HYBRID;
    const int32_t *list = given ? &s->given.fan_in : hybrid ? on_host : fans;
    const size_t count = given || hybrid ? 1 : sizeof fans / sizeof fans[0];
    for (size_t i = 0; i < count; i++)
    {
        ddblasTsqrPlan_t plan = s->given;
        plan.leaf_rows = leaf_rows;
        plan.fan_in = list[i];
        const double time = ddblas_tsqr_predict(s->device, s->type, s->m, s->n, &plan);
        if (time < s->least)
        {
            s->least = time;
            s->best = plan;
        }
    }
}

/* Returns the number of rows of a leaf for which every multiprocessor has `leaves` leaves, rounded
 * up to whole chunks and limited to MOST_CHUNKS n chunks. */
static int64_t rows_for(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n, int64_t leaves)
{
    const int64_t chunk = ddblas_tsqr_chunk(type);
    return least(quotient_up(quotient_up(m, leaves * device->multiprocessors), chunk), MOST_CHUNKS * n) * chunk;
}

/* Tries three kinds of leaves: leaves that all run at once and end together, one or more for each
 * multiprocessor; leaves of a few whole chunks, if all of them run at once; and, for the hybrid
 * design, taller leaves, because the time on the host grows with the number of leaves. */
static void try_all_leaves(struct search *s)
{
    static const int64_t chunks[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64};
    const size_t count = s->given.design == DDBLAS_TSQR_DESIGN_HYBRID ? sizeof chunks / sizeof chunks[0] : 5;
    const int64_t chunk = ddblas_tsqr_chunk(s->type), lowest = 2 * s->n, at_once = s->device->multiprocessors;
    for (int64_t r = 1; r <= s->device->resident; r++)
        try_leaves(s, most(rows_for(s->device, s->type, s->m, s->n, r), lowest));
    for (size_t i = 0; i < count; i++)
        if (chunks[i] <= MOST_CHUNKS * s->n && chunks[i] * chunk > lowest &&
            chunks[i] * chunk * at_once * s->device->resident >= s->m)
            try_leaves(s, chunks[i] * chunk);
}

void ddblas_tsqr_take(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n, const int32_t *parameters,
                      ddblasTsqrPlan_t *plan)
{
    const int64_t rows = rows_for(device, type, m, n, parameters[2]),
                  chunks = least(parameters[3], MOST_CHUNKS * n) * ddblas_tsqr_chunk(type);
    if (plan->design == DDBLAS_TSQR_DESIGN_AUTO)
        plan->design = (ddblasTsqrDesign_t)parameters[0];
    if (plan->fan_in == 0)
        plan->fan_in = parameters[1];
    if (plan->leaf_rows == 0)
        plan->leaf_rows = most(most(rows, chunks), 2 * n);
}

/* Nearly square matrices do not suit the Gram route: they are too small to gain from it, and their
 * columns are closer to linearly dependent. */
int ddblas_tsqr_suits_gram(ddblasType_t type, int64_t m, int64_t n)
{
    return ddblas_type_is_of(type, DDBLAS_TSQR_GRAM_TYPES) && n <= DDBLAS_TSQR_GRAM_COLUMNS && m / 4 >= n;
}

void ddblas_tsqr_choose_built_in(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n,
                                 ddblasTsqrPlan_t *plan)
{
    struct search s = {device, type, m, n, *plan, *plan, INFINITY};
    if (plan->leaf_rows > 0)
        try_leaves(&s, plan->leaf_rows);
    else
        try_all_leaves(&s);
    *plan = s.best;
    plan->fan_in = (int32_t)least(plan->fan_in, MOST_FAN_IN);
    if (plan->design == DDBLAS_TSQR_DESIGN_AUTO || plan->design == DDBLAS_TSQR_DESIGN_GRAM)
        plan->design = ddblas_tsqr_suits_gram(type, m, n) ? DDBLAS_TSQR_DESIGN_GRAM : DDBLAS_TSQR_DESIGN_LAUNCHES;
}
