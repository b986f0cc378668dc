/*
 * Special values, the ends of the range and known answers of the arithmetic functions: MUST hold on
 * every combination of the operands of scalar_special.def. Accuracy in the open range is
 * t_scalar_bounds.c, exact functions are t_scalar_exact.c.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <qd/c_dd.h>

#include "generators.h"
#include "functions/scalar_dispatch.h"
#include "functions/scalar_sweep.h"

#define DD_SPECIAL(hi, lo) {hi, lo},
static const cuddreal special[] = {
#include "functions/scalar_special.def"
};
enum
{
    SPECIALS = sizeof special / sizeof special[0]
};

/* ---- known answers --------------------------------------------------------------------------- */

struct known
{
    const char *name;
    int function;
    cuddreal a, b, expected;
};

#define DD_CASE(function, ah, al, bh, bl, rh, rl) {#function, DD_RUN_##function, {ah, al}, {bh, bl}, {rh, rl}},
static const struct known known[] = {
#include "functions/scalar_table.def"
};

static int positive_zero(double d) { return d == 0.0 && !signbit(d); }

/* Equal to what the table promises. */
static int is_expected(cuddreal r, cuddreal expected)
{
    if (isnan(expected.x))
        return isnan(r.x) && positive_zero(r.y);
    if (isinf(expected.x))
        return r.x == expected.x && positive_zero(r.y);
    return r.x == expected.x && !signbit(r.x) == !signbit(expected.x) && r.y == expected.y;
}

