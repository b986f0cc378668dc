/*
 * The barriers of a call. A member is a lane or the CPU (xt_call.h). The members start together
 * when all of them are prepared, and the thread of the caller waits until all have ended.
 */
#ifndef DDBLAS_XT_BARRIER_H
#define DDBLAS_XT_BARRIER_H

#include "xt_call.h"

/* Reports that a member is prepared or, if `status` is a failure, why it is not. Waits until all
 * members have reported. Returns 1 if all are prepared. */
int ddblas_xt_barrier_start(struct xt_call *call, ddblasStatus_t status, const char *why);
/* ddblas_xt_barrier_end reports that a member has ended, and how many bytes it has copied to and
 * from its device. ddblas_xt_barrier_absent reports that `count` members were never started. */
void ddblas_xt_barrier_end(struct xt_call *call, double bytes_in, double bytes_out);
void ddblas_xt_barrier_absent(struct xt_call *call, int count);
/* Waits until all members have ended, and calls the progress function meanwhile. Only the thread of
 * the caller may call it. */
void ddblas_xt_barrier_wait(struct xt_call *call);

#endif
