/*
 * The drop-in's eigenvalues and singular values: residuals and orthogonality within the bounds of
 * the library's headers, and the letters and sizes of LAPACK.
 */
#include "exact.hpp"
#include "residual.hpp"

using namespace exact;

dd_random exact::generator;

namespace
{
constexpr int repetitions = 12;

int64_t moderate_size()
{
    static const int64_t sizes[] = {0, 1, 2, 3, 5, 8, 17, 30};
    return sizes[random(0, 7)];
}

/* Workspaces of the sizes that a query returns. */
template <class T>
struct spaces
{
    T work[1];
    dd_real rwork[1];
    mplapackint iwork[1];
    std::vector<T> w;
    std::vector<dd_real> r;
    std::vector<mplapackint> i;
    spaces() : work{T(0.0)}, rwork{dd_real(0.0)}, iwork{0} {}
    void allocate(int64_t least_rwork = 1)
    {
        w.resize((size_t)cast(work[0]));
        r.resize((size_t)std::max(cast(rwork[0]), least_rwork));
        i.resize((size_t)std::max<mplapackint>(iwork[0], 1));
    }
    mplapackint lw() const { return (mplapackint)w.size(); }
    mplapackint lr() const { return (mplapackint)r.size(); }
    mplapackint li() const { return (mplapackint)i.size(); }
};

/* Calls a routine as a query, then with the sizes that it asked for: call(work, lwork, rwork,
 * lrwork, iwork, liwork). */
template <class T, class F>
void with_spaces(int64_t least_rwork, F call)
{
    spaces<T> s;
    call(s.work, -1, s.rwork, -1, s.iwork, -1);
    s.allocate(least_rwork);
    call(s.w.data(), s.lw(), s.r.data(), s.lr(), s.i.data(), s.li());
}

template <class T>
void expect_orthonormal(const array<T> &q, int64_t n)
{
    assert_true(distance(adjoint(q) * q, identity<T>(q.columns)) <= bound(n) * std::sqrt((double)q.columns) + 0.0);
}

bool ascending(const std::vector<dd_real> &w, int64_t n)
{
    for (int64_t i = 1; i < n; i++)
        if (cuddLt(value(w[(size_t)i]), value(w[(size_t)i - 1])))
            return false;
    return true;
}

/* ---- symmetric ------------------------------------------------------------------------------- */

enum driver
{
    QL,
    DIVIDE
};

template <class T>
void heev(driver which, const char *job, const char *uplo, int64_t n, matrix<T> &a, std::vector<dd_real> &w)
{
    mplapackint info = -7;
    with_spaces<T>(3 * n + 1,
                   [&](T *work, mplapackint lwork, dd_real *rwork, mplapackint lrwork, mplapackint *iwork, mplapackint liwork)
                   {
                       if constexpr (is_complex<T>)
                           which == QL
                               ? Cheev(job, uplo, n, a.data(), a.ld, w.data(), work, lwork, rwork, info)
                               : Cheevd(job, uplo, n, a.data(), a.ld, w.data(), work, lwork, rwork, lrwork, iwork, liwork, info);
                       else
                       {
                           (void)rwork;
                           (void)lrwork;
                           which == QL ? Rsyev(job, uplo, n, a.data(), a.ld, w.data(), work, lwork, info)
                                       : Rsyevd(job, uplo, n, a.data(), a.ld, w.data(), work, lwork, iwork, liwork, info);
                       }
                       assert_int_equal(info, 0);
                   });
}

template <class T>
void symmetric()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t n = moderate_size();
        const driver which = k % 2 ? QL : DIVIDE;
        const char *uplo = random_letter("UL");
        const dense a = random_symmetric<T>(n, true);
        matrix<T> vectors(a, part_of(uplo)), alone = vectors;
        std::vector<dd_real> w((size_t)n), only((size_t)n);
        heev(which, "V", uplo, n, vectors, w);
        heev(which, "n", uplo, n, alone, only);
        const array<T> z(vectors.data(), vectors.ld, n, n), original(a);
        assert_true(distance(original * z, z * diagonal<T>(w.data(), n)) <= bound(n) * norm(original));
        expect_orthonormal(z, n);
        assert_true(ascending(w, n) && ascending(only, n));
        assert_true(distance(diagonal<T>(w.data(), n), diagonal<T>(only.data(), n)) <= bound(n) * norm(original));
    }
}
EXACT_TEST(symmetric)

