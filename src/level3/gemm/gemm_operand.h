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
    /* Memory that the library has allocated for the operand. Null if the caller has provided the
     * memory. */
    void *own_memory;
    ddblasSideMode_t side;
    /* Number of rows of op(A), or of columns of op(B), and number of terms. On the CUDA engine also
     * the memory of the residues. */
    struct gemm_residue_prepared residues;
    int is_prepared;
    /* The matrix from which the operand was prepared, and its parameters. */
    ddblasOperation_t op;
    const cuddreal *X;
    int64_t ldx;
};

/* Checks a prepared operand for op(A) (side 0) or op(B) (side 1); null is allowed. The operand is
 * argument number `position` with the name `name`. The handle must own it, and the operand must
 * belong to this side and have k terms. If the handle does not own it, the pointer is not
 * followed. */
ddblasStatus_t ddblas_gemm_check_owned(ddblasHandle_t handle, int position, int side, ddblasGemmOperand_t operand, int64_t k);

/* Makes all checks of the prepared operand for one side of a problem; null is allowed. A and B have
 * been checked before. */
ddblasStatus_t ddblas_gemm_check_operand(ddblasHandle_t handle, int position, const struct ddblas_gemm_problem *problem,
                                         int side);

/* Returns the number of the row of op(A) (side 0), or of the column of op(B) (side 1), within the
 * prepared operand, at which the problem's A or B points. Returns -1 if it points at no row or
 * column of the operand, or if the problem needs rows or columns beyond the operand's last one. */
int64_t ddblas_gemm_operand_line(const struct ddblas_gemm_problem *problem, int side);

#endif
