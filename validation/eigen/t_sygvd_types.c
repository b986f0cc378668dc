/*
 * sygvd and hegvd in S, D, C and Z, by LAPACK and cuSOLVER, on the engine that DDBLAS_TEST_ENGINE
 * names: residuals and normalisation in MPFR, known eigenvalues of pairs of integer matrices, B
 * that is not positive definite, NaN and Inf, arguments, bits, workspaces, failing allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eigen_settings.h"
#include "handle.h"
#include "oracle.h"
#include "poison.h"
#include "settings.h"
#include "sygvd_case.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

static ddblasEigType_t type_of(int number) { return (ddblasEigType_t)(DDBLAS_EIG_TYPE_1 + number % 3); }

/* One of the 24 combinations of types, types of problem and triangles. */
static struct eigen_case *new_case(int form, int64_t n, int64_t pad)
{
    return sygvd_case_new(types[form % 4], type_of(form / 4), form / 12 % 2, n, pad);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* Products of numbers near the ends of the range leave the range in which the bounds hold, and
 * those of graded matrices do in S and C. */
static int is_in_range(enum eigen_family family)
{
    return family != EIGEN_TINY && family != EIGEN_HUGE && family != EIGEN_GRADED_DOWN && family != EIGEN_GRADED_UP;
}

/* B has one of the kinds whose condition single precision resolves: near the identity, 1 .. n,
 * clusters, 1-2-1. */
static double judge_family(enum eigen_family family, int64_t n, int form, uint64_t seed)
{
    struct dd_random g;
    dd_random_start(&g, seed + (uint64_t)(n * 64 + family));
    struct eigen_case *c = new_case(form, n, form % 5 == 0 ? 0 : form % 3);
    sygvd_case_fill(c, &g, family, ((int)family + form) % 4);
    const double error = sygvd_case_judge(h, c, eigen_family_name(family), seed);
    eigen_case_free(c);
    return error;
}

static void families(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 8, 21, 40};
    (void)state;
    const uint64_t seed = dd_random_seed(1251);
    double worst = 0.0;
    int form = 0;
    for (int s = 0; s < 6; s++)
        for (int family = 0; family < EIGEN_FAMILIES; family++)
            for (int turn = 0; turn < (s < 4 ? 6 : 2) && is_in_range((enum eigen_family)family); turn++, form += 5)
                worst = fmax(worst, judge_family((enum eigen_family)family, orders[s], form % 24, seed));
    print_message("largest error: %.3f of the bound\n", worst);
}

/* The oracle notices an element of a vector that is wrong by 1000 bounds. */
static void wrong_vector(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1252);
    for (int form = 0; form < 12; form++)
    {
        struct eigen_case *c = new_case(form, 12, 0);
        sygvd_case_fill(c, &g, EIGEN_RANDOM, 0);
        dd_must(h, eigen_case_run(h, c), "right");
        const double bound = sygvd_case_bound(c, DD_ROUTINE_sygvd);
        const struct dd_parts x = dd_parts_load(c->type, c->result, 3 + 7 * c->lda);
        const double wrong = x.re[0] + 1e3 * bound * dd_oracle_unit(c->type);
        dd_element_set(c->type, c->result, 3 + 7 * c->lda, cuddFromDouble(wrong), cuddFromDouble(x.im[0]));
        assert_true(sygvd_case_error(c) > 1.0);
        eigen_case_free(c);
    }
}

/* Pairs of integers, whose eigenvalues are the integers `values`: an error of at most c t |w|
 * |B^-1| in type 1, c t (|A| + |lambda| |B^-1|) in types 2 and 3, with |B^-1| <= n (n + 1) / 2, t =
 * trace(B) = 2 n - 1, and |A| <= n times the sum of moduli of the values, twice that in type 1.
 * With and without vectors. */
