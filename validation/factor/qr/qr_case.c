/*
 * One call of geqrf, ormqr, orgqr or gels under test.
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

#include "oracle.h"
#include "poison.h"
#include "qr_case.h"
#include "terms.h"

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* Sizes of the arrays. */
static void set_sizes(struct qr_case *c)
{
    const int64_t m = c->m, n = c->n, k = c->k;
    c->rows_A = m;
    c->columns_A = n;
    c->taus = c->routine == QR_FACTOR ? smaller(m, n) : c->routine == QR_SOLVE ? 0 : k;
    if (c->routine == QR_MULTIPLY)
    {
        c->rows_A = c->side == DDBLAS_SIDE_LEFT ? m : n;
        c->columns_A = k;
        c->rows_C = m;
        c->columns_C = n;
    }
    if (c->routine == QR_SOLVE)
    {
        c->rows_C = larger(m, n);
        c->columns_C = k;
    }
}

struct qr_case *qr_case_new(enum qr_routine routine, ddblasType_t type, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m,
                            int64_t n, int64_t k, int64_t pad)
{
    struct qr_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    *c = (struct qr_case){
        .routine = routine, .type = type, .side = side, .trans = trans, .m = m, .n = n, .k = k, .size = dd_type_size(type)};
    set_sizes(c);
    c->lda = dd_least_leading(c->rows_A) + pad;
    c->ldc = dd_least_leading(c->rows_C) + (pad + 1) / 2;
    c->bytes_A = (size_t)(c->lda * c->columns_A) * c->size;
    c->bytes_C = (size_t)(c->ldc * c->columns_C) * c->size;
    c->bytes_tau = (size_t)c->taus * c->size;
    c->A = dd_poisoned(c->bytes_A);
    c->C = dd_poisoned(c->bytes_C);
    c->tau = dd_poisoned(c->bytes_tau);
    c->result_A = dd_poisoned(c->bytes_A);
    c->result_C = dd_poisoned(c->bytes_C);
    c->result_tau = dd_poisoned(c->bytes_tau);
    return c;
}

void qr_case_free(struct qr_case *c)
{
    free(c->A);
    free(c->C);
    free(c->tau);
    free(c->result_A);
    free(c->result_C);
    free(c->result_tau);
    free(c);
}

void *qr_case_at(const struct qr_case *c, const void *base, int64_t leading, int64_t i, int64_t j)
{
    return (char *)base + (size_t)(i + j * leading) * c->size;
}

void qr_case_put(struct qr_case *c, int64_t i, int64_t j, double re, double im)
{
    dd_element_set(c->type, qr_case_at(c, c->A, c->lda, i, j), 0, cuddFromDouble(re), cuddFromDouble(im));
}

/* ---- data ------------------------------------------------------------------------------------ */

const char *qr_data_name(enum qr_data data)
{
    static const char *const names[] = {"uniform", "columns", "extreme", "rows", "dependent",
                                        "zeros",   "zero",    "sparse",  "tiny", "huge"};
    return names[data];
}

/* The exponent of a column. */
static int exponent_of_column(enum qr_data data, struct dd_random *g)
{
    switch (data)
    {
    case QR_COLUMNS:
        return (int)dd_random_int(g, -150, 150);
    case QR_EXTREME:
        return (int)dd_random_int(g, 0, 1) ? 830 : -830;
    case QR_TINY:
        return -830;
    case QR_HUGE:
        return 830;
    default:
        return 0;
    }
}

/* A random element, or a multiple of the one in the column before with a change in its last
 * digits. */
static void fill_element(struct qr_case *c, struct dd_random *g, enum qr_data data, int exponent, int64_t i, int64_t j)
{
    void *to = qr_case_at(c, c->A, c->lda, i, j);
    const int zero = data == QR_ZERO || (data == QR_ZEROS && j % 3 == 1) || (data == QR_SPARSE && dd_random_int(g, 0, 9) > 0);
    if (zero)
        qr_case_put(c, i, j, 0.0, 0.0);
    else if (data == QR_DEPENDENT && j > 0)
    {
        const struct dd_number a = dd_number_load(c->type, qr_case_at(c, c->A, c->lda, i, j - 1), 0);
        const cuddreal change = cuddFromDouble(dd_random_double(g, -100));
        dd_element_set(c->type, to, 0, cuddAdd(a.re, change), cuddSub(a.im, change));
    }
    else
        dd_element_put(c->type, g, 0, exponent + (int)dd_random_int(g, -4, 0), to);
}

void qr_case_fill(struct qr_case *c, struct dd_random *g, enum qr_data data)
{
    int *rows = malloc((size_t)(c->rows_A + 1) * sizeof *rows);
    assert_non_null(rows);
    for (int64_t i = 0; i < c->rows_A; i++)
        rows[i] = data == QR_ROWS ? (int)dd_random_int(g, -300, 300) : 0;
    for (int64_t j = 0; j < c->columns_A; j++)
    {
        const int column = exponent_of_column(data, g);
        for (int64_t i = 0; i < c->rows_A; i++)
            fill_element(c, g, data, column + rows[i], i, j);
    }
    free(rows);
}

