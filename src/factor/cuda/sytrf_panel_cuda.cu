/*
 * A panel of a symmetric indefinite factorisation on the CUDA engine: the launch of
 * sytrf_panel_kernel.cuh with as many blocks as the panel's rows and the device allow.
 */
#include "sytrf_panel_kernel.cuh"

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/sytrf.h"
}

#include <cuda_runtime_api.h>

static_assert(sizeof(sytrf_state) <= DDBLAS_SYTRF_STATE_BYTES, "the state fits");
static_assert((int)SYTRF_WIDTH == (int)DDBLAS_SYTRF_WIDTH && DDBLAS_SYTRF_WIDTH == DDBLAS_SYTRF_PANEL + 1, "one width");

extern "C" ddblasStatus_t ddblas_sytrf_prepare_cuda(ddblasHandle_t handle, int64_t *state)
{
    const cudaError_t error = cudaMemsetAsync(state, 0, sizeof(sytrf_state), (cudaStream_t)handle->stream);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "sytrf");
}

template <class T>
static cudaError_t launch_panel(ddblasHandle_t handle, const struct ddblas_sytrf_panel *p)
{
    struct ddblas_device facts;
    if (ddblas_device_facts(handle->backend, handle->device, &facts) != DDBLAS_STATUS_SUCCESS)
        return cudaErrorNotSupported;
    sytrf_state *state = (sytrf_state *)p->state;
    const sytrf_view<T> v = {(T *)p->A, (T *)p->L, (T *)p->W, (T *)p->candidates, p->n,
                             p->lda,    p->first,  p->last,   p->hermitian != 0,  p->upper != 0,
                             state,     p->ipiv,   p->info};
    const int64_t most_blocks = least(facts.multiprocessors, SYTRF_MOST_BLOCKS);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)least(most_blocks, quotient_up(p->n - p->first, SYTRF_THREADS)));
    config.blockDim = dim3(SYTRF_THREADS);
    config.stream = (cudaStream_t)handle->stream;
    config.attrs = &attribute;
    config.numAttrs = config.gridDim.x > 1 ? 1 : 0;
    const cudaError_t error = cudaMemsetAsync(&state->met, 0, sizeof state->met, config.stream);
    return error != cudaSuccess ? error : cudaLaunchKernelEx(&config, sytrf_panel_kernel<T>, v);
}

extern "C" ddblasStatus_t ddblas_sytrf_panel_cuda(ddblasHandle_t handle, const struct ddblas_sytrf_panel *panel)
{
    const cudaError_t error =
        ddblas_type_is_complex(panel->type) ? launch_panel<cuddcomplex>(handle, panel) : launch_panel<cuddreal>(handle, panel);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "sytrf");
}
