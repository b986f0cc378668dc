/*
 * ddblasWgemmEx and ddblasWsyrkEx: operands in double and double-double in every combination, on
 * the engine that DDBLAS_TEST_ENGINE names. Arguments, quick returns, what may be read and written,
 * exact cases, error bounds against MPFR, special values, allocation failures. t_gemm_mixed_bits.c
 * and t_gemm_cpu.c test the bits, t_gemm_cpu.c has the mutants.
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

#include "baseline.h"
#include "core/core.h"
#include "handle.h"
#include "mixed_case.h"

static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* Arguments of one call, all right at first. */
struct arguments
{
    int transa, transb, typea, typeb, uplo;
    int64_t m, n, k, lda, ldb, ldc;
    const void *alpha, *A, *B, *beta;
    void *C;
};

static ddblasStatus_t call_gemm(ddblasHandle_t handle, const struct arguments *a)
{
    return ddblasWgemmEx(handle, (ddblasOperation_t)a->transa, (ddblasOperation_t)a->transb, a->m, a->n, a->k, a->alpha, a->A,
                         (ddblasType_t)a->typea, a->lda, a->B, (ddblasType_t)a->typeb, a->ldb, a->beta, a->C, a->ldc);
}

static ddblasStatus_t call_syrk(ddblasHandle_t handle, const struct arguments *a)
{
    return ddblasWsyrkEx(handle, (ddblasFillMode_t)a->uplo, (ddblasOperation_t)a->transa, a->n, a->k, a->alpha, a->A,
                         (ddblasType_t)a->typea, a->lda, a->beta, a->C, a->ldc);
}

#define REFUSED(call, field, value, expected, position)                                                                          \
    do                                                                                                                           \
    {                                                                                                                            \
        struct arguments wrong = right;                                                                                          \
        wrong.field = value;                                                                                                     \
        assert_int_equal(call(h, &wrong), expected);                                                                             \
        assert_int_equal(ddblasGetLastArgument(h), position);                                                                    \
        assert_true(strlen(ddblasGetLastError(h)) > 0);                                                                          \
    } while (0)

static const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, misaligned = DDBLAS_STATUS_MISALIGNED;

static void wrong_arguments_of_gemm(void **state)
{
    (void)state;
    static const int no_types[] = {DDBLAS_TYPE_S, DDBLAS_TYPE_C, DDBLAS_TYPE_Z, DDBLAS_TYPE_U, -1, 99};
    _Alignas(64) char memory[4096];
    memset(memory, 0x5a, sizeof memory);
    for (int kind = 0; kind < MIXED_OF_GEMM; kind++)
    {
        const struct arguments right = {
            DDBLAS_OP_N, DDBLAS_OP_T,  mixed_type(kind % 2), mixed_type(kind / 2), 0, 3, 2, 4, 3, 2, 3, memory,
            memory + 64, memory + 512, memory + 1024,        memory + 2048};
        REFUSED(call_gemm, transa, 3, invalid, 2);
        REFUSED(call_gemm, transb, -1, invalid, 3);
        REFUSED(call_gemm, m, -1, invalid, 4);
        REFUSED(call_gemm, n, -1, invalid, 5);
        REFUSED(call_gemm, k, INT64_MIN, invalid, 6);
        REFUSED(call_gemm, alpha, NULL, invalid, 7);
        REFUSED(call_gemm, A, NULL, invalid, 8);
        REFUSED(call_gemm, lda, 2, invalid, 10);
        REFUSED(call_gemm, transa, DDBLAS_OP_T, invalid, 10); /* now k rows */
        REFUSED(call_gemm, B, NULL, invalid, 11);
        REFUSED(call_gemm, ldb, 1, invalid, 13);
        REFUSED(call_gemm, beta, NULL, invalid, 14);
        REFUSED(call_gemm, C, NULL, invalid, 15);
        REFUSED(call_gemm, ldc, 2, invalid, 16);
        for (size_t i = 0; i < sizeof no_types / sizeof no_types[0]; i++)
        {
            REFUSED(call_gemm, typea, no_types[i], invalid, 9);
            REFUSED(call_gemm, typeb, no_types[i], invalid, 12);
        }
        REFUSED(call_gemm, alpha, memory + 4, misaligned, 7);
        REFUSED(call_gemm, A, memory + 64 + (right.typea == DDBLAS_TYPE_D ? 4 : dd_engine_misaligned(h)), misaligned, 8);
        REFUSED(call_gemm, B, memory + 512 + (right.typeb == DDBLAS_TYPE_D ? 4 : dd_engine_misaligned(h)), misaligned, 11);
        REFUSED(call_gemm, C, memory + 2048 + dd_engine_misaligned(h), misaligned, 15);
        assert_int_equal(call_gemm(NULL, &right), DDBLAS_STATUS_NOT_INITIALIZED);
    }
    for (size_t i = 0; i < sizeof memory; i++)
        assert_int_equal(memory[i], 0x5a);
}

