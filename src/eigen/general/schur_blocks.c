/*
 * The Schur form of a Hessenberg matrix over blocks, on the CPU engine.
 *
 *   small blocks    schur_small.h in one window
 *   large blocks    aggressive early deflation in a window at the end, then a sweep of several
 *                   pairs of shifts, the eigenvalues of that window, in windows down the block
 *
 * Each window is a copy, in which the reflectors are applied and collected to U; the rows above it,
 * the columns to its right and Z are multiplied by U with gemm.
 */
#include <math.h>
#include <string.h>

#include "backend/isa.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "general.h"

static const struct ddblas_schur_kernels *const kernels_of[2][3] = {{[DDBLAS_ISA_PORTABLE] = &ddblas_schur_w_portable,
#if defined(__x86_64__)
                                                                     [DDBLAS_ISA_AVX2] = &ddblas_schur_w_avx2,
                                                                     [DDBLAS_ISA_AVX512] = &ddblas_schur_w_avx512
#endif
                                                                    },
                                                                    {[DDBLAS_ISA_PORTABLE] = &ddblas_schur_u_portable,
#if defined(__x86_64__)
                                                                     [DDBLAS_ISA_AVX2] = &ddblas_schur_u_avx2,
                                                                     [DDBLAS_ISA_AVX512] = &ddblas_schur_u_avx512
#endif
                                                                    }};

const struct ddblas_schur_kernels *ddblas_schur_kernels_of(ddblasType_t type)
{
    return kernels_of[ddblas_type_is_complex(type)][ddblas_isa()];
}

/* The state of a call. */
struct schur
{
    struct ddblas_block_run *b;
    struct ddblas_schur *s;
    const struct ddblas_schur_kernels *kernels;
    char *window, *U, *copy;
    cuddcomplex *values; /* Eigenvalues of a window. */
    int64_t low, high;   /* The active block, with both ends. */
};

struct layout
{
    size_t window, U, copy, values, all;
};

static struct layout layout_of(const struct ddblas_block_run *b, int64_t n)
{
    struct layout l = {0};
    const double w = DDBLAS_SCHUR_WINDOW;
    l.window = ddblas_eigen_place(&l.all, w * w, b->size);
    l.U = ddblas_eigen_place(&l.all, w * w, b->size);
    l.copy = ddblas_eigen_place(&l.all, w * (double)n, b->size);
    l.values = ddblas_eigen_place(&l.all, w, sizeof(cuddcomplex));
    return l;
}

size_t ddblas_schur_bytes(const struct ddblas_block_run *b, int64_t n) { return layout_of(b, n).all; }

static char *element_of(const struct schur *c, void *M, int64_t i, int64_t j)
{
    return ddblas_block_to(c->b, M, i + j * c->s->n);
}

/* M(:, window) = M(:, window) U for rows [first, first + rows) of M. */
static ddblasStatus_t multiply_columns(struct schur *c, void *M, int64_t first, int64_t rows, int64_t at, int64_t order)
{
    struct ddblas_block_run *b = c->b;
    const int64_t n = c->s->n;
    if (rows == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (!b->planning)
        ddblas_copy_cpu(b->handle, b->size, rows, order, element_of(c, M, first, at), n, c->copy, n);
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, rows, order, order, b->one, c->copy, n, c->U, order, b->zero,
                             element_of(c, M, first, at), n);
}

