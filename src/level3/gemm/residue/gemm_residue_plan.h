/*
 * The plan of the residue route of double-double gemm: its blocks within a memory budget. A line is
 * a row of op(A) or a column of op(B); its elements are its terms. Plain C, tested without a GPU.
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
     * their terms begin at multiples. Then cublasLt gets pointers aligned to 256 bytes whatever the
     * first line is, also for the guard's lines, which have half as many bytes. */
    GEMM_PREPARED_TERMS = 512,
    /* Most rows and columns of a block of C that is multiplied and reconstructed at once. */
    GEMM_PRODUCT_EDGE = 4096,
    /* Most rows and columns if the products are stored as residues in bytes. These take a quarter
     * of the memory, and at the end of each launch some multiprocessors have no work, so that few
     * large launches are better. */
    GEMM_FUSED_EDGE = 16384
};

/* Blocks of the residue route. The bits of C do not depend on them, because everything that passes
 * between blocks is exact. */
struct gemm_residue_plan
{
    /* Parameters of the first slice; later slices may have fewer terms. */
    struct gemm_residue_form form;
    int64_t slice; /* Terms of one exact product. */
    /* Rows of op(A) and columns of op(B) that are split into residues at once. */
    int64_t lines_a, lines_b;
    /* Rows and columns of C that are multiplied at once: rows <= lines_a, columns <= lines_b. */
    int64_t rows, columns;
    /* Terms that are split at once. If this is below slice, rows = lines_a and columns =
     * lines_b. */
    int64_t terms;
    /* 1: the kernels of gemm_residue_fused.h form the products and store residues in bytes; then
     * terms = slice. 0: cublasLt forms INT32 products. */
    int32_t fused;
    /* Sides whose residues are prepared (bit 0: op(A), bit 1: op(B)). They are not in the
     * workspace. */
    int32_t prepared;
    size_t product_workspace; /* Bytes for cuBLAS. */
    size_t workspace;         /* Bytes in all. */
};

/* Offsets of the arrays in the workspace, in bytes. */
struct gemm_residue_layout
{
    /* For op(A) and op(B); keys follow tops and uppers follow keys without a gap. Sides that are
     * prepared have no bytes. */
    size_t tops[2], keys[2], uppers[2], residue[2];
    size_t products, mask, any, one, product_workspace, end;
};

/* Returns `lines` rounded up to the multiple that the products of the plan require. */
int64_t ddblas_gemm_residue_padded(const struct gemm_residue_plan *plan, int64_t lines);

/* Returns the offsets of a plan's arrays. */
struct gemm_residue_layout ddblas_gemm_residue_layout_of(const struct gemm_residue_plan *plan);

/* Makes the plan with the largest blocks whose workspace is at most `budget` bytes. Returns 0 when
 * not even the smallest fits. triangle: only one triangle of C is computed. fused: the device has
 * the kernels of gemm_residue_fused.h; the plan uses them if they fit. */
int ddblas_gemm_residue_make_plan(struct gemm_residue_plan *plan, int64_t m, int64_t n, int64_t k, int triangle, int fused,
                                  size_t budget);

/* The same for a product with prepared sides. prepared: as in the plan. */
int ddblas_gemm_residue_make_plan_with(struct gemm_residue_plan *plan, int64_t m, int64_t n, int64_t k, int triangle, int fused,
                                       int prepared, size_t budget);

/* Returns the most bytes of workspace that the residue route allocates on a device with this many
 * bytes of memory. A workspace that the caller has set may be larger. */
size_t ddblas_gemm_residue_budget_within(double device_memory);

#ifdef __cplusplus
}
#endif

#endif
