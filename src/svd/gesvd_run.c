/*
 * A singular value decomposition as a sequence of steps:
 *
 *   M = 2^-e A, or 2^-e A^H if m < n    rows >= order; the largest component is in [1/2, 1)
 *   M = Q C                             geqrf, unless M is square; C = R
 *   C = U' S V^H                        jacobi.c for small orders, otherwise polar.c
 *   U = Q [U'; 0]                       ormqr
 *
 * If m < n, U and V change places. Nothing of the caller's is written before the last step, which
 * cannot fail for lack of memory.
 */
#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
#include "svd.h"

enum
{
    UNIT = 256 /* Alignment of the arrays, in bytes. */
};

/* Bytes from the beginning of the memory to the arrays, and all of them. */
struct layout
{
    size_t M, tau, C, pair, small, w, info, found, X, mix, turned, reflectors, all;
};

static size_t place_array(size_t *end, double count, size_t size)
{
    const size_t most = PTRDIFF_MAX / 16, at = *end; /* No allocation of so many bytes succeeds. */
    const size_t bytes = count * (double)size < (double)most ? round_up_bytes((size_t)count * size, UNIT) : most;
    *end = *end + bytes < most ? *end + bytes : most;
    return at;
}

/* A call with its memory. */
struct call
{
    struct ddblas_svd_steps s;
    const struct ddblas_gesvd_problem *p;
    int wide;            /* m < n: M is A^H. */
    int64_t rows, order; /* M's; rows >= order. */
    int left, right;     /* Whether the vectors of M are wanted. */
    struct layout l;
    char *memory;
    struct ddblas_svd_square q;
};

static struct layout layout_of(const struct call *c)
{
    struct layout l = {0};
    const size_t size = c->s.size;
    const double n = (double)c->order, square = n * n, polar = c->order > DDBLAS_SVD_JACOBI;
    l.M = place_array(&l.all, (double)c->rows * n, size);
    l.tau = place_array(&l.all, n, size);
    l.C = c->rows > c->order ? place_array(&l.all, square, size) : l.M;
    l.pair = place_array(&l.all, 2.0 * square, size);
    l.small = place_array(&l.all, n, size);
    l.w = place_array(&l.all, n, sizeof(cuddreal));
    l.info = place_array(&l.all, 1.0, sizeof(int64_t));
    l.found = place_array(&l.all, 1.0, sizeof(int));
    l.X = place_array(&l.all, polar * square, size);
    l.mix = place_array(&l.all, polar * square, size);
    l.turned = place_array(&l.all, polar * square, size);
    l.reflectors = place_array(&l.all, polar * n, size);
    return l;
}

static struct call call_of(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    const int wide = p->m < p->n, u = p->jobu != DDBLAS_SVD_MODE_NONE, v = p->jobv != DDBLAS_SVD_MODE_NONE;
    struct call c = {.s = {.handle = handle, .type = p->type, .size = ddblas_type_size(p->type)},
                     .p = p,
                     .wide = wide,
                     .rows = most(p->m, p->n),
                     .order = least(p->m, p->n),
                     .left = wide ? v : u,
                     .right = wide ? u : v};
    c.l = layout_of(&c);
    return c;
}

static void *array(const struct call *c, size_t at) { return c->memory + at; }

