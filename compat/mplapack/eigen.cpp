/*
 * Eigenvalues and eigenvectors of symmetric and Hermitian matrices.
 */
#include "lapack.hpp"

namespace ddblas_mplapack
{
namespace
{
/* Sizes of the workspaces of a routine that has more than one, and the caller's. Real routines have
 * no rwork. */
struct sizes
{
    int64_t work, rwork, iwork;
};
template <class T>
struct workspaces
{
    T *work;
    int64_t lwork;
    dd_real *rwork;
    int64_t lrwork;
    mplapackint *iwork;
    int64_t liwork;
    bool is_query() const { return lwork == -1 || (rwork && lrwork == -1) || liwork == -1; }

    /* The first size that is too small, where lwork is argument `at`, or 0. */
    int wrong(const sizes &least, int at) const
    {
        if (is_query())
            return 0;
        return lwork < least.work ? at : rwork && lrwork < least.rwork ? at + 2 : liwork < least.iwork ? at + (rwork ? 4 : 2) : 0;
    }
    /* Writes the sizes to the first elements. */
    void tell(const sizes &least) const
    {
        will_write(work, sizeof *work);
        work[0] = T((double)least.work);
        iwork[0] = least.iwork;
        if (rwork)
        {
            will_write(rwork, sizeof *rwork);
            rwork[0] = dd_real((double)least.rwork);
        }
    }
};

/* Whether the call ends before any computation: argument `wrong`, a workspace that is too small, or
 * a query. */
template <class T>
bool ends(const char *name, int wrong, const workspaces<T> &own, const sizes &least, int at, mplapackint &info)
{
    if (refused(name, wrong ? wrong : own.wrong(least, at), info))
        return true;
    own.tell(least);
    return own.is_query();
}

/* The eigenvalues, and the eigenvectors in place of the matrix: syev and syevd, heev and heevd. */
template <class T>
void heevd(const char *name, const char *jobz, const char *uplo, int64_t n, T *a, int64_t lda, dd_real *w, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto job = vectors(jobz);
    const auto stored = triangle(uplo);
    on_engine({name, n, n, job}, cube(n) * (job == DDBLAS_EIG_MODE_VECTOR ? 3.0 : 0.7),
              {updates(a, n, n, lda), vector(w, n), vector(&info, 1)},
              [&](ddblasHandle_t handle, const view *v) {
                  return library<T>::heevd(handle, job, stored, n, v[0].as<number>(), v[0].leading, v[1].as<cuddreal>(),
                                           v[2].as<int64_t>());
              });
}

/* The first wrong argument of the four, or 0. */
int wrong_problem(const char *jobz, const char *uplo, int64_t n, int64_t lda)
{
    return vectors(jobz).wrong() ? 1 : triangle(uplo).wrong() ? 2 : n < 0 ? 3 : lda < at_least_one(n) ? 5 : 0;
}

template <class T>
void heev(const char *name, const char *jobz, const char *uplo, int64_t n, T *a, int64_t lda, dd_real *w, T *work, int64_t lwork,
          mplapackint &info)
{
    const int64_t least = library<T>::is_complex ? 2 * n - 1 : 3 * n - 1;
    int wrong = wrong_problem(jobz, uplo, n, lda);
    if (!wrong && too_small(lwork, least))
        wrong = 8;
    if (!refused(name, wrong, info) && !is_query(work, lwork, least) && n > 0)
        heevd(name, jobz, uplo, n, a, lda, w, info);
}

/* Sizes as LAPACK asks for them. */
sizes sizes_of_heevd(bool complex, bool with_vectors, int64_t n)
{
    if (n <= 1)
        return {1, 1, 1};
    const int64_t most = 1 + (complex ? 5 : 6) * n + 2 * n * n, iwork = with_vectors ? 3 + 5 * n : 1;
    if (complex)
        return {with_vectors ? 2 * n + n * n : n + 1, with_vectors ? most : n, iwork};
    return {with_vectors ? most : 2 * n + 1, 1, iwork};
}

template <class T>
void hetrd(const char *name, const char *uplo, int64_t n, T *a, int64_t lda, dd_real *d, dd_real *e, T *tau, T *work,
           int64_t lwork, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : lda < at_least_one(n) ? 4 : too_small(lwork, 1) ? 9 : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, 1) || n == 0)
        return;
    on_engine({name, n, n, 0}, cube(n) * 2.0 / 3.0, {updates(a, n, n, lda), vector(d, n), vector(e, n - 1), vector(tau, n - 1)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::hetrd(handle, stored, n, v[0].as<number>(), v[0].leading, v[1].as<cuddreal>(),
                                           v[2].as<cuddreal>(), v[3].as<number>());
              });
}

