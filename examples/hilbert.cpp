/*
 * A system with the Hilbert matrix of order 12, whose condition is 1.7e16: FP64 has no digit left,
 * double-double has 15. The right-hand side is the sum of each row, so that the solution is
 * (1, ..., 1).
 *
 *     c++ -std=c++17 examples/hilbert.cpp $(pkg-config --cflags --libs ddblas)
 */
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <vector>

#include <dd/routines.hpp>
#include <dd/text.hpp>

int main()
{
    const std::int64_t n = 12;
    std::vector<cuddreal> H(n * n), x(n, cuddreal(0));
    for (std::int64_t j = 0; j < n; j++)
        for (std::int64_t i = 0; i < n; i++)
        {
            H[i + n * j] = cuddreal(1) / (i + j + 1);
            x[i] += H[i + n * j];
        }
    try
    {
        const dd::handle h(DDBLAS_ENGINE_CPU);
        std::int64_t info;
        dd::posv(h, DDBLAS_FILL_MODE_LOWER, n, 1, H.data(), n, x.data(), n, &info);
        if (info != 0)
            throw std::runtime_error("the leading minor of order " + std::to_string(info) + " is not positive");
    } catch (const std::exception &e)
    {
        std::cerr << e.what() << '\n';
        return 1;
    }
    cuddreal worst = 0;
    for (const cuddreal &element : x)
        worst = fmax(worst, abs(element - 1));
    std::cout << "x[0] = " << std::setprecision(13) << x[0] << '\n';
    std::cout << (worst < 1e-13 ? "at least" : "less than") << " 13 digits are right\n";
    return worst < 1e-13 ? 0 : 1;
}
