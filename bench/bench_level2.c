/*
 * Updates by vectors and products with band and packed matrices in W and U on the GPU, beside
 * cuBLAS in D and Z. Usage: bench_level2 [-o file.csv] [-q]
 *   -q  up to n = 4096
 *
 * Counting: bytes of the stored elements, in updates read and written; GB/s, medians between events
 * around one call. The ceiling is a copy of the driver's of half as many bytes for updates, and a
 * plain read of as many for products, in the same run. The peer reads and writes half of the bytes;
 * a speedup of 0.5 is therefore the same bandwidth. Bands have 64 diagonals on each side and are 16
 * times as long. Errors of updates against exact sums at some elements, in units of 2^-104 of the
 * sum of moduli; the tests judge products.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "element.h"
#include "lib/symv_device.h"
#include "terms.h"

enum
{
    SAMPLES = 16,
    DIAGONALS = 64, /* beside the main one, on each side */
    LONGER = 16     /* order of a band over that of the other matrices */
};

enum routine
{
    GER,
    SYR,
    SYR2,
    SPR2, /* hpr2 in U */
    SPMV, /* hpmv in U */
    GBMV,
    ROUTINES
};

static const char *const names[ROUTINES] = {"ger", "syr", "syr2", "spr2", "spmv", "gbmv"};

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    ddblasType_t type;
    enum routine routine;
    int64_t n;
    char *A, *x, *y;
    int failures;
};

static int64_t order_of(const struct bench *b) { return b->routine == GBMV ? LONGER * b->n : b->n; }

/* Stored elements of A. */
static int64_t elements_of(const struct bench *b)
{
    if (b->routine == GER)
        return b->n * b->n;
    return b->routine == GBMV ? order_of(b) * (2 * DIAGONALS + 1) : b->n * (b->n + 1) / 2;
}

static ddblasStatus_t call(const struct bench *b)
{
    const union dd_element one = dd_element_integer(b->type, 1.0, 0.0), zero = dd_element_integer(b->type, 0.0, 0.0);
    const int64_t n = order_of(b);
    switch ((int)b->type * ROUTINES + (int)b->routine)
    {
#define CASE(letter, routine) case (int)DDBLAS_TYPE_##letter *ROUTINES + (int)routine:
#define T(element, vector)    ((element *)(void *)(vector))
#define C(element, vector)    ((const element *)(const void *)(vector))
#define ROUTINES_OF(letter, e, GER_NAME, SPR2_NAME, SPMV_NAME)                                                                   \
    CASE(letter, GER) return ddblas##letter##GER_NAME(b->handle, n, n, C(e, &one), T(e, b->x), 1, T(e, b->y), 1, T(e, b->A), n); \
    CASE(letter, SYR)                                                                                                            \
    return ddblas##letter##syr(b->handle, DDBLAS_FILL_MODE_LOWER, n, C(e, &one), T(e, b->x), 1, T(e, b->A), n);                  \
    CASE(letter, SYR2)                                                                                                           \
    return ddblas##letter##syr2(b->handle, DDBLAS_FILL_MODE_LOWER, n, C(e, &one), T(e, b->x), 1, T(e, b->y), 1, T(e, b->A), n);  \
    CASE(letter, SPR2)                                                                                                           \
    return ddblas##letter##SPR2_NAME(b->handle, DDBLAS_FILL_MODE_LOWER, n, C(e, &one), T(e, b->x), 1, T(e, b->y), 1,             \
                                     T(e, b->A));                                                                                \
    CASE(letter, SPMV)                                                                                                           \
    return ddblas##letter##SPMV_NAME(b->handle, DDBLAS_FILL_MODE_LOWER, n, C(e, &one), T(e, b->A), T(e, b->x), 1, C(e, &zero),   \
                                     T(e, b->y), 1);                                                                             \
    CASE(letter, GBMV)                                                                                                           \
    return ddblas##letter##gbmv(b->handle, DDBLAS_OP_N, n, n, DIAGONALS, DIAGONALS, C(e, &one), T(e, b->A), 2 * DIAGONALS + 1,   \
                                T(e, b->x), 1, C(e, &zero), T(e, b->y), 1);
        ROUTINES_OF(D, double, ger, spr2, spmv)
        ROUTINES_OF(W, cuddreal, ger, spr2, spmv)
        ROUTINES_OF(Z, ddblasDoubleComplex, geru, hpr2, hpmv)
        ROUTINES_OF(U, cuddcomplex, geru, hpr2, hpmv)
    default:
        exit(2);
    }
}

static void run(void *data, int turn)
{
    (void)turn;
    bench_must(((const struct bench *)data)->handle, call(data));
}

static void fill(struct bench *b)
{
    const int64_t n = order_of(b);
    if (b->routine == GER || b->routine == SYR || b->routine == SYR2)
        bench_device_fill(b->type, b->A, n, n, n, -1, 1);
    else /* a line of elements, in pieces that a grid takes */
        for (int64_t at = 0, some; at < elements_of(b); at += some)
        {
            some = elements_of(b) - at < 1 << 20 ? elements_of(b) - at : 1 << 20;
            bench_device_fill(b->type, b->A + (size_t)at * dd_type_size(b->type), some, 1, some, -1, (uint64_t)at + 2);
        }
    bench_device_fill(b->type, b->x, n, 1, n, -1, 99);
    bench_device_fill(b->type, b->y, n, 1, n, -1, 98);
}

