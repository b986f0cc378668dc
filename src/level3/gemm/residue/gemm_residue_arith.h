/*
 * Arithmetic of the residue route on one element. The kernels use it, and so does a test in plain C
 * that follows a whole product without a GPU. docs/numerics.md, the residue route, has the steps
 * and their bounds. Below, "row" means a row of op(A) or a column of op(B).
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_ARITH_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_ARITH_H

#include <dd/cuddreal.h>

#include <string.h>

#include "gemm_residue.h"

/* ---- scales ---------------------------------------------------------------------------------- */

/* Returns the key of one double: its high word without the sign. The key of a row is the largest
 * key among all its doubles. It is the key of the row's largest element; it is at least 0x7ff00000
 * if an element is Inf or NaN. */
CUDD_FN uint32_t gemm_key_of(double d)
{
#if defined(__CUDA_ARCH__)
    return (uint32_t)__double2hiint(d) & 0x7fffffffU;
#else
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return (uint32_t)(bits >> 32) & 0x7fffffffU;
#endif
}

CUDD_FN int gemm_key_is_finite(uint32_t key) { return key < 0x7ff00000U; }

/* Returns the exponent e with |a| < 2^e for every element a of the row. */
CUDD_FN int gemm_key_exponent(uint32_t key) { return (int)(key >> 20) - 1022; }

/* ---- outliers -------------------------------------------------------------------------------- */

/*
 * An outlier is an element of a line whose exponent exceeds the exponents of all other elements of
 * the line by GEMM_OUTLIER_BINADES or more; a dominant diagonal consists of outliers. If an outlier
 * set the scale of its line, the integers of the other elements would have fewer bits, by the
 * difference of the exponents. Most of the guard's lower bounds, which have seven bits, would be 0.
 * Therefore the integer of an outlier is 0, and the last kernel adds the products of the outlier in
 * double-double.
 */
enum
{
    GEMM_OUTLIER_BINADES = 5,
    GEMM_NO_OUTLIER = -1
};

/* For some elements of a line: their largest key, the term that has it, and the largest key of the
 * remaining elements. */
struct gemm_largest
{
    uint32_t key, term, second;
};

/* Combines `a` with `b`, which describes other elements of the same line. If both have the same
 * largest key, this key becomes the second largest one as well, so that the line has no outlier. */
CUDD_FN struct gemm_largest gemm_larger(struct gemm_largest a, struct gemm_largest b)
{
    const int other = b.key > a.key;
    const uint32_t less = other ? a.key : b.key, second = a.second > b.second ? a.second : b.second;
    a.key = other ? b.key : a.key;
    a.term = other ? b.term : a.term;
    a.second = less > second ? less : second;
    return a;
}

/* The key that gives a line its scale, and the term of its outlier or GEMM_NO_OUTLIER. */
struct gemm_scale
{
    uint32_t key;
    int32_t outlier;
};

/* Returns the scale of a line. top: its largest key and the term of that key, as key 2^32 + term.
 * second: its second largest key. If top is 0, `second` is the largest key, and the line has no
 * outlier. If all elements of a line but one are 0, this one is an outlier too. */
CUDD_FN struct gemm_scale gemm_scale_of(uint64_t top, uint32_t second)
{
    const uint32_t key = (uint32_t)(top >> 32);
    const int outlier = gemm_key_is_finite(key) && (key >> 20) >= (second >> 20) + GEMM_OUTLIER_BINADES;
    struct gemm_scale s;
    s.key = outlier || second > key ? second : key;
    s.outlier = outlier ? (int32_t)(uint32_t)top : GEMM_NO_OUTLIER;
    return s;
}

/* Returns 2^e, -1022 <= e <= 1023. */
CUDD_FN double gemm_power(int e)
{
#if defined(__CUDA_ARCH__)
    return __hiloint2double((e + 1023) << 20, 0);
#else
    return ldexp(1.0, e);
#endif
}

/* ---- to integers and residues ---------------------------------------------------------------- */

