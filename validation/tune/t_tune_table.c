/*
 * Tables as text: reading, writing, what is refused, damaged and missing files, failing
 * allocations.
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
#include <unistd.h>

#include <cmocka.h>

#include "api/spaces.h"
#include "level2/symv/symv_choice.h"
#include "tune/table/table.h"
#include "tune_tables.h"

static struct ddblas_table_row rows[DDBLAS_TABLE_ROWS];

static int read_text(const char *text, struct ddblas_table_header *header, int32_t *count, struct ddblas_table_error *error)
{
    return ddblas_table_read(text, strlen(text), header, rows, DDBLAS_TABLE_ROWS, count, error);
}

static void a_table(void **state)
{
    (void)state;
    struct ddblas_table_header h;
    struct ddblas_table_error error;
    int32_t count;
    const char text[] = "# comment\r\n\n" HEAD "symv W lower 1 511 block=64 ns=9130.125 gain=1.25 date=2026-11-21\r\n"
                        "symv W lower 600 - block=128   \n  \nhemv Z upper 7 7 block=48\nend 3\n# after\n";
    assert_int_equal(read_text(text, &h, &count, &error), 0);
    assert_int_equal(count, 3);
    assert_int_equal(h.engine, DDBLAS_ENGINE_CPU);
    assert_string_equal(h.device, "Test CPU");
    assert_int_equal(h.capability, 20);
    assert_int_equal(rows[0].key.type, DDBLAS_TYPE_W);
    assert_int_equal(rows[0].key.form, 0);
    assert_int_equal(rows[0].row.first, 1);
    assert_int_equal(rows[0].row.last, 511);
    assert_int_equal(rows[0].row.parameters[0], 64);
    assert_int_equal(rows[0].row.picoseconds, 9130125);
    assert_int_equal(rows[0].row.gain, 1250);
    assert_int_equal(rows[0].row.date, 20261121);
    assert_true(rows[1].row.last == INT64_MAX);
    assert_int_equal(rows[2].key.form, 3);
    assert_int_equal(rows[2].key.type, DDBLAS_TYPE_Z);
}

/* Written and read again, every number is the same; a second writing gives the same bytes. */
static void round_trip(void **state)
{
    (void)state;
    struct ddblas_table_header h = {DDBLAS_ENGINE_CPU, "Test CPU", 20}, g;
    struct ddblas_table_row r[4] = {
        {{&ddblas_tune_space_symv_cpu, DDBLAS_TYPE_W, 0}, 0, {1, 99, {64}, 123456789012, 999, 20260101, 0}},
        {{&ddblas_tune_space_symv_cpu, DDBLAS_TYPE_W, 0}, 0, {100, INT64_MAX, {-7}, 0, 0, 0, 0}},
        {{&ddblas_tune_space_symv_cpu, DDBLAS_TYPE_C, 3}, 0, {0, INT64_MAX - 1, {INT32_MAX}, 1, 1, 20261231, 0}},
        {{&ddblas_tune_space_symv_cpu, DDBLAS_TYPE_D, 0}, 1, {1, INT64_MAX, {0}, 0, 0, 20261231, 0}}};
    struct ddblas_table_error error;
    char why[DDBLAS_ERROR_TEXT], *text, *again;
    size_t length, second;
    int32_t count;
    const char *path = in_folder("deep/er/round.table");
    assert_int_equal(ddblas_table_write(path, &h, r, 4, why), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblas_table_slurp(path, &text, &length), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblas_table_read(text, length, &g, rows, 4, &count, &error), 0);
    assert_int_equal(count, 4);
    for (int i = 0; i < 4; i++)
        assert_memory_equal(&rows[i], &r[i], sizeof r[i]);
    assert_int_equal(ddblas_table_write(path, &g, rows, count, why), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblas_table_slurp(path, &again, &second), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(second, length);
    assert_memory_equal(text, again, length);
    free(text);
    free(again);
    /* A failed write leaves the old file as it was. */
    assert_int_equal(ddblas_table_write(in_folder("deep/er/round.table/x.table"), &h, r, 4, why), DDBLAS_STATUS_FILE_ERROR);
    assert_true(strlen(why) > 0);
    assert_int_equal(access(path, R_OK), 0);
}

/* Every proper prefix of a table is refused, with a line and a sentence. */
static void truncated(void **state)
{
    (void)state;
    const char text[] = HEAD "symv W lower 1 511 block=64 ns=9.125 gain=1.25 date=2026-11-21\nsymv W upper 1 - block=8\nend 2\n";
    struct ddblas_table_header h;
    int32_t count;
    for (size_t length = 0; length + 1 < sizeof text; length++)
    {
        struct ddblas_table_error error = {DDBLAS_STATUS_SUCCESS, -1, ""};
        assert_int_equal(ddblas_table_read(text, length, &h, rows, DDBLAS_TABLE_ROWS, &count, &error), -1);
        assert_int_equal(error.status, DDBLAS_STATUS_FORMAT_ERROR);
        assert_true(error.line >= 0 && error.why[0]);
    }
    struct ddblas_table_error error;
    assert_int_equal(read_text(text, &h, &count, &error), 0);
}

static void refused(void **state)
{
    (void)state;
    static const struct
    {
        const char *text;
        ddblasStatus_t status;
        int line;
    } cases[] = {
        {"", DDBLAS_STATUS_FORMAT_ERROR, 0},
        {"ddblas-table 2\nengine cpu\n", DDBLAS_STATUS_NOT_SUPPORTED, 1},
        {"ddblas-table 0\n", DDBLAS_STATUS_NOT_SUPPORTED, 1},
        {"ddblas-table x\n", DDBLAS_STATUS_FORMAT_ERROR, 1},
        {"ddblas-table\n", DDBLAS_STATUS_FORMAT_ERROR, 1},
        {"ddblas-table 1\nengine gpu\n", DDBLAS_STATUS_FORMAT_ERROR, 2},
        {"ddblas-table 1\nengine cpu\ndevice X\ncapability 9\n", DDBLAS_STATUS_FORMAT_ERROR, 4},
        {"ddblas-table 1\nengine cpu\ndevice X\ncapability 9.x\n", DDBLAS_STATUS_FORMAT_ERROR, 4},
        {"ddblas-table 1\nengine cpu\ndevice X\ncapability 1.10\n", DDBLAS_STATUS_FORMAT_ERROR, 4},
        {"ddblas-table 1\nengine cpu\ndevice \x01\n", DDBLAS_STATUS_FORMAT_ERROR, 3},
        {HEAD "symv W lower 1 2 block=64\nend 2\n", DDBLAS_STATUS_FORMAT_ERROR, 6},
        {HEAD "symv W lower 1 2 block=64\nend\n", DDBLAS_STATUS_FORMAT_ERROR, 6},
        {HEAD "symv W lower 1 2 block=64\nend 1\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 7},
        {HEAD "symv W lower 1 2 block=64\nsymv W lower 2 3 block=64\nend 2\n", DDBLAS_STATUS_FORMAT_ERROR, 6},
        {HEAD "symv W lower 5 6 block=64\nsymv W lower 2 3 block=64\nend 2\n", DDBLAS_STATUS_FORMAT_ERROR, 6},
        {HEAD "symv W lower 3 2 block=64\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower -1 2 block=64\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 99999999999999999999 block=64\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64 block=64\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64 colour=3\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64.5\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=2147483648\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=--4\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64 ns=1e5\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64 ns=1.2345\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64 ns=1.2.3\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64 gain=99999999999\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64 date=2026-13-01\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64 date=20261301\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 default block=64\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 block=64 default\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W lower 1 2 default default\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv w lower 1 2 block=64\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "symv W middle 1 2 block=64\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "hemv W lower 1 2 block=64\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
        {HEAD "trsv W lower 1 2 block=64\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        struct ddblas_table_header h;
        struct ddblas_table_error error = {DDBLAS_STATUS_SUCCESS, -1, ""};
        int32_t count;
        if (read_text(cases[i].text, &h, &count, &error) != -1 || error.status != cases[i].status || error.line != cases[i].line)
            fail_msg("case %zu: status %d line %d %s", i, (int)error.status, error.line, error.why);
    }
    /* A line too long, more rows than there is room for, a zero byte. */
    static char text[2 * DDBLAS_TABLE_LINE + sizeof HEAD];
    struct ddblas_table_header h;
    struct ddblas_table_error error;
    int32_t count;
    memset(text, ' ', sizeof text - 2);
    memcpy(text, HEAD, sizeof HEAD - 1);
    text[sizeof text - 2] = '\n';
    assert_int_equal(read_text(text, &h, &count, &error), -1);
    const char two[] = HEAD "symv W lower 1 2 block=64\nsymv W lower 3 4 block=64\nend 2\n";
    assert_int_equal(ddblas_table_read(two, sizeof two - 1, &h, rows, 1, &count, &error), -1);
    assert_int_equal(ddblas_table_read(two, sizeof two, &h, rows, 2, &count, &error), -1);
    assert_int_equal(ddblas_table_read(two, sizeof two - 1, &h, rows, 2, &count, &error), 0);
}

/* Every single byte of a table replaced by every other: no crash (run it under the sanitizers), and
 * what is still accepted has legal rows or is refused by the routine. */
static void damaged(void **state)
{
    (void)state;
    const char original[] = HEAD "symv W lower 1 511 block=64 ns=9.125 gain=1.25 date=2026-11-21\nend 1\n";
    char text[sizeof original];
    struct ddblas_table_header h;
    struct ddblas_table_error error;
    int32_t count;
    for (size_t i = 0; i + 1 < sizeof original; i++)
        for (int byte = 0; byte < 256; byte++)
        {
            memcpy(text, original, sizeof original);
            text[i] = (char)byte;
            if (ddblas_table_read(text, sizeof original - 1, &h, rows, DDBLAS_TABLE_ROWS, &count, &error))
                assert_true(error.why[0]);
            else
                assert_true(count >= 0 && count <= 1);
        }
}

/* An entry that cannot be used is ignored, the reason is reported, and the next best entry is
 * used. */
static void bad_files(void **state)
{
    (void)state;
    const char *const built_in[] = {TABLE("Test CPU", "2.0", "symv W lower 1 - block=16"), NULL};
    static const struct
    {
        const char *text;
        ddblasStatus_t status;
    } bad[] = {
        {"ddblas-table 99\n", DDBLAS_STATUS_NOT_SUPPORTED},
        {HEAD "symv W lower 1 - block=64\n", DDBLAS_STATUS_FORMAT_ERROR},
        {HEAD "symv W lower 1 - block=7\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR},   /* refused by the routine */
        {HEAD "symv W lower 1 - block=264\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR}, /* beyond the proof of its bound */
        {HEAD "symv W lower 1 - block=0\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR},
        {HEAD "symv W lower 1 - block=-8\nend 1\n", DDBLAS_STATUS_FORMAT_ERROR},
        {"ddblas-table 1\nengine cuda\ndevice X\ncapability 9.0\nend 0\n", DDBLAS_STATUS_FORMAT_ERROR},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        const char *path = put("bad.table", bad[i].text);
        struct ddblas_tune_table *t = collect(path, NULL, NULL, built_in);
        assert_int_equal(t->status, bad[i].status);
        assert_non_null(strstr(t->why, "bad.table"));
        assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 100), 16);
        free(t);
    }
    struct ddblas_tune_table *t = collect(in_folder("missing"), NULL, NULL, built_in);
    assert_int_equal(t->status, DDBLAS_STATUS_FILE_ERROR);
    assert_int_equal(block_at(t, DDBLAS_TYPE_W, 0, 100), 16);
    free(t);
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0); /* must not wait for a writer */
    t = collect(in_folder("pipe"), NULL, NULL, built_in);
    assert_int_equal(t->status, DDBLAS_STATUS_FILE_ERROR);
    free(t);
    char *large = malloc(DDBLAS_TABLE_BYTES + 2);
    memset(large, '#', DDBLAS_TABLE_BYTES + 1);
    large[DDBLAS_TABLE_BYTES + 1] = '\0';
    t = collect(put("large", large), NULL, NULL, built_in);
    free(large);
    assert_int_equal(t->status, DDBLAS_STATUS_FORMAT_ERROR);
    free(t);
}

/* The second allocation of a handle is its table. */
static void no_memory(void **state)
{
    (void)state;
    ddblasHandle_t h = NULL;
    ddblas_inject_allocation_failure(2);
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_ALLOC_FAILED);
    assert_null(h);
    ddblas_inject_allocation_failure(0);
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    ddblas_inject_allocation_failure(1);
    assert_int_equal(ddblasTuneLoadTable(h, NULL), DDBLAS_STATUS_ALLOC_FAILED);
    ddblas_inject_allocation_failure(0);
    assert_int_equal(ddblasTuneGetStatus(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table), cmocka_unit_test(round_trip), cmocka_unit_test(truncated), cmocka_unit_test(refused),
        cmocka_unit_test(damaged), cmocka_unit_test(bad_files),  cmocka_unit_test(no_memory),
    };
    ddblas_tune_set_spaces(ddblas_spaces);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
