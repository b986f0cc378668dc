/*
 * syevd and heevd in S, D, C and Z as a function over blocks, on either engine:
 *
 *   M = 2^-e A            all elements; the largest component is in [1/2, 1)
 *   M = V D V^H           LAPACK or cuSOLVER, from the lower triangle
 *   w = 2^e D, A = V
 */
#include "syevd_standard.h"

#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"

/* Offsets of the arrays in the workspace, in bytes, and its total size. */
struct layout
{
    size_t M, values, found, memory, all;
};

static struct layout layout_of(const struct ddblas_block_run *b, const struct ddblas_syevd_problem *p)
{
    struct layout l = {0};
    const double n = (double)p->n;
    l.M = ddblas_eigen_place(&l.all, n * n, b->size);
    l.values = ddblas_eigen_place(&l.all, n, ddblas_type_size(ddblas_type_real(p->type)));
    l.found = ddblas_eigen_place(&l.all, 1.0, sizeof(int));
    l.memory = ddblas_eigen_place(&l.all, (double)p->room, 1);
    return l;
}

ddblasStatus_t ddblas_syevd_standard_room(ddblasHandle_t handle, ddblasType_t type, int vectors, int64_t n, size_t *bytes)
{
    const struct ddblas_syevd_standard s = {.type = type, .vectors = vectors, .n = n};
    return ddblas_standard_eigen_room(handle, &s, bytes);
}

/* A becomes the vectors, or NaN if info is not 0. */
static ddblasStatus_t store_vectors(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p, const void *M)
{
    DDBLAS_CHECK(ddblas_block_copy(b, p->n, p->n, M, p->n, p->A, p->lda));
    return ddblas_factor_poison(b->handle, p->type, p->info, p->n, p->n, p->A, p->lda);
}

static struct ddblas_syevd_standard call_of(const struct ddblas_syevd_problem *p, struct layout l, char *memory)
{
    return (struct ddblas_syevd_standard){.type = p->type,
                                          .vectors = p->vectors,
                                          .uplo = DDBLAS_FILL_MODE_LOWER,
                                          .n = p->n,
                                          .M = memory + l.M,
                                          .values = memory + l.values,
                                          .memory = memory + l.memory,
                                          .bytes = p->room};
}

static ddblasStatus_t run_call(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p, struct layout l, char *memory,
                               void *values)
{
    const struct ddblas_syevd_standard s = call_of(p, l, memory);
    int *const found = (int *)(void *)(memory + l.found);
    int exponent = 0;
    int64_t info = 0;
    DDBLAS_CHECK(ddblas_syevd_scale(b, p, s.M, found, &exponent));
    if (exponent == DDBLAS_EIGEN_NOT_FINITE)
        return ddblas_standard_eigen_store(b, p, values, 0, p->n + 1);
    DDBLAS_CHECK(ddblas_standard_eigen_compute(b, &s, values, &info));
    /* cuSOLVER's Zheevd has not converged for a graded matrix of order 97. */
    if (info > 0 && ddblas_factor_on_cuda(b))
    {
        DDBLAS_CHECK(ddblas_syevd_scale(b, p, s.M, found, &exponent));
        DDBLAS_CHECK(ddblas_standard_eigen_again(b, &s, values, &info));
    }
    DDBLAS_CHECK(ddblas_standard_eigen_store(b, p, values, exponent, info > p->n ? p->n : info));
    return p->vectors ? store_vectors(b, p, s.M) : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_syevd_standard_blocks(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p)
{
    const struct layout l = layout_of(b, p);
    char *memory = ddblas_block_scratch(b, (size_t)quotient_up((int64_t)l.all, (int64_t)b->size));
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
    const struct ddblas_syevd_standard call = call_of(p, l, memory);
    void *values = ddblas_host_alloc(ddblas_standard_eigen_host_bytes(b, &call));
    if (!values)
        return ddblas_fail(b->handle, DDBLAS_STATUS_ALLOC_FAILED, "syevd: no host memory for the eigenvalues");
    const ddblasStatus_t status = run_call(b, p, l, memory, values);
    free(values);
    return status;
}