struct gemm_integer
{
    uint32_t word[4]; /* A' in 16 signed bytes, lowest word first. */
    int32_t inexact;  /* 1 when A' differs from the scaled element. */
    /* Lower and upper bound for the guard: floor and ceiling of 2^7 |a| 2^-e. */
    int32_t low, high;
};

/* Returns the element a as an integer. s and t are powers of two with s t = 2^(bits - e); guard =
 * 2^(7 - bits). The integer differs from the scaled element by at most 1/2 + 2^-40. */
CUDD_FN struct gemm_integer gemm_integer_of(cuddreal a, double s, double t, double guard)
{
    struct gemm_integer r;
    /* The products are exact, or so far below 1 that they do not change the integer. */
    const double x = a.x * s * t, y = a.y * s * t;
    const double whole = rint(x), rest = cudd_add(cudd_sub(x, whole), y), part = rint(rest);
    /* Both are exact, because |top| < 2^52 and |middle| <= 2^59. */
    const double top = rint(whole * 0x1p-60), middle = cudd_fma(top, -0x1p60, whole);
    const int64_t h = (int64_t)top, l = (int64_t)middle + (int64_t)part;
    const uint64_t low = ((uint64_t)h << 60) + (uint64_t)l;
    const uint64_t high = (uint64_t)(h >> 4) + (uint64_t)(l >> 63) + (low < (uint64_t)l);
    const uint64_t half = 0x8080808080808080U, low_half = low + half, high_half = high + half + (low_half < half);
    r.word[0] = (uint32_t)low_half ^ 0x80808080U;
    r.word[1] = (uint32_t)(low_half >> 32) ^ 0x80808080U;
    r.word[2] = (uint32_t)high_half ^ 0x80808080U;
    r.word[3] = (uint32_t)(high_half >> 32) ^ 0x80808080U;
    r.inexact = x != whole || y != rint(y) || (x == 0.0 && a.x != 0.0) || (y == 0.0 && a.y != 0.0);
    const double g = fabs(x) * guard;
    r.low = (int32_t)g;
    r.high = r.low + (g > (double)r.low);
    return r;
}

CUDD_FN float gemm_as_float(int32_t bits)
{
#if defined(__CUDA_ARCH__)
    return __int_as_float(bits);
#else
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
#endif
}

CUDD_FN int32_t gemm_as_int(float f)
{
#if defined(__CUDA_ARCH__)
    return __float_as_int(f);
#else
    int32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
#endif
}

/* Returns sum plus the scalar product of the four signed bytes of a and those of w. */
CUDD_FN int32_t gemm_dot4(uint32_t a, uint32_t w, int32_t sum)
{
#if defined(__CUDA_ARCH__)
    return __dp4a((int)a, (int)w, sum);
#else
    for (int b = 0; b < 4; b++)
        sum += (int8_t)(a >> (8 * b) & 255) * (int8_t)(w >> (8 * b) & 255);
    return sum;
#endif
}

#define GEMM_FLOAT_OFFSET 12582912.0F /* 1.5 * 2^23 */

/* Returns, in the lowest byte, the residue modulo p of a sum S of bytes times weights, |S| < 2^19.
 * The residue is in [-p/2, p/2]; for p = 256 every byte that is congruent to S is correct. sum: S
 * plus the bit pattern of the float 1.5 * 2^23; read as a float, this integer is 1.5 * 2^23 + S.
 * Adding the same offset in the FMA rounds the quotient by p to an integer, which is then in the
 * low bits of the significand. inverse = RN(1 / p), minus = -p. */
CUDD_FN uint32_t gemm_residue_of_sum(int32_t sum, float inverse, int32_t minus)
{
    const float value = gemm_as_float(sum) - GEMM_FLOAT_OFFSET;
    const int32_t quotient = gemm_as_int(fmaf(value, inverse, GEMM_FLOAT_OFFSET));
    return (uint32_t)sum + (uint32_t)quotient * (uint32_t)minus;
}

