/*
 * INT8 products that leave bytes, without a GPU: a byte holds the residue of every sum that can
 * occur, and the tiles cover each plane once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "level3/gemm/residue/gemm_residue_arith.h"
#include "level3/gemm/residue/fused/gemm_residue_fused.h"
#include "random.h"

/* ---- residues in bytes ----------------------------------------------------------------------- */

/* Returns the residue in [-below, 255 - below] that a byte holds. */
static int32_t byte_value(uint8_t byte, int32_t below) { return (int32_t)((byte + below) & 255) - below; }

/* The largest magnitude of a sum of this many products of residues modulo p. */
static int64_t reach_of(int32_t p, int64_t terms) { return terms * (p / 2) * (p / 2); }

/* A sum of products, as INT32 holds it: near a multiple of p, near an end of the range, or any. */
static int64_t random_sum(struct dd_random *g, int32_t p, int64_t reach)
{
    const int64_t any = dd_random_int(g, -reach, reach), end = reach - dd_random_int(g, 0, 2 * p);
    const int64_t near = any / p * p + dd_random_int(g, -1, 1);
    switch (dd_random_int(g, 0, 3))
    {
    case 0:
        return near > reach ? reach : near < -reach ? -reach : near;
    case 1:
        return end;
    case 2:
        return -end;
    default:
        return any;
    }
}

static void bytes_hold_the_residues_of_reduced_sums(void **state)
{
    (void)state;
    const struct gemm_residue_byte_numbers *numbers = ddblas_gemm_residue_byte_numbers();
    struct dd_random g;
    dd_random_start(&g, 605);
    const struct gemm_residue_form form = ddblas_gemm_residue_form_of(GEMM_BYTE_TERMS);
    assert_int_equal(form.centred, 0);
    for (int i = 0; i < GEMM_MODULI_MOST; i++)
    {
        const struct gemm_residue_form all = {.moduli = GEMM_MODULI_MOST};
        const struct gemm_residue_join *join = ddblas_gemm_residue_join_numbers_of(&all);
        const int32_t p = ddblas_gemm_modulus(i), x = join->below[i];
        const int64_t reach = reach_of(p, GEMM_BYTE_TERMS), error = (int64_t)p * numbers->reciprocal[i] - ((int64_t)1 << 32);
        /* The bound of docs/numerics.md. */
        assert_true(x == (256 - p) / 2 && reach * llabs((long long)error) < ((int64_t)(x + 1) << 32));
        for (int c = 0; c < 20000; c++)
        {
            const int32_t sum = (int32_t)(c == 0 ? reach : c == 1 ? -reach : random_sum(&g, p, reach));
            const uint8_t byte = (uint8_t)gemm_low_residue(sum, numbers->reciprocal[i], numbers->minus[i]);
            const double r = byte_value(byte, x);
            assert_true(r == gemm_reduced(sum, p, join->reciprocal[i]));
            assert_true((sum - (int64_t)r) % p == 0);
        }
    }
}

static void bytes_hold_the_centred_residues_of_all_sums(void **state)
{
    (void)state;
    const struct gemm_residue_byte_numbers *numbers = ddblas_gemm_residue_byte_numbers();
    struct dd_random g;
    dd_random_start(&g, 606);
    const struct gemm_residue_form form = ddblas_gemm_residue_form_of(GEMM_BYTE_TERMS + 1);
    assert_int_equal(form.centred, 1);
    const struct gemm_residue_join *join = ddblas_gemm_residue_join_numbers_of(&form);
    for (int i = 0; i < form.moduli; i++)
    {
        const int32_t p = ddblas_gemm_modulus(i);
        const int64_t reach = reach_of(p, GEMM_TERMS_MOST);
        for (int c = 0; c < 20000; c++)
        {
            /* 2^31, which only p = 256 reaches, wraps. */
            const int64_t sum = c == 0 ? reach : c == 1 ? -reach : random_sum(&g, p, reach);
            const int32_t wrapped = (int32_t)(uint32_t)(uint64_t)sum;
            const uint8_t byte = (uint8_t)gemm_centred_residue(wrapped, numbers->high[i], numbers->inverse[i], numbers->minus[i]);
            const double r = byte_value(byte, join->below[i]);
            assert_true(2.0 * fabs(r) <= p && (sum - (int64_t)r) % p == 0);
        }
    }
}

/* ---- tiles ----------------------------------------------------------------------------------- */

static void quotients_are_exact(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 607);
    for (int c = 0; c < 20000; c++)
    {
        /* The divider of the tiles across comes from a plane of one tile down. */
        const int64_t d = dd_random_int(&g, 1, (int64_t)1 << dd_random_int(&g, 0, 22));
        const struct gemm_fused_tiles t = ddblas_gemm_fused_tiles_of(64, 128 * d, 64, 1, 1);
        assert_int_equal(t.across, d);
        const int64_t n = dd_random_int(&g, 0, INT32_MAX), near = n / d * d;
        assert_int_equal(gemm_divide((uint32_t)n, t.in_plane), n / d);
        assert_int_equal(gemm_divide((uint32_t)near, t.in_plane), near / d);
        if (near > 0)
            assert_int_equal(gemm_divide((uint32_t)near - 1, t.in_plane), near / d - 1);
        assert_int_equal(gemm_divide(INT32_MAX, t.in_plane), INT32_MAX / d);
    }
}

static void tiles_cover_each_plane_once(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 608);
    for (int c = 0; c < 2000; c++)
    {
        const int64_t rows = 64 * dd_random_int(&g, 1, (int64_t)1 << dd_random_int(&g, 0, 6));
        const int64_t columns = dd_random_int(&g, 1, (int64_t)1 << dd_random_int(&g, 0, 13));
        const int64_t terms = 64 * dd_random_int(&g, 1, 100);
        const int planes = (int)dd_random_int(&g, 1, 32), cluster = (int)dd_random_int(&g, 1, 2);
        const struct gemm_fused_tiles t = ddblas_gemm_fused_tiles_of(rows, columns, terms, planes, cluster);
        assert_true(t.width == (rows <= 64 ? 64 : rows <= 128 ? 128 : 256));
        assert_true((int64_t)t.width * t.down >= rows && (int64_t)t.width * (t.down - 1) < rows);
        assert_true((int64_t)GEMM_FUSED_COLUMNS * cluster * t.across >= columns);
        assert_true((int64_t)GEMM_FUSED_COLUMNS * cluster * (t.across - 1) < columns);
        assert_true((int64_t)GEMM_FUSED_STEP * t.steps >= terms && t.count == planes * t.down * t.across);
        char *seen = calloc((size_t)t.count, 1);
        assert_non_null(seen);
        for (int32_t i = 0; i < t.count; i++)
        {
            const struct gemm_fused_place at = gemm_fused_place_of(&t, (uint32_t)i);
            assert_true(at.plane == i / (t.down * t.across) && at.down >= 0 && at.down < t.down);
            assert_true(at.across >= 0 && at.across < t.across);
            char *once = &seen[(at.plane * t.down + at.down) * t.across + at.across];
            assert_int_equal(*once, 0);
            *once = 1;
        }
        free(seen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_hold_the_residues_of_reduced_sums),
                                       cmocka_unit_test(bytes_hold_the_centred_residues_of_all_sums),
                                       cmocka_unit_test(quotients_are_exact), cmocka_unit_test(tiles_cover_each_plane_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
