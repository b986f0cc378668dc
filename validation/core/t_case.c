/*
 * The checks of validation/lib/case.h, which the tests of every routine rely on: each of them
 * passes what is right and fails on a planted fault. Every test of the group `faults` must fail.
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

#include "case.h"
#include "handle.h"
#include "poison.h"

enum
{
    COUNT = 12,
    LEADING = 4, /* 3 columns; rows 0 and 1 are computed */
    OFFSET = 8
};

static const double before[COUNT] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static double after[COUNT];

/* A faulty routine writes the byte that is `at` bytes past an operand's beginning. */
static void write_byte(void *operand, int64_t at)
{
    const unsigned char value = 0x5a;
    dd_must(h, ddblasSetMatrix(h, 1, 1, 1, &value, 1, (char *)operand + at, 1), "ddblasSetMatrix");
}

/* One operand that is read and one that is written; a byte of one of them changes. */
static void operands_with(int operand, int64_t at)
{
    struct dd_operand o[] = {dd_operand_read(before, sizeof before), dd_operand_written(before, after, sizeof before)};
    dd_operands_put(h, o, 2, OFFSET);
    if (operand >= 0)
        write_byte(o[operand].at, at);
    dd_operands_take(h, o, 2, OFFSET);
}

static int is_computed(const void *problem, int64_t i, int64_t j)
{
    (void)problem;
    (void)j;
    return i < 2;
}

static void rest_with(int64_t changed)
{
    memcpy(after, before, sizeof after);
    after[changed] = 0.0;
    dd_rest_unchanged("array", before, after, sizeof before, sizeof before[0], LEADING, is_computed, NULL);
}

static void describe(const void *problem, int64_t i, int64_t j)
{
    (void)problem;
    (void)i;
    (void)j;
    fprintf(stderr, "planted");
}

static double error_of(const void *problem, int64_t i, int64_t j) { return ((const double *)problem)[i + j * LEADING]; }

/* A 4 x 3 array of errors judged by a bound of 12.5. */
static double judge_with(double error)
{
    double errors[COUNT];
    memcpy(errors, before, sizeof errors);
    errors[COUNT / 2] = error;
    const struct dd_judge judge = {
        .problem = errors, .error = error_of, .describe = describe, .bound = 12.5, .what = "planted", .seed = 1};
    return dd_judge_elements(&judge, LEADING, COUNT / LEADING, NULL, COUNT, NULL);
}

/* ---- what is right --------------------------------------------------------------------------- */

static void operands(void **state)
{
    (void)state;
    memset(after, 0, sizeof after);
    operands_with(-1, 0);
    assert_memory_equal(after, before, sizeof before);
    operands_with(1, 5);
    assert_memory_not_equal(after, before, sizeof before);
}

static void rest(void **state)
{
    (void)state;
    rest_with(1 + LEADING);
}

static void bound(void **state)
{
    (void)state;
    assert_true(judge_with(3.0) == 12.0);
    assert_true(judge_with(12.5) == 12.5);
}

static void scalars(void **state)
{
    (void)state;
    for (int on_engine = 0; on_engine < 2; on_engine++)
    {
        struct dd_scalars s;
        ddblasPointerMode_t mode;
        double alpha = 0.0, beta = 0.0;
        dd_scalars_put(h, &s, sizeof alpha, &before[3], &before[4], on_engine);
        dd_must(h, ddblasGetPointerMode(h, &mode), "ddblasGetPointerMode");
        assert_int_equal(mode, on_engine ? DDBLAS_POINTER_MODE_DEVICE : DDBLAS_POINTER_MODE_HOST);
        if (on_engine)
        {
            dd_engine_read(h, &alpha, s.alpha, sizeof alpha);
            dd_engine_read(h, &beta, s.beta, sizeof beta);
        }
        else
        {
            memcpy(&alpha, s.alpha, sizeof alpha);
            memcpy(&beta, s.beta, sizeof beta);
        }
        assert_true(alpha == before[3] && beta == before[4]);
        dd_scalars_take(h, &s);
    }
}

/* Bounds of one routine of each form, from the rows of bounds.def. */
enum
{
    NATIVE,
    PAIR
};

