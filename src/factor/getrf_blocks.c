/*
 * LU factorisation with partial pivoting by halves of the columns, on either engine. [A1 A2] are
 * the columns of a step, P1 and P2 the exchanges of rows that its halves choose:
 *
 *   A1        = P1^T [L11; L21] U11    by halves again, or a panel if there are few columns
 *   [A12 A22] = P1 A2                  exchanges of rows
 *   U12       = L11^-1 A12             trsm
 *   A22      -= L21 U12                gemm
 *   A22       = P2^T L22 U22           by halves again
 *   L21       = P2 L21                 exchanges of rows
 *
 * Columns beyond the square part follow at the end. S. Toledo, Locality of reference in LU
 * decomposition with partial pivoting, SIAM J. Matrix Anal. Appl. 18(4), 1997. Error bound:
 * docs/numerics.md, "Cholesky and LU factorisations".
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor.h"
#include "standard/standard.h"

/* State of a call: its operations, its problem, and scratch memory for the panels. */
struct run
{
    struct ddblas_block_run *blocks;
    const struct ddblas_getrf_problem *p;
    void *scratch;
};

static void *element_of(const struct run *r, int64_t i, int64_t j)
{
    return ddblas_block_to(r->blocks, r->p->F, i + j * r->p->lda);
}

static int64_t columns_of_panel(const struct ddblas_block_run *b)
{
    const int is_complex = ddblas_type_is_complex(b->type);
    if (ddblas_factor_on_cuda(b))
        return is_complex ? DDBLAS_GETRF_PANEL_COMPLEX_CUDA : DDBLAS_GETRF_PANEL_CUDA;
    return is_complex ? DDBLAS_GETRF_PANEL_COMPLEX_CPU : DDBLAS_GETRF_PANEL_CPU;
}

static ddblasStatus_t factor_panel(struct run *r, int64_t at, int64_t columns)
{
    const struct ddblas_getrf_panel panel = {.type = r->p->type,
                                             .rows = r->p->m - at,
                                             .columns = columns,
                                             .at = at,
                                             .A = element_of(r, at, at),
                                             .lda = r->p->lda,
                                             .ipiv = r->p->pivots,
                                             .info = r->p->info,
                                             .scratch = r->scratch};
    if (r->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(r->blocks))
        return ddblas_getrf_panel_cuda(r->blocks->handle, &panel);
#endif
    ddblas_getrf_panel_cpu(r->blocks->handle, &panel);
    return DDBLAS_STATUS_SUCCESS;
}

/* Exchanges rows by the pivots [first, last) in a matrix whose first element is A. */
static ddblasStatus_t exchange_rows(struct run *r, void *A, int64_t lda, int64_t columns, int64_t first, int64_t last,
                                    int backward)
{
    const struct ddblas_row_exchanges e = {.type = r->p->type,
                                           .columns = columns,
                                           .A = A,
                                           .lda = lda,
                                           .ipiv = r->p->ipiv,
                                           .first = first,
                                           .last = last,
                                           .backward = backward};
    if (r->blocks->planning || columns == 0 || first == last)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(r->blocks))
        return ddblas_exchange_rows_cuda(r->blocks->handle, &e);
#endif
    ddblas_exchange_rows_cpu(r->blocks->handle, &e);
    return DDBLAS_STATUS_SUCCESS;
}

/* Solves with a triangle of order n that begins at row and column `at`; C is n x columns. */
static ddblasStatus_t substitute(struct run *r, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t at, int64_t n, void *C,
                                 int64_t ldc, int64_t columns)
{
    const struct ddblas_triangular_problem t = {.type = r->p->type,
                                                .side = DDBLAS_SIDE_LEFT,
                                                .uplo = uplo,
                                                .trans = trans,
                                                .diag = uplo == DDBLAS_FILL_MODE_LOWER ? DDBLAS_DIAG_UNIT : DDBLAS_DIAG_NON_UNIT,
                                                .m = n,
                                                .n = columns,
                                                .alpha = r->blocks->one,
                                                .A = ddblas_block_at(r->blocks, r->p->A, at + at * r->p->lda),
                                                .lda = r->p->lda,
                                                .B = C,
                                                .ldb = ldc,
                                                .C = C,
                                                .ldc = ldc};
    return ddblas_trsm_blocks(r->blocks, &t);
}

/* Subtracts the product of the columns [at, at + order) of L with the rows of U that end in the
 * `columns` columns from number `first` on. */
static ddblasStatus_t subtract_product(struct run *r, int64_t at, int64_t order, int64_t first, int64_t columns)
{
    const int64_t row = at + order;
    struct ddblas_block_run *b = r->blocks;
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, r->p->m - row, columns, order, b->minus, element_of(r, row, at),
                             r->p->lda, element_of(r, at, first), r->p->lda, b->one, element_of(r, row, first), r->p->lda);
}

