/*
 * Singular values, and eigenvalues of nonsymmetric matrices.
 */
#include "lapack.hpp"

namespace ddblas_mplapack
{
namespace
{
/* A letter of gesvd's: A all vectors, S the first min(m, n), O the same in the matrix itself, N. */
struct singular_vectors
{
    char letter;
    explicit singular_vectors(const char *job) : letter(capital(job)) {}
    bool wrong() const { return letter != 'A' && letter != 'S' && letter != 'O' && letter != 'N'; }
    bool in_matrix() const { return letter == 'O'; }
    ddblasSvdMode_t mode() const
    {
        return letter == 'A' ? DDBLAS_SVD_MODE_FULL : letter == 'N' ? DDBLAS_SVD_MODE_NONE : DDBLAS_SVD_MODE_THIN;
    }
    int64_t count(int64_t all, int64_t first) const { return letter == 'A' ? all : letter == 'N' ? 0 : first; }
};

template <class T>
void gesvd(const char *name, const char *jobu, const char *jobvt, int64_t m, int64_t n, T *a, int64_t lda, dd_real *s, T *u,
           int64_t ldu, T *vt, int64_t ldvt, T *work, int64_t lwork, mplapackint &info)
{
    using number = typename library<T>::number;
    const singular_vectors left(jobu), right(jobvt);
    const int64_t k = std::min(m, n), most = std::max(m, n), columns = left.count(m, k), rows = right.count(n, k);
    const int64_t least = k <= 0 ? 1 : library<T>::is_complex ? 2 * k + most : std::max(3 * k + most, 5 * k);
    const bool narrow_u = ldu < 1 || (columns > 0 && !left.in_matrix() && ldu < m);
    const bool narrow_vt = ldvt < 1 || (rows > 0 && !right.in_matrix() && ldvt < rows);
    const int wrong = left.wrong()                                               ? 1
                      : right.wrong() || (left.in_matrix() && right.in_matrix()) ? 2
                      : m < 0                                                    ? 3
                      : n < 0                                                    ? 4
                      : lda < at_least_one(m)                                    ? 6
                      : narrow_u                                                 ? 9
                      : narrow_vt                                                ? 11
                      : too_small(lwork, least)                                  ? 13
                                                                                 : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, least) || k == 0)
        return;
    scratch<T> other(left.in_matrix() ? m : right.in_matrix() ? k : 0, left.in_matrix() ? k : right.in_matrix() ? n : 0);
    T *const own_u = left.in_matrix() ? other.data() : u, *const own_vt = right.in_matrix() ? other.data() : vt;
    on_engine({name, m, n, columns + rows}, 8.0 * (double)m * (double)n * (double)k,
              {reads(a, m, n, lda), vector(s, k),
               writes(own_u, columns > 0 ? m : 0, columns, left.in_matrix() ? other.leading : ldu),
               writes(own_vt, rows, rows > 0 ? n : 0, right.in_matrix() ? other.leading : ldvt), vector(&info, 1)},
              [&](ddblasHandle_t handle, const view *v)
              {
                  return library<T>::gesvd(handle, left.mode(), right.mode(), m, n, v[0].as<number>(), v[0].leading,
                                           v[1].as<cuddreal>(), v[2].as<number>(), v[2].leading, v[3].as<number>(), v[3].leading,
                                           v[4].as<int64_t>());
              });
    if (left.in_matrix())
        other.copy_to(a, lda, m, k);
    if (right.in_matrix())
        other.copy_to(a, lda, k, n);
}

/* ---- nonsymmetric matrices: on the CPU engine alone ------------------------------------------ */

int wrong_range(int64_t n, int64_t ilo, int64_t ihi, int at)
{
    return ilo < 1 || ilo > at_least_one(n) ? at : ihi < std::min(ilo, n) || ihi > n ? at + 1 : 0;
}

template <class T>
void gehrd(const char *name, int64_t n, int64_t ilo, int64_t ihi, T *a, int64_t lda, T *tau, T *work, int64_t lwork,
           mplapackint &info)
{
    int wrong = n < 0 ? 1 : wrong_range(n, ilo, ihi, 2);
    if (!wrong)
        wrong = lda < at_least_one(n) ? 5 : too_small(lwork, n) ? 8 : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, n) || n == 0)
        return;
    will_write_matrix(a, n, n, lda);
    will_write_vector(tau, n - 1, 1);
    on_cpu({name, n, ilo, ihi},
           [&](ddblasHandle_t handle) { return library<T>::gehrd(handle, n, ilo, ihi, same(a), lda, same(tau)); });
}

