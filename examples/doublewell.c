/*
 * The lowest states of a particle in a double well, whose gap FP64 cannot resolve. H = -d^2/dx^2 +
 * (x^2 - 16)^2 / 4 on a grid of distance 1/16, a tridiagonal matrix whose elements are exact in
 * double. The two lowest eigenvalues are about 4, and differ by 5e-17, because the particle hardly
 * ever passes the barrier between the wells. The library knows H by a function that applies
 * it to vectors, and a preconditioner that solves systems with H + 1 in double.
 *
 * A symmetric well has even and odd states, which two matrices of half the order have apart. Their
 * lowest eigenvalues, by bisection, show that the gap is right.
 */
#include <dd/ddblas.h>
#include <math.h>
#include <stdio.h>

enum
{
    N = 192,
    HALF = N / 2
};

static const double beside = -256.0; /* Elements beside the diagonal, -1/h^2. */

static double diagonal(int64_t i)
{
    const double x = ((double)i - (N - 1) / 2.0) / 16.0, well = x * x - 16.0;
    return 512.0 + well * well / 4.0;
}

/* Y = H X. */
static ddblasStatus_t apply(ddblasHandle_t handle, void *context, int64_t n, int64_t columns, const cuddreal *X, int64_t ldx,
                            cuddreal *Y, int64_t ldy)
{
    (void)handle, (void)context;
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < n; i++)
        {
            const cuddreal *x = X + j * ldx;
            const cuddreal before = i > 0 ? x[i - 1] : cuddFromDouble(0.0), after = i < n - 1 ? x[i + 1] : cuddFromDouble(0.0);
            Y[i + j * ldy] = cuddAdd(cuddMulD(x[i], diagonal(i)), cuddMulD(cuddAdd(before, after), beside));
        }
    return DDBLAS_STATUS_SUCCESS;
}

/* Y = (H + 1)^-1 X in double, by elimination. */
static ddblasStatus_t precondition(ddblasHandle_t handle, void *context, int64_t n, int64_t columns, const cuddreal *X,
                                   int64_t ldx, cuddreal *Y, int64_t ldy)
{
    double pivot[N], y[N];
    (void)handle, (void)context;
    for (int64_t j = 0; j < columns; j++)
    {
        for (int64_t i = 0; i < n; i++)
        {
            const double factor = i > 0 ? beside / pivot[i - 1] : 0.0;
            pivot[i] = diagonal(i) + 1.0 - factor * beside;
            y[i] = X[i + j * ldx].x - (i > 0 ? factor * y[i - 1] : 0.0);
        }
        for (int64_t i = n - 1; i >= 0; i--)
        {
            y[i] = (y[i] - (i < n - 1 ? beside * y[i + 1] : 0.0)) / pivot[i];
            Y[i + j * ldy] = cuddFromDouble(y[i]);
        }
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* The lowest eigenvalue of the even (sign 1) or odd (-1) states. */
static ddblasStatus_t lowest(ddblasHandle_t handle, double sign, cuddreal *value)
{
    cuddreal d[HALF], e[HALF], w[HALF];
    int64_t found, info;
    for (int64_t i = 0; i < HALF; i++)
    {
        d[i] = cuddFromDouble(diagonal(i) + (i == HALF - 1 ? sign * beside : 0.0));
        e[i] = cuddFromDouble(beside);
    }
    const ddblasStatus_t status = ddblasWstebz(handle, DDBLAS_EIG_RANGE_I, HALF, NULL, NULL, 1, 1, d, e, &found, w, &info);
    *value = w[0];
    return status;
}

int main(void)
{
    ddblasHandle_t handle;
    ddblasSyevxReport_t report;
    cuddreal X[2 * N], w[2], even, odd;
    char text[48];
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(NULL)), 1;
    if (ddblasWsyevx(handle, N, 2, DDBLAS_EIG_LOWEST, apply, precondition, NULL, NULL, X, N, w, NULL, &report) !=
            DDBLAS_STATUS_SUCCESS ||
        lowest(handle, 1.0, &even) != DDBLAS_STATUS_SUCCESS || lowest(handle, -1.0, &odd) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(handle)), 1;
    for (int j = 0; j < 2; j++)
    {
        cuddToString(text, sizeof text, w[j], 30, 'g');
        printf("E%d   %s\n", j, text);
    }
    const double gap = cuddSub(w[1], w[0]).x, exact = cuddSub(odd, even).x;
    printf("gap  %.6e, from even and odd states %.6e; in FP64 %g\n", gap, exact, w[1].x - w[0].x);
    printf("%lld products with %lld vectors in all\n", (long long)report.calls, (long long)report.columns);
    return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS || report.found != 2 || fabs(gap / exact - 1.0) > 1e-6;
}
