/*
 * The accuracy of the implicit Q of TSQR, and of least squares, against MPFR, in all types, layouts
 * and designs. Engine under test: DDBLAS_TEST_ENGINE.
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

#include "handle.h"
#include "oracle_qr.h"
#include "tsqr_case.h"
#include "tsqr_error.h"

/* ---- implicit Q ------------------------------------------------------------------------------ */

struct implicit
{
    struct tsqr_matrix a, r, t;
    struct ddblas_tsqr_problem p;
};

static struct implicit factor(const ddblasTsqrPlan_t *plan, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                              const void *A)
{
    struct implicit f;
    int64_t elements = 0;
    dd_must(h, ddblasTsqrFactorSize(h, plan, type, layout, m, n, &elements), "factor size");
    f.a = tsqr_matrix_new(h, type, layout, m, n, 2, A);
    f.r = tsqr_matrix_new(h, type, layout, n, n, 1, NULL);
    f.t = tsqr_matrix_new(h, type, DDBLAS_LAYOUT_COLUMN_MAJOR, elements, 1, 5, NULL); /* padding behind: T ends where it says */
    f.p = (struct ddblas_tsqr_problem){.task = DDBLAS_TSQR_FACTOR,
                                       .type = type,
                                       .layout = layout,
                                       .m = m,
                                       .n = n,
                                       .A = f.a.at,
                                       .lda = f.a.ld,
                                       .R = f.r.at,
                                       .ldr = f.r.ld,
                                       .T = f.t.at,
                                       .tsize = elements};
    dd_must(h, tsqr_call(h, plan, &f.p), "factor");
    void *now = tsqr_dense(type, elements > m * n ? elements : m * n, 1);
    tsqr_matrix_get(&f.t, now);
    tsqr_matrix_get(&f.a, now);
    free(now);
    return f;
}

static void apply(struct implicit *f, const ddblasTsqrPlan_t *plan, ddblasOperation_t op, int64_t p, void *C)
{
    struct tsqr_matrix c = tsqr_matrix_new(h, f->p.type, f->p.layout, f->p.m, p, 3, C);
    f->p.task = DDBLAS_TSQR_APPLY;
    f->p.op = op;
    f->p.p = p;
    f->p.C = c.at;
    f->p.ldc = c.ld;
    dd_must(h, tsqr_call(h, plan, &f->p), "apply");
    tsqr_matrix_get(&c, C);
    tsqr_matrix_same(&f->a); /* reflections are only read */
    tsqr_matrix_same(&f->t);
    tsqr_matrix_free(&c);
}

/* Q^H C against the formed Q, Q (Q^H C) = C, and Q^H A = (R, 0). */
static void check_apply(struct implicit *f, const ddblasTsqrPlan_t *plan, const void *A, const void *R, const void *Q, int64_t p)
{
    const ddblasType_t type = f->p.type;
    const int64_t m = f->p.m, n = f->p.n;
    const size_t size = dd_type_size(type);
    void *C = tsqr_dense(type, m, p), *X = tsqr_dense(type, m, p), *top = tsqr_dense(type, n, p), *B = tsqr_dense(type, m, n),
         *expected = tsqr_dense(type, m, n);
    tsqr_fill(&g, TSQR_COLUMNS, type, m, p, C);
    memcpy(X, C, (size_t)(m * p) * size);
    apply(f, plan, type == DDBLAS_TYPE_D ? DDBLAS_OP_T : DDBLAS_OP_C, p, X);
    for (int64_t j = 0; j < p; j++)
        memcpy((char *)top + (size_t)(j * n) * size, (char *)X + (size_t)(j * m) * size, (size_t)n * size);
    assert_true(dd_oracle_adjoint_error(type, m, n, p, Q, C, top) <= tsqr_bound(DD_ROUTINE_tsqr_apply, type, m, n));
    apply(f, plan, DDBLAS_OP_N, p, X);
    assert_true(dd_oracle_distance(type, m, n, p, X, C) <= tsqr_bound(DD_ROUTINE_tsqr_apply, type, m, n));
    memcpy(B, A, (size_t)(m * n) * size);
    apply(f, plan, DDBLAS_OP_C, n, B);
    for (int64_t j = 0; j < n; j++)
        memcpy((char *)expected + (size_t)(j * m) * size, (const char *)R + (size_t)(j * n) * size, (size_t)n * size);
    assert_true(dd_oracle_distance(type, m, n, n, B, expected) <= tsqr_bound(DD_ROUTINE_tsqr_apply, type, m, n));
    free(C);
    free(X);
    free(top);
    free(B);
    free(expected);
}

