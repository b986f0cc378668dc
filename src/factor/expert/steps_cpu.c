/*
 * Steps of equilibration and of the expert drivers on the CPU engine, number by number: an element
 * is one number, or two if it is complex.
 */
#include "steps.h"

#include <math.h>

#include "core/sizes.h"
#include "factor/exponents/powers.h"

static int parts_of(ddblasType_t type) { return ddblas_type_is_complex(type) ? 2 : 1; }

static void put_number(ddblasType_t number, void *numbers, int64_t at, cuddreal a)
{
    if (number == DDBLAS_TYPE_S)
        ((float *)numbers)[at] = (float)a.x;
    else if (number == DDBLAS_TYPE_D)
        ((double *)numbers)[at] = a.x;
    else
        ((ddblas_host_w *)numbers)[at] = a;
}

/* |Re| + |Im| of element `at`. */
static double sum_of_parts(ddblasType_t type, const void *elements, int64_t at)
{
    const ddblasType_t number = ddblas_type_real(type);
    if (!ddblas_type_is_complex(type))
        return fabs(number_at(number, elements, at).x);
    return fabs(number_at(number, elements, 2 * at).x) + fabs(number_at(number, elements, 2 * at + 1).x);
}

static double modulus(ddblasType_t type, const void *elements, int64_t at)
{
    const ddblasType_t number = ddblas_type_real(type);
    if (!ddblas_type_is_complex(type))
        return fabs(number_at(number, elements, at).x);
    return hypot(number_at(number, elements, 2 * at).x, number_at(number, elements, 2 * at + 1).x);
}

/* The larger one, or NaN. */
static double larger(double a, double b) { return a > b || isnan(a) ? a : b; }

/* a R C; the product of the factors is taken first where it is a number in the middle of the
 * range. */
static cuddreal scaled(cuddreal a, double row, double column)
{
    const double factor = row * column;
    if (factor > 0x1p-900 && factor < 0x1p900)
        return cuddMulD(a, factor);
    return cuddMulD(cuddMulD(a, row), column);
}

void ddblas_scale_step_cpu(const struct ddblas_scale_step *s)
{
    const ddblasType_t number = ddblas_type_real(s->type);
    const int64_t parts = parts_of(s->type);
    for (int64_t j = 0; j < s->n; j++)
    {
        const int64_t first = s->uplo == DDBLAS_FILL_MODE_LOWER ? j : 0,
                      last = s->uplo == DDBLAS_FILL_MODE_UPPER ? least(j + 1, s->m) : s->m;
        for (int64_t k = first * parts; k < last * parts; k++)
        {
            const int64_t at = k + j * s->lda * parts;
            put_number(number, s->A, at, scaled(number_at(number, s->A, at), s->R ? s->R[k / parts] : 1.0, s->C ? s->C[j] : 1.0));
        }
    }
}

void ddblas_largest_step_cpu(const struct ddblas_largest_step *s)
{
    for (int64_t j = 0; j < s->n; j++)
    {
        double largest = 0.0;
        for (int64_t i = 0; i < (s->upper ? least(j + 1, s->m) : s->m); i++)
            largest = larger(modulus(s->type, s->A, i + j * s->lda), largest);
        s->largest[j] = largest;
    }
}

/* Adds column j of A times |X(j, c)| to column c of the sums, or its product with X(:, c) to
 * element j. */
static void add_column(const struct ddblas_moduli_step *s, int64_t j, int64_t c)
{
    double *sums = s->sums + c * s->n, sum = 0.0;
    const double x = s->X ? sum_of_parts(s->type, s->X, j + c * s->ldx) : 1.0;
    for (int64_t i = 0; i < s->n; i++)
    {
        const double a = sum_of_parts(s->type, s->A, i + j * s->lda);
        if (s->transposed)
            sum += a * (s->X ? sum_of_parts(s->type, s->X, i + c * s->ldx) : 1.0);
        else
            sums[i] += a * x;
    }
    if (s->transposed)
        sums[j] += sum;
}

void ddblas_moduli_step_cpu(const struct ddblas_moduli_step *s)
{
    for (int64_t c = 0; c < s->nrhs; c++)
        for (int64_t i = 0; i < s->n; i++)
            s->sums[i + c * s->n] = s->B ? sum_of_parts(s->type, s->B, i + c * s->ldb) : 0.0;
    for (int64_t j = 0; j < s->n; j++)
        for (int64_t c = 0; c < s->nrhs; c++)
            add_column(s, j, c);
}

void ddblas_quotient_step_cpu(const struct ddblas_quotient_step *s)
{
    const double small = s->least / ddblas_type_unit(s->type);
    for (int64_t c = 0; c < s->nrhs; c++)
    {
        double largest = 0.0;
        for (int64_t i = c * s->n; i < (c + 1) * s->n; i++)
        {
            const double r = sum_of_parts(s->type, s->residuals, i), w = s->sums[i], more = w > small ? 0.0 : s->least;
            largest = larger((r + more) / (w + more), largest);
            s->sums[i] = r + s->terms * w + more;
        }
        s->backward[c] = largest;
    }
}

void ddblas_add_step_cpu(const struct ddblas_add_step *s)
{
    const ddblasType_t number = ddblas_type_real(s->type);
    const int64_t parts = parts_of(s->type);
    const int is_pair = ddblas_type_is_double_double(number);
    for (int64_t c = 0; c < s->nrhs; c++)
        for (int64_t k = 0; k < s->n * parts && s->active[c]; k++)
        {
            const int64_t at = k + c * s->ldx * parts;
            const cuddreal x = number_at(number, s->X, at), d = number_at(number, s->D, k + c * s->n * parts);
            put_number(number, s->X, at, is_pair ? cuddAdd(x, d) : cuddFromDouble(x.x + d.x));
        }
}
