/*
 * Views of vectors and matrices: the elements that they name, what routines compute through them,
 * and shapes that do not fit.
 */
#include <array>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <dd/views.hpp>

extern "C" {
#include <cmocka.h>
}

namespace
{

const dd::handle &engine()
{
    static const dd::handle h(DDBLAS_ENGINE_CPU);
    return h;
}

void views_name_their_elements(void **)
{
    std::vector<double> a{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const dd::matrix_view A(a.data(), 3, 4);
    assert_true(A(2, 1) == 6 && A.column(1)[2] == 6 && A.row(2)[1] == 6 && A.diagonal()[2] == 9 && A.diagonal().size == 3);
    const dd::matrix_view<const double> B = A.block(1, 1, 2, 3);
    assert_true(B(0, 0) == 5 && B(1, 2) == 12 && B.leading == 3 && B.row(0).size == 3);
    const std::array<double, 3> fixed{1, 2, 3};
    const dd::vector_view x(fixed);
    assert_true(x.size == 3 && x[2] == 3 && x.increment == 1);
    A(0, 0) = 7;
    assert_true(a[0] == 7 && dd::matrix_view<double>(nullptr, 0, 5).leading == 1);
}

/* The same small integers in each type. */
template <class T>
void products()
{
    std::vector<T> a{T(1), T(2), T(3), T(4), T(5), T(6)}, x{T(1), T(10), T(100)}, y{T(1), T(1)}, c(4, T(0)), b{T(2), T(3)};
    const dd::matrix_view<T> A(a.data(), 2, 3), C(c.data(), 2, 2);
    dd::gemv(engine(), DDBLAS_OP_N, T(1), A, x, T(2), y); /* (531 + 2, 642 + 2) */
    assert_true(y[0] == T(533) && y[1] == T(644));
    dd::gemv(engine(), DDBLAS_OP_T, T(1), A, b, T(0), x);
    assert_true(x[0] == T(8) && x[1] == T(18) && x[2] == T(28));
    dd::gemm(engine(), DDBLAS_OP_N, DDBLAS_OP_T, T(1), A, A, T(0), C);
    assert_true(c[0] == T(35) && c[1] == T(44) && c[2] == T(44) && c[3] == T(56));
    dd::syrk(engine(), DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_N, T(1), A, T(-1), C);
    assert_true(c[0] == T(0) && c[1] == T(44) && c[2] == T(0) && c[3] == T(0));
    dd::axpy(engine(), T(2), dd::matrix_view<const T>(A).row(1), dd::vector_view<T>(x)); /* (2, 4, 6) twice */
    assert_true(x[0] == T(12) && x[1] == T(26) && x[2] == T(40));
    dd::scal(engine(), T(3), A.column(0));
    assert_true(a[0] == T(3) && a[1] == T(6) && a[2] == T(3));
}

void routines_compute_through_views(void **)
{
    products<float>();
    products<double>();
    products<cuddreal>();
    const std::vector<cuddreal> x{3, 4};
    std::vector<cuddreal> y{1, 2};
    assert_true(dd::nrm2(engine(), dd::vector_view(x)) == 5 && dd::dot(engine(), dd::vector_view(x), y) == 11);
    std::vector<cuddreal> s{2, 1, -99, 3};
    dd::symv(engine(), DDBLAS_FILL_MODE_LOWER, 1, dd::matrix_view(s.data(), 2, 2), x, 0, y);
    assert_true(y[0] == 10 && y[1] == 15);
}

/* The 2 x 2 systems with (4 2; 2 2) x = (6, 4), hence x = (1, 1). */
void systems_are_solved(void **)
{
    std::vector<cuddreal> a{4, 2, 2, 2}, b{6, 4}, w(2);
    std::vector<std::int64_t> pivots(2);
    const std::vector<cuddreal> saved = a;
    const dd::matrix_view A(a.data(), 2, 2), B(b.data(), 2, 1);
    assert_true(dd::posv(engine(), DDBLAS_FILL_MODE_LOWER, A, B) == 0 && b[0] == 1 && b[1] == 1);
    dd::trsm(engine(), DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 2, A, B); /* L = (2 0; 1 1) */
    assert_true(b[0] == 1 && b[1] == 1);
    a = saved;
    b = {6, 4};
    assert_true(dd::gesv(engine(), A, pivots, B) == 0 && b[0] == 1 && b[1] == 1 && pivots[1] == 2);
    a = {1, 2, 0, 1};
    assert_true(dd::potrf(engine(), DDBLAS_FILL_MODE_LOWER, A) == 2);
    a = {1, 0, 0, 3};
    assert_true(dd::syevd(engine(), DDBLAS_EIG_MODE_VECTOR, DDBLAS_FILL_MODE_LOWER, A, w) == 0 && w[0] == 1 && w[1] == 3);
}

template <class Call>
std::string sentence_of(Call call)
{
    try
    {
        call();
    } catch (const std::invalid_argument &e)
    {
        return e.what();
    }
    return "no exception";
}

void shapes_that_do_not_fit_are_exceptions(void **)
{
    std::vector<cuddreal> a(6), x(3), y(2), w(1);
    const dd::matrix_view A(a.data(), 2, 3), S(a.data(), 2, 2);
    assert_string_equal(sentence_of([&] { dd::gemv(engine(), DDBLAS_OP_T, 1, A, x, 0, y); }).c_str(),
                        "gemv: op(A) has 2 columns, x has 3 elements");
    assert_string_equal(sentence_of([&] { dd::gemv(engine(), DDBLAS_OP_N, 1, A, x, 0, x); }).c_str(),
                        "gemv: op(A) has 2 rows, y has 3 elements");
    assert_string_equal(sentence_of([&] { dd::gemm(engine(), DDBLAS_OP_N, DDBLAS_OP_N, 1, A, A, 0, A); }).c_str(),
                        "gemm: op(A) has 3 columns, op(B) has 2 rows");
    assert_string_equal(sentence_of([&] { (void)dd::potrf(engine(), DDBLAS_FILL_MODE_LOWER, A); }).c_str(),
                        "potrf: A has 2 rows, A has 3 columns");
    assert_string_equal(
        sentence_of([&] { (void)dd::syevd(engine(), DDBLAS_EIG_MODE_VECTOR, DDBLAS_FILL_MODE_LOWER, S, w); }).c_str(),
        "syevd: A has 2 rows, w has 1 element");
    assert_string_equal(sentence_of([&] { dd::axpy(engine(), 1, x, dd::vector_view(y)); }).c_str(),
                        "axpy: x has 3 elements, y has 2 elements");
}

} // namespace

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_name_their_elements),
        cmocka_unit_test(routines_compute_through_views),
        cmocka_unit_test(systems_are_solved),
        cmocka_unit_test(shapes_that_do_not_fit_are_exceptions),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
