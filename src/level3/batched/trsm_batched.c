/*
 * Entry points of batches of triangular systems: they check the arguments and choose the engine.
 */
#include "batched.h"

#include "core/checks.h"

/* A call: the batch and its matrix arguments, given with strides or as arrays of pointers. The
 * prototypes of the two forms have the same arguments up to A, which is argument 9. */
struct call
{
    struct ddblas_trsm_batch batch;
    struct ddblas_batch_operand A, B;
    int count_position;
};

static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct call *c)
{
    const struct ddblas_triangular_problem *p = &c->batch.each;
    DDBLAS_CHECK(ddblas_check_side(handle, 2, p->side));
    DDBLAS_CHECK(ddblas_check_fill(handle, 3, p->uplo));
    DDBLAS_CHECK(ddblas_check_operation(handle, 4, "trans", p->trans));
    DDBLAS_CHECK(ddblas_check_diagonal(handle, 5, p->diag));
    DDBLAS_CHECK(ddblas_check_size(handle, 6, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 7, "n", p->n));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->A, c->batch.count));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->B, c->batch.count));
    return ddblas_batch_check_count(handle, c->count_position, p->m, p->n, c->batch.count);
}

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct call *c)
{
    const void *alpha = c->batch.each.alpha;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "alpha", DDBLAS_TYPE_W, ddblas_place_of_scalars(handle), alpha));
    if (!ddblas_known_zero(handle, DDBLAS_TYPE_W, 0, alpha))
        DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &c->A, c->batch.count));
    return ddblas_batch_check_pointers(handle, &c->B, c->batch.count);
}

/* Returns a batch of products that sets B = 0. It replaces the batch of systems if alpha is in host
 * memory and is 0. */
static struct ddblas_gemm_batch clear_vectors(const struct ddblas_trsm_batch *batch)
{
    static const cuddreal zero;
    const struct ddblas_triangular_problem *p = &batch->each;
    return (struct ddblas_gemm_batch){
        .each = {.type = DDBLAS_TYPE_W, .m = p->m, .n = p->n, .lda = 1, .ldb = 1, .ldc = p->ldb, .alpha = &zero, .beta = &zero},
        .C = batch->B,
        .count = batch->count};
}

static ddblasStatus_t compute(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch)
{
    const int zero = ddblas_known_zero(handle, DDBLAS_TYPE_W, 0, batch->each.alpha);
    const struct ddblas_gemm_batch clear = clear_vectors(batch);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return zero ? ddblas_gemm_batched_cuda(handle, &clear) : ddblas_trsm_batched_cuda(handle, batch);
#endif
    return zero ? ddblas_gemm_batched_cpu(handle, &clear) : ddblas_trsm_batched_cpu(handle, batch);
}

/* Checks the call and computes its batch. */
static ddblasStatus_t run(ddblasHandle_t handle, struct call *c)
{
    struct ddblas_triangular_problem *p = &c->batch.each;
    p->type = DDBLAS_TYPE_W;
    c->A.rows = c->A.columns = ddblas_triangular_order(p);
    c->B.rows = p->m;
    c->B.columns = p->n;
    c->B.written = 1;
    p->lda = c->A.leading;
    p->ldb = p->ldc = c->B.leading;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_sizes(handle, c));
    if (p->m == 0 || p->n == 0 || c->batch.count == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_pointers(handle, c));
    DDBLAS_CHECK(ddblas_check_order(handle, ddblas_triangular_order(p)));
    c->batch.A = ddblas_batch_matrices_of(&c->A);
    c->batch.B = ddblas_batch_matrices_of(&c->B);
    return compute(handle, &c->batch);
}

ddblasStatus_t ddblasWtrsmStridedBatched(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                         ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n,
                                         const cuddreal *alpha, const cuddreal *A, int64_t lda, int64_t strideA, cuddreal *B,
                                         int64_t ldb, int64_t strideB, int64_t batchCount)
{
    struct call c = {.batch = {.each = {.side = side, .uplo = uplo, .trans = trans, .diag = diag, .m = m, .n = n, .alpha = alpha},
                               .count = batchCount},
                     .A = {.name = "A", .position = 9, .strided = 1, .argument = A, .stride = strideA, .leading = lda},
                     .B = {.name = "B", .position = 12, .strided = 1, .argument = B, .stride = strideB, .leading = ldb},
                     .count_position = 15};
    return run(handle, &c);
}

ddblasStatus_t ddblasWtrsmBatched(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                  ddblasDiagType_t diag, int64_t m, int64_t n, const cuddreal *alpha,
                                  const cuddreal *const Aarray[], int64_t lda, cuddreal *const Barray[], int64_t ldb,
                                  int64_t batchCount)
{
    struct call c = {.batch = {.each = {.side = side, .uplo = uplo, .trans = trans, .diag = diag, .m = m, .n = n, .alpha = alpha},
                               .count = batchCount},
                     .A = {.name = "A", .position = 9, .argument = Aarray, .leading = lda},
                     .B = {.name = "B", .position = 11, .argument = Barray, .leading = ldb},
                     .count_position = 13};
    return run(handle, &c);
}

ddblasStatus_t ddblasTrsmBatchedWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m,
                                              int64_t n, int64_t batchCount, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_BATCHED));
    DDBLAS_CHECK(ddblas_check_side(handle, 3, side));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", n));
    DDBLAS_CHECK(ddblas_batch_check_count(handle, 6, m, n, batchCount));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 7, "bytes", bytes));
    const struct ddblas_trsm_batch batch = {.each = {.type = type, .side = side, .m = m, .n = n}, .count = batchCount};
    DDBLAS_CHECK(ddblas_check_order(handle, ddblas_triangular_order(&batch.each)));
    *bytes = 0;
    if (m == 0 || n == 0 || batchCount == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        *bytes = ddblas_trsm_batched_cuda_workspace(&batch);
        return DDBLAS_STATUS_SUCCESS;
    }
#endif
    *bytes = ddblas_trsm_batched_cpu_workspace(handle, &batch);
    return DDBLAS_STATUS_SUCCESS;
}
