/*
 * The options and the report of products over host memory.
 */
#include <stdlib.h>

#include "core/checks.h"
#include "xt_context.h"

void ddblas_xt_release_lanes(struct xt_context *context)
{
    for (int l = 0; l < context->lanes; l++)
        ddblas_xt_lane_free(&context->lane[l]);
    context->lanes = 0;
}

static void release_context(void *object)
{
    ddblas_xt_release_lanes(object);
    free(object);
}

struct xt_context *ddblas_xt_context(ddblasHandle_t handle)
{
    /* The address of this variable is the key of the context's slot in a handle. */
    static const char owner;
    struct ddblas_slot *slot = ddblas_slot(handle, &owner);
    if (slot->object)
        return slot->object;
    struct xt_context *context = ddblas_host_alloc(sizeof *context);
    if (!context)
        return NULL;
    *context = (struct xt_context){.report = {.cpu_share = ""}};
    slot->object = context;
    slot->release = release_context;
    return context;
}

static ddblasStatus_t fail_option(ddblasHandle_t handle, const char *field, long long value)
{
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "options: %s is %lld", field, value);
}

static ddblasStatus_t check_options(ddblasHandle_t handle, const ddblasXtOptions_t *o)
{
    if (o->device_count < 0 || o->device_count > DDBLAS_XT_MOST_DEVICES)
        return fail_option(handle, "device_count", o->device_count);
    for (int32_t d = 0; d < o->device_count; d++)
        if (o->devices[d] < 0)
            return fail_option(handle, "one of the devices", o->devices[d]);
    if (o->block_rows < 0)
        return fail_option(handle, "block_rows", o->block_rows);
    if (o->block_columns < 0)
        return fail_option(handle, "block_columns", o->block_columns);
    if (o->block_terms < 0)
        return fail_option(handle, "block_terms", o->block_terms);
    if (o->copy_threads < 0)
        return fail_option(handle, "copy_threads", o->copy_threads);
    const int known = DDBLAS_XT_DOUBLE_BUFFER | DDBLAS_XT_REUSE | DDBLAS_XT_DRAIN | DDBLAS_XT_CPU_SHARE;
    if ((o->techniques & ~known) != 0 && o->techniques != DDBLAS_XT_IN_TURN)
        return fail_option(handle, "techniques", o->techniques);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasXtSetOptions(ddblasHandle_t handle, const ddblasXtOptions_t *options)
{
    static const ddblasXtOptions_t defaults;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_options(handle, options ? options : &defaults));
    struct xt_context *context = ddblas_xt_context(handle);
    if (!context)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no memory for options");
    ddblas_xt_release_lanes(context);
    context->options = options ? *options : defaults;
    return DDBLAS_STATUS_SUCCESS;
}

/* Begins a query and returns the handle's context in *context. place: the address where the caller
 * wants the answer; it must not be null. */
static ddblasStatus_t begin_query(ddblasHandle_t handle, const char *name, const void *place, const struct xt_context **context)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, name, place));
    *context = ddblas_xt_context(handle);
    return *context ? DDBLAS_STATUS_SUCCESS : ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no memory for the %s", name);
}

ddblasStatus_t ddblasXtGetOptions(ddblasHandle_t handle, ddblasXtOptions_t *options)
{
    const struct xt_context *context = NULL;
    DDBLAS_CHECK(begin_query(handle, "options", options, &context));
    *options = context->options;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasXtGetReport(ddblasHandle_t handle, ddblasXtReport_t *report)
{
    const struct xt_context *context = NULL;
    DDBLAS_CHECK(begin_query(handle, "report", report, &context));
    *report = context->report;
    return DDBLAS_STATUS_SUCCESS;
}
