/*
 * gels in W and U, on the engine that DDBLAS_TEST_ENGINE names: known solutions, least squares and
 * least norm against MPFR, matrices without full rank, NaN, matrices without elements.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "poison.h"
#include "qr_case.h"
#include "terms.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static struct qr_case *solve_case(ddblasType_t type, int adjoint, int64_t m, int64_t n, int64_t nrhs, int64_t pad)
{
    const ddblasOperation_t trans = !adjoint ? DDBLAS_OP_N : type == DDBLAS_TYPE_W && m % 2 ? DDBLAS_OP_T : DDBLAS_OP_C;
    return qr_case_new(QR_SOLVE, type, DDBLAS_SIDE_LEFT, trans, m, n, nrhs, pad);
}

static struct dd_number solution_at(const struct qr_case *c, int64_t i, int64_t j)
{
    return dd_number_load(c->type, qr_case_at(c, c->result_C, c->ldc, i, j), 0);
}

static void put_b(struct qr_case *c, int64_t i, int64_t j, double re, double im)
{
    dd_element_set(c->type, qr_case_at(c, c->C, c->ldc, i, j), 0, cuddFromDouble(re), cuddFromDouble(im));
}

/* ---- known solutions ------------------------------------------------------------------------- */

static void assert_solution(const struct qr_case *c, int64_t i, double re, double im, double units)
{
    const struct dd_number x = solution_at(c, i, 0);
    const double error = fabs(cuddSubD(x.re, re).x) + fabs(cuddSubD(x.im, im).x);
    if (!(error <= units * CUDD_EPS))
        fail_msg("x_%d is (%.17g, %.17g) instead of (%g, %g)", (int)i, x.re.x, x.im.x, re, im);
}

/* The line through (0, 6), (1, 0), (2, 0) that fits best is 5 - 3 t; the residual 1, -2, 1 is
 * orthogonal to both columns, and its square is 6. */
static void line(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        const int wide = k / 2; /* A is the adjoint of the matrix. */
        struct qr_case *c = solve_case(types[k % 2], wide, wide ? 2 : 3, wide ? 3 : 2, 1, 1);
        for (int i = 0; i < 3; i++)
        {
            qr_case_put(c, wide ? 0 : i, wide ? i : 0, 1.0, 0.0);
            qr_case_put(c, wide ? 1 : i, wide ? i : 1, i, 0.0);
            put_b(c, i, 0, i == 0 ? 6.0 : 0.0, 0.0);
        }
        dd_must(h, qr_case_run(h, c), "line");
        assert_int_equal(c->info, 0);
        assert_solution(c, 0, 5.0, 0.0, 200.0);
        assert_solution(c, 1, -3.0, 0.0, 200.0);
        const struct dd_number rest = solution_at(c, 2, 0);
        assert_true(fabs(cuddSubD(cuddMul(rest.modulus, rest.modulus), 6.0).x) <= 400.0 * CUDD_EPS);
        qr_case_free(c);
    }
}

