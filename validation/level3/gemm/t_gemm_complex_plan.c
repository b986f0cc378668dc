/*
 * The blocks of complex gemm on the CUDA engine, without a GPU: they fit the budget, leave the gemm
 * what it needs, and shrink to the least; slices depend on k alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "level3/gemm/complex/gemm_complex_plan.h"
#include "random.h"

/* A gemm that needs 1000 bytes for each row and column, and 64 at least. */
static void needs(const void *data, int64_t m, int64_t n, int64_t k, size_t *full, size_t *smallest)
{
    (void)data;
    assert_true(n % 2 == 0 && k % 2 == 0);
    *full = 1000 * (size_t)(m + n);
    *smallest = 64 * (size_t)(m + n);
}

static void check_plan(const struct gemm_complex_plan *p, int64_t m, int64_t n, int64_t k, int triangle, size_t budget)
{
    size_t full, smallest, full_of_gemm, least_of_gemm;
    needs(NULL, p->rows, 2 * p->columns, 2 * p->terms, &full_of_gemm, &least_of_gemm);
    assert_true(p->rows >= 1 && p->rows <= m && p->columns >= 1 && p->columns <= n);
    assert_true(p->rows <= GEMM_COMPLEX_EDGE && 2 * p->columns <= GEMM_COMPLEX_EDGE);
    assert_int_equal(p->terms, k < GEMM_COMPLEX_SLICE ? k : GEMM_COMPLEX_SLICE);
    if (triangle) /* no more than an eighth of C along the diagonal */
        assert_true(p->rows <= m / 8 + GEMM_COMPLEX_LEAST_EDGE && p->columns <= n / 8 + GEMM_COMPLEX_LEAST_EDGE);
    /* The matrices lie behind one another. */
    assert_true(p->a == 0 && p->b >= 32 * (size_t)(p->rows * p->terms));
    assert_true(p->product >= p->b + 64 * (size_t)(p->columns * p->terms));
    assert_true(p->own >= p->product + 32 * (size_t)(p->rows * p->columns));
    assert_true(p->a % 256 == 0 && p->b % 256 == 0 && p->product % 256 == 0 && p->own % 256 == 0);
    ddblas_gemm_complex_workspace_of(p, budget, needs, NULL, &full, &smallest);
    assert_true(smallest == p->own + least_of_gemm && full >= smallest && full <= p->own + full_of_gemm);
    if (budget > 0)
        assert_true(full <= budget);
}

static void plans(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 4801);
    for (int q = 0; q < 20000; q++)
    {
        const int triangle = q % 3 == 0;
        const int64_t m = dd_random_int(&g, 1, INT64_C(1) << dd_random_int(&g, 0, 40));
        const int64_t n = triangle ? m : dd_random_int(&g, 1, INT64_C(1) << dd_random_int(&g, 0, 40));
        const int64_t k = dd_random_int(&g, 1, INT64_C(1) << dd_random_int(&g, 0, 40));
        const size_t budget = (size_t)dd_random_int(&g, 1, INT64_C(1) << dd_random_int(&g, 10, 35));
        struct gemm_complex_plan p, smallest_plan;
        size_t full, smallest;
        const int made = ddblas_gemm_complex_make_plan(&p, GEMM_COMPLEX_REAL, m, n, k, triangle, budget, needs, NULL);
        (void)ddblas_gemm_complex_make_plan(&smallest_plan, GEMM_COMPLEX_REAL, m, n, k, triangle, 0, needs, NULL);
        check_plan(&smallest_plan, m, n, k, triangle, 0);
        ddblas_gemm_complex_workspace_of(&smallest_plan, 0, needs, NULL, &full, &smallest);
        assert_true(full == smallest && smallest <= (size_t)16 << 20);
        assert_int_equal(made, smallest <= budget);
        if (made)
            check_plan(&p, m, n, k, triangle, budget);
    }
}

/* More memory never makes a smaller block. */
static void larger_budgets(void **state)
{
    (void)state;
    int64_t before = 0;
    for (size_t budget = (size_t)16 << 20; budget <= (size_t)16 << 30; budget += budget / 8)
    {
        struct gemm_complex_plan p;
        assert_true(ddblas_gemm_complex_make_plan(&p, GEMM_COMPLEX_REAL, 9000, 9000, 9000, 0, budget, needs, NULL));
        assert_true(p.rows * p.columns >= before);
        before = p.rows * p.columns;
    }
    assert_int_equal(before, GEMM_COMPLEX_EDGE * GEMM_COMPLEX_EDGE / 2);
}

/* ---- three products of residues -------------------------------------------------------------- */

static void needs_of_three(const void *data, int64_t m, int64_t n, int64_t k, size_t *full, size_t *smallest)
{
    (void)data;
    assert_true(n % 2 == 0 && k % 2 == 0);
    *full = *smallest = ddblas_gemm_complex_three_layout_of(m, n / 2, k / 2).end;
}

