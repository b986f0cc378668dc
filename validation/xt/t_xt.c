/*
 * Products over host memory: arguments, exact cases out of core in every type and technique, error
 * bounds against MPFR, the same bits for any number of lanes, failures of allocations and of work,
 * cancellation, what C holds then. On the CPU engine the same pipeline runs within a small
 * device_memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend/streams.h"
#include "bounds.h"
#include "comma_locale.h"
#include "core/core.h"
#include "../level3/gemm/gemm_case.h"
#include "handle.h"
#include "xt/xt_context.h"

enum
{
    PATH = 256,
    LANES = 5,
    OFF = 8
};

static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};

static int on_cpu(void) { return dd_test_engine() == DDBLAS_ENGINE_CPU; }

static ddblasStatus_t xt_call(ddblasHandle_t handle, const struct gemm_case *c, const void *A, const void *B, void *C)
{
    struct dd_scalar alpha, beta;
    switch (c->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_XT
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblasXt##letter##gemm(handle, c->transa, c->transb, c->m, c->n, c->k, dd_scalar_put(&alpha, &c->alpha, c->size), \
                                      A, c->lda, B, c->ldb, dd_scalar_put(&beta, &c->beta, c->size), C, c->ldc);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

/* A copy in pageable memory at 8 mod 16, which both engines accept, or in memory that the engine
 * takes for pinned. */
static void *host_copy(const void *from, size_t bytes, int pinned)
{
    const struct ddblas_streams *s = ddblas_streams_of(dd_test_engine());
    void *copy = NULL;
    if (pinned)
        assert_int_equal(s->pinned_new(&copy, bytes + 1), DDBLAS_STATUS_SUCCESS);
    else
        copy = malloc(bytes + 1 + OFF);
    assert_non_null(copy);
    if (!pinned)
        copy = (char *)copy + OFF;
    memcpy(copy, from, bytes);
    return copy;
}

static void host_free(void *copy, int pinned)
{
    if (pinned)
        ddblas_streams_of(dd_test_engine())->pinned_free(copy);
    else
        free((char *)copy - OFF);
}

/* The call on copies of the case's arrays; the result, whatever the status, in c->result. */
static ddblasStatus_t xt_run_in(ddblasHandle_t handle, struct gemm_case *c, int pinned)
{
    void *A = host_copy(c->A, c->bytes_A, pinned), *B = host_copy(c->B, c->bytes_B, pinned),
         *C = host_copy(c->C, c->bytes_C, pinned);
    ddblas_streams_cpu_pinned(pinned);
    const ddblasStatus_t status = xt_call(handle, c, A, B, C);
    ddblas_streams_cpu_pinned(0);
    memcpy(c->result, C, c->bytes_C);
    assert_memory_equal(A, c->A, c->bytes_A);
    assert_memory_equal(B, c->B, c->bytes_B);
    for (int64_t j = 0; j < c->n; j++) /* nothing below the columns is written */
        assert_memory_equal(gemm_case_c(c, c->result, c->m, j), gemm_case_c(c, c->C, c->m, j), (size_t)(c->ldc - c->m) * c->size);
    host_free(A, pinned);
    host_free(B, pinned);
    host_free(C, pinned);
    return status;
}

static ddblasStatus_t xt_run(ddblasHandle_t handle, struct gemm_case *c) { return xt_run_in(handle, c, 0); }

/* Lanes on as many devices as DDBLAS_TEST_DEVICES says, 1 without it. The memory is what the CUDA
 * engine needs for its workspace at least. */
static ddblasXtOptions_t options_of(int lanes, size_t memory, int techniques)
{
    const char *text = getenv("DDBLAS_TEST_DEVICES");
    const long wanted = text ? strtol(text, NULL, 10) : 1;
    const int devices = wanted > 0 && wanted <= DDBLAS_XT_MOST_DEVICES ? (int)wanted : 1;
    ddblasXtOptions_t o = {.device_count = lanes, .device_memory = on_cpu() ? memory : (size_t)1 << 28, .techniques = techniques};
    for (int lane = 0; lane < lanes; lane++)
        o.devices[lane] = lane % devices;
    return o;
}

static void set(ddblasHandle_t handle, const ddblasXtOptions_t *o)
{
    assert_int_equal(ddblasXtSetOptions(handle, o), DDBLAS_STATUS_SUCCESS);
}

static ddblasXtReport_t report_of(ddblasHandle_t handle)
{
    ddblasXtReport_t r;
    assert_int_equal(ddblasXtGetReport(handle, &r), DDBLAS_STATUS_SUCCESS);
    return r;
}

