/*
 * Calls of eigen_case.h under all settings of a handle, and with failing allocations.
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
#include "eigen_settings.h"
#include "engine.h"
#include "poison.h"

/* Results of the first call; B is null unless the case has one. */
struct results
{
    void *A, *w, *B;
};

static void *copy_of(const void *bytes, size_t count)
{
    void *copy = malloc(count + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, count);
    return copy;
}

static struct results results_of(const struct eigen_case *c)
{
    return (struct results){copy_of(c->result, c->bytes), copy_of(c->w, (size_t)c->n * sizeof *c->w),
                            c->pair ? copy_of(c->pair->result, c->pair->bytes) : NULL};
}

static void results_free(struct results r)
{
    free(r.A);
    free(r.w);
    free(r.B);
}

static int are_results(const struct eigen_case *c, struct results first)
{
    return c->info == 0 && memcmp(first.A, c->result, c->bytes) == 0 && memcmp(first.w, c->w, (size_t)c->n * sizeof *c->w) == 0 &&
           (!c->pair || memcmp(first.B, c->pair->result, c->pair->bytes) == 0);
}

/* Nothing has been written. */
static void assert_untouched(const struct eigen_case *c)
{
    void *poison = dd_poisoned((size_t)c->n * sizeof *c->w);
    assert_memory_equal(c->result, c->A, c->bytes);
    assert_memory_equal(c->w, poison, (size_t)c->n * sizeof *c->w);
    assert_true(c->info == INT64_MIN);
    if (c->pair)
        assert_memory_equal(c->pair->result, c->pair->A, c->pair->bytes);
    free(poison);
}

static void assert_same_bits(ddblasHandle_t h, struct eigen_case *c, struct results first, const char *what)
{
    dd_must(h, eigen_case_run(h, c), what);
    if (!are_results(c, first))
        fail_msg("other bits: %s", what);
}

/* Workspaces of the caller from the query's size down: the same bits, or an error that leaves all
 * as it was. */
static void over_workspaces(ddblasHandle_t h, struct eigen_case *c, struct results first)
{
    const size_t bytes = eigen_case_workspace(h, c);
    void *memory = NULL;
    int refused = 0;
    dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
    for (size_t part = 0; part < 8; part++)
    {
        dd_must(h, ddblasSetWorkspace(h, memory, bytes - bytes * part / 8 / 256 * 256), "workspace");
        const ddblasStatus_t status = eigen_case_run(h, c);
        assert_true(status == DDBLAS_STATUS_SUCCESS || (part > 0 && status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL));
        refused += status != DDBLAS_STATUS_SUCCESS;
        if (status != DDBLAS_STATUS_SUCCESS)
            assert_untouched(c);
        else if (!are_results(c, first))
            fail_msg("other bits with %d / 8 of the workspace", 8 - (int)part);
    }
    assert_true(refused > 0);
    dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
    dd_must(h, ddblasFree(h, memory), "free");
}

void eigen_case_same_bits(ddblasHandle_t h, struct eigen_case *c)
{
    dd_must(h, eigen_case_run(h, c), "first");
    const struct results first = results_of(c);
    assert_same_bits(h, c, first, "repeated");
    over_workspaces(h, c, first);
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
    {
        static const char *const sets[] = {"portable", "avx2", "avx512"};
        for (int i = 0; i < 3; i++)
            if (ddblas_isa_select(sets[i]) == 0)
                assert_same_bits(h, c, first, sets[i]);
        assert_int_equal(ddblas_isa_select(NULL), 0);
        for (int threads = 1; threads <= 3; threads++)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            assert_same_bits(h, c, first, "threads");
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
    }
    if (dd_engine_half(h) > 0)
    {
        c->offset = dd_engine_half(h);
        assert_same_bits(h, c, first, "at 8 mod 16");
    }
    /* With alpha and beta of other routines in device memory. */
    dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), "pointer mode");
    assert_same_bits(h, c, first, "device pointer mode");
    dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), "pointer mode");
    results_free(first);
}

/* Runs a call with a new handle, of whose allocations one fails. Returns 1 if all succeed. */
static int call_without_memory(ddblasHandle_t h, struct eigen_case *c, struct results first, int failing)
{
    ddblasHandle_t fresh = dd_test_handle();
    const ddblasStatus_t status = eigen_case_run_failing(fresh, h, c, ddblas_inject_allocation_failure, failing);
    assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        assert_true(are_results(c, first));
        return 1;
    }
    assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
    assert_untouched(c);
    return 0;
}

void eigen_case_without_memory(ddblasHandle_t h, struct eigen_case *c)
{
    int failing = 1;
    dd_must(h, eigen_case_run(h, c), "first");
    const struct results first = results_of(c);
    while (!call_without_memory(h, c, first, failing))
        failing++;
    assert_true(failing > 2);
    results_free(first);
}
