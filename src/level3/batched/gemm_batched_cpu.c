/*
 * Batches of products on the CPU. Normally each thread computes whole members alone, with the plan
 * and the kernels of a product on one thread; the plan and the kernels are chosen once for the
 * batch. If there are few members and each is enough work for all threads, the members are computed
 * one after another, each by all threads. The bits are the same in both cases (gemm_cpu_w.c).
 */
#include "batched_cpu.h"

#include "level3/gemm/cpu/gemm_cpu.h"
#include "level3/gemm/cpu/gemm_cpu_w_job.h"

enum
{
    JOBS = 2
};

/* Data of a call, shared by its threads. */
struct run
{
    const struct ddblas_gemm_batch *batch;
    /* The scalars are copies, because the caller's scalars may be elements of C. */
    struct ddblas_gemm_problem each;
    int has_product; /* 0: there is no product to add, and C = beta C. */
    /* The work that a thread does for a member, without the addresses of its matrices. It is one
     * job for all rows of C, or two: one for the last few rows and one for the others. There are no
     * jobs if there is no product. */
    int jobs;
    struct gemm_w_job job[JOBS];
};

/* Returns a member as a problem of its own. If there is no product, A and B are null. */
static struct ddblas_gemm_problem problem_of(const struct run *r, int64_t member)
{
    struct ddblas_gemm_problem p = r->each;
    if (r->has_product)
    {
        p.A = ddblas_batch_matrix(&r->batch->A, member);
        p.B = ddblas_batch_matrix(&r->batch->B, member);
    }
    p.C = ddblas_batch_matrix(&r->batch->C, member);
    return p;
}

/* Describes a matrix for prefetching. A matrix without gaps between its columns is described as one
 * column. */
static struct gemm_w_ahead_matrix ahead_of(const void *matrix, int64_t rows, int64_t columns, int64_t leading)
{
    return rows == leading ? (struct gemm_w_ahead_matrix){matrix, rows * columns, 1, leading}
                           : (struct gemm_w_ahead_matrix){matrix, rows, columns, leading};
}

/* Describes the matrices of a member for prefetching. */
static struct gemm_w_ahead member_ahead(const struct run *r, int64_t member)
{
    const struct ddblas_gemm_problem *p = &r->each;
    const int a_plain = p->transa == DDBLAS_OP_N, b_plain = p->transb == DDBLAS_OP_N;
    const void *A = ddblas_batch_matrix(&r->batch->A, member), *B = ddblas_batch_matrix(&r->batch->B, member);
    return (struct gemm_w_ahead){{ahead_of(A, a_plain ? p->m : p->k, a_plain ? p->k : p->m, p->lda),
                                  ahead_of(B, b_plain ? p->k : p->n, b_plain ? p->n : p->k, p->ldb),
                                  ahead_of(ddblas_batch_matrix(&r->batch->C, member), p->m, p->n, p->ldc)}};
}

/* Computes a member on one thread. jobs: copies of the run's jobs that belong to the thread. share:
 * the workspace of the thread. */
static void compute_member(const struct run *r, struct gemm_w_job *jobs, int64_t member, void *share)
{
    const struct ddblas_gemm_problem p = problem_of(r, member);
    if (!r->has_product)
        ddblas_gemm_cpu_scale(1, &p);
    int64_t row = 0;
    for (int i = 0; i < r->jobs; i++)
    {
        struct gemm_w_job *w = &jobs[i];
        w->A.X = w->plan.transposed ? p.B : p.A;
        w->A.X = gemm_w_at(&w->A, row, 0);
        w->B.X = w->plan.transposed ? p.A : p.B;
        w->C = (ddblas_host_w *)p.C + row * w->c_row;
        row += w->plan.m;
        if (i == 0 && w->direct && member + 1 < r->batch->count)
            w->ahead = member_ahead(r, member + 1);
        for (int64_t block = 0; block < w->plan.down * w->plan.across; block++)
            ddblas_gemm_w_compute_share(w, block, share);
    }
}

/* Prepares the jobs for a member. If C has up to four rows after its last full vector of 8 doubles,
 * such a vector would be half empty for them, so these rows get a job with vectors of 4 doubles.
 * The bits are the same. */
