/*
 * Products over host memory on the GPU: techniques one by one, pinned and pageable memory, a small
 * device memory, several devices; beside the in-core rate of the same blocks and cublasXt. Usage:
 *   bench_xt [-o file.csv] [--trace file.json] [--devices 1,2,4] [--run TYPE:N:PARTS ...]
 * PARTS: d default, a ablation (with the default), p pageable, c 2 GB of device memory, x cublasXt,
 * h with a share of the CPU, m the numbers of devices of --devices. A number beyond the machine's
 * devices puts several lanes on one. --trace: the last setting of the first run.
 *
 * Counting: 2 n^3 operations (D, W), TFLOPS, wall-clock time of a call, median of a few. Matrices
 * are one array of random full-length numbers, registered with CUDA except for `pageable`; beta =
 * 0. Ceiling of a row: products of the same blocks by the same library in device memory. Comments:
 * bytes over the bus, floor (the larger of arithmetic at the ceiling and bytes at the measured rate
 * of the bus), and the part of the bytes' time that is hidden. Errors of some elements against
 * exact sums, in units of the type of |A| |B|.
 */
#define _GNU_SOURCE
#include <cublasXt.h>
#include <cuda_runtime_api.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <dd/ddblas.h>
#include <dd/xt.h>

#include "lib/bench.h"
#include "bounds.h"
#include "oracle.h"
#include "random.h"

enum
{
    SAMPLES = 6,
    TEXT = 128,
    MOST_RUNS = 16,
    MOST_COUNTS = 8
};

#define GIB 1073741824.0

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    char *arena;
    size_t arena_bytes;
    int there;                      /* devices of the machine */
    int counts[MOST_COUNTS], kinds; /* numbers of devices, from --devices */
    double in, out_rate, both;      /* GB/s of the bus */
    const char *trace;
    ddblasXtOptions_t last; /* that were measured */
    int failures;
};

struct problem
{
    ddblasType_t type;
    size_t size;
    int64_t n;
    char *A, *B, *C;
};

static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0}; /* also 1 and 0 in D */

static void must_cuda(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "bench_xt: %s\n", cudaGetErrorString(error));
    exit(2);
}

/* ---- memory and its bus ---------------------------------------------------------------------- */

static void make_arena(struct bench *b, size_t bytes)
{
    b->arena_bytes = bytes;
    b->arena = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b->arena == MAP_FAILED)
    {
        perror("bench_xt");
        exit(2);
    }
    (void)madvise(b->arena, bytes, MADV_HUGEPAGE);
#pragma omp parallel for schedule(static, 1)
    for (size_t i = 0; i < bytes; i += (size_t)2 << 20)
        b->arena[i] = 1;
    const double begin = bench_now();
    must_cuda(cudaHostRegister(b->arena, bytes, cudaHostRegisterPortable));
    bench_comment(b->out, "%.1f GB of host memory, registered in %.1f s", 1e-9 * (double)bytes, bench_now() - begin);
}

