/*
 * The state of a problem of least squares or least norm by iterative refinement, and what its files
 * call of each other.
 */
#ifndef DDBLAS_FACTOR_REFINE_LEAST_STATE_H
#define DDBLAS_FACTOR_REFINE_LEAST_STATE_H

#include "factor/qr/qr.h"
#include "refine_least.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_LEAST_ESTIMATED = 2 /* Columns that the estimate of a norm solves with at once. */
};

/* A column of X while it is refined. Sizes are those of pairs (r, y). */
struct ddblas_least_column
{
    int active, finite, failed;
    long double last, contraction; /* The last correction; the largest ratio of two that counts. */
    long double correction;        /* The correction that (r, y) asks for, or a bound on it. */
    long double of_y, of_r, of_b;  /* Norms; of_b that of the right-hand side, in least norm of 2^-exponents b. */
    int exponent;                  /* That of the last residuals. */
};

struct ddblas_least
{
    ddblasHandle_t handle;
    const struct ddblas_least_problem *p;
    int parts;
    int64_t rows, columns; /* Numbers of a column of M, and of a row. */
    ddblasType_t type;     /* That of the factors. */
    ddblasRefineRoute_t route;
    /* Engine memory: factors and tau, vectors of m and of n elements, exponents, sums, info. */
    void *S, *tau, *V, *G;
    int32_t *exponents;
    double *sums;
    int64_t *info;
    /* Host memory: pairs, residuals, which become corrections, and room to convert them. */
    cuddreal *r, *y, *f, *g, *packed;
    int32_t *exponent;
    double *square;
    struct ddblas_least_column *of;
    double norm, inverse; /* nu, and omega as estimated. */
};

/* A triangular system with R, X of n x nrhs in place of G. */
struct ddblas_least_triangle
{
    ddblasType_t type;
    int adjoint;
    int64_t m, n, nrhs;
    const void *R;
    void *G;
};

ddblasStatus_t ddblas_least_triangle_blocks(struct ddblas_block_run *blocks, const void *problem);

/* ---- factors: refine_least_factors.c --------------------------------------------------------- */

/* Copies `count` columns of `width` bytes from the engine. */
ddblasStatus_t ddblas_least_fetch(struct ddblas_least *s, void *host, const void *engine, size_t width, size_t stride,
                                  int64_t count);
/* Copy columns of so many numbers in W, on the engine with the leading dimension ld in elements. */
ddblasStatus_t ddblas_least_fetch_columns(struct ddblas_least *s, cuddreal *host, const void *engine, int64_t numbers, int64_t ld,
                                          int64_t count);
ddblasStatus_t ddblas_least_send_columns(struct ddblas_least *s, void *engine, int64_t ld, const cuddreal *host, int64_t numbers,
                                         int64_t count);
/* Copy numbers, on the engine in the type of the factors, without padding. */
ddblasStatus_t ddblas_least_fetch_vectors(struct ddblas_least *s, cuddreal *host, const void *engine, int64_t numbers);
ddblasStatus_t ddblas_least_send_vectors(struct ddblas_least *s, void *engine, const cuddreal *host, int64_t numbers);

/* Writes S in the type of the factors, and finds its norm. *finite becomes 0 if A holds Inf or
 * NaN. */
ddblasStatus_t ddblas_least_scale_matrix(struct ddblas_least *s, int *finite);
/* Factors S. *info becomes the number of the first zero on R's diagonal, or 0. */
ddblasStatus_t ddblas_least_factor(struct ddblas_least *s, int64_t *info);
/* G = R^-1 G, or R^-H G. */
ddblasStatus_t ddblas_least_solve_triangle(struct ddblas_least *s, int adjoint, int64_t count);
/* V = Q V, or Q^H V. */
ddblasStatus_t ddblas_least_multiply_by_q(struct ddblas_least *s, int adjoint);
/* Estimates the norm of R^-1. */
ddblasStatus_t ddblas_least_estimate(struct ddblas_least *s);

/* ---- iteration: refine_least_iterate.c ------------------------------------------------------- */

/* The contraction that the condition and the unit of the factors let expect. */
long double ddblas_least_expected_contraction(const struct ddblas_least *s);
ddblasStatus_t ddblas_least_iterate(struct ddblas_least *s);
/* Returns 1 if no column needs better factors. */
int ddblas_least_is_accepted(const struct ddblas_least *s);
/* Writes X and the bounds. */
ddblasStatus_t ddblas_least_report(struct ddblas_least *s);
/* Makes all of X NaN, and all bounds Inf. */
ddblasStatus_t ddblas_least_report_nothing(struct ddblas_least *s);

#ifdef __cplusplus
}
#endif

#endif
