/*
 * Eigenvalues of symmetric and Hermitian matrices inside the library. A routine is a function over
 * the operations of block_operations.h, the blocks of reflectors of factor/qr, and the operations
 * of this room below, which each engine provides.
 */
#ifndef DDBLAS_EIGEN_H
#define DDBLAS_EIGEN_H

#include <dd/eigen.h>

#include "factor/qr/qr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A = V diag(w) V^H; without vectors A is only read. */
struct ddblas_syevd_problem
{
    ddblasType_t type;
    int vectors;
    ddblasFillMode_t uplo;
    int64_t n;
    void *A;
    int64_t lda;
    void *w; /* In engine memory, as info. */
    int64_t *info;
    /* Bytes that vectors in double take, whose refinement is tried first; 0: it is not. */
    size_t room;
    void *host; /* ddblas_syevd_host_bytes bytes of host memory, or null: the call allocates them. */
};

/* Checks argument number `position`. */
ddblasStatus_t ddblas_check_eig_mode(ddblasHandle_t handle, int position, ddblasEigMode_t jobz);
/* Chooses how the vectors are computed, and sets the problem's `room`. */
ddblasStatus_t ddblas_syevd_choose(ddblasHandle_t handle, struct ddblas_syevd_problem *problem);
/* Returns the bytes of host memory that the problem takes; `room` is set. */
size_t ddblas_syevd_host_bytes(const struct ddblas_syevd_problem *problem);
/* Makes what else a call allocates: handles of other libraries. */
ddblasStatus_t ddblas_syevd_prepare(const struct ddblas_block_run *blocks, const struct ddblas_syevd_problem *problem);
/* Chooses, and computes the problem: n >= 1. */
ddblasStatus_t ddblas_syevd_run(ddblasHandle_t handle, struct ddblas_syevd_problem *problem);
/* Computes the problem: n >= 1; `room` is set. */
ddblasStatus_t ddblas_syevd_blocks(struct ddblas_block_run *blocks, const void *problem);

/* ---- reduction to tridiagonal form (sytrd_blocks.c) ------------------------------------------ */

/*
 * A = Q T Q^H, Q = H_1 ... H_(n-1). M, of which only the lower triangle is used, gets the vectors
 * of the reflectors below the subdiagonal: v_j has j + 1 zeros, a one, and then the elements below
 * the subdiagonal in column j, j = 0, 1, ...
 *
 * During a panel, P holds the columns v_0, w_0, v_1, w_1, ... and Q the columns w_0, v_0, w_1, v_1,
 * ...: the matrix with the panel's updates is M - P Q^H.
 */
struct ddblas_sytrd
{
    ddblasType_t type;
    int64_t n;
    void *M;       /* n x n, leading dimension n. */
    void *d, *e;   /* T's diagonal and subdiagonal, n reals each; the last element of e is not used. */
    void *tau;     /* n elements. */
    void *P, *Q;   /* n x (2 DDBLAS_SYTRD_PANEL) elements, leading dimension n. */
    void *row;     /* 2 DDBLAS_SYTRD_PANEL elements, on the CPU engine. */
    void *scratch; /* ddblas_sytrd_scratch_cuda bytes, on the CUDA engine. */
};

enum
{
    DDBLAS_SYTRD_PANEL = 32 /* Columns of a panel. Not tuned. */
};

ddblasStatus_t ddblas_sytrd_blocks(struct ddblas_block_run *blocks, const struct ddblas_sytrd *sytrd);

/* ---- the tridiagonal problem (tridiagonal_ql.c) ---------------------------------------------- */

/* A rotation of two neighbouring columns: (x, y) becomes (c x - s y, s x + c y). */
struct ddblas_rotation
{
    double c[2], s[2]; /* High and low parts. */
};

/* Rotations one after another: number k, 0 <= k < count, is rotations[first + k] and takes the
 * columns top - k and top - k + 1. */
struct ddblas_sweep
{
    int64_t first, count, top;
};

/* A batch of sweeps, to be applied in their order. */
struct ddblas_rotations
{
    int64_t order;          /* Columns of the matrix. */
    int64_t capacity, used; /* Numbers of rotations. */
    int64_t sweeps;         /* Number of sweeps, at most DDBLAS_MOST_SWEEPS. */
    struct ddblas_rotation *rotation;
    struct ddblas_sweep *sweep;
};

