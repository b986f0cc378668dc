/*
 * The walk through the tree on the CPU: up with R and with Q^H C, down with Q.
 *
 * Going up, node k of a level stacks the R factors of its children and factors them. The factored
 * block, which T keeps, has the reflections of the node. Going down, each node has n x n
 * coefficients Z from its parent. It computes Q [Z; 0] and hands its pieces on to its children. At
 * the root Z is the diagonal of signs that makes the diagonal of R non-negative, or I. The full m x
 * m Q is the product of all these blocks. Node k of level l acts on the first n rows of the leaves
 * at which its children begin.
 */
#include "tsqr_cpu_tree.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "core/cblas_threads.h"
#include "core/sizes.h"

/* ---- places in T, in the workspace and in matrices ------------------------------------------- */

static int64_t node_index(const struct ddblas_tsqr_run *run, int level, int64_t k) { return run->tree.before[level] + k; }

static char *leaf_T(const struct ddblas_tsqr_run *run, int64_t i)
{
    return run->T + run->T_leaves + (size_t)i * run->leaf_T_bytes;
}

static char *node_at(const struct ddblas_tsqr_run *run, int level, int64_t k)
{
    return run->T + run->T_nodes + (size_t)node_index(run, level, k) * run->node_bytes;
}

static char *node_T(const struct ddblas_tsqr_run *run, int level, int64_t k)
{
    return node_at(run, level, k) + run->node_block_bytes;
}

/* Returns the coefficients Z of node k of a level: n x n, column-major. */
static char *coefficients_of(const struct ddblas_tsqr_run *run, int level, int64_t k)
{
    const size_t n = (size_t)run->tree.n;
    return run->base + (level % 2 ? run->at_odd : run->at_even) + (size_t)k * n * n * run->size;
}

static char *share_of_thread(const struct ddblas_tsqr_run *run)
{
    return run->base + run->at_shares + (run->tree.levels > 0 ? (size_t)omp_get_thread_num() * run->share_bytes : 0);
}

static struct ddblas_tsqr_view view_of(const struct ddblas_tsqr_run *run, void *base, int64_t ld, int64_t i, int64_t j)
{
    const int rows = run->problem->layout == DDBLAS_LAYOUT_ROW_MAJOR;
    const int64_t row = rows ? ld : 1, column = rows ? 1 : ld;
    return (struct ddblas_tsqr_view){(char *)base + (size_t)(i * row + j * column) * run->size, row, column};
}

static struct ddblas_tsqr_view square_at(const struct ddblas_tsqr_run *run, void *at)
{
    return (struct ddblas_tsqr_view){at, 1, run->tree.n};
}

static int64_t leaf_rows(const struct ddblas_tsqr_run *run, int64_t i)
{
    return ddblas_tsqr_leaf_row(&run->tree, i + 1) - ddblas_tsqr_leaf_row(&run->tree, i);
}

/* Returns the row of A at which node k of a level begins. */
static int64_t node_row(const struct ddblas_tsqr_run *run, int level, int64_t k)
{
    while (level-- > 0)
        k = ddblas_tsqr_first_child(&run->tree, k);
    return ddblas_tsqr_leaf_row(&run->tree, k);
}

/* Copies the reflections of a leaf or node to V in the thread's share. T is only read; a call never
 * changes T, not even temporarily. */
static struct ddblas_tsqr_block reflections_of(const struct ddblas_tsqr_run *run, int level, int64_t k, char *mine)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    struct ddblas_tsqr_block V = {mine, 0, p->n};
    if (level == 0)
    {
        V.rows = leaf_rows(run, k);
        run->ops->load(&V, 0, V.rows, view_of(run, p->A, p->lda, ddblas_tsqr_leaf_row(&run->tree, k), 0));
    }
    else
    {
        V.rows = ddblas_tsqr_children(&run->tree, level, k) * p->n;
        memcpy(mine, node_at(run, level, k), run->ops->block_bytes(V.rows, V.columns));
    }
    return V;
}

static const char *reflections_T(const struct ddblas_tsqr_run *run, int level, int64_t k)
{
    return level == 0 ? leaf_T(run, k) : node_T(run, level, k);
}