/* Random full-length numbers below 1; every second double is a low part where pairs are wanted. */
static void fill(struct bench *b, size_t bytes, int pairs)
{
    double *x = (double *)(void *)b->arena;
    const int64_t count = (int64_t)(bytes / sizeof *x);
#pragma omp parallel for schedule(static, 1 << 18)
    for (int64_t i = 0; i < count; i++)
    {
        uint64_t v = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
        v = (v ^ (v >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        v = (v ^ (v >> 27)) * UINT64_C(0x94d049bb133111eb);
        x[i] = (double)(int64_t)(v ^ (v >> 31)) * (pairs && i % 2 ? 0x1p-118 : 0x1p-63);
    }
}

/* GB/s of copies of 1 GiB for each of the first `devices` devices, one way or both at once, in
 * all. */
static double bus_rate(const struct bench *b, int devices, int in, int out)
{
    enum
    {
        COPIES = 8
    };
    const size_t bytes = (size_t)128 << 20;
    char *memory[2 * DDBLAS_XT_MOST_DEVICES];
    cudaStream_t streams[2 * DDBLAS_XT_MOST_DEVICES];
    double begin = 0.0;
    for (int d = 0; d < 2 * devices; d++)
    {
        must_cuda(cudaSetDevice(d / 2));
        must_cuda(cudaMalloc((void **)&memory[d], bytes));
        must_cuda(cudaStreamCreate(&streams[d]));
    }
    for (int i = 0; i < COPIES + 1; i++)
    {
        for (int d = 0; d < 2 * devices; d++)
        {
            char *host = b->arena + (size_t)(d * COPIES + i) * bytes % (b->arena_bytes - bytes);
            if (d % 2 ? out : in)
                must_cuda(
                    cudaMemcpyAsync(d % 2 ? host : memory[d], d % 2 ? memory[d] : host, bytes, cudaMemcpyDefault, streams[d]));
        }
        for (int d = 0; d < 2 * devices && (i == 0 || i == COPIES); d++)
            must_cuda(cudaStreamSynchronize(streams[d]));
        begin = i == 0 ? bench_now() : begin;
    }
    const double seconds = bench_now() - begin;
    for (int d = 0; d < 2 * devices; d++)
    {
        must_cuda(cudaSetDevice(d / 2));
        must_cuda(cudaFree(memory[d]));
        must_cuda(cudaStreamDestroy(streams[d]));
    }
    must_cuda(cudaSetDevice(0));
    return 1e-9 * COPIES * (double)bytes * (in + out) * devices / seconds;
}

/* GB/s to the device of columns of `width` bytes that lie 256 KiB apart. */
static double columns_rate(const struct bench *b, size_t width)
{
    const size_t pitch = (size_t)256 << 10, columns = ((size_t)1 << 30) / pitch;
    void *memory;
    double best = INFINITY;
    must_cuda(cudaMalloc(&memory, width * columns));
    for (int i = 0; i < 4; i++)
    {
        const double begin = bench_now();
        must_cuda(cudaMemcpy2DAsync(memory, width, b->arena, pitch, width, columns, cudaMemcpyHostToDevice, NULL));
        must_cuda(cudaDeviceSynchronize());
        best = fmin(best, bench_now() - begin);
    }
    must_cuda(cudaFree(memory));
    return 1e-9 * (double)(width * columns) / best;
}

/* ---- the product ----------------------------------------------------------------------------- */

static void multiply(struct bench *b, const struct problem *p)
{
    const ddblasOperation_t N = DDBLAS_OP_N;
    if (p->type == DDBLAS_TYPE_W)
        bench_must(b->handle, ddblasXtWgemm(b->handle, N, N, p->n, p->n, p->n, &one, (cuddreal *)(void *)p->A, p->n,
                                            (cuddreal *)(void *)p->B, p->n, &zero, (cuddreal *)(void *)p->C, p->n));
    else
        bench_must(b->handle, ddblasXtDgemm(b->handle, N, N, p->n, p->n, p->n, &one.x, (double *)(void *)p->A, p->n,
                                            (double *)(void *)p->B, p->n, &zero.x, (double *)(void *)p->C, p->n));
}

static double operations(const struct problem *p) { return 2.0 * (double)p->n * (double)p->n * (double)p->n; }

static cuddreal load(const struct problem *p, const char *matrix, int64_t i, int64_t j)
{
    const char *at = matrix + (size_t)(i + j * p->n) * p->size;
    if (p->type == DDBLAS_TYPE_W)
        return *(const cuddreal *)(const void *)at;
    return (cuddreal){*(const double *)(const void *)at, 0.0};
}

/* Elements that are looked at. */
static void choose_samples(const struct problem *p, int64_t rows[SAMPLES], int64_t columns[SAMPLES])
{
    struct dd_random g;
    dd_random_start(&g, 1);
    for (int s = 0; s < SAMPLES; s++)
    {
        rows[s] = dd_random_int(&g, 0, p->n - 1);
        columns[s] = dd_random_int(&g, 0, p->n - 1);
    }
}

/* They become NaN, so that an earlier result is not taken for one. */
static void poison(const struct problem *p)
{
    int64_t rows[SAMPLES], columns[SAMPLES];
    choose_samples(p, rows, columns);
    for (int s = 0; s < SAMPLES; s++)
        memset(p->C + (size_t)(rows[s] + columns[s] * p->n) * p->size, 0xff, p->size);
}

static double error_of(const struct problem *p)
{
    int64_t rows[SAMPLES], columns[SAMPLES];
    double worst = 0.0;
    choose_samples(p, rows, columns);
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t i = rows[s], j = columns[s];
        dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
        for (int64_t t = 0; t < p->n; t++)
        {
            const cuddreal x = load(p, p->A, i, t), y = load(p, p->B, t, j);
            dd_exact_add_pairs(sum, x, y);
            dd_exact_add_pairs(scale, cuddFabs(x), cuddFabs(y));
        }
        const double error = dd_exact_scaled_error(sum, load(p, p->C, i, j), scale, p->type == DDBLAS_TYPE_W ? 104 : 53);
        worst = error <= worst ? worst : error; /* NaN stays */
        dd_exact_free(sum);
        dd_exact_free(scale);
    }
    return worst;
}

/* TFLOPS of products of these blocks in device memory, added to C, one after the other for `least`
 * seconds, as long as a call takes: the clocks of a GPU at its power limit fall with time. */
static double in_core_rate(const struct problem *p, int64_t rows, int64_t columns, int64_t terms, double least)
{
    const ddblasOperation_t N = DDBLAS_OP_N;
    void *A, *B, *C;
    ddblasHandle_t h;
    bench_must(NULL, ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CUDA));
    bench_must(h, ddblasMalloc(h, &A, (size_t)(rows * terms) * p->size));
    bench_must(h, ddblasMalloc(h, &B, (size_t)(terms * columns) * p->size));
    bench_must(h, ddblasMalloc(h, &C, (size_t)(rows * columns) * p->size));
    bench_must(h, ddblasSetMatrix(h, rows, terms, p->size, p->A, p->n, A, rows));
    bench_must(h, ddblasSetMatrix(h, terms, columns, p->size, p->B, p->n, B, terms));
    bench_must(h, ddblasSetMatrix(h, rows, columns, p->size, p->B, p->n, C, rows));
    double begin = 0.0, seconds = 0.0;
    int count = 0;
    for (int turn = 0; turn < 2 || seconds < least; turn++)
    {
        if (turn == 1)
            begin = bench_now();
        if (p->type == DDBLAS_TYPE_W)
            bench_must(h, ddblasWgemm(h, N, N, rows, columns, terms, &one, A, rows, B, terms, &one, C, rows));
        else
            bench_must(h, ddblasDgemm(h, N, N, rows, columns, terms, &one.x, A, rows, B, terms, &one.x, C, rows));
        if (turn == 0 || turn % 8 == 0)
            bench_must(h, ddblasSynchronize(h));
        count += turn > 0;
        seconds = turn > 0 && turn % 8 == 0 ? bench_now() - begin : 0.0;
    }
    bench_must(h, ddblasFree(h, A));
    bench_must(h, ddblasFree(h, B));
    bench_must(h, ddblasFree(h, C));
    bench_must(h, ddblasDestroy(h));
    return 2e-12 * (double)rows * (double)columns * (double)terms * count / seconds;
}

