/*
 * An eigensolver of one's own on the routines of levels 1 and 2: Householder's reduction of a
 * symmetric matrix to tridiagonal form (G. H. Golub and C. F. Van Loan, Matrix Computations, 4th
 * edition, section 8.3.1), and bisection for the eigenvalues.
 *
 * The matrix min(i, j) of order n has the eigenvalues 1 / (4 sin^2((2 k - 1) pi / (4 n + 2))),
 * k = 1, ..., n. The program fails if an eigenvalue differs by more than n 2^-104 times the largest
 * one.
 *
 *     c++ -std=c++17 tridiagonal.cpp $(pkg-config --cflags --libs ddblas)
 */
#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <vector>

#include <dd/elementary.h>
#include <dd/routines.hpp>
#include <dd/text.hpp>

using numbers = std::vector<cuddreal>;

/* Column k of the lower triangle of A below its diagonal becomes (beta, 0, ..., 0) by the
 * reflection I - tau v v^T, which is applied to the rest of A from both sides; e[k] = beta. */
static void eliminate(const dd::handle &h, std::int64_t n, numbers &A, std::int64_t k, numbers &e)
{
    const std::int64_t m = n - k - 1; /* elements below the diagonal */
    cuddreal *v = &A[k + 1 + n * k], *rest = &A[(k + 1) * (n + 1)];
    const cuddreal zero = 0, minus_one = -1;
    cuddreal norm, product;
    dd::nrm2(h, m, v, 1, &norm);
    if (m == 1 || norm == 0)
    {
        e[k] = v[0];
        return;
    }
    const cuddreal alpha = v[0], beta = alpha > 0 ? -norm : norm, tau = (beta - alpha) / beta;
    const cuddreal scale = cuddreal(1) / (alpha - beta), half = -tau / 2;
    e[k] = beta;
    dd::scal(h, m - 1, &scale, v + 1, 1);
    v[0] = 1;
    numbers w(m);
    dd::symv(h, DDBLAS_FILL_MODE_LOWER, m, &tau, rest, n, v, 1, &zero, w.data(), 1); /* w = tau A v */
    dd::dot(h, m, w.data(), 1, v, 1, &product);
    product = half * product;
    dd::axpy(h, m, &product, v, 1, w.data(), 1);                                    /* w -= tau (w^T v) v / 2 */
    dd::syr2(h, DDBLAS_FILL_MODE_LOWER, m, &minus_one, v, 1, w.data(), 1, rest, n); /* A -= v w^T + w v^T */
}

int main()
{
    const std::int64_t n = 200;
    numbers A(n * n), d(n), e(n), w(n);
    for (std::int64_t j = 0; j < n; j++)
        for (std::int64_t i = 0; i < n; i++)
            A[i + n * j] = std::min(i, j) + 1;
    try
    {
        const dd::handle h(DDBLAS_ENGINE_CPU); /* arrays in host memory */
        for (std::int64_t k = 0; k + 1 < n; k++)
            eliminate(h, n, A, k, e);
        for (std::int64_t k = 0; k < n; k++)
            d[k] = A[k * (n + 1)];
        std::int64_t found, info;
        dd::stebz(h, DDBLAS_EIG_RANGE_ALL, n, nullptr, nullptr, 1, n, d.data(), e.data(), &found, w.data(), &info);
    } catch (const std::exception &error)
    {
        std::cerr << error.what() << '\n';
        return 1;
    }
    cuddreal worst = 0;
    for (std::int64_t k = 0; k < n; k++) /* ascending */
    {
        const cuddreal sine = cuddSin(cuddPi() * (2 * (n - k) - 1) / (4 * n + 2));
        worst = fmax(worst, abs(w[k] - 1 / (4 * sine * sine)));
    }
    const double error = cuddToDouble(worst / w[n - 1]) * 0x1p104 / static_cast<double>(n);
    std::cout << "largest eigenvalue " << std::setprecision(30) << w[n - 1] << '\n'
              << "largest error      " << std::setprecision(2) << error << " n 2^-104 times that\n";
    return error <= 1.0 ? 0 : 1;
}
