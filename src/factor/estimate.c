/*
 * An estimate of the 1-norm of a matrix by products with vectors. The vector of alternating signs,
 * which the algorithm tries last, is multiplied at the beginning, together with the first vector.
 */
#include "estimate.h"

#include <math.h>

#include "core/checks.h"

/* The high part of an element, which suffices for an estimate. */
struct rough
{
    double re, im;
};

static struct rough load(const struct ddblas_estimate *e, int64_t i)
{
    if (e->is_complex)
    {
        const cuddcomplex z = ((const ddblas_host_u *)e->x)[i];
        return (struct rough){z.x.x, z.y.x};
    }
    return (struct rough){((const ddblas_host_w *)e->x)[i].x, 0.0};
}

static void store(const struct ddblas_estimate *e, int64_t i, double re, double im)
{
    if (e->is_complex)
        ((ddblas_host_u *)e->x)[i] = cuddcFromDoubles(re, im);
    else
        ((ddblas_host_w *)e->x)[i] = cuddFromDouble(re);
}

static double modulus_of(const struct ddblas_estimate *e, int64_t i)
{
    const struct rough z = load(e, i);
    return e->is_complex ? hypot(z.re, z.im) : fabs(z.re);
}

static double sum_of_column(const struct ddblas_estimate *e, int64_t column)
{
    double sum = 0.0;
    for (int64_t i = 0; i < e->n; i++)
        sum += modulus_of(e, i + column * e->n);
    return sum;
}

static void start(const struct ddblas_estimate *e)
{
    for (int64_t i = 0; i < e->n; i++)
    {
        store(e, i, 1.0 / (double)e->n, 0.0);
        store(e, i + e->n, (i % 2 ? -1.0 : 1.0) * (1.0 + (e->n > 1 ? (double)i / (double)(e->n - 1) : 0.0)), 0.0);
    }
}

/* Replaces the elements of x by their signs, z / |z|, 1 for 0. */
static void take_signs(const struct ddblas_estimate *e)
{
    for (int64_t i = 0; i < e->n; i++)
    {
        const struct rough z = load(e, i);
        const double modulus = modulus_of(e, i);
        if (!e->is_complex)
            store(e, i, z.re < 0.0 ? -1.0 : 1.0, 0.0);
        else if (modulus > 0.0 && modulus < (double)INFINITY)
            store(e, i, z.re / modulus, z.im / modulus);
        else
            store(e, i, 1.0, 0.0);
    }
}

static int64_t largest_of(const struct ddblas_estimate *e)
{
    int64_t largest = 0;
    for (int64_t i = 1; i < e->n; i++)
        if (modulus_of(e, i) > modulus_of(e, largest))
            largest = i;
    return largest;
}

ddblasStatus_t ddblas_estimate_norm(const struct ddblas_estimate *e, double *norm)
{
    int64_t last = -1;
    start(e);
    DDBLAS_CHECK(e->multiply(e->context, 0, 2));
    const double alternating = 2.0 * sum_of_column(e, 1) / (3.0 * (double)e->n);
    *norm = sum_of_column(e, 0);
    for (int k = 1; k < e->rounds; k++)
    {
        take_signs(e);
        DDBLAS_CHECK(e->multiply(e->context, 1, 1));
        const int64_t largest = largest_of(e);
        if (largest == last)
            break;
        last = largest;
        for (int64_t i = 0; i < e->n; i++)
            store(e, i, i == largest ? 1.0 : 0.0, 0.0);
        DDBLAS_CHECK(e->multiply(e->context, 0, 1));
        const double sum = sum_of_column(e, 0);
        if (sum <= *norm)
            break;
        *norm = sum;
    }
    *norm = !(alternating <= *norm) ? alternating : *norm;
    return DDBLAS_STATUS_SUCCESS;
}

void ddblas_estimate_pack(ddblasType_t type, int64_t count, const void *vectors, void *packed)
{
    const ddblas_host_w *w = vectors;
    const int64_t words = count * (ddblas_type_is_complex(type) ? 2 : 1);
    for (int64_t i = 0; i < words && !ddblas_type_is_double_double(type); i++)
        if (ddblas_type_is_single(type))
            ((float *)packed)[i] = (float)w[i].x;
        else
            ((double *)packed)[i] = w[i].x;
}

void ddblas_estimate_unpack(ddblasType_t type, int64_t count, void *vectors, const void *packed)
{
    ddblas_host_w *w = vectors;
    const int64_t words = count * (ddblas_type_is_complex(type) ? 2 : 1);
    for (int64_t i = 0; i < words && !ddblas_type_is_double_double(type); i++)
        w[i] = cuddFromDouble(ddblas_type_is_single(type) ? (double)((const float *)packed)[i] : ((const double *)packed)[i]);
}
