/*
 * The plain route's decisions.
 *
 * A tile costs its padded multiply-adds, for the FP64 pipes are the limit; so the shape is the one that pads least. k is cut
 * where tiles are too few to keep all multiprocessors busy. Neither depends on workspace, masks or content: the bits follow from
 * m, n, k and the number of multiprocessors.
 */
#include "gemm_plain_plan.h"

enum
{
    LEAST_TERMS = 32,   /* of a part of k */
    MOST_SPLITS = 1024, /* partial sums of an element */
    TILE_START = 12,    /* what a tile costs beside its terms, in terms: filling the ring, storing */
    SECOND_KERNEL = 16  /* and what adding up partial sums costs */
};

static const struct
{
    int rows, columns, fill, cost;
} shapes[] = {
#define GEMM_PLAIN_ROW(name, tm, tn, lm, ln, stages, resident, fill, cost, rate, swapped_rate) {tm * lm, tn * ln, fill, cost},
    GEMM_PLAIN_SHAPES(GEMM_PLAIN_ROW)
#undef GEMM_PLAIN_ROW
};

static int64_t quotient_up(int64_t a, int64_t b) { return a / b + (a % b != 0); }

static double padded_cost(int shape, int64_t rows, int64_t columns)
{
    return (double)quotient_up(rows, shapes[shape].rows) * (double)quotient_up(columns, shapes[shape].columns) *
           (double)(shapes[shape].rows * shapes[shape].columns) * (double)shapes[shape].cost;
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
    plan->down = quotient_up(plan->swapped ? n : m, shapes[plan->shape].rows);
    plan->across = quotient_up(plan->swapped ? m : n, shapes[plan->shape].columns);
}

/* Rounds of tiles on all multiprocessors, times what one costs. */
static int64_t cost_of_splits(int64_t tiles, int64_t places, int64_t k, int64_t splits)
{
    const int64_t rounds = quotient_up(tiles * splits, places);
    return rounds * (quotient_up(k, splits) + TILE_START) + (splits > 1 ? SECOND_KERNEL + splits / 4 : 0);
}

static void choose_splits(struct gemm_plain_plan *plan, int64_t places, int64_t k)
{
    if (plan->down >= 2 * places || plan->across >= 2 * places || plan->down * plan->across >= 2 * places)
        return;
    const int64_t tiles = plan->down * plan->across;
    int64_t most = quotient_up(4 * places, tiles);
    most = most < k / LEAST_TERMS ? most : k / LEAST_TERMS;
    most = most < MOST_SPLITS ? most : MOST_SPLITS;
    int64_t best = 1;
    for (int64_t splits = 2; splits <= most; splits++)
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
    else
        plan.workspace = (size_t)plan.splits * (size_t)m * (size_t)n * 2 * sizeof(double);
    return plan;
}
