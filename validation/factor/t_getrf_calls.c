/*
 * getrf, getrs and gesv in all types, on the engine that DDBLAS_TEST_ENGINE names: arguments, empty
 * sizes, bits, workspaces, failing allocations.
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
#include "getrf_case.h"
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

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(enum getrf_routine routine, ddblasType_t type, struct getrf_arguments a, ddblasStatus_t status,
                           int position)
{
    assert_int_equal(getrf_call(h, routine, type, &a), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct getrf_arguments wrong = right;                                                                                    \
        wrong.member = value;                                                                                                    \
        assert_refused(routine, type, wrong, DDBLAS_STATUS_##status, position);                                                  \
    } while (0)

/* Positions of the arguments of each routine; 0: it lacks the argument. */
static const struct
{
    int trans, m, n, nrhs, A, lda, ipiv, B, ldb, info;
} positions[] = {{0, 2, 3, 0, 4, 5, 6, 0, 0, 7}, {2, 0, 3, 4, 5, 6, 7, 8, 9, 0}, {0, 0, 2, 3, 4, 5, 6, 7, 8, 9}};

static void refuse_all(enum getrf_routine routine, ddblasType_t type, char *memory)
{
    int64_t *integers = (int64_t *)(void *)(memory + 2048), *between = (int64_t *)(void *)(memory + 2052);
    const struct getrf_arguments right = {DDBLAS_OP_N, 3, 3, 2, memory, 3, integers, memory + 1024, 3, integers + 10};
    const size_t off = misaligned(type);
    if (positions[routine].trans)
        REFUSED(trans, (ddblasOperation_t)3, INVALID_VALUE, positions[routine].trans);
    if (positions[routine].m)
        REFUSED(m, -1, INVALID_VALUE, positions[routine].m);
    REFUSED(n, -1, INVALID_VALUE, positions[routine].n);
    REFUSED(n, INT64_MIN, INVALID_VALUE, positions[routine].n);
    REFUSED(A, NULL, INVALID_VALUE, positions[routine].A);
    REFUSED(A, memory + off, MISALIGNED, positions[routine].A);
    REFUSED(lda, 2, INVALID_VALUE, positions[routine].lda);
    REFUSED(ipiv, NULL, INVALID_VALUE, positions[routine].ipiv);
    REFUSED(ipiv, between, MISALIGNED, positions[routine].ipiv);
    if (positions[routine].B)
    {
        REFUSED(nrhs, -1, INVALID_VALUE, positions[routine].nrhs);
        REFUSED(B, NULL, INVALID_VALUE, positions[routine].B);
        REFUSED(B, memory + 1024 + off, MISALIGNED, positions[routine].B);
        REFUSED(ldb, 2, INVALID_VALUE, positions[routine].ldb);
    }
    if (positions[routine].info)
    {
        REFUSED(info, NULL, INVALID_VALUE, positions[routine].info);
        REFUSED(info, between, MISALIGNED, positions[routine].info);
    }
    struct getrf_arguments huge = right;
    huge.m = huge.n = huge.lda = huge.ldb = (INT64_C(1) << 26) + 1;
    assert_int_equal(getrf_call(h, routine, type, &huge), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(getrf_call(NULL, routine, type, &right), DDBLAS_STATUS_NOT_INITIALIZED);
}

static void wrong_arguments(void **state)
{
    (void)state;
    char host[4096];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    for (int k = 0; k < 3 * TYPES; k++)
        refuse_all((enum getrf_routine)(k / TYPES), types[k % TYPES], memory);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

static void wrong_queries(void **state)
{
    (void)state;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    static ddblasStatus_t (*const queries[])(ddblasHandle_t, ddblasType_t, int64_t, int64_t,
                                             size_t *) = {ddblasGetrfWorkspaceSize, ddblasGetrsWorkspaceSize};
    for (int k = 0; k < 2; k++)
    {
        size_t bytes = 4711;
        assert_int_equal(queries[k](NULL, DDBLAS_TYPE_W, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
        assert_int_equal(queries[k](h, (ddblasType_t)6, 1, 1, &bytes), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 2);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, -1, 1, &bytes), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 3);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 1, -1, &bytes), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 4);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 1, 1, NULL), invalid);
        assert_int_equal(ddblasGetLastArgument(h), 5);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, INT64_MAX, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(bytes, 4711);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 0, 1, &bytes), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(bytes, 0);
    }
}

