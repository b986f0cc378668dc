/*
 * The C++ operators give the bits of the functions they stand for, and generic code finds them.
 */
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <dd/cuddreal.hpp>

extern "C" {
#include <cmocka.h>

#include "random.h"
}

static_assert(std::is_trivial<cuddreal>::value && std::is_standard_layout<cuddreal>::value, "cuddreal is plain data");

namespace
{

bool same(cuddreal a, cuddreal b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/* Like a template of a linear-algebra library: operators and unqualified calls only. */
template <typename T>
T norm_of_difference(const T *a, const T *b, int n)
{
    using std::abs;
    using std::sqrt;
    T sum = a[0] - a[0];
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum == 0.0 ? abs(sum) : sqrt(sum);
}

void arithmetic_is_the_named_function(void **)
{
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(31));
    for (int i = 0; i < 10000; i++)
    {
        const cuddreal a = dd_random_pair(&g, (int)dd_random_int(&g, -9, 9)),
                       b = dd_random_pair(&g, (int)dd_random_int(&g, -9, 9));
        const double d = b.x;
        cuddreal c;
        assert_true(same(+a, a) && same(-a, cuddNeg(a)));
        assert_true(same(a + b, cuddAdd(a, b)) && same(a + d, cuddAddD(a, d)) && same(d + a, cuddAddD(a, d)));
        assert_true(same(a - b, cuddSub(a, b)) && same(a - d, cuddSubD(a, d)) && same(d - a, cuddDSub(d, a)));
        assert_true(same(a * b, cuddMul(a, b)) && same(a * d, cuddMulD(a, d)) && same(d * a, cuddMulD(a, d)));
        assert_true(same(a / b, cuddDiv(a, b)) && same(a / d, cuddDivD(a, d)) && same(d / a, cuddDDiv(d, a)));
        assert_true(same((c = a) += b, a + b) && same(c, a + b) && same((c = a) += d, a + d) && same(c, a + d));
        assert_true(same((c = a) -= b, a - b) && same(c, a - b) && same((c = a) -= d, a - d) && same(c, a - d));
        assert_true(same((c = a) *= b, a * b) && same(c, a * b) && same((c = a) *= d, a * d) && same(c, a * d));
        assert_true(same((c = a) /= b, a / b) && same(c, a / b) && same((c = a) /= d, a / d) && same(c, a / d));
    }
}

/* All twelve mixed and six pair comparisons of a with b, b also as a double, against the order -1,
 * 0, 1 or 2 for unordered. */
void check_order(cuddreal a, cuddreal b, int order)
{
    const bool lt = order == -1, eq = order == 0, gt = order == 1;
    assert_true((a == b) == eq && (a != b) == !eq && (a < b) == lt && (a <= b) == (lt || eq) && (a > b) == gt &&
                (a >= b) == (gt || eq));
    if (b.y != 0.0)
        return;
    const double d = b.x;
    assert_true((a == d) == eq && (a != d) == !eq && (a < d) == lt && (a <= d) == (lt || eq) && (a > d) == gt &&
                (a >= d) == (gt || eq));
    assert_true((d == a) == eq && (d != a) == !eq && (d > a) == lt && (d >= a) == (lt || eq) && (d < a) == gt &&
                (d <= a) == (gt || eq));
}

void comparisons_follow_the_values(void **)
{
    const cuddreal one = cuddFromDouble(1.0), above = cuddMake(1.0, 0x1p-80), below = cuddMake(1.0, -0x1p-80);
    check_order(one, one, 0);
    check_order(above, one, 1);
    check_order(below, one, -1);
    check_order(above, below, 1);
    check_order(cuddMake(-0.0, 0.0), cuddFromDouble(0.0), 0);
    check_order(cuddNan(), one, 2);
    check_order(one, cuddNan(), 2);
    check_order(cuddNan(), cuddNan(), 2);
    check_order(cuddInf(), one, 1);
    check_order(-cuddInf(), cuddInf(), -1);
    check_order(cuddInf(), cuddInf(), 0);
}

void functions_are_found_unqualified(void **)
{
    const cuddreal a = cuddMake(-2.75, 0x1p-60), b = cuddMake(3.0, -0x1p-70);
    int e = 0, f = 0;
    assert_true(same(abs(a), cuddFabs(a)) && same(fabs(a), cuddFabs(a)) && same(sqr(a), cuddSqr(a)));
    assert_true(same(sqrt(b), cuddSqrt(b)) && same(fma(a, b, a), cuddFma(a, b, a)));
    assert_true(same(fmin(a, b), a) && same(fmax(a, b), b));
    assert_true(same(floor(a), cuddFloor(a)) && same(ceil(a), cuddCeil(a)) && same(trunc(a), cuddTrunc(a)) &&
                same(rint(a), cuddRint(a)));
    assert_true(same(ldexp(a, 3), cuddLdexp(a, 3)) && same(frexp(a, &e), cuddFrexp(a, &f)) && e == f);
    assert_true(isfinite(a) && !isinf(a) && !isnan(a) && signbit(a) && !signbit(b) && isnan(cuddNan()) && isinf(cuddInf()));
}

void generic_code_runs_on_pairs_and_doubles(void **)
{
    const cuddreal a[2] = {cuddMake(1.0, 0x1p-60), cuddMake(5.0, 0x1p-58)};
    const cuddreal b[2] = {cuddMake(1.0, -0x1p-59), cuddMake(5.0, -0x1p-59 - 0x1p-59)};
    const double x[2] = {1.0, 2.0}, y[2] = {4.0, 6.0};
    /* differences 3 2^-60 and 8 2^-60: the root of 73 2^-120 */
    const cuddreal norm = norm_of_difference(a, b, 2), expected = ldexp(cuddSqrt(cuddFromDouble(73.0)), -60);
    assert_true(same(norm, expected));
    assert_true(norm_of_difference(x, y, 2) == 5.0);
}

} // namespace

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_is_the_named_function),
        cmocka_unit_test(comparisons_follow_the_values),
        cmocka_unit_test(functions_are_found_unqualified),
        cmocka_unit_test(generic_code_runs_on_pairs_and_doubles),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
