/*
 * The bound test of the elementary functions against a mutant of their headers: names the functions
 * whose bound breaks, and fails when none does.
 */
#include <stdio.h>

#include "elementary/elementary.h"

int main(void)
{
    int broken = 0;
    for (int f = 0; f < DD_ELEMENTARY_COUNT; f++)
    {
        struct dd_random g;
        dd_random_start(&g, 20261127 + (uint64_t)f);
        for (int64_t i = 0; i < 4000; i++)
        {
            cuddreal a, b;
            dd_elementary_arguments(&g, f, i, &a, &b);
            const double error = dd_elementary_error(f, a, b, dd_elementary_calls[f](a, b));
            if (error <= DD_ELEMENTARY_BOUND)
                continue;
            printf("bound broken: %s error %g\n", dd_elementary_name(f), error);
            broken++;
            break;
        }
    }
    return broken == 0;
}
