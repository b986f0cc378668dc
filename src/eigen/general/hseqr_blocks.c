/*
 * gehrd, orghr and hseqr over blocks, on the CPU engine: the work is done in copies without
 * padding, that of hseqr scaled by a power of two to norm about 1.
 */
#include <math.h>
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "general.h"

static char *memory_of(struct ddblas_block_run *b, size_t bytes)
{
    return ddblas_block_scratch(b, (size_t)quotient_up((int64_t)bytes, (int64_t)b->size));
}

ddblasStatus_t ddblas_gehrd_routine(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_gehrd_problem *p = problem;
    const double n = (double)p->n;
    size_t all = 0;
    const size_t M = ddblas_eigen_place(&all, n * n, b->size), tau = ddblas_eigen_place(&all, n, b->size), rest = all;
    char *memory = memory_of(b, all + ddblas_gehrd_bytes(b, p->n));
    const struct ddblas_gehrd g = {
        .n = p->n, .first = p->ilo - 1, .end = p->ihi, .M = memory + M, .tau = memory + tau, .memory = memory + rest};
    if (!b->planning)
        ddblas_copy_cpu(b->handle, b->size, p->n, p->n, p->A, p->lda, g.M, p->n);
    DDBLAS_CHECK(ddblas_gehrd_blocks(b, &g));
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
    ddblas_copy_cpu(b->handle, b->size, p->n, p->n, g.M, p->n, p->A, p->lda);
    memcpy(p->tau, g.tau, (size_t)(p->n - 1) * b->size);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_orghr_routine(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_gehrd_problem *p = problem;
    const struct ddblas_orghr q = {.n = p->n,
                                   .first = p->ilo - 1,
                                   .end = p->ihi,
                                   .A = p->A,
                                   .lda = p->lda,
                                   .tau = p->tau,
                                   .Q = p->A,
                                   .ldq = p->lda,
                                   .memory = memory_of(b, ddblas_orghr_bytes(b, p->n))};
    return ddblas_orghr_blocks(b, &q);
}

/* ---- hseqr ----------------------------------------------------------------------------------- */

/* M = 2^-exponent H with zeros below the subdiagonal, and beside the range; returns 0 if an element
 * is Inf or NaN. */
static int load(const struct ddblas_block_run *b, const struct ddblas_hseqr_problem *p, char *M, int *exponent)
{
    const int64_t n = p->n, parts = ddblas_type_is_complex(b->type) ? 2 : 1;
    memset(M, 0, (size_t)(n * n) * b->size);
    for (int64_t j = 0; j < n; j++)
    {
        const int inside = j + 1 >= p->ilo && j + 1 < p->ihi;
        memcpy(M + (size_t)(j * n) * b->size, ddblas_block_at(b, p->H, j * p->ldh), (size_t)(j + 1 + inside) * b->size);
    }
    if (!ddblas_general_finite(b->type, n * n, 1, M, n * n))
        return 0;
    *exponent = ddblas_general_exponent(n * n * parts, (ddblas_host_w *)(void *)M);
    ddblas_general_scale(n * n * parts, (ddblas_host_w *)(void *)M, -*exponent);
    return 1;
}

static void load_vectors(const struct ddblas_block_run *b, const struct ddblas_hseqr_problem *p, char *Z)
{
    const int64_t n = p->n;
    if (p->compz == DDBLAS_SCHUR_VECTORS_ACCUMULATE)
        ddblas_copy_cpu(b->handle, b->size, n, n, p->Z, p->ldz, Z, n);
    else
    {
        memset(Z, 0, (size_t)(n * n) * b->size);
        for (int64_t k = 0; k < n; k++)
            memcpy(Z + (size_t)(k * (n + 1)) * b->size, b->one, b->size);
    }
}

void ddblas_general_store_values(ddblasType_t type, int64_t n, int64_t failed, int exponent, const cuddcomplex *values, void *wr,
                                 void *wi)
{
    const cuddcomplex nan = cuddcFromDoubles((double)NAN, (double)NAN);
    for (int64_t k = 0; k < n; k++)
    {
        const cuddcomplex value = k < failed ? nan : cuddcLdexp(values[k], exponent);
        if (ddblas_type_is_complex(type))
            ((ddblas_host_u *)wr)[k] = value;
        else
        {
            ((ddblas_host_w *)wr)[k] = value.x;
            ((ddblas_host_w *)wi)[k] = value.y;
        }
    }
}

static void store(const struct ddblas_block_run *b, const struct ddblas_hseqr_problem *p, const struct ddblas_schur *s,
                  int exponent)
{
    const int64_t n = p->n, parts = ddblas_type_is_complex(b->type) ? 2 : 1;
    *p->info = s->info;
    ddblas_general_store_values(b->type, n, s->info, exponent, s->values, p->wr, p->wi);
    if (p->schur)
    {
        ddblas_general_scale(n * n * parts, s->H, exponent);
        ddblas_copy_cpu(b->handle, b->size, n, n, s->H, n, p->H, p->ldh);
    }
    if (s->Z)
        ddblas_copy_cpu(b->handle, b->size, n, n, s->Z, n, p->Z, p->ldz);
}

ddblasStatus_t ddblas_hseqr_routine(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_hseqr_problem *p = problem;
    const int vectors = p->compz != DDBLAS_SCHUR_VECTORS_NONE;
    const double n = (double)p->n;
    size_t all = 0;
    const size_t M = ddblas_eigen_place(&all, n * n, b->size), Z = ddblas_eigen_place(&all, vectors ? n * n : 0.0, b->size),
                 values = ddblas_eigen_place(&all, n, sizeof(cuddcomplex)), rest = all;
    char *memory = memory_of(b, all + ddblas_schur_bytes(b, p->n));
    int exponent = 0;
    struct ddblas_schur s = {.n = p->n,
                             .first = p->ilo - 1,
                             .end = p->ihi,
                             .whole = p->schur || vectors,
                             .H = memory + M,
                             .Z = vectors ? memory + Z : NULL,
                             .memory = memory + rest,
                             .values = (void *)(memory + values)};
    if (!b->planning)
    {
        if (!load(b, p, s.H, &exponent))
        {
            *p->info = p->n + 1;
            ddblas_general_store_values(b->type, p->n, p->n, 0, s.values, p->wr, p->wi);
            return DDBLAS_STATUS_SUCCESS;
        }
        if (vectors)
            load_vectors(b, p, s.Z);
    }
    DDBLAS_CHECK(ddblas_schur_blocks(b, &s));
    if (!b->planning)
        store(b, p, &s, exponent);
    return DDBLAS_STATUS_SUCCESS;
}
