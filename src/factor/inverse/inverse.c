/*
 * trtri, potri and getri: entry points, checks, workspace queries.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "inverse.h"

/* Positions of arguments in a prototype. 0: the prototype lacks the argument. */
struct positions
{
    int uplo, diag, n, A, lda, ipiv, C, ldc, info;
};
static const struct positions of_trtri = {.uplo = 2, .diag = 3, .n = 4, .A = 5, .lda = 6, .info = 7},
                              of_potri = {.uplo = 2, .n = 3, .A = 4, .lda = 5, .info = 6},
                              of_getri = {.n = 2, .A = 3, .lda = 4, .ipiv = 5, .C = 6, .ldc = 7, .info = 8};

static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct ddblas_inverse_problem *p, const struct positions *at)
{
    if (at->uplo)
        DDBLAS_CHECK(ddblas_check_fill(handle, at->uplo, p->uplo));
    if (at->diag)
        DDBLAS_CHECK(ddblas_check_diagonal(handle, at->diag, p->diag));
    DDBLAS_CHECK(ddblas_check_size(handle, at->n, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->lda, "lda", p->lda, p->n));
    if (!at->C)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_leading(handle, at->ldc, "ldc", p->ldc, p->n));
    if (p->n > 0 && p->A == p->C && p->lda != p->ldc)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, at->ldc, "ldc: C is A, and %lld is not lda = %lld",
                                    (long long)p->ldc, (long long)p->lda);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_inverse_problem *p, const struct positions *at)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(check_sizes(handle, p, at));
    if (p->n > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, "A", p->type, arrays, p->A));
        if (at->ipiv)
            DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->ipiv, "ipiv", p->ipiv));
        if (at->C)
            DDBLAS_CHECK(ddblas_check_pointer(handle, at->C, "C", p->type, arrays, p->C));
    }
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->info, "info", p->info));
    return ddblas_check_order(handle, p->n);
}

static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_inverse_problem *p, const struct positions *at)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, p, at));
    if (p->n == 0)
        return ddblas_factor_clear_info(handle, p->info);
    return ddblas_factor_run(handle, p->type, ddblas_inverse_blocks, p);
}

/* Defines ddblas<letter>trtri, ddblas<letter>potri and ddblas<letter>getri for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_INVERSE
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##trtri(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasDiagType_t diag, int64_t n,         \
                                         element *A, int64_t lda, int64_t *info)                                                 \
    {                                                                                                                            \
        const struct ddblas_inverse_problem problem = {.type = DDBLAS_TYPE_##letter,                                             \
                                                       .task = DDBLAS_INVERSE_TRTRI,                                             \
                                                       .uplo = uplo,                                                             \
                                                       .diag = diag,                                                             \
                                                       .n = n,                                                                   \
                                                       .A = A,                                                                   \
                                                       .lda = lda,                                                               \
                                                       .C = A,                                                                   \
                                                       .ldc = lda,                                                               \
                                                       .info = info};                                                            \
        return run_call(handle, &problem, &of_trtri);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##potri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, element *A, int64_t lda,       \
                                         int64_t *info)                                                                          \
    {                                                                                                                            \
        const struct ddblas_inverse_problem problem = {.type = DDBLAS_TYPE_##letter,                                             \
                                                       .task = DDBLAS_INVERSE_POTRI,                                             \
                                                       .uplo = uplo,                                                             \
                                                       .diag = DDBLAS_DIAG_NON_UNIT,                                             \
                                                       .n = n,                                                                   \
                                                       .A = A,                                                                   \
                                                       .lda = lda,                                                               \
                                                       .C = A,                                                                   \
                                                       .ldc = lda,                                                               \
                                                       .info = info};                                                            \
        return run_call(handle, &problem, &of_potri);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##getri(ddblasHandle_t handle, int64_t n, const element *A, int64_t lda, const int64_t *ipiv,   \
                                         element *C, int64_t ldc, int64_t *info)                                                 \
    {                                                                                                                            \
        const struct ddblas_inverse_problem problem = {.type = DDBLAS_TYPE_##letter,                                             \
                                                       .task = DDBLAS_INVERSE_GETRI,                                             \
                                                       .diag = DDBLAS_DIAG_NON_UNIT,                                             \
                                                       .n = n,                                                                   \
                                                       .A = A,                                                                   \
                                                       .lda = lda,                                                               \
                                                       .ipiv = ipiv,                                                             \
                                                       .C = C,                                                                   \
                                                       .ldc = ldc,                                                               \
                                                       .info = info};                                                            \
        return run_call(handle, &problem, &of_getri);                                                                            \
    }
#include <dd/types.def>

/* The larger workspace of the two triangles: their halves have other orders. */
static ddblasStatus_t query(ddblasHandle_t handle, ddblasType_t type, int64_t n, enum ddblas_inverse_task task, int in_place,
                            int position, size_t *bytes)
{
    static cuddcomplex nothing[2];
    static int64_t integers;
    struct ddblas_inverse_problem p = {.type = type,
                                       .task = task,
                                       .n = n,
                                       .A = nothing + !in_place,
                                       .lda = n,
                                       .ipiv = &integers,
                                       .C = nothing,
                                       .ldc = n,
                                       .info = &integers};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_INVERSE));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, position, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    *bytes = 0;
    if (n == 0)
        return DDBLAS_STATUS_SUCCESS;
    p.uplo = DDBLAS_FILL_MODE_LOWER;
    *bytes = ddblas_block_workspace(handle, type, ddblas_inverse_blocks, &p);
    p.uplo = DDBLAS_FILL_MODE_UPPER;
    *bytes = most_bytes(*bytes, ddblas_block_workspace(handle, type, ddblas_inverse_blocks, &p));
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasTrtriWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query(handle, type, n, DDBLAS_INVERSE_TRTRI, 1, 4, bytes);
}

ddblasStatus_t ddblasPotriWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query(handle, type, n, DDBLAS_INVERSE_POTRI, 1, 4, bytes);
}

ddblasStatus_t ddblasGetriWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int in_place, size_t *bytes)
{
    return query(handle, type, n, DDBLAS_INVERSE_GETRI, in_place, 5, bytes);
}
