/*
 * TSQR on the CPU: the plan, the workspace, and the division among threads. tsqr_cpu_tree.c walks
 * the tree; the functions for the blocks of each type (tsqr_cpu.h) do the arithmetic.
 *
 * Leaves, and the nodes of a level, are independent. A thread that is idle takes the next of them.
 * One thread computes a whole node, in the same way whichever thread it is, so that the bits do not
 * depend on the number of threads. If the matrix is a single leaf, its columns are divided among
 * the threads.
 */
#include "tsqr_cpu_tree.h"
#include "core/sizes.h"

#include <limits.h>

enum
{
    UNIT = DDBLAS_TSQR_CPU_UNIT,
    /* Fewest rows of a leaf by default: in smaller leaves most of the time is overhead. */
    LEAST_LEAF = 512,
    /* Default number of rows of a leaf, divided by n. With 8 n rows the nodes above the leaves take
     * about an eighth of the time of the leaves. */
    LEAF_COLUMNS = 8,
    FAN_IN = 4,
    CHUNK = 64, /* Columns of C that a thread treats at once. */
    /* A thread is worth starting for at least this many multiply-adds: they take 60 microseconds or
     * more, ten times the cost of a parallel region. */
    THREAD_WORK = 1 << 17
};

const struct ddblas_tsqr_cpu_ops *ddblas_tsqr_cpu_ops(ddblasType_t type)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return &ddblas_tsqr_cpu_s;
    case DDBLAS_TYPE_D:
        return &ddblas_tsqr_cpu_d;
    case DDBLAS_TYPE_C:
        return &ddblas_tsqr_cpu_c;
    case DDBLAS_TYPE_Z:
        return &ddblas_tsqr_cpu_z;
    case DDBLAS_TYPE_W:
        return &ddblas_tsqr_cpu_w;
    default:
        return NULL;
    }
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* Returns the largest number of rows of a leaf or node. In S, D, C, Z it is 2^30, because the
 * integers of LAPACK's interface are of type int. */
static int64_t most_rows(ddblasType_t type) { return ddblas_type_is_double_double(type) ? INT64_MAX / 4 : INT64_C(1) << 30; }

static void complete_plan(ddblasType_t type, int64_t n, ddblasTsqrPlan_t *plan)
{
    const int64_t limit = most_rows(type);
    if (plan->leaf_rows == 0)
        plan->leaf_rows = most(LEAF_COLUMNS * n, LEAST_LEAF);
    plan->leaf_rows = round_up(most(least(plan->leaf_rows, limit), 2 * n + 4 * UNIT), UNIT);
    if (plan->fan_in == 0)
        plan->fan_in = FAN_IN;
    if (plan->fan_in > limit / n)
        plan->fan_in = (int32_t)(limit / n);
}

ddblasStatus_t ddblas_tsqr_cpu_plan(ddblasHandle_t handle, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                                    ddblasTsqrPlan_t *plan)
{
    (void)layout;
    (void)m;
    if (!ddblas_tsqr_cpu_ops(type))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "tsqr: not for the type %c", ddblas_type_letter(type));
    if (n > 1 << 24)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "tsqr: %lld columns are more than the CPU engine takes",
                           (long long)n);
    complete_plan(type, n, plan);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* A product or sum that overflows becomes PTRDIFF_MAX, which no allocation satisfies. */
static size_t product_of_sizes(size_t a, size_t b)
{
    size_t r;
    return __builtin_mul_overflow(a, b, &r) || r > PTRDIFF_MAX ? PTRDIFF_MAX : r;
}

static size_t sum_of_sizes(size_t a, size_t b) { return a + b > PTRDIFF_MAX ? PTRDIFF_MAX : a + b; }

static size_t bytes_of_block(const struct ddblas_tsqr_cpu_ops *ops, int64_t rows, int64_t columns)
{
    const size_t most = product_of_sizes(product_of_sizes((size_t)rows + UNIT, (size_t)columns), 64);
    return most == PTRDIFF_MAX ? most : round_up_bytes(ops->block_bytes(rows, columns), 64);
}