template <class T>
void orgtr(const char *name, const char *uplo, int64_t n, T *a, int64_t lda, const T *tau, T *work, int64_t lwork,
           mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    const int wrong = stored.wrong() ? 1 : n < 0 ? 2 : lda < at_least_one(n) ? 4 : too_small(lwork, n - 1) ? 7 : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, n - 1) || n == 0)
        return;
    on_engine({name, n, n, 0}, cube(n) * 2.0 / 3.0, {updates(a, n, n, lda), given(tau, n - 1)},
              [&](ddblasHandle_t handle, const view *v)
              { return library<T>::orgtr(handle, stored, n, v[0].as<number>(), v[0].leading, v[1].as<number>()); });
}

template <class T>
void ormtr(const char *name, const char *side, const char *uplo, const char *trans, int64_t m, int64_t n, const T *a, int64_t lda,
           const T *tau, T *c, int64_t ldc, T *work, int64_t lwork, mplapackint &info)
{
    using number = typename library<T>::number;
    const auto where = side_of(side);
    const auto stored = triangle(uplo);
    const auto op = operation(trans);
    const bool left = where == DDBLAS_SIDE_LEFT;
    const int64_t order = left ? m : n, other = left ? n : m;
    const int wrong = where.wrong()                                                                     ? 1
                      : stored.wrong()                                                                  ? 2
                      : op != DDBLAS_OP_N && op != (library<T>::is_complex ? DDBLAS_OP_C : DDBLAS_OP_T) ? 3
                      : m < 0                                                                           ? 4
                      : n < 0                                                                           ? 5
                      : lda < at_least_one(order)                                                       ? 7
                      : ldc < at_least_one(m)                                                           ? 10
                      : too_small(lwork, other)                                                         ? 12
                                                                                                        : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, other) || m == 0 || n == 0)
        return;
    on_engine({name, m, n, order}, 2.0 * (double)order * (double)m * (double)n,
              {reads(a, order, order, lda), given(tau, order - 1), updates(c, m, n, ldc)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::ormtr(handle, where, stored, op, m, n, v[0].as<number>(), v[0].leading, v[1].as<number>(),
                                           v[2].as<number>(), v[2].leading);
              });
}

/* ---- tridiagonal matrices -------------------------------------------------------------------- */

/* N, I or V. */
chosen<ddblasEvect_t> vectors_of_tridiagonal(const char *compz)
{
    const char c = capital(compz);
    return {c == 'N' ? DDBLAS_EVECT_NONE : c == 'I' ? DDBLAS_EVECT_TRIDIAGONAL : c == 'V' ? DDBLAS_EVECT_ORIGINAL : -1};
}

int wrong_tridiagonal(const char *compz, int64_t n, int64_t ldz)
{
    const auto which = vectors_of_tridiagonal(compz);
    const bool narrow = ldz < 1 || (which != DDBLAS_EVECT_NONE && ldz < n);
    return which.wrong() ? 1 : n < 0 ? 2 : narrow ? 6 : 0;
}

/* function: steqr or stedc of ddblas. */
template <class T, class F>
void tridiagonal(const char *name, F function, const char *compz, int64_t n, dd_real *d, const dd_real *e, T *z, int64_t ldz,
                 mplapackint &info)
{
    using number = typename library<T>::number;
    const auto which = vectors_of_tridiagonal(compz);
    const int64_t rows = which == DDBLAS_EVECT_NONE ? 0 : n;
    on_engine({name, n, rows, 0}, rows == 0 ? 0.0 : cube(n),
              {updates(d, n, 1, n), given(e, n - 1), updates(z, rows, rows, ldz), vector(&info, 1)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return function(handle, which, n, v[0].as<cuddreal>(), v[1].as<cuddreal>(), v[2].as<number>(), v[2].leading,
                                  v[3].as<int64_t>());
              });
}

