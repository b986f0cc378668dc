/*
 * Wampler's polynomial fit: y = 1 + x + x^2 + ... + x^5 at x = 0, 1, ..., 20. The least-squares
 * coefficients are six times 1. FP64 loses about half of its digits; double-double returns each
 * coefficient to 24 digits. R. H. Wampler, A report on the accuracy of some widely used least
 * squares computer programs, J. Amer. Statist. Assoc. 65, 1970.
 */
#include <dd/ddblas.h>
#include <stdio.h>

enum
{
    POINTS = 21,
    DEGREE = 5,
    COUNT = DEGREE + 1
};

int main(void)
{
    double A[POINTS * COUNT], y[POINTS] = {0.0}, rho;
    cuddreal AW[POINTS * COUNT], yW[POINTS], rhoW;
    for (int i = 0; i < POINTS; i++)
    {
        double power = 1.0; /* integers below 2^53: exact in both types */
        for (int k = 0; k < COUNT; k++, power *= i)
        {
            A[i + k * POINTS] = power;
            AW[i + k * POINTS] = cuddFromDouble(power);
            y[i] += power;
        }
        yW[i] = cuddFromDouble(y[i]);
    }

    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(NULL)), 1;
    const ddblasLayout_t columns = DDBLAS_LAYOUT_COLUMN_MAJOR;
    if (ddblasDlstsq(handle, NULL, columns, POINTS, COUNT, 1, A, POINTS, y, POINTS, &rho) != DDBLAS_STATUS_SUCCESS ||
        ddblasWlstsq(handle, NULL, columns, POINTS, COUNT, 1, AW, POINTS, yW, POINTS, &rhoW) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(handle)), 1;

    printf("     FP64                double-double\n");
    for (int k = 0; k < COUNT; k++)
    {
        char text[64];
        cuddToString(text, sizeof text, yW[k], 24, 'f');
        printf("x^%d  %.16f  %s\n", k, y[k], text);
    }
    return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
