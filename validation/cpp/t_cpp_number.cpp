/*
 * C++ around the numbers: conversions, numeric_limits, mixed operators, elementary functions,
 * complex numbers, streams and strings.
 */
#include <cmath>
#include <complex>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iomanip>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

#include <dd/cuddcomplex.hpp>
#include <dd/text.hpp>

extern "C" {
#include <cmocka.h>

#include "random.h"
}

static_assert(std::is_trivial<cuddreal>::value && std::is_standard_layout<cuddreal>::value, "cuddreal is plain data");
static_assert(std::is_trivial<cuddcomplex>::value && std::is_standard_layout<cuddcomplex>::value, "cuddcomplex is plain data");
static_assert(std::is_convertible<double, cuddreal>::value && std::is_convertible<int, cuddreal>::value, "exact, hence implicit");
static_assert(std::is_convertible<long long, cuddreal>::value && std::is_convertible<cuddreal, cuddcomplex>::value, "exact");
static_assert(!std::is_convertible<cuddreal, double>::value && !std::is_convertible<cuddreal, float>::value, "to be written out");
static_assert(!std::is_convertible<cuddreal, int>::value && !std::is_convertible<cuddreal, bool>::value, "to be written out");
static_assert(!std::is_constructible<cuddreal, const char *>::value, "text has its own function");

namespace
{

template <class T, class = void>
struct multiplies : std::false_type
{
};
template <class T>
struct multiplies<T, decltype(void(std::declval<cuddreal>() * std::declval<T>()))> : std::true_type
{
};
static_assert(multiplies<double>::value && multiplies<float>::value && multiplies<short>::value &&
                  multiplies<unsigned long>::value,
              "");
static_assert(!multiplies<long double>::value, "it would lose digits");

bool same(cuddreal a, cuddreal b) { return std::memcmp(&a, &b, sizeof a) == 0; }
bool same(cuddcomplex a, cuddcomplex b) { return same(a.x, b.x) && same(a.y, b.y); }

void integers_and_doubles_convert_exactly(void **)
{
    const long long large = (1LL << 62) + 1, lowest = std::numeric_limits<long long>::min();
    constexpr cuddreal constant(1.0, 0x1p-80), seven = 7;
    assert_true(constant.x == 1.0 && constant.y == 0x1p-80 && seven.x == 7.0);
    assert_true(same(cuddreal(large), cuddMake(0x1p+62, 1.0)) && same(cuddreal(lowest), cuddMake(-0x1p+63, 0.0)));
    assert_true(same(cuddreal(~0ULL), cuddMake(0x1p+64, -1.0)) && same(cuddreal(~0UL), cuddreal(~0ULL)));
    assert_true(same(cuddreal(-3), cuddMake(-3.0, 0.0)) && same(cuddreal(4000000000u), cuddMake(4e9, 0.0)));
    assert_true(same(cuddreal(0.1), cuddMake(0.1, 0.0)) && same(cuddreal(0.5f), cuddMake(0.5, 0.0)) &&
                same(cuddreal{}, cuddMake(0.0, 0.0)));
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(61));
    for (int i = 0; i < 100000; i++)
    {
        const int64_t n = (int64_t)dd_random_bits(&g) >> dd_random_int(&g, 0, 63);
        assert_true(same(cuddreal((long)n), cuddFromInt64(n)) && static_cast<long long>(cuddreal((long long)n)) == n);
        assert_true(same(cuddreal((unsigned long)n), cuddFromUint64((uint64_t)n)) &&
                    cuddToUint64(cuddFromUint64((uint64_t)n)) == (uint64_t)n);
    }
}

