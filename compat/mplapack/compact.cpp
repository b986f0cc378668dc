/*
 * Level 2: band and packed matrices and vectors.
 */
#include "door.hpp"
#include "letters.hpp"
#include "number.hpp"
#include "pins.hpp"

namespace ddblas_mplapack
{
namespace
{
template <class T>
void gbmv(const char *name, const char *trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const T &alpha, const T *a,
          int64_t lda, const T *x, int64_t incx, const T &beta, T *y, int64_t incy)
{
    const auto op = operation(trans);
    const int wrong = op.wrong()          ? 1
                      : m < 0             ? 2
                      : n < 0             ? 3
                      : kl < 0            ? 4
                      : ku < 0            ? 5
                      : lda < kl + ku + 1 ? 8
                      : incx == 0         ? 10
                      : incy == 0         ? 13
                                          : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (m == 0 || n == 0 || (equals(alpha, 0.0) && equals(beta, 1.0)))
        return;
    will_write_vector(y, op == DDBLAS_OP_N ? m : n, incy);
    on_cpu({name, m, n, kl + ku},
           [&](ddblasHandle_t handle) {
               return library<T>::gbmv(handle, op, m, n, kl, ku, same(&alpha), same(a), lda, same(x), incx, same(&beta), same(y),
                                       incy);
           });
}

template <class T>
void hbmv(const char *name, const char *uplo, int64_t n, int64_t k, const T &alpha, const T *a, int64_t lda, const T *x,
          int64_t incx, const T &beta, T *y, int64_t incy)
{
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : k < 0 ? 3 : lda < k + 1 ? 6 : incx == 0 ? 8 : incy == 0 ? 11 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0 || (equals(alpha, 0.0) && equals(beta, 1.0)))
        return;
    will_write_vector(y, n, incy);
    on_cpu({name, n, n, k},
           [&](ddblasHandle_t handle) {
               return library<T>::hbmv(handle, stored, n, k, same(&alpha), same(a), lda, same(x), incx, same(&beta), same(y),
                                       incy);
           });
}

template <class T>
void hpmv(const char *name, const char *uplo, int64_t n, const T &alpha, const T *ap, const T *x, int64_t incx, const T &beta,
          T *y, int64_t incy)
{
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : incx == 0 ? 6 : incy == 0 ? 9 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0 || (equals(alpha, 0.0) && equals(beta, 1.0)))
        return;
    will_write_vector(y, n, incy);
    on_cpu({name, n, n, 0}, [&](ddblasHandle_t handle)
           { return library<T>::hpmv(handle, stored, n, same(&alpha), same(ap), same(x), incx, same(&beta), same(y), incy); });
}

template <class T>
void hpr(const char *name, const char *uplo, int64_t n, const dd_real &alpha, const T *x, int64_t incx, T *ap)
{
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : incx == 0 ? 5 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0 || equals(alpha, 0.0))
        return;
    will_write_vector(ap, n * (n + 1) / 2, 1);
    on_cpu({name, n, n, 0},
           [&](ddblasHandle_t handle) { return library<T>::hpr(handle, stored, n, same(&alpha), same(x), incx, same(ap)); });
}

template <class T>
void hpr2(const char *name, const char *uplo, int64_t n, const T &alpha, const T *x, int64_t incx, const T *y, int64_t incy,
          T *ap)
{
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : incx == 0 ? 5 : incy == 0 ? 7 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0 || equals(alpha, 0.0))
        return;
    will_write_vector(ap, n * (n + 1) / 2, 1);
    on_cpu({name, n, n, 0}, [&](ddblasHandle_t handle)
           { return library<T>::hpr2(handle, stored, n, same(&alpha), same(x), incx, same(y), incy, same(ap)); });
}

/* The first wrong letter or order of a triangular matrix, or 0. */
struct triangular
{
    chosen<ddblasFillMode_t> stored;
    chosen<ddblasOperation_t> op;
    chosen<ddblasDiagType_t> unit;
    int wrong;
    triangular(const char *uplo, const char *trans, const char *diag, int64_t n)
        : stored(triangle(uplo)), op(operation(trans)), unit(diagonal(diag)), wrong(stored.wrong() ? 1
                                                                                    : op.wrong()   ? 2
                                                                                    : unit.wrong() ? 3
                                                                                    : n < 0        ? 4
                                                                                                   : 0)
    {
    }
};

template <class T, class F>
void band(const char *name, F function, const char *uplo, const char *trans, const char *diag, int64_t n, int64_t k, const T *a,
          int64_t lda, T *x, int64_t incx)
{
    const triangular t(uplo, trans, diag, n);
    const int wrong = t.wrong ? t.wrong : k < 0 ? 5 : lda < k + 1 ? 7 : incx == 0 ? 9 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    will_write_vector(x, n, incx);
    if (n > 0)
        on_cpu({name, n, n, k}, [&](ddblasHandle_t handle)
               { return function(handle, t.stored, t.op, t.unit, n, k, same(a), lda, same(x), incx); });
}