static void implicit(void **state)
{
    (void)state;
    for (int64_t i = 0; i < 45 / dd_test_scale(); i++)
    {
        const ddblasType_t type = tsqr_types[i % TSQR_TYPES];
        const int64_t n = dd_random_int(&g, 1, 30), m = n + dd_random_int(&g, 0, 300), p = dd_random_int(&g, 1, i % 4 ? 12 : 70);
        const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)(i % tsqr_designs(h)),
                                       .nonnegative = (int32_t)(i % 2),
                                       .fan_in = (int32_t)dd_random_int(&g, 2, 4),
                                       .leaf_rows = 2 * n + dd_random_int(&g, 0, 40)};
        void *A = tsqr_dense(type, m, n), *Q = tsqr_dense(type, m, n), *R = tsqr_dense(type, n, n);
        tsqr_fill(&g, i % 3 ? TSQR_UNIFORM : TSQR_DEPENDENT, type, m, n, A);
        struct implicit f = factor(&plan, type, (ddblasLayout_t)(i % 2), m, n, A);
        tsqr_matrix_get(&f.r, R);
        struct implicit copy = factor(&plan, type, (ddblasLayout_t)(i % 2), m, n, A);
        copy.p.task = DDBLAS_TSQR_FORM;
        dd_must(h, tsqr_call(h, &plan, &copy.p), "form");
        tsqr_matrix_get(&copy.a, Q);
        tsqr_matrix_same(&copy.t);
        judge(type, &plan, f.p.layout, m, n, A, Q, R, "form");
        check_form_of_R(type, n, R, plan.nonnegative);
        check_apply(&f, &plan, A, R, Q, p);
        struct tsqr_matrix *all[] = {&f.a, &f.r, &f.t, &copy.a, &copy.r, &copy.t};
        for (int k = 0; k < 6; k++)
            tsqr_matrix_free(all[k]);
        free(A);
        free(Q);
        free(R);
    }
}

/* ---- least squares --------------------------------------------------------------------------- */

/* Solves for p right-hand sides: X (n x p, dense) and rho (p reals). */
static void solve(const ddblasTsqrPlan_t *plan, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n, int64_t p,
                  const void *A, const void *B, void *X, void *rho)
{
    const ddblasType_t real = dd_type_real(type);
    const size_t size = dd_type_size(type);
    struct tsqr_matrix a = tsqr_matrix_new(h, type, layout, m, n, 1, A), b = tsqr_matrix_new(h, type, layout, m, p, 2, B),
                       r = tsqr_matrix_new(h, real, DDBLAS_LAYOUT_COLUMN_MAJOR, p, 1, 1, NULL);
    const struct ddblas_tsqr_problem problem = {.task = DDBLAS_TSQR_LSTSQ,
                                                .type = type,
                                                .layout = layout,
                                                .m = m,
                                                .n = n,
                                                .p = p,
                                                .A = a.at,
                                                .lda = a.ld,
                                                .C = b.at,
                                                .ldc = b.ld,
                                                .residual = rho ? r.at : NULL};
    void *all = tsqr_dense(type, m, p), *lost = tsqr_dense(type, m, n), *reals = tsqr_dense(real, p, 1);
    dd_must(h, tsqr_call(h, plan, &problem), "lstsq");
    tsqr_matrix_get(&b, all);
    tsqr_matrix_get(&a, lost);
    tsqr_matrix_get(&r, rho ? rho : reals);
    for (int64_t j = 0; j < p; j++)
        memcpy((char *)X + (size_t)(j * n) * size, (char *)all + (size_t)(j * m) * size, (size_t)n * size);
    tsqr_matrix_free(&a);
    tsqr_matrix_free(&b);
    tsqr_matrix_free(&r);
    free(all);
    free(lost);
    free(reals);
}

