/*
 * QR factorisation and least squares.
 */
#include "lapack.hpp"

namespace ddblas_mplapack
{
namespace
{
/* Multiply-adds of a factorisation of m x n elements by k reflectors. */
double by_reflectors(int64_t m, int64_t n, int64_t k) { return 2.0 * (double)m * (double)n * (double)k; }

template <class T>
void geqrf(const char *name, int64_t m, int64_t n, T *a, int64_t lda, T *tau, T *work, int64_t lwork, mplapackint &info)
{
    using number = typename library<T>::number;
    const int64_t k = std::min(m, n), least = k == 0 ? 1 : n;
    const int wrong = m < 0 ? 1 : n < 0 ? 2 : lda < at_least_one(m) ? 4 : too_small(lwork, least) ? 7 : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, least) || k == 0)
        return;
    on_engine({name, m, n, 0}, by_reflectors(m, n, k) / 2.0, {updates(a, m, n, lda), vector(tau, k)},
              [&](ddblasHandle_t handle, const view *v)
              { return library<T>::geqrf(handle, m, n, v[0].as<number>(), v[0].leading, v[1].as<number>()); });
}

template <class T>
void geqp3(const char *name, int64_t m, int64_t n, T *a, int64_t lda, mplapackint *jpvt, T *tau, T *work, int64_t lwork,
           int64_t least, mplapackint &info)
{
    using number = typename library<T>::number;
    const int64_t k = std::min(m, n), size = k == 0 ? 1 : least;
    const int wrong = m < 0 ? 1 : n < 0 ? 2 : lda < at_least_one(m) ? 4 : too_small(lwork, size) ? 8 : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, size) || k == 0)
        return;
    on_engine({name, m, n, 0}, by_reflectors(m, n, k) / 2.0, {updates(a, m, n, lda), updates(jpvt, n, 1, n), vector(tau, k)},
              [&](ddblasHandle_t handle, const view *v) {
                  return library<T>::geqp3(handle, m, n, v[0].as<number>(), v[0].leading, v[1].as<int64_t>(), v[2].as<number>());
              });
}

template <class T>
void orgqr(const char *name, int64_t m, int64_t n, int64_t k, T *a, int64_t lda, const T *tau, T *work, int64_t lwork,
           mplapackint &info)
{
    using number = typename library<T>::number;
    const int wrong = m < 0                   ? 1
                      : n < 0 || n > m        ? 2
                      : k < 0 || k > n        ? 3
                      : lda < at_least_one(m) ? 5
                      : too_small(lwork, n)   ? 8
                                              : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, n) || n == 0)
        return;
    on_engine({name, m, n, k}, by_reflectors(m, n, k), {updates(a, m, n, lda), given(tau, k)},
              [&](ddblasHandle_t handle, const view *v)
              { return library<T>::orgqr(handle, m, n, k, v[0].as<number>(), v[0].leading, v[1].as<number>()); });
}

/* trans is N, or the letter of the adjoint: T for real numbers and C for complex ones. */
inline bool is_adjoint_letter(ddblasOperation_t op, bool complex)
{
    return op == DDBLAS_OP_N || op == (complex ? DDBLAS_OP_C : DDBLAS_OP_T);
}

template <class T>
void ormqr(const char *name, const char *side, const char *trans, int64_t m, int64_t n, int64_t k, const T *a, int64_t lda,
           const T *tau, T *c, int64_t ldc, T *work, int64_t lwork, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto where = side_of(side);
    const auto op = operation(trans);
    const int64_t order = where == DDBLAS_SIDE_LEFT ? m : n, other = where == DDBLAS_SIDE_LEFT ? n : m;
    const int wrong = where.wrong()                                                  ? 1
                      : op.wrong() || !is_adjoint_letter(op, library<T>::is_complex) ? 2
                      : m < 0                                                        ? 3
                      : n < 0                                                        ? 4
                      : k < 0 || k > order                                           ? 5
                      : lda < at_least_one(order)                                    ? 7
                      : ldc < at_least_one(m)                                        ? 10
                      : too_small(lwork, other)                                      ? 12
                                                                                     : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, other) || m == 0 || n == 0 || k == 0)
        return;
    on_engine({name, m, n, k}, by_reflectors(m, n, k), {reads(a, order, k, lda), given(tau, k), updates(c, m, n, ldc)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::ormqr(handle, where, op, m, n, k, v[0].as<number>(), v[0].leading, v[1].as<number>(),
                                           v[2].as<number>(), v[2].leading);
              });
}

