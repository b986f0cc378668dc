/* The singular values of docs/svd.md are 5 and 2. */
#include <dd/ddblas.h>

#include <math.h>

int main(void)
{
    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 1;
    /* clang-format off */
@block@
        /* clang-format on */
        const int right = info == 0 && fabs(cuddToDouble(cuddSub(s[0], cuddFromDouble(5.0)))) < 1e-29 &&
                          fabs(cuddToDouble(cuddSub(s[1], cuddFromDouble(2.0)))) < 1e-29;
    return !right || ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
