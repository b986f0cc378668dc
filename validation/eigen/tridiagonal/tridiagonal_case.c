/*
 * Tridiagonal matrices under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "oracle_eigen.h"
#include "tridiagonal_case.h"

const char *tridiagonal_family_name(enum tridiagonal_family family)
{
    static const char *const names[] = {"random", "Wilkinson", "glued", "glued by 1e-30", "1-2-1", "Clement",
                                        "graded", "graded up", "split", "constant",       "zero",  "tiny",
                                        "huge",   "clusters",  "equal", "outlier"};
    return names[family];
}

static void fill_element(enum tridiagonal_family family, struct dd_random *g, int64_t n, int64_t i, cuddreal *d, cuddreal *e)
{
    const int64_t from = family == TRIDIAGONAL_GRADED_UP ? n - 1 - i : i;
    const int scale = family == TRIDIAGONAL_TINY                                             ? -800
                      : family == TRIDIAGONAL_HUGE                                           ? 900
                      : family == TRIDIAGONAL_GRADED_DOWN || family == TRIDIAGONAL_GRADED_UP ? -3 * (int)from
                                                                                             : 0;
    *d = cuddLdexp(dd_random_full_pair(g, (int)dd_random_int(g, -4, 0)), scale);
    *e = cuddLdexp(dd_random_full_pair(g, (int)dd_random_int(g, -4, 0)), scale);
    switch (family)
    {
    case TRIDIAGONAL_WILKINSON:
        *d = cuddFromDouble(fabs((double)i - 0.5 * (double)(n - 1)));
        *e = cuddFromDouble(1.0);
        break;
    case TRIDIAGONAL_GLUED:
    case TRIDIAGONAL_GLUED_TIGHT:
        *d = cuddFromDouble(fabs((double)(i % 21) - 10.0));
        *e = cuddFromDouble(i % 21 < 20 ? 1.0 : family == TRIDIAGONAL_GLUED ? 1e-8 : 1e-30);
        break;
    case TRIDIAGONAL_TOEPLITZ:
        *d = cuddFromDouble(2.0);
        *e = cuddFromDouble(-1.0);
        break;
    case TRIDIAGONAL_CLEMENT:
        *d = cuddFromDouble(0.0);
        *e = dd_oracle_root((i + 1) * (n - i - 1));
        break;
    case TRIDIAGONAL_SPLIT:
        *e = i % 3 == 0 ? cuddFromDouble(0.0) : *e;
        break;
    case TRIDIAGONAL_CONSTANT:
    case TRIDIAGONAL_ZERO:
        *d = cuddFromDouble(family == TRIDIAGONAL_ZERO ? 0.0 : 3.0);
        *e = cuddFromDouble(0.0);
        break;
    case TRIDIAGONAL_CLUSTER:
        *d = cuddAddD(cuddFromDouble((double)(i % 4)), 1e-25 * (double)(i % 8));
        *e = cuddMulD(*e, 1e-12);
        break;
    case TRIDIAGONAL_EQUAL:
        *d = cuddFromDouble(1.0);
        *e = cuddFromDouble(1e-31);
        break;
    case TRIDIAGONAL_OUTLIER:
        *d = i == n / 3 ? cuddFromDouble(1e25) : *d;
        break;
    default:
        break;
    }
}

void tridiagonal_fill(enum tridiagonal_family family, uint64_t seed, int64_t n, cuddreal *d, cuddreal *e)
{
    struct dd_random g;
    dd_random_start(&g, seed + (uint64_t)(n * 64 + (int64_t)family));
    for (int64_t i = 0; i < n; i++)
        fill_element(family, &g, n, i, &d[i], &e[i]);
}

cuddreal *tridiagonal_dense(int64_t n, const cuddreal *d, const cuddreal *e)
{
    cuddreal *A = malloc((size_t)(n * n) * sizeof *A);
    assert_non_null(A);
    for (int64_t k = 0; k < n * n; k++)
        A[k] = cuddFromDouble(0.0);
    for (int64_t i = 0; i < n; i++)
    {
        A[i * (n + 1)] = d[i];
        if (i + 1 < n)
            A[i * (n + 1) + 1] = A[i * (n + 1) + n] = e[i];
    }
    return A;
}
