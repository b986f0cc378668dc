/*
 * The drop-in's factorisations and linear systems. Factors of small integers and powers of two are
 * found exactly, and so are solutions of integers; where an algorithm rounds, the product of what
 * it returns is compared with the matrix.
 */
#include <algorithm>

#include "exact.hpp"
#include "residual.hpp"

using namespace exact;

dd_random exact::generator;

namespace
{
constexpr int repetitions = 60;

/* Sums of squares of up to 40 numbers stay exact. */
template <class T>
dense random_factor(int64_t n, bool upper)
{
    dense l = random_triangular<T>(n, upper, false, false);
    for (int64_t j = 0; j < n; j++)
        l(j, j) = {(int64_t)1 << random(0, 2), 0};
    return l;
}

/* A = L L^H, or U^H U, and its factor; a right-hand side with integers as the solution. */
template <class T>
struct definite
{
    const char *uplo;
    int64_t n, nrhs;
    dense factor, a, x, b;
    explicit definite(int64_t order)
        : uplo(random_letter("UL")), n(order), nrhs(random(0, 3)), factor(random_factor<T>(n, is_letter(uplo, 'U'))), a(0, 0),
          x(random_dense<T>(n, nrhs)), b(0, 0)
    {
        a = is_letter(uplo, 'U') ? product(operation(factor, "C"), factor) : product(factor, operation(factor, "C"));
        b = product(a, x);
    }
};

template <class T>
void cholesky()
{
    for (int k = 0; k < repetitions; k++)
        for (int form = 0; form < 3; form++)
        {
            const definite<T> d(random_size());
            const part which = part_of(d.uplo);
            matrix<T> a(d.a, which), expected = a, b(d.b, part::all), solved = b;
            mplapackint info = -7;
            expected.set(d.factor, which);
            solved.set(d.x, part::all);
            (form == 0   ? choose<T>(Rpotrf, Cpotrf)
             : form == 1 ? choose<T>(Rpotrf2, Cpotrf2)
                         : choose<T>(Rpotf2, Cpotf2))(d.uplo, d.n, a.data(), a.ld, info);
            assert_int_equal(info, 0);
            a.own.expect(expected.own);
            choose<T>(Rpotrs, Cpotrs)(d.uplo, d.n, d.nrhs, a.data(), a.ld, b.data(), b.ld, info);
            assert_int_equal(info, 0);
            b.own.expect(solved.own);

            matrix<T> again(d.a, which), right(d.b, part::all), solution = right;
            solution.set(d.x, part::all);
            choose<T>(Rposv, Cposv)(d.uplo, d.n, d.nrhs, again.data(), again.ld, right.data(), right.ld, info);
            assert_int_equal(info, 0);
            right.own.expect(solution.own);
            if (d.n == 0)
                continue;

            /* A diagonal element that is too small by the square of the factor's. */
            dense broken = d.a;
            const int64_t at = random(0, d.n - 1);
            broken(at, at) = broken(at, at) - d.factor(at, at) * d.factor(at, at);
            matrix<T> indefinite(broken, which), unused(d.b, part::all), kept = unused;
            choose<T>(Rposv, Cposv)(d.uplo, d.n, d.nrhs, indefinite.data(), indefinite.ld, unused.data(), unused.ld, info);
            assert_int_equal(info, at + 1);
            unused.own.expect(kept.own);
        }
}
EXACT_TEST(cholesky)

/* Inverses of matrices whose inverses are integers. */
template <class T>
void inverses()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t n = random_size();
        const char *uplo = random_letter("UL"), *diag = random_letter("UN"), *trans = random_letter("NTC");
        const bool upper = is_letter(uplo, 'U'), unit = is_letter(diag, 'U');
        const part which = part_of(uplo);
        const dense t = random_triangular<T>(n, upper, unit, true), x = random_dense<T>(n, 2);
        mplapackint info = -7;
        for (int form = 0; form < 2; form++)
        {
            matrix<T> inverse(t, which, unit), back = inverse;
            (form ? choose<T>(Rtrtri, Ctrtri) : choose<T>(Rtrti2, Ctrti2))(uplo, diag, n, inverse.data(), inverse.ld, info);
            assert_int_equal(info, 0);
            const dense found = integers<T>(inverse.data(), inverse.ld, n, which, unit);
            assert_true(is_identity(product(found, t)));
            choose<T>(Rtrtri, Ctrtri)(uplo, diag, n, inverse.data(), inverse.ld, info);
            inverse.own.expect(back.own);
        }
        matrix<T> stored(t, which, unit), b(product(operation(t, trans), x), part::all), solved = b;
        solved.set(x, part::all);
        choose<T>(Rtrtrs, Ctrtrs)(uplo, trans, diag, n, 2, stored.data(), stored.ld, b.data(), b.ld, info);
        assert_int_equal(info, 0);
        b.own.expect(solved.own);

