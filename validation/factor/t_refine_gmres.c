/*
 * GMRES in gesvRefine and posvRefine, on the engine that DDBLAS_TEST_ENGINE names: the reported
 * bounds against MPFR for conditions beyond double, where GMRES is taken and where it is given up,
 * and an exact solution of a system of the size for which the rule takes it.
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
#include "factor/refine/refine.h"
#include "handle.h"
#include "random.h"
#include "refine_case.h"

static void run(struct system *s, const char *what) { dd_must(h, refine_run_on(h, s), what); }

/* Conditions from 10^14 to 10^30 in all types. Bounds hold on every route. Where one singular value
 * is small, general systems of conditions up to 10^22 take GMRES if there are factors in double. */
static void conditions(void **state)
{
    (void)state;
    static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_D, DDBLAS_TYPE_Z};
    const int64_t count = dd_test_scale() > 1 ? 72 : 1200;
    struct dd_random g;
    struct refine_tightness tightness = {0.0, 0};
    int routes[4] = {0, 0, 0, 0}, without_factors = 0, of_kind = 0;
    dd_random_start(&g, dd_random_seed(990));
    ddblas_refine_set_gmres(h, 50);
    for (int64_t k = 0; k < count; k++)
    {
        const ddblasType_t type = types[k % 4];
        const int in_doubles = k % 4 > 1;
        const enum refine_spectrum spectrum = (enum refine_spectrum)(k / 4 % 3);
        struct system s = refine_system_new((int)(k / 12 % 3 == 2), type, dd_random_int(&g, 3, 30), dd_random_int(&g, 1, 2));
        const double digits = 14.0 + (in_doubles ? 2.0 : s.positive ? 4.0 : 16.0) * dd_random_unit(&g);
        s.uplo = (ddblasFillMode_t)(k / 36 % 2);
        refine_fill_spectrum(&s, &g, digits, spectrum);
        run(&s, "conditions");
        routes[s.report.route]++;
        if (s.report.info == 0)
            (void)refine_check_bounds(&s, &tightness, "conditions");
        assert_true(s.report.route != DDBLAS_REFINE_ROUTE_GMRES || s.report.products > 0);
        if (!s.positive && !in_doubles && spectrum == REFINE_ONE_SMALL && digits < 22.0)
        {
            /* Without products there were no factors in double: a pivot was 0. */
            assert_true(s.report.route != DDBLAS_REFINE_ROUTE_W || s.report.products == 0);
            without_factors += s.report.route == DDBLAS_REFINE_ROUTE_W;
            of_kind++;
            assert_true(s.normwise[0] < 1e-24 * pow(10.0, digits));
        }
        refine_system_free(&s);
    }
    ddblas_refine_set_gmres(h, 0);
    assert_true(10 * without_factors <= of_kind);
    print_message("routes: double %d, GMRES %d, W %d, none %d; bounds over errors: 10^%.2f in the mean of logarithms\n",
                  routes[1], routes[3], routes[2], routes[0], tightness.logarithms / tightness.count);
}

/* With too few products GMRES is given up, and the results are those of factors in W. The condition
 * is one at which factors in double are tried whatever the rounding errors of LAPACK are; at 1e20
 * and beyond that depends on OpenBLAS's kernels. */
static void given_up(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 991);
    for (int k = 0; k < 4; k++)
    {
        struct system s = refine_system_new(0, k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, 24, 2);
        const size_t bytes = (size_t)(s.n * s.nrhs * s.parts) * sizeof *s.X;
        cuddreal *plain = refine_numbers((int64_t)bytes, 1);
        refine_fill_spectrum(&s, &g, 18.0, REFINE_GEOMETRIC);
        ddblas_refine_set_gmres(h, -1);
        run(&s, "without GMRES");
        assert_true(s.report.route == DDBLAS_REFINE_ROUTE_W && s.report.products == 0);
        memcpy(plain, s.X, bytes);
        ddblas_refine_set_gmres(h, 2);
        run(&s, "two products");
        assert_true(s.report.route == DDBLAS_REFINE_ROUTE_W && s.report.products == 2);
        assert_memory_equal(plain, s.X, bytes);
        (void)refine_check_bounds(&s, NULL, "given up");
        ddblas_refine_set_gmres(h, 0);
        free(plain);
        refine_system_free(&s);
    }
}

