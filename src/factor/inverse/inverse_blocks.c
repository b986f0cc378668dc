/*
 * Inverses by halves on either engine. trtri for the lower triangle (upper: the transpose of the
 * order), potri from its result Y, getri from the inverse of U:
 *
 *   trtri   X22 = L22^-1                by halves again, or systems of a small order
 *           X21 = -(X22 L21) L11^-1     trmm, then trsm with L11, which is still there
 *           X11 = L11^-1                by halves again
 *   potri   X11 = Y11^H Y11             by halves again, or one product of a small order
 *           X11 += Y21^H Y21            the lower triangle of a product
 *           X21 = Y22^H Y21             trmm
 *           X22 = Y22^H Y22             by halves again
 *   getri   X L = U^-1, then the columns are exchanged in the opposite order of the pivots
 *
 * In this order of trtri the residual X L - I is small element by element, not only L X - I. N. J.
 * Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, sections 14.2 and 14.3.
 * Error bounds: docs/numerics.md, "Inverses".
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/standard/standard.h"
#include "inverse.h"

/* A triangular matrix whose inverse replaces it. */
struct triangle
{
    struct ddblas_block_run *blocks;
    int lower, unit;
    char *A;
    int64_t lda;
};

static void *element_of(const struct triangle *t, int64_t i, int64_t j)
{
    return ddblas_block_to(t->blocks, t->A, i + j * t->lda);
}

static ddblasFillMode_t uplo_of(const struct triangle *t) { return t->lower ? DDBLAS_FILL_MODE_LOWER : DDBLAS_FILL_MODE_UPPER; }

static ddblasOperation_t adjoint(const struct ddblas_block_run *b)
{
    return ddblas_type_is_complex(b->type) ? DDBLAS_OP_C : DDBLAS_OP_T;
}

static ddblasStatus_t run_step(struct ddblas_block_run *b, const struct ddblas_triangle_step *step)
{
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_triangle_step_cuda(b->handle, step);
#endif
    ddblas_triangle_step_cpu(step);
    return DDBLAS_STATUS_SUCCESS;
}

/* The diagonal block [at, at + order) as the triangular factor of the block B, rows x columns. */
static struct ddblas_triangular_problem factor_of(const struct triangle *t, ddblasSideMode_t side, int64_t at, void *B,
                                                  int64_t rows, int64_t columns)
{
    return (struct ddblas_triangular_problem){.type = t->blocks->type,
                                              .side = side,
                                              .uplo = uplo_of(t),
                                              .trans = DDBLAS_OP_N,
                                              .diag = t->unit ? DDBLAS_DIAG_UNIT : DDBLAS_DIAG_NON_UNIT,
                                              .m = rows,
                                              .n = columns,
                                              .alpha = t->blocks->one,
                                              .A = element_of(t, at, at),
                                              .lda = t->lda,
                                              .B = B,
                                              .ldb = t->lda,
                                              .C = B,
                                              .ldc = t->lda};
}

/* Solves X L = -B in place of B: the alpha of the run, which trsm uses, is -1 for the call. */
static ddblasStatus_t solve_negative(struct ddblas_block_run *b, struct ddblas_triangular_problem *p)
{
    const void *alpha = b->alpha;
    p->alpha = b->alpha = b->minus;
    const ddblasStatus_t status = ddblas_trsm_blocks(b, p);
    b->alpha = alpha;
    return status;
}

/* ---- trtri ----------------------------------------------------------------------------------- */

/* Solves X L = I in scratch memory, and copies the triangle of X. */
static ddblasStatus_t invert_leaf(const struct triangle *t, int64_t at, int64_t order)
{
    struct ddblas_block_run *b = t->blocks;
    void *X = ddblas_block_scratch(b, (size_t)(order * order));
    struct ddblas_triangle_step step = {
        .action = DDBLAS_TRIANGLE_IDENTITY, .type = b->type, .uplo = uplo_of(t), .n = order, .C = X, .ldc = order};
    struct ddblas_triangular_problem p = factor_of(t, DDBLAS_SIDE_RIGHT, at, X, order, order);
    p.ldb = p.ldc = order;
    DDBLAS_CHECK(run_step(b, &step));
    DDBLAS_CHECK(ddblas_trsm_blocks(b, &p));
    step = (struct ddblas_triangle_step){.action = DDBLAS_TRIANGLE_COPY,
                                         .type = b->type,
                                         .uplo = uplo_of(t),
                                         .strict = t->unit,
                                         .n = order,
                                         .A = X,
                                         .lda = order,
                                         .C = element_of(t, at, at),
                                         .ldc = t->lda};
    return run_step(b, &step);
}

/* The step of S, D, C and Z for each task: getri begins with the inverse of U. */
static enum ddblas_standard_step standard_of(const struct ddblas_inverse_problem *p)
{
    return p->task == DDBLAS_INVERSE_POTRI ? DDBLAS_STANDARD_POTRI : DDBLAS_STANDARD_TRTRI;
}

