/*
 * Products of n x n matrices in the refinement of eigenvectors.
 *
 * If many columns of X have elements that are much larger than the others, products by residues
 * would be repaired element by element, which takes as long as multiply-adds for all of them. Then
 * these elements are taken out of X for the product and treated apart (refined_apart_cuda.cu). A
 * repair costs more than the other steps if it concerns more than a few columns; the share at which
 * elements are treated apart has not been measured.
 */
#include <stdatomic.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "refined.h"

enum
{
    SHARE = 16 /* Elements are treated apart if one column of so many has large ones. */
};

static _Atomic int64_t products_apart;
static atomic_int apart_forbidden;

int64_t ddblas_refined_apart_count(void) { return atomic_load(&products_apart); }

void ddblas_refined_allow_apart(int allow) { atomic_store(&apart_forbidden, !allow); }

ddblasStatus_t ddblas_refined_in_double(struct ddblas_block_run *b, const struct ddblas_refined *r, ddblasOperation_t trans,
                                        const void *A, const void *B, void *C)
{
    static const ddblasDoubleComplex one = {1.0, 0.0}, zero = {0.0, 0.0}; /* A real number is the real part. */
    const ddblasType_t type = ddblas_type_is_complex(b->type) ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
    const int64_t n = r->n;
    const struct ddblas_gemm_problem g = {.type = type,
                                          .transa = trans,
                                          .transb = DDBLAS_OP_N,
                                          .m = n,
                                          .n = n,
                                          .k = n,
                                          .alpha = &one,
                                          .A = A,
                                          .lda = n,
                                          .B = B,
                                          .ldb = n,
                                          .beta = &zero,
                                          .C = C,
                                          .ldc = n};
    size_t bytes = 0;
    if (!b->planning)
        return ddblas_gemm(b->handle, &g);
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        bytes = ddblas_gemm_cuda_workspace(b->handle, type, n, n, n);
#endif
    if (!ddblas_factor_on_cuda(b))
        bytes = ddblas_gemm_cpu_workspace(b->handle, type, n, n, n);
    ddblas_block_note(b, bytes, bytes);
    return DDBLAS_STATUS_SUCCESS;
}

/* T = op(A) B, in W with a B in double if so said. */
static ddblasStatus_t multiply(struct ddblas_block_run *b, const struct ddblas_refined *r, struct ddblas_gemm_problem g)
{
    g.type = b->type;
    g.m = g.n = g.k = r->n;
    g.alpha = b->one;
    g.beta = b->zero;
    g.C = r->T;
    g.ldc = r->n;
    return ddblas_block_gemm_part(b, &g);
}

/* ---- large elements -------------------------------------------------------------------------- */

#if DDBLAS_HAVE_CUDA

static int by_residues(struct ddblas_block_run *b, int64_t n)
{
    const int64_t parts = ddblas_type_is_complex(b->type) ? 2 : 1; /* As in block_operations.c. */
    return ddblas_gemm_by_residues(b->handle, n, parts * n, parts * n);
}

/* Takes the large elements out of X. *apart becomes 0, and X stays as it was, if they are few. */
static ddblasStatus_t begin_apart(struct ddblas_block_run *b, const struct ddblas_refined *r, double *host, int *apart)
{
    const size_t bytes = (size_t)r->n * sizeof *host;
    int64_t columns = 0;
    *apart = 0;
    if (b->planning || !ddblas_factor_on_cuda(b) || atomic_load(&apart_forbidden) || !by_residues(b, r->n))
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_refined_apart_cuda(b->handle, DDBLAS_REFINED_CHOOSE, r));
    DDBLAS_CHECK(ddblas_check_engine(
        b->handle, b->handle->backend->from_engine(host, bytes, r->measured, bytes, bytes, 1, b->handle->stream), "syevd"));
    for (int64_t j = 0; j < r->n; j++)
        columns += host[j] > 0.0;
    *apart = columns >= quotient_up(r->n, SHARE);
    if (!*apart)
        return DDBLAS_STATUS_SUCCESS;
    atomic_fetch_add(&products_apart, 1);
    return ddblas_refined_apart_cuda(b->handle, DDBLAS_REFINED_TAKE_OUT, r);
}

/* Puts the elements back and adds their part of the product. */
static ddblasStatus_t end_apart(struct ddblas_block_run *b, const struct ddblas_refined *r, enum ddblas_refined_apart step)
{
    DDBLAS_CHECK(ddblas_refined_apart_cuda(b->handle, DDBLAS_REFINED_PUT_BACK, r));
    return ddblas_refined_apart_cuda(b->handle, step, r);
}

#else

static ddblasStatus_t begin_apart(struct ddblas_block_run *b, const struct ddblas_refined *r, double *host, int *apart)
{
    (void)b;
    (void)r;
    (void)host;
    *apart = 0;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t end_apart(struct ddblas_block_run *b, const struct ddblas_refined *r, enum ddblas_refined_apart step)
{
    (void)b;
    (void)r;
    (void)step;
    return DDBLAS_STATUS_SUCCESS;
}

#endif

/* ---- products -------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_refined_times_m(struct ddblas_block_run *b, const struct ddblas_refined *r, double *host, int in_double)
{
    const struct ddblas_gemm_problem
        narrow =
            {.transa = DDBLAS_OP_N, .transb = DDBLAS_OP_N, .A = r->M, .lda = r->n, .B = r->first, .ldb = r->n, .double_b = 1},
        wide = {.transa = DDBLAS_OP_N, .transb = DDBLAS_OP_N, .A = r->M, .lda = r->n, .B = r->X, .ldb = r->ldx};
    const int takes_double = in_double && !ddblas_type_is_complex(b->type); /* gemm in U does not. */
    int apart;
    DDBLAS_CHECK(begin_apart(b, r, host, &apart));
    if (takes_double && !apart)
        DDBLAS_CHECK(multiply(b, r, narrow));
    if (!takes_double || apart || b->planning)
        DDBLAS_CHECK(multiply(b, r, wide));
    return apart ? end_apart(b, r, DDBLAS_REFINED_ADD_PRODUCT) : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_refined_gram(struct ddblas_block_run *b, const struct ddblas_refined *r, double *host)
{
    const struct ddblas_gemm_problem gram = {.transa = DDBLAS_OP_C,
                                             .transb = DDBLAS_OP_N,
                                             .A = r->X,
                                             .lda = r->ldx,
                                             .B = r->X,
                                             .ldb = r->ldx,
                                             .part = DDBLAS_GEMM_LOWER};
    int apart;
    DDBLAS_CHECK(begin_apart(b, r, host, &apart));
    DDBLAS_CHECK(multiply(b, r, gram));
    return apart ? end_apart(b, r, DDBLAS_REFINED_ADD_GRAM) : DDBLAS_STATUS_SUCCESS;
}
