/*
 * Double-double symv: special values, results near overflow, the same bits from every instruction
 * set, accuracy beside QD's accurate loop and beside the recorded baseline, and a broken kernel
 * that the bound must catch.
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

#include "qd_symv.h"
#include "backend/isa.h"
#include "handle.h"
#include "symv_pairs.h"

static const struct symv_routine *const wsymv = &symv_routines[2];
static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

static cuddreal *element(struct symv_case *c, int64_t i, int64_t j)
{
    const int stored = c->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
    return (cuddreal *)c->A + (stored ? j * c->lda + i : i * c->lda + j);
}

static cuddreal *x_of(struct symv_case *c, int64_t i) { return symv_case_at(c, c->x, i, c->incx); }
static cuddreal *y_of(struct symv_case *c, int64_t i) { return symv_case_at(c, c->y, i, c->incy); }
static cuddreal *result_of(struct symv_case *c, int64_t i) { return symv_case_at(c, c->result, i, c->incy); }

/* ---- special values -------------------------------------------------------------------------- */

/* With operands of moderate size IEEE 754 arithmetic in double gives the class of each component:
 * NaN, Inf, -Inf or finite. */
static void assert_classes(struct symv_case *c)
{
    for (int64_t i = 0; i < c->n; i++)
    {
        double sum = 0.0;
        for (int64_t j = 0; j < c->n; j++)
            sum += symv_value(*element(c, i, j)) * symv_value(*x_of(c, j));
        double expected = symv_value(c->alpha.w) * sum;
        if (!cuddIsZero(c->beta.w))
            expected += symv_value(c->beta.w) * symv_value(*y_of(c, i));
        const cuddreal r = *result_of(c, i);
        if (isfinite(expected) ? !cuddIsFinite(r) : !(r.y == 0.0 && (isnan(expected) ? isnan(r.x) : r.x == expected)))
            fail_msg("component %lld: (%g, %g), expected %g", (long long)i, r.x, r.y, expected);
    }
}

static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 201);
    for (int k = 0; k < 3000; k++)
    {
        const int64_t n = k < 2900 ? dd_random_int(&g, 1, 30) : dd_random_int(&g, 120, 300);
        struct symv_case *c = symv_case_new(wsymv, uplo_of(k), n, n, 1, -1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        for (int64_t s = dd_random_int(&g, 0, 3); s > 0; s--)
            *element(c, dd_random_int(&g, 0, n - 1), dd_random_int(&g, 0, n - 1)) = symv_special(&g);
        for (int64_t s = dd_random_int(&g, 0, 1); s > 0; s--)
            *x_of(c, dd_random_int(&g, 0, n - 1)) = symv_special(&g);
        for (int64_t s = dd_random_int(&g, 0, 2); s > 0; s--)
            *y_of(c, dd_random_int(&g, 0, n - 1)) = symv_special(&g);
        if (k % 9 == 0)
            c->beta.w = symv_special(&g);
        if (k % 11 == 0)
            c->alpha.w = symv_special(&g);
        if (cuddIsZero(c->alpha.w))
            c->alpha.w = cuddFromDouble(1.0);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        assert_classes(c);
        symv_case_free(c);
    }
}

/* Sums that leave the range of double and come back, and results that stay beyond it. */
static void near_overflow(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 202);
    for (int k = 0; k < 60; k++)
    {
        const int64_t n = dd_random_int(&g, 2, 40);
        struct symv_case *c = symv_case_new(wsymv, uplo_of(k), n, n, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = j; i < n; i++)
                *element(c, i, j) = cuddLdexp(*element(c, i, j), 1023);
        symv_case_scalars(c, 1.0, 0.0);
        if (k % 3 == 1)
            c->alpha.w = cuddFromDouble(0x1p-80);
        if (k % 3 == 2)
            symv_case_scalars(c, 1.0, 1.0);
        struct dd_symv_problem p = symv_case_problem(c);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t i = 0; i < n; i++)
        {
            double part[4];
            dd_oracle_symv_value(&p, i, part, NULL);
            const cuddreal r = *result_of(c, i);
            if (isinf(part[0]))
                assert_true(r.x == part[0] && r.y == 0.0);
            else
                assert_true(dd_oracle_symv_component(&p, c->result, i) <= symv_case_bound(c));
        }
        symv_case_free(c);
    }
}

/* alpha A x and beta y beyond the range of double, their sum within it, and A x of any
 * magnitude. */
