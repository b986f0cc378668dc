/*
 * Views of vectors and matrices, and the routines that take them: sizes, increments and leading
 * dimensions come from the views, and shapes that do not fit are an exception that names them.
 *
 *   std::vector<cuddreal> a(m * n), x(n), y(m), c(m * m);
 *   dd::matrix_view A(a.data(), m, n), C(c.data(), m, m);
 *   dd::gemv(h, DDBLAS_OP_N, 1, A, x, 0, y);              y = A x
 *   dd::gemm(h, DDBLAS_OP_N, DDBLAS_OP_T, 1, A, A, 0, C); C = A A^T
 *   cuddreal size = dd::nrm2(h, dd::vector_view(y));
 *
 * Matrices are stored by columns. A vector_view is made of anything contiguous that has data() and
 * size(), such as std::vector, std::array and std::span, or of a row, a column or a diagonal of a
 * matrix_view; a routine that also takes a matrix converts such a container implicitly. Nothing is
 * copied or owned. Scalars are values of the element type on the host, and the handle must be in
 * its host pointer mode. Otherwise the documentation of the C functions holds. dd/routines.hpp has
 * all other routines.
 */
#ifndef DD_VIEWS_HPP
#define DD_VIEWS_HPP

#include <cstdint>

#include <dd/routines.hpp>

namespace dd
{

/* n elements of type T at data[0], data[increment], ...; T is const if they are only read. */
template <class T>
struct vector_view
{
    T *data;
    std::int64_t size, increment;

    vector_view(T *first, std::int64_t n, std::int64_t step = 1) noexcept : data(first), size(n), increment(step) {}
    template <class Container, class = decltype(static_cast<T *>(std::declval<Container &>().data()))>
    vector_view(Container &container) noexcept
        : data(container.data()), size(static_cast<std::int64_t>(container.size())), increment(1)
    {
    }
    vector_view(const vector_view<std::remove_const_t<T>> &other) noexcept
        : data(other.data), size(other.size), increment(other.increment)
    {
    }

    T &operator[](std::int64_t i) const noexcept { return data[i * increment]; }
};

template <class Container>
vector_view(Container &container) -> vector_view<std::remove_pointer_t<decltype(container.data())>>;
template <class T>
vector_view(T *first, std::int64_t n, std::int64_t step) -> vector_view<T>;

/* rows x columns elements, column j at data + j * leading. */
template <class T>
struct matrix_view
{
    T *data;
    std::int64_t rows, columns, leading;

    matrix_view(T *first, std::int64_t m, std::int64_t n, std::int64_t ld) noexcept
        : data(first), rows(m), columns(n), leading(ld)
    {
    }
    matrix_view(T *first, std::int64_t m, std::int64_t n) noexcept : matrix_view(first, m, n, m > 0 ? m : 1) {}
    matrix_view(const matrix_view<std::remove_const_t<T>> &other) noexcept
        : data(other.data), rows(other.rows), columns(other.columns), leading(other.leading)
    {
    }

