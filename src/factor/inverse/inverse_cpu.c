/*
 * Small operations of inverses on the CPU engine: steps on triangles, the search for a zero on the
 * diagonal, exchanges of columns. They only move elements.
 */
#include <string.h>

#include "core/sizes.h"
#include "inverse.h"

static char *element_at(ddblasType_t type, const void *base, int64_t leading, int64_t i, int64_t j)
{
    return (char *)base + (i + j * leading) * (int64_t)ddblas_type_size(type);
}

/* Sets `count` elements to zero. */
static void clear_elements(ddblasType_t type, void *to, int64_t count) { memset(to, 0, (size_t)count * ddblas_type_size(type)); }

/* Acts on the elements [first, last) of column j, which are in the triangle. */
static void act_on_column(const struct ddblas_triangle_step *s, int64_t j, int64_t first, int64_t last)
{
    char *to = element_at(s->type, s->C, s->ldc, first, j);
    if (first >= last)
        return;
    if (s->action == DDBLAS_TRIANGLE_COPY || s->action == DDBLAS_TRIANGLE_EXTEND)
        memcpy(to, element_at(s->type, s->A, s->lda, first, j), (size_t)(last - first) * ddblas_type_size(s->type));
    else if (s->action == DDBLAS_TRIANGLE_POISON)
        ddblas_factor_poison_cpu(s->type, last - first, 1, to, s->ldc);
    else
        clear_elements(s->type, to, last - first);
}

void ddblas_triangle_step_cpu(const struct ddblas_triangle_step *s)
{
    const int lower = s->uplo == DDBLAS_FILL_MODE_LOWER;
    if (s->action == DDBLAS_TRIANGLE_POISON && *s->info == 0)
        return;
    for (int64_t j = 0; j < s->n; j++)
    {
        const int64_t first = lower ? j + s->strict : 0, last = lower ? s->n : j + 1 - s->strict;
        if (s->action == DDBLAS_TRIANGLE_IDENTITY || s->action == DDBLAS_TRIANGLE_EXTEND)
            clear_elements(s->type, element_at(s->type, s->C, s->ldc, 0, j), s->n);
        if (s->action == DDBLAS_TRIANGLE_IDENTITY)
            memcpy(element_at(s->type, s->C, s->ldc, j, j), ddblas_type_one(s->type), ddblas_type_size(s->type));
        else
            act_on_column(s, j, first, last);
        if (s->real_diagonal && ddblas_type_is_complex(s->type))
            ((ddblas_host_w *)(void *)element_at(s->type, s->C, s->ldc, j, j))[1] = cuddFromDouble(0.0);
    }
}

int64_t ddblas_inverse_find_zero_cpu(ddblasType_t type, int64_t n, const void *A, int64_t lda)
{
    for (int64_t k = 0; k < n; k++)
        if (ddblas_type_is_zero(type, element_at(type, A, lda, k, k)))
            return k + 1;
    return 0;
}

void ddblas_exchange_columns_cpu(ddblasType_t type, int64_t n, void *C, int64_t ldc, const int64_t *ipiv)
{
    const size_t size = ddblas_type_size(type);
    char kept[sizeof(cuddcomplex)];
    for (int64_t j = n - 1; j >= 0; j--)
    {
        char *a = element_at(type, C, ldc, 0, j), *b = element_at(type, C, ldc, 0, ipiv[j] - 1);
        for (size_t at = 0; at < (size_t)n * size && a != b; at += size)
        {
            memcpy(kept, a + at, size);
            memcpy(a + at, b + at, size);
            memcpy(b + at, kept, size);
        }
    }
}
