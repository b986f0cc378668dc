/*
 * The timeline of a call.
 */
#define _POSIX_C_SOURCE 200809L
#include "xt_trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "core/checks.h"
#include <dd/io.h>

enum
{
    /* Number of characters for a time. Ten thousand years in microseconds take 24 characters. */
    MICROSECONDS_TEXT = 32
};

struct xt_mark
{
    const char *stage;
    int64_t unit, chunk;
    /* The events before and after the work in a stream. Null for work on the host. */
    void *events[2];
    double times[2]; /* Times of the beginning and the end by the host's clock, in seconds. */
    struct xt_mark *next;
};

double ddblas_xt_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

ddblasStatus_t ddblas_xt_trace_start(struct xt_trace *t, const struct ddblas_streams *streams, ddblasEngine_t engine, int lane,
                                     void *stream)
{
    *t = (struct xt_trace){.streams = streams, .on_device = engine == DDBLAS_ENGINE_CUDA, .lane = lane};
    DDBLAS_CHECK(streams->event_new(&t->origin, 1));
    DDBLAS_CHECK(streams->record(t->origin, stream));
    DDBLAS_CHECK(streams->wait_on_host(t->origin));
    t->start = ddblas_xt_now();
    return DDBLAS_STATUS_SUCCESS;
}

void ddblas_xt_trace_free(struct xt_trace *t)
{
    while (t->first)
    {
        struct xt_mark *mark = t->first;
        t->first = mark->next;
        t->streams->event_free(mark->events[0]);
        t->streams->event_free(mark->events[1]);
        free(mark);
    }
    if (t->streams)
        t->streams->event_free(t->origin);
    *t = (struct xt_trace){0};
}

static void note_mark(struct xt_trace *t, struct xt_mark *mark, int end, void *stream)
{
    mark->times[end] = ddblas_xt_now();
    if (t->on_device && stream && t->streams->event_new(&mark->events[end], 1) == DDBLAS_STATUS_SUCCESS)
        (void)t->streams->record(mark->events[end], stream);
}

struct xt_mark *ddblas_xt_trace_begin(struct xt_trace *t, const char *stage, void *stream)
{
    struct xt_mark *mark = t ? calloc(1, sizeof *mark) : NULL;
    if (!mark)
        return NULL;
    mark->stage = stage;
    mark->unit = t->unit;
    mark->chunk = t->chunk;
    if (t->last)
        t->last->next = mark;
    else
        t->first = mark;
    t->last = mark;
    note_mark(t, mark, 0, stream);
    return mark;
}

void ddblas_xt_trace_end(struct xt_trace *t, struct xt_mark *mark, void *stream)
{
    if (mark)
        note_mark(t, mark, 1, stream);
}

/* Returns the time at which the work of a mark began (end = 0) or ended (end = 1), by the host's
 * clock. */
static double time_of(const struct xt_trace *t, const struct xt_mark *mark, int end)
{
    double since = 0.0;
    if (mark->events[end] && t->streams->seconds(t->origin, mark->events[end], &since) == DDBLAS_STATUS_SUCCESS)
        return t->start + since;
    return mark->times[end];
}

/* Writes a time in microseconds as a JSON number. printf is not used, because in the program's
 * locale it may print another decimal point. */
static const char *microseconds_text(char text[MICROSECONDS_TEXT], double seconds)
{
    (void)cuddToString(text, MICROSECONDS_TEXT, cuddFromDouble(1e6 * seconds), 3, 'f');
    return text;
}

void ddblas_xt_trace_write(struct xt_trace *t, FILE *out, double zero, int *count)
{
    for (const struct xt_mark *mark = t->first; mark; mark = mark->next)
    {
        const double begin = time_of(t, mark, 0), end = time_of(t, mark, 1);
        char start[MICROSECONDS_TEXT], duration[MICROSECONDS_TEXT];
        fprintf(out,
                "%s{\"name\": \"%s\", \"ph\": \"X\", \"pid\": %d, \"tid\": \"%s\", \"ts\": %s, \"dur\": %s, "
                "\"args\": {\"block\": %" PRId64 ", \"chunk\": %" PRId64 "}}",
                (*count)++ ? ",\n" : "", mark->stage, t->lane, mark->stage, microseconds_text(start, begin - zero),
                microseconds_text(duration, end > begin ? end - begin : 0.0), mark->unit, mark->chunk);
    }
}
