/*
 * A call of an expert driver: memory in the engine and on the host, copies between them.
 */
#include "expert.h"

#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "equilibrate.h"
#include "factor/factor.h"
#include "factor/inverse/condition.h"
#if DDBLAS_HAVE_CUDA
#include "core/cublas.h"
#include "factor/cusolver.h"
#include "factor/standard/standard.h"
#endif

enum
{
    ALIGNMENT = 256,
    ESTIMATED = 2 /* Columns that an estimate solves with at once. */
};

/* ---- memory ---------------------------------------------------------------------------------- */

/* Bytes of the arrays in engine memory, in their order, and their sum. */
struct layout
{
    size_t expanded, residuals, sums, backward, largest, active, info, all;
};

static size_t place_array(size_t *end, double elements, size_t size)
{
    /* No allocation of so many bytes succeeds. */
    const size_t most = PTRDIFF_MAX / 16, at = *end;
    const size_t bytes = elements * (double)size < (double)most ? round_up_bytes((size_t)elements * size, ALIGNMENT) : most;
    *end = *end + bytes < most ? *end + bytes : most;
    return at;
}

static struct layout layout_of(ddblasType_t type, int positive, int64_t n, int64_t nrhs)
{
    struct layout l = {0};
    const double order = (double)n, columns = (double)most(nrhs, 1);
    const size_t size = ddblas_type_size(type);
    l.expanded = place_array(&l.all, positive ? order * order : 0.0, size);
    l.residuals = place_array(&l.all, order * (double)most(nrhs, ESTIMATED), size);
    l.sums = place_array(&l.all, order * columns, sizeof(double));
    l.backward = place_array(&l.all, columns, sizeof(double));
    l.largest = place_array(&l.all, (double)most(n, nrhs), sizeof(double));
    l.active = place_array(&l.all, columns, sizeof(int32_t));
    l.info = place_array(&l.all, 1.0, sizeof(int64_t));
    return l;
}

/* The most workspace that a step takes. */
static size_t workspace_of_steps(ddblasHandle_t handle, ddblasType_t type, int positive, int64_t n, int64_t nrhs)
{
    size_t bytes = 0, most = ddblas_equilibrate_workspace(positive, n, n);
    const ddblasStatus_t factors =
        positive ? ddblasPotrfWorkspaceSize(handle, type, n, &bytes) : ddblasGetrfWorkspaceSize(handle, type, n, n, &bytes);
    most = factors == DDBLAS_STATUS_SUCCESS ? most_bytes(most, bytes) : most;
    if (ddblasConditionWorkspaceSize(handle, type, n, &bytes) == DDBLAS_STATUS_SUCCESS)
        most = most_bytes(most, bytes);
    if (nrhs > 0 && ddblasGemmWorkspaceSize(handle, type, n, nrhs, n, &bytes) == DDBLAS_STATUS_SUCCESS)
        most = most_bytes(most, bytes);
    for (int q = 0; q < 1 + ESTIMATED; q++)
    {
        const int64_t columns = q ? q : nrhs;
        const ddblasStatus_t status = positive ? ddblasPotrsWorkspaceSize(handle, type, n, columns, &bytes)
                                               : ddblasGetrsWorkspaceSize(handle, type, n, columns, &bytes);
        most = status == DDBLAS_STATUS_SUCCESS ? most_bytes(most, bytes) : most;
    }
    return most;
}

size_t ddblas_expert_workspace(ddblasHandle_t handle, ddblasType_t type, int positive, int64_t n, int64_t nrhs)
{
    return layout_of(type, positive, n, nrhs).all + workspace_of_steps(handle, type, positive, n, nrhs) + ALIGNMENT;
}

static void release_host(struct ddblas_expert *e)
{
    free(e->vectors);
    free(e->left);
    free(e->host_active);
}

