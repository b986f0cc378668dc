/*
 * Singular values and vectors of a square matrix in W by refinement of those in double.
 */
#ifndef DDBLAS_SVD_REFINE_H
#define DDBLAS_SVD_REFINE_H

#include <dd/cuddreal.h>

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Corrections of the vectors, in engine memory: P = U^T (M V - U S) and Q = V^T (M^T U - V S),
 * n x n in double, become F and G of U (I + F) and V (I + G). */
struct ddblas_svd_pairs
{
    int64_t n;
    double *P, *Q;
    const cuddreal *values;     /* S */
    const double *left, *right; /* 1 - u_j^T u_j and 1 - v_j^T v_j */
    double *measured;           /* The largest modulus of column j of F and G beside the diagonal. */
};

/* F(i, j) and G(i, j) from P(i, j) and Q(i, j): f s_j - s_i g = p and g s_j - s_i f = q. */
CUDD_FN void ddblas_svd_solve_pair(cuddreal si, cuddreal sj, double *p, double *q)
{
    const double divisor = cuddMul(cuddSub(sj, si), cuddAdd(sj, si)).x;
    const double f = (sj.x * *p + si.x * *q) / divisor, g = (si.x * *p + sj.x * *q) / divisor;
    *p = f;
    *q = g;
}

void ddblas_svd_correct_cpu(ddblasHandle_t handle, const struct ddblas_svd_pairs *pairs);
#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_svd_correct_cuda(ddblasHandle_t handle, const struct ddblas_svd_pairs *pairs);
#endif

#ifdef __cplusplus
}
#endif

#endif