static void wrong_arguments_of_syrk(void **state)
{
    (void)state;
    _Alignas(64) char memory[4096];
    memset(memory, 0x5a, sizeof memory);
    for (int kind = 0; kind < 2; kind++)
    {
        const struct arguments right = {.uplo = DDBLAS_FILL_MODE_LOWER,
                                        .transa = DDBLAS_OP_N,
                                        .typea = mixed_type(kind),
                                        .n = 3,
                                        .k = 4,
                                        .alpha = memory,
                                        .A = memory + 64,
                                        .lda = 3,
                                        .beta = memory + 1024,
                                        .C = memory + 2048,
                                        .ldc = 3};
        REFUSED(call_syrk, uplo, 2, invalid, 2);
        REFUSED(call_syrk, transa, 3, invalid, 3);
        REFUSED(call_syrk, n, -1, invalid, 4);
        REFUSED(call_syrk, k, -1, invalid, 5);
        REFUSED(call_syrk, alpha, NULL, invalid, 6);
        REFUSED(call_syrk, A, NULL, invalid, 7);
        REFUSED(call_syrk, typea, DDBLAS_TYPE_Z, invalid, 8);
        REFUSED(call_syrk, typea, -1, invalid, 8);
        REFUSED(call_syrk, lda, 2, invalid, 9);
        REFUSED(call_syrk, transa, DDBLAS_OP_T, invalid, 9);
        REFUSED(call_syrk, beta, NULL, invalid, 10);
        REFUSED(call_syrk, C, NULL, invalid, 11);
        REFUSED(call_syrk, ldc, 2, invalid, 12);
        REFUSED(call_syrk, A, memory + 64 + (kind == 0 ? 4 : dd_engine_misaligned(h)), misaligned, 7);
        REFUSED(call_syrk, C, memory + 2048 + dd_engine_misaligned(h), misaligned, 11);
        assert_int_equal(call_syrk(NULL, &right), DDBLAS_STATUS_NOT_INITIALIZED);
    }
    for (size_t i = 0; i < sizeof memory; i++)
        assert_int_equal(memory[i], 0x5a);
}

/* ---- quick returns --------------------------------------------------------------------------- */

/* m or n zero: nothing is looked at. k = 0 or alpha = 0: A and B are not, and may be null; C =
 * beta C. */
