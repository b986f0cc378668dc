/*
 * The number on the device: every function of cuddreal.h gives the host's bits, on the known
 * answers, on all combinations of special operands and on random ones. Skipped without a device.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "functions/scalar_device.h"
#include "functions/scalar_dispatch.h"
#include "functions/scalar_sweep.h"

#define DD_SPECIAL(hi, lo) {hi, lo},
static const cuddreal special[] = {
#include "functions/scalar_special.def"
};

#define DD_CASE(function, ah, al, bh, bl, rh, rl) {{ah, al}, {bh, bl}},
static const cuddreal known[][2] = {
#include "functions/scalar_table.def"
};

#define DD_FUNCTION(name, form, operation, sign, special, qd) #name,
#define DD_EXACT(name, form)                                  #name,
#define DD_PREDICATE(name, form)                              #name,
static const char *const names[DD_RUN_COUNT] = {
#include "functions/scalar_functions.def"
#include "functions/scalar_exact.def"
};

enum
{
    SPECIALS = sizeof special / sizeof special[0],
    KNOWN = sizeof known / sizeof known[0],
    RANDOM = 1000000,
    CASES = SPECIALS * SPECIALS * SPECIALS + KNOWN + RANDOM
};

static cuddreal *a, *b, *c, *r;

static void random_operands(int function, int first)
{
    struct dd_random g;
    const struct dd_function *f = &dd_functions[function < DD_FUNCTION_COUNT ? function : function % DD_FUNCTION_COUNT];
    struct dd_operands worst;
    dd_random_start(&g, dd_random_seed(41) + (uint64_t)function);
    worst = dd_next_operands(&g, f, DD_STREAM_EXTREME, NULL);
    for (int i = first; i < CASES; i++)
    {
        struct dd_operands o = dd_next_operands(&g, f, (enum dd_stream)(i % DD_STREAM_COUNT), &worst);
        a[i] = o.a;
        b[i] = o.b;
        c[i] = o.c;
    }
}

/* The special operands in all combinations, the known answers' operands, then random ones. */
static void fill(int function)
{
    int n = 0;
    for (int i = 0; i < SPECIALS; i++)
        for (int j = 0; j < SPECIALS; j++)
            for (int k = 0; k < SPECIALS; k++)
            {
                a[n] = special[i];
                b[n] = special[j];
                c[n++] = special[k];
            }
    for (int i = 0; i < KNOWN; i++)
    {
        a[n] = c[n] = known[i][0];
        b[n++] = known[i][1];
    }
    random_operands(function, n);
}

/* The same bits; of NaN any bits, for IEEE 754 leaves them free. */
static int same_double(double x, double y) { return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y)); }

static int compare(const char *name, const cuddreal *expected)
{
    int different = 0;
    for (int i = 0; i < CASES; i++)
        if (!same_double(r[i].x, expected[i].x) || !same_double(r[i].y, expected[i].y))
        {
            if (different++ < 3)
                fprintf(stderr, "%s a = (%a, %a), b = (%a, %a), c = (%a, %a): host (%a, %a), device (%a, %a)\n", name, a[i].x,
                        a[i].y, b[i].x, b[i].y, c[i].x, c[i].y, expected[i].x, expected[i].y, r[i].x, r[i].y);
        }
    return different;
}

static int device_missing(void)
{
    if (dd_device_count() > 0)
        return 0;
    printf("no CUDA device: skipped\n");
    return 1;
}

static void device_gives_the_bits_of_the_host(void **state)
{
    int different = 0;
    (void)state;
    if (device_missing())
        skip();
    cuddreal *expected = malloc(CASES * sizeof *expected);
    assert_non_null(expected);
    for (int function = 0; function < DD_RUN_COUNT; function++)
    {
        const char *why;
        fill(function);
        for (int i = 0; i < CASES; i++)
            expected[i] = dd_run(function, a[i], b[i], c[i]);
        if (dd_device_run(function, CASES, a, b, c, r, &why) != 0)
            fail_msg("%s: %s", names[function], why);
        different += compare(names[function], expected);
    }
    free(expected);
    printf("%d functions, %d operands each: %d different results\n", DD_RUN_COUNT, CASES, different);
    assert_int_equal(different, 0);
}

static void arrays_pass_as_double2_and_back(void **state)
{
    const char *why;
    (void)state;
    if (device_missing())
        skip();
    fill(0);
    if (dd_device_swap_as_double2(CASES, a, r, &why) != 0)
        fail_msg("%s", why);
    for (int i = 0; i < CASES; i++)
        assert_true(same_double(r[i].x, a[i].y) && same_double(r[i].y, a[i].x));
}

static void operators_work_in_device_code(void **state)
{
    const char *why;
    int different = 0;
    (void)state;
    if (device_missing())
        skip();
    random_operands(DD_cuddMul, 0);
    if (dd_device_operators(CASES, a, b, r, &why) != 0)
        fail_msg("%s", why);
    for (int i = 0; i < CASES; i++)
    {
        cuddreal e = cuddNeg(cuddSub(cuddMul(cuddAdd(a[i], b[i]), a[i]), cuddDiv(b[i], a[i])));
        different += !same_double(r[i].x, e.x) || !same_double(r[i].y, e.y);
    }
    assert_int_equal(different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(device_gives_the_bits_of_the_host),
        cmocka_unit_test(arrays_pass_as_double2_and_back),
        cmocka_unit_test(operators_work_in_device_code),
    };
    int failed;
    a = malloc(CASES * sizeof *a);
    b = malloc(CASES * sizeof *b);
    c = malloc(CASES * sizeof *c);
    r = malloc(CASES * sizeof *r);
    if (a == NULL || b == NULL || c == NULL || r == NULL)
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(a);
    free(b);
    free(c);
    free(r);
    return failed;
}
