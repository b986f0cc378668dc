#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "few_case.h"

#include "engine.h"
#include "poison.h"

static size_t size_of(ddblasType_t type) { return type == DDBLAS_TYPE_U ? sizeof(cuddcomplex) : sizeof(cuddreal); }

/* ---- matrices -------------------------------------------------------------------------------- */

static double element_of(enum few_family family, int64_t n, int64_t i, int64_t j)
{
    const int64_t distance = i > j ? i - j : j - i, side = (int64_t)lround(sqrt((double)n));
    switch (family)
    {
    case FEW_121:
        return distance == 0 ? 2.0 : distance == 1 ? -1.0 : 0.0;
    case FEW_GRID:
        return distance == 0 ? 4.0 : (distance == 1 && i / side == j / side) || distance == side ? -1.0 : 0.0;
    case FEW_HYPERCUBE:
        return i != j && ((i ^ j) & ((i ^ j) - 1)) == 0 ? 1.0 : 0.0;
    case FEW_IDENTITY:
        return i == j ? 3.0 : 0.0;
    case FEW_SQUARES:
        return i == j ? (double)((i + 1) * (i + 1)) : 0.0;
    default:
        return 0.0;
    }
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* 4 sin^2(k pi / (2 (n + 1))) */
static double value_of_121(int64_t n, int64_t k)
{
    const double s = sin((double)k * acos(-1.0) / (2.0 * (double)(n + 1)));
    return 4.0 * s * s;
}

double few_eigenvalue(enum few_family family, int64_t n, int64_t j)
{
    const int64_t side = (int64_t)lround(sqrt((double)n));
    double *all = malloc((size_t)n * sizeof *all), value;
    if (!all)
        abort();
    for (int64_t i = 0; i < n; i++)
    {
        int64_t ones = 0;
        for (int64_t bits = i; bits; bits &= bits - 1)
            ones++;
        all[i] = family == FEW_121         ? value_of_121(n, i + 1)
                 : family == FEW_GRID      ? value_of_121(side, i / side + 1) + value_of_121(side, i % side + 1)
                 : family == FEW_HYPERCUBE ? log2((double)n) - 2.0 * (double)ones
                                           : element_of(family, n, i, i);
    }
    qsort(all, (size_t)n, sizeof *all, ascending);
    value = all[j];
    free(all);
    return value;
}

static void fill_matrix(struct few_case *c, enum few_family family)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->n; i++)
        {
            const double a = ldexp(element_of(family, c->n, i, j), c->exponent);
            const int64_t turns = ((i - j) % 4 + 4) % 4, at = i + j * c->n;
            if (c->type == DDBLAS_TYPE_W)
                ((cuddreal *)c->A)[at] = cuddFromDouble(a);
            else
                ((cuddcomplex *)c->A)[at] = cuddcFromDoubles(turns == 0   ? a
                                                             : turns == 2 ? -a
                                                                          : 0.0,
                                                             turns == 1   ? a
                                                             : turns == 3 ? -a
                                                                          : 0.0);
        }
}

/* The preconditioner's diagonal: 1 / (1 + j), which is positive. */
static void *make_diagonal(ddblasHandle_t handle, const struct few_case *c)
{
    const size_t bytes = (size_t)c->n * size_of(c->type);
    char *host = dd_poisoned(bytes);
    for (int64_t j = 0; j < c->n; j++)
        if (c->type == DDBLAS_TYPE_W)
            ((cuddreal *)(void *)host)[j] = cuddFromDouble(1.0 / (1.0 + (double)j));
        else
            ((cuddcomplex *)(void *)host)[j] = cuddcFromDoubles(1.0 / (1.0 + (double)j), 0.0);
    void *engine = dd_engine_copy(handle, host, bytes, 0);
    free(host);
    return engine;
}

struct few_case *few_case_new(ddblasHandle_t handle, ddblasType_t type, enum few_family family, int64_t n, int64_t k,
                              int exponent)
{
    struct few_case *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    const size_t size = size_of(type);
    *c = (struct few_case){.type = type, .n = n, .k = k, .ldx = n, .exponent = exponent};
    c->A = dd_poisoned((size_t)(n * n) * size);
    c->X = dd_poisoned((size_t)(n * k) * size);
    c->w = dd_poisoned((size_t)k * sizeof *c->w);
    c->residuals = dd_poisoned((size_t)k * sizeof *c->residuals);
    fill_matrix(c, family);
    c->on_engine = dd_engine_copy(handle, c->A, (size_t)(n * n) * size, 0);
    c->diagonal = make_diagonal(handle, c);
    return c;
}

void few_case_free(ddblasHandle_t handle, struct few_case *c)
{
    dd_engine_free(handle, c->on_engine, 0);
    dd_engine_free(handle, c->diagonal, 0);
    free(c->A);
    free(c->X);
    free(c->w);
    free(c->residuals);
    free(c);
}

/* ---- the caller's functions ------------------------------------------------------------------ */

/* Y(0, 0) = NaN. */
static void spoil(ddblasHandle_t handle, ddblasType_t type, void *Y, int64_t ldy)
{
    const cuddcomplex nan = cuddcFromDoubles(NAN, 0.0);
    if (type == DDBLAS_TYPE_W)
        (void)ddblasWlaset(handle, DDBLAS_FILL_MODE_FULL, 1, 1, &nan.x, &nan.x, Y, ldy);
    else
        (void)ddblasUlaset(handle, DDBLAS_FILL_MODE_FULL, 1, 1, &nan, &nan, Y, ldy);
}

