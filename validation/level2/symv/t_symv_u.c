/*
 * Complex double-double symv and hemv: special values, results near overflow, the same bits from
 * every instruction set, accuracy beside the recorded baseline, and broken kernels that the bound
 * must catch. Arguments, memory, sizes, increments: t_symv.c.
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

#include "handle.h"
#include "symv_pairs.h"

enum
{
    USYMV = 7 /* first of the two routines in symv_routines */
};

static int set_up(void **state)
{
    (void)open_handle(state);
    return strcmp(symv_routines[USYMV].name, "Usymv") != 0;
}

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* symv and hemv, lower and upper in turn. */
static struct symv_case *case_of(int64_t k, int64_t n, int64_t incx, int64_t incy)
{
    return symv_case_new(&symv_routines[USYMV + k / 2 % 2], uplo_of(k), n, n, incx, incy);
}

/* The stored one of A(i, j) and A(j, i). */
static cuddcomplex *stored(struct symv_case *c, int64_t i, int64_t j)
{
    const int here = c->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
    return (cuddcomplex *)c->A + (here ? j * c->lda + i : i * c->lda + j);
}

/* Element (i, j) of the whole matrix; the imaginary part of a Hermitian diagonal, which is not
 * read, as 0. */
static cuddcomplex element(struct symv_case *c, int64_t i, int64_t j)
{
    const int here = c->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
    cuddcomplex a = *stored(c, i, j);
    if (c->routine->hermitian && i == j)
        a.y = cuddFromDouble(0.0);
    if (c->routine->hermitian && !here)
        a.y = cuddMake(-a.y.x, -a.y.y);
    return a;
}

static cuddcomplex *x_of(struct symv_case *c, int64_t i) { return symv_case_at(c, c->x, i, c->incx); }
static cuddcomplex *y_of(struct symv_case *c, int64_t i) { return symv_case_at(c, c->y, i, c->incy); }
static cuddcomplex *result_of(struct symv_case *c, int64_t i) { return symv_case_at(c, c->result, i, c->incy); }

/* ---- special values -------------------------------------------------------------------------- */

/* A special value in one part, sometimes in both. */
static void make_special(struct dd_random *g, cuddcomplex *z)
{
    const int64_t which = dd_random_int(g, 0, 3);
    if (which != 1)
        z->x = symv_special(g);
    if (which != 0)
        z->y = symv_special(g);
}

struct parts
{
    double re, im;
};

/* sum += a x by IEEE 754, four products; with `skip` a part of a that is 0 is no factor. */
static void add(struct parts *sum, struct parts a, struct parts x, int skip_re, int skip_im)
{
    if (!skip_re)
    {
        sum->re += a.re * x.re;
        sum->im += a.re * x.im;
    }
    if (!skip_im)
    {
        sum->re += -a.im * x.im;
        sum->im += a.im * x.re;
    }
}

static struct parts parts_of(cuddcomplex z) { return (struct parts){symv_value(z.x), symv_value(z.y)}; }

static void assert_class(struct symv_case *c, int64_t i, cuddreal r, double expected, const char *name)
{
    if (isfinite(expected) ? !cuddIsFinite(r) : !(r.y == 0.0 && (isnan(expected) ? isnan(r.x) : r.x == expected)))
        fail_msg("%s %s, %s part of component %lld: (%g, %g), expected %g", c->routine->name,
                 c->uplo == DDBLAS_FILL_MODE_LOWER ? "lower" : "upper", name, (long long)i, r.x, r.y, expected);
}

/* With operands of moderate size IEEE 754 arithmetic in double gives the class of each part: NaN,
 * Inf, -Inf or finite. */
