/*
 * syevd, heevd, sygvd and hegvd in S, D, C and Z by cuSOLVER, on the CUDA engine. The memory of a
 * call holds cuSOLVER's info, then its workspace.
 */
#include "syevd_standard.h"

#include "core/checks.h"
#include "factor/cusolver.h"

enum
{
    ALIGNMENT = 256
};

static cusolverEigMode_t mode_of(const struct ddblas_syevd_standard *s)
{
    return s->vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
}

static cublasFillMode_t uplo_of(const struct ddblas_syevd_standard *s)
{
    return s->uplo == DDBLAS_FILL_MODE_LOWER ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

static cusolverEigType_t form_of(const struct ddblas_syevd_standard *s)
{
    return s->itype == 1 ? CUSOLVER_EIG_TYPE_1 : s->itype == 2 ? CUSOLVER_EIG_TYPE_2 : CUSOLVER_EIG_TYPE_3;
}

/* For a type with the letter L: *size becomes the number of elements of cuSOLVER's workspace. */
#define DEFINE(L, he, element, real)                                                                                             \
    static cusolverStatus_t size_of_##L(cusolverDnHandle_t c, const struct ddblas_syevd_standard *s, int *size)                  \
    {                                                                                                                            \
        const int n = (int)s->n;                                                                                                 \
        return s->itype ? cusolverDn##L##he##gvd_bufferSize(c, form_of(s), mode_of(s), uplo_of(s), n, (const element *)s->M, n,  \
                                                            (const element *)s->B, n, (const real *)s->values, size)             \
                        : cusolverDn##L##he##evd_bufferSize(c, mode_of(s), uplo_of(s), n, (const element *)s->M, n,              \
                                                            (const real *)s->values, size);                                      \
    }                                                                                                                            \
    static cusolverStatus_t call_##L(cusolverDnHandle_t c, const struct ddblas_syevd_standard *s, void *work, int size,          \
                                     int *info)                                                                                  \
    {                                                                                                                            \
        const int n = (int)s->n;                                                                                                 \
        return s->itype ? cusolverDn##L##he##gvd(c, form_of(s), mode_of(s), uplo_of(s), n, (element *)s->M, n, (element *)s->B,  \
                                                 n, (real *)s->values, (element *)work, size, info)                              \
                        : cusolverDn##L##he##evd(c, mode_of(s), uplo_of(s), n, (element *)s->M, n, (real *)s->values,            \
                                                 (element *)work, size, info);                                                   \
    }

DEFINE(S, sy, float, float)
DEFINE(D, sy, double, double)
DEFINE(C, he, cuComplex, float)
DEFINE(Z, he, cuDoubleComplex, double)

ddblasStatus_t ddblas_syevd_bytes_cusolver(ddblasHandle_t handle, const struct ddblas_syevd_standard *s, size_t *bytes)
{
    struct ddblas_cusolver *c = NULL;
    int size = 0;
    DDBLAS_CHECK(ddblas_cusolver_begin(handle, &c));
    const cusolverStatus_t status = s->type == DDBLAS_TYPE_S   ? size_of_S(c->solver, s, &size)
                                    : s->type == DDBLAS_TYPE_D ? size_of_D(c->solver, s, &size)
                                    : s->type == DDBLAS_TYPE_C ? size_of_C(c->solver, s, &size)
                                                               : size_of_Z(c->solver, s, &size);
    *bytes = ALIGNMENT + (size_t)(size > 0 ? size : 0) * ddblas_type_size(s->type);
    return ddblas_cusolver_check(handle, status, "asking for the workspace");
}

ddblasStatus_t ddblas_syevd_cusolver(ddblasHandle_t handle, const struct ddblas_syevd_standard *s, int64_t *info)
{
    struct ddblas_cusolver *c = NULL;
    int *there = s->memory, found = 0;
    void *work = (char *)s->memory + ALIGNMENT;
    const int size = (int)((s->bytes - ALIGNMENT) / ddblas_type_size(s->type));
    DDBLAS_CHECK(ddblas_cusolver_begin(handle, &c));
    const cusolverStatus_t status = s->type == DDBLAS_TYPE_S   ? call_S(c->solver, s, work, size, there)
                                    : s->type == DDBLAS_TYPE_D ? call_D(c->solver, s, work, size, there)
                                    : s->type == DDBLAS_TYPE_C ? call_C(c->solver, s, work, size, there)
                                                               : call_Z(c->solver, s, work, size, there);
    DDBLAS_CHECK(ddblas_cusolver_check(handle, status, "syevd"));
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->from_engine(&found, sizeof found, there, sizeof found, sizeof found, 1, handle->stream),
        "syevd"));
    *info = found;
    return DDBLAS_STATUS_SUCCESS;
}
