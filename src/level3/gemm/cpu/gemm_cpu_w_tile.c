/*
 * Double-double gemm on the CPU: tiles of C. The results are computed from the sums of the kernels
 * and stored. An element whose result is not finite is recomputed, so that special values follow
 * IEEE 754. A tile that is partly outside C, or outside the triangle of C that is computed, is
 * updated in a copy.
 */
#include "gemm_cpu_w_job.h"

#include <string.h>

/* Returns a double that is NaN, Inf or finite as the double-double number is. */
static double class_of(cuddreal a) { return cuddIsNan(a) ? (double)NAN : a.x; }

static cuddreal load(const struct gemm_w_operand *x, int64_t r, int64_t t)
{
    const double *e = gemm_w_at(x, r, t);
    return cuddMake(e[0], x->parts == 2 ? e[1] : 0.0);
}

/* Sets *a and *b to the factors of term t in the sum of element (i, j). If the problem has `pair`
 * set, the terms from k on are those of the product with A and B exchanged. */
static void factors_of(const struct gemm_w_job *w, int64_t i, int64_t j, int64_t t, cuddreal *a, cuddreal *b)
{
    const int exchanged = t >= w->problem->k;
    const int64_t row = exchanged ? j : i, column = exchanged ? i : j, term = exchanged ? t - w->problem->k : t;
    *a = load(&w->A, row, term);
    *b = load(&w->B, column, term);
    if (w->plan.transposed || exchanged)
    {
        const cuddreal first = *a;
        *a = *b;
        *b = first;
    }
}

/* Recomputes the sum of element (i, j) if the sum of the kernels is not finite. First the products
 * of the high parts are summed in double. If that sum is not finite, it is the result; otherwise
 * the terms are summed by cuddFma. */
static cuddreal careful_sum(const struct gemm_w_job *w, int64_t i, int64_t j)
{
    const int64_t terms = w->problem->pair ? 2 * w->problem->k : w->problem->k;
    double high = 0.0;
    cuddreal a, b, sum = cuddFromDouble(0.0);
    for (int64_t t = 0; t < terms; t++)
    {
        factors_of(w, i, j, t, &a, &b);
        high = cudd_add(high, cudd_mul(class_of(a), class_of(b)));
    }
    if (!cudd_finite(high))
        return cuddMake(high, 0.0);
    for (int64_t t = 0; t < terms; t++)
    {
        factors_of(w, i, j, t, &a, &b);
        sum = cuddFma(a, b, sum);
    }
    return sum;
}

cuddreal ddblas_gemm_w_careful_element(const struct gemm_w_job *w, int64_t i, int64_t j, cuddreal sum, const ddblas_host_w *old)
{
    if (!cuddIsFinite(sum))
        sum = careful_sum(w, i, j);
    const cuddreal product = cuddMul(w->alpha.x, sum);
    return cuddIsZero(w->beta.x) ? product : cuddAdd(product, cuddMul(w->beta.x, *old));
}

/* Finds which of the rows [i0, i0 + rows) of column j of C the problem computes. Sets *from to the
 * first one and returns the end of this range. */
static int64_t wanted_rows(const struct gemm_w_job *w, int64_t j, int64_t i0, int64_t rows, int64_t *from)
{
    const enum ddblas_gemm_part part = gemm_w_part(w);
    *from = part == DDBLAS_GEMM_LOWER && i0 < j ? j : i0;
    return part == DDBLAS_GEMM_UPPER && i0 + rows > j + 1 ? j + 1 : i0 + rows;
}

void ddblas_gemm_w_copy_tile(const struct gemm_w_job *w, const struct gemm_w_tile *t, enum gemm_w_direction direction,
                             cuddreal *copy)
{
    const int mr = w->kernels->mr;
    for (int j = 0; j < t->columns; j++)
    {
        int64_t from;
        const int64_t end = wanted_rows(w, t->j + j, t->i, t->rows, &from);
        ddblas_host_w *C = w->C + (t->j + j) * w->c_column;
        cuddreal *column = copy + mr * j;
        for (int64_t i = from; i < end; i++)
            if (direction == GEMM_W_FROM_C)
                column[i - t->i] = C[i * w->c_row];
            else
                C[i * w->c_row] = column[i - t->i];
    }
}

void ddblas_gemm_w_store_tile(const struct gemm_w_job *w, const struct gemm_w_tile *t, const double *sums)
{
    const int mr = w->kernels->mr;
    const int whole = t->rows == mr && w->c_row == 1 && w->problem->part == DDBLAS_GEMM_ALL;
    cuddreal copy[DDBLAS_GEMM_W_MOST_TILE], result[DDBLAS_GEMM_W_MOST_TILE];
    const ddblas_host_w *old = whole ? w->C + t->i + t->j * w->c_column : copy;
    const int64_t ld = whole ? w->c_column : mr;
    if (!whole && !cuddIsZero(w->beta.x))
    {
        memset(copy, 0, sizeof *copy * (size_t)(mr * t->columns));
        ddblas_gemm_w_copy_tile(w, t, GEMM_W_FROM_C, copy);
    }
    if (!w->kernels->combine(t->columns, w->alpha.x, w->beta.x, sums, old, ld, result))
        for (int j = 0; j < t->columns; j++)
            for (int i = 0; i < t->rows; i++)
                if (!cuddIsFinite(result[i + mr * j]))
                    result[i + mr * j] = ddblas_gemm_w_careful_element(
                        w, t->i + i, t->j + j, cuddMake(sums[2 * mr * j + i], sums[2 * mr * j + mr + i]), old + i + ld * j);
    ddblas_gemm_w_copy_tile(w, t, GEMM_W_TO_C, result);
}
