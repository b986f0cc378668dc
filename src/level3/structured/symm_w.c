/*
 * Double-double symm on both engines. A is halved recursively. The recursion ends at diagonal
 * blocks (leaves) that are expanded to full matrices.
 *
 *   LEFT, A lower    C1 = alpha A11 B1 + beta C1,  C1 += alpha A21^T B2,
 *                    C2 = alpha A21 B1 + beta C2,  C2 += alpha A22 B2
 *   RIGHT, A lower   C1 = alpha B1 A11 + beta C1,  C1 += alpha B2 A21,
 *                    C2 = alpha B1 A21^T + beta C2,  C2 += alpha B2 A22
 *
 * If A is upper, A12^T replaces A21. An element of C is updated by one gemm at each level of the
 * recursion, and by one more at the leaf.
 */
#include "block_operations.h"
#include "core/checks.h"
#include "level3/vendor/vendor.h"
#include "symm.h"

/* A subproblem: a diagonal block of A, with the rows (LEFT) or columns (RIGHT) of B and C that
 * belong to it. */
struct piece
{
    /* order: order of the diagonal block. leaf: largest order of a block that is expanded. */
    int64_t order, leaf;
    const void *A, *B;
    void *C;
    const void *beta;
};

static ddblasStatus_t multiply_piece(struct ddblas_block_run *b, const struct ddblas_symm_problem *p, struct piece f);

static ddblasStatus_t multiply_leaf(struct ddblas_block_run *b, const struct ddblas_symm_problem *p, struct piece f)
{
    void *full = ddblas_block_scratch(b, (size_t)(f.order * f.order));
    DDBLAS_CHECK(ddblas_block_expand(b, p->hermitian ? DDBLAS_BLOCK_HERMITIAN : DDBLAS_BLOCK_SYMMETRIC, p->uplo, f.order, f.A,
                                     p->lda, full));
    if (p->side == DDBLAS_SIDE_LEFT)
        return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, f.order, p->n, f.order, b->alpha, full, f.order, f.B, p->ldb,
                                 f.beta, f.C, p->ldc);
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, p->m, f.order, f.order, b->alpha, f.B, p->ldb, full, f.order, f.beta,
                             f.C, p->ldc);
}

/* Adds one of the two products with an off-diagonal block: to the first half of C if to_first is
 * set, otherwise to the second half. */
static ddblasStatus_t multiply_off_diagonal(struct ddblas_block_run *b, const struct ddblas_symm_problem *p, struct piece first,
                                            struct piece second, int to_first)
{
    const int lower = p->uplo == DDBLAS_FILL_MODE_LOWER, left = p->side == DDBLAS_SIDE_LEFT;
    const void *block = ddblas_block_at(b, first.A, lower ? first.order : first.order * p->lda);
    /* LEFT: C1 needs A12, which is A21^T, or A21^H if A is Hermitian; C2 needs A21. RIGHT: C1 needs
     * A21, and C2 needs A12. */
    const ddblasOperation_t mirror = p->hermitian ? DDBLAS_OP_C : DDBLAS_OP_T;
    const ddblasOperation_t op = (to_first == left) == lower ? mirror : DDBLAS_OP_N;
    const struct piece to = to_first ? first : second, from = to_first ? second : first;
    if (left)
        return ddblas_block_gemm(b, op, DDBLAS_OP_N, to.order, p->n, from.order, b->alpha, block, p->lda, from.B, p->ldb, to.beta,
                                 to.C, p->ldc);
    return ddblas_block_gemm(b, DDBLAS_OP_N, op, p->m, to.order, from.order, b->alpha, from.B, p->ldb, block, p->lda, to.beta,
                             to.C, p->ldc);
}

static ddblasStatus_t multiply_piece(struct ddblas_block_run *b, const struct ddblas_symm_problem *p, struct piece f)
{
    if (f.order <= f.leaf)
        return multiply_leaf(b, p, f);
    const int64_t half = ddblas_block_cut(f.order, f.leaf);
    const int left = p->side == DDBLAS_SIDE_LEFT;
    struct piece first = f, second = f;
    first.order = half;
    second.order = f.order - half;
    second.A = ddblas_block_at(b, f.A, half * (p->lda + 1));
    second.B = ddblas_block_at(b, f.B, left ? half : half * p->ldb);
    second.C = ddblas_block_to(b, f.C, left ? half : half * p->ldc);
    DDBLAS_CHECK(multiply_piece(b, p, first));
    first.beta = b->one;
    DDBLAS_CHECK(multiply_off_diagonal(b, p, first, second, 1));
    DDBLAS_CHECK(multiply_off_diagonal(b, p, first, second, 0));
    second.beta = b->one;
    return multiply_piece(b, p, second);
}

ddblasStatus_t ddblas_symm_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_symm_problem *p = problem;
    const int left = p->side == DDBLAS_SIDE_LEFT;
    const int64_t order = left ? p->m : p->n, leaf = ddblas_block_leaf(b, order, left ? p->n : p->m);
    const struct piece all = {order, leaf, p->A, p->B, p->C, b->beta};
    return multiply_piece(b, p, all);
}

/* Forms C = beta C. Used if alpha is 0. */
static ddblasStatus_t scale_result(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_symm_problem *p = problem;
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, p->m, p->n, 0, b->alpha, p->A, p->lda, p->B, p->ldb, b->beta, p->C,
                             p->ldc);
}

ddblasStatus_t ddblas_symm_w(ddblasHandle_t handle, const struct ddblas_symm_problem *problem)
{
    DDBLAS_CHECK(ddblas_check_order(handle, problem->side == DDBLAS_SIDE_LEFT ? problem->m : problem->n));
    const int zero = ddblas_known_zero(handle, problem->type, 0, problem->alpha);
    const struct ddblas_block_scalars scalars = {.alpha = problem->alpha, .beta = problem->beta};
    return ddblas_block_plan_and_run(handle, problem->type, zero ? scale_result : ddblas_symm_blocks, problem, &scalars);
}

size_t ddblas_symm_w_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n)
{
    static cuddcomplex nothing;
    const struct ddblas_symm_problem problem = {
        type, 0, side, DDBLAS_FILL_MODE_LOWER, m, n, &nothing, &nothing, 1, &nothing, 1, &nothing, &nothing, 1};
    return ddblas_block_workspace(handle, type, ddblas_symm_blocks, &problem);
}
