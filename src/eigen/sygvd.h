/*
 * The generalised eigenproblems inside the library: A x = lambda B x, A B x = lambda x and
 * B A x = lambda x with a positive definite B.
 */
#ifndef DDBLAS_EIGEN_SYGVD_H
#define DDBLAS_EIGEN_SYGVD_H

#include "eigen.h"

/* sygst reads the Cholesky factor of B in F and changes only the triangle uplo of A. sygvd replaces
 * B in F by its factor, and A by the eigenvectors if they are wanted. */
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
    void *F; /* In sygvd B, which its factor replaces. */
    int64_t ldb;
    void *w;
    int64_t *info;
    size_t room; /* The member `room` of the problem of syevd. */
};

/* Chooses how syevd computes the vectors, and sets `room`. */
ddblasStatus_t ddblas_sygvd_choose(ddblasHandle_t handle, struct ddblas_sygvd_problem *problem);
/* Compute the problems, n >= 1; for sygvd `room` must be set. */
ddblasStatus_t ddblas_sygst_blocks(struct ddblas_block_run *blocks, const void *problem);
ddblasStatus_t ddblas_sygvd_blocks(struct ddblas_block_run *blocks, const void *problem);

/* Copies an info from the engine to the host. */
ddblasStatus_t ddblas_sygvd_fetch_info(const struct ddblas_block_run *blocks, const int64_t *info, int64_t *value);
/* Factors B in F. Sets *failed to the order of its first leading minor that is not positive
 * definite, or to 0. */
ddblasStatus_t ddblas_sygvd_factor_b(struct ddblas_block_run *blocks, const struct ddblas_sygvd_problem *problem,
                                     int64_t *failed);

#endif