static void check_layout(int64_t rows, int64_t columns, int64_t terms)
{
    const struct gemm_complex_three_layout l = ddblas_gemm_complex_three_layout_of(rows, columns, terms);
    const size_t lines[2] = {(size_t)(rows + 63) / 64 * 64, (size_t)(columns + 63) / 64 * 64}, all = lines[0] * lines[1];
    const size_t padded = (size_t)ddblas_gemm_complex_three_padded(terms);
    assert_true(padded % 64 == 0 && padded >= (size_t)terms && padded < (size_t)terms + 64);
    size_t end = 0;
    for (int side = 0; side < 2; side++)
    {
        assert_true(l.tops[side] >= end && l.keys[side] == l.tops[side] + 8 * lines[side]);
        assert_true(l.uppers[side] == l.keys[side] + 4 * lines[side]);
        assert_true(l.residue[side] >= l.uppers[side] + 4 * lines[side]);
        assert_true(l.tops[side] % 256 == 0 && l.residue[side] % 256 == 0);
        end = l.residue[side] + 32 * lines[side] * 3 * padded;
    }
    assert_true(l.products >= end && l.guard >= l.products + 93 * all && l.mask >= l.guard + 8 * all);
    assert_true(l.any >= l.mask + all / 4 && l.one >= l.any + 4 && l.end >= l.one + 16);
    assert_true(l.products % 256 == 0 && l.guard % 256 == 0 && l.mask % 256 == 0 && l.one % 16 == 0);
}

/* The blocks of three products fit any budget from 256 MiB on, which every device has for slices of
 * 12000 terms, and their arrays do not overlap. */
static void plans_of_three(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 4802);
    for (int q = 0; q < 20000; q++)
    {
        const int triangle = q % 3 == 0;
        const int64_t m = dd_random_int(&g, 1, INT64_C(1) << dd_random_int(&g, 0, 40));
        const int64_t n = triangle ? m : dd_random_int(&g, 1, INT64_C(1) << dd_random_int(&g, 0, 40));
        const int64_t k = dd_random_int(&g, 1, INT64_C(1) << dd_random_int(&g, 0, 40));
        const size_t budget = (size_t)dd_random_int(&g, 1, INT64_C(1) << dd_random_int(&g, 10, 35));
        struct gemm_complex_plan p, smallest_plan;
        size_t full, smallest;
        const int made = ddblas_gemm_complex_make_plan(&p, GEMM_COMPLEX_THREE, m, n, k, triangle, budget, needs_of_three, NULL);
        (void)ddblas_gemm_complex_make_plan(&smallest_plan, GEMM_COMPLEX_THREE, m, n, k, triangle, 0, needs_of_three, NULL);
        assert_true(smallest_plan.rows <= 64 && smallest_plan.columns <= 64);
        ddblas_gemm_complex_workspace_of(&smallest_plan, 0, needs_of_three, NULL, &full, &smallest);
        assert_true(full == smallest && (smallest <= (size_t)256 << 20 || k > 12000));
        assert_int_equal(made, smallest <= budget);
        check_layout(smallest_plan.rows, smallest_plan.columns, smallest_plan.terms);
        if (!made)
            continue;
        assert_int_equal(p.terms, smallest_plan.terms); /* It depends on k alone. */
        ddblas_gemm_complex_workspace_of(&p, budget, needs_of_three, NULL, &full, &smallest);
        assert_true(full == smallest && full <= budget);
        assert_true(p.rows >= 1 && p.rows <= m && p.columns >= 1 && p.columns <= n);
        if (triangle) /* no more than a quarter of C along the diagonal */
            assert_true(p.rows <= m / 4 + GEMM_COMPLEX_THREE_LEAST_EDGE && p.columns <= n / 4 + GEMM_COMPLEX_THREE_LEAST_EDGE);
        assert_true(p.padded == ddblas_gemm_complex_three_padded(p.terms));
        assert_true(p.b >= 32 * (size_t)(p.rows * p.padded) && p.product >= p.b + 64 * (size_t)(p.columns * p.padded));
        assert_true(p.own >= p.product + 32 * (size_t)(p.rows * p.columns));
        check_layout(p.rows, p.columns, p.terms);
    }
}

/* In 16 GiB the rows of op(A) of a product of order 8192 are converted once. */
static void rows_are_converted_once(void **state)
{
    (void)state;
    struct gemm_complex_plan p;
    assert_true(
        ddblas_gemm_complex_make_plan(&p, GEMM_COMPLEX_THREE, 8192, 8192, 8192, 0, (size_t)16 << 30, needs_of_three, NULL));
    assert_true(p.rows == 8192 && p.columns == 2048 && p.terms == 8192);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plans), cmocka_unit_test(larger_budgets),
                                       cmocka_unit_test(plans_of_three), cmocka_unit_test(rows_are_converted_once)};
    return cmocka_run_group_tests_name("plan of complex gemm", tests, NULL, NULL);
}
