/*
 * geequb and poequb in all types, on the engine that DDBLAS_TEST_ENGINE names: matrices whose
 * factors are known, rows and columns of zeros, the ends of the range, NaN and Inf, arguments,
 * workspaces, allocations that fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/equilibrate.h>

#include "backend/allocate.h"
#include "case.h"
#include "handle.h"
#include "poison.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

enum
{
    TYPES = 6
};

/* A matrix, and what a call returns. */
struct equilibrate_case
{
    ddblasType_t type;
    int positive;
    int64_t m, n, lda;
    size_t size, bytes;
    void *A;
    double *R, *C;
    double rowcnd, colcnd, amax;
    int64_t info;
};

/* All elements are NaN. */
static struct equilibrate_case case_new(ddblasType_t type, int positive, int64_t m, int64_t n, int64_t pad)
{
    struct equilibrate_case c = {
        .type = type, .positive = positive, .m = m, .n = n, .lda = dd_least_leading(m) + pad, .size = dd_type_size(type)};
    c.bytes = (size_t)(c.lda * n) * c.size;
    c.A = dd_poisoned(c.bytes);
    c.R = dd_poisoned((size_t)m * sizeof *c.R);
    c.C = dd_poisoned((size_t)n * sizeof *c.C);
    return c;
}

static void case_free(struct equilibrate_case *c)
{
    free(c->A);
    free(c->R);
    free(c->C);
}

static void put(const struct equilibrate_case *c, int64_t i, int64_t j, double re, double im)
{
    dd_element_set(c->type, c->A, i + j * c->lda, cuddFromDouble(re), cuddFromDouble(im));
}

#define CALL(letter)                                                                                                             \
    (c->positive ? ddblas##letter##poequb(handle, c->n, A, c->lda, R, rowcnd, amax, info)                                        \
                 : ddblas##letter##geequb(handle, c->m, c->n, A, c->lda, R, C, rowcnd, colcnd, amax, info))

static ddblasStatus_t call_with(ddblasHandle_t handle, const struct equilibrate_case *c, const void *A, double *R, double *C,
                                double *rowcnd, double *colcnd, double *amax, int64_t *info)
{
    return DD_OF_TYPE(c->type, CALL);
}

static ddblasStatus_t call(ddblasHandle_t handle, struct equilibrate_case *c, const void *A, double *R, double *C)
{
    return call_with(handle, c, A, R, C, &c->rowcnd, &c->colcnd, &c->amax, &c->info);
}

static ddblasStatus_t run_on(ddblasHandle_t handle, struct equilibrate_case *c)
{
    const size_t rows = (size_t)c->m * sizeof *c->R, columns = (size_t)c->n * sizeof *c->C;
    void *before = dd_poisoned(rows > columns ? rows : columns);
    struct dd_operand o[] = {dd_operand_read(c->A, c->bytes), dd_operand_written(before, c->R, rows),
                             dd_operand_written(before, c->C, columns)};
    dd_operands_put(handle, o, 3, 0);
    const ddblasStatus_t status = call(handle, c, o[0].at, o[1].at, o[2].at);
    dd_operands_take(handle, o, 3, 0);
    free(before);
    return status;
}

static void run(struct equilibrate_case *c) { dd_must(h, run_on(h, c), "equilibration"); }

/* ---- known factors --------------------------------------------------------------------------- */

/* A number with this exponent in the sense of frexp, and a random significand and sign. */
static double number_of(struct dd_random *g, int exponent)
{
    return (dd_random_int(g, 0, 1) ? -1.0 : 1.0) * ldexp(1.0 + 0.5 * dd_random_unit(g), exponent - 1);
}

static int larger(int a, int b) { return a > b ? a : b; }

/* Elements of known exponents, some of them 0. The expected factors follow from the exponents: the
 * largest of a row, and of a column after that of the row has been subtracted. */
static void exponents(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1201));
    static const int64_t sizes[] = {1, 2, 7, 33, 70, 300};
    for (int k = 0; k < TYPES * 12; k++)
    {
        const int64_t m = sizes[k / TYPES % 6], n = sizes[(k / TYPES / 6 + k) % 6];
        struct equilibrate_case c = case_new(types[k % TYPES], 0, m, n, k % 3);
        const int is_complex = dd_type_is_complex(c.type);
        int *e = malloc((size_t)(m * n) * sizeof *e), lowest = 1000, highest = -1000;
        assert_non_null(e);
        double amax = 0.0;
        for (int64_t q = 0; q < m * n; q++)
        {
            const int64_t i = q % m, j = q / m;
            /* The diagonal, continued, leaves no row and no column without a number. */
            const int zero = i % n != j % m && i != j && dd_random_int(&g, 0, 3) == 0;
            const int of_im = is_complex ? (int)dd_random_int(&g, -30, 30) : -2000;
            const double re = zero ? 0.0 : number_of(&g, e[q] = (int)dd_random_int(&g, -30, 30)),
                         im = zero || !is_complex ? 0.0 : number_of(&g, of_im);
            e[q] = zero ? -2000 : larger(e[q], of_im);
            put(&c, i, j, re, im);
            const struct dd_parts p = dd_parts_load(c.type, c.A, i + j * c.lda);
            amax = fmax(amax, hypot(p.re[0], p.im[0]));
        }
        run(&c);
        assert_int_equal(c.info, 0);
        assert_true(fabs(c.amax - amax) <= 1e-15 * amax);
        int *row = malloc((size_t)m * sizeof *row);
        assert_non_null(row);
        for (int64_t i = 0; i < m; i++)
        {
            row[i] = -2000;
            for (int64_t j = 0; j < n; j++)
                row[i] = larger(row[i], e[i + j * m]);
            assert_true(c.R[i] == ldexp(1.0, -row[i]));
            lowest = row[i] < lowest ? row[i] : lowest;
            highest = larger(highest, row[i]);
        }
        assert_true(c.rowcnd == ldexp(1.0, lowest - highest));
        lowest = 1000;
        highest = -1000;
        for (int64_t j = 0; j < n; j++)
        {
            int column = -2000;
            for (int64_t i = 0; i < m; i++)
                column = e[i + j * m] > -2000 ? larger(column, e[i + j * m] - row[i]) : column;
            assert_true(c.C[j] == ldexp(1.0, -column));
            lowest = column < lowest ? column : lowest;
            highest = larger(highest, column);
        }
        assert_true(c.colcnd == ldexp(1.0, lowest - highest));
        free(e);
        free(row);
        case_free(&c);
    }
}

