/*
 * Exponents of rows and columns on the CPU engine.
 */
#include "exponents.h"

#include <math.h>
#include <string.h>

#include "powers.h"

/* Number k of column j. */
static cuddreal number_of(const struct ddblas_exponents *p, int64_t k, int64_t j)
{
    return number_at(p->number, p->A, k + j * p->lda * p->parts);
}

static int32_t exponent_of_largest(double largest)
{
    int e = 0;
    (void)frexp(largest, &e);
    return largest == 0.0 ? DDBLAS_EXPONENT_ZERO : e;
}

/* The largest numbers of the rows, in p->scratch. Returns 1 if all elements are finite. */
static int find_largest_of_rows(const struct ddblas_exponents *p)
{
    double test = 0.0; /* Remains 0 unless an element is Inf or NaN. */
    for (int64_t i = 0; i < p->m; i++)
        p->scratch[i] = 0.0;
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t k = 0; k < p->m * p->parts; k++)
        {
            const cuddreal a = number_of(p, k, j);
            double *largest = &p->scratch[k / p->parts];
            test += a.x * 0.0 + a.y * 0.0;
            *largest = fabs(a.x) > *largest ? fabs(a.x) : *largest;
        }
    return test == 0.0;
}

/* The exponent of the largest number of column j after the rows are scaled, where the scaled
 * numbers are too small for a double. */
static int32_t exponent_of_small_column(const struct ddblas_exponents *p, int64_t j)
{
    int32_t largest = DDBLAS_EXPONENT_ZERO;
    for (int64_t k = 0; k < p->m * p->parts; k++)
    {
        const double a = number_of(p, k, j).x;
        const int32_t e = a == 0.0 ? DDBLAS_EXPONENT_ZERO : exponent_of(a) - p->row[k / p->parts];
        largest = e > largest ? e : largest;
    }
    return largest;
}

/* The same for all columns. */
static int32_t exponent_of_column(const struct ddblas_exponents *p, int64_t j, const double *factors)
{
    double largest = 0.0;
    for (int64_t k = 0; k < p->m * p->parts; k++)
    {
        const int64_t i = k / p->parts;
        const double a = fabs(number_of(p, k, j).x), scaled = factors ? a * factors[i] : a == 0.0 ? 0.0 : ldexp(a, -p->row[i]);
        largest = scaled > largest ? scaled : largest;
    }
    return largest == 0.0 ? exponent_of_small_column(p, j) : exponent_of_largest(largest);
}

void ddblas_exponents_cpu(const struct ddblas_exponents *p)
{
    const int finite = find_largest_of_rows(p);
    for (int64_t i = 0; i < p->m; i++)
        p->row[i] = finite ? exponent_of_largest(p->scratch[i]) : (int32_t)DDBLAS_EXPONENT_NOT_FINITE;
    if (!p->column)
        return;
    const int by_factors = finite && have_factors(p->row, p->m);
    for (int64_t i = 0; i < p->m && by_factors; i++)
        p->scratch[i] = factor_of(p->row[i]);
    for (int64_t j = 0; j < p->n; j++)
        p->column[j] = finite ? exponent_of_column(p, j, by_factors ? p->scratch : NULL) : (int32_t)DDBLAS_EXPONENT_NOT_FINITE;
}
