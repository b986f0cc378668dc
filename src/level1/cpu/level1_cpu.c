/*
 * Level 1 on the CPU. Vectors are cut into blocks of 4096 elements. An update of a block is one
 * task for the threads. A reduction has at most 256 sections of equally many blocks; a section
 * combines the partial results of its blocks in their order, and the sections are combined in their
 * order afterwards. Blocks and sections depend on n alone, and so do the bits.
 */
#include "level1_cpu.h"

#include <limits.h>
#include <string.h>

#include "core/cblas_threads.h"
#include "core/sizes.h"

enum
{
    BLOCK = DDBLAS_LEVEL1_BLOCK,
    SECTIONS = 256,
    /* Elements worth a thread, 20 to 60 us each. */
    THREAD_PAIRS = 1 << 15,
    THREAD_NATIVE = 1 << 17,
    /* The largest increment that CBLAS, whose integers have 32 bits, takes for parts of numbers. */
    MOST = INT_MAX / 2
};

static int threads_for(ddblasHandle_t handle, const struct ddblas_level1_problem *p, int64_t tasks)
{
    const int elements = ddblas_type_is_double_double(p->type) ? THREAD_PAIRS : THREAD_NATIVE;
    const double worth = 1.0 + (double)p->n / elements;
    return ddblas_threads_useful(handle, p->type, worth < (double)tasks ? worth : (double)tasks);
}

/* ---- updates --------------------------------------------------------------------------------- */

static void update_block(const struct ddblas_level1_problem *p, ddblas_level1_update *work, int64_t b)
{
    work(p, b * BLOCK, least(p->n - b * BLOCK, BLOCK));
}

/* One thread computes without OpenMP, whose parallel regions take time even then. */
static void update(ddblasHandle_t handle, const struct ddblas_level1_problem *p, ddblas_level1_update *work)
{
    const int64_t blocks = quotient_up(p->n, BLOCK);
    const int threads = threads_for(handle, p, blocks);
    if (threads == 1)
    {
        for (int64_t b = 0; b < blocks; b++)
            update_block(p, work, b);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t b = 0; b < blocks; b++)
        update_block(p, work, b);
}

/* ---- reductions ------------------------------------------------------------------------------ */

static void combine(const struct ddblas_level1_problem *p, union ddblas_level1_partial *a, const union ddblas_level1_partial *b)
{
    if (ddblas_level1_traits[p->routine].form == DDBLAS_LEVEL1_SUM)
        level1_sum_merge(&a->sum, b->sum);
    else
        level1_extreme_merge(&a->extreme, b->extreme, p->routine == DDBLAS_LEVEL1_amin);
}

static void reduce_block(const struct ddblas_level1_problem *p, ddblas_level1_reduce *work, int64_t b,
                         union ddblas_level1_partial *partial)
{
    work(p, b * BLOCK, least(p->n - b * BLOCK, BLOCK), partial);
}

/* Combines the blocks [first, last) in their order. */
static void reduce_blocks(const struct ddblas_level1_problem *p, ddblas_level1_reduce *work, int64_t first, int64_t last,
                          union ddblas_level1_partial *section)
{
    reduce_block(p, work, first, section);
    for (int64_t b = first + 1; b < last; b++)
    {
        union ddblas_level1_partial block;
        reduce_block(p, work, b, &block);
        combine(p, section, &block);
    }
}

/* Writes re + i im, rounded to the type, to a result in host memory. */
static void store_number(ddblasType_t type, cuddreal re, cuddreal im, void *result)
{
    const double parts[2] = {cuddToDouble(re), cuddToDouble(im)};
    const float singles[2] = {(float)parts[0], (float)parts[1]};
    const cuddcomplex pairs = {re, im};
    const void *from = ddblas_type_is_double_double(type) ? (const void *)&pairs
                       : ddblas_type_is_single(type)      ? (const void *)singles
                                                          : (const void *)parts;
    memcpy(result, from, ddblas_type_size(type));
}

static void finish(const struct ddblas_level1_problem *p, const union ddblas_level1_partial *whole)
{
    if (ddblas_level1_traits[p->routine].form == DDBLAS_LEVEL1_EXTREME)
    {
        const int64_t index = level1_index(whole->extreme, ddblas_level1_first_is_nan(p));
        memcpy(p->result, &index, sizeof index);
        return;
    }
    const cuddreal re = p->routine == DDBLAS_LEVEL1_nrm2 ? level1_root(whole->sum.re) : special_sum_value(whole->sum.re);
    store_number(p->result_type, re, special_sum_value(whole->sum.im), p->result);
}

/* The blocks of a reduction: `each` to a section. */
struct sections
{
    int64_t blocks, each, count;
};

static void reduce_section(const struct ddblas_level1_problem *p, ddblas_level1_reduce *work, const struct sections *s, int64_t k,
                           union ddblas_level1_partial *section)
{
    reduce_blocks(p, work, k * s->each, least(s->blocks, (k + 1) * s->each), section);
}

static void reduce(ddblasHandle_t handle, const struct ddblas_level1_problem *p, ddblas_level1_reduce *work)
{
    struct sections s = {.blocks = quotient_up(p->n, BLOCK)};
    s.each = quotient_up(s.blocks, SECTIONS);
    s.count = quotient_up(s.blocks, s.each);
    const int threads = threads_for(handle, p, s.count);
    union ddblas_level1_partial section[SECTIONS];
    if (threads == 1)
        for (int64_t k = 0; k < s.count; k++)
            reduce_section(p, work, &s, k, &section[k]);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t k = 0; k < s.count; k++)
            reduce_section(p, work, &s, k, &section[k]);
    }
    for (int64_t k = 1; k < s.count; k++)
        combine(p, &section[0], &section[k]);
    finish(p, &section[0]);
}

/* ---- the call -------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_level1_cpu(ddblasHandle_t handle, const struct ddblas_level1_problem *problem)
{
    const struct ddblas_level1_problem *p = problem;
    const int pairs = ddblas_type_is_double_double(p->type),
              moves = p->routine == DDBLAS_LEVEL1_copy || p->routine == DDBLAS_LEVEL1_swap;
    const enum ddblas_level1_form form = ddblas_level1_traits[p->routine].form;
    const int by_cblas = !pairs && !moves && form != DDBLAS_LEVEL1_EXTREME;
    if (by_cblas && (p->incx > MOST || p->incx < -MOST || p->incy > MOST || p->incy < -MOST))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "an increment beyond 2^30 - 1 is more than CBLAS takes for all types");
    if (by_cblas)
        ddblas_cblas_begin();
    if (form == DDBLAS_LEVEL1_UPDATE)
        update(handle, p, moves ? ddblas_level1_move : pairs ? ddblas_level1_pairs_update : ddblas_level1_cblas_update);
    else if (form == DDBLAS_LEVEL1_SUM)
        reduce(handle, p, pairs ? ddblas_level1_pairs_sum : ddblas_level1_cblas_sum);
    else
        reduce(handle, p, ddblas_level1_search);
    if (by_cblas)
        ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
