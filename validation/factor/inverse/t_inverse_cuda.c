/*
 * Inverses and determinants on a CUDA device: recorded in a graph whose matrix changes between
 * replays. Estimates of conditions refuse to be recorded. Skipped (77) where there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include <dd/condition.h>
#include <dd/determinant.h>

#include "handle.h"
#include "inverse_case.h"
#include "recorder.h"

/* One call with its operands on the device. */
struct operands
{
    void *A, *C, *f;
    int64_t *ipiv, *info, *e;
};

static void issue(ddblasHandle_t handle, const struct inverse_case *c, const struct operands *o)
{
    const int getri = c->routine == INVERSE_GETRI, wide = c->type == DDBLAS_TYPE_U;
    const struct inverse_arguments a = {c->uplo, c->diag, c->n, getri ? o->A : o->C, c->lda, o->ipiv, o->C, c->ldc, o->info};
    dd_must(handle,
            getri ? (wide ? ddblasUgedet(handle, c->n, o->A, c->lda, o->ipiv, o->f, o->e)
                          : ddblasWgedet(handle, c->n, o->A, c->lda, o->ipiv, o->f, o->e))
                  : (wide ? ddblasUpodet(handle, c->n, o->C, c->lda, o->f, o->e)
                          : ddblasWpodet(handle, c->n, o->C, c->lda, o->f, o->e)),
            "determinant");
    dd_must(handle, inverse_call(handle, c->routine, c->type, &a), "inverse");
}

/* Puts the case's operands into place, and launches. */
static void replay(const struct inverse_case *c, const struct operands *o, const struct recorder *r)
{
    must(cudaMemcpy(o->A, c->A, c->bytes_A, cudaMemcpyHostToDevice));
    must(cudaMemcpy(o->C, c->routine == INVERSE_GETRI ? c->C : c->A, c->bytes_C, cudaMemcpyHostToDevice));
    must(cudaMemcpy(o->ipiv, c->ipiv, (size_t)c->n * sizeof *c->ipiv, cudaMemcpyHostToDevice));
    recorder_launch(r);
}

static void assert_replayed(struct inverse_case *c, const struct operands *o)
{
    int64_t info = -1, exponent = 0;
    dd_must(h, inverse_case_run(h, c), "on its own");
    assert_true(dd_engine_holds(h, o->C, c->result, c->bytes_C));
    dd_engine_read(h, &info, o->info, sizeof info);
    dd_engine_read(h, &exponent, o->e, sizeof exponent);
    assert_int_equal(info, c->info);
    assert_true((exponent == 0) == (c->info != 0));
}

static void assert_not_recorded(ddblasHandle_t handle, const struct inverse_case *c, const struct operands *o)
{
    double rcond = -1.0;
    assert_int_equal(c->type == DDBLAS_TYPE_U ? ddblasUgecon(handle, DDBLAS_NORM_ONE, c->n, o->A, c->lda, 1.0, &rcond)
                                              : ddblasWgecon(handle, DDBLAS_NORM_ONE, c->n, o->A, c->lda, 1.0, &rcond),
                     DDBLAS_STATUS_NOT_SUPPORTED);
    assert_true(rcond == -1.0);
}

static void record_and_replay(enum inverse_routine routine, ddblasType_t type, struct dd_random *g)
{
    struct inverse_case *first = inverse_case_new(routine, type, DDBLAS_FILL_MODE_LOWER, DDBLAS_DIAG_NON_UNIT, 70, 0);
    struct inverse_case *second = inverse_case_new(routine, type, DDBLAS_FILL_MODE_LOWER, DDBLAS_DIAG_NON_UNIT, 70, 0);
    const int64_t none = -1;
    const cuddcomplex number = cuddcFromDoubles(7.0, 7.0);
    inverse_case_fill(h, first, g, 3);
    inverse_case_fill(h, second, g, 3);
    inverse_case_put(second, 33, 33, cuddFromDouble(0.0), cuddFromDouble(0.0));
    const struct operands o = {
        dd_engine_copy(h, first->A, first->bytes_A, 0), dd_engine_copy(h, first->C, first->bytes_C, 0),
        dd_engine_copy(h, &number, sizeof number, 0),   dd_engine_copy(h, first->ipiv, (size_t)first->n * sizeof *first->ipiv, 0),
        dd_engine_copy(h, &none, sizeof none, 0),       dd_engine_copy(h, &none, sizeof none, 0)};
    struct recorder r = recorder_new(inverse_case_workspace(h, first));
    recorder_begin(&r);
    issue(r.handle, first, &o);
    assert_not_recorded(r.handle, first, &o);
    recorder_end(&r);
    for (int k = 0; k < 4; k++)
    {
        struct inverse_case *c = k % 2 ? second : first;
        replay(c, &o, &r);
        assert_replayed(c, &o);
    }
    recorder_free(&r);
    void *const all[] = {o.A, o.C, o.f, o.ipiv, o.info, o.e};
    for (int k = 0; k < 6; k++)
        dd_engine_free(h, all[k], 0);
    inverse_case_free(first);
    inverse_case_free(second);
}

/* The second matrix has a zero on the diagonal, which the graph finds. */
static void graphs(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 961);
    for (int k = 0; k < 4; k++)
        record_and_replay(k / 2 ? INVERSE_GETRI : INVERSE_POTRI, k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, &g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(graphs)};
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    choose_tests();
    return cmocka_run_group_tests_name("inverses on a device", tests, open_cuda_handle, close_handle);
}
