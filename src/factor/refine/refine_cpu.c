/*
 * The matrix of a refinement on the CPU: exponents of its rows and columns, scaling, the other
 * triangle.
 */
#include "refine.h"

#include <math.h>
#include <string.h>

#include "core/sizes.h"

/* Number k of column j of the full matrix. */
static cuddreal number_of(const struct ddblas_refine *f, int64_t k, int64_t j)
{
    const int64_t at = k + j * f->ldfull * f->parts;
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

/* The largest numbers of the rows, in f->sums. Returns 1 if all elements are finite. */
static int find_largest_of_rows(struct ddblas_refine *f)
{
    double test = 0.0; /* Remains 0 unless an element is Inf or NaN. */
    for (int64_t i = 0; i < f->p->n; i++)
        f->sums[i] = 0.0;
    for (int64_t j = 0; j < f->p->n; j++)
        for (int64_t k = 0; k < f->numbers; k++)
        {
            const cuddreal a = number_of(f, k, j);
            double *largest = &f->sums[k / f->parts];
            test += a.x * 0.0 + a.y * 0.0;
            *largest = fabs(a.x) > *largest ? fabs(a.x) : *largest;
        }
    return test == 0.0;
}

/* The exponent of the largest number of column j after the rows are scaled. */
static int32_t exponent_of_column(const struct ddblas_refine *f, int64_t j, const int32_t *row, const double *factors)
{
    double largest = 0.0;
    for (int64_t k = 0; k < f->numbers; k++)
    {
        const int64_t i = k / f->parts;
        const double a = fabs(number_of(f, k, j).x), scaled = factors ? a * factors[i] : a == 0.0 ? 0.0 : ldexp(a, -row[i]);
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
            const int32_t e = exponent_of(number_of(f, j * f->parts, j).x);
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
static cuddreal scaled_number(cuddreal a, int32_t row, int32_t column, double row_factor, double column_factor)
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
            double square = 0.0, modulus = 0.0;
            for (int64_t k = i * f->parts; k < (i + 1) * f->parts; k++)
            {
                const cuddreal s = scaled_number(number_of(f, k, j), row[i], column[j], factors[i], column_factor);
                square += s.x * s.x;
                modulus = fabs(s.x);
                if (in_double)
                    ((double *)f->factors)[k + j * f->numbers] = s.x;
                else
                    ((cuddreal *)f->factors)[k + j * f->numbers] = s;
            }
            sums[i] += f->parts == 2 ? sqrt(square) : modulus;
        }
    }
    memset(factors, 0, (size_t)n * sizeof *factors);
    return DDBLAS_STATUS_SUCCESS;
}

/* From the last number to the first one: none is overwritten before it is read. */
ddblasStatus_t ddblas_refine_widen_cpu(struct ddblas_refine *f)
{
    const double *narrow = f->factors;
    cuddreal *wide = f->factors;
    for (int64_t e = f->p->n * f->numbers - 1; e >= 0; e--)
        wide[e] = cuddFromDouble(narrow[e]);
    return DDBLAS_STATUS_SUCCESS;
}

/* Number k of column j of A as it is stored. */
static cuddreal stored_number(const struct ddblas_refine_problem *p, int64_t k, int64_t j)
{
    const int64_t at = k + j * p->lda * (p->element == DDBLAS_TYPE_U ? 2 : 1);
    return p->type == DDBLAS_TYPE_D || p->type == DDBLAS_TYPE_Z ? cuddFromDouble(((const double *)p->A)[at])
                                                                : ((const ddblas_host_w *)p->A)[at];
}

/* Number `part` of element (i, j) of all of A. */
static cuddreal whole_number(const struct ddblas_refine_problem *p, int64_t i, int64_t j, int part, int parts)
{
    const int stored = !p->positive || (p->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j);
    if (part == 1 && i == j && p->positive)
        return cuddFromDouble(0.0);
    if (stored)
        return stored_number(p, i * parts + part, j);
    const cuddreal a = stored_number(p, j * parts + part, i);
    return part == 1 ? cuddNeg(a) : a;
}

ddblasStatus_t ddblas_refine_expand_cpu(struct ddblas_refine *f, void *full)
{
    for (int64_t j = 0; j < f->p->n; j++)
        for (int64_t k = 0; k < f->numbers; k++)
        {
            const cuddreal a = whole_number(f->p, k / f->parts, j, (int)(k % f->parts), f->parts);
            if (f->p->type == DDBLAS_TYPE_D)
                ((double *)full)[k + j * f->numbers] = a.x;
            else
                ((ddblas_host_w *)full)[k + j * f->numbers] = a;
        }
    return DDBLAS_STATUS_SUCCESS;
}
