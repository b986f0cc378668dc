/*
 * TSQR under test: matrices, calls, data.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "poison.h"
#include "tsqr_case.h"

const ddblasType_t tsqr_types[TSQR_TYPES] = {DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z, DDBLAS_TYPE_W};

int tsqr_designs(ddblasHandle_t h)
{
    ddblasEngine_t engine = DDBLAS_ENGINE_CPU;
    (void)ddblasGetEngine(h, &engine);
    return engine == DDBLAS_ENGINE_CUDA ? DDBLAS_TSQR_DESIGN_GRAM + 1 : 1;
}

void *tsqr_dense(ddblasType_t type, int64_t rows, int64_t columns)
{
    void *dense = calloc((size_t)(rows * columns) + 1, dd_type_size(type));
    if (!dense)
        abort();
    return dense;
}

/* ---- matrices -------------------------------------------------------------------------------- */

static char *host_element(const struct tsqr_matrix *x, int64_t i, int64_t j)
{
    const int64_t index = x->layout == DDBLAS_LAYOUT_ROW_MAJOR ? i * x->ld + j : i + j * x->ld;
    return x->host + (size_t)index * x->size;
}

size_t tsqr_matrix_offset;

struct tsqr_matrix tsqr_matrix_new(ddblasHandle_t h, ddblasType_t type, ddblasLayout_t layout, int64_t rows, int64_t columns,
                                   int64_t pad, const void *dense)
{
    struct tsqr_matrix x = {.h = h, .type = type, .layout = layout, .rows = rows, .columns = columns, .size = dd_type_size(type)};
    x.ld = dd_least_leading(layout == DDBLAS_LAYOUT_ROW_MAJOR ? columns : rows) + pad;
    x.bytes = (size_t)(x.ld * (layout == DDBLAS_LAYOUT_ROW_MAJOR ? rows : columns)) * x.size;
    x.host = dd_poisoned(x.bytes);
    for (int64_t j = 0; dense && j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
            memcpy(host_element(&x, i, j), (const char *)dense + (size_t)(i + j * rows) * x.size, x.size);
    x.offset = tsqr_matrix_offset;
    x.at = dd_engine_copy(h, x.host, x.bytes, x.offset);
    return x;
}

static char *read_back(const struct tsqr_matrix *x)
{
    char *now = malloc(x->bytes + 1);
    if (!now)
        abort();
    dd_engine_read(x->h, now, x->at, x->bytes);
    return now;
}

/* As rows and columns of a column-major array: what is beyond the rows, or the columns in row-major
 * layout, is padding. */
static int is_element(const void *problem, int64_t i, int64_t j)
{
    const struct tsqr_matrix *x = problem;
    (void)j;
    return i < (x->layout == DDBLAS_LAYOUT_ROW_MAJOR ? x->columns : x->rows);
}

void tsqr_matrix_get(const struct tsqr_matrix *x, void *dense)
{
    char *now = read_back(x);
    dd_rest_unchanged("a matrix of tsqr", x->host, now, x->bytes, x->size, x->ld, is_element, x);
    memcpy(x->host, now, x->bytes);
    for (int64_t j = 0; j < x->columns; j++)
        for (int64_t i = 0; i < x->rows; i++)
            memcpy((char *)dense + (size_t)(i + j * x->rows) * x->size, host_element(x, i, j), x->size);
    free(now);
}

void tsqr_matrix_same(const struct tsqr_matrix *x) { assert_true(dd_engine_holds(x->h, x->at, x->host, x->bytes)); }

void tsqr_matrix_free(struct tsqr_matrix *x)
{
    if (!dd_engine_guarded(x->h, x->at, x->bytes, x->offset))
        fail_msg("bytes around a matrix of tsqr were written");
    dd_engine_free(x->h, x->at, x->offset);
    free(x->host);
    memset(x, 0, sizeof *x);
}

/* ---- calls ----------------------------------------------------------------------------------- */

#define DDBLAS_TYPES DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    static ddblasStatus_t call_##letter(ddblasHandle_t h, const ddblasTsqrPlan_t *plan, const struct ddblas_tsqr_problem *p)     \
    {                                                                                                                            \
        switch (p->task)                                                                                                         \
        {                                                                                                                        \
        case DDBLAS_TSQR_QR:                                                                                                     \
            return ddblas##letter##tsqr(h, plan, p->layout, p->m, p->n, p->A, p->lda, p->R, p->ldr);                             \
        case DDBLAS_TSQR_R:                                                                                                      \
            return ddblas##letter##tsqrR(h, plan, p->layout, p->m, p->n, p->A, p->lda, p->R, p->ldr);                            \
        case DDBLAS_TSQR_FACTOR:                                                                                                 \
            return ddblas##letter##tsqrFactor(h, plan, p->layout, p->m, p->n, p->A, p->lda, p->R, p->ldr, p->T, p->tsize);       \
        case DDBLAS_TSQR_APPLY:                                                                                                  \
            return ddblas##letter##tsqrApply(h, plan, p->op, p->layout, p->m, p->n, p->p, p->A, p->lda, p->T, p->tsize, p->C,    \
                                             p->ldc);                                                                            \
        case DDBLAS_TSQR_FORM:                                                                                                   \
            return ddblas##letter##tsqrForm(h, plan, p->layout, p->m, p->n, p->A, p->lda, p->T, p->tsize);                       \
        default:                                                                                                                 \
            return ddblas##letter##lstsq(h, plan, p->layout, p->m, p->n, p->p, p->A, p->lda, p->C, p->ldc, p->residual);         \
        }                                                                                                                        \
    }
