/*
 * JSON on standard output.
 */
#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static int depth;
static int count; /* values so far at this depth */

static void write_text(const char *text)
{
    putchar('"');
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    {
        if (*c == '"' || *c == '\\')
            putchar('\\');
        if (*c < 0x20)
            printf("\\u%04x", *c);
        else
            putchar(*c);
    }
    putchar('"');
}

static void begin(const char *key)
{
    if (count++)
        putchar(',');
    if (depth)
        printf("\n%*s", 2 * depth, "");
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