static void must_run_in(ddblasHandle_t handle, struct gemm_case *c, int pinned)
{
    const ddblasStatus_t status = xt_run_in(handle, c, pinned);
    if (status != DDBLAS_STATUS_SUCCESS)
        fail_msg("%s: %s", ddblasGetStatusName(status), ddblasGetLastError(handle));
    assert_int_equal(report_of(handle).state, DDBLAS_XT_COMPLETE);
}

static void must_run(ddblasHandle_t handle, struct gemm_case *c) { must_run_in(handle, c, 0); }

/* ---- arguments ------------------------------------------------------------------------------- */

static void wrong_arguments(void **state)
{
    (void)state;
    double A[16] = {0}, B[16] = {0}, C[16] = {0}, a = 1.0, b = 1.0;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    const ddblasOperation_t N = DDBLAS_OP_N;
    const ddblasXtOptions_t small = options_of(1, 4096, 0);
    set(h, &small);
#define REFUSED(status, position, ...)                                                                                           \
    assert_int_equal(ddblasXtDgemm(h, __VA_ARGS__), status);                                                                     \
    assert_int_equal(ddblasGetLastArgument(h), position);                                                                        \
    assert_true(ddblasGetLastError(h)[0])
    REFUSED(invalid, 2, (ddblasOperation_t)7, N, 2, 2, 2, &a, A, 2, B, 2, &b, C, 2);
    REFUSED(invalid, 3, N, (ddblasOperation_t)-1, 2, 2, 2, &a, A, 2, B, 2, &b, C, 2);
    REFUSED(invalid, 4, N, N, -1, 2, 2, &a, A, 2, B, 2, &b, C, 2);
    REFUSED(invalid, 5, N, N, 2, -1, 2, &a, A, 2, B, 2, &b, C, 2);
    REFUSED(invalid, 6, N, N, 2, 2, -1, &a, A, 2, B, 2, &b, C, 2);
    REFUSED(invalid, 7, N, N, 2, 2, 2, NULL, A, 2, B, 2, &b, C, 2);
    REFUSED(invalid, 8, N, N, 2, 2, 2, &a, NULL, 2, B, 2, &b, C, 2);
    REFUSED(invalid, 9, N, N, 2, 2, 2, &a, A, 1, B, 2, &b, C, 2);
    REFUSED(invalid, 9, N, N, 2, 2, 2, &a, A, INT64_MAX, B, 2, &b, C, 2);
    REFUSED(invalid, 10, N, N, 2, 2, 2, &a, A, 2, NULL, 2, &b, C, 2);
    REFUSED(invalid, 11, N, N, 2, 2, 2, &a, A, 2, B, 1, &b, C, 2);
    REFUSED(invalid, 11, N, N, 2, 3, 2, &a, A, 2, B, INT64_MAX / 2, &b, C, 2);
    REFUSED(invalid, 12, N, N, 2, 2, 2, &a, A, 2, B, 2, NULL, C, 2);
    REFUSED(invalid, 13, N, N, 2, 2, 2, &a, A, 2, B, 2, &b, NULL, 2);
    REFUSED(invalid, 14, N, N, 2, 2, 2, &a, A, 2, B, 2, &b, C, 1);
    REFUSED(invalid, 14, N, N, 2, 2, 2, &a, A, 2, B, 2, &b, C, INT64_MAX / 4);
    REFUSED(invalid, 14, N, N, INT64_MAX, INT64_MAX, 1, &a, A, INT64_MAX, B, 1, &b, C, INT64_MAX);
    REFUSED(invalid, 9, N, N, 1, 1, INT64_MAX, &a, A, INT64_MAX, B, INT64_MAX, &b, C, 1);
    REFUSED(invalid, 13, N, N, 2, 2, 2, &a, C, 2, B, 2, &b, C, 2);
    REFUSED(invalid, 13, N, N, 2, 2, 2, &a, A, 2, C + 3, 2, &b, C, 2);
    REFUSED(invalid, 13, N, N, 2, 2, 2, &a, A, 2, C + 2, 4, &b, C, 3);
    REFUSED(invalid, 13, N, N, 2, 2, 2, &a, A, 2, C, 4, &b, C + 3, 4);
    assert_int_equal(report_of(h).state, DDBLAS_XT_UNTOUCHED);
    /* rows of one array: no shared element, whatever the leading dimension of a single column */
    assert_int_equal(ddblasXtDgemm(h, N, N, 2, 2, 2, &a, A, 2, C, 4, &b, C + 2, 4), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasXtDgemm(h, N, N, 2, 1, 2, &a, C, 8, B, 2, &b, C + 2, 2), DDBLAS_STATUS_SUCCESS);
    REFUSED(invalid, 13, N, N, 2, 1, 2, &a, C, 8, B, 2, &b, C + 7, 2);
    /* a report is of the last call, also of one with wrong arguments and of an empty one */
    assert_int_equal(ddblasXtDgemm(h, N, N, 2, 2, 2, &a, A, 2, B, 2, &b, C, 2), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(report_of(h).state, DDBLAS_XT_COMPLETE);
    REFUSED(invalid, 4, N, N, -1, 2, 2, &a, A, 2, B, 2, &b, C, 2);
    assert_int_equal(report_of(h).state, DDBLAS_XT_UNTOUCHED);
    assert_int_equal(report_of(h).blocks, 0);
    assert_int_equal(ddblasXtDgemm(h, N, N, 0, 2, 2, &a, A, 2, B, 2, &b, C, 2), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(report_of(h).state, DDBLAS_XT_COMPLETE);
    assert_int_equal(report_of(h).blocks, 0);
    assert_int_equal(ddblasXtDgemm(NULL, N, N, 2, 2, 2, &a, A, 2, B, 2, &b, C, 2), DDBLAS_STATUS_NOT_INITIALIZED);
    /* B is not read when k = 0 or alpha = 0, and then may be anything */
    assert_int_equal(ddblasXtDgemm(h, N, N, 2, 2, 0, &a, NULL, 2, NULL, 1, &b, C, 2), DDBLAS_STATUS_SUCCESS);
    a = 0.0;
    assert_int_equal(ddblasXtDgemm(h, N, N, 2, 2, 2, &a, C, 2, C, 2, &b, C, 2), DDBLAS_STATUS_SUCCESS);
}

static void wrong_options(void **state)
{
    (void)state;
    const ddblasXtOptions_t good = options_of(1, 4096, 0);
    ddblasXtOptions_t o;
#define NOT_AN_OPTION(field, value)                                                                                              \
    o = good;                                                                                                                    \
    o.field = value;                                                                                                             \
    assert_int_equal(ddblasXtSetOptions(h, &o), DDBLAS_STATUS_INVALID_VALUE);                                                    \
    assert_int_equal(ddblasGetLastArgument(h), 2)
    NOT_AN_OPTION(device_count, -1);
    NOT_AN_OPTION(device_count, DDBLAS_XT_MOST_DEVICES + 1);
    NOT_AN_OPTION(devices[0], -1);
    NOT_AN_OPTION(block_rows, -1);
    NOT_AN_OPTION(block_columns, -1);
    NOT_AN_OPTION(block_terms, -1);
    NOT_AN_OPTION(copy_threads, -1);
    NOT_AN_OPTION(techniques, 32);
    NOT_AN_OPTION(techniques, DDBLAS_XT_IN_TURN + DDBLAS_XT_REUSE);
    set(h, &good);
    assert_int_equal(ddblasXtGetOptions(h, &o), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(o.device_memory, good.device_memory);
    assert_int_equal(ddblasXtGetOptions(h, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasXtGetReport(h, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasXtSetOptions(NULL, &good), DDBLAS_STATUS_NOT_INITIALIZED);

    double a = 1.0, A[4] = {1, 2, 3, 4}, C[4] = {5, 6, 7, 8};
    o = good;
    o.devices[0] = 1000;
    set(h, &o);
    assert_int_equal(ddblasXtDgemm(h, DDBLAS_OP_N, DDBLAS_OP_N, 2, 2, 2, &a, A, 2, A, 2, &a, C, 2), DDBLAS_STATUS_NO_DEVICE);
    o = good;
    o.device_memory = 1;
    set(h, &o);
    assert_int_equal(ddblasXtDgemm(h, DDBLAS_OP_N, DDBLAS_OP_N, 2, 2, 2, &a, A, 2, A, 2, &a, C, 2),
                     DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    assert_string_equal(report_of(h).cpu_share, "");
    o = good;
    o.block_rows = o.block_columns = 1;
    o.techniques = DDBLAS_XT_CPU_SHARE; /* the report names it even when nothing was computed */
    set(h, &o);
    assert_int_equal(ddblasXtDgemm(h, DDBLAS_OP_N, DDBLAS_OP_N, 1 << 12, 1 << 11, 0, &a, A, 1 << 12, A, 1, &a, C, 1 << 12),
                     DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 0);
    assert_non_null(strstr(ddblasGetLastError(h), "4194304 blocks"));
    assert_string_equal(report_of(h).cpu_share, "no blocks were shared with the CPU");
    for (int i = 0; i < 4; i++)
        assert_true(C[i] == 5 + i);
    assert_int_equal(report_of(h).state, DDBLAS_XT_UNTOUCHED);
}

/* Lanes choose by the table that the handle was given, each time. */
static void table(void **state)
{
    (void)state;
    static const char text[] = "ddblas-table 1\nengine cpu\ndevice any\ncapability 1.0\nsymv W lower 1 - block=24\nend 1\n";
    const char *const paths[] = {"xt_lane.table", "none"};
    const double a = 1.0, A[4] = {1, 2, 3, 4};
    double C[4] = {0};
    const ddblasXtOptions_t o = options_of(2, 4096, 0);
    if (!on_cpu())
        skip();
    FILE *file = fopen(paths[0], "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
    set(h, &o);
    for (int i = 0; i < 2; i++)
    {
        assert_int_equal(ddblasTuneLoadTable(h, paths[i]), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasXtDgemm(h, DDBLAS_OP_N, DDBLAS_OP_N, 2, 2, 2, &a, A, 2, A, 2, &a, C, 2), DDBLAS_STATUS_SUCCESS);
        const struct xt_context *context = ddblas_xt_context(h);
        assert_int_equal(context->lanes, 2);
        for (int lane = 0; lane < 2; lane++)
        {
            ddblasTuneChoice_t choice;
            assert_int_equal(ddblasTuneQuery(context->lane[lane].handle, "symv", DDBLAS_TYPE_W, "lower", 100, &choice),
                             DDBLAS_STATUS_SUCCESS);
            assert_string_equal(choice.parameters, i == 0 ? "block=24" : "default");
        }
    }
    (void)remove(paths[0]);
    assert_int_equal(ddblasTuneLoadTable(h, NULL), DDBLAS_STATUS_SUCCESS);
}

/* ---- results --------------------------------------------------------------------------------- */

static const int techniques[] = {DDBLAS_XT_DEFAULT,
                                 DDBLAS_XT_IN_TURN,
                                 DDBLAS_XT_DOUBLE_BUFFER,
                                 DDBLAS_XT_DOUBLE_BUFFER + DDBLAS_XT_REUSE,
                                 DDBLAS_XT_DOUBLE_BUFFER + DDBLAS_XT_DRAIN,
                                 DDBLAS_XT_CPU_SHARE};

/* Equal numbers: 0 may have either sign. */
static void assert_equal(const struct gemm_case *c, const void *expected)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            const struct dd_number x = dd_number_load(c->type, gemm_case_c(c, c->result, i, j), 0),
                                   y = dd_number_load(c->type, gemm_case_c(c, expected, i, j), 0);
            if (!cuddEq(x.re, y.re) || !cuddEq(x.im, y.im))
                fail_msg("%cgemm: element (%lld, %lld) is %g and not %g", ddblas_type_letter(c->type), (long long)i, (long long)j,
                         x.re.x, y.re.x);
        }
}

/* Integers: the result is that of gemm, whatever the blocks, techniques and lanes. */
static void integers(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{1, 1, 1}, {33, 70, 51}, {64, 128, 64}, {129, 31, 200}, {200, 190, 1}, {7, 300, 90}};
    static const size_t memories[] = {20000, 60000, 1 << 20};
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1101));
    for (int turn = 0; turn < 270; turn++)
    {
        const int64_t *s = sizes[turn % 6];
        struct gemm_case *c = gemm_case_new((ddblasType_t)(turn / 9 % DDBLAS_TYPE_COUNT), operations[turn % 3],
                                            operations[turn / 3 % 3], s[0], s[1], s[2], turn % 4);
        ddblasXtOptions_t o = options_of(1 + turn % 3, memories[turn / 7 % 3], techniques[turn / 6 % 6]);
        if (turn % 2 == 1) /* blocks by the caller; a share by the CPU at any time */
        {
            o.device_memory = (size_t)1 << 28;
            o.block_rows = dd_random_int(&g, 1, 80);
            o.block_columns = dd_random_int(&g, 1, 80);
            o.block_terms = dd_random_int(&g, 1, 80);
        }
        o.copy_threads = turn % 5;
        gemm_case_fill(c, &g, GEMM_INTEGER);
        if (turn % 11 == 0)
            gemm_case_scalars(c, 0.0, 2.0);
        if (turn % 11 == 1)
            gemm_case_scalars(c, 3.0, 0.0);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        void *expected = malloc(c->bytes_C);
        memcpy(expected, c->result, c->bytes_C);
        set(h, &o);
        must_run_in(h, c, turn / 5 % 2);
        assert_equal(c, expected);
        free(expected);
        gemm_case_free(c);
    }
}

/* Everything out of core, also on a GPU: each matrix is larger than the rest of device_memory after
 * workspace and results. */
static void out_of_core(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1107));
    for (int turn = 0; turn < 4; turn++)
    {
        const ddblasType_t type = turn % 2 ? DDBLAS_TYPE_W : DDBLAS_TYPE_D;
        const int64_t n = on_cpu() ? 180 : turn % 2 ? 1700 : 2400;
        const size_t memory = on_cpu() ? (turn % 2 ? 400000 : 200000) : (size_t)120000000;
        struct gemm_case *c = gemm_case_new(type, operations[turn / 2], operations[turn % 2], n, n - 3, n + 5, 0);
        const ddblasXtOptions_t o = {.device_count = 1, .device_memory = memory};
        gemm_case_fill(c, &g, GEMM_INTEGER);
        gemm_case_scalars(c, 2.0, -3.0);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        void *expected = malloc(c->bytes_C);
        memcpy(expected, c->result, c->bytes_C);
        set(h, &o);
        must_run_in(h, c, turn / 2);
        assert_equal(c, expected);
        const ddblasXtReport_t r = report_of(h);
        assert_true(c->bytes_A + c->bytes_B + c->bytes_C > memory && r.blocks > 1);
        assert_true(r.bytes_in >= (double)(c->bytes_A + c->bytes_B + c->bytes_C));
        free(expected);
        gemm_case_free(c);
    }
}

