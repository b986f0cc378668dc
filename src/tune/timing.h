/*
 * The clock of the tuner.
 */
#ifndef DDBLAS_TUNE_TIMING_H
#define DDBLAS_TUNE_TIMING_H

#include "tune.h"

enum
{
    DDBLAS_TIMING_BATCHES = 15 /* of the greatest effort */
};

/* What is timed: calls of a space on a handle. */
struct ddblas_timed
{
    ddblasHandle_t handle;
    const struct ddblas_tune_space *space;
    void *work;
    double hopeless; /* a timing that begins above this ends at once; 0: none does */
};

/* Seconds since an arbitrary moment. */
double ddblas_timing_now(void);

/* One call, waited for. */
ddblasStatus_t ddblas_timing_once(const struct ddblas_timed *t, int64_t n);

/* Median time of one call with the handle's table in 3, 7 or 15 batches (effort 0, 1, 2), the standard error of the median
 * relative to it, and the calls made. */
ddblasStatus_t ddblas_timing_median(const struct ddblas_timed *t, int64_t n, int effort, double *seconds, double *noise,
                                    int *repeats);

/* Two tables against each other, their batches taking turns, so that what disturbs the machine disturbs both: the median of the
 * quotients of time with `other` over time with `chosen`. well: on operands that lie well, or less well. */
ddblasStatus_t ddblas_timing_duel(const struct ddblas_timed *t, int64_t n, int well, struct ddblas_tune_table *chosen,
                                  struct ddblas_tune_table *other, double *quotient);

#endif
