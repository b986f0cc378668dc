/*
 * One call of gesvd of any type under test: a matrix of a family, the call on the engine under
 * test, and the judgement by MPFR.
 */
#ifndef DD_VALIDATION_SVD_CASE_H
#define DD_VALIDATION_SVD_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>
#include <dd/svd.h>

#include "case.h"

struct svd_case
{
    ddblasType_t type;
    ddblasSvdMode_t jobu, jobv;
    int64_t m, n, order, columns, rows; /* min(m, n), columns of U, rows of V^H */
    int64_t lda, ldu, ldvt;
    size_t size;
    void *A;                 /* m x n, leading dimension lda, NaN between the columns */
    void *U, *VT;            /* After the call; NaN before it. */
    void *stored;            /* s after the call, in the real type; NaN before it. */
    cuddreal *s;             /* The same as double-double numbers. */
    int64_t info;            /* After the call. */
    size_t a, u, vt, values; /* Bytes of the arrays; `values` are those of s. */
    size_t raw;              /* Bytes of `stored`. */
    size_t offset;           /* Bytes from a 256-byte boundary to each array on the engine. */
};

/* The families of matrices. Those with prescribed singular values are P D Q^H, as computed, with
 * random P and Q of two reflectors each. */
enum svd_family
{
    SVD_RANDOM,         /* full-length numbers, exponents -4 .. 0 */
    SVD_UNIFORM,        /* singular values k, k - 1, ..., 1 */
    SVD_GEOMETRIC,      /* from 1 to 1e-30 */
    SVD_CLUSTER_34,     /* clusters of five with gaps 1e-34 */
    SVD_CLUSTER_20,     /* 1e-20 */
    SVD_MULTIPLE,       /* 1 k / 2 times, the others random */
    SVD_DEFICIENT_1,    /* random ones, and one of 0 */
    SVD_DEFICIENT_9,    /* nine of 0 */
    SVD_DEFICIENT_HALF, /* k / 2 of 0 */
    SVD_NEAR_NOISE,     /* from 1e-28 to 1e-36, and two of 1 */
    SVD_INTEGERS,       /* integers with exact rank 3 */
    SVD_ZERO_COLUMNS,   /* random, with zero columns and zero rows */
    SVD_KAHAN,          /* c = 0.28: an upper triangle that is nearly singular */
    SVD_HILBERT,        /* 1 / (i + j + 1) */
    SVD_VANDERMONDE,    /* powers of numbers in [0, 1] */
    SVD_LAEUCHLI,       /* a random first row, and 1e-20 below its diagonal */
    SVD_GRADED_ROWS,    /* rows near 10^(-2 i) */
    SVD_GRADED_COLUMNS, /* columns near 10^(-2 j) */
    SVD_ZERO,           /* 0 */
    SVD_ONE_ELEMENT,    /* one element is not 0 */
    SVD_RANK_ONE,       /* x y^H */
    SVD_IDENTITY,       /* the identity and noise of 1e-20 */
    SVD_ORTHOGONAL,     /* all singular values 1 */
    SVD_TINY,           /* random, near 1e-250 */
    SVD_HUGE,           /* random, near 1e250 */
    SVD_FAMILIES
};
const char *svd_family_name(enum svd_family family);

struct svd_case *svd_case_new(ddblasType_t type, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, int64_t pad);
void svd_case_free(struct svd_case *c);
void svd_case_fill(struct svd_case *c, struct dd_random *g, enum svd_family family);
/* Element (i, j) of A. */
void *svd_case_at(const struct svd_case *c, int64_t i, int64_t j);
/* Columns of U or rows of V^H for a mode, with `all` of FULL vectors. */
int64_t svd_vectors(ddblasSvdMode_t job, int64_t order, int64_t all);

/* Arguments of a call. */
struct svd_arguments
{
    int jobu, jobv;
    int64_t m, n;
    const void *A;
    int64_t lda;
    void *s, *U;
    int64_t ldu;
    void *VT;
    int64_t ldvt;
    int64_t *info;
};
ddblasStatus_t svd_call(ddblasHandle_t h, ddblasType_t type, const struct svd_arguments *a);

/* Copies to the engine, calls, copies back. A must not change, nor elements between the columns. */
ddblasStatus_t svd_case_run(ddblasHandle_t h, struct svd_case *c);
/* The same with a call of another handle of the engine, between inject(failing) and inject(0). */
ddblasStatus_t svd_case_run_failing(ddblasHandle_t caller, ddblasHandle_t h, struct svd_case *c, void (*inject)(int),
                                    int failing);
/* Bytes of workspace of the call. */
size_t svd_case_workspace(ddblasHandle_t h, const struct svd_case *c);

/* Runs a call with vectors and judges residual, orthogonality and the order of s; singular values
 * by MPFR too if `exact`. Returns the largest error, in units of max(m, n) u. */
double svd_case_judge(ddblasHandle_t h, struct svd_case *c, const char *what, uint64_t seed, int exact);
/* A matrix without gaps between its columns, to be freed. */
void *svd_dense(const struct svd_case *c, const void *X, int64_t rows, int64_t columns, int64_t ld);

#endif
