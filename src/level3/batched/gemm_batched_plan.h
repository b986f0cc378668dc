/*
 * Decisions for batches of products on the CUDA engine: the shape of a tile. Plain C, tested
 * without a GPU.
 */
#ifndef DDBLAS_LEVEL3_GEMM_BATCHED_PLAN_H
#define DDBLAS_LEVEL3_GEMM_BATCHED_PLAN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The tile shapes, as X(name, tm, tn, lm, ln, groups, stages, resident, cost):
 *
 *   tm, tn     rows and columns of C that a thread computes
 *   lm, ln     number of threads along a column and along a row of C; a tile has tm lm rows and
 *              tn ln columns
 *   groups     number of tiles that a block computes at the same time, each by its own threads
 *   stages     number of stages of the ring in shared memory; each group has a ring of its own
 *   resident   number of blocks that should fit a multiprocessor at once
 *   cost       cost of a multiply-add in percent of that of the first shape, estimated from the
 *              loads from shared memory and the L2 cache for each multiply-add
 * (docs/lab/gemm.md) */
#define GEMM_BATCHED_SHAPES(X)                                                                                                   \
    X(64x32, 4, 4, 16, 8, 1, 3, 3, 100)                                                                                          \
    X(32x32, 4, 2, 8, 16, 1, 3, 4, 108)                                                                                          \
    X(16x16, 4, 2, 4, 8, 2, 3, 8, 120)                                                                                           \
    X(8x8, 2, 2, 4, 4, 4, 3, 8, 150)                                                                                             \
    X(4x4, 2, 1, 2, 4, 8, 2, 8, 220)

/* The names GEMM_BATCHED_<name> of the shapes, and the number of shapes. */
enum gemm_batched_shape
{
#define GEMM_BATCHED_NAME(name, tm, tn, lm, ln, groups, stages, resident, cost) GEMM_BATCHED_##name,
    GEMM_BATCHED_SHAPES(GEMM_BATCHED_NAME)
#undef GEMM_BATCHED_NAME
        GEMM_BATCHED_SHAPE_COUNT
};

struct gemm_batched_plan
{
    enum gemm_batched_shape shape;
    int64_t down, across; /* Number of tiles of a member in a column of C and in a row of C. */
    int64_t tiles;        /* Number of tiles of all members, at most INT64_MAX. */
    /* Number of thread blocks. If there are more tiles than blocks, each block computes several
     * tiles. */
    int64_t blocks;
};

/* Makes the plan for `count` members. The shape of the tiles depends only on m and n. The bits do
 * not depend on the plan. */
struct gemm_batched_plan ddblas_gemm_batched_make_plan(int64_t m, int64_t n, int64_t count);

#ifdef __cplusplus
}
#endif

#endif
