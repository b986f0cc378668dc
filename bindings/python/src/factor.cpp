/*
 * Linear systems, factorisations, inverses and determinants. Matrices are column-major and are
 * overwritten, as in the library; ddblas/linalg.py makes the copies and raises the exceptions for
 * info.
 */
#include "columns.hpp"

#include <cstring>

namespace
{

/* A x = b: A becomes its factors, b the solutions. Returns info. */
int64_t gesv(bool is_complex, nb::handle a, nb::handle b)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a"), B(b, "b");
        check_square(A.rows(), A.columns());
        check_square(A.rows(), B.rows());
        const MadeIntegers pivots(A.rows());
        int64_t info = 0;
        call_library(
            [&](ddblasHandle_t handle)
            { return Api<T>::gesv(handle, A.rows(), B.columns(), A.data(), A.ld(), pivots.data(), B.data(), B.ld(), &info); });
        return info;
    });
}

/* Returns (pivots, info). */
nb::object getrf(bool is_complex, nb::handle a)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a");
        const MadeIntegers pivots(A.rows() < A.columns() ? A.rows() : A.columns());
        int64_t info = 0;
        call_library([&](ddblasHandle_t handle)
                     { return Api<T>::getrf(handle, A.rows(), A.columns(), A.data(), A.ld(), pivots.data(), &info); });
        return nb::object(nb::make_tuple(pivots.object, info));
    });
}

/* The pivots of getrf for a matrix of order n. The library does not check them. */
class Pivots
{
  public:
    Pivots(nb::handle object, int64_t n) : buffer_(object, false, "pivots")
    {
        if (!buffer_.is_int64() || buffer_.axes() != 1 || buffer_.size(0) != n || !buffer_.contiguous())
            raise_value("pivots: a vector of int64 is expected");
        for (int64_t i = 0; i < n; i++)
            if (data()[i] < 1 || data()[i] > n)
                raise_value("pivots: a number is out of its range");
    }
    const int64_t *data() const { return reinterpret_cast<const int64_t *>(buffer_.data()); }

  private:
    Buffer buffer_;
};

/* (inverse, info) */
nb::object getri(bool is_complex, nb::handle a, nb::handle pivots)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a");
        check_square(A.rows(), A.columns());
        const Pivots P(pivots, A.rows());
        const Made<T> C = make_columns<T>(A.rows(), A.columns());
        int64_t info = 0;
        call_library([&](ddblasHandle_t handle)
                     { return Api<T>::getri(handle, A.rows(), A.data(), A.ld(), P.data(), C.data(), A.ld(), &info); });
        return nb::object(nb::make_tuple(C.object, info));
    });
}

/* (mantissa, exponent, log |det|) from the factors of getrf. */
nb::object gedet(bool is_complex, nb::handle a, nb::handle pivots)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a");
        check_square(A.rows(), A.columns());
        const Pivots P(pivots, A.rows());
        const Made<T> mantissa(0, nullptr);
        const Made<cuddreal> logarithm(0, nullptr);
        int64_t exponent = 0;
        call_library([&](ddblasHandle_t handle)
                     { return Api<T>::gedet(handle, A.rows(), A.data(), A.ld(), P.data(), mantissa.data(), &exponent); });
        call_library([&](ddblasHandle_t handle) { return Api<T>::logdet(handle, mantissa.data(), &exponent, logarithm.data()); });
        return nb::object(nb::make_tuple(mantissa.object, exponent, logarithm.object));
    });
}

/* The lower or upper triangle becomes the factor, the other one 0. Returns info. */
int64_t potrf(bool is_complex, bool upper, nb::handle a)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a");
        check_square(A.rows(), A.columns());
        const int64_t n = A.rows();
        int64_t info = 0;
        call_library(
            [&](ddblasHandle_t handle) {
                return Api<T>::potrf(handle, upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, A.data(), A.ld(), &info);
            });
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = upper ? j + 1 : 0; i < (upper ? n : j); i++)
                A.data()[i + j * n] = Api<T>::zero();
        return info;
    });
}

/* Returns tau; A becomes R and the reflectors. */
nb::object geqrf(bool is_complex, nb::handle a)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a");
        const Made<T> tau = make_vector<T>(A.rows() < A.columns() ? A.rows() : A.columns());
        call_library([&](ddblasHandle_t handle)
                     { return Api<T>::geqrf(handle, A.rows(), A.columns(), A.data(), A.ld(), tau.data()); });
        return tau.object;
    });
}

/* The reflectors in the first columns of A become the first columns of Q. */
void orgqr(bool is_complex, nb::handle a, nb::handle tau)
{
    WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a");
        const Buffer factors(tau, false, "tau");
        if (factors.element_axes(is_complex, "tau") != 1 || !factors.contiguous())
            raise_value("tau: a contiguous vector is expected");
        call_library(
            [&](ddblasHandle_t handle)
            {
                return Api<T>::orgqr(handle, A.rows(), A.columns(), factors.size(0), A.data(), A.ld(),
                                     reinterpret_cast<const T *>(factors.data()));
            });
    });
}

} // namespace

void define_factor(nb::module_ &module)
{
    module.def("gesv", &gesv);
    module.def("getrf", &getrf);
    module.def("getri", &getri);
    module.def("gedet", &gedet);
    module.def("potrf", &potrf);
    module.def("geqrf", &geqrf);
    module.def("orgqr", &orgqr);
}
