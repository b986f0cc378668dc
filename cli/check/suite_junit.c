/*
 * Outcomes of ddblas verify --suite as JUnit XML.
 */
#define _POSIX_C_SOURCE 200809L
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_attribute(FILE *file, const char *name, const char *value)
{
    fprintf(file, " %s=\"", name);
    cli_xml_text(file, value);
    fputc('"', file);
}

static int is_failure(const struct cli_case *c) { return c->code == CLI_FAILED || c->code == CLI_FEW_DIGITS; }

static void write_case(FILE *file, const struct cli_case *c)
{
    char class_name[256];
    const int is_verify = strcmp(c->words[0], "verify") == 0;
    (void)snprintf(class_name, sizeof class_name, "ddblas.%s%s%s", c->words[0], is_verify ? "." : "",
                   is_verify ? c->words[1] : "");
    fputs("  <testcase", file);
    write_attribute(file, "name", c->name);
    write_attribute(file, "classname", class_name);
    fprintf(file, " time=\"%.3f\"", c->seconds);
    if (c->code == CLI_OK)
    {
        fputs("/>\n", file);
        return;
    }
    fprintf(file, ">\n    <%s", is_failure(c) ? "failure" : "error");
    write_attribute(file, "message", c->message);
    fprintf(file, " type=\"exit code %d\"/>\n  </testcase>\n", c->code);
}

static void write_suite(FILE *file, const struct cli_suite *suite)
{
    int failures = 0, errors = 0;
    for (int k = 0; k < suite->count; k++)
    {
        failures += is_failure(&suite->cases[k]);
        errors += suite->cases[k].code != CLI_OK && !is_failure(&suite->cases[k]);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite", file);
    write_attribute(file, "name", suite->folder);
    fprintf(file, " tests=\"%d\" failures=\"%d\" errors=\"%d\" time=\"%.3f\">\n", suite->count, failures, errors, suite->seconds);
    for (int k = 0; k < suite->count; k++)
        write_case(file, &suite->cases[k]);
    fputs("</testsuite>\n", file);
}

int cli_suite_junit(const struct cli_suite *suite, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return cli_error(CLI_NO_RESOURCE, "out of memory for %s", path);
    write_suite(memory, suite);
    int bad = ferror(memory);
    bad |= fclose(memory) != 0;
    const int code = bad ? cli_error(CLI_NO_RESOURCE, "out of memory for %s", path) : cli_write_text(path, text, size);
    free(text);
    return code;
}
