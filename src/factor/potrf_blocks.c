/*
 * Cholesky factorisation by halves of the columns on either engine, for the lower triangle (the
 * upper one is the conjugate transpose). [A1 A2] are the columns of a step, from their diagonal
 * elements on:
 *
 *   A1        = [L11; L21] L11^H     by halves again; a few columns: L11, then L21 = A21 L11^-H
 *   [A22; A32] -= [L21; L31] L21^H   the part of a product on and below the diagonal
 *   [A22; A32] = [L22; L32] L22^H    by halves again
 *
 * So each small system takes all rows below its triangle at once. On the CUDA engine the first
 * diagonal block of A22 is factored during the product, from a copy with a short product of its
 * own. Error bound: docs/numerics.md, "Cholesky and LU factorisations". S. Toledo, Locality of
 * reference in LU decomposition with partial pivoting, SIAM J. Matrix Anal. Appl. 18(4), 1997, has
 * halving.
 */
#include "core/checks.h"
#include "factor.h"
#include "standard/standard.h"

static void *element_of(const struct ddblas_block_run *b, const struct ddblas_potrf_problem *p, int64_t i, int64_t j)
{
    return ddblas_block_to(b, p->F, i + j * p->lda);
}

/* Returns the operation that a conjugate transpose is for the type. */
static ddblasOperation_t adjoint(const struct ddblas_block_run *b)
{
    return ddblas_type_is_complex(b->type) ? DDBLAS_OP_C : DDBLAS_OP_T;
}

static int is_lower(const struct ddblas_potrf_problem *p) { return p->uplo == DDBLAS_FILL_MODE_LOWER; }

static int64_t leaf_of(const struct ddblas_block_run *b)
{
    return !ddblas_factor_on_cuda(b)         ? DDBLAS_POTRF_LEAF_CPU
           : ddblas_type_is_complex(b->type) ? DDBLAS_POTRF_LEAF_COMPLEX_CUDA
                                             : DDBLAS_POTRF_LEAF_CUDA;
}

static struct ddblas_potrf_leaf leaf_at(const struct ddblas_block_run *b, const struct ddblas_potrf_problem *p, int64_t at,
                                        int64_t order)
{
    return (struct ddblas_potrf_leaf){.type = p->type,
                                      .conjugate = !is_lower(p),
                                      .order = order,
                                      .A = element_of(b, p, at, at),
                                      .row = is_lower(p) ? 1 : p->lda,
                                      .column = is_lower(p) ? p->lda : 1,
                                      .at = at,
                                      .info = p->info};
}

static ddblasStatus_t factor_leaf(struct ddblas_block_run *b, const struct ddblas_potrf_problem *p, int64_t at, int64_t order)
{
    const struct ddblas_potrf_leaf leaf = leaf_at(b, p, at, order);
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_potrf_leaf_cuda(b->handle, &leaf);
#endif
    ddblas_potrf_leaf_cpu(&leaf);
    return DDBLAS_STATUS_SUCCESS;
}

/* Computes the columns [at, at + order) of L in the rows from number `row` on. */
static ddblasStatus_t solve_rows(struct ddblas_block_run *b, const struct ddblas_potrf_problem *p, int64_t at, int64_t order,
                                 int64_t row)
{
    const int64_t rest = p->n - row;
    void *block = is_lower(p) ? element_of(b, p, row, at) : element_of(b, p, at, row);
    const struct ddblas_triangular_problem t = {.type = p->type,
                                                .side = is_lower(p) ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT,
                                                .uplo = p->uplo,
                                                .trans = adjoint(b),
                                                .diag = DDBLAS_DIAG_NON_UNIT,
                                                .m = is_lower(p) ? rest : order,
                                                .n = is_lower(p) ? order : rest,
                                                .alpha = b->one,
                                                .A = element_of(b, p, at, at),
                                                .lda = p->lda,
                                                .B = block,
                                                .ldb = p->lda,
                                                .C = block,
                                                .ldc = p->lda};
    return order == 0 || rest == 0 ? DDBLAS_STATUS_SUCCESS : ddblas_trsm_blocks(b, &t);
}

/* Subtracts the products of the columns [at, at + order) from the `columns` columns behind them, on
 * and below the diagonal. */
