/*
 * The double-double kernels of TSQR on the CPU. There is one algorithm (tsqr_cpu_w_kernel.h),
 * compiled for each instruction set, with the same bits in all of them.
 *
 * High and low parts are stored apart: column j of a matrix X with leading dimension ld has its
 * high parts from X + 2 ld j on, and its low parts ld doubles after them. The number of rows is a
 * multiple of 8; rows are padded with zeros.
 */
#ifndef DDBLAS_TSQR_TSQR_CPU_W_H
#define DDBLAS_TSQR_TSQR_CPU_W_H

#include <stdint.h>

#include "simd/host_memory.h"

enum
{
    DDBLAS_TSQR_W_LANES = 8,
    DDBLAS_TSQR_W_PANEL = 8 /* Most reflections in a block reflector. */
};

struct ddblas_tsqr_w_kernels
{
    const char *name;
    /* C = (I - V op(T) V^T) C. V is rows x k, k <= 8, and C is rows x p. T is upper triangular,
     * T(r, c) = t[r + 8 c]; op is the transpose if `transposed` is set. */
    void (*apply)(int64_t rows, int k, const double *V, int64_t ldv, const ddblas_host_w *t, int transposed, int64_t p, double *C,
                  int64_t ldc);
    /* Sets g[r + 8 c] to the product v_r^T v_c of two columns of V, for r <= c < k. */
    void (*gram)(int64_t rows, int k, const double *V, int64_t ldv, cuddreal *g);
    /* Returns the sum of the squares of the elements of a column. */
    cuddreal (*square_sum)(int64_t rows, const double *x, int64_t ld);
    /* Multiplies a column x by the number f. */
    void (*multiply)(int64_t rows, cuddreal f, double *x, int64_t ld);
};

extern const struct ddblas_tsqr_w_kernels ddblas_tsqr_w_portable, ddblas_tsqr_w_avx2, ddblas_tsqr_w_avx512;

/* ddblas_tsqr_w_kernels returns the kernels in use; by default they are those for the instruction
 * set ddblas_isa(). Tests pass mutants to ddblas_tsqr_w_substitute, and a null pointer restores the
 * default. */
const struct ddblas_tsqr_w_kernels *ddblas_tsqr_w_kernels(void);
void ddblas_tsqr_w_substitute(const struct ddblas_tsqr_w_kernels *kernels);

#endif
