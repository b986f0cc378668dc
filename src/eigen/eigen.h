/*
 * Eigenvalues of symmetric and Hermitian matrices inside the library. A routine is a function over
 * the operations of block_operations.h, the blocks of reflectors of factor/qr, and the operations
 * of this room below, which each engine provides.
 */
#ifndef DDBLAS_EIGEN_H
#define DDBLAS_EIGEN_H

#include <dd/eigen.h>

#include "core/sizes.h"
#include "factor/qr/qr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes room for an array of `count` elements of `size` bytes behind *end bytes of memory, and
 * returns where it begins. Arrays are aligned to 256 bytes. An *end that no memory has stays so. */
static inline size_t ddblas_eigen_place(size_t *end, double count, size_t size)
{
    const size_t largest = PTRDIFF_MAX / 16, at = *end; /* No allocation of so many bytes succeeds. */
    const size_t bytes = count * (double)size < (double)largest ? round_up_bytes((size_t)count * size, 256) : largest;
    *end = *end + bytes < largest ? *end + bytes : largest;
    return at;
}

/* y = alpha op(A) x + beta y with A of m x n and leading dimension lda, on the CPU engine; x and y
 * are contiguous. */
ddblasStatus_t ddblas_eigen_multiply(struct ddblas_block_run *blocks, ddblasOperation_t trans, int64_t m, int64_t n,
                                     const void *alpha, const void *A, int64_t lda, const void *x, const void *beta, void *y);

/* Which eigenvalues are asked for. */
struct ddblas_eigen_range
{
    ddblasEigRange_t kind;
    cuddreal low, high; /* (low, high], with RANGE_V. */
    int64_t il, iu;     /* With RANGE_I. */
};

/* The problem A = V diag(w) V^H. If no vectors are wanted, A is only read. */
struct ddblas_syevd_problem
{
    ddblasType_t type;
    int vectors;
    ddblasFillMode_t uplo;
    int64_t n;
    void *A;
    int64_t lda;
    void *w; /* This and info are in engine memory. */
    int64_t *info;
    /* Bytes of workspace for eigenvectors in double, which are refined first; 0: the direct route
     * is taken at once. In S, D, C and Z bytes that LAPACK or cuSOLVER takes. */
    size_t room;
    void *host;                             /* ddblas_syevd_host_bytes bytes of host memory, or null: the call allocates them. */
    const struct ddblas_eigen_range *range; /* Null: all eigenvalues. */
    /* With a range, in host memory: becomes the number of eigenvalues if they have been computed
     * alone, and -1 if all have been, among them those of the range. */
    int64_t *found;
};

/* Checks argument number `position`. */
ddblasStatus_t ddblas_check_eig_mode(ddblasHandle_t handle, int position, ddblasEigMode_t jobz);
/* Refuses orders that are too large for the type. */
ddblasStatus_t ddblas_check_eig_order(ddblasHandle_t handle, ddblasType_t type, int64_t n);
/* Returns 1 if m of the n eigenvalues, and their vectors, are computed alone once A has been
 * reduced. Without vectors the bound on the CPU engine weighs about 110 halvings of n steps a value
 * against two QL steps a value, of up to n rotations each, which one thread computes; it has not
 * been measured. Vectors by inverse iteration and their products with Q take about 4 m^2 n + 2 n^2
 * m operations, divide and conquer and its products 4/3 n^3 and 2 n^3. */
static inline int ddblas_syevd_takes_part(int cuda, int vectors, int64_t n, int64_t m)
{
    return vectors ? m <= n / 2 : cuda || m <= n / 8;
}

/* Chooses how the vectors are computed, and sets the problem's `room`. */
ddblasStatus_t ddblas_syevd_choose(ddblasHandle_t handle, struct ddblas_syevd_problem *problem);
/* Returns the bytes of host memory that the problem takes; `room` is set. */
size_t ddblas_syevd_host_bytes(const struct ddblas_syevd_problem *problem);
/* Stores M = 2^-exponent A, all n x n elements; *exponent is that of struct ddblas_eigen_scale.
 * `found` is scratch memory for one int on the engine. */
ddblasStatus_t ddblas_syevd_scale(struct ddblas_block_run *blocks, const struct ddblas_syevd_problem *problem, void *M,
                                  int *found, int *exponent);
