/*
 * symv and hemv: entry points, checks, choice of the engine.
 */
#include "symv.h"

#include "level2/symv/cpu/symv_cpu.h"

/* Checks the arguments and returns the status. Positions are those of the prototype; the handle is
 * 1. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_symv_problem *p)
{
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, misaligned = DDBLAS_STATUS_MISALIGNED;
    if (p->uplo != DDBLAS_FILL_MODE_LOWER && p->uplo != DDBLAS_FILL_MODE_UPPER)
        return ddblas_fail_argument(handle, invalid, 2, "uplo: %d is neither LOWER nor UPPER", (int)p->uplo);
    if (p->n < 0)
        return ddblas_fail_argument(handle, invalid, 3, "n: %lld is negative", (long long)p->n);
    if (p->lda < (p->n > 1 ? p->n : 1))
        return ddblas_fail_argument(handle, invalid, 6, "lda: %lld is below max(1, n = %lld)", (long long)p->lda,
                                    (long long)p->n);
    if (p->incx == 0)
        return ddblas_fail_argument(handle, invalid, 8, "incx: 0");
    if (p->incy == 0)
        return ddblas_fail_argument(handle, invalid, 11, "incy: 0");
    if (p->n == 0)
        return DDBLAS_STATUS_SUCCESS;

    const enum ddblas_place arrays = ddblas_place_of_arrays(handle), scalars = ddblas_place_of_scalars(handle);
    const struct
    {
        int position;
        const char *name;
        enum ddblas_place place;
        const void *pointer;
    } pointers[] = {{4, "alpha", scalars, p->alpha},
                    {5, "A", arrays, p->A},
                    {7, "x", arrays, p->x},
                    {9, "beta", scalars, p->beta},
                    {10, "y", arrays, p->y}};
    int reads_A_x = 1;
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++)
    {
        if (!reads_A_x && (pointers[i].position == 5 || pointers[i].position == 7))
            continue;
        if (!pointers[i].pointer)
            return ddblas_fail_argument(handle, invalid, pointers[i].position, "%s: null pointer", pointers[i].name);
        if (!ddblas_type_aligned(p->type, pointers[i].place, pointers[i].pointer))
            return ddblas_fail_argument(handle, misaligned, pointers[i].position, "%s: %p is not aligned to its type",
                                        pointers[i].name, pointers[i].pointer);
        if (pointers[i].position == 4)
            reads_A_x = !(scalars == DDBLAS_PLACE_HOST && ddblas_symv_cpu_ops(p->type)->is_zero(p->alpha));
    }
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t symv(ddblasHandle_t handle, const struct ddblas_symv_problem *problem)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check(handle, problem);
    if (status != DDBLAS_STATUS_SUCCESS || problem->n == 0)
        return status;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_symv_cuda(handle, problem);
#endif
    return ddblas_symv_cpu(handle, problem);
}

/* Defines one entry point, ddblas<letter>symv or ddblas<letter>hemv. */
#define SYMV(letter, name, type, hermitian)                                                                                      \
    ddblasStatus_t ddblas##letter##name(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const type *alpha,              \
                                        const type *A, int64_t lda, const type *x, int64_t incx, const type *beta, type *y,      \
                                        int64_t incy)                                                                            \
    {                                                                                                                            \
        const struct ddblas_symv_problem problem = {                                                                             \
            DDBLAS_TYPE_##letter, hermitian, uplo, n, alpha, A, lda, x, incx, beta, y, incy};                                    \
        return symv(handle, &problem);                                                                                           \
    }

#define DDBLAS_TYPE(letter, type, real, is_complex)            SYMV(letter, symv, type, 0)
#define DDBLAS_COMPLEX_DD_TYPE(letter, type, real, is_complex) SYMV(letter, symv, type, 0)
#include <dd/types.def>

#define DDBLAS_COMPLEX_TYPE(letter, type, real, is_complex)    SYMV(letter, hemv, type, 1)
#define DDBLAS_COMPLEX_DD_TYPE(letter, type, real, is_complex) SYMV(letter, hemv, type, 1)
#include <dd/types.def>

ddblasStatus_t ddblasSymvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    if ((int)type < 0 || type >= DDBLAS_TYPE_ALL_COUNT)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "type: %d is no type", (int)type);
    if (n < 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 3, "n: %lld is negative", (long long)n);
    if (!bytes)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 4, "bytes: null pointer");
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        *bytes = ddblas_symv_cuda_workspace(handle, type, n);
        return DDBLAS_STATUS_SUCCESS;
    }
#endif
    *bytes = ddblas_symv_cpu_workspace(handle, type, n);
    return DDBLAS_STATUS_SUCCESS;
}
