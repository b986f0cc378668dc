/*
 * The call of gemm, in device or in host memory, for any element type.
 */
#ifndef DD_CHECKSUMS_GEMM_CALL_H
#define DD_CHECKSUMS_GEMM_CALL_H

#include "checksums.h"

typedef ddblasStatus_t gemm_call(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                                 int64_t k, const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb,
                                 const void *beta, void *C, int64_t ldc);

/* Defines call_<letter>, which calls the routine `name` of this type. */
#define GEMM_CALL(letter, name)                                                                                                  \
    static ddblasStatus_t call_##letter(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,    \
                                        int64_t n, int64_t k, const void *alpha, const void *A, int64_t lda, const void *B,      \
                                        int64_t ldb, const void *beta, void *C, int64_t ldc)                                     \
    {                                                                                                                            \
        return name(handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);                                       \
    }

/* The row of a type in a table of such functions. */
#define GEMM_CALL_OF_TYPE(letter) [DDBLAS_TYPE_##letter] = call_##letter,

#endif
