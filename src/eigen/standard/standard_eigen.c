/*
 * Parts of syevd and sygvd in S, D, C and Z: the call of LAPACK or cuSOLVER, and the eigenvalues.
 */
#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "syevd_standard.h"

ddblasStatus_t ddblas_standard_eigen_room(ddblasHandle_t handle, const struct ddblas_syevd_standard *s, size_t *bytes)
{
    *bytes = 0;
    if (s->n == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_syevd_bytes_cusolver(handle, s, bytes);
#endif
    (void)handle;
    *bytes = ddblas_syevd_bytes_lapack(s);
    return DDBLAS_STATUS_SUCCESS;
}

#if DDBLAS_HAVE_CUDA
enum
{
    ON_HOST = 64, /* Matrices up to this order are solved on the host by LAPACK. */
    ALIGNMENT = 64
};

/* The same call in host memory, for matrices in engine memory. */
static ddblasStatus_t call_on_host(struct ddblas_block_run *b, const struct ddblas_syevd_standard *s, int64_t *info)
{
    const size_t bytes = (size_t)(s->n * s->n) * b->size, values = (size_t)s->n * ddblas_type_word(s->type);
    const size_t matrix = round_up_bytes(bytes, ALIGNMENT), all = 2 * matrix + round_up_bytes(values, ALIGNMENT);
    const struct ddblas_backend *engine = b->handle->backend;
    struct ddblas_syevd_standard host = *s;
    char *memory = ddblas_host_alloc(all + ddblas_syevd_bytes_lapack(s));
    if (!memory)
        return ddblas_fail(b->handle, DDBLAS_STATUS_ALLOC_FAILED, "syevd: no host memory for a matrix");
    host.M = memory;
    host.B = s->itype ? memory + matrix : NULL;
    host.values = memory + 2 * matrix;
    host.memory = memory + all;
    ddblasStatus_t status = engine->from_engine(host.M, bytes, s->M, bytes, bytes, 1, b->handle->stream);
    if (status == DDBLAS_STATUS_SUCCESS && s->itype)
        status = engine->from_engine(host.B, bytes, s->B, bytes, bytes, 1, b->handle->stream);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        *info = ddblas_syevd_lapack(&host);
        status = engine->to_engine(s->M, bytes, host.M, bytes, bytes, 1, b->handle->stream);
    }
    if (status == DDBLAS_STATUS_SUCCESS)
        status = engine->to_engine(s->values, values, host.values, values, values, 1, b->handle->stream);
    free(memory);
    return ddblas_check_engine(b->handle, status, "syevd");
}
#endif

/* Small matrices are solved on the host, because cuSOLVER's Chegvd has given NaN for some of order
 * 2. */
static ddblasStatus_t call(struct ddblas_block_run *b, const struct ddblas_syevd_standard *s, int64_t *info)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return s->n <= ON_HOST ? call_on_host(b, s, info) : ddblas_syevd_cusolver(b->handle, s, info);
#endif
    (void)b;
    *info = ddblas_syevd_lapack(s);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_standard_eigen_compute(struct ddblas_block_run *b, const struct ddblas_syevd_standard *s, void *values,
                                             int64_t *info)
{
    const size_t bytes = (size_t)s->n * ddblas_type_word(s->type);
    ddblasHandle_t h = b->handle;
    DDBLAS_CHECK(call(b, s, info));
    return ddblas_check_engine(h, h->backend->from_engine(values, bytes, s->values, bytes, bytes, 1, h->stream), "syevd");
}

static ddblasStatus_t send(const struct ddblas_block_run *b, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = b->handle;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), "syevd");
}

ddblasStatus_t ddblas_standard_eigen_store(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p, void *values,
                                           int exponent, int64_t info)
{
    float *single = values;
    double *wide = values;
    for (int64_t k = 0; k < p->n; k++)
        if (ddblas_type_is_single(p->type))
            single[k] = info == 0 ? ldexpf(single[k], exponent) : NAN;
        else
            wide[k] = info == 0 ? ldexp(wide[k], exponent) : (double)NAN;
    DDBLAS_CHECK(send(b, p->w, values, (size_t)p->n * ddblas_type_word(p->type)));
    return send(b, p->info, &info, sizeof info);
}
