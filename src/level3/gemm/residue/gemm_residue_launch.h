/*
 * The kernels of the residue route as functions: gemm_residue_split_cuda.cu,
 * gemm_residue_join_cuda.cu, gemm_residue_join_bytes_cuda.cu. Each function returns a cudaError_t.
 * All arrays are in engine memory. A line is a row of op(A) or a column of op(B); its elements are
 * its terms.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_LAUNCH_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_LAUNCH_H

#include "level3/gemm/gemm.h"
#include "gemm_residue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines of one operand, whose elements are double-double numbers or, if `doubles` is 1, doubles.
 * Term t of line l is element l line_stride + t term_stride of X. One of the strides is 1. */
struct gemm_lines
{
    const void *X;
    int64_t line_stride, term_stride;
    int64_t lines, terms;
    int doubles;
    /* If not 0, terms t and t + half, t < half, are the two parts of one complex term, and an
     * outlier is a complex term. terms = 2 half then. */
    int64_t half;
};

/* Returns the address of a term of a line. */
static inline const void *gemm_lines_at(const struct gemm_lines *l, int64_t line, int64_t term)
{
    const int64_t size = l->doubles ? (int64_t)sizeof(double) : (int64_t)sizeof(cuddreal);
    return (const char *)l->X + size * (line * l->line_stride + term * l->term_stride);
}

/* Residues of a block of lines, in the layout that the INT8 products read. */
struct gemm_residue_block
{
    int64_t padded_lines; /* Number of lines, rounded up; the added lines are zeros. */
    int64_t padded_terms; /* Number of terms, rounded up; the added terms are zeros. */
    int64_t pitch;        /* Bytes from one line to the next, at least padded_terms. */
    /* If tops is null, no line has an outlier, and keys[] are the largest keys of the lines (see
     * gemm_key_of). Otherwise tops[] are the largest keys with their terms, and keys[] the second
     * largest ones, as gemm_scale_of takes them. */
    uint64_t *tops;
    uint32_t *keys;
    uint32_t *uppers;   /* Sum of upper bounds of each line, with the flag GEMM_INEXACT. */
    int64_t first_term; /* The place in the slice of the lines' first term. Used if tops is given. */
    /* One plane of pitch x padded_lines bytes for each modulus, then one with the guard's lower
     * bounds. The pitch of that one is pitch / guard_step: half as large if the guard uses every
     * second term (gemm_residue_form). */
    int8_t *residue;
    /* If not null, only the lines whose numbers are in `some` are split; *some_count is the number
     * of entries. */
    const uint32_t *some, *some_count;
};

/* Replaces the key of each line with the maximum of itself and the keys of these terms. If tops is
 * not null, replaces the largest key, its term and the second largest key, all of which are 0
 * before. */
int ddblas_gemm_residue_keys(const struct gemm_lines *lines, uint64_t *tops, uint32_t *keys, void *stream);

/* Stores the residues and adds the upper bounds to block->uppers. */
int ddblas_gemm_residue_split(const struct gemm_lines *lines, const struct gemm_residue_block *block,
                              const struct gemm_residue_form *form, void *stream);

/* A block of C and the products from which it is reconstructed. */
struct gemm_residue_result
{
    const int32_t *products; /* pitch x columns numbers for each modulus. */
    /* If not null, residues of the products; `products` is not read then. */
    const uint8_t *bytes;
    const int32_t *guard; /* The guard's product, pitch x columns. */
    /* Numbers from one column to the next, a multiple of 32 (of 64 if the products are bytes). */
    int64_t pitch;
    /* Numbers from the products of one modulus to those of the next modulus. */
    int64_t plane;
    int64_t rows, columns;
    const uint32_t *keys_a, *uppers_a, *keys_b, *uppers_b;
    /* If tops_a is not null, tops_a and tops_b are the largest keys of both sides' lines, with
     * their terms, and lines_a and lines_b the lines themselves. */
    const uint64_t *tops_a, *tops_b;
    struct gemm_lines lines_a, lines_b;
    cuddreal *C;
    int64_t ldc;
    /* Index in the whole C of the block's first row, minus the index of its first column. */
    int64_t below;
    enum ddblas_gemm_part part;
    /* Addresses of alpha and beta on the device. Null: the values `alpha` and `beta` below are
     * used. */
    const cuddreal *alpha_device, *beta_device;
    cuddreal alpha, beta;
    /* pitch / 32 x columns words. A bit is set for each element that fails the guard; such elements
     * of C keep their old value. */
    uint32_t *mask;
    uint32_t *any; /* Set to 1 when any bit of mask is set. */
};

/* Reconstructs C. The second function does it if the products are bytes, and the first calls it
 * then. */
int ddblas_gemm_residue_join(const struct gemm_residue_result *result, const struct gemm_residue_form *form, void *stream);

int ddblas_gemm_residue_join_bytes(const struct gemm_residue_result *result, const struct gemm_residue_form *form, void *stream);

/* Sets *any = 0 and *one = 1. */
int ddblas_gemm_residue_begin(uint32_t *any, cuddreal *one, void *stream);

#ifdef __cplusplus
}
#endif

#endif
