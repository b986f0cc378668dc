/*
 * symv and hemv on the CPU: workspace, threads, and the order of the work. symv_cpu.h describes the
 * method.
 */
#include "symv_cpu.h"
#include "tune/tune.h"
#include "core/cblas_threads.h"
#include "core/sizes.h"

#include <omp.h>
#include <stdint.h>
#include <string.h>

const char ddblas_symv_cpu_id = 0;

const struct ddblas_symv_cpu_ops *ddblas_symv_cpu_ops(ddblasType_t type)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return &ddblas_symv_cpu_s;
    case DDBLAS_TYPE_D:
        return &ddblas_symv_cpu_d;
    case DDBLAS_TYPE_C:
        return &ddblas_symv_cpu_c;
    case DDBLAS_TYPE_Z:
        return &ddblas_symv_cpu_z;
    case DDBLAS_TYPE_W:
        return &ddblas_symv_cpu_w;
    case DDBLAS_TYPE_U:
        return &ddblas_symv_cpu_u;
    default:
        return NULL;
    }
}

/* Returns the order of the blocks of an n x n matrix. The number of blocks is the smallest for
 * which no block has an order above `most`. The order is then the smallest multiple of the unit for
 * which so many blocks cover n. */
static int64_t block_order(const struct ddblas_symv_cpu_ops *ops, int64_t most, int64_t n)
{
    const int64_t blocks = (n - 1) / most + 1;
    return ((n - 1) / blocks / ops->unit + 1) * ops->unit;
}

/* Returns the number of threads for which there is work. It is at most the number of tiles of the
 * triangle, and at most 1 + n^2 / 2 / ops->elements, where ops->elements is the number of elements
 * that are worth a thread. blocks: number of block rows of A. */
static int useful_threads(ddblasHandle_t handle, const struct ddblas_symv_cpu_ops *ops, ddblasType_t type, int64_t n,
                          int64_t blocks)
{
    const double tiles = 0.5 * (double)blocks * ((double)blocks + 1.0), worth = 1.0 + 0.5 * (double)n * (double)n / ops->elements;
    return ddblas_threads_useful(handle, type, tiles < worth ? tiles : worth);
}

/* The workspace of a call. First `parts` bytes for x and the partial sums, which have (blocks + 1)
 * * blocks * T elements together, then `share` bytes of scratch for each thread. If all of them
 * together exceed PTRDIFF_MAX bytes, they count as PTRDIFF_MAX, which no allocation satisfies. */
struct needs
{
    size_t parts, share;
    int threads;
};

static struct needs needs_of(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t most)
{
    const struct ddblas_symv_cpu_ops *ops = ddblas_symv_cpu_ops(type);
    const size_t T = (size_t)block_order(ops, most, n), blocks = ((size_t)n - 1) / T + 1;
    struct needs r = {.share = round_up_bytes(ops->scratch, 64),
                      .threads = useful_threads(handle, ops, type, n, (int64_t)blocks)};
    const size_t limit = PTRDIFF_MAX - (size_t)r.threads * r.share;
    if (__builtin_mul_overflow(blocks * T, blocks + 1, &r.parts) ||
        __builtin_mul_overflow(r.parts, ddblas_type_size(type), &r.parts) || r.parts > limit)
        r.parts = limit;
    return r;
}

static size_t workspace_of(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t most)
{
    const struct needs r = needs_of(handle, type, n, most);
    return r.parts + (size_t)r.threads * r.share;
}

/* Returns the maximum over all forms and over all orders up to n. So the result never decreases as
 * n grows, whatever orders of blocks a table contains. */
size_t ddblas_symv_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    const struct ddblas_symv_cpu_ops *ops = ddblas_symv_cpu_ops(type);
    if (!ops || n <= 0)
        return 0;
    size_t most = workspace_of(handle, type, n, ops->T);
    for (int form = 0; form < DDBLAS_SYMV_FORMS; form++)
    {
        const struct ddblas_tune_row *rows;
        const int count = ddblas_tune_rows(handle, &ddblas_symv_cpu_id, type, form, &rows);
        for (int i = 0; i < count && rows[i].first <= n; i++)
        {
            const size_t bytes = workspace_of(handle, type, least(rows[i].last, n), rows[i].parameters[0]);
            most = most_bytes(bytes, most);
        }
    }
    return most;
}

/* Returns the largest order of a block for this problem: the choice of the table if there is one,
 * otherwise the constant of the type. */
