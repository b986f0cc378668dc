/*
 * Entry point of batches of gemv: it checks the arguments and chooses the engine. A vector is
 * checked as a matrix of one row whose leading dimension is the magnitude of the increment.
 */
#include "batched.h"

#include "core/checks.h"
#include "level2/gemv/gemv.h"

/* A call: the batch and its array arguments. */
struct call
{
    struct ddblas_gemv_batch batch;
    struct ddblas_batch_operand A, x, y;
};

/* Returns the magnitude of an increment. The magnitude of INT64_MIN does not fit int64_t; the
 * function then returns INT64_MAX, which has the same effect, because a vector with either
 * increment exceeds the address space. */
static int64_t magnitude(int64_t increment)
{
    return increment == INT64_MIN ? INT64_MAX : increment < 0 ? -increment : increment;
}

static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct call *c)
{
    const struct ddblas_gemv_problem *p = &c->batch.each;
    DDBLAS_CHECK(ddblas_check_operation(handle, 2, "trans", p->trans));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", p->n));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->A, c->batch.count));
    DDBLAS_CHECK(ddblas_check_increment(handle, 10, "incx", p->incx));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->x, c->batch.count));
    DDBLAS_CHECK(ddblas_check_increment(handle, 14, "incy", p->incy));
    DDBLAS_CHECK(ddblas_batch_check_sizes(handle, &c->y, c->batch.count));
    return ddblas_batch_check_count(handle, 16, 1, ddblas_gemv_outputs(p), c->batch.count);
}

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct call *c)
{
    const struct ddblas_gemv_problem *p = &c->batch.each;
    const enum ddblas_place scalars = ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "alpha", DDBLAS_TYPE_W, scalars, p->alpha));
    if (!ddblas_known_zero(handle, DDBLAS_TYPE_W, 0, p->alpha))
    {
        DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &c->A, c->batch.count));
        DDBLAS_CHECK(ddblas_batch_check_pointers(handle, &c->x, c->batch.count));
    }
    DDBLAS_CHECK(ddblas_check_pointer(handle, 12, "beta", DDBLAS_TYPE_W, scalars, p->beta));
    return ddblas_batch_check_pointers(handle, &c->y, c->batch.count);
}

ddblasStatus_t ddblasWgemvStridedBatched(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n,
                                         const cuddreal *alpha, const cuddreal *A, int64_t lda, int64_t strideA,
                                         const cuddreal *x, int64_t incx, int64_t stridex, const cuddreal *beta, cuddreal *y,
                                         int64_t incy, int64_t stridey, int64_t batchCount)
{
    struct call c = {
        .batch = {.each = {DDBLAS_TYPE_W, DDBLAS_TYPE_W, trans, m, n, alpha, A, lda, x, incx, beta, y, incy},
                  .strideA = strideA,
                  .stridex = stridex,
                  .stridey = stridey,
                  .count = batchCount},
        .A =
            {.name = "A", .position = 6, .strided = 1, .argument = A, .stride = strideA, .rows = m, .columns = n, .leading = lda},
        .x = {.name = "x", .position = 9, .strided = 1, .argument = x, .stride = stridex, .rows = 1, .leading = magnitude(incx)},
        .y = {.name = "y",
              .position = 13,
              .strided = 1,
              .argument = y,
              .stride = stridey,
              .rows = 1,
              .leading = magnitude(incy),
              .written = 1}};
    c.x.columns = ddblas_gemv_inputs(&c.batch.each);
    c.y.columns = ddblas_gemv_outputs(&c.batch.each);
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_sizes(handle, &c));
    if (m == 0 || n == 0 || batchCount == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_pointers(handle, &c));
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_gemv_batch_cuda(handle, &c.batch);
#endif
    return ddblas_gemv_batch_cpu(handle, &c.batch);
}
