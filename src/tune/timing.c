/*
 * Measures times: batches of calls between two readings of the engine's own clock, which are events
 * on a GPU. A batch is so long that neither the resolution of the clock nor the first launch
 * matters.
 */
#define _POSIX_C_SOURCE 200809L
#include "timing.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* Least duration of a batch in seconds, on the CPU engine and on the CUDA engine. */
static const double batch_seconds[2] = {1e-4, 2.5e-4};

double ddblas_timing_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

/* Sorts v[count] and returns its median. */
static double median_of(double *v, int count)
{
    qsort(v, (size_t)count, sizeof *v, compare_doubles);
    return count % 2 ? v[count / 2] : 0.5 * (v[count / 2 - 1] + v[count / 2]);
}

/* Times a batch of `calls` calls and writes the seconds of one call. turn: selects the operands of
 * the first call (tune.h). From call to call it grows by 1, or decreases by 1 if it is negative. */
static ddblasStatus_t time_batch(const struct ddblas_timed *t, int64_t n, int turn, int calls, double *seconds)
{
    const struct ddblas_backend *backend = t->handle->backend;
    void *clock = NULL;
    *seconds = 0.0;
    ddblasStatus_t called = DDBLAS_STATUS_SUCCESS, status = backend->start(t->handle->stream, &clock);
    if (status != DDBLAS_STATUS_SUCCESS)
        return ddblas_check_engine(t->handle, status, "starting the clock");
    for (int i = 0; i < calls && called == DDBLAS_STATUS_SUCCESS; i++)
        called = t->space->run(t->handle, t->work, n, turn < 0 ? turn - i : turn + i);
    status = ddblas_check_engine(t->handle, backend->stop(t->handle->stream, clock, seconds), "waiting for the stream");
    *seconds /= calls;
    return called == DDBLAS_STATUS_SUCCESS ? status : called;
}

/* Determines the number of calls of a batch from the time of one call. It writes this time to
 * *once. On a GPU two other calls are made before it, because kernels are loaded and launches are
 * recorded in them. */
static ddblasStatus_t calls_of_batch(const struct ddblas_timed *t, int64_t n, int turn, int *calls, double *once)
{
    const int gpu = t->space->engine == DDBLAS_ENGINE_CUDA, last = gpu ? 2 : 0;
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    for (int i = 0; i <= last && status == DDBLAS_STATUS_SUCCESS; i++)
        status = time_batch(t, n, turn, 1, once);
    const double wanted = batch_seconds[gpu] / fmax(*once, 1e-9);
    *calls = wanted < 1.0 ? 1 : wanted > 1000.0 ? 1000 : (int)ceil(wanted);
    return status;
}

ddblasStatus_t ddblas_timing_once(const struct ddblas_timed *t, int64_t n)
{
    double unused;
    return time_batch(t, n, 0, 1, &unused);
}

/* The noise is estimated from the median absolute deviation of the batches: 1.4826 times it
 * estimates the standard deviation, and sqrt(pi/2 / k) times the standard deviation is the standard
 * error of the median of k values. If a batch is a single call, the call that calls_of_batch has
 * timed serves as the first batch. */
ddblasStatus_t ddblas_timing_median(const struct ddblas_timed *t, int64_t n, int effort, double *seconds, double *noise,
                                    int *repeats)
{
    static const int batches_of_effort[] = {3, 7, DDBLAS_TIMING_BATCHES};
    static const double noise_of_one = 0.05;
    int batches = batches_of_effort[effort], calls, i = 0;
    double v[DDBLAS_TIMING_BATCHES] = {0.0};
    ddblasStatus_t status = calls_of_batch(t, n, 0, &calls, &v[0]);
    for (i = calls == 1; i < batches && status == DDBLAS_STATUS_SUCCESS; i++)
    {
        status = time_batch(t, n, 1 + i * calls, calls, &v[i]);
        if (t->hopeless > 0.0 && v[0] > t->hopeless)
            batches = i + 1;
    }
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    *seconds = median_of(v, batches);
    for (i = 0; i < batches; i++)
        v[i] = fabs(v[i] - *seconds);
    *noise = batches < 3 ? noise_of_one : 1.4826 * median_of(v, batches) * sqrt(1.5707963 / batches) / *seconds;
    *repeats = batches * calls;
    return DDBLAS_STATUS_SUCCESS;
}

/* The quotient of a round is the time with `other` divided by the time with `chosen`. The two
 * batches of a round change places from round to round, so that being first favours neither. The
 * number of a call's turn (tune.h) goes on from batch to batch. If there are several sets of
 * operands, the first call of a batch therefore does not take the set that the last call before it
 * has left in the cache. The result is the geometric mean of two medians of quotients: that of the
 * rounds with `chosen` first, and that of the others. */
ddblasStatus_t ddblas_timing_duel(const struct ddblas_timed *t, int64_t n, int well, struct ddblas_tune_table *chosen,
                                  struct ddblas_tune_table *other, double *quotient)
{
    enum
    {
        ROUNDS = 7
    };
    double v[2][ROUNDS], once;
    struct ddblas_tune_table *const table[2] = {chosen, other}, *const before = ddblas_tune_table_of(t->handle);
    int calls;
    ddblasStatus_t status = calls_of_batch(t, n, well ? 0 : -1, &calls, &once);
    for (int i = 0; i < 2 * ROUNDS && status == DDBLAS_STATUS_SUCCESS; i++)
    {
        double seconds[2] = {0.0, 0.0};
        for (int k = 0; k < 2 && status == DDBLAS_STATUS_SUCCESS; k++)
        {
            const int who = (i + k) % 2, turn = 1 + (2 * i + k) * calls;
            (void)ddblas_tune_exchange(t->handle, table[who]);
            status = time_batch(t, n, well ? turn : -turn, calls, &seconds[who]);
        }
        v[i % 2][i / 2] = log(fmax(seconds[1], 1e-12) / fmax(seconds[0], 1e-12));
    }
    (void)ddblas_tune_exchange(t->handle, before);
    if (status == DDBLAS_STATUS_SUCCESS)
        *quotient = exp(0.5 * (median_of(v[0], ROUNDS) + median_of(v[1], ROUNDS)));
    return status;
}
