/*
 * Cyclic Jacobi for one symmetric or Hermitian matrix of a small order, as steps on single items
 * that both engines run: items of a step do not depend on each other. jacobi_kernel.h defines them
 * for W and U, with names that end in _w and _u.
 *
 *   a round      pairs (p, q) of disjoint rows; for each pair with |a_pq| > SMALL
 *   rotate       theta = (a_qq - a_pp) / (2 |a_pq|), t = sign(theta) / (|theta| + sqrt(theta^2 +
 *                1)), c = 1 / sqrt(t^2 + 1), s = t c a_pq / |a_pq|, a_pp -= t |a_pq|, a_qq += t
 *                |a_pq|, a_pq = 0
 *   update       the four elements in which two pairs meet: (x_p, x_q) becomes
 *                (c x_p - conj(s) x_q, s x_p + c x_q) along rows, and the same with conj(s) for s
 *                along columns; and elements p and q of a row of V as along rows
 *
 * A is scaled so that its largest element is in [1/2, 1). Elements off the diagonal only mix with
 * each other, so that their rounding errors shrink with them. c and s are corrected as in
 * tridiagonal_ql.c: V passes through several hundred rotations. Error bound: docs/numerics.md,
 * "Symmetric eigenvalue problems".
 */
#ifndef DDBLAS_EIGEN_BATCHED_JACOBI_H
#define DDBLAS_EIGEN_BATCHED_JACOBI_H

#include <dd/cuddcomplex.h>
#include <stddef.h>
#include <stdint.h>

#include "eigen/excess.h"
#include "products.h"

#define JACOBI_SMALL 0x1p-112

enum
{
    JACOBI_MOST_ORDER = 64,
    JACOBI_MOST_SWEEPS = 40 /* Up to eight suffice as a rule, and sixteen for graded matrices. */
};

CUDD_FN int jacobi_even(int n) { return n + (n & 1); }

/* Elements of the triangle and of V. */
CUDD_FN int jacobi_triangle(int n) { return jacobi_even(n) * (jacobi_even(n) + 1) / 2; }
CUDD_FN int jacobi_square(int n) { return jacobi_even(n) * n; }

/* Pair number k of a round, 0 <= round < even - 1: the last row stays, and the others move round in
 * a circle. In even - 1 rounds each pair comes once. */
CUDD_FN void jacobi_pair(int even, int round, int k, int *p, int *q)
{
    const int circle = even - 1;
    const int a = (round + k) % circle, b = k == 0 ? circle : (round - k + circle) % circle;
    *p = a < b ? a : b;
    *q = a < b ? b : a;
}

/* t for a pair with a_pq = a. */
CUDD_FN cuddreal jacobi_tangent(cuddreal pp, cuddreal qq, cuddreal a)
{
    const cuddreal one = cuddFromDouble(1.0);
    const cuddreal theta = cuddDiv(cuddSub(qq, pp), cuddMulD(a, 2.0));
    const cuddreal root = cuddSqrt(cuddAdd(cuddSqr(theta), one));
    return cuddDiv(one, theta.x < 0.0 ? cuddSub(theta, root) : cuddAdd(theta, root));
}

/* ---- real ------------------------------------------------------------------------------------ */

/* A rotation of two rows; no rotation if `used` is 0. */
struct jacobi_rotation_w
{
    cuddreal c, s;
    int p, q, used, spare;
};

/* s = t c; c and s corrected. */
CUDD_FN void jacobi_set_w(struct jacobi_rotation_w *r, cuddreal t, cuddreal a, cuddreal modulus)
{
    const cuddreal one = cuddFromDouble(1.0), c = cuddDiv(one, cuddSqrt(cuddAdd(cuddSqr(t), one))), s = cuddMul(t, c);
    const double half = cudd_mul(-0.5, eigen_excess(c, s));
    (void)a;
    (void)modulus;
    r->c = cuddAddD(c, cudd_mul(c.x, half));
    r->s = cuddAddD(s, cudd_mul(s.x, half));
    r->used = 1;
}