/* ---- signs: an element has one or two reals of one or two parts, and all their sign bits flip  */

static int has_single_precision(const struct ddblas_tsqr_run *run) { return ddblas_type_is_single(run->problem->type); }

static void negate_element(const struct ddblas_tsqr_run *run, char *element)
{
    const size_t part = ddblas_type_word(run->problem->type);
    for (size_t at = 0; at < run->size; at += part)
        if (has_single_precision(run))
            *(float *)(void *)(element + at) = -*(float *)(void *)(element + at);
        else
            *(double *)(void *)(element + at) = -*(double *)(void *)(element + at);
}

static double first_part(const struct ddblas_tsqr_run *run, const char *element)
{
    return has_single_precision(run) ? (double)*(const float *)(const void *)element : *(const double *)(const void *)element;
}

static int is_negative(const struct ddblas_tsqr_run *run, int64_t j)
{
    return first_part(run, run->T + (size_t)j * run->size) < 0.0;
}

/* Determines the signs, stores them at the beginning of T as elements 1 or -1, and multiplies the
 * rows of R by them. R is n x n, column-major. */
static void take_signs(const struct ddblas_tsqr_run *run, char *R)
{
    const int64_t n = run->tree.n;
    memset(run->T, 0, (size_t)n * run->size);
    for (int64_t i = 0; i < n; i++)
    {
        char *sign = run->T + (size_t)i * run->size;
        const int flip = run->problem->plan.nonnegative && first_part(run, R + (size_t)(i + i * n) * run->size) < 0.0;
        if (has_single_precision(run))
            *(float *)(void *)sign = flip ? -1.0F : 1.0F;
        else
            *(double *)(void *)sign = flip ? -1.0 : 1.0;
        for (int64_t j = i; flip && j < n; j++)
            negate_element(run, R + (size_t)(i + j * n) * run->size);
        /* The diagonal is real; its imaginary part becomes +0 instead of -0. */
        if (ddblas_type_is_complex(run->problem->type))
            memset(R + (size_t)(i + i * n) * run->size + run->size / 2, 0, run->size / 2);
    }
}

/* ---- up: factors ----------------------------------------------------------------------------- */

/* Copies R of a factored block, n x n column-major, with zeros below the diagonal. */
static void take_R(const struct ddblas_tsqr_run *run, const struct ddblas_tsqr_block *block, char *R)
{
    const int64_t n = run->tree.n;
    run->ops->store(block, 0, n, square_at(run, R));
    for (int64_t j = 0; j < n; j++)
        memset(R + (size_t)(j * n + j + 1) * run->size, 0, (size_t)(n - j - 1) * run->size);
}

static void copy_R(const struct ddblas_tsqr_run *run, const char *R)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t i = 0; i < p->n; i++)
            memcpy(view_of(run, p->R, p->ldr, i, j).at, R + (size_t)(j * p->n + i) * run->size, run->size);
}

/* Copies R of a node to its place in the parent's stack; the root's R goes to the caller. */
static void pass_R(const struct ddblas_tsqr_run *run, int level, int64_t k, const struct ddblas_tsqr_block *block, char *mine)
{
    const int64_t n = run->tree.n;
    char *R = mine + run->share_square;
    take_R(run, block, R);
    if (level < run->tree.levels)
    {
        const int64_t parent = k / run->tree.fan_in;
        const struct ddblas_tsqr_block stack = {node_at(run, level + 1, parent),
                                                ddblas_tsqr_children(&run->tree, level + 1, parent) * n, n};
        run->ops->load(&stack, k % run->tree.fan_in * n, n, square_at(run, R));
        return;
    }
    take_signs(run, R);
    if (run->problem->task == DDBLAS_TSQR_LSTSQ)
        memcpy(run->base + run->at_R, R, (size_t)(n * n) * run->size);
    else
        copy_R(run, R);
}