/* Sizes of 0 set info to 0, and need neither matrix nor pivots. */
static void empty(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1);
    for (int k = 0; k < 6 * TYPES; k++)
    {
        const int64_t n = k / (3 * TYPES) ? 4 : 0;
        struct getrf_case *c = getrf_case_new((enum getrf_routine)(k % 3), types[k / 3 % TYPES], DDBLAS_OP_T, n, n, 0, 1);
        getrf_case_fill(c, &g, 0, 0);
        dd_must(h, getrf_case_run(h, c), "empty");
        assert_true(c->routine == GETRF_SOLVE || c->info == 0);
        getrf_case_free(c);
    }
    int64_t one = 1, *info = dd_engine_copy(h, &one, sizeof one, 0);
    struct getrf_arguments a = {DDBLAS_OP_N, 5, 0, 5, NULL, 5, NULL, NULL, 1, info};
    assert_int_equal(getrf_call(h, GETRF_FACTOR, DDBLAS_TYPE_W, &a), DDBLAS_STATUS_SUCCESS);
    dd_engine_read(h, &one, info, sizeof one);
    assert_int_equal(one, 0);
    a.info = NULL;
    assert_refused(GETRF_FACTOR, DDBLAS_TYPE_W, a, DDBLAS_STATUS_INVALID_VALUE, 7);
    dd_engine_free(h, info, 0);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

/* Results of the first call. */
struct results
{
    void *A, *B, *ipiv;
};

static void assert_same_bits(struct getrf_case *c, struct results first, const char *what)
{
    dd_must(h, getrf_case_run(h, c), what);
    if (memcmp(first.A, c->result_A, c->bytes_A) != 0 || memcmp(first.B, c->result_B, c->bytes_B) != 0 ||
        memcmp(first.ipiv, c->ipiv, (size_t)c->n * sizeof *c->ipiv) != 0)
        fail_msg("other bits: %s", what);
}

static void *copy_of(const void *bytes, size_t count)
{
    void *copy = malloc(count + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, count);
    return copy;
}

/* Workspaces of the caller from the query's size down: the same bits, or an error that leaves all
 * as it was. */
static void over_workspaces(struct getrf_case *c, struct results first)
{
    const size_t bytes = getrf_case_workspace(h, c);
    void *memory = NULL;
    dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
    dd_must(h, ddblasSetWorkspace(h, memory, bytes), "workspace");
    assert_same_bits(c, first, "workspace of the caller");
    for (size_t part = 0; part < 8; part++)
    {
        dd_must(h, ddblasSetWorkspace(h, memory, part ? bytes * part / 8 : 64), "workspace");
        const ddblasStatus_t status = getrf_case_run(h, c);
        const int done = status == DDBLAS_STATUS_SUCCESS;
        assert_true(done ? part > 0 : status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_memory_equal(c->result_A, done ? first.A : c->A, c->bytes_A);
        assert_memory_equal(c->result_B, done ? first.B : c->B, c->bytes_B);
    }
    dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
    dd_must(h, ddblasFree(h, memory), "free");
}

static void over_settings(struct getrf_case *c, struct results first)
{
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    for (int i = 0; i < (on_cpu ? 3 : 1); i++)
        for (int threads = 1; threads <= 4; threads += 3)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            if (!on_cpu || ddblas_isa_select(sets[i]) == 0)
                assert_same_bits(c, first, sets[i]);
        }
    assert_int_equal(ddblas_isa_select(NULL), 0);
    dd_must(h, ddblasSetThreads(h, 0), "threads");
    dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), "mode");
    assert_same_bits(c, first, "pointer mode");
    dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), "mode");
    over_workspaces(c, first);
}

