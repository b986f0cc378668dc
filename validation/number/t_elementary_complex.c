/*
 * The elementary functions of complex numbers (dd/elementary/complex.h): norm-wise errors against
 * formulas in MPFR with 400 bits, branch cuts, and special values.
 */
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dd/elementary/complex.h>

#include "random.h"

enum
{
    SEED = 20261129,
    ARGUMENTS = 20000,
    BITS = 400,
    REPORTS = 5
};

/* ---- complex numbers of MPFR ----------------------------------------------------------------- */

struct exact
{
    mpfr_t x, y;
};

static void init(struct exact *z) { mpfr_inits2(BITS, z->x, z->y, (mpfr_ptr)0); }
static void clear(struct exact *z) { mpfr_clears(z->x, z->y, (mpfr_ptr)0); }

static void set(struct exact *z, cuddcomplex a)
{
    mpfr_set_d(z->x, a.x.x, MPFR_RNDN);
    mpfr_add_d(z->x, z->x, a.x.y, MPFR_RNDN);
    mpfr_set_d(z->y, a.y.x, MPFR_RNDN);
    mpfr_add_d(z->y, z->y, a.y.y, MPFR_RNDN);
}

static void exact_exp(struct exact *r, const struct exact *a)
{
    mpfr_t size;
    mpfr_init2(size, BITS);
    mpfr_exp(size, a->x, MPFR_RNDN);
    mpfr_sin_cos(r->y, r->x, a->y, MPFR_RNDN);
    mpfr_mul(r->x, r->x, size, MPFR_RNDN);
    mpfr_mul(r->y, r->y, size, MPFR_RNDN);
    mpfr_clear(size);
}

static void exact_log(struct exact *r, const struct exact *a)
{
    mpfr_t size;
    mpfr_init2(size, BITS);
    mpfr_hypot(size, a->x, a->y, MPFR_RNDN);
    mpfr_atan2(r->y, a->y, a->x, MPFR_RNDN);
    mpfr_log(r->x, size, MPFR_RNDN);
    mpfr_clear(size);
}

/* e^(log(a) / 2): 400 bits leave room for its cancellation. */
static void exact_sqrt(struct exact *r, const struct exact *a)
{
    struct exact l;
    init(&l);
    exact_log(&l, a);
    mpfr_div_ui(l.x, l.x, 2, MPFR_RNDN);
    mpfr_div_ui(l.y, l.y, 2, MPFR_RNDN);
    exact_exp(r, &l);
    clear(&l);
}

static void multiply(struct exact *r, const struct exact *a, const struct exact *b)
{
    mpfr_t x, y;
    mpfr_inits2(BITS, x, y, (mpfr_ptr)0);
    mpfr_fmms(x, a->x, b->x, a->y, b->y, MPFR_RNDN);
    mpfr_fmma(y, a->x, b->y, a->y, b->x, MPFR_RNDN);
    mpfr_set(r->x, x, MPFR_RNDN);
    mpfr_set(r->y, y, MPFR_RNDN);
    mpfr_clears(x, y, (mpfr_ptr)0);
}

static void divide(struct exact *r, const struct exact *a, const struct exact *b)
{
    struct exact c;
    mpfr_t n;
    init(&c);
    mpfr_init2(n, BITS);
    mpfr_fmma(n, b->x, b->x, b->y, b->y, MPFR_RNDN);
    mpfr_set(c.x, b->x, MPFR_RNDN);
    mpfr_neg(c.y, b->y, MPFR_RNDN);
    multiply(r, a, &c);
    mpfr_div(r->x, r->x, n, MPFR_RNDN);
    mpfr_div(r->y, r->y, n, MPFR_RNDN);
    mpfr_clear(n);
    clear(&c);
}

static void exact_sinh(struct exact *r, const struct exact *a)
{
    mpfr_t s, c;
    mpfr_inits2(BITS, s, c, (mpfr_ptr)0);
    mpfr_sinh_cosh(s, c, a->x, MPFR_RNDN);
    mpfr_sin_cos(r->y, r->x, a->y, MPFR_RNDN);
    mpfr_mul(r->x, r->x, s, MPFR_RNDN);
    mpfr_mul(r->y, r->y, c, MPFR_RNDN);
    mpfr_clears(s, c, (mpfr_ptr)0);
}