static void least_squares(void **state)
{
    (void)state;
    double most = 0.0;
    for (int64_t i = 0; i < 25 / dd_test_scale(); i++)
    {
        const ddblasType_t type = tsqr_types[i % TSQR_TYPES];
        const int64_t n = dd_random_int(&g, 1, 9), m = n + dd_random_int(&g, 0, 110), p = dd_random_int(&g, 1, 4);
        const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)(i % tsqr_designs(h)), .fan_in = 2, .leaf_rows = 2 * n};
        const size_t size = dd_type_size(type), real = dd_type_size(dd_type_real(type));
        void *A = tsqr_dense(type, m, n), *B = tsqr_dense(type, m, p), *X = tsqr_dense(type, n, p), *rho = tsqr_dense(type, p, 1);
        tsqr_fill(&g, i % 3 == 0 ? TSQR_COLUMNS : TSQR_UNIFORM, type, m, n, A);
        tsqr_fill(&g, TSQR_UNIFORM, type, m, p, B);
        solve(&plan, type, (ddblasLayout_t)(i % 2), m, n, p, A, B, X, rho);
        for (int64_t j = 0; j < p; j++)
        {
            const struct dd_lstsq_error e =
                dd_oracle_lstsq_error(type, m, n, A, (char *)B + (size_t)(j * m) * size, (char *)X + (size_t)(j * n) * size,
                                      (char *)rho + (size_t)j * real);
            note(&most, e.residual);
            if (!(e.forward <= tsqr_bound(DD_ROUTINE_lstsq, type, m, n) &&
                  e.residual <= tsqr_bound(DD_ROUTINE_lstsq, type, m, n)))
                fail_msg("lstsq type %d m = %lld n = %lld: forward %g residual %g condition %g", (int)type, (long long)m,
                         (long long)n, e.forward, e.residual, e.condition);
        }
        solve(&plan, type, (ddblasLayout_t)(i % 2), m, n, p, A, B, X, NULL);
        free(A);
        free(B);
        free(X);
        free(rho);
    }
    printf("least squares: residual norms within %.3f n u (||b|| + ||A|| ||x||)\n", most);
}

/* Right-hand sides whose squares leave the range: the residual norm does not. */
static void residuals_of_every_size(void **state)
{
    (void)state;
    const int64_t m = 50, n = 5;
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int sign = -1; sign <= 1; sign += 2)
        {
            const ddblasType_t type = tsqr_types[t];
            const int exponent = sign * (dd_type_is_single(type) ? 90 : 600);
            void *A = tsqr_dense(type, m, n), *B = tsqr_dense(type, m, 1), *X = tsqr_dense(type, n, 1),
                 *rho = tsqr_dense(type, 1, 1);
            tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
            for (int64_t i = 0; i < m; i++)
                dd_element_set(type, B, i, cuddLdexp(cuddFromDouble(dd_random_unit(&g) - 0.5), exponent), cuddFromDouble(0.0));
            solve(NULL, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 1, A, B, X, rho);
            const struct dd_lstsq_error e = dd_oracle_lstsq_error(type, m, n, A, B, X, rho);
            if (!(e.forward <= tsqr_bound(DD_ROUTINE_lstsq, type, m, n) &&
                  e.residual <= tsqr_bound(DD_ROUTINE_lstsq, type, m, n)))
                fail_msg("type %d, b of size 2^%d: forward %g, residual %g", (int)type, exponent, e.forward, e.residual);
            free(A);
            free(B);
            free(X);
            free(rho);
        }
}

/* Wampler's fits: x = 0 .. 20, degree 5; y1 = sum x^k, y2 = sum (x / 10)^k. The exact coefficients
 * are 1 and 10^-k. */
enum
{
    WAMPLER_ROWS = 21,
    WAMPLER_COLUMNS = 6,
    WAMPLER_FITS = 2
};

struct wampler
{
    cuddreal A[WAMPLER_ROWS * WAMPLER_COLUMNS], B[WAMPLER_FITS * WAMPLER_ROWS], X[WAMPLER_FITS * WAMPLER_COLUMNS],
        rho[WAMPLER_FITS];
};

/* Row i is that of x = order[i]. */
static void set_wampler(struct wampler *w, const int *order)
{
    for (int i = 0; i < WAMPLER_ROWS; i++)
    {
        cuddreal power = cuddFromDouble(1.0), tenth = power, y1 = cuddFromDouble(0.0), y2 = y1;
        for (int k = 0; k < WAMPLER_COLUMNS; k++)
        {
            w->A[i + WAMPLER_ROWS * k] = power;
            y1 = cuddAdd(y1, power);
            y2 = cuddAdd(y2, cuddDiv(power, tenth));
            power = cuddMulD(power, (double)order[i]);
            tenth = cuddMulD(tenth, 10.0);
        }
        w->B[i] = y1;
        w->B[WAMPLER_ROWS + i] = y2;
    }
}

static void solve_wampler(const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, struct wampler *w)
{
    solve(plan, DDBLAS_TYPE_W, layout, WAMPLER_ROWS, WAMPLER_COLUMNS, WAMPLER_FITS, w->A, w->B, w->X, w->rho);
}

