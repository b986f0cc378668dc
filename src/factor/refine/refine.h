/*
 * Iterative refinement inside the library: the problem, the state of a call, and what each engine
 * provides.
 *
 * A is scaled to S = 2^-row A 2^-column, powers of two, so that S y = 2^-row b with y = 2^column x.
 */
#ifndef DDBLAS_FACTOR_REFINE_H
#define DDBLAS_FACTOR_REFINE_H

#include <dd/refine.h>

#include "core/core.h"

struct ddblas_refine_gmres;

#ifdef __cplusplus
extern "C" {
#endif

struct ddblas_refine_problem
{
    int positive; /* 1: A is symmetric positive definite, and one triangle of it is stored. */
    ddblasFillMode_t uplo;
    int64_t n, nrhs;
    const void *A;
    ddblasType_t type;    /* That of A: D or W, Z or U. */
    ddblasType_t element; /* That of B and X: W or U. */
    int64_t lda;
    const void *B;
    int64_t ldb;
    void *X;
    int64_t ldx;
    ddblasRefineReport_t *report;
    double *normwise, *componentwise;
};

enum
{
    /* Parts of a row whose sums are formed separately. */
    DDBLAS_REFINE_STRIPS = 32
};

/* State of a call. Arrays of n x nrhs have the leading dimension n. A complex element is two
 * numbers, real part first: a column of n elements has `numbers` numbers, and number k belongs to
 * row k / parts. */
struct ddblas_refine
{
    ddblasHandle_t handle;
    const struct ddblas_refine_problem *p;
    ddblasRefineRoute_t route;
    int parts; /* Numbers of an element: 1, or 2 if complex. */
    int64_t numbers;
    /* Engine memory: A itself, or all of it in W or U where a triangle is stored or A is in Z; the
     * factors of S; n x nrhs elements; pivots; 2 n exponents, and n sums of rows for each strip. */
    const void *full;
    int64_t ldfull;
    void *factors, *vectors;
    int64_t *pivots, *info;
    int32_t *exponents;
    double *sums;
    void *work; /* Workspace of cuSOLVER, of work_bytes bytes. */
    size_t work_bytes;
    /* Systems with triangles on the CUDA engine: whether they are prepared; thread blocks of a
     * launch; the turn of the last launch, and the tickets that all launches took. */
    int fast_triangles, triangle_blocks, tickets;
    uint32_t turn;
    /* Host memory. */
    int32_t *row, *column;
    int32_t *order; /* The rows of S in the order of those of L U, for factors of cuSOLVER. */
    cuddreal *x, *r, *z;
    struct ddblas_refine_column *columns;
    double norm, inverse; /* The norms of S, and of its inverse as estimated. */
    double contraction;   /* A bound on the norm of I - M S from its estimate; 0 before there is one. */
    /* Memory of GMRES while it is the route, and the largest relative error that its Hessenberg
     * matrices let expect of a solution; Inf once a solution has failed. */
    struct ddblas_refine_gmres *gmres;
    double gmres_error;
};

/* A column of X while it is refined. Norms are of y, relative to nothing. */
struct ddblas_refine_column
{
    int active, failed, finite;
    long double last, contraction; /* The last correction; the largest ratio of two that counts. */
    long double size, right;       /* Norms of y and of 2^-row b. */
    long double correction;        /* The correction that the last residual asks for. */
    int exponent;                  /* That of the last residual. */
};

/* Computes the problem: n, nrhs >= 1. */
ddblasStatus_t ddblas_refine_run(ddblasHandle_t handle, const struct ddblas_refine_problem *problem);
size_t ddblas_refine_workspace(ddblasHandle_t handle, ddblasType_t element, int64_t n, int64_t nrhs);

/* Refines with the factors of f->route. *accepted becomes 1 if the solution stands. */
ddblasStatus_t ddblas_refine_iterate(struct ddblas_refine *f, int *accepted);
/* Returns 1 if the factors of f->route are too coarse for the condition that was estimated. */
int ddblas_refine_is_coarse(const struct ddblas_refine *f);
/* Where the factors in double are too coarse by their condition: estimates the norm of I - M S if
 * they may still be of use, and sets f->contraction. */
ddblasStatus_t ddblas_refine_judge(struct ddblas_refine *f);
/* Estimates the norm of the inverse of S with the factors. */
ddblasStatus_t ddblas_refine_estimate(struct ddblas_refine *f);
/* Estimates the norm of I - M S, in sums of rows; Inf if there is no host memory for that. */
ddblasStatus_t ddblas_refine_estimate_contraction(struct ddblas_refine *f, double *norm);
/* w = S w or S^H w for a column in host memory, by way of the engine. X is overwritten. */
ddblasStatus_t ddblas_refine_times_s(struct ddblas_refine *f, int adjoint, cuddreal *w);
/* Computes columns = M columns for n x count elements in host memory, or with the adjoint of M, M
 * the inverse of factors in W. */
ddblasStatus_t ddblas_refine_solve_w(struct ddblas_refine *f, int adjoint, int64_t count, cuddreal *columns);
/* Solves S z = z, or with the conjugate transpose, for `count` columns of f->z, by the factors. */
ddblasStatus_t ddblas_refine_solve(struct ddblas_refine *f, int adjoint, int64_t count);

/* Factor S in f->factors. *info becomes that of getrf or potrf, and *failed 1 if there are no
 * factors in double. */
ddblasStatus_t ddblas_refine_factor_w(struct ddblas_refine *f, int64_t *info);
ddblasStatus_t ddblas_refine_factor_double(struct ddblas_refine *f, int *failed);

/* Copy bytes from the engine, and to it, and columns of n elements of W or U either way. */
ddblasStatus_t ddblas_refine_fetch(struct ddblas_refine *f, void *host, const void *engine, size_t bytes);
ddblasStatus_t ddblas_refine_send(struct ddblas_refine *f, void *engine, const void *host, size_t bytes);
ddblasStatus_t ddblas_refine_fetch_columns(struct ddblas_refine *f, void *host, const void *engine, int64_t ld, int64_t columns);
ddblasStatus_t ddblas_refine_put_columns(struct ddblas_refine *f, void *engine, int64_t ld, const void *host, int64_t columns);

/* ---- GMRES ----------------------------------------------------------------------------------- */

/* Says how many products a solution by GMRES may take: 0 for the rule of refine_gmres.c, -1 for no
 * GMRES, or that many, on either engine. For tests. */
void ddblas_refine_set_gmres(ddblasHandle_t handle, int products);
/* Makes f->route GMRES with the factors in double that are in f->factors, converted to W. *begun
 * remains 0 if the rule is against it or there is no memory. */
ddblasStatus_t ddblas_refine_gmres_begin(struct ddblas_refine *f, int *begun);
void ddblas_refine_gmres_end(struct ddblas_refine *f);
/* Solves S z = z, or with the adjoint, for `count` columns of f->z. */
ddblasStatus_t ddblas_refine_gmres_solve(struct ddblas_refine *f, int adjoint, int64_t count);

/* ---- the engines ----------------------------------------------------------------------------- */

/* For a positive definite A: sets the exponents of rows and columns to half the exponents of the
 * diagonal, rounded up, but for rows that hold Inf or NaN. */
ddblasStatus_t ddblas_refine_exponents_of_diagonal_cpu(struct ddblas_refine *f);
/* Writes S to f->factors, in the type that the route says, and the sums of the moduli of its rows,
 * strip after strip, to f->sums. */
ddblasStatus_t ddblas_refine_scale_cpu(struct ddblas_refine *f);
/* Sets f->norm to the largest sum of a row, whose strips are added in their order. */
ddblasStatus_t ddblas_refine_norm_cpu(struct ddblas_refine *f);
/* Writes all of A to `full`, leading dimension n, in its own type, or in U if that is Z. */
ddblasStatus_t ddblas_refine_expand_cpu(struct ddblas_refine *f, void *full);
/* Converts the factors from double to W, or from Z to U, in place. */
ddblasStatus_t ddblas_refine_widen_cpu(struct ddblas_refine *f);
/* Factors in double by LAPACK. *failed becomes 1 if there are none. And solves with them for count
 * columns in host memory. */
ddblasStatus_t ddblas_refine_factor_lapack(struct ddblas_refine *f, int *failed);
ddblasStatus_t ddblas_refine_solve_lapack(struct ddblas_refine *f, int adjoint, int64_t count, double *packed);

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_refine_exponents_of_diagonal_cuda(struct ddblas_refine *f);
ddblasStatus_t ddblas_refine_scale_cuda(struct ddblas_refine *f);
/* f->vectors are overwritten. */
ddblasStatus_t ddblas_refine_norm_cuda(struct ddblas_refine *f);
ddblasStatus_t ddblas_refine_widen_cuda(struct ddblas_refine *f);
/* The same by cuSOLVER and cuBLAS; behind the columns is room for as many again. */
ddblasStatus_t ddblas_refine_factor_cusolver(struct ddblas_refine *f, int *failed);
ddblasStatus_t ddblas_refine_solve_cusolver(struct ddblas_refine *f, int adjoint, int64_t count, double *packed);
/* Returns the bytes of the handle's workspace that the solution takes. */
size_t ddblas_refine_cusolver_workspace(void);

/* A triangle of the factors as an operand. */
struct ddblas_refine_triangle
{
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    ddblasDiagType_t diag;
};
/* After a factorisation: sets f->fast_triangles to 1 and inverts the diagonal blocks of the
 * triangles in f->work if that has room and the device enough shared memory, or to 0. */
ddblasStatus_t ddblas_refine_triangles_prepare(struct ddblas_refine *f);
/* Solves a system with a triangle for `count` columns in engine memory that do not overlap. The
 * rows of S are exchanged before the lower triangle of L U, and back after its adjoint. */
ddblasStatus_t ddblas_refine_triangles_solve(struct ddblas_refine *f, const struct ddblas_refine_triangle *triangle,
                                             int64_t count, const double *from, double *to);
ddblasStatus_t ddblas_refine_expand_cuda(struct ddblas_refine *f, void *full);
#endif

/* Stores the report and the bounds, which may be null, of a system without unknowns. */
void ddblas_refine_empty(int64_t nrhs, ddblasRefineReport_t *report, double *normwise, double *componentwise);

#ifdef __cplusplus
}
#endif

#endif
