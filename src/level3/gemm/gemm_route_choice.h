/*
 * The choice of the route of double-double gemm on the CUDA engine: multiply-adds or residues.
 * Plain C, tested without a GPU.
 */
#ifndef DDBLAS_LEVEL3_GEMM_ROUTE_CHOICE_H
#define DDBLAS_LEVEL3_GEMM_ROUTE_CHOICE_H

#include <stdint.h>

#include "machine/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 1 when residues are expected to be faster than multiply-adds on an H200. */
int ddblas_gemm_prefers_residues(int64_t m, int64_t n, int64_t k);
/* Returns 1 if residues are expected to be faster on a machine with these constants. */
int ddblas_gemm_prefers_residues_on(const struct ddblas_machine *machine, int64_t m, int64_t n, int64_t k);

#ifdef __cplusplus
}
#endif

#endif