/* Creates the handles of other libraries that a call needs. */
ddblasStatus_t ddblas_syevd_prepare(const struct ddblas_block_run *blocks, const struct ddblas_syevd_problem *problem);
/* Chooses as above and computes the problem, n >= 1. */
ddblasStatus_t ddblas_syevd_run(ddblasHandle_t handle, struct ddblas_syevd_problem *problem);
/* Computes the problem, n >= 1, with `room` set. */
ddblasStatus_t ddblas_syevd_blocks(struct ddblas_block_run *blocks, const void *problem);

/* ---- reduction to tridiagonal form (sytrd_blocks.c) ------------------------------------------ */

/*
 * A = Q T Q^H, Q = H_1 ... H_(n-1). Only the lower triangle of M is used. On return the vectors of
 * the reflectors are below its subdiagonal: v_j consists of j + 1 zeros, a one, and the elements
 * below the subdiagonal in column j, j = 0, 1, ...
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

/* Returns the bytes of P, Q, `row` and `scratch`. */
size_t ddblas_sytrd_bytes(const struct ddblas_block_run *blocks, int64_t n);
/* Lays these four out in memory of so many bytes. */
void ddblas_sytrd_lay_out(const struct ddblas_block_run *blocks, struct ddblas_sytrd *sytrd, void *memory);
ddblasStatus_t ddblas_sytrd_blocks(struct ddblas_block_run *blocks, const struct ddblas_sytrd *sytrd);

/* ---- the tridiagonal problem (tridiagonal_ql.c) ---------------------------------------------- */

/* A rotation of two neighbouring columns: replaces (x, y) by (c x - s y, s x + c y). */
struct ddblas_rotation
{
    double c[2], s[2]; /* Each as its high and low part. */
};

/* A sweep of rotations: rotation k, 0 <= k < count, is rotations[first + k] and acts on the columns
 * top - k and top - k + 1. */
struct ddblas_sweep
{
    int64_t first, count, top;
};

/* A batch of sweeps, which are applied in this order. */
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
 * host memory, whose elements are at most about 1, and stores them in d, unsorted. Passes the
 * rotations to `rotate` unless batch is null. Sets *failed to the number of eigenvalues that did
 * not converge within `most` steps each, which is normally 0. */
ddblasStatus_t ddblas_tridiagonal_ql(int64_t n, cuddreal *d, cuddreal *e, int most, struct ddblas_rotations *batch,
                                     ddblas_rotate rotate, void *context, int64_t *failed);

/* The plane of a rotation: r = sqrt(f^2 + g^2), s = f / r, c = g / r, r > 0. Squares lose no
 * digits. */
struct ddblas_plane
{
    cuddreal r, s, c;
};
struct ddblas_plane ddblas_plane(cuddreal f, cuddreal g);

/* Returns the infinity norm of the tridiagonal matrix, an upper bound of its 2-norm. */
double ddblas_tridiagonal_norm(int64_t n, const cuddreal *d, const cuddreal *e);

/* Multiplies T, of order n >= 1 in host memory, by 2^-*exponent, so that its largest component is
 * in [1/2, 1), and sets e[n - 1] to 0. Returns 0 if T is not finite. */
int ddblas_tridiagonal_scale(int64_t n, cuddreal *d, cuddreal *e, int *exponent);

/* The numbers [*first, *first + *count) of the eigenvalues in a range, of T and the squares of its
 * subdiagonal, which have been scaled by 2^-exponent, in host memory. */
void ddblas_tridiagonal_choose(int64_t n, const cuddreal *d, const cuddreal *squares, const struct ddblas_eigen_range *range,
                               int exponent, int64_t *first, int64_t *count);

/* The eigenvalues number first to first + count - 1 of a scaled T by bisection, ascending. */
struct ddblas_tridiagonal_values
{
    int64_t n, first, count;
    const cuddreal *d, *e, *squares; /* In host memory. */
    void *memory;                    /* Engine memory for 2 (n + count) numbers of W. */
    cuddreal *values;                /* In host memory; may be d. */
    const char *name;                /* The routine, for messages. */
};
ddblasStatus_t ddblas_tridiagonal_bisect(const struct ddblas_block_run *blocks, const struct ddblas_tridiagonal_values *values);

/* Sets order[k] to the index of the k-th smallest value. order has room for 2 n numbers. */
void ddblas_ascending(int64_t n, const cuddreal *values, int64_t *order);

