/*
 * Level 3: matrices.
 */
#include "door.hpp"
#include "letters.hpp"
#include "number.hpp"
#include "pins.hpp"

namespace ddblas_mplapack
{
namespace
{
enum
{
    SMALL_PRODUCT = 2 /* The order up to which loops take less time than a call. */
};

/* An output that is only written if beta is 0. */
template <class T, class B>
matrix output(T *c, int64_t rows, int64_t columns, int64_t leading, const B &beta)
{
    return equals(beta, 0.0) ? writes(c, rows, columns, leading) : updates(c, rows, columns, leading);
}

template <class T>
void gemm(const char *name, const char *transa, const char *transb, int64_t m, int64_t n, int64_t k, const T &alpha, const T *a,
          int64_t lda, const T *b, int64_t ldb, const T &beta, T *c, int64_t ldc)
{
    using number = typename library<T>::number;
    const auto op_a = operation(transa), op_b = operation(transb);
    const bool plain_a = op_a == DDBLAS_OP_N, plain_b = op_b == DDBLAS_OP_N;
    const int64_t rows_a = plain_a ? m : k, columns_a = plain_a ? k : m, rows_b = plain_b ? k : n, columns_b = plain_b ? n : k;
    const int wrong = op_a.wrong()                 ? 1
                      : op_b.wrong()               ? 2
                      : m < 0                      ? 3
                      : n < 0                      ? 4
                      : k < 0                      ? 5
                      : lda < at_least_one(rows_a) ? 8
                      : ldb < at_least_one(rows_b) ? 10
                      : ldc < at_least_one(m)      ? 13
                                                   : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (m == 0 || n == 0 || ((equals(alpha, 0.0) || k == 0) && equals(beta, 1.0)))
        return;
    if (m <= SMALL_PRODUCT && n <= SMALL_PRODUCT && k <= SMALL_PRODUCT && k > 0 && !equals(alpha, 0.0))
    {
        will_write_matrix(c, m, n, ldc);
        return library<T>::small().gemm(m, n, k, same(&alpha), same(a), plain_a ? 1 : lda, plain_a ? lda : 1, op_a == DDBLAS_OP_C,
                                        same(b), plain_b ? 1 : ldb, plain_b ? ldb : 1, op_b == DDBLAS_OP_C, same(&beta), same(c),
                                        ldc);
    }
    const bool product = !equals(alpha, 0.0);
    on_engine({name, m, n, k}, product ? (double)m * (double)n * (double)k : 0.0,
              {reads(a, rows_a, columns_a, lda), reads(b, rows_b, columns_b, ldb), output(c, m, n, ldc, beta)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::gemm(handle, op_a, op_b, m, n, k, same(&alpha), v[0].as<number>(), v[0].leading,
                                          v[1].as<number>(), v[1].leading, same(&beta), v[2].as<number>(), v[2].leading);
              });
}

template <class T, class F>
void symm(const char *name, F function, const char *side, const char *uplo, int64_t m, int64_t n, const T &alpha, const T *a,
          int64_t lda, const T *b, int64_t ldb, const T &beta, T *c, int64_t ldc)
{
    using number = typename library<T>::number;
    const auto where = side_of(side);
    const auto stored = triangle(uplo);
    const int64_t order = where == DDBLAS_SIDE_LEFT ? m : n;
    const int wrong = where.wrong()               ? 1
                      : stored.wrong()            ? 2
                      : m < 0                     ? 3
                      : n < 0                     ? 4
                      : lda < at_least_one(order) ? 7
                      : ldb < at_least_one(m)     ? 9
                      : ldc < at_least_one(m)     ? 12
                                                  : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (m == 0 || n == 0 || (equals(alpha, 0.0) && equals(beta, 1.0)))
        return;
    const bool product = !equals(alpha, 0.0);
    on_engine({name, m, n, order}, product ? (double)m * (double)n * (double)order : 0.0,
              {reads(a, order, order, lda), reads(b, m, n, ldb), output(c, m, n, ldc, beta)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return function(handle, where, stored, m, n, same(&alpha), v[0].as<number>(), v[0].leading, v[1].as<number>(),
                                  v[1].leading, same(&beta), v[2].as<number>(), v[2].leading);
              });
}

/* Arguments of an update of a triangle of C by op(A) op(A)^T or op(A) op(B)^T, or with ^H: op(A) is
 * n x k. The letter `forbidden` of trans is an error. */
struct rank_update
{
    chosen<ddblasFillMode_t> stored;
    chosen<ddblasOperation_t> op;
    int64_t rows, columns; /* Those of A. */
    int wrong;             /* The first wrong argument of the four, or 0. */
    rank_update(int forbidden, const char *uplo, const char *trans, int64_t n, int64_t k)
        : stored(triangle(uplo)), op(operation(trans)), rows(op == DDBLAS_OP_N ? n : k), columns(op == DDBLAS_OP_N ? k : n),
          wrong(stored.wrong()                        ? 1
                : op.wrong() || op.value == forbidden ? 2
                : n < 0                               ? 3
                : k < 0                               ? 4
                                                      : 0)
    {
    }
};

/* A is the type of the scalars. */
template <class T, class A, class F>
void syrk(const char *name, F function, int forbidden, const char *uplo, const char *trans, int64_t n, int64_t k, const A &alpha,
          const T *a, int64_t lda, const A &beta, T *c, int64_t ldc)
{
    using number = typename library<T>::number;
    const rank_update r(forbidden, uplo, trans, n, k);
    const int wrong = r.wrong ? r.wrong : lda < at_least_one(r.rows) ? 7 : ldc < at_least_one(n) ? 10 : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0 || ((equals(alpha, 0.0) || k == 0) && equals(beta, 1.0)))
        return;
    const bool product = !equals(alpha, 0.0);
    on_engine({name, n, n, k}, product ? 0.5 * (double)n * (double)n * (double)k : 0.0,
              {reads(a, r.rows, r.columns, lda), updates(c, n, n, ldc)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return function(handle, r.stored, r.op, n, k, same(&alpha), v[0].as<number>(), v[0].leading, same(&beta),
                                  v[1].as<number>(), v[1].leading);
              });
}

/* B is the type of beta. */
template <class T, class B, class F>
void syr2k(const char *name, F function, int forbidden, const char *uplo, const char *trans, int64_t n, int64_t k, const T &alpha,
           const T *a, int64_t lda, const T *b, int64_t ldb, const B &beta, T *c, int64_t ldc)
{
    using number = typename library<T>::number;
    const rank_update r(forbidden, uplo, trans, n, k);
    const int wrong = r.wrong                      ? r.wrong
                      : lda < at_least_one(r.rows) ? 7
                      : ldb < at_least_one(r.rows) ? 9
                      : ldc < at_least_one(n)      ? 12
                                                   : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (n == 0 || ((equals(alpha, 0.0) || k == 0) && equals(beta, 1.0)))
        return;
    const bool product = !equals(alpha, 0.0);
    on_engine({name, n, n, k}, product ? (double)n * (double)n * (double)k : 0.0,
              {reads(a, r.rows, r.columns, lda), reads(b, r.rows, r.columns, ldb), updates(c, n, n, ldc)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return function(handle, r.stored, r.op, n, k, same(&alpha), v[0].as<number>(), v[0].leading, v[1].as<number>(),
                                  v[1].leading, same(&beta), v[2].as<number>(), v[2].leading);
              });
}

/* A triangular matrix and m x n elements that a product with it, or a solution, replaces. */
template <class T, class F>
void triangular(const char *name, F function, const char *side, const char *uplo, const char *transa, const char *diag, int64_t m,
                int64_t n, const T &alpha, const T *a, int64_t lda, T *b, int64_t ldb)
{
    using number = typename library<T>::number;
    const auto where = side_of(side);
    const auto stored = triangle(uplo);
    const auto op = operation(transa);
    const auto unit = diagonal(diag);
    const int64_t order = where == DDBLAS_SIDE_LEFT ? m : n;
    const int wrong = where.wrong()               ? 1
                      : stored.wrong()            ? 2
                      : op.wrong()                ? 3
                      : unit.wrong()              ? 4
                      : m < 0                     ? 5
                      : n < 0                     ? 6
                      : lda < at_least_one(order) ? 9
                      : ldb < at_least_one(m)     ? 11
                                                  : 0;
    if (wrong)
        return Mxerbla_dd(name, wrong);
    if (m == 0 || n == 0)
        return;
    const bool product = !equals(alpha, 0.0);
    on_engine({name, m, n, order}, product ? 0.5 * (double)m * (double)n * (double)order : 0.0,
              {reads(a, order, order, lda), updates(b, m, n, ldb)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return function(handle, where, stored, op, unit, m, n, same(&alpha), v[0].as<number>(), v[0].leading,
                                  v[1].as<number>(), v[1].leading);
              });
}

/* ddblas has a trmm with an output of its own, which may be the operand. */
template <class T>
struct multiply
{
    using number = typename library<T>::number;
    ddblasStatus_t operator()(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t op,
                              ddblasDiagType_t diag, int64_t m, int64_t n, const number *alpha, const number *a, int64_t lda,
                              number *b, int64_t ldb) const
    {
        return library<T>::trmm(handle, side, uplo, op, diag, m, n, alpha, a, lda, b, ldb, b, ldb);
    }
};

constexpr int no_letter = -2;
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

void Rgemm(const char *transa, const char *transb, mplapackint m, mplapackint n, mplapackint k, dd_real alpha, dd_real *a,
           mplapackint lda, dd_real *b, mplapackint ldb, dd_real beta, dd_real *c, mplapackint ldc)
{
    gemm("Rgemm ", transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void Cgemm(const char *transa, const char *transb, mplapackint m, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a,
           mplapackint lda, dd_complex *b, mplapackint ldb, dd_complex beta, dd_complex *c, mplapackint ldc)
{
    gemm("Cgemm ", transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void Rsymm(const char *side, const char *uplo, mplapackint m, mplapackint n, dd_real alpha, dd_real *a, mplapackint lda,
           dd_real *b, mplapackint ldb, dd_real beta, dd_real *c, mplapackint ldc)
{
    symm("Rsymm ", ddblasWsymm, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

void Csymm(const char *side, const char *uplo, mplapackint m, mplapackint n, dd_complex alpha, dd_complex *a, mplapackint lda,
           dd_complex *b, mplapackint ldb, dd_complex beta, dd_complex *c, mplapackint ldc)
{
    symm("Csymm ", ddblasUsymm, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

void Chemm(const char *side, const char *uplo, mplapackint m, mplapackint n, dd_complex alpha, dd_complex *a, mplapackint lda,
           dd_complex *b, mplapackint ldb, dd_complex beta, dd_complex *c, mplapackint ldc)
{
    symm("Chemm ", ddblasUhemm, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

void Rsyrk(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_real alpha, dd_real *a, mplapackint lda,
           dd_real beta, dd_real *c, mplapackint ldc)
{
    syrk("Rsyrk ", ddblasWsyrk, no_letter, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

void Csyrk(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a, mplapackint lda,
           dd_complex beta, dd_complex *c, mplapackint ldc)
{
    syrk("Csyrk ", ddblasUsyrk, DDBLAS_OP_C, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

void Cherk(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_real alpha, dd_complex *a, mplapackint lda,
           dd_real beta, dd_complex *c, mplapackint ldc)
{
    syrk("Cherk ", ddblasUherk, DDBLAS_OP_T, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

void Rsyr2k(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_real alpha, dd_real *a, mplapackint lda,
            dd_real *b, mplapackint ldb, dd_real beta, dd_real *c, mplapackint ldc)
{
    syr2k("Rsyr2k", ddblasWsyr2k, no_letter, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void Csyr2k(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a, mplapackint lda,
            dd_complex *b, mplapackint ldb, dd_complex beta, dd_complex *c, mplapackint ldc)
{
    syr2k("Csyr2k", ddblasUsyr2k, DDBLAS_OP_C, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void Cher2k(const char *uplo, const char *trans, mplapackint n, mplapackint k, dd_complex alpha, dd_complex *a, mplapackint lda,
            dd_complex *b, mplapackint ldb, dd_real beta, dd_complex *c, mplapackint ldc)
{
    syr2k("Cher2k", ddblasUher2k, DDBLAS_OP_T, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void Rtrmm(const char *side, const char *uplo, const char *transa, const char *diag, mplapackint m, mplapackint n, dd_real alpha,
           dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb)
{
    triangular("Rtrmm ", multiply<dd_real>(), side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}

void Ctrmm(const char *side, const char *uplo, const char *transa, const char *diag, mplapackint m, mplapackint n,
           dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb)
{
    triangular("Ctrmm ", multiply<dd_complex>(), side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}

void Rtrsm(const char *side, const char *uplo, const char *transa, const char *diag, mplapackint m, mplapackint n, dd_real alpha,
           dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb)
{
    triangular("Rtrsm ", ddblasWtrsm, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}

void Ctrsm(const char *side, const char *uplo, const char *transa, const char *diag, mplapackint m, mplapackint n,
           dd_complex alpha, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb)
{
    triangular("Ctrsm ", ddblasUtrsm, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}