/* The largest relative error of a coefficient. */
static double error_of_wampler(const struct wampler *w)
{
    double most = 0.0;
    cuddreal power = cuddFromDouble(1.0);
    for (int k = 0; k < WAMPLER_COLUMNS; k++)
    {
        note(&most, fabs(cuddToDouble(cuddSub(w->X[k], cuddFromDouble(1.0)))));
        note(&most, fabs(cuddToDouble(cuddSub(cuddMul(w->X[WAMPLER_COLUMNS + k], power), cuddFromDouble(1.0)))));
        power = cuddMulD(power, 10.0);
    }
    return most;
}

/* Solves for B - A X, by gemm, and adds. */
static void refine_wampler(const ddblasTsqrPlan_t *plan, struct wampler *w)
{
    const cuddreal one = cuddFromDouble(1.0), minus = cuddNeg(one);
    const ddblasLayout_t layout = DDBLAS_LAYOUT_COLUMN_MAJOR;
    struct wampler rest = *w;
    struct tsqr_matrix a = tsqr_matrix_new(h, DDBLAS_TYPE_W, layout, WAMPLER_ROWS, WAMPLER_COLUMNS, 1, w->A),
                       b = tsqr_matrix_new(h, DDBLAS_TYPE_W, layout, WAMPLER_ROWS, WAMPLER_FITS, 2, w->B),
                       x = tsqr_matrix_new(h, DDBLAS_TYPE_W, layout, WAMPLER_COLUMNS, WAMPLER_FITS, 1, w->X);
    dd_must(h,
            ddblasWgemm(h, DDBLAS_OP_N, DDBLAS_OP_N, WAMPLER_ROWS, WAMPLER_FITS, WAMPLER_COLUMNS, &minus, a.at, a.ld, x.at, x.ld,
                        &one, b.at, b.ld),
            "gemm");
    tsqr_matrix_get(&b, rest.B);
    solve_wampler(plan, layout, &rest);
    for (int k = 0; k < WAMPLER_FITS * WAMPLER_COLUMNS; k++)
        w->X[k] = cuddAdd(w->X[k], rest.X[k]);
    tsqr_matrix_free(&a);
    tsqr_matrix_free(&b);
    tsqr_matrix_free(&x);
}

static void wampler(void **state)
{
    (void)state;
    int order[WAMPLER_ROWS];
    struct wampler w;
    for (int i = 0; i < WAMPLER_ROWS; i++)
        order[i] = i;
    for (int layout = 0; layout < TSQR_LAYOUTS; layout++)
        for (int design = 0; design < tsqr_designs(h); design++)
        {
            const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)design};
            set_wampler(&w, order);
            solve_wampler(&plan, (ddblasLayout_t)layout, &w);
            const double error = error_of_wampler(&w);
            if (!(error <= 1e-25))
                fail_msg("Wampler: relative error %g of a coefficient", error);
            assert_true(w.rho[0].x <= 1e-23 && w.rho[1].x <= 1e-28); /* the fits are exact: ||b|| is 4e6 and 60 */
        }
}

/* With one step of refinement every digit is right in any order of the rows. */
static void wampler_refined(void **state)
{
    (void)state;
    int order[WAMPLER_ROWS];
    struct wampler w;
    double most[2] = {0.0, 0.0};
    for (int i = 0; i < WAMPLER_ROWS; i++)
        order[i] = i;
    for (int64_t trial = 0; trial < 400 / dd_test_scale(); trial++)
    {
        const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)(trial % tsqr_designs(h))};
        for (int i = WAMPLER_ROWS - 1; i > 0; i--)
        {
            const int64_t other = dd_random_int(&g, 0, i);
            const int moved = order[i];
            order[i] = order[other];
            order[other] = moved;
        }
        set_wampler(&w, order);
        solve_wampler(&plan, DDBLAS_LAYOUT_COLUMN_MAJOR, &w);
        note(&most[0], error_of_wampler(&w));
        refine_wampler(&plan, &w);
        const double error = error_of_wampler(&w);
        note(&most[1], error);
        if (!(error <= 1e-25))
            fail_msg("Wampler, refined: relative error %g of a coefficient", error);
    }
    printf("Wampler in any order: %.2g, refined %.2g\n", most[0], most[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(implicit), cmocka_unit_test(least_squares),   cmocka_unit_test(residuals_of_every_size),
        cmocka_unit_test(wampler),  cmocka_unit_test(wampler_refined),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