struct peer
{
    const char *name;
    double us;
};

/* Measures one setting; the ceiling is *ceiling, found first where it is 0. Returns the seconds. */
static double measure(struct bench *b, const struct problem *p, const char *variant, const ddblasXtOptions_t *o, int repeats,
                      double *ceiling, struct peer peer)
{
    double times[8], *pinned_ceiling = ceiling, own = 0.0;
    ddblasXtReport_t r;
    b->last = *o;
    bench_must(b->handle, ddblasXtSetOptions(b->handle, o));
    const double start = bench_now();
    multiply(b, p);
    const double first = bench_now() - start;
    for (int i = 0; i < repeats; i++)
    {
        poison(p);
        const double begin = bench_now();
        multiply(b, p);
        times[i] = bench_now() - begin;
    }
    bench_must(b->handle, ddblasXtGetReport(b->handle, &r));
    const double seconds = bench_median(times, repeats);
    if (!pinned_ceiling)
        pinned_ceiling = &own;
    if (*pinned_ceiling == 0.0)
        *pinned_ceiling = in_core_rate(p, r.block_rows, r.block_columns, r.block_terms, fmax(0.25, seconds));
    const double rate = *pinned_ceiling * r.devices;
    const int64_t chunks = (p->n + r.block_terms - 1) / r.block_terms;
    const struct bench_row row = {
        .routine = "xtgemm",
        .type = p->type == DDBLAS_TYPE_W ? 'W' : 'D',
        .variant = variant,
        .m = p->n,
        .n = p->n,
        .k = p->n,
        .median_us = 1e6 * seconds,
        .achieved = 1e-12 * operations(p) / seconds,
        .ceiling = rate,
        .peer = peer.name,
        .peer_us = peer.us,
        .error = error_of(p),
        .bound = dd_routine_bound(DD_ROUTINE_xt_gemm, DDBLAS_TYPE_W, (struct dd_bound_size){.k = p->n, .c = chunks})};
    b->failures += !bench_write(b->out, &row);
    const double arithmetic = 1e-12 * operations(p) / rate, in = 1e-9 * r.bytes_in / b->in,
                 out = 1e-9 * r.bytes_out / b->out_rate;
    const double transfers = (in + out) / r.devices, floor_of = fmax(arithmetic, fmax(in, out) / r.devices);
    bench_comment(b->out,
                  "  blocks %lld x %lld x %lld, %lld of them; %.1f GB in, %.1f GB out; arithmetic %.4f s, transfers %.4f s, of "
                  "which hidden %.2f; floor %.4f s, expected %.4f s, measured %.4f s (%.4f to %.4f), a first call %.4f s%s%s",
                  (long long)r.block_rows, (long long)r.block_columns, (long long)r.block_terms, (long long)r.blocks,
                  1e-9 * r.bytes_in, 1e-9 * r.bytes_out, arithmetic, transfers,
                  fmin(1.0, fmax(0.0, (arithmetic + transfers - seconds) / transfers)), floor_of, r.expected / r.devices, seconds,
                  times[0], times[repeats - 1], first, r.cpu_share[0] ? "; " : "", r.cpu_share);
    fflush(b->out);
    return seconds;
}