/* Rows of C that the routine reads. */
static int64_t rows_read(const struct qr_case *c)
{
    return c->routine != QR_SOLVE ? c->rows_C : c->trans == DDBLAS_OP_N ? c->m : c->n;
}

void qr_case_fill_c(struct qr_case *c, struct dd_random *g, int exponent)
{
    for (int64_t j = 0; j < c->columns_C; j++)
        for (int64_t i = 0; i < rows_read(c); i++)
            dd_element_put(c->type, g, 0, exponent + (int)dd_random_int(g, -4, 0), qr_case_at(c, c->C, c->ldc, i, j));
}

/* ---- call ------------------------------------------------------------------------------------ */

#define CALL(letter, multiply, form)                                                                                             \
    switch (routine)                                                                                                             \
    {                                                                                                                            \
    case QR_FACTOR:                                                                                                              \
        return ddblas##letter##geqrf(h, a->m, a->n, a->A, a->lda, a->tau);                                                       \
    case QR_MULTIPLY:                                                                                                            \
        return multiply(h, a->side, a->trans, a->m, a->n, a->k, a->A, a->lda, a->tau, a->C, a->ldc);                             \
    case QR_FORM:                                                                                                                \
        return form(h, a->m, a->n, a->k, a->A, a->lda, a->tau);                                                                  \
    default:                                                                                                                     \
        return ddblas##letter##gels(h, a->trans, a->m, a->n, a->k, a->A, a->lda, a->C, a->ldc, a->info);                         \
    }

ddblasStatus_t qr_call(ddblasHandle_t h, enum qr_routine routine, ddblasType_t type, const struct qr_arguments *a)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        CALL(S, ddblasSormqr, ddblasSorgqr)
    case DDBLAS_TYPE_D:
        CALL(D, ddblasDormqr, ddblasDorgqr)
    case DDBLAS_TYPE_C:
        CALL(C, ddblasCunmqr, ddblasCungqr)
    case DDBLAS_TYPE_Z:
        CALL(Z, ddblasZunmqr, ddblasZungqr)
    case DDBLAS_TYPE_W:
        CALL(W, ddblasWormqr, ddblasWorgqr)
    default:
        CALL(U, ddblasUunmqr, ddblasUungqr)
    }
}

static int is_computed_a(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct qr_case *)problem)->rows_A;
}

static int is_computed_c(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct qr_case *)problem)->rows_C;
}

/* gels leaves A as it is if it has more columns than rows, or nothing is solved. */
static int writes_a(const struct qr_case *c)
{
    return c->routine == QR_FACTOR || c->routine == QR_FORM || (c->routine == QR_SOLVE && c->m >= c->n && c->k > 0);
}

ddblasStatus_t qr_case_run(ddblasHandle_t h, struct qr_case *c)
{
    int64_t before = INT64_MIN;
    struct dd_operand o[] = {writes_a(c) ? dd_operand_written(c->A, c->result_A, c->bytes_A) : dd_operand_read(c->A, c->bytes_A),
                             c->routine == QR_FACTOR ? dd_operand_written(c->tau, c->result_tau, c->bytes_tau)
                                                     : dd_operand_read(c->tau, c->bytes_tau),
                             dd_operand_written(c->C, c->result_C, c->bytes_C)};
    struct dd_operand info = dd_operand_written(&before, &c->info, sizeof before);
    dd_operands_put(h, o, 3, c->offset);
    dd_operands_put(h, &info, 1, 0);
    const struct qr_arguments a = {c->side, c->trans, c->m, c->n, c->k, o[0].at, c->lda, o[1].at, o[2].at, c->ldc, info.at};
    const ddblasStatus_t status = qr_call(h, c->routine, c->type, &a);
    dd_operands_take(h, o, 3, c->offset);
    dd_operands_take(h, &info, 1, 0);
    if (writes_a(c))
        dd_rest_unchanged("A", c->A, c->result_A, c->bytes_A, c->size, c->lda, is_computed_a, c);
    dd_rest_unchanged("C", c->C, c->result_C, c->bytes_C, c->size, c->ldc, is_computed_c, c);
    if (c->routine != QR_SOLVE)
        assert_true(c->info == before);
    return status;
}

size_t qr_case_workspace(ddblasHandle_t h, const struct qr_case *c)
{
    size_t bytes = 0;
    switch (c->routine)
    {
    case QR_FACTOR:
        dd_must(h, ddblasGeqrfWorkspaceSize(h, c->type, c->m, c->n, &bytes), "query");
        break;
    case QR_MULTIPLY:
        dd_must(h, ddblasOrmqrWorkspaceSize(h, c->type, c->side, c->m, c->n, c->k, &bytes), "query");
        break;
    case QR_FORM:
        dd_must(h, ddblasOrgqrWorkspaceSize(h, c->type, c->m, c->n, c->k, &bytes), "query");
        break;
    default:
        dd_must(h, ddblasGelsWorkspaceSize(h, c->type, c->m, c->n, c->k, &bytes), "query");
    }
    return bytes;
}

