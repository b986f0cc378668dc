/*
 * Shared by the routines of LAPACK: wrong arguments, queries of the size of work, scratch memory.
 */
#ifndef DDBLAS_MPLAPACK_LAPACK_HPP
#define DDBLAS_MPLAPACK_LAPACK_HPP

#include <vector>

#include "door.hpp"
#include "letters.hpp"
#include "number.hpp"
#include "pins.hpp"

namespace ddblas_mplapack
{
/* Sets info, and reports argument `wrong` unless it is 0. */
inline bool refused(const char *name, int wrong, mplapackint &info)
{
    info = -wrong;
    if (wrong)
        Mxerbla_dd(name, wrong);
    return wrong != 0;
}

/* Whether lwork is too small: neither a query nor `least` elements. */
inline bool too_small(int64_t lwork, int64_t least) { return lwork != -1 && lwork < at_least_one(least); }

/* Writes the size of work to its first element, as LAPACK does, and says whether the call was only
 * a query. */
template <class T>
bool is_query(T *work, int64_t lwork, int64_t size)
{
    will_write(work, sizeof *work);
    work[0] = T((double)at_least_one(size));
    return lwork == -1;
}

/* One number that a call writes: info, or a vector of them. */
template <class T>
matrix vector(T *x, int64_t n)
{
    return writes(x, n, 1, at_least_one(n));
}
template <class T>
matrix given(const T *x, int64_t n)
{
    return reads(x, n, 1, at_least_one(n));
}

inline double cube(int64_t n) { return (double)n * (double)n * (double)n; }

/* The first element of the diagonal that is 0, counted from 1, or 0 if there is none. Inverses
 * leave their matrix as it was then, as in LAPACK. */
template <class T>
int64_t zero_on_diagonal(const T *a, int64_t lda, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (equals(a[i + i * lda], 0.0))
            return i + 1;
    return 0;
}

/* A matrix that the library needs besides the caller's. Columns follow one another. */
template <class T>
class scratch
{
  public:
    scratch(int64_t rows, int64_t columns) : leading(at_least_one(rows)), memory((size_t)(leading * at_least_one(columns))) {}
    T *data() { return memory.data(); }
    const int64_t leading;

    /* Copies m x n elements to a. */
    void copy_to(T *a, int64_t lda, int64_t m, int64_t n) const
    {
        will_write_matrix(a, m, n, lda);
        for (int64_t j = 0; j < n; j++)
            std::copy_n(memory.data() + j * leading, m, a + j * lda);
    }

  private:
    std::vector<T> memory;
};
} // namespace ddblas_mplapack

#endif
