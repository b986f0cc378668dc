/*
 * One call under test of a routine of dd/rank.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "poison.h"
#include "rank_case.h"

#define AT_GER  .m = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .y = 7, .incy = 8, .A = 9, .lda = 10
#define AT_SYR  .uplo = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .A = 7, .lda = 8
#define AT_SYR2 .uplo = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .y = 7, .incy = 8, .A = 9, .lda = 10
#define AT_SPR  .packed = 1, .uplo = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .A = 7
#define AT_SPR2 .packed = 1, .uplo = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .y = 7, .incy = 8, .A = 9

const struct rank_traits rank_traits[RANK_ROUTINES] = {
    [RANK_GER] = {"ger", DDBLAS_TYPES_ALL, AT_GER},
    [RANK_GERC] = {"gerc", DDBLAS_TYPES_COMPLEX, .conjugate = 1, AT_GER},
    [RANK_SYR] = {"syr", DDBLAS_TYPES_ALL, AT_SYR},
    [RANK_HER] = {"her", DDBLAS_TYPES_COMPLEX, .conjugate = 1, .hermitian = 1, .real_alpha = 1, AT_SYR},
    [RANK_SYR2] = {"syr2", DDBLAS_TYPES_ALL, .two_products = 1, AT_SYR2},
    [RANK_HER2] = {"her2", DDBLAS_TYPES_COMPLEX, .two_products = 1, .conjugate = 1, .hermitian = 1, AT_SYR2},
    [RANK_SPR] = {"spr", DDBLAS_TYPES_REAL, AT_SPR},
    [RANK_HPR] = {"hpr", DDBLAS_TYPES_COMPLEX, .conjugate = 1, .hermitian = 1, .real_alpha = 1, AT_SPR},
    [RANK_SPR2] = {"spr2", DDBLAS_TYPES_REAL, .two_products = 1, AT_SPR2},
    [RANK_HPR2] = {"hpr2", DDBLAS_TYPES_COMPLEX, .two_products = 1, .conjugate = 1, .hermitian = 1, AT_SPR2},
};

int rank_offers(enum rank_routine routine, ddblasType_t type) { return rank_traits[routine].types >> type & 1; }

/* ---- call ------------------------------------------------------------------------------------ */

