/*
 * The product of a block of complex gemm by three real products modulo each modulus:
 *
 *   P1 = ar br,  P2 = ai bi,  P3 = (ar + ai)(br + bi)
 *   Re = P1 - P2,  Im = P3 - P1 - P2        modulo p
 *
 * The integers Re and Im are those of the real product A'^T B' of gemm_complex_plan.h. They are
 * reconstructed only after the differences, which are exact modulo p, so that the bound of each
 * part is that of the real product (docs/numerics.md). Elements that the guard refuses, of either
 * part, are recomputed from A' and B' by multiply-adds.
 */
#ifndef DDBLAS_LEVEL3_GEMM_COMPLEX_THREE_H
#define DDBLAS_LEVEL3_GEMM_COMPLEX_THREE_H

#include "level3/gemm/gemm.h"

/* Index 0 tells whether the residues of A' are in the workspace, index 1 the same for B'. */
struct gemm_complex_converted
{
    int side[2];
};

/* Computes P = A'^T B' + beta P, which `product` describes: A' and B' have their real and imaginary
 * parts in the order that gemm_complex_plan.h gives for GEMM_COMPLEX_THREE, beta is 0 or 1, alpha
 * is 1, and scalars are in host memory.
 *
 *   terms       number of complex terms, without the zeros that pad a column
 *   workspace   as many bytes as gemm_complex_three_layout says
 *   converted   whether A' and B' already have their residues in the workspace; the function
 *               converts the others and marks them as converted */
ddblasStatus_t ddblas_gemm_complex_three(ddblasHandle_t handle, const struct ddblas_gemm_problem *product, int64_t terms,
                                         char *workspace, struct gemm_complex_converted *converted);

#endif
