/*
 * Finds the tables that apply to a device, and merges them into one.
 */
#define _POSIX_C_SOURCE 200809L
#include "table.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum
{
    MOST = 256,      /* Largest number of tables that are considered. */
    NAMED = 0,       /* A value of `fit`: the user has named the table. */
    SAME_DEVICE = 1, /* A value of `fit`: the table is for this device. */
    /* A value of `fit`: the table is for the compute capability of this device. If the table is for
     * a lower capability, the difference is added to this value. */
    SAME_CAPABILITY = 2,
};

/* A table that fits the device. */
struct found
{
    /* fit: how well the table fits, one of the values above; smaller is better. order: where the
     * table was found: -1 named by the user, 0 in the user's folder, 1 installed, 2 built in. */
    int fit, order;
    const char *text;
    size_t length;
    char *owned; /* The text if it is from malloc, otherwise null. */
    char place[DDBLAS_TUNE_SOURCE_TEXT];
};

struct collection
{
    const struct ddblas_device *device;
    struct found *found;
    int count;
    /* For each problem: 1 + the index of the source whose rows decide the problem, or 0 if there is
     * none yet. */
    int owner[DDBLAS_TUNE_MOST_SPACES][DDBLAS_TYPE_ALL_COUNT][DDBLAS_TUNE_FORMS];
    ddblasStatus_t status;
    char why[DDBLAS_ERROR_TEXT];
};

/* Records why a file or a row was ignored. Only the first reason is kept. */
static void note_failure(struct collection *c, ddblasStatus_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void note_failure(struct collection *c, ddblasStatus_t status, const char *format, ...)
{
    if (c->status != DDBLAS_STATUS_SUCCESS)
        return;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(c->why, sizeof c->why, format, arguments);
    va_end(arguments);
    c->status = status;
}

static int fit_of(const struct ddblas_device *device, const struct ddblas_table_header *h)
{
    if (h->engine != device->engine || h->capability > device->capability)
        return -1;
    if (strcmp(h->device, device->name) == 0)
        return SAME_DEVICE;
    return SAME_CAPABILITY + device->capability - h->capability;
}

/* If the table in this text fits the device, keeps the text; otherwise frees `owned`. */
static void consider_table(struct collection *c, const char *text, size_t length, char *owned, const char *place, int order,
                           int named)
{
    struct ddblas_table_header header;
    struct ddblas_table_error error;
    int fit = -1;
    if (ddblas_table_read_header(text, length, &header, &error))
        note_failure(c, error.status, "%.120s:%d: %.100s", place, error.line, error.why);
    else if (!named)
        fit = fit_of(c->device, &header);
    else if (header.engine == c->device->engine)
        fit = NAMED;
    else
        note_failure(c, DDBLAS_STATUS_FORMAT_ERROR, "%.200s is for another engine", place);
    if (fit < 0 || c->count == MOST)
    {
        free(owned);
        return;
    }
    struct found *f = &c->found[c->count++];
    *f = (struct found){.fit = fit, .order = order, .text = text, .length = length, .owned = owned};
    (void)snprintf(f->place, sizeof f->place, "%s", place);
}

static void consider_file(struct collection *c, const char *path, int order, int named)
{
    char *text;
    size_t length;
    const ddblasStatus_t status = ddblas_table_slurp(path, &text, &length);
    if (status != DDBLAS_STATUS_SUCCESS)
        note_failure(c, status, "%.180s: %s", path,
                     status == DDBLAS_STATUS_FORMAT_ERROR ? "too long for a table" : "cannot be read as a file");
    else
        consider_table(c, text, length, text, path, order, named);
}

static int is_table_name(const char *name)
{
    const size_t length = strlen(name), tail = strlen(".table");
    return name[0] != '.' && length > tail && strcmp(name + length - tail, ".table") == 0;
}

/* Considers all tables in a folder. It is no error if the folder does not exist. */
static void consider_folder(struct collection *c, const char *folder, int order)
{
    char path[1024];
    DIR *directory = folder && folder[0] ? opendir(folder) : NULL;
    if (!directory)
        return;
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory))
        if (is_table_name(entry->d_name) && (size_t)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < sizeof path)
            consider_file(c, path, order, 0);
    (void)closedir(directory);
}

/* Compares two tables for sorting: the better fit comes first, then the place decides, then the
 * name. The name is needed because a file system lists the files of a folder in any order. */
static int compare_tables(const void *a, const void *b)
{
    const struct found *p = a, *q = b;
    if (p->fit != q->fit)
        return p->fit < q->fit ? -1 : 1;
    if (p->order != q->order)
        return p->order < q->order ? -1 : 1;
    return strcmp(p->place, q->place);
}

