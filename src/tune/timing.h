/*
 * Measurement of times for the tuner.
 */
#ifndef DDBLAS_TUNE_TIMING_H
#define DDBLAS_TUNE_TIMING_H

#include "tune.h"

enum
{
    DDBLAS_TIMING_BATCHES = 15 /* Batches of the greatest effort. */
};

/* The calls to time: those of a space on a handle. */
struct ddblas_timed
{
    ddblasHandle_t handle;
    const struct ddblas_tune_space *space;
    void *work;
    /* Limit in seconds: if the first batch takes longer for each call, no further batches are made;
     * 0: no limit. */
    double hopeless;
};

/* Returns seconds since an arbitrary moment. */
double ddblas_timing_now(void);

/* Makes one call and waits for it. */
ddblasStatus_t ddblas_timing_once(const struct ddblas_timed *t, int64_t n);

/* Measures the median time of one call with the handle's table in 3, 7 or 15 batches (effort 0, 1,
 * 2), the standard error of the median relative to it, and the calls made. */
ddblasStatus_t ddblas_timing_median(const struct ddblas_timed *t, int64_t n, int effort, double *seconds, double *noise,
                                    int *repeats);

/* Compares two tables by a duel: their batches take turns, so that a disturbance of the machine
 * affects both. Writes the median quotient of the time with `other` over the time with `chosen`.
 * well: on well aligned operands, otherwise on badly aligned ones. */
ddblasStatus_t ddblas_timing_duel(const struct ddblas_timed *t, int64_t n, int well, struct ddblas_tune_table *chosen,
                                  struct ddblas_tune_table *other, double *quotient);

#endif
