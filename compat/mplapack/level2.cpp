/*
 * Level 2: matrices and vectors.
 */
#include "door.hpp"
#include "letters.hpp"
#include "number.hpp"
#include "pins.hpp"

namespace ddblas_mplapack
{
namespace
{
/* Orders up to which loops take less time than a call, as measured (docs/lab/mplapack.md). */
enum
{
    SMALL_PRODUCT = 4,
    SMALL_TRIANGLE = 8
};

template <class T>
void gemv(const char *name, const char *trans, int64_t m, int64_t n, const T &alpha, const T *a, int64_t lda, const T *x,
          int64_t incx, const T &beta, T *y, int64_t incy)
{
    const auto op = operation(trans);
    const int wrong = op.wrong() ? 1 : m < 0 ? 2 : n < 0 ? 3 : lda < at_least_one(m) ? 6 : incx == 0 ? 8 : incy == 0 ? 11 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (m == 0 || n == 0 || (equals(alpha, 0.0) && equals(beta, 1.0)))
        return;
    will_write_vector(y, op == DDBLAS_OP_N ? m : n, incy);
    if (m <= SMALL_PRODUCT && n <= SMALL_PRODUCT && !equals(alpha, 0.0))
    {
        const bool plain = op == DDBLAS_OP_N;
        const int64_t rows = plain ? m : n, columns = plain ? n : m;
        return library<T>::small().gemv(rows, columns, same(&alpha), same(a), plain ? 1 : lda, plain ? lda : 1, op == DDBLAS_OP_C,
                                        origin(same(x), columns, incx), incx, same(&beta), origin(same(y), rows, incy), incy);
    }
    on_cpu({name, m, n, 0}, [&](ddblasHandle_t handle)
           { return library<T>::gemv(handle, op, m, n, same(&alpha), same(a), lda, same(x), incx, same(&beta), same(y), incy); });
}

template <class T>
void hemv(const char *name, const char *uplo, int64_t n, const T &alpha, const T *a, int64_t lda, const T *x, int64_t incx,
          const T &beta, T *y, int64_t incy)
{
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : lda < at_least_one(n) ? 5 : incx == 0 ? 7 : incy == 0 ? 10 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0 || (equals(alpha, 0.0) && equals(beta, 1.0)))
        return;
    will_write_vector(y, n, incy);
    if (n <= SMALL_PRODUCT && !equals(alpha, 0.0))
        return library<T>::small().hemv(stored == DDBLAS_FILL_MODE_UPPER, n, same(&alpha), same(a), lda, origin(same(x), n, incx),
                                        incx, same(&beta), origin(same(y), n, incy), incy);
    on_cpu({name, n, n, 0},
           [&](ddblasHandle_t handle) {
               return library<T>::hemv(handle, stored, n, same(&alpha), same(a), lda, same(x), incx, same(&beta), same(y), incy);
           });
}

template <class T, class F>
void ger(const char *name, F function, bool conjugate, int64_t m, int64_t n, const T &alpha, const T *x, int64_t incx, const T *y,
         int64_t incy, T *a, int64_t lda)
{
    const int wrong = m < 0 ? 1 : n < 0 ? 2 : incx == 0 ? 5 : incy == 0 ? 7 : lda < at_least_one(m) ? 9 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (m == 0 || n == 0 || equals(alpha, 0.0))
        return;
    will_write_matrix(a, m, n, lda);
    if (m <= SMALL_PRODUCT && n <= SMALL_PRODUCT)
        return library<T>::small().ger(m, n, same(&alpha), origin(same(x), m, incx), incx, origin(same(y), n, incy), incy,
                                       conjugate, same(a), lda);
    on_cpu({name, m, n, 0}, [&](ddblasHandle_t handle)
           { return function(handle, m, n, same(&alpha), same(x), incx, same(y), incy, same(a), lda); });
}

template <class T>
void her(const char *name, const char *uplo, int64_t n, const dd_real &alpha, const T *x, int64_t incx, T *a, int64_t lda)
{
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : incx == 0 ? 5 : lda < at_least_one(n) ? 7 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0 || equals(alpha, 0.0))
        return;
    will_write_matrix(a, n, n, lda);
    on_cpu({name, n, n, 0},
           [&](ddblasHandle_t handle) { return library<T>::her(handle, stored, n, same(&alpha), same(x), incx, same(a), lda); });
}

template <class T>
void her2(const char *name, const char *uplo, int64_t n, const T &alpha, const T *x, int64_t incx, const T *y, int64_t incy, T *a,
          int64_t lda)
{
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : incx == 0 ? 5 : incy == 0 ? 7 : lda < at_least_one(n) ? 9 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0 || equals(alpha, 0.0))
        return;
    will_write_matrix(a, n, n, lda);
    on_cpu({name, n, n, 0}, [&](ddblasHandle_t handle)
           { return library<T>::her2(handle, stored, n, same(&alpha), same(x), incx, same(y), incy, same(a), lda); });
}

