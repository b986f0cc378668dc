/*
 * TSQR and least squares, their contract: arguments, quick returns, what may be read and written,
 * exact cases, Inf and NaN, rank deficiency, same bits, workspaces, allocation failures. Engine
 * under test: DDBLAS_TEST_ENGINE.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "handle.h"
#include "oracle_qr.h"
#include "tsqr_case.h"

static struct dd_random g;

static int set_up(void **state)
{
    (void)open_handle(state);
    dd_random_start(&g, dd_random_seed(551));
    return 0;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* Positions in the order plan, op, layout, m, n, p, A, lda, R, ldr, T, tsize, C, ldc; 0: none. */
static const int positions[][14] = {
    [DDBLAS_TSQR_QR] = {2, 0, 3, 4, 5, 0, 6, 7, 8, 9, 0, 0, 0, 0},
    [DDBLAS_TSQR_R] = {2, 0, 3, 4, 5, 0, 6, 7, 8, 9, 0, 0, 0, 0},
    [DDBLAS_TSQR_FACTOR] = {2, 0, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11, 0, 0},
    [DDBLAS_TSQR_APPLY] = {2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 10, 11, 12, 13},
    [DDBLAS_TSQR_FORM] = {2, 0, 3, 4, 5, 0, 6, 7, 0, 0, 8, 9, 0, 0},
    [DDBLAS_TSQR_LSTSQ] = {2, 0, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 9, 10},
};

