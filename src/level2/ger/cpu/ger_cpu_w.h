/*
 * The double-double kernels of ger on the CPU. One algorithm (ger_cpu_w_kernel.h) is compiled for
 * each instruction set and gives the same bits in all of them.
 */
#ifndef DDBLAS_LEVEL2_GER_CPU_W_H
#define DDBLAS_LEVEL2_GER_CPU_W_H

#include <stdint.h>

#include "simd/host_memory.h"

struct ddblas_ger_w_kernels
{
    const char *name;
    /* Computes a_i += x_i t for `rows` elements of a column of A. x is in split form: its high
     * parts begin at `high` and its low parts at `low`. */
    void (*column)(int64_t rows, const double *high, const double *low, cuddreal t, ddblas_host_w *a);
};

extern const struct ddblas_ger_w_kernels ddblas_ger_w_portable, ddblas_ger_w_avx2, ddblas_ger_w_avx512;

/* Makes the engine use other kernels, so that a test can use broken ones. Null restores the
 * library's kernels. */
void ddblas_ger_w_substitute(const struct ddblas_ger_w_kernels *kernels);

#endif
