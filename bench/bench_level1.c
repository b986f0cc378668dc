/*
 * Level 1 on the GPU, in D, W and U. Usage: bench_level1 [-o file.csv] [-q]
 *   -q  up to n = 2^22
 *
 * Counting: elements a second; medians between events around one call with the result in device
 * memory. The table of routines has the FP64 instructions of an element in W and the bytes that it
 * reads and writes; U has four times (asum: twice) the instructions and twice the bytes, D half the
 * bytes. The ceiling of a row is the smaller of the measured rate of FP64 instructions divided by
 * the instructions, and the measured bandwidth divided by the bytes: of cudaMemcpy, for routines
 * that also write, otherwise of reading. The rows of D call cuBLAS through this library, and are
 * the peer of the rows of W and U. Errors: every result is compared with that of the CPU engine on
 * the same data, updates to the bit (error 0, otherwise 1), sums within twice their bound (in units
 * of 2^-104 of the sum of moduli, which is asum's or nrm2's result, or the product of two norms).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "lib/symv_device.h"

struct bench
{
    FILE *out;
    ddblasHandle_t handle, cpu;
    ddblasType_t type;
    int64_t n;
    const struct routine *routine;
    void *x, *y, *a, *b, *result; /* on the device */
    int failures;
};

/* ---- calls ----------------------------------------------------------------------------------- */

enum kind
{
    AXPY,
    SCAL,
    COPY,
    SWAP,
    ROT,
    DOT,
    NRM2,
    ASUM,
    AMAX
};

struct routine
{
    const char *name;
    enum kind kind;
    double instructions, bytes; /* in W */
};

static const struct routine routines[] = {{"axpy", AXPY, 29, 48}, {"scal", SCAL, 9, 32}, {"copy", COPY, 0, 32},
                                          {"swap", SWAP, 0, 64},  {"rot", ROT, 76, 64},  {"dot", DOT, 10, 32},
                                          {"nrm2", NRM2, 10, 16}, {"asum", ASUM, 8, 16}, {"amax", AMAX, 1, 16}};

#define CALLS(D, dot, norm, index, T, R)                                                                                         \
    static ddblasStatus_t call_##D(ddblasHandle_t handle, enum kind kind, int64_t n, const void *a, const void *b, void *x,      \
                                   void *y, void *result)                                                                        \
    {                                                                                                                            \
        switch (kind)                                                                                                            \
        {                                                                                                                        \
        case AXPY:                                                                                                               \
            return ddblas##D##axpy(handle, n, (const T *)a, (const T *)x, 1, (T *)y, 1);                                         \
        case SCAL:                                                                                                               \
            return ddblas##D##scal(handle, n, (const T *)a, (T *)x, 1);                                                          \
        case COPY:                                                                                                               \
            return ddblas##D##copy(handle, n, (const T *)x, 1, (T *)y, 1);                                                       \
        case SWAP:                                                                                                               \
            return ddblas##D##swap(handle, n, (T *)x, 1, (T *)y, 1);                                                             \
        case ROT:                                                                                                                \
            return ddblas##D##rot(handle, n, (T *)x, 1, (T *)y, 1, (const R *)a, (const T *)b);                                  \
        case DOT:                                                                                                                \
            return ddblas##D##dot(handle, n, (const T *)x, 1, (const T *)y, 1, (T *)result);                                     \
        case NRM2:                                                                                                               \
            return ddblas##norm##nrm2(handle, n, (const T *)x, 1, (R *)result);                                                  \
        case ASUM:                                                                                                               \
            return ddblas##norm##asum(handle, n, (const T *)x, 1, (R *)result);                                                  \
        default:                                                                                                                 \
            return ddblasI##index##amax(handle, n, (const T *)x, 1, (int64_t *)result);                                          \
        }                                                                                                                        \
    }
CALLS(D, dot, D, d, double, double)
CALLS(W, dot, W, w, cuddreal, cuddreal)
CALLS(U, dotc, Wu, u, cuddcomplex, cuddreal)

static ddblasStatus_t call(ddblasHandle_t handle, ddblasType_t type, enum kind kind, int64_t n, const void *a, const void *b,
                           void *x, void *y, void *result)
{
    return (type == DDBLAS_TYPE_D ? call_D : type == DDBLAS_TYPE_W ? call_W : call_U)(handle, kind, n, a, b, x, y, result);
}

