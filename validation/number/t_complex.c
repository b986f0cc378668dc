/*
 * cuddcomplex.h: each operation against MPFR with its proved bound, special values against C's own
 * complex arithmetic (Annex G), the ends of the range, and a product with one error term dropped
 * that must break the bound.
 */
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <dd/cuddcomplex.h>

#include "oracle.h"
#include "random.h"

enum
{
    CASES = 40000,
    U2_BITS = 106 /* errors are in units of u^2 = 2^-106 */
};

static dd_exact *re, *im;

static int set_up(void **state)
{
    (void)state;
    re = dd_exact_new();
    im = dd_exact_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    dd_exact_free(re);
    dd_exact_free(im);
    return 0;
}

/* ---- operands and errors --------------------------------------------------------------------- */

static double modulus(cuddcomplex a) { return hypot(a.x.x, a.y.x); }

/* Parts of any ratio; every eighth number is real or imaginary, and every fourth pair of operands
 * nearly cancels in a part. */
static cuddcomplex draw(struct dd_random *g, int spread)
{
    cuddcomplex a = cuddcMake(dd_random_full_pair(g, (int)dd_random_int(g, -spread, spread)),
                              dd_random_full_pair(g, (int)dd_random_int(g, -spread, spread)));
    const int64_t kind = dd_random_int(g, 0, 15);
    if (kind == 0)
        a.x = cuddFromDouble(0.0);
    if (kind == 1)
        a.y = cuddFromDouble(0.0);
    return a;
}

/* A factor for a whose product with it has a small real (or imaginary) part. */
static cuddcomplex cancelling(struct dd_random *g, cuddcomplex a)
{
    const cuddcomplex b = dd_random_int(g, 0, 1) ? cuddcMake(a.y, a.x) : cuddcMake(a.x, cuddNeg(a.y));
    const int e = (int)dd_random_int(g, 20, 110);
    return cuddcMake(cuddMul(b.x, cuddAddD(cuddFromDouble(ldexp(dd_random_unit(g), -e)), 1.0)), b.y);
}

static void clear_sums(void)
{
    dd_exact_zero(re);
    dd_exact_zero(im);
}

/* (re, im) += sign a b, exactly. */
static void add_product(cuddcomplex a, cuddcomplex b, int sign)
{
    const cuddcomplex s = sign > 0 ? a : cuddcNeg(a);
    dd_exact_add_pairs(re, s.x, b.x);
    dd_exact_add_pairs(re, cuddNeg(s.y), b.y);
    dd_exact_add_pairs(im, s.x, b.y);
    dd_exact_add_pairs(im, s.y, b.x);
}

static void add_number(cuddcomplex a, int sign) { add_product(a, cuddcFromDoubles(1.0, 0.0), sign); }

/* |(re, im)| in units of u^2 scale. */
static double size_of_sums(double scale)
{
    return scale > 0.0 ? ldexp(hypot(dd_exact_to_double(re), dd_exact_to_double(im)) / scale, U2_BITS)
                       : (dd_exact_sign(re) || dd_exact_sign(im) ? (double)INFINITY : 0.0);
}

static double product_error(cuddcomplex a, cuddcomplex b, cuddcomplex r)
{
    clear_sums();
    add_product(a, b, 1);
    add_number(r, -1);
    return size_of_sums(modulus(a) * modulus(b));
}

static void assert_bound(const char *name, double error, double bound, cuddcomplex a, cuddcomplex b)
{
    if (!(error <= bound))
        fail_msg("%s: error %g beyond %g for (%a %a, %a %a) and (%a %a, %a %a)", name, error, bound, a.x.x, a.x.y, a.y.x, a.y.y,
                 b.x.x, b.x.y, b.y.x, b.y.y);
}

/* ---- accuracy -------------------------------------------------------------------------------- */

