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
#include "element.h"
#include "handle.h"
#include "oracle_solve.h"
#include "poison.h"
#include "random.h"

/* A problem in host memory, without padding, and what a call returns. A complex element is two
 * numbers, real part first. */
struct problem
{
    ddblasType_t type; /* Type of A as it is given: D, W, Z or U. */
    int parts;
    int64_t m, n, nrhs;
    cuddreal *A, *B, *X;
    ddblasRefineReport_t report;
    double *normwise, *componentwise;
};

static void *numbers(int64_t count, size_t size)
{
    void *p = calloc((size_t)count + 1, size);
    assert_non_null(p);
    return p;
}

static struct problem problem_new(ddblasType_t type, int64_t m, int64_t n, int64_t nrhs)
{
    const int parts = dd_type_is_complex(type) ? 2 : 1;
    return (struct problem){.type = type,
                            .parts = parts,
                            .m = m,
                            .n = n,
                            .nrhs = nrhs,
                            .A = numbers(m * n * parts, sizeof(cuddreal)),
                            .B = numbers(m * nrhs * parts, sizeof(cuddreal)),
                            .X = numbers(n * nrhs * parts, sizeof(cuddreal)),
                            .normwise = numbers(nrhs, sizeof(double)),
                            .componentwise = numbers(nrhs, sizeof(double))};
}

static void problem_free(struct problem *p)
{
    free(p->A);
    free(p->B);
    free(p->X);
    free(p->normwise);
    free(p->componentwise);
}

/* ---- data ------------------------------------------------------------------------------------ */

static cuddreal *at(const struct problem *p, int64_t i, int64_t j) { return p->A + (i + j * p->m) * p->parts; }

/* A = (I - 2 v v^T / v^T v) A for a random real v, or from the right, with errors of double-double.
 */
static void reflect(struct problem *p, struct dd_random *g, int from_left)
{
    const int64_t length = from_left ? p->m : p->n, others = from_left ? p->n : p->m;
    double *v = numbers(length, sizeof *v), square = 0.0;
    for (int64_t i = 0; i < length; i++)
    {
        v[i] = 2.0 * dd_random_unit(g) - 1.0;
        square += v[i] * v[i];
    }
    for (int64_t q = 0; q < others; q++)
        for (int part = 0; part < p->parts; part++)
        {
            cuddreal sum = cuddFromDouble(0.0);
            for (int64_t i = 0; i < length; i++)
                sum = cuddAdd(sum, cuddMulD((from_left ? at(p, i, q) : at(p, q, i))[part], v[i]));
            sum = cuddDivD(cuddMulD(sum, -2.0), square);
            for (int64_t i = 0; i < length; i++)
            {
                cuddreal *a = (from_left ? at(p, i, q) : at(p, q, i)) + part;
                *a = cuddAdd(*a, cuddMulD(sum, v[i]));
            }
        }
    free(v);
}

/* Multiplies row i by a number of modulus 1, to the accuracy of double, if A is complex. */
static void turn_row(struct problem *p, struct dd_random *g, int64_t i)
{
    const double angle = 6.0 * dd_random_unit(g), c = cos(angle), s = sin(angle);
    for (int64_t j = 0; j < p->n && p->parts == 2; j++)
    {
        cuddreal *a = at(p, i, j);
        const cuddreal re = cuddSub(cuddMulD(a[0], c), cuddMulD(a[1], s)), im = cuddAdd(cuddMulD(a[0], s), cuddMulD(a[1], c));
        a[0] = re;
        a[1] = im;
    }
}

/* Singular values from 1 to 10^-digits with equal quotients, between reflections; columns times
 * powers of two up to 2^(+-grade). */
