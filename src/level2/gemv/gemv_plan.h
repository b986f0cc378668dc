/*
 * The plan of gemv in W and U on the CUDA engine: how the sums are cut into stretches. Plain C,
 * tested without a GPU.
 *
 * A complex matrix is treated as a real one with twice as many rows, as on the CPU
 * (gemv_cpu_pairs.c), and x becomes two real vectors. The sums have `outputs` components of `terms`
 * terms each: the outputs are the rows of the real matrix if op is N, otherwise its columns. A
 * thread block computes the sums of some outputs over one stretch of terms. If there are several
 * stretches, a second kernel adds their sums.
 *
 * The length of a stretch is a power of 2 and depends on the numbers of outputs and terms only. It
 * leaves enough blocks for the device, if the shape allows that. Among the lengths that do, the
 * plan takes the one for which a model predicts the least time. Two effects compete in the model:
 * with long stretches the last blocks end late, and each additional stretch costs the time in which
 * its blocks end and its sums are added. The constants of the model are those of an H200 on every
 * device, because the bits of the result depend on the length.
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
    /* If op is N, a block has ROWS rows, and GROUPS threads share each row. A thread takes every
     * GROUPS-th column of the stretch. */
    GEMV_ROWS = 64,
    GEMV_GROUPS = 4,
    /* Fewest and most columns of a stretch. A block keeps the stretch's elements of x in shared
     * memory, at most 16 KiB; therefore the limit in U is half of GEMV_COLUMNS_MOST. */
    GEMV_COLUMNS_LEAST = 64,
    GEMV_COLUMNS_MOST = 1024,
    /* If op is T or C, a block has WARPS warps. If a column has at least TALL_TERMS_LEAST terms,
     * the warps of a block share the rows of TALL_COLUMNS columns, or of twice as many in U.
     * Otherwise each warp takes all rows of SHORT_COLUMNS columns. */
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
    int vectors; /* Number of real vectors that x becomes: 1 in W, 2 in U. */
    /* 1: op is T or C, and the warps of a block share the rows of its columns. */
    int tall;
    int64_t per_block;      /* Number of outputs of a block. */
    int64_t stretch;        /* Number of terms of a stretch; the last one may have fewer. */
    int64_t stretches;      /* Number of stretches. */
    size_t workspace_bytes; /* Bytes for the sums of all stretches; 0 if there is only one stretch. */
};

/* Makes the plan for an m x n matrix, m, n >= 1. The plan depends on these arguments alone; the
 * bits of the result therefore do too. */
struct ddblas_gemv_plan ddblas_gemv_plan_of(int complex, int transposed, int64_t m, int64_t n);

#ifdef __cplusplus
}
#endif

#endif
