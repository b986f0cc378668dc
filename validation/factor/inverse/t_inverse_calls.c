/*
 * trtri, potri and getri in all types, on the engine that DDBLAS_TEST_ENGINE names: arguments,
 * empty sizes, bits, workspaces, failing allocations.
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
#include "inverse_case.h"
#include "handle.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

/* All types, W and U first. */
static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

enum
{
    TYPES = 6
};

/* An offset at which operands are refused. */
static size_t misaligned(ddblasType_t type) { return dd_type_is_pair(type) ? dd_engine_misaligned(h) : 1; }

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(enum inverse_routine routine, ddblasType_t type, struct inverse_arguments a, ddblasStatus_t status,
                           int position)
{
    assert_int_equal(inverse_call(h, routine, type, &a), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct inverse_arguments wrong = right;                                                                                  \
        wrong.member = value;                                                                                                    \
        assert_refused(routine, type, wrong, DDBLAS_STATUS_##status, position);                                                  \
    } while (0)

static void refuse_all(enum inverse_routine routine, ddblasType_t type, char *memory)
{
    const struct inverse_arguments right = {DDBLAS_FILL_MODE_LOWER,
                                            DDBLAS_DIAG_NON_UNIT,
                                            3,
                                            memory,
                                            3,
                                            (int64_t *)(void *)(memory + 3072),
                                            memory + 1024,
                                            3,
                                            (int64_t *)(void *)(memory + 2048)};
    const int getri = routine == INVERSE_GETRI, trtri = routine == INVERSE_TRTRI, first = getri ? 2 : trtri ? 4 : 3;
    const int info = getri ? 8 : first + 3;
    const size_t off = misaligned(type);
    REFUSED(n, -1, INVALID_VALUE, first);
    REFUSED(n, INT64_MIN, INVALID_VALUE, first);
    REFUSED(A, NULL, INVALID_VALUE, first + 1);
    REFUSED(A, memory + off, MISALIGNED, first + 1);
    REFUSED(lda, 2, INVALID_VALUE, first + 2);
    REFUSED(info, NULL, INVALID_VALUE, info);
    REFUSED(info, (int64_t *)(void *)(memory + 2052), MISALIGNED, info);
    if (getri)
    {
        REFUSED(ipiv, NULL, INVALID_VALUE, 5);
        REFUSED(ipiv, (int64_t *)(void *)(memory + 3076), MISALIGNED, 5);
        REFUSED(C, NULL, INVALID_VALUE, 6);
        REFUSED(C, memory + 1024 + off, MISALIGNED, 6);
        REFUSED(ldc, 2, INVALID_VALUE, 7);
        struct inverse_arguments in_place = right;
        in_place.C = in_place.A;
        in_place.ldc = 4;
        assert_refused(routine, type, in_place, DDBLAS_STATUS_INVALID_VALUE, 7);
    }
    else
        REFUSED(uplo, (ddblasFillMode_t)2, INVALID_VALUE, 2);
    if (trtri)
        REFUSED(diag, (ddblasDiagType_t)2, INVALID_VALUE, 3);
    struct inverse_arguments huge = right;
    huge.n = huge.lda = huge.ldc = (INT64_C(1) << 26) + 1;
    assert_int_equal(inverse_call(h, routine, type, &huge), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(inverse_call(NULL, routine, type, &right), DDBLAS_STATUS_NOT_INITIALIZED);
}

static void wrong_arguments(void **state)
{
    (void)state;
    char host[4096];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    for (int k = 0; k < 3 * TYPES; k++)
        refuse_all((enum inverse_routine)(k / TYPES), types[k % TYPES], memory);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

static ddblasStatus_t query(ddblasHandle_t handle, enum inverse_routine routine, ddblasType_t type, int64_t n, size_t *bytes)
{
    return routine == INVERSE_TRTRI   ? ddblasTrtriWorkspaceSize(handle, type, n, bytes)
           : routine == INVERSE_POTRI ? ddblasPotriWorkspaceSize(handle, type, n, bytes)
                                      : ddblasGetriWorkspaceSize(handle, type, n, 1, bytes);
}

static void wrong_queries(void **state)
{
    (void)state;
    for (int r = INVERSE_TRTRI; r <= INVERSE_GETRI; r++)
    {
        const enum inverse_routine routine = (enum inverse_routine)r;
        size_t bytes = 4711;
        assert_int_equal(query(NULL, routine, DDBLAS_TYPE_W, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
        assert_int_equal(query(h, routine, (ddblasType_t)6, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 2);
        assert_int_equal(query(h, routine, DDBLAS_TYPE_W, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 3);
        assert_int_equal(query(h, routine, DDBLAS_TYPE_W, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), r == INVERSE_GETRI ? 5 : 4);
        assert_int_equal(query(h, routine, DDBLAS_TYPE_W, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(bytes, 4711);
        assert_int_equal(query(h, routine, DDBLAS_TYPE_U, 0, &bytes), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(bytes, 0);
    }
}

/* Size 0 sets info to 0, and needs no matrix. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 4 * TYPES; k++)
    {
        struct inverse_case *c =
            inverse_case_new((enum inverse_routine)(k / TYPES), types[k % TYPES], uplo_of(k), DDBLAS_DIAG_NON_UNIT, 0, 1);
        int64_t one = 1, *info = dd_engine_copy(h, &one, sizeof one, 0);
        dd_must(h, inverse_case_run(h, c), "empty");
        assert_int_equal(c->info, 0);
        const struct inverse_arguments a = {c->uplo, c->diag, 0, NULL, 1, NULL, NULL, 1, info};
        assert_int_equal(inverse_call(h, c->routine, c->type, &a), DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, &one, info, sizeof one);
        assert_int_equal(one, 0);
        dd_engine_free(h, info, 0);
        inverse_case_free(c);
    }
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void assert_same_bits(struct inverse_case *c, const void *result, const char *what)
{
    dd_must(h, inverse_case_run(h, c), what);
    if (memcmp(result, c->result, c->bytes_C) != 0)
        fail_msg("other bits: %s", what);
}

/* Threads, instruction sets, pointer mode. */
static void over_settings(struct inverse_case *c, const void *result)
{
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    for (int i = 0; i < (on_cpu ? 3 : 1); i++)
        for (int threads = 1; threads <= 4; threads += 3)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            if (!on_cpu || ddblas_isa_select(sets[i]) == 0)
                assert_same_bits(c, result, sets[i]);
        }
    assert_int_equal(ddblas_isa_select(NULL), 0);
    dd_must(h, ddblasSetThreads(h, 0), "threads");
    dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), "mode");
    assert_same_bits(c, result, "pointer mode");
    dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), "mode");
}

/* A workspace of the caller of every size from the query's down: the same bits, or an error that
 * leaves all as it was. */
static void over_workspaces(struct inverse_case *c, const void *result)
{
    const size_t bytes = inverse_case_workspace(h, c);
    void *memory = NULL;
    dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
    dd_must(h, ddblasSetWorkspace(h, memory, bytes), "workspace");
    assert_same_bits(c, result, "workspace of the caller");
    for (size_t part = 0; part < 8; part++)
    {
        dd_must(h, ddblasSetWorkspace(h, memory, part ? bytes * part / 8 : 64), "workspace");
        const ddblasStatus_t status = inverse_case_run(h, c);
        assert_true(status == DDBLAS_STATUS_SUCCESS || status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_true(part > 0 || status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_memory_equal(c->result, status == DDBLAS_STATUS_SUCCESS ? result : c->C, c->bytes_C);
    }
    dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
    dd_must(h, ddblasFree(h, memory), "free");
}

static void same_bits(void **state)
{
    (void)state;
    const int small = dd_test_engine() == DDBLAS_ENGINE_CUDA && DDBLAS_EMULATED;
    struct dd_random g;
    dd_random_start(&g, 931);
    for (int k = 0; k < 4 * TYPES; k++)
    {
        struct inverse_case *c = inverse_case_new((enum inverse_routine)(k / TYPES), types[k % TYPES], uplo_of(k / TYPES + k),
                                                  DDBLAS_DIAG_NON_UNIT, small ? 100 : 300, 2);
        inverse_case_fill(h, c, &g, 4);
        dd_must(h, inverse_case_run(h, c), "first");
        assert_int_equal(c->info, 0);
        void *result = malloc(c->bytes_C);
        assert_non_null(result);
        memcpy(result, c->result, c->bytes_C);
        assert_same_bits(c, result, "repeated");
        over_settings(c, result);
        over_workspaces(c, result);
        if (dd_engine_half(h) > 0 && dd_type_is_pair(c->type)) /* LAPACK's bits may depend on addresses. */
        {
            c->offset = dd_engine_half(h);
            assert_same_bits(c, result, "at 8 mod 16");
        }
        free(result);
        inverse_case_free(c);
    }
}

/* The two forms of getri give the same bits. */
static void in_place_or_not(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 932);
    for (int k = 0; k < 3 * TYPES; k++)
    {
        struct inverse_case *c = inverse_case_new(INVERSE_GETRI, types[k % TYPES], DDBLAS_FILL_MODE_LOWER, DDBLAS_DIAG_NON_UNIT,
                                                  30 + 40 * (k / TYPES), 0);
        struct inverse_case *d = inverse_case_new(INVERSE_GETRI_IN_PLACE, c->type, c->uplo, DDBLAS_DIAG_NON_UNIT, c->n, 0);
        inverse_case_fill(h, c, &g, 4);
        memcpy(d->A, c->A, c->bytes_A);
        memcpy(d->ipiv, c->ipiv, (size_t)c->n * sizeof *c->ipiv);
        dd_must(h, inverse_case_run(h, c), "getri");
        dd_must(h, inverse_case_run(h, d), "getri in place");
        assert_memory_equal(c->result, d->result, c->bytes_C);
        inverse_case_free(c);
        inverse_case_free(d);
    }
}

/* The first call of a handle, with each of its allocations failing in turn. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 933);
    for (int k = 0; k < 4 * TYPES; k++)
    {
        struct inverse_case *c = inverse_case_new((enum inverse_routine)(k / TYPES), types[k % TYPES], uplo_of(k / TYPES),
                                                  DDBLAS_DIAG_NON_UNIT, 80, 0);
        inverse_case_fill(h, c, &g, 0);
        for (int failing = 1;; failing++)
        {
            ddblasHandle_t fresh = dd_test_handle();
            if (c->routine != INVERSE_GETRI)
                memcpy(c->C, c->A, c->bytes_A);
            int64_t before = 7, after = 0;
            struct dd_operand o[] = {dd_operand_written(c->C, c->result, c->bytes_C), dd_operand_read(c->A, c->bytes_A),
                                     dd_operand_read(c->ipiv, (size_t)c->n * sizeof *c->ipiv),
                                     dd_operand_written(&before, &after, sizeof before)};
            dd_operands_put(h, o, 4, 0);
            const struct inverse_arguments a = {c->uplo, c->diag, c->n,    c->routine == INVERSE_GETRI ? o[1].at : o[0].at,
                                                c->lda,  o[2].at, o[0].at, c->ldc,
                                                o[3].at};
            ddblas_inject_allocation_failure(failing);
            const ddblasStatus_t status = inverse_call(fresh, c->routine, c->type, &a);
            ddblas_inject_allocation_failure(0);
            dd_operands_take(h, o, 4, 0);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            if (status == DDBLAS_STATUS_SUCCESS)
            {
                assert_true(failing > 1);
                assert_int_equal(after, 0);
                break;
            }
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_memory_equal(c->result, c->C, c->bytes_C);
            assert_int_equal(after, before);
        }
        inverse_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(wrong_queries),   cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),       cmocka_unit_test(in_place_or_not), cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("inverse, calls", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("inverse, calls, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("inverse, calls, residue route", tests, set_up, close_handle);
    return failed;
}