template <class T>
void steqr(const char *name, const char *compz, int64_t n, dd_real *d, const dd_real *e, T *z, int64_t ldz, mplapackint &info)
{
    if (!refused(name, wrong_tridiagonal(compz, n, ldz), info) && n > 0)
        tridiagonal(name, library<T>::steqr, compz, n, d, e, z, ldz, info);
}

/* Sizes as LAPACK asks for them. Up to order 25 it does not divide the problem and needs less. */
sizes sizes_of_stedc(bool complex, const char *compz, int64_t n)
{
    constexpr int64_t undivided = 25;
    const char c = capital(compz);
    int64_t levels = 0;
    while (n > 1 && ((int64_t)1 << levels) < n)
        levels++;
    if (n <= 1 || c == 'N')
        return {1, 1, 1};
    if (n <= undivided)
        return complex ? sizes{1, 2 * (n - 1), 1} : sizes{2 * (n - 1), 1, 1};
    const int64_t real = c == 'V' ? 1 + 3 * n + 2 * n * levels + 4 * n * n : 1 + 4 * n + (complex ? 2 : 1) * n * n;
    const int64_t iwork = c == 'V' ? 6 + 6 * n + 5 * n * levels : 3 + 5 * n;
    return complex ? sizes{c == 'V' ? n * n : 1, real, iwork} : sizes{real, 1, iwork};
}

/* ---- generalised problems -------------------------------------------------------------------- */

template <class T>
void hegst(const char *name, int64_t itype, const char *uplo, int64_t n, T *a, int64_t lda, const T *b, int64_t ldb,
           mplapackint &info)
{
    using number = typename library<T>::number;
    const auto stored = triangle(uplo);
    const int wrong = itype < 1 || itype > 3  ? 1
                      : stored.wrong()        ? 2
                      : n < 0                 ? 3
                      : lda < at_least_one(n) ? 5
                      : ldb < at_least_one(n) ? 7
                                              : 0;
    if (refused(name, wrong, info) || n == 0)
        return;
    on_engine({name, n, n, itype}, cube(n), {updates(a, n, n, lda), reads(b, n, n, ldb)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::hegst(handle, (ddblasEigType_t)itype, stored, n, v[0].as<number>(), v[0].leading,
                                           v[1].as<number>(), v[1].leading);
              });
}

int wrong_generalised(int64_t itype, const char *jobz, const char *uplo, int64_t n, int64_t lda, int64_t ldb)
{
    return itype < 1 || itype > 3   ? 1
           : vectors(jobz).wrong()  ? 2
           : triangle(uplo).wrong() ? 3
           : n < 0                  ? 4
           : lda < at_least_one(n)  ? 6
           : ldb < at_least_one(n)  ? 8
                                    : 0;
}

template <class T>
void hegvd(const char *name, int64_t itype, const char *jobz, const char *uplo, int64_t n, T *a, int64_t lda, T *b, int64_t ldb,
           dd_real *w, mplapackint &info)
{
    using number = typename library<T>::number;
    on_engine({name, n, n, itype}, 5.0 * cube(n), {updates(a, n, n, lda), updates(b, n, n, ldb), vector(w, n), vector(&info, 1)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::hegvd(handle, (ddblasEigType_t)itype, vectors(jobz), triangle(uplo), n, v[0].as<number>(),
                                           v[0].leading, v[1].as<number>(), v[1].leading, v[2].as<cuddreal>(),
                                           v[3].as<int64_t>());
              });
}

