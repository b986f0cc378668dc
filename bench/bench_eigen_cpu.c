/*
 * syevd in W and heevd in U on one core of the CPU, beside LAPACK's dsyevd of the same order and
 * gemm of the same type and order.
 * Usage: bench_eigen_cpu [-q] [file.csv]
 *   -q  orders up to 500
 *
 * Counting: G real multiply-adds a second, with n^3 (4 n^3 in U) as the work of every routine, so
 * that the fraction says how many products of order n a call takes. The peer is dsyevd with vectors
 * or without them, on the high parts. CPU time of the thread, the least of all turns, because the
 * machine may be busy with other work. Data: both parts full-length, random signs. Errors: the
 * larger of residual and V^H V - I in n 2^-104, from exact sums, up to n = 200; above that the
 * column holds 0 and nothing is judged.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <dd/ddblas.h>

#include <lapacke.h>

#include "lib/bench.h"
#include "bounds.h"
#include "element.h"
#include "oracle_eigen.h"
#include "random.h"

enum
{
    MOST_JUDGED = 200
};

/* OpenBLAS has this function; another LAPACK takes its own number of threads. */
extern void openblas_set_num_threads(int threads) __attribute__((weak));

struct problem
{
    ddblasHandle_t handle;
    ddblasType_t type;
    int64_t n;
    size_t size, bytes;
    void *A, *F; /* The matrix, all elements, and its copy. */
    cuddreal *w;
    double *D, *values; /* The same for LAPACK. */
    int64_t info;
};

static double cpu_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t bytes)
{
    void *p = aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!p)
        abort();
    return p;
}

static struct problem make(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    struct problem p = {.handle = handle, .type = type, .n = n, .size = dd_type_size(type)};
    struct dd_random g;
    dd_random_start(&g, 1);
    p.bytes = (size_t)(n * n) * p.size;
    p.A = memory(p.bytes);
    p.F = memory(p.bytes);
    p.w = memory((size_t)n * sizeof *p.w);
    p.D = memory((size_t)(n * n) * sizeof *p.D);
    p.values = memory((size_t)n * sizeof *p.values);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j; i++)
        {
            const cuddreal re = dd_random_full_pair(&g, (int)dd_random_int(&g, -4, 0));
            const cuddreal im = i == j ? cuddFromDouble(0.0) : dd_random_full_pair(&g, (int)dd_random_int(&g, -4, 0));
            dd_element_set(type, p.A, i + j * n, re, im);
            dd_element_set(type, p.A, j + i * n, re, cuddNeg(im));
        }
    return p;
}

static void discard(struct problem *p)
{
    free(p->A);
    free(p->F);
    free(p->w);
    free(p->D);
    free(p->values);
}

static double seconds_of_ours(struct problem *p, ddblasEigMode_t jobz)
{
    memcpy(p->F, p->A, p->bytes);
    const double start = cpu_seconds();
    const ddblasStatus_t status = p->type == DDBLAS_TYPE_W
                                      ? ddblasWsyevd(p->handle, jobz, DDBLAS_FILL_MODE_LOWER, p->n, p->F, p->n, p->w, &p->info)
                                      : ddblasUheevd(p->handle, jobz, DDBLAS_FILL_MODE_LOWER, p->n, p->F, p->n, p->w, &p->info);
    if (status != DDBLAS_STATUS_SUCCESS || p->info != 0)
        abort();
    return cpu_seconds() - start;
}

static double seconds_of_lapack(struct problem *p, ddblasEigMode_t jobz)
{
    for (int64_t e = 0; e < p->n * p->n; e++)
        p->D[e] = dd_parts_load(p->type, p->A, e).re[0];
    const double start = cpu_seconds();
    if (LAPACKE_dsyevd(LAPACK_COL_MAJOR, jobz == DDBLAS_EIG_MODE_VECTOR ? 'V' : 'N', 'L', (lapack_int)p->n, p->D,
                       (lapack_int)p->n, p->values) != 0)
        abort();
    return cpu_seconds() - start;
}

