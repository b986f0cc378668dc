/*
 * Wilkinson's matrices W21+ and W25+: tridiagonal, |i - (n - 1) / 2| on the diagonal and 1 beside
 * it. The two largest eigenvalues differ by 7.2e-14 for n = 21, of which FP64 leaves two digits,
 * and by 3.9e-18 for n = 25: the nearest doubles are one number, so that no FP64 solver can tell
 * them apart. J. H. Wilkinson, The Algebraic Eigenvalue Problem, Oxford 1965, chapter 5.
 */
#include <dd/ddblas.h>
#include <stdio.h>
#include <string.h>

enum
{
    MOST = 25
};

/* Prints the two largest eigenvalues. Returns 1 if their difference has the digits `known`. */
static int show(ddblasHandle_t handle, int n, int digits, const char *known)
{
    cuddreal A[MOST * MOST], w[MOST];
    char larger[64], smaller[64], gap[64];
    int64_t info;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            A[i + j * n] = cuddFromDouble(i == j ? (i < n / 2 ? n / 2 - i : i - n / 2) : i == j + 1 || j == i + 1);
    if (ddblasWsyevd(handle, DDBLAS_EIG_MODE_NOVECTOR, DDBLAS_FILL_MODE_LOWER, n, A, n, w, &info) != DDBLAS_STATUS_SUCCESS ||
        info)
        return fprintf(stderr, "%s\n", ddblasGetLastError(handle)), 0;
    const cuddreal large = w[n - 1], small = w[n - 2];
    cuddToString(larger, sizeof larger, large, 28, 'f');
    cuddToString(smaller, sizeof smaller, small, 28, 'f');
    cuddToString(gap, sizeof gap, cuddSub(large, small), digits - 1, 'e');
    printf("W%d+     FP64                double-double\n", n);
    printf("  %.17g  %s\n  %.17g  %s\n", large.x, larger, small.x, smaller);
    printf("  gap %-15.3g %s\n", large.x - small.x, gap);
    return strcmp(gap, known) == 0;
}

int main(void)
{
    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return fprintf(stderr, "%s\n", ddblasGetLastError(NULL)), 1;
    const int right = show(handle, 21, 13, "7.159956755203e-14") + show(handle, 25, 10, "3.902147717e-18");
    return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS || right != 2;
}