/* T consists of n signs, then the T of each leaf, then the block and the T of each node. */
static void lay_out_T(struct ddblas_tsqr_run *run)
{
    const size_t n = (size_t)run->tree.n, t = product_of_sizes(product_of_sizes((size_t)run->ops->t_rows, n), run->size);
    const size_t node_block = bytes_of_block(run->ops, run->tree.fan_in * run->tree.n, run->tree.n);
    const size_t nodes = (size_t)run->tree.before[run->tree.levels + 1];
    run->leaf_T_bytes = t;
    run->node_block_bytes = node_block;
    run->node_bytes = sum_of_sizes(node_block, t);
    run->T_leaves = product_of_sizes(n, run->size);
    run->T_nodes = sum_of_sizes(run->T_leaves, product_of_sizes((size_t)run->tree.nodes[0], t));
    run->T_bytes = sum_of_sizes(run->T_nodes, product_of_sizes(nodes, run->node_bytes));
}

/* Lays out a thread's share of the workspace: a block of V, a block of C, scratch, and n x n
 * elements. */
static void lay_out_share(struct ddblas_tsqr_run *run)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    const int64_t n = run->tree.n, node_rows = run->tree.levels > 0 ? run->tree.fan_in * n : n;
    const int64_t tall = run->tree.levels > 0 ? p->plan.leaf_rows : p->m, rows = most(tall, node_rows);
    const int64_t wide = p->task == DDBLAS_TSQR_R || p->task == DDBLAS_TSQR_FACTOR      ? 0
                         : p->task == DDBLAS_TSQR_APPLY || p->task == DDBLAS_TSQR_LSTSQ ? least(p->p, CHUNK)
                                                                                        : n;
    run->chunk = wide;
    run->share_C = bytes_of_block(run->ops, rows, n);
    run->share_scratch = sum_of_sizes(run->share_C, bytes_of_block(run->ops, rows, wide));
    run->share_square = sum_of_sizes(run->share_scratch, round_up_bytes(run->ops->scratch_bytes(rows, n, wide), 64));
    run->share_bytes = sum_of_sizes(
        run->share_square, sum_of_sizes(product_of_sizes(product_of_sizes((size_t)n, (size_t)n), run->size), 63) / 64 * 64);
}

/* Computes all members of the run except its pointers. The workspace begins with up to three
 * arrays: T, for tasks that have no argument T; the coefficients of Q that a node passes down to
 * its children; and, for least squares, R. The shares of the threads follow. */
static struct ddblas_tsqr_run lay_out(const struct ddblas_tsqr_problem *problem)
{
    const struct ddblas_tsqr_problem *p = problem;
    struct ddblas_tsqr_run run = {.problem = p, .ops = ddblas_tsqr_cpu_ops(p->type), .size = ddblas_type_size(p->type)};
    const size_t square = product_of_sizes(product_of_sizes((size_t)p->n, (size_t)p->n), run.size);
    const int forms = p->task == DDBLAS_TSQR_QR || p->task == DDBLAS_TSQR_FORM;
    const int own_T = p->task == DDBLAS_TSQR_QR || p->task == DDBLAS_TSQR_R || p->task == DDBLAS_TSQR_LSTSQ;
    run.tree = ddblas_tsqr_tree_make(p->m, p->n, p->plan.leaf_rows, p->unit ? p->unit : UNIT, p->plan.fan_in);
    lay_out_T(&run);
    lay_out_share(&run);
    run.at_even = own_T ? sum_of_sizes(run.T_bytes, 63) / 64 * 64 : 0;
    run.at_odd =
        sum_of_sizes(run.at_even, forms && run.tree.levels > 0 ? product_of_sizes((size_t)run.tree.nodes[0], square) : 0);
    run.at_R = sum_of_sizes(run.at_odd, forms && run.tree.levels > 1 ? product_of_sizes((size_t)run.tree.nodes[1], square) : 0);
    run.at_shares = sum_of_sizes(sum_of_sizes(run.at_R, p->task == DDBLAS_TSQR_LSTSQ ? square : 0), 63) / 64 * 64;
    return run;
}

