/*
 * Cholesky factorisation, and triangular matrices.
 */
#include "lapack.hpp"

#include "inverse_norm.hpp"

namespace ddblas_mplapack
{
namespace
{
template <class T>
void potrf(const char *name, const char *uplo, int64_t n, T *a, int64_t lda, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    if (refused(name, stored.wrong() ? 1 : n < 0 ? 2 : lda < at_least_one(n) ? 4 : 0, info) || n == 0)
        return;
    on_engine({name, n, n, 0}, cube(n) / 6.0, {updates(a, n, n, lda), vector(&info, 1)},
              [&](ddblasHandle_t handle, const view *v)
              { return library<T>::potrf(handle, stored, n, v[0].as<number>(), v[0].leading, v[1].as<int64_t>()); });
}

template <class T>
void potrs(const char *name, const char *uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda, T *b, int64_t ldb,
           mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : nrhs < 0 ? 3 : lda < at_least_one(n) ? 5 : ldb < at_least_one(n) ? 7 : 0;
    if (refused(name, wrong, info) || n == 0 || nrhs == 0)
        return;
    on_engine(
        {name, n, nrhs, 0}, (double)n * (double)n * (double)nrhs, {reads(a, n, n, lda), updates(b, n, nrhs, ldb)},
        [&](ddblasHandle_t handle, const view *v)
        { return library<T>::potrs(handle, stored, n, nrhs, v[0].as<number>(), v[0].leading, v[1].as<number>(), v[1].leading); });
}

template <class T>
void posv(const char *name, const char *uplo, int64_t n, int64_t nrhs, T *a, int64_t lda, T *b, int64_t ldb, mplapackint &info)
{
    const int wrong = triangle(uplo).wrong()  ? 1
                      : n < 0                 ? 2
                      : nrhs < 0              ? 3
                      : lda < at_least_one(n) ? 5
                      : ldb < at_least_one(n) ? 7
                                              : 0;
    if (refused(name, wrong, info))
        return;
    potrf(name, uplo, n, a, lda, info);
    if (info == 0)
        potrs(name, uplo, n, nrhs, a, lda, b, ldb, info);
}

template <class T>
void potri(const char *name, const char *uplo, int64_t n, T *a, int64_t lda, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    if (refused(name, stored.wrong() ? 1 : n < 0 ? 2 : lda < at_least_one(n) ? 4 : 0, info))
        return;
    info = zero_on_diagonal(a, lda, n);
    if (n > 0 && info == 0)
        on_engine({name, n, n, 0}, cube(n) / 3.0, {updates(a, n, n, lda), vector(&info, 1)},
                  [&](ddblasHandle_t handle, const view *v)
                  { return library<T>::potri(handle, stored, n, v[0].as<number>(), v[0].leading, v[1].as<int64_t>()); });
}

template <class T>
void pocon(const char *name, const char *uplo, int64_t n, const T *a, int64_t lda, const dd_real &anorm, dd_real &rcond,
           mplapackint &info)
{
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : lda < at_least_one(n) ? 4 : !(anorm.x[0] >= 0.0) ? 5 : 0;
    if (refused(name, wrong, info))
        return;
    using number = typename library<T>::number;
    const bool upper = stored == DDBLAS_FILL_MODE_UPPER;
    will_write(&rcond, sizeof rcond);
    rcond = dd_real(n == 0 ? 1.0 : 0.0);
    if (n == 0 || equals(anorm, 0.0) || zero_on_diagonal(a, lda, n))
        return;
    /* The inverse is its own adjoint: two systems with the factor. */
    const auto solve = [&](number *x)
    {
        for (const bool adjoint : {upper, !upper})
            check(
                library<T>::trsv(cpu(), stored, adjoint ? DDBLAS_OP_C : DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, n, same(a), lda, x, 1),
                {name, n, n, 0});
    };
    rcond = reciprocal_condition(one_norm<number>().estimate(n, solve, solve), anorm);
}

template <class T>
void trtri(const char *name, const char *uplo, const char *diag, int64_t n, T *a, int64_t lda, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    const auto unit = diagonal(diag);
    const int wrong = stored.wrong() ? 1 : unit.wrong() ? 2 : n < 0 ? 3 : lda < at_least_one(n) ? 5 : 0;
    if (refused(name, wrong, info))
        return;
    if (unit == DDBLAS_DIAG_NON_UNIT)
        info = zero_on_diagonal(a, lda, n);
    if (n > 0 && info == 0)
        on_engine({name, n, n, 0}, cube(n) / 6.0, {updates(a, n, n, lda), vector(&info, 1)},
                  [&](ddblasHandle_t handle, const view *v)
                  { return library<T>::trtri(handle, stored, unit, n, v[0].as<number>(), v[0].leading, v[1].as<int64_t>()); });
}

template <class T>
void trtrs(const char *name, const char *uplo, const char *trans, const char *diag, int64_t n, int64_t nrhs, const T *a,
           int64_t lda, T *b, int64_t ldb, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    const auto op = operation(trans);
    const auto unit = diagonal(diag);
    const int wrong = stored.wrong()          ? 1
                      : op.wrong()            ? 2
                      : unit.wrong()          ? 3
                      : n < 0                 ? 4
                      : nrhs < 0              ? 5
                      : lda < at_least_one(n) ? 7
                      : ldb < at_least_one(n) ? 9
                                              : 0;
    if (refused(name, wrong, info))
        return;
    if (unit == DDBLAS_DIAG_NON_UNIT)
        info = zero_on_diagonal(a, lda, n);
    if (n == 0 || nrhs == 0 || info != 0)
        return;
    const T one(1.0);
    on_engine({name, n, nrhs, 0}, 0.5 * (double)n * (double)n * (double)nrhs, {reads(a, n, n, lda), updates(b, n, nrhs, ldb)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::trsm(handle, DDBLAS_SIDE_LEFT, stored, op, unit, n, nrhs, same(&one), v[0].as<number>(),
                                          v[0].leading, v[1].as<number>(), v[1].leading);
              });
}
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

void Rpotrf(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info)
{
    potrf("Rpotrf", uplo, n, a, lda, info);
}

void Cpotrf(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info)
{
    potrf("Cpotrf", uplo, n, a, lda, info);
}

void Rpotrf2(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info)
{
    potrf("Rpotrf2", uplo, n, a, lda, info);
}

void Cpotrf2(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info)
{
    potrf("Cpotrf2", uplo, n, a, lda, info);
}

void Rpotf2(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info)
{
    potrf("Rpotf2", uplo, n, a, lda, info);
}

void Cpotf2(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info)
{
    potrf("Cpotf2", uplo, n, a, lda, info);
}

void Rpotrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb,
            mplapackint &info)
{
    potrs("Rpotrs", uplo, n, nrhs, a, lda, b, ldb, info);
}

void Cpotrs(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb,
            mplapackint &info)
{
    potrs("Cpotrs", uplo, n, nrhs, a, lda, b, ldb, info);
}

void Rposv(const char *uplo, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb,
           mplapackint &info)
{
    posv("Rposv", uplo, n, nrhs, a, lda, b, ldb, info);
}

void Cposv(const char *uplo, mplapackint n, mplapackint nrhs, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb,
           mplapackint &info)
{
    posv("Cposv", uplo, n, nrhs, a, lda, b, ldb, info);
}

void Rpotri(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info)
{
    potri("Rpotri", uplo, n, a, lda, info);
}

void Cpotri(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info)
{
    potri("Cpotri", uplo, n, a, lda, info);
}

void Rpocon(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real anorm, dd_real &rcond, dd_real *, mplapackint *,
            mplapackint &info)
{
    pocon("Rpocon", uplo, n, a, lda, anorm, rcond, info);
}

void Cpocon(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real anorm, dd_real &rcond, dd_complex *,
            dd_real *, mplapackint &info)
{
    pocon("Cpocon", uplo, n, a, lda, anorm, rcond, info);
}

void Rtrtri(const char *uplo, const char *diag, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info)
{
    trtri("Rtrtri", uplo, diag, n, a, lda, info);
}

void Ctrtri(const char *uplo, const char *diag, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info)
{
    trtri("Ctrtri", uplo, diag, n, a, lda, info);
}

void Rtrti2(const char *uplo, const char *diag, mplapackint n, dd_real *a, mplapackint lda, mplapackint &info)
{
    trtri("Rtrti2", uplo, diag, n, a, lda, info);
}

void Ctrti2(const char *uplo, const char *diag, mplapackint n, dd_complex *a, mplapackint lda, mplapackint &info)
{
    trtri("Ctrti2", uplo, diag, n, a, lda, info);
}

void Rtrtrs(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint nrhs, dd_real *a, mplapackint lda,
            dd_real *b, mplapackint ldb, mplapackint &info)
{
    trtrs("Rtrtrs", uplo, trans, diag, n, nrhs, a, lda, b, ldb, info);
}

void Ctrtrs(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint nrhs, dd_complex *a,
            mplapackint lda, dd_complex *b, mplapackint ldb, mplapackint &info)
{
    trtrs("Ctrtrs", uplo, trans, diag, n, nrhs, a, lda, b, ldb, info);
}
