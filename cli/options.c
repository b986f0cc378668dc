/*
 * Command-line options from a table.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const cli_engine_words[] = {"auto", "cpu", "cuda", NULL};
const char *const cli_uplo_words[] = {"L", "U", NULL};
const char *const cli_npy_words[] = {"columns", "pairs", NULL};
#define DDBLAS_TYPES                                DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, type, real, is_complex) #letter,
const char *const cli_type_words[] = {
#include <dd/types.def>
    NULL};

void (*cli_options_wanted)(const struct cli_option *options) = NULL;

int cli_integer(const char *what, const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end;
    errno = 0;
    long long v = strtoll(text, &end, 10);
    if (end == text || *end || errno || v < low || v > high)
        return cli_error(CLI_BAD_INPUT, "%s: expected an integer from %lld to %lld, got '%s'", what, (long long)low,
                         (long long)high, text);
    *value = v;
    return CLI_OK;
}

static int parse_number(const char *name, const char *text, cuddreal *value)
{
    if (cuddFromString(text, NULL, value) == DDBLAS_STATUS_SUCCESS)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: expected a number, got '%s'", name, text);
}

static int parse_scalar(const char *name, const char *text, struct cli_scalar *value)
{
    const char *end;
    value->given = 1;
    if (!strchr(text, ','))
    {
        value->part[1] = cuddFromDouble(0.0);
        return parse_number(name, text, &value->part[0]);
    }
    if (cuddFromString(text, &end, &value->part[0]) != DDBLAS_STATUS_SUCCESS || *end != ',' ||
        cuddFromString(end + 1, NULL, &value->part[1]) != DDBLAS_STATUS_SUCCESS)
        return cli_error(CLI_BAD_INPUT, "%s: expected a number or two as re,im, got '%s'", name, text);
    return CLI_OK;
}

static int parse_word(const struct cli_option *option, const char *text)
{
    char list[128] = "";
    for (int i = 0; option->words[i]; i++)
    {
        if (strcmp(option->words[i], text) == 0)
        {
            *(int *)option->value = i;
            return CLI_OK;
        }
        strncat(list, i ? ", " : "", sizeof list - strlen(list) - 1);
        strncat(list, option->words[i], sizeof list - strlen(list) - 1);
    }
    return cli_error(CLI_BAD_INPUT, "%s: expected one of %s, got '%s'", option->name, list, text);
}

int cli_output_name(const char *path)
{
    if (cli_is_stream(path) || cli_ends_in(path, ".mtx") || cli_ends_in(path, ".npy") || cli_ends_in(path, ".txt"))
        return cli_check_folder(path);
    return cli_error(CLI_BAD_INPUT, "%s: expected a name that ends in .mtx, .npy or .txt, or - for standard output", path);
}

/* A path's last part; *folder: what stat says of the folder that it is in. */
static const char *split_path(const char *path, struct stat *folder)
{
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    char name[PATH_MAX];
    memset(folder, 0, sizeof *folder);
    if (snprintf(name, sizeof name, "%.*s.", (int)(last - path), path) < (int)sizeof name)
        (void)stat(name, folder);
    return last;
}

static int is_same(const struct stat *a, const struct stat *b) { return a->st_dev == b->st_dev && a->st_ino == b->st_ino; }

/* 1 when two paths name one file, which may not be there yet. */
static int is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    if (stat(a, &of_a) == 0 && stat(b, &of_b) == 0)
        return is_same(&of_a, &of_b);
    const char *last_of_a = split_path(a, &of_a), *last_of_b = split_path(b, &of_b);
    return strcmp(last_of_a, last_of_b) == 0 && is_same(&of_a, &of_b);
}

