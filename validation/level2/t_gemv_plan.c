/*
 * The plan of gemv on the GPU as plain C: stretches cover the terms once, their number makes enough
 * blocks where the shape allows, and the workspace holds their sums.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "level2/gemv/gemv_plan.h"
#include "machine/machine.h"

static void check_plan(int complex, int transposed, int64_t m, int64_t n)
{
    const struct ddblas_gemv_plan p = ddblas_gemv_plan_of(complex, transposed, m, n);
    const int64_t parts = complex ? 2 : 1, least = transposed ? GEMV_TALL_LEAST : GEMV_COLUMNS_LEAST,
                  most = transposed ? GEMV_TALL_MOST : GEMV_COLUMNS_MOST;
    assert_int_equal(p.vectors, parts);
    assert_int_equal(p.outputs, transposed ? n : parts * m);
    assert_int_equal(p.terms, transposed ? parts * m : n);
    assert_true(p.stretch >= least && p.stretch <= most && p.stretch % 2 == 0);
    /* The last stretch is not empty, and the terms end in it. */
    assert_true((p.stretches - 1) < p.terms / p.stretch + (p.terms % p.stretch != 0));
    assert_true((double)p.stretches * (double)p.stretch >= (double)p.terms);
    const double blocks = (double)((p.outputs - 1) / p.per_block + 1);
    assert_true(p.stretch == least || blocks * (double)p.stretches >= H200_GEMV_BLOCKS);
    /* No shorter stretch than needed. */
    assert_true(p.stretch == most || blocks * (double)((p.terms - 1) / (2 * p.stretch) + 1) < H200_GEMV_BLOCKS);
    assert_true((p.workspace_bytes == 0) == (p.stretches == 1));
    if (p.stretches > 1)
        assert_true((double)p.workspace_bytes == 16.0 * (double)p.stretches * (double)p.outputs * (double)p.vectors);
}

static void all_shapes(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        for (int64_t m = 1; m < 300; m++)
            for (int64_t n = 1; n < 300; n++)
                check_plan(k % 2, k / 2, m, n);
        for (int64_t m = 1; m < INT64_C(100000000); m = 3 * m + 1)
            for (int64_t n = 1; n < INT64_C(100000000); n = 3 * n + 1)
                check_plan(k % 2, k / 2, m, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
