/*
 * Letters of the reference BLAS and LAPACK as arguments of ddblas. A letter that is none of those
 * allowed has the value -1.
 */
#ifndef DDBLAS_MPLAPACK_LETTERS_HPP
#define DDBLAS_MPLAPACK_LETTERS_HPP

#include <dd/ddblas.h>

#include "include/mpblas_dd.h"

namespace ddblas_mplapack
{
/* The first character as a capital letter. */
inline char capital(const char *letter) { return *letter >= 'a' && *letter <= 'z' ? (char)(*letter - 'a' + 'A') : *letter; }

template <class E>
struct chosen
{
    int value;
    bool wrong() const { return value < 0; }
    operator E() const { return (E)value; }
};

/* N, T or C. */
inline chosen<ddblasOperation_t> operation(const char *letter)
{
    const char c = capital(letter);
    return {c == 'N' ? DDBLAS_OP_N : c == 'T' ? DDBLAS_OP_T : c == 'C' ? DDBLAS_OP_C : -1};
}

/* U or L. */
inline chosen<ddblasFillMode_t> triangle(const char *letter)
{
    const char c = capital(letter);
    return {c == 'U' ? DDBLAS_FILL_MODE_UPPER : c == 'L' ? DDBLAS_FILL_MODE_LOWER : -1};
}

/* U, L, or another letter for the whole matrix. */
inline ddblasFillMode_t part(const char *letter)
{
    const chosen<ddblasFillMode_t> triangular = triangle(letter);
    return triangular.wrong() ? DDBLAS_FILL_MODE_FULL : (ddblasFillMode_t)triangular;
}

/* L or R. */
inline chosen<ddblasSideMode_t> side_of(const char *letter)
{
    const char c = capital(letter);
    return {c == 'L' ? DDBLAS_SIDE_LEFT : c == 'R' ? DDBLAS_SIDE_RIGHT : -1};
}

/* U or N. */
inline chosen<ddblasDiagType_t> diagonal(const char *letter)
{
    const char c = capital(letter);
    return {c == 'U' ? DDBLAS_DIAG_UNIT : c == 'N' ? DDBLAS_DIAG_NON_UNIT : -1};
}

/* N or V. */
inline chosen<ddblasEigMode_t> vectors(const char *letter)
{
    const char c = capital(letter);
    return {c == 'N' ? DDBLAS_EIG_MODE_NOVECTOR : c == 'V' ? DDBLAS_EIG_MODE_VECTOR : -1};
}

/* M, 1 or O, I, F or E. */
inline chosen<ddblasNorm_t> norm_of(const char *letter)
{
    switch (capital(letter))
    {
    case 'M':
        return {DDBLAS_NORM_MAX};
    case '1':
    case 'O':
        return {DDBLAS_NORM_ONE};
    case 'I':
        return {DDBLAS_NORM_INF};
    case 'F':
    case 'E':
        return {DDBLAS_NORM_FROBENIUS};
    default:
        return {-1};
    }
}

inline int64_t at_least_one(int64_t n) { return n > 1 ? n : 1; }
} // namespace ddblas_mplapack

#endif