/* The operator, whose scalars are in host memory whatever the caller's mode is. */
static ddblasStatus_t multiply(ddblasHandle_t handle, struct few_case *c, int64_t n, int64_t columns, const void *X, int64_t ldx,
                               void *Y, int64_t ldy)
{
    static const cuddcomplex one = {{1.0, 0.0}, {0.0, 0.0}}, zero = {{0.0, 0.0}, {0.0, 0.0}};
    const int wrong = c->fault != FEW_SOUND && ++c->calls >= c->at;
    ddblasStatus_t status;
    if (n != c->n || columns < 1)
        return DDBLAS_STATUS_INVALID_VALUE;
    if (wrong && c->fault == FEW_FAILS)
        return DDBLAS_STATUS_FILE_ERROR;
    if (wrong && c->fault == FEW_FAILS_IN_CALL)
        return ddblasWlacpy(handle, DDBLAS_FILL_MODE_FULL, -1, 1, X, ldx, Y, ldy);
    (void)ddblasGetPointerMode(handle, &c->mode_seen);
    (void)ddblasSetPointerMode(handle, DDBLAS_POINTER_MODE_HOST);
    if (c->type == DDBLAS_TYPE_W)
        status = ddblasWsymm(handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, columns, &one.x, c->on_engine, n, X, ldx,
                             &zero.x, Y, ldy);
    else
        status = ddblasUhemm(handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, n, columns, &one, c->on_engine, n, X, ldx, &zero,
                             Y, ldy);
    if (wrong && c->fault == FEW_NAN)
        spoil(handle, c->type, Y, ldy);
    (void)ddblasSetPointerMode(handle, wrong && c->fault == FEW_CHANGES_MODE ? 1 - c->mode_seen : c->mode_seen);
    if (wrong && c->fault == FEW_CHANGES_STREAM)
        (void)ddblasSetStream(handle, (void *)(uintptr_t)1);
    return status;
}

static ddblasStatus_t precondition(ddblasHandle_t handle, struct few_case *c, int64_t n, int64_t columns, const void *X,
                                   int64_t ldx, void *Y, int64_t ldy)
{
    return c->type == DDBLAS_TYPE_W ? ddblasWdgmm(handle, DDBLAS_SIDE_LEFT, n, columns, X, ldx, c->diagonal, 1, Y, ldy)
                                    : ddblasUdgmm(handle, DDBLAS_SIDE_LEFT, n, columns, X, ldx, c->diagonal, 1, Y, ldy);
}

#define FUNCTION(name, letter, element)                                                                                          \
    static ddblasStatus_t name##_##letter(ddblasHandle_t handle, void *context, int64_t n, int64_t columns, const element *X,    \
                                          int64_t ldx, element *Y, int64_t ldy)                                                  \
    {                                                                                                                            \
        return name(handle, context, n, columns, X, ldx, Y, ldy);                                                                \
    }

FUNCTION(multiply, W, cuddreal)
FUNCTION(multiply, U, cuddcomplex)
FUNCTION(precondition, W, cuddreal)
FUNCTION(precondition, U, cuddcomplex)

/* ---- the call -------------------------------------------------------------------------------- */

/* X with its padding, which is poisoned, as bytes on the host. */
static char *padded(const struct few_case *c)
{
    const size_t size = size_of(c->type);
    char *host = dd_poisoned((size_t)(c->ldx * c->k) * size);
    for (int64_t j = 0; j < c->k && c->plan.guess; j++)
        memcpy(host + (size_t)(j * c->ldx) * size, (char *)c->X + (size_t)(j * c->n) * size, (size_t)c->n * size);
    return host;
}

/* Copies X from its padded form, and checks the padding. */
static void unpad(struct few_case *c, const char *host)
{
    const size_t size = size_of(c->type), gap = (size_t)(c->ldx - c->n) * size;
    c->padding_kept = 1;
    for (int64_t j = 0; j < c->k; j++)
    {
        const char *column = host + (size_t)(j * c->ldx) * size;
        memcpy((char *)c->X + (size_t)(j * c->n) * size, column, (size_t)c->n * size);
        for (size_t i = 0; i < gap; i++)
            c->padding_kept &= (unsigned char)column[(size_t)c->n * size + i] == DD_POISON;
    }
}

ddblasStatus_t few_case_run(ddblasHandle_t handle, struct few_case *c)
{
    const size_t bytes = (size_t)(c->ldx * c->k) * size_of(c->type), values = (size_t)c->k * sizeof *c->w;
    char *host = padded(c);
    void *X = dd_engine_copy(handle, host, bytes, 0), *w = dd_engine_copy(handle, c->w, values, 0);
    c->calls = 0;
    if (c->inject)
        c->inject(c->failing);
    const ddblasStatus_t status =
        c->type == DDBLAS_TYPE_W ? ddblasWsyevx(handle, c->n, c->k, c->end, multiply_W, c->preconditions ? precondition_W : NULL,
                                                c, &c->plan, X, c->ldx, w, c->residuals, &c->report)
                                 : ddblasUheevx(handle, c->n, c->k, c->end, multiply_U, c->preconditions ? precondition_U : NULL,
                                                c, &c->plan, X, c->ldx, w, c->residuals, &c->report);
    c->says_error = ddblasGetLastError(handle)[0] != '\0';
    c->argument = ddblasGetLastArgument(handle);
    dd_engine_read(handle, host, X, bytes);
    dd_engine_read(handle, c->w, w, values);
    unpad(c, host);
    dd_engine_free(handle, X, 0);
    dd_engine_free(handle, w, 0);
    free(host);
    return status;
}
