/*
 * The operations of the eigensolver on vectors and matrices on the CPU engine, except rotations.
 * Columns of W have functions of their own, because they are much of the work of small matrices;
 * numbers of the other types are computed as complex ones of U.
 */
#include <string.h>

#include "core/sizes.h"
#include "eigen/eigen.h"
#include "factor/qr/qr_reflector.h"

/* A number of a real type. */
static cuddreal load_real(ddblasType_t type, const void *base, int64_t i)
{
    if (ddblas_type_is_double_double(type))
        return ((const ddblas_host_w *)base)[i];
    return cuddFromDouble(ddblas_type_is_single(type) ? (double)((const float *)base)[i] : ((const double *)base)[i]);
}

static void store_real(ddblasType_t type, void *base, int64_t i, cuddreal value)
{
    if (ddblas_type_is_double_double(type))
        ((ddblas_host_w *)base)[i] = value;
    else if (ddblas_type_is_single(type))
        ((float *)base)[i] = (float)value.x;
    else
        ((double *)base)[i] = value.x;
}

static cuddcomplex load(ddblasType_t type, const void *base, int64_t i)
{
    if (!ddblas_type_is_complex(type))
        return cuddcFromReal(load_real(type, base, i));
    return cuddcMake(load_real(type, base, 2 * i), load_real(type, base, 2 * i + 1));
}

static void store(ddblasType_t type, void *base, int64_t i, cuddcomplex value)
{
    const int64_t parts = ddblas_type_is_complex(type) ? 2 : 1;
    store_real(type, base, parts * i, value.x);
    if (parts == 2)
        store_real(type, base, 2 * i + 1, value.y);
}

/* ---- scaling --------------------------------------------------------------------------------- */

void ddblas_eigen_scale_cpu(const struct ddblas_eigen_scale *s, int *exponent)
{
    int most = QR_LEAST_EXPONENT, zero = 1, finite = 1;
    for (int64_t k = 0; k < s->elements; k++)
    {
        const cuddcomplex a = load(s->type, s->M, k);
        const int e = qr_exponent_u(a);
        most = e > most ? e : most;
        zero &= cuddcIsZero(a);
        finite &= cuddcIsFinite(a);
    }
    *exponent = !finite ? DDBLAS_EIGEN_NOT_FINITE : zero ? 0 : most;
    if (zero || !finite)
        return;
    for (int64_t k = 0; k < s->elements; k++)
        store(s->type, s->M, k, qr_scale_u(load(s->type, s->M, k), qr_power(-most)));
}

/* ---- reduction to tridiagonal form ----------------------------------------------------------- */

/* The sum of squares of the elements [first, n) of a column, multiplied by 2^-e. */
static cuddreal square_of(ddblasType_t type, const void *column, int64_t first, int64_t n, int e)
{
    cuddreal sum = cuddFromDouble(0.0);
    for (int64_t k = first; k < n; k++)
        sum = cuddAdd(sum, cuddcNorm(qr_scale_u(load(type, column, k), qr_power(-e))));
    return sum;
}

static int exponent_of(ddblasType_t type, const void *column, int64_t first, int64_t n)
{
    int most = QR_LEAST_EXPONENT;
    for (int64_t k = first; k < n; k++)
    {
        const int e = qr_exponent_u(load(type, column, k));
        most = e > most ? e : most;
    }
    return most;
}

/* The reflector in complex arithmetic; in W all imaginary parts are 0. */
static struct qr_reflector_u reflector_of(ddblasType_t type, cuddcomplex alpha, cuddreal square)
{
    if (ddblas_type_is_complex(type))
        return qr_reflect_u(alpha, square);
    const struct qr_reflector_w r = qr_reflect_w(alpha.x, square);
    return (struct qr_reflector_u){r.beta, cuddcFromReal(r.tau), cuddcFromReal(r.factor)};
}

static void reflect_w(const struct ddblas_sytrd_column *c)
{
    const struct ddblas_sytrd *s = c->sytrd;
    const int64_t n = s->n, j = c->j;
    ddblas_host_w *const M = (ddblas_host_w *)s->M + j * n, *const P = (ddblas_host_w *)s->P + 2 * c->i * n,
                         *const Q = (ddblas_host_w *)s->Q + (2 * c->i + 1) * n;
    ((ddblas_host_w *)s->d)[j] = M[j];
    if (j + 1 == n)
        return;
    int e = QR_LEAST_EXPONENT;
    for (int64_t k = j + 1; k < n; k++)
    {
        const int own = qr_exponent_w(M[k]);
        e = own > e ? own : e;
    }
    const double power = qr_power(-e);
    cuddreal square = cuddFromDouble(0.0);
    for (int64_t k = j + 2; k < n; k++)
        square = cuddAdd(square, cuddSqr(qr_scale_w(M[k], power)));
    const struct qr_reflector_w r = qr_reflect_w(qr_scale_w(M[j + 1], power), square);
    ((ddblas_host_w *)s->e)[j] = qr_scale_w(r.beta, qr_power(e));
    ((ddblas_host_w *)s->tau)[j] = r.tau;
    for (int64_t k = j + 1; k < n; k++)
    {
        const cuddreal v = k == j + 1 ? cuddFromDouble(1.0) : cuddMul(r.factor, qr_scale_w(M[k], power));
        M[k] = P[k] = Q[k] = v;
    }
}