static void quick_returns(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 701);
    const ddblasType_t d = DDBLAS_TYPE_D;
    const ddblasOperation_t n = DDBLAS_OP_N;
    assert_int_equal(ddblasWgemmEx(h, n, n, 0, 5, 5, NULL, NULL, d, 1, NULL, d, 5, NULL, NULL, 1), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWgemmEx(h, n, n, 5, 0, 5, NULL, NULL, d, 5, NULL, d, 5, NULL, NULL, 5), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWsyrkEx(h, DDBLAS_FILL_MODE_UPPER, n, 0, 5, NULL, NULL, d, 1, NULL, NULL, 1), DDBLAS_STATUS_SUCCESS);
    for (int q = 0; q < 3 * 2 * MIXED_KINDS; q++)
    {
        const int beta = q % 3, k = q / 3 % 2 ? 3 : 0;
        struct gemm_case *c = mixed_case(q / 6, DDBLAS_OP_N, DDBLAS_OP_T, 70, q / 6 < MIXED_OF_GEMM ? 67 : 70, k, 2);
        for (int64_t j = 0; j < c->n && beta != 0; j++)
            for (int64_t i = 0; i < c->m; i++)
                if (gemm_case_computes(c, i, j))
                    dd_generate_element(&g, DD_GENERATE_INTEGER, c->type, gemm_case_c(c, c->C, i, j));
        gemm_case_scalars(c, k == 0 ? 3.0 : 0.0, beta);
        c->on_engine = q % 4 == 1;
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS); /* A, B are NaN */
        void *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
        assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(gemm_case_call(h, c, &c->alpha, NULL, NULL, &c->beta, C), DDBLAS_STATUS_SUCCESS);
        assert_true(dd_engine_holds(h, C, c->result, c->bytes_C));
        dd_engine_free(h, C, 0);
        c->k = 0;
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                assert_true(!gemm_case_computes(c, i, j) || gemm_case_error(c, i, j, 0.0) == 0.0);
        gemm_case_free(c);
    }
}

/* ---- exact and bounded ----------------------------------------------------------------------- */

static void integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 702);
    for (int q = 0; q < 10 * MIXED_KINDS; q++)
    {
        const int64_t n = dd_random_int(&g, 1, 50);
        struct gemm_case *c =
            mixed_case(q % MIXED_KINDS, operations[q % 3], operations[q / 3 % 3],
                       q % MIXED_KINDS < MIXED_OF_GEMM ? dd_random_int(&g, 1, 50) : n, n, dd_random_int(&g, 1, 60), q % 4);
        gemm_case_fill(c, &g, GEMM_INTEGER);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                assert_true(!gemm_case_computes(c, i, j) || gemm_case_error(c, i, j, 0.0) == 0.0);
        gemm_case_free(c);
    }
}

/* Sizes astride the edges of tiles, leaves, pieces and blocks; all operations; every kind of data;
 * arrays at 8 mod 16 where the engine allows it. */
static void bounds(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(703);
    double largest[MIXED_KINDS] = {0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t q = 0; q < 480 / dd_test_scale(); q++)
    {
        const enum gemm_data data = (enum gemm_data)(q / MIXED_KINDS % GEMM_INTEGER);
        struct gemm_case *c = mixed_case_random(&g, q % MIXED_KINDS, 200, 400);
        gemm_case_fill(c, &g, data);
        if (q % 5 == 0)
            gemm_case_scalars(c, (double)(q % 3) - 1.0, (double)(q % 2));
        if (q % 10 == 3)
            gemm_case_scalars(c, 1.0, 0.0);
        c->on_engine = q % 6 == 1;
        c->offset = q % 7 == 2 ? dd_engine_half(h) : 0;
        largest[q % MIXED_KINDS] = fmax(largest[q % MIXED_KINDS], gemm_case_judge(h, c, &g, 24, gemm_data_name(data), seed));
        gemm_case_free(c);
    }
    for (int kind = 0; kind < MIXED_KINDS; kind++)
        print_message("largest error of kind %d: %.3g units\n", kind, largest[kind]);
}

/* An array of doubles at 8 mod 16, on the CUDA engine too. */
static void doubles_at_eight_bytes(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 704);
    for (int q = 0; q < 12; q++)
    {
        struct gemm_case *c = mixed_case(q % 3, operations[q / 3 % 2], operations[q / 6 % 2], 67, 33, 90, q % 2);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        gemm_case_judge(h, c, &g, 10, "aligned", 704);
        const size_t at_a = c->typea == DDBLAS_TYPE_D ? 8 : 0, at_b = c->typeb == DDBLAS_TYPE_D ? 8 : 0;
        void *A = dd_engine_copy(h, c->A, c->bytes_A, at_a), *B = dd_engine_copy(h, c->B, c->bytes_B, at_b),
             *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
        assert_int_equal(gemm_case_call(h, c, &c->alpha, A, B, &c->beta, C), DDBLAS_STATUS_SUCCESS);
        assert_true(dd_engine_holds(h, C, c->result, c->bytes_C));
        dd_engine_free(h, A, at_a);
        dd_engine_free(h, B, at_b);
        dd_engine_free(h, C, 0);
        gemm_case_free(c);
    }
}

