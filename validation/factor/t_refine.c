/*
 * gesvRefine and posvRefine on the engine that DDBLAS_TEST_ENGINE names: arguments, empty sizes,
 * exact solutions, the reported bounds against MPFR for conditions from 1 to 10^32, Hilbert
 * matrices, exponents far apart, singular matrices, NaN, workspaces, failing allocations.
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
#include "handle.h"
#include "case.h"
#include "poison.h"
#include "random.h"
#include "refine_case.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_D, DDBLAS_TYPE_U, DDBLAS_TYPE_Z};

static size_t bytes_of_right(const struct system *s) { return (size_t)(s->n * s->nrhs * s->parts) * sizeof(cuddreal); }

static void run(struct system *s, const char *what) { dd_must(h, refine_run_on(h, s), what); }

/* ---- tests ----------------------------------------------------------------------------------- */

/* Conditions from 1 to 10^32; every bound holds, and where double suffices X is good to W. */
static void conditions(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(981);
    struct dd_random g;
    struct refine_tightness tightness = {0.0, 0};
    int routes[3] = {0, 0, 0};
    dd_random_start(&g, seed);
    const int64_t count = dd_test_scale() > 1 ? 60 : 1000;
    for (int64_t k = 0; k < count; k++)
    {
        struct system s = refine_system_new((int)(k % 3 == 2), types[k % 4], dd_random_int(&g, 1, 30), dd_random_int(&g, 1, 3));
        const double digits = 32.0 * (double)k / (double)count;
        s.uplo = (ddblasFillMode_t)(k / 12 % 2);
        refine_fill_conditioned(&s, &g,
                                (s.type == DDBLAS_TYPE_D || s.type == DDBLAS_TYPE_Z) && s.positive ? digits / 2.5 : digits);
        run(&s, "conditions");
        routes[s.report.route]++;
        if (s.report.info == 0)
        {
            const double bound = refine_check_bounds(&s, &tightness, "conditions");
            assert_true(digits > 10.0 || bound < 1e-26 * pow(10.0, digits));
            assert_true(digits > 10.0 || s.report.route == DDBLAS_REFINE_ROUTE_DOUBLE);
        }
        else
            assert_true(digits > 25.0 && isinf(s.normwise[0]) && cuddIsNan(s.X[0]));
        refine_system_free(&s);
    }
    print_message("routes: double %d, W %d, none %d; bounds over errors: 10^%.2f in the mean of logarithms\n", routes[1],
                  routes[2], routes[0], tightness.logarithms / tightness.count);
}

/* Orders beyond the blocks of factorisations and products. */
static void larger(void **state)
{
    (void)state;
    static const double digits[] = {3.0, 9.0, 13.0, 18.0};
    struct dd_random g;
    dd_random_start(&g, 988);
    for (int k = 0; k < 12; k++)
    {
        struct system s = refine_system_new(k % 2, k < 8 ? DDBLAS_TYPE_W : types[k / 2 % 2 + 2], k < 8 ? 130 : 70, 1);
        refine_fill_conditioned(&s, &g, digits[k / 2 % 4]);
        run(&s, "larger");
        assert_int_equal(s.report.info, 0);
        assert_true(refine_check_bounds(&s, NULL, "larger") < 1e-24 * pow(10.0, digits[k / 2 % 4]));
        refine_system_free(&s);
    }
}

