/*
 * gedet and podet: entry points, checks, and the CPU engine.
 */
#include "determinant.h"

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/factor.h"

enum
{
    LANES = DDBLAS_DETERMINANT_LANES
};

static cuddcomplex element_of(const struct ddblas_determinant_problem *p, int64_t k)
{
    const int64_t at = k + k * p->lda;
    if (!ddblas_type_is_complex(p->type))
        return cuddcFromReal(((const ddblas_host_w *)p->A)[at]);
    const cuddcomplex a = ((const ddblas_host_u *)p->A)[at];
    return p->ipiv ? a : cuddcFromReal(a.x);
}

/* One thread computes it: n products take less time than a parallel region up to large n. */
static void compute_on_cpu(const struct ddblas_determinant_problem *p)
{
    const int is_complex = ddblas_type_is_complex(p->type) && p->ipiv;
    struct ddblas_determinant_factor lane[LANES];
    for (int t = 0; t < LANES; t++)
        lane[t] = ddblas_determinant_one();
    for (int64_t k = 0; k < p->n; k++)
        lane[k % LANES] = ddblas_determinant_times(
            lane[k % LANES], ddblas_determinant_element(element_of(p, k), p->ipiv && p->ipiv[k] != k + 1), is_complex);
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int t = 0; t < half; t++)
            lane[t] = ddblas_determinant_times(lane[t], lane[t + half], is_complex);
    const struct ddblas_determinant_factor result = ddblas_determinant_result(lane[0], !p->ipiv);
    if (is_complex)
        *(ddblas_host_u *)p->mantissa = result.f;
    else
        *(ddblas_host_w *)p->mantissa = result.f.x;
    *p->exponent = result.e;
}

/* `ipiv` is an argument of the call, or not. */
static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_determinant_problem *p, int takes_pivots)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int position = takes_pivots ? 6 : 5;
    struct ddblas_determinant_problem problem = *p;
    static const int64_t none;
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 4, "lda", p->lda, p->n));
    if (p->n > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 3, "A", p->type, arrays, p->A));
        if (takes_pivots)
            DDBLAS_CHECK(ddblas_factor_check_integers(handle, 5, "ipiv", p->ipiv));
    }
    else if (takes_pivots)
        problem.ipiv = &none; /* Not read; podet has a null pointer. */
    DDBLAS_CHECK(ddblas_check_pointer(handle, position, "mantissa", takes_pivots ? p->type : ddblas_type_real(p->type), arrays,
                                      p->mantissa));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, position + 1, "exponent", p->exponent));
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_determinant_cuda(handle, &problem);
#endif
    compute_on_cpu(&problem);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t run_logarithm(ddblasHandle_t handle, ddblasType_t type, const void *mantissa, const int64_t *exponent,
                                    cuddreal *logarithm)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int is_complex = ddblas_type_is_complex(type);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 2, "mantissa", type, arrays, mantissa));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 3, "exponent", exponent));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "logarithm", ddblas_type_real(type), arrays, logarithm));
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_logarithm_cuda(handle, type, mantissa, exponent, logarithm);
#endif
    const cuddcomplex f = is_complex ? *(const ddblas_host_u *)mantissa : cuddcFromReal(*(const ddblas_host_w *)mantissa);
    *(ddblas_host_w *)logarithm = ddblas_logarithm_of_factor(f, *exponent, is_complex);
    return DDBLAS_STATUS_SUCCESS;
}

/* Defines ddblas<letter>gedet, ddblas<letter>podet and ddblas<letter>logdet for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_FACTOR
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##gedet(ddblasHandle_t handle, int64_t n, const element *A, int64_t lda, const int64_t *ipiv,   \
                                         element *mantissa, int64_t *exponent)                                                   \
    {                                                                                                                            \
        const struct ddblas_determinant_problem problem = {DDBLAS_TYPE_##letter, n, A, lda, ipiv, mantissa, exponent};           \
        return run_call(handle, &problem, 1);                                                                                    \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##podet(ddblasHandle_t handle, int64_t n, const element *A, int64_t lda, real *mantissa,        \
                                         int64_t *exponent)                                                                      \
    {                                                                                                                            \
        const struct ddblas_determinant_problem problem = {DDBLAS_TYPE_##letter, n, A, lda, NULL, mantissa, exponent};           \
        return run_call(handle, &problem, 0);                                                                                    \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##logdet(ddblasHandle_t handle, const element *mantissa, const int64_t *exponent,               \
                                          real *logarithm)                                                                       \
    {                                                                                                                            \
        return run_logarithm(handle, DDBLAS_TYPE_##letter, mantissa, exponent, logarithm);                                       \
    }
#include <dd/types.def>
