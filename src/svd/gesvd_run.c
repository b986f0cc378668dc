/*
 * A singular value decomposition as a sequence of steps:
 *
 *   M = 2^-e A, or 2^-e A^H if m < n    rows >= order; the largest component is in [1/2, 1)
 *   M = Q C                             geqrf, or tsqr if M is tall, unless M is square; C = R
 *   C = U' S V^H                        S, D, C, Z: standard/; W, U: jacobi.c for small orders,
 *                                       otherwise refine.c or polar.c
 *   U = Q [U'; 0]                       ormqr, or gemm with the Q of tsqr
 *
 * If m < n, U and V change places. Nothing of the caller's is written before the last step, which
 * cannot fail for lack of memory.
 */
#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
#include "factor/standard/standard.h"
#include "refine.h"
#include "standard/svd_standard.h"
#include "svd_call.h"

enum
{
    UNIT = 256, /* Alignment of the arrays, in bytes. */
    /* tsqr factors matrices in W with at most so many columns and at least TALL times as many rows.
     * That is where its Gram route is, which takes 2 m n^2 multiply-adds for R and 2 m n^2 for Q in
     * products of blocks, as many as the panels of geqrf and the products of ormqr, m >> n. */
    TALL = 4,
    TALL_COLUMNS = 128
};

static size_t place_array(size_t *end, double count, size_t size)
{
    const size_t most = PTRDIFF_MAX / 16, at = *end; /* No allocation of so many bytes succeeds. */
    const size_t bytes = count * (double)size < (double)most ? round_up_bytes((size_t)count * size, UNIT) : most;
    *end = *end + bytes < most ? *end + bytes : most;
    return at;
}

static struct ddblas_svd_layout layout_of(const struct ddblas_svd_call *c)
{
    struct ddblas_svd_layout l = {0};
    const size_t size = c->s.size;
    const int standard = ddblas_is_standard(c->s.type);
    const double n = (double)c->order, square = n * n, polar = !standard && c->order > DDBLAS_SVD_JACOBI;
    l.M = place_array(&l.all, (double)c->rows * n, size);
    l.tau = place_array(&l.all, n, size);
    l.C = c->rows > c->order ? place_array(&l.all, square, size) : l.M;
    l.pair = place_array(&l.all, 2.0 * square, size);
    l.small = place_array(&l.all, n, size);
    l.w = place_array(&l.all, n, sizeof(cuddreal));
    l.info = place_array(&l.all, 1.0, sizeof(int64_t));
    l.found = place_array(&l.all, 1.0, sizeof(int));
    l.X = place_array(&l.all, standard ? square : polar * square, size);
    l.mix = place_array(&l.all, polar * square, size);
    l.turned = place_array(&l.all, polar * square, size);
    l.reflectors = place_array(&l.all, polar * n, size);
    l.memory = place_array(&l.all, standard ? (double)c->q.room : 0.0, 1);
    if (!standard)
        l.all = most_bytes(l.all, l.X + round_up_bytes(ddblas_svd_refine_bytes(c->s.type, c->order, c->q.room), UNIT));
    return l;
}

/* Whether tsqr factors M: only where the first columns of Q suffice. */
static ddblasStatus_t choose_factorisation(struct ddblas_svd_call *c)
{
    const struct ddblas_gesvd_problem *p = c->p;
    const int full = (c->wide ? p->jobv : p->jobu) == DDBLAS_SVD_MODE_FULL;
    if (!ddblas_type_is_of(c->s.type, DDBLAS_TYPES_OF_TSQR & DDBLAS_TYPES_OF_FACTOR) || full || c->order > TALL_COLUMNS ||
        c->rows / TALL < c->order)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_svd_tsqr_possible(c->s.handle, c->s.type, c->rows, c->order, &c->thin);
}

/* *c = a call without memory. */
static ddblasStatus_t open_call(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p, struct ddblas_svd_call *c)
{
    const int wide = p->m < p->n, u = p->jobu != DDBLAS_SVD_MODE_NONE, v = p->jobv != DDBLAS_SVD_MODE_NONE;
    *c = (struct ddblas_svd_call){.s = {.handle = handle, .type = p->type, .size = ddblas_type_size(p->type)},
                                  .p = p,
                                  .wide = wide,
                                  .rows = most(p->m, p->n),
                                  .order = least(p->m, p->n),
                                  .left = wide ? v : u,
                                  .right = wide ? u : v};
    DDBLAS_CHECK(ddblas_is_standard(p->type)
                     ? ddblas_svd_standard_room(handle, p->type, c->left || c->right, c->order, &c->q.room)
                     : ddblas_svd_refine_room(handle, p->type, c->order, &c->q.room));
    DDBLAS_CHECK(choose_factorisation(c));
    c->l = layout_of(c);
    return DDBLAS_STATUS_SUCCESS;
}

