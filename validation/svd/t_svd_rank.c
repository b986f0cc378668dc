/*
 * rank, null and pinv in all types, on the engine that DDBLAS_TEST_ENGINE names: ranks, gaps, null
 * spaces and pseudo-inverses of all families against MPFR, exact integers with known answers,
 * tolerances, NaN and Inf.
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
#include "oracle.h"
#include "oracle_svd.h"
#include "poison.h"
#include "svd_rank_case.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z, DDBLAS_TYPE_S};

static double unit_of(const struct svd_case *a) { return (double)(a->m > a->n ? a->m : a->n) * dd_oracle_unit(a->type); }

static double bound_of_values(const struct svd_case *a)
{
    return dd_routine_bound(DD_ROUTINE_gesvd, a->type, (struct dd_bound_size){.m = a->m, .k = a->n});
}

static int is_standard(const struct svd_case *a) { return dd_type_real(a->type) != DDBLAS_TYPE_W; }

static void must_be_within(const struct svd_rank_case *c, int null, double error, const char *name, const char *what)
{
    const struct svd_case *a = c->matrix;
    const struct dd_bound_size size = {.m = a->m, .k = a->n};
    const double bound = dd_routine_bound(null ? DD_ROUTINE_null : DD_ROUTINE_pinv, a->type, size);
    if (!(error <= bound))
        fail_msg("%c %lld x %lld, %s: %s is %g max(m, n) u, above %g", dd_type_letter(a->type), (long long)a->m, (long long)a->n,
                 what, name, error, bound);
}

static struct svd_rank_case *family_case(ddblasType_t type, enum svd_rank_task task, enum svd_family family, int64_t m, int64_t n,
                                         int64_t pad)
{
    struct dd_random g;
    struct svd_rank_case *c = svd_rank_case_new(type, task, m, n, pad);
    dd_random_start(&g, 2921 + (uint64_t)((m + n) * 64 + family));
    svd_case_fill(c->matrix, &g, family);
    return c;
}

/* ---- judgement by exact singular values ------------------------------------------------------ */

/* The number of values above `cut`. */
static int64_t count_above(const cuddreal *s, int64_t order, double cut)
{
    int64_t count = 0;
    while (count < order && s[count].x > cut)
        count++;
    return count;
}

/* Values that are closer to the cut than 16 times their error may count or not. */
static void judge_rank(const struct svd_rank_case *c, const cuddreal *s, const char *what)
{
    const struct svd_case *a = c->matrix;
    const double unit = unit_of(a), tolerance = is_standard(a) ? 2.0 * unit : unit;
    const double cut = s[0].x * (c->tolerance < 0.0 ? tolerance : c->tolerance), room = bound_of_values(a) * unit * s[0].x;
    assert_int_equal(c->info, 0);
    const int64_t least = count_above(s, a->order, cut + 4.0 * room), most = count_above(s, a->order, cut - 0.25 * room);
    if (c->rank < least || c->rank > (cut > 0.25 * room || s[0].x == 0.0 ? most : a->order))
        fail_msg("%s, %lld x %lld: rank %lld, not %lld to %lld", what, (long long)a->m, (long long)a->n, (long long)c->rank,
                 (long long)least, (long long)most);
    for (int64_t side = 0; side < 2; side++)
    {
        const int64_t at = c->rank - 1 + side;
        const cuddreal exact = at < 0 || at == a->order ? cuddFromDouble(0.0) : s[at];
        assert_true(fabs(cuddSub(c->gap[side], exact).x) <= room);
    }
}

