/*
 * Round trips bit by bit: random values through the shortest decimal and the hexadecimal pair form,
 * and through the memory of the reader.
 *
 *   sweep_text [values] [seed]      10^7 values by default; prints one line a class; exit code 1
 *                                   when one value does not come back
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dd/io.h>

#include "random.h"

enum
{
    CLASSES = 6
};

static const char *const class_name[CLASSES] = {
    "pairs, exponents -40 .. 40",          "pairs, exponents -1020 .. 1022", "both parts full, lo in 1/4 .. 1/2 ulp",
    "extreme: hi near 2^k, lo near ulp/2", "doubles, all exponents",         "wide gap: lo anywhere below hi",
};

/* A double of any bits with exponent at most `high`. */
static double any_double(struct dd_random *g, int high)
{
    return ldexp(dd_random_double(g, 0), (int)dd_random_int(g, -1074, high));
}

static cuddreal draw(struct dd_random *g, int class)
{
    switch (class)
    {
    case 0:
        return dd_random_pair(g, (int)dd_random_int(g, -40, 40));
    case 1:
        return dd_random_pair(g, (int)dd_random_int(g, -1020, 1022));
    case 2:
        return dd_random_full_pair(g, (int)dd_random_int(g, -900, 1022));
    case 3:
        return dd_random_extreme_pair(g, (int)dd_random_int(g, -900, 1021));
    case 4:
        return cuddFromDouble(any_double(g, 1022));
    default:
    {
        int exponent = (int)dd_random_int(g, -60, 60);
        return cuddNormalize(dd_random_double(g, exponent), any_double(g, exponent - 55));
    }
    }
}

static int same(cuddreal a, cuddreal b, int sign_of_zero)
{
    if (!sign_of_zero && a.y == 0.0 && b.y == 0.0)
        return memcmp(&a.x, &b.x, sizeof a.x) == 0;
    return memcmp(&a, &b, sizeof a) == 0;
}

/* 1 when the text is read as a. */
static int comes_back(const char *text, cuddreal a, int sign_of_zero)
{
    cuddreal value;
    if (cuddFromString(text, NULL, &value) == DDBLAS_STATUS_SUCCESS && same(value, a, sign_of_zero))
        return 1;
    printf("FAIL %s: (%a, %a) is read as (%a, %a)\n", text, a.x, a.y, value.x, value.y);
    return 0;
}

int main(int argc, char **argv)
{
    int64_t values = argc > 1 ? strtoll(argv[1], NULL, 10) : 10000000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : dd_random_seed(1);
    struct dd_random g;
    int64_t failures = 0;
    dd_random_start(&g, seed);
    printf("round trips through text, seed %" PRIu64 "\n", seed);
    for (int class = 0; class < CLASSES; class ++)
    {
        /* the wide-gap class writes hundreds of digits a number */
        int64_t count = class == CLASSES - 1 ? values / 100 : values * (class == 0 ? 60 : 10) / 100;
        int64_t failed = 0;
        size_t longest = 0;
        for (int64_t k = 0; k < count; k++)
        {
            char text[CUDD_SHORTEST_SIZE];
            cuddreal a = draw(&g, class);
            (void)cuddToHex(text, sizeof text, a);
            failed += !comes_back(text, a, 1);
            (void)cuddToShortest(text, sizeof text, a);
            failed += !comes_back(text, a, 0);
            longest = strlen(text) > longest ? strlen(text) : longest;
        }
        printf("%10" PRId64 " values, %" PRId64 " failures, longest text %4zu: %s\n", count, failed, longest, class_name[class]);
        (void)fflush(stdout);
        failures += failed;
    }
    printf("%s\n", failures ? "FAIL" : "all come back bit by bit");
    return failures != 0;
}
