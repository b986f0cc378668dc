/*
 * Files read in pieces, with line numbers.
 */
#define _POSIX_C_SOURCE 200809L
#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/core.h"
#include "gunzip.h"

int ddblas_path_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    for (int number = 0; number < 3; number++)
        if (strcmp(path, names[number]) == 0)
            return number;
    for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++)
    {
        const size_t length = strlen(folders[f]);
        char *end;
        if (strncmp(path, folders[f], length) != 0 || path[length] < '0' || path[length] > '9')
            continue;
        const long number = strtol(path + length, &end, 10);
        if (*end == '\0' && number < 1 << 20)
            return (int)number;
    }
    return -1;
}

static FILE *open_path(const char *path)
{
    const int number = ddblas_path_descriptor(path), copy = number < 0 ? -1 : dup(number);
    FILE *file = number < 0 ? fopen(path, "rb") : copy < 0 ? NULL : fdopen(copy, "rb");
    if (!file && copy >= 0)
    {
        (void)close(copy);
        errno = errno == EINVAL ? EBADF : errno; /* open for writing alone */
    }
    return file;
}

ddblasStatus_t ddblas_source_open(struct ddblas_source *s, const char *path, FILE *file)
{
    struct stat about;
    memset(s, 0, sizeof *s);
    ddblas_path_text(s->path, path);
    s->start = s->size = s->file_bytes = -1;
    s->file = file ? file : open_path(path);
    if (!s->file)
        return ddblas_path_fail(path, "open");
    int descriptor = fileno(s->file);
    if (descriptor >= 0 && fstat(descriptor, &about) == 0)
    {
        if (S_ISDIR(about.st_mode))
        {
            (void)fclose(s->file);
            return ddblas_fail(NULL, DDBLAS_STATUS_FILE_ERROR, "%s: expected a file, found a directory", s->path);
        }
        if (S_ISREG(about.st_mode))
        {
            const int64_t at = !file && ddblas_path_descriptor(path) >= 0 ? (int64_t)lseek(descriptor, 0, SEEK_CUR) : -1;
            s->start = at;
            s->size = s->file_bytes = (int64_t)about.st_size - (at > 0 ? at : 0);
        }
    }
    s->buffer = ddblas_host_alloc(DDBLAS_SOURCE_BYTES + 1);
    if (s->buffer)
        return DDBLAS_STATUS_SUCCESS;
    (void)fclose(s->file);
    return ddblas_fail(NULL, DDBLAS_STATUS_ALLOC_FAILED, "%s: no memory for the 1 MiB reading buffer", s->path);
}

void ddblas_source_close(struct ddblas_source *s)
{
    /* The next reader of an open file begins where this one did. */
    if (s->start >= 0)
        (void)fseeko(s->file, (off_t)s->start, SEEK_SET);
    (void)fclose(s->file);
    free(s->buffer);
    ddblas_gunzip_close(s->gunzip);
}

/* The next bytes of the file at the end of the buffer. */
static ddblasStatus_t fetch(struct ddblas_source *s, size_t *got)
{
    char *to = s->buffer + s->end;
    const size_t room = DDBLAS_SOURCE_BYTES - s->end;
    if (s->gunzip)
        return ddblas_gunzip_read(s->gunzip, s, to, room, got);
    *got = fread(to, 1, room, s->file);
    if (*got == 0 && ferror(s->file))
        return ddblas_path_fail(s->path, "read");
    const int first = s->fetched == 0;
    s->fetched += (int64_t)*got;
    if (!first || !ddblas_is_gzip(to, *got))
        return DDBLAS_STATUS_SUCCESS;
    s->size = -1;
    ddblasStatus_t status = ddblas_gunzip_open(&s->gunzip, s, to, *got);
    return status ? status : ddblas_gunzip_read(s->gunzip, s, to, room, got);
}

/* Moves the unread part to the front and fills up the buffer. */
static ddblasStatus_t refill(struct ddblas_source *s)
{
    memmove(s->buffer, s->buffer + s->begin, s->end - s->begin);
    s->end -= s->begin;
    s->begin = 0;
    size_t got = 0;
    ddblasStatus_t status = fetch(s, &got);
    if (status)
        return status;
    s->end += got;
    s->at_end = got == 0 && s->end < DDBLAS_SOURCE_BYTES;
    if (got > 0 && s->progress && s->progress(s->progress_data, s->fetched, s->file_bytes < 0 ? 0 : s->file_bytes))
        return ddblas_fail(NULL, DDBLAS_STATUS_CANCELLED, "%s: the progress function ended the reading", s->path);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_source_line(struct ddblas_source *s, char **text, size_t *length)
{
    size_t searched = 0;
    char *end;
    s->line++;
    while (!(end = memchr(s->buffer + s->begin + searched, '\n', s->end - s->begin - searched)) && !s->at_end)
    {
        searched = s->end - s->begin;
        if (searched == DDBLAS_SOURCE_BYTES)
            return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected a line of at most 1 MiB");
        ddblasStatus_t status = refill(s);
        if (status)
            return status;
    }
    *text = end || s->begin < s->end ? s->buffer + s->begin : NULL;
    if (!*text)
        return DDBLAS_STATUS_SUCCESS;
    size_t found = end ? (size_t)(end - *text) : s->end - s->begin;
    ddblas_source_skip(s, found + (end != NULL));
    if (found > 0 && (*text)[found - 1] == '\r')
        found--;
    (*text)[found] = '\0';
    *length = found;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_source_peek(struct ddblas_source *s, size_t bytes, const unsigned char **data, size_t *available)
{
    while (s->end - s->begin < bytes && !s->at_end)
    {
        ddblasStatus_t status = refill(s);
        if (status)
            return status;
    }
    *data = (const unsigned char *)s->buffer + s->begin;
    *available = s->end - s->begin;
    return DDBLAS_STATUS_SUCCESS;
}

void ddblas_source_skip(struct ddblas_source *s, size_t bytes)
{
    s->begin += bytes;
    s->consumed += (int64_t)bytes;
}

ddblasStatus_t ddblas_source_holds(const struct ddblas_source *s, int64_t count, int64_t item_bytes, const char *items)
{
    int64_t needed;
    int overflow = __builtin_mul_overflow(count, item_bytes, &needed);
    int64_t rest = s->size - s->consumed;
    /* the last line may lack its end */
    if (!overflow && (s->size < 0 || needed - 1 <= rest))
        return DDBLAS_STATUS_SUCCESS;
    if (s->size < 0)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected %lld %s as the sizes say, which no file can hold",
                                  (long long)count, items);
    return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                              "expected %lld %s as the sizes say, which the %lld bytes that follow cannot hold", (long long)count,
                              items, (long long)rest);
}
