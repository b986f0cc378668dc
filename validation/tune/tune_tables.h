/*
 * A folder with tables, and look-ups in them, for the tests of tables. The file that includes this
 * one includes cmocka and tune/table/table.h before.
 */
#ifndef DD_VALIDATION_TUNE_TABLES_H
#define DD_VALIDATION_TUNE_TABLES_H

#define HEAD "ddblas-table 1\nengine cpu\ndevice Test CPU\ncapability 2.0\n"

static char folder[] = "/tmp/ddblas_table_XXXXXX";

static struct ddblas_device device = {.engine = DDBLAS_ENGINE_CPU, .name = "Test CPU", .capability = 20};

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    char command[64];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static inline const char *in_folder(const char *name)
{
    static char path[8][128];
    static int turn;
    turn = (turn + 1) % 8;
    (void)snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static inline const char *put(const char *name, const char *text)
{
    const char *path = in_folder(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
    return path;
}

static inline struct ddblas_tune_table *collect(const char *first, const char *user, const char *installed,
                                                const char *const *built_in)
{
    const struct ddblas_table_places places = {first, user, installed, built_in};
    struct ddblas_tune_table *table = ddblas_table_collect(&device, &places);
    assert_non_null(table);
    return table;
}

static inline int block_at(const struct ddblas_tune_table *table, ddblasType_t type, int form, int64_t n)
{
    const struct ddblas_tune_row *row = ddblas_tune_find_row(table, ddblas_tune_space_symv_cpu.id, type, form, n);
    return row ? row->parameters[0] : 0;
}

#define TABLE(name, capability, row) "ddblas-table 1\nengine cpu\ndevice " name "\ncapability " capability "\n" row "\nend 1\n"

#endif
