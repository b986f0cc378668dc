/*
 * Measurement of times for the tuner.
 */
#ifndef DDBLAS_TUNE_TIMING_H
#define DDBLAS_TUNE_TIMING_H

#include "tune.h"

enum
{
    DDBLAS_TIMING_BATCHES = 15 /* Number of batches with the greatest effort. */
};

/* The calls that are timed: those of one problem on a handle. */
struct ddblas_timed
{
    ddblasHandle_t handle;
    const struct ddblas_tune_space *space;
    void *work;
    /* A limit in seconds. If the calls of the first batch take longer than this each, no further
     * batches are made. 0: there is no limit. */
    double hopeless;
};

/* Returns seconds since an arbitrary moment. */
double ddblas_timing_now(void);

/* Makes one call and waits until it has ended. */
ddblasStatus_t ddblas_timing_once(const struct ddblas_timed *t, int64_t n);

/* Times calls with the handle's table in 3, 7 or 15 batches, for effort 0, 1 or 2. Writes the
 * median time of a call in seconds, the standard error of the median divided by the median, and the
 * number of calls. */
ddblasStatus_t ddblas_timing_median(const struct ddblas_timed *t, int64_t n, int effort, double *seconds, double *noise,
                                    int *repeats);

/* Compares two tables by a duel: batches with the two tables take turns, so that a disturbance of
 * the machine affects both. Writes the median of the quotients of the time with `other` and the
 * time with `chosen`. well: on well aligned operands, otherwise on badly aligned ones. */
ddblasStatus_t ddblas_timing_duel(const struct ddblas_timed *t, int64_t n, int well, struct ddblas_tune_table *chosen,
                                  struct ddblas_tune_table *other, double *quotient);

#endif
