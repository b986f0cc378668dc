/*
 * The factorisations in S, D, C and Z, on the engine that DDBLAS_TEST_ENGINE names: residuals
 * against exact sums with the classical bounds, info of matrices without factors, leading
 * dimensions above the least. Arguments, bits and workspaces are tested with those of W and U.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "getrf_case.h"
#include "handle.h"
#include "inverse/inverse_case.h"
#include "oracle_qr.h"
#include "potrf_case.h"
#include "qr/qr_case.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

enum
{
    TYPES = 4
};

/* Around the blocks of LAPACK and OpenBLAS. */
static const int64_t sizes[] = {1, 2, 3, 5, 8, 17, 31, 32, 33, 64, 65, 130};

enum
{
    SIZES = sizeof sizes / sizeof *sizes,
    SAMPLES = 60
};

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

static void print_largest(const char *name, const double *largest)
{
    print_message("largest error of %s: S %.3g, D %.3g, C %.3g, Z %.3g units\n", name, largest[0], largest[1], largest[2],
                  largest[3]);
}

static void note(double *largest, double error) { *largest = fmax(*largest, error); }

static int all_nan(ddblasType_t type, const void *base, int64_t ld, int64_t rows, int64_t columns)
{
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
        {
            const char *at = (const char *)base + (size_t)(i + j * ld) * dd_type_size(type);
            const struct dd_number a = dd_number_load(type, at, 0);
            if (!isnan(a.re.x) || (dd_type_is_complex(type) && !isnan(a.im.x)))
                return 0;
        }
    return 1;
}

/* ---- Cholesky -------------------------------------------------------------------------------- */

/* posv, and potrs with its factor, which gives the same bits. */
static void cholesky(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1501);
    double factor[TYPES] = {0.0}, solution[TYPES] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t k = 0; k < 2 * TYPES * SIZES; k++)
    {
        const int t = (int)(k % TYPES);
        const int64_t n = sizes[k / TYPES % SIZES];
        if (dd_test_leaves_out(k))
            continue;
        struct potrf_case *c =
            potrf_case_new(POTRF_BOTH, types[t], uplo_of(k / TYPES / SIZES), n, dd_random_int(&g, 1, 9), k / TYPES % 3);
        potrf_case_fill(c, &g, 2 * n + 10, k / TYPES % 2 ? 12 : 0, 0);
        note(&factor[t], potrf_case_judge(h, c, &g, SAMPLES, "posv", seed));
        assert_int_equal(c->info, 0);
        note(&solution[t], potrf_case_judge_solution(c, c, &g, 10, "posv", seed));
        struct potrf_case *s = potrf_case_new(POTRF_SOLVE, c->type, c->uplo, n, c->nrhs, k / TYPES % 3);
        memcpy(s->A, c->result_A, c->bytes_A);
        memcpy(s->B, c->B, c->bytes_B);
        dd_must(h, potrf_case_run(h, s), "potrs");
        assert_memory_equal(s->result_B, c->result_B, c->bytes_B);
        for (int64_t i = 0; i < n; i++)
            assert_true(potrf_case_lower(c, c->result_A, i, i).im.x == 0.0);
        potrf_case_free(s);
        potrf_case_free(c);
    }
    print_largest("potrf", factor);
    print_largest("posv", solution);
}

/* The identity with -1 at one place of the diagonal: info names it, and B becomes NaN. */
static void indefinite(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1502);
    for (int k = 0; k < 2 * TYPES * 4; k++)
    {
        const int64_t n = 70, bad = (int64_t[]){0, 1, 40, 69}[k / TYPES % 4];
        struct potrf_case *c = potrf_case_new(POTRF_BOTH, types[k % TYPES], uplo_of(k / TYPES / 4), n, 3, 1);
        potrf_case_fill(c, &g, 2 * n, 0, 0);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = j; i < n; i++)
                potrf_case_put(c, c->A, i, j, cuddFromDouble(i != j ? 0.0 : i == bad ? -1.0 : 1.0), cuddFromDouble(0.0));
        dd_must(h, potrf_case_run(h, c), "indefinite");
        assert_int_equal(c->info, bad + 1);
        assert_true(all_nan(c->type, c->result_B, c->ldb, n, 3));
        potrf_case_free(c);
    }
}

