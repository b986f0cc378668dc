/*
 * Batches on the CPU engine: how members are shared out among threads.
 */
#ifndef DDBLAS_LEVEL3_BATCHED_CPU_H
#define DDBLAS_LEVEL3_BATCHED_CPU_H

#include "batched.h"

struct ddblas_batch_shares
{
    int threads;  /* Threads that share the members. */
    int in_turn;  /* 1: all threads work on one member after the other. */
    int64_t turn; /* Members that a thread takes at a time. */
};

/* Shares out `count` members of `work` multiply-adds each. threads_of_member: the number of threads
 * for which one member is enough work. */
struct ddblas_batch_shares ddblas_batch_share_out(ddblasHandle_t handle, int64_t count, double work, int threads_of_member);

/* Returns the calling thread's share, of `share` bytes, of the workspace, or null if shares are
 * empty. */
void *ddblas_batch_share(void *workspace, size_t share);

/* Calls compute(batch, member, memory) for every member. Each thread has one member at a time, and
 * `share` bytes of memory in the handle's workspace; if that is too small for all threads of
 * `shares`, fewer work. */
ddblasStatus_t ddblas_batch_run(ddblasHandle_t handle, struct ddblas_batch_shares shares, int64_t count, size_t share,
                                void (*compute)(const void *batch, int64_t member, void *memory), const void *batch);

/* Returns the address of a member's matrix. */
void *ddblas_batch_matrix(const struct ddblas_batch_matrices *x, int64_t member);

#endif
