/*
 * The GPU side of bench_gemm.c, in addition to the library and symv_device.h: the INT8 rate, and
 * the times of the residue route's stages.
 */
#ifndef DD_BENCH_GEMM_DEVICE_H
#define DD_BENCH_GEMM_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* INT8 operations a second in units of 10^12, 2 m n k to a product of random bytes, for `batches`
 * products in a row of m x k by k x n by cublasLt: the fastest of all kernels that it offers. */
double bench_int8_rate(int64_t m, int64_t n, int64_t k, int batches);

/* Times of stages: start, then a mark at the end of each stage, any number of times, then the sums
 * in microseconds. */
void bench_stages_start(void *stream);
void bench_stage_mark(int stage, void *stream);
void bench_stages(double *us, int stages);

#ifdef __cplusplus
}
#endif

#endif