/* Exchanges rows in the columns from number `first` on by the pivots of the columns [at, at +
 * order), and computes their rows of U. */
static ddblasStatus_t compute_rows(struct run *r, int64_t at, int64_t order, int64_t first, int64_t columns)
{
    DDBLAS_CHECK(exchange_rows(r, element_of(r, 0, first), r->p->lda, columns, at, at + order, 0));
    return substitute(r, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, at, order, element_of(r, at, first), r->p->lda, columns);
}

/* Factors the columns [at, at + columns), at + columns <= min(m, n), in the rows from number `at`
 * on. */
static ddblasStatus_t factor_columns(struct run *r, int64_t at, int64_t columns)
{
    const int64_t most = columns_of_panel(r->blocks);
    if (columns <= most)
        return factor_panel(r, at, columns);
    const int64_t half = ddblas_block_cut(columns, most), rest = columns - half;
    DDBLAS_CHECK(factor_columns(r, at, half));
    DDBLAS_CHECK(compute_rows(r, at, half, at + half, rest));
    DDBLAS_CHECK(subtract_product(r, at, half, at + half, rest));
    DDBLAS_CHECK(factor_columns(r, at + half, rest));
    return exchange_rows(r, element_of(r, 0, at), r->p->lda, half, at + half, at + columns, 0);
}

/* Factors a matrix of S, D, C or Z. */
static ddblasStatus_t factor_standard(struct ddblas_block_run *b, const struct ddblas_getrf_problem *p)
{
    const struct ddblas_standard step = {.step = DDBLAS_STANDARD_GETRF,
                                         .type = p->type,
                                         .m = p->m,
                                         .n = p->n,
                                         .A = p->F,
                                         .lda = p->lda,
                                         .ipiv = p->pivots,
                                         .info = p->info};
    DDBLAS_CHECK(ddblas_standard_prepare(b, &step, p->tasks & DDBLAS_FACTOR_SOLVE));
    return ddblas_standard_step(b, &step);
}

static ddblasStatus_t factor_matrix(struct run *r)
{
    const int64_t square = least(r->p->m, r->p->n);
    if (ddblas_is_standard(r->p->type))
        return factor_standard(r->blocks, r->p);
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(r->blocks))
    {
        r->scratch = ddblas_block_scratch(r->blocks, ddblas_getrf_panel_scratch() / r->blocks->size);
        if (!r->blocks->planning)
            DDBLAS_CHECK(ddblas_getrf_prepare_cuda(r->blocks->handle, r->scratch));
    }
#endif
    if (!r->blocks->planning)
        DDBLAS_CHECK(ddblas_factor_clear_info(r->blocks->handle, r->p->info));
    DDBLAS_CHECK(factor_columns(r, 0, square));
    return r->p->n > square ? compute_rows(r, 0, square, square, r->p->n - square) : DDBLAS_STATUS_SUCCESS;
}

/* op(A) X = B: A = P^T L U, and A^T = U^T L^T P. */
static ddblasStatus_t solve(struct run *r)
{
    const struct ddblas_getrf_problem *p = r->p;
    const int plain = p->trans == DDBLAS_OP_N;
    if (plain)
        DDBLAS_CHECK(exchange_rows(r, p->B, p->ldb, p->nrhs, 0, p->n, 0));
    DDBLAS_CHECK(
        substitute(r, plain ? DDBLAS_FILL_MODE_LOWER : DDBLAS_FILL_MODE_UPPER, p->trans, 0, p->n, p->B, p->ldb, p->nrhs));
    DDBLAS_CHECK(
        substitute(r, plain ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, p->trans, 0, p->n, p->B, p->ldb, p->nrhs));
    return plain ? DDBLAS_STATUS_SUCCESS : exchange_rows(r, p->B, p->ldb, p->nrhs, 0, p->n, 1);
}

ddblasStatus_t ddblas_getrf_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_getrf_problem *p = problem;
    struct run r = {.blocks = b, .p = p};
    const int factors = p->tasks & DDBLAS_FACTOR;
    if (factors)
        DDBLAS_CHECK(factor_matrix(&r));
    if (!(p->tasks & DDBLAS_FACTOR_SOLVE))
        return DDBLAS_STATUS_SUCCESS;
    const int fails = factors && !b->planning && !ddblas_factor_on_cuda(b) && *p->info != 0;
    if (!fails)
        DDBLAS_CHECK(solve(&r));
    return factors && !b->planning ? ddblas_factor_poison(b->handle, p->type, p->info, p->n, p->nrhs, p->B, p->ldb)
                                   : DDBLAS_STATUS_SUCCESS;
}