/* The solution of x + i y + 2 z = 6 of least norm is (1, -i, 2). */
static void plane(void **state)
{
    (void)state;
    for (int adjoint = 0; adjoint < 2; adjoint++)
    {
        struct qr_case *c = solve_case(DDBLAS_TYPE_U, adjoint, adjoint ? 3 : 1, adjoint ? 1 : 3, 1, 0);
        static const double re[] = {1.0, 0.0, 2.0}, im[] = {0.0, 1.0, 0.0};
        for (int i = 0; i < 3; i++)
            qr_case_put(c, adjoint ? i : 0, adjoint ? 0 : i, re[i], adjoint ? -im[i] : im[i]);
        put_b(c, 0, 0, 6.0, 0.0);
        dd_must(h, qr_case_run(h, c), "plane");
        assert_solution(c, 0, 1.0, 0.0, 100.0);
        assert_solution(c, 1, 0.0, -1.0, 100.0);
        assert_solution(c, 2, 2.0, 0.0, 100.0);
        qr_case_free(c);
    }
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* The matrix of the system, op(A), dense; it has r rows and s columns. */
static void *system_of(const struct qr_case *c)
{
    void *A = qr_dense(c, c->A, c->lda, c->m, c->n);
    if (c->trans == DDBLAS_OP_N)
        return A;
    void *adjoint = qr_adjoint(c->type, A, c->m, c->n);
    free(A);
    return adjoint;
}

/* sqrt of the sum of squares of elements, to a few units of double. */
static double norm_of(ddblasType_t type, const void *elements, int64_t count)
{
    double sum = 0.0;
    for (int64_t i = 0; i < count; i++)
    {
        const double a = dd_number_load(type, (const char *)elements + (size_t)i * dd_type_size(type), 0).modulus.x;
        sum += a * a;
    }
    return sqrt(sum);
}

/* The norm of the residual from the rows behind X, as an element of the real type. */
static cuddreal residual_norm(const struct qr_case *c, int64_t first, int64_t end, int64_t j)
{
    cuddreal sum = cuddFromDouble(0.0);
    for (int64_t i = first; i < end; i++)
    {
        const struct dd_number r = solution_at(c, i, j);
        sum = cuddAdd(sum, cuddAdd(cuddSqr(r.re), cuddSqr(r.im)));
    }
    return cuddSqrt(sum);
}

static void judge_least_squares(const struct qr_case *c, int64_t r, int64_t s, uint64_t seed)
{
    void *M = system_of(c);
    for (int64_t j = 0; j < c->k; j++)
    {
        const cuddreal rho = residual_norm(c, s, r, j);
        const struct dd_lstsq_error e = dd_oracle_lstsq_error(c->type, r, s, M, qr_case_at(c, c->C, c->ldc, 0, j),
                                                              qr_case_at(c, c->result_C, c->ldc, 0, j), &rho);
        const double bound = qr_bound(DD_ROUTINE_gels, c->type, r, s);
        qr_judge(c, e.forward, bound, "x", "least squares", seed);
        qr_judge(c, e.residual, bound, "the residual's norm", "least squares", seed);
    }
    free(M);
}

/* M x = b, and x = M^H z for some z: the distance of x from the range of M^H is the residual of a
 * least squares problem, whose norm is compared with 0. */
static void judge_least_norm(const struct qr_case *c, int64_t r, int64_t s, uint64_t seed)
{
    void *M = system_of(c), *adjoint = qr_adjoint(c->type, M, r, s), *zeros = dd_poisoned((size_t)r * c->size);
    const double bound = qr_bound(DD_ROUTINE_gels, c->type, s, r), norm = norm_of(c->type, M, r * s);
    const cuddreal nothing = cuddFromDouble(0.0);
    memset(zeros, 0, (size_t)r * c->size);
    for (int64_t j = 0; j < c->k; j++)
    {
        const void *x = qr_case_at(c, c->result_C, c->ldc, 0, j), *b = qr_case_at(c, c->C, c->ldc, 0, j);
        const double error = dd_oracle_adjoint_error(c->type, s, r, 1, adjoint, x, b);
        qr_judge(c, error / norm, bound, "op(A) x - b", "least norm", seed);
        qr_judge(c, dd_oracle_lstsq_error(c->type, s, r, adjoint, x, zeros, &nothing).residual, bound, "distance from the range",
                 "least norm", seed);
    }
    free(M);
    free(adjoint);
    free(zeros);
}

static const int64_t shapes[][3] = {{1, 1, 1}, {2, 1, 2}, {5, 3, 1}, {6, 6, 2}, {9, 8, 1}, {20, 17, 3}, {34, 33, 1}, {70, 9, 2}};
enum
{
    SHAPES = sizeof shapes / sizeof shapes[0]
};

static void bounds(void **state)
{
    (void)state;
    struct dd_random g;
    const uint64_t seed = dd_random_seed(1011);
    dd_random_start(&g, seed);
    for (int k = 0; k < 8 * SHAPES; k++)
    {
        const int64_t *shape = shapes[k / 8];
        const int wide = k / 2 % 2, adjoint = k / 4 % 2;
        struct qr_case *c = solve_case(types[k % 2], adjoint, shape[wide], shape[!wide], shape[2], k % 3);
        const int64_t r = adjoint ? c->n : c->m, s = adjoint ? c->m : c->n;
        qr_case_fill(c, &g, QR_UNIFORM);
        qr_case_fill_c(c, &g, 2);
        dd_must(h, qr_case_run(h, c), "gels");
        assert_int_equal(c->info, 0);
        if (r >= s)
            judge_least_squares(c, r, s, seed);
        else
            judge_least_norm(c, r, s, seed);
        qr_case_free(c);
    }
}

/* Systems near the ends of the range: A and B multiplied by a power of two have the same solution.
 * A is well conditioned, so that the computed ones differ by rounding errors alone. */
static void extremes(void **state)
{
    static const int exponents[] = {-800, 800};
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1012);
    for (int k = 0; k < 16; k++)
    {
        const int wide = k / 2 % 2, adjoint = k / 4 % 2, exponent = exponents[k / 8];
        struct qr_case *c = solve_case(types[k % 2], adjoint, wide ? 7 : 20, wide ? 20 : 7, 2, 1);
        qr_case_fill(c, &g, QR_UNIFORM);
        qr_case_fill_c(c, &g, 2);
        dd_must(h, qr_case_run(h, c), "near 1");
        void *X = qr_dense(c, c->result_C, c->ldc, adjoint ? c->m : c->n, 2);
        for (int64_t e = 0; e < c->lda * c->columns_A; e++)
        {
            const struct dd_number a = dd_number_load(c->type, (char *)c->A + (size_t)e * c->size, 0);
            dd_element_set(c->type, c->A, e, cuddLdexp(a.re, exponent), cuddLdexp(a.im, exponent));
        }
        for (int64_t e = 0; e < c->ldc * 2; e++)
        {
            const struct dd_number b = dd_number_load(c->type, (char *)c->C + (size_t)e * c->size, 0);
            dd_element_set(c->type, c->C, e, cuddLdexp(b.re, exponent), cuddLdexp(b.im, exponent));
        }
        dd_must(h, qr_case_run(h, c), "scaled");
        void *scaled = qr_dense(c, c->result_C, c->ldc, adjoint ? c->m : c->n, 2);
        qr_judge(c, dd_oracle_distance(c->type, adjoint ? c->m : c->n, 1, 2, scaled, X), 2000.0, "X", "extremes", 1012);
        free(X);
        free(scaled);
        qr_case_free(c);
    }
}

