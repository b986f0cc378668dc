/*
 * Writes tables as text. Other programs see a complete file or none.
 */
#define _POSIX_C_SOURCE 200809L
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ddblasStatus_t fail_file(char *why, const char *doing, const char *path)
{
    (void)snprintf(why, DDBLAS_ERROR_TEXT, "%s %.180s: %s", doing, path, strerror(errno));
    return DDBLAS_STATUS_FILE_ERROR;
}

ddblasStatus_t ddblas_table_folders(const char *path, char *why)
{
    char folder[1024];
    if (strlen(path) >= sizeof folder)
    {
        (void)snprintf(why, DDBLAS_ERROR_TEXT, "the path %.64s... is too long", path);
        return DDBLAS_STATUS_FILE_ERROR;
    }
    strcpy(folder, path);
    for (char *c = folder + 1; folder[0] && *c; c++)
        if (*c == '/')
        {
            *c = '\0';
            if (mkdir(folder, 0777) != 0 && errno != EEXIST)
                return fail_file(why, "making the folder", folder);
            *c = '/';
        }
    return DDBLAS_STATUS_SUCCESS;
}

static void write_row(FILE *file, const struct ddblas_table_row *r)
{
    const struct ddblas_tune_space *space = r->key.space;
    const struct ddblas_tune_form *form = &space->forms[r->key.form];
    char parameters[160] = "default";
    if (!r->is_default)
        ddblas_table_parameters(space, r->row.parameters, parameters, sizeof parameters);
    fprintf(file, "%s %c %s %lld ", form->routine, ddblas_type_letter(r->key.type), form->variant, (long long)r->row.first);
    if (r->row.last == INT64_MAX)
        fprintf(file, "- %s", parameters);
    else
        fprintf(file, "%lld %s", (long long)r->row.last, parameters);
    if (r->row.picoseconds > 0)
        fprintf(file, " ns=%lld.%03d", (long long)(r->row.picoseconds / 1000), (int)(r->row.picoseconds % 1000));
    if (r->row.gain > 0)
        fprintf(file, " gain=%d.%03d", (int)(r->row.gain / 1000), (int)(r->row.gain % 1000));
    if (r->row.date > 0)
        fprintf(file, " date=%04d-%02d-%02d", (int)(r->row.date / 10000), (int)(r->row.date / 100 % 100),
                (int)(r->row.date % 100));
    fputc('\n', file);
}

static void write_text(FILE *file, const struct ddblas_table_header *h, const struct ddblas_table_row *rows, int32_t count)
{
    fprintf(file, "ddblas-table %d\nengine %s\ndevice %s\ncapability %d.%d\n", DDBLAS_TUNE_VERSION,
            h->engine == DDBLAS_ENGINE_CUDA ? "cuda" : "cpu", h->device, (int)(h->capability / 10), (int)(h->capability % 10));
    fputs("# routine type variant first last parameters time gain date\n", file);
    for (int32_t i = 0; i < count; i++)
        write_row(file, &rows[i]);
    fprintf(file, "end %d\n", (int)count);
}

/* Makes sure that the entries of the folder that contains `path` are on the disk. If the file
 * system cannot do this, it writes them later. */
static void sync_folder(const char *path)
{
    char folder[1024] = ".";
    const char *slash = strrchr(path, '/');
    if (slash)
        (void)snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    const int f = open(folder, O_RDONLY | O_CLOEXEC);
    if (f >= 0)
    {
        (void)fsync(f);
        (void)close(f);
    }
}

ddblasStatus_t ddblas_table_write(const char *path, const struct ddblas_table_header *header, const struct ddblas_table_row *rows,
                                  int32_t count, char *why)
{
    char temporary[1100];
    if (ddblas_table_folders(path, why) != DDBLAS_STATUS_SUCCESS)
        return DDBLAS_STATUS_FILE_ERROR;
    /* There is only one writer at a time, because a run holds the lock of its journal. */
    (void)snprintf(temporary, sizeof temporary, "%s.tmp", path);
    /* A file that a killed run has left, or a symbolic link, is removed first, because the file
     * must be a new one. */
    (void)unlink(temporary);
    const int new_one = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    FILE *file = new_one < 0 ? NULL : fdopen(new_one, "w");
    if (!file)
    {
        const ddblasStatus_t status = fail_file(why, "writing", temporary);
        if (new_one >= 0)
            (void)close(new_one);
        return status;
    }
    write_text(file, header, rows, count);
    int bad = ferror(file) | (fflush(file) != 0) | (fsync(fileno(file)) != 0);
    bad |= fclose(file) != 0;
    bad = bad || rename(temporary, path) != 0;
    if (bad)
    {
        const ddblasStatus_t status = fail_file(why, "writing", path);
        (void)remove(temporary);
        return status;
    }
    sync_folder(path);
    return DDBLAS_STATUS_SUCCESS;
}
