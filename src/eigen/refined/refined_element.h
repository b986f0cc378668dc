/*
 * Operations on elements for the refinement of eigenvectors in W and in U, which both engines use.
 * In C the functions end in _w and _u; in C++ they are overloaded. An element rounded to double is
 * a double in W, and a complex number of doubles in U.
 */
#ifndef DDBLAS_EIGEN_REFINED_ELEMENT_H
#define DDBLAS_EIGEN_REFINED_ELEMENT_H

#include <math.h>

#include <dd/cuddcomplex.h>
#include <dd/ddblas.h>

#if defined(__cplusplus)
#define REFINED_W(name) refined_##name
#define REFINED_U(name) refined_##name
#else
#define REFINED_W(name) refined_##name##_w
#define REFINED_U(name) refined_##name##_u
#endif

/* ---- numbers of double ----------------------------------------------------------------------- */

CUDD_FN ddblasDoubleComplex refined_pair(double re, double im)
{
    ddblasDoubleComplex z;
    z.x = re;
    z.y = im;
    return z;
}

/* The real number a as an element like `like`. */
CUDD_FN double REFINED_W(real)(double like, double a)
{
    (void)like;
    return a;
}
CUDD_FN ddblasDoubleComplex REFINED_U(real)(ddblasDoubleComplex like, double a)
{
    (void)like;
    return refined_pair(a, 0.0);
}

/* |a|^2 */
CUDD_FN double REFINED_W(square)(double a) { return a * a; }
CUDD_FN double REFINED_U(square)(ddblasDoubleComplex a) { return a.x * a.x + a.y * a.y; }

CUDD_FN double REFINED_W(modulus)(double a) { return fabs(a); }
CUDD_FN double REFINED_U(modulus)(ddblasDoubleComplex a) { return sqrt(a.x * a.x + a.y * a.y); }

CUDD_FN double REFINED_W(times)(double a, double factor) { return a * factor; }
CUDD_FN ddblasDoubleComplex REFINED_U(times)(ddblasDoubleComplex a, double factor)
{
    return refined_pair(a.x * factor, a.y * factor);
}

CUDD_FN double REFINED_W(quotient)(double a, double divisor) { return a / divisor; }
CUDD_FN ddblasDoubleComplex REFINED_U(quotient)(ddblasDoubleComplex a, double divisor)
{
    return refined_pair(a.x / divisor, a.y / divisor);
}

/* ---- numbers of W and U ---------------------------------------------------------------------- */

CUDD_FN double REFINED_W(narrow)(cuddreal a) { return a.x; }
CUDD_FN ddblasDoubleComplex REFINED_U(narrow)(cuddcomplex a) { return refined_pair(a.x.x, a.y.x); }

CUDD_FN cuddreal REFINED_W(wide)(double a) { return cuddFromDouble(a); }
CUDD_FN cuddcomplex REFINED_U(wide)(ddblasDoubleComplex a) { return cuddcFromDoubles(a.x, a.y); }

/* x + d */
CUDD_FN cuddreal REFINED_W(sum)(cuddreal x, double d) { return cuddAddD(x, d); }
CUDD_FN cuddcomplex REFINED_U(sum)(cuddcomplex x, ddblasDoubleComplex d)
{
    return cuddcMake(cuddAddD(x.x, d.x), cuddAddD(x.y, d.y));
}

/* d - x for the real number d, rounded to double */
CUDD_FN double REFINED_W(difference)(double d, cuddreal x) { return cuddDSub(d, x).x; }
CUDD_FN ddblasDoubleComplex REFINED_U(difference)(double d, cuddcomplex x) { return refined_pair(cuddDSub(d, x.x).x, -x.y.x); }

/* t - mu x */
CUDD_FN cuddreal REFINED_W(shifted)(cuddreal t, cuddreal mu, cuddreal x) { return cuddSub(t, cuddMul(mu, x)); }
CUDD_FN cuddcomplex REFINED_U(shifted)(cuddcomplex t, cuddreal mu, cuddcomplex x)
{
    return cuddcMake(cuddSub(t.x, cuddMul(mu, x.x)), cuddSub(t.y, cuddMul(mu, x.y)));
}

/* t + d x for the real number d */
CUDD_FN cuddreal REFINED_W(add_times_real)(cuddreal t, cuddreal d, cuddreal x) { return cuddFma(d, x, t); }
CUDD_FN cuddcomplex REFINED_U(add_times_real)(cuddcomplex t, cuddreal d, cuddcomplex x)
{
    return cuddcMake(cuddFma(d, x.x, t.x), cuddFma(d, x.y, t.y));
}

CUDD_FN cuddreal REFINED_W(real_part)(cuddreal a) { return a; }
CUDD_FN cuddreal REFINED_U(real_part)(cuddcomplex a) { return a.x; }

/* sum + Re(conj(a) b) */
CUDD_FN cuddreal REFINED_W(add_real_product)(cuddreal a, cuddreal b, cuddreal sum) { return cuddFma(a, b, sum); }
CUDD_FN cuddreal REFINED_U(add_real_product)(cuddcomplex a, cuddcomplex b, cuddreal sum)
{
    return cuddFma(a.x, b.x, cuddFma(a.y, b.y, sum));
}

/* sum + a b */
CUDD_FN cuddreal REFINED_W(add_product)(cuddreal a, cuddreal b, cuddreal sum) { return cuddFma(a, b, sum); }
CUDD_FN cuddcomplex REFINED_U(add_product)(cuddcomplex a, cuddcomplex b, cuddcomplex sum) { return cuddcFma(a, b, sum); }

CUDD_FN cuddreal REFINED_W(conjugate)(cuddreal a) { return a; }
CUDD_FN cuddcomplex REFINED_U(conjugate)(cuddcomplex a) { return cuddcConj(a); }

#endif