static void sums(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(501));
    for (int64_t k = 0; k < CASES; k += dd_test_scale())
    {
        const cuddcomplex a = draw(&g, 40), b = k % 4 ? draw(&g, 40) : cuddcNeg(cancelling(&g, a));
        for (int sign = -1; sign <= 1; sign += 2)
        {
            const cuddcomplex r = sign > 0 ? cuddcAdd(a, b) : cuddcSub(a, b);
            clear_sums();
            add_number(a, 1);
            add_number(b, sign);
            assert_true(dd_exact_relative_error(re, r.x, U2_BITS) <= 3.0000000000000014);
            assert_true(dd_exact_relative_error(im, r.y, U2_BITS) <= 3.0000000000000014);
        }
    }
}

static void products(void **state)
{
    (void)state;
    struct dd_random g;
    double worst = 0.0, worst_part = 0.0;
    dd_random_start(&g, dd_random_seed(502));
    for (int64_t k = 0; k < CASES; k += dd_test_scale())
    {
        const cuddcomplex a = draw(&g, k % 3 ? 2 : 200), b = k % 4 ? draw(&g, k % 3 ? 2 : 200) : cancelling(&g, a);
        const cuddcomplex r = cuddcMul(a, b), c = draw(&g, 30), f = cuddcFma(a, b, c);
        const double error = product_error(a, b, r), scale = modulus(a) * modulus(b);
        assert_bound("cuddcMul", error, 9.0, a, b);
        worst = fmax(worst, error);
        if (scale > 0.0)
            worst_part =
                fmax(worst_part, ldexp(fmax(fabs(dd_exact_to_double(re)), fabs(dd_exact_to_double(im))) / scale, U2_BITS));
        assert_true(worst_part <= 7.0);
        clear_sums();
        add_product(a, b, 1);
        add_number(c, 1);
        const double sum = hypot(dd_exact_to_double(re), dd_exact_to_double(im));
        add_number(f, -1);
        assert_bound("cuddcFma", size_of_sums(9.0 * scale + 3.0000000000000014 * sum), 1.0, a, b);
        const cuddcomplex m = cuddcMulReal(a, b.x);
        assert_true(memcmp(&m.x, &(cuddreal){cuddMul(a.x, b.x).x, cuddMul(a.x, b.x).y}, sizeof m.x) == 0);
    }
    printf("  cuddcMul: largest error %.3f u^2 |a b|, of a part %.3f\n", worst, worst_part);
}

static void quotients(void **state)
{
    (void)state;
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, dd_random_seed(503));
    for (int64_t k = 0; k < CASES; k += dd_test_scale())
    {
        cuddcomplex a = draw(&g, k % 3 ? 2 : 200), b = k % 4 ? draw(&g, k % 3 ? 2 : 200) : cancelling(&g, a);
        if (k % 5 == 0) /* ends of the range */
        {
            a = cuddcLdexp(a, (int)dd_random_int(&g, -300, 700) - (k % 3 ? 0 : 200));
            b = cuddcLdexp(b, (int)dd_random_int(&g, -300, 700) - (k % 3 ? 0 : 200));
        }
        if (cuddcIsZero(b) || cuddcIsZero(a))
            continue;
        const cuddcomplex q = cuddcDiv(a, b);
        if (!(modulus(q) > 0x1p-860 && modulus(q) < 0x1p1000)) /* underflow of a part does not matter to the norm */
            continue;
        clear_sums();
        add_product(q, b, 1);
        add_number(a, -1);
        const double error = size_of_sums(modulus(a));
        assert_bound("cuddcDiv", error, 25.0, a, b);
        worst = fmax(worst, error);
    }
    printf("  cuddcDiv: largest error %.3f u^2\n", worst);
}

/* r against sqrt(x^2 + y^2): (r^2 - |a|^2) / (2 |a|^2) to first order, whose second order is below
 * 10^-30 of it. */
