/*
 * One case of ddblas verify --suite: a process, and its outcome from its exit code and its output.
 */
#define _XOPEN_SOURCE 700
#include "suite.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
    CANNOT_START = 127
};

/* SIGALRM ends this process after so many seconds, through exec too. */
static void set_limit(double seconds)
{
    sigset_t alarm_only;
    struct itimerval timer = {
        .it_value = {.tv_sec = (time_t)seconds, .tv_usec = (suseconds_t)(1e6 * (seconds - floor(seconds)))}};
    if (seconds <= 0.0)
        return;
    if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0)
        timer.it_value.tv_usec = 1;
    (void)signal(SIGALRM, SIG_DFL);
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    (void)sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
    (void)setitimer(ITIMER_REAL, &timer, NULL);
}

/* The child: only calls that are safe between fork and exec. It ends with its parent. */
static _Noreturn void become(const char *folder, char **arguments, double limit, int out, int err, pid_t parent)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(CANNOT_START);
    const int nothing = open("/dev/null", O_RDONLY);
    set_limit(limit);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0 &&
        chdir(folder) == 0)
        execv("/proc/self/exe", arguments);
    _exit(CANNOT_START);
}

/* The case's words after "ddblas", with --json behind the command, and behind the routine of
 * verify. Returns null without memory. */
static char **make_arguments(const struct cli_case *c)
{
    static char program[] = "ddblas", json[] = "--json";
    const int fixed = strcmp(c->words[0], "verify") == 0 ? 2 : 1;
    char **arguments = calloc((size_t)c->count + 3, sizeof *arguments);
    int count = 0;
    if (!arguments)
        return NULL;
    arguments[count++] = program;
    for (int k = 0; k < c->count; k++)
    {
        arguments[count++] = c->words[k];
        if (k == fixed - 1)
            arguments[count++] = json;
    }
    return arguments;
}

/* The wait status, or -1. */
static int run_child(const char *folder, char **arguments, double limit, FILE *out, FILE *err)
{
    int status = -1;
    fflush(NULL);
    signal(SIGCHLD, SIG_DFL); /* Where it is ignored, as a parent may have left it, nothing can be waited for. */
    const pid_t parent = getpid(), child = fork();
    if (child == 0)
        become(folder, arguments, limit, fileno(out), fileno(err), parent);
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

/* ---- output ---------------------------------------------------------------------------------- */

/* text = the JSON string after the key of a line, without its escapes. */
static void unescape(const char *from, char *text, size_t size)
{
    size_t length = 0;
    for (; *from && *from != '"' && length + 4 < size; from++)
        if (strncmp(from, "\\ufffd", 6) == 0)
        {
            memcpy(text + length, "\xef\xbf\xbd", 3);
            length += 3;
            from += 5;
        }
        else if (strncmp(from, "\\u00", 4) == 0)
        {
            const char hex[] = {from[4], from[5], 0};
            text[length++] = (char)strtol(hex, NULL, 16);
            from += 5;
        }
        else
        {
            from += *from == '\\';
            text[length++] = *from;
        }
    text[length] = 0;
}

static void add_digits(struct cli_case *c, double digits)
{
    c->digits = c->has_digits ? fmin(c->digits, digits) : digits;
    c->has_digits = 1;
}

/* Takes the summary, and the digits of the worst component of the columns that are judged, from
 * JSON that has one value on each line. In a column "judged" follows the digits. */
static void read_json(struct cli_case *c, FILE *out)
{
    static const char digits_key[] = "\"worst_component_digits\": ", summary_key[] = "\"summary\": \"";
    char *line = NULL, *value;
    size_t size = 0;
    int is_waiting = 0;
    double waiting = 0.0;
    while (getline(&line, &size, out) >= 0)
    {
        const char *text = line + strspn(line, " ");
        if (strncmp(text, summary_key, sizeof summary_key - 1) == 0)
            unescape(text + sizeof summary_key - 1, c->message, sizeof c->message);
        else if (strncmp(text, digits_key, sizeof digits_key - 1) == 0)
        {
            text += sizeof digits_key - 1;
            waiting = *text == '"' ? INFINITY : strtod(text, &value);
            is_waiting = *text == '"' || value != text;
        }
        else if (strncmp(text, "\"judged\": false", 15) == 0)
            is_waiting = 0;
        else if (*text == '}' && is_waiting)
        {
            add_digits(c, waiting);
            is_waiting = 0;
        }
    }
    free(line);
}

/* The message is the line of an error, if there is one. */
static void read_error(struct cli_case *c, FILE *err)
{
    static const char start[] = "ddblas: ";
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, err) >= 0)
        if (strncmp(line, start, sizeof start - 1) == 0)
        {
            line[strcspn(line, "\n")] = 0;
            (void)snprintf(c->message, sizeof c->message, "%s", line + sizeof start - 1);
        }
    free(line);
}

static void judge_exit(struct cli_case *c, int status)
{
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    c->code = code >= CLI_OK && code <= CLI_FEW_DIGITS ? code : CLI_NO_RESOURCE;
    if (status == -1 || code == CANNOT_START)
        (void)snprintf(c->message, sizeof c->message, "the case could not be started");
    else if (code == -1 && c->limit_s > 0.0 && WTERMSIG(status) == SIGALRM)
        (void)snprintf(c->message, sizeof c->message, "took longer than its limit of %g s", c->limit_s);
    else if (code == -1)
        (void)snprintf(c->message, sizeof c->message, "killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (code != c->code)
        (void)snprintf(c->message, sizeof c->message, "exit code %d", code);
    else if (code == CLI_OK)
        c->message[0] = 0;
    else if (!c->message[0])
        (void)snprintf(c->message, sizeof c->message, "%s",
                       code == CLI_FAILED       ? "an error is above its bound"
                       : code == CLI_FEW_DIGITS ? "there are fewer digits than were asked for"
                                                : "no message");
}

void cli_suite_run(const struct cli_suite *suite, struct cli_case *c)
{
    FILE *out = tmpfile(), *err = tmpfile();
    char **arguments = make_arguments(c);
    const double start = cli_seconds();
    int status = -1;
    if (out && err && arguments)
        status = run_child(suite->folder, arguments, c->limit_s, out, err);
    c->seconds = cli_seconds() - start;
    if (status != -1)
    {
        rewind(out);
        rewind(err);
        read_json(c, out);
        read_error(c, err);
    }
    judge_exit(c, status);
    free(arguments);
    if (out)
        fclose(out);
    if (err)
        fclose(err);
}
