/*
 * gelsRefine for m < n in W and U, A in W, D, U and Z, on the engine that DDBLAS_TEST_ENGINE names:
 * reported bounds of the shortest solution against MPFR for conditions from 1 to 10^30; routes,
 * known solutions, dependent rows, NaN, sizes of 0, arguments, workspaces, failing allocations.
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
#include "case.h"
#include "handle.h"
#include "poison.h"
#include "refine_least_case.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_D, DDBLAS_TYPE_U, DDBLAS_TYPE_Z};

static void run(struct least_problem *p, const char *what) { dd_must(h, least_run_on(h, p), what); }

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* Random problems: no bound is below its error. Without grading bounds are of the size that the
 * condition k lets expect, and not of its square: by the terms of the proof 8 u_w (m + n) omega nu
 * |x|, with 10^6 for the rest. Its parts are: omega nu, at most 3 m times the condition of the
 * scaled matrix, which is at most 2 sqrt(m) k, so below 320 k for m <= 14; 2.83 for complex
 * products; at most 4 for (1 - gamma)^-2; sqrt(n) for |x| over its largest element; and the
 * correction. */
static void sweep(void **state)
{
    (void)state;
    struct dd_random g;
    const int64_t problems = dd_test_scale() > 1 ? 60 : 600;
    int64_t in_double = 0, in_w = 0, wide = 0;
    dd_random_start(&g, dd_random_seed(1211));
    for (int64_t k = 0; k < problems; k++)
    {
        const int64_t m = dd_random_int(&g, 1, 14), n = m + dd_random_int(&g, 1, 14);
        const double digits = 14.0 * dd_random_unit(&g), condition = pow(10.0, digits);
        const int grade = k % 5 == 0 ? 30 : 0;
        struct least_problem p = least_problem_new(types[dd_random_int(&g, 0, 3)], m, n, dd_random_int(&g, 1, 2));
        least_fill_matrix(&p, &g, digits, grade);
        least_fill_right(&p, &g, k % 3 ? 0.0 : 1.0);
        run(&p, "sweep");
        assert_int_equal(p.report.info, 0);
        const double bound = least_check_bounds(&p, digits, "sweep");
        in_double += p.report.route == DDBLAS_REFINE_ROUTE_DOUBLE;
        in_w += p.report.route == DDBLAS_REFINE_ROUTE_W;
        if (digits < 10.0)
            assert_int_equal(p.report.route, DDBLAS_REFINE_ROUTE_DOUBLE);
        wide += grade == 0 && !(bound <= 1e6 * condition * (double)(m + n) * 0x1p-104);
        least_problem_free(&p);
    }
    assert_true(in_double > problems / 2 && wide == 0);
    print_message("%lld problems by factors in double, %lld in W or U; errors up to %.3g of their bounds, as a rule 10^-%.1f\n",
                  (long long)in_double, (long long)in_w, least_tightness.largest,
                  least_tightness.logarithms / (double)least_tightness.count);
}

/* Conditions beyond double: factors in W or U, or no digit. */
static void ill_conditioned(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1212));
    for (int64_t k = 0; k < (dd_test_scale() > 1 ? 20 : 120); k++)
    {
        const int64_t m = dd_random_int(&g, 2, 12), n = m + dd_random_int(&g, 1, 10);
        const double digits = 16.0 + 14.0 * dd_random_unit(&g);
        struct least_problem p = least_problem_new(k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, m, n, 1);
        least_fill_matrix(&p, &g, digits, 0);
        least_fill_right(&p, &g, k % 3 ? 0.0 : 1.0);
        run(&p, "ill-conditioned");
        assert_int_equal(p.report.route, DDBLAS_REFINE_ROUTE_W);
        const double bound = least_check_bounds(&p, digits, "ill-conditioned");
        if (digits < 22.0)
            assert_true(bound < 1e-3);
        least_problem_free(&p);
    }
}

