/*
 * syevx and heevx on the engine that DDBLAS_TEST_ENGINE names: arguments, empty sizes, bits,
 * workspaces, failing allocations, and operators that fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "few_case.h"
#include "handle.h"
#include "poison.h"

enum
{
    N = 60,
    K = 3
};

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static struct few_case *usual_case(ddblasType_t type) { return few_case_new(h, type, FEW_GRID, 64, K, 0); }

/* ---- arguments ------------------------------------------------------------------------------- */

/* The operator is not called by calls that are refused. */
static ddblasStatus_t untouched(ddblasHandle_t handle, void *context, int64_t n, int64_t columns, const cuddreal *X, int64_t ldx,
                                cuddreal *Y, int64_t ldy)
{
    (void)handle, (void)context, (void)n, (void)columns, (void)X, (void)ldx, (void)Y, (void)ldy;
    fail();
    return DDBLAS_STATUS_SUCCESS;
}

struct arguments
{
    int64_t n, k;
    ddblasEigEnd_t end;
    ddblasWoperator_t apply;
    ddblasSyevxPlan_t plan;
    void *X;
    int64_t ldx;
    void *w;
};

static void assert_refused(struct arguments a, ddblasStatus_t status, int position)
{
    double residuals[K] = {7.0, 7.0, 7.0};
    assert_int_equal(ddblasWsyevx(h, a.n, a.k, a.end, a.apply, NULL, NULL, &a.plan, a.X, a.ldx, a.w, residuals, NULL), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
    assert_true(residuals[0] == 7.0);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct arguments wrong = right;                                                                                          \
        wrong.member = value;                                                                                                    \
        assert_refused(wrong, DDBLAS_STATUS_##status, position);                                                                 \
    } while (0)

static void wrong_arguments(void **state)
{
    (void)state;
    char host[(N * K + K) * sizeof(cuddreal)];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    const size_t off = dd_engine_misaligned(h);
    const struct arguments right = {
        .n = N, .k = K, .apply = untouched, .X = memory, .ldx = N, .w = memory + N * K * sizeof(cuddreal)};
    REFUSED(n, -1, INVALID_VALUE, 2);
    REFUSED(k, -1, INVALID_VALUE, 3);
    REFUSED(k, N + 1, INVALID_VALUE, 3);
    REFUSED(end, 2, INVALID_VALUE, 4);
    REFUSED(apply, NULL, INVALID_VALUE, 5);
    REFUSED(plan.block, K, INVALID_VALUE, 8);
    REFUSED(plan.block, N + 1, INVALID_VALUE, 8);
    REFUSED(plan.block, -1, INVALID_VALUE, 8);
    REFUSED(plan.basis, 20, INVALID_VALUE, 8);
    REFUSED(plan.basis, -1, INVALID_VALUE, 8);
    REFUSED(plan.most, -1, INVALID_VALUE, 8);
    REFUSED(plan.tolerance, 1.0, INVALID_VALUE, 8);
    REFUSED(plan.tolerance, -1e-9, INVALID_VALUE, 8);
    REFUSED(plan.tolerance, NAN, INVALID_VALUE, 8);
    REFUSED(plan.guess, 2, INVALID_VALUE, 8);
    REFUSED(X, NULL, INVALID_VALUE, 9);
    REFUSED(X, memory + off, MISALIGNED, 9);
    REFUSED(ldx, N - 1, INVALID_VALUE, 10);
    REFUSED(w, NULL, INVALID_VALUE, 11);
    REFUSED(w, memory + off, MISALIGNED, 11);
    struct arguments large = right;
    large.n = large.ldx = (INT64_C(1) << 40) + 1;
    assert_refused(large, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    large.n = large.ldx = INT64_C(1) << 20;
    large.plan.block = 1 << 13;
    assert_refused(large, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
    assert_int_equal(ddblasWsyevx(NULL, 1, 1, 0, untouched, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL),
                     DDBLAS_STATUS_NOT_INITIALIZED);
}

static void empty(void **state)
{
    ddblasSyevxReport_t report;
    (void)state;
    memset(&report, 0xff, sizeof report);
    assert_int_equal(ddblasWsyevx(h, 0, 0, DDBLAS_EIG_LOWEST, untouched, NULL, NULL, NULL, NULL, 1, NULL, NULL, &report),
                     DDBLAS_STATUS_SUCCESS);
    assert_int_equal(report.calls, 0);
    assert_int_equal(ddblasWsyevx(h, 9, 0, DDBLAS_EIG_LOWEST, untouched, NULL, NULL, NULL, NULL, 9, NULL, NULL, NULL),
                     DDBLAS_STATUS_SUCCESS);
}

static void queries(void **state)
{
    const ddblasSyevxPlan_t narrow = {.block = K};
    size_t bytes = 7;
    (void)state;
    assert_int_equal(ddblasSyevxWorkspaceSize(h, DDBLAS_TYPE_D, N, K, NULL, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasSyevxWorkspaceSize(h, DDBLAS_TYPE_W, -1, K, NULL, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasSyevxWorkspaceSize(h, DDBLAS_TYPE_W, N, N + 1, NULL, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(ddblasSyevxWorkspaceSize(h, DDBLAS_TYPE_W, N, K, &narrow, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 5);
    assert_int_equal(ddblasSyevxWorkspaceSize(h, DDBLAS_TYPE_W, N, K, NULL, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 6);
    assert_int_equal(bytes, 7);
    assert_int_equal(ddblasSyevxWorkspaceSize(h, DDBLAS_TYPE_W, 0, 0, NULL, &bytes), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(bytes, 0);
}

/* ---- bits ------------------------------------------------------------------------------------ */

static size_t bytes_of(const struct few_case *c)
{
    return (size_t)(c->n * c->k) * (c->type == DDBLAS_TYPE_U ? sizeof(cuddcomplex) : sizeof(cuddreal));
}

static void assert_same(const struct few_case *a, const struct few_case *b)
{
    assert_memory_equal(a->X, b->X, bytes_of(a));
    assert_memory_equal(a->w, b->w, (size_t)a->k * sizeof *a->w);
    assert_memory_equal(a->residuals, b->residuals, (size_t)a->k * sizeof *a->residuals);
    assert_int_equal(a->report.calls, b->report.calls);
}

/* Repeats, other numbers of threads, a leading dimension, device pointer mode and a workspace give
 * the same bits. The operator sees the caller's pointer mode. */
static void same_bits(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
    {
        struct few_case *first = usual_case(types[t]), *second = usual_case(types[t]);
        size_t bytes;
        assert_int_equal(few_case_run(h, first), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(first->report.found, K);
        second->ldx = 71;
        assert_int_equal(ddblasSetThreads(h, 1), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(few_case_run(h, second), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(second->mode_seen, DDBLAS_POINTER_MODE_DEVICE);
        assert_same(first, second);
        assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSyevxWorkspaceSize(h, types[t], second->n, K, NULL, &bytes), DDBLAS_STATUS_SUCCESS);
        char *host = dd_poisoned(bytes);
        void *workspace = dd_engine_copy(h, host, bytes, 0);
        assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(few_case_run(h, second), DDBLAS_STATUS_SUCCESS);
        assert_same(first, second);
        assert_int_equal(ddblasSetWorkspace(h, workspace, bytes - 256), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(few_case_run(h, second), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
        dd_engine_free(h, workspace, 0);
        free(host);
        few_case_free(h, first);
        few_case_free(h, second);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

/* The status that a faulty operator leads to. */
static ddblasStatus_t status_of(enum few_fault fault)
{
    switch (fault)
    {
    case FEW_FAILS:
        return DDBLAS_STATUS_FILE_ERROR;
    case FEW_FAILS_IN_CALL:
        return DDBLAS_STATUS_INVALID_VALUE;
    case FEW_NAN:
        return DDBLAS_STATUS_NOT_FINITE;
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

/* The results so far are those of a call that ends after so many products, if there were any. */
static void judge_interrupted(struct few_case *c, struct few_case *ended)
{
    assert_true(c->says_error);
    assert_int_equal(c->argument, 0);
    assert_int_equal(c->report.calls, c->at);
    if (c->at == 1)
    {
        unsigned char *X = c->X;
        for (size_t i = 0; i < bytes_of(c); i++)
            assert_int_equal(X[i], DD_POISON);
        for (int64_t j = 0; j < K; j++)
            assert_true(cuddIsNan(c->w[j]) && isnan(c->residuals[j]));
        return;
    }
    ended->plan.most = c->at - 1;
    assert_int_equal(few_case_run(h, ended), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ended->report.found, c->report.found);
    c->report.calls = ended->report.calls;
    assert_same(c, ended);
}

static void failing_operators(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
        for (enum few_fault fault = FEW_FAILS; fault <= FEW_CHANGES_MODE; fault++)
            for (int64_t at = 1; at <= 7; at += 2)
            {
                struct few_case *c = usual_case(types[t]), *ended = usual_case(types[t]);
                c->fault = fault;
                c->at = at;
                assert_int_equal(few_case_run(h, c), status_of(fault));
                judge_interrupted(c, ended);
                few_case_free(h, c);
                few_case_free(h, ended);
            }
}

/* Too few calls, and a tolerance that no product has: the call ends by itself, and the residuals
 * say what was reached. */
static void few_calls(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
    {
        struct few_case *c = usual_case(types[t]);
        c->plan.most = 6;
        assert_int_equal(few_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        assert_true(c->report.found < K);
        assert_int_equal(c->report.calls, 6);
        assert_true(c->residuals[K - 1] > 1e-28 && c->residuals[K - 1] < 1.0);
        c->plan = (ddblasSyevxPlan_t){.tolerance = 1e-40};
        assert_int_equal(few_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        assert_true(c->report.found < K && c->report.calls <= 1000);
        assert_true(c->residuals[K - 1] < 1e-28);
        few_case_free(h, c);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
    {
        int failures = 0;
        for (int n = 1;; n++)
        {
            struct few_case *c = usual_case(types[t]);
            ddblasHandle_t fresh = dd_test_handle();
            c->inject = ddblas_inject_allocation_failure;
            c->failing = n;
            const ddblasStatus_t status = few_case_run(fresh, c);
            ddblas_inject_allocation_failure(0);
            if (status == DDBLAS_STATUS_SUCCESS)
                assert_int_equal(c->report.found, K);
            else
                assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            failures += status != DDBLAS_STATUS_SUCCESS;
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            few_case_free(h, c);
            if (status == DDBLAS_STATUS_SUCCESS)
                break;
        }
        assert_true(failures >= 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_arguments),   cmocka_unit_test(empty),
                                       cmocka_unit_test(queries),           cmocka_unit_test(same_bits),
                                       cmocka_unit_test(failing_operators), cmocka_unit_test(few_calls),
                                       cmocka_unit_test(allocation_failure)};
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