int64_t ddblas_tsqr_cpu_factor_size(const struct ddblas_tsqr_problem *problem)
{
    const struct ddblas_tsqr_run run = lay_out(problem);
    return run.T_bytes == PTRDIFF_MAX ? INT64_MAX : (int64_t)(run.T_bytes / run.size);
}

/* Returns the number of threads for which there is enough work. */
static int useful_threads(const struct ddblas_tsqr_run *run, int threads)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    const double worth = 1.0 + (double)p->m * (double)p->n * ((double)p->n + 2.0 * (double)p->p) / THREAD_WORK;
    const int most = run->tree.levels > 0 && run->tree.nodes[0] < threads ? (int)run->tree.nodes[0] : threads;
    return worth < most ? (int)worth : most;
}

static size_t bytes_for(const struct ddblas_tsqr_run *run, int threads)
{
    const int shares = run->tree.levels > 0 ? useful_threads(run, threads) : 1;
    return sum_of_sizes(run->at_shares, product_of_sizes((size_t)shares, run->share_bytes));
}

size_t ddblas_tsqr_cpu_bytes(const struct ddblas_tsqr_problem *problem, int threads)
{
    const struct ddblas_tsqr_run run = lay_out(problem);
    return bytes_for(&run, threads);
}

size_t ddblas_tsqr_cpu_workspace(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem)
{
    return ddblas_tsqr_cpu_bytes(problem, ddblas_threads_for(handle, problem->type));
}

/* ---- solving --------------------------------------------------------------------------------- */

struct ddblas_tsqr_end ddblas_tsqr_cpu_solve(const struct ddblas_tsqr_problem *problem, int threads, void *workspace)
{
    struct ddblas_tsqr_run run = lay_out(problem);
    run.threads = useful_threads(&run, threads);
    run.base = workspace;
    run.T = problem->T ? problem->T : workspace;
    return ddblas_tsqr_run_task(&run);
}

static ddblasStatus_t report_end(ddblasHandle_t handle, const struct ddblas_tsqr_end *end)
{
    if (end->status == DDBLAS_STATUS_DEPENDENT)
        return ddblas_fail(handle, end->status,
                           "lstsq: the columns of A are dependent: R has 0 on its diagonal in column %lld; the solutions are NaN",
                           (long long)end->R_column);
    if (end->R_column > 0)
        return ddblas_fail(handle, end->status,
                           "lstsq: A is not finite or too large: column %lld of R has Inf or NaN; the solutions are NaN",
                           (long long)end->R_column);
    if (end->right_side > 0)
        return ddblas_fail(handle, end->status, "lstsq: column %lld of B or its solution is not finite; that solution is NaN",
                           (long long)end->right_side);
    return end->status;
}

/* Uses fewer threads if the caller's workspace has room for fewer shares than the handle has
 * threads. */
ddblasStatus_t ddblas_tsqr_cpu(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem)
{
    void *workspace = NULL;
    const struct ddblas_tsqr_run run = lay_out(problem);
    int threads = ddblas_threads_useful(handle, problem->type, (double)useful_threads(&run, DDBLAS_MOST_THREADS));
    if (handle->user_workspace)
        while (threads > 1 && ddblas_tsqr_cpu_bytes(problem, threads) > handle->user_workspace_bytes)
            threads--;
    const ddblasStatus_t status = ddblas_workspace(handle, ddblas_tsqr_cpu_bytes(problem, threads), &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    const struct ddblas_tsqr_end end = ddblas_tsqr_cpu_solve(problem, threads, workspace);
    return report_end(handle, &end);
}
