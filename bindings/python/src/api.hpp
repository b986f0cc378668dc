/*
 * The functions of the library by element type: Api<cuddreal>::gesv is ddblasWgesv.
 */
#ifndef DDBLAS_PYTHON_API_HPP
#define DDBLAS_PYTHON_API_HPP

#include <dd/ddblas.h>

template <typename T>
struct Api;

/* name, function of W, function of U */
#define DDBLAS_API_LIST(ROW)                                                                                                     \
    ROW(dot, Wdot, Udotu)                                                                                                        \
    ROW(dotc, Wdot, Udotc)                                                                                                       \
    ROW(nrm2, Wnrm2, Wunrm2)                                                                                                     \
    ROW(gemv, Wgemv, Ugemv)                                                                                                      \
    ROW(gemm, Wgemm, Ugemm)                                                                                                      \
    ROW(gesv, Wgesv, Ugesv)                                                                                                      \
    ROW(getrf, Wgetrf, Ugetrf)                                                                                                   \
    ROW(getri, Wgetri, Ugetri)                                                                                                   \
    ROW(gedet, Wgedet, Ugedet)                                                                                                   \
    ROW(logdet, Wlogdet, Ulogdet)                                                                                                \
    ROW(potrf, Wpotrf, Upotrf)                                                                                                   \
    ROW(geqrf, Wgeqrf, Ugeqrf)                                                                                                   \
    ROW(orgqr, Worgqr, Uungqr)                                                                                                   \
    ROW(syevd, Wsyevd, Uheevd)                                                                                                   \
    ROW(gesvd, Wgesvd, Ugesvd)                                                                                                   \
    ROW(pinv, Wpinv, Upinv)                                                                                                      \
    ROW(lange, Wlange, Ulange)                                                                                                   \
    ROW(geam, Wgeam, Ugeam)                                                                                                      \
    ROW(laset, Wlaset, Ulaset)

template <>
struct Api<cuddreal>
{
#define DDBLAS_ROW(name, of_w, of_u) static constexpr auto name = ddblas##of_w;
    DDBLAS_API_LIST(DDBLAS_ROW)
#undef DDBLAS_ROW
    static constexpr bool is_complex = false;
    static cuddreal one() { return cuddFromDouble(1.0); }
    static cuddreal zero() { return cuddFromDouble(0.0); }
};

template <>
struct Api<cuddcomplex>
{
#define DDBLAS_ROW(name, of_w, of_u) static constexpr auto name = ddblas##of_u;
    DDBLAS_API_LIST(DDBLAS_ROW)
#undef DDBLAS_ROW
    static constexpr bool is_complex = true;
    static cuddcomplex one() { return cuddcFromDoubles(1.0, 0.0); }
    static cuddcomplex zero() { return cuddcFromDoubles(0.0, 0.0); }
};

#endif