        /* A = T^H T or T T^H of a unit triangular matrix. */
        const dense l = random_triangular<T>(std::min<int64_t>(n, 10), upper, true, true);
        const dense a = upper ? product(operation(l, "C"), l) : product(l, operation(l, "C"));
        matrix<T> factor(l, which);
        choose<T>(Rpotri, Cpotri)(uplo, l.rows, factor.data(), factor.ld, info);
        assert_int_equal(info, 0);
        dense half = integers<T>(factor.data(), factor.ld, l.rows, which, false);
        for (int64_t j = 0; j < l.rows; j++)
            for (int64_t i = 0; i < l.rows; i++)
                if (!is_stored(which, i, j))
                    half(i, j) = conj(half(j, i));
        assert_true(is_identity(product(half, a)));

        if (n == 0)
            continue;
        dense singular = t;
        const int64_t at = random(0, n - 1);
        singular(at, at) = {};
        matrix<T> zero(singular, which), kept = zero;
        choose<T>(Rtrtri, Ctrtri)(uplo, "N", n, zero.data(), zero.ld, info);
        assert_int_equal(info, at + 1);
        choose<T>(Rpotri, Cpotri)(uplo, n, zero.data(), zero.ld, info);
        assert_int_equal(info, at + 1);
        choose<T>(Rtrtrs, Ctrtrs)(uplo, trans, "N", n, 2, zero.data(), zero.ld, b.data(), b.ld, info);
        assert_int_equal(info, at + 1);
        zero.own.expect(kept.own);
        b.own.expect(solved.own);
    }
}
EXACT_TEST(inverses)

/* Rows of L U in another order, where L has 0, 1/2 and -1/2 below its diagonal, so that the pivots
 * are unique: twice L and U, in integers. */
template <class T>
struct general
{
    int64_t m, n, k;
    dense l2, u, a;
    std::vector<int64_t> row;
    general(int64_t rows, int64_t columns)
        : m(rows), n(columns), k(std::min(rows, columns)), l2(m, k), u(k, n), a(m, n), row((size_t)m)
    {
        for (int64_t j = 0; j < k; j++)
            for (int64_t i = j; i < m; i++)
                l2(i, j) = i == j ? integer{2, 0} : integer{random(-1, 1), 0};
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i <= std::min(j, k - 1); i++)
                u(i, j) = i == j ? integer{random(0, 1) ? 4 : -2, 0} : integer{2, 0} * random_integer<T>(4);
        const dense sum = product(l2, u); /* twice the matrix */
        for (int64_t i = 0; i < m; i++)
            row[(size_t)i] = i;
        for (int64_t i = m - 1; i > 0; i--)
            std::swap(row[(size_t)i], row[(size_t)random(0, i)]);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++)
                a(row[(size_t)i], j) = {sum(i, j).re / 2, sum(i, j).im / 2};
    }
};

