/*
 * Tables in use: order and time of look-up, handles and environment, candidates and choices for a
 * GPU, the shipped tables, and a run of the tuner through the interface.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "api/spaces.h"
#include "../lib/h200.h"
#include "level2/symv/symv_choice.h"
#include "tune/table/table.h"
#include "tune_tables.h"

static void look_up_order(void **state)
{
    (void)state;
    const char *const built_in[] = {TABLE("Other", "1.0", "symv W lower 1 - block=8"),
                                    TABLE("Other", "2.0", "symv W lower 1 - block=16"),
                                    TABLE("Newer", "3.0", "symv W lower 1 - block=120"),
                                    TABLE("Test CPU", "2.0", "symv D lower 1 - block=64"),
                                    "ddblas-table 1\nengine cuda\ndevice Test CPU\ncapability 2.0\nend 0\n",
                                    NULL};
    struct ddblas_tune_table *t = collect(NULL, NULL, NULL, NULL);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 100), 0);
    assert_int_equal(t->status, DDBLAS_STATUS_SUCCESS);
    free(t);

    t = collect(NULL, in_folder("nowhere"), "", built_in);
    assert_int_equal(t->status, DDBLAS_STATUS_SUCCESS);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 100), 16); /* the same capability before the lower one; never a higher one */
    assert_int_equal(block_at(t, DDBLAS_TYPE_D, 0, 100), 64); /* the device's own, for the problem that it knows */
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 1, 100), 0);
    free(t);

    device.capability = 15; /* only a lower one is left for W */
    t = collect(NULL, NULL, NULL, built_in);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 100), 8);
    free(t);
    device.capability = 20;

    assert_int_equal(mkdir(in_folder("user"), 0700), 0);
    assert_int_equal(mkdir(in_folder("share"), 0700), 0);
    put("share/a.table", TABLE("Test CPU", "2.0", "symv W lower 1 - block=24"));
    t = collect(NULL, in_folder("user"), in_folder("share"), built_in);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 100), 24); /* the name before the capability */
    free(t);
    put("user/b.table", TABLE("Test CPU", "2.0", "symv W lower 1 - block=32"));
    put("user/a.table", TABLE("Other", "2.0", "symv W lower 1 - block=40"));
    put("user/c.txt", "no table, and not looked at");
    t = collect(NULL, in_folder("user"), in_folder("share"), built_in);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 100), 32); /* the user before the installation */
    assert_int_equal(t->status, DDBLAS_STATUS_SUCCESS);
    free(t);
    const char *named = put("named", TABLE("Whatever", "9.9", "symv W lower 10 20 block=48"));
    t = collect(named, in_folder("user"), in_folder("share"), built_in);
    /* a named entry comes before all others, for the problems that it covers */
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 15), 48);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 9), 0);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 21), 0);
    assert_int_equal(block_at(t, DDBLAS_TYPE_D, 0, 100), 64);
    free(t);
    named = put("named", TABLE("Whatever", "9.9", "symv W lower 1 - default date=2026-11-21"));
    t = collect(named, in_folder("user"), in_folder("share"), built_in);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 100),
                     0); /* the default, when a table says so, before tables that come later */
    assert_int_equal(block_at(t, DDBLAS_TYPE_D, 0, 100), 64);
    free(t);
    t = collect("none", in_folder("user"), in_folder("share"), built_in);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 100), 0);
    assert_int_equal(t->status, DDBLAS_STATUS_SUCCESS);
    free(t);
}

/* The call on h must report this argument. */
#define assert_argument(call, position)                                                                                          \
    do                                                                                                                           \
    {                                                                                                                            \
        assert_int_equal(call, DDBLAS_STATUS_INVALID_VALUE);                                                                     \
        assert_int_equal(ddblasGetLastArgument(h), position);                                                                    \
    } while (0)