/* Diagonals of known exponents; everything but their real parts is NaN. */
static void diagonals(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1202));
    static const int64_t sizes[] = {1, 3, 40, 300};
    for (int k = 0; k < TYPES * 4; k++)
    {
        struct equilibrate_case c = case_new(types[k % TYPES], 1, sizes[k / TYPES], sizes[k / TYPES], k % 3);
        int lowest = 1000, highest = -1000;
        double amax = 0.0;
        for (int64_t j = 0; j < c.n; j++)
        {
            const double d = fabs(number_of(&g, (int)dd_random_int(&g, -60, 60)));
            put(&c, j, j, d, NAN);
            amax = fmax(amax, dd_parts_load(c.type, c.A, j * (c.lda + 1)).re[0]);
        }
        run(&c);
        assert_int_equal(c.info, 0);
        assert_true(c.amax == amax);
        for (int64_t j = 0; j < c.n; j++)
        {
            int e = 0;
            const double scaled = c.R[j] * c.R[j] * dd_parts_load(c.type, c.A, j * (c.lda + 1)).re[0];
            assert_true(scaled >= 0.25 && scaled < 1.0 && frexp(c.R[j], &e) == 0.5);
            lowest = e < lowest ? e : lowest;
            highest = larger(highest, e);
        }
        assert_true(c.rowcnd == ldexp(1.0, lowest - highest));
        case_free(&c);
    }
}

/* ---- zeros, range, NaN ----------------------------------------------------------------------- */

static void assert_ones(const struct equilibrate_case *c)
{
    for (int64_t i = 0; i < c->m; i++)
        assert_true(c->R[i] == 1.0);
    for (int64_t j = 0; j < c->n && !c->positive; j++)
        assert_true(c->C[j] == 1.0);
    assert_true(c->rowcnd == 0.0 && (c->positive || c->colcnd == 0.0));
}

static void fill_ones(const struct equilibrate_case *c)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
            put(c, i, j, 1.0, 0.0);
}

/* The first row of zeros comes before any column; -0 is a zero. On a diagonal, a number that is not
 * positive. */
static void zeros(void **state)
{
    (void)state;
    for (int k = 0; k < TYPES * 3; k++)
    {
        struct equilibrate_case c = case_new(types[k % TYPES], 0, 70, 41, 1), d = case_new(types[k % TYPES], 1, 41, 41, 0);
        fill_ones(&c);
        fill_ones(&d);
        for (int64_t i = 0; i < c.m && k / TYPES != 1; i++)
        {
            put(&c, i, 17, -0.0, 0.0);
            put(&c, i, 30, 0.0, 0.0);
        }
        for (int64_t j = 0; j < c.n && k / TYPES != 0; j++)
            put(&c, 65, j, 0.0, -0.0);
        run(&c);
        assert_int_equal(c.info, k / TYPES == 0 ? 70 + 18 : 66);
        assert_ones(&c);
        assert_true(c.amax == 1.0);
        put(&d, 40, 40, -1.0, 0.0);
        if (k / TYPES > 0)
            put(&d, 12, 12, k / TYPES == 1 ? 0.0 : NAN, 0.0);
        run(&d);
        assert_int_equal(d.info, k / TYPES > 0 ? 13 : 41);
        assert_ones(&d);
        case_free(&c);
        case_free(&d);
    }
}

