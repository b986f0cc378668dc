/*
 * The drop-in's level 1 and level 2 against integers: all letters, increments of both signs, sizes
 * on both sides of the small loops, and memory that must stay as it was.
 */
#include "exact.hpp"

using namespace exact;

dd_random exact::generator;

namespace
{
constexpr int repetitions = 400;

/* ---- level 1 --------------------------------------------------------------------------------- */

template <class T>
void updates()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t n = random_size(), incx = random_increment(), incy = random_increment();
        const integer alpha = random_scalar<T>();
        vector<T> x(n, incx), y(n, incy), expected = y;
        for (int64_t i = 0; i < n; i++)
            expected.set(i, y[i] + alpha * x[i]);
        choose<T>(Raxpy, Caxpy)(n, number<T>(alpha), x.data(), incx, y.data(), incy);
        y.own.expect(expected.own);

        vector<T> copied(n, incy), from = copied, to = x;
        copied.forget();
        choose<T>(Rcopy, Ccopy)(n, x.data(), incx, copied.data(), incy);
        for (int64_t i = 0; i < n; i++)
            from.set(i, x[i]);
        copied.own.expect(from.own);

        vector<T> other(n, incy), mirrored = other;
        for (int64_t i = 0; i < n; i++)
        {
            mirrored.set(i, x[i]);
            to.set(i, other[i]);
        }
        choose<T>(Rswap, Cswap)(n, x.data(), incx, other.data(), incy);
        x.own.expect(to.own);
        other.own.expect(mirrored.own);
    }
}
EXACT_TEST(updates)

/* An increment of 0: the reference's loops update one element again and again. */
template <class T>
void increment_zero()
{
    for (int64_t n : {1, 3, 20})
    {
        vector<T> x(n, 2), y(1, 1), expected = y;
        integer sum = y[0];
        for (int64_t i = 0; i < n; i++)
            sum = sum + integer{2, 0} * x[i];
        expected.set(0, sum);
        choose<T>(Raxpy, Caxpy)(n, number<T>({2, 0}), x.data(), 2, y.data(), 0);
        y.own.expect(expected.own);
        const T dot = choose<T>(Rdot, Cdotu)(n, x.data(), 2, y.data(), 0);
        integer all;
        for (int64_t i = 0; i < n; i++)
            all = all + x[i] * sum;
        const T right = number<T>(all);
        assert_memory_equal(&dot, &right, sizeof dot);
    }
}
EXACT_TEST(increment_zero)

template <class T>
void scaling()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t n = random_size(), incx = random(-1, 3);
        const integer alpha = random_scalar<T>(), real = {random(-9, 9), 0};
        vector<T> x(n, incx == 0 ? 1 : incx), expected = x;
        const auto scaled = [&](integer factor)
        {
            for (int64_t i = 0; i < n && incx > 0; i++)
                expected.set(i, factor * expected[i]);
        };
        scaled(alpha);
        choose<T>(Rscal, Cscal)(n, number<T>(alpha), x.data(), incx);
        x.own.expect(expected.own);
        if constexpr (is_complex<T>)
        {
            scaled(real);
            CRscal(n, number<dd_real>(real), x.data(), incx);
            x.own.expect(expected.own);
        }
    }
}
EXACT_TEST(scaling)

template <class T>
void expect_number(const T &a, integer b)
{
    const double *word = reinterpret_cast<const double *>(&a);
    assert_true(word[0] == (double)b.re && word[1] == 0.0);
    if (is_complex<T>)
        assert_true(word[2] == (double)b.im && word[3] == 0.0);
}

template <class T>
void sums()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t n = random_size(), incx = random_increment(), incy = random_increment();
        vector<T> x(n, incx), y(n, incy), z(n, std::abs(incx));
        integer plain, conjugated, absolute;
        int64_t largest = -1, position = 0;
        for (int64_t i = 0; i < n; i++)
        {
            plain = plain + x[i] * y[i];
            conjugated = conjugated + conj(x[i]) * y[i];
            const int64_t size = std::abs(z[i].re) + std::abs(z[i].im);
            absolute.re += size;
            if (size > largest)
            {
                largest = size;
                position = i + 1;
            }
        }
        expect_number(choose<T>(Rdot, Cdotu)(n, x.data(), incx, y.data(), incy), plain);
        if constexpr (is_complex<T>)
            expect_number(Cdotc(n, x.data(), incx, y.data(), incy), conjugated);
        expect_number(choose<T>(Rasum, RCasum)(n, z.data(), z.inc), absolute);
        assert_int_equal(choose<T>(iRamax, iCamax)(n, z.data(), z.inc), position);
        expect_number(choose<T>(Rasum, RCasum)(n, z.data(), 0), {});
        assert_int_equal(choose<T>(iRamax, iCamax)(n, z.data(), -1), 0);
    }
}
EXACT_TEST(sums)

