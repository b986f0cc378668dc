/*
 * Conversions on the CPU: each thread converts some of the columns.
 */
#include "convert.h"

enum
{
    THREAD_ELEMENTS = 1 << 16 /* elements worth a thread: 50 microseconds or so, ten times what a parallel region takes */
};

ddblasStatus_t ddblas_convert_cpu(ddblasHandle_t handle, const struct ddblas_convert_problem *problem)
{
    const struct ddblas_convert_problem p = *problem;
    const int has_lo = ddblas_convert_has_lo(p.kind), to_w = ddblas_convert_to_w(p.kind);
    ddblas_host_w *const W = p.W;
    const double worth = 1.0 + (double)p.m * (double)p.n / THREAD_ELEMENTS;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth);
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (int64_t j = 0; j < p.n; j++)
        for (int64_t i = 0; i < p.m; i++)
        {
            int64_t s = i + j * p.lds;
            cuddreal w = to_w ? cuddFromDouble(0.0) : W[i + j * p.ldw];
            ddblas_convert_element(p.kind, &w, &p.hi[s], has_lo ? &p.lo[s] : NULL);
            if (to_w)
                W[i + j * p.ldw] = w;
        }
    return DDBLAS_STATUS_SUCCESS;
}