static void cancelling_overflow(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 203);
    for (int k = 0; k < 60; k++)
    {
        const int64_t n = dd_random_int(&g, 1, 20);
        const int scale = (int)dd_random_int(&g, 20, 900);
        struct symv_case *c = symv_case_new(wsymv, uplo_of(k), n, n, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        for (int64_t j = 0; j < n; j++)
            *x_of(c, j) = cuddLdexp(*x_of(c, j), scale);
        symv_case_scalars(c, 1.0, 0.0);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t i = 0; i < n; i++)
            *y_of(c, i) = cuddFromDouble(-result_of(c, i)->x);
        c->alpha.w = c->beta.w = cuddFromDouble(ldexp(1.0, 1040 - scale));
        struct dd_symv_problem p = symv_case_problem(c);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t i = 0; i < n; i++)
            assert_true(cuddIsFinite(*result_of(c, i)) && dd_oracle_symv_component(&p, c->result, i) <= symv_case_bound(c));
        symv_case_free(c);
    }
}

/* A row's first product is tiny and the next two are beyond the range of double and cancel: the
 * exponent of the sum has to follow the largest term, whatever came first. */
static void tiny_before_huge(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 207);
    for (int k = 0; k < 40; k++)
    {
        const int64_t n = dd_random_int(&g, 4, 40), huge = dd_random_int(&g, 1, n - 2),
                      other = dd_random_int(&g, huge + 1, n - 1);
        struct symv_case *c = symv_case_new(wsymv, uplo_of(k), n, n, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        *x_of(c, 0) = cuddLdexp(*x_of(c, 0), -900);
        *x_of(c, huge) = cuddLdexp(*x_of(c, huge), 600);
        *x_of(c, other) = cuddNeg(*x_of(c, huge));
        for (int64_t i = 0; i < n; i++)
            *element(c, i, huge) = cuddLdexp(*element(c, i, huge), 500);
        for (int64_t i = 0; i < n; i++)
            *element(c, i, other) = *element(c, i, huge);
        *element(c, huge, other) = *element(c, other, other) = *element(c, huge, huge);
        struct dd_symv_problem p = symv_case_problem(c);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t i = 0; i < n; i++)
            assert_true(cuddIsFinite(*result_of(c, i)) && dd_oracle_symv_component(&p, c->result, i) <= symv_case_bound(c));
        symv_case_free(c);
    }
}

static void largest_numbers(void **state)
{
    (void)state;
    const cuddreal max = cuddMax();
    struct symv_case *c = symv_case_new(wsymv, DDBLAS_FILL_MODE_LOWER, 3, 3, 1, 1);
    const cuddreal row[] = {max, max, cuddNeg(max)};
    for (int64_t j = 0; j < 3; j++)
    {
        for (int64_t i = 0; i <= j; i++)
            *element(c, i, j) = i == 0 ? row[j] : cuddFromDouble(0.0);
        *x_of(c, j) = cuddFromDouble(1.0);
    }
    symv_case_scalars(c, 1.0, 0.0);
    assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    assert_true(cuddEq(*result_of(c, 0), max) && cuddEq(*result_of(c, 1), max) && cuddEq(*result_of(c, 2), cuddNeg(max)));
    symv_case_scalars(c, 2.0, 0.0);
    assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    assert_true(cuddIsInf(*result_of(c, 0)) && cuddIsInf(*result_of(c, 2)) && result_of(c, 2)->x < 0.0);
    symv_case_free(c);
}

/* ---- instruction sets ------------------------------------------------------------------------ */

static void instruction_sets(void **state)
{
    (void)state;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    static const char *const wide[] = {"avx2", "avx512"};
    for (int k = 0; k < 2; k++)
        if (ddblas_isa_select(wide[k]) != 0)
            printf("not on this processor: %s\n", wide[k]);
    struct dd_random g;
    dd_random_start(&g, 203);
    for (int64_t n = 1; n < 700; n += n < 150 ? 1 : 61)
    {
        struct symv_case *c = symv_case_new(wsymv, uplo_of(n / 2), n, n + 1, 1, -1);
        symv_case_generate(c, &g, n % 3 == 0 ? DD_GENERATE_WIDE : DD_GENERATE_UNIFORM, 0.0);
        symv_same_bits(h, c);
        symv_case_free(c);
    }
    assert_int_equal(ddblas_isa_select("sse9"), -1);
}

/* ---- accuracy -------------------------------------------------------------------------------- */