static void long_sums(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 705);
    for (int kind = 0; kind < 3; kind++)
    {
        struct gemm_case *c = mixed_case(kind, DDBLAS_OP_T, DDBLAS_OP_N, 3, 2, (INT64_C(1) << 17) + 5, 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        print_message("k = 2^17 + 5: %.3g units\n", gemm_case_judge(h, c, &g, 6, "long", 705));
        gemm_case_free(c);
    }
}

/* Operands and products down to the last subnormal: each product may lose 3/2 2^-1074, the two
 * scalings as much. */
static void subnormal(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 706);
    for (int q = 0; q < 24; q++)
    {
        struct gemm_case *c = mixed_case_random(&g, q % 3, 20, 100);
        gemm_case_fill(c, &g, GEMM_SUBNORMAL);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t index = 0; index < c->m * c->n; index += 3)
            assert_true(gemm_case_error(c, index % c->m, index / c->m, 2.0 * (1.5 * (double)c->k + 3.0)) <= gemm_case_bound(c));
        gemm_case_free(c);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

static double value(cuddreal a) { return isfinite(a.x) && !isfinite(a.y) ? (double)NAN : a.x; }

/* IEEE 754 arithmetic in double gives the class of each element where sizes are moderate. */
static void assert_classes(const struct gemm_case *c)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            double sum = 0.0;
            for (int64_t t = 0; t < c->k; t++)
                sum += value(gemm_case_get_a(c, i, t)) * value(gemm_case_get_b(c, t, j));
            double expected = value(c->alpha.w) * sum;
            if (!cuddIsZero(c->beta.w))
                expected += value(c->beta.w) * value(*(cuddreal *)gemm_case_c(c, c->C, i, j));
            const cuddreal r = *(cuddreal *)gemm_case_c(c, c->result, i, j);
            if (gemm_case_computes(c, i, j) &&
                (isfinite(expected) ? !cuddIsFinite(r) : !(r.y == 0.0 && (isnan(expected) ? isnan(r.x) : r.x == expected))))
                fail_msg("element (%lld, %lld): (%g, %g), expected %g", (long long)i, (long long)j, r.x, r.y, expected);
        }
}

static cuddreal special(struct dd_random *g)
{
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const cuddreal list[] = {{inf, 0.0}, {-inf, 0.0}, {inf, nan_}, {nan_, 3.0}, {1.0, nan_}, {0.0, 0.0}};
    return list[dd_random_int(g, 0, 5)];
}

static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 707);
    for (int q = 0; q < 320; q++)
    {
        const int64_t n = dd_random_int(&g, 1, 30);
        struct gemm_case *c =
            mixed_case(q % MIXED_KINDS, operations[q % 3], operations[q / 3 % 3],
                       q % MIXED_KINDS < MIXED_OF_GEMM ? dd_random_int(&g, 1, 30) : n, n, dd_random_int(&g, 1, 40), 1);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        for (int64_t s = dd_random_int(&g, 0, 3); s > 0; s--)
            gemm_case_set_a(c, dd_random_int(&g, 0, c->m - 1), dd_random_int(&g, 0, c->k - 1), special(&g));
        for (int64_t s = dd_random_int(&g, 0, 2); s > 0 && q % MIXED_KINDS < MIXED_OF_GEMM; s--)
            gemm_case_set_b(c, dd_random_int(&g, 0, c->k - 1), dd_random_int(&g, 0, c->n - 1), special(&g));
        if (q % 4 == 1)
            *(cuddreal *)gemm_case_c(c, c->C, c->m - 1, 0) = special(&g);
        if (q % 11 == 0)
            c->alpha.w = cuddFromDouble(-1.0);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        assert_classes(c);
        gemm_case_free(c);
    }
}

