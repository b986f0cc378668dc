/*
 * geqrf, ormqr and orgqr in W and U, on the engine that DDBLAS_TEST_ENGINE names: known factors,
 * bounds of A - Q R and of Q against exact sums, the format of the reflectors against MPFR,
 * products with Q from both sides, the ends of the range, NaN, a mutant.
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
#include "level2/gemv/cpu/gemv_cpu_w.h"
#include "qr_case.h"
#include "terms.h"

extern const struct ddblas_gemv_w_kernels gemv_mutant;

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

/* Sizes astride the panels and blocks of both engines, and the units of rows of the GPU. */
static const int64_t sizes[][2] = {{1, 1},   {2, 1},   {1, 2},   {2, 2},   {3, 3},     {5, 3},    {3, 5},   {8, 8},   {9, 7},
                                   {16, 16}, {17, 18}, {31, 33}, {33, 31}, {32, 32},   {40, 1},   {1, 40},  {64, 64}, {66, 65},
                                   {70, 20}, {20, 70}, {97, 97}, {300, 3}, {129, 130}, {5000, 6}, {200, 9}, {290, 5}, {193, 193}};
enum
{
    SIZES = sizeof sizes / sizeof sizes[0]
};

static struct qr_case *factor_case(ddblasType_t type, int64_t m, int64_t n, int64_t pad)
{
    return qr_case_new(QR_FACTOR, type, DDBLAS_SIDE_LEFT, DDBLAS_OP_N, m, n, 0, pad);
}

/* ---- known factors --------------------------------------------------------------------------- */

/* Element (i, j) of the result is within `units` u_w of a number. */
static void assert_near(const struct qr_case *c, const void *element, double re, double im, double divisor, double units)
{
    const struct dd_number r = dd_number_load(c->type, element, 0);
    const cuddreal exact_re = cuddDivD(cuddFromDouble(re), divisor), exact_im = cuddDivD(cuddFromDouble(im), divisor);
    const double error = fabs(cuddSub(r.re, exact_re).x) + fabs(cuddSub(r.im, exact_im).x);
    if (!(error <= units * CUDD_EPS))
        fail_msg("(%.17g, %.17g) instead of (%g, %g) / %g", r.re.x, r.im.x, re, im, divisor);
}

static const void *result_at(const struct qr_case *c, int64_t i, int64_t j) { return qr_case_at(c, c->result_A, c->lda, i, j); }

static const void *tau_at(const struct qr_case *c, int64_t i) { return qr_case_at(c, c->result_tau, 1, i, 0); }

/* A matrix of integers whose R consists of integers. Its determinant, -85750, and that of two
 * reflections, 1, give the sign of the last element. */
static void integers(void **state)
{
    static const double A[3][3] = {{12, -51, 4}, {6, 167, -68}, {-4, 24, -41}};
    static const double R[3][3] = {{-14, -21, 14}, {0, -175, 70}, {0, 0, -35}};
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        struct qr_case *c = factor_case(types[k], 3, 3, k);
        for (int i = 0; i < 9; i++)
            qr_case_put(c, i / 3, i % 3, A[i / 3][i % 3], 0.0);
        dd_must(h, qr_case_run(h, c), "integers");
        for (int i = 0; i < 9; i++)
            if (i / 3 <= i % 3)
                assert_near(c, result_at(c, i / 3, i % 3), R[i / 3][i % 3], 0.0, 1.0, 2000.0);
        qr_case_free(c);
    }
}

/* One column: beta, tau and v are quotients of integers. */
static void one_column(void **state)
{
    (void)state;
    struct qr_case *w = factor_case(DDBLAS_TYPE_W, 2, 1, 1), *u = factor_case(DDBLAS_TYPE_U, 2, 1, 1);
    qr_case_put(w, 0, 0, 3.0, 0.0);
    qr_case_put(w, 1, 0, 4.0, 0.0);
    dd_must(h, qr_case_run(h, w), "3, 4");
    assert_near(w, result_at(w, 0, 0), -5.0, 0.0, 1.0, 20.0);
    assert_near(w, result_at(w, 1, 0), 1.0, 0.0, 2.0, 4.0);
    assert_near(w, tau_at(w, 0), 8.0, 0.0, 5.0, 8.0);
    qr_case_put(u, 0, 0, 1.0, 2.0);
    qr_case_put(u, 1, 0, 2.0, 0.0);
    dd_must(h, qr_case_run(h, u), "1 + 2i, 2");
    assert_near(u, result_at(u, 0, 0), -3.0, 0.0, 1.0, 20.0);
    assert_near(u, result_at(u, 1, 0), 2.0, -1.0, 5.0, 8.0);
    assert_near(u, tau_at(u, 0), 4.0, 2.0, 3.0, 8.0);
    qr_case_free(w);
    qr_case_free(u);
}

