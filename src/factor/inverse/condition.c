/*
 * trcon, pocon and gecon: entry points, checks, and the estimate of the norm of an inverse, whose
 * products with vectors are systems with the factors. It runs on the host, the systems on the
 * engine.
 */
#include <math.h>
#include <stdlib.h>

#include "condition.h"

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/estimate.h"
#include "factor/factor.h"

enum
{
    ROUNDS = 5, /* Products with the inverse, as in LAPACK. */
    COLUMNS = 2
};

enum task
{
    TRCON,
    POCON,
    GECON
};

struct condition
{
    ddblasHandle_t handle;
    ddblasType_t type;
    enum task task;
    ddblasNorm_t norm; /* pocon: ONE. */
    ddblasFillMode_t uplo;
    ddblasDiagType_t diag;
    int64_t n;
    const void *A;
    int64_t lda;
    double anorm, *rcond;
    /* One product: the columns of `vectors`, in host memory, and whether it is with the conjugate
     * transpose. */
    void *vectors; /* In W or U. */
    void *packed;  /* The same in S, D, C or Z. */
    int64_t count;
    int adjoint;
};

/* ---- one product ----------------------------------------------------------------------------- */

/* Elements of S, D, C and Z are in c->packed while they are copied, those of W and U in
 * c->vectors. */
static ddblasStatus_t copy(struct ddblas_block_run *b, const struct condition *c, void *engine, int to_engine)
{
    const struct ddblas_backend *backend = b->handle->backend;
    const size_t width = (size_t)c->n * b->size;
    const int converts = !ddblas_type_is_double_double(c->type);
    void *host = converts ? c->packed : c->vectors;
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
    if (to_engine)
        ddblas_estimate_pack(c->type, c->n * c->count, c->vectors, c->packed);
    const ddblasStatus_t status =
        to_engine ? backend->to_engine(engine, width, host, width, width, (size_t)c->count, b->handle->stream)
                  : backend->from_engine(host, width, engine, width, width, (size_t)c->count, b->handle->stream);
    if (!to_engine && status == DDBLAS_STATUS_SUCCESS)
        ddblas_estimate_unpack(c->type, c->n * c->count, c->vectors, c->packed);
    return ddblas_check_engine(b->handle, status, "an estimate of a condition");
}

static ddblasStatus_t solve(struct ddblas_block_run *b, const struct condition *c, void *x, ddblasFillMode_t uplo,
                            ddblasDiagType_t diag, int adjoint)
{
    const struct ddblas_triangular_problem t = {.type = c->type,
                                                .side = DDBLAS_SIDE_LEFT,
                                                .uplo = uplo,
                                                .trans = !adjoint                          ? DDBLAS_OP_N
                                                         : ddblas_type_is_complex(c->type) ? DDBLAS_OP_C
                                                                                           : DDBLAS_OP_T,
                                                .diag = diag,
                                                .m = c->n,
                                                .n = c->count,
                                                .alpha = b->one,
                                                .A = c->A,
                                                .lda = c->lda,
                                                .B = x,
                                                .ldb = c->n,
                                                .C = x,
                                                .ldc = c->n};
    return ddblas_trsm_blocks(b, &t);
}

/* A^-1 = U^-1 L^-1 up to the order of columns, its adjoint L^-H U^-H; for Cholesky the triangle T
 * and its conjugate transpose, T first if it is lower. */
static ddblasStatus_t solve_with_factors(struct ddblas_block_run *b, const struct condition *c, void *x)
{
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER, upper = DDBLAS_FILL_MODE_UPPER;
    const int upper_factor = c->uplo == upper;
    if (c->task == TRCON)
        return solve(b, c, x, c->uplo, c->diag, c->adjoint);
    if (c->task == POCON)
    {
        DDBLAS_CHECK(solve(b, c, x, c->uplo, DDBLAS_DIAG_NON_UNIT, upper_factor));
        return solve(b, c, x, c->uplo, DDBLAS_DIAG_NON_UNIT, !upper_factor);
    }
    if (!c->adjoint)
        DDBLAS_CHECK(solve(b, c, x, lower, DDBLAS_DIAG_UNIT, 0));
    DDBLAS_CHECK(solve(b, c, x, upper, DDBLAS_DIAG_NON_UNIT, c->adjoint));
    return c->adjoint ? solve(b, c, x, lower, DDBLAS_DIAG_UNIT, 1) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t condition_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct condition *c = problem;
    void *x = ddblas_block_scratch(b, (size_t)(COLUMNS * c->n));
    DDBLAS_CHECK(copy(b, c, x, 1));
    DDBLAS_CHECK(solve_with_factors(b, c, x));
    return copy(b, c, x, 0);
}

