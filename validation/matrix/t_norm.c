/*
 * lange, lansy and lanhe in all types, on the engine that DDBLAS_TEST_ENGINE names: untouched
 * memory, exactness on integers, the error bounds against MPFR over the whole range of the types,
 * Inf and NaN, sums of several levels, the same bits, and a mutant that the bounds must catch.
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

#include "backend/isa.h"
#include "handle.h"
#include "matrix/cpu/norm_cpu.h"
#include "norm_case.h"
#include "poison.h"
#include "terms.h"

extern const struct ddblas_norm_kernels norm_mutant;

static int on_cpu(void) { return dd_test_engine() == DDBLAS_ENGINE_CPU; }

/* ---- values ---------------------------------------------------------------------------------- */

/* Integers: MAX, ONE and INF are exact in real types. */
static void integers(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 7, 33, 65};
    struct dd_random g;
    dd_random_start(&g, 6502);
    for (int64_t k = 0; k < 5 * NORM_FORMS; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct norm_case *c = norm_case_of(k, sizes[k / NORM_FORMS], sizes[(k / NORM_FORMS + k) % 5], k % 3);
        if (!c)
            continue;
        norm_case_fill(c, &g, NORM_INTEGER);
        norm_case_judge(h, c, "integers", 6502);
        if (!dd_type_is_complex(c->type) && c->norm != DDBLAS_NORM_FROBENIUS)
        {
            const struct dd_norm_problem p = norm_case_problem(c);
            assert_true(dd_oracle_norm_error(&p, &c->result, 0.0, NULL) == 0.0);
        }
        norm_case_free(c);
    }
}

/* Sizes astride the 32 lanes, the 4 loads, the chunks of 32 columns and the strips of rows, with
 * all data, the result in either memory. */
static void all_sizes(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 3, 5, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 160};
    enum
    {
        SIZES = sizeof sizes / sizeof sizes[0]
    };
    const uint64_t seed = dd_random_seed(6503);
    const int64_t turns = dd_test_scale() > 1 ? 1 : 6;
    struct dd_random g;
    double worst[NORM_NORMS][2] = {{0.0}}; /* S, D, C, Z; W, U */
    dd_random_start(&g, seed);
    for (int64_t k = 0; k < turns * NORM_DATA_COUNT * NORM_FORMS; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const norm_data data = (norm_data)(k / NORM_FORMS % NORM_DATA_COUNT);
        struct norm_case *c = norm_case_of(k, sizes[dd_random_int(&g, 0, SIZES - 1)], sizes[dd_random_int(&g, 0, SIZES - 1)],
                                           dd_random_int(&g, 0, 3));
        if (!c)
            continue;
        c->offset = (size_t)dd_random_int(&g, 0, 7) * c->size;
        c->on_engine = (int)dd_random_int(&g, 0, 1);
        norm_case_fill(c, &g, data);
        const double error = norm_case_judge(h, c, "sizes", seed), bound = norm_case_bound(c);
        double *largest = &worst[c->norm][dd_type_is_pair(c->type)];
        *largest = fmax(*largest, bound > 0.0 ? error / bound : error);
        norm_case_free(c);
    }
    for (int norm = 0; norm < NORM_NORMS; norm++)
        printf("  norm %d: largest error %.3f of the bound in S, D, C, Z, %.3f in W, U\n", norm, worst[norm][0], worst[norm][1]);
}

/* Columns of more than one block of 1024 rows, rows of more than 64 chunks, and more than 1024
 * columns and rows, so that reductions have several levels. */
static void several_levels(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{1023, 2},  {1024, 2},  {1025, 2},  {2050, 3},  {3, 1025}, {2, 2049},  {1, 2113},
                                        {2080, 33}, {33, 2081}, {1100, 97}, {70, 4200}, {5, 8200}, {40000, 1}, {1, 70000}};
    struct dd_random g;
    dd_random_start(&g, 6504);
    for (int64_t k = 0; k < 14 * NORM_NORMS * DDBLAS_TYPE_ALL_COUNT; k++)
    {
        const int64_t *shape = shapes[k / NORM_NORMS / DDBLAS_TYPE_ALL_COUNT];
        struct norm_case *c =
            norm_case_new((ddblasType_t)(k / NORM_NORMS % DDBLAS_TYPE_ALL_COUNT), (ddblasNorm_t)(k % NORM_NORMS), NORM_GENERAL,
                          DDBLAS_FILL_MODE_FULL, shape[0], shape[1], k % 2);
        if (dd_test_scale() > 1 && k % 11 != 0)
        {
            norm_case_free(c);
            continue;
        }
        norm_case_fill(c, &g, k % 5 == 0 ? NORM_EXTREME : NORM_UNIFORM);
        norm_case_judge(h, c, "levels", 6504);
        norm_case_free(c);
    }
    for (int64_t k = 0; k<NORM_FORMS; k += dd_test_scale()> 1 ? 35 : 7)
    {
        struct norm_case *c = norm_case_of(k, 0, k % 2 ? 1030 : 1025, 1);
        if (c && c->kind != NORM_GENERAL)
        {
            norm_case_fill(c, &g, k % 5 == 0 ? NORM_EXTREME : NORM_UNIFORM);
            norm_case_judge(h, c, "levels", 6504);
        }
        if (c)
            norm_case_free(c);
    }
}

