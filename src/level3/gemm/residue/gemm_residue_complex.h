/*
 * The kernels of the residue route for complex products (gemm_residue_join_complex_cuda.cu). Each
 * function returns a cudaError_t.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_COMPLEX_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_COMPLEX_H

#include "gemm_residue_launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds the sums of real and imaginary parts to lines that hold both. A line has a pitch of 3 n
 * bytes, n = padded_terms / 2 a multiple of 64; its first 2 n bytes are residues. Byte t + 2 n
 * becomes the least residue of the sum of bytes t and t + n. In the plane of the guard's lower
 * bounds, byte t + 2 n becomes a copy of byte t. */
int ddblas_gemm_residue_add_parts(const struct gemm_residue_block *block, const struct gemm_residue_form *form, void *stream);

/* Reconstructs C = A B + beta C from complex products. C and the mask are real and have two columns
 * for each of result->columns columns, the real and the imaginary part. The planes of P2 and P3
 * (gemm_complex_three.h) follow those of P1; all residues are centred. The guard has two products:
 * the one for the imaginary parts begins `plane` numbers after the one for the real parts. alpha is
 * 1 and beta is 0 or 1, both in host memory. All of C is computed. */
int ddblas_gemm_residue_join_complex(const struct gemm_residue_result *result, const struct gemm_residue_form *form,
                                     void *stream);

#ifdef __cplusplus
}
#endif

#endif
