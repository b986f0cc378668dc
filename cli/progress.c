/*
 * Progress of long work on a terminal.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void cli_stage(const char *what, int64_t n)
{
    enum
    {
        LONG = 256 /* The order from which on work takes a while. */
    };
    if (n < LONG || !isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[K%s", what ? what : "");
    fflush(stderr);
}

void cli_progress(const char *what, int64_t done, int64_t total)
{
    static double started, shown;
    static int active, visible;
    if (!isatty(STDERR_FILENO))
        return;
    double now = cli_seconds();
    if (!active)
    {
        started = shown = now;
        active = 1;
    }
    if (done >= total)
    {
        if (visible)
            fprintf(stderr, "\r\033[K");
        active = visible = 0;
    }
    else if (now - started > 0.5 && now - shown > 0.1)
    {
        fprintf(stderr, "\r%s %3.0f%%", what, 100.0 * (double)done / (double)total);
        fflush(stderr);
        visible = 1;
        shown = now;
    }
}
