/*
 * The generalised eigenproblems inside the library: A x = lambda B x, A B x = lambda x and
 * B A x = lambda x with a positive definite B.
 */
#ifndef DDBLAS_EIGEN_SYGVD_H
#define DDBLAS_EIGEN_SYGVD_H

#include "eigen.h"

/* sygst reads the factor of B in F, and changes the triangle uplo of A alone. sygvd factors B in F,
 * and A becomes the eigenvectors if there are any. */
struct ddblas_sygvd_problem
{
    ddblasType_t type;
    ddblasEigType_t itype;
    int vectors;
    ddblasFillMode_t uplo;
    int64_t n;
    void *A;
    int64_t lda;
    const void *B;
    void *F; /* B, in sygvd. */
    int64_t ldb;
    void *w;
    int64_t *info;
    size_t room; /* That of syevd's problem. */
};

/* Chooses how syevd computes the vectors, and sets `room`. */
ddblasStatus_t ddblas_sygvd_choose(ddblasHandle_t handle, struct ddblas_sygvd_problem *problem);
/* Compute the problems: n >= 1; sygvd with `room` set. */
ddblasStatus_t ddblas_sygst_blocks(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_sygvd_blocks(struct ddblas_block_run *blocks, const void *problem);

#endif
