/*
 * symv and hemv on the CPU in S, D, C and Z through CBLAS.
 *
 * CBLAS is called on pieces of a tile, for matrix-vector products only. The pieces are so small (64 x 64, complex 48 x 48) that a
 * threaded BLAS runs each in the calling thread (OpenBLAS: below 9216 elements, complex 4096): the bits depend neither on our
 * threads nor on those of the BLAS, and sizes, leading dimensions and increments beyond its 32-bit integers never reach it.
 * Complex symmetric products, which CBLAS lacks, come for free.
 */
#include <stdint.h>
#include <string.h>

#include <cblas.h>

#include "symv_cpu.h"

#define E                               float
#define IS_COMPLEX                      0
#define BLOCK                           64
#define NAME(f)                         s_##f
#define OPS                             ddblas_symv_cpu_s
#define GEMV(trans, m, k, A, lda, x, y) cblas_sgemv(CblasColMajor, trans, m, k, 1.0F, A, lda, x, 1, 1.0F, y, 1)
#define SYMV(uplo, m, A, lda, x, y)     cblas_ssymv(CblasColMajor, uplo, m, 1.0F, A, lda, x, 1, 1.0F, y, 1)
#define WORTH                           (1 << 19)
#include "symv_cpu_blas_type.h"

#define E                               double
#define IS_COMPLEX                      0
#define BLOCK                           64
#define NAME(f)                         d_##f
#define OPS                             ddblas_symv_cpu_d
#define GEMV(trans, m, k, A, lda, x, y) cblas_dgemv(CblasColMajor, trans, m, k, 1.0, A, lda, x, 1, 1.0, y, 1)
#define SYMV(uplo, m, A, lda, x, y)     cblas_dsymv(CblasColMajor, uplo, m, 1.0, A, lda, x, 1, 1.0, y, 1)
#define WORTH                           (1 << 18)
#include "symv_cpu_blas_type.h"

static const ddblasComplex c_one = {1.0F, 0.0F};
static const ddblasDoubleComplex z_one = {1.0, 0.0};

#define E                               ddblasComplex
#define IS_COMPLEX                      1
#define BLOCK                           48
#define NAME(f)                         c_##f
#define OPS                             ddblas_symv_cpu_c
#define GEMV(trans, m, k, A, lda, x, y) cblas_cgemv(CblasColMajor, trans, m, k, &c_one, A, lda, x, 1, &c_one, y, 1)
#define SYMV(uplo, m, A, lda, x, y)     cblas_chemv(CblasColMajor, uplo, m, &c_one, A, lda, x, 1, &c_one, y, 1)
#define WORTH                           (1 << 17)
#include "symv_cpu_blas_type.h"

#define E                               ddblasDoubleComplex
#define IS_COMPLEX                      1
#define BLOCK                           48
#define NAME(f)                         z_##f
#define OPS                             ddblas_symv_cpu_z
#define GEMV(trans, m, k, A, lda, x, y) cblas_zgemv(CblasColMajor, trans, m, k, &z_one, A, lda, x, 1, &z_one, y, 1)
#define SYMV(uplo, m, A, lda, x, y)     cblas_zhemv(CblasColMajor, uplo, m, &z_one, A, lda, x, 1, &z_one, y, 1)
#define WORTH                           (1 << 17)
#include "symv_cpu_blas_type.h"
