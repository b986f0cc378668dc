/*
 * symv and hemv on the CPU: workspace, threads and order of the work. symv_cpu.h describes the
 * method.
 */
#include "symv_cpu.h"
#include "../tune/tune.h"

#include <stdint.h>
#include <string.h>

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

/* Returns the order of the blocks of an n x n matrix. There are as few blocks as the order `most`
 * allows; their order is the smallest multiple of the unit that covers n. */
static int64_t block_order(const struct ddblas_symv_cpu_ops *ops, int64_t most, int64_t n)
{
    const int64_t blocks = (n - 1) / most + 1;
    return ((n - 1) / blocks / ops->unit + 1) * ops->unit;
}

/* Returns the bytes of (blocks + 1) blocks T elements. If the number exceeds PTRDIFF_MAX, returns
 * PTRDIFF_MAX, which no allocation can satisfy. */
static size_t workspace_of(ddblasType_t type, int64_t n, int64_t most)
{
    size_t T = (size_t)block_order(ddblas_symv_cpu_ops(type), most, n), blocks = ((size_t)n - 1) / T + 1, elements, bytes;
    if (__builtin_mul_overflow(blocks * T, blocks + 1, &elements) ||
        __builtin_mul_overflow(elements, ddblas_type_size(type), &bytes) || bytes > PTRDIFF_MAX)
        return PTRDIFF_MAX;
    return bytes;
}

/* Returns the maximum over all forms and all orders up to n, so that the result grows with n
 * whatever the table says. */
size_t ddblas_symv_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    const struct ddblas_symv_cpu_ops *ops = ddblas_symv_cpu_ops(type);
    if (!ops || n <= 0)
        return 0;
    size_t most = workspace_of(type, n, ops->T);
    for (int form = 0; form < DDBLAS_SYMV_FORMS; form++)
    {
        const struct ddblas_tune_row *rows;
        const int count = ddblas_tune_rows(handle, DDBLAS_TUNE_symv_cpu, type, form, &rows);
        for (int i = 0; i < count && rows[i].first <= n; i++)
        {
            const size_t bytes = workspace_of(type, rows[i].last < n ? rows[i].last : n, rows[i].parameters[0]);
            most = bytes > most ? bytes : most;
        }
    }
    return most;
}

/* Returns the greatest order of a block for this problem, from the table or else from the type. */
static int64_t greatest_order(ddblasHandle_t handle, const struct ddblas_symv_cpu_ops *ops, const struct ddblas_symv_problem *p)
{
    const int32_t *chosen =
        ddblas_tune_find(handle, DDBLAS_TUNE_symv_cpu, p->type, ddblas_symv_form(p->hermitian, p->uplo), p->n);
    return chosen ? chosen[0] : ops->T;
}

/* Copies x_I to contiguous memory, with zeros beyond n. */
static void gather(const struct ddblas_symv_job *job, int64_t ib)
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

/* Computes the whole product. The threads take one tile at a time; which thread takes a tile does
 * not affect the result. */
static void multiply(const struct ddblas_symv_job *job, const struct ddblas_symv_cpu_ops *ops, int threads)
{
    const int64_t blocks = job->blocks;
    const int lower = job->problem->uplo == DDBLAS_FILL_MODE_LOWER;
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
#pragma omp for schedule(static)
        for (int64_t ib = 0; ib < blocks; ib++)
            gather(job, ib);
#pragma omp for schedule(dynamic, 1)
        for (int64_t k = 0; k < blocks * blocks; k++)
        {
            int64_t early = k / blocks, late = k % blocks;
            if (early <= late)
                ops->tile(job, lower ? late : early, lower ? early : late);
        }
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

    void *workspace = NULL;
    ddblasStatus_t status = ddblas_workspace(handle, ddblas_symv_cpu_workspace(handle, problem->type, problem->n), &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;

    struct ddblas_symv_job job = {.problem = problem,
                                  .size = ddblas_type_size(problem->type),
                                  .T = block_order(ops, greatest_order(handle, ops, problem), problem->n)};
    job.blocks = (problem->n - 1) / job.T + 1;
    job.x = workspace;
    job.part = job.x + (size_t)(job.blocks * job.T) * job.size;

    int64_t tiles = job.blocks * (job.blocks + 1) / 2;
    int threads = ddblas_threads_for(handle, problem->type);
    multiply(&job, ops, tiles < threads ? (int)tiles : threads);
    return DDBLAS_STATUS_SUCCESS;
}
