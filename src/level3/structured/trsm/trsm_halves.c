/*
 * The order of the steps in double-double trsm, which splits the triangular matrix into halves
 * recursively. trsm_halves.h has the formulas.
 */
#include "trsm_halves.h"

#include "core/checks.h"
#include "level3/structured/block_operations.h"

/* Describes the product that subtracts from the piece `to` the contribution of the solved piece
 * `from`. */
static struct ddblas_trsm_product product_of(const struct ddblas_triangular_problem *p, struct ddblas_trsm_piece to,
                                             struct ddblas_trsm_piece from)
{
    const int left = p->side == DDBLAS_SIDE_LEFT;
    const struct ddblas_trsm_piece row = left == (p->trans == DDBLAS_OP_N) ? to : from, column = row.at == to.at ? from : to;
    const int64_t step = left ? 1 : p->ldc;
    return (struct ddblas_trsm_product){.problem = {.type = p->type,
                                                    .transa = left ? p->trans : DDBLAS_OP_N,
                                                    .transb = left ? DDBLAS_OP_N : p->trans,
                                                    .m = left ? to.order : p->m,
                                                    .n = left ? p->n : to.order,
                                                    .k = from.order,
                                                    .lda = left ? p->lda : p->ldc,
                                                    .ldb = left ? p->ldc : p->lda,
                                                    .beta = to.alpha,
                                                    .ldc = p->ldc},
                                        .block_is_left = left,
                                        .block = row.at + column.at * p->lda,
                                        .from = from.at * step,
                                        .to = to.at * step};
}

ddblasStatus_t ddblas_trsm_by_halves(const struct ddblas_trsm_steps *steps, const struct ddblas_triangular_problem *p,
                                     struct ddblas_trsm_piece piece)
{
    if (piece.order <= steps->system)
        return steps->solve(steps->run, p, piece);
    const int64_t half = ddblas_block_cut(piece.order, steps->system);
    const struct ddblas_trsm_piece first = {piece.at, half, piece.alpha},
                                   second = {piece.at + half, piece.order - half, piece.alpha};
    const int second_first = ddblas_triangular_second_first(p, 1);
    const struct ddblas_trsm_piece early = second_first ? second : first;
    struct ddblas_trsm_piece late = second_first ? first : second;
    const struct ddblas_trsm_product product = product_of(p, late, early);
    DDBLAS_CHECK(ddblas_trsm_by_halves(steps, p, early));
    DDBLAS_CHECK(steps->subtract(steps->run, p, &product));
    late.alpha = steps->carry;
    return ddblas_trsm_by_halves(steps, p, late);
}
