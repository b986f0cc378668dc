/*
 * syevd and heevd as a function over blocks, on either engine:
 *
 *   M = 2^-e A          all elements; the largest component is in [1/2, 1)
 *   M = Q T Q^H         sytrd_blocks.c
 *   T = Z D Z^T         tridiagonal_ql.c on the host; Z by batches of rotations
 *   w = 2^e D in ascending order, V = Q Z with Z's columns in the same order
 *
 * In W refined vectors are tried first (refined/), with the direct route above where their check
 * fails. The memory: M, tau, d and e; and one part that holds the panel's P and Q, then Z, and,
 * after Z has been copied to A, the blocks of reflectors that multiply it. Error bound:
 * docs/numerics.md, "Symmetric eigenvalue problems".
 */
#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "eigen.h"
#include "refined/refined.h"

enum
{
    UNIT = 256,       /* Alignment of the arrays, in bytes. */
    MOST_STEPS = 60,  /* QL steps for an eigenvalue; two or three suffice as a rule. */
    BATCH_SWEEPS = 32 /* Full sweeps for which a batch has room. */
};

/* Bytes from the beginning of the memory to the arrays, and all of them. */
struct layout
{
    size_t M, tau, d, e, found, order, rotations, sweeps, shared, all;
    size_t P, Q, row, scratch; /* In the shared part. */
};

static size_t place_array(size_t *end, double count, size_t size)
{
    const size_t most = PTRDIFF_MAX / 16, at = *end; /* No allocation of so many bytes succeeds. */
    const size_t bytes = count * (double)size < (double)most ? round_up_bytes((size_t)count * size, UNIT) : most;
    *end = *end + bytes < most ? *end + bytes : most;
    return at;
}

/* An odd number of units of 8 rows beside whole units of DDBLAS_ROTATE_ROWS, so that the rows of
 * neighbouring columns fall into different cache sets. */
static int64_t leading_of_vectors(int64_t n) { return round_up(n, DDBLAS_ROTATE_ROWS) + 8; }

static int64_t capacity_of_batch(int64_t n) { return most(BATCH_SWEEPS * n, 1024); }

/* Whether refined vectors are tried first. */
static int is_refined(const struct ddblas_syevd_problem *p)
{
    return p->vectors && !ddblas_type_is_complex(p->type) && p->n >= DDBLAS_REFINED_LEAST;
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
    l.order = place_array(&l.all, n, sizeof(int64_t));
    l.rotations = place_array(&l.all, p->vectors ? (double)capacity_of_batch(p->n) : 0.0, sizeof(struct ddblas_rotation));
    l.sweeps = place_array(&l.all, p->vectors ? DDBLAS_MOST_SWEEPS : 0.0, sizeof(struct ddblas_sweep));
    l.shared = l.all;
    l.P = place_array(&end, n * 2.0 * DDBLAS_SYTRD_PANEL, b->size);
    l.Q = place_array(&end, n * 2.0 * DDBLAS_SYTRD_PANEL, b->size);
    l.row = place_array(&end, 2.0 * DDBLAS_SYTRD_PANEL, b->size);
#if DDBLAS_HAVE_CUDA
    l.scratch = place_array(&end, ddblas_factor_on_cuda(b) ? (double)ddblas_sytrd_scratch_cuda() : 0.0, 1);
#endif
    if (p->vectors)
    {
        size_t vectors = 0, reflectors = 0;
        (void)place_array(&vectors, n * (double)leading_of_vectors(p->n), sizeof(cuddreal));
        (void)place_array(&reflectors, p->n > 1 ? (double)ddblas_qr_elements(b, p->n - 1, p->n - 1, p->n) : 0.0, b->size);
        end = most_bytes(end, most_bytes(vectors, reflectors));
        if (is_refined(p))
            end = most_bytes(end, ddblas_refined_bytes(p->n));
    }
    l.all = l.shared + end;
    return l;
}

/* A call with its memory. */
struct call
{
    struct ddblas_block_run *blocks;
    const struct ddblas_syevd_problem *p;
    struct layout l;
    char *memory;                  /* In engine memory; while planning it is not accessed. */
    cuddreal *d, *e;               /* In host memory, null while planning. */
    int64_t *order;                /* 2 n numbers. */
    struct ddblas_rotations batch; /* In host memory. */
};

static void *array(const struct call *c, size_t at) { return c->memory + at; }

static int on_cuda(const struct call *c) { return ddblas_factor_on_cuda(c->blocks); }

/* ---- copies between host and engine ---------------------------------------------------------- */

static ddblasStatus_t send(const struct call *c, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
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
    if (ddblas_factor_on_cuda(b) && is_refined(p))
        return ddblas_refined_prepare_cusolver(b->handle);
#endif
    (void)b;
    (void)p;
    return DDBLAS_STATUS_SUCCESS;
}