static void place_square(struct ddblas_svd_call *c)
{
    const size_t matrix = (size_t)c->order * (size_t)c->order * c->s.size;
    c->q.n = c->order;
    c->q.left = c->left;
    c->q.right = c->right;
    c->q.C = ddblas_svd_array(c, c->l.C);
    c->q.ldc = c->order;
    c->q.first = ddblas_svd_array(c, c->l.pair);
    c->q.second = (char *)c->q.first + matrix;
    c->q.tau = ddblas_svd_array(c, c->l.small);
    c->q.w = ddblas_svd_array(c, c->l.w);
    c->q.info = ddblas_svd_array(c, c->l.info);
    c->q.X = ddblas_svd_array(c, c->l.X);
    c->q.mix = ddblas_svd_array(c, c->l.mix);
    c->q.turned = ddblas_svd_array(c, c->l.turned);
    c->q.reflectors = ddblas_svd_array(c, c->l.reflectors);
    c->q.memory = ddblas_svd_array(c, c->l.memory);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* M, and 2^exponent. */
static ddblasStatus_t scale_matrix(struct ddblas_svd_call *c, int *exponent)
{
    const struct ddblas_gesvd_problem *p = c->p;
    const struct ddblas_eigen_scale scale = {.type = p->type,
                                             .elements = c->rows * c->order,
                                             .M = ddblas_svd_array(c, c->l.M),
                                             .found = ddblas_svd_array(c, c->l.found)};
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

/* M becomes reflectors or, by tsqr, Q; C = R. */
static ddblasStatus_t factor_tall(struct ddblas_svd_call *c)
{
    struct ddblas_block_run b = {.handle = c->s.handle, .type = c->s.type, .size = c->s.size, .planning = c->s.planning};
    if (c->rows == c->order)
        return DDBLAS_STATUS_SUCCESS;
    if (c->thin)
        return ddblas_svd_tsqr(&c->s, c->left, c->rows, c->order, ddblas_svd_array(c, c->l.M), c->rows,
                               ddblas_svd_array(c, c->l.C));
    DDBLAS_CHECK(
        ddblas_svd_factor(&c->s, c->rows, c->order, ddblas_svd_array(c, c->l.M), c->rows, ddblas_svd_array(c, c->l.tau)));
    return ddblas_block_expand(&b, DDBLAS_BLOCK_TRIANGULAR, DDBLAS_FILL_MODE_UPPER, c->order, ddblas_svd_array(c, c->l.M),
                               c->rows, ddblas_svd_array(c, c->l.C));
}

/* In S, D, C and Z by LAPACK or cuSOLVER. In W and U by Jacobi's method for small orders, otherwise
 * by refinement, or else by the polar decomposition. */
static ddblasStatus_t decompose(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int64_t *failed)
{
    int accepted;
    if (ddblas_is_standard(s->type))
        return ddblas_svd_by_standard(s, q, failed);
    if (q->n <= DDBLAS_SVD_JACOBI)
        return ddblas_svd_jacobi(s, q, failed);
    *failed = 0;
    DDBLAS_CHECK(ddblas_svd_refine(s, q, &accepted));
    return accepted ? DDBLAS_STATUS_SUCCESS : ddblas_svd_polar(s, q, failed);
}

static ddblasStatus_t run_call(struct ddblas_svd_call *c)
{
    int exponent;
    int64_t failed = 0;
    DDBLAS_CHECK(scale_matrix(c, &exponent));
    if (exponent == DDBLAS_EIGEN_NOT_FINITE)
        return ddblas_svd_store(c, 0, c->order + 1);
    DDBLAS_CHECK(factor_tall(c));
    DDBLAS_CHECK(decompose(&c->s, &c->q, &failed));
    return ddblas_svd_store(c, exponent, failed);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* *bytes = the workspace of the steps, a multiple of UNIT. */
static ddblasStatus_t plan_steps(const struct ddblas_svd_call *c, size_t *bytes)
{
    static char nothing; /* While planning there is no memory. */
    struct ddblas_svd_call planned = *c;
    planned.l = (struct ddblas_svd_layout){0};
    planned.memory = &nothing;
    planned.s.planning = 1;
    place_square(&planned);
    DDBLAS_CHECK(run_call(&planned));
    *bytes = round_up_bytes(least_bytes(planned.s.bytes, PTRDIFF_MAX / 16), UNIT);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_gesvd_workspace(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p, size_t *bytes)
{
    struct ddblas_svd_call c;
    size_t steps = 0;
    DDBLAS_CHECK(open_call(handle, p, &c));
    DDBLAS_CHECK(plan_steps(&c, &steps));
    *bytes = c.l.all + steps;
    return DDBLAS_STATUS_SUCCESS;
}

/* The arrays of the call are the first part of the workspace. The rest replaces the handle's
 * workspace for the steps of the call, as if the caller had set it. */
static ddblasStatus_t run_in_workspace(struct ddblas_svd_call *c)
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

/* Bytes of the host memory of a decomposition beside its values: two matrices for Jacobi's method,
 * or a column, and what refinement takes for clusters. */
static size_t bytes_of_host(ddblasType_t type, int64_t n)
{
    const size_t column = (size_t)n * ddblas_type_size(type);
    if (ddblas_is_standard(type))
        return column;
    return n <= DDBLAS_SVD_JACOBI ? 2 * (size_t)n * column : column + ddblas_svd_cluster_bytes(type, n);
}

ddblasStatus_t ddblas_gesvd_run(ddblasHandle_t handle, const struct ddblas_gesvd_problem *p)
{
    struct ddblas_svd_call c;
    DDBLAS_CHECK(open_call(handle, p, &c));
    const size_t values = round_up_bytes((size_t)c.order * sizeof *c.q.values, sizeof(cuddcomplex));
    const ddblasPointerMode_t mode = handle->pointer_mode;
    c.q.values = ddblas_host_alloc(values + bytes_of_host(p->type, c.order));
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