/* Within the bound, a block's terms summed chunk by chunk; C may hold NaN when beta is 0. */
static void bounds(void **state)
{
    (void)state;
    static const enum gemm_data kinds[] = {GEMM_UNIFORM, GEMM_CANCEL, GEMM_WIDE};
    struct dd_random g;
    const int64_t turns = 60 / dd_test_scale();
    dd_random_start(&g, dd_random_seed(1102));
    for (int turn = 0; turn < turns; turn++)
    {
        struct gemm_case *c =
            gemm_case_new((ddblasType_t)(turn % DDBLAS_TYPE_COUNT), operations[turn / 5 % 3], operations[turn / 15 % 3],
                          dd_random_int(&g, 1, 90), dd_random_int(&g, 1, 90), dd_random_int(&g, 1, 300), turn % 2);
        ddblasXtOptions_t o = options_of(1 + turn % 2, 150000, DDBLAS_XT_DEFAULT);
        o.block_terms = turn % 3 == 0 ? dd_random_int(&g, 10, 100) : 0;
        gemm_case_fill(c, &g, kinds[turn % 3]);
        if (turn % 4 == 0)
        {
            gemm_case_scalars(c, 1.0, 0.0);
            memset(c->C, 0xff, c->bytes_C);
        }
        set(h, &o);
        must_run(h, c);
        const ddblasXtReport_t r = report_of(h);
        const struct dd_bound_size size = {.k = c->k, .c = (c->k + r.block_terms - 1) / r.block_terms};
        for (int q = 0; q < 60; q++)
        {
            const int64_t i = dd_random_int(&g, 0, c->m - 1), j = dd_random_int(&g, 0, c->n - 1);
            const double error = gemm_case_error(c, i, j, 0.0);
            if (!(error <= dd_routine_bound(DD_ROUTINE_xt_gemm, c->type, size)))
                fail_msg("%cgemm turn %d: error %g of element (%lld, %lld)", ddblas_type_letter(c->type), turn, error,
                         (long long)i, (long long)j);
        }
        gemm_case_free(c);
    }
}