size_t ddblas_syevd_host_bytes(const struct ddblas_syevd_problem *p)
{
    const size_t n = (size_t)p->n, capacity = p->vectors ? (size_t)capacity_of_batch(p->n) : 0;
    const size_t sweeps = p->vectors ? DDBLAS_MOST_SWEEPS : 0;
    return 2 * n * sizeof(cuddreal) + 2 * n * sizeof(int64_t) + capacity * sizeof(struct ddblas_rotation) +
           sweeps * sizeof(struct ddblas_sweep);
}

static ddblasStatus_t allocate(struct call *c)
{
    const size_t n = (size_t)c->p->n, capacity = c->p->vectors ? (size_t)capacity_of_batch(c->p->n) : 0;
    char *all = c->p->host ? c->p->host : ddblas_host_alloc(ddblas_syevd_host_bytes(c->p));
    if (!all)
        return ddblas_fail(c->blocks->handle, DDBLAS_STATUS_ALLOC_FAILED, "syevd: no host memory for a tridiagonal matrix");
    c->d = (cuddreal *)(void *)all;
    c->e = c->d + n;
    c->order = (int64_t *)(void *)(c->e + n);
    c->batch = (struct ddblas_rotations){.order = c->p->n, .capacity = (int64_t)capacity};
    c->batch.rotation = (struct ddblas_rotation *)(void *)(c->order + 2 * n);
    c->batch.sweep = (struct ddblas_sweep *)(void *)(c->batch.rotation + capacity);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* M = 2^-exponent A. */
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
    if (on_cuda(c))
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

static ddblasStatus_t rotate(void *context, const struct ddblas_rotations *batch)
{
    const struct call *c = context;
    const struct ddblas_eigen_vectors vectors = {.n = c->p->n, .Z = array(c, c->l.shared), .ldz = leading_of_vectors(c->p->n)};
#if DDBLAS_HAVE_CUDA
    if (on_cuda(c))
    {
        struct ddblas_rotations there = *batch;
        there.rotation = array(c, c->l.rotations);
        there.sweep = array(c, c->l.sweeps);
        DDBLAS_CHECK(send(c, there.rotation, batch->rotation, (size_t)batch->used * sizeof *batch->rotation));
        DDBLAS_CHECK(send(c, there.sweep, batch->sweep, (size_t)batch->sweeps * sizeof *batch->sweep));
        return ddblas_eigen_rotate_cuda(c->blocks->handle, &vectors, &there);
    }
#endif
    ddblas_eigen_rotate_cpu(c->blocks->handle, &vectors, batch);
    return DDBLAS_STATUS_SUCCESS;
}

/* Z = I, rows of the last unit included. */
static ddblasStatus_t begin_vectors(const struct call *c)
{
    const int64_t ldz = leading_of_vectors(c->p->n);
    const struct ddblas_qr_copy identity = {.type = DDBLAS_TYPE_W,
                                            .part = DDBLAS_QR_IDENTITY,
                                            .rows = ldz,
                                            .columns = c->p->n,
                                            .lda = 1,
                                            .out = array(c, c->l.shared),
                                            .ldo = ldz};
#if DDBLAS_HAVE_CUDA
    if (on_cuda(c))
        return ddblas_qr_copy_cuda(c->blocks->handle, &identity);
#endif
    ddblas_qr_copy_cpu(c->blocks->handle, &identity);
    return DDBLAS_STATUS_SUCCESS;
}

/* A = Z with its columns in ascending order of their eigenvalues. */
static ddblasStatus_t gather_vectors(const struct call *c)
{
    const struct ddblas_eigen_gather gather = {.type = c->p->type,
                                               .n = c->p->n,
                                               .Z = array(c, c->l.shared),
                                               .ldz = leading_of_vectors(c->p->n),
                                               .order = array(c, c->l.order),
                                               .out = c->p->A,
                                               .ldo = c->p->lda};
    DDBLAS_CHECK(send(c, array(c, c->l.order), c->order, (size_t)c->p->n * sizeof *c->order));
#if DDBLAS_HAVE_CUDA
    if (on_cuda(c))
        return ddblas_eigen_gather_cuda(c->blocks->handle, &gather);
#endif
    ddblas_eigen_gather_cpu(&gather);
    return DDBLAS_STATUS_SUCCESS;
}

/* A = Q A: the rows from 1 on, by the last block of reflectors first. */
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

/* Writes the eigenvalues, 2^exponent times those in c->d in their order, or NaN if c->d is not to
 * be used, and info. */
static ddblasStatus_t store_values(const struct call *c, int exponent, int usable, int64_t info)
{
    for (int64_t k = 0; k < c->p->n; k++)
        c->e[k] = usable ? cuddLdexp(c->d[c->order[k]], exponent) : cuddNan();
    DDBLAS_CHECK(send(c, c->p->w, c->e, (size_t)c->p->n * sizeof *c->e));
    return send(c, c->p->info, &info, sizeof info);
}

#if DDBLAS_HAVE_CUDA
/* A bound on the moduli of T's eigenvalues by the sums of its rows, rounded up. */
static double bound_of_values(const struct call *c)
{
    double bound = 0.0;
    for (int64_t i = 0; i < c->p->n; i++)
    {
        const double before = i > 0 ? fabs(c->e[i - 1].x) : 0.0, sum = before + fabs(c->d[i].x) + fabs(c->e[i].x);
        bound = sum > bound ? sum : bound;
    }
    return bound * (1.0 + 0x1p-40);
}

/* The eigenvalues of T become c->d, in ascending order, by bisection on the device. */
static ddblasStatus_t bisect(struct call *c)
{
    const size_t bytes = (size_t)c->p->n * sizeof *c->d;
    const struct ddblas_eigen_bisect b = {.n = c->p->n,
                                          .d = array(c, c->l.d),
                                          .squares = array(c, c->l.e),
                                          .bound = bound_of_values(c),
                                          .values = array(c, c->l.shared)};
    for (int64_t i = 0; i < c->p->n; i++)
    {
        c->e[i] = cuddSqr(c->e[i]);
        c->order[i] = i;
    }
    if (b.bound == 0.0) /* All are 0, as d is. */
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(send(c, array(c, c->l.e), c->e, bytes));
    DDBLAS_CHECK(ddblas_eigen_bisect_cuda(c->blocks->handle, &b));
    return fetch(c, c->d, b.values, bytes);
}
#endif

/* The eigenvalues of T, and Z. *failed becomes the number of those that did not converge. */
static ddblasStatus_t solve_tridiagonal(struct call *c, int64_t *failed)
{
    const size_t bytes = (size_t)c->p->n * sizeof *c->d;
    if (c->p->vectors)
        DDBLAS_CHECK(begin_vectors(c));
    DDBLAS_CHECK(fetch(c, c->d, array(c, c->l.d), bytes));
    DDBLAS_CHECK(fetch(c, c->e, array(c, c->l.e), bytes));
    c->e[c->p->n - 1] = cuddFromDouble(0.0);
#if DDBLAS_HAVE_CUDA
    if (on_cuda(c) && !c->p->vectors)
        return bisect(c);
#endif
    DDBLAS_CHECK(ddblas_tridiagonal_ql(c->p->n, c->d, c->e, MOST_STEPS, c->p->vectors ? &c->batch : NULL, rotate, c, failed));
    ddblas_ascending(c->p->n, c->d, c->order);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t poison_vectors(const struct call *c)
{
    const cuddcomplex nan = cuddcMake(cuddNan(), cuddNan());
    for (int64_t e = 0; e < c->p->n * c->p->n; e++)
        DDBLAS_CHECK(send(c, ddblas_block_to(c->blocks, c->p->A, e % c->p->n + e / c->p->n * c->p->lda), &nan, c->blocks->size));
    return DDBLAS_STATUS_SUCCESS;
}

/* The eigenvalues become c->d, in ascending order, if the result is accepted. */
static ddblasStatus_t refine(struct call *c, int *accepted)
{
    *accepted = 0;
    if (!is_refined(c->p) || !(c->blocks->planning || ddblas_refined_allowed()))
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(
        ddblas_refined_blocks(c->blocks, c->p->n, array(c, c->l.M), c->p->A, c->p->lda, array(c, c->l.shared), c->d, accepted));
    for (int64_t k = 0; k < c->p->n && *accepted && !c->blocks->planning; k++)
        c->order[k] = k;
    return DDBLAS_STATUS_SUCCESS;
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
    if (!planning)
        DDBLAS_CHECK(solve_tridiagonal(c, &failed));
    if (c->p->vectors && !planning)
        DDBLAS_CHECK(failed ? poison_vectors(c) : gather_vectors(c));
    if (c->p->vectors && !failed)
        DDBLAS_CHECK(multiply_by_q(c));
    return planning ? DDBLAS_STATUS_SUCCESS : store_values(c, exponent, failed == 0, failed);
}

ddblasStatus_t ddblas_syevd_blocks(struct ddblas_block_run *b, const void *problem)
{
    static char nothing; /* While planning there is no memory. */
    struct call c = {.blocks = b, .p = problem};
    c.l = layout_of(b, c.p);
    void *memory = ddblas_block_scratch(b, (size_t)quotient_up((int64_t)c.l.all, (int64_t)b->size));
    c.memory = b->planning ? &nothing : memory;
    if (b->planning)
        return run_call(&c);
    DDBLAS_CHECK(allocate(&c));
    const ddblasStatus_t status = run_call(&c);
    if (!c.p->host)
        free(c.d);
    return status;
}
