/*
 * The GPU side of bench_tsqr.c, in addition to the library: data, times between events, cuSOLVER,
 * errors of a factorisation.
 */
#ifndef DD_BENCH_TSQR_DEVICE_H
#define DD_BENCH_TSQR_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A in device memory, element (i, j) at [i row + j column]. */
struct bench_matrix
{
    void *data;
    int64_t row, column;
};

/* Numbers of m x n in (-1, 1), all bits in use. */
void bench_tsqr_fill(ddblasType_t type, struct bench_matrix A, int64_t m, int64_t n, uint64_t seed);

/* ||A - Q R||_F / ||A||_F and ||Q^H Q - I||_F, sums in double-double whatever the type. NaN where
 * an element is not finite. */
void bench_tsqr_errors(ddblasType_t type, int64_t m, int64_t n, struct bench_matrix A, struct bench_matrix Q,
                       struct bench_matrix R, double *residual, double *orthogonality);

/* geqrf and, unless R alone is wanted, orgqr or ungqr of cuSOLVER on m x n, column-major without
 * padding; what they need is kept between calls of one size. 0: not for this type. */
int bench_cusolver_qr(ddblasType_t type, int64_t m, int64_t n, void *A, int r_only);

/* Device memory; ends the program when there is none. */
void *bench_tsqr_alloc(size_t bytes);
void bench_tsqr_free(void *pointer);
void bench_tsqr_copy(void *to, const void *from, size_t bytes);
/* Waits for the device; ends the program when it failed. */
void bench_tsqr_wait(void);

/* Microseconds between events around run(data, turn), median over all turns. Before each round of
 * `turns` calls restore(data). */
double bench_tsqr_median_us(void (*restore)(void *data), void (*run)(void *data, int turn), void *data, int turns, int rounds);

#ifdef __cplusplus
}
#endif

#endif
