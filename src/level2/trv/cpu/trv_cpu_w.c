/*
 * trmv and trsv on the CPU: diagonal blocks in W. A vector kernel computes on a copy of the block.
 * If one of its results is 0, Inf or NaN, the block is computed again element by element, by
 * functions that treat these values as IEEE 754 wants them.
 */
#include "trv_cpu_w.h"

#include "backend/isa.h"
#include "core/sizes.h"

#define BLOCK_LINKAGE  static
#define BLOCK_FUNCTION treat_elements
#define NUMBER         cuddreal
#define HOST           ddblas_host_w
#define ADD            cuddAdd
#define SUB            cuddSub
#define MUL            cuddMul
#define DIV            cuddDiv
#define CONJ(a)        (a)
#include "trv_cpu_diagonal.h"

static ddblas_trv_w_kernel *const kernel_of[DDBLAS_ISA_COUNT] = {
    [DDBLAS_ISA_PORTABLE] = ddblas_trv_w_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = ddblas_trv_w_avx2,
    [DDBLAS_ISA_AVX512] = ddblas_trv_w_avx512,
#endif
};

/* Writes an element of the copy: row i of column j. */
static void put(struct ddblas_trv_block *b, int64_t i, int64_t j, cuddreal value)
{
    b->high[i + j * DDBLAS_TRV_BLOCK] = value.x;
    b->low[i + j * DDBLAS_TRV_BLOCK] = value.y;
}

static void load_block(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count,
                       struct ddblas_trv_block *b)
{
    enum
    {
        GROUP = 8 /* Number of rows of the longest vector. */
    };
    const ddblas_host_w *const x = (const ddblas_host_w *)p->x + l->start + first * l->step;
    const int64_t end = quotient_up(count, GROUP) * GROUP;
    for (int64_t j = 0; j < count; j++)
    {
        const ddblas_host_w *const column = (const ddblas_host_w *)p->A + l->first + first * l->row + (first + j) * l->column;
        for (int64_t i = j / GROUP * GROUP; i <= j; i++)
            put(b, i, j, cuddFromDouble(0.0));
        for (int64_t i = j + 1; i < count; i++)
            put(b, i, j, column[i * l->row]);
        for (int64_t i = count; i < end; i++)
            put(b, i, j, cuddFromDouble(0.0));
        if (p->diag == DDBLAS_DIAG_NON_UNIT)
            b->diagonal[j] = column[j * l->row];
    }
    for (int64_t i = 0; i < end; i++)
    {
        b->x_high[i] = i < count ? x[i * l->step].x : 1.0;
        b->x_low[i] = i < count ? x[i * l->step].y : 0.0;
    }
}

void ddblas_trv_cpu_w(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count)
{
    struct ddblas_trv_block block;
    ddblas_host_w *const own = (ddblas_host_w *)p->x + l->start + first * l->step;
    load_block(p, l, first, count, &block);
    if (!kernel_of[ddblas_isa()](p->routine == DDBLAS_TRV_SOLVE, p->diag == DDBLAS_DIAG_UNIT, count, &block))
    {
        treat_elements(p, l, first, count);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        own[i * l->step] = cuddMake(block.x_high[i], block.x_low[i]);
}