/* Where nothing has to be eliminated, tau is 0 and A stays: triangles with a real diagonal, among
 * them 0 and matrices of one row in W. */
static void nothing_to_eliminate(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1001);
    for (int k = 0; k < 2 * SIZES; k++)
    {
        if (sizes[k / 2][0] * sizes[k / 2][1] > 4000 && dd_test_scale() > 1)
            continue;
        struct qr_case *c = factor_case(types[k % 2], sizes[k / 2][0], sizes[k / 2][1], k % 3);
        qr_case_fill(c, &g, k % 4 == 3 ? QR_ZERO : QR_UNIFORM);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = j; i < c->m; i++)
                qr_case_put(c, i, j, i == j ? (double)dd_random_int(&g, -2, 2) : 0.0, 0.0);
        dd_must(h, qr_case_run(h, c), "triangle");
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
            {
                const struct dd_number a = dd_number_load(c->type, qr_case_at(c, c->A, c->lda, i, j), 0),
                                       r = dd_number_load(c->type, result_at(c, i, j), 0);
                assert_true(cuddEq(a.re, r.re) && cuddEq(a.im, r.im));
            }
        for (int64_t i = 0; i < c->taus; i++)
            assert_true(cuddIsZero(dd_number_load(c->type, tau_at(c, i), 0).modulus));
        qr_case_free(c);
    }
}

/* A complex number becomes real: 3 + 4i with tau = (8 + 4i) / 5. */
static void one_number(void **state)
{
    (void)state;
    struct qr_case *c = factor_case(DDBLAS_TYPE_U, 1, 2, 0);
    qr_case_put(c, 0, 0, 3.0, 4.0);
    qr_case_put(c, 0, 1, 10.0, 5.0);
    dd_must(h, qr_case_run(h, c), "one number");
    assert_near(c, result_at(c, 0, 0), -5.0, 0.0, 1.0, 20.0);
    /* 1 - conj(tau) = -(3 - 4i) / 5, times 10 + 5i */
    assert_near(c, result_at(c, 0, 1), -10.0, 5.0, 1.0, 60.0);
    assert_near(c, tau_at(c, 0), 8.0, 4.0, 5.0, 8.0);
    qr_case_free(c);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static void bounds(void **state)
{
    (void)state;
    struct dd_random g;
    const uint64_t seed = dd_random_seed(1002);
    const int step = dd_test_scale() > 1 ? 3 : 1;
    double worst = 0.0;
    dd_random_start(&g, seed);
    for (int s = 0; s < SIZES; s++)
        for (int data = s % step; data < QR_DATA_COUNT; data += step)
        {
            const int64_t m = sizes[s][0], n = sizes[s][1];
            const int large = m * n > 4000;
            if (large && data > 1 && dd_test_scale() > 1)
                continue;
            struct qr_case *c = factor_case(types[(s + data / step) % 2], m, n, data % 3);
            qr_case_fill(c, &g, (enum qr_data)data);
            worst = fmax(worst, qr_case_judge(h, c, qr_data_name((enum qr_data)data), seed));
            qr_case_free(c);
        }
    print_message("largest error: %.2f k u_w\n", worst);
}

/* Hilbert's matrix, whose condition number is beyond 10^16 at this order. */
static void hilbert(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        struct qr_case *c = factor_case(types[k], 20, 20, 1);
        for (int64_t j = 0; j < 20; j++)
            for (int64_t i = 0; i < 20; i++)
                dd_element_set(c->type, qr_case_at(c, c->A, c->lda, i, j), 0, cuddDivD(cuddFromDouble(1.0), (double)(i + j + 1)),
                               cuddFromDouble(0.0));
        (void)qr_case_judge(h, c, "Hilbert", 0);
        qr_case_free(c);
    }
}