/* ---- the tridiagonal problem over blocks (tridiagonal_blocks.c) ------------------------------ */

/* A tridiagonal eigenproblem: T of order n >= 1, whose elements are at most about 1, and memory.
 * The eigenvectors are real; they are converted to the type of the run when they are gathered. */
struct ddblas_tridiagonal
{
    int vectors;
    int divides; /* 1: vectors by divide and conquer, for n >= 32; 0: by rotations. */
    int64_t n;
    /* T's diagonal and subdiagonal, n and n - 1 numbers in engine memory; e has room for n numbers
     * and is destroyed. */
    void *d, *e;
    void *memory;     /* ddblas_tridiagonal_bytes bytes in engine memory. */
    void *host;       /* ddblas_tridiagonal_host_bytes bytes. */
    const char *name; /* Name of the routine for error messages. */
};

/* Return bytes of memory; they read `vectors`, `divides` and `n` of the problem. */
size_t ddblas_tridiagonal_bytes(const struct ddblas_tridiagonal *t);
size_t ddblas_tridiagonal_host_bytes(const struct ddblas_tridiagonal *t);
/* Computes the eigenvalues, in ascending order in host memory, and the vectors in `memory`. Sets
 * *failed to the number of eigenvalues that did not converge; if it is not 0, the results are
 * undefined. */
ddblasStatus_t ddblas_tridiagonal_blocks(struct ddblas_block_run *b, const struct ddblas_tridiagonal *t, cuddreal *values,
                                         int64_t *failed);
/* out = the vectors in the order of the eigenvalues, n x n elements; not while planning. */
ddblasStatus_t ddblas_tridiagonal_gather(struct ddblas_block_run *b, const struct ddblas_tridiagonal *t, void *out, int64_t ldo);

/* ---- the engines ----------------------------------------------------------------------------- */

/* Threads share out the rows of Z in units of this size. The leading dimension of Z is large enough
 * for whole units. */
enum
{
    DDBLAS_ROTATE_ROWS = 32,
    DDBLAS_EIGEN_NOT_FINITE = 1 << 20 /* Reported as the exponent of a matrix with Inf or NaN. */
};

/* Multiplies a dense n x n matrix of any type by 2^-e, where e is the exponent of its largest
 * component, or 0 if all are 0. Sets *exponent, in host memory, to e or to DDBLAS_EIGEN_NOT_FINITE.
 * `found` is scratch memory for one int on the engine. */
struct ddblas_eigen_scale
{
    ddblasType_t type;
    int64_t elements;
    void *M;
    int *found;
};

/* Column j of the reduction and i of its panel; see sytrd_blocks.c. */
struct ddblas_sytrd_column
{
    const struct ddblas_sytrd *sytrd;
    int64_t i, j;
};

/* A step of the reduction on the CUDA engine, which begins at row and column `top`. `finish`:
 * computes w of column top - 1, which is column i of its panel, from p in P. `reflect`: updates
 * column `top`, computes its reflector, and stores v as the next column of P and of Q. The first
 * step of a panel does not finish and has i = 0. */
struct ddblas_sytrd_step
{
    const struct ddblas_sytrd *sytrd;
    int64_t i, top;
    int finish, reflect;
};

/* The matrix Z in W, with leading dimension ldz, whose columns a batch rotates. */
struct ddblas_eigen_vectors
{
    int64_t n;
    void *Z;
    int64_t ldz;
};

/* A bisection for the eigenvalues first ... first + count - 1 of a tridiagonal matrix, given by its
 * diagonal d and the squares of its subdiagonal. Its eigenvalues have moduli of at most `bound`,
 * which is at most about 1. The arrays are in W and in engine memory. `values` has room for 2 count
 * numbers; the first `count` are the result, ascending up to rounding errors. */
struct ddblas_eigen_bisect
{
    int64_t n, first, count;
    const void *d, *squares;
    double bound;
    void *values;
};

/* out(:, j) = Z(:, order[j]) for n columns, numbers of W converted to the type of `out`; `order` is
 * in engine memory. */
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
/* Sorts the eigenvalues of bisection by raising each to at least the one before it. Only rounding
 * errors can have brought neighbours out of order, so the error bound still holds for each. */
void ddblas_eigen_ascend(int64_t n, cuddreal *values);
/* Returns the number of eigenvalues that are at most x, by sturm.h. All arrays are in host memory.
 * */
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
