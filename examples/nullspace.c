/*
 * A null space that FP64 misses. A is 10 x 8, with integer columns a_0 ... a_6 and a last column
 * a_0 + ... + a_6, except that a_6 is a_0 + a_1 + 2^-70 e, with e = (1, -1, 1, ...). Its rank is 7,
 * and (1, 1, 1, 1, 1, 1, 1, -1) spans the null space. But the singular value before the last one is
 * near 2^-70, which is lost when A is rounded to doubles: in FP64 two singular values are 0, and no
 * vector of the null space can be told from others.
 */
#include <dd/ddblas.h>
#include <math.h>
#include <stdio.h>

enum
{
    M = 10,
    N = 8
};

static void fill(cuddreal *A)
{
    for (int i = 0; i < M; i++)
    {
        cuddreal sum = cuddFromDouble(0.0);
        for (int j = 0; j < 7; j++)
        {
            cuddreal a = cuddFromDouble((3 * i * i + 7 * i * j + 5 * j * j * j) % 17 + 1);
            if (j == 6)
                a = cuddAddD(cuddAdd(A[i], A[i + M]), i % 2 ? -0x1p-70 : 0x1p-70);
            A[i + j * M] = a;
            sum = cuddAdd(sum, a);
        }
        A[i + 7 * M] = sum;
    }
}

/* Prints the last two singular values. Returns the last vector's largest error against the null
 * vector, of norm 1. */
static double decompose(ddblasHandle_t handle, const char *title, const cuddreal *A, cuddreal *s)
{
    cuddreal VT[N * N];
    int64_t info;
    if (ddblasWgesvd(handle, DDBLAS_SVD_MODE_NONE, DDBLAS_SVD_MODE_FULL, M, N, A, M, s, NULL, 1, VT, N, &info) !=
            DDBLAS_STATUS_SUCCESS ||
        info)
        return fprintf(stderr, "%s\n", ddblasGetLastError(handle)), 1.0;
    const cuddreal part = cuddSqrt(cuddFromDouble(0.125));
    const int turned = cuddSignBit(VT[N - 1]);
    double worst = 0.0;
    for (int j = 0; j < N; j++)
    {
        const cuddreal v = VT[N - 1 + j * N], wanted = (j == N - 1) != turned ? cuddNeg(part) : part;
        worst = fmax(worst, fabs(cuddSub(v, wanted).x));
    }
    printf("%-16s %10.3g %10.3g %10.3g\n", title, s[N - 2].x, s[N - 1].x, worst);
    return worst;
}

int main(void)
{
    ddblasHandle_t handle;
    cuddreal A[M * N], rounded[M * N], s[N];
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(NULL)), 1;
    fill(A);
    for (int k = 0; k < M * N; k++)
        rounded[k] = cuddFromDouble(A[k].x);
    printf("%-16s %10s %10s %10s\n", "A", "s[6]", "s[7]", "error of v");
    const double worst = decompose(handle, "double-double", A, s);
    const int right = s[N - 2].x > 1e-22 && s[N - 1].x < 1e-29 && worst < 1e-8;
    (void)decompose(handle, "rounded to FP64", rounded, s);
    return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS || !right || s[N - 2].x > 1e-29;
}