static void fill_matrix(struct problem *p, struct dd_random *g, double digits, int grade)
{
    for (int64_t e = 0; e < p->m * p->n * p->parts; e++)
        p->A[e] = cuddFromDouble(0.0);
    for (int64_t i = 0; i < p->n; i++)
        at(p, i, i)[0] = cuddFromDouble(pow(10.0, p->n > 1 ? -digits * (double)i / (double)(p->n - 1) : 0.0));
    for (int k = 0; k < 3; k++)
    {
        reflect(p, g, 1);
        reflect(p, g, 0);
        for (int64_t i = 0; i < p->m; i++)
            turn_row(p, g, i);
    }
    for (int64_t j = 0; j < p->n; j++)
    {
        const int e = (int)dd_random_int(g, -grade, grade);
        for (int64_t k = j * p->m * p->parts; k < (j + 1) * p->m * p->parts; k++)
            p->A[k] = !dd_type_is_pair(p->type) ? cuddFromDouble(ldexp(p->A[k].x, e)) : cuddLdexp(p->A[k], e);
    }
}

/* B = A x for random x in double, rounded to W, plus `residual` times random numbers. */
static void fill_right(struct problem *p, struct dd_random *g, double residual)
{
    for (int64_t j = 0; j < p->nrhs; j++)
    {
        cuddreal *b = p->B + j * p->m * p->parts;
        for (int64_t i = 0; i < p->m * p->parts; i++)
            b[i] = cuddMulD(dd_random_full_pair(g, 0), residual);
        for (int64_t k = 0; k < p->n; k++)
        {
            const double x = 2.0 * dd_random_unit(g) - 1.0;
            for (int64_t i = 0; i < p->m * p->parts; i++)
                b[i] = cuddAdd(b[i], cuddMulD(p->A[i + k * p->m * p->parts], x));
        }
    }
}

/* ---- the call -------------------------------------------------------------------------------- */

static ddblasStatus_t call(ddblasHandle_t handle, struct problem *p, const void *A, int64_t lda, const void *B, void *X)
{
    return p->parts == 2 ? ddblasUgelsRefine(handle, p->m, p->n, p->nrhs, A, p->type, lda, B, p->m, X, p->n, &p->report,
                                             p->normwise, p->componentwise)
                         : ddblasWgelsRefine(handle, p->m, p->n, p->nrhs, A, p->type, lda, B, p->m, X, p->n, &p->report,
                                             p->normwise, p->componentwise);
}

/* The call in memory of the engine, with a padded A. A and B must come back as they were. */
static ddblasStatus_t run_on(ddblasHandle_t handle, struct problem *p)
{
    const int64_t lda = p->m + 1;
    const size_t size = dd_type_size(p->type), bytes_A = (size_t)(lda * p->n) * size,
                 bytes_B = (size_t)(p->m * p->nrhs * p->parts) * sizeof *p->B,
                 bytes_X = (size_t)(p->n * p->nrhs * p->parts) * sizeof *p->X;
    char *A = dd_poisoned(bytes_A);
    void *before = dd_poisoned(bytes_X);
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t i = 0; i < p->m; i++)
            dd_element_set(p->type, A, i + j * lda, at(p, i, j)[0], at(p, i, j)[p->parts - 1]);
    struct dd_operand o[] = {dd_operand_read(A, bytes_A), dd_operand_read(p->B, bytes_B),
                             dd_operand_written(before, p->X, bytes_X)};
    dd_operands_put(handle, o, 3, 0);
    const ddblasStatus_t status = call(handle, p, o[0].at, lda, o[1].at, o[2].at);
    dd_operands_take(handle, o, 3, 0);
    free(A);
    free(before);
    return status;
}

static void run(struct problem *p, const char *what) { dd_must(h, run_on(h, p), what); }

/* ---- true errors ----------------------------------------------------------------------------- */

/* Element (i, j) of the matrix (I A; A^H 0). */
static void augmented(const struct problem *p, int64_t i, int64_t j, cuddreal element[2])
{
    element[0] = cuddFromDouble(i == j && i < p->m ? 1.0 : 0.0);
    element[1] = cuddFromDouble(0.0);
    if (i < p->m && j >= p->m)
        memcpy(element, at(p, i, j - p->m), (size_t)p->parts * sizeof *element);
    if (i >= p->m && j < p->m)
    {
        memcpy(element, at(p, j, i - p->m), (size_t)p->parts * sizeof *element);
        element[1] = cuddNeg(element[1]);
    }
}

