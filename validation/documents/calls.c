/* The calls of docs/calls/, each as a function. print_* show 31 digits, and what is 0 but for
 * rounding errors as 0. */
#include <dd/ddblas.h>

#include <dd/elementary.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Ends the program where a call failed. */
static void check(ddblasStatus_t status, ddblasHandle_t handle, int line)
{
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        fprintf(stderr, "line %d: %s\n", line, ddblasGetLastError(handle));
        exit(1);
    }
}

/* clang-format off */
@bodies@
    /* clang-format on */
    int
    main(void)
{
    ddblasHandle_t handle;
    check(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU), NULL, __LINE__);
    (void)U;
    (void)print_complex;
    (void)print_integers;
    /* clang-format off */
@uses@
        /* clang-format on */
        return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
