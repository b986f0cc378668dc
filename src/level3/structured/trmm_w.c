/*
 * Double-double trmm on both engines. op(A) = T is halved recursively. The recursion ends at
 * triangles (leaves) that are expanded to full matrices. These are the formulas for the product in
 * place, where C is B. If C is not B, then B1 and B2 replace C1 and C2 as factors of T11, T12, T21
 * and T22.
 *
 *   LEFT, T lower    C2 = alpha T22 C2,  C2 += alpha T21 C1,  C1 = alpha T11 C1
 *   LEFT, T upper    C1 = alpha T11 C1,  C1 += alpha T12 C2,  C2 = alpha T22 C2
 *   RIGHT, T upper   C2 = alpha C2 T22,  C2 += alpha C1 T12,  C1 = alpha C1 T11
 *   RIGHT, T lower   C1 = alpha C1 T11,  C1 += alpha C2 T21,  C2 = alpha C2 T22
 */
#include "block_operations.h"
#include "core/checks.h"
#include "level3/vendor/vendor.h"
#include "triangular_w.h"

/* A subproblem: a diagonal block of A, with the rows (LEFT) or columns (RIGHT) of B and C that
 * belong to it. */
struct piece
{
    /* order: order of the diagonal block. leaf: largest order of a block that is expanded. */
    int64_t order, leaf;
    const void *A, *B;
    void *C;
};

/* Returns a part of the subproblem f. The part has the order `order` and begins at row (LEFT) or
 * column (RIGHT) number `at` of f. */
static struct piece part_of(const struct ddblas_block_run *b, const struct ddblas_triangular_problem *p, struct piece f,
                            int64_t at, int64_t order, int64_t leaf)
{
    const int left = p->side == DDBLAS_SIDE_LEFT;
    return (struct piece){order, leaf, ddblas_block_at(b, f.A, at + at * p->lda),
                          ddblas_block_at(b, f.B, left ? at : at * p->ldb), ddblas_block_to(b, f.C, left ? at : at * p->ldc)};
}

static ddblasStatus_t multiply_piece(struct ddblas_block_run *b, const struct ddblas_triangular_problem *p, struct piece f);

/* A line is a row (LEFT) or column (RIGHT) of T. In a large leaf, the lines with fewer than order /
 * LIGHT_SHARE elements are multiplied separately. The reason is the guard of the residue route,
 * which compares the error of an element of C with the largest products of the line and the vector:
 * the few elements of a short line may meet only small elements of the vector, so that its largest
 * products are small too, and the guard refuses the element. */
enum
{
    LIGHT_SHARE = 4
};

/* Returns the product alpha T old (LEFT) or alpha old T (RIGHT) for the rows (LEFT) or columns
 * (RIGHT) [skip, skip + lines) of C. `full` has the expanded triangle. */
static struct ddblas_gemm_problem product_of(const struct ddblas_block_run *b, const struct ddblas_triangular_problem *p,
                                             struct piece f, const void *full, const void *old, int64_t ld_old, int64_t skip,
                                             int64_t lines)
{
    const int left = p->side == DDBLAS_SIDE_LEFT;
    /* 1: the lines are rows of the stored triangle. 0: they are its columns. */
    const int rows = (p->trans == DDBLAS_OP_N) == left;
    const void *triangle = full ? ddblas_block_at(b, full, rows ? skip : skip * f.order) : NULL;
    return (struct ddblas_gemm_problem){.type = b->type,
                                        .transa = left ? p->trans : DDBLAS_OP_N,
                                        .transb = left ? DDBLAS_OP_N : p->trans,
                                        .m = left ? lines : p->m,
                                        .n = left ? p->n : lines,
                                        .k = f.order,
                                        .alpha = b->alpha,
                                        .A = left ? triangle : old,
                                        .lda = left ? f.order : ld_old,
                                        .B = left ? old : triangle,
                                        .ldb = left ? ld_old : f.order,
                                        .beta = b->zero,
                                        .C = ddblas_block_to(b, f.C, left ? skip : skip * p->ldc),
                                        .ldc = p->ldc,
                                        .sparse = 1};
}

/* Returns the number of elements that an expanded triangle and an m x n copy of C take together, or
 * SIZE_MAX if this number overflows. */
static size_t scratch_elements(int64_t order, int64_t m, int64_t n)
{
    size_t all;
    const int over = __builtin_mul_overflow((size_t)m, (size_t)n, &all);
    return over || __builtin_add_overflow(all, (size_t)(order * order), &all) ? SIZE_MAX : all;
}

