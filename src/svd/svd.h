/*
 * Singular value decompositions inside the library. A call takes its memory from the workspace and
 * then runs routines of the rooms below one after another, each in the rest of the workspace. Like
 * a function over blocks it runs twice: first it only records the workspace that its steps need.
 */
#ifndef DDBLAS_SVD_H
#define DDBLAS_SVD_H

#include <dd/svd.h>

#include "level3/structured/block_operations.h"

/* The results for which a decomposition is computed. */
enum ddblas_svd_task
{
    DDBLAS_SVD_DECOMPOSE, /* s, U, VT */
    DDBLAS_SVD_RANK,      /* rank and gap */
    DDBLAS_SVD_NULL,      /* these, and a basis Z of the null space */
    DDBLAS_SVD_PINV       /* rank and gap, and the pseudo-inverse Z */
};

/* A = U diag(s) V^H for A of m x n; VT is V^H. All arrays are in engine memory. */
struct ddblas_gesvd_problem
{
    enum ddblas_svd_task task;
    ddblasType_t type;
    ddblasSvdMode_t jobu, jobv;
    int64_t m, n;
    const void *A;
    int64_t lda;
    void *s;
    void *U;
    int64_t ldu;
    void *VT;
    int64_t ldvt;
    int64_t *info;
    /* For the other tasks; jobu and jobv say which vectors they need. */
    double tolerance; /* >= 0, relative to s[0] */
    int64_t columns;  /* that Z has room for; of DDBLAS_SVD_NULL */
    void *Z;
    int64_t ldz;
    void *gap; /* 2 real numbers */
    int64_t *rank;
};

/* Returns NOT_SUPPORTED if no memory can hold the matrices. */
ddblasStatus_t ddblas_gesvd_check_orders(ddblasHandle_t handle, const struct ddblas_gesvd_problem *problem);

/* Computes the problem: m, n >= 1. */
ddblasStatus_t ddblas_gesvd_run(ddblasHandle_t handle, const struct ddblas_gesvd_problem *problem);
/* *bytes becomes the workspace for the type, the modes and the sizes of a problem. */
ddblasStatus_t ddblas_gesvd_workspace(ddblasHandle_t handle, const struct ddblas_gesvd_problem *problem, size_t *bytes);

/* ---- steps (steps.c) ------------------------------------------------------------------------- */

/* A sequence of steps. */
struct ddblas_svd_steps
{
    ddblasHandle_t handle; /* In host pointer mode. */
    ddblasType_t type;
    size_t size; /* Bytes of an element. */
    int planning;
    size_t bytes; /* Recorded while planning: the most workspace of a step. */
};

/* Runs a routine over blocks. */
ddblasStatus_t ddblas_svd_step(struct ddblas_svd_steps *s, ddblas_block_routine routine, const void *problem);
/* C = alpha op(A) op(B) + beta C, n x n with terms of n elements; op is N or the adjoint. If
 * `lower`, only the lower triangle of C. */
ddblasStatus_t ddblas_svd_multiply(struct ddblas_svd_steps *s, int64_t n, int adjoint_a, int adjoint_b, cuddreal alpha,
                                   const void *A, int64_t lda, const void *B, int64_t ldb, cuddreal beta, void *C, int lower);
/* C = alpha A + beta op(B), n x n; op is N or the adjoint. B may be null: C = alpha A. */
ddblasStatus_t ddblas_svd_add(struct ddblas_svd_steps *s, int64_t n, cuddreal alpha, const void *A, int64_t lda, cuddreal beta,
                              int adjoint_b, const void *B, void *C, int64_t ldc);
/* Copies an m x n matrix. */
ddblasStatus_t ddblas_svd_copy(struct ddblas_svd_steps *s, int64_t m, int64_t n, const void *A, int64_t lda, void *C,
                               int64_t ldc);
/* C = A^H for C of m x n. */
ddblasStatus_t ddblas_svd_adjoint(struct ddblas_svd_steps *s, int64_t m, int64_t n, const void *A, int64_t lda, void *C,
                                  int64_t ldc);
/* C(i, j) = 1 if i = j + above, otherwise 0, for C of m x n. */
ddblasStatus_t ddblas_svd_identity(struct ddblas_svd_steps *s, int64_t m, int64_t n, int64_t above, void *C, int64_t ldc);
/* A = Q R; A becomes the R and reflectors of geqrf. */
ddblasStatus_t ddblas_svd_factor(struct ddblas_svd_steps *s, int64_t m, int64_t n, void *A, int64_t lda, void *tau);
/* A = Q R; A becomes Q, m x n. */
ddblasStatus_t ddblas_svd_form(struct ddblas_svd_steps *s, int64_t m, int64_t n, void *A, int64_t lda, void *tau);
/* *possible becomes whether tsqr factors m x n matrices of the type on the engine. */
ddblasStatus_t ddblas_svd_tsqr_possible(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int *possible);
/* A = Q R by tsqr, n x n R with leading dimension n: A becomes Q if `forms`, otherwise undefined.
 * In W alone. */
