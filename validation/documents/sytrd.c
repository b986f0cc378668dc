/* The three smallest eigenvalues of the second difference of order 5, 4 sin^2(k pi/12). */
#include <dd/ddblas.h>

#include <math.h>

int main(void)
{
    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 1;
    enum
    {
        n = 5
    };
    const cuddreal zero = cuddFromDouble(0.0);
    cuddreal A[n * n], d[n], e[n], tau[n], w[n], Z[n * n];
    int64_t m[1], info[1];
    for (int i = 0; i < n * n; i++)
        A[i] = i % (n + 1) == 0 ? cuddFromDouble(2.0) : i % (n + 1) == 1 ? cuddFromDouble(-1.0) : zero;
    /* clang-format off */
@block@
        /* clang-format on */
        const cuddreal three = cuddSqrt(cuddFromDouble(3.0));
    int right = *info == 0 && *m == 3 && fabs(cuddToDouble(cuddSub(w[1], cuddFromDouble(1.0)))) < 1e-29 &&
                fabs(cuddToDouble(cuddSub(w[2], cuddFromDouble(2.0)))) < 1e-29;
    right = right && fabs(cuddToDouble(cuddAdd(cuddSub(w[0], cuddFromDouble(2.0)), three))) < 1e-29;
    return !right || ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
