/*
 * One call under test of a routine of dd/compact.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compact_case.h"
#include "poison.h"

#define AT_TB .triangular = 1, .uplo = 2, .trans = 3, .diag = 4, .n = 5, .ku = 6, .A = 7, .lda = 8, .y = 9, .incy = 10
#define AT_TP .packed = 1, .triangular = 1, .uplo = 2, .trans = 3, .diag = 4, .n = 5, .A = 6, .y = 7, .incy = 8

const struct compact_traits compact_traits[COMPACT_ROUTINES] = {
    [COMPACT_GBMV] = {"gbmv", .trans = 2, .m = 3, .n = 4, .kl = 5, .ku = 6, .alpha = 7, .A = 8, .lda = 9, .x = 10, .incx = 11,
                      .beta = 12, .y = 13, .incy = 14},
    [COMPACT_SBMV] = {"sbmv", .symmetric = 1, .uplo = 2, .n = 3, .ku = 4, .alpha = 5, .A = 6, .lda = 7, .x = 8, .incx = 9,
                      .beta = 10, .y = 11, .incy = 12},
    [COMPACT_SPMV] = {"spmv", .packed = 1, .symmetric = 1, .uplo = 2, .n = 3, .alpha = 4, .A = 5, .x = 6, .incx = 7, .beta = 8,
                      .y = 9, .incy = 10},
    [COMPACT_TBMV] = {"tbmv", AT_TB},
    [COMPACT_TPMV] = {"tpmv", AT_TP},
    [COMPACT_TBSV] = {"tbsv", .solve = 1, AT_TB},
    [COMPACT_TPSV] = {"tpsv", .solve = 1, AT_TP},
};

/* ---- call ------------------------------------------------------------------------------------ */