/* More than 1024 blocks of a column, and more than 1024 chunks of a row. */
static void three_levels(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6505);
    for (int norm = 0; norm < NORM_NORMS; norm++)
        for (int wide = 0; wide < 2; wide++)
        {
            const int64_t many = 1024 * 1024 + 1030;
            if (dd_test_scale() > 1 && norm != (wide ? DDBLAS_NORM_INF : DDBLAS_NORM_ONE))
                continue;
            struct norm_case *c = norm_case_new(wide ? DDBLAS_TYPE_W : DDBLAS_TYPE_S, (ddblasNorm_t)norm, NORM_GENERAL,
                                                DDBLAS_FILL_MODE_FULL, wide ? 1 : many, wide ? many : 1, 0);
            norm_case_fill(c, &g, NORM_UNIFORM);
            norm_case_judge(h, c, "three levels", 6505);
            norm_case_free(c);
        }
}

/* Blocks whose squares need different scales, in one column and over columns. */
static void mixed_scales(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6506);
    for (int64_t k = 0; k < 3 * DDBLAS_TYPE_ALL_COUNT; k++)
    {
        const ddblasType_t type = (ddblasType_t)(k % DDBLAS_TYPE_ALL_COUNT);
        const int most = dd_type_is_single(type) ? 100 : 950;
        struct norm_case *c = norm_case_new(type, DDBLAS_NORM_FROBENIUS, NORM_GENERAL, DDBLAS_FILL_MODE_FULL, 2200, 4, k % 2);
        for (int64_t q = 0; q < c->m * c->n; q++)
        {
            const int64_t i = q % c->m, j = q / c->m, block = i / 1024 + j;
            const int exponent = k / DDBLAS_TYPE_ALL_COUNT == 0   ? (block % 3 == 0   ? -most
                                                                     : block % 3 == 1 ? 0
                                                                                      : most)
                                 : k / DDBLAS_TYPE_ALL_COUNT == 1 ? (block % 2 ? -most : 3 - most)
                                                                  : (block % 2 ? -most : 0);
            dd_element_put(type, &g, 0, exponent, norm_case_at(c, i, j));
        }
        norm_case_judge(h, c, "mixed scales", 6506);
        norm_case_free(c);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

/* Replaces the real or imaginary part of a stored element. */
static void put_part(const struct norm_case *c, int64_t i, int64_t j, int imaginary, double value)
{
    const struct dd_parts e = dd_parts_load(c->type, norm_case_at(c, i, j), 0);
    const cuddreal special = cuddFromDouble(value);
    dd_element_set(c->type, norm_case_at(c, i, j), 0, imaginary ? cuddMake(e.re[0], e.re[1]) : special,
                   imaginary ? special : cuddMake(e.im[0], e.im[1]));
}

/* One Inf gives Inf, one NaN gives NaN, at any place; with both the result is NaN unless they are
 * parts of one number, whose modulus is Inf except in FROBENIUS. */
static void special_values(void **state)
{
    (void)state;
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    struct dd_random g;
    dd_random_start(&g, 6507);
    for (int64_t k = 0; k < 12 * NORM_FORMS; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct norm_case *c = norm_case_of(k, dd_random_int(&g, 1, 70), dd_random_int(&g, 1, 70), 0);
        if (!c)
            continue;
        const int what = (int)(k / NORM_FORMS % 6), imaginary = dd_type_is_complex(c->type) && k / NORM_FORMS >= 6;
        norm_case_fill(c, &g, what % 2 ? NORM_EXTREME : NORM_UNIFORM);
        int64_t i, j, i2, j2;
        do
        {
            i = dd_random_int(&g, 0, c->m - 1);
            j = dd_random_int(&g, 0, c->n - 1);
            i2 = dd_random_int(&g, 0, c->m - 1);
            j2 = dd_random_int(&g, 0, c->n - 1);
        } while (!norm_case_has(c, i, j) || !norm_case_has(c, i2, j2));
        const int unread = c->kind == NORM_HERMITIAN && i == j;
        double expected;
        if (what < 2) /* an Inf of either sign */
        {
            put_part(c, i, j, imaginary && !unread, what ? inf : -inf);
            expected = inf;
        }
        else if (what < 4)
        {
            put_part(c, i, j, imaginary && !unread, nan_);
            expected = nan_;
        }
        else if (what == 4) /* both, in different elements if there are two */
        {
            put_part(c, i2, j2, 0, inf);
            put_part(c, i, j, 0, nan_);
            expected = nan_;
        }
        else /* both, in the parts of one number */
        {
            put_part(c, i, j, 0, inf);
            if (dd_type_is_complex(c->type))
                put_part(c, i, j, 1, nan_);
            expected = c->norm == DDBLAS_NORM_FROBENIUS && dd_type_is_complex(c->type) && !unread ? nan_ : inf;
        }
        c->on_engine = (int)(k % 2);
        dd_must(h, norm_case_run(h, c), "norm");
        const double got = dd_parts_load(c->real, &c->result, 0).re[0];
        if (isnan(expected) ? !isnan(got) : got != expected)
        {
            norm_case_describe(c);
            fail_msg("special value %d at (%lld, %lld): %g instead of %g", what, (long long)i, (long long)j, got, expected);
        }
        norm_case_free(c);
    }
}

/* Double-doubles whose low part is NaN are NaN; an infinite one may have any low part. */
static void special_low_parts(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6508);
    for (int norm = 0; norm < NORM_NORMS; norm++)
        for (int what = 0; what < 2; what++)
        {
            struct norm_case *c =
                norm_case_new(DDBLAS_TYPE_W, (ddblasNorm_t)norm, NORM_GENERAL, DDBLAS_FILL_MODE_FULL, 40, 40, 0);
            norm_case_fill(c, &g, NORM_UNIFORM);
            *(cuddreal *)norm_case_at(c, 17, 21) = what ? cuddMake(-(double)INFINITY, (double)NAN) : cuddMake(0.5, (double)NAN);
            dd_must(h, norm_case_run(h, c), "norm");
            assert_true(what ? c->result.w.x == (double)INFINITY && c->result.w.y == 0.0 : cuddIsNan(c->result.w));
            norm_case_free(c);
        }
}