/* H(window, :) = U^H H(window, :) for `columns` columns from `first` on. */
static ddblasStatus_t multiply_rows(struct schur *c, int64_t first, int64_t columns, int64_t at, int64_t order)
{
    struct ddblas_block_run *b = c->b;
    const int64_t n = c->s->n;
    if (columns == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (!b->planning)
        ddblas_copy_cpu(b->handle, b->size, order, columns, element_of(c, c->s->H, at, first), n, c->copy, order);
    return ddblas_block_gemm(b, ddblas_type_is_complex(b->type) ? DDBLAS_OP_C : DDBLAS_OP_T, DDBLAS_OP_N, order, columns, order,
                             b->one, c->U, order, c->copy, order, b->zero, element_of(c, c->s->H, at, first), n);
}

/* Stores the window, which begins at row `at`, and multiplies the rest by U. */
static ddblasStatus_t store_window(struct schur *c, int64_t at, int64_t order)
{
    struct ddblas_block_run *b = c->b;
    const struct ddblas_schur *s = c->s;
    const int64_t top = s->whole ? 0 : c->low, end = s->whole ? s->n : c->high + 1;
    if (!b->planning)
        ddblas_copy_cpu(b->handle, b->size, order, order, c->window, order, element_of(c, s->H, at, at), s->n);
    DDBLAS_CHECK(multiply_columns(c, s->H, top, at - top, at, order));
    DDBLAS_CHECK(multiply_rows(c, at + order, end - at - order, at, order));
    return s->Z ? multiply_columns(c, s->Z, 0, s->n, at, order) : DDBLAS_STATUS_SUCCESS;
}

static void load_window(const struct schur *c, int64_t at, int64_t order)
{
    ddblas_copy_cpu(c->b->handle, c->b->size, order, order, element_of(c, c->s->H, at, at), c->s->n, c->window, order);
}

/* The whole active block is one window. */
static ddblasStatus_t finish_block(struct schur *c)
{
    const int64_t order = c->high - c->low + 1;
    load_window(c, c->low, order);
    const int64_t failed = c->kernels->schur(order, c->window, order, c->U, order, c->values);
    if (failed > 0)
        c->s->info = c->low + failed;
    return order > 1 ? store_window(c, c->low, order) : DDBLAS_STATUS_SUCCESS;
}

/* ---- shifts and deflation -------------------------------------------------------------------- */

/* Returns the order of the deflation window, and in *pairs the pairs of shifts of a sweep. */
static int64_t sizes_of(int64_t order, int *pairs)
{
    *pairs = order < 80 ? 4 : order < 160 ? 6 : DDBLAS_SCHUR_PAIRS;
    return 4 * *pairs;
}

/* Puts pairs of shifts together, from the last of `count` eigenvalues of the window on: a complex
 * pair of W stays one, and the others are paired in order. Returns the number of pairs. */
static int pair_shifts(const struct schur *c, int64_t count, int pairs, cuddcomplex *shifts)
{
    const int complex = ddblas_type_is_complex(c->b->type);
    int found = 0;
    const cuddcomplex *waiting = NULL;
    for (int64_t k = count - 1; k >= 0 && found < pairs; k--)
    {
        const cuddcomplex *value = &c->values[k];
        if (!complex && !cuddIsZero(value->y) && k > 0)
        {
            shifts[2 * found] = c->values[k - 1];
            shifts[2 * found++ + 1] = *value;
            k--;
        }
        else if (waiting)
        {
            shifts[2 * found] = *waiting;
            shifts[2 * found++ + 1] = *value;
            waiting = NULL;
        }
        else
            waiting = value;
    }
    return found;
}

/* Shifts after sweeps without deflation, as LAPACK's dlaqr0 takes them. */
static int exceptional_shifts(const struct schur *c, int pairs, cuddcomplex *shifts)
{
    for (int k = 0; k < pairs; k++)
    {
        const int64_t i = c->high - 2 * k;
        const ddblas_host_w *here = (const void *)element_of(c, c->s->H, i, i),
                            *left = (const void *)element_of(c, c->s->H, i, i - 1),
                            *before = (const void *)element_of(c, c->s->H, i - 1, i - 2);
        const double size = fabs(left->x) + fabs(before->x);
        const double real = here->x + 0.75 * size, imaginary = sqrt(0.4375) * size;
        shifts[2 * k] = cuddcFromDoubles(real, imaginary);
        shifts[2 * k + 1] = cuddcFromDoubles(real, -imaginary);
    }
    return pairs;
}

/* Tries to deflate eigenvalues at the end of the block. *deflated becomes their number, and *pairs
 * that of the pairs of shifts. */
static ddblasStatus_t deflate_end(struct schur *c, int64_t order, int *pairs, cuddcomplex *shifts, int64_t *deflated)
{
    const int64_t at = c->high - order + 1;
    char *spike = element_of(c, c->s->H, at, at - 1);
    *deflated = 0;
    load_window(c, at, order);
    if (c->kernels->schur(order, c->window, order, c->U, order, c->values) > 0)
    {
        *pairs = exceptional_shifts(c, *pairs, shifts);
        return DDBLAS_STATUS_SUCCESS;
    }
    const int64_t kept = c->kernels->deflate(order, c->window, c->U, spike);
    *pairs = pair_shifts(c, kept, *pairs, shifts);
    *deflated = order - kept;
    return *deflated > 0 ? store_window(c, at, order) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t sweep(struct schur *c, int pairs, const cuddcomplex *shifts)
{
    int64_t at = c->low;
    struct ddblas_schur_chase chase = {.H = c->window, .U = c->U, .pairs = pairs, .shifts = shifts};
    int64_t place[DDBLAS_SCHUR_PAIRS];
    for (int k = 0; k < pairs; k++)
        place[k] = c->low - 1;
    while (place[pairs - 1] <= c->high)
    {
        chase.order = least(3 * pairs + DDBLAS_SCHUR_STEPS + 4, c->high - at + 1);
        chase.last = at + chase.order == c->high + 1;
        load_window(c, at, chase.order);
        for (int k = 0; k < pairs; k++)
            chase.at[k] = place[k] - at;
        c->kernels->chase(&chase);
        for (int k = 0; k < pairs; k++)
            place[k] = chase.at[k] + at;
        DDBLAS_CHECK(store_window(c, at, chase.order));
        at = place[pairs - 1];
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* The active block is larger than a window: deflates at its end, or sweeps. */
static ddblasStatus_t reduce_block(struct schur *c, int64_t *stalled)
{
    cuddcomplex shifts[2 * DDBLAS_SCHUR_PAIRS];
    int pairs;
    int64_t deflated;
    const int64_t order = sizes_of(c->high - c->low + 1, &pairs);
    const int most_pairs = pairs;
    DDBLAS_CHECK(deflate_end(c, order, &pairs, shifts, &deflated));
    *stalled = deflated > 0 ? 0 : *stalled + 1;
    c->high -= deflated;
    if (c->high - c->low + 1 <= DDBLAS_SCHUR_SMALL || 7 * deflated > order)
        return DDBLAS_STATUS_SUCCESS;
    if (*stalled > 0 && *stalled % 6 == 0)
        pairs = exceptional_shifts(c, most_pairs, shifts);
    return pairs > 0 ? sweep(c, pairs, shifts) : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_schur_blocks(struct ddblas_block_run *b, struct ddblas_schur *s)
{
    const struct layout l = layout_of(b, s->n);
    char *memory = s->memory;
    struct schur c = {.b = b,
                      .s = s,
                      .kernels = ddblas_schur_kernels_of(b->type),
                      .window = memory + l.window,
                      .U = memory + l.U,
                      .copy = memory + l.copy,
                      .values = (void *)(memory + l.values),
                      .high = s->end - 1};
    int64_t stalled = 0;
    s->info = 0;
    if (b->planning)
    {
        ddblas_general_note_products(b, s->n);
        return DDBLAS_STATUS_SUCCESS;
    }
    while (c.high >= s->first && s->info == 0)
    {
        const int64_t high = c.high;
        c.low = c.kernels->split(s->first, c.high, s->H, s->n);
        if (c.high - c.low + 1 <= DDBLAS_SCHUR_SMALL)
        {
            DDBLAS_CHECK(finish_block(&c));
            c.high = c.low - 1;
        }
        else if (stalled > 30 * most(10, c.high - c.low + 1))
            s->info = c.high + 1;
        else
            DDBLAS_CHECK(reduce_block(&c, &stalled));
        stalled = c.high < high ? 0 : stalled;
    }
    c.kernels->values(s->n, s->H, s->n, s->values);
    return DDBLAS_STATUS_SUCCESS;
}
