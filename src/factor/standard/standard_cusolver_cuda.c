/*
 * Steps of S, D, C and Z by cuSOLVER. Its 64-bit interface has potrf, getrf, geqrf and trtri; the
 * sizes of the other steps are 32-bit numbers.
 *
 * Memory of a step: a number for an info that nobody reads, then cuSOLVER's workspace. The info of
 * potrf and getrf, a 32-bit number, becomes the lower half of ours, whose upper half is 0: devices
 * store the lower half first, and an info of these routines is not negative.
 */
#include <cuda_runtime_api.h>
#include <limits.h>

#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/cusolver.h"
#include "standard.h"

enum
{
    ALIGNMENT = 256
};

static cudaDataType data_of(ddblasType_t type)
{
    static const cudaDataType numbers[] = {
        [DDBLAS_TYPE_S] = CUDA_R_32F, [DDBLAS_TYPE_D] = CUDA_R_64F, [DDBLAS_TYPE_C] = CUDA_C_32F, [DDBLAS_TYPE_Z] = CUDA_C_64F};
    return numbers[type];
}

static cublasFillMode_t uplo_of(const struct ddblas_standard *s)
{
    return s->uplo == DDBLAS_FILL_MODE_LOWER ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}

static cublasDiagType_t diag_of(const struct ddblas_standard *s)
{
    return s->diag == DDBLAS_DIAG_UNIT ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}

static cublasSideMode_t side_of(const struct ddblas_standard *s)
{
    return s->side == DDBLAS_SIDE_LEFT ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
}

static cublasOperation_t operation_of(const struct ddblas_standard *s)
{
    return !s->adjoint ? CUBLAS_OP_N : ddblas_type_is_complex(s->type) ? CUBLAS_OP_C : CUBLAS_OP_T;
}

/* Returns 1 if the step has 32-bit sizes. */
static int is_narrow(const struct ddblas_standard *s)
{
    return s->step == DDBLAS_STANDARD_ORMQR || s->step == DDBLAS_STANDARD_ORGQR || s->step == DDBLAS_STANDARD_POTRI;
}

/* Returns 1 for a unit triangle, on whose diagonal cuSOLVER's trtri writes: it is kept aside. */
static int keeps_diagonal(const struct ddblas_standard *s)
{
    return s->step == DDBLAS_STANDARD_TRTRI && s->diag == DDBLAS_DIAG_UNIT;
}

static size_t bytes_of_diagonal(const struct ddblas_standard *s)
{
    return keeps_diagonal(s) ? round_up_bytes((size_t)s->n * ddblas_type_size(s->type), ALIGNMENT) : 0;
}

/* The distance of diagonal elements in bytes. */
static size_t pitch_of_diagonal(const struct ddblas_standard *s) { return (size_t)(s->lda + 1) * ddblas_type_size(s->type); }

static int fits(const struct ddblas_standard *s)
{
    if (keeps_diagonal(s)) /* A pitch of cudaMemcpy2D. */
        return s->lda < INT_MAX && pitch_of_diagonal(s) <= INT_MAX;
    return !is_narrow(s) || most(most(s->m, s->n), most(most(s->k, s->lda), s->ldc)) <= INT_MAX;
}

/* ---- amounts of memory ----------------------------------------------------------------------- */

/* The steps with 32-bit sizes, for a type with the letter L: *size becomes a number of elements. */
#define DEFINE_SIZES(L, un, T)                                                                                                   \
    static cusolverStatus_t size_of_##L(cusolverDnHandle_t c, const struct ddblas_standard *s, int *size)                        \
    {                                                                                                                            \
        const int m = (int)s->m, n = (int)s->n, k = (int)s->k, lda = (int)s->lda, ldc = (int)s->ldc;                             \
        if (s->step == DDBLAS_STANDARD_ORMQR)                                                                                    \
            return cusolverDn##L##un##mqr_bufferSize(c, side_of(s), operation_of(s), m, n, k, s->A, lda, s->tau, s->C, ldc,      \
                                                     size);                                                                      \
        if (s->step == DDBLAS_STANDARD_ORGQR)                                                                                    \
            return cusolverDn##L##un##gqr_bufferSize(c, m, n, k, s->A, lda, s->tau, size);                                       \
        return cusolverDn##L##potri_bufferSize(c, uplo_of(s), n, s->A, lda, size);                                               \
    }