/* ---- cublasXt -------------------------------------------------------------------------------- */

static double cublas_xt(struct bench *b, const struct problem *p, int block)
{
    cublasXtHandle_t h;
    int device = 0;
    double best = INFINITY;
    if (cublasXtCreate(&h) != CUBLAS_STATUS_SUCCESS || cublasXtDeviceSelect(h, 1, &device) != CUBLAS_STATUS_SUCCESS ||
        cublasXtSetBlockDim(h, block) != CUBLAS_STATUS_SUCCESS)
        return 0.0;
    for (int i = 0; i < 4; i++)
    {
        const double begin = bench_now();
        const size_t n = (size_t)p->n;
        poison(p);
        if (cublasXtDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one.x, (double *)(void *)p->A, n, (double *)(void *)p->B, n,
                          &zero.x, (double *)(void *)p->C, n) != CUBLAS_STATUS_SUCCESS)
            return 0.0;
        must_cuda(cudaDeviceSynchronize());
        best = i > 0 ? fmin(best, bench_now() - begin) : best;
    }
    (void)cublasXtDestroy(h);
    bench_comment(b->out, "cublasXtDgemm n = %lld, block %d: %.4f s, %.1f TFLOPS, error %.3g", (long long)p->n, block, best,
                  1e-12 * operations(p) / best, error_of(p));
    return best;
}

/* ---- runs ------------------------------------------------------------------------------------ */

