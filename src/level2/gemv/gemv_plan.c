/*
 * The plan of gemv in W and U on the CUDA engine.
 */
#include "gemv_plan.h"

#include "core/sizes.h"
#include "machine/machine.h"

struct ddblas_gemv_plan ddblas_gemv_plan_of(int complex, int transposed, int64_t m, int64_t n)
{
    const int vectors = complex ? 2 : 1;
    const int64_t shortest = transposed ? GEMV_TALL_LEAST : GEMV_COLUMNS_LEAST,
                  longest = transposed ? GEMV_TALL_MOST : GEMV_COLUMNS_MOST;
    struct ddblas_gemv_plan p = {.outputs = transposed ? n : vectors * m,
                                 .terms = transposed ? vectors * m : n,
                                 .vectors = vectors,
                                 .per_block = transposed ? GEMV_WARPS * GEMV_WARP_COLUMNS : GEMV_ROWS,
                                 .stretch = longest};
    /* Stretches are shortened until there are enough blocks, or until they are the shortest. */
    while (p.stretch > shortest &&
           (double)quotient_up(p.outputs, p.per_block) * (double)quotient_up(p.terms, p.stretch) < H200_GEMV_BLOCKS)
        p.stretch /= 2;
    p.stretches = quotient_up(p.terms, p.stretch);
    if (p.stretches > 1)
        p.workspace_bytes = (size_t)p.stretches * (size_t)p.outputs * (size_t)vectors * 2 * sizeof(double);
    return p;
}
