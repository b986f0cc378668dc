/*
 * syevd and heevd as a function over blocks, on either engine:
 *
 *   M = 2^-e A          all elements; the largest component is in [1/2, 1)
 *   M = Q T Q^H         sytrd_blocks.c
 *   T = Z D Z^T         divide and conquer (divide/); without vectors and for small n
 *                       tridiagonal_ql.c on the host or bisection, Z by batches of rotations
 *   w = 2^e D in ascending order, V = Q Z with Z's columns in the same order
 *
 * Of a range that is short enough, D comes from bisection and Z from inverse iteration (stein/),
 * and the others are not computed.
 *
 * Refined vectors are tried first (refined/), with the direct route above where their check
 * fails. The memory: M, tau, d and e; and one part that holds the panel's P and Q, then Z and the
 * memory of divide and conquer, and, after Z has been copied to A, the blocks of reflectors that
 * multiply it. Error bound: docs/numerics.md, "Symmetric eigenvalue problems".
 */
#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "divide/divide.h"
#include "eigen.h"
#include "factor/standard/standard.h"
#include "refined/refined.h"
#include "standard/syevd_standard.h"
#include "stein/stein.h"

/* Offsets of the arrays in the workspace, in bytes, and its total size. */
struct layout
{
    size_t M, tau, d, e, found, shared, all;
};

/* Returns the tridiagonal problem, without memory. */
static struct ddblas_tridiagonal tridiagonal_of(const struct ddblas_syevd_problem *p)
{
    return (struct ddblas_tridiagonal){.vectors = p->vectors, .divides = p->n >= DDBLAS_DIVIDE_LEAST, .n = p->n, .name = "syevd"};
}

static struct layout layout_of(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p)
{
    struct layout l = {0};
    const double n = (double)p->n;
    l.M = ddblas_eigen_place(&l.all, n * n, b->size);
    l.tau = ddblas_eigen_place(&l.all, n, b->size);
    l.d = ddblas_eigen_place(&l.all, n, sizeof(cuddreal));
    l.e = ddblas_eigen_place(&l.all, n, sizeof(cuddreal));
    l.found = ddblas_eigen_place(&l.all, 1.0, sizeof(int));
    l.shared = l.all;
    const struct ddblas_tridiagonal t = tridiagonal_of(p);
    size_t end = most_bytes(ddblas_sytrd_bytes(b, p->n), ddblas_tridiagonal_bytes(&t));
    if (p->vectors)
    {
        size_t reflectors = 0;
        (void)ddblas_eigen_place(&reflectors, p->n > 1 ? (double)ddblas_qr_elements(b, p->n - 1, p->n - 1, p->n) : 0.0, b->size);
        end = most_bytes(end, reflectors);
        end = most_bytes(end, ddblas_stein_bytes(b, p->n, most(p->n / 2, 1)));
        if (p->room > 0)
            end = most_bytes(end, ddblas_refined_bytes(p->type, p->n, p->room));
    }
    l.all = l.shared + end;
    return l;
}

/* The state of one call: its arguments and memory. */
struct call
{
    struct ddblas_block_run *blocks;
    const struct ddblas_syevd_problem *p;
    struct layout l;
    char *memory;     /* In engine memory; while planning it is not accessed. */
    cuddreal *values; /* The eigenvalues; this and the members below are in host memory. */
    void *refined;    /* Memory of the refinement. */
    struct ddblas_tridiagonal t;
    cuddreal *range; /* Three arrays of n numbers and the memory of inverse iteration. */
};

static void *array(const struct call *c, size_t at) { return c->memory + at; }

static ddblasStatus_t send(const struct call *c, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    if (bytes == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), "syevd");
}

static ddblasStatus_t fetch(const struct call *c, void *host, const void *engine, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), "syevd");
}

/* ---- host memory ----------------------------------------------------------------------------- */

ddblasStatus_t ddblas_syevd_prepare(const struct ddblas_block_run *b, const struct ddblas_syevd_problem *p)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b) && p->room > 0)
        return ddblas_refined_prepare_cusolver(b->handle);
#endif
    (void)b;
    (void)p;
    return DDBLAS_STATUS_SUCCESS;
}

/* Bytes of the eigenvalues, and of these with the memory of the refinement. */
static size_t bytes_of_values(const struct ddblas_syevd_problem *p) { return (size_t)p->n * sizeof(cuddreal); }
static size_t bytes_before_t(const struct ddblas_syevd_problem *p)
{
    return round_up_bytes(bytes_of_values(p) + (p->room > 0 ? ddblas_refined_host_bytes(p->type, p->n) : 0), sizeof(cuddreal));
}

static size_t bytes_of_t(const struct ddblas_syevd_problem *p)
{
    const struct ddblas_tridiagonal t = tridiagonal_of(p);
    return round_up_bytes(ddblas_tridiagonal_host_bytes(&t), sizeof(cuddreal));
}

