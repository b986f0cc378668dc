/*
 * stebz: entry point, checks, workspace query, and the routine as a function over blocks. The host
 * scales T by a power of two, checks it, and turns an interval into numbers of eigenvalues; the
 * engine bisects. The memory: T's diagonal, the squares of its subdiagonal, and the intervals.
 */
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "eigen.h"

#include <dd/tridiagonal.h>

struct problem
{
    ddblasEigRange_t range;
    int64_t n;
    cuddreal low, high; /* The interval, for RANGE_V. */
    int64_t il, iu;     /* The numbers of eigenvalues, for RANGE_I. */
    const void *d, *e;  /* These and the pointers below are in engine memory. */
    int64_t *m;
    void *w;
    int64_t *info;
};

/* ---- the routine ----------------------------------------------------------------------------- */

/* The state of one call: its arguments and memory. */
struct call
{
    struct ddblas_block_run *blocks;
    const struct problem *p;
    cuddreal *memory;          /* 4 n numbers in engine memory. */
    cuddreal *d, *e, *squares; /* In host memory: T, which is scaled in place, and the squares of e. */
};

static ddblasStatus_t send(const struct call *c, void *engine, const void *host, int64_t numbers, size_t size)
{
    ddblasHandle_t h = c->blocks->handle;
    const size_t bytes = (size_t)numbers * size;
    if (bytes == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), "stebz");
}

static ddblasStatus_t fetch(const struct call *c, void *host, const void *engine, int64_t numbers)
{
    ddblasHandle_t h = c->blocks->handle;
    const size_t bytes = (size_t)numbers * sizeof(cuddreal);
    if (bytes == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), "stebz");
}

/* The eigenvalues in the range become c->d. */
static ddblasStatus_t bisect(struct call *c, int exponent, int64_t *count)
{
    const struct problem *p = c->p;
    const struct ddblas_eigen_range range = {p->range, p->low, p->high, p->il, p->iu};
    struct ddblas_tridiagonal_values v = {
        .n = p->n, .d = c->d, .e = c->e, .squares = c->squares, .memory = c->memory, .values = c->d, .name = "stebz"};
    for (int64_t i = 0; i < p->n; i++)
        c->squares[i] = cuddSqr(c->e[i]);
    ddblas_tridiagonal_choose(p->n, c->d, c->squares, &range, exponent, &v.first, &v.count);
    *count = v.count;
    return ddblas_tridiagonal_bisect(c->blocks, &v);
}

static ddblasStatus_t run_call(struct call *c)
{
    const struct problem *p = c->p;
    int64_t count = 0, info = p->n + 1;
    int exponent = 0;
    DDBLAS_CHECK(fetch(c, c->d, p->d, p->n));
    DDBLAS_CHECK(fetch(c, c->e, p->e, p->n - 1));
    if (ddblas_tridiagonal_scale(p->n, c->d, c->e, &exponent))
    {
        info = 0;
        DDBLAS_CHECK(bisect(c, exponent, &count));
    }
    for (int64_t k = 0; k < count; k++)
        c->d[k] = cuddLdexp(c->d[k], exponent);
    DDBLAS_CHECK(send(c, p->w, c->d, count, sizeof *c->d));
    DDBLAS_CHECK(send(c, p->m, &count, 1, sizeof count));
    return send(c, p->info, &info, 1, sizeof info);
}

static ddblasStatus_t stebz_blocks(struct ddblas_block_run *b, const void *problem)
{
    struct call c = {.blocks = b, .p = problem};
    const int64_t n = c.p->n;
    c.memory = ddblas_block_scratch(b, 4 * (size_t)n);
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
    c.d = ddblas_host_alloc(3 * (size_t)n * sizeof *c.d);
    if (!c.d)
        return ddblas_fail(b->handle, DDBLAS_STATUS_ALLOC_FAILED, "stebz: no host memory for a tridiagonal matrix");
    c.e = c.d + n;
    c.squares = c.d + 2 * n;
    const ddblasStatus_t status = run_call(&c);
    free(c.d);
    return status;
}

/* ---- entry points ---------------------------------------------------------------------------- */

static ddblasStatus_t check_range(ddblasHandle_t handle, const struct problem *p, const cuddreal *vl, const cuddreal *vu)
{
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    if (p->range == DDBLAS_EIG_RANGE_V)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "vl", DDBLAS_TYPE_W, DDBLAS_PLACE_HOST, vl));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "vu", DDBLAS_TYPE_W, DDBLAS_PLACE_HOST, vu));
        if (!cuddLt(*(const ddblas_host_w *)vl, *(const ddblas_host_w *)vu))
            return ddblas_fail_argument(handle, invalid, 5, "vu: not above vl");
    }
    if (p->range == DDBLAS_EIG_RANGE_I && p->n > 0)
    {
        if (p->il < 1 || p->il > p->n)
            return ddblas_fail_argument(handle, invalid, 6, "il: %lld is not within 1 and n", (long long)p->il);
        if (p->iu < p->il || p->iu > p->n)
            return ddblas_fail_argument(handle, invalid, 7, "iu: %lld is not within il and n", (long long)p->iu);
    }
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct problem *p, const cuddreal *vl, const cuddreal *vu)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    if (p->range != DDBLAS_EIG_RANGE_ALL && p->range != DDBLAS_EIG_RANGE_I && p->range != DDBLAS_EIG_RANGE_V)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "range: %d is no ddblasEigRange_t", (int)p->range);
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(check_range(handle, p, vl, vu));
    if (p->n > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "d", DDBLAS_TYPE_W, arrays, p->d));
    if (p->n > 1)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "e", DDBLAS_TYPE_W, arrays, p->e));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 10, "m", p->m));
    if (p->n > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 11, "w", DDBLAS_TYPE_W, arrays, p->w));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 12, "info", p->info));
    DDBLAS_CHECK(ddblas_check_order(handle, p->n));
    if (p->n > 0 && handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the stream records a graph, but stebz waits for the device");
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasWstebz(ddblasHandle_t handle, ddblasEigRange_t range, int64_t n, const cuddreal *vl, const cuddreal *vu,
                            int64_t il, int64_t iu, const cuddreal *d, const cuddreal *e, int64_t *m, cuddreal *w, int64_t *info)
{
    struct problem p = {.range = range, .n = n, .il = il, .iu = iu, .d = d, .e = e, .m = m, .w = w, .info = info};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, &p, vl, vu));
    if (n == 0)
    {
        DDBLAS_CHECK(ddblas_factor_clear_info(handle, m));
        return ddblas_factor_clear_info(handle, info);
    }
    if (range == DDBLAS_EIG_RANGE_V)
    {
        p.low = *(const ddblas_host_w *)vl;
        p.high = *(const ddblas_host_w *)vu;
    }
    return ddblas_factor_run(handle, DDBLAS_TYPE_W, stebz_blocks, &p);
}

ddblasStatus_t ddblasStebzWorkspaceSize(ddblasHandle_t handle, int64_t n, size_t *bytes)
{
    const struct problem p = {.n = n};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 3, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    *bytes = n == 0 ? 0 : ddblas_block_workspace(handle, DDBLAS_TYPE_W, stebz_blocks, &p);
    return DDBLAS_STATUS_SUCCESS;
}