/* |A z| may exceed s[rank], to 12 digits, by the bound times the norm of A. */
static void judge_null_space(const struct svd_rank_case *c, double norm, const char *what)
{
    const struct svd_case *a = c->matrix;
    const int64_t basis = a->n - c->rank;
    void *A = svd_dense(a, a->A, a->m, a->n, a->lda), *Z = svd_rank_case_dense(c, basis);
    const struct dd_null_error e = dd_oracle_null_error(a->type, a->m, a->n, A, basis, Z);
    must_be_within(c, 1, e.orthogonal, "Z^H Z - I", what);
    must_be_within(c, 1, norm > 0.0 ? e.residual - (1.0 + 0x1p-40) * c->gap[1].x / norm / unit_of(a) : e.residual, "A Z", what);
    free(A);
    free(Z);
}

/* A^+ without the singular values below the cut is well determined only if there is a gap. In S, D,
 * C and Z the last value must also be well above the errors: |A^+| is that of the exact values. */
static double judge_inverse(const struct svd_rank_case *c, const cuddreal *s, const char *what)
{
    const struct svd_case *a = c->matrix;
    const double room = bound_of_values(a) * unit_of(a) * s[0].x;
    if (c->rank == 0 || (c->rank < a->order && s[c->rank].x > 0.5 * s[c->rank - 1].x) ||
        (is_standard(a) && s[c->rank - 1].x < 16.0 * room))
        return 0.0;
    void *A = svd_dense(a, a->A, a->m, a->n, a->lda), *X = svd_rank_case_dense(c, a->m);
    const double error = dd_oracle_pseudo_inverse_error(a->type, a->m, a->n, A, c->rank, X);
    must_be_within(c, 0, error, "X - A^+", what);
    free(A);
    free(X);
    return error;
}

static double norm_of(const cuddreal *s, int64_t order)
{
    double sum = 0.0;
    for (int64_t k = 0; k < order; k++)
        sum += pow(s[k].x / s[0].x, 2.0);
    return s[0].x > 0.0 ? s[0].x * sqrt(sum) : 0.0;
}

static double judge_tasks(ddblasType_t type, enum svd_family family, int64_t m, int64_t n, double tolerance)
{
    cuddreal s[64];
    double error = 0.0;
    for (int task = 0; task < RANK_TASKS; task++)
    {
        struct svd_rank_case *c = family_case(type, (enum svd_rank_task)task, family, m, n, family % 3);
        const char *what = svd_family_name(family);
        c->tolerance = tolerance;
        if (task == 0)
        {
            void *A = svd_dense(c->matrix, c->matrix->A, m, n, c->matrix->lda);
            dd_oracle_singular_values(type, m, n, A, s);
            free(A);
        }
        dd_must(h, svd_rank_case_run(h, c), what);
        judge_rank(c, s, what);
        if (task == RANK_NULL)
            judge_null_space(c, norm_of(s, c->matrix->order), what);
        if (task == RANK_PINV)
            error = judge_inverse(c, s, what);
        svd_rank_case_free(c);
    }
    return error;
}

/* Both methods of gesvd, all families. */
static void families(void **state)
{
    static const int64_t shapes[][2] = {{1, 1}, {6, 6}, {1, 5}, {5, 1}, {12, 7}, {7, 12}, {20, 20}, {36, 36}, {34, 40}, {45, 33}};
    (void)state;
    double worst = 0.0;
    for (int k = 0; k < 10; k++)
        for (int family = 0; family < SVD_FAMILIES; family++)
            for (int t = 0; t < 6; t++)
                if (!dd_test_leaves_out((k * SVD_FAMILIES + family) * 6 + t) &&
                    (k < 6   ? t < 2 || (t == 2 + (k + family) % 4 && family % 2 == k % 2)
                     : t > 0 ? t == 2 + (k + family) % 4 && family % 8 == k % 8
                             : (k == 6 || family % 4 == k % 4) && (dd_test_scale() == 1 || family % 3 == 0)))
                    worst = fmax(worst, judge_tasks(types[t], (enum svd_family)family, shapes[k][0], shapes[k][1], -1.0));
    print_message("largest error of X: %.2f max(m, n) u |A| |A^+|^2\n", worst);
}

