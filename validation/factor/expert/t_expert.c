/*
 * gesvx, posvx, gerfs and porfs in all types, on the engine that DDBLAS_TEST_ENGINE names: ferr
 * against errors by MPFR and berr against exact sums, for matrices of given condition, Hilbert
 * matrices, graded and badly scaled ones, Wilkinson's; singular matrices, NaN; factors that are
 * used again; refinement of perturbed solutions; quotients.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "expert_case.h"
#include "handle.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};
static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};

enum
{
    TYPES = 6
};

static double unit_of(const struct expert_case *c)
{
    return dd_type_is_pair(c->type) ? 0x1p-104 : dd_type_is_single(c->type) ? 0x1p-24 : 0x1p-53;
}

static void run(struct expert_case *c, const char *what) { dd_must(h, expert_run_on(h, c, 0), what); }

/* ---- families of matrices -------------------------------------------------------------------- */

/* Conditions from 1 to beyond the type. ferr holds, and is of use where the condition is well below
 * 1 / u: the estimate is at most the norm itself, which is sqrt n times the condition in the
 * Euclidean norm, times twice the sums of n + 8 roundings and the safety of the estimate. */
static void conditions(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1301);
    struct dd_random g;
    dd_random_start(&g, seed);
    const int64_t count = dd_test_scale() > 1 ? 60 : 720;
    int beyond = 0;
    for (int64_t k = 0; k < count; k++)
    {
        struct expert_case *c =
            expert_case_new(types[k % TYPES], (int)(k % 4 == 3), dd_random_int(&g, 2, 30), dd_random_int(&g, 1, 3));
        const double most = dd_type_is_pair(c->type)     ? 32.0
                            : dd_type_is_single(c->type) ? 8.0
                                                         : 17.0,
                     digits = most * (double)k / (double)count;
        c->fact = k / TYPES % 2 ? DDBLAS_FACT_EQUILIBRATE : DDBLAS_FACT_NONE;
        c->trans = c->positive ? DDBLAS_OP_N : operations[k / 7 % 3];
        c->uplo = (ddblasFillMode_t)(k / 5 % 2);
        refine_fill_conditioned(&c->s, &g, digits);
        expert_case_write(c);
        run(c, "conditions");
        if (c->report.info == 0 || c->report.info == c->n + 1)
        {
            const double n = (double)c->n, ferr = expert_check(c, "conditions");
            /* One step of the condition is the rounding of A to the type. */
            const int easy = digits < most - 6.0;
            assert_true(!easy || c->report.info == 0);
            assert_true(!easy || ferr <= 3.1 * 2.0 * 2.0 * 2.83 * (n + 8.0) * n * pow(10.0, digits) * 4.0 * unit_of(c));
            beyond += c->report.info != 0;
        }
        else
            assert_true(digits > most - 6.0 && c->report.info <= c->n);
        expert_case_free(c);
    }
    assert_true(beyond > 0);
}

/* Hilbert matrices, conditions up to 10^28 and beyond. */
static void hilbert(void **state)
{
    (void)state;
    for (int k = 0; k < 2 * 21; k++)
    {
        struct expert_case *c = expert_case_new(DDBLAS_TYPE_W, k % 2, 1 + k / 2, 1);
        c->fact = DDBLAS_FACT_EQUILIBRATE;
        for (int64_t j = 0; j < c->n; j++)
        {
            for (int64_t i = 0; i < c->n; i++)
                c->s.A[i + j * c->n] = cuddDivD(cuddFromDouble(1.0), (double)(i + j + 1));
            c->s.B[j] = cuddFromDouble(1.0);
        }
        expert_case_write(c);
        run(c, "Hilbert");
        if (c->report.info == 0 || c->report.info > c->n)
            (void)expert_check(c, "Hilbert");
        assert_true(c->n > 12 || (c->report.info == 0 && c->ferr[0] < 1e-8));
        expert_case_free(c);
    }
}

static void scale_by_powers(cuddreal *a, int parts, int exponent)
{
    for (int p = 0; p < parts; p++)
        a[p] = cuddLdexp(a[p], exponent);
}

/* Rows and columns scaled by up to 2^(+-400) each, so that elements go from 10^-240 to 10^240, and
 * rows alone up to 2^(+-830): equilibration leaves the bounds of the matrix before it was scaled.
 * */