/* hetrd, ungtr, unmtr, steqr, stedc and sterf together. */
template <class T>
void tridiagonal()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t n = moderate_size();
        const char *uplo = random_letter("UL");
        const dense a = random_symmetric<T>(n, true);
        matrix<T> reduced(a, part_of(uplo));
        std::vector<dd_real> d((size_t)n), e((size_t)n + 1);
        std::vector<T> tau((size_t)n + 1), work((size_t)(64 * n + 1));
        mplapackint info = -7;
        const mplapackint lwork = (mplapackint)work.size();
        choose<T>(Rsytrd, Chetrd)(uplo, n, reduced.data(), reduced.ld, d.data(), e.data(), tau.data(), work.data(), lwork, info);
        assert_int_equal(info, 0);
        if (n == 0)
            continue;
        array<T> t(n, n);
        for (int64_t i = 0; i < n; i++)
        {
            t(i, i) = T(d[(size_t)i]);
            if (i + 1 < n)
                t(i, i + 1) = t(i + 1, i) = T(e[(size_t)i]);
        }
        matrix<T> q = reduced;
        choose<T>(Rorgtr, Cungtr)(uplo, n, q.data(), q.ld, tau.data(), work.data(), lwork, info);
        assert_int_equal(info, 0);
        const array<T> orthogonal(q.data(), q.ld, n, n), original(a);
        expect_orthonormal(orthogonal, n);
        assert_true(distance(original * orthogonal, orthogonal * t) <= bound(n) * norm(original));
        matrix<T> c(a, part::all); /* Q^H A Q = T */
        choose<T>(Rormtr, Cunmtr)("L", uplo, is_complex<T> ? "C" : "T", n, n, reduced.data(), reduced.ld, tau.data(), c.data(),
                                  c.ld, work.data(), lwork, info);
        choose<T>(Rormtr, Cunmtr)("R", uplo, "N", n, n, reduced.data(), reduced.ld, tau.data(), c.data(), c.ld, work.data(),
                                  lwork, info);
        assert_int_equal(info, 0);
        assert_true(distance(array<T>(c.data(), c.ld, n, n), t) <= bound(n) * norm(original));

        /* Eigenvectors of A from Q, those of T, and eigenvalues alone. */
        for (int form = 0; form < 4; form++)
        {
            std::vector<dd_real> values = d, off = e, scratch((size_t)(2 * n + 1));
            matrix<T> z = q;
            const char *compz = form % 2 ? "I" : "V";
            if (form < 2)
                choose<T>(Rsteqr, Csteqr)(compz, n, values.data(), off.data(), z.data(), z.ld, scratch.data(), info);
            else
                with_spaces<T>(1,
                               [&](T *w, mplapackint lw, dd_real *r, mplapackint lr, mplapackint *i, mplapackint li)
                               {
                                   if constexpr (is_complex<T>)
                                       Cstedc(compz, n, values.data(), off.data(), z.data(), z.ld, w, lw, r, lr, i, li, info);
                                   else
                                   {
                                       (void)r;
                                       (void)lr;
                                       Rstedc(compz, n, values.data(), off.data(), z.data(), z.ld, w, lw, i, li, info);
                                   }
                               });
            assert_int_equal(info, 0);
            const array<T> vectors(z.data(), z.ld, n, n), &of = form % 2 ? t : original;
            expect_orthonormal(vectors, 2 * n);
            assert_true(distance(of * vectors, vectors * diagonal<T>(values.data(), n)) <= bound(2 * n) * norm(original));
            std::vector<dd_real> only = d, again = e;
            Rsterf(n, only.data(), again.data(), info);
            assert_int_equal(info, 0);
            assert_true(distance(diagonal<T>(values.data(), n), diagonal<T>(only.data(), n)) <= bound(n) * norm(original));
        }
    }
}
EXACT_TEST(tridiagonal)

