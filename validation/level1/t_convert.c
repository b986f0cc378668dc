/*
 * Conversions between double matrices, split high and low parts, and pairs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "handle.h"

enum
{
    M = 67,
    N = 5,
    LDW = 70,
    LDS = 73
};

static cuddreal w[LDW * N];
static double hi[LDS * N], lo[LDS * N];

#define assert_success(call) assert_int_equal(call, DDBLAS_STATUS_SUCCESS)
#define assert_argument(call, status, position)                                                                                  \
    do                                                                                                                           \
    {                                                                                                                            \
        assert_int_equal(call, status);                                                                                          \
        assert_int_equal(ddblasGetLastArgument(h), position);                                                                    \
    } while (0)

/* Pairs of full length in the matrix, a mark in the padding. */
static void fill(void)
{
    for (int j = 0; j < N; j++)
    {
        for (int i = 0; i < LDW; i++)
            w[i + j * LDW] = i < M ? cuddDiv(cuddFromDouble(1 + i - 30 * j), cuddFromDouble(7 + j)) : cuddMake(-7, -7);
        for (int i = 0; i < LDS; i++)
        {
            hi[i + j * LDS] = i < M ? w[i + j * LDW].x : -8;
            lo[i + j * LDS] = i < M ? w[i + j * LDW].y : -9;
        }
    }
}

/* Runs one conversion from the arrays as filled into arrays of marks, and reads back. */
static void pairs_from_doubles(void **state)
{
    (void)state;
    fill();
    static cuddreal marks[LDW * N], got[LDW * N];
    for (int i = 0; i < LDW * N; i++)
        marks[i] = cuddMake(-5, -6);
    double *D = dd_engine_copy(h, hi, sizeof hi, 8), *L = dd_engine_copy(h, lo, sizeof lo, 8);
    cuddreal *W = dd_engine_copy(h, marks, sizeof marks, dd_engine_half(h));

    assert_success(ddblasConvertDtoW(h, M, N, D, LDS, W, LDW));
    dd_engine_read(h, got, W, sizeof got);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < LDW; i++)
        {
            cuddreal expected = i < M ? cuddMake(hi[i + j * LDS], 0.0) : marks[0];
            assert_memory_equal(&got[i + j * LDW], &expected, sizeof expected);
        }

    assert_success(ddblasConvertSplitToW(h, M, N, D, L, LDS, W, LDW));
    dd_engine_read(h, got, W, sizeof got);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < LDW; i++)
        {
            cuddreal expected = i < M ? w[i + j * LDW] : marks[0];
            assert_memory_equal(&got[i + j * LDW], &expected, sizeof expected);
        }
    dd_engine_free(h, D, 8);
    dd_engine_free(h, L, 8);
    dd_engine_free(h, W, dd_engine_half(h));
}

/* Split parts that overlap or come in the wrong order are normalised. */
static void split_is_normalised(void **state)
{
    (void)state;
    const double parts_hi[] = {1.0, 0x1p-60, 0.0, 3.0}, parts_lo[] = {1.0, 1.0, 5.0, -3.0};
    const cuddreal expected[] = {{2.0, 0.0}, {1.0, 0x1p-60}, {5.0, 0.0}, {0.0, 0.0}};
    cuddreal got[4] = {{0}};
    double *H = dd_engine_copy(h, parts_hi, sizeof parts_hi, 0), *L = dd_engine_copy(h, parts_lo, sizeof parts_lo, 0);
    cuddreal *W = dd_engine_copy(h, got, sizeof got, 0);
    assert_success(ddblasConvertSplitToW(h, 4, 1, H, L, 4, W, 4));
    dd_engine_read(h, got, W, sizeof got);
    assert_memory_equal(got, expected, sizeof got);
    dd_engine_free(h, H, 0);
    dd_engine_free(h, L, 0);
    dd_engine_free(h, W, 0);
}