/* The norm of vectors of 3 and 4, of 5, 5, 5, 5, ... is an integer. */
template <class T>
void norms()
{
    for (int64_t n : {0, 1, 4, 9, 16, 100})
    {
        vector<T> x(n, 2);
        int64_t root = 0;
        while (root * root < n)
            root++;
        for (int64_t i = 0; i < n; i++)
            x.set(i, is_complex<T> ? integer{3, -4} : integer{i % 2 ? 5 : -5, 0});
        expect_number(choose<T>(Rnrm2, RCnrm2)(n, x.data(), 2), {5 * root, 0});
    }
}
EXACT_TEST(norms)

template <class T>
void rotations()
{
    for (int k = 0; k < repetitions; k++)
    {
        const int64_t n = random_size(), incx = random_increment(), incy = random_increment();
        const integer c = {random(-4, 4), 0}, s = {random(-4, 4), 0};
        vector<T> x(n, incx), y(n, incy), new_x = x, new_y = y;
        for (int64_t i = 0; i < n; i++)
        {
            new_x.set(i, c * x[i] + s * y[i]);
            new_y.set(i, c * y[i] - s * x[i]);
        }
        choose<T>(Rrot, CRrot)(n, x.data(), incx, y.data(), incy, number<dd_real>(c), number<dd_real>(s));
        x.own.expect(new_x.own);
        y.own.expect(new_y.own);
    }
}
EXACT_TEST(rotations)

/* The rotation of (3, 4), and modified rotations. */
void rotations_made(void **)
{
    dd_real a(3.0), b(4.0), c, s;
    Rrotg(a, b, c, s);
    assert_true(a.x[0] == 5.0 && a.x[1] == 0.0);
    assert_true(std::fabs((c.x[0] - 0.6) + c.x[1]) < 0x1p-53 && std::fabs((s.x[0] - 0.8) + s.x[1]) < 0x1p-52);
    dd_complex ca(dd_real(3.0)), cs;
    Crotg(ca, dd_complex(0.0, 4.0), c, cs);
    assert_true(ca.real().x[0] == 5.0 && std::fabs(cs.imag().x[0] + 0.8) < 0x1p-52);

    vector<dd_real> x(12, 2), y(12, 1), new_x = x, new_y = y;
    for (int64_t i = 0; i < 12; i++)
    {
        new_x.set(i, integer{2, 0} * x[i] + integer{3, 0} * y[i]);
        new_y.set(i, integer{5, 0} * x[i] + integer{7, 0} * y[i]);
    }
    dd_real parameters[] = {-1.0, 2.0, 5.0, 3.0, 7.0};
    Rrotm(12, x.data(), 2, y.data(), 1, parameters);
    x.own.expect(new_x.own);
    y.own.expect(new_y.own);
    dd_real d1(1.0), d2(1.0), x1(1.0);
    Rrotmg(d1, d2, x1, dd_real(0.0), parameters);
    assert_true(parameters[0].x[0] == -2.0);
    const dd_real sum = RCabs1(dd_complex(-3.0, 4.0));
    assert_true(sum.x[0] == 7.0 && sum.x[1] == 0.0);
}

/* ---- level 2 --------------------------------------------------------------------------------- */

/* y = alpha A x + beta y in integers, and y as it must be. */
template <class T>
vector<T> expected_product(integer alpha, const dense &a, const vector<T> &x, integer beta, const vector<T> &y)
{
    vector<T> expected = y;
    const dense sum = product(a, column(x.value));
    for (int64_t i = 0; i < y.n; i++)
        expected.set(i, alpha * sum(i, 0) + beta * y[i]);
    return expected;
}