template <class T>
void lu()
{
    for (int k = 0; k < repetitions; k++)
        for (int form = 0; form < 3; form++)
        {
            const general<T> g(random_size(), random_size());
            matrix<T> a(g.a, part::all), expected = a;
            std::vector<mplapackint> pivots((size_t)g.k + 1, -5);
            mplapackint info = -7;
            (form == 0   ? choose<T>(Rgetrf, Cgetrf)
             : form == 1 ? choose<T>(Rgetrf2, Cgetrf2)
                         : choose<T>(Rgetf2, Cgetf2))(g.m, g.n, a.data(), a.ld, pivots.data(), info);
            assert_int_equal(info, 0);
            assert_int_equal(pivots[(size_t)g.k], -5);
            std::vector<int64_t> order((size_t)g.m);
            for (size_t i = 0; i < order.size(); i++)
                order[i] = (int64_t)i;
            for (size_t i = 0; i < (size_t)g.k; i++)
                std::swap(order[i], order[(size_t)pivots[i] - 1]);
            /* The first rows are in the order of L, the others in any order. */
            for (int64_t i = 0; i < g.m; i++)
            {
                const int64_t at = std::find(g.row.begin(), g.row.end(), order[(size_t)i]) - g.row.begin();
                assert_true(i >= g.k || at == i);
                for (int64_t j = 0; j < g.n; j++)
                    if (i <= j)
                        expected.own.put(i + j * a.ld, g.u(i, j));
                    else
                        expected.own.put(i + j * a.ld, g.l2(at, j), 0.5);
            }
            a.own.expect(expected.own);
            if (g.m != g.n)
                continue;

            const char *trans = random_letter("NTC");
            const dense x = random_dense<T>(g.n, 3);
            matrix<T> b(product(operation(g.a, trans), x), part::all), solved = b, c(product(g.a, x), part::all), plain = c;
            solved.set(x, part::all);
            plain.set(x, part::all);
            choose<T>(Rgetrs, Cgetrs)(trans, g.n, 3, a.data(), a.ld, pivots.data(), b.data(), b.ld, info);
            assert_int_equal(info, 0);
            b.own.expect(solved.own);
            matrix<T> again(g.a, part::all);
            choose<T>(Rgesv, Cgesv)(g.n, 3, again.data(), again.ld, pivots.data(), c.data(), c.ld, info);
            assert_int_equal(info, 0);
            c.own.expect(plain.own);

            T size[1];
            choose<T>(Rgetri, Cgetri)(g.n, again.data(), again.ld, pivots.data(), size, -1, info);
            std::vector<T> work((size_t)cast(size[0]));
            choose<T>(Rgetri, Cgetri)(g.n, again.data(), again.ld, pivots.data(), work.data(), (mplapackint)work.size(), info);
            assert_int_equal(info, 0);
            const array<T> inverse(again.data(), again.ld, g.n, g.n), original(g.a);
            assert_true(distance(original * inverse, identity<T>(g.n)) <= bound(g.n) * norm(original) * norm(inverse));
            if (g.n == 0)
                continue;
            dense singular = g.a; /* The last column becomes 0. */
            for (int64_t i = 0; i < g.n; i++)
                singular(i, g.n - 1) = {};
            matrix<T> zero(singular, part::all), right(x, part::all), kept = right;
            choose<T>(Rgesv, Cgesv)(g.n, 3, zero.data(), zero.ld, pivots.data(), right.data(), right.ld, info);
            assert_int_equal(info, g.n);
            right.own.expect(kept.own);
            matrix<T> factors = zero;
            choose<T>(Rgetri, Cgetri)(g.n, zero.data(), zero.ld, pivots.data(), work.data(), (mplapackint)work.size(), info);
            assert_int_equal(info, g.n);
            zero.own.expect(factors.own);
        }
}
EXACT_TEST(lu)

/* The condition of a diagonal matrix of powers of two. */
template <class T>
void conditions()
{
    const int64_t n = 9;
    dense a(n, n);
    for (int64_t i = 0; i < n; i++)
        a(i, i) = {(int64_t)1 << (i * 3 % 7), 0};
    matrix<T> stored(a, part::all), factor(a, part::all);
    std::vector<mplapackint> pivots((size_t)n), iwork((size_t)n);
    std::vector<T> work((size_t)(4 * n));
    std::vector<dd_real> rwork((size_t)(4 * n));
    mplapackint info = -7;
    dd_real rcond(-1.0);
    choose<T>(Rgetrf, Cgetrf)(n, n, stored.data(), stored.ld, pivots.data(), info);
    if constexpr (is_complex<T>)
        Cgecon("O", n, stored.data(), stored.ld, dd_real(64.0), rcond, work.data(), rwork.data(), info);
    else
        Rgecon("1", n, stored.data(), stored.ld, dd_real(64.0), rcond, work.data(), iwork.data(), info);
    assert_true(info == 0 && rcond.x[0] == 1.0 / 64.0);
    for (int64_t i = 0; i < n; i++)
        a(i, i) = {(int64_t)1 << (i % 3), 0}; /* A factor: the matrix is its square. */
    factor.set(a, part::all);
    if constexpr (is_complex<T>)
        Cpocon("U", n, factor.data(), factor.ld, dd_real(16.0), rcond, work.data(), rwork.data(), info);
    else
        Rpocon("l", n, factor.data(), factor.ld, dd_real(16.0), rcond, work.data(), iwork.data(), info);
    assert_true(info == 0 && rcond.x[0] == 1.0 / 16.0);
}
EXACT_TEST(conditions)

