/*
 * trtri, potri and getri in all types, on the engine that DDBLAS_TEST_ENGINE names: arguments,
 * empty sizes, bits, workspaces, failing allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "handle.h"
#include "inverse_case.h"
#include "settings.h"

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

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* ---- arguments ------------------------------------------------------------------------------- */

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct inverse_arguments wrong = right;                                                                                  \
        wrong.member = value;                                                                                                    \
        dd_refused(h, inverse_call(h, routine, type, &wrong), DDBLAS_STATUS_##status, position);                                 \
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
    const size_t off = dd_misaligned(h, type);
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
        dd_refused(h, inverse_call(h, routine, type, &in_place), DDBLAS_STATUS_INVALID_VALUE, 7);
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

static void refuse_every(char *memory)
{
    for (int k = 0; k < 3 * TYPES; k++)
        refuse_all((enum inverse_routine)(k / TYPES), types[k % TYPES], memory);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_every);
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

static ddblasStatus_t run(ddblasHandle_t handle, void *problem) { return inverse_case_run(handle, problem); }

static void same_bits(void **state)
{
    (void)state;
    const int small = dd_test_engine() == DDBLAS_ENGINE_CUDA && DDBLAS_EMULATED;
    struct dd_random g;
    dd_random_start(&g, 931);
    for (int k = 0; k < 4 * TYPES; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        if (!dd_type_takes_route(types[k % TYPES], route))
            continue;
        struct inverse_case *c =
            inverse_case_new((enum inverse_routine)(k / TYPES), types[k % TYPES], uplo_of(k / TYPES + k), DDBLAS_DIAG_NON_UNIT,
                             small                 ? 100
                             : dd_test_scale() > 1 ? 180
                                                   : 300,
                             2);
        inverse_case_fill(h, c, &g, 4);
        dd_must(h, inverse_case_run(h, c), "first");
        assert_int_equal(c->info, 0);
        struct dd_repeats r = {.handle = h, .run = run, .problem = c, .workspace = inverse_case_workspace(h, c)};
        r.outputs[0] = (struct dd_output){c->result, c->bytes_C, c->C};
        dd_repeats_record(&r);
        /* LAPACK's bits may depend on addresses. */
        (void)dd_repeats_everywhere(&r, dd_type_is_pair(c->type) ? &c->offset : NULL);
        dd_repeats_free(&r);
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
        if (!dd_type_takes_route(types[k % TYPES], route))
            continue;
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

/* Operands: the array that is written, what getri reads, its pivots, info. */
static ddblasStatus_t call(ddblasHandle_t handle, const void *problem, const struct dd_operand *o)
{
    const struct inverse_case *c = problem;
    void *A = c->routine == INVERSE_GETRI ? o[1].at : o[0].at;
    const struct inverse_arguments a = {c->uplo, c->diag, c->n, A, c->lda, o[2].at, o[0].at, c->ldc, o[3].at};
    return inverse_call(handle, c->routine, c->type, &a);
}

static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 933);
    for (int k = 0; k < 4 * TYPES; k++)
    {
        if (!dd_type_takes_route(types[k % TYPES], route))
            continue;
        struct inverse_case *c = inverse_case_new((enum inverse_routine)(k / TYPES), types[k % TYPES], uplo_of(k / TYPES),
                                                  DDBLAS_DIAG_NON_UNIT, 80, 0);
        const int64_t before = 7;
        int64_t info = -1;
        inverse_case_fill(h, c, &g, 0);
        if (c->routine != INVERSE_GETRI)
            memcpy(c->C, c->A, c->bytes_A);
        struct dd_operand o[] = {dd_operand_written(c->C, c->result, c->bytes_C), dd_operand_read(c->A, c->bytes_A),
                                 dd_operand_read(c->ipiv, (size_t)c->n * sizeof *c->ipiv),
                                 dd_operand_written(&before, &info, sizeof before)};
        (void)dd_without_memory(h, route, o, 4, call, c);
        assert_int_equal(info, 0);
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
