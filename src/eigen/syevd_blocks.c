/*
 * syevd and heevd as a function over blocks, on either engine:
 *
 *   M = 2^-e A          all elements; the largest component is in [1/2, 1)
 *   M = Q T Q^H         sytrd_blocks.c
 *   T = Z D Z^T         divide and conquer (divide/); without vectors and for small n
 *                       tridiagonal_ql.c on the host or bisection, Z by batches of rotations
 *   w = 2^e D in ascending order, V = Q Z with Z's columns in the same order
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
#include "refined/refined.h"

enum
{
    UNIT = 256 /* Alignment of the arrays, in bytes. */
};

/* Offsets of the arrays in the workspace, in bytes, and its total size. */
struct layout
{
    size_t M, tau, d, e, found, shared, all;
    size_t P, Q, row, scratch; /* In the part that several phases use in turn. */
};

static size_t place_array(size_t *end, double count, size_t size)
{
    const size_t most = PTRDIFF_MAX / 16, at = *end; /* No allocation of so many bytes succeeds. */
    const size_t bytes = count * (double)size < (double)most ? round_up_bytes((size_t)count * size, UNIT) : most;
    *end = *end + bytes < most ? *end + bytes : most;
    return at;
}

/* Returns the tridiagonal problem, without memory. */
static struct ddblas_tridiagonal tridiagonal_of(const struct ddblas_syevd_problem *p)
{
    return (struct ddblas_tridiagonal){.vectors = p->vectors, .divides = p->n >= DDBLAS_DIVIDE_LEAST, .n = p->n, .name = "syevd"};
}

static struct layout layout_of(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p)
{
    struct layout l = {0};
    const double n = (double)p->n;
    size_t end = 0;
    l.M = place_array(&l.all, n * n, b->size);
    l.tau = place_array(&l.all, n, b->size);
    l.d = place_array(&l.all, n, sizeof(cuddreal));
    l.e = place_array(&l.all, n, sizeof(cuddreal));
    l.found = place_array(&l.all, 1.0, sizeof(int));
    l.shared = l.all;
    l.P = place_array(&end, n * 2.0 * DDBLAS_SYTRD_PANEL, b->size);
    l.Q = place_array(&end, n * 2.0 * DDBLAS_SYTRD_PANEL, b->size);
    l.row = place_array(&end, 2.0 * DDBLAS_SYTRD_PANEL, b->size);
#if DDBLAS_HAVE_CUDA
    l.scratch = place_array(&end, ddblas_factor_on_cuda(b) ? (double)ddblas_sytrd_scratch_cuda() : 0.0, 1);
#endif
    const struct ddblas_tridiagonal t = tridiagonal_of(p);
    end = most_bytes(end, ddblas_tridiagonal_bytes(&t));
    if (p->vectors)
    {
        size_t reflectors = 0;
        (void)place_array(&reflectors, p->n > 1 ? (double)ddblas_qr_elements(b, p->n - 1, p->n - 1, p->n) : 0.0, b->size);
        end = most_bytes(end, reflectors);
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
};

static void *array(const struct call *c, size_t at) { return c->memory + at; }

static ddblasStatus_t send(const struct call *c, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), "syevd");
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

size_t ddblas_syevd_host_bytes(const struct ddblas_syevd_problem *p)
{
    const struct ddblas_tridiagonal t = tridiagonal_of(p);
    return bytes_before_t(p) + ddblas_tridiagonal_host_bytes(&t);
}

