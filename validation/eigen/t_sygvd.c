/*
 * sygvd in W and hegvd in U, and the reduction sygst, on the engine that DDBLAS_TEST_ENGINE names:
 * residuals and normalisation in MPFR, known eigenvalues of pairs of integer matrices, B that is
 * not positive definite, NaN and Inf.
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
#include "oracle_generalized.h"
#include "poison.h"
#include "sygvd_case.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static const double unit = 0x1p-104;

static ddblasEigType_t type_of(int number) { return (ddblasEigType_t)(DDBLAS_EIG_TYPE_1 + number % 3); }

/* ---- residuals and normalisation ------------------------------------------------------------- */

/* Products of numbers near 2^-830 or 2^830 leave the range in which the bounds hold. */
static int is_in_range(enum eigen_family family) { return family != EIGEN_TINY && family != EIGEN_HUGE; }

/* One of the 12 combinations of types, triangles and types of problem. */
static double judge_family(enum eigen_family family, int64_t n, int form, uint64_t seed)
{
    struct dd_random g;
    dd_random_start(&g, seed + (uint64_t)(n * 64 + family));
    struct eigen_case *c = sygvd_case_new(types[form % 2], type_of(form / 2), form / 6 % 2, n, form % 5 == 0 ? 0 : form % 3);
    sygvd_case_fill(c, &g, family, (int)family + form);
    const double error = sygvd_case_judge(h, c, eigen_family_name(family), seed);
    eigen_case_free(c);
    return error;
}

static void small_families(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 8, 17, 21};
    (void)state;
    const uint64_t seed = dd_random_seed(1201);
    const int step = dd_test_scale() > 1 ? 9 : 1;
    double worst = 0.0;
    for (int s = 0; s < 6; s++)
        for (int family = 0; family < EIGEN_FAMILIES; family++)
            for (int form = (s + family) % step; form < 12 && is_in_range((enum eigen_family)family); form += step)
                worst = fmax(worst, judge_family((enum eigen_family)family, orders[s], form, seed));
    print_message("largest error: %.3f of the bound\n", worst);
}

/* Orders around the leaves and panels of both engines. */
static void families(void **state)
{
    static const int64_t orders[] = {32, 33, 49, 65, 97};
    (void)state;
    const uint64_t seed = dd_random_seed(1202);
    const int step = dd_test_scale() > 1 ? 11 : 2;
    double worst = 0.0;
    int form = 0;
    for (int s = 0; s < 5; s++)
        for (int family = s; family < EIGEN_FAMILIES; family += step, form += 5)
            if (is_in_range((enum eigen_family)family))
                worst = fmax(worst, judge_family((enum eigen_family)family, orders[s], form % 12, seed));
    print_message("largest error: %.3f of the bound\n", worst);
}

static void large(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int form = 0; form < 12; form += 5)
        worst = fmax(worst, judge_family(EIGEN_RANDOM, dd_test_scale() > 1 ? 100 : 200, form, 1203));
    print_message("largest error: %.3f of the bound\n", worst);
}

/* The oracle notices an element of a vector that is wrong in its 20th digit. */
static void wrong_vector(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1204);
    for (int itype = 0; itype < 3; itype++)
    {
        struct eigen_case *c = sygvd_case_new(DDBLAS_TYPE_W, type_of(itype), 0, 20, 0);
        sygvd_case_fill(c, &g, EIGEN_RANDOM, 1);
        (void)sygvd_case_judge(h, c, "right", 1204);
        cuddreal *x = (cuddreal *)c->result + 7 * c->lda;
        x[3] = cuddAdd(x[3], cuddMulD(x[3], 1e-20));
        const struct dd_generalized_error e =
            dd_oracle_generalized_error(c->type, c->itype, c->n, c->full, c->pair->full, c->result, c->w);
        assert_true(e.residual > sygvd_case_bound(c, DD_ROUTINE_sygvd));
        assert_true(e.normalization > sygvd_case_bound(c, DD_ROUTINE_sygvd));
        eigen_case_free(c);
    }
}

