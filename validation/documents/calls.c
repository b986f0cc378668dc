/* The calls of docs/calls/, each as a function with the numbers one and zero. print_matrix and
 * print_vector round to 28 digits, and show rounding errors below 2^-100 as 0. */
#include <dd/ddblas.h>

#include <dd/elementary.h>
#include <stdio.h>
#include <string.h>

/* A number of W. */
static cuddreal W(double value) { return cuddFromDouble(value); }

/* A number of U. */
static cuddcomplex U(double re, double im) { return cuddcFromDoubles(re, im); }

static void print_number(cuddreal a)
{
    char text[48];
    if (cuddLtD(cuddFabs(a), 0x1p-100))
        a = W(0.0);
    cuddToString(text, sizeof text, a, 28, 'g');
    printf(" %s", text);
}

static void print_matrix(const char *name, int64_t m, int64_t n, const cuddreal *A, int64_t lda)
{
    for (int64_t i = 0; i < m; i++)
    {
        printf("%*s %s", (int)strlen(name), i == 0 ? name : "", i == 0 ? "=" : " ");
        for (int64_t j = 0; j < n; j++)
            print_number(A[i + j * lda]);
        printf("\n");
    }
}

static void print_vector(const char *name, int64_t n, const cuddreal *x) { print_matrix(name, 1, n, x, 1); }

static void print_complex(const char *name, int64_t n, const cuddcomplex *x)
{
    printf("%s =", name);
    for (int64_t i = 0; i < n; i++)
    {
        print_number(x[i].x);
        printf(" +");
        print_number(x[i].y);
        printf("i");
    }
    printf("\n");
}

static void print_integers(const char *name, int64_t n, const int64_t *x)
{
    printf("%s =", name);
    for (int64_t i = 0; i < n; i++)
        printf(" %lld", (long long)x[i]);
    printf("\n");
}

/* clang-format off */
@bodies@
    /* clang-format on */
    int
    main(void)
{
    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 1;
    (void)U;
    (void)print_complex;
    (void)print_integers;
    /* clang-format off */
@uses@
        /* clang-format on */
        return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