/* Values of Hilbert's, Vandermonde's and Kahan's matrices between which a tolerance separates. */
static void tolerances(void **state)
{
    static const enum svd_family chosen[] = {SVD_HILBERT, SVD_VANDERMONDE, SVD_KAHAN, SVD_GEOMETRIC};
    (void)state;
    for (int k = 0; k < 4; k++)
        for (int digits = 1; digits < 28; digits += 5)
            (void)judge_tasks(types[digits % 2], chosen[k], 14, 14 - k % 2 * 4, pow(10.0, -digits));
    (void)judge_tasks(DDBLAS_TYPE_W, SVD_KAHAN, 40, 40, 0.01);
    (void)judge_tasks(DDBLAS_TYPE_W, SVD_HILBERT, 40, 40, 1e-20);
}

/* Values of diag(1, 1/2, ..., 1/128) count if they are above the tolerance, not if they are it. */
static void strict(void **state)
{
    (void)state;
    for (int k = 0; k < 48; k++)
    {
        struct svd_rank_case *c = svd_rank_case_new(types[k / 16 * 2 + k % 2], RANK_ALONE, 8, 8, 0);
        for (int64_t e = 0; e < 64; e++)
            dd_element_set(c->matrix->type, svd_case_at(c->matrix, e % 8, e / 8), 0,
                           cuddFromDouble(e % 9 == 0 ? ldexp(1.0, -(int)(e / 9)) : 0.0), cuddFromDouble(0.0));
        const int turn = k % 16;
        c->tolerance = turn < 2 ? 0.0 : ldexp(1.0, -(turn / 2));
        dd_must(h, svd_rank_case_run(h, c), "diagonal");
        assert_int_equal(c->rank, turn < 2 ? 8 : turn / 2);
        assert_true(c->gap[0].x == ldexp(1.0, 1 - (int)c->rank) && c->gap[0].y == 0.0);
        assert_true(c->gap[1].x == (turn < 2 ? 0.0 : c->tolerance) && c->gap[1].y == 0.0);
        svd_rank_case_free(c);
    }
}

/* ---- exact integers -------------------------------------------------------------------------- */

/* Sylvester's matrix: elements 1 and -1, orthogonal columns. */
static double hadamard(int64_t i, int64_t j)
{
    int odd = 0;
    for (int64_t bits = i & j; bits; bits &= bits - 1)
        odd = !odd;
    return odd ? -1.0 : 1.0;
}

/* Sum over l < rank of d(l)^power h_l(i) g_l(j) with columns h_l and g_l of Sylvester matrices and
 * d(l) = 1, 4, 16, 1, ...: with power 1 the matrix A of that rank, whose singular values are d(l)
 * sqrt(m n), and with power -1 A^+ transposed times m n. */
static double sum_of_hadamard(int64_t rank, int64_t i, int64_t j, int power)
{
    double sum = 0.0;
    for (int64_t l = 0; l < rank; l++)
        sum += ldexp(hadamard(i, l) * hadamard(j, l), (int)(l % 3) * 2 * power);
    return sum;
}

/* Elements times i^(row + column) are those of a complex matrix with the same singular values; the
 * pseudo-inverse has the conjugate powers. */
static void put_turned(ddblasType_t type, void *at, int64_t turns, double a)
{
    static const double re[] = {1.0, 0.0, -1.0, 0.0}, im[] = {0.0, 1.0, 0.0, -1.0};
    const int64_t t = dd_type_is_complex(type) ? (turns % 4 + 4) % 4 : 0;
    dd_element_set(type, at, 0, cuddFromDouble(re[t] * a), cuddFromDouble(im[t] * a));
}

static void fill_hadamard(struct svd_rank_case *c, int64_t rank)
{
    for (int64_t j = 0; j < c->matrix->n; j++)
        for (int64_t i = 0; i < c->matrix->m; i++)
            put_turned(c->matrix->type, svd_case_at(c->matrix, i, j), i + j, sum_of_hadamard(rank, i, j, 1));
}

