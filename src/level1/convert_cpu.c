/*
 * Conversions on the CPU: each thread converts some of the columns.
 */
#include "convert.h"

ddblasStatus_t ddblas_convert_cpu(ddblasHandle_t handle, const struct ddblas_convert_problem *problem)
{
    const struct ddblas_convert_problem p = *problem;
    const int has_lo = ddblas_convert_has_lo(p.kind), to_w = ddblas_convert_to_w(p.kind);
    ddblas_host_w *const W = p.W;
    const int threads = ddblas_threads(handle);
#pragma omp parallel for num_threads(threads) schedule(static) if (p.n > 1 && p.m > 4096 / p.n)
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
