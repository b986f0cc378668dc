/*
 * Batches on the CPU engine: how members are shared out among threads.
 */
#ifndef DDBLAS_LEVEL3_BATCHED_CPU_H
#define DDBLAS_LEVEL3_BATCHED_CPU_H

#include "batched.h"

struct ddblas_batch_shares
{
    int threads;  /* Threads that share the members. */
    int in_turn;  /* 1: the members are computed one after another, each by all threads. */
    int64_t turn; /* Number of members that a thread takes at a time. */
};

/* Decides how `count` members of `work` multiply-adds each are shared out. threads_of_member: the
 * number of threads for which one member is enough work. */
struct ddblas_batch_shares ddblas_batch_share_out(ddblasHandle_t handle, int64_t count, double work, int threads_of_member);

/* Returns the address of the calling thread's share of the workspace, or null if share = 0. share:
 * the bytes of each thread's share. */
void *ddblas_batch_share(void *workspace, size_t share);

/* Calls compute(batch, member, memory) for every member. Each thread has one member at a time, and
 * `share` bytes of memory in the handle's workspace; if that is too small for all threads of
 * `shares`, fewer work. */
ddblasStatus_t ddblas_batch_run(ddblasHandle_t handle, struct ddblas_batch_shares shares, int64_t count, size_t share,
                                void (*compute)(const void *batch, int64_t member, void *memory), const void *batch);

/* Returns the address of a member's matrix. */
void *ddblas_batch_matrix(const struct ddblas_batch_matrices *x, int64_t member);

#endif