/* Inf and NaN: factors of 1, and the largest modulus says which it was. */
static void not_finite(void **state)
{
    (void)state;
    for (int k = 0; k < TYPES * 2; k++)
    {
        struct equilibrate_case c = case_new(types[k % TYPES], 0, 40, 300, 1), d = case_new(types[k % TYPES], 1, 9, 9, 0);
        fill_ones(&c);
        fill_ones(&d);
        put(&c, 33, 222, k / TYPES ? NAN : -INFINITY, 0.0);
        put(&d, 5, 5, INFINITY, 0.0);
        run(&c);
        run(&d);
        assert_true(c.info == 0 && d.info == 0 && (k / TYPES ? isnan(c.amax) : isinf(c.amax)) && isinf(d.amax));
        assert_ones(&c);
        assert_ones(&d);
        case_free(&c);
        case_free(&d);
    }
}

/* Exponents that no product of doubles can have: rows up to 2^1023 and down to 2^-1074, limited
 * factors, and a column that is so far below its rows that its scaled numbers are no doubles. */
static void far_exponents(void **state)
{
    (void)state;
    static const ddblasType_t wide[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_D, DDBLAS_TYPE_Z};
    for (int k = 0; k < 4; k++)
    {
        struct equilibrate_case c = case_new(wide[k], 0, 3, 3, 1), d = case_new(wide[k], 1, 3, 3, 1);
        static const double diagonal[] = {0x1p1023, 0x1p-1074, 1.0};
        for (int64_t j = 0; j < 3; j++)
            for (int64_t i = 0; i < 3; i++)
            {
                put(&c, i, j, i == 1 ? (j == 1 ? 0x1p-1074 : 0.0) : j == 2 ? 0x1p-600 : 0x1p1000, 0.0);
                put(&d, i, j, diagonal[i], 0.0);
            }
        run(&c);
        run(&d);
        assert_true(c.info == 0 && d.info == 0);
        assert_true(c.R[0] == 0x1p-1001 && c.R[1] == 0x1p1022 && c.R[2] == 0x1p-1001 && c.rowcnd == 0.0);
        /* Column 2 has 2^-600 2^-1001, column 1 half of 2^0. */
        assert_true(c.C[0] == 1.0 && c.C[1] == 1.0 && c.C[2] == 0x1p1022 && c.colcnd == 0x1p-1022);
        assert_true(c.amax == 0x1p1000 && d.amax == 0x1p1023);
        assert_true(d.R[0] == 0x1p-512 && d.R[1] == 0x1p536 && d.R[2] == 0x1p-1 && d.rowcnd == 0x1p-1048);
        case_free(&c);
        case_free(&d);
    }
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void assert_refused(struct equilibrate_case c, const void *A, double *R, double *C, double *numbers, int64_t *info,
                           int position)
{
    assert_int_equal(call_with(h, &c, A, R, C, numbers, numbers + !c.positive, numbers + 2, info), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

static void wrong_arguments(void **state)
{
    (void)state;
    char host[2048];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    double *R = (double *)(void *)(memory + 1024), *C = R + 16, numbers[3] = {7.0, 7.0, 7.0};
    size_t bytes = 4711;
    int64_t info = 4711;
    for (int k = 0; k < TYPES * 2; k++)
    {
        const int positive = k / TYPES, n = positive ? 2 : 3;
        struct equilibrate_case c = {.type = types[k % TYPES], .positive = positive, .m = 3, .n = 3, .lda = 3}, wrong = c;
        wrong.m = -1;
        if (!positive)
            assert_refused(wrong, memory, R, C, numbers, &info, 2);
        wrong = c;
        wrong.n = -1;
        assert_refused(wrong, memory, R, C, numbers, &info, n);
        assert_refused(c, NULL, R, C, numbers, &info, n + 1);
        wrong = c;
        wrong.lda = 2;
        assert_refused(wrong, memory, R, C, numbers, &info, n + 2);
        assert_refused(c, memory, NULL, C, numbers, &info, n + 3);
        if (!positive)
            assert_refused(c, memory, R, NULL, numbers, &info, 7);
        assert_refused(c, memory, R, C, numbers, NULL, positive ? 8 : 11);
        for (int q = 0; q < 3; q++)
        {
            double *of_rows = q == 0 ? NULL : numbers, *of_columns = q == 1 ? NULL : numbers, *amax = q == 2 ? NULL : numbers;
            if (positive && q == 1)
                continue;
            assert_int_equal(call_with(h, &c, memory, R, C, of_rows, of_columns, amax, &info), DDBLAS_STATUS_INVALID_VALUE);
            assert_int_equal(ddblasGetLastArgument(h), positive ? 6 + q / 2 : 8 + q);
        }
        assert_int_equal(call(h, &c, memory, (double *)(void *)((char *)R + 4), C), DDBLAS_STATUS_MISALIGNED);
        assert_int_equal(ddblasGetLastArgument(h), n + 3);
        assert_int_equal(call(NULL, &c, memory, R, C), DDBLAS_STATUS_NOT_INITIALIZED);
        struct equilibrate_case huge = c;
        huge.m = huge.n = huge.lda = (INT64_C(1) << 26) + 1;
        assert_int_equal(call(h, &huge, memory, R, C), DDBLAS_STATUS_NOT_SUPPORTED);
    }
    assert_int_equal(ddblasGeequbWorkspaceSize(NULL, DDBLAS_TYPE_W, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasGeequbWorkspaceSize(h, (ddblasType_t)6, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasGeequbWorkspaceSize(h, DDBLAS_TYPE_W, -1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasGeequbWorkspaceSize(h, DDBLAS_TYPE_W, 1, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(ddblasGeequbWorkspaceSize(h, DDBLAS_TYPE_W, 1, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 5);
    assert_true(bytes == 4711 && info == 4711 && numbers[0] == 7.0 && numbers[1] == 7.0 && numbers[2] == 7.0);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < TYPES * 3; k++)
    {
        struct equilibrate_case c = {.type = types[k % TYPES], .positive = k / TYPES == 2, .m = k / TYPES == 0 ? 3 : 0, .lda = 3};
        c.n = k / TYPES == 1 ? 3 : 0;
        c.info = 5;
        dd_must(h, call(h, &c, NULL, NULL, NULL), "empty");
        assert_true(c.info == 0 && c.rowcnd == 1.0 && (c.positive || c.colcnd == 1.0) && c.amax == 0.0);
    }
}

/* The workspace of the query suffices, less does not, and each allocation fails in turn. */
static void memory(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1203);
    for (int k = 0; k < TYPES * 2; k++)
    {
        const int positive = k / TYPES;
        struct equilibrate_case c = case_new(types[k % TYPES], positive, 90, positive ? 90 : 50, 1);
        for (int64_t j = 0; j < c.n; j++)
            for (int64_t i = 0; i < c.m; i++)
                put(&c, i, j, fabs(number_of(&g, (int)dd_random_int(&g, -20, 20))), 0.0);
        size_t bytes = 0;
        void *workspace = NULL;
        double R[90], C[90];
        run(&c);
        memcpy(R, c.R, sizeof R);
        memcpy(C, c.C, (size_t)c.n * sizeof *C);
        dd_must(h, ddblasGeequbWorkspaceSize(h, c.type, c.m, c.n, &bytes), "query");
        dd_must(h, ddblasMalloc(h, &workspace, bytes), "malloc");
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes), "workspace");
        run(&c);
        assert_memory_equal(R, c.R, sizeof R);
        assert_memory_equal(C, c.C, (size_t)c.n * sizeof *C);
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes - 256), "workspace");
        assert_int_equal(run_on(h, &c), positive ? DDBLAS_STATUS_SUCCESS : DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
        dd_must(h, ddblasFree(h, workspace), "free");
        void *A = dd_engine_copy(h, c.A, c.bytes, 0), *to = dd_engine_copy(h, R, sizeof R, 0),
             *other = dd_engine_copy(h, C, sizeof C, 0);
        for (int failing = 1;; failing++)
        {
            ddblasHandle_t fresh = dd_test_handle();
            ddblas_inject_allocation_failure(failing);
            const ddblasStatus_t status = call(fresh, &c, A, to, other);
            ddblas_inject_allocation_failure(0);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            if (status == DDBLAS_STATUS_SUCCESS)
            {
                assert_true(failing > 4);
                break;
            }
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
        }
        dd_engine_free(h, A, 0);
        dd_engine_free(h, to, 0);
        dd_engine_free(h, other, 0);
        case_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponents),     cmocka_unit_test(diagonals),       cmocka_unit_test(zeros), cmocka_unit_test(not_finite),
        cmocka_unit_test(far_exponents), cmocka_unit_test(wrong_arguments), cmocka_unit_test(empty), cmocka_unit_test(memory),
    };
    choose_tests();
    return cmocka_run_group_tests_name("equilibration", tests, open_handle, close_handle);
}
