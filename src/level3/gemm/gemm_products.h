/*
 * Batches of exact INT8 products by cublasLt, for the residue route.
 */
#ifndef DDBLAS_LEVEL3_GEMM_PRODUCTS_H
#define DDBLAS_LEVEL3_GEMM_PRODUCTS_H

#include "core/core.h"

/* The products P_b = A_b^T B_b, for b = 0 .. batches - 1; if `added` is set, P_b += A_b^T B_b. A_b
 * is terms x m, B_b is terms x n, and P_b is m x n INT32, all column-major. m must be a multiple of
 * 32, terms and the pitches of A and B multiples of 64, and pointers must be aligned to 256 bytes.
 * Consecutive matrices of a batch are stride_a, stride_b and stride_p elements apart. Results are
 * exact modulo 2^32. */
struct gemm_products
{
    int64_t m, n, terms, batches;
    const int8_t *A, *B;
    int32_t *P;
    int64_t pitch, pitch_a, pitch_b; /* Leading dimensions of P, A and B. */
    int64_t stride_a, stride_b, stride_p;
    int added;
    void *workspace;
    size_t workspace_bytes;
};

ddblasStatus_t ddblas_gemm_products(ddblasHandle_t handle, const struct gemm_products *products);

#endif
