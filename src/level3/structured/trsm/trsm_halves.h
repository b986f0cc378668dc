/*
 * Double-double trsm by halves: the order of the steps, for one problem and for batches.
 *
 * op(A) = T is halved recursively. One half of the system is solved, gemm subtracts its
 * contribution from the right-hand sides of the other half, and then the other half is solved. The
 * recursion ends at small systems, which are solved by substitution.
 *
 *   LEFT, T lower    X1 = T11^-1 (alpha B1),  B2 = alpha B2 - T21 X1,  X2 = T22^-1 B2
 *   LEFT, T upper    X2 = T22^-1 (alpha B2),  B1 = alpha B1 - T12 X2,  X1 = T11^-1 B1
 *   RIGHT, T upper   X1 = (alpha B1) T11^-1,  B2 = alpha B2 - X1 T12,  X2 = B2 T22^-1
 *   RIGHT, T lower   X2 = (alpha B2) T22^-1,  B1 = alpha B1 - X2 T21,  X1 = B1 T11^-1
 */
#ifndef DDBLAS_LEVEL3_TRSM_HALVES_H
#define DDBLAS_LEVEL3_TRSM_HALVES_H

#include "level3/gemm/gemm.h"
#include "level3/structured/triangular.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A subproblem: the rows (LEFT) or columns (RIGHT) [at, at + order) of B, and the diagonal block of
 * A that belongs to them. */
struct ddblas_trsm_piece
{
    int64_t at, order;
    /* The factor of this subproblem's right-hand sides: alpha of the whole problem or, if B has
     * already been multiplied by alpha, 1. */
    const void *alpha;
};

/* A product that subtracts solved vectors: C(to) = alpha C(to) - P, where P is the product of an
 * off-diagonal block of T and C(from). `problem` has sizes, operations, leading dimensions and
 * beta; its pointers alpha, A, B and C are null. */
struct ddblas_trsm_product
{
    struct ddblas_gemm_problem problem;
    int block_is_left; /* 1: the block of T is the left factor; 0: it is the right factor. */
    /* Indices of first elements: block is that of the off-diagonal block in A; from and to are
     * those of the two pieces in C. */
    int64_t block, from, to;
};

/* The functions that solve the small systems of a piece and compute a product. `run` is passed on
 * to both. */
struct ddblas_trsm_steps
{
    ddblasStatus_t (*solve)(void *run, const struct ddblas_triangular_problem *problem, struct ddblas_trsm_piece piece);
    ddblasStatus_t (*subtract)(void *run, const struct ddblas_triangular_problem *problem,
                               const struct ddblas_trsm_product *product);
    void *run;
    int64_t system;    /* The largest order of a system. */
    const void *carry; /* The factor 1, as the pointer mode says. */
};

/* Takes all steps for a piece of the problem, in order. Stops at the first failure. */
ddblasStatus_t ddblas_trsm_by_halves(const struct ddblas_trsm_steps *steps, const struct ddblas_triangular_problem *problem,
                                     struct ddblas_trsm_piece piece);

#ifdef __cplusplus
}
#endif

#endif