/* ---- products with Q ------------------------------------------------------------------------- */

/* r, k, the number of the other rows or columns. */
static const int64_t products[][3] = {{1, 1, 1},   {3, 2, 1},    {5, 5, 4},    {9, 8, 3},   {20, 17, 33}, {33, 33, 5},
                                      {40, 7, 40}, {70, 66, 10}, {130, 40, 9}, {33, 5, 70}, {140, 131, 2}};
enum
{
    PRODUCTS = sizeof products / sizeof products[0]
};

/* Q^H C or Q C is judged as a product with an adjoint, of Q or of Q^H; C Q is the adjoint of
 * Q^H C^H. */
static void judge_product(struct qr_case *c, const void *Q, uint64_t seed)
{
    const int left = c->side == DDBLAS_SIDE_LEFT, adjoint = c->trans != DDBLAS_OP_N;
    const int64_t r = c->rows_A, others = left ? c->n : c->m;
    void *before = qr_dense(c, c->C, c->ldc, c->m, c->n), *after = qr_dense(c, c->result_C, c->ldc, c->m, c->n);
    void *turned_before = qr_adjoint(c->type, before, c->m, c->n), *turned_after = qr_adjoint(c->type, after, c->m, c->n);
    void *turned_Q = qr_adjoint(c->type, Q, r, r);
    const double error = dd_oracle_adjoint_error(c->type, r, r, others, left == adjoint ? Q : turned_Q,
                                                 left ? before : turned_before, left ? after : turned_after);
    /* The oracle's unit is r u; the bound is in k u. */
    qr_judge(c, error * (double)r / (double)c->k, qr_bound(DD_ROUTINE_ormqr, c->type, r, c->k), "the product", "uniform", seed);
    free(before);
    free(after);
    free(turned_before);
    free(turned_after);
    free(turned_Q);
}

static void multiply_by(const struct qr_case *factored, const void *Q, int64_t k, int64_t others, int form, struct dd_random *g,
                        uint64_t seed)
{
    const ddblasSideMode_t side = form % 2 ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT;
    const int real_transpose = factored->type == DDBLAS_TYPE_W && k % 2;
    const ddblasOperation_t trans = form / 2 == 0 ? DDBLAS_OP_N : real_transpose ? DDBLAS_OP_T : DDBLAS_OP_C;
    const int64_t r = factored->m;
    struct qr_case *c = qr_case_new(QR_MULTIPLY, factored->type, side, trans, form % 2 ? others : r, form % 2 ? r : others, k, 1);
    for (int64_t j = 0; j < k; j++) /* Elements in and above the diagonal are not used. */
        for (int64_t i = j + 1; i < r; i++)
            memcpy(qr_case_at(c, c->A, c->lda, i, j), qr_case_at(factored, factored->result_A, factored->lda, i, j), c->size);
    memcpy(c->tau, factored->result_tau, c->bytes_tau);
    qr_case_fill_c(c, g, form == 1 ? 800 : form == 2 ? -800 : 0);
    dd_must(h, qr_case_run(h, c), "ormqr");
    judge_product(c, Q, seed);
    qr_case_free(c);
}

static void multiply(void **state)
{
    (void)state;
    struct dd_random g;
    const uint64_t seed = dd_random_seed(1003);
    dd_random_start(&g, seed);
    for (int s = 0; s < 2 * PRODUCTS; s++)
    {
        const int64_t r = products[s / 2][0], k = products[s / 2][1], others = products[s / 2][2];
        if (r > 100 && dd_test_scale() > 1 && s % 2)
            continue;
        struct qr_case *c = factor_case(types[s % 2], r, k, 2);
        qr_case_fill(c, &g, QR_UNIFORM);
        dd_must(h, qr_case_run(h, c), "geqrf");
        void *Q = qr_form(h, c, r);
        for (int form = 0; form < 4; form++)
            multiply_by(c, Q, k, others, form, &g, seed);
        free(Q);
        qr_case_free(c);
    }
}

