/*
 * Batches of small symmetric and Hermitian eigenvalue problems: entry points, checks, workspace
 * queries, choice of the engine.
 */
#include "syevd_batched.h"

#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
#include "jacobi.h"
#include "level3/batched/batched.h"

static struct ddblas_batch_operand operand_a(const struct ddblas_syevd_batched *b)
{
    return (struct ddblas_batch_operand){.name = "A",
                                         .position = 5,
                                         .strided = 1,
                                         .argument = b->A,
                                         .stride = b->stride_a,
                                         .rows = b->n,
                                         .columns = b->n,
                                         .leading = b->lda,
                                         .size = ddblas_type_size(b->type),
                                         .written = 1};
}

static ddblasStatus_t check_stride_of_values(ddblasHandle_t handle, const struct ddblas_syevd_batched *b)
{
    const int64_t most_stride = (int64_t)(PTRDIFF_MAX / sizeof *b->w) / (b->count > 0 ? b->count : 1);
    if (b->stride_w < 0 || (b->count > 1 && (b->stride_w < b->n || b->stride_w > most_stride)))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 9,
                                    "strideW: %lld does not keep %lld lists of %lld eigenvalues apart", (long long)b->stride_w,
                                    (long long)b->count, (long long)b->n);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_largest(ddblasHandle_t handle, int64_t n)
{
    if (n <= JACOBI_MOST_ORDER)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "batches of eigenvalue problems have orders up to %d, not %lld",
                       JACOBI_MOST_ORDER, (long long)n);
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_syevd_batched *b, ddblasEigMode_t jobz)
{
    const struct ddblas_batch_operand A = operand_a(b);
    DDBLAS_CHECK(ddblas_check_eig_mode(handle, 2, jobz));
    DDBLAS_CHECK(ddblas_check_fill(handle, 3, b->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", b->n));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &A, b->count));
    DDBLAS_CHECK(check_stride_of_values(handle, b));
    DDBLAS_CHECK(ddblas_batch_check_count(handle, 11, b->n, b->n, b->count));
    if (b->count == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (b->n > 0)
    {
        DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &A, b->count));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "w", DDBLAS_TYPE_W, ddblas_place_of_arrays(handle), b->w));
    }
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, 10, "info", b->info));
    return check_largest(handle, b->n);
}

static ddblasStatus_t call(ddblasHandle_t handle, const struct ddblas_syevd_batched *b, ddblasEigMode_t jobz)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, b, jobz));
    if (b->count == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_syevd_batched_cuda(handle, b);
#endif
    return ddblas_syevd_batched_cpu(handle, b);
}

/* Defines one entry point. */
#define SYEVD_BATCHED(letter, name, element)                                                                                     \
    ddblasStatus_t ddblas##letter##name##StridedBatched(ddblasHandle_t handle, ddblasEigMode_t jobz, ddblasFillMode_t uplo,      \
                                                        int64_t n, element *A, int64_t lda, int64_t strideA, cuddreal *w,        \
                                                        int64_t strideW, int64_t *info, int64_t batchCount)                      \
    {                                                                                                                            \
        const struct ddblas_syevd_batched b = {.type = DDBLAS_TYPE_##letter,                                                     \
                                               .vectors = jobz == DDBLAS_EIG_MODE_VECTOR,                                        \
                                               .uplo = uplo,                                                                     \
                                               .n = n,                                                                           \
                                               .A = A,                                                                           \
                                               .lda = lda,                                                                       \
                                               .stride_a = strideA,                                                              \
                                               .w = w,                                                                           \
                                               .stride_w = strideW,                                                              \
                                               .info = info,                                                                     \
                                               .count = batchCount};                                                             \
        return call(handle, &b, jobz);                                                                                           \
    }

SYEVD_BATCHED(W, syevd, cuddreal)
SYEVD_BATCHED(U, heevd, cuddcomplex)

static ddblasStatus_t workspace_of(ddblasHandle_t handle, const struct ddblas_syevd_batched *b, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "n", b->n));
    DDBLAS_CHECK(ddblas_batch_check_count(handle, 3, b->n, b->n, b->count));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    DDBLAS_CHECK(check_largest(handle, b->n));
    *bytes = 0;
    if (b->n == 0 || b->count == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        struct ddblas_batch_room room;
        DDBLAS_CHECK(ddblas_syevd_batched_room(handle, b, &room));
        *bytes = room.workspace;
        return DDBLAS_STATUS_SUCCESS;
    }
#endif
    *bytes = ddblas_syevd_batched_cpu_workspace(handle, b);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasSyevdBatchedWorkspaceSize(ddblasHandle_t handle, int64_t n, int64_t batchCount, size_t *bytes)
{
    const struct ddblas_syevd_batched b = {.type = DDBLAS_TYPE_W, .vectors = 1, .n = n, .count = batchCount};
    return workspace_of(handle, &b, bytes);
}

ddblasStatus_t ddblasHeevdBatchedWorkspaceSize(ddblasHandle_t handle, int64_t n, int64_t batchCount, size_t *bytes)
{
    const struct ddblas_syevd_batched b = {.type = DDBLAS_TYPE_U, .vectors = 1, .n = n, .count = batchCount};
    return workspace_of(handle, &b, bytes);
}
