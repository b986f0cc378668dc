/*
 * Cyclic Jacobi for one type, included by jacobi.h with these macros:
 *
 *   NAME(x)      names for the type
 *   ROTATION     the struct of a rotation
 *   VALUE        an element
 *   REAL(a)      its real part
 *   FROM(a)      an element from a real number
 *   CONJ(a)      its conjugate
 */

/* A matrix at work. Its order is made even by a row of zeros. */
struct NAME(jacobi)
{
    int n, even;
    VALUE *A;           /* Rows of the lower triangle, one after another. */
    VALUE *V;           /* n x even, column-major; null without vectors. */
    ROTATION *rotation; /* even / 2. */
};

/* Bytes of the triangle with the rotations, and of V. */
CUDD_FN size_t NAME(jacobi_bytes)(int n)
{
    return (size_t)jacobi_triangle(n) * sizeof(VALUE) + (size_t)jacobi_even(n) / 2 * sizeof(ROTATION);
}

CUDD_FN size_t NAME(jacobi_vector_bytes)(int n) { return (size_t)jacobi_square(n) * sizeof(VALUE); }

/* The matrix with its triangle and rotations in `memory`, and its vectors, if any, in `vectors`. */
CUDD_FN struct NAME(jacobi) NAME(jacobi_in)(int n, void *memory, void *vectors)
{
    struct NAME(jacobi) j;
    j.n = n;
    j.even = jacobi_even(n);
    j.A = (VALUE *)memory;
    j.V = (VALUE *)vectors;
    j.rotation = (ROTATION *)(void *)(j.A + jacobi_triangle(n));
    return j;
}

/* Element (i, k) with i >= k. */
CUDD_FN VALUE *NAME(jacobi_at)(const struct NAME(jacobi) * j, int i, int k) { return j->A + i * (i + 1) / 2 + k; }

CUDD_FN VALUE NAME(jacobi_get)(const struct NAME(jacobi) * j, int i, int k)
{
    return i >= k ? *NAME(jacobi_at)(j, i, k) : CONJ(*NAME(jacobi_at)(j, k, i));
}

CUDD_FN void NAME(jacobi_put)(const struct NAME(jacobi) * j, int i, int k, VALUE a)
{
    if (i >= k)
        *NAME(jacobi_at)(j, i, k) = a;
    else
        *NAME(jacobi_at)(j, k, i) = CONJ(a);
}

CUDD_FN cuddreal NAME(jacobi_value)(const struct NAME(jacobi) * j, int k) { return REAL(*NAME(jacobi_at)(j, k, k)); }

CUDD_FN int NAME(jacobi_pairs)(const struct NAME(jacobi) * j) { return j->even / 2; }

/* Determines rotation k of a round and changes the three elements of its pair. Returns whether the
 * pair is rotated. */
CUDD_FN int NAME(jacobi_rotate)(const struct NAME(jacobi) * j, int round, int k)
{
    ROTATION r;
    r.used = r.spare = 0;
    r.c = cuddFromDouble(1.0);
    r.s = FROM(cuddFromDouble(0.0));
    jacobi_pair(j->even, round, k, &r.p, &r.q);
    const VALUE a = NAME(jacobi_get)(j, r.p, r.q);
    const cuddreal pp = NAME(jacobi_value)(j, r.p), qq = NAME(jacobi_value)(j, r.q), size = NAME(jacobi_size)(a);
    if (!cuddIsZero(size))
    {
        const cuddreal t = jacobi_tangent(pp, qq, size);
        NAME(jacobi_set)(&r, t, a, size);
        NAME(jacobi_put)(j, r.p, r.p, FROM(cuddSub(pp, cuddMul(t, size))));
        NAME(jacobi_put)(j, r.q, r.q, FROM(cuddAdd(qq, cuddMul(t, size))));
        NAME(jacobi_put)(j, r.p, r.q, FROM(cuddFromDouble(0.0)));
    }
    j->rotation[k] = r;
    return r.used;
}

/* The number of items of an update: pairs of pairs, of which those with a > b count, and the rows
 * of V for each pair. */
CUDD_FN int NAME(jacobi_items)(const struct NAME(jacobi) * j)
{
    return NAME(jacobi_pairs)(j) * (NAME(jacobi_pairs)(j) + (j->V ? j->n : 0));
}

/* The elements in which the pairs of two rotations meet. */
CUDD_FN void NAME(jacobi_meet)(const struct NAME(jacobi) * j, const ROTATION *r, const ROTATION *o)
{
    VALUE pp = NAME(jacobi_get)(j, r->p, o->p), pq = NAME(jacobi_get)(j, r->p, o->q);
    VALUE qp = NAME(jacobi_get)(j, r->q, o->p), qq = NAME(jacobi_get)(j, r->q, o->q);
    if (o->used)
    {
        NAME(jacobi_turn)(o, &pp, &pq);
        NAME(jacobi_turn)(o, &qp, &qq);
    }
    if (r->used)
    {
        NAME(jacobi_turn_back)(r, &pp, &qp);
        NAME(jacobi_turn_back)(r, &pq, &qq);
    }
    NAME(jacobi_put)(j, r->p, o->p, pp);
    NAME(jacobi_put)(j, r->p, o->q, pq);
    NAME(jacobi_put)(j, r->q, o->p, qp);
    NAME(jacobi_put)(j, r->q, o->q, qq);
}

CUDD_FN void NAME(jacobi_update)(const struct NAME(jacobi) * j, int item)
{
    const int pairs = NAME(jacobi_pairs)(j), a = item % pairs, b = item / pairs;
    const ROTATION *r = &j->rotation[a];
    if (b >= pairs) /* Row b - pairs of V. */
    {
        if (r->used)
            NAME(jacobi_turn)(r, &j->V[b - pairs + r->p * j->n], &j->V[b - pairs + r->q * j->n]);
        return;
    }
    const ROTATION *o = &j->rotation[b];
    if (a > b && (r->used || o->used))
        NAME(jacobi_meet)(j, r, o);
}

/* The place of eigenvalue k in ascending order. */
CUDD_FN int NAME(jacobi_place)(const struct NAME(jacobi) * j, int k)
{
    const cuddreal value = NAME(jacobi_value)(j, k);
    int place = 0;
    for (int i = 0; i < j->n; i++)
    {
        const cuddreal other = NAME(jacobi_value)(j, i);
        place += cuddLt(other, value) || (cuddEq(other, value) && i < k);
    }
    return place;
}