static void refused(const ddblasTsqrPlan_t *plan, const struct ddblas_tsqr_problem *p, ddblasStatus_t status, int position)
{
    if (position == 0)
        return;
    assert_int_equal(tsqr_call(h, plan, p), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

static void wrong_arguments_of(enum ddblas_tsqr_task task, ddblasType_t type, char *memory)
{
    const int *at = positions[task];
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    int64_t tsize = 0;
    assert_int_equal(ddblasTsqrFactorSize(h, NULL, type, DDBLAS_LAYOUT_COLUMN_MAJOR, 7, 3, &tsize), DDBLAS_STATUS_SUCCESS);
    const struct ddblas_tsqr_problem right = {.task = task,
                                              .type = type,
                                              .layout = DDBLAS_LAYOUT_COLUMN_MAJOR,
                                              .m = 7,
                                              .n = 3,
                                              .p = 2,
                                              .A = memory,
                                              .lda = 7,
                                              .R = memory + 1024,
                                              .ldr = 3,
                                              .T = memory + 2048,
                                              .tsize = tsize,
                                              .C = memory + 3072,
                                              .ldc = 7};
    struct ddblas_tsqr_problem p;
    const ddblasTsqrPlan_t wrong_plans[] = {{.design = (ddblasTsqrDesign_t)5},
                                            {.design = (ddblasTsqrDesign_t)-1},
                                            {.nonnegative = 2},
                                            {.fan_in = 1},
                                            {.fan_in = -2},
                                            {.leaf_rows = 5},
                                            {.leaf_rows = -1}};
    for (size_t i = 0; i < sizeof wrong_plans / sizeof wrong_plans[0]; i++)
        refused(&wrong_plans[i], &right, invalid, at[0]);
#define REFUSED(field, value, status, index)                                                                                     \
    p = right;                                                                                                                   \
    p.field = value;                                                                                                             \
    refused(NULL, &p, status, at[index])
    REFUSED(op, (ddblasOperation_t)3, invalid, 1);
    if (dd_type_is_complex(type))
    {
        REFUSED(op, DDBLAS_OP_T, invalid, 1);
    }
    REFUSED(layout, (ddblasLayout_t)2, invalid, 2);
    REFUSED(layout, (ddblasLayout_t)102, invalid, 2);
    REFUSED(m, -1, invalid, 3);
    REFUSED(n, -1, invalid, 4);
    REFUSED(n, 8, invalid, 4); /* more columns than rows */
    REFUSED(p, -1, invalid, 5);
    REFUSED(A, NULL, invalid, 6);
    REFUSED(lda, 6, invalid, 7);
    REFUSED(lda, INT64_MIN, invalid, 7);
    REFUSED(R, NULL, invalid, 8);
    REFUSED(ldr, 2, invalid, 9);
    REFUSED(T, NULL, invalid, 10);
    REFUSED(tsize, tsize - 1, invalid, 11);
    REFUSED(C, NULL, invalid, 12);
    REFUSED(ldc, 6, invalid, 13);
    if (type == DDBLAS_TYPE_W)
    {
        REFUSED(A, memory + dd_engine_misaligned(h), DDBLAS_STATUS_MISALIGNED, 6);
        REFUSED(C, memory + 3072 + dd_engine_misaligned(h), DDBLAS_STATUS_MISALIGNED, 12);
    }
    if (task == DDBLAS_TSQR_LSTSQ)
    {
        p = right;
        p.residual = memory + 2049;
        if (type == DDBLAS_TYPE_W)
            refused(NULL, &p, DDBLAS_STATUS_MISALIGNED, 11);
    }
    p = right; /* row-major: the leading dimension counts columns */
    p.layout = DDBLAS_LAYOUT_ROW_MAJOR;
    p.lda = 2;
    refused(NULL, &p, invalid, at[7]);
#undef REFUSED
}

static void wrong_arguments(void **state)
{
    (void)state;
    _Alignas(64) char memory[4096];
    memset(memory, 0x5a, sizeof memory);
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int task = DDBLAS_TSQR_QR; task <= DDBLAS_TSQR_LSTSQ; task++)
            wrong_arguments_of((enum ddblas_tsqr_task)task, tsqr_types[t], memory);
    for (size_t i = 0; i < sizeof memory; i++)
        assert_int_equal(memory[i], 0x5a);
    assert_int_equal(ddblasWtsqr(NULL, NULL, DDBLAS_LAYOUT_COLUMN_MAJOR, 0, 0, NULL, 1, NULL, 1), DDBLAS_STATUS_NOT_INITIALIZED);
}

static void wrong_queries(void **state)
{
    (void)state;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    const ddblasLayout_t row = DDBLAS_LAYOUT_ROW_MAJOR;
    const ddblasTsqrPlan_t wrong = {.fan_in = 1};
    ddblasTsqrPlan_t plan = wrong;
    size_t bytes = 4711;
    int64_t elements = 4711;
#define REFUSED(call, position)                                                                                                  \
    assert_int_equal(call, invalid);                                                                                             \
    assert_int_equal(ddblasGetLastArgument(h), position)
    REFUSED(ddblasTsqrWorkspaceSize(h, &wrong, DDBLAS_TYPE_W, row, 5, 4, 1, &bytes), 2);
    REFUSED(ddblasTsqrWorkspaceSize(h, NULL, (ddblasType_t)-1, row, 5, 4, 1, &bytes), 3);
    REFUSED(ddblasTsqrWorkspaceSize(h, NULL, DDBLAS_TYPE_W, (ddblasLayout_t)7, 5, 4, 1, &bytes), 4);
    REFUSED(ddblasTsqrWorkspaceSize(h, NULL, DDBLAS_TYPE_W, row, -5, 4, 1, &bytes), 5);
    REFUSED(ddblasTsqrWorkspaceSize(h, NULL, DDBLAS_TYPE_W, row, 3, 4, 1, &bytes), 6);
    REFUSED(ddblasTsqrWorkspaceSize(h, NULL, DDBLAS_TYPE_W, row, 5, 4, -1, &bytes), 7);
    REFUSED(ddblasTsqrWorkspaceSize(h, NULL, DDBLAS_TYPE_W, row, 5, 4, 1, NULL), 8);
    REFUSED(ddblasLstsqWorkspaceSize(h, NULL, DDBLAS_TYPE_W, row, 5, 4, -1, &bytes), 7);
    REFUSED(ddblasLstsqWorkspaceSize(h, NULL, DDBLAS_TYPE_W, row, 5, 4, 1, NULL), 8);
    REFUSED(ddblasTsqrFactorSize(h, NULL, DDBLAS_TYPE_W, row, 5, 4, NULL), 7);
    REFUSED(ddblasTsqrPlan(h, DDBLAS_TYPE_W, row, 5, 4, NULL), 6);
    REFUSED(ddblasTsqrPlan(h, DDBLAS_TYPE_W, row, 5, 4, &plan), 6);
#undef REFUSED
    assert_int_equal(bytes, 4711);
    assert_int_equal(elements, 4711);
    assert_int_equal(ddblasTsqrFactorSize(h, NULL, DDBLAS_TYPE_W, row, 5, 0, &elements), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(elements, 0);
    assert_int_equal(ddblasLstsqWorkspaceSize(h, NULL, DDBLAS_TYPE_W, row, 5, 4, 0, &bytes), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(bytes, 0);
}

/* n = 0, and p = 0 where there is one: nothing is looked at. */
static void quick_returns(void **state)
{
    (void)state;
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int task = DDBLAS_TSQR_QR; task <= DDBLAS_TSQR_LSTSQ; task++)
            for (int64_t m = 0; m <= 5; m += 5)
            {
                struct ddblas_tsqr_problem p = {
                    .task = (enum ddblas_tsqr_task)task, .type = tsqr_types[t], .m = m, .p = 3, .lda = 5, .ldr = 1, .ldc = 5};
                dd_must(h, tsqr_call(h, NULL, &p), "n = 0");
                p.n = m;
                p.p = 0;
                if (task == DDBLAS_TSQR_APPLY || task == DDBLAS_TSQR_LSTSQ)
                    dd_must(h, tsqr_call(h, NULL, &p), "p = 0");
            }
}

/* ---- exact cases ----------------------------------------------------------------------------- */

/* A matrix with one power of two in each column, each in a row of its own: every operation is
 * exact, so Q is a signed permutation and R the diagonal of the powers. */
static void permutations(void **state)
{
    (void)state;
    for (int64_t i = 0; i < 5 + 55 / dd_test_scale(); i++)
    {
        const ddblasType_t type = tsqr_types[i % TSQR_TYPES];
        const int64_t n = dd_random_int(&g, 1, 25), m = n * dd_random_int(&g, 1, 9);
        const ddblasTsqrPlan_t plan = {
            .design = (ddblasTsqrDesign_t)(i % tsqr_designs(h)), .nonnegative = 1, .fan_in = 2, .leaf_rows = 2 * n};
        void *A = tsqr_dense(type, m, n), *Q = tsqr_dense(type, m, n), *R = tsqr_dense(type, n, n),
             *expected = tsqr_dense(type, m, n), *diagonal = tsqr_dense(type, n, n);
        const cuddreal zero = cuddFromDouble(0.0), one = cuddFromDouble(1.0);
        for (int64_t j = 0; j < n; j++)
        {
            const int64_t place = (j + i) % n + n * dd_random_int(&g, 0, m / n - 1) + j * m;
            const double power = ldexp(1.0, (int)dd_random_int(&g, -9, 9)), sign = dd_random_int(&g, 0, 1) ? 1.0 : -1.0;
            dd_element_set(type, A, place, cuddFromDouble(sign * power), zero);
            dd_element_set(type, expected, place, sign > 0.0 ? one : cuddNeg(one), zero);
            dd_element_set(type, diagonal, j + j * n, cuddFromDouble(power), zero);
        }
        dd_must(h, tsqr_factorise(h, &plan, type, (ddblasLayout_t)(i % 2), m, n, 1, A, Q, R), "permutation");
        assert_true(dd_oracle_distance(type, m, n, n, Q, expected) == 0.0);
        assert_true(dd_oracle_distance(type, n, n, n, R, diagonal) == 0.0);
        free(A);
        free(Q);
        free(R);
        free(expected);
        free(diagonal);
    }
}

/* ---- Inf, NaN, dependent columns ------------------------------------------------------------- */

static int all_finite(ddblasType_t type, const void *x, int64_t count)
{
    const int single = dd_type_is_single(type);
    const size_t parts = (size_t)count * dd_type_size(type) / (single ? sizeof(float) : sizeof(double));
    for (size_t i = 0; i < parts; i++)
        if (!(single ? isfinite(((const float *)x)[i]) : isfinite(((const double *)x)[i])))
            return 0;
    return 1;
}

/* One element that is not finite, anywhere: the call returns, and its column of R says so. */
static void not_finite(void **state)
{
    (void)state;
    static const double values[] = {(double)INFINITY, -(double)INFINITY, (double)NAN};
    for (int64_t i = 0; i < 90; i++)
    {
        const ddblasType_t type = tsqr_types[i % TSQR_TYPES];
        const int64_t n = dd_random_int(&g, 1, 20), m = n + dd_random_int(&g, 0, 200), column = dd_random_int(&g, 0, n - 1);
        const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)(i % tsqr_designs(h)), .fan_in = 2, .leaf_rows = 2 * n};
        const size_t size = dd_type_size(type);
        void *A = tsqr_dense(type, m, n), *Q = tsqr_dense(type, m, n), *R = tsqr_dense(type, n, n);
        tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
        dd_element_set(type, A, dd_random_int(&g, 0, m - 1) + column * m, cuddFromDouble(values[i % 3]), cuddFromDouble(1.0));
        dd_must(h, tsqr_factorise(h, &plan, type, (ddblasLayout_t)(i % 2), m, n, 0, A, Q, R), "not finite");
        assert_false(all_finite(type, (char *)R + (size_t)(column * n) * size, n));
        dd_must(h, tsqr_factorise(h, &plan, type, (ddblasLayout_t)(i % 2), m, n, 0, A, NULL, R), "not finite, R");
        assert_false(all_finite(type, (char *)R + (size_t)(column * n) * size, n));
        free(A);
        free(Q);
        free(R);
    }
}

