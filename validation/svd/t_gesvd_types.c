/*
 * gesvd in S, D, C and Z, by LAPACK and cuSOLVER, on the engine that DDBLAS_TEST_ENGINE names:
 * residuals and orthogonality from exact sums on all families and shapes, singular values against
 * Jacobi's method in MPFR, every combination of modes, NaN and Inf, arguments, bits, workspaces,
 * failing allocations, and the second method where the first one fails.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "oracle.h"
#include "oracle_svd.h"
#include "settings.h"
#include "svd/standard/svd_standard.h"
#include "svd_case.h"
#include "svd_settings.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

static struct svd_case *filled_case(ddblasType_t type, int jobu, int jobv, int64_t m, int64_t n, int64_t pad,
                                    enum svd_family family, uint64_t seed)
{
    struct dd_random g;
    struct svd_case *c = svd_case_new(type, (ddblasSvdMode_t)jobu, (ddblasSvdMode_t)jobv, m, n, pad);
    dd_random_start(&g, seed + (uint64_t)((m + n) * 64 + family));
    svd_case_fill(c, &g, family);
    return c;
}

static double judge_family(ddblasType_t type, int family, const int64_t shape[2], int full, uint64_t seed, int exact)
{
    const int job = full ? DDBLAS_SVD_MODE_FULL : DDBLAS_SVD_MODE_THIN;
    struct svd_case *c = filled_case(type, job, job, shape[0], shape[1], family % 3, (enum svd_family)family, seed);
    const double error = svd_case_judge(h, c, svd_family_name((enum svd_family)family), seed, exact);
    svd_case_free(c);
    return error;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* With singular values in MPFR. */
static void small_families(void **state)
{
    static const int64_t shapes[][2] = {{1, 1}, {2, 2}, {7, 7}, {5, 1}, {1, 6}, {9, 4}, {3, 8}, {20, 16}};
    (void)state;
    const uint64_t seed = dd_random_seed(2941);
    double worst = 0.0;
    for (int k = 0; k < 8; k++)
        for (int family = 0; family < SVD_FAMILIES; family++)
            for (int t = 0; t < 4; t++)
                if (k < 7 || t == family % 4)
                    worst = fmax(worst, judge_family(types[t], family, shapes[k], (k + family) % 2, seed, 1));
    print_message("largest error: %.2f max(m, n) u\n", worst);
}

/* Orders on both sides of those that the host computes for a device; long shapes in both
 * directions, with thin and with full vectors. */
static void families(void **state)
{
    static const int64_t shapes[][2] = {{33, 33}, {64, 64}, {65, 65},  {70, 97}, {97, 70},
                                        {100, 3}, {3, 100}, {130, 66}, {66, 130}};
    (void)state;
    const uint64_t seed = dd_random_seed(2942);
    double worst = 0.0;
    for (int k = 0; k < 9; k++)
        for (int family = k % 4; family < SVD_FAMILIES; family += 4)
            worst = fmax(worst, judge_family(types[(k + family / 4) % 4], family, shapes[k], k > 6, seed, 0));
    print_message("largest error: %.2f max(m, n) u\n", worst);
}

/* Every combination of modes gives the values of a call with all vectors, within the sum of both
 * bounds. */
