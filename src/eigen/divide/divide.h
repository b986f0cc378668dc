/*
 * Eigenvalues and eigenvectors of a real symmetric tridiagonal matrix T in W by divide and conquer:
 * J. J. M. Cuppen, A divide and conquer method for the symmetric tridiagonal eigenproblem, Numer.
 * Math. 36, 1981; M. Gu and S. C. Eisenstat, A divide-and-conquer algorithm for the symmetric
 * tridiagonal eigenproblem, SIAM J. Matrix Anal. Appl. 16, 1995.
 *
 * T is cut into 2^depth leaves of at most DDBLAS_DIVIDE_LEAF rows, which QL steps solve on the
 * host. A merge joins two neighbouring blocks with the eigenvectors Q1 and Q2 and the subdiagonal
 * element beta between them:
 *
 *   diag(Q1, Q2)^T T diag(Q1, Q2) = D + rho z z^T,  rho = 2 |beta|
 *   z = (last row of Q1, sign(beta) first row of Q2) / sqrt(2)
 *
 * Deflation (divide_deflate.c) leaves k poles d_i of D with weights z_i. The eigenvalues are the
 * roots of the secular equation (secular.h), the weights are computed anew from the roots, and the
 * eigenvectors of D + rho z z^T are multiplied by Q1 and Q2. All merges of a level are done
 * together: the host deflates, and a pass on the engine serves all of them.
 */
#ifndef DDBLAS_EIGEN_DIVIDE_H
#define DDBLAS_EIGEN_DIVIDE_H

#include "eigen/eigen.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_DIVIDE_LEAF = DDBLAS_ROTATE_ROWS, /* Most rows of a leaf: one unit of the rotations. */
    DDBLAS_DIVIDE_LEAST = 64                 /* For smaller matrices syevd uses QL steps. Not tuned. */
};

/* A rotation: replaces the columns a and b of a merge, (x, y), by (c x + s y, c y - s x). */
struct ddblas_divide_rotation
{
    cuddreal c, s;
    int64_t a, b; /* Columns of Q. */
};

/* A merge. It uses the rows and columns [first, first + size) of Q, of which `left` belong to Q1.
 * Indices of poles, packed columns and columns are relative to `first`. */
struct ddblas_divide_merge
{
    int64_t first, left, size;
    int64_t k; /* Number of poles after deflation, at least 1. */
    /* The first `top` packed columns have no elements in the rows of Q2, and the packed columns
     * from `upper` on to k have none in the rows of Q1. */
    int64_t top, upper;
    int64_t padded; /* k, rounded up: the size of products. */
    int64_t rotation, rotations;
    double sum;       /* The sum of the squares of the weights. */
    cuddreal inverse; /* 1 / rho */
};

/* One level of the tree: its merges that have poles after deflation. Matrices are n x n with
 * leading dimension n, and a merge uses the rows and columns [first, first + size) of each. All
 * arrays are in engine memory. The arrays of the passes have n elements each; a merge uses those
 * from its `first` on. */
struct ddblas_divide_level
{
    int64_t n;
    int depth, height;     /* A block of the level consists of 2^height leaves. */
    cuddreal *Q;           /* Block diagonal: the eigenvectors of the blocks. */
    cuddreal *P;           /* Packed columns of Q: those of the poles, then the deflated ones. */
    cuddreal *S;           /* Eigenvectors of D + rho z z^T in the order of the packed columns. */
    int64_t count, widest; /* Number of merges, and the largest size of one. */
    const struct ddblas_divide_merge *merge;
    const struct ddblas_divide_rotation *rotation;
    const cuddreal *pole, *weight, *square; /* d_i ascending, z_i, z_i^2. */
    const int64_t *row;                     /* The packed column of pole i. */
    const int64_t *source;                  /* The column of Q that becomes packed column j. */
    cuddreal *solved;                       /* The weights recomputed from the roots. */
    /* Eigenvalue j is pole number origin[j] plus shift[j]. */
    int64_t *origin;
    cuddreal *shift;
    cuddreal *ends; /* The element of each column that is next to the sibling of its block. */
};

enum ddblas_divide_pass
{
    DDBLAS_DIVIDE_PLACE,   /* Copies the vectors of the leaves from S, where they are side by side, to Q. */
    DDBLAS_DIVIDE_ENDS,    /* Computes `ends`. */
    DDBLAS_DIVIDE_ROTATE,  /* Applies the rotations, one after another. */
    DDBLAS_DIVIDE_PACK,    /* Packs columns of Q into P. */
    DDBLAS_DIVIDE_ROOTS,   /* Computes `origin` and `shift`. */
    DDBLAS_DIVIDE_WEIGHTS, /* Computes `solved`. */
    DDBLAS_DIVIDE_VECTORS, /* Computes S, with zeros up to the padded size. */
    DDBLAS_DIVIDE_RETURN   /* Copies the deflated columns of P back to Q. */
};