static ddblasStatus_t update_columns(struct ddblas_block_run *b, const struct ddblas_potrf_problem *p, int64_t at, int64_t order,
                                     int64_t columns)
{
    const int64_t row = at + order, rows = p->n - row;
    const void *factor = is_lower(p) ? element_of(b, p, row, at) : element_of(b, p, at, row);
    const struct ddblas_gemm_problem g = {.type = p->type,
                                          .transa = is_lower(p) ? DDBLAS_OP_N : adjoint(b),
                                          .transb = is_lower(p) ? adjoint(b) : DDBLAS_OP_N,
                                          .m = is_lower(p) ? rows : columns,
                                          .n = is_lower(p) ? columns : rows,
                                          .k = order,
                                          .alpha = b->minus,
                                          .A = factor,
                                          .lda = p->lda,
                                          .B = factor,
                                          .ldb = p->lda,
                                          .beta = b->one,
                                          .C = element_of(b, p, row, row),
                                          .ldc = p->lda,
                                          .part = is_lower(p) ? DDBLAS_GEMM_LOWER : DDBLAS_GEMM_UPPER,
                                          .real_diagonal = ddblas_type_is_complex(p->type)};
    return ddblas_block_gemm_part(b, &g);
}

/* Returns how many of the columns [at, at + order), which have been factored, hold L. Only the CPU
 * engine can look; on the CUDA engine the other columns are NaN and all that follow become NaN. */
static int64_t good_columns(const struct ddblas_block_run *b, const struct ddblas_potrf_problem *p, int64_t at, int64_t order)
{
    return b->planning || ddblas_factor_on_cuda(b) || *p->info == 0 ? order : *p->info - 1 - at;
}

#if DDBLAS_HAVE_CUDA
/* Returns the order of the first diagonal block of so many columns. */
static int64_t first_order(int64_t columns, int64_t leaf)
{
    while (columns > leaf)
        columns = ddblas_block_cut(columns, leaf);
    return columns;
}

/* Returns 1 if the next diagonal block is factored during a product with so many rows. */
static int looks_ahead(const struct ddblas_block_run *b, int64_t rows)
{
    return ddblas_factor_on_cuda(b) && rows >= DDBLAS_POTRF_AHEAD_CUDA;
}
#endif

/* Does the same as update_columns. On the CUDA engine the first diagonal block of these columns is
 * factored during the product, in a second stream, and *ahead becomes 1. */
static ddblasStatus_t update_ahead(struct ddblas_block_run *b, const struct ddblas_potrf_problem *p, int64_t at, int64_t order,
                                   int64_t columns, int *ahead)
{
    *ahead = 0;
#if DDBLAS_HAVE_CUDA
    const int64_t row = at + order;
    if (looks_ahead(b, p->n - row))
    {
        const struct ddblas_potrf_leaf leaf = leaf_at(b, p, row, first_order(columns, leaf_of(b)));
        const struct ddblas_potrf_terms terms = {.X = is_lower(p) ? element_of(b, p, row, at) : element_of(b, p, at, row),
                                                 .row = leaf.row,
                                                 .term = leaf.column,
                                                 .terms = order};
        void *scratch = ddblas_block_scratch(b, (size_t)ddblas_potrf_ahead_elements(p->type));
        if (!b->planning)
            DDBLAS_CHECK(ddblas_potrf_ahead_cuda(b->handle, &leaf, &terms, scratch));
        const ddblasStatus_t status = update_columns(b, p, at, order, columns);
        /* The second stream is joined whatever has happened. */
        const ddblasStatus_t joined = b->planning ? status : ddblas_potrf_place_cuda(b->handle, &leaf, scratch);
        *ahead = 1;
        return status != DDBLAS_STATUS_SUCCESS ? status : joined;
    }
#endif
    return update_columns(b, p, at, order, columns);
}

/* Factors the columns [at, at + columns) in the rows from number `at` on; `ahead` says that the
 * first diagonal block is factored. */
