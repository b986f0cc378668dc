/*
 * Operations of equilibration and of the expert drivers that each engine provides. Matrices are of
 * any of the six types; what is computed from moduli of elements is computed in double, from high
 * parts.
 */
#ifndef DDBLAS_FACTOR_EXPERT_STEPS_H
#define DDBLAS_FACTOR_EXPERT_STEPS_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A(i, j) = R(i) A(i, j) C(j) in a triangle of A or in all of it. R or C may be null, for ones. */
struct ddblas_scale_step
{
    ddblasType_t type;
    ddblasFillMode_t uplo; /* FULL for all of A. */
    int64_t m, n;
    void *A;
    int64_t lda;
    const double *R, *C;
};

/* largest[j] = max |A(i, j)| in column j of the matrix or of its upper triangle, n >= 1 columns.
 * NaN if an element is NaN. */
struct ddblas_largest_step
{
    ddblasType_t type;
    int upper;
    int64_t m, n;
    const void *A;
    int64_t lda;
    double *largest;
};

/* sums = |op(A)| |X| + |B|, with |Re| + |Im| as the modulus, for A of n x n. */
struct ddblas_moduli_step
{
    ddblasType_t type;
    int transposed; /* op(A) is the transpose or its conjugate. */
    int64_t n, nrhs;
    const void *A;
    int64_t lda;
    const void *X; /* Null: ones. */
    int64_t ldx;
    const void *B; /* Null: zeros. */
    int64_t ldb;
    double *sums; /* n x nrhs, leading dimension n. */
};

/* For residuals and the sums of ddblas_moduli_step: backward[j] = max_i |r_ij| / sums_ij, and then
 * sums_ij = |r_ij| + terms sums_ij. Where sums_ij <= least / unit, `least` is added to numerator
 * and denominator, as in LAPACK. NaN if a quotient is. */
struct ddblas_quotient_step
{
    ddblasType_t type;
    int64_t n, nrhs;
    const void *residuals; /* Leading dimension n. */
    double *sums, *backward;
    double terms, least;
};

/* X(:, j) += D(:, j) where active[j] is not 0; D has the leading dimension n. */
struct ddblas_add_step
{
    ddblasType_t type;
    int64_t n, nrhs;
    void *X;
    int64_t ldx;
    const void *D;
    const int32_t *active; /* In engine memory. */
};

void ddblas_scale_step_cpu(const struct ddblas_scale_step *s);
void ddblas_largest_step_cpu(const struct ddblas_largest_step *s);
void ddblas_moduli_step_cpu(const struct ddblas_moduli_step *s);
void ddblas_quotient_step_cpu(const struct ddblas_quotient_step *s);
void ddblas_add_step_cpu(const struct ddblas_add_step *s);

#if DDBLAS_HAVE_CUDA
ddblasStatus_t ddblas_scale_step_cuda(ddblasHandle_t handle, const struct ddblas_scale_step *s);
ddblasStatus_t ddblas_largest_step_cuda(ddblasHandle_t handle, const struct ddblas_largest_step *s);
ddblasStatus_t ddblas_moduli_step_cuda(ddblasHandle_t handle, const struct ddblas_moduli_step *s);
ddblasStatus_t ddblas_quotient_step_cuda(ddblasHandle_t handle, const struct ddblas_quotient_step *s);
ddblasStatus_t ddblas_add_step_cuda(ddblasHandle_t handle, const struct ddblas_add_step *s);
#endif

/* ddblas_scale_step(handle, s) and its relatives run a step on the handle's engine. */
#if DDBLAS_HAVE_CUDA
#define DDBLAS_EXPERT_STEP(name)                                                                                                 \
    static inline ddblasStatus_t ddblas_##name##_step(ddblasHandle_t handle, const struct ddblas_##name##_step *s)               \
    {                                                                                                                            \
        if (handle->backend->engine == DDBLAS_ENGINE_CUDA)                                                                       \
            return ddblas_##name##_step_cuda(handle, s);                                                                         \
        ddblas_##name##_step_cpu(s);                                                                                             \
        return DDBLAS_STATUS_SUCCESS;                                                                                            \
    }
#else
/* Defines ddblas_<name>_step, which calls the function of the CPU engine. */
#define DDBLAS_EXPERT_STEP(name)                                                                                                 \
    static inline ddblasStatus_t ddblas_##name##_step(ddblasHandle_t handle, const struct ddblas_##name##_step *s)               \
    {                                                                                                                            \
        (void)handle;                                                                                                            \
        ddblas_##name##_step_cpu(s);                                                                                             \
        return DDBLAS_STATUS_SUCCESS;                                                                                            \
    }
#endif
DDBLAS_EXPERT_STEP(scale)
DDBLAS_EXPERT_STEP(largest)
DDBLAS_EXPERT_STEP(moduli)
DDBLAS_EXPERT_STEP(quotient)
DDBLAS_EXPERT_STEP(add)
#undef DDBLAS_EXPERT_STEP

#ifdef __cplusplus
}
#endif

#endif