enum
{
    ROWS = 40,
    COLUMNS = 3,
    SIDES = 3
};

/* Why a problem of least squares has no solution. */
enum fault
{
    NONE,
    ZERO_COLUMN,
    ZERO_COLUMN_IN_SPAN, /* and b a multiple of another column: the division is 0 / 0 */
    INF_IN_A,
    NAN_IN_LAST_ROW, /* in A's last column, and b = 0 */
    NAN_IN_B,        /* in right-hand side 1 */
    INF_IN_LAST_B,   /* in a row in which A is 0 */
    OVERFLOW,        /* in x of right-hand side 1 */
    FAULTS
};

/* A is 0 but for 2, 4, 8 in rows 0, 1, 2, so that x is known; b has 6 in row 0 and, below A's rows,
 * 3 and 4. Row OTHER of A and b is 0. */
static void make_faulty(enum fault fault, ddblasType_t type, void *A, void *B)
{
    enum
    {
        OTHER = 30
    };
    const cuddreal zero = cuddFromDouble(0.0);
    const int single = dd_type_is_single(type);
    const double nan = (double)NAN, inf = (double)INFINITY;
    for (int64_t j = 0; j < COLUMNS; j++)
        for (int64_t i = 0; i < ROWS; i++)
        {
            dd_element_set(type, A, i + j * ROWS, cuddFromDouble(i == j ? ldexp(2.0, (int)j) : 0.0), zero);
            dd_element_set(type, B, i + j * ROWS, cuddFromDouble(i == 0 ? 6.0 : i == 5 ? 3.0 : i == 6 ? 4.0 : 0.0), zero);
        }
    if (fault == ZERO_COLUMN || fault == ZERO_COLUMN_IN_SPAN)
        dd_element_set(type, A, 1 + ROWS, zero, zero);
    for (int64_t j = 0; j < SIDES; j++)
        for (int64_t i = 0; i < ROWS; i++)
            if (fault == NAN_IN_LAST_ROW || (fault == ZERO_COLUMN_IN_SPAN && i > 0))
                dd_element_set(type, B, i + j * ROWS, zero, zero);
    if (fault == INF_IN_A)
        dd_element_set(type, A, OTHER + ROWS, cuddFromDouble(-inf), zero);
    if (fault == NAN_IN_LAST_ROW)
        dd_element_set(type, A, COLUMNS * ROWS - 1, cuddFromDouble(nan), zero);
    if (fault == NAN_IN_B || fault == INF_IN_LAST_B)
        dd_element_set(type, B, (fault == NAN_IN_B ? 0 : OTHER) + ROWS, cuddFromDouble(fault == NAN_IN_B ? nan : inf), zero);
    if (fault == OVERFLOW)
    {
        dd_element_set(type, A, 0, cuddFromDouble(single ? 0x1p-90 : 0x1p-800), zero);
        dd_element_set(type, B, ROWS, cuddFromDouble(single ? 0x1p100 : 0x1p900), zero);
    }
}

