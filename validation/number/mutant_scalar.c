/*
 * The bound test alone, for mutants of cuddreal.h: prints each broken bound and exits with 1, or
 * says that none was broken.
 */
#include <stdio.h>

#include "functions/scalar_sweep.h"

int main(void)
{
    int64_t broken = 0;
    for (int i = 0; i < DD_FUNCTION_COUNT; i++)
    {
        struct dd_largest l;
        dd_sweep(&dd_functions[i], 50000, 1 + (uint64_t)i, &l);
        broken += l.broken;
    }
    printf(broken == 0 ? "no bound was broken\n" : "bounds were broken\n");
    return broken != 0;
}
