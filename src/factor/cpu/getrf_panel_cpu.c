/*
 * A panel of an LU factorisation on the CPU, column after column:
 *
 *   the pivot goes to row j,  l_ij = a_ij / u_jj,  a_ic = a_ic - l_ij u_jc  for i, c > j
 *
 * The products are those of ger. Quotients are dealt to threads by rows, exchanges of rows in other
 * columns by columns. Every element is computed by itself: the bits do not depend on the threads.
 */
#include <string.h>

#include "core/sizes.h"
#include "factor/factor.h"
#include "factor/getrf_pivot.h"
#include "level2/ger/ger.h"

enum
{
    /* Exchanges of elements, and quotients, that are worth a thread, about 50 us. */
    THREAD_EXCHANGES = 1 << 13,
    THREAD_QUOTIENTS = 1 << 12,
    ROWS = 64 /* Rows that a thread takes at a time. */
};

static ddblas_host_w *w_at(const struct ddblas_getrf_panel *p, int64_t i, int64_t j)
{
    return (ddblas_host_w *)p->A + i + j * p->lda;
}

static ddblas_host_u *u_at(const struct ddblas_getrf_panel *p, int64_t i, int64_t j)
{
    return (ddblas_host_u *)p->A + i + j * p->lda;
}

static cuddreal magnitude_of(const struct ddblas_getrf_panel *p, int64_t i, int64_t j)
{
    return ddblas_type_is_complex(p->type) ? cuddcAbs1(*u_at(p, i, j)) : cuddFabs(*w_at(p, i, j));
}

static struct ddblas_pivot find_pivot(const struct ddblas_getrf_panel *p, int64_t j)
{
    struct ddblas_pivot best = {magnitude_of(p, j, j), j};
    for (int64_t i = j + 1; i < p->rows; i++)
    {
        const cuddreal magnitude = magnitude_of(p, i, j);
        if (ddblas_pivot_larger(magnitude, best.magnitude))
            best = (struct ddblas_pivot){magnitude, i};
    }
    return best;
}

/* Exchanges two elements of `parts` numbers each. */
static void exchange_elements(ddblas_host_w *a, ddblas_host_w *b, int64_t parts)
{
    for (int64_t part = 0; part < parts; part++)
    {
        const cuddreal kept = a[part];
        a[part] = b[part];
        b[part] = kept;
    }
}

static int64_t parts_of(ddblasType_t type) { return ddblas_type_is_complex(type) ? 2 : 1; }

/* Exchanges rows i and j of a matrix. */
static void exchange_two_rows(ddblasType_t type, void *A, int64_t lda, int64_t columns, int64_t i, int64_t j)
{
    const int64_t parts = parts_of(type);
    for (int64_t c = 0; c < columns && i != j; c++)
        exchange_elements((ddblas_host_w *)A + (i + c * lda) * parts, (ddblas_host_w *)A + (j + c * lda) * parts, parts);
}

/* Divides column j in the rows [first, last) by the pivot. */
static void divide_rows(const struct ddblas_getrf_panel *p, int64_t j, int64_t first, int64_t last)
{
    if (ddblas_type_is_complex(p->type))
    {
        const cuddcomplex pivot = *u_at(p, j, j);
        for (int64_t i = first; i < last; i++)
        {
            const cuddcomplex element = cuddcDiv(*u_at(p, i, j), pivot);
            *u_at(p, i, j) = element;
        }
        return;
    }
    const cuddreal pivot = *w_at(p, j, j);
    for (int64_t i = first; i < last; i++)
        *w_at(p, i, j) = cuddDiv(*w_at(p, i, j), pivot);
}

/* Divides column j below the diagonal by the pivot. */
static void divide_column(ddblasHandle_t handle, const struct ddblas_getrf_panel *p, int64_t j)
{
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, 1.0 + (double)p->rows / THREAD_QUOTIENTS);
    if (threads == 1) /* Opening a parallel region takes longer than a small column. */
        divide_rows(p, j, j + 1, p->rows);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t first = j + 1; first < p->rows; first += ROWS)
            divide_rows(p, j, first, least(first + ROWS, p->rows));
    }
}

/* Returns the address of element (i, j) of the panel. */
static void *at(const struct ddblas_getrf_panel *p, int64_t i, int64_t j)
{
    return ddblas_type_is_complex(p->type) ? (void *)u_at(p, i, j) : (void *)w_at(p, i, j);
}

/* Subtracts from the columns behind column j their multiple of it. */
static void eliminate(ddblasHandle_t handle, const struct ddblas_getrf_panel *p, int64_t j)
{
    const cuddcomplex minus = cuddcFromDoubles(-1.0, 0.0);
    const struct ddblas_ger_problem update = {
        .name = "getrf",
        .type = p->type,
        .layout = {.storage = LAYOUT_FULL, .m = p->rows - j - 1, .n = p->columns - j - 1, .lda = p->lda},
        .m = p->rows - j - 1,
        .n = p->columns - j - 1,
        .alpha = &minus,
        .x = at(p, j + 1, j),
        .incx = 1,
        .y = at(p, j, j + 1),
        .incy = p->lda,
        .A = at(p, j + 1, j + 1)};
    divide_column(handle, p, j);
    if (update.m > 0 && update.n > 0)
        (void)ddblas_ger_cpu(handle, &update); /* It allocates nothing and cannot fail. */
}

void ddblas_getrf_panel_cpu(ddblasHandle_t handle, const struct ddblas_getrf_panel *panel)
{
    for (int64_t j = 0; j < panel->columns; j++)
    {
        const struct ddblas_pivot pivot = find_pivot(panel, j);
        panel->ipiv[panel->at + j] = panel->at + pivot.row + 1;
        exchange_two_rows(panel->type, panel->A, panel->lda, panel->columns, j, pivot.row);
        if (cuddIsZero(pivot.magnitude))
        {
            if (*panel->info == 0)
                *panel->info = panel->at + j + 1;
        }
        else
            eliminate(handle, panel, j);
    }
}

/* Exchanges rows i and j of a column of S, D, C or Z. */
static void exchange_bytes(size_t size, char *column, int64_t i, int64_t j)
{
    char kept[sizeof(cuddcomplex)], *a = column + i * (int64_t)size, *b = column + j * (int64_t)size;
    memcpy(kept, a, size);
    memmove(a, b, size);
    memcpy(b, kept, size);
}

static void exchange_in_column(const struct ddblas_row_exchanges *e, int64_t column)
{
    const size_t size = ddblas_type_size(e->type);
    char *A = (char *)e->A + column * e->lda * (int64_t)size;
    const int64_t count = e->last - e->first;
    for (int64_t k = 0; k < count; k++)
    {
        const int64_t i = e->backward ? e->last - 1 - k : e->first + k;
        if (ddblas_type_is_double_double(e->type))
            exchange_two_rows(e->type, A, e->lda, 1, i, e->ipiv[i] - 1);
        else
            exchange_bytes(size, A, i, e->ipiv[i] - 1);
    }
}

void ddblas_exchange_rows_cpu(ddblasHandle_t handle, const struct ddblas_row_exchanges *exchanges)
{
    const double worth = 1.0 + (double)exchanges->columns * (double)(exchanges->last - exchanges->first) / THREAD_EXCHANGES;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth);
    if (threads == 1) /* Opening a parallel region takes longer than a small exchange. */
        for (int64_t column = 0; column < exchanges->columns; column++)
            exchange_in_column(exchanges, column);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t column = 0; column < exchanges->columns; column++)
            exchange_in_column(exchanges, column);
    }
}
