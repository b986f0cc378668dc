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

/* Lines of one operand. Their elements are double-double numbers, or doubles if `doubles` is 1.
 * Term t of line l is element l line_stride + t term_stride of X; one of the two strides is 1. */
struct gemm_lines
{
    const void *X;
    int64_t line_stride, term_stride;
    int64_t lines, terms;
    int doubles;
    /* If not 0, the problem is complex: terms t and t + half, t < half, are the two parts of one
     * complex term, and terms = 2 half. An outlier is then a complex term. */
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
    /* If tops is null, no line has an outlier, and keys[] has the largest key of each line (see
     * gemm_key_of). Otherwise tops[] has the largest key with its term, and keys[] the second
     * largest key; these are the arguments of gemm_scale_of. */
    uint64_t *tops;
    uint32_t *keys;
    uint32_t *uppers; /* Sum of upper bounds of each line, with the flag GEMM_INEXACT. */
    /* Number of the lines' first term in the slice. It is used only if tops is not null. */
    int64_t first_term;
    /* One plane of pitch x padded_lines bytes for each modulus. One more plane with the guard's
     * lower bounds follows; its pitch is pitch / guard_step, because with guard_step = 2 the guard
     * uses only every second term. */
    int8_t *residue;
    /* If not null, only the lines whose numbers are in the array `some` are converted. *some_count
     * is the number of its entries. */
    const uint32_t *some, *some_count;
};

/* If tops is null: replaces the key of each line with the maximum of this key and the keys of these
 * terms. Otherwise: replaces the line's largest key with its term and its second largest key; the
 * caller has set them to 0. */
int ddblas_gemm_residue_keys(const struct gemm_lines *lines, uint64_t *tops, uint32_t *keys, void *stream);

/* Converts the lines to residues and adds their upper bounds to block->uppers. */
int ddblas_gemm_residue_split(const struct gemm_lines *lines, const struct gemm_residue_block *block,
                              const struct gemm_residue_form *form, void *stream);

/* A block of C and the products from which it is reconstructed. */
struct gemm_residue_result
{
    const int32_t *products; /* pitch x columns numbers for each modulus. */
    /* If not null: the residues of the products. Then `products` is not read. */
    const uint8_t *bytes;
    const int32_t *guard; /* The guard's product, pitch x columns. */
    /* Number of elements from one column to the next; it is a multiple of 32, or of 64 if the
     * products are bytes. */
    int64_t pitch;
    /* Number of elements from the products of one modulus to those of the next modulus. */
    int64_t plane;
    int64_t rows, columns;
    const uint32_t *keys_a, *uppers_a, *keys_b, *uppers_b;
    /* If tops_a is not null, tops_a and tops_b are the arrays of largest keys with their terms, for
     * the lines of op(A) and of op(B), and lines_a and lines_b describe the lines themselves. */
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
    /* pitch / 32 x columns words. A bit is set for each element that fails the guard. Such elements
     * of C keep their old value until they are recomputed. */
    uint32_t *mask;
    uint32_t *any; /* Set to 1 when any bit of mask is set. */
};

/* Reconstruct C. ddblas_gemm_residue_join calls ddblas_gemm_residue_join_bytes if the products are
 * bytes. */
int ddblas_gemm_residue_join(const struct gemm_residue_result *result, const struct gemm_residue_form *form, void *stream);

int ddblas_gemm_residue_join_bytes(const struct gemm_residue_result *result, const struct gemm_residue_form *form, void *stream);

/* Sets *any = 0 and *one = 1. */
int ddblas_gemm_residue_begin(uint32_t *any, cuddreal *one, void *stream);

#ifdef __cplusplus
}
#endif

#endif
