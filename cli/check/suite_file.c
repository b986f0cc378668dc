/*
 * The file suite.txt of ddblas verify --suite.
 */
#define _POSIX_C_SOURCE 200809L
#include "suite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum
{
    PATH = 4096
};

static int is_blank(char c) { return c == ' ' || c == '\t'; }

static char *skip_blanks(char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

static int out_of_memory(const char *path) { return cli_error(CLI_NO_RESOURCE, "%s: out of memory", path); }

/* One line and its place, for errors. */
struct place
{
    const char *path;
    int number;
};

/* Takes the next word out of *text, which is not at a blank; removes its quotes. Returns null when
 * a quote is not closed. */
static char *take_word(char **text)
{
    char *from = *text, *to = *text, *word = *text, quote = 0;
    for (; *from && (quote || !is_blank(*from)); from++)
        if (quote ? *from == quote : *from == '"' || *from == '\'')
            quote = quote ? 0 : *from;
        else
            *to++ = *from;
    *text = *from ? from + 1 : from;
    *to = 0;
    return quote ? NULL : word;
}

static int split_words(struct cli_case *c, char *text, struct place at)
{
    /* A word takes at least two characters with its blank. */
    c->words = calloc(strlen(text) / 2 + 2, sizeof *c->words);
    c->command = strdup(text);
    if (!c->words || !c->command)
        return out_of_memory(at.path);
    for (text = skip_blanks(text); *text && *text != '#'; text = skip_blanks(text))
    {
        c->words[c->count] = take_word(&text);
        if (!c->words[c->count++])
            return cli_error(CLI_BAD_INPUT, "%s:%d: a quote is not closed", at.path, at.number);
    }
    return CLI_OK;
}

/* A suite inside a suite would never end, and help is no check. */
static int check_words(const struct cli_case *c, struct place at)
{
    const char *first = c->count > 0 && c->words[0] ? c->words[0] : "";
    if (strcmp(first, "verify") != 0 && strcmp(first, "compare") != 0)
        return cli_error(CLI_BAD_INPUT, "%s:%d: expected verify or compare after the name, got '%s'", at.path, at.number, first);
    if (c->count < 2)
        return cli_error(CLI_BAD_INPUT, "%s:%d: expected arguments after '%s'", at.path, at.number, first);
    for (int k = 1; k < c->count && strcmp(c->words[k], "--") != 0; k++)
        if (strcmp(c->words[k], "--help") == 0 || strcmp(c->words[k], "-h") == 0 || strncmp(c->words[k], "--suite", 7) == 0)
            return cli_error(CLI_BAD_INPUT, "%s:%d: a case cannot have %s", at.path, at.number, c->words[k]);
    return CLI_OK;
}

/* *limit = text, the whole of it or up to a blank. */
static int parse_limit(const char *text, double *limit, struct place at)
{
    const double most = 1e6;
    char *end;
    *limit = strtod(text, &end);
    const char *rest = skip_blanks(end);
    if (end != text && (!*rest || *rest == '#') && *limit >= 0.0 && *limit <= most)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s:%d: limit_s: expected seconds from 0, which is no limit, to 1000000, got '%s'", at.path,
                     at.number, text);
}

/* Takes limit_s=SECONDS before the command out of the words. */
static int take_limit(struct cli_case *c, struct place at)
{
    static const char key[] = "limit_s=";
    if (c->count == 0 || !c->words[0] || strncmp(c->words[0], key, sizeof key - 1) != 0)
        return CLI_OK;
    const int code = parse_limit(c->words[0] + sizeof key - 1, &c->limit_s, at);
    memmove(c->words, c->words + 1, (size_t)c->count * sizeof *c->words);
    c->count--;
    return code;
}

/* The colon after a name is followed by a blank or nothing. */
static char *find_colon(char *text)
{
    char *colon = strchr(text, ':');
    while (colon && colon[1] && !is_blank(colon[1]))
        colon = strchr(colon + 1, ':');
    return colon;
}