#include <dd/types.def>

ddblasStatus_t tsqr_call(ddblasHandle_t h, const ddblasTsqrPlan_t *plan, const struct ddblas_tsqr_problem *p)
{
    switch (p->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return call_##letter(h, plan, p);
#include <dd/types.def>
    default:
        abort();
    }
}

ddblasStatus_t tsqr_factorise(ddblasHandle_t h, const ddblasTsqrPlan_t *plan, ddblasType_t type, ddblasLayout_t layout, int64_t m,
                              int64_t n, int64_t pad, const void *A, void *Q, void *R)
{
    struct tsqr_matrix a = tsqr_matrix_new(h, type, layout, m, n, pad, A), r = tsqr_matrix_new(h, type, layout, n, n, pad, NULL);
    const struct ddblas_tsqr_problem p = {.task = Q ? DDBLAS_TSQR_QR : DDBLAS_TSQR_R,
                                          .type = type,
                                          .layout = layout,
                                          .m = m,
                                          .n = n,
                                          .A = a.at,
                                          .lda = a.ld,
                                          .R = r.at,
                                          .ldr = r.ld};
    ddblasStatus_t status = tsqr_call(h, plan, &p);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasSynchronize(h);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        void *lost = tsqr_dense(type, m, n);
        tsqr_matrix_get(&a, Q ? Q : lost);
        tsqr_matrix_get(&r, R);
        free(lost);
    }
    tsqr_matrix_free(&a);
    tsqr_matrix_free(&r);
    return status;
}

double tsqr_bound(enum dd_routine routine, ddblasType_t type, int64_t m, int64_t n)
{
    return dd_routine_bound(routine, type, (struct dd_bound_size){.k = n, .m = m});
}

/* ---- data ------------------------------------------------------------------------------------ */

const char *tsqr_data_name(enum tsqr_data data)
{
    static const char *const names[TSQR_DATA_COUNT] = {"uniform",  "columns",  "extreme", "rows", "graded",     "dependent",
                                                       "Laeuchli", "repeated", "zeros",   "zero", "orthogonal", "sparse"};
    return names[data];
}

static cuddreal uniform(struct dd_random *g) { return dd_random_full_pair(g, (int)dd_random_int(g, -4, 0)); }

/* position of last, spread over low .. high. */
static int graded(int64_t position, int64_t last, int low, int high)
{
    return last > 0 ? low + (int)((int64_t)(high - low) * position / last) : 0;
}

