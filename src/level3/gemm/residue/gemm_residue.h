/*
 * The residue route of double-double gemm: its numbers. A product of two integer matrices is known from its residues modulo N
 * pairwise coprime numbers p_i up to 256, which are INT8 matrix products:
 *
 *   A' = RN(2^(bits - e) op(A)) by rows, B' = RN(2^(bits - f) op(B)) by columns,      |A'|, |B'| <= 2^bits
 *   c_i = (A' mod p_i)(B' mod p_i)        exact in INT32 up to k = 2^17
 *   A' B' = sum of (c_i mod p_i) w_i mod M,      M = product of p_i,  w_i = 1 mod p_i, 0 mod the others
 *
 * which is unique while k 2^(2 bits) < M / 2. docs/numerics.md has the proof and the error. Everything here is plain C
 * and tested without a GPU.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    GEMM_MODULI_LEAST = 30, /* the two numbers of moduli that kernels are compiled for: every k up to GEMM_TERMS_MOST */
    GEMM_MODULI_MOST = 31,  /* keeps its bound with one of them */
    GEMM_PLANES_MOST = 32,  /* and one more for the guard: numbers for each element and each product */
    GEMM_DIGITS = 6,        /* digits of a number modulo M */
    GEMM_DIGIT_BITS = 39,   /* 6 * 39 = 234 > log2 M; sums of 31 residues times digits stay below 2^53 */
    GEMM_TERMS_MOST =
        1 << 17,          /* terms of one exact product: 2^17 * 2^14 = 2^31, which only p = 256 reaches, where it wraps well */
    GEMM_SPLIT_ROWS = 32, /* moduli of two matrix instructions */
    GEMM_GUARD_BITS = 7,  /* of an element in the guard's product */
    GEMM_KEPT_BOUND = 512 /* see ddblas_gemm_residue_form_kept */
};

/* From integers to residues: the residue of sum_b byte_b 2^(8b) is that of sum_b byte_b weight_b. */
struct gemm_residue_split
{
    uint32_t weight[GEMM_SPLIT_ROWS][4]; /* 2^(8b) mod p as signed bytes, b = 0 lowest; rows without modulus are 0 */
    int32_t minus[GEMM_SPLIT_ROWS];      /* -p */
    float inverse[GEMM_SPLIT_ROWS];      /* RN(1 / p) */
};

/* And back. */
struct gemm_residue_join
{
    double weight[GEMM_MODULI_MOST][GEMM_DIGITS]; /* w_i in [0, M): sum_j weight[i][j] 2^(39 j) */
    double product[GEMM_DIGITS];                  /* M */
    double inverse;                               /* RN(2^195 / M) */
    int32_t modulus[GEMM_MODULI_MOST];
    int32_t reciprocal[GEMM_MODULI_MOST]; /* RN(2^32 / p) */
};

/* How a product of k terms is formed. */
struct gemm_residue_form
{
    int32_t moduli;     /* GEMM_MODULI_LEAST .. GEMM_MODULI_MOST */
    int32_t bits;       /* of an element as integer */
    int32_t guard_step; /* the guard looks at every term, or at every second one */
    float guard_factor; /* see gemm_guard_holds */
};

/* The i-th modulus: the largest number coprime to the ones before it, from 256 down. */
int32_t ddblas_gemm_modulus(int i);

/* The numbers, computed once in a process. */
const struct gemm_residue_split *ddblas_gemm_residue_split_numbers(void);
const struct gemm_residue_join *ddblas_gemm_residue_join_numbers(int moduli);

/* For 1 <= k <= GEMM_TERMS_MOST. */
struct gemm_residue_form ddblas_gemm_residue_form_of(int64_t k);
/* The same with all moduli: 3 or 4 bits more, so that the guard passes lines of one term in 50 that is not 0. */
struct gemm_residue_form ddblas_gemm_residue_form_fine(int64_t k);

/* Lines that are kept for products of up to k terms: the guard looks at every term, and lets an error of GEMM_KEPT_BOUND u_w |A|
 * |B| pass. */
struct gemm_residue_form ddblas_gemm_residue_form_kept(int64_t k);

/* The error that the guard lets pass, in units u_w |A| |B|: min(4 + k/4, 128). */
double ddblas_gemm_guard_bound(int64_t k);

#ifdef __cplusplus
}
#endif

#endif
