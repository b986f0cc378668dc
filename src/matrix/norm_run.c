/*
 * The order of passes and reductions of a norm, for both engines, and the workspace they need.
 *
 *   norm                    passes and reductions
 *   MAX                     columns, the largest of all
 *   ONE                     columns; the sum of each column's blocks; the largest
 *   INF                     rows; the sum of each row's chunks; the largest
 *   ONE, INF of symmetric   columns without the diagonal and rows with it; sums of each; their
 *                           sums; the largest
 *   FROBENIUS               columns, of squares; the sum of each column's blocks; the sum; the root
 */
#include "norm.h"

#include "core/sizes.h"

int64_t ddblas_norm_chunk(int64_t n)
{
    return most(DDBLAS_NORM_LEAST_CHUNK, least(quotient_up(n, DDBLAS_NORM_CHUNKS), DDBLAS_NORM_MOST_CHUNK));
}

/* ---- workspace ------------------------------------------------------------------------------- */

enum
{
    RESULT_BYTES = 256 /* At the beginning of the workspace, for a result that goes to host memory. */
};

static int sums_columns(ddblasNorm_t norm, int symmetric) { return norm != DDBLAS_NORM_INF || symmetric; }
static int sums_rows(ddblasNorm_t norm, int symmetric)
{
    return norm == DDBLAS_NORM_INF || (symmetric && norm == DDBLAS_NORM_ONE);
}

/* Partial results of the pass over rows. */
static int64_t items_of_rows(int symmetric, int64_t m, int64_t n)
{
    const int64_t chunks = quotient_up(n, ddblas_norm_chunk(n));
    return chunks == 1 && !symmetric ? quotient_up(m, DDBLAS_NORM_LANES) : m * chunks;
}