struct errors
{
    double normwise, componentwise;
};

/* The errors of column j of X by MPFR, from the system of r and x as one of real numbers. */
static struct errors true_errors(const struct problem *p, int64_t j)
{
    const int64_t order = (p->m + p->n) * p->parts, rows = p->m * p->parts;
    cuddreal *M = numbers(order * order, sizeof *M), *b = numbers(order, sizeof *b), *x = numbers(order, sizeof *x);
    double *error = numbers(order, sizeof *error), *size = numbers(order, sizeof *size);
    struct errors e = {0.0, 0.0};
    double absolute = 0.0, norm = 0.0;
    for (int64_t c = 0; c < order; c++)
        for (int64_t r = 0; r < order; r++)
        {
            cuddreal element[2];
            const int part = (int)((r + c) % p->parts);
            augmented(p, r / p->parts, c / p->parts, element);
            M[r + c * order] = part == 1 && r % 2 == 0 ? cuddNeg(element[1]) : element[part];
        }
    memcpy(b, p->B + j * rows, (size_t)rows * sizeof *b);
    memcpy(x + rows, p->X + j * p->n * p->parts, (size_t)(p->n * p->parts) * sizeof *x);
    assert_true(dd_oracle_solution_errors(order, M, b, x, error, size));
    for (int64_t i = 0; i < p->n; i++)
    {
        const double *f = error + rows + i * p->parts, *s = size + rows + i * p->parts;
        const double a = p->parts == 2 ? hypot(f[0], f[1]) : f[0], modulus = p->parts == 2 ? hypot(s[0], s[1]) : s[0];
        absolute = fmax(absolute, a);
        norm = fmax(norm, modulus);
        e.componentwise = a == 0.0 ? e.componentwise : fmax(e.componentwise, a / modulus);
    }
    e.normwise = absolute == 0.0 ? 0.0 : absolute / norm;
    free(M);
    free(b);
    free(x);
    free(error);
    free(size);
    return e;
}

/* How far bounds are from errors: the largest quotient of an error and its bound, the sum of the
 * logarithms of a normwise bound over its error, and their number. */
static struct
{
    double largest, logarithms;
    int64_t count;
} tightness;

static void count_tightness(struct errors e, double normwise, double componentwise)
{
    if (isinf(normwise) != 0 || e.normwise == 0.0)
        return;
    tightness.largest = fmax(tightness.largest, fmax(e.normwise / normwise, e.componentwise / componentwise));
    tightness.logarithms += log10(normwise / e.normwise);
    tightness.count++;
}

/* Returns the largest normwise bound, after every bound has been compared with its error. */
static double check_bounds(const struct problem *p, double digits, const char *what)
{
    double largest = 0.0;
    for (int64_t j = 0; j < p->nrhs; j++)
    {
        const struct errors e = true_errors(p, j);
        if (!(e.normwise <= p->normwise[j]) || !(e.componentwise <= p->componentwise[j]))
            fail_msg("%s, type %d, %lld x %lld, condition 1e%g (%g), route %d: errors %g and %g, bounds %g and %g", what,
                     (int)p->type, (long long)p->m, (long long)p->n, digits, p->report.condition, (int)p->report.route,
                     e.normwise, e.componentwise, p->normwise[j], p->componentwise[j]);
        largest = fmax(largest, p->normwise[j]);
        count_tightness(e, p->normwise[j], p->componentwise[j]);
    }
    return largest;
}

/* ---- sweeps ---------------------------------------------------------------------------------- */

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_D, DDBLAS_TYPE_U, DDBLAS_TYPE_Z};