static struct ddblas_standard standard_step(const struct triangle *t, enum ddblas_standard_step what, int64_t n)
{
    return (struct ddblas_standard){.step = what,
                                    .type = t->blocks->type,
                                    .uplo = uplo_of(t),
                                    .diag = t->unit ? DDBLAS_DIAG_UNIT : DDBLAS_DIAG_NON_UNIT,
                                    .n = n,
                                    .A = t->A,
                                    .lda = t->lda};
}

/* Computes trtri or potri of S, D, C or Z. */
static ddblasStatus_t invert_standard(const struct triangle *t, enum ddblas_standard_step what, int64_t n)
{
    const struct ddblas_standard step = standard_step(t, what, n);
    return ddblas_standard_step(t->blocks, &step);
}

/* Inverts the diagonal block [at, at + order). */
static ddblasStatus_t invert_halves(const struct triangle *t, int64_t at, int64_t order)
{
    const int64_t leaf = ddblas_block_system(t->blocks);
    if (ddblas_is_standard(t->blocks->type))
        return invert_standard(t, DDBLAS_STANDARD_TRTRI, order);
    if (order <= leaf)
        return invert_leaf(t, at, order);
    const int64_t half = ddblas_block_cut(order, leaf), rest = order - half, second = at + half;
    void *block = t->lower ? element_of(t, second, at) : element_of(t, at, second);
    const int64_t rows = t->lower ? rest : half, columns = t->lower ? half : rest;
    const int64_t early = t->lower ? second : at, late = t->lower ? at : second;
    const struct ddblas_triangular_problem product = factor_of(t, DDBLAS_SIDE_LEFT, early, block, rows, columns);
    struct ddblas_triangular_problem system = factor_of(t, DDBLAS_SIDE_RIGHT, late, block, rows, columns);
    DDBLAS_CHECK(invert_halves(t, early, rows));
    DDBLAS_CHECK(ddblas_trmm_blocks(t->blocks, &product));
    DDBLAS_CHECK(solve_negative(t->blocks, &system));
    return invert_halves(t, late, columns);
}

/* ---- potri ----------------------------------------------------------------------------------- */

/* Largest order of a triangle that is multiplied by its conjugate transpose as a full matrix. */
static int64_t leaf_of_square(const struct ddblas_block_run *b)
{
    return !ddblas_factor_on_cuda(b)         ? DDBLAS_BLOCK_LEAF_CPU
           : ddblas_type_is_complex(b->type) ? DDBLAS_BLOCK_LEAF_COMPLEX_CUDA
                                             : DDBLAS_BLOCK_LEAF_CUDA;
}

/* Computes the triangle of C = F^H F (lower) or F F^H (upper) + beta C. C is the diagonal block
 * [at, at + order), and F has k rows or columns. */
static ddblasStatus_t add_square(const struct triangle *t, int64_t at, int64_t order, int64_t k, const void *F, int64_t ldf,
                                 const void *beta)
{
    struct ddblas_block_run *b = t->blocks;
    const struct ddblas_gemm_problem g = {.type = b->type,
                                          .transa = t->lower ? adjoint(b) : DDBLAS_OP_N,
                                          .transb = t->lower ? DDBLAS_OP_N : adjoint(b),
                                          .m = order,
                                          .n = order,
                                          .k = k,
                                          .alpha = b->one,
                                          .A = F,
                                          .lda = ldf,
                                          .B = F,
                                          .ldb = ldf,
                                          .beta = beta,
                                          .C = element_of(t, at, at),
                                          .ldc = t->lda,
                                          .part = t->lower ? DDBLAS_GEMM_LOWER : DDBLAS_GEMM_UPPER,
                                          .real_diagonal = ddblas_type_is_complex(b->type)};
    return ddblas_block_gemm_part(b, &g);
}

static ddblasStatus_t square_leaf(const struct triangle *t, int64_t at, int64_t order)
{
    struct ddblas_block_run *b = t->blocks;
    void *full = ddblas_block_scratch(b, (size_t)(order * order));
    DDBLAS_CHECK(ddblas_block_expand(b, DDBLAS_BLOCK_TRIANGULAR, uplo_of(t), order, element_of(t, at, at), t->lda, full));
    return add_square(t, at, order, order, full, order, b->zero);
}

/* Replaces the triangle Y of the block [at, at + order) by that of Y^H Y (lower) or Y Y^H. */
static ddblasStatus_t square_halves(const struct triangle *t, int64_t at, int64_t order)
{
    const int64_t leaf = leaf_of_square(t->blocks);
    if (order <= leaf)
        return square_leaf(t, at, order);
    const int64_t half = ddblas_block_cut(order, leaf), rest = order - half, second = at + half;
    void *block = t->lower ? element_of(t, second, at) : element_of(t, at, second);
    struct ddblas_triangular_problem product = factor_of(t, t->lower ? DDBLAS_SIDE_LEFT : DDBLAS_SIDE_RIGHT, second, block,
                                                         t->lower ? rest : half, t->lower ? half : rest);
    product.trans = adjoint(t->blocks);
    DDBLAS_CHECK(square_halves(t, at, half));
    DDBLAS_CHECK(add_square(t, at, half, rest, block, t->lda, t->blocks->one));
    DDBLAS_CHECK(ddblas_trmm_blocks(t->blocks, &product));
    return square_halves(t, second, rest);
}

