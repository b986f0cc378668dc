/*
 * Finds the template instance that a plan needs, and compiles it at run time if necessary.
 */
#include "symv_jit.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/jit/jit.h"
#include "core/sizes.h"
#include "tune/tune.h"

/* Names of the element types in the source of the kernels. */
static const char *const type_names[DDBLAS_TYPE_ALL_COUNT] = {
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE(letter, type, real, is_complex) [DDBLAS_TYPE_##letter] = #type,
#include <dd/types.def>
};

/* Write the template arguments of symv_tile_shape and symv_rows_shape to `text`. symv_launch.cuh
 * computes the same arguments from type and plan. */
static void tile_instance(ddblasType_t type, int hermitian, const struct symv_plan *plan, char *text, size_t size)
{
    const struct symv_shape s = symv_shape_of(plan->choice.shape);
    const int bytes = (int)ddblas_type_size(type), part = ddblas_type_is_complex(type) ? bytes / 2 : bytes;
    const int shifted = plan->alignment == SYMV_OFF_LINES;
    const int unit = !shifted || plan->unit == 16 ? 16 : (int)least(most(plan->unit, part), bytes);
    (void)snprintf(text, size, "symv_tile_kernel<symv_tile_shape<%s, %s, (symv_alignment)%d, %d, %d, %d, %d, %d, %d, %d>>",
                   type_names[type], hermitian ? "true" : "false", (int)plan->alignment, unit, (int)s.warps, (int)s.columns,
                   bytes < 16 ? 16 / bytes : 1, (int)(bytes <= 16 ? s.group : s.group / 2), (int)(s.stages - shifted),
                   (int)s.resident);
}

static void rows_instance(ddblasType_t type, int hermitian, const struct symv_plan *plan, char *text, size_t size)
{
    const struct symv_shape s = symv_shape_of(plan->choice.shape);
    const int bytes = (int)ddblas_type_size(type), part = ddblas_type_is_complex(type) ? bytes / 2 : bytes;
    const int whole = bytes == part || plan->unit >= bytes;
    (void)snprintf(text, size, "symv_rows_kernel<symv_rows_shape<%s, %s, %s, %d, %d, %d>>", type_names[type],
                   hermitian ? "true" : "false", whole ? "true" : "false", (int)s.columns, (int)(32 * s.warps), (int)s.group);
}

uint64_t ddblas_symv_request(ddblasType_t type, int hermitian, const struct symv_plan *plan, int32_t capability,
                             struct ddblas_jit_request *request)
{
    const int rows = plan->choice.method == SYMV_BY_ROWS;
    const uint64_t unit = plan->unit == 16 ? 0 : plan->unit == 8 ? 1 : 2;
    if (request)
    {
        request->include = rows ? "symv_rows.cuh" : "symv_tile.cuh";
        request->capability = capability;
        (rows ? rows_instance : tile_instance)(type, hermitian, plan, request->instance, sizeof request->instance);
    }
    return (uint64_t)plan->choice.shape | (uint64_t)(hermitian != 0) << 32 | (uint64_t)type << 33 | (uint64_t)rows << 37 |
           (uint64_t)plan->alignment << 38 | unit << 40;
}

static int32_t capability_of(ddblasHandle_t handle, struct ddblas_device *device)
{
    (void)ddblas_device_facts(handle->backend, handle->device, device);
    return device->capability;
}

int ddblas_symv_kernel(ddblasHandle_t handle, ddblasType_t type, int hermitian, const struct symv_plan *plan, const void **kernel)
{
    struct ddblas_jit_request request;
    struct ddblas_device device;
    struct ddblas_jit_image *image = NULL;
    *kernel = NULL;
    if (ddblas_symv_is_compiled(type, &plan->choice))
        return 1;
    if (plan->choice.method > SYMV_BY_TILES)
        return 0;
    const uint64_t tag = ddblas_symv_request(type, hermitian, plan, 0, NULL);
    const struct ddblas_jit_kernel *known = ddblas_jit_find(tag, handle->device);
    if (!known)
    {
        (void)ddblas_symv_request(type, hermitian, plan, capability_of(handle, &device), &request);
        (void)ddblas_jit_image(&request, &image, NULL);
        known = ddblas_jit_enter(handle, tag, image);
        free(image);
    }
    *kernel = known ? known->loaded.function : NULL;
    return *kernel != NULL;
}

/* ---- candidates ----------------------------------------------------------------------------- */

/* Returns 1 if a compiled kernel is worth using: it has no spilled registers, and as many of its
 * blocks fit on a multiprocessor as the shape requires. */
static int is_worth_having(const struct ddblas_device *device, const struct symv_choice *choice, const struct symv_plan *plan,
                           const struct ddblas_kernel *kernel)
{
    const struct symv_shape s = symv_shape_of(choice->shape);
    const struct ddblas_tune_need need = {.threads = 32 * s.warps,
                                          .registers = kernel->registers,
                                          .shared = kernel->shared + (int32_t)plan->shared,
                                          .blocks = s.resident};
    return kernel->function && kernel->spilled == 0 &&
           ddblas_tune_occupancy(device, &need) >= (need.blocks > 1 ? need.blocks : 1);
}

/* Makes a plan of the choice, for columns that start on cache line boundaries. */
static void aligned_plan(struct symv_plan *plan, const struct symv_choice *choice, const struct ddblas_device *device,
                         ddblasType_t type)
{
    const struct symv_device numbers = {.multiprocessors = device->multiprocessors, .shared_of_block = device->shared_of_block};
    const int64_t n = choice->edge > 0 ? choice->edge : 128;
    ddblas_symv_make_plan(plan, choice, &numbers, type, 0, n, 0, SYMV_LINE);
}

struct reporting
{
    int (*progress)(void *context, double done);
    void *context;
    int count;
};

static int report_progress(void *context, int done)
{
    const struct reporting *r = context;
    return r->progress && r->progress(r->context, (double)done / r->count);
}

/* Collects the requests for those kernels that must still be compiled, one for each template
 * instance, with the tags of the instances. Returns the number of requests. */
static int requests_of(const struct ddblas_device *device, ddblasType_t type, int hermitian, int engine_device,
                       const struct symv_choice *list, int count, struct ddblas_jit_request *requests, uint64_t *tags)
{
    int found = 0;
    for (int i = 0; i < count; i++)
    {
        struct symv_plan plan;
        int known = ddblas_symv_is_compiled(type, &list[i]);
        aligned_plan(&plan, &list[i], device, type);
        tags[found] = ddblas_symv_request(type, hermitian, &plan, device->capability, &requests[found]);
        for (int k = 0; k < found && !known; k++)
            known = tags[k] == tags[found];
        found += !known && !ddblas_jit_find(tags[found], engine_device);
    }
    return found;
}

void ddblas_symv_ready(ddblasHandle_t handle, ddblasType_t type, int hermitian, const struct symv_choice *list, int count,
                       char *states, int (*progress)(void *context, double done), void *context)
{
    struct ddblas_device device;
    struct ddblas_jit_request *requests = calloc((size_t)count + 1, sizeof *requests);
    struct ddblas_jit_image **images = calloc((size_t)count + 1, sizeof(void *));
    uint64_t *tags = calloc((size_t)count + 1, sizeof *tags);
    (void)capability_of(handle, &device);
    if (requests && images && tags)
    {
        const int found = requests_of(&device, type, hermitian, handle->device, list, count, requests, tags);
        struct reporting reporting = {progress, context, found};
        ddblas_jit_images(requests, found, images, report_progress, &reporting);
        for (int i = 0; i < found; i++)
        {
            if (images[i])
                (void)ddblas_jit_enter(handle, tags[i], images[i]);
            free(images[i]);
        }
    }
    free(requests);
    free(images);
    free(tags);
    for (int i = 0; i < count; i++)
    {
        struct symv_plan plan;
        aligned_plan(&plan, &list[i], &device, type);
        const struct ddblas_jit_kernel *kernel =
            ddblas_jit_find(ddblas_symv_request(type, hermitian, &plan, 0, NULL), handle->device);
        states[i] = (char)(ddblas_symv_is_compiled(type, &list[i]) ||
                           (kernel && is_worth_having(&device, &list[i], &plan, &kernel->loaded)));
    }
}