/* Returns the residue of an integer modulo the i-th modulus. The kernels use the same formula, but
 * their sums come from matrix instructions. */
CUDD_FN uint32_t gemm_residue_of(const uint32_t *word, const struct gemm_residue_split *split, int i)
{
    int32_t sum = gemm_as_int(GEMM_FLOAT_OFFSET);
    for (int w = 0; w < 4; w++)
        sum = gemm_dot4(word[w], split->weight[i][w], sum);
    return gemm_residue_of_sum(sum, split->inverse[i], split->minus[i]);
}

/* ---- and back -------------------------------------------------------------------------------- */

/* Returns floor(a b / 2^32). */
CUDD_FN int32_t gemm_high_product(int32_t a, int32_t b)
{
#if defined(__CUDA_ARCH__)
    return __mulhi(a, b);
#else
    return (int32_t)(((int64_t)a * b) >> 32);
#endif
}

/* Returns the signed number in r as a double. */
CUDD_FN double gemm_small_double(uint32_t r)
{
#if defined(__CUDA_ARCH__)
    return __dadd_rn(__hiloint2double(0x43300000, (int32_t)(r ^ 0x80000000U)), -(0x1p52 + 0x1p31));
#else
    return (double)(int32_t)r;
#endif
}

/* Returns c modulo p, in (-p/4 - 1, 5/4 p + 1), as a double. */
CUDD_FN double gemm_reduced(int32_t c, int32_t p, int32_t reciprocal)
{
    const int32_t quotient = gemm_high_product(c, reciprocal);
    return gemm_small_double((uint32_t)c - (uint32_t)quotient * (uint32_t)p);
}

/* Returns, in the lowest byte, the residue that gemm_reduced returns, for a sum of at most
 * GEMM_BYTE_TERMS products. It is in [-x, 255 - x], where x is (256 - p) / 2 rounded down. minus =
 * -p. */
CUDD_FN uint32_t gemm_low_residue(int32_t c, int32_t reciprocal, int32_t minus)
{
    return (uint32_t)c + (uint32_t)gemm_high_product(c, reciprocal) * (uint32_t)minus;
}

/* Returns, in the lowest byte, the residue in [-p/2, p/2] of any sum of products. high is 2^16
 * modulo p. */
CUDD_FN uint32_t gemm_centred_residue(int32_t c, int32_t high, float inverse, int32_t minus)
{
    const int32_t sum = (c >> 16) * high + ((c & 0xffff) | gemm_as_int(GEMM_FLOAT_OFFSET));
    return gemm_residue_of_sum(sum, inverse, minus);
}

/* Returns the number in [-p/2, p/2] that is congruent to s modulo p. |s| <= 3 p / 2. */
CUDD_FN int32_t gemm_least_residue(int32_t s, int32_t p) { return s + (2 * s < -p ? p : 0) - (2 * s > p ? p : 0); }

/* Return the least residues of the real part and of the imaginary part of a complex product. p1, p2
 * and p3 are the residues of three real products: of the real parts, of the imaginary parts, and of
 * the sums of both parts. |p1|, |p2|, |p3| <= p / 2. */
CUDD_FN int32_t gemm_real_residue(int32_t p1, int32_t p2, int32_t p) { return gemm_least_residue(p1 - p2, p); }
CUDD_FN int32_t gemm_imaginary_residue(int32_t p1, int32_t p2, int32_t p3, int32_t p)
{
    return gemm_least_residue(p3 - p1 - p2, p);
}

/* Adds r w_i to sum, digit by digit. All operations are exact. */
CUDD_FN void gemm_join_add(double *sum, double r, const double *weight)
{
    for (int j = 0; j < GEMM_DIGITS; j++)
        sum[j] = cudd_fma(r, weight[j], sum[j]);
}

/* Returns n - (offset - 2^52) exactly, for integers 0 <= n < 2^52 and 2^52 <= offset < 2^53. */
CUDD_FN double gemm_join_digit(uint64_t n, double offset)
{
#if defined(__CUDA_ARCH__)
    return __dsub_rn(__longlong_as_double((long long)(n | 0x4330000000000000U)), offset);
#else
    return ((double)n + 0x1p52) - offset;
#endif
}