/* The same bits for 1 to 5 lanes, in every order in which they may take the units. */
static void lanes(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1103));
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
    {
        struct gemm_case *c = gemm_case_new((ddblasType_t)type, DDBLAS_OP_N, DDBLAS_OP_T, 150, 170, 210, 0);
        void *first = malloc(c->bytes_C);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        for (int count = 1; count <= LANES; count++)
        {
            const ddblasXtOptions_t o = options_of(count, 60000, count == 2 ? DDBLAS_XT_IN_TURN : DDBLAS_XT_DEFAULT);
            set(h, &o);
            must_run(h, c);
            assert_int_equal(report_of(h).devices, count);
            if (count == 1)
                memcpy(first, c->result, c->bytes_C);
            assert_memory_equal(first, c->result, c->bytes_C);
            must_run_in(h, c, 1); /* with what the first call kept */
            assert_memory_equal(first, c->result, c->bytes_C);
        }
        free(first);
        gemm_case_free(c);
    }
}

/* Without options: the CPU engine's own gemm, or all devices. */
static void defaults(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1104));
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_D, DDBLAS_OP_T, DDBLAS_OP_N, 50, 60, 70, 3);
    gemm_case_fill(c, &g, GEMM_INTEGER);
    assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    void *expected = malloc(c->bytes_C);
    memcpy(expected, c->result, c->bytes_C);
    set(h, NULL);
    must_run(h, c);
    assert_memory_equal(expected, c->result, c->bytes_C);
    free(expected);
    gemm_case_free(c);
}