void conversions_to_narrower_types_round_as_they_say(void **)
{
    const cuddreal above_tie(1 + 0x1p-24, 0x1p-90), tie(1 + 0x1p-24, 0.0), below_tie(1 + 0x1p-24, -0x1p-90);
    assert_true(static_cast<float>(above_tie) == 1.0f + 0x1p-23f && static_cast<float>(tie) == 1.0f &&
                static_cast<float>(below_tie) == 1.0f);
    const cuddreal odd_tie(1 + 0x3p-24, -0x1p-90);
    assert_true(static_cast<float>(odd_tie) == 1.0f + 0x1p-23f && static_cast<float>(cuddreal(1 + 0x3p-24)) == 1.0f + 0x1p-22f);
    assert_true(std::isnan(static_cast<float>(cuddreal(1.0, (double)NAN)))); /* a NaN by its low part */
    assert_true(std::isinf(static_cast<float>(cuddreal(1e300))) && std::isnan(static_cast<float>(cuddNan())));
    assert_true(static_cast<double>(cuddreal(3.0, 0x1p-60)) == 3.0);
    assert_true(static_cast<int>(cuddreal(3.0, -0x1p-60)) == 2 && static_cast<int>(cuddreal(-3.0, 0x1p-60)) == -2);
    assert_true(static_cast<int>(cuddreal(1e20)) == INT32_MAX && static_cast<int>(cuddreal(-1e20)) == INT32_MIN);
    assert_true(static_cast<long long>(cuddreal(0x1p+63, -1.0)) == INT64_MAX &&
                static_cast<long long>(cuddreal(0x1p+63)) == INT64_MAX);
    assert_true(static_cast<long long>(cuddreal(-0x1p+63)) == INT64_MIN &&
                static_cast<long long>(cuddreal(-0x1p+63, -0.5)) == INT64_MIN);
    assert_true(static_cast<long long>(cuddreal(0x1p+62, 0.75)) == (1LL << 62) && static_cast<long>(cuddNan()) == 0);
    assert_true(static_cast<unsigned long long>(cuddreal(~0ULL)) == ~0ULL &&
                static_cast<unsigned long long>(cuddreal(0x1p+64)) == ~0ULL);
    assert_true(static_cast<unsigned long>(cuddreal(0x1p+63, 1.0)) == (1ULL << 63) + 1 &&
                static_cast<unsigned>(cuddreal(-1)) == 0);
    assert_true(static_cast<unsigned>(cuddreal(1e12)) == ~0U && static_cast<unsigned>(cuddreal(7.0, -1e-20)) == 6);
    assert_true(static_cast<bool>(cuddreal(0.0, 0.0)) == false && static_cast<bool>(cuddreal(1e-300)));
}

void numeric_limits_describe_the_number(void **)
{
    typedef std::numeric_limits<cuddreal> limits;
    static_assert(limits::is_specialized && limits::digits == 105 && limits::digits10 == 31 && limits::radix == 2, "");
    assert_true(same(limits::epsilon(), cuddLdexp(cuddreal(1), 1 - limits::digits)) && same(limits::max(), cuddMax()));
    assert_true(same(limits::lowest(), -limits::max()) && same(limits::min(), cuddMin()) && limits::denorm_min() / 2 == 0.0);
    assert_true(isinf(limits::infinity()) && isnan(limits::quiet_NaN()) && isinf(limits::max() * 2) &&
                limits::denorm_min() > 0.0);
    assert_true(same(cuddreal(1) + limits::epsilon() - 1, limits::epsilon()));
}

void wide_integers_are_exact_operands(void **)
{
    const long long n = (1LL << 60) + 1;
    const unsigned long long m = (1ULL << 63) + 1;
    const cuddreal a = 3;
    assert_true(same(a + n, cuddAdd(a, cuddFromInt64(n))) && same(n - a, cuddSub(cuddFromInt64(n), a)));
    assert_true(same(a * m, cuddMul(a, cuddFromUint64(m))) && same(m / a, cuddDiv(cuddFromUint64(m), a)));
    assert_true(cuddreal(n) == n && n == cuddreal(n) && cuddreal(n) != n - 1 && cuddreal(n) > n - 1 && n - 1 < cuddreal(n));
    assert_true(cuddreal(m) >= m && m <= cuddreal(m) && !(cuddreal(m) < m) && !(m > cuddreal(m)));
    cuddreal b = a;
    assert_true(same(b += n, a + n) && same((b = a) -= m, a - m) && same((b = a) *= m, a * m) && same((b = a) /= n, a / n));
    const cuddreal large = 9007199254740993LL, tiny(1, 0x1p-60);
    assert_true(same(pow(a, 2L), cuddreal(9)) && same(pow(a, std::size_t(3)), cuddreal(27)) && same(pow(a, 3u), cuddreal(27)));
    assert_true(same(pow(tiny, 9007199254740993LL), cuddPow(tiny, large)) && same(pow(2L, a), cuddreal(8)));
    assert_true(same(a + 1, cuddreal(4)) && same(1 + a, cuddreal(4)) && a == 3 && 3 == a && a < 4u);
}

