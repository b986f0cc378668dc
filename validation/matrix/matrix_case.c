/*
 * One call of geam, dgmm, lacpy or laset under test.
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

#include "matrix_case.h"
#include "poison.h"
#include "terms.h"

const char *matrix_kind_name(matrix_kind kind)
{
    static const char *const names[MATRIX_KINDS] = {"geam", "dgmm", "lacpy", "laset"};
    return names[kind];
}

/* ---- operands -------------------------------------------------------------------------------- */

static int64_t rows_of(ddblasOperation_t op, int64_t m, int64_t n) { return op == DDBLAS_OP_N ? m : n; }

static int64_t elements_of_x(const struct matrix_case *c) { return c->form.side == DDBLAS_SIDE_LEFT ? c->m : c->n; }

/* The array of a stored matrix of so many rows and columns. */
static void *array_of(const struct matrix_case *c, int64_t rows, int64_t columns, int64_t pad, int64_t *leading, size_t *bytes)
{
    *leading = dd_least_leading(rows) + pad;
    *bytes = (size_t)(*leading * columns) * c->size;
    return dd_poisoned(*bytes);
}

struct matrix_case *matrix_case_new(matrix_kind kind, ddblasType_t type, struct matrix_form form, int64_t m, int64_t n,
                                    int64_t pad)
{
    struct matrix_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->kind = kind;
    c->type = type;
    c->form = form;
    c->size = dd_type_size(type);
    c->m = m;
    c->n = n;
    if (kind != MATRIX_GEAM)
        c->form.transa = c->form.transb = DDBLAS_OP_N;
    c->C = array_of(c, m, n, pad, &c->ldc, &c->bytes_C);
    c->result = dd_poisoned(c->bytes_C);
    c->lda = c->ldb = c->ldc;
    const int64_t rows_a = rows_of(c->form.transa, m, n), rows_b = rows_of(c->form.transb, m, n);
    if (kind != MATRIX_LASET && form.in_place != 'A')
        c->A = array_of(c, rows_a, m + n - rows_a, (pad + 1) % 4, &c->lda, &c->bytes_A);
    if (kind == MATRIX_GEAM && form.in_place != 'B')
        c->B = array_of(c, rows_b, m + n - rows_b, (pad + 2) % 4, &c->ldb, &c->bytes_B);
    if (kind == MATRIX_DGMM)
    {
        const int64_t count = elements_of_x(c);
        c->bytes_x = count > 0 ? (size_t)((count - 1) * llabs(form.incx) + 1) * c->size : 0;
        c->x = dd_poisoned(c->bytes_x);
    }
    return c;
}

void matrix_case_free(struct matrix_case *c)
{
    free(c->A);
    free(c->B);
    free(c->x);
    free(c->C);
    free(c->result);
    free(c);
}

static void *at(const struct matrix_case *c, void *array, ddblasOperation_t op, int64_t i, int64_t j, int64_t leading)
{
    return (char *)array + (size_t)(op == DDBLAS_OP_N ? i + j * leading : j + i * leading) * c->size;
}

void *matrix_case_a(const struct matrix_case *c, int64_t i, int64_t j)
{
    return at(c, c->A ? c->A : c->C, c->form.transa, i, j, c->lda);
}

void *matrix_case_b(const struct matrix_case *c, int64_t i, int64_t j)
{
    return at(c, c->B ? c->B : c->C, c->form.transb, i, j, c->ldb);
}

void *matrix_case_x(const struct matrix_case *c, int64_t k)
{
    const int64_t inc = c->form.incx, index = inc > 0 ? k * inc : (k - (elements_of_x(c) - 1)) * inc;
    return (char *)c->x + (size_t)index * c->size;
}

void *matrix_case_c(const struct matrix_case *c, void *array, int64_t i, int64_t j)
{
    return at(c, array, DDBLAS_OP_N, i, j, c->ldc);
}

