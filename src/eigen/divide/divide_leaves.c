/*
 * The leaves of a tridiagonal matrix, by QL steps on the host. Each leaf is computed by one thread,
 * independently of the others, so the bits do not depend on the number of threads.
 */
#include <string.h>

#include "core/sizes.h"
#include "divide.h"
#include "eigen/cpu/rotate_cpu.h"

enum
{
    CAPACITY = 1024, /* Rotations of a batch. */
    MOST_WORKERS = 64
};

/* The memory of a worker: one batch of rotations of a leaf. */
struct worker
{
    struct ddblas_rotation rotation[CAPACITY];
    struct ddblas_sweep sweep[DDBLAS_MOST_SWEEPS];
};

size_t ddblas_divide_leaves_bytes(int64_t n)
{
    return (size_t)least(quotient_up(n, DDBLAS_DIVIDE_LEAF / 2), MOST_WORKERS) * sizeof(struct worker);
}

static ddblasStatus_t rotate(void *context, const struct ddblas_rotations *batch)
{
    ddblas_eigen_rotate_unit_cpu(context, DDBLAS_DIVIDE_LEAF, batch);
    return DDBLAS_STATUS_SUCCESS;
}

/* Returns the number of eigenvalues that do not converge. */
static int64_t solve_leaf(const struct ddblas_divide_leaves *p, struct worker *worker, int64_t leaf)
{
    const int64_t first = ddblas_divide_begin(p->n, p->depth, leaf),
                  order = ddblas_divide_begin(p->n, p->depth, leaf + 1) - first;
    cuddreal *Z = p->vectors + first * DDBLAS_DIVIDE_LEAF;
    struct ddblas_rotations batch = {.order = order, .capacity = CAPACITY, .rotation = worker->rotation, .sweep = worker->sweep};
    int64_t failed = 0;
    memset(Z, 0, (size_t)(order * DDBLAS_DIVIDE_LEAF) * sizeof *Z);
    for (int64_t j = 0; j < order; j++)
        Z[j * (DDBLAS_DIVIDE_LEAF + 1)] = cuddFromDouble(1.0);
    (void)ddblas_tridiagonal_ql(order, p->d + first, p->e + first, p->most, &batch, rotate, Z, &failed);
    return failed;
}

void ddblas_divide_leaves(ddblasHandle_t handle, const struct ddblas_divide_leaves *p, int64_t *failed)
{
    const int64_t leaves = (int64_t)1 << p->depth;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, (double)least(leaves, MOST_WORKERS));
    struct worker *workers = p->memory;
    int64_t sum = 0;
    if (threads == 1)
        for (int64_t leaf = 0; leaf < leaves; leaf++)
            sum += solve_leaf(p, workers, leaf);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(+ : sum)
        for (int worker = 0; worker < threads; worker++)
            for (int64_t leaf = worker; leaf < leaves; leaf += threads)
                sum += solve_leaf(p, workers + worker, leaf);
    }
    *failed = sum;
}
