/*
 * The double-double kernels of symv on the CPU. One algorithm (symv_cpu_w_kernel.h) is compiled for
 * each instruction set and gives the same bits in all of them.
 */
#ifndef DDBLAS_LEVEL2_SYMV_CPU_W_H
#define DDBLAS_LEVEL2_SYMV_CPU_W_H

#include <stdint.h>

#include "simd/host_memory.h"

enum
{
    /* Largest order of a block, for which the error bound is proved; it is also the default
     * order. */
    DDBLAS_SYMV_W_T = 256,
    DDBLAS_SYMV_W_UNIT = 8 /* The order of a block is a multiple of this. */
};

struct ddblas_symv_w_kernels
{
    const char *name;
    /* Computes y = A z and w = A^T x for an m x k tile A of blocks of order T, 1 <= m, k <= T.
     * Columns of A are lda elements apart. All vectors have T elements; x is zero beyond m and z
     * beyond k. */
    void (*rectangle)(int64_t T, const ddblas_host_w *A, int64_t lda, int64_t m, int64_t k, const cuddreal *x, const cuddreal *z,
                      cuddreal *y, cuddreal *w);
    /* Computes y = A x for the m x m tile A on the diagonal, of which the lower or the upper
     * triangle is stored. */
    void (*triangle)(int64_t T, const ddblas_host_w *A, int64_t lda, int64_t m, int lower, const cuddreal *x, cuddreal *y);
    /* Computes r = alpha s + beta y, where s is the sum of `blocks` vectors that follow one another
     * in `part`. All vectors have T elements. If beta is 0, y is not read. */
    void (*combine)(int64_t T, const cuddreal *part, int64_t blocks, cuddreal alpha, cuddreal beta, const cuddreal *y,
                    cuddreal *r);
};

extern const struct ddblas_symv_w_kernels ddblas_symv_w_portable, ddblas_symv_w_avx2, ddblas_symv_w_avx512;

/* Returns the kernels of the processor's instruction set, or those that a test has substituted. */
const struct ddblas_symv_w_kernels *ddblas_symv_w_kernels_in_use(void);

/* Makes the engine use other kernels, so that a test can use broken ones. Null restores the
 * library's kernels. */
void ddblas_symv_w_substitute(const struct ddblas_symv_w_kernels *kernels);

#endif
