/*
 * Batches of small systems: entry points, checks, workspace query, choice of the engine.
 */
#include "factor_batched.h"

#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/factor.h"
#include "level3/batched/batched.h"

/* Positions of arguments in a prototype. 0: the prototype lacks the argument. A stride follows the
 * leading dimension, which follows the matrix. */
struct positions
{
    int uplo, n, nrhs, A, ipiv, B, info, count;
};
static const struct positions of_gesv = {.n = 2, .nrhs = 3, .A = 4, .ipiv = 7, .B = 9, .info = 12, .count = 13},
                              of_potrf = {.uplo = 2, .n = 3, .A = 4, .info = 7, .count = 8},
                              of_potrs = {.uplo = 2, .n = 3, .nrhs = 4, .A = 5, .B = 8, .count = 11};

static struct ddblas_batch_operand operand_a(const struct ddblas_factor_batched *b, const struct positions *at)
{
    return (struct ddblas_batch_operand){.name = "A",
                                         .position = at->A,
                                         .strided = 1,
                                         .argument = b->A,
                                         .stride = b->stride_a,
                                         .rows = b->n,
                                         .columns = b->n,
                                         .leading = b->lda,
                                         .size = ddblas_type_size(b->type),
                                         .written = b->F != NULL};
}

static struct ddblas_batch_operand operand_b(const struct ddblas_factor_batched *b, const struct positions *at)
{
    return (struct ddblas_batch_operand){.name = "B",
                                         .position = at->B,
                                         .strided = 1,
                                         .argument = b->B,
                                         .stride = b->stride_b,
                                         .rows = b->n,
                                         .columns = b->nrhs,
                                         .leading = b->ldb,
                                         .size = ddblas_type_size(b->type),
                                         .written = 1};
}

static ddblasStatus_t check_pivots(ddblasHandle_t handle, int position, const struct ddblas_factor_batched *b)
{
    const int64_t most_stride = (int64_t)(PTRDIFF_MAX / sizeof(int64_t)) / (b->count > 0 ? b->count : 1);
    if (b->stride_pivots < 0 || (b->count > 1 && (b->stride_pivots < b->n || b->stride_pivots > most_stride)))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position,
                                    "stridePivots: %lld does not keep %lld lists of %lld pivots apart",
                                    (long long)b->stride_pivots, (long long)b->count, (long long)b->n);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct ddblas_factor_batched *b, const struct positions *at)
{
    const struct ddblas_batch_operand A = operand_a(b, at), B = operand_b(b, at);
    if (at->uplo)
        DDBLAS_CHECK(ddblas_check_fill(handle, at->uplo, b->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, at->n, "n", b->n));
    if (at->nrhs)
        DDBLAS_CHECK(ddblas_check_size(handle, at->nrhs, "nrhs", b->nrhs));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &A, b->count));
    if (at->ipiv)
        DDBLAS_CHECK(check_pivots(handle, at->ipiv + 1, b));
    if (at->B)
        DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &B, b->count));
    return ddblas_batch_check_count(handle, at->count, b->n, most(b->n, b->nrhs), b->count);
}

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct ddblas_factor_batched *b, const struct positions *at,
                                     int nothing)
{
    const struct ddblas_batch_operand A = operand_a(b, at), B = operand_b(b, at);
    if (!nothing)
    {
        DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &A, b->count));
        if (at->ipiv)
            DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->ipiv, "ipiv", b->ipiv));
        if (at->B && b->nrhs > 0)
            DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &B, b->count));
    }
    return at->info ? ddblas_factor_check_integers(handle, at->info, "info", b->info) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_largest(ddblasHandle_t handle, int64_t n)
{
    if (n <= DDBLAS_FACTOR_BATCHED_MOST)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "batches of systems have orders up to %d, not %lld",
                       DDBLAS_FACTOR_BATCHED_MOST, (long long)n);
}

/* All members are empty: their info is 0. */
static ddblasStatus_t clear_info(ddblasHandle_t handle, const struct ddblas_factor_batched *b)
{
    if (!b->info)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_factor_batched_clear_cuda(handle, b->info, b->count);
#endif
    (void)handle;
    memset(b->info, 0, (size_t)b->count * sizeof *b->info);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_factor_batched *b, const struct positions *at)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_sizes(handle, b, at));
    if (b->count == 0)
        return DDBLAS_STATUS_SUCCESS;
    const int nothing = b->n == 0 || (b->task == DDBLAS_BATCHED_POTRS && b->nrhs == 0);
    DDBLAS_CHECK(check_pointers(handle, b, at, nothing));
    DDBLAS_CHECK(check_largest(handle, b->n));
    if (nothing)
        return clear_info(handle, b);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_factor_batched_cuda(handle, b);
