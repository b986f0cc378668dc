/*
 * Eigenvalues and eigenvectors of a tridiagonal matrix T as a function over blocks, on either
 * engine: T = Z D Z^T by divide and conquer (divide/), or by QL steps on the host whose rotations
 * the engine applies in batches. Eigenvalues alone come from QL steps on the CPU engine and from
 * bisection on the CUDA engine.
 *
 * The memory on the engine begins with one of these: Z, the memory of divide and conquer, or the
 * eigenvalues of bisection. The order of the columns and the batch of rotations follow.
 */
#include <math.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "divide/divide.h"
#include "eigen.h"

enum
{
    MOST_STEPS = 60,  /* Most QL steps for one eigenvalue; it usually takes two or three. */
    BATCH_SWEEPS = 32 /* Number of full sweeps that fit into a batch. */
};

/* Offsets of the arrays in the memory of the engine, in bytes, and its total size. */
struct layout
{
    size_t Z, order, rotations, sweeps, all;
};

/* The same for the host memory of a call. */
struct host_layout
{
    size_t d, e, order, rotations, sweeps, divide, all;
};

static int is_divided(const struct ddblas_tridiagonal *t) { return t->vectors && t->divides; }

/* Returns how many rotations a batch can hold; 0 if no rotations are applied. */
static int64_t capacity_of_batch(const struct ddblas_tridiagonal *t)
{
    return t->vectors && !t->divides ? most(BATCH_SWEEPS * t->n, 1024) : 0;
}

/* Returns the leading dimension of Z. For rotations it is a multiple of DDBLAS_ROTATE_ROWS plus 8,
 * so that neighbouring columns fall into different cache sets. */
static int64_t leading_of_vectors(const struct ddblas_tridiagonal *t)
{
    return is_divided(t) ? t->n : round_up(t->n, DDBLAS_ROTATE_ROWS) + 8;
}

static struct layout lay_out(const struct ddblas_tridiagonal *t)
{
    struct layout l = {0};
    const double n = (double)t->n, capacity = (double)capacity_of_batch(t);
    if (is_divided(t))
        l.all = ddblas_divide_bytes(t->n);
    else
        (void)ddblas_eigen_place(&l.all, t->vectors ? n * (double)leading_of_vectors(t) : 2.0 * n, sizeof(cuddreal));
    l.order = ddblas_eigen_place(&l.all, n, sizeof(int64_t));
    l.rotations = ddblas_eigen_place(&l.all, capacity, sizeof(struct ddblas_rotation));
    l.sweeps = ddblas_eigen_place(&l.all, capacity > 0.0 ? DDBLAS_MOST_SWEEPS : 0.0, sizeof(struct ddblas_sweep));
    return l;
}

size_t ddblas_tridiagonal_bytes(const struct ddblas_tridiagonal *t) { return lay_out(t).all; }

static struct host_layout lay_out_host(const struct ddblas_tridiagonal *t)
{
    struct host_layout l = {0};
    const double n = (double)t->n, capacity = (double)capacity_of_batch(t);
    l.d = ddblas_eigen_place(&l.all, n, sizeof(cuddreal));
    l.e = ddblas_eigen_place(&l.all, n, sizeof(cuddreal));
    l.order = ddblas_eigen_place(&l.all, 2.0 * n, sizeof(int64_t));
    l.rotations = ddblas_eigen_place(&l.all, capacity, sizeof(struct ddblas_rotation));
    l.sweeps = ddblas_eigen_place(&l.all, capacity > 0.0 ? DDBLAS_MOST_SWEEPS : 0.0, sizeof(struct ddblas_sweep));
    l.divide = ddblas_eigen_place(&l.all, is_divided(t) ? (double)ddblas_divide_host_bytes(t->n) : 0.0, 1);
    return l;
}

size_t ddblas_tridiagonal_host_bytes(const struct ddblas_tridiagonal *t) { return lay_out_host(t).all; }

/* The state of one call: its arguments and memory. */
struct call
{
    struct ddblas_block_run *blocks;
    const struct ddblas_tridiagonal *t;
    struct layout l;
    cuddreal *d, *e; /* T; these and the members below are in host memory. */
    int64_t *order;  /* 2 n numbers. */
    struct ddblas_rotations batch;
    void *divide;
};

static struct call begin_call(struct ddblas_block_run *b, const struct ddblas_tridiagonal *t)
{
    const struct host_layout host = lay_out_host(t);
    struct call c = {.blocks = b, .t = t, .l = lay_out(t)};
    if (b->planning)
        return c;
    char *memory = t->host;
    c.d = (cuddreal *)(void *)(memory + host.d);
    c.e = (cuddreal *)(void *)(memory + host.e);
    c.order = (int64_t *)(void *)(memory + host.order);
    c.batch = (struct ddblas_rotations){.order = t->n,
                                        .capacity = capacity_of_batch(t),
                                        .rotation = (struct ddblas_rotation *)(void *)(memory + host.rotations),
                                        .sweep = (struct ddblas_sweep *)(void *)(memory + host.sweeps)};
    c.divide = memory + host.divide;
    return c;
}

static void *array(const struct call *c, size_t at) { return (char *)c->t->memory + at; }

/* ---- the engine ------------------------------------------------------------------------------ */

static ddblasStatus_t send(const struct call *c, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), c->t->name);
}