static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 959);
    for (int k = 0; k < TYPES; k++)
    {
        const int64_t n = dd_test_engine() == DDBLAS_ENGINE_CUDA && DDBLAS_EMULATED ? 100 : 300;
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[k], DDBLAS_OP_N, n, n, 20, 2);
        getrf_case_fill(c, &g, 4, 0);
        dd_must(h, getrf_case_run(h, c), "first");
        assert_int_equal(c->info, 0);
        const struct results first = {copy_of(c->result_A, c->bytes_A), copy_of(c->result_B, c->bytes_B),
                                      copy_of(c->ipiv, (size_t)c->n * sizeof *c->ipiv)};
        assert_same_bits(c, first, "repeated");
        over_settings(c, first);
        if (dd_engine_half(h) > 0 && dd_type_is_pair(c->type)) /* LAPACK's bits may depend on addresses. */
        {
            c->offset = dd_engine_half(h);
            assert_same_bits(c, first, "at 8 mod 16");
        }
        free(first.A);
        free(first.B);
        free(first.ipiv);
        getrf_case_free(c);
    }
}

/* Columns that are long enough for several threads. */
static void tall(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 961);
    for (int k = 0; k < TYPES; k++)
    {
        struct getrf_case *c = getrf_case_new(GETRF_FACTOR, types[k], DDBLAS_OP_N, 9001, 20, 0, 1);
        getrf_case_fill(c, &g, 4, 0);
        dd_must(h, ddblasSetThreads(h, 1), "threads");
        (void)getrf_case_judge(h, c, &g, 40, "tall", 961);
        const struct results first = {copy_of(c->result_A, c->bytes_A), copy_of(c->result_B, c->bytes_B),
                                      copy_of(c->ipiv, (size_t)c->n * sizeof *c->ipiv)};
        for (int threads = 2; threads <= 5; threads += 3)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            assert_same_bits(c, first, "threads on tall columns");
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        free(first.A);
        free(first.B);
        free(first.ipiv);
        getrf_case_free(c);
    }
}

/* Calls gesv with a new handle, of whose allocations one fails. Returns 1 if all succeed. */
static int call_without_memory(struct getrf_case *c, int failing)
{
    const int64_t untouched[80] = {7};
    int64_t pivots[80], before = 7, after = 0;
    ddblasHandle_t fresh = dd_test_handle();
    struct dd_operand o[] = {dd_operand_written(c->A, c->result_A, c->bytes_A), dd_operand_written(c->B, c->result_B, c->bytes_B),
                             dd_operand_written(untouched, pivots, sizeof untouched),
                             dd_operand_written(&before, &after, sizeof before)};
    dd_operands_put(h, o, 4, 0);
    const struct getrf_arguments a = {c->trans, c->m, c->n, c->nrhs, o[0].at, c->lda, o[2].at, o[1].at, c->ldb, o[3].at};
    ddblas_inject_allocation_failure(failing);
    const ddblasStatus_t status = getrf_call(fresh, GETRF_BOTH, c->type, &a);
    ddblas_inject_allocation_failure(0);
    dd_operands_take(h, o, 4, 0);
    assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        assert_int_equal(after, 0);
        return 1;
    }
    assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
    assert_memory_equal(c->result_A, c->A, c->bytes_A);
    assert_memory_equal(c->result_B, c->B, c->bytes_B);
    assert_memory_equal(pivots, untouched, sizeof untouched);
    assert_int_equal(after, before);
    return 0;
}

static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 960);
    for (int k = 0; k < TYPES; k++)
    {
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[k], DDBLAS_OP_N, 80, 80, 3, 0);
        int failing = 1;
        getrf_case_fill(c, &g, 0, 0);
        while (!call_without_memory(c, failing))
            failing++;
        assert_true(failing > 1);
        getrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(wrong_queries), cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),       cmocka_unit_test(tall),          cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("getrf, calls", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("getrf, calls, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("getrf, calls, residue route", tests, set_up, close_handle);
    return failed;
}