/* ---- known eigenvalues ----------------------------------------------------------------------- */

static double square_sum(const struct eigen_case *c)
{
    double sum = 0.0;
    for (int64_t k = 0; k < c->n * c->n; k++)
    {
        const struct dd_parts a = dd_parts_load(c->type, c->full, k);
        sum += a.re[0] * a.re[0] + a.im[0] * a.im[0];
    }
    return sum;
}

/* The errors of w against the integers: at most c t |w| |B^-1| in type 1, c t (|A| + |lambda|
 * |B^-1|) in types 2 and 3, with |B^-1| <= n (n + 1) / 2 and t = trace(B) = 2 n - 1. */
static void judge_values(const struct eigen_case *c, const int64_t *values)
{
    const double n = (double)c->n, inverse = 0.5 * n * (n + 1.0);
    const double factor = sygvd_case_bound(c, DD_ROUTINE_sygvd) * unit * (2.0 * n - 1.0);
    for (int64_t k = 0; k < c->n; k++)
    {
        const double error = fabs(cuddSubD(c->w[k], (double)values[k]).x);
        const double scale = c->itype == DDBLAS_EIG_TYPE_1 ? dd_oracle_norm_of_values(c->n, c->w) * inverse
                                                           : sqrt(square_sum(c)) + fabs((double)values[k]) * inverse;
        if (!(error <= factor * scale))
            fail_msg("type %d, n = %d: eigenvalue %d errs by %g, more than %g", (int)c->itype, (int)c->n, (int)k, error,
                     factor * scale);
    }
}

static void known_spectra(void **state)
{
    static const int64_t orders[] = {1, 5, 40, 70};
    (void)state;
    for (int k = 0; k < 48; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const int64_t n = orders[k / 12];
        struct eigen_case *c = sygvd_case_new(types[k % 2], type_of(k / 2), k / 6 % 2, n, k % 3);
        int64_t values[70];
        for (int64_t i = 0; i < n; i++) /* Ascending, with pairs of equal ones. */
            values[i] = 3 * (i / 2) - n;
        sygvd_case_fill_integers(c, values);
        (void)sygvd_case_judge(h, c, "integers", 0);
        judge_values(c, values);
        c->jobz = DDBLAS_EIG_MODE_NOVECTOR;
        dd_must(h, eigen_case_run(h, c), "without vectors");
        assert_int_equal(c->info, 0);
        judge_values(c, values);
        eigen_case_free(c);
    }
}

/* ---- the reduction --------------------------------------------------------------------------- */

/* The element in the triangle `uplo` of an array with this leading dimension. */
static cuddcomplex stored(const struct eigen_case *c, const void *array, int64_t lda, int64_t i, int64_t j)
{
    const struct dd_parts a = dd_parts_load(c->type, array, i + j * lda);
    return cuddcMake(cuddMake(a.re[0], a.re[1]), cuddMake(a.im[0], a.im[1]));
}

/* Full matrices: C with all elements, and L, which is U^H if the triangle is upper. */
static void expand(const struct eigen_case *c, void *C, void *L)
{
    const int lower = c->uplo == DDBLAS_FILL_MODE_LOWER;
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->n; i++)
        {
            const int mirrored = lower ? i < j : i > j;
            cuddcomplex a = stored(c, c->result, c->lda, mirrored ? j : i, mirrored ? i : j);
            if (mirrored)
                a = cuddcConj(a);
            dd_element_set(c->type, C, i + j * c->n, a.x, a.y);
            cuddcomplex l =
                i < j ? cuddcFromDoubles(0.0, 0.0) : stored(c, c->pair->result, c->pair->lda, lower ? i : j, lower ? j : i);
            if (!lower)
                l = cuddcConj(l);
            dd_element_set(c->type, L, i + j * c->n, l.x, l.y);
        }
}