static void make_jobs(struct run *r)
{
    const struct ddblas_gemm_problem *p = &r->each;
    r->job[0] = ddblas_gemm_w_make_job(p, ddblas_gemm_w_make_plan(1, p->type, p->m, p->n, p->k), NULL);
    r->jobs = 1;
#if defined(__x86_64__)
    const int64_t last = p->m % ddblas_gemm_w_avx512.mr;
    const struct gemm_w_job *w = &r->job[0];
    if (w->kernels == &ddblas_gemm_w_avx512 && w->direct && w->plan.down == 1 && last > 0 && last <= ddblas_gemm_w_avx2.mr)
    {
        r->jobs = p->m > last ? 2 : 1;
        r->job[r->jobs - 1] = r->job[0];
        r->job[r->jobs - 1].kernels = &ddblas_gemm_w_avx2;
        r->job[0].plan.m = r->jobs == 2 ? p->m - last : last;
        r->job[r->jobs - 1].plan.m = last;
    }
#endif
}

static double work_of(const struct ddblas_gemm_problem *p, int has_product)
{
    return (double)p->m * (double)p->n * (has_product ? (double)p->k : 1.0);
}

static struct ddblas_batch_shares share_out(ddblasHandle_t handle, const struct ddblas_gemm_batch *batch, int has_product)
{
    const struct ddblas_gemm_problem *p = &batch->each;
    return ddblas_batch_share_out(handle, batch->count, work_of(p, has_product),
                                  has_product ? ddblas_gemm_w_wanted_threads(handle, p->type, p->m, p->n, p->k) : 1);
}

static ddblasStatus_t compute_in_turn(ddblasHandle_t handle, const struct run *r)
{
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    for (int64_t member = 0; member < r->batch->count && status == DDBLAS_STATUS_SUCCESS; member++)
    {
        const struct ddblas_gemm_problem p = problem_of(r, member);
        status = ddblas_gemm_cpu_w(handle, &p);
    }
    return status;
}

static ddblasStatus_t compute_dealt(ddblasHandle_t handle, const struct run *r, struct ddblas_batch_shares s)
{
    const size_t share = r->has_product ? r->job[0].plan.share : 0;
    const int64_t count = r->batch->count;
    void *workspace = NULL;
    const ddblasStatus_t status = ddblas_workspace_shares(handle, share, &s.threads, &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    /* With one thread no parallel region is opened, because that takes longer than some small
     * products. */
    if (s.threads == 1)
    {
        struct gemm_w_job jobs[JOBS] = {r->job[0], r->job[1]};
        for (int64_t member = 0; member < count; member++)
            compute_member(r, jobs, member, workspace);
        return DDBLAS_STATUS_SUCCESS;
    }
#pragma omp parallel num_threads(s.threads)
    {
        struct gemm_w_job jobs[JOBS] = {r->job[0], r->job[1]};
#pragma omp for schedule(dynamic, s.turn)
        for (int64_t member = 0; member < count; member++)
            compute_member(r, jobs, member, ddblas_batch_share(workspace, share));
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_gemm_batched_cpu(ddblasHandle_t handle, const struct ddblas_gemm_batch *batch)
{
    const cuddreal alpha = *(const ddblas_host_w *)batch->each.alpha, beta = *(const ddblas_host_w *)batch->each.beta;
    struct run r = {.batch = batch, .each = batch->each};
    r.each.alpha = &alpha;
    r.each.beta = &beta;
    r.has_product = r.each.k > 0 && !cuddIsZero(alpha);
    if (r.has_product)
        make_jobs(&r);
    const struct ddblas_batch_shares s = share_out(handle, batch, r.has_product);
    return s.in_turn ? compute_in_turn(handle, &r) : compute_dealt(handle, &r, s);
}

size_t ddblas_gemm_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_gemm_batch *batch)
{
    const struct ddblas_gemm_problem *p = &batch->each;
    if (p->k == 0)
        return 0;
    const struct ddblas_batch_shares s = share_out(handle, batch, 1);
    return s.in_turn ? ddblas_gemm_cpu_w_workspace(handle, p->type, p->m, p->n, p->k)
                     : (size_t)s.threads * ddblas_gemm_w_make_plan(1, p->type, p->m, p->n, p->k).share;
}
