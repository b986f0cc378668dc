/*
 * Tiles of ger and its relatives on the CPU in W and U.
 *
 * A thread copies the tile's elements of the column vectors to its stack in split form, high parts
 * and low parts apart, and then updates column after column by a kernel for real numbers. A complex
 * column is treated as twice as many real numbers, real and imaginary parts in turn: the product of
 * x with t = t_r + i t_i is x t_r + (i x) t_i, and i x is copied as well.
 */
#include "ger_cpu.h"

#include <stdatomic.h>

#include "backend/isa.h"
#include "core/sizes.h"
#include "ger_cpu_w.h"
#include "level2/ger/ger_element.h"

/* Largest number of vectors whose elements are factors of the products: x and i x, y and i y. */
enum
{
    MOST_FACTORS = 4
};

struct factors
{
    int count;
    double high[MOST_FACTORS][DDBLAS_GER_ROWS], low[MOST_FACTORS][DDBLAS_GER_ROWS];
};

static const struct ddblas_ger_w_kernels *const kernels_of[DDBLAS_ISA_COUNT] = {
    [DDBLAS_ISA_PORTABLE] = &ddblas_ger_w_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = &ddblas_ger_w_avx2,
    [DDBLAS_ISA_AVX512] = &ddblas_ger_w_avx512,
#endif
};

static _Atomic(const struct ddblas_ger_w_kernels *) substitute;

void ddblas_ger_w_substitute(const struct ddblas_ger_w_kernels *kernels) { atomic_store(&substitute, kernels); }

static const struct ddblas_ger_w_kernels *kernels_in_use(void)
{
    const struct ddblas_ger_w_kernels *other = atomic_load(&substitute);
    return other ? other : kernels_of[ddblas_isa()];
}

/* Returns element i of a vector of `count` elements as a complex number. */
static cuddcomplex element_of(int is_complex, const void *vector, int64_t count, int64_t increment, int64_t i)
{
    const ddblas_host_w *at =
        (const ddblas_host_w *)vector + (ddblas_level1_at(0, count, increment) + i * increment) * (1 + is_complex);
    return cuddcMake(at[0], is_complex ? at[1] : cuddFromDouble(0.0));
}

static void put(struct factors *f, int factor, int64_t at, cuddreal value)
{
    f->high[factor][at] = value.x;
    f->low[factor][at] = value.y;
}

/* Appends rows [first, end) of a vector to the factors. In U it also appends the same rows
 * multiplied by i. */
static void add_factor(struct factors *f, const struct ddblas_ger_problem *p, const void *vector, int64_t increment,
                       int64_t first, int64_t end)
{
    const int is_complex = ddblas_type_is_complex(p->type);
    for (int64_t i = first; i < end; i++)
    {
        const cuddcomplex x = element_of(is_complex, vector, p->m, increment, i);
        const int64_t at = (i - first) * (1 + is_complex);
        put(f, f->count, at, x.x);
        if (!is_complex)
            continue;
        put(f, f->count, at + 1, x.y);
        put(f, f->count + 1, at, cuddNeg(x.y));
        put(f, f->count + 1, at + 1, x.x);
    }
    f->count += 1 + is_complex;
}

static void add_coefficient(cuddreal *coefficients, int *count, int is_complex, cuddcomplex t)
{
    coefficients[(*count)++] = t.x;
    if (is_complex)
        coefficients[(*count)++] = t.y;
}

/* Computes the coefficients of column j, one for each factor. */
static void coefficients_of(const struct ddblas_ger_problem *p, int64_t j, cuddreal *coefficients)
{
    const int is_complex = ddblas_type_is_complex(p->type);
    const ddblas_host_w *parts = p->alpha;
    const cuddcomplex alpha = cuddcMake(parts[0], is_complex && !p->real_alpha ? parts[1] : cuddFromDouble(0.0));
    const cuddcomplex y = element_of(is_complex, p->y, p->n, p->incy, j);
    int count = 0;
    add_coefficient(coefficients, &count, is_complex,
                    is_complex ? ger_coefficient_complex(alpha, p->real_alpha, y, p->conjugate)
                               : cuddcFromReal(cuddMul(alpha.x, y.x)));
    if (!p->two_products)
        return;
    const cuddcomplex x = element_of(is_complex, p->x, p->n, p->incx, j);
    add_coefficient(coefficients, &count, is_complex,
                    is_complex ? ger_second_coefficient_complex(alpha, x, p->conjugate) : cuddcFromReal(cuddMul(alpha.x, x.x)));
}

void ddblas_ger_cpu_pairs(const struct ddblas_ger_problem *p, struct ddblas_ger_tile tile)
{
    const struct ddblas_ger_w_kernels *kernels = kernels_in_use();
    const int64_t width = ddblas_type_is_complex(p->type) ? 2 : 1;
    struct factors f;
    f.count = 0;
    add_factor(&f, p, p->x, p->incx, tile.first_row, tile.end_row);
    if (p->two_products)
        add_factor(&f, p, p->y, p->incy, tile.first_row, tile.end_row);
    for (int64_t j = tile.first_column; j < tile.end_column; j++)
    {
        const int64_t first = most(tile.first_row, layout_first_row(p->layout, j)),
                      end = least(tile.end_row, layout_end_row(p->layout, j)), skip = (first - tile.first_row) * width;
        ddblas_host_w *const column = (ddblas_host_w *)p->A + layout_column(p->layout, j) * width;
        cuddreal coefficients[MOST_FACTORS] = {{0.0, 0.0}};
        if (first >= end)
            continue;
        coefficients_of(p, j, coefficients);
        for (int k = 0; k < f.count; k++)
            kernels->column((end - first) * width, f.high[k] + skip, f.low[k] + skip, coefficients[k], column + first * width);
        if (p->real_diagonal && first <= j && j < end)
            column[2 * j + 1] = cuddFromDouble(0.0);
    }
}
