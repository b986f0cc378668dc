/* The null space of a matrix of ones, 2 x 2, has dimension 1. */
#include <dd/ddblas.h>

#include <math.h>

int main(void)
{
    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 1;
    enum
    {
        m = 2,
        n = 2,
        lda = 2
    };
    const cuddreal one = cuddFromDouble(1.0);
    cuddreal A[4] = {one, one, one, one}, Z[4], gap[2];
    int64_t rank[1], info[1];
    /* clang-format off */
@block@
        /* clang-format on */
        const int right = *info == 0 && *rank == 1 && cuddToDouble(cuddFabs(cuddAdd(Z[0], Z[1]))) < 1e-29;
    return !right || ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