static void fill_random(struct dd_random *g, enum tsqr_data data, ddblasType_t type, int64_t m, int64_t n, void *A)
{
    const int single = dd_type_is_single(type), wide = single ? 20 : 150, steep = single ? 25 : 450;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
        {
            const int e = data == TSQR_COLUMNS ? graded(j * 7 % n, n - 1, -wide, wide)
                          : data == TSQR_EXTREME
                              ? (single ? graded(j * 7 % n, n - 1, -95, 110) : graded(j * 7 % n, n - 1, -860, 960))
                          : data == TSQR_ROWS   ? graded(i, m - 1, wide, -wide)
                          : data == TSQR_GRADED ? graded(i, m - 1, steep, -steep) + graded(j, n - 1, steep, -steep)
                                                : 0;
            const int empty =
                data == TSQR_ZERO || (data == TSQR_ZEROS && j % 3 == 0) || (data == TSQR_SPARSE && dd_random_int(g, 0, 9) > 0);
            const cuddreal zero = cuddFromDouble(0.0), re = uniform(g), im = uniform(g);
            dd_element_set(type, A, i + j * m, empty ? zero : cuddLdexp(re, e), empty ? zero : cuddLdexp(im, e));
        }
}

/* Column j = the first one + delta_j noise. */
static void fill_dependent(struct dd_random *g, ddblasType_t type, int64_t m, int64_t n, void *A)
{
    const int64_t last = dd_type_is_single(type) ? 20 : type == DDBLAS_TYPE_W ? 100 : 50;
    cuddreal *re = calloc((size_t)m, sizeof *re), *im = calloc((size_t)m, sizeof *im);
    if (!re || !im)
        abort();
    for (int64_t i = 0; i < m; i++)
    {
        re[i] = uniform(g);
        im[i] = uniform(g);
    }
    for (int64_t j = 0; j < n; j++)
    {
        const double delta = j == 0 ? 0.0 : ldexp(1.0, -(int)(last * j / (n > 1 ? n - 1 : 1)));
        for (int64_t i = 0; i < m; i++)
            dd_element_set(type, A, i + j * m, cuddAdd(re[i], cuddMulD(uniform(g), delta)),
                           cuddAdd(im[i], cuddMulD(uniform(g), delta)));
    }
    free(re);
    free(im);
}

static void fill_laeuchli(struct dd_random *g, ddblasType_t type, int64_t m, int64_t n, void *A)
{
    const int low = dd_type_is_single(type) ? 10
                    : type == DDBLAS_TYPE_W ? 53
                                            : 24,
              high = dd_type_is_single(type) ? 20
                     : type == DDBLAS_TYPE_W ? 100
                                             : 50;
    const cuddreal zero = cuddFromDouble(0.0), mu = cuddFromDouble(ldexp(1.0, -(int)dd_random_int(g, low, high)));
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
        {
            const cuddreal top = cuddFabs(dd_random_full_pair(g, 0));
            dd_element_set(type, A, i + j * m,
                           i == 0       ? top
                           : i == j + 1 ? mu
                                        : zero,
                           i == 0 ? cuddSub(top, cuddFromDouble(1.0)) : zero);
        }
}

/* A reflection I - 2 v v^H / v^H v with v of small integers: columns orthonormal up to rounding. */
static void fill_orthogonal(struct dd_random *g, ddblasType_t type, int64_t m, int64_t n, void *A)
{
    double *v = calloc((size_t)m, sizeof *v), square = 0.0;
    if (!v)
        abort();
    for (int64_t i = 0; i < m; i++)
    {
        v[i] = (double)dd_random_int(g, -4, 4);
        square += v[i] * v[i];
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
        {
            const cuddreal part = square > 0.0 ? cuddDivD(cuddFromDouble(2.0 * v[i] * v[j]), square) : cuddFromDouble(0.0);
            dd_element_set(type, A, i + j * m, cuddSub(cuddFromDouble(i == j ? 1.0 : 0.0), part), cuddFromDouble(0.0));
        }
    free(v);
}

void tsqr_fill(struct dd_random *g, enum tsqr_data data, ddblasType_t type, int64_t m, int64_t n, void *A)
{
    if (data == TSQR_DEPENDENT)
        fill_dependent(g, type, m, n, A);
    else if (data == TSQR_LAEUCHLI)
        fill_laeuchli(g, type, m, n, A);
    else if (data == TSQR_ORTHOGONAL)
        fill_orthogonal(g, type, m, n, A);
    else
        fill_random(g, data, type, m, n, A);
    const size_t column = (size_t)m * dd_type_size(type);
    for (int64_t j = 1; data == TSQR_REPEATED && j < n; j += 2)
        memcpy((char *)A + (size_t)j * column, (char *)A + (size_t)(j - 1) * column, column);
}
