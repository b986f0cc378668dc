/*
 * Eigen with cuddreal as its scalar: products, LU, Cholesky, QR, eigenvalues; against exact
 * answers.
 */
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include <dd/eigen_numtraits.hpp>

#include <Eigen/Dense>

extern "C" {
#include <cmocka.h>
}

namespace
{

typedef Eigen::Matrix<cuddreal, Eigen::Dynamic, Eigen::Dynamic> matrix;
typedef Eigen::Matrix<cuddreal, Eigen::Dynamic, 1> vector;

/* The matrix of min(i, j), i, j = 1..n: an integer matrix of determinant 1. */
matrix minimum_matrix(int n)
{
    matrix A(n, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A(i, j) = cuddreal((i < j ? i : j) + 1);
    return A;
}

void systems_are_solved_to_thirty_digits(void **)
{
    const int n = 20;
    const matrix A = minimum_matrix(n);
    const vector x = vector::LinSpaced(n, cuddreal(1), cuddreal(n)), b = A * x;
    const cuddreal allowed = cuddreal(n * n) * std::numeric_limits<cuddreal>::epsilon() * x.norm() * 200; /* 200: the condition */
    assert_true((A.partialPivLu().solve(b) - x).norm() <= allowed);
    assert_true((A.fullPivLu().solve(b) - x).norm() <= allowed);
    assert_true((A.llt().solve(b) - x).norm() <= allowed);
    assert_true((A.ldlt().solve(b) - x).norm() <= allowed);
    assert_true((A.householderQr().solve(b) - x).norm() <= allowed);
}

void products_of_integers_are_exact(void **)
{
    const int n = 33;
    const matrix A = minimum_matrix(n), C = A * A.transpose();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
        {
            int sum = 0;
            for (int k = 0; k < n; k++)
                sum += ((i < k ? i : k) + 1) * ((j < k ? j : k) + 1);
            assert_true(C(i, j) == sum);
        }
}

/* Eigenvalues of the second difference matrix are 2 - 2 cos(k pi / (n + 1)). */
void eigenvalues_are_right_to_thirty_digits(void **)
{
    const int n = 12;
    matrix A = matrix::Zero(n, n);
    for (int i = 0; i < n; i++)
    {
        A(i, i) = 2;
        if (i > 0)
            A(i, i - 1) = A(i - 1, i) = -1;
    }
    const Eigen::SelfAdjointEigenSolver<matrix> solver(A);
    assert_int_equal(solver.info(), Eigen::Success);
    for (int k = 1; k <= n; k++)
    {
        const cuddreal exact = 2 - 2 * cos(cuddPi() * k / (n + 1));
        assert_true(abs(solver.eigenvalues()(k - 1) - exact) <= cuddreal(100 * n) * std::numeric_limits<cuddreal>::epsilon());
    }
}

} // namespace

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(systems_are_solved_to_thirty_digits),
        cmocka_unit_test(products_of_integers_are_exact),
        cmocka_unit_test(eigenvalues_are_right_to_thirty_digits),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