/* All three kinds of generalised problems; and a matrix B that is not positive definite. */
template <class T>
void generalised()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t n = moderate_size();
        const mplapackint itype = 1 + k % 3;
        const char *uplo = random_letter("UL");
        const dense a = random_symmetric<T>(n, true);
        dense b = random_symmetric<T>(n, true);
        for (int64_t i = 0; i < n; i++)
            b(i, i) = integer{600, 0};
        for (int form = 0; form < 2; form++)
        {
            matrix<T> vectors(a, part_of(uplo)), factor(b, part_of(uplo));
            std::vector<dd_real> w((size_t)n);
            mplapackint info = -7;
            with_spaces<T>(
                3 * n + 1,
                [&](T *work, mplapackint lwork, dd_real *rwork, mplapackint lrwork, mplapackint *iwork, mplapackint liwork)
                {
                    if constexpr (is_complex<T>)
                        form ? Chegv(itype, "V", uplo, n, vectors.data(), vectors.ld, factor.data(), factor.ld, w.data(), work,
                                     lwork, rwork, info)
                             : Chegvd(itype, "V", uplo, n, vectors.data(), vectors.ld, factor.data(), factor.ld, w.data(), work,
                                      lwork, rwork, lrwork, iwork, liwork, info);
                    else
                    {
                        (void)rwork;
                        (void)lrwork;
                        form ? Rsygv(itype, "V", uplo, n, vectors.data(), vectors.ld, factor.data(), factor.ld, w.data(), work,
                                     lwork, info)
                             : Rsygvd(itype, "V", uplo, n, vectors.data(), vectors.ld, factor.data(), factor.ld, w.data(), work,
                                      lwork, iwork, liwork, info);
                    }
                    assert_int_equal(info, 0);
                });
            const array<T> x(vectors.data(), vectors.ld, n, n), left(a), right(b), values = diagonal<T>(w.data(), n);
            const array<T> one = itype == 1 ? left * x : itype == 2 ? left * (right * x) : right * (left * x);
            const array<T> other = itype == 1 ? right * (x * values) : x * values;
            const double size = norm(left) * norm(right) * norm(x) + norm(right) * norm(x) * norm(values);
            assert_true(distance(one, other) <= bound(n) * 4.0 * size);
            assert_true(ascending(w, n));
        }
        if (n == 0)
            continue;
        b(n - 1, n - 1) = integer{-1, 0};
        matrix<T> vectors(a, part_of(uplo)), factor(b, part_of(uplo)), kept = vectors;
        std::vector<dd_real> w((size_t)n), rwork((size_t)(3 * n));
        std::vector<T> work((size_t)(64 * n));
        mplapackint info = -7;
        if constexpr (is_complex<T>)
            Chegv(itype, "V", uplo, n, vectors.data(), vectors.ld, factor.data(), factor.ld, w.data(), work.data(),
                  (mplapackint)work.size(), rwork.data(), info);
        else
            Rsygv(itype, "V", uplo, n, vectors.data(), vectors.ld, factor.data(), factor.ld, w.data(), work.data(),
                  (mplapackint)work.size(), info);
        assert_int_equal(info, 2 * n);
    }
}
EXACT_TEST(generalised)

/* hegst with B = I leaves A as it is, to the bit. */
template <class T>
void reduction()
{
    for (mplapackint itype = 1; itype <= 3; itype++)
        for (const char *uplo : {"U", "l"})
        {
            const int64_t n = 20;
            const dense a = random_symmetric<T>(n, true);
            dense b(n, n);
            for (int64_t i = 0; i < n; i++)
                b(i, i) = {1, 0};
            matrix<T> stored(a, part_of(uplo)), expected = stored, unit(b, part_of(uplo));
            mplapackint info = -7;
            choose<T>(Rsygst, Chegst)(itype, uplo, n, stored.data(), stored.ld, unit.data(), unit.ld, info);
            assert_int_equal(info, 0);
            stored.own.expect(expected.own);
        }
}
EXACT_TEST(reduction)

/* ---- singular values ------------------------------------------------------------------------- */

