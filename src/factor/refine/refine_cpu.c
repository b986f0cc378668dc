/*
 * The matrix of a refinement on the CPU: exponents of its rows and columns, scaling, the other
 * triangle.
 */
#include "refine.h"

#include <math.h>
#include <string.h>

#include "core/sizes.h"

/* Element (i, j) of the full matrix. */
static cuddreal element_of(const struct ddblas_refine *f, int64_t i, int64_t j)
{
    const int64_t at = i + j * f->ldfull;
    return f->p->type == DDBLAS_TYPE_D ? cuddFromDouble(((const double *)f->full)[at]) : ((const ddblas_host_w *)f->full)[at];
}

static int32_t exponent_of(double largest)
{
    int e = 0;
    (void)frexp(largest, &e);
    return largest == 0.0 ? DDBLAS_REFINE_ZERO : e;
}

/* 2^-exponent, which may be Inf or 0 at the ends of the range. */
static double factor_of(int32_t exponent) { return ldexp(1.0, exponent == DDBLAS_REFINE_ZERO ? 0 : -exponent); }

/* Returns 1 if factors of all these exponents are numbers with all their digits. */
static int have_factors(const int32_t *exponents, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (exponents[i] != DDBLAS_REFINE_ZERO && (exponents[i] > 1000 || exponents[i] < -1000))
            return 0;
    return 1;
}

/* The largest elements of the rows, in f->sums. Returns 1 if all elements are finite. */
static int find_largest_of_rows(struct ddblas_refine *f)
{
    double test = 0.0; /* Remains 0 unless an element is Inf or NaN. */
    for (int64_t i = 0; i < f->p->n; i++)
        f->sums[i] = 0.0;
    for (int64_t j = 0; j < f->p->n; j++)
        for (int64_t i = 0; i < f->p->n; i++)
        {
            const cuddreal a = element_of(f, i, j);
            test += a.x * 0.0 + a.y * 0.0;
            f->sums[i] = fabs(a.x) > f->sums[i] ? fabs(a.x) : f->sums[i];
        }
    return test == 0.0;
}

/* The exponent of the largest element of column j after the rows are scaled. */
static int32_t exponent_of_column(const struct ddblas_refine *f, int64_t j, const int32_t *row, const double *factors)
{
    double largest = 0.0;
    for (int64_t i = 0; i < f->p->n; i++)
    {
        const double a = fabs(element_of(f, i, j).x), scaled = factors ? a * factors[i] : a == 0.0 ? 0.0 : ldexp(a, -row[i]);
        largest = scaled > largest ? scaled : largest;
    }
    return exponent_of(largest);
}

ddblasStatus_t ddblas_refine_exponents_cpu(struct ddblas_refine *f)
{
    const int64_t n = f->p->n;
    int32_t *row = f->exponents, *column = f->exponents + n;
    const int finite = find_largest_of_rows(f);
    for (int64_t i = 0; i < n; i++)
        row[i] = finite ? exponent_of(f->sums[i]) : (int32_t)DDBLAS_REFINE_NOT_FINITE;
    const int by_factors = have_factors(row, n);
    for (int64_t i = 0; i < n; i++)
        f->sums[i] = factor_of(row[i]);
    for (int64_t j = 0; j < n && finite; j++)
        if (f->p->positive)
        {
            const int32_t e = exponent_of(element_of(f, j, j).x);
            column[j] = e == DDBLAS_REFINE_ZERO ? 0 : (e + 3000 + 1) / 2 - 1500;
        }
        else
            column[j] = exponent_of_column(f, j, row, by_factors ? f->sums : NULL);
    if (f->p->positive && finite)
        memcpy(row, column, (size_t)n * sizeof *row);
    if (!finite)
        memcpy(column, row, (size_t)n * sizeof *row);
    return DDBLAS_STATUS_SUCCESS;
}

/* a 2^-(row + column), by two products where the factors are numbers. */
static cuddreal scaled_element(cuddreal a, int32_t row, int32_t column, double row_factor, double column_factor)
{
    if (row_factor != 0.0)
        return cuddMake(a.x * row_factor * column_factor, a.y * row_factor * column_factor);
    return cuddLdexp(a, -row - column);
}

ddblasStatus_t ddblas_refine_scale_cpu(struct ddblas_refine *f)
{
    const int64_t n = f->p->n;
    const int32_t *row = f->exponents, *column = f->exponents + n;
    const int in_double = f->route == DDBLAS_REFINE_ROUTE_DOUBLE, by_factors = have_factors(row, 2 * n);
    double *sums = f->sums, *factors = f->sums + n; /* Sums in the first strip; the second has other numbers for a while. */
    memset(sums, 0, (size_t)(n * DDBLAS_REFINE_STRIPS) * sizeof *sums);
    for (int64_t i = 0; i < n && by_factors; i++)
        factors[i] = factor_of(row[i]);
    for (int64_t j = 0; j < n; j++)
    {
        const double column_factor = by_factors ? factor_of(column[j]) : 0.0;
        for (int64_t i = 0; i < n; i++)
        {
            const cuddreal s = scaled_element(element_of(f, i, j), row[i], column[j], factors[i], column_factor);
            sums[i] += fabs(s.x);
            if (in_double)
                ((double *)f->factors)[i + j * n] = s.x;
            else
                ((cuddreal *)f->factors)[i + j * n] = s;
        }
    }
    memset(factors, 0, (size_t)n * sizeof *factors);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_refine_expand_cpu(struct ddblas_refine *f, void *full)
{
    const struct ddblas_refine_problem *p = f->p;
    const size_t size = ddblas_type_size(p->type);
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t i = 0; i < p->n; i++)
        {
            const int stored = p->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
            memcpy((char *)full + (size_t)(i + j * p->n) * size,
                   (const char *)p->A + (size_t)(stored ? i + j * p->lda : j + i * p->lda) * size, size);
        }
    return DDBLAS_STATUS_SUCCESS;
}
