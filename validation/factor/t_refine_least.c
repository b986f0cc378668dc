/*
 * gelsRefine in W and U, A in W, D, U and Z, on the engine that DDBLAS_TEST_ENGINE names: reported
 * bounds against MPFR for conditions from 1 to 10^30, with residuals of all sizes; routes, known
 * solutions, singular matrices, NaN, arguments, workspaces, failing allocations.
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

static void run(struct least_problem *p, const char *what) { dd_must(h, least_run_on(h, p), what); }

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_D, DDBLAS_TYPE_U, DDBLAS_TYPE_Z};

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* The smallest of the largest components of the columns of X. */
static double size_of_solutions(const struct least_problem *p)
{
    double smallest = (double)INFINITY;
    for (int64_t j = 0; j < p->nrhs; j++)
    {
        double largest = 0.0;
        for (int64_t e = j * p->n * p->parts; e < (j + 1) * p->n * p->parts; e++)
            largest = fmax(largest, fabs(p->X[e].x));
        smallest = fmin(smallest, largest);
    }
    return smallest;
}

/* The largest component of the largest column of A over that of the smallest one. */
static double unevenness(const struct least_problem *p)
{
    double most = 0.0, least = (double)INFINITY;
    for (int64_t j = 0; j < p->n; j++)
    {
        double largest = 0.0;
        for (int64_t k = j * p->m * p->parts; k < (j + 1) * p->m * p->parts; k++)
            largest = fmax(largest, fabs(p->A[k].x));
        most = fmax(most, largest);
        least = fmin(least, largest);
    }
    return most / least;
}

/* Random problems: no bound is below its error. Without grading bounds are of the size that the
 * condition k lets expect. By the terms of the proof that is k (m + n) u_w (1 + k |r| / |x|), since
 * |A| is near 1, times the unevenness of the columns: the bound on the 2-norm of y's error holds
 * for each component, and x_j is y_j divided by the size of column j. The factor is 10^5. Its parts
 * are: 18 n^(3/2) in 2 omega^2 nu for the safety of the estimate and for norms, below 950 for n <=
 * 14; 2.83 for complex products; at most 4 for (1 - gamma)^-2; 2 for |r|, which may be twice what
 * is put in; and the correction. */
