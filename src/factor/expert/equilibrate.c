/*
 * geequb and poequb: entry points, checks, and the factors, which are decided on the host from the
 * exponents of rows and columns that the engine finds.
 */
#include "equilibrate.h"

#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/exponents/exponents.h"
#include "factor/exponents/powers.h"
#include "steps.h"

enum
{
    ALIGNMENT = 256,
    /* The exponents of factors, as LAPACK's limits. */
    MOST_EXPONENT = 1022
};

static const char doing[] = "equilibration";

/* ---- memory ---------------------------------------------------------------------------------- */

/* Bytes of the arrays in engine memory, in their order, and their sum. */
struct layout
{
    size_t row, column, largest, scratch, all;
};

static struct layout layout_of(int64_t m, int64_t n)
{
    struct layout l = {0};
    l.column = round_up_bytes((size_t)m * sizeof(int32_t), ALIGNMENT);
    l.largest = l.column + round_up_bytes((size_t)n * sizeof(int32_t), ALIGNMENT);
    l.scratch = l.largest + round_up_bytes((size_t)n * sizeof(double), ALIGNMENT);
    l.all = l.scratch + round_up_bytes((size_t)m * sizeof(double), ALIGNMENT);
    return l;
}

size_t ddblas_equilibrate_workspace(int positive, int64_t m, int64_t n)
{
    return positive || m == 0 || n == 0 ? 0 : layout_of(m, n).all;
}

/* Copies `count` blocks of `size` bytes, which are `pitch` bytes apart, to the host. */
static ddblasStatus_t fetch(ddblasHandle_t handle, void *host, const void *engine, size_t size, size_t pitch, int64_t count)
{
    return ddblas_check_engine(
        handle, handle->backend->from_engine(host, size, engine, pitch, size, (size_t)count, handle->stream), doing);
}

static ddblasStatus_t send(ddblasHandle_t handle, void *engine, const void *host, size_t bytes)
{
    return ddblas_check_engine(handle, handle->backend->to_engine(engine, bytes, host, bytes, bytes, 1, handle->stream), doing);
}

/* ---- factors --------------------------------------------------------------------------------- */

static int within_limits(int e) { return (int)most(-MOST_EXPONENT, least(e, MOST_EXPONENT)); }

/* Writes 2^-e to `factors`, and the ratio of the least and the largest of them to *ratio. */
static void take_powers(const int32_t *exponents, int64_t count, double *factors, double *ratio)
{
    int lowest = MOST_EXPONENT, highest = -MOST_EXPONENT;
    for (int64_t i = 0; i < count; i++)
    {
        const int e = within_limits(exponents[i]);
        factors[i] = ldexp(1.0, -e);
        lowest = e < lowest ? e : lowest;
        highest = e > highest ? e : highest;
    }
    *ratio = ldexp(1.0, lowest - highest);
}

static void take_ones(int64_t count, double *factors, double *ratio)
{
    for (int64_t i = 0; i < count; i++)
        factors[i] = 1.0;
    *ratio = 0.0;
}

/* The number of the first row or column of zeros, counted from 1, or 0. */
static int64_t first_zero(const int32_t *exponents, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (exponents[i] == DDBLAS_EXPONENT_ZERO)
            return i + 1;
    return 0;
}

static int all_finite(const int32_t *exponents, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (exponents[i] == DDBLAS_EXPONENT_NOT_FINITE)
            return 0;
    return 1;
}

/* Host memory of a call: the exponents and the factors of rows and columns, and the diagonal or the
 * largest elements of columns. */
struct arrays
{
    int32_t *row, *column;
    double *R, *C, *largest;
};

static void release_arrays(struct arrays *a)
{
    free(a->row);
    free(a->column);
    free(a->R);
    free(a->C);
    free(a->largest);
}

static ddblasStatus_t allocate_arrays(ddblasHandle_t handle, const struct ddblas_equilibration *p, struct arrays *a)
{
    const size_t m = (size_t)p->m, n = (size_t)p->n;
    a->row = ddblas_host_alloc(m * sizeof *a->row);
    a->column = ddblas_host_alloc(n * sizeof *a->column);
    a->R = ddblas_host_alloc(m * sizeof *a->R);
    a->C = ddblas_host_alloc(n * sizeof *a->C);
    a->largest = ddblas_host_alloc(n * ddblas_type_size(p->type) + sizeof *a->largest * n);
    if (a->row && a->column && a->R && a->C && a->largest)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no host memory for the factors of %lld rows and %lld columns",
                       (long long)p->m, (long long)p->n);
}

