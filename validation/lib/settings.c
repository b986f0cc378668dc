/*
 * One call under all settings of a handle, with failing allocations, and with refused arguments.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "backend/isa.h"
#include "settings.h"

/* ---- arguments ------------------------------------------------------------------------------- */

void dd_refused(ddblasHandle_t handle, ddblasStatus_t returned, ddblasStatus_t expected, int position)
{
    assert_int_equal(returned, expected);
    assert_int_equal(ddblasGetLastArgument(handle), position);
    assert_true(strlen(ddblasGetLastError(handle)) > 0);
}

void dd_leaves_memory(ddblasHandle_t handle, void (*calls)(char *memory))
{
    char host[4096];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(handle, host, sizeof host, 0);
    calls(memory);
    assert_true(dd_engine_holds(handle, memory, host, sizeof host));
    dd_engine_free(handle, memory, 0);
}

size_t dd_misaligned(ddblasHandle_t handle, ddblasType_t type)
{
    return dd_type_is_pair(type) ? dd_engine_misaligned(handle) : 1;
}

int dd_type_takes_route(ddblasType_t type, ddblasGemmRoute_t route)
{
    return route == DDBLAS_GEMM_ROUTE_AUTO || dd_type_is_pair(type);
}

/* ---- bits ------------------------------------------------------------------------------------ */

void dd_repeats_record(struct dd_repeats *r)
{
    for (int i = 0; i < DD_OUTPUTS; i++)
    {
        const struct dd_output *o = &r->outputs[i];
        r->first[i] = NULL;
        if (!o->result)
            continue;
        r->first[i] = malloc(o->bytes + 1);
        assert_non_null(r->first[i]);
        memcpy(r->first[i], o->result, o->bytes);
    }
}

void dd_repeats_free(struct dd_repeats *r)
{
    for (int i = 0; i < DD_OUTPUTS; i++)
        free(r->first[i]);
}

void dd_repeats_assert(const struct dd_repeats *r, int succeeded, const char *what)
{
    for (int i = 0; i < DD_OUTPUTS; i++)
    {
        const struct dd_output *o = &r->outputs[i];
        const void *expected = succeeded ? r->first[i] : o->before;
        if (!o->result || !expected || memcmp(o->result, expected, o->bytes) == 0)
            continue;
        if (succeeded)
            fail_msg("other bits in output %d: %s", i, what);
        fail_msg("output %d was written, though the call failed: %s", i, what);
    }
}

void dd_repeats_same(const struct dd_repeats *r, const char *what)
{
    dd_must(r->handle, r->run(r->handle, r->problem), what);
    dd_repeats_assert(r, 1, what);
}

void dd_repeats_over_settings(const struct dd_repeats *r)
{
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    ddblasPointerMode_t mode;
    for (int i = 0; i < (on_cpu ? 3 : 1); i++)
        for (int threads = 1; threads <= 4; threads += 3)
        {
            if (dd_test_leaves_out(2 * i + (threads > 1)))
                continue;
            dd_must(r->handle, ddblasSetThreads(r->handle, threads), "threads");
            if (!on_cpu || ddblas_isa_select(sets[i]) == 0)
                dd_repeats_same(r, sets[i]);
        }
    assert_int_equal(ddblas_isa_select(NULL), 0);
    dd_must(r->handle, ddblasSetThreads(r->handle, 0), "threads");
    dd_must(r->handle, ddblasSetPointerMode(r->handle, DDBLAS_POINTER_MODE_DEVICE), "mode");
    dd_repeats_same(r, "pointer mode");
    dd_must(r->handle, ddblasGetPointerMode(r->handle, &mode), "mode");
    assert_int_equal(mode, DDBLAS_POINTER_MODE_DEVICE);
    dd_must(r->handle, ddblasSetPointerMode(r->handle, DDBLAS_POINTER_MODE_HOST), "mode");
}

int dd_repeats_over_workspaces(const struct dd_repeats *r)
{
    void *memory = NULL;
    int refused = 0;
    dd_must(r->handle, ddblasMalloc(r->handle, &memory, r->workspace), "malloc");
    dd_must(r->handle, ddblasSetWorkspace(r->handle, memory, r->workspace), "workspace");
    dd_repeats_same(r, "workspace of the caller");
    for (size_t part = 0; part < 8; part++)
    {
        if (part > 1 && dd_test_leaves_out((int64_t)part))
            continue;
        dd_must(r->handle, ddblasSetWorkspace(r->handle, memory, part ? r->workspace * part / 8 : 64), "workspace");
        const ddblasStatus_t status = r->run(r->handle, r->problem);
        const int done = status == DDBLAS_STATUS_SUCCESS;
        assert_true(done ? part > 0 : status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        dd_repeats_assert(r, done, "a smaller workspace");
        refused += !done && part > 0;
    }
    dd_must(r->handle, ddblasSetWorkspace(r->handle, NULL, 0), "workspace");
    dd_must(r->handle, ddblasFree(r->handle, memory), "free");
    return refused;
}

int dd_repeats_everywhere(const struct dd_repeats *r, size_t *offset)
{
    dd_repeats_same(r, "repeated");
    dd_repeats_over_settings(r);
    const int refused = dd_repeats_over_workspaces(r);
    if (offset && dd_engine_half(r->handle) > 0)
    {
        *offset = dd_engine_half(r->handle);
        dd_repeats_same(r, "at 8 mod 16");
    }
    return refused;
}

/* ---- failing allocations --------------------------------------------------------------------- */

int dd_repeats_without_memory(const struct dd_repeats *r, dd_repeats_failing *run)
{
    for (int failing = 1;; failing++)
    {
        ddblasHandle_t fresh = dd_test_handle();
        const ddblasStatus_t status = run(fresh, r, failing);
        const int done = status == DDBLAS_STATUS_SUCCESS;
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        assert_true(done || status == DDBLAS_STATUS_ALLOC_FAILED);
        dd_repeats_assert(r, done, "a failing allocation");
        if (done)
            return failing - 1;
    }
}

int dd_without_memory(ddblasHandle_t handle, ddblasGemmRoute_t route, struct dd_operand *operands, int count,
                      dd_operands_call *call, const void *problem)
{
    for (int failing = 1;; failing++)
    {
        ddblasHandle_t fresh = dd_test_handle();
        dd_must(fresh, ddblasSetGemmRoute(fresh, route), "route");
        dd_operands_put(handle, operands, count, 0);
        ddblas_inject_allocation_failure(failing);
        const ddblasStatus_t status = call(fresh, problem, operands);
        ddblas_inject_allocation_failure(0);
        dd_operands_take(handle, operands, count, 0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        if (status == DDBLAS_STATUS_SUCCESS)
        {
            assert_true(failing > 1);
            return failing - 1;
        }
        assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
        for (int i = 0; i < count; i++)
            if (operands[i].result)
                assert_memory_equal(operands[i].result, operands[i].host, operands[i].bytes);
    }
}