/* Each allocation of a call fails in turn: the call fails, or the memory of GMRES is missing and A
 * is factored in W. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 993);
    struct system s = refine_system_new(0, DDBLAS_TYPE_W, 20, 1);
    const size_t size = (size_t)s.n * sizeof *s.X;
    int without_memory = 0;
    refine_fill_spectrum(&s, &g, 18.0, REFINE_ONE_SMALL);
    void *A = dd_engine_copy(h, s.A, (size_t)(s.n * s.n) * sizeof *s.A, 0), *B = dd_engine_copy(h, s.B, size, 0);
    void *X = dd_engine_copy(h, s.X, size, 0);
    for (int failing = 1;; failing++)
    {
        ddblasHandle_t fresh = dd_test_handle();
        assert_true(failing < 100);
        ddblas_refine_set_gmres(fresh, 10);
        ddblas_inject_allocation_failure(failing);
        const ddblasStatus_t status = refine_call(fresh, &s, A, s.n, B, X);
        ddblas_inject_allocation_failure(0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        if (status == DDBLAS_STATUS_SUCCESS && s.report.route == DDBLAS_REFINE_ROUTE_GMRES)
            break;
        assert_true(status == DDBLAS_STATUS_ALLOC_FAILED || s.report.route == DDBLAS_REFINE_ROUTE_W);
        without_memory += status == DDBLAS_STATUS_SUCCESS;
    }
    assert_int_equal(without_memory, 7); /* The number of allocations of GMRES. */
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    dd_engine_free(h, X, 0);
    refine_system_free(&s);
}

__extension__ typedef __int128 integer;

/* v 2^exponent, exact for |v| below 2^100. */
static cuddreal pair_of(integer v, int exponent)
{
    const double high = (double)v;
    return cuddLdexp(cuddNormalize(high, (double)(v - (integer)high)), exponent);
}

/* A = I - c e e^T, e the vector of ones, c = k / 2^69, k the integer below 2^69 / n: A e = d e, d
 * between 0 and n / 2^69, so the condition is beyond 2^69 / n. The solution is a vector x of
 * integers: A x = x - c sum(x) e, exact in W. The result is the route taken. */
static ddblasRefineRoute_t solve_exact(int64_t order, int gmres)
{
    struct system s = refine_system_new(0, DDBLAS_TYPE_W, order, 1);
    const int64_t n = s.n;
    const integer one = (integer)1 << 69, k = one / n;
    int64_t *x = refine_numbers(n, sizeof *x), sum = 0;
    struct dd_random g;
    dd_random_start(&g, 992);
    for (int64_t i = 0; i < n; i++)
        sum += x[i] = dd_random_int(&g, -999, 999);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            s.A[i + j * n] = pair_of(i == j ? one - k : -k, -69);
    for (int64_t i = 0; i < n; i++)
        s.B[i] = pair_of(x[i] * one - k * sum, -69);
    ddblas_refine_set_gmres(h, gmres);
    run(&s, "exact solution");
    ddblas_refine_set_gmres(h, 0);
    print_message("n = %lld: route %d, %lld products, condition %g, bound %g\n", (long long)n, (int)s.report.route,
                  (long long)s.report.products, s.report.condition, s.normwise[0]);
    assert_int_equal(s.report.info, 0);
    double error = 0.0, size = 0.0;
    for (int64_t i = 0; i < n; i++)
    {
        const double e = fabs(cuddSub(s.X[i], cuddFromInt64(x[i])).x);
        error = fmax(error, e);
        size = fmax(size, fabs(s.X[i].x));
        assert_true(e <= s.componentwise[0] * fabs(s.X[i].x));
    }
    assert_true(error <= s.normwise[0] * size && s.normwise[0] < 1e-6);
    /* Without products there were no factors in double: a pivot was 0. */
    assert_true(s.report.route == DDBLAS_REFINE_ROUTE_GMRES ||
                (s.report.route == DDBLAS_REFINE_ROUTE_W && s.report.products == 0));
    const ddblasRefineRoute_t route = s.report.route;
    free(x);
    refine_system_free(&s);
    return route;
}

/* The last pivot in double is a rounding error, a small multiple of 2^-53 that depends on LAPACK's
 * kernels; for some orders it is 0. Larger orders are tried until one has factors in double. */
static void exact_solution(void **state)
{
    (void)state;
    ddblasEngine_t engine;
    dd_must(h, ddblasGetEngine(h, &engine), "engine");
    const int on_cpu = engine == DDBLAS_ENGINE_CPU;
    int64_t n = on_cpu ? 1300 : 60; /* On the CPU, the rule takes GMRES; on a GPU there is no rule yet. */
    const int64_t last = n + 8;
    while (solve_exact(n, on_cpu ? 0 : 10) != DDBLAS_REFINE_ROUTE_GMRES)
        assert_true(++n < last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(conditions), cmocka_unit_test(given_up),
                                       cmocka_unit_test(allocation_failure), cmocka_unit_test(exact_solution)};
    choose_tests();
    return cmocka_run_group_tests_name("refine_gmres", tests, open_handle, close_handle);
}
