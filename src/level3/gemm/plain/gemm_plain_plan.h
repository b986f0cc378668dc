/*
 * Decisions of the plain route: shape of a tile, exchange of op(A) and op(B), cuts of k. Plain C,
 * tested without a GPU.
 */
#ifndef DDBLAS_LEVEL3_GEMM_PLAIN_PLAN_H
#define DDBLAS_LEVEL3_GEMM_PLAIN_PLAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The tile shapes, as X(name, tm, tn, lm, ln, stages, resident, fill, cost, rate, swapped_rate):
 *
 *   tm, tn         elements of a thread down and across
 *   lm, ln         threads down and across; a tile has tm lm rows and tn ln columns
 *   stages         stages of the ring
 *   resident       blocks that should fit a multiprocessor
 *   fill           blocks that keep a multiprocessor busy
 *   cost           cost of a multiply-add in percent of the first shape's, estimated from the loads
 *                  for each multiply-add
 *   rate,          members of struct ddblas_machine: 10^12 multiply-adds a second, with the sides
 *   swapped_rate   as they are and exchanged */
#define GEMM_PLAIN_SHAPES(X)                                                                                                     \
    X(64x32, 4, 4, 16, 8, 3, 3, 1, 100, gemm_plain_64x32, gemm_plain_64x32_swapped)                                              \
    X(16x128, 4, 4, 4, 32, 2, 3, 1, 104, gemm_plain_16x128, gemm_plain_16x128_swapped)                                           \
    X(8x128, 4, 2, 2, 64, 2, 4, 2, 110, gemm_plain_8x128, gemm_plain_8x128_swapped)                                              \
    X(4x128, 4, 1, 1, 128, 2, 4, 4, 125, gemm_plain_4x128, gemm_plain_4x128_swapped)                                             \
    X(2x128, 2, 1, 1, 128, 2, 5, 4, 150, gemm_plain_2x128, gemm_plain_2x128_swapped)                                             \
    X(16x16, 2, 1, 8, 16, 3, 5, 4, 160, gemm_plain_16x16, gemm_plain_16x16_swapped)

/* GEMM_PLAIN_<name> for each shape, and their number. */
enum gemm_plain_shape
{
#define GEMM_PLAIN_NAME(name, tm, tn, lm, ln, stages, resident, fill, cost, rate, swapped_rate) GEMM_PLAIN_##name,
    GEMM_PLAIN_SHAPES(GEMM_PLAIN_NAME)
#undef GEMM_PLAIN_NAME
        GEMM_PLAIN_SHAPE_COUNT
};

enum
{
    /* Terms of a stage. This is also the period of normalisation and the unit in which k is cut. */
    GEMM_PLAIN_TERMS = 8
};

struct gemm_plain_plan
{
    enum gemm_plain_shape shape;
    /* 1: C^T = op(B)^T op(A)^T is computed, so the rows of a tile lie along n. */
    int swapped;
    int64_t down, across; /* Number of tiles down a column and across a row. */
    int64_t splits;       /* Parts that k is cut into; 1: k is not cut. */
    /* Terms of a part, a multiple of GEMM_PLAIN_TERMS. The last part may be shorter. */
    int64_t split_terms;
    size_t workspace; /* Bytes of partial sums. */
};

/* Makes the plan. whole: k is not cut and the sides are not exchanged, so that an element's bits do
 * not depend on m and n. */
struct gemm_plain_plan ddblas_gemm_plain_make_plan(int multiprocessors, int64_t m, int64_t n, int64_t k, int whole);

/* Makes the plan of an m x n block from that of the whole product: an element of the block has the
 * bits that it has in the product. */
struct gemm_plain_plan ddblas_gemm_plain_plan_of_block(struct gemm_plain_plan plan, int64_t m, int64_t n);

#ifdef __cplusplus
}
#endif

#endif
