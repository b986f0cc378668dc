/*
 * ddblas verify --suite: runs the cases of a folder and reports them.
 */
#define _POSIX_C_SOURCE 200809L
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char cli_verify_suite_help[] =
    "\n"
    "usage: ddblas verify --suite DIR [--junit FILE] [--json]\n"
    "\n"
    "Runs the cases of the file DIR/suite.txt, one a line: a name, a colon, a blank, and the command line of verify or\n"
    "compare. Words with blanks stand in double or single quotes; names of files are relative to DIR; # at the start of a\n"
    "word begins a comment. Each case is a process of its own, so that a crash does not stop the others.\n"
    "\n"
    "  solution: compare x.npy reference.mtx --require-digits 12\n"
    "  product:  verify symv A.mtx \"my x.mtx\"                       # a comment\n"
    "\n"
    "A line \"limit_s: SECONDS\" is a limit for each case after it, and limit_s=SECONDS before verify or compare that of one "
    "case;\n"
    "0 is no limit. A case that takes longer is ended, and is an ERROR.\n"
    "\n"
    "It shows PASS, FAIL, FEW DIGITS or ERROR, the digits of the worst component where the case has them, and the time.\n"
    "\n"
    "  --junit FILE  writes the outcomes as JUnit XML too; FAIL and FEW DIGITS are failures there, ERROR is an error\n"
    "\n"
    "Exit code, from best to worst, of which the worst counts:\n"
    "  0  every case passed\n"
    "  4  a case has too few digits\n"
    "  1  a case failed\n"
    "  2  a case has a bad file or wrong usage; or suite.txt is bad, and then no case runs\n"
    "  3  anything else: no memory, no device, a crash, a limit of time\n";

static const char *outcome_of(const struct cli_case *c)
{
    return c->code == CLI_OK ? "PASS" : c->code == CLI_FAILED ? "FAIL" : c->code == CLI_FEW_DIGITS ? "FEW DIGITS" : "ERROR";
}

/* Cases with an outcome of outcome_of. */
static int count_cases(const struct cli_suite *suite, const char *outcome)
{
    int count = 0;
    for (int k = 0; k < suite->count; k++)
        count += strcmp(outcome_of(&suite->cases[k]), outcome) == 0;
    return count;
}

/* The place of an exit code in the order of the help, from best to worst. */
static int badness(int code)
{
    static const int place[] = {[CLI_OK] = 0, [CLI_FEW_DIGITS] = 1, [CLI_FAILED] = 2, [CLI_BAD_INPUT] = 3, [CLI_NO_RESOURCE] = 4};
    return place[code];
}

static int worst_code(const struct cli_suite *suite)
{
    int worst = CLI_OK;
    for (int k = 0; k < suite->count; k++)
        if (badness(suite->cases[k].code) > badness(worst))
            worst = suite->cases[k].code;
    return worst;
}

/* ---- reports --------------------------------------------------------------------------------- */

/* Width of the column of names. */
static int name_width(const struct cli_suite *suite)
{
    int width = 4;
    for (int k = 0; k < suite->count; k++)
    {
        const int length = (int)strnlen(suite->cases[k].name, 40);
        width = length > width ? length : width;
    }
    return width;
}

static void print_case(const struct cli_case *c, int width)
{
    printf("%-*s  %-10s", width, c->name, outcome_of(c));
    if (c->has_digits)
        cli_print_digits(isinf(c->digits) ? c->digits : floor(10.0 * c->digits) / 10.0);
    else
        printf(" %11s", "-");
    printf("  %.2f s%s%s\n", c->seconds, c->message[0] ? "  " : "", c->message);
    fflush(stdout);
}

static void print_summary(const struct cli_suite *suite)
{
    printf("%d cases: %d passed, %d failed, %d with few digits, %d errors, %.2f s\n", suite->count, count_cases(suite, "PASS"),
           count_cases(suite, "FAIL"), count_cases(suite, "FEW DIGITS"), count_cases(suite, "ERROR"), suite->seconds);
}

static void case_json(const struct cli_case *c)
{
    cli_json_open(NULL, '{');
    cli_json_text("name", c->name);
    cli_json_int("line", c->number);
    cli_json_text("command", c->command);
    cli_json_text("outcome", outcome_of(c));
    cli_json_int("exit_code", c->code);
    if (c->has_digits)
        cli_json_digits("worst_component_digits", c->digits);
    cli_json_number("seconds", c->seconds);
    if (c->limit_s > 0.0)
        cli_json_number("limit_s", c->limit_s);
    if (c->message[0])
        cli_json_text("message", c->message);
    cli_json_close('}');
}

static void print_json(const struct cli_suite *suite)
{
    cli_json_open(NULL, '{');
    cli_json_text("suite", suite->folder);
    cli_json_open("cases", '[');
    for (int k = 0; k < suite->count; k++)
        case_json(&suite->cases[k]);
    cli_json_close(']');
    cli_json_int("tests", suite->count);
    cli_json_int("passes", count_cases(suite, "PASS"));
    cli_json_int("failures", count_cases(suite, "FAIL"));
    cli_json_int("few_digits", count_cases(suite, "FEW DIGITS"));
    cli_json_int("errors", count_cases(suite, "ERROR"));
    cli_json_number("seconds", suite->seconds);
    cli_json_int("exit_code", worst_code(suite));
    cli_json_bool("passed", worst_code(suite) == CLI_OK);
    cli_json_close('}');
}

/* ---- the command ----------------------------------------------------------------------------- */

static int run_suite(struct cli_suite *suite, int json, const char *junit)
{
    const int width = name_width(suite);
    const double start = cli_seconds();
    for (int k = 0; k < suite->count; k++)
    {
        cli_suite_run(suite, &suite->cases[k]);
        if (!json)
            print_case(&suite->cases[k], width);
    }
    suite->seconds = cli_seconds() - start;
    if (!json)
        print_summary(suite);
    const int code = junit ? cli_suite_junit(suite, junit) : CLI_OK;
    if (code)
        return code;
    if (json)
        print_json(suite);
    return worst_code(suite);
}

int cli_verify_suite(int argc, char **argv)
{
    const char *folder = NULL, *junit = NULL, *positional[1];
    int json = 0, count;
    struct cli_suite suite = {0};
    const struct cli_option options[] = {
        {"--suite", CLI_TEXT, &folder, NULL}, {"--junit", CLI_TEXT, &junit, NULL}, {"--json", CLI_FLAG, &json, NULL}, {0}};
    int code = cli_parse(argc, argv, options, positional, 0, 0, &count);
    if (code == CLI_OK && cli_is_stream(junit))
        code = cli_error(CLI_BAD_INPUT, "--junit: expected the name of a file, got -");
    if (code == CLI_OK && junit)
        code = cli_check_folder(junit);
    code = code ? code : cli_suite_read(&suite, folder);
    code = code ? code : run_suite(&suite, json, junit);
    cli_suite_free(&suite);
    return code;
}
