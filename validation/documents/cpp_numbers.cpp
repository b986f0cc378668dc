// The numbers of docs/cpp.md: sqrt(3) e^(1/3) - 6 and exp(3 + i/3) / (4 + i/3).
#include <dd/cuddcomplex.hpp>
#include <dd/cuddreal.hpp>

#include <cmath>
#include <complex>

int main()
{
    // clang-format off
@block@
        // clang-format on
        const std::complex<double>
            reference = std::exp(std::complex<double>(3, 1.0 / 3)) / std::complex<double>(4, 1.0 / 3);
    const bool real = std::fabs(d - (std::sqrt(3.0) * std::exp(1.0 / 3) - 6)) < 1e-14;
    const bool complex = std::abs(std::complex<double>(static_cast<double>(w.x), static_cast<double>(w.y)) - reference) < 1e-14;
    return real && complex ? 0 : 1;
}
