/*
 * NIST's data set Filip: a polynomial of degree 10 through 82 points, with a matrix of condition
 * 1.8e15. FP64 loses about half of its digits; double-double returns every digit that NIST
 * certifies. Statistical Reference Datasets, Linear Regression; the data are A. Filippelli's.
 */
#include <dd/ddblas.h>
#include <stdio.h>
#include <string.h>

enum
{
    POINTS = 82,
    COUNT = 11
};

/* 10^4 y and -10^9 x: integers, so that a division rounds the decimals of the data once in either
 * type. */
static const double data[POINTS][2] = {
    {8116, 6860120914}, {9072, 4324130045}, {9052, 4358625055}, {9039, 4358426747}, {8053, 6955852379}, {8377, 6661145254},
    {8667, 6355462942}, {8809, 6118102026}, {7975, 7115148017}, {8162, 6815308569}, {8515, 6519993057}, {8766, 6204119983},
    {8885, 5853871964}, {8859, 6109523091}, {8959, 5798329820}, {8913, 5482672118}, {8959, 5171791386}, {8971, 4851705903},
    {9021, 4517126416}, {9090, 4143573228}, {9139, 3709075441}, {9199, 3499489089}, {8692, 6300769497}, {8872, 5953504836},
    {8900, 5642065153}, {8910, 5031376979}, {8977, 4680685696}, {9035, 4329846955}, {9078, 3928486195}, {7675, 8567351340},
    {7705, 8363211311}, {7713, 8107682739}, {7736, 7823908741}, {7775, 7522878745}, {7841, 7218819279}, {7971, 6920818754},
    {8329, 6628932138}, {8641, 6323946875}, {8804, 5991399828}, {7668, 8781464495}, {7633, 8663140179}, {7678, 8473531488},
    {7697, 8247337057}, {7700, 7971428747}, {7749, 7676129393}, {7796, 7352812702}, {7897, 7072065318}, {8131, 6774174009},
    {8498, 6478861916}, {8741, 6159517513}, {8061, 6835647144}, {8460, 6531652670}, {8751, 6224098421}, {8856, 5910094889},
    {8919, 5598599459}, {8934, 5290645224}, {8940, 4974284616}, {8957, 4644548480}, {9047, 4290560426}, {9129, 3885055584},
    {9209, 3408378962}, {9219, 3132002490}, {7739, 8726767166}, {7681, 8666955970}, {7665, 8511026475}, {7703, 8165388579},
    {7702, 7886056648}, {7761, 7588043762}, {7809, 7283412422}, {7961, 6995678626}, {8253, 6691862621}, {8602, 6392544977},
    {8809, 6067374056}, {8301, 6684029655}, {8664, 6378719832}, {8834, 6065855188}, {8898, 5752272167}, {8964, 5132414673},
    {8963, 4811352704}, {9074, 4098269308}, {9119, 3661742770}, {9228, 3264401100}};

static const char *const certified[COUNT] = {"-1.46748961422980e+03", "-2.77217959193342e+03", "-2.31637108160893e+03",
                                             "-1.12797394098372e+03", "-3.54478233703349e+02", "-7.51242017393757e+01",
                                             "-1.08753180355343e+01", "-1.06221498588947e+00", "-6.70191154593408e-02",
                                             "-2.46781078275479e-03", "-4.02962525080404e-05"};

int main(void)
{
    double A[POINTS * COUNT], y[POINTS], rho;
    cuddreal AW[POINTS * COUNT], yW[POINTS], rhoW;
    int wrong = 0;
    for (int i = 0; i < POINTS; i++)
    {
        const double x = -data[i][1] / 1e9;
        const cuddreal xW = cuddDivD(cuddFromDouble(-data[i][1]), 1e9);
        y[i] = data[i][0] / 1e4;
        yW[i] = cuddDivD(cuddFromDouble(data[i][0]), 1e4);
        A[i] = 1.0;
        AW[i] = cuddFromDouble(1.0);
        for (int k = 1; k < COUNT; k++)
        {
            A[i + k * POINTS] = A[i + (k - 1) * POINTS] * x;
            AW[i + k * POINTS] = cuddMul(AW[i + (k - 1) * POINTS], xW);
        }
    }

    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(NULL)), 1;
    const ddblasLayout_t columns = DDBLAS_LAYOUT_COLUMN_MAJOR;
    if (ddblasDlstsq(handle, NULL, columns, POINTS, COUNT, 1, A, POINTS, y, POINTS, &rho) != DDBLAS_STATUS_SUCCESS ||
        ddblasWlstsq(handle, NULL, columns, POINTS, COUNT, 1, AW, POINTS, yW, POINTS, &rhoW) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(handle)), 1;

    printf("      FP64                   double-double          certified\n");
    for (int k = 0; k < COUNT; k++)
    {
        char text[64];
        cuddToString(text, sizeof text, yW[k], 14, 'e');
        wrong += strcmp(text, certified[k]) != 0;
        printf("x^%-2d  %.14e  %s  %s\n", k, y[k], text, certified[k]);
    }
    return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS || wrong > 0;
}