template <class T>
void singular()
{
    static const char *const jobs[] = {"AA", "SS", "OS", "SO", "NN", "AN", "NS", "OA", "NO", "on", "sa"};
    for (int k = 0; k < 3 * repetitions; k++)
    {
        const int64_t m = moderate_size(), n = moderate_size(), r = std::min(m, n);
        const char jobu[2] = {jobs[k % 11][0], 0}, jobvt[2] = {jobs[k % 11][1], 0};
        const dense a = random_dense<T>(m, n);
        matrix<T> stored(a, part::all);
        const bool in_u = is_letter(jobu, 'O'), in_vt = is_letter(jobvt, 'O');
        const int64_t columns = is_letter(jobu, 'A') ? m : is_letter(jobu, 'S') ? r : 0;
        const int64_t rows = is_letter(jobvt, 'A') ? n : is_letter(jobvt, 'S') ? r : 0;
        matrix<T> u(m, columns, 1), vt(rows, n, 1);
        std::vector<dd_real> s((size_t)r);
        mplapackint info = -7;
        with_spaces<T>(5 * r + 1,
                       [&](T *work, mplapackint lwork, dd_real *rwork, mplapackint, mplapackint *, mplapackint)
                       {
                           if constexpr (is_complex<T>)
                               Cgesvd(jobu, jobvt, m, n, stored.data(), stored.ld, s.data(), u.data(), u.ld, vt.data(), vt.ld,
                                      work, lwork, rwork, info);
                           else
                           {
                               (void)rwork;
                               Rgesvd(jobu, jobvt, m, n, stored.data(), stored.ld, s.data(), u.data(), u.ld, vt.data(), vt.ld,
                                      work, lwork, info);
                           }
                           assert_int_equal(info, 0);
                       });
        if (r == 0)
            continue;
        const array<T> original(a);
        const bool has_u = in_u || columns > 0, has_vt = in_vt || rows > 0;
        const array<T> left = in_u ? array<T>(stored.data(), stored.ld, m, r) : array<T>(u.data(), u.ld, m, columns);
        const array<T> right = in_vt ? array<T>(stored.data(), stored.ld, r, n) : array<T>(vt.data(), vt.ld, rows, n);
        const double most = bound(std::max(m, n)) * norm(original);
        if (has_u)
            expect_orthonormal(left, 2 * (m + n));
        if (has_vt)
            expect_orthonormal(adjoint(right), 2 * (m + n));
        if (has_u && has_vt)
        {
            array<T> values(left.columns, right.rows);
            for (int64_t i = 0; i < r; i++)
                values(i, i) = T(s[(size_t)i]);
            assert_true(distance(left * (values * right), original) <= 2.0 * most);
        }
        /* Eigenvalues of A^H A or A A^H are the squares. */
        double sum = 0.0;
        for (int64_t i = 0; i < r; i++)
        {
            assert_true(i == 0 || !cuddLt(value(s[(size_t)i - 1]), value(s[(size_t)i])));
            sum += s[(size_t)i].x[0] * s[(size_t)i].x[0];
        }
        assert_true(std::fabs(std::sqrt(sum) - norm(original)) <= 1e-13 * norm(original));
    }
}
EXACT_TEST(singular)

/* ---- nonsymmetric ---------------------------------------------------------------------------- */

