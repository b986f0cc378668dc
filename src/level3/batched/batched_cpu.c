/*
 * Batches on the CPU engine: how members are shared out among threads.
 */
#include "batched_cpu.h"

#include <omp.h>

#include "core/checks.h"
#include "core/sizes.h"

enum
{
    /* A thread is worth starting for at least this many multiply-adds, as in gemm_cpu_w_plan.c. */
    THREAD_WORK = 1 << 17,
    /* Multiply-adds of the members that a thread takes at a time. They take 15 microseconds. */
    TURN_WORK = 1 << 15,
    /* A thread should have at least this many members, and at least this many turns. Otherwise some
     * threads would be idle while others work on the last members. */
    FEW = 4
};

struct ddblas_batch_shares ddblas_batch_share_out(ddblasHandle_t handle, int64_t count, double work, int threads_of_member)
{
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, 1.0 + work * (double)count / THREAD_WORK);
    struct ddblas_batch_shares s = {.threads = (int)least(threads, count)};
    s.in_turn = threads > 1 && threads_of_member >= threads && count < FEW * (int64_t)threads;
    s.turn = most(1, least((int64_t)(TURN_WORK / (work + 1.0)), count / FEW / threads));
    return s;
}

void *ddblas_batch_share(void *workspace, size_t share)
{
    return share > 0 ? (char *)workspace + (size_t)omp_get_thread_num() * share : NULL;
}

ddblasStatus_t ddblas_batch_run(ddblasHandle_t handle, struct ddblas_batch_shares shares, int64_t count, size_t share,
                                void (*compute)(const void *batch, int64_t member, void *memory), const void *batch)
{
    void *workspace = NULL;
    DDBLAS_CHECK(ddblas_workspace_shares(handle, share, &shares.threads, &workspace));
    if (shares.threads == 1) /* Opening a parallel region takes longer than some members. */
    {
        for (int64_t member = 0; member < count; member++)
            compute(batch, member, workspace);
        return DDBLAS_STATUS_SUCCESS;
    }
#pragma omp parallel for num_threads(shares.threads) schedule(dynamic, shares.turn)
    for (int64_t member = 0; member < count; member++)
        compute(batch, member, ddblas_batch_share(workspace, share));
    return DDBLAS_STATUS_SUCCESS;
}

void *ddblas_batch_matrix(const struct ddblas_batch_matrices *x, int64_t member)
{
    const int64_t elements = x->list ? x->offset : member * x->stride;
    return (char *)(x->list ? x->list[member] : x->first) + elements * (int64_t)sizeof(cuddreal);
}
