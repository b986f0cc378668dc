/*
 * Corrections of singular vectors on the CPU engine. A column belongs to one thread.
 */
#include <math.h>

#include "refine.h"

enum
{
    THREAD_ELEMENTS = 1 << 13 /* Elements that are worth a thread, about 50 us. */
};

static void correct_column(const struct ddblas_svd_pairs *c, int64_t j)
{
    double largest = 0.0;
    for (int64_t i = 0; i < c->n; i++)
    {
        const double sum = i != j ? ddblas_svd_correct_element(c, i, j) : 0.0;
        largest = largest >= sum || isnan(largest) ? largest : sum;
    }
    ddblas_svd_correct_diagonal(c, j);
    c->measured[j] = largest;
}

void ddblas_svd_correct_cpu(ddblasHandle_t handle, const struct ddblas_svd_pairs *pairs)
{
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_D, 1.0 + (double)pairs->n * (double)pairs->n / THREAD_ELEMENTS);
    if (threads == 1) /* Opening a parallel region takes longer than a small pass. */
        for (int64_t j = 0; j < pairs->n; j++)
            correct_column(pairs, j);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t j = 0; j < pairs->n; j++)
            correct_column(pairs, j);
    }
}