static void magnitudes(void **state)
{
    (void)state;
    struct dd_random g;
    double worst = 0.0, worst_norm = 0.0;
    dd_random_start(&g, dd_random_seed(504));
    for (int64_t k = 0; k < CASES; k += dd_test_scale())
    {
        const cuddcomplex a = draw(&g, k % 3 ? 2 : 100);
        const int e = k % 2 ? 0 : (int)dd_random_int(&g, -700, 900);
        const cuddreal n = cuddcNorm(a), r = cuddLdexp(cuddcAbs(cuddcLdexp(a, e)), -e), one = cuddcAbs1(a);
        if (cuddcIsZero(a))
            continue;
        clear_sums();
        dd_exact_add_pairs(re, a.x, a.x);
        dd_exact_add_pairs(re, a.y, a.y);
        worst_norm = fmax(worst_norm, dd_exact_relative_error(re, n, U2_BITS));
        const double size = dd_exact_to_double(re);
        dd_exact_add_pairs(re, cuddNeg(r), r);
        worst = fmax(worst, ldexp(fabs(dd_exact_to_double(re)) / size / 2.0, U2_BITS));
        assert_true(worst_norm <= 7.0 && worst <= 6.2);
        dd_exact_zero(im);
        dd_exact_add(im, fabs(a.x.x));
        dd_exact_add(im, a.x.x < 0.0 ? -a.x.y : a.x.y);
        dd_exact_add(im, fabs(a.y.x));
        dd_exact_add(im, a.y.x < 0.0 ? -a.y.y : a.y.y);
        assert_true(dd_exact_relative_error(im, one, U2_BITS) <= 3.0000000000000014);
    }
    printf("  cuddcNorm, cuddcAbs: largest error %.3f, %.3f u^2\n", worst_norm, worst);
}

/* A product without the rounding error of a.x b.x must break the bound. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    int caught = 0;
    dd_random_start(&g, 505);
    for (int k = 0; k < 100; k++)
    {
        const cuddcomplex a = draw(&g, 2), b = draw(&g, 2);
        cuddcomplex r = cuddcMul(a, b);
        r.x = cuddSub(cuddSub(r.x, cuddMul(a.x, b.x)), cuddNeg(cuddFromDouble(a.x.x * b.x.x)));
        caught += product_error(a, b, r) > 9.0;
    }
    assert_true(caught > 80);
}

/* ---- special values -------------------------------------------------------------------------- */

static const double inf = (double)INFINITY, nan_ = (double)NAN;

