/*
 * C++ around the library: the handle that owns itself, errors as exceptions and as statuses, and
 * numbers of QD passed without a copy.
 */
#include <cmath>
#include <complex>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <dd/routines.hpp>
#include <qd/dd_real.h>

extern "C" {
#include <cmocka.h>
}

namespace
{

/* y = A x for A = [2 1; 1 3], lower triangle, and x = (1, 10). */
template <class T>
std::vector<T> product(const dd::handle &h, std::int64_t n)
{
    const std::vector<T> A{T(2.0), T(1.0), T(-99.0), T(3.0)}, x{T(1.0), T(10.0)};
    std::vector<T> y(2);
    const cuddreal one = 1, zero = 0;
    h(ddblasWsymv, DDBLAS_FILL_MODE_LOWER, n, &one, dd::numbers(A.data()), std::int64_t{2}, dd::numbers(x.data()),
      std::int64_t{1}, &zero, dd::numbers(y.data()), std::int64_t{1});
    return y;
}

void calls_of_a_handle_compute(void **)
{
    const dd::handle h(DDBLAS_ENGINE_CPU);
    const std::vector<cuddreal> y = product<cuddreal>(h, 2);
    assert_true(y[0] == 12 && y[1] == 31);
    const std::vector<dd_real> z = product<dd_real>(h, 2);
    assert_true(z[0] == 12.0 && z[1] == 31.0);
}

/* Whole arrays of a foreign type pass as numbers of the library by their layout. A std::complex of
 * doubles has the layout of one double-double number, but is two numbers of 53 bits. */
struct four
{
    double parts[4];
};
struct three
{
    double parts[3];
};
static_assert(std::is_same<decltype(dd::numbers(static_cast<dd_real *>(nullptr))), cuddreal *>::value, "QD");
static_assert(std::is_same<decltype(dd::numbers(static_cast<const dd_real *>(nullptr))), const cuddreal *>::value, "const");
static_assert(std::is_same<decltype(dd::numbers(static_cast<four *>(nullptr))), cuddcomplex *>::value, "four doubles");
static_assert(std::is_same<decltype(dd::numbers(static_cast<std::complex<dd_real> *>(nullptr))), cuddcomplex *>::value,
              "complex numbers of QD");
static_assert(dd::is_number<cuddcomplex>::value && !dd::is_real_number<cuddcomplex>::value, "own numbers");
static_assert(!dd::is_number<std::complex<double>>::value && !dd::is_number<ddblasDoubleComplex>::value, "complex doubles");
static_assert(!dd::is_number<double>::value && !dd::is_number<three>::value, "other layouts");

void names_without_letters_choose_the_type(void **)
{
    const dd::handle h(DDBLAS_ENGINE_CPU);
    const cuddreal one = 1, zero = 0, A[4] = {2, 1, -99, 3}, x[2] = {1, 10};
    const double one_d = 1, zero_d = 0, A_d[4] = {2, 1, -99, 3}, x_d[2] = {1, 10};
    cuddreal y[2];
    double y_d[2];
    dd::symv(h, DDBLAS_FILL_MODE_LOWER, 2, &one, A, 2, x, 1, &zero, y, 1);
    dd::symv(h, DDBLAS_FILL_MODE_LOWER, 2, &one_d, A_d, 2, x_d, 1, &zero_d, y_d, 1);
    assert_true(y[0] == 12 && y[1] == 31 && y_d[0] == 12 && y_d[1] == 31);
    bool thrown = false;
    try
    {
        dd::symv(h, DDBLAS_FILL_MODE_LOWER, 2, &one, A, 1, x, 1, &zero, y, 1);
    } catch (const dd::error &e)
    {
        thrown = e.argument() == 6;
    }
    assert_true(thrown);
}

void a_wrong_argument_is_an_exception_with_the_librarys_sentence(void **)
{
    const dd::handle h(DDBLAS_ENGINE_CPU);
    bool thrown = false;
    try
    {
        (void)product<cuddreal>(h, -1);
    } catch (const dd::error &e)
    {
        thrown = true;
        assert_int_equal(e.status(), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(e.argument(), 3);
        assert_string_equal(e.what(), ddblasGetLastError(h.get()));
    }
    assert_true(thrown);
}

void a_failure_can_be_a_status(void **)
{
    const dd::handle h(DDBLAS_ENGINE_CPU);
    cuddreal A[4] = {1, 2, 0, 1};
    std::int64_t info = 0;
    const ddblasStatus_t status = h.attempt(ddblasWpotrf, DDBLAS_FILL_MODE_LOWER, 2, A, 2, &info);
    assert_int_equal(status, DDBLAS_STATUS_SUCCESS);
    assert_int_equal(info, 2); /* 1 - 2 * 2 < 0 */
    assert_int_equal(h.attempt(ddblasWpotrf, DDBLAS_FILL_MODE_LOWER, -2, A, 2, &info), DDBLAS_STATUS_INVALID_VALUE);
}

void handles_move_and_are_destroyed_once(void **)
{
    dd::handle a(DDBLAS_ENGINE_CPU);
    const ddblasHandle_t raw = a.get();
    dd::handle b(std::move(a));
    assert_true(a.get() == nullptr && b.get() == raw);
    dd::handle c(DDBLAS_ENGINE_CPU);
    c = std::move(b);
    assert_true(c.get() == raw);
    const ddblasHandle_t owned = c.release();
    assert_true(owned == raw && c.get() == nullptr);
    const dd::handle d = dd::handle::adopt(owned);
    assert_true(d.get() == raw);
    bool thrown = false;
    try
    {
        c(ddblasSetThreads, 1); /* no handle any more */
    } catch (const dd::error &e)
    {
        thrown = e.status() == DDBLAS_STATUS_NOT_INITIALIZED;
    }
    assert_true(thrown);
}

void values_of_other_types_are_normalised(void **)
{
    const dd_real third = dd_real(1.0) / 3.0;
    const cuddreal a = dd::value(third);
    assert_true(a.x == third.x[0] && a.y == third.x[1]);
    const dd_real back = dd::to<dd_real>(a);
    assert_true(back.x[0] == third.x[0] && back.x[1] == third.x[1]);
    struct pair
    {
        double high, low;
    };
    const pair overlapping = {1.0, 0.75};
    assert_true(dd::value(overlapping).x == 1.75 && dd::value(overlapping).y == 0.0);
    double numbers[4] = {1.0, 0x1.4p-52, 1.0, 1e-40};
    dd::normalize(numbers, 2);
    assert_true(numbers[0] == 1.0 + 0x1p-52 && numbers[1] == 0x1p-54 && numbers[2] == 1.0 && numbers[3] == 1e-40);
}

} // namespace

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_of_a_handle_compute),
        cmocka_unit_test(names_without_letters_choose_the_type),
        cmocka_unit_test(a_wrong_argument_is_an_exception_with_the_librarys_sentence),
        cmocka_unit_test(a_failure_can_be_a_status),
        cmocka_unit_test(handles_move_and_are_destroyed_once),
        cmocka_unit_test(values_of_other_types_are_normalised),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
