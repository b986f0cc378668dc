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
#include "eigen_settings.h"
#include "poison.h"
#include "settings.h"

static const int64_t no_info = INT64_MIN;

static ddblasStatus_t run(ddblasHandle_t h, void *problem) { return eigen_case_run(h, problem); }

/* The runs of a case, after the first one. `poison` is what w holds before a call. */
static struct dd_repeats repeats_of(ddblasHandle_t h, struct eigen_case *c, const void *poison)
{
    struct dd_repeats r = {.handle = h, .run = run, .problem = c, .workspace = eigen_case_workspace(h, c)};
    r.outputs[0] = (struct dd_output){c->result, c->bytes, c->A};
    r.outputs[1] = (struct dd_output){c->stored, (size_t)c->n * dd_type_size(dd_type_real(c->type)), poison};
    r.outputs[2] = (struct dd_output){&c->info, sizeof c->info, &no_info};
    if (c->pair)
        r.outputs[3] = (struct dd_output){c->pair->result, c->pair->bytes, c->pair->A};
    dd_must(h, eigen_case_run(h, c), "first");
    assert_int_equal(c->info, 0);
    dd_repeats_record(&r);
    return r;
}

void eigen_case_same_bits(ddblasHandle_t h, struct eigen_case *c)
{
    void *poison = dd_poisoned((size_t)c->n * sizeof *c->w);
    struct dd_repeats r = repeats_of(h, c, poison);
    dd_repeats_same(&r, "repeated");
    dd_repeats_over_settings(&r);
    assert_true(dd_repeats_over_workspaces(&r) > 0);
    if (dd_engine_half(h) > 0)
    {
        c->offset = dd_engine_half(h);
        dd_repeats_same(&r, "at 8 mod 16");
    }
    dd_repeats_free(&r);
    free(poison);
}

/* Runs a call with a new handle, of whose allocations one fails. Returns 1 if all succeed. */
static int call_without_memory(const struct dd_repeats *r, int failing)
{
    ddblasHandle_t fresh = dd_test_handle();
    const ddblasStatus_t status = eigen_case_run_failing(fresh, r->handle, r->problem, ddblas_inject_allocation_failure, failing);
    const int done = status == DDBLAS_STATUS_SUCCESS;
    assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
    assert_true(done || status == DDBLAS_STATUS_ALLOC_FAILED);
    dd_repeats_assert(r, done, "a failing allocation");
    return done;
}

void eigen_case_without_memory(ddblasHandle_t h, struct eigen_case *c)
{
    void *poison = dd_poisoned((size_t)c->n * sizeof *c->w);
    struct dd_repeats r = repeats_of(h, c, poison);
    int failing = 1;
    while (!call_without_memory(&r, failing))
        failing++;
    assert_true(failing > 2);
    dd_repeats_free(&r);
    free(poison);
}