/* ---- syrk ------------------------------------------------------------------------------------ */

/* One triangle; the other keeps its bytes, which are NaN. */
static void triangles(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(1105));
    for (int turn = 0; turn < 48; turn++)
    {
        const ddblasFillMode_t uplo = turn % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
        const ddblasOperation_t trans = operations[turn / 2 % 3];
        const int64_t n = dd_random_int(&g, 1, 150), k = turn % 8 == 7 ? 0 : dd_random_int(&g, 1, 120);
        struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, trans, DDBLAS_OP_N, n, n, k, turn % 3);
        ddblasXtOptions_t o = options_of(1 + turn % 3, 300000, techniques[turn % 5]);
        o.block_rows = turn % 3 == 0 ? dd_random_int(&g, 1, 50) : 0;
        gemm_case_fill(c, &g, GEMM_INTEGER);
        if (turn % 5 == 0)
            gemm_case_scalars(c, 2.0, 0.0);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                if (uplo == DDBLAS_FILL_MODE_LOWER ? i < j : i > j)
                    memset(gemm_case_c(c, c->C, i, j), 0xff, c->size);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
        assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasWsyrk(h, uplo, trans, n, k, &c->alpha.w, A, c->lda, &c->beta.w, C, c->ldc), DDBLAS_STATUS_SUCCESS);
        void *expected = malloc(c->bytes_C);
        dd_engine_read(h, expected, C, c->bytes_C);
        memcpy(c->result, c->C, c->bytes_C);
        set(h, &o);
        if (ddblasXtWsyrk(h, uplo, trans, n, k, &c->alpha.w, c->A, c->lda, &c->beta.w, c->result, c->ldc) !=
            DDBLAS_STATUS_SUCCESS)
            fail_msg("%s", ddblasGetLastError(h));
        assert_memory_equal(expected, c->result, c->bytes_C);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, C, 0);
        free(expected);
        gemm_case_free(c);
    }
    cuddreal x[4] = {{1.0, 0.0}};
    assert_int_equal(ddblasXtWsyrk(h, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, 2, 1, x, x, 2, x, x, 2), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 10);
    assert_int_equal(ddblasXtWsyrk(h, (ddblasFillMode_t)2, DDBLAS_OP_N, 2, 1, x, x, 2, x, x, 2), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
}