template <class T>
T generic(T a)
{
    using std::atan2;
    using std::exp;
    using std::log;
    using std::pow;
    using std::sin;
    return exp(sin(a)) + pow(a, T(2)) * log(a) - atan2(a, T(1));
}

void generic_code_finds_the_functions(void **)
{
    const cuddreal a(0.7, 1e-18);
    const cuddreal expected = cuddSub(cuddAdd(cuddExp(cuddSin(a)), cuddMul(cuddPow(a, cuddreal(2)), cuddLog(a))), cuddAtan(a));
    assert_true(same(generic(a), expected) && std::fabs(generic(0.7) - static_cast<double>(expected)) < 1e-15);
    assert_true(same(exp2(a), cuddExp2(a)) && same(exp10(a), cuddExp10(a)) && same(expm1(a), cuddExpm1(a)) &&
                same(log2(a), cuddLog2(a)));
    assert_true(same(log10(a), cuddLog10(a)) && same(log1p(a), cuddLog1p(a)) && same(cbrt(a), cuddCbrt(a)) &&
                same(hypot(a, a), cuddHypot(a, a)));
    assert_true(same(cos(a), cuddCos(a)) && same(tan(a), cuddTan(a)) && same(asin(a), cuddAsin(a)) && same(acos(a), cuddAcos(a)));
    assert_true(same(sinh(a), cuddSinh(a)) && same(cosh(a), cuddCosh(a)) && same(tanh(a), cuddTanh(a)) &&
                same(asinh(a), cuddAsinh(a)));
    assert_true(same(acosh(a + 1), cuddAcosh(a + 1)) && same(atanh(a), cuddAtanh(a)) && same(pow(a, 3), cuddPowi(a, 3)));
    assert_true(same(pow(a, 3u), pow(a, 3)) && same(pow(a, 3L), pow(a, 3)) && same(pow(a, std::size_t(3)), pow(a, 3)));
    cuddreal b = a, whole;
    assert_true(same(++b, a + 1) && same(b--, a + 1) && same(b, a + 1 - 1) && same(b++, a + 1 - 1) && same(--b, a + 1 - 1));
    assert_true(round(cuddreal(2.5)) == 3 && round(cuddreal(-2.5)) == -3 && round(cuddreal(2.5, -1e-20)) == 2 &&
                round(cuddreal(-0.5, 1e-20)) == 0);
    assert_true(round(cuddreal(0x1p+60, 0.5)) == cuddreal(0x1p+60, 1.0) && round(cuddreal(0x1p+60, -0.5)) == cuddreal(0x1p+60) &&
                isinf(round(cuddInf())));
    assert_true(nearbyint(cuddreal(2.5)) == 2 && lround(cuddreal(-2.5)) == -3 && lrint(cuddreal(2.5)) == 2 &&
                ilogb(cuddreal(9)) == 3);
    assert_true(same(modf(cuddreal(-3.25, 1e-20), &whole), cuddreal(-0.25, 1e-20)) && whole == -3 &&
                signbit(modf(cuddreal(-3), &whole)));
    assert_true(copysign(a, cuddreal(-0.0)) == -a && copysign(-a, b) == a && fdim(a, 2 * a) == 0 && fdim(2 * a, a) == a);
    assert_true(same(pow(a, 0.5), cuddPow(a, cuddreal(0.5))) && same(pow(2.0, a), cuddPow(cuddreal(2), a)) &&
                same(atan(a), cuddAtan(a)));
}

