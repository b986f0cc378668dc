/*
 * The state of a call of syevx or heevx, and the operations on its bases.
 *
 *   V     n x columns, orthonormal                AV = A V
 *   H     V^H AV, lower triangle                  H = S diag(values) S^H
 *   S     the first `block` columns belong to the Ritz vectors V S
 *   P     the coefficients, in V, of the Ritz vectors of the step before
 */
#ifndef DDBLAS_FEW_BASIS_H
#define DDBLAS_FEW_BASIS_H

#include "few.h"

/* State of a call. */
struct ddblas_few
{
    ddblasHandle_t handle;
    const struct ddblas_few_problem *p;
    const struct ddblas_few_type *t;
    int64_t n, block, basis; /* Rows and most columns of V, and columns of a block. */
    int dense;               /* V is the unit matrix. */
    char *V, *AV, *H, *S, *P, *T;
    char *work;             /* n x 2 block */
    char *small, *tau;      /* 2 block x 2 block, and basis elements. */
    char *values_on_engine; /* block elements */
    char *w;
    int64_t *info;
    cuddreal *values;   /* The Ritz values in host memory, ascending. */
    double *norms;      /* Those of `block` residuals. */
    char *host;         /* Elements: n + 2 block. */
    int64_t columns;    /* The number of columns of V. */
    int solved;         /* S and values belong to V. */
    int is_fresh;       /* AV has been computed from V by the operator, not by combination. */
    double sign, scale; /* AV = scale A V; scale is `sign` times a power of two. */
    int exponent;       /* scale = sign 2^-exponent */
    double norm;        /* The largest modulus of a Ritz value of scale A. */
    /* The caller's. */
    ddblasPointerMode_t pointer_mode;
    struct few_workspace
    {
        void *memory;
        size_t bytes;
    } workspace;
};

/* Iterates and stores the results, or those of the last step that succeeded (few_iterate.c). */
ddblasStatus_t ddblas_few_compute(struct ddblas_few *f);

/* ---- operations (few_basis.c) ---------------------------------------------------------------- */

/* Column number `column` of a matrix with so many rows. Row number i is that of a matrix with one
 * row. */
char *ddblas_few_column(const struct ddblas_few *f, char *matrix, int64_t rows, int64_t column);
ddblasStatus_t ddblas_few_fetch(const struct ddblas_few *f, void *host, const void *engine, size_t pitch, size_t width,
                                int64_t columns);
ddblasStatus_t ddblas_few_send(const struct ddblas_few *f, void *engine, const void *host, size_t bytes);
/* Fetches the diagonal of f->small, an order x order matrix, to f->host. */
ddblasStatus_t ddblas_few_fetch_diagonal(const struct ddblas_few *f, int64_t order);
/* The real part of element j in f->host. */
cuddreal ddblas_few_real_part(const struct ddblas_few *f, int64_t j);

/* Calls the operator or the preconditioner with the handle as the caller has set it. */
ddblasStatus_t ddblas_few_call(const struct ddblas_few *f, const union ddblas_few_operator *function, const char *what,
                               int64_t columns, const void *X, void *Y);
/* AV = scale A V for the columns [first, first + columns). The first product decides the scale. */
ddblasStatus_t ddblas_few_apply(struct ddblas_few *f, int64_t first, int64_t columns);
/* Makes `columns` columns of X orthonormal. A column that depends on those before it becomes any
 * other that is orthogonal to them. *lost becomes 1 if a column had less than half of the length 1
 * beyond those before it. */
ddblasStatus_t ddblas_few_orthonormalise(struct ddblas_few *f, char *X, int64_t columns, int *lost);
/* The same for the columns behind those of V, which become orthogonal to V too. */
ddblasStatus_t ddblas_few_orthonormalise_tail(struct ddblas_few *f, int64_t added);
/* The rows [first, first + added) of H. */
ddblasStatus_t ddblas_few_extend_small(struct ddblas_few *f, int64_t first, int64_t added);
/* V = the block to begin with, and AV and H. */
ddblasStatus_t ddblas_few_begin(struct ddblas_few *f);
/* V = I, H = AV = A. */
ddblasStatus_t ddblas_few_begin_dense(struct ddblas_few *f);

#endif
