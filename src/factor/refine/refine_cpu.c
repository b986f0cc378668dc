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

static int32_t exponent_of(cuddreal a)
{
    int e = 0;
    if (!cuddIsFinite(a))
        return DDBLAS_REFINE_NOT_FINITE;
    (void)frexp(a.x, &e);
    return a.x == 0.0 ? DDBLAS_REFINE_ZERO : e;
}

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

ddblasStatus_t ddblas_refine_exponents_cpu(struct ddblas_refine *f)
{
    const int64_t n = f->p->n;
    int32_t *row = f->exponents, *column = f->exponents + n;
    for (int64_t i = 0; i < 2 * n; i++)
        row[i] = DDBLAS_REFINE_ZERO;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            row[i] = larger(row[i], exponent_of(element_of(f, i, j)));
    for (int64_t j = 0; j < n; j++)
    {
        if (f->p->positive)
        {
            const int32_t e = exponent_of(element_of(f, j, j));
            const int finite = row[j] != DDBLAS_REFINE_NOT_FINITE;
            column[j] = !finite ? DDBLAS_REFINE_NOT_FINITE : e == DDBLAS_REFINE_ZERO ? 0 : (e + 3000 + 1) / 2 - 1500;
            continue;
        }
        for (int64_t i = 0; i < n; i++)
        {
            const int32_t e = exponent_of(element_of(f, i, j));
            if (e != DDBLAS_REFINE_ZERO && e != DDBLAS_REFINE_NOT_FINITE)
                column[j] = larger(column[j], e - row[i]);
        }
    }
    if (f->p->positive)
        memcpy(row, column, (size_t)n * sizeof *row);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_refine_scale_cpu(struct ddblas_refine *f)
{
    const int64_t n = f->p->n;
    const int32_t *row = f->exponents, *column = f->exponents + n;
    const int in_double = f->route == DDBLAS_REFINE_ROUTE_DOUBLE;
    double *sums = f->sums;
    memset(sums, 0, (size_t)(n * DDBLAS_REFINE_STRIPS) * sizeof *sums);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            const cuddreal s = cuddLdexp(element_of(f, i, j), -row[i] - column[j]);
            sums[i] += fabs(s.x); /* In the first strip. */
            if (in_double)
                ((double *)f->factors)[i + j * n] = s.x;
            else
                ((cuddreal *)f->factors)[i + j * n] = s;
        }
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