void complex_numbers_have_the_operators_of_std_complex(void **)
{
    const cuddreal d(0.3, 1e-18);
    const cuddcomplex a(cuddreal(1.5, 1e-17), cuddreal(-0.7, 1e-18)), b(2, d);
    cuddcomplex c = a;
    assert_true(same(a + b, cuddcAdd(a, b)) && same(a - b, cuddcSub(a, b)) && same(a * b, cuddcMul(a, b)) &&
                same(a / b, cuddcDiv(a, b)));
    assert_true(same(a * d, cuddcMulReal(a, d)) && same(d * a, a * d) && same(a / d, cuddcDivReal(a, d)) &&
                same(a * 2, a * cuddreal(2)));
    assert_true(same(a + d, cuddcMake(cuddAdd(a.x, d), a.y)) && same(d - a, cuddcMake(cuddSub(d, a.x), cuddNeg(a.y))));
    assert_true(same(d / a, cuddcDiv(cuddcomplex(d), a)) && same(-a, cuddcNeg(a)) && same(+a, a) && same(1 + a, a + 1.0));
    assert_true(same(c += b, a + b) && same(c -= b, a + b - b) && same((c = a) *= b, a * b) && same((c = a) /= b, a / b));
    assert_true(same((c = a) += d, a + d) && same((c = a) -= d, a - d) && same((c = a) *= d, a * d) && same((c = a) /= d, a / d));
    assert_true(a == a && a != b && cuddcomplex(2) == 2 && cuddcomplex(2, 1) != 2 && 2.0 == cuddcomplex(2));
    cuddcomplex k = 1;
    assert_true(k == cuddcomplex(1, 0) && (k = 2.5) == 2.5 && (k = 3L) == 3 && same(a * 2.0, a * d / d * 2.0) == false);
    assert_true(same(a * 2.0, a * cuddreal(2)) && same(2L * a, a * 2) && same(a / 2u, a / cuddreal(2)) &&
                same(1.0 - a, cuddreal(1) - a));
    assert_true(same((k = a) += 2, a + 2) && same((k = a) *= 2.0, a * 2) && same((k = a) -= std::size_t(2), a - 2) &&
                same((k = a) /= 2, a / 2));
    assert_true(same(pow(2, a), cuddcPow(cuddcomplex(2), a)) && same(pow(a, 2), cuddcPow(a, cuddcomplex(2))) &&
                same(pow(d, a), cuddcPow(cuddcomplex(d), a)));
    assert_true(same(pow(a, 2.0), pow(a, 2)) && same(pow(a, 2L), pow(a, 2)) && same(pow(2.0, a), pow(2, a)) &&
                cuddcomplex(2) != 3L);
    assert_true(same(real(a), a.x) && same(imag(a), a.y) && same(conj(a), cuddcConj(a)) && same(abs(a), cuddcAbs(a)) &&
                same(norm(a), cuddcNorm(a)));
    assert_true(same(exp(a), cuddcExp(a)) && same(log(a), cuddcLog(a)) && same(sqrt(a), cuddcSqrt(a)) &&
                same(pow(a, b), cuddcPow(a, b)));
    assert_true(same(sin(a), cuddcSin(a)) && same(tanh(a), cuddcTanh(a)) && same(arg(a), cuddcArg(a)) && isfinite(a) &&
                !isnan(a) && !isinf(a));
    const std::complex<double> z(1.5, -0.7), w = std::pow(z, std::complex<double>(2, 0.3));
    const cuddcomplex p = pow(a, b);
    assert_true(std::abs(std::complex<double>(static_cast<double>(p.x), static_cast<double>(p.y)) - w) < 1e-14);
}

std::string written(cuddreal a, std::ios_base &(*form)(std::ios_base &), int precision)
{
    std::ostringstream out;
    out << form << std::setprecision(precision) << a;
    return out.str();
}

