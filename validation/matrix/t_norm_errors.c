/*
 * lange, lansy and lanhe, on the engine that DDBLAS_TEST_ENGINE names: wrong arguments by their
 * numbers, also of the queries, quick returns, failed allocations and workspaces.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "handle.h"
#include "norm_case.h"
#include "poison.h"

static int on_cpu(void) { return dd_test_engine() == DDBLAS_ENGINE_CPU; }

/* ---- arguments and quick returns ------------------------------------------------------------- */

/* The operands of a call, of which one is wrong. */
struct call
{
    ddblasNorm_t norm;
    ddblasFillMode_t uplo;
    int64_t m, n;
    const void *A;
    int64_t lda;
    void *result;
};

static ddblasStatus_t call(ddblasHandle_t handle, const struct norm_case *c, struct call a)
{
    return norm_call(handle, c->type, a.norm, c->kind, a.uplo, a.m, a.n, a.A, a.lda, a.result);
}

static void assert_refused(const struct norm_case *c, struct call a, ddblasStatus_t status, int position)
{
    assert_int_equal(call(h, c, a), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
    assert_int_equal(call(NULL, c, a), DDBLAS_STATUS_NOT_INITIALIZED);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct call wrong = good;                                                                                                \
        wrong.member = value;                                                                                                    \
        assert_refused(c, wrong, DDBLAS_STATUS_##status, position);                                                              \
    } while (0)

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6501);
    for (int64_t k = 0; k < NORM_FORMS; k++)
    {
        struct norm_case *c = norm_case_of(k, 5, 4, 1);
        if (!c)
            continue;
        union dd_element result, before;
        memset(&before, DD_POISON, sizeof before);
        result = before;
        norm_case_fill(c, &g, NORM_UNIFORM);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
        const struct call good = {c->norm, c->uplo, c->m, c->n, A, c->lda, &result};
        REFUSED(norm, (ddblasNorm_t)4, INVALID_VALUE, 2);
        REFUSED(norm, (ddblasNorm_t)-1, INVALID_VALUE, 2);
        if (c->kind == NORM_GENERAL)
            REFUSED(m, -1, INVALID_VALUE, 3);
        else
        {
            REFUSED(uplo, DDBLAS_FILL_MODE_FULL, INVALID_VALUE, 3);
            REFUSED(uplo, (ddblasFillMode_t)-1, INVALID_VALUE, 3);
        }
        REFUSED(n, INT64_MIN, INVALID_VALUE, 4);
        REFUSED(A, NULL, INVALID_VALUE, 5);
        REFUSED(A, (const char *)A + (dd_type_is_pair(c->type) ? dd_engine_misaligned(h) : 2), MISALIGNED, 5);
        REFUSED(lda, c->m - 1, INVALID_VALUE, 6);
        REFUSED(result, NULL, INVALID_VALUE, 7);
        REFUSED(result, (char *)&result + 2, MISALIGNED, 7);
        assert_memory_equal(&result, &before, sizeof result);
        dd_engine_free(h, A, 0);
        norm_case_free(c);
    }
}