/* Integers: B = A X in 64 bits. X is exact to the bound, and equal to the integers. */
static void integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 982);
    for (int k = 0; k < 20; k++)
    {
        struct system s = refine_system_new(0, k % 2 ? DDBLAS_TYPE_D : DDBLAS_TYPE_W, 5 + 6 * k, 2);
        int64_t *a = refine_numbers(s.n * s.n, sizeof *a), *x = refine_numbers(s.n * s.nrhs, sizeof *x);
        for (int64_t e = 0; e < s.n * s.n; e++)
            s.A[e] = cuddFromInt64(a[e] = dd_random_int(&g, -99, 99));
        for (int64_t e = 0; e < s.n * s.nrhs; e++)
            x[e] = dd_random_int(&g, -999, 999);
        for (int64_t j = 0; j < s.nrhs; j++)
            for (int64_t i = 0; i < s.n; i++)
            {
                int64_t sum = 0;
                for (int64_t t = 0; t < s.n; t++)
                    sum += a[i + t * s.n] * x[t + j * s.n];
                s.B[i + j * s.n] = cuddFromInt64(sum);
            }
        run(&s, "integers");
        assert_int_equal(s.report.info, 0);
        for (int64_t j = 0; j < s.nrhs; j++)
        {
            double error = 0.0, size = 0.0;
            for (int64_t i = j * s.n; i < (j + 1) * s.n; i++)
            {
                error = fmax(error, fabs(cuddSub(s.X[i], cuddFromInt64(x[i])).x));
                size = fmax(size, fabs(s.X[i].x));
            }
            assert_true(error <= s.normwise[j] * size && s.normwise[j] < 1e-20);
        }
        free(a);
        free(x);
        refine_system_free(&s);
    }
}

/* Gaussian integers: B = A X in 64 bits, and A is Hermitian with a dominant diagonal in half of the
 * systems. The errors that are known exactly keep the bounds. */
static void gaussian_integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 989);
    for (int k = 0; k < 20; k++)
    {
        struct system s = refine_system_new(k % 2, types[2 + k / 2 % 2], 4 + 3 * k, 2);
        const int64_t n = s.n;
        int64_t *a = refine_numbers(2 * n * n, sizeof *a), *x = refine_numbers(2 * n * s.nrhs, sizeof *x);
        s.uplo = (ddblasFillMode_t)(k / 4 % 2);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
            {
                int64_t *e = a + 2 * (i + j * n), *mirrored = a + 2 * (j + i * n);
                if (s.positive && i < j)
                {
                    e[0] = mirrored[0];
                    e[1] = -mirrored[1];
                    continue;
                }
                e[0] = s.positive && i == j ? 500 * n : dd_random_int(&g, -99, 99);
                e[1] = s.positive && i == j ? 0 : dd_random_int(&g, -99, 99);
            }
        for (int64_t e = 0; e < 2 * n * n; e++)
            s.A[e] = cuddFromInt64(a[e]);
        for (int64_t e = 0; e < 2 * n * s.nrhs; e++)
            x[e] = dd_random_int(&g, -999, 999);
        for (int64_t e = 0; e < n * s.nrhs; e++)
        {
            int64_t re = 0, im = 0;
            for (int64_t t = 0; t < n; t++)
            {
                const int64_t *c = a + 2 * (e % n + t * n), *y = x + 2 * (t + e / n * n);
                re += c[0] * y[0] - c[1] * y[1];
                im += c[0] * y[1] + c[1] * y[0];
            }
            s.B[2 * e] = cuddFromInt64(re);
            s.B[2 * e + 1] = cuddFromInt64(im);
        }
        run(&s, "Gaussian integers");
        assert_int_equal(s.report.info, 0);
        for (int64_t j = 0; j < s.nrhs; j++)
        {
            double error = 0.0, size = 0.0;
            for (int64_t i = j * n; i < (j + 1) * n; i++)
            {
                error = fmax(error, hypot(cuddSub(s.X[2 * i], cuddFromInt64(x[2 * i])).x,
                                          cuddSub(s.X[2 * i + 1], cuddFromInt64(x[2 * i + 1])).x));
                size = fmax(size, hypot(s.X[2 * i].x, s.X[2 * i + 1].x));
            }
            assert_true(error <= s.normwise[j] * size && s.normwise[j] < 1e-20);
        }
        free(a);
        free(x);
        refine_system_free(&s);
    }
}