/* Symmetric indefinite matrices, also Hermitian ones in complex numbers. */
template <class T>
void indefinite_case(bool hermitian)
{
    const int64_t n = random_size(), nrhs = 2;
    const char *uplo = random_letter("UL");
    const part which = part_of(uplo);
    dense a = random_symmetric<T>(n, hermitian);
    for (int64_t i = 0; i < n; i++)
        a(i, i) = a(i, i) + integer{i % 2 ? 200 : -300, 0};
    const dense x = random_dense<T>(n, nrhs);
    matrix<T> stored(a, which), b(product(a, x), part::all), first = stored;
    const matrix<T> right = b;
    std::vector<mplapackint> pivots((size_t)n + 1);
    std::vector<T> work((size_t)(64 * n + 1));
    mplapackint info = -7;
    const auto factor = hermitian ? choose<T>(Rsytrf, Chetrf) : choose<T>(Rsytrf, Csytrf);
    const auto solve = hermitian ? choose<T>(Rsytrs, Chetrs) : choose<T>(Rsytrs, Csytrs);
    const auto both = hermitian ? choose<T>(Rsysv, Chesv) : choose<T>(Rsysv, Csysv);
    const auto invert = hermitian ? choose<T>(Rsytri, Chetri) : choose<T>(Rsytri, Csytri);
    const array<T> wanted(x), whole(a);
    factor(uplo, n, stored.data(), stored.ld, pivots.data(), work.data(), (mplapackint)work.size(), info);
    assert_int_equal(info, 0);
    solve(uplo, n, nrhs, stored.data(), stored.ld, pivots.data(), b.data(), b.ld, info);
    assert_int_equal(info, 0);
    assert_true(distance(array<T>(b.data(), b.ld, n, nrhs), wanted) <= bound(n) * 100.0 * norm(wanted));
    invert(uplo, n, stored.data(), stored.ld, pivots.data(), work.data(), info);
    assert_int_equal(info, 0);
    const array<T> inverse(stored.data(), stored.ld, n, which, hermitian);
    assert_true(distance(whole * inverse, identity<T>(n)) <= bound(n) * 100.0 * std::sqrt((double)n));
    matrix<T> c = right;
    both(uplo, n, nrhs, first.data(), first.ld, pivots.data(), c.data(), c.ld, work.data(), (mplapackint)work.size(), info);
    assert_int_equal(info, 0);
    assert_true(distance(array<T>(c.data(), c.ld, n, nrhs), wanted) <= bound(n) * 100.0 * norm(wanted));
    if (n == 0)
        return;
    matrix<T> zero(dense(n, n), which), kept = zero, untouched = right;
    both(uplo, n, nrhs, zero.data(), zero.ld, pivots.data(), untouched.data(), untouched.ld, work.data(),
         (mplapackint)work.size(), info);
    assert_int_equal(info, is_letter(uplo, 'U') ? n : 1);
    untouched.own.expect(right.own);
    invert(uplo, n, zero.data(), zero.ld, pivots.data(), work.data(), info);
    assert_int_equal(info, is_letter(uplo, 'U') ? n : 1);
    zero.own.expect(kept.own);
}

template <class T>
void indefinite()
{
    for (int k = 0; k < repetitions; k++)
        indefinite_case<T>(is_complex<T> && k % 2);
}
EXACT_TEST(indefinite)

/* ---- QR -------------------------------------------------------------------------------------- */

