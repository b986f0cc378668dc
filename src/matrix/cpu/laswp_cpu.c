/*
 * laswp on the CPU: each thread has some of the columns and makes all exchanges in one column after
 * another, so that the column stays in the cache. Elements are bytes.
 */
#include <string.h>

#include "core/sizes.h"
#include "matrix/laswp.h"

enum
{
    THREAD_EXCHANGES = 1 << 14, /* Exchanges worth a thread, 20 to 60 us. */
    COLUMNS = 8                 /* Columns dealt to a thread at once. */
};

/* Makes the exchanges in a column. `size`, in bytes, is a constant for the compiler, so that it can
 * replace memcpy by plain loads and stores. */
#define EXCHANGE_ALL(size)                                                                                                       \
    for (int64_t k = 0; k < p->count; k++)                                                                                       \
    {                                                                                                                            \
        const int64_t t = p->backward ? p->count - 1 - k : k, own = p->first + t,                                                \
                      other = laswp_other(p->pivot[t * p->step], own, p->lda);                                                   \
        char kept[size];                                                                                                         \
        if (other == own)                                                                                                        \
            continue;                                                                                                            \
        memcpy(kept, column + own * (int64_t)(size), size);                                                                      \
        memcpy(column + own * (int64_t)(size), column + other * (int64_t)(size), size);                                          \
        memcpy(column + other * (int64_t)(size), kept, size);                                                                    \
    }

static void exchange_column(const struct ddblas_laswp_problem *p, int64_t j)
{
    const size_t bytes = ddblas_type_size(p->type);
    char *column = (char *)p->A + (size_t)(j * p->lda) * bytes;
    switch (bytes)
    {
    case sizeof(float):
        EXCHANGE_ALL(sizeof(float))
        break;
    case sizeof(double):
        EXCHANGE_ALL(sizeof(double))
        break;
    case sizeof(cuddreal):
        EXCHANGE_ALL(sizeof(cuddreal))
        break;
    default:
        EXCHANGE_ALL(sizeof(cuddcomplex))
    }
}

static void exchange_columns(const struct ddblas_laswp_problem *p, int64_t first)
{
    for (int64_t j = first; j < least(p->n, first + COLUMNS); j++)
        exchange_column(p, j);
}

ddblasStatus_t ddblas_laswp_cpu(ddblasHandle_t handle, const struct ddblas_laswp_problem *problem)
{
    const int64_t groups = quotient_up(problem->n, COLUMNS);
    const double worth = 1.0 + (double)problem->n * (double)problem->count / THREAD_EXCHANGES;
    /* W stands for every type whose routine does not call CBLAS. */
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth < (double)groups ? worth : (double)groups);
    if (threads == 1)
        for (int64_t g = 0; g < groups; g++)
            exchange_columns(problem, g * COLUMNS);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t g = 0; g < groups; g++)
            exchange_columns(problem, g * COLUMNS);
    }
    return DDBLAS_STATUS_SUCCESS;
}