/* A case, or the limit of those that follow. */
static int parse_line(struct cli_suite *suite, char *text, struct place at)
{
    struct cli_case *c = &suite->cases[suite->count++];
    *c = (struct cli_case){.number = at.number, .line = strdup(text)};
    if (!c->line)
        return out_of_memory(at.path);
    char *name = skip_blanks(c->line), *colon = find_colon(name), *end = colon;
    while (colon && end > name && is_blank(end[-1]))
        end--;
    if (!colon || end == name)
        return cli_error(CLI_BAD_INPUT, "%s:%d: expected NAME: verify ... or NAME: compare ...", at.path, at.number);
    *end = 0;
    if (strcmp(name, "limit_s") == 0)
    {
        const int code = parse_limit(skip_blanks(colon + 1), &suite->limit_s, at);
        free(c->line);
        suite->count--;
        return code;
    }
    c->name = name;
    c->limit_s = suite->limit_s;
    for (int k = 0; k < suite->count - 1; k++)
        if (strcmp(suite->cases[k].name, name) == 0)
            return cli_error(CLI_BAD_INPUT, "%s:%d: the name '%s' is that of line %d too", at.path, at.number, name,
                             suite->cases[k].number);
    int code = split_words(c, skip_blanks(colon + 1), at);
    code = code ? code : take_limit(c, at);
    return code ? code : check_words(c, at);
}

static int read_line(struct cli_suite *suite, char *text, size_t length, struct place at)
{
    static const char mark[] = "\xef\xbb\xbf"; /* the byte order mark of UTF-8 */
    if (strlen(text) != length)
        return cli_error(CLI_BAD_INPUT, "%s:%d: expected text, found a byte of value 0", at.path, at.number);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        text[--length] = 0;
    if (strchr(text, '\r'))
        return cli_error(CLI_BAD_INPUT, "%s:%d: expected one case in a line, found a carriage return inside", at.path, at.number);
    if (at.number == 1 && strncmp(text, mark, sizeof mark - 1) == 0)
        text += sizeof mark - 1;
    const char *first = skip_blanks(text);
    if (!*first || *first == '#')
        return CLI_OK;
    struct cli_case *cases = realloc(suite->cases, ((size_t)suite->count + 1) * sizeof *cases);
    if (!cases)
        return out_of_memory(at.path);
    suite->cases = cases;
    return parse_line(suite, text, at);
}

static int read_file(struct cli_suite *suite, FILE *file, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    int code = CLI_OK;
    for (struct place at = {path, 1}; code == CLI_OK && (length = getline(&text, &size, file)) >= 0; at.number++)
        code = read_line(suite, text, (size_t)length, at);
    free(text);
    if (code == CLI_OK && ferror(file))
        code = cli_error(CLI_BAD_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    if (code == CLI_OK && suite->count == 0)
        code = cli_error(CLI_BAD_INPUT, "%s: expected at least one case", path);
    return code;
}

int cli_suite_read(struct cli_suite *suite, const char *folder)
{
    char path[PATH];
    struct stat about;
    suite->folder = folder;
    if (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode))
        return cli_error(CLI_BAD_INPUT, "--suite: %s: expected a folder", folder);
    if (snprintf(path, sizeof path, "%s/suite.txt", folder) >= (int)sizeof path)
        return cli_error(CLI_BAD_INPUT, "--suite: the name of the folder is too long");
    FILE *file = fopen(path, "r");
    if (!file)
        return cli_error(CLI_BAD_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    const int code = read_file(suite, file, path);
    fclose(file);
    return code;
}

void cli_suite_free(struct cli_suite *suite)
{
    for (int k = 0; k < suite->count; k++)
    {
        free(suite->cases[k].line);
        free(suite->cases[k].command);
        free(suite->cases[k].words);
    }
    free(suite->cases);
}
