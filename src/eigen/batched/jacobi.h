/*
 * Cyclic Jacobi for one symmetric matrix of a small order, as steps on single items that both
 * engines run: items of a step do not depend on each other.
 *
 *   a round      pairs (p, q) of disjoint rows; for each pair with |a_pq| > SMALL
 *   rotate       theta = (a_qq - a_pp) / (2 a_pq), t = sign(theta) / (|theta| + sqrt(theta^2 + 1)),
 *                c = 1 / sqrt(t^2 + 1), s = t c, a_pp -= t a_pq, a_qq += t a_pq, a_pq = 0
 *   update       the four elements in which two pairs meet: (x_p, x_q) becomes (c x_p - s x_q,
 *                s x_p + c x_q), along rows and along columns; and elements p and q of a row of V
 *
 * A is scaled so that its largest element is in [1/2, 1). Elements off the diagonal only mix with
 * each other, so that their rounding errors shrink with them. c and s are corrected as in
 * tridiagonal_ql.c: V passes through several hundred rotations. Error bound: docs/numerics.md,
 * "Symmetric eigenvalue problems".
 */
#ifndef DDBLAS_EIGEN_BATCHED_JACOBI_H
#define DDBLAS_EIGEN_BATCHED_JACOBI_H

#include <dd/cuddreal.h>
#include <stddef.h>
#include <stdint.h>

#include "eigen/excess.h"

#define JACOBI_SMALL 0x1p-112

enum
{
    JACOBI_MOST_ORDER = 64,
    JACOBI_MOST_SWEEPS = 40 /* Up to eight suffice as a rule, and sixteen for graded matrices. */
};

/* A rotation of two rows; no rotation if `used` is 0. */
struct jacobi_rotation
{
    cuddreal c, s;
    int p, q, used, spare;
};

/* A matrix at work. Its order is made even by a row of zeros. */
struct jacobi
{
    int n, even;
    cuddreal *A;                      /* Rows of the lower triangle, one after another. */
    cuddreal *V;                      /* n x even, column-major; null without vectors. */
    struct jacobi_rotation *rotation; /* even / 2. */
};

CUDD_FN int jacobi_even(int n) { return n + (n & 1); }

/* Bytes of the arrays of a matrix, and their places in `memory`. */
CUDD_FN size_t jacobi_bytes(int n, int vectors)
{
    const size_t even = (size_t)jacobi_even(n);
    return (even * (even + 1) / 2 + (vectors ? even * (size_t)n : 0)) * sizeof(cuddreal) +
           even / 2 * sizeof(struct jacobi_rotation);
}

CUDD_FN struct jacobi jacobi_in(int n, int vectors, void *memory)
{
    const int even = jacobi_even(n);
    struct jacobi j;
    j.n = n;
    j.even = even;
    j.A = (cuddreal *)memory;
    j.V = vectors ? j.A + even * (even + 1) / 2 : NULL;
    j.rotation = (struct jacobi_rotation *)(void *)(j.A + even * (even + 1) / 2 + (vectors ? even * n : 0));
    return j;
}

/* Element (i, k) or (k, i). */
CUDD_FN cuddreal *jacobi_at(const struct jacobi *j, int i, int k)
{
    return i >= k ? j->A + i * (i + 1) / 2 + k : j->A + k * (k + 1) / 2 + i;
}

CUDD_FN int jacobi_pairs(const struct jacobi *j) { return j->even / 2; }

/* Pair number k of a round, 0 <= round < even - 1: the last row stays, and the others move round in
 * a circle. In even - 1 rounds each pair comes once. */
CUDD_FN void jacobi_pair(const struct jacobi *j, int round, int k, int *p, int *q)
{
    const int circle = j->even - 1;
    const int a = (round + k) % circle, b = k == 0 ? circle : (round - k + circle) % circle;
    *p = a < b ? a : b;
    *q = a < b ? b : a;
}