static int in_part(const struct matrix_case *c, int64_t i, int64_t j)
{
    if (c->kind != MATRIX_LACPY && c->kind != MATRIX_LASET)
        return 1;
    return c->form.uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : c->form.uplo == DDBLAS_FILL_MODE_UPPER ? i <= j : 1;
}

int matrix_case_writes(const void *matrix_case, int64_t i, int64_t j)
{
    const struct matrix_case *c = matrix_case;
    return i < c->m && j < c->n && in_part(c, i, j);
}

/* ---- data ------------------------------------------------------------------------------------ */

static void put(struct dd_random *g, matrix_data data, ddblasType_t type, void *to)
{
    const int reach = dd_type_is_single(type) ? 15 : 150;
    const int exponent = (int)(data == MATRIX_WIDE ? dd_random_int(g, -reach, reach) : dd_random_int(g, -4, 0));
    dd_element_put(type, g, data == MATRIX_INTEGER, exponent, to);
}

/* Makes op(B)(i, j) nearly the opposite of op(A)(i, j). */
static void cancel(struct matrix_case *c, int64_t i, int64_t j)
{
    const struct dd_parts a = dd_parts_load(c->type, matrix_case_a(c, i, j), 0);
    const cuddreal nearly = cuddFromDouble(-1.0 - 4.0 * dd_oracle_unit(c->type));
    const cuddreal tiny = cuddMake(-1.0, -4.0 * dd_oracle_unit(c->type));
    const cuddreal factor = dd_type_is_pair(c->type) ? tiny : nearly;
    const int opposite = (c->form.transa == DDBLAS_OP_C) != (c->form.transb == DDBLAS_OP_C);
    const cuddreal re = cuddMul(cuddMake(a.re[0], a.re[1]), factor), im = cuddMul(cuddMake(a.im[0], a.im[1]), factor);
    dd_element_set(c->type, matrix_case_b(c, i, j), 0, re, opposite ? cuddNeg(im) : im);
}

void matrix_case_fill(struct matrix_case *c, struct dd_random *g, matrix_data data)
{
    const matrix_data of_scalars = data == MATRIX_WIDE ? MATRIX_UNIFORM : data;
    memset(&c->alpha, 0, sizeof c->alpha);
    memset(&c->beta, 0, sizeof c->beta);
    put(g, of_scalars, c->type, &c->alpha);
    put(g, of_scalars, c->type, &c->beta);
    if (data == MATRIX_CANCEL)
        c->beta = c->alpha;
    for (int64_t k = 0; c->x && k < elements_of_x(c); k++)
        put(g, of_scalars, c->type, matrix_case_x(c, k));
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            if (c->kind != MATRIX_LASET && in_part(c, i, j))
                put(g, data, c->type, matrix_case_a(c, i, j));
            if (c->kind == MATRIX_GEAM)
                put(g, data, c->type, matrix_case_b(c, i, j));
            if (c->kind == MATRIX_GEAM && data == MATRIX_CANCEL)
                cancel(c, i, j);
        }
}

/* ---- the call -------------------------------------------------------------------------------- */