template <class T>
void qr()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t m = random_size(), n = random_size(), r = std::min(m, n);
        const int form = (int)(k % 3); /* geqrf, geqr2, geqp3 */
        const dense a = random_dense<T>(m, n);
        matrix<T> stored(a, part::all);
        std::vector<T> tau((size_t)r + 1), work((size_t)(64 * (m + n) + 2));
        std::vector<dd_real> rwork((size_t)(2 * n + 1));
        std::vector<mplapackint> columns((size_t)n);
        const mplapackint lwork = (mplapackint)work.size();
        mplapackint info = -7;
        if (form == 0)
            choose<T>(Rgeqrf, Cgeqrf)(m, n, stored.data(), stored.ld, tau.data(), work.data(), lwork, info);
        else if (form == 1)
            choose<T>(Rgeqr2, Cgeqr2)(m, n, stored.data(), stored.ld, tau.data(), work.data(), info);
        else if constexpr (is_complex<T>)
            Cgeqp3(m, n, stored.data(), stored.ld, columns.data(), tau.data(), work.data(), lwork, rwork.data(), info);
        else
            Rgeqp3(m, n, stored.data(), stored.ld, columns.data(), tau.data(), work.data(), lwork, info);
        assert_int_equal(info, 0);
        if (r == 0)
            continue;

        array<T> triangle(r, n), original(m, n);
        for (int64_t j = 0; j < n; j++)
        {
            const int64_t from = form == 2 ? columns[(size_t)j] - 1 : j;
            for (int64_t i = 0; i < m; i++)
                original(i, j) = number<T>(a(i, from));
            for (int64_t i = 0; i <= std::min(j, r - 1); i++)
                triangle(i, j) = stored.data()[i + j * stored.ld];
        }
        matrix<T> q(m, r, 1);
        for (int64_t j = 0; j < r; j++)
            std::copy_n(stored.data() + j * stored.ld, m, q.elements() + j * q.ld);
        if (k % 2)
            choose<T>(Rorgqr, Cungqr)(m, r, r, q.data(), q.ld, tau.data(), work.data(), lwork, info);
        else
            choose<T>(Rorg2r, Cung2r)(m, r, r, q.data(), q.ld, tau.data(), work.data(), info);
        assert_int_equal(info, 0);
        const array<T> orthogonal(q.data(), q.ld, m, r);
        assert_true(distance(orthogonal * triangle, original) <= bound(m + n) * norm(original));
        assert_true(distance(adjoint(orthogonal) * orthogonal, identity<T>(r)) <= bound(m + n) * std::sqrt((double)r));

        /* Q^H A is R. */
        matrix<T> c(m, n, 2);
        for (int64_t j = 0; j < n; j++)
            std::copy_n(original.column(j), m, c.elements() + j * c.ld);
        choose<T>(Rormqr, Cunmqr)("L", is_complex<T> ? "C" : "T", m, n, r, stored.data(), stored.ld, tau.data(), c.data(), c.ld,
                                  work.data(), lwork, info);
        assert_int_equal(info, 0);
        assert_true(distance(array<T>(c.data(), c.ld, r, n), triangle) <= bound(m + n) * norm(original));
    }
}
EXACT_TEST(qr)

/* Consistent systems of full rank in all four forms: tall and wide, plain and adjoint. */
template <class T>
void least_squares()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t m = random_size(), n = random_size(), most = std::max<int64_t>(std::max(m, n), 1), nrhs = 2;
        const char *trans = random_letter(is_complex<T> ? "NC" : "NT");
        dense a = random_dense<T>(m, n);
        for (int64_t i = 0; i < std::min(m, n); i++)
            a(i, i) = a(i, i) + integer{300, 0};
        const dense op = operation(a, trans), x = random_dense<T>(op.columns, nrhs);
        /* A solution of least norm is in the range of the adjoint. */
        const bool wide = op.rows < op.columns;
        const dense solution = wide ? product(operation(op, "C"), random_dense<T>(op.rows, nrhs)) : x;
        matrix<T> stored(a, part::all), b(most, nrhs, 1);
        const dense right = product(op, solution);
        for (int64_t j = 0; j < nrhs; j++)
            for (int64_t i = 0; i < right.rows; i++)
                b.own.put(i + j * b.ld, right(i, j));
        std::vector<T> work((size_t)(64 * (m + n + nrhs) + 2));
        mplapackint info = -7;
        choose<T>(Rgels, Cgels)(trans, m, n, nrhs, stored.data(), stored.ld, b.data(), b.ld, work.data(),
                                (mplapackint)work.size(), info);
        assert_int_equal(info, 0);
        const array<T> wanted(solution), found(b.data(), b.ld, solution.rows, nrhs);
        assert_true(distance(found, wanted) <= bound(m + n) * 1000.0 * norm(wanted));
    }
    /* A column of zeros: the first zero on the diagonal of R is reported. */
    dense a = random_dense<T>(6, 4);
    for (int64_t i = 0; i < 6; i++)
        a(i, 2) = {};
    matrix<T> stored(a, part::all), b(random_dense<T>(6, 1), part::all);
    std::vector<T> work(64);
    mplapackint info = -7;
    choose<T>(Rgels, Cgels)("N", 6, 4, 1, stored.data(), stored.ld, b.data(), b.ld, work.data(), 64, info);
    assert_int_equal(info, 3);
}
EXACT_TEST(least_squares)

/* ---- auxiliary routines ---------------------------------------------------------------------- */