/* A matrix that is long enough for blocks of reflectors and several threads; the same bits. */
static void larger(void **state)
{
    (void)state;
    struct dd_random g;
    const int64_t m = dd_test_scale() > 1 ? 20 : 70, n = dd_test_scale() > 1 ? 40 : 130;
    dd_random_start(&g, 1213);
    for (int k = 0; k < 4; k++)
    {
        struct least_problem p = least_problem_new(types[k], m, n, 3);
        const size_t size = (size_t)(n * p.nrhs * p.parts) * sizeof *p.X;
        const double digits = k % 2 ? 5.0 : 15.5;
        void *first = least_numbers((int64_t)size, 1);
        least_fill_matrix(&p, &g, digits, 0);
        least_fill_right(&p, &g, 1e-6);
        run(&p, "larger");
        memcpy(first, p.X, size);
        p.nrhs = 1;
        if (p.parts == 1) /* The order of the system in MPFR is twice as large for complex ones. */
            (void)least_check_bounds(&p, digits, "larger");
        p.nrhs = 3;
        for (int threads = 1; threads <= 4; threads += 3)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            run(&p, "again");
            assert_memory_equal(p.X, first, size);
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        free(first);
        least_problem_free(&p);
    }
}

/* ---- known solutions ------------------------------------------------------------------------- */

/* The error of an element of a solution that is a quotient of integers. */
static double error_of(cuddreal x, double numerator, double denominator)
{
    return fabs(cuddDivD(cuddSubD(cuddMulD(x, denominator), numerator), denominator).x);
}

/* (3 4) x = 25 has the shortest solution (3, 4). That of (1 2 3; 4 5 6) x = (7, 8) is A^T z with
 * A A^T z = b, (14 32; 32 77) z = (7, 8), z = (283, -112) / 54: x = (-55/18, 1/9, 59/18). The same
 * times i in U: i A has the solution -i x. */
static void known_solutions(void **state)
{
    static const double A[] = {1, 4, 2, 5, 3, 6}, numerator[] = {-165, 6, 177};
    (void)state;
    struct least_problem p = least_problem_new(DDBLAS_TYPE_D, 1, 2, 1);
    p.A[0] = cuddFromDouble(3.0);
    p.A[1] = cuddFromDouble(4.0);
    p.B[0] = cuddFromDouble(25.0);
    run(&p, "one row");
    assert_true(error_of(p.X[0], 3.0, 1.0) <= 4.0 * p.normwise[0] && error_of(p.X[1], 4.0, 1.0) <= 4.0 * p.normwise[0]);
    assert_true(p.normwise[0] < 1e-28 && p.componentwise[0] < 1e-28);
    least_problem_free(&p);
    for (int k = 0; k < 4; k++)
    {
        p = least_problem_new(types[k], 2, 3, 1);
        for (int e = 0; e < 6; e++)
            p.A[e * p.parts + p.parts - 1] = cuddFromDouble(A[e]);
        p.B[0] = cuddFromDouble(7.0);
        p.B[p.parts] = cuddFromDouble(8.0);
        run(&p, "two rows");
        assert_int_equal(p.report.route, DDBLAS_REFINE_ROUTE_DOUBLE);
        assert_true(p.report.condition > 1.0 && p.report.condition < 1e3);
        for (int i = 0; i < 3; i++)
        {
            const double sign = p.parts == 2 ? -54.0 : 54.0;
            const cuddreal x = p.X[i * p.parts + p.parts - 1];
            assert_true(error_of(x, numerator[i], sign) <= fabs(x.x) * p.componentwise[0] && p.componentwise[0] < 1e-25);
            if (p.parts == 2)
                assert_true(fabs(p.X[2 * i].x) <= fabs(x.x) * p.componentwise[0]);
        }
        (void)least_check_bounds(&p, 1.0, "two rows");
        /* The judge sees an error of 10^-10, and a solution that is not the shortest: (1, -2, 1) is
         * in the null space. */
        p.X[p.parts - 1] = cuddMulD(p.X[p.parts - 1], 1.0 + 1e-10);
        assert_true(least_true_errors(&p, 0).componentwise > p.componentwise[0]);
        run(&p, "two rows again");
        for (int i = 0; i < 3; i++)
            p.X[i * p.parts] = cuddAddD(p.X[i * p.parts], (i == 1 ? -2.0 : 1.0) * 1e-12);
        assert_true(least_true_errors(&p, 0).normwise > p.normwise[0]);
        least_problem_free(&p);
    }
}

static void assert_nothing(const struct least_problem *p, int64_t j)
{
    for (int64_t e = j * p->n * p->parts; e < (j + 1) * p->n * p->parts; e++)
        assert_true(cuddIsNan(p->X[e]));
    assert_true(isinf(p->normwise[j]) != 0 && isinf(p->componentwise[j]) != 0);
}

