/*
 * Double-double trsm on either engine. op(A) = T is halved recursively: one half is solved, gemm
 * subtracts its contribution from the other half, and that is solved. Small systems are solved by
 * substitution. On the CUDA engine trsm_panels.c solves large systems by panels instead.
 *
 *   LEFT, T lower    X1 = T11^-1 (alpha B1),  B2 = alpha B2 - T21 X1,  X2 = T22^-1 B2
 *   LEFT, T upper    X2 = T22^-1 (alpha B2),  B1 = alpha B1 - T12 X2,  X1 = T11^-1 B1
 *   RIGHT, T upper   X1 = (alpha B1) T11^-1,  B2 = alpha B2 - X1 T12,  X2 = B2 T22^-1
 *   RIGHT, T lower   X2 = (alpha B2) T22^-1,  B1 = alpha B1 - X2 T21,  X1 = B1 T11^-1
 */
#include "level3/structured/block_operations.h"
#include "core/checks.h"
#include "level3/vendor/vendor.h"
#include "level3/structured/triangular_w.h"
#include "trsm_panels.h"

/* A subproblem: rows (LEFT) or columns (RIGHT) [at, at + order) of B and the diagonal block of A
 * that belongs to them. */
struct piece
{
    int64_t at, order;
    /* The factor alpha of this subproblem: the alpha of the problem, or 1 if B has been multiplied
     * by it. */
    const void *alpha;
};

/* Replaces the rows (LEFT) or columns (RIGHT) `to` of B with alpha times themselves minus the
 * product of the off-diagonal block of T and those of `from`. The block is the left factor (LEFT)
 * or the right one (RIGHT). */
static ddblasStatus_t subtract_off_diagonal(struct ddblas_block_run *b, const struct ddblas_triangular_problem *p,
                                            struct piece to, struct piece from)
{
    const int left = p->side == DDBLAS_SIDE_LEFT;
    const struct piece row = left == (p->trans == DDBLAS_OP_N) ? to : from, column = row.at == to.at ? from : to;
    const void *block = ddblas_block_at(b, p->A, row.at + column.at * p->lda);
    void *target = ddblas_block_to(b, p->C, to.at * (left ? 1 : p->ldc)),
         *source = ddblas_block_to(b, p->C, from.at * (left ? 1 : p->ldc));
    if (left)
        return ddblas_block_gemm(b, p->trans, DDBLAS_OP_N, to.order, p->n, from.order, b->minus, block, p->lda, source, p->ldc,
                                 to.alpha, target, p->ldc);
    return ddblas_block_gemm(b, DDBLAS_OP_N, p->trans, p->m, to.order, from.order, b->minus, source, p->ldc, block, p->lda,
                             to.alpha, target, p->ldc);
}

static ddblasStatus_t solve_piece(struct ddblas_block_run *b, const struct ddblas_triangular_problem *p, struct piece f)
{
    const int64_t system = ddblas_block_system(b);
    if (f.order <= system)
    {
        const struct ddblas_systems systems = ddblas_trsm_systems(p, f.at, f.order, f.alpha);
        return ddblas_block_solve(b, &systems);
    }
    const int64_t half = ddblas_block_cut(f.order, system);
    const struct piece first = {f.at, half, f.alpha}, second = {f.at + half, f.order - half, f.alpha};
    const int second_first = ddblas_triangular_second_first(p, 1);
    const struct piece early = second_first ? second : first;
    struct piece late = second_first ? first : second;
    DDBLAS_CHECK(solve_piece(b, p, early));
    DDBLAS_CHECK(subtract_off_diagonal(b, p, late, early));
    late.alpha = b->carry;
    return solve_piece(b, p, late);
}

static ddblasStatus_t run_trsm_w(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_triangular_problem *p = problem;
    const struct piece all = {0, ddblas_triangular_order(p), b->alpha};
#if DDBLAS_HAVE_CUDA
    if (ddblas_trsm_by_panels(b, p))
        return ddblas_trsm_panels(b, p);
#endif
    return solve_piece(b, p, all);
}

ddblasStatus_t ddblas_trsm_w(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem)
{
    return ddblas_triangular_w(handle, run_trsm_w, problem);
}

size_t ddblas_trsm_w_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n)
{
    return ddblas_triangular_w_workspace(handle, type, run_trsm_w, side, m, n);
}