/* Leaf number l begins at row l n / 2^depth. */
CUDD_FN int64_t ddblas_divide_begin(int64_t n, int depth, int64_t l) { return (int64_t)(((uint64_t)l * (uint64_t)n) >> depth); }
/* Returns the leaf to which row j belongs. */
CUDD_FN int64_t ddblas_divide_leaf_of(int64_t n, int depth, int64_t j)
{
    return (int64_t)(((((uint64_t)j + 1) << depth) - 1) / (uint64_t)n);
}
/* Returns the row of Q whose element in column j goes to `ends`: the last row of a left block, the
 * first row of a right block. */
CUDD_FN int64_t ddblas_divide_end_of(int64_t n, int depth, int height, int64_t j)
{
    const int64_t block = ddblas_divide_leaf_of(n, depth, j) >> height;
    return block % 2 == 0 ? ddblas_divide_begin(n, depth, (block + 1) << height) - 1
                          : ddblas_divide_begin(n, depth, block << height);
}

/* A problem, n >= DDBLAS_DIVIDE_LEAF. */
struct ddblas_divide
{
    int64_t n;
    /* d: the diagonal of T; on return the eigenvalues, in the order of the vectors. e: n numbers,
     * of which the first n - 1 are the subdiagonal; destroyed. Both are in host memory and are not
     * accessed while planning. */
    cuddreal *d, *e;
    int most;     /* Largest number of QL steps for an eigenvalue of a leaf. */
    void *memory; /* ddblas_divide_bytes(n) bytes on the engine; the first n x n elements are the vectors. */
    void *host;   /* ddblas_divide_host_bytes(n) bytes. */
};

size_t ddblas_divide_bytes(int64_t n);
size_t ddblas_divide_host_bytes(int64_t n);

/* Computes the problem, or plans it. Sets *failed to the number of eigenvalues of leaves that did
 * not converge, which is normally 0; otherwise the results are undefined. */
ddblasStatus_t ddblas_divide_blocks(struct ddblas_block_run *b, const struct ddblas_divide *problem, int64_t *failed);

/* ---- the host -------------------------------------------------------------------------------- */

/* The eigenproblems of the leaves of T. d is replaced by their eigenvalues, and e is destroyed. The
 * vectors of the leaves are stored side by side in the DDBLAS_DIVIDE_LEAF x n elements of
 * `vectors`. */
struct ddblas_divide_leaves
{
    int64_t n;
    int depth, most;
    cuddreal *d, *e;
    cuddreal *vectors;
    void *memory; /* ddblas_divide_leaves_bytes(n) bytes. */
};

size_t ddblas_divide_leaves_bytes(int64_t n);
void ddblas_divide_leaves(ddblasHandle_t handle, const struct ddblas_divide_leaves *p, int64_t *failed);

/* Operands of a deflation. The arrays belong to one merge and are in host memory. */
struct ddblas_divide_deflation
{
    cuddreal beta;
    double negligible; /* Elements up to this are set to 0. */
    cuddreal *d;       /* The eigenvalues of both blocks; on return the deflated ones, packed. */
    cuddreal *z;       /* `ends` of both blocks; destroyed. */
    cuddreal *pole, *weight, *square;
    int64_t *row, *source;
    struct ddblas_divide_rotation *rotation;
    int64_t *order;  /* Scratch of 2 size numbers. */
    cuddreal *other; /* Scratch of size numbers. */
    char *kind;      /* Scratch of size characters. */
};

/* Fills the members of the merge except `rotation`; first, left and size are given. */
void ddblas_divide_deflate(struct ddblas_divide_merge *m, const struct ddblas_divide_deflation *f);

/* Returns k, rounded up to a multiple of an eighth of the size. Products thus have few different
 * sizes, all of which planning goes through. */
int64_t ddblas_divide_padded(int64_t size, int64_t k);

/* ---- the engines ----------------------------------------------------------------------------- */

void ddblas_divide_pass_cpu(ddblasHandle_t handle, enum ddblas_divide_pass pass, const struct ddblas_divide_level *l);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_divide_pass_cuda(ddblasHandle_t handle, enum ddblas_divide_pass pass,
                                       const struct ddblas_divide_level *level);
#endif

#ifdef __cplusplus
}
#endif

#endif
