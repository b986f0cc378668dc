/*
 * Numbers of the residue route of double-double gemm. The route computes a product of two integer
 * matrices from its residues modulo N pairwise coprime numbers p_i <= 256, which are INT8 matrix
 * products:
 *
 *   A' = RN(2^(bits - e) op(A)) by rows, B' = RN(2^(bits - f) op(B)) by columns
 *   c_i = (A' mod p_i)(B' mod p_i)        exact in INT32 up to k = 2^17
 *   A' B' = sum of (c_i mod p_i) w_i mod M
 *
 * Here e is an exponent with |a| < 2^e for all elements a of a row of op(A), and f likewise for a
 * column of op(B), so that |A'|, |B'| <= 2^bits. M is the product of all p_i; w_i is 1 mod p_i and
 * 0 mod the others. A' B' is unique while k 2^(2 bits) < M / 2. docs/numerics.md has the proof and
 * the error bound.
 *
 * Below, a line is a row of op(A) or a column of op(B). Everything in this file is plain C and
 * tested without a GPU.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    /* The kernels are compiled for 30 and for 31 moduli. For every k up to GEMM_TERMS_MOST at least
     * one of the two numbers keeps the error bound. */
    GEMM_MODULI_LEAST = 30,
    GEMM_MODULI_MOST = 31,
    /* The largest number of INT8 planes of an operand, and of INT32 products for an element of C:
     * one for each of 31 moduli and one for the guard. */
    GEMM_PLANES_MOST = 32,
    GEMM_DIGITS = 6, /* Digits of a number modulo M. */
    /* Bits of a digit. 6 * 39 = 234 bits are more than log2 M, and sums of 31 residues times digits
     * stay below 2^53, so that they are exact in double. */
    GEMM_DIGIT_BITS = 39,
    /* Number of tiles of eight columns that hold all bytes of the digits of a number: 6 digits of 5
     * bytes are 30 columns. */
    GEMM_BYTE_TILES = 4,
    /* Largest number of terms of one exact product. Because |residue| <= 2^7, a sum of 2^17
     * products is at most 2^17 * 2^14 = 2^31. It can be 2^31 only for p = 256, and there the
     * wrap-around of INT32 does no harm, because 2^32 is a multiple of 256. */
    GEMM_TERMS_MOST = 1 << 17,
    GEMM_SPLIT_ROWS = 32, /* Number of moduli that a pair of matrix instructions treats. */
    /* The guard multiplies bounds of |a| and |b|, scaled to at most 2^GEMM_GUARD_BITS and rounded
     * to integers. */
    GEMM_GUARD_BITS = 7,
    GEMM_KEPT_BOUND = 512, /* See ddblas_gemm_residue_form_kept. */
    /* Up to this number of terms, the residue that gemm_reduced returns for a sum of products fits
     * a byte. The modulus 253 sets the limit (docs/numerics.md). */
    GEMM_BYTE_TERMS = 6656
};

/* Tables for the step from integers to residues. An integer sum_b byte_b 2^(8b) has the same
 * residue as the much smaller sum_b byte_b weight_b. */
struct gemm_residue_split
{
    /* 2^(8b) mod p as signed bytes, four to a word, b = 0 lowest. Rows without a modulus are 0. */
    uint32_t weight[GEMM_SPLIT_ROWS][4];
    int32_t minus[GEMM_SPLIT_ROWS]; /* -p, p the modulus of the row. */
    float inverse[GEMM_SPLIT_ROWS]; /* RN(1 / p) */
};

