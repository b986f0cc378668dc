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
    DDBLAS_DIVIDE_LEAST = 64                 /* syevd leaves smaller matrices to QL steps. Not tuned. */
};

/* The columns a and b of a merge, (x, y), become (c x + s y, c y - s x). */
struct ddblas_divide_rotation
{
    cuddreal c, s;
    int64_t a, b; /* Columns of Q. */
};

/* The rows and columns [first, first + size) of Q, of which `left` belong to Q1. Numbers of poles,
 * packed columns and columns below are relative to `first`. */
struct ddblas_divide_merge
{
    int64_t first, left, size;
    int64_t k; /* Poles that are left, at least 1. */
    /* The first `top` packed columns have no elements in the rows of Q2, and the packed columns
     * from `upper` on to k have none in the rows of Q1. */
    int64_t top, upper;
    int64_t padded; /* k, rounded up: the size of products. */
    int64_t rotation, rotations;
    double sum;       /* The sum of the squares of the weights. */
    cuddreal inverse; /* 1 / rho */
};

/* A level: all of its merges that have poles left. Matrices are n x n with leading dimension n,
 * and a merge uses the rows and columns [first, first + size) of each. The arrays are in the
 * memory of the engine; those of the passes have n elements each, in which a merge begins at its
 * `first`. */
struct ddblas_divide_level
{
    int64_t n;
    int depth, height;     /* A block of the level consists of 2^height leaves. */
    cuddreal *Q;           /* Eigenvectors of the blocks, zeros beside them. */
    cuddreal *P;           /* Packed columns of Q: those of the poles, then the deflated ones. */
    cuddreal *S;           /* Eigenvectors of D + rho z z^T in the order of the packed columns. */
    int64_t count, widest; /* Number of merges, and the largest size of one. */
    const struct ddblas_divide_merge *merge;
    const struct ddblas_divide_rotation *rotation;
    const cuddreal *pole, *weight, *square; /* d_i ascending, z_i, z_i^2. */
    const int64_t *row;                     /* The packed column of pole i. */
    const int64_t *source;                  /* The column of Q that becomes packed column j. */
    cuddreal *solved;                       /* Weights computed anew. */
    /* Eigenvalue j is pole number origin[j] plus shift[j]. */
    int64_t *origin;
    cuddreal *shift;
    cuddreal *ends; /* The element of each column that is next to the sibling of its block. */
};

enum ddblas_divide_pass
{
    DDBLAS_DIVIDE_PLACE,   /* Q = the leaves, which S has side by side in its first rows. */
    DDBLAS_DIVIDE_ENDS,    /* ends */
    DDBLAS_DIVIDE_ROTATE,  /* The rotations, one after another. */
    DDBLAS_DIVIDE_PACK,    /* P */
    DDBLAS_DIVIDE_ROOTS,   /* origin and shift */
    DDBLAS_DIVIDE_WEIGHTS, /* solved */
    DDBLAS_DIVIDE_VECTORS, /* S, with zeros up to the padded size */
    DDBLAS_DIVIDE_RETURN   /* The deflated columns of Q = those of P. */
};

/* Leaf number l begins at row l n / 2^depth. */
CUDD_FN int64_t ddblas_divide_begin(int64_t n, int depth, int64_t l) { return (int64_t)(((uint64_t)l * (uint64_t)n) >> depth); }
/* The leaf to which row j belongs. */
CUDD_FN int64_t ddblas_divide_leaf_of(int64_t n, int depth, int64_t j)
{
    return (int64_t)(((((uint64_t)j + 1) << depth) - 1) / (uint64_t)n);
}
/* The row of Q from which column j has its element of `ends`: the last one of a left block, the
 * first one of a right block. */
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
    /* In host memory: T's diagonal, and n numbers of which the first n - 1 are its subdiagonal. d
     * becomes the eigenvalues, in the order of the columns of the vectors, and e is destroyed. Both
     * are not accessed while planning. */
    cuddreal *d, *e;
    int most;     /* QL steps for an eigenvalue of a leaf. */
    void *memory; /* ddblas_divide_bytes(n) bytes in engine memory. The vectors become its first n x n elements. */
    void *host;   /* ddblas_divide_host_bytes(n) bytes. */
};

size_t ddblas_divide_bytes(int64_t n);
size_t ddblas_divide_host_bytes(int64_t n);

/* Computes the problem, or plans it. *failed becomes the number of eigenvalues of leaves that did
 * not converge, 0 as a rule; if it is not 0, the results are undefined. */
ddblasStatus_t ddblas_divide_blocks(struct ddblas_block_run *b, const struct ddblas_divide *problem, int64_t *failed);

/* ---- the host -------------------------------------------------------------------------------- */

/* The leaves of T. d becomes their eigenvalues, and e is destroyed. `vectors` has
 * DDBLAS_DIVIDE_LEAF x n elements, which become the vectors of the leaves side by side. */
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

/* Operands of a deflation; the arrays are those of the merge alone, in host memory. */
struct ddblas_divide_deflation
{
    cuddreal beta;
    double negligible; /* Elements up to this are set to 0. */
    cuddreal *d;       /* The eigenvalues of both blocks; becomes those that are deflated, in the order of packed columns. */
    cuddreal *z;       /* The ends of both blocks; destroyed. */
    cuddreal *pole, *weight, *square;
    int64_t *row, *source;
    struct ddblas_divide_rotation *rotation;
    int64_t *order;  /* Scratch of 2 size numbers. */
    cuddreal *other; /* Scratch of size numbers. */
    char *kind;      /* Scratch of size characters. */
};

/* Fills the merge, all but `rotation`, whose first, left and size are given. */
void ddblas_divide_deflate(struct ddblas_divide_merge *m, const struct ddblas_divide_deflation *f);

/* k, rounded up to a multiple of an eighth of the size: products have few different sizes, so that
 * planning knows them all. */
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
