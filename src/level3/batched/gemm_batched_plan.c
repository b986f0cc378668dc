/*
 * Decisions for batches of products on the CUDA engine.
 *
 * A batch has enough tiles to fill the multiprocessors. The best shape of a tile is therefore the
 * one with the least cost, which is the number of elements of C, including padding, times the cost
 * of a multiply-add. op(A) and op(B) are not exchanged and k is not cut, so that the bits of an
 * element do not depend on the plan.
 */
#include "gemm_batched_plan.h"

#include "core/sizes.h"

/* For each shape: rows and columns of a tile, number of tiles of a block, and cost. */
static const struct
{
    int rows, columns, groups, cost;
} shapes[] = {
#define GEMM_BATCHED_ROW(name, tm, tn, lm, ln, groups, stages, resident, cost) {tm * lm, tn * ln, groups, cost},
    GEMM_BATCHED_SHAPES(GEMM_BATCHED_ROW)
#undef GEMM_BATCHED_ROW
};

static double padded_cost(int shape, int64_t m, int64_t n)
{
    return (double)quotient_up(m, shapes[shape].rows) * (double)quotient_up(n, shapes[shape].columns) *
           (double)(shapes[shape].rows * shapes[shape].columns) * (double)shapes[shape].cost;
}

/* Returns the product a b, or INT64_MAX if the product is larger. */
static int64_t product(int64_t a, int64_t b) { return a > INT64_MAX / b ? INT64_MAX : a * b; }

struct gemm_batched_plan ddblas_gemm_batched_make_plan(int64_t m, int64_t n, int64_t count)
{
    int best = 0;
    for (int shape = 1; shape < GEMM_BATCHED_SHAPE_COUNT; shape++)
        if (padded_cost(shape, m, n) < padded_cost(best, m, n))
            best = shape;
    struct gemm_batched_plan plan = {.shape = (enum gemm_batched_shape)best,
                                     .down = quotient_up(m, shapes[best].rows),
                                     .across = quotient_up(n, shapes[best].columns)};
    plan.tiles = product(product(plan.down, plan.across), count);
    plan.blocks = least(quotient_up(plan.tiles, shapes[best].groups), INT32_MAX);
    return plan;
}
