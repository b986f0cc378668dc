/*
 * Double-double trsm: the halves of op(A) = T in order, one solved, its share taken off the other by gemm, down to small systems
 * solved by substitution; on either engine.
 *
 *   LEFT, T lower   X1 = T11^-1 (alpha B1), B2 = alpha B2 - T21 X1, X2 = T22^-1 B2      upper: X2 first, B1 = alpha B1 - T12 X2
 *   RIGHT, T upper  X1 = (alpha B1) T11^-1, B2 = alpha B2 - X1 T12, X2 = B2 T22^-1      lower: X2 first, B1 = alpha B1 - X2 T21
 */
#include "blocks.h"
#include "checks.h"
#include "passing.h"
#include "triangular_w.h"

/* Rows (LEFT) or columns of B that belong to a diagonal block of A. */
struct piece
{
    int64_t order;
    const cuddreal *A;
    cuddreal *X;
    const cuddreal *alpha; /* what B is still to be multiplied by */
};

/* From the right x T = b is T^T x^T = b^T: the rows of B are the vectors. */
static ddblasStatus_t system_of(struct ddblas_blocks *b, const struct ddblas_triangular_problem *p, struct piece f)
{
    const int left = p->side == DDBLAS_SIDE_LEFT, along_rows = (p->trans == DDBLAS_OP_N) == left;
    const struct ddblas_systems systems = {.n = f.order,
                                           .vectors = left ? p->n : p->m,
                                           .upper = ddblas_triangular_is_lower(p) != left,
                                           .unit = p->diag == DDBLAS_DIAG_UNIT,
                                           .A = f.A,
                                           .row = along_rows ? 1 : p->lda,
                                           .column = along_rows ? p->lda : 1,
                                           .alpha = f.alpha,
                                           .x = f.X,
                                           .step = left ? 1 : p->ldc,
                                           .stride = left ? p->ldc : 1};
    return ddblas_blocks_solve(b, &systems);
}

/* to = alpha to - (block of T beside the diagonal) from. */
static ddblasStatus_t take_off(struct ddblas_blocks *b, const struct ddblas_triangular_problem *p, const cuddreal *block,
                               struct piece to, struct piece from)
{
    if (p->side == DDBLAS_SIDE_LEFT)
        return ddblas_blocks_gemm(b, p->trans, DDBLAS_OP_N, to.order, p->n, from.order, b->minus, block, p->lda, from.X, p->ldc,
                                  to.alpha, to.X, p->ldc);
    return ddblas_blocks_gemm(b, DDBLAS_OP_N, p->trans, p->m, to.order, from.order, b->minus, from.X, p->ldc, block, p->lda,
                              to.alpha, to.X, p->ldc);
}

static ddblasStatus_t solve(struct ddblas_blocks *b, const struct ddblas_triangular_problem *p, struct piece f)
{
    if (f.order <= ddblas_blocks_system(b))
        return system_of(b, p, f);
    const int64_t half = ddblas_blocks_cut(f.order, ddblas_blocks_system(b));
    const cuddreal *block = f.A + (p->uplo == DDBLAS_FILL_MODE_LOWER ? half : half * p->lda);
    const struct piece first = {half, f.A, f.X, f.alpha};
    const struct piece second = {f.order - half, f.A + half * (p->lda + 1),
                                 f.X + (p->side == DDBLAS_SIDE_LEFT ? half : half * p->ldc), f.alpha};
    const int second_first = ddblas_triangular_second_first(p, 1);
    const struct piece early = second_first ? second : first;
    struct piece late = second_first ? first : second;
    DDBLAS_CHECK(solve(b, p, early));
    DDBLAS_CHECK(take_off(b, p, block, late, early));
    late.alpha = b->carry;
    return solve(b, p, late);
}

static ddblasStatus_t routine(struct ddblas_blocks *b, const void *problem)
{
    const struct ddblas_triangular_problem *p = problem;
    const struct piece all = {ddblas_triangular_order(p), p->A, p->C, p->alpha};
    return solve(b, p, all);
}

ddblasStatus_t ddblas_trsm_w(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem)
{
    return ddblas_triangular_w(handle, routine, problem);
}

size_t ddblas_trsm_w_workspace(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n)
{
    return ddblas_triangular_w_workspace(handle, routine, side, m, n);
}