static void assert_classes(struct symv_case *c)
{
    const struct parts alpha = parts_of(c->alpha.u), beta = parts_of(c->beta.u);
    for (int64_t i = 0; i < c->n; i++)
    {
        struct parts sum = {0.0, 0.0}, expected = {0.0, 0.0};
        for (int64_t j = 0; j < c->n && !cuddcIsZero(c->alpha.u); j++)
            add(&sum, parts_of(element(c, i, j)), parts_of(*x_of(c, j)), 0, c->routine->hermitian && i == j);
        add(&expected, alpha, sum, alpha.re == 0.0, alpha.im == 0.0);
        add(&expected, beta, parts_of(*y_of(c, i)), beta.re == 0.0, beta.im == 0.0);
        assert_class(c, i, result_of(c, i)->x, expected.re, "real");
        assert_class(c, i, result_of(c, i)->y, expected.im, "imaginary");
    }
}

static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 211);
    for (int64_t k = 0; k < 2000; k += dd_test_scale())
    {
        const int64_t n = k % 50 ? dd_random_int(&g, 1, 30) : dd_random_int(&g, 100, 300);
        struct symv_case *c = case_of(k, n, 1, -1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        for (int64_t s = dd_random_int(&g, 0, 3); s > 0; s--)
        {
            const int64_t i = dd_random_int(&g, 0, n - 1), j = dd_random_int(&g, 0, n - 1);
            make_special(&g, stored(c, i, j));
        }
        for (int64_t s = dd_random_int(&g, 0, 1); s > 0; s--)
            make_special(&g, x_of(c, dd_random_int(&g, 0, n - 1)));
        for (int64_t s = dd_random_int(&g, 0, 2); s > 0; s--)
            make_special(&g, y_of(c, dd_random_int(&g, 0, n - 1)));
        if (k % 9 == 0)
            make_special(&g, &c->beta.u);
        if (k % 11 == 0)
            make_special(&g, &c->alpha.u);
        if (k % 13 == 0)
            symv_case_scalars(c, k % 2 ? 1.0 : 0.0, 2.0);
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
    dd_random_start(&g, 212);
    for (int k = 0; k < 60; k++)
    {
        const int64_t n = dd_random_int(&g, 2, 40);
        struct symv_case *c = case_of(k, n, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = j; i < n; i++)
                *stored(c, i, j) = cuddcMake(cuddLdexp(stored(c, i, j)->x, 1023), cuddLdexp(stored(c, i, j)->y, 1023));
        symv_case_scalars(c, 1.0, 0.0);
        if (k % 3 == 1)
            c->alpha.u = cuddcFromDoubles(0x1p-80, -0x1p-81);
        if (k % 3 == 2)
            symv_case_scalars(c, 1.0, 1.0);
        struct dd_symv_problem p = symv_case_problem(c);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t i = 0; i < n; i++)
        {
            double part[4];
            const cuddcomplex r = *result_of(c, i);
            dd_oracle_symv_value(&p, i, part, NULL);
            if (isinf(part[0]) || isinf(part[2]))
            {
                assert_true(isinf(part[0]) ? r.x.x == part[0] && r.x.y == 0.0 : cuddIsFinite(r.x));
                assert_true(isinf(part[2]) ? r.y.x == part[2] && r.y.y == 0.0 : cuddIsFinite(r.y));
            }
            else
                assert_true(dd_oracle_symv_component(&p, c->result, i) <= symv_case_bound(c));
        }
        symv_case_free(c);
    }
}

/* alpha A x and beta y beyond the range of double, their sum within it. */
static void cancelling_overflow(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 213);
    for (int k = 0; k < 40; k++)
    {
        const int64_t n = dd_random_int(&g, 1, 20);
        const int scale = (int)dd_random_int(&g, 20, 900);
        struct symv_case *c = case_of(k, n, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        for (int64_t j = 0; j < n; j++)
            *x_of(c, j) = cuddcLdexp(*x_of(c, j), scale);
        symv_case_scalars(c, 1.0, 0.0);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t i = 0; i < n; i++)
            *y_of(c, i) = cuddcFromDoubles(-result_of(c, i)->x.x, -result_of(c, i)->y.x);
        symv_case_scalars(c, ldexp(1.0, 1040 - scale), ldexp(1.0, 1040 - scale));
        struct dd_symv_problem p = symv_case_problem(c);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t i = 0; i < n; i++)
            assert_true(cuddcIsFinite(*result_of(c, i)) && dd_oracle_symv_component(&p, c->result, i) <= symv_case_bound(c));
        symv_case_free(c);
    }
}

