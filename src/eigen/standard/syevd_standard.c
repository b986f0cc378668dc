/*
 * syevd and heevd in S, D, C and Z as a function over blocks, on either engine:
 *
 *   M = 2^-e A            all elements; the largest component is in [1/2, 1)
 *   M = V D V^H           LAPACK or cuSOLVER, from the lower triangle
 *   w = 2^e D, A = V
 */
#include "syevd_standard.h"

#include <math.h>
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
    *bytes = 0;
    if (n == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_syevd_bytes_cusolver(handle, &s, bytes);
#endif
    (void)handle;
    *bytes = ddblas_syevd_bytes_lapack(&s);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t compute(struct ddblas_block_run *b, const struct ddblas_syevd_standard *s, int64_t *info)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_syevd_cusolver(b->handle, s, info);
#endif
    (void)b;
    *info = ddblas_syevd_lapack(s);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t send(const struct ddblas_block_run *b, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = b->handle;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), "syevd");
}

/* Writes info and the eigenvalues, 2^exponent times those in host memory, or NaN unless info is 0. */
static ddblasStatus_t store_values(const struct ddblas_block_run *b, const struct ddblas_syevd_problem *p, void *values,
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

/* A becomes the vectors, or NaN if info is not 0. */
static ddblasStatus_t store_vectors(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p, const void *M)
{
    DDBLAS_CHECK(ddblas_block_copy(b, p->n, p->n, M, p->n, p->A, p->lda));
    return ddblas_factor_poison(b->handle, p->type, p->info, p->n, p->n, p->A, p->lda);
}

static ddblasStatus_t run_call(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p, struct layout l, char *memory,
                               void *values)
{
    const struct ddblas_syevd_standard s = {.type = p->type,
                                            .vectors = p->vectors,
                                            .n = p->n,
                                            .M = memory + l.M,
                                            .values = memory + l.values,
                                            .memory = memory + l.memory,
                                            .bytes = p->room};
    const size_t bytes = (size_t)p->n * ddblas_type_word(p->type);
    ddblasHandle_t h = b->handle;
    int exponent = 0;
    int64_t info = 0;
    DDBLAS_CHECK(ddblas_syevd_scale(b, p, s.M, (int *)(void *)(memory + l.found), &exponent));
    if (exponent == DDBLAS_EIGEN_NOT_FINITE)
        return store_values(b, p, values, 0, p->n + 1);
    DDBLAS_CHECK(compute(b, &s, &info));
    info = info > p->n ? p->n : info;
    DDBLAS_CHECK(ddblas_check_engine(h, h->backend->from_engine(values, bytes, s.values, bytes, bytes, 1, h->stream), "syevd"));
    DDBLAS_CHECK(store_values(b, p, values, exponent, info));
    return p->vectors ? store_vectors(b, p, s.M) : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_syevd_standard_blocks(struct ddblas_block_run *b, const struct ddblas_syevd_problem *p)
{
    const struct layout l = layout_of(b, p);
    char *memory = ddblas_block_scratch(b, (size_t)quotient_up((int64_t)l.all, (int64_t)b->size));
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
    void *values = p->host ? p->host : ddblas_host_alloc((size_t)p->n * ddblas_type_word(p->type));
    if (!values)
        return ddblas_fail(b->handle, DDBLAS_STATUS_ALLOC_FAILED, "syevd: no host memory for the eigenvalues");
    const ddblasStatus_t status = run_call(b, p, l, memory, values);
    if (!p->host)
        free(values);
    return status;
}