template <class T>
void hegv(const char *name, int64_t itype, const char *jobz, const char *uplo, int64_t n, T *a, int64_t lda, T *b, int64_t ldb,
          dd_real *w, T *work, int64_t lwork, mplapackint &info)
{
    const int64_t least = library<T>::is_complex ? 2 * n - 1 : 3 * n - 1;
    int wrong = wrong_generalised(itype, jobz, uplo, n, lda, ldb);
    if (!wrong && too_small(lwork, least))
        wrong = 11;
    if (!refused(name, wrong, info) && !is_query(work, lwork, least) && n > 0)
        hegvd(name, itype, jobz, uplo, n, a, lda, b, ldb, w, info);
}
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

void Rsyevd(const char *jobz, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *w, dd_real *work,
            mplapackint lwork, mplapackint *iwork, mplapackint liwork, mplapackint &info)
{
    const workspaces<dd_real> own = {work, lwork, nullptr, 0, iwork, liwork};
    const sizes least = sizes_of_heevd(false, capital(jobz) == 'V', n);
    if (!ends("Rsyevd", wrong_problem(jobz, uplo, n, lda), own, least, 8, info) && n > 0)
        heevd("Rsyevd", jobz, uplo, n, a, lda, w, info);
}
void Cheevd(const char *jobz, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *w, dd_complex *work,
            mplapackint lwork, dd_real *rwork, mplapackint lrwork, mplapackint *iwork, mplapackint liwork, mplapackint &info)
{
    const workspaces<dd_complex> own = {work, lwork, rwork, lrwork, iwork, liwork};
    const sizes least = sizes_of_heevd(true, capital(jobz) == 'V', n);
    if (!ends("Cheevd", wrong_problem(jobz, uplo, n, lda), own, least, 8, info) && n > 0)
        heevd("Cheevd", jobz, uplo, n, a, lda, w, info);
}

void Rsygvd(mplapackint itype, const char *jobz, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *b,
            mplapackint ldb, dd_real *w, dd_real *work, mplapackint lwork, mplapackint *iwork, mplapackint liwork,
            mplapackint &info)
{
    const workspaces<dd_real> own = {work, lwork, nullptr, 0, iwork, liwork};
    const sizes least = sizes_of_heevd(false, capital(jobz) == 'V', n);
    if (!ends("Rsygvd", wrong_generalised(itype, jobz, uplo, n, lda, ldb), own, least, 11, info) && n > 0)
        hegvd("Rsygvd", itype, jobz, uplo, n, a, lda, b, ldb, w, info);
}
void Chegvd(mplapackint itype, const char *jobz, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *b,
            mplapackint ldb, dd_real *w, dd_complex *work, mplapackint lwork, dd_real *rwork, mplapackint lrwork,
            mplapackint *iwork, mplapackint liwork, mplapackint &info)
{
    const workspaces<dd_complex> own = {work, lwork, rwork, lrwork, iwork, liwork};
    const sizes least = sizes_of_heevd(true, capital(jobz) == 'V', n);
    if (!ends("Chegvd", wrong_generalised(itype, jobz, uplo, n, lda, ldb), own, least, 11, info) && n > 0)
        hegvd("Chegvd", itype, jobz, uplo, n, a, lda, b, ldb, w, info);
}

void Rstedc(const char *compz, mplapackint n, dd_real *d, dd_real *e, dd_real *z, mplapackint ldz, dd_real *work,
            mplapackint lwork, mplapackint *iwork, mplapackint liwork, mplapackint &info)
{
    const workspaces<dd_real> own = {work, lwork, nullptr, 0, iwork, liwork};
    if (!ends("Rstedc", wrong_tridiagonal(compz, n, ldz), own, sizes_of_stedc(false, compz, n), 8, info) && n > 0)
        tridiagonal("Rstedc", ddblasWstedc, compz, n, d, e, z, ldz, info);
}
void Cstedc(const char *compz, mplapackint n, dd_real *d, dd_real *e, dd_complex *z, mplapackint ldz, dd_complex *work,
            mplapackint lwork, dd_real *rwork, mplapackint lrwork, mplapackint *iwork, mplapackint liwork, mplapackint &info)
{
    const workspaces<dd_complex> own = {work, lwork, rwork, lrwork, iwork, liwork};
    if (!ends("Cstedc", wrong_tridiagonal(compz, n, ldz), own, sizes_of_stedc(true, compz, n), 8, info) && n > 0)
        tridiagonal("Cstedc", ddblasUstedc, compz, n, d, e, z, ldz, info);
}

