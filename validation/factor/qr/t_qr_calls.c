/*
 * geqrf, ormqr, orgqr and gels in all types, on the engine that DDBLAS_TEST_ENGINE names:
 * arguments, empty sizes, bits, workspaces, failing allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "qr_case.h"
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

/* ---- arguments ------------------------------------------------------------------------------- */

#define REFUSED(member, value, status)                                                                                           \
    do                                                                                                                           \
    {                                                                                                                            \
        struct qr_arguments wrong = right;                                                                                       \
        wrong.member = value;                                                                                                    \
        if (at.member)                                                                                                           \
            dd_refused(h, qr_call(h, routine, type, &wrong), DDBLAS_STATUS_##status, at.member);                                 \
    } while (0)

/* Positions of the arguments of each routine; 0: it lacks the argument. */
struct positions
{
    int side, trans, m, n, k, A, lda, tau, C, ldc, info;
};
static const struct positions positions[] = {
    {.m = 2, .n = 3, .A = 4, .lda = 5, .tau = 6},
    {.side = 2, .trans = 3, .m = 4, .n = 5, .k = 6, .A = 7, .lda = 8, .tau = 9, .C = 10, .ldc = 11},
    {.m = 2, .n = 3, .k = 4, .A = 5, .lda = 6, .tau = 7},
    {.trans = 2, .m = 3, .n = 4, .k = 5, .A = 6, .lda = 7, .C = 8, .ldc = 9, .info = 10}};

/* Sizes that are too large for others. */
static void refuse_sizes(enum qr_routine routine, ddblasType_t type, const struct qr_arguments right, struct positions at)
{
    if (routine == QR_MULTIPLY)
    {
        REFUSED(k, 5, INVALID_VALUE);
        struct qr_arguments wrong = right;
        wrong.side = DDBLAS_SIDE_RIGHT;
        wrong.k = 4; /* n is 3 */
        dd_refused(h, qr_call(h, routine, type, &wrong), DDBLAS_STATUS_INVALID_VALUE, 6);
    }
    if (routine == QR_FORM)
    {
        REFUSED(n, 5, INVALID_VALUE);
        REFUSED(k, 4, INVALID_VALUE);
    }
    struct qr_arguments huge = right;
    huge.m = huge.n = huge.lda = huge.ldc = (INT64_C(1) << 26) + 1;
    huge.k = huge.m;
    assert_int_equal(qr_call(h, routine, type, &huge), DDBLAS_STATUS_NOT_SUPPORTED);
    huge.n = huge.k = 1;
    huge.m = huge.lda = huge.ldc = (INT64_C(1) << 40) + 1;
    assert_int_equal(qr_call(h, routine, type, &huge), DDBLAS_STATUS_NOT_SUPPORTED);
}

static void refuse_all(enum qr_routine routine, ddblasType_t type, char *memory)
{
    int64_t *integers = (int64_t *)(void *)(memory + 3072), *between = (int64_t *)(void *)(memory + 3076);
    const struct qr_arguments right = {DDBLAS_SIDE_LEFT, DDBLAS_OP_N,   4, 3,       2, memory, 4,
                                       memory + 2048,    memory + 1024, 4, integers};
    const struct positions at = positions[routine];
    const size_t off = dd_misaligned(h, type);
    REFUSED(side, (ddblasSideMode_t)2, INVALID_VALUE);
    REFUSED(trans, (ddblasOperation_t)3, INVALID_VALUE);
    if (dd_type_is_complex(type))
        REFUSED(trans, DDBLAS_OP_T, INVALID_VALUE);
    REFUSED(m, -1, INVALID_VALUE);
    REFUSED(n, -1, INVALID_VALUE);
    REFUSED(k, -1, INVALID_VALUE);
    REFUSED(A, NULL, INVALID_VALUE);
    REFUSED(A, memory + off, MISALIGNED);
    REFUSED(lda, 3, INVALID_VALUE);
    REFUSED(tau, NULL, INVALID_VALUE);
    REFUSED(tau, memory + off, MISALIGNED);
    REFUSED(C, NULL, INVALID_VALUE);
    REFUSED(C, memory + off, MISALIGNED);
    REFUSED(ldc, 3, INVALID_VALUE);
    REFUSED(info, NULL, INVALID_VALUE);
    REFUSED(info, between, MISALIGNED);
    refuse_sizes(routine, type, right, at);
    assert_int_equal(qr_call(NULL, routine, type, &right), DDBLAS_STATUS_NOT_INITIALIZED);
}

static void refuse_every(char *memory)
{
    for (int k = 0; k < 4 * TYPES; k++)
        refuse_all((enum qr_routine)(k / TYPES), types[k % TYPES], memory);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_every);
}