static double judge_reduction(enum eigen_family family, int64_t n, int form, uint64_t seed)
{
    struct dd_random g;
    dd_random_start(&g, seed + (uint64_t)(n * 64 + family));
    struct eigen_case *c = sygvd_case_new(types[form % 2], type_of(form / 2), form / 6 % 2, n, form % 3);
    sygvd_case_fill(c, &g, family, (int)family + form);
    sygvd_case_reduce(h, c);
    void *C = dd_poisoned((size_t)(n * n) * c->size), *L = dd_poisoned((size_t)(n * n) * c->size);
    expand(c, C, L);
    for (int64_t k = 0; k < n; k++) /* A real diagonal. */
    {
        const struct dd_parts a = dd_parts_load(c->type, C, k + k * n);
        assert_true(a.im[0] == 0.0 && a.im[1] == 0.0);
    }
    const double error = dd_oracle_reduction_error(c->type, c->itype, n, c->full, L, C),
                 bound = sygvd_case_bound(c, DD_ROUTINE_sygst);
    if (!(error <= bound))
        fail_msg("sygst type %d uplo %d n=%d, %s: %g u, above %g", (int)c->itype, (int)c->uplo, (int)n, eigen_family_name(family),
                 error, bound);
    free(C);
    free(L);
    eigen_case_free(c);
    return error / bound;
}

static void reduction(void **state)
{
    static const int64_t orders[] = {1, 2, 16, 17, 40, 65, 97};
    (void)state;
    const uint64_t seed = dd_random_seed(1205);
    double worst = 0.0;
    for (int s = 0; s < 7; s++)
        for (int form = 0; form < 12; form++)
        {
            if (dd_test_leaves_out(12 * s + form))
                continue;
            static const enum eigen_family family[] = {EIGEN_RANDOM, EIGEN_GRADED_DOWN, EIGEN_GRADED_UP, EIGEN_CLUSTER_20};
            worst = fmax(worst, judge_reduction(family[(s + form) % 4], orders[s], form, seed));
        }
    print_message("largest error: %.3f of the bound\n", worst);
}

