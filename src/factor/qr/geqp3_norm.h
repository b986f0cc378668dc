/*
 * Pivots and norms of geqp3 in double, for both engines.
 *
 * The norm of column j below row k follows from that of the rows from k on:
 *
 *   norm^2 - |a_kj|^2 = norm^2 (1 + t) (1 - t),  t = |a_kj| / norm
 *
 * With `reference`, the norm that was last computed from elements, this loses digits in proportion
 * to (reference / norm)^2. The norm is computed from elements again where that exceeds 2^26, half
 * the digits of double: Z. Drmac and Z. Bujanovic, On the failure of rank-revealing QR
 * factorization software, ACM Trans. Math. Softw. 35(2), 2008, as in LAPACK's laqps.
 */
#ifndef DDBLAS_FACTOR_GEQP3_NORM_H
#define DDBLAS_FACTOR_GEQP3_NORM_H

#include <math.h>

#include "geqp3.h"
#include "qr_reflector.h"

/* Returns 1 if norm a is preferred to norm b: NaN counts as larger than every number. */
CUDD_FN int geqp3_is_above(double a, double b) { return a > b || (a != a && b == b); }

/* Reads the marks in jpvt, and sets `exchange`, jpvt and the number of fixed columns, as LAPACK
 * does: column j, if marked, is exchanged with the first column behind those that are fixed. */
CUDD_FN void geqp3_order(const struct ddblas_geqp3_step *s)
{
    int64_t fixed = 0;
    for (int64_t j = 0; j < s->n; j++)
    {
        const int marked = s->jpvt[j] != 0;
        s->exchange[j] = marked ? fixed : j;
        s->jpvt[j] = j + 1;
        if (marked && j != fixed)
        {
            s->jpvt[j] = s->jpvt[fixed];
            s->jpvt[fixed] = j + 1;
        }
        fixed += marked;
    }
    s->state[0] = fixed;
}

/* Exchanges the norms and numbers of column k and of the pivot. */
CUDD_FN void geqp3_exchange_norms(const struct ddblas_geqp3_step *s, int64_t pivot)
{
    const int64_t number = s->jpvt[s->k];
    s->state[1] = pivot;
    s->norm[pivot] = s->norm[s->k]; /* Those of column k are not used any more. */
    s->reference[pivot] = s->reference[s->k];
    s->jpvt[s->k] = s->jpvt[pivot];
    s->jpvt[pivot] = number;
}

CUDD_FN void geqp3_set_norm(const struct ddblas_geqp3_step *s, int64_t j, double squares, int exponent)
{
    s->norm[j] = s->reference[j] = sqrt(squares) * qr_power(exponent);
}

/* Takes the modulus of a_kj out of norm j. Returns 1 if the norm has to be computed again. */
CUDD_FN int geqp3_reduce_norm(const struct ddblas_geqp3_step *s, int64_t j, double modulus)
{
    const double norm = s->norm[j], t = modulus / norm, ratio = norm / s->reference[j];
    const double left = t < 1.0 ? (1.0 + t) * (1.0 - t) : t == t ? 0.0 : t;
    if (norm == 0.0)
        return 0;
    if (s->k + 1 >= s->m)
        s->norm[j] = s->reference[j] = 0.0;
    else if (left * ratio * ratio > 0x1p-26)
        s->norm[j] = norm * sqrt(left);
    else
        return 1;
    return 0;
}

#endif
