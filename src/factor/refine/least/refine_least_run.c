/*
 * A call of gelsRefine: memory, and the routes in their order.
 */
#include "refine_least_state.h"

#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"

enum
{
    ALIGNMENT = 256
};

/* ---- memory ---------------------------------------------------------------------------------- */

struct layout
{
    size_t wide, S, tau, V, G, exponents, sums, info, all; /* wide: A in U, if it is given in Z. */
};

static size_t place_array(size_t *end, double elements, size_t size)
{
    /* No allocation of so many bytes succeeds. */
    const size_t largest = PTRDIFF_MAX / 16, at = *end;
    const size_t bytes = elements * (double)size < (double)largest ? round_up_bytes((size_t)elements * size, ALIGNMENT) : largest;
    *end = *end + bytes < largest ? *end + bytes : largest;
    return at;
}

static struct layout layout_of(ddblasType_t element, int64_t m, int64_t n, int64_t nrhs)
{
    struct layout l = {0};
    const size_t size = ddblas_type_size(element);
    l.wide = place_array(&l.all, ddblas_type_is_complex(element) ? (double)m * (double)n : 0.0, size);
    l.S = place_array(&l.all, (double)m * (double)n, size);
    l.tau = place_array(&l.all, (double)n, size);
    l.V = place_array(&l.all, (double)m * (double)nrhs, size);
    l.G = place_array(&l.all, (double)n * (double)most(nrhs, DDBLAS_LEAST_ESTIMATED), size);
    l.exponents = place_array(&l.all, (double)n, sizeof(int32_t));
    l.sums = place_array(&l.all, (double)n, sizeof(double));
    l.info = place_array(&l.all, 1.0, sizeof(int64_t));
    return l;
}

static ddblasType_t double_of(ddblasType_t element) { return ddblas_type_is_complex(element) ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D; }

/* The most workspace that a step with factors of this type takes. */
static size_t workspace_of_factors(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t nrhs)
{
    static cuddcomplex nothing; /* Not accessed: offsets from a null pointer are not defined. */
    const struct ddblas_geqrf_problem factor = {.type = type, .m = m, .n = n, .A = &nothing, .lda = m, .tau = &nothing};
    struct ddblas_ormqr_problem multiply = {.type = type,
                                            .side = DDBLAS_SIDE_LEFT,
                                            .m = m,
                                            .n = nrhs,
                                            .k = n,
                                            .A = &nothing,
                                            .lda = m,
                                            .tau = &nothing,
                                            .C = &nothing,
                                            .ldc = m};
    struct ddblas_least_triangle solve = {.type = type, .m = m, .n = n, .R = &nothing, .G = &nothing};
    size_t bytes = ddblas_block_workspace(handle, type, ddblas_geqrf_blocks, &factor);
    for (int adjoint = 0; adjoint < 2; adjoint++)
    {
        multiply.adjoint = solve.adjoint = adjoint;
        bytes = most_bytes(bytes, ddblas_block_workspace(handle, type, ddblas_ormqr_blocks, &multiply));
        for (int q = 0; q < 1 + DDBLAS_LEAST_ESTIMATED; q++)
        {
            solve.nrhs = q ? q : nrhs;
            bytes = most_bytes(bytes, ddblas_block_workspace(handle, type, ddblas_least_triangle_blocks, &solve));
        }
    }
    return bytes;
}

static size_t workspace_of_steps(ddblasHandle_t handle, ddblasType_t element, int64_t m, int64_t n, int64_t nrhs)
{
    size_t bytes = workspace_of_factors(handle, element, m, n, nrhs), product = 0;
    bytes = most_bytes(bytes, workspace_of_factors(handle, double_of(element), m, n, nrhs));
    if (ddblasGemmWorkspaceSize(handle, element, m, nrhs, n, &product) == DDBLAS_STATUS_SUCCESS)
        bytes = most_bytes(bytes, product);
    if (ddblasGemmWorkspaceSize(handle, element, n, nrhs, m, &product) == DDBLAS_STATUS_SUCCESS)
        bytes = most_bytes(bytes, product);
    return bytes;
}

size_t ddblas_least_workspace(ddblasHandle_t handle, ddblasType_t element, int64_t m, int64_t n, int64_t nrhs)
{
    return layout_of(element, m, n, nrhs).all + workspace_of_steps(handle, element, m, n, nrhs) + ALIGNMENT;
}

/* ---- routes ---------------------------------------------------------------------------------- */