void Rsterf(mplapackint n, dd_real *d, dd_real *e, mplapackint &info)
{
    if (!refused("Rsterf", n < 0 ? 1 : 0, info) && n > 0)
        tridiagonal("Rsterf", ddblasWsteqr, "N", n, d, e, (dd_real *)nullptr, 1, info);
}

void Rsyev(const char *jobz, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *w, dd_real *work,
           mplapackint lwork, mplapackint &info)
{
    heev("Rsyev", jobz, uplo, n, a, lda, w, work, lwork, info);
}

void Cheev(const char *jobz, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *w, dd_complex *work,
           mplapackint lwork, dd_real *, mplapackint &info)
{
    heev("Cheev", jobz, uplo, n, a, lda, w, work, lwork, info);
}

void Rsytrd(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *d, dd_real *e, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info)
{
    hetrd("Rsytrd", uplo, n, a, lda, d, e, tau, work, lwork, info);
}

void Chetrd(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_real *d, dd_real *e, dd_complex *tau,
            dd_complex *work, mplapackint lwork, mplapackint &info)
{
    hetrd("Chetrd", uplo, n, a, lda, d, e, tau, work, lwork, info);
}

void Rorgtr(const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work, mplapackint lwork,
            mplapackint &info)
{
    orgtr("Rorgtr", uplo, n, a, lda, tau, work, lwork, info);
}

void Cungtr(const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work, mplapackint lwork,
            mplapackint &info)
{
    orgtr("Cungtr", uplo, n, a, lda, tau, work, lwork, info);
}

void Rormtr(const char *side, const char *uplo, const char *trans, mplapackint m, mplapackint n, dd_real *a, mplapackint lda,
            dd_real *tau, dd_real *c, mplapackint ldc, dd_real *work, mplapackint lwork, mplapackint &info)
{
    ormtr("Rormtr", side, uplo, trans, m, n, a, lda, tau, c, ldc, work, lwork, info);
}

void Cunmtr(const char *side, const char *uplo, const char *trans, mplapackint m, mplapackint n, dd_complex *a, mplapackint lda,
            dd_complex *tau, dd_complex *c, mplapackint ldc, dd_complex *work, mplapackint lwork, mplapackint &info)
{
    ormtr("Cunmtr", side, uplo, trans, m, n, a, lda, tau, c, ldc, work, lwork, info);
}

void Rsteqr(const char *compz, mplapackint n, dd_real *d, dd_real *e, dd_real *z, mplapackint ldz, dd_real *, mplapackint &info)
{
    steqr("Rsteqr", compz, n, d, e, z, ldz, info);
}

void Csteqr(const char *compz, mplapackint n, dd_real *d, dd_real *e, dd_complex *z, mplapackint ldz, dd_real *,
            mplapackint &info)
{
    steqr("Csteqr", compz, n, d, e, z, ldz, info);
}

void Rsygst(mplapackint itype, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *b, mplapackint ldb,
            mplapackint &info)
{
    hegst("Rsygst", itype, uplo, n, a, lda, b, ldb, info);
}

void Chegst(mplapackint itype, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *b, mplapackint ldb,
            mplapackint &info)
{
    hegst("Chegst", itype, uplo, n, a, lda, b, ldb, info);
}

void Rsygv(mplapackint itype, const char *jobz, const char *uplo, mplapackint n, dd_real *a, mplapackint lda, dd_real *b,
           mplapackint ldb, dd_real *w, dd_real *work, mplapackint lwork, mplapackint &info)
{
    hegv("Rsygv", itype, jobz, uplo, n, a, lda, b, ldb, w, work, lwork, info);
}

void Chegv(mplapackint itype, const char *jobz, const char *uplo, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *b,
           mplapackint ldb, dd_real *w, dd_complex *work, mplapackint lwork, dd_real *, mplapackint &info)
{
    hegv("Chegv", itype, jobz, uplo, n, a, lda, b, ldb, w, work, lwork, info);
}
