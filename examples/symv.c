#include <dd/ddblas.h>
#include <stdio.h>

int main(void)
{
    /* A symmetric, lower triangle by columns. In FP64 the first component of A x, 1e16 + 1 - 1e16,
     * comes out as 0. */
    cuddreal third = cuddDDiv(1.0, cuddFromDouble(3.0)), zero = cuddFromDouble(0.0), one = cuddFromDouble(1.0);
    cuddreal big = cuddFromDouble(1e16), A[9] = {big, one, cuddNeg(big), zero, third, zero, zero, zero, big};
    cuddreal x[3] = {one, one, one}, y[3];
    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(NULL)), 1;
    if (ddblasWsymv(handle, DDBLAS_FILL_MODE_LOWER, 3, &one, A, 3, x, 1, &zero, y, 1) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(handle)), 1;
    for (int i = 0; i < 3; i++)
    {
        char text[48];
        cuddToString(text, sizeof text, y[i], 31, 'g');
        printf("y[%d] = %s\n", i, text);
    }
    return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