static ddblasStatus_t multiply_leaf(struct ddblas_block_run *b, const struct ddblas_triangular_problem *p, struct piece f)
{
    const int left = p->side == DDBLAS_SIDE_LEFT, light_first = ddblas_triangular_second_first(p, 0), in_place = p->B == p->C;
    const int64_t light = f.leaf <= DDBLAS_BLOCK_LEAF_CUDA ? 0 : f.order / LIGHT_SHARE;
    const int64_t m = left ? f.order : p->m, n = left ? p->n : f.order, triangle = f.order * f.order;
    void *full = ddblas_block_scratch(b, scratch_elements(f.order, in_place ? m : 0, n));
    void *copy = full ? ddblas_block_to(b, full, triangle) : NULL;
    const enum ddblas_block_form form = p->diag == DDBLAS_DIAG_UNIT ? DDBLAS_BLOCK_UNIT : DDBLAS_BLOCK_TRIANGULAR;
    DDBLAS_CHECK(ddblas_block_expand(b, form, p->uplo, f.order, f.A, p->lda, full));
    if (in_place)
        DDBLAS_CHECK(ddblas_block_copy(b, m, n, f.C, p->ldc, copy, m));
    const struct ddblas_gemm_problem heavy =
        product_of(b, p, f, full, in_place ? copy : f.B, in_place ? m : p->ldb, light_first ? light : 0, f.order - light);
    DDBLAS_CHECK(ddblas_block_gemm_part(b, &heavy));
    if (light == 0)
        return DDBLAS_STATUS_SUCCESS;
    const int64_t next = ddblas_block_leaf(b, light, left ? p->n : p->m);
    return multiply_piece(b, p, part_of(b, p, f, light_first ? 0 : f.order - light, light, next));
}

/* Adds a product to the rows or columns of C that belong to `to`: alpha times the off-diagonal
 * block of T times the B of `from`. The block is the left factor (LEFT) or the right factor
 * (RIGHT). */
static ddblasStatus_t add_off_diagonal(struct ddblas_block_run *b, const struct ddblas_triangular_problem *p, const void *block,
                                       struct piece to, struct piece from)
{
    if (p->side == DDBLAS_SIDE_LEFT)
        return ddblas_block_gemm(b, p->trans, DDBLAS_OP_N, to.order, p->n, from.order, b->alpha, block, p->lda, from.B, p->ldb,
                                 b->carry, to.C, p->ldc);
    return ddblas_block_gemm(b, DDBLAS_OP_N, p->trans, p->m, to.order, from.order, b->alpha, from.B, p->ldb, block, p->lda,
                             b->carry, to.C, p->ldc);
}

static ddblasStatus_t multiply_piece(struct ddblas_block_run *b, const struct ddblas_triangular_problem *p, struct piece f)
{
    if (f.order <= f.leaf)
        return multiply_leaf(b, p, f);
    const int64_t half = ddblas_block_cut(f.order, f.leaf);
    const void *block = ddblas_block_at(b, f.A, p->uplo == DDBLAS_FILL_MODE_LOWER ? half : half * p->lda);
    const struct piece first = part_of(b, p, f, 0, half, f.leaf), second = part_of(b, p, f, half, f.order - half, f.leaf);
    const int second_first = ddblas_triangular_second_first(p, 0);
    const struct piece early = second_first ? second : first, late = second_first ? first : second;
    DDBLAS_CHECK(multiply_piece(b, p, early));
    DDBLAS_CHECK(add_off_diagonal(b, p, block, early, late));
    return multiply_piece(b, p, late);
}

ddblasStatus_t ddblas_trmm_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_triangular_problem *p = problem;
    const int64_t order = ddblas_triangular_order(p);
    const int64_t leaf = ddblas_block_leaf(b, order, p->side == DDBLAS_SIDE_LEFT ? p->n : p->m);
    const struct piece all = {order, leaf, p->A, p->B, p->C};
    return multiply_piece(b, p, all);
}

ddblasStatus_t ddblas_trmm_w(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem)
{
    return ddblas_triangular_w(handle, ddblas_trmm_blocks, problem);
}

size_t ddblas_trmm_w_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n)
{
    return ddblas_triangular_w_workspace(handle, type, ddblas_trmm_blocks, side, m, n);
}
