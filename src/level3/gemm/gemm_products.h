/*
 * Batches of exact INT8 products by cublasLt: the residue route's multiplications.
 */
#ifndef DDBLAS_LEVEL3_GEMM_PRODUCTS_H
#define DDBLAS_LEVEL3_GEMM_PRODUCTS_H

#include "core/core.h"

/* P_b = A_b^T B_b (+ P_b when added), b = 0 .. batches - 1: A_b terms x m, B_b terms x n, P_b m x n INT32, all column-major; m a
 * multiple of 32, terms and the pitches of A and B of 64, pointers 256-byte aligned. Consecutive matrices are stride_a,
 * stride_b, stride_p elements apart. Results are exact, or modulo 2^32. */
struct gemm_products
{
    int64_t m, n, terms, batches;
    const int8_t *A, *B;
    int32_t *P;
    int64_t pitch, pitch_a, pitch_b; /* of P, A, B */
    int64_t stride_a, stride_b, stride_p;
    int added;
    void *workspace;
    size_t workspace_bytes;
};

ddblasStatus_t ddblas_gemm_products(ddblasHandle_t handle, const struct gemm_products *products);

#endif
