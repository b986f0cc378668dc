/*
 * Decisions of the plain route.
 *
 * The FP64 pipes limit the speed. A tile therefore takes the time of all its multiply-adds,
 * including those of the padding, and the best shape of tile is the one with the least padding. k
 * is cut if there are too few tiles to keep all multiprocessors busy. Neither decision depends on
 * the workspace, on masks or on the values of the elements. So the bits depend only on m, n, k and
 * the number of multiprocessors.
 */
#include "gemm_plain_plan.h"
#include "core/sizes.h"
#include "machine/machine.h"

enum
{
    LEAST_TERMS = 32,  /* Least number of terms of a part of k. */
    MOST_SPLITS = 1024 /* Largest number of parts of k. */
};

/* For each shape: rows and columns of a tile; `fill`, the number of blocks that keep a
 * multiprocessor busy; `cost`, the cost of a multiply-add in percent of that of the first shape. */
static const struct
{
    int rows, columns, fill, cost;
} shapes[] = {
#define GEMM_PLAIN_ROW(name, tm, tn, lm, ln, stages, resident, fill, cost, rate, swapped_rate) {tm * lm, tn * ln, fill, cost},
    GEMM_PLAIN_SHAPES(GEMM_PLAIN_ROW)
#undef GEMM_PLAIN_ROW
};

static double padded_cost(int shape, int64_t rows, int64_t columns)
{
    return (double)quotient_up(rows, shapes[shape].rows) * (double)quotient_up(columns, shapes[shape].columns) *
           (double)(shapes[shape].rows * shapes[shape].columns) * (double)shapes[shape].cost;
}

static void count_tiles(struct gemm_plain_plan *plan, int64_t m, int64_t n)
{
    plan->down = quotient_up(plan->swapped ? n : m, shapes[plan->shape].rows);
    plan->across = quotient_up(plan->swapped ? m : n, shapes[plan->shape].columns);
}

static size_t bytes_of_partial_sums(const struct gemm_plain_plan *plan, int64_t m, int64_t n)
{
    return plan->splits == 1 ? 0 : (size_t)plan->splits * (size_t)m * (size_t)n * 2 * sizeof(double);
}

static void choose_shape(struct gemm_plain_plan *plan, int64_t m, int64_t n, int most_swapped)
{
    double least = 0.0;
    for (int shape = 0; shape < GEMM_PLAIN_SHAPE_COUNT; shape++)
        for (int swapped = 0; swapped <= most_swapped; swapped++)
        {
            const double cost = padded_cost(shape, swapped ? n : m, swapped ? m : n);
            if ((shape == 0 && !swapped) || cost < least)
            {
                least = cost;
                plan->shape = (enum gemm_plain_shape)shape;
                plan->swapped = swapped;
            }
        }
    count_tiles(plan, m, n);
}

/* Returns the predicted time of all tiles, where the unit is the time that a tile needs for one
 * term. It is the number of rounds of tiles on all multiprocessors, times the time of a tile, plus
 * the time of the second kernel. `places` tiles run at once. */
static int64_t cost_of_splits(int64_t tiles, int64_t places, int64_t k, int64_t splits)
{
    const int64_t rounds = quotient_up(tiles * splits, places);
    return rounds * (quotient_up(k, splits) + H200_GEMM_PLAIN_TILE_START) +
           (splits > 1 ? H200_GEMM_PLAIN_SECOND_KERNEL + splits / 4 : 0);
}

static void choose_splits(struct gemm_plain_plan *plan, int64_t places, int64_t k)
{
    if (plan->down >= 2 * places || plan->across >= 2 * places || plan->down * plan->across >= 2 * places)
        return;
    const int64_t tiles = plan->down * plan->across;
    const int64_t limit = least(least(quotient_up(4 * places, tiles), k / LEAST_TERMS), MOST_SPLITS);
    int64_t best = 1;
    for (int64_t splits = 2; splits <= limit; splits++)
        if (cost_of_splits(tiles, places, k, splits) < cost_of_splits(tiles, places, k, best))
            best = splits;
    plan->split_terms = quotient_up(quotient_up(k, best), GEMM_PLAIN_TERMS) * GEMM_PLAIN_TERMS;
    plan->splits = quotient_up(k, plan->split_terms);
}

struct gemm_plain_plan ddblas_gemm_plain_make_plan(int multiprocessors, int64_t m, int64_t n, int64_t k, int whole)
{
    struct gemm_plain_plan plan = {.splits = 1, .split_terms = k};
    choose_shape(&plan, m, n, !whole);
    if (!whole && k >= 2 * LEAST_TERMS)
        choose_splits(&plan, (int64_t)multiprocessors * shapes[plan.shape].fill, k);
    if (plan.splits == 1)
        plan.split_terms = k;
    plan.workspace = bytes_of_partial_sums(&plan, m, n);
    return plan;
}

struct gemm_plain_plan ddblas_gemm_plain_plan_of_block(struct gemm_plain_plan plan, int64_t m, int64_t n)
{
    count_tiles(&plan, m, n);
    plan.workspace = bytes_of_partial_sums(&plan, m, n);
    return plan;
}
