/*
 * The order of the units of a product over host memory. xt_plan.h has a picture of it.
 */
#include "xt_plan.h"

#include "core/sizes.h"

/* The block rows of one column of blocks that belong to the same band: the first of them, their
 * number, and the number of units that come before them in the order. */
struct rows
{
    int64_t first, count, before;
};

static struct rows rows_of_band(const struct xt_plan *p, int64_t b)
{
    const int64_t first = p->down * b / p->bands;
    return (struct rows){first, p->down * (b + 1) / p->bands - first, first * p->across};
}

static struct rows band_of_row(const struct xt_plan *p, int64_t i)
{
    int64_t b = 0;
    while (b + 1 < p->bands && rows_of_band(p, b + 1).first <= i)
        b++;
    return rows_of_band(p, b);
}

/* Returns the block rows of column j in the band that contains block row i, with the number of
 * units before them. */
static struct rows rows_of(const struct xt_plan *p, int64_t i, int64_t j)
{
    if (p->part == DDBLAS_GEMM_LOWER)
        return (struct rows){j, p->down - j, j * p->down - j * (j - 1) / 2};
    if (p->part == DDBLAS_GEMM_UPPER)
        return (struct rows){0, j + 1, j * (j + 1) / 2};
    const struct rows r = band_of_row(p, i);
    return (struct rows){r.first, r.count, r.before + j * r.count};
}

/* Returns the column of blocks of a triangle that contains a unit. It is the last column whose
 * first unit does not come after this unit. */
static int64_t column_of(const struct xt_plan *p, int64_t index)
{
    int64_t low = 0, high = p->across - 1;
    while (low < high)
    {
        const int64_t middle = (low + high + 1) / 2;
        if (rows_of(p, 0, middle).before <= index)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

struct xt_unit ddblas_xt_unit(const struct xt_plan *p, int64_t index)
{
    int64_t row = 0, j;
    if (p->part == DDBLAS_GEMM_ALL)
    {
        const struct rows r = band_of_row(p, index / p->across);
        row = r.first;
        j = (index - r.before) / r.count;
    }
    else
        j = column_of(p, index);
    const struct rows r = rows_of(p, row, j);
    const int64_t place = index - r.before;
    return (struct xt_unit){r.first + (j % 2 == 0 ? place : r.count - 1 - place), j};
}

int64_t ddblas_xt_index(const struct xt_plan *p, int64_t i, int64_t j)
{
    if (i < 0 || i >= p->down || j < 0 || j >= p->across)
        return -1;
    const struct rows r = rows_of(p, i, j);
    const int64_t place = i - r.first;
    return place < 0 || place >= r.count ? -1 : r.before + (j % 2 == 0 ? place : r.count - 1 - place);
}

int64_t ddblas_xt_column_start(const struct xt_plan *p, int64_t i, int64_t j) { return rows_of(p, i, j).before; }

void ddblas_xt_cut_bands(struct xt_plan *p, int lanes)
{
    for (int g = 1; g * g <= lanes && p->part == DDBLAS_GEMM_ALL && g <= p->down; g++)
        if (lanes % g == 0)
            p->bands = g;
}

void ddblas_xt_section(const struct xt_plan *p, int part, int parts, int64_t *first, int64_t *end)
{
    *first = p->units / parts * part + least(part, p->units % parts);
    *end = *first + p->units / parts + (part < p->units % parts);
}