/* ---- LU -------------------------------------------------------------------------------------- */

static void lu(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1503);
    double factor[TYPES] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t k = 0; k < 3 * TYPES * SIZES; k++)
    {
        const int t = (int)(k % TYPES), shape = (int)(k / TYPES / SIZES);
        const int64_t size = sizes[k / TYPES % SIZES], other = size + dd_random_int(&g, 1, 40);
        struct getrf_case *c = getrf_case_new(GETRF_FACTOR, types[t], DDBLAS_OP_N, shape == 1 ? other : size,
                                              shape == 2 ? other : size, 0, k / TYPES % 3);
        getrf_case_fill(c, &g, k / TYPES % 2 ? 12 : 0, 0);
        note(&factor[t], getrf_case_judge(h, c, &g, SAMPLES, "getrf", seed));
        assert_int_equal(c->info, 0);
        getrf_case_free(c);
    }
    print_largest("getrf", factor);
}

/* getrs with the factors of gesv, with each letter. */
static void solve_with_letters(const struct getrf_case *c, struct dd_random *g, double *largest, uint64_t seed)
{
    for (int op = 0; op < 3; op++)
    {
        struct getrf_case *s =
            getrf_case_new(GETRF_SOLVE, c->type, (ddblasOperation_t[]){DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C}[op], c->n, c->n,
                           c->nrhs, c->lda - dd_least_leading(c->n));
        memcpy(s->A, c->result_A, c->bytes_A);
        memcpy(s->B, c->B, c->bytes_B);
        memcpy(s->ipiv, c->ipiv, (size_t)c->n * sizeof *c->ipiv);
        dd_must(h, getrf_case_run(h, s), "getrs");
        note(largest, getrf_case_judge_solution(s, c, g, 6, "getrs", seed));
        if (op == 0)
            assert_memory_equal(s->result_B, c->result_B, c->bytes_B);
        getrf_case_free(s);
    }
}

static void lu_solutions(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1504);
    double solution[TYPES] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t k = 0; k < TYPES * SIZES; k++)
    {
        const int t = (int)(k % TYPES);
        const int64_t n = sizes[k / TYPES];
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[t], DDBLAS_OP_N, n, n, dd_random_int(&g, 1, 9), k / TYPES % 3);
        getrf_case_fill(c, &g, k / TYPES % 2 ? 8 : 0, 0);
        dd_must(h, getrf_case_run(h, c), "gesv");
        assert_int_equal(c->info, 0);
        note(&solution[t], getrf_case_judge_solution(c, c, &g, 10, "gesv", seed));
        solve_with_letters(c, &g, &solution[t], seed);
        getrf_case_free(c);
    }
    print_largest("gesv and getrs", solution);
}

/* The identity without one element of its diagonal is singular at that place. */
static void singular(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1505);
    for (int k = 0; k < TYPES * 4; k++)
    {
        const int64_t n = 70, zero = (int64_t[]){0, 1, 40, 69}[k / TYPES];
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[k % TYPES], DDBLAS_OP_N, n, n, 3, 1);
        getrf_case_fill(c, &g, 0, 0);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                dd_element_set(c->type, getrf_case_at(c, c->A, c->lda, i, j), 0, cuddFromDouble(i == j && i != zero ? 1.0 : 0.0),
                               cuddFromDouble(0.0));
        dd_must(h, getrf_case_run(h, c), "singular");
        assert_int_equal(c->info, zero + 1);
        assert_true(all_nan(c->type, c->result_B, c->ldb, n, 3));
        getrf_case_free(c);
    }
}

/* ---- QR -------------------------------------------------------------------------------------- */

static const int64_t shapes[][2] = {{1, 1}, {4, 1}, {1, 4}, {5, 3}, {3, 5}, {20, 20}, {33, 32}, {40, 70}, {90, 65}, {130, 40}};

enum
{
    SHAPES = sizeof shapes / sizeof *shapes
};

static struct qr_case *factored_case(ddblasType_t type, int64_t m, int64_t n, struct dd_random *g)
{
    struct qr_case *c = qr_case_new(QR_FACTOR, type, DDBLAS_SIDE_LEFT, DDBLAS_OP_N, m, n, 0, 2);
    qr_case_fill(c, g, QR_UNIFORM);
    return c;
}

