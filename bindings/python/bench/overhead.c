/*
 * Times of calls of the CPU engine in C, for overhead.py: prints one line a call, "name n seconds",
 * the least mean of many repetitions.
 */
#define _POSIX_C_SOURCE 200809L
#include <dd/ddblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ORDER 1000

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static ddblasHandle_t handle;
static cuddreal *x, *y, *z, *A;

static void call_dot(void) { (void)ddblasWdot(handle, ORDER, x, 1, y, 1, z); }
static void call_nrm2(void) { (void)ddblasWnrm2(handle, ORDER, x, 1, z); }

static void call_add(void)
{
    for (int i = 0; i < ORDER; i++)
        z[i] = cuddAdd(x[i], y[i]);
}

static void call_gemv(void)
{
    const cuddreal one = cuddFromDouble(1.0), zero = cuddFromDouble(0.0);
    (void)ddblasWgemv(handle, DDBLAS_OP_T, ORDER, 10, &one, A, ORDER, x, 1, &zero, z, 1);
}

static void measure(const char *name, void (*call)(void))
{
    double best = 1.0;
    for (int repeat = 0; repeat < 30; repeat++)
    {
        const double start = seconds();
        for (int i = 0; i < 300; i++)
            call();
        const double mean = (seconds() - start) / 300;
        best = mean < best ? mean : best;
    }
    printf("%s %d %.9f\n", name, ORDER, best);
}

int main(void)
{
    const size_t bytes = ORDER * 10 * sizeof(cuddreal);
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 1;
    x = aligned_alloc(64, bytes);
    y = aligned_alloc(64, bytes);
    z = aligned_alloc(64, bytes);
    A = aligned_alloc(64, bytes);
    if (!x || !y || !z || !A)
        return 1;
    for (int i = 0; i < 10 * ORDER; i++)
        x[i] = y[i] = A[i] = cuddDDiv(1.0, cuddFromDouble(1.0 + i));
    measure("dot", call_dot);
    measure("nrm2", call_nrm2);
    measure("add", call_add);
    measure("gemv", call_gemv);
    free(x);
    free(y);
    free(z);
    free(A);
    return ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