DEFINE_SIZES(S, or, float)
DEFINE_SIZES(D, or, double)
DEFINE_SIZES(C, un, cuComplex)
DEFINE_SIZES(Z, un, cuDoubleComplex)

static cusolverStatus_t narrow_size(cusolverDnHandle_t c, const struct ddblas_standard *s, size_t *bytes)
{
    int size = 0;
    const cusolverStatus_t status = s->type == DDBLAS_TYPE_S   ? size_of_S(c, s, &size)
                                    : s->type == DDBLAS_TYPE_D ? size_of_D(c, s, &size)
                                    : s->type == DDBLAS_TYPE_C ? size_of_C(c, s, &size)
                                                               : size_of_Z(c, s, &size);
    *bytes = size > 0 ? (size_t)size * ddblas_type_size(s->type) : 0;
    return status;
}

static cusolverStatus_t ask_sizes(const struct ddblas_cusolver *c, const struct ddblas_standard *s, size_t *device, size_t *host)
{
    const cudaDataType type = data_of(s->type);
    *host = 0;
    switch (s->step)
    {
    case DDBLAS_STANDARD_POTRF:
        return cusolverDnXpotrf_bufferSize(c->solver, c->params, uplo_of(s), s->n, type, s->A, s->lda, type, device, host);
    case DDBLAS_STANDARD_GETRF:
        return cusolverDnXgetrf_bufferSize(c->solver, c->params, s->m, s->n, type, s->A, s->lda, type, device, host);
    case DDBLAS_STANDARD_GEQRF:
        return cusolverDnXgeqrf_bufferSize(c->solver, c->params, s->m, s->n, type, s->A, s->lda, type, s->tau, type, device,
                                           host);
    case DDBLAS_STANDARD_TRTRI:
        return cusolverDnXtrtri_bufferSize(c->solver, uplo_of(s), diag_of(s), s->n, type, s->A, s->lda, device, host);
    default:
        return narrow_size(c->solver, s, device);
    }
}

/* The bytes of both kinds of memory. */
static ddblasStatus_t find_sizes(ddblasHandle_t handle, const struct ddblas_standard *s, struct ddblas_cusolver **c,
                                 size_t *device, size_t *host)
{
    if (!fits(s))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "a size or leading dimension beyond 2^31 - 1 is more than cuSOLVER takes");
    DDBLAS_CHECK(ddblas_cusolver_begin(handle, c));
    return ddblas_cusolver_check(handle, ask_sizes(*c, s, device, host), "asking for the workspace");
}

size_t ddblas_standard_bytes_cusolver(ddblasHandle_t handle, const struct ddblas_standard *s)
{
    struct ddblas_cusolver *c = NULL;
    size_t device = 0, host = 0;
    if (!fits(s)) /* The call will say so. */
        return ALIGNMENT;
    return find_sizes(handle, s, &c, &device, &host) == DDBLAS_STATUS_SUCCESS ? ALIGNMENT + bytes_of_diagonal(s) + device
                                                                              : SIZE_MAX / 4;
}

ddblasStatus_t ddblas_standard_prepare_cusolver(ddblasHandle_t handle, const struct ddblas_standard *s)
{
    struct ddblas_cusolver *c = NULL;
    size_t device = 0, host = 0;
    DDBLAS_CHECK(find_sizes(handle, s, &c, &device, &host));
    return ddblas_cusolver_reserve(handle, c, host);
}

/* ---- computation ----------------------------------------------------------------------------- */

#define DEFINE_CALL(L, un, T)                                                                                                    \
    static cusolverStatus_t call_##L(cusolverDnHandle_t c, const struct ddblas_standard *s, T *work, int size, int *info)        \
    {                                                                                                                            \
        const int m = (int)s->m, n = (int)s->n, k = (int)s->k, lda = (int)s->lda, ldc = (int)s->ldc;                             \
        if (s->step == DDBLAS_STANDARD_ORMQR)                                                                                    \
            return cusolverDn##L##un##mqr(c, side_of(s), operation_of(s), m, n, k, s->A, lda, s->tau, s->C, ldc, work, size,     \
                                          info);                                                                                 \
        if (s->step == DDBLAS_STANDARD_ORGQR)                                                                                    \
            return cusolverDn##L##un##gqr(c, m, n, k, s->A, lda, s->tau, work, size, info);                                      \
        return cusolverDn##L##potri(c, uplo_of(s), n, s->A, lda, work, size, info);                                              \
    }