static void qr(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1506);
    double largest[TYPES] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < TYPES * SHAPES; k++)
    {
        struct qr_case *c = factored_case(types[k % TYPES], shapes[k / TYPES][0], shapes[k / TYPES][1], &g);
        note(&largest[k % TYPES], qr_case_judge(h, c, "geqrf", seed));
        qr_case_free(c);
    }
    print_largest("geqrf, over k", largest);
}

/* X = Q^H C or Q C, or with Q from the right, which are their adjoints. */
static double error_of_product(const struct qr_case *c, const void *Q)
{
    const int64_t r = c->side == DDBLAS_SIDE_LEFT ? c->m : c->n, others = c->side == DDBLAS_SIDE_LEFT ? c->n : c->m;
    const int right = c->side == DDBLAS_SIDE_RIGHT, adjoint = right == (c->trans == DDBLAS_OP_N);
    void *before = qr_dense(c, c->C, c->ldc, c->m, c->n), *after = qr_dense(c, c->result_C, c->ldc, c->m, c->n);
    void *turned_Q = qr_adjoint(c->type, Q, r, r);
    void *turned_before = qr_adjoint(c->type, before, c->m, c->n), *turned_after = qr_adjoint(c->type, after, c->m, c->n);
    /* The reference multiplies with the adjoint of what it gets. */
    const double error = dd_oracle_adjoint_error(c->type, r, r, others, adjoint ? Q : turned_Q, right ? turned_before : before,
                                                 right ? turned_after : after);
    free(before);
    free(after);
    free(turned_Q);
    free(turned_before);
    free(turned_after);
    return error * (double)r / (double)c->k; /* In units of k u. */
}

static void products(void **state)
{
    static const int64_t product[][3] = {{1, 1, 1}, {6, 3, 5}, {40, 40, 7}, {70, 35, 20}};
    (void)state;
    const uint64_t seed = dd_random_seed(1507);
    double largest[TYPES] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < TYPES * 4 * 4; k++)
    {
        const int t = k % TYPES, form = k / TYPES % 4, right = form % 2;
        const int64_t r = product[k / TYPES / 4][0], reflectors = product[k / TYPES / 4][1], others = product[k / TYPES / 4][2];
        struct qr_case *f = factored_case(types[t], r, reflectors, &g);
        dd_must(h, qr_case_run(h, f), "geqrf");
        void *Q = qr_form(h, f, r);
        struct qr_case *c =
            qr_case_new(QR_MULTIPLY, types[t], right ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT, form / 2 ? DDBLAS_OP_C : DDBLAS_OP_N,
                        right ? others : r, right ? r : others, reflectors, 1);
        for (int64_t j = 0; j < reflectors; j++)
            memcpy(qr_case_at(c, c->A, c->lda, 0, j), qr_case_at(f, f->result_A, f->lda, 0, j), (size_t)r * c->size);
        memcpy(c->tau, f->result_tau, c->bytes_tau);
        qr_case_fill_c(c, &g, 0);
        dd_must(h, qr_case_run(h, c), "ormqr");
        const double error = error_of_product(c, Q);
        qr_judge(c, error, qr_bound(DD_ROUTINE_ormqr, types[t], r, reflectors), "a column of the product", "ormqr", seed);
        note(&largest[t], error);
        free(Q);
        qr_case_free(f);
        qr_case_free(c);
    }
    print_largest("ormqr, over k", largest);
}

/* The norm of the rows behind the solution, as an element of the real type. */
static union dd_element norm_behind(const struct qr_case *c, int64_t from, int64_t to, int64_t column)
{
    long double sum = 0.0L;
    for (int64_t i = from; i < to; i++)
    {
        const struct dd_number a = dd_number_load(c->type, qr_case_at(c, c->result_C, c->ldc, i, column), 0);
        sum += (long double)a.re.x * a.re.x + (long double)a.im.x * a.im.x;
    }
    return dd_element_integer(c->type == DDBLAS_TYPE_S || c->type == DDBLAS_TYPE_C ? DDBLAS_TYPE_S : DDBLAS_TYPE_D,
                              (double)sqrtl(sum), 0.0);
}

