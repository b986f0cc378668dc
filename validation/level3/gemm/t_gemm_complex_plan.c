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
        const int made = ddblas_gemm_complex_make_plan(&p, m, n, k, triangle, budget, needs, NULL);
        (void)ddblas_gemm_complex_make_plan(&smallest_plan, m, n, k, triangle, 0, needs, NULL);
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
        assert_true(ddblas_gemm_complex_make_plan(&p, 9000, 9000, 9000, 0, budget, needs, NULL));
        assert_true(p.rows * p.columns >= before);
        before = p.rows * p.columns;
    }
    assert_int_equal(before, GEMM_COMPLEX_EDGE * GEMM_COMPLEX_EDGE / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plans), cmocka_unit_test(larger_budgets)};
    return cmocka_run_group_tests_name("plan of complex gemm", tests, NULL, NULL);
}
