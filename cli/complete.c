/*
 * ddblas complete: the words that a shell offers. The scripts in cli/completion pass the words
 * after "ddblas" up to the cursor. The options are those of the tables that the commands give to
 * cli_parse.
 */
#include "cli.h"

#include <stdio.h>
#include <string.h>

static const struct command
{
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
#define CLI_COMMAND(name, word, summary) {word, summary, cli_##name},
#include "commands.def"
};

static const char *const routines[] = {
#define CLI_VERIFY(name, word, files, judgement) word,
#include "verify.def"
    NULL};
static const char *const suites[] = {"--suite", NULL};

enum
{
    COMMANDS = sizeof commands / sizeof commands[0]
};

/* The word at the cursor and the one before it, "" if there is none. */
static const char *current, *previous;

static void list_words(const char *const *words, const char *before)
{
    for (int i = 0; words[i]; i++)
        printf("%s%s\n", before, words[i]);
}

static int has_word(const char *const *words, const char *word)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

/* The values of an option that are known: words, or kinds of matrices and vectors. */
static void list_values(const struct cli_option *option, const char *before)
{
    if (option->kind == CLI_WORD)
        list_words(option->words, before);
    else if (strcmp(option->name, "--gen") == 0 || strcmp(option->name, "--x") == 0 || strcmp(option->name, "--b") == 0)
        cli_list_kinds(before, 0, '\t');
}

/* The values of the option before the cursor, or those of an option in the word at the cursor, or
 * the options themselves. */
static void list_options(const struct cli_option *options)
{
    char before[64];
    if (strcmp(previous, "-o") == 0)
        return;
    for (const struct cli_option *o = options; o->name; o++)
        if (o->kind != CLI_FLAG && strcmp(o->name, previous) == 0)
        {
            list_values(o, "");
            return;
        }
    for (const struct cli_option *o = options; o->name; o++)
        if (snprintf(before, sizeof before, "%s=", o->name) && strncmp(before, current, strlen(before)) == 0)
            list_values(o, before);
        else if (*current == '-' && !strchr(current, '='))
        {
            /* find_option of options.c knows two options by other names too. */
            puts(o->name);
            if (strcmp(o->name, "--out") == 0 || strcmp(o->name, "--npy") == 0)
                puts(o->name[2] == 'o' ? "-o" : "--pairs");
        }
    if (*current == '-' && !strchr(current, '='))
        puts("--help");
}

static void list_commands(void)
{
    for (int i = 0; i < COMMANDS; i++)
        printf("%s\t%s\n", commands[i].name, commands[i].summary);
}

static const char *const general[] = {"help", "--help", "--version", NULL};
static const char *const reports[] = {"report", NULL};

/* The words after "ddblas", `count` of them, the last one at the cursor. */
static void complete(int count, char **words)
{
    const char *command = words[0];
    if (count == 1)
    {
        list_commands();
        list_words(general, "");
    }
    else if (strcmp(command, "help") == 0)
    {
        list_commands();
        cli_list_functions();
    }
    else if (count == 2 && strcmp(command, "verify") == 0)
        list_words(*current == '-' ? suites : routines, "");
    else if (count == 2 && *current != '-' && strcmp(command, "gen") == 0)
        cli_list_kinds("", 0, '\t');
    else if (count == 2 && *current != '-' && strcmp(command, "tune") == 0)
        list_words(reports, "");
    else
    {
        const int is_verify = strcmp(command, "verify") == 0;
        char *arguments[] = {words[0], is_verify ? words[1] : NULL, NULL};
        if (is_verify && !has_word(routines, words[1]) && !has_word(suites, words[1]))
            return;
        cli_options_wanted = list_options;
        for (int i = 0; i < COMMANDS; i++)
            if (strcmp(command, commands[i].name) == 0)
                (void)commands[i].run(1 + is_verify, arguments);
    }
}

int cli_complete(int argc, char **argv)
{
    if (argc < 2)
        return CLI_OK;
    int last = argc - 1;
    current = argv[last];
    /* bash breaks "--type=W" in three words. */
    if (strcmp(current, "=") == 0)
        current = "";
    else if (last > 1 && strcmp(argv[last - 1], "=") == 0)
        last--;
    previous = last > 1 ? argv[last - 1] : "";
    complete(argc - 1, argv + 1);
    return CLI_OK;
}
