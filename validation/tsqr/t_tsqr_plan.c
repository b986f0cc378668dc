/*
 * TSQR's plan and tree, without an engine's work: leaves cover the rows and are tall enough, every
 * node has one parent, plans are complete and stay what they were.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "engine.h"
#include "random.h"
#include "tsqr/tsqr_panel.h"
#include "tsqr/tsqr_plan.h"

static void check_tree(int64_t m, int64_t n, int64_t leaf_rows, int64_t unit, int64_t fan_in)
{
    const struct ddblas_tsqr_tree t = ddblas_tsqr_tree_make(m, n, leaf_rows, unit, fan_in);
    int64_t before = 0;
    assert_true(t.nodes[0] >= 1);
    assert_int_equal(t.nodes[t.levels], 1);
    assert_int_equal(ddblas_tsqr_leaf_row(&t, 0), 0);
    assert_int_equal(ddblas_tsqr_leaf_row(&t, t.nodes[0]), m);
    for (int64_t i = 0; i < t.nodes[0]; i++)
    {
        const int64_t first = ddblas_tsqr_leaf_row(&t, i), rows = ddblas_tsqr_leaf_row(&t, i + 1) - first;
        assert_int_equal(first % unit, 0);
        assert_true(rows >= 1 && rows <= leaf_rows);
        if (leaf_rows >= 2 * n + 4 * unit)
            assert_true(rows >= n);
    }
    for (int level = 1; level <= t.levels; level++)
    {
        int64_t next = 0;
        assert_int_equal(t.before[level], before);
        for (int64_t k = 0; k < t.nodes[level]; k++)
        {
            const int64_t children = ddblas_tsqr_children(&t, level, k);
            assert_int_equal(ddblas_tsqr_first_child(&t, k), next);
            assert_true(children >= 1 && children <= fan_in);
            next += children;
        }
        assert_int_equal(next, t.nodes[level - 1]);
        assert_true(t.nodes[level] < t.nodes[level - 1]);
        before += t.nodes[level];
    }
    assert_int_equal(t.before[t.levels + 1], before);
}

static void trees(void **state)
{
    (void)state;
    static const int64_t units[] = {1, 8, 16, 32};
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(501));
    for (int u = 0; u < 4; u++)
        for (int64_t m = 1; m <= 400; m++)
            check_tree(m, m < 20 ? m : 20, 2 * 20 + 4 * units[u], units[u], 2 + m % 5);
    for (int64_t i = 0; i < 4000; i++)
    {
        const int64_t unit = units[dd_random_int(&g, 0, 3)], n = dd_random_int(&g, 1, 300);
        const int64_t least = 2 * n + 4 * unit, leaf_rows = least + dd_random_int(&g, 0, 5 * least);
        check_tree(n + dd_random_int(&g, 0, 40 * leaf_rows), n, leaf_rows, unit, dd_random_int(&g, 2, 20));
    }
    check_tree(100000, 1, 8, 1, 100000); /* flat */
}

/* Numbers beyond 2^31 and the deepest tree there is. */
static void large_trees(void **state)
{
    (void)state;
    const struct ddblas_tsqr_tree t = ddblas_tsqr_tree_make(INT64_MAX / 2, 1, 8, 8, 2);
    assert_true(t.levels <= DDBLAS_TSQR_LEVELS);
    assert_int_equal(t.nodes[t.levels], 1);
    assert_int_equal(ddblas_tsqr_leaf_row(&t, t.nodes[0]), INT64_MAX / 2);
    const struct ddblas_tsqr_tree wide = ddblas_tsqr_tree_make(INT64_C(3) << 40, 64, 512, 16, 8);
    for (int64_t i = wide.nodes[0] - 3; i < wide.nodes[0]; i++)
    {
        const int64_t rows = ddblas_tsqr_leaf_row(&wide, i + 1) - ddblas_tsqr_leaf_row(&wide, i);
        assert_true(rows >= 64 && rows <= 512);
    }
}

/* Zeros are replaced, what is given stays or is rounded, and a complete plan completes to
 * itself. */
