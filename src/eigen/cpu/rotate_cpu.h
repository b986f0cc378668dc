/*
 * Rotations of columns on the CPU engine: the kernels, one for each instruction set. All of them
 * compute the same bits.
 */
#ifndef DDBLAS_EIGEN_ROTATE_CPU_H
#define DDBLAS_EIGEN_ROTATE_CPU_H

#include "eigen/eigen.h"

struct ddblas_rotate_kernels
{
    const char *name;
    /* Applies a batch to the DDBLAS_ROTATE_ROWS rows to whose first element Z leads. */
    void (*rows)(ddblas_host_w *Z, int64_t ldz, const struct ddblas_rotations *batch);
};

extern const struct ddblas_rotate_kernels ddblas_rotate_portable, ddblas_rotate_avx2, ddblas_rotate_avx512;

/* For tests: uses these kernels from now on; null: those of the instruction set. */
void ddblas_rotate_substitute(const struct ddblas_rotate_kernels *kernels);

#endif