/* More columns of Q than reflectors, against MPFR; without reflectors the identity. */
static void form(void **state)
{
    static const int64_t shapes[][3] = {{4, 4, 2}, {9, 5, 1}, {30, 20, 9}, {40, 40, 10}, {7, 3, 0}, {20, 20, 0}};
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1004);
    for (int s = 0; s < 12; s++)
    {
        const int64_t m = shapes[s / 2][0], n = shapes[s / 2][1], k = shapes[s / 2][2];
        struct qr_case *c = factor_case(types[s % 2], m, k, 1);
        qr_case_fill(c, &g, QR_UNIFORM);
        dd_must(h, qr_case_run(h, c), "geqrf");
        void *Q = qr_form(h, c, n), *F = qr_dense(c, c->result_A, c->lda, m, k);
        if (k > 0)
            qr_judge(c, dd_oracle_reflector_error(c->type, m, n, k, F, c->result_tau, Q).product,
                     qr_bound(DD_ROUTINE_geqrf, c->type, m, k), "H_1 ... H_k - Q", "form", 1004);
        for (int64_t e = 0; e < m * n && k == 0; e++)
        {
            const struct dd_number q = dd_number_load(c->type, (const char *)Q + (size_t)e * c->size, 0);
            assert_true(cuddEqD(q.re, e % m == e / m ? 1.0 : 0.0) && cuddIsZero(q.im));
        }
        free(Q);
        free(F);
        qr_case_free(c);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

/* A NaN or Inf at (i, j): the columns before j keep their bits; column j has NaN on the diagonal,
 * and so has all of row j behind it. */
static void special_values(void **state)
{
    static const int64_t places[][2] = {{0, 0}, {5, 3}, {3, 20}, {39, 0}, {20, 33}, {36, 36}};
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1005);
    for (int k = 0; k < 24; k++)
    {
        const int64_t i = places[k / 4][0], j = places[k / 4][1], n = 37;
        struct qr_case *c = factor_case(types[k % 2], 40, n, 1);
        qr_case_fill(c, &g, QR_UNIFORM);
        dd_must(h, qr_case_run(h, c), "finite");
        void *finite = qr_dense(c, c->result_A, c->lda, 40, n);
        qr_case_put(c, i, j, k % 4 < 2 ? (double)NAN : (double)INFINITY, 0.0);
        dd_must(h, qr_case_run(h, c), "not finite");
        for (int64_t column = 0; column < j; column++)
            assert_memory_equal(result_at(c, 0, column), (const char *)finite + (size_t)(40 * column) * c->size, 40 * c->size);
        for (int64_t column = j; column < n; column++)
            assert_false(cuddIsFinite(dd_number_load(c->type, result_at(c, j, column), 0).re));
        free(finite);
        qr_case_free(c);
    }
}

/* ---- mutant ---------------------------------------------------------------------------------- */

/* The kernel of gemv without one term of the product, with which panels are factored, must break
 * the bound of Q^H Q - I in W and in U. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 1006);
    for (int k = 0; k < 6; k++)
    {
        const int64_t m = 30 + 10 * k, n = k < 2 ? 1 : 3;
        struct qr_case *c = factor_case(types[k % 2], m, n, 1);
        qr_case_fill(c, &g, QR_UNIFORM);
        ddblas_gemv_w_substitute(&gemv_mutant);
        dd_must(h, qr_case_run(h, c), "mutant");
        ddblas_gemv_w_substitute(NULL);
        void *A = qr_dense(c, c->A, c->lda, m, n), *R = qr_dense(c, c->result_A, c->lda, n, n), *Q = qr_form(h, c, n);
        const struct dd_qr_error e = dd_oracle_qr_error(c->type, m, n, A, Q, R);
        /* A wrong norm alone leaves A - Q R small, because v and tau follow from it: Q suffers. */
        assert_true(e.orthogonality > qr_bound(DD_ROUTINE_geqrf, c->type, m, n));
        free(A);
        free(R);
        free(Q);
        qr_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),   cmocka_unit_test(one_column), cmocka_unit_test(nothing_to_eliminate),
        cmocka_unit_test(one_number), cmocka_unit_test(bounds),     cmocka_unit_test(hilbert),
        cmocka_unit_test(multiply),   cmocka_unit_test(form),       cmocka_unit_test(special_values),
        cmocka_unit_test(mutant),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("geqrf", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("geqrf, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("geqrf, residue route", tests, set_up, close_handle);
    return failed;
}