/* ---- getri ----------------------------------------------------------------------------------- */

static ddblasStatus_t exchange_columns(struct ddblas_block_run *b, const struct ddblas_inverse_problem *p)
{
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_exchange_columns_cuda(b->handle, p->type, p->n, p->C, p->ldc, p->ipiv);
#endif
    ddblas_exchange_columns_cpu(p->type, p->n, p->C, p->ldc, p->ipiv);
    return DDBLAS_STATUS_SUCCESS;
}

/* In place, L moves to scratch memory once U has been inverted. */
static ddblasStatus_t invert_from_lu(struct ddblas_block_run *b, const struct ddblas_inverse_problem *p)
{
    const int in_place = p->A == p->C;
    const struct triangle upper = {.blocks = b, .A = p->C, .lda = p->ldc};
    struct ddblas_triangular_problem system = factor_of(&upper, DDBLAS_SIDE_RIGHT, 0, p->C, p->n, p->n);
    struct ddblas_triangle_step step = {.action = DDBLAS_TRIANGLE_EXTEND,
                                        .type = p->type,
                                        .uplo = DDBLAS_FILL_MODE_UPPER,
                                        .n = p->n,
                                        .A = p->A,
                                        .lda = p->lda,
                                        .C = p->C,
                                        .ldc = p->ldc};
    system.uplo = DDBLAS_FILL_MODE_LOWER;
    system.diag = DDBLAS_DIAG_UNIT;
    system.A = p->A;
    system.lda = p->lda;
    if (!in_place)
        DDBLAS_CHECK(run_step(b, &step));
    DDBLAS_CHECK(invert_halves(&upper, 0, p->n));
    if (in_place)
    {
        void *L = ddblas_block_scratch(b, (size_t)p->n * (size_t)p->n);
        DDBLAS_CHECK(ddblas_block_copy(b, p->n, p->n, p->C, p->ldc, L, p->n));
        step.action = DDBLAS_TRIANGLE_CLEAR;
        step.uplo = DDBLAS_FILL_MODE_LOWER;
        step.strict = 1;
        DDBLAS_CHECK(run_step(b, &step));
        system.A = L;
        system.lda = p->n;
    }
    DDBLAS_CHECK(ddblas_trsm_blocks(b, &system));
    return exchange_columns(b, p);
}

/* ---- all ------------------------------------------------------------------------------------- */

static ddblasStatus_t find_zero(struct ddblas_block_run *b, const struct ddblas_inverse_problem *p)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return p->diag == DDBLAS_DIAG_UNIT ? ddblas_factor_clear_info(b->handle, p->info)
                                           : ddblas_inverse_find_zero_cuda(b->handle, p->type, p->n, p->A, p->lda, p->info);
#endif
    (void)b;
    *p->info = p->diag == DDBLAS_DIAG_UNIT ? 0 : ddblas_inverse_find_zero_cpu(p->type, p->n, p->A, p->lda);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t poison(struct ddblas_block_run *b, const struct ddblas_inverse_problem *p)
{
    const struct ddblas_triangle_step step = {
        .action = DDBLAS_TRIANGLE_POISON, .type = p->type, .uplo = p->uplo, .n = p->n, .C = p->C, .ldc = p->ldc, .info = p->info};
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
    if (p->task == DDBLAS_INVERSE_GETRI)
        return ddblas_factor_poison(b->handle, p->type, p->info, p->n, p->n, p->C, p->ldc);
    return run_step(b, &step);
}

ddblasStatus_t ddblas_inverse_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_inverse_problem *p = problem;
    const struct triangle t = {
        .blocks = b, .lower = p->uplo == DDBLAS_FILL_MODE_LOWER, .unit = p->diag == DDBLAS_DIAG_UNIT, .A = p->C, .lda = p->ldc};
    if (ddblas_is_standard(p->type))
    {
        const struct ddblas_standard step = standard_step(&t, standard_of(p), p->n);
        DDBLAS_CHECK(ddblas_standard_prepare(b, &step, p->task == DDBLAS_INVERSE_GETRI));
    }
    if (!b->planning)
        DDBLAS_CHECK(find_zero(b, p));
    if (!b->planning && !ddblas_factor_on_cuda(b) && *p->info != 0)
        return poison(b, p);
    if (p->task == DDBLAS_INVERSE_GETRI)
        DDBLAS_CHECK(invert_from_lu(b, p));
    else if (ddblas_is_standard(p->type))
        DDBLAS_CHECK(invert_standard(&t, standard_of(p), p->n));
    else
        DDBLAS_CHECK(invert_halves(&t, 0, p->n));
    if (p->task == DDBLAS_INVERSE_POTRI && !ddblas_is_standard(p->type))
        DDBLAS_CHECK(square_halves(&t, 0, p->n));
    return poison(b, p);
}
