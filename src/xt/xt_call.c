/*
 * The state of a call that its threads share (xt_call.h).
 */
#include "xt_call.h"

#include <stdarg.h>
#include <stdio.h>

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

/* ---- failure and progress -------------------------------------------------------------------- */

void ddblas_xt_call_note(struct xt_call *c, ddblasStatus_t status, const char *why)
{
    if (c->status != DDBLAS_STATUS_SUCCESS || status == DDBLAS_STATUS_SUCCESS)
        return;
    c->status = status;
    (void)snprintf(c->error, sizeof c->error, "%s", why);
    (void)pthread_cond_broadcast(&c->changed);
}

void ddblas_xt_call_fail(struct xt_call *c, ddblasStatus_t status, const char *format, ...)
{
    char why[DDBLAS_ERROR_TEXT];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(why, sizeof why, format, list);
    va_end(list);
    (void)pthread_mutex_lock(&c->lock);
    ddblas_xt_call_note(c, status, why);
    (void)pthread_mutex_unlock(&c->lock);
}

int ddblas_xt_call_failed(struct xt_call *c)
{
    (void)pthread_mutex_lock(&c->lock);
    const int failed = c->status != DDBLAS_STATUS_SUCCESS;
    (void)pthread_mutex_unlock(&c->lock);
    return failed;
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
