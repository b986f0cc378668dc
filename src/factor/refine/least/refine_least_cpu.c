/*
 * The scaled matrix of a least squares problem on the CPU engine.
 */
#include "refine_least.h"
#include "factor/exponents/powers.h"

static int parts_of(const struct ddblas_least_problem *p) { return ddblas_type_is_complex(p->element) ? 2 : 1; }

/* Number i of column j of M. Rows of A are read with a step of lda: that is slower than columns,
 * but little beside the factorisation. */
static cuddreal number_of(const struct ddblas_least_problem *p, int64_t i, int64_t j)
{
    const int parts = parts_of(p), part = (int)(i % parts);
    const int64_t at = p->least_norm ? (j + i / parts * p->lda) * parts + part : i + j * p->lda * parts;
    const cuddreal a = p->type == DDBLAS_TYPE_D ? cuddFromDouble(((const double *)p->A)[at]) : ((const ddblas_host_w *)p->A)[at];
    return p->least_norm && part ? cuddNeg(a) : a;
}

static void scale_column(const struct ddblas_least_scale *s, int64_t j)
{
    const struct ddblas_least_problem *p = s->p;
    const int64_t numbers = p->m * parts_of(p);
    const int in_double = !ddblas_type_is_double_double(s->type);
    double largest = 0.0, sum = 0.0, test = 0.0; /* test remains 0 unless a number is Inf or NaN. */
    for (int64_t i = 0; i < numbers; i++)
    {
        const cuddreal a = number_of(p, i, j);
        test += a.x * 0.0 + a.y * 0.0;
        largest = fabs(a.x) > largest ? fabs(a.x) : largest;
    }
    s->exponents[j] = largest > 0.0 && test == 0.0 ? exponent_of(largest) : 0;
    for (int64_t i = 0; i < numbers; i++)
    {
        const cuddreal a = times_power(number_of(p, i, j), -s->exponents[j]);
        sum += a.x * a.x;
        if (in_double)
            ((double *)s->S)[i + j * numbers] = a.x;
        else
            ((ddblas_host_w *)s->S)[i + j * numbers] = a;
    }
    s->sums[j] = test == 0.0 ? sum : (double)NAN;
}

void ddblas_least_scale_cpu(const struct ddblas_least_scale *s)
{
    for (int64_t j = 0; j < s->p->n; j++)
        scale_column(s, j);
}
