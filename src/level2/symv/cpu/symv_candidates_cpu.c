/*
 * Candidates of the tuner for symv and hemv on the CPU: the order of a block.
 */
#include "symv_cpu.h"
#include "core/sizes.h"
#include "level2/symv/symv_work.h"

static const char *const names[] = {"block"};

static int check_parameters(const struct ddblas_device *device, ddblasType_t type, int form, int64_t first, int64_t last,
                            const int32_t *parameters)
{
    const struct ddblas_symv_cpu_ops *ops = ddblas_symv_cpu_ops(type);
    (void)device;
    (void)form;
    (void)first;
    (void)last;
    return ops && parameters[0] > 0 && parameters[0] <= ops->most && parameters[0] % ops->unit == 0;
}

static int list_candidates(const struct ddblas_device *device, ddblasType_t type, int form,
                           int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int capacity)
{
    const struct ddblas_symv_cpu_ops *ops = ddblas_symv_cpu_ops(type);
    int count = 0;
    (void)device;
    (void)form;
    for (int64_t T = ops->unit; T <= ops->most; T += ops->unit, count++)
        if (count < capacity)
            list[count][0] = (int32_t)T;
    return count;
}

/* Limits the orders that are tuned: beyond order 3000 the time for each element is constant. */
static int64_t largest_order(ddblasType_t type, int form, double memory)
{
    const int64_t n = ddblas_symv_largest(type, memory);
    (void)form;
    return least(n, 3000);
}

const struct ddblas_tune_space ddblas_tune_space_symv_cpu = {
    .id = &ddblas_symv_cpu_id,
    .engine = DDBLAS_ENGINE_CPU,
    .forms = ddblas_symv_forms,
    .form_count = DDBLAS_SYMV_FORMS,
    .parameters = names,
    .parameter_count = 1,
    .check = check_parameters,
    .candidates = list_candidates,
    .bytes = ddblas_symv_bytes,
    .largest = largest_order,
    .prepare = ddblas_symv_prepare,
    .run = ddblas_symv_run,
    .agrees = ddblas_symv_agrees,
    .release = ddblas_symv_release,
};
