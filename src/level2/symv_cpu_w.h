/*
 * The double-double kernels of symv on the CPU: one algorithm (symv_cpu_w_kernel.h), compiled for each instruction set, with the
 * same bits in all of them.
 */
#ifndef DDBLAS_LEVEL2_SYMV_CPU_W_H
#define DDBLAS_LEVEL2_SYMV_CPU_W_H

#include <stdint.h>

#include "../core/host_memory.h"

enum
{
    DDBLAS_SYMV_W_T = 256, /* order of a block at most, and without a table: the error bound is proved for it */
    DDBLAS_SYMV_W_UNIT = 8 /* of which it is a multiple */
};

struct ddblas_symv_w_kernels
{
    const char *name;
    /* The m x k tile A of blocks of order T (columns lda apart), 1 <= m, k <= T: y = A z and w = A^T x, T elements each, x and z
     * zero beyond m and k.
     */
    void (*rectangle)(int64_t T, const ddblas_host_w *A, int64_t lda, int64_t m, int64_t k, const cuddreal *x, const cuddreal *z,
                      cuddreal *y, cuddreal *w);
    /* The m x m tile on the diagonal, of which the lower or upper triangle is stored: y = A x. */
    void (*triangle)(int64_t T, const ddblas_host_w *A, int64_t lda, int64_t m, int lower, const cuddreal *x, cuddreal *y);
    /* r = alpha (sum of `blocks` vectors of T elements, each after the other) + beta y, T elements each; beta 0: y is not read.
     */
    void (*combine)(int64_t T, const cuddreal *part, int64_t blocks, cuddreal alpha, cuddreal beta, const cuddreal *y,
                    cuddreal *r);
};

extern const struct ddblas_symv_w_kernels ddblas_symv_w_portable, ddblas_symv_w_avx2, ddblas_symv_w_avx512;

/* Those of the processor's instruction set, or what a test puts in their place. */
const struct ddblas_symv_w_kernels *ddblas_symv_w_kernels_in_use(void);

/* Kernels to use in the place of those of the instruction set, null for none: how a test puts in a broken one. */
void ddblas_symv_w_substitute(const struct ddblas_symv_w_kernels *kernels);

#endif
