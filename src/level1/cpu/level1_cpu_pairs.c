/*
 * Level 1 in W and U: the update or the sum of one block of the vectors, by the kernels of
 * level1_cpu_w.h. Vectors of increment 1 are read and written in place. Others pass through buffers
 * on the stack, 1024 words at a time (a word is a number of W; an element of U is two).
 */
#include <stdatomic.h>
#include <string.h>

#include "backend/isa.h"
#include "core/sizes.h"
#include "level1_cpu.h"
#include "level1_cpu_w.h"

enum
{
    LANES = DDBLAS_LEVEL1_LANES,
    WORDS = 1024 /* Words of a buffer; a multiple of those between two normalisations of the lanes. */
};

static const struct ddblas_level1_w_kernels *const kernels_of[DDBLAS_ISA_COUNT] = {
    [DDBLAS_ISA_PORTABLE] = &ddblas_level1_w_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = &ddblas_level1_w_avx2,
    [DDBLAS_ISA_AVX512] = &ddblas_level1_w_avx512,
#endif
};

static _Atomic(const struct ddblas_level1_w_kernels *) substitute;

void ddblas_level1_w_substitute(const struct ddblas_level1_w_kernels *kernels) { atomic_store(&substitute, kernels); }

static const struct ddblas_level1_w_kernels *kernels_in_use(void)
{
    const struct ddblas_level1_w_kernels *other = atomic_load(&substitute);
    return other ? other : kernels_of[ddblas_isa()];
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* The elements of a vector from one of them on. */
struct part
{
    ddblas_host_w *at;
    int64_t step; /* Words from one element to the next. */
    int words;    /* Words of an element. */
};

static struct part part_of(const struct ddblas_level1_problem *p, const void *vector, int64_t increment, int64_t first)
{
    const int words = ddblas_type_is_complex(p->type) ? 2 : 1;
    void *at = ddblas_level1_element(vector, first, p->n, increment, ddblas_type_size(p->type));
    return (struct part){at, words * increment, words};
}

static int is_contiguous(const struct part *v) { return v->step == v->words; }

/* Returns the address of word i of a part. An element begins with word i. */
static ddblas_host_w *word_at(const struct part *v, int64_t i) { return v->at + i / v->words * v->step; }

/* Copy words first .. first + count - 1 of a part, whole elements, to and from a contiguous copy.
 * */
static void gather(const struct part *v, int64_t first, int64_t count, ddblas_host_w *copy)
{
    const ddblas_host_w *from = word_at(v, first);
    for (int64_t i = 0; i < count && v->words == 1; i++, from += v->step)
        copy[i] = from[0];
    for (int64_t i = 0; i < count && v->words == 2; i += 2, from += v->step)
    {
        copy[i] = from[0];
        copy[i + 1] = from[1];
    }
}

static void scatter(const struct part *v, int64_t first, int64_t count, const ddblas_host_w *copy)
{
    ddblas_host_w *to = word_at(v, first);
    for (int64_t i = 0; i < count && v->words == 1; i++, to += v->step)
        to[0] = copy[i];
    for (int64_t i = 0; i < count && v->words == 2; i += 2, to += v->step)
    {
        to[0] = copy[i];
        to[1] = copy[i + 1];
    }
}

/* ---- updates --------------------------------------------------------------------------------- */

/* Returns a scalar as an element of U, and 0 for a scalar that the routine does not have. */
static cuddcomplex load_scalar(ddblasType_t type, const void *scalar)
{
    if (!scalar)
        return cuddcFromDoubles(0.0, 0.0);
    return ddblas_type_is_complex(type) ? *(const ddblas_host_u *)scalar : cuddcFromReal(*(const ddblas_host_w *)scalar);
}

/* The scalars as the kernels take them. */
static struct ddblas_level1_scalars scalars_of(const struct ddblas_level1_problem *p)
{
    const ddblas_host_w *a = p->a;
    if (p->routine == DDBLAS_LEVEL1_rotm)
        return level1_modified_rotation(a[0].x, a[1], a[2], a[3], a[4]);
    if (p->routine == DDBLAS_LEVEL1_rot && !ddblas_type_is_complex(p->b_type))
        return level1_rotation(a[0], *(const ddblas_host_w *)p->b);
    return (struct ddblas_level1_scalars){load_scalar(p->a_type, p->a), load_scalar(p->b_type, p->b)};
}

/* Returns the kernel for the routine and the types of its scalars. A complex vector with real
 * scalars is a real vector with twice as many elements. */
static enum ddblas_level1_w_update update_of(const struct ddblas_level1_problem *p)
{
    switch (p->routine)
    {
    case DDBLAS_LEVEL1_axpy:
        return ddblas_type_is_complex(p->a_type) ? DDBLAS_LEVEL1_AXPY_U : DDBLAS_LEVEL1_AXPY_W;
    case DDBLAS_LEVEL1_scal:
        return ddblas_type_is_complex(p->a_type) ? DDBLAS_LEVEL1_SCAL_U : DDBLAS_LEVEL1_SCAL_W;
    default: /* rotm has no b */
        return p->b && ddblas_type_is_complex(p->b_type) ? DDBLAS_LEVEL1_ROT_U : DDBLAS_LEVEL1_ROT_W;
    }
}

void ddblas_level1_pairs_update(const struct ddblas_level1_problem *p, int64_t first, int64_t count)
{
    const struct ddblas_level1_w_kernels *kernels = kernels_in_use();
    const struct ddblas_level1_scalars scalars = scalars_of(p);
    const struct part x = part_of(p, p->x, p->incx, first), y = p->y ? part_of(p, p->y, p->incy, first) : x;
    const int direct_x = is_contiguous(&x), direct_y = is_contiguous(&y), direct = direct_x && direct_y;
    const int writes_x = p->routine != DDBLAS_LEVEL1_axpy, writes_y = p->y != NULL;
    ddblas_host_w buffer_x[WORDS], buffer_y[WORDS];
    const int64_t words = count * x.words;
    if (p->routine == DDBLAS_LEVEL1_rotm && ((const ddblas_host_w *)p->a)->x == -2.0)
        return;
    for (int64_t i = 0; i < words; i += WORDS)
    {
        const int64_t some = direct ? words : least(words - i, WORDS);
        ddblas_host_w *const to_x = direct_x ? x.at + i : buffer_x, *to_y = !p->y ? to_x : direct_y ? y.at + i : buffer_y;
        if (!direct_x)
            gather(&x, i, some, buffer_x);
        if (!direct_y && p->y)
            gather(&y, i, some, buffer_y);
        kernels->update[update_of(p)](some, &scalars, to_x, to_y);
        if (!direct_x && writes_x)
            scatter(&x, i, some, buffer_x);
        if (!direct_y && writes_y)
            scatter(&y, i, some, buffer_y);
        if (direct)
            break;
    }
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Adds the terms of `count` words, a multiple of LANES, to the lanes: |x_i| for asum, x_i^2 for
 * nrm2, otherwise the products of a dot product. asum and nrm2 take the words of U as real numbers.
 * Both vectors are contiguous. */
static void add_terms(const struct ddblas_level1_problem *p, int64_t count, const ddblas_host_w *x, const ddblas_host_w *y,
                      struct ddblas_level1_lanes *sum)
{
    const struct ddblas_level1_w_kernels *kernels = kernels_in_use();
    if (p->routine == DDBLAS_LEVEL1_asum)
        kernels->absolute(count, x, x, sum);
    else if (p->routine == DDBLAS_LEVEL1_nrm2)
        kernels->dot(count, x, x, sum);
    else if (ddblas_type_is_complex(p->type))
        kernels->dot_complex(count, x, y, sum);
    else
        kernels->dot(count, x, y, sum);
}

static void scale_words(ddblas_host_w *copy, int64_t count, double scale)
{
    for (int64_t i = 0; i < count; i++)
        copy[i] = cuddMake(copy[i].x * scale, copy[i].y * scale);
}

/* Sums the terms of a block in the lanes. Zeros fill up the last words to a multiple of LANES.
 * scale: the power of 2 by which each word is multiplied; for nrm2 it may differ from 1. */
static void add_block(const struct ddblas_level1_problem *p, int64_t words, const struct part *x, const struct part *y,
                      double scale, struct ddblas_level1_lanes *sum)
{
    const int direct = is_contiguous(x) && is_contiguous(y) && scale == 1.0;
    const int64_t whole = words - words % LANES;
    ddblas_host_w buffer_x[WORDS], buffer_y[WORDS];
    memset(sum, 0, sizeof *sum);
    for (int64_t i = 0, some = 0; i < words; i += some)
    {
        some = i == whole ? words - whole : direct ? whole : least(whole - i, WORDS);
        if (direct && some % LANES == 0)
        {
            add_terms(p, some, x->at + i, y->at + i, sum);
            continue;
        }
        const int64_t padded = round_up(some, LANES);
        memset(buffer_x + some, 0, (size_t)(padded - some) * sizeof *buffer_x);
        memset(buffer_y + some, 0, (size_t)(padded - some) * sizeof *buffer_y);
        gather(x, i, some, buffer_x);
        scale_words(buffer_x, some, scale);
        if (p->y)
            gather(y, i, some, buffer_y);
        add_terms(p, padded, buffer_x, buffer_y, sum);
    }
}

/* Adds `count` lanes to the first `left` of them, in a binary tree. */
static void fold_lanes(cuddreal *lane, int count, int left)
{
    for (int half = count / 2; half >= left; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] = cudd_add_parts(lane[l].x, lane[l].y, lane[l + half].x, lane[l + half].y);
}

/* Returns the sum of the lanes. In a complex dot, lanes 0 .. 7 sum words of x times words of y, and
 * lanes 8 .. 15 sum words of x times words of y with real and imaginary parts swapped. After
 * folding, lane[0] = Re x Re y, lane[1] = Im x Im y, other[0] = Re x Im y, other[1] = Im x Re y. */
static cuddcomplex sum_of_lanes(const struct ddblas_level1_problem *p, const struct ddblas_level1_lanes *sum)
{
    cuddreal lane[LANES];
    for (int l = 0; l < LANES; l++)
        lane[l] = cuddTwoSum(sum->s[l], sum->c[l]);
    if (!p->y || !ddblas_type_is_complex(p->type))
    {
        fold_lanes(lane, LANES, 1);
        return cuddcFromReal(lane[0]);
    }
    cuddreal *other = lane + LANES / 2;
    fold_lanes(lane, LANES / 2, 2);
    fold_lanes(other, LANES / 2, 2);
    if (p->routine == DDBLAS_LEVEL1_dotc)
        return cuddcMake(cuddAdd(lane[0], lane[1]), cuddSub(other[0], other[1]));
    return cuddcMake(cuddSub(lane[0], lane[1]), cuddAdd(other[0], other[1]));
}

/* Returns the sum of a block, added term by term with the rules for Inf, NaN and overflow of
 * dd/level1.h. */
static struct level1_sum careful_sum(const struct ddblas_level1_problem *p, int64_t count, const struct part *x,
                                     const struct part *y)
{
    struct level1_sum s = level1_sum_of(cuddFromDouble(0.0), cuddFromDouble(0.0), 0);
    const int is_complex = x->words == 2;
    for (int64_t i = 0; i < count; i++)
    {
        const ddblas_host_w *a = x->at + i * x->step, *b = y->at + i * y->step;
        if (p->y)
            level1_careful_dot(&s, cuddcMake(a[0], a[is_complex]), cuddcMake(b[0], b[is_complex]), is_complex,
                               p->routine == DDBLAS_LEVEL1_dotc);
        for (int k = 0; k < x->words && !p->y; k++)
            if (p->routine == DDBLAS_LEVEL1_asum)
                level1_careful_asum(&s, a[k]);
            else
                level1_careful_square(&s, a[k]);
    }
    return s;
}

void ddblas_level1_pairs_sum(const struct ddblas_level1_problem *p, int64_t first, int64_t count,
                             union ddblas_level1_partial *partial)
{
    const struct part x = part_of(p, p->x, p->incx, first), y = p->y ? part_of(p, p->y, p->incy, first) : x;
    const int squares = p->routine == DDBLAS_LEVEL1_nrm2;
    struct ddblas_level1_lanes lanes;
    int exponent = 0;
    add_block(p, count * x.words, &x, &y, 1.0, &lanes);
    cuddcomplex sum = sum_of_lanes(p, &lanes);
    if (squares && !(sum.x.x >= LEVEL1_LEAST_SQUARES && cuddcIsFinite(sum)))
    {
        const int up = cuddcIsFinite(sum);
        add_block(p, count * x.words, &x, &y, up ? LEVEL1_SCALE_UP : LEVEL1_SCALE_DOWN, &lanes);
        exponent = up ? -LEVEL1_SCALE_SQUARED : LEVEL1_SCALE_SQUARED;
        sum = sum_of_lanes(p, &lanes);
    }
    partial->sum = cuddcIsFinite(sum) ? level1_sum_of(sum.x, sum.y, exponent) : careful_sum(p, count, &x, &y);
}
