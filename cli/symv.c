/*
 * ddblas symv: y = alpha A x + beta y for files.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>

const char cli_symv_help[] =
    "usage: ddblas symv A.mtx [x.mtx] [--alpha a] [--beta b --y y.mtx] [--uplo L|U] [--type S|D|C|Z|W]\n"
    "                   [--engine auto|cpu|cuda] [--threads N] [--out FILE] [--json]\n"
    "\n"
    "Computes alpha A x + beta y for a symmetric or Hermitian matrix in a Matrix Market or NumPy file, by default in\n"
    "double-double (type W; Z for a complex file), and prints the result with all its digits, or writes it to FILE.\n"
    "\n"
    "  x          without x.mtx a vector is made: --x random-x (default, with --seed) or another kind of 'ddblas gen'\n"
    "  --alpha    a number, or re,im for complex types; default 1. --beta: the same; default 0\n"
    "  --uplo     reads only that triangle; without it the file must hold a symmetric (or Hermitian) matrix\n"
    "  --type     the precision: the file is rounded to it once\n"
    "  --engine   cuda fails when there is no device; auto takes it when there is one\n"
    "\n"
    "  ddblas symv A.mtx x.mtx\n"
    "  ddblas symv A.mtx x.mtx --alpha -1 --beta 1 --y b.mtx --out residual.mtx       b - A x\n"
    "  ddblas symv A.mtx --x ones --type D --json                                     row sums in FP64\n";

/* Element i of a vector as text that gives the same bits back. */
static void element_text(const ddblasHostMatrix *y, int64_t i, char *text, size_t size)
{
    switch (y->type)
    {
    case DDBLAS_TYPE_S:
        snprintf(text, size, "%.9g", (double)((const float *)y->data)[i]);
        break;
    case DDBLAS_TYPE_D:
        snprintf(text, size, "%.17g", ((const double *)y->data)[i]);
        break;
    case DDBLAS_TYPE_W:
        cuddToShortest(text, size, ((const cuddreal *)y->data)[i]);
        break;
    case DDBLAS_TYPE_C:
    {
        ddblasComplex c = ((const ddblasComplex *)y->data)[i];
        snprintf(text, size, "%.9g %.9g", (double)c.x, (double)c.y);
        break;
    }
    case DDBLAS_TYPE_Z:
    {
        ddblasDoubleComplex z = ((const ddblasDoubleComplex *)y->data)[i];
        snprintf(text, size, "%.17g %.17g", z.x, z.y);
        break;
    }
    default:
        text[0] = 0;
    }
}

static void print_json(ddblasHandle_t handle, const struct cli_problem *problem, const ddblasHostMatrix *y, double seconds,
                       const char *out)
{
    char text[CUDD_SHORTEST_SIZE], engine[256];
    ddblasGetEngineName(handle, engine, sizeof engine);
    cli_json_open(NULL, '{');
    cli_json_text("routine", problem->hermitian ? "hemv" : "symv");
    cli_json_text("type", cli_type_words[problem->type]);
    cli_json_int("n", problem->n);
    cli_json_text("uplo", cli_uplo_words[problem->uplo]);
    cli_json_text("engine", engine);
    cli_json_number("seconds", seconds);
    if (out)
        cli_json_text("out", out);
    else
    {
        cli_json_open("y", '[');
        for (int64_t i = 0; i < problem->n; i++)
        {
            element_text(y, i, text, sizeof text);
            cli_json_text(NULL, text);
        }
        cli_json_close(']');
    }
    cli_json_close('}');
}

static void print_text(const struct cli_problem *problem, const ddblasHostMatrix *y, double seconds, const char *out)
{
    char text[CUDD_SHORTEST_SIZE];
    if (out)
    {
        printf("%s: %s%s, n = %" PRId64 ", %.3g ms\n", out, cli_type_words[problem->type], problem->hermitian ? "hemv" : "symv",
               problem->n, 1e3 * seconds);
        return;
    }
    for (int64_t i = 0; i < problem->n; i++)
    {
        element_text(y, i, text, sizeof text);
        puts(text);
    }
}

int cli_symv(int argc, char **argv)
{
    struct cli_problem_options problem_options = CLI_PROBLEM_DEFAULTS;
    struct cli_kind_options kind_options = CLI_KIND_DEFAULTS;
    const char *positional[2] = {NULL, NULL}, *out = NULL;
    int engine = DDBLAS_ENGINE_AUTO, json = 0, count;
    int64_t threads = 0;
    const struct cli_option options[] = {CLI_PROBLEM_OPTIONS(problem_options),
                                         CLI_KIND_OPTIONS(kind_options),
                                         {"--engine", CLI_WORD, &engine, cli_engine_words},
                                         {"--threads", CLI_INT, &threads, NULL},
                                         {"--out", CLI_TEXT, &out, NULL},
                                         {"--json", CLI_FLAG, &json, NULL},
                                         {0}};
    int code = cli_parse(argc, argv, options, positional, 1, 2, &count);
    if (code)
        return code;
    ddblasHandle_t handle = NULL;
    struct cli_problem problem = {0};
    ddblasHostMatrix y = {0};
    double seconds = 0.0;
    code = cli_open_engine(&handle, engine, (int)threads);
    code = code ? code : cli_problem_load(&problem, positional[0], positional[1], &problem_options, &kind_options);
    code = code ? code : cli_problem_solve(handle, &problem, &y, &seconds);
    if (code == CLI_OK && out)
        code = cli_write(out, &y, NULL, DDBLAS_DIGITS_SHORTEST);
    if (code == CLI_OK && json)
        print_json(handle, &problem, &y, seconds, out);
    else if (code == CLI_OK)
        print_text(&problem, &y, seconds, out);
    ddblasHostMatrixFree(&y);
    cli_problem_free(&problem);
    if (handle)
        ddblasDestroy(handle);
    return code;
}