template <class T>
void orghr(const char *name, int64_t n, int64_t ilo, int64_t ihi, T *a, int64_t lda, const T *tau, T *work, int64_t lwork,
           mplapackint &info)
{
    int wrong = n < 0 ? 1 : wrong_range(n, ilo, ihi, 2);
    if (!wrong)
        wrong = lda < at_least_one(n) ? 5 : too_small(lwork, ihi - ilo) ? 8 : 0;
    if (refused(name, wrong, info) || is_query(work, lwork, ihi - ilo) || n == 0)
        return;
    will_write_matrix(a, n, n, lda);
    on_cpu({name, n, ilo, ihi},
           [&](ddblasHandle_t handle) { return library<T>::orghr(handle, n, ilo, ihi, same(a), lda, same(tau)); });
}

/* E or S, and N, I or V. */
chosen<ddblasSchurJob_t> schur_job(const char *job)
{
    const char c = capital(job);
    return {c == 'E' ? DDBLAS_SCHUR_EIGENVALUES : c == 'S' ? DDBLAS_SCHUR_FORM : -1};
}
chosen<ddblasSchurVectors_t> schur_vectors(const char *compz)
{
    const char c = capital(compz);
    return {c == 'N'   ? DDBLAS_SCHUR_VECTORS_NONE
            : c == 'I' ? DDBLAS_SCHUR_VECTORS_INITIALISE
            : c == 'V' ? DDBLAS_SCHUR_VECTORS_ACCUMULATE
                       : -1};
}

/* The first wrong argument of hseqr; complex routines have one argument less before Z. */
int wrong_schur(const char *job, const char *compz, int64_t n, int64_t ilo, int64_t ihi, int64_t ldh, int64_t ldz, int64_t lwork,
                bool complex)
{
    const auto which = schur_vectors(compz);
    const int range = wrong_range(n, ilo, ihi, 4), shift = complex ? 1 : 0;
    const bool narrow = ldz < 1 || (which != DDBLAS_SCHUR_VECTORS_NONE && ldz < at_least_one(n));
    return schur_job(job).wrong()  ? 1
           : which.wrong()         ? 2
           : n < 0                 ? 3
           : range                 ? range
           : ldh < at_least_one(n) ? 7
           : narrow                ? 11 - shift
           : too_small(lwork, n)   ? 13 - shift
                                   : 0;
}

/* The first wrong argument of geev. */
int wrong_geev(const char *jobvl, const char *jobvr, int64_t n, int64_t lda, int64_t ldvl, int64_t ldvr, int64_t lwork,
               int64_t least, bool complex)
{
    const auto left = vectors(jobvl), right = vectors(jobvr);
    const int shift = complex ? 1 : 0;
    return left.wrong()                                                ? 1
           : right.wrong()                                             ? 2
           : n < 0                                                     ? 3
           : lda < at_least_one(n)                                     ? 5
           : ldvl < 1 || (left == DDBLAS_EIG_MODE_VECTOR && ldvl < n)  ? 9 - shift
           : ldvr < 1 || (right == DDBLAS_EIG_MODE_VECTOR && ldvr < n) ? 11 - shift
           : too_small(lwork, least)                                   ? 13 - shift
                                                                       : 0;
}
} // namespace
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

void Rhseqr(const char *job, const char *compz, mplapackint n, mplapackint ilo, mplapackint ihi, dd_real *h, mplapackint ldh,
            dd_real *wr, dd_real *wi, dd_real *z, mplapackint ldz, dd_real *work, mplapackint lwork, mplapackint &info)
{
    const int wrong = wrong_schur(job, compz, n, ilo, ihi, ldh, ldz, lwork, false);
    if (refused("Rhseqr", wrong, info) || is_query(work, lwork, n) || n == 0)
        return;
    will_write_matrix(h, n, n, ldh);
    will_write_matrix(z, n, capital(compz) == 'N' ? 0 : n, ldz);
    will_write_vector(wr, n, 1);
    will_write_vector(wi, n, 1);
    on_cpu({"Rhseqr", n, ilo, ihi},
           [&](ddblasHandle_t handle)
           {
               return ddblasWhseqr(handle, schur_job(job), schur_vectors(compz), n, ilo, ihi, same(h), ldh, same(wr), same(wi),
                                   same(z), ldz, &info);
           });
}
void Chseqr(const char *job, const char *compz, mplapackint n, mplapackint ilo, mplapackint ihi, dd_complex *h, mplapackint ldh,
            dd_complex *w, dd_complex *z, mplapackint ldz, dd_complex *work, mplapackint lwork, mplapackint &info)
{
    const int wrong = wrong_schur(job, compz, n, ilo, ihi, ldh, ldz, lwork, true);
    if (refused("Chseqr", wrong, info) || is_query(work, lwork, n) || n == 0)
        return;
    will_write_matrix(h, n, n, ldh);
    will_write_matrix(z, n, capital(compz) == 'N' ? 0 : n, ldz);
    will_write_vector(w, n, 1);
    on_cpu({"Chseqr", n, ilo, ihi},
           [&](ddblasHandle_t handle) {
               return ddblasUhseqr(handle, schur_job(job), schur_vectors(compz), n, ilo, ihi, same(h), ldh, same(w), same(z), ldz,
                                   &info);
           });
}

