/*
 * Standard input and output as files of the name "-".
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum
{
    PATH = 32
};

static char output[PATH]; /* the standard output that the command was started with */

int cli_is_stream(const char *path) { return path && strcmp(path, "-") == 0; }

int cli_take_stdout(int json)
{
    if (json)
        return cli_error(CLI_BAD_INPUT, "--json: expected a file name instead of -, because JSON goes to standard output");
    fflush(stdout);
    const int data = dup(STDOUT_FILENO);
    if (data < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return cli_error(CLI_BAD_INPUT, "standard output cannot be written");
    snprintf(output, sizeof output, "/dev/fd/%d", data);
    return CLI_OK;
}

int cli_input_path(const char *path, const char **opened)
{
    static int was_read;
    *opened = path;
    if (!cli_is_stream(path))
        return CLI_OK;
    *opened = "/dev/stdin";
    return was_read++ ? cli_error(CLI_BAD_INPUT, "-: expected one file from standard input, got two") : CLI_OK;
}

const char *cli_output_path(const char *path) { return cli_is_stream(path) ? output : path; }