/* The handle: environment, API, query, and the choice at work in the workspace of a call. */
static void handle_and_environment(void **state)
{
    (void)state;
    ddblasHandle_t h = NULL;
    ddblasTuneChoice_t c;
    char text[512];
    size_t by_default, chosen;
    setenv("XDG_CONFIG_HOME", in_folder("config"), 1);
    unsetenv("DDBLAS_TUNE_TABLE");
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTuneGetStatus(h, text, sizeof text), DDBLAS_STATUS_SUCCESS);
    assert_string_equal(text, "");
    assert_int_equal(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, "lower", 100, &c), DDBLAS_STATUS_SUCCESS);
    assert_string_equal(c.parameters, "default");
    assert_int_equal(ddblasSymvWorkspaceSize(h, DDBLAS_TYPE_W, 1000, &by_default), DDBLAS_STATUS_SUCCESS);

    const char *path = put("good.table", HEAD "symv W lower 1 50 block=8 ns=1500.000 gain=1.200 date=2026-11-21\n"
                                              "symv W lower 51 - block=64\nend 2\n");
    assert_int_equal(ddblasTuneLoadTable(h, path), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, "lower", 50, &c), DDBLAS_STATUS_SUCCESS);
    assert_string_equal(c.parameters, "block=8");
    assert_string_equal(c.source, path);
    assert_true(c.seconds == 1.5e-6 && c.gain == 1.2 && c.date == 20261121 && c.first == 1 && c.last == 50);
    assert_int_equal(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, "lower", INT64_MAX, &c), DDBLAS_STATUS_SUCCESS);
    assert_string_equal(c.parameters, "block=64");
    /* 16 blocks of 64: (16 + 1) 16 64 elements of 16 bytes. */
    assert_int_equal(ddblasSymvWorkspaceSize(h, DDBLAS_TYPE_W, 1000, &chosen), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(chosen, 17 * 16 * 64 * 16);
    assert_true(chosen > by_default);

    assert_int_equal(ddblasTuneLoadTable(h, in_folder("missing")), DDBLAS_STATUS_FILE_ERROR);
    assert_int_equal(ddblasTuneLoadTable(h, ""), DDBLAS_STATUS_FILE_ERROR);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
    assert_int_equal(ddblasTuneLoadTable(h, put("cut.table", HEAD "symv W")), DDBLAS_STATUS_FORMAT_ERROR);
    assert_int_equal(ddblasTuneLoadTable(h, put("old.table", "ddblas-table 7\n")), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, "lower", 50, &c), DDBLAS_STATUS_SUCCESS);
    assert_string_equal(c.parameters, "block=8"); /* a failed loading changes nothing */
    assert_int_equal(ddblasTuneLoadTable(h, NULL), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, "lower", 50, &c), DDBLAS_STATUS_SUCCESS);
    assert_string_equal(c.parameters, "default");

    assert_int_equal(ddblasTuneQuery(NULL, "symv", DDBLAS_TYPE_W, "lower", 5, &c), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_argument(ddblasTuneQuery(h, NULL, DDBLAS_TYPE_W, "lower", 5, &c), 2);
    assert_argument(ddblasTuneQuery(h, "symv", (ddblasType_t)77, "lower", 5, &c), 3);
    assert_argument(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, NULL, 5, &c), 4);
    assert_argument(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, "lower", -1, &c), 5);
    assert_argument(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, "lower", 5, NULL), 6);
    assert_int_equal(ddblasTuneQuery(h, "trsv", DDBLAS_TYPE_W, "lower", 5, &c), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);

    setenv("DDBLAS_TUNE_TABLE", path, 1);
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, "lower", 50, &c), DDBLAS_STATUS_SUCCESS);
    assert_string_equal(c.parameters, "block=8");
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
    setenv("DDBLAS_TUNE_TABLE", in_folder("cut.table"), 1);
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTuneGetStatus(h, text, sizeof text), DDBLAS_STATUS_FORMAT_ERROR);
    assert_non_null(strstr(text, "cut.table:5"));
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
    unsetenv("DDBLAS_TUNE_TABLE");

    /* The user's folder, under the name that the library itself gives the table. */
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    struct ddblas_device own;
    (void)ddblas_device_facts(h->backend, h->device, &own);
    struct ddblas_table_header header = {DDBLAS_ENGINE_CPU, "", own.capability};
    strcpy(header.device, own.name);
    const struct ddblas_table_row row = {{&ddblas_tune_space_symv_cpu, DDBLAS_TYPE_W, 1}, 0, {1, 9, {16}, 0, 0, 0, 0}};
    assert_int_equal(ddblasTuneGetTablePath(h, text, sizeof text), DDBLAS_STATUS_SUCCESS);
    char why[DDBLAS_ERROR_TEXT];
    assert_int_equal(ddblas_table_write(text, &header, &row, 1, why), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTuneLoadTable(h, NULL), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_W, "upper", 9, &c), DDBLAS_STATUS_SUCCESS);
    assert_string_equal(c.parameters, "block=16");
    assert_string_equal(c.source, text);
    assert_int_equal(ddblasTuneGetTablePath(h, text, 5), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
}

