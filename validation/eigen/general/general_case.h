/*
 * A nonsymmetric matrix, its eigenvalues where they are known, and calls of geev for any type.
 */
#ifndef DD_VALIDATION_GENERAL_CASE_H
#define DD_VALIDATION_GENERAL_CASE_H

#include <stdint.h>

#include <dd/ddblas.h>

#include "random.h"

enum general_family
{
    GENERAL_RANDOM,
    GENERAL_UNIMODULAR, /* X D X^-1 of integers: real eigenvalues, in real types complex pairs too */
    GENERAL_JORDAN,     /* the same with Jordan blocks of order up to 5 */
    GENERAL_COMPANION,  /* its polynomial is (x - 1) ... (x - n), n <= 20 */
    GENERAL_CIRCULANT,
    GENERAL_TOEPLITZ, /* tridiagonal, 1 1/2 below and 2 above the diagonal */
    GENERAL_CLEMENT,  /* tridiagonal with diagonal 0: -(n - 1), -(n - 3), ..., n - 1 */
    GENERAL_FRANK,
    GENERAL_GRCAR,
    GENERAL_SHIFT, /* ones below the diagonal and in the last column of row 0: roots of unity */
    GENERAL_GRADED,
    GENERAL_SCALED,    /* random, rows and columns scaled by powers of two up to 2^40 */
    GENERAL_REDUCIBLE, /* triangular and square blocks behind a random permutation */
    GENERAL_REPEATED,  /* X D X^-1 with two eigenvalues */
    GENERAL_ZERO,
    GENERAL_DIAGONAL,
    GENERAL_SKEW, /* A^T = -A */
    GENERAL_FAMILIES
};
const char *general_family_name(enum general_family family);

struct general_case
{
    ddblasType_t type;
    int64_t n;
    void *A;            /* n x n */
    cuddcomplex *exact; /* The eigenvalues, or null if they are not known. */
    double unit;
    int simple; /* All eigenvalues are simple, so that each has a finite condition. */
};

/* All elements times 2^exponent. */
struct general_case *general_case_new(ddblasType_t type, int64_t n, enum general_family family, uint64_t seed, int exponent);
void general_case_free(struct general_case *c);

/* Results of geev, without gaps. wi is null in complex types. */
struct general_result
{
    void *wr, *wi, *VL, *VR;
    int64_t info;
};
struct general_result general_result_new(const struct general_case *c);
void general_result_free(struct general_result *r);
/* Any of the vectors may be left out. pad: leading dimensions are n + pad, with poison between. */
ddblasStatus_t general_call(ddblasHandle_t handle, const struct general_case *c, int left, int right, int64_t pad,
                            struct general_result *r);
/* geev with any arguments. */
ddblasStatus_t general_geev(ddblasHandle_t handle, ddblasType_t type, int jobvl, int jobvr, int64_t n, const void *A, int64_t lda,
                            void *wr, void *wi, void *VL, int64_t ldvl, void *VR, int64_t ldvr, int64_t *info);

/* Eigenvalue j of a result. */
cuddcomplex general_value(const struct general_case *c, const void *wr, const void *wi, int64_t j);
/* The largest distance of an exact eigenvalue from its own computed one, over allowed[] for that
 * one. */
double general_distance(const struct general_case *c, const void *wr, const void *wi, const double *allowed);
/* The norm of A, Frobenius. */
double general_norm(const struct general_case *c);

#endif
