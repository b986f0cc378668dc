// The lines of docs/cpp.md about the library: a system of order 2 whose solution is (1, 2).
#include <dd/routines.hpp>
#include <cstdint>

int main()
{
    const std::int64_t n = 2, nrhs = 1, lda = 2, ldb = 2;
    cuddreal A[] = {4, 2, 2, 5}, B[] = {8, 12};
    std::int64_t info;
    // clang-format off
@block@
                // clang-format on
                return info == 0 &&
            B[0] == 1 && B[1] == 2
        ? 0
        : 1;
}
