/*
 * Launches of the steps of the reduction to tridiagonal form (sytrd_step_kernel.cuh).
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
}
#include "sytrd_step_kernel.cuh"

#include <cuda_runtime_api.h>

enum
{
    COUNTERS = 64, /* One counter for each step of a panel. */
    COUNTER_BYTES = COUNTERS * sizeof(unsigned)
};
static_assert((int)DDBLAS_SYTRD_PANEL < (int)COUNTERS && 2 * ((int)DDBLAS_SYTRD_PANEL - 1) <= (int)STEP_TERMS,
              "a panel has room");

extern "C" size_t ddblas_sytrd_scratch_cuda(void)
{
    return COUNTER_BYTES + STEP_BLOCKS * (STEP_SLOTS * sizeof(cuddcomplex) + sizeof(step_square<cuddcomplex>));
}

template <class T>
static cudaError_t launch_step(cudaStream_t stream, const struct ddblas_sytrd_step *p)
{
    const struct ddblas_sytrd *s = p->sytrd;
    const int64_t n = s->n, top = p->top, i = p->i;
    step<T> c = {};
    char *at = (char *)s->scratch;
    c.rows = n - top;
    c.stretch = STEP_CHUNK * quotient_up(c.rows, STEP_CHUNK * STEP_BLOCKS);
    c.finish = p->finish != 0;
    c.reflect = p->reflect != 0;
    c.terms = (int)(2 * i);
    c.P = (const T *)s->P + top;
    c.Q = (const T *)s->Q + top;
    c.ld = n;
    c.v = (const T *)s->P + top + 2 * i * n;
    c.p = (T *)s->P + top + (2 * i + 1) * n;
    c.w = (T *)s->Q + top + 2 * i * n;
    c.a = (T *)s->M + top + top * n;
    const int64_t next = 2 * (i + c.finish);
    c.next_p = (T *)s->P + top + next * n;
    c.next_q = (T *)s->Q + top + (next + 1) * n;
    c.tau = (const T *)s->tau + top - 1;
    c.d = (cuddreal *)s->d + top;
    c.e = (cuddreal *)s->e + top;
    c.next_tau = (T *)s->tau + top;
    c.arrived = (unsigned *)at + i + c.finish;
    c.sums = (T *)(at + COUNTER_BYTES);
    c.squares = (step_square<T> *)(c.sums + STEP_BLOCKS * STEP_SLOTS);

    cudaError_t error =
        cudaFuncSetAttribute(sytrd_step_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sizeof(step_shared<T>));
    if (error == cudaSuccess && !c.finish)
        error = cudaMemsetAsync(s->scratch, 0, COUNTER_BYTES, stream);
    if (error != cudaSuccess)
        return error;
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)quotient_up(c.rows, c.stretch));
    config.blockDim = dim3(STEP_THREADS);
    config.dynamicSmemBytes = sizeof(step_shared<T>);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = config.gridDim.x > 1 ? 1 : 0;
    return cudaLaunchKernelEx(&config, sytrd_step_kernel<T>, c);
}

extern "C" ddblasStatus_t ddblas_sytrd_step_cuda(ddblasHandle_t handle, const struct ddblas_sytrd_step *step)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const cudaError_t error =
        ddblas_type_is_complex(step->sytrd->type) ? launch_step<cuddcomplex>(stream, step) : launch_step<cuddreal>(stream, step);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "syevd");
}
