/*
 * The plan of gemv in W and U on the CUDA engine.
 */
#include "gemv_plan.h"

#include "core/sizes.h"
#include "machine/machine.h"

/* Returns the number of blocks that compute the same stretch, each for different outputs. */
static double blocks_of_stretch(const struct ddblas_gemv_plan *p) { return (double)quotient_up(p->outputs, p->per_block); }

/* Returns, in nanoseconds, the part of a call's time that depends on the length of the stretches.
 * If there is only one stretch, there is no second kernel, and its time is left out. */
static double time_of(const struct ddblas_gemv_plan *p, int transposed, int64_t stretch)
{
    const struct ddblas_machine *h200 = ddblas_machine_h200();
    const int complex = p->vectors > 1;
    const double stretches = (double)quotient_up(p->terms, stretch),
                 last = transposed ? h200->gemv_columns_last : h200->gemv_rows_last,
                 block = !transposed ? h200->gemv_rows_block
                         : complex   ? h200->gemv_columns_block_complex
                                     : h200->gemv_columns_block,
                 sums = p->vectors * h200->gemv_sum + block * blocks_of_stretch(p);
    return last * (double)stretch + (stretches > 1.0 ? h200->gemv_second_kernel + stretches * sums : 0.0);
}

struct ddblas_gemv_plan ddblas_gemv_plan_of(int complex, int transposed, int64_t m, int64_t n)
{
    const int vectors = complex ? 2 : 1;
    const int64_t shortest = transposed ? GEMV_TALL_LEAST : GEMV_COLUMNS_LEAST,
                  longest = transposed ? GEMV_TALL_MOST : GEMV_COLUMNS_MOST / vectors;
    struct ddblas_gemv_plan p = {.outputs = transposed ? n : vectors * m,
                                 .terms = transposed ? vectors * m : n,
                                 .vectors = vectors,
                                 .per_block = GEMV_ROWS,
                                 .stretch = longest};
    p.tall = transposed && p.terms >= GEMV_TALL_TERMS_LEAST;
    if (transposed)
        p.per_block = p.tall ? GEMV_TALL_COLUMNS * vectors : GEMV_SHORT_COLUMNS * GEMV_WARPS;
    while (p.stretch > shortest && blocks_of_stretch(&p) * (double)quotient_up(p.terms, p.stretch) < H200_GEMV_BLOCKS)
        p.stretch /= 2;
    while (p.stretch > shortest && time_of(&p, transposed, p.stretch / 2) < time_of(&p, transposed, p.stretch))
        p.stretch /= 2;
    p.stretches = quotient_up(p.terms, p.stretch);
    if (p.stretches > 1)
        p.workspace_bytes = (size_t)p.stretches * (size_t)p.outputs * (size_t)vectors * 2 * sizeof(double);
    return p;
}
