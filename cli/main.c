/*
 * The ddblas command: finds the sub-command, shows help and version.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

static const struct command
{
    const char *name;
    const char *summary;
    const char *help;
    int (*run)(int argc, char **argv);
} commands[] = {
#define CLI_COMMAND(name, word, summary) {word, summary, cli_##name##_help, cli_##name},
#include "commands.def"
};

static const int command_count = (int)(sizeof commands / sizeof commands[0]);

static const char overview[] = "ddblas - dense linear algebra in double-double (about 32 digits) on GPUs and CPUs\n"
                               "\n"
                               "usage: ddblas COMMAND [arguments] [--json]\n"
                               "       ddblas COMMAND --help        what a command does, with examples\n"
                               "       ddblas help FUNCTION         prototype and explanation, for example of ddblasWsymv\n"
                               "       ddblas --version\n"
                               "\n";

static const char first_steps[] =
    "\n"
    "First steps:\n"
    "  ddblas info                              what this machine offers\n"
    "  ddblas gen hilbert 24 -o H.mtx           a matrix on which double precision fails\n"
    "  ddblas gen hilbert-x 24 -o x.mtx         a vector x with H x = (1, 1, ..., 1)\n"
    "  ddblas symv H.mtx x.mtx                  the product in double-double\n"
    "  ddblas verify symv H.mtx x.mtx           correct digits of FP64 and of double-double\n"
    "\n"
    "Files are Matrix Market or NumPy; - is standard input, and with --out standard output. With --json results and\n"
    "errors are JSON. Other results on standard output are Matrix Market files, or one number.\n"
    "\n"
    "Exit codes: 0 success, 1 verification failed, 2 wrong usage or bad file, 3 no memory or device,\n"
    "            4 fewer digits than asked for.\n";

static int show_overview(void)
{
    fputs(overview, stdout);
    for (int i = 0; i < command_count; i++)
        printf("  %-16s %s\n", commands[i].name, commands[i].summary);
    fputs(first_steps, stdout);
    return CLI_OK;
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    return NULL;
}

static int is_help(const char *argument) { return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0; }

static int asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (is_help(argv[i]))
            return 1;
    return 0;
}

/* Errors are JSON from the first one on, also where the arguments are wrong. */
static int asks_for_json(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0)
            return 1;
    return 0;
}

static int run(int argc, char **argv)
{
    cli_json_errors(asks_for_json(argc, argv));
    if (argc < 2)
        return cli_error(CLI_BAD_INPUT, "expected a command; 'ddblas --help' lists them");
    if (is_help(argv[1]) || (strcmp(argv[1], "help") == 0 && argc == 2))
        return show_overview();
    if (strcmp(argv[1], "--version") == 0)
    {
        int version = ddblasGetVersion();
        printf("ddblas %d.%d.%d\n", version / 10000, version / 100 % 100, version % 100);
        return CLI_OK;
    }
    if (strcmp(argv[1], "complete") == 0)
        return cli_complete(argc - 1, argv + 1);
    int skip = strcmp(argv[1], "help") == 0;
    const struct command *command = find_command(argv[1 + skip]);
    if (!command && skip)
        return cli_manual(argc - 2, argv + 2);
    if (!command)
        return cli_error(CLI_BAD_INPUT, "'%s' is not a command; 'ddblas --help' lists them", argv[1]);
    if (skip || asks_for_help(argc - 1, argv + 1))
    {
        fputs(command->help, stdout);
        if (command->run == cli_gen)
            cli_list_kinds("  ", 16, ' ');
        if (command->run == cli_verify)
        {
            cli_verify_list_results();
            fputs(cli_verify_suite_help, stdout);
        }
        return CLI_OK;
    }
    return command->run(argc - 1, argv + 1);
}

/* Opens the standard streams that are closed, for the wrong direction, so that no file gets their
 * number and using them is an error as before. */
static void occupy_streams(void)
{
    for (int number = 0; number < 3; number++)
        if (fcntl(number, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    occupy_streams();
    int code = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout))
        return code ? code : cli_error(CLI_BAD_INPUT, "standard output could not be written");
    return code;
}
