/*
 * One call of syevd or heevd of any type under test: a matrix of a family in one triangle, NaN in
 * the other one, the call on the engine under test, and the judgement by exact sums and by MPFR.
 * With a second matrix it is a call of sygvd or hegvd (sygvd_case.h judges them).
 */
#ifndef DD_VALIDATION_EIGEN_CASE_H
#define DD_VALIDATION_EIGEN_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"

struct eigen_case
{
    ddblasType_t type;
    ddblasEigMode_t jobz;
    ddblasFillMode_t uplo;
    int64_t n, lda;
    size_t size, bytes;
    void *full;              /* The matrix, all elements, leading dimension n. */
    void *A;                 /* The triangle; all other elements are NaN. */
    void *result;            /* A after the call. */
    cuddreal *w;             /* After the call, as numbers of W. */
    void *stored;            /* The same as the call has stored them. */
    int64_t info;            /* After the call. */
    size_t offset;           /* Bytes from a 256-byte boundary to each array on the engine. */
    ddblasEigType_t itype;   /* The form of a generalised problem. */
    struct eigen_case *pair; /* Its B: full, A and result are used. Null: syevd. */
};

/* The families of matrices. Those with prescribed eigenvalues are Q D Q^H, as computed, with a
 * random Q of a few reflectors. */
enum eigen_family
{
    EIGEN_RANDOM,      /* full-length numbers, exponents -4 .. 0 */
    EIGEN_ARITHMETIC,  /* eigenvalues 1 .. n */
    EIGEN_GEOMETRIC,   /* eigenvalues from 1 to 1e-30 */
    EIGEN_CLUSTER_34,  /* clusters of five eigenvalues with gaps 1e-34 */
    EIGEN_CLUSTER_20,  /* 1e-20 */
    EIGEN_CLUSTER_6,   /* 1e-6 */
    EIGEN_MULTIPLE,    /* 1 n / 2 times, the others random */
    EIGEN_OUTLIER,     /* one eigenvalue 1e20, the others about 1 */
    EIGEN_RANK_ONE,    /* x x^H */
    EIGEN_ZERO,        /* 0 */
    EIGEN_IDENTITY,    /* the identity and noise of 1e-20 */
    EIGEN_WILKINSON,   /* |i - (n - 1) / 2| on the diagonal, 1 beside it: W21+ for n = 21 */
    EIGEN_GLUED,       /* blocks of W7+, glued by 1e-15 */
    EIGEN_121,         /* 2 on the diagonal, -1 beside it */
    EIGEN_CLEMENT,     /* 0 on the diagonal, sqrt(i (n - i)) beside it */
    EIGEN_HILBERT,     /* 1 / (i + j + 1) */
    EIGEN_MIN,         /* min(i, j) */
    EIGEN_GRADED_DOWN, /* elements (i, j) near 2^-3(i + j) */
    EIGEN_GRADED_UP,   /* the same with the rows and columns in reverse */
    EIGEN_TINY,        /* random, near 1e-250, in S and C near 1e-30 */
    EIGEN_HUGE,        /* random, near 1e250, in S and C near 1e30 */
    EIGEN_DIAGONAL,    /* a diagonal matrix with equal numbers among others */
    EIGEN_FAMILIES
};
const char *eigen_family_name(enum eigen_family family);

struct eigen_case *eigen_case_new(ddblasType_t type, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, int64_t pad);
void eigen_case_free(struct eigen_case *c);

/* Fills `full`, and the triangle from it. */
void eigen_case_fill(struct eigen_case *c, struct dd_random *g, enum eigen_family family);
/* The triangle from `full`. */
void eigen_case_store(struct eigen_case *c);
/* Element (i, j) of `full`. */
void *eigen_case_at(const struct eigen_case *c, int64_t i, int64_t j);

ddblasStatus_t eigen_call(ddblasHandle_t h, ddblasType_t type, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, void *A,
                          int64_t lda, void *w, int64_t *info);

/* Copies to the engine, calls, copies back. Nothing outside the n x n elements may change; without
 * vectors nothing of A may, in a generalised problem nothing outside its triangle, nor outside that
 * of B. */
ddblasStatus_t eigen_case_run(ddblasHandle_t h, struct eigen_case *c);
/* The same with a call of another handle of the engine, between inject(failing) and inject(0). */
ddblasStatus_t eigen_case_run_failing(ddblasHandle_t caller, ddblasHandle_t h, struct eigen_case *c, void (*inject)(int),
                                      int failing);
/* w from what is stored, `count` numbers. */
void eigen_case_widen(struct eigen_case *c, int64_t count);
/* Whether element (i, j) is in the triangle uplo of a case, as a dd_is_computed. */
int eigen_case_in_triangle(const void *problem, int64_t i, int64_t j);
/* The bytes of workspace of the call. */
size_t eigen_case_workspace(ddblasHandle_t h, const struct eigen_case *c);

/* Runs a call with vectors and judges residual, orthogonality and the order of w; eigenvalues by
 * MPFR too if `exact`. Returns the largest error, in units of n u. */
double eigen_case_judge(ddblasHandle_t h, struct eigen_case *c, const char *what, uint64_t seed, int exact);

#endif
