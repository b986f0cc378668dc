/*
 * Error texts about files.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "core/core.h"
#include "file.h"

void ddblas_path_text(char text[DDBLAS_PATH_TEXT + 4], const char *path)
{
    size_t length = strlen(path);
    if (length <= DDBLAS_PATH_TEXT)
        (void)snprintf(text, DDBLAS_PATH_TEXT + 4, "%s", path);
    else
        (void)snprintf(text, DDBLAS_PATH_TEXT + 4, "...%s", path + length - DDBLAS_PATH_TEXT);
}

ddblasStatus_t ddblas_path_fail(const char *path, const char *doing)
{
    char text[DDBLAS_PATH_TEXT + 4], reason[64] = "";
    int number = errno;
    ddblas_path_text(text, path);
    if (strerror_r(number, reason, sizeof reason) != 0 || !reason[0])
        (void)snprintf(reason, sizeof reason, "error %d", number);
    return ddblas_fail(NULL, DDBLAS_STATUS_FILE_ERROR, "%s: cannot %s: %s", text, doing, reason);
}

ddblasStatus_t ddblas_source_fail(const struct ddblas_source *s, ddblasStatus_t status, const char *format, ...)
{
    char sentence[DDBLAS_ERROR_TEXT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return ddblas_fail(NULL, status, "%s:%lld: %s", s->path, (long long)(s->line > 0 ? s->line : 1), sentence);
}
