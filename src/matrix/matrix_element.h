/*
 * The arithmetic of one element in every type, for both engines: products, sums, conjugates and
 * tests, each named after the letter of its type. Every product and sum is rounded by itself, so
 * that no compiler contracts them and both engines give the same bits.
 */
#ifndef DDBLAS_MATRIX_ELEMENT_H
#define DDBLAS_MATRIX_ELEMENT_H

#include <dd/ddblas.h>

/* ---- floats and doubles ---------------------------------------------------------------------- */

CUDD_FN float matrix_times_S(float a, float b)
{
#if defined(__CUDA_ARCH__)
    return __fmul_rn(a, b);
#else
    float p = a * b;
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) && __GNUC__ >= 12
    p = __builtin_assoc_barrier(p); /* GCC 12 fuses products of complex numbers even with -ffp-contract=off */
#endif
    return p;
#endif
}

CUDD_FN float matrix_plus_S(float a, float b)
{
#if defined(__CUDA_ARCH__)
    return __fadd_rn(a, b);
#else
    return a + b;
#endif
}

CUDD_FN double matrix_times_D(double a, double b) { return cudd_mul(a, b); }
CUDD_FN double matrix_plus_D(double a, double b) { return cudd_add(a, b); }

/* conj, is_zero and is_one of a real type, and its zero. */
#define MATRIX_REAL(letter, type)                                                                                                \
    CUDD_FN type matrix_conj_##letter(type a) { return a; }                                                                      \
    CUDD_FN type matrix_zero_##letter(void) { return (type)0; }                                                                  \
    CUDD_FN int matrix_is_zero_##letter(type a) { return a == (type)0; }                                                         \
    CUDD_FN int matrix_is_one_##letter(type a) { return a == (type)1; }
MATRIX_REAL(S, float)
MATRIX_REAL(D, double)
#undef MATRIX_REAL

/* The complex type of two numbers of the real one: the four products of the parts. */
#define MATRIX_COMPLEX(letter, type, real)                                                                                       \
    CUDD_FN type matrix_times_##letter(type a, type b)                                                                           \
    {                                                                                                                            \
        type r;                                                                                                                  \
        r.x = matrix_plus_##real(matrix_times_##real(a.x, b.x), -matrix_times_##real(a.y, b.y));                                 \
        r.y = matrix_plus_##real(matrix_times_##real(a.x, b.y), matrix_times_##real(a.y, b.x));                                  \
        return r;                                                                                                                \
    }                                                                                                                            \
    CUDD_FN type matrix_plus_##letter(type a, type b)                                                                            \
    {                                                                                                                            \
        type r;                                                                                                                  \
        r.x = matrix_plus_##real(a.x, b.x);                                                                                      \
        r.y = matrix_plus_##real(a.y, b.y);                                                                                      \
        return r;                                                                                                                \
    }                                                                                                                            \
    CUDD_FN type matrix_conj_##letter(type a)                                                                                    \
    {                                                                                                                            \
        a.y = -a.y;                                                                                                              \
        return a;                                                                                                                \
    }                                                                                                                            \
    CUDD_FN type matrix_zero_##letter(void)                                                                                      \
    {                                                                                                                            \
        type r;                                                                                                                  \
        r.x = r.y = matrix_zero_##real();                                                                                        \
        return r;                                                                                                                \
    }                                                                                                                            \
    CUDD_FN int matrix_is_zero_##letter(type a) { return matrix_is_zero_##real(a.x) && matrix_is_zero_##real(a.y); }             \
    CUDD_FN int matrix_is_one_##letter(type a) { return matrix_is_one_##real(a.x) && matrix_is_zero_##real(a.y); }
MATRIX_COMPLEX(C, ddblasComplex, S)
MATRIX_COMPLEX(Z, ddblasDoubleComplex, D)
#undef MATRIX_COMPLEX

/* ---- double-doubles -------------------------------------------------------------------------- */

CUDD_FN cuddreal matrix_times_W(cuddreal a, cuddreal b) { return cuddMul(a, b); }
CUDD_FN cuddreal matrix_plus_W(cuddreal a, cuddreal b) { return cuddAdd(a, b); }
CUDD_FN cuddreal matrix_conj_W(cuddreal a) { return a; }
CUDD_FN cuddreal matrix_zero_W(void) { return cuddFromDouble(0.0); }
CUDD_FN int matrix_is_zero_W(cuddreal a) { return cuddIsZero(a); }
CUDD_FN int matrix_is_one_W(cuddreal a) { return a.x == 1.0 && a.y == 0.0; }

CUDD_FN cuddcomplex matrix_times_U(cuddcomplex a, cuddcomplex b) { return cuddcMul(a, b); }
CUDD_FN cuddcomplex matrix_plus_U(cuddcomplex a, cuddcomplex b) { return cuddcAdd(a, b); }
CUDD_FN cuddcomplex matrix_conj_U(cuddcomplex a) { return cuddcConj(a); }
CUDD_FN cuddcomplex matrix_zero_U(void) { return cuddcFromDoubles(0.0, 0.0); }
CUDD_FN int matrix_is_zero_U(cuddcomplex a) { return cuddcIsZero(a); }
CUDD_FN int matrix_is_one_U(cuddcomplex a) { return matrix_is_one_W(a.x) && cuddIsZero(a.y); }

/* ---- what routines do with an element -------------------------------------------------------- */

/* matrix_term: scalar times a, where a scalar of 1 is not multiplied. matrix_sum: alpha a + beta b,
 * without the matrix of a scalar that is 0; its element is then not looked at. */
#define MATRIX_ELEMENT(letter, type)                                                                                             \
    CUDD_FN type matrix_term_##letter(type scalar, type a)                                                                       \
    {                                                                                                                            \
        return matrix_is_one_##letter(scalar) ? a : matrix_times_##letter(scalar, a);                                            \
    }                                                                                                                            \
    CUDD_FN type matrix_sum_##letter(type alpha, type a, type beta, type b)                                                      \
    {                                                                                                                            \
        if (matrix_is_zero_##letter(beta))                                                                                       \
            return matrix_is_zero_##letter(alpha) ? matrix_zero_##letter() : matrix_term_##letter(alpha, a);                     \
        b = matrix_term_##letter(beta, b);                                                                                       \
        return matrix_is_zero_##letter(alpha) ? b : matrix_plus_##letter(matrix_term_##letter(alpha, a), b);                     \
    }
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, type, real, is_complex) MATRIX_ELEMENT(letter, type)
#include <dd/types.def>
#undef MATRIX_ELEMENT

/* 1 if the part of a matrix that uplo names has element (i, j). */
CUDD_FN int matrix_has(ddblasFillMode_t uplo, int64_t i, int64_t j)
{
    return uplo == DDBLAS_FILL_MODE_FULL || (uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j);
}

#endif
