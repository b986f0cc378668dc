/*
 * Constants of the arithmetic, norms, copies and exchanges.
 */
#include "lapack.hpp"

namespace ddblas_mplapack
{
namespace
{
template <class T>
dd_real lange(const char *name, const char *norm, int64_t m, int64_t n, const T *a, int64_t lda)
{
    const auto which = norm_of(norm);
    dd_real result(0.0);
    if (m > 0 && n > 0 && !which.wrong())
        on_cpu({name, m, n, 0},
               [&](ddblasHandle_t handle) { return library<T>::lange(handle, which, m, n, same(a), lda, same(&result)); });
    return result;
}

template <class T, class F>
dd_real lansy(const char *name, F function, const char *norm, const char *uplo, int64_t n, const T *a, int64_t lda)
{
    const auto which = norm_of(norm);
    const ddblasFillMode_t stored = capital(uplo) == 'U' ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
    dd_real result(0.0);
    if (n > 0 && !which.wrong())
        on_cpu({name, n, n, 0},
               [&](ddblasHandle_t handle) { return function(handle, which, stored, n, same(a), lda, same(&result)); });
    return result;
}

template <class T>
void lacpy(const char *name, const char *uplo, int64_t m, int64_t n, const T *a, int64_t lda, T *b, int64_t ldb)
{
    will_write_matrix(b, m, n, ldb);
    if (m > 0 && n > 0)
        on_cpu({name, m, n, 0},
               [&](ddblasHandle_t handle) { return library<T>::lacpy(handle, part(uplo), m, n, same(a), lda, same(b), ldb); });
}

template <class T>
void laset(const char *name, const char *uplo, int64_t m, int64_t n, const T &alpha, const T &beta, T *a, int64_t lda)
{
    will_write_matrix(a, m, n, lda);
    if (m > 0 && n > 0)
        on_cpu({name, m, n, 0}, [&](ddblasHandle_t handle)
               { return library<T>::laset(handle, part(uplo), m, n, same(&alpha), same(&beta), same(a), lda); });
}

template <class T>
void laswp(const char *name, int64_t n, T *a, int64_t lda, int64_t k1, int64_t k2, const mplapackint *ipiv, int64_t incx)
{
    will_write_matrix(a, lda, n, lda); /* The rows that ipiv names are all below lda. */
    if (n > 0 && incx != 0 && k1 <= k2)
        on_cpu({name, n, k1, k2},
               [&](ddblasHandle_t handle) { return library<T>::laswp(handle, n, same(a), lda, k1, k2, ipiv, incx); });
}
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

/* QD's constants, which programs written for MPLAPACK expect. */
dd_real Rlamch_dd(const char *cmach)
{
    const double eps = 0x1p-104, base = 2.0, smallest = 0x1p-969;
    switch (capital(cmach))
    {
    case 'E':
        return dd_real(eps);
    case 'S':
    case 'U':
        return dd_real(smallest);
    case 'B':
        return dd_real(base);
    case 'P':
        return dd_real(eps * base);
    case 'N':
        return dd_real(106.0);
    case 'R':
        return dd_real(1.0);
    case 'M':
        return dd_real(-1021.0 + 53.0);
    case 'L':
        return dd_real(1024.0);
    case 'O':
        return dd_real(1.79769313486231570815e+308, 9.97920154767359795037e+291);
    default:
        Mxerbla_dd("Rlamch", 1);
        return dd_real(0.0);
    }
}

dd_real Rlange(const char *norm, mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *)
{
    return lange("Rlange", norm, m, n, a, lda);
}

dd_real Clange(const char *norm, mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_real *)
{
    return lange("Clange", norm, m, n, a, lda);
}

dd_real Rlansy(const char *norm, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *)
{
    return lansy("Rlansy", ddblasWlansy, norm, uplo, n, a, lda);
}

dd_real Clansy(const char *norm, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *)
{
    return lansy("Clansy", ddblasUlansy, norm, uplo, n, a, lda);
}

dd_real Clanhe(const char *norm, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *)
{
    return lansy("Clanhe", ddblasUlanhe, norm, uplo, n, a, lda);
}

void Rlacpy(const char *uplo, mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb)
{
    lacpy("Rlacpy", uplo, m, n, a, lda, b, ldb);
}

void Clacpy(const char *uplo, mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb)
{
    lacpy("Clacpy", uplo, m, n, a, lda, b, ldb);
}

void Rlaset(const char *uplo, mplapackint m, mplapackint n, dd_real alpha, dd_real beta, dd_real *a, mplapackint lda)
{
    laset("Rlaset", uplo, m, n, alpha, beta, a, lda);
}

void Claset(const char *uplo, mplapackint m, mplapackint n, dd_complex alpha, dd_complex beta, dd_complex *a, mplapackint lda)
{
    laset("Claset", uplo, m, n, alpha, beta, a, lda);
}

void Rlaswp(mplapackint n, dd_real *a, mplapackint lda, mplapackint k1, mplapackint k2, mplapackint *ipiv, mplapackint incx)
{
    laswp("Rlaswp", n, a, lda, k1, k2, ipiv, incx);
}

void Claswp(mplapackint n, dd_complex *a, mplapackint lda, mplapackint k1, mplapackint k2, mplapackint *ipiv, mplapackint incx)
{
    laswp("Claswp", n, a, lda, k1, k2, ipiv, incx);
}