DEFINE_CALL(S, or, float)
DEFINE_CALL(D, or, double)
DEFINE_CALL(C, un, cuComplex)
DEFINE_CALL(Z, un, cuDoubleComplex)

static cusolverStatus_t call_narrow(cusolverDnHandle_t c, const struct ddblas_standard *s, void *work, size_t bytes, int *info)
{
    const int size = (int)least_bytes(bytes / ddblas_type_size(s->type), INT_MAX);
    switch (s->type)
    {
    case DDBLAS_TYPE_S:
        return call_S(c, s, work, size, info);
    case DDBLAS_TYPE_D:
        return call_D(c, s, work, size, info);
    case DDBLAS_TYPE_C:
        return call_C(c, s, work, size, info);
    default:
        return call_Z(c, s, work, size, info);
    }
}

static cusolverStatus_t call_cusolver(const struct ddblas_cusolver *c, const struct ddblas_standard *s, void *work, size_t bytes,
                                      size_t host, int *info)
{
    const cudaDataType type = data_of(s->type);
    switch (s->step)
    {
    case DDBLAS_STANDARD_POTRF:
        return cusolverDnXpotrf(c->solver, c->params, uplo_of(s), s->n, type, s->A, s->lda, type, work, bytes, c->host, host,
                                info);
    case DDBLAS_STANDARD_GETRF:
        return cusolverDnXgetrf(c->solver, c->params, s->m, s->n, type, s->A, s->lda, s->ipiv, type, work, bytes, c->host, host,
                                info);
    case DDBLAS_STANDARD_GEQRF:
        return cusolverDnXgeqrf(c->solver, c->params, s->m, s->n, type, s->A, s->lda, type, s->tau, type, work, bytes, c->host,
                                host, info);
    case DDBLAS_STANDARD_TRTRI:
        return cusolverDnXtrtri(c->solver, uplo_of(s), diag_of(s), s->n, type, s->A, s->lda, work, bytes, c->host, host, info);
    default:
        return call_narrow(c->solver, s, work, bytes, info);
    }
}

static ddblasStatus_t copy_diagonal(ddblasHandle_t handle, const struct ddblas_standard *s, void *aside, int back)
{
    const size_t size = ddblas_type_size(s->type), pitch = pitch_of_diagonal(s);
    const cudaError_t error =
        cudaMemcpy2DAsync(back ? s->A : aside, back ? pitch : size, back ? aside : s->A, back ? size : pitch, size, (size_t)s->n,
                          cudaMemcpyDeviceToDevice, (cudaStream_t)handle->stream);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "keeping a diagonal");
}

ddblasStatus_t ddblas_standard_compute_cusolver(ddblasHandle_t handle, const struct ddblas_standard *s, void *memory,
                                                size_t bytes)
{
    struct ddblas_cusolver *c = NULL;
    size_t device = 0, host = 0;
    DDBLAS_CHECK(find_sizes(handle, s, &c, &device, &host));
    const size_t before = ALIGNMENT + bytes_of_diagonal(s);
    char *aside = (char *)memory + ALIGNMENT;
    if (bytes < before + device)
        return ddblas_fail(handle, DDBLAS_STATUS_INTERNAL_ERROR, "cuSOLVER asks for more workspace than before");
    int *info = (int *)(void *)(s->info ? s->info : (int64_t *)memory);
    if (keeps_diagonal(s))
        DDBLAS_CHECK(copy_diagonal(handle, s, aside, 0));
    DDBLAS_CHECK(ddblas_cusolver_check(handle, call_cusolver(c, s, (char *)memory + before, device, host, info), "cuSOLVER"));
    return keeps_diagonal(s) ? copy_diagonal(handle, s, aside, 1) : DDBLAS_STATUS_SUCCESS;
}