static void modes(void **state)
{
    (void)state;
    for (int k = 0; k < 16; k++)
    {
        const ddblasType_t type = types[k % 4];
        const int family = k % 2 ? SVD_RANDOM : SVD_DEFICIENT_9;
        const int64_t m = k / 8 ? 80 : 30, n = k / 4 % 2 ? 70 : 40;
        struct svd_case *all =
            filled_case(type, DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, m, n, 0, (enum svd_family)family, 2943);
        const double bound = dd_routine_bound(DD_ROUTINE_gesvd, type, (struct dd_bound_size){.m = m, .k = n});
        const double room = 2.0 * bound * (double)(m > n ? m : n) * dd_oracle_unit(type);
        (void)svd_case_judge(h, all, "modes", 2943, 0);
        for (int mode = 0; mode < 9; mode++)
        {
            struct svd_case *c = filled_case(type, mode / 3, mode % 3, m, n, 1, (enum svd_family)family, 2943);
            (void)svd_case_run(h, c);
            assert_int_equal(c->info, 0);
            for (int64_t j = 0; j < c->order; j++)
                assert_true(fabs(all->s[j].x - c->s[j].x) <= room * all->s[0].x && (j == 0 || c->s[j].x <= c->s[j - 1].x));
            svd_case_free(c);
        }
        svd_case_free(all);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

/* One NaN or Inf: info is min(m, n) + 1, s is NaN, U and VT are as they were. */
static void special_values(void **state)
{
    static const int64_t shapes[][2] = {{70, 70}, {20, 7}, {8, 36}};
    (void)state;
    for (int k = 0; k < 48; k++)
    {
        const int64_t m = shapes[k % 3][0], n = shapes[k % 3][1];
        struct svd_case *c = filled_case(types[k / 3 % 4], 1, 2, m, n, 1, SVD_RANDOM, 2944);
        svd_assert_not_finite(h, c, k / 24, k % 2, k / 12 % 2);
        svd_case_free(c);
    }
}

/* Values near the ends of the range: the sum of squares over- or underflows without scaling. */
static void ends_of_range(void **state)
{
    (void)state;
    for (int k = 0; k < 16; k++)
    {
        const ddblasType_t type = types[k % 4];
        const int single = dd_type_real(type) == DDBLAS_TYPE_S, up = k / 4 % 2;
        const int64_t n = k / 8 ? 66 : 5;
        struct svd_case *c = svd_case_new(type, DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, n, n, 0);
        const double far = ldexp(1.0, up ? (single ? 125 : 1021) : (single ? -126 : -1022));
        for (int64_t e = 0; e < n * n; e++)
            dd_element_set(type, svd_case_at(c, e % n, e / n), 0, cuddFromDouble(e % (n + 1) == 0 ? far : 0.0),
                           cuddFromDouble(0.0));
        dd_must(h, svd_case_run(h, c), "diagonal");
        assert_int_equal(c->info, 0);
        for (int64_t j = 0; j < n; j++)
            assert_true(c->s[j].x == far);
        svd_case_free(c);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void refuse_all(ddblasType_t type, char *memory)
{
    const struct svd_arguments right = svd_refuse_all(h, type, memory);
    struct svd_arguments far_ldu = right;
    far_ldu.ldu = INT64_C(1) << 31;
    dd_refused(h, svd_call(h, type, &far_ldu), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    struct svd_arguments far_ldvt = right;
    far_ldvt.ldvt = INT64_C(1) << 31;
    dd_refused(h, svd_call(h, type, &far_ldvt), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    struct svd_arguments huge = right;
    huge.m = huge.n = huge.lda = huge.ldu = huge.ldvt = DDBLAS_SVD_STANDARD_MOST + 1;
    dd_refused(h, svd_call(h, type, &huge), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    huge.n = 4;
    huge.jobu = DDBLAS_SVD_MODE_NONE;
    huge.m = huge.lda = INT64_C(1) << 31;
    dd_refused(h, svd_call(h, type, &huge), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(svd_call(NULL, type, &right), DDBLAS_STATUS_NOT_INITIALIZED);
}

static void refuse_every(char *memory)
{
    for (int k = 0; k < 4; k++)
        refuse_all(types[k], memory);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_every);
}

static void queries(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        const int64_t most = DDBLAS_SVD_STANDARD_MOST;
        size_t bytes = 4711, values = 0, all = 0;
        dd_refused(h, svd_query(h, types[k], 1, 1, most + 1, most + 1, &bytes), DDBLAS_STATUS_NOT_SUPPORTED, 0);
        assert_int_equal(bytes, 4711);
        dd_must(h, svd_query(h, types[k], 1, 1, most, most, &bytes), "largest order");
        assert_true(bytes > 4 * (size_t)(most * most) * dd_type_size(types[k]));
        dd_must(h, svd_query(h, types[k], 1, 1, 7, 0, &bytes), "empty");
        assert_int_equal(bytes, 0);
        for (int64_t n = 1; n < 3000; n = 2 * n + 1)
        {
            dd_must(h, svd_query(h, types[k], 0, 0, 2 * n, n, &values), "values");
            dd_must(h, svd_query(h, types[k], 1, 2, 2 * n, n, &all), "vectors");
            assert_true(all >= values && values >= (size_t)(2 * n * n) * dd_type_size(types[k]));
        }
    }
}

/* A without elements: info is 0, and full vectors are identities. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        const int wide = k % 2;
        struct svd_case *c =
            svd_case_new(types[k / 2], DDBLAS_SVD_MODE_FULL, DDBLAS_SVD_MODE_FULL, wide ? 0 : 3, wide ? 3 : 0, 1);
        dd_must(h, svd_case_run(h, c), "empty");
        assert_int_equal(c->info, 0);
        for (int64_t e = 0; e < 9; e++)
        {
            const struct dd_parts a = dd_parts_load(c->type, wide ? c->VT : c->U, e % 3 + e / 3 * (wide ? c->ldvt : c->ldu));
            assert_true(a.re[0] == (e % 4 == 0 ? 1.0 : 0.0) && a.im[0] == 0.0);
        }
        svd_case_free(c);
    }
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void same_bits(void **state)
{
    static const int64_t shapes[][2] = {{50, 50}, {90, 70}, {66, 80}};
    (void)state;
    for (int k = 0; k < 12; k++)
    {
        struct svd_case *c = filled_case(types[k % 4], k % 3, 1, shapes[k / 4][0], shapes[k / 4][1], 2, SVD_RANDOM, 2945);
        svd_case_same_bits(h, c);
        svd_case_free(c);
    }
}

/* Other leading dimensions give the same bits. */
static void leading_dimensions(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        const int64_t m = k / 4 ? 41 : 80, n = k / 4 ? 60 : 70;
        struct svd_case *c = filled_case(types[k % 4], 1, 1, m, n, 0, SVD_RANDOM, 2946),
                        *wide = filled_case(types[k % 4], 1, 1, m, n, 5, SVD_RANDOM, 2946);
        svd_same_as_padded(h, c, wide);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        struct svd_case *c = filled_case(types[k % 4], 1, 1, k < 4 ? 30 : 80, k < 4 ? 20 : 70, 1, SVD_RANDOM, 2947);
        svd_case_without_memory(h, c);
        svd_case_free(c);
    }
}

/* ---- the second method ----------------------------------------------------------------------- */

/* Where the first method fails, the second one gives results within the same bounds. */
static void second_method(void **state)
{
    static const int64_t shapes[][2] = {{40, 40}, {70, 70}, {90, 66}, {30, 50}};
    (void)state;
    ddblas_svd_standard_fail_first(1);
    for (int k = 0; k < 16; k++)
    {
        const int64_t before = ddblas_svd_standard_again_count();
        (void)judge_family(types[k % 4], k % 3 ? SVD_RANDOM : SVD_DEFICIENT_9, shapes[k / 4], 0, 2948, 0);
        assert_true(ddblas_svd_standard_again_count() > before);
    }
    ddblas_svd_standard_fail_first(0);
    const int64_t before = ddblas_svd_standard_again_count();
    (void)judge_family(DDBLAS_TYPE_D, SVD_RANDOM, shapes[1], 0, 2948, 0);
    assert_int_equal(ddblas_svd_standard_again_count(), before);
}

/* An element of a result that is wrong by 2^13 units is seen. */
static void planted_errors(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++)
    {
        struct svd_case *c = filled_case(types[k % 4], 1, 1, 9, 6, 0, SVD_RANDOM, 2949);
        const double change = 0x1p13 * dd_oracle_unit(c->type);
        dd_must(h, svd_case_run(h, c), "planted error");
        if (k / 4 == 0)
            c->s[0] = cuddAddD(c->s[0], change * c->s[0].x);
        else
        {
            void *place = k / 4 == 1 ? c->U : c->VT;
            const struct dd_parts a = dd_parts_load(c->type, place, 0);
            dd_element_set(c->type, place, 0, cuddFromDouble(a.re[0] + change), cuddFromDouble(a.im[0]));
        }
        const struct dd_svd_error e = dd_oracle_svd_error(c->type, 9, 6, c->A, c->s, c->columns, c->U, c->rows, c->VT);
        const double bound = dd_routine_bound(DD_ROUTINE_gesvd, c->type, (struct dd_bound_size){.m = 9, .k = 6});
        assert_true(e.residual > bound || e.left > bound || e.right > bound);
        svd_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_families),
        cmocka_unit_test(families),
        cmocka_unit_test(modes),
        cmocka_unit_test(special_values),
        cmocka_unit_test(ends_of_range),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(queries),
        cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(leading_dimensions),
        cmocka_unit_test(allocation_failure),
        cmocka_unit_test(second_method),
        cmocka_unit_test(planted_errors),
    };
    choose_tests();
    return cmocka_run_group_tests_name("gesvd, S D C Z", tests, open_handle, close_handle);
}
