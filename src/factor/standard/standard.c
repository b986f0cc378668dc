/*
 * Steps of S, D, C and Z: planning, memory, and dispatch to LAPACK and cuSOLVER.
 */
#include "standard.h"

#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/factor.h"
#include "level3/structured/syrk.h"
#include "level3/vendor/vendor.h"
#if DDBLAS_HAVE_CUDA
#include "core/cublas.h"
#endif

static size_t bytes_of(struct ddblas_block_run *b, const struct ddblas_standard *s)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_standard_bytes_cusolver(b->handle, s);
#endif
    (void)b;
    return ddblas_standard_bytes_lapack(s);
}

ddblasStatus_t ddblas_standard_prepare(struct ddblas_block_run *b, const struct ddblas_standard *s, int solves)
{
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
    {
        cublasHandle_t blas;
        if (solves)
            DDBLAS_CHECK(ddblas_cublas_begin(b->handle, &blas));
        return ddblas_standard_prepare_cusolver(b->handle, s);
    }
#endif
    (void)solves;
    return ddblas_check_cblas(b->handle, s->m, s->n, s->k, s->lda, s->ldc);
}

/* The imaginary parts of the diagonal of a Hermitian matrix are neither read nor left as they
 * were. */
static ddblasStatus_t make_diagonal_real(struct ddblas_block_run *b, const struct ddblas_standard *s)
{
    const size_t size = b->size;
    if (!ddblas_type_is_complex(s->type))
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
    {
        const struct ddblas_syrk_problem diagonal = {.type = s->type, .n = s->n, .C = s->A, .ldc = s->lda};
        return ddblas_real_diagonal_cuda(b->handle, &diagonal);
    }
#endif
    for (int64_t i = 0; i < s->n; i++)
        memset((char *)s->A + (size_t)(i * (s->lda + 1)) * size + size / 2, 0, size / 2);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t compute(struct ddblas_block_run *b, const struct ddblas_standard *s, void *memory, size_t bytes)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_standard_compute_cusolver(b->handle, s, memory, bytes);
#endif
    (void)b;
    (void)bytes;
    ddblas_standard_compute_lapack(s, memory);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_standard_step(struct ddblas_block_run *b, const struct ddblas_standard *s)
{
    const size_t bytes = bytes_of(b, s);
    void *memory = NULL;
    if (b->planning)
    {
        ddblas_block_note(b, bytes, bytes);
        return DDBLAS_STATUS_SUCCESS;
    }
    DDBLAS_CHECK(ddblas_standard_prepare(b, s, 0));
    DDBLAS_CHECK(ddblas_workspace(b->handle, bytes, &memory));
    if (s->info)
        DDBLAS_CHECK(ddblas_factor_clear_info(b->handle, s->info));
    if (s->step == DDBLAS_STANDARD_POTRF)
        DDBLAS_CHECK(make_diagonal_real(b, s));
    DDBLAS_CHECK(compute(b, s, memory, bytes));
    return s->step == DDBLAS_STANDARD_POTRF || s->step == DDBLAS_STANDARD_POTRI ? make_diagonal_real(b, s)
                                                                                : DDBLAS_STATUS_SUCCESS;
}
