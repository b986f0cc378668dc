/*
 * Progress of long work on a terminal: one line on stderr, which a thread of its own draws, so that
 * it goes on while the library computes.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum
{
    NAME = 128,
    REST = 40,   /* columns for what follows the name */
    PERIOD = 200 /* milliseconds between two drawings, and of work that shows nothing */
};

/* The work in hand; everything under the lock. */
static struct
{
    pthread_mutex_t lock;
    int has_thread, visible;
    char what[NAME]; /* empty between two pieces of work */
    double started, expected;
    int64_t done, total;
} work = {.lock = PTHREAD_MUTEX_INITIALIZER};

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* "12 s" or "3 min 5 s". */
static void print_time(double seconds)
{
    const double whole = ceil(seconds);
    if (whole < 60.0)
        fprintf(stderr, "%.0f s", whole);
    else
        fprintf(stderr, "%.0f min %.0f s", floor(whole / 60.0), fmod(whole, 60.0));
}

/* The name, or its end if the terminal is narrow: a line that wraps could not be wiped. Control
 * characters, which names of files may have, become question marks. */
static void print_name(void)
{
    struct winsize window;
    const int known = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
    const size_t columns = known ? window.ws_col : 80, room = columns > REST + 8 ? columns - REST : 8, length = strlen(work.what);
    const char *c = work.what + (length > room ? length - room : 0);
    while (((unsigned char)*c & 0xc0) == 0x80) /* not inside a character */
        c++;
    if (c > work.what)
        fputs("...", stderr);
    for (; *c; c++)
        fputc((unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c, stderr);
}

static void draw(void)
{
    const double elapsed = cli_seconds() - work.started;
    const double part = work.total > 0 ? (double)work.done / (double)work.total : 0.0;
    if (!work.what[0] || elapsed < 1e-3 * PERIOD)
        return;
    fputs("\r\033[K", stderr);
    print_name();
    if (part > 0.0)
    {
        fprintf(stderr, " %3.0f%%, ", 100.0 * part);
        print_time(elapsed * (1.0 - part) / part);
        fputs(" left", stderr);
    }
    else
    {
        fputs(", ", stderr);
        print_time(elapsed);
        if (work.expected > elapsed)
        {
            fputs(", about ", stderr);
            print_time(work.expected - elapsed);
            fputs(" left", stderr);
        }
    }
    fflush(stderr);
    work.visible = 1;
}

static void *draw_for_ever(void *unused)
{
    (void)unused;
    for (;;)
    {
        const struct timespec period = {.tv_nsec = 1000000L * PERIOD};
        nanosleep(&period, NULL);
        pthread_mutex_lock(&work.lock);
        draw();
        pthread_mutex_unlock(&work.lock);
    }
    return NULL;
}

/* Begins a piece of work, unless it is the one in hand; no name ends it. */
static void begin(const char *what)
{
    pthread_t thread;
    if (work.visible)
        fputs("\r\033[K", stderr);
    work.visible = 0;
    snprintf(work.what, sizeof work.what, "%s", what ? what : "");
    work.started = cli_seconds();
    work.done = work.total = 0;
    work.expected = 0.0;
    if (what && !work.has_thread && pthread_create(&thread, NULL, draw_for_ever, NULL) == 0)
    {
        pthread_detach(thread);
        work.has_thread = 1;
    }
}

int cli_shows_progress(void) { return isatty(STDERR_FILENO); }

void cli_stage(const char *what, int64_t n)
{
    enum
    {
        LONG = 256 /* The order from which on work takes a while. */
    };
    if (n >= LONG)
        cli_stage_of(what, 0.0);
}

void cli_stage_of(const char *what, double seconds)
{
    if (!cli_shows_progress())
        return;
    pthread_mutex_lock(&work.lock);
    begin(what);
    work.expected = seconds;
    pthread_mutex_unlock(&work.lock);
}

void cli_progress(const char *what, int64_t done, int64_t total)
{
    if (!cli_shows_progress())
        return;
    pthread_mutex_lock(&work.lock);
    if (done >= total && total > 0)
        begin(NULL);
    else
    {
        if (!work.what[0])
            begin(what);
        work.done = done;
        work.total = total;
    }
    pthread_mutex_unlock(&work.lock);
}

void cli_progress_stop(void) { cli_stage_of(NULL, 0.0); }