/* ---- without full rank ----------------------------------------------------------------------- */

/* Column (row) k of A is 0, and only the first elements of those before it are not: R(k, k) is
 * exactly 0. All of B becomes NaN. */
static void without_rank(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1013);
    for (int k = 0; k < 32; k++)
    {
        const int wide = k / 2 % 2, adjoint = k / 4 % 2;
        static const int64_t at[] = {0, 3, 8, 5};
        const int64_t zero = at[k / 8];
        struct qr_case *c = solve_case(types[k % 2], adjoint, wide ? 9 : 40, wide ? 40 : 9, 2, 1);
        qr_case_fill(c, &g, QR_UNIFORM);
        for (int64_t i = 0; i < 40; i++)
            qr_case_put(c, wide ? zero : i, wide ? i : zero, 0.0, 0.0);
        qr_case_fill_c(c, &g, 0);
        dd_must(h, qr_case_run(h, c), "without rank");
        assert_int_equal(c->info, zero + 1);
        for (int64_t j = 0; j < 2; j++)
            for (int64_t i = 0; i < 40; i++)
                assert_true(cuddIsNan(solution_at(c, i, j).re));
        qr_case_free(c);
    }
}

/* A NaN in A makes X NaN. One in a column of B leaves the others their bits. */
static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1014);
    for (int k = 0; k < 8; k++)
    {
        const int wide = k / 2 % 2, adjoint = k / 4 % 2;
        struct qr_case *c = solve_case(types[k % 2], adjoint, wide ? 9 : 40, wide ? 40 : 9, 3, 1);
        const int64_t rows = adjoint ? c->m : c->n;
        qr_case_fill(c, &g, QR_UNIFORM);
        qr_case_fill_c(c, &g, 0);
        dd_must(h, qr_case_run(h, c), "finite");
        void *X = qr_dense(c, c->result_C, c->ldc, rows, 3);
        put_b(c, 4, 1, (double)NAN, 0.0);
        dd_must(h, qr_case_run(h, c), "NaN in B");
        for (int64_t i = 0; i < rows; i++)
        {
            assert_false(cuddIsFinite(solution_at(c, i, 1).re));
            for (int64_t j = 0; j < 3; j += 2)
                assert_memory_equal(qr_case_at(c, c->result_C, c->ldc, i, j), (char *)X + (size_t)(i + j * rows) * c->size,
                                    c->size);
        }
        qr_case_put(c, 2, 2, (double)NAN, 0.0);
        dd_must(h, qr_case_run(h, c), "NaN in A");
        assert_int_equal(c->info, 0);
        assert_false(cuddIsFinite(solution_at(c, 0, 0).re));
        free(X);
        qr_case_free(c);
    }
}

/* A matrix without elements makes B 0; without right-hand sides nothing changes but info. */
static void empty(void **state)
{
    static const int64_t sizes[][3] = {{0, 4, 2}, {4, 0, 2}, {0, 0, 3}, {5, 3, 0}, {3, 5, 0}};
    (void)state;
    for (int k = 0; k < 20; k++)
    {
        const int64_t *size = sizes[k / 4];
        struct qr_case *c = solve_case(types[k % 2], k / 2 % 2, size[0], size[1], size[2], 1);
        dd_must(h, qr_case_run(h, c), "empty");
        assert_int_equal(c->info, 0);
        for (int64_t j = 0; j < c->k; j++)
            for (int64_t i = 0; i < c->rows_C; i++)
                assert_true(cuddIsZero(solution_at(c, i, j).modulus));
        qr_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line),         cmocka_unit_test(plane),          cmocka_unit_test(bounds), cmocka_unit_test(extremes),
        cmocka_unit_test(without_rank), cmocka_unit_test(special_values), cmocka_unit_test(empty),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("gels", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("gels, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("gels, residue route", tests, set_up, close_handle);
    return failed;
}