#endif
    return ddblas_factor_batched_cpu(handle, b);
}

/* Defines the batched gesv, potrf and potrs, ddblas<letter>gesvStridedBatched and so on. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_FACTOR
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##gesvStridedBatched(ddblasHandle_t handle, int64_t n, int64_t nrhs, element *A, int64_t lda,   \
                                                      int64_t strideA, int64_t *ipiv, int64_t stridePivots, element *B,          \
                                                      int64_t ldb, int64_t strideB, int64_t *info, int64_t batchCount)           \
    {                                                                                                                            \
        const struct ddblas_factor_batched batch = {.type = DDBLAS_TYPE_##letter,                                                \
                                                    .task = DDBLAS_BATCHED_GESV,                                                 \
                                                    .n = n,                                                                      \
                                                    .nrhs = nrhs,                                                                \
                                                    .A = A,                                                                      \
                                                    .F = A,                                                                      \
                                                    .lda = lda,                                                                  \
                                                    .stride_a = strideA,                                                         \
                                                    .ipiv = ipiv,                                                                \
                                                    .stride_pivots = stridePivots,                                               \
                                                    .B = B,                                                                      \
                                                    .ldb = ldb,                                                                  \
                                                    .stride_b = strideB,                                                         \
                                                    .info = info,                                                                \
                                                    .count = batchCount};                                                        \
        return run_call(handle, &batch, &of_gesv);                                                                               \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##potrfStridedBatched(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, element *A,      \
                                                       int64_t lda, int64_t strideA, int64_t *info, int64_t batchCount)          \
    {                                                                                                                            \
        const struct ddblas_factor_batched batch = {.type = DDBLAS_TYPE_##letter,                                                \
                                                    .task = DDBLAS_BATCHED_POTRF,                                                \
                                                    .uplo = uplo,                                                                \
                                                    .n = n,                                                                      \
                                                    .A = A,                                                                      \
                                                    .F = A,                                                                      \
                                                    .lda = lda,                                                                  \
                                                    .stride_a = strideA,                                                         \
                                                    .info = info,                                                                \
                                                    .count = batchCount};                                                        \
        return run_call(handle, &batch, &of_potrf);                                                                              \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##potrsStridedBatched(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,    \
                                                       const element *A, int64_t lda, int64_t strideA, element *B, int64_t ldb,  \
                                                       int64_t strideB, int64_t batchCount)                                      \
    {                                                                                                                            \
        const struct ddblas_factor_batched batch = {.type = DDBLAS_TYPE_##letter,                                                \
                                                    .task = DDBLAS_BATCHED_POTRS,                                                \
                                                    .uplo = uplo,                                                                \
                                                    .n = n,                                                                      \
                                                    .nrhs = nrhs,                                                                \
                                                    .A = A,                                                                      \
                                                    .lda = lda,                                                                  \
                                                    .stride_a = strideA,                                                         \
                                                    .B = B,                                                                      \
                                                    .ldb = ldb,                                                                  \
                                                    .stride_b = strideB,                                                         \
                                                    .count = batchCount};                                                        \
        return run_call(handle, &batch, &of_potrs);                                                                              \
    }
#include <dd/types.def>

ddblasStatus_t ddblasFactorBatchedWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs,
                                                int64_t batchCount, size_t *bytes)
{
    const struct ddblas_factor_batched batch = {.type = type, .n = n, .nrhs = nrhs, .count = batchCount};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "nrhs", nrhs));
    DDBLAS_CHECK(ddblas_batch_check_count(handle, 5, n, most(n, nrhs), batchCount));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
    DDBLAS_CHECK(check_largest(handle, n));
    *bytes = 0;
    if (n > 0 && batchCount > 0 && handle->backend->engine == DDBLAS_ENGINE_CPU)
        *bytes = ddblas_factor_batched_cpu_workspace(handle, &batch);
    return DDBLAS_STATUS_SUCCESS;
}
