/*
 * Divide and conquer as a function over blocks, on either engine. The host computes the leaves and
 * deflates; passes and products of a level are issued for all of its merges, and one copy brings
 * back what the host needs for the next level: the shifts and origins of the roots and the ends of
 * the vectors. T is scaled so that the largest sum of moduli of a row is in [1/2, 1).
 *
 * An element of T or z is negligible if it is at most 2 u_w times that sum.
 */
#include <math.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "divide.h"

enum
{
    UNIT = 256 /* Alignment of the arrays, in bytes. */
};

static size_t place_array(size_t *end, double count, size_t size)
{
    const size_t most = PTRDIFF_MAX / 16, at = *end; /* No allocation of so many bytes succeeds. */
    const size_t bytes = count * (double)size < (double)most ? round_up_bytes((size_t)count * size, UNIT) : most;
    *end = *end + bytes < most ? *end + bytes : most;
    return at;
}

/* Offsets, in bytes, of arrays that exist in host and in engine memory, and their total size.
 * `given` is copied to the engine before a level, and `results` are copied back after it. */
struct given
{
    size_t pole, weight, square, rotation, row, source, merge, all;
};
struct results
{
    size_t shift, ends, origin, all;
};

static struct given lay_out_given(int64_t n)
{
    struct given g = {0};
    g.pole = place_array(&g.all, (double)n, sizeof(cuddreal));
    g.weight = place_array(&g.all, (double)n, sizeof(cuddreal));
    g.square = place_array(&g.all, (double)n, sizeof(cuddreal));
    g.rotation = place_array(&g.all, (double)n, sizeof(struct ddblas_divide_rotation));
    g.row = place_array(&g.all, (double)n, sizeof(int64_t));
    g.source = place_array(&g.all, (double)n, sizeof(int64_t));
    g.merge = place_array(&g.all, (double)quotient_up(n, DDBLAS_DIVIDE_LEAF), sizeof(struct ddblas_divide_merge));
    return g;
}

static struct results lay_out_results(int64_t n)
{
    struct results r = {0};
    r.shift = place_array(&r.all, (double)n, sizeof(cuddreal));
    r.ends = place_array(&r.all, (double)n, sizeof(cuddreal));
    r.origin = place_array(&r.all, (double)n, sizeof(int64_t));
    return r;
}

/* Offsets in the engine memory. */
struct layout
{
    size_t Q, P, S, solved, given, results, all;
};

static struct layout lay_out(int64_t n)
{
    const double order = (double)n;
    struct layout l = {0};
    l.Q = place_array(&l.all, order * order, sizeof(cuddreal));
    l.P = place_array(&l.all, order * order, sizeof(cuddreal));
    l.S = place_array(&l.all, order * order, sizeof(cuddreal));
    l.solved = place_array(&l.all, order, sizeof(cuddreal));
    l.given = place_array(&l.all, (double)lay_out_given(n).all, 1);
    l.results = place_array(&l.all, (double)lay_out_results(n).all, 1);
    return l;
}

size_t ddblas_divide_bytes(int64_t n) { return lay_out(n).all; }

/* Offsets in the host memory. */
struct host_layout
{
    size_t given, results, beta, other, order, kind, vectors, leaves, all;
};

static struct host_layout lay_out_host(int64_t n)
{
    const double order = (double)n;
    struct host_layout l = {0};
    l.given = place_array(&l.all, (double)lay_out_given(n).all, 1);
    l.results = place_array(&l.all, (double)lay_out_results(n).all, 1);
    l.beta = place_array(&l.all, order, sizeof(cuddreal));
    l.other = place_array(&l.all, order, sizeof(cuddreal));
    l.order = place_array(&l.all, 2.0 * order, sizeof(int64_t));
    l.kind = place_array(&l.all, order, 1);
    l.vectors = place_array(&l.all, order * DDBLAS_DIVIDE_LEAF, sizeof(cuddreal));
    l.leaves = place_array(&l.all, (double)ddblas_divide_leaves_bytes(n), 1);
    return l;
}

size_t ddblas_divide_host_bytes(int64_t n) { return lay_out_host(n).all; }

