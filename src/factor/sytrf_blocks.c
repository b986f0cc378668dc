/*
 * Symmetric indefinite factorisation by panels of columns, on either engine. In the view of
 * sytrf.h, for the columns of a panel and the rows behind it:
 *
 *   [A11; A21] = [L11; L21] D1 ...    with pivots, by the engine; W = L D
 *   A22       -= L21 W21^T            the lower triangle of a product, W21^H if Hermitian
 *
 * The matrix A22 begins behind the panel, wherever the last pivot ends. If that pivot is of order 2
 * and reaches into column `last`, this column of A22 is finished already. The product changes it
 * all the same, and the next panel begins by restoring it from L. All sizes are thus known to the
 * host. J. R. Bunch and L. Kaufman, Some stable methods for calculating inertia and solving
 * symmetric linear systems, Math. Comp. 31, 1977. Error bound: docs/numerics.md, "Symmetric
 * indefinite factorisations".
 *
 * A system is solved with a copy of L to which all exchanges are applied: P A P^T = L D L^T.
 *
 * The inverse is P^T Z P, where Z solves L D L^T Z = I. For the columns [first, last) of the view
 * only the rows from `first` on are needed, and L Y = I has zeros above them. The systems
 * therefore begin with row `first`, and take n^3 / 3 products each instead of n^3.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/inverse/inverse.h"
#include "sytrf.h"

/* State of a call: its operations, its problem, and scratch memory. */
struct run
{
    struct ddblas_block_run *blocks;
    const struct ddblas_sytrf_problem *p;
    int upper;
    /* Arrays of the factorisation. */
    int64_t *state;
    void *L, *W, *candidates;
    struct ddblas_sytrf_system system;
    /* Arrays of the inverse. */
    void *Z;
    int64_t *place;
};

/* Adds a part of `count` elements to the scratch memory and returns its offset. */
static size_t part_of_scratch(size_t *elements, size_t count)
{
    const size_t at = *elements;
    *elements += count;
    return at;
}

/* Lays out the scratch memory. The parts of the system begin where those of the factorisation do.
 * While planning the parts get the address of an operand, which nobody reads. */
static void lay_out_scratch(struct run *r)
{
    struct ddblas_block_run *b = r->blocks;
    const size_t n = (size_t)r->p->n, order = n * sizeof(int64_t) / sizeof(cuddreal) + 1;
    size_t factor = 0, system = 0;
    const size_t state = part_of_scratch(&factor, DDBLAS_SYTRF_STATE_BYTES / b->size);
    const size_t L = part_of_scratch(&factor, n * DDBLAS_SYTRF_WIDTH), W = part_of_scratch(&factor, n * DDBLAS_SYTRF_WIDTH);
    const size_t candidates = part_of_scratch(&factor, 2 * n);
    const size_t F = part_of_scratch(&system, n * n);
    const size_t row = part_of_scratch(&system, order), kind = part_of_scratch(&system, order);
    const int factors = r->p->tasks & DDBLAS_FACTOR, inverts = r->p->tasks & DDBLAS_SYTRF_INVERT,
              solves = inverts || (r->p->tasks & DDBLAS_FACTOR_SOLVE);
    const size_t Z = part_of_scratch(&system, inverts ? n * n : 0), place = part_of_scratch(&system, inverts ? order : 0);
    char *scratch = ddblas_block_scratch(b, most_bytes(factors ? factor : 0, solves ? system : 0));
    const int known = !b->planning;
    char *base = known ? scratch : (char *)(factors || inverts ? r->p->F : r->p->B);
    r->state = (int64_t *)(void *)(base + (known ? state * b->size : 0));
    r->L = base + (known ? L * b->size : 0);
    r->W = base + (known ? W * b->size : 0);
    r->candidates = base + (known ? candidates * b->size : 0);
    r->system = (struct ddblas_sytrf_system){.type = r->p->type,
                                             .hermitian = r->p->hermitian,
                                             .upper = r->upper,
                                             .n = r->p->n,
                                             .A = r->p->A,
                                             .lda = r->p->lda,
                                             .ipiv = r->p->ipiv,
                                             .order = {(int64_t *)(void *)(base + (known ? row * b->size : 0)),
                                                       (int64_t *)(void *)(base + (known ? kind * b->size : 0))},
                                             .F = base + (known ? F * b->size : 0),
                                             .nrhs = r->p->nrhs,
                                             .B = r->p->B,
                                             .ldb = r->p->ldb};
    r->Z = base + (known && inverts ? Z * b->size : 0);
    r->place = (int64_t *)(void *)(base + (known && inverts ? place * b->size : 0));
}

