/*
 * Products with band and packed matrices on the CPU in W and U.
 *
 * The threads share out blocks of 256 components. The terms of a component come from its row, from
 * its column, or from both (compact_terms.h). The terms of rows are added for the whole block
 * column by column: the sums of the block are updated by a multiple of a column (axpy). The terms
 * of columns are dot products. Both use the kernels of level 1. The blocks are at fixed places, so
 * that the bits do not depend on the threads.
 *
 * Error: docs/numerics.md, "Band and packed matrices".
 */
#include "compact_cpu.h"

#include <string.h>

#include "core/sizes.h"
#include "level1/cpu/level1_cpu.h"
#include "level2/compact/compact_terms.h"
#include "level2/symv/symv_special.h"

enum
{
    /* Number of components that are computed together. Their sums take 8 KiB in U and stay in the
     * L1 cache. */
    BLOCK = 256,
    /* Number of elements that are worth a thread: they take 50 us with AVX2. */
    THREAD_ELEMENTS = 1 << 14
};

struct job
{
    const struct ddblas_compact_problem *problem;
    int is_complex, transposed;
    size_t size;
    int64_t inputs, outputs;
    /* Copies of the scalars, because the caller's scalars may be elements of y. */
    cuddcomplex alpha, beta;
};

/* Components [first, first + count) of the product, without alpha. */
struct block
{
    int64_t first, count;
    cuddcomplex sums[BLOCK]; /* In W the memory is used as an array of real numbers. */
};

static cuddcomplex load(const struct job *job, const void *vector, int64_t index)
{
    return job->is_complex ? ((const ddblas_host_u *)vector)[index] : cuddcFromReal(((const ddblas_host_w *)vector)[index]);
}

static cuddcomplex load_x(const struct job *job, int64_t i)
{
    return load(job, job->problem->x, ddblas_level1_at(i, job->inputs, job->problem->incx));
}