static void factor_leaf(const struct ddblas_tsqr_run *run, int64_t i)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    char *mine = share_of_thread(run);
    const struct ddblas_tsqr_view at = view_of(run, p->A, p->lda, ddblas_tsqr_leaf_row(&run->tree, i), 0);
    const struct ddblas_tsqr_block V = {mine, leaf_rows(run, i), p->n};
    run->ops->load(&V, 0, V.rows, at);
    run->ops->factor(&V, leaf_T(run, i), mine + run->share_scratch, run->tree.levels > 0 ? 1 : run->threads);
    if (p->task != DDBLAS_TSQR_R)
        run->ops->store(&V, 0, V.rows, at);
    pass_R(run, 0, i, &V, mine);
}

static void factor_node(const struct ddblas_tsqr_run *run, int level, int64_t k)
{
    char *mine = share_of_thread(run);
    const struct ddblas_tsqr_block V = {node_at(run, level, k), ddblas_tsqr_children(&run->tree, level, k) * run->tree.n,
                                        run->tree.n};
    run->ops->factor(&V, node_T(run, level, k), mine + run->share_scratch, 1);
    pass_R(run, level, k, &V, mine);
}

/* Calls work(run, level, k) for every node of a level. The nodes of level 0 are the leaves. */
static void each_node(const struct ddblas_tsqr_run *run, int level,
                      void (*work)(const struct ddblas_tsqr_run *run, int level, int64_t k))
{
    const int64_t count = run->tree.nodes[level];
#pragma omp parallel for num_threads(run->threads) schedule(dynamic, 1) if (run->threads > 1 && count > 1)
    for (int64_t k = 0; k < count; k++)
        work(run, level, k);
}

static void factor_node_of_level(const struct ddblas_tsqr_run *run, int level, int64_t k)
{
    if (level == 0)
        factor_leaf(run, k);
    else
        factor_node(run, level, k);
}

static void factor_tree(const struct ddblas_tsqr_run *run)
{
    for (int level = 0; level <= run->tree.levels; level++)
        each_node(run, level, factor_node_of_level);
}

/* ---- down: explicit Q ------------------------------------------------------------------------ */

static void apply_signs_to_columns(const struct ddblas_tsqr_run *run, struct ddblas_tsqr_view Q, int64_t rows)
{
    for (int64_t j = 0; j < run->tree.n; j++)
        for (int64_t i = 0; i < rows && is_negative(run, j); i++)
            negate_element(run, (char *)Q.at + (size_t)(i * Q.row + j * Q.column) * run->size);
}

/* Computes Q [Z; 0] of one node. At a leaf these are rows of the explicit Q, otherwise the
 * coefficients of the node's children. */
static void form_node(const struct ddblas_tsqr_run *run, int level, int64_t k)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    const int64_t n = p->n, children = level > 0 ? ddblas_tsqr_children(&run->tree, level, k) : 1;
    const int root = level == run->tree.levels, threads = run->tree.levels > 0 ? 1 : run->threads;
    char *mine = share_of_thread(run);
    const struct ddblas_tsqr_block V = reflections_of(run, level, k, mine);
    const struct ddblas_tsqr_block C = {mine + run->share_C, V.rows, n};
    if (root)
        run->ops->form(&V, reflections_T(run, level, k), &C, mine + run->share_scratch, threads);
    else
    {
        run->ops->clear(&C);
        run->ops->load(&C, 0, n, square_at(run, coefficients_of(run, level, k)));
        run->ops->apply(0, &V, reflections_T(run, level, k), &C, mine + run->share_scratch, threads);
    }
    for (int64_t i = 0; i < children; i++)
    {
        const int64_t rows = level > 0 ? n : V.rows;
        const struct ddblas_tsqr_view to =
            level > 0 ? square_at(run, coefficients_of(run, level - 1, ddblas_tsqr_first_child(&run->tree, k) + i))
                      : view_of(run, p->A, p->lda, ddblas_tsqr_leaf_row(&run->tree, k), 0);
        run->ops->store(&C, i * n, rows, to);
        if (root)
            apply_signs_to_columns(run, to, rows);
    }
}

static void form_q(const struct ddblas_tsqr_run *run)
{
    for (int level = run->tree.levels; level >= 0; level--)
        each_node(run, level, form_node);
}