/* The state of one call: its arguments and memory. */
struct call
{
    struct ddblas_block_run *blocks;
    const struct ddblas_divide *p;
    int depth;
    struct given given;
    struct results results;
    struct layout engine;
    struct host_layout host;
    struct ddblas_divide_level level;
    double negligible;
};

static char *engine_at(const struct call *c, size_t at) { return (char *)c->p->memory + at; }
static char *host_at(const struct call *c, size_t at) { return (char *)c->p->host + at; }
static cuddreal *numbers(char *at) { return (cuddreal *)(void *)at; }
static int64_t *integers(char *at) { return (int64_t *)(void *)at; }

static void begin_call(struct call *c)
{
    const int64_t n = c->p->n;
    while (quotient_up(n, (int64_t)1 << c->depth) > DDBLAS_DIVIDE_LEAF)
        c->depth++;
    c->given = lay_out_given(n);
    c->results = lay_out_results(n);
    c->engine = lay_out(n);
    c->host = lay_out_host(n);
    char *given = engine_at(c, c->engine.given), *results = engine_at(c, c->engine.results);
    c->level = (struct ddblas_divide_level){.n = n,
                                            .depth = c->depth,
                                            .Q = numbers(engine_at(c, c->engine.Q)),
                                            .P = numbers(engine_at(c, c->engine.P)),
                                            .S = numbers(engine_at(c, c->engine.S)),
                                            .merge = (struct ddblas_divide_merge *)(void *)(given + c->given.merge),
                                            .rotation = (struct ddblas_divide_rotation *)(void *)(given + c->given.rotation),
                                            .pole = numbers(given + c->given.pole),
                                            .weight = numbers(given + c->given.weight),
                                            .square = numbers(given + c->given.square),
                                            .row = integers(given + c->given.row),
                                            .source = integers(given + c->given.source),
                                            .solved = numbers(engine_at(c, c->engine.solved)),
                                            .origin = integers(results + c->results.origin),
                                            .shift = numbers(results + c->results.shift),
                                            .ends = numbers(results + c->results.ends)};
}

/* ---- the engine ------------------------------------------------------------------------------ */

static ddblasStatus_t send(const struct call *c, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), "eigenvectors");
}

static ddblasStatus_t fetch(const struct call *c, void *host, const void *engine, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), "eigenvectors");
}

static ddblasStatus_t pass(const struct call *c, enum ddblas_divide_pass which)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_divide_pass_cuda(c->blocks->handle, which, &c->level);
#endif
    ddblas_divide_pass_cpu(c->blocks->handle, which, &c->level);
    return DDBLAS_STATUS_SUCCESS;
}

/* Computes C = A B; all leading dimensions are n. */
static ddblasStatus_t multiply(const struct call *c, int64_t m, int64_t n, int64_t k, const cuddreal *A, const cuddreal *B,
                               cuddreal *C)
{
    static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    const struct ddblas_gemm_problem product = {.type = DDBLAS_TYPE_W,
                                                .transa = DDBLAS_OP_N,
                                                .transb = DDBLAS_OP_N,
                                                .m = m,
                                                .n = n,
                                                .k = k,
                                                .alpha = &one,
                                                .A = A,
                                                .lda = c->p->n,
                                                .B = B,
                                                .ldb = c->p->n,
                                                .beta = &zero,
                                                .C = C,
                                                .ldc = c->p->n};
    return ddblas_block_gemm_part(c->blocks, &product);
}

/* Plans the products of a level for every outcome of the deflation. A block of the level below has
 * `half` or half + 1 rows, and one of this level `whole` or whole + 1. */
