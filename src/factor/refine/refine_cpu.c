/*
 * The matrix of a refinement on the CPU: exponents of its diagonal, scaling, the other triangle.
 */
#include "refine.h"

#include <math.h>
#include <string.h>

#include "factor/exponents/powers.h"

/* Number k of column j of the full matrix. */
static cuddreal number_of(const struct ddblas_refine *f, int64_t k, int64_t j)
{
    return number_at(f->p->type == DDBLAS_TYPE_D ? DDBLAS_TYPE_D : DDBLAS_TYPE_W, f->full, k + j * f->ldfull * f->parts);
}

ddblasStatus_t ddblas_refine_exponents_of_diagonal_cpu(struct ddblas_refine *f)
{
    const int64_t n = f->p->n;
    int32_t *row = f->exponents, *column = f->exponents + n;
    for (int64_t j = 0; j < n; j++)
    {
        const double a = number_of(f, j * f->parts, j).x;
        if (row[j] != DDBLAS_EXPONENT_NOT_FINITE)
            row[j] = a == 0.0 ? 0 : (exponent_of(a) + 3000 + 1) / 2 - 1500;
        column[j] = row[j];
    }
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

ddblasStatus_t ddblas_refine_norm_cpu(struct ddblas_refine *f)
{
    f->norm = 0.0;
    for (int64_t i = 0; i < f->p->n; i++)
    {
        double sum = 0.0;
        for (int strip = 0; strip < DDBLAS_REFINE_STRIPS; strip++)
            sum += f->sums[i + strip * f->p->n];
        f->norm = sum > f->norm ? sum : f->norm;
    }
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