    T &operator()(std::int64_t i, std::int64_t j) const noexcept { return data[i + j * leading]; }
    vector_view<T> column(std::int64_t j) const noexcept { return vector_view<T>(data + j * leading, rows); }
    vector_view<T> row(std::int64_t i) const noexcept { return vector_view<T>(data + i, columns, leading); }
    vector_view<T> diagonal() const noexcept { return vector_view<T>(data, rows < columns ? rows : columns, leading + 1); }
    /* The m x n block whose first element is (i, j). */
    matrix_view block(std::int64_t i, std::int64_t j, std::int64_t m, std::int64_t n) const noexcept
    {
        return matrix_view(data + i + j * leading, m, n, leading);
    }
};

/* A type that does not take part in the choice of T, so that containers and numbers convert. */
template <class T>
struct as_is
{
    typedef T type;
};
template <class T>
using given = typename as_is<T>::type;
template <class T>
using element = typename as_is<std::remove_const_t<T>>::type;

/* The shape of op(A). */
template <class T>
std::int64_t rows_of(ddblasOperation_t op, const matrix_view<T> &A)
{
    return op == DDBLAS_OP_N ? A.rows : A.columns;
}
template <class T>
std::int64_t columns_of(ddblasOperation_t op, const matrix_view<T> &A)
{
    return op == DDBLAS_OP_N ? A.columns : A.rows;
}

/* "3 columns", "1 column". */
inline std::string counted(std::int64_t n, std::string units)
{
    if (n == 1)
        units.pop_back();
    return std::to_string(n) + " " + units;
}

/* Throws std::invalid_argument unless m = n: "gemv: op(A) has 3 columns, x has 1 element". */
inline void require_equal(const char *routine, const char *one, std::int64_t m, const char *units, const char *other,
                          std::int64_t n, const char *other_units)
{
    if (m != n)
        throw std::invalid_argument(std::string(routine) + ": " + one + " has " + counted(m, units) + ", " + other + " has " +
                                    counted(n, other_units));
}

template <class T>
void require_square(const char *routine, const matrix_view<T> &A)
{
    require_equal(routine, "A", A.rows, "rows", "A", A.columns, "columns");
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* y = alpha x + y */
template <class T>
void axpy(const handle &h, given<T> alpha, given<vector_view<const T>> x, vector_view<T> y)
{
    require_equal("axpy", "x", x.size, "elements", "y", y.size, "elements");
    axpy(h, y.size, &alpha, x.data, x.increment, y.data, y.increment);
}

/* x = alpha x */
template <class T>
void scal(const handle &h, given<T> alpha, vector_view<T> x)
{
    scal(h, x.size, &alpha, x.data, x.increment);
}

/* The sum of x_i y_i, of real vectors. */
template <class T>
std::remove_const_t<T> dot(const handle &h, vector_view<T> x, given<vector_view<const T>> y)
{
    std::remove_const_t<T> result;
    require_equal("dot", "x", x.size, "elements", "y", y.size, "elements");
    dot(h, x.size, x.data, x.increment, y.data, y.increment, &result);
    return result;
}

/* The Euclidean norm of a real vector. */
template <class T>
std::remove_const_t<T> nrm2(const handle &h, vector_view<T> x)
{
    std::remove_const_t<T> result;
    nrm2(h, x.size, x.data, x.increment, &result);
    return result;
}

/* ---- matrices and vectors -------------------------------------------------------------------- */

/* y = alpha op(A) x + beta y */
template <class T>
void gemv(const handle &h, ddblasOperation_t op, element<T> alpha, matrix_view<T> A, vector_view<const element<T>> x,
          element<T> beta, vector_view<element<T>> y)
{
    require_equal("gemv", "op(A)", columns_of(op, A), "columns", "x", x.size, "elements");
    require_equal("gemv", "op(A)", rows_of(op, A), "rows", "y", y.size, "elements");
    gemv(h, op, A.rows, A.columns, &alpha, A.data, A.leading, x.data, x.increment, &beta, y.data, y.increment);
}

/* y = alpha A x + beta y, A symmetric, the triangle uplo of it stored. */
template <class T>
void symv(const handle &h, ddblasFillMode_t uplo, element<T> alpha, matrix_view<T> A, vector_view<const element<T>> x,
          element<T> beta, vector_view<element<T>> y)
{
    require_square("symv", A);
    require_equal("symv", "A", A.columns, "columns", "x", x.size, "elements");
    require_equal("symv", "A", A.rows, "rows", "y", y.size, "elements");
    symv(h, uplo, A.rows, &alpha, A.data, A.leading, x.data, x.increment, &beta, y.data, y.increment);
}

/* ---- matrices -------------------------------------------------------------------------------- */

/* C = alpha op(A) op(B) + beta C */
template <class T>
void gemm(const handle &h, ddblasOperation_t opa, ddblasOperation_t opb, given<T> alpha, given<matrix_view<const T>> A,
          given<matrix_view<const T>> B, given<T> beta, matrix_view<T> C)
{
    require_equal("gemm", "op(A)", rows_of(opa, A), "rows", "C", C.rows, "rows");
    require_equal("gemm", "op(B)", columns_of(opb, B), "columns", "C", C.columns, "columns");
    require_equal("gemm", "op(A)", columns_of(opa, A), "columns", "op(B)", rows_of(opb, B), "rows");
    gemm(h, opa, opb, C.rows, C.columns, columns_of(opa, A), &alpha, A.data, A.leading, B.data, B.leading, &beta, C.data,
         C.leading);
}

/* C = alpha op(A) op(A)^T + beta C, the triangle uplo of C alone. */
template <class T>
void syrk(const handle &h, ddblasFillMode_t uplo, ddblasOperation_t op, given<T> alpha, given<matrix_view<const T>> A,
          given<T> beta, matrix_view<T> C)
{
    require_equal("syrk", "C", C.rows, "rows", "C", C.columns, "columns");
    require_equal("syrk", "op(A)", rows_of(op, A), "rows", "C", C.rows, "rows");
    syrk(h, uplo, op, C.rows, columns_of(op, A), &alpha, A.data, A.leading, &beta, C.data, C.leading);
}

/* B = alpha op(A)^-1 B or alpha B op(A)^-1, A triangular. */
template <class T>
void trsm(const handle &h, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t op, ddblasDiagType_t diag,
          given<T> alpha, given<matrix_view<const T>> A, matrix_view<T> B)
{
    require_square("trsm", A);
    require_equal("trsm", "A", A.rows, "rows", "B", side == DDBLAS_SIDE_LEFT ? B.rows : B.columns,
                  side == DDBLAS_SIDE_LEFT ? "rows" : "columns");
    trsm(h, side, uplo, op, diag, B.rows, B.columns, &alpha, A.data, A.leading, B.data, B.leading);
}

/* ---- systems and eigenvalues: they return info, which is 0 for success ----------------------- */

/* A = L L^H or U^H U in place. Returns 0, or the order of a leading minor that is not positive. */
template <class T>
std::int64_t potrf(const handle &h, ddblasFillMode_t uplo, matrix_view<T> A)
{
    std::int64_t info = 0;
    require_square("potrf", A);
    potrf(h, uplo, A.rows, A.data, A.leading, &info);
    return info;
}

/* B = A^-1 B by Cholesky factors, which replace A. Returns as potrf. */
template <class T>
std::int64_t posv(const handle &h, ddblasFillMode_t uplo, matrix_view<T> A, given<matrix_view<T>> B)
{
    std::int64_t info = 0;
    require_square("posv", A);
    require_equal("posv", "A", A.rows, "rows", "B", B.rows, "rows");
    posv(h, uplo, A.rows, B.columns, A.data, A.leading, B.data, B.leading, &info);
    return info;
}

/* B = A^-1 B by LU factors, which replace A; pivots as getrf's. Returns 0, or i if U(i, i) = 0. */
template <class T>
std::int64_t gesv(const handle &h, matrix_view<T> A, given<vector_view<std::int64_t>> pivots, given<matrix_view<T>> B)
{
    std::int64_t info = 0;
    require_square("gesv", A);
    require_equal("gesv", "A", A.rows, "rows", "B", B.rows, "rows");
    require_equal("gesv", "A", A.rows, "rows", "pivots", pivots.size, "elements");
    gesv(h, A.rows, B.columns, A.data, A.leading, pivots.data, B.data, B.leading, &info);
    return info;
}

/* Eigenvalues w, ascending, of a real symmetric A, and with DDBLAS_EIG_MODE_VECTOR the vectors in
 * A. */
template <class T>
std::int64_t syevd(const handle &h, ddblasEigMode_t job, ddblasFillMode_t uplo, matrix_view<T> A, given<vector_view<T>> w)
{
    std::int64_t info = 0;
    require_square("syevd", A);
    require_equal("syevd", "A", A.rows, "rows", "w", w.size, "elements");
    syevd(h, job, uplo, A.rows, A.data, A.leading, w.data, &info);
    return info;
}

} // namespace dd

#endif