static const struct
{
    enum dd_routine routine;
    int class;
} rows_of_bounds[] = {
#define DD_ROUTINE_BOUND(routine, class, bound, complex_factor, source) {DD_ROUTINE_##routine, class},
#include "bounds.def"
};

static void bounds_of_routines(void **state)
{
    (void)state;
    const struct dd_bound_size size = {.k = 3, .m = 48, .c = 2};
    assert_true(dd_routine_bound(DD_ROUTINE_gemm, DDBLAS_TYPE_W, size) == 11.0);
    assert_true(dd_routine_bound(DD_ROUTINE_gemm, DDBLAS_TYPE_D, size) == 5.0);
    assert_true(dd_routine_bound(DD_ROUTINE_gemm, DDBLAS_TYPE_C, size) == 5.0 * sqrt(8.0));
    assert_true(dd_routine_bound(DD_ROUTINE_symv, DDBLAS_TYPE_U, size) == 11.0 * sqrt(8.0));
    assert_true(dd_routine_bound(DD_ROUTINE_xt_gemm, DDBLAS_TYPE_W, size) == 19.0);
    assert_true(fabs(dd_routine_bound(DD_ROUTINE_tsqr, DDBLAS_TYPE_S, size) - 4.0 * (3.0 + 4.0) / 3.0) < 1e-12);
    for (size_t row = 0; row < sizeof rows_of_bounds / sizeof rows_of_bounds[0]; row++)
        for (int type = 0; type <= DDBLAS_TYPE_U; type++)
            if (dd_type_is_pair((ddblasType_t)type) == (rows_of_bounds[row].class == PAIR))
                assert_true(dd_routine_bound(rows_of_bounds[row].routine, (ddblasType_t)type, size) > 0.0);
    for (int routine = 0; routine < DD_ROUTINE_COUNT; routine++) /* a missing row ends the program */
        assert_true(dd_routine_bound((enum dd_routine)routine, DDBLAS_TYPE_W, size) > 0.0);
}

/* ---- faults ---------------------------------------------------------------------------------- */

#define FAULT(name, call)                                                                                                        \
    static void name(void **state)                                                                                               \
    {                                                                                                                            \
        (void)state;                                                                                                             \
        call;                                                                                                                    \
    }
FAULT(in_front_of_an_operand, operands_with(0, -1))
FAULT(far_in_front_of_an_operand, operands_with(1, -OFFSET))
FAULT(behind_an_operand, operands_with(0, sizeof before))
FAULT(behind_a_result, operands_with(1, sizeof before))
FAULT(in_an_operand_that_is_read, operands_with(0, 17))
FAULT(in_padding, rest_with(2))
FAULT(in_padding_of_the_last_column, rest_with(COUNT - 1))
FAULT(error_above_the_bound, judge_with(12.6))
FAULT(error_not_a_number, judge_with((double)NAN))
FAULT(status_of_a_failure, dd_must(h, DDBLAS_STATUS_INTERNAL_ERROR, "planted"))

int main(void)
{
    const struct CMUnitTest right[] = {
        cmocka_unit_test(operands),           cmocka_unit_test(rest), cmocka_unit_test(bound), cmocka_unit_test(scalars),
        cmocka_unit_test(bounds_of_routines),
    };
    const struct CMUnitTest faults[] = {
        cmocka_unit_test(in_front_of_an_operand),
        cmocka_unit_test(far_in_front_of_an_operand),
        cmocka_unit_test(behind_an_operand),
        cmocka_unit_test(behind_a_result),
        cmocka_unit_test(in_an_operand_that_is_read),
        cmocka_unit_test(in_padding),
        cmocka_unit_test(in_padding_of_the_last_column),
        cmocka_unit_test(error_above_the_bound),
        cmocka_unit_test(error_not_a_number),
        cmocka_unit_test(status_of_a_failure),
    };
    const int planted = (int)(sizeof faults / sizeof faults[0]);
    const int failed = cmocka_run_group_tests(right, open_handle, close_handle);
    const int found = cmocka_run_group_tests(faults, open_handle, close_handle);
    printf("%d of %d planted faults found\n", found, planted);
    return failed != 0 || found != planted;
}