/* The query of a routine for these sizes. */
static ddblasStatus_t query(ddblasHandle_t handle, enum qr_routine routine, ddblasType_t type, int64_t m, int64_t n, int64_t k,
                            size_t *bytes)
{
    switch (routine)
    {
    case QR_FACTOR:
        return ddblasGeqrfWorkspaceSize(handle, type, m, n, bytes);
    case QR_MULTIPLY:
        return ddblasOrmqrWorkspaceSize(handle, type, DDBLAS_SIDE_LEFT, m, n, k, bytes);
    case QR_FORM:
        return ddblasOrgqrWorkspaceSize(handle, type, m, n, k, bytes);
    default:
        return ddblasGelsWorkspaceSize(handle, type, m, n, k, bytes);
    }
}

static void wrong_queries(void **state)
{
    static const struct
    {
        int m, n, k, bytes;
    } at[] = {{3, 4, 0, 5}, {4, 5, 6, 7}, {3, 4, 5, 6}, {3, 4, 5, 6}};
    (void)state;
    size_t bytes = 4711;
    for (int k = 0; k < 4; k++)
    {
        const enum qr_routine routine = (enum qr_routine)k;
        assert_int_equal(query(NULL, routine, DDBLAS_TYPE_W, 1, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
        assert_int_equal(query(h, routine, (ddblasType_t)6, 1, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 2);
        assert_int_equal(query(h, routine, DDBLAS_TYPE_W, -1, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), at[k].m);
        assert_int_equal(query(h, routine, DDBLAS_TYPE_W, 1, -1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), at[k].n);
        if (at[k].k)
        {
            assert_int_equal(query(h, routine, DDBLAS_TYPE_W, 1, 1, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
            assert_int_equal(ddblasGetLastArgument(h), at[k].k);
        }
        assert_int_equal(query(h, routine, DDBLAS_TYPE_W, 1, 1, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), at[k].bytes);
        assert_int_equal(query(h, routine, DDBLAS_TYPE_W, INT64_MAX, INT64_MAX, 1, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(bytes, 4711);
    }
    assert_int_equal(ddblasOrmqrWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasSideMode_t)2, 1, 1, 1, &bytes),
                     DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    /* A copy of A that no memory holds. */
    assert_int_equal(ddblasGelsWorkspaceSize(h, DDBLAS_TYPE_W, INT64_C(1) << 18, INT64_C(1) << 40, 1, &bytes),
                     DDBLAS_STATUS_SUCCESS);
    assert_true(bytes > (size_t)1 << 60);
    for (int k = 0; k < 3; k++)
    {
        assert_int_equal(query(h, (enum qr_routine)k, DDBLAS_TYPE_U, k == 2 ? 3 : 0, 0, 0, &bytes), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(bytes, 0);
    }
}

/* Sizes of 0 need no arrays. */
static void empty(void **state)
{
    static const int64_t sizes[][3] = {{0, 0, 0}, {0, 5, 0}, {5, 0, 0}};
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int t = 0; t < TYPES; t++)
        {
            struct qr_arguments a = {.m = sizes[k][0], .n = sizes[k][1], .k = sizes[k][2], .lda = 5, .ldc = 5};
            assert_int_equal(qr_call(h, QR_FACTOR, types[t], &a), DDBLAS_STATUS_SUCCESS);
            assert_int_equal(qr_call(h, QR_MULTIPLY, types[t], &a), DDBLAS_STATUS_SUCCESS);
            if (a.n <= a.m)
                assert_int_equal(qr_call(h, QR_FORM, types[t], &a), DDBLAS_STATUS_SUCCESS);
        }
    /* No reflectors: C stays as it is, without A and tau. */
    struct dd_random g;
    dd_random_start(&g, 1021);
    struct qr_case *c = qr_case_new(QR_MULTIPLY, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, DDBLAS_OP_N, 4, 3, 0, 1);
    qr_case_fill_c(c, &g, 0);
    dd_must(h, qr_case_run(h, c), "no reflectors");
    assert_memory_equal(c->C, c->result_C, c->bytes_C);
    qr_case_free(c);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static ddblasStatus_t run(ddblasHandle_t handle, void *problem) { return qr_case_run(handle, problem); }

/* The runs of a case that has run. */
static struct dd_repeats repeats_of(struct qr_case *c)
{
    struct dd_repeats r = {.handle = h, .run = run, .problem = c, .workspace = qr_case_workspace(h, c)};
    r.outputs[0] = (struct dd_output){c->result_C, c->bytes_C, c->C};
    if (c->routine != QR_MULTIPLY && (c->routine != QR_SOLVE || c->m >= c->n)) /* these only read A */
        r.outputs[1] = (struct dd_output){c->result_A, c->bytes_A, c->A};
    if (c->routine == QR_FACTOR)
        r.outputs[2] = (struct dd_output){c->result_tau, c->bytes_tau, c->tau};
    dd_repeats_record(&r);
    return r;
}

/* A case of each routine with random operands: reflectors from another call. */
static struct qr_case *random_case(enum qr_routine routine, ddblasType_t type, int64_t m, int64_t n, int64_t k, int64_t pad,
                                   struct dd_random *g)
{
    struct qr_case *c = qr_case_new(routine, type, DDBLAS_SIDE_LEFT, DDBLAS_OP_N, m, n, k, pad);
    qr_case_fill(c, g, QR_UNIFORM);
    qr_case_fill_c(c, g, 0);
    if (routine != QR_MULTIPLY && routine != QR_FORM)
        return c;
    struct qr_case *factored = qr_case_new(QR_FACTOR, type, DDBLAS_SIDE_LEFT, DDBLAS_OP_N, m, k, 0, 0);
    qr_case_fill(factored, g, QR_UNIFORM);
    dd_must(h, qr_case_run(h, factored), "reflectors");
    for (int64_t j = 0; j < k; j++)
        memcpy(qr_case_at(c, c->A, c->lda, 0, j), qr_case_at(factored, factored->result_A, factored->lda, 0, j),
               (size_t)m * c->size);
    memcpy(c->tau, factored->result_tau, c->bytes_tau);
    qr_case_free(factored);
    return c;
}

static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    const int small = dd_test_engine() == DDBLAS_ENGINE_CUDA && DDBLAS_EMULATED;
    dd_random_start(&g, 1022);
    for (int k = 0; k < 5 * TYPES; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        if (!dd_type_takes_route(types[k % TYPES], route))
            continue;
        const enum qr_routine routine = (enum qr_routine)(k / TYPES % 4);
        const int64_t m = small ? 60 : dd_test_scale() > 1 ? 150 : 250;
        const int64_t n = k >= 4 * TYPES ? m + 20 : small ? 45 : m - 40; /* the last ones: more columns */
        struct qr_case *c = random_case(k >= 4 * TYPES ? QR_SOLVE : routine, types[k % TYPES], m, n, small ? 40 : m - 50, 2, &g);
        dd_must(h, qr_case_run(h, c), "first");
        struct dd_repeats r = repeats_of(c);
        /* LAPACK's bits may depend on addresses. */
        (void)dd_repeats_everywhere(&r, dd_type_is_pair(c->type) ? &c->offset : NULL);
        dd_repeats_free(&r);
        qr_case_free(c);
    }
}

/* Other leading dimensions give the same bits. */
static void leading_dimensions(void **state)
{
    (void)state;
    for (int k = 0; k < 4 * TYPES; k++)
    {
        if (!dd_type_takes_route(types[k % TYPES], route))
            continue;
        void *results[2][2];
        for (int pad = 0; pad < 2; pad++)
        {
            struct dd_random g;
            dd_random_start(&g, 1023);
            struct qr_case *c = random_case((enum qr_routine)(k / TYPES), types[k % TYPES], 50, 40, 35, 3 * pad, &g);
            dd_must(h, qr_case_run(h, c), "leading dimensions");
            const int written = k / TYPES != QR_MULTIPLY;
            results[pad][0] = qr_dense(c, written ? c->result_A : c->A, c->lda, c->rows_A, c->columns_A);
            results[pad][1] = qr_dense(c, c->result_C, c->ldc, c->rows_C, c->columns_C);
            if (pad && dd_type_is_pair(c->type)) /* LAPACK's bits may depend on addresses. */
            {
                assert_memory_equal(results[0][0], results[1][0], (size_t)(c->rows_A * c->columns_A) * c->size);
                assert_memory_equal(results[0][1], results[1][1], (size_t)(c->rows_C * c->columns_C) * c->size);
            }
            qr_case_free(c);
        }
        for (int i = 0; i < 4; i++)
            free(results[i / 2][i % 2]);
    }
}

/* Columns that are long enough for several threads. */
static void tall(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1024);
    for (int k = 0; k < TYPES; k++)
    {
        if (!dd_type_takes_route(types[k], route))
            continue;
        struct qr_case *c = random_case(QR_FACTOR, types[k], 9001, 10, 0, 1, &g);
        dd_must(h, ddblasSetThreads(h, 1), "threads");
        (void)qr_case_judge(h, c, "tall", 1024);
        struct dd_repeats r = repeats_of(c);
        for (int threads = 2; threads <= 5; threads += 3)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            dd_repeats_same(&r, "threads on tall columns");
            (void)dd_repeats_over_workspaces(&r);
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        dd_repeats_free(&r);
        qr_case_free(c);
    }
}

static ddblasStatus_t call(ddblasHandle_t handle, const void *problem, const struct dd_operand *o)
{
    const struct qr_case *c = problem;
    const struct qr_arguments a = {c->side, c->trans, c->m, c->n, c->k, o[0].at, c->lda, o[2].at, o[1].at, c->ldc, o[3].at};
    return qr_call(handle, c->routine, c->type, &a);
}

static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1025);
    for (int k = 0; k < 4 * TYPES; k++)
    {
        if (!dd_type_takes_route(types[k % TYPES], route))
            continue;
        struct qr_case *c = random_case((enum qr_routine)(k / TYPES), types[k % TYPES], 50, 40, 30, 0, &g);
        const int64_t before = 7;
        int64_t info = -1;
        dd_must(h, qr_case_run(h, c), "first");
        struct dd_repeats r = repeats_of(c);
        struct dd_operand o[] = {
            dd_operand_written(c->A, c->result_A, c->bytes_A), dd_operand_written(c->C, c->result_C, c->bytes_C),
            dd_operand_written(c->tau, c->result_tau, c->bytes_tau), dd_operand_written(&before, &info, sizeof before)};
        (void)dd_without_memory(h, route, o, 4, call, c);
        dd_repeats_assert(&r, 1, "no allocation fails");
        assert_int_equal(info, c->routine == QR_SOLVE ? 0 : before);
        dd_repeats_free(&r);
        qr_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),    cmocka_unit_test(wrong_queries), cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),          cmocka_unit_test(tall),          cmocka_unit_test(leading_dimensions),
        cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("QR, calls", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("QR, calls, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("QR, calls, residue route", tests, set_up, close_handle);
    return failed;
}