static void run(void *data, int turn)
{
    const struct bench *b = data;
    (void)turn;
    bench_must(b->handle, call(b->handle, b->type, b->routine->kind, b->n, b->a, b->b, b->x, b->y, b->result));
}

/* ---- errors ---------------------------------------------------------------------------------- */

static size_t size_of(ddblasType_t type) { return type == DDBLAS_TYPE_D ? 8 : type == DDBLAS_TYPE_W ? 16 : 32; }

static void *copy_back(const struct bench *b, const void *from, int64_t n)
{
    void *host = aligned_alloc(256, ((size_t)n * size_of(b->type) + 255) / 256 * 256);
    if (!host)
        exit(2);
    bench_must(b->handle, ddblasGetVector(b->handle, n, size_of(b->type), from, 1, host, 1));
    return host;
}

/* The difference of two sums in units of 2^-104 of the first, for sums of one sign. */
static double difference(cuddreal ours, cuddreal theirs)
{
    return fabs(cuddToDouble(cuddSub(ours, theirs))) / fabs(cuddToDouble(theirs)) * 0x1p+104;
}

/* The error of a fresh call beside the CPU engine. */
static double error_beside_cpu(const struct bench *b, const void *a, const void *s)
{
    const enum kind kind = b->routine->kind;
    cuddcomplex ours, theirs;
    int64_t index[2];
    if (b->type == DDBLAS_TYPE_D)
        return BENCH_NOT_MEASURED;
    void *x = copy_back(b, b->x, b->n), *y = copy_back(b, b->y, b->n);
    bench_must(b->handle, call(b->handle, b->type, kind, b->n, b->a, b->b, b->x, b->y, b->result));
    bench_must(b->cpu, call(b->cpu, b->type, kind, b->n, a, s, x, y, kind == AMAX ? (void *)&index[1] : (void *)&theirs));
    double error = 0.0;
    if (kind < DOT)
    {
        void *x_after = copy_back(b, b->x, b->n), *y_after = copy_back(b, b->y, b->n);
        const size_t bytes = (size_t)b->n * size_of(b->type);
        error = memcmp(x, x_after, bytes) != 0 || memcmp(y, y_after, bytes) != 0;
        free(x_after);
        free(y_after);
    }
    else if (kind == AMAX)
    {
        bench_must(b->handle, ddblasGetVector(b->handle, 1, sizeof index[0], b->result, 1, index, 1));
        error = index[0] != index[1];
    }
    else
    {
        bench_must(b->handle, ddblasGetVector(b->handle, 1, sizeof ours, b->result, 1, &ours, 1));
        cuddreal norms[2];
        bench_must(b->cpu, call(b->cpu, b->type, NRM2, b->n, NULL, NULL, x, NULL, &norms[0]));
        bench_must(b->cpu, call(b->cpu, b->type, NRM2, b->n, NULL, NULL, y, NULL, &norms[1]));
        error = kind == DOT ? fabs(cuddToDouble(cuddSub(ours.x, theirs.x))) / cuddToDouble(cuddMul(norms[0], norms[1])) * 0x1p+104
                            : difference(ours.x, theirs.x);
    }
    free(x);
    free(y);
    return error;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static double ceiling_of(const struct bench *b, double fma, double bandwidth, const char **by)
{
    const struct routine *r = b->routine;
    const double words = b->type == DDBLAS_TYPE_D ? 0.5 : b->type == DDBLAS_TYPE_W ? 1.0 : 2.0;
    const double work = b->type == DDBLAS_TYPE_D ? 0.1 : b->type == DDBLAS_TYPE_W ? 1.0 : r->kind == ASUM ? 2.0 : 4.0;
    const double arithmetic = r->instructions > 0.0 ? fma / (work * r->instructions) : (double)INFINITY;
    const double memory = bandwidth / (words * r->bytes);
    *by = arithmetic < memory ? "limit arithmetic" : "limit memory";
    return arithmetic < memory ? arithmetic : memory;
}

static double measure(struct bench *b, double fma, double peer_us)
{
    const cuddcomplex a = cuddcFromReal(cuddMake(0.8, 0x1p-55)), s = cuddcFromReal(cuddMake(0.6, 0x1p-56));
    const double in_d[2] = {0.8, 0.6};
    const void *host_a = b->type == DDBLAS_TYPE_D ? (const void *)&in_d[0] : (const void *)&a;
    const void *host_b = b->type == DDBLAS_TYPE_D ? (const void *)&in_d[1] : (const void *)&s;
    const char *by = NULL;
    bench_device_fill(b->type, b->x, b->n, 1, b->n, -1, 1);
    bench_device_fill(b->type, b->y, b->n, 1, b->n, -1, 2);
    bench_must(b->handle, ddblasSetVector(b->handle, 1, size_of(b->type), host_a, 1, b->a, 1));
    bench_must(b->handle, ddblasSetVector(b->handle, 1, size_of(b->type), host_b, 1, b->b, 1));
    const double error = b->n <= 1 << 22 ? error_beside_cpu(b, host_a, host_b) : BENCH_NOT_MEASURED;
    const double us = bench_device_median_us(run, b, 5, 50);
    const size_t bytes = (size_t)b->n * size_of(b->type) / 16 * 16;
    const double bandwidth =
        b->routine->kind < DOT ? bench_device_copy_bandwidth(b->y, b->x, bytes) : bench_device_read_bandwidth(b->x, bytes);
    const double ceiling = ceiling_of(b, fma, bandwidth, &by);
    const struct bench_row row = {.routine = b->routine->name,
                                  .type = b->type == DDBLAS_TYPE_D   ? 'D'
                                          : b->type == DDBLAS_TYPE_W ? 'W'
                                                                     : 'U',
                                  .ceiling = ceiling,
                                  .variant = by,
                                  .m = 1,
                                  .n = b->n,
                                  .median_us = us,
                                  .achieved = 1e-3 * (double)b->n / us,
                                  .peer = peer_us > 0.0 ? "cuBLAS D" : NULL,
                                  .peer_us = peer_us,
                                  .error = error,
                                  .bound = b->routine->kind < DOT || b->routine->kind == AMAX ? 0.0 : 2.0 * (double)b->n + 16.0};
    b->failures += !bench_write(b->out, &row);
    return us;
}

int main(int argc, char **argv)
{
    static const int64_t sizes[] = {1000, 1 << 14, 1 << 18, 1 << 22, 1 << 24, 1 << 26, 1 << 28};
    const char *path = NULL;
    char text[256];
    int count = 6;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-q") == 0)
            count = 4;
        else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            path = argv[++i];
    struct bench b = {.out = bench_open(path)};
    if (ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA) != DDBLAS_STATUS_SUCCESS ||
        ddblasCreateWithEngine(&b.cpu, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 2;
    bench_must(b.handle, ddblasSetPointerMode(b.handle, DDBLAS_POINTER_MODE_DEVICE));
    bench_device_describe(text, sizeof text);
    bench_describe_host(b.out);
    bench_comment(b.out, "%s", text);
    const double fma = bench_device_fma_rate();
    bench_comment(b.out, "achieved and ceiling in G elements/s; %.1f G FP64 instructions/s", fma);
    bench_header(b.out);
    b.a = bench_device_alloc(sizeof(cuddcomplex));
    b.b = bench_device_alloc(sizeof(cuddcomplex));
    b.result = bench_device_alloc(sizeof(cuddcomplex));
    for (int i = 0; i < count; i++)
    {
        b.n = sizes[i];
        bench_must(b.handle, ddblasMalloc(b.handle, &b.x, (size_t)b.n * sizeof(cuddcomplex)));
        bench_must(b.handle, ddblasMalloc(b.handle, &b.y, (size_t)b.n * sizeof(cuddcomplex)));
        for (size_t r = 0; r < sizeof routines / sizeof routines[0]; r++)
        {
            b.routine = &routines[r];
            b.type = DDBLAS_TYPE_D;
            const double d = measure(&b, fma, 0.0);
            b.type = DDBLAS_TYPE_W;
            measure(&b, fma, d);
            b.type = DDBLAS_TYPE_U;
            measure(&b, fma, d);
        }
        bench_must(b.handle, ddblasFree(b.handle, b.x));
        bench_must(b.handle, ddblasFree(b.handle, b.y));
    }
    ddblasDestroy(b.handle);
    ddblasDestroy(b.cpu);
    if (path)
        fclose(b.out);
    return b.failures ? 1 : 0;
}