/* Calls a routine for y = alpha A x + beta y, where a beta of 0 means that y is not read. */
template <class T, class F>
void check_product(const dense &a, F call)
{
    const integer alpha = random_scalar<T>(), beta = random_scalar<T>();
    vector<T> x(a.columns, random_increment()), y(a.rows, random_increment());
    const bool nothing = a.rows == 0 || a.columns == 0;
    const vector<T> expected = nothing ? y : expected_product(alpha, a, x, beta, y);
    if (beta == integer{} && !nothing)
        y.forget();
    call(number<T>(alpha), x.data(), x.inc, number<T>(beta), y.data(), y.inc);
    y.own.expect(expected.own);
}

template <class T>
void general_products()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t m = random_size(), n = random_size(), kl = random(0, 4), ku = random(0, 4);
        const char *trans = random_letter("NTC");
        dense a = random_dense<T>(m, n);
        matrix<T> stored(a, part::all);
        check_product<T>(operation(a, trans), [&](T alpha, T *x, int64_t incx, T beta, T *y, int64_t incy)
                         { choose<T>(Rgemv, Cgemv)(trans, m, n, alpha, stored.data(), stored.ld, x, incx, beta, y, incy); });
        band<T> narrow(a, kl, ku);
        check_product<T>(
            operation(a, trans), [&](T alpha, T *x, int64_t incx, T beta, T *y, int64_t incy)
            { choose<T>(Rgbmv, Cgbmv)(trans, m, n, kl, ku, alpha, narrow.data(), narrow.ld, x, incx, beta, y, incy); });
    }
}
EXACT_TEST(general_products)

template <class T>
void symmetric_products()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t n = random_size(), bands = random(0, 4);
        const char *uplo = random_letter("UL");
        dense a = random_symmetric<T>(n, true);
        matrix<T> stored(a, part_of(uplo));
        check_product<T>(a, [&](T alpha, T *x, int64_t incx, T beta, T *y, int64_t incy)
                         { choose<T>(Rsymv, Chemv)(uplo, n, alpha, stored.data(), stored.ld, x, incx, beta, y, incy); });
        packed<T> triangle(a, part_of(uplo));
        check_product<T>(a, [&](T alpha, T *x, int64_t incx, T beta, T *y, int64_t incy)
                         { choose<T>(Rspmv, Chpmv)(uplo, n, alpha, triangle.data(), x, incx, beta, y, incy); });
        const bool upper = is_letter(uplo, 'U');
        dense both = a;
        band<T> all(both, bands, bands);
        band<T> half(a, upper ? 0 : bands, upper ? bands : 0);
        check_product<T>(both, [&](T alpha, T *x, int64_t incx, T beta, T *y, int64_t incy)
                         { choose<T>(Rsbmv, Chbmv)(uplo, n, bands, alpha, half.data(), half.ld, x, incx, beta, y, incy); });
    }
}
EXACT_TEST(symmetric_products)

/* A + alpha x y^T, or with the conjugate of y. */
template <class T>
void rank_one()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t m = random_size(), n = random_size();
        const bool conjugate = is_complex<T> && random(0, 1);
        const integer alpha = random_scalar<T>();
        dense a = random_dense<T>(m, n);
        vector<T> x(m, random_increment()), y(n, random_increment());
        matrix<T> stored(a, part::all), expected = stored;
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++)
                a(i, j) = a(i, j) + alpha * x[i] * (conjugate ? conj(y[j]) : y[j]);
        expected.set(a, part::all);
        (conjugate ? choose<T>(Rger, Cgerc) : choose<T>(Rger, Cgeru))(m, n, number<T>(alpha), x.data(), x.inc, y.data(), y.inc,
                                                                      stored.data(), stored.ld);
        stored.own.expect(expected.own);
    }
}
EXACT_TEST(rank_one)

