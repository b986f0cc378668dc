/*
 * mcblas.cuh run by a kernel of one block, for t_mcblas_cuda.c. No cmocka, no MPFR.
 */
#ifndef DD_VALIDATION_MCBLAS_GPU_H
#define DD_VALIDATION_MCBLAS_GPU_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

enum mcblas_routine
{
    MCBLAS_NRM2,
    MCBLAS_DOT,
    MCBLAS_DOTC,
    MCBLAS_GEMV,
    MCBLAS_GER,
    MCBLAS_GERC,
    MCBLAS_TRMV,
    MCBLAS_GEMM,
    MCBLAS_TRMM,
    MCBLAS_ROUTINES
};

/* One call. Operands are host arrays of so many elements; the result is in C: of nrm2 and dot its
 * first element (a real for nrm2), y of gemv, A of ger, x of trmv, B of trmm. Vectors start at the
 * element that the increment's sign asks for. */
struct mcblas_call
{
    enum mcblas_routine routine;
    ddblasType_t type;
    int warp;   /* the team: 1 one warp of a block of four, 0 the block */
    int shared; /* operands are copied to shared memory for the call */
    ddblasOperation_t opa, opb;
    ddblasFillMode_t uplo;
    int unit;
    int m, n, k;
    int lda, ldb, ldc; /* or increments of the vectors in A, B, C */
    int size_a, size_b, size_c;
    void *A, *B, *C;
    cuddreal alpha[2], beta[2]; /* parts of the scalars */
};

/* 0, or the CUDA error. */
int mcblas_gpu_run(const struct mcblas_call *call);

#ifdef __cplusplus
}
#endif

#endif