/* One output would replace the other, or stand among the text of --json. */
static int check_outputs(const struct cli_option *options)
{
    int json = 0, to_stdout = 0;
    for (const struct cli_option *a = options; a->name; a++)
    {
        to_stdout |= a->kind == CLI_OUTPUT && cli_is_stream(*(const char *const *)a->value);
        json |= strcmp(a->name, "--json") == 0 && *(const int *)a->value;
    }
    for (const struct cli_option *a = options; a->name; a++)
        for (const struct cli_option *b = a + 1; a->kind == CLI_OUTPUT && b->name; b++)
        {
            const char *const *first = a->value, *const *second = b->value;
            if (b->kind == CLI_OUTPUT && *first && *second && is_same_file(*first, *second))
                return cli_error(CLI_BAD_INPUT, "%s, %s: expected two files, got %s and %s, which are the same", a->name, b->name,
                                 *first, *second);
        }
    return to_stdout ? cli_take_stdout(json) : CLI_OK;
}

static int parse_value(const struct cli_option *option, const char *text)
{
    switch (option->kind)
    {
    case CLI_FLAG:
        *(int *)option->value = 1;
        return CLI_OK;
    case CLI_TEXT:
        *(const char **)option->value = text;
        return CLI_OK;
    case CLI_OUTPUT:
        *(const char **)option->value = text;
        return cli_output_name(text);
    case CLI_INT:
        return cli_integer(option->name, text, 0, INT32_MAX, option->value);
    case CLI_NUMBER:
        return parse_number(option->name, text, option->value);
    case CLI_SCALAR:
        return parse_scalar(option->name, text, option->value);
    case CLI_WORD:
        return parse_word(option, text);
    }
    return CLI_BAD_INPUT;
}

/* The option that argument names, with *text its value after "=", or null. */
static const struct cli_option *find_option(const struct cli_option *options, const char *argument, const char **text)
{
    if (strcmp(argument, "-o") == 0)
        argument = "--out";
    if (strcmp(argument, "--pairs") == 0)
        argument = "--npy=pairs";
    size_t length = strcspn(argument, "=");
    *text = argument[length] ? argument + length + 1 : NULL;
    for (; options->name; options++)
        if (strlen(options->name) == length && strncmp(options->name, argument, length) == 0)
            return options;
    return NULL;
}

enum
{
    MOST_GIVEN = 64
};
static const char *given[MOST_GIVEN];
static int given_count;

int cli_was_given(const char *name)
{
    for (int k = 0; k < given_count; k++)
        if (strcmp(given[k], name) == 0)
            return 1;
    return 0;
}

int cli_parse(int argc, char **argv, const struct cli_option *options, const char **positional, int least, int most, int *count)
{
    const char *command = argv[0], *text;
    int only_positional = 0;
    *count = 0;
    given_count = 0;
    if (cli_options_wanted)
    {
        cli_options_wanted(options);
        return CLI_BAD_INPUT;
    }
    for (int i = 1; i < argc; i++)
    {
        const char *argument = argv[i];
        if (!only_positional && strcmp(argument, "--") == 0)
        {
            only_positional = 1;
            continue;
        }
        if (only_positional || argument[0] != '-' || cli_is_stream(argument))
        {
            if (*count == most)
                return cli_error(CLI_BAD_INPUT, "%s: '%s' is one argument too many; see 'ddblas %s --help'", command, argument,
                                 command);
            positional[(*count)++] = argument;
            continue;
        }
        const struct cli_option *option = find_option(options, argument, &text);
        if (!option)
            return cli_error(CLI_BAD_INPUT, "%s: there is no option '%s'; see 'ddblas %s --help'", command, argument, command);
        if (option->kind == CLI_FLAG && text)
            return cli_error(CLI_BAD_INPUT, "%s: the option takes no value", option->name);
        if (option->kind != CLI_FLAG && !text && ++i == argc)
            return cli_error(CLI_BAD_INPUT, "%s: expected a value after it", argument);
        int code = parse_value(option, text ? text : argv[i]);
        if (code)
            return code;
        if (!cli_was_given(option->name) && given_count < MOST_GIVEN)
            given[given_count++] = option->name;
    }
    if (*count < least)
        return cli_error(CLI_BAD_INPUT, "%s: expected %d argument%s, got %d; see 'ddblas %s --help'", command, least,
                         least == 1 ? "" : "s", *count, command);
    return check_outputs(options);
}