static int64_t greatest_order(ddblasHandle_t handle, const struct ddblas_symv_cpu_ops *ops, const struct ddblas_symv_problem *p)
{
    const int32_t *chosen = ddblas_tune_find(handle, &ddblas_symv_cpu_id, p->type, ddblas_symv_form(p->hermitian, p->uplo), p->n);
    return chosen ? chosen[0] : ops->T;
}

/* Copies the elements x_I to contiguous memory, with zeros for rows beyond n. */
static void gather_block(const struct ddblas_symv_job *job, int64_t ib)
{
    const struct ddblas_symv_problem *p = job->problem;
    int64_t m = ddblas_symv_extent(job, ib);
    char *to = job->x + (size_t)(ib * job->T) * job->size;
    const char *x = p->x;
    for (int64_t i = 0; i < m; i++)
    {
        int64_t at = ddblas_symv_index(ib * job->T + i, p->n, p->incx);
        memcpy(to + (size_t)i * job->size, x + (size_t)at * job->size, job->size);
    }
    memset(to + (size_t)m * job->size, 0, (size_t)(job->T - m) * job->size);
}

/* Computes a tile if it is stored. k is the number of a pair of blocks, among all pairs; about half
 * of the pairs have a stored tile. */
static void run_tile(const struct ddblas_symv_job *job, const struct ddblas_symv_cpu_ops *ops, int64_t k, void *scratch)
{
    const int lower = job->problem->uplo == DDBLAS_FILL_MODE_LOWER;
    const int64_t early = k / job->blocks, late = k % job->blocks;
    if (early <= late)
        ops->tile(job, lower ? late : early, lower ? early : late, scratch);
}

/* Computes the whole product in the calling thread. There is no parallel region, because opening
 * one takes longer than a small product. */
static void multiply_alone(const struct ddblas_symv_job *job, const struct ddblas_symv_cpu_ops *ops)
{
    const int64_t blocks = job->blocks;
    for (int64_t ib = 0; ib < blocks; ib++)
        gather_block(job, ib);
    for (int64_t k = 0; k < blocks * blocks; k++)
        run_tile(job, ops, k, job->scratch);
    for (int64_t ib = 0; ib < blocks; ib++)
        ops->finish(job, ib);
}

/* Computes the whole product. A thread that has finished a tile takes the next one. The result does
 * not depend on which thread computes a tile. */
static void multiply_blocks(const struct ddblas_symv_job *job, const struct ddblas_symv_cpu_ops *ops, int threads)
{
    const int64_t blocks = job->blocks;
#pragma omp parallel num_threads(threads)
    {
        char *scratch = job->scratch + (size_t)omp_get_thread_num() * job->share;
#pragma omp for schedule(static)
        for (int64_t ib = 0; ib < blocks; ib++)
            gather_block(job, ib);
#pragma omp for schedule(dynamic, 1)
        for (int64_t k = 0; k < blocks * blocks; k++)
            run_tile(job, ops, k, scratch);
#pragma omp for schedule(static)
        for (int64_t ib = 0; ib < blocks; ib++)
            ops->finish(job, ib);
    }
}

ddblasStatus_t ddblas_symv_cpu(ddblasHandle_t handle, const struct ddblas_symv_problem *problem)
{
    const struct ddblas_symv_cpu_ops *ops = ddblas_symv_cpu_ops(problem->type);
    if (!ops)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "symv: no CPU engine for this type");
    if (ops->is_zero(problem->alpha))
    {
        ops->scale(problem);
        return DDBLAS_STATUS_SUCCESS;
    }

    const int64_t most = greatest_order(handle, ops, problem);
    struct needs needs = needs_of(handle, problem->type, problem->n, most);
    /* If the caller's workspace has room for fewer shares than there are threads, fewer threads
     * work. */
    if (handle->user_workspace)
        while (needs.threads > 1 && needs.parts + (size_t)needs.threads * needs.share > handle->user_workspace_bytes)
            needs.threads--;
    void *workspace = NULL;
    ddblasStatus_t status = ddblas_workspace(handle, needs.parts + (size_t)needs.threads * needs.share, &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;

    struct ddblas_symv_job job = {
        .problem = problem, .size = ddblas_type_size(problem->type), .T = block_order(ops, most, problem->n)};
    job.blocks = (problem->n - 1) / job.T + 1;
    job.x = workspace;
    job.part = job.x + (size_t)(job.blocks * job.T) * job.size;
    job.scratch = (char *)workspace + needs.parts;
    job.share = needs.share;

    if (ops->cblas)
        ddblas_cblas_begin();
    if (needs.threads > 1)
        multiply_blocks(&job, ops, needs.threads);
    else
        multiply_alone(&job, ops);
    if (ops->cblas)
        ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