/* ---- failures -------------------------------------------------------------------------------- */

static struct gemm_case *failing_case(void)
{
    struct dd_random g;
    dd_random_start(&g, 1106);
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, DDBLAS_OP_N, DDBLAS_OP_N, 90, 80, 70, 1);
    gemm_case_fill(c, &g, GEMM_UNIFORM);
    return c;
}

static ddblasXtOptions_t failing_options(int count)
{
    ddblasXtOptions_t o = options_of(count, 150000, DDBLAS_XT_DEFAULT);
    o.block_rows = o.block_columns = 32;
    o.block_terms = 40;
    return o;
}

/* Every allocation of a first call, one after the other: nothing is touched, and the next call
 * works. */
static void allocation_failures(void **state)
{
    (void)state;
    struct gemm_case *c = failing_case();
    int failures = 0;
    for (int count = 1; count <= 2; count++)
        for (int n = 1;; n++)
        {
            ddblasHandle_t mine = dd_test_handle();
            ddblasXtOptions_t o = failing_options(count);
            o.techniques = n % 2 ? DDBLAS_XT_DEFAULT : DDBLAS_XT_CPU_SHARE;
            set(mine, &o);
            ddblas_inject_allocation_failure(n);
            const ddblasStatus_t status = xt_run(mine, c);
            ddblas_inject_allocation_failure(0);
            const int has_sentence = ddblasGetLastError(mine)[0] != '\0';
            const ddblasXtReport_t r = report_of(mine);
            if (status == DDBLAS_STATUS_SUCCESS && n % 2 == 0)
            {
                assert_int_equal(ddblasDestroy(mine), DDBLAS_STATUS_SUCCESS);
                break;
            }
            if (status != DDBLAS_STATUS_SUCCESS)
            {
                failures++;
                assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
                assert_true(has_sentence);
                if (r.state == DDBLAS_XT_UNTOUCHED)
                    assert_memory_equal(c->result, c->C, c->bytes_C);
            }
            must_run(mine, c);
            assert_int_equal(ddblasDestroy(mine), DDBLAS_STATUS_SUCCESS);
        }
    print_message("%d allocations failed\n", failures);
    assert_true(failures > 20);
    gemm_case_free(c);
}