static void badly_scaled(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1302));
    for (int k = 0; k < 48; k++)
    {
        static const ddblasType_t wide[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_D, DDBLAS_TYPE_Z};
        const int positive = k / 4 % 4 == 3, rows_alone = !positive && k / 16 == 1;
        struct expert_case *c = expert_case_new(wide[k % 4], positive, 18, 2);
        const int64_t n = c->n, p = c->s.parts;
        int row[18], column[18];
        c->fact = DDBLAS_FACT_EQUILIBRATE;
        c->trans = positive ? DDBLAS_OP_N : operations[k / 4 % 3];
        c->uplo = (ddblasFillMode_t)(k / 16 % 2);
        refine_fill_conditioned(&c->s, &g, 3.0);
        for (int64_t i = 0; i < n; i++)
        {
            row[i] = (int)(rows_alone ? dd_random_int(&g, -830, 830) : dd_random_int(&g, -400, 400));
            column[i] = positive ? row[i] : rows_alone ? 0 : (int)dd_random_int(&g, -400, 400);
        }
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                scale_by_powers(c->s.A + (i + j * n) * p, (int)p, row[i] + column[j]);
        for (int64_t j = 0; j < c->nrhs; j++)
            for (int64_t i = 0; i < n; i++)
                scale_by_powers(c->s.B + (i + j * n) * p, (int)p, c->trans == DDBLAS_OP_N ? row[i] : column[i]);
        expert_case_write(c);
        run(c, "badly scaled");
        assert_int_equal(c->report.info, 0);
        assert_true(c->equed != DDBLAS_EQUILIBRATION_NONE && c->report.rcond > 1e-9);
        /* Components of x are far apart, so the bound is on the largest ones. */
        assert_true(expert_check(c, "badly scaled") < 1e10 * unit_of(c));
        expert_case_free(c);
    }
}

/* Elements that fall off by 2^-k from one to the next, in rows, in columns, or in both. */
static void graded(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1303));
    for (int k = 0; k < 36; k++)
    {
        struct expert_case *c = expert_case_new(types[k % TYPES], 0, 14, 1);
        const int parts = c->s.parts, step = dd_type_is_single(c->type) ? 2 : 11;
        c->fact = k / TYPES % 2 ? DDBLAS_FACT_EQUILIBRATE : DDBLAS_FACT_NONE;
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->n * parts; i++)
                c->s.A[i + j * c->n * parts] = dd_random_full_pair(&g, -step * (int)((k / 12 == 0   ? i / parts
                                                                                      : k / 12 == 1 ? j
                                                                                                    : i / parts + j) +
                                                                                     dd_random_int(&g, 0, 1)));
        for (int64_t i = 0; i < c->n * parts; i++)
            c->s.B[i] = dd_random_full_pair(&g, 0);
        expert_case_write(c);
        run(c, "graded");
        if (c->report.info == 0 || c->report.info > c->n)
            (void)expert_check(c, "graded");
        assert_true(c->fact == DDBLAS_FACT_NONE || (c->report.info == 0 && c->ferr[0] < 1.0));
        expert_case_free(c);
    }
}

/* Wilkinson's matrix: 1 on the diagonal and in the last column, -1 below the diagonal. Pivots
 * double from column to column, and the last one is 2^(n-1). Refinement repairs what growth spoils
 * while it is below 1 / u; beyond that ferr says that no digit is known. */
static void growth(void **state)
{
    (void)state;
    static const int64_t orders[] = {3, 20, 40, 60, 80, 100, 105, 110, 120};
    for (int k = 0; k < 9 * 2; k++)
    {
        struct expert_case *c = expert_case_new(types[k % 2], 0, orders[k / 2], 1);
        struct dd_random g;
        dd_random_start(&g, 1304);
        for (int64_t j = 0; j < c->n; j++)
        {
            for (int64_t i = 0; i < c->n; i++)
                c->s.A[(i + j * c->n) * c->s.parts] = cuddFromDouble(i == j || j == c->n - 1 ? 1.0 : i > j ? -1.0 : 0.0);
            c->s.B[j * c->s.parts] = dd_random_full_pair(&g, 0);
        }
        expert_case_write(c);
        run(c, "growth");
        assert_true(c->report.info == 0 && c->report.rpvgrw == ldexp(1.0, 1 - (int)c->n));
        const double ferr = expert_check(c, "growth");
        assert_true(c->n > 80 || (ferr < 1e-24 && c->berr[0] <= (double)(c->n + 8) * 2.83 * 0x1p-104));
        assert_true(c->n < 105 || isinf(ferr));
        expert_case_free(c);
    }
}

/* ---- no solution ----------------------------------------------------------------------------- */

