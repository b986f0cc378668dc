/*
 * Ceilings of the host: bandwidths and rate of fused multiply-adds. Compiled for the machine that
 * runs it.
 */
#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Loops over independent accumulators, enough to hide the latency; the compiler keeps them in
 * registers. Runs are short and many, and the best counts, so that other work on the machine lowers
 * no ceiling. */
enum
{
    CHAINS = 12,
    STEPS = 1000000,
    FMA_RUNS = 100,
    READ_RUNS = 60,
    READ_BYTES = 1 << 24 /* least bytes of a run */
};

typedef double v2 __attribute__((vector_size(16)));
typedef double v4 __attribute__((vector_size(32)));
typedef double v8 __attribute__((vector_size(64)));
/* The machine's own vector: a wider one is formed on the stack. */
#if defined(__AVX512F__)
typedef v8 widest;
#elif defined(__AVX__)
typedef v4 widest;
#else
typedef v2 widest;
#endif

/* a = a x + y over and over: the product and the sum are contracted on purpose, this is a
 * measurement of the instruction. */
#define FMA_LOOP(v)                                                                                                              \
    static double fma_loop_##v(double seed)                                                                                      \
    {                                                                                                                            \
        v a[CHAINS], x = {seed}, y = {seed};                                                                                     \
        for (int k = 0; k < CHAINS; k++)                                                                                         \
            a[k] = x + (double)k;                                                                                                \
        for (int i = 0; i < STEPS; i++)                                                                                          \
            _Pragma("GCC unroll 12") for (int k = 0; k < CHAINS; k++) a[k] = a[k] * x + y;                                       \
        double sum = 0.0;                                                                                                        \
        for (int k = 0; k < CHAINS; k++)                                                                                         \
            sum += a[k][0];                                                                                                      \
        return sum;                                                                                                              \
    }
FMA_LOOP(v2)
FMA_LOOP(v4)
FMA_LOOP(v8)

static volatile double sink;

double bench_fma_rate(int threads, int width)
{
    double best = 0.0;
    for (int run = 0; run < FMA_RUNS; run++)
    {
        double sum = 0.0;
        const double start = bench_now();
#pragma omp parallel num_threads(threads) reduction(+ : sum)
        sum += width == 8 ? fma_loop_v8(0.5) : width == 4 ? fma_loop_v4(0.5) : fma_loop_v2(0.5);
        const double rate = (double)threads * width * CHAINS * (double)STEPS / (bench_now() - start) * 1e-9;
        sink = sum;
        best = rate > best ? rate : best;
    }
    return best;
}

static double read_all(widest *data, size_t count)
{
    double sum = 0.0;
    widest a[8] = {{0.0}};
    for (size_t i = 0; i < count; i += 8)
        for (size_t k = 0; k < 8; k++)
            a[k] += data[i + k];
    for (int k = 0; k < 8; k++)
        sum += a[k][0];
    return sum;
}

static double update_all(widest *data, size_t count)
{
    for (size_t i = 0; i < count; i++)
        data[i] = data[i] + 1.0;
    return data[0][0];
}

/* GB/s of a pass over `bytes` bytes, every thread its own share. A pass moves each byte `moves`
 * times. */
static double bandwidth(int threads, size_t bytes, double (*pass_over)(widest *data, size_t count), int moves)
{
    const size_t count = bytes / sizeof(widest) / (size_t)(8 * threads) * (size_t)(8 * threads), share = count / (size_t)threads;
    /* so many that the start of a parallel region does not count */
    const size_t passes = bytes < READ_BYTES ? READ_BYTES / (bytes + 1) : 1;
    widest *data = aligned_alloc(4096, (count * sizeof(widest) + 4095) / 4096 * 4096);
    if (!data)
        abort();
    double best = 0.0;
#pragma omp parallel num_threads(threads)
    memset(data + (size_t)omp_get_thread_num() * share, 0, share * sizeof(widest));
    for (int run = 0; run < READ_RUNS; run++)
    {
        double sum = 0.0;
        const double start = bench_now();
#pragma omp parallel num_threads(threads) reduction(+ : sum)
        for (size_t pass = 0; pass < passes; pass++)
            sum += pass_over(data + (size_t)omp_get_thread_num() * share, share);
        const double rate = (double)moves * (double)passes * (double)count * sizeof(widest) / (bench_now() - start) * 1e-9;
        sink = sum;
        best = rate > best ? rate : best;
    }
    free(data);
    return best;
}

double bench_read_bandwidth(int threads, size_t bytes) { return bandwidth(threads, bytes, read_all, 1); }

double bench_update_bandwidth(int threads, size_t bytes) { return bandwidth(threads, bytes, update_all, 2); }
