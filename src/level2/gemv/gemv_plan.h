/*
 * The plan of gemv in W and U on the CUDA engine: how the sums are cut. Plain C, tested without a
 * GPU.
 *
 * A complex matrix is a real one with twice as many rows, as on the CPU (gemv_cpu_pairs.c), and x
 * becomes two real vectors. The sums have `outputs` components of `terms` terms each: rows of the
 * real matrix if op is N, otherwise its columns. A thread block computes the sums of some outputs
 * over one stretch of terms. A second kernel adds the sums of all stretches, if there are several.
 *
 * The length of a stretch is a power of 2 that follows from the numbers of outputs and of terms. It
 * leaves enough blocks for the device, if the shape allows. Among those lengths it is the one with
 * the least time by a model: long stretches make the last blocks end late, and each stretch costs
 * the end of its blocks and the addition of its sums. The model's constants are those of an H200 on
 * every device, because the bits of the result depend on the length.
 */
#ifndef DDBLAS_LEVEL2_GEMV_PLAN_H
#define DDBLAS_LEVEL2_GEMV_PLAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    /* op is N: a block has ROWS rows and GROUPS threads for each. A thread takes every GROUPS-th
     * column of the stretch. */
    GEMV_ROWS = 64,
    GEMV_GROUPS = 4,
    /* Fewest and most columns of a stretch. A block keeps the stretch's elements of x in shared
     * memory, at most 16 KiB; therefore the limit in U is half of GEMV_COLUMNS_MOST. */
    GEMV_COLUMNS_LEAST = 64,
    GEMV_COLUMNS_MOST = 1024,
    /* op is T or C: a block has WARPS warps. If columns have TALL_TERMS_LEAST terms, the warps of a
     * block share the rows of TALL_COLUMNS columns, twice as many in U. Otherwise each warp takes
     * all rows of SHORT_COLUMNS columns. */
    GEMV_WARPS = 4,
    GEMV_TALL_TERMS_LEAST = 768,
    GEMV_TALL_COLUMNS = 2,
    GEMV_SHORT_COLUMNS = 4,
    /* Fewest and most rows of a stretch. */
    GEMV_TALL_LEAST = 256,
    GEMV_TALL_MOST = 16384
};

struct ddblas_gemv_plan
{
    int64_t outputs, terms;
    int vectors;            /* Real vectors that x becomes: 1 in W, 2 in U. */
    int tall;               /* op is T or C, and the warps of a block share rows. */
    int64_t per_block;      /* Outputs of a block. */
    int64_t stretch;        /* Number of terms of a stretch; the last one may have fewer. */
    int64_t stretches;      /* Number of stretches. */
    size_t workspace_bytes; /* Bytes for the sums of all stretches; 0 if there is only one stretch. */
};

/* Makes the plan for an m x n matrix, m, n >= 1. It depends on these arguments alone, and with it
 * the bits of the result. */
struct ddblas_gemv_plan ddblas_gemv_plan_of(int complex, int transposed, int64_t m, int64_t n);

#ifdef __cplusplus
}
#endif

#endif