/* The norm of row sums is that of column sums of the adjoint. */
static ddblasStatus_t multiply(void *context, int adjoint, int64_t count)
{
    struct condition *c = context;
    c->adjoint = c->norm == DDBLAS_NORM_INF ? !adjoint : adjoint;
    c->count = count;
    return ddblas_factor_run(c->handle, c->type, condition_blocks, c);
}

/* ---- a call ---------------------------------------------------------------------------------- */

/* *singular becomes 1 if the diagonal, which is copied to c->packed, has a zero. */
static ddblasStatus_t find_zero(struct condition *c, int *singular)
{
    const size_t size = ddblas_type_size(c->type);
    DDBLAS_CHECK(ddblas_check_engine(c->handle,
                                     c->handle->backend->from_engine(c->packed, size, c->A, (size_t)(c->lda + 1) * size, size,
                                                                     (size_t)c->n, c->handle->stream),
                                     "an estimate of a condition"));
    *singular = 0;
    for (int64_t k = 0; k < c->n; k++)
        *singular = *singular || ddblas_type_is_zero(c->type, (const char *)c->packed + (size_t)k * size);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t estimate_condition(struct condition *c)
{
    const struct ddblas_estimate estimate = {.n = c->n,
                                             .is_complex = ddblas_type_is_complex(c->type),
                                             .rounds = ROUNDS,
                                             .x = c->vectors,
                                             .multiply = multiply,
                                             .context = c};
    double inverse = 0.0;
    int singular = 0;
    if (c->diag == DDBLAS_DIAG_NON_UNIT)
        DDBLAS_CHECK(find_zero(c, &singular));
    if (!singular)
        DDBLAS_CHECK(ddblas_estimate_norm(&estimate, &inverse));
    *c->rcond = singular || c->anorm == 0.0 || isinf(c->anorm) ? 0.0 : 1.0 / inverse / c->anorm;
    return DDBLAS_STATUS_SUCCESS;
}

size_t ddblas_condition_memory(ddblasType_t type, int64_t n)
{
    return 2 * (size_t)(COLUMNS * n) * (ddblas_type_is_complex(type) ? sizeof(cuddcomplex) : sizeof(cuddreal));
}

/* The second half of the memory is for S, D, C and Z, and for a diagonal. */
static void place_vectors(struct condition *c, void *memory)
{
    c->vectors = memory;
    c->packed = (char *)memory + ddblas_condition_memory(c->type, c->n) / 2;
}

ddblasStatus_t ddblas_condition_of_factors(ddblasHandle_t handle, const struct ddblas_condition *p, void *memory, double *rcond)
{
    struct condition c = {.handle = handle,
                          .type = p->type,
                          .task = p->positive ? POCON : GECON,
                          .norm = p->norm,
                          .uplo = p->uplo,
                          .n = p->n,
                          .A = p->A,
                          .lda = p->lda,
                          .anorm = p->anorm,
                          .rcond = rcond};
    place_vectors(&c, memory);
    return estimate_condition(&c);
}

static ddblasStatus_t check_norm(ddblasHandle_t handle, int position, ddblasNorm_t norm)
{
    if (norm == DDBLAS_NORM_ONE || norm == DDBLAS_NORM_INF)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "norm: %d is neither ONE nor INF", (int)norm);
}

/* Arguments by position: norm (not pocon), uplo (not gecon), diag (trcon), n, A, lda, anorm,
 * rcond. */
