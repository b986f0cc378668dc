/*
 * The memory of syevx and heevx: bases and small matrices in one array, and what the steps use.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
#include "few_basis.h"

/* Offsets of the arrays in engine memory, in bytes. */
struct few_layout
{
    size_t V, AV, work, H, S, P, T, small, tau, values, w, info, end;
};

static struct few_layout layout_of(const struct ddblas_few_problem *p)
{
    const size_t size = ddblas_few_type_of(p->type)->size;
    const double n = (double)p->n, block = (double)p->plan.block, basis = (double)p->plan.basis;
    struct few_layout l = {0};
    l.V = ddblas_eigen_place(&l.end, n * basis, size);
    l.AV = ddblas_eigen_place(&l.end, n * basis, size);
    l.work = ddblas_eigen_place(&l.end, n * 2.0 * block, size);
    l.H = ddblas_eigen_place(&l.end, basis * basis, size);
    l.S = ddblas_eigen_place(&l.end, basis * fmax(basis, 2.0 * block), size);
    l.P = ddblas_eigen_place(&l.end, basis * block, size);
    l.T = ddblas_eigen_place(&l.end, basis * 2.0 * block, size);
    l.small = ddblas_eigen_place(&l.end, 4.0 * block * block, size);
    l.tau = ddblas_eigen_place(&l.end, fmax(basis, 2.0 * block), size);
    l.values = ddblas_eigen_place(&l.end, block, size);
    l.w = ddblas_eigen_place(&l.end, basis, sizeof(cuddreal));
    l.info = ddblas_eigen_place(&l.end, 1.0, sizeof(int64_t));
    return l;
}

static void place_arrays(struct ddblas_few *f, char *memory)
{
    const struct few_layout l = layout_of(f->p);
    f->V = memory + l.V;
    f->AV = memory + l.AV;
    f->work = memory + l.work;
    f->H = memory + l.H;
    f->S = memory + l.S;
    f->P = memory + l.P;
    f->T = memory + l.T;
    f->small = memory + l.small;
    f->tau = memory + l.tau;
    f->values_on_engine = memory + l.values;
    f->w = memory + l.w;
    f->info = (int64_t *)(void *)(memory + l.info);
}

/* The arrays are the front of the caller's workspace, and the steps use the rest. */
static ddblasStatus_t run_in_workspace(struct ddblas_few *f, size_t arrays, size_t steps)
{
    ddblasHandle_t handle = f->handle;
    void *memory;
    DDBLAS_CHECK(ddblas_workspace(handle, arrays + steps, &memory));
    place_arrays(f, memory);
    handle->user_workspace = (char *)f->workspace.memory + arrays;
    handle->user_workspace_bytes = f->workspace.bytes - arrays;
    const ddblasStatus_t status = ddblas_few_compute(f);
    handle->user_workspace = f->workspace.memory;
    handle->user_workspace_bytes = f->workspace.bytes;
    return status;
}

/* The arrays have memory of their own, so that the operator may use the handle's workspace. */
static ddblasStatus_t run_in_own_memory(struct ddblas_few *f, size_t arrays, size_t steps)
{
    ddblasHandle_t handle = f->handle;
    void *memory = NULL, *unused;
    DDBLAS_CHECK(ddblas_workspace(handle, steps, &unused));
    ddblasStatus_t status = handle->backend->alloc(&memory, arrays);
    if (status != DDBLAS_STATUS_SUCCESS)
        return ddblas_fail(handle, status, "syevx: no memory for %zu bytes of bases", arrays);
    place_arrays(f, memory);
    status = ddblas_few_compute(f);
    const ddblasStatus_t ended = handle->backend->synchronize(handle->stream), released = handle->backend->release(memory);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    return ddblas_check_engine(handle, ended != DDBLAS_STATUS_SUCCESS ? ended : released, "syevx");
}

ddblasStatus_t ddblas_few_workspace(ddblasHandle_t handle, const struct ddblas_few_problem *p, size_t *bytes)
{
    size_t steps;
    DDBLAS_CHECK(ddblas_few_steps_workspace(handle, p->type, p->n, p->plan.block, p->plan.basis, &steps));
    *bytes = layout_of(p).end + round_up_bytes(steps, 256);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_few_run(ddblasHandle_t handle, const struct ddblas_few_problem *p)
{
    struct ddblas_few f = {.handle = handle,
                           .p = p,
                           .t = ddblas_few_type_of(p->type),
                           .n = p->n,
                           .block = p->plan.block,
                           .basis = p->plan.basis,
                           .dense = p->plan.basis == p->n && 3 * p->plan.block >= p->n,
                           .sign = p->end == DDBLAS_EIG_HIGHEST ? -1.0 : 1.0,
                           .pointer_mode = handle->pointer_mode,
                           .workspace = {handle->user_workspace, handle->user_workspace_bytes}};
    const size_t arrays = layout_of(p).end;
    size_t all;
    DDBLAS_CHECK(ddblas_few_workspace(handle, p, &all));
    const size_t values = round_up_bytes((size_t)f.basis * sizeof *f.values, sizeof(cuddcomplex)),
                 norms = round_up_bytes((size_t)f.block * sizeof *f.norms, sizeof(cuddcomplex)),
                 elements = (size_t)(f.n + 2 * f.block) * sizeof(cuddcomplex);
    char *host = ddblas_host_alloc(values + norms + elements);
    if (!host)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "syevx: no host memory for vectors of %lld elements",
                           (long long)p->n);
    f.values = (cuddreal *)(void *)host;
    f.norms = (double *)(void *)(host + values);
    f.host = host + values + norms;
    memset(f.norms, 0, norms);
    handle->pointer_mode = DDBLAS_POINTER_MODE_HOST;
    const ddblasStatus_t status = (f.workspace.memory ? run_in_workspace : run_in_own_memory)(&f, arrays, all - arrays);
    handle->pointer_mode = f.pointer_mode;
    free(host);
    return status;
}
