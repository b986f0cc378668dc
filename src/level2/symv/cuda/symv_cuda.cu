/*
 * symv and hemv on the CUDA engine: plan, workspace, launch.
 */
extern "C" {
#include "backend/device_error.h"
#include "level2/symv/symv_choice.h"
#include "symv_jit.h"
#include "symv_launch.h"
}

typedef int (*symv_launch_function)(const struct ddblas_symv_problem *, const struct symv_plan *, const struct symv_target *);

/* ddblas_symv_launch_<letter> of each type, by ddblasType_t. */
static const symv_launch_function launch_functions[DDBLAS_TYPE_ALL_COUNT] = {
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE(letter, type, real, is_complex) ddblas_symv_launch_##letter,
#include <dd/types.def>
};

/* Stores the numbers of the device on which a plan depends in *numbers. */
static ddblasStatus_t numbers_of(ddblasHandle_t handle, struct symv_device *numbers)
{
    struct ddblas_device facts;
    const ddblasStatus_t status = ddblas_device_facts(handle->backend, handle->device, &facts);
    *numbers = {facts.multiprocessors, facts.shared_of_block};
    return status;
}

extern "C" size_t ddblas_symv_cuda_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    struct symv_device device;
    if (n == 0 || numbers_of(handle, &device) != DDBLAS_STATUS_SUCCESS)
        return 0;
    return ddblas_symv_workspace_of_handle(handle, type, &device, n);
}

/* The choice that a test has set in place of all others; null: there is none. */
static const struct symv_choice *substitute;

extern "C" void ddblas_symv_cuda_substitute(const struct symv_choice *choice) { substitute = choice; }

extern "C" ddblasStatus_t ddblas_symv_cuda(ddblasHandle_t handle, const struct ddblas_symv_problem *problem)
{
    struct symv_device device;
    struct symv_plan plan;
    ddblasStatus_t status = numbers_of(handle, &device);
    if (status != DDBLAS_STATUS_SUCCESS)
        return ddblas_check_engine(handle, status, "symv");
    if (problem->n > INT32_MAX / 2)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "symv: n = %lld is not below 2^30 on the CUDA engine",
                           (long long)problem->n);
    const int upper = problem->uplo == DDBLAS_FILL_MODE_UPPER;
    const struct symv_choice choice = substitute ? *substitute : ddblas_symv_choose_for_handle(handle, problem, &device);
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
            ddblas_symv_choose_built_in(problem->type, &device, problem->n, (uintptr_t)problem->A, problem->lda);
        ddblas_symv_make_plan(&plan, &standard, &device, problem->type, upper, problem->n, (uintptr_t)problem->A, problem->lda);
    }
    status = ddblas_workspace(handle, plan.workspace, &target.workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    /* A kernel that was compiled at run time is launched without a graph, because the CUDA runtime
     * can identify the kernels of a graph only if they are part of the library. */
    if (!target.kernel)
        target.graphs = ddblas_handle_graphs(handle);
    const int error = launch_functions[problem->type](problem, &plan, &target);
    return ddblas_check_engine(handle, ddblas_device_error(error), "symv");
}
