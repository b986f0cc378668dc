/*
 * Batches of small singular value decompositions: entry points, checks, workspace query, choice of
 * the engine.
 */
#include "gesvd_batched.h"

#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/factor.h"
#include "level3/batched/batched.h"

/* A call as its arguments say, before sizes are known to be small. */
struct call
{
    ddblasType_t type;
    ddblasSvdMode_t jobu, jobv;
    int64_t m, n;
    struct ddblas_batch_operand A, U, VT;
    void *left, *right; /* The arguments U and VT, which the operands have as memory to read. */
    cuddreal *s;
    int64_t stride_s;
    int64_t *info;
    int64_t count;
};

static int64_t order_of(const struct call *c) { return least(c->m, c->n); }

static ddblasStatus_t check_mode(ddblasHandle_t handle, int position, const char *name, ddblasSvdMode_t job)
{
    if (job == DDBLAS_SVD_MODE_NONE || job == DDBLAS_SVD_MODE_THIN || job == DDBLAS_SVD_MODE_FULL)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: %d is no ddblasSvdMode_t", name, (int)job);
}

static ddblasStatus_t check_stride_of_values(ddblasHandle_t handle, const struct call *c)
{
    const int64_t most_stride = (int64_t)(PTRDIFF_MAX / sizeof *c->s) / (c->count > 0 ? c->count : 1);
    if (c->stride_s < 0 || (c->count > 1 && (c->stride_s < order_of(c) || c->stride_s > most_stride)))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 10,
                                    "strideS: %lld does not keep %lld lists of %lld singular values apart",
                                    (long long)c->stride_s, (long long)c->count, (long long)order_of(c));
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_supported(ddblasHandle_t handle, const struct call *c)
{
    if (most(c->m, c->n) > SVD_BATCHED_MOST)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "batches of singular value problems have up to %d rows and columns, not %lld x %lld",
                           (int)SVD_BATCHED_MOST, (long long)c->m, (long long)c->n);
    if ((c->jobu == DDBLAS_SVD_MODE_FULL && c->m > c->n) || (c->jobv == DDBLAS_SVD_MODE_FULL && c->n > c->m))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "batches have thin singular vectors only");
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct call *c)
{
    DDBLAS_CHECK(check_mode(handle, 2, "jobu", c->jobu));
    DDBLAS_CHECK(check_mode(handle, 3, "jobv", c->jobv));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", c->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", c->n));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->A, c->count));
    DDBLAS_CHECK(check_stride_of_values(handle, c));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->U, c->count));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->VT, c->count));
    return ddblas_batch_check_count(handle, 18, c->m, c->n, c->count);
}

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct call *c)
{
    if (order_of(c) > 0)
    {
        DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &c->A, c->count));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "s", DDBLAS_TYPE_W, ddblas_place_of_arrays(handle), c->s));
        if (c->jobu != DDBLAS_SVD_MODE_NONE)
            DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &c->U, c->count));
        if (c->jobv != DDBLAS_SVD_MODE_NONE)
            DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &c->VT, c->count));
    }
    return ddblas_factor_check_integers(handle, 17, "info", c->info);
}

static struct ddblas_gesvd_batched batch_of(const struct call *c)
{
    return (struct ddblas_gesvd_batched){.type = c->type,
                                         .left = c->jobu != DDBLAS_SVD_MODE_NONE,
                                         .right = c->jobv != DDBLAS_SVD_MODE_NONE,
                                         .m = (int)c->m,
                                         .n = (int)c->n,
                                         .A = c->A.argument,
                                         .lda = c->A.leading,
                                         .stride_a = c->A.stride,
                                         .s = c->s,
                                         .stride_s = c->stride_s,
                                         .U = c->left,
                                         .ldu = c->U.leading,
                                         .stride_u = c->U.stride,
                                         .VT = c->right,
                                         .ldvt = c->VT.leading,
                                         .stride_vt = c->VT.stride,
                                         .info = c->info,
                                         .count = c->count};
}

