/*
 * ddblas help NAME: prototype and comment of a function of the library. They are found in the
 * public headers, which the build embeds in the command.
 */
#include "cli.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct cli_header
{
    const char *name, *text; /* "dd/level2.h" */
};
extern const struct cli_header cli_headers[]; /* ends with a null name; made by cmake/embed.cmake */

/* A piece of a header. */
struct piece
{
    const char *begin, *end;
};

struct function
{
    const char *header;
    struct piece name;
    struct piece prototype; /* without the macro before it */
    int indent;             /* length of that macro and a blank: continuation lines are indented by it */
    struct piece comment;
};

/* A walk through a header. A function of the library has the comment that was last seen. An inline
 * function has the comment right above it or above the functions that follow each other without an
 * empty line; otherwise, that of its section. */
struct walk
{
    const char *at;
    struct piece last, above, section;
};

static int begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static const char *comment_end(const char *at)
{
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

/* The first character after the bracket that closes the one at `at`. */
static const char *skip_braces(const char *at)
{
    int depth = 0;
    while (*at)
    {
        if (begins(at, "/*"))
        {
            at = comment_end(at);
            continue;
        }
        depth += (*at == '{') - (*at == '}');
        at++;
        if (depth == 0)
            break;
    }
    return at;
}

/* The first character after a preprocessor directive and its continuation lines. */
static const char *skip_directive(const char *at)
{
    while (*at && !(at[0] == '\n' && at[-1] != '\\'))
        at++;
    return at;
}

static void see_comment(struct walk *w)
{
    const struct piece found = {w->at, comment_end(w->at)};
    if (begins(w->at + strspn(w->at, "/* "), "----"))
    {
        w->section = found;
        w->above = (struct piece){0};
    }
    else
        w->last = w->above = found;
    w->at = found.end;
}

/* Functions for users; cudd_clean or cudd3_exp are parts of the headers. */
static int is_public(struct piece name)
{
    const char *after = name.begin + 4;
    if (!begins(name.begin, "cudd"))
        return 1;
    after += *after == 'c';
    return isupper((unsigned char)*after) && !memchr(name.begin, '_', (size_t)(name.end - name.begin));
}

/* Reads the prototype at w->at, after a macro of `indent` characters. */
static void see_prototype(struct walk *w, int indent, struct function *f)
{
    const int is_inline = begins(w->at, "CUDD_FN ");
    f->indent = indent;
    f->prototype.begin = w->at + indent;
    f->prototype.end = f->prototype.begin + strcspn(f->prototype.begin, is_inline ? "{" : ";");
    f->name.end = f->prototype.begin + strcspn(f->prototype.begin, "(");
    f->name.begin = f->name.end;
    while (f->name.begin > f->prototype.begin && (isalnum((unsigned char)f->name.begin[-1]) || f->name.begin[-1] == '_'))
        f->name.begin--;
    f->comment = !is_inline ? w->last : w->above.begin ? w->above : w->section;
    w->at = is_inline ? skip_braces(f->prototype.end) : f->prototype.end;
}

/* Goes to the next function of a header; 0 at its end. */
static int next_function(struct walk *w, const char *text, struct function *f)
{
    while (*w->at)
    {
        const int line_begins = w->at == text || w->at[-1] == '\n';
        const int indent = !line_begins ? 0 : begins(w->at, "DDBLAS_API ") ? 11 : begins(w->at, "CUDD_FN ") ? 8 : 0;
        if (indent)
        {
            see_prototype(w, indent, f);
            if (is_public(f->name))
                return 1;
        }
        else if (begins(w->at, "/*"))
            see_comment(w);
        else if (line_begins && *w->at == '#')
            w->at = skip_directive(w->at);
        else if (*w->at == '{' && !begins(w->at - 2, "\" ")) /* extern "C" { */
            w->at = skip_braces(w->at);
        else
        {
            if (line_begins && begins(w->at, "typedef "))
                w->last = (struct piece){0}; /* the comment of a type */
            if (line_begins && *w->at == '\n')
                w->above = (struct piece){0};
            w->at++;
        }
    }
    return 0;
}

static void each_function(int (*visit)(const struct function *f, void *data), void *data)
{
    for (const struct cli_header *h = cli_headers; h->name; h++)
    {
        struct walk w = {.at = h->text};
        struct function f = {.header = h->name};
        while (next_function(&w, h->text, &f))
            if (visit(&f, data))
                return;
    }
}

/* ---- printing -------------------------------------------------------------------------------- */

static void print_prototype(const struct function *f)
{
    const char *at = f->prototype.begin, *end = f->prototype.end;
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    while (at < end)
    {
        putchar(*at);
        if (*at++ != '\n')
            continue;
        for (int i = 0; i < f->indent && *at == ' '; i++)
            at++;
    }
    puts(";");
}

/* Without the dashes around the title of a section. */
static struct piece without_dashes(struct piece line)
{
    if (line.end - line.begin < 4 || !begins(line.begin, "----"))
        return line;
    while (line.begin < line.end && (*line.begin == '-' || *line.begin == ' '))
        line.begin++;
    while (line.begin < line.end && (line.end[-1] == '-' || line.end[-1] == ' '))
        line.end--;
    return line;
}

/* The lines without stars and without empty lines at the ends. */
static void print_comment(struct piece comment)
{
    const char *at = comment.begin + 2, *end = comment.end - 2;
    for (int number = 0; at < end; number++)
    {
        struct piece line = {at, at + strcspn(at, "\n")};
        line.end = line.end > end ? end : line.end;
        at = line.end + 1;
        line.begin += strspn(line.begin, " ");
        if (number > 0 && *line.begin == '*' && line.begin < line.end)
            line.begin += 1 + (line.begin[1] == ' ');
        while (line.end > line.begin && line.end[-1] == ' ')
            line.end--;
        const struct piece text = without_dashes(line);
        if (text.begin < text.end || (number > 0 && at < end))
            printf("%.*s\n", (int)(text.end - text.begin), text.begin);
        if (text.begin != line.begin && at < end)
            putchar('\n'); /* after the title of a section */
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

static int is_named(const struct function *f, const char *text)
{
    return strlen(text) == (size_t)(f->name.end - f->name.begin) && begins(f->name.begin, text);
}

/* The parts of dd/elementary.h are not included by themselves. */
static const char *header_for_users(const char *header)
{
    const int is_part = begins(header, "dd/elementary/") && strcmp(header, "dd/elementary/complex.h") != 0;
    return is_part ? "dd/elementary.h" : header;
}

static int print_if_named(const struct function *f, void *name)
{
    if (!is_named(f, name))
        return 0;
    printf("#include <%s>\n\n", header_for_users(f->header));
    print_prototype(f);
    if (f->comment.begin)
    {
        putchar('\n');
        print_comment(f->comment);
    }
    *(char *)name = '\0'; /* found */
    return 1;
}

struct near
{
    const char *text;
    int count;
};

/* Prints the name if it contains the text, in capitals or not. */
static int print_if_near(const struct function *f, void *data)
{
    struct near *near = data;
    const size_t length = strlen(near->text);
    for (const char *at = f->name.begin; at + length <= f->name.end; at++)
        if (strncasecmp(at, near->text, length) == 0)
        {
            printf("%.*s\n", (int)(f->name.end - f->name.begin), f->name.begin);
            near->count++;
            return 0;
        }
    return 0;
}

static int print_manual(const char *text)
{
    char name[80];
    struct near near = {text, 0};
    if (snprintf(name, sizeof name, "%s", text) < (int)sizeof name && *text)
    {
        each_function(print_if_named, name);
        if (!*name)
            return CLI_OK;
        each_function(print_if_near, &near);
    }
    if (near.count)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT,
                     "'%s' is neither a command nor a part of a function's name; 'ddblas --help' lists the commands", text);
}

int cli_manual(int count, char **names)
{
    int code = CLI_OK;
    for (int i = 0; i < count && code == CLI_OK; i++)
    {
        if (i > 0)
            putchar('\n');
        code = print_manual(names[i]);
    }
    return code;
}

void cli_list_functions(void)
{
    struct near near = {"", 0};
    each_function(print_if_near, &near);
}