/* The first part of a real or complex number. */
static double leading_part(ddblasType_t type, const void *x, int64_t index) { return dd_parts_load(type, x, index).re[0]; }

static void check_near(double got, double expected) { assert_true(fabs(got - expected) <= 1e-5 * fabs(expected)); }

/* x and its residual of a right-hand side: all NaN, or 6 over A's first element, 0 and 0, with the
 * residual ||(3, 4)|| = 5. */
static void check_side(enum fault fault, ddblasType_t type, ddblasType_t real, const void *x, const void *rho, int64_t j)
{
    const int fails = fault != NONE && (fault < NAN_IN_B || j == 1), single = dd_type_is_single(type);
    const double first = fault == OVERFLOW ? 6.0 / (single ? 0x1p-90 : 0x1p-800) : 3.0;
    for (int64_t i = 0; i < COLUMNS; i++)
    {
        const double got = leading_part(type, x, i + j * ROWS);
        if (fails)
            assert_true(isnan(got));
        else
            check_near(got, i == 0 ? first : 0.0);
    }
    if (rho && fails)
        assert_true(isnan(leading_part(real, rho, j)));
    else if (rho)
        check_near(leading_part(real, rho, j), 5.0);
}

/* No solution: x and residual are NaN on both engines, never a residual of 0 beside an infinite x,
 * and the CPU engine, which is done, says why. */
