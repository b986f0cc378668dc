/*
 * Opening and closing of a command that computes.
 */
#include "cli.h"

int cli_run_open(struct cli_run *run, int argc, char **argv, const struct cli_option *options, const char **positional, int least,
                 int most, int *count)
{
    const int code = cli_parse(argc, argv, options, positional, least, most, count);
    return code ? code : cli_open_engine(&run->handle, run->engine, (int)run->threads);
}

void cli_run_close(struct cli_run *run)
{
    if (run->handle)
        ddblasDestroy(run->handle);
    run->handle = NULL;
}