ddblasStatus_t ddblas_svd_tsqr(struct ddblas_svd_steps *s, int forms, int64_t m, int64_t n, void *A, int64_t lda, void *R);
/* C = op(A) op(B), m x n with terms of k elements; op is N or the adjoint. */
ddblasStatus_t ddblas_svd_product(struct ddblas_svd_steps *s, int64_t m, int64_t n, int64_t k, int adjoint_a, int adjoint_b,
                                  const void *A, int64_t lda, const void *B, int64_t ldb, void *C, int64_t ldc);
/* Column j of the m x n matrix A times x_j. */
ddblasStatus_t ddblas_svd_scale_columns(struct ddblas_svd_steps *s, int64_t m, int64_t n, void *A, const void *x);
/* Stores a real number as element j of an array in host memory. */
void ddblas_svd_put(ddblasType_t type, void *array, int64_t j, cuddreal value);
/* Copies `columns` blocks of `width` bytes, `pitch` bytes apart in engine memory; not while
 * planning. The engine has finished its work after a fetch. */
ddblasStatus_t ddblas_svd_fetch(const struct ddblas_svd_steps *s, void *host, const void *engine, size_t pitch, size_t width,
                                int64_t columns);
ddblasStatus_t ddblas_svd_send(const struct ddblas_svd_steps *s, void *engine, const void *host, size_t bytes);

/* ---- square matrices ------------------------------------------------------------------------- */

/* C = U diag(values) V^H, n x n. */
struct ddblas_svd_square
{
    int64_t n;
    int left, right; /* Whether U and V are wanted. */
    void *C;         /* Finite; its largest component is at most about 1. Is overwritten. */
    int64_t ldc;     /* n, or more by ddblas_svd_jacobi. */
    /* Engine memory: first and second, n x n each, are one array; then n elements, n reals, and 1
     * integer. The polar decomposition alone takes X, mix and turned, n x n each, and n elements
     * of reflectors. */
    void *first, *second, *tau, *w, *X, *mix, *turned, *reflectors;
    int64_t *info;
    /* 0, or X has ddblas_svd_refine_bytes bytes, which contain the arrays behind it, for refinement
     * with this room of eigen/refined. In S, D, C and Z X is n x n, and `memory` has this number of
     * bytes for LAPACK or cuSOLVER. */
    size_t room;
    void *memory;
    /* Host memory: n numbers, which become the singular values, descending; and memory of
     * bytes_of_host of gesvd_run.c. */
    cuddreal *values;
    void *host;
    void *U, *V; /* After the call: the arrays that hold them, leading dimension n. */
};

enum
{
    /* The largest order for which Jacobi's method computes the singular values and vectors. */
    DDBLAS_SVD_JACOBI = 32
};

/* By Jacobi's method on the host. *failed becomes the number of columns if it did not converge. */
ddblasStatus_t ddblas_svd_jacobi(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int64_t *failed);
/* By the polar decomposition. *failed becomes the info of syevd. */
ddblasStatus_t ddblas_svd_polar(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int64_t *failed);
/* By refinement of vectors in double. *accepted becomes 0 if that is not possible; C stays as it
 * was. */
ddblasStatus_t ddblas_svd_refine(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int *accepted);
/* *room becomes what refinement needs, 0 if the type or the order does not allow it. */
ddblasStatus_t ddblas_svd_refine_room(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *room);
size_t ddblas_svd_refine_bytes(ddblasType_t type, int64_t n, size_t room);
/* For tests: the number of decompositions of this process that were refined. ddblas_refined_allow
 * forbids them. */
int64_t ddblas_svd_refined_count(void);
/* Those of them that began with gesvd in double. */
int64_t ddblas_svd_refined_by_gesvd_count(void);
/* In S, D, C and Z, by LAPACK or cuSOLVER. *failed becomes the info of standard/svd_standard.h. */
ddblasStatus_t ddblas_svd_by_standard(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int64_t *failed);
/* Makes the columns of the n x n matrix Y orthonormal, beginning at the first one; they are already
 * up to rounding errors, except left vectors of singular values that are 0 or rounding errors. */
ddblasStatus_t ddblas_svd_complete(struct ddblas_svd_steps *s, const struct ddblas_svd_square *q, void *Y);

/* One-sided Jacobi on an n x n matrix in host memory, in W or U: it becomes U, and `vectors` V, the
 * right singular vectors; columns of U are 0 where the singular value is. Returns 1 if it
 * converged. */
int ddblas_svd_jacobi_w(int64_t n, void *matrix, void *vectors, cuddreal *values);
int ddblas_svd_jacobi_u(int64_t n, void *matrix, void *vectors, cuddreal *values);
/* The same for one instruction set; all give the same bits. */
typedef int ddblas_svd_jacobi_kernel(int64_t n, void *matrix, void *vectors, cuddreal *values);
extern ddblas_svd_jacobi_kernel ddblas_svd_jacobi_w_portable, ddblas_svd_jacobi_w_avx2, ddblas_svd_jacobi_u_portable,
    ddblas_svd_jacobi_u_avx2;

#endif