/* The smallest of the largest components of the columns of X. */
static double size_of_solutions(const struct problem *p)
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
static double unevenness(const struct problem *p)
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
        struct problem p = problem_new(types[dd_random_int(&g, 0, 3)], m, n, dd_random_int(&g, 1, 2));
        fill_matrix(&p, &g, digits, grade);
        fill_right(&p, &g, residual);
        run(&p, "sweep");
        assert_int_equal(p.report.info, 0);
        const double bound = check_bounds(&p, digits, "sweep"), condition = pow(10.0, digits);
        in_double += p.report.route == DDBLAS_REFINE_ROUTE_DOUBLE;
        in_w += p.report.route == DDBLAS_REFINE_ROUTE_W;
        if (digits < 10.0)
            assert_int_equal(p.report.route, DDBLAS_REFINE_ROUTE_DOUBLE);
        wide += grade == 0 && !(bound <= 1e5 * unevenness(&p) * condition * (double)(m + n) * 0x1p-104 *
                                             (1.0 + condition * residual * sqrt((double)m) / size_of_solutions(&p)));
        problem_free(&p);
    }
    assert_true(in_double > problems / 2 && wide == 0);
    print_message("%lld problems by factors in double, %lld in W or U; errors up to %.3g of their bounds, as a rule 10^-%.1f\n",
                  (long long)in_double, (long long)in_w, tightness.largest, tightness.logarithms / (double)tightness.count);
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
        struct problem p = problem_new(k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, m, n, 1);
        fill_matrix(&p, &g, digits, 0);
        fill_right(&p, &g, k % 3 ? 0.0 : 1e-3);
        run(&p, "ill-conditioned");
        assert_int_equal(p.report.route, DDBLAS_REFINE_ROUTE_W);
        const double bound = check_bounds(&p, digits, "ill-conditioned");
        if (digits < 22.0 && k % 3)
            assert_true(bound < 1e-3);
        problem_free(&p);
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
        struct problem p = problem_new(k % 2 ? DDBLAS_TYPE_D : DDBLAS_TYPE_W, m, n, 3);
        const size_t size = (size_t)(n * p.nrhs) * sizeof *p.X;
        void *first = numbers((int64_t)size, 1);
        fill_matrix(&p, &g, k / 2 ? 15.5 : 5.0, 0);
        fill_right(&p, &g, 1e-6);
        run(&p, "larger");
        memcpy(first, p.X, size);
        p.nrhs = 1;
        (void)check_bounds(&p, k / 2 ? 15.5 : 5.0, "larger");
        p.nrhs = 3;
        for (int threads = 1; threads <= 4; threads += 3)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            run(&p, "again");
            assert_memory_equal(p.X, first, size);
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        free(first);
        problem_free(&p);
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
    struct problem p = problem_new(DDBLAS_TYPE_D, 21, 6, 2);
    for (int64_t i = 0; i < 21; i++)
    {
        double power = 1.0, sum = 0.0;
        for (int64_t j = 0; j < 6; j++, power *= (double)i)
        {
            at(&p, i, j)[0] = cuddFromDouble(power);
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
    (void)check_bounds(&p, 6.8, "polynomials");
    /* The judge sees an error of 10^-10. */
    p.X[3] = cuddMulD(p.X[3], 1.0 + 1e-10);
    assert_true(true_errors(&p, 0).componentwise > p.componentwise[0]);
    problem_free(&p);
}

static void assert_nothing(const struct problem *p, int64_t j)
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
        struct problem p = problem_new(types[k % 4], 12, 7, 3);
        const int64_t stride = p.m * p.parts;
        fill_matrix(&p, &g, 2.0, 0);
        fill_right(&p, &g, 0.5);
        if (k / 4 == 0)
            memset(p.A + 6 * stride, 0, (size_t)stride * sizeof *p.A);
        else if (k / 4 == 1)
            at(&p, 7, 3)[p.parts - 1] = cuddNan();
        else if (k / 4 == 2)
            at(&p, 11, 6)[p.parts - 1] = cuddFromDouble((double)INFINITY);
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
            assert_true(check_bounds(&p, 2.0, "beside a NaN") < 1e-24);
        }
        problem_free(&p);
    }
}