/* Hilbert matrices in W, rounded, against MPFR: conditions up to 10^31. */
static void hilbert(void **state)
{
    (void)state;
    for (int k = 0; k < 2 * 21; k++)
    {
        struct system s = refine_system_new(k % 2, DDBLAS_TYPE_W, 1 + k / 2, 1);
        for (int64_t j = 0; j < s.n; j++)
        {
            for (int64_t i = 0; i < s.n; i++)
                s.A[i + j * s.n] = cuddDivD(cuddFromDouble(1.0), (double)(i + j + 1));
            s.B[j] = cuddFromDouble(1.0);
        }
        run(&s, "Hilbert");
        if (s.report.info == 0)
            (void)refine_check_bounds(&s, NULL, "Hilbert");
        assert_true(s.n > 10 || (s.report.info == 0 && s.normwise[0] < 1e-12));
        refine_system_free(&s);
    }
}

/* Rows and columns scaled by powers of two up to 2^200, and rows up to 2^1000: the route is that of
 * double, and componentwise bounds are as without scaling. */
static void far_exponents(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 983);
    for (int k = 0; k < 20; k++)
    {
        struct system s = refine_system_new(0, types[k % 4], 20, 2);
        const int64_t m = s.n * s.parts;
        refine_fill_conditioned(&s, &g, 4.0);
        for (int64_t q = 0; q < s.n; q++)
        {
            const int row = (int)(k < 10 ? dd_random_int(&g, -200, 200) : dd_random_int(&g, -700, 1000)),
                      column = (int)(k < 10 ? dd_random_int(&g, -200, 200) : 0);
            for (int64_t p = 0; p < s.parts; p++)
            {
                for (int64_t i = 0; i < s.n; i++)
                    s.A[q * s.parts + p + i * m] = cuddLdexp(s.A[q * s.parts + p + i * m], row);
                for (int64_t j = 0; j < s.nrhs; j++)
                    s.B[q * s.parts + p + j * m] = cuddLdexp(s.B[q * s.parts + p + j * m], row);
            }
            for (int64_t i = 0; i < m; i++)
                s.A[i + q * m] = cuddLdexp(s.A[i + q * m], column);
        }
        run(&s, "far exponents");
        assert_int_equal(s.report.info, 0);
        assert_true(s.report.route == DDBLAS_REFINE_ROUTE_DOUBLE);
        (void)refine_check_bounds(&s, NULL, "far exponents");
        assert_true(s.componentwise[0] < 1e-18);
        refine_system_free(&s);
    }
}

static void assert_nothing(const struct system *s, int64_t j)
{
    assert_true(isinf(s->normwise[j]) && isinf(s->componentwise[j]));
    for (int64_t i = 0; i < s->n * s->parts; i++)
        assert_true(cuddIsNan(s->X[i + j * s->n * s->parts]));
}

/* A column of zeros, a negative diagonal, NaN and Inf. */
static void no_solution(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 984);
    for (int k = 0; k < 32; k++)
    {
        struct system s = refine_system_new(k % 2, types[k / 2 % 4], 12, 3);
        const int64_t p = s.parts, last = p - 1; /* Faults are in real and in imaginary parts. */
        refine_fill_conditioned(&s, &g, 2.0);
        if (k / 8 == 0)
            for (int64_t i = 0; i < s.n * p; i++)
                s.A[i + 5 * s.n * p] = s.A[5 * p + i % p + i / p * s.n * p] = cuddFromDouble(0.0);
        else if (k / 8 == 1)
            s.A[(7 + 7 * s.n) * p] = cuddFromDouble((double)NAN);
        else if (k / 8 == 2)
            s.A[(9 + 4 * s.n) * p + last] = s.A[(4 + 9 * s.n) * p + last] = cuddFromDouble((double)INFINITY);
        else
            s.B[(3 + s.n) * p + last] = cuddNan();
        run(&s, "no solution");
        assert_int_equal(s.report.info, k / 8 ? 0 : 6);
        assert_nothing(&s, 1);
        if (k / 8 < 3)
            assert_nothing(&s, 0);
        else
        {
            assert_true(s.normwise[0] < 1e-24 && s.normwise[2] < 1e-24);
            s.nrhs = 1;
            (void)refine_check_bounds(&s, NULL, "beside a NaN");
        }
        refine_system_free(&s);
    }
}