/* Least squares by A or A^H, against MPFR. */
static void judge_least_squares(const struct qr_case *c, const char *what, uint64_t seed)
{
    const int wide = c->m < c->n;
    const int64_t rows = wide ? c->n : c->m, columns = wide ? c->m : c->n;
    const double bound = qr_bound(DD_ROUTINE_gels, c->type, rows, columns);
    void *stored = qr_dense(c, c->A, c->lda, c->m, c->n), *turned = qr_adjoint(c->type, stored, c->m, c->n);
    void *b = qr_dense(c, c->C, c->ldc, rows, c->k), *x = qr_dense(c, c->result_C, c->ldc, columns, c->k);
    for (int64_t j = 0; j < c->k; j++)
    {
        const union dd_element rho = norm_behind(c, columns, rows, j);
        const struct dd_lstsq_error e =
            dd_oracle_lstsq_error(c->type, rows, columns, wide ? turned : stored, (const char *)b + (size_t)(j * rows) * c->size,
                                  (const char *)x + (size_t)(j * columns) * c->size, &rho);
        qr_judge(c, e.forward, bound, "x", what, seed);
        qr_judge(c, e.residual, bound, "the residual's norm", what, seed);
    }
    free(stored);
    free(turned);
    free(b);
    free(x);
}

/* Least norm: B x = b for B = A or A^H with fewer rows than columns, and x is B^H y for some y. */
static void judge_least_norm(const struct qr_case *c, const char *what, uint64_t seed)
{
    const int wide = c->m < c->n;
    const int64_t longer = wide ? c->n : c->m, shorter = wide ? c->m : c->n;
    const double bound = qr_bound(DD_ROUTINE_gels, c->type, longer, shorter);
    void *stored = qr_dense(c, c->A, c->lda, c->m, c->n), *turned = qr_adjoint(c->type, stored, c->m, c->n);
    void *tall = wide ? turned : stored; /* B^H. */
    void *b = qr_dense(c, c->C, c->ldc, shorter, c->k), *x = qr_dense(c, c->result_C, c->ldc, longer, c->k);
    void *y = calloc((size_t)shorter, c->size);
    assert_non_null(y);
    const union dd_element none = dd_element_integer(c->type, 0.0, 0.0);
    for (int64_t j = 0; j < c->k; j++)
    {
        /* The distance of x from all B^H y, over |x| and more. */
        const struct dd_lstsq_error e =
            dd_oracle_lstsq_error(c->type, longer, shorter, tall, (const char *)x + (size_t)(j * longer) * c->size, y, &none);
        qr_judge(c, e.residual, bound, "the distance from the least solution", what, seed);
        for (int64_t i = 0; i < shorter; i++)
        {
            struct dd_terms s;
            double row = 0.0, size = 0.0;
            dd_terms_start(&s);
            for (int64_t t = 0; t < longer; t++)
            {
                const struct dd_number a = dd_number_load(c->type, (const char *)tall + (size_t)(t + i * longer) * c->size, 1);
                const struct dd_number xt = dd_number_load(c->type, (const char *)x + (size_t)(t + j * longer) * c->size, 0);
                dd_terms_add(&s, a, xt);
                row += a.modulus.x * a.modulus.x;
                size += xt.modulus.x * xt.modulus.x;
            }
            dd_exact_zero(s.scale);
            dd_exact_add(s.scale, sqrt(row) * sqrt(size));
            const double error = dd_terms_error(
                &s, c->type, dd_number_load(c->type, (const char *)b + (size_t)(i + j * shorter) * c->size, 0), 0.0);
            dd_terms_end(&s);
            qr_judge(c, error, 2.0 * bound * (double)shorter, "an element of B x - b", what, seed);
        }
    }
    free(stored);
    free(turned);
    free(b);
    free(x);
    free(y);
}