static void known_spectra(void **state)
{
    static const int64_t orders[] = {1, 5, 20};
    (void)state;
    for (int k = 0; k < 72; k++)
    {
        const int64_t n = orders[k / 24];
        struct eigen_case *c = new_case(k, n, k % 3);
        int64_t values[20];
        double sum = 0.0;
        for (int64_t i = 0; i < n; i++)
        {
            values[i] = 3 * (i / 2) - n;
            sum += fabs((double)values[i]);
        }
        sygvd_case_fill_integers(c, values);
        const double inverse = 0.5 * (double)(n * (n + 1)), t = (double)(2 * n - 1);
        const double factor = sygvd_case_bound(c, DD_ROUTINE_sygvd) * dd_oracle_unit(c->type) * t;
        for (int turn = 0; turn < 2; turn++)
        {
            c->jobz = turn ? DDBLAS_EIG_MODE_NOVECTOR : DDBLAS_EIG_MODE_VECTOR;
            dd_must(h, eigen_case_run(h, c), "integers");
            assert_int_equal(c->info, 0);
            for (int64_t i = 0; i < n; i++)
                assert_true(fabs(c->w[i].x - (double)values[i]) <= factor * (sum * ((double)n + inverse)));
        }
        assert_memory_equal(c->A, c->result, c->bytes);
        eigen_case_free(c);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

static void assert_nan(const struct eigen_case *c)
{
    for (int64_t k = 0; k < c->n; k++)
        assert_true(cuddIsNan(c->w[k]));
    assert_memory_equal(c->A, c->result, c->bytes);
}

/* The k-th leading minor of B is the first that is not positive: info is n + k, A stays as it was.
 * */
static void not_positive(void **state)
{
    static const int64_t minors[] = {1, 2, 10, 19, 20};
    (void)state;
    int64_t values[20] = {0};
    for (int form = 0; form < 120; form++)
    {
        const int64_t n = 20, at = minors[form % 5] - 1;
        struct eigen_case *c = new_case(form, n, 1);
        sygvd_case_fill_integers(c, values);
        dd_element_set(c->type, eigen_case_at(c->pair, at, at), 0, cuddFromDouble(at > 0 ? 1.0 : 0.0), cuddFromDouble(0.0));
        eigen_case_store(c->pair);
        c->jobz = form / 24 % 2 ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR;
        dd_must(h, eigen_case_run(h, c), "not positive definite");
        assert_int_equal(c->info, n + at + 1);
        assert_nan(c);
        eigen_case_free(c);
    }
}

/* NaN or Inf in A: info is 2 n + 1, and B becomes its factor. */
static void special_values(void **state)
{
    static const int64_t places[][2] = {{0, 0}, {5, 3}, {19, 19}, {19, 0}};
    (void)state;
    for (int k = 0; k < 48; k++)
    {
        const int64_t i = places[k % 4][0], j = places[k % 4][1], n = 20;
        int64_t values[20] = {0}, info = 7, found = -1;
        struct eigen_case *c = new_case(k / 2, n, 1);
        sygvd_case_fill_integers(c, values);
        const cuddreal value = k % 8 < 4 ? cuddNan() : cuddInf(), zero = cuddFromDouble(0.0);
        dd_element_set(c->type, eigen_case_at(c, i, j), 0, value, zero);
        dd_element_set(c->type, eigen_case_at(c, j, i), 0, value, zero);
        eigen_case_store(c);
        dd_must(h, eigen_case_run(h, c), "not finite");
        assert_int_equal(c->info, 2 * n + 1);
        assert_nan(c);
        void *factor = dd_poisoned(c->pair->bytes);
        struct dd_operand o[] = {dd_operand_written(c->pair->A, factor, c->pair->bytes),
                                 dd_operand_written(&info, &found, sizeof info)};
        dd_operands_put(h, o, 2, 0);
        dd_must(h, sygvd_call_potrf(h, c, o[0].at, o[1].at), "potrf");
        dd_operands_take(h, o, 2, 0);
        assert_int_equal(found, 0);
        assert_memory_equal(factor, c->pair->result, c->pair->bytes);
        free(factor);
        eigen_case_free(c);
    }
}

/* ---- arguments, bits, memory ----------------------------------------------------------------- */

static void refuse_all(char *memory)
{
    int64_t *info = (int64_t *)(void *)(memory + 3072);
    float *A = (float *)(void *)memory, *B = (float *)(void *)(memory + 1024), *w = (float *)(void *)(memory + 2048);
    const ddblasEigType_t one = DDBLAS_EIG_TYPE_1;
    const ddblasEigMode_t V = DDBLAS_EIG_MODE_VECTOR;
    const ddblasFillMode_t L = DDBLAS_FILL_MODE_LOWER;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    dd_refused(h, ddblasSsygvd(h, (ddblasEigType_t)4, V, L, 4, A, 4, B, 4, w, info), invalid, 2);
    dd_refused(h, ddblasSsygvd(h, one, (ddblasEigMode_t)2, L, 4, A, 4, B, 4, w, info), invalid, 3);
    dd_refused(h, ddblasSsygvd(h, one, V, (ddblasFillMode_t)2, 4, A, 4, B, 4, w, info), invalid, 4);
    dd_refused(h, ddblasSsygvd(h, one, V, L, -1, A, 4, B, 4, w, info), invalid, 5);
    dd_refused(h, ddblasSsygvd(h, one, V, L, 4, NULL, 4, B, 4, w, info), invalid, 6);
    dd_refused(h, ddblasSsygvd(h, one, V, L, 4, A, 3, B, 4, w, info), invalid, 7);
    dd_refused(h, ddblasSsygvd(h, one, V, L, 4, A, 4, NULL, 4, w, info), invalid, 8);
    dd_refused(h, ddblasSsygvd(h, one, V, L, 4, A, 4, B, 3, w, info), invalid, 9);
    dd_refused(h, ddblasSsygvd(h, one, V, L, 4, A, 4, B, 4, NULL, info), invalid, 10);
    dd_refused(h, ddblasSsygvd(h, one, V, L, 4, A, 4, B, 4, w, NULL), invalid, 11);
    assert_int_equal(ddblasSsygvd(h, one, V, L, 32001, A, 32001, B, 32001, w, info), DDBLAS_STATUS_NOT_SUPPORTED);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_all);
}

static struct eigen_case *random_case(int form, int64_t n)
{
    struct dd_random g;
    dd_random_start(&g, 1253);
    struct eigen_case *c = new_case(form, n, 2);
    sygvd_case_fill(c, &g, EIGEN_RANDOM, 0);
    return c;
}

static void same_bits(void **state)
{
    (void)state;
    for (int form = 0; form < 24; form += 5)
    {
        struct eigen_case *c = random_case(form, 40);
        c->jobz = form % 2 ? DDBLAS_EIG_MODE_NOVECTOR : DDBLAS_EIG_MODE_VECTOR;
        eigen_case_same_bits(h, c);
        eigen_case_free(c);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int form = 0; form < 4; form++)
    {
        struct eigen_case *c = random_case(5 * form, 25);
        eigen_case_without_memory(h, c);
        eigen_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families),     cmocka_unit_test(wrong_vector),       cmocka_unit_test(known_spectra),
        cmocka_unit_test(not_positive), cmocka_unit_test(special_values),     cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(same_bits),    cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("sygvd, S D C Z", tests, open_handle, close_handle);
}
