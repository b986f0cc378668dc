/*
 * JSON on standard output.
 */
#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static int depth;
static int count;   /* values so far at this depth */
static int written; /* values at the top */
static int errors_wanted;

int cli_utf8_length(const unsigned char *c)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    const int length = *c >= 0xc0 && *c < 0xe0 ? 2 : *c >= 0xe0 && *c < 0xf0 ? 3 : *c >= 0xf0 && *c < 0xf8 ? 4 : 0;
    unsigned long code = *c & (0x7fU >> length);
    for (int i = 1; i < length; i++)
    {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    return code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : length;
}

static void write_text(const char *text)
{
    putchar('"');
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    {
        const int length = cli_utf8_length(c);
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if (*c < 0x20)
            printf("\\u%04x", *c);
        else if (*c < 0x80)
            putchar(*c);
        else if (length == 0)
            fputs("\\ufffd", stdout);
        else
        {
            fwrite(c, 1, (size_t)length, stdout);
            c += length - 1;
        }
    }
    putchar('"');
}

static void begin(const char *key)
{
    if (count++)
        putchar(',');
    if (depth)
        printf("\n%*s", 2 * depth, "");
    else
        written++;
    if (key)
    {
        write_text(key);
        fputs(": ", stdout);
    }
}

void cli_json_open(const char *key, char bracket)
{
    begin(key);
    putchar(bracket);
    depth++;
    count = 0;
}

void cli_json_close(char bracket)
{
    depth--;
    if (count)
        printf("\n%*s", 2 * depth, "");
    putchar(bracket);
    count = 1;
    if (depth == 0)
    {
        putchar('\n');
        count = 0;
    }
}

void cli_json_text(const char *key, const char *value)
{
    begin(key);
    write_text(value);
}

void cli_json_int(const char *key, int64_t value)
{
    begin(key);
    printf("%" PRId64, value);
}

void cli_json_number(const char *key, double value)
{
    begin(key);
    if (isfinite(value))
        printf("%.17g", value);
    else
        fputs("null", stdout);
}

void cli_json_bool(const char *key, int value)
{
    begin(key);
    fputs(value ? "true" : "false", stdout);
}

void cli_json_errors(int wanted) { errors_wanted = wanted; }

void cli_json_error(int code, const char *sentence)
{
    if (!errors_wanted || written)
        return;
    cli_json_open(NULL, '{');
    cli_json_text("error", sentence);
    cli_json_int("exit_code", code);
    cli_json_close('}');
}

void cli_json_digits(const char *key, double digits)
{
    if (isinf(digits))
        cli_json_text(key, "exact");
    else
        cli_json_number(key, digits);
}

void cli_print_digits(double digits)
{
    if (isinf(digits))
        printf(" %11s", "exact");
    else
        printf(" %11.1f", digits);
}
