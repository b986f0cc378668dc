/*
 * Singular values and vectors of a square matrix in S, D, C or Z on either engine.
 *
 * LAPACK's gesdd comes first, which computes all vectors by divide and conquer, several times
 * faster than the QR iteration of gesvd. gesvd follows for a copy of the matrix if gesdd has not
 * converged. On the CUDA engine it is cuSOLVER's gesvd that comes first, because its gesvdp
 * perturbs matrices that are nearly singular and gesvdj is meant for small ones. LAPACK on the host
 * computes orders up to ON_HOST, and follows where cuSOLVER has not converged.
 */
#include "svd_standard.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"

enum
{
    ALIGNMENT = 64,
    ON_HOST = 64 /* As for eigenvalues: cuSOLVER has given NaN for small orders there. */
};

static _Atomic int64_t again_calls;

static atomic_int first_fails;

int64_t ddblas_svd_standard_again_count(void) { return atomic_load(&again_calls); }

void ddblas_svd_standard_fail_first(int fail) { atomic_store(&first_fails, fail); }

ddblasStatus_t ddblas_svd_standard_room(ddblasHandle_t handle, ddblasType_t type, int vectors, int64_t n, size_t *bytes)
{
    const struct ddblas_svd_standard s = {.type = type, .vectors = vectors, .n = n};
    *bytes = 0;
    if (n < 1 || n > DDBLAS_SVD_STANDARD_MOST)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_svd_bytes_cusolver(handle, &s, bytes);
#endif
    (void)handle;
    *bytes = ddblas_svd_bytes_lapack(&s);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the values ------------------------------------------------------------------------------ */

/* Replaces n numbers of the real type of `type`, at the beginning of `values`, by double-double
 * ones, from the last to the first. Returns 0 unless they are finite, not negative, and descend. */
static int widen_values(ddblasType_t type, int64_t n, cuddreal *values)
{
    const size_t word = ddblas_type_word(type);
    int good = 1;
    for (int64_t k = n - 1; k >= 0; k--)
    {
        const char *at = (const char *)values + (size_t)k * word;
        float single = 0.0F;
        double value = 0.0;
        memcpy(ddblas_type_is_single(type) ? (void *)&single : (void *)&value, at, word);
        value = ddblas_type_is_single(type) ? (double)single : value;
        values[k] = cuddFromDouble(fabs(value)); /* gesvd has given -0. */
        good = good && isfinite(value) && value >= 0.0 && (k == n - 1 || value >= values[k + 1].x);
    }
    return good;
}

/* 0 if the computation has succeeded, and otherwise LAPACK's or cuSOLVER's info. */
static int64_t info_of(const struct ddblas_svd_standard *s, int64_t info, int good)
{
    return info == 0 ? (good ? 0 : s->n) : info > 0 && info <= s->n ? info : s->n;
}

/* ---- by LAPACK ------------------------------------------------------------------------------- */

/* The problem for matrices in host memory. */
static int64_t compute_on_host(const struct ddblas_svd_standard *s, cuddreal *values)
{
    const size_t bytes = (size_t)s->n * ddblas_type_word(s->type);
    int64_t info = ddblas_svd_lapack(s, 0);
    memcpy(values, s->values, bytes);
    info = info_of(s, info, widen_values(s->type, s->n, values));
    if ((info == 0 && !atomic_load(&first_fails)) || !s->copy)
        return info;
    struct ddblas_svd_standard again = *s;
    again.M = s->copy;
    atomic_fetch_add(&again_calls, 1);
    info = ddblas_svd_lapack(&again, 1);
    memcpy(values, s->values, bytes);
    return info_of(s, info, widen_values(s->type, s->n, values));
}

#if DDBLAS_HAVE_CUDA

/* Copies a matrix to host memory, or back. */
static ddblasStatus_t fetch(ddblasHandle_t h, void *host, const void *engine, size_t bytes)
{
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), "gesvd");
}
static ddblasStatus_t send(ddblasHandle_t h, void *engine, const void *host, size_t bytes)
{
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), "gesvd");
}

/* The problem for a matrix `from` in the memory of the CUDA engine, by LAPACK. */
static ddblasStatus_t call_on_host(ddblasHandle_t h, const struct ddblas_svd_standard *s, const void *from, cuddreal *values,
                                   int64_t *info)
{
    const size_t bytes = (size_t)(s->n * s->n) * ddblas_type_size(s->type), matrix = round_up_bytes(bytes, ALIGNMENT);
    const size_t reals = round_up_bytes((size_t)s->n * ddblas_type_word(s->type), ALIGNMENT);
    char *host = ddblas_host_alloc(4 * matrix + reals + ddblas_svd_bytes_lapack(s));
    if (!host)
        return ddblas_fail(h, DDBLAS_STATUS_ALLOC_FAILED, "gesvd: no host memory for a matrix of order %lld", (long long)s->n);
    struct ddblas_svd_standard there = *s;
    there.M = host;
    there.copy = host + matrix;
    there.U = host + 2 * matrix;
    there.VT = host + 3 * matrix;
    there.values = host + 4 * matrix;
    there.memory = host + 4 * matrix + reals;
    ddblasStatus_t status = fetch(h, there.M, from, bytes);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        memcpy(there.copy, there.M, bytes);
        *info = compute_on_host(&there, values);
    }
    if (status == DDBLAS_STATUS_SUCCESS && s->vectors)
        status = send(h, s->U, there.U, bytes);
    if (status == DDBLAS_STATUS_SUCCESS && s->vectors)
        status = send(h, s->VT, there.VT, bytes);
    free(host);
    return status;
}

/* ---- by cuSOLVER ----------------------------------------------------------------------------- */

static ddblasStatus_t compute_on_cuda(ddblasHandle_t h, const struct ddblas_svd_standard *s, cuddreal *values, int64_t *info)
{
    if (s->n <= ON_HOST)
        return call_on_host(h, s, s->M, values, info);
    DDBLAS_CHECK(ddblas_svd_cusolver(h, s, info));
    DDBLAS_CHECK(fetch(h, values, s->values, (size_t)s->n * ddblas_type_word(s->type)));
    *info = info_of(s, *info, widen_values(s->type, s->n, values));
    if ((*info == 0 && !atomic_load(&first_fails)) || !s->copy)
        return DDBLAS_STATUS_SUCCESS;
    atomic_fetch_add(&again_calls, 1);
    return call_on_host(h, s, s->copy, values, info);
}

#endif

ddblasStatus_t ddblas_svd_standard(ddblasHandle_t handle, const struct ddblas_svd_standard *s, cuddreal *values, int64_t *info)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return compute_on_cuda(handle, s, values, info);
#endif
    (void)handle;
    *info = compute_on_host(s, values);
    return DDBLAS_STATUS_SUCCESS;
}