/* One product beyond the range of double makes its element Inf, and leaves the others alone. */
static void overflow(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 708);
    for (int kind = 0; kind < 3; kind++)
    {
        struct gemm_case *c = mixed_case(kind, DDBLAS_OP_N, DDBLAS_OP_N, 9, 7, 20, 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        gemm_case_scalars(c, 1.0, 1.0);
        gemm_case_set_a(c, 4, 3, cuddFromDouble(0x1p1000));
        gemm_case_set_b(c, 3, 5, cuddFromDouble(-0x1p100));
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        const cuddreal r = *(cuddreal *)gemm_case_c(c, c->result, 4, 5);
        assert_true(r.x == -(double)INFINITY && r.y == 0.0);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                if (i != 4 || j != 5)
                    assert_true(gemm_case_error(c, i, j, 0.0) <= gemm_case_bound(c));
        gemm_case_free(c);
    }
}

/* ---- allocation ------------------------------------------------------------------------------ */

static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 713);
    for (int kind = 0; kind < MIXED_KINDS; kind++)
    {
        ddblasHandle_t mine = dd_test_handle();
        struct gemm_case *c = mixed_case(kind, DDBLAS_OP_N, DDBLAS_OP_T, 20, 20, 2000, 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        void *A = dd_engine_copy(mine, c->A, c->bytes_A, 0), *B = dd_engine_copy(mine, c->B, c->bytes_B, 0),
             *C = dd_engine_copy(mine, c->C, c->bytes_C, 0);
        ddblas_inject_allocation_failure(1);
        assert_int_equal(gemm_case_call(mine, c, &c->alpha, A, B, &c->beta, C), DDBLAS_STATUS_ALLOC_FAILED);
        ddblas_inject_allocation_failure(0);
        assert_true(dd_engine_holds(mine, C, c->C, c->bytes_C));
        dd_engine_free(mine, A, 0);
        dd_engine_free(mine, B, 0);
        dd_engine_free(mine, C, 0);
        assert_int_equal(ddblasDestroy(mine), DDBLAS_STATUS_SUCCESS);
        gemm_case_free(c);
    }
}

/* The CPU engine alone: on the CUDA engine the bits are those of copies in W. */
static void recorded_accuracy(void **state)
{
    (void)state;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    static const char *const names[] = {"D x W", "W x D", "D x D"};
    struct dd_baseline *b = dd_baseline_open(DDBLAS_VALIDATION_DIR "/baseline/gemm_mixed_cpu.csv");
    int good = 1;
    for (int q = 0; q < 3 * GEMM_INTEGER; q++)
    {
        const enum gemm_data data = (enum gemm_data)(q % GEMM_INTEGER);
        char key[64];
        struct dd_random g;
        dd_random_start(&g, 720 + (uint64_t)q);
        struct gemm_case *c = mixed_case(q / GEMM_INTEGER, DDBLAS_OP_N, DDBLAS_OP_N, 130, 70, 300, 0);
        gemm_case_fill(c, &g, data);
        (void)snprintf(key, sizeof key, "WgemmEx %s %s", names[q / GEMM_INTEGER], gemm_data_name(data));
        good = dd_baseline_check(b, key, gemm_case_judge(h, c, &g, 400, gemm_data_name(data), 720)) && good;
        gemm_case_free(c);
    }
    dd_baseline_close(b);
    assert_true(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_arguments_of_gemm),
                                       cmocka_unit_test(wrong_arguments_of_syrk),
                                       cmocka_unit_test(quick_returns),
                                       cmocka_unit_test(integers),
                                       cmocka_unit_test(bounds),
                                       cmocka_unit_test(doubles_at_eight_bytes),
                                       cmocka_unit_test(long_sums),
                                       cmocka_unit_test(subnormal),
                                       cmocka_unit_test(special_values),
                                       cmocka_unit_test(overflow),
                                       cmocka_unit_test(allocation_failure),
                                       cmocka_unit_test(recorded_accuracy)};
    choose_tests();
    return mixed_run("mixed products", tests, sizeof tests / sizeof tests[0], set_up, close_handle, &route);
}
