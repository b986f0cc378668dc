/*
 * syevd and heevd in S, D, C and Z: LAPACK on the CPU engine and cuSOLVER on the CUDA engine
 * compute eigenvalues and vectors of M = 2^-e A. Whatever else a call does is as in W and U.
 */
#ifndef DDBLAS_EIGEN_SYEVD_STANDARD_H
#define DDBLAS_EIGEN_SYEVD_STANDARD_H

#include "eigen/eigen.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_SYEVD_STANDARD_MOST = 32000 /* LAPACK and cuSOLVER count workspace in 32-bit numbers. */
};

/* A call of LAPACK or cuSOLVER, 1 <= n <= DDBLAS_SYEVD_STANDARD_MOST. All memory is the engine's.
 * The lower triangle of M, n x n without padding, is overwritten, by the vectors if they are
 * wanted. */
struct ddblas_syevd_standard
{
    ddblasType_t type;
    int vectors;
    int64_t n;
    void *M, *values; /* values: n numbers of the real type. */
    void *memory;     /* `bytes` bytes. */
    size_t bytes;
};

/* *bytes becomes the size of `memory`. */
ddblasStatus_t ddblas_syevd_standard_room(ddblasHandle_t handle, ddblasType_t type, int vectors, int64_t n, size_t *bytes);
/* Computes the problem, n >= 1, whose `room` is the size of that memory. */
ddblasStatus_t ddblas_syevd_standard_blocks(struct ddblas_block_run *blocks, const struct ddblas_syevd_problem *problem);

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
