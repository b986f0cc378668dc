/*
 * Parts of syevd and sygvd in S, D, C and Z: the call of LAPACK or cuSOLVER, and the eigenvalues.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

enum
{
    ALIGNMENT = 64,
    ON_HOST = 64 /* On the CUDA engine matrices up to this order are solved by LAPACK. */
};

static size_t bytes_of_values(const struct ddblas_syevd_standard *s)
{
    return round_up_bytes((size_t)s->n * ddblas_type_word(s->type), ALIGNMENT);
}

static size_t bytes_of_matrix(const struct ddblas_syevd_standard *s)
{
    return round_up_bytes((size_t)(s->n * s->n) * ddblas_type_size(s->type), ALIGNMENT);
}

/* Small matrices are solved on the host, because cuSOLVER's Chegvd has given NaN for some of order
 * 2. */
static int is_on_host(const struct ddblas_block_run *b, const struct ddblas_syevd_standard *s)
{
    return ddblas_factor_on_cuda(b) && s->n <= ON_HOST;
}

size_t ddblas_standard_eigen_host_bytes(const struct ddblas_block_run *b, const struct ddblas_syevd_standard *s)
{
    return bytes_of_values(s) + (is_on_host(b, s) ? 2 * bytes_of_matrix(s) + ddblas_syevd_bytes_lapack(s) : 0);
}

/* The call for matrices in the memory of the CUDA engine, by LAPACK in `host`, as much memory as
 * is_on_host asks for. */
static ddblasStatus_t call_on_host(struct ddblas_block_run *b, const struct ddblas_syevd_standard *s, char *host, int64_t *info)
{
    const size_t bytes = (size_t)(s->n * s->n) * ddblas_type_size(s->type);
    const struct ddblas_backend *engine = b->handle->backend;
    struct ddblas_syevd_standard there = *s;
    there.values = host;
    there.M = host + bytes_of_values(s);
    there.B = s->itype ? (char *)there.M + bytes_of_matrix(s) : NULL;
    there.memory = (char *)there.M + 2 * bytes_of_matrix(s);
    ddblasStatus_t status = engine->from_engine(there.M, bytes, s->M, bytes, bytes, 1, b->handle->stream);
    if (status == DDBLAS_STATUS_SUCCESS && s->itype)
        status = engine->from_engine(there.B, bytes, s->B, bytes, bytes, 1, b->handle->stream);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        *info = ddblas_syevd_lapack(&there);
        status = engine->to_engine(s->M, bytes, there.M, bytes, bytes, 1, b->handle->stream);
    }
    return ddblas_check_engine(b->handle, status, "syevd");
}

static ddblasStatus_t call(struct ddblas_block_run *b, const struct ddblas_syevd_standard *s, int64_t *info)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_syevd_cusolver(b->handle, s, info);
#endif
    (void)b;
    *info = ddblas_syevd_lapack(s);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_standard_eigen_compute(struct ddblas_block_run *b, const struct ddblas_syevd_standard *s, void *host,
                                             int64_t *info)
{
    const size_t bytes = (size_t)s->n * ddblas_type_word(s->type);
    ddblasHandle_t h = b->handle;
    if (is_on_host(b, s))
        return call_on_host(b, s, host, info);
    DDBLAS_CHECK(call(b, s, info));
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, s->values, bytes, bytes, 1, h->stream), "syevd");
}

ddblasStatus_t ddblas_standard_eigen_again(struct ddblas_block_run *b, const struct ddblas_syevd_standard *s, void *values,
                                           int64_t *info)
{
    char *host = ddblas_host_alloc(bytes_of_values(s) + 2 * bytes_of_matrix(s) + ddblas_syevd_bytes_lapack(s));
    if (!host)
        return ddblas_fail(b->handle, DDBLAS_STATUS_ALLOC_FAILED, "syevd: no host memory for the matrix");
    const ddblasStatus_t status = call_on_host(b, s, host, info);
    if (status == DDBLAS_STATUS_SUCCESS)
        memcpy(values, host, (size_t)s->n * ddblas_type_word(s->type));
    free(host);
    return status;
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
