/*
 * The two types of elements of MPLAPACK, and what belongs to each: the letters of its routines, the
 * type of ddblas with the same layout, the functions of ddblas, and those for small sizes.
 */
#ifndef DDBLAS_MPLAPACK_NUMBER_HPP
#define DDBLAS_MPLAPACK_NUMBER_HPP

#include <dd/ddblas.h>
#include <dd/eigen.h>
#include <dd/factor.h>
#include <dd/indefinite.h>
#include <dd/inverse.h>
#include <dd/level1.h>
#include <dd/level2.h>
#include <dd/level3.h>
#include <dd/compact.h>
#include <dd/matrix.h>
#include <dd/nonsymmetric.h>
#include <dd/qr.h>
#include <dd/svd.h>
#include <dd/tridiagonal.h>

#include "include/mplapack_dd.h"
#include "small.h"

namespace ddblas_mplapack
{
template <class T>
struct library;

template <>
struct library<dd_real>
{
    using number = cuddreal;
    static constexpr char letter = 'R';
    static constexpr bool is_complex = false;
    static const ddblas_small_w &small();
#define ROUTINE(name, w, u) static constexpr auto name = ddblasW##w;
#include "routines.def"
};

template <>
struct library<dd_complex>
{
    using number = cuddcomplex;
    static constexpr char letter = 'C';
    static constexpr bool is_complex = true;
    static const ddblas_small_u &small();
#define ROUTINE(name, w, u) static constexpr auto name = ddblasU##u;
#include "routines.def"
};

static_assert(sizeof(dd_real) == sizeof(cuddreal) && sizeof(dd_complex) == sizeof(cuddcomplex), "layouts are the same");

/* The same memory as elements of ddblas. */
inline cuddreal *same(dd_real *a) { return reinterpret_cast<cuddreal *>(a); }
inline const cuddreal *same(const dd_real *a) { return reinterpret_cast<const cuddreal *>(a); }
inline cuddcomplex *same(dd_complex *a) { return reinterpret_cast<cuddcomplex *>(a); }
inline const cuddcomplex *same(const dd_complex *a) { return reinterpret_cast<const cuddcomplex *>(a); }

/* The element 0 of a vector as BLAS counts it. */
template <class N>
N *origin(N *x, int64_t n, int64_t incx)
{
    return incx < 0 ? x + (1 - n) * incx : x;
}

inline bool equals(const dd_real &a, double b) { return a.x[0] == b && a.x[1] == 0.0; }
inline bool equals(const dd_complex &a, double b) { return equals(a.real(), b) && equals(a.imag(), 0.0); }
} // namespace ddblas_mplapack

#endif