static void assert_nothing(const struct expert_case *c, int64_t info)
{
    assert_int_equal(c->report.info, info);
    assert_true(c->report.rcond == 0.0);
    for (int64_t e = 0; e < c->n * c->nrhs * c->s.parts; e++)
        assert_true(cuddIsNan(c->s.X[e]));
    for (int64_t j = 0; j < c->nrhs; j++)
        assert_true(isinf(c->ferr[j]) && isinf(c->berr[j]));
}

/* A matrix of zeros and ones whose pivot of column 6 is exactly 0; a diagonal that is negative. */
static void singular(void **state)
{
    (void)state;
    for (int k = 0; k < TYPES * 4; k++)
    {
        struct expert_case *c = expert_case_new(types[k % TYPES], k / TYPES % 2, 11, 2);
        c->fact = k / TYPES / 2 ? DDBLAS_FACT_EQUILIBRATE : DDBLAS_FACT_NONE;
        for (int64_t j = 0; j < c->n; j++)
            c->s.A[(j + j * c->n) * c->s.parts] = cuddFromDouble(j == 5 ? -c->positive : 2.0);
        for (int64_t e = 0; e < c->n * c->nrhs; e++)
            c->s.B[e * c->s.parts] = cuddFromDouble(1.0);
        expert_case_write(c);
        run(c, "singular");
        assert_nothing(c, 6);
        assert_true(c->report.rpvgrw == 1.0 && c->equed == DDBLAS_EQUILIBRATION_NONE);
        expert_case_free(c);
    }
}

/* NaN and Inf in A or in one right-hand side. */
static void not_finite(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1305);
    for (int k = 0; k < TYPES * 8; k++)
    {
        struct expert_case *c = expert_case_new(types[k % TYPES], k / TYPES % 2, 12, 3);
        const int in_right = k / TYPES / 2 % 2;
        const int64_t n = c->n, p = c->s.parts;
        const cuddreal fault = k / TYPES / 4 ? cuddNan() : cuddFromDouble((double)INFINITY);
        c->fact = k % 5 ? DDBLAS_FACT_EQUILIBRATE : DDBLAS_FACT_NONE;
        refine_fill_conditioned(&c->s, &g, 2.0);
        if (in_right)
            c->s.B[(n + 3) * p + p - 1] = fault;
        else
            c->s.A[(9 + 4 * n) * p] = c->s.A[(4 + 9 * n) * p] = fault;
        expert_case_write(c);
        run(c, "not finite");
        assert_true(in_right ? c->report.info == 0 : c->report.info != 0);
        assert_true(isinf(c->ferr[1]) && isinf(c->berr[1]));
        for (int64_t j = 0; j < c->nrhs; j += 2)
            assert_true(in_right ? c->ferr[j] < 1e6 * unit_of(c) : isinf(c->ferr[j]));
        expert_case_free(c);
    }
}

/* Columns of zeros have zeros as solutions, without an error. */
static void zeros(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1306);
    for (int k = 0; k < TYPES * 2; k++)
    {
        struct expert_case *c = expert_case_new(types[k % TYPES], k / TYPES, 9, 3);
        refine_fill_conditioned(&c->s, &g, 2.0);
        memset(c->s.B + c->n * c->s.parts, 0, (size_t)(c->n * c->s.parts) * sizeof *c->s.B);
        expert_case_write(c);
        run(c, "zeros");
        assert_true(c->ferr[1] == 0.0 && c->berr[1] == 0.0 && c->ferr[0] > 0.0 && c->ferr[2] > 0.0);
        for (int64_t e = c->n * c->s.parts; e < 2 * c->n * c->s.parts; e++)
            assert_true(cuddIsZero(c->s.X[e]));
        expert_case_free(c);
    }
}

/* Quotients b / a, systems of order 1, of numbers with all digits. The residual b - a x is computed
 * with rounding errors as large as itself: it is often 0, or too small, although x is not exact. So
 * ferr holds only because it adds the bound (n + 8) u (|a| |x| + |b|) of these errors. */
static void quotients(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1309);
    for (int k = 0; k < TYPES * 40; k++)
    {
        struct expert_case *c = expert_case_new(types[k % TYPES], k / TYPES % 2, 1, 3);
        for (int part = 0; part < c->s.parts; part++)
        {
            c->s.A[part] = c->positive && part == 1 ? cuddFromDouble(0.0) : cuddFabs(dd_random_full_pair(&g, 0));
            for (int64_t j = 0; j < c->nrhs; j++)
                c->s.B[c->s.parts * j + part] = dd_random_full_pair(&g, 0);
        }
        expert_case_write(c);
        run(c, "quotients");
        assert_int_equal(c->report.info, 0);
        assert_true(expert_check(c, "quotients") <= 100.0 * 2.83 * 9.0 * unit_of(c));
        expert_case_free(c);
    }
}

