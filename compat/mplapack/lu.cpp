/*
 * LU factorisation, and symmetric indefinite factorisation.
 */
#include "lapack.hpp"

#include "inverse_norm.hpp"

namespace ddblas_mplapack
{
namespace
{
template <class T>
void getrf(const char *name, int64_t m, int64_t n, T *a, int64_t lda, mplapackint *ipiv, mplapackint &info)
{
    using number = typename library<T>::number;
    const int64_t k = std::min(m, n);
    if (refused(name, m < 0 ? 1 : n < 0 ? 2 : lda < at_least_one(m) ? 4 : 0, info) || k == 0)
        return;
    on_engine({name, m, n, 0}, (double)m * (double)n * (double)k / 2.0,
              {updates(a, m, n, lda), vector(ipiv, k), vector(&info, 1)},
              [&](ddblasHandle_t handle, const view *v) {
                  return library<T>::getrf(handle, m, n, v[0].as<number>(), v[0].leading, v[1].as<int64_t>(), v[2].as<int64_t>());
              });
}

template <class T>
void getrs(const char *name, const char *trans, int64_t n, int64_t nrhs, const T *a, int64_t lda, const mplapackint *ipiv, T *b,
           int64_t ldb, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto op = operation(trans);
    const int wrong = op.wrong() ? 1 : n < 0 ? 2 : nrhs < 0 ? 3 : lda < at_least_one(n) ? 5 : ldb < at_least_one(n) ? 8 : 0;
    if (refused(name, wrong, info) || n == 0 || nrhs == 0)
        return;
    on_engine({name, n, nrhs, 0}, (double)n * (double)n * (double)nrhs,
              {reads(a, n, n, lda), given(ipiv, n), updates(b, n, nrhs, ldb)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::getrs(handle, op, n, nrhs, v[0].as<number>(), v[0].leading, v[1].as<int64_t>(),
                                           v[2].as<number>(), v[2].leading);
              });
}

template <class T>
void gesv(const char *name, int64_t n, int64_t nrhs, T *a, int64_t lda, mplapackint *ipiv, T *b, int64_t ldb, mplapackint &info)
{
    const int wrong = n < 0 ? 1 : nrhs < 0 ? 2 : lda < at_least_one(n) ? 4 : ldb < at_least_one(n) ? 7 : 0;
    if (refused(name, wrong, info))
        return;
    getrf(name, n, n, a, lda, ipiv, info);
    if (info == 0)
        getrs(name, "N", n, nrhs, a, lda, ipiv, b, ldb, info);
}

/* The inverse of ddblas is another matrix than the factors. */
template <class T>
void getri(const char *name, int64_t n, T *a, int64_t lda, const mplapackint *ipiv, T *work, int64_t lwork, mplapackint &info)
{
    using number = typename library<T>::number;
    if (refused(name, n < 0 ? 1 : lda < at_least_one(n) ? 3 : too_small(lwork, n) ? 6 : 0, info) || is_query(work, lwork, n))
        return;
    info = zero_on_diagonal(a, lda, n);
    if (n == 0 || info != 0)
        return;
    scratch<T> inverse(n, n);
    on_engine({name, n, n, 0}, cube(n) * 2.0 / 3.0,
              {reads(a, n, n, lda), given(ipiv, n), writes(inverse.data(), n, n, inverse.leading), vector(&info, 1)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::getri(handle, n, v[0].as<number>(), v[0].leading, v[1].as<int64_t>(), v[2].as<number>(),
                                           v[2].leading, v[3].as<int64_t>());
              });
    inverse.copy_to(a, lda, n, n);
}

template <class T>
void gecon(const char *name, const char *norm, int64_t n, const T *a, int64_t lda, const dd_real &anorm, dd_real &rcond,
           mplapackint &info)
{
    const auto which = norm_of(norm);
    const int wrong = which != DDBLAS_NORM_ONE && which != DDBLAS_NORM_INF ? 1
                      : n < 0                                              ? 2
                      : lda < at_least_one(n)                              ? 4
                      : !(anorm.x[0] >= 0.0)                               ? 5
                                                                           : 0;
    if (refused(name, wrong, info))
        return;
    using number = typename library<T>::number;
    will_write(&rcond, sizeof rcond);
    rcond = dd_real(n == 0 ? 1.0 : 0.0);
    if (n == 0 || equals(anorm, 0.0) || zero_on_diagonal(a, lda, n))
        return;
    /* Exchanges of rows change no norm of the inverse: systems with the factors alone. */
    const auto solve = [&](ddblasFillMode_t triangle, ddblasOperation_t op, number *x)
    {
        const ddblasDiagType_t unit = triangle == DDBLAS_FILL_MODE_LOWER ? DDBLAS_DIAG_UNIT : DDBLAS_DIAG_NON_UNIT;
        check(library<T>::trsv(cpu(), triangle, op, unit, n, same(a), lda, x, 1), {name, n, n, 0});
    };
    const auto plain = [&](number *x)
    {
        solve(DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, x);
        solve(DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_N, x);
    };
    const auto adjoint = [&](number *x)
    {
        solve(DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_C, x);
        solve(DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_C, x);
    };
    /* The norm of the rows is that of the adjoint's columns. */
    one_norm<number> norm_of_inverse;
    rcond = reciprocal_condition(which == DDBLAS_NORM_ONE ? norm_of_inverse.estimate(n, plain, adjoint)
                                                          : norm_of_inverse.estimate(n, adjoint, plain),
                                 anorm);
}

/* ---- symmetric indefinite: function of ddblas, for symmetric or Hermitian matrices ----------- */

template <class T, class F>
void sytrf(const char *name, F function, const char *uplo, int64_t n, T *a, int64_t lda, mplapackint *ipiv, T *work,
           int64_t lwork, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : lda < at_least_one(n) ? 4 : too_small(lwork, 1) ? 7 : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, 1) || n == 0)
        return;
    on_engine({name, n, n, 0}, cube(n) / 6.0, {updates(a, n, n, lda), vector(ipiv, n), vector(&info, 1)},
              [&](ddblasHandle_t handle, const view *v)
              { return function(handle, stored, n, v[0].as<number>(), v[0].leading, v[1].as<int64_t>(), v[2].as<int64_t>()); });
}