/* One table, any number of threads, any instruction set: the same bits; and every legal block order
 * keeps the routine's bound, against the default one (2 bounds apart at most, |A||x| <= n). */
static void choice_at_work(void **state)
{
    (void)state;
    enum
    {
        N = 523
    };
    static cuddreal A[N * N], x[N], y[N], first[N], standard[N];
    const cuddreal one = {1.0, 0.0}, nothing = {0.0, 0.0};
    ddblasHandle_t h;
    uint64_t seed = 7;
    for (int i = 0; i < N * N + N; i++)
    {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const double hi = 0x1p-53 * (double)(seed >> 11);
        *(i < N * N ? &A[i] : &x[i - N * N]) = cuddFastTwoSum(hi, 0x1p-55 * hi);
    }
    setenv("DDBLAS_TUNE_TABLE", "none", 1);
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWsymv(h, DDBLAS_FILL_MODE_LOWER, N, &one, A, N, x, 1, &nothing, standard, 1), DDBLAS_STATUS_SUCCESS);
    int differing = 0;
    for (int block = 8; block <= 256; block += 8)
    {
        char text[256];
        (void)snprintf(text, sizeof text, HEAD "symv W lower 0 - block=%d\nend 1\n", block);
        assert_int_equal(ddblasTuneLoadTable(h, put("block.table", text)), DDBLAS_STATUS_SUCCESS);
        for (int threads = 1; threads <= 5; threads++)
        {
            memset(y, 0xff, sizeof y);
            assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
            assert_int_equal(ddblasWsymv(h, DDBLAS_FILL_MODE_LOWER, N, &one, A, N, x, 1, &nothing, y, 1), DDBLAS_STATUS_SUCCESS);
            if (threads == 1)
                memcpy(first, y, sizeof y);
            assert_memory_equal(first, y, sizeof y);
        }
        for (int i = 0; i < N; i++)
            assert_true(cuddToDouble(cuddFabs(cuddSub(y[i], standard[i]))) <= 2.0 * (N + 8) * 0x1p-104 * N);
        differing += memcmp(y, standard, sizeof y) != 0;
    }
    assert_true(differing > 0); /* the table is obeyed: another order of the sums shows in the last bits */
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
    unsetenv("DDBLAS_TUNE_TABLE");
}

static void look_up_time(void **state)
{
    (void)state;
    enum
    {
        ROWS = 64,
        CALLS = 1000000
    };
    char *text = malloc(1 << 16), *at = text;
    at += sprintf(at, HEAD);
    for (int i = 0; i < ROWS; i++)
        at += sprintf(at, "symv W lower %d %d block=%d\n", 600 * i, 600 * i + 599, 8 * (1 + i % 16));
    sprintf(at, "end %d\n", ROWS);
    const char *const built_in[] = {text, NULL};
    struct ddblas_tune_table *t = collect(NULL, NULL, NULL, built_in);
    double least = 1.0;
    for (int repeat = 0; repeat < 10; repeat++)
    {
        struct timespec a, b;
        int64_t sum = 0, n = 1;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
        for (int i = 0; i < CALLS; i++)
        {
            n = (n * 7919 + 13) % (600 * ROWS);
            sum += block_at(t, DDBLAS_TYPE_W, 0, n);
        }
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
        assert_true(sum > 0);
        const double seconds = ((double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec)) / CALLS;
        least = seconds < least ? seconds : least;
    }
    for (int i = 0; i < 600 * ROWS; i += 7)
        assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, i), 8 * (1 + i / 600 % 16));
    print_message("look-up among %d ranges: %.1f ns\n", ROWS, 1e9 * least);
    assert_true(least < 100e-9);
    free(t);
    free(text);
}