template <class T>
void gels(const char *name, const char *trans, int64_t m, int64_t n, int64_t nrhs, T *a, int64_t lda, T *b, int64_t ldb, T *work,
          int64_t lwork, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto op = operation(trans);
    const int64_t k = std::min(m, n), rows = std::max(m, n), least = at_least_one(k + std::max(k, nrhs));
    const int wrong = op.wrong() || !is_adjoint_letter(op, library<T>::is_complex) ? 1
                      : m < 0                                                      ? 2
                      : n < 0                                                      ? 3
                      : nrhs < 0                                                   ? 4
                      : lda < at_least_one(m)                                      ? 6
                      : ldb < at_least_one(rows)                                   ? 8
                      : too_small(lwork, least)                                    ? 10
                                                                                   : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, least))
        return;
    if (k == 0 || nrhs == 0)
    {
        will_write_matrix(b, rows, nrhs, ldb);
        for (int64_t j = 0; j < nrhs; j++)
            std::fill_n(b + j * ldb, rows, T(0.0));
        return;
    }
    on_engine({name, m, n, nrhs}, by_reflectors(m, n, k), {updates(a, m, n, lda), updates(b, rows, nrhs, ldb), vector(&info, 1)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::gels(handle, op, m, n, nrhs, v[0].as<number>(), v[0].leading, v[1].as<number>(),
                                          v[1].leading, v[2].as<int64_t>());
              });
}
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

void Rgeqrf(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work, mplapackint lwork,
            mplapackint &info)
{
    geqrf("Rgeqrf", m, n, a, lda, tau, work, lwork, info);
}

void Cgeqrf(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work, mplapackint lwork,
            mplapackint &info)
{
    geqrf("Cgeqrf", m, n, a, lda, tau, work, lwork, info);
}

void Rgeqr2(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *tau, dd_real *, mplapackint &info)
{
    dd_real own;
    geqrf("Rgeqr2", m, n, a, lda, tau, &own, at_least_one(n), info);
}

void Cgeqr2(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *, mplapackint &info)
{
    dd_complex own;
    geqrf("Cgeqr2", m, n, a, lda, tau, &own, at_least_one(n), info);
}

void Rgeqp3(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, mplapackint *jpvt, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info)
{
    geqp3("Rgeqp3", m, n, a, lda, jpvt, tau, work, lwork, 3 * n + 1, info);
}

void Cgeqp3(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *jpvt, dd_complex *tau, dd_complex *work,
            mplapackint lwork, dd_real *, mplapackint &info)
{
    geqp3("Cgeqp3", m, n, a, lda, jpvt, tau, work, lwork, n + 1, info);
}

void Rorgqr(mplapackint m, mplapackint n, mplapackint k, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info)
{
    orgqr("Rorgqr", m, n, k, a, lda, tau, work, lwork, info);
}

void Cungqr(mplapackint m, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work,
            mplapackint lwork, mplapackint &info)
{
    orgqr("Cungqr", m, n, k, a, lda, tau, work, lwork, info);
}

void Rorg2r(mplapackint m, mplapackint n, mplapackint k, dd_real *a, mplapackint lda, dd_real *tau, dd_real *, mplapackint &info)
{
    dd_real own;
    orgqr("Rorg2r", m, n, k, a, lda, tau, &own, at_least_one(n), info);
}

void Cung2r(mplapackint m, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *,
            mplapackint &info)
{
    dd_complex own;
    orgqr("Cung2r", m, n, k, a, lda, tau, &own, at_least_one(n), info);
}

void Rormqr(const char *side, const char *trans, mplapackint m, mplapackint n, mplapackint k, dd_real *a, mplapackint lda,
            dd_real *tau, dd_real *c, mplapackint ldc, dd_real *work, mplapackint lwork, mplapackint &info)
{
    ormqr("Rormqr", side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info);
}

void Cunmqr(const char *side, const char *trans, mplapackint m, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda,
            dd_complex *tau, dd_complex *c, mplapackint ldc, dd_complex *work, mplapackint lwork, mplapackint &info)
{
    ormqr("Cunmqr", side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info);
}

void Rgels(const char *trans, mplapackint m, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, dd_real *b,
           mplapackint ldb, dd_real *work, mplapackint lwork, mplapackint &info)
{
    gels("Rgels", trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info);
}

void Cgels(const char *trans, mplapackint m, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, dd_complex *b,
           mplapackint ldb, dd_complex *work, mplapackint lwork, mplapackint &info)
{
    gels("Cgels", trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info);
}
