/*
 * stedc and steqr: entry points, checks, workspace queries, and the routine as a function over
 * blocks. The host scales T by a power of two and checks it; then, on the engine,
 *
 *   T = X D X^T, X in the type of Z;  Z = X or Z X
 *
 * The memory: T; for Z X a matrix for X; and one part that holds the memory of the tridiagonal
 * problem and then a copy of Z.
 */
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "divide/divide.h"
#include "eigen.h"

#include <dd/tridiagonal.h>

struct problem
{
    ddblasType_t type;
    int divides; /* 1: stedc, 0: steqr */
    ddblasEvect_t compz;
    int64_t n;
    void *d; /* All arrays of the call are in engine memory. */
    const void *e;
    void *Z;
    int64_t ldz;
    int64_t *info;
};

static const char *name_of(const struct problem *p) { return p->divides ? "stedc" : "steqr"; }

/* ---- the routine ----------------------------------------------------------------------------- */

/* Offsets of the arrays in the workspace, in bytes, and its total size. */
struct layout
{
    size_t d, e, X, shared, all;
};

/* The state of one call: its arguments and memory. */
struct call
{
    struct ddblas_block_run *blocks;
    const struct problem *p;
    struct layout l;
    char *memory;
    struct ddblas_tridiagonal t;
    cuddreal *d, *e; /* In host memory. */
};

static void begin_call(struct call *c, struct ddblas_block_run *b, const struct problem *p)
{
    static char nothing; /* While planning there is no memory, but null has no defined offsets. */
    const double n = (double)p->n, matrix = p->compz == DDBLAS_EVECT_ORIGINAL ? n * n : 0.0;
    size_t copy = 0;
    *c = (struct call){.blocks = b, .p = p};
    c->t = (struct ddblas_tridiagonal){.vectors = p->compz != DDBLAS_EVECT_NONE,
                                       .divides = p->divides && p->n >= DDBLAS_DIVIDE_LEAST,
                                       .n = p->n,
                                       .name = name_of(p)};
    c->l.d = ddblas_eigen_place(&c->l.all, n, sizeof(cuddreal));
    c->l.e = ddblas_eigen_place(&c->l.all, n, sizeof(cuddreal));
    c->l.X = ddblas_eigen_place(&c->l.all, matrix, b->size);
    c->l.shared = c->l.all;
    (void)ddblas_eigen_place(&copy, matrix, b->size);
    (void)ddblas_eigen_place(&c->l.all, (double)most_bytes(copy, ddblas_tridiagonal_bytes(&c->t)), 1);
    void *memory = ddblas_block_scratch(b, (size_t)quotient_up((int64_t)c->l.all, (int64_t)b->size));
    c->memory = b->planning ? &nothing : memory;
    c->t.d = c->memory + c->l.d;
    c->t.e = c->memory + c->l.e;
    c->t.memory = c->memory + c->l.shared;
}

static ddblasStatus_t send(const struct call *c, void *engine, const void *host, int64_t numbers, size_t size)
{
    ddblasHandle_t h = c->blocks->handle;
    const size_t bytes = (size_t)numbers * size;
    if (bytes == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), c->t.name);
}

static ddblasStatus_t fetch(const struct call *c, void *host, const void *engine, int64_t numbers)
{
    ddblasHandle_t h = c->blocks->handle;
    const size_t bytes = (size_t)numbers * sizeof(cuddreal);
    if (bytes == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), c->t.name);
}

/* Copies T, times 2^-exponent, to the memory of the call. Sets *usable to 0 if T is not finite. */
static ddblasStatus_t load(struct call *c, int *exponent, int *usable)
{
    const int64_t n = c->p->n;
    DDBLAS_CHECK(fetch(c, c->d, c->p->d, n));
    DDBLAS_CHECK(fetch(c, c->e, c->p->e, n - 1));
    *usable = ddblas_tridiagonal_scale(n, c->d, c->e, exponent);
    if (!*usable)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(send(c, c->t.d, c->d, n, sizeof *c->d));
    return send(c, c->t.e, c->e, n, sizeof *c->e);
}

/* Computes Z = X or Z = Z X. */
static ddblasStatus_t form_vectors(const struct call *c)
{
    struct ddblas_block_run *b = c->blocks;
    const struct problem *p = c->p;
    const int64_t n = p->n;
    void *X = c->memory + c->l.X, *copy = c->t.memory;
    if (p->compz == DDBLAS_EVECT_NONE)
        return DDBLAS_STATUS_SUCCESS;
    if (p->compz == DDBLAS_EVECT_TRIDIAGONAL)
        return b->planning ? DDBLAS_STATUS_SUCCESS : ddblas_tridiagonal_gather(b, &c->t, p->Z, p->ldz);
    if (!b->planning)
        DDBLAS_CHECK(ddblas_tridiagonal_gather(b, &c->t, X, n));
    DDBLAS_CHECK(ddblas_block_copy(b, n, n, p->Z, p->ldz, copy, n));
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, b->one, copy, n, X, n, b->zero, p->Z, p->ldz);
}

