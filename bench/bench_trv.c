/*
 * trmv and trsv on the GPU in W and U, lower triangles, N and T, beside cuBLAS's routines in D and
 * Z of the same order. Usage: bench_trv [-o file.csv] [-q]
 *   -q  up to n = 4096
 *
 * Counting: bytes of the triangle, read once; GB/s, medians between events around one call. The
 * ceiling is the bandwidth of a plain read of as many bytes, measured in the same run. The peer is
 * cuBLAS in D or Z. The diagonal is n and all other elements are in (-1, 1), so that repeated calls
 * in place neither overflow nor underflow. Errors against exact sums at some components, in units
 * of 2^-104 of the sum of moduli; for trsv they are those of the residual.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "bounds.h"
#include "element.h"
#include "lib/bench.h"
#include "lib/symv_device.h"
#include "terms.h"

enum
{
    SAMPLES = 6,
    REPEATS = 21,
    MOST = 16384
};

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    ddblasType_t type;
    ddblasOperation_t trans;
    int solve;
    int64_t n;
    char *A, *x;
    int failures;
};

static void run(void *data, int turn)
{
    const struct bench *b = data;
    (void)turn;
    switch (b->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TRV
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        bench_must(b->handle, (b->solve ? ddblas##letter##trsv : ddblas##letter##trmv)(                                          \
                                  b->handle, DDBLAS_FILL_MODE_LOWER, b->trans, DDBLAS_DIAG_NON_UNIT, b->n,                       \
                                  (const element *)(const void *)b->A, b->n, (element *)(void *)b->x, 1));                       \
        break;
#include <dd/types.def>
    default:
        exit(2);
    }
}

static size_t bytes_of_triangle(const struct bench *b) { return (size_t)(b->n * (b->n + 1) / 2) * dd_type_size(b->type); }

static void read_triangle(void *data, int turn)
{
    const struct bench *b = data;
    bench_device_read(b->A, bytes_of_triangle(b) / 16 * 16, turn % BENCH_READ_GRIDS);
}

/* Fills the lower triangle, its diagonal with n, and x. */
static void fill(struct bench *b)
{
    const size_t size = dd_type_size(b->type);
    char *diagonal = malloc((size_t)b->n * size);
    if (!diagonal)
        exit(2);
    bench_device_fill(b->type, b->A, b->n, b->n, b->n, DDBLAS_FILL_MODE_LOWER, 1);
    bench_device_fill(b->type, b->x, b->n, 1, b->n, -1, 99);
    for (int64_t i = 0; i < b->n; i++)
        dd_element_set(b->type, diagonal, i, cuddFromDouble((double)b->n), cuddFromDouble(0.0));
    /* The diagonal is a row of a matrix with leading dimension n + 1. */
    bench_must(b->handle, ddblasSetMatrix(b->handle, 1, b->n, size, diagonal, 1, b->A, b->n + 1));
    free(diagonal);
}

/* The error of component i; `from` are the factors of the sum, `to` are the results. */
static double error_at(const struct bench *b, int64_t i, const char *from, const char *to, char *line)
{
    const size_t size = dd_type_size(b->type);
    const int64_t first = b->trans == DDBLAS_OP_N ? 0 : i, terms = b->trans == DDBLAS_OP_N ? i + 1 : b->n - i;
    struct dd_terms sum;
    if (b->trans == DDBLAS_OP_N)
        bench_must(b->handle, ddblasGetMatrix(b->handle, 1, terms, size, b->A + (size_t)i * size, b->n, line, 1));
    else
        bench_must(b->handle,
                   ddblasGetMatrix(b->handle, terms, 1, size, b->A + (size_t)(i + i * b->n) * size, b->n, line, terms));
    dd_terms_start(&sum);
    for (int64_t t = 0; t < terms; t++)
        dd_terms_add(&sum, dd_number_load(b->type, line + (size_t)t * size, 0),
                     dd_number_load(b->type, from + (size_t)(first + t) * size, 0));
    const double error = dd_terms_error(&sum, b->type, dd_number_load(b->type, to + (size_t)i * size, 0), 0.0);
    dd_terms_end(&sum);
    return error;
}

