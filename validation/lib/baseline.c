/*
 * Recorded accuracy: reader, judge and writer of key,value files.
 */
#include "baseline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    KEY_SIZE = 96,
    LINE_SIZE = 256,
    COMMENT_SIZE = 2048
};

/* Errors are quotients by scales that the oracle knows to 2^-50: less than this is the same
 * measurement. */
#define SAME 0x1p-40

struct entry
{
    char key[KEY_SIZE];
    double recorded, measured;
    int is_recorded, is_measured;
};

struct dd_baseline
{
    char *path;
    int recording;
    struct entry *entries;
    size_t count, room;
    char comments[COMMENT_SIZE];
};

static struct entry *find(struct dd_baseline *b, const char *key)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->entries[i].key, key) == 0)
            return &b->entries[i];
    if (b->count == b->room)
    {
        b->room = b->room == 0 ? 32 : 2 * b->room;
        b->entries = realloc(b->entries, b->room * sizeof *b->entries);
        if (b->entries == NULL)
            abort();
    }
    struct entry *e = &b->entries[b->count++];
    memset(e, 0, sizeof *e);
    snprintf(e->key, sizeof e->key, "%s", key);
    return e;
}

static void read_line(struct dd_baseline *b, char *line, int number)
{
    char *comma = strchr(line, ','), *end;
    if (line[0] == '#')
    {
        strncat(b->comments, line, COMMENT_SIZE - strlen(b->comments) - 1);
        return;
    }
    if (line[0] == '\n' || strncmp(line, "key,", 4) == 0)
        return;
    if (comma != NULL)
    {
        double value = strtod(comma + 1, &end);
        if (end != comma + 1 && (*end == '\n' || *end == '\0'))
        {
            *comma = '\0';
            struct entry *e = find(b, line);
            e->recorded = value;
            e->is_recorded = 1;
            return;
        }
    }
    fprintf(stderr, "%s:%d: expected key,value\n", b->path, number);
    abort();
}

struct dd_baseline *dd_baseline_open(const char *path)
{
    const char *record = getenv("DDBLAS_RECORD");
    struct dd_baseline *b = calloc(1, sizeof *b);
    char line[LINE_SIZE];
    FILE *file = fopen(path, "r");
    if (b == NULL || (b->path = malloc(strlen(path) + 1)) == NULL)
        abort();
    strcpy(b->path, path);
    b->recording = record != NULL && strcmp(record, "1") == 0;
    if (file == NULL)
        return b;
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++)
        read_line(b, line, number);
    fclose(file);
    return b;
}

int dd_baseline_check(struct dd_baseline *b, const char *key, double measured)
{
    struct entry *e = find(b, key);
    if (!e->is_measured || measured > e->measured)
        e->measured = measured;
    e->is_measured = 1;
    if (b->recording)
        return 1;
    if (!e->is_recorded)
        fprintf(stderr, "%s: no recorded value of %s (measured %.17g); record with DDBLAS_RECORD=1\n", b->path, key, measured);
    else if (!(measured <= e->recorded * (1.0 + SAME)))
        fprintf(stderr, "%s: %s grew from %.17g to %.17g\n", b->path, key, e->recorded, measured);
    return e->is_recorded && measured <= e->recorded * (1.0 + SAME);
}

/* Keys that this run did not measure keep their values. */
static void write_file(const struct dd_baseline *b)
{
    FILE *file = fopen(b->path, "w");
    if (file == NULL)
    {
        fprintf(stderr, "%s: cannot be written\n", b->path);
        abort();
    }
    fprintf(file, "%skey,value\n", b->comments);
    for (size_t i = 0; i < b->count; i++)
        fprintf(file, "%s,%.17g\n", b->entries[i].key,
                b->entries[i].is_measured ? b->entries[i].measured : b->entries[i].recorded);
    fclose(file);
}

void dd_baseline_close(struct dd_baseline *b)
{
    for (size_t i = 0; i < b->count; i++)
    {
        const struct entry *e = &b->entries[i];
        if (e->is_recorded && e->is_measured && e->measured < e->recorded * (1.0 - SAME))
            printf("%s: %s improved from %.17g to %.17g%s\n", b->path, e->key, e->recorded, e->measured,
                   b->recording ? "" : "; record with DDBLAS_RECORD=1");
    }
    if (b->recording)
        write_file(b);
    free(b->entries);
    free(b->path);
    free(b);
}
