/*
 * Sums of two and of three products in W, as rotations of batches use them, against exact sums, on
 * operands of full length whose sums cancel, and copies of them without one term, which must fail.
 * The deviation of c^2 + |s|^2 from 1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "eigen/batched/products.h"
#include "eigen/excess.h"
#include "random.h"

/* Adds a number to an expansion, whose components have the exact sum of all numbers so far. */
static void expand(double *expansion, int *length, double term)
{
    for (int e = 0; e < *length; e++)
    {
        const cuddreal pair = cuddTwoSum(term, expansion[e]);
        expansion[e] = pair.y;
        term = pair.x;
    }
    expansion[(*length)++] = term;
}

/* The error of sum = a[0] a[1] + a[2] a[3] + ... over the sum of the moduli, in u^2, u = 2^-53: all
 * products of parts are exact in two doubles each. */
static double error_of(cuddreal sum, const cuddreal *a, int products)
{
    double expansion[32], moduli = 0.0, error = 0.0;
    int length = 0;
    expand(expansion, &length, -sum.x);
    expand(expansion, &length, -sum.y);
    for (int k = 0; k < products; k++)
    {
        const double x[] = {a[2 * k].x, a[2 * k].y}, y[] = {a[2 * k + 1].x, a[2 * k + 1].y};
        for (int e = 0; e < 4; e++)
        {
            const double p = x[e / 2] * y[e % 2];
            expand(expansion, &length, p);
            expand(expansion, &length, fma(x[e / 2], y[e % 2], -p));
        }
        moduli += fabs(x[0] * y[0]);
    }
    for (int e = 0; e < length; e++)
        error += expansion[e];
    return fabs(error) / moduli * 0x1p106;
}

/* products_two without the term number `without`, or with all if it is -1. */
static cuddreal mutant(cuddreal a, cuddreal b, cuddreal c, cuddreal d, int without)
{
    const cuddreal p = cuddTwoProd(a.x, b.x), q = cuddTwoProd(c.x, d.x), sum = cuddTwoSum(p.x, q.x);
    const double rest[] = {p.y, q.y, sum.y, a.x * b.y, a.y * b.x, c.x * d.y, c.y * d.x};
    double low = 0.0;
    for (int k = 0; k < 7; k++)
        low += k == without ? 0.0 : rest[k];
    return cuddTwoSum(sum.x, low);
}

/* Six numbers; for k % 3 == 1 the products nearly cancel, and for k % 3 == 2 they differ in size.
 * */
static void draw(struct dd_random *g, int k, cuddreal *a)
{
    for (int e = 0; e < 6; e++)
        a[e] = dd_random_full_pair(g, k % 3 == 2 ? (int)dd_random_int(g, -30, 0) : (int)dd_random_int(g, -2, 0));
    if (k % 3 == 1)
        a[2] = cuddNeg(cuddDiv(cuddMul(a[0], a[1]), a[3]));
}

static void sums(void **state)
{
    struct dd_random g;
    double two = 0.0, three = 0.0;
    (void)state;
    dd_random_start(&g, 3201);
    for (int k = 0; k < 300000; k++)
    {
        cuddreal a[6];
        draw(&g, k, a);
        two = fmax(two, error_of(products_two(a[0], a[1], a[2], a[3]), a, 2));
        three = fmax(three, error_of(products_three(a[0], a[1], a[2], a[3], a[4], a[5]), a, 3));
    }
    print_message("largest errors: %.2f and %.2f u^2 of the moduli\n", two, three);
    assert_true(two > 0.0 && two <= 13.0);
    assert_true(three > 0.0 && three <= 19.0);
}

static void mutants(void **state)
{
    (void)state;
    for (int without = -1; without < 7; without++)
    {
        struct dd_random g;
        double worst = 0.0;
        dd_random_start(&g, 3202);
        for (int k = 0; k < 3000; k++)
        {
            cuddreal a[6];
            draw(&g, k, a);
            worst = fmax(worst, error_of(mutant(a[0], a[1], a[2], a[3], without), a, 2));
        }
        assert_true(without < 0 ? worst <= 13.0 : worst > 1e6);
    }
}

/* c^2 + x^2 + y^2 - 1 of numbers that nearly satisfy it, against the same expansion. */
static void excesses(void **state)
{
    struct dd_random g;
    (void)state;
    dd_random_start(&g, 3203);
    for (int k = 0; k < 10000; k++)
    {
        cuddreal v[3], square = cuddFromDouble(0.0);
        for (int e = 0; e < 3; e++)
        {
            v[e] = dd_random_full_pair(&g, (int)dd_random_int(&g, -9, 0));
            square = cuddAdd(square, cuddSqr(v[e]));
        }
        for (int e = 0; e < 3; e++)
            v[e] = cuddDiv(v[e], cuddSqrt(square));
        v[0] = cuddAddD(v[0], (double)dd_random_int(&g, -9, 9) * 0x1p-104);
        const cuddreal a[] = {v[0], v[0], v[1], v[1], v[2], v[2]};
        const double excess = eigen_excess_complex(v[0], v[1], v[2]);
        /* The sum is 1 + excess, up to 2^-20 u^2. */
        assert_true(error_of(cuddMake(1.0, excess), a, 3) < 0x1p-20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums), cmocka_unit_test(mutants), cmocka_unit_test(excesses)};
    return cmocka_run_group_tests_name("sums of products", tests, NULL, NULL);
}
