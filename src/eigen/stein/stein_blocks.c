/*
 * Inverse iteration as a function over blocks, on either engine. The host finds the chains; the
 * engine iterates; the last step is two products. A diagonal T has unit vectors.
 */
#include <math.h>
#include <string.h>

#include "core/checks.h"
#include "stein.h"

static const double unit = 0x1p-104;

/* Bytes from the beginning of the memory to the arrays, and all of them. `shared` holds the
 * triangles, and then S and Y. */
struct layout
{
    size_t X, d, e, w, chain, order, residual, shared, S, Y, all;
};

static int64_t slots_of(const struct ddblas_block_run *b, int64_t m)
{
    return least(m, ddblas_factor_on_cuda(b) ? DDBLAS_STEIN_SLOTS_CUDA : DDBLAS_STEIN_SLOTS_CPU);
}

static struct layout lay_out(const struct ddblas_block_run *b, int64_t rows, int64_t columns)
{
    struct layout l = {0};
    const double n = (double)rows, m = (double)columns, slots = (double)slots_of(b, columns);
    size_t factors = 0, end = 0;
    l.X = ddblas_eigen_place(&l.all, n * m, sizeof(cuddreal));
    l.d = ddblas_eigen_place(&l.all, n, sizeof(cuddreal));
    l.e = ddblas_eigen_place(&l.all, n, sizeof(cuddreal));
    l.w = ddblas_eigen_place(&l.all, m, sizeof(cuddreal));
    l.chain = ddblas_eigen_place(&l.all, m, sizeof(struct ddblas_stein_chain));
    l.order = ddblas_eigen_place(&l.all, m, sizeof(int64_t));
    l.residual = ddblas_eigen_place(&l.all, m, sizeof(double));
    l.shared = l.all;
    (void)ddblas_eigen_place(&factors, 3.0 * n * slots, sizeof(cuddreal));
    l.S = l.shared + ddblas_eigen_place(&end, m * m, sizeof(cuddreal));
    l.Y = l.shared + ddblas_eigen_place(&end, n * m, sizeof(cuddreal));
    (void)ddblas_eigen_place(&l.all, (double)most_bytes(factors, end), 1);
    return l;
}

size_t ddblas_stein_bytes(const struct ddblas_block_run *b, int64_t n, int64_t m) { return lay_out(b, n, m).all; }

/* The same for host memory. `column` holds a column of Z or the order of d. */
struct host_layout
{
    size_t chain, residual, order, column, all;
};

static struct host_layout lay_out_host(int64_t n, int64_t m)
{
    struct host_layout l = {0};
    l.chain = ddblas_eigen_place(&l.all, (double)m, sizeof(struct ddblas_stein_chain));
    l.residual = ddblas_eigen_place(&l.all, (double)m, sizeof(double));
    l.order = ddblas_eigen_place(&l.all, (double)m, sizeof(int64_t));
    l.column = ddblas_eigen_place(&l.all, (double)n, sizeof(cuddcomplex));
    return l;
}

size_t ddblas_stein_host_bytes(int64_t n, int64_t m) { return lay_out_host(n, m).all; }

/* A call with its memory. */
struct call
{
    struct ddblas_block_run *blocks;
    const struct ddblas_stein *s;
    struct layout l;
    struct ddblas_stein_chain *chain; /* In host memory, as what follows. */
    double *residual;
    int64_t *order;
    void *column;
    double norm; /* At least that of T; 1 if T is 0. */
};

static struct call begin_call(struct ddblas_block_run *b, const struct ddblas_stein *s)
{
    const struct host_layout host = lay_out_host(s->n, s->m);
    struct call c = {.blocks = b, .s = s, .l = lay_out(b, s->n, s->m)};
    if (b->planning)
        return c;
    char *memory = s->host;
    c.chain = (struct ddblas_stein_chain *)(void *)(memory + host.chain);
    c.residual = (double *)(void *)(memory + host.residual);
    c.order = (int64_t *)(void *)(memory + host.order);
    c.column = memory + host.column;
    c.norm = ddblas_tridiagonal_norm(s->n, s->d, s->e);
    c.norm = c.norm > 0.0 ? c.norm : 1.0;
    return c;
}

static void *array(const struct call *c, size_t at) { return (char *)c->s->memory + at; }
static cuddreal *numbers(const struct call *c, size_t at) { return array(c, at); }

static ddblasStatus_t send(const struct call *c, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    if (bytes == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), c->s->name);
}

static ddblasStatus_t fetch(const struct call *c, void *host, const void *engine, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), c->s->name);
}

/* A residual that an eigenvalue as accurate as those of stebz and stedc leaves at most. */
static double largest_residual(const struct call *c) { return (64.0 + 8.0 * (double)c->s->n) * unit * c->norm; }

