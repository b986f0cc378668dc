/*
 * Products with band and packed matrices on the CPU: the choice between the double-double sums and
 * CBLAS.
 */
#include "compact_cpu.h"

ddblasStatus_t ddblas_compact_cpu(ddblasHandle_t handle, const struct ddblas_compact_problem *problem)
{
    return ddblas_type_is_double_double(problem->type) ? ddblas_compact_cpu_pairs(handle, problem)
                                                       : ddblas_compact_cpu_cblas(handle, problem);
}