/* Reads the exponents of rows and columns, and the largest element. */
static ddblasStatus_t find_exponents(ddblasHandle_t handle, const struct ddblas_equilibration *p, struct arrays *a)
{
    const struct layout l = layout_of(p->m, p->n);
    void *memory = NULL;
    DDBLAS_CHECK(ddblas_workspace(handle, l.all, &memory));
    char *base = memory;
    const struct ddblas_exponents exponents = {.handle = handle,
                                               .number = ddblas_type_real(p->type),
                                               .parts = ddblas_type_is_complex(p->type) ? 2 : 1,
                                               .m = p->m,
                                               .n = p->n,
                                               .A = p->A,
                                               .lda = p->lda,
                                               .row = (int32_t *)(void *)(base + l.row),
                                               .column = (int32_t *)(void *)(base + l.column),
                                               .scratch = (double *)(void *)(base + l.scratch)};
    const struct ddblas_largest_step largest = {
        .type = p->type, .m = p->m, .n = p->n, .A = p->A, .lda = p->lda, .largest = (double *)(void *)(base + l.largest)};
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        DDBLAS_CHECK(ddblas_exponents_cuda(&exponents));
    else
#endif
        ddblas_exponents_cpu(&exponents);
    DDBLAS_CHECK(ddblas_largest_step(handle, &largest));
    DDBLAS_CHECK(fetch(handle, a->row, exponents.row, (size_t)p->m * sizeof *a->row, (size_t)p->m * sizeof *a->row, 1));
    DDBLAS_CHECK(
        fetch(handle, a->column, exponents.column, (size_t)p->n * sizeof *a->column, (size_t)p->n * sizeof *a->column, 1));
    DDBLAS_CHECK(
        fetch(handle, a->largest, largest.largest, (size_t)p->n * sizeof *a->largest, (size_t)p->n * sizeof *a->largest, 1));
    *p->amax = 0.0;
    for (int64_t j = 0; j < p->n; j++)
        *p->amax = a->largest[j] > *p->amax || isnan(a->largest[j]) ? a->largest[j] : *p->amax;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t equilibrate_general(ddblasHandle_t handle, const struct ddblas_equilibration *p, struct arrays *a)
{
    DDBLAS_CHECK(find_exponents(handle, p, a));
    const int64_t row = first_zero(a->row, p->m), column = first_zero(a->column, p->n);
    *p->info = row ? row : column ? p->m + column : 0;
    if (*p->info == 0 && all_finite(a->row, p->m) && all_finite(a->column, p->n))
    {
        take_powers(a->row, p->m, a->R, p->rowcnd);
        take_powers(a->column, p->n, a->C, p->colcnd);
    }
    else
    {
        take_ones(p->m, a->R, p->rowcnd);
        take_ones(p->n, a->C, p->colcnd);
    }
    DDBLAS_CHECK(send(handle, p->R, a->R, (size_t)p->m * sizeof *a->R));
    return send(handle, p->C, a->C, (size_t)p->n * sizeof *a->C);
}

/* The exponents of the factors are half those of the diagonal, rounded up. */
static ddblasStatus_t equilibrate_positive(ddblasHandle_t handle, const struct ddblas_equilibration *p, struct arrays *a)
{
    const size_t size = ddblas_type_size(p->type);
    const int64_t parts = ddblas_type_is_complex(p->type) ? 2 : 1;
    DDBLAS_CHECK(fetch(handle, a->largest, p->A, size, (size_t)(p->lda + 1) * size, p->n));
    *p->info = 0;
    *p->amax = 0.0;
    for (int64_t j = 0; j < p->n; j++)
    {
        const double d = number_at(ddblas_type_real(p->type), a->largest, j * parts).x;
        *p->info = *p->info == 0 && !(d > 0.0) ? j + 1 : *p->info;
        *p->amax = d > *p->amax || isnan(d) ? d : *p->amax;
        a->row[j] = d < (double)INFINITY && d > 0.0 ? (exponent_of(d) + 3000 + 1) / 2 - 1500 : MOST_EXPONENT;
    }
    if (*p->info == 0 && *p->amax < (double)INFINITY)
        take_powers(a->row, p->n, a->R, p->rowcnd);
    else
        take_ones(p->n, a->R, p->rowcnd);
    return send(handle, p->R, a->R, (size_t)p->n * sizeof *a->R);
}

ddblasStatus_t ddblas_equilibrate(ddblasHandle_t handle, const struct ddblas_equilibration *p)
{
    struct arrays a = {0};
    ddblasStatus_t status = allocate_arrays(handle, p, &a);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = p->positive ? equilibrate_positive(handle, p, &a) : equilibrate_general(handle, p, &a);
    release_arrays(&a);
    return status;
}

/* ---- entry points ---------------------------------------------------------------------------- */

/* Checks a pointer to numbers in double, of the engine or of the host. */
static ddblasStatus_t check_doubles(ddblasHandle_t handle, int position, const char *name, enum ddblas_place place,
                                    const double *pointer)
{
    return ddblas_check_pointer(handle, position, name, DDBLAS_TYPE_D, place, pointer);
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_equilibration *p)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle), host = DDBLAS_PLACE_HOST;
    int at = 2;
    if (!p->positive)
        DDBLAS_CHECK(ddblas_check_size(handle, at++, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, at, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at + 2, "lda", p->lda, p->m));
    if (p->m > 0 && p->n > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, at + 1, "A", p->type, arrays, p->A));
    at += 3;
    if (p->m > 0 && p->n > 0)
        DDBLAS_CHECK(check_doubles(handle, at, p->positive ? "S" : "R", arrays, p->R));
    at++;
    if (!p->positive && p->m > 0 && p->n > 0)
        DDBLAS_CHECK(check_doubles(handle, at, "C", arrays, p->C));
    at += !p->positive;
    DDBLAS_CHECK(check_doubles(handle, at++, p->positive ? "scond" : "rowcnd", host, p->rowcnd));
    if (!p->positive)
        DDBLAS_CHECK(check_doubles(handle, at++, "colcnd", host, p->colcnd));
    DDBLAS_CHECK(check_doubles(handle, at++, "amax", host, p->amax));
    DDBLAS_CHECK(ddblas_check_not_null(handle, at, "info", p->info));
    return ddblas_check_order(handle, least(p->m, p->n));
}