CUDD_FN void jacobi_turn_w(const struct jacobi_rotation_w *r, cuddreal *x, cuddreal *y)
{
    const cuddreal a = *x, b = *y;
    *x = cuddSub(cuddMul(r->c, a), cuddMul(r->s, b));
    *y = cuddAdd(cuddMul(r->s, a), cuddMul(r->c, b));
}

/* Along columns. */
CUDD_FN void jacobi_turn_back_w(const struct jacobi_rotation_w *r, cuddreal *x, cuddreal *y) { jacobi_turn_w(r, x, y); }

/* Returns a_pq with a sign, by which theta is computed, or 0 if it is small. */
CUDD_FN cuddreal jacobi_size_w(cuddreal a) { return a.x > JACOBI_SMALL || a.x < -JACOBI_SMALL ? a : cuddFromDouble(0.0); }

#define NAME(x)  x##_w
#define ROTATION struct jacobi_rotation_w
#define VALUE    cuddreal
#define REAL(a)  (a)
#define FROM(a)  (a)
#define CONJ(a)  (a)
#include "jacobi_kernel.h"
#undef NAME
#undef ROTATION
#undef VALUE
#undef REAL
#undef FROM
#undef CONJ

/* ---- complex --------------------------------------------------------------------------------- */

struct jacobi_rotation_u
{
    cuddreal c;
    cuddcomplex s;
    int p, q, used, spare;
};

CUDD_FN void jacobi_set_u(struct jacobi_rotation_u *r, cuddreal t, cuddcomplex a, cuddreal modulus)
{
    const cuddreal one = cuddFromDouble(1.0), c = cuddDiv(one, cuddSqrt(cuddAdd(cuddSqr(t), one)));
    const cuddcomplex s = cuddcMulReal(cuddcDivReal(a, modulus), cuddMul(t, c));
    const double half = cudd_mul(-0.5, eigen_excess_complex(c, s.x, s.y));
    r->c = cuddAddD(c, cudd_mul(c.x, half));
    r->s = cuddcMake(cuddAddD(s.x, cudd_mul(s.x.x, half)), cuddAddD(s.y, cudd_mul(s.y.x, half)));
    r->used = 1;
}

CUDD_FN void jacobi_mix_u(cuddreal c, cuddreal re, cuddreal im, cuddcomplex *x, cuddcomplex *y)
{
    const cuddcomplex a = *x, b = *y;
    const cuddreal minus_re = cuddNeg(re), minus_im = cuddNeg(im);
    *x = cuddcMake(products_three(c, a.x, minus_re, b.x, minus_im, b.y), products_three(c, a.y, minus_re, b.y, im, b.x));
    *y = cuddcMake(products_three(c, b.x, re, a.x, minus_im, a.y), products_three(c, b.y, re, a.y, im, a.x));
}

CUDD_FN void jacobi_turn_u(const struct jacobi_rotation_u *r, cuddcomplex *x, cuddcomplex *y)
{
    jacobi_mix_u(r->c, r->s.x, r->s.y, x, y);
}

CUDD_FN void jacobi_turn_back_u(const struct jacobi_rotation_u *r, cuddcomplex *x, cuddcomplex *y)
{
    jacobi_mix_u(r->c, r->s.x, cuddNeg(r->s.y), x, y);
}

CUDD_FN cuddreal jacobi_size_u(cuddcomplex a)
{
    const int is_large = fabs(a.x.x) > JACOBI_SMALL || fabs(a.y.x) > JACOBI_SMALL;
    return is_large ? cuddSqrt(cuddcNorm(a)) : cuddFromDouble(0.0);
}

#define NAME(x)  x##_u
#define ROTATION struct jacobi_rotation_u
#define VALUE    cuddcomplex
#define REAL(a)  cuddcReal(a)
#define FROM(a)  cuddcFromReal(a)
#define CONJ(a)  cuddcConj(a)
#include "jacobi_kernel.h"
#undef NAME
#undef ROTATION
#undef VALUE
#undef REAL
#undef FROM
#undef CONJ

#endif