static void no_solution(void **state)
{
    (void)state;
    ddblasEngine_t engine = DDBLAS_ENGINE_CPU;
    (void)ddblasGetEngine(h, &engine);
    for (int k = 0; k < 4 * FAULTS * TSQR_TYPES; k++)
    {
        const ddblasType_t type = tsqr_types[k % TSQR_TYPES], real = dd_type_real(type);
        const enum fault fault = (enum fault)(k / TSQR_TYPES % FAULTS);
        const int with_rho = k / TSQR_TYPES / FAULTS % 2;
        const ddblasLayout_t layout = (ddblasLayout_t)(k / TSQR_TYPES / FAULTS / 2);
        const ddblasStatus_t expected = fault == NONE || engine == DDBLAS_ENGINE_CUDA          ? DDBLAS_STATUS_SUCCESS
                                        : fault == ZERO_COLUMN || fault == ZERO_COLUMN_IN_SPAN ? DDBLAS_STATUS_DEPENDENT
                                                                                               : DDBLAS_STATUS_NOT_FINITE;
        if (fault == INF_IN_LAST_B && !with_rho) /* the solution alone does not see that row */
            continue;
        void *A = tsqr_dense(type, ROWS, COLUMNS), *B = tsqr_dense(type, ROWS, SIDES), *rho = tsqr_dense(real, SIDES, 1);
        make_faulty(fault, type, A, B);
        struct tsqr_matrix a = tsqr_matrix_new(h, type, layout, ROWS, COLUMNS, 1, A),
                           b = tsqr_matrix_new(h, type, layout, ROWS, SIDES, 2, B),
                           r = tsqr_matrix_new(h, real, DDBLAS_LAYOUT_COLUMN_MAJOR, SIDES, 1, 0, NULL);
        const struct ddblas_tsqr_problem p = {.task = DDBLAS_TSQR_LSTSQ,
                                              .type = type,
                                              .layout = layout,
                                              .m = ROWS,
                                              .n = COLUMNS,
                                              .p = SIDES,
                                              .A = a.at,
                                              .lda = a.ld,
                                              .C = b.at,
                                              .ldc = b.ld,
                                              .residual = with_rho ? r.at : NULL};
        const ddblasStatus_t status = tsqr_call(h, NULL, &p);
        if (status != expected)
            fail_msg("fault %d, type %d: status %d, expected %d", (int)fault, (int)type, (int)status, (int)expected);
        assert_true((status == DDBLAS_STATUS_SUCCESS) == (strlen(ddblasGetLastError(h)) == 0));
        tsqr_matrix_get(&b, B);
        tsqr_matrix_get(&r, rho);
        for (int64_t j = 0; j < SIDES; j++)
            check_side(fault, type, real, B, with_rho ? rho : NULL, j);
        tsqr_matrix_free(&a);
        tsqr_matrix_free(&b);
        tsqr_matrix_free(&r);
        free(A);
        free(B);
        free(rho);
    }
}