/* Matrices without elements. */
static ddblasStatus_t clear_info(ddblasHandle_t handle, const struct call *c)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_gesvd_batched_clear_cuda(handle, c->info, c->count);
#endif
    (void)handle;
    memset(c->info, 0, (size_t)c->count * sizeof *c->info);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t run(ddblasHandle_t handle, const struct call *c)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_sizes(handle, c));
    if (c->count == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_pointers(handle, c));
    DDBLAS_CHECK(check_supported(handle, c));
    if (order_of(c) == 0)
        return clear_info(handle, c);
    const struct ddblas_gesvd_batched batch = batch_of(c);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_gesvd_batched_cuda(handle, &batch);
#endif
    return ddblas_gesvd_batched_cpu(handle, &batch);
}

/* An operand that is not used has no elements. */
static struct ddblas_batch_operand operand(ddblasType_t type, const char *name, int position, const void *argument, int64_t rows,
                                           int64_t columns, int64_t leading, int64_t stride)
{
    return (struct ddblas_batch_operand){.name = name,
                                         .position = position,
                                         .strided = 1,
                                         .argument = argument,
                                         .stride = stride,
                                         .rows = columns > 0 ? rows : 0,
                                         .columns = rows > 0 ? columns : 0,
                                         .leading = leading,
                                         .size = ddblas_type_size(type),
                                         .written = position > 6};
}

/* Defines one entry point. */
#define GESVD_BATCHED(letter, element)                                                                                           \
    ddblasStatus_t ddblas##letter##gesvdStridedBatched(                                                                          \
        ddblasHandle_t handle, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, const element *A, int64_t lda,  \
        int64_t strideA, cuddreal *s, int64_t strideS, element *U, int64_t ldu, int64_t strideU, element *VT, int64_t ldvt,      \
        int64_t strideVT, int64_t *info, int64_t batchCount)                                                                     \
    {                                                                                                                            \
        const ddblasType_t type = DDBLAS_TYPE_##letter;                                                                          \
        const int64_t k = m < n ? m : n, columns = jobu == DDBLAS_SVD_MODE_NONE ? 0 : k,                                         \
                      rows = jobv == DDBLAS_SVD_MODE_NONE ? 0 : k;                                                               \
        const struct call c = {.type = type,                                                                                     \
                               .jobu = jobu,                                                                                     \
                               .jobv = jobv,                                                                                     \
                               .m = m,                                                                                           \
                               .n = n,                                                                                           \
                               .A = operand(type, "A", 6, A, m, n, lda, strideA),                                                \
                               .U = operand(type, "U", 11, U, m, columns, ldu, strideU),                                         \
                               .VT = operand(type, "VT", 14, VT, rows, n, ldvt, strideVT),                                       \
                               .left = U,                                                                                        \
                               .right = VT,                                                                                      \
                               .s = s,                                                                                           \
                               .stride_s = strideS,                                                                              \
                               .info = info,                                                                                     \
                               .count = batchCount};                                                                             \
        return run(handle, &c);                                                                                                  \
    }

GESVD_BATCHED(W, cuddreal)
GESVD_BATCHED(U, cuddcomplex)

ddblasStatus_t ddblasGesvdBatchedWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSvdMode_t jobu,
                                               ddblasSvdMode_t jobv, int64_t m, int64_t n, int64_t batchCount, size_t *bytes)
{
    const struct call c = {.type = type, .jobu = jobu, .jobv = jobv, .m = m, .n = n, .count = batchCount};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(check_mode(handle, 3, "jobu", jobu));
    DDBLAS_CHECK(check_mode(handle, 4, "jobv", jobv));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 6, "n", n));
    DDBLAS_CHECK(ddblas_batch_check_count(handle, 7, m, n, batchCount));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 8, "bytes", bytes));
    DDBLAS_CHECK(check_supported(handle, &c));
    *bytes = 0;
    if (order_of(&c) == 0 || batchCount == 0)
        return DDBLAS_STATUS_SUCCESS;
    const struct ddblas_gesvd_batched batch = batch_of(&c);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        struct ddblas_batch_room room;
        DDBLAS_CHECK(ddblas_gesvd_batched_room(handle, &batch, &room));
        *bytes = room.workspace;
        return DDBLAS_STATUS_SUCCESS;
    }
#endif
    *bytes = ddblas_gesvd_batched_cpu_workspace(handle, &batch);
    return DDBLAS_STATUS_SUCCESS;
}