/* Determines rotation k of a round and changes the three elements of its pair. Returns whether the
 * pair is rotated. */
CUDD_FN int jacobi_rotate(const struct jacobi *j, int round, int k)
{
    struct jacobi_rotation r = {{1.0, 0.0}, {0.0, 0.0}, 0, 0, 0, 0};
    jacobi_pair(j, round, k, &r.p, &r.q);
    cuddreal *pp = jacobi_at(j, r.p, r.p), *qq = jacobi_at(j, r.q, r.q), *pq = jacobi_at(j, r.p, r.q);
    const cuddreal one = cuddFromDouble(1.0), a = *pq;
    if (a.x > JACOBI_SMALL || a.x < -JACOBI_SMALL)
    {
        const cuddreal theta = cuddDiv(cuddSub(*qq, *pp), cuddMulD(a, 2.0));
        const cuddreal root = cuddSqrt(cuddAdd(cuddSqr(theta), one));
        const cuddreal t = cuddDiv(one, theta.x < 0.0 ? cuddSub(theta, root) : cuddAdd(theta, root));
        const cuddreal c = cuddDiv(one, cuddSqrt(cuddAdd(cuddSqr(t), one))), s = cuddMul(t, c);
        const double half = cudd_mul(-0.5, eigen_excess(c, s));
        r.c = cuddAddD(c, cudd_mul(c.x, half));
        r.s = cuddAddD(s, cudd_mul(s.x, half));
        r.used = 1;
        *pp = cuddSub(*pp, cuddMul(t, a));
        *qq = cuddAdd(*qq, cuddMul(t, a));
        *pq = cuddFromDouble(0.0);
    }
    j->rotation[k] = r;
    return r.used;
}

CUDD_FN void jacobi_turn(const struct jacobi_rotation *r, cuddreal *x, cuddreal *y)
{
    const cuddreal a = *x, b = *y;
    *x = cuddSub(cuddMul(r->c, a), cuddMul(r->s, b));
    *y = cuddAdd(cuddMul(r->s, a), cuddMul(r->c, b));
}

/* The number of items of an update: pairs of pairs, of which those with a > b count, and the rows
 * of V for each pair. */
CUDD_FN int jacobi_items(const struct jacobi *j) { return jacobi_pairs(j) * (jacobi_pairs(j) + (j->V ? j->n : 0)); }

CUDD_FN void jacobi_update(const struct jacobi *j, int item)
{
    const int pairs = jacobi_pairs(j), a = item % pairs, b = item / pairs;
    const struct jacobi_rotation *r = &j->rotation[a];
    if (b >= pairs) /* Row b - pairs of V. */
    {
        if (r->used)
            jacobi_turn(r, &j->V[b - pairs + r->p * j->n], &j->V[b - pairs + r->q * j->n]);
        return;
    }
    const struct jacobi_rotation *o = &j->rotation[b];
    if (a <= b || !(r->used || o->used))
        return;
    cuddreal *pp = jacobi_at(j, r->p, o->p), *pq = jacobi_at(j, r->p, o->q);
    cuddreal *qp = jacobi_at(j, r->q, o->p), *qq = jacobi_at(j, r->q, o->q);
    if (o->used)
    {
        jacobi_turn(o, pp, pq);
        jacobi_turn(o, qp, qq);
    }
    if (r->used)
    {
        jacobi_turn(r, pp, qp);
        jacobi_turn(r, pq, qq);
    }
}

/* The place of eigenvalue k in ascending order. */
CUDD_FN int jacobi_place(const struct jacobi *j, int k)
{
    const cuddreal value = *jacobi_at(j, k, k);
    int place = 0;
    for (int i = 0; i < j->n; i++)
    {
        const cuddreal other = *jacobi_at(j, i, i);
        place += cuddLt(other, value) || (cuddEq(other, value) && i < k);
    }
    return place;
}

#endif
