/*
 * The barriers of a call (xt_barrier.h).
 */
#include "xt_barrier.h"

#include "xt_trace.h"

int ddblas_xt_barrier_start(struct xt_call *c, ddblasStatus_t status, const char *why)
{
    (void)pthread_mutex_lock(&c->lock);
    ddblas_xt_call_note(c, status, why);
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

void ddblas_xt_barrier_absent(struct xt_call *c, int count)
{
    (void)pthread_mutex_lock(&c->lock);
    ddblas_xt_call_note(c, DDBLAS_STATUS_ALLOC_FAILED, "a thread could not be started");
    c->prepared += count;
    c->ended += count;
    (void)pthread_cond_broadcast(&c->changed);
    (void)pthread_mutex_unlock(&c->lock);
}

void ddblas_xt_barrier_end(struct xt_call *c, double bytes_in, double bytes_out)
{
    (void)pthread_mutex_lock(&c->lock);
    c->ended++;
    c->bytes_in += bytes_in;
    c->bytes_out += bytes_out;
    (void)pthread_cond_broadcast(&c->changed);
    (void)pthread_mutex_unlock(&c->lock);
}

void ddblas_xt_barrier_wait(struct xt_call *c)
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
            ddblas_xt_call_note(c, DDBLAS_STATUS_CANCELLED, "the progress function asked to stop");
    }
    (void)pthread_mutex_unlock(&c->lock);
}