static void exact_cosh(struct exact *r, const struct exact *a)
{
    mpfr_t s, c;
    mpfr_inits2(BITS, s, c, (mpfr_ptr)0);
    mpfr_sinh_cosh(s, c, a->x, MPFR_RNDN);
    mpfr_sin_cos(r->y, r->x, a->y, MPFR_RNDN);
    mpfr_mul(r->x, r->x, c, MPFR_RNDN);
    mpfr_mul(r->y, r->y, s, MPFR_RNDN);
    mpfr_clears(s, c, (mpfr_ptr)0);
}

static void exact_tanh(struct exact *r, const struct exact *a)
{
    struct exact c;
    init(&c);
    exact_cosh(&c, a);
    exact_sinh(r, a);
    divide(r, r, &c);
    clear(&c);
}

/* f(i a) with the parts of a exchanged, and a result times -i. */
static void turned(struct exact *r, const struct exact *a, void (*f)(struct exact *, const struct exact *), int back)
{
    struct exact b;
    init(&b);
    mpfr_neg(b.x, a->y, MPFR_RNDN);
    mpfr_set(b.y, a->x, MPFR_RNDN);
    f(r, &b);
    if (back)
    {
        mpfr_swap(r->x, r->y);
        mpfr_neg(r->y, r->y, MPFR_RNDN);
    }
    clear(&b);
}

static void exact_sin(struct exact *r, const struct exact *a) { turned(r, a, exact_sinh, 1); }
static void exact_cos(struct exact *r, const struct exact *a) { turned(r, a, exact_cosh, 0); }
static void exact_tan(struct exact *r, const struct exact *a) { turned(r, a, exact_tanh, 1); }

/* |computed - exact| / |exact| in u^2. */
static double error_of(cuddcomplex computed, const struct exact *exact)
{
    struct exact c;
    mpfr_t size;
    init(&c);
    mpfr_init2(size, BITS);
    set(&c, computed);
    mpfr_sub(c.x, c.x, exact->x, MPFR_RNDN);
    mpfr_sub(c.y, c.y, exact->y, MPFR_RNDN);
    mpfr_hypot(c.x, c.x, c.y, MPFR_RNDN);
    mpfr_hypot(size, exact->x, exact->y, MPFR_RNDN);
    mpfr_div(c.x, c.x, size, MPFR_RNDN);
    const double error = ldexp(mpfr_get_d(c.x, MPFR_RNDN), 106);
    mpfr_clear(size);
    clear(&c);
    return error;
}

/* ---- errors ---------------------------------------------------------------------------------- */

struct function
{
    const char *name;
    cuddcomplex (*ours)(cuddcomplex a);
    void (*exact)(struct exact *r, const struct exact *a);
    int low, high; /* exponents of the parts */
    double bound;  /* in u^2, of complex.h */
};

#define CALL(name)                                                                                                               \
    static cuddcomplex call_##name(cuddcomplex a) { return cuddc##name(a); }
CALL(Exp)
CALL(Log)
CALL(Sqrt)
CALL(Sinh)
CALL(Cosh)
CALL(Tanh)
CALL(Sin)
CALL(Cos)
CALL(Tan)

static const struct function functions[] = {
    {"exp", call_Exp, exact_exp, -60, 8, 7.0},         {"log", call_Log, exact_log, -400, 400, 2.0},
    {"sqrt", call_Sqrt, exact_sqrt, -900, 1000, 20.0}, {"sinh", call_Sinh, exact_sinh, -60, 8, 7.0},
    {"cosh", call_Cosh, exact_cosh, -60, 8, 7.0},      {"tanh", call_Tanh, exact_tanh, -60, 6, 40.0},
    {"sin", call_Sin, exact_sin, -60, 8, 7.0},         {"cos", call_Cos, exact_cos, -60, 8, 7.0},
    {"tan", call_Tan, exact_tan, -60, 6, 40.0},
};

/* Parts of like size in half of the cases; near the unit circle in every eighth. */
static cuddcomplex argument(struct dd_random *g, const struct function *f, int64_t number)
{
    const int e = (int)dd_random_int(g, number % 2 ? f->low : -4, number % 2 ? f->high : 3);
    const cuddreal x = dd_random_pair(g, e), y = dd_random_pair(g, (int)(e - dd_random_int(g, 0, number % 4 == 3 ? 60 : 2)));
    if (number % 8 == 4)
    {
        const cuddreal distance = dd_random_pair(g, (int)-dd_random_int(g, 1, 104));
        return cuddcMulReal(cuddcPolar(cuddFromDouble(1.0), x), cuddAdd(cuddFromDouble(1.0), distance));
    }
    return number % 4 == 1 ? cuddcMake(y, x) : cuddcMake(x, y);
}

