// The lines of docs/cpp.md about views: A of zeros, so that y and the norm are 0.
#include <dd/views.hpp>

#include <cstdint>
#include <vector>

int main()
{
    const std::int64_t m = 3, n = 2;
    const dd::handle h(DDBLAS_ENGINE_CPU);
    // clang-format off
@block@
                // clang-format on
                return y[2] == 0 &&
            size == 0
        ? 0
        : 1;
}
