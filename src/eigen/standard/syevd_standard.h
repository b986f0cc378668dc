/*
 * syevd, heevd, sygvd and hegvd in S, D, C and Z: LAPACK on the CPU engine and cuSOLVER on the CUDA
 * engine compute eigenvalues and vectors of M = 2^-e A, or of M and B. Whatever else a call does is
 * as in W and U.
 */
#ifndef DDBLAS_EIGEN_SYEVD_STANDARD_H
#define DDBLAS_EIGEN_SYEVD_STANDARD_H

#include "eigen/eigen.h"
#include "eigen/sygvd.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_SYEVD_STANDARD_MOST = 32000 /* LAPACK and cuSOLVER count workspace in 32-bit numbers. */
};

/* A call of LAPACK or cuSOLVER, 1 <= n <= DDBLAS_SYEVD_STANDARD_MOST. All memory is the engine's.
 * The triangle uplo of M, n x n without padding, is overwritten, by the vectors if they are wanted,
 * and that of B by its factor. */
struct ddblas_syevd_standard
{
    ddblasType_t type;
    int vectors;
    ddblasFillMode_t uplo;
    int64_t n;
    int itype;            /* The form of a generalised problem; 0: there is no B. */
    void *M, *B, *values; /* values: n numbers of the real type. */
    void *memory;         /* `bytes` bytes. */
    size_t bytes;
};

/* *bytes becomes the size of `memory`. */
ddblasStatus_t ddblas_syevd_standard_room(ddblasHandle_t handle, ddblasType_t type, int vectors, int64_t n, size_t *bytes);
/* Computes the problem, n >= 1, whose `room` is the size of that memory. */
ddblasStatus_t ddblas_syevd_standard_blocks(struct ddblas_block_run *blocks, const struct ddblas_syevd_problem *problem);

/* The same for sygvd and hegvd. */
ddblasStatus_t ddblas_sygvd_standard_room(ddblasHandle_t handle, const struct ddblas_sygvd_problem *problem, size_t *bytes);
ddblasStatus_t ddblas_sygvd_standard_blocks(struct ddblas_block_run *blocks, const struct ddblas_sygvd_problem *problem);

/* ---- parts of both --------------------------------------------------------------------------- */

ddblasStatus_t ddblas_standard_eigen_room(ddblasHandle_t handle, const struct ddblas_syevd_standard *s, size_t *bytes);
/* The bytes of host memory that a call takes. */
size_t ddblas_standard_eigen_host_bytes(const struct ddblas_block_run *blocks, const struct ddblas_syevd_standard *s);
/* Computes the problem; `host` is that memory, and the values become its beginning. *info becomes
 * LAPACK's or cuSOLVER's. */
ddblasStatus_t ddblas_standard_eigen_compute(struct ddblas_block_run *blocks, const struct ddblas_syevd_standard *s, void *host,
                                             int64_t *info);
/* Computes the problem by LAPACK on the CUDA engine, where cuSOLVER has not converged; allocates
 * host memory. `values` are in host memory. */
ddblasStatus_t ddblas_standard_eigen_again(struct ddblas_block_run *blocks, const struct ddblas_syevd_standard *s, void *values,
                                           int64_t *info);
/* Writes info and, if info is 0, the values, 2^exponent times those in host memory, to w, which
 * otherwise becomes NaN. */
ddblasStatus_t ddblas_standard_eigen_store(struct ddblas_block_run *blocks, const struct ddblas_syevd_problem *p, void *values,
                                           int exponent, int64_t info);

/* ---- the engines ----------------------------------------------------------------------------- */

size_t ddblas_syevd_bytes_lapack(const struct ddblas_syevd_standard *s);
/* Returns LAPACK's info. */
int64_t ddblas_syevd_lapack(const struct ddblas_syevd_standard *s);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_syevd_bytes_cusolver(ddblasHandle_t handle, const struct ddblas_syevd_standard *s, size_t *bytes);
/* Waits for the device. *info becomes cuSOLVER's info. */
ddblasStatus_t ddblas_syevd_cusolver(ddblasHandle_t handle, const struct ddblas_syevd_standard *s, int64_t *info);
#endif

#ifdef __cplusplus
}
#endif

#endif
