/*
 * The barriers of a call: its members start together when all are prepared, and the caller's thread
 * waits until all have ended.
 */
#ifndef DDBLAS_XT_BARRIER_H
#define DDBLAS_XT_BARRIER_H

#include "xt_call.h"

/* Reports that a member is prepared, or has failed with a sentence. Waits for the others. Returns 1
 * if all are prepared. */
int ddblas_xt_barrier_start(struct xt_call *call, ddblasStatus_t status, const char *why);
/* The first function reports that a member has ended and how many bytes it has copied, the second
 * that `count` members were never started. */
void ddblas_xt_barrier_end(struct xt_call *call, double bytes_in, double bytes_out);
void ddblas_xt_barrier_absent(struct xt_call *call, int count);
/* Waits for the end of all members and calls the progress function meanwhile. For the caller's
 * thread only. */
void ddblas_xt_barrier_wait(struct xt_call *call);

#endif
