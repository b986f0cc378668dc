/*
 * A step of inverse iteration for one eigenvalue, for both engines: (T - s) x = b by elimination
 * with exchanges of neighbouring rows. The rows of the triangle have up to three elements; the
 * first of row i is stored as its inverse:
 *
 *   row i of T - s:  e_(i-1), d_i - s, e_i;   what remains of it after column i - 1:  p, q
 *   |p| >= |e_i|:    U(i, :) = p, q, 0
 *                    p = (d_(i+1) - s) - (e_i / p) q,  q = e_(i+1)
 *   otherwise:       U(i, :) = e_i, d_(i+1) - s, e_(i+1)
 *                    p = q - (p / e_i) (d_(i+1) - s),  q = -(p / e_i) e_(i+1)
 *
 * b is eliminated along with the rows, so the multipliers are not kept. A pivot below `small` is
 * replaced by `small`. The solution is exact for a matrix within a small multiple of u_w |T| of T
 * (J. H. Wilkinson, The Algebraic Eigenvalue Problem, 1965, chapter 5).
 */
#ifndef DDBLAS_EIGEN_STEIN_ITERATE_H
#define DDBLAS_EIGEN_STEIN_ITERATE_H

#include <dd/cuddreal.h>

#include <stdint.h>

/* Number i of the first right-hand side of column j: in [-1, 1), never 0, from the mixing function
 * of G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA
 * 2014. */
CUDD_FN cuddreal stein_start(int64_t i, int64_t j)
{
    uint64_t z = ((uint64_t)j << 32) + (uint64_t)i + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return cuddFromDouble(((double)(z >> 12) + 0.5) * 0x1p-51 - 1.0);
}

CUDD_FN cuddreal stein_pivot(cuddreal p, double small)
{
    return fabs(p.x) < small ? cuddFromDouble(p.x < 0.0 ? -small : small) : p;
}

/* x becomes the solution with the right-hand side x. Element k of row i of the triangle is factors[
 * (3 i + k) stride]. n >= 1. */
CUDD_FN void stein_solve(int64_t n, const cuddreal *d, const cuddreal *e, cuddreal shift, double small, cuddreal *factors,
                         int64_t stride, cuddreal *x)
{
    const cuddreal zero = cuddFromDouble(0.0);
    cuddreal p = cuddSub(d[0], shift), q = n > 1 ? e[0] : zero, b = x[0];
    for (int64_t i = 0; i + 1 < n; i++)
    {
        const cuddreal beside = e[i], diagonal = cuddSub(d[i + 1], shift), after = i + 2 < n ? e[i + 1] : zero, below = x[i + 1];
        cuddreal *row = factors + 3 * i * stride;
        if (fabs(p.x) >= fabs(beside.x))
        {
            const cuddreal inverse = cuddDDiv(1.0, stein_pivot(p, small)), multiplier = cuddMul(beside, inverse);
            row[0] = inverse;
            row[stride] = q;
            row[2 * stride] = zero;
            x[i] = b;
            p = cuddSub(diagonal, cuddMul(multiplier, q));
            q = after;
            b = cuddSub(below, cuddMul(multiplier, b));
        }
        else
        {
            const cuddreal inverse = cuddDDiv(1.0, stein_pivot(beside, small)), multiplier = cuddMul(p, inverse);
            row[0] = inverse;
            row[stride] = diagonal;
            row[2 * stride] = after;
            x[i] = below;
            p = cuddSub(q, cuddMul(multiplier, diagonal));
            q = cuddNeg(cuddMul(multiplier, after));
            b = cuddSub(b, cuddMul(multiplier, below));
        }
    }
    cuddreal next = zero, last = cuddMul(b, cuddDDiv(1.0, stein_pivot(p, small)));
    x[n - 1] = last;
    for (int64_t i = n - 2; i >= 0; i--)
    {
        const cuddreal *row = factors + 3 * i * stride;
        const cuddreal sum = cuddSub(cuddSub(x[i], cuddMul(row[stride], last)), cuddMul(row[2 * stride], next));
        next = last;
        last = cuddMul(sum, row[0]);
        x[i] = last;
    }
}

#endif
