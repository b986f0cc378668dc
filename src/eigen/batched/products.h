/*
 * Sums of two and of three products in W with one normalisation, for rotations on both engines.
 *
 * With S the sum of the moduli of the products and u = 2^-53, the errors are at most 13 u^2 S and
 * 19 u^2 S up to terms of order u^3 S, as long as nothing over- or underflows: the products of high
 * parts and their sum are exact in two doubles each; what is rounded is of the order of u S.
 * docs/numerics.md, "Sums of products in rotations", counts the roundings. Inf and NaN have no
 * special treatment: operands must be finite.
 */
#ifndef DDBLAS_EIGEN_BATCHED_PRODUCTS_H
#define DDBLAS_EIGEN_BATCHED_PRODUCTS_H

#include <dd/cuddreal.h>

/* The rest of a b, whose high part is `product`, without the product of both low parts. */
CUDD_FN double products_rest(cuddreal a, cuddreal b, cuddreal product)
{
    return cudd_fma(a.x, b.y, cudd_fma(a.y, b.x, product.y));
}

/* a b + c d. */
CUDD_FN cuddreal products_two(cuddreal a, cuddreal b, cuddreal c, cuddreal d)
{
    const cuddreal p = cuddTwoProd(a.x, b.x), q = cuddTwoProd(c.x, d.x), sum = cuddTwoSum(p.x, q.x);
    const double rest = cudd_add(products_rest(a, b, p), products_rest(c, d, q));
    return cuddTwoSum(sum.x, cudd_add(sum.y, rest));
}

/* a b + c d + f g. */
CUDD_FN cuddreal products_three(cuddreal a, cuddreal b, cuddreal c, cuddreal d, cuddreal f, cuddreal g)
{
    const cuddreal p = cuddTwoProd(a.x, b.x), q = cuddTwoProd(c.x, d.x), r = cuddTwoProd(f.x, g.x);
    const cuddreal two = cuddTwoSum(p.x, q.x), sum = cuddTwoSum(two.x, r.x);
    const double rest = cudd_add(cudd_add(products_rest(a, b, p), products_rest(c, d, q)), products_rest(f, g, r));
    return cuddTwoSum(sum.x, cudd_add(cudd_add(two.y, sum.y), rest));
}

#endif