static double seconds_of_gemm(struct problem *p)
{
    static const cuddcomplex one = {{1.0, 0.0}, {0.0, 0.0}}, zero = {{0.0, 0.0}, {0.0, 0.0}};
    const int64_t n = p->n;
    const double start = cpu_seconds();
    const ddblasStatus_t status =
        p->type == DDBLAS_TYPE_W
            ? ddblasWgemm(p->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one.x, p->A, n, p->A, n, &zero.x, p->F, n)
            : ddblasUgemm(p->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, p->A, n, p->A, n, &zero, p->F, n);
    if (status != DDBLAS_STATUS_SUCCESS)
        abort();
    return cpu_seconds() - start;
}

static double error_of(struct problem *p, ddblasEigMode_t jobz)
{
    if (p->n > MOST_JUDGED || jobz != DDBLAS_EIG_MODE_VECTOR)
        return BENCH_NOT_MEASURED;
    (void)seconds_of_ours(p, jobz);
    const struct dd_eigen_error e = dd_oracle_eigen_error(p->type, p->n, p->A, p->F, p->w);
    return fmax(e.residual, e.orthogonality);
}

static int measure(FILE *out, ddblasHandle_t handle, ddblasType_t type, ddblasEigMode_t jobz, int64_t n)
{
    struct problem p = make(handle, type, n);
    double ours = INFINITY, lapack = INFINITY, gemm = INFINITY;
    for (int turn = 0; turn < (n >= 500 ? 3 : 15); turn++)
    {
        ours = fmin(ours, seconds_of_ours(&p, jobz));
        lapack = fmin(lapack, seconds_of_lapack(&p, jobz));
        gemm = fmin(gemm, seconds_of_gemm(&p));
    }
    const double work = 1e-9 * (double)n * (double)n * (double)n * (dd_type_is_complex(type) ? 4.0 : 1.0);
    const struct bench_row row = {.routine = type == DDBLAS_TYPE_W ? "syevd" : "heevd",
                                  .type = dd_type_letter(type),
                                  .variant = jobz == DDBLAS_EIG_MODE_VECTOR ? "vectors" : "values",
                                  .m = n,
                                  .n = n,
                                  .k = n,
                                  .median_us = 1e6 * ours,
                                  .achieved = work / ours,
                                  .ceiling = work / gemm,
                                  .peer = "LAPACK dsyevd",
                                  .peer_us = 1e6 * lapack,
                                  .error = error_of(&p, jobz),
                                  .bound = dd_routine_bound(DD_ROUTINE_syevd, type, (struct dd_bound_size){.k = n})};
    discard(&p);
    return bench_write(out, &row);
}

int main(int count, char **arguments)
{
    static const int64_t orders[] = {64, 200, 500, 1000};
    const int quick = count > 1 && strcmp(arguments[1], "-q") == 0;
    const char *path = count > 1 + quick ? arguments[1 + quick] : NULL;
    ddblasHandle_t handle;
    int failures = 0;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS ||
        ddblasSetThreads(handle, 1) != DDBLAS_STATUS_SUCCESS)
        return 2;
    if (openblas_set_num_threads)
        openblas_set_num_threads(1);
    FILE *out = bench_open(path);
    bench_describe_host(out);
    bench_comment(
        out,
        "unit: G real multiply-adds a second, n^3 of them (4 n^3 in U) for every routine; one thread, CPU time, least of "
        "all turns; ceiling: gemm of the same type and order; error in n 2^-104, up to n = %d",
        MOST_JUDGED);
    bench_header(out);
    for (int k = 0; k < 4; k++)
        for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
            if (!quick || orders[i] <= 500)
                failures += !measure(out, handle, k / 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W,
                                     k % 2 ? DDBLAS_EIG_MODE_NOVECTOR : DDBLAS_EIG_MODE_VECTOR, orders[i]);
    (void)ddblasDestroy(handle);
    if (out != stdout)
        (void)fclose(out);
    return failures > 0;
}
