/*
 * symv and hemv on the CPU: workspace, threads and order of the work; symv_cpu.h has the method.
 */
#include "symv_cpu.h"

#include <stdint.h>
#include <string.h>

static const struct ddblas_symv_cpu_ops *ops_of(ddblasType_t type)
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
    default:
        return NULL;
    }
}

/* (blocks + 1) blocks T elements; PTRDIFF_MAX, which no allocation meets, where that many bytes are beyond it. */
size_t ddblas_symv_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    (void)handle;
    const struct ddblas_symv_cpu_ops *ops = ops_of(type);
    if (!ops || n <= 0)
        return 0;
    size_t T = (size_t)ops->T, blocks = ((size_t)n - 1) / T + 1, elements, bytes;
    if (__builtin_mul_overflow(blocks * T, blocks + 1, &elements) ||
        __builtin_mul_overflow(elements, ddblas_type_size(type), &bytes) || bytes > PTRDIFF_MAX)
        return PTRDIFF_MAX;
    return bytes;
}

/* x_I to the contiguous copy, zeros beyond n. */
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

/* The whole product. Tiles are dealt one at a time; which thread gets one has no effect on the result. */
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
    const struct ddblas_symv_cpu_ops *ops = ops_of(problem->type);
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

    struct ddblas_symv_job job = {.problem = problem, .size = ddblas_type_size(problem->type), .T = ops->T};
    job.blocks = (problem->n - 1) / job.T + 1;
    job.x = workspace;
    job.part = job.x + (size_t)(job.blocks * job.T) * job.size;

    int64_t tiles = job.blocks * (job.blocks + 1) / 2;
    int threads = ddblas_threads(handle);
    multiply(&job, ops, tiles < threads ? (int)tiles : threads);
    return DDBLAS_STATUS_SUCCESS;
}
