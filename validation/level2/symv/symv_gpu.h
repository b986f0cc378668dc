/*
 * The part of t_symv_cuda.c in CUDA C++: a kernel that holds multiprocessors, and a matrix too
 * large for 32-bit indices.
 */
#ifndef DD_VALIDATION_SYMV_GPU_H
#define DD_VALIDATION_SYMV_GPU_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts `blocks` blocks of 1024 threads in the stream, each of which does nothing for
 * `microseconds`. 0 or a cudaError_t. */
int symv_gpu_hold(void *stream, int blocks, int microseconds);

/* A[i + j lda] = small integer of (i, j) in the triangle (upper or lower), NaN in the other and in
 * the padding. */
int symv_gpu_fill_integers(float *A, int64_t n, int64_t lda, int upper);

/* The integer, -1, 0 or 1, for i and j in either order. */
float symv_gpu_integer(int64_t i, int64_t j);

#ifdef __cplusplus
}
#endif

#endif