static ddblasStatus_t allocate_host(struct ddblas_expert *e)
{
    const size_t n = (size_t)e->p->n, nrhs = (size_t)e->p->nrhs, memory = ddblas_condition_memory(e->p->type, e->p->n);
    e->vectors = ddblas_host_alloc(memory);
    e->left = ddblas_host_alloc((4 * n + 3 * nrhs) * sizeof *e->left);
    e->host_active = ddblas_host_alloc((nrhs + 1) * sizeof *e->host_active);
    if (!e->vectors || !e->left || !e->host_active)
        return ddblas_fail(e->handle, DDBLAS_STATUS_ALLOC_FAILED, "no host memory for bounds of %lld x %lld elements",
                           (long long)n, (long long)nrhs);
    e->packed = (char *)e->vectors + memory / 2;
    e->right = e->left + n;
    e->factors = e->right + n;
    e->last = e->factors + n;
    e->host_largest = e->last + nrhs; /* n + 2 nrhs numbers. */
    return DDBLAS_STATUS_SUCCESS;
}

/* Makes the handles of the libraries that steps in S, D, C and Z call, and their memory, before
 * anything is written. */
static ddblasStatus_t prepare_libraries(struct ddblas_expert *e)
{
#if DDBLAS_HAVE_CUDA
    const struct ddblas_expert_problem *p = e->p;
    const struct ddblas_standard factor = {.step = p->positive ? DDBLAS_STANDARD_POTRF : DDBLAS_STANDARD_GETRF,
                                           .type = p->type,
                                           .uplo = p->uplo,
                                           .m = p->n,
                                           .n = p->n,
                                           .A = p->F,
                                           .lda = p->ldaf,
                                           .ipiv = p->pivots,
                                           .info = e->info};
    struct ddblas_cusolver *cusolver;
    cublasHandle_t blas;
    if (e->handle->backend->engine == DDBLAS_ENGINE_CUDA && ddblas_is_standard(p->type))
    {
        DDBLAS_CHECK(ddblas_cusolver_begin(e->handle, &cusolver));
        DDBLAS_CHECK(ddblas_cublas_begin(e->handle, &blas));
        if (p->drives && p->fact != DDBLAS_FACT_FACTORED)
            return ddblas_standard_prepare_cusolver(e->handle, &factor);
    }
#endif
    (void)e;
    return DDBLAS_STATUS_SUCCESS;
}

/* The arrays of the call are the first part of the workspace. The rest replaces the handle's
 * workspace for the steps of the call, as if the caller had set it. */
static ddblasStatus_t run_in_workspace(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    const struct layout l = layout_of(p->type, p->positive, p->n, p->nrhs);
    ddblasHandle_t handle = e->handle;
    const size_t steps = workspace_of_steps(handle, p->type, p->positive, p->n, p->nrhs);
    void *const callers = handle->user_workspace;
    const size_t callers_bytes = handle->user_workspace_bytes;
    const ddblasPointerMode_t mode = handle->pointer_mode;
    void *memory = NULL;
    DDBLAS_CHECK(ddblas_workspace(handle, l.all + steps + ALIGNMENT, &memory));
    char *base = memory;
    e->expanded = base + l.expanded;
    e->residuals = base + l.residuals;
    e->sums = (double *)(void *)(base + l.sums);
    e->backward = (double *)(void *)(base + l.backward);
    e->largest = (double *)(void *)(base + l.largest);
    e->active = (int32_t *)(void *)(base + l.active);
    e->info = (int64_t *)(void *)(base + l.info);
    DDBLAS_CHECK(prepare_libraries(e));
    handle->pointer_mode = DDBLAS_POINTER_MODE_HOST;
    handle->user_workspace = base + l.all;
    handle->user_workspace_bytes = steps + ALIGNMENT;
    const ddblasStatus_t status = p->drives ? ddblas_expert_drive(e) : ddblas_expert_refine_only(e);
    handle->user_workspace = callers;
    handle->user_workspace_bytes = callers_bytes;
    handle->pointer_mode = mode;
    return status;
}

ddblasStatus_t ddblas_expert_run(ddblasHandle_t handle, const struct ddblas_expert_problem *problem)
{
    struct ddblas_expert e = {.handle = handle, .p = problem, .size = ddblas_type_size(problem->type)};
    ddblasStatus_t status = allocate_host(&e);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = run_in_workspace(&e);
    release_host(&e);
    return status;
}
