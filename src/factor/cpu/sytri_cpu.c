/*
 * The inverse of a symmetric indefinite matrix on the CPU engine, beside the systems: zeros of D,
 * and the exchanges of its rows and columns. Elements are only moved, except that conjugates are
 * taken.
 */
#include <string.h>

#include "core/sizes.h"
#include "factor/sytrf.h"

static int64_t row_of(const struct ddblas_sytrf_system *s, int64_t i) { return s->upper ? s->n - 1 - i : i; }

static const void *element_of(const struct ddblas_sytrf_system *s, int64_t i, int64_t j)
{
    return (const char *)s->A + (row_of(s, i) + row_of(s, j) * s->lda) * (int64_t)ddblas_type_size(s->type);
}

/* Only the real part of a Hermitian diagonal counts. */
static int is_zero_at(const struct ddblas_sytrf_system *s, int64_t k)
{
    return ddblas_type_is_zero(s->hermitian ? DDBLAS_TYPE_W : s->type, element_of(s, k, k));
}

void ddblas_sytri_find_zero_cpu(const struct ddblas_sytri *t)
{
    const struct ddblas_sytrf_system *s = &t->system;
    *t->info = 0;
    for (int64_t k = s->n - 1; k >= 0; k--)
        if (s->order.kind[row_of(s, k)] == 0 && is_zero_at(s, k))
            *t->info = row_of(s, k) + 1;
}

static void set_places(const struct ddblas_sytri *t)
{
    const struct ddblas_sytrf_system *s = &t->system;
    for (int64_t i = 0; i < s->n; i++)
        t->place[i] = i;
    for (int64_t k = 0; k < s->n; k++)
    {
        const int64_t i = row_of(s, k), j = s->order.row[i] - 1, kept = t->place[i];
        t->place[i] = t->place[j];
        t->place[j] = kept;
    }
}

/* Stores z, element (i, j) of the inverse of P A P^T, or its adjoint if the triangle has that. */
static void store_element(const struct ddblas_sytri *t, int64_t i, int64_t j, const void *z)
{
    const struct ddblas_sytrf_system *s = &t->system;
    const int64_t a = t->place[i], b = t->place[j];
    const int inside = s->upper ? a <= b : a >= b;
    const int64_t at = inside ? a + b * s->lda : b + a * s->lda;
    if (!ddblas_type_is_complex(s->type))
    {
        ((ddblas_host_w *)t->A)[at] = *(const ddblas_host_w *)z;
        return;
    }
    cuddcomplex x = *(const ddblas_host_u *)z;
    if (s->hermitian && a == b)
        x.y = cuddFromDouble(0.0);
    else if (s->hermitian && !inside)
        x = cuddcConj(x);
    ((ddblas_host_u *)t->A)[at] = x;
}

void ddblas_sytri_store_cpu(const struct ddblas_sytri *t)
{
    const struct ddblas_sytrf_system *s = &t->system;
    const int64_t size = (int64_t)ddblas_type_size(s->type);
    set_places(t);
    for (int64_t j = 0; j < s->n; j++)
        for (int64_t i = s->upper ? 0 : j; i < (s->upper ? j + 1 : s->n); i++)
            store_element(t, i, j, (const char *)t->Z + (i + j * s->n) * size);
}
