/*
 * Prepared operands of gemm inside the library: the object, the checks, and its use by a product.
 */
#ifndef DDBLAS_LEVEL3_GEMM_OPERAND_H
#define DDBLAS_LEVEL3_GEMM_OPERAND_H

#include "level3/gemm/residue/gemm_residue_prepared.h"

struct ddblasGemmOperand
{
    ddblasGemmOperand_t next; /* The next live operand of the handle. */
    const struct ddblas_backend *backend;
    void *own_memory; /* Memory that the library has allocated for the operand, or null. */
    ddblasSideMode_t side;
    /* The numbers of rows of op(A), or columns of op(B), and of terms. On the CUDA engine also the
     * memory of the residues. */
    struct gemm_residue_prepared residues;
    int is_prepared;
    /* The matrix that has been prepared. */
    ddblasOperation_t op;
    const cuddreal *X;
    int64_t ldx;
};

/* Checks the prepared operand of op(A) (side 0) or op(B) (side 1), or null, which is argument
 * number `position` and called `name`: the handle must own it, and it must have that side and k
 * terms. Does not follow the pointer of an operand that the handle does not own. */
ddblasStatus_t ddblas_gemm_check_owned(ddblasHandle_t handle, int position, int side, ddblasGemmOperand_t operand, int64_t k);

/* Checks the prepared operand of one side of a problem completely; null is allowed. A and B have
 * been checked. */
ddblasStatus_t ddblas_gemm_check_operand(ddblasHandle_t handle, int position, const struct ddblas_gemm_problem *problem,
                                         int side);

/* Returns the row of op(A) (side 0), or the column of op(B) (side 1), of the prepared operand at
 * which the problem's A or B points; -1 if it points at none, or if the problem needs rows or
 * columns after the last one. */
int64_t ddblas_gemm_operand_line(const struct ddblas_gemm_problem *problem, int side);

#endif