/* Writes info, and to d the eigenvalues of c->d times 2^exponent, or NaN if info is not 0. */
static ddblasStatus_t store(const struct call *c, int exponent, int64_t info)
{
    const struct problem *p = c->p;
    for (int64_t i = 0; i < p->n; i++)
        c->d[i] = info == 0 ? cuddLdexp(c->d[i], exponent) : cuddNan();
    DDBLAS_CHECK(send(c, p->d, c->d, p->n, sizeof *c->d));
    DDBLAS_CHECK(send(c, p->info, &info, 1, sizeof info));
    if (info == 0 || info > p->n || p->compz == DDBLAS_EVECT_NONE)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_factor_poison(c->blocks->handle, p->type, p->info, p->n, p->n, p->Z, p->ldz);
}

static ddblasStatus_t run_call(struct call *c)
{
    int exponent = 0, usable = 1;
    int64_t failed = 0;
    DDBLAS_CHECK(load(c, &exponent, &usable));
    if (!usable)
        return store(c, 0, c->p->n + 1);
    DDBLAS_CHECK(ddblas_tridiagonal_blocks(c->blocks, &c->t, c->d, &failed));
    if (failed == 0)
        DDBLAS_CHECK(form_vectors(c));
    return store(c, exponent, failed);
}

static ddblasStatus_t stedc_blocks(struct ddblas_block_run *b, const void *problem)
{
    struct call c;
    int64_t failed = 0;
    begin_call(&c, b, problem);
    if (b->planning)
    {
        DDBLAS_CHECK(ddblas_tridiagonal_blocks(b, &c.t, NULL, &failed));
        return form_vectors(&c);
    }
    const size_t numbers = 2 * (size_t)c.p->n * sizeof *c.d;
    char *host = ddblas_host_alloc(numbers + ddblas_tridiagonal_host_bytes(&c.t));
    if (!host)
        return ddblas_fail(b->handle, DDBLAS_STATUS_ALLOC_FAILED, "%s: no host memory for a tridiagonal matrix", c.t.name);
    c.d = (cuddreal *)(void *)host;
    c.e = c.d + c.p->n;
    c.t.host = host + numbers;
    const ddblasStatus_t status = run_call(&c);
    free(host);
    return status;
}

/* ---- entry points ---------------------------------------------------------------------------- */

static ddblasStatus_t check_letter(ddblasHandle_t handle, int position, ddblasEvect_t compz)
{
    if (compz == DDBLAS_EVECT_NONE || compz == DDBLAS_EVECT_TRIDIAGONAL || compz == DDBLAS_EVECT_ORIGINAL)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "compz: %d is no ddblasEvect_t", (int)compz);
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct problem *p)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int vectors = p->compz != DDBLAS_EVECT_NONE;
    DDBLAS_CHECK(check_letter(handle, 2, p->compz));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 7, "ldz", p->ldz, vectors ? p->n : 1));
    if (p->n > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "d", DDBLAS_TYPE_W, arrays, p->d));
    if (p->n > 1)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "e", DDBLAS_TYPE_W, arrays, p->e));
    if (p->n > 0 && vectors)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "Z", p->type, arrays, p->Z));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 8, "info", p->info));
    DDBLAS_CHECK(ddblas_check_order(handle, p->n));
    if (p->n > 0 && handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the stream records a graph, but %s waits for the device",
                           name_of(p));
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t call_stedc(ddblasHandle_t handle, const struct problem *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, p));
    return p->n == 0 ? ddblas_factor_clear_info(handle, p->info) : ddblas_factor_run(handle, p->type, stedc_blocks, p);
}

#define STEDC(name, letter, element, divided)                                                                                    \
    ddblasStatus_t name(ddblasHandle_t handle, ddblasEvect_t compz, int64_t n, cuddreal *d, const cuddreal *e, element *Z,       \
                        int64_t ldz, int64_t *info)                                                                              \
    {                                                                                                                            \
        const struct problem problem = {.type = DDBLAS_TYPE_##letter,                                                            \
                                        .divides = divided,                                                                      \
                                        .compz = compz,                                                                          \
                                        .n = n,                                                                                  \
                                        .d = d,                                                                                  \
                                        .e = e,                                                                                  \
                                        .Z = Z,                                                                                  \
                                        .ldz = ldz,                                                                              \
                                        .info = info};                                                                           \
        return call_stedc(handle, &problem);                                                                                     \
    }

STEDC(ddblasWstedc, W, cuddreal, 1)
STEDC(ddblasUstedc, U, cuddcomplex, 1)
STEDC(ddblasWsteqr, W, cuddreal, 0)
STEDC(ddblasUsteqr, U, cuddcomplex, 0)

static ddblasStatus_t query(ddblasHandle_t handle, ddblasType_t type, int divides, ddblasEvect_t compz, int64_t n, size_t *bytes)
{
    static cuddcomplex nothing;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(check_letter(handle, 3, compz));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    const struct problem p = {.type = type, .divides = divides, .compz = compz, .n = n, .Z = &nothing, .ldz = n};
    *bytes = n == 0 ? 0 : ddblas_block_workspace(handle, type, stedc_blocks, &p);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasStedcWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEvect_t compz, int64_t n, size_t *bytes)
{
    return query(handle, type, 1, compz, n, bytes);
}

ddblasStatus_t ddblasSteqrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEvect_t compz, int64_t n, size_t *bytes)
{
    return query(handle, type, 0, compz, n, bytes);
}