static void run(struct bench *b, ddblasType_t type, int64_t n, const char *parts)
{
    static const struct
    {
        const char *name;
        int techniques;
    } steps[] = {{"nn baseline", DDBLAS_XT_IN_TURN},
                 {"nn DB", DDBLAS_XT_DOUBLE_BUFFER},
                 {"nn DB DR", DDBLAS_XT_DOUBLE_BUFFER + DDBLAS_XT_REUSE}};
    const size_t size = type == DDBLAS_TYPE_W ? sizeof(cuddreal) : sizeof(double), bytes = (size_t)(n * n) * size;
    const struct problem p = {type, size, n, b->arena, b->arena + bytes, b->arena + 2 * bytes};
    if (3 * bytes > b->arena_bytes)
        return;
    const int repeats = n <= 16384 ? 5 : n <= 30000 ? 3 : 1;
    fill(b, 2 * bytes, type == DDBLAS_TYPE_W);
    double ceiling = 0.0;
    struct peer peer = {NULL, 0.0};
    ddblasXtOptions_t o = {.device_count = 1};
    ddblasXtReport_t r;
    if (strchr(parts, 'x') && type == DDBLAS_TYPE_D)
    {
        const double a = cublas_xt(b, &p, 2048), c = cublas_xt(b, &p, 4096);
        peer = (struct peer){"cublasXt", 1e6 * fmin(a, c)};
    }
    const double whole = measure(b, &p, "nn DB DR DP pinned", &o, repeats, &ceiling, peer);
    bench_must(b->handle, ddblasXtGetReport(b->handle, &r));
    if (strchr(parts, 'a'))
    {
        /* each with the blocks of the whole, so that nothing else differs */
        o.block_rows = r.block_rows;
        o.block_columns = r.block_columns;
        o.block_terms = r.block_terms;
        for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++)
        {
            o.techniques = steps[s].techniques;
            (void)measure(b, &p, steps[s].name, &o, n <= 16384 ? 2 : 1, &ceiling, (struct peer){NULL, 0.0});
        }
        o = (ddblasXtOptions_t){.device_count = 1};
    }
    if (strchr(parts, 'h'))
    {
        o.techniques = DDBLAS_XT_CPU_SHARE;
        (void)measure(b, &p, "nn DB DR DP HB", &o, 1, &ceiling, (struct peer){NULL, 0.0});
        o.techniques = 0;
    }
    if (strchr(parts, 'c'))
    {
        double capped = 0.0;
        o.device_memory = (size_t)2000000000;
        (void)measure(b, &p, "nn 2 GB of device memory", &o, 2, &ceiling, (struct peer){NULL, 0.0});
        bench_must(b->handle, ddblasXtGetReport(b->handle, &r));
        capped = in_core_rate(&p, r.block_rows, r.block_columns, r.block_terms, whole);
        bench_comment(b->out, "  in core, these smaller blocks: %.2f TFLOPS", capped);
        o.device_memory = 0;
    }
    for (int q = 0; q < b->kinds && strchr(parts, 'm'); q++)
    {
        char variant[TEXT];
        (void)snprintf(variant, sizeof variant, "nn %d lanes on %d devices", b->counts[q],
                       b->counts[q] < b->there ? b->counts[q] : b->there);
        ddblasXtOptions_t several = {.device_count = b->counts[q]};
        for (int d = 0; d < b->counts[q]; d++)
            several.devices[d] = d % b->there;
        const double seconds = measure(b, &p, variant, &several, repeats, &ceiling, (struct peer){NULL, 0.0});
        bench_comment(b->out, "  %.2f times one lane", whole / seconds);
    }
    if (strchr(parts, 'p'))
    {
        must_cuda(cudaHostUnregister(b->arena));
        const double seconds = measure(b, &p, "nn DB DR DP pageable", &o, repeats, &ceiling, (struct peer){NULL, 0.0});
        bench_comment(b->out, "  pageable: %.3f of pinned", whole / seconds);
        must_cuda(cudaHostRegister(b->arena, b->arena_bytes, cudaHostRegisterPortable));
    }
    if (b->trace)
    {
        b->last.trace = b->trace;
        bench_must(b->handle, ddblasXtSetOptions(b->handle, &b->last));
        multiply(b, &p);
        multiply(b, &p);
        b->trace = NULL;
    }
    bench_must(b->handle, ddblasXtSetOptions(b->handle, NULL));
}

struct spec
{
    ddblasType_t type;
    int64_t n;
    const char *parts;
};

