/*
 * Double-double syrk and syr2k on both engines, computed as gemm on one triangle of C.
 */
#include "block_operations.h"
#include "core/checks.h"
#include "level3/vendor/vendor.h"
#include "syrk.h"

struct ddblas_gemm_problem ddblas_syrk_product(const struct ddblas_syrk_problem *p)
{
    const int plain = p->trans == DDBLAS_OP_N;
    const ddblasOperation_t transposed = p->hermitian ? DDBLAS_OP_C : DDBLAS_OP_T;
    return (struct ddblas_gemm_problem){.type = p->type,
                                        .transa = plain ? DDBLAS_OP_N : transposed,
                                        .transb = plain ? transposed : DDBLAS_OP_N,
                                        .m = p->n,
                                        .n = p->n,
                                        .k = p->k,
                                        .alpha = p->alpha,
                                        .A = p->A,
                                        .lda = p->lda,
                                        .B = p->two ? p->B : p->A,
                                        .ldb = p->two ? p->ldb : p->lda,
                                        .beta = p->beta,
                                        .C = p->C,
                                        .ldc = p->ldc,
                                        .part = p->uplo == DDBLAS_FILL_MODE_LOWER ? DDBLAS_GEMM_LOWER : DDBLAS_GEMM_UPPER,
                                        .double_a = p->double_a,
                                        .double_b = p->double_a,

                                        .real_diagonal = p->hermitian};
}

ddblasStatus_t ddblas_syrk_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_syrk_problem *p = problem;
    struct ddblas_gemm_problem g = ddblas_syrk_product(p);
    g.alpha = b->alpha;
    g.beta = b->beta;
    g.pair = p->two && ddblas_block_pairs(b, p->k);
    DDBLAS_CHECK(ddblas_block_gemm_part(b, &g));
    if (!p->two || g.pair || p->k == 0)
        return DDBLAS_STATUS_SUCCESS;
    g.A = p->B;
    g.lda = p->ldb;
    g.B = p->A;
    g.ldb = p->lda;
    g.alpha = p->hermitian ? b->conj_alpha : b->alpha;
    g.beta = b->one;
    g.exchanged = 1;
    return ddblas_block_gemm_part(b, &g);
}

ddblasStatus_t ddblas_syrk_w(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem)
{
    struct ddblas_syrk_problem p = *problem;
    const int real_alpha = p.hermitian && !p.two;
    const struct ddblas_block_scalars scalars = {p.alpha, p.beta, real_alpha, p.hermitian};
    if (ddblas_known_zero(handle, p.type, real_alpha, p.alpha))
        p.k = 0;
    return ddblas_block_plan_and_run(handle, p.type, ddblas_syrk_blocks, &p, &scalars);
}

size_t ddblas_syrk_w_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t k)
{
    const struct ddblas_syrk_problem problem = {.type = type, .n = n, .k = k, .lda = n, .ldc = n};
    return ddblas_block_workspace(handle, type, ddblas_syrk_blocks, &problem);
}
