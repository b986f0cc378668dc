/*
 * Level 1 in S, D, C, Z on the CUDA engine, by cuBLAS.
 */
#include <string.h>

#include "core/cublas.h"
#include "level1/level1.h"

size_t ddblas_level1_cublas_workspace(void) { return DDBLAS_CUBLAS_WORKSPACE; }

/* A result of any type, aligned for cuBLAS. Host memory of the caller may be aligned to its parts
 * only. */
struct result
{
    _Alignas(16) unsigned char bytes[16];
};

static cublasStatus_t move(cublasHandle_t blas, const struct ddblas_level1_problem *p)
{
    switch (p->type)
    {
#define MOVE(letter)                                                                                                             \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return p->routine == DDBLAS_LEVEL1_copy ? cublas##letter##copy_64(blas, p->n, p->x, p->incx, p->y, p->incy)              \
                                                : cublas##letter##swap_64(blas, p->n, p->x, p->incx, p->y, p->incy);
        MOVE(S)
        MOVE(D)
        MOVE(C)
        MOVE(Z)
#undef MOVE
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

static cublasStatus_t scale(cublasHandle_t blas, const struct ddblas_level1_problem *p)
{
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        return cublasSscal_64(blas, p->n, p->a, p->x, p->incx);
    case DDBLAS_TYPE_D:
        return cublasDscal_64(blas, p->n, p->a, p->x, p->incx);
    case DDBLAS_TYPE_C:
        return p->a_type == p->type ? cublasCscal_64(blas, p->n, p->a, p->x, p->incx)
                                    : cublasCsscal_64(blas, p->n, p->a, p->x, p->incx);
    case DDBLAS_TYPE_Z:
        return p->a_type == p->type ? cublasZscal_64(blas, p->n, p->a, p->x, p->incx)
                                    : cublasZdscal_64(blas, p->n, p->a, p->x, p->incx);
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

static cublasStatus_t rotate(cublasHandle_t blas, const struct ddblas_level1_problem *p)
{
    const int modified = p->routine == DDBLAS_LEVEL1_rotm;
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        return modified ? cublasSrotm_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->a)
                        : cublasSrot_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->a, p->b);
    case DDBLAS_TYPE_D:
        return modified ? cublasDrotm_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->a)
                        : cublasDrot_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->a, p->b);
    case DDBLAS_TYPE_C:
        return p->b_type == p->type ? cublasCrot_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->a, p->b)
                                    : cublasCsrot_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->a, p->b);
    case DDBLAS_TYPE_Z:
        return p->b_type == p->type ? cublasZrot_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->a, p->b)
                                    : cublasZdrot_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->a, p->b);
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

static cublasStatus_t add_multiple(cublasHandle_t blas, const struct ddblas_level1_problem *p)
{
    switch (p->type)
    {
#define AXPY(letter)                                                                                                             \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return cublas##letter##axpy_64(blas, p->n, p->a, p->x, p->incx, p->y, p->incy);
        AXPY(S)
        AXPY(D)
        AXPY(C)
        AXPY(Z)
#undef AXPY
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

static cublasStatus_t multiply(cublasHandle_t blas, const struct ddblas_level1_problem *p)
{
    const int conjugate = p->routine == DDBLAS_LEVEL1_dotc;
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        return cublasSdot_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->result);
    case DDBLAS_TYPE_D:
        return cublasDdot_64(blas, p->n, p->x, p->incx, p->y, p->incy, p->result);
    case DDBLAS_TYPE_C:
        return (conjugate ? cublasCdotc_64 : cublasCdotu_64)(blas, p->n, p->x, p->incx, p->y, p->incy, p->result);
    case DDBLAS_TYPE_Z:
        return (conjugate ? cublasZdotc_64 : cublasZdotu_64)(blas, p->n, p->x, p->incx, p->y, p->incy, p->result);
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

/* Routines of one vector with a result: cuBLAS's names of the four types. */
#define REDUCE(s, d, c, z)                                                                                                       \
    switch (p->type)                                                                                                             \
    {                                                                                                                            \
    case DDBLAS_TYPE_S:                                                                                                          \
        return cublas##s##_64(blas, p->n, p->x, p->incx, p->result);                                                             \
    case DDBLAS_TYPE_D:                                                                                                          \
        return cublas##d##_64(blas, p->n, p->x, p->incx, p->result);                                                             \
    case DDBLAS_TYPE_C:                                                                                                          \
        return cublas##c##_64(blas, p->n, p->x, p->incx, p->result);                                                             \
    case DDBLAS_TYPE_Z:                                                                                                          \
        return cublas##z##_64(blas, p->n, p->x, p->incx, p->result);                                                             \
    default:                                                                                                                     \
        return CUBLAS_STATUS_NOT_SUPPORTED;                                                                                      \
    }

static cublasStatus_t call_cublas(cublasHandle_t blas, const struct ddblas_level1_problem *p)
{
    switch (p->routine)
    {
    case DDBLAS_LEVEL1_axpy:
        return add_multiple(blas, p);
    case DDBLAS_LEVEL1_scal:
        return scale(blas, p);
    case DDBLAS_LEVEL1_copy:
    case DDBLAS_LEVEL1_swap:
        return move(blas, p);
    case DDBLAS_LEVEL1_rot:
    case DDBLAS_LEVEL1_rotm:
        return rotate(blas, p);
    case DDBLAS_LEVEL1_dotu:
    case DDBLAS_LEVEL1_dotc:
        return multiply(blas, p);
    case DDBLAS_LEVEL1_nrm2:
        REDUCE(Snrm2, Dnrm2, Scnrm2, Dznrm2)
    case DDBLAS_LEVEL1_asum:
        REDUCE(Sasum, Dasum, Scasum, Dzasum)
    case DDBLAS_LEVEL1_amax:
        REDUCE(Isamax, Idamax, Icamax, Izamax)
    case DDBLAS_LEVEL1_amin:
        REDUCE(Isamin, Idamin, Icamin, Izamin)
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

ddblasStatus_t ddblas_level1_cublas(ddblasHandle_t handle, const struct ddblas_level1_problem *problem)
{
    const struct ddblas_level1_traits *t = &ddblas_level1_traits[problem->routine];
    const int own_result = t->result != DDBLAS_LEVEL1_NONE && ddblas_place_of_scalars(handle) == DDBLAS_PLACE_HOST;
    struct ddblas_level1_problem p = *problem;
    struct ddblas_cublas_scalar a, b;
    struct result result = {{0}};
    cublasHandle_t blas;
    if (t->at.a && p.routine != DDBLAS_LEVEL1_rotm) /* five real numbers, which cuBLAS takes where they are */
        p.a = ddblas_cublas_scalar(handle, p.a, ddblas_type_size(p.a_type), &a);
    if (t->at.b)
        p.b = ddblas_cublas_scalar(handle, p.b, ddblas_type_size(p.b_type), &b);
    if (own_result)
        p.result = result.bytes;
    ddblasStatus_t status = ddblas_cublas_begin(handle, &blas);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_cublas_end(handle, t->name, call_cublas(blas, &p));
    if (status == DDBLAS_STATUS_SUCCESS && own_result)
        memcpy(problem->result, result.bytes,
               t->result == DDBLAS_LEVEL1_INDEX ? sizeof(int64_t) : ddblas_type_size(p.result_type));
    return status;
}