ddblasStatus_t matrix_call(ddblasHandle_t h, matrix_kind kind, ddblasType_t type, const struct matrix_call *a)
{
    const struct matrix_form f = a->form;
    switch ((int)type * MATRIX_KINDS + (int)kind)
    {
#define CASE(letter, kind) case DDBLAS_TYPE_##letter *MATRIX_KINDS + MATRIX_##kind:
#define DDBLAS_TYPES       DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    CASE(letter, GEAM)                                                                                                           \
    return ddblas##letter##geam(h, f.transa, f.transb, a->m, a->n, a->alpha, a->A, a->lda, a->beta, a->B, a->ldb, a->C, a->ldc); \
    CASE(letter, DGMM) return ddblas##letter##dgmm(h, f.side, a->m, a->n, a->A, a->lda, a->x, f.incx, a->C, a->ldc);             \
    CASE(letter, LACPY) return ddblas##letter##lacpy(h, f.uplo, a->m, a->n, a->A, a->lda, a->C, a->ldc);                         \
    CASE(letter, LASET) return ddblas##letter##laset(h, f.uplo, a->m, a->n, a->alpha, a->beta, a->C, a->ldc);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

ddblasStatus_t matrix_case_run(ddblasHandle_t h, struct matrix_case *c)
{
    struct dd_operand operands[4] = {dd_operand_written(c->C, c->result, c->bytes_C)};
    struct dd_scalars s;
    int count = 1, a = 0, b = 0, x = 0; /* indices of the operands; 0: C itself, or not used */
    if (c->A)
        operands[a = count++] = dd_operand_read(c->A, c->bytes_A);
    if (c->B)
        operands[b = count++] = dd_operand_read(c->B, c->bytes_B);
    if (c->x)
        operands[x = count++] = dd_operand_read(c->x, c->bytes_x);
    dd_operands_put(h, operands, count, c->offset);
    dd_scalars_put(h, &s, c->size, &c->alpha, &c->beta, c->on_engine);
    const struct matrix_call call = {c->form, c->m,   c->n,           c->lda,         c->ldb,         c->ldc,
                                     s.alpha, s.beta, operands[a].at, operands[b].at, operands[x].at, operands[0].at};
    const ddblasStatus_t status = matrix_call(h, c->kind, c->type, &call);
    dd_operands_take(h, operands, count, c->offset);
    dd_scalars_take(h, &s);
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    dd_rest_unchanged("C", c->C, c->result, c->bytes_C, c->size, c->ldc, matrix_case_writes, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

static struct dd_number number(const struct matrix_case *c, const void *element, ddblasOperation_t op)
{
    return dd_number_load(c->type, element, op == DDBLAS_OP_C);
}

double matrix_case_error(const struct matrix_case *c, int64_t i, int64_t j)
{
    const void *got = matrix_case_c(c, c->result, i, j);
    if (c->kind == MATRIX_LACPY)
        return memcmp(got, matrix_case_a(c, i, j), c->size) == 0 ? 0.0 : (double)INFINITY;
    if (c->kind == MATRIX_LASET)
        return memcmp(got, i == j ? &c->beta : &c->alpha, c->size) == 0 ? 0.0 : (double)INFINITY;
    struct dd_terms sum;
    dd_terms_start(&sum);
    const struct dd_number a = number(c, matrix_case_a(c, i, j), c->form.transa);
    if (c->kind == MATRIX_DGMM)
        dd_terms_add(&sum, number(c, matrix_case_x(c, c->form.side == DDBLAS_SIDE_LEFT ? i : j), DDBLAS_OP_N), a);
    else
    {
        dd_terms_add(&sum, number(c, &c->alpha, DDBLAS_OP_N), a);
        dd_terms_add(&sum, number(c, &c->beta, DDBLAS_OP_N), number(c, matrix_case_b(c, i, j), c->form.transb));
    }
    const double error = dd_terms_error(&sum, c->type, number(c, got, DDBLAS_OP_N), 0.0);
    dd_terms_end(&sum);
    return error;
}

double matrix_case_bound(const struct matrix_case *c)
{
    if (c->kind == MATRIX_LACPY || c->kind == MATRIX_LASET)
        return 0.0;
    return dd_routine_bound(c->kind == MATRIX_GEAM ? DD_ROUTINE_geam : DD_ROUTINE_dgmm, c->type,
                            (struct dd_bound_size){.m = c->m});
}

/* ---- the defined bits ------------------------------------------------------------------------ */

/* Variables that the compiler may not combine into fused operations. */
typedef volatile float rounded_s;
typedef volatile double rounded_d;

#define TIMES_REAL(real, rounded)                                                                                                \
    rounded p = a.real * b.real;                                                                                                 \
    r.real = p;

#define TIMES_COMPLEX(member, rounded)                                                                                           \
    rounded xx = a.member.x * b.member.x, yy = a.member.y * b.member.y, xy = a.member.x * b.member.y,                            \
            yx = a.member.y * b.member.x;                                                                                        \
    r.member.x = xx - yy;                                                                                                        \
    r.member.y = xy + yx;

static union dd_element times(ddblasType_t type, union dd_element a, union dd_element b)
{
    union dd_element r;
    memset(&r, 0, sizeof r);
    if (type == DDBLAS_TYPE_S)
    {
        TIMES_REAL(s, rounded_s)
    }
    else if (type == DDBLAS_TYPE_D)
    {
        TIMES_REAL(d, rounded_d)
    }
    else if (type == DDBLAS_TYPE_C)
    {
        TIMES_COMPLEX(c, rounded_s)
    }
    else if (type == DDBLAS_TYPE_Z)
    {
        TIMES_COMPLEX(z, rounded_d)
    }
    else if (type == DDBLAS_TYPE_W)
        r.w = cuddMul(a.w, b.w);
    else
        r.u = cuddcMul(a.u, b.u);
    return r;
}

static union dd_element plus(ddblasType_t type, union dd_element a, union dd_element b)
{
    union dd_element r;
    memset(&r, 0, sizeof r);
    if (type == DDBLAS_TYPE_S)
        r.s = a.s + b.s;
    else if (type == DDBLAS_TYPE_D)
        r.d = a.d + b.d;
    else if (type == DDBLAS_TYPE_C)
        r.c = (ddblasComplex){a.c.x + b.c.x, a.c.y + b.c.y};
    else if (type == DDBLAS_TYPE_Z)
        r.z = (ddblasDoubleComplex){a.z.x + b.z.x, a.z.y + b.z.y};
    else if (type == DDBLAS_TYPE_W)
        r.w = cuddAdd(a.w, b.w);
    else
        r.u = cuddcAdd(a.u, b.u);
    return r;
}

static union dd_element load(const struct matrix_case *c, const void *from, ddblasOperation_t op)
{
    union dd_element e;
    memset(&e, 0, sizeof e);
    memcpy(&e, from, c->size);
    if (op == DDBLAS_OP_C && c->type == DDBLAS_TYPE_C)
        e.c.y = -e.c.y;
    else if (op == DDBLAS_OP_C && c->type == DDBLAS_TYPE_Z)
        e.z.y = -e.z.y;
    else if (op == DDBLAS_OP_C && c->type == DDBLAS_TYPE_U)
        e.u = cuddcConj(e.u);
    return e;
}

static int is_number(ddblasType_t type, union dd_element e, double value)
{
    const struct dd_parts p = dd_parts_load(type, &e, 0);
    return p.re[0] == value && p.re[1] == 0.0 && p.im[0] == 0.0 && p.im[1] == 0.0;
}

/* scalar times the element, which a scalar of 1 leaves as it is. */
static union dd_element term(const struct matrix_case *c, union dd_element scalar, const void *element, ddblasOperation_t op)
{
    const union dd_element e = load(c, element, op);
    return is_number(c->type, scalar, 1.0) ? e : times(c->type, scalar, e);
}

union dd_element matrix_case_defined(const struct matrix_case *c, int64_t i, int64_t j)
{
    union dd_element zero;
    memset(&zero, 0, sizeof zero);
    if (c->kind == MATRIX_LASET)
        return i == j ? c->beta : c->alpha;
    if (c->kind == MATRIX_LACPY)
        return load(c, matrix_case_a(c, i, j), DDBLAS_OP_N);
    if (c->kind == MATRIX_DGMM)
        return times(c->type, load(c, matrix_case_x(c, c->form.side == DDBLAS_SIDE_LEFT ? i : j), DDBLAS_OP_N),
                     load(c, matrix_case_a(c, i, j), DDBLAS_OP_N));
    const int no_a = is_number(c->type, c->alpha, 0.0), no_b = is_number(c->type, c->beta, 0.0);
    const union dd_element a = no_a ? zero : term(c, c->alpha, matrix_case_a(c, i, j), c->form.transa),
                           b = no_b ? zero : term(c, c->beta, matrix_case_b(c, i, j), c->form.transb);
    return no_b ? a : no_a ? b : plus(c->type, a, b);
}

static int same_part(const double *a, const double *b) { return isnan(a[0]) ? isnan(b[0]) : memcmp(a, b, 2 * sizeof *a) == 0; }

/* A double-double with a NaN low part is NaN; its high part says so here. */
static struct dd_parts clean(struct dd_parts p)
{
    if (isfinite(p.re[0]) && !isfinite(p.re[1]))
        p.re[0] = (double)NAN;
    if (isfinite(p.im[0]) && !isfinite(p.im[1]))
        p.im[0] = (double)NAN;
    return p;
}

int matrix_case_is(const struct matrix_case *c, int64_t i, int64_t j, union dd_element expected)
{
    const struct dd_parts want = clean(dd_parts_load(c->type, &expected, 0)),
                          got = clean(dd_parts_load(c->type, matrix_case_c(c, c->result, i, j), 0));
    return same_part(want.re, got.re) && same_part(want.im, got.im);
}

/* ---- running and judging --------------------------------------------------------------------- */

static double error_of(const void *problem, int64_t i, int64_t j) { return matrix_case_error(problem, i, j); }

static void describe(const void *problem, int64_t i, int64_t j)
{
    const struct matrix_case *c = problem;
    fprintf(stderr, "%c%s transa=%d transb=%d side=%d uplo=%d m=%lld n=%lld lda=%lld ldb=%lld ldc=%lld incx=%lld in_place=%d",
            dd_type_letter(c->type), matrix_kind_name(c->kind), (int)c->form.transa, (int)c->form.transb, (int)c->form.side,
            (int)c->form.uplo, (long long)c->m, (long long)c->n, (long long)c->lda, (long long)c->ldb, (long long)c->ldc,
            (long long)c->form.incx, (int)c->form.in_place);
    fprintf(stderr, " offset=%zu on_engine=%d", c->offset, c->on_engine);
    dd_print_hex("alpha", &c->alpha, c->size);
    dd_print_hex("beta", &c->beta, c->size);
    if (c->kind != MATRIX_LASET)
        dd_print_hex("a", matrix_case_a(c, i, j), c->size);
    if (c->kind == MATRIX_GEAM)
        dd_print_hex("b", matrix_case_b(c, i, j), c->size);
    dd_print_hex("result", matrix_case_c(c, c->result, i, j), c->size);
}

double matrix_case_judge(ddblasHandle_t h, struct matrix_case *c, struct dd_random *g, int64_t samples, const char *what,
                         uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .error = error_of, .describe = describe, .bound = matrix_case_bound(c), .what = what, .seed = seed};
    dd_must(h, matrix_case_run(h, c), matrix_kind_name(c->kind));
    double largest = 0.0;
    for (int64_t k = 0, all = c->m * c->n; k < (all < samples ? all : samples); k++)
    {
        const int64_t index = all <= samples ? k : dd_random_int(g, 0, all - 1), i = index % c->m, j = index / c->m;
        if (matrix_case_writes(c, i, j))
            largest = fmax(largest, dd_judge_error(&judge, matrix_case_error(c, i, j), i, j));
    }
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
            if (matrix_case_writes(c, i, j) && !matrix_case_is(c, i, j, matrix_case_defined(c, i, j)))
            {
                describe(c, i, j);
                fail_msg("%s, seed %llu: element (%lld, %lld) is not the defined one", what, (unsigned long long)seed,
                         (long long)i, (long long)j);
            }
    return largest;
}
