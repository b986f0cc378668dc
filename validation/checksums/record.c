/*
 * Cases and records: which cases are run, the hash of their bits, and the comparison with a record.
 */
#include "checksums.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the record ------------------------------------------------------------------------------ */

struct line
{
    char *name;   /* Without the result. */
    char *result; /* Hash, and the status where it is not SUCCESS. */
    int seen;
};

struct record
{
    char *text;
    struct line *lines; /* Sorted by name. */
    size_t count;
};

static int compare_lines(const void *a, const void *b)
{
    return strcmp(((const struct line *)a)->name, ((const struct line *)b)->name);
}

/* The whole file with a null character after it; null when it cannot be read. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    while (text)
    {
        size += fread(text + size, 1, room - 1 - size, file);
        if (size < room - 1)
            break;
        char *more = realloc(text, room *= 2);
        if (!more)
            free(text);
        text = more;
    }
    if (text)
        text[size] = '\0';
    fclose(file);
    return text;
}

struct record *record_read(const char *path)
{
    struct record *record = calloc(1, sizeof *record);
    if (!record || !(record->text = read_text(path)))
    {
        fprintf(stderr, "checksums: %s cannot be read\n", path);
        record_free(record);
        return NULL;
    }
    size_t lines = 0;
    for (const char *c = record->text; *c; c++)
        lines += *c == '\n';
    record->lines = calloc(lines + 1, sizeof *record->lines);
    for (char *c = strtok(record->text, "\n"); c && record->lines; c = strtok(NULL, "\n"))
    {
        char *colon = strstr(c, ": ");
        if (*c == '#' || !colon)
            continue;
        *colon = '\0';
        record->lines[record->count++] = (struct line){.name = c, .result = colon + 2};
    }
    if (record->count > 0)
        qsort(record->lines, record->count, sizeof *record->lines, compare_lines);
    return record;
}

void record_free(struct record *record)
{
    if (!record)
        return;
    free(record->lines);
    free(record->text);
    free(record);
}

int64_t record_missing(const struct record *record)
{
    int64_t missing = 0;
    for (size_t i = 0; i < record->count; i++)
        if (!record->lines[i].seen)
        {
            missing++;
            fprintf(stderr, "no longer a case: %s\n", record->lines[i].name);
        }
    return missing;
}

static int agrees(struct record *record, const char *name, const char *result)
{
    const struct line key = {.name = (char *)(uintptr_t)name};
    struct line *line = record->count ? bsearch(&key, record->lines, record->count, sizeof key, compare_lines) : NULL;
    if (!line)
        fprintf(stderr, "not in the record: %s\n", name);
    else if (strcmp(line->result, result) != 0)
        fprintf(stderr, "different: %s: %s, in the record %s\n", name, result, line->result);
    if (line)
        line->seen = 1;
    return line && strcmp(line->result, result) == 0;
}

/* ---- cases ----------------------------------------------------------------------------------- */

static uint64_t hash_text(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash ^ (hash >> 29);
}

int case_begin(struct run *run, int vendor, double work, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(run->name, sizeof run->name, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof run->name)
        must(run, DDBLAS_STATUS_INTERNAL_ERROR, "a name is too long");
    run->state = hash_text(run->name);
    run->hash = 0;
    if ((vendor && run->own) || work > run->most_work || (run->state >> 8) % run->scale != 0)
        return 0;
    return !run->only || fnmatch(run->only, run->name, 0) == 0;
}

static void hash_number(struct run *run, uint64_t bits)
{
    run->hash = (run->hash ^ bits) * UINT64_C(0x9fb21c651e98df25);
    run->hash ^= run->hash >> 32;
}

void case_hash_host(struct run *run, int type, const void *host, size_t bytes)
{
    const unsigned char *place = host;
    if (type_real(type) == DDBLAS_TYPE_S)
        for (size_t i = 0; i < bytes / sizeof(float); i++)
        {
            uint32_t bits;
            memcpy(&bits, place + i * sizeof bits, sizeof bits);
            hash_number(run, (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : bits);
        }
    else
        for (size_t i = 0; i < bytes / sizeof(double); i++)
        {
            uint64_t bits;
            memcpy(&bits, place + i * sizeof bits, sizeof bits);
            hash_number(run, (bits & (UINT64_MAX >> 1)) > UINT64_C(0x7ff) << 52 ? UINT64_C(0x7ff8) << 48 : bits);
        }
}

void case_hash(struct run *run, const void *engine)
{
    for (int i = 0; i < run->operand_count; i++)
    {
        const struct operand *const operand = &run->operands[i];
        const size_t offset = (size_t)((uintptr_t)engine - (uintptr_t)operand->engine);
        if (offset >= operand->bytes)
            continue;
        const int64_t bytes = (int64_t)operand->bytes;
        void *host = malloc(operand->bytes);
        if (!host)
            must(run, DDBLAS_STATUS_ALLOC_FAILED, "operand");
        must(run, ddblasSynchronize(run->handle), "ddblasSynchronize");
        must(run, ddblasGetMatrix(run->handle, bytes, 1, 1, operand->engine, bytes, host, bytes), "ddblasGetMatrix");
        must(run, ddblasSynchronize(run->handle), "ddblasSynchronize");
        case_hash_host(run, operand->type, host, operand->bytes);
        free(host);
        return;
    }
    must(run, DDBLAS_STATUS_INTERNAL_ERROR, "no operand has this address");
}

void case_hash_rows(struct run *run, int type, int64_t m, int64_t n, const void *engine, int64_t ld)
{
    const size_t bytes = (size_t)(m * n) * type_size(type);
    void *host = malloc(bytes + 1);
    if (!host)
        must(run, DDBLAS_STATUS_ALLOC_FAILED, "operand");
    must(run, ddblasSynchronize(run->handle), "ddblasSynchronize");
    must(run, ddblasGetMatrix(run->handle, m, n, type_size(type), engine, ld, host, m > 0 ? m : 1), "ddblasGetMatrix");
    must(run, ddblasSynchronize(run->handle), "ddblasSynchronize");
    case_hash_host(run, type, host, bytes);
    free(host);
}

void case_end_any(struct run *run, ddblasStatus_t status)
{
    char result[96];
    snprintf(result, sizeof result, "%016" PRIx64 "%s%s", run->hash, status == DDBLAS_STATUS_SUCCESS ? "" : " ",
             status == DDBLAS_STATUS_SUCCESS ? "" : ddblasGetStatusName(status));
    printf("%s: %s\n", run->name, result);
    run->cases++;
    if (run->against && !agrees(run->against, run->name, result))
        run->different++;
    operands_free(run);
}

void case_end(struct run *run, ddblasStatus_t status)
{
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        run->unexpected++;
        fprintf(stderr, "unexpected status: %s: %s: %s\n", run->name, ddblasGetStatusName(status),
                ddblasGetLastError(run->handle));
    }
    case_end_any(run, status);
}