template <class T, class F>
void packed(const char *name, F function, const char *uplo, const char *trans, const char *diag, int64_t n, const T *ap, T *x,
            int64_t incx)
{
    const triangular t(uplo, trans, diag, n);
    const int wrong = t.wrong ? t.wrong : incx == 0 ? 7 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    will_write_vector(x, n, incx);
    if (n > 0)
        on_cpu({name, n, n, 0},
               [&](ddblasHandle_t handle) { return function(handle, t.stored, t.op, t.unit, n, same(ap), same(x), incx); });
}
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

void Rgbmv(const char *trans, mplapackint m, mplapackint n, mplapackint kl, mplapackint ku, dd_real alpha, dd_real *a,
           mplapackint lda, dd_real *x, mplapackint incx, dd_real beta, dd_real *y, mplapackint incy)
{
    gbmv("Rgbmv ", trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy);
}
void Cgbmv(const char *trans, mplapackint m, mplapackint n, mplapackint kl, mplapackint ku, dd_complex alpha, dd_complex *a,
           mplapackint lda, dd_complex *x, mplapackint incx, dd_complex beta, dd_complex *y, mplapackint incy)
{
    gbmv("Cgbmv ", trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy);
}

void Rsbmv(const char *uplo, mplapackint n, mplapackint k, dd_real alpha, dd_real *a, mplapackint lda, dd_real *x,
           mplapackint incx, dd_real beta, dd_real *y, mplapackint incy)
{
    hbmv("Rsbmv ", uplo, n, k, alpha, a, lda, x, incx, beta, y, incy);
}
void Chbmv(const char *uplo, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *x,
           mplapackint incx, dd_complex beta, dd_complex *y, mplapackint incy)
{
    hbmv("Chbmv ", uplo, n, k, alpha, a, lda, x, incx, beta, y, incy);
}

void Rspmv(const char *uplo, mplapackint n, dd_real alpha, dd_real *ap, dd_real *x, mplapackint incx, dd_real beta, dd_real *y,
           mplapackint incy)
{
    hpmv("Rspmv ", uplo, n, alpha, ap, x, incx, beta, y, incy);
}
void Chpmv(const char *uplo, mplapackint n, dd_complex alpha, dd_complex *ap, dd_complex *x, mplapackint incx, dd_complex beta,
           dd_complex *y, mplapackint incy)
{
    hpmv("Chpmv ", uplo, n, alpha, ap, x, incx, beta, y, incy);
}

void Rspr(const char *uplo, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *ap)
{
    hpr("Rspr  ", uplo, n, alpha, x, incx, ap);
}
void Chpr(const char *uplo, mplapackint n, dd_real alpha, dd_complex *x, mplapackint incx, dd_complex *ap)
{
    hpr("Chpr  ", uplo, n, alpha, x, incx, ap);
}

void Rspr2(const char *uplo, mplapackint n, dd_real alpha, dd_real *x, mplapackint incx, dd_real *y, mplapackint incy,
           dd_real *ap)
{
    hpr2("Rspr2 ", uplo, n, alpha, x, incx, y, incy, ap);
}
void Chpr2(const char *uplo, mplapackint n, dd_complex alpha, dd_complex *x, mplapackint incx, dd_complex *y, mplapackint incy,
           dd_complex *ap)
{
    hpr2("Chpr2 ", uplo, n, alpha, x, incx, y, incy, ap);
}

void Rtbmv(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint k, dd_real *a, mplapackint lda,
           dd_real *x, mplapackint incx)
{
    band("Rtbmv ", ddblasWtbmv, uplo, trans, diag, n, k, a, lda, x, incx);
}
void Ctbmv(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda,
           dd_complex *x, mplapackint incx)
{
    band("Ctbmv ", ddblasUtbmv, uplo, trans, diag, n, k, a, lda, x, incx);
}

void Rtbsv(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint k, dd_real *a, mplapackint lda,
           dd_real *x, mplapackint incx)
{
    band("Rtbsv ", ddblasWtbsv, uplo, trans, diag, n, k, a, lda, x, incx);
}
void Ctbsv(const char *uplo, const char *trans, const char *diag, mplapackint n, mplapackint k, dd_complex *a, mplapackint lda,
           dd_complex *x, mplapackint incx)
{
    band("Ctbsv ", ddblasUtbsv, uplo, trans, diag, n, k, a, lda, x, incx);
}

void Rtpmv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_real *ap, dd_real *x, mplapackint incx)
{
    packed("Rtpmv ", ddblasWtpmv, uplo, trans, diag, n, ap, x, incx);
}
void Ctpmv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_complex *ap, dd_complex *x, mplapackint incx)
{
    packed("Ctpmv ", ddblasUtpmv, uplo, trans, diag, n, ap, x, incx);
}

void Rtpsv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_real *ap, dd_real *x, mplapackint incx)
{
    packed("Rtpsv ", ddblasWtpsv, uplo, trans, diag, n, ap, x, incx);
}
void Ctpsv(const char *uplo, const char *trans, const char *diag, mplapackint n, dd_complex *ap, dd_complex *x, mplapackint incx)
{
    packed("Ctpsv ", ddblasUtpsv, uplo, trans, diag, n, ap, x, incx);
}