/* A row of zeros is named by info; Inf and NaN in A leave no column, in B all others. */
static void no_solution(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1214);
    for (int k = 0; k < 16; k++)
    {
        struct least_problem p = least_problem_new(types[k % 4], 7, 12, 3);
        least_fill_matrix(&p, &g, 2.0, 0);
        least_fill_right(&p, &g, 0.5);
        for (int64_t j = 0; j < 12 && k / 4 == 0; j++)
            for (int part = 0; part < p.parts; part++)
                least_at(&p, 6, j)[part] = cuddFromDouble(0.0);
        if (k / 4 == 1)
            least_at(&p, 3, 7)[p.parts - 1] = cuddNan();
        else if (k / 4 == 2)
            least_at(&p, 6, 11)[p.parts - 1] = cuddFromDouble((double)INFINITY);
        else if (k / 4 == 3)
            p.B[(p.m + 5) * p.parts] = cuddNan();
        run(&p, "no solution");
        assert_int_equal(p.report.info, k / 4 ? 0 : 7);
        assert_nothing(&p, 1);
        if (k / 4 < 3)
        {
            assert_nothing(&p, 0);
            assert_int_equal(p.report.route, DDBLAS_REFINE_ROUTE_NONE);
        }
        else
        {
            p.nrhs = 1;
            assert_true(least_check_bounds(&p, 2.0, "beside a NaN") < 1e-24);
        }
        least_problem_free(&p);
    }
}

/* x is too large for a double: 2^-1000 x = 2^1000. No digit may be vouched for. */
static void out_of_range(void **state)
{
    (void)state;
    struct least_problem p = least_problem_new(DDBLAS_TYPE_W, 1, 2, 1);
    p.A[0] = p.A[1] = cuddFromDouble(0x1p-1000);
    p.B[0] = cuddFromDouble(0x1p1000);
    run(&p, "out of range");
    assert_true(isinf(p.normwise[0]) != 0 && isinf(p.componentwise[0]) != 0);
    least_problem_free(&p);
}

/* B = 0 gives X = 0 with bounds of 0. Without rows the shortest solution is 0; sizes of 0 need no
 * matrix. */
