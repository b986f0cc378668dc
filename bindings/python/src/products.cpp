/*
 * Products of vectors and matrices by the library.
 *
 * Arrays of NumPy are row-major, so that the memory of a matrix A is the column-major matrix A^T.
 * C = A B is computed as C^T = B^T A^T. A matrix whose rows or whose columns are contiguous is used
 * where it is, with the operation N or T; any other one is copied.
 */
#include "core.hpp"
#include "api.hpp"

#include <atomic>
#include <cstring>

namespace
{

std::atomic<int64_t> copies{0}; /* copied operands since the module was loaded */

/* ---- operands -------------------------------------------------------------------------------- */

template <typename T>
struct Copied
{
    std::vector<double> memory;

    const T *fill(const Buffer &from, int axes)
    {
        const int64_t rows = axes == 2 ? from.size(0) : 1, columns = from.size(axes - 1);
        const int64_t row_stride = axes == 2 ? from.stride(0) : 0, stride = from.stride(axes - 1);
        memory.resize(static_cast<size_t>(rows * columns) * (sizeof(T) / sizeof(double)));
        char *to = reinterpret_cast<char *>(memory.data());
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++, to += sizeof(T))
                std::memcpy(to, from.data() + i * row_stride + j * stride, sizeof(T));
        copies++;
        return reinterpret_cast<const T *>(memory.data());
    }
};

/* A matrix operand. Its memory is read as a column-major matrix M, and transposed(M) is the
 * transpose of the array. */
template <typename T>
struct Matrix
{
    const T *data;
    int64_t rows, columns, ld;
    ddblasOperation_t transposed; /* N or T */
    Copied<T> copy;

    explicit Matrix(const Buffer &a)
    {
        constexpr int64_t size = sizeof(T);
        rows = a.size(0);
        columns = a.size(1);
        const int64_t row_stride = rows > 1 ? a.stride(0) : size * (columns > 1 ? columns : 1);
        const int64_t column_stride = columns > 1 ? a.stride(1) : size;
        data = reinterpret_cast<const T *>(a.data());
        if (column_stride == size && row_stride >= size * columns && row_stride % size == 0)
        {
            transposed = DDBLAS_OP_N;
            ld = row_stride / size;
        }
        else if (row_stride == size && column_stride >= size * rows && column_stride % size == 0)
        {
            transposed = DDBLAS_OP_T;
            ld = column_stride / size;
        }
        else
        {
            transposed = DDBLAS_OP_N;
            ld = columns;
            data = copy.fill(a, 2);
        }
        if (ld < 1)
            ld = 1;
    }
    Matrix(const Matrix &) = delete;
    Matrix &operator=(const Matrix &) = delete;

    ddblasOperation_t as_it_is() const { return transposed == DDBLAS_OP_N ? DDBLAS_OP_T : DDBLAS_OP_N; }
    /* Rows and columns of the column-major matrix in memory. */
    int64_t memory_rows() const { return transposed == DDBLAS_OP_N ? columns : rows; }
    int64_t memory_columns() const { return transposed == DDBLAS_OP_N ? rows : columns; }
};

template <typename T>
struct Vector
{
    const T *data;
    int64_t n, increment;
    Copied<T> copy;

    explicit Vector(const Buffer &x)
    {
        constexpr int64_t size = sizeof(T);
        n = x.size(0);
        const int64_t stride = n > 1 ? x.stride(0) : size;
        data = reinterpret_cast<const T *>(x.data());
        increment = stride / size;
        if (stride == 0 || stride % size != 0)
        {
            data = copy.fill(x, 1);
            increment = 1;
        }
        else if (stride < 0) /* BLAS expects the lowest address */
            data = reinterpret_cast<const T *>(x.data() + (n - 1) * stride);
    }
    Vector(const Vector &) = delete;
    Vector &operator=(const Vector &) = delete;
};

/* ---- products -------------------------------------------------------------------------------- */

void check_inner(int64_t one, int64_t other)
{
    if (one != other)
        raise_value("matmul: the inner sizes of the operands differ: %lld and %lld", static_cast<long long>(one),
                    static_cast<long long>(other));
}

template <typename T>
T *results(const Buffer &out)
{
    return reinterpret_cast<T *>(out.data());
}

/* x^T y, with conj(x) if conjugated. */
template <typename T>
nb::object dot_of(const Buffer &a, const Buffer &b, bool conjugated)
{
    const Vector<T> x(a), y(b);
    check_inner(x.n, y.n);
    nb::object result = empty_elements(0, nullptr, Api<T>::is_complex);
    const Buffer out(result, true, "result");
    call_library(
        [&](ddblasHandle_t handle) {
            return (conjugated ? Api<T>::dotc : Api<T>::dot)(handle, x.n, x.data, x.increment, y.data, y.increment,
                                                             results<T>(out));
        });
    return result;
}

