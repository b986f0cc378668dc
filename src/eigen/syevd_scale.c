/*
 * The first step of syevd on either engine: all elements of the matrix, scaled.
 */
#include "core/checks.h"
#include "eigen.h"

ddblasStatus_t ddblas_syevd_scale(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p, void *M, int *found,
                                  int *exponent)
{
    const struct ddblas_eigen_scale scale = {.type = p->type, .elements = p->n * p->n, .M = M, .found = found};
    *exponent = 0;
    DDBLAS_CHECK(ddblas_block_expand(b, ddblas_type_is_complex(p->type) ? DDBLAS_BLOCK_HERMITIAN : DDBLAS_BLOCK_SYMMETRIC,
                                     p->uplo, p->n, p->A, p->lda, M));
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_eigen_scale_cuda(b->handle, &scale, exponent);
#endif
    ddblas_eigen_scale_cpu(&scale, exponent);
    return DDBLAS_STATUS_SUCCESS;
}