void Rgeev(const char *jobvl, const char *jobvr, mplapackint n, dd_real *a, mplapackint lda, dd_real *wr, dd_real *wi,
           dd_real *vl, mplapackint ldvl, dd_real *vr, mplapackint ldvr, dd_real *work, mplapackint lwork, mplapackint &info)
{
    const bool with_vectors = capital(jobvl) == 'V' || capital(jobvr) == 'V';
    const int64_t least = (with_vectors ? 4 : 3) * n;
    const int wrong = wrong_geev(jobvl, jobvr, n, lda, ldvl, ldvr, lwork, least, false);
    if (refused("Rgeev", wrong, info) || is_query(work, lwork, least) || n == 0)
        return;
    will_write_matrix(vl, n, capital(jobvl) == 'V' ? n : 0, ldvl);
    will_write_matrix(vr, n, capital(jobvr) == 'V' ? n : 0, ldvr);
    will_write_vector(wr, n, 1);
    will_write_vector(wi, n, 1);
    on_cpu({"Rgeev", n, n, with_vectors},
           [&](ddblasHandle_t handle)
           {
               return ddblasWgeev(handle, vectors(jobvl), vectors(jobvr), n, same(a), lda, same(wr), same(wi), same(vl), ldvl,
                                  same(vr), ldvr, &info);
           });
}
void Cgeev(const char *jobvl, const char *jobvr, mplapackint n, dd_complex *a, mplapackint lda, dd_complex *w, dd_complex *vl,
           mplapackint ldvl, dd_complex *vr, mplapackint ldvr, dd_complex *work, mplapackint lwork, dd_real *, mplapackint &info)
{
    const int wrong = wrong_geev(jobvl, jobvr, n, lda, ldvl, ldvr, lwork, 2 * n, true);
    if (refused("Cgeev", wrong, info) || is_query(work, lwork, 2 * n) || n == 0)
        return;
    will_write_matrix(vl, n, capital(jobvl) == 'V' ? n : 0, ldvl);
    will_write_matrix(vr, n, capital(jobvr) == 'V' ? n : 0, ldvr);
    will_write_vector(w, n, 1);
    on_cpu({"Cgeev", n, n, 0},
           [&](ddblasHandle_t handle) {
               return ddblasUgeev(handle, vectors(jobvl), vectors(jobvr), n, same(a), lda, same(w), same(vl), ldvl, same(vr),
                                  ldvr, &info);
           });
}

void Rgesvd(const char *jobu, const char *jobvt, mplapackint m, mplapackint n, dd_real *a, mplapackint lda, dd_real *s,
            dd_real *u, mplapackint ldu, dd_real *vt, mplapackint ldvt, dd_real *work, mplapackint lwork, mplapackint &info)
{
    gesvd("Rgesvd", jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info);
}

void Cgesvd(const char *jobu, const char *jobvt, mplapackint m, mplapackint n, dd_complex *a, mplapackint lda, dd_real *s,
            dd_complex *u, mplapackint ldu, dd_complex *vt, mplapackint ldvt, dd_complex *work, mplapackint lwork, dd_real *,
            mplapackint &info)
{
    gesvd("Cgesvd", jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info);
}

void Rgehrd(mplapackint n, mplapackint ilo, mplapackint ihi, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info)
{
    gehrd("Rgehrd", n, ilo, ihi, a, lda, tau, work, lwork, info);
}

void Cgehrd(mplapackint n, mplapackint ilo, mplapackint ihi, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work,
            mplapackint lwork, mplapackint &info)
{
    gehrd("Cgehrd", n, ilo, ihi, a, lda, tau, work, lwork, info);
}

void Rorghr(mplapackint n, mplapackint ilo, mplapackint ihi, dd_real *a, mplapackint lda, dd_real *tau, dd_real *work,
            mplapackint lwork, mplapackint &info)
{
    orghr("Rorghr", n, ilo, ihi, a, lda, tau, work, lwork, info);
}

void Cunghr(mplapackint n, mplapackint ilo, mplapackint ihi, dd_complex *a, mplapackint lda, dd_complex *tau, dd_complex *work,
            mplapackint lwork, mplapackint &info)
{
    orghr("Cunghr", n, ilo, ihi, a, lda, tau, work, lwork, info);
}
