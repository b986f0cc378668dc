/*
 * Entry points of batches of products: they check the arguments and choose the engine.
 */
#include "batched.h"

#include "core/checks.h"

/* A call: the batch and its matrix arguments. The prototypes with strides and with arrays of
 * pointers have the same arguments up to alpha, which is argument 7. */
struct call
{
    struct ddblas_gemm_batch batch;
    struct ddblas_batch_operand A, B, C;
    int beta_position, count_position;
};

static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct call *c)
{
    const struct ddblas_gemm_problem *p = &c->batch.each;
    DDBLAS_CHECK(ddblas_check_operation(handle, 2, "transa", p->transa));
    DDBLAS_CHECK(ddblas_check_operation(handle, 3, "transb", p->transb));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", p->n));
    DDBLAS_CHECK(ddblas_check_size(handle, 6, "k", p->k));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->A, c->batch.count));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->B, c->batch.count));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->C, c->batch.count));
    return ddblas_batch_check_count(handle, c->count_position, p->m, p->n, c->batch.count);
}

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct call *c)
{
    const struct ddblas_gemm_problem *p = &c->batch.each;
    const enum ddblas_place scalars = ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "alpha", DDBLAS_TYPE_W, scalars, p->alpha));
    const int reads_operands = p->k > 0 && !ddblas_known_zero(handle, DDBLAS_TYPE_W, 0, p->alpha);
    if (reads_operands)
        DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &c->A, c->batch.count));
    if (reads_operands)
        DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &c->B, c->batch.count));
    DDBLAS_CHECK(ddblas_check_pointer(handle, c->beta_position, "beta", DDBLAS_TYPE_W, scalars, p->beta));
    return ddblas_batch_check_pointers(handle, &c->C, c->batch.count);
}

/* Checks the call and passes its batch to the engine. */
static ddblasStatus_t run(ddblasHandle_t handle, struct call *c)
{
    struct ddblas_gemm_problem *p = &c->batch.each;
    p->type = DDBLAS_TYPE_W;
    c->A.rows = p->transa == DDBLAS_OP_N ? p->m : p->k;
    c->A.columns = p->transa == DDBLAS_OP_N ? p->k : p->m;
    c->B.rows = p->transb == DDBLAS_OP_N ? p->k : p->n;
    c->B.columns = p->transb == DDBLAS_OP_N ? p->n : p->k;
    c->C.rows = p->m;
    c->C.columns = p->n;
    c->C.written = 1;
    p->lda = c->A.leading;
    p->ldb = c->B.leading;
    p->ldc = c->C.leading;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_sizes(handle, c));
    if (p->m == 0 || p->n == 0 || c->batch.count == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_pointers(handle, c));
    c->batch.A = ddblas_batch_matrices_of(&c->A);
    c->batch.B = ddblas_batch_matrices_of(&c->B);
    c->batch.C = ddblas_batch_matrices_of(&c->C);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_gemm_batched_cuda(handle, &c->batch);
#endif
    return ddblas_gemm_batched_cpu(handle, &c->batch);
}

ddblasStatus_t ddblasWgemmStridedBatched(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                         int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda,
                                         int64_t strideA, const cuddreal *B, int64_t ldb, int64_t strideB, const cuddreal *beta,
                                         cuddreal *C, int64_t ldc, int64_t strideC, int64_t batchCount)
{
    struct call c = {.batch = {.each = {.transa = transa, .transb = transb, .m = m, .n = n, .k = k, .alpha = alpha, .beta = beta},
                               .count = batchCount},
                     .A = {.name = "A", .position = 8, .strided = 1, .argument = A, .stride = strideA, .leading = lda},
                     .B = {.name = "B", .position = 11, .strided = 1, .argument = B, .stride = strideB, .leading = ldb},
                     .C = {.name = "C", .position = 15, .strided = 1, .argument = C, .stride = strideC, .leading = ldc},
                     .beta_position = 14,
                     .count_position = 18};
    return run(handle, &c);
}

ddblasStatus_t ddblasWgemmBatched(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                                  int64_t k, const cuddreal *alpha, const cuddreal *const Aarray[], int64_t lda,
                                  const cuddreal *const Barray[], int64_t ldb, const cuddreal *beta, cuddreal *const Carray[],
                                  int64_t ldc, int64_t batchCount)
{
    struct call c = {.batch = {.each = {.transa = transa, .transb = transb, .m = m, .n = n, .k = k, .alpha = alpha, .beta = beta},
                               .count = batchCount},
                     .A = {.name = "A", .position = 8, .argument = Aarray, .leading = lda},
                     .B = {.name = "B", .position = 10, .argument = Barray, .leading = ldb},
                     .C = {.name = "C", .position = 13, .argument = Carray, .leading = ldc},
                     .beta_position = 12,
                     .count_position = 15};
    return run(handle, &c);
}

ddblasStatus_t ddblasGemmBatchedWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k,
                                              int64_t batchCount, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_BATCHED));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "k", k));
    DDBLAS_CHECK(ddblas_batch_check_count(handle, 6, m, n, batchCount));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 7, "bytes", bytes));
    const struct ddblas_gemm_batch batch = {.each = {.type = type, .m = m, .n = n, .k = k}, .count = batchCount};
    const int nothing = m == 0 || n == 0 || batchCount == 0 || handle->backend->engine == DDBLAS_ENGINE_CUDA;
    *bytes = nothing ? 0 : ddblas_gemm_batched_cpu_workspace(handle, &batch);
    return DDBLAS_STATUS_SUCCESS;
}
