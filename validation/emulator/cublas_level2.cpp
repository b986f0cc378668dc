/*
 * Level 2 of the emulated cuBLAS in S, D, C and Z: through CBLAS, and by definition what CBLAS does
 * not have in all types.
 */
#include "cublas.hpp"

#include <complex>

#define EMULATE_GEMV(LETTER, letter, T)                                                                                          \
    cublasStatus_t cublas##LETTER##gemv_64(cublasHandle_t h, cublasOperation_t op, int64_t m, int64_t n, const T *alpha,         \
                                           const T *A, int64_t lda, const T *x, int64_t incx, const T *beta, T *y, int64_t incy) \
    {                                                                                                                            \
        const auto run = [=](const T &a, const T &b)                                                                             \
        {                                                                                                                        \
            cblas_##letter##gemv(CblasColMajor, as_cblas(op), as_cblas(m), as_cblas(n), as_cblas(a), A, as_cblas(lda), x,        \
                                 as_cblas(incx), as_cblas(b), y, as_cblas(incy));                                                \
        };                                                                                                                       \
        return with(h, run, alpha, beta);                                                                                        \
    }
EMULATE_GEMV(S, s, float)
EMULATE_GEMV(D, d, double)
EMULATE_GEMV(C, c, cuComplex)
EMULATE_GEMV(Z, z, cuDoubleComplex)

#define EMULATE_TRIANGULAR_VECTOR(LETTER, letter, name, T)                                                                       \
    cublasStatus_t cublas##LETTER##name##_64(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op,                      \
                                             cublasDiagType_t diag, int64_t n, const T *A, int64_t lda, T *x, int64_t incx)      \
    {                                                                                                                            \
        const auto run = [=]()                                                                                                   \
        {                                                                                                                        \
            cblas_##letter##name(CblasColMajor, as_cblas(uplo), as_cblas(op), as_cblas(diag), as_cblas(n), A, as_cblas(lda), x,  \
                                 as_cblas(incx));                                                                                \
        };                                                                                                                       \
        return in_turn(h, run);                                                                                                  \
    }
EMULATE_TRIANGULAR_VECTOR(S, s, trmv, float)
EMULATE_TRIANGULAR_VECTOR(D, d, trmv, double)
EMULATE_TRIANGULAR_VECTOR(C, c, trmv, cuComplex)
EMULATE_TRIANGULAR_VECTOR(Z, z, trmv, cuDoubleComplex)
EMULATE_TRIANGULAR_VECTOR(S, s, trsv, float)
EMULATE_TRIANGULAR_VECTOR(D, d, trsv, double)
EMULATE_TRIANGULAR_VECTOR(C, c, trsv, cuComplex)
EMULATE_TRIANGULAR_VECTOR(Z, z, trsv, cuDoubleComplex)

/* ---- bands and packed matrices --------------------------------------------------------------- */

#define EMULATE_COMPACT(LETTER, letter, T, SYMMETRY, symmetry)                                                                   \
    cublasStatus_t cublas##LETTER##gbmv_64(cublasHandle_t h, cublasOperation_t op, int64_t m, int64_t n, int64_t kl, int64_t ku, \
                                           const T *alpha, const T *A, int64_t lda, const T *x, int64_t incx, const T *beta,     \
                                           T *y, int64_t incy)                                                                   \
    {                                                                                                                            \
        const auto run = [=](const T &a, const T &b)                                                                             \
        {                                                                                                                        \
            cblas_##letter##gbmv(CblasColMajor, as_cblas(op), as_cblas(m), as_cblas(n), as_cblas(kl), as_cblas(ku), as_cblas(a), \
                                 A, as_cblas(lda), x, as_cblas(incx), as_cblas(b), y, as_cblas(incy));                           \
        };                                                                                                                       \
        return with(h, run, alpha, beta);                                                                                        \
    }                                                                                                                            \
    cublasStatus_t cublas##LETTER##SYMMETRY##bmv_64(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, int64_t k,               \
                                                    const T *alpha, const T *A, int64_t lda, const T *x, int64_t incx,           \
                                                    const T *beta, T *y, int64_t incy)                                           \
    {                                                                                                                            \
        const auto run = [=](const T &a, const T &b)                                                                             \
        {                                                                                                                        \
            cblas_##letter##symmetry##bmv(CblasColMajor, as_cblas(uplo), as_cblas(n), as_cblas(k), as_cblas(a), A,               \
                                          as_cblas(lda), x, as_cblas(incx), as_cblas(b), y, as_cblas(incy));                     \
        };                                                                                                                       \
        return with(h, run, alpha, beta);                                                                                        \
    }                                                                                                                            \
    cublasStatus_t cublas##LETTER##SYMMETRY##pmv_64(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const T *alpha,          \
                                                    const T *A, const T *x, int64_t incx, const T *beta, T *y, int64_t incy)     \
    {                                                                                                                            \
        const auto run = [=](const T &a, const T &b)                                                                             \
        {                                                                                                                        \
            cblas_##letter##symmetry##pmv(CblasColMajor, as_cblas(uplo), as_cblas(n), as_cblas(a), A, x, as_cblas(incx),         \
                                          as_cblas(b), y, as_cblas(incy));                                                       \
        };                                                                                                                       \
        return with(h, run, alpha, beta);                                                                                        \
    }