static void errors_stay_below_the_bounds(void **state)
{
    int broken = 0;
    struct exact a, r;
    (void)state;
    init(&a);
    init(&r);
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++)
    {
        const struct function *f = &functions[k];
        struct dd_random g;
        double largest = 0.0;
        dd_random_start(&g, dd_random_seed(SEED) + k);
        for (int64_t i = 0; i < ARGUMENTS / dd_test_scale(); i++)
        {
            const cuddcomplex z = argument(&g, f, i), computed = f->ours(z);
            set(&a, z);
            f->exact(&r, &a);
            const double error = error_of(computed, &r);
            largest = error > largest ? error : largest;
            if (!(error <= f->bound) && broken++ < REPORTS)
                fprintf(stderr, "%s(%a %a, %a %a): error %g u^2\n", f->name, z.x.x, z.x.y, z.y.x, z.y.y, error);
        }
        printf("%-5s largest error %.3f u^2, bound %g\n", f->name, largest, f->bound);
    }
    clear(&a);
    clear(&r);
    assert_int_equal(broken, 0);
}

static void powers_stay_below_their_bound(void **state)
{
    struct dd_random g;
    struct exact a, b, l, r;
    (void)state;
    init(&a);
    init(&b);
    init(&l);
    init(&r);
    dd_random_start(&g, dd_random_seed(SEED) + 50);
    for (int64_t i = 0; i < ARGUMENTS / 4 / dd_test_scale(); i++)
    {
        const cuddcomplex z =
            cuddcMake(dd_random_pair(&g, (int)dd_random_int(&g, -3, 3)), dd_random_pair(&g, (int)dd_random_int(&g, -3, 3)));
        const cuddcomplex w =
            cuddcMake(dd_random_pair(&g, (int)dd_random_int(&g, -6, 5)), dd_random_pair(&g, (int)dd_random_int(&g, -6, 5)));
        set(&a, z);
        set(&b, w);
        exact_log(&l, &a);
        multiply(&l, &l, &b);
        const double size = hypot(mpfr_get_d(l.x, MPFR_RNDN), mpfr_get_d(l.y, MPFR_RNDN));
        exact_exp(&r, &l);
        assert_true(error_of(cuddcPow(z, w), &r) <= 8.0 + 11.0 * size);
    }
    clear(&a);
    clear(&b);
    clear(&l);
    clear(&r);
}

/* Parts of exp, sinh and cosh beyond 700, where a hyperbolic function may overflow and its product
 * with a sine does not. */
static void large_exponents_stay_below_the_bounds(void **state)
{
    static const char *const names[] = {"exp", "sinh", "cosh", "sin", "cos"};
    struct dd_random g;
    struct exact a, r;
    (void)state;
    init(&a);
    init(&r);
    dd_random_start(&g, dd_random_seed(SEED) + 60);
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++)
    {
        const struct function *f = &functions[k];
        int wanted = 0, finite = 0;
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            wanted |= strcmp(f->name, names[i]) == 0;
        for (int64_t i = 0; wanted && i < 2000; i++)
        {
            const double size = 700.0 + 11.0 * dd_random_unit(&g), angle = 0.7 + 0.2 * dd_random_unit(&g);
            const cuddreal x = cuddAddD(dd_random_pair(&g, -50), i % 2 ? size : -size),
                           y = cuddAddD(dd_random_pair(&g, -50), angle);
            const int circular = strcmp(f->name, "sin") == 0 || strcmp(f->name, "cos") == 0;
            const cuddcomplex w = circular ? cuddcMake(y, x) : cuddcMake(x, y);
            const cuddcomplex computed = f->ours(w);
            set(&a, w);
            f->exact(&r, &a);
            if (fabs(mpfr_get_d(r.x, MPFR_RNDN)) < DBL_MAX && fabs(mpfr_get_d(r.y, MPFR_RNDN)) < DBL_MAX)
            {
                finite++;
                if (!(fabs(mpfr_get_d(r.x, MPFR_RNDN)) < 0x1p-900))
                    assert_true(error_of(computed, &r) <= f->bound);
            }
            else
                assert_true(cuddcIsInf(computed));
        }
        assert_true(!wanted || finite > 1000);
    }
    clear(&a);
    clear(&r);
}