static void known_answers(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    {
        const struct known *k = &known[i];
        cuddreal r = dd_run(k->function, k->a, k->b, k->a);
        if (is_expected(r, k->expected))
            continue;
        fprintf(stderr, "%s (%a, %a) (%a, %a): expected (%a, %a), got (%a, %a)\n", k->name, k->a.x, k->a.y, k->b.x, k->b.y,
                k->expected.x, k->expected.y, r.x, r.y);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

/* ---- all combinations of special operands ---------------------------------------------------- */

/* The result of IEEE 754 for the high parts. */
static double ieee(const struct dd_function *f, double a, double b, double c)
{
    switch (f->operation)
    {
    case DD_OP_SUM:
        return a + f->sign * b;
    case DD_OP_PRODUCT:
        return a * b;
    case DD_OP_QUOTIENT:
        return a / b;
    case DD_OP_ROOT:
        return sqrt(a);
    default:
        return fma(a, b, c);
    }
}

/* The result is Inf, NaN or a signed zero by IEEE's rules for the high parts: one operand is Inf,
 * or a divisor is zero, or a root is of a negative number, or the zero comes from zeros alone. */
static int decided_by_high_parts(const struct dd_function *f, const struct dd_operands *o)
{
    if (isinf(o->a.x) || isinf(o->b.x) || isinf(o->c.x))
        return 1;
    switch (f->operation)
    {
    case DD_OP_SUM:
        return o->a.x == 0.0 && o->b.x == 0.0;
    case DD_OP_PRODUCT:
        return o->a.x == 0.0 || o->b.x == 0.0;
    case DD_OP_QUOTIENT:
        return o->a.x == 0.0 || o->b.x == 0.0;
    case DD_OP_ROOT:
        return o->a.x <= 0.0;
    default:
        return (o->a.x == 0.0 || o->b.x == 0.0) && o->c.x == 0.0;
    }
}

/* A finite result: within the bound and 2 halves of the smallest subnormal, normalised, its zero
 * signed as the exact result. */
static int finite_result_holds(const struct dd_function *f, const struct dd_operands *o, cuddreal exact, cuddreal r)
{
    struct dd_scalar_error all;
    double error = dd_function_error(f, o->a, o->b, o->c, r, &all);
    double excess = error == 0.0 ? 0.0 : all.absolute * (1.0 - dd_bound(f->bound) / error);
    if (!(error <= dd_bound(f->bound)) && !(excess <= 2.0))
        return 0;
    if (r.x + r.y != r.x)
        return 0;
    if (all.absolute == 0.0 && exact.x == 0.0 && f->operation == DD_OP_SUM) /* x - x = +0 */
        return positive_zero(r.x);
    return r.x != 0.0 || f->operation == DD_OP_MULTIPLYADD || !signbit(r.x) == !signbit(exact.x);
}

/* Overflow: Inf with +0, of the sign of the exact result; within 2^-48 of the largest number a
 * finite result is right as well. */
static int holds(const struct dd_function *f, const struct dd_operands *o, cuddreal r)
{
    cuddreal b = f->sign > 0.0 ? o->b : cuddMake(-o->b.x, -o->b.y), exact, product;
    if (cuddIsNan(o->a) || cuddIsNan(o->b) || cuddIsNan(o->c))
        return is_expected(r, cuddNan());
    if (decided_by_high_parts(f, o))
        return is_expected(r, cuddFromDouble(ieee(f, o->a.x, o->b.x, o->c.x)));
    exact = dd_oracle_scalar_value(f->operation, o->a, b, o->c);
    product = dd_oracle_scalar_value(DD_OP_PRODUCT, o->a, o->b, o->c);
    if (f->operation == DD_OP_MULTIPLYADD && isinf(product.x)) /* documented: a b alone overflows */
        return is_expected(r, product);
    if (isinf(exact.x))
        return is_expected(r, exact);
    if (isinf(r.x) && fabs(exact.x) == DBL_MAX && (exact.y > 0.0) == (exact.x > 0.0) && fabs(exact.y) >= 0x1.fffffffffffp+969)
        return positive_zero(r.y) && !signbit(r.x) == !signbit(exact.x);
    return finite_result_holds(f, o, exact, r);
}

static int judge(const struct dd_function *f, cuddreal a, cuddreal b, cuddreal c)
{
    struct dd_operands o = {a, b, c};
    cuddreal r;
    dd_fit_operands(f, &o.a, &o.b, &o.c);
    r = f->call(o.a, o.b, o.c);
    if (holds(f, &o, r))
        return 1;
    fprintf(stderr, "%s a = (%a, %a), b = (%a, %a), c = (%a, %a): got (%a, %a)\n", f->name, o.a.x, o.a.y, o.b.x, o.b.y, o.c.x,
            o.c.y, r.x, r.y);
    return 0;
}

static void special_operands(void **state)
{
    int64_t wrong = 0, cases = 0;
    (void)state;
    for (int i = 0; i < DD_FUNCTION_COUNT; i++)
    {
        const struct dd_function *f = &dd_functions[i];
        if (!f->special)
            continue;
        for (int j = 0; j < SPECIALS; j++)
            for (int k = 0; k < (f->form == DD_FORM_W ? 1 : SPECIALS); k++)
                for (int l = 0; l < (f->form == DD_FORM_WWW ? SPECIALS : 1); l++)
                {
                    wrong += !judge(f, special[j], special[k], special[l]);
                    cases++;
                }
    }
    printf("%lld combinations of special operands\n", (long long)cases);
    assert_int_equal(wrong, 0);
}

/* ---- dot products that cancel ---------------------------------------------------------------- */

/* s = fma(x_i, y_i, s) n times: each step adds at most 4 u^2 |x_i y_i| + 3 u^2 |s|, to first order,
 * and |s| stays below the sum S of |x_i y_i|: |error| <= (3 n + 4) u^2 S, plus terms of u^4 n^2
 * S. */
static void dots_of_any_condition(void **state)
{
    enum
    {
        N = 200
    };
    struct dd_random g;
    cuddreal x[N], y[N];
    (void)state;
    dd_random_start(&g, dd_random_seed(3));
    for (double condition = 1e8; condition < 2e40; condition *= 1e4)
    {
        dd_exact *exact = dd_exact_new(), *scale = dd_exact_new();
        cuddreal s = cuddFromDouble(0.0);
        double error;
        dd_generate_dot(&g, N, condition, x, y);
        for (int i = 0; i < N; i++)
        {
            s = cuddFma(x[i], y[i], s);
            dd_exact_add_pairs(exact, x[i], y[i]);
            dd_exact_add_pairs(scale, cuddFabs(x[i]), cuddFabs(y[i]));
        }
        error = dd_exact_scaled_error(exact, s, scale, 106);
        printf("dot of %d terms, condition %g: error %.3g u^2 sum |x||y|, bound %d; relative %.3g\n", N, condition, error,
               3 * N + 5, dd_exact_relative_error(exact, s, 0));
        dd_exact_free(exact);
        dd_exact_free(scale);
        assert_true(error <= 3.0 * N + 5.0);
    }
}

/* MUST-TEST D: the accurate sum keeps all digits where the sloppy one has lost half of them. */
static void cancellation_separates_accurate_from_sloppy(void **state)
{
    struct dd_random g;
    double accurate = 0.0, sloppy = 0.0;
    (void)state;
    dd_random_start(&g, dd_random_seed(4));
    for (int i = 0; i < 100000; i++)
    {
        cuddreal a = cuddNormalize(1.0, dd_random_double(&g, -54));
        cuddreal b = cuddNormalize(-1.0, -a.y * (1.0 + dd_random_double(&g, -(int)dd_random_int(&g, 1, 52))));
        b = i % 2 == 0 ? b : cuddNormalize(dd_random_double(&g, -1), dd_random_double(&g, -55));
        accurate = fmax(accurate, dd_oracle_scalar(DD_OP_SUM, a, b, a, cuddAdd(a, b)).relative);
        sloppy = fmax(sloppy, dd_oracle_scalar(DD_OP_SUM, a, b, a, cuddAddSloppy(a, b)).relative);
    }
    printf("largest relative error of cancelling sums: accurate %.3g u^2, sloppy %.3g u^2\n", accurate, sloppy);
    assert_true(accurate <= dd_bound(DD_BOUND_cuddAdd));
    assert_true(sloppy > dd_bound(DD_BOUND_cuddAdd));
}

/* ---- layout ---------------------------------------------------------------------------------- */

_Static_assert(sizeof(cuddreal) == 2 * sizeof(double) && offsetof(cuddreal, x) == 0 && offsetof(cuddreal, y) == sizeof(double),
               "cuddreal is double[2], high part first");

/* An array of cuddreal is an array of QD's double[2], and back. */
static void arrays_pass_to_qd_and_back(void **state)
{
    enum
    {
        N = 1000
    };
    static cuddreal ours[N];
    static double theirs[N][2];
    struct dd_random g;
    (void)state;
    dd_random_start(&g, dd_random_seed(5));
    for (int i = 0; i < N; i++)
        ours[i] = dd_random_full_pair(&g, (int)dd_random_int(&g, -100, 100));
    for (int i = 0; i < N; i++)
        c_dd_copy(&((const double *)(const void *)ours)[2 * i], theirs[i]);
    assert_memory_equal(ours, theirs, sizeof ours);
    for (int i = 0; i < N; i++)
        c_dd_mul_dd_d(theirs[i], -2.0, theirs[i]);
    memcpy(ours, theirs, sizeof ours);
    for (int i = 0; i < N; i++)
    {
        cuddreal half = cuddMulD(ours[i], -0.5);
        double back[2];
        c_dd_mul_dd_d(&ours[i].x, -0.5, back);
        assert_true(half.x == back[0] && half.y == back[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(special_operands),
        cmocka_unit_test(dots_of_any_condition),
        cmocka_unit_test(cancellation_separates_accurate_from_sloppy),
        cmocka_unit_test(arrays_pass_to_qd_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
