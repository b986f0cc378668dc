/*
 * Singular values and vectors of a square matrix in W or U by refinement of those in double. The
 * run is in refine.c, its operations in refine_steps.c, its beginning in refine_start.c. Clusters
 * of singular values are in refine_clusters.c. The corrections of vectors are in pairs_cpu.c and
 * pairs_cuda.cu, one for each engine.
 */
#ifndef DDBLAS_SVD_REFINE_H
#define DDBLAS_SVD_REFINE_H

#include <dd/cuddreal.h>

#include "eigen/refined/refined.h"
#include "svd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- corrections of vectors ------------------------------------------------------------------ */

/* Corrections of the vectors, in engine memory: P = U^H (M V - U S) and Q = V^H (M^H U - V S),
 * n x n in double or in Z, become F and G of U (I + F) and V (I + G). Columns of one cluster do not
 * correct each other. */
struct ddblas_svd_pairs
{
    int64_t n;
    int parts; /* Doubles of an element: 2 in Z. */
    double *P, *Q;
    const cuddreal *values;                      /* S */
    const struct ddblas_refined_member *members; /* The cluster of each column. */
    const double *left, *right;                  /* 1 - u_j^H u_j and 1 - v_j^H v_j */
    double *measured;                            /* The largest |f| + |g| of column j beside the diagonal. */
};

/* F(i, j) and G(i, j) from P(i, j) and Q(i, j): f s_j - s_i g = p and g s_j - s_i f = q. In Z these
 * are equations of the real parts and of the imaginary parts. */
CUDD_FN void ddblas_svd_solve_pair(cuddreal si, cuddreal sj, double *p, double *q)
{
    const double divisor = cuddMul(cuddSub(sj, si), cuddAdd(sj, si)).x;
    const double f = (sj.x * *p + si.x * *q) / divisor, g = (si.x * *p + sj.x * *q) / divisor;
    *p = f;
    *q = g;
}

/* F(j, j) and G(j, j): real parts make the columns of norm 1, and imaginary parts make u_j^H M v_j
 * real, which rotations of clusters do for their columns. */
CUDD_FN void ddblas_svd_correct_diagonal(const struct ddblas_svd_pairs *c, int64_t j)
{
    double *p = c->P + c->parts * (j + j * c->n), *q = c->Q + c->parts * (j + j * c->n);
    p[0] = 0.5 * c->left[j];
    q[0] = 0.5 * c->right[j];
    if (c->parts == 1)
        return;
    p[1] = c->members[j].at < 0 ? 0.5 * p[1] / c->values[j].x : 0.0;
    q[1] = c->members[j].at < 0 ? 0.5 * q[1] / c->values[j].x : 0.0;
}

/* Element (i, j), i != j. Returns |f| + |g|. */
CUDD_FN double ddblas_svd_correct_element(const struct ddblas_svd_pairs *c, int64_t i, int64_t j)
{
    double *p = c->P + c->parts * (i + j * c->n), *q = c->Q + c->parts * (i + j * c->n), squares[2] = {0.0, 0.0};
    const int apart = c->members[i].first != c->members[j].first;
    for (int k = 0; k < c->parts; k++)
    {
        if (apart)
            ddblas_svd_solve_pair(c->values[i], c->values[j], p + k, q + k);
        else
            p[k] = q[k] = 0.0;
        squares[0] += p[k] * p[k];
        squares[1] += q[k] * q[k];
    }
    return sqrt(squares[0]) + sqrt(squares[1]);
}

void ddblas_svd_correct_cpu(ddblasHandle_t handle, const struct ddblas_svd_pairs *pairs);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_svd_correct_cuda(ddblasHandle_t handle, const struct ddblas_svd_pairs *pairs);
#endif

/* ---- a refinement under way ------------------------------------------------------------------ */

enum
{
    DDBLAS_SVD_CLUSTER = DDBLAS_SVD_JACOBI /* Most columns of a cluster. */
};

/* The arrays of a call: those of eigen/refined for U and for V, which share all but the vectors,
 * `values` and `defect`. */
struct ddblas_svd_refinement
{
    struct ddblas_block_run *blocks;
    const struct ddblas_svd_square *q;
    struct ddblas_refined u, v;
    void *Q;          /* n x n in double, or in Z */
    double scale;     /* The norm of C's largest column. */
    double *measured; /* In host memory: room for n elements of the type. */
    /* In host memory: n numbers; and room for two square matrices of DDBLAS_SVD_CLUSTER columns and
     * that many values. */
    struct ddblas_refined_member *members;
    char *small;
    int clustered; /* Whether there is a cluster that is to be rotated. */
};

/* These are in refine_steps.c. */
ddblasStatus_t ddblas_svd_refine_pass(const struct ddblas_svd_refinement *c, enum ddblas_refined_pass which,
                                      const struct ddblas_refined *r);
ddblasStatus_t ddblas_svd_refine_fetch(const struct ddblas_svd_refinement *c, void *host, const void *engine, size_t bytes);
ddblasStatus_t ddblas_svd_refine_send(const struct ddblas_svd_refinement *c, void *engine, const void *host, size_t bytes);
/* The largest of n numbers in engine memory, NaN if there is one. c->measured gets them. */
ddblasStatus_t ddblas_svd_fetch_largest(const struct ddblas_svd_refinement *c, const double *numbers, double *largest);
/* T = C X, or C^H X. */
ddblasStatus_t ddblas_svd_times_c(const struct ddblas_svd_refinement *c, int adjoint, const void *X);
/* The type D or Z. */
ddblasType_t ddblas_svd_narrow_type(const struct ddblas_svd_refinement *c);

/* ---- the beginning (refine_start.c) ---------------------------------------------------------- */

/* U and V in double, and T = C V: V has the eigenvectors of C^H C, and U the columns of C V, of
 * norm 1. *good becomes 0 if that is not possible. */
ddblasStatus_t ddblas_svd_start_by_gram(struct ddblas_svd_refinement *c, int *good);
/* The same by gesvd in double. */
ddblasStatus_t ddblas_svd_start_by_gesvd(struct ddblas_svd_refinement *c, int *good);
/* *bytes becomes the room of the second one; 0 if it is not possible. */
ddblasStatus_t ddblas_svd_start_room(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes);

/* ---- clusters (refine_clusters.c) ------------------------------------------------------------ */

/* Every column is a cluster of its own. */
ddblasStatus_t ddblas_svd_no_clusters(struct ddblas_svd_refinement *c);
/* Finds the clusters of the values in host memory: chains of neighbours that do not descend by more
 * than `gap`. Those that are to be rotated have `at` 0: more than one column, and in U a last value
 * of at most `gap`. *good becomes 0 if one has too many columns. */
ddblasStatus_t ddblas_svd_find_clusters(struct ddblas_svd_refinement *c, double gap, int *good);
/* From T = C V and orthonormal columns: diagonalises C between the columns of U and V of each
 * cluster. *good becomes 0 if that is not possible. */
ddblasStatus_t ddblas_svd_rotate_clusters(const struct ddblas_svd_refinement *c, int *good);
/* Places `members` and `small` in host memory of ddblas_svd_cluster_bytes, aligned to 32 bytes. */
void ddblas_svd_place_clusters(struct ddblas_svd_refinement *c, void *host);
/* Bytes of host memory for `members` and `small`. */
size_t ddblas_svd_cluster_bytes(ddblasType_t type, int64_t n);

#ifdef __cplusplus
}
#endif

#endif
