/*
 * Conversion of lines to residues, and prepared residues: those of all lines of one side, which are
 * kept in memory for several products of the residue route. A line is a row of op(A) or a column of
 * op(B); its elements are its terms.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_PREPARED_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_PREPARED_H

#include "gemm_residue_launch.h"
#include "gemm_residue_plan.h"

/* Describes the lines [first, first + lines) of op(X), with the terms [first_term, first_term +
 * terms). If side is 0, op(X) is a left factor, and the lines are its rows; if side is 1, they are
 * the columns of a right factor. doubles: X is an array of doubles. */
struct gemm_lines ddblas_gemm_lines_of(int side, ddblasOperation_t op, const void *X, int doubles, int64_t ldx, int64_t first,
                                       int64_t lines, int64_t first_term, int64_t terms);

/* Residues of `lines` lines with `terms` terms each. The terms are cut into slices of
 * GEMM_TERMS_MOST. For each slice the memory holds, one after another: the largest keys, the second
 * largest keys, the sums of upper bounds, and the residues. */
struct gemm_residue_prepared
{
    int64_t lines, terms;
    char *memory; /* Engine memory, 256-byte aligned. */
};

/* Returns the bytes of memory that the residues take, or SIZE_MAX if no memory can be that
 * large. */
size_t ddblas_gemm_residue_prepared_bytes(int64_t lines, int64_t terms);

/* Returns the place of the residues of one slice, whose first term is a multiple of
 * GEMM_TERMS_MOST. The last plane is followed by GEMM_FUSED_LINES lines of undefined bytes. A
 * product may begin at any line and reads lines in groups, so it may read these bytes. */
struct gemm_residue_block ddblas_gemm_residue_prepared_block(const struct gemm_residue_prepared *prepared, int64_t first_term);

#if DDBLAS_HAVE_CUDA
/* These functions put work into the stream and return a cudaError_t. */

/* Computes the keys of lines, which give their scales and outliers, and sets the sums of upper
 * bounds to zero. In memory the keys follow the tops, if the block has tops, and the sums follow
 * the keys. */
int ddblas_gemm_residue_scales(const struct gemm_lines *lines, const struct gemm_residue_block *block, void *stream);

/* Computes the residues of a chunk of the lines' terms. again = 1 sets the sums of upper bounds to
 * zero first. The caller passes 1 with the first of several chunks: a slice of several chunks
 * computes the residues anew for each block of C, but the scales, and with them the zeros in the
 * sums, once for several blocks. Otherwise the sums of an earlier block would be counted too. */
int ddblas_gemm_residue_convert(const struct gemm_lines *lines, const struct gemm_residue_block *block,
                                const struct gemm_residue_form *form, int again, void *stream);

/* Computes prepared residues of all lines and terms. */
int ddblas_gemm_residue_prepare(const struct gemm_residue_prepared *prepared, const struct gemm_lines *lines, void *stream);
#endif

#endif