template <class T, class F>
void sytrs(const char *name, F function, const char *uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda,
           const mplapackint *ipiv, T *b, int64_t ldb, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : nrhs < 0 ? 3 : lda < at_least_one(n) ? 5 : ldb < at_least_one(n) ? 8 : 0;
    if (refused(name, wrong, info) || n == 0 || nrhs == 0)
        return;
    on_engine({name, n, nrhs, 0}, (double)n * (double)n * (double)nrhs,
              {reads(a, n, n, lda), given(ipiv, n), updates(b, n, nrhs, ldb)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return function(handle, stored, n, nrhs, v[0].as<number>(), v[0].leading, v[1].as<int64_t>(), v[2].as<number>(),
                                  v[2].leading);
              });
}

template <class T, class F, class G>
void sysv(const char *name, F factor, G solve, const char *uplo, int64_t n, int64_t nrhs, T *a, int64_t lda, mplapackint *ipiv,
          T *b, int64_t ldb, T *work, int64_t lwork, mplapackint &info)
{
    const int wrong = triangle(uplo).wrong()  ? 1
                      : n < 0                 ? 2
                      : nrhs < 0              ? 3
                      : lda < at_least_one(n) ? 5
                      : ldb < at_least_one(n) ? 8
                      : too_small(lwork, 1)   ? 10
                                              : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, 1))
        return;
    sytrf(name, factor, uplo, n, a, lda, ipiv, work, lwork, info);
    if (info == 0)
        sytrs(name, solve, uplo, n, nrhs, a, lda, ipiv, b, ldb, info);
}

/* As in LAPACK, nothing is written if a block of order 1 is 0. */
template <class T, class F>
void sytri(const char *name, F function, const char *uplo, int64_t n, T *a, int64_t lda, const mplapackint *ipiv,
           mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    if (refused(name, stored.wrong() ? 1 : n < 0 ? 2 : lda < at_least_one(n) ? 4 : 0, info) || n == 0)
        return;
    for (int64_t k = 1; k <= n && info == 0; k++)
    {
        const int64_t i = stored == DDBLAS_FILL_MODE_UPPER ? n - k : k - 1;
        info = ipiv[i] > 0 && equals(a[i + i * lda], 0.0) ? i + 1 : 0;
    }
    if (info == 0)
        on_engine({name, n, n, 0}, cube(n) * 2.0 / 3.0, {updates(a, n, n, lda), given(ipiv, n), vector(&info, 1)},
                  [&](ddblasHandle_t handle, const view *v) {
                      return function(handle, stored, n, v[0].as<number>(), v[0].leading, v[1].as<int64_t>(), v[2].as<int64_t>());
                  });
}
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

void Rgetrf(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, mplapackint &info)
{
    getrf("Rgetrf", m, n, a, lda, ipiv, info);
}

void Cgetrf(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, mplapackint &info)
{
    getrf("Cgetrf", m, n, a, lda, ipiv, info);
}

