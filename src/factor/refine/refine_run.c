/*
 * A call of refinement: memory, scaling, the routes in their order, and the report.
 */
#include "factor/exponents/exponents.h"
#include "refine.h"

#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/factor.h"
#include "level3/gemm/gemm.h"

enum
{
    ALIGNMENT = 256,
    /* Bytes of cuSOLVER's workspace, beside half of the memory of the factors, which are in double
     * then. Where they do not suffice, A is factored in W. */
    WORK = 1 << 22,
    WORK_OF_ROW = 4096,
    ESTIMATED = 2 /* Columns that the estimate of a norm solves with at once. */
};

/* Bytes of the arrays in engine memory, in their order, and their sum. */
struct layout
{
    size_t full, factors, work, vectors, pivots, info, exponents, sums, all;
};

static size_t place_array(size_t *end, double elements, size_t size)
{
    /* No allocation of so many bytes succeeds. */
    const size_t most = PTRDIFF_MAX / 16, at = *end;
    const size_t bytes = elements * (double)size < (double)most ? round_up_bytes((size_t)elements * size, ALIGNMENT) : most;
    *end = *end + bytes < most ? *end + bytes : most;
    return at;
}

/* has_full: all of A is stored, beside the caller's. */
static struct layout layout_of(ddblasHandle_t handle, ddblasType_t element, int64_t n, int64_t nrhs, int has_full)
{
    struct layout l = {0};
    const double order = (double)n;
    const size_t size = ddblas_type_size(element);
    l.full = has_full ? place_array(&l.all, order * order, size) : 0;
    l.factors = place_array(&l.all, order * order, size);
    l.work = handle->backend->engine == DDBLAS_ENGINE_CUDA ? place_array(&l.all, WORK + WORK_OF_ROW * order, 1) : l.all;
    l.vectors = place_array(&l.all, order * (double)most(nrhs, ESTIMATED), size);
    l.pivots = place_array(&l.all, order, sizeof(int64_t));
    l.info = place_array(&l.all, 1.0, sizeof(int64_t));
    l.exponents = place_array(&l.all, 2.0 * order, sizeof(int32_t));
    l.sums = place_array(&l.all, DDBLAS_REFINE_STRIPS * order, sizeof(double));
    return l;
}

/* A call solves with a general or with a positive definite A. A query is about both. */
enum kinds
{
    GENERAL = 1,
    POSITIVE = 2
};

static size_t workspace_of_factors(ddblasHandle_t handle, ddblasType_t element, int64_t n, int kinds)
{
    size_t bytes = 0, most = 0;
    if (kinds & GENERAL && ddblasGetrfWorkspaceSize(handle, element, n, n, &bytes) == DDBLAS_STATUS_SUCCESS)
        most = most_bytes(most, bytes);
    if (kinds & POSITIVE && ddblasPotrfWorkspaceSize(handle, element, n, &bytes) == DDBLAS_STATUS_SUCCESS)
        most = most_bytes(most, bytes);
    return most;
}

static size_t workspace_of_solution(ddblasHandle_t handle, ddblasType_t element, int64_t n, int64_t columns, int kinds)
{
    size_t bytes = 0, most = 0;
    if (ddblasGemmWorkspaceSize(handle, element, n, columns, n, &bytes) == DDBLAS_STATUS_SUCCESS)
        most = most_bytes(most, bytes);
    if (kinds & GENERAL && ddblasGetrsWorkspaceSize(handle, element, n, columns, &bytes) == DDBLAS_STATUS_SUCCESS)
        most = most_bytes(most, bytes);
    if (kinds & POSITIVE && ddblasPotrsWorkspaceSize(handle, element, n, columns, &bytes) == DDBLAS_STATUS_SUCCESS)
        most = most_bytes(most, bytes);
    return most;
}

/* The most workspace that a product, a factorisation or a solution with factors takes. A large
 * order has many blocks, whose plans take milliseconds, so nothing is asked twice. */
static size_t workspace_of_steps(ddblasHandle_t handle, ddblasType_t element, int64_t n, int64_t nrhs, int kinds)
{
    size_t most = workspace_of_factors(handle, element, n, kinds);
    most = most_bytes(most, workspace_of_solution(handle, element, n, nrhs, kinds));
    for (int64_t columns = 1; columns <= ESTIMATED; columns++)
        if (columns != nrhs)
            most = most_bytes(most, workspace_of_solution(handle, element, n, columns, kinds));
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        most = most_bytes(most, ddblas_refine_cusolver_workspace());
#endif
    return most;
}

size_t ddblas_refine_workspace(ddblasHandle_t handle, ddblasType_t element, int64_t n, int64_t nrhs)
{
    return layout_of(handle, element, n, nrhs, 1).all + workspace_of_steps(handle, element, n, nrhs, GENERAL | POSITIVE) +
           ALIGNMENT;
}

/* ---- engines --------------------------------------------------------------------------------- */

