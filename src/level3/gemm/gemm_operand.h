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
    /* Lines and terms of the operand. On the CUDA engine also the memory of its residues. */
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

/* Checks all of a problem's prepared operand, or null. A and B must be right. */
ddblasStatus_t ddblas_gemm_check_operand(ddblasHandle_t handle, int position, const struct ddblas_gemm_problem *problem,
                                         int side);

/* Returns the line of the prepared operand to which A (side 0) or B (side 1) leads, or -1 if it
 * leads to none or if the problem needs lines after the last one. */
int64_t ddblas_gemm_operand_line(const struct ddblas_gemm_problem *problem, int side);

#endif