/* ---- instruction sets ------------------------------------------------------------------------ */

static void instruction_sets(void **state)
{
    (void)state;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    struct dd_random g;
    dd_random_start(&g, 214);
    for (int64_t n = 1; n < 420; n += n < 70 ? 1 : 61)
    {
        struct symv_case *c = case_of(n, n, 1, -1);
        symv_case_generate(c, &g, n % 3 == 0 ? DD_GENERATE_WIDE : DD_GENERATE_UNIFORM, 0.0);
        symv_same_bits(h, c);
        symv_case_free(c);
    }
}

/* ---- accuracy -------------------------------------------------------------------------------- */

static const struct
{
    const char *name;
    dd_generator kind;
    double condition;
} data[] = {
    {"uniform", DD_GENERATE_UNIFORM, 0.0},   {"wide", DD_GENERATE_WIDE, 0.0},           {"hilbert", DD_GENERATE_HILBERT, 0.0},
    {"cancel-1e8", DD_GENERATE_CANCEL, 1e8}, {"cancel-1e20", DD_GENERATE_CANCEL, 1e20}, {"cancel-1e30", DD_GENERATE_CANCEL, 1e30},
};

static const struct
{
    const char *name;
    int64_t low, high;
    int sets;
} groups[] = {{"8-16", 8, 16, 40}, {"17-64", 17, 64, 10}, {"129", 129, 129, 2}, {"300", 300, 300, 2}};

/* No larger than recorded, and within the bound. */
static void recorded_accuracy(void **state)
{
    (void)state;
    struct dd_baseline *record = symv_record_open(h);
    struct dd_random g;
    dd_random_start(&g, 215);
    int ok = 1;
    for (size_t d = 0; d < sizeof data / sizeof data[0]; d++)
        for (size_t k = 0; k < sizeof groups / sizeof groups[0]; k++)
        {
            double worst = 0.0;
            for (int set = 0; set < groups[k].sets; set++)
            {
                struct symv_case *c = case_of(set, dd_random_int(&g, groups[k].low, groups[k].high), 1, 1);
                symv_case_generate(c, &g, data[d].kind, data[d].condition);
                worst = fmax(worst, symv_case_judge(h, c, data[d].name, 215));
                symv_case_free(c);
            }
            printf("  %-12s n=%-6s error %.3f (units of 2^-104)\n", data[d].name, groups[k].name, worst);
            ok &= symv_record_check(record, "U", data[d].name, groups[k].name, worst);
        }
    symv_record_close(h, record, ok);
}

/* The kernels without the rounding error of products must break the bound on every generator. */
static void mutant(void **state)
{
    (void)state;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    struct dd_random g;
    dd_random_start(&g, 216);
    for (size_t d = 0; d < sizeof data / sizeof data[0]; d++)
        for (int64_t n = 9; n < 200; n += 45)
        {
            struct symv_case *c = case_of(n, n, 1, 1);
            symv_case_generate(c, &g, data[d].kind, data[d].condition);
            symv_mutant_breaks(h, c, data[d].name, 216);
            symv_case_free(c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_values),   cmocka_unit_test(near_overflow),     cmocka_unit_test(cancelling_overflow),
        cmocka_unit_test(instruction_sets), cmocka_unit_test(recorded_accuracy), cmocka_unit_test(mutant),
    };
    return cmocka_run_group_tests(tests, set_up, close_handle);
}
