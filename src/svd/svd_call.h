/*
 * A decomposition under way, and what is stored of it.
 */
#ifndef DDBLAS_SVD_CALL_H
#define DDBLAS_SVD_CALL_H

#include "svd.h"

/* Bytes from the beginning of the memory to the arrays, and all of them. */
struct ddblas_svd_layout
{
    size_t M, tau, C, pair, small, w, info, found, X, mix, turned, reflectors, memory, all;
};

/* A call with its memory. */
struct ddblas_svd_call
{
    struct ddblas_svd_steps s;
    const struct ddblas_gesvd_problem *p;
    int wide;            /* m < n: M is A^H. */
    int64_t rows, order; /* M's; rows >= order. */
    int left, right;     /* Whether the vectors of M are wanted. */
    int thin;            /* tsqr factors M, and Q is m x n and explicit. */
    struct ddblas_svd_layout l;
    char *memory;
    struct ddblas_svd_square q;
};

static inline void *ddblas_svd_array(const struct ddblas_svd_call *c, size_t at) { return c->memory + at; }

/* Stores the results of the call's task. 2^exponent times q.values are the singular values. `info`
 * is 0, or says why there are none. */
ddblasStatus_t ddblas_svd_store(struct ddblas_svd_call *c, int exponent, int64_t info);

#endif
