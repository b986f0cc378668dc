/*
 * sygvd and hegvd in S, D, C and Z as a function over blocks, on either engine:
 *
 *   C = B                 all elements, for LAPACK or cuSOLVER
 *   B = L L^H             potrf; info = n + k if it fails
 *   M = 2^-e A            all elements; the largest component is in [1/2, 1)
 *   M x = lambda C x      or another form, by LAPACK or cuSOLVER, which factor C once more
 *   w = 2^e lambda, A = X
 */
#include <math.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "syevd_standard.h"

/* Offsets of the arrays in the workspace, in bytes, and its total size. */
struct layout
{
    size_t M, C, values, found, memory, all;
};

static struct layout layout_of(const struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p)
{
    struct layout l = {0};
    const double n = (double)p->n;
    l.M = ddblas_eigen_place(&l.all, n * n, b->size);
    l.C = ddblas_eigen_place(&l.all, n * n, b->size);
    l.values = ddblas_eigen_place(&l.all, n, ddblas_type_size(ddblas_type_real(p->type)));
    l.found = ddblas_eigen_place(&l.all, 1.0, sizeof(int));
    l.memory = ddblas_eigen_place(&l.all, (double)p->room, 1);
    return l;
}

/* The call of LAPACK or cuSOLVER, with its memory if there is any. */
static struct ddblas_syevd_standard call_of(const struct ddblas_sygvd_problem *p, struct layout l, char *memory)
{
    struct ddblas_syevd_standard s = {
        .type = p->type, .vectors = p->vectors, .uplo = p->uplo, .n = p->n, .itype = (int)p->itype, .bytes = p->room};
    if (memory)
    {
        s.M = memory + l.M;
        s.B = memory + l.C;
        s.values = memory + l.values;
        s.memory = memory + l.memory;
    }
    return s;
}

ddblasStatus_t ddblas_sygvd_standard_room(ddblasHandle_t handle, const struct ddblas_sygvd_problem *p, size_t *bytes)
{
    const struct ddblas_syevd_standard s = call_of(p, (struct layout){0}, NULL);
    return ddblas_standard_eigen_room(handle, &s, bytes);
}

static int all_finite(ddblasType_t type, int64_t n, const void *values)
{
    int finite = 1;
    for (int64_t k = 0; k < n; k++)
        finite &=
            ddblas_type_is_single(type) ? isfinite(((const float *)values)[k]) != 0 : isfinite(((const double *)values)[k]) != 0;
    return finite;
}

/* info of the call, from that of LAPACK or cuSOLVER: B has been factored, so that a failure of its
 * second factorisation is one of the eigenvalues. */
static int64_t info_of(const struct ddblas_sygvd_problem *p, int64_t info, const void *values)
{
    if (info != 0)
        return info > p->n ? p->n : info;
    return all_finite(p->type, p->n, values) ? 0 : 2 * p->n + 1;
}

static ddblasStatus_t run_call(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, struct layout l, char *memory,
                               void *values)
{
    const struct ddblas_syevd_problem a = {
        .type = p->type, .uplo = p->uplo, .n = p->n, .A = p->A, .lda = p->lda, .w = p->w, .info = p->info};
    const struct ddblas_syevd_standard s = call_of(p, l, memory);
    int exponent = 0;
    int64_t info = 0;
    DDBLAS_CHECK(ddblas_block_expand(b, ddblas_type_is_complex(p->type) ? DDBLAS_BLOCK_HERMITIAN : DDBLAS_BLOCK_SYMMETRIC,
                                     p->uplo, p->n, p->F, p->ldb, s.B));
    DDBLAS_CHECK(ddblas_sygvd_factor_b(b, p, &info));
    if (info != 0)
        return ddblas_standard_eigen_store(b, &a, values, 0, p->n + info);
    DDBLAS_CHECK(ddblas_syevd_scale(b, &a, s.M, (int *)(void *)(memory + l.found), &exponent));
    if (exponent == DDBLAS_EIGEN_NOT_FINITE)
        return ddblas_standard_eigen_store(b, &a, values, 0, 2 * p->n + 1);
    DDBLAS_CHECK(ddblas_standard_eigen_compute(b, &s, values, &info));
    info = info_of(p, info, values);
    DDBLAS_CHECK(ddblas_standard_eigen_store(b, &a, values, exponent, info));
    if (!p->vectors || info == 2 * p->n + 1)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_block_copy(b, p->n, p->n, s.M, p->n, p->A, p->lda));
    return ddblas_factor_poison(b->handle, p->type, p->info, p->n, p->n, p->A, p->lda);
}

ddblasStatus_t ddblas_sygvd_standard_blocks(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p)
{
    const struct layout l = layout_of(b, p);
    char *memory = ddblas_block_scratch(b, (size_t)quotient_up((int64_t)l.all, (int64_t)b->size));
    int64_t failed;
    if (b->planning)
        return ddblas_sygvd_factor_b(b, p, &failed);
    const struct ddblas_syevd_standard call = call_of(p, l, memory);
    void *values = ddblas_host_alloc(ddblas_standard_eigen_host_bytes(b, &call));
    if (!values)
        return ddblas_fail(b->handle, DDBLAS_STATUS_ALLOC_FAILED, "sygvd: no host memory for the eigenvalues");
    const ddblasStatus_t status = run_call(b, p, l, memory, values);
    free(values);
    return status;
}