static ddblasStatus_t plan_level(const struct call *c, int height)
{
    const int64_t half = ddblas_divide_begin(c->p->n, c->depth, (int64_t)1 << (height - 1)),
                  whole = ddblas_divide_begin(c->p->n, c->depth, (int64_t)1 << height);
    for (int which = 0; which < 4; which++)
    {
        const int64_t m = half + which % 2, size = whole + which / 2, unit = ddblas_divide_padded(size, 1);
        for (int64_t n = unit, columns = 0; columns < size; n += unit)
        {
            columns = ddblas_divide_padded(size, n);
            for (int64_t k = 0, terms = 0; k <= n; k += unit)
            {
                terms = ddblas_divide_padded(size, k);
                DDBLAS_CHECK(multiply(c, m, columns, terms, c->level.P, c->level.S, c->level.Q));
            }
        }
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* Computes Q = P S for a merge. P is zero in the rows where packed columns have no elements. */
static ddblasStatus_t multiply_merge(const struct call *c, const struct ddblas_divide_merge *m)
{
    const int64_t n = c->p->n, at = m->first * (n + 1), lower = ddblas_divide_padded(m->size, m->k - m->upper),
                  begin = least(m->upper, m->padded - lower);
    const struct ddblas_divide_level *l = &c->level;
    DDBLAS_CHECK(multiply(c, m->left, m->padded, ddblas_divide_padded(m->size, m->top), l->P + at, l->S + at, l->Q + at));
    return multiply(c, m->size - m->left, m->padded, lower, l->P + at + m->left + begin * n, l->S + at + begin,
                    l->Q + at + m->left);
}

/* ---- the host -------------------------------------------------------------------------------- */

static cuddreal scaled(cuddreal a, int exponent) { return cuddLdexp(a, exponent); }

/* Scales T by 2^-exponent and cuts it into leaves. */
static void cut(struct call *c, int *exponent)
{
    const int64_t n = c->p->n;
    cuddreal *d = c->p->d, *e = c->p->e, *beta = numbers(host_at(c, c->host.beta));
    double norm = ddblas_tridiagonal_norm(n, d, e);
    *exponent = 0;
    if (norm > 0.0)
        norm = frexp(norm, exponent);
    c->negligible = 2.0 * 0x1p-104 * norm;
    for (int64_t i = 0; i < n; i++)
    {
        d[i] = scaled(d[i], -*exponent);
        e[i] = i + 1 < n ? scaled(e[i], -*exponent) : cuddFromDouble(0.0);
    }
    for (int64_t l = 1; l < (int64_t)1 << c->depth; l++)
    {
        const int64_t i = ddblas_divide_begin(n, c->depth, l);
        beta[l] = e[i - 1];
        d[i - 1] = cuddSub(d[i - 1], cuddFabs(beta[l]));
        d[i] = cuddSub(d[i], cuddFabs(beta[l]));
    }
}

static ddblasStatus_t solve_leaves(const struct call *c, int64_t *failed)
{
    const int64_t n = c->p->n;
    const struct ddblas_divide_leaves leaves = {.n = n,
                                                .depth = c->depth,
                                                .most = c->p->most,
                                                .d = c->p->d,
                                                .e = c->p->e,
                                                .vectors = numbers(host_at(c, c->host.vectors)),
                                                .memory = host_at(c, c->host.leaves)};
    ddblas_divide_leaves(c->blocks->handle, &leaves, failed);
    DDBLAS_CHECK(send(c, c->level.S, leaves.vectors, (size_t)(n * DDBLAS_DIVIDE_LEAF) * sizeof *leaves.vectors));
    return pass(c, DDBLAS_DIVIDE_PLACE);
}

/* Deflates all merges of a level. Lists those that still have poles, in host memory. */
static struct ddblas_divide_merge *deflate(struct call *c)
{
    const int64_t n = c->p->n, blocks = (int64_t)1 << (c->depth - c->level.height), leaves = (int64_t)1 << c->level.height;
    char *given = host_at(c, c->host.given), *results = host_at(c, c->host.results);
    struct ddblas_divide_merge *merges = (struct ddblas_divide_merge *)(void *)(given + c->given.merge);
    struct ddblas_divide_rotation *rotations = (struct ddblas_divide_rotation *)(void *)(given + c->given.rotation);
    c->level.count = c->level.widest = 0;
    for (int64_t block = 0; block < blocks; block++)
    {
        struct ddblas_divide_merge *m = &merges[c->level.count];
        const int64_t middle = block * leaves + leaves / 2;
        const int64_t first = m->first = m->rotation = ddblas_divide_begin(n, c->depth, block * leaves);
        m->left = ddblas_divide_begin(n, c->depth, middle) - first;
        m->size = ddblas_divide_begin(n, c->depth, (block + 1) * leaves) - first;
        const struct ddblas_divide_deflation f = {.beta = numbers(host_at(c, c->host.beta))[middle],
                                                  .negligible = c->negligible,
                                                  .d = c->p->d + first,
                                                  .z = numbers(results + c->results.ends) + first,
                                                  .pole = numbers(given + c->given.pole) + first,
                                                  .weight = numbers(given + c->given.weight) + first,
                                                  .square = numbers(given + c->given.square) + first,
                                                  .row = integers(given + c->given.row) + first,
                                                  .source = integers(given + c->given.source) + first,
                                                  .rotation = rotations + first,
                                                  .order = integers(host_at(c, c->host.order)),
                                                  .other = numbers(host_at(c, c->host.other)),
                                                  .kind = host_at(c, c->host.kind)};
        ddblas_divide_deflate(m, &f);
        c->level.widest = most(c->level.widest, m->size);
        c->level.count += m->k > 0;
    }
    return merges;
}

/* Stores the roots in d. */
static void store_roots(const struct call *c, const struct ddblas_divide_merge *merges)
{
    const char *given = host_at(c, c->host.given), *results = host_at(c, c->host.results);
    const cuddreal *pole = (const cuddreal *)(const void *)(given + c->given.pole),
                   *shift = (const cuddreal *)(const void *)(results + c->results.shift);
    const int64_t *origin = (const int64_t *)(const void *)(results + c->results.origin);
    for (int64_t k = 0; k < c->level.count; k++)
        for (int64_t j = merges[k].first; j < merges[k].first + merges[k].k; j++)
            c->p->d[j] = cuddAdd(pole[merges[k].first + origin[j]], shift[j]);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static ddblasStatus_t fetch_results(const struct call *c)
{
    return fetch(c, host_at(c, c->host.results), engine_at(c, c->engine.results), c->results.all);
}

/* Merges the blocks of 2^(height - 1) leaves. */
static ddblasStatus_t merge_level(struct call *c, int height)
{
    static const enum ddblas_divide_pass passes[] = {DDBLAS_DIVIDE_ROTATE, DDBLAS_DIVIDE_PACK, DDBLAS_DIVIDE_ROOTS,
                                                     DDBLAS_DIVIDE_WEIGHTS, DDBLAS_DIVIDE_VECTORS};
    c->level.height = height;
    const struct ddblas_divide_merge *merges = deflate(c);
    if (c->level.count > 0)
    {
        DDBLAS_CHECK(send(c, engine_at(c, c->engine.given), host_at(c, c->host.given), c->given.all));
        for (size_t k = 0; k < sizeof passes / sizeof passes[0]; k++)
            DDBLAS_CHECK(pass(c, passes[k]));
        for (int64_t k = 0; k < c->level.count; k++)
            DDBLAS_CHECK(multiply_merge(c, &merges[k]));
        DDBLAS_CHECK(pass(c, DDBLAS_DIVIDE_RETURN));
    }
    if (height < c->depth)
        DDBLAS_CHECK(pass(c, DDBLAS_DIVIDE_ENDS));
    DDBLAS_CHECK(fetch_results(c));
    store_roots(c, merges);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_divide_blocks(struct ddblas_block_run *b, const struct ddblas_divide *problem, int64_t *failed)
{
    struct call c = {.blocks = b, .p = problem};
    int exponent = 0;
    *failed = 0;
    begin_call(&c);
    for (int height = 1; height <= c.depth && b->planning; height++)
        DDBLAS_CHECK(plan_level(&c, height));
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
    cut(&c, &exponent);
    DDBLAS_CHECK(solve_leaves(&c, failed));
    if (*failed)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(pass(&c, DDBLAS_DIVIDE_ENDS));
    DDBLAS_CHECK(fetch_results(&c));
    for (int height = 1; height <= c.depth; height++)
        DDBLAS_CHECK(merge_level(&c, height));
    for (int64_t i = 0; i < problem->n; i++)
        problem->d[i] = scaled(problem->d[i], exponent);
    return DDBLAS_STATUS_SUCCESS;
}
