/*
 * Large matrices made on the device, each element of which the host knows: for t_gemm_cuda.c and
 * the benchmarks of level 3.
 */
#ifndef DD_REFERENCE_HASHED_MATRIX_H
#define DD_REFERENCE_HASHED_MATRIX_H

#include <stdint.h>

#include <dd/cuddreal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Element `index` of the sequence `seed`: uniform in (-1, 1) times 2^e, e uniform in -span .. span,
 * both parts full-length. */
cuddreal dd_hashed_element(uint64_t seed, uint64_t index, int span);

/* X[index] = element index, index = 0 .. count - 1. 0 or a cudaError_t. */
int dd_hashed_fill(cuddreal *X, int64_t count, uint64_t seed, int span);

#ifdef __cplusplus
}
#endif

#endif