static const struct
{
    const char *name;
    dd_generator kind;
    double condition;
} data[] = {
    {"uniform", DD_GENERATE_UNIFORM, 0.0},   {"wide", DD_GENERATE_WIDE, 0.0},           {"hilbert", DD_GENERATE_HILBERT, 0.0},
    {"cancel-1e8", DD_GENERATE_CANCEL, 1e8}, {"cancel-1e20", DD_GENERATE_CANCEL, 1e20}, {"cancel-1e40", DD_GENERATE_CANCEL, 1e40},
};

/* Orders and the number of data sets of each. On one small set either library may be exact by luck:
 * small orders are judged by the largest error over many sets. */
static const struct group
{
    const char *name;
    int64_t low, high;
    int sets;
} groups[] = {{"8-16", 8, 16, 100}, {"17-64", 17, 64, 20}, {"129", 129, 129, 2}, {"300", 300, 300, 1}, {"500", 500, 500, 1}};

/* The largest errors over one group: ours[0], QD's [1]. */
static void errors_of_group(struct dd_random *g, size_t d, const struct group *group, double worst[2])
{
    worst[0] = worst[1] = 0.0;
    for (int set = 0; set < group->sets; set++)
    {
        const int64_t n = dd_random_int(g, group->low, group->high);
        struct symv_case *c = symv_case_new(wsymv, uplo_of(set), n, n, 1, 1);
        symv_case_generate(c, g, data[d].kind, data[d].condition);
        worst[0] = fmax(worst[0], symv_case_judge(h, c, data[d].name, 204));
        memcpy(c->result, c->y, c->bytes_y);
        qd_symv(c->uplo == DDBLAS_FILL_MODE_LOWER, n, &c->alpha.w, c->A, c->lda, c->x, &c->beta.w, c->result);
        worst[1] = fmax(worst[1], symv_case_error(c));
        symv_case_free(c);
    }
}

/* Our error is at most twice that of QD's accurate loop on the same data, and no larger than
 * recorded. */
static void beside_qd(void **state)
{
    (void)state;
    struct dd_baseline *record = symv_record_open(h);
    struct dd_random g;
    dd_random_start(&g, 204);
    int ok = 1;
    for (size_t d = 0; d < sizeof data / sizeof data[0]; d++)
        for (size_t k = 0; k < sizeof groups / sizeof groups[0]; k++)
        {
            double worst[2];
            errors_of_group(&g, d, &groups[k], worst);
            printf("  %-12s n=%-6s error %.3f, QD %.3f (units of 2^-104)\n", data[d].name, groups[k].name, worst[0], worst[1]);
            ok &= symv_record_check(record, "Wsymv", data[d].name, groups[k].name, worst[0]);
            if (worst[0] > 2.0 * worst[1])
                fail_msg("%s n=%s: more than twice QD's error", data[d].name, groups[k].name);
        }
    symv_record_close(h, record, ok);
}

/* The same at orders that a GPU takes by tiles. */
static void beside_qd_at_large_orders(void **state)
{
    (void)state;
    static const int64_t orders[] = {1700, 2500};
    struct dd_random g;
    if (dd_test_scale() > 1) /* too long for a sanitizer */
        skip();
    dd_random_start(&g, 206);
    for (size_t d = 0; d < sizeof data / sizeof data[0]; d++)
        for (size_t k = 0; k < sizeof orders / sizeof orders[0]; k++)
        {
            const struct group group = {"large", orders[k], orders[k], 1};
            double worst[2];
            errors_of_group(&g, d, &group, worst);
            printf("  %-12s n=%-6lld error %.3f, QD %.3f (units of 2^-104)\n", data[d].name, (long long)orders[k], worst[0],
                   worst[1]);
            assert_true(worst[0] <= 2.0 * worst[1]);
        }
}

/* The kernels without the rounding error of products must break the bound on every generator. */
static void mutant(void **state)
{
    (void)state;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    struct dd_random g;
    dd_random_start(&g, 205);
    for (size_t d = 0; d < sizeof data / sizeof data[0]; d++)
        for (int64_t n = 9; n < 200; n += 45)
        {
            struct symv_case *c = symv_case_new(wsymv, uplo_of(n), n, n, 1, 1);
            symv_case_generate(c, &g, data[d].kind, data[d].condition);
            symv_mutant_breaks(h, c, data[d].name, 205);
            symv_case_free(c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_values),
        cmocka_unit_test(near_overflow),
        cmocka_unit_test(cancelling_overflow),
        cmocka_unit_test(tiny_before_huge),
        cmocka_unit_test(largest_numbers),
        cmocka_unit_test(instruction_sets),
        cmocka_unit_test(beside_qd),
        cmocka_unit_test(beside_qd_at_large_orders),
        cmocka_unit_test(mutant),
    };
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