/* An H100-like multiprocessor: 2048 threads, 32 blocks, 65536 registers, 228 KiB shared, 227 KiB a
 * block. */
static void occupancy(void **state)
{
    (void)state;
    const struct ddblas_device sm = {
        .threads = 2048, .blocks = 32, .registers = 65536, .shared = 233472, .shared_of_block = 232448};
    static const struct
    {
        struct ddblas_tune_need need;
        int blocks;
    } cases[] = {
        {{128, 32, 0, 0}, 16},                               /* threads: 2048/128 */
        {{32, 16, 0, 0}, 32},                                /* blocks */
        {{256, 255, 0, 0}, 1},                               /* 8 warps of 8192 registers: 65536 */
        {{256, 128, 0, 0}, 2},                               /* 8 warps of 4096 */
        {{128, 32, 112 << 10, 0}, 2},                        /* 113 KiB twice is 226 of 228 */
        {{128, 32, 227 << 10, 0}, 1},                        /* all that a block may have */
        {{128, 32, 228 << 10, 0}, 0}, {{1024, 65, 0, 0}, 0}, /* 32 warps of 2304 (65 registers in units of 8) are more than 65536
                                                              */
        {{1025, 32, 0, 0}, 0},        {{0, 32, 0, 0}, 0},    {{33, 32, 0, 0}, 32}, /* two warps: 2048/64 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(ddblas_tune_occupancy(&sm, &cases[i].need), cases[i].blocks);
    int32_t list[64][DDBLAS_TUNE_PARAMETERS];
    const struct ddblas_tune_key w = {&ddblas_tune_space_symv_cpu, DDBLAS_TYPE_W, 0};
    assert_int_equal(ddblas_tune_feasible(&w, &device, list, 64), 32);
    assert_int_equal(ddblas_tune_feasible(&w, &device, list, 5), 5);
    /* Orders asked for hold as far as memory has room, however large. */
    const struct ddblas_device gigabyte = {.engine = DDBLAS_ENGINE_CPU, .memory = 1e9};
    assert_int_equal(ddblas_tune_largest(&w, &gigabyte, 500), 500);
    const int64_t most = ddblas_tune_largest(&w, &gigabyte, INT64_MAX);
    assert_true(16.0 * (double)(most * most) <= 0.8e9 && 16.0 * (double)(most * most) > 0.6e9);
    assert_true(ddblas_tune_largest(&w, &gigabyte, 0) <= most);
}

/* The GPU's variants, without one. */
static void gpu_candidates(void **state)
{
    (void)state;
    static int32_t list[4096][DDBLAS_TUNE_PARAMETERS];
    const struct symv_device numbers = {.multiprocessors = 132, .shared_of_block = 232448};
    const struct ddblas_tune_space *space = &ddblas_tune_space_symv_cuda;
    for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
    {
        const struct ddblas_tune_key key = {&ddblas_tune_space_symv_cuda, (ddblasType_t)t, 0};
        const int count = ddblas_tune_feasible(&key, &h200, list, 4096);
        assert_true(count > SYMV_ROWS_COUNT && count < 4096);
        for (int i = 0; i < count; i++)
        {
            const struct symv_choice c = ddblas_symv_choice_of(list[i]);
            const int64_t from = ddblas_symv_proved_from(&c, key.type), n = from > 0 ? from : 1;
            assert_true(space->check(&h200, key.type, 0, n, n, list[i]));
            assert_int_equal(space->check(&h200, key.type, 0, n - 1, n, list[i]), from == 0);
            for (int k = 0; k < i; k++)
                assert_memory_not_equal(list[i], list[k], sizeof list[i]);
        }
        /* The built-in choice passes the check that a table's must pass, and what is not compiled
         * in is refused. */
        for (int64_t n = 1; n < 200000; n = n * 5 / 4 + 1)
        {
            const struct symv_choice c = ddblas_symv_choose_built_in(key.type, &numbers, n, (uintptr_t)(n % 2 * 16), n);
            int32_t p[DDBLAS_TUNE_PARAMETERS] = {0};
            ddblas_symv_parameters_of(&c, p);
            assert_true(space->check(&h200, key.type, 0, n, n, p));
        }
        /* method, warps, columns, group, stages, resident, edge */
        static const int32_t bad[][DDBLAS_TUNE_PARAMETERS] = {
            {-1, 8, 8, 8, 0, 0, 0},        {2, 4, 16, 8, 4, 2, 256},         {3, 4, 16, 8, 4, 2, 256},
            {0, 0, 0, 0, 0, 0, 0},         {0, -1, 8, 8, 0, 0, 0},           {0, 64, 1, 1, 0, 0, 0},
            {0, 3, 8, 8, 0, 0, 0},         {0, 8, 8, 8, 0, 0, 128},          {0, 8, 8, 8, 1, 0, 0},
            {1, 8, 8, 8, 0, 0, 0},         {1, 8, 16, 8, 5, 1, 0},           {1, 8, 16, 8, 5, 1, -256},
            {1, 8, 16, 8, 5, 1, 100},      {1, 8, 16, 8, 5, 1, 1 << 30},     {1, 8, 16, 8, 15, 1, 256},
            {1, 8, 16, 8, 16, 1, 256},     {1, 8, 48, 8, 5, 1, 1536},        {1, 8, 16, 1, 5, 1, 256},
            {1, 8, 16, 8, 5, 0, 256},      {1, 8, 16, 8, 5, 9, 256},         {1, 63, 63, 63, 15, 15, 256},
            {1, INT32_MAX, 1, 1, 1, 1, 1}, {1, 8, 16, 8, INT32_MIN, 1, 256}, {0, 32, 64, 32, 0, 0, 0}};
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
            assert_false(space->check(&h200, key.type, 0, 2000, 2000, bad[i]));
        /* One warp adds up 32 rows of a double-double matrix: a chain too long for the bound at
         * every order. */
        static const int32_t long_chain[DDBLAS_TUNE_PARAMETERS] = {0, 1, 32, 4, 0, 0, 0};
        const struct symv_choice chain = ddblas_symv_choice_of(long_chain);
        const int is_double_double = key.type == DDBLAS_TYPE_W || key.type == DDBLAS_TYPE_U;
        assert_int_equal(ddblas_symv_proved_from(&chain, key.type), is_double_double ? INT64_MAX : 0);
    }
}

/* A table for the GPU decides the plan where it has a row, and the workspace suffices for it and
 * never falls. */
static void gpu_table(void **state)
{
    (void)state;
    const char *const built_in[] = {"ddblas-table 1\nengine cuda\ndevice NVIDIA H200\ncapability 9.0\n"
                                    "symv W lower 1 159 method=0 warps=4 columns=1 group=2 stages=0 resident=0 edge=0\n"
                                    "symv W lower 160 5000 method=1 warps=4 columns=16 group=8 stages=4 resident=2 edge=512\n"
                                    /* too large for the tiles' number: refused */
                                    "symv W upper 1 - method=1 warps=4 columns=16 group=8 stages=4 resident=2 edge=512\n"
                                    /* no bound is proved for 159: refused */
                                    "symv U lower 159 5000 method=1 warps=4 columns=16 group=8 stages=4 resident=2 edge=512\n"
                                    "end 4\n",
                                    NULL};
    const struct ddblas_table_places places = {NULL, NULL, NULL, built_in};
    const struct symv_device numbers = {.multiprocessors = 132, .shared_of_block = 232448};
    struct ddblas_tune_table *t = ddblas_table_collect(&h200, &places);
    assert_non_null(t);
    assert_int_equal(t->status, DDBLAS_STATUS_FORMAT_ERROR);
    struct ddblasContext handle = {0};
    (void)ddblas_tune_exchange(&handle, t);
    assert_int_equal(t->rows, 2);
    struct ddblas_symv_problem p = {.type = DDBLAS_TYPE_W, .uplo = DDBLAS_FILL_MODE_LOWER};
    size_t before = 0;
    for (p.n = 1; p.n < 20000; p.n += 1 + p.n / 3)
    {
        const struct symv_choice c = ddblas_symv_choose_for_handle(&handle, &p, &numbers);
        const struct symv_choice standard = ddblas_symv_choose_built_in(p.type, &numbers, p.n, 0, p.lda);
        if (p.n < 160)
            assert_true(c.method == SYMV_BY_ROWS && c.shape == SYMV_ROWS_1_128_2 && c.edge == 0);
        else if (p.n <= 5000)
            assert_true(c.method == SYMV_BY_TILES && c.shape == SYMV_NARROW && c.edge == 512);
        else
            assert_memory_equal(&c, &standard, sizeof c);
        struct symv_plan plan;
        ddblas_symv_make_plan(&plan, &c, &numbers, p.type, 0, p.n, 0, p.n);
        const size_t workspace = ddblas_symv_workspace_of_handle(&handle, p.type, &numbers, p.n);
        assert_true(workspace >= plan.workspace && workspace >= before);
        before = workspace;
    }
    free(t);
}

/* The tables that are compiled into the library are sound, and name only shapes that are compiled
 * in as well. */
static void shipped_tables(void **state)
{
    (void)state;
    const struct ddblas_table_places places = {NULL, NULL, NULL, ddblas_tables_built_in};
    struct ddblas_tune_table *t = ddblas_table_collect(&h200, &places);
    assert_non_null(t);
    if (t->status != DDBLAS_STATUS_SUCCESS)
        fail_msg("%s", t->why);
    assert_true(t->rows > 0);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int form = 0; form < DDBLAS_SYMV_FORMS; form++)
        {
            const struct ddblas_tune_slot slot = t->slot[ddblas_tune_space_number(ddblas_tune_space_symv_cuda.id)][type][form];
            for (int i = slot.begin; i < slot.begin + slot.count; i++)
            {
                const struct symv_choice choice = ddblas_symv_choice_of(t->row[i].parameters);
                assert_true(ddblas_symv_is_compiled((ddblasType_t)type, &choice));
            }
        }
    free(t);
}

