/*
 * ddblas verify: a routine against MPFR, in FP64 and in double-double side by side.
 */
#include "cli.h"
#include "reference.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char cli_verify_help[] =
    "usage: ddblas verify symv A.mtx [x.mtx] [options of 'ddblas symv'] [--json]\n"
    "       ddblas verify symv --gen KIND N  [--seed S] [--cond COND] [...]\n"
    "\n"
    "Computes alpha A x + beta y for a real matrix twice, in FP64 (the file rounded to double) and in double-double (W),\n"
    "and compares both with MPFR at 512 bits on the double-double data. It shows the correct decimal digits of the worst\n"
    "and of the median component, those of the whole vector (largest error over largest component), and the largest\n"
    "error as a part of the proved bound of each type, (n + 8) u (|alpha| |A| |x| + |beta| |y|), u = 2^-53 or 2^-104.\n"
    "PASS: every component of W is within its bound. Exit code 1 when one is not.\n"
    "\n"
    "  ddblas verify symv A.mtx x.mtx\n"
    "  ddblas verify symv --gen random-spectrum 300 --cond 1e20\n"
    "  ddblas verify symv --gen hilbert 24 --x hilbert-x           FP64 loses every digit\n";

/* The problem rounded to FP64. */
static int round_problem(const struct cli_problem *w, struct cli_problem *d)
{
    const ddblasHostMatrix *from[] = {&w->A, &w->x, &w->y};
    ddblasHostMatrix *to[] = {&d->A, &d->x, &d->y};
    *d = *w;
    d->type = DDBLAS_TYPE_D;
    for (int k = 0; k < 3; k++)
        *to[k] = (ddblasHostMatrix){.lda = 1};
    for (int k = 0; k < 3; k++)
    {
        if (!from[k]->data)
            continue;
        ddblasStatus_t status = ddblasHostMatrixInit(to[k], DDBLAS_TYPE_D, from[k]->m, from[k]->n);
        if (status != DDBLAS_STATUS_SUCCESS)
            return cli_status_error(NULL, status);
        for (int64_t j = 0; j < from[k]->n; j++)
            for (int64_t i = 0; i < from[k]->m; i++)
                ((double *)to[k]->data)[i + j * to[k]->lda] =
                    cuddToDouble(((const cuddreal *)from[k]->data)[i + j * from[k]->lda]);
    }
    return CLI_OK;
}

static int all_finite(const ddblasHostMatrix *A)
{
    for (int64_t j = 0; A->data && j < A->n; j++)
        for (int64_t i = 0; i < A->m; i++)
            if (!cuddIsFinite(((const cuddreal *)A->data)[i + j * A->lda]))
                return 0;
    return 1;
}

/* The exact answer exists: real and finite. */
static int check_comparable(const struct cli_problem *problem)
{
    if (problem->type != DDBLAS_TYPE_W)
        return cli_error(CLI_BAD_INPUT, "verify: expected a real matrix and no --type but W; it compares FP64 with W");
    if (!all_finite(&problem->A) || !all_finite(&problem->x) || !all_finite(&problem->y) || !cuddIsFinite(problem->alpha[0]) ||
        !cuddIsFinite(problem->beta[0]))
        return cli_error(CLI_BAD_INPUT, "verify: expected finite numbers, found Inf or NaN");
    return CLI_OK;
}

static void digits_json(const char *key, double digits)
{
    if (isinf(digits))
        cli_json_text(key, "exact");
    else
        cli_json_number(key, digits);
}

static void candidate_json(const char *key, const struct cli_candidate *c, double seconds)
{
    cli_json_open(key, '{');
    digits_json("worst_component_digits", c->accuracy.worst);
    digits_json("median_component_digits", c->accuracy.median);
    digits_json("normwise_digits", c->accuracy.norm);
    cli_json_number("error_over_bound", c->accuracy.bound_ratio);
    cli_json_number("seconds", seconds);
    cli_json_close('}');
}

static const char *digits_text(double digits, char text[32])
{
    if (isinf(digits))
        return "exact";
    snprintf(text, 32, "%.1f", digits);
    return text;
}

static void digits_row(const char *label, double fp64, double w)
{
    char a[32], b[32];
    printf("  %-18s %10s  %10s\n", label, digits_text(fp64, a), digits_text(w, b));
}

static void print_text(const char *engine, const char *title, const struct cli_candidate c[2], const double seconds[2], int64_t n,
                       int passed)
{
    printf("symv of %s, n = %" PRId64 ", on %s\n\n", title, n, engine);
    printf("  correct digits           FP64           W\n");
    digits_row("worst component", c[0].accuracy.worst, c[1].accuracy.worst);
    digits_row("median component", c[0].accuracy.median, c[1].accuracy.median);
    digits_row("whole vector", c[0].accuracy.norm, c[1].accuracy.norm);
    printf("  %-18s %10.3g  %10.3g   largest, each with its own bound\n", "error / bound", c[0].accuracy.bound_ratio,
           c[1].accuracy.bound_ratio);
    printf("  %-18s %10.3g  %10.3g   ms\n\n", "time", 1e3 * seconds[0], 1e3 * seconds[1]);
    printf("%s: the errors of W are %s (n + 8) 2^-104 (|alpha| |A| |x| + |beta| |y|) in %s component\n", passed ? "PASS" : "FAIL",
           passed ? "at most" : "above", passed ? "every" : "some");
}

