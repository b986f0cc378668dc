/*
 * The end of a program after a wrong argument, unless it has a Mxerbla_dd of its own. Alone in this
 * file, so that a static library gives way to the program's.
 */
#include <cstdio>
#include <cstdlib>

#include "include/mpblas_dd.h"

void Mxerbla_dd(const char *srname, int info)
{
    std::fprintf(stderr, " ** On entry to %s parameter number %2d had an illegal value\n", srname, info);
    std::exit(info);
}
