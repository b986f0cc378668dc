/*
 * Double-double trmm: C takes B's elements and is multiplied in place, by halves of op(A) = T, down to triangles written out in
 * full; on either engine.
 *
 *   LEFT, T lower   C2 = alpha T22 C2, C2 += alpha T21 C1, C1 = alpha T11 C1       upper: C1 first, C1 += alpha T12 C2, then C2
 *   RIGHT, T upper  C2 = alpha C2 T22, C2 += alpha C1 T12, C1 = alpha C1 T11       lower: C1 first, C1 += alpha C2 T21, then C2
 */
#include "blocks.h"
#include "checks.h"
#include "passing.h"
#include "triangular.h"

/* Rows (LEFT) or columns of C that belong to a diagonal block of A. */
struct piece
{
    int64_t order;
    const cuddreal *A;
    cuddreal *C;
};

static ddblasStatus_t leaf(struct ddblas_blocks *b, const struct ddblas_triangular_problem *p, struct piece f)
{
    const int left = p->side == DDBLAS_SIDE_LEFT;
    const int64_t m = left ? f.order : p->m, n = left ? p->n : f.order, triangle = f.order * f.order;
    cuddreal *full = ddblas_blocks_scratch(b, (size_t)(triangle + m * n)), *old = full ? full + triangle : NULL;
    const enum ddblas_blocks_form form = p->diag == DDBLAS_DIAG_UNIT ? DDBLAS_BLOCKS_UNIT : DDBLAS_BLOCKS_TRIANGULAR;
    DDBLAS_CHECK(ddblas_blocks_expand(b, form, p->uplo, f.order, f.A, p->lda, full));
    DDBLAS_CHECK(ddblas_blocks_copy(b, m, n, f.C, p->ldc, old, m));
    if (left)
        return ddblas_blocks_gemm(b, p->trans, DDBLAS_OP_N, m, n, m, p->alpha, full, m, old, m, b->zero, f.C, p->ldc);
    return ddblas_blocks_gemm(b, DDBLAS_OP_N, p->trans, m, n, n, p->alpha, old, m, full, n, b->zero, f.C, p->ldc);
}

/* to += alpha (block of T beside the diagonal) from. */
static ddblasStatus_t cross(struct ddblas_blocks *b, const struct ddblas_triangular_problem *p, const cuddreal *block,
                            struct piece to, struct piece from)
{
    if (p->side == DDBLAS_SIDE_LEFT)
        return ddblas_blocks_gemm(b, p->trans, DDBLAS_OP_N, to.order, p->n, from.order, p->alpha, block, p->lda, from.C, p->ldc,
                                  b->carry, to.C, p->ldc);
    return ddblas_blocks_gemm(b, DDBLAS_OP_N, p->trans, p->m, to.order, from.order, p->alpha, from.C, p->ldc, block, p->lda,
                              b->carry, to.C, p->ldc);
}

static ddblasStatus_t multiply(struct ddblas_blocks *b, const struct ddblas_triangular_problem *p, struct piece f)
{
    if (f.order <= ddblas_blocks_leaf(b))
        return leaf(b, p, f);
    const int64_t half = ddblas_blocks_cut(f.order, ddblas_blocks_leaf(b));
    const cuddreal *block = f.A + (p->uplo == DDBLAS_FILL_MODE_LOWER ? half : half * p->lda);
    const struct piece first = {half, f.A, f.C};
    const struct piece second = {f.order - half, f.A + half * (p->lda + 1),
                                 f.C + (p->side == DDBLAS_SIDE_LEFT ? half : half * p->ldc)};
    const int second_first = ddblas_triangular_second_first(p, 0);
    const struct piece early = second_first ? second : first, late = second_first ? first : second;
    DDBLAS_CHECK(multiply(b, p, early));
    DDBLAS_CHECK(cross(b, p, block, early, late));
    return multiply(b, p, late);
}

static ddblasStatus_t routine(struct ddblas_blocks *b, const void *problem)
{
    const struct ddblas_triangular_problem *p = problem;
    const struct piece all = {ddblas_triangular_order(p), p->A, p->C};
    if (p->C != p->B)
        DDBLAS_CHECK(ddblas_blocks_copy(b, p->m, p->n, p->B, p->ldb, p->C, p->ldc));
    return multiply(b, p, all);
}

ddblasStatus_t ddblas_trmm_w(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem)
{
    DDBLAS_CHECK(ddblas_check_order(handle, ddblas_triangular_order(problem)));
    return ddblas_blocks_run(handle, routine, problem, problem->alpha);
}

size_t ddblas_trmm_w_workspace(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n)
{
    static cuddreal nothing;
    const struct ddblas_triangular_problem problem = {.type = DDBLAS_TYPE_W,
                                                      .side = side,
                                                      .m = m,
                                                      .n = n,
                                                      .lda = side == DDBLAS_SIDE_LEFT ? m : n,
                                                      .A = &nothing,
                                                      .B = &nothing,
                                                      .ldb = m,
                                                      .C = &nothing,
                                                      .ldc = m};
    return ddblas_blocks_workspace(handle, routine, &problem);
}