static void print_json(const char *engine, const char *title, const struct cli_candidate c[2], const double seconds[2], int64_t n,
                       int passed)
{
    cli_json_open(NULL, '{');
    cli_json_text("routine", "symv");
    cli_json_text("matrix", title);
    cli_json_int("n", n);
    cli_json_text("engine", engine);
    candidate_json("fp64", &c[0], seconds[0]);
    candidate_json("w", &c[1], seconds[1]);
    cli_json_text("bound", "(n + 8) u (|alpha| |A| |x| + |beta| |y|) in each component, u = 2^-53 for fp64, 2^-104 for w");
    cli_json_bool("passed", passed);
    cli_json_close('}');
}

static int verify_problem(ddblasHandle_t handle, const struct cli_problem *w, const char *title, int json)
{
    struct cli_problem d;
    ddblasHostMatrix y[2] = {{0}, {0}};
    double seconds[2] = {0.0, 0.0};
    char engine[256];
    int code = round_problem(w, &d);
    code = code ? code : cli_problem_solve(handle, &d, &y[0], &seconds[0]);
    code = code ? code : cli_problem_solve(handle, w, &y[1], &seconds[1]);
    struct cli_candidate candidates[2] = {{.result = y[0].data, .is_double = 1, .unit = 0x1p-53},
                                          {.result = y[1].data, .is_double = 0, .unit = 0x1p-104}};
    code = code ? code : cli_compare(w, candidates, 2);
    if (code == CLI_OK)
    {
        int passed = candidates[1].accuracy.bound_ratio <= 1.0;
        ddblasGetEngineName(handle, engine, sizeof engine);
        (json ? print_json : print_text)(engine, title, candidates, seconds, w->n, passed);
        code = passed ? CLI_OK : CLI_FAILED;
    }
    ddblasHostMatrixFree(&y[0]);
    ddblasHostMatrixFree(&y[1]);
    cli_problem_free(&d);
    return code;
}

/* A by --gen: KIND in `kind_name`, N the last argument. */
static int generate(const char *kind_name, const char *n_text, const struct cli_kind_options *options, ddblasHostMatrix *A)
{
    int64_t n;
    if (cli_integer("--gen KIND N", n_text, 1, INT32_MAX, &n))
        return CLI_BAD_INPUT;
    const struct cli_kind *kind = cli_find_kind(kind_name);
    return kind ? cli_make(kind, n, options, A) : CLI_BAD_INPUT;
}

static int verify_symv(int argc, char **argv)
{
    struct cli_problem_options problem_options = CLI_PROBLEM_DEFAULTS;
    struct cli_kind_options kind_options = CLI_KIND_DEFAULTS;
    const char *positional[2] = {NULL, NULL}, *kind = NULL;
    int engine = DDBLAS_ENGINE_AUTO, json = 0, count;
    int64_t threads = 0;
    const struct cli_option options[] = {CLI_PROBLEM_OPTIONS(problem_options),
                                         CLI_KIND_OPTIONS(kind_options),
                                         {"--gen", CLI_TEXT, &kind, NULL},
                                         {"--engine", CLI_WORD, &engine, cli_engine_words},
                                         {"--threads", CLI_INT, &threads, NULL},
                                         {"--json", CLI_FLAG, &json, NULL},
                                         {0}};
    int code = cli_parse(argc, argv, options, positional, 1, 2, &count);
    if (code)
        return code;
    ddblasHandle_t handle = NULL;
    struct cli_problem problem = {0};
    code = cli_open_engine(&handle, engine, (int)threads);
    if (kind)
        code = code ? code : generate(kind, positional[0], &kind_options, &problem.A);
    code = code ? code : cli_problem_load(&problem, kind ? NULL : positional[0], positional[1], &problem_options, &kind_options);
    code = code ? code : check_comparable(&problem);
    code = code ? code : verify_problem(handle, &problem, kind ? kind : positional[0], json);
    cli_problem_free(&problem);
    if (handle)
        ddblasDestroy(handle);
    return code;
}

static const struct routine
{
    const char *name;
    int (*verify)(int argc, char **argv);
} routines[] = {
    {"symv", verify_symv},
};

int cli_verify(int argc, char **argv)
{
    if (argc < 2)
        return cli_error(CLI_BAD_INPUT, "verify: expected a routine (symv); see 'ddblas verify --help'");
    for (size_t r = 0; r < sizeof routines / sizeof routines[0]; r++)
        if (strcmp(argv[1], routines[r].name) == 0)
        {
            argv[1] = argv[0];
            return routines[r].verify(argc - 1, argv + 1);
        }
    return cli_error(CLI_BAD_INPUT, "verify: '%s' is not a routine (symv); see 'ddblas verify --help'", argv[1]);
}
