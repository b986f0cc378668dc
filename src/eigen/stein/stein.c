/*
 * stein: entry points, checks, workspace query, and the routine: the host scales T and w by a power
 * of two and checks them.
 */
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "stein.h"

#include <dd/tridiagonal.h>

struct problem
{
    ddblasType_t type;
    int64_t n, m;
    const void *d, *e, *w; /* In engine memory, as what follows. */
    void *Z;
    int64_t ldz;
    int64_t *info;
};

/* ---- the routine ----------------------------------------------------------------------------- */

static ddblasStatus_t fetch(const struct ddblas_block_run *b, cuddreal *host, const void *engine, int64_t numbers)
{
    const size_t bytes = (size_t)numbers * sizeof *host;
    if (bytes == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_engine(b->handle,
                               b->handle->backend->from_engine(host, bytes, engine, bytes, bytes, 1, b->handle->stream), "stein");
}

/* Scales w as T. Returns 0 if it is not finite or does not ascend. */
static int scale_values(int64_t m, cuddreal *w, int exponent)
{
    for (int64_t j = 0; j < m; j++)
    {
        if (!cuddIsFinite(w[j]))
            return 0;
        w[j] = cuddLdexp(w[j], -exponent);
        if (!cuddIsFinite(w[j]) || (j > 0 && cuddLt(w[j], w[j - 1])))
            return 0;
    }
    return 1;
}

/* The numbers d, e and w are in host memory, behind each other. */
static ddblasStatus_t run_call(struct ddblas_block_run *b, const struct problem *p, void *memory, cuddreal *numbers)
{
    cuddreal *d = numbers, *e = d + p->n, *w = e + p->n;
    const struct ddblas_stein s = {
        .n = p->n, .m = p->m, .d = d, .e = e, .w = w, .memory = memory, .host = w + p->m, .name = "stein"};
    int64_t info = p->n + 1;
    int exponent = 0;
    DDBLAS_CHECK(fetch(b, d, p->d, p->n));
    DDBLAS_CHECK(fetch(b, e, p->e, p->n - 1));
    DDBLAS_CHECK(fetch(b, w, p->w, p->m));
    if (ddblas_tridiagonal_scale(p->n, d, e, &exponent) && scale_values(p->m, w, exponent))
        DDBLAS_CHECK(ddblas_stein_blocks(b, &s, p->Z, p->ldz, &info));
    return ddblas_check_engine(
        b->handle, b->handle->backend->to_engine(p->info, sizeof info, &info, sizeof info, sizeof info, 1, b->handle->stream),
        "stein");
}

static ddblasStatus_t stein_routine(struct ddblas_block_run *b, const void *problem)
{
    const struct problem *p = problem;
    const size_t bytes = ddblas_stein_bytes(b, p->n, p->m), numbers = (2 * (size_t)p->n + (size_t)p->m) * sizeof(cuddreal);
    void *memory = ddblas_qr_memory(b, (size_t)quotient_up((int64_t)bytes, (int64_t)b->size));
    const struct ddblas_stein planned = {.n = p->n, .m = p->m};
    int64_t failed;
    if (b->planning)
        return ddblas_stein_blocks(b, &planned, NULL, p->n, &failed);
    cuddreal *host = ddblas_host_alloc(numbers + ddblas_stein_host_bytes(p->n, p->m));
    if (!host)
        return ddblas_fail(b->handle, DDBLAS_STATUS_ALLOC_FAILED, "stein: no host memory for a tridiagonal matrix");
    const ddblasStatus_t status = run_call(b, p, memory, host);
    free(host);
    return status;
}

/* ---- entry points ---------------------------------------------------------------------------- */

static ddblasStatus_t check_count(ddblasHandle_t handle, int position, int64_t m, int64_t n)
{
    DDBLAS_CHECK(ddblas_check_size(handle, position, "m", m));
    return m <= n ? DDBLAS_STATUS_SUCCESS
                  : ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "m: %lld is above n = %lld", (long long)m,
                                         (long long)n);
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct problem *p)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "n", p->n));
    DDBLAS_CHECK(check_count(handle, 5, p->m, p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 8, "ldz", p->ldz, p->n));
    if (p->m > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 3, "d", DDBLAS_TYPE_W, arrays, p->d));
        if (p->n > 1)
            DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "e", DDBLAS_TYPE_W, arrays, p->e));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "w", DDBLAS_TYPE_W, arrays, p->w));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "Z", p->type, arrays, p->Z));
    }
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 9, "info", p->info));
    DDBLAS_CHECK(ddblas_check_order(handle, p->n));
    if (p->m > 0 && handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the stream records a graph, but stein waits for the device");
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t call_stein(ddblasHandle_t handle, const struct problem *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, p));
    return p->m == 0 ? ddblas_factor_clear_info(handle, p->info) : ddblas_factor_run(handle, p->type, stein_routine, p);
}

#define STEIN(name, letter, element)                                                                                             \
    ddblasStatus_t name(ddblasHandle_t handle, int64_t n, const cuddreal *d, const cuddreal *e, int64_t m, const cuddreal *w,    \
                        element *Z, int64_t ldz, int64_t *info)                                                                  \
    {                                                                                                                            \
        const struct problem problem = {                                                                                         \
            .type = DDBLAS_TYPE_##letter, .n = n, .m = m, .d = d, .e = e, .w = w, .Z = Z, .ldz = ldz, .info = info};             \
        return call_stein(handle, &problem);                                                                                     \
    }

STEIN(ddblasWstein, W, cuddreal)
STEIN(ddblasUstein, U, cuddcomplex)

ddblasStatus_t ddblasSteinWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t m, size_t *bytes)
{
    const struct problem p = {.type = type, .n = n, .m = m};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(check_count(handle, 4, m, n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    *bytes = m == 0 ? 0 : ddblas_block_workspace(handle, type, stein_routine, &p);
    return DDBLAS_STATUS_SUCCESS;
}
