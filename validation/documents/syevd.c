/* The eigenvalues of docs/eigen.md are 1 and 3. */
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
        const int right = info == 0 && fabs(cuddToDouble(cuddSub(w[0], cuddFromDouble(1.0)))) < 1e-29 &&
                          fabs(cuddToDouble(cuddSub(w[1], cuddFromDouble(3.0)))) < 1e-29;
    return !right || ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