static void plans(void **state)
{
    (void)state;
    ddblasHandle_t h = NULL;
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        for (int64_t n = 1; n < 1500; n = 2 * n + 1)
        {
            ddblasTsqrPlan_t plan = {0}, again;
            assert_int_equal(ddblasTsqrPlan(h, (ddblasType_t)type, DDBLAS_LAYOUT_ROW_MAJOR, 100 * n, n, &plan),
                             DDBLAS_STATUS_SUCCESS);
            assert_true(plan.fan_in >= 2 && plan.leaf_rows >= 2 * n);
            again = plan;
            assert_int_equal(ddblasTsqrPlan(h, (ddblasType_t)type, DDBLAS_LAYOUT_ROW_MAJOR, 100 * n, n, &again),
                             DDBLAS_STATUS_SUCCESS);
            assert_memory_equal(&plan, &again, sizeof plan);
            ddblasTsqrPlan_t given = {
                .design = DDBLAS_TSQR_DESIGN_LAUNCHES, .nonnegative = 1, .fan_in = 3, .leaf_rows = 10 * n + 99};
            assert_int_equal(ddblasTsqrPlan(h, (ddblasType_t)type, DDBLAS_LAYOUT_COLUMN_MAJOR, 100 * n, n, &given),
                             DDBLAS_STATUS_SUCCESS);
            assert_int_equal(given.design, DDBLAS_TSQR_DESIGN_LAUNCHES);
            assert_int_equal(given.nonnegative, 1);
            assert_int_equal(given.fan_in, 3);
            assert_true(given.leaf_rows >= 2 * n && given.leaf_rows <= 10 * n + 99 + 8);
        }
    ddblasTsqrPlan_t plan = {0};
    assert_int_equal(ddblasTsqrPlan(h, DDBLAS_TYPE_U, DDBLAS_LAYOUT_ROW_MAJOR, 10, 5, &plan), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
}

/* The GPU's choice: no leaves or fan-in of a list are predicted to be faster, what is given stays,
 * leaves are tall enough. */
static void choices(void **state)
{
    (void)state;
    static const struct tsqr_device devices[] = {{132, 2}, {132, 4}, {1, 1}, {16, 3}};
    static const int32_t fans[] = {2, 3, 4, 6, 8, 16};
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        for (size_t d = 0; d < sizeof devices / sizeof devices[0]; d++)
            for (int64_t n = 1; n < 1000; n = 3 * n + 1)
                for (int64_t m = n; m < INT64_C(1) << 40; m = 9 * m + 5)
                {
                    ddblasTsqrPlan_t plan = {0}, again;
                    ddblas_tsqr_choose_built_in(&devices[d], (ddblasType_t)type, m, n, &plan);
                    assert_true(plan.leaf_rows >= 2 * n && plan.fan_in >= 2 && plan.design != DDBLAS_TSQR_DESIGN_AUTO);
                    assert_true(plan.leaf_rows <= 5 * n * ddblas_tsqr_chunk((ddblasType_t)type)); /* as docs/numerics.md has it */
                    const double time = ddblas_tsqr_predict(&devices[d], (ddblasType_t)type, m, n, &plan);
                    assert_true(time > 0.0 && time < (double)INFINITY);
                    for (int f = 0; f < 6; f++)
                    {
                        again = plan;
                        again.fan_in = fans[f];
                        assert_true(time <= ddblas_tsqr_predict(&devices[d], (ddblasType_t)type, m, n, &again));
                    }
                    again = plan;
                    ddblas_tsqr_choose_built_in(&devices[d], (ddblasType_t)type, m, n, &again);
                    assert_memory_equal(&plan, &again, sizeof plan);
                    ddblasTsqrPlan_t given = {.design = DDBLAS_TSQR_DESIGN_HYBRID, .fan_in = 5};
                    ddblas_tsqr_choose_built_in(&devices[d], (ddblasType_t)type, m, n, &given);
                    assert_true(given.design == DDBLAS_TSQR_DESIGN_HYBRID && given.fan_in == 5 && given.leaf_rows >= 2 * n);
                    given = (ddblasTsqrPlan_t){.leaf_rows = 3 * n};
                    ddblas_tsqr_choose_built_in(&devices[d], (ddblasType_t)type, m, n, &given);
                    assert_true(given.leaf_rows == 3 * n && given.fan_in >= 2);
                }
}

/* Sizes that no memory meets are refused by the allocation, not wrapped around. */
static void huge(void **state)
{
    (void)state;
    ddblasHandle_t h = NULL;
    size_t bytes = 0;
    int64_t elements = 0;
    double A[1] = {0.0}, R[1];
    const ddblasTsqrPlan_t plan = {.leaf_rows = INT64_MAX};
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTsqrWorkspaceSize(h, NULL, DDBLAS_TYPE_W, DDBLAS_LAYOUT_ROW_MAJOR, INT64_MAX / 4, 1024, 7, &bytes),
                     DDBLAS_STATUS_SUCCESS);
    assert_true(bytes == (size_t)PTRDIFF_MAX);
    assert_int_equal(ddblasTsqrFactorSize(h, NULL, DDBLAS_TYPE_D, DDBLAS_LAYOUT_ROW_MAJOR, INT64_MAX / 4, 1024, &elements),
                     DDBLAS_STATUS_SUCCESS);
    assert_true(elements == INT64_MAX);
    assert_int_equal(ddblasTsqrWorkspaceSize(h, &plan, DDBLAS_TYPE_S, DDBLAS_LAYOUT_ROW_MAJOR, INT64_MAX, 1, 0, &bytes),
                     DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDtsqr(h, NULL, DDBLAS_LAYOUT_ROW_MAJOR, INT64_MAX / 4, 1024, A, 1024, R, 1024),
                     DDBLAS_STATUS_ALLOC_FAILED);
    assert_int_equal(
        ddblasDtsqr(h, NULL, DDBLAS_LAYOUT_COLUMN_MAJOR, INT64_MAX, INT64_C(1) << 40, A, INT64_MAX, R, INT64_C(1) << 40),
        DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(trees), cmocka_unit_test(large_trees), cmocka_unit_test(plans),
                                       cmocka_unit_test(choices), cmocka_unit_test(huge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
