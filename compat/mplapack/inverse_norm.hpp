/*
 * The 1-norm of a matrix estimated from products with it and with its adjoint, in double-double:
 * the lower bound that LAPACK's condition estimates use. N. J. Higham, FORTRAN codes for
 * estimating the one-norm of a real or complex matrix, with applications to condition estimation,
 * ACM TOMS 14(4), 1988.
 */
#ifndef DDBLAS_MPLAPACK_INVERSE_NORM_HPP
#define DDBLAS_MPLAPACK_INVERSE_NORM_HPP

#include <vector>

#include <dd/cuddcomplex.h>

#include "include/mplapack_dd.h"

namespace ddblas_mplapack
{
inline cuddreal modulus(cuddreal a) { return cuddFabs(a); }
inline cuddreal modulus(cuddcomplex a) { return cuddcAbs(a); }

/* a / |a|, and 1 for 0. */
inline cuddreal direction(cuddreal a) { return cuddFromDouble(a.x >= 0.0 ? 1.0 : -1.0); }
inline cuddcomplex direction(cuddcomplex a)
{
    const cuddreal size = cuddcAbs(a);
    return cuddIsZero(size) ? cuddcFromDoubles(1.0, 0.0) : cuddcMake(cuddDiv(a.x, size), cuddDiv(a.y, size));
}
inline bool equal(cuddreal a, cuddreal b) { return cuddEq(a, b); }
inline bool equal(cuddcomplex, cuddcomplex) { return false; } /* directions are compared in real numbers only */
inline void assign(cuddreal &a, cuddreal real) { a = real; }
inline void assign(cuddcomplex &a, cuddreal real) { a = cuddcFromReal(real); }

template <class N>
class one_norm
{
  public:
    /* multiply(x) and multiply_adjoint(x) replace a vector of n >= 1 numbers. */
    template <class F, class G>
    cuddreal estimate(int64_t n, F multiply, G multiply_adjoint)
    {
        x.resize((size_t)n);
        for (N &a : x)
            assign(a, cuddDDiv(1.0, cuddFromInt64(n)));
        multiply(x.data());
        cuddreal norm = sum();
        if (n == 1)
            return norm;
        std::vector<N> signs;
        size_t largest = climb(multiply_adjoint, signs);
        for (int step = 2; step <= MOST; step++)
        {
            for (size_t i = 0; i < x.size(); i++)
                assign(x[i], cuddFromDouble(i == largest ? 1.0 : 0.0));
            multiply(x.data());
            const cuddreal before = norm;
            norm = sum();
            if (same_signs(signs) || !cuddGt(norm, before))
                break;
            const size_t last = largest;
            largest = climb(multiply_adjoint, signs);
            if (cuddEq(modulus(x[last]), modulus(x[largest])))
                break;
        }
        /* Another lower bound, for the matrices on which the first one fails. */
        for (size_t i = 0; i < x.size(); i++)
        {
            const cuddreal size = cuddAddD(cuddDiv(cuddFromInt64((int64_t)i), cuddFromInt64(n - 1)), 1.0);
            assign(x[i], i % 2 ? cuddNeg(size) : size);
        }
        multiply(x.data());
        return cuddFmax(norm, cuddMulD(cuddDiv(sum(), cuddFromInt64(3 * n)), 2.0));
    }

  private:
    enum
    {
        MOST = 5 /* Columns of the matrix that are looked at. */
    };
    std::vector<N> x;

    cuddreal sum() const
    {
        cuddreal s = cuddFromDouble(0.0);
        for (const N &a : x)
            s = cuddAdd(s, modulus(a));
        return s;
    }
    /* x becomes the gradient of the norm; the result is its largest element, the next column. */
    template <class G>
    size_t climb(G multiply_adjoint, std::vector<N> &signs)
    {
        for (N &a : x)
            a = direction(a);
        signs = x;
        multiply_adjoint(x.data());
        size_t largest = 0;
        for (size_t i = 1; i < x.size(); i++)
            if (cuddGt(modulus(x[i]), modulus(x[largest])))
                largest = i;
        return largest;
    }
    bool same_signs(const std::vector<N> &signs) const
    {
        for (size_t i = 0; i < x.size(); i++)
            if (!equal(direction(x[i]), signs[i]))
                return false;
        return true;
    }
};

/* 1 / (anorm times the norm of the inverse), for a matrix of norm anorm > 0. */
inline dd_real reciprocal_condition(cuddreal inverse_norm, const dd_real &anorm)
{
    const cuddreal rcond =
        cuddIsZero(inverse_norm) ? cuddFromDouble(0.0) : cuddDiv(cuddDDiv(1.0, inverse_norm), cuddMake(anorm.x[0], anorm.x[1]));
    return dd_real(rcond.x, rcond.y);
}
} // namespace ddblas_mplapack

#endif