static double time_of(struct bench *b, ddblasType_t type)
{
    b->type = type;
    fill(b);
    return bench_device_median_us(run, b, 5, 31);
}

/* The largest error of some elements of an update of fresh data. */
static double error_of(struct bench *b)
{
    const size_t size = dd_type_size(b->type);
    const int64_t n = b->n;
    char *x = malloc((size_t)n * size), *y = malloc((size_t)n * size), before[SAMPLES][sizeof(cuddcomplex)];
    double worst = 0.0;
    if (!x || !y)
        exit(2);
    fill(b);
    bench_must(b->handle, ddblasGetMatrix(b->handle, n, 1, size, b->x, n, x, n));
    bench_must(b->handle, ddblasGetMatrix(b->handle, n, 1, size, b->y, n, y, n));
    for (int pass = 0; pass < 2; pass++)
    {
        for (int s = 0; s < SAMPLES; s++)
        {
            const int64_t j = s * (n - 1) / (2 * SAMPLES), i = n - 1 - s;
            char after[sizeof(cuddcomplex)];
            const char *from = b->A + (size_t)(i + j * n) * size;
            struct dd_terms sum;
            bench_must(b->handle, ddblasGetMatrix(b->handle, 1, 1, size, from, 1, pass ? after : before[s], 1));
            if (!pass)
                continue;
            dd_terms_start(&sum);
            dd_terms_add(&sum, dd_number_load(b->type, before[s], 0), dd_number_of(1.0));
            const char *second = b->routine == SYR ? x : y;
            dd_terms_add(&sum, dd_number_load(b->type, x + (size_t)i * size, 0),
                         dd_number_load(b->type, second + (size_t)j * size, 0));
            if (b->routine == SYR2)
                dd_terms_add(&sum, dd_number_load(b->type, y + (size_t)i * size, 0),
                             dd_number_load(b->type, x + (size_t)j * size, 0));
            worst = fmax(worst, dd_terms_error(&sum, b->type, dd_number_load(b->type, after, 0), 0.0));
            dd_terms_end(&sum);
        }
        if (!pass)
            run(b, 0);
    }
    free(x);
    free(y);
    return worst;
}

static void read_matrix(void *data, int turn)
{
    const struct bench *b = data;
    bench_device_read(b->A, (size_t)elements_of(b) * dd_type_size(b->type) / 16 * 16, turn % BENCH_READ_GRIDS);
}

static void measure(struct bench *b, int64_t n)
{
    static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U}, peers[] = {DDBLAS_TYPE_D, DDBLAS_TYPE_Z};
    b->n = n;
    for (int k = 0; k < 2 * ROUTINES; k++)
    {
        const int t = k / ROUTINES;
        b->routine = (enum routine)(k % ROUTINES);
        const int updates = b->routine < SPMV, judged = b->routine < SPR2;
        const double peer = time_of(b, peers[t]), us = time_of(b, types[t]);
        const double bytes = (double)elements_of(b) * (double)dd_type_size(b->type) * (1 + updates);
        const size_t half = (size_t)(bytes / 2) / 16 * 16;
        const double ceiling = updates
                                   ? bench_device_copy_bandwidth(b->A + half, b->A, half)
                                   : 1e-3 * bytes / bench_device_median_us(read_matrix, b, BENCH_READ_GRIDS, BENCH_READ_GRIDS);
        char name[32];
        snprintf(name, sizeof name, "cublas %c%s", t ? 'Z' : 'D', t && b->routine == GER ? "geru" : names[b->routine]);
        const struct bench_row row = {.routine = names[b->routine],
                                      .type = dd_type_letter(b->type),
                                      .variant = b->routine == GBMV ? "64 diagonals on each side" : "",
                                      .m = order_of(b),
                                      .n = order_of(b),
                                      .median_us = us,
                                      .achieved = 1e-3 * bytes / us,
                                      .ceiling = ceiling,
                                      .peer = name,
                                      .peer_us = peer,
                                      .error = judged ? error_of(b) : BENCH_NOT_MEASURED,
                                      .bound = dd_routine_bound(b->routine == SYR2 ? DD_ROUTINE_syr2 : DD_ROUTINE_ger, b->type,
                                                                (struct dd_bound_size){.m = n})};
        b->failures += !bench_write(b->out, &row);
        fflush(b->out);
    }
}

int main(int count, char **arguments)
{
    static const int64_t orders[] = {1000, 4096, 8192, 16384};
    const char *path = NULL;
    struct bench b = {0};
    int orders_run = 4;
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "-q") == 0)
            orders_run = 2;
        else if (strcmp(arguments[i], "-o") == 0 && i + 1 < count)
            path = arguments[++i];
        else
        {
            fprintf(stderr, "usage: bench_level2 [-o file.csv] [-q]\n");
            return 2;
        }
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    b.A = bench_device_alloc((size_t)2 * 16384 * 16384 * sizeof(cuddcomplex));
    b.x = bench_device_alloc((size_t)LONGER * 16384 * sizeof(cuddcomplex));
    b.y = bench_device_alloc((size_t)LONGER * 16384 * sizeof(cuddcomplex));
    b.out = bench_open_described(path, bench_device_describe);
    bench_comment(b.out, "achieved and ceiling in GB/s of the stored elements; error of spr2, spmv and gbmv is not measured");
    bench_header(b.out);
    for (int s = 0; s < orders_run; s++)
        measure(&b, orders[s]);
    bench_close(b.out, b.handle);
    return b.failures > 0;
}
