/*
 * Decisions of the plain route: the shape of the tiles, whether op(A) and op(B) are exchanged, and
 * into how many parts k is cut. Plain C, tested without a GPU.
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
 *   tm, tn         rows and columns of C that a thread computes
 *   lm, ln         number of threads along a column and along a row of C; a tile has tm lm rows
 *                  and tn ln columns
 *   stages         number of stages of the ring in shared memory
 *   resident       number of blocks that should fit a multiprocessor at once
 *   fill           number of blocks that keep a multiprocessor busy
 *   cost           cost of a multiply-add in percent of that of the first shape, estimated from the
 *                  number of loads for each multiply-add
 *   rate,          names of members of struct ddblas_machine: measured speed in 10^12 multiply-adds
 *   swapped_rate   a second, without and with exchange of op(A) and op(B) */
#define GEMM_PLAIN_SHAPES(X)                                                                                                     \
    X(64x32, 4, 4, 16, 8, 3, 3, 1, 100, gemm_plain_64x32, gemm_plain_64x32_swapped)                                              \
    X(16x128, 4, 4, 4, 32, 2, 3, 1, 104, gemm_plain_16x128, gemm_plain_16x128_swapped)                                           \
    X(8x128, 4, 2, 2, 64, 2, 4, 2, 110, gemm_plain_8x128, gemm_plain_8x128_swapped)                                              \
    X(4x128, 4, 1, 1, 128, 2, 4, 4, 125, gemm_plain_4x128, gemm_plain_4x128_swapped)                                             \
    X(2x128, 2, 1, 1, 128, 2, 5, 4, 150, gemm_plain_2x128, gemm_plain_2x128_swapped)                                             \
    X(16x16, 2, 1, 8, 16, 3, 5, 4, 160, gemm_plain_16x16, gemm_plain_16x16_swapped)

/* The names GEMM_PLAIN_<name> of the shapes, and the number of shapes. */
enum gemm_plain_shape
{
#define GEMM_PLAIN_NAME(name, tm, tn, lm, ln, stages, resident, fill, cost, rate, swapped_rate) GEMM_PLAIN_##name,
    GEMM_PLAIN_SHAPES(GEMM_PLAIN_NAME)
#undef GEMM_PLAIN_NAME
        GEMM_PLAIN_SHAPE_COUNT
};

enum
{
    /* Terms of a stage. Sums are also normalised after this many terms, and k is cut at multiples
     * of this number. */
    GEMM_PLAIN_TERMS = 8
};

struct gemm_plain_plan
{
    enum gemm_plain_shape shape;
    /* 1: op(A) and op(B) are exchanged: C^T = op(B)^T op(A)^T is computed, and the rows of a tile
     * lie along n. */
    int swapped;
    int64_t down, across; /* Number of tiles in a column of C and in a row of C. */
    int64_t splits;       /* Parts that k is cut into; 1: k is not cut. */
    /* Terms of a part, a multiple of GEMM_PLAIN_TERMS. The last part may be shorter. */
    int64_t split_terms;
    size_t workspace; /* Bytes of partial sums. */
};

/* Makes the plan. If `whole` is set, k is not cut and op(A) and op(B) are not exchanged, so that
 * the bits of an element do not depend on m and n. */
struct gemm_plain_plan ddblas_gemm_plain_make_plan(int multiprocessors, int64_t m, int64_t n, int64_t k, int whole);

/* Makes the plan of an m x n block of a product from the plan of the whole product. An element of
 * the block then has the same bits as in the whole product. */
struct gemm_plain_plan ddblas_gemm_plain_plan_of_block(struct gemm_plain_plan plan, int64_t m, int64_t n);

#ifdef __cplusplus
}
#endif

#endif
