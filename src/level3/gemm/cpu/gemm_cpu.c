/*
 * gemm on the CPU: multiplies C by beta if there is no product to add, provides the workspace, and
 * chooses between the double-double kernels and CBLAS.
 */
#include "gemm_cpu.h"

#include <string.h>

#include "level3/gemm/gemm_complex.h"

static ddblasComplex multiply_c(ddblasComplex a, ddblasComplex b)
{
    return (ddblasComplex){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

static ddblasDoubleComplex multiply_z(ddblasDoubleComplex a, ddblasDoubleComplex b)
{
    return (ddblasDoubleComplex){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

/* Multiplies one column by beta. */
static void scale_column(ddblasType_t type, int64_t m, const void *beta, void *column)
{
    for (int64_t i = 0; i < m; i++)
        switch (type)
        {
        case DDBLAS_TYPE_S:
            ((float *)column)[i] *= *(const float *)beta;
            break;
        case DDBLAS_TYPE_D:
            ((double *)column)[i] *= *(const double *)beta;
            break;
        case DDBLAS_TYPE_C:
            ((ddblasComplex *)column)[i] = multiply_c(*(const ddblasComplex *)beta, ((ddblasComplex *)column)[i]);
            break;
        case DDBLAS_TYPE_Z:
            ((ddblasDoubleComplex *)column)[i] =
                multiply_z(*(const ddblasDoubleComplex *)beta, ((ddblasDoubleComplex *)column)[i]);
            break;
        case DDBLAS_TYPE_U:
        {
            const cuddcomplex factor = *(const ddblas_host_u *)beta, old = ((const ddblas_host_u *)column)[i];
            ((ddblas_host_u *)column)[i] = ddblas_gemm_complex_scaled(factor, &old);
            break;
        }
        default:
        {
            const cuddreal factor = *(const ddblas_host_w *)beta, old = ((const ddblas_host_w *)column)[i];
            ((ddblas_host_w *)column)[i] = ddblas_gemm_scaled(factor, &old);
            break;
        }
        }
}

/* Multiplies by beta the part of column j of C that the problem computes. If the problem wants a
 * real diagonal, the imaginary part of the diagonal element becomes 0. But if beta is 1, that
 * imaginary part stays as it is. */
static void scale_part(const struct ddblas_gemm_problem *p, int64_t j)
{
    const size_t size = ddblas_type_size(p->type);
    const int64_t first = p->part == DDBLAS_GEMM_LOWER ? j : 0;
    const int64_t rows = (p->part == DDBLAS_GEMM_UPPER && j < p->m ? j + 1 : p->m) - first;
    const int real = p->real_diagonal && j < p->m;
    char *column = (char *)p->C + ((size_t)j * (size_t)p->ldc + (size_t)first) * size;
    /* Address of the imaginary part of the diagonal element. */
    char *imaginary = column + (size_t)(real ? j - first : 0) * size + size / 2;
    cuddreal kept = cuddFromDouble(0.0);
    if (ddblas_type_is_zero(p->type, p->beta))
    {
        memset(column, 0, (size_t)rows * size);
        return;
    }
    if (real && ddblas_type_is_one(p->type, p->beta))
        memcpy(&kept, imaginary, size / 2);
    if (real)
        memset(imaginary, 0, size / 2);
    scale_column(p->type, rows, p->beta, column);
    if (real)
        memcpy(imaginary, &kept, size / 2);
}

void ddblas_gemm_cpu_scale(int threads, const struct ddblas_gemm_problem *p)
{
    if (!ddblas_type_is_double_double(p->type) && ddblas_type_is_one(p->type, p->beta))
        return;
    if (threads == 1)
        for (int64_t j = 0; j < p->n; j++)
            scale_part(p, j);
    else
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t j = 0; j < p->n; j++)
            scale_part(p, j);
}

size_t ddblas_gemm_cpu_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k)
{
    return ddblas_type_is_double_double(type) ? ddblas_gemm_cpu_w_workspace(handle, type, m, n, k)
                                              : ddblas_gemm_cpu_cblas_workspace(handle, type, m, n, k);
}

ddblasStatus_t ddblas_gemm_cpu(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    /* The scalars are copied, because they may be elements of C, which the call overwrites. */
    union
    {
        cuddreal w;
        ddblasDoubleComplex z;
        cuddcomplex u;
    } alpha, beta;
    struct ddblas_gemm_problem p = *problem;
    memcpy(&alpha, p.alpha, ddblas_type_size(p.type));
    memcpy(&beta, p.beta, ddblas_type_size(p.type));
    p.alpha = &alpha;
    p.beta = &beta;
    if (p.k == 0 || ddblas_type_is_zero(p.type, p.alpha))
    {
        ddblas_gemm_cpu_scale(ddblas_threads_useful(handle, p.type, p.m > 4096 / p.n ? (double)p.n : 1.0), &p);
        return DDBLAS_STATUS_SUCCESS;
    }
    return ddblas_type_is_double_double(p.type) ? ddblas_gemm_cpu_w(handle, &p) : ddblas_gemm_cpu_cblas(handle, &p);
}