size_t ddblas_norm_bytes(ddblasNorm_t norm, int symmetric, int64_t m, int64_t n, struct ddblas_norm_space *space)
{
    *space = (struct ddblas_norm_space){0};
    if (m == 0 || n == 0)
        return RESULT_BYTES;
    if ((double)m * (double)n > 0x1p+52)
        return 0;
    if (sums_columns(norm, symmetric))
    {
        space->pass = n * ddblas_norm_blocks(m);
        space->reduction = n * ddblas_norm_blocks(ddblas_norm_blocks(m));
    }
    if (sums_rows(norm, symmetric))
    {
        space->pass = most(space->pass, items_of_rows(symmetric, m, n));
        space->reduction = most(space->reduction, m * ddblas_norm_blocks(quotient_up(n, ddblas_norm_chunk(n))));
        space->pairs = symmetric ? 2 * n : 0;
    }
    return RESULT_BYTES + (size_t)(space->pass + space->reduction + space->pairs) * sizeof(struct special_sum);
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* A call, with the areas of its workspace. */
struct run
{
    ddblasHandle_t handle;
    const struct ddblas_norm_engine *engine;
    const struct ddblas_norm_problem *p;
    struct special_sum *area[2], *pairs;
    void *result;
};

/* The area that does not hold the vector. */
static struct special_sum *other_area(const struct run *run, const struct ddblas_norm_vector *v)
{
    return v->base == run->area[0] ? run->area[1] : run->area[0];
}

static ddblasStatus_t reduce_once(const struct run *run, struct ddblas_norm_vector *v, int largest, struct special_sum *to,
                                  int64_t to_stride, enum ddblas_norm_finish finish)
{
    const int64_t blocks = ddblas_norm_blocks(v->count);
    const struct ddblas_norm_reduction r = {.in = *v,
                                            .largest = largest,
                                            .to = to,
                                            .to_stride = to_stride,
                                            .finish = finish,
                                            .type = run->p->type,
                                            .result = run->result};
    *v = (struct ddblas_norm_vector){to, v->segments, blocks, blocks * to_stride, to_stride};
    return run->engine->reduce(run->handle, &r);
}

/* Adds the items of each segment until one is left; the last ones go to `to` if it is not null. */
static ddblasStatus_t add_segments(const struct run *run, struct ddblas_norm_vector *v, struct special_sum *to, int64_t to_stride)
{
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    while (status == DDBLAS_STATUS_SUCCESS && v->count > DDBLAS_NORM_BLOCK)
        status = reduce_once(run, v, 0, other_area(run, v), 1, DDBLAS_NORM_KEEP);
    if (status == DDBLAS_STATUS_SUCCESS && (v->count > 1 || to))
        status = reduce_once(run, v, 0, to ? to : other_area(run, v), to ? to_stride : 1, DDBLAS_NORM_KEEP);
    return status;
}

/* Reduces `count` items, one after another from `base`, to the norm. */
static ddblasStatus_t finish(const struct run *run, const struct special_sum *base, int64_t count)
{
    const int squares = run->p->norm == DDBLAS_NORM_FROBENIUS;
    struct ddblas_norm_vector v = {base, 1, count, count, 1};
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    while (status == DDBLAS_STATUS_SUCCESS && v.count > DDBLAS_NORM_BLOCK)
        status = reduce_once(run, &v, !squares, other_area(run, &v), 1, DDBLAS_NORM_KEEP);
    return status == DDBLAS_STATUS_SUCCESS
               ? reduce_once(run, &v, !squares, other_area(run, &v), 1, squares ? DDBLAS_NORM_ROOT : DDBLAS_NORM_VALUE)
               : status;
}

/* ---- passes ---------------------------------------------------------------------------------- */

/* The blocks of all columns, or the chunks of all rows, as a vector with a segment for each. */
static ddblasStatus_t pass_columns(const struct run *run, enum ddblas_norm_term term, int strict, struct ddblas_norm_vector *v)
{
    const struct ddblas_norm_pass pass = {.term = term, .strict = strict, .to = run->area[0]};
    const int64_t blocks = ddblas_norm_blocks(run->p->m);
    *v = (struct ddblas_norm_vector){run->area[0], run->p->n, blocks, blocks, 1};
    return run->engine->columns(run->handle, run->p, &pass);
}

static ddblasStatus_t pass_rows(const struct run *run, struct ddblas_norm_vector *v)
{
    const int64_t chunk = ddblas_norm_chunk(run->p->n), chunks = quotient_up(run->p->n, chunk);
    const int collapse = chunks == 1 && !run->p->symmetric;
    const struct ddblas_norm_pass pass = {.term = DDBLAS_NORM_MODULI, .chunk = chunk, .collapse = collapse, .to = run->area[0]};
    const int64_t rows = collapse ? quotient_up(run->p->m, DDBLAS_NORM_LANES) : run->p->m;
    *v = (struct ddblas_norm_vector){run->area[0], rows, chunks, 1, rows};
    return run->engine->rows(run->handle, run->p, &pass);
}

static ddblasStatus_t run_symmetric_sums(const struct run *run)
{
    const int64_t n = run->p->n;
    struct ddblas_norm_vector v;
    ddblasStatus_t status = pass_columns(run, DDBLAS_NORM_MODULI, 1, &v);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = add_segments(run, &v, run->pairs, 2);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = pass_rows(run, &v);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = add_segments(run, &v, run->pairs + 1, 2);
    v = (struct ddblas_norm_vector){run->pairs, n, 2, 2, 1};
    if (status == DDBLAS_STATUS_SUCCESS)
        status = add_segments(run, &v, NULL, 1);
    return status == DDBLAS_STATUS_SUCCESS ? finish(run, v.base, n) : status;
}

ddblasStatus_t ddblas_norm_run(ddblasHandle_t handle, const struct ddblas_norm_engine *engine,
                               const struct ddblas_norm_problem *p, void *workspace, void *result)
{
    static const enum ddblas_norm_term terms[] = {[DDBLAS_NORM_MAX] = DDBLAS_NORM_LARGEST,
                                                  [DDBLAS_NORM_ONE] = DDBLAS_NORM_MODULI,
                                                  [DDBLAS_NORM_INF] = DDBLAS_NORM_MODULI,
                                                  [DDBLAS_NORM_FROBENIUS] = DDBLAS_NORM_SQUARES};
    struct ddblas_norm_space space;
    (void)ddblas_norm_bytes(p->norm, p->symmetric, p->m, p->n, &space);
    struct special_sum *const first = (struct special_sum *)((char *)workspace + RESULT_BYTES);
    const struct run run = {
        handle, engine, p, {first, first + space.pass}, first + space.pass + space.reduction, result ? result : workspace};
    struct ddblas_norm_vector v;
    if (p->symmetric && sums_rows(p->norm, 1))
        return run_symmetric_sums(&run);
    ddblasStatus_t status = p->norm == DDBLAS_NORM_INF ? pass_rows(&run, &v) : pass_columns(&run, terms[p->norm], 0, &v);
    if (status == DDBLAS_STATUS_SUCCESS && p->norm == DDBLAS_NORM_MAX)
        return finish(&run, v.base, v.segments * v.count);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = add_segments(&run, &v, NULL, 1);
    return status == DDBLAS_STATUS_SUCCESS ? finish(&run, v.base, v.segments) : status;
}