/* ||X - A^+||_F and, in *norm, ||A^+||_F, whose elements are exact. */
static double distance_to_inverse(const struct svd_rank_case *c, int64_t rank, double *norm)
{
    const int64_t m = c->matrix->m, n = c->matrix->n;
    double sum = 0.0, all = 0.0;
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = 0; i < n; i++)
        {
            cuddcomplex element;
            const char *at = (const char *)c->Z + (size_t)(i + j * c->ldz) * c->matrix->size;
            const struct dd_parts x = dd_parts_load(c->matrix->type, at, 0);
            put_turned(DDBLAS_TYPE_U, &element, dd_type_is_complex(c->matrix->type) ? -i - j : 0,
                       sum_of_hadamard(rank, j, i, -1) / (double)(m * n));
            sum += pow(cuddSub(cuddMake(x.re[0], x.re[1]), element.x).x, 2.0);
            sum += pow(cuddSub(cuddMake(x.im[0], x.im[1]), element.y).x, 2.0);
            all += pow(element.x.x, 2.0) + pow(element.y.x, 2.0);
        }
    *norm = sqrt(all);
    return sqrt(sum);
}

/* The relative error of the smallest value that counts, which is s[0] / 16 or more. */
static double accuracy(const struct svd_case *a) { return fmax(1e-15, 16.0 * bound_of_values(a) * unit_of(a)); }

static void judge_hadamard(ddblasType_t type, int64_t m, int64_t n, int64_t rank)
{
    const double root = sqrt((double)(m * n));
    double norm = 0.0, inverse;
    for (int64_t l = 0; l < rank; l++)
        norm += ldexp(root * root, (int)(l % 3) * 4);
    norm = sqrt(norm);
    for (int task = 0; task < RANK_TASKS; task++)
    {
        struct svd_rank_case *c = svd_rank_case_new(type, (enum svd_rank_task)task, m, n, 1);
        fill_hadamard(c, rank);
        dd_must(h, svd_rank_case_run(h, c), "integers");
        assert_int_equal(c->info, 0);
        assert_int_equal(c->rank, rank);
        assert_true(fabs(c->gap[0].x / root - 1.0) < accuracy(c->matrix));
        assert_true(c->gap[1].x >= 0.0 && c->gap[1].x <= unit_of(c->matrix) * 16.0 * root);
        if (task == RANK_NULL)
            judge_null_space(c, norm, "integers");
        if (task == RANK_PINV)
        {
            const double error = distance_to_inverse(c, rank, &inverse);
            must_be_within(c, 0, error / norm / inverse / inverse / unit_of(c->matrix), "X - A^+", "integers");
        }
        svd_rank_case_free(c);
    }
}

/* Deficient by 1, by 9 and by half the order. */
static void exact_integers(void **state)
{
    static const int64_t shapes[][2] = {{16, 16}, {64, 64}, {64, 32}, {32, 64}, {128, 64}, {64, 128}, {256, 16}, {16, 256}};
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const int64_t order = shapes[k][0] < shapes[k][1] ? shapes[k][0] : shapes[k][1];
        judge_hadamard(types[k % 2], shapes[k][0], shapes[k][1], order - 1);
        judge_hadamard(types[2 + k % 4], shapes[k][0], shapes[k][1], order - 9);
        judge_hadamard(types[(k + 1) % 2], shapes[k][0], shapes[k][1], order - 9);
        if (dd_test_scale() == 1 || k < 3)
            judge_hadamard(types[k % 2], shapes[k][0], shapes[k][1], order / 2);
    }
}