/* Pairs of integers whose reduced matrix is diagonal: sygst is exact, as the factor is. */
static void exact_reduction(void **state)
{
    (void)state;
    for (int form = 0; form < 12; form++)
    {
        struct eigen_case *c = sygvd_case_new(types[form % 2], type_of(form / 2), form / 6, 45, 2);
        int64_t values[45];
        for (int64_t i = 0; i < 45; i++)
            values[i] = (i * 17) % 101 - 50;
        sygvd_case_fill_integers(c, values);
        sygvd_case_reduce(h, c);
        for (int64_t j = 0; j < 45; j++)
            for (int64_t i = 0; i < 45; i++)
                if (form / 6 ? i <= j : i >= j)
                {
                    const struct dd_parts a = dd_parts_load(c->type, c->result, i + j * c->lda);
                    assert_true(a.re[0] == (i == j ? (double)values[i] : 0.0) && a.re[1] == 0.0);
                    assert_true(a.im[0] == 0.0 && a.im[1] == 0.0);
                }
        eigen_case_free(c);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static void assert_nan(const struct eigen_case *c)
{
    for (int64_t k = 0; k < c->n; k++)
        assert_true(cuddIsNan(c->w[k]));
}

/* The k-th leading minor of B is the first that is not positive: info is n + k, A stays as it was,
 * and B is as potrf leaves it. */
static void not_positive(void **state)
{
    static const int64_t minors[] = {1, 2, 20, 39, 40};
    (void)state;
    int64_t values[40] = {0};
    for (int form = 0; form < 60; form++)
    {
        if (dd_test_leaves_out(form))
            continue;
        const int64_t n = 40, at = minors[form % 5] - 1;
        struct eigen_case *c = sygvd_case_new(types[form / 5 % 2], type_of(form / 10), form / 30, n, 1);
        sygvd_case_fill_integers(c, values);
        dd_element_set(c->type, eigen_case_at(c->pair, at, at), 0, cuddFromDouble(at > 0 ? 1.0 : 0.0), cuddFromDouble(0.0));
        eigen_case_store(c->pair);
        c->jobz = form % 2 ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR;
        dd_must(h, eigen_case_run(h, c), "not positive definite");
        assert_int_equal(c->info, n + at + 1);
        assert_memory_equal(c->A, c->result, c->bytes);
        assert_nan(c);
        int64_t info = 7, found = 0;
        void *factor = dd_poisoned(c->pair->bytes);
        struct dd_operand o[] = {dd_operand_written(c->pair->A, factor, c->pair->bytes),
                                 dd_operand_written(&info, &found, sizeof info)};
        dd_operands_put(h, o, 2, 0);
        dd_must(h, sygvd_call_potrf(h, c, o[0].at, o[1].at), "potrf");
        dd_operands_take(h, o, 2, 0);
        assert_int_equal(found, at + 1);
        assert_memory_equal(factor, c->pair->result, c->pair->bytes);
        free(factor);
        eigen_case_free(c);
    }
}

/* NaN or Inf in A: info is 2 n + 1. NaN in B: info is n + k, with k at most its larger index. */
static void special_values(void **state)
{
    static const int64_t places[][2] = {{0, 0}, {5, 3}, {39, 39}, {39, 0}};
    (void)state;
    for (int k = 0; k < 48; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const int64_t i = places[k % 4][0], j = places[k % 4][1], n = 40;
        const int in_b = k / 4 % 2;
        struct dd_random g;
        dd_random_start(&g, 1206);
        struct eigen_case *c = sygvd_case_new(types[k / 8 % 2], type_of(k / 16), k % 2, n, 1), *to = in_b ? c->pair : c;
        sygvd_case_fill(c, &g, EIGEN_RANDOM, 1);
        const cuddreal value = in_b || k % 3 ? cuddNan() : cuddInf(), zero = cuddFromDouble(0.0);
        dd_element_set(c->type, eigen_case_at(to, i, j), 0, value, zero);
        dd_element_set(c->type, eigen_case_at(to, j, i), 0, value, zero);
        eigen_case_store(to);
        dd_must(h, eigen_case_run(h, c), "not finite");
        assert_nan(c);
        if (in_b)
            assert_true(c->info > n && c->info <= n + i + 1);
        else
            assert_int_equal(c->info, 2 * n + 1);
        eigen_case_free(c);
    }
}

/* The imaginary parts of Hermitian diagonals are not read. */
static void imaginary_diagonals(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1207);
    for (int itype = 0; itype < 3; itype++)
    {
        struct eigen_case *c = sygvd_case_new(DDBLAS_TYPE_U, type_of(itype), itype % 2, 40, 0);
        sygvd_case_fill(c, &g, EIGEN_RANDOM, 3);
        for (int64_t k = 0; k < 40; k++)
        {
            ((cuddcomplex *)c->A)[k + k * c->lda].y = cuddNan();
            ((cuddcomplex *)c->pair->A)[k + k * c->pair->lda].y = cuddNan();
        }
        (void)sygvd_case_judge(h, c, "imaginary parts on the diagonals", 1207);
        eigen_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_families),      cmocka_unit_test(families),      cmocka_unit_test(large),
        cmocka_unit_test(wrong_vector),        cmocka_unit_test(known_spectra), cmocka_unit_test(reduction),
        cmocka_unit_test(exact_reduction),     cmocka_unit_test(not_positive),  cmocka_unit_test(special_values),
        cmocka_unit_test(imaginary_diagonals),
    };
    choose_tests();
    return cmocka_run_group_tests_name("sygvd", tests, open_handle, close_handle);
}
