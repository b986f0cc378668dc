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
    /* Greatest order of a block, for which the error bound is proved; also the default order. */
    DDBLAS_SYMV_W_T = 256,
    DDBLAS_SYMV_W_UNIT = 8 /* Orders of a block are multiples of this. */
};

struct ddblas_symv_w_kernels
{
    const char *name;
    /* y = A z and w = A^T x for the m x k tile A of blocks of order T, 1 <= m, k <= T. Columns of A
     * are lda apart. All vectors have T elements; x and z are zero beyond m and k. */
    void (*rectangle)(int64_t T, const ddblas_host_w *A, int64_t lda, int64_t m, int64_t k, const cuddreal *x, const cuddreal *z,
                      cuddreal *y, cuddreal *w);
    /* y = A x for the m x m tile on the diagonal, of which the lower or the upper triangle is
     * stored. */
    void (*triangle)(int64_t T, const ddblas_host_w *A, int64_t lda, int64_t m, int lower, const cuddreal *x, cuddreal *y);
    /* r = alpha (sum of `blocks` vectors, one after another) + beta y. All vectors have T elements.
     * If beta is 0, y is not read. */
    void (*combine)(int64_t T, const cuddreal *part, int64_t blocks, cuddreal alpha, cuddreal beta, const cuddreal *y,
                    cuddreal *r);
};

extern const struct ddblas_symv_w_kernels ddblas_symv_w_portable, ddblas_symv_w_avx2, ddblas_symv_w_avx512;

/* Returns the kernels of the processor's instruction set, or those that a test has substituted. */
const struct ddblas_symv_w_kernels *ddblas_symv_w_kernels_in_use(void);

/* Substitutes kernels, so that a test can use broken ones. Null ends the substitution. */
void ddblas_symv_w_substitute(const struct ddblas_symv_w_kernels *kernels);

#endif