template <class T>
void schur()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t n = moderate_size();
        const dense a = random_dense<T>(n, n);
        matrix<T> h(a, part::all);
        std::vector<T> tau((size_t)n + 1), work((size_t)(64 * n + 2)), w((size_t)n);
        std::vector<dd_real> wr((size_t)n), wi((size_t)n);
        const mplapackint lwork = (mplapackint)work.size(), ilo = 1, ihi = n;
        mplapackint info = -7;
        choose<T>(Rgehrd, Cgehrd)(n, ilo, ihi, h.data(), h.ld, tau.data(), work.data(), lwork, info);
        assert_int_equal(info, 0);
        if (n == 0)
            continue;
        matrix<T> z = h;
        choose<T>(Rorghr, Cunghr)(n, ilo, ihi, z.data(), z.ld, tau.data(), work.data(), lwork, info);
        assert_int_equal(info, 0);
        matrix<T> t = h;
        if constexpr (is_complex<T>)
            Chseqr("S", "V", n, ilo, ihi, t.data(), t.ld, w.data(), z.data(), z.ld, work.data(), lwork, info);
        else
            Rhseqr("S", "V", n, ilo, ihi, t.data(), t.ld, wr.data(), wi.data(), z.data(), z.ld, work.data(), lwork, info);
        assert_int_equal(info, 0);
        const array<T> q(z.data(), z.ld, n, n), form(t.data(), t.ld, n, n), original(a);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = j + (is_complex<T> ? 1 : 2); i < n; i++)
                assert_true(modulus(value(form(i, j))) == 0.0);
        expect_orthonormal(q, 2 * n);
        assert_true(distance(original * q, q * form) <= 2.0 * bound(n) * norm(original));
    }
}
EXACT_TEST(schur)

/* A x = lambda x and y^H A = lambda y^H, in complex numbers also for real matrices. */
template <class T>
void nonsymmetric()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t n = moderate_size();
        const dense a = random_dense<T>(n, n);
        matrix<T> stored(a, part::all), left(n, n, 1), right(n, n, 2);
        std::vector<dd_complex> w((size_t)n);
        std::vector<dd_real> wr((size_t)n), wi((size_t)n), rwork((size_t)(2 * n + 1));
        mplapackint info = -7;
        with_spaces<T>(2 * n + 1,
                       [&](T *work, mplapackint lwork, dd_real *r, mplapackint, mplapackint *, mplapackint)
                       {
                           (void)r;
                           if constexpr (is_complex<T>)
                               Cgeev("V", "V", n, stored.data(), stored.ld, w.data(), left.data(), left.ld, right.data(),
                                     right.ld, work, lwork, rwork.data(), info);
                           else
                               Rgeev("V", "v", n, stored.data(), stored.ld, wr.data(), wi.data(), left.data(), left.ld,
                                     right.data(), right.ld, work, lwork, info);
                           assert_int_equal(info, 0);
                       });
        array<dd_complex> original(a), x(n, n), y(n, n), values(n, n);
        for (int64_t j = 0; j < n; j++)
        {
            if constexpr (!is_complex<T>)
                w[(size_t)j] = dd_complex(wr[(size_t)j], wi[(size_t)j]);
            values(j, j) = w[(size_t)j];
            for (int64_t i = 0; i < n; i++)
                if constexpr (is_complex<T>)
                {
                    x(i, j) = right.data()[i + j * right.ld];
                    y(i, j) = left.data()[i + j * left.ld];
                }
                else
                {
                    /* Two columns hold the real and the imaginary part of the first vector. */
                    const double sign = wi[(size_t)j].x[0];
                    const int64_t re = sign < 0.0 ? j - 1 : j;
                    const auto element = [&](matrix<dd_real> &v)
                    {
                        const dd_real im = sign == 0.0 ? dd_real(0.0) : v.data()[i + (re + 1) * v.ld];
                        return dd_complex(v.data()[i + re * v.ld], sign < 0.0 ? number_of(cuddNeg(value(im))) : im);
                    };
                    x(i, j) = element(right);
                    y(i, j) = element(left);
                }
        }
        const double most = 2.0 * bound(n) * norm(original) * std::sqrt((double)n);
        assert_true(distance(original * x, x * values) <= most);
        assert_true(distance(adjoint(original) * y, y * adjoint(values)) <= most);
    }
}
EXACT_TEST(nonsymmetric)
} // namespace

#define BOTH(name) cmocka_unit_test(name##_real), cmocka_unit_test(name##_complex)

int main()
{
    dd_random_start(&generator, dd_random_seed(3004));
    const CMUnitTest tests[] = {BOTH(symmetric), BOTH(tridiagonal), BOTH(generalised), BOTH(reduction),
                                BOTH(singular),  BOTH(schur),       BOTH(nonsymmetric)};
    return cmocka_run_group_tests_name("mplapack_eigen", tests, nullptr, nullptr);
}