static ddblasStatus_t fetch(const struct call *c, void *host, const void *engine, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), c->t->name);
}

static ddblasStatus_t rotate(void *context, const struct ddblas_rotations *batch)
{
    const struct call *c = context;
    const struct ddblas_eigen_vectors vectors = {.n = c->t->n, .Z = array(c, c->l.Z), .ldz = leading_of_vectors(c->t)};
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
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

/* Sets Z to the identity, with zeros in the rows of padding below it. */
static ddblasStatus_t begin_vectors(const struct call *c)
{
    const int64_t ldz = leading_of_vectors(c->t);
    const struct ddblas_qr_copy identity = {.type = DDBLAS_TYPE_W,
                                            .part = DDBLAS_QR_IDENTITY,
                                            .rows = ldz,
                                            .columns = c->t->n,
                                            .lda = 1,
                                            .out = array(c, c->l.Z),
                                            .ldo = ldz};
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_qr_copy_cuda(c->blocks->handle, &identity);
#endif
    ddblas_qr_copy_cpu(c->blocks->handle, &identity);
    return DDBLAS_STATUS_SUCCESS;
}

/* Copies T to c->d and c->e. */
static ddblasStatus_t fetch_matrix(const struct call *c)
{
    const size_t bytes = (size_t)c->t->n * sizeof *c->d;
    DDBLAS_CHECK(fetch(c, c->d, c->t->d, bytes));
    if (c->t->n > 1)
        DDBLAS_CHECK(fetch(c, c->e, c->t->e, bytes - sizeof *c->e));
    c->e[c->t->n - 1] = cuddFromDouble(0.0);
    return DDBLAS_STATUS_SUCCESS;
}

#if DDBLAS_HAVE_CUDA
/* Computes the eigenvalues by bisection on the device and stores them in c->d, in ascending order.
 * */
static ddblasStatus_t bisect(struct call *c)
{
    const size_t bytes = (size_t)c->t->n * sizeof *c->d;
    const struct ddblas_eigen_bisect b = {.n = c->t->n,
                                          .count = c->t->n,
                                          .d = c->t->d,
                                          .squares = c->t->e,
                                          .bound = ddblas_tridiagonal_norm(c->t->n, c->d, c->e) * (1.0 + 0x1p-40),
                                          .values = array(c, c->l.Z)};
    for (int64_t i = 0; i < c->t->n; i++)
    {
        c->e[i] = cuddSqr(c->e[i]);
        c->order[i] = i;
    }
    if (b.bound == 0.0) /* All eigenvalues are 0, and so are the elements of d. */
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(send(c, c->t->e, c->e, bytes));
    DDBLAS_CHECK(ddblas_eigen_bisect_cuda(c->blocks->handle, &b));
    DDBLAS_CHECK(fetch(c, c->d, b.values, bytes));
    ddblas_eigen_ascend(c->t->n, c->d);
    return DDBLAS_STATUS_SUCCESS;
}
#endif

static ddblasStatus_t divide(const struct call *c, int64_t *failed)
{
    const struct ddblas_divide problem = {
        .n = c->t->n, .d = c->d, .e = c->e, .most = MOST_STEPS, .memory = array(c, c->l.Z), .host = c->divide};
    return ddblas_divide_blocks(c->blocks, &problem, failed);
}

/* Computes the eigenvalues, stores them in c->d and their order in c->order. */
static ddblasStatus_t solve(struct call *c, int64_t *failed)
{
    DDBLAS_CHECK(fetch_matrix(c));
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks) && !c->t->vectors)
        return bisect(c);
#endif
    if (is_divided(c->t))
        DDBLAS_CHECK(divide(c, failed));
    else
    {
        if (c->t->vectors)
            DDBLAS_CHECK(begin_vectors(c));
        DDBLAS_CHECK(ddblas_tridiagonal_ql(c->t->n, c->d, c->e, MOST_STEPS, c->t->vectors ? &c->batch : NULL, rotate, c, failed));
    }
    ddblas_ascending(c->t->n, c->d, c->order);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_tridiagonal_blocks(struct ddblas_block_run *b, const struct ddblas_tridiagonal *t, cuddreal *values,
                                         int64_t *failed)
{
    struct call c = begin_call(b, t);
    *failed = 0;
    if (b->planning)
        return is_divided(t) ? divide(&c, failed) : DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(solve(&c, failed));
    for (int64_t k = 0; k < t->n; k++)
        values[k] = c.d[c.order[k]];
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_tridiagonal_gather(struct ddblas_block_run *b, const struct ddblas_tridiagonal *t, void *out, int64_t ldo)
{
    const struct call c = begin_call(b, t);
    const struct ddblas_eigen_gather gather = {.type = b->type,
                                               .rows = t->n,
                                               .columns = t->n,
                                               .Z = array(&c, c.l.Z),
                                               .ldz = leading_of_vectors(t),
                                               .order = array(&c, c.l.order),
                                               .out = out,
                                               .ldo = ldo};
    DDBLAS_CHECK(send(&c, array(&c, c.l.order), c.order, (size_t)t->n * sizeof *c.order));
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_eigen_gather_cuda(b->handle, &gather);
#endif
    ddblas_eigen_gather_cpu(&gather);
    return DDBLAS_STATUS_SUCCESS;
}