static void least_squares(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1508);
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < TYPES * SHAPES * 2; k++)
    {
        const int adjoint = k / TYPES / SHAPES;
        const int64_t m = shapes[k / TYPES % SHAPES][0], n = shapes[k / TYPES % SHAPES][1];
        if (m * n > 2000) /* The reference is slow. */
            continue;
        struct qr_case *c =
            qr_case_new(QR_SOLVE, types[k % TYPES], DDBLAS_SIDE_LEFT, adjoint ? DDBLAS_OP_C : DDBLAS_OP_N, m, n, 2, 1);
        qr_case_fill(c, &g, QR_UNIFORM);
        for (int64_t i = 0; i < m && i < n; i++)
            qr_case_put(c, i, i, 4.0, 1.0);
        qr_case_fill_c(c, &g, 0);
        dd_must(h, qr_case_run(h, c), "gels");
        assert_int_equal(c->info, 0);
        if ((m >= n) == !adjoint)
            judge_least_squares(c, "least squares", seed);
        else
            judge_least_norm(c, "least norm", seed);
        qr_case_free(c);
    }
}

/* A column of zeros: info names it, and B becomes NaN. */
static void deficient(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1509);
    for (int k = 0; k < TYPES * 2; k++)
    {
        const int wide = k / TYPES;
        struct qr_case *c =
            qr_case_new(QR_SOLVE, types[k % TYPES], DDBLAS_SIDE_LEFT, DDBLAS_OP_N, wide ? 5 : 9, wide ? 9 : 5, 2, 1);
        qr_case_fill(c, &g, QR_UNIFORM);
        for (int i = 0; i < 9; i++)
            qr_case_put(c, wide ? 3 : i, wide ? i : 3, 0.0, 0.0);
        qr_case_fill_c(c, &g, 0);
        dd_must(h, qr_case_run(h, c), "deficient");
        assert_int_equal(c->info, 4);
        assert_true(all_nan(c->type, c->result_C, c->ldc, 9, 2));
        qr_case_free(c);
    }
}

/* ---- inverses -------------------------------------------------------------------------------- */

static void inverses(void **state)
{
    static const char *const names[] = {"trtri", "potri", "getri", "getri in place"};
    (void)state;
    const uint64_t seed = dd_random_seed(1510);
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int routine = INVERSE_TRTRI; routine <= INVERSE_GETRI_IN_PLACE; routine++)
    {
        double largest[TYPES] = {0.0};
        for (int64_t k = 0; k < TYPES * SIZES; k++)
        {
            const int t = (int)(k % TYPES);
            const ddblasDiagType_t diag = k / TYPES % 3 ? DDBLAS_DIAG_NON_UNIT : DDBLAS_DIAG_UNIT;
            struct inverse_case *c = inverse_case_new((enum inverse_routine)routine, types[t], uplo_of(k / TYPES), diag,
                                                      sizes[k / TYPES], k / TYPES % 3);
            inverse_case_fill(h, c, &g, k / TYPES % 2 ? 4 : 0);
            note(&largest[t], inverse_case_judge(h, c, &g, SAMPLES, names[routine], seed));
            inverse_case_free(c);
        }
        print_largest(names[routine], largest);
    }
}

/* A zero on the diagonal of the factor: info names it, and the result is NaN. */
static void zero_on_diagonal(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1511);
    for (int k = 0; k < 4 * TYPES; k++)
    {
        struct inverse_case *c =
            inverse_case_new((enum inverse_routine)(k / TYPES), types[k % TYPES], uplo_of(k), DDBLAS_DIAG_NON_UNIT, 40, 1);
        inverse_case_fill(h, c, &g, 0);
        inverse_case_put(c, 17, 17, cuddFromDouble(0.0), cuddFromDouble(0.0));
        inverse_case_put(c, 23, 23, cuddFromDouble(0.0), cuddFromDouble(0.0));
        dd_must(h, inverse_case_run(h, c), "a zero");
        assert_int_equal(c->info, 18);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->n; i++)
                assert_true(!inverse_case_writes(c, i, j) || isnan(inverse_case_result(c, i, j).re.x));
        inverse_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cholesky),     cmocka_unit_test(indefinite),       cmocka_unit_test(lu),
        cmocka_unit_test(lu_solutions), cmocka_unit_test(singular),         cmocka_unit_test(qr),
        cmocka_unit_test(products),     cmocka_unit_test(least_squares),    cmocka_unit_test(deficient),
        cmocka_unit_test(inverses),     cmocka_unit_test(zero_on_diagonal),
    };
    choose_tests();
    return cmocka_run_group_tests_name("factorisations of S, D, C, Z", tests, open_handle, close_handle);
}
