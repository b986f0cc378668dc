/*
 * Level 1 on the CPU: the pieces of a call. level1_cpu.c cuts vectors into blocks, which do not
 * depend on the number of threads; the other files of this folder compute a block.
 */
#ifndef DDBLAS_LEVEL1_CPU_H
#define DDBLAS_LEVEL1_CPU_H

#include "level1/level1.h"
#include "level1/level1_partial.h"

enum
{
    DDBLAS_LEVEL1_BLOCK = 4096 /* Elements of a block. */
};

/* The partial result of some elements. */
union ddblas_level1_partial
{
    struct level1_sum sum;
    struct level1_extreme extreme;
};

/* Update the elements first .. first + count - 1, or find their partial result. */
typedef void ddblas_level1_update(const struct ddblas_level1_problem *problem, int64_t first, int64_t count);
typedef void ddblas_level1_reduce(const struct ddblas_level1_problem *problem, int64_t first, int64_t count,
                                  union ddblas_level1_partial *partial);

ddblas_level1_update ddblas_level1_move;         /* copy and swap, all types */
ddblas_level1_update ddblas_level1_pairs_update; /* W and U */
ddblas_level1_update ddblas_level1_cblas_update; /* S, D, C, Z */
ddblas_level1_reduce ddblas_level1_pairs_sum, ddblas_level1_cblas_sum;
ddblas_level1_reduce ddblas_level1_search; /* amax and amin, all types */

/* 1 if |x_0| is NaN. */
int ddblas_level1_first_is_nan(const struct ddblas_level1_problem *problem);

/* The address of element i of n elements of `size` bytes. */
static inline void *ddblas_level1_element(const void *vector, int64_t i, int64_t n, int64_t increment, size_t size)
{
    return (char *)vector + ddblas_level1_at(i, n, increment) * (int64_t)size;
}

#endif
