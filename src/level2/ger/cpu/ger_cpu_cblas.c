/*
 * Tiles of ger and its relatives on the CPU in S, D, C and Z. They are updated by CBLAS's axpy,
 * which adds a multiple of a vector to a column. The elements of the vectors that belong to the
 * tile are copied to the stack, so that increments beyond 32 bits never reach CBLAS.
 */
#include "ger_cpu.h"

#include <string.h>

#include <cblas.h>

#include "core/sizes.h"

/* A complex number of two doubles, in which the coefficients of all four types are computed. In
 * real types the imaginary part is 0. */
struct coefficient
{
    double re, im;
};

/* Loads an element. */
static struct coefficient load(ddblasType_t type, const char *from)
{
    const int is_complex = ddblas_type_is_complex(type);
    struct coefficient c = {0.0, 0.0};
    if (ddblas_type_is_single(type))
    {
        float parts[2] = {0.0F, 0.0F};
        memcpy(parts, from, sizeof(float) * (size_t)(1 + is_complex));
        c.re = parts[0];
        c.im = parts[1];
        return c;
    }
    memcpy(&c, from, sizeof(double) * (size_t)(1 + is_complex));
    return c;
}

static struct coefficient conjugate_if(int conjugate, struct coefficient c)
{
    c.im = conjugate ? -c.im : c.im;
    return c;
}

/* Returns the product a b. In S and C the factors are floats, so that products of their parts are
 * exact in double. The coefficient is rounded to float when it is stored. */
static struct coefficient product(int is_complex, struct coefficient a, struct coefficient b)
{
    const struct coefficient c = {is_complex ? a.re * b.re - a.im * b.im : a.re * b.re,
                                  is_complex ? a.re * b.im + a.im * b.re : 0.0};
    return c;
}

static void add_multiple(ddblasType_t type, int count, struct coefficient t, const void *x, void *column)
{
    const float single[2] = {(float)t.re, (float)t.im};
    const double parts[2] = {t.re, t.im};
    switch (type)
    {
    case DDBLAS_TYPE_S:
        cblas_saxpy(count, single[0], x, 1, column, 1);
        break;
    case DDBLAS_TYPE_D:
        cblas_daxpy(count, t.re, x, 1, column, 1);
        break;
    case DDBLAS_TYPE_C:
        cblas_caxpy(count, single, x, 1, column, 1);
        break;
    default:
        cblas_zaxpy(count, parts, x, 1, column, 1);
        break;
    }
}

/* Copies rows [first, end) of a vector. */
static void copy_rows(const struct ddblas_ger_problem *p, const void *vector, int64_t increment, int64_t first, int64_t end,
                      char *copy)
{
    const size_t size = ddblas_type_size(p->type);
    const char *from = (const char *)vector + ddblas_level1_at(0, p->m, increment) * (int64_t)size;
    for (int64_t i = first; i < end; i++)
        memcpy(copy + (size_t)(i - first) * size, from + i * increment * (int64_t)size, size);
}

static struct coefficient element_of(const struct ddblas_ger_problem *p, const void *vector, int64_t increment, int64_t j)
{
    const int64_t at = ddblas_level1_at(0, p->n, increment) + j * increment;
    return load(p->type, (const char *)vector + at * (int64_t)ddblas_type_size(p->type));
}

void ddblas_ger_cpu_cblas(const struct ddblas_ger_problem *p, struct ddblas_ger_tile tile)
{
    _Alignas(16) char x[DDBLAS_GER_ROWS * sizeof(double)], y[DDBLAS_GER_ROWS * sizeof(double)];
    const int is_complex = ddblas_type_is_complex(p->type);
    const int64_t size = (int64_t)ddblas_type_size(p->type), word = (int64_t)ddblas_type_word(p->type);
    const struct coefficient alpha = load(p->real_alpha ? ddblas_type_real(p->type) : p->type, p->alpha);
    copy_rows(p, p->x, p->incx, tile.first_row, tile.end_row, x);
    if (p->two_products)
        copy_rows(p, p->y, p->incy, tile.first_row, tile.end_row, y);
    for (int64_t j = tile.first_column; j < tile.end_column; j++)
    {
        const int64_t first = most(tile.first_row, layout_first_row(p->layout, j)),
                      end = least(tile.end_row, layout_end_row(p->layout, j)), skip = (first - tile.first_row) * size;
        char *const column = (char *)p->A + layout_column(p->layout, j) * size;
        if (first >= end)
            continue;
        const struct coefficient t = product(is_complex, alpha, conjugate_if(p->conjugate, element_of(p, p->y, p->incy, j)));
        add_multiple(p->type, (int)(end - first), t, x + skip, column + first * size);
        if (p->two_products)
        {
            const struct coefficient s = conjugate_if(p->conjugate, product(is_complex, alpha, element_of(p, p->x, p->incx, j)));
            add_multiple(p->type, (int)(end - first), s, y + skip, column + first * size);
        }
        if (p->real_diagonal && first <= j && j < end)
            memset(column + j * size + word, 0, (size_t)word);
    }
}
