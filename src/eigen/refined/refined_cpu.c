/*
 * Operations on columns for the refinement of eigenvectors, on the CPU engine. A column belongs to
 * one thread, so the bits do not depend on the threads.
 */
#include <math.h>
#include <string.h>

#include "refined.h"

enum
{
    THREAD_ELEMENTS = 1 << 13 /* Elements that are worth a thread, about 50 us. */
};

static void narrow_column(const struct ddblas_refined *r, int64_t j)
{
    double sum = 0.0;
    for (int64_t i = 0; i < r->n; i++)
    {
        const double a = ((const ddblas_host_w *)r->M)[i + j * r->n].x;
        r->first[i + j * r->n] = a;
        sum += a * a;
    }
    r->measured[j] = sqrt(sum);
}

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
        if (i == j)
            *e = 0.5 * r->defect[j];
        else
            *e = r->members[i].first == r->members[j].first ? 0.0 : *e / cuddSub(values[j], values[i]).x;
        if (i != j && !(fabs(*e) <= largest))
            largest = fabs(*e);
    }
    r->measured[j] = largest;
}

static void defect_of_column(const struct ddblas_refined *r, int64_t j)
{
    const ddblas_host_w *values = (const ddblas_host_w *)r->values, *T = (const ddblas_host_w *)r->T;
    double sum = 0.0, weighted = 0.0;
    for (int64_t i = 0; i < r->n; i++)
    {
        const double defect = cuddDSub(i == j ? 1.0 : 0.0, i >= j ? T[i + j * r->n] : T[j + i * r->n]).x;
        const double commutator = 0.5 * defect * cuddSub(values[i], values[j]).x;
        r->first[i + j * r->n] = 0.5 * defect;
        sum += defect * defect;
        weighted += commutator * commutator;
    }
    r->measured[j] = sqrt(sum);
    r->defect[j] = sqrt(weighted);
}

/* ---- clusters -------------------------------------------------------------------------------- */

static void gram_of_column(const struct ddblas_refined *r, int64_t j)
{
    const struct ddblas_refined_member m = r->members[j];
    const ddblas_host_w *X = (const ddblas_host_w *)r->X, *x = X + j * r->ldx, *t = (const ddblas_host_w *)r->T + j * r->n;
    for (int64_t i = j; i < m.first + m.count; i++)
    {
        const ddblas_host_w *y = X + i * r->ldx, mu = ((const ddblas_host_w *)r->values)[m.first];
        cuddreal product = cuddFromDouble(0.0), square = product;
        for (int64_t e = 0; e < r->n; e++)
        {
            product = cuddFma(y[e], cuddSub(t[e], cuddMul(mu, x[e])), product);
            square = cuddFma(y[e], x[e], square);
        }
        ddblas_host_w *small = (ddblas_host_w *)r->small + m.at;
        small[i - m.first + (j - m.first) * m.count] = product;
        small[j - m.first + (i - m.first + 1) * m.count] = square;
    }
}

static void rotate_column(const struct ddblas_refined *r, int64_t j, const cuddreal *from, int64_t ldf)
{
    const struct ddblas_refined_member m = r->members[j];
    const ddblas_host_w *Q = (const ddblas_host_w *)r->small + m.at + (j - m.first) * m.count,
                        *A = (const ddblas_host_w *)from + m.first * ldf;
    ddblas_host_w *out = (ddblas_host_w *)(void *)r->second + j * r->n;
    for (int64_t i = 0; i < r->n; i++)
    {
        cuddreal sum = cuddFromDouble(0.0);
        for (int64_t p = 0; p < m.count; p++)
            sum = cuddFma(A[i + p * ldf], Q[p], sum);
        out[i] = sum;
    }
}

static void pass_over_member(enum ddblas_refined_pass pass, const struct ddblas_refined *r, int64_t j)
{
    const size_t bytes = (size_t)r->n * sizeof *r->X;
    const void *wide = (const ddblas_host_w *)(const void *)r->second + j * r->n;
    switch (pass)
    {
    case DDBLAS_REFINED_GRAM:
        gram_of_column(r, j);
        break;
    case DDBLAS_REFINED_ROTATE_X:
        rotate_column(r, j, r->X, r->ldx);
        break;
    case DDBLAS_REFINED_TAKE_X:
        memcpy(r->X + j * r->ldx, wide, bytes);
        break;
    case DDBLAS_REFINED_ROTATE_T:
        rotate_column(r, j, r->T, r->n);
        break;
    default:
        memcpy(r->T + j * r->n, wide, bytes);
    }
}

static void pass_over_column(enum ddblas_refined_pass pass, const struct ddblas_refined *r, int64_t j)
{
    ddblas_host_w *x = (ddblas_host_w *)r->X + j * r->ldx;
    switch (pass)
    {
    case DDBLAS_REFINED_NARROW:
        narrow_column(r, j);
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
        break;
    default:
        if (r->members[j].at >= 0)
            pass_over_member(pass, r, j);
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