/* ---- factorisation --------------------------------------------------------------------------- */

static ddblasStatus_t factor_panel(struct run *r, int64_t first, int64_t last)
{
    const struct ddblas_sytrf_panel panel = {.type = r->p->type,
                                             .hermitian = r->p->hermitian,
                                             .upper = r->upper,
                                             .n = r->p->n,
                                             .first = first,
                                             .last = last,
                                             .A = r->p->F,
                                             .lda = r->p->lda,
                                             .L = r->L,
                                             .W = r->W,
                                             .candidates = r->candidates,
                                             .state = r->state,
                                             .ipiv = r->p->pivots,
                                             .info = r->p->info};
    if (r->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(r->blocks))
        return ddblas_sytrf_panel_cuda(r->blocks->handle, &panel);
#endif
    ddblas_sytrf_panel_cpu(r->blocks->handle, &panel);
    return DDBLAS_STATUS_SUCCESS;
}

/* Subtracts the product of a panel from the triangle behind column `last` - 1. */
static ddblasStatus_t update_triangle(struct run *r, int64_t last)
{
    struct ddblas_block_run *b = r->blocks;
    const int64_t n = r->p->n, at = r->upper ? 0 : last;
    const struct ddblas_gemm_problem g = {.type = r->p->type,
                                          .transa = DDBLAS_OP_N,
                                          .transb = r->p->hermitian ? DDBLAS_OP_C : DDBLAS_OP_T,
                                          .m = n - last,
                                          .n = n - last,
                                          .k = DDBLAS_SYTRF_WIDTH,
                                          .alpha = b->minus,
                                          .A = ddblas_block_at(b, r->L, at),
                                          .lda = n,
                                          .B = ddblas_block_at(b, r->W, at),
                                          .ldb = n,
                                          .beta = b->one,
                                          .C = ddblas_block_to(b, r->p->F, at + at * r->p->lda),
                                          .ldc = r->p->lda,
                                          .part = r->upper ? DDBLAS_GEMM_UPPER : DDBLAS_GEMM_LOWER,
                                          .real_diagonal = r->p->hermitian};
    return ddblas_block_gemm_part(b, &g);
}

static ddblasStatus_t prepare_state(struct run *r)
{
    DDBLAS_CHECK(ddblas_factor_clear_info(r->blocks->handle, r->p->info));
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(r->blocks))
        return ddblas_sytrf_prepare_cuda(r->blocks->handle, r->state);