size_t ddblas_syevd_host_bytes(const struct ddblas_syevd_problem *p)
{
    if (ddblas_is_standard(p->type))
        return (size_t)p->n * ddblas_type_word(p->type);
    const size_t range = 3 * bytes_of_values(p) + ddblas_stein_host_bytes(p->n, most(p->n / 2, 1));
    return bytes_before_t(p) + bytes_of_t(p) + (p->range ? range : 0);
}

static ddblasStatus_t take_host_memory(struct call *c)
{
    char *all = c->p->host ? c->p->host : ddblas_host_alloc(ddblas_syevd_host_bytes(c->p));
    if (!all)
        return ddblas_fail(c->blocks->handle, DDBLAS_STATUS_ALLOC_FAILED, "syevd: no host memory for a tridiagonal matrix");
    c->values = (cuddreal *)(void *)all;
    c->refined = all + bytes_of_values(c->p);
    c->t.host = all + bytes_before_t(c->p);
    c->range = (cuddreal *)(void *)(all + bytes_before_t(c->p) + bytes_of_t(c->p));
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- parts ----------------------------------------------------------------------------------- */

static ddblasStatus_t reduce(struct call *c)
{
    const struct layout *l = &c->l;
    struct ddblas_sytrd sytrd = {
        .type = c->p->type, .n = c->p->n, .M = array(c, l->M), .d = array(c, l->d), .e = array(c, l->e), .tau = array(c, l->tau)};
    ddblas_sytrd_lay_out(c->blocks, &sytrd, array(c, l->shared));
    return ddblas_sytrd_blocks(c->blocks, &sytrd);
}

/* The first `columns` columns of A become those of Q A: Q does not touch row 0. */
static ddblasStatus_t multiply_by_q(const struct call *c, int64_t columns)
{
    struct ddblas_block_run *b = c->blocks;
    const int64_t n = c->p->n, k = n - 1;
    const struct ddblas_ormqr_problem p = {.type = b->type,
                                           .side = DDBLAS_SIDE_LEFT,
                                           .m = k,
                                           .n = columns,
                                           .k = k,
                                           .A = ddblas_block_at(b, array(c, c->l.M), 1),
                                           .lda = n,
                                           .tau = array(c, c->l.tau),
                                           .C = ddblas_block_to(b, c->p->A, 1),
                                           .ldc = c->p->lda};
    struct ddblas_qr_block q;
    if (k == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_qr_begin(&q, b, array(c, c->l.shared), k, k, n));
    return ddblas_ormqr_apply(&q, &p);
}

/* Writes the first `count` eigenvalues, 2^exponent times those in c->values, or NaN if these are
 * not to be used, and info. */
static ddblasStatus_t store_values(const struct call *c, int64_t count, int exponent, int usable, int64_t info)
{
    for (int64_t k = 0; k < count; k++)
        c->values[k] = usable ? cuddLdexp(c->values[k], exponent) : cuddNan();
    DDBLAS_CHECK(send(c, c->p->w, c->values, (size_t)count * sizeof *c->values));
    return send(c, c->p->info, &info, sizeof info);
}

static ddblasStatus_t poison_vectors(const struct call *c)
{
    const cuddcomplex nan = cuddcMake(cuddNan(), cuddNan());
    for (int64_t e = 0; e < c->p->n * c->p->n; e++)
        DDBLAS_CHECK(send(c, ddblas_block_to(c->blocks, c->p->A, e % c->p->n + e / c->p->n * c->p->lda), &nan, c->blocks->size));
    return DDBLAS_STATUS_SUCCESS;
}

/* Stores the eigenvalues in c->values, in ascending order, if the result is accepted. */
static ddblasStatus_t refine(struct call *c, int *accepted)
{
    *accepted = 0;
    if (c->p->room == 0 || !(c->blocks->planning || ddblas_refined_allowed()))
        return DDBLAS_STATUS_SUCCESS;
    const struct ddblas_refined_call call = {.n = c->p->n,
                                             .M = array(c, c->l.M),
                                             .X = c->p->A,
                                             .ldx = c->p->lda,
                                             .memory = array(c, c->l.shared),
                                             .room = c->p->room,
                                             .values = c->values,
                                             .host = c->refined};
    return ddblas_refined_blocks(c->blocks, &call, accepted);
}

/* The vectors of the first `count` values, in A. *failed becomes the number of those that did not
 * converge. */
static ddblasStatus_t iterate(const struct call *c, int64_t count, int64_t *failed)
{
    const int64_t n = c->p->n;
    const struct ddblas_stein s = {.n = n,
                                   .m = count,
                                   .d = c->range,
                                   .e = c->range + n,
                                   .w = c->values,
                                   .memory = array(c, c->l.shared),
                                   .host = c->range + 3 * n,
                                   .name = "syevdx"};
    *failed = 0;
    return count == 0 ? DDBLAS_STATUS_SUCCESS : ddblas_stein_blocks(c->blocks, &s, c->p->A, c->p->lda, failed);
}

/* The eigenvalues of the range, in the reduced A, and their vectors. *done becomes 1 unless all
 * eigenvalues are to be computed: those of a long range, or where a vector does not converge. */
static ddblasStatus_t solve_range(const struct call *c, int exponent, int *done)
{
    const struct ddblas_syevd_problem *p = c->p;
    const int64_t n = p->n;
    const size_t bytes = bytes_of_values(p);
    cuddreal *d = c->range, *e = d + n, *squares = e + n;
    struct ddblas_tridiagonal_values v = {
        .n = n, .d = d, .e = e, .squares = squares, .memory = array(c, c->l.shared), .values = c->values, .name = "syevdx"};
    int64_t failed;
    DDBLAS_CHECK(fetch(c, d, array(c, c->l.d), bytes));
    DDBLAS_CHECK(fetch(c, e, array(c, c->l.e), bytes));
    e[n - 1] = cuddFromDouble(0.0);
    for (int64_t i = 0; i < n; i++)
        squares[i] = cuddSqr(e[i]);
    ddblas_tridiagonal_choose(n, d, squares, p->range, exponent, &v.first, &v.count);
    if (!ddblas_syevd_takes_part(ddblas_factor_on_cuda(c->blocks), p->vectors, n, v.count))
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_tridiagonal_bisect(c->blocks, &v));
    if (p->vectors)
    {
        DDBLAS_CHECK(iterate(c, v.count, &failed));
        if (failed)
            return DDBLAS_STATUS_SUCCESS;
        if (v.count > 0)
            DDBLAS_CHECK(multiply_by_q(c, v.count));
    }
    *done = 1;
    *p->found = v.count;
    return store_values(c, v.count, exponent, 1, 0);
}