#if DDBLAS_HAVE_CUDA
#define ON_ENGINE(f, function, ...)                                                                                              \
    ((f)->handle->backend->engine == DDBLAS_ENGINE_CUDA ? function##_cuda(__VA_ARGS__) : function##_cpu(__VA_ARGS__))
#else
#define ON_ENGINE(f, function, ...) function##_cpu(__VA_ARGS__)
#endif

/* Sets f->exponents to those of the rows of A, and of the columns after the rows are scaled; for a
 * positive definite A to half those of the diagonal, both. */
static ddblasStatus_t find_exponents(struct ddblas_refine *f)
{
    const struct ddblas_exponents exponents = {.handle = f->handle,
                                               .number = f->p->type == DDBLAS_TYPE_D ? DDBLAS_TYPE_D : DDBLAS_TYPE_W,
                                               .parts = f->parts,
                                               .m = f->p->n,
                                               .n = f->p->n,
                                               .A = f->full,
                                               .lda = f->ldfull,
                                               .row = f->exponents,
                                               .column = f->p->positive ? NULL : f->exponents + f->p->n,
                                               .scratch = f->sums};
#if DDBLAS_HAVE_CUDA
    if (f->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        DDBLAS_CHECK(ddblas_exponents_cuda(&exponents));
    else
#endif
        ddblas_exponents_cpu(&exponents);
    return f->p->positive ? ON_ENGINE(f, ddblas_refine_exponents_of_diagonal, f) : DDBLAS_STATUS_SUCCESS;
}

/* Finds the exponents. *finite becomes 0 if A holds Inf or NaN. */
static ddblasStatus_t find_scale(struct ddblas_refine *f, int *finite)
{
    const size_t bytes = (size_t)f->p->n * sizeof *f->row;
    DDBLAS_CHECK(find_exponents(f));
    DDBLAS_CHECK(ddblas_refine_fetch(f, f->row, f->exponents, bytes));
    DDBLAS_CHECK(ddblas_refine_fetch(f, f->column, f->exponents + f->p->n, bytes));
    for (int64_t i = 0; i < f->p->n; i++)
    {
        if (f->row[i] == DDBLAS_EXPONENT_NOT_FINITE || f->column[i] == DDBLAS_EXPONENT_NOT_FINITE)
            *finite = 0;
        f->row[i] = f->row[i] == DDBLAS_EXPONENT_ZERO ? 0 : f->row[i];
        f->column[i] = f->column[i] == DDBLAS_EXPONENT_ZERO ? 0 : f->column[i];
    }
    DDBLAS_CHECK(ddblas_refine_send(f, f->exponents, f->row, bytes));
    return ddblas_refine_send(f, f->exponents + f->p->n, f->column, bytes);
}

/* Writes S to f->factors and its norm to f->norm. */
static ddblasStatus_t scale_matrix(struct ddblas_refine *f)
{
    DDBLAS_CHECK(ON_ENGINE(f, ddblas_refine_scale, f));
    return ON_ENGINE(f, ddblas_refine_norm, f);
}

/* ---- routes ---------------------------------------------------------------------------------- */

/* After factors in double that are too coarse for refinement. */
static ddblasStatus_t try_gmres(struct ddblas_refine *f, int *accepted)
{
    int begun = 0;
    ddblasStatus_t status = ddblas_refine_gmres_begin(f, &begun);
    if (status == DDBLAS_STATUS_SUCCESS && begun)
        status = ddblas_refine_estimate(f);
    if (status == DDBLAS_STATUS_SUCCESS && begun && !ddblas_refine_is_coarse(f))
        status = ddblas_refine_iterate(f, accepted);
    ddblas_refine_gmres_end(f);
    return status;
}

static ddblasStatus_t try_double(struct ddblas_refine *f, int *accepted)
{
    int failed = 0;
    f->route = DDBLAS_REFINE_ROUTE_DOUBLE;
    DDBLAS_CHECK(scale_matrix(f));
    DDBLAS_CHECK(ddblas_refine_factor_double(f, &failed));
    if (failed)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_refine_estimate(f));
    DDBLAS_CHECK(ddblas_refine_judge(f));
    if (!ddblas_refine_is_coarse(f))
        DDBLAS_CHECK(ddblas_refine_iterate(f, accepted));
    return *accepted ? DDBLAS_STATUS_SUCCESS : try_gmres(f, accepted);
}

static void give_up(struct ddblas_refine *f)
{
    for (int64_t e = 0; e < f->numbers * f->p->nrhs; e++)
        f->x[e] = cuddNan();
    for (int64_t j = 0; j < f->p->nrhs; j++)
    {
        if (f->p->normwise)
            f->p->normwise[j] = (double)INFINITY;
        if (f->p->componentwise)
            f->p->componentwise[j] = (double)INFINITY;
    }
}

static ddblasStatus_t try_w(struct ddblas_refine *f)
{
    int accepted = 0;
    f->route = DDBLAS_REFINE_ROUTE_W;
    DDBLAS_CHECK(scale_matrix(f));
    DDBLAS_CHECK(ddblas_refine_factor_w(f, &f->p->report->info));
    if (f->p->report->info != 0)
    {
        f->route = DDBLAS_REFINE_ROUTE_NONE;
        give_up(f);
        return DDBLAS_STATUS_SUCCESS;
    }
    DDBLAS_CHECK(ddblas_refine_estimate(f));
    return ddblas_refine_iterate(f, &accepted);
}

static ddblasStatus_t solve_system(struct ddblas_refine *f)
{
    int finite = 1, accepted = 0;
    *f->p->report = (ddblasRefineReport_t){0};
    DDBLAS_CHECK(find_scale(f, &finite));
    if (!finite)
        give_up(f);
    else
    {
        DDBLAS_CHECK(try_double(f, &accepted));
        if (!accepted)
            DDBLAS_CHECK(try_w(f));
    }
    f->p->report->route = f->route;
    f->p->report->condition = f->route == DDBLAS_REFINE_ROUTE_NONE ? (double)INFINITY : f->norm * f->inverse;
    return ddblas_refine_put_columns(f, f->p->X, f->p->ldx, f->x, f->p->nrhs);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void release_host(struct ddblas_refine *f)
{
    free(f->row);
    free(f->column);
    free(f->order);
    free(f->x);
    free(f->r);
    free(f->z);
    free(f->columns);
}

static ddblasStatus_t allocate_host(struct ddblas_refine *f)
{
    const size_t n = (size_t)f->p->n, numbers = (size_t)f->numbers, count = numbers * (size_t)f->p->nrhs;
    f->row = ddblas_host_alloc(n * sizeof *f->row);
    f->column = ddblas_host_alloc(n * sizeof *f->column);
    f->order = ddblas_host_alloc(n * sizeof *f->order);
    f->x = ddblas_host_alloc(count * sizeof *f->x);
    f->r = ddblas_host_alloc(count * sizeof *f->r);
    f->z = ddblas_host_alloc(numbers * (size_t)most(f->p->nrhs, ESTIMATED) * sizeof *f->z);
    f->columns = ddblas_host_alloc((size_t)f->p->nrhs * sizeof *f->columns);
    if (f->row && f->column && f->order && f->x && f->r && f->z && f->columns)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(f->handle, DDBLAS_STATUS_ALLOC_FAILED, "no host memory for refinement of %lld x %lld elements",
                       (long long)f->p->n, (long long)f->p->nrhs);
}

/* The arrays of the call are the first part of the workspace. The rest replaces the handle's
 * workspace for the steps of the call, as if the caller had set it. */
static ddblasStatus_t run_in_workspace(struct ddblas_refine *f)
{
    const int has_full = f->p->positive || f->p->type == DDBLAS_TYPE_Z;
    const struct layout l = layout_of(f->handle, f->p->element, f->p->n, f->p->nrhs, has_full);
    ddblasHandle_t handle = f->handle;
    const size_t steps = workspace_of_steps(handle, f->p->element, f->p->n, f->p->nrhs, f->p->positive ? POSITIVE : GENERAL);
    void *const callers = handle->user_workspace;
    const size_t callers_bytes = handle->user_workspace_bytes;
    const ddblasPointerMode_t mode = handle->pointer_mode;
    void *memory = NULL;
    DDBLAS_CHECK(ddblas_workspace(handle, l.all + steps + ALIGNMENT, &memory));
    char *base = memory;
    f->factors = base + l.factors;
    /* The second half of the factors' memory comes before the room that is cuSOLVER's own. */
    f->work = base + l.factors + round_up_bytes((size_t)(f->numbers * f->p->n) * sizeof(double), ALIGNMENT);
    f->work_bytes = (size_t)(base + l.vectors - (char *)f->work);
    f->vectors = base + l.vectors;
    f->pivots = (int64_t *)(void *)(base + l.pivots);
    f->info = (int64_t *)(void *)(base + l.info);
    f->exponents = (int32_t *)(void *)(base + l.exponents);
    f->sums = (double *)(void *)(base + l.sums);
    handle->pointer_mode = DDBLAS_POINTER_MODE_HOST;
    handle->user_workspace = base + l.all;
    handle->user_workspace_bytes = steps + ALIGNMENT;
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    f->full = f->p->A;
    f->ldfull = f->p->lda;
    if (has_full)
    {
        status = ON_ENGINE(f, ddblas_refine_expand, f, base + l.full);
        f->full = base + l.full;
        f->ldfull = f->p->n;
    }
    if (status == DDBLAS_STATUS_SUCCESS)
        status = solve_system(f);
    handle->user_workspace = callers;
    handle->user_workspace_bytes = callers_bytes;
    handle->pointer_mode = mode;
    return status;
}

ddblasStatus_t ddblas_refine_run(ddblasHandle_t handle, const struct ddblas_refine_problem *problem)
{
    const int parts = ddblas_type_is_complex(problem->element) ? 2 : 1;
    struct ddblas_refine f = {.handle = handle, .p = problem, .parts = parts, .numbers = parts * problem->n};
    ddblasStatus_t status = allocate_host(&f);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = run_in_workspace(&f);
    release_host(&f);
    return status;
}