/* ---- Q or Q^H on the rows of C --------------------------------------------------------------- */

/* Copies the rows of C on which a node acts, from column j on, to a block (`move` is `load`) or
 * from it (`move` is `store`). */
static void move_rows(const struct ddblas_tsqr_run *run, int level, int64_t k, const struct ddblas_tsqr_block *block, int64_t j,
                      void (*move)(const struct ddblas_tsqr_block *, int64_t, int64_t, struct ddblas_tsqr_view))
{
    const struct ddblas_tsqr_problem *p = run->problem;
    if (level == 0)
    {
        move(block, 0, block->rows, view_of(run, p->C, p->ldc, ddblas_tsqr_leaf_row(&run->tree, k), j));
        return;
    }
    for (int64_t i = 0; i * p->n < block->rows; i++)
    {
        const int64_t row = node_row(run, level - 1, ddblas_tsqr_first_child(&run->tree, k) + i);
        move(block, i * p->n, p->n, view_of(run, p->C, p->ldc, row, j));
    }
}

static void apply_node(const struct ddblas_tsqr_run *run, int level, int64_t k, int adjoint)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    char *mine = share_of_thread(run);
    const struct ddblas_tsqr_block V = reflections_of(run, level, k, mine);
    for (int64_t j = 0; j < p->p; j += run->chunk)
    {
        const struct ddblas_tsqr_block C = {mine + run->share_C, V.rows, least(p->p - j, run->chunk)};
        move_rows(run, level, k, &C, j, run->ops->load);
        run->ops->apply(adjoint, &V, reflections_T(run, level, k), &C, mine + run->share_scratch,
                        run->tree.levels > 0 ? 1 : run->threads);
        move_rows(run, level, k, &C, j, run->ops->store);
    }
}

static void apply_node_of_level(const struct ddblas_tsqr_run *run, int level, int64_t k) { apply_node(run, level, k, 0); }

static void apply_adjoint_node(const struct ddblas_tsqr_run *run, int level, int64_t k) { apply_node(run, level, k, 1); }

static void apply_signs_to_rows(const struct ddblas_tsqr_run *run)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    for (int64_t i = 0; i < p->n; i++)
        for (int64_t j = 0; j < p->p && is_negative(run, i); j++)
            negate_element(run, view_of(run, p->C, p->ldc, i, j).at);
}

static void apply_q(const struct ddblas_tsqr_run *run)
{
    apply_signs_to_rows(run);
    for (int level = run->tree.levels; level >= 0; level--)
        each_node(run, level, apply_node_of_level);
}

static void apply_adjoint_q(const struct ddblas_tsqr_run *run)
{
    for (int level = 0; level <= run->tree.levels; level++)
        each_node(run, level, apply_adjoint_node);
    apply_signs_to_rows(run);
}

/* ---- least squares --------------------------------------------------------------------------- */

/* Returns 1 if every part of an element, or of a real number, of this many bytes is finite. */
static int is_finite(const struct ddblas_tsqr_run *run, const char *element, size_t bytes)
{
    int finite = 1;
    for (size_t at = 0; at < bytes; at += ddblas_type_word(run->problem->type))
        finite = finite && (has_single_precision(run) ? isfinite(*(const float *)(const void *)(element + at))
                                                      : isfinite(*(const double *)(const void *)(element + at)));
    return finite;
}

/* Sets an element to NaN. A double-double NaN has the low part 0; a complex one is NaN in both
 * parts. */
static void set_nan(const struct ddblas_tsqr_run *run, char *element, size_t bytes)
{
    const size_t step = ddblas_type_size(ddblas_type_real(run->problem->type));
    memset(element, 0, bytes);
    for (size_t at = 0; at < bytes; at += step)
        if (has_single_precision(run))
            *(float *)(void *)(element + at) = NAN;
        else
            *(double *)(void *)(element + at) = (double)NAN;
}

/* Returns the first column of R that is not finite or, if all are finite, the first one with a 0 on
 * its diagonal; success if R has neither. */