static void empty(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1215);
    struct least_problem p = least_problem_new(DDBLAS_TYPE_W, 7, 9, 2);
    ddblasRefineReport_t report = {.info = 5};
    double bounds[2] = {1.0, 1.0};
    size_t bytes = 1;
    least_fill_matrix(&p, &g, 1.0, 0);
    run(&p, "zeros");
    for (int64_t e = 0; e < p.n * p.nrhs; e++)
        assert_true(cuddIsZero(p.X[e]));
    assert_true(p.normwise[0] == 0.0 && p.componentwise[1] == 0.0);
    least_problem_free(&p);
    cuddcomplex host[10];
    for (int k = 0; k < 2; k++)
    {
        memset(host, 0x5a, sizeof host);
        void *X = dd_engine_copy(h, host, sizeof host, 0);
        if (k)
            dd_must(h, ddblasUgelsRefine(h, 0, 3, 2, NULL, DDBLAS_TYPE_Z, 1, NULL, 1, X, 4, &report, bounds, NULL), "no rows");
        else
            dd_must(h, ddblasWgelsRefine(h, 0, 3, 2, NULL, DDBLAS_TYPE_W, 1, NULL, 1, X, 4, &report, bounds, NULL), "no rows");
        const size_t size = k ? sizeof(cuddcomplex) : sizeof(cuddreal);
        memset(host, 0, 3 * size);
        memset((char *)host + 4 * size, 0, 3 * size);
        assert_true(dd_engine_holds(h, X, host, sizeof host));
        assert_true(report.info == 0 && report.route == DDBLAS_REFINE_ROUTE_NONE && bounds[0] == 0.0 && bounds[1] == 0.0);
        dd_engine_free(h, X, 0);
    }
    assert_int_equal(ddblasUgelsRefine(h, 3, 4, 0, NULL, DDBLAS_TYPE_U, 3, NULL, 3, NULL, 4, &report, NULL, NULL),
                     DDBLAS_STATUS_SUCCESS);
    dd_must(h, ddblasGelsRefineWorkspaceSize(h, DDBLAS_TYPE_W, 0, 5, 1, &bytes), "query");
    assert_int_equal(bytes, 0);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void assert_refused(ddblasStatus_t status, int position)
{
    assert_int_equal(status, DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

/* Leading dimensions and pointers of wide matrices; t_refine_least has the other arguments. */
static void wrong_arguments(void **state)
{
    (void)state;
    const ddblasType_t W = DDBLAS_TYPE_W;
    char host[4096];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    cuddreal *A = (cuddreal *)(void *)memory, *B = A + 64, *X = A + 128;
    ddblasRefineReport_t r;
    assert_refused(ddblasWgelsRefine(h, 3, 4, 1, NULL, W, 3, B, 3, X, 4, &r, NULL, NULL), 5);
    assert_refused(ddblasWgelsRefine(h, 3, 4, 1, A, W, 2, B, 3, X, 4, &r, NULL, NULL), 7);
    assert_refused(ddblasWgelsRefine(h, 3, 4, 1, A, W, 3, NULL, 3, X, 4, &r, NULL, NULL), 8);
    assert_refused(ddblasWgelsRefine(h, 3, 4, 1, A, W, 3, B, 2, X, 4, &r, NULL, NULL), 9);
    assert_refused(ddblasWgelsRefine(h, 3, 4, 1, A, W, 3, B, 3, NULL, 4, &r, NULL, NULL), 10);
    assert_refused(ddblasWgelsRefine(h, 0, 4, 1, NULL, W, 1, NULL, 1, NULL, 4, &r, NULL, NULL), 10);
    assert_refused(ddblasWgelsRefine(h, 3, 4, 1, A, W, 3, B, 3, X, 3, &r, NULL, NULL), 11);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    assert_int_equal(ddblasWgelsRefine(h, INT64_C(1) << 27, INT64_C(1) << 28, 1, A, W, INT64_C(1) << 27, B, INT64_C(1) << 27, X,
                                       INT64_C(1) << 28, &r, NULL, NULL),
                     DDBLAS_STATUS_NOT_SUPPORTED);
    dd_engine_free(h, memory, 0);
}

static void memory(void **state)
{
    (void)state;
    least_check_workspace(h, 40, 60, 1216);
}

/* Each of the call's own allocations fails in turn; that of a call without equations too. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1217);
    struct least_problem p = least_problem_new(DDBLAS_TYPE_W, 30, 50, 2);
    const size_t size = (size_t)(p.n * p.nrhs) * sizeof *p.X;
    least_fill_matrix(&p, &g, 3.0, 0);
    least_fill_right(&p, &g, 0.1);
    void *A = dd_engine_copy(h, p.A, (size_t)(p.m * p.n) * sizeof *p.A, 0),
         *B = dd_engine_copy(h, p.B, (size_t)(p.m * p.nrhs) * sizeof *p.B, 0);
    for (int no_rows = 0; no_rows < 2; no_rows++)
    {
        ddblasStatus_t status = DDBLAS_STATUS_ALLOC_FAILED;
        p.m = no_rows ? 0 : p.m;
        for (int failing = 1; status != DDBLAS_STATUS_SUCCESS; failing++)
        {
            ddblasHandle_t fresh = dd_test_handle();
            memset(p.X, 0x5a, size);
            void *X = dd_engine_copy(h, p.X, size, 0);
            ddblas_inject_allocation_failure(failing);
            status =
                no_rows ? ddblasWgelsRefine(fresh, 0, p.n, p.nrhs, NULL, DDBLAS_TYPE_W, 1, NULL, 1, X, p.n, &p.report, NULL, NULL)
                        : least_call(fresh, &p, A, p.m, B, X);
            ddblas_inject_allocation_failure(0);
            const int untouched = dd_engine_holds(h, X, p.X, size);
            dd_engine_free(h, X, 0);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            assert_true(status == DDBLAS_STATUS_SUCCESS ? failing > (no_rows ? 1 : 8)
                                                        : status == DDBLAS_STATUS_ALLOC_FAILED && untouched);
        }
    }
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    least_problem_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(empty),
        cmocka_unit_test(known_solutions), cmocka_unit_test(sweep),
        cmocka_unit_test(ill_conditioned), cmocka_unit_test(larger),
        cmocka_unit_test(no_solution),     cmocka_unit_test(out_of_range),
        cmocka_unit_test(memory),          cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("refine, least norm", tests, open_handle, close_handle);
}