static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_equilibration *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, p));
    if (handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "equilibration decides on the host and cannot be recorded in a graph");
    if (p->m > 0 && p->n > 0)
        return ddblas_equilibrate(handle, p);
    *p->rowcnd = 1.0;
    if (!p->positive)
        *p->colcnd = 1.0;
    *p->amax = 0.0;
    *p->info = 0;
    return DDBLAS_STATUS_SUCCESS;
}

/* Defines ddblas<letter>geequb and ddblas<letter>poequb for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_EXPERT
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##geequb(ddblasHandle_t handle, int64_t m, int64_t n, const element *A, int64_t lda, double *R, \
                                          double *C, double *rowcnd, double *colcnd, double *amax, int64_t *info)                \
    {                                                                                                                            \
        const struct ddblas_equilibration problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .R = R,                                                                     \
                                                     .C = C,                                                                     \
                                                     .rowcnd = rowcnd,                                                           \
                                                     .colcnd = colcnd,                                                           \
                                                     .amax = amax,                                                               \
                                                     .info = info};                                                              \
        return run_call(handle, &problem);                                                                                       \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##poequb(ddblasHandle_t handle, int64_t n, const element *A, int64_t lda, double *S,            \
                                          double *scond, double *amax, int64_t *info)                                            \
    {                                                                                                                            \
        const struct ddblas_equilibration problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .positive = 1,                                                              \
                                                     .m = n,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .R = S,                                                                     \
                                                     .rowcnd = scond,                                                            \
                                                     .amax = amax,                                                               \
                                                     .info = info};                                                              \
        return run_call(handle, &problem);                                                                                       \
    }
#include <dd/types.def>

ddblasStatus_t ddblasGeequbWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_EXPERT));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, least(m, n)));
    *bytes = ddblas_equilibrate_workspace(0, m, n);
    return DDBLAS_STATUS_SUCCESS;
}
