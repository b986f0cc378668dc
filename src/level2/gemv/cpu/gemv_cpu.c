/*
 * gemv on the CPU: computes y = beta y if there is no product, otherwise calls the double-double
 * kernels or CBLAS.
 */
#include "gemv_cpu.h"

#include <string.h>

/* A scalar of any type. The scalars are copied, because they may be elements of y, which the call
 * overwrites. */
union scalar
{
    cuddreal w;
    cuddcomplex u;
    ddblasDoubleComplex z;
};

/* Computes y = beta y in double-double. */
static void scale_pairs(const struct ddblas_gemv_problem *p)
{
    const int complex = ddblas_type_is_complex(p->type);
    const int64_t count = ddblas_gemv_outputs(p);
    for (int64_t i = 0; i < count; i++)
    {
        const int64_t at = ddblas_level1_at(i, count, p->incy);
        if (complex)
        {
            ddblas_host_u *y = (ddblas_host_u *)p->y + at;
            const cuddcomplex beta = *(const ddblas_host_u *)p->beta;
            const cuddcomplex scaled = cuddcIsZero(beta) ? cuddcFromDoubles(0.0, 0.0) : cuddcMul(beta, *y);
            *y = scaled;
        }
        else
        {
            ddblas_host_w *y = (ddblas_host_w *)p->y + at;
            const cuddreal beta = *(const ddblas_host_w *)p->beta;
            *y = cuddIsZero(beta) ? cuddFromDouble(0.0) : cuddMul(beta, *y);
        }
    }
}

ddblasStatus_t ddblas_gemv_cpu(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem)
{
    union scalar alpha, beta;
    struct ddblas_gemv_problem p = *problem;
    memcpy(&alpha, p.alpha, ddblas_type_size(p.type));
    memcpy(&beta, p.beta, ddblas_type_size(p.type));
    p.alpha = &alpha;
    p.beta = &beta;
    if (!ddblas_type_is_double_double(p.type))
        return ddblas_gemv_cpu_blas(handle, &p);
    if (!ddblas_type_is_zero(p.type, p.alpha))
        return ddblas_gemv_cpu_pairs(handle, &p);
    if (!ddblas_type_is_one(p.type, p.beta))
        scale_pairs(&p);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_gemv_batch_cpu(ddblasHandle_t handle, const struct ddblas_gemv_batch *batch)
{
    union scalar alpha, beta;
    struct ddblas_gemv_batch b = *batch;
    memcpy(&alpha, b.each.alpha, sizeof alpha.w);
    memcpy(&beta, b.each.beta, sizeof beta.w);
    b.each.alpha = &alpha;
    b.each.beta = &beta;
    if (!ddblas_type_is_zero(DDBLAS_TYPE_W, &alpha))
        ddblas_gemv_cpu_pairs_batch(handle, &b);
    else if (!ddblas_type_is_one(DDBLAS_TYPE_W, &beta))
        for (int64_t i = 0; i < b.count; i++)
        {
            const struct ddblas_gemv_problem member = ddblas_gemv_member(&b, i);
            scale_pairs(&member);
        }
    return DDBLAS_STATUS_SUCCESS;
}

size_t ddblas_gemv_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n)
{
    return ddblas_type_is_double_double(type) ? ddblas_gemv_cpu_pairs_workspace(handle, type, trans, m, n) : 0;
}
