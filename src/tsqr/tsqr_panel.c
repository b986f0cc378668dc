/*
 * Panels and levels of the CUDA engine's TSQR: sizes and offsets.
 */
#include "tsqr_panel.h"

#include "core/core.h"
#include "core/sizes.h"

enum
{
    /* Leaves that are tall enough begin at multiples of this many rows, so that they begin on cache
     * lines of every column. */
    UNIT = 16
};

int64_t ddblas_tsqr_chunk(ddblasType_t type) { return DDBLAS_TSQR_CHUNK_BYTES / (int64_t)ddblas_type_size(type); }

int64_t ddblas_tsqr_level_rows(const struct tsqr_panel *panel, int level)
{
    return level == 0 ? panel->tree.m : panel->tree.nodes[level - 1] * panel->n;
}

/* Returns the largest number of rows that a node of the level has. */
static int64_t node_rows(const struct ddblas_tsqr_tree *tree, int level)
{
    const int64_t units = quotient_up(tree->m, tree->unit);
    if (level > 0)
        return tree->fan_in * tree->n;
    return (units / tree->nodes[0] + (units % tree->nodes[0] != 0)) * tree->unit;
}

struct tsqr_panel ddblas_tsqr_panel_make(const struct ddblas_tsqr_problem *problem, int64_t first, int64_t begin)
{
    struct tsqr_panel panel = {.first = first, .signs = begin};
    const int64_t left = problem->n - first, leaf = problem->plan.leaf_rows;
    panel.n = (int32_t)least(left, DDBLAS_TSQR_WIDTH);
    const int64_t unit = leaf >= 2 * (panel.n + UNIT) ? UNIT : 1;
    panel.tree = ddblas_tsqr_tree_make(problem->m - first, panel.n, leaf, unit, problem->plan.fan_in);
    panel.on_gpu = problem->plan.design == DDBLAS_TSQR_DESIGN_HYBRID ? 0 : panel.tree.levels;
    int64_t at = begin + panel.n;
    for (int l = 0; l <= panel.on_gpu; l++)
    {
        const int64_t chunks = quotient_up(node_rows(&panel.tree, l), ddblas_tsqr_chunk(problem->type));
        const int64_t numbers = panel.tree.nodes[l] * chunks * tsqr_packed(panel.n);
        const int64_t weights = panel.tree.nodes[l] * (chunks + 1) * tsqr_packed(panel.n);
        panel.numbers[l] = at;
        panel.stack[l] = at + numbers;
        at = panel.stack[l] + (l > 0 ? ddblas_tsqr_level_rows(&panel, l) * panel.n : 0);
        panel.weights[l + 1] = panel.weights[l] + weights;
    }
    if (panel.on_gpu < panel.tree.levels)
    {
        const struct ddblas_tsqr_problem tree = ddblas_tsqr_host_problem(problem, &panel, DDBLAS_TSQR_FACTOR);
        panel.stack[1] = at;
        panel.kept = at + tree.m * tree.n;
        at = panel.kept + ddblas_tsqr_cpu_factor_size(&tree);
    }
    panel.end = at;
    return panel;
}

struct ddblas_tsqr_problem ddblas_tsqr_host_problem(const struct ddblas_tsqr_problem *problem, const struct tsqr_panel *panel,
                                                    enum ddblas_tsqr_task task)
{
    const int64_t rows = ddblas_tsqr_level_rows(panel, 1);
    struct ddblas_tsqr_problem tree = {
        .task = task, .type = problem->type, .m = rows, .n = panel->n, .lda = rows, .ldr = panel->n};
    tree.plan = problem->plan;
    tree.plan.leaf_rows = problem->plan.fan_in * (int64_t)panel->n;
    tree.unit = panel->n;
    tree.ldc = rows;
    return tree;
}

struct tsqr_level ddblas_tsqr_level_make(const struct tsqr_panel *panel, ddblasType_t type, int level)
{
    const struct ddblas_tsqr_tree *tree = &panel->tree;
    const int64_t units = quotient_up(tree->m, tree->unit), spare = units % tree->nodes[0];
    struct tsqr_level result = {.rows = ddblas_tsqr_level_rows(panel, level), .n = panel->n};
    result.nodes = (int32_t)tree->nodes[level];
    result.stacked = level > 0;
    result.chunks = (int32_t)quotient_up(node_rows(tree, level), ddblas_tsqr_chunk(type));
    result.share = level == 0 ? units / tree->nodes[0] : tree->fan_in;
    result.early = level == 0 ? tree->nodes[0] - spare : INT32_MAX;
    result.unit = level == 0 ? tree->unit : panel->n;
    return result;
}

/* Returns the largest value of f among the panels of the problem. Each panel has to be made to find
 * where the next one begins in T. */
static int64_t over_panels(const struct ddblas_tsqr_problem *problem, int64_t p, int64_t (*f)(const struct tsqr_panel *, int64_t))
{
    int64_t begin = 0, found = 0;
    if (problem->n > 0 && problem->m > INT64_MAX / (64 * problem->n))
        return INT64_MAX;
    for (int64_t first = 0; first < problem->n; first += DDBLAS_TSQR_WIDTH)
    {
        const struct tsqr_panel panel = ddblas_tsqr_panel_make(problem, first, begin);
        found = most(found, f(&panel, p));
        begin = panel.end;
    }
    return found;
}

static int64_t end_of(const struct tsqr_panel *panel, int64_t p)
{
    (void)p;
    return panel->end;
}

static int64_t weights_of(const struct tsqr_panel *panel, int64_t p)
{
    (void)p;
    return panel->weights[panel->on_gpu + 1];
}

static int64_t nodes_of(const struct tsqr_panel *panel, int64_t p)
{
    (void)p;
    return panel->tree.nodes[0] + panel->tree.before[panel->on_gpu + 1];
}

static int64_t tops_of(const struct tsqr_panel *panel, int64_t p)
{
    int64_t rows = 0;
    for (int l = 1; l <= panel->tree.levels; l++)
        rows += ddblas_tsqr_level_rows(panel, l);
    return rows > 0 && p > INT64_MAX / rows ? INT64_MAX : rows * p;
}

int64_t ddblas_tsqr_elements(const struct ddblas_tsqr_problem *problem) { return over_panels(problem, 0, end_of); }

int64_t ddblas_tsqr_weight_elements(const struct ddblas_tsqr_problem *problem) { return over_panels(problem, 0, weights_of); }

int64_t ddblas_tsqr_most_nodes(const struct ddblas_tsqr_problem *problem) { return over_panels(problem, 0, nodes_of); }

int64_t ddblas_tsqr_top_elements(const struct ddblas_tsqr_problem *problem, int64_t p)
{
    return over_panels(problem, p, tops_of);
}