/* ---- same bits ------------------------------------------------------------------------------- */

/* Repeated calls, other leading dimensions, and on the CPU other layouts and designs give the same
 * bits. */
static void same_bits(void **state)
{
    (void)state;
    ddblasEngine_t engine = DDBLAS_ENGINE_CPU;
    (void)ddblasGetEngine(h, &engine);
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int design = 0; design <= DDBLAS_TSQR_DESIGN_GRAM; design++)
        {
            if (dd_test_leaves_out(8 * t + design))
                continue;
            const ddblasType_t type = tsqr_types[t];
            const int64_t m = 2100, n = 19;
            const size_t bytes_Q = (size_t)(m * n) * dd_type_size(type), bytes_R = (size_t)(n * n) * dd_type_size(type);
            ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)design};
            void *A = tsqr_dense(type, m, n), *Q = tsqr_dense(type, m, n), *R = tsqr_dense(type, n, n),
                 *Q2 = tsqr_dense(type, m, n), *R2 = tsqr_dense(type, n, n);
            tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
            dd_must(h, tsqr_factorise(h, &plan, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 0, A, Q, R), "first");
            for (int repeat = 0; repeat < 6; repeat++)
            {
                const ddblasLayout_t layout =
                    engine == DDBLAS_ENGINE_CPU ? (ddblasLayout_t)(repeat % 2) : DDBLAS_LAYOUT_COLUMN_MAJOR;
                if (engine == DDBLAS_ENGINE_CPU)
                    plan.design = (ddblasTsqrDesign_t)(repeat % 5);
                dd_must(h, ddblasSetThreads(h, engine == DDBLAS_ENGINE_CPU ? 1 + repeat * 3 : 0), "threads");
                dd_must(h, tsqr_factorise(h, &plan, type, layout, m, n, repeat, A, Q2, R2), "again");
                assert_memory_equal(Q, Q2, bytes_Q);
                assert_memory_equal(R, R2, bytes_R);
            }
            dd_must(h, ddblasSetThreads(h, 0), "threads");
            free(A);
            free(Q);
            free(R);
            free(Q2);
            free(R2);
        }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Leaves under a root, whatever the engine would choose. */
static const ddblasTsqrPlan_t tree = {.fan_in = 4, .leaf_rows = 400};

/* A problem of each task on matrices of its own. */
struct work
{
    struct tsqr_matrix a, r, t, c, rho;
    struct ddblas_tsqr_problem p;
};