/* B = 0 gives X = 0 with bounds of 0. Sizes of 0 need no matrix. */
static void empty(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1205);
    struct problem p = problem_new(DDBLAS_TYPE_W, 9, 7, 2);
    ddblasRefineReport_t report = {.info = 5};
    double bounds[2] = {1.0, 1.0};
    size_t bytes = 1;
    fill_matrix(&p, &g, 1.0, 0);
    run(&p, "zeros");
    for (int64_t e = 0; e < p.n * p.nrhs; e++)
        assert_true(cuddIsZero(p.X[e]));
    assert_true(p.normwise[0] == 0.0 && p.componentwise[1] == 0.0);
    problem_free(&p);
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
    assert_refused(ddblasWgelsRefine(h, 4, 5, 1, A, W, 4, B, 4, X, 5, &r, NULL, NULL), invalid, 3);
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
    assert_refused(ddblasGelsRefineWorkspaceSize(h, W, 1, 2, 1, &bytes), invalid, 4);
    assert_refused(ddblasGelsRefineWorkspaceSize(h, W, 1, 1, -1, &bytes), invalid, 5);
    assert_refused(ddblasGelsRefineWorkspaceSize(h, W, 1, 1, 1, NULL), invalid, 6);
    assert_int_equal(ddblasWgelsRefine(NULL, 4, 3, 1, A, W, 4, B, 4, X, 3, &r, NULL, NULL), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

/* The queried workspace suffices, with the bits of the handle's own; less is refused. */
static void memory(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1206);
    for (int k = 0; k < 8; k++)
    {
        struct problem p = problem_new(types[k % 4], 60, 40, 2);
        const size_t size = (size_t)(p.n * p.nrhs * p.parts) * sizeof *p.X;
        size_t bytes = 0;
        void *workspace = NULL, *first = numbers((int64_t)size, 1);
        unsigned char *poison = dd_poisoned(size);
        fill_matrix(&p, &g, k / 4 ? 15.5 : 3.0, 0);
        fill_right(&p, &g, 0.1);
        run(&p, "own workspace");
        memcpy(first, p.X, size);
        dd_must(h, ddblasGelsRefineWorkspaceSize(h, p.parts == 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, p.m, p.n, p.nrhs, &bytes),
                "query");
        ddblasHandle_t other = dd_test_handle();
        dd_must(h, ddblasMalloc(h, &workspace, bytes), "malloc");
        dd_must(other, ddblasSetWorkspace(other, workspace, bytes), "workspace");
        dd_must(other, run_on(other, &p), "workspace of the caller");
        assert_memory_equal(p.X, first, size);
        dd_must(other, ddblasSetWorkspace(other, workspace, bytes - 256), "workspace");
        assert_int_equal(run_on(other, &p), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_memory_equal(p.X, poison, size);
        assert_int_equal(ddblasDestroy(other), DDBLAS_STATUS_SUCCESS);
        dd_must(h, ddblasFree(h, workspace), "free");
        free(first);
        free(poison);
        problem_free(&p);
    }
}

/* Each of the call's own allocations fails in turn. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1207);
    struct problem p = problem_new(DDBLAS_TYPE_W, 50, 30, 2);
    const size_t size = (size_t)(p.n * p.nrhs) * sizeof *p.X;
    fill_matrix(&p, &g, 3.0, 0);
    fill_right(&p, &g, 0.1);
    void *A = dd_engine_copy(h, p.A, (size_t)(p.m * p.n) * sizeof *p.A, 0),
         *B = dd_engine_copy(h, p.B, (size_t)(p.m * p.nrhs) * sizeof *p.B, 0);
    ddblasStatus_t status = DDBLAS_STATUS_ALLOC_FAILED;
    for (int failing = 1; status != DDBLAS_STATUS_SUCCESS; failing++)
    {
        ddblasHandle_t fresh = dd_test_handle();
        memset(p.X, 0x5a, size);
        void *X = dd_engine_copy(h, p.X, size, 0);
        ddblas_inject_allocation_failure(failing);
        status = call(fresh, &p, A, p.m, B, X);
        ddblas_inject_allocation_failure(0);
        const int untouched = dd_engine_holds(h, X, p.X, size);
        dd_engine_free(h, X, 0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        assert_true(status == DDBLAS_STATUS_SUCCESS ? failing > 8 : status == DDBLAS_STATUS_ALLOC_FAILED && untouched);
    }
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    problem_free(&p);
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