/* ---- iteration ------------------------------------------------------------------------------- */

/* Returns the number of chains. */
static int64_t find_chains(const struct call *c)
{
    const struct ddblas_stein *s = c->s;
    int64_t chains = 0;
    for (int64_t j = 0; j < s->m; j++)
        if (j > 0 && cuddSub(s->w[j], s->w[j - 1]).x <= 0x1p-40 * c->norm)
            c->chain[chains - 1].count++;
        else
            c->chain[chains++] = (struct ddblas_stein_chain){j, 1};
    return chains;
}

/* X becomes the vectors, and c->residual their residuals. */
static ddblasStatus_t iterate(const struct call *c)
{
    const struct ddblas_stein *s = c->s;
    const size_t n = (size_t)s->n, m = (size_t)s->m;
    const int64_t chains = find_chains(c);
    struct ddblas_stein_step step = {.n = s->n,
                                     .m = s->m,
                                     .chains = chains,
                                     .small = 0x1p-110 * c->norm,
                                     .d = numbers(c, c->l.d),
                                     .e = numbers(c, c->l.e),
                                     .w = numbers(c, c->l.w),
                                     .chain = array(c, c->l.chain),
                                     .X = numbers(c, c->l.X),
                                     .factors = numbers(c, c->l.shared),
                                     .residual = array(c, c->l.residual)};
    DDBLAS_CHECK(send(c, array(c, c->l.d), s->d, n * sizeof *s->d));
    DDBLAS_CHECK(send(c, array(c, c->l.e), s->e, (n - 1) * sizeof *s->e));
    DDBLAS_CHECK(send(c, array(c, c->l.w), s->w, m * sizeof *s->w));
    DDBLAS_CHECK(send(c, array(c, c->l.chain), c->chain, (size_t)chains * sizeof *c->chain));
    for (step.round = 0; step.round < DDBLAS_STEIN_ROUNDS; step.round++)
    {
#if DDBLAS_HAVE_CUDA
        if (ddblas_factor_on_cuda(c->blocks))
            DDBLAS_CHECK(ddblas_stein_step_cuda(c->blocks->handle, &step));
#endif
        if (!ddblas_factor_on_cuda(c->blocks))
            ddblas_stein_step_cpu(c->blocks->handle, &step);
    }
    return fetch(c, c->residual, step.residual, m * sizeof *c->residual);
}

/* ---- a diagonal T ---------------------------------------------------------------------------- */

static int is_diagonal(const struct ddblas_stein *s)
{
    for (int64_t i = 0; i + 1 < s->n; i++)
        if (!cuddIsZero(s->e[i]))
            return 0;
    return 1;
}

/* X = 0. */
static ddblasStatus_t clear_x(const struct call *c)
{
    const struct ddblas_qr_copy zero = {.type = DDBLAS_TYPE_W,
                                        .part = DDBLAS_QR_IDENTITY,
                                        .rows = c->s->n,
                                        .columns = c->s->m,
                                        .above = c->s->n,
                                        .lda = 1,
                                        .out = array(c, c->l.X),
                                        .ldo = c->s->n};
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_qr_copy_cuda(c->blocks->handle, &zero);
#endif
    ddblas_qr_copy_cpu(c->blocks->handle, &zero);
    return DDBLAS_STATUS_SUCCESS;
}