static void wrong_queries(void **state)
{
    (void)state;
    size_t bytes = 0;
#define REFUSED_QUERY(position, ...)                                                                                             \
    do                                                                                                                           \
    {                                                                                                                            \
        assert_int_equal(__VA_ARGS__, DDBLAS_STATUS_INVALID_VALUE);                                                              \
        assert_int_equal(ddblasGetLastArgument(h), position);                                                                    \
    } while (0)
    REFUSED_QUERY(2, ddblasLangeWorkspaceSize(h, DDBLAS_TYPE_ALL_COUNT, DDBLAS_NORM_ONE, 1, 1, &bytes));
    REFUSED_QUERY(3, ddblasLangeWorkspaceSize(h, DDBLAS_TYPE_S, (ddblasNorm_t)4, 1, 1, &bytes));
    REFUSED_QUERY(4, ddblasLangeWorkspaceSize(h, DDBLAS_TYPE_S, DDBLAS_NORM_ONE, -1, 1, &bytes));
    REFUSED_QUERY(5, ddblasLangeWorkspaceSize(h, DDBLAS_TYPE_S, DDBLAS_NORM_ONE, 1, -1, &bytes));
    REFUSED_QUERY(6, ddblasLangeWorkspaceSize(h, DDBLAS_TYPE_S, DDBLAS_NORM_ONE, 1, 1, NULL));
    REFUSED_QUERY(2, ddblasLansyWorkspaceSize(h, (ddblasType_t)-1, DDBLAS_NORM_ONE, 1, &bytes));
    REFUSED_QUERY(3, ddblasLansyWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasNorm_t)-1, 1, &bytes));
    REFUSED_QUERY(4, ddblasLansyWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_NORM_ONE, -1, &bytes));
    REFUSED_QUERY(5, ddblasLansyWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_NORM_ONE, 1, NULL));
    assert_int_equal(ddblasLangeWorkspaceSize(h, DDBLAS_TYPE_S, DDBLAS_NORM_ONE, INT64_MAX, INT64_MAX, &bytes),
                     DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(ddblasLangeWorkspaceSize(NULL, DDBLAS_TYPE_S, DDBLAS_NORM_ONE, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    dd_must(h, ddblasLangeWorkspaceSize(h, DDBLAS_TYPE_S, DDBLAS_NORM_ONE, 0, 5, &bytes), "empty");
}

/* m = 0 or n = 0: the result is 0, in either memory, and A is null. */
static void empty(void **state)
{
    (void)state;
    for (int64_t k = 0; k < NORM_FORMS; k++)
        for (int shape = 0; shape < 4; shape++)
        {
            struct norm_case *c = norm_case_of(k, shape % 2 ? 0 : 5, shape % 2 && shape < 3 ? 5 : 0, 0);
            if (!c)
                continue;
            if (c->kind != NORM_GENERAL && c->n != 0)
            {
                norm_case_free(c);
                continue;
            }
            c->on_engine = shape / 2;
            memset(&c->result, DD_POISON, sizeof c->result);
            dd_must(h, norm_case_run(h, c), "norm");
            assert_true(dd_parts_are_zero(dd_parts_load(c->real, &c->result, 0)));
            union dd_element result;
            dd_must(h, norm_call(h, c->type, c->norm, c->kind, c->uplo, c->m, c->n, NULL, 9, &result), "null");
            assert_true(dd_parts_are_zero(dd_parts_load(c->real, &result, 0)));
            assert_int_equal(norm_call(h, c->type, c->norm, c->kind, c->uplo, c->m, c->n, NULL, 9, NULL),
                             DDBLAS_STATUS_INVALID_VALUE);
            norm_case_free(c);
        }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Every allocation fails once; A and the result stay as they are. */
static void failed_allocations(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6511);
    for (int64_t form = 0; form < NORM_FORMS; form += 3)
    {
        struct norm_case *c = norm_case_of(form, 70, 40, 0);
        union dd_element result, before;
        int failures = 0;
        if (!c)
            continue;
        norm_case_fill(c, &g, NORM_UNIFORM);
        norm_case_judge(h, c, "with memory", 6511);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
        ddblasHandle_t fresh = dd_test_handle();
        memset(&before, DD_POISON, sizeof before);
        result = before;
        for (int k = 1; k < 10; k++)
        {
            ddblas_inject_allocation_failure(k);
            const ddblasStatus_t status = norm_call(fresh, c->type, c->norm, c->kind, c->uplo, c->m, c->n, A, c->lda, &result);
            ddblas_inject_allocation_failure(0);
            if (status == DDBLAS_STATUS_SUCCESS)
                break;
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_memory_equal(&result, &before, sizeof result);
            failures++;
        }
        assert_int_equal(failures, 1);
        assert_memory_equal(&result, &c->result, dd_type_size(c->real));
        assert_true(dd_engine_holds(h, A, c->A, c->bytes_A));
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        dd_engine_free(h, A, 0);
        norm_case_free(c);
    }
}

/* The workspace that the query tells suffices, whatever it holds, and its end is not crossed; a
 * smaller one is refused. */
static void workspaces(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{70, 40}, {2100, 3}, {3, 2100}, {1, 1}, {1100, 1100}};
    struct dd_random g;
    dd_random_start(&g, 6512);
    for (int64_t k = 0; k<5 * NORM_FORMS; k += dd_test_scale()> 1 ? 11 : 1)
    {
        struct norm_case *c = norm_case_of(k, shapes[k / NORM_FORMS][0], shapes[k / NORM_FORMS][1], 0);
        size_t bytes = 0;
        if (!c)
            continue;
        if ((c->kind != NORM_GENERAL && c->n > 1100) || (c->m * c->n > 10000 && k % 7 != 0) || (!on_cpu() && c->m + c->n > 2150))
        {
            norm_case_free(c);
            continue;
        }
        norm_case_fill(c, &g, NORM_UNIFORM);
        dd_must(h, norm_case_run(h, c), "norm");
        const union dd_element first = c->result;
        dd_must(h,
                c->kind == NORM_GENERAL ? ddblasLangeWorkspaceSize(h, c->type, c->norm, c->m, c->n, &bytes)
                                        : ddblasLansyWorkspaceSize(h, c->type, c->norm, c->n, &bytes),
                "query");
        void *poison = dd_poisoned(bytes), *workspace = dd_engine_copy(h, poison, bytes, 0);
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes), "ddblasSetWorkspace");
        c->on_engine = (int)(k % 2);
        dd_must(h, norm_case_run(h, c), "norm");
        assert_memory_equal(&c->result, &first, sizeof first);
        assert_true(dd_engine_guarded(h, workspace, bytes, 0));
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes - 32), "ddblasSetWorkspace");
        assert_int_equal(norm_case_run(h, c), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        dd_must(h, ddblasSetWorkspace(h, NULL, 0), "ddblasSetWorkspace");
        dd_engine_free(h, workspace, 0);
        free(poison);
        norm_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),    cmocka_unit_test(wrong_queries), cmocka_unit_test(empty),
        cmocka_unit_test(failed_allocations), cmocka_unit_test(workspaces),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