/* 1 when every element is either the old one or the new one. */
static int old_or_new(const struct gemm_case *c, const void *whole)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
            if (memcmp(gemm_case_c(c, c->result, i, j), gemm_case_c(c, c->C, i, j), c->size) != 0 &&
                memcmp(gemm_case_c(c, c->result, i, j), gemm_case_c(c, whole, i, j), c->size) != 0)
                return 0;
    return 1;
}

/* Every copy and launch, one after the other: the status, what C holds, and the next call works. */
static void work_failures(void **state)
{
    (void)state;
    struct gemm_case *c = failing_case();
    ddblasHandle_t mine = dd_test_handle();
    void *whole = malloc(c->bytes_C);
    int untouched = 0, partial = 0, n;
    for (int count = 1; count <= 2; count++)
    {
        const ddblasXtOptions_t o = failing_options(count);
        set(mine, &o);
        must_run(mine, c);
        memcpy(whole, c->result, c->bytes_C);
        for (n = 1;; n++)
        {
            ddblas_inject_work_failure(n);
            const ddblasStatus_t status = xt_run(mine, c);
            ddblas_inject_work_failure(0);
            if (status == DDBLAS_STATUS_SUCCESS)
                break;
            assert_int_equal(status, DDBLAS_STATUS_DEVICE_ERROR);
            assert_true(ddblasGetLastError(mine)[0]);
            const ddblasXtReport_t r = report_of(mine);
            assert_true(r.state != DDBLAS_XT_COMPLETE && r.blocks_done < r.blocks);
            if (r.state == DDBLAS_XT_UNTOUCHED)
                assert_memory_equal(c->result, c->C, c->bytes_C);
            assert_true(old_or_new(c, whole));
            untouched += r.state == DDBLAS_XT_UNTOUCHED;
            partial += r.state == DDBLAS_XT_PARTIAL;
        }
        assert_memory_equal(c->result, whole, c->bytes_C);
    }
    print_message("failures of work: C untouched %d times, partial %d times\n", untouched, partial);
    assert_true(untouched > 0 && partial > 0);
    free(whole);
    gemm_case_free(c);
    assert_int_equal(ddblasDestroy(mine), DDBLAS_STATUS_SUCCESS);
}

struct progress
{
    int64_t last, stop_at, all;
    int calls;
};

static int on_progress(void *data, int64_t done, int64_t all)
{
    struct progress *p = data;
    assert_true(done > p->last && done <= all);
    p->last = done;
    p->all = all;
    p->calls++;
    return done >= p->stop_at;
}

static void progress_and_cancellation(void **state)
{
    (void)state;
    struct gemm_case *c = failing_case();
    void *whole = malloc(c->bytes_C);
    struct progress p = {.stop_at = INT64_MAX};
    ddblasXtOptions_t o = failing_options(2);
    o.progress = on_progress;
    o.progress_data = &p;
    set(h, &o);
    must_run(h, c);
    memcpy(whole, c->result, c->bytes_C);
    assert_true(p.calls > 0 && p.last == p.all && p.all == 9);

    o = failing_options(1);
    o.block_rows = o.block_columns = 4;
    o.progress = on_progress;
    o.progress_data = &p;
    p = (struct progress){.stop_at = 1};
    set(h, &o);
    const ddblasStatus_t status = xt_run(h, c);
    const ddblasXtReport_t r = report_of(h);
    if (status == DDBLAS_STATUS_SUCCESS) /* all arrived before the caller's thread was told */
        assert_int_equal(r.state, DDBLAS_XT_COMPLETE);
    else
    {
        assert_int_equal(status, DDBLAS_STATUS_CANCELLED);
        assert_int_equal(r.state, DDBLAS_XT_PARTIAL);
        assert_true(r.blocks_done >= 1 && r.blocks_done < r.blocks);
    }
    p.last = 0;
    p.stop_at = INT64_MAX;
    must_run(h, c);
    free(whole);
    gemm_case_free(c);
}

/* ---- timeline -------------------------------------------------------------------------------- */

enum
{
    TIMELINE = 1 << 20
};

