/*
 * The choice of the engine for the routines that compute each element by itself.
 */
#include "matrix.h"

ddblasStatus_t ddblas_matrix_compute(ddblasHandle_t handle, const struct ddblas_matrix_problem *problem)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_matrix_cuda(handle, problem);
#endif
    return ddblas_matrix_cpu(handle, problem);
}