/* TYPE:N:PARTS */
static int parse(const char *text, struct spec *s)
{
    char *end;
    if ((text[0] != 'D' && text[0] != 'W') || text[1] != ':')
        return 0;
    s->type = text[0] == 'W' ? DDBLAS_TYPE_W : DDBLAS_TYPE_D;
    s->n = strtoll(text + 2, &end, 10);
    s->parts = end + (*end == ':');
    return s->n > 0 && s->n < 200000;
}

static int usage(void)
{
    fprintf(stderr, "usage: bench_xt [-o file.csv] [--trace file.json] [--devices 1,2,4] [--run D|W:N:PARTS ...]\n");
    return 2;
}

int main(int argc, char **argv)
{
    static struct bench b;
    static struct spec specs[MOST_RUNS] = {{DDBLAS_TYPE_D, 12288, "ax"},
                                           {DDBLAS_TYPE_D, 24576, "apch"},
                                           {DDBLAS_TYPE_W, 16384, "apch"},
                                           {DDBLAS_TYPE_D, 40000, "d"}};
    const char *path = NULL;
    int given = 0, count = 4;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            path = argv[++i];
        else if (strcmp(argv[i], "--trace") == 0 && i + 1 < argc)
            b.trace = argv[++i];
        else if (strcmp(argv[i], "--devices") == 0 && i + 1 < argc)
        {
            for (char *at = argv[++i]; *at && b.kinds < MOST_COUNTS; at += *at == ',')
                b.counts[b.kinds++] = (int)strtol(at, &at, 10);
        }
        else if (strcmp(argv[i], "--run") == 0 && i + 1 < argc && given < MOST_RUNS && parse(argv[i + 1], &specs[given]))
        {
            count = ++given;
            i++;
        }
        else
            return usage();
    b.out = bench_open(path);
    if (ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA) != DDBLAS_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_xt: %s\n", ddblasGetLastError(NULL));
        return 2;
    }
    size_t bytes = 0;
    for (int s = 0; s < count; s++)
    {
        const size_t needed = 3 * (size_t)(specs[s].n * specs[s].n) * (specs[s].type == DDBLAS_TYPE_W ? 16 : 8);
        bytes = needed > bytes ? needed : bytes;
    }
    bytes = bytes < (size_t)3 << 30 ? (size_t)3 << 30 : bytes;
    must_cuda(cudaGetDeviceCount(&b.there));
    bench_describe_host(b.out);
    char name[TEXT * 2];
    bench_must(b.handle, ddblasGetEngineName(b.handle, name, sizeof name));
    bench_comment(b.out, "%s, %d devices, %d processors", name, b.there, omp_get_num_procs());
    make_arena(&b, bytes);
    b.in = bus_rate(&b, 1, 1, 0);
    b.out_rate = bus_rate(&b, 1, 0, 1);
    b.both = bus_rate(&b, 1, 1, 1);
    bench_comment(b.out, "bus in by columns of 4, 8, 16, 32, 64, 128 KiB: %.1f, %.1f, %.1f, %.1f, %.1f, %.1f GB/s",
                  columns_rate(&b, 4096), columns_rate(&b, 8192), columns_rate(&b, 16384), columns_rate(&b, 32768),
                  columns_rate(&b, 65536), columns_rate(&b, 131072));
    for (int d = 2; d <= b.there && d <= DDBLAS_XT_MOST_DEVICES; d *= 2)
        bench_comment(b.out, "%d devices at once: bus %.1f GB/s in, %.1f out, %.1f both", d, bus_rate(&b, d, 1, 0),
                      bus_rate(&b, d, 0, 1), bus_rate(&b, d, 1, 1));
    bench_comment(b.out, "ceilings: bus %.1f GB/s in, %.1f out, %.1f both at once; of a row: products of the same blocks in core",
                  b.in, b.out_rate, b.both);
    bench_comment(b.out, "unit: TFLOPS (2 m n k); error in units of the type of |A| |B|");
    bench_header(b.out);
    for (int s = 0; s < count; s++)
        run(&b, specs[s].type, specs[s].n, specs[s].parts);
    (void)ddblasDestroy(b.handle);
    (void)cudaHostUnregister(b.arena);
    (void)munmap(b.arena, b.arena_bytes);
    if (b.out != stdout)
        (void)fclose(b.out);
    return b.failures > 0;
}