/* ---- special values -------------------------------------------------------------------------- */

static cuddcomplex z(double x, double y) { return cuddcFromDoubles(x, y); }

static int is(cuddcomplex a, double x, double y)
{
    return a.x.x == x && a.y.x == y && !signbit(a.x.x) == !signbit(x) && !signbit(a.y.x) == !signbit(y);
}

static void cuts_and_special_values(void **state)
{
    const double inf = (double)INFINITY, pi = cuddPi().x;
    (void)state;
    assert_true(is(cuddcSqrt(z(-4.0, 0.0)), 0.0, 2.0) && is(cuddcSqrt(z(-4.0, -0.0)), 0.0, -2.0));
    assert_true(is(cuddcSqrt(z(4.0, 0.0)), 2.0, 0.0) && is(cuddcSqrt(z(4.0, -0.0)), 2.0, -0.0));
    assert_true(is(cuddcSqrt(z(0.0, 0.0)), 0.0, 0.0) && is(cuddcSqrt(z(-0.0, -0.0)), 0.0, -0.0));
    assert_true(is(cuddcSqrt(z(3.0, 4.0)), 2.0, 1.0) && is(cuddcSqrt(z(-3.0, -4.0)), 1.0, -2.0));
    assert_true(is(cuddcSqrt(z((double)NAN, inf)), inf, inf) && is(cuddcSqrt(z(inf, 1.0)), inf, 0.0));
    assert_true(is(cuddcSqrt(z(-inf, -1.0)), 0.0, -inf));
    assert_true(is(cuddcSqrt(z(0x1p-1074, 0.0)), 0x1p-537, 0.0) && is(cuddcSqrt(z(-0x1p+1022, 0.0)), 0.0, 0x1p+511));
    assert_true(is(cuddcLog(z(1.0, 0.0)), 0.0, 0.0) && is(cuddcLog(z(-1.0, 0.0)), 0.0, pi) &&
                is(cuddcLog(z(-1.0, -0.0)), 0.0, -pi));
    assert_true(is(cuddcLog(z(0.0, 0.0)), -inf, 0.0) && is(cuddcLog(z(-0.0, 0.0)), -inf, pi) &&
                is(cuddcLog(z(inf, 1.0)), inf, 0.0));
    assert_true(is(cuddcExp(z(0.0, 0.0)), 1.0, 0.0) && is(cuddcExp(z(1000.0, -0.0)), inf, -0.0) &&
                is(cuddcExp(z(-inf, 0.0)), 0.0, 0.0));
    assert_true(cuddcIsFinite(cuddcExp(z(709.9, 0.785)))); /* e^709.9 overflows, its product with the cosine does not */
    assert_true(is(cuddcPow(z(0.0, 0.0), z(0.0, 0.0)), 1.0, 0.0) && is(cuddcPow(z(0.0, 0.0), z(2.0, 1.0)), 0.0, 0.0));
    assert_true(cuddcSinh(z(705.0, 0x1p-1000)).y.y != 0.0); /* the tiny sine keeps its low part */
    assert_true(is(cuddcTanh(z(400.0, 2.0)), 1.0, -0.0)); /* the sign of sin 2y */
    assert_true(is(cuddcTanh(z(400.0, 1.0)), 1.0, 0.0) && is(cuddcTanh(z(-400.0, -1.0)), -1.0, -0.0));
    assert_true(is(cuddcCosh(z(0.0, 0.0)), 1.0, 0.0) && is(cuddcSinh(z(0.0, 0.0)), 0.0, 0.0) &&
                is(cuddcSin(z(0.0, 0.0)), 0.0, 0.0));
    assert_true(is(cuddcCos(z(0.0, 0.0)), 1.0, -0.0) && is(cuddcTan(z(0.0, 0.0)), 0.0, 0.0));
    assert_true(cuddcIsNan(cuddcSqrt(z((double)NAN, 1.0))) && cuddcIsNan(cuddcLog(z((double)NAN, 1.0))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_stay_below_the_bounds),
        cmocka_unit_test(powers_stay_below_their_bound),
        cmocka_unit_test(large_exponents_stay_below_the_bounds),
        cmocka_unit_test(cuts_and_special_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