ddblasStatus_t rank_call(ddblasHandle_t h, enum rank_routine routine, ddblasType_t type, struct rank_args a)
{
    switch (type * RANK_ROUTINES + routine)
    {
#define CASE(letter, routine) case DDBLAS_TYPE_##letter *RANK_ROUTINES + routine:
#define GER(letter, name, routine)                                                                                               \
    CASE(letter, routine) return ddblas##letter##name(h, a.m, a.n, a.alpha, a.x, a.incx, a.y, a.incy, a.A, a.lda);
#define SYR(letter, name, routine)                                                                                               \
    CASE(letter, routine) return ddblas##letter##name(h, a.uplo, a.n, a.alpha, a.x, a.incx, a.A, a.lda);                         \
    CASE(letter, routine##2) return ddblas##letter##name##2(h, a.uplo, a.n, a.alpha, a.x, a.incx, a.y, a.incy, a.A, a.lda);
#define SPR(letter, name, routine)                                                                                               \
    CASE(letter, routine) return ddblas##letter##name(h, a.uplo, a.n, a.alpha, a.x, a.incx, a.A);                                \
    CASE(letter, routine##2) return ddblas##letter##name##2(h, a.uplo, a.n, a.alpha, a.x, a.incx, a.y, a.incy, a.A);
#define DDBLAS_TYPES                                DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, type, real, is_complex) SYR(letter, syr, RANK_SYR)
#include <dd/types.def>
#define DDBLAS_TYPES                                DDBLAS_TYPES_REAL
#define DDBLAS_TYPE(letter, type, real, is_complex) GER(letter, ger, RANK_GER) SPR(letter, spr, RANK_SPR)
#include <dd/types.def>
#define DDBLAS_TYPES DDBLAS_TYPES_COMPLEX
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    GER(letter, geru, RANK_GER) GER(letter, gerc, RANK_GERC) SYR(letter, her, RANK_HER) SPR(letter, hpr, RANK_HPR)
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

struct rank_case *rank_case_new(enum rank_routine routine, ddblasType_t type, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                int64_t incx, int64_t incy, int64_t pad)
{
    struct rank_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->routine = routine;
    c->traits = &rank_traits[routine];
    c->type = type;
    c->type_of_alpha = c->traits->real_alpha ? dd_type_real(type) : type;
    c->uplo = uplo;
    c->m = c->traits->m ? m : n;
    c->n = n;
    c->incx = incx;
    c->incy = c->traits->y ? incy : incx;
    c->lda = dd_least_leading(c->m) + pad;
    c->size = dd_type_size(type);
    c->bytes_x = bytes_of_vector(c->m, incx, c->size);
    c->bytes_y = bytes_of_vector(c->n, c->incy, c->size);
    c->bytes_A = (size_t)(c->traits->packed ? n * (n + 1) / 2 : c->lda * n) * c->size;
    c->x = dd_poisoned(c->bytes_x);
    c->y = c->traits->y ? dd_poisoned(c->bytes_y) : c->x;
    c->A = dd_poisoned(c->bytes_A);
    c->result = dd_poisoned(c->bytes_A);
    return c;
}

void rank_case_free(struct rank_case *c)
{
    if (c->y != c->x)
        free(c->y);
    free(c->x);
    free(c->A);
    free(c->result);
    free(c);
}

static void *at(const struct rank_case *c, void *vector, int64_t i, int64_t count, int64_t increment)
{
    return (char *)vector + (increment > 0 ? i * increment : (i - (count - 1)) * increment) * (int64_t)c->size;
}

void *rank_case_x(const struct rank_case *c, int64_t i) { return at(c, c->x, i, c->m, c->incx); }
void *rank_case_y(const struct rank_case *c, int64_t j) { return at(c, c->y, j, c->n, c->incy); }

int rank_case_stored(const void *problem, int64_t i, int64_t j)
{
    const struct rank_case *c = problem;
    if (!c->traits->uplo)
        return i < c->m;
    return i < c->n && (c->uplo == DDBLAS_FILL_MODE_UPPER ? i <= j : i >= j);
}

void *rank_case_a(const struct rank_case *c, void *array, int64_t i, int64_t j)
{
    int64_t index = i + j * c->lda;
    if (c->traits->packed)
        index = i + (c->uplo == DDBLAS_FILL_MODE_UPPER ? j * (j + 1) / 2 : j * (2 * c->n - j - 1) / 2);
    return (char *)array + index * (int64_t)c->size;
}

static void put(const struct rank_case *c, struct dd_random *g, rank_data data, int reach, void *to)
{
    const int scaled = dd_type_is_single(c->type) ? reach / 10 : reach;
    const int exponent = (int)(data == RANK_WIDE ? dd_random_int(g, -scaled, scaled) : dd_random_int(g, -4, 0));
    dd_element_put(c->type, g, data == RANK_INTEGER, exponent, to);
}

void rank_case_fill(struct rank_case *c, struct dd_random *g, rank_data data)
{
    memset(&c->alpha, 0, sizeof c->alpha);
    dd_element_put(c->type_of_alpha, g, data == RANK_INTEGER, 1, &c->alpha);
    for (int64_t i = 0; i < c->m; i++)
        put(c, g, data, 100, rank_case_x(c, i));
    for (int64_t j = 0; j < c->n && c->y != c->x; j++)
        put(c, g, data, 100, rank_case_y(c, j));
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            char *a = rank_case_a(c, c->A, i, j);
            if (!rank_case_stored(c, i, j))
                continue;
            put(c, g, data, 200, a);
            if (c->traits->hermitian && i == j)
                memset(a + c->size / 2, DD_POISON, c->size / 2);
        }
}

static int is_computed(const void *problem, int64_t i, int64_t j)
{
    return ((const struct rank_case *)problem)->traits->packed || rank_case_stored(problem, i, j);
}

ddblasStatus_t rank_case_run(ddblasHandle_t h, struct rank_case *c)
{
    struct dd_operand operands[] = {dd_operand_read(c->x, c->bytes_x), dd_operand_written(c->A, c->result, c->bytes_A),
                                    dd_operand_read(c->y, c->bytes_y)};
    const int count = c->traits->y ? 3 : 2;
    struct dd_scalars s;
    dd_operands_put(h, operands, count, c->offset);
    dd_scalars_put(h, &s, dd_type_size(c->type_of_alpha), &c->alpha, &c->alpha, c->on_engine);
    const struct rank_args a = {
        c->uplo, c->m,           c->n,  s.alpha, operands[0].at, c->incx, c->traits->y ? operands[2].at : NULL,
        c->incy, operands[1].at, c->lda};
    const ddblasStatus_t status = rank_call(h, c->routine, c->type, a);
    dd_operands_take(h, operands, count, c->offset);
    dd_scalars_take(h, &s);
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    dd_rest_unchanged("A", c->A, c->result, c->bytes_A, c->size, c->traits->packed ? c->n : c->lda, is_computed, c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

/* += alpha x_i y_j, with alpha conjugated, or y_j. */
static void add_product(const struct rank_case *c, struct dd_terms *sum, int conjugate_alpha, const void *x, const void *y)
{
    struct dd_terms product;
    dd_terms_start(&product);
    dd_terms_add(&product, dd_number_load(c->type, x, 0), dd_number_load(c->type, y, c->traits->conjugate));
    dd_terms_multiply(&product, dd_number_load(c->type_of_alpha, &c->alpha, conjugate_alpha));
    dd_terms_add_terms(sum, &product);
    dd_terms_end(&product);
}

double rank_case_error(const struct rank_case *c, int64_t i, int64_t j)
{
    const int real = c->traits->hermitian && i == j;
    struct dd_terms sum;
    struct dd_number a = dd_number_load(c->type, rank_case_a(c, c->A, i, j), 0);
    if (real) /* whose imaginary part is NaN */
        a = dd_number_load(dd_type_real(c->type), rank_case_a(c, c->A, i, j), 0);
    dd_terms_start(&sum);
    dd_terms_add(&sum, a, dd_number_of(1.0));
    add_product(c, &sum, 0, rank_case_x(c, i), rank_case_y(c, j));
    if (c->traits->two_products)
        add_product(c, &sum, c->traits->conjugate, rank_case_y(c, i), rank_case_x(c, j));
    const double error = dd_terms_error(&sum, c->type, dd_number_load(c->type, rank_case_a(c, c->result, i, j), 0), 0.0);
    dd_terms_end(&sum);
    return error;
}

double rank_case_bound(const struct rank_case *c)
{
    return dd_routine_bound(c->traits->two_products ? DD_ROUTINE_syr2 : DD_ROUTINE_ger, c->type,
                            (struct dd_bound_size){.m = c->m});
}

static double error_of(const void *problem, int64_t i, int64_t j) { return rank_case_error(problem, i, j); }

static void describe(const void *problem, int64_t i, int64_t j)
{
    const struct rank_case *c = problem;
    fprintf(stderr, "%c%s uplo=%d m=%lld n=%lld incx=%lld incy=%lld lda=%lld offset=%zu", dd_type_letter(c->type),
            c->traits->name, (int)c->uplo, (long long)c->m, (long long)c->n, (long long)c->incx, (long long)c->incy,
            (long long)c->lda, c->offset);
    dd_print_hex("alpha", &c->alpha, dd_type_size(c->type_of_alpha));
    dd_print_hex("x", rank_case_x(c, i), c->size);
    dd_print_hex("y", rank_case_y(c, j), c->size);
    dd_print_hex("a", rank_case_a(c, c->A, i, j), c->size);
    dd_print_hex("result", rank_case_a(c, c->result, i, j), c->size);
}

double rank_case_judge(ddblasHandle_t h, struct rank_case *c, struct dd_random *g, int64_t samples, const char *what,
                       uint64_t seed)
{
    const struct dd_judge judge = {
        .problem = c, .error = error_of, .describe = describe, .bound = rank_case_bound(c), .what = what, .seed = seed};
    dd_must(h, rank_case_run(h, c), c->traits->name);
    return dd_judge_elements(&judge, c->m, c->n, c->traits->uplo ? rank_case_stored : NULL, samples, g);
}
