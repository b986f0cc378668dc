/*
 * syevx and heevx on the engine that DDBLAS_TEST_ENGINE names: residuals and orthogonality by exact
 * sums, and eigenvalues that are known, of matrices with simple, double and many-fold eigenvalues.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "few_case.h"
#include "handle.h"
#include "oracle_eigen.h"
#include "random.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

/* The pairs of a case are right: the residual by exact sums is at most the tolerance and what the
 * operator's products add, norms of residuals are those reported, and no eigenvalue was missed. */
static void judge(const struct few_case *c, enum few_family family)
{
    const double unit = 0x1p-104,
                 scale = fmax(fabs(few_eigenvalue(family, c->n, 0)), fabs(few_eigenvalue(family, c->n, c->n - 1)));
    const double tolerance = c->plan.tolerance > 0.0 ? c->plan.tolerance : fmax((double)c->n, 64.0) * unit;
    const struct dd_eigen_error e = dd_oracle_eigen_error_of(c->type, c->n, c->k, c->A, c->X, c->w);
    assert_int_equal(c->report.found, c->k);
    assert_true(c->report.calls > 0 && c->report.columns >= c->report.calls);
    assert_true(c->padding_kept);
    /* dd/few.h: the tolerance, and 132 u_w |A| |x| for the errors of a product by symm. */
    assert_true(e.residual * (double)c->n * unit <= tolerance * 2.0 + 200.0 * unit);
    assert_true(e.orthogonality <= 4.0);
    for (int64_t j = 0; j < c->k; j++)
    {
        const int64_t number = c->end == DDBLAS_EIG_LOWEST ? j : c->n - c->k + j;
        const double exact = few_eigenvalue(family, c->n, number), found = ldexp(c->w[j].x, -c->exponent);
        assert_true(fabs(found - exact) <= 1e-12 * scale + 2.0 * tolerance * scale);
        assert_true(c->residuals[j] <= tolerance * c->report.norm);
    }
}

static void run_and_judge(struct few_case *c, enum few_family family)
{
    assert_int_equal(few_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    judge(c, family);
    few_case_free(h, c);
}

static int64_t order_of(enum few_family family) { return family == FEW_HYPERCUBE ? 128 : family == FEW_GRID ? 121 : 100; }

/* Twelve values of the hypercube's lowest 1 + 7 + 21: the last cluster is larger than the block. */
static void families(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
        for (enum few_family family = 0; family < FEW_FAMILIES; family++)
            for (int end = 0; end < 2; end++)
            {
                if (dd_test_leaves_out(t + 2 * end + 4 * (int)family))
                    continue;
                struct few_case *c = few_case_new(h, types[t], family, order_of(family), family == FEW_HYPERCUBE ? 12 : 5, 0);
                c->end = end;
                run_and_judge(c, family);
            }
}

/* From order 1 on, as far as A is applied to the unit matrix, and beyond. */
static void small_orders(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
        for (int64_t n = 1; n <= 20; n++)
            for (int64_t k = 1; k <= n; k += n < 5 ? 1 : 4)
            {
                if (dd_test_leaves_out(t + 2 * (32 * n + k)))
                    continue;
                struct few_case *c = few_case_new(h, types[t], FEW_121, n, k, 0);
                c->end = n % 2 ? DDBLAS_EIG_LOWEST : DDBLAS_EIG_HIGHEST;
                c->ldx = n + 3;
                run_and_judge(c, FEW_121);
            }
}

static void extreme_norms(void **state)
{
    static const int exponents[] = {-830, 830, -101, 101};
    (void)state;
    for (int i = 0; i < 8; i++)
    {
        if (dd_test_leaves_out(i))
            continue;
        struct few_case *c = few_case_new(h, types[i % 2], FEW_GRID, 64, 3, exponents[i / 2]);
        run_and_judge(c, FEW_GRID);
    }
}

/* The smallest basis, a large one, one as large as the order, a wide block, a loose tolerance. */
static void plans(void **state)
{
    static const ddblasSyevxPlan_t plan[] = {
        {.block = 6, .basis = 18}, {.block = 6, .basis = 60}, {.block = 6, .basis = 200}, {.block = 20}, {.tolerance = 1e-10}};
    (void)state;
    for (size_t i = 0; i < sizeof plan / sizeof *plan; i++)
        for (int t = 0; t < 2; t++)
        {
            if (dd_test_leaves_out(t + 2 * (int64_t)i))
                continue;
            struct few_case *c = few_case_new(h, types[t], FEW_121, 100, 5, 0);
            c->plan = plan[i];
            run_and_judge(c, FEW_121);
        }
}

/* The preconditioner is the inverse of a matrix near A, so fewer products suffice. */
static void preconditioned(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
    {
        int64_t calls[2];
        for (int with = 0; with < 2; with++)
        {
            struct few_case *c = few_case_new(h, types[t], FEW_SQUARES, 100, 4, 0);
            c->preconditions = with;
            assert_int_equal(few_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            judge(c, FEW_SQUARES);
            calls[with] = c->report.calls;
            few_case_free(h, c);
        }
        print_message("calls without and with a preconditioner: %lld, %lld\n", (long long)calls[0], (long long)calls[1]);
    }
}

/* Vectors to begin with: those of the result, which end the call soon; eigenvectors of other
 * eigenvalues, which must not be taken for the wanted ones; dependent columns. */
static void guesses(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
    {
        struct few_case *c = few_case_new(h, types[t], FEW_121, 100, 5, 0);
        assert_int_equal(few_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        judge(c, FEW_121);
        const int64_t calls = c->report.calls;
        c->plan.guess = 1;
        assert_int_equal(few_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        judge(c, FEW_121);
        assert_true(c->report.calls < calls);
        c->end = DDBLAS_EIG_HIGHEST;
        assert_int_equal(few_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        judge(c, FEW_121);
        c->end = DDBLAS_EIG_LOWEST;
        memset(c->X, 0, (size_t)(c->n * c->k) * (t ? sizeof(cuddcomplex) : sizeof(cuddreal)));
        run_and_judge(c, FEW_121);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(families),       cmocka_unit_test(small_orders),
                                       cmocka_unit_test(extreme_norms),  cmocka_unit_test(plans),
                                       cmocka_unit_test(preconditioned), cmocka_unit_test(guesses)};
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