EMULATE_COMPACT(S, s, float, s, s)
EMULATE_COMPACT(D, d, double, s, s)
EMULATE_COMPACT(C, c, cuComplex, h, h)
EMULATE_COMPACT(Z, z, cuDoubleComplex, h, h)

#define EMULATE_TRIANGULAR_COMPACT(LETTER, letter, name, T)                                                                      \
    cublasStatus_t cublas##LETTER##tb##name##_64(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op,                  \
                                                 cublasDiagType_t diag, int64_t n, int64_t k, const T *A, int64_t lda, T *x,     \
                                                 int64_t incx)                                                                   \
    {                                                                                                                            \
        const auto run = [=]()                                                                                                   \
        {                                                                                                                        \
            cblas_##letter##tb##name(CblasColMajor, as_cblas(uplo), as_cblas(op), as_cblas(diag), as_cblas(n), as_cblas(k), A,   \
                                     as_cblas(lda), x, as_cblas(incx));                                                          \
        };                                                                                                                       \
        return in_turn(h, run);                                                                                                  \
    }                                                                                                                            \
    cublasStatus_t cublas##LETTER##tp##name##_64(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t op,                  \
                                                 cublasDiagType_t diag, int64_t n, const T *A, T *x, int64_t incx)               \
    {                                                                                                                            \
        const auto run = [=]() {                                                                                                 \
            cblas_##letter##tp##name(CblasColMajor, as_cblas(uplo), as_cblas(op), as_cblas(diag), as_cblas(n), A, x,             \
                                     as_cblas(incx));                                                                            \
        };                                                                                                                       \
        return in_turn(h, run);                                                                                                  \
    }
EMULATE_TRIANGULAR_COMPACT(S, s, mv, float)
EMULATE_TRIANGULAR_COMPACT(D, d, mv, double)
EMULATE_TRIANGULAR_COMPACT(C, c, mv, cuComplex)
EMULATE_TRIANGULAR_COMPACT(Z, z, mv, cuDoubleComplex)
EMULATE_TRIANGULAR_COMPACT(S, s, sv, float)
EMULATE_TRIANGULAR_COMPACT(D, d, sv, double)
EMULATE_TRIANGULAR_COMPACT(C, c, sv, cuComplex)
EMULATE_TRIANGULAR_COMPACT(Z, z, sv, cuDoubleComplex)

/* ---- by definition --------------------------------------------------------------------------- */

typedef std::complex<double> wide;

static wide widen(float a) { return a; }
static wide widen(double a) { return a; }
static wide widen(cuComplex a) { return {a.x, a.y}; }
static wide widen(cuDoubleComplex a) { return {a.x, a.y}; }
static void narrow(wide a, float *to) { *to = (float)a.real(); }
static void narrow(wide a, double *to) { *to = a.real(); }
static void narrow(wide a, cuComplex *to) { *to = {(float)a.real(), (float)a.imag()}; }
static void narrow(wide a, cuDoubleComplex *to) { *to = {a.real(), a.imag()}; }