static void finish_w(const struct ddblas_sytrd_column *c)
{
    const struct ddblas_sytrd *s = c->sytrd;
    const int64_t n = s->n, j = c->j, i = c->i;
    ddblas_host_w *const v = (ddblas_host_w *)s->P + 2 * i * n, *const p = v + n, *const w = (ddblas_host_w *)s->Q + 2 * i * n;
    const cuddreal tau = ((const ddblas_host_w *)s->tau)[j];
    cuddreal dot = cuddFromDouble(0.0);
    for (int64_t k = j + 1; k < n; k++)
        dot = cuddFma(p[k], v[k], dot);
    const cuddreal alpha = cuddMul(dot, cuddMulD(cuddSqr(tau), -0.5));
    for (int64_t k = j + 1; k < n; k++)
        p[k] = w[k] = cuddAdd(cuddMul(tau, p[k]), cuddMul(alpha, v[k]));
    for (int64_t k = 0; k < 2 * (i + 1); k++)
        ((ddblas_host_w *)s->row)[k] = ((const ddblas_host_w *)s->Q)[j + 1 + k * n];
}

void ddblas_sytrd_reflect_cpu(const struct ddblas_sytrd_column *c)
{
    if (ddblas_type_is_of(c->sytrd->type, DDBLAS_TYPES_REAL & DDBLAS_TYPES_OF_FACTOR))
    {
        reflect_w(c);
        return;
    }
    const struct ddblas_sytrd *s = c->sytrd;
    const ddblasType_t type = s->type;
    const int64_t n = s->n, j = c->j, size = (int64_t)ddblas_type_size(type);
    char *M = (char *)s->M + j * n * size, *P = (char *)s->P + 2 * c->i * n * size, *Q = (char *)s->Q + (2 * c->i + 1) * n * size;
    ((ddblas_host_w *)s->d)[j] = load(type, M, j).x;
    if (j + 1 == n)
        return;
    const int e = exponent_of(type, M, j + 1, n);
    const cuddcomplex alpha = qr_scale_u(load(type, M, j + 1), qr_power(-e));
    const struct qr_reflector_u r = reflector_of(type, alpha, square_of(type, M, j + 2, n, e));
    ((ddblas_host_w *)s->e)[j] = qr_scale_w(r.beta, qr_power(e));
    store(type, s->tau, j, r.tau);
    for (int64_t k = j + 1; k < n; k++)
    {
        const cuddcomplex v =
            k == j + 1 ? cuddcFromDoubles(1.0, 0.0) : cuddcMul(r.factor, qr_scale_u(load(type, M, k), qr_power(-e)));
        store(type, M, k, v);
        store(type, P, k, v);
        store(type, Q, k, v);
    }
}

void ddblas_sytrd_finish_cpu(const struct ddblas_sytrd_column *c)
{
    if (ddblas_type_is_of(c->sytrd->type, DDBLAS_TYPES_REAL & DDBLAS_TYPES_OF_FACTOR))
    {
        finish_w(c);
        return;
    }
    const struct ddblas_sytrd *s = c->sytrd;
    const ddblasType_t type = s->type;
    const int64_t n = s->n, j = c->j, i = c->i, size = (int64_t)ddblas_type_size(type);
    char *v = (char *)s->P + 2 * i * n * size, *p = v + n * size, *w = (char *)s->Q + 2 * i * n * size;
    const cuddcomplex tau = load(type, s->tau, j);
    cuddcomplex dot = cuddcFromDoubles(0.0, 0.0);
    for (int64_t k = j + 1; k < n; k++)
        dot = cuddcFma(cuddcConj(load(type, p, k)), load(type, v, k), dot);
    const cuddcomplex alpha = cuddcMulReal(dot, cuddMulD(cuddcNorm(tau), -0.5));
    for (int64_t k = j + 1; k < n; k++)
    {
        const cuddcomplex value = cuddcAdd(cuddcMul(tau, load(type, p, k)), cuddcMul(alpha, load(type, v, k)));
        store(type, p, k, value);
        store(type, w, k, value);
    }
    for (int64_t k = 0; k < 2 * (i + 1); k++)
        store(type, s->row, k, cuddcConj(load(type, s->Q, j + 1 + k * n)));
}

/* ---- vectors --------------------------------------------------------------------------------- */

void ddblas_eigen_gather_cpu(const struct ddblas_eigen_gather *g)
{
    for (int64_t j = 0; j < g->columns; j++)
        for (int64_t i = 0; i < g->rows; i++)
            store(g->type, g->out, i + j * g->ldo, load(DDBLAS_TYPE_W, g->Z, i + g->order[j] * g->ldz));
}

void ddblas_eigen_shift_cpu(const struct ddblas_eigen_shift *s)
{
    const size_t size = ddblas_type_size(s->type);
    for (int64_t j = 0; j < s->columns; j++)
        memmove((char *)s->A + (size_t)(j * s->lda) * size, (char *)s->A + (size_t)((s->first + j) * s->lda) * size,
                (size_t)s->n * size);
}