static void search_places(struct collection *c, const struct ddblas_table_places *places)
{
    struct stat properties;
    if (places->first && places->first[0])
    {
        if (stat(places->first, &properties) == 0 && S_ISDIR(properties.st_mode))
            consider_folder(c, places->first, -1);
        else
            consider_file(c, places->first, -1, 1);
    }
    consider_folder(c, places->user, 0);
    consider_folder(c, places->installed, 1);
    for (const char *const *text = places->built_in; text && *text; text++)
        consider_table(c, *text, strlen(*text), NULL, "built in", 2, 0);
    qsort(c->found, (size_t)c->count, sizeof c->found[0], compare_tables);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Appends rows of the table *f, which has the number `source`, to the `count` rows of earlier
 * tables, and returns the new number of rows. A table decides a problem (routine, type and variant)
 * if no earlier table decides it and the table has a legal row for it. Appended are the legal rows
 * of these problems, except for those that say `default`. *used becomes 1 if the table decides any
 * problem, otherwise 0. */
static int32_t append_rows(struct collection *c, const struct found *f, int source, struct ddblas_table_row *rows, int32_t count,
                           int *used)
{
    struct ddblas_table_header header;
    struct ddblas_table_error error;
    int32_t more, kept = count;
    *used = 0;
    if (ddblas_table_read(f->text, f->length, &header, rows + count, DDBLAS_TABLE_ROWS - count, &more, &error))
    {
        note_failure(c, error.status, "%.120s:%d: %.100s", f->place, error.line, error.why);
        return count;
    }
    for (int32_t i = count; i < count + more; i++)
    {
        struct ddblas_table_row row = rows[i];
        const struct ddblas_tune_space *space = row.key.space;
        int *owner = &c->owner[ddblas_tune_space_number(space->id)][row.key.type][row.key.form];
        if (*owner > 0 && *owner != source + 1)
            continue;
        if (!row.is_default &&
            !space->check(c->device, row.key.type, row.key.form, row.row.first, row.row.last, row.row.parameters))
        {
            note_failure(c, DDBLAS_STATUS_FORMAT_ERROR, "%.150s: %s %c %s refuses the parameters for n = %lld", f->place,
                         space->forms[row.key.form].routine, ddblas_type_letter(row.key.type), space->forms[row.key.form].variant,
                         (long long)row.row.first);
            continue;
        }
        *owner = source + 1;
        *used = 1;
        row.row.source = source;
        if (!row.is_default)
            rows[kept++] = row;
    }
    return kept;
}

/* Copies the rows to the table, so that the rows of one problem are adjacent and in the order of
 * the file, and fills in the slot of each problem. */
static void index_rows(struct ddblas_tune_table *table, const struct ddblas_table_row *rows, int32_t count)
{
    int32_t at = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const struct ddblas_tune_key key = rows[i].key;
        struct ddblas_tune_slot *slot = &table->slot[ddblas_tune_space_number(key.space->id)][key.type][key.form];
        if (slot->count > 0)
            continue;
        slot->begin = at;
        for (int32_t k = i; k < count; k++)
            if (memcmp(&rows[k].key, &key, sizeof key) == 0)
                table->row[at++] = rows[k].row;
        slot->count = at - slot->begin;
    }
    table->rows = at;
}

static struct ddblas_tune_table *build_table(struct collection *c)
{
    struct ddblas_table_row *rows = NULL;
    int32_t count = 0;
    if (c->count > 0 && !(rows = malloc(DDBLAS_TABLE_ROWS * sizeof *rows)))
        return NULL;
    char source[DDBLAS_TUNE_SOURCES][DDBLAS_TUNE_SOURCE_TEXT];
    int sources = 0;
    for (int i = 0; i < c->count && sources < DDBLAS_TUNE_SOURCES; i++)
    {
        int used;
        count = append_rows(c, &c->found[i], sources, rows, count, &used);
        if (used)
            memcpy(source[sources++], c->found[i].place, DDBLAS_TUNE_SOURCE_TEXT);
    }
    struct ddblas_tune_table *table = NULL;
    if (!ddblas_allocation_fails())
        table = calloc(1, sizeof *table + (size_t)count * sizeof table->row[0]);
    if (table)
    {
        table->status = c->status;
        memcpy(table->why, c->why, sizeof table->why);
        table->sources = sources;
        memcpy(table->source, source, (size_t)sources * sizeof source[0]);
        index_rows(table, rows, count);
    }
    free(rows);
    return table;
}

struct ddblas_tune_table *ddblas_table_collect(const struct ddblas_device *device, const struct ddblas_table_places *places)
{
    struct collection c = {.device = device};
    struct ddblas_tune_table *table = NULL;
    if (places->first && strcmp(places->first, "none") == 0)
        return build_table(&c);
    c.found = malloc(MOST * sizeof *c.found);
    if (c.found)
    {
        search_places(&c, places);
        table = build_table(&c);
    }
    for (int i = 0; i < c.count; i++)
        free(c.found[i].owned);
    free(c.found);
    return table;
}