/* ---- judgement ------------------------------------------------------------------------------- */

static void *dense_new(size_t size, int64_t rows, int64_t columns) { return dd_poisoned((size_t)(rows * columns) * size); }

void *qr_dense(const struct qr_case *c, const void *base, int64_t leading, int64_t rows, int64_t columns)
{
    char *dense = dense_new(c->size, rows, columns);
    for (int64_t j = 0; j < columns; j++)
        memcpy(dense + (size_t)(j * rows) * c->size, qr_case_at(c, base, leading, 0, j), (size_t)rows * c->size);
    return dense;
}

void *qr_adjoint(ddblasType_t type, const void *dense, int64_t rows, int64_t columns)
{
    const size_t size = dd_type_size(type);
    void *adjoint = dense_new(size, rows, columns);
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
        {
            const struct dd_number a = dd_number_load(type, (const char *)dense + (size_t)(i + j * rows) * size, 1);
            dd_element_set(type, adjoint, j + i * columns, a.re, a.im);
        }
    return adjoint;
}

void *qr_form(ddblasHandle_t h, const struct qr_case *factored, int64_t columns)
{
    const int64_t k = smaller(factored->taus, columns);
    struct qr_case *c = qr_case_new(QR_FORM, factored->type, factored->side, DDBLAS_OP_N, factored->m, columns, k, 1);
    for (int64_t j = 0; j < k; j++)
        memcpy(qr_case_at(c, c->A, c->lda, 0, j), qr_case_at(c, factored->result_A, factored->lda, 0, j), (size_t)c->m * c->size);
    memcpy(c->tau, factored->result_tau, c->bytes_tau);
    dd_must(h, qr_case_run(h, c), "orgqr");
    void *Q = qr_dense(c, c->result_A, c->lda, c->m, columns);
    qr_case_free(c);
    return Q;
}

double qr_bound(enum dd_routine routine, ddblasType_t type, int64_t r, int64_t k)
{
    return dd_routine_bound(routine, type, (struct dd_bound_size){.m = r, .k = k});
}

void qr_judge(const struct qr_case *c, double error, double bound, const char *name, const char *what, uint64_t seed)
{
    static const char *const names[] = {"geqrf", "ormqr", "orgqr", "gels"};
    if (error <= bound)
        return;
    fail_msg("%c%s side %d %c m=%lld n=%lld k=%lld lda=%lld ldc=%lld, %s, seed %llu: %s is %g, above %g", dd_type_letter(c->type),
             names[c->routine], (int)c->side, "NTC"[c->trans], (long long)c -> m, (long long)c -> n, (long long)c -> k,
             (long long)c -> lda, (long long)c -> ldc, what, (unsigned long long)seed, name, error, bound);
}

/* The reflectors are small enough for the slow oracle. */
enum
{
    MOST_REFLECTED = 40000
};

double qr_case_judge(ddblasHandle_t h, struct qr_case *c, const char *what, uint64_t seed)
{
    dd_must(h, qr_case_run(h, c), what);
    return qr_case_judge_results(h, c, what, seed);
}

double qr_case_judge_results(ddblasHandle_t h, const struct qr_case *c, const char *what, uint64_t seed)
{
    const int64_t m = c->m, n = c->n, k = smaller(m, n);
    void *A = qr_dense(c, c->A, c->lda, m, n), *R = qr_dense(c, c->result_A, c->lda, k, n), *F = NULL;
    void *Q = qr_form(h, c, k);
    const struct dd_qr_error e = dd_oracle_qr_error(c->type, m, k, A, Q, R);
    const double bound = qr_bound(DD_ROUTINE_geqrf, c->type, m, k);
    qr_judge(c, e.column, bound, "a column of A - Q R", what, seed);
    qr_judge(c, e.orthogonality, bound, "Q^H Q - I", what, seed);
    double worst = fmax(e.column, e.orthogonality);
    if (n > m)
    {
        const char *behind = (const char *)A + (size_t)(m * m) * c->size, *rest = (const char *)R + (size_t)(m * m) * c->size;
        const double error = dd_oracle_adjoint_error(c->type, m, m, n - m, Q, behind, rest);
        qr_judge(c, error, qr_bound(DD_ROUTINE_ormqr, c->type, m, k), "a column of R behind the square", what, seed);
        worst = fmax(worst, error);
    }
    if (m * k * k <= MOST_REFLECTED)
    {
        F = qr_dense(c, c->result_A, c->lda, m, k);
        const struct dd_reflector_error r = dd_oracle_reflector_error(c->type, m, k, k, F, c->result_tau, Q);
        qr_judge(c, r.product, bound, "H_1 ... H_k - Q", what, seed);
        qr_judge(c, r.unitarity, 8.0 * bound, "H^H H - I", what, seed);
    }
    for (int64_t j = 0; j < k && dd_type_is_complex(c->type); j++)
        assert_true(cuddIsZero(dd_number_load(c->type, qr_case_at(c, c->result_A, c->lda, j, j), 0).im));
    free(A);
    free(R);
    free(Q);
    free(F);
    return worst;
}