enum
{
    DDBLAS_MOST_SWEEPS = 128
};

/* Applies the batch and returns. */
typedef ddblasStatus_t (*ddblas_rotate)(void *context, const struct ddblas_rotations *batch);

/* Computes the eigenvalues of the tridiagonal matrix with the diagonal d and the subdiagonal e, in
 * host memory, whose elements are at most about 1: d becomes the eigenvalues, in no order. The
 * rotations are passed to `rotate` unless batch is null. *failed becomes the number of eigenvalues
 * that did not converge within `most` steps each, 0 as a rule. */
ddblasStatus_t ddblas_tridiagonal_ql(int64_t n, cuddreal *d, cuddreal *e, int most, struct ddblas_rotations *batch,
                                     ddblas_rotate rotate, void *context, int64_t *failed);

/* The plane of a rotation: r = sqrt(f^2 + g^2), s = f / r, c = g / r, r > 0. Squares lose no
 * digits. */
struct ddblas_plane
{
    cuddreal r, s, c;
};
struct ddblas_plane ddblas_plane(cuddreal f, cuddreal g);

/* The largest sum of moduli of a row of the tridiagonal matrix, which is at least its norm. */
double ddblas_tridiagonal_norm(int64_t n, const cuddreal *d, const cuddreal *e);

/* order[k] becomes the number of the k-th smallest value. order has room for 2 n numbers. */
void ddblas_ascending(int64_t n, const cuddreal *values, int64_t *order);

/* ---- the tridiagonal problem over blocks (tridiagonal_blocks.c) ------------------------------ */

/* A tridiagonal matrix T of order n >= 1, whose elements are at most about 1, with the memory of
 * its problem. Its vectors are real; they are gathered in the type of the run. */
struct ddblas_tridiagonal
{
    int vectors;
    int divides; /* Vectors by divide and conquer, n >= 32, else by rotations. */
    int64_t n;
    /* T's diagonal and subdiagonal, n and n - 1 numbers in engine memory; e has room for n numbers
     * and is destroyed. */
    void *d, *e;
    void *memory;     /* ddblas_tridiagonal_bytes bytes in engine memory. */
    void *host;       /* ddblas_tridiagonal_host_bytes bytes. */
    const char *name; /* The routine, for messages. */
};

/* Bytes for vectors, divides and n. */
size_t ddblas_tridiagonal_bytes(const struct ddblas_tridiagonal *t);
size_t ddblas_tridiagonal_host_bytes(const struct ddblas_tridiagonal *t);
/* Computes the eigenvalues, in ascending order, in host memory, and the vectors, in `memory`.
 * *failed becomes the number of eigenvalues that did not converge; if it is not 0, the results are
 * undefined. */
ddblasStatus_t ddblas_tridiagonal_blocks(struct ddblas_block_run *b, const struct ddblas_tridiagonal *t, cuddreal *values,
                                         int64_t *failed);
/* out = the vectors in the order of the eigenvalues, n x n elements; not while planning. */
ddblasStatus_t ddblas_tridiagonal_gather(struct ddblas_block_run *b, const struct ddblas_tridiagonal *t, void *out, int64_t ldo);

/* ---- the engines ----------------------------------------------------------------------------- */

/* Rows of Z are dealt in units: its leading dimension has room for whole units. */
enum
{
    DDBLAS_ROTATE_ROWS = 32,
    DDBLAS_EIGEN_NOT_FINITE = 1 << 20 /* An exponent of matrices with Inf or NaN. */
};

/* Multiplies a dense n x n matrix by 2^-e, e the exponent of its largest component, or 0 if all are
 * 0. *exponent, in host memory, becomes e, or DDBLAS_EIGEN_NOT_FINITE. `found` is one int in
 * engine memory. */
struct ddblas_eigen_scale
{
    ddblasType_t type;
    int64_t elements;
    void *M;
    int *found;
};

/* Column j of the reduction, which is column i of its panel; see sytrd_blocks.c. */
struct ddblas_sytrd_column
{
    const struct ddblas_sytrd *sytrd;
    int64_t i, j;
};

