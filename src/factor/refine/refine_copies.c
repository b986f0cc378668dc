/*
 * Copies of a refinement between engine memory and host memory.
 */
#include "refine.h"

#include "core/checks.h"

ddblasStatus_t ddblas_refine_fetch_columns(struct ddblas_refine *f, void *host, const void *engine, int64_t ld, int64_t columns)
{
    const size_t width = (size_t)f->numbers * sizeof(cuddreal), stride = (size_t)(ld * f->parts) * sizeof(cuddreal);
    return ddblas_check_engine(
        f->handle, f->handle->backend->from_engine(host, width, engine, stride, width, (size_t)columns, f->handle->stream),
        "refinement");
}

ddblasStatus_t ddblas_refine_put_columns(struct ddblas_refine *f, void *engine, int64_t ld, const void *host, int64_t columns)
{
    const size_t width = (size_t)f->numbers * sizeof(cuddreal), stride = (size_t)(ld * f->parts) * sizeof(cuddreal);
    return ddblas_check_engine(
        f->handle, f->handle->backend->to_engine(engine, stride, host, width, width, (size_t)columns, f->handle->stream),
        "refinement");
}

ddblasStatus_t ddblas_refine_fetch(struct ddblas_refine *f, void *host, const void *engine, size_t bytes)
{
    return ddblas_check_engine(
        f->handle, f->handle->backend->from_engine(host, bytes, engine, bytes, bytes, 1, f->handle->stream), "refinement");
}

ddblasStatus_t ddblas_refine_send(struct ddblas_refine *f, void *engine, const void *host, size_t bytes)
{
    return ddblas_check_engine(f->handle, f->handle->backend->to_engine(engine, bytes, host, bytes, bytes, 1, f->handle->stream),
                               "refinement");
}
