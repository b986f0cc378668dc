/*
 * The plan of the residue route of double-double gemm: the blocks into which the product is cut so
 * that it fits a memory budget. A line is a row of op(A) or a column of op(B); its elements are its
 * terms. Plain C, tested without a GPU.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_PLAN_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "gemm_residue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    /* A block's lines are rounded up to a multiple of this (ddblas_gemm_residue_padded). */
    GEMM_PAD_LINES = 32,
    /* A block's terms are rounded up to a multiple of this. The INT8 kernels of cuBLAS need 16. */
    GEMM_PAD_TERMS = 64,
    /* Bytes from one line of prepared residues to the next are a multiple of this, and chunks of
     * terms begin at multiples of it. cublasLt then gets pointers that are aligned to 256 bytes,
     * whatever line comes first. The factor 2 is for the guard's lines, which may have half as many
     * bytes. */
    GEMM_PREPARED_TERMS = 512,
    /* Largest number of rows and of columns of a block of C that is multiplied and reconstructed at
     * once. */
    GEMM_PRODUCT_EDGE = 4096,
    /* The same limit if the products are stored as residues in bytes. Bytes take a quarter of the
     * memory of INT32. Large blocks mean few launches, and that pays because some multiprocessors
     * have no work at the end of each launch. */
    GEMM_FUSED_EDGE = 16384
};

/* Blocks of the residue route. The bits of C do not depend on the sizes of the blocks, because all
 * numbers that pass between blocks are exact. */
struct gemm_residue_plan
{
    /* Parameters of the first slice; later slices may have fewer terms. */
    struct gemm_residue_form form;
    int64_t slice; /* Terms of one exact product. */
    /* Number of rows of op(A) and number of columns of op(B) that are converted to residues at
     * once. */
    int64_t lines_a, lines_b;
    /* Number of rows and of columns of C that are multiplied at once: rows <= lines_a, columns <=
     * lines_b. */
    int64_t rows, columns;
    /* Number of terms that are converted at once. If it is less than `slice`, then rows = lines_a
     * and columns = lines_b. */
    int64_t terms;
    /* 1: the kernels of gemm_residue_fused.h form the products and store residues in bytes; then
     * terms = slice. 0: cublasLt forms INT32 products. */
    int32_t fused;
    /* Sides whose residues are prepared: bit 0 for op(A), bit 1 for op(B). The workspace has no
     * room for these residues, because they are elsewhere. */
    int32_t prepared;
    size_t product_workspace; /* Bytes for cuBLAS. */
    size_t workspace;         /* Bytes in all. */
};

/* Offsets of the arrays in the workspace, in bytes. */
struct gemm_residue_layout
{
    /* Index 0 is op(A), index 1 op(B). In memory the keys follow the tops and the sums `uppers`
     * follow the keys without a gap. The arrays of a prepared side have 0 bytes. */
    size_t tops[2], keys[2], uppers[2], residue[2];
    size_t products, mask, any, one, product_workspace, end;
};

/* Returns `lines` rounded up to the multiple that the products of the plan require. */
int64_t ddblas_gemm_residue_padded(const struct gemm_residue_plan *plan, int64_t lines);

/* Returns the offsets of a plan's arrays. */
struct gemm_residue_layout ddblas_gemm_residue_layout_of(const struct gemm_residue_plan *plan);

/* Makes the plan with the largest blocks whose workspace is at most `budget` bytes. Returns 0 if
 * even the smallest plan does not fit. triangle: only one triangle of C is computed. fused: the
 * device has the kernels of gemm_residue_fused.h; the plan uses them if it then fits. */
int ddblas_gemm_residue_make_plan(struct gemm_residue_plan *plan, int64_t m, int64_t n, int64_t k, int triangle, int fused,
                                  size_t budget);

/* Makes the plan of ddblas_gemm_residue_make_plan for a product with prepared sides. prepared: as
 * in struct gemm_residue_plan. */
int ddblas_gemm_residue_make_plan_with(struct gemm_residue_plan *plan, int64_t m, int64_t n, int64_t k, int triangle, int fused,
                                       int prepared, size_t budget);

/* Returns the largest workspace, in bytes, that the residue route allocates on a device with
 * `device_memory` bytes of memory. A workspace that the caller has set may be larger. */
size_t ddblas_gemm_residue_budget_within(double device_memory);

#ifdef __cplusplus
}
#endif

#endif
