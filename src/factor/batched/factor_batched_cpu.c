/*
 * Batches of small systems on the CPU engine: a thread computes a member by the blocks of
 * potrf_blocks.c and getrf_blocks.c. It works with a copy of the handle that has one thread, and
 * the thread's share of the workspace as its own.
 */
#include "factor_batched.h"

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/factor.h"
#include "level3/batched/batched_cpu.h"

/* Null for gesv without right-hand sides. */
static char *member_of(const struct ddblas_factor_batched *b, const void *first, int64_t stride, int64_t member)
{
    return first ? (char *)first + member * stride * (int64_t)ddblas_type_size(b->type) : NULL;
}

static struct ddblas_getrf_problem gesv_of(const struct ddblas_factor_batched *b, int64_t member)
{
    return (struct ddblas_getrf_problem){.type = b->type,
                                         .tasks = DDBLAS_FACTOR | (b->nrhs > 0 ? DDBLAS_FACTOR_SOLVE : 0),
                                         .m = b->n,
                                         .n = b->n,
                                         .A = member_of(b, b->A, b->stride_a, member),
                                         .F = member_of(b, b->F, b->stride_a, member),
                                         .lda = b->lda,
                                         .ipiv = b->ipiv + member * b->stride_pivots,
                                         .pivots = b->ipiv + member * b->stride_pivots,
                                         .info = b->info + member,
                                         .trans = DDBLAS_OP_N,
                                         .nrhs = b->nrhs,
                                         .B = member_of(b, b->B, b->stride_b, member),
                                         .ldb = b->ldb};
}

static struct ddblas_potrf_problem potrf_of(const struct ddblas_factor_batched *b, int64_t member)
{
    const int factors = b->task == DDBLAS_BATCHED_POTRF;
    return (struct ddblas_potrf_problem){.type = b->type,
                                         .tasks = factors ? DDBLAS_FACTOR : DDBLAS_FACTOR_SOLVE,
                                         .uplo = b->uplo,
                                         .n = b->n,
                                         .A = member_of(b, b->A, b->stride_a, member),
                                         .F = factors ? member_of(b, b->F, b->stride_a, member) : NULL,
                                         .lda = b->lda,
                                         .info = factors ? b->info + member : NULL,
                                         .nrhs = b->nrhs,
                                         .B = factors ? NULL : member_of(b, b->B, b->stride_b, member),
                                         .ldb = b->ldb};
}

/* The workspace suffices, so that no member can fail. */
static void compute_member(ddblasHandle_t handle, const struct ddblas_factor_batched *b, int64_t member, void *share,
                           size_t bytes)
{
    struct ddblasContext own = *handle;
    own.threads = 1;
    own.user_workspace = share;
    own.user_workspace_bytes = bytes;
    if (b->task == DDBLAS_BATCHED_GESV)
    {
        const struct ddblas_getrf_problem p = gesv_of(b, member);
        (void)ddblas_factor_run(&own, b->type, ddblas_getrf_blocks, &p);
    }
    else
    {
        const struct ddblas_potrf_problem p = potrf_of(b, member);
        (void)ddblas_factor_run(&own, b->type, ddblas_potrf_blocks, &p);
    }
}

/* Returns the bytes of a thread's share, which suffice for each of the tasks. */
static size_t share_of(ddblasHandle_t handle, const struct ddblas_factor_batched *batch)
{
    static cuddcomplex nothing;
    static int64_t integers;
    struct ddblasContext own = *handle;
    struct ddblas_factor_batched b = *batch;
    size_t bytes = 0;
    own.threads = 1;
    b.A = b.F = b.B = &nothing;
    b.ipiv = b.info = &integers;
    b.lda = b.ldb = b.n;
    b.task = DDBLAS_BATCHED_GESV;
    const struct ddblas_getrf_problem gesv = gesv_of(&b, 0);
    bytes = ddblas_block_workspace(&own, b.type, ddblas_getrf_blocks, &gesv);
    for (int k = 0; k < 4; k++)
    {
        b.task = k % 2 ? DDBLAS_BATCHED_POTRF : DDBLAS_BATCHED_POTRS;
        b.uplo = k / 2 ? DDBLAS_FILL_MODE_LOWER : DDBLAS_FILL_MODE_UPPER;
        const struct ddblas_potrf_problem p = potrf_of(&b, 0);
        if (b.task == DDBLAS_BATCHED_POTRF || b.nrhs > 0)
            bytes = most_bytes(bytes, ddblas_block_workspace(&own, b.type, ddblas_potrf_blocks, &p));
    }
    return round_up_bytes(bytes, 256);
}

static struct ddblas_batch_shares share_out(ddblasHandle_t handle, const struct ddblas_factor_batched *b)
{
    const double n = (double)b->n, parts = ddblas_type_is_complex(b->type) ? 4.0 : 1.0;
    return ddblas_batch_share_out(handle, b->count, parts * n * n * (n / 3.0 + (double)b->nrhs), 1);
}

size_t ddblas_factor_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_factor_batched *batch)
{
    return (size_t)share_out(handle, batch).threads * share_of(handle, batch);
}

ddblasStatus_t ddblas_factor_batched_cpu(ddblasHandle_t handle, const struct ddblas_factor_batched *batch)
{
    struct ddblas_batch_shares s = share_out(handle, batch);
    const size_t share = share_of(handle, batch);
    void *workspace = NULL;
    DDBLAS_CHECK(ddblas_workspace_shares(handle, share, &s.threads, &workspace));
    if (s.threads == 1) /* Opening a parallel region takes longer than some members. */
    {
        for (int64_t member = 0; member < batch->count; member++)
            compute_member(handle, batch, member, workspace, share);
        return DDBLAS_STATUS_SUCCESS;
    }
#pragma omp parallel for num_threads(s.threads) schedule(dynamic, s.turn)
    for (int64_t member = 0; member < batch->count; member++)
        compute_member(handle, batch, member, ddblas_batch_share(workspace, share), share);
    return DDBLAS_STATUS_SUCCESS;
}
