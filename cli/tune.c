/*
 * ddblas tune: the fastest parameters for this machine, as a table that the library reads by
 * itself.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char cli_tune_help[] =
    "usage: ddblas tune [--routine symv|hemv|tsqr] [--types LETTERS] [--budget SECONDS] [--engine auto|cpu|cuda] [--threads N]\n"
    "                   [--n-min N] [--n-max N] [--table FILE] [--json]\n"
    "       ddblas tune report [SAMPLES] [--engine auto|cpu|cuda] [--table FILE] [--out FOLDER]\n"
    "\n"
    "Times the variants of every routine on this machine's device, checks their results, and writes a table of the fastest\n"
    "by ranges of n into the user's folder, where the library finds it. A run that was interrupted, by Ctrl-C or in any other\n"
    "way, goes on where it was when it is started again.\n"
    "\n"
    "  --budget   seconds for the whole run; the table is made of what was timed by then\n"
    "  --types    for example WD; without it all types that the engine has\n"
    "  --table    another file than the one in the user's folder\n"
    "\n"
    "report draws GB/s against n for the best candidates and the chosen rule, one SVG a problem, from the timings that the last\n"
    "run left beside its table (FILE.samples), and prints the rules.\n"
    "\n"
    "  ddblas tune --types W --budget 60\n"
    "  ddblas tune report --out pictures\n";

static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

/* "3m05s" */
static void duration(double seconds, char *text, size_t size)
{
    const long s = (long)(seconds + 0.5);
    if (s >= 3600)
        snprintf(text, size, "%ldh%02ldm", s / 3600, s / 60 % 60);
    else
        snprintf(text, size, "%ldm%02lds", s / 60, s % 60);
}

/* A bar on a terminal, nothing elsewhere. */
static int show(void *context, const ddblasTuneProgress_t *p)
{
    enum
    {
        WIDTH = 24
    };
    double *shown = context;
    const double now = cli_seconds();
    char bar[WIDTH + 1], left[32];
    if (interrupted || !isatty(STDERR_FILENO) || now - *shown < 0.1)
        return interrupted;
    *shown = now;
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)(p->done * WIDTH));
    bar[WIDTH] = '\0';
    duration(p->remaining, left, sizeof left);
    fprintf(stderr, "\r\033[K[%s] %3.0f%%  %s left  %s, %s, %lld timings", bar, 100.0 * p->done, left, p->problem, p->stage,
            (long long)p->measured + (long long)p->resumed);
    fflush(stderr);
    return 0;
}

static void print_summary(const ddblasTuneSummary_t *s)
{
    printf("%d problem%s tuned in %.1f s: %lld of %lld candidates timed, %lld timings, %lld wrong\n", s->problems,
           s->problems == 1 ? "" : "s", s->seconds, (long long)s->timed, (long long)s->candidates + s->problems,
           (long long)s->cells, (long long)s->wrong);
    printf("table    %s\nsamples  %s\n", s->table, s->samples);
}

static void print_json(const ddblasTuneSummary_t *s)
{
    cli_json_open(NULL, '{');
    cli_json_text("table", s->table);
    cli_json_text("samples", s->samples);
    cli_json_int("problems", s->problems);
    cli_json_int("candidates", s->candidates + s->problems);
    cli_json_int("timed", s->timed);
    cli_json_int("cells", s->cells);
    cli_json_int("wrong", s->wrong);
    cli_json_int("resumed", s->resumed);
    cli_json_number("seconds", s->seconds);
    cli_json_bool("stopped", s->stopped);
    cli_json_close('}');
}

static int run(ddblasHandle_t handle, ddblasTuneOptions_t *options, int json)
{
    struct sigaction action = {.sa_handler = interrupt}, before;
    ddblasTuneSummary_t summary;
    double shown = 0.0;
    options->progress = show;
    options->context = &shown;
    sigaction(SIGINT, &action, &before);
    const ddblasStatus_t status = ddblasTune(handle, options, &summary);
    sigaction(SIGINT, &before, NULL);
    if (shown > 0.0)
        fputs("\r\033[K", stderr);
    if (status != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(handle, status);
    if (json)
        print_json(&summary);
    else if (!summary.stopped)
        print_summary(&summary);
    if (summary.stopped)
        return cli_error(CLI_FAILED, "tune: interrupted; start it again to go on");
    return CLI_OK;
}

/* CLI_OK, or CLI_BAD_INPUT and one line when an option was given that the other form alone has. */
static int check_form(int is_report)
{
    static const char *const of_run[] = {"--routine", "--types", "--budget", "--n-min", "--n-max", "--json"};
    for (size_t k = 0; is_report && k < sizeof of_run / sizeof of_run[0]; k++)
        if (cli_was_given(of_run[k]))
            return cli_error(CLI_BAD_INPUT, "tune report: there is no option '%s'; see 'ddblas tune --help'", of_run[k]);
    if (!is_report && cli_was_given("--out"))
        return cli_error(CLI_BAD_INPUT, "tune: --out is an option of 'ddblas tune report'; expected --table");
    return CLI_OK;
}

int cli_tune(int argc, char **argv)
{
    const char *positional[2], *out = ".";
    int count, engine = DDBLAS_ENGINE_AUTO, json = 0;
    int64_t threads = 0, budget = 0;
    ddblasTuneOptions_t o = {0};
    const struct cli_option options[] = {{"--routine", CLI_TEXT, &o.routine, 0},
                                         {"--types", CLI_TEXT, &o.types, 0},
                                         {"--table", CLI_TEXT, &o.table, 0},
                                         {"--budget", CLI_INT, &budget, 0},
                                         {"--n-min", CLI_INT, &o.n_min, 0},
                                         {"--n-max", CLI_INT, &o.n_max, 0},
                                         {"--engine", CLI_WORD, &engine, cli_engine_words},
                                         {"--threads", CLI_INT, &threads, 0},
                                         {"--out", CLI_TEXT, &out, 0},
                                         {"--json", CLI_FLAG, &json, 0},
                                         {0}};
    ddblasHandle_t handle = NULL;
    int code = cli_parse(argc, argv, options, positional, 0, 2, &count);
    if (code)
        return code;
    if (count > 0 && strcmp(positional[0], "report") != 0)
        return cli_error(CLI_BAD_INPUT, "tune: '%s' is not a sub-command; see 'ddblas tune --help'", positional[0]);
    code = check_form(count > 0);
    code = code ? code : cli_open_engine(&handle, engine, (int)threads);
    if (code)
        return code;
    o.budget = (double)budget;
    if (count > 0)
        code = cli_tune_report(handle, count > 1 ? positional[1] : NULL, o.table, out);
    else
        code = run(handle, &o, json);
    ddblasDestroy(handle);
    return code;
}
