/*
 * The GPU side of bench_symv.c, in addition to the library: data, times between events, ceilings,
 * cuBLAS, an independent result.
 */
#ifndef DD_BENCH_SYMV_DEVICE_H
#define DD_BENCH_SYMV_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One call of symv or hemv with alpha = 1, beta = 0, unit increments. */
struct bench_symv
{
    ddblasType_t type;
    int hermitian;
    ddblasFillMode_t uplo;
    int64_t n, lda;
    const void *A, *x;
    void *y;
};

/* Name, driver, clocks; a line of text. */
void bench_device_describe(char *text, size_t size);

/* Bytes of memory of the device that are free. */
size_t bench_device_free_memory(void);

/* Device memory; ends the program when there is none. */
void *bench_device_alloc(size_t bytes);

/* Fills m x n numbers (leading dimension ld) in (-1, 1), all bits in use; the triangle other than
 * uplo holds NaN. uplo < 0: both.
 */
void bench_device_fill(ddblasType_t type, void *A, int64_t m, int64_t n, int64_t ld, int uplo, uint64_t seed);

/* GB/s of reading `bytes` bytes, best of several grids, every byte read. */
double bench_device_read_bandwidth(const void *data, size_t bytes);

/* GB/s of a copy of `bytes` bytes from device memory to device memory by the driver, bytes read and
 * bytes written counted. */
double bench_device_copy_bandwidth(void *to, const void *from, size_t bytes);

enum
{
    BENCH_READ_GRIDS = 36
};

/* Launches a plain read of `bytes` bytes, a multiple of 16, in grid 0 .. BENCH_READ_GRIDS - 1. */
void bench_device_read(const void *data, size_t bytes, int grid);

/* G double precision fused multiply-add instructions a second, one lane each. */
double bench_device_fma_rate(void);

enum
{
    BENCH_MOST_REPEATS = 127
};

/* Microseconds between events around run(data, turn), median of up to BENCH_MOST_REPEATS turns
 * after `warm` others. */
double bench_device_median_us(void (*run)(void *data, int turn), void *data, int warm, int repeats);

/* The call by cuBLAS, reproducible or with atomics; 0 when cuBLAS has no such routine. */
int bench_cublas_symv(const struct bench_symv *call, int atomics);

/* Largest over up to 64 rows i, the first and last among them, of |y_i - exact| / (|A| |x|)_i,
 * computed in double-double. */
double bench_device_symv_error(const struct bench_symv *call);

#ifdef __cplusplus
}
#endif

#endif