static double complex number(double x, double y)
{
    const double parts[2] = {x, y};
    double complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

static int is_infinite(double complex z) { return isinf(creal(z)) || isinf(cimag(z)); }
static int is_nan(double complex z) { return !is_infinite(z) && (isnan(creal(z)) || isnan(cimag(z))); }

static void assert_class(const char *name, cuddcomplex a, cuddcomplex b, cuddcomplex r, double complex expected)
{
    const int wrong = cuddcIsInf(r) != is_infinite(expected) || cuddcIsNan(r) != is_nan(expected) ||
                      (!is_infinite(expected) && !is_nan(expected) &&
                       !(fabs(r.x.x - creal(expected)) <= 1e-14 && fabs(r.y.x - cimag(expected)) <= 1e-14));
    if (wrong || (!cuddIsFinite(r.x) && r.x.y != 0.0) || (!cuddIsFinite(r.y) && r.y.y != 0.0))
        fail_msg("%s of (%g, %g) and (%g, %g): (%g, %g), expected (%g, %g)", name, a.x.x, a.y.x, b.x.x, b.y.x, r.x.x, r.y.x,
                 creal(expected), cimag(expected));
}

/* Annex G by the compiler's own operators. */
static void special_values(void **state)
{
    (void)state;
    static const double v[] = {0.0, -0.0, 1.0, -1.0, 2.5, -3.0, (double)INFINITY, -(double)INFINITY, (double)NAN};
    enum
    {
        N = sizeof v / sizeof v[0]
    };
    for (int k = 0; k < N * N * N * N; k++)
    {
        const double p[4] = {v[k % N], v[k / N % N], v[k / N / N % N], v[k / N / N / N]};
        const cuddcomplex a = cuddcFromDoubles(p[0], p[1]), b = cuddcFromDoubles(p[2], p[3]);
        const double complex x = number(p[0], p[1]), y = number(p[2], p[3]);
        assert_class("product", a, b, cuddcMul(a, b), x * y);
        assert_class("quotient", a, b, cuddcDiv(a, b), x / y);
        assert_class("sum", a, b, cuddcAdd(a, b), x + y);
        assert_class("difference", a, b, cuddcSub(a, b), x - y);
        assert_true(cuddcEq(a, b) == (p[0] == p[2] && p[1] == p[3]) && cuddcNe(a, b) != cuddcEq(a, b));
    }
    const cuddreal halves[] = {{1.0, (double)NAN}, {(double)INFINITY, 3.0}, {(double)NAN, 1.0}};
    assert_true(cuddcIsNan(cuddcMake(halves[0], cuddFromDouble(1.0))) && cuddcIsInf(cuddcMake(halves[0], halves[1])));
    assert_true(cuddIsInf(cuddcAbs(cuddcMake(halves[1], halves[2]))) && cuddIsNan(cuddcAbs(cuddcMake(halves[0], halves[2]))));
    assert_true(cuddIsInf(cuddcAbs(cuddcFromDoubles(-inf, nan_))) && cuddIsZero(cuddcAbs(cuddcFromDoubles(-0.0, 0.0))));
    const cuddcomplex c = cuddcConj(cuddcFromDoubles(-0.0, 0.0)), m = cuddcNeg(cuddcFromDoubles(-0.0, 0.0));
    assert_true(signbit(c.x.x) && signbit(c.y.x) && !signbit(m.x.x) && signbit(m.y.x));
}

/* Products of numbers of any magnitude: Inf exactly where a part is beyond the range, otherwise
 * within the bound. */
static void range(void **state)
{
    (void)state;
    struct dd_random g;
    int infinite = 0;
    dd_random_start(&g, dd_random_seed(506));
    for (int64_t k = 0; k < CASES; k += dd_test_scale())
    {
        const int e = (int)dd_random_int(&g, 440, 560), f = (int)dd_random_int(&g, 440, 560);
        const cuddcomplex a = cuddcLdexp(draw(&g, 3), e), b = cuddcLdexp(draw(&g, 3), f), r = cuddcMul(a, b);
        clear_sums();
        add_product(a, b, 1);
        const double x = dd_exact_to_double(re), y = dd_exact_to_double(im);
        assert_true(isinf(x) ? r.x.x == x : cuddIsFinite(r.x));
        assert_true(isinf(y) ? r.y.x == y : cuddIsFinite(r.y));
        infinite += isinf(x) || isinf(y);
        if (isinf(x) || isinf(y))
            continue;
        add_number(r, -1);
        const double size = hypot(ldexp(a.x.x, -e), ldexp(a.y.x, -e)) * hypot(ldexp(b.x.x, -f), ldexp(b.y.x, -f));
        const double error = hypot(ldexp(dd_exact_to_double(re), -e - f), ldexp(dd_exact_to_double(im), -e - f));
        assert_bound("cuddcMul near overflow", size > 0.0 ? ldexp(error / size, U2_BITS) : error, 9.0, a, b);
    }
    assert_true(infinite > 100);
}

static void layout(void **state)
{
    (void)state;
    const cuddreal parts[2] = {{1.0, 0x1p-60}, {-2.0, 0x1p-70}};
    cuddcomplex a;
    memcpy(&a, parts, sizeof a);
    assert_true(cuddEq(cuddcReal(a), parts[0]) && cuddEq(cuddcImag(a), parts[1]) && offsetof(cuddcomplex, y) == 16);
    assert_true(cuddcIsZero(cuddcFromReal(cuddFromDouble(-0.0))) && !cuddcIsZero(a));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),   cmocka_unit_test(products),       cmocka_unit_test(quotients), cmocka_unit_test(magnitudes),
        cmocka_unit_test(mutant), cmocka_unit_test(special_values), cmocka_unit_test(range),     cmocka_unit_test(layout),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
