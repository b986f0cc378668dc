/*
 * Substitution for 32 vectors at once, for any vector width. The including file defines VD_AVX512,
 * VD_AVX2 or neither (see simd/vd.h) and SUBSTITUTE, the name of the function.
 *
 *   x_i = (b_i - sum over j < i of T(i, j) x_j) r_i,   r_i = 1 / T(i, i) in double-double
 *
 * The sum starts with b_i and takes 12 operations a term, as in gemm. It is normalised every 8
 * terms and at the end.
 */
#include "trsm_cpu.h"

#include "simd/vd.h"

enum
{
    VECTORS = DDBLAS_SYSTEM_LANES / VD_WIDTH,
    /* Number of vector registers that hold sums of one component. Each register has VD_WIDTH
     * right-hand sides. */
    GROUP = VECTORS < 4 ? VECTORS : 4,
    PERIOD = 8
};

#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

static inline double *part_of_component(double *x, int i, int low, int vector)
{
    return x + (2 * i + low) * DDBLAS_SYSTEM_LANES + vector * VD_WIDTH;
}

/* Computes component i of the solutions in GROUP vector registers, those from number `first` on. */
static inline void solve_component(const int i, const double *t, const double *reciprocal, double *x, const int first)
{
    vd s[GROUP], c[GROUP];
    UNROLL
    for (int v = 0; v < GROUP; v++)
    {
        s[v] = vd_load(part_of_component(x, i, 0, first + v));
        c[v] = vd_load(part_of_component(x, i, 1, first + v));
    }
    for (int j = 0; j < i; j++)
    {
        const vd th = vd_set1(-t[2 * j]), tl = vd_set1(-t[2 * j + 1]);
        UNROLL
        for (int v = 0; v < GROUP; v++)
        {
            vd e, d;
            const vd p = vd_product(th, tl, vd_load(part_of_component(x, j, 0, first + v)),
                                    vd_load(part_of_component(x, j, 1, first + v)), &e);
            s[v] = vd_two_sum(s[v], p, &d);
            c[v] = vd_add(c[v], vd_add(d, e));
            if (j % PERIOD == PERIOD - 1)
                s[v] = vd_fast_two_sum(s[v], c[v], &c[v]);
        }
    }
    UNROLL
    for (int v = 0; v < GROUP; v++)
    {
        vd low, high = vd_two_sum(s[v], c[v], &low);
        high = vd_dd_mul(high, low, vd_set1(reciprocal[2 * i]), vd_set1(reciprocal[2 * i + 1]), &low);
        vd_store(part_of_component(x, i, 0, first + v), high);
        vd_store(part_of_component(x, i, 1, first + v), low);
    }
}

void SUBSTITUTE(int n, const double *t, const double *reciprocal, double *x)
{
    for (int first = 0; first < VECTORS; first += GROUP)
        for (int i = 0; i < n; i++)
            solve_component(i, t + 2 * i * n, reciprocal, x, first);
}