/* A step of the reduction on the CUDA engine, which begins at row and column `top`. If it finishes,
 * column top - 1, number i of its panel, gets its w; p is in P. If it reflects, column `top` is
 * updated and gets its reflector, whose v becomes the next column of P and Q. The first step of a
 * panel does not finish and has i = 0. */
struct ddblas_sytrd_step
{
    const struct ddblas_sytrd *sytrd;
    int64_t i, top;
    int finish, reflect;
};

/* Z's rows in W with leading dimension ldz, to which a batch is applied. */
struct ddblas_eigen_vectors
{
    int64_t n;
    void *Z;
    int64_t ldz;
};

/* The eigenvalues number first to first + count - 1, ascending up to rounding errors, of the
 * tridiagonal matrix with diagonal d and the squares of its subdiagonal, whose eigenvalues are not
 * beyond `bound`, at most about 1. All arrays are of W in engine memory; values has room for 2
 * count numbers, the first `count` of which are the result. */
struct ddblas_eigen_bisect
{
    int64_t n, first, count;
    const void *d, *squares;
    double bound;
    void *values;
};

/* out(:, j) = Z(:, order[j]), numbers of W as elements of the type; order in engine memory. */
struct ddblas_eigen_gather
{
    ddblasType_t type;
    int64_t rows, columns;
    const void *Z;
    int64_t ldz;
    const int64_t *order;
    void *out;
    int64_t ldo;
};

/* Moves the columns [first, first + columns) of A, of n elements each, to the front of A. */
struct ddblas_eigen_shift
{
    ddblasType_t type;
    int64_t n, first, columns;
    void *A;
    int64_t lda;
};

void ddblas_eigen_shift_cpu(const struct ddblas_eigen_shift *shift);
void ddblas_eigen_scale_cpu(const struct ddblas_eigen_scale *scale, int *exponent);
void ddblas_sytrd_reflect_cpu(const struct ddblas_sytrd_column *column);
void ddblas_sytrd_finish_cpu(const struct ddblas_sytrd_column *column);
void ddblas_eigen_rotate_cpu(ddblasHandle_t handle, const struct ddblas_eigen_vectors *vectors,
                             const struct ddblas_rotations *batch);
/* Applies the batch to DDBLAS_ROTATE_ROWS rows of Z, in the calling thread. */
void ddblas_eigen_rotate_unit_cpu(void *Z, int64_t ldz, const struct ddblas_rotations *batch);
void ddblas_eigen_bisect_cpu(ddblasHandle_t handle, const struct ddblas_eigen_bisect *problem);
/* Makes eigenvalues of bisection ascend: each becomes at least the one before. Rounding errors may
 * have exchanged neighbours that are nearly equal; the error bound of each holds as before. */
void ddblas_eigen_ascend(int64_t n, cuddreal *values);
/* The number of eigenvalues that are not above x, by sturm.h; all numbers in host memory. */
int64_t ddblas_eigen_below(int64_t n, const cuddreal *d, const cuddreal *squares, cuddreal x);
void ddblas_eigen_gather_cpu(const struct ddblas_eigen_gather *gather);

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_eigen_shift_cuda(ddblasHandle_t handle, const struct ddblas_eigen_shift *shift);
ddblasStatus_t ddblas_eigen_scale_cuda(ddblasHandle_t handle, const struct ddblas_eigen_scale *scale, int *exponent);
size_t ddblas_sytrd_scratch_cuda(void);
ddblasStatus_t ddblas_sytrd_step_cuda(ddblasHandle_t handle, const struct ddblas_sytrd_step *step);
/* The arrays of the batch are in engine memory. */
ddblasStatus_t ddblas_eigen_rotate_cuda(ddblasHandle_t handle, const struct ddblas_eigen_vectors *vectors,
                                        const struct ddblas_rotations *batch);
ddblasStatus_t ddblas_eigen_bisect_cuda(ddblasHandle_t handle, const struct ddblas_eigen_bisect *problem);
ddblasStatus_t ddblas_eigen_gather_cuda(ddblasHandle_t handle, const struct ddblas_eigen_gather *gather);
#endif

#ifdef __cplusplus
}
#endif

#endif