/* B = 0 gives X = 0 with bounds of 0. Sizes of 0 need no matrix. */
static void empty(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 985);
    struct system s = refine_system_new(0, DDBLAS_TYPE_W, 7, 2);
    refine_fill_conditioned(&s, &g, 1.0);
    memset(s.B, 0, (size_t)(s.n * s.nrhs) * sizeof *s.B);
    run(&s, "zeros");
    for (int64_t e = 0; e < s.n * s.nrhs; e++)
        assert_true(cuddIsZero(s.X[e]));
    assert_true(s.normwise[0] == 0.0 && s.componentwise[1] == 0.0);
    refine_system_free(&s);
    ddblasRefineReport_t report = {.info = 5};
    double bounds[2] = {1.0, 1.0};
    assert_int_equal(ddblasWgesvRefine(h, 0, 2, NULL, DDBLAS_TYPE_D, 1, NULL, 1, NULL, 1, &report, bounds, NULL),
                     DDBLAS_STATUS_SUCCESS);
    assert_true(report.info == 0 && report.route == DDBLAS_REFINE_ROUTE_NONE && bounds[1] == 0.0);
    assert_int_equal(
        ddblasWposvRefine(h, DDBLAS_FILL_MODE_UPPER, 3, 0, NULL, DDBLAS_TYPE_D, 3, NULL, 3, NULL, 3, &report, NULL, NULL),
        DDBLAS_STATUS_SUCCESS);
}

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
    cuddreal *A = (cuddreal *)(void *)memory, *B = A + 64, *X = A + 128;
    ddblasRefineReport_t r;
    size_t bytes = 1;
    assert_refused(ddblasWgesvRefine(h, -1, 1, A, W, 3, B, 3, X, 3, &r, NULL, NULL), invalid, 2);
    assert_refused(ddblasWgesvRefine(h, 3, -1, A, W, 3, B, 3, X, 3, &r, NULL, NULL), invalid, 3);
    assert_refused(ddblasWgesvRefine(h, 3, 1, NULL, W, 3, B, 3, X, 3, &r, NULL, NULL), invalid, 4);
    assert_refused(ddblasWgesvRefine(h, 3, 1, A, DDBLAS_TYPE_U, 3, B, 3, X, 3, &r, NULL, NULL), invalid, 5);
    assert_refused(ddblasUgesvRefine(h, 3, 1, A, W, 3, (cuddcomplex *)(void *)B, 3, (cuddcomplex *)(void *)X, 3, &r, NULL, NULL),
                   invalid, 5);
    assert_refused(
        ddblasUgesvRefine(h, 3, 1, A, DDBLAS_TYPE_Z, 3, (cuddcomplex *)(void *)B, 2, (cuddcomplex *)(void *)X, 3, &r, NULL, NULL),
        invalid, 8);
    assert_refused(ddblasUposvRefine(h, DDBLAS_FILL_MODE_LOWER, 3, 1, A, DDBLAS_TYPE_D, 3, (cuddcomplex *)(void *)B, 3,
                                     (cuddcomplex *)(void *)X, 3, &r, NULL, NULL),
                   invalid, 6);
    assert_refused(ddblasWgesvRefine(h, 3, 1, A, W, 2, B, 3, X, 3, &r, NULL, NULL), invalid, 6);
    assert_refused(ddblasWgesvRefine(h, 3, 1, A, W, 3, NULL, 3, X, 3, &r, NULL, NULL), invalid, 7);
    assert_refused(ddblasWgesvRefine(h, 3, 1, A, W, 3, B, 2, X, 3, &r, NULL, NULL), invalid, 8);
    assert_refused(ddblasWgesvRefine(h, 3, 1, A, W, 3, B, 3, NULL, 3, &r, NULL, NULL), invalid, 9);
    assert_refused(ddblasWgesvRefine(h, 3, 1, A, W, 3, B, 3, X, 2, &r, NULL, NULL), invalid, 10);
    assert_refused(ddblasWgesvRefine(h, 3, 1, A, W, 3, B, 3, X, 3, NULL, NULL, NULL), invalid, 11);
    assert_refused(ddblasWposvRefine(h, (ddblasFillMode_t)2, 3, 1, A, W, 3, B, 3, X, 3, &r, NULL, NULL), invalid, 2);
    assert_refused(ddblasWposvRefine(h, DDBLAS_FILL_MODE_LOWER, 3, 1, A, W, 3, B, 3, X, 3, NULL, NULL, NULL), invalid, 12);
    assert_refused(ddblasRefineWorkspaceSize(h, DDBLAS_TYPE_D, 1, 1, &bytes), invalid, 2);
    assert_refused(ddblasRefineWorkspaceSize(h, W, -1, 1, &bytes), invalid, 3);
    assert_refused(ddblasRefineWorkspaceSize(h, W, 1, -1, &bytes), invalid, 4);
    assert_refused(ddblasRefineWorkspaceSize(h, W, 1, 1, NULL), invalid, 5);
    assert_int_equal(ddblasWgesvRefine(NULL, 3, 1, A, W, 3, B, 3, X, 3, &r, NULL, NULL), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

/* The queried workspace suffices, with the bits of the handle's own; much less is refused, and X is
 * left alone then. A call for a general A may need half of what is queried, which is enough for a
 * positive definite A or one in Z as well. */
static void memory(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 986);
    for (int k = 0; k < 8; k++)
    {
        struct system s = refine_system_new(k % 2, types[k / 2], 60, 2);
        size_t bytes = 0, size = bytes_of_right(&s);
        void *workspace = NULL, *first = refine_numbers((int64_t)size, 1);
        unsigned char *poison = dd_poisoned(size);
        refine_fill_conditioned(&s, &g, 3.0);
        run(&s, "own workspace");
        memcpy(first, s.X, size);
        dd_must(h, ddblasRefineWorkspaceSize(h, s.parts == 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, s.n, s.nrhs, &bytes), "query");
        ddblasHandle_t other = dd_test_handle();
        dd_must(h, ddblasMalloc(h, &workspace, bytes), "malloc");
        dd_must(other, ddblasSetWorkspace(other, workspace, bytes), "workspace");
        dd_must(other, refine_run_on(other, &s), "workspace of the caller");
        assert_memory_equal(s.X, first, size);
        dd_must(other, ddblasSetWorkspace(other, workspace, bytes / 4), "workspace");
        assert_int_equal(refine_run_on(other, &s), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_memory_equal(s.X, poison, size);
        assert_int_equal(ddblasDestroy(other), DDBLAS_STATUS_SUCCESS);
        dd_must(h, ddblasFree(h, workspace), "free");
        free(first);
        free(poison);
        refine_system_free(&s);
    }
}

/* Each of the call's own allocations fails in turn. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 987);
    struct system s = refine_system_new(0, DDBLAS_TYPE_W, 40, 2);
    const size_t size = (size_t)(s.n * s.nrhs) * sizeof *s.X;
    refine_fill_conditioned(&s, &g, 3.0);
    void *A = dd_engine_copy(h, s.A, (size_t)(s.n * s.n) * sizeof *s.A, 0), *B = dd_engine_copy(h, s.B, size, 0);
    for (int failing = 1;; failing++)
    {
        ddblasHandle_t fresh = dd_test_handle();
        memset(s.X, 0x5a, size);
        void *X = dd_engine_copy(h, s.X, size, 0);
        ddblas_inject_allocation_failure(failing);
        const ddblasStatus_t status = refine_call(fresh, &s, A, s.n, B, X);
        ddblas_inject_allocation_failure(0);
        const int untouched = dd_engine_holds(h, X, s.X, size);
        dd_engine_free(h, X, 0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        if (status == DDBLAS_STATUS_SUCCESS)
        {
            assert_true(failing > 6);
            break;
        }
        assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
        assert_true(untouched);
    }
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    refine_system_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(empty),
        cmocka_unit_test(integers),
        cmocka_unit_test(gaussian_integers),
        cmocka_unit_test(conditions),
        cmocka_unit_test(hilbert),
        cmocka_unit_test(larger),
        cmocka_unit_test(far_exponents),
        cmocka_unit_test(no_solution),
        cmocka_unit_test(memory),
        cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("refine", tests, open_handle, close_handle);
}