/* A run through the API: stopped, gone on with, finished. */
struct steps
{
    const ddblasTuneOptions_t *other; /* a run that must be refused while this one goes on; or null */
    int64_t left, resumed, measured;
    int64_t second_looks; /* before it stops; 0: it does not stop there */
    double last;
};

static int step(void *context, const ddblasTuneProgress_t *p)
{
    struct steps *s = context;
    assert_true(p->done >= s->last && p->done <= 1.0 && p->elapsed >= 0.0 && p->remaining >= 0.0);
    assert_non_null(strstr(p->problem, "symv W"));
    s->last = p->done;
    s->resumed = p->resumed;
    s->measured = p->measured;
    if (s->other)
    {
        ddblasHandle_t h;
        assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasTune(h, s->other, NULL), DDBLAS_STATUS_FILE_ERROR);
        assert_non_null(strstr(ddblasGetLastError(h), "another run holds"));
        assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
        s->other = NULL;
    }
    if (s->second_looks > 0 && strcmp(p->stage, "second look") == 0 && --s->second_looks == 0)
        return 1;
    return s->left-- <= 0;
}

static int count_samples(void *context, const ddblasTuneSample_t *sample)
{
    assert_string_equal(sample->routine, "symv");
    assert_int_equal(sample->type, DDBLAS_TYPE_W);
    assert_true(sample->n >= 16 && sample->n <= 48 && sample->seconds >= 0.0);
    /* Half of the matrix with its diagonal, and x and y, 16 bytes a number. */
    assert_true(sample->bytes == 16.0 * (double)(sample->n * (sample->n + 1) / 2 + 2 * sample->n));
    (*(int64_t *)context)++;
    return 0;
}