static void sweep(void **state)
{
    (void)state;
    static const double residuals[] = {0.0, 1e-20, 1e-8, 1.0};
    struct dd_random g;
    const uint64_t seed = dd_random_seed(1201);
    const int64_t problems = dd_test_scale() > 1 ? 60 : 600;
    int64_t in_double = 0, in_w = 0, wide = 0;
    dd_random_start(&g, seed);
    for (int64_t k = 0; k < problems; k++)
    {
        const int64_t n = dd_random_int(&g, 1, 14), m = n + dd_random_int(&g, 0, 14);
        const double digits = 14.0 * dd_random_unit(&g), residual = residuals[k % 4];
        const int grade = k % 5 == 0 ? 30 : 0;
        struct least_problem p = least_problem_new(types[dd_random_int(&g, 0, 3)], m, n, dd_random_int(&g, 1, 2));
        least_fill_matrix(&p, &g, digits, grade);
        least_fill_right(&p, &g, residual);
        run(&p, "sweep");
        assert_int_equal(p.report.info, 0);
        const double bound = least_check_bounds(&p, digits, "sweep"), condition = pow(10.0, digits);
        in_double += p.report.route == DDBLAS_REFINE_ROUTE_DOUBLE;
        in_w += p.report.route == DDBLAS_REFINE_ROUTE_W;
        if (digits < 10.0)
            assert_int_equal(p.report.route, DDBLAS_REFINE_ROUTE_DOUBLE);
        wide += grade == 0 && !(bound <= 1e5 * unevenness(&p) * condition * (double)(m + n) * 0x1p-104 *
                                             (1.0 + condition * residual * sqrt((double)m) / size_of_solutions(&p)));
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
    const uint64_t seed = dd_random_seed(1202);
    dd_random_start(&g, seed);
    for (int64_t k = 0; k < (dd_test_scale() > 1 ? 20 : 120); k++)
    {
        const int64_t n = dd_random_int(&g, 2, 12), m = n + dd_random_int(&g, 0, 10);
        const double digits = 16.0 + 14.0 * dd_random_unit(&g);
        struct least_problem p = least_problem_new(k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, m, n, 1);
        least_fill_matrix(&p, &g, digits, 0);
        least_fill_right(&p, &g, k % 3 ? 0.0 : 1e-3);
        run(&p, "ill-conditioned");
        assert_int_equal(p.report.route, DDBLAS_REFINE_ROUTE_W);
        const double bound = least_check_bounds(&p, digits, "ill-conditioned");
        if (digits < 22.0 && k % 3)
            assert_true(bound < 1e-3);
        least_problem_free(&p);
    }
}

/* A matrix that is long enough for blocks of reflectors and several threads; the same bits. */
static void larger(void **state)
{
    (void)state;
    struct dd_random g;
    const int64_t n = dd_test_scale() > 1 ? 20 : 70, m = dd_test_scale() > 1 ? 40 : 130;
    dd_random_start(&g, 1203);
    for (int k = 0; k < 4; k++)
    {
        struct least_problem p = least_problem_new(k % 2 ? DDBLAS_TYPE_D : DDBLAS_TYPE_W, m, n, 3);
        const size_t size = (size_t)(n * p.nrhs) * sizeof *p.X;
        void *first = least_numbers((int64_t)size, 1);
        least_fill_matrix(&p, &g, k / 2 ? 15.5 : 5.0, 0);
        least_fill_right(&p, &g, 1e-6);
        run(&p, "larger");
        memcpy(first, p.X, size);
        p.nrhs = 1;
        (void)least_check_bounds(&p, k / 2 ? 15.5 : 5.0, "larger");
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

/* Wampler's fit: polynomials of degree 5 at 0, 1, ..., 20, y = 1 + t + ... + t^5, and the same plus
 * residuals that are orthogonal to all polynomials of degree 5, whose coefficients are 1 as well:
 * differences of order 6. */
static void polynomials(void **state)
{
    static const double difference[] = {1, -6, 15, -20, 15, -6, 1};
    (void)state;
    struct least_problem p = least_problem_new(DDBLAS_TYPE_D, 21, 6, 2);
    for (int64_t i = 0; i < 21; i++)
    {
        double power = 1.0, sum = 0.0;
        for (int64_t j = 0; j < 6; j++, power *= (double)i)
        {
            least_at(&p, i, j)[0] = cuddFromDouble(power);
            sum += power;
        }
        p.B[i] = cuddFromDouble(sum);
        p.B[i + 21] = cuddFromDouble(sum + (i < 7 ? difference[i] : i >= 14 ? 1000.0 * difference[i - 14] : 0.0));
    }
    run(&p, "polynomials");
    assert_int_equal(p.report.route, DDBLAS_REFINE_ROUTE_DOUBLE);
    for (int64_t e = 0; e < 12; e++)
    {
        const double error = fabs(cuddSubD(p.X[e], 1.0).x);
        assert_true(error <= p.componentwise[e / 6] * (1.0 + 1e-10) && p.componentwise[e / 6] < 1e-12);
    }
    (void)least_check_bounds(&p, 6.8, "polynomials");
    /* The judge sees an error of 10^-10. */
    p.X[3] = cuddMulD(p.X[3], 1.0 + 1e-10);
    assert_true(least_true_errors(&p, 0).componentwise > p.componentwise[0]);
    least_problem_free(&p);
}

static void assert_nothing(const struct least_problem *p, int64_t j)
{
    for (int64_t e = j * p->n * p->parts; e < (j + 1) * p->n * p->parts; e++)
        assert_true(cuddIsNan(p->X[e]));
    assert_true(isinf(p->normwise[j]) != 0 && isinf(p->componentwise[j]) != 0);
}

/* A column of zeros is named by info; Inf and NaN in A leave no column, in B all others. */
static void no_solution(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1204);
    for (int k = 0; k < 16; k++)
    {
        struct least_problem p = least_problem_new(types[k % 4], 12, 7, 3);
        const int64_t stride = p.m * p.parts;
        least_fill_matrix(&p, &g, 2.0, 0);
        least_fill_right(&p, &g, 0.5);
        if (k / 4 == 0)
            memset(p.A + 6 * stride, 0, (size_t)stride * sizeof *p.A);
        else if (k / 4 == 1)
            least_at(&p, 7, 3)[p.parts - 1] = cuddNan();
        else if (k / 4 == 2)
            least_at(&p, 11, 6)[p.parts - 1] = cuddFromDouble((double)INFINITY);
        else
            p.B[stride + 5] = cuddNan();
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

/* B = 0 gives X = 0 with bounds of 0. Sizes of 0 need no matrix. */
static void empty(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1205);
    struct least_problem p = least_problem_new(DDBLAS_TYPE_W, 9, 7, 2);
    ddblasRefineReport_t report = {.info = 5};
    double bounds[2] = {1.0, 1.0};
    size_t bytes = 1;
    least_fill_matrix(&p, &g, 1.0, 0);
    run(&p, "zeros");
    for (int64_t e = 0; e < p.n * p.nrhs; e++)
        assert_true(cuddIsZero(p.X[e]));
    assert_true(p.normwise[0] == 0.0 && p.componentwise[1] == 0.0);
    least_problem_free(&p);
    assert_int_equal(ddblasWgelsRefine(h, 4, 0, 2, NULL, DDBLAS_TYPE_D, 4, NULL, 4, NULL, 1, &report, bounds, NULL),
                     DDBLAS_STATUS_SUCCESS);
    assert_true(report.info == 0 && report.route == DDBLAS_REFINE_ROUTE_NONE && bounds[1] == 0.0);
    assert_int_equal(ddblasUgelsRefine(h, 4, 3, 0, NULL, DDBLAS_TYPE_U, 4, NULL, 4, NULL, 3, &report, NULL, NULL),
                     DDBLAS_STATUS_SUCCESS);
    dd_must(h, ddblasGelsRefineWorkspaceSize(h, DDBLAS_TYPE_W, 5, 0, 1, &bytes), "query");
    assert_int_equal(bytes, 0);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void assert_refused(ddblasStatus_t status, ddblasStatus_t expected, int position)
{
    assert_int_equal(status, expected);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

static void wrong_arguments(void **state)
{
    (void)state;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    const ddblasType_t W = DDBLAS_TYPE_W;
    char host[4096];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    cuddreal *A = (cuddreal *)(void *)memory, *B = A + 64, *X = A + 128, *off = (cuddreal *)(void *)(memory + 4);
    ddblasRefineReport_t r;
    size_t bytes = 1;
    assert_refused(ddblasWgelsRefine(h, -1, 3, 1, A, W, 4, B, 4, X, 3, &r, NULL, NULL), invalid, 2);
    assert_refused(ddblasWgelsRefine(h, 4, -1, 1, A, W, 4, B, 4, X, 3, &r, NULL, NULL), invalid, 3);
    assert_refused(ddblasWgelsRefine(h, 4, 3, -1, A, W, 4, B, 4, X, 3, &r, NULL, NULL), invalid, 4);
    assert_refused(ddblasWgelsRefine(h, 4, 3, 1, NULL, W, 4, B, 4, X, 3, &r, NULL, NULL), invalid, 5);
    assert_refused(ddblasWgelsRefine(h, 4, 3, 1, A, DDBLAS_TYPE_U, 4, B, 4, X, 3, &r, NULL, NULL), invalid, 6);
    assert_refused(ddblasWgelsRefine(h, 4, 3, 1, A, W, 3, B, 4, X, 3, &r, NULL, NULL), invalid, 7);
    assert_refused(ddblasWgelsRefine(h, 4, 3, 1, A, W, 4, NULL, 4, X, 3, &r, NULL, NULL), invalid, 8);
    assert_refused(ddblasWgelsRefine(h, 4, 3, 1, A, W, 4, B, 3, X, 3, &r, NULL, NULL), invalid, 9);
    assert_refused(ddblasWgelsRefine(h, 4, 3, 1, A, W, 4, B, 4, NULL, 3, &r, NULL, NULL), invalid, 10);
    assert_refused(ddblasWgelsRefine(h, 4, 3, 1, A, W, 4, B, 4, off, 3, &r, NULL, NULL), DDBLAS_STATUS_MISALIGNED, 10);
    assert_refused(ddblasWgelsRefine(h, 4, 3, 1, A, W, 4, B, 4, X, 2, &r, NULL, NULL), invalid, 11);
    assert_refused(ddblasWgelsRefine(h, 4, 3, 1, A, W, 4, B, 4, X, 3, NULL, NULL, NULL), invalid, 12);
    assert_refused(
        ddblasUgelsRefine(h, 4, 3, 1, A, W, 4, (cuddcomplex *)(void *)B, 4, (cuddcomplex *)(void *)X, 3, &r, NULL, NULL), invalid,
        6);
    assert_refused(ddblasGelsRefineWorkspaceSize(h, DDBLAS_TYPE_D, 1, 1, 1, &bytes), invalid, 2);
    assert_refused(ddblasGelsRefineWorkspaceSize(h, W, -1, 1, 1, &bytes), invalid, 3);
    assert_refused(ddblasGelsRefineWorkspaceSize(h, W, 1, -1, 1, &bytes), invalid, 4);
    assert_refused(ddblasGelsRefineWorkspaceSize(h, W, 1, 1, -1, &bytes), invalid, 5);
    assert_refused(ddblasGelsRefineWorkspaceSize(h, W, 1, 1, 1, NULL), invalid, 6);
    assert_int_equal(ddblasWgelsRefine(NULL, 4, 3, 1, A, W, 4, B, 4, X, 3, &r, NULL, NULL), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

static void memory(void **state)
{
    (void)state;
    least_check_workspace(h, 60, 40, 1206);
}

/* Each of the call's own allocations fails in turn. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1207);
    struct least_problem p = least_problem_new(DDBLAS_TYPE_W, 50, 30, 2);
    const size_t size = (size_t)(p.n * p.nrhs) * sizeof *p.X;
    least_fill_matrix(&p, &g, 3.0, 0);
    least_fill_right(&p, &g, 0.1);
    void *A = dd_engine_copy(h, p.A, (size_t)(p.m * p.n) * sizeof *p.A, 0),
         *B = dd_engine_copy(h, p.B, (size_t)(p.m * p.nrhs) * sizeof *p.B, 0);
    ddblasStatus_t status = DDBLAS_STATUS_ALLOC_FAILED;
    for (int failing = 1; status != DDBLAS_STATUS_SUCCESS; failing++)
    {
        ddblasHandle_t fresh = dd_test_handle();
        memset(p.X, 0x5a, size);
        void *X = dd_engine_copy(h, p.X, size, 0);
        ddblas_inject_allocation_failure(failing);
        status = least_call(fresh, &p, A, p.m, B, X);
        ddblas_inject_allocation_failure(0);
        const int untouched = dd_engine_holds(h, X, p.X, size);
        dd_engine_free(h, X, 0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        assert_true(status == DDBLAS_STATUS_SUCCESS ? failing > 8 : status == DDBLAS_STATUS_ALLOC_FAILED && untouched);
    }
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    least_problem_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(empty),           cmocka_unit_test(polynomials),
        cmocka_unit_test(sweep),           cmocka_unit_test(ill_conditioned), cmocka_unit_test(larger),
        cmocka_unit_test(no_solution),     cmocka_unit_test(memory),          cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("refine, least squares", tests, open_handle, close_handle);
}