/* Returns the address of a stored element. */
static const char *element_at(const struct job *job, int64_t i, int64_t j)
{
    return (const char *)job->problem->A + (layout_column(job->problem->layout, j) + i) * (int64_t)job->size;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Adds the terms of the rows of the block, column after column. */
static void add_rows(const struct job *job, struct block *b)
{
    const struct ddblas_compact_problem *p = job->problem;
    const int64_t end = b->first + b->count;
    for (int64_t j = layout_first_column(p->layout, b->first); j < layout_end_column(p->layout, end - 1); j++)
    {
        int64_t first = most(b->first, layout_first_row(p->layout, j)), last = least(end, layout_end_row(p->layout, j));
        if (p->symmetric || p->unit_diagonal) /* Here the diagonal is left out. */
        {
            first = p->layout.upper ? first : most(first, j + 1);
            last = p->layout.upper ? least(last, j) : last;
        }
        if (first >= last)
            continue;
        const cuddcomplex x = load_x(job, j);
        const struct ddblas_level1_problem update = {.routine = DDBLAS_LEVEL1_axpy,
                                                     .type = p->type,
                                                     .a_type = p->type,
                                                     .n = last - first,
                                                     .a = &x,
                                                     .x = (void *)element_at(job, first, j),
                                                     .incx = 1,
                                                     .y = (char *)b->sums + (size_t)(first - b->first) * job->size,
                                                     .incy = 1};
        ddblas_level1_pairs_update(&update, 0, last - first);
    }
}

/* Returns the dot product of the rows [first, end) of column j with the elements of x that belong
 * to these rows. */
static cuddcomplex dot(const struct job *job, int conjugate, int64_t j, int64_t first, int64_t end)
{
    const struct ddblas_compact_problem *p = job->problem;
    struct level1_sum sum = level1_sum_of(cuddFromDouble(0.0), cuddFromDouble(0.0), 0);
    const int64_t step = p->incx;
    const struct ddblas_level1_problem product = {
        .routine = conjugate ? DDBLAS_LEVEL1_dotc : DDBLAS_LEVEL1_dotu,
        .type = p->type,
        .n = end - first,
        .x = (void *)element_at(job, first, j),
        .incx = 1,
        .y = (char *)p->x + ddblas_level1_at(step > 0 ? first : end - 1, job->inputs, step) * (int64_t)job->size,
        .incy = step};
    for (int64_t at = 0; at < product.n; at += DDBLAS_LEVEL1_BLOCK)
    {
        union ddblas_level1_partial part;
        ddblas_level1_pairs_sum(&product, at, least(DDBLAS_LEVEL1_BLOCK, product.n - at), &part);
        level1_sum_merge(&sum, part.sum);
    }
    return cuddcMake(special_sum_value(sum.re), special_sum_value(sum.im));
}

/* Adds the terms of column i to the sum of component i. In a Hermitian matrix the diagonal element
 * is added separately, because only its real part counts. */
static cuddcomplex add_column(const struct job *job, int64_t i, cuddcomplex sum)
{
    const struct ddblas_compact_problem *p = job->problem;
    struct compact_terms t = compact_terms_of(p->layout, p->symmetric, job->transposed, p->unit_diagonal, i);
    if (p->hermitian)
    {
        sum = cuddcAdd(sum, cuddcMulReal(load_x(job, i), *(const ddblas_host_w *)element_at(job, i, i)));
        t.first_row = p->layout.upper ? t.first_row : i + 1;
        t.end_row = p->layout.upper ? i : t.end_row;
    }
    if (t.first_row < t.end_row)
        sum = cuddcAdd(sum, dot(job, p->hermitian || p->trans == DDBLAS_OP_C, i, t.first_row, t.end_row));
    return sum;
}

/* ---- y --------------------------------------------------------------------------------------- */

/* Adds A_rc x_k to a sum of core/special_sum.h. */
static void add_special(const struct job *job, struct symv_special_pair *sum, int64_t r, int64_t c, int64_t k, int conjugate)
{
    const cuddcomplex a = load(job, element_at(job, r, c), 0), x = load_x(job, k);
    if (job->is_complex)
        symv_special_pair_add(sum, conjugate ? cuddcConj(a) : a, x, job->problem->hermitian && r == c);
    else
        special_sum_add(&sum->re, a.x, x.x);
}

/* Recomputes component i, because it is not finite. old: the component before the call. */
static cuddcomplex special_component(const struct job *job, int64_t i, cuddcomplex old)
{
    const struct ddblas_compact_problem *p = job->problem;
    const struct compact_terms t = compact_terms_of(p->layout, p->symmetric, job->transposed, p->unit_diagonal, i);
    struct symv_special_pair sum = symv_special_pair_zero();
    for (int64_t j = t.first_column; j < t.end_column; j++)
        add_special(job, &sum, i, j, j, 0);
    for (int64_t r = t.first_row; r < t.end_row; r++)
        add_special(job, &sum, r, i, r, p->hermitian || p->trans == DDBLAS_OP_C);
    if (p->unit_diagonal)
        symv_special_pair_add(&sum, cuddcFromDoubles(1.0, 0.0), load_x(job, i), 1);
    return job->is_complex ? symv_special_complex(sum, job->alpha, job->beta, old)
                           : cuddcFromReal(symv_special_real(sum.re, job->alpha.x, job->beta.x, old.x));
}

/* Returns alpha sum + beta old. */
static cuddcomplex combine(const struct job *job, cuddcomplex sum, cuddcomplex old)
{
    if (job->is_complex)
    {
        const cuddcomplex product = cuddcMul(job->alpha, sum);
        return cuddcIsZero(job->beta) ? product : cuddcAdd(product, cuddcMul(job->beta, old));
    }
    const cuddreal product = cuddMul(job->alpha.x, sum.x);
    return cuddcFromReal(cuddIsZero(job->beta.x) ? product : cuddAdd(product, cuddMul(job->beta.x, old.x)));
}

static void compute_block(const struct job *job, int64_t k)
{
    const struct ddblas_compact_problem *p = job->problem;
    struct block b;
    b.first = k * BLOCK;
    b.count = least(BLOCK, job->outputs - b.first);
    memset(b.sums, 0, sizeof b.sums);
    if (!job->transposed)
        add_rows(job, &b);
    for (int64_t i = b.first; i < b.first + b.count; i++)
    {
        const int64_t at = ddblas_level1_at(i, job->outputs, p->incy);
        cuddcomplex sum = load(job, b.sums, i - b.first), old = cuddcFromDoubles(0.0, 0.0);
        if (p->symmetric || job->transposed)
            sum = add_column(job, i, sum);
        if (p->unit_diagonal)
            sum = cuddcAdd(sum, load_x(job, i));
        if (!cuddcIsZero(job->beta))
            old = load(job, p->y, at);
        cuddcomplex result = combine(job, sum, old);
        if (!cuddcIsFinite(result))
            result = special_component(job, i, old);
        if (job->is_complex)
            ((ddblas_host_u *)p->y)[at] = result;
        else
            ((ddblas_host_w *)p->y)[at] = result.x;
    }
}

ddblasStatus_t ddblas_compact_cpu_pairs(ddblasHandle_t handle, const struct ddblas_compact_problem *problem)
{
    struct job job = {.problem = problem,
                      .is_complex = ddblas_type_is_complex(problem->type),
                      .transposed = problem->trans != DDBLAS_OP_N,
                      .size = ddblas_type_size(problem->type),
                      .inputs = ddblas_compact_inputs(problem),
                      .outputs = ddblas_compact_outputs(problem)};
    job.alpha = load(&job, problem->alpha, 0);
    job.beta = load(&job, problem->beta, 0);
    if (cuddcIsZero(job.alpha))
    {
        const struct ddblas_gemv_problem scaling = ddblas_compact_scaling(problem);
        return ddblas_gemv_cpu(handle, &scaling);
    }
    const int64_t blocks = quotient_up(job.outputs, BLOCK);
    const double width = problem->layout.storage == LAYOUT_BAND
                             ? (double)least(problem->layout.kl + problem->layout.ku + 1, job.inputs) * (1.0 + problem->symmetric)
                             : (double)job.inputs,
                 worth = 1.0 + (double)job.outputs * width / THREAD_ELEMENTS;
    const int threads = ddblas_threads_useful(handle, problem->type, worth < (double)blocks ? worth : (double)blocks);
    /* With one thread no parallel region is opened, because that would take most of the time of a
     * small call. */
    if (threads == 1)
        for (int64_t k = 0; k < blocks; k++)
            compute_block(&job, k);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(dynamic)
        for (int64_t k = 0; k < blocks; k++)
            compute_block(&job, k);
    }
    return DDBLAS_STATUS_SUCCESS;
}