void Rgetrf2(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, mplapackint &info)
{
    getrf("Rgetrf2", m, n, a, lda, ipiv, info);
}

void Cgetrf2(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, mplapackint &info)
{
    getrf("Cgetrf2", m, n, a, lda, ipiv, info);
}

void Rgetf2(mplapackint m, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, mplapackint &info)
{
    getrf("Rgetf2", m, n, a, lda, ipiv, info);
}

void Cgetf2(mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, mplapackint &info)
{
    getrf("Cgetf2", m, n, a, lda, ipiv, info);
}

void Rgetrs(const char *trans, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *b,
            mplapackint ldb, mplapackint &info)
{
    getrs("Rgetrs", trans, n, nrhs, a, lda, ipiv, b, ldb, info);
}

void Cgetrs(const char *trans, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
            mplapackint ldb, mplapackint &info)
{
    getrs("Cgetrs", trans, n, nrhs, a, lda, ipiv, b, ldb, info);
}

void Rgesv(mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *b, mplapackint ldb,
           mplapackint &info)
{
    gesv("Rgesv", n, nrhs, a, lda, ipiv, b, ldb, info);
}

void Cgesv(mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b, mplapackint ldb,
           mplapackint &info)
{
    gesv("Cgesv", n, nrhs, a, lda, ipiv, b, ldb, info);
}

void Rgetri(mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *work, mplapackint lwork, mplapackint &info)
{
    getri("Rgetri", n, a, lda, ipiv, work, lwork, info);
}

void Cgetri(mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *work, mplapackint lwork,
            mplapackint &info)
{
    getri("Cgetri", n, a, lda, ipiv, work, lwork, info);
}

void Rgecon(const char *norm, mplapackint n, dd_real *a, mplapackint lda, dd_real anorm, dd_real &rcond, dd_real *, mplapackint *,
            mplapackint &info)
{
    gecon("Rgecon", norm, n, a, lda, anorm, rcond, info);
}

void Cgecon(const char *norm, mplapackint n, dd_complex *a, mplapackint lda, dd_real anorm, dd_real &rcond, dd_complex *,
            dd_real *, mplapackint &info)
{
    gecon("Cgecon", norm, n, a, lda, anorm, rcond, info);
}

void Rsytrf(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *work, mplapackint lwork,
            mplapackint &info)
{
    sytrf("Rsytrf", ddblasWsytrf, uplo, n, a, lda, ipiv, work, lwork, info);
}

void Csytrf(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *work,
            mplapackint lwork, mplapackint &info)
{
    sytrf("Csytrf", ddblasUsytrf, uplo, n, a, lda, ipiv, work, lwork, info);
}

void Chetrf(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *work,
            mplapackint lwork, mplapackint &info)
{
    sytrf("Chetrf", ddblasUhetrf, uplo, n, a, lda, ipiv, work, lwork, info);
}

void Rsytrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *b,
            mplapackint ldb, mplapackint &info)
{
    sytrs("Rsytrs", ddblasWsytrs, uplo, n, nrhs, a, lda, ipiv, b, ldb, info);
}

void Csytrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
            mplapackint ldb, mplapackint &info)
{
    sytrs("Csytrs", ddblasUsytrs, uplo, n, nrhs, a, lda, ipiv, b, ldb, info);
}

void Chetrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
            mplapackint ldb, mplapackint &info)
{
    sytrs("Chetrs", ddblasUhetrs, uplo, n, nrhs, a, lda, ipiv, b, ldb, info);
}

void Rsysv(const char *uplo, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *b,
           mplapackint ldb, dd_real *work, mplapackint lwork, mplapackint &info)
{
    sysv("Rsysv", ddblasWsytrf, ddblasWsytrs, uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info);
}

void Csysv(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
           mplapackint ldb, dd_complex *work, mplapackint lwork, mplapackint &info)
{
    sysv("Csysv", ddblasUsytrf, ddblasUsytrs, uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info);
}

void Chesv(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *b,
           mplapackint ldb, dd_complex *work, mplapackint lwork, mplapackint &info)
{
    sysv("Chesv", ddblasUhetrf, ddblasUhetrs, uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info);
}

void Rsytri(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint *ipiv, dd_real *, mplapackint &info)
{
    sytri("Rsytri", ddblasWsytri, uplo, n, a, lda, ipiv, info);
}

void Csytri(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *, mplapackint &info)
{
    sytri("Csytri", ddblasUsytri, uplo, n, a, lda, ipiv, info);
}

void Chetri(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint *ipiv, dd_complex *, mplapackint &info)
{
    sytri("Chetri", ddblasUhetri, uplo, n, a, lda, ipiv, info);
}
