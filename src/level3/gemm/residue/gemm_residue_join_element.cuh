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

/* Key and sum of upper bounds of a row of op(A) or a column of op(B). The scale needs the key, and
 * the guard the sum. */
struct join_row
{
    uint32_t key, upper;
};

/* Scales a sum. Returns true if the element must be recomputed, because the guard does not hold or
 * because the row of op(A), the column of op(B) or the sum is not finite. */
static __device__ __forceinline__ bool join_refuses(cuddreal &sum, const gemm_residue_form &form, join_row a, join_row b,
                                                    int32_t guard)
{
    sum = gemm_scaled(sum, gemm_key_exponent(a.key) + gemm_key_exponent(b.key) - 2 * form.bits);
    /* Operators on bits make no branches. */
    const bool finite = gemm_key_is_finite(a.key) & gemm_key_is_finite(b.key) & (int)cuddIsFinite(sum);
    return !finite | !gemm_guard_holds(guard, a.upper, b.upper, form.guard_factor);
}

/* Returns factor * a. If factor is 1 or -1, a keeps its bits but for the sign. */
static __device__ __forceinline__ cuddreal multiply_by_factor(cuddreal factor, cuddreal a)
{
    if (fabs(factor.x) == 1.0 && factor.y == 0.0)
        return cuddMake(factor.x * a.x, factor.x * a.y);
    return cuddMul(factor, a);
}

/* Returns alpha * sum + beta * old, or beta * old alone if `product` is false, which means that
 * alpha is 0. */
static __device__ __forceinline__ cuddreal updated_element(bool product, cuddreal alpha, cuddreal sum, cuddreal beta,
                                                           cuddreal old)
{
    if (!product)
        return ddblas_gemm_scaled(beta, &old);
    const cuddreal value = multiply_by_factor(alpha, sum);
    return cuddIsZero(beta) ? value : cuddAdd(value, multiply_by_factor(beta, old));
}

#endif