ddblasStatus_t compact_call(ddblasHandle_t h, enum compact_routine routine, ddblasType_t type, struct compact_args a)
{
    switch (type * COMPACT_ROUTINES + routine)
    {
#define CASE(letter, ROUTINE) case DDBLAS_TYPE_##letter *COMPACT_ROUTINES + COMPACT_##ROUTINE:
#define PRODUCTS(letter, band, packed)                                                                                           \
    CASE(letter, GBMV)                                                                                                           \
    return ddblas##letter##gbmv(h, a.trans, a.m, a.n, a.kl, a.ku, a.alpha, a.A, a.lda, a.x, a.incx, a.beta, a.y, a.incy);        \
    CASE(letter, SBMV)                                                                                                           \
    return ddblas##letter##band(h, a.uplo, a.n, a.ku, a.alpha, a.A, a.lda, a.x, a.incx, a.beta, a.y, a.incy);                    \
    CASE(letter, SPMV) return ddblas##letter##packed(h, a.uplo, a.n, a.alpha, a.A, a.x, a.incx, a.beta, a.y, a.incy);
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    CASE(letter, TBMV) return ddblas##letter##tbmv(h, a.uplo, a.trans, a.diag, a.n, a.ku, a.A, a.lda, a.y, a.incy);              \
    CASE(letter, TBSV) return ddblas##letter##tbsv(h, a.uplo, a.trans, a.diag, a.n, a.ku, a.A, a.lda, a.y, a.incy);              \
    CASE(letter, TPMV) return ddblas##letter##tpmv(h, a.uplo, a.trans, a.diag, a.n, a.A, a.y, a.incy);                           \
    CASE(letter, TPSV) return ddblas##letter##tpsv(h, a.uplo, a.trans, a.diag, a.n, a.A, a.y, a.incy);
#include <dd/types.def>
#define DDBLAS_TYPES                                DDBLAS_TYPES_REAL
#define DDBLAS_TYPE(letter, type, real, is_complex) PRODUCTS(letter, sbmv, spmv)
#include <dd/types.def>
#define DDBLAS_TYPES                                DDBLAS_TYPES_COMPLEX
#define DDBLAS_TYPE(letter, type, real, is_complex) PRODUCTS(letter, hbmv, hpmv)
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

/* ---- case ------------------------------------------------------------------------------------ */

static size_t bytes_of_vector(int64_t count, int64_t increment, size_t size)
{
    return count > 0 ? (size_t)((count - 1) * llabs(increment) + 1) * size : 0;
}

struct compact_case *compact_case_new(enum compact_routine routine, ddblasType_t type, int form, int64_t m, int64_t n, int64_t kl,
                                      int64_t ku, int64_t incx, int64_t incy, int64_t pad)
{
    struct compact_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    const struct compact_traits *t = c->traits = &compact_traits[routine];
    c->routine = routine;
    c->type = type;
    c->size = dd_type_size(type);
    c->a.uplo = form % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
    c->a.trans = t->trans ? (ddblasOperation_t)(form / 2 % 3) : DDBLAS_OP_N;
    c->a.diag = t->diag && form / 6 ? DDBLAS_DIAG_UNIT : DDBLAS_DIAG_NON_UNIT;
    c->a.m = t->m ? m : n;
    c->a.n = n;
    c->a.kl = t->kl ? kl : 0;
    c->a.ku = ku;
    c->a.lda = c->a.kl + ku + 1 + pad;
    c->a.incx = incx;
    c->a.incy = incy;
    c->inputs = c->a.trans == DDBLAS_OP_N ? c->a.n : c->a.m;
    c->outputs = c->a.trans == DDBLAS_OP_N ? c->a.m : c->a.n;
    c->bytes_A = (size_t)(t->packed ? n * (n + 1) / 2 : c->a.lda * n) * c->size;
    c->bytes_x = t->x ? bytes_of_vector(c->inputs, incx, c->size) : 0;
    c->bytes_y = bytes_of_vector(c->outputs, incy, c->size);
    c->A = dd_poisoned(c->bytes_A);
    c->x = dd_poisoned(c->bytes_x);
    c->y = dd_poisoned(c->bytes_y);
    c->result = dd_poisoned(c->bytes_y);
    c->integers = calloc((size_t)(2 * n + 2), sizeof *c->integers);
    assert_non_null(c->integers);
    return c;
}

void compact_case_free(struct compact_case *c)
{
    free(c->A);
    free(c->x);
    free(c->y);
    free(c->result);
    free(c->integers);
    free(c);
}

static void *at(const struct compact_case *c, void *vector, int64_t i, int64_t count, int64_t increment)
{
    return (char *)vector + (increment > 0 ? i * increment : (i - (count - 1)) * increment) * (int64_t)c->size;
}

void *compact_case_x(const struct compact_case *c, int64_t i) { return at(c, c->x, i, c->inputs, c->a.incx); }
void *compact_case_y(const struct compact_case *c, void *array, int64_t i) { return at(c, array, i, c->outputs, c->a.incy); }

int compact_case_stored(const struct compact_case *c, int64_t i, int64_t j)
{
    const int upper = c->a.uplo == DDBLAS_FILL_MODE_UPPER;
    if (!c->traits->uplo)
        return i - j <= c->a.kl && j - i <= c->a.ku;
    if (i == j)
        return c->a.diag != DDBLAS_DIAG_UNIT;
    return (upper ? i < j : i > j) && (c->traits->packed || llabs(i - j) <= c->a.ku);
}

void *compact_case_a(const struct compact_case *c, int64_t i, int64_t j)
{
    const int upper = c->a.uplo == DDBLAS_FILL_MODE_UPPER;
    int64_t index;
    if (c->traits->packed)
        index = i + (upper ? j * (j + 1) / 2 : j * (2 * c->a.n - j - 1) / 2);
    else
        index = (c->traits->uplo && !upper ? 0 : c->a.ku) + i - j + j * c->a.lda;
    return (char *)c->A + index * (int64_t)c->size;
}

/* Element (i, j) of op(A); 0 if it is zero. */
static int element_of(const struct compact_case *c, int64_t i, int64_t j, struct dd_number *value)
{
    const int turned = c->a.trans != DDBLAS_OP_N;
    const int64_t row = turned ? j : i, column = turned ? i : j;
    if (compact_case_stored(c, row, column))
    {
        const int real = c->traits->symmetric && dd_type_is_complex(c->type) && row == column;
        const void *from = compact_case_a(c, row, column);
        *value = real ? dd_number_load(dd_type_real(c->type), from, 0) : dd_number_load(c->type, from, c->a.trans == DDBLAS_OP_C);
        return 1;
    }
    if (c->traits->symmetric && compact_case_stored(c, column, row))
    {
        *value = dd_number_load(c->type, compact_case_a(c, column, row), 1);
        return 1;
    }
    *value = dd_number_of(1.0);
    return row == column && c->a.diag == DDBLAS_DIAG_UNIT;
}

/* ---- data ------------------------------------------------------------------------------------ */

static void put(const struct compact_case *c, struct dd_random *g, compact_data data, int reach, int size, void *to)
{
    const int scaled = dd_type_is_single(c->type) ? reach / 10 : reach;
    const int exponent = (int)(data == COMPACT_WIDE ? dd_random_int(g, -scaled, scaled) : dd_random_int(g, size - 4, size));
    dd_element_put(c->type, g, data == COMPACT_INTEGER, exponent, to);
}

/* b = op(A) x for a known x of integers. The diagonal is 1. */
static void put_right_hand_side(struct compact_case *c, struct dd_random *g)
{
    for (int64_t i = 0; i < 2 * c->a.n; i++)
        c->integers[i] = i % 2 && !dd_type_is_complex(c->type) ? 0 : dd_random_int(g, -8, 8);
    for (int64_t i = 0; i < c->a.n; i++)
    {
        double re = 0.0, im = 0.0;
        for (int64_t j = 0; j < c->a.n; j++)
        {
            struct dd_number a;
            const double x = (double)c->integers[2 * j], y = (double)c->integers[2 * j + 1];
            if (!element_of(c, i, j, &a))
                continue;
            re += a.re.x * x - a.im.x * y;
            im += a.re.x * y + a.im.x * x;
        }
        dd_element_set(c->type, compact_case_y(c, c->y, i), 0, cuddFromDouble(re), cuddFromDouble(im));
    }
}

static void put_element(const struct compact_case *c, struct dd_random *g, compact_data data, int64_t i, int64_t j)
{
    char *a = compact_case_a(c, i, j);
    if (!c->traits->solve)
        put(c, g, data, 200, 0, a);
    else if (i != j)
        put(c, g, data == COMPACT_WIDE ? COMPACT_UNIFORM : data, 0, -8, a);
    else if (data == COMPACT_INTEGER)
        dd_element_set(c->type, a, 0, cuddFromDouble(1.0), cuddFromDouble(0.0));
    else
        put(c, g, COMPACT_UNIFORM, 0, 4, a);
    if (c->traits->symmetric && dd_type_is_complex(c->type) && i == j)
        memset(a + c->size / 2, DD_POISON, c->size / 2);
}

void compact_case_fill(struct compact_case *c, struct dd_random *g, compact_data data)
{
    memset(&c->alpha, 0, sizeof c->alpha);
    memset(&c->beta, 0, sizeof c->beta);
    dd_element_put(c->type, g, data == COMPACT_INTEGER, 1, &c->alpha);
    dd_element_put(c->type, g, data == COMPACT_INTEGER, 0, &c->beta);
    for (int64_t j = 0; j < c->a.n; j++)
        for (int64_t i = 0; i < c->a.m; i++)
            if (compact_case_stored(c, i, j))
                put_element(c, g, data, i, j);
    for (int64_t i = 0; i < c->inputs && c->traits->x; i++)
        put(c, g, data, 100, 0, compact_case_x(c, i));
    for (int64_t i = 0; i < c->outputs; i++)
        put(c, g, c->traits->solve && data == COMPACT_WIDE ? COMPACT_UNIFORM : data, 200, 0, compact_case_y(c, c->y, i));
    if (c->traits->solve && data == COMPACT_INTEGER)
        put_right_hand_side(c, g);
}

/* ---- run ------------------------------------------------------------------------------------- */

/* Elements of y are the first rows of a matrix with |incy| rows. */
static int is_computed(const void *problem, int64_t i, int64_t j)
{
    (void)problem;
    (void)j;
    return i == 0;
}

ddblasStatus_t compact_case_run(ddblasHandle_t h, struct compact_case *c)
{
    struct dd_operand operands[] = {dd_operand_read(c->A, c->bytes_A), dd_operand_written(c->y, c->result, c->bytes_y),
                                    dd_operand_read(c->x, c->bytes_x)};
    const int count = c->traits->x ? 3 : 2;
    struct dd_scalars s;
    struct compact_args a = c->a;
    dd_operands_put(h, operands, count, c->offset);
    dd_scalars_put(h, &s, c->size, &c->alpha, &c->beta, c->on_engine);
    a.alpha = s.alpha;
    a.beta = s.beta;
    a.A = operands[0].at;
    a.y = operands[1].at;
    a.x = c->traits->x ? operands[2].at : NULL;
    const ddblasStatus_t status = compact_call(h, c->routine, c->type, a);
    dd_operands_take(h, operands, count, c->offset);
    dd_scalars_take(h, &s);
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    dd_rest_unchanged("y", c->y, c->result, c->bytes_y, c->size, llabs(c->a.incy), is_computed, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

double compact_case_error(const struct compact_case *c, int64_t i)
{
    const int triangular = c->traits->triangular;
    void *const factors = c->traits->solve ? c->result : c->y, *const sums = c->traits->solve ? c->y : c->result;
    struct dd_terms s, rest;
    dd_terms_start(&s);
    dd_terms_start(&rest);
    for (int64_t j = 0; j < c->inputs; j++)
    {
        struct dd_number a;
        if (element_of(c, i, j, &a))
            dd_terms_add(&s, a, dd_number_load(c->type, triangular ? compact_case_y(c, factors, j) : compact_case_x(c, j), 0));
    }
    if (!triangular)
    {
        dd_terms_multiply(&s, dd_number_load(c->type, &c->alpha, 0));
        dd_terms_add(&rest, dd_number_load(c->type, &c->beta, 0), dd_number_load(c->type, compact_case_y(c, c->y, i), 0));
        dd_terms_add_terms(&s, &rest);
    }
    const double error = dd_terms_error(&s, c->type, dd_number_load(c->type, compact_case_y(c, sums, i), 0), 0.0);
    dd_terms_end(&s);
    dd_terms_end(&rest);
    return error;
}

double compact_case_bound(const struct compact_case *c)
{
    const int64_t diagonals = (c->traits->symmetric ? 2 * c->a.ku : c->a.kl + c->a.ku) + 1,
                  terms = c->traits->packed || diagonals > c->inputs ? c->inputs : diagonals;
    return dd_routine_bound(!c->traits->triangular ? DD_ROUTINE_compact
                            : c->traits->solve     ? DD_ROUTINE_trsv
                                                   : DD_ROUTINE_trmv,
                            c->type, (struct dd_bound_size){.k = terms});
}

static double error_of(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return compact_case_error(problem, i);
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    const struct compact_case *c = problem;
    (void)j;
    fprintf(stderr, "%c%s uplo=%d trans=%d diag=%d m=%lld n=%lld kl=%lld ku=%lld lda=%lld incx=%lld incy=%lld offset=%zu",
            dd_type_letter(c->type), c->traits->name, (int)c->a.uplo, (int)c->a.trans, (int)c->a.diag, (long long)c->a.m,
            (long long)c->a.n, (long long)c->a.kl, (long long)c->a.ku, (long long)c->a.lda, (long long)c->a.incx,
            (long long)c->a.incy, c->offset);
    dd_print_hex("result", compact_case_y(c, c->result, i), c->size);
}

double compact_case_judge(ddblasHandle_t h, struct compact_case *c, struct dd_random *g, int64_t samples, const char *what,
                          uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .error = error_of, .describe = describe, .bound = compact_case_bound(c), .what = what, .seed = seed};
    dd_must(h, compact_case_run(h, c), c->traits->name);
    return dd_judge_elements(&judge, c->outputs, 1, NULL, samples, g);
}
