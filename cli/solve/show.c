/*
 * A solution as text, as JSON, or in a file.
 */
#include "solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *method_name(const struct cli_solution *s) { return s->method == CLI_METHOD_CHOLESKY ? "Cholesky" : "LU"; }

static const char *route_name(const struct cli_solution *s)
{
    static const char *const names[] = {"none", "double", "double-double",
                                        "double, GMRES"}; /* the order of ddblasRefineRoute_t */
    return names[s->report.route];
}

/* How the solution was found and how good it is; mark begins each line. */
static void print_facts(const struct cli_solution *s, const char *mark)
{
    const int64_t columns = s->X.m > 0 ? s->X.n : 0;
    if (columns == 0)
        return;
    printf("%s%s", mark, method_name(s));
    if (s->indefinite)
        printf(", because the leading minor of order %" PRId64 " is not positive", s->indefinite);
    if (s->refined)
        printf(", factors in %s, %" PRId64 " residuals, condition %.2g (estimated)", route_name(s), s->report.iterations,
               s->report.condition);
    putchar('\n');
    printf("%s%s%.1f digits of the largest element%s, %.1f of every element%s\n", mark, s->refined ? "certain: " : "about ",
           cli_least_digits(s->whole, columns), columns > 1 ? " of each column" : "", cli_least_digits(s->element, columns),
           s->refined ? " (bounds)" : " (estimates, no bounds)");
}

static void print_solution(const struct cli_solution *s)
{
    cli_print_banner(s->X.type);
    print_facts(s, "% ");
    cli_print_elements(&s->X);
}

static void json_columns(const struct cli_solution *s)
{
    char text[CLI_ELEMENT_TEXT];
    cli_json_open("columns", '[');
    for (int64_t j = 0; j < s->X.n; j++)
    {
        cli_json_open(NULL, '{');
        cli_json_number("digits", cli_digits_of_error(s->whole[j]));
        cli_json_number("digits_of_every_element", cli_digits_of_error(s->element[j]));
        cli_json_open("x", '[');
        for (int64_t i = 0; i < s->X.m; i++)
        {
            cli_element_text(&s->X, i, j, text, sizeof text);
            cli_json_text(NULL, text);
        }
        cli_json_close(']');
        cli_json_close('}');
    }
    cli_json_close(']');
}

static void print_json(ddblasHandle_t handle, const char *routine, const struct cli_solution *s, const char *out)
{
    char engine[256];
    ddblasGetEngineName(handle, engine, sizeof engine);
    cli_json_open(NULL, '{');
    cli_json_text("routine", routine);
    cli_json_text("type", cli_type_words[s->X.type]);
    cli_json_int("n", s->X.m);
    cli_json_int("right_hand_sides", s->X.n);
    cli_json_text("method", cli_method_words[s->method]);
    if (s->indefinite)
        cli_json_int("leading_minor_not_positive", s->indefinite);
    cli_json_text("engine", engine);
    cli_json_number("seconds", s->seconds);
    if (s->refined)
    {
        cli_json_text("route", route_name(s));
        cli_json_int("residuals", s->report.iterations);
        cli_json_number("condition", s->report.condition);
    }
    cli_json_text("digits_are", s->refined ? "bounds" : "estimates");
    cli_json_number("digits", cli_least_digits(s->whole, s->X.n));
    if (out)
        cli_json_text("out", out);
    else
        json_columns(s);
    cli_json_close('}');
}

int cli_solution_show(ddblasHandle_t handle, const char *routine, const struct cli_solution *solution, const char *out, int json)
{
    const int code = out ? cli_write(out, &solution->X, NULL, DDBLAS_DIGITS_SHORTEST) : CLI_OK;
    if (code)
        return code;
    if (json)
        print_json(handle, routine, solution, out);
    else if (out)
    {
        printf("%s: %s, n = %" PRId64, out, routine, solution->X.m);
        if (strcmp(routine, "solve") == 0)
            printf(", %" PRId64 " right-hand side%s", solution->X.n, solution->X.n == 1 ? "" : "s");
        printf(", %.3g ms\n", 1e3 * solution->seconds);
        print_facts(solution, "  ");
    }
    else
        print_solution(solution);
    return CLI_OK;
}
