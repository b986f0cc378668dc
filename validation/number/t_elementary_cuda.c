/*
 * The elementary functions on the device give the host's bits, on their domains and on special
 * arguments. Skipped without a device.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elementary/elementary.h"
#include "elementary/elementary_device.h"

enum
{
    SEED = 20261128,
    RANDOM = 1000000,
    REPORTS = 3
};

#define DD_VALUE(function, a, b, expected) {{a, 0.0}, {b, 0.0}},
static const cuddreal special[][2] = {
#include "elementary/elementary_special.def"
};

enum
{
    SPECIAL = sizeof special / sizeof special[0]
};

/* The same bits; of NaN any bits, because IEEE 754 leaves them free. */
static int same(cuddreal a, cuddreal b) { return memcmp(&a, &b, sizeof a) == 0 || (cuddIsNan(a) && cuddIsNan(b)); }

/* Every special argument for every function, then arguments of its domain. */
static void fill(int function, int64_t cases, cuddreal *a, cuddreal *b)
{
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(SEED) + (uint64_t)function);
    for (int64_t i = 0; i < cases; i++)
        if (i < SPECIAL)
        {
            a[i] = special[i][0];
            b[i] = special[i][1];
        }
        else
            dd_elementary_arguments(&g, function, i, &a[i], &b[i]);
}

static int64_t compare(int function, int64_t cases, const cuddreal *a, const cuddreal *b, const cuddreal *r)
{
    int64_t different = 0;
    for (int64_t i = 0; i < cases; i++)
    {
        const cuddreal expected = dd_elementary_calls[function](a[i], b[i]);
        if (!same(r[i], expected) && different++ < REPORTS)
            fprintf(stderr, "%s(%a %a, %a %a): host %a %a, device %a %a\n", dd_elementary_name(function), a[i].x, a[i].y, b[i].x,
                    b[i].y, expected.x, expected.y, r[i].x, r[i].y);
    }
    return different;
}

static void device_gives_the_bits_of_the_host(void **state)
{
    const int64_t cases = SPECIAL + RANDOM / dd_test_scale();
    const size_t bytes = (size_t)cases * sizeof(cuddreal);
    int64_t different = 0;
    (void)state;
    if (dd_elementary_devices() == 0)
    {
        printf("no CUDA device: skipped\n");
        skip();
    }
    cuddreal *a = malloc(bytes), *b = malloc(bytes), *r = malloc(bytes);
    assert_true(a != NULL && b != NULL && r != NULL);
    for (int f = 0; f < DD_ELEMENTARY_COUNT; f++)
    {
        const char *why;
        double seconds;
        fill(f, cases, a, b);
        if (dd_elementary_on_device(f, cases, a, b, r, &seconds, &why) != 0)
            fail_msg("%s: %s", dd_elementary_name(f), why);
        const int64_t wrong = compare(f, cases, a, b, r);
        printf("%-6s %lld arguments, %lld different; %.3f ns an argument\n", dd_elementary_name(f), (long long)cases,
               (long long)wrong, seconds / (double)cases * 1e9);
        different += wrong;
    }
    free(a);
    free(b);
    free(r);
    assert_int_equal(different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(device_gives_the_bits_of_the_host)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