#endif
    r->state[0] = 0;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t factor_matrix(struct run *r)
{
    const int64_t n = r->p->n;
    if (!r->blocks->planning)
        DDBLAS_CHECK(prepare_state(r));
    for (int64_t first = 0; first < n; first += DDBLAS_SYTRF_PANEL)
    {
        const int64_t last = least(n, first + DDBLAS_SYTRF_PANEL);
        DDBLAS_CHECK(factor_panel(r, first, last));
        DDBLAS_CHECK(update_triangle(r, last));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- systems --------------------------------------------------------------------------------- */

/* Runs a step of the solution on the engine. */
enum step
{
    ORDER,
    UNFOLD,
    DIVIDE
};

static ddblasStatus_t run_step(struct run *r, enum step step)
{
    if (r->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    static ddblasStatus_t (*const on_cuda[])(ddblasHandle_t, const struct ddblas_sytrf_system *) = {
        ddblas_sytrf_order_cuda, ddblas_sytrf_unfold_cuda, ddblas_sytrf_divide_cuda};
    if (ddblas_factor_on_cuda(r->blocks))
        return on_cuda[step](r->blocks->handle, &r->system);
#endif
    static void (*const on_cpu[])(const struct ddblas_sytrf_system *) = {ddblas_sytrf_order_cpu, ddblas_sytrf_unfold_cpu,
                                                                         ddblas_sytrf_divide_cpu};
    on_cpu[step](&r->system);
    return DDBLAS_STATUS_SUCCESS;
}

/* Exchanges rows of a matrix as the rows [first, last) of the view say, from the first to the last
 * one, or in the opposite order if `backward`. */
static ddblasStatus_t exchange_rows(struct run *r, void *A, int64_t lda, int64_t columns, int64_t first, int64_t last,
                                    int backward)
{
    const int64_t n = r->p->n;
    const struct ddblas_row_exchanges e = {.type = r->p->type,
                                           .columns = columns,
                                           .A = A,
                                           .lda = lda,
                                           .ipiv = r->system.order.row,
                                           .first = r->upper ? n - last : first,
                                           .last = r->upper ? n - first : last,
                                           .backward = r->upper != backward};
    if (r->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(r->blocks))
        return ddblas_exchange_rows_cuda(r->blocks->handle, &e);
#endif
    ddblas_exchange_rows_cpu(r->blocks->handle, &e);
    return DDBLAS_STATUS_SUCCESS;
}

/* Makes the copy of L with all exchanges: those of later columns are applied step by step. */
static ddblasStatus_t copy_factor(struct run *r)
{
    const int64_t n = r->p->n;
    DDBLAS_CHECK(run_step(r, ORDER));
    DDBLAS_CHECK(run_step(r, UNFOLD));
    for (int64_t first = DDBLAS_SYTRF_EXCHANGE_COLUMNS; first < n; first += DDBLAS_SYTRF_EXCHANGE_COLUMNS)
    {
        void *columns =
            r->blocks->planning ? r->system.F : ddblas_block_to(r->blocks, r->system.F, r->upper ? (n - first) * n : 0);
        DDBLAS_CHECK(exchange_rows(r, columns, n, first, first, least(n, first + DDBLAS_SYTRF_EXCHANGE_COLUMNS), 0));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* Solves with L, or with its transpose or adjoint, for `columns` columns of B in the rows of the
 * view from `first` on. B points to the first of these rows of the caller's matrix. */
static ddblasStatus_t substitute(struct run *r, ddblasOperation_t trans, int64_t first, int64_t columns, void *B, int64_t ldb)
{
    const int64_t n = r->p->n;
    const struct ddblas_triangular_problem t = {
        .type = r->p->type,
        .side = DDBLAS_SIDE_LEFT,
        .uplo = r->p->uplo,
        .trans = trans,
        .diag = DDBLAS_DIAG_UNIT,
        .m = n - first,
        .n = columns,
        .alpha = r->blocks->one,
        .A = ddblas_block_at(r->blocks, r->system.F, r->blocks->planning || r->upper ? 0 : first * (n + 1)),
        .lda = n,
        .B = B,
        .ldb = ldb,
        .C = B,
        .ldc = ldb};
    return ddblas_trsm_blocks(r->blocks, &t);
}

static ddblasOperation_t transposed(const struct run *r) { return r->p->hermitian ? DDBLAS_OP_C : DDBLAS_OP_T; }

static ddblasStatus_t solve(struct run *r)
{
    const struct ddblas_sytrf_problem *p = r->p;
    DDBLAS_CHECK(copy_factor(r));
    DDBLAS_CHECK(exchange_rows(r, p->B, p->ldb, p->nrhs, 0, p->n, 0));
    DDBLAS_CHECK(substitute(r, DDBLAS_OP_N, 0, p->nrhs, p->B, p->ldb));
    DDBLAS_CHECK(run_step(r, DIVIDE));
    DDBLAS_CHECK(substitute(r, transposed(r), 0, p->nrhs, p->B, p->ldb));
    return exchange_rows(r, p->B, p->ldb, p->nrhs, 0, p->n, 1);
}

/* ---- the inverse ----------------------------------------------------------------------------- */

static struct ddblas_sytri inverse_of(const struct run *r)
{
    return (struct ddblas_sytri){.system = r->system, .Z = r->Z, .A = r->p->F, .place = r->place, .info = r->p->info};
}

static ddblasStatus_t find_zero(struct run *r)
{
    const struct ddblas_sytri t = inverse_of(r);
    if (r->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(r->blocks))
        return ddblas_sytri_find_zero_cuda(r->blocks->handle, &t);
#endif
    ddblas_sytri_find_zero_cpu(&t);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t store_inverse(struct run *r)
{
    const struct ddblas_sytri t = inverse_of(r);
    if (r->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(r->blocks))
        return ddblas_sytri_store_cuda(r->blocks->handle, &t);
#endif
    ddblas_sytri_store_cpu(&t);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t step_on_triangle(struct run *r, enum ddblas_triangle_action action, void *C, int64_t ldc)
{
    const struct ddblas_triangle_step step = {
        .action = action, .type = r->p->type, .uplo = r->p->uplo, .n = r->p->n, .C = C, .ldc = ldc, .info = r->p->info};
    if (r->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(r->blocks))
        return ddblas_triangle_step_cuda(r->blocks->handle, &step);
#endif
    ddblas_triangle_step_cpu(&step);
    return DDBLAS_STATUS_SUCCESS;
}

/* Computes the columns [first, last) of Z in the view. Its columns of the caller's matrix begin at
 * `column`, with the zeros above or below the rows of the systems. */
static ddblasStatus_t invert_columns(struct run *r, int64_t first, int64_t last)
{
    const int64_t n = r->p->n, column = r->upper ? n - last : first;
    void *Z = r->blocks->planning ? r->Z : ddblas_block_to(r->blocks, r->Z, column * n);
    void *rows = r->blocks->planning || r->upper ? Z : ddblas_block_to(r->blocks, Z, first);
    r->system.B = Z;
    r->system.ldb = n;
    r->system.nrhs = last - first;
    DDBLAS_CHECK(substitute(r, DDBLAS_OP_N, first, last - first, rows, n));
    DDBLAS_CHECK(run_step(r, DIVIDE));
    return substitute(r, transposed(r), first, last - first, rows, n);
}

/* Sixteen blocks of columns make at most a tenth more products than n^3 / 3. */
static ddblasStatus_t invert(struct run *r)
{
    const int64_t n = r->p->n, width = round_up(quotient_up(n, 16), DDBLAS_SYTRF_EXCHANGE_COLUMNS);
    DDBLAS_CHECK(run_step(r, ORDER));
    DDBLAS_CHECK(find_zero(r));
    const int fails = !r->blocks->planning && !ddblas_factor_on_cuda(r->blocks) && *r->p->info != 0;
    if (!fails)
    {
        DDBLAS_CHECK(copy_factor(r));
        DDBLAS_CHECK(step_on_triangle(r, DDBLAS_TRIANGLE_IDENTITY, r->Z, n));
        for (int64_t first = 0; first < n; first += width)
            DDBLAS_CHECK(invert_columns(r, first, least(n, first + width)));
        DDBLAS_CHECK(store_inverse(r));
    }
    return step_on_triangle(r, DDBLAS_TRIANGLE_POISON, r->p->F, r->p->lda);
}

ddblasStatus_t ddblas_sytrf_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_sytrf_problem *p = problem;
    struct run r = {.blocks = b, .p = p, .upper = p->uplo == DDBLAS_FILL_MODE_UPPER};
    const int factors = p->tasks & DDBLAS_FACTOR;
    lay_out_scratch(&r);
    if (p->tasks & DDBLAS_SYTRF_INVERT)
        return invert(&r);
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
