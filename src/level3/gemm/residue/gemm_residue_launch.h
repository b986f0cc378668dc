/*
 * The kernels of the residue route as functions (gemm_residue_split_cuda.cu,
 * gemm_residue_join_cuda.cu). Each function returns a cudaError_t. All arrays are in engine memory.
 * A line is a row of op(A) or a column of op(B); its elements are its terms.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_LAUNCH_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_LAUNCH_H

#include "level3/gemm/gemm.h"
#include "gemm_residue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines of one operand: term t of line l is X[l line_stride + t term_stride]. One of the strides is
 * 1. */
struct gemm_lines
{
    const cuddreal *X;
    int64_t line_stride, term_stride;
    int64_t lines, terms;
};

/* Residues of a block of lines, as the INT8 products read them. */
struct gemm_residue_block
{
    int64_t padded_lines; /* Lines, rounded up; the added ones are zeros. */
    int64_t padded_terms; /* Terms, rounded up; the added ones are zeros. */
    int64_t pitch;        /* Bytes from line to line, at least padded_terms. */
    uint32_t *keys;       /* Key of each line (see gemm_key_of). */
    uint32_t *uppers;     /* Sum of upper bounds of each line, with the flag GEMM_INEXACT. */
    /* A plane of pitch x padded_lines bytes for each modulus. The guard's lower bounds follow
     * the last one, at the same pitch or half of it. */
    int8_t *residue;
    /* If not null, only these lines count: their numbers, and how many there are. */
    const uint32_t *some, *some_count;
};

/* Forms keys = max(keys, keys of these terms). */
int ddblas_gemm_residue_keys(const struct gemm_lines *lines, uint32_t *keys, void *stream);

/* Stores the residues and adds the upper bounds to block->uppers. */
int ddblas_gemm_residue_split(const struct gemm_lines *lines, const struct gemm_residue_block *block,
                              const struct gemm_residue_form *form, void *stream);

/* A block of C and the products from which it is reconstructed. */
struct gemm_residue_result
{
    const int32_t *products; /* pitch x columns numbers for each modulus. */
    const uint8_t *bytes;    /* If not null: residues of the products, instead of them. */
    const int32_t *guard;    /* The guard's product, pitch x columns. */
    int64_t pitch;           /* Numbers from column to column, a multiple of 32 (bytes: of 64). */
    /* Numbers from the products of a modulus to those of the next. */
    int64_t plane;
    int64_t rows, columns;
    const uint32_t *keys_a, *uppers_a, *keys_b, *uppers_b;
    cuddreal *C;
    int64_t ldc;
    /* Index in all of C of the first row minus that of the first column. */
    int64_t below;
    enum ddblas_gemm_part part;
    /* Where alpha and beta are on the device; null: the values below count. */
    const cuddreal *alpha_device, *beta_device;
    cuddreal alpha, beta;
    /* pitch / 32 x columns words. A bit is set for each element that fails the guard; such elements
     * of C keep their old value. */
    uint32_t *mask;
    uint32_t *any; /* Set to 1 when any bit of mask is set. */
};

int ddblas_gemm_residue_join(const struct gemm_residue_result *result, const struct gemm_residue_form *form, void *stream);

/* Sets *any = 0 and *one = 1. */
int ddblas_gemm_residue_begin(uint32_t *any, cuddreal *one, void *stream);

#ifdef __cplusplus
}
#endif

#endif
