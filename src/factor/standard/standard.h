/*
 * Factorisations of S, D, C and Z: the steps that LAPACK computes on the CPU engine and cuSOLVER on
 * the CUDA engine. All that surrounds them (systems, exchanges of rows, NaN where info is not 0) is
 * the code for W and U.
 */
#ifndef DDBLAS_FACTOR_STANDARD_H
#define DDBLAS_FACTOR_STANDARD_H

#include "level3/structured/block_operations.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ddblas_standard_step
{
    DDBLAS_STANDARD_POTRF,
    DDBLAS_STANDARD_GETRF,
    DDBLAS_STANDARD_GEQRF,
    DDBLAS_STANDARD_GEQP3, /* By LAPACK only; ipiv is jpvt. */
    DDBLAS_STANDARD_ORMQR, /* In C and Z unmqr. */
    DDBLAS_STANDARD_ORGQR, /* In C and Z ungqr. */
    DDBLAS_STANDARD_TRTRI,
    DDBLAS_STANDARD_POTRI
};

/* A step, with the arguments that LAPACK's routine of this name has. All sizes are at least 1. */
struct ddblas_standard
{
    enum ddblas_standard_step step;
    ddblasType_t type; /* S, D, C or Z. */
    ddblasSideMode_t side;
    ddblasFillMode_t uplo;
    ddblasDiagType_t diag;
    int adjoint;     /* ormqr: op(Q) is Q^H. */
    int64_t m, n, k; /* A matrix with one size has n. */
    void *A;         /* ormqr only reads it. */
    int64_t lda;
    void *tau; /* ormqr and orgqr only read it. */
    void *C;
    int64_t ldc;
    int64_t *ipiv; /* In engine memory. */
    int64_t *info; /* In engine memory; potrf and getrf only. */
};

/* Returns 1 for S, D, C and Z. */
static inline int ddblas_is_standard(ddblasType_t type) { return !ddblas_type_is_double_double(type); }

/* Plans or computes a step. Its memory is the part of the workspace that every gemm of a run gets,
 * so that scratch memory keeps its content. */
ddblasStatus_t ddblas_standard_step(struct ddblas_block_run *blocks, const struct ddblas_standard *s);

/* Does what can fail for want of memory or for the sizes, and writes nothing. `solves`: a
 * triangular system follows. To be called before anything is written; while planning it does
 * nothing. */
ddblasStatus_t ddblas_standard_prepare(struct ddblas_block_run *blocks, const struct ddblas_standard *s, int solves);

/* ---- the engines ----------------------------------------------------------------------------- */

size_t ddblas_standard_bytes_lapack(const struct ddblas_standard *s);
void ddblas_standard_compute_lapack(const struct ddblas_standard *s, void *memory);

#if DDBLAS_HAVE_CUDA
/* Returns more bytes than any memory has if cuSOLVER does not answer. */
size_t ddblas_standard_bytes_cusolver(ddblasHandle_t handle, const struct ddblas_standard *s);
ddblasStatus_t ddblas_standard_prepare_cusolver(ddblasHandle_t handle, const struct ddblas_standard *s);
ddblasStatus_t ddblas_standard_compute_cusolver(ddblasHandle_t handle, const struct ddblas_standard *s, void *memory,
                                                size_t bytes);
#endif

#ifdef __cplusplus
}
#endif

#endif
