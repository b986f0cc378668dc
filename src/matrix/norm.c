/*
 * lange, lansy and lanhe: entry points, checks, workspace, choice of the engine.
 */
#include "norm.h"

#include <string.h>

#include "core/checks.h"
#include "level1/level1.h"

/* Positions of the arguments in the prototype; 0 for an argument that a routine does not have. */
struct positions
{
    int uplo, m, n, A, lda, result;
};
static const struct positions of_general = {.m = 3, .n = 4, .A = 5, .lda = 6, .result = 7},
                              of_symmetric = {.uplo = 3, .n = 4, .A = 5, .lda = 6, .result = 7};

static ddblasStatus_t check_norm(ddblasHandle_t handle, int position, ddblasNorm_t norm)
{
    if (norm == DDBLAS_NORM_MAX || norm == DDBLAS_NORM_ONE || norm == DDBLAS_NORM_INF || norm == DDBLAS_NORM_FROBENIUS)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "norm: %d is none of MAX, ONE, INF, FROBENIUS",
                                (int)norm);
}

static int is_empty(const struct ddblas_norm_problem *p) { return p->m == 0 || p->n == 0; }

static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_norm_problem *p, const struct positions *at)
{
    DDBLAS_CHECK(check_norm(handle, 2, p->norm));
    if (at->uplo != 0)
        DDBLAS_CHECK(ddblas_check_fill(handle, at->uplo, p->uplo));
    if (at->m != 0)
        DDBLAS_CHECK(ddblas_check_size(handle, at->m, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, at->n, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->lda, "lda", p->lda, p->m));
    if (!is_empty(p))
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, "A", p->type, ddblas_place_of_arrays(handle), p->A));
    return ddblas_check_pointer(handle, at->result, "result", ddblas_type_real(p->type), ddblas_place_of_scalars(handle),
                                p->result);
}

static ddblasStatus_t write_zero(ddblasHandle_t handle, const struct ddblas_norm_problem *p)
{
    const size_t bytes = ddblas_type_size(ddblas_type_real(p->type));
#if DDBLAS_HAVE_CUDA
    if (ddblas_place_of_scalars(handle) == DDBLAS_PLACE_DEVICE)
        return ddblas_level1_zero_cuda(handle, p->result, bytes);
#endif
    (void)handle;
    memset(p->result, 0, bytes);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t too_large(ddblasHandle_t handle)
{
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "a matrix of this size is more than any memory holds");
}

/* A result in host memory is computed in the workspace and copied. */
static ddblasStatus_t compute(ddblasHandle_t handle, const struct ddblas_norm_problem *p)
{
    struct ddblas_norm_space space;
    void *workspace = NULL;
    const int copies = ddblas_place_of_scalars(handle) != ddblas_place_of_arrays(handle);
    const struct ddblas_norm_engine *engine = &ddblas_norm_cpu;
    const size_t bytes = ddblas_norm_bytes(p->norm, p->symmetric, p->m, p->n, &space),
                 size = ddblas_type_size(ddblas_type_real(p->type));
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        engine = &ddblas_norm_cuda;
#endif
    if (bytes == 0)
        return too_large(handle);
    if (copies && handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "a result in host memory has to be waited for, which a recording stream does not allow");
    DDBLAS_CHECK(ddblas_workspace(handle, bytes, &workspace));
    DDBLAS_CHECK(ddblas_norm_run(handle, engine, p, workspace, copies ? NULL : p->result));
    if (!copies)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_engine(handle, handle->backend->from_engine(p->result, size, workspace, size, size, 1, handle->stream),
                               "reading a norm");
}

static ddblasStatus_t run(ddblasHandle_t handle, const struct ddblas_norm_problem *problem, const struct positions *at)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check(handle, problem, at));
    return is_empty(problem) ? write_zero(handle, problem) : compute(handle, problem);
}

/* ---- entry points ---------------------------------------------------------------------------- */

static ddblasStatus_t query(ddblasHandle_t handle, int symmetric, ddblasType_t type, ddblasNorm_t norm, int64_t m, int64_t n,
                            size_t *bytes)
{
    struct ddblas_norm_space space;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_MATRIX));
    DDBLAS_CHECK(check_norm(handle, 3, norm));
    if (!symmetric)
        DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, symmetric ? 4 : 5, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, symmetric ? 5 : 6, "bytes", bytes));
    *bytes = ddblas_norm_bytes(norm, symmetric, m, n, &space);
    return *bytes == 0 ? too_large(handle) : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasLangeWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasNorm_t norm, int64_t m, int64_t n,
                                        size_t *bytes)
{
    return query(handle, 0, type, norm, m, n, bytes);
}

ddblasStatus_t ddblasLansyWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasNorm_t norm, int64_t n, size_t *bytes)
{
    return query(handle, 1, type, norm, n, n, bytes);
}

/* Defines one entry point, ddblas<letter>lange. */
#define LANGE(letter, element, real_type)                                                                                        \
    ddblasStatus_t ddblas##letter##lange(ddblasHandle_t handle, ddblasNorm_t norm, int64_t m, int64_t n, const element *A,       \
                                         int64_t lda, real_type *result)                                                         \
    {                                                                                                                            \
        const struct ddblas_norm_problem problem = {.type = DDBLAS_TYPE_##letter,                                                \
                                                    .norm = norm,                                                                \
                                                    .uplo = DDBLAS_FILL_MODE_FULL,                                               \
                                                    .m = m,                                                                      \
                                                    .n = n,                                                                      \
                                                    .A = A,                                                                      \
                                                    .lda = lda,                                                                  \
                                                    .result = result};                                                           \
        return run(handle, &problem, &of_general);                                                                               \
    }

/* Defines one entry point, ddblas<letter><name>. */
#define LANSY(letter, element, real_type, name, is_hermitian)                                                                    \
    ddblasStatus_t ddblas##letter##name(ddblasHandle_t handle, ddblasNorm_t norm, ddblasFillMode_t uplo, int64_t n,              \
                                        const element *A, int64_t lda, real_type *result)                                        \
    {                                                                                                                            \
        const struct ddblas_norm_problem problem = {.type = DDBLAS_TYPE_##letter,                                                \
                                                    .norm = norm,                                                                \
                                                    .symmetric = 1,                                                              \
                                                    .hermitian = is_hermitian,                                                   \
                                                    .uplo = uplo,                                                                \
                                                    .m = n,                                                                      \
                                                    .n = n,                                                                      \
                                                    .A = A,                                                                      \
                                                    .lda = lda,                                                                  \
                                                    .result = result};                                                           \
        return run(handle, &problem, &of_symmetric);                                                                             \
    }
/* Defines ddblas?lange and ddblas?lansy for all types, and ddblas?lanhe for the complex ones. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, element, real_type, is_complex)                                                                      \
    LANGE(letter, element, real_type)                                                                                            \
    LANSY(letter, element, real_type, lansy, 0)
#include <dd/types.def>

#define DDBLAS_TYPES                                        (DDBLAS_TYPES_OF_MATRIX & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, element, real_type, is_complex) LANSY(letter, element, real_type, lanhe, 1)
#include <dd/types.def>