/* Rank 0: all of Z, and X = 0. */
static void zero(void **state)
{
    static const int64_t shapes[][2] = {{7, 7}, {3, 9}, {40, 36}, {34, 50}};
    (void)state;
    for (int k = 0; k < 48; k++)
    {
        struct svd_rank_case *c = family_case(types[k / 16 * 2 + k / 4 % 2], k % 16 < 8 ? RANK_NULL : RANK_PINV, SVD_ZERO,
                                              shapes[k % 4][0], shapes[k % 4][1], 1);
        const struct svd_case *a = c->matrix;
        dd_must(h, svd_rank_case_run(h, c), "zero");
        assert_int_equal(c->info, 0);
        assert_int_equal(c->rank, 0);
        assert_true(c->gap[0].x == 0.0 && c->gap[1].x == 0.0);
        if (k % 16 < 8)
            judge_null_space(c, 0.0, "zero");
        else
            for (int64_t e = 0; e < a->n * a->m; e++)
            {
                const char *at = (const char *)c->Z + (size_t)(e % a->n + e / a->n * c->ldz) * a->size;
                const struct dd_parts x = dd_parts_load(a->type, at, 0);
                assert_true(x.re[0] == 0.0 && x.re[1] == 0.0 && x.im[0] == 0.0 && x.im[1] == 0.0);
            }
        svd_rank_case_free(c);
    }
}

/* ---- what is not stored ---------------------------------------------------------------------- */

/* Room for as many columns as the null space has, and for one column less. */
static void few_columns(void **state)
{
    static const int64_t shapes[][2] = {{16, 16}, {64, 64}, {64, 128}, {16, 64}};
    (void)state;
    for (int k = 0; k < 48; k++)
    {
        const int64_t m = shapes[k % 4][0], n = shapes[k % 4][1], rank = m - 9;
        struct svd_rank_case *c = svd_rank_case_new(types[k / 16 * 2 + k / 4 % 2], RANK_NULL, m, n, 0);
        fill_hadamard(c, rank);
        const int few = k / 8 % 2;
        c->columns = n - rank - few;
        c->z = (size_t)(c->ldz * c->columns) * c->matrix->size;
        dd_must(h, svd_rank_case_run(h, c), "few columns");
        assert_int_equal(c->info, few ? m + 2 : 0);
        assert_int_equal(c->rank, rank);
        assert_true(fabs(c->gap[0].x / sqrt((double)(m * n)) - 1.0) < accuracy(c->matrix));
        svd_rank_case_free(c);
    }
}

/* One NaN or Inf: info is min(m, n) + 1, the rank -1, gap NaN, and Z as it was. */
static void special_values(void **state)
{
    static const int64_t shapes[][2] = {{40, 40}, {20, 7}, {8, 36}};
    (void)state;
    for (int k = 0; k < 108; k++)
    {
        struct svd_rank_case *c = family_case(types[k / 36 * 2 + k / 3 % 2], (enum svd_rank_task)(k % 36 / 12), SVD_RANDOM,
                                              shapes[k % 3][0], shapes[k % 3][1], 1);
        const cuddreal value = k / 6 % 2 ? cuddNan() : cuddInf(), none = cuddFromDouble(0.0);
        const int imaginary = dd_type_is_complex(c->matrix->type) && k % 2;
        dd_element_set(c->matrix->type, svd_case_at(c->matrix, k % 2, k % 5), 0, imaginary ? none : value,
                       imaginary ? value : none);
        dd_must(h, svd_rank_case_run(h, c), "not finite"); /* It asserts that Z is as it was. */
        assert_int_equal(c->info, c->matrix->order + 1);
        assert_int_equal(c->rank, -1);
        assert_true(cuddIsNan(c->gap[0]) && cuddIsNan(c->gap[1]));
        svd_rank_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families),       cmocka_unit_test(tolerances), cmocka_unit_test(strict),
        cmocka_unit_test(exact_integers), cmocka_unit_test(zero),       cmocka_unit_test(few_columns),
        cmocka_unit_test(special_values),
    };
    choose_tests();
    return cmocka_run_group_tests_name("rank, null, pinv", tests, open_handle, close_handle);
}