static ddblasStatus_t take_host_memory(struct call *c)
{
    char *all = c->p->host ? c->p->host : ddblas_host_alloc(ddblas_syevd_host_bytes(c->p));
    if (!all)
        return ddblas_fail(c->blocks->handle, DDBLAS_STATUS_ALLOC_FAILED, "syevd: no host memory for a tridiagonal matrix");
    c->values = (cuddreal *)(void *)all;
    c->refined = all + bytes_of_values(c->p);
    c->t.host = all + bytes_before_t(c->p);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Computes M = 2^-exponent A. */
static ddblasStatus_t scale_matrix(struct call *c, int *exponent)
{
    struct ddblas_block_run *b = c->blocks;
    const struct ddblas_syevd_problem *p = c->p;
    const struct ddblas_eigen_scale scale = {
        .type = p->type, .elements = p->n * p->n, .M = array(c, c->l.M), .found = array(c, c->l.found)};
    *exponent = 0;
    DDBLAS_CHECK(ddblas_block_expand(b, ddblas_type_is_complex(p->type) ? DDBLAS_BLOCK_HERMITIAN : DDBLAS_BLOCK_SYMMETRIC,
                                     p->uplo, p->n, p->A, p->lda, array(c, c->l.M)));
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_eigen_scale_cuda(b->handle, &scale, exponent);
#endif
    ddblas_eigen_scale_cpu(&scale, exponent);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t reduce(struct call *c)
{
    const struct layout *l = &c->l;
    const struct ddblas_sytrd sytrd = {.type = c->p->type,
                                       .n = c->p->n,
                                       .M = array(c, l->M),
                                       .d = array(c, l->d),
                                       .e = array(c, l->e),
                                       .tau = array(c, l->tau),
                                       .P = array(c, l->shared + l->P),
                                       .Q = array(c, l->shared + l->Q),
                                       .row = array(c, l->shared + l->row),
                                       .scratch = array(c, l->shared + l->scratch)};
    return ddblas_sytrd_blocks(c->blocks, &sytrd);
}

/* Computes A = Q A in rows 1, 2, ..., applying the last block of reflectors first. */
static ddblasStatus_t multiply_by_q(const struct call *c)
{
    struct ddblas_block_run *b = c->blocks;
    const int64_t n = c->p->n, k = n - 1;
    struct ddblas_qr_block q;
    if (k == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_qr_begin(&q, b, array(c, c->l.shared), k, k, n));
    for (int64_t i = quotient_up(k, q.wide) - 1; i >= 0; i--)
    {
        const int64_t at = i * q.wide, columns = least(q.wide, k - at);
        DDBLAS_CHECK(ddblas_qr_form(&q, k - at, columns, ddblas_block_at(b, array(c, c->l.M), at + 1 + at * n), n,
                                    ddblas_block_at(b, array(c, c->l.tau), at)));
        DDBLAS_CHECK(ddblas_qr_apply(&q, DDBLAS_SIDE_LEFT, 0, columns, ddblas_block_to(b, c->p->A, at + 1), c->p->lda, n));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* Writes info, and to w the numbers of c->values times 2^exponent, or NaN if they are not usable.
 * */
static ddblasStatus_t store_values(const struct call *c, int exponent, int usable, int64_t info)
{
    for (int64_t k = 0; k < c->p->n; k++)
        c->values[k] = usable ? cuddLdexp(c->values[k], exponent) : cuddNan();
    DDBLAS_CHECK(send(c, c->p->w, c->values, (size_t)c->p->n * sizeof *c->values));
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

static ddblasStatus_t run_call(struct call *c)
{
    const int planning = c->blocks->planning;
    int exponent = 0, accepted;
    int64_t failed = 0;
    DDBLAS_CHECK(scale_matrix(c, &exponent));
    if (exponent == DDBLAS_EIGEN_NOT_FINITE)
        return store_values(c, 0, 0, c->p->n + 1);
    DDBLAS_CHECK(refine(c, &accepted));
    if (accepted && !planning)
        return store_values(c, exponent, 1, 0);
    DDBLAS_CHECK(reduce(c));
    DDBLAS_CHECK(ddblas_tridiagonal_blocks(c->blocks, &c->t, c->values, &failed));
    if (c->p->vectors && !planning)
        DDBLAS_CHECK(failed ? poison_vectors(c) : ddblas_tridiagonal_gather(c->blocks, &c->t, c->p->A, c->p->lda));
    if (c->p->vectors && !failed)
        DDBLAS_CHECK(multiply_by_q(c));
    return planning ? DDBLAS_STATUS_SUCCESS : store_values(c, exponent, failed == 0, failed);
}

ddblasStatus_t ddblas_syevd_blocks(struct ddblas_block_run *b, const void *problem)
{
    static char nothing; /* While planning there is no memory, but null has no defined offsets. */
    struct call c = {.blocks = b, .p = problem};
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