/* The largest error of some components of a fresh call. */
static double error_of(struct bench *b)
{
    const size_t size = dd_type_size(b->type), bytes = (size_t)b->n * size;
    char *before = malloc(bytes), *after = malloc(bytes), *line = malloc(bytes);
    double worst = 0.0;
    if (!before || !after || !line)
        exit(2);
    fill(b);
    bench_must(b->handle, ddblasGetMatrix(b->handle, b->n, 1, size, b->x, b->n, before, b->n));
    run(b, 0);
    bench_must(b->handle, ddblasGetMatrix(b->handle, b->n, 1, size, b->x, b->n, after, b->n));
    for (int s = 0; s < SAMPLES; s++)
        worst =
            fmax(worst, error_at(b, s * (b->n - 1) / (SAMPLES - 1), b->solve ? after : before, b->solve ? before : after, line));
    free(before);
    free(after);
    free(line);
    return worst;
}

static double time_of(struct bench *b, ddblasType_t type)
{
    b->type = type;
    fill(b);
    return bench_device_median_us(run, b, 5, REPEATS);
}

/* One row: routine and op as in b, in W (t = 0) or U (t = 1). */
static void measure(struct bench *b, int t)
{
    const double peer = time_of(b, t ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D), us = time_of(b, t ? DDBLAS_TYPE_U : DDBLAS_TYPE_W),
                 bytes = (double)bytes_of_triangle(b);
    const double read = bench_device_median_us(read_triangle, b, BENCH_READ_GRIDS, BENCH_READ_GRIDS);
    static const char *const peers[2][2] = {{"cublas Dtrmv", "cublas Ztrmv"}, {"cublas Dtrsv", "cublas Ztrsv"}};
    const struct bench_row row = {
        .routine = b->solve ? "trsv" : "trmv",
        .type = dd_type_letter(b->type),
        .variant = b->trans == DDBLAS_OP_N ? "lower N" : "lower T",
        .n = b->n,
        .median_us = us,
        .achieved = 1e-3 * bytes / us,
        .ceiling = 1e-3 * bytes / read,
        .peer = peers[b->solve][t],
        .peer_us = peer,
        .error = error_of(b),
        .bound = dd_routine_bound(b->solve ? DD_ROUTINE_trsv : DD_ROUTINE_trmv, b->type, (struct dd_bound_size){.k = b->n})};
    b->failures += !bench_write(b->out, &row);
    (void)fflush(b->out);
}

int main(int count, char **arguments)
{
    static const int64_t orders[] = {1024, 4096, MOST};
    const char *path = NULL;
    struct bench b = {0};
    int orders_run = 3;
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "-q") == 0)
            orders_run = 2;
        else if (strcmp(arguments[i], "-o") == 0 && i + 1 < count)
            path = arguments[++i];
        else
        {
            fprintf(stderr, "usage: bench_trv [-o file.csv] [-q]\n");
            return 2;
        }
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    b.A = bench_device_alloc((size_t)MOST * MOST * sizeof(cuddcomplex));
    b.x = bench_device_alloc((size_t)MOST * sizeof(cuddcomplex));
    b.out = bench_open_described(path, bench_device_describe);
    bench_comment(b.out, "achieved and ceiling in GB/s of the triangle; the ceiling is a plain read of as many bytes");
    bench_header(b.out);
    for (int k = 0; k < orders_run * 8; k++)
    {
        b.n = orders[k / 8];
        b.solve = k / 4 % 2;
        b.trans = (ddblasOperation_t)(k / 2 % 2);
        measure(&b, k % 2);
    }
    bench_close(b.out, b.handle);
    return b.failures > 0;
}
