/*
 * The plan of gemv on the GPU as plain C: stretches cover the terms once, their number makes enough
 * blocks where the shape allows, but not many more sums than that, and the workspace holds the
 * sums.
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
                  most = transposed ? GEMV_TALL_MOST : GEMV_COLUMNS_MOST / parts;
    assert_int_equal(p.vectors, parts);
    assert_int_equal(p.outputs, transposed ? n : parts * m);
    assert_int_equal(p.terms, transposed ? parts * m : n);
    assert_true(p.stretch >= least && p.stretch <= most && (p.stretch & (p.stretch - 1)) == 0);
    assert_int_equal(p.tall, transposed && p.terms >= GEMV_TALL_TERMS_LEAST);
    assert_int_equal(p.per_block, !transposed ? GEMV_ROWS : p.tall ? GEMV_TALL_COLUMNS * parts : GEMV_WARPS * GEMV_SHORT_COLUMNS);
    /* The last stretch is not empty, and the terms end in it. */
    assert_true((p.stretches - 1) < p.terms / p.stretch + (p.terms % p.stretch != 0));
    assert_true((double)p.stretches * (double)p.stretch >= (double)p.terms);
    const double blocks = (double)((p.outputs - 1) / p.per_block + 1);
    assert_true(p.stretch == least || blocks * (double)p.stretches >= H200_GEMV_BLOCKS);
    /* A stretch is halved for two reasons. If there were too few blocks, there are now at most
     * twice as many stretches as blocks were wanted. If the last blocks would end late, it is
     * halved only while an output has fewer sums than a sum has terms. */
    assert_true(p.stretch == most || p.stretches <= 2 * H200_GEMV_BLOCKS || p.stretches <= p.stretch);
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

/* Shapes whose times on an H200 are known (docs/lab/level1.md). */
static void measured_shapes(void **state)
{
    (void)state;
    assert_int_equal(ddblas_gemv_plan_of(0, 0, 8192, 8192).stretch, 1024);
    assert_true(ddblas_gemv_plan_of(0, 1, 8192, 8192).stretch >= 2048);
    assert_int_equal(ddblas_gemv_plan_of(1, 1, 8192, 8192).stretch, 4096);
    assert_int_equal(ddblas_gemv_plan_of(0, 0, 4096, 4096).stretch, 1024);
    assert_int_equal(ddblas_gemv_plan_of(0, 0, 1000, 1000).stretch, 64);
    assert_int_equal(ddblas_gemv_plan_of(0, 0, 32, 1000000).stretch, 1024);
    assert_true(ddblas_gemv_plan_of(0, 1, 1000000, 32).stretches <= 245);
    assert_int_equal(ddblas_gemv_plan_of(0, 0, 1000000, 32).stretches, 1);
    assert_int_equal(ddblas_gemv_plan_of(0, 1, 32, 1000000).stretches, 1);
    for (int complex = 0; complex < 2; complex++)
        for (int transposed = 0; transposed < 2; transposed++)
        {
            /* The longer the sums, the longer the stretches. */
            int64_t last = 0;
            for (int64_t terms = 1 << 16; terms <= 1 << 26; terms *= 4)
            {
                const struct ddblas_gemv_plan p =
                    transposed ? ddblas_gemv_plan_of(complex, 1, terms, 32) : ddblas_gemv_plan_of(complex, 0, 32, terms);
                assert_true(p.stretch >= last);
                last = p.stretch;
            }
            assert_true(last == (transposed ? GEMV_TALL_MOST : GEMV_COLUMNS_MOST / (complex ? 2 : 1)));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_shapes), cmocka_unit_test(measured_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
