/*
 * gemv on the GPU in W and U, N and T, beside cuBLAS's Dgemv and Zgemv of the same shape. Usage:
 * bench_gemv [-o file.csv] [-q]
 *   -q  up to n = 4096
 *
 * Counting: bytes of A, read once; GB/s, medians between events around one call. The ceiling is the
 * bandwidth of a plain read of as many bytes, measured in the same run. The peer is cuBLAS in D or
 * Z, which reads half of the bytes; a speedup of 0.5 is therefore the same bandwidth. Matrices take
 * turns where they fit the L2 cache together, so that A comes from memory. Errors against exact
 * sums at some components, in units of 2^-104 of the sum of moduli.
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
    SAMPLES = 6,
    LEAST_BYTES = 256 << 20 /* all matrices of a row together: several times the L2 cache */
};

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    ddblasType_t type;
    ddblasOperation_t trans;
    int64_t m, n;
    int64_t matrices; /* that take turns */
    char *A, *x, *y;
    int failures;
};

static size_t bytes_of_matrix(const struct bench *b) { return (size_t)(b->m * b->n) * dd_type_size(b->type); }

static void run(void *data, int turn)
{
    const struct bench *b = data;
    const union dd_element one = dd_element_integer(b->type, 1.0, 0.0), zero = dd_element_integer(b->type, 0.0, 0.0);
    const void *A = b->A + (size_t)(turn % b->matrices) * bytes_of_matrix(b);
    switch (b->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_GEMV
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        bench_must(b->handle, ddblas##letter##gemv(b->handle, b->trans, b->m, b->n, (const element *)(const void *)&one,         \
                                                   (const element *)A, b->m, (const element *)(const void *)b->x, 1,             \
                                                   (const element *)(const void *)&zero, (element *)(void *)b->y, 1));           \
        break;
#include <dd/types.def>
    default:
        exit(2);
    }
}

static void read_matrix(void *data, int turn)
{
    const struct bench *b = data;
    bench_device_read(b->A + (size_t)(turn % b->matrices) * bytes_of_matrix(b), bytes_of_matrix(b) / 16 * 16,
                      turn % BENCH_READ_GRIDS);
}

/* The largest error of some components of a fresh call. */
static double error_of(struct bench *b)
{
    const size_t size = dd_type_size(b->type);
    const int64_t outputs = b->trans == DDBLAS_OP_N ? b->m : b->n, terms = b->trans == DDBLAS_OP_N ? b->n : b->m;
    char *x = malloc((size_t)terms * size), *y = malloc((size_t)outputs * size), *line = malloc((size_t)terms * size);
    double worst = 0.0;
    if (!x || !y || !line)
        exit(2);
    run(b, 0);
    bench_must(b->handle, ddblasGetMatrix(b->handle, terms, 1, size, b->x, terms, x, terms));
    bench_must(b->handle, ddblasGetMatrix(b->handle, outputs, 1, size, b->y, outputs, y, outputs));
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t i = s * (outputs - 1) / (SAMPLES - 1);
        struct dd_terms sum;
        if (b->trans == DDBLAS_OP_N)
            bench_must(b->handle, ddblasGetMatrix(b->handle, 1, terms, size, b->A + (size_t)i * size, b->m, line, 1));
        else
            bench_must(b->handle,
                       ddblasGetMatrix(b->handle, terms, 1, size, b->A + (size_t)(i * b->m) * size, b->m, line, terms));
        dd_terms_start(&sum);
        for (int64_t t = 0; t < terms; t++)
            dd_terms_add(&sum, dd_number_load(b->type, line + (size_t)t * size, 0),
                         dd_number_load(b->type, x + (size_t)t * size, 0));
        worst = fmax(worst, dd_terms_error(&sum, b->type, dd_number_load(b->type, y + (size_t)i * size, 0), 0.0));
        dd_terms_end(&sum);
    }
    free(x);
    free(y);
    free(line);
    return worst;
}

static void fill(struct bench *b)
{
    const int64_t longer = b->m > b->n ? b->m : b->n;
    b->matrices = LEAST_BYTES / (int64_t)bytes_of_matrix(b) + 1;
    for (int64_t k = 0; k < b->matrices; k++)
        bench_device_fill(b->type, b->A + (size_t)k * bytes_of_matrix(b), b->m, b->n, b->m, -1, (uint64_t)k + 1);
    bench_device_fill(b->type, b->x, longer, 1, longer, -1, 99);
}

static double time_of(struct bench *b, ddblasType_t type)
{
    b->type = type;
    fill(b);
    return bench_device_median_us(run, b, 5, 31);
}

static void measure(struct bench *b, int64_t m, int64_t n)
{
    static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U}, peers[] = {DDBLAS_TYPE_D, DDBLAS_TYPE_Z};
    b->m = m;
    b->n = n;
    for (int t = 0; t < 2; t++)
        for (int trans = 0; trans < 2; trans++)
        {
            b->trans = (ddblasOperation_t)trans;
            const double peer = time_of(b, peers[t]), us = time_of(b, types[t]), bytes = (double)bytes_of_matrix(b);
            const double read = bench_device_median_us(read_matrix, b, BENCH_READ_GRIDS, BENCH_READ_GRIDS);
            const struct bench_row row = {
                .routine = "gemv",
                .type = dd_type_letter(b->type),
                .variant = trans ? "T" : "N",
                .m = m,
                .n = n,
                .median_us = us,
                .achieved = 1e-3 * bytes / us,
                .ceiling = 1e-3 * bytes / read,
                .peer = t ? "cublas Zgemv" : "cublas Dgemv",
                .peer_us = peer,
                .error = error_of(b),
                .bound = dd_routine_bound(DD_ROUTINE_gemv, b->type, (struct dd_bound_size){.k = trans ? m : n})};
            b->failures += !bench_write(b->out, &row);
            fflush(b->out);
        }
}

int main(int count, char **arguments)
{
    static const int64_t shapes[][2] = {{1000, 1000}, {4096, 4096}, {8192, 8192}, {16384, 8192}, {1000000, 32}, {32, 1000000}};
    const char *path = NULL;
    struct bench b = {0};
    int shapes_run = 6;
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "-q") == 0)
            shapes_run = 2;
        else if (strcmp(arguments[i], "-o") == 0 && i + 1 < count)
            path = arguments[++i];
        else
        {
            fprintf(stderr, "usage: bench_gemv [-o file.csv] [-q]\n");
            return 2;
        }
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    b.A = bench_device_alloc((size_t)16384 * 8192 * sizeof(cuddcomplex) + ((size_t)LEAST_BYTES << 1));
    b.x = bench_device_alloc((size_t)1000000 * sizeof(cuddcomplex));
    b.y = bench_device_alloc((size_t)1000000 * sizeof(cuddcomplex));
    b.out = bench_open_described(path, bench_device_describe);
    bench_comment(b.out, "achieved and ceiling in GB/s of A; the ceiling is a plain read of as many bytes in the same run");
    bench_header(b.out);
    for (int s = 0; s < shapes_run; s++)
        measure(&b, shapes[s][0], shapes[s][1]);
    bench_close(b.out, b.handle);
    return b.failures > 0;
}