/* Plans the memory and the products of solve_range. */
static ddblasStatus_t plan_range(struct call *c)
{
    const struct ddblas_stein s = {.n = c->p->n, .m = most(c->p->n / 2, 1)};
    int64_t failed;
    return c->p->vectors ? ddblas_stein_blocks(c->blocks, &s, NULL, c->p->n, &failed) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t run_call(struct call *c)
{
    const int planning = c->blocks->planning;
    int exponent = 0, accepted, done = 0;
    int64_t failed = 0;
    DDBLAS_CHECK(ddblas_syevd_scale(c->blocks, c->p, array(c, c->l.M), array(c, c->l.found), &exponent));
    if (exponent == DDBLAS_EIGEN_NOT_FINITE)
        return store_values(c, c->p->n, 0, 0, c->p->n + 1);
    DDBLAS_CHECK(refine(c, &accepted));
    if (accepted && !planning)
        return store_values(c, c->p->n, exponent, 1, 0);
    DDBLAS_CHECK(reduce(c));
    if (planning)
        DDBLAS_CHECK(plan_range(c));
    else if (c->p->range)
        DDBLAS_CHECK(solve_range(c, exponent, &done));
    if (done)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_tridiagonal_blocks(c->blocks, &c->t, c->values, &failed));
    if (c->p->vectors && !planning)
        DDBLAS_CHECK(failed ? poison_vectors(c) : ddblas_tridiagonal_gather(c->blocks, &c->t, c->p->A, c->p->lda));
    if (c->p->vectors && !failed)
        DDBLAS_CHECK(multiply_by_q(c, c->p->n));
    return planning ? DDBLAS_STATUS_SUCCESS : store_values(c, c->p->n, exponent, failed == 0, failed);
}

ddblasStatus_t ddblas_syevd_blocks(struct ddblas_block_run *b, const void *problem)
{
    static char nothing; /* While planning there is no memory, but null has no defined offsets. */
    struct call c = {.blocks = b, .p = problem};
    if (ddblas_is_standard(c.p->type))
        return ddblas_syevd_standard_blocks(b, c.p);
    c.l = layout_of(b, c.p);
    void *memory = ddblas_block_scratch(b, (size_t)quotient_up((int64_t)c.l.all, (int64_t)b->size));
    c.memory = b->planning ? &nothing : memory;
    c.t = tridiagonal_of(c.p);
    c.t.d = array(&c, c.l.d);
    c.t.e = array(&c, c.l.e);
    c.t.memory = array(&c, c.l.shared);
    if (b->planning)
        return run_call(&c);
    DDBLAS_CHECK(take_host_memory(&c));
    const ddblasStatus_t status = run_call(&c);
    if (!c.p->host)
        free(c.values);
    return status;
}
