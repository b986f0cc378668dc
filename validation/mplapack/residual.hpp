/*
 * Arrays of double-double numbers, their products and norms, for residuals. Products are sums of
 * cuddreal's own operations, not of the library under test.
 */
#ifndef DD_VALIDATION_MPLAPACK_RESIDUAL_HPP
#define DD_VALIDATION_MPLAPACK_RESIDUAL_HPP

#include <dd/cuddcomplex.h>

#include "exact.hpp"

namespace exact
{
inline cuddreal value(const dd_real &a) { return cuddMake(a.x[0], a.x[1]); }
inline cuddcomplex value(const dd_complex &a) { return cuddcMake(value(a.real()), value(a.imag())); }
inline dd_real number_of(cuddreal a) { return dd_real(a.x, a.y); }
inline dd_complex number_of(cuddcomplex a) { return dd_complex(number_of(a.x), number_of(a.y)); }
inline cuddreal add(cuddreal a, cuddreal b) { return cuddAdd(a, b); }
inline cuddcomplex add(cuddcomplex a, cuddcomplex b) { return cuddcAdd(a, b); }
inline cuddreal times(cuddreal a, cuddreal b) { return cuddMul(a, b); }
inline cuddcomplex times(cuddcomplex a, cuddcomplex b) { return cuddcMul(a, b); }
inline double modulus(cuddreal a) { return std::fabs(a.x); }
inline double modulus(cuddcomplex a) { return std::hypot(a.x.x, a.y.x); }
inline cuddreal conjugate(cuddreal a) { return a; }
inline cuddcomplex conjugate(cuddcomplex a) { return cuddcConj(a); }
inline cuddreal negative(cuddreal a) { return cuddNeg(a); }
inline cuddcomplex negative(cuddcomplex a) { return cuddcNeg(a); }

/* The whole number nearest to a size of work. */
inline int64_t cast(const dd_real &a) { return (int64_t)a.x[0]; }
inline int64_t cast(const dd_complex &a) { return (int64_t)a.real().x[0]; }

/* n u_w times 4: what the headers of the library promise for residuals, relative to norms. */
inline double bound(int64_t n) { return 4.0 * (double)(n + 8) * 0x1p-104; }

template <class T>
class array
{
  public:
    int64_t rows, columns;
    array(int64_t m, int64_t n) : rows(m), columns(n), memory((size_t)(m * n)) {}
    array(const T *a, int64_t lda, int64_t m, int64_t n) : array(m, n)
    {
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++)
                (*this)(i, j) = a[i + j * lda];
    }
    explicit array(const dense &a) : array(a.rows, a.columns)
    {
        for (size_t i = 0; i < memory.size(); i++)
            memory[i] = number<T>(a.value[i]);
    }
    /* A symmetric or Hermitian matrix from its triangle. */
    array(const T *a, int64_t lda, int64_t n, part which, bool hermitian) : array(n, n)
    {
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
            {
                const T element = is_stored(which, i, j) ? a[i + j * lda] : a[j + i * lda];
                (*this)(i, j) = is_stored(which, i, j) || !hermitian ? element : number_of(conjugate(value(element)));
            }
    }
    T &operator()(int64_t i, int64_t j) { return memory[(size_t)(i + j * rows)]; }
    const T &operator()(int64_t i, int64_t j) const { return memory[(size_t)(i + j * rows)]; }
    const T *column(int64_t j) const { return memory.data() + j * rows; }
    T *data() { return memory.data(); }

  private:
    std::vector<T> memory;
};

template <class T>
array<T> operator*(const array<T> &a, const array<T> &b)
{
    array<T> c(a.rows, b.columns);
    for (int64_t j = 0; j < b.columns; j++)
        for (int64_t i = 0; i < a.rows; i++)
        {
            auto sum = value(T(0.0));
            for (int64_t l = 0; l < a.columns; l++)
                sum = add(sum, times(value(a(i, l)), value(b(l, j))));
            c(i, j) = number_of(sum);
        }
    return c;
}

template <class T>
array<T> adjoint(const array<T> &a)
{
    array<T> b(a.columns, a.rows);
    for (int64_t j = 0; j < a.columns; j++)
        for (int64_t i = 0; i < a.rows; i++)
            b(j, i) = number_of(conjugate(value(a(i, j))));
    return b;
}

template <class T>
array<T> identity(int64_t n)
{
    array<T> a(n, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            a(i, j) = T(i == j ? 1.0 : 0.0);
    return a;
}

template <class T>
array<T> diagonal(const dd_real *d, int64_t n)
{
    array<T> a(n, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            a(i, j) = i == j ? T(d[i]) : T(0.0);
    return a;
}

/* Frobenius norms of a matrix and of a difference; a NaN makes them NaN, which no bound accepts. */
template <class T>
double norm(const array<T> &a)
{
    double sum = 0.0;
    for (int64_t j = 0; j < a.columns; j++)
        for (int64_t i = 0; i < a.rows; i++)
            sum += modulus(value(a(i, j))) * modulus(value(a(i, j)));
    return std::sqrt(sum);
}
template <class T>
double distance(const array<T> &a, const array<T> &b)
{
    array<T> c(a.rows, a.columns);
    for (int64_t j = 0; j < a.columns; j++)
        for (int64_t i = 0; i < a.rows; i++)
            c(i, j) = number_of(add(value(a(i, j)), negative(value(b(i, j)))));
    return norm(c);
}

/* A triangular matrix of integers in memory. */
template <class T>
dense integers(const T *a, int64_t lda, int64_t n, part which, bool unit)
{
    dense d(n, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            if (unit && i == j)
                d(i, j) = {1, 0};
            else if (is_stored(which, i, j))
            {
                const auto x = value(a[i + j * lda]);
                double words[4] = {};
                std::memcpy(words, &x, sizeof x);
                d(i, j) = {(int64_t)words[0] + (int64_t)words[1], (int64_t)words[2] + (int64_t)words[3]};
                assert_true((double)d(i, j).re == words[0] && words[1] == 0.0);
            }
    return d;
}
inline bool is_identity(const dense &a)
{
    for (int64_t j = 0; j < a.columns; j++)
        for (int64_t i = 0; i < a.rows; i++)
            if (!(a(i, j) == integer{i == j ? 1 : 0, 0}))
                return false;
    return true;
}
} // namespace exact

#endif
