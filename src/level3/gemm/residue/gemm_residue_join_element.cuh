/*
 * The last steps of the residue route for one element of C, or for one part of a complex element,
 * after its exact sum is known: scaling, the guard, and the update of C. Formulas and bounds:
 * docs/numerics.md, the residue route.
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_JOIN_ELEMENT_CUH
#define DDBLAS_LEVEL3_GEMM_RESIDUE_JOIN_ELEMENT_CUH

extern "C" {
#include "gemm_residue_launch.h"
}
#include "gemm_residue_arith.h"

static __device__ __forceinline__ bool is_wanted(const gemm_residue_result &r, int64_t i, int64_t j)
{
    if (i >= r.rows)
        return false;
    return r.part == DDBLAS_GEMM_ALL || (r.part == DDBLAS_GEMM_LOWER ? i + r.below >= j : i + r.below <= j);
}

/* For one row of op(A) or one column of op(B): its key, its sum of upper bounds, and the term of
 * its outlier or GEMM_NO_OUTLIER. The scale is computed from the key, and the guard uses the
 * sum. */
struct join_row
{
    uint32_t key, upper;
    int32_t outlier;
};

/* Returns the struct for a line with this key and this sum of upper bounds. top: the line's largest
 * key with its term, or 0 if the problem has no array of tops. */
static __device__ __forceinline__ join_row join_row_of(uint64_t top, uint32_t key, uint32_t upper)
{
    const gemm_scale scale = gemm_scale_of(top, key);
    return {scale.key, upper, scale.outlier};
}

/* Return the struct for row i and for column j of the block of C. */
static __device__ __forceinline__ join_row join_row_a(const gemm_residue_result &r, int64_t i)
{
    return join_row_of(r.tops_a ? r.tops_a[i] : 0, r.keys_a[i], r.uppers_a[i]);
}
static __device__ __forceinline__ join_row join_row_b(const gemm_residue_result &r, int64_t j)
{
    return join_row_of(r.tops_b ? r.tops_b[j] : 0, r.keys_b[j], r.uppers_b[j]);
}

/* Returns a sum times the scales of its row and its column. */
static __device__ __forceinline__ cuddreal join_scaled(cuddreal sum, const gemm_residue_form &form, join_row a, join_row b)
{
    return gemm_scaled(sum, gemm_key_exponent(a.key) + gemm_key_exponent(b.key) - 2 * form.bits);
}

static __device__ __forceinline__ cuddreal element_of_line(const gemm_lines &lines, int64_t line, int64_t term)
{
    const int64_t at = line * lines.line_stride + term * lines.term_stride;
    return lines.doubles ? cuddMake(((const double *)lines.X)[at], 0.0) : ((const cuddreal *)lines.X)[at];
}

/* value: a scaled sum. beside: the argument of gemm_guard_holds that belongs to it. */
struct join_sum
{
    cuddreal value;
    float beside;
};

/* Returns the product of one term of lines i and j; in a complex problem, the sum of the products
 * of the two parts of the term. Adds the magnitudes of these products to *size. */
static __device__ __forceinline__ cuddreal product_of_term(const gemm_residue_result &r, int64_t i, int64_t j, int32_t term,
                                                           double *size)
{
    const cuddreal first = cuddMul(element_of_line(r.lines_a, i, term), element_of_line(r.lines_b, j, term));
    *size += fabs(first.x);
    if (!r.lines_a.half)
        return first;
    const int64_t other = term + r.lines_a.half;
    const cuddreal second = cuddMul(element_of_line(r.lines_a, i, other), element_of_line(r.lines_b, j, other));
    *size += fabs(second.x);
    return cuddAdd(first, second);
}

/* Adds to the sum the products that have outliers as factors: the outlier of line i of op(A), and
 * that of line j of op(B). If both are at the same term, they have one product together. The
 * function is not inlined, so that lines without outliers do not pay for its registers. */
static __device__ __noinline__ join_sum join_outliers(const gemm_residue_result &r, cuddreal sum, join_row a, join_row b,
                                                      int64_t i, int64_t j)
{
    cuddreal first = cuddMake(0.0, 0.0), second = cuddMake(0.0, 0.0);
    double size = 0.0;
    if (a.outlier >= 0)
        first = product_of_term(r, i, j, a.outlier, &size);
    if (b.outlier >= 0 && b.outlier != a.outlier)
        second = product_of_term(r, i, j, b.outlier, &size);
    const int e = 2 * GEMM_GUARD_BITS - gemm_key_exponent(a.key) - gemm_key_exponent(b.key);
    return {cuddAdd(sum, cuddAdd(first, second)), (float)gemm_scaled(cuddMake(size, 0.0), e).x};
}

/* Returns true if the element must be recomputed, because the guard does not hold or because the
 * row of op(A), the column of op(B) or the sum is not finite. */
static __device__ __forceinline__ bool join_refuses(join_sum sum, const gemm_residue_form &form, join_row a, join_row b,
                                                    int32_t guard)
{
    /* Bitwise operators are used, because they make no branches. */
    const bool finite = gemm_key_is_finite(a.key) & gemm_key_is_finite(b.key) & (int)cuddIsFinite(sum.value);
    return !finite | !gemm_guard_holds(guard, sum.beside, a.upper, b.upper, form.guard_factor);
}

/* Returns factor * a. If factor is 1 or -1, the result is exactly a or -a. */
static __device__ __forceinline__ cuddreal multiply_by_factor(cuddreal factor, cuddreal a)
{
    if (fabs(factor.x) == 1.0 && factor.y == 0.0)
        return cuddMake(factor.x * a.x, factor.x * a.y);
    return cuddMul(factor, a);
}

/* Returns alpha * sum + beta * old. If `product` is false, alpha is 0, and the result is beta * old
 * alone. */
static __device__ __forceinline__ cuddreal updated_element(bool product, cuddreal alpha, cuddreal sum, cuddreal beta,
                                                           cuddreal old)
{
    if (!product)
        return ddblas_gemm_scaled(beta, &old);
    const cuddreal value = multiply_by_factor(alpha, sum);
    return cuddIsZero(beta) ? value : cuddAdd(value, multiply_by_factor(beta, old));
}

#endif