/* A x, or A^T x where the vector is the left operand. */
template <typename T>
nb::object gemv_of(const Buffer &a, const Buffer &b, bool vector_left)
{
    const Matrix<T> A(a);
    const Vector<T> x(b);
    check_inner(vector_left ? A.rows : A.columns, x.n);
    const int64_t m = vector_left ? A.columns : A.rows;
    nb::object result = empty_elements(1, &m, Api<T>::is_complex);
    const Buffer out(result, true, "result");
    const T one = Api<T>::one(), zero = Api<T>::zero();
    if (x.n == 0)
        std::memset(out.data(), 0, static_cast<size_t>(m) * sizeof(T));
    else
        call_library(
            [&](ddblasHandle_t handle)
            {
                return Api<T>::gemv(handle, vector_left ? A.transposed : A.as_it_is(), A.memory_rows(), A.memory_columns(), &one,
                                    A.data, A.ld, x.data, x.increment, &zero, results<T>(out), 1);
            });
    return result;
}

template <typename T>
nb::object gemm_of(const Buffer &a, const Buffer &b)
{
    const Matrix<T> A(a), B(b);
    check_inner(A.columns, B.rows);
    const int64_t shape[2] = {A.rows, B.columns};
    nb::object result = empty_elements(2, shape, Api<T>::is_complex);
    const Buffer out(result, true, "result");
    const T one = Api<T>::one(), zero = Api<T>::zero();
    call_library(
        [&](ddblasHandle_t handle)
        {
            return Api<T>::gemm(handle, B.transposed, A.transposed, B.columns, A.rows, A.columns, &one, B.data, B.ld, A.data,
                                A.ld, &zero, results<T>(out), B.columns > 1 ? B.columns : 1);
        });
    return result;
}

template <typename T>
nb::object product_of(const Buffer &a, int a_axes, const Buffer &b, int b_axes)
{
    if (a_axes == 1 && b_axes == 1)
        return dot_of<T>(a, b, false);
    if (b_axes == 1)
        return gemv_of<T>(a, b, false);
    return a_axes == 1 ? gemv_of<T>(b, a, true) : gemm_of<T>(a, b);
}

/* The product of arrays of one or two axes. */
nb::object matmul(bool is_complex, nb::handle left, nb::handle right)
{
    const Buffer a(left, false, "left operand"), b(right, false, "right operand");
    const int a_axes = a.element_axes(is_complex, "left operand"), b_axes = b.element_axes(is_complex, "right operand");
    if (a_axes < 1 || a_axes > 2 || b_axes < 1 || b_axes > 2)
        raise_value("matmul: operands of one or two axes are expected");
    return with_type(is_complex,
                     [&](auto *type) { return product_of<std::remove_pointer_t<decltype(type)>>(a, a_axes, b, b_axes); });
}

nb::object vdot(bool is_complex, nb::handle left, nb::handle right)
{
    const Buffer a(left, false, "left operand"), b(right, false, "right operand");
    if (a.element_axes(is_complex, "left operand") != 1 || b.element_axes(is_complex, "right operand") != 1)
        raise_value("vdot: vectors are expected");
    return with_type(is_complex, [&](auto *type) { return dot_of<std::remove_pointer_t<decltype(type)>>(a, b, true); });
}

/* The Euclidean norm of a vector. */
nb::object nrm2(bool is_complex, nb::handle operand)
{
    const Buffer a(operand, false, "operand");
    if (a.element_axes(is_complex, "operand") != 1)
        raise_value("norm: a vector is expected");
    return WITH_ELEMENTS(is_complex, T, {
        const Vector<T> x(a);
        nb::object result = empty_elements(0, nullptr, false);
        const Buffer out(result, true, "result");
        call_library([&](ddblasHandle_t handle)
                     { return Api<T>::nrm2(handle, x.n, x.data, x.increment, results<cuddreal>(out)); });
        return result;
    });
}

/* A norm of a matrix; one and infinity exchange where the memory is the transpose. */
nb::object lange(bool is_complex, int norm, nb::handle operand)
{
    const Buffer a(operand, false, "operand");
    if (a.element_axes(is_complex, "operand") != 2)
        raise_value("norm: a matrix is expected");
    return WITH_ELEMENTS(is_complex, T, {
        const Matrix<T> A(a);
        int which = norm;
        if (A.transposed == DDBLAS_OP_N && (norm == DDBLAS_NORM_ONE || norm == DDBLAS_NORM_INF))
            which = norm == DDBLAS_NORM_ONE ? DDBLAS_NORM_INF : DDBLAS_NORM_ONE;
        nb::object result = empty_elements(0, nullptr, false);
        const Buffer out(result, true, "result");
        call_library(
            [&](ddblasHandle_t handle)
            {
                return Api<T>::lange(handle, static_cast<ddblasNorm_t>(which), A.memory_rows(), A.memory_columns(), A.data, A.ld,
                                     results<cuddreal>(out));
            });
        return result;
    });
}

} // namespace

void define_products(nb::module_ &module)
{
    module.def("matmul", &matmul);
    module.def("vdot", &vdot);
    module.def("nrm2", &nrm2);
    module.def("lange", &lange);
    module.def("copies", [] { return copies.load(); });
}
