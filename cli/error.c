/*
 * Errors of the command: one line on stderr and an exit code, and with --json an object on stdout.
 */
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>

enum
{
    SENTENCE = 1024
};

int cli_error(int code, const char *format, ...)
{
    char sentence[SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    cli_progress_stop();
    fputs("ddblas: ", stderr);
    for (const char *c = sentence; *c; c++)
        fputc((unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c, stderr); /* in the name of a file */
    fputc('\n', stderr);
    cli_json_error(code, sentence);
    return code;
}

int cli_status_error(ddblasHandle_t handle, ddblasStatus_t status)
{
    const char *sentence = ddblasGetLastError(handle);
    int code = status == DDBLAS_STATUS_INVALID_VALUE || status == DDBLAS_STATUS_FILE_ERROR ||
                       status == DDBLAS_STATUS_FORMAT_ERROR || status == DDBLAS_STATUS_NOT_SUPPORTED
                   ? CLI_BAD_INPUT
                   : CLI_NO_RESOURCE;
    return cli_error(code, "%s", sentence[0] ? sentence : ddblasGetStatusString(status));
}

int cli_open_engine(ddblasHandle_t *handle, int engine, int threads)
{
    ddblasStatus_t status = ddblasCreateWithEngine(handle, (ddblasEngine_t)engine);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        const int code = cli_status_error(NULL, status);
        return status == DDBLAS_STATUS_INVALID_VALUE ? code : CLI_NO_RESOURCE; /* INVALID_VALUE: of the environment */
    }
    status = ddblasSetThreads(*handle, threads);
    return status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(*handle, status);
}
