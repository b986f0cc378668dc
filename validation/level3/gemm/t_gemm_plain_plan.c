/*
 * The plain route's plan without a GPU: tiles cover C and parts cover k, workspace, masks, thin and
 * small products.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "level3/gemm/plain/gemm_plain_plan.h"
#include "random.h"

enum
{
    MULTIPROCESSORS = 132
};

static const struct
{
    int64_t rows, columns;
} shapes[] = {
#define SHAPE(name, tm, tn, lm, ln, stages, resident, fill, cost, rate, swapped_rate) {(tm) * (lm), (tn) * (ln)},
    GEMM_PLAIN_SHAPES(SHAPE)
#undef SHAPE
};

static void assert_covers(int64_t tiles, int64_t edge, int64_t size)
{
    assert_true(tiles >= 1);
    assert_true((tiles - 1) * edge < size);
    assert_true(tiles >= size / edge && tiles * edge - size < edge);
}

static void check(int multiprocessors, int64_t m, int64_t n, int64_t k, int masked)
{
    const struct gemm_plain_plan p = ddblas_gemm_plain_make_plan(multiprocessors, m, n, k, masked);
    assert_in_range(p.shape, 0, GEMM_PLAIN_SHAPE_COUNT - 1);
    assert_covers(p.down, shapes[p.shape].rows, p.swapped ? n : m);
    assert_covers(p.across, shapes[p.shape].columns, p.swapped ? m : n);
    if (masked)
        assert_true(p.splits == 1 && !p.swapped);
    if (p.splits == 1)
        assert_true(p.split_terms == k && p.workspace == 0);
    else
    {
        assert_true(p.split_terms % GEMM_PLAIN_TERMS == 0 && p.split_terms >= 32 && p.splits <= 1024);
        assert_covers(p.splits, p.split_terms, k);
        assert_true(p.workspace == 16 * (size_t)p.splits * (size_t)m * (size_t)n);
        assert_true(p.workspace < (size_t)1 << 30);
    }
    const struct gemm_plain_plan again = ddblas_gemm_plain_make_plan(multiprocessors, m, n, k, masked);
    assert_true(again.shape == p.shape && again.swapped == p.swapped && again.splits == p.splits);
}

static int64_t size(struct dd_random *g)
{
    const int64_t high = INT64_C(1) << dd_random_int(g, 0, 14);
    return dd_random_int(g, 1, high);
}

static void random_sizes(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 530);
    for (int q = 0; q < 20000; q++)
        check((int)dd_random_int(&g, 1, 200), size(&g), size(&g), q % 7 == 0 ? dd_random_int(&g, 0, 2000000) : size(&g),
              q % 5 == 0);
}

/* Sizes whose products pass 64 bits. */
static void huge_sizes(void **state)
{
    (void)state;
    check(MULTIPROCESSORS, INT64_C(1) << 40, INT64_C(1) << 40, 7, 0);
    check(MULTIPROCESSORS, 1, INT64_C(1) << 50, INT64_C(1) << 50, 0);
    check(MULTIPROCESSORS, 1, 1, INT64_C(1) << 50, 0);
    check(MULTIPROCESSORS, INT64_C(1) << 40, 3, 0, 1);
}

static int64_t blocks(int64_t m, int64_t n, int64_t k)
{
    const struct gemm_plain_plan p = ddblas_gemm_plain_make_plan(MULTIPROCESSORS, m, n, k, 0);
    return p.down * p.across * p.splits;
}

/* Small and thin products keep nearly all multiprocessors at work, thin sides lie along the short
 * side of a tile, and both orientations cost the same. */
static void small_and_thin(void **state)
{
    (void)state;
    static const int64_t shapes_of[][3] = {
        {256, 256, 256}, {64, 64, 1000000}, {1, 1, 1000000}, {1, 8192, 8192}, {16, 16, 1000000}};
    for (size_t s = 0; s < sizeof shapes_of / sizeof shapes_of[0]; s++)
    {
        const int64_t *d = shapes_of[s];
        assert_true(blocks(d[0], d[1], d[2]) >= MULTIPROCESSORS * 9 / 10);
        assert_true(blocks(d[0], d[1], d[2]) == blocks(d[1], d[0], d[2]));
    }
    for (int64_t thin = 1; thin <= 64; thin *= 2)
    {
        const struct gemm_plain_plan flat = ddblas_gemm_plain_make_plan(MULTIPROCESSORS, thin, 10000, 500, 0);
        const struct gemm_plain_plan tall = ddblas_gemm_plain_make_plan(MULTIPROCESSORS, 10000, thin, 500, 0);
        const int64_t side = flat.swapped ? shapes[flat.shape].columns : shapes[flat.shape].rows;
        assert_true(side <= 2 * thin || side == 2);
        assert_true(tall.shape == flat.shape && tall.swapped != flat.swapped);
    }
    const struct gemm_plain_plan large = ddblas_gemm_plain_make_plan(MULTIPROCESSORS, 4096, 4096, 4096, 0);
    assert_true(large.shape == GEMM_PLAIN_64x32 && large.splits == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_sizes), cmocka_unit_test(huge_sizes),
                                       cmocka_unit_test(small_and_thin)};
    return cmocka_run_group_tests_name("gemm plain plan", tests, NULL, NULL);
}
