/*
 * Eigen::NumTraits of cuddreal: with this header Eigen::Matrix<cuddreal, ...> multiplies,
 * factorises and solves, in Eigen's own loops. It needs Eigen 3.3 or later, and nothing of the
 * library at run time. Such matrices are column-major, so that the library can work on their data.
 */
#ifndef DD_EIGEN_NUMTRAITS_HPP
#define DD_EIGEN_NUMTRAITS_HPP

#include <Eigen/Core>

#include <dd/cuddreal.hpp>

namespace Eigen
{

template <>
struct NumTraits<cuddreal> : GenericNumTraits<cuddreal>
{
    typedef cuddreal Real;
    typedef cuddreal NonInteger;
    typedef cuddreal Nested;
    typedef cuddreal Literal;
    enum
    {
        IsInteger = 0,
        IsSigned = 1,
        IsComplex = 0,
        RequireInitialization = 0,
        ReadCost = 2,
        AddCost = 20,
        MulCost = 9
    };
    static Real epsilon() { return std::numeric_limits<cuddreal>::epsilon(); }
    static Real dummy_precision() { return cuddreal(0x1p-96); }
    static Real highest() { return std::numeric_limits<cuddreal>::max(); }
    static Real lowest() { return std::numeric_limits<cuddreal>::lowest(); }
    static Real infinity() { return std::numeric_limits<cuddreal>::infinity(); }
    static Real quiet_NaN() { return std::numeric_limits<cuddreal>::quiet_NaN(); }
    static int digits10() { return std::numeric_limits<cuddreal>::digits10; }
};

} // namespace Eigen

#endif
