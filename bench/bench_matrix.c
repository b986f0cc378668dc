/*
 * Operations on whole matrices on the GPU, in D, W and U: geam (a sum, a transpose), dgmm, lacpy,
 * laset, laswp and the norms of lange. Usage: bench_matrix [-o file.csv] [-q]
 *   -q  up to n = 4096
 *
 * Counting: bytes read and written once, GB/s; medians between events around one call, with scalars
 * and results in device memory. laswp exchanges 256 rows, so that it reads and writes 512 n
 * elements. The ceiling is the bandwidth of a plain read for norms, otherwise of cudaMemcpy,
 * measured in the same run. Peers are cuBLAS's Dgeam, Zgeam, Ddgmm and Zdgmm on matrices of the
 * same shape, beside W twice the bytes of D and beside U of Z. Errors: every result is compared
 * with that of the CPU engine bit by bit up to n = 2048 (error 0, otherwise 1).
 */
#include <cublas_v2.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "element.h"
#include "lib/bench.h"
#include "lib/symv_device.h"

enum operation
{
    SUM,
    TRANSPOSE,
    DGMM,
    LACPY,
    LASET,
    LASWP,
    NORM_MAX,
    NORM_ONE,
    NORM_INF,
    NORM_FROBENIUS,
    OPERATIONS
};

enum
{
    EXCHANGES = 256,
    LARGEST_COMPARED = 2048
};

static const char *const names[OPERATIONS] = {"geam",  "geam_transpose", "dgmm",      "lacpy",     "laset",
                                              "laswp", "lange_max",      "lange_one", "lange_inf", "lange_frobenius"};

/* Operands in the memory of the engine of `handle`. */
struct operands
{
    ddblasHandle_t handle;
    ddblasType_t type;
    enum operation operation;
    int64_t n;
    void *A, *B, *C, *alpha, *beta, *result;
    int64_t *pivots;
};

struct bench
{
    FILE *out;
    struct operands device, cpu;
    cublasHandle_t cublas;
    int failures;
};

/* ---- calls ----------------------------------------------------------------------------------- */

#define CALLS(letter, type, real)                                                                                                \
    static ddblasStatus_t call_##letter(const struct operands *o)                                                                \
    {                                                                                                                            \
        const int64_t n = o->n;                                                                                                  \
        const type *A = o->A, *B = o->B, *alpha = o->alpha, *beta = o->beta;                                                     \
        switch (o->operation)                                                                                                    \
        {                                                                                                                        \
        case SUM:                                                                                                                \
            return ddblas##letter##geam(o->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, beta, A, n, beta, B, n, o->C, n);             \
        case TRANSPOSE:                                                                                                          \
            return ddblas##letter##geam(o->handle, DDBLAS_OP_T, DDBLAS_OP_N, n, n, beta, A, n, alpha, B, n, o->C, n);            \
        case DGMM:                                                                                                               \
            return ddblas##letter##dgmm(o->handle, DDBLAS_SIDE_LEFT, n, n, A, n, B, 1, o->C, n);                                 \
        case LACPY:                                                                                                              \
            return ddblas##letter##lacpy(o->handle, DDBLAS_FILL_MODE_FULL, n, n, A, n, o->C, n);                                 \
        case LASET:                                                                                                              \
            return ddblas##letter##laset(o->handle, DDBLAS_FILL_MODE_FULL, n, n, alpha, beta, o->C, n);                          \
        case LASWP:                                                                                                              \
            return ddblas##letter##laswp(o->handle, n, o->C, n, 1, EXCHANGES, o->pivots, 1);                                     \
        default:                                                                                                                 \
            return ddblas##letter##lange(o->handle, (ddblasNorm_t)(o->operation - NORM_MAX), n, n, A, n, (real *)o->result);     \
        }                                                                                                                        \
    }
CALLS(D, double, double)
CALLS(W, cuddreal, cuddreal)
CALLS(U, cuddcomplex, cuddreal)

static ddblasStatus_t call(const struct operands *o)
{
    return o->type == DDBLAS_TYPE_D ? call_D(o) : o->type == DDBLAS_TYPE_W ? call_W(o) : call_U(o);
}

static void run(void *data, int turn)
{
    const struct operands *o = data;
    (void)turn;
    bench_must(o->handle, call(o));
}