template <class T>
void norms_and_copies()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t m = random_size(), n = random_size();
        const char *uplo = random_letter("UL");
        const dense a = random_dense<dd_real>(m, n), s = random_symmetric<dd_real>(n, false);
        dense t(a.rows, a.columns), h(n, n);
        const auto turned = [](integer x) { return is_complex<T> ? integer{0, x.re} : x; }; /* moduli are integers */
        for (size_t i = 0; i < a.value.size(); i++)
            t.value[i] = turned(a.value[i]);
        for (size_t i = 0; i < s.value.size(); i++)
            h.value[i] = turned(s.value[i]);
        matrix<T> stored(t, part::all), half(h, part_of(uplo));
        std::vector<dd_real> work((size_t)(m + n + 1));
        const auto largest = [](const dense &d, bool by_rows, bool sums)
        {
            int64_t best = 0;
            for (int64_t j = 0; j < (by_rows ? d.rows : d.columns); j++)
            {
                int64_t sum = 0;
                for (int64_t i = 0; i < (by_rows ? d.columns : d.rows); i++)
                {
                    const int64_t size = std::abs((by_rows ? d(j, i) : d(i, j)).re);
                    sum = sums ? sum + size : std::max(sum, size);
                }
                best = std::max(best, sum);
            }
            return (double)best;
        };
        const auto lange = choose<T>(Rlange, Clange);
        const auto lansy = choose<T>(Rlansy, Clansy);
        const bool empty = m == 0 || n == 0;
        assert_true(lange("m", m, n, stored.data(), stored.ld, work.data()).x[0] == (empty ? 0.0 : largest(a, false, false)));
        assert_true(lange("O", m, n, stored.data(), stored.ld, work.data()).x[0] == (empty ? 0.0 : largest(a, false, true)));
        assert_true(lange("I", m, n, stored.data(), stored.ld, work.data()).x[0] == (empty ? 0.0 : largest(a, true, true)));
        assert_true(lansy("M", uplo, n, half.data(), half.ld, work.data()).x[0] == largest(s, false, false));
        assert_true(lansy("1", uplo, n, half.data(), half.ld, work.data()).x[0] == largest(s, false, true));

        const part which = random(0, 1) ? part_of(uplo) : part::all;
        const char *letter = which == part::all ? "A" : uplo;
        matrix<T> copied(random_dense<T>(m, n), part::all), expected = copied;
        expected.set(t, which);
        choose<T>(Rlacpy, Clacpy)(letter, m, n, stored.data(), stored.ld, copied.data(), copied.ld);
        copied.own.expect(expected.own);
        dense filled(m, n);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++)
                filled(i, j) = i == j ? integer{5, 0} : integer{-3, 0};
        expected.set(filled, which);
        choose<T>(Rlaset, Claset)(letter, m, n, number<T>({-3, 0}), number<T>({5, 0}), copied.data(), copied.ld);
        copied.own.expect(expected.own);
        if (m < 3)
            continue;
        mplapackint pivots[] = {m, 2, m};
        dense swapped = t;
        for (int64_t i = 0; i < 3; i++)
            for (int64_t j = 0; j < n; j++)
                std::swap(swapped(i, j), swapped(pivots[i] - 1, j));
        matrix<T> rows(t, part::all), moved = rows;
        moved.set(swapped, part::all);
        choose<T>(Rlaswp, Claswp)(n, rows.data(), rows.ld, 1, 3, pivots, 1);
        rows.own.expect(moved.own);
        moved.set(t, part::all);
        choose<T>(Rlaswp, Claswp)(n, rows.data(), rows.ld, 1, 3, pivots, -1);
        rows.own.expect(moved.own);
    }
}
EXACT_TEST(norms_and_copies)

void constants(void **)
{
    assert_true(Rlamch_dd("E").x[0] == 0x1p-104 && Rlamch_dd("p").x[0] == 0x1p-103 && Rlamch_dd("B").x[0] == 2.0);
    assert_true(Rlamch_dd("S").x[0] == 0x1p-969 && Rlamch_dd("N").x[0] == 106.0 && Rlamch_dd("R").x[0] == 1.0);
    assert_true(Rlamch_dd("O").x[0] == 0x1.fffffffffffffp+1023);
}
} // namespace

#define BOTH(name) cmocka_unit_test(name##_real), cmocka_unit_test(name##_complex)

int main()
{
    dd_random_start(&generator, dd_random_seed(3003));
    const CMUnitTest tests[] = {BOTH(cholesky),      BOTH(inverses),         BOTH(lu),
                                BOTH(conditions),    BOTH(indefinite),       BOTH(qr),
                                BOTH(least_squares), BOTH(norms_and_copies), cmocka_unit_test(constants)};
    return cmocka_run_group_tests_name("mplapack_systems", tests, nullptr, nullptr);
}
