/*
 * State of a call that its lanes share (xt_call.h).
 */
#include "xt_call.h"

#include <stdarg.h>
#include <stdio.h>

#include "xt_trace.h"

int64_t ddblas_xt_rows(const struct xt_plan *p, int64_t i) { return i + 1 < p->down ? p->rows : p->m - i * p->rows; }

int64_t ddblas_xt_columns(const struct xt_plan *p, int64_t j) { return j + 1 < p->across ? p->columns : p->n - j * p->columns; }

int64_t ddblas_xt_terms(const struct xt_plan *p, int64_t chunk)
{
    return p->chunks == 0 ? 0 : chunk + 1 < p->chunks ? p->terms : p->k - chunk * p->terms;
}

enum ddblas_gemm_part ddblas_xt_part(const struct xt_plan *p, struct xt_unit unit)
{
    return unit.i == unit.j ? p->part : DDBLAS_GEMM_ALL;
}

/* ---- start and failure ----------------------------------------------------------------------- */

static void fail(struct xt_call *c, ddblasStatus_t status, const char *why)
{
    if (c->status != DDBLAS_STATUS_SUCCESS || status == DDBLAS_STATUS_SUCCESS)
        return;
    c->status = status;
    (void)snprintf(c->error, sizeof c->error, "%s", why);
    (void)pthread_cond_broadcast(&c->changed);
}

int ddblas_xt_call_ready(struct xt_call *c, ddblasStatus_t status, const char *why)
{
    (void)pthread_mutex_lock(&c->lock);
    fail(c, status, why);
    if (++c->prepared == c->members)
    {
        c->go = c->status == DDBLAS_STATUS_SUCCESS;
        c->started = ddblas_xt_now();
        (void)pthread_cond_broadcast(&c->changed);
    }
    while (c->prepared < c->members)
        (void)pthread_cond_wait(&c->changed, &c->lock);
    const int go = c->go;
    (void)pthread_mutex_unlock(&c->lock);
    return go;
}

void ddblas_xt_call_absent(struct xt_call *c, int count)
{
    (void)pthread_mutex_lock(&c->lock);
    fail(c, DDBLAS_STATUS_ALLOC_FAILED, "a thread could not be started");
    c->prepared += count;
    c->ended += count;
    (void)pthread_cond_broadcast(&c->changed);
    (void)pthread_mutex_unlock(&c->lock);
}

void ddblas_xt_call_ended(struct xt_call *c, double bytes_in, double bytes_out)
{
    (void)pthread_mutex_lock(&c->lock);
    c->ended++;
    c->bytes_in += bytes_in;
    c->bytes_out += bytes_out;
    (void)pthread_cond_broadcast(&c->changed);
    (void)pthread_mutex_unlock(&c->lock);
}

void ddblas_xt_call_wait(struct xt_call *c)
{
    const ddblasXtOptions_t *o = c->options;
    int64_t told = 0;
    (void)pthread_mutex_lock(&c->lock);
    while (c->ended < c->members || told < c->done)
    {
        if (told == c->done)
            (void)pthread_cond_wait(&c->changed, &c->lock);
        if (told == c->done)
            continue;
        told = c->done;
        (void)pthread_mutex_unlock(&c->lock);
        const int stop = o->progress ? o->progress(o->progress_data, told, c->plan.units) : 0;
        (void)pthread_mutex_lock(&c->lock);
        if (stop && c->done < c->plan.units)
            fail(c, DDBLAS_STATUS_CANCELLED, "the progress function asked to stop");
    }
    (void)pthread_mutex_unlock(&c->lock);
}

void ddblas_xt_call_fail(struct xt_call *c, ddblasStatus_t status, const char *format, ...)
{
    char why[DDBLAS_ERROR_TEXT];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(why, sizeof why, format, list);
    va_end(list);
    (void)pthread_mutex_lock(&c->lock);
    fail(c, status, why);
    (void)pthread_mutex_unlock(&c->lock);
}

int ddblas_xt_call_failed(struct xt_call *c)
{
    (void)pthread_mutex_lock(&c->lock);
    const int failed = c->status != DDBLAS_STATUS_SUCCESS;
    (void)pthread_mutex_unlock(&c->lock);
    return failed;
}

/* ---- units ----------------------------------------------------------------------------------- */

static int longest(const struct xt_call *c)
{
    int best = 0;
    for (int l = 1; l < c->lanes; l++)
        if (c->sections[l].end - c->sections[l].first > c->sections[best].end - c->sections[best].first)
            best = l;
    return best;
}

int64_t ddblas_xt_call_take(struct xt_call *c, int lane, int64_t *end)
{
    int64_t unit = -1;
    (void)pthread_mutex_lock(&c->lock);
    struct xt_section *own = &c->sections[lane];
    if (own->first == own->end)
    {
        struct xt_section *other = &c->sections[longest(c)];
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

int64_t ddblas_xt_call_take_for_cpu(struct xt_call *c, double seconds)
{
    int64_t unit = -1;
    (void)pthread_mutex_lock(&c->lock);
    const int64_t by_devices = c->done - c->by_cpu, left = c->plan.units - c->done;
    /* Before the first unit has arrived, the plan's expectation. */
    const double each = by_devices > 0 ? (ddblas_xt_now() - c->started) / (double)by_devices
                                       : c->plan.seconds / (double)c->plan.units / (double)c->lanes;
    struct xt_section *section = &c->sections[longest(c)];
    if (section->first < section->end && c->status == DDBLAS_STATUS_SUCCESS && ddblas_xt_share_pays(left, each, seconds))
        unit = --section->end;
    (void)pthread_mutex_unlock(&c->lock);
    return unit;
}

void ddblas_xt_call_touch(struct xt_call *c)
{
    (void)pthread_mutex_lock(&c->lock);
    c->touched = 1;
    (void)pthread_mutex_unlock(&c->lock);
}

void ddblas_xt_call_arrived(struct xt_call *c, int by_cpu)
{
    (void)pthread_mutex_lock(&c->lock);
    c->done++;
    c->by_cpu += by_cpu;
    (void)pthread_cond_broadcast(&c->changed);
    (void)pthread_mutex_unlock(&c->lock);
}
