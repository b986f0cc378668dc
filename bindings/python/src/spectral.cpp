/*
 * Eigenvalues, singular values and the pseudo-inverse. Matrices are column-major; ddblas/linalg.py
 * raises the exceptions for info.
 */
#include "columns.hpp"

namespace
{

/* (w, info); A becomes the vectors if they are wanted. */
nb::object syevd(bool is_complex, bool vectors, bool upper, nb::handle a)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a");
        check_square(A.rows(), A.columns());
        const Made<cuddreal> w = make_vector<cuddreal>(A.rows());
        int64_t info = 0;
        call_library(
            [&](ddblasHandle_t handle)
            {
                return Api<T>::syevd(handle, vectors ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR,
                                     upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, A.rows(), A.data(), A.ld(),
                                     w.data(), &info);
            });
        return nb::object(nb::make_tuple(w.object, info));
    });
}

/* Real: (real parts, imaginary parts, vectors in LAPACK's form, info). */
nb::object geev_real(nb::handle a, bool vectors)
{
    const Columns<cuddreal> A(a, "a");
    check_square(A.rows(), A.columns());
    const int64_t n = A.rows();
    const Made<cuddreal> wr = make_vector<cuddreal>(n), wi = make_vector<cuddreal>(n);
    const Made<cuddreal> V = make_columns<cuddreal>(vectors ? n : 0, vectors ? n : 0);
    int64_t info = 0;
    call_library(
        [&](ddblasHandle_t handle)
        {
            return ddblasWgeev(handle, DDBLAS_EIG_MODE_NOVECTOR, vectors ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR, n,
                               A.data(), A.ld(), wr.data(), wi.data(), nullptr, 1, V.data(), A.ld(), &info);
        });
    return nb::make_tuple(wr.object, wi.object, V.object, info);
}

/* Complex: (eigenvalues, vectors, info). */
nb::object geev_complex(nb::handle a, bool vectors)
{
    const Columns<cuddcomplex> A(a, "a");
    check_square(A.rows(), A.columns());
    const int64_t n = A.rows();
    const Made<cuddcomplex> w = make_vector<cuddcomplex>(n);
    const Made<cuddcomplex> V = make_columns<cuddcomplex>(vectors ? n : 0, vectors ? n : 0);
    int64_t info = 0;
    call_library(
        [&](ddblasHandle_t handle)
        {
            return ddblasUgeev(handle, DDBLAS_EIG_MODE_NOVECTOR, vectors ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR, n,
                               A.data(), A.ld(), w.data(), nullptr, 1, V.data(), A.ld(), &info);
        });
    return nb::make_tuple(w.object, V.object, info);
}

/* (U, s, VT, info) with no vectors (0), thin (1) or full ones (2). */
nb::object gesvd(bool is_complex, int mode, nb::handle a)
{
    if (mode < DDBLAS_SVD_MODE_NONE || mode > DDBLAS_SVD_MODE_FULL)
        raise_value("mode: %d is none of 0, 1 and 2", mode);
    return WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a");
        const int64_t m = A.rows(), n = A.columns(), k = m < n ? m : n;
        const bool none = mode == DDBLAS_SVD_MODE_NONE, full = mode == DDBLAS_SVD_MODE_FULL;
        const Made<T> U = make_columns<T>(none ? 0 : m, none ? 0 : full ? m : k);
        const int64_t vt_rows = none ? 0 : full ? n : k;
        const Made<T> VT = make_columns<T>(vt_rows, none ? 0 : n);
        const Made<cuddreal> s = make_vector<cuddreal>(k);
        const ddblasSvdMode_t job = static_cast<ddblasSvdMode_t>(mode);
        int64_t info = 0;
        call_library(
            [&](ddblasHandle_t handle)
            {
                return Api<T>::gesvd(handle, job, job, m, n, A.data(), A.ld(), s.data(), U.data(), A.ld(), VT.data(),
                                     vt_rows > 1 ? vt_rows : 1, &info);
            });
        return nb::object(nb::make_tuple(U.object, s.object, VT.object, info));
    });
}

/* (pseudo-inverse, rank, info) */
nb::object pinv(bool is_complex, double tolerance, nb::handle a)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Columns<T> A(a, "a");
        const int64_t m = A.rows(), n = A.columns();
        const Made<T> X = make_columns<T>(n, m);
        alignas(16) cuddreal gap[2];
        int64_t rank = 0, info = 0;
        call_library(
            [&](ddblasHandle_t handle)
            { return Api<T>::pinv(handle, m, n, A.data(), A.ld(), tolerance, X.data(), n > 1 ? n : 1, gap, &rank, &info); });
        return nb::object(nb::make_tuple(X.object, rank, info));
    });
}

} // namespace

void define_spectral(nb::module_ &module)
{
    module.def("syevd", &syevd);
    module.def("geev_real", &geev_real);
    module.def("geev_complex", &geev_complex);
    module.def("gesvd", &gesvd);
    module.def("pinv", &pinv);
}