void streams_write_as_they_write_doubles(void **)
{
    const cuddreal third = cuddreal(1) / 3;
    assert_string_equal(written(third, std::defaultfloat, 32).c_str(), "0.33333333333333333333333333333333");
    assert_string_equal(written(third, std::scientific, 30).c_str(), "3.333333333333333333333333333333e-01");
    assert_string_equal(written(cuddreal(1e15) + 0.25, std::fixed, 2).c_str(), "1000000000000000.25");
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(62));
    for (int i = 0; i < 20000; i++)
    {
        const double d = dd_random_double(&g, (int)dd_random_int(&g, -80, 80));
        std::ostringstream ours, theirs;
        for (std::ostringstream *out : {&ours, &theirs})
        {
            out->precision(i % 19 - 1); /* a negative one counts as 6 */
            out->width(i % 31);
            out->fill(i % 2 ? '*' : ' ');
            out->setf(i % 3 == 0   ? std::ios_base::left
                      : i % 3 == 1 ? std::ios_base::right
                                   : std::ios_base::internal,
                      std::ios_base::adjustfield);
            if (i % 4 != 0)
                out->setf(i % 4 == 1 ? std::ios_base::fixed : std::ios_base::scientific, std::ios_base::floatfield);
            if (i % 5 == 0)
                *out << std::showpos << std::uppercase;
        }
        ours << cuddreal(d) << '|';
        theirs << d << '|';
        assert_string_equal(ours.str().c_str(), theirs.str().c_str());
    }
}

void streams_and_strings_read_back(void **)
{
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(63));
    for (int i = 0; i < 20000; i++)
    {
        const cuddreal a = dd_random_full_pair(&g, (int)dd_random_int(&g, -300, 300));
        std::stringstream both;
        cuddreal b;
        cuddcomplex c, z(a, cuddNeg(a));
        both << std::setprecision(40) << a << ' ' << z << ' ' << a;
        both >> b >> c;
        assert_true(both && same(a, b) && same(z, c));
        assert_true(same(dd::from_string(dd::to_string(a)), a) && same(dd::from_string(dd::to_string(a, 40)), a));
    }
    cuddreal a;
    cuddcomplex c;
    std::istringstream list("0.1,-2e3 inf;(1,2)(3) 4 x");
    char comma;
    list >> a >> comma;
    assert_true(comma == ',' && same(a, cuddMake(0.1, -0x1.999999999999ap-58)) && a == dd::from_string("0.1"));
    list >> a;
    assert_true(a == -2000);
    list >> a >> comma;
    assert_true(isinf(a) && comma == ';');
    list >> c;
    assert_true(c == cuddcomplex(1, 2));
    list >> c;
    assert_true(c == cuddcomplex(3));
    list >> c;
    assert_true(list && c == cuddcomplex(4));
    list >> a;
    const bool failed = list.rdstate() & std::ios_base::failbit; /* cmocka defines fail() */
    assert_true(failed && a == 0);
    std::istringstream unclosed("(1,2");
    unclosed >> c;
    assert_true(!unclosed && c == cuddcomplex(0));
}

void wrong_text_is_an_exception(void **)
{
    int thrown = 0;
    for (const std::string &text : {std::string("abc"), std::string(""), std::string("1 2"), std::string("1\0002", 3)})
        try
        {
            (void)dd::from_string(text);
        } catch (const std::invalid_argument &)
        {
            thrown++;
        }
    try
    {
        (void)dd::to_string(cuddreal(1), 10, 'x');
    } catch (const std::invalid_argument &)
    {
        thrown++;
    }
    assert_int_equal(thrown, 5);
}

} // namespace

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_and_doubles_convert_exactly),
        cmocka_unit_test(conversions_to_narrower_types_round_as_they_say),
        cmocka_unit_test(numeric_limits_describe_the_number),
        cmocka_unit_test(wide_integers_are_exact_operands),
        cmocka_unit_test(generic_code_finds_the_functions),
        cmocka_unit_test(complex_numbers_have_the_operators_of_std_complex),
        cmocka_unit_test(streams_write_as_they_write_doubles),
        cmocka_unit_test(streams_and_strings_read_back),
        cmocka_unit_test(wrong_text_is_an_exception),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
