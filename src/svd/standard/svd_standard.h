/*
 * Singular values and vectors of a square matrix in S, D, C or Z: by LAPACK on the CPU engine and
 * by cuSOLVER on the CUDA engine. gesvd in these types, and the refinement of W and U, which begins
 * with vectors in D and Z, call it. Everything else of a call is the code for W and U.
 */
#ifndef DDBLAS_SVD_STANDARD_H
#define DDBLAS_SVD_STANDARD_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    /* The largest order. LAPACK and cuSOLVER count workspace in 32-bit numbers, and in C and Z
     * LAPACK's zgesdd uses 5 n^2 real ones. */
    DDBLAS_SVD_STANDARD_MOST = 20000,
    DDBLAS_SVD_STANDARD_LONGEST = 2000000000 /* The longest side of a matrix that is reduced to a square. */
};

/* M = U diag(values) VT, n x n without padding, 1 <= n <= DDBLAS_SVD_STANDARD_MOST. All memory is
 * the engine's. */
struct ddblas_svd_standard
{
    ddblasType_t type;
    int vectors; /* Whether U and VT are wanted; otherwise they may be null. */
    int64_t n;
    void *M; /* Finite; its largest component is about 1. Is overwritten. */
    void *U, *VT;
    void *copy;   /* A copy of M, or null. It is computed from if M's decomposition has failed, and overwritten. */
    void *values; /* n numbers of the real type, descending. */
    void *memory; /* `bytes` bytes */
    size_t bytes;
};

/* *bytes becomes the size of `memory`, of which only type, vectors and n decide; 0 if the order is
 * too large. */
ddblasStatus_t ddblas_svd_standard_room(ddblasHandle_t handle, ddblasType_t type, int vectors, int64_t n, size_t *bytes);
/* Computes the problem and waits for it. `values`, in host memory, become the singular values.
 * *info becomes 0, or a number from 1 to n if neither method converged. */
ddblasStatus_t ddblas_svd_standard(ddblasHandle_t handle, const struct ddblas_svd_standard *s, cuddreal *values, int64_t *info);

/* For tests: the number of decompositions of this process that were computed by the second method;
 * and whether the first one counts as failed, 0 unless set otherwise. */
int64_t ddblas_svd_standard_again_count(void);
void ddblas_svd_standard_fail_first(int fail);

/* ---- the engines ----------------------------------------------------------------------------- */

size_t ddblas_svd_bytes_lapack(const struct ddblas_svd_standard *s);
/* M, in host memory, by gesdd or, if `slow`, by gesvd. Returns LAPACK's info. */
int64_t ddblas_svd_lapack(const struct ddblas_svd_standard *s, int slow);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_svd_bytes_cusolver(ddblasHandle_t handle, const struct ddblas_svd_standard *s, size_t *bytes);
/* Waits for the device. *info becomes cuSOLVER's info. */
ddblasStatus_t ddblas_svd_cusolver(ddblasHandle_t handle, const struct ddblas_svd_standard *s, int64_t *info);
#endif

#ifdef __cplusplus
}
#endif

#endif