/* cuBLAS in D, or in Z, on the operands' memory; the data do not matter. */
static void run_cublas(void *data, int turn)
{
    const struct bench *b = data;
    const struct operands *o = &b->device;
    const double one_d = 1.0, zero_d = 0.0;
    const cuDoubleComplex one_z = {1.0, 0.0}, zero_z = {0.0, 0.0};
    const int n = (int)o->n, complex_type = o->type == DDBLAS_TYPE_U;
    const cublasOperation_t op = o->operation == TRANSPOSE ? CUBLAS_OP_T : CUBLAS_OP_N;
    cublasStatus_t status;
    (void)turn;
    if (o->operation == DGMM)
        status = complex_type ? cublasZdgmm(b->cublas, CUBLAS_SIDE_LEFT, n, n, o->A, n, o->B, 1, o->C, n)
                              : cublasDdgmm(b->cublas, CUBLAS_SIDE_LEFT, n, n, o->A, n, o->B, 1, o->C, n);
    else if (complex_type)
        status = cublasZgeam(b->cublas, op, CUBLAS_OP_N, n, n, &one_z, o->A, n, o->operation == SUM ? &one_z : &zero_z, o->B, n,
                             o->C, n);
    else
        status = cublasDgeam(b->cublas, op, CUBLAS_OP_N, n, n, &one_d, o->A, n, o->operation == SUM ? &one_d : &zero_d, o->B, n,
                             o->C, n);
    if (status != CUBLAS_STATUS_SUCCESS)
        exit(2);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* 0 if one call on each engine gives the same bits, otherwise 1. */
static double error_beside_cpu(struct bench *b)
{
    const struct operands *d = &b->device, *c = &b->cpu;
    const size_t size = dd_type_size(d->type), real = dd_type_size(dd_type_real(d->type));
    const int64_t n = d->n;
    union dd_element norm;
    bench_must(d->handle, ddblasGetMatrix(d->handle, n, n, size, d->A, n, c->A, n));
    bench_must(d->handle, ddblasGetMatrix(d->handle, n, n, size, d->B, n, c->B, n));
    bench_must(d->handle, ddblasGetMatrix(d->handle, n, n, size, d->C, n, c->C, n));
    bench_must(d->handle, call(d));
    bench_must(c->handle, call(c));
    if (d->operation >= NORM_MAX)
    {
        bench_must(d->handle, ddblasGetVector(d->handle, 1, real, d->result, 1, &norm, 1));
        return memcmp(&norm, c->result, real) != 0;
    }
    bench_must(d->handle, ddblasGetMatrix(d->handle, n, n, size, d->C, n, c->A, n));
    return memcmp(c->A, c->C, (size_t)(n * n) * size) != 0;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static double bytes_of(const struct operands *o)
{
    const double matrix = (double)o->n * (double)o->n * (double)dd_type_size(o->type);
    if (o->operation == LASWP)
        return 4.0 * EXCHANGES * matrix / (double)o->n;
    return matrix * (o->operation == SUM ? 3.0 : o->operation <= LACPY ? 2.0 : 1.0);
}

static void measure(struct bench *b)
{
    struct operands *o = &b->device;
    bench_device_fill(o->type, o->A, o->n, o->n, o->n, -1, 1);
    bench_device_fill(o->type, o->B, o->n, o->n, o->n, -1, 2);
    bench_device_fill(o->type, o->C, o->n, o->n, o->n, -1, 3);
    const double error = o->n <= LARGEST_COMPARED ? error_beside_cpu(b) : BENCH_NOT_MEASURED;
    const double us = bench_device_median_us(run, o, 5, 50);
    const double peer = o->operation <= DGMM ? bench_device_median_us(run_cublas, b, 5, 50) : 0.0;
    const size_t bytes = (size_t)(o->n * o->n) * dd_type_size(o->type) / 16 * 16;
    const struct bench_row row = {.routine = names[o->operation],
                                  .type = dd_type_letter(o->type),
                                  .m = o->n,
                                  .n = o->n,
                                  .median_us = us,
                                  .achieved = 1e-3 * bytes_of(o) / us,
                                  .ceiling = o->operation >= NORM_MAX ? bench_device_read_bandwidth(o->A, bytes)
                                                                      : bench_device_copy_bandwidth(o->C, o->A, bytes),
                                  .variant = "GB/s",
                                  .peer = peer > 0.0 ? o->type == DDBLAS_TYPE_U ? "cuBLAS Z" : "cuBLAS D" : NULL,
                                  .peer_us = peer,
                                  .error = error};
    b->failures += !bench_write(b->out, &row);
}

/* ---- operands -------------------------------------------------------------------------------- */

static void *host_memory(size_t bytes)
{
    void *memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!memory)
        exit(2);
    return memory;
}

/* alpha = 0 and beta = 1 on both engines, and the rows for laswp. */
static void set_scalars(struct bench *b)
{
    struct operands *d = &b->device, *c = &b->cpu;
    const size_t size = dd_type_size(d->type);
    dd_element_set(d->type, c->alpha, 0, cuddFromDouble(0.0), cuddFromDouble(0.0));
    dd_element_set(d->type, c->beta, 0, cuddFromDouble(1.0), cuddFromDouble(0.0));
    for (int64_t i = 0; i < EXCHANGES; i++)
        c->pivots[i] = i + 1 + i * 7919 % (d->n - i);
    bench_must(d->handle, ddblasSetVector(d->handle, 1, size, c->alpha, 1, d->alpha, 1));
    bench_must(d->handle, ddblasSetVector(d->handle, 1, size, c->beta, 1, d->beta, 1));
    bench_must(d->handle, ddblasSetVector(d->handle, EXCHANGES, sizeof *c->pivots, c->pivots, 1, d->pivots, 1));
}

static void allocate_small(struct bench *b)
{
    struct operands *d = &b->device, *c = &b->cpu;
    const size_t compared = (size_t)LARGEST_COMPARED * LARGEST_COMPARED * sizeof(cuddcomplex);
    d->alpha = bench_device_alloc(sizeof(cuddcomplex));
    d->beta = bench_device_alloc(sizeof(cuddcomplex));
    d->result = bench_device_alloc(sizeof(cuddcomplex));
    d->pivots = bench_device_alloc(EXCHANGES * sizeof *d->pivots);
    c->alpha = host_memory(sizeof(cuddcomplex));
    c->beta = host_memory(sizeof(cuddcomplex));
    c->result = host_memory(sizeof(cuddcomplex));
    c->pivots = host_memory(EXCHANGES * sizeof *c->pivots);
    c->A = host_memory(compared);
    c->B = host_memory(compared);
    c->C = host_memory(compared);
}

static void measure_order(struct bench *b, int64_t n)
{
    static const ddblasType_t types[] = {DDBLAS_TYPE_D, DDBLAS_TYPE_W, DDBLAS_TYPE_U};
    struct operands *d = &b->device;
    const size_t bytes = (size_t)(n * n) * sizeof(cuddcomplex);
    bench_must(d->handle, ddblasMalloc(d->handle, &d->A, bytes));
    bench_must(d->handle, ddblasMalloc(d->handle, &d->B, bytes));
    bench_must(d->handle, ddblasMalloc(d->handle, &d->C, bytes));
    for (int t = 0; t < 3; t++)
        for (int operation = 0; operation < OPERATIONS; operation++)
        {
            d->n = b->cpu.n = n;
            d->type = b->cpu.type = types[t];
            d->operation = b->cpu.operation = (enum operation)operation;
            set_scalars(b);
            measure(b);
        }
    bench_must(d->handle, ddblasFree(d->handle, d->A));
    bench_must(d->handle, ddblasFree(d->handle, d->B));
    bench_must(d->handle, ddblasFree(d->handle, d->C));
}

int main(int argc, char **argv)
{
    static const int64_t orders[] = {512, 1024, 2048, 4096, 8192, 16384};
    const char *path = NULL;
    char text[256];
    int count = 6;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-q") == 0)
            count = 4;
        else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            path = argv[++i];
    struct bench b = {.out = bench_open(path)};
    if (ddblasCreateWithEngine(&b.device.handle, DDBLAS_ENGINE_CUDA) != DDBLAS_STATUS_SUCCESS ||
        ddblasCreateWithEngine(&b.cpu.handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS ||
        cublasCreate(&b.cublas) != CUBLAS_STATUS_SUCCESS)
        return 2;
    bench_must(b.device.handle, ddblasSetPointerMode(b.device.handle, DDBLAS_POINTER_MODE_DEVICE));
    bench_device_describe(text, sizeof text);
    bench_describe_host(b.out);
    bench_comment(b.out, "%s", text);
    bench_comment(b.out, "achieved and ceiling in GB/s of bytes read and written");
    bench_header(b.out);
    allocate_small(&b);
    for (int i = 0; i < count; i++)
        measure_order(&b, orders[i]);
    cublasDestroy(b.cublas);
    ddblasDestroy(b.device.handle);
    ddblasDestroy(b.cpu.handle);
    if (path)
        fclose(b.out);
    return b.failures ? 1 : 0;
}