/* Returns the number of least magnitude that is congruent to sum_j sum[j] 2^(39 j) modulo M,
 * rounded to a double-double number with a relative error below 2^-105. The function overwrites
 * sum. */
CUDD_FN cuddreal gemm_join_finish(double *sum, const struct gemm_residue_join *join)
{
    const double nearest = 0x1.8p52, unit = 0x1p39, per_unit = 0x1p-39;
    const double leading = cudd_fma(cudd_fma(sum[3], per_unit, sum[4]), per_unit, sum[5]);
    const double quotient = cudd_sub(cudd_fma(leading, join->inverse, nearest), nearest);
    for (int j = 0; j < GEMM_DIGITS; j++)
        sum[j] = cudd_fma(-quotient, join->product[j], sum[j]);
    /* The carries bring all digits but the last into -2^38 .. 2^38. */
    for (int j = 0; j + 1 < GEMM_DIGITS; j++)
    {
        const double carry = cudd_sub(cudd_add(sum[j], nearest * unit), nearest * unit);
        sum[j] = cudd_sub(sum[j], carry);
        sum[j + 1] = cudd_fma(carry, per_unit, sum[j + 1]);
    }
    /* Each scaled digit is 0 or larger than the sum of all lower ones, so FastTwoSum is exact. */
    double error[GEMM_DIGITS], total = sum[0], scale = unit;
    for (int j = 1; j < GEMM_DIGITS; j++)
    {
        const cuddreal t = cuddFastTwoSum(sum[j] * scale, total);
        total = t.x;
        error[j] = t.y;
        scale *= unit;
    }
    double rest = error[1];
    for (int j = 2; j < GEMM_DIGITS; j++)
        rest = cudd_add(rest, error[j]);
    return cuddFastTwoSum(total, rest);
}

/* Returns a 2^e, for -2200 <= e <= 2200 and integers a.x and a.y below 2^235. A subnormal result is
 * rounded. */
CUDD_FN cuddreal gemm_scaled(cuddreal a, int e)
{
    /* A product with a power of two in this range is exact, because a.x and a.y are integers below
     * 2^235. */
    if (e >= -700 && e <= 700)
    {
        const double s = gemm_power(e);
        return cuddMake(a.x * s, a.y * s);
    }
    const int third = e / 3;
    const double s = gemm_power(third), t = gemm_power(e - 2 * third);
    return cuddMake(a.x * s * s * t, a.y * s * s * t);
}

/* ---- the guard ------------------------------------------------------------------------------- */

enum
{
    /* Flag in the sum of upper bounds of a row: at least one element of the row was rounded. */
    GEMM_INEXACT = 1 << 30
};

/* Returns 1 if the rounding of the row of op(A) and of the column of op(B) to integers changes the
 * element of C by at most the bound of the guard (ddblas_gemm_guard_bound). All arguments belong to
 * this row, column and element. product: the sum of the products of lower bounds of |a| and |b|; it
 * is at most 2^14 times the scaled |A| |B|. beside: 2^14 times the scaled magnitudes of the
 * products of outliers, which are a part of |A| |B| that `product` does not contain. upper_a,
 * upper_b: the sums of upper bounds of |a| and of |b|, in units of 2^-7, with the flag
 * GEMM_INEXACT. factor: guard_factor of struct gemm_residue_form. */
CUDD_FN int gemm_guard_holds(int32_t product, float beside, uint32_t upper_a, uint32_t upper_b, float factor)
{
    const uint32_t mask = GEMM_INEXACT - 1;
    const float error_a = upper_a & GEMM_INEXACT ? (float)(upper_b & mask) : 0.0F;
    const float error_b = upper_b & GEMM_INEXACT ? (float)(upper_a & mask) : 0.0F;
    return ((float)product + beside) * factor >= error_a + error_b;
}

#endif