static struct ddblas_tsqr_end check_R(const struct ddblas_tsqr_run *run)
{
    const int64_t n = run->tree.n;
    struct ddblas_tsqr_end end = {DDBLAS_STATUS_SUCCESS, 0, 0};
    for (int64_t j = 0; j < n && end.status != DDBLAS_STATUS_NOT_FINITE; j++)
    {
        const char *column = run->base + run->at_R + (size_t)(j * n) * run->size;
        ddblasStatus_t status =
            first_part(run, column + (size_t)j * run->size) == 0.0 ? DDBLAS_STATUS_DEPENDENT : DDBLAS_STATUS_SUCCESS;
        for (int64_t i = 0; i <= j; i++)
            if (!is_finite(run, column + (size_t)i * run->size, run->size))
                status = DDBLAS_STATUS_NOT_FINITE;
        if (status == DDBLAS_STATUS_NOT_FINITE || (status != end.status && end.status == DDBLAS_STATUS_SUCCESS))
            end = (struct ddblas_tsqr_end){status, j + 1, 0};
    }
    return end;
}

/* Solves for column j of C and forms its residual. Both become NaN if `solvable` is 0 or one of
 * them is not finite. Returns whether they are finite. The first n rows of Q^H b are the right-hand
 * side of R x; the norm of the other rows is the norm of the residual. */
static int solve_column(const struct ddblas_tsqr_run *run, int64_t j, int solvable)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    const size_t real = ddblas_type_is_complex(p->type) ? run->size / 2 : run->size;
    const struct ddblas_tsqr_view x = view_of(run, p->C, p->ldc, 0, j), rest = view_of(run, p->C, p->ldc, p->n, j);
    char *residual = p->residual ? (char *)p->residual + (size_t)j * real : NULL;
    if (residual)
        run->ops->norm(p->m - p->n, rest.at, rest.row, residual);
    if (solvable)
        run->ops->solve(p->n, run->base + run->at_R, x.at, x.row);
    int finite = solvable && (!residual || is_finite(run, residual, real));
    for (int64_t i = 0; i < p->n; i++)
        finite = finite && is_finite(run, (char *)x.at + (size_t)(i * x.row) * run->size, run->size);
    if (finite)
        return 1;
    if (residual)
        set_nan(run, residual, real);
    for (int64_t i = 0; i < p->n; i++)
        set_nan(run, (char *)x.at + (size_t)(i * x.row) * run->size, run->size);
    return 0;
}

static struct ddblas_tsqr_end solve_least_squares(const struct ddblas_tsqr_run *run)
{
    const int64_t count = run->problem->p;
    struct ddblas_tsqr_end end = check_R(run);
    int64_t first = count;
#pragma omp parallel for num_threads(run->threads) schedule(dynamic, 1) reduction(min : first) if (run->threads > 1 && count > 1)
    for (int64_t j = 0; j < count; j++)
        if (!solve_column(run, j, end.status == DDBLAS_STATUS_SUCCESS) && j < first)
            first = j;
    if (end.status == DDBLAS_STATUS_SUCCESS && first < count)
        end = (struct ddblas_tsqr_end){DDBLAS_STATUS_NOT_FINITE, 0, first + 1};
    return end;
}

struct ddblas_tsqr_end ddblas_tsqr_run_task(const struct ddblas_tsqr_run *run)
{
    struct ddblas_tsqr_end end = {DDBLAS_STATUS_SUCCESS, 0, 0};
    ddblas_cblas_begin();
    switch (run->problem->task)
    {
    case DDBLAS_TSQR_R:
    case DDBLAS_TSQR_FACTOR:
        factor_tree(run);
        break;
    case DDBLAS_TSQR_QR:
        factor_tree(run);
        form_q(run);
        break;
    case DDBLAS_TSQR_FORM:
        form_q(run);
        break;
    case DDBLAS_TSQR_APPLY:
        if (run->problem->op == DDBLAS_OP_N)
            apply_q(run);
        else
            apply_adjoint_q(run);
        break;
    default:
        factor_tree(run);
        apply_adjoint_q(run);
        end = solve_least_squares(run);
        break;
    }
    ddblas_cblas_end();
    return end;
}