/* Each eigenvalue gets the first unit vector, in the order of d, that is left and belongs to it. */
static ddblasStatus_t choose_unit_vectors(const struct call *c)
{
    const struct ddblas_stein *s = c->s;
    const cuddreal one = cuddFromDouble(1.0);
    const double near = 2.0 * unit * c->norm;
    int64_t *order = c->column, at = 0; /* Room for 2 n numbers. */
    ddblas_ascending(s->n, s->d, order);
    DDBLAS_CHECK(clear_x(c));
    for (int64_t j = 0; j < s->m; j++)
    {
        while (at < s->n && cuddSub(s->d[order[at]], s->w[j]).x < -near)
            at++;
        const int found = at < s->n && cuddSub(s->d[order[at]], s->w[j]).x <= near;
        c->residual[j] = found ? 0.0 : INFINITY;
        if (found)
            DDBLAS_CHECK(send(c, numbers(c, c->l.X) + order[at++] + j * s->n, &one, sizeof one));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the last step --------------------------------------------------------------------------- */

/* C = alpha A^T B, or alpha A B + C, of W. */
static ddblasStatus_t multiply(const struct call *c, int transposed, const cuddreal *A, const cuddreal *B, int64_t ldb,
                               cuddreal *C, int64_t ldc)
{
    static const cuddreal one = {1.0, 0.0}, minus = {-1.0, 0.0}, zero = {0.0, 0.0};
    const int64_t n = c->s->n, m = c->s->m;
    const struct ddblas_gemm_problem product = {.type = DDBLAS_TYPE_W,
                                                .transa = transposed ? DDBLAS_OP_T : DDBLAS_OP_N,
                                                .transb = DDBLAS_OP_N,
                                                .m = transposed ? m : n,
                                                .n = m,
                                                .k = transposed ? n : m,
                                                .alpha = transposed ? &one : &minus,
                                                .A = A,
                                                .lda = n,
                                                .B = B,
                                                .ldb = ldb,
                                                .beta = transposed ? &zero : &one,
                                                .C = C,
                                                .ldc = ldc};
    return ddblas_block_gemm_part(c->blocks, &product);
}

static ddblasStatus_t halve(const struct call *c)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_stein_halve_cuda(c->blocks->handle, c->s->m, numbers(c, c->l.S));
#endif
    ddblas_stein_halve_cpu(c->s->m, numbers(c, c->l.S));
    return DDBLAS_STATUS_SUCCESS;
}

/* Y = X - X S, S = (X^T X - I) / 2. */
static ddblasStatus_t orthogonalize(const struct call *c)
{
    const int planning = c->blocks->planning;
    static cuddreal nothing;
    const int64_t n = c->s->n, m = c->s->m;
    cuddreal *X = planning ? &nothing : numbers(c, c->l.X), *S = planning ? &nothing : numbers(c, c->l.S),
             *Y = planning ? &nothing : numbers(c, c->l.Y);
    DDBLAS_CHECK(multiply(c, 1, X, X, n, S, m));
    if (!planning)
    {
        DDBLAS_CHECK(halve(c));
#if DDBLAS_HAVE_CUDA
        if (ddblas_factor_on_cuda(c->blocks))
            DDBLAS_CHECK(ddblas_copy_cuda(c->blocks->handle, DDBLAS_TYPE_W, n, m, X, n, Y, n));
#endif
        if (!ddblas_factor_on_cuda(c->blocks))
            ddblas_copy_cpu(c->blocks->handle, sizeof *X, n, m, X, n, Y, n);
    }
    return multiply(c, 0, X, S, m, Y, n);
}

/* Z = the vectors at `from` as elements of the type of the run. */
static ddblasStatus_t store_vectors(const struct call *c, size_t from, void *Z, int64_t ldz)
{
    const struct ddblas_eigen_gather gather = {.type = c->blocks->type,
                                               .rows = c->s->n,
                                               .columns = c->s->m,
                                               .Z = array(c, from),
                                               .ldz = c->s->n,
                                               .order = array(c, c->l.order),
                                               .out = Z,
                                               .ldo = ldz};
    for (int64_t j = 0; j < c->s->m; j++)
        c->order[j] = j;
    DDBLAS_CHECK(send(c, array(c, c->l.order), c->order, (size_t)c->s->m * sizeof *c->order));
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_eigen_gather_cuda(c->blocks->handle, &gather);
#endif
    ddblas_eigen_gather_cpu(&gather);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Columns whose residual is too large become `value` in an array of `size` bytes an element, each
 * of one or two numbers of W. */
static ddblasStatus_t fill_failures(const struct call *c, void *to, int64_t ld, size_t size, cuddreal value, int64_t *failed)
{
    cuddreal *column = c->column;
    *failed = 0;
    for (size_t i = 0; i < (size_t)c->s->n * (size / sizeof *column); i++)
        column[i] = value;
    for (int64_t j = 0; j < c->s->m; j++)
        if (!(c->residual[j] <= largest_residual(c)))
        {
            *failed += 1;
            DDBLAS_CHECK(send(c, (char *)to + (size_t)(j * ld) * size, column, (size_t)c->s->n * size));
        }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_stein_blocks(struct ddblas_block_run *b, const struct ddblas_stein *s, void *Z, int64_t ldz,
                                   int64_t *failed)
{
    const struct call c = begin_call(b, s);
    if (b->planning)
        return orthogonalize(&c);
    const int diagonal = is_diagonal(s);
    DDBLAS_CHECK(diagonal ? choose_unit_vectors(&c) : iterate(&c));
    if (!diagonal)
    {
        DDBLAS_CHECK(fill_failures(&c, array(&c, c.l.X), s->n, sizeof(cuddreal), cuddFromDouble(0.0), failed));
        DDBLAS_CHECK(orthogonalize(&c));
    }
    DDBLAS_CHECK(store_vectors(&c, diagonal ? c.l.X : c.l.Y, Z, ldz));
    return fill_failures(&c, Z, ldz, b->size, cuddNan(), failed);
}