/* her and her2, of full and packed triangles. */
template <class T>
void symmetric_updates()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t n = random_size();
        const char *uplo = random_letter("UL");
        const part which = part_of(uplo);
        const integer real = random_scalar<dd_real>(), alpha = random_scalar<T>();
        const dense a = random_symmetric<T>(n, true);
        vector<T> x(n, random_increment()), y(n, random_increment());
        dense one = a, two = a;
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
            {
                one(i, j) = a(i, j) + real * x[i] * conj(x[j]);
                two(i, j) = a(i, j) + alpha * x[i] * conj(y[j]) + conj(alpha) * y[i] * conj(x[j]);
            }
        matrix<T> stored(a, which), expected = stored, stored2 = stored;
        packed<T> triangle(a, which), expected_triangle = triangle, triangle2 = triangle;
        expected.set(one, which);
        expected_triangle.set(one);
        choose<T>(Rsyr, Cher)(uplo, n, number<dd_real>(real), x.data(), x.inc, stored.data(), stored.ld);
        stored.own.expect(expected.own);
        choose<T>(Rspr, Chpr)(uplo, n, number<dd_real>(real), x.data(), x.inc, triangle.data());
        triangle.own.expect(expected_triangle.own);

        expected.set(two, which);
        expected_triangle.set(two);
        choose<T>(Rsyr2, Cher2)(uplo, n, number<T>(alpha), x.data(), x.inc, y.data(), y.inc, stored2.data(), stored2.ld);
        stored2.own.expect(expected.own);
        choose<T>(Rspr2, Chpr2)(uplo, n, number<T>(alpha), x.data(), x.inc, y.data(), y.inc, triangle2.data());
        triangle2.own.expect(expected_triangle.own);
    }
}
EXACT_TEST(symmetric_updates)

/* Products with triangular matrices, and the systems whose right-hand sides they are. */
template <class T>
void triangular()
{
    for (int k = 0; k < 2 * repetitions; k++)
    {
        const int64_t n = random_size(), bands = random(0, 4);
        const char *uplo = random_letter("UL"), *trans = random_letter("NTC"), *diag = random_letter("UN");
        const bool upper = is_letter(uplo, 'U'), unit = is_letter(diag, 'U');
        dense a = random_triangular<T>(n, upper, unit, true);
        vector<T> x(n, random_increment(), 3), b = x;
        const auto multiplied = [&]
        {
            const dense sum = product(operation(a, trans), column(x.value));
            for (int64_t i = 0; i < n; i++)
                b.set(i, sum(i, 0));
        };
        vector<T> work = x;

        multiplied();
        matrix<T> stored(a, part_of(uplo), unit);
        choose<T>(Rtrmv, Ctrmv)(uplo, trans, diag, n, stored.data(), stored.ld, work.data(), work.inc);
        work.own.expect(b.own);
        choose<T>(Rtrsv, Ctrsv)(uplo, trans, diag, n, stored.data(), stored.ld, work.data(), work.inc);
        work.own.expect(x.own);

        packed<T> triangle(a, part_of(uplo), unit);
        choose<T>(Rtpmv, Ctpmv)(uplo, trans, diag, n, triangle.data(), work.data(), work.inc);
        work.own.expect(b.own);
        choose<T>(Rtpsv, Ctpsv)(uplo, trans, diag, n, triangle.data(), work.data(), work.inc);
        work.own.expect(x.own);

        band<T> narrow(a, upper ? 0 : bands, upper ? bands : 0, unit);
        multiplied();
        choose<T>(Rtbmv, Ctbmv)(uplo, trans, diag, n, bands, narrow.data(), narrow.ld, work.data(), work.inc);
        work.own.expect(b.own);
        choose<T>(Rtbsv, Ctbsv)(uplo, trans, diag, n, bands, narrow.data(), narrow.ld, work.data(), work.inc);
        work.own.expect(x.own);
    }
}
EXACT_TEST(triangular)
} // namespace

#define BOTH(name) cmocka_unit_test(name##_real), cmocka_unit_test(name##_complex)

int main()
{
    dd_random_start(&generator, dd_random_seed(3001));
    const CMUnitTest tests[] = {BOTH(updates),
                                BOTH(increment_zero),
                                BOTH(scaling),
                                BOTH(sums),
                                BOTH(norms),
                                BOTH(rotations),
                                cmocka_unit_test(rotations_made),
                                BOTH(general_products),
                                BOTH(symmetric_products),
                                BOTH(rank_one),
                                BOTH(symmetric_updates),
                                BOTH(triangular)};
    return cmocka_run_group_tests_name("mpblas_vectors", tests, nullptr, nullptr);
}
