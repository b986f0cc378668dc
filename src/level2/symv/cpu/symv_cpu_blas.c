/*
 * symv and hemv on the CPU in S, D, C and Z, with products by CBLAS.
 *
 * CBLAS only computes matrix-vector products of small pieces of a tile, at most 64 x 64 elements,
 * or 48 x 48 complex ones. A threaded BLAS computes such small pieces in the calling thread;
 * OpenBLAS does so below 9216 elements, or 4096 complex ones. Hence the bits depend neither on the
 * threads of this library nor on those of the BLAS. Sizes, leading dimensions and increments beyond
 * 32 bits never reach CBLAS. CBLAS has no symmetric product for complex types: in these types a
 * piece on the diagonal is copied to a full square and multiplied by gemv (symv_cpu_blas_type.h).
 */
#include <stdint.h>
#include <string.h>

#include <cblas.h>

#include "symv_cpu.h"

/* Defines ddblas_symv_cpu_s. */
#define E                               float
#define IS_COMPLEX                      0
#define BLOCK                           64
#define NAME(f)                         s_##f
#define OPS                             ddblas_symv_cpu_s
#define GEMV(trans, m, k, A, lda, x, y) cblas_sgemv(CblasColMajor, trans, m, k, 1.0F, A, lda, x, 1, 1.0F, y, 1)
#define SYMV(uplo, m, A, lda, x, y)     cblas_ssymv(CblasColMajor, uplo, m, 1.0F, A, lda, x, 1, 1.0F, y, 1)
#define WORTH                           (1 << 19)
#include "symv_cpu_blas_type.h"

/* Defines ddblas_symv_cpu_d. */
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

/* Defines ddblas_symv_cpu_c. */
#define E                               ddblasComplex
#define IS_COMPLEX                      1
#define BLOCK                           48
#define NAME(f)                         c_##f
#define OPS                             ddblas_symv_cpu_c
#define GEMV(trans, m, k, A, lda, x, y) cblas_cgemv(CblasColMajor, trans, m, k, &c_one, A, lda, x, 1, &c_one, y, 1)
#define SYMV(uplo, m, A, lda, x, y)     cblas_chemv(CblasColMajor, uplo, m, &c_one, A, lda, x, 1, &c_one, y, 1)
#define WORTH                           (1 << 17)
#include "symv_cpu_blas_type.h"

/* Defines ddblas_symv_cpu_z. */
#define E                               ddblasDoubleComplex
#define IS_COMPLEX                      1
#define BLOCK                           48
#define NAME(f)                         z_##f
#define OPS                             ddblas_symv_cpu_z
#define GEMV(trans, m, k, A, lda, x, y) cblas_zgemv(CblasColMajor, trans, m, k, &z_one, A, lda, x, 1, &z_one, y, 1)
#define SYMV(uplo, m, A, lda, x, y)     cblas_zhemv(CblasColMajor, uplo, m, &z_one, A, lda, x, 1, &z_one, y, 1)
#define WORTH                           (1 << 17)
#include "symv_cpu_blas_type.h"