static ddblasStatus_t check_call(const struct condition *c)
{
    ddblasHandle_t handle = c->handle;
    int at = 2;
    if (c->task != POCON)
        DDBLAS_CHECK(check_norm(handle, at++, c->norm));
    if (c->task != GECON)
        DDBLAS_CHECK(ddblas_check_fill(handle, at++, c->uplo));
    if (c->task == TRCON)
        DDBLAS_CHECK(ddblas_check_diagonal(handle, at++, c->diag));
    DDBLAS_CHECK(ddblas_check_size(handle, at, "n", c->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at + 2, "lda", c->lda, c->n));
    if (!(c->anorm >= 0.0))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, at + 3, "anorm: %g is not a norm", c->anorm);
    if (c->n > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, at + 1, "A", c->type, ddblas_place_of_arrays(handle), c->A));
    DDBLAS_CHECK(ddblas_check_pointer(handle, at + 4, "rcond", DDBLAS_TYPE_D, DDBLAS_PLACE_HOST, c->rcond));
    DDBLAS_CHECK(ddblas_check_order(handle, c->n));
    if (handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "an estimate of a condition decides on the host and cannot be recorded in a graph");
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t run_call(const struct condition *call)
{
    struct condition c = *call;
    DDBLAS_CHECK(ddblas_enter(c.handle));
    DDBLAS_CHECK(check_call(&c));
    if (c.n == 0)
    {
        *c.rcond = 1.0;
        return DDBLAS_STATUS_SUCCESS;
    }
    void *memory = ddblas_host_alloc(ddblas_condition_memory(c.type, c.n));
    if (!memory)
        return ddblas_fail(c.handle, DDBLAS_STATUS_ALLOC_FAILED, "no host memory for two vectors of %lld", (long long)c.n);
    place_vectors(&c, memory);
    const ddblasStatus_t status = estimate_condition(&c);
    free(memory);
    return status;
}

/* Defines ddblas<letter>trcon, ddblas<letter>pocon and ddblas<letter>gecon for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_CONDITION
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##trcon(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, ddblasDiagType_t diag, \
                                         int64_t n, const element *A, int64_t lda, double anorm, double *rcond)                  \
    {                                                                                                                            \
        const struct condition call = {.handle = handle,                                                                         \
                                       .type = DDBLAS_TYPE_##letter,                                                             \
                                       .task = TRCON,                                                                            \
                                       .norm = norm,                                                                             \
                                       .uplo = uplo,                                                                             \
                                       .diag = diag,                                                                             \
                                       .n = n,                                                                                   \
                                       .A = A,                                                                                   \
                                       .lda = lda,                                                                               \
                                       .anorm = anorm,                                                                           \
                                       .rcond = rcond};                                                                          \
        return run_call(&call);                                                                                                  \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##pocon(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const element *A, int64_t lda, \
                                         double anorm, double *rcond)                                                            \
    {                                                                                                                            \
        const struct condition call = {.handle = handle,                                                                         \
                                       .type = DDBLAS_TYPE_##letter,                                                             \
                                       .task = POCON,                                                                            \
                                       .norm = DDBLAS_NORM_ONE,                                                                  \
                                       .uplo = uplo,                                                                             \
                                       .n = n,                                                                                   \
                                       .A = A,                                                                                   \
                                       .lda = lda,                                                                               \
                                       .anorm = anorm,                                                                           \
                                       .rcond = rcond};                                                                          \
        return run_call(&call);                                                                                                  \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##gecon(ddblasHandle_t handle, ddblasNorm_t norm, int64_t n, const element *A, int64_t lda,     \
                                         double anorm, double *rcond)                                                            \
    {                                                                                                                            \
        const struct condition call = {.handle = handle,                                                                         \
                                       .type = DDBLAS_TYPE_##letter,                                                             \
                                       .task = GECON,                                                                            \
                                       .norm = norm,                                                                             \
                                       .n = n,                                                                                   \
                                       .A = A,                                                                                   \
                                       .lda = lda,                                                                               \
                                       .anorm = anorm,                                                                           \
                                       .rcond = rcond};                                                                          \
        return run_call(&call);                                                                                                  \
    }
#include <dd/types.def>

/* gecon needs no less than the others, whose triangles are solved with in the same two orders. */
ddblasStatus_t ddblasConditionWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    static cuddcomplex nothing;
    struct condition c = {
        .handle = handle, .type = type, .task = GECON, .n = n, .A = &nothing, .lda = n, .vectors = &nothing, .count = COLUMNS};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_CONDITION));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    *bytes = 0;
    if (n == 0)
        return DDBLAS_STATUS_SUCCESS;
    *bytes = ddblas_block_workspace(handle, type, condition_blocks, &c);
    for (c.adjoint = 1; c.count >= 1; c.count--)
        *bytes = most_bytes(*bytes, ddblas_block_workspace(handle, type, condition_blocks, &c));
    return DDBLAS_STATUS_SUCCESS;
}
