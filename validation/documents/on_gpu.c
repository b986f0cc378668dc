/* The lines of docs/five-minutes.md about a GPU, on the CPU engine. */
#include <dd/ddblas.h>

int main(void)
{
    enum
    {
        n = 2
    };
    const cuddreal two = cuddFromDouble(2.0), four = cuddFromDouble(4.0), five = cuddFromDouble(5.0);
    cuddreal H[n * n] = {four, two, two, five}, x[n] = {cuddFromDouble(8.0), cuddFromDouble(12.0)};
    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 1;
    /* clang-format off */
@block@
        /* clang-format on */
        const int right = *info == 0 && cuddEqD(x[0], 1.0) && cuddEqD(x[1], 2.0);
    ddblasFree(handle, A);
    ddblasFree(handle, B);
    ddblasFree(handle, info);
    return !right || ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