static ddblasStatus_t factor_columns(struct ddblas_block_run *b, const struct ddblas_potrf_problem *p, int64_t at,
                                     int64_t columns, int ahead)
{
    const int64_t leaf = leaf_of(b);
    if (columns <= leaf)
    {
        if (!ahead)
            DDBLAS_CHECK(factor_leaf(b, p, at, columns));
        return solve_rows(b, p, at, good_columns(b, p, at, columns), at + columns);
    }
    const int64_t half = ddblas_block_cut(columns, leaf), rest = columns - half;
    DDBLAS_CHECK(factor_columns(b, p, at, half, ahead));
    if (good_columns(b, p, at, half) < half)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(update_ahead(b, p, at, half, rest, &ahead));
    return factor_columns(b, p, at + half, rest, ahead);
}

/* Sets the columns of L from the one that *info names to NaN, on the CPU engine. */
static void poison_columns(const struct ddblas_block_run *b, const struct ddblas_potrf_problem *p)
{
    for (int64_t j = *p->info - 1; j < p->n; j++)
        if (is_lower(p))
            ddblas_factor_poison_cpu(p->type, p->n - j, 1, element_of(b, p, j, j), p->lda);
        else
            ddblas_factor_poison_cpu(p->type, 1, p->n - j, element_of(b, p, j, j), p->lda);
}

/* Factors a matrix of S, D, C or Z. */
static ddblasStatus_t factor_standard(struct ddblas_block_run *b, const struct ddblas_potrf_problem *p)
{
    const struct ddblas_standard step = {
        .step = DDBLAS_STANDARD_POTRF, .type = p->type, .uplo = p->uplo, .n = p->n, .A = p->F, .lda = p->lda, .info = p->info};
    DDBLAS_CHECK(ddblas_standard_prepare(b, &step, p->tasks & DDBLAS_FACTOR_SOLVE));
    return ddblas_standard_step(b, &step);
}

static ddblasStatus_t factor_matrix(struct ddblas_block_run *b, const struct ddblas_potrf_problem *p)
{
    if (ddblas_is_standard(p->type))
        return factor_standard(b, p);
#if DDBLAS_HAVE_CUDA
    if (!b->planning && looks_ahead(b, p->n)) /* A is still as it was if there is no memory. */
        DDBLAS_CHECK(ddblas_potrf_prepare_cuda(b->handle));
#endif
    if (!b->planning)
        DDBLAS_CHECK(ddblas_factor_clear_info(b->handle, p->info));
    DDBLAS_CHECK(factor_columns(b, p, 0, p->n, 0));
    if (!b->planning && !ddblas_factor_on_cuda(b) && *p->info != 0)
        poison_columns(b, p);
    return DDBLAS_STATUS_SUCCESS;
}

/* Solves with the factor that the letters name, or with its conjugate transpose. */
static ddblasStatus_t substitute(struct ddblas_block_run *b, const struct ddblas_potrf_problem *p, ddblasOperation_t trans)
{
    const struct ddblas_triangular_problem t = {.type = p->type,
                                                .side = DDBLAS_SIDE_LEFT,
                                                .uplo = p->uplo,
                                                .trans = trans,
                                                .diag = DDBLAS_DIAG_NON_UNIT,
                                                .m = p->n,
                                                .n = p->nrhs,
                                                .alpha = b->one,
                                                .A = p->A,
                                                .lda = p->lda,
                                                .B = p->B,
                                                .ldb = p->ldb,
                                                .C = p->B,
                                                .ldc = p->ldb};
    return ddblas_trsm_blocks(b, &t);
}

ddblasStatus_t ddblas_potrf_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_potrf_problem *p = problem;
    const int factors = p->tasks & DDBLAS_FACTOR;
    if (factors)
        DDBLAS_CHECK(factor_matrix(b, p));
    if (!(p->tasks & DDBLAS_FACTOR_SOLVE))
        return DDBLAS_STATUS_SUCCESS;
    const int fails = factors && !b->planning && !ddblas_factor_on_cuda(b) && *p->info != 0;
    if (!fails)
    {
        DDBLAS_CHECK(substitute(b, p, is_lower(p) ? DDBLAS_OP_N : adjoint(b)));
        DDBLAS_CHECK(substitute(b, p, is_lower(p) ? adjoint(b) : DDBLAS_OP_N));
    }
    return factors && !b->planning ? ddblas_factor_poison(b->handle, p->type, p->info, p->n, p->nrhs, p->B, p->ldb)
                                   : DDBLAS_STATUS_SUCCESS;
}