/* *done becomes 1 if X has been found with factors of this type, or cannot be found. */
static ddblasStatus_t try_factors(struct ddblas_least *s, ddblasType_t type, ddblasRefineRoute_t route, int last, int *done)
{
    int finite = 1;
    int64_t info = 0;
    s->type = type;
    DDBLAS_CHECK(ddblas_least_scale_matrix(s, &finite));
    if (finite)
        DDBLAS_CHECK(ddblas_least_factor(s, &info));
    if (!finite || (info != 0 && last))
    {
        s->p->report->info = info;
        *done = 1;
        return ddblas_least_report_nothing(s);
    }
    if (info != 0)
        return DDBLAS_STATUS_SUCCESS;
    s->route = route;
    DDBLAS_CHECK(ddblas_least_estimate(s));
    if (!last && !(ddblas_least_expected_contraction(s) <= 0.5L))
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_least_iterate(s));
    *done = last || ddblas_least_is_accepted(s);
    return *done ? ddblas_least_report(s) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t solve(struct ddblas_least *s)
{
    ddblasRefineReport_t *r = s->p->report;
    int done = 0;
    *r = (ddblasRefineReport_t){0};
    DDBLAS_CHECK(try_factors(s, double_of(s->p->element), DDBLAS_REFINE_ROUTE_DOUBLE, 0, &done));
    if (!done)
    {
        s->route = DDBLAS_REFINE_ROUTE_NONE;
        DDBLAS_CHECK(try_factors(s, s->p->element, DDBLAS_REFINE_ROUTE_W, 1, &done));
    }
    r->route = s->route;
    r->condition = s->route == DDBLAS_REFINE_ROUTE_NONE ? (double)INFINITY : s->norm * s->inverse;
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the call -------------------------------------------------------------------------------- */

/* A in Z becomes one in U without padding, because no product has operands in Z and U. */
static ddblasStatus_t widen(struct ddblas_least *s, struct ddblas_least_problem *wide, void *to)
{
    *wide = *s->p;
    wide->A = to;
    wide->type = s->p->element;
    wide->lda = s->p->least_norm ? s->p->n : s->p->m;
    DDBLAS_CHECK(ddblasConvertDtoW(s->handle, s->parts * wide->lda, s->p->least_norm ? s->p->m : s->p->n, s->p->A,
                                   s->parts * s->p->lda, to, s->parts * wide->lda));
    s->p = wide;
    return DDBLAS_STATUS_SUCCESS;
}

/* The arrays of the call are the first part of the workspace. The rest replaces the handle's
 * workspace for the steps of the call, as if the caller had set it. */
static ddblasStatus_t run_in_workspace(struct ddblas_least *s)
{
    const struct ddblas_least_problem *p = s->p;
    ddblasHandle_t handle = s->handle;
    const struct layout l = layout_of(p->element, p->m, p->n, p->nrhs);
    const size_t steps = workspace_of_steps(handle, p->element, p->m, p->n, p->nrhs);
    void *const callers = handle->user_workspace;
    const size_t callers_bytes = handle->user_workspace_bytes;
    const ddblasPointerMode_t mode = handle->pointer_mode;
    void *memory = NULL;
    DDBLAS_CHECK(ddblas_workspace(handle, l.all + steps + ALIGNMENT, &memory));
    char *base = memory;
    s->S = base + l.S;
    s->tau = base + l.tau;
    s->V = base + l.V;
    s->G = base + l.G;
    s->exponents = (int32_t *)(void *)(base + l.exponents);
    s->sums = (double *)(void *)(base + l.sums);
    s->info = (int64_t *)(void *)(base + l.info);
    handle->pointer_mode = DDBLAS_POINTER_MODE_HOST;
    handle->user_workspace = base + l.all;
    handle->user_workspace_bytes = steps + ALIGNMENT;
    struct ddblas_least_problem wide;
    ddblasStatus_t status = p->type == DDBLAS_TYPE_Z ? widen(s, &wide, base + l.wide) : DDBLAS_STATUS_SUCCESS;
    if (status == DDBLAS_STATUS_SUCCESS)
        status = solve(s);
    handle->user_workspace = callers;
    handle->user_workspace_bytes = callers_bytes;
    handle->pointer_mode = mode;
    return status;
}

ddblasStatus_t ddblas_least_run(ddblasHandle_t handle, const struct ddblas_least_problem *p)
{
    const int parts = ddblas_type_is_complex(p->element) ? 2 : 1;
    struct ddblas_least s = {.handle = handle, .p = p, .parts = parts, .rows = parts * p->m, .columns = parts * p->n};
    const size_t rows = (size_t)s.rows * (size_t)p->nrhs,
                 columns = (size_t)s.columns * (size_t)most(p->nrhs, DDBLAS_LEAST_ESTIMATED),
                 longest = rows > columns ? rows : columns;
    s.r = ddblas_host_alloc(rows * sizeof *s.r);
    s.y = ddblas_host_alloc(columns * sizeof *s.y);
    s.f = ddblas_host_alloc(longest * sizeof *s.f);
    s.g = ddblas_host_alloc(columns * sizeof *s.g);
    s.packed = ddblas_host_alloc(longest * sizeof *s.packed);
    s.exponent = ddblas_host_alloc((size_t)p->n * sizeof *s.exponent);
    s.square = ddblas_host_alloc((size_t)p->n * sizeof *s.square);
    s.of = ddblas_host_alloc((size_t)p->nrhs * sizeof *s.of);
    const int have = s.r && s.y && s.f && s.g && s.packed && s.exponent && s.square && s.of;
    const ddblasStatus_t status =
        have ? run_in_workspace(&s)
             : ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no host memory for refinement of %lld x %lld elements",
                           (long long)p->m, (long long)p->nrhs);
    free(s.r);
    free(s.y);
    free(s.f);
    free(s.g);
    free(s.packed);
    free(s.exponent);
    free(s.square);
    free(s.of);
    return status;
}