/* ---- factors and solutions that are given ---------------------------------------------------- */

/* A second call with the factors of the first one, and what it left of A, gives the same bits for
 * the same right-hand sides, and good ones for others. */
static void factored(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1307);
    for (int k = 0; k < TYPES * 6; k++)
    {
        struct expert_case *c = expert_case_new(types[k % TYPES], k / TYPES % 2, 21, 2);
        const size_t bytes = c->bytes_B;
        c->fact = DDBLAS_FACT_EQUILIBRATE;
        c->trans = c->positive ? DDBLAS_OP_N : operations[k / TYPES / 2];
        refine_fill_conditioned(&c->s, &g, 2.0);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->n; i++)
                scale_by_powers(c->s.A + (i + j * c->n) * c->s.parts, c->s.parts,
                                (int)(i % 5 + (c->positive ? j % 5 : 2 * (j % 4))) * 6);
        expert_case_write(c);
        void *B = malloc(bytes), *X = malloc(bytes);
        assert_true(B && X);
        memcpy(B, c->B, bytes);
        run(c, "equilibrate");
        assert_true(c->report.info == 0 && c->equed != DDBLAS_EQUILIBRATION_NONE);
        (void)expert_check(c, "equilibrate");
        memcpy(X, c->X, bytes);
        const double ferr = c->ferr[1], rcond = c->report.rcond, rpvgrw = c->report.rpvgrw;
        memcpy(c->B, B, bytes);
        memset(c->X, 0x5a, bytes);
        c->fact = DDBLAS_FACT_FACTORED;
        run(c, "factored");
        assert_memory_equal(X, c->X, bytes);
        assert_true(c->report.info == 0 && c->ferr[1] == ferr && c->report.rcond == rcond && c->report.rpvgrw == rpvgrw);
        const double wrong[] = {0.0, -1.0, (double)NAN, (double)INFINITY};
        double *of = !c->positive && (c->equed & DDBLAS_EQUILIBRATION_COLUMNS) ? c->C : c->R;
        for (int q = 0; q < 4; q++)
        {
            const double right = of[7];
            of[7] = wrong[q];
            memcpy(X, c->B, bytes);
            assert_int_equal(expert_run_on(h, c, 0), DDBLAS_STATUS_INVALID_VALUE);
            assert_int_equal(c->argument, c->positive ? 11 : of == c->C ? 13 : 12);
            assert_memory_equal(X, c->B, bytes);
            of[7] = right;
        }
        free(B);
        free(X);
        expert_case_free(c);
    }
}

/* gerfs and porfs make solutions of others that differ from them by 2^-12 in every component. */
static void perturbed(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1308);
    for (int k = 0; k < TYPES * 6; k++)
    {
        struct expert_case *c = expert_case_new(types[k % TYPES], k / TYPES % 2, dd_random_int(&g, 2, 25), 3);
        c->trans = c->positive ? DDBLAS_OP_N : operations[k / TYPES / 2];
        c->uplo = (ddblasFillMode_t)(k / TYPES / 3);
        refine_fill_conditioned(&c->s, &g, 1.0);
        expert_case_write(c);
        run(c, "before");
        for (int64_t e = 0; e < c->n * c->nrhs; e++)
        {
            const struct dd_parts p = dd_parts_load(c->type, c->X, e);
            dd_element_set(c->type, c->X, e, cuddMulD(cuddMake(p.re[0], p.re[1]), 1.0 + 0x1p-12 * dd_random_unit(&g)),
                           cuddMake(p.im[0], p.im[1]));
        }
        dd_must(h, expert_run_on(h, c, 1), "perturbed");
        const double ferr = expert_check(c, "perturbed");
        assert_true(ferr < 1e5 * unit_of(c));
        for (int64_t j = 0; j < c->nrhs; j++)
            assert_true(c->berr[j] <= 2.83 * (double)(c->n + 8) * unit_of(c));
        expert_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions), cmocka_unit_test(hilbert),   cmocka_unit_test(badly_scaled), cmocka_unit_test(graded),
        cmocka_unit_test(growth),     cmocka_unit_test(singular),  cmocka_unit_test(not_finite),   cmocka_unit_test(zeros),
        cmocka_unit_test(factored),   cmocka_unit_test(perturbed), cmocka_unit_test(quotients),
    };
    choose_tests();
    return cmocka_run_group_tests_name("expert drivers", tests, open_handle, close_handle);
}
