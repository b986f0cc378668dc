/*
 * Operations on columns for the refinement of eigenvectors, on the CPU engine. A column belongs to
 * one thread, so the bits do not depend on the threads.
 */
#include <math.h>

#include "refined.h"

enum
{
    THREAD_ELEMENTS = 1 << 13 /* Elements that are worth a thread, about 50 us. */
};

static void residual_of_column(const struct ddblas_refined *r, int64_t j)
{
    const ddblas_host_w *x = (const ddblas_host_w *)r->X + j * r->ldx, *t = (const ddblas_host_w *)r->T + j * r->n;
    cuddreal product = cuddFromDouble(0.0), square = product;
    double sum = 0.0;
    for (int64_t i = 0; i < r->n; i++)
    {
        product = cuddFma(x[i], t[i], product);
        square = cuddFma(x[i], x[i], square);
    }
    const cuddreal value = cuddDiv(product, square);
    ((ddblas_host_w *)r->values)[j] = value;
    r->defect[j] = cuddDSub(1.0, square).x;
    for (int64_t i = 0; i < r->n; i++)
    {
        const double residual = cuddSub(t[i], cuddMul(x[i], value)).x;
        r->second[i + j * r->n] = residual;
        r->third[i + j * r->n] = x[i].x;
        sum += residual * residual;
    }
    r->measured[j] = sqrt(sum);
}

static void correct_column(const struct ddblas_refined *r, int64_t j)
{
    const ddblas_host_w *values = (const ddblas_host_w *)r->values;
    double largest = 0.0;
    for (int64_t i = 0; i < r->n; i++)
    {
        double *e = &r->first[i + j * r->n];
        *e = i == j ? 0.5 * r->defect[j] : *e / cuddSub(values[j], values[i]).x;
        if (i != j && !(fabs(*e) <= largest))
            largest = fabs(*e);
    }
    r->measured[j] = largest;
}

static void defect_of_column(const struct ddblas_refined *r, int64_t j)
{
    double sum = 0.0;
    for (int64_t i = 0; i < r->n; i++)
    {
        const double defect = cuddDSub(i == j ? 1.0 : 0.0, ((const ddblas_host_w *)r->T)[i + j * r->n]).x;
        r->first[i + j * r->n] = 0.5 * defect;
        sum += defect * defect;
    }
    r->measured[j] = sqrt(sum);
}

static void pass_over_column(enum ddblas_refined_pass pass, const struct ddblas_refined *r, int64_t j)
{
    ddblas_host_w *x = (ddblas_host_w *)r->X + j * r->ldx;
    switch (pass)
    {
    case DDBLAS_REFINED_NARROW:
        for (int64_t i = 0; i < r->n; i++)
            r->first[i + j * r->n] = ((const ddblas_host_w *)r->M)[i + j * r->n].x;
        break;
    case DDBLAS_REFINED_WIDEN:
        for (int64_t i = 0; i < r->n; i++)
            x[i] = cuddFromDouble(r->first[i + j * r->n]);
        break;
    case DDBLAS_REFINED_RESIDUAL:
        residual_of_column(r, j);
        break;
    case DDBLAS_REFINED_CORRECT:
        correct_column(r, j);
        break;
    case DDBLAS_REFINED_UPDATE:
        for (int64_t i = 0; i < r->n; i++)
            x[i] = cuddAddD(x[i], r->second[i + j * r->n]);
        break;
    case DDBLAS_REFINED_DEFECT:
        defect_of_column(r, j);
    }
}

void ddblas_refined_pass_cpu(ddblasHandle_t handle, enum ddblas_refined_pass pass, const struct ddblas_refined *r)
{
    const double worth = 1.0 + (double)r->n * (double)r->n / THREAD_ELEMENTS;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth);
    if (threads == 1) /* Opening a parallel region takes longer than a small pass. */
        for (int64_t j = 0; j < r->n; j++)
            pass_over_column(pass, r, j);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t j = 0; j < r->n; j++)
            pass_over_column(pass, r, j);
    }
}
