/*
 * symv and hemv on the CUDA engine: plan, workspace, launch.
 */
#include <cuda_runtime_api.h>

extern "C" {
#include "level2/symv/symv_chosen.h"
#include "symv_jit.h"
#include "symv_launch.h"
}

typedef int (*symv_launch_function)(const struct ddblas_symv_problem *, const struct symv_plan *, const struct symv_target *);

/* ddblas_symv_launch_<letter> of each type, by ddblasType_t. */
static const symv_launch_function launch_functions[DDBLAS_TYPE_ALL_COUNT] = {
#define DDBLAS_TYPE(letter, type, real, is_complex)            ddblas_symv_launch_##letter,
#define DDBLAS_COMPLEX_DD_TYPE(letter, type, real, is_complex) ddblas_symv_launch_##letter,
#include <dd/types.def>
};

/* Reads the device's properties. Each device is asked only once. */
static cudaError_t numbers_of(int device, struct symv_device *numbers)
{
    enum
    {
        DEVICES = 64
    };
    static struct symv_device known[DEVICES];
    static bool is_known[DEVICES];
    if (device < DEVICES && __atomic_load_n(&is_known[device], __ATOMIC_ACQUIRE))
    {
        *numbers = known[device];
        return cudaSuccess;
    }
    cudaError_t error = cudaDeviceGetAttribute(&numbers->multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&numbers->shared_of_block, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error == cudaSuccess && device < DEVICES)
    {
        known[device] = *numbers;
        __atomic_store_n(&is_known[device], true, __ATOMIC_RELEASE);
    }
    return error;
}

extern "C" size_t ddblas_symv_cuda_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    struct symv_device device;
    if (n == 0 || numbers_of(handle->device, &device) != cudaSuccess)
        return 0;
    return ddblas_symv_chosen_workspace(handle, type, &device, n);
}

static ddblasStatus_t device_error(ddblasHandle_t handle, cudaError_t error)
{
    (void)cudaGetLastError();
    return ddblas_fail(handle, DDBLAS_STATUS_DEVICE_ERROR, "symv: %s", cudaGetErrorString(error));
}

/* Returns the handle's graphs, or null if they could not be allocated. */
extern "C" struct ddblas_launches *ddblas_symv_launches(ddblasHandle_t handle)
{
    static const char owner = 0; /* its address names the slot of the graphs in a handle */
    struct ddblas_slot *slot = ddblas_slot(handle, &owner);
    if (!slot->object)
    {
        slot->object = ddblas_launches_new();
        slot->release = ddblas_launches_free;
    }
    return (struct ddblas_launches *)slot->object;
}

/* A test's choice, which overrides all others; null: none. */
static const struct symv_choice *substitute;

extern "C" void ddblas_symv_cuda_substitute(const struct symv_choice *choice) { substitute = choice; }

extern "C" ddblasStatus_t ddblas_symv_cuda(ddblasHandle_t handle, const struct ddblas_symv_problem *problem)
{
    struct symv_device device;
    struct symv_plan plan;
    cudaError_t error = numbers_of(handle->device, &device);
    if (error != cudaSuccess)
        return device_error(handle, error);
    if (problem->n > INT32_MAX / 2)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "symv: n = %lld is not below 2^30 on the CUDA engine",
                           (long long)problem->n);
    const int upper = problem->uplo == DDBLAS_FILL_MODE_UPPER;
    const struct symv_choice choice = substitute ? *substitute : ddblas_symv_chosen(handle, problem, &device);
    if (substitute && !ddblas_symv_feasible(&choice, &device, problem->type, problem->n))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "symv: the choice cannot run");
    ddblas_symv_make_plan(&plan, &choice, &device, problem->type, upper, problem->n, (uintptr_t)problem->A, problem->lda);
    struct symv_target target = {
        handle->stream, NULL, NULL, handle->device, handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE, NULL};
    if (!ddblas_symv_kernel(handle, problem->type, problem->hermitian, &plan, &target.kernel))
    {
        if (substitute)
            return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "symv: the choice cannot be compiled");
        const struct symv_choice standard =
            ddblas_symv_choose(problem->type, &device, problem->n, (uintptr_t)problem->A, problem->lda);
        ddblas_symv_make_plan(&plan, &standard, &device, problem->type, upper, problem->n, (uintptr_t)problem->A, problem->lda);
    }
    const ddblasStatus_t status = ddblas_workspace(handle, plan.workspace, &target.workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    /* The runtime identifies the kernels of a graph only if they are built in. */
    if (!target.kernel)
        target.launches = ddblas_symv_launches(handle);
    error = (cudaError_t)launch_functions[problem->type](problem, &plan, &target);
    return error == cudaSuccess ? DDBLAS_STATUS_SUCCESS : device_error(handle, error);
}
