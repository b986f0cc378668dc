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

/* Prints the rank and the singular values either side of it. Returns the error of the null space's
 * last vector against the one that is known, of norm 1, both with a first element above 0. */
static double find(ddblasHandle_t handle, const char *title, const cuddreal *A, int64_t *rank)
{
    cuddreal Z[N * N], gap[2];
    int64_t info;
    if (ddblasWnull(handle, M, N, A, M, -1.0, N, Z, N, gap, rank, &info) != DDBLAS_STATUS_SUCCESS || info)
        return fprintf(stderr, "%s\n", ddblasGetLastError(handle)), 1.0;
    const cuddreal part = cuddSqrt(cuddFromDouble(0.125)), *z = Z + (N - 1 - *rank) * N;
    double worst = 0.0;
    for (int j = 0; j < N; j++)
        worst = fmax(worst, fabs(cuddSub(cuddSignBit(z[0]) ? cuddNeg(z[j]) : z[j], j == N - 1 ? cuddNeg(part) : part).x));
    printf("%-16s %4d %12.3g %12.3g %12.3g\n", title, (int)*rank, gap[0].x, gap[1].x, worst);
    return worst;
}

int main(void)
{
    ddblasHandle_t handle;
    cuddreal A[M * N], rounded[M * N];
    int64_t rank = 0, rank_of_rounded = 0;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(NULL)), 1;
    fill(A);
    for (int k = 0; k < M * N; k++)
        rounded[k] = cuddFromDouble(A[k].x);
    printf("%-16s %4s %12s %12s %12s\n", "A", "rank", "s[rank - 1]", "s[rank]", "error of z");
    const double worst = find(handle, "double-double", A, &rank);
    (void)find(handle, "rounded to FP64", rounded, &rank_of_rounded);
    return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS || rank != 7 || worst > 1e-8 || rank_of_rounded != 6;
}