static struct work work_new(enum ddblas_tsqr_task task, ddblasType_t type)
{
    const ddblasType_t real = dd_type_real(type);
    const int64_t m = 1400, n = 11, p = 3;
    struct work w;
    int64_t tsize = 0;
    void *A = tsqr_dense(type, m, n), *C = tsqr_dense(type, m, p);
    tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
    tsqr_fill(&g, TSQR_UNIFORM, type, m, p, C);
    dd_must(h, ddblasTsqrFactorSize(h, &tree, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, &tsize), "factor size");
    w.a = tsqr_matrix_new(h, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 0, A);
    w.r = tsqr_matrix_new(h, type, DDBLAS_LAYOUT_COLUMN_MAJOR, n, n, 0, NULL);
    w.t = tsqr_matrix_new(h, type, DDBLAS_LAYOUT_COLUMN_MAJOR, tsize, 1, 0, NULL);
    w.c = tsqr_matrix_new(h, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, p, 0, C);
    w.rho = tsqr_matrix_new(h, real, DDBLAS_LAYOUT_COLUMN_MAJOR, p, 1, 0, NULL);
    w.p = (struct ddblas_tsqr_problem){.task = DDBLAS_TSQR_FACTOR,
                                       .type = type,
                                       .m = m,
                                       .n = n,
                                       .p = p,
                                       .op = DDBLAS_OP_C,
                                       .A = w.a.at,
                                       .lda = m,
                                       .R = w.r.at,
                                       .ldr = n,
                                       .T = w.t.at,
                                       .tsize = tsize,
                                       .C = w.c.at,
                                       .ldc = m,
                                       .residual = w.rho.at};
    if (task == DDBLAS_TSQR_APPLY || task == DDBLAS_TSQR_FORM)
    {
        dd_must(h, tsqr_call(h, &tree, &w.p), "factor");
        void *now = tsqr_dense(type, tsize > m * n ? tsize : m * n, 1);
        tsqr_matrix_get(&w.a, now);
        tsqr_matrix_get(&w.r, now);
        tsqr_matrix_get(&w.t, now);
        free(now);
    }
    w.p.task = task;
    free(A);
    free(C);
    return w;
}

static void work_same(const struct work *w)
{
    tsqr_matrix_same(&w->a);
    tsqr_matrix_same(&w->r);
    tsqr_matrix_same(&w->t);
    tsqr_matrix_same(&w->c);
    tsqr_matrix_same(&w->rho);
}

static void work_free(struct work *w)
{
    struct tsqr_matrix *all[] = {&w->a, &w->r, &w->t, &w->c, &w->rho};
    for (int i = 0; i < 5; i++)
        tsqr_matrix_free(all[i]);
}

/* W with all arrays at 8 mod 16: the bits of aligned ones in every task, with several leaves and
 * with one. */
static void eight_bytes(void **state)
{
    (void)state;
    const ddblasTsqrPlan_t one_leaf = {.leaf_rows = 2000}, *const plans[] = {&tree, &one_leaf};
    if (dd_engine_half(h) == 0)
        skip();
    for (int task = DDBLAS_TSQR_QR; task <= DDBLAS_TSQR_LSTSQ; task++)
        for (int k = 0; k < 2; k++)
        {
            const struct dd_random start = g;
            struct work aligned, w;
            for (int off = 0; off < 2; off++)
            {
                struct work *now = off ? &w : &aligned;
                g = start;
                tsqr_matrix_offset = off ? dd_engine_half(h) : 0;
                *now = work_new((enum ddblas_tsqr_task)task, DDBLAS_TYPE_W);
                if (task != DDBLAS_TSQR_APPLY && task != DDBLAS_TSQR_FORM) /* these need the plan of the factorisation */
                    dd_must(h, tsqr_call(h, plans[k], &now->p), "eight bytes");
                else
                    dd_must(h, tsqr_call(h, &tree, &now->p), "eight bytes");
            }
            tsqr_matrix_offset = 0;
            const struct tsqr_matrix *const of_aligned[] = {&aligned.a, &aligned.r, &aligned.t, &aligned.c, &aligned.rho},
                                            *const of_w[] = {&w.a, &w.r, &w.t, &w.c, &w.rho};
            for (int i = 0; i < 5; i++)
            {
                void *bytes = malloc(of_w[i]->bytes);
                assert_non_null(bytes);
                dd_engine_read(h, bytes, of_w[i]->at, of_w[i]->bytes);
                assert_true(dd_engine_holds(h, of_aligned[i]->at, bytes, of_w[i]->bytes));
                free(bytes);
            }
            work_free(&aligned);
            work_free(&w);
        }
}