static void doubles_from_pairs(void **state)
{
    (void)state;
    fill();
    static double marks[LDS * N], got_hi[LDS * N], got_lo[LDS * N];
    for (int i = 0; i < LDS * N; i++)
        marks[i] = -5;
    cuddreal *W = dd_engine_copy(h, w, sizeof w, dd_engine_half(h));
    double *H = dd_engine_copy(h, marks, sizeof marks, 8), *L = dd_engine_copy(h, marks, sizeof marks, 8);

    assert_success(ddblasConvertWtoD(h, M, N, W, LDW, H, LDS));
    dd_engine_read(h, got_hi, H, sizeof got_hi);
    for (int i = 0; i < LDS * N; i++)
        assert_true(got_hi[i] == (i % LDS < M ? hi[i] : -5));

    assert_success(ddblasConvertWToSplit(h, M, N, W, LDW, H, L, LDS));
    dd_engine_read(h, got_hi, H, sizeof got_hi);
    dd_engine_read(h, got_lo, L, sizeof got_lo);
    for (int i = 0; i < LDS * N; i++)
    {
        assert_true(got_hi[i] == (i % LDS < M ? hi[i] : -5));
        assert_true(got_lo[i] == (i % LDS < M ? lo[i] : -5));
    }
    dd_engine_free(h, W, dd_engine_half(h));
    dd_engine_free(h, H, 8);
    dd_engine_free(h, L, 8);
}

static void wrong_arguments(void **state)
{
    (void)state;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, misaligned = DDBLAS_STATUS_MISALIGNED;
    cuddreal *off = (cuddreal *)(void *)((char *)w + dd_engine_misaligned(h));
    assert_argument(ddblasConvertDtoW(h, -1, 1, hi, 1, w, 1), invalid, 2);
    assert_argument(ddblasConvertDtoW(h, 1, -1, hi, 1, w, 1), invalid, 3);
    assert_argument(ddblasConvertDtoW(h, 2, 1, NULL, 2, w, 2), invalid, 4);
    assert_argument(ddblasConvertDtoW(h, 2, 1, hi, 1, w, 2), invalid, 5);
    assert_argument(ddblasConvertDtoW(h, 2, 1, hi, 2, NULL, 2), invalid, 6);
    assert_argument(ddblasConvertDtoW(h, 2, 1, hi, 2, off, 2), misaligned, 6);
    assert_argument(ddblasConvertDtoW(h, 2, 1, hi, 2, w, 1), invalid, 7);
    assert_argument(ddblasConvertWtoD(h, 2, 1, NULL, 2, hi, 2), invalid, 4);
    assert_argument(ddblasConvertWtoD(h, 2, 1, off, 2, hi, 2), misaligned, 4);
    assert_argument(ddblasConvertWtoD(h, 2, 1, w, 1, hi, 2), invalid, 5);
    assert_argument(ddblasConvertWtoD(h, 2, 1, w, 2, NULL, 2), invalid, 6);
    assert_argument(ddblasConvertWtoD(h, 2, 1, w, 2, hi, 0), invalid, 7);
    assert_argument(ddblasConvertSplitToW(h, 2, 1, NULL, lo, 2, w, 2), invalid, 4);
    assert_argument(ddblasConvertSplitToW(h, 2, 1, hi, NULL, 2, w, 2), invalid, 5);
    assert_argument(ddblasConvertSplitToW(h, 2, 1, hi, lo, 1, w, 2), invalid, 6);
    assert_argument(ddblasConvertSplitToW(h, 2, 1, hi, lo, 2, NULL, 2), invalid, 7);
    assert_argument(ddblasConvertSplitToW(h, 2, 1, hi, lo, 2, w, 1), invalid, 8);
    assert_argument(ddblasConvertWToSplit(h, 2, 1, w, 2, NULL, lo, 2), invalid, 6);
    assert_argument(ddblasConvertWToSplit(h, 2, 1, w, 2, hi, NULL, 2), invalid, 7);
    assert_argument(ddblasConvertWToSplit(h, 2, 1, w, 2, hi, lo, 1), invalid, 8);
    assert_success(ddblasConvertWToSplit(h, 0, 1, NULL, 1, NULL, NULL, 1));
    assert_success(ddblasConvertDtoW(h, 1, 0, NULL, 1, NULL, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_from_doubles),
        cmocka_unit_test(split_is_normalised),
        cmocka_unit_test(doubles_from_pairs),
        cmocka_unit_test(wrong_arguments),
    };
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