/* ---- same bits ------------------------------------------------------------------------------- */

/* ONE and INF of a symmetric matrix are one number. */
static void one_is_inf(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6509);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        struct norm_case *c = norm_case_new((ddblasType_t)type, DDBLAS_NORM_ONE, NORM_SYMMETRIC,
                                            type % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, 0, 150, 0);
        norm_case_fill(c, &g, NORM_WIDE);
        norm_case_judge(h, c, "one", 6509);
        const union dd_element one = c->result;
        c->norm = DDBLAS_NORM_INF;
        norm_case_judge(h, c, "inf", 6509);
        assert_memory_equal(&one, &c->result, sizeof one);
        norm_case_free(c);
    }
}

/* Every number of threads and every instruction set, and repetitions. */
static void same_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    struct dd_random g;
    dd_random_start(&g, 6510);
    for (int64_t k = 0; k < NORM_FORMS; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct norm_case *c = norm_case_of(k, on_cpu() ? 1100 : 130, on_cpu() ? 300 : 70, 1);
        if (!c)
            continue;
        norm_case_fill(c, &g, k % 3 ? NORM_UNIFORM : NORM_EXTREME);
        dd_must(h, norm_case_run(h, c), "norm");
        const union dd_element first = c->result;
        for (int s = 0; s < (on_cpu() ? 3 : 1); s++)
        {
            if (on_cpu() && ddblas_isa_select(sets[s]) != 0)
                continue;
            for (int threads = 1; threads <= 7; threads += 3)
            {
                assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
                c->on_engine = threads == 4;
                dd_must(h, norm_case_run(h, c), "norm");
                assert_memory_equal(&c->result, &first, sizeof first);
            }
        }
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblas_isa_select(NULL), 0);
        norm_case_free(c);
    }
}

/* ---- the mutant ------------------------------------------------------------------------------ */

/* Sums without the errors of their additions break the bounds in W and U. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (!on_cpu())
        skip();
    dd_random_start(&g, 6513);
    for (int64_t k = 0; k < NORM_FORMS; k++)
    {
        struct norm_case *c = norm_case_of(k, 60, 50, 0);
        if (c && dd_type_is_pair(c->type) && c->norm != DDBLAS_NORM_MAX)
        {
            norm_case_fill(c, &g, NORM_UNIFORM);
            ddblas_norm_substitute(&norm_mutant);
            dd_must(h, norm_case_run(h, c), "mutant");
            ddblas_norm_substitute(NULL);
            assert_true(norm_case_error(c) > norm_case_bound(c));
            norm_case_judge(h, c, "not the mutant", 6513);
        }
        if (c)
            norm_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),          cmocka_unit_test(all_sizes),
        cmocka_unit_test(several_levels),    cmocka_unit_test(three_levels),
        cmocka_unit_test(mixed_scales),      cmocka_unit_test(special_values),
        cmocka_unit_test(special_low_parts), cmocka_unit_test(one_is_inf),
        cmocka_unit_test(same_bits),         cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
