/*
 * Decisions of double-double gemm on the CUDA engine: the route, and the residue route's blocks within a budget of memory. Plain
 * C, tested without a GPU.
 */
#ifndef DDBLAS_LEVEL3_GEMM_PLAN_H
#define DDBLAS_LEVEL3_GEMM_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "level3/gemm/residue/gemm_residue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    GEMM_PAD_LINES = 32,     /* lines of a block are rounded up to this, */
    GEMM_PAD_TERMS = 64,     /* terms to this: the INT8 kernels of cuBLAS want 16 */
    GEMM_PRODUCT_EDGE = 4096 /* of a block of C that is multiplied and reconstructed at once */
};

/* Blocks of the residue route. Bits do not depend on them: all that passes between blocks is exact. */
struct gemm_plan
{
    struct gemm_residue_form form; /* of the first slice; later ones may have less terms */
    int64_t slice;                 /* terms that are one exact product */
    int64_t lines_a, lines_b;      /* rows of op(A), columns of op(B) that are split into residues at once */
    int64_t rows, columns;         /* of C that are multiplied at once, rows <= lines_a, columns <= lines_b */
    int64_t terms;                 /* that are split at once; below slice: rows = lines_a, columns = lines_b */
    size_t product_workspace;      /* bytes for cuBLAS */
    size_t workspace;              /* bytes in all */
};

/* Places in the workspace, in bytes. */
struct gemm_layout
{
    size_t keys[2], uppers[2], residue[2]; /* of op(A), op(B); uppers follow keys */
    size_t products, mask, any, one, product_workspace, end;
};

/* Offsets of a plan's arrays. */
struct gemm_layout ddblas_gemm_layout_of(const struct gemm_plan *plan);

/* The plan with the largest blocks whose workspace is at most `budget`; 0 when not even the smallest fits. triangle: only one
 * triangle of C is wanted. */
int ddblas_gemm_make_plan(struct gemm_plan *plan, int64_t m, int64_t n, int64_t k, int triangle, size_t budget);

/* The most that the residue route takes when it may choose, on a device with this much memory. */
size_t ddblas_gemm_budget(double device_memory);

/* 1 when residues are expected to be faster than multiply-adds. */
int ddblas_gemm_prefers_residues(int64_t m, int64_t n, int64_t k);

#ifdef __cplusplus
}
#endif

#endif
