/*
 * Copies of triangles and reflectors, and reversals, on the CPU engine.
 */
#include <string.h>

#include "core/sizes.h"
#include "reduction.h"

static const char *element_at(const void *base, size_t size, int64_t k) { return (const char *)base + (size_t)k * size; }
static char *element_to(void *base, size_t size, int64_t k) { return (char *)base + (size_t)k * size; }

/* Number k of n in A's order. */
static int64_t in_order(const struct ddblas_reduction_move *m, int64_t k, int64_t n) { return m->reversed ? n - 1 - k : k; }

/* Writes a real number as an element. */
static void put_real(char *to, size_t size, const void *real)
{
    memset(to, 0, size);
    memcpy(to, real, sizeof(cuddreal));
}

static void move_element(const struct ddblas_reduction_move *m, int64_t i, int64_t j)
{
    const size_t size = ddblas_type_size(m->type);
    const int64_t n = m->n;
    char *mine = element_to(m->M, size, i + j * n);
    char *theirs = element_to(m->A, size, in_order(m, i, n) + in_order(m, j, n) * m->lda);
    switch (m->task)
    {
    case DDBLAS_REDUCTION_LOAD:
        if (i == j)
            put_real(mine, size, theirs);
        else if (i > j)
            memcpy(mine, theirs, size);
        return;
    case DDBLAS_REDUCTION_STORE:
        if (i == j || i == j + 1)
            put_real(theirs, size, element_at(i == j ? m->d : m->e, sizeof(cuddreal), j));
        else if (i > j)
            memcpy(theirs, mine, size);
        return;
    case DDBLAS_REDUCTION_SHIFT:
        memset(mine, 0, size);
        if (i == j && j == 0)
            ((ddblas_host_w *)(void *)mine)->x = 1.0;
        else if (j > 0 && i > j - 1)
            memcpy(mine, element_at(m->A, size, in_order(m, i, n) + in_order(m, j - 1, n) * m->lda), size);
        return;
    default:
        memcpy(theirs, mine, size);
    }
}

/* out, in A's order, = in; `count` elements. */
static void move_vector(const struct ddblas_reduction_move *m, const void *in, void *out, int64_t count, size_t size)
{
    for (int64_t k = 0; k < count; k++)
        memcpy(element_to(out, size, in_order(m, k, count)), element_at(in, size, k), size);
}

void ddblas_reduction_move_cpu(const struct ddblas_reduction_move *m)
{
    for (int64_t j = 0; j < m->n; j++)
        for (int64_t i = 0; i < m->n; i++)
            move_element(m, i, j);
    if (m->task == DDBLAS_REDUCTION_STORE || m->task == DDBLAS_REDUCTION_SHIFT)
        move_vector(m, m->tau, m->tau_out, m->n - 1, ddblas_type_size(m->type));
    if (m->task != DDBLAS_REDUCTION_STORE)
        return;
    move_vector(m, m->d, m->d_out, m->n, sizeof(cuddreal));
    move_vector(m, m->e, m->e_out, m->n - 1, sizeof(cuddreal));
}

void ddblas_reduction_reverse_cpu(const struct ddblas_reduction_reversal *r)
{
    const size_t size = ddblas_type_size(r->type);
    const int64_t rows = r->columns ? r->m : r->m / 2, columns = r->columns ? r->n / 2 : r->n;
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
        {
            const int64_t other = r->columns ? i + (r->n - 1 - j) * r->ldc : r->m - 1 - i + j * r->ldc;
            char *a = element_to(r->C, size, i + j * r->ldc), *b = element_to(r->C, size, other), kept[sizeof(cuddcomplex)];
            memcpy(kept, a, size);
            memcpy(a, b, size);
            memcpy(b, kept, size);
        }
}
