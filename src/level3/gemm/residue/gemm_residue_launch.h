/*
 * The residue route's kernels as functions: src/level3/gemm_residue_cuda.cu. Each returns a cudaError_t. All arrays are engine
 * memory.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_LAUNCH_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_LAUNCH_H

#include "level3/gemm/gemm.h"
#include "gemm_residue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rows of op(A), or columns of op(B): term t of line l is X[l line_stride + t term_stride], one of the strides being 1. */
struct gemm_lines
{
    const cuddreal *X;
    int64_t line_stride, term_stride;
    int64_t lines, terms;
};

/* A block of lines as the products take it. */
struct gemm_residue_block
{
    int64_t padded_lines; /* lines rounded up: the others are zeros */
    int64_t padded_terms; /* terms rounded up: the others are zeros */
    int64_t pitch;        /* from line to line, at least padded_terms */
    uint32_t *keys;       /* of each line: see gemm_key_of */
    uint32_t *uppers;     /* of each line: sum of upper bounds, and GEMM_INEXACT */
    int8_t
        *residue; /* pitch x padded_lines for each modulus, and the lower bounds after the last, at the same pitch or its half */
    const uint32_t *some, *some_count; /* where not null: numbers of the lines meant, and how many they are */
};

/* keys = max(keys, keys of these terms). */
int ddblas_gemm_residue_keys(const struct gemm_lines *lines, uint32_t *keys, void *stream);

/* residue and, added to, uppers. */
int ddblas_gemm_residue_split(const struct gemm_lines *lines, const struct gemm_residue_block *block,
                              const struct gemm_residue_form *form, void *stream);

/* A block of C from its products. */
struct gemm_residue_result
{
    const int32_t *products; /* pitch x columns for each modulus */
    const int32_t *guard;    /* pitch x columns */
    int64_t pitch;           /* a multiple of 32 */
    int64_t plane;           /* numbers between the products of consecutive moduli */
    int64_t rows, columns;
    const uint32_t *keys_a, *uppers_a, *keys_b, *uppers_b;
    cuddreal *C;
    int64_t ldc;
    int64_t below; /* index of the first row less that of the first column in all of C */
    enum ddblas_gemm_part part;
    const cuddreal *alpha_device, *beta_device; /* null: the values here */
    cuddreal alpha, beta;
    uint32_t *mask; /* pitch / 32 x columns words: elements that the guard refuses are flagged and left as they are */
    uint32_t *any;  /* set when there is one */
};

int ddblas_gemm_residue_join(const struct gemm_residue_result *result, const struct gemm_residue_form *form, void *stream);

/* *any = 0 and *one = 1. */
int ddblas_gemm_residue_begin(uint32_t *any, cuddreal *one, void *stream);

#ifdef __cplusplus
}
#endif

#endif