/* Tables for the step from residues back to integers. */
struct gemm_residue_join
{
    /* w_i in [0, M) as digits: w_i = sum_j weight[i][j] 2^(39 j). */
    double weight[GEMM_MODULI_MOST][GEMM_DIGITS];
    double product[GEMM_DIGITS]; /* M as digits. */
    /* RN(2^195 / M). A sum divided by M is computed as a product with this number. */
    double inverse;
    int32_t modulus[GEMM_MODULI_MOST];
    /* RN(2^32 / p), p the modulus. An INT32 number divided by p is computed as a product with this
     * number. */
    int32_t reciprocal[GEMM_MODULI_MOST];
    /* Used if the products are given as bytes. Their residues are in [-x, 255 - x], and this member
     * is x: 128 if the residues are centred, otherwise (256 - p) / 2 rounded down. */
    int32_t below[GEMM_MODULI_MOST];
    /* The bytes of the weights' digits, as the matrix instruction of
     * gemm_residue_join_bytes_cuda.cu takes them: [tile of eight columns][half of the
     * moduli][lane]. See byte_of_weight in gemm_residue_numbers.c. */
    uint32_t weight_bytes[GEMM_BYTE_TILES][2][32];
    /* 2^52 + sum_i below[i] weight[i][j], which gemm_join_digit subtracts from digit j. */
    double offset[GEMM_DIGITS];
};

/* Tables for kernels that store a sum of products as a residue in a byte and not as INT32. */
struct gemm_residue_byte_numbers
{
    int32_t minus[GEMM_MODULI_MOST];      /* -p */
    int32_t reciprocal[GEMM_MODULI_MOST]; /* RN(2^32 / p) */
    int32_t high[GEMM_MODULI_MOST];       /* 2^16 mod p in [-p/2, p/2). */
    float inverse[GEMM_MODULI_MOST];      /* RN(1 / p) */
};

/* Parameters of a product of k terms. */
struct gemm_residue_form
{
    int32_t moduli;     /* From GEMM_MODULI_LEAST to GEMM_MODULI_MOST. */
    int32_t bits;       /* Bits of the integer to which an element is scaled and rounded. */
    int32_t guard_step; /* 1: the guard uses every term; 2: every second one. */
    float guard_factor; /* The argument `factor` of gemm_guard_holds. */
    /* Selects the function that reduces a sum to a byte. 0: gemm_low_residue, which is right for up
     * to GEMM_BYTE_TERMS terms; 1: gemm_centred_residue, for more terms. */
    int32_t centred;
};

/* Returns modulus i, i >= 0: the largest number up to 256 that is coprime to all moduli before. */
int32_t ddblas_gemm_modulus(int i);

/* These functions return tables, which are computed once in a process. */
const struct gemm_residue_split *ddblas_gemm_residue_split_numbers(void);
const struct gemm_residue_join *ddblas_gemm_residue_join_numbers(int moduli);
/* Returns the table whose `below` fits the member `centred` of the form.
 * ddblas_gemm_residue_join_numbers returns the table for centred = 0. */
const struct gemm_residue_join *ddblas_gemm_residue_join_numbers_of(const struct gemm_residue_form *form);
const struct gemm_residue_byte_numbers *ddblas_gemm_residue_byte_numbers(void);

/* Returns the parameters for a product of k terms, 1 <= k <= GEMM_TERMS_MOST. */
struct gemm_residue_form ddblas_gemm_residue_form_of(int64_t k);
/* Returns the parameters with the largest number of moduli. The integer of an element then has 3 or
 * 4 more bits, so that the guard also accepts sparse lines, in which only one term in 50 is not
 * 0. */
struct gemm_residue_form ddblas_gemm_residue_form_fine(int64_t k);

/* Returns the parameters for residues that are kept and used in several products of up to k terms
 * each. The guard uses every term. It accepts an error of GEMM_KEPT_BOUND u_w |A| |B|, where u_w =
 * 2^-104. */
struct gemm_residue_form ddblas_gemm_residue_form_kept(int64_t k);

/* Returns the largest error that the guard accepts, in units of u_w |A| |B|, where u_w = 2^-104. It
 * is min(4 + k/4, 128). */
double ddblas_gemm_guard_bound(int64_t k);

#ifdef __cplusplus
}
#endif

#endif