/* Products of the types: without the rules of C++ for infinite complex numbers. */
static wide times(wide a, wide b)
{
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
static wide turn(bool conjugated, wide a) { return conjugated ? std::conj(a) : a; }

/* Element i of a vector of n elements. */
template <class T>
static T &element(T *x, int64_t n, int64_t inc, int64_t i)
{
    return x[(inc < 0 ? (1 - n) * inc : 0) + i * inc];
}

/* Where element (i, j) of a matrix lies; -1: it is not stored. */
struct full
{
    int64_t lda;
    int64_t operator()(int64_t i, int64_t j) const { return i + j * lda; }
};
struct triangle
{
    bool upper;
    int64_t lda;
    int64_t operator()(int64_t i, int64_t j) const { return (upper ? i <= j : i >= j) ? i + j * lda : -1; }
};
struct packed
{
    bool upper;
    int64_t n;
    int64_t operator()(int64_t i, int64_t j) const
    {
        return upper ? (i <= j ? i + j * (j + 1) / 2 : -1) : (i >= j ? i + j * (2 * n - j - 1) / 2 : -1);
    }
};

/* A += alpha x op(y)^T, and the mirrored product where `both`, in the stored elements. */
template <class L, class T, class S>
static void update(L at, bool both, bool conjugated, bool hermitian, int64_t m, int64_t n, const S &alpha, const T *x,
                   int64_t incx, const T *y, int64_t incy, T *A)
{
    if (widen(alpha) == wide(0.0))
        return;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
        {
            if (at(i, j) < 0)
                continue;
            T *a = A + at(i, j);
            wide sum = widen(*a);
            if (hermitian && i == j)
                sum = sum.real();
            sum += times(widen(element(x, m, incx, i)), times(widen(alpha), turn(conjugated, widen(element(y, n, incy, j)))));
            if (both)
                sum += times(widen(element(y, n, incy, i)), turn(conjugated, times(widen(alpha), widen(element(x, n, incx, j)))));
            if (hermitian && i == j)
                sum = sum.real();
            narrow(sum, a);
        }
}

#define EMULATE_GER(NAME, T, conjugated)                                                                                         \
    cublasStatus_t cublas##NAME##_64(cublasHandle_t h, int64_t m, int64_t n, const T *alpha, const T *x, int64_t incx,           \
                                     const T *y, int64_t incy, T *A, int64_t lda)                                                \
    {                                                                                                                            \
        const auto run = [=](const T &a) { update(full{lda}, false, conjugated, false, m, n, a, x, incx, y, incy, A); };         \
        return with(h, run, alpha);                                                                                              \
    }
EMULATE_GER(Sger, float, false)
EMULATE_GER(Dger, double, false)
EMULATE_GER(Cgeru, cuComplex, false)
EMULATE_GER(Zgeru, cuDoubleComplex, false)
EMULATE_GER(Cgerc, cuComplex, true)
EMULATE_GER(Zgerc, cuDoubleComplex, true)

/* `scalar` is the type of alpha in the update by one vector. */
#define EMULATE_SYR(NAME, T, scalar, hermitian)                                                                                  \
    cublasStatus_t cublas##NAME##_64(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const scalar *alpha, const T *x,        \
                                     int64_t incx, T *A, int64_t lda)                                                            \
    {                                                                                                                            \
        const triangle at = {uplo == CUBLAS_FILL_MODE_UPPER, lda};                                                               \
        const auto run = [=](const scalar &a) { update(at, false, hermitian, hermitian, n, n, a, x, incx, x, incx, A); };        \
        return with(h, run, alpha);                                                                                              \
    }                                                                                                                            \
    cublasStatus_t cublas##NAME##2_64(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const T *alpha, const T *x,            \
                                      int64_t incx, const T *y, int64_t incy, T *A, int64_t lda)                                 \
    {                                                                                                                            \
        const triangle at = {uplo == CUBLAS_FILL_MODE_UPPER, lda};                                                               \
        const auto run = [=](const T &a) { update(at, true, hermitian, hermitian, n, n, a, x, incx, y, incy, A); };              \
        return with(h, run, alpha);                                                                                              \
    }
EMULATE_SYR(Ssyr, float, float, false)
EMULATE_SYR(Dsyr, double, double, false)
EMULATE_SYR(Csyr, cuComplex, cuComplex, false)
EMULATE_SYR(Zsyr, cuDoubleComplex, cuDoubleComplex, false)
EMULATE_SYR(Cher, cuComplex, float, true)
EMULATE_SYR(Zher, cuDoubleComplex, double, true)

#define EMULATE_SPR(NAME, T, scalar, hermitian)                                                                                  \
    cublasStatus_t cublas##NAME##_64(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const scalar *alpha, const T *x,        \
                                     int64_t incx, T *A)                                                                         \
    {                                                                                                                            \
        const packed at = {uplo == CUBLAS_FILL_MODE_UPPER, n};                                                                   \
        const auto run = [=](const scalar &a) { update(at, false, hermitian, hermitian, n, n, a, x, incx, x, incx, A); };        \
        return with(h, run, alpha);                                                                                              \
    }                                                                                                                            \
    cublasStatus_t cublas##NAME##2_64(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const T *alpha, const T *x,            \
                                      int64_t incx, const T *y, int64_t incy, T *A)                                              \
    {                                                                                                                            \
        const packed at = {uplo == CUBLAS_FILL_MODE_UPPER, n};                                                                   \
        const auto run = [=](const T &a) { update(at, true, hermitian, hermitian, n, n, a, x, incx, y, incy, A); };              \
        return with(h, run, alpha);                                                                                              \
    }
EMULATE_SPR(Sspr, float, float, false)
EMULATE_SPR(Dspr, double, double, false)
EMULATE_SPR(Chpr, cuComplex, float, true)
EMULATE_SPR(Zhpr, cuDoubleComplex, double, true)