/* A triangular matrix and a vector: `function` of ddblas, `loops` for small orders. */
template <class T, class F, class G>
void triangular(const char *name, F function, G loops, const char *uplo, const char *trans, const char *diag, int64_t n,
                const T *a, int64_t lda, T *x, int64_t incx)
{
    const auto stored = triangle(uplo);
    const auto op = operation(trans);
    const auto unit = diagonal(diag);
    const int wrong = stored.wrong()          ? 1
                      : op.wrong()            ? 2
                      : unit.wrong()          ? 3
                      : n < 0                 ? 4
                      : lda < at_least_one(n) ? 6
                      : incx == 0             ? 8
                                              : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0)
        return;
    will_write_vector(x, n, incx);
    if (n <= SMALL_TRIANGLE)
    {
        const bool plain = op == DDBLAS_OP_N, upper = (stored == DDBLAS_FILL_MODE_UPPER) == plain;
        return loops(upper, unit == DDBLAS_DIAG_UNIT, n, same(a), plain ? 1 : lda, plain ? lda : 1, op == DDBLAS_OP_C,
                     origin(same(x), n, incx), incx);
    }
    on_cpu({name, n, n, 0},
           [&](ddblasHandle_t handle) { return function(handle, stored, op, unit, n, same(a), lda, same(x), incx); });
}
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

void Rgemv(const char *trans, mplapackint m, mplapackint n, dd_real alpha, dd_real *a, mplapackint lda, dd_real *x,
           mplapackint incx, dd_real beta, dd_real *y, mplapackint incy)
{
    gemv("Rgemv ", trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}
void Cgemv(const char *trans, mplapackint m, mplapackint n, dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *x,
           mplapackint incx, dd_complex beta, dd_complex *y, mplapackint incy)
{
    gemv("Cgemv ", trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

void Rsymv(const char *uplo, mplapackint n, dd_real alpha, dd_real *a, mplapackint lda, dd_real *x, mplapackint incx,
           dd_real beta, dd_real *y, mplapackint incy)
{
    hemv("Rsymv ", uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}
void Chemv(const char *uplo, mplapackint n, dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *x, mplapackint incx,
           dd_complex beta, dd_complex *y, mplapackint incy)
{
    hemv("Chemv ", uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

void Rger(mplapackint m, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *y, mplapackint incy, dd_real *a,
          mplapackint lda)
{
    ger("Rger  ", ddblasWger, false, m, n, alpha, x, incx, y, incy, a, lda);
}
void Cgeru(mplapackint m, mplapackint n, dd_complex alpha, dd_complex *x, mplapackint incx, dd_complex *y, mplapackint incy,
           dd_complex *a, mplapackint lda)
{
    ger("Cgeru ", ddblasUgeru, false, m, n, alpha, x, incx, y, incy, a, lda);
}
void Cgerc(mplapackint m, mplapackint n, dd_complex alpha, dd_complex *x, mplapackint incx, dd_complex *y, mplapackint incy,
           dd_complex *a, mplapackint lda)
{
    ger("Cgerc ", ddblasUgerc, true, m, n, alpha, x, incx, y, incy, a, lda);
}

void Rsyr(const char *uplo, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *a, mplapackint lda)
{
    her("Rsyr  ", uplo, n, alpha, x, incx, a, lda);
}
void Cher(const char *uplo, mplapackint n, dd_real alpha, dd_complex *x, mplapackint incx, dd_complex *a, mplapackint lda)
{
    her("Cher  ", uplo, n, alpha, x, incx, a, lda);
}

void Rsyr2(const char *uplo, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *y, mplapackint incy, dd_real *a,
           mplapackint lda)
{
    her2("Rsyr2 ", uplo, n, alpha, x, incx, y, incy, a, lda);
}
void Cher2(const char *uplo, mplapackint n, dd_complex alpha, dd_complex *x, mplapackint incx, dd_complex *y, mplapackint incy,
           dd_complex *a, mplapackint lda)
{
    her2("Cher2 ", uplo, n, alpha, x, incx, y, incy, a, lda);
}

void Rtrmv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_real *a, mplapackint lda, dd_real *x,
           mplapackint incx)
{
    triangular("Rtrmv ", ddblasWtrmv, library<dd_real>::small().trmv, uplo, trans, diag, n, a, lda, x, incx);
}
void Ctrmv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *x,
           mplapackint incx)
{
    triangular("Ctrmv ", ddblasUtrmv, library<dd_complex>::small().trmv, uplo, trans, diag, n, a, lda, x, incx);
}

void Rtrsv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_real *a, mplapackint lda, dd_real *x,
           mplapackint incx)
{
    triangular("Rtrsv ", ddblasWtrsv, library<dd_real>::small().trsv, uplo, trans, diag, n, a, lda, x, incx);
}
void Ctrsv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *x,
           mplapackint incx)
{
    triangular("Ctrsv ", ddblasUtrsv, library<dd_complex>::small().trsv, uplo, trans, diag, n, a, lda, x, incx);
}
