/*
 * The tree of TSQR: leaves, levels, children. The functions only compute numbers.
 */
#include "tsqr.h"
#include "core/sizes.h"

struct ddblas_tsqr_tree ddblas_tsqr_tree_make(int64_t m, int64_t n, int64_t leaf_rows, int64_t unit, int64_t fan_in)
{
    struct ddblas_tsqr_tree tree = {.m = m, .n = n, .leaf_rows = leaf_rows, .unit = unit, .fan_in = fan_in};
    int64_t count = quotient_up(quotient_up(m, unit), leaf_rows / unit);
    tree.nodes[0] = count;
    while (count > 1)
    {
        count = quotient_up(count, fan_in);
        tree.nodes[++tree.levels] = count;
    }
    for (int level = 1; level <= tree.levels; level++)
        tree.before[level + 1] = tree.before[level] + tree.nodes[level];
    return tree;
}

/* Divides the units evenly among the leaves. Units that are left over go to the last leaves,
 * because the last unit of the matrix may have fewer rows than the others. */
int64_t ddblas_tsqr_leaf_row(const struct ddblas_tsqr_tree *tree, int64_t i)
{
    const int64_t leaves = tree->nodes[0], units = quotient_up(tree->m, tree->unit);
    const int64_t spare = units % leaves, early = leaves - spare;
    return i == leaves ? tree->m : (units / leaves * i + most(i - early, 0)) * tree->unit;
}

int64_t ddblas_tsqr_first_child(const struct ddblas_tsqr_tree *tree, int64_t k) { return k * tree->fan_in; }

int64_t ddblas_tsqr_children(const struct ddblas_tsqr_tree *tree, int level, int64_t k)
{
    const int64_t left = tree->nodes[level - 1] - ddblas_tsqr_first_child(tree, k);
    return least(left, tree->fan_in);
}
