/*
 * Singular values and vectors of a square matrix in S, D, C or Z by cuSOLVER's gesvd, on the CUDA
 * engine. The memory of a call holds cuSOLVER's info, n numbers of the real type for the
 * superdiagonal that did not converge, and cuSOLVER's workspace.
 */
#include "svd_standard.h"

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/cusolver.h"

enum
{
    ALIGNMENT = 256
};

static size_t place_of_work(const struct ddblas_svd_standard *s)
{
    return ALIGNMENT + round_up_bytes((size_t)s->n * ddblas_type_word(s->type), ALIGNMENT);
}

/* For a type with the letter L: *size becomes the number of elements of cuSOLVER's workspace. */
#define DEFINE(L, element, real)                                                                                                 \
    static cusolverStatus_t call_##L(cusolverDnHandle_t c, const struct ddblas_svd_standard *s, void *rest, void *work,          \
                                     int size, int *info)                                                                        \
    {                                                                                                                            \
        const signed char job = s->vectors ? 'A' : 'N';                                                                          \
        const int n = (int)s->n;                                                                                                 \
        return cusolverDn##L##gesvd(c, job, job, n, n, (element *)s->M, n, (real *)s->values, (element *)s->U, n,                \
                                    (element *)s->VT, n, (element *)work, size, (real *)rest, info);                             \
    }

DEFINE(S, float, float)
DEFINE(D, double, double)
DEFINE(C, cuComplex, float)
DEFINE(Z, cuDoubleComplex, double)

ddblasStatus_t ddblas_svd_bytes_cusolver(ddblasHandle_t handle, const struct ddblas_svd_standard *s, size_t *bytes)
{
    struct ddblas_cusolver *c = NULL;
    const int n = (int)s->n;
    int size = 0;
    DDBLAS_CHECK(ddblas_cusolver_begin(handle, &c));
    const cusolverStatus_t status = s->type == DDBLAS_TYPE_S   ? cusolverDnSgesvd_bufferSize(c->solver, n, n, &size)
                                    : s->type == DDBLAS_TYPE_D ? cusolverDnDgesvd_bufferSize(c->solver, n, n, &size)
                                    : s->type == DDBLAS_TYPE_C ? cusolverDnCgesvd_bufferSize(c->solver, n, n, &size)
                                                               : cusolverDnZgesvd_bufferSize(c->solver, n, n, &size);
    *bytes = place_of_work(s) + (size_t)(size > 0 ? size : 0) * ddblas_type_size(s->type);
    return ddblas_cusolver_check(handle, status, "asking for the workspace");
}

ddblasStatus_t ddblas_svd_cusolver(ddblasHandle_t handle, const struct ddblas_svd_standard *s, int64_t *info)
{
    struct ddblas_cusolver *c = NULL;
    int *there = s->memory, found = 0;
    void *rest = (char *)s->memory + ALIGNMENT, *work = (char *)s->memory + place_of_work(s);
    const int size = (int)((s->bytes - place_of_work(s)) / ddblas_type_size(s->type));
    DDBLAS_CHECK(ddblas_cusolver_begin(handle, &c));
    const cusolverStatus_t status = s->type == DDBLAS_TYPE_S   ? call_S(c->solver, s, rest, work, size, there)
                                    : s->type == DDBLAS_TYPE_D ? call_D(c->solver, s, rest, work, size, there)
                                    : s->type == DDBLAS_TYPE_C ? call_C(c->solver, s, rest, work, size, there)
                                                               : call_Z(c->solver, s, rest, work, size, there);
    DDBLAS_CHECK(ddblas_cusolver_check(handle, status, "gesvd"));
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->from_engine(&found, sizeof found, there, sizeof found, sizeof found, 1, handle->stream),
        "gesvd"));
    *info = found;
    return DDBLAS_STATUS_SUCCESS;
}
