/*
 * Loops for vectors and matrices so small that a call of the library would take longer than its
 * arithmetic. One table of functions for real numbers and one for complex numbers, compiled with
 * and without fused multiply-add; both give the same bits.
 *
 * Vectors begin at the element 0 that the caller means, whatever the sign of the increment.
 * Matrices are given by the distances of neighbours in a column, `row`, and in a row, `column`, so
 * that exchanging the two transposes. With `conjugate`, elements of the matrix are conjugated,
 * which changes nothing for real numbers. Vectors and matrices need the alignment of double. A
 * beta of 0 means that what it multiplies is not read.
 */
#ifndef DDBLAS_MPLAPACK_SMALL_H
#define DDBLAS_MPLAPACK_SMALL_H

#include <stdint.h>

#include <dd/cuddcomplex.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_SMALL_MOST = 16 /* The largest number of rows of gemv and hemv. */
};

/* Members of the table for numbers of this type. Results are as in the BLAS; trmv and trsv take a
 * matrix that is triangular below the diagonal, or above it with `upper`. */
#define DDBLAS_SMALL_TABLE(name, number)                                                                                         \
    struct name                                                                                                                  \
    {                                                                                                                            \
        void (*dot)(int64_t n, const number *x, int64_t incx, int conjugate, const number *y, int64_t incy, number *result);     \
        void (*axpy)(int64_t n, const number *alpha, const number *x, int64_t incx, number *y, int64_t incy);                    \
        void (*scal)(int64_t n, const number *alpha, number *x, int64_t incx);                                                   \
        void (*swap)(int64_t n, number *x, int64_t incx, number *y, int64_t incy);                                               \
        void (*rot)(int64_t n, number *x, int64_t incx, number *y, int64_t incy, const cuddreal *c, const cuddreal *s);          \
        void (*gemv)(int64_t m, int64_t n, const number *alpha, const number *A, int64_t row, int64_t column, int conjugate,     \
                     const number *x, int64_t incx, const number *beta, number *y, int64_t incy);                                \
        void (*hemv)(int upper, int64_t n, const number *alpha, const number *A, int64_t lda, const number *x, int64_t incx,     \
                     const number *beta, number *y, int64_t incy);                                                               \
        void (*ger)(int64_t m, int64_t n, const number *alpha, const number *x, int64_t incx, const number *y, int64_t incy,     \
                    int conjugate, number *A, int64_t lda);                                                                      \
        void (*trmv)(int upper, int unit, int64_t n, const number *A, int64_t row, int64_t column, int conjugate, number *x,     \
                     int64_t incx);                                                                                              \
        void (*trsv)(int upper, int unit, int64_t n, const number *A, int64_t row, int64_t column, int conjugate, number *x,     \
                     int64_t incx);                                                                                              \
        void (*gemm)(int64_t m, int64_t n, int64_t k, const number *alpha, const number *A, int64_t row_a, int64_t column_a,     \
                     int conjugate_a, const number *B, int64_t row_b, int64_t column_b, int conjugate_b, const number *beta,     \
                     number *C, int64_t ldc);                                                                                    \
    }
DDBLAS_SMALL_TABLE(ddblas_small_w, cuddreal);
DDBLAS_SMALL_TABLE(ddblas_small_u, cuddcomplex);

extern const struct ddblas_small_w ddblas_small_w_portable, ddblas_small_w_avx2;
extern const struct ddblas_small_u ddblas_small_u_portable, ddblas_small_u_avx2;

#ifdef __cplusplus
}
#endif

#endif