static void run_through_the_api(void **state)
{
    (void)state;
    ddblasHandle_t h;
    ddblasTuneSummary_t summary;
    char path[128];
    struct steps steps = {.left = 50};
    int64_t samples = 0;
    (void)snprintf(path, sizeof path, "%s", in_folder("run.table"));
    ddblasTuneOptions_t o = {
        .routine = "symv", .types = "W", .table = path, .n_min = 16, .n_max = 48, .progress = step, .context = &steps};
    setenv("DDBLAS_TUNE_TABLE", "none", 1);
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetThreads(h, 1), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTune(NULL, &o, &summary), DDBLAS_STATUS_NOT_INITIALIZED);
    o.types = "X";
    assert_argument(ddblasTune(h, &o, &summary), 2);
    o.types = "W";
    o.n_min = 48;
    assert_argument(ddblasTune(h, &o, &summary), 2);
    o.n_min = 16;

    ddblasTuneOptions_t same_table = o;
    same_table.progress = NULL;
    steps.other = &same_table;
    assert_int_equal(ddblasTune(h, &o, &summary), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(summary.stopped, 1);
    assert_int_equal(access(path, F_OK), -1);
    /* Stopped again, in the second look: timings and duels are taken over alike, so all that was
     * measured is. */
    steps = (struct steps){.left = INT64_MAX, .second_looks = 20};
    assert_int_equal(ddblasTune(h, &o, &summary), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(summary.stopped, 1);
    assert_int_equal(summary.resumed, 50);
    const int64_t known = summary.resumed + steps.measured;
    steps = (struct steps){.left = INT64_MAX};
    assert_int_equal(ddblasTune(h, &o, &summary), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(summary.stopped, 0);
    assert_true(summary.resumed >= known);
    assert_int_equal(summary.problems, 2);
    assert_int_equal(summary.candidates, 64);
    assert_int_equal(summary.wrong, 0);
    assert_string_equal(summary.table, path);
    assert_int_equal(ddblasTuneGetStatus(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasTuneReadSamples(summary.samples, count_samples, &samples), DDBLAS_STATUS_SUCCESS);
    assert_true(samples >= summary.cells);
    assert_int_equal(ddblasTuneReadSamples(path, count_samples, &samples), DDBLAS_STATUS_FORMAT_ERROR);
    assert_int_equal(ddblasTuneReadSamples(in_folder("missing"), count_samples, &samples), DDBLAS_STATUS_FILE_ERROR);
    assert_int_equal(ddblasTuneReadSamples(NULL, count_samples, &samples), DDBLAS_STATUS_INVALID_VALUE);

    /* Rows of what is not tuned stay. */
    put("run.table", "ddblas-table 1\nengine cpu\ndevice x\ncapability 1.0\nend 0\n");
    struct ddblas_device own;
    (void)ddblas_device_facts(h->backend, h->device, &own);
    struct ddblas_table_header header = {DDBLAS_ENGINE_CPU, "", own.capability};
    strcpy(header.device, own.name);
    const struct ddblas_table_row row = {{&ddblas_tune_space_symv_cpu, DDBLAS_TYPE_D, 1}, 0, {1, 9, {128}, 0, 0, 0, 0}};
    char why[DDBLAS_ERROR_TEXT];
    ddblasTuneChoice_t c;
    assert_int_equal(ddblas_table_write(path, &header, &row, 1, why), DDBLAS_STATUS_SUCCESS);
    steps = (struct steps){.left = INT64_MAX};
    o.budget = 0.05;
    assert_int_equal(ddblasTune(h, &o, &summary), DDBLAS_STATUS_SUCCESS);
    assert_true(summary.seconds < 5.0);
    assert_int_equal(ddblasTuneQuery(h, "symv", DDBLAS_TYPE_D, "upper", 5, &c), DDBLAS_STATUS_SUCCESS);
    assert_string_equal(c.parameters, "block=128");
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
    unsetenv("DDBLAS_TUNE_TABLE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(look_up_order),       cmocka_unit_test(handle_and_environment),
        cmocka_unit_test(choice_at_work),      cmocka_unit_test(look_up_time),
        cmocka_unit_test(occupancy),           cmocka_unit_test(gpu_candidates),
        cmocka_unit_test(gpu_table),           cmocka_unit_test(shipped_tables),
        cmocka_unit_test(run_through_the_api),
    };
    ddblas_tune_set_spaces(ddblas_spaces);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