/* On the CUDA engine a factorisation of one panel of columns, level by level, keeps all it needs in
 * T. */
static int needs_no_workspace(int task)
{
    ddblasEngine_t engine = DDBLAS_ENGINE_CPU;
    (void)ddblasGetEngine(h, &engine);
    return engine == DDBLAS_ENGINE_CUDA && task == DDBLAS_TSQR_FACTOR;
}

/* The k-th allocation fails, k = 1, 2, ...: a status, everything as it was, and success in the
 * end. */
static void allocation_failures(void **state)
{
    (void)state;
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int task = DDBLAS_TSQR_QR; task <= DDBLAS_TSQR_LSTSQ; task++)
        {
            if (dd_test_leaves_out(8 * t + task))
                continue;
            int failures = 0;
            ddblasHandle_t before = h;
            h = dd_test_handle(); /* without memory from earlier calls */
            struct work w = work_new((enum ddblas_tsqr_task)task, tsqr_types[t]);
            ddblasHandle_t fresh = dd_test_handle();
            for (int k = 1;; k++)
            {
                ddblas_inject_allocation_failure(k);
                const ddblasStatus_t status = tsqr_call(fresh, &tree, &w.p);
                ddblas_inject_allocation_failure(0);
                if (status == DDBLAS_STATUS_SUCCESS)
                    break;
                assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
                work_same(&w);
                failures++;
            }
            assert_true(failures > 0 || needs_no_workspace(task));
            dd_must(fresh, ddblasSynchronize(fresh), "synchronize");
            work_free(&w);
            dd_must(fresh, ddblasDestroy(fresh), "destroy");
            dd_must(h, ddblasDestroy(h), "destroy");
            h = before;
        }
}

/* With the workspace of the query no allocation happens; with none to speak of, a status and
 * nothing written. */
static void workspaces(void **state)
{
    (void)state;
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int task = DDBLAS_TSQR_QR; task <= DDBLAS_TSQR_LSTSQ; task++)
        {
            if (needs_no_workspace(task) || dd_test_leaves_out(8 * t + task))
                continue;
            struct work w = work_new((enum ddblas_tsqr_task)task, tsqr_types[t]);
            size_t bytes = 0;
            void *workspace = NULL;
            if (task == DDBLAS_TSQR_LSTSQ)
                dd_must(h, ddblasLstsqWorkspaceSize(h, &tree, w.p.type, w.p.layout, w.p.m, w.p.n, w.p.p, &bytes), "query");
            else
                dd_must(h, ddblasTsqrWorkspaceSize(h, &tree, w.p.type, w.p.layout, w.p.m, w.p.n, w.p.p, &bytes), "query");
            assert_true(bytes > 0);
            dd_must(h, ddblasMalloc(h, &workspace, bytes), "workspace");
            dd_must(h, ddblasSetWorkspace(h, workspace, 256), "set");
            assert_int_equal(tsqr_call(h, &tree, &w.p), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
            work_same(&w);
            dd_must(h, ddblasSetWorkspace(h, workspace, bytes), "set");
            ddblas_inject_allocation_failure(1);
            const ddblasStatus_t status = tsqr_call(h, &tree, &w.p);
            ddblas_inject_allocation_failure(0);
            dd_must(h, status, "with the queried workspace");
            dd_must(h, ddblasSynchronize(h), "synchronize");
            dd_must(h, ddblasSetWorkspace(h, NULL, 0), "reset");
            dd_must(h, ddblasFree(h, workspace), "free");
            work_free(&w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_arguments), cmocka_unit_test(wrong_queries),
                                       cmocka_unit_test(quick_returns),   cmocka_unit_test(permutations),
                                       cmocka_unit_test(not_finite),      cmocka_unit_test(no_solution),
                                       cmocka_unit_test(same_bits),       cmocka_unit_test(allocation_failures),
                                       cmocka_unit_test(workspaces),      cmocka_unit_test(eight_bytes)};
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, close_handle);
}
