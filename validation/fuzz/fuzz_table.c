/*
 * Fuzzing of the readers of tables and of journals. What a table's reader accepts must be in order,
 * and written and read again be the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tune/table/journal.h"

/* Spaces that take the part of the routines': the readers know only names. */
static const struct ddblas_tune_form symv[] = {
    {"symv", "lower", 31}, {"symv", "upper", 31}, {"hemv", "lower", 24}, {"hemv", "upper", 24}};
static const struct ddblas_tune_form tsqr[] = {{"tsqr", "narrow", 31}, {"tsqr", "wide", 31}};
static const char *const names[] = {"block", "edge", "shape"};
#define SPACE(name, which, routine, count)                                                                                       \
    static const char id_of_##name;                                                                                              \
    static const struct ddblas_tune_space name = {.id = &id_of_##name,                                                           \
                                                  .engine = which,                                                               \
                                                  .forms = routine,                                                              \
                                                  .form_count = (int)(sizeof routine / sizeof routine[0]),                       \
                                                  .parameters = names,                                                           \
                                                  .parameter_count = count};
SPACE(symv_cpu, DDBLAS_ENGINE_CPU, symv, 1)
SPACE(symv_cuda, DDBLAS_ENGINE_CUDA, symv, 3)
SPACE(tsqr_cuda, DDBLAS_ENGINE_CUDA, tsqr, 2)
static const struct ddblas_tune_space *const spaces[] = {&symv_cpu, &symv_cuda, &tsqr_cuda, NULL};

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static struct ddblas_table_row rows[DDBLAS_TABLE_ROWS], again[DDBLAS_TABLE_ROWS];

static void must(int holds)
{
    if (!holds)
        abort();
}

static void table(const char *text, size_t length, const char *path)
{
    struct ddblas_table_header header, second;
    struct ddblas_table_error error = {0};
    int32_t count, recount;
    if (ddblas_table_read(text, length, &header, rows, DDBLAS_TABLE_ROWS, &count, &error))
    {
        must(error.status != DDBLAS_STATUS_SUCCESS && error.why[0]);
        return;
    }
    for (int32_t i = 0; i < count; i++)
        must(rows[i].row.first >= 0 && rows[i].row.first <= rows[i].row.last && rows[i].key.space &&
             rows[i].key.form < rows[i].key.space->form_count && rows[i].key.type < DDBLAS_TYPE_COUNT);
    char why[DDBLAS_ERROR_TEXT], *copy;
    size_t bytes;
    must(ddblas_table_write(path, &header, rows, count, why) == DDBLAS_STATUS_SUCCESS);
    must(ddblas_table_slurp(path, &copy, &bytes) == DDBLAS_STATUS_SUCCESS);
    must(ddblas_table_read(copy, bytes, &second, again, DDBLAS_TABLE_ROWS, &recount, &error) == 0 && recount == count);
    must(memcmp(rows, again, (size_t)count * sizeof rows[0]) == 0 && strcmp(header.device, second.device) == 0);
    free(copy);
}

static int look(void *context, const struct ddblas_journal_entry *entry)
{
    int *count = context;
    must(entry->n >= 0 && entry->picoseconds >= 0 && entry->key.space);
    return ++*count > 100000;
}

static void journal(const unsigned char *data, size_t size, const char *path)
{
    int count = 0;
    FILE *file = fopen(path, "wb");
    must(file != NULL);
    must(fwrite(data, 1, size, file) == size);
    must(fclose(file) == 0);
    (void)ddblas_journal_read(path, look, &count);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    char path[64];
    ddblas_tune_set_spaces(spaces);
    (void)snprintf(path, sizeof path, "/tmp/ddblas_fuzz_table.%ld", (long)getpid());
    if (size >= 8 && memcmp(data, "ddblas-j", 8) == 0)
        journal(data, size, path);
    else
        table((const char *)data, size, path);
    (void)remove(path);
    return 0;
}
