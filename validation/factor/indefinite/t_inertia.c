/*
 * The inertia from the factors of sytrf and hetrf, on the engine that DDBLAS_TEST_ENGINE names:
 * matrices whose numbers of positive, negative and zero eigenvalues are known, arguments, NaN.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "sytrf_case.h"

static ddblasStatus_t call(const struct sytrf_case *c, int64_t n, const void *A, int64_t lda, const int64_t *ipiv,
                           int64_t *counts)
{
    return c->kind == SYTRF_W ? ddblasWsytrfInertia(h, n, A, lda, ipiv, counts) : ddblasUhetrfInertia(h, n, A, lda, ipiv, counts);
}

/* The inertia from the factors of a case that has run. */
static void inertia_of(const struct sytrf_case *c, int64_t *counts)
{
    const int64_t before[3] = {-5, -5, -5};
    struct dd_operand o[] = {dd_operand_read(c->result_A, c->bytes_A), dd_operand_read(c->ipiv, (size_t)c->n * sizeof *c->ipiv),
                             dd_operand_written(before, counts, sizeof before)};
    dd_operands_put(h, o, 3, 0);
    dd_must(h, call(c, c->n, o[0].at, c->lda, o[1].at, o[2].at), "inertia");
    dd_operands_take(h, o, 3, 0);
}

static struct sytrf_case *case_of(int q, int64_t n)
{
    return sytrf_case_new(SYTRF_FACTOR, q % 2 ? SYTRF_HERMITIAN : SYTRF_W,
                          q / 2 % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, 0, q % 3);
}

static void assert_counts(const struct sytrf_case *c, int64_t positive, int64_t negative, int64_t zero)
{
    int64_t counts[3];
    inertia_of(c, counts);
    assert_int_equal(counts[0], positive);
    assert_int_equal(counts[1], negative);
    assert_int_equal(counts[2], zero);
}

/* (0 M; M^T 0) with M = diag(1, 2, ...), rows in pairs: every pivot is of order 2, and as many
 * eigenvalues are positive as negative. The rest of the diagonal has signs by its number mod 3. */
static void pairs_and_signs(void **state)
{
    static const int64_t pairs[] = {0, 1, 3, 20, 40}, singles[] = {0, 1, 2, 31, 300};
    (void)state;
    for (int q = 0; q < 4 * 25; q++)
    {
        const int64_t p = pairs[q / 4 % 5], s = singles[q / 20], n = 2 * p + s;
        struct sytrf_case *c = case_of(q, n);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = j; i < n; i++)
                sytrf_case_put(c, i, j, 0.0, 0.0);
        for (int64_t k = 0; k < p; k++)
            sytrf_case_put(c, 2 * k + 1, 2 * k, 0.0, c->kind == SYTRF_HERMITIAN ? (double)(k + 1) : 0.0);
        for (int64_t k = 0; k < p && c->kind == SYTRF_W; k++)
            sytrf_case_put(c, 2 * k + 1, 2 * k, (double)(k + 1), 0.0);
        for (int64_t k = 0; k < s; k++)
            sytrf_case_put(c, 2 * p + k, 2 * p + k, k % 3 == 0 ? 2.0 : k % 3 == 1 ? -3.0 : 0.0, 0.0);
        dd_must(h, sytrf_case_run(h, c), "sytrf");
        assert_counts(c, p + (s + 2) / 3, p + (s + 1) / 3, s / 3);
        sytrf_case_free(c);
    }
}

/* Gershgorin's theorem tells the signs of the eigenvalues: random numbers below 1, and +-2 n on the
 * diagonal. */
static void dominant(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1601);
    for (int q = 0; q < 24; q++)
    {
        const int64_t n = 1 + 11 * (q / 4);
        int64_t positive = 0;
        struct sytrf_case *c = case_of(q, n);
        sytrf_case_fill(c, &g, 0, -8, 0);
        for (int64_t i = 0; i < n; i++)
        {
            const int sign = dd_random_int(&g, 0, 1) ? 1 : -1;
            sytrf_case_put(c, i, i, sign * 2.0 * (double)n, 0.0);
            positive += sign > 0;
        }
        dd_must(h, sytrf_case_run(h, c), "sytrf");
        assert_counts(c, positive, n - positive, 0);
        sytrf_case_free(c);
    }
}

static void nan_is_not_counted(void **state)
{
    (void)state;
    for (int q = 0; q < 2; q++)
    {
        struct sytrf_case *c = case_of(q, 3);
        for (int64_t j = 0; j < 3; j++)
            for (int64_t i = j; i < 3; i++)
                sytrf_case_put(c, i, j, i == j ? 1.0 : 0.0, 0.0);
        dd_must(h, sytrf_case_run(h, c), "sytrf");
        dd_element_set(c->type, sytrf_case_at(c, c->result_A, 1, 1), 0, cuddNan(), cuddFromDouble(0.0));
        assert_counts(c, 2, 0, 0);
        sytrf_case_free(c);
    }
}

static void refused(const struct sytrf_case *c, int64_t n, const void *A, int64_t lda, const int64_t *ipiv, int64_t *counts,
                    int position)
{
    assert_int_equal(call(c, n, A, lda, ipiv, counts), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

static void wrong_arguments(void **state)
{
    (void)state;
    char host[1024];
    memset(host, 0x5a, sizeof host);
    char *m = dd_engine_copy(h, host, sizeof host, 0);
    int64_t *integers = (int64_t *)(void *)(m + 512), *between = (int64_t *)(void *)(m + 516);
    for (int q = 0; q < 2; q++)
    {
        struct sytrf_case *c = case_of(q, 3);
        refused(c, -1, m, 3, integers, integers + 8, 2);
        refused(c, 3, NULL, 3, integers, integers + 8, 3);
        refused(c, 3, m, 2, integers, integers + 8, 4);
        refused(c, 3, m, 3, NULL, integers + 8, 5);
        refused(c, 3, m, 3, integers, NULL, 6);
        assert_int_equal(call(c, 3, m + dd_engine_misaligned(h), 3, integers, integers + 8), DDBLAS_STATUS_MISALIGNED);
        assert_int_equal(call(c, 3, m, 3, integers, between), DDBLAS_STATUS_MISALIGNED);
        assert_int_equal(call(c, (INT64_C(1) << 26) + 1, m, INT64_C(1) << 27, integers, integers + 8),
                         DDBLAS_STATUS_NOT_SUPPORTED);
        sytrf_case_free(c);
    }
    assert_true(dd_engine_holds(h, m, host, sizeof host));
    dd_engine_free(h, m, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_and_signs),
        cmocka_unit_test(dominant),
        cmocka_unit_test(nan_is_not_counted),
        cmocka_unit_test(wrong_arguments),
    };
    choose_tests();
    return cmocka_run_group_tests_name("inertia", tests, open_handle, close_handle);
}