static void place_square(struct call *c)
{
    const size_t matrix = (size_t)c->order * (size_t)c->order * c->s.size;
    c->q.n = c->order;
    c->q.left = c->left;
    c->q.right = c->right;
    c->q.C = array(c, c->l.C);
    c->q.ldc = c->order;
    c->q.first = array(c, c->l.pair);
    c->q.second = (char *)c->q.first + matrix;
    c->q.tau = array(c, c->l.small);
    c->q.w = array(c, c->l.w);
    c->q.info = array(c, c->l.info);
    c->q.X = array(c, c->l.X);
    c->q.mix = array(c, c->l.mix);
    c->q.turned = array(c, c->l.turned);
    c->q.reflectors = array(c, c->l.reflectors);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* M, and 2^exponent. */
static ddblasStatus_t scale_matrix(struct call *c, int *exponent)
{
    const struct ddblas_gesvd_problem *p = c->p;
    const struct ddblas_eigen_scale scale = {
        .type = p->type, .elements = c->rows * c->order, .M = array(c, c->l.M), .found = array(c, c->l.found)};
    *exponent = 0;
    if (c->s.planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK((c->wide ? ddblas_svd_adjoint : ddblas_svd_copy)(&c->s, c->rows, c->order, p->A, p->lda, scale.M, c->rows));
#if DDBLAS_HAVE_CUDA
    if (c->s.handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_eigen_scale_cuda(c->s.handle, &scale, exponent);
#endif
    ddblas_eigen_scale_cpu(&scale, exponent);
    return DDBLAS_STATUS_SUCCESS;
}

/* M becomes reflectors, and C = R. */
static ddblasStatus_t factor_tall(struct call *c)
{
    struct ddblas_block_run b = {.handle = c->s.handle, .type = c->s.type, .size = c->s.size, .planning = c->s.planning};
    if (c->rows == c->order)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_factor(&c->s, c->rows, c->order, array(c, c->l.M), c->rows, array(c, c->l.tau)));
    return ddblas_block_expand(&b, DDBLAS_BLOCK_TRIANGULAR, DDBLAS_FILL_MODE_UPPER, c->order, array(c, c->l.M), c->rows,
                               array(c, c->l.C));
}

/* The vectors that Q multiplies: U = Q [U'; 0] or, if M is A^H, V^H = [U'^H 0] Q^H. */
static ddblasStatus_t store_long(struct call *c)
{
    const struct ddblas_gesvd_problem *p = c->p;
    const int full = (c->wide ? p->jobv : p->jobu) == DDBLAS_SVD_MODE_FULL;
    const int64_t columns = full ? c->rows : c->order, ld = c->wide ? p->ldvt : p->ldu;
    void *out = c->wide ? p->VT : p->U;
    const struct ddblas_ormqr_problem ormqr = {.type = c->s.type,
                                               .side = c->wide ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT,
                                               .adjoint = c->wide,
                                               .m = c->wide ? columns : c->rows,
                                               .n = c->wide ? c->rows : columns,
                                               .k = c->order,
                                               .A = array(c, c->l.M),
                                               .lda = c->rows,
                                               .tau = array(c, c->l.tau),
                                               .C = out,
                                               .ldc = ld};
    DDBLAS_CHECK(ddblas_svd_identity(&c->s, ormqr.m, ormqr.n, out, ld));
    DDBLAS_CHECK((c->wide ? ddblas_svd_adjoint : ddblas_svd_copy)(&c->s, c->order, c->order, c->q.U, c->order, out, ld));
    return c->rows > c->order ? ddblas_svd_step(&c->s, ddblas_ormqr_blocks, &ormqr) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t store_vectors(struct call *c)
{
    const struct ddblas_gesvd_problem *p = c->p;
    const int64_t n = c->order;
    if (c->left)
        DDBLAS_CHECK(store_long(c));
    if (!c->right)
        return DDBLAS_STATUS_SUCCESS;
    return c->wide ? ddblas_svd_copy(&c->s, n, n, c->q.V, n, p->U, p->ldu)
                   : ddblas_svd_adjoint(&c->s, n, n, c->q.V, n, p->VT, p->ldvt);
}

/* s = 2^exponent times the values, or NaN if they are not to be used, and info. */
static ddblasStatus_t store_values(const struct call *c, int exponent, int64_t info)
{
    const struct ddblas_gesvd_problem *p = c->p;
    for (int64_t k = 0; k < c->order; k++)
        c->q.values[k] = info == 0 ? cuddLdexp(c->q.values[k], exponent) : cuddNan();
    DDBLAS_CHECK(ddblas_svd_send(&c->s, p->s, c->q.values, (size_t)c->order * sizeof *c->q.values));
    return ddblas_svd_send(&c->s, p->info, &info, sizeof info);
}

static ddblasStatus_t run_call(struct call *c)
{
    int exponent;
    int64_t failed = 0;
    DDBLAS_CHECK(scale_matrix(c, &exponent));
    if (exponent == DDBLAS_EIGEN_NOT_FINITE)
        return store_values(c, 0, c->order + 1);
    DDBLAS_CHECK(factor_tall(c));
    DDBLAS_CHECK((c->order <= DDBLAS_SVD_JACOBI ? ddblas_svd_jacobi : ddblas_svd_polar)(&c->s, &c->q, &failed));
    if (failed == 0)
        DDBLAS_CHECK(store_vectors(c));
    return c->s.planning ? DDBLAS_STATUS_SUCCESS : store_values(c, exponent, failed);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* *bytes = the workspace of the steps, a multiple of UNIT. */
static ddblasStatus_t plan_steps(const struct call *c, size_t *bytes)
{
    static char nothing; /* While planning there is no memory. */
    struct call planned = *c;
    planned.l = (struct layout){0};
    planned.memory = &nothing;
    planned.s.planning = 1;
    place_square(&planned);
    DDBLAS_CHECK(run_call(&planned));
    *bytes = round_up_bytes(least_bytes(planned.s.bytes, PTRDIFF_MAX / 16), UNIT);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_gesvd_workspace(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p, size_t *bytes)
{
    const struct call c = call_of(handle, p);
    size_t steps = 0;
    DDBLAS_CHECK(plan_steps(&c, &steps));
    *bytes = c.l.all + steps;
    return DDBLAS_STATUS_SUCCESS;
}

/* The arrays of the call are the first part of the workspace. The rest replaces the handle's
 * workspace for the steps of the call, as if the caller had set it. */
static ddblasStatus_t run_in_workspace(struct call *c)
{
    ddblasHandle_t handle = c->s.handle;
    void *const callers = handle->user_workspace;
    const size_t callers_bytes = handle->user_workspace_bytes;
    void *memory = NULL;
    size_t steps = 0;
    DDBLAS_CHECK(plan_steps(c, &steps));
    DDBLAS_CHECK(ddblas_workspace(handle, c->l.all + steps, &memory));
    c->memory = memory;
    place_square(c);
    handle->user_workspace = c->memory + c->l.all;
    handle->user_workspace_bytes = steps;
    const ddblasStatus_t status = run_call(c);
    handle->user_workspace = callers;
    handle->user_workspace_bytes = callers_bytes;
    return status;
}

ddblasStatus_t ddblas_gesvd_run(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    struct call c = call_of(handle, p);
    const size_t values = round_up_bytes((size_t)c.order * sizeof *c.q.values, sizeof(cuddcomplex));
    const ddblasPointerMode_t mode = handle->pointer_mode;
    c.q.values = ddblas_host_alloc(values + ddblas_svd_host_bytes(p->type, c.order));
    if (!c.q.values)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "gesvd: no host memory for %lld singular values",
                           (long long)c.order);
    c.q.host = (char *)c.q.values + values;
    handle->pointer_mode = DDBLAS_POINTER_MODE_HOST;
    const ddblasStatus_t status = run_in_workspace(&c);
    handle->pointer_mode = mode;
    free(c.q.values);
    return status;
}