/* The whole of the JSON array that a call has written; the file is gone then. */
static void read_timeline(const char *path, char *text)
{
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    const size_t length = fread(text, 1, TIMELINE - 1, in);
    text[length] = '\0';
    (void)fclose(in);
    (void)remove(path);
    assert_true(length > 2 && text[0] == '[' && text[length - 2] == ']');
}

/* Every "ts" and "dur" is a JSON number with three digits after its point. */
static void check_numbers(const char *text)
{
    int count = 0;
    for (const char *p = strstr(text, "\"ts\": "); p; p = strstr(p, "\"ts\": "), count++)
        for (int k = 0; k < 2; k++)
        {
            p = strchr(p, ':') + 2;
            p += *p == '-';
            const size_t digits = strspn(p, "0123456789");
            assert_true(digits > 0 && p[digits] == '.' && strspn(p + digits + 1, "0123456789") == 3);
            p += digits + 4;
            assert_true(*p == ',');
        }
    assert_true(count > 0);
}

static void write_old(const char *path)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    (void)fputs("old", out);
    assert_int_equal(fclose(out), 0);
}

/* A file of that name keeps what it holds until the new timeline is complete, so that whoever has
 * it open reads the old one to its end; what the call could not finish is not left beside it. */
static void timeline_beside(void **state)
{
    (void)state;
    char path[PATH], *text = malloc(TIMELINE), old[8] = "";
    struct gemm_case *c = failing_case();
    ddblasXtOptions_t o = failing_options(2);
    (void)snprintf(path, sizeof path, "xt_beside_%d.json", on_cpu());
    o.trace = path;
    set(h, &o);
    write_old(path);
    FILE *reader = fopen(path, "r");
    assert_non_null(reader);
    must_run(h, c);
    assert_true(fread(old, 1, sizeof old, reader) == 3 && strcmp(old, "old") == 0);
    (void)fclose(reader);
    read_timeline(path, text);
    assert_non_null(strstr(text, "\"load\""));
    assert_int_equal(mkdir(path, 0700), 0); /* a folder has the name */
    assert_int_equal(xt_run(h, c), DDBLAS_STATUS_FILE_ERROR);
    assert_int_equal(report_of(h).state, DDBLAS_XT_UNTOUCHED);
    assert_int_equal(rmdir(path), 0);
    free(text);
    gemm_case_free(c);
}

static void timeline(void **state)
{
    (void)state;
    static const char *const stages[] = {"\"load\"", "\"multiply\"", "\"store\"", "\"host copy in\"", "\"host copy out\""};
    char path[PATH], *text = malloc(TIMELINE);
    struct gemm_case *c = failing_case();
    ddblasXtOptions_t o = failing_options(2);
    (void)snprintf(path, sizeof path, "xt_timeline_%d.json", on_cpu());
    o.trace = path;
    set(h, &o);
    must_run(h, c);
    read_timeline(path, text);
    for (int s = 0; s < 5; s++)
        assert_non_null(strstr(text, stages[s]));
    write_old(path); /* and a comma for a decimal point, which JSON does not know */
    const int comma = dd_comma_locale();
    must_run(h, c);
    (void)setlocale(LC_ALL, "C");
    read_timeline(path, text);
    if (comma)
        check_numbers(text);
    ddblas_inject_work_failure(30); /* out of about 50 pieces of work; the report counts those before it */
    assert_int_equal(xt_run(h, c), DDBLAS_STATUS_DEVICE_ERROR);
    ddblas_inject_work_failure(0);
    read_timeline(path, text);
    assert_non_null(strstr(text, "\"load\""));
    o.trace = "no/such/folder/timeline.json";
    set(h, &o);
    assert_int_equal(xt_run(h, c), DDBLAS_STATUS_FILE_ERROR); /* before any work */
    assert_int_equal(report_of(h).state, DDBLAS_XT_UNTOUCHED);
    assert_memory_equal(c->result, c->C, c->bytes_C);
    free(text);
    gemm_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(wrong_options),
        cmocka_unit_test(table),
        cmocka_unit_test(integers),
        cmocka_unit_test(bounds),
        cmocka_unit_test(out_of_core),
        cmocka_unit_test(lanes),
        cmocka_unit_test(defaults),
        cmocka_unit_test(triangles),
        cmocka_unit_test(work_failures),
        cmocka_unit_test(progress_and_cancellation),
        cmocka_unit_test(allocation_failures),
        cmocka_unit_test(timeline),
        cmocka_unit_test(timeline_beside),
    };
    choose_tests();
    return cmocka_run_group_tests_name("xt", tests, open_handle, close_handle);
}
